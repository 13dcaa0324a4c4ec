//! What becomes of a throw (SJ-15, SJ-16).

use super::moves::{Cards, Units};
use super::switches::{FailedThrow, Switches};
use super::trump::Trump;
use super::unit::{Form, Unit};
use smallvec::SmallVec;

/// What is led where several units were thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Throw {
    /// All of it: no other hand beats any of the units.
    Stands,
    /// This unit alone.
    Forced(Unit),
    /// One of these units, as the next seat says: fewest cards first, then narrowest.
    Choice(Beaten),
}

/// The smallest unit of each beaten kind: fewest cards first, then narrowest.
pub type Beaten = SmallVec<[Unit; 4]>;

/// The units of a lead, singles included: those of two and more cards in their order, then singles
/// from the highest down.
pub fn units_of(trump: &Trump, cards: &Cards, units: &Units) -> impl Iterator<Item = Unit> + use<> {
    let singles = singles_of(cards, units);
    let mut faces: SmallVec<[u64; 32]> = trump.ascending(singles).map(|bit| 1 << bit).collect();
    faces.reverse();
    units.iter().chain(faces.into_iter().map(|faces| Unit { faces, width: 1 }))
}

/// The faces of the cards that are in none of the units.
#[inline(always)]
#[must_use]
pub fn singles_of(cards: &Cards, units: &Units) -> u64 {
    let mut rest = *cards;
    units.iter().for_each(|unit| rest.remove(unit.faces, usize::from(unit.width)));
    rest.faces()
}

/// The classes within the mask that are higher than a class.
#[inline(always)]
fn above(classes: u64, class: usize) -> u64 {
    classes & (u64::MAX << class << 1)
}

/// The highest classes of the runs of this form that a laid hand has in an effective suit.
#[inline(always)]
fn tops(trump: &Trump, hand: &Cards, form: Form, suit: usize) -> u64 {
    let (width, length) = (usize::from(form.width), usize::from(form.length));
    let classes = trump.fold(hand.at_least(width) & trump.suit_mask(suit));
    trump.runs(classes, length) << (length - 1)
}

/// Whether one of the other laid hands has a higher unit of the same form in its effective suit; wider
/// and longer ones are torn (SJ-15).
#[inline(always)]
#[must_use]
pub fn is_beaten(trump: &Trump, unit: Unit, others: &[Cards]) -> bool {
    let suit = trump.suit_of(unit.faces.trailing_zeros() as usize);
    let top = unit.top(trump);
    others.iter().any(|hand| above(tops(trump, hand, unit.form(), suit), top) != 0)
}

/// Of each kind of unit in laid cards that are led, of which any can be beaten, the smallest unit; none
/// where the lead stands against the other laid hands (SJ-15, SJ-16). A lead of one unit always does.
#[must_use]
pub fn beaten(trump: &Trump, cards: &Cards, units: &Units, others: &[Cards]) -> Beaten {
    let mut beaten = Beaten::new();
    let singles = singles_of(cards, units);
    if units.len() + singles.count_ones() as usize <= 1 {
        return beaten;
    }
    if singles != 0 {
        let lowest =
            trump.unfold(trump.fold(singles) & trump.fold(singles).wrapping_neg()) & singles;
        let single = Unit { faces: lowest & lowest.wrapping_neg(), width: 1 };
        if is_beaten(trump, single, others) {
            beaten.push(single);
        }
    }
    // Units of a form follow each other, the smallest last; the forms themselves from the largest down.
    for n in (0..units.len()).rev() {
        let unit = units.get(n);
        let is_smallest = n + 1 == units.len() || units.get(n + 1).form() != unit.form();
        if is_smallest && is_beaten(trump, unit, others) {
            beaten.push(unit);
        }
    }
    beaten
}

/// What becomes of laid cards that are led as these units and singles against the other laid hands.
#[must_use]
pub fn throw(
    switches: &Switches,
    trump: &Trump,
    cards: &Cards,
    units: &Units,
    others: &[Cards],
) -> Throw {
    let beaten = beaten(trump, cards, units, others);
    match (beaten.as_slice(), switches.failed_throw) {
        ([], _) => Throw::Stands,
        (&[unit], _) => Throw::Forced(unit),
        (_, FailedThrow::NextPlayer) => Throw::Choice(beaten),
        (all, FailedThrow::Smallest) => {
            // Of equally high ones the first has the fewest cards.
            let least = all.iter().min_by_key(|unit| unit.top(trump));
            Throw::Forced(*least.expect("several units"))
        }
    }
}
