//! Units: singles, pairs, triples, quads, and tractors of them (SJ-09 … SJ-12).

use super::moves::Cards;
use super::trump::Trump;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// What a unit is but for its strength: `length` classes, `width` copies of a face of each.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Form {
    /// Copies of each face: 1 single, 2 pair, 3 triple 刻子, 4 quad 炸彈.
    pub width: u8,
    /// Faces: 1, or 2 and more in a tractor.
    pub length: u8,
}

impl Form {
    /// A form.
    #[must_use]
    pub const fn new(width: usize, length: usize) -> Self {
        Self { width: width as u8, length: length as u8 }
    }

    /// How many cards it has.
    #[inline(always)]
    #[must_use]
    pub const fn size(self) -> usize {
        self.width as usize * self.length as usize
    }

    /// The order of dominance: most cards, then widest (SJ-25).
    #[inline(always)]
    #[must_use]
    pub const fn dominance(self) -> (usize, u8) {
        (self.size(), self.width)
    }
}

/// A unit: `width` copies of each of some faces. They are laid faces, or [`Card::index`] faces in a
/// [`Move`](super::moves::Move).
///
/// [`Card::index`]: crate::card::Card::index
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unit {
    /// The faces, one of each class of a tractor.
    pub faces: u64,
    /// Copies of each.
    pub width: u8,
}

impl Unit {
    /// Its form.
    #[inline(always)]
    #[must_use]
    pub const fn form(self) -> Form {
        Form { width: self.width, length: self.faces.count_ones() as u8 }
    }

    /// How many cards it has.
    #[inline(always)]
    #[must_use]
    pub const fn size(self) -> usize {
        self.form().size()
    }

    /// Its cards.
    #[inline(always)]
    #[must_use]
    pub fn cards(self) -> Cards {
        let width = usize::from(self.width);
        let planes = std::array::from_fn(|d| if d < width { self.faces } else { 0 });
        Cards::from_planes(planes).expect("equal planes are nested")
    }

    /// Its highest class, where its faces are laid.
    #[inline(always)]
    #[must_use]
    pub fn top(self, trump: &Trump) -> usize {
        63 - trump.fold(self.faces).leading_zeros() as usize
    }

    /// The order in which units of a lead are told: most cards, then widest, then highest.
    #[must_use]
    pub fn rank(self, trump: &Trump) -> impl Ord + use<> {
        (Reverse(self.form().dominance()), Reverse(self.strength(trump)))
    }

    /// Its highest class, and then its faces from the strongest down, as one word.
    #[must_use]
    pub fn strength(self, trump: &Trump) -> (usize, u64) {
        // Faces of one class take places next to each other, so that greater words have higher faces.
        let ordered = trump.ascending(trump.unfold(trump.fold(self.faces)));
        let faces = ordered.enumerate().filter(|&(_, bit)| self.faces >> bit & 1 != 0);
        let word = faces.fold(0, |word, (place, _)| word | 1 << place);
        (self.top(trump), word)
    }
}

impl Trump {
    /// The unit that the laid cards are, if they are one (SJ-09 … SJ-11).
    #[must_use]
    pub fn unit_of(&self, cards: &Cards) -> Option<Unit> {
        let faces = cards.faces();
        let width = (1..=4).rev().find(|&k| cards.at_least(k) != 0)?;
        let classes = self.fold(faces);
        let length = classes.count_ones() as usize;
        let one = cards.at_least(width) == faces
            && faces.count_ones() as usize == length
            && (length == 1 || self.is_tractor(width, classes, length));
        one.then_some(Unit { faces, width: width as u8 })
    }

    /// Whether `width` copies of a face of each of the classes, `length` of them, are a tractor.
    #[inline(always)]
    fn is_tractor(&self, width: usize, classes: u64, length: usize) -> bool {
        width >= 2 && length >= self.least_run() && self.runs(classes, length) != 0
    }
}
