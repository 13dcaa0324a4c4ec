//! Multisets of cards of one to four decks.

use crate::card::{Card, write_list};
use crate::card_set::CardSet;
use crate::error::RuleError;
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};
use std::fmt;
use std::str::FromStr;

/// How many copies of each face there are, 0 to `D`, for `D` = 1 to 4 decks.
///
/// Plane k − 1 is the mask of faces with at least k copies, so that each plane lies within the one
/// before it and questions about pairs or triples are questions about one word. A face is a bit; text
/// reads bits as [`Card::index`], everything else works for any layout of up to 64 faces.
///
/// ```
/// use chupai_core::card_counts::CardCounts;
///
/// let hand: CardCounts<2> = "AH AH KH R".parse()?;
/// assert_eq!((hand.total(), hand.at_least(2).count_ones()), (4, 1));
/// # Ok::<(), chupai_core::error::RuleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardCounts<const D: usize> {
    planes: [u64; D],
}

impl<const D: usize> CardCounts<D> {
    /// No card.
    pub const EMPTY: Self = {
        assert!(D >= 1 && D <= 4, "one to four decks");
        Self { planes: [0; D] }
    };

    /// All copies of the faces of the mask `deck`, `D` of each.
    #[inline(always)]
    #[must_use]
    pub const fn full(deck: u64) -> Self {
        let _ = Self::EMPTY;
        Self { planes: [deck; D] }
    }

    /// The multiset with these planes; `None` where a plane is not within the one before it.
    #[inline(always)]
    #[must_use]
    pub fn from_planes(planes: [u64; D]) -> Option<Self> {
        let _ = Self::EMPTY;
        planes.windows(2).all(|p| p[1] & !p[0] == 0).then_some(Self { planes })
    }

    /// The copies that several decks give together: of deck d the faces of the mask `decks[d]`.
    #[inline(always)]
    #[must_use]
    pub fn from_decks(mut decks: [u64; D]) -> Self {
        let _ = Self::EMPTY;
        // Sorting each face's D bits, ones first, makes planes of decks.
        for end in (1..D).rev() {
            for d in 0..end {
                let (a, b) = (decks[d], decks[d + 1]);
                (decks[d], decks[d + 1]) = (a | b, a & b);
            }
        }
        Self { planes: decks }
    }

    /// The planes: at index k − 1 the mask of faces with at least k copies.
    #[inline(always)]
    #[must_use]
    pub const fn planes(&self) -> &[u64; D] {
        &self.planes
    }

    /// The mask of faces with at least `k` copies; all ones for `k` = 0.
    #[inline(always)]
    #[must_use]
    pub const fn at_least(&self, k: usize) -> u64 {
        match k {
            0 => u64::MAX,
            k if k <= D => self.planes[k - 1],
            _ => 0,
        }
    }

    /// The mask of faces with exactly `k` copies.
    #[inline(always)]
    #[must_use]
    pub const fn exactly(&self, k: usize) -> u64 {
        self.at_least(k) & !self.at_least(k + 1)
    }

    /// The mask of faces there are.
    #[inline(always)]
    #[must_use]
    pub const fn faces(&self) -> u64 {
        self.at_least(1)
    }

    /// How many copies there are of the face at bit `face` (below 64).
    #[inline(always)]
    #[must_use]
    pub fn count(&self, face: usize) -> usize {
        self.planes.iter().map(|plane| (plane >> face & 1) as usize).sum()
    }

    /// How many cards there are, all copies counted.
    #[inline(always)]
    #[must_use]
    pub fn total(&self) -> usize {
        self.planes.iter().map(|plane| plane.count_ones() as usize).sum()
    }

    /// Whether there is no card.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.faces() == 0
    }

    /// Whether there are at least as many copies of every face as in `other`.
    #[inline(always)]
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        (0..D).all(|d| other.planes[d] & !self.planes[d] == 0)
    }

    /// Adds `k` copies of each face of the mask `faces`. Copies beyond `D` are lost; in debug builds
    /// they panic.
    #[inline(always)]
    pub fn add(&mut self, faces: u64, k: usize) {
        debug_assert!(k <= D && faces & self.at_least(D + 1 - k) == 0, "more copies than decks");
        let old = *self;
        for n in 1..=D {
            let shifted = old.at_least(n.saturating_sub(k));
            self.planes[n - 1] = (old.planes[n - 1] & !faces) | (shifted & faces);
        }
    }

    /// Adds one copy of each face of the mask `faces`; a copy beyond `D` is lost.
    #[inline(always)]
    pub fn add_one(&mut self, mut faces: u64) {
        for plane in &mut self.planes {
            let more = *plane & faces;
            *plane |= faces;
            faces = more;
        }
        debug_assert!(faces == 0, "more copies than decks");
    }

    /// Removes `k` copies of each face of the mask `faces`. Where there are fewer, all are removed; in
    /// debug builds that panics.
    #[inline(always)]
    pub fn remove(&mut self, faces: u64, k: usize) {
        debug_assert!(faces & !self.at_least(k) == 0, "more copies removed than there are");
        let old = *self;
        for n in 1..=D {
            self.planes[n - 1] = (old.planes[n - 1] & !faces) | (old.at_least(n + k) & faces);
        }
    }

    /// The cards of both together; `None` where that makes more than `D` copies of a face.
    #[must_use]
    pub fn checked_sum(&self, other: &Self) -> Option<Self> {
        let too_many = (1..=D).any(|k| self.at_least(k) & other.at_least(D + 1 - k) != 0);
        (!too_many).then(|| self.sum(other))
    }

    /// The cards of both together, at most `D` copies of each face.
    #[inline(always)]
    #[must_use]
    pub fn sum(&self, other: &Self) -> Self {
        let mut out = Self::EMPTY;
        for n in 1..=D {
            for k in 0..=n {
                out.planes[n - 1] |= self.at_least(k) & other.at_least(n - k);
            }
        }
        out
    }

    /// What is left when the cards of `other` are taken away, as far as they are there.
    #[inline(always)]
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        let mut out = *self;
        for n in 1..=D {
            for k in 1..=D {
                out.planes[n - 1] &= self.at_least(n + k) | !other.at_least(k);
            }
        }
        out
    }

    /// Of each face the greater number of copies.
    #[inline(always)]
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self { planes: std::array::from_fn(|d| self.planes[d] | other.planes[d]) }
    }

    /// Of each face the smaller number of copies.
    #[inline(always)]
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        Self { planes: std::array::from_fn(|d| self.planes[d] & other.planes[d]) }
    }

    /// Only the faces of the mask `faces`, all their copies.
    #[inline(always)]
    #[must_use]
    pub fn within(&self, faces: u64) -> Self {
        Self { planes: self.planes.map(|plane| plane & faces) }
    }

    /// The faces there are, ascending, each with its number of copies: (bit, copies).
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + use<D> {
        let counts = *self;
        let mut left = self.faces();
        std::iter::from_fn(move || {
            let face = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some((face, counts.count(face)))
        })
    }

    /// The cards one by one, ascending, equal ones side by side. Faces that are no cards are left
    /// out.
    pub fn cards(&self) -> impl Iterator<Item = Card> + use<D> {
        self.iter()
            .filter_map(|(face, copies)| Some((Card::from_index(face)?, copies)))
            .flat_map(|(card, copies)| std::iter::repeat_n(card, copies))
    }
}

impl<const D: usize> Default for CardCounts<D> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const D: usize> From<CardSet> for CardCounts<D> {
    fn from(set: CardSet) -> Self {
        let mut counts = Self::EMPTY;
        counts.planes[0] = set.bits();
        counts
    }
}

impl<const D: usize> TryFrom<CardCounts<D>> for CardSet {
    type Error = RuleError;

    /// Fails where a face has two copies, or is no card.
    fn try_from(counts: CardCounts<D>) -> Result<Self, RuleError> {
        let faces = counts.faces();
        match (Self::from_bits(faces), Self::from_bits_truncate(counts.at_least(2)).first()) {
            (Some(set), None) => Ok(set),
            (_, Some(card)) => {
                let message = format!("there are {} copies of {card}", counts.count(card.index()));
                Err(RuleError::input(card.to_string(), message))
            }
            (None, None) => Err(RuleError::input("", "there are faces that are no cards")),
        }
    }
}

impl<const D: usize> fmt::Display for CardCounts<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, self.cards())
    }
}

impl<const D: usize> fmt::Debug for CardCounts<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<const D: usize> FromStr for CardCounts<D> {
    type Err = RuleError;

    /// Reads a list of cards as [`Card::parse_list`] does; more than `D` copies of a card are an
    /// error.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        let mut counts = Self::EMPTY;
        for card in Card::parse_list(text)? {
            if counts.at_least(D) & card.bit() != 0 {
                let message = format!("more than {D} copies of {card}, one for each deck");
                return Err(RuleError::input(card.to_string(), message));
            }
            counts.add(card.bit(), 1);
        }
        Ok(counts)
    }
}

/// As a tuple of the planes.
impl<const D: usize> Serialize for CardCounts<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(D)?;
        self.planes.iter().try_for_each(|plane| tuple.serialize_element(plane))?;
        tuple.end()
    }
}

/// Fails where a plane is not within the one before it.
impl<'de, const D: usize> Deserialize<'de> for CardCounts<D> {
    fn deserialize<T: Deserializer<'de>>(deserializer: T) -> Result<Self, T::Error> {
        struct Planes<const D: usize>;

        impl<'de, const D: usize> Visitor<'de> for Planes<D> {
            type Value = CardCounts<D>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{D} planes, each within the one before it")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut planes = [0; D];
                for (d, plane) in planes.iter_mut().enumerate() {
                    let next = seq.next_element()?;
                    *plane = next.ok_or_else(|| de::Error::invalid_length(d, &self))?;
                }
                let counts = CardCounts::from_planes(planes);
                counts.ok_or_else(|| de::Error::custom("planes that are not nested"))
            }
        }

        deserializer.deserialize_tuple(D, Planes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Counts = [usize; 54];

    fn of<const D: usize>(counts: &Counts) -> CardCounts<D> {
        let mut out = CardCounts::EMPTY;
        for (face, &copies) in counts.iter().enumerate() {
            out.add(1 << face, copies.min(D));
        }
        out
    }

    fn counts<const D: usize>(cards: &CardCounts<D>) -> Counts {
        assert_eq!(CardCounts::from_planes(cards.planes), Some(*cards));
        std::array::from_fn(|face| cards.count(face))
    }

    fn each(a: &Counts, b: &Counts, f: impl Fn(usize, usize) -> usize) -> Counts {
        std::array::from_fn(|face| f(a[face], b[face]))
    }

    fn check<const D: usize>(a: Counts, b: Counts, mask: u64, k: usize) {
        let (a, b) = (a.map(|n| n.min(D)), b.map(|n| n.min(D)));
        let (x, y) = (of::<D>(&a), of::<D>(&b));
        assert_eq!((counts(&x), x.total()), (a, a.iter().sum()));
        assert_eq!(counts(&x.sum(&y)), each(&a, &b, |m, n| (m + n).min(D)));
        let fits = each(&a, &b, |m, n| m + n).iter().all(|&n| n <= D);
        assert_eq!(x.checked_sum(&y), fits.then(|| x.sum(&y)));
        assert_eq!(counts(&x.difference(&y)), each(&a, &b, usize::saturating_sub));
        assert_eq!(counts(&x.union(&y)), each(&a, &b, usize::max));
        assert_eq!(counts(&x.intersection(&y)), each(&a, &b, usize::min));
        assert_eq!(x.contains(&y), a.iter().zip(&b).all(|(m, n)| m >= n));
        assert!(x.union(&y).contains(&x) && x.contains(&x.intersection(&y)));
        assert_eq!(x.contains(&y), x.difference(&y).checked_sum(&y) == Some(x));
        assert!(x.iter().eq((0..54).filter(|&f| a[f] > 0).map(|f| (f, a[f]))));
        assert_eq!(x.cards().count(), x.total());
        assert_eq!(x.to_string().parse(), Ok(x));
        assert_eq!(CardSet::try_from(x).is_ok(), a.iter().all(|&n| n <= 1));
        for n in 0..=5 {
            assert!((0..54).all(|f| x.exactly(n) >> f & 1 == u64::from(a[f] == n)));
        }
        let k = k.min(D);
        let inside = |f: usize| mask >> f & 1 == 1;
        let mut more = x;
        more.add(mask & !x.at_least(D + 1 - k), k);
        let grown = |f: usize| if inside(f) && a[f] + k <= D { a[f] + k } else { a[f] };
        assert_eq!(counts(&more), std::array::from_fn(grown));
        let mut fewer = x;
        fewer.remove(mask & x.at_least(k), k);
        let shrunk = |f: usize| if inside(f) && a[f] >= k { a[f] - k } else { a[f] };
        assert_eq!(counts(&fewer), std::array::from_fn(shrunk));
        assert_eq!(
            counts(&x.within(mask)),
            std::array::from_fn(|f| if inside(f) { a[f] } else { 0 })
        );
    }

    fn any_counts() -> impl Strategy<Value = Counts> {
        proptest::array::uniform32(0usize..=4)
            .prop_flat_map(|a| (Just(a), proptest::array::uniform22(0usize..=1)))
            .prop_map(|(a, b)| std::array::from_fn(|i| if i < 32 { a[i] } else { b[i - 32] }))
    }

    #[test]
    fn empty_full_and_faulty() {
        assert!(CardCounts::<3>::default().is_empty());
        let full = CardCounts::<3>::full(CardSet::DECK_54.bits());
        assert_eq!((full.total(), full.at_least(3), full.at_least(4)), (162, (1 << 54) - 1, 0));
        assert_eq!(CardCounts::from_planes([1, 2]), None);
        assert_eq!("3D 3D B 3D".parse::<CardCounts<2>>().unwrap_err().cards, "3D");
        assert_eq!("B 3D 3D".parse::<CardCounts<2>>().unwrap().to_string(), "3D 3D B");
        let set: CardSet = "3D 4C".parse().unwrap();
        assert_eq!(CardSet::try_from(CardCounts::<4>::from(set)), Ok(set));
        assert!(CardSet::try_from(CardCounts::<1>::full(1 << 60)).is_err());
        assert_eq!(
            CardSet::try_from("B B".parse::<CardCounts<2>>().unwrap()).unwrap_err().cards,
            "B"
        );
    }

    proptest! {
        #[test]
        fn agrees_with_plain_counts(
            a in any_counts(), b in any_counts(), mask: u64, k in 0usize..=4,
        ) {
            let mask = mask & ((1 << 54) - 1);
            check::<1>(a, b, mask, k);
            check::<2>(a, b, mask, k);
            check::<3>(a, b, mask, k);
            check::<4>(a, b, mask, k);
        }

        #[test]
        fn decks_add_up(decks: [u64; 4]) {
            let sum = |n: usize| move |f: usize| {
                decks[..n].iter().map(|d| (d >> f & 1) as usize).sum::<usize>()
            };
            let four = CardCounts::<4>::from_decks(decks);
            let three = CardCounts::<3>::from_decks([decks[0], decks[1], decks[2]]);
            let two = CardCounts::<2>::from_decks([decks[0], decks[1]]);
            prop_assert!((0..64).all(|f| four.count(f) == sum(4)(f)));
            prop_assert!((0..64).all(|f| three.count(f) == sum(3)(f)));
            prop_assert!((0..64).all(|f| two.count(f) == sum(2)(f)));
        }
    }
}
