//! Playing a position on, many times.

use crate::batch;
use crate::convert::{Count, Seed, Threads};
use crate::doudizhu::named_agents;
use crate::errors::OrRaise;
use chupai_core::batch::{CHUNK, Job, Start};
use chupai_core::doudizhu::{Redealer, Rules, State};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// Which playouts, and by whom.
pub(crate) struct Playouts<'py> {
    pub(crate) games: Count,
    pub(crate) seed: Seed,
    pub(crate) agents: Option<Bound<'py, PyAny>>,
    pub(crate) threads: Threads,
}

/// The scores of playouts, shape (games, 3); each from a redeal where there is a `redealer`.
pub(crate) fn scores<'py>(
    variant: &Bound<'py, PyAny>,
    rules: &Rules,
    state: &State,
    redealer: Option<&Redealer>,
    playouts: Playouts<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = variant.py();
    let Playouts { games: Count(games), seed: Seed(seed), agents, threads: Threads(threads) } =
        playouts;
    let names: Vec<String> = match agents {
        None => vec!["random".into(); 3],
        Some(name) if name.is_instance_of::<PyString>() => vec![name.extract()?; 3],
        Some(names) => names.extract().map_err(|_| {
            PyTypeError::new_err("agents are the built-in ones, by name, for all or each seat")
        })?,
    };
    let agents = named_agents(&names).or_raise(py)?;
    let start = Start::Playouts { state, redealer };
    let job =
        Job::<State> { rules, start, agents: &agents, seed, games, threads, chunk: CHUNK.min(64) };
    let counted = batch::indexed(py, &job, None)?;
    // Every distinct row is scored once.
    let scores = variant.call_method1("scores", (counted.as_any().get_item("rows")?,))?;
    scores.call_method1("take", (counted.as_any().get_item("which")?, 0))
}
