//! A hand arranged by strength, and its plays of equal ranks: counted, and the n-th of them.
//!
//! Bit 4·rank + suit is a card, both counted from the weakest; with two decks the second word has
//! the cards that are held twice. Plays come in the documented order, each kind ascending.

use super::combo::per_rank;
use super::order::EACH_RANK;
use super::picks;
use crate::bits::Isa;

/// The cards stronger than number `index`; all for −1.
#[inline(always)]
pub(super) const fn above(index: i32) -> u64 {
    u64::MAX << (index + 1)
}

/// The cards of a rank.
#[inline(always)]
pub(super) const fn rank_mask(rank: u32) -> u64 {
    0xf << (4 * rank)
}

/// Cards arranged by strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Held<const D: usize>(pub(super) [u64; D]);

/// Flags of the ranks of one deck that are held three and four times.
#[derive(Clone, Copy)]
struct Many {
    three: u64,
    four: u64,
}

impl Many {
    #[inline(always)]
    const fn any(self) -> u64 {
        self.three | self.four
    }
}

/// For each card of one deck, whether one, two or three weaker cards of its rank are held with it.
#[derive(Clone, Copy)]
struct Higher {
    one: u64,
    two: u64,
    three: u64,
}

impl Higher {
    #[inline(always)]
    const fn of(word: u64) -> Self {
        let a = word << 1 & 0xeeee_eeee_eeee_eeee;
        let b = word << 2 & 0xcccc_cccc_cccc_cccc;
        let c = word << 3 & 0x8888_8888_8888_8888;
        Self { one: word & (a | b | c), two: word & (a & b | c & (a | b)), three: word & a & b & c }
    }
}

impl<const D: usize> Held<D> {
    /// The cards that are held at least once.
    #[inline(always)]
    pub(super) const fn faces(self) -> u64 {
        self.0[0]
    }

    /// How many cards there are.
    #[inline(always)]
    pub(super) fn total(self) -> u32 {
        self.0[0].count_ones() + if D == 1 { 0 } else { self.0[D - 1].count_ones() }
    }

    #[inline(always)]
    pub(super) fn within(self, mask: u64) -> Self {
        Self(self.0.map(|word| word & mask))
    }

    /// The cards of a rank as a byte, see [`picks`].
    #[inline(always)]
    pub(super) fn byte(self, rank: u32) -> u8 {
        let low = (self.0[0] >> (4 * rank)) as u8 & 15;
        if D == 1 { low } else { low | ((self.0[D - 1] >> (4 * rank)) as u8) << 4 }
    }

    /// The cards of a pick.
    #[inline(always)]
    pub(super) fn of_pick(rank: u32, pick: u8) -> Self {
        let mut words = [0; D];
        words[0] = u64::from(pick & 15) << (4 * rank);
        if D > 1 {
            words[D - 1] = u64::from(pick >> 4) << (4 * rank);
        }
        Self(words)
    }

    /// One card.
    #[inline(always)]
    pub(super) fn of_bit(bit: u64) -> Self {
        let mut words = [0; D];
        words[0] = bit;
        Self(words)
    }

    /// These and other cards, which may be copies of them.
    #[inline(always)]
    pub(super) fn plus(self, other: Self) -> Self {
        let mut words = self.0;
        words[0] |= other.0[0];
        if D > 1 {
            words[D - 1] |= other.0[D - 1] | self.0[0] & other.0[0];
        }
        Self(words)
    }

    /// Without cards that are held.
    #[inline(always)]
    pub(super) fn minus(self, other: Self) -> Self {
        if D == 1 {
            return Self(self.0.map(|word| word ^ other.0[0]));
        }
        // Of each face: held minus taken copies.
        let (one, two) = (self.0[0], self.0[D - 1]);
        let (a, b) = (other.0[0], other.0[D - 1]);
        let mut words = [0; D];
        words[0] = one & !b & !(a & !two);
        words[D - 1] = two & !a;
        Self(words)
    }

    /// These cards as those of two decks.
    #[inline(always)]
    pub(super) fn of_two(self) -> Held<2> {
        Held([self.0[0], if D == 1 { 0 } else { self.0[D - 1] }])
    }
}

/// A hand with the number of cards of each rank.
#[derive(Clone, Copy)]
pub(super) struct Ranked<const D: usize> {
    held: Held<D>,
    /// How many faces each rank has, and how many cards: a nibble each.
    pub(super) faces: u64,
    counts: u64,
}

impl<const D: usize> Ranked<D> {
    #[inline(always)]
    pub(super) fn of(held: Held<D>) -> Self {
        let faces = per_rank(held.0[0]);
        let copies = if D == 1 { 0 } else { per_rank(held.0[D - 1]) };
        Self { held, faces, counts: faces + copies }
    }

    /// The cards that are held at least once.
    #[inline(always)]
    pub(super) const fn cards(self) -> u64 {
        self.held.faces()
    }

    /// The cards of some ranks, by a mask of them.
    #[inline(always)]
    pub(super) fn within(self, ranks: u64) -> Self {
        let held = self.held.within(ranks);
        Self { held, faces: self.faces & ranks, counts: self.counts & ranks }
    }

    /// Flags of the ranks that are held `k` times or more, copies counted; `k` from 1 to 8.
    #[inline(always)]
    pub(super) fn at_least(self, k: u64) -> u64 {
        // A rank's four bits reach 8 with the 8 − k that it lacks; more than 15 they never are.
        (self.counts + (8 - k) * EACH_RANK) >> 3 & EACH_RANK
    }

    /// The ranks of one deck above `over` that are held three and four times.
    #[inline(always)]
    fn many(self, over: i32) -> Many {
        let (counts, ranks) = (self.faces, EACH_RANK & above(4 * over + 3));
        Many { three: counts & counts >> 1 & ranks, four: counts >> 2 & ranks }
    }

    /// The ranks from `first` on that have picks of so many cards, as flags.
    #[inline(always)]
    fn ranks(self, size: usize, first: u32) -> u64 {
        self.at_least(size as u64) & u64::MAX << (4 * first)
    }

    /// Pick number `n` of so many cards, of the ranks from `first` on.
    #[inline(always)]
    fn nth_pick(self, size: usize, first: u32, mut n: u32) -> (u32, u8) {
        let mut left = self.ranks(size, first);
        loop {
            let rank = left.trailing_zeros() >> 2;
            let byte = self.held.byte(rank);
            let here = picks::count(size, byte);
            left &= left - 1;
            if n < here || left == 0 {
                return (rank, picks::nth(size, byte, n));
            }
            n -= here;
        }
    }

    /// How many pairs are stronger than the pair of key `over`, see [`pair_key`]; all for −1.
    #[inline(always)]
    pub(super) fn pairs(self, over: i32) -> u32 {
        if over < 0 {
            // Two faces of a rank are one pair, three are three, four are six; copies are one.
            let counts = self.faces;
            let three = (counts & counts >> 1 & EACH_RANK).count_ones();
            let copies = if D == 1 { 0 } else { self.held.0[D - 1].count_ones() };
            return (counts >> 1 & EACH_RANK).count_ones()
                + 2 * three
                + 6 * (counts >> 2 & EACH_RANK).count_ones()
                + copies;
        }
        let (higher, mask) = (Higher::of(self.held.0[0]), above(over >> 2));
        let mut n = (higher.one & mask).count_ones();
        if higher.two != 0 {
            n += (higher.two & mask).count_ones() + (higher.three & mask).count_ones();
        }
        if D > 1 {
            n += (self.held.0[D - 1] & mask).count_ones() + self.equal_tops(over).count_ones();
        }
        n
    }

    /// The lower cards of the pairs whose higher card is that of the key `over`, and which beat it by
    /// the lower one: two decks only.
    #[inline(always)]
    fn equal_tops(self, over: i32) -> u64 {
        let (high, low) = (over >> 2, over & 3);
        if over < 0 || self.held.0[0] >> high & 1 == 0 {
            return 0;
        }
        let rank = over >> 4;
        let lower = self.held.0[0] & above(4 * rank + low) & ((1 << high) - 1);
        let twice = self.held.0[D - 1] & 1 << high;
        lower | if low < (high & 3) { twice } else { 0 }
    }

    /// Pair number `n` of those.
    #[inline(always)]
    pub(super) fn nth_pair<I: Isa>(self, over: i32, mut n: u32) -> (u32, u8) {
        let (word, mut mask) = (self.held.0[0], above(over >> 2));
        if D > 1 {
            // Numbered from the first pair of its rank on.
            let first = if over < 0 { 0 } else { over as u32 >> 4 };
            if over >= 0 {
                let own = self.within(rank_mask(first));
                n += own.pairs(-1) - own.pairs(over);
            }
            return self.nth_pick(2, first, n);
        }
        let higher = Higher::of(word);
        mask &= higher.one;
        if higher.two != 0 {
            return nth_pair_of_many(word, higher, mask, n);
        }
        let rank = I::select(mask, n) >> 2;
        (rank, (word >> (4 * rank)) as u8 & 15)
    }

    /// How many picks of three or four cards have a rank above `over`.
    #[inline(always)]
    pub(super) fn of_size(self, size: usize, over: i32) -> u32 {
        if D == 1 {
            let many = self.many(over);
            let four = many.four.count_ones();
            return if size == 3 { many.three.count_ones() + 4 * four } else { four };
        }
        let (mut left, mut sum) = (self.ranks(size, (over + 1) as u32), 0);
        while left != 0 {
            sum += picks::count(size, self.held.byte(left.trailing_zeros() >> 2));
            left &= left - 1;
        }
        sum
    }

    /// Number `n` of those.
    #[inline(always)]
    pub(super) fn nth_of_size<I: Isa>(self, size: usize, over: i32, n: u32) -> (u32, u8) {
        if D == 1 {
            let many = self.many(over);
            if size == 4 {
                return (I::select(many.four, n) >> 2, 15);
            }
            if many.four == 0 {
                let rank = I::select(many.three, n) >> 2;
                return (rank, (self.held.0[0] >> (4 * rank)) as u8 & 15);
            }
        }
        self.nth_pick(size, (over + 1) as u32, n)
    }

    /// How many full houses have a triple of a rank above `over`.
    #[inline(always)]
    pub(super) fn full_houses(self, over: i32) -> u32 {
        if D == 1 {
            let many = self.many(over);
            if many.any() == 0 {
                return 0;
            }
            let (three, four) = (many.three.count_ones(), many.four.count_ones());
            let pairs = self.pairs(-1);
            return (three + 4 * four) * pairs - 3 * three - 24 * four;
        }
        let (mut left, mut sum) = (self.ranks(3, (over + 1) as u32), 0);
        if left == 0 {
            return 0;
        }
        let pairs = self.pairs(-1);
        while left != 0 {
            let byte = self.held.byte(left.trailing_zeros() >> 2);
            sum += picks::count(3, byte) * (pairs - picks::count(2, byte));
            left &= left - 1;
        }
        sum
    }

    /// Number `n` of those: the rank of its triple, and its cards.
    #[inline(always)]
    pub(super) fn nth_full_house<I: Isa>(self, over: i32, mut n: u32) -> (u32, Held<D>) {
        let all = self.pairs(-1);
        let mut left =
            if D == 1 { self.many(over).any() } else { self.ranks(3, (over + 1) as u32) };
        let (rank, byte, pairs) = loop {
            let rank = left.trailing_zeros() >> 2;
            let byte = self.held.byte(rank);
            let pairs = all - picks::count(2, byte);
            let here = picks::count(3, byte) * pairs;
            left &= left - 1;
            if n < here || left == 0 {
                break (rank, byte, pairs);
            }
            n -= here;
        };
        let others = self.within(!rank_mask(rank));
        let (pair_rank, pair) = others.nth_pair::<I>(-1, n % pairs);
        let triple = picks::nth(3, byte, n / pairs);
        (rank, Held::of_pick(rank, triple).plus(Held::of_pick(pair_rank, pair)))
    }

    /// How many fours with a fifth card have a rank above `over`.
    #[inline(always)]
    pub(super) fn quads(self, over: i32) -> u32 {
        if D == 1 {
            let four = self.many(over).four;
            if four == 0 {
                return 0;
            }
            return four.count_ones() * (self.held.total() - 4);
        }
        let faces = self.held.faces().count_ones();
        let (mut left, mut sum) = (self.ranks(4, (over + 1) as u32), 0);
        while left != 0 {
            let byte = self.held.byte(left.trailing_zeros() >> 2);
            let others = faces - (byte & 15).count_ones();
            sum += picks::count(4, byte) * others + picks::count(5, byte);
            left &= left - 1;
        }
        sum
    }

    /// Number `n` of those: its rank and its cards.
    #[inline(always)]
    pub(super) fn nth_quads<I: Isa>(self, over: i32, mut n: u32) -> (u32, Held<D>) {
        if D == 1 {
            let four = self.many(over).four;
            let others = self.held.total() - 4;
            let rank = I::select(four, n / others) >> 2;
            let fifth = I::nth_bit(self.held.0[0] ^ rank_mask(rank), n % others);
            return (rank, Held::of_bit(rank_mask(rank) | fifth));
        }
        let faces = self.held.faces().count_ones();
        let mut left = self.ranks(4, (over + 1) as u32);
        loop {
            let rank = left.trailing_zeros() >> 2;
            let byte = self.held.byte(rank);
            let others = faces - (byte & 15).count_ones();
            let mixed = picks::count(4, byte) * others;
            if n < mixed {
                let fifth = I::nth_bit(self.held.faces() & !rank_mask(rank), n % others);
                let four = picks::nth(4, byte, n / others);
                return (rank, Held::of_pick(rank, four).plus(Held::of_bit(fifth)));
            }
            n -= mixed;
            let fives = picks::count(5, byte);
            left &= left - 1;
            if n < fives || left == 0 {
                return (rank, Held::of_pick(rank, picks::nth(5, byte, n)));
            }
            n -= fives;
        }
    }
}

/// The lowest bits of a pair's key: the suit of the higher card, and with two decks that of the
/// other one (BT-02, BT-06).
#[inline(always)]
pub(super) fn pair_suits<const D: usize>(pick: u8) -> u8 {
    let (top, next) = picks::top_two(pick);
    if D == 1 { top << 2 | 3 } else { top << 2 | next }
}

/// The key of a pair: 16·rank + [`pair_suits`].
#[inline(always)]
pub(super) fn pair_key<const D: usize>(rank: u32, pick: u8) -> i32 {
    16 * rank as i32 + i32::from(pair_suits::<D>(pick))
}

/// The n-th pair under `mask` where some rank is held three times or more.
#[inline(always)]
fn nth_pair_of_many(word: u64, higher: Higher, mask: u64, mut n: u32) -> (u32, u8) {
    let mut left = higher.one & mask;
    loop {
        let high = left.trailing_zeros();
        let here = 1 + (higher.two >> high & 1) as u32 + (higher.three >> high & 1) as u32;
        if n < here {
            let rank = high >> 2;
            let weaker = (word & rank_mask(rank) & ((1 << high) - 1)) >> (4 * rank);
            let mut low = weaker;
            for _ in 0..n {
                low &= low - 1;
            }
            return (rank, (1 << (high & 3) | low & low.wrapping_neg()) as u8);
        }
        n -= here;
        left &= left - 1;
    }
}
