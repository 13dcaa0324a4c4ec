//! Points of Big Two positions: played on many times, or at the end of a deal.

use crate::batch;
use crate::big2::Big2Rules;
use crate::playouts::{self, Playouts, compiled, fact_row, played};
use chupai_core::batch::{FactArrays, Indexed};
use chupai_core::big2::{Rules, ScoreKey, State};
use chupai_core::game::Game;
use numpy::PyArray2;
use pyo3::prelude::*;

/// The scores of playouts, shape (games, seats). Where the scoring may read every fact, rows are
/// seldom equal, so they are scored all at once rather than remembered.
pub(crate) fn scores<'py>(
    variant: &Bound<'py, PyAny>,
    rules: &Rules,
    from: playouts::From<'_, State>,
    playouts: Playouts<'py>,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    let py = variant.py();
    let memos = compiled::<Big2Rules>(variant)?;
    if memos.get().1.reads_few(variant)? {
        let played: Indexed<ScoreKey> = played(py, rules, from, playouts)?;
        return memos.get().1.scores(variant, State::seats(rules), &played);
    }
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
    let memos = compiled::<Big2Rules>(variant)?;
    let points = memos.get().1.points(variant, &columns, &[&row])?;
    Ok(points.into_iter().flatten().collect())
}
