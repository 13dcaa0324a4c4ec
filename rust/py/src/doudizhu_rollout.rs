//! Playing a position on, many times.

use crate::batch;
use crate::convert::{Count, Seed, Threads};
use crate::doudizhu::{DoudizhuRules, named_agents};
use crate::errors::{OrRaise, raise};
use chupai_core::batch::{CHUNK, Indexed, Job, Start};
use chupai_core::doudizhu::{Move, Redealer, Rules, State};
use chupai_core::error::RuleError;
use chupai_core::game::{Column, Game};
use numpy::PyArray2;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// Which playouts, and by whom.
pub(crate) struct Playouts<'py> {
    pub(crate) games: Count,
    pub(crate) seed: Seed,
    pub(crate) agents: Option<Bound<'py, PyAny>>,
    pub(crate) threads: Threads,
}

/// The scores of playouts, shape (games, 3); each from a redeal where there is a `redealer`, and after
/// the move where one is given.
pub(crate) fn scores<'py>(
    variant: &Bound<'py, PyAny>,
    rules: &Rules,
    (state, redealer, first): (&State, Option<&Redealer>, Option<Move>),
    playouts: Playouts<'py>,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    let py = variant.py();
    let Playouts { games: Count(games), seed: Seed(seed), agents, threads: Threads(threads) } =
        playouts;
    if let Some(error) = first.and_then(|mv| state.why_not(rules, mv)) {
        return Err(raise(py, error));
    }
    let names: Vec<String> = match agents {
        None => vec!["random".into(); 3],
        Some(name) if name.is_instance_of::<PyString>() => vec![name.extract()?; 3],
        Some(names) => names.extract().map_err(|_| {
            PyTypeError::new_err("agents are the built-in ones, by name, for all or each seat")
        })?,
    };
    let agents = named_agents(&names).or_raise(py)?;
    let start = Start::Playouts { state, redealer, first };
    let job =
        Job::<State> { rules, start, agents: &agents, seed, games, threads, chunk: CHUNK.min(64) };
    let played = batch::collect::<State, Indexed<u64>>(py, &job, None)?;
    compiled(variant)?.get().1.scores(variant, State::seats(rules), &played)
}

/// The facts so far, one number for each column and seat.
pub(crate) fn fact_row(rules: &Rules, state: &State) -> (Vec<Column>, Vec<i16>) {
    let columns = State::columns(rules);
    let mut row = vec![0; columns.iter().map(|column| column.width).sum()];
    State::write_facts(&state.facts(rules), &mut row);
    (columns, row)
}

/// The points of each seat in a deal that is over.
pub(crate) fn scores_of(
    variant: &Bound<'_, PyAny>,
    rules: &Rules,
    state: &State,
) -> PyResult<Vec<i64>> {
    let (columns, row) = fact_row(rules, state);
    let scored: usize =
        columns.iter().filter(|column| column.scored).map(|column| column.width).sum();
    let points = compiled(variant)?.get().1.points(variant, &columns, &[&row[..scored]])?;
    Ok(points.into_iter().flatten().collect())
}

/// The compiled rule set of a variant.
pub(crate) fn compiled<'py>(variant: &Bound<'py, PyAny>) -> PyResult<Bound<'py, DoudizhuRules>> {
    let py = variant.py();
    let rules = variant.getattr(intern!(py, "rules"))?.getattr(intern!(py, "_native"))?;
    Ok(rules.cast_into::<DoudizhuRules>()?)
}

/// The error for a move that a seat would make out of turn.
pub(crate) fn out_of_turn(seat: usize, turn: usize) -> RuleError {
    State::out_of_turn(seat, turn, String::new())
}
