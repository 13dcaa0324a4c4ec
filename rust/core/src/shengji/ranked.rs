//! Cards in the order of strength, for the fast loop.
//!
//! *Ranked*, a face is the bit of its place in the order of strength: faces of one class lie side by
//! side, so that the n-th face of a mask is the n-th in strength. Runs are a question about classes, to
//! which [`Ranked::classes`] packs them, as a [`Trump`] lays them.

use super::facts::{FIVES, TENS};
use super::trump::{TRUMPS, Trump};
use crate::bits::Isa;
use crate::card::{Card, Suit};
use std::array::from_fn;

/// The order of strength under one trump suit and one level.
#[derive(Clone, Debug)]
pub(super) struct Ranked {
    /// The plain ranks of each suit as [`Card::index`] faces, and where the lowest is ranked.
    plain: [(u64, u8); 4],
    /// How many there are of a suit; and 1 where the 2 is among them, the last index and the lowest card.
    ranks: u32,
    two: u32,
    /// Where the small joker is ranked; the big one follows.
    jokers: u32,
    /// From where to where each other face goes.
    others: Vec<(u8, u8)>,
    /// Of each face: all faces of its effective suit, the strongest of its class, its points (SJ-03).
    suits: [u64; 64],
    last: [u64; 64],
    points: [u8; 64],
    /// All trumps.
    pub trumps: u64,
    /// The first face of each class; those with two and more, three and more, and four.
    first: u64,
    several: [u64; 3],
    /// The faces that are worth 5 and 10 points.
    worth: [u64; 2],
    /// The level cards out of the trump suit, and of it.
    levels: [u64; 2],
}

impl Ranked {
    /// The order of strength of `trump`.
    pub(super) fn new(trump: &Trump) -> Self {
        let laid = |place: usize| trump.lay_ranked(1 << place).trailing_zeros() as usize;
        let card = |place: usize| trump.card_of(laid(place));
        let ranked = |card: Card| trump.rank_mask(1 << trump.bit_of(card)).trailing_zeros() as u8;
        let at = |index: usize| Card::from_index(index).expect("a face of the pack");
        let class = |place: usize| trump.class_of(laid(place));
        let places = |test: &dyn Fn(usize) -> bool| {
            (0..54).filter(|&place| test(place)).fold(0, |mask: u64, place| mask | 1 << place)
        };
        let first = places(&|place| place == 0 || class(place) != class(place - 1));
        let several = from_fn(|more| {
            let last = |place: usize| place + more + 1;
            let long = |place| last(place) < 54 && class(last(place)) == class(place);
            first & places(&long)
        });
        let suits: [u64; 5] =
            from_fn(|suit| places(&|place| trump.suit_mask(suit) >> laid(place) & 1 != 0));
        // Level and constant ranks: trumps even of a suit that is not trump.
        let side = usize::from(trump.suit() == Some(Suit::Diamonds));
        let other = |rank: usize| suits[TRUMPS] >> ranked(at(rank * 4 + side)) & 1 != 0;
        let kept: Vec<usize> = (0..13).filter(|&rank| !other(rank)).collect();
        let plain = from_fn(|suit| {
            let faces = kept.iter().fold(0, |mask, rank| mask | 1 << (rank * 4 + suit));
            let places = kept.iter().map(|rank| ranked(at(rank * 4 + suit)));
            (faces, places.min().unwrap_or(0))
        });
        let others = (0..13).filter(|&rank| other(rank)).flat_map(|rank| rank * 4..rank * 4 + 4);
        let worth =
            [FIVES, TENS].map(|faces| places(&|place| faces >> card(place).index() & 1 != 0));
        Self {
            plain,
            ranks: kept.len() as u32,
            two: u32::from(kept.last() == Some(&12)),
            jokers: u32::from(ranked(at(52))),
            others: others.map(|index| (index as u8, ranked(at(index)))).collect(),
            suits: from_fn(|place| {
                suits.into_iter().find(|suit| suit >> place & 1 != 0).unwrap_or(0)
            }),
            last: from_fn(|place| {
                let same = (place..54).take_while(|&other| class(other) == class(place));
                same.last().map_or(0, |last| 1 << last)
            }),
            points: from_fn(|place| {
                let [five, ten] = worth.map(|faces| (faces >> place & 1) as u8);
                5 * five + 10 * ten
            }),
            trumps: suits[TRUMPS],
            first,
            several,
            levels: [false, true].map(|main| {
                places(&|place| {
                    Some(card(place).rank()) == trump.level()
                        && (trump.suit().is_some() && card(place).suit() == trump.suit()) == main
                })
            }),
            worth,
        }
    }

    /// [`Card::index`] faces, ranked.
    #[inline(always)]
    pub(super) fn rank<I: Isa>(&self, faces: u64) -> u64 {
        let mut out = faces >> 52 << self.jokers;
        let all = (1 << self.ranks) - 1;
        for (plain, base) in self.plain {
            let ranks = I::extract(faces, plain);
            // The 2 comes last among indices and is the lowest card.
            let turned = ranks << self.two | ranks >> (self.ranks - self.two) & u64::from(self.two);
            out |= (turned & all) << base;
        }
        for &(from, to) in &self.others {
            out |= (faces >> from & 1) << to;
        }
        out
    }

    /// All faces of the effective suit of the only face of a mask.
    #[inline(always)]
    pub(super) fn suit_of(&self, face: u64) -> u64 {
        self.suits[face.trailing_zeros() as usize & 63]
    }

    /// The strongest face that is as strong as the only face of a mask.
    #[inline(always)]
    pub(super) fn last_of(&self, face: u64) -> u64 {
        self.last[face.trailing_zeros() as usize & 63]
    }

    /// The points of the only face of a mask.
    #[inline(always)]
    pub(super) fn points_of(&self, face: u64) -> u16 {
        u16::from(self.points[face.trailing_zeros() as usize & 63])
    }

    /// The points of faces, a card each.
    #[inline(always)]
    pub(super) fn points(&self, faces: u64) -> u16 {
        let [fives, tens] = self.worth.map(|mask| (faces & mask).count_ones() as u16);
        5 * fives + 10 * tens
    }

    /// The weakest face of each class.
    #[inline(always)]
    pub(super) fn first_of<I: Isa>(&self, classes: u64) -> u64 {
        I::deposit(classes, self.first)
    }

    /// Whether there are level cards among faces: 2 for one of the trump suit, 1 for others (SJ-35).
    #[inline(always)]
    pub(super) fn level_card(&self, faces: u64) -> u8 {
        let [side, main] = self.levels;
        if faces & main != 0 { 2 } else { u8::from(faces & side != 0) }
    }

    /// The classes of the faces, as a [`Trump`] lays them.
    #[inline(always)]
    pub(super) fn classes<I: Isa>(&self, faces: u64) -> u64 {
        let [two, three, four] = self.several;
        let further = faces >> 1 & two | faces >> 2 & three | faces >> 3 & four;
        I::extract(faces & self.first | further, self.first)
    }
}

#[cfg(test)]
mod tests {
    use super::super::switches::Switches;
    use super::*;
    use crate::bits::Portable;
    use crate::card::Rank;

    const PACK: u64 = (1 << 54) - 1;

    #[test]
    fn ranking_is_laying_in_the_order_of_strength() {
        for constant_trumps in [0, 1 << 12, 1 << 12 | 1 << 4, 0x1fff] {
            let switches = Switches { constant_trumps, ..Switches::default() };
            for suit in Suit::ALL.map(Some).into_iter().chain([None]) {
                for level in Rank::ALL[..13].iter().copied().map(Some).chain([None]) {
                    let trump = Trump::new(&switches, suit, level);
                    let ranked = Ranked::new(&trump);
                    let mut mask = 0x9e37_79b9_7f4a_7c15_u64;
                    for _ in 0..50 {
                        mask = mask.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(29);
                        let laid = trump.lay_mask(mask & PACK);
                        let faces = ranked.rank::<Portable>(mask & PACK);
                        assert_eq!(faces, trump.rank_mask(laid), "{suit:?} {level:?}");
                        assert_eq!(trump.lay_ranked(faces), laid);
                        assert_eq!(ranked.classes::<Portable>(faces), trump.fold(laid));
                    }
                }
            }
        }
    }
}
