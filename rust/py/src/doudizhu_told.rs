//! Events of a Dou Dizhu deal from plain data: dictionaries, or JSON.

use crate::doudizhu_read::any_move;
use crate::errors::OrRaise;
use chupai_core::doudizhu::{Event, Hand, Move, News, Notation, Phase, Rules, Sight};
use chupai_core::error::shown;
use pyo3::exceptions::{PyRecursionError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyCFunction, PyDict, PyInt, PyList, PyString, PyTuple};

/// What was told: an event of the core, or the end of the deal.
pub(crate) enum Told {
    /// The beginning or a move.
    Event(Event),
    /// The end, with the scores that are told.
    End(Vec<i64>),
}

/// An event from a dictionary or JSON text; `to_beat` is the play on the table.
pub(crate) fn told(
    rules: &Rules,
    value: &Bound<'_, PyAny>,
    to_beat: Option<Move>,
) -> PyResult<Told> {
    let py = value.py();
    let read;
    let dict = if let Ok(text) = value.cast::<PyString>() {
        // Python keeps the last of equal keys; which of them was meant nobody knows.
        let object = |args: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| {
            let pairs = args.get_item(0)?;
            let object = PyDict::from_sequence(&pairs)?;
            match object.len() == pairs.len()? {
                true => Ok(object.unbind()),
                false => Err(wrong("event", "the JSON has a key twice")),
            }
        };
        let keywords = PyDict::new(py);
        let object = PyCFunction::new_closure(py, None, None, object)?;
        keywords.set_item("object_pairs_hook", object)?;
        let loads = py.import("json")?.getattr("loads")?;
        read = loads.call((text,), Some(&keywords)).map_err(|error| {
            match error.is_instance_of::<PyRecursionError>(py) {
                true => wrong("event", "the JSON is nested too deeply"),
                false => error,
            }
        })?;
        read.cast::<PyDict>().map_err(|_| wrong("event", "the JSON tells no object"))?
    } else {
        value.cast::<PyDict>().map_err(|_| {
            let kind = value.get_type();
            PyTypeError::new_err(format!("an event is a dictionary or JSON text, not {kind}"))
        })?
    };
    let mut fields = Fields::of(dict);
    let kind = fields.needed("event", text)?;
    let told = match kind.as_str() {
        "deal" => Told::Event(Event::Deal {
            seat: fields.needed("seat", seat)?,
            hand: fields.needed("hand", hand)?,
            first_bidder: fields.needed("first_bidder", seat)?,
            landlord: fields.maybe("landlord", seat)?,
            bottom: fields.maybe("bottom", hand)?,
        }),
        "position" => {
            let sight = sight(rules, &mut fields)?;
            Told::Event(Event::Position(Box::new(sight.view(rules).or_raise(py)?)))
        }
        "move" => Told::Event(Event::Move {
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
        }),
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

fn wrong(name: &str, message: &str) -> PyErr {
    PyValueError::new_err(format!("{name}: {message}"))
}

/// The values of a dictionary; each name that was asked for is known.
struct Fields<'a, 'py> {
    dict: &'a Bound<'py, PyDict>,
    known: Vec<&'static str>,
}

impl<'a, 'py> Fields<'a, 'py> {
    fn of(dict: &'a Bound<'py, PyDict>) -> Self {
        Self { dict, known: Vec::new() }
    }

    fn maybe<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&str, &Bound<'py, PyAny>) -> PyResult<T>,
    ) -> PyResult<Option<T>> {
        self.known.push(name);
        self.dict.get_item(name)?.map(|value| read(name, &value)).transpose()
    }

    fn needed<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&str, &Bound<'py, PyAny>) -> PyResult<T>,
    ) -> PyResult<T> {
        self.maybe(name, read)?.ok_or_else(|| wrong(name, "it is missing"))
    }

    /// Refuses names that were not asked for.
    fn end(self, kind: &str) -> PyResult<()> {
        for name in self.dict.keys() {
            let known = name.extract::<&str>().is_ok_and(|name| self.known.contains(&name));
            if !known {
                let name = shown(&name.str()?.to_string());
                return Err(wrong(&name, &format!("there is no such thing in an event {kind:?}")));
            }
        }
        Ok(())
    }
}

fn text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = value.cast::<PyString>().map_err(|_| wrong(name, "it is a text"))?;
    Ok(text.to_str()?.to_owned())
}

fn hand(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Hand> {
    let text = text(name, value)?;
    Hand::parse(&text).map_err(chupai_core::doudizhu::about(name)).or_raise(value.py())
}

fn number(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u8> {
    let whole = value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>();
    let number = if whole { value.extract::<u8>().ok() } else { None };
    number.ok_or_else(|| wrong(name, "it is a number from 0 to 255"))
}

fn seat(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u8> {
    let seat = number(name, value).ok().filter(|&seat| seat < 3);
    seat.ok_or_else(|| wrong(name, "seats are 0, 1 and 2"))
}

/// A list of values.
fn list<'py, T>(
    name: &str,
    value: &Bound<'py, PyAny>,
    read: impl Fn(&str, &Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    if !value.is_instance_of::<PyList>() && !value.is_instance_of::<PyTuple>() {
        return Err(wrong(name, "it is a list"));
    }
    value.try_iter()?.map(|item| read(name, &item?)).collect()
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

fn flag(name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    let flag = value.cast::<PyBool>().map_err(|_| wrong(name, "each is true or false"))?;
    Ok(flag.is_true())
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
