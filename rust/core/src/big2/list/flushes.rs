//! Flushes among the cards of a hand, in the order of their strength (BT-14).

use crate::big2::order::{EACH_RANK, Window};
use crate::big2::switches::FlushOrder;

const NONE: u64 = u64::MAX;

/// Five cards of one suit after the other, out of `cards`: bit 4·rank for one of a rank, the next one
/// too for both of two decks. Ascending, so by ranks, highest first.
#[derive(Clone, Copy)]
struct Suit<const TWO: bool> {
    cards: u64,
    /// The next five; `NONE` after the last.
    next: u64,
    /// The lowest of the cards, as many as the index tells.
    lowest: [u64; 6],
}

impl<const TWO: bool> Suit<TWO> {
    const EMPTY: Self = Self { cards: 0, next: NONE, lowest: [0; 6] };

    #[inline(always)]
    fn new(cards: u64) -> Self {
        if cards.count_ones() < 5 {
            return Self::EMPTY;
        }
        let (mut lowest, mut left) = ([0; 6], cards);
        for n in 1..6 {
            lowest[n] = lowest[n - 1] | left & left.wrapping_neg();
            left &= left - 1;
        }
        let mut suit = Self { cards, next: lowest[5], lowest };
        if TWO && suit.skips() {
            suit.advance();
        }
        suit
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
            // The lowest run of chosen cards gives its highest one to the next card above.
            let moved = ((x | !self.cards).wrapping_add(x & x.wrapping_neg())) & self.cards;
            let missing = 5 - moved.count_ones() as usize;
            self.next = if moved == 0 { NONE } else { moved | self.lowest[missing] };
            if !(TWO && self.skips()) {
                return;
            }
        }
    }
}

/// The flushes of a hand, weakest first, without straight flushes.
pub(super) struct Flushes<'a, const TWO: bool> {
    suits: [Suit<TWO>; 4],
    order: FlushOrder,
    /// The windows that make straight flushes, for suits that have one.
    windows: [&'a [Window]; 4],
    /// The place that a flush must exceed.
    over: Option<u64>,
}

impl<'a, const TWO: bool> Flushes<'a, TWO> {
    /// Whether there are five cards of a suit.
    #[inline(always)]
    pub(super) fn has_any(hand: [u64; 2]) -> bool {
        let number = |suit: u32| {
            let [one, two] = hand.map(|plane| plane >> suit & EACH_RANK);
            // The sum of the thirteen ranks comes to lie in the highest; as many as 26 would not fit.
            let sum = |faces: u64| faces.wrapping_mul(EACH_RANK) >> 48 & 15;
            sum(one) + if TWO { sum(two) } else { 0 }
        };
        (0..4).any(|suit| number(suit) >= 5)
    }

    /// The flushes among the arranged planes of a hand, all or those that beat one.
    #[inline(always)]
    pub(super) fn new(
        hand: [u64; 2],
        order: FlushOrder,
        windows: &'a [Window],
        over: Option<[u64; 2]>,
    ) -> Self {
        let mut flushes = Self { suits: [Suit::EMPTY; 4], order, windows: [&[]; 4], over: None };
        for suit in 0..4 {
            let ones = hand[0] >> suit & EACH_RANK;
            let cards = cards_of(hand, suit);
            flushes.suits[suit] = Suit::new(cards);
            if flushes.suits[suit].next != NONE
                && windows.iter().any(|window| window.faces & !ones == 0)
            {
                flushes.windows[suit] = windows;
            }
        }
        flushes.over = over.map(|flush| {
            let suit = flush[0].trailing_zeros() as usize & 3;
            let cards = cards_of(flush, suit);
            // By the option "top" flushes of equal top card are equal.
            let least = if order == FlushOrder::Top { BELOW_TOP } else { 0 };
            flushes.place_of(cards, suit) | least
        });
        flushes
    }

    #[inline(always)]
    fn place(&self, suit: usize) -> u64 {
        match self.suits[suit].next {
            NONE => NONE,
            next => self.place_of(next, suit),
        }
    }

    /// Where five cards of a suit stand among those of all suits.
    #[inline(always)]
    fn place_of(&self, cards: u64, suit: usize) -> u64 {
        let suit = suit as u64;
        match self.order {
            FlushOrder::Rank => cards << 2 | suit,
            FlushOrder::Suit => suit << 60 | cards,
            FlushOrder::Top => {
                let top = u64::from(63 - cards.leading_zeros()) >> 2;
                top << 58 | suit << 56 | cards
            }
        }
    }
}

/// The part of a place by the option "top" that is below top card and suit.
const BELOW_TOP: u64 = (1 << 56) - 1;

/// The cards of a suit as [`Suit`] has them.
#[inline(always)]
const fn cards_of(planes: [u64; 2], suit: usize) -> u64 {
    planes[0] >> suit & EACH_RANK | (planes[1] >> suit & EACH_RANK) << 1
}

impl<const TWO: bool> Iterator for Flushes<'_, TWO> {
    type Item = [u64; 2];

    /// The planes of the next flush.
    #[inline(always)]
    fn next(&mut self) -> Option<[u64; 2]> {
        loop {
            let suit = (0..4).min_by_key(|&suit| self.place(suit))?;
            let cards = self.suits[suit].next;
            if cards == NONE {
                return None;
            }
            if self.over.is_some_and(|over| self.place(suit) <= over) {
                self.suits[suit].advance();
                continue;
            }
            self.suits[suit].advance();
            if !self.windows[suit].iter().any(|window| window.faces == cards) {
                return Some([(cards & EACH_RANK) << suit, (cards >> 1 & EACH_RANK) << suit]);
            }
        }
    }
}
