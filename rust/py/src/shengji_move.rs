//! A move of Shengji as a Python object.

use crate::errors::OrRaise;
use crate::shengji_read::{cards as read_cards, joined, of_text};
use chupai_core::card::Suit;
use chupai_core::error::{RuleError, shown};
use chupai_core::shengji::moves::{Cards, Kind, Move, Units};
use chupai_core::shengji::unit::Unit;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The most copies of a card that any rules have.
pub(crate) const MOST_DECKS: u8 = 4;

/// One move of Shengji: a declaration, cards buried, led or followed with, or a decision.
///
/// An immutable value: equal moves are equal, hash alike and can be pickled. ``str(move)`` is the text that reads back as the
/// same move: ``"pass"``, ``"declare 2S 2S"``, ``"name S"``, ``"bury 3D 4D …"``, ``"lead AH AH KH KH + QH"``, ``"follow 3H 4H"``,
/// ``"force AH AH"``. In what order the units of a lead are told makes no difference.
///
/// Args:
///     kind: ``"pass"``, not to declare; ``"declare"``, to show copies of a card; ``"name"``, to name a suit; ``"bury"``;
///         ``"lead"``; ``"follow"``; or ``"force"``, to say which unit of a failed throw is led.
///     cards: the cards; of a lead its units, as texts of a list or joined by ``" + "``; the suit that is named.
///
/// Raises:
///     IllegalMove: cards that are not of this kind under any rules.
///     TypeError: a part of the wrong type.
///     ValueError: an unknown kind, and what names no cards or suit.
///
/// Example:
///     >>> from chupai.shengji import Move
///     >>> str(Move("lead", ["AH AH", "KH"])), Move("name", "S").suit
///     ('lead AH AH + KH', 'S')
#[pyclass(name = "Move", frozen, module = "chupai.shengji")]
#[derive(Clone, Copy)]
pub(crate) struct ShengjiMove(pub(crate) Move);

/// Why cards are no unit: a pair, or a tractor, has each of its cards equally often.
fn no_unit(cards: &Cards) -> RuleError {
    let (why, chinese) = match cards.planes()[1] {
        0 => ("several singles are told apart, joined by +", "幾個單張須用+分開"),
        _ => ("it has each of its cards equally often", "各張牌的張數須相同"),
    };
    RuleError::illegal("SJ-10", cards.to_string(), format!("{cards} is no unit: {why}"))
        .in_chinese(format!("{cards}不是一個牌型:{chinese}"))
}

/// The unit that cards are under some rules.
pub(crate) fn unit(cards: &Cards) -> Option<Unit> {
    let width = (1..=4).rev().find(|&k| cards.at_least(k) != 0)?;
    let one = Unit { faces: cards.faces(), width: width as u8 };
    (one.cards() == *cards && (width > 1 || one.size() == 1)).then_some(one)
}

/// A lead of these units of so many decks, the larger ones first.
pub(crate) fn lead(parts: &[Cards], decks: u8) -> Result<Move, RuleError> {
    let all = joined(parts, decks)?;
    let units = parts.iter().map(|cards| unit(cards).ok_or_else(|| no_unit(cards)));
    let mut units = units.collect::<Result<Vec<_>, _>>()?;
    if units.is_empty() {
        return Err(RuleError::input("", "to lead takes at least one card"));
    }
    units.retain(|unit| unit.width > 1);
    if units.len() > Units::MOST {
        let message = format!("a lead has at most {} units of two and more cards", Units::MOST);
        return Err(RuleError::input(all.to_string(), message));
    }
    units.sort_by_key(|unit| std::cmp::Reverse(unit.form().dominance()));
    Ok(Move::lead(all, units.into_iter().collect()))
}

/// A move of cards, wherever they fit its kind at all (whatever the rules).
pub(crate) fn of_cards(kind: Kind, cards: Cards) -> Result<Move, RuleError> {
    let name = kind.name();
    if kind == Kind::Pass {
        let message = format!("{name} has no cards");
        let wrong = || {
            let wrong = RuleError::illegal("SJ-57", cards.to_string(), message);
            wrong.in_chinese(format!("{cards}:不亮主時不出示牌"))
        };
        return if cards.is_empty() { Ok(Move::PASS) } else { Err(wrong()) };
    }
    if cards.is_empty() {
        return Err(RuleError::input("", format!("{name} needs cards")));
    }
    match kind {
        Kind::Declare => match cards.cards().next() {
            Some(card) if cards.faces().count_ones() == 1 => Ok(Move::declare(card, cards.total())),
            _ => {
                let message = format!("{cards}: one shows copies of one card");
                let chinese = format!("{cards}:亮主只能出示相同的牌");
                Err(RuleError::illegal("SJ-38", cards.to_string(), message).in_chinese(chinese))
            }
        },
        Kind::Bury => Ok(Move::bury(cards)),
        Kind::Force => Ok(Move::force(cards)),
        Kind::Lead => lead(&[cards], MOST_DECKS),
        _ => Ok(Move::follow(cards)),
    }
}

/// The move that names a suit.
pub(crate) fn naming(text: &str) -> Result<Move, RuleError> {
    let suit = text.trim().parse::<Suit>().map_err(|_| {
        RuleError::input("", format!("a suit is D, C, H or S, not {:?}", shown(text)))
    })?;
    Ok(Move::name(suit))
}

/// The kind of move of a name.
fn kind_named(name: &str) -> Result<Kind, RuleError> {
    Kind::named(name)
        .ok_or_else(|| RuleError::input("", format!("no kind of move is called {:?}", shown(name))))
}

/// The same lead whatever order its units are told in.
fn canonical(mv: Move) -> Move {
    let mut units: Vec<Unit> = mv.units.iter().collect();
    units.sort_unstable_by_key(|unit| (unit.form(), unit.faces));
    Move { units: units.into_iter().collect(), ..mv }
}

impl ShengjiMove {
    /// The cards of each unit of a lead, singles last.
    pub(crate) fn unit_texts(&self) -> Vec<String> {
        let mv = self.0;
        if mv.kind != Kind::Lead {
            return Vec::new();
        }
        let mut rest = mv.cards;
        let mut texts = Vec::with_capacity(mv.units.len() + 1);
        for unit in mv.units.iter() {
            texts.push(unit.cards().to_string());
            rest = rest.difference(&unit.cards());
        }
        texts.extend(rest.cards().map(|card| card.to_string()));
        texts
    }

    /// What the constructor takes beside the kind.
    fn told(&self) -> String {
        match self.0.kind {
            Kind::Name => self.suit().unwrap_or_default(),
            Kind::Lead => self.unit_texts().join(" + "),
            _ => self.0.cards.to_string(),
        }
    }
}

#[pymethods]
impl ShengjiMove {
    #[new]
    #[pyo3(signature = (kind, cards = None), text_signature = "(kind, cards='')")]
    fn new(py: Python<'_>, kind: &str, cards: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let kind = kind_named(kind).or_raise(py)?;
        let text = cards.and_then(|cards| cards.cast::<PyString>().ok());
        let text = text.map(|text| text.to_str()).transpose()?;
        let made = match (kind, cards) {
            (Kind::Name, given) => match (text, given) {
                (Some(text), _) => naming(text),
                (None, None) => naming(""),
                (None, Some(given)) => {
                    let message = format!("a suit is text, not {}", given.get_type());
                    return Err(PyTypeError::new_err(message));
                }
            },
            (Kind::Lead, Some(given)) => lead(&parts(given)?, MOST_DECKS),
            (Kind::Lead, None) => lead(&[], MOST_DECKS),
            (kind, Some(given)) => of_cards(kind, read_cards(given, MOST_DECKS)?),
            (kind, None) => of_cards(kind, Cards::EMPTY),
        };
        made.or_raise(py).map(Self)
    }

    /// The kind of move, one of those that `Move` lists.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.name()
    }

    /// The cards shown, buried or played, in their order; empty where there are none.
    #[getter]
    fn cards(&self) -> String {
        self.0.cards.to_string()
    }

    /// The units of a lead, each as its cards, the largest first and singles last; empty for all other moves.
    #[getter]
    fn units(&self) -> Vec<String> {
        self.unit_texts()
    }

    /// The suit that is named, ``"D"``, ``"C"``, ``"H"`` or ``"S"``; None for all other moves.
    #[getter]
    fn suit(&self) -> Option<String> {
        let suit = Suit::ALL.get(usize::from(self.0.suit)).filter(|_| self.0.kind == Kind::Name);
        suit.map(|suit| suit.to_string())
    }

    /// Whether it is the pass, not to declare.
    #[getter]
    fn is_pass(&self) -> bool {
        self.0.kind == Kind::Pass
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let (kind, told) = (self.0.kind.name(), self.told());
        match told.is_empty() {
            true => format!("Move('{kind}')"),
            false => format!("Move('{kind}', '{told}')"),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast_exact::<Self>().is_ok_and(|other| {
            let (ours, theirs) = (self.0, other.get().0);
            ours == theirs || canonical(ours) == canonical(theirs)
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        canonical(self.0).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, mv) = (slf.py(), slf.get());
        let parts = (mv.0.kind.name(), mv.told());
        Ok((py.get_type::<Self>().into_any(), parts.into_pyobject(py)?))
    }
}

/// The units of a lead from a text, or from a list of units.
fn parts(given: &Bound<'_, PyAny>) -> PyResult<Vec<Cards>> {
    let py = given.py();
    if let Ok(text) = given.cast::<PyString>() {
        return parts_of(text.to_str()?, MOST_DECKS).or_raise(py);
    }
    if given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() {
        let units = given.try_iter()?;
        return units.map(|unit| read_cards(&unit?, MOST_DECKS)).collect();
    }
    Ok(vec![read_cards(given, MOST_DECKS)?])
}

/// The units of a text, joined by `+`, each of cards of so many decks.
pub(crate) fn parts_of(text: &str, decks: u8) -> Result<Vec<Cards>, RuleError> {
    let one = |part: &str| {
        let cards = of_text(part, decks)?;
        if cards.is_empty() {
            let message = format!("{:?} has a place without cards", shown(text.trim()));
            return Err(RuleError::input("", message));
        }
        Ok(cards)
    };
    text.split('+').map(one).collect()
}

/// What a text tells: a move, or cards whose kind of move the question tells.
pub(crate) enum Spoken {
    /// A move of its own.
    Move(Box<Move>),
    /// Units that are led; a single one may be a throw that is not read yet.
    Lead(Vec<Cards>),
    /// Cards, or units of a lead.
    Cards(Vec<Cards>),
}

/// Reads a text; more copies of a card than there are decks make it no move at all.
pub(crate) fn spoken(text: &str, decks: u8) -> Result<Spoken, RuleError> {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let Some(kind) = Kind::named(word) else {
        if text.is_empty() {
            return Err(RuleError::input("", "an empty text is no move"));
        }
        return Ok(Spoken::Cards(parts_of(text, decks)?));
    };
    match kind {
        Kind::Name => naming(rest).map(|mv| Spoken::Move(Box::new(mv))),
        Kind::Lead => parts_of(rest, decks).map(Spoken::Lead),
        _ => {
            let cards = of_text(rest, decks)?;
            of_cards(kind, cards).map(|mv| Spoken::Move(Box::new(mv)))
        }
    }
}
