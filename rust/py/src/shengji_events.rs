//! What a seat is told of a deal of Shengji, as plain data.

use crate::events::set_if;
use crate::shengji_move::ShengjiMove;
use crate::shengji_shown::trump_name;
use chupai_core::card::{Rank, Suit};
use chupai_core::shengji::moves::Units;
use chupai_core::shengji::{Declaration, Event, News, Setup, Table, View};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The names of the rounds in which seats are asked to declare, by their numbers.
pub(crate) const ROUNDS: [&str; 3] = ["drawing", "last", "attackers"];

/// An event as a dictionary of texts, numbers, lists and dictionaries.
pub(crate) fn event_dict<'py>(py: Python<'py>, event: &Event) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    match event {
        Event::Deal { seat, setup, news } => {
            out.set_item("event", "deal")?;
            out.set_item("seat", seat)?;
            set_setup(&out, setup)?;
            set_news(&out, news)?;
        }
        Event::Position(view) => position(view, &out)?,
        Event::Move { seat, mv, news } => {
            out.set_item("event", "move")?;
            out.set_item("seat", seat)?;
            out.set_item("move", mv.to_string().trim_end())?;
            set_news(&out, news)?;
        }
        Event::Silence { news } => {
            out.set_item("event", "silence")?;
            set_news(&out, news)?;
        }
    }
    Ok(out)
}

/// The letter of a level.
fn level_letter(level: u8) -> Option<String> {
    Rank::from_index(level.into()).map(|rank| rank.to_string())
}

/// The name of a trump suit by its number, or of no trump.
fn trump_of(number: u8) -> &'static str {
    trump_name(Suit::ALL.get(usize::from(number)).copied())
}

fn set_setup(out: &Bound<'_, PyDict>, setup: &Setup) -> PyResult<()> {
    let told = PyDict::new(out.py());
    let levels: Vec<_> = setup.levels.iter().map(|level| level.and_then(level_letter)).collect();
    told.set_item("levels", levels)?;
    set_if(&told, "declarer", setup.declarer)?;
    set_if(&told, "trump", setup.trump.map(trump_of))?;
    set_if(&told, "first_card", setup.first_card)?;
    set_if(&told, "kitty", setup.as_dealt.then_some("as_dealt"))?;
    out.set_item("setup", told)
}

fn set_news(out: &Bound<'_, PyDict>, news: &News) -> PyResult<()> {
    out.set_item("phase", news.phase.name())?;
    set_if(out, "turn", news.turn)?;
    if let Some(table) = &news.table {
        out.set_item("table", table_dict(out.py(), table)?)?;
    }
    set_if(out, "led", news.led.map(|lead| ShengjiMove(lead).unit_texts().join(" + ")))?;
    set_options(out, &news.options)
}

/// The units of a throw of which one may be led, where somebody is to choose.
fn set_options(out: &Bound<'_, PyDict>, options: &Units) -> PyResult<()> {
    let options: Vec<_> = options.iter().map(|unit| unit.cards().to_string()).collect();
    set_if(out, "options", (!options.is_empty()).then_some(options))
}

/// A declaration that stands, or stood before a history.
fn set_standing(out: &Bound<'_, PyDict>, standing: Option<&Declaration>) -> PyResult<()> {
    let Some(standing) = standing else { return Ok(()) };
    let told = PyDict::new(out.py());
    told.set_item("seat", standing.seat)?;
    told.set_item("card", standing.card().to_string())?;
    told.set_item("copies", standing.copies)?;
    out.set_item("standing", told)
}

fn table_dict<'py>(py: Python<'py>, table: &Table) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    out.set_item("hand", table.hand.to_string())?;
    set_if(&out, "drawn", Some(table.drawn).filter(|&drawn| drawn > 0))?;
    set_if(&out, "round", ROUNDS.get(usize::from(table.round)))?;
    set_if(&out, "waiting", Some(table.waiting).filter(|&seats| seats > 0))?;
    set_if(&out, "declarer", table.declarer)?;
    set_if(&out, "level", table.level.and_then(level_letter))?;
    set_if(&out, "trump", table.trump.map(trump_of))?;
    set_standing(&out, table.standing.as_ref())?;
    let turned = table.turned;
    set_if(&out, "turned_up", (!turned.is_empty()).then(|| turned.to_string()))?;
    set_if(&out, "redeals", Some(table.redeals).filter(|&number| number > 0))?;
    let shown: Vec<_> = table.shown.iter().map(|cards| cards.to_string()).collect();
    set_if(&out, "shown", (!shown.is_empty()).then_some(shown))?;
    Ok(out)
}

/// A position as a text in which all that the seat does not see lies anywhere, and the moves before it.
fn position(view: &View, out: &Bound<'_, PyDict>) -> PyResult<()> {
    out.set_item("event", "position")?;
    out.set_item("seat", view.seat())?;
    out.set_item("state", view.state().text())?;
    set_options(out, view.state().beaten())?;
    let history = view.course().history.iter();
    let moves: Vec<_> =
        history.map(|(seat, mv)| (seat, mv.to_string().trim_end().to_owned())).collect();
    let moves = moves
        .into_iter()
        .map(|(seat, mv)| (seat, mv).into_pyobject(out.py()).map(|pair| pair.to_list()));
    let moves = moves.collect::<PyResult<Vec<_>>>()?;
    if !moves.is_empty() {
        set_standing(out, view.course().shown.as_ref())?;
    }
    set_if(out, "history", (!moves.is_empty()).then_some(moves))
}
