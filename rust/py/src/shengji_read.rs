//! Shengji cards from Python values.

use crate::convert::{bitboard, cards_text};
use crate::errors::OrRaise;
use chupai_core::card::Card;
use chupai_core::card_set::CardSet;
use chupai_core::error::RuleError;
use chupai_core::shengji::moves::Cards;
use chupai_core::shengji::rules::Rules;
use numpy::{PyArray1, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

/// The faces of a pack.
const PACK: u64 = CardSet::DECK_54.bits();

/// Cards of so many decks, from a text, planes, or an iterable of cards.
pub(crate) fn cards(value: &Bound<'_, PyAny>, decks: u8) -> PyResult<Cards> {
    let py = value.py();
    if let Ok(text) = value.cast::<PyString>() {
        return of_text(text.to_str()?, decks).or_raise(py);
    }
    if let Ok(array) = value.cast::<PyUntypedArray>()
        && array.ndim() == 1
    {
        return planes(value, decks);
    }
    if let Some(word) = bitboard(value)? {
        return of_planes(&[word], decks).or_raise(py);
    }
    if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyBool>() {
        let message = "an int is no hand; give a text of cards or planes as an array of uint64";
        return Err(PyTypeError::new_err(message));
    }
    let items = value.try_iter().map_err(|_| {
        let kind = value.get_type();
        PyTypeError::new_err(format!("a hand is a text, planes of uint64 or cards, not {kind}"))
    })?;
    of_text(&cards_text(items)?, decks).or_raise(py)
}

/// One card from a text or a `Card`.
pub(crate) fn face(value: &Bound<'_, PyAny>) -> PyResult<Card> {
    let text = match value.cast::<PyString>() {
        Ok(text) => text.clone(),
        Err(_) if value.hasattr("suit")? => value.str()?,
        Err(_) => {
            let message = format!("a card is a text or a Card, not {}", value.get_type());
            return Err(PyTypeError::new_err(message));
        }
    };
    text.to_str()?.parse().or_raise(value.py())
}

/// One of each of some faces, as text.
pub(crate) fn list(faces: u64) -> String {
    CardSet::from_bits_truncate(faces).to_string()
}

/// Cards as an array: those held at least once, and so on for each deck.
pub(crate) fn planes_of<'py>(
    py: Python<'py>,
    rules: &Rules,
    cards: &Cards,
) -> Bound<'py, PyArray1<u64>> {
    PyArray1::from_slice(py, &cards.planes()[..usize::from(rules.switches().decks)])
}

/// Cards of a text.
pub(crate) fn of_text(text: &str, decks: u8) -> Result<Cards, RuleError> {
    let mut cards = Cards::EMPTY;
    for card in Card::parse_list(text)? {
        if cards.at_least(usize::from(decks)) & card.bit() != 0 {
            return Err(too_many(card, decks));
        }
        cards.add(card.bit(), 1);
    }
    Ok(cards)
}

/// Planes as an array: of each deck the rules have, or of four; where there may be four, of fewer.
fn planes(value: &Bound<'_, PyAny>, decks: u8) -> PyResult<Cards> {
    let wrong = || {
        let of = if decks == 4 { "1 to 4".to_owned() } else { format!("{decks} or 4") };
        PyTypeError::new_err(format!(
            "a hand as an array is {of} uint64: the cards held at least once, twice and so on"
        ))
    };
    let array: PyReadonlyArray1<'_, u64> = value.extract().map_err(|_| wrong())?;
    let words: Vec<u64> = array.as_array().iter().copied().collect();
    let fewer = decks == 4 && (1..4).contains(&words.len());
    if words.len() != 4 && words.len() != usize::from(decks) && !fewer {
        return Err(wrong());
    }
    of_planes(&words, decks).or_raise(value.py())
}

/// The cards of up to four planes.
pub(crate) fn of_planes(words: &[u64], decks: u8) -> Result<Cards, RuleError> {
    let mut planes = [0; 4];
    planes[..words.len()].copy_from_slice(words);
    if planes[0] & !PACK != 0 {
        let first = planes[0];
        let message = format!("{first:#x} is no hand: there are 54 cards, bit 0 the 3D, 53 the R");
        return Err(RuleError::input("", message));
    }
    let cards = Cards::from_planes(planes).ok_or_else(|| {
        let message = "these planes are no hand: what is held twice is held once, and so on";
        RuleError::input("", message)
    })?;
    within_decks(&cards, decks)?;
    Ok(cards)
}

/// Refuses more copies of a card than there are decks.
pub(crate) fn within_decks(cards: &Cards, decks: u8) -> Result<(), RuleError> {
    let more = CardSet::from_bits_truncate(cards.at_least(usize::from(decks) + 1));
    more.first().map_or(Ok(()), |card| Err(too_many(card, decks)))
}

/// All cards of several parts, of so many decks.
pub(crate) fn joined(parts: &[Cards], decks: u8) -> Result<Cards, RuleError> {
    parts.iter().try_fold(Cards::EMPTY, |all, part| {
        let sum = all.checked_sum(part).ok_or_else(|| {
            let often =
                (1..=4).fold(0, |often, k| often | (all.at_least(k) & part.at_least(5 - k)));
            let card = Card::from_index(often.trailing_zeros() as usize);
            too_many(card.expect("a face of the pack"), decks)
        })?;
        within_decks(&sum, decks).map(|()| sum)
    })
}

/// The error about a card that is there too often.
fn too_many(card: Card, decks: u8) -> RuleError {
    let (copies, each) = match decks {
        1 => ("one copy".to_owned(), "the one deck has"),
        _ => (format!("{decks} copies"), "one for each deck"),
    };
    let message = format!("more than {copies} of {card}, {each}");
    RuleError { rule: "SJ-01", ..RuleError::input(card.to_string(), message) }
}
