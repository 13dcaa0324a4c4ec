//! Flushes of a hand: counted, and the n-th of them (BT-14).
//!
//! Cards are arranged by the strength in force. Five cards of one suit that are a straight flush
//! are *holes*: the arithmetic counts them too, and leaves them out at last.

use super::held::Held;
use super::order::EACH_RANK;
use super::switches::FlushOrder;
use crate::bits::{BINOMIAL, Isa, SUBSET_START, SUBSETS};

/// Of `a` ranks of a suit that are held once or twice, `b` of them twice: how many choices of k
/// cards there are, at `[k][a][b]`.
static WAYS: [[[u16; 14]; 14]; 6] = {
    let mut out = [[[0; 14]; 14]; 6];
    let mut k = 0;
    while k <= 5 {
        let mut a = 0;
        while a <= 13 {
            let mut b = 0;
            while b <= a {
                let mut doubles = 0;
                while 2 * doubles <= k && doubles <= b {
                    let singles = k - 2 * doubles;
                    if singles <= a - doubles {
                        let ways = BINOMIAL[b][doubles] * BINOMIAL[a - doubles][singles];
                        out[k][a][b] += ways as u16;
                    }
                    doubles += 1;
                }
                b += 1;
            }
            a += 1;
        }
        k += 1;
    }
    out
};

/// The ranks of one suit: flags of those held, and of those held twice.
#[derive(Clone, Copy)]
struct Suit {
    one: u64,
    two: u64,
}

const fn below(rank: u32) -> u64 {
    (1 << (4 * rank)) - 1
}

impl Suit {
    #[inline(always)]
    fn of<const D: usize>(hand: Held<D>, suit: u32) -> Self {
        let two = if D == 1 { 0 } else { hand.0[D - 1] >> suit & EACH_RANK };
        Self { one: hand.0[0] >> suit & EACH_RANK, two }
    }

    /// How many choices of `k` cards there are.
    #[inline(always)]
    fn ways(self, k: u32) -> u32 {
        let (a, b) = (self.one.count_ones() as usize, self.two.count_ones() as usize);
        u32::from(WAYS[k as usize][a][b])
    }

    fn has(self, rank: u32) -> bool {
        self.one >> (4 * rank) & 1 == 1
    }

    fn below(self, rank: u32) -> Self {
        Self { one: self.one & below(rank), two: self.two & below(rank) }
    }

    /// What may follow a card of `rank` in a choice read from the highest card.
    fn after(self, rank: u32) -> Self {
        let again = self.two & 1 << (4 * rank);
        let below = self.below(rank);
        Self { one: below.one | again, two: below.two }
    }

    /// How many choices of `k` cards have `rank` on top.
    fn topped(self, rank: u32, k: u32) -> u32 {
        if self.has(rank) { self.after(rank).ways(k - 1) } else { 0 }
    }

    /// How many choices of as many cards come before the `ranks`, read from the highest, and whether
    /// these are held.
    #[inline(always)]
    fn before(self, ranks: &[u32]) -> (u32, bool) {
        let (mut left, mut sum) = (self, 0);
        for (i, &rank) in ranks.iter().enumerate() {
            sum += left.below(rank).ways((ranks.len() - i) as u32);
            if !left.has(rank) {
                return (sum, false);
            }
            left = left.after(rank);
        }
        (sum, true)
    }
}

impl Suit {
    /// Choice number `n` of as many ranks as there is room for, read from the highest.
    fn nth(self, ranks: &mut [u32], mut n: u32) {
        let (mut left, size) = (self, ranks.len());
        for (i, chosen) in ranks.iter_mut().enumerate() {
            let k = (size - i) as u32;
            // The top card is the highest below which there are no more than n choices.
            let mut held = left.one;
            loop {
                let rank = (63 - held.leading_zeros()) >> 2;
                let before = left.below(rank).ways(k);
                if before <= n {
                    (*chosen, n) = (rank, n - before);
                    left = left.after(rank);
                    break;
                }
                held ^= 1 << (4 * rank);
            }
        }
    }
}

/// A flush: its ranks from the highest on, and its suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flush {
    pub(super) ranks: [u32; 5],
    pub(super) suit: u32,
}

impl Flush {
    /// The flush of five cards of one suit.
    pub(super) fn of<const D: usize>(cards: Held<D>) -> Self {
        let suit = cards.0[0].trailing_zeros() & 3;
        let (mut ranks, mut at) = ([0; 5], 5);
        for rank in 0..13 {
            for word in cards.0 {
                if word >> (4 * rank + suit) & 1 == 1 && at > 0 {
                    at -= 1;
                    ranks[at] = rank;
                }
            }
        }
        Self { ranks, suit }
    }

    fn cards<const D: usize>(self) -> Held<D> {
        let bit = |rank: u32| Held::of_bit(1 << (4 * rank + self.suit));
        self.ranks.into_iter().fold(Held([0; D]), |all, rank| all.plus(bit(rank)))
    }

    /// The flush of a key; where only its top card counts, the other ranks mean nothing.
    pub(super) fn of_key(order: FlushOrder, key: i32) -> Self {
        let key = key as u32;
        let (digits, suit) = match order {
            FlushOrder::Rank => (key >> 2, key & 3),
            FlushOrder::Suit => (key & 0xf_ffff, key >> 20),
            FlushOrder::Top => (key >> 2 << 16, key & 3),
        };
        Self { ranks: std::array::from_fn(|i| digits >> (16 - 4 * i) & 15), suit }
    }

    /// The strength: of two flushes the greater one wins, equal ones tie.
    pub(super) fn key(self, order: FlushOrder) -> u32 {
        let digits = self.ranks.into_iter().fold(0, |key, rank| key << 4 | rank);
        match order {
            FlushOrder::Rank => digits << 2 | self.suit,
            FlushOrder::Suit => self.suit << 20 | digits,
            FlushOrder::Top => self.ranks[0] << 2 | self.suit,
        }
    }
}

/// The flushes of a hand.
pub(super) struct Flushes<'a, const D: usize> {
    pub(super) hand: Held<D>,
    pub(super) order: FlushOrder,
    /// The cards of its straight flushes.
    pub(super) holes: &'a [u64],
}

/// How many choices of five cards of one suit there are, straight flushes too.
#[inline(always)]
pub(super) fn fives<const D: usize>(hand: Held<D>) -> u32 {
    let mut sum = 0;
    for suit in 0..4 {
        let ones = (hand.0[0] >> suit & EACH_RANK).count_ones() as usize;
        sum += if D == 1 {
            BINOMIAL[ones][5]
        } else {
            let twos = (hand.0[D - 1] >> suit & EACH_RANK).count_ones() as usize;
            u32::from(WAYS[5][ones][twos])
        };
    }
    sum
}

/// The lowest rank of a suit, and what may be played with it.
#[inline(always)]
fn lowest_of<const D: usize>(hand: Held<D>, suit: u32) -> (u32, Suit) {
    let suit = Suit::of(hand, suit);
    let card = suit.one & suit.one.wrapping_neg();
    // One copy of it is played, another one may be.
    let rest = Suit { one: (suit.one & !card) | (suit.two & card), two: suit.two & !card };
    (card.trailing_zeros() >> 2, rest)
}

/// How many choices of five cards of a suit have the lowest card of the hand, which is of it.
#[inline(always)]
pub(super) fn with_lowest<const D: usize>(hand: Held<D>, suit: u32) -> u32 {
    lowest_of(hand, suit).1.ways(4)
}

/// The n-th flush with the lowest card of the hand, which is of the suit; `holes` are the straight
/// flushes with it.
pub(super) fn nth_with_lowest<const D: usize>(
    hand: Held<D>,
    suit: u32,
    holes: &[u64],
    mut n: u32,
) -> (Flush, Held<D>) {
    let (lowest, rest) = lowest_of(hand, suit);
    let mut before: smallvec::SmallVec<[u32; 8]> = holes
        .iter()
        .map(|&hole| rest.before(&Flush::of(Held::<D>::of_bit(hole)).ranks[..4]).0)
        .collect();
    before.sort_unstable();
    for hole in before {
        n += u32::from(hole <= n);
    }
    let mut flush = Flush { ranks: [lowest; 5], suit };
    rest.nth(&mut flush.ranks[..4], n);
    (flush, flush.cards())
}

/// The one suit of which one deck has five cards, by its cards; `None` where there are two.
#[inline(always)]
pub(super) fn only_suit(word: u64) -> Option<u64> {
    let mut only = 0;
    for suit in 0..4 {
        let cards = word & EACH_RANK << suit;
        if cards.count_ones() >= 5 {
            if only != 0 {
                return None;
            }
            only = cards;
        }
    }
    Some(only)
}

/// The n-th choice of five of these cards of one suit, read from the highest.
#[inline(always)]
pub(super) fn five_of<I: Isa>(cards: u64, n: u32) -> u64 {
    I::deposit(u64::from(SUBSETS[SUBSET_START[5] + n as usize]), cards)
}

/// How many choices of five of these cards of one suit do not beat `over`.
#[inline(always)]
pub(super) fn weak_of_one_suit(cards: u64, over: Flush, order: FlushOrder) -> u32 {
    let suit = cards.trailing_zeros() & 3;
    let own = Suit { one: cards >> suit, two: 0 };
    match order {
        FlushOrder::Rank => {
            let (before, held) = own.before(&over.ranks);
            before + u32::from(held && suit <= over.suit)
        }
        FlushOrder::Suit if suit == over.suit => {
            let (before, held) = own.before(&over.ranks);
            before + u32::from(held)
        }
        FlushOrder::Suit => {
            if suit < over.suit {
                own.ways(5)
            } else {
                0
            }
        }
        FlushOrder::Top => {
            let top = over.ranks[0];
            own.below(top).ways(5) + if suit <= over.suit { own.topped(top, 5) } else { 0 }
        }
    }
}

impl<const D: usize> Flushes<'_, D> {
    fn suits(&self) -> [Suit; 4] {
        [0, 1, 2, 3].map(|suit| Suit::of(self.hand, suit))
    }

    /// How many choices come before this one in the documented order, straight flushes too.
    fn index(&self, flush: Flush) -> u32 {
        let (suits, own) = (self.suits(), flush.suit as usize);
        match self.order {
            FlushOrder::Rank => {
                let mut sum = 0;
                for (number, suit) in suits.into_iter().enumerate() {
                    let (before, held) = suit.before(&flush.ranks);
                    sum += before + u32::from(held && number < own);
                }
                sum
            }
            FlushOrder::Suit => {
                let lower: u32 = suits[..own].iter().map(|suit| suit.ways(5)).sum();
                lower + suits[own].before(&flush.ranks).0
            }
            FlushOrder::Top => {
                let top = flush.ranks[0];
                let lower: u32 = suits.iter().map(|suit| suit.below(top).ways(5)).sum();
                let same: u32 = suits[..own].iter().map(|suit| suit.topped(top, 5)).sum();
                let own = suits[own];
                lower + same + own.before(&flush.ranks).0 - own.below(top).ways(5)
            }
        }
    }

    /// How many choices do not beat `over`, straight flushes too.
    fn weak(&self, over: Flush) -> u32 {
        let own = over.suit as usize;
        match self.order {
            // Only the same cards tie, and they come directly after all weaker ones.
            FlushOrder::Rank | FlushOrder::Suit => {
                let held = Suit::of(self.hand, over.suit).before(&over.ranks).1;
                self.index(over) + u32::from(held)
            }
            FlushOrder::Top => {
                let (suits, top) = (self.suits(), over.ranks[0]);
                let lower: u32 = suits.iter().map(|suit| suit.below(top).ways(5)).sum();
                lower + suits[..=own].iter().map(|suit| suit.topped(top, 5)).sum::<u32>()
            }
        }
    }

    /// How many flushes beat `over`; all without one.
    pub(super) fn count(&self, over: Option<Flush>) -> u32 {
        let all = fives(self.hand);
        match over {
            None => all - self.holes.len() as u32,
            Some(over) => {
                let beats = |&&hole: &&u64| {
                    Flush::of(Held::<D>::of_bit(hole)).key(self.order) > over.key(self.order)
                };
                all - self.weak(over) - self.holes.iter().filter(beats).count() as u32
            }
        }
    }

    /// Number `n` of those.
    pub(super) fn nth(&self, over: Option<Flush>, n: u32) -> (Flush, Held<D>) {
        let mut holes: smallvec::SmallVec<[u32; 8]> =
            self.holes.iter().map(|&hole| self.index(Flush::of(Held::<D>::of_bit(hole)))).collect();
        holes.sort_unstable();
        let start = over.map_or(0, |over| self.weak(over));
        let mut index = start + n;
        for hole in holes {
            index += u32::from(hole >= start && hole <= index);
        }
        let flush = self.at(index);
        (flush, flush.cards())
    }

    /// The choice of an index, straight flushes counted.
    fn at(&self, mut n: u32) -> Flush {
        let mut left: [Option<Suit>; 4] = self.suits().map(Some);
        let mut ranks = [0; 5];
        let keep = |left: &mut [Option<Suit>; 4], suit: usize| {
            for (number, other) in left.iter_mut().enumerate() {
                if number != suit {
                    *other = None;
                }
            }
        };
        if self.order == FlushOrder::Suit {
            for suit in 0..4 {
                let here = left[suit].map_or(0, |suit| suit.ways(5));
                if n < here {
                    keep(&mut left, suit);
                    break;
                }
                n -= here;
            }
        }
        for (digit, chosen) in ranks.iter_mut().enumerate() {
            let k = 5 - digit as u32;
            // The highest rank below which there are no more than n choices.
            let before =
                |rank: u32| -> u32 { left.iter().flatten().map(|s| s.below(rank).ways(k)).sum() };
            let (mut low, mut high) = (0u32, 12);
            while low < high {
                let middle = (low + high).div_ceil(2);
                if before(middle) <= n {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            n -= before(low);
            *chosen = low;
            if digit == 0 && self.order == FlushOrder::Top {
                for suit in 0..4 {
                    let here = left[suit].map_or(0, |suit| suit.topped(*chosen, 5));
                    if n < here {
                        keep(&mut left, suit);
                        break;
                    }
                    n -= here;
                }
            }
            for suit in &mut left {
                *suit = suit.filter(|suit| suit.has(*chosen)).map(|suit| suit.after(*chosen));
            }
        }
        let alive = (0..4).filter(|&suit| left[suit].is_some()).nth(n as usize);
        Flush { ranks, suit: alive.unwrap_or_default() as u32 }
    }
}
