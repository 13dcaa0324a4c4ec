//! Events of a Big Two deal from plain data: dictionaries, or JSON.

use crate::big2_read::any_move;
use crate::errors::OrRaise;
use crate::fields::{self, Fields, flag, list, number, text, wrong};
use crate::observer_class;
use chupai_core::big2::{Cards, Dealt, Event, Move, News, Notation, Phase, Rules, Sight, State};
use chupai_core::card::Rank;
use chupai_core::error::shown;
use chupai_core::game::Game;
use chupai_core::notation::{about, seats_there_are};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What was told of a deal.
pub(crate) type Told = observer_class::Told<Event>;

/// An event from a dictionary or JSON text.
pub(crate) fn told(rules: &Rules, value: &Bound<'_, PyAny>) -> PyResult<Told> {
    let dict = fields::dictionary(value)?;
    let mut fields = Fields::of(&dict);
    let kind = fields.needed("event", text)?;
    let seat = |name: &str, value: &Bound<'_, PyAny>| seat(rules, name, value);
    let told = match kind.as_str() {
        "deal" => Told::Event(Box::new(Event::Deal {
            seat: fields.needed("seat", seat)?,
            first_card: fields.maybe("first_card", seat)?.unwrap_or(0),
            leader: fields.maybe("leader", seat)?,
            roles: fields.maybe("roles", |name, value| roles(rules, name, value))?,
            dealt: dealt(rules, &mut fields)?,
        })),
        "position" => {
            let sight = sight(rules, &mut fields)?;
            Told::Event(Box::new(Event::Position(Box::new(
                sight.view(rules).or_raise(value.py())?,
            ))))
        }
        "move" => Told::Event(Box::new(Event::Move {
            seat: fields.needed("seat", seat)?,
            mv: fields.needed("move", |name, value| a_move(rules, name, value))?,
            news: Box::new(News {
                turn: fields.maybe("turn", seat)?,
                phase: fields.maybe("phase", phase)?,
                asked: fields.maybe("asked", seat)?,
                hand: fields.maybe("hand", |name, value| cards(rules, name, value))?,
                dealt: fields.maybe("dealt", |name, value| {
                    let dict = value.cast::<PyDict>().map_err(|_| wrong(name, "what was dealt"))?;
                    let mut parts = Fields::of(dict);
                    let dealt = dealt(rules, &mut parts)?;
                    parts.end(name)?;
                    Ok(dealt)
                })?,
            }),
        })),
        "end" => Told::End(fields.needed("scores", |name, value| {
            let all = value.extract::<Vec<i64>>();
            all.map_err(|_| wrong(name, "a list of numbers, one for each seat"))
        })?),
        kind => {
            let kind = shown(kind);
            let message = format!("it is deal, position, move or end, not {kind:?}");
            return Err(wrong("event", &message));
        }
    };
    fields.end(&kind)?;
    Ok(told)
}

fn seat(rules: &Rules, name: &str, value: &Bound<'_, PyAny>) -> PyResult<u8> {
    let seats = State::seats(rules);
    let seat = number(name, value).ok().filter(|&seat| usize::from(seat) < seats);
    seat.ok_or_else(|| wrong(name, &format!("seats are {}", seats_there_are(seats))))
}

fn seats(rules: &Rules, name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    list(name, value, |name, value| seat(rules, name, value))
}

fn roles(rules: &Rules, name: &str, value: &Bound<'_, PyAny>) -> PyResult<[u8; 4]> {
    let roles = seats(rules, name, value)?.try_into();
    roles.map_err(|_| wrong(name, "the seats of king, noble, commoner and slave"))
}

/// A number of each seat.
fn each(rules: &Rules, name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let numbers = list(name, value, number)?;
    let seats = State::seats(rules);
    match numbers.len() == seats {
        true => Ok(numbers),
        false => Err(wrong(name, &format!("there are {seats}, one for each seat"))),
    }
}

fn cards(rules: &Rules, name: &str, value: &Bound<'_, PyAny>) -> PyResult<Cards> {
    rules.read_cards(&text(name, value)?).map_err(about(name)).or_raise(value.py())
}

/// A move; text only: what else names one does not survive JSON.
fn a_move(rules: &Rules, name: &str, value: &Bound<'_, PyAny>) -> PyResult<Move> {
    text(name, value)?;
    any_move(rules, value, None)
}

fn phase(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Phase> {
    let text = text(name, value)?;
    let phase = phase_named(&text);
    phase.ok_or_else(|| wrong(name, &format!("there is none called {:?}", shown(&text))))
}

/// The phase of a name.
pub(crate) fn phase_named(name: &str) -> Option<Phase> {
    let phases = [Phase::Redeal, Phase::Swap, Phase::Exchange, Phase::Play, Phase::Over];
    phases.into_iter().find(|phase| phase.name() == name)
}

fn rank(name: &str, text: &str) -> PyResult<u8> {
    match text.parse::<Rank>() {
        Ok(rank) if !rank.is_joker() => Ok(rank.index() as u8),
        _ => Err(wrong(name, &format!("{:?} is no rank of Big Two", shown(text)))),
    }
}

/// How a deal was won at once.
fn instant(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u8> {
    match text(name, value)?.as_str() {
        "dragon" => Ok(1),
        "four_twos" => Ok(2),
        other => Err(wrong(name, &format!("it is dragon or four_twos, not {:?}", shown(other)))),
    }
}

/// Who has won at once, and how.
fn won(rules: &Rules, fields: &mut Fields<'_, '_>) -> PyResult<Option<(u8, u8)>> {
    let winner = fields.maybe("winner", |name, value| seat(rules, name, value))?;
    match (winner, fields.maybe("instant", instant)?) {
        (None, None) => Ok(None),
        (Some(seat), Some(how)) => Ok(Some((seat, how))),
        (Some(_), None) => Err(wrong("instant", "it is missing: how the deal was won at once")),
        (None, Some(_)) => Err(wrong("winner", "it is missing: who won at once")),
    }
}

/// What a seat sees when cards are dealt.
fn dealt(rules: &Rules, fields: &mut Fields<'_, '_>) -> PyResult<Dealt> {
    let hand = |name: &str, value: &Bound<'_, PyAny>| cards(rules, name, value);
    let won = won(rules, fields)?;
    let shown = fields.maybe("shown", hand)?;
    Ok(Dealt {
        hand: fields.needed("hand", hand)?,
        cards_left: fields.needed("cards_left", |name, value| each(rules, name, value))?.into(),
        phase: fields.needed("phase", phase)?,
        turn: fields.maybe("turn", |name, value| seat(rules, name, value))?,
        won: match (won, shown) {
            (None, None) => None,
            (Some((seat, how)), Some(hand)) => Some((seat, how, hand)),
            (Some(_), None) => return Err(wrong("shown", "it is missing: the winner's hand")),
            (None, Some(_)) => return Err(wrong("shown", "nobody has won at once")),
        },
    })
}

fn sight(rules: &Rules, fields: &mut Fields<'_, '_>) -> PyResult<Sight> {
    let one = |name: &str, value: &Bound<'_, PyAny>| seat(rules, name, value);
    let all = |name: &str, value: &Bound<'_, PyAny>| each(rules, name, value);
    let hand = |name: &str, value: &Bound<'_, PyAny>| cards(rules, name, value);
    let many = |name: &str, value: &Bound<'_, PyAny>| seats(rules, name, value);
    let phase = fields.needed("phase", phase)?;
    let seat_number = fields.needed("seat", one)?;
    let to_beat = fields.maybe("to_beat", |name, value| a_move(rules, name, value))?;
    let by = fields.maybe("by", one)?;
    let ranks = |name: &str, value: &Bound<'_, PyAny>| {
        let letters = text(name, value)?;
        letters.chars().try_fold(0u16, |mask, letter| {
            Ok::<_, PyErr>(mask | 1 << rank(name, &letter.to_string())?)
        })
    };
    let due = |name: &str, value: &Bound<'_, PyAny>| {
        let due = hand(name, value)?;
        match due.total() {
            1 => Ok(due.faces().trailing_zeros() as u8),
            _ => Err(wrong(name, "one card is due")),
        }
    };
    let played = matches!(phase, Phase::Play | Phase::Over);
    let passed = fields.maybe("passed", many)?.unwrap_or_default();
    let gone_out = fields.maybe("out", many)?;
    let revolutions = fields.maybe("revolutions", number)?;
    let suspect = fields.maybe("suspect", |name, value| {
        let dict = value.cast::<PyDict>().map_err(|_| wrong(name, "a seat and what it did"))?;
        let mut parts = Fields::of(dict);
        let suspect = (
            parts.needed("seat", one)?,
            parts.needed("passed", flag)?,
            parts.needed("could_stop", flag)?,
        );
        parts.end(name)?;
        Ok(suspect)
    })?;
    let public = Notation {
        turn: fields.maybe("turn", one)?,
        face_up: fields.maybe("face_up", hand)?.unwrap_or_default(),
        to_beat: match (to_beat, by) {
            (None, None) => None,
            (mv, by) => Some((mv.unwrap_or(Move::PASS), by)),
        },
        passed: passed.iter().fold(0, |mask, &seat| mask | 1 << seat),
        out: played.then(|| gone_out.unwrap_or_default().into()),
        plays: fields.maybe("plays", all)?.map(Into::into),
        revolutions: played.then_some(revolutions.unwrap_or(0)),
        leader: fields.maybe("leader", one)?,
        due: fields.maybe("due", due)?,
        first_card: fields.maybe("first_card", one)?.unwrap_or(0),
        roles: fields.maybe("roles", |name, value| roles(rules, name, value))?,
        exchange: fields.maybe("exchange", number)?.unwrap_or(0),
        asked: fields.maybe("asked", ranks)?.unwrap_or(0),
        rank: fields.maybe("rank", |name, value| rank(name, &text(name, value)?))?,
        redeals: fields.maybe("redeals", number)?.unwrap_or(0),
        suspect: played.then_some(suspect),
        won: won(rules, fields)?,
        ..Notation::new(rules, phase)
    };
    for name in &fields.known {
        let part = Notation::NAMES.contains(name) && fields.dict.contains(name)?;
        if part && !public.has(name) {
            let message = format!("there is no such thing in the phase {}", phase.name());
            return Err(wrong(name, &message));
        }
    }
    Ok(Sight {
        seat: seat_number,
        public,
        hand: fields.needed("hand", hand)?,
        unseen: fields.needed("unseen", hand)?,
        cards_left: fields.needed("cards_left", all)?.into(),
        shown: fields.maybe("shown", hand)?,
    })
}
