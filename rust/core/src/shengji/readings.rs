//! How cards of one effective suit can be read as units (SJ-13, SJ-14).

use super::moves::{Cards, Units};
use super::packing::Packing;
use super::preferred::MANY;
use super::switches::{Reading, Switches};
use super::trump::Trump;
use super::unit::Unit;
use std::ops::ControlFlow;

/// All readings of some laid cards of one effective suit; none of no cards.
///
/// They are told in the order in which they are preferred. With
/// [`Reading::NoSingles`]: fewest singles, then fewest units, then the largest units; with
/// [`Reading::LongestUnit`]: the largest units, compared one after the other, by their cards and then
/// their width. Of readings into the same forms that with the higher units comes first. The first is the
/// one that is meant where none is told.
///
/// More than 65,536 readings, which some throws of more than forty trumps of four decks have, are in an
/// arbitrary order but for the first; and that is one of the best forms, but not of all those with the
/// highest units.
pub struct Readings<'a> {
    reading: Reading,
    packing: Option<Packing<'a>>,
}

/// How many readings are put in order at first, and how many times more each time these do not do.
const FIRST: usize = 16;

impl<'a> Readings<'a> {
    /// The readings of laid cards of one effective suit.
    #[must_use]
    pub fn new(switches: &Switches, trump: &'a Trump, cards: &Cards) -> Self {
        let packing = (!cards.is_empty()).then(|| Packing::new(trump, cards, true));
        Self { reading: switches.reading, packing }
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.packing.as_ref().map_or(0, Packing::count)
    }

    /// The reading that is meant where none is told: number 0.
    ///
    /// # Panics
    /// Where there are none.
    #[must_use]
    pub fn preferred(&self) -> Units {
        let packing = self.packing.as_ref().expect("some cards");
        // Nearly always there is but one.
        if packing.count() == 1 { packing.nth(0).0 } else { packing.preferred(self.reading, 1)[0] }
    }

    /// Reading number `n`, below the count: its units of two and more cards, largest first. It costs as
    /// much as all up to it.
    #[must_use]
    pub fn nth(&self, n: u64) -> Units {
        match &self.packing {
            _ if n == 0 => self.preferred(),
            Some(packing) if packing.count() > MANY => swapped(packing, self.preferred(), n),
            Some(packing) => packing.preferred(self.reading, n as usize + 1)[n as usize],
            None => panic!("a number below the count"),
        }
    }

    /// Calls `f` with each reading in order, until it breaks.
    pub fn for_each(&self, mut f: impl FnMut(Units) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(packing) = &self.packing else { return ControlFlow::Continue(()) };
        let count = packing.count();
        if count > MANY {
            let preferred = self.preferred();
            f(preferred)?;
            return (1..count).try_for_each(|n| f(swapped(packing, preferred, n)));
        }
        let (mut told, mut most) = (0, FIRST);
        while told < count as usize {
            let first = packing.preferred(self.reading, most);
            first[told..].iter().copied().try_for_each(&mut f)?;
            (told, most) = (first.len(), most * FIRST);
        }
        ControlFlow::Continue(())
    }
}

/// Way number `n` to lay the cards, not 0, where the preferred one has changed places with number 0.
fn swapped(packing: &Packing<'_>, preferred: Units, n: u64) -> Units {
    let (units, _) = packing.nth(n);
    if units == preferred { packing.nth(0).0 } else { units }
}

/// The reading of laid cards of one effective suit that is meant where none is told; of no cards none.
#[must_use]
pub fn default_reading(switches: &Switches, trump: &Trump, cards: &Cards) -> Units {
    if cards.is_empty() { Units::EMPTY } else { Readings::new(switches, trump, cards).preferred() }
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
