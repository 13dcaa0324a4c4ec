//! Sets of cards of one deck.

use crate::card::{Card, write_list};
use crate::error::RuleError;
use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};
use std::str::FromStr;

/// A set of cards of one deck: bit [`Card::index`] of a `u64`.
///
/// `|`, `&`, `-` and `^` are union, intersection, difference and symmetric difference. As text it is
/// a list of cards, ascending: "3D 3C TS B".
///
/// ```
/// use chupai_core::card_set::CardSet;
///
/// let hand: CardSet = "TS 3C,3D".parse()?;
/// assert_eq!((hand.len(), hand.to_string().as_str()), (3, "3D 3C TS"));
/// # Ok::<(), chupai_core::error::RuleError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// The 52 cards that are no jokers.
    pub const DECK_52: Self = Self((1 << 52) - 1);
    /// All 54 cards.
    pub const DECK_54: Self = Self((1 << 54) - 1);

    /// The set with the bits of `bits`; `None` where a bit beyond the 54 cards is set.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u64) -> Option<Self> {
        if bits & !Self::DECK_54.0 == 0 { Some(Self(bits)) } else { None }
    }

    /// [`from_bits`](Self::from_bits) without bits beyond the 54 cards.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits_truncate(bits: u64) -> Self {
        Self(bits & Self::DECK_54.0)
    }

    /// The set's bits.
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many cards are in the set.
    #[inline(always)]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no card.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `card` is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & card.bit() != 0
    }

    /// Puts `card` in; whether it was not there before.
    #[inline(always)]
    pub const fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        self.0 |= card.bit();
        new
    }

    /// Takes `card` out; whether it was there.
    #[inline(always)]
    pub const fn remove(&mut self, card: Card) -> bool {
        let there = self.contains(card);
        self.0 &= !card.bit();
        there
    }

    /// Whether all cards of this set are in `other`.
    #[inline(always)]
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether all cards of `other` are in this set.
    #[inline(always)]
    #[must_use]
    pub const fn is_superset(self, other: Self) -> bool {
        other.is_subset(self)
    }

    /// Whether the sets have no card in common.
    #[inline(always)]
    #[must_use]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// The lowest card.
    #[inline(always)]
    #[must_use]
    pub const fn first(self) -> Option<Card> {
        Card::from_index(self.0.trailing_zeros() as usize)
    }

    /// The highest card.
    #[inline(always)]
    #[must_use]
    pub const fn last(self) -> Option<Card> {
        Card::from_index(63usize.wrapping_sub(self.0.leading_zeros() as usize))
    }

    /// The cards, ascending.
    #[inline(always)]
    #[must_use]
    pub const fn iter(self) -> Iter {
        Iter(self)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $assign_trait:ident $assign_method:ident $make:expr;)*) => {$(
        impl $trait for CardSet {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let make: fn(u64, u64) -> u64 = $make;
                Self(make(self.0, other.0))
            }
        }

        impl $assign_trait for CardSet {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    )*};
}

operators! {
    BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
    BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
    BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
    Sub sub SubAssign sub_assign |a, b| a & !b;
}

impl From<Card> for CardSet {
    #[inline(always)]
    fn from(card: Card) -> Self {
        Self(card.bit())
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> Self {
        cards.into_iter().fold(Self::EMPTY, |set, card| set | card.into())
    }
}

impl Extend<Card> for CardSet {
    fn extend<T: IntoIterator<Item = Card>>(&mut self, cards: T) {
        *self |= cards.into_iter().collect();
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Iter;

    #[inline(always)]
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, self.iter())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl FromStr for CardSet {
    type Err = RuleError;

    /// Reads a list of cards as [`Card::parse_list`] does; a card named twice is an error.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        let mut set = Self::EMPTY;
        for card in Card::parse_list(text)? {
            if !set.insert(card) {
                let message = format!("{card} is named twice, but there is one in the deck");
                return Err(RuleError::input(card.to_string(), message));
            }
        }
        Ok(set)
    }
}

/// The cards of a [`CardSet`], ascending.
#[derive(Clone, Debug)]
pub struct Iter(CardSet);

impl Iterator for Iter {
    type Item = Card;

    #[inline(always)]
    fn next(&mut self) -> Option<Card> {
        let card = self.0.first()?;
        self.0.remove(card);
        Some(card)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for Iter {
    #[inline(always)]
    fn next_back(&mut self) -> Option<Card> {
        let card = self.0.last()?;
        self.0.remove(card);
        Some(card)
    }
}

impl ExactSizeIterator for Iter {}
impl FusedIterator for Iter {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn any_set() -> impl Strategy<Value = CardSet> {
        any::<u64>().prop_map(CardSet::from_bits_truncate)
    }

    fn cards(set: CardSet) -> BTreeSet<Card> {
        Card::all().filter(|&card| set.contains(card)).collect()
    }

    #[test]
    fn empty_by_default() {
        let set = CardSet::default();
        assert!(set.is_empty() && set == CardSet::EMPTY && set.first().is_none());
        assert_eq!((set.last(), set.to_string().as_str(), "".parse()), (None, "", Ok(set)));
        assert_eq!((CardSet::DECK_52.len(), CardSet::DECK_54.len()), (52, 54));
        assert_eq!(CardSet::from_bits(1 << 54), None);
    }

    #[test]
    fn a_card_named_twice_is_an_error() {
        assert_eq!("3D 4D 3D".parse::<CardSet>().unwrap_err().cards, "3D");
        assert!("3D 4X".parse::<CardSet>().is_err());
    }

    proptest! {
        #[test]
        fn agrees_with_tree_sets(a in any_set(), b in any_set()) {
            let (x, y) = (cards(a), cards(b));
            prop_assert_eq!(cards(a | b), &x | &y);
            prop_assert_eq!(cards(a & b), &x & &y);
            prop_assert_eq!(cards(a - b), &x - &y);
            prop_assert_eq!(cards(a ^ b), &x ^ &y);
            prop_assert_eq!(a.is_subset(b), x.is_subset(&y));
            prop_assert_eq!((a | b).is_superset(b), true);
            prop_assert_eq!(a.is_superset(b), x.is_superset(&y));
            prop_assert_eq!(a.is_disjoint(b), x.is_disjoint(&y));
            prop_assert_eq!((a.len(), a.iter().len()), (x.len(), x.len()));
            prop_assert_eq!((a.first(), a.last()), (x.first().copied(), x.last().copied()));
            prop_assert!(a.iter().eq(x.iter().copied()));
            prop_assert!(a.iter().rev().eq(x.iter().rev().copied()));
            prop_assert_eq!(x.into_iter().collect::<CardSet>(), a);
            prop_assert_eq!(a.to_string().parse(), Ok(a));
            prop_assert_eq!(CardSet::from_bits(a.bits()), Some(a));
        }
    }
}
