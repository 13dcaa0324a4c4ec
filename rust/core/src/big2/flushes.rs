//! Flushes of a hand: counted, and the n-th of them (BT-14).
//!
//! Cards are arranged by the strength in force. Five cards of one suit that are a straight flush
//! are *holes*: the arithmetic counts them too, and leaves them out at last.

use super::held::Held;
use super::movegen::ALL;
use super::order::EACH_RANK;
use super::switches::FlushOrder;
use crate::bits::{BINOMIAL, Cpu, Isa, SUBSET_START, SUBSETS};

/// Runs a block for each suit of a mask.
macro_rules! each_suit {
    ($suit:ident in $mask:expr => $body:block) => {
        let mut suits: u64 = $mask;
        while suits != 0 {
            let $suit = suits.trailing_zeros() as usize & 3;
            suits &= suits - 1;
            $body
        }
    };
}

/// How many choices of five there are of so many cards.
static FIVES: [u32; 14] = {
    let mut out = [0; 14];
    let mut n = 0;
    while n < 14 {
        out[n] = BINOMIAL[n][5];
        n += 1;
    }
    out
};

/// Of `a` ranks of a suit that are held once or twice, `b` of them twice: how many choices of k
/// cards there are, at `[k][a][b]`. Sixteen for thirteen, so that places are shifts.
static WAYS: [[[u16; 16]; 16]; 6] = {
    let mut out = [[[0; 16]; 16]; 6];
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

/// The digits of five neighbouring ranks, see [`Flush`]: before and after a revolution, by the first
/// of them as it is before one.
static RUN_DIGITS: [[u32; 13]; 2] = {
    let mut out = [[0; 13]; 2];
    let mut first = 0;
    while first < 13 {
        let mut rank = 13;
        while rank > 0 {
            rank -= 1;
            let before = match rank {
                0 => 12,
                12 => 0,
                rank => rank,
            };
            if (rank + 13 - first) % 13 < 5 {
                out[0][first] = out[0][first] << 4 | rank as u32;
            }
            if (before + 13 - first) % 13 < 5 {
                out[1][first] = out[1][first] << 4 | rank as u32;
            }
        }
        first += 1;
    }
    out
};

/// The ranks of one suit: flags of those held, and of those held twice.
#[derive(Clone, Copy)]
struct Suit {
    one: u64,
    two: u64,
}

#[inline(always)]
const fn below(rank: u32) -> u64 {
    (1 << (4 * rank)) - 1
}

/// The highest of some ranks.
#[inline(always)]
const fn top(flags: u64) -> u32 {
    (63 - flags.leading_zeros()) >> 2
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
        u32::from(WAYS[k as usize][a & 15][b & 15])
    }

    #[inline(always)]
    fn has(self, rank: u32) -> bool {
        self.one >> (4 * rank) & 1 == 1
    }

    #[inline(always)]
    fn below(self, rank: u32) -> Self {
        Self { one: self.one & below(rank), two: self.two & below(rank) }
    }

    /// What may follow a card of `rank` in a choice read from the highest card.
    #[inline(always)]
    fn after(self, rank: u32) -> Self {
        let again = self.two & 1 << (4 * rank);
        let below = self.below(rank);
        Self { one: below.one | again, two: below.two }
    }

    /// How many choices of five cards do not have a greater `top`, those with it left out where the
    /// suit is `higher`.
    #[inline(always)]
    fn up_to(self, top: u32, higher: bool) -> u32 {
        let below = self.below(top).ways(5);
        below + if !higher && self.has(top) { self.after(top).ways(4) } else { 0 }
    }

    /// How many choices of five cards come before these ranks, read from the highest, and whether
    /// these are held.
    #[inline(always)]
    fn before(self, digits: u32) -> (u32, bool) {
        let (mut left, mut sum) = (self, 0);
        for place in (0..5).rev() {
            let rank = digits >> (4 * place) & 15;
            sum += left.below(rank).ways(place + 1);
            if !left.has(rank) {
                return (sum, false);
            }
            left = left.after(rank);
        }
        (sum, true)
    }

    /// How many choices of five cards of this suit do not beat `over`.
    #[inline(always)]
    fn weak(self, suit: u32, over: Flush, order: FlushOrder) -> u32 {
        match order {
            FlushOrder::Suit if suit < over.suit => self.ways(5),
            FlushOrder::Suit if suit > over.suit => 0,
            FlushOrder::Rank | FlushOrder::Suit => {
                let (before, held) = self.before(over.digits);
                before + u32::from(held && suit <= over.suit)
            }
            FlushOrder::Top => self.up_to(over.digits >> 16, suit > over.suit),
        }
    }

    /// The digits of choice number `n` of `k` cards, after those there are.
    #[inline(always)]
    fn nth(self, mut digits: u32, k: u32, mut n: u32) -> u32 {
        let mut left = self;
        for k in (1..=k).rev() {
            // The top card is the highest below which there are no more than n choices.
            let mut held = left.one;
            loop {
                let rank = top(held);
                let before = left.below(rank).ways(k);
                if before <= n {
                    digits = digits << 4 | rank;
                    n -= before;
                    left = left.after(rank);
                    break;
                }
                held ^= 1 << (4 * rank);
            }
        }
        digits
    }
}

/// A flush: its ranks as hexadecimal digits, the highest first, and its suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flush {
    digits: u32,
    suit: u32,
}

impl Flush {
    /// The flush of five cards of one suit.
    #[inline(always)]
    pub(super) fn of<const D: usize>(cards: Held<D>) -> Self {
        let suit = cards.0[0].trailing_zeros() & 3;
        let (mut digits, mut place, mut left) = (0, 0, cards.0[0]);
        while left != 0 {
            let card = left.trailing_zeros();
            digits |= (card >> 2) << place;
            place += 4;
            if D > 1 && cards.0[D - 1] >> card & 1 == 1 {
                digits |= (card >> 2) << place;
                place += 4;
            }
            left &= left - 1;
        }
        Self { digits, suit }
    }

    #[inline(always)]
    fn cards<const D: usize>(self) -> Held<D> {
        let mut words = [0; D];
        for place in 0..5 {
            let card = 1 << (4 * (self.digits >> (4 * place) & 15) + self.suit);
            if D > 1 {
                words[D - 1] |= words[0] & card;
            }
            words[0] |= card;
        }
        Held(words)
    }

    /// The flush of a key; where only its top card counts, the other ranks mean nothing.
    #[inline(always)]
    fn of_key(order: FlushOrder, key: i32) -> Self {
        let key = key as u32;
        match order {
            FlushOrder::Rank => Self { digits: key >> 2, suit: key & 3 },
            FlushOrder::Suit => Self { digits: key & 0xf_ffff, suit: key >> 20 },
            FlushOrder::Top => Self { digits: key >> 2 << 16, suit: key & 3 },
        }
    }

    /// The strength: of two flushes the greater one wins, equal ones tie.
    #[inline(always)]
    pub(super) fn key(self, order: FlushOrder) -> i32 {
        let key = match order {
            FlushOrder::Rank => self.digits << 2 | self.suit,
            FlushOrder::Suit => self.suit << 20 | self.digits,
            FlushOrder::Top => self.digits >> 16 << 2 | self.suit,
        };
        key as i32
    }

    /// The place in the documented order: of two flushes the greater one comes later.
    #[inline(always)]
    fn place(self, order: FlushOrder) -> u32 {
        match order {
            FlushOrder::Top => (self.key(order) as u32) << 20 | self.digits,
            _ => self.key(order) as u32,
        }
    }
}

/// The straight flushes of a hand.
#[derive(Clone, Copy)]
pub(super) struct Holes {
    /// Their first cards, arranged without a revolution.
    pub(super) first: u64,
    pub(super) revolved: bool,
}

impl Holes {
    /// How many beat the key `over` and come before a flush.
    #[inline(always)]
    fn between(self, over: i32, flush: Flush, order: FlushOrder) -> u32 {
        let (mut left, mut sum) = (self.first, 0);
        let place = flush.place(order);
        while left != 0 {
            let first = left.trailing_zeros();
            let digits = RUN_DIGITS[usize::from(self.revolved)][(first >> 2) as usize];
            let hole = Flush { digits, suit: first & 3 };
            sum += u32::from(hole.key(order) > over && hole.place(order) <= place);
            left &= left - 1;
        }
        sum
    }

    /// The flush that has so many other flushes before it, where `at` counts holes too: the last of
    /// both is looked at, and those holes counted that come before it, until they are all in.
    #[inline(always)]
    fn skip(self, over: i32, order: FlushOrder, n: u32, at: impl Fn(u32) -> Flush) -> Flush {
        let mut holes = 0;
        loop {
            let flush = at(n + holes);
            let before = self.between(over, flush, order);
            if before == holes {
                return flush;
            }
            holes = before;
        }
    }
}

/// How many choices of five cards of one suit there are, straight flushes too.
#[inline(always)]
pub(super) fn fives<const D: usize>(hand: Held<D>) -> u32 {
    let mut sum = 0;
    for suit in 0..4 {
        let ones = (hand.0[0] & EACH_RANK << suit).count_ones() as usize;
        sum += if D == 1 {
            FIVES[ones]
        } else {
            let twos = (hand.0[D - 1] & EACH_RANK << suit).count_ones() as usize;
            u32::from(WAYS[5][ones & 15][twos & 15])
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
#[inline(always)]
pub(super) fn nth_with_lowest<const D: usize>(
    hand: Held<D>,
    suit: u32,
    holes: Holes,
    n: u32,
) -> (Flush, Held<D>) {
    let (lowest, rest) = lowest_of(hand, suit);
    let at = |n| Flush { digits: rest.nth(0, 4, n) << 4 | lowest, suit };
    let flush = if holes.first == 0 { at(n) } else { holes.skip(ALL, FlushOrder::Rank, n, at) };
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

/// How many choices of five of these cards of one suit do not beat the key `over`.
#[inline(always)]
pub(super) fn weak_of_one_suit(cards: u64, over: i32, order: FlushOrder) -> u32 {
    let suit = cards.trailing_zeros() & 3;
    Suit { one: cards >> suit, two: 0 }.weak(suit, Flush::of_key(order, over), order)
}

/// The flushes of a hand of any number of suits.
#[derive(Clone, Copy)]
pub(super) struct Flushes {
    pub(super) hand: Held<2>,
    pub(super) order: FlushOrder,
    pub(super) holes: Holes,
}

#[expect(clippy::extra_unused_type_parameters, reason = "compiled once for each processor")]
#[inline(always)]
fn count_impl<I: Isa>(flushes: Flushes, over: i32) -> u32 {
    let last = Flush { digits: 0xf_ffff, suit: 3 };
    let holes = flushes.holes.between(over, last, flushes.order);
    fives(flushes.hand) - flushes.weak(over) - holes
}

#[inline(always)]
fn nth_impl<I: Isa>(flushes: Flushes, over: i32, n: u32) -> (i32, Held<2>) {
    let n = flushes.weak(over) + n;
    let flush = if flushes.holes.first == 0 {
        flushes.at::<I>(n)
    } else {
        flushes.holes.skip(
            over,
            flushes.order,
            n,
            #[inline(always)]
            |n| flushes.at::<I>(n),
        )
    };
    (flush.key(flushes.order), flush.cards())
}

impl Flushes {
    /// How many flushes beat the key `over`, all for −1.
    #[inline(always)]
    pub(super) fn count(self, cpu: Cpu, over: i32) -> u32 {
        let flushes = self;
        crate::dispatch!(cpu, apart count_impl(flushes: Flushes, over: i32) -> u32)
    }

    /// Number `n` of those: its key and its cards.
    #[inline(always)]
    pub(super) fn nth(self, cpu: Cpu, over: i32, n: u32) -> (i32, Held<2>) {
        let flushes = self;
        crate::dispatch!(
            cpu,
            apart nth_impl(flushes: Flushes, over: i32, n: u32) -> (i32, Held<2>)
        )
    }

    /// How many choices do not beat the key `over`, straight flushes too.
    #[inline(always)]
    fn weak(&self, over: i32) -> u32 {
        if over == ALL {
            return 0;
        }
        let flush = Flush::of_key(self.order, over);
        let mut sum = 0;
        for suit in 0..4 {
            sum += Suit::of(self.hand, suit).weak(suit, flush, self.order);
        }
        sum
    }

    /// The choice of an index, straight flushes counted.
    #[inline(always)]
    fn at<I: Isa>(&self, mut n: u32) -> Flush {
        // Suits are left out as soon as they cannot have the choice.
        let mut left = [Suit { one: 0, two: 0 }; 4];
        let (mut alive, mut digits) = (0u64, 0);
        for suit in 0..4 {
            left[suit as usize] = Suit::of(self.hand, suit);
            let here = left[suit as usize].ways(5);
            if self.order == FlushOrder::Suit {
                if n < here {
                    return Flush { digits: left[suit as usize].nth(0, 5, n), suit };
                }
                n -= here;
            } else {
                alive |= u64::from(here > 0) << suit;
            }
        }
        for k in (1..=5).rev() {
            if alive & (alive - 1) == 0 {
                let suit = alive.trailing_zeros();
                return Flush { digits: left[suit as usize & 3].nth(digits, k, n), suit };
            }
            let mut held = 0;
            each_suit!(suit in alive => { held |= left[suit].one; });
            // The highest rank below which there are no more than n choices.
            let rank = loop {
                let rank = top(held);
                let mut before = 0;
                each_suit!(suit in alive => { before += left[suit].below(rank).ways(k); });
                if before <= n {
                    n -= before;
                    break rank;
                }
                held ^= 1 << (4 * rank);
            };
            digits = digits << 4 | rank;
            let before = alive;
            alive = 0;
            each_suit!(suit in before => {
                if left[suit].has(rank) {
                    left[suit] = left[suit].after(rank);
                    let here = left[suit].ways(k - 1);
                    if k < 5 || self.order != FlushOrder::Top {
                        alive |= u64::from(here > 0) << suit;
                    } else if n < here {
                        let digits = left[suit].nth(digits, 4, n);
                        return Flush { digits, suit: suit as u32 };
                    } else {
                        n -= here;
                    }
                }
            });
        }
        Flush { digits, suit: I::select(alive, n) }
    }
}
