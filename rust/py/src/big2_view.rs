//! A seat's view of a Big Two deal.

use pyo3::prelude::*;

/// What one seat knows of a deal: everything public, and its own hand.
#[pyclass(name = "View", frozen, module = "chupai.big2")]
pub(crate) struct Big2View;
