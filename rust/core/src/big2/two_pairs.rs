//! Two pairs of a hand, four cards or with a fifth: counted, and the n-th of them (BT-09, BT-10).

use super::held::{Held, pair_suits, rank_mask};
use super::order::EACH_RANK;
use super::picks;
use crate::bits::Isa;

/// The key of two pairs: higher rank, lower rank, suits of the higher pair, four bits each.
pub(super) fn two_pair_key<const D: usize>(higher: u32, lower: u32, pick: u8) -> i32 {
    ((higher * 16 + lower) * 16) as i32 + i32::from(pair_suits::<D>(pick))
}

/// The two pairs of a hand.
#[derive(Clone, Copy)]
pub(super) struct TwoPairs<const D: usize> {
    pub(super) hand: Held<D>,
    /// Whether a fifth card is played with them.
    pub(super) fifth: bool,
    /// Whether five cards of one suit are flushes instead: two decks only.
    pub(super) flushes: bool,
}

/// The ranks of two pairs, and the first pick of the higher pair that counts.
type Ranks = (u32, u32, u32);

impl<const D: usize> TwoPairs<D> {
    /// The pairs of ranks, ascending, that have two pairs stronger than the key `over`.
    fn ranks(self, over: i32) -> impl Iterator<Item = Ranks> {
        let pairs: [u32; 13] =
            std::array::from_fn(|rank| picks::count(2, self.hand.byte(rank as u32)));
        let bound = if over < 0 { (0, 0) } else { (over as u32 >> 8, over as u32 >> 4 & 15) };
        let suits = over & 15;
        (0..13u32)
            .flat_map(|higher| (0..higher).map(move |lower| (higher, lower)))
            .filter(move |&(higher, lower)| {
                (higher, lower) >= bound && pairs[higher as usize] * pairs[lower as usize] > 0
            })
            .map(move |(higher, lower)| {
                let weak = |&&pick: &&u8| i32::from(pair_suits::<D>(pick)) <= suits;
                let here = over >= 0 && (higher, lower) == bound;
                let all = picks::all(2, self.hand.byte(higher));
                let first = if here { all.iter().filter(weak).count() as u32 } else { 0 };
                (higher, lower, first)
            })
    }

    /// The fifth cards that may go with two pairs.
    fn fifths(self, higher: u32, lower: u32) -> u64 {
        self.hand.faces() & !rank_mask(higher) & !rank_mask(lower)
    }

    /// How many plays the ranks have.
    fn of_ranks(self, (higher, lower, first): Ranks) -> u32 {
        let (high, low) = (self.hand.byte(higher), self.hand.byte(lower));
        let pairs = (picks::count(2, high) - first) * picks::count(2, low);
        if !self.fifth {
            return pairs;
        }
        let fifths = self.fifths(higher, lower);
        let mut all = pairs * fifths.count_ones();
        if D > 1 && self.flushes {
            let picks = &picks::all(2, high)[first as usize..];
            for suit in 0..4 {
                let double = 0x11u8 << suit;
                if low & double == double && picks.contains(&double) {
                    all -= (fifths & EACH_RANK << suit).count_ones();
                }
            }
        }
        all
    }

    /// How many there are stronger than the key `over`; all for −1.
    pub(super) fn count(self, over: i32) -> u32 {
        self.ranks(over).map(|ranks| self.of_ranks(ranks)).sum()
    }

    /// Number `n` of those: its key and its cards.
    pub(super) fn nth<I: Isa>(self, over: i32, mut n: u32) -> (i32, Held<D>) {
        for ranks in self.ranks(over) {
            let here = self.of_ranks(ranks);
            if n < here {
                return self.nth_of_ranks::<I>(ranks, n);
            }
            n -= here;
        }
        unreachable!("fewer two pairs than counted")
    }

    /// Number `n` of all two pairs that have the card `due`; `others` is the hand without it.
    pub(super) fn nth_with<I: Isa>(
        self,
        others: Self,
        due: u64,
        mut n: u32,
    ) -> Option<(i32, Held<D>)> {
        for ranks in self.ranks(-1) {
            let (all, without) = (self.of_ranks(ranks), others.of_ranks(ranks));
            if n < all - without {
                return (0..all)
                    .map(|number| self.nth_of_ranks::<I>(ranks, number))
                    .filter(|(_, cards)| cards.faces() & due != 0)
                    .nth(n as usize);
            }
            n -= all - without;
        }
        None
    }

    fn nth_of_ranks<I: Isa>(self, (higher, lower, first): Ranks, mut n: u32) -> (i32, Held<D>) {
        let fifths = self.fifths(higher, lower);
        for &high in &picks::all(2, self.hand.byte(higher))[first as usize..] {
            for &low in picks::all(2, self.hand.byte(lower)) {
                let pairs = Held::of_pick(higher, high).plus(Held::of_pick(lower, low));
                let key = two_pair_key::<D>(higher, lower, high);
                let one_suit = D > 1 && self.flushes && high == low && high >> 4 != 0;
                let fifths =
                    if one_suit { fifths & !(EACH_RANK * u64::from(high & 15)) } else { fifths };
                let here = if self.fifth { fifths.count_ones() } else { 1 };
                if n < here {
                    let fifth =
                        if self.fifth { Held::of_bit(I::nth_bit(fifths, n)) } else { Held([0; D]) };
                    return (key, pairs.plus(fifth));
                }
                n -= here;
            }
        }
        unreachable!("fewer two pairs of these ranks than counted")
    }
}
