//! The functions on cards, for many sets of cards at once.
//!
//! Without action ids for all rules, a play in an array is its cards, in planes as everywhere.

use crate::big2::Big2Rules;
use crate::big2_read::{self, DECK, hands};
use crate::errors::raise;
use chupai_core::big2::{Ask, Kind, Move};
use chupai_core::error::RuleError;
use numpy::{IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::prelude::*;

/// The names of the kinds of move, in the documented order.
#[pyfunction]
pub(crate) fn big2_kinds() -> Vec<&'static str> {
    Kind::ALL.map(Kind::name).to_vec()
}

/// Cards of one deck as a numpy uint64.
#[pyfunction]
pub(crate) fn big2_bitboard<'py>(cards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (py, set) = (cards.py(), big2_read::cards(cards)?);
    let twice = set.within(set.at_least(2) & DECK);
    if !twice.is_empty() {
        let message = format!("one word holds each card once, not {twice}: use bitboards");
        return Err(raise(py, RuleError::input(twice.to_string(), message)));
    }
    PyArray1::from_slice(py, &[set.faces()]).as_any().get_item(0)
}

/// Cards as two numpy uint64: those held at least once, and twice.
#[pyfunction]
pub(crate) fn big2_bitboards<'py>(
    cards: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    Ok(PyArray1::from_slice(cards.py(), big2_read::cards(cards)?.planes()))
}

/// Cards as text.
#[pyfunction]
pub(crate) fn big2_format_hand(cards: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(big2_read::cards(cards)?.to_string())
}

/// Of each card set the kind of play it is, −1 for none, its strength within the kind, 0 for none, and
/// its action id, −1 for none and under rules without ids.
#[pyfunction]
#[pyo3(signature = (cards, rules, revolved))]
#[allow(clippy::type_complexity)]
pub(crate) fn big2_classify_array<'py>(
    cards: &Bound<'py, PyAny>,
    rules: &Big2Rules,
    revolved: bool,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let (py, rules) = (cards.py(), &rules.0);
    let (sets, shape) = hands(rules, cards)?;
    let with_ids = rules.has_ids();
    let (mut kinds, mut keys) = (Vec::with_capacity(sets.len()), Vec::with_capacity(sets.len()));
    let mut ids = Vec::with_capacity(sets.len());
    py.detach(|| {
        for &set in &sets {
            let play = rules.read(set);
            kinds.push(play.map_or(-1, |mv| mv.kind as i8));
            keys.push(play.map_or(0, |mv| rules.key(mv, revolved)));
            let id = play.filter(|_| with_ids).and_then(|mv| rules.id_of(mv));
            ids.push(id.map_or(-1, |id| id as i32));
        }
    });
    Ok((
        kinds.into_pyarray(py).reshape(shape.clone())?.into_any(),
        keys.into_pyarray(py).reshape(shape.clone())?.into_any(),
        ids.into_pyarray(py).reshape(shape)?.into_any(),
    ))
}

/// The plays that card sets are, `None` for those that are none.
fn plays(rules: &Big2Rules, cards: &Bound<'_, PyAny>) -> PyResult<Vec<Option<Move>>> {
    let (sets, _) = hands(&rules.0, cards)?;
    Ok(sets.into_iter().map(|set| rules.0.read(set)).collect())
}

/// The number of moves of each hand, answering the play of as many card sets, or leading where one is
/// empty.
#[pyfunction]
#[pyo3(signature = (cards, to_beat, rules, revolved))]
pub(crate) fn big2_count_answers<'py>(
    cards: &Bound<'py, PyAny>,
    to_beat: &Bound<'py, PyAny>,
    rules: &Big2Rules,
    revolved: bool,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let (py, (sets, _)) = (cards.py(), hands(&rules.0, cards)?);
    let (tables, _) = hands(&rules.0, to_beat)?;
    let plays = plays(rules, to_beat)?;
    same_length(sets.len(), plays.len())?;
    let rules = &rules.0;
    let mut both = tables.iter().zip(&plays);
    if let Some((&table, _)) = both.find(|(table, play)| !table.is_empty() && play.is_none()) {
        return Err(raise(py, rules.why_no_play(table)));
    }
    let counts: Vec<i64> = py.detach(|| {
        let count = |(&hand, &play): (&_, &Option<Move>)| {
            let ask = play.map_or(Ask::lead(hand), |mv| Ask::follow(hand, mv));
            rules.count(&Ask { revolved, ..ask }) as i64
        };
        sets.iter().zip(&plays).map(count).collect()
    });
    Ok(counts.into_pyarray(py))
}

/// Whether each card set beats the other; what is no play never does and is never beaten.
#[pyfunction]
#[pyo3(signature = (cards, others, rules, revolved))]
pub(crate) fn big2_plays_beat<'py>(
    cards: &Bound<'py, PyAny>,
    others: &Bound<'py, PyAny>,
    rules: &Big2Rules,
    revolved: bool,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let py = cards.py();
    let (plays_of, others) = (plays(rules, cards)?, plays(rules, others)?);
    same_length(plays_of.len(), others.len())?;
    let rules = &rules.0;
    let answers: Vec<bool> = py.detach(|| {
        let beat = |(a, b): (&Option<Move>, &Option<Move>)| {
            a.zip(*b).is_some_and(|(a, b)| rules.beats(a, b, revolved))
        };
        plays_of.iter().zip(&others).map(beat).collect()
    });
    Ok(answers.into_pyarray(py))
}

fn same_length(a: usize, b: usize) -> PyResult<()> {
    if a == b {
        return Ok(());
    }
    let message = format!("there are {a} card sets of one and {b} of the other");
    Err(pyo3::exceptions::PyValueError::new_err(message))
}
