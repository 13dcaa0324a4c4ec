//! Core errors as Python exceptions.

use chupai_core::error::{Fault, RuleError};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    chupai._native,
    IllegalMove,
    PyValueError,
    "A move that the rules forbid; `rule` is the rule's id and `cards` the cards concerned."
);
create_exception!(
    chupai._native,
    RulesError,
    PyValueError,
    "Rules, a set-up or a position that contradict themselves; `rule` is the rule's id."
);

/// The Python exception for a core error, with its rule and cards as attributes.
pub(crate) fn raise(py: Python<'_>, error: RuleError) -> PyErr {
    let message = error.to_string();
    let raised = match error.fault {
        Fault::Move => IllegalMove::new_err(message),
        Fault::Rules => RulesError::new_err(message),
        Fault::Input => PyValueError::new_err(message),
    };
    let value = raised.value(py);
    let named =
        value.setattr("rule", error.rule).and_then(|()| value.setattr("cards", error.cards));
    named.err().unwrap_or(raised)
}

/// Shorthand for `map_err(|e| raise(py, e))`.
pub(crate) trait OrRaise<T> {
    /// The value, or the error as a Python exception.
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T> OrRaise<T> for Result<T, RuleError> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| raise(py, error))
    }
}
