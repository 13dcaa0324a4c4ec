//! The order of cards of Shengji under one trump suit and level, and the questions about cards.

use crate::errors::OrRaise;
use crate::shengji::ShengjiRules;
use crate::shengji_read::{cards, face};
use chupai_core::card::{Card, Rank, Suit};
use chupai_core::error::{RuleError, shown};
use chupai_core::shengji::maximal::Maximal;
use chupai_core::shengji::moves::Cards;
use chupai_core::shengji::points;
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::switches::Switches;
use chupai_core::shengji::trump::{TRUMPS, Trump};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A trump suit and a level under a rule set; made and held by `chupai.shengji.Trump`.
#[pyclass(frozen, module = "chupai._native")]
pub(crate) struct ShengjiTrump {
    rules: Arc<Rules>,
    suit: Option<Suit>,
    level: Option<Rank>,
}

impl ShengjiTrump {
    /// The order of cards.
    pub(crate) fn trump(&self) -> &Trump {
        self.rules.trump(self.suit, self.level)
    }

    /// The switches, and the order of cards.
    pub(crate) fn parts(&self) -> (&Switches, &Trump) {
        (self.rules.switches(), self.trump())
    }

    /// How many decks there are.
    pub(crate) fn decks(&self) -> u8 {
        self.rules.switches().decks
    }

    /// Laid cards from a value.
    pub(crate) fn laid(&self, value: &Bound<'_, PyAny>) -> PyResult<Cards> {
        Ok(self.trump().lay(&cards(value, self.decks())?))
    }

    /// Laid cards as text.
    pub(crate) fn text(&self, cards: &Cards) -> String {
        self.trump().stand(cards).to_string()
    }

    /// One card from a value, laid.
    fn face(&self, value: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(self.trump().bit_of(face(value)?))
    }
}

/// The first of many things.
pub(crate) struct First<T> {
    pub(crate) items: Vec<T>,
    left: u64,
}

impl<T> First<T> {
    /// Up to so many.
    pub(crate) fn of(limit: u64) -> Self {
        Self { items: Vec::new(), left: limit }
    }

    /// Takes one more, unless there are enough; breaks where there are.
    pub(crate) fn push(&mut self, item: impl FnOnce() -> T) -> ControlFlow<()> {
        if self.left == 0 {
            return ControlFlow::Break(());
        }
        self.left -= 1;
        self.items.push(item());
        if self.left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Cards as text in the order given.
fn listed(cards: impl IntoIterator<Item = Card>) -> String {
    let texts: Vec<_> = cards.into_iter().map(|card| card.to_string()).collect();
    texts.join(" ")
}

/// The effective suit of a number.
fn suit_name(suit: usize) -> &'static str {
    ["D", "C", "H", "S", "trump"][suit]
}

#[pymethods]
impl ShengjiTrump {
    #[new]
    #[pyo3(signature = (suit, level, rules))]
    fn new(
        py: Python<'_>,
        suit: Option<&str>,
        level: Option<&str>,
        rules: &ShengjiRules,
    ) -> PyResult<Self> {
        let rules = Arc::clone(&rules.0);
        let suit = suit.map(trump_suit).transpose().or_raise(py)?;
        let level = level.map(level_rank).transpose().or_raise(py)?;
        if suit.is_none() && !rules.switches().no_trump {
            let message = "these rules always have a trump suit: no_trump=False";
            return Err(RuleError::rules("SJ-07", message)).or_raise(py);
        }
        Ok(Self { rules, suit, level })
    }

    fn suit(&self) -> Option<String> {
        self.suit.map(|suit| suit.to_string())
    }

    fn level(&self) -> Option<String> {
        self.level.map(|level| level.to_string())
    }

    fn order(&self, cards: &Bound<'_, PyAny>) -> PyResult<String> {
        let cards = crate::shengji_read::cards(cards, self.decks())?;
        Ok(listed(self.trump().order(&cards)))
    }

    fn points(&self, cards: &Bound<'_, PyAny>) -> PyResult<u16> {
        Ok(points(&crate::shengji_read::cards(cards, self.decks())?))
    }

    /// The greatest units within some cards: the first ``limit`` of them, and how many there are.
    fn units(&self, cards: &Bound<'_, PyAny>, limit: u64) -> PyResult<(Vec<String>, u64)> {
        let maximal = Maximal::new(self.trump(), &self.laid(cards)?);
        let mut first = First::of(limit);
        let _ = maximal.for_each(|unit| first.push(|| self.text(&unit.cards())));
        Ok((first.items, maximal.count()))
    }

    fn effective_suit(&self, card: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        Ok(suit_name(self.trump().suit_of(self.face(card)?)))
    }

    /// The number of a card's class in its effective suit, the lowest 0.
    fn strength(&self, card: &Bound<'_, PyAny>) -> PyResult<u32> {
        let (trump, face) = (self.trump(), self.face(card)?);
        let below = trump.classes_of(trump.suit_of(face)) & ((1 << trump.class_of(face)) - 1);
        Ok(below.count_ones())
    }

    /// The classes of an effective suit, weakest first, each as its faces.
    fn classes(&self, py: Python<'_>, suit: &str) -> PyResult<Vec<String>> {
        let trump = self.trump();
        let suit = match suit {
            "trump" => TRUMPS,
            suit => plain_suit(suit).or_raise(py)?,
        };
        let classes = trump.ascending(trump.classes_of(suit));
        let faces = |class: usize| trump.ascending(trump.unfold(1 << class));
        Ok(classes.map(|class| listed(faces(class).map(|bit| trump.card_of(bit)))).collect())
    }
}

fn trump_suit(text: &str) -> Result<Suit, RuleError> {
    text.parse().map_err(|_| {
        let message = format!("a trump suit is D, C, H, S or None, not {:?}", shown(text));
        RuleError::rules("SJ-04", message)
    })
}

fn plain_suit(text: &str) -> Result<usize, RuleError> {
    text.parse::<Suit>().map(Suit::index).map_err(|_| {
        let message = format!("an effective suit is D, C, H, S or trump, not {:?}", shown(text));
        RuleError::input("", message)
    })
}

fn level_rank(text: &str) -> Result<Rank, RuleError> {
    text.parse().ok().filter(|rank: &Rank| !rank.is_joker()).ok_or_else(|| {
        let message = format!("a level is a rank, 2 to A, or None, not {:?}", shown(text));
        RuleError::rules("SJ-04", message)
    })
}
