//! The functions on hands, for many hands at once.

use crate::doudizhu::DoudizhuRules;
use crate::doudizhu_read::{self, checked, dealt, known_play};
use crate::errors::{OrRaise, raise};
use chupai_core::doudizhu::{Hand, Kind, Move, Rules};
use chupai_core::error::RuleError;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;

/// The names of the kinds of move, in the documented order.
#[pyfunction]
pub(crate) fn doudizhu_kinds() -> Vec<&'static str> {
    Kind::ALL.map(Kind::name).to_vec()
}

/// A hand as a numpy uint64.
#[pyfunction]
pub(crate) fn doudizhu_bitboard<'py>(hand: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let word = doudizhu_read::hand(hand)?.0;
    PyArray1::from_slice(hand.py(), &[word]).as_any().get_item(0)
}

/// A hand as text.
#[pyfunction]
pub(crate) fn doudizhu_format_hand(hand: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(doudizhu_read::hand(hand)?.to_string())
}

/// The id of the play that a value names, −1 where it is none.
#[pyfunction]
pub(crate) fn doudizhu_play_id(value: &Bound<'_, PyAny>, rules: &DoudizhuRules) -> PyResult<i64> {
    let play = known_play(&rules.0, value, None)?;
    Ok(play.and_then(|mv| rules.0.id_of(mv)).map_or(-1, i64::from))
}

/// Card sets of any size that a pack has.
fn card_sets<'a>(py: Python<'_>, words: &'a PyReadonlyArray1<'_, u64>) -> PyResult<&'a [u64]> {
    let words = words.as_slice()?;
    if let Some(&word) = words.iter().find(|&&word| !Hand(word).is_valid()) {
        checked(py, word)?;
    }
    Ok(words)
}

/// Hands of no more cards than a player can hold.
fn hands<'a>(py: Python<'_>, words: &'a PyReadonlyArray1<'_, u64>) -> PyResult<&'a [u64]> {
    let hands = card_sets(py, words)?;
    for &word in hands {
        dealt(py, Hand(word))?;
    }
    Ok(hands)
}

/// The plays of these ids; `None` for −1.
fn plays(
    py: Python<'_>,
    rules: &Rules,
    ids: &PyReadonlyArray1<'_, i64>,
) -> PyResult<Vec<Option<Move>>> {
    // One play against many hands comes again and again.
    let mut last = (-1, None);
    let play = |&id: &i64| {
        if id != last.0 {
            let known = u32::try_from(id).map_err(|_| {
                let message = format!("{id} is no action id: ids count from 0");
                RuleError::input("", message)
            });
            let mv = if id == -1 { None } else { Some(known.and_then(|id| rules.action(id))?) };
            last = (id, mv);
        }
        Ok(last.1)
    };
    ids.as_slice()?.iter().map(play).collect::<Result<_, _>>().or_raise(py)
}

/// The number of moves of each hand, answering the play of each id, or leading where it is −1.
#[pyfunction]
pub(crate) fn doudizhu_count_answers<'py>(
    py: Python<'py>,
    words: PyReadonlyArray1<'py, u64>,
    to_beat: PyReadonlyArray1<'py, i64>,
    rules: &DoudizhuRules,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let (hands, rules) = (hands(py, &words)?, &rules.0);
    let to_beat = plays(py, rules, &to_beat)?;
    if let Some(mv) = to_beat.iter().flatten().find(|mv| !mv.kind.is_play()) {
        let message = format!("{mv} is no play of these rules that could be beaten");
        return Err(raise(py, RuleError::illegal("DD-20", mv.cards.to_string(), message)));
    }
    let counts: Vec<i64> = py.detach(|| {
        hands
            .iter()
            .zip(&to_beat)
            .map(|(&word, &mv)| i64::from(rules.count(Hand(word), mv)))
            .collect()
    });
    Ok(counts.into_pyarray(py))
}

/// Of each card set the id of its strongest reading (−1 for none), its kind, length and rank (−1, 0
/// and −1 for none), and the number of readings.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub(crate) fn doudizhu_classify_array<'py>(
    py: Python<'py>,
    words: PyReadonlyArray1<'py, u64>,
    rules: &DoudizhuRules,
) -> PyResult<(
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<u8>>,
)> {
    let (sets, rules) = (card_sets(py, &words)?, &rules.0);
    let (mut ids, mut readings) = (Vec::with_capacity(sets.len()), Vec::with_capacity(sets.len()));
    let mut kinds = Vec::with_capacity(sets.len());
    let (mut lengths, mut ranks) = (kinds.clone(), kinds.clone());
    py.detach(|| {
        for &word in sets {
            let (number, strongest) = rules.strongest_reading(Hand(word));
            let id = strongest.and_then(|mv| rules.id_of(mv));
            ids.push(id.map_or(-1, |id| id as i32));
            kinds.push(strongest.map_or(-1, |mv| mv.kind as i8));
            lengths.push(strongest.map_or(0, |mv| mv.length as i8));
            ranks.push(strongest.map_or(-1, |mv| mv.rank as i8));
            readings.push(number as u8);
        }
    });
    Ok((
        ids.into_pyarray(py),
        kinds.into_pyarray(py),
        lengths.into_pyarray(py),
        ranks.into_pyarray(py),
        readings.into_pyarray(py),
    ))
}

/// Whether some reading of each card set beats the play of each id; −1 is no play.
#[pyfunction]
pub(crate) fn doudizhu_sets_beat<'py>(
    py: Python<'py>,
    words: PyReadonlyArray1<'py, u64>,
    others: PyReadonlyArray1<'py, i64>,
    rules: &DoudizhuRules,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let (sets, rules) = (card_sets(py, &words)?, &rules.0);
    let others = plays(py, rules, &others)?;
    let answers: Vec<bool> = py.detach(|| {
        let beat = |(&word, other): (&u64, &Option<Move>)| {
            let cards = Hand(word);
            let Some(other) = other.filter(|mv| mv.kind.is_play()) else { return false };
            match rules.first_reading(cards) {
                (0, _) => false,
                (1, mv) => mv.beats(other),
                _ => rules.classify(cards).iter().any(|mv| mv.beats(other)),
            }
        };
        sets.iter().zip(&others).map(beat).collect()
    });
    Ok(answers.into_pyarray(py))
}

/// Whether the play of each id beats the play of the other; −1 is no play.
#[pyfunction]
pub(crate) fn doudizhu_plays_beat<'py>(
    py: Python<'py>,
    ids: PyReadonlyArray1<'py, i64>,
    others: PyReadonlyArray1<'py, i64>,
    rules: &DoudizhuRules,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let rules = &rules.0;
    let (plays_of, others) = (plays(py, rules, &ids)?, plays(py, rules, &others)?);
    let beat = |(mv, other): (&Option<Move>, &Option<Move>)| {
        let both = mv.zip(*other).filter(|(mv, other)| mv.kind.is_play() && other.kind.is_play());
        both.is_some_and(|(mv, other)| mv.beats(other))
    };
    let answers: Vec<bool> = plays_of.iter().zip(&others).map(beat).collect();
    Ok(answers.into_pyarray(py))
}
