//! What may be led: cards, and the units they are read as (SJ-13, SJ-14).

use super::lone_units::{count_units, for_each_unit, nth_unit};
use super::moves::{Cards, Units};
use super::packing::Packing;
use super::readings::{Misread, misread};
use super::switches::Switches;
use super::trump::{TRUMPS, Trump};
use super::unit::Unit;
use crate::error::RuleError;
use std::ops::ControlFlow;

/// The leads of one laid hand, to be counted and found by their number.
///
/// Without throws they are in the order of [`nth_unit`]. Else they come by effective suit, plain suits
/// first. Of two leads of one suit look at the highest face that they do not use alike: the one that
/// uses it for fewer cards comes first, and of as many the one that uses it in narrower units. So the
/// first of all is the lowest single. Where only the tractors differ that reach down to the face, a new
/// unit comes first, otherwise the order is arbitrary.
pub struct Leads<'a> {
    trump: &'a Trump,
    hand: Cards,
    /// Those of each effective suit, where there are throws.
    packings: Option<[Option<Packing<'a>>; TRUMPS + 1]>,
}

impl<'a> Leads<'a> {
    /// The leads of a laid hand.
    #[must_use]
    pub fn new(switches: &Switches, trump: &'a Trump, hand: &Cards) -> Self {
        let packing = |suit| {
            let cards = hand.within(trump.suit_mask(suit));
            (!cards.is_empty()).then(|| Packing::new(trump, &cards, false))
        };
        let packings = switches.throws.then(|| std::array::from_fn(packing));
        Self { trump, hand: *hand, packings }
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        match &self.packings {
            // One way in each suit is to lead nothing.
            Some(packings) => packings.iter().flatten().map(|packing| packing.count() - 1).sum(),
            None => count_units(self.trump, &self.hand),
        }
    }

    /// Lead number `n`, below the count: its laid cards, and its units of two and more cards.
    #[must_use]
    pub fn nth(&self, mut n: u64) -> (Cards, Units) {
        let Some(packings) = &self.packings else {
            return lead_of(nth_unit(self.trump, &self.hand, n));
        };
        for packing in packings.iter().flatten() {
            let count = packing.count() - 1;
            if n < count {
                let (units, singles) = packing.nth(n + 1);
                return (cards_of(&units, singles), units);
            }
            n -= count;
        }
        panic!("a number below the count");
    }

    /// Calls `f` with each lead in order, until it breaks.
    pub fn for_each(&self, f: &mut dyn FnMut(Cards, Units) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(packings) = &self.packings else {
            return for_each_unit(self.trump, &self.hand, &mut |unit| {
                let (cards, units) = lead_of(unit);
                f(cards, units)
            });
        };
        for packing in packings.iter().flatten() {
            for n in 1..packing.count() {
                let (units, singles) = packing.nth(n);
                f(cards_of(&units, singles), units)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// How many leads a laid hand has: of one unit, and if the rules have throws of several.
#[must_use]
pub fn count(switches: &Switches, trump: &Trump, hand: &Cards) -> u64 {
    Leads::new(switches, trump, hand).count()
}

/// Lead number `n` of a laid hand, in the order of [`Leads`].
#[must_use]
pub fn nth(switches: &Switches, trump: &Trump, hand: &Cards, n: u64) -> (Cards, Units) {
    Leads::new(switches, trump, hand).nth(n)
}

/// Calls `f` with each lead of a laid hand in the order of [`Leads`], until it breaks.
pub fn for_each(
    switches: &Switches,
    trump: &Trump,
    hand: &Cards,
    f: &mut dyn FnMut(Cards, Units) -> ControlFlow<()>,
) -> ControlFlow<()> {
    Leads::new(switches, trump, hand).for_each(f)
}

/// A unit as a lead: its cards, and as units those of two and more cards.
#[must_use]
pub fn lead_of(unit: Unit) -> (Cards, Units) {
    let several = (unit.width > 1).then_some(unit);
    (unit.cards(), several.into_iter().collect())
}

fn cards_of(units: &Units, singles: u64) -> Cards {
    let mut cards = Cards::EMPTY;
    cards.add(singles, 1);
    units.iter().for_each(|unit| cards.add(unit.faces, usize::from(unit.width)));
    cards
}

/// Whether laid cards of a laid hand may be led as these units and singles.
#[must_use]
pub fn is_legal(
    switches: &Switches,
    trump: &Trump,
    hand: &Cards,
    cards: &Cards,
    units: &Units,
) -> bool {
    hand.contains(cards)
        && trump.suit_of_all(cards.faces()).is_some()
        && misread(trump, cards, units).is_none()
        && (switches.throws || trump.unit_of(cards).is_some())
}

/// The error for laid cards of a laid hand that may not be led as these units and singles.
#[must_use]
pub fn why_not(
    switches: &Switches,
    trump: &Trump,
    hand: &Cards,
    cards: &Cards,
    units: &Units,
) -> Option<RuleError> {
    let text = |cards: &Cards| trump.stand(cards).to_string();
    let error = |rule, cards: &Cards, message: String, chinese: String| {
        Some(RuleError::illegal(rule, text(cards), message).in_chinese(chinese))
    };
    if cards.is_empty() {
        let message = "to lead takes at least one card".to_owned();
        return error("SJ-13", cards, message, "首家至少要出一張牌".to_owned());
    }
    let missing = cards.difference(hand);
    if !missing.is_empty() {
        let missed = text(&missing);
        let message = format!("the hand does not hold {missed}");
        return error("SJ-57", &missing, message, format!("手中沒有{missed}"));
    }
    if trump.suit_of_all(cards.faces()).is_none() {
        let led = text(cards);
        let message = format!("{led}: all cards of a lead are of one effective suit");
        return error("SJ-13", cards, message, format!("{led}:首家出的牌須為同一花色,或都是主牌"));
    }
    if !switches.throws && trump.unit_of(cards).is_none() {
        let led = text(cards);
        let message = format!("{led} is no unit, and there are no throws by these rules");
        return error("SJ-13", cards, message, format!("{led}不是一個牌型,此規則不許甩牌"));
    }
    let wrong = misread(trump, cards, units)?;
    match wrong {
        Misread::NoUnit(unit) => {
            let (unit, named) = (unit.cards(), text(&unit.cards()));
            error("SJ-10", &unit, format!("{named} is no unit"), format!("{named}不是一個牌型"))
        }
        Misread::TooMany => {
            let led = text(cards);
            let message = format!("the units have other cards than {led}");
            error("SJ-14", cards, message, format!("各牌型的牌與{led}不符"))
        }
        Misread::Joined(unit) => {
            let (unit, named) = (unit.cards(), text(&unit.cards()));
            let message = format!("{named} is one unit, not several");
            error("SJ-13", &unit, message, format!("{named}是一個牌型,不是幾個"))
        }
        Misread::Disorder => {
            let message = "the units of a lead are told largest first".to_owned();
            error("SJ-14", cards, message, "首家出的牌型須由大到小列出".to_owned())
        }
    }
}
