//! Events of a Dou Dizhu deal from plain data: dictionaries, or JSON.

use crate::doudizhu_read::any_move;
use crate::errors::OrRaise;
use crate::fields::{self, Fields, flag, list, number, text, wrong};
use crate::observer_class;
use chupai_core::doudizhu::{Event, Hand, Move, News, Notation, Phase, Rules, Sight};
use chupai_core::error::shown;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What was told of a deal.
pub(crate) type Told = observer_class::Told<Event>;

/// An event from a dictionary or JSON text; `to_beat` is the play on the table.
pub(crate) fn told(
    rules: &Rules,
    value: &Bound<'_, PyAny>,
    to_beat: Option<Move>,
) -> PyResult<Told> {
    let dict = fields::dictionary(value)?;
    let mut fields = Fields::of(&dict);
    let kind = fields.needed("event", text)?;
    let told = match kind.as_str() {
        "deal" => Told::Event(Box::new(Event::Deal {
            seat: fields.needed("seat", seat)?,
            hand: fields.needed("hand", hand)?,
            first_bidder: fields.needed("first_bidder", seat)?,
            landlord: fields.maybe("landlord", seat)?,
            bottom: fields.maybe("bottom", hand)?,
        })),
        "position" => {
            let sight = sight(rules, &mut fields)?;
            Told::Event(Box::new(Event::Position(Box::new(
                sight.view(rules).or_raise(value.py())?,
            ))))
        }
        "move" => Told::Event(Box::new(Event::Move {
            seat: fields.needed("seat", seat)?,
            mv: fields.needed("move", |name, value| {
                // Text only: what else names a move does not survive JSON.
                text(name, value)?;
                any_move(rules, value, to_beat)
            })?,
            news: News {
                landlord: fields.maybe("landlord", seat)?,
                bottom: fields.maybe("bottom", hand)?,
                hand: fields.maybe("hand", hand)?,
                redeals: fields.maybe("redeals", number)?,
                first_bidder: fields.maybe("first_bidder", seat)?,
                shown: fields.maybe("shown", shown_hands)?.unwrap_or_default(),
            },
        })),
        "end" => Told::End(fields.needed("scores", |name, value| {
            let all = value.extract::<Vec<i64>>();
            all.map_err(|_| wrong(name, "a list of three numbers"))
        })?),
        kind => {
            let kind = shown(kind);
            return Err(wrong(
                "event",
                &format!("it is deal, position, move or end, not {kind:?}"),
            ));
        }
    };
    fields.end(&kind)?;
    Ok(told)
}

fn hand(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Hand> {
    let text = text(name, value)?;
    Hand::parse(&text).map_err(chupai_core::notation::about(name)).or_raise(value.py())
}

fn seat(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u8> {
    let seat = number(name, value).ok().filter(|&seat| seat < 3);
    seat.ok_or_else(|| wrong(name, "seats are 0, 1 and 2"))
}

/// A list of three values, one a seat.
fn three<'py, T>(
    name: &str,
    value: &Bound<'py, PyAny>,
    read: impl Fn(&str, &Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<[T; 3]> {
    let list = list(name, value, read)?;
    list.try_into().map_err(|_| wrong(name, "there are three, one for each seat"))
}

/// Hands by seat, whose number is text as in JSON.
fn shown_hands(name: &str, value: &Bound<'_, PyAny>) -> PyResult<[Option<Hand>; 3]> {
    let dict = value.cast::<PyDict>().map_err(|_| wrong(name, "hands by seat, as {\"2\": …}"))?;
    let mut out = [None; 3];
    for (seat, cards) in dict {
        let seat = seat.extract::<&str>().ok().and_then(|seat| match seat {
            "0" => Some(0),
            "1" => Some(1),
            "2" => Some(2),
            _ => None,
        });
        let seat: usize = seat.ok_or_else(|| wrong(name, "seats are \"0\", \"1\" and \"2\""))?;
        out[seat] = Some(hand(name, &cards)?);
    }
    Ok(out)
}

fn sight(rules: &Rules, fields: &mut Fields<'_, '_>) -> PyResult<Sight> {
    let phase = fields.needed("phase", text)?;
    let moment = fields.maybe("moment", number)?;
    let phase = match (phase.as_str(), moment) {
        ("show", Some(_)) => Phase::EarlyShow,
        ("show", None) => Phase::LandlordShow,
        ("auction", _) => Phase::Auction,
        ("double", _) => Phase::Double,
        ("play", _) => Phase::Play,
        ("over", _) => Phase::Over,
        (other, _) => {
            return Err(wrong("phase", &format!("there is none called {:?}", shown(other))));
        }
    };
    let card_play = |name: &str, value: &Bound<'_, PyAny>| {
        text(name, value)?;
        any_move(rules, value, None)
    };
    let seat_number = fields.needed("seat", seat)?;
    let to_beat = fields.maybe("to_beat", card_play)?;
    let by = fields.maybe("by", seat)?;
    let public = Notation {
        turn: fields.maybe("turn", seat)?,
        landlord: fields.maybe("landlord", seat)?,
        bottom: fields.maybe("bottom", hand)?.unwrap_or_default(),
        to_beat: match (to_beat, by) {
            (None, None) => None,
            (mv, by) => Some((mv.unwrap_or(Move::PASS), by)),
        },
        said: fields.maybe("said", |name, value| list(name, value, card_play))?.unwrap_or_default(),
        moment: moment.unwrap_or(0),
        first_bidder: fields.maybe("first_bidder", seat)?,
        redeals: fields.maybe("redeals", number)?.unwrap_or(0),
        bid: fields.maybe("bid", number)?,
        robs: fields.maybe("robs", number)?.unwrap_or(0),
        open_multiplier: fields.maybe("open_multiplier", number)?,
        doubled: fields
            .maybe("doubled", |name, value| three(name, value, flag))?
            .unwrap_or_default(),
        plays: fields.maybe("plays", |name, value| three(name, value, number))?,
        bombs: fields.maybe("bombs", number)?,
        rockets: fields.maybe("rockets", number)?,
        ..Notation::new(phase)
    };
    for name in &fields.known {
        let part = Notation::NAMES.contains(name) && fields.dict.contains(name)?;
        if part && !public.has(name) && *name != "first_bidder" {
            return Err(wrong(
                name,
                &format!("there is no such thing in the phase {}", phase.name()),
            ));
        }
    }
    Ok(Sight {
        seat: seat_number,
        public,
        hand: fields.needed("hand", hand)?,
        unseen: fields.needed("unseen", hand)?,
        cards_left: fields.needed("cards_left", |name, value| three(name, value, number))?,
        shown: fields.maybe("shown", shown_hands)?.unwrap_or_default(),
    })
}
