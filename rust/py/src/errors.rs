//! Core errors as Python exceptions.

use chupai_core::error::{Fault, RuleError};
use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    chupai,
    IllegalMove,
    PyValueError,
    "A move that may not be played, or a question that the deal cannot answer yet.\n\n\
     Attributes:\n    rule: the id of the rule broken, such as \"DD-12\"; empty where it is no single one.\n    \
     cards: the cards concerned, as ranks; empty where there are none."
);
create_exception!(
    chupai,
    RulesError,
    PyValueError,
    "Rules, a set-up or a position that cannot be.\n\n\
     Attributes:\n    rule: the id of the rule concerned, such as \"DD-15\"; empty where it is no single one.\n    \
     cards: the cards concerned, as ranks; empty where there are none."
);

create_exception!(
    chupai,
    NoActionIds,
    PyValueError,
    "A question about action ids under rules that have none: give and take moves there."
);

/// The Python exception for a core error, with its rule and cards as attributes.
pub(crate) fn raise(py: Python<'_>, error: RuleError) -> PyErr {
    let message = error.to_string();
    let raised = match error.fault {
        Fault::Move => IllegalMove::new_err(message),
        Fault::Rules => RulesError::new_err(message),
        Fault::Input => PyValueError::new_err(message),
        Fault::Memory => PyMemoryError::new_err(message),
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
