//! What is legal in one position, as a sequence whose items are worked out when they are asked for.

use chupai_core::error::counted;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyOverflowError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PySlice, PyTuple};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A position, as far as it says what is legal in it; its moves have an order.
pub(crate) trait Position {
    /// The compiled rule set.
    type Rules;
    /// One move.
    type Move: Copy + Eq;

    /// How many moves are legal.
    fn count(&self, rules: &Self::Rules) -> u64;
    /// Number `n` of them, below [`count`](Self::count).
    fn nth(&self, rules: &Self::Rules, n: u64) -> Self::Move;
    /// Visits all of them in order, until it breaks.
    fn for_each(&self, rules: &Self::Rules, visit: impl FnMut(Self::Move) -> ControlFlow<()>);
    /// Whether a move is legal; nothing is searched.
    fn allows(&self, rules: &Self::Rules, mv: Self::Move) -> bool;
    /// The action id of a legal move.
    fn id(rules: &Self::Rules, mv: Self::Move) -> u32;
    /// The move that an id names now, if it names one under these rules.
    fn of_id(&self, rules: &Self::Rules, id: u32) -> Option<Self::Move>;
}

/// The legal moves of one position.
pub(crate) struct Legal<P: Position> {
    rules: Arc<P::Rules>,
    position: P,
    n: usize,
}

/// What is asked of a sequence in brackets.
pub(crate) enum Asked {
    /// One item.
    One(usize),
    /// The items of a slice.
    Many(Vec<usize>),
}

/// What an index or a slice asks for of `n` legal moves.
pub(crate) fn asked(n: usize, index: &Bound<'_, PyAny>) -> PyResult<Asked> {
    if let Ok(slice) = index.cast::<PySlice>() {
        let at = slice.indices(n as isize)?;
        let places = (0..at.slicelength as isize).map(|k| (at.start + k * at.step) as usize);
        return Ok(Asked::Many(places.collect()));
    }
    let beyond = || {
        let moves = counted(n, "legal move");
        let message = format!("of {moves} none is numbered {index}");
        PyIndexError::new_err(message)
    };
    let asked = match index.extract::<isize>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(index.py()) => {
            return Err(beyond());
        }
        asked => asked?,
    };
    let at = if asked < 0 { asked + n as isize } else { asked };
    if at < 0 || at >= n as isize {
        return Err(beyond());
    }
    Ok(Asked::One(at as usize))
}

impl<P: Position> Legal<P> {
    /// The moves of a position.
    pub(crate) fn of(rules: &Arc<P::Rules>, position: P) -> Self {
        let n = position.count(rules) as usize;
        Self { rules: Arc::clone(rules), position, n }
    }

    /// The moves of a seat: none, where it is not to act.
    pub(crate) fn of_seat(rules: &Arc<P::Rules>, position: P, to_act: bool) -> Self {
        match to_act {
            true => Self::of(rules, position),
            false => Self { rules: Arc::clone(rules), position, n: 0 },
        }
    }

    /// How many there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.n
    }

    /// Number `n` of them, below [`len`](Self::len).
    pub(crate) fn get(&self, n: usize) -> P::Move {
        self.position.nth(&self.rules, n as u64)
    }

    /// All of them, each turned into something.
    pub(crate) fn all<T>(&self, each: impl Fn(P::Move) -> T) -> Vec<T> {
        let mut out = Vec::with_capacity(self.n);
        if self.n > 0 {
            self.position.for_each(&self.rules, |mv| {
                out.push(each(mv));
                ControlFlow::Continue(())
            });
        }
        out
    }

    /// Whether a move is among them; nothing is searched.
    pub(crate) fn contains(&self, mv: P::Move) -> bool {
        self.n > 0 && self.position.allows(&self.rules, mv)
    }

    /// Where a move stands among them.
    pub(crate) fn position(&self, mv: P::Move) -> Option<usize> {
        if !self.contains(mv) {
            return None;
        }
        let (mut at, mut found) = (0, false);
        self.position.for_each(&self.rules, |legal| {
            found = legal == mv;
            at += 1;
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found.then(|| at - 1)
    }

    /// The id of number `n`, below [`len`](Self::len).
    pub(crate) fn id(&self, n: usize) -> u32 {
        P::id(&self.rules, self.get(n))
    }

    /// All ids.
    pub(crate) fn ids(&self) -> Vec<u32> {
        self.all(|mv| P::id(&self.rules, mv))
    }

    /// The move of an id that a value names, if it is one of these rules.
    pub(crate) fn named(&self, id: &Bound<'_, PyAny>) -> Option<P::Move> {
        self.position.of_id(&self.rules, crate::convert::action_number(id).ok().flatten()?)
    }
}

/// The first of many moves and how many there are, as a `chupai.Listing`.
pub(crate) fn listing<'py, T>(
    py: Python<'py>,
    moves: Vec<T>,
    total: u64,
) -> PyResult<Bound<'py, PyAny>>
where
    T: IntoPyObject<'py>,
    PyErr: From<T::Error>,
{
    static LISTING: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let listing = LISTING.get_or_try_init(py, || {
        py.import("chupai.listing")?.getattr("Listing").map(Bound::unbind)
    })?;
    let moves = moves.into_iter().map(|mv| mv.into_bound_py_any(py));
    let moves = PyTuple::new(py, moves.collect::<PyResult<Vec<_>>>()?)?;
    listing.bind(py).call1((moves, total))
}

/// The action ids of the legal moves of a position as a class of its own for each family, which a
/// generic type cannot be: its documentation, its Rust name, the module it is shown to be of, and the
/// kind of position.
macro_rules! action_ids {
    ($(#[$doc:meta])* $class:ident, $module:literal, $position:ty) => {
        $(#[$doc])*
        #[pyclass(name = "ActionIds", frozen, sequence, module = $module)]
        pub(crate) struct $class(pub(crate) $crate::legal::Legal<$position>);

        #[pymethods]
        impl $class {
            fn __len__(&self) -> usize {
                self.0.len()
            }

            fn __getitem__<'py>(
                &self,
                index: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                match $crate::legal::asked(self.0.len(), index)? {
                    $crate::legal::Asked::One(n) => {
                        Ok(self.0.id(n).into_pyobject(index.py())?.into_any())
                    }
                    $crate::legal::Asked::Many(places) => {
                        let ids = places.into_iter().map(|n| self.0.id(n)).collect::<Vec<_>>();
                        Ok(pyo3::types::PyList::new(index.py(), ids)?.into_any())
                    }
                }
            }

            fn __contains__(&self, id: &Bound<'_, PyAny>) -> bool {
                self.0.named(id).is_some_and(|mv| self.0.contains(mv))
            }

            /// Where an id stands; ValueError where it is not here.
            #[pyo3(signature = (id, /))]
            fn index(&self, id: &Bound<'_, PyAny>) -> PyResult<usize> {
                self.0.named(id).and_then(|mv| self.0.position(mv)).ok_or_else(|| {
                    pyo3::exceptions::PyValueError::new_err(format!("{id} is not the id of a legal move"))
                })
            }

            /// How often an id is here: 1 or 0.
            #[pyo3(signature = (id, /))]
            fn count(&self, id: &Bound<'_, PyAny>) -> usize {
                usize::from(self.__contains__(id))
            }

            fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                Ok(pyo3::types::PyList::new(py, self.0.ids())?.try_iter()?.into_any())
            }

            fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                let ids: Vec<u32> = self.0.ids().into_iter().rev().collect();
                Ok(pyo3::types::PyList::new(py, ids)?.try_iter()?.into_any())
            }

            // Equal to any sequence of the same numbers, hence without a hash.
            fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
                if let Ok(other) = other.cast::<Self>() {
                    return Ok(other.get().0.ids() == self.0.ids());
                }
                Ok(other.extract::<Vec<u32>>().is_ok_and(|other| other == self.0.ids()))
            }

            fn __reduce__<'py>(
                &self,
                py: Python<'py>,
            ) -> PyResult<(Bound<'py, PyAny>, (Vec<u32>,))> {
                Ok((py.get_type::<pyo3::types::PyTuple>().into_any(), (self.0.ids(),)))
            }

            /// The ids as a numpy array: int64, shape (len,).
            #[pyo3(signature = (dtype = None, copy = None))]
            fn __array__<'py>(
                &self,
                py: Python<'py>,
                dtype: Option<&Bound<'py, PyAny>>,
                copy: Option<bool>,
            ) -> PyResult<Bound<'py, PyAny>> {
                if copy == Some(false) {
                    let message = "the ids are worked out: an array is always new";
                    return Err(pyo3::exceptions::PyValueError::new_err(message));
                }
                let ids: Vec<i64> = self.0.ids().into_iter().map(i64::from).collect();
                let array = numpy::PyArray1::from_vec(py, ids).into_any();
                match dtype {
                    Some(dtype) => array.call_method1("astype", (dtype,)),
                    None => Ok(array),
                }
            }

            fn __repr__(&self) -> String {
                format!("ActionIds({:?})", self.0.ids())
            }
        }
    };
}
pub(crate) use action_ids;
