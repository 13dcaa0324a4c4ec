//! A hand of Dou Dizhu: how many cards of each rank, in one word.
//!
//! Bit `r + 16·(k-1)` is set iff the hand holds at least `k` cards of rank `r` (a thermometer a
//! rank), so the word itself lists the solos, pairs, trios and bombs. Ranks are 0 … 14 for
//! `3456789TJQKA2BR`.

use crate::error::{RuleError, shown};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The rank characters, lowest first.
pub const RANKS: &[u8; 15] = b"3456789TJQKA2BR";
/// Index of the small joker.
pub const SMALL_JOKER: u8 = 13;
/// Ranks that may stand in a chain: 3 … A (DD-12).
pub const CHAIN_RANKS: u64 = 0x0fff;
/// Ranks with four cards: 3 … 2.
pub const SUITED_RANKS: u64 = 0x1fff;
/// Both jokers.
pub const JOKERS: u64 = 0x6000;
/// One bit in each plane.
pub const PLANES: u64 = 0x0001_0001_0001_0001;
const PLANE: u64 = 0x7fff;

/// A multiset of cards, at most four of each rank and one of each joker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Hand(pub u64);

impl Hand {
    /// No cards.
    pub const EMPTY: Self = Self(0);
    /// All 54 cards (DD-01).
    pub const PACK: Self = Self(0x1fff_1fff_1fff_7fff);

    /// Ranks held at least `copies` (1 … 4) times, as a mask.
    #[inline(always)]
    #[must_use]
    pub const fn plane(self, copies: u32) -> u64 {
        (self.0 >> (16 * (copies - 1))) & PLANE
    }

    /// Number of cards.
    #[inline(always)]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are no cards.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cards of a rank.
    #[must_use]
    pub const fn count(self, rank: u8) -> u32 {
        ((self.0 >> rank) & PLANES).count_ones()
    }

    /// `copies` (1 … 4) cards of every rank in `ranks`.
    #[inline(always)]
    #[must_use]
    pub const fn of(ranks: u64, copies: u32) -> Self {
        Self(ranks.wrapping_mul(PLANES & ((1 << (16 * copies - 15)) - 1)))
    }

    /// The hand without `copies` (1 … 4) cards of every rank in `ranks`, all of which it must hold.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, ranks: u64, copies: u32) -> Self {
        let rows = ranks.wrapping_mul(PLANES);
        let down = if copies == 4 { 0 } else { self.0 >> (16 * copies) };
        Self((self.0 & !rows) | (down & rows))
    }

    /// The hand with `copies` (1 … 4) more cards of every rank in `ranks`; there must be room.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, ranks: u64, copies: u32) -> Self {
        let rows = ranks.wrapping_mul(PLANES);
        let low = Self::of(ranks, copies).0;
        let up = if copies == 4 { 0 } else { self.0 << (16 * copies) };
        Self((self.0 & !rows) | (up & rows) | low)
    }

    /// Whether every card of `other` is here.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Ranks held exactly `copies` times.
    #[inline(always)]
    const fn exactly(self, copies: u32) -> u64 {
        let more = if copies == 4 { 0 } else { self.plane(copies + 1) };
        self.plane(copies) & !more
    }

    /// The hand without the cards of `other`, which it must contain.
    #[inline(always)]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        self.without(other.exactly(1), 1)
            .without(other.exactly(2), 2)
            .without(other.exactly(3), 3)
            .without(other.exactly(4), 4)
    }

    /// The hand with the cards of `other`; a rank that would be held too often gives `None`.
    #[must_use]
    pub fn plus(self, other: Self) -> Option<Self> {
        let sum = self.and(other);
        // A fifth card of a rank leaves the word, a second joker is no card of the pack.
        let fits = sum.len() == self.len() + other.len() && sum.0 & !Self::PACK.0 == 0;
        fits.then_some(sum)
    }

    /// The hand without as many of the cards of `other` as it has.
    #[inline(always)]
    #[must_use]
    pub const fn less(self, other: Self) -> Self {
        self.minus(Self(self.0 & other.0))
    }

    /// Takes out the lowest `n` cards, or all where there are fewer, and gives them.
    #[must_use]
    pub fn take_lowest(&mut self, n: u32) -> Self {
        // The first rank of which not all cards are taken.
        let mut rank = 0;
        for step in [8, 4, 2, 1] {
            if rank + step <= 15 && self.below(rank + step).len() <= n {
                rank += step;
            }
        }
        let taken = self.below(rank);
        *self = Self(self.0 & !taken.0);
        let copies = (n - taken.len()).min(if rank < 15 { self.count(rank) } else { 0 });
        if copies == 0 {
            return taken;
        }
        *self = self.without(1 << rank, copies);
        Self(taken.0 | Self::of(1 << rank, copies).0)
    }

    /// The cards of ranks below `rank`.
    const fn below(self, rank: u8) -> Self {
        Self(self.0 & (((1 << rank) - 1) * PLANES))
    }

    /// The hand with the cards of `other`, for all of which there must be room.
    #[inline(always)]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        self.with(other.exactly(1), 1)
            .with(other.exactly(2), 2)
            .with(other.exactly(3), 3)
            .with(other.exactly(4), 4)
    }

    /// Whether the word is a hand: bits of a thermometer without gaps, one copy of a joker.
    #[must_use]
    pub const fn is_valid(self) -> bool {
        self.0 & !Self::PACK.0 == 0
            && self.plane(2) & !self.plane(1) == 0
            && self.plane(3) & !self.plane(2) == 0
            && self.plane(4) & !self.plane(3) == 0
    }

    /// Reads a rank string: `"10"` is T; spaces and commas mean nothing.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        let mut hand = Self::EMPTY;
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            if c == ' ' || c == ',' {
                continue;
            }
            let c = if c == '1' {
                match chars.next() {
                    Some('0') => 'T',
                    _ => return Err(unknown(text, '1')),
                }
            } else {
                c
            };
            let rank = RANKS.iter().position(|&r| char::from(r) == c);
            let rank = rank.ok_or_else(|| unknown(text, c))? as u8;
            hand = hand.plus(Self(1 << rank)).ok_or_else(|| {
                let most = if rank >= SMALL_JOKER { "one" } else { "four" };
                RuleError {
                    rule: "DD-01",
                    ..RuleError::input(
                        shown(text),
                        format!("more than {most} {c} in {:?}", shown(text)),
                    )
                }
            })?;
        }
        Ok(hand)
    }
}

fn unknown(text: &str, c: char) -> RuleError {
    let text = shown(text);
    let message = format!(
        "{c:?} in {text:?} is no rank; ranks are 3456789TJQKA2, B and R (small and big joker)"
    );
    RuleError::input(text, message)
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in 0..15 {
            for _ in 0..self.count(rank) {
                write!(f, "{}", char::from(RANKS[rank as usize]))?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand({self})")
    }
}

/// The `u64` planes of four suits, each a mask of ranks, sorted into a thermometer: from "which
/// cards" to "how many of each rank". Jokers lie in the lowest plane.
#[inline(always)]
#[must_use]
pub fn from_suits(cards: u64) -> Hand {
    let (a, b, c, d) =
        (cards & 0xffff, (cards >> 16) & 0xffff, (cards >> 32) & 0xffff, cards >> 48);
    let (ab, cd) = (a | b, c | d);
    let (ab2, cd2) = (a & b, c & d);
    // Merge two sorted pairs (ab ≥ ab2, cd ≥ cd2) bit by bit.
    let first = ab | cd;
    let fourth = ab2 & cd2;
    let (x, y) = (ab & cd, ab2 | cd2);
    Hand(first | (x | y) << 16 | (x & y) << 32 | fourth << 48)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        for text in ["", "3", "33344456789TJQKA2", "2222BR", "TTTT"] {
            assert_eq!(Hand::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Hand::parse("10 10,3").unwrap().to_string(), "3TT");
        for bad in ["33333", "BB", "1", "x", "3D"] {
            assert!(Hand::parse(bad).is_err(), "{bad}");
        }
        assert_eq!(Hand::PACK.len(), 54);
        assert!(Hand::PACK.is_valid());
        assert!(!Hand(1 << 16).is_valid());
    }

    #[test]
    fn the_lowest_cards_are_taken() {
        let mut x = 7u64;
        for n in (0..25).cycle().take(5_000) {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let hand = from_suits(x & x.rotate_left(13) & Hand::PACK.0);
            let mut rest = hand;
            let taken = rest.take_lowest(n);
            assert!(taken.is_valid() && rest.is_valid());
            assert_eq!(taken.to_string() + &rest.to_string(), hand.to_string());
            assert_eq!(taken.len(), n.min(hand.len()));
            assert_eq!((taken.plus(rest), hand.less(taken)), (Some(hand), rest));
        }
        assert_eq!(Hand::PACK.plus(Hand(1)), None);
        assert_eq!(Hand(1 << 13).plus(Hand(1 << 13)), None);
    }

    #[test]
    fn suits_sort_into_counts() {
        let mut x = 1u64;
        for _ in 0..10_000 {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let cards = x & Hand::PACK.0;
            let hand = from_suits(cards);
            assert!(hand.is_valid());
            for rank in 0..15 {
                assert_eq!(hand.count(rank), ((cards >> rank) & PLANES).count_ones());
            }
            let half = from_suits(cards & x.rotate_left(20));
            assert!(hand.contains(half));
            assert_eq!(hand.minus(half).plus(half), Some(hand));
        }
    }
}
