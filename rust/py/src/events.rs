//! Events of all families as they are written: dictionaries of plain data.

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The last event of a deal.
pub(crate) fn end_dict<'py>(py: Python<'py>, scores: Vec<i64>) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    out.set_item("event", "end")?;
    out.set_item("scores", scores)?;
    Ok(out)
}

/// Sets a value where there is one.
pub(crate) fn set_if<'py>(
    out: &Bound<'py, PyDict>,
    name: &str,
    value: Option<impl IntoPyObject<'py>>,
) -> PyResult<()> {
    value.map_or(Ok(()), |value| out.set_item(name, value))
}
