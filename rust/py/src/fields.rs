//! Events of all families as they are told: named values of a dictionary, or of JSON.

use chupai_core::error::shown;
use pyo3::exceptions::{PyRecursionError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyCFunction, PyDict, PyInt, PyList, PyString, PyTuple};

/// The dictionary that a value is, or that it tells as JSON.
pub(crate) fn dictionary<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let py = value.py();
    let Ok(text) = value.cast::<PyString>() else {
        return value.cast::<PyDict>().cloned().map_err(|_| {
            let kind = value.get_type();
            PyTypeError::new_err(format!("an event is a dictionary or JSON text, not {kind}"))
        });
    };
    // Python keeps the last of equal keys; which of them was meant nobody knows.
    let object = |args: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| {
        let pairs = args.get_item(0)?;
        let object = PyDict::from_sequence(&pairs)?;
        match object.len() == pairs.len()? {
            true => Ok(object.unbind()),
            false => Err(wrong("event", "the JSON has a key twice")),
        }
    };
    let keywords = PyDict::new(py);
    keywords.set_item("object_pairs_hook", PyCFunction::new_closure(py, None, None, object)?)?;
    let loads = py.import("json")?.getattr("loads")?;
    let read = loads.call((text,), Some(&keywords)).map_err(|error| {
        match error.is_instance_of::<PyRecursionError>(py) {
            true => wrong("event", "the JSON is nested too deeply"),
            false => error,
        }
    })?;
    read.cast_into::<PyDict>().map_err(|_| wrong("event", "the JSON tells no object"))
}

/// The error about a value of a name.
pub(crate) fn wrong(name: &str, message: &str) -> PyErr {
    PyValueError::new_err(format!("{name}: {message}"))
}

/// The values of a dictionary; each name that was asked for is known.
pub(crate) struct Fields<'a, 'py> {
    pub(crate) dict: &'a Bound<'py, PyDict>,
    pub(crate) known: Vec<&'static str>,
}

impl<'a, 'py> Fields<'a, 'py> {
    /// Nothing was asked for yet.
    pub(crate) fn of(dict: &'a Bound<'py, PyDict>) -> Self {
        Self { dict, known: Vec::new() }
    }

    /// The value of a name, where there is one.
    pub(crate) fn maybe<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&str, &Bound<'py, PyAny>) -> PyResult<T>,
    ) -> PyResult<Option<T>> {
        self.known.push(name);
        self.dict.get_item(name)?.map(|value| read(name, &value)).transpose()
    }

    /// The value of a name that must be there.
    pub(crate) fn needed<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&str, &Bound<'py, PyAny>) -> PyResult<T>,
    ) -> PyResult<T> {
        self.maybe(name, read)?.ok_or_else(|| wrong(name, "it is missing"))
    }

    /// Refuses names that were not asked for.
    pub(crate) fn end(self, kind: &str) -> PyResult<()> {
        for name in self.dict.keys() {
            let known = name.extract::<&str>().is_ok_and(|name| self.known.contains(&name));
            if !known {
                let name = shown(&name.str()?.to_string());
                return Err(wrong(&name, &format!("there is no such thing in an event {kind:?}")));
            }
        }
        Ok(())
    }
}

/// A text.
pub(crate) fn text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = value.cast::<PyString>().map_err(|_| wrong(name, "it is a text"))?;
    Ok(text.to_str()?.to_owned())
}

/// A number of a byte.
pub(crate) fn number(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u8> {
    let whole = value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>();
    let number = if whole { value.extract::<u8>().ok() } else { None };
    number.ok_or_else(|| wrong(name, "it is a number from 0 to 255"))
}

/// A list of values.
pub(crate) fn list<'py, T>(
    name: &str,
    value: &Bound<'py, PyAny>,
    read: impl Fn(&str, &Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    if !value.is_instance_of::<PyList>() && !value.is_instance_of::<PyTuple>() {
        return Err(wrong(name, "it is a list"));
    }
    value.try_iter()?.map(|item| read(name, &item?)).collect()
}

/// True or false.
pub(crate) fn flag(name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    let flag = value.cast::<PyBool>().map_err(|_| wrong(name, "each is true or false"))?;
    Ok(flag.is_true())
}
