//! Points of Dou Dizhu positions: played on many times, or at the end of a deal.

use crate::doudizhu::DoudizhuRules;
use crate::playouts::{self, Playouts, compiled, fact_row, played};
use chupai_core::batch::Indexed;
use chupai_core::doudizhu::{Rules, State};
use chupai_core::error::RuleError;
use chupai_core::game::Game;
use numpy::PyArray2;
use pyo3::prelude::*;

/// The scores of playouts, shape (games, 3).
pub(crate) fn scores<'py>(
    variant: &Bound<'py, PyAny>,
    rules: &Rules,
    from: playouts::From<'_, State>,
    playouts: Playouts<'py>,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    let played: Indexed<u64> = played(variant.py(), rules, from, playouts)?;
    compiled::<DoudizhuRules>(variant)?.get().1.scores(variant, State::seats(rules), &played)
}

/// The points of each seat in a deal that is over.
pub(crate) fn scores_of(
    variant: &Bound<'_, PyAny>,
    rules: &Rules,
    state: &State,
) -> PyResult<Vec<i64>> {
    let (columns, row) = fact_row(rules, state);
    let memos = &compiled::<DoudizhuRules>(variant)?;
    let points = memos.get().1.points(variant, &columns, &[&row])?;
    Ok(points.into_iter().flatten().collect())
}

/// The error for a move that a seat would make out of turn.
pub(crate) fn out_of_turn(seat: usize, turn: usize) -> RuleError {
    State::out_of_turn(seat, turn, String::new())
}
