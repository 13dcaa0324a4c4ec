//! The legal action ids of a Dou Dizhu state as a sequence.

use crate::doudizhu_read::action_number;
use chupai_core::doudizhu::{Rules, State};
use chupai_core::game::Game;
use numpy::PyArray1;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The ids of the legal moves of a state, ascending; each is worked out when it is asked for.
#[pyclass(frozen, sequence, module = "chupai._native")]
pub(crate) struct DoudizhuActionIds {
    pub(crate) rules: Arc<Rules>,
    pub(crate) state: State,
    pub(crate) n: usize,
}

impl DoudizhuActionIds {
    fn id(&self, n: usize) -> u32 {
        let mv = self.state.nth_legal(&self.rules, n as u64);
        self.rules.id_of(mv).unwrap_or(u32::MAX)
    }

    fn all(&self) -> Vec<u32> {
        let mut ids = Vec::with_capacity(self.n);
        self.state.for_each_legal(&self.rules, |mv| {
            ids.push(self.rules.id_of(mv).unwrap_or(u32::MAX));
            ControlFlow::Continue(())
        });
        ids
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
        let asked: isize = index.extract()?;
        let at = if asked < 0 { asked + self.n as isize } else { asked };
        if at < 0 || at >= self.n as isize {
            let message = format!("there are {} legal moves, not one numbered {asked}", self.n);
            return Err(PyIndexError::new_err(message));
        }
        Ok(self.id(at as usize).into_pyobject(py)?.into_any())
    }

    fn __contains__(&self, id: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Some(id) = action_number(id)? else { return Ok(false) };
        let legal = |mv| self.state.is_legal(&self.rules, mv);
        Ok(self.rules.action(id).is_ok_and(legal))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyList::new(py, self.all())?.try_iter()?.into_any())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(other) = other.cast::<Self>() {
            return Ok(other.get().all() == self.all());
        }
        Ok(other.extract::<Vec<u32>>().is_ok_and(|other| other == self.all()))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.all().hash(&mut hasher);
        hasher.finish()
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
