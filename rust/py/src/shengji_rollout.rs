//! Points of Shengji positions: played on many times, or at the end of a deal.

use crate::batch;
use crate::playouts::{self, Playouts, compiled, fact_row, played};
use crate::shengji::ShengjiRules;
use chupai_core::batch::FactArrays;
use chupai_core::shengji::State;
use chupai_core::shengji::rules::Rules;
use numpy::PyArray2;
use pyo3::prelude::*;

/// The scores of playouts, shape (games, 4).
pub(crate) fn scores<'py>(
    variant: &Bound<'py, PyAny>,
    rules: &Rules,
    from: playouts::From<'_, State>,
    playouts: Playouts<'py>,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    let py = variant.py();
    // Rows of facts are seldom equal, so they are scored all at once rather than remembered.
    let facts: FactArrays = played(py, rules, from, playouts)?;
    let facts = batch::fact_arrays(py, facts)?;
    Ok(variant.call_method1("scores", (facts,))?.cast_into::<PyArray2<i64>>()?)
}

/// The points of each seat in a deal that is over.
pub(crate) fn scores_of(
    variant: &Bound<'_, PyAny>,
    rules: &Rules,
    state: &State,
) -> PyResult<Vec<i64>> {
    let (columns, row) = fact_row(rules, state);
    let memos = compiled::<ShengjiRules>(variant)?;
    let points = memos.get().1.points(variant, &columns, &[&row])?;
    Ok(points.into_iter().flatten().collect())
}
