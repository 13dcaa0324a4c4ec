//! Events of a deal of Shengji from plain data: dictionaries, or JSON.

use crate::errors::OrRaise;
use crate::fields::{self, Fields, list, number, text, wrong};
use crate::observer_class;
use crate::shengji_answer::ordered;
use crate::shengji_events::ROUNDS;
use crate::shengji_move::{MOST_DECKS, Spoken, lead, parts_of, spoken};
use crate::shengji_read::of_text;
use chupai_core::card::{Card, Rank, Suit};
use chupai_core::error::{RuleError, shown};
use chupai_core::notation::about;
use chupai_core::shengji::moves::{Cards, Move, Units};
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::{
    Course, Declaration, Event, News, Phase, SEATS, Setup, State, Table, View,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// What was told of a deal.
pub(crate) type Told = observer_class::Told<Event>;

/// An event from a dictionary or JSON text; `state` is what is known of the deal so far.
pub(crate) fn told(
    rules: &Rules,
    state: Option<&State>,
    value: &Bound<'_, PyAny>,
) -> PyResult<Told> {
    let dict = fields::dictionary(value)?;
    let mut fields = Fields::of(&dict);
    let kind = fields.needed("event", text)?;
    let told = match kind.as_str() {
        "deal" => Event::Deal {
            seat: fields.needed("seat", seat)?,
            setup: fields.needed("setup", setup)?,
            news: Box::new(news(rules, state, &mut fields)?),
        },
        "position" => {
            let seat = fields.needed("seat", seat)?;
            let state = fields.needed("state", text)?;
            let choice = fields.maybe("options", |name, value| options(rules, name, value))?;
            let choice = choice.unwrap_or(Units::EMPTY);
            let state = State::parse_seen(rules, &state, seat.into(), choice);
            let state = state.map_err(about("state")).or_raise(value.py())?;
            let mut course = Course::new(&state);
            let one = |name: &str, value: &Bound<'_, PyAny>| earlier(rules, &state, name, value);
            let history = fields.maybe("history", |name, value| list(name, value, one))?;
            course.history = Arc::new(history.unwrap_or_default());
            course.begin = course.history.len() as u32;
            // Without a history it is what stands in the position.
            let shown = fields.maybe("standing", standing)?;
            if course.begin > 0 {
                course.shown = shown;
            } else if shown.is_some() {
                return Err(wrong("standing", "it is told of what stood before a history"));
            }
            if !course.is_sound(rules, &state) {
                return Err(wrong("history", "these moves do not lead to the position"));
            }
            let view = View::of_position(rules, seat.into(), &state, course);
            let view = view.or_raise(value.py())?;
            Event::Position(Box::new(view))
        }
        "move" => Event::Move {
            seat: fields.needed("seat", seat)?,
            mv: fields.needed("move", |name, value| {
                let text = text(name, value)?;
                a_move(rules, state, &text).or_raise(value.py())
            })?,
            news: Box::new(news(rules, state, &mut fields)?),
        },
        "silence" => Event::Silence { news: Box::new(news(rules, state, &mut fields)?) },
        "end" => {
            let scores = fields.needed("scores", |name, value| {
                let all = value.extract::<Vec<i64>>();
                all.map_err(|_| wrong(name, "a list of numbers, one for each seat"))
            })?;
            fields.end(&kind)?;
            return Ok(Told::End(scores));
        }
        kind => {
            let kind = shown(kind);
            let message = format!("it is deal, position, move, silence or end, not {kind:?}");
            return Err(wrong("event", &message));
        }
    };
    fields.end(&kind)?;
    Ok(Told::Event(Box::new(told)))
}

fn seat(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u8> {
    let seat = number(name, value).ok().filter(|&seat| usize::from(seat) < SEATS);
    seat.ok_or_else(|| wrong(name, "seats are 0 to 3"))
}

fn cards(rules: &Rules, name: &str, value: &Bound<'_, PyAny>) -> PyResult<Cards> {
    let text = text(name, value)?;
    of_text(&text, rules.switches().decks).map_err(about(name)).or_raise(value.py())
}

/// A move, told with its kind; of what others buried no cards are told.
fn a_move(rules: &Rules, state: Option<&State>, text: &str) -> Result<Move, RuleError> {
    if text.trim() == "bury" {
        return Ok(Move::bury(Cards::EMPTY));
    }
    match spoken(text, MOST_DECKS)? {
        Spoken::Move(mv) => Ok(*mv),
        Spoken::Lead(parts) => {
            let mv = lead(&parts, MOST_DECKS)?;
            Ok(state.map_or(mv, |state| ordered(rules, state, mv)))
        }
        Spoken::Cards(_) => {
            let text = shown(text);
            Err(RuleError::input("", format!("move: {text:?} lacks the kind of move")))
        }
    }
}

/// A move before a position, with the seat that made it.
fn earlier(
    rules: &Rules,
    state: &State,
    name: &str,
    value: &Bound<'_, PyAny>,
) -> PyResult<(u8, Move)> {
    let pair = list(name, value, |_, value| Ok(value.clone()))?;
    let [by, mv] = &pair[..] else { return Err(wrong(name, "each is a seat and a move")) };
    let mv = a_move(rules, Some(state), &text(name, mv)?).or_raise(value.py())?;
    Ok((seat(name, by)?, mv))
}

fn level(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u8> {
    let text = text(name, value)?;
    match text.parse::<Rank>() {
        Ok(rank) if !rank.is_joker() => Ok(rank.index() as u8),
        _ => Err(wrong(name, &format!("{:?} is no level", shown(&text)))),
    }
}

fn trump(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u8> {
    let text = text(name, value)?;
    match (text.parse::<Suit>(), text.as_str()) {
        (Ok(suit), _) => Ok(suit as u8),
        (_, "NT") => Ok(4),
        _ => Err(wrong(name, &format!("it is D, C, H, S or NT, not {:?}", shown(&text)))),
    }
}

/// A dictionary within an event.
fn parts<'a, 'py>(name: &str, value: &'a Bound<'py, PyAny>) -> PyResult<Fields<'a, 'py>> {
    let dict = value.cast::<PyDict>().map_err(|_| wrong(name, "it is a dictionary"))?;
    Ok(Fields::of(dict))
}

fn setup(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Setup> {
    let mut fields = parts(name, value)?;
    let levels = fields.needed("levels", |name, value| {
        let one = |name: &str, value: &Bound<'_, PyAny>| match value.is_none() {
            true => Ok(None),
            false => level(name, value).map(Some),
        };
        let both = list(name, value, one)?.try_into();
        both.map_err(|_| wrong(name, "there are two, one of each side"))
    })?;
    let kitty = fields.maybe("kitty", text)?;
    if kitty.as_ref().is_some_and(|kitty| kitty != "taken" && kitty != "as_dealt") {
        return Err(wrong("kitty", "it is taken or as_dealt"));
    }
    let setup = Setup {
        levels,
        declarer: fields.maybe("declarer", seat)?,
        trump: fields.maybe("trump", trump)?,
        first_card: fields.maybe("first_card", seat)?,
        as_dealt: kitty.is_some_and(|kitty| kitty == "as_dealt"),
        ..Setup::default()
    };
    fields.end(name)?;
    Ok(setup)
}

fn phase(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Phase> {
    const PHASES: [Phase; 7] = [
        Phase::Declare,
        Phase::Name,
        Phase::Bury,
        Phase::Overturn,
        Phase::Throw,
        Phase::Play,
        Phase::Over,
    ];
    let text = text(name, value)?;
    let phase = PHASES.into_iter().find(|phase| phase.name() == text);
    phase.ok_or_else(|| wrong(name, &format!("there is none called {:?}", shown(&text))))
}

/// How the deal stands after an event.
fn news(rules: &Rules, state: Option<&State>, fields: &mut Fields<'_, '_>) -> PyResult<News> {
    Ok(News {
        phase: fields.needed("phase", phase)?,
        turn: fields.maybe("turn", seat)?,
        table: fields.maybe("table", |name, value| table(rules, name, value))?,
        led: fields.maybe("led", |name, value| {
            let parts = parts_of(&text(name, value)?, MOST_DECKS).map_err(about(name));
            let mv = parts.and_then(|parts| lead(&parts, MOST_DECKS)).or_raise(value.py())?;
            Ok(state.map_or(mv, |state| ordered(rules, state, mv)))
        })?,
        options: fields
            .maybe("options", |name, value| options(rules, name, value))?
            .unwrap_or(Units::EMPTY),
    })
}

/// Units that may be led of a throw.
fn options(rules: &Rules, name: &str, value: &Bound<'_, PyAny>) -> PyResult<Units> {
    let all = list(name, value, |name, value| cards(rules, name, value))?;
    if all.len() > Units::MOST {
        return Err(wrong(name, "there are too many"));
    }
    let mut units = Units::EMPTY;
    for cards in all {
        let unit = crate::shengji_move::unit(&cards);
        units.push(unit.ok_or_else(|| wrong(name, &format!("{cards} is no unit")))?);
    }
    Ok(units)
}

fn table(rules: &Rules, name: &str, value: &Bound<'_, PyAny>) -> PyResult<Table> {
    let mut fields = parts(name, value)?;
    let hand = |name: &str, value: &Bound<'_, PyAny>| cards(rules, name, value);
    let table = Table {
        hand: fields.needed("hand", hand)?,
        drawn: fields.maybe("drawn", number)?.unwrap_or(0),
        round: fields.needed("round", |name, value| {
            let text = text(name, value)?;
            let round = ROUNDS.iter().position(|&round| round == text);
            let round = round.ok_or_else(|| wrong(name, "it is draw, last or attackers"))?;
            Ok(round as u8)
        })?,
        waiting: fields.maybe("waiting", number)?.unwrap_or(0),
        declarer: fields.maybe("declarer", seat)?,
        level: fields.maybe("level", level)?,
        trump: fields.maybe("trump", trump)?,
        standing: fields.maybe("standing", standing)?,
        turned: fields.maybe("turned_up", hand)?.unwrap_or(Cards::EMPTY),
        redeals: fields.maybe("redeals", number)?.unwrap_or(0),
        shown: fields.maybe("shown", |name, value| list(name, value, hand))?.unwrap_or_default(),
    };
    fields.end(name)?;
    Ok(table)
}

fn standing(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Declaration> {
    let mut fields = parts(name, value)?;
    let declaration = Declaration {
        seat: fields.needed("seat", seat)?,
        face: fields.needed("card", |name, value| {
            let card: Card =
                text(name, value)?.parse().map_err(about(name)).or_raise(value.py())?;
            Ok(card.index() as u8)
        })?,
        copies: fields.needed("copies", number)?,
    };
    fields.end(name)?;
    Ok(declaration)
}
