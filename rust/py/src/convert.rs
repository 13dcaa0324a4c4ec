//! Seats, seeds and other numbers from Python.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

/// A seat: 0, 1 or 2.
pub(crate) struct Seat(pub(crate) usize);

impl<'py> FromPyObject<'_, 'py> for Seat {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let py = value.py();
        refuse_bool(value, "a seat")?;
        let wrong = || PyValueError::new_err(format!("seats are 0, 1 and 2, not {}", &*value));
        match value.extract::<usize>() {
            Ok(seat) if seat < 3 => Ok(Self(seat)),
            Err(error) if !error.is_instance_of::<PyOverflowError>(py) => Err(error),
            _ => Err(wrong()),
        }
    }
}

/// True and False are ints to Python, but nobody means a number by them.
fn refuse_bool(value: Borrowed<'_, '_, PyAny>, what: &str) -> PyResult<()> {
    if value.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err(format!("{what} is a whole number, not {}", &*value)));
    }
    Ok(())
}

/// Any number of 64 bits without sign.
fn word(value: Borrowed<'_, '_, PyAny>, what: &str) -> PyResult<u64> {
    refuse_bool(value, what)?;
    match value.extract::<u64>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            Err(PyValueError::new_err(format!("{what} is 0 to 2**64 - 1, not {}", &*value)))
        }
        word => word,
    }
}

/// A whole number where a byte is wanted; a larger one is turned into 255, which no such number is.
pub(crate) struct Small(pub(crate) u8);

impl<'py> FromPyObject<'_, 'py> for Small {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        refuse_bool(value, "this")?;
        match value.extract::<u8>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Ok(Self(u8::MAX)),
            number => number.map(Self),
        }
    }
}

/// A number of games.
pub(crate) struct Count(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Count {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        word(value, "a number of games").map(Self)
    }
}

/// A number of threads, 1 to 1024.
pub(crate) struct Threads(pub(crate) usize);

impl<'py> FromPyObject<'_, 'py> for Threads {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        refuse_bool(value, "a number of threads")?;
        match value.extract::<usize>() {
            Ok(threads) if (1..=1024).contains(&threads) => Ok(Self(threads)),
            Err(error) if !error.is_instance_of::<PyOverflowError>(value.py()) => Err(error),
            _ => Err(PyValueError::new_err(format!("threads is 1 to 1024, not {}", &*value))),
        }
    }
}

/// A seed: any number of 64 bits without sign.
pub(crate) struct Seed(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        word(value, "a seed").map(Self)
    }
}

/// A place in a list, counted from 0; one beyond all lists stands for their end.
pub(crate) struct Place(pub(crate) usize);

impl<'py> FromPyObject<'_, 'py> for Place {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        refuse_bool(value, "a number of events")?;
        match value.extract::<usize>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
                if value.lt(0)? {
                    let message = format!("a number of events is 0 or more, not {}", &*value);
                    return Err(PyValueError::new_err(message));
                }
                Ok(Self(usize::MAX))
            }
            place => place.map(Self),
        }
    }
}
