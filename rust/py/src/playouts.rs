//! Playing a position of any game on, many times, and the facts of one deal.

use crate::batch;
use crate::convert::{Count, Seed, Threads};
use crate::errors::{OrRaise, raise};
use chupai_core::batch::{CHUNK, Collect, Job, Start};
use chupai_core::error::RuleError;
use chupai_core::game::{Agent, Column, Game};
use pyo3::PyClass;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// Which playouts, and by whom.
pub(crate) struct Playouts<'py> {
    pub(crate) games: Count,
    pub(crate) seed: Seed,
    pub(crate) agents: Option<Bound<'py, PyAny>>,
    pub(crate) threads: Threads,
}

/// Where playouts begin: a state, what redeals it before each where there is such, and a first move.
pub(crate) type From<'a, G> = (&'a G, Option<&'a <G as Game>::Redealer>, Option<<G as Game>::Move>);

/// The built-in agents of these names.
pub(crate) fn named_agents(agents: &[String]) -> Result<Vec<Agent>, RuleError> {
    agents.iter().map(|name| Agent::named(name)).collect()
}

/// What comes of playouts; each from a redeal where there is a `redealer`, and after the move where one
/// is given.
pub(crate) fn played<G: Game, C: Collect<G>>(
    py: Python<'_>,
    rules: &G::Rules,
    (state, redealer, first): From<'_, G>,
    playouts: Playouts<'_>,
) -> PyResult<C>
where
    G::Rules: Sync,
{
    let Playouts { games: Count(games), seed: Seed(seed), agents, threads: Threads(threads) } =
        playouts;
    if let Some(error) = first.and_then(|mv| state.why_not(rules, mv)) {
        return Err(raise(py, error));
    }
    let seats = G::seats(rules);
    let names: Vec<String> = match agents {
        None => vec!["random".into(); seats],
        Some(name) if name.is_instance_of::<PyString>() => vec![name.extract()?; seats],
        Some(names) => names.extract().map_err(|_| {
            PyTypeError::new_err("agents are the built-in ones, by name, for all or each seat")
        })?,
    };
    let agents = named_agents(&names).or_raise(py)?;
    let start = Start::Playouts { state, redealer, first };
    let job =
        Job::<G> { rules, start, agents: &agents, seed, games, threads, chunk: CHUNK.min(64) };
    batch::collect(py, &job, None)
}

/// The facts so far, one number for each column and seat.
pub(crate) fn fact_row<G: Game>(rules: &G::Rules, state: &G) -> (Vec<Column>, Vec<i16>) {
    let columns = G::columns(rules);
    let mut row = vec![0; columns.iter().map(|column| column.width).sum()];
    G::write_facts(&state.facts(rules), &mut row);
    (columns, row)
}

/// The facts so far, by name.
pub(crate) fn facts_dict<'py, G: Game>(
    py: Python<'py>,
    rules: &G::Rules,
    state: &G,
) -> PyResult<Bound<'py, PyDict>> {
    let (columns, row) = fact_row(rules, state);
    let out = PyDict::new(py);
    let mut at = 0;
    for column in columns {
        let numbers = &row[at..at + column.width];
        match numbers {
            [number] => out.set_item(column.name, number)?,
            _ => out.set_item(column.name, numbers)?,
        }
        at += column.width;
    }
    Ok(out)
}

/// The compiled rule set of a variant.
pub(crate) fn compiled<'py, R: PyClass>(variant: &Bound<'py, PyAny>) -> PyResult<Bound<'py, R>> {
    let py = variant.py();
    let rules = variant.getattr(intern!(py, "rules"))?.getattr(intern!(py, "_native"))?;
    Ok(rules.cast_into::<R>()?)
}
