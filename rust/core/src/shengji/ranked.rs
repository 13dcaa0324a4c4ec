//! Cards in the order of strength, for the fast loop.
//!
//! *Ranked*, a face is the bit of its place in the order of strength: faces of one class lie side by
//! side, so that the n-th face of a mask is the n-th in strength. Runs are a question about classes, to
//! which [`Ranked::classes`] packs them, as a [`Trump`] lays them.

use super::facts::{FIVES, TENS};
use super::trump::{TRUMPS, Trump};
use crate::bits::Isa;
use std::array::from_fn;

/// The order of strength under one trump suit and one level.
#[derive(Clone, Debug)]
pub(super) struct Ranked {
    /// Faces but jokers that come one after the other, as [`turned`] and where the first is ranked:
    /// the plain suits, level cards and the like.
    pieces: [(u64, u8); 6],
    more_pieces: Vec<(u64, u8)>,
    /// Of each face, and of none: all faces of its effective suit, the strongest of its class, its points
    /// (SJ-03).
    suits: [u64; 65],
    last: [u64; 65],
    points: [u8; 65],
    /// All trumps.
    pub trumps: u64,
    /// The first face of each class; those with two and more, three and more, and four.
    first: u64,
    several: [u64; 3],
    /// All faces of these; and the faces of other classes that are linked to the next face.
    wide: u64,
    link: u64,
    /// The class of several faces as a [`Trump`] lays it, if there is only one.
    wide_class: u64,
    /// The faces that are worth 5 and 10 points.
    worth: [u64; 2],
    /// The level cards out of the trump suit, and of it.
    levels: [u64; 2],
}

/// Where the small joker is, among indices as in strength; the big one follows.
const JOKERS: usize = 52;

/// Faces as [`Card::index`](crate::card::Card::index) has them, turned so that a 2, the last of its suit and
/// the weakest, comes first.
#[inline(always)]
fn turned(faces: u64) -> u64 {
    faces.rotate_left(16)
}

impl Ranked {
    /// The order of strength of `trump`.
    pub(super) fn new(trump: &Trump) -> Self {
        let laid = |place: usize| trump.lay_ranked(1 << place).trailing_zeros() as usize;
        let card = |place: usize| trump.card_of(laid(place));
        let classes: [usize; 54] = from_fn(|place| trump.class_of(laid(place)));
        let class = |place: usize| classes[place];
        let same = |place: usize, other: usize| other < 54 && class(other) == class(place);
        let places = |test: &dyn Fn(usize) -> bool| {
            (0..54).filter(|&place| test(place)).fold(0, |mask: u64, place| mask | 1 << place)
        };
        let first = places(&|place| place == 0 || class(place) != class(place - 1));
        let several = from_fn(|more| first & places(&|place| same(place, place + more + 1)));
        let suits: [u64; 5] =
            from_fn(|suit| places(&|place| trump.suit_mask(suit) >> laid(place) & 1 != 0));
        let mut pieces: Vec<(u64, u8)> = Vec::new();
        for place in 0..JOKERS {
            let face = turned(card(place).bit());
            match pieces.last_mut() {
                Some((faces, _)) if *faces < face => *faces |= face,
                _ => pieces.push((face, place as u8)),
            }
        }
        let more_pieces = pieces.split_off(pieces.len().min(6));
        pieces.resize(6, (0, 0));
        let wide = places(&|place| same(place, place + 1) || same(place, place.wrapping_sub(1)));
        let link = places(&|place| {
            let both = |next| 1 << class(place) | 1 << class(next);
            place < 53 && wide >> place & 0b11 == 0 && trump.runs(both(place + 1), 2) != 0
        });
        let worth =
            [FIVES, TENS].map(|faces| places(&|place| faces >> card(place).index() & 1 != 0));
        Self {
            pieces: from_fn(|n| pieces[n]),
            more_pieces,
            suits: from_fn(|place| {
                let of = |suit: &u64| place < 54 && suit >> place & 1 != 0;
                suits.into_iter().find(of).unwrap_or(0)
            }),
            last: from_fn(|place| {
                let same = (place..54).take_while(|&other| class(other) == class(place));
                same.last().map_or(0, |last| 1 << last)
            }),
            points: from_fn(|place| {
                let [five, ten] =
                    worth.map(|faces| u8::from(place < 54 && faces >> place & 1 != 0));
                5 * five + 10 * ten
            }),
            trumps: suits[TRUMPS],
            first,
            several,
            wide,
            link,
            wide_class: if trump.parallel().is_power_of_two() { trump.parallel() } else { 0 },
            levels: [false, true].map(|main| {
                places(&|place| {
                    Some(card(place).rank()) == trump.level()
                        && (trump.suit().is_some() && card(place).suit() == trump.suit()) == main
                })
            }),
            worth,
        }
    }

    /// [`Card::index`](crate::card::Card::index) faces, ranked.
    #[inline(always)]
    pub(super) fn rank<I: Isa>(&self, faces: u64) -> u64 {
        let turned = turned(faces);
        let mut out = faces >> JOKERS << JOKERS;
        for (piece, place) in self.pieces {
            out |= I::extract(turned, piece) << place;
        }
        for &(piece, place) in &self.more_pieces {
            out |= I::extract(turned, piece) << place;
        }
        out
    }

    /// All faces of the effective suit of the only face of a mask.
    #[inline(always)]
    pub(super) fn suit_of(&self, face: u64) -> u64 {
        self.suits[face.trailing_zeros() as usize]
    }

    /// The strongest face that is as strong as the only face of a mask.
    #[inline(always)]
    pub(super) fn last_of(&self, face: u64) -> u64 {
        self.last[face.trailing_zeros() as usize]
    }

    /// The points of the only face of a mask.
    #[inline(always)]
    pub(super) fn points_of(&self, face: u64) -> u32 {
        u32::from(self.points[face.trailing_zeros() as usize])
    }

    /// The points of faces, a card each.
    #[inline(always)]
    pub(super) fn points(&self, faces: u64) -> u32 {
        let [fives, tens] = self.worth;
        5 * (faces & fives).count_ones() + 10 * (faces & tens).count_ones()
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

    /// Whether there may be tractors out of faces: false is sure, and found at once.
    #[inline(always)]
    pub(super) fn may_run(&self, faces: u64) -> bool {
        faces & (faces >> 1 & self.link | self.wide) != 0
    }

    /// The class of several faces as a [`Trump`] lays it, and how many of its faces there are beside the
    /// first; `None` where that is to be asked of several classes.
    #[inline(always)]
    pub(super) fn choice(&self, faces: u64) -> Option<(u64, u64)> {
        let further = (faces & self.wide).count_ones().saturating_sub(1);
        (further == 0 || self.wide_class != 0).then_some((self.wide_class, u64::from(further)))
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
    use crate::bits::{Cpu, Portable};
    use crate::card::{Rank, Suit};

    const PACK: u64 = (1 << 54) - 1;

    #[test]
    fn ranking_is_laying_in_the_order_of_strength() {
        for constant_trumps in [0, 1 << 12, 1 << 12 | 1 << 4, 0x1fff] {
            let switches = Switches { constant_trumps, ..Switches::default() };
            for suit in Suit::ALL.map(Some).into_iter().chain([None]) {
                for level in Rank::ALL[..13].iter().copied().map(Some).chain([None]) {
                    let trump = Trump::new(&switches, Cpu::Portable, suit, level);
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
