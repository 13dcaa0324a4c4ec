//! Moves of Shengji from Python values, as answers to what a deal asks.

use crate::convert::action_number;
use crate::errors::{NoActionIds, OrRaise};
use crate::family::read;
use crate::shengji_move::{ShengjiMove, Spoken, lead, of_cards, spoken};
use crate::shengji_read::within_decks;
use chupai_core::error::RuleError;
use chupai_core::game::Game;
use chupai_core::shengji::moves::{Cards, Kind, Move, Units};
use chupai_core::shengji::readings::{default_reading, in_order};
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::trump::Trump;
use chupai_core::shengji::{Phase, State};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The error for a number where a move is expected.
pub(crate) fn no_action_ids() -> PyErr {
    NoActionIds::new_err("Shengji has no action ids: give a Move or its text")
}

/// A move from a `Move` or a text, or why its text is no move under any rules. Cards alone are a move of the
/// kind that is asked for, and a lead whose units are not told is read as the rules say (SJ-14). More copies
/// of a card than there are decks are no cards of these rules, whatever they are asked about.
pub(crate) fn answer_or_why(
    rules: &Rules,
    state: &State,
    value: &Bound<'_, PyAny>,
) -> PyResult<Result<Move, RuleError>> {
    if let Ok(mv) = value.cast_exact::<ShengjiMove>() {
        let mv = mv.get().0;
        within_decks(&mv.cards, rules.switches().decks).or_raise(value.py())?;
        return Ok(Ok(ordered(rules, state, mv)));
    }
    let Ok(text) = value.cast::<PyString>() else {
        if action_number(value).ok() != Some(None) {
            return Err(no_action_ids());
        }
        let kind = value.get_type();
        let message = format!("a move is a Move or a text, not {kind}");
        return Err(PyTypeError::new_err(message));
    };
    read(value.py(), of_text(rules, state, text.to_str()?))
}

/// The move that a text tells.
fn of_text(rules: &Rules, state: &State, text: &str) -> Result<Move, RuleError> {
    let decks = rules.switches().decks;
    match spoken(text, decks)? {
        Spoken::Move(mv) => Ok(*mv),
        Spoken::Lead(units) => led(rules, state, &units),
        Spoken::Cards(units) => match (asked_for(state), &units[..]) {
            (Kind::Lead, _) | (_, [_, _, ..]) => led(rules, state, &units),
            (kind, [cards]) => of_cards(kind, *cards),
            (_, []) => Err(RuleError::input("", "an empty text is no move")),
        },
    }
}

/// The kind of move of cards that answer what is asked.
fn asked_for(state: &State) -> Kind {
    match state.current_phase() {
        Phase::Declare | Phase::Name | Phase::Overturn => Kind::Declare,
        Phase::Bury => Kind::Bury,
        Phase::Throw => Kind::Force,
        Phase::Play if state.table()[state.leader()].is_empty() => Kind::Lead,
        Phase::Play | Phase::Over => Kind::Follow,
    }
}

/// The order of cards, once trump is settled.
fn order<'a>(rules: &'a Rules, state: &State) -> Option<&'a Trump> {
    state.trump().map(|_| state.order(rules))
}

/// A lead of units, or of cards whose units are not told.
fn led(rules: &Rules, state: &State, units: &[Cards]) -> Result<Move, RuleError> {
    let [cards] = units else {
        return Ok(ordered(rules, state, lead(units, rules.switches().decks)?));
    };
    // Not to be led, whatever the reading.
    let unread = Ok(Move::lead(*cards, Units::EMPTY));
    let Some(trump) = order(rules, state) else { return unread };
    let laid = trump.lay(cards);
    let held = state.turn().is_some_and(|seat| state.hand(seat).contains(cards));
    if !held || trump.suit_of_all(laid.faces()).is_none() {
        return unread;
    }
    let read = default_reading(rules.switches(), trump, &laid);
    Ok(Move::lead(*cards, read.map_faces(|faces| trump.stand_mask(faces))))
}

/// A lead with its units in their order.
pub(crate) fn ordered(rules: &Rules, state: &State, mv: Move) -> Move {
    let Some(trump) = order(rules, state).filter(|_| mv.units.len() > 1) else { return mv };
    let laid = mv.units.map_faces(|faces| trump.lay_mask(faces));
    let units = in_order(trump, &laid).map_faces(|faces| trump.stand_mask(faces));
    Move { units, ..mv }
}
