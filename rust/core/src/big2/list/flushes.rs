//! Flushes among the cards of a hand, in the order of their strength (BT-14).

use crate::big2::order::{EACH_RANK, Window};
use crate::big2::switches::FlushOrder;
use crate::bits::Isa;

const NONE: u64 = u64::MAX;

/// Five cards of one suit after the other, out of `cards`: bit 4·rank for one of a rank, the next one
/// too for both of two decks. Ascending, so by ranks, highest first.
#[derive(Clone, Copy)]
pub(super) struct Suit<const TWO: bool> {
    cards: u64,
    /// The next five; `NONE` after the last.
    next: u64,
}

/// The lowest `n` bits of a mask that has as many.
#[inline(always)]
fn lowest(mut mask: u64, n: u32) -> u64 {
    let all = mask;
    for _ in 0..n {
        mask &= mask - 1;
    }
    all ^ mask
}

impl<const TWO: bool> Suit<TWO> {
    const EMPTY: Self = Self { cards: 0, next: NONE };

    /// The cards are five or more.
    #[inline(always)]
    pub(super) fn new(cards: u64) -> Self {
        let mut suit = Self { cards, next: lowest(cards, 5) };
        if TWO && suit.skips() {
            suit.advance();
        }
        suit
    }

    /// The next five.
    #[inline(always)]
    pub(super) fn next_five(&mut self) -> Option<u64> {
        let cards = self.next;
        if cards == NONE {
            return None;
        }
        self.advance();
        Some(cards)
    }

    /// Whether the next five take the second card of a rank without the first.
    #[inline(always)]
    fn skips(&self) -> bool {
        self.next != NONE && self.next >> 1 & !self.next & EACH_RANK != 0
    }

    /// Goes on to the subset of as many cards that comes next.
    #[inline(always)]
    fn advance(&mut self) {
        loop {
            let x = self.next;
            // The lowest run of chosen cards gives its highest one to the next card above, the others
            // fall to the bottom.
            let moved = (x | !self.cards).wrapping_add(x & x.wrapping_neg()) & self.cards;
            let fallen = 5 - moved.count_ones();
            self.next = if moved == 0 { NONE } else { moved | lowest(self.cards, fallen) };
            if !(TWO && self.skips()) {
                return;
            }
        }
    }
}

/// The suits of which a hand has five cards or more, as a mask.
#[inline(always)]
pub(super) fn flush_suits<I: Isa, const TWO: bool>(hand: [u64; 2]) -> u32 {
    let number = |suit: u32| {
        if I::NATIVE {
            let number = |plane: u64| u64::from((plane & EACH_RANK << suit).count_ones());
            return number(hand[0]) + if TWO { number(hand[1]) } else { 0 };
        }
        // The sum of the thirteen ranks comes to lie in the highest; as many as 26 would not fit.
        let sum = |faces: u64| (faces >> suit & EACH_RANK).wrapping_mul(EACH_RANK) >> 48 & 15;
        sum(hand[0]) + if TWO { sum(hand[1]) } else { 0 }
    };
    (0..4).fold(0, |suits, suit| suits | u32::from(number(suit) >= 5) << suit)
}

/// Where five cards of a suit, as [`Suit`] has them, stand among those of all suits.
#[inline(always)]
pub(super) fn place(order: FlushOrder, cards: u64, suit: usize) -> u64 {
    let among = suit as u64;
    match order {
        FlushOrder::Rank => cards << 2 | among,
        FlushOrder::Suit => among << 60 | cards,
        FlushOrder::Top => {
            let top = u64::from(63 - cards.leading_zeros()) >> 2;
            top << 58 | among << 56 | cards
        }
    }
}

/// The place that a flush must exceed to beat this one.
#[inline(always)]
pub(super) fn place_to_beat(order: FlushOrder, flush: [u64; 2]) -> u64 {
    let suit = flush[0].trailing_zeros() as usize & 3;
    // By the option "top" flushes of equal top card are equal.
    let equal = if order == FlushOrder::Top { BELOW_TOP } else { 0 };
    place(order, cards_of(flush, suit), suit) | equal
}

/// The flushes of a hand, weakest first.
pub(super) struct Flushes<'a, const TWO: bool> {
    suits: [Suit<TWO>; 4],
    /// The suit with five cards, where it is the only one.
    only: Option<usize>,
    order: FlushOrder,
    windows: &'a [Window],
    /// The suits that have straight flushes.
    with_straights: u32,
    /// The place that a flush must exceed.
    over: Option<u64>,
}

impl<'a, const TWO: bool> Flushes<'a, TWO> {
    /// Five cards of one suit out of the arranged planes of a hand, in these suits, which have as many:
    /// all, or those beyond a place.
    #[inline(always)]
    pub(super) fn new(hand: [u64; 2], suits: u32, order: FlushOrder, over: Option<u64>) -> Self {
        let only = suits.is_power_of_two().then_some(suits.trailing_zeros() as usize);
        let none = [Suit::EMPTY; 4];
        let mut flushes = Self { suits: none, only, order, windows: &[], with_straights: 0, over };
        for suit in (0..4).filter(|suit| suits >> suit & 1 != 0) {
            flushes.suits[suit] = Suit::new(cards_of(hand, suit));
        }
        flushes
    }

    /// Leaves out straight flushes of these windows; `rows` has a bit in each suit that has five cards
    /// in a row.
    #[inline(always)]
    pub(super) fn leave_out(&mut self, windows: &'a [Window], rows: u64) {
        self.windows = windows;
        for suit in 0..4 {
            self.with_straights |= u32::from(rows >> suit & EACH_RANK != 0) << suit;
        }
    }

    /// The suit that has the weakest of the next flushes.
    #[inline(always)]
    fn weakest(&self) -> usize {
        let place = |suit: &usize| match self.suits[*suit].next {
            NONE => NONE,
            cards => place(self.order, cards, *suit),
        };
        self.only.unwrap_or_else(|| (0..4).min_by_key(place).unwrap_or(0))
    }
}

/// The part of a place by the option "top" that is below top card and suit.
const BELOW_TOP: u64 = (1 << 56) - 1;

/// The cards of a suit as [`Suit`] has them.
#[inline(always)]
pub(super) const fn cards_of(planes: [u64; 2], suit: usize) -> u64 {
    planes[0] >> suit & EACH_RANK | (planes[1] >> suit & EACH_RANK) << 1
}

/// The planes of such cards.
#[inline(always)]
pub(super) const fn planes_of(cards: u64, suit: usize) -> [u64; 2] {
    [(cards & EACH_RANK) << suit, (cards >> 1 & EACH_RANK) << suit]
}

impl<const TWO: bool> Iterator for Flushes<'_, TWO> {
    type Item = [u64; 2];

    /// The planes of the next flush.
    #[inline(always)]
    fn next(&mut self) -> Option<[u64; 2]> {
        loop {
            let suit = self.weakest();
            let cards = self.suits[suit].next;
            if cards == NONE {
                return None;
            }
            self.suits[suit].advance();
            let beats = self.over.is_none_or(|over| place(self.order, cards, suit) > over);
            let straight = self.with_straights >> suit & 1 != 0
                && self.windows.iter().any(|window| window.faces == cards);
            if beats && !straight {
                return Some(planes_of(cards, suit));
            }
        }
    }
}
