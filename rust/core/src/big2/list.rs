//! Legal plays, one by one in the documented order.
//!
//! Kinds come in the order of [`Kind`]; within a kind plays ascend in strength. What is equal in
//! strength, or of one rank, goes on like this, always in the order of cards in force:
//!
//! - picks of a rank: by the copies of the highest suit, then of the next (for pairs of one deck
//!   10, 20, 21, 30, 31, 32, the lowest suit being 0);
//! - two pairs: the pick of the higher pair, of the lower pair, the fifth card;
//! - straights: the window; the suit of the card that decides ties; the suits of the other cards, the
//!   earliest of the sequence first;
//! - flushes of equal top card by the option "top": their ranks, highest first;
//! - full houses: the triple's rank, its pick, the pair's rank, its pick;
//! - quads: the rank; those with a fifth card of another rank by pick, then that card; after them
//!   five of the rank by pick (two decks);
//! - straight flushes of equal windows and suit: the window.
//!
//! Windows that are equal in the order of straights (BT-11) follow each other as in the sequence of
//! ranks, from the lowest rank of the game up.

mod flushes;
mod picks;

use super::ask::Ask;
use super::combo::per_rank;
use super::moves::{Cards, Kind, Move};
use super::order::{EACH_RANK, NO_TIE, Order, Window};
use super::rules::Rules;
use flushes::Flushes;
use picks::picks;
use std::ops::ControlFlow;

/// The indices of the bits of a mask, ascending.
#[inline(always)]
fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros())?;
        mask &= mask - 1;
        Some(bit)
    })
}

/// A walk through the answers to a question; cards are arranged.
struct List<'a, const TWO: bool, F> {
    rules: &'a Rules,
    order: &'a Order,
    ask: &'a Ask,
    /// The hand's planes.
    hand: [u64; 2],
    /// The face that must be played; 0 for none.
    due: u64,
    /// The least key of plays that compare with the one on the table; 0 for any.
    least: u32,
    found: F,
}

impl<const TWO: bool, F: FnMut(Move) -> ControlFlow<()>> List<'_, TWO, F> {
    /// The ranks held at least `copies` times: the lowest face of each.
    #[inline(always)]
    fn ranks(&self, copies: u64) -> u64 {
        let counts = per_rank(self.hand[0]) + if TWO { per_rank(self.hand[1]) } else { 0 };
        (counts + (8 - copies) * EACH_RANK) >> 3 & EACH_RANK
    }

    /// The hand's suits of the rank whose lowest face is bit `rank`.
    #[inline(always)]
    fn suits(&self, rank: u32) -> [u64; 2] {
        self.hand.map(|plane| plane >> rank & 15)
    }

    /// Puts a play before the caller, if it answers the question.
    #[inline(always)]
    fn give(&mut self, kind: Kind, planes: [u64; 2]) -> ControlFlow<()> {
        if planes[0] & self.due != self.due {
            return ControlFlow::Continue(());
        }
        let cards = if TWO {
            self.order.restore_cards(planes)
        } else {
            Cards::from_decks([self.order.restore(planes[0]), 0])
        };
        let mv = Move::play(kind, cards);
        if self.least != 0 && self.rules.key(mv, self.ask.revolved) < self.least {
            return ControlFlow::Continue(());
        }
        (self.found)(mv)
    }

    fn singles(&mut self) -> ControlFlow<()> {
        let mut faces = self.hand[0];
        if self.ask.top_single && faces != 0 {
            faces = 1 << (63 - faces.leading_zeros());
        }
        bits(faces).try_for_each(|face| self.give(Kind::Single, [1 << face, 0]))
    }

    /// Plays of `K` cards of one rank.
    fn of_a_rank<const K: usize>(&mut self, kind: Kind) -> ControlFlow<()> {
        for rank in bits(self.ranks(K as u64)) {
            for pick in picks::<K, TWO>(self.suits(rank)) {
                self.give(kind, pick.map(|plane| plane << rank))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn two_pairs(&mut self, kind: Kind) -> ControlFlow<()> {
        let ranks = self.ranks(2);
        for high in bits(ranks) {
            for low in bits(ranks & ((1 << high) - 1)) {
                for [a, b] in picks::<2, TWO>(self.suits(high)) {
                    for [c, d] in picks::<2, TWO>(self.suits(low)) {
                        let pairs = [a << high | c << low, b << high | d << low];
                        if kind == Kind::TwoPair4 {
                            self.give(kind, pairs)?;
                            continue;
                        }
                        let mut fifths = self.hand[0] & !(15 << high | 15 << low);
                        if TWO && self.rules.switches.flushes && b & d != 0 {
                            // Five of a suit are a flush.
                            fifths &= !(EACH_RANK * d);
                        }
                        for fifth in bits(fifths) {
                            self.give(kind, [pairs[0] | 1 << fifth, pairs[1]])?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn straights(&mut self) -> ControlFlow<()> {
        let order = self.order;
        let ranks = self.ranks(1);
        order.windows.iter().filter(|window| window.faces & !ranks == 0).try_for_each(|window| {
            // The card that decides ties first, then the others as they follow each other.
            let [a, b, c, d, e] = digits(window);
            let suits = |rank: u32| self.hand[0] >> rank & 15;
            let (sa, sb, sc, sd, se) = (suits(a), suits(b), suits(c), suits(d), suits(e));
            for p in bits(sa) {
                for q in bits(sb) {
                    for r in bits(sc) {
                        for s in bits(sd) {
                            let four = 1 << (a + p) | 1 << (b + q) | 1 << (c + r) | 1 << (d + s);
                            // Five of a suit are a straight flush.
                            let one_suit = 1 << p & 1 << q & 1 << r & 1 << s;
                            for t in bits(se & !one_suit) {
                                self.give(Kind::Straight, [four | 1 << (e + t), 0])?;
                            }
                        }
                    }
                }
            }
            ControlFlow::Continue(())
        })
    }

    fn flushes(&mut self) -> ControlFlow<()> {
        let flush_order = self.rules.switches.flush_order;
        let windows = &self.order.windows;
        let mut flushes = Flushes::<TWO>::new(self.hand, flush_order, windows);
        flushes.try_for_each(|flush| self.give(Kind::Flush, flush))
    }

    fn full_houses(&mut self) -> ControlFlow<()> {
        let (triples, pairs) = (self.ranks(3), self.ranks(2));
        for triple in bits(triples) {
            for [a, b] in picks::<3, TWO>(self.suits(triple)) {
                for pair in bits(pairs & !(1 << triple)) {
                    for [c, d] in picks::<2, TWO>(self.suits(pair)) {
                        let cards = [a << triple | c << pair, b << triple | d << pair];
                        self.give(Kind::FullHouse, cards)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn quads(&mut self) -> ControlFlow<()> {
        for rank in bits(self.ranks(4)) {
            let suits = self.suits(rank);
            let fifths = self.hand[0] & !(15 << rank);
            for [a, b] in picks::<4, TWO>(suits) {
                for fifth in bits(fifths) {
                    self.give(Kind::Quads, [a << rank | 1 << fifth, b << rank])?;
                }
            }
            if TWO {
                for pick in picks::<5, TWO>(suits) {
                    self.give(Kind::Quads, pick.map(|plane| plane << rank))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn straight_flushes(&mut self) -> ControlFlow<()> {
        for equal in self.order.windows.chunk_by(|a, b| a.class == b.class) {
            for suit in 0..4 {
                for window in equal {
                    let cards = window.faces << suit;
                    if cards & !self.hand[0] == 0 {
                        self.give(Kind::StraightFlush, [cards, 0])?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn dragon(&mut self) -> ControlFlow<()> {
        if self.ranks(1) == EACH_RANK && self.ask.hand.total() == 13 {
            return self.give(Kind::Dragon, self.hand);
        }
        ControlFlow::Continue(())
    }

    fn kind(&mut self, kind: Kind) -> ControlFlow<()> {
        match kind {
            Kind::Single => self.singles(),
            Kind::Pair => self.of_a_rank::<2>(kind),
            Kind::Triple => self.of_a_rank::<3>(kind),
            Kind::BareQuad => self.of_a_rank::<4>(kind),
            Kind::TwoPair4 | Kind::TwoPair5 => self.two_pairs(kind),
            Kind::Straight => self.straights(),
            Kind::Flush => self.flushes(),
            Kind::FullHouse => self.full_houses(),
            Kind::Quads => self.quads(),
            Kind::StraightFlush => self.straight_flushes(),
            Kind::Dragon => self.dragon(),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// The lowest faces of a window's ranks: first of the one whose suit decides, then of the others in
/// the order of the sequence.
#[inline(always)]
fn digits(window: &Window) -> [u32; 5] {
    let mut ranks = window.ranks.map(|rank| 4 * u32::from(rank));
    if window.tie != NO_TIE {
        let tie = window.ranks.iter().position(|&rank| rank == window.tie).unwrap_or(0);
        ranks[..=tie].rotate_right(1);
    }
    ranks
}

fn walk<const TWO: bool>(
    rules: &Rules,
    ask: &Ask,
    found: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let order = rules.order(ask.revolved);
    let (hand, due) = (order.arrange_cards(ask.hand), order.arrange(ask.due_face()));
    let mut list = List::<TWO, _> { rules, order, ask, hand, due, least: 0, found };
    if ask.may_pass {
        (list.found)(Move::PASS)?;
    }
    let kinds = rules.answers(ask);
    for kind in bits(u64::from(kinds.outright | kinds.by_key)) {
        list.least = if kinds.by_key >> kind & 1 != 0 { kinds.least } else { 0 };
        list.kind(Kind::ALL[kind as usize])?;
    }
    ControlFlow::Continue(())
}

impl Rules {
    /// Calls `found` with every move that answers the question, in the documented order, until it
    /// breaks off.
    pub fn for_each(
        &self,
        ask: &Ask,
        found: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.switches.decks == 1 {
            walk::<false>(self, ask, found)
        } else {
            walk::<true>(self, ask, found)
        }
    }
}
