//! The functions on cards of Shengji, for many sets of cards at once: arrays of planes.

use crate::errors::{OrRaise, raise};
use crate::shengji_read::{cards, of_planes};
use crate::shengji_trump::ShengjiTrump;
use chupai_core::error::RuleError;
use chupai_core::shengji::moves::Cards;
use chupai_core::shengji::points;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray2};
use pyo3::prelude::*;

/// The most copies of a card that any rules have.
const MOST_DECKS: u8 = 4;

/// Cards as planes, one for each deck.
#[pyfunction]
pub(crate) fn shengji_bitboard<'py>(
    cards: &Bound<'py, PyAny>,
    decks: u8,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let held = crate::shengji_read::cards(cards, decks)?;
    Ok(PyArray1::from_slice(cards.py(), &held.planes()[..usize::from(decks)]))
}

/// Cards as text.
#[pyfunction]
pub(crate) fn shengji_format_hand(hand: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(cards(hand, MOST_DECKS)?.to_string())
}

/// The card sets of an array of four planes each, in the order of `Card`.
fn sets(order: &ShengjiTrump, planes: &PyReadonlyArray2<'_, u64>) -> Result<Vec<Cards>, RuleError> {
    let sets = planes.as_array();
    let one =
        |words: numpy::ndarray::ArrayView1<'_, u64>| of_planes(&words.to_vec(), order.decks());
    sets.rows().into_iter().map(one).collect()
}

/// The same, laid.
fn laid(order: &ShengjiTrump, planes: &PyReadonlyArray2<'_, u64>) -> Result<Vec<Cards>, RuleError> {
    let sets = sets(order, planes)?;
    Ok(sets.iter().map(|cards| order.trump().lay(cards)).collect())
}

/// The same as hands that can be.
fn hands(
    order: &ShengjiTrump,
    planes: &PyReadonlyArray2<'_, u64>,
) -> Result<Vec<Cards>, RuleError> {
    let hands = laid(order, planes)?;
    hands.iter().try_for_each(|hand| order.is_hand(hand))?;
    Ok(hands)
}

/// The points of each card set.
#[pyfunction]
pub(crate) fn shengji_points_array<'py>(
    order: &Bound<'py, ShengjiTrump>,
    cards: PyReadonlyArray2<'py, u64>,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let sets = sets(order.get(), &cards).or_raise(order.py())?;
    let all: Vec<i64> = sets.iter().map(|cards| points(cards).into()).collect();
    Ok(all.into_pyarray(order.py()))
}

/// How many follows each hand has.
#[pyfunction]
pub(crate) fn shengji_count_follows_array<'py>(
    order: &Bound<'py, ShengjiTrump>,
    hands: PyReadonlyArray2<'py, u64>,
    lead: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let (py, order) = (order.py(), order.get());
    let led = order.led(&order.lead(lead)?);
    let hands = self::hands(order, &hands).or_raise(py)?;
    let counts: Vec<i64> = py.detach(|| {
        hands.iter().map(|&hand| order.asked_after(&led, hand).count() as i64).collect()
    });
    Ok(counts.into_pyarray(py))
}

/// Whether each hand may follow with each play.
#[pyfunction]
pub(crate) fn shengji_are_legal_follows<'py>(
    order: &Bound<'py, ShengjiTrump>,
    hands: PyReadonlyArray2<'py, u64>,
    lead: &Bound<'py, PyAny>,
    plays: PyReadonlyArray2<'py, u64>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let (py, order) = (order.py(), order.get());
    let led = order.led(&order.lead(lead)?);
    let hands = self::hands(order, &hands).or_raise(py)?;
    let plays = laid(order, &plays).or_raise(py)?;
    let legal: Vec<bool> = py.detach(|| {
        let both = hands.iter().zip(&plays);
        both.map(|(&hand, play)| order.asked_after(&led, hand).is_legal(play)).collect()
    });
    Ok(legal.into_pyarray(py))
}

/// Which play wins each trick, 0 for the lead; the plays of a trick lie one after the other.
#[pyfunction]
pub(crate) fn shengji_winners<'py>(
    order: &Bound<'py, ShengjiTrump>,
    lead: &Bound<'py, PyAny>,
    plays: PyReadonlyArray2<'py, u64>,
    followers: usize,
) -> PyResult<Bound<'py, PyArray1<i8>>> {
    let (py, order) = (order.py(), order.get());
    let lead = order.lead(lead)?;
    let plays = laid(order, &plays).or_raise(py)?;
    let mut winners = Vec::with_capacity(plays.len() / followers.max(1));
    for trick in plays.chunks_exact(followers.max(1)) {
        winners.push(order.winner(&lead, trick).map_err(|error| raise(py, error))? as i8);
    }
    Ok(winners.into_pyarray(py))
}
