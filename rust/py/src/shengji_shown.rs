//! What a deal of Shengji shows of itself, as plain data.

use chupai_core::card::{Card, Rank, Suit};
use chupai_core::game::Game;
use chupai_core::shengji::moves::{Kind, Move};
use chupai_core::shengji::{Course, Dealing, Declaration, Setup, State};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The name of a trump suit, or of no trump.
pub(crate) fn trump_name(suit: Option<Suit>) -> &'static str {
    suit.map_or("NT", |suit| ["D", "C", "H", "S"][suit.index()])
}

/// Cards by their numbers, in the order given.
fn texts(cards: &[u8]) -> String {
    let cards = cards.iter().filter_map(|&face| Card::from_index(face.into()));
    let texts: Vec<String> = cards.map(|card| card.to_string()).collect();
    texts.join(" ")
}

/// A declaration as seat, card and number of copies.
pub(crate) fn shown(declaration: &Declaration) -> (u8, String, u8) {
    (declaration.seat, declaration.card().to_string(), declaration.copies)
}

/// All declarations since the cards were dealt.
pub(crate) fn declared(course: &Course) -> Vec<(u8, String, usize)> {
    let begin = course.earlier.last().map_or(0, |earlier| earlier.end as usize);
    let moves = course.history[begin..].iter();
    let declared = moves.filter(|(_, mv)| mv.kind == Kind::Declare);
    let told = |&(seat, mv): &(u8, Move)| {
        mv.cards.cards().next().map(|card| (seat, card.to_string(), mv.cards.total()))
    };
    declared.filter_map(told).collect()
}

/// The moves of the trick on the table: a throw that failed, what was chosen of it, and the plays.
pub(crate) fn trick<'a>(state: &State, course: &'a Course) -> &'a [(u8, Move)] {
    let history = &course.history;
    let mut n = state.table().iter().filter(|cards| !cards.is_empty()).count();
    if state.phase() == "throw" {
        n = 1;
    }
    let begin = history.len().saturating_sub(n);
    let forced = n > 0 && history.get(begin).is_some_and(|(_, mv)| mv.kind == Kind::Force);
    &history[begin.saturating_sub(usize::from(forced))..]
}

/// What was given of a deal beside cards.
pub(crate) fn setup_dict<'py>(py: Python<'py>, setup: &Setup) -> PyResult<Bound<'py, PyDict>> {
    let level = |level: Option<u8>| {
        let rank = level.and_then(|level| Rank::from_index(level.into()));
        rank.map(|rank| rank.to_string())
    };
    let [ours, theirs] = setup.levels.map(level);
    let trump = setup.trump.map(|suit| trump_name(Suit::ALL.get(usize::from(suit)).copied()));
    let out = PyDict::new(py);
    out.set_item("levels", (ours, theirs))?;
    out.set_item("declarer", setup.declarer)?;
    out.set_item("trump", trump)?;
    out.set_item("first_card", setup.first_card)?;
    out.set_item("kitty", if setup.as_dealt { "as_dealt" } else { "taken" })?;
    Ok(out)
}

/// A dealing, after so many moves.
pub(crate) fn dealing_dict<'py>(
    py: Python<'py>,
    dealing: &Dealing,
    begin: u32,
) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    out.set_item("draws", dealing.draws.iter().map(|cards| texts(cards)).collect::<Vec<_>>())?;
    out.set_item("kitty", texts(&dealing.kitty))?;
    out.set_item("move", begin)?;
    Ok(out)
}
