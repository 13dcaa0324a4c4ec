//! Whether what a seat is told of a throw can have become of it (SJ-15, SJ-16).

use super::leads::lead_of;
use super::moves::{Cards, Move, Units};
use super::play::{laid, stood};
use super::switches::{FailedThrow, Switches};
use super::throw::{is_beaten, units_of};
use super::trump::Trump;
use super::unit::Unit;
use crate::error::RuleError;

/// What is known of a hand beside the leader's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    /// Whose it is.
    pub(super) seat: usize,
    /// The cards that it surely has.
    pub(super) least: Cards,
    /// All that it may have.
    pub(super) most: Cards,
    /// How many it has.
    pub(super) size: usize,
}

impl Hand {
    /// The same with laid cards.
    pub(super) fn laid(self, trump: &Trump) -> Self {
        Self { least: trump.lay(&self.least), most: trump.lay(&self.most), ..self }
    }

    /// Whether it may beat a unit.
    fn may_beat(&self, trump: &Trump, unit: Unit) -> bool {
        unit.size() <= self.size && is_beaten(trump, unit, &[self.most])
    }
}

/// Of each kind of unit in a lead the smallest: fewest cards first, then narrowest.
fn smallest(trump: &Trump, cards: &Cards, units: &Units) -> Vec<Unit> {
    let mut all: Vec<Unit> = Vec::new();
    // The largest come first, singles last.
    for unit in units_of(trump, cards, units) {
        match all.last_mut() {
            Some(last) if last.form() == unit.form() => *last = unit,
            _ => all.push(unit),
        }
    }
    all.reverse();
    all
}

/// Why it cannot be that of a lead all is led, or only `led`, or that the next seat chooses among
/// `options`, as these are the other hands.
pub(super) fn why_not_outcome(
    switches: &Switches,
    trump: &Trump,
    lead: &Move,
    (led, options): (Option<&Move>, &Units),
    others: &[Hand],
) -> Option<RuleError> {
    let wrong = |message: String| {
        let cards = lead.cards.to_string();
        Some(RuleError { cards, ..RuleError::rules("SJ-16", format!("led: {message}")) })
    };
    let (cards, units) = (trump.lay(&lead.cards), laid(trump, &lead.units));
    let kinds = smallest(trump, &cards, &units);
    let told = |unit: Unit| trump.stand(&unit.cards());
    let beats = |unit: Unit| others.iter().find(|hand| is_beaten(trump, unit, &[hand.least]));
    if units_of(trump, &cards, &units).nth(1).is_none() {
        let fails = led.is_some() || !options.is_empty();
        return if fails { wrong(format!("{} is no throw", lead.cards)) } else { None };
    }
    // What is led of it, or may be.
    let mut may_be = Vec::new();
    if let Some(led) = led {
        let same = |&unit: &Unit| {
            let (cards, units) = lead_of(unit);
            stood(trump, &cards, &units) == *led
        };
        match kinds.iter().copied().find(same) {
            Some(unit) => may_be.push(unit),
            None => return wrong(format!("{} is no smallest unit of {}", led.cards, lead.cards)),
        }
    }
    for unit in laid(trump, options).iter() {
        let place = kinds.iter().position(|&kind| kind == unit);
        let last = may_be.last().and_then(|&last| kinds.iter().position(|&kind| kind == last));
        if place.is_none() || led.is_some() || place <= last {
            return wrong(format!(
                "{} is none of the smallest units of {}, fewest cards first",
                told(unit),
                lead.cards
            ));
        }
        may_be.push(unit);
    }
    if options.len() == 1 || !options.is_empty() && switches.failed_throw != FailedThrow::NextPlayer
    {
        return wrong("by these rules nobody chooses what is led".to_owned());
    }
    if let Some(&unit) =
        may_be.iter().find(|&&unit| !others.iter().any(|hand| hand.may_beat(trump, unit)))
    {
        return wrong(format!("no other hand can beat {}", told(unit)));
    }
    let surely = kinds.iter().copied().filter_map(|unit| Some((unit, beats(unit)?)));
    for (unit, hand) in surely {
        let (unit_told, seat) = (told(unit), hand.seat);
        if may_be.is_empty() {
            let cards = lead.cards.to_string();
            let message = format!("led: {cards} cannot stand, for seat {seat} beats {unit_told}");
            return Some(RuleError { cards, ..RuleError::rules("SJ-15", message) });
        }
        if may_be.contains(&unit) {
            continue;
        }
        let lower = match (switches.failed_throw, led) {
            (FailedThrow::Smallest, Some(_)) => {
                let key =
                    |unit: Unit| (unit.top(trump), kinds.iter().position(|&kind| kind == unit));
                key(unit) < key(may_be[0])
            }
            _ => true,
        };
        if lower {
            return wrong(format!(
                "seat {seat} beats {unit_told} too, which would be led or could be chosen"
            ));
        }
    }
    None
}
