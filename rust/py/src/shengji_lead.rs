//! Leads and plays of Shengji from Python values.

use crate::errors::{NoActionIds, OrRaise, raise};
use crate::shengji_read::{joined, of_text};
use crate::shengji_trump::ShengjiTrump;
use chupai_core::error::RuleError;
use chupai_core::shengji::asked::Asked;
use chupai_core::shengji::leads;
use chupai_core::shengji::moves::{Cards, Units};
use chupai_core::shengji::readings::{default_reading, in_order};
use chupai_core::shengji::throw::units_of;
use chupai_core::shengji::trick::Led;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyString};

/// A lead: its laid cards and units.
pub(crate) type Lead = (Cards, Units);

/// Refuses numbers where a lead or a follow is expected: action ids. Unsigned ones of numpy are cards.
fn no_id(value: &Bound<'_, PyAny>) -> PyResult<()> {
    let number = match value.getattr("dtype") {
        Ok(kind) => kind.getattr("kind")?.eq("i")?,
        Err(_) => value.hasattr("__index__")? && !value.is_instance_of::<PyBool>(),
    };
    match number {
        true => Err(NoActionIds::new_err(
            "Shengji has no action ids: give cards, or a lead as a list of its units",
        )),
        false => Ok(()),
    }
}

impl ShengjiTrump {
    /// The cards of a play, laid.
    pub(crate) fn play(&self, value: &Bound<'_, PyAny>) -> PyResult<Cards> {
        no_id(value)?;
        self.laid(value)
    }

    /// A hand that leads or follows, laid: no larger than one with the kitty (SJ-02), so that counts of
    /// its plays are no larger than words.
    pub(crate) fn hand(&self, value: &Bound<'_, PyAny>) -> PyResult<Cards> {
        let hand = self.laid(value)?;
        self.is_hand(&hand).or_raise(value.py())?;
        Ok(hand)
    }

    /// A hand that leads, laid: of 54 cards at most, for nobody leads out of more, and so many units has
    /// no lead.
    pub(crate) fn leading_hand(&self, value: &Bound<'_, PyAny>) -> PyResult<Cards> {
        let (hand, most) = (self.hand(value)?, 2 * Units::MOST);
        if hand.total() <= most {
            return Ok(hand);
        }
        let message = format!("nobody leads out of more than {most} cards, not {}", hand.total());
        let error = RuleError { rule: "SJ-02", ..RuleError::input("", message) };
        Err(raise(value.py(), error))
    }

    /// Refuses what is more than a hand and the kitty.
    pub(crate) fn is_hand(&self, hand: &Cards) -> Result<(), RuleError> {
        let switches = self.parts().0;
        let (most, kitty) = (switches.hand_size(), switches.kitty_size());
        if hand.total() <= most + kitty {
            return Ok(());
        }
        let many = hand.total();
        let message =
            format!("a hand has {most} cards, {} with the kitty, not {many}", most + kitty);
        Err(RuleError { rule: "SJ-02", ..RuleError::input("", message) })
    }

    /// A lead that a value tells: cards, or the texts of its units. What is wrong with the units is an
    /// error of its own; whether they are a lead is not looked at.
    pub(crate) fn read_lead(&self, value: &Bound<'_, PyAny>) -> PyResult<Result<Lead, RuleError>> {
        no_id(value)?;
        let text = value.cast::<PyString>().ok().map(|text| text.to_str()).transpose()?;
        if let Some(text) = text.filter(|text| text.contains('+')) {
            return self.read_units(value.py(), text.split('+'));
        }
        if text.is_some() || value.hasattr("dtype")? {
            return self.laid(value).map(|cards| self.read_as_default(cards));
        }
        let items = value.try_iter().map_err(|_| {
            let kind = value.get_type();
            PyTypeError::new_err(format!("a lead is cards or a list of units, not {kind}"))
        })?;
        let items = items.collect::<PyResult<Vec<_>>>()?;
        let texts: Vec<_> = items.iter().filter_map(|item| item.cast::<PyString>().ok()).collect();
        if texts.is_empty() {
            let cards = self.laid(PyList::new(value.py(), items)?.as_any())?;
            return Ok(self.read_as_default(cards));
        }
        if texts.len() < items.len() {
            let message = "a lead is a list of units as text, or of cards as Card, not of both";
            return Err(PyTypeError::new_err(message));
        }
        let texts = texts.into_iter().map(|text| text.to_str()).collect::<PyResult<Vec<_>>>()?;
        self.read_units(value.py(), texts.into_iter())
    }

    fn read_units<'t>(
        &self,
        py: Python<'_>,
        texts: impl Iterator<Item = &'t str>,
    ) -> PyResult<Result<Lead, RuleError>> {
        let decks = self.decks();
        let parts = texts.map(|text| of_text(text, decks)).collect::<Result<Vec<_>, _>>();
        let parts = parts.or_raise(py)?;
        joined(&parts, decks).or_raise(py).map(|cards| self.read_as_units(cards, &parts))
    }

    /// Refuses a lead that no hand is large enough for, which the kernel has no room for.
    pub(crate) fn fits_a_hand(&self, cards: &Cards) -> Result<(), RuleError> {
        let (most, many) = (self.parts().0.hand_size(), cards.total());
        if many <= most {
            return Ok(());
        }
        let text = self.text(cards);
        let message = format!("{text}: a hand has {most} cards, and no lead has {many}");
        let chinese = format!("{text}:每家有{most}張牌,不能首出{many}張");
        Err(RuleError::illegal("SJ-02", text, message).in_chinese(chinese))
    }

    fn read_as_default(&self, cards: Cards) -> Result<Lead, RuleError> {
        self.fits_a_hand(&cards)?;
        let (switches, trump) = self.parts();
        let units = match trump.suit_of_all(cards.faces()) {
            Some(_) => default_reading(switches, trump, &cards),
            None => Units::EMPTY,
        };
        Ok((cards, units))
    }

    /// Units as they are told, and singles.
    fn read_as_units(&self, cards: Cards, parts: &[Cards]) -> Result<Lead, RuleError> {
        let trump = self.trump();
        let cards = trump.lay(&cards);
        self.fits_a_hand(&cards)?;
        let mut units = Units::EMPTY;
        for part in parts {
            let unit = trump.unit_of(&trump.lay(part)).ok_or_else(|| {
                let text = part.to_string();
                let [message, chinese] = match part.is_empty() {
                    true => ["a unit has at least one card", "牌型至少有一張牌"].map(str::to_owned),
                    false => [format!("{text} is no unit"), format!("{text}不是一個牌型")],
                };
                RuleError::illegal("SJ-10", text, message).in_chinese(chinese)
            })?;
            if unit.width > 1 {
                units.push(unit);
            }
        }
        Ok((cards, in_order(trump, &units)))
    }

    /// A lead that can be.
    pub(crate) fn lead(&self, value: &Bound<'_, PyAny>) -> PyResult<Lead> {
        self.lead_or_why(value)?.or_raise(value.py())
    }

    /// The same, or why it is no lead.
    pub(crate) fn lead_or_why(
        &self,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<Result<Lead, RuleError>> {
        let (switches, trump) = self.parts();
        Ok(self.read_lead(value)?.and_then(|(cards, units)| {
            let wrong = leads::why_not(switches, trump, &cards, &cards, &units);
            wrong.map_or(Ok((cards, units)), Err)
        }))
    }

    pub(crate) fn led(&self, (cards, units): &Lead) -> Led {
        let (switches, trump) = self.parts();
        Led::new(switches, trump, cards, units)
    }

    /// The question that a lead puts to a hand.
    pub(crate) fn asked(
        &self,
        hand: &Bound<'_, PyAny>,
        lead: &Bound<'_, PyAny>,
    ) -> PyResult<Asked<'_>> {
        Ok(self.asked_after(&self.led(&self.lead(lead)?), self.hand(hand)?))
    }

    /// The question that a lead puts to a laid hand.
    pub(crate) fn asked_after(&self, led: &Led, hand: Cards) -> Asked<'_> {
        let (switches, trump) = self.parts();
        Asked::new(switches, trump, led.forms(), led.suit(), led.size(), hand)
    }

    /// Which play wins, 0 for the lead; the laid plays are those of the followers in order.
    pub(crate) fn winner(&self, lead: &Lead, plays: &[Cards]) -> Result<usize, RuleError> {
        let (switches, trump) = self.parts();
        let all: Vec<_> = plays.iter().chain([&lead.0]).map(|cards| trump.stand(cards)).collect();
        joined(&all, self.decks())?;
        let led = self.led(lead);
        let mut best = led.standing();
        for (n, play) in plays.iter().enumerate() {
            if play.total() != led.size() {
                let (text, size) = (self.text(play), led.size());
                let message = format!("{text}: as many cards are played as were led, {size}");
                return Err(RuleError::illegal("SJ-18", text, message));
            }
            best = led.after(switches, trump, best, n + 1, play);
        }
        Ok(best.play)
    }

    /// The units of a lead as texts, singles last.
    pub(crate) fn told(&self, cards: &Cards, units: &Units) -> Vec<String> {
        let units = units_of(self.trump(), cards, units);
        units.map(|unit| self.text(&unit.cards())).collect()
    }
}
