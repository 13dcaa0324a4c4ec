//! Seats and seeds from Python numbers.

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

/// A seat: 0, 1 or 2.
pub(crate) struct Seat(pub(crate) usize);

impl<'py> FromPyObject<'_, 'py> for Seat {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let py = value.py();
        let wrong = || PyValueError::new_err(format!("seats are 0, 1 and 2, not {}", &*value));
        match value.extract::<usize>() {
            Ok(seat) if seat < 3 => Ok(Self(seat)),
            Err(error) if !error.is_instance_of::<PyOverflowError>(py) => Err(error),
            _ => Err(wrong()),
        }
    }
}

/// A seed: any number of 64 bits without sign.
pub(crate) struct Seed(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match value.extract::<u64>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
                Err(PyValueError::new_err(format!("a seed is 0 to 2**64 - 1, not {}", &*value)))
            }
            seed => seed.map(Self),
        }
    }
}
