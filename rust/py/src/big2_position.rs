//! Positions of Big Two that are given by hand.

use crate::big2_read::{any_move, hand};
use crate::big2_state::Big2State;
use crate::errors::{OrRaise, raise};
use crate::family::rules_of;
use chupai_core::big2::{Position, Rules, State};
use chupai_core::card::Card;
use chupai_core::error::RuleError;
use chupai_core::game::{DealStreams, Game};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// Seats as a mask; what is no seat is refused.
fn mask(rules: &Rules, seats: &[u8]) -> Result<u64, RuleError> {
    let all = State::seats(rules);
    seats.iter().try_fold(0, |mask, &seat| match usize::from(seat) < all {
        true => Ok(mask | 1 << seat),
        false => {
            let message = format!("seats are 0 to {}, not {seat}", all - 1);
            Err(RuleError::rules("BT-22", message))
        }
    })
}

/// A card that must be played.
fn due_card(text: &str) -> Result<u8, RuleError> {
    let card: Card = text.parse()?;
    match card.is_joker() {
        true => Err(RuleError::rules("BT-01", format!("Big Two has no jokers, such as {card}"))),
        false => Ok(card.index() as u8),
    }
}

/// A state in the middle of the play.
#[pyfunction]
#[pyo3(signature = (variant, *, hands, turn, to_beat, by, passed, out_order, plays, revolutions,
    leader, due, left, face_up, redeals, suspect, suspect_passed, could_have_stopped, seed))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn big2_position(
    py: Python<'_>,
    variant: Bound<'_, PyAny>,
    hands: Vec<Bound<'_, PyAny>>,
    turn: u8,
    to_beat: Option<Bound<'_, PyAny>>,
    by: Option<u8>,
    passed: Vec<u8>,
    out_order: Option<Vec<u8>>,
    plays: Option<Vec<u8>>,
    revolutions: Option<u8>,
    leader: Option<u8>,
    due: Option<&str>,
    left: &Bound<'_, PyAny>,
    face_up: &Bound<'_, PyAny>,
    redeals: u8,
    suspect: Option<i16>,
    suspect_passed: Option<bool>,
    could_have_stopped: bool,
    seed: u64,
) -> PyResult<Big2State> {
    let rules = rules_of::<State>(&variant)?;
    let hands = hands.iter().map(|cards| hand(&rules, cards)).collect::<PyResult<Vec<_>>>()?;
    let seats = State::seats(&rules);
    if hands.len() != seats {
        let message = format!("{seats} seats need as many hands, not {}", hands.len());
        return Err(raise(py, RuleError::rules("BT-22", message)));
    }
    mask(&rules, &[turn]).or_raise(py)?;
    // Who went out is no matter for the play; with no order given, they did by seat.
    let out_order = out_order.unwrap_or_else(|| {
        let out = hands.iter().enumerate().filter(|(_, cards)| cards.is_empty());
        out.map(|(seat, _)| seat as u8).collect()
    });
    let to_beat = match (to_beat, by) {
        (None, None) => None,
        (None, Some(_)) => {
            return Err(PyTypeError::new_err("by is the seat that made to_beat; give both"));
        }
        (Some(mv), by) => {
            let before = (1..seats).map(|back| (usize::from(turn) + seats - back) % seats);
            let last = before.into_iter().find(|&seat| !hands[seat].is_empty()).unwrap_or(0);
            Some((any_move(&rules, &mv, None)?, by.unwrap_or(last as u8)))
        }
    };
    if let Some((_, by)) = to_beat {
        mask(&rules, &[by]).or_raise(py)?;
    }
    let likely = Position::likely(&rules, hands, turn, to_beat);
    let suspect = match suspect {
        None if out_order.is_empty() => likely.suspect,
        None => None,
        Some(seat) => u8::try_from(seat).ok().map(|seat| {
            let passed = to_beat.is_some_and(|(_, by)| by != seat);
            (seat, suspect_passed.unwrap_or(passed))
        }),
    };
    let position = Position {
        left: hand(&rules, left)?,
        face_up: hand(&rules, face_up)?,
        passed: mask(&rules, &passed).or_raise(py)?,
        out_order: out_order.into(),
        plays: plays.map_or(likely.plays.clone(), Into::into),
        revolutions: revolutions.unwrap_or(likely.revolutions),
        leader,
        due: due.map(due_card).transpose().or_raise(py)?,
        redeals,
        suspect,
        could_have_stopped,
        ..likely
    };
    let state = State::from_position(&rules, &position).or_raise(py)?;
    let play = DealStreams::new(seed, 0, 0).play;
    Ok(Big2State { play, ..Big2State::placed(variant.unbind(), rules, state) })
}
