//! Many deals of any game, as numpy arrays.

use crate::errors::OrRaise;
use crate::score_memo;
use chupai_core::batch::{Collect, FactArrays, Indexed, Job, Stats, run};
use chupai_core::game::{Column, Game};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How long a run goes on without looking for Ctrl-C: whoever waits for the GIL waits for others.
const PATIENCE: Duration = Duration::from_millis(50);

/// Runs a job without the GIL, calling `progress` and looking for Ctrl-C now and then, and at the end.
pub(crate) fn collect<G: Game, C: Collect<G>>(
    py: Python<'_>,
    job: &Job<'_, G>,
    progress: Option<Py<PyAny>>,
) -> PyResult<C>
where
    G::Rules: Sync,
{
    let (mut stopped, mut looked) = (None, Instant::now());
    let result = py.detach(|| {
        run::<G, C>(job, |done| {
            if done < job.games && looked.elapsed() < PATIENCE {
                return ControlFlow::Continue(());
            }
            let heard = Python::attach(|py| {
                py.check_signals()?;
                match &progress {
                    Some(progress) => progress.call1(py, (done,)).map(drop),
                    None => Ok(()),
                }
            });
            looked = Instant::now();
            match heard {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    stopped = Some(error);
                    ControlFlow::Break(())
                }
            }
        })
    });
    match (result.or_raise(py)?, stopped) {
        (_, Some(error)) => Err(error),
        (Some(collected), None) => Ok(collected),
        (None, None) => Err(PyValueError::new_err("the run was stopped")),
    }
}

/// A column's numbers as an array: (deals,), or (deals, width) where it has one for each seat.
pub(crate) fn array<'py>(
    py: Python<'py>,
    column: &Column,
    values: Vec<i16>,
) -> PyResult<Bound<'py, PyAny>> {
    if column.width == 1 {
        return Ok(PyArray1::from_vec(py, values).into_any());
    }
    let rows = values.len() / column.width;
    let shaped = Array2::from_shape_vec((rows, column.width), values)
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(shaped.into_pyarray(py).into_any())
}

/// What is kept of the deals: `"facts"` every fact of every deal, `"stats"` counts of distinct rows
/// of scored facts and histograms.
pub(crate) fn kept<'py, G: Game>(
    py: Python<'py>,
    job: &Job<'_, G>,
    keep: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    match keep {
        "facts" => facts(py, job, progress),
        "stats" => stats(py, job, progress),
        _ => Err(PyValueError::new_err(format!("keep is \"facts\" or \"stats\", not {keep:?}"))),
    }
}

/// Every fact of every deal: name → int16 array.
pub(crate) fn facts<'py, G: Game>(
    py: Python<'py>,
    job: &Job<'_, G>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    fact_arrays(py, collect::<G, FactArrays>(py, job, progress)?)
}

/// Facts that were gathered: name → int16 array.
pub(crate) fn fact_arrays(py: Python<'_>, facts: FactArrays) -> PyResult<Bound<'_, PyDict>> {
    let FactArrays { columns, values, .. } = facts;
    let out = PyDict::new(py);
    for (column, values) in columns.iter().zip(values) {
        out.set_item(column.name, array(py, column, values)?)?;
    }
    Ok(out)
}

/// Distinct rows of scored facts with their counts, and a histogram of every fact.
fn stats<'py, G: Game>(
    py: Python<'py>,
    job: &Job<'_, G>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let stats = collect::<G, Stats<G::ScoreKey>>(py, job, progress)?;
    let sorted = stats.rows();
    counted(py, &stats, sorted.iter().map(|(row, &count)| (row.as_slice(), count)))
}

/// The same, the rows in any order, and for each deal, as `which`, the number of its row.
pub(crate) fn indexed<'py, G: Game>(
    py: Python<'py>,
    job: &Job<'_, G>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let Indexed { stats, which } = collect::<G, Indexed<G::ScoreKey>>(py, job, progress)?;
    let out = counted(py, &stats, stats.numbered())?;
    out.set_item("which", which.into_pyarray(py))?;
    Ok(out)
}

fn counted<'py, 'a, K>(
    py: Python<'py>,
    stats: &Stats<K>,
    rows_and_counts: impl Iterator<Item = (&'a [i16], u64)>,
) -> PyResult<Bound<'py, PyDict>> {
    let (values, counts): (Vec<&[i16]>, Vec<u64>) = rows_and_counts.unzip();
    let scored = stats.columns.iter().filter(|column| column.scored);
    let rows = score_memo::arrays(py, scored, &values)?;
    let histograms = PyDict::new(py);
    for (column, seats) in stats.columns.iter().zip(stats.histograms()) {
        let size = seats.first().map_or(0, Vec::len);
        let flat = seats.into_iter().flatten().collect();
        let table = Array2::from_shape_vec((column.width, size), flat)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        histograms.set_item(column.name, (column.min, table.into_pyarray(py)))?;
    }
    let out = PyDict::new(py);
    out.set_item("rows", rows)?;
    out.set_item("counts", PyArray1::from_vec(py, counts))?;
    out.set_item("histograms", histograms)?;
    Ok(out)
}
