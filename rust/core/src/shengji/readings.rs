//! How cards of one effective suit can be read as units (SJ-13, SJ-14).

use super::moves::{Cards, Units};
use super::packing::Packing;
use super::switches::{Reading, Switches};
use super::trump::Trump;
use super::unit::Unit;
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// All readings of some laid cards of one effective suit; none of no cards.
///
/// They are told in the order in which they are preferred. With
/// [`Reading::NoSingles`]: fewest singles, then fewest units, then the largest units; with
/// [`Reading::LongestUnit`]: the largest units, compared one after the other, by their cards and then
/// their width. Of readings into the same forms that with the higher units comes first. The first is the
/// one that is meant where none is told.
pub struct Readings {
    list: Vec<Units>,
}

impl Readings {
    /// The readings of laid cards of one effective suit.
    #[must_use]
    pub fn new(switches: &Switches, trump: &Trump, cards: &Cards) -> Self {
        if cards.is_empty() {
            return Self { list: Vec::new() };
        }
        let packing = Packing::new(trump, cards, true);
        let all = 0..packing.count();
        let mut list: Vec<Units> = all.map(|n| packing.nth(n).0).collect();
        list.sort_by_cached_key(|units| preference(switches, trump, cards, units));
        Self { list }
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.list.len() as u64
    }

    /// Reading number `n`, below the count: its units of two and more cards, largest first.
    #[must_use]
    pub fn nth(&self, n: u64) -> Units {
        self.list[n as usize]
    }

    /// Calls `f` with each reading in order, until it breaks.
    pub fn for_each(&self, f: impl FnMut(Units) -> ControlFlow<()>) -> ControlFlow<()> {
        self.list.iter().copied().try_for_each(f)
    }
}

/// Readings of the same cards are sorted by this.
fn preference(
    switches: &Switches,
    trump: &Trump,
    cards: &Cards,
    units: &Units,
) -> impl Ord + use<> {
    let singles = cards.total() - units.iter().map(Unit::size).sum::<usize>();
    let few = match switches.reading {
        Reading::NoSingles => (singles, units.len() + singles),
        Reading::LongestUnit => (0, 0),
    };
    let forms = units.iter().map(|unit| Reverse(unit.form().dominance()));
    let heights = units.iter().map(|unit| Reverse(unit.strength(trump)));
    (few, forms.collect::<Vec<_>>(), heights.collect::<Vec<_>>())
}

/// The reading of laid cards of one effective suit that is meant where none is told.
#[must_use]
pub fn default_reading(switches: &Switches, trump: &Trump, cards: &Cards) -> Units {
    if cards.is_empty() { Units::EMPTY } else { Readings::new(switches, trump, cards).nth(0) }
}

/// Units in the order in which leads tell them: most cards, then widest, then highest.
#[must_use]
pub fn in_order(trump: &Trump, units: &Units) -> Units {
    let mut sorted: Vec<Unit> = units.iter().collect();
    sorted.sort_by_cached_key(|unit| unit.rank(trump));
    sorted.into_iter().collect()
}

/// What is wrong with a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misread {
    /// These copies of faces are no unit of two and more cards.
    NoUnit(Unit),
    /// The units have cards that are not there.
    TooMany,
    /// Some of the units together are this unit.
    Joined(Unit),
    /// Units are not in their order.
    Disorder,
}

/// What is wrong with laid cards of one effective suit read as units and singles, if anything.
#[must_use]
pub fn misread(trump: &Trump, cards: &Cards, units: &Units) -> Option<Misread> {
    let mut rest = *cards;
    for unit in units.iter() {
        if unit.width < 2 || unit.width > 4 || trump.unit_of(&unit.cards()) != Some(unit) {
            return Some(Misread::NoUnit(unit));
        }
        if unit.faces & !rest.at_least(usize::from(unit.width)) != 0 {
            return Some(Misread::TooMany);
        }
        rest.remove(unit.faces, usize::from(unit.width));
    }
    if let Some(joined) = joined(trump, units, &rest) {
        return Some(Misread::Joined(joined));
    }
    let ranks = units.iter().map(|unit| unit.rank(trump));
    (!ranks.is_sorted()).then_some(Misread::Disorder)
}

/// Whether laid cards of one effective suit can be read as these units and singles.
#[must_use]
pub fn is_reading(trump: &Trump, cards: &Cards, units: &Units) -> bool {
    misread(trump, cards, units).is_none()
}

/// A unit that some of the units and singles are together, if there is one. See
/// [`packing`](super::packing) for why no others need be looked for.
fn joined(trump: &Trump, units: &Units, singles: &Cards) -> Option<Unit> {
    if singles.at_least(2) != 0 {
        let width = (2..=4).rev().find(|&k| singles.at_least(k) != 0)?;
        let faces = singles.at_least(width);
        return Some(Unit { faces: faces & faces.wrapping_neg(), width: width as u8 });
    }
    for (n, unit) in units.iter().enumerate() {
        if unit.faces & !singles.faces() == 0 {
            return Some(Unit { width: unit.width + 1, ..unit });
        }
        let others = || units.iter().skip(n + 1);
        if others().any(|other| other == unit) {
            return Some(Unit { width: 2 * unit.width, ..unit });
        }
        for other in others().filter(|other| other.width == unit.width) {
            let both = Unit { faces: unit.faces | other.faces, ..unit };
            if unit.faces & other.faces == 0 && trump.unit_of(&both.cards()).is_some() {
                return Some(both);
            }
        }
    }
    (2..=4).find_map(|width| row_of_loose(trump, units, width))
}

/// A tractor that loose tuples of the width are together, if there is one.
fn row_of_loose(trump: &Trump, units: &Units, width: u8) -> Option<Unit> {
    let loose = units.iter().filter(|unit| unit.form().length == 1 && unit.width == width);
    let faces = loose.fold(0, |faces, unit| faces | unit.faces);
    let (classes, least) = (trump.fold(faces), trump.least_run());
    let start = trump.runs(classes, least);
    if start == 0 {
        return None;
    }
    let row = (start & start.wrapping_neg()) * ((1 << least) - 1);
    let lowest = |class: usize| {
        let faces = trump.unfold(1 << class) & faces;
        faces & faces.wrapping_neg()
    };
    let row = (0..54).filter(|&class| row >> class & 1 != 0).map(lowest);
    Some(Unit { faces: row.fold(0, |faces, face| faces | face), width })
}
