//! Big Two cards and moves from Python values.

use crate::big2_move::Big2Move;
use crate::convert::{action_number, bitboard, cards_text};
use crate::errors::{NoActionIds, OrRaise, raise};
use crate::family::read;
use chupai_core::big2::{Cards, Kind, Move, Rules, parse_move};
use chupai_core::card_set::CardSet;
use chupai_core::error::RuleError;
use numpy::{
    PyArray1, PyReadonlyArray1, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

/// The faces that Big Two has: 52, without jokers (BT-01).
pub(crate) const DECK: u64 = CardSet::DECK_52.bits();

/// Cards from a text, a numpy uint64 of one deck, two planes of two decks, or an iterable of cards.
pub(crate) fn cards(value: &Bound<'_, PyAny>) -> PyResult<Cards> {
    let py = value.py();
    if let Ok(text) = value.cast::<PyString>() {
        return without_jokers(text.to_str()?.parse()).or_raise(py);
    }
    if let Ok(array) = value.cast::<PyUntypedArray>()
        && array.ndim() == 1
    {
        return planes(value);
    }
    if let Some(word) = bitboard(value)? {
        return of_planes([word, 0]).or_raise(py);
    }
    if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err(
            "an int is no hand; give a text of cards or a numpy uint64 bitboard",
        ));
    }
    let items = value.try_iter().map_err(|_| {
        let kind = value.get_type();
        PyTypeError::new_err(format!("a hand is a text, a numpy uint64 or cards, not {kind}"))
    })?;
    without_jokers(cards_text(items)?.parse()).or_raise(py)
}

/// Two planes: the faces held at least once, and twice.
fn planes(value: &Bound<'_, PyAny>) -> PyResult<Cards> {
    let wrong = || {
        PyTypeError::new_err(
            "a hand as an array is two uint64: the cards held at least once, and twice",
        )
    };
    let array: PyReadonlyArray1<'_, u64> = value.extract().map_err(|_| wrong())?;
    let array = array.as_array();
    match (array.len(), array.get(0), array.get(1)) {
        (2, Some(&once), Some(&twice)) => of_planes([once, twice]).or_raise(value.py()),
        _ => Err(wrong()),
    }
}

/// The cards of two planes.
pub(crate) fn of_planes(planes: [u64; 2]) -> Result<Cards, RuleError> {
    let [once, twice] = planes;
    if once & !DECK != 0 {
        let message = format!("{once:#x} is no hand: there are 52 cards, bit 0 the 3D, 51 the 2S");
        return Err(RuleError::input("", message));
    }
    Cards::from_planes(planes).ok_or_else(|| {
        let message = format!("{once:#x}, {twice:#x} is no hand: what is held twice is held once");
        RuleError::input("", message)
    })
}

fn without_jokers(cards: Result<Cards, RuleError>) -> Result<Cards, RuleError> {
    let cards = cards?;
    let jokers = cards.within(!DECK);
    if jokers.is_empty() {
        return Ok(cards);
    }
    let message = format!("Big Two has no jokers, such as {jokers}");
    Err(RuleError { rule: "BT-01", ..RuleError::input(jokers.to_string(), message) })
}

/// Cards of a rule set from a value.
pub(crate) fn hand(rules: &Rules, value: &Bound<'_, PyAny>) -> PyResult<Cards> {
    let cards = cards(value)?;
    rules.check_cards(cards).or_raise(value.py())?;
    Ok(cards)
}

/// Hands of an array and its shape: uint64 of one deck, or of two decks with the planes at least one
/// and at least two along the last axis.
pub(crate) fn hands(rules: &Rules, value: &Bound<'_, PyAny>) -> PyResult<(Vec<Cards>, Vec<usize>)> {
    let py = value.py();
    let array: PyReadonlyArrayDyn<'_, u64> = value.extract().map_err(|_| {
        let kind = value.getattr("dtype").map_or_else(|_| "none".into(), |kind| kind.to_string());
        PyTypeError::new_err(format!("hands have dtype uint64, not {kind}"))
    })?;
    let mut shape = array.shape().to_vec();
    let words: Vec<u64> = array.as_array().iter().copied().collect();
    let planes: Vec<[u64; 2]> = match rules.switches().decks {
        1 => words.into_iter().map(|word| [word, 0]).collect(),
        _ if shape.pop() == Some(2) => words.as_chunks().0.to_vec(),
        _ => {
            let message = "hands of two decks are two uint64 each, along the last axis: the cards \
                           held at least once, and twice";
            return Err(PyTypeError::new_err(message));
        }
    };
    let hands = planes.into_iter().map(of_planes).collect::<Result<_, _>>().or_raise(py)?;
    Ok((hands, shape))
}

/// The cards as numpy uint64: one word of one deck, two planes of two decks.
pub(crate) fn bitboards<'py>(
    py: Python<'py>,
    rules: &Rules,
    cards: Cards,
) -> PyResult<Bound<'py, PyAny>> {
    let array = PyArray1::from_slice(py, cards.planes());
    match rules.switches().decks {
        1 => array.as_any().get_item(0),
        _ => Ok(array.into_any()),
    }
}

/// A move from a `Move`, an action id or a text; a dragon without cards stands for that of the `hand`.
pub(crate) fn any_move(
    rules: &Rules,
    value: &Bound<'_, PyAny>,
    hand: Option<Cards>,
) -> PyResult<Move> {
    any_move_or_why(rules, value, hand)?.or_raise(value.py())
}

/// The same, or why its text is no move.
pub(crate) fn any_move_or_why(
    rules: &Rules,
    value: &Bound<'_, PyAny>,
    hand: Option<Cards>,
) -> PyResult<Result<Move, RuleError>> {
    let py = value.py();
    let mv = if let Ok(mv) = value.cast_exact::<Big2Move>() {
        mv.get().0
    } else if let Ok(text) = value.cast::<PyString>() {
        match read(py, parse_move(rules, text.to_str()?))? {
            Ok(mv) => mv,
            Err(reason) => return Ok(Err(reason)),
        }
    } else if let Some(id) = action_number(value)? {
        of_id(py, rules, id)?
    } else {
        let kind = value.get_type();
        let message = format!("a move is a Move, a text or an action id, not {kind}");
        return Err(PyTypeError::new_err(message));
    };
    if mv.kind != Kind::Dragon || !mv.cards.is_empty() {
        return Ok(Ok(mv));
    }
    let whole = hand.and_then(|hand| rules.read(hand)).filter(|whole| whole.kind == mv.kind);
    Ok(Ok(whole.unwrap_or(mv)))
}

/// The move of an action id.
pub(crate) fn of_id(py: Python<'_>, rules: &Rules, id: u32) -> PyResult<Move> {
    if let Some(mv) = rules.move_of(id) {
        return Ok(mv);
    }
    have_ids(rules)?;
    let message = format!("there is no action {id} in these rules");
    Err(raise(py, RuleError::input("", message)))
}

/// Refuses rules without action ids.
pub(crate) fn have_ids(rules: &Rules) -> PyResult<()> {
    if rules.has_ids() {
        return Ok(());
    }
    let why = match rules.switches().decks {
        1 => "straights QKA23 and KA234",
        _ => "two decks",
    };
    Err(NoActionIds::new_err(format!("{why} have no action ids: give a Move or its text")))
}

/// A play to beat, `None` for a lead.
pub(crate) fn play_to_beat(
    rules: &Rules,
    value: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<Move>> {
    let Some(value) = value else { return Ok(None) };
    let mv = any_move(rules, value, None)?;
    if is_play(rules, mv) {
        return Ok(Some(mv));
    }
    let error = match mv.kind.is_play() {
        true => rules.why_no_such_play(mv),
        false => RuleError::illegal("BT-18", mv.cards.to_string(), format!("{mv} is no play")),
    };
    Err(raise(value.py(), error))
}

/// Whether a move is a play of the rules.
pub(crate) fn is_play(rules: &Rules, mv: Move) -> bool {
    mv.kind.is_play() && rules.classify(mv.cards) == Some(mv.kind)
}

/// The play that `value` names, `None` where its cards are no play of the rules.
pub(crate) fn known_play(rules: &Rules, value: &Bound<'_, PyAny>) -> PyResult<Option<Move>> {
    let mv = any_move_or_why(rules, value, None)?;
    Ok(mv.ok().filter(|&mv| is_play(rules, mv)))
}
