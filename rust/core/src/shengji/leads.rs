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

/// How many leads a laid hand has: of one unit, and if the rules have throws of several.
#[must_use]
pub fn count(switches: &Switches, trump: &Trump, hand: &Cards) -> u64 {
    if !switches.throws {
        return count_units(trump, hand);
    }
    (0..=TRUMPS).map(|suit| count_in(trump, &hand.within(trump.suit_mask(suit)))).sum()
}

/// How many leads some laid cards of one effective suit have.
fn count_in(trump: &Trump, cards: &Cards) -> u64 {
    if cards.is_empty() { 0 } else { Packing::new(trump, cards, false).count() - 1 }
}

/// Lead number `n`, below the count, of a laid hand.
///
/// Without throws leads are in the order of [`nth_unit`]. Else they come by effective suit, plain suits
/// first. Of two leads of one suit look at the highest face that they do not use alike: the one that
/// uses it for fewer cards comes first; then the one with a single of it. So the first is the lowest
/// single. Where both use it alike but for the tractors that reach down to it, the one with a new unit
/// comes first, otherwise the order is arbitrary.
#[must_use]
pub fn nth(switches: &Switches, trump: &Trump, hand: &Cards, mut n: u64) -> (Cards, Units) {
    if !switches.throws {
        return lead_of(nth_unit(trump, hand, n));
    }
    for suit in 0..=TRUMPS {
        let cards = hand.within(trump.suit_mask(suit));
        if cards.is_empty() {
            continue;
        }
        let mut packing = Packing::new(trump, &cards, false);
        // Number 0 is to lead nothing.
        let count = packing.count() - 1;
        if n < count {
            let (units, singles) = packing.nth(n + 1);
            return (cards_of(&units, singles), units);
        }
        n -= count;
    }
    panic!("a number below the count");
}

/// Calls `f` with each lead in the order of [`nth`], until it breaks.
pub fn for_each(
    switches: &Switches,
    trump: &Trump,
    hand: &Cards,
    f: &mut dyn FnMut(Cards, Units) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if !switches.throws {
        return for_each_unit(trump, hand, &mut |unit| {
            let (cards, units) = lead_of(unit);
            f(cards, units)
        });
    }
    for suit in 0..=TRUMPS {
        let cards = hand.within(trump.suit_mask(suit));
        let mut packing = Packing::new(trump, &cards, false);
        for n in 1..packing.count() {
            let (units, singles) = packing.nth(n);
            f(cards_of(&units, singles), units)?;
        }
    }
    ControlFlow::Continue(())
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
    let error = |rule, cards: &Cards, message| Some(RuleError::illegal(rule, text(cards), message));
    if cards.is_empty() {
        return error("SJ-13", cards, "to lead takes at least one card".to_owned());
    }
    let missing = cards.difference(hand);
    if !missing.is_empty() {
        let message = format!("the hand does not hold {}", text(&missing));
        return error("SJ-57", &missing, message);
    }
    if trump.suit_of_all(cards.faces()).is_none() {
        let message = format!("{}: all cards of a lead are of one effective suit", text(cards));
        return error("SJ-13", cards, message);
    }
    if !switches.throws && trump.unit_of(cards).is_none() {
        let message = format!("{} is no unit, and there are no throws by these rules", text(cards));
        return error("SJ-13", cards, message);
    }
    let wrong = misread(trump, cards, units)?;
    match wrong {
        Misread::NoUnit(unit) => {
            let message = format!("{} is no unit", text(&unit.cards()));
            error("SJ-10", &unit.cards(), message)
        }
        Misread::TooMany => {
            let message = format!("the units have other cards than {}", text(cards));
            error("SJ-14", cards, message)
        }
        Misread::Joined(unit) => {
            let message = format!("{} is one unit, not several", text(&unit.cards()));
            error("SJ-13", &unit.cards(), message)
        }
        Misread::Disorder => {
            let message = "the units of a lead are told largest first".to_owned();
            error("SJ-14", cards, message)
        }
    }
}
