//! A move of Big Two as a Python object.

use crate::big2_read::cards as read_cards;
use crate::errors::OrRaise;
use chupai_core::big2::{Cards, Kind, Move};
use chupai_core::card::{Card, Rank};
use chupai_core::error::RuleError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::hash::{DefaultHasher, Hash, Hasher};

/// One move of Big Two: a pass, a play of cards, or a decision around the play.
///
/// An immutable value: equal moves are equal, hash alike and can be pickled. ``str(move)`` is the text that reads back as the
/// same move: ``"3D 3C"``, ``"pass"``, ``"swap"``, ``"redeal"``, ``"ask 2"``, ``"give 3D"``.
///
/// Args:
///     kind: ``"pass"``, ``"single"``, ``"pair"``, ``"triple"``, ``"bare_quad"``, ``"two_pair_4"``, ``"two_pair_5"``, ``"straight"``,
///         ``"flush"``, ``"full_house"``, ``"quads"``, ``"straight_flush"``, ``"dragon"``, ``"swap"``, ``"redeal"``, ``"ask"`` or
///         ``"give"``.
///     cards: the cards played, or the one handed over.
///     rank: the rank asked for, ``"3"`` to ``"2"``.
///
/// Raises:
///     IllegalMove: cards that are not of this kind under any rules.
///     TypeError: a part of the wrong type.
///     ValueError: an unknown kind, and what names no card or rank.
///
/// Example:
///     >>> from chupai.big2 import Move
///     >>> str(Move("full_house", "3D 3C 3S 2H 2S"))
///     '3D 3C 3S 2H 2S'
#[pyclass(name = "Move", frozen, module = "chupai.big2")]
#[derive(Clone, Copy)]
pub(crate) struct Big2Move(pub(crate) Move);

/// How many cards of each rank, most first.
fn counts(cards: Cards) -> Vec<usize> {
    let mut counts = [0; 13];
    for card in cards.cards() {
        counts[card.rank().index()] += 1;
    }
    let mut counts: Vec<usize> = counts.into_iter().filter(|&n| n > 0).collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts
}

/// Whether cards are of a kind under some rules.
fn fits(kind: Kind, cards: Cards) -> bool {
    let counts = counts(cards);
    let suit_of = |card: Card| card.suit().map_or(0, |suit| suit.index());
    let one_suit = (0..4).any(|suit| cards.cards().all(|card| suit_of(card) == suit));
    let ranks = cards.cards().fold(0u32, |ranks, card| ranks | 1 << card.rank().index());
    // All 13 windows of natural neighbours, A2345 and those around the corner included.
    let run = counts == [1; 5]
        && (0..13).any(|low| ranks == (0..5).fold(0, |w, k| w | 1 << ((low + k) % 13)));
    match kind {
        Kind::Single => counts == [1],
        Kind::Pair => counts == [2],
        Kind::Triple => counts == [3],
        Kind::BareQuad => counts == [4],
        Kind::TwoPair4 => counts == [2, 2],
        Kind::TwoPair5 => counts == [2, 2, 1],
        Kind::Straight => run && !one_suit,
        Kind::StraightFlush => run && one_suit,
        Kind::Flush => one_suit && cards.total() == 5,
        Kind::FullHouse => counts == [3, 2],
        Kind::Quads => counts == [4, 1] || counts == [5],
        // The one action id of all dragons names no cards.
        Kind::Dragon => counts == [1; 13] || counts.is_empty(),
        _ => false,
    }
}

/// A move from its parts, wherever they fit together at all (whatever the rules).
fn build(kind: &str, cards: Cards, rank: Option<&str>) -> Result<Move, RuleError> {
    let wrong = |message: String| RuleError::illegal("BT-18", cards.to_string(), message);
    let named = Kind::named(kind).ok_or_else(|| {
        let kind = chupai_core::error::shown(kind);
        RuleError::input("", format!("no kind of move is called {kind:?}"))
    })?;
    if named != Kind::Ask && rank.is_some() {
        return Err(RuleError::input("", format!("{kind} has no rank")));
    }
    match named {
        Kind::Ask => {
            if !cards.is_empty() {
                return Err(wrong("ask has a rank and no cards".into()));
            }
            let rank = rank.ok_or_else(|| RuleError::input("", "ask needs a rank"))?;
            match rank.parse::<Rank>()? {
                joker if joker.is_joker() => {
                    Err(RuleError::input(rank, "a rank is one of 3456789TJQKA2"))
                }
                rank => Ok(Move::ask(rank.index() as u8)),
            }
        }
        Kind::Give => match (cards.total(), cards.cards().next()) {
            (1, Some(card)) => Ok(Move::give(card)),
            (n, _) => Err(wrong(format!("give has one card, not {n}"))),
        },
        kind if kind.is_play() => match fits(kind, cards) {
            true => Ok(Move::play(kind, cards)),
            false if cards.is_empty() => Err(wrong(format!("{} needs cards", kind.name()))),
            false => Err(wrong(format!("{cards} is no {}", kind.name()))),
        },
        kind if cards.is_empty() => Ok(Move { kind, ..Move::PASS }),
        kind => Err(wrong(format!("{} has no cards", kind.name()))),
    }
}

impl Big2Move {
    fn rank_letter(&self) -> Option<String> {
        let rank = Rank::from_index(usize::from(self.0.rank)).filter(|_| self.0.kind == Kind::Ask);
        rank.map(|rank| rank.to_string())
    }
}

#[pymethods]
impl Big2Move {
    #[new]
    #[pyo3(
        signature = (kind, cards = None, rank = None),
        text_signature = "(kind, cards='', rank=None)"
    )]
    fn new(
        py: Python<'_>,
        kind: &str,
        cards: Option<&Bound<'_, PyAny>>,
        rank: Option<&str>,
    ) -> PyResult<Self> {
        let cards = cards.map(read_cards).transpose()?.unwrap_or_default();
        build(kind, cards, rank).or_raise(py).map(Self)
    }

    /// The kind of move, one of those that `Move` lists.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.name()
    }

    /// The cards played or handed over, from low to high; empty where there are none.
    #[getter]
    fn cards(&self) -> String {
        self.0.cards.to_string()
    }

    /// The rank asked for, ``"3"`` to ``"2"``; None for all other moves.
    #[getter]
    fn rank(&self) -> Option<String> {
        self.rank_letter()
    }

    /// Whether it is the pass.
    #[getter]
    fn is_pass(&self) -> bool {
        self.0.kind == Kind::Pass
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let (kind, cards) = (self.0.kind.name(), self.0.cards);
        match self.rank_letter() {
            Some(rank) => format!("Move('{kind}', rank='{rank}')"),
            None if cards.is_empty() => format!("Move('{kind}')"),
            None => format!("Move('{kind}', '{cards}')"),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast_exact::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, mv) = (slf.py(), slf.get());
        let parts = (mv.0.kind.name(), mv.0.cards.to_string(), mv.rank_letter());
        Ok((py.get_type::<Self>().into_any(), parts.into_pyobject(py)?))
    }
}
