//! A seat that is told of a Big Two deal, as a Python object.

use pyo3::prelude::*;

/// One seat that is told of a deal event by event and never sees it: what a player of an online game knows.
#[pyclass(name = "Observer", module = "chupai.big2")]
pub(crate) struct Big2Observer;
