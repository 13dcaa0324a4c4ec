//! Leads that must have the lowest card of the hand (BT-26): counted, and the n-th of them.
//!
//! The card is the lowest of the hand, so that every kind has its plays with the card in a few
//! blocks. Another card that is due is left to [`Question::nth_with`](super::movegen::Question).

use super::flushes::{Holes, nth_with_lowest, with_lowest};
use super::held::{Held, Ranked, pair_key, rank_mask};
use super::movegen::{ALL, Counts, Play, RARE, Table, bit, is_dragon};
use super::moves::Kind;
use super::picks;
use crate::bits::Isa;

/// A hand that leads, and the lowest of its cards.
#[derive(Clone, Copy)]
pub(super) struct Due<'a, const D: usize> {
    hand: Table<'a, D>,
    rank: u32,
    suit: u32,
    /// The picks of its rank.
    byte: u8,
    /// The other ranks.
    others: Ranked<D>,
    /// The hand with this card alone of its rank, for straights, and the straights with it.
    alone: u64,
    /// How many faces each rank has there.
    counts: u64,
    starts: u64,
    suited: u64,
}

impl<'a, const D: usize> Due<'a, D> {
    /// The leads of a hand, by the order without a revolution, that have its lowest card.
    #[inline(always)]
    pub(super) fn new(hand: Table<'a, D>) -> Self {
        let card = hand.base.faces().trailing_zeros();
        let rank = card >> 2;
        let alone = hand.base.faces() & !rank_mask(rank) | 1 << card;
        // Windows that begin with the rank or one of the four below it, round the circle.
        let below = 0x1_1111 << (4 * rank) >> 16;
        let first = if rank < 4 { below | 0x1_1111 << (36 + 4 * rank) } else { below };
        let starts = hand.starts & first;
        Self {
            hand,
            rank,
            suit: card & 3,
            byte: hand.base.byte(rank),
            others: hand.ranked.within(!rank_mask(rank)),
            alone,
            counts: hand.ranked.faces & !rank_mask(rank) | 1 << (4 * rank),
            starts,
            suited: if hand.suited == 0 { 0 } else { suited_with(hand.suited, card) },
        }
    }

    /// The picks of the card's rank, of so many cards, that have it.
    #[inline(always)]
    fn picks(self, size: usize) -> impl Iterator<Item = u8> {
        picks::all(size, self.byte).iter().copied().filter(move |pick| pick >> self.suit & 1 == 1)
    }

    #[inline(always)]
    fn num_picks(self, size: usize) -> u32 {
        picks::count(size, self.byte) - picks::count(size, self.byte & !(0x11 << self.suit))
    }

    /// How many leads have the card.
    #[inline(always)]
    pub(super) fn counts(self, kinds: u16) -> Counts {
        let mut counts = Counts::default();
        // Written out, since each kind is counted in a way of its own.
        macro_rules! count {
            ($($kind:ident)*) => {$(
                if kinds & bit(Kind::$kind) != 0 {
                    counts.put(Kind::$kind, self.count(Kind::$kind));
                }
            )*};
        }
        count!(Single Pair Triple Straight Flush FullHouse Quads StraightFlush);
        if kinds & RARE != 0 {
            count!(BareQuad TwoPair4 TwoPair5 Dragon);
        }
        counts
    }

    /// Lead number `n` of these counts, in the documented order.
    #[inline(always)]
    pub(super) fn nth_of<I: Isa>(self, counts: &Counts, n: u32) -> Play<D> {
        let (kind, n) = counts.kind_of(Kind::Single, n);
        self.nth::<I>(kind, n)
    }

    /// How many leads of a kind have the card.
    #[inline(always)]
    pub(super) fn count(self, kind: Kind) -> u32 {
        match kind {
            Kind::Single => 1,
            Kind::Pair => self.num_picks(2),
            Kind::Triple => self.num_picks(3),
            Kind::BareQuad => self.num_picks(4),
            Kind::Straight if self.starts == 0 => 0,
            Kind::Straight => {
                let straights = &self.hand.tables.straights;
                straights.count(self.alone, self.counts, self.starts, self.suited, ALL)
            }
            Kind::FullHouse => {
                self.num_picks(3) * self.others.pairs(ALL)
                    + self.num_picks(2) * self.others.of_size(3, ALL)
            }
            Kind::Quads => {
                self.num_picks(4) * self.others.cards().count_ones()
                    + self.num_picks(5)
                    + self.others.of_size(4, ALL)
            }
            Kind::Dragon => u32::from(is_dragon(self.hand.base)),
            Kind::StraightFlush => self.suited.count_ones(),
            Kind::Flush => with_lowest(self.hand.base, self.suit) - self.suited.count_ones(),
            _ => self.slow_count(kind),
        }
    }

    /// By what the rest of the hand has.
    fn slow_count(self, kind: Kind) -> u32 {
        let rest = self.hand.base.within(!(1 << (4 * self.rank + self.suit)));
        let rest = Table::new(self.hand.tables, rest, false);
        self.hand.count(kind, ALL) - rest.count(kind, ALL)
    }

    /// Number `n` of those, in the documented order.
    #[inline(always)]
    pub(super) fn nth<I: Isa>(self, kind: Kind, n: u32) -> Play<D> {
        let card = Held::of_bit(1 << (4 * self.rank + self.suit));
        let pick = |size: usize, n: u32| {
            let pick = self.picks(size).nth(n as usize).unwrap_or_default();
            (pick, Held::of_pick(self.rank, pick))
        };
        let of_rank = |rank: u32, cards: Held<D>| Play { kind, key: rank as i32, cards };
        match kind {
            Kind::Single => Play { kind, key: (4 * self.rank + self.suit) as i32, cards: card },
            Kind::Pair => {
                let (pick, cards) = pick(2, n);
                Play { kind, key: pair_key::<D>(self.rank, pick), cards }
            }
            Kind::Triple | Kind::BareQuad => of_rank(self.rank, pick(kind.size(), n).1),
            Kind::Straight => {
                let straights = &self.hand.tables.straights;
                let (key, cards) =
                    straights.nth::<I>(self.alone, self.counts, self.starts, self.suited, ALL, n);
                Play { kind, key, cards: Held::of_bit(cards) }
            }
            Kind::FullHouse => {
                let pairs = self.others.pairs(ALL);
                let own = self.num_picks(3) * pairs;
                if n < own {
                    let (rank, pair) = self.others.nth_pair::<I>(ALL, n % pairs);
                    let triple = pick(3, n / pairs).1;
                    return of_rank(self.rank, triple.plus(Held::of_pick(rank, pair)));
                }
                let (n, own) = (n - own, self.num_picks(2));
                let (rank, triple) = self.others.nth_of_size::<I>(3, ALL, n / own);
                of_rank(rank, Held::of_pick(rank, triple).plus(pick(2, n % own).1))
            }
            Kind::Quads => {
                let fifths = self.others.cards();
                let own = self.num_picks(4) * fifths.count_ones();
                if n < own {
                    let fifth = I::nth_bit(fifths, n % fifths.count_ones());
                    let four = pick(4, n / fifths.count_ones()).1;
                    return of_rank(self.rank, four.plus(Held::of_bit(fifth)));
                }
                let (n, own) = (n - own, self.num_picks(5));
                if n < own {
                    return of_rank(self.rank, pick(5, n).1);
                }
                let (rank, four) = self.others.nth_of_size::<I>(4, ALL, n - own);
                of_rank(rank, Held::of_pick(rank, four).plus(card))
            }
            Kind::StraightFlush => {
                let straights = &self.hand.tables.straights;
                let (key, cards) = straights.nth_flush(self.suited, ALL, n);
                Play { kind, key, cards: Held::of_bit(cards) }
            }
            Kind::Flush => {
                let holes = Holes { first: self.suited, revolved: false };
                let (flush, cards) = nth_with_lowest(self.hand.base, self.suit, holes, n);
                let order = self.hand.tables.flush_order;
                Play { kind, key: flush.key(order), cards }
            }
            _ => self.slow_nth::<I>(kind, n),
        }
    }

    /// All leads of the kind are looked through.
    fn slow_nth<I: Isa>(self, kind: Kind, n: u32) -> Play<D> {
        let card = 1 << (4 * self.rank + self.suit);
        (0..self.hand.count(kind, ALL))
            .map(|number| self.hand.nth::<I>(kind, ALL, number))
            .filter(|play| play.cards.faces() & card != 0)
            .nth(n as usize)
            .expect("as many as counted")
    }
}

/// The straight flushes that have a card, by their first cards.
fn suited_with(suited: u64, card: u32) -> u64 {
    let (rank, suit) = (card >> 2, card & 3);
    (0..5)
        .map(|back| 1 << (4 * ((rank + 13 - back) % 13) + suit))
        .fold(0, |all, first| all | suited & first)
}
