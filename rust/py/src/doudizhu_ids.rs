//! The legal action ids of a Dou Dizhu state as a sequence.

use crate::doudizhu_read::action_number;
use chupai_core::doudizhu::{Rules, State};
use chupai_core::game::Game;
use numpy::PyArray1;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyTuple};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The action ids of the legal moves of one position: an immutable sequence of ints, ascending.
///
/// Each id is worked out when it is asked for. ``numpy.asarray(ids)`` gives all of them, as int64.
#[pyclass(name = "ActionIds", frozen, sequence, module = "chupai.doudizhu")]
pub(crate) struct DoudizhuActionIds {
    rules: Arc<Rules>,
    /// The position; each id is worked out when it is asked for.
    state: State,
    n: usize,
}

impl DoudizhuActionIds {
    /// The ids of the legal moves of a state.
    pub(crate) fn of(rules: &Arc<Rules>, state: &State) -> Self {
        let n = state.num_legal(rules) as usize;
        Self { rules: Arc::clone(rules), state: state.clone(), n }
    }

    /// No ids, of a seat that is not to act.
    pub(crate) fn none(rules: &Arc<Rules>, state: &State) -> Self {
        Self { rules: Arc::clone(rules), state: state.clone(), n: 0 }
    }

    fn id(&self, n: usize) -> u32 {
        let mv = self.state.nth_legal(&self.rules, n as u64);
        self.rules.id_of(mv).unwrap_or(u32::MAX)
    }

    fn all(&self) -> Vec<u32> {
        let mut ids = Vec::with_capacity(self.n);
        if self.n > 0 {
            self.state.for_each_legal(&self.rules, |mv| {
                ids.push(self.rules.id_of(mv).unwrap_or(u32::MAX));
                ControlFlow::Continue(())
            });
        }
        ids
    }

    /// Where an id stands, if it is here. Ids ascend.
    fn position(&self, id: &Bound<'_, PyAny>) -> Option<usize> {
        let id = action_number(id).ok().flatten()?;
        self.all().binary_search(&id).ok()
    }
}

#[pymethods]
impl DoudizhuActionIds {
    fn __len__(&self) -> usize {
        self.n
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if let Ok(slice) = index.cast::<PySlice>() {
            return PyList::new(py, self.all())?.as_any().get_item(slice);
        }
        let beyond = || {
            PyIndexError::new_err(format!(
                "there are {} legal moves, not one numbered {index}",
                self.n
            ))
        };
        let asked = match index.extract::<isize>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(py) => return Err(beyond()),
            asked => asked?,
        };
        let at = if asked < 0 { asked + self.n as isize } else { asked };
        if at < 0 || at >= self.n as isize {
            return Err(beyond());
        }
        Ok(self.id(at as usize).into_pyobject(py)?.into_any())
    }

    fn __contains__(&self, id: &Bound<'_, PyAny>) -> bool {
        self.position(id).is_some()
    }

    /// Where an id stands; ValueError where it is not here.
    #[pyo3(signature = (id, /))]
    fn index(&self, id: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.position(id)
            .ok_or_else(|| PyValueError::new_err(format!("{id} is not the id of a legal move")))
    }

    /// How often an id is here: 1 or 0.
    #[pyo3(signature = (id, /))]
    fn count(&self, id: &Bound<'_, PyAny>) -> usize {
        usize::from(self.position(id).is_some())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyList::new(py, self.all())?.try_iter()?.into_any())
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let ids: Vec<u32> = self.all().into_iter().rev().collect();
        Ok(PyList::new(py, ids)?.try_iter()?.into_any())
    }

    // Equal to any sequence of the same numbers, hence without a hash.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(other) = other.cast::<Self>() {
            return Ok(other.get().all() == self.all());
        }
        Ok(other.extract::<Vec<u32>>().is_ok_and(|other| other == self.all()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Vec<u32>,))> {
        Ok((py.get_type::<PyTuple>().into_any(), (self.all(),)))
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
            return Err(PyValueError::new_err("the ids are worked out: an array is always new"));
        }
        let ids: Vec<i64> = self.all().into_iter().map(i64::from).collect();
        let array = PyArray1::from_vec(py, ids).into_any();
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    fn __repr__(&self) -> String {
        format!("ActionIds({:?})", self.all())
    }
}
