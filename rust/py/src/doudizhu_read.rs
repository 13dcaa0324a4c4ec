//! Dou Dizhu hands and moves from Python values.

use crate::convert::{action_number, bitboard};
use crate::doudizhu::DoudizhuMove;
use crate::errors::{OrRaise, raise};
use crate::family::read;
use chupai_core::doudizhu::{Hand, Move, Rules, parse_move};
use chupai_core::error::RuleError;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

/// A hand from a rank string, a numpy uint64 bitboard, or an iterable of rank strings or cards.
pub(crate) fn hand(value: &Bound<'_, PyAny>) -> PyResult<Hand> {
    let py = value.py();
    if let Ok(text) = value.cast::<PyString>() {
        return Hand::parse(text.to_str()?).or_raise(py);
    }
    if let Some(word) = bitboard(value)? {
        return checked(py, word);
    }
    if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err(
            "an int is no hand; give a rank string or a numpy uint64 bitboard",
        ));
    }
    let items = value.try_iter().map_err(|_| {
        let kind = value.get_type();
        PyTypeError::new_err(format!(
            "a hand is a rank string, a numpy uint64 or cards, not {kind}"
        ))
    })?;
    let mut text = String::new();
    for item in items {
        let item = item?;
        let rank = match item.getattr("rank") {
            Ok(rank) => rank,
            Err(_) if item.is_instance_of::<PyString>() => item,
            Err(_) => return Err(PyTypeError::new_err(format!("{} is no card", item.repr()?))),
        };
        text.push_str(rank.str()?.to_str()?);
    }
    Hand::parse(&text).or_raise(py)
}

pub(crate) fn checked(py: Python<'_>, word: u64) -> PyResult<Hand> {
    let hand = Hand(word);
    if hand.is_valid() {
        return Ok(hand);
    }
    let message =
        format!("{word:#x} is no hand: planes of at least 1, 2, 3, 4 copies, 16 bits each");
    Err(raise(py, RuleError::input("", message)))
}

/// The most cards in a hand: the landlord's, with the bottom cards (DD-02).
pub(crate) const MOST_CARDS: u32 = 20;

/// The hand, if it is no larger than a hand can be.
pub(crate) fn dealt(py: Python<'_>, hand: Hand) -> PyResult<Hand> {
    if hand.len() <= MOST_CARDS {
        return Ok(hand);
    }
    let message = format!("a hand has at most {MOST_CARDS} cards, not {}: {hand}", hand.len());
    let error = RuleError { rule: "DD-02", ..RuleError::input(hand.to_string(), message) };
    Err(raise(py, error))
}

/// A move from a `Move`, an action id or a text; the text takes a reading that beats `to_beat`.
pub(crate) fn any_move(
    rules: &Rules,
    value: &Bound<'_, PyAny>,
    to_beat: Option<Move>,
) -> PyResult<Move> {
    any_move_or_why(rules, value, to_beat)?.or_raise(value.py())
}

/// The same, or why its text is no move.
pub(crate) fn any_move_or_why(
    rules: &Rules,
    value: &Bound<'_, PyAny>,
    to_beat: Option<Move>,
) -> PyResult<Result<Move, RuleError>> {
    let py = value.py();
    if let Ok(mv) = value.cast_exact::<DoudizhuMove>() {
        return Ok(Ok(mv.get().0));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return read(py, parse_move(rules, text.to_str()?, to_beat));
    }
    let id = match action_number(value)? {
        Some(id) => id,
        None => {
            let kind = value.get_type();
            return Err(PyTypeError::new_err(format!(
                "a move is a Move, a text or an action id, not {kind}"
            )));
        }
    };
    rules.action(id).or_raise(py).map(Ok)
}

/// A play to beat, `None` for a lead.
pub(crate) fn play_to_beat(
    rules: &Rules,
    value: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<Move>> {
    let Some(value) = value else { return Ok(None) };
    let mv = any_move(rules, value, None)?;
    if rules.is_play(mv) {
        return Ok(Some(mv));
    }
    let message = format!("{mv} is no play of these rules that could be beaten");
    Err(raise(value.py(), RuleError::illegal("DD-20", mv.cards.to_string(), message)))
}

/// The play that `value` names, `None` where its cards are no play of the rules.
pub(crate) fn known_play(
    rules: &Rules,
    value: &Bound<'_, PyAny>,
    to_beat: Option<Move>,
) -> PyResult<Option<Move>> {
    let mv = any_move_or_why(rules, value, to_beat)?;
    Ok(mv.ok().filter(|&mv| rules.is_play(mv)))
}
