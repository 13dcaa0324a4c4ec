//! Points of Big Two positions: played on many times, or at the end of a deal.

use crate::batch;
use crate::playouts::{self, Playouts, fact_row, played};
use chupai_core::batch::FactArrays;
use chupai_core::big2::{Rules, State};
use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The points of each seat in each deal, shape (deals, seats), as the variant scores these facts.
fn scored<'py>(
    variant: &Bound<'py, PyAny>,
    facts: Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    Ok(variant.call_method1("scores", (facts,))?.cast_into::<PyArray2<i64>>()?)
}

/// The scores of playouts, shape (games, seats). A scoring may read every fact, and rows of all facts
/// are seldom equal, so they are scored all at once rather than remembered.
pub(crate) fn scores<'py>(
    variant: &Bound<'py, PyAny>,
    rules: &Rules,
    from: playouts::From<'_, State>,
    playouts: Playouts<'py>,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    let py = variant.py();
    let facts: FactArrays = played(py, rules, from, playouts)?;
    scored(variant, batch::fact_arrays(py, facts)?)
}

/// The points of each seat in a deal that is over.
pub(crate) fn scores_of(
    variant: &Bound<'_, PyAny>,
    rules: &Rules,
    state: &State,
) -> PyResult<Vec<i64>> {
    let py = variant.py();
    let (columns, row) = fact_row(rules, state);
    let (facts, mut at) = (PyDict::new(py), 0);
    for column in &columns {
        let numbers = row[at..at + column.width].to_vec();
        facts.set_item(column.name, batch::array(py, column, numbers)?)?;
        at += column.width;
    }
    let points = scored(variant, facts)?;
    let points = points.readonly();
    Ok(points.as_array().iter().copied().collect())
}
