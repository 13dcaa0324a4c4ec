//! What a seat is told of a Big Two deal, as plain data.

use crate::big2_attributes::instant_name;
use crate::events::set_if;
use chupai_core::big2::{Dealt, Event, News, Notation, Rules, Sight, View};
use chupai_core::card::{Card, Rank};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An event as a dictionary of texts, numbers, lists and dictionaries.
pub(crate) fn event_dict<'py>(
    py: Python<'py>,
    rules: &Rules,
    event: &Event,
) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    match event {
        Event::Deal { seat, first_card, leader, roles, dealt } => {
            out.set_item("event", "deal")?;
            out.set_item("seat", seat)?;
            set_if(&out, "first_card", Some(*first_card).filter(|&seat| seat > 0))?;
            set_if(&out, "leader", *leader)?;
            set_if(&out, "roles", roles.map(|seats| seats.map(u32::from)))?;
            set_dealt(&out, dealt)?;
        }
        Event::Position(view) => position(rules, view, &out)?,
        Event::Move { seat, mv, news } => {
            out.set_item("event", "move")?;
            out.set_item("seat", seat)?;
            out.set_item("move", mv.to_string())?;
            set_news(&out, news)?;
        }
    }
    Ok(out)
}

/// Numbers as a list, since bytes are something else to Python.
fn list(numbers: &[u8]) -> Vec<u32> {
    numbers.iter().copied().map(u32::from).collect()
}

/// What a seat sees when cards are dealt.
fn set_dealt(out: &Bound<'_, PyDict>, dealt: &Dealt) -> PyResult<()> {
    let Dealt { hand, cards_left, phase, turn, won } = dealt;
    out.set_item("hand", hand.to_string())?;
    out.set_item("cards_left", list(cards_left))?;
    out.set_item("phase", phase.name())?;
    set_if(out, "turn", *turn)?;
    if let Some((seat, how, hand)) = won {
        set_won(out, *seat, *how)?;
        out.set_item("shown", hand.to_string())?;
    }
    Ok(())
}

/// Who has won at once, and how.
fn set_won(out: &Bound<'_, PyDict>, seat: u8, how: u8) -> PyResult<()> {
    out.set_item("winner", seat)?;
    out.set_item("instant", instant_name(how))
}

fn set_news(out: &Bound<'_, PyDict>, news: &News) -> PyResult<()> {
    set_if(out, "turn", news.turn)?;
    set_if(out, "phase", news.phase.map(|phase| phase.name()))?;
    set_if(out, "asked", news.asked)?;
    set_if(out, "hand", news.hand.map(|hand| hand.to_string()))?;
    if let Some(dealt) = &news.dealt {
        let told = PyDict::new(out.py());
        set_dealt(&told, dealt)?;
        out.set_item("dealt", told)?;
    }
    Ok(())
}

fn position(rules: &Rules, view: &View, out: &Bound<'_, PyDict>) -> PyResult<()> {
    let Sight { seat, public, hand, unseen, cards_left, shown } = Sight::of(rules, view);
    let rank = |rank: u8| Rank::from_index(rank.into()).map(|rank| rank.to_string());
    let Notation { to_beat, passed, out: gone_out, plays, revolutions, suspect, won, .. } = &public;
    out.set_item("event", "position")?;
    out.set_item("seat", seat)?;
    out.set_item("phase", public.phase.name())?;
    set_if(out, "turn", public.turn)?;
    out.set_item("hand", hand.to_string())?;
    out.set_item("unseen", unseen.to_string())?;
    out.set_item("cards_left", list(&cards_left))?;
    let up = public.face_up;
    set_if(out, "face_up", (!up.is_empty()).then(|| up.to_string()))?;
    if let Some((mv, by)) = to_beat {
        out.set_item("to_beat", mv.to_string())?;
        set_if(out, "by", *by)?;
    }
    let locked: Vec<u32> = (0..64).filter(|seat| passed >> seat & 1 == 1).collect();
    set_if(out, "passed", (!locked.is_empty()).then_some(locked))?;
    set_if(out, "out", gone_out.as_ref().filter(|out| !out.is_empty()).map(|out| list(out)))?;
    set_if(out, "plays", plays.as_ref().map(|plays| list(plays)))?;
    set_if(out, "revolutions", revolutions.filter(|&number| number > 0))?;
    set_if(out, "leader", public.leader)?;
    let due = public.due.and_then(|due| Card::from_index(due.into()));
    set_if(out, "due", due.map(|card| card.to_string()))?;
    set_if(out, "first_card", Some(public.first_card).filter(|&seat| seat > 0))?;
    set_if(out, "roles", public.roles.map(|seats| seats.map(u32::from)))?;
    if public.has("exchange") {
        out.set_item("exchange", public.exchange)?;
        let asked: String =
            (0..13).filter(|r| public.asked >> r & 1 == 1).filter_map(rank).collect();
        set_if(out, "asked", (!asked.is_empty()).then_some(asked))?;
        set_if(out, "rank", public.rank.and_then(rank))?;
    }
    set_if(out, "redeals", Some(public.redeals).filter(|&number| number > 0))?;
    if let Some(Some((seat, passed, could_stop))) = suspect {
        let told = PyDict::new(out.py());
        told.set_item("seat", seat)?;
        told.set_item("passed", passed)?;
        told.set_item("could_stop", could_stop)?;
        out.set_item("suspect", told)?;
    }
    if let Some((seat, how)) = won {
        set_won(out, *seat, *how)?;
        set_if(out, "shown", shown.map(|hand| hand.to_string()))?;
    }
    Ok(())
}
