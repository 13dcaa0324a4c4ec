//! Points of rows of facts, remembered: the scoring is Python's, and a call of it costs as much as a
//! hundred playouts.

use chupai_core::batch::Indexed;
use chupai_core::game::Column;
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// The points of one scoring.
struct Memo {
    /// Whether it depends on the scored facts only, so that rows of these are told apart; else on any.
    few: bool,
    /// Points by row of such facts.
    rows: Mutex<HashMap<Box<[i16]>, Points>>,
}

/// The points of each seat.
pub(crate) type Points = Box<[i64]>;

/// Rows that are remembered at most; beyond that all are forgotten.
const MOST_ROWS: usize = 1 << 14;

/// Scorings that are remembered at most for one rule set.
const MOST_SCORINGS: usize = 8;

/// What is remembered for one rule set, for each scoring.
#[derive(Default)]
pub(crate) struct ScoreMemos(Mutex<Vec<(Py<PyAny>, Arc<Memo>)>>);

impl ScoreMemos {
    /// The memory of a scoring.
    fn of(&self, variant: &Bound<'_, PyAny>) -> PyResult<Arc<Memo>> {
        let py = variant.py();
        let scoring = &variant.getattr(intern!(py, "scoring"))?;
        // Python is not asked anything while the list is locked.
        let known: Vec<_> = {
            let list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            list.iter().map(|(known, memo)| (known.clone_ref(py), Arc::clone(memo))).collect()
        };
        for (known, memo) in known {
            if known.bind(py).is(scoring) || known.bind(py).eq(scoring)? {
                return Ok(memo);
            }
        }
        let rules = variant.getattr(intern!(py, "rules"))?;
        let few = variant.getattr(intern!(py, "family"))?.getattr(intern!(py, "core_stats"))?;
        let few = few.call1((rules, scoring))?.extract()?;
        let memo = Arc::new(Memo { few, rows: Mutex::default() });
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if list.len() == MOST_SCORINGS {
            list.remove(0);
        }
        list.push((scoring.clone().unbind(), Arc::clone(&memo)));
        Ok(memo)
    }

    /// Whether a variant's scoring depends on the scored facts only.
    pub(crate) fn reads_few(&self, variant: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.of(variant)?.few)
    }

    /// The points of each seat for each row of facts; where the scoring depends on the scored facts
    /// only, rows of these will do.
    pub(crate) fn points(
        &self,
        variant: &Bound<'_, PyAny>,
        columns: &[Column],
        rows: &[&[i16]],
    ) -> PyResult<Vec<Points>> {
        let memo = self.of(variant)?;
        let read: Vec<&Column> =
            columns.iter().filter(|column| column.scored || !memo.few).collect();
        let width = read.iter().map(|column| column.width).sum();
        let rows: Vec<&[i16]> = rows.iter().map(|row| &row[..width]).collect();
        let mut points: Vec<Option<Points>> = {
            let known = memo.rows.lock().unwrap_or_else(PoisonError::into_inner);
            rows.iter().map(|row| known.get(*row).cloned()).collect()
        };
        let missing: Vec<usize> = (0..rows.len()).filter(|&n| points[n].is_none()).collect();
        if !missing.is_empty() {
            let unknown: Vec<&[i16]> = missing.iter().map(|&n| rows[n]).collect();
            let facts = arrays(variant.py(), read, &unknown)?;
            let scored = variant.call_method1("scores", (facts,))?.cast_into::<PyArray2<i64>>()?;
            let scored = scored.readonly();
            let mut known = memo.rows.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() + missing.len() > MOST_ROWS {
                known.clear();
            }
            for (&n, row) in missing.iter().zip(scored.as_array().rows()) {
                let row: Points = row.iter().copied().collect();
                known.insert(rows[n].into(), row.clone());
                points[n] = Some(row);
            }
        }
        Ok(points.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// The points of each seat in each deal, shape (deals, seats).
    pub(crate) fn scores<'py, K: Copy + Eq + Hash>(
        &self,
        variant: &Bound<'py, PyAny>,
        seats: usize,
        deals: &Indexed<K>,
    ) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let rows: Vec<&[i16]> = deals.stats.numbered().map(|(row, _)| row).collect();
        let points = self.points(variant, &deals.stats.columns, &rows)?;
        let mut flat = Vec::with_capacity(deals.which.len() * seats);
        for &which in &deals.which {
            flat.extend_from_slice(&points[which as usize]);
        }
        let shaped = Array2::from_shape_vec((deals.which.len(), seats), flat);
        let shaped = shaped.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(shaped.into_pyarray(variant.py()))
    }
}

/// Rows of such facts as arrays by name.
pub(crate) fn arrays<'py, 'a>(
    py: Python<'py>,
    columns: impl IntoIterator<Item = &'a Column>,
    rows: &[&[i16]],
) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    let mut at = 0;
    for column in columns {
        let numbers = rows.iter().flat_map(|row| &row[at..at + column.width]).copied();
        out.set_item(column.name, crate::batch::array(py, column, numbers.collect())?)?;
        at += column.width;
    }
    Ok(out)
}
