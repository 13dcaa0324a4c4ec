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
use super::combo::{Answers, per_rank};
use super::moves::{Cards, Kind, Move};
use super::order::{EACH_RANK, NO_TIE, Order, Window, five_in_a_row, ranks_of};
use super::rules::Rules;
use crate::bits::Isa;
use flushes::{Flushes, cards_of, flush_suits};
use picks::picks;
use std::ops::ControlFlow;

/// Runs a block for the index of every bit of a mask, ascending.
macro_rules! each_bit {
    ($bit:ident in $mask:expr => $body:block) => {
        let mut left: u64 = $mask;
        while left != 0 {
            let $bit = left.trailing_zeros();
            left &= left - 1;
            $body
        }
    };
}

/// The bits from number `n` up; none where there are not so many.
#[inline(always)]
fn from(n: u32) -> u64 {
    u64::MAX.checked_shl(n).unwrap_or(0)
}

/// A walk through the answers to a question; cards are arranged.
///
/// Kinds are walked one by one; `least` is the least key that a play of the kind needs, 0 where any
/// will do. With `PLAIN` cards are arranged as they are, and none is due.
struct List<'a, const TWO: bool, const PLAIN: bool, F> {
    rules: &'a Rules,
    order: &'a Order,
    ask: &'a Ask,
    /// The hand's planes.
    hand: [u64; 2],
    /// The face that must be played; 0 for none.
    due: u64,
    /// How many cards of each rank, a nibble each.
    counts: u64,
    /// The hand's faces as they are before a revolution, when neighbouring ranks are side by side.
    unrevolved: u64,
    /// Where five cards of a suit are in a row.
    rows: u64,
    found: F,
}

impl<const TWO: bool, const PLAIN: bool, F> List<'_, TWO, PLAIN, F>
where
    F: FnMut(Move) -> ControlFlow<()>,
{
    /// The ranks held at least `copies` times: the lowest face of each.
    #[inline(always)]
    fn ranks(&self, copies: u64) -> u64 {
        (self.counts + (8 - copies) * EACH_RANK) >> 3 & EACH_RANK
    }

    /// The hand's suits of the rank whose lowest face is bit `rank`.
    #[inline(always)]
    fn suits(&self, rank: u32) -> [u64; 2] {
        [self.hand[0] >> rank & 15, if TWO { self.hand[1] >> rank & 15 } else { 0 }]
    }

    /// Puts a play before the caller, if it has the card that is due.
    #[inline(always)]
    fn give(&mut self, kind: Kind, planes: [u64; 2]) -> ControlFlow<()> {
        if !PLAIN && planes[0] & self.due != self.due {
            return ControlFlow::Continue(());
        }
        let mv = self.restored(kind, planes);
        (self.found)(mv)
    }

    /// The same for a play that needs a key.
    #[inline(always)]
    fn give_from(&mut self, least: u32, kind: Kind, planes: [u64; 2]) -> ControlFlow<()> {
        if least != 0 {
            let mv = self.restored(kind, planes);
            if self.rules.key(mv, self.ask.revolved) < least {
                return ControlFlow::Continue(());
            }
        }
        self.give(kind, planes)
    }

    #[inline(always)]
    fn restored(&self, kind: Kind, planes: [u64; 2]) -> Move {
        let two = if TWO { planes[1] } else { 0 };
        if PLAIN {
            return Move::play(kind, Cards::from_decks([planes[0], two]));
        }
        let (one, two) = (self.order.restore(planes[0]), self.order.restore(two));
        Move::play(kind, Cards::from_decks([one, two]))
    }

    #[inline(always)]
    fn singles(&mut self, least: u32) -> ControlFlow<()> {
        let mut faces = self.hand[0];
        if self.ask.top_single && faces != 0 {
            faces = 1 << (63 - faces.leading_zeros());
        }
        each_bit!(face in faces & from(least) => {
            self.give(Kind::Single, [1 << face, 0])?;
        });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pairs(&mut self, least: u32) -> ControlFlow<()> {
        let first = least >> 4 << 2;
        each_bit!(rank in self.ranks(2) & from(first) => {
            for pick in picks::<2, TWO>(self.suits(rank)) {
                let cards = pick.map(|plane| plane << rank);
                if rank == first && least != 0 {
                    self.give_from(least, Kind::Pair, cards)?;
                } else {
                    self.give(Kind::Pair, cards)?;
                }
            }
        });
        ControlFlow::Continue(())
    }

    /// Three or four cards of one rank, which alone counts.
    #[inline(always)]
    fn of_a_rank<const K: usize>(&mut self, kind: Kind, least: u32) -> ControlFlow<()> {
        each_bit!(rank in self.ranks(K as u64) & from(4 * least) => {
            for pick in picks::<K, TWO>(self.suits(rank)) {
                self.give(kind, pick.map(|plane| plane << rank))?;
            }
        });
        ControlFlow::Continue(())
    }

    fn two_pairs(&mut self, kind: Kind, least: u32) -> ControlFlow<()> {
        let ranks = self.ranks(2);
        each_bit!(high in ranks => {
            each_bit!(low in ranks & !from(high) => {
                if (high / 4 * 13 + low / 4) < least >> 4 {
                    continue;
                }
                for [a, b] in picks::<2, TWO>(self.suits(high)) {
                    for [c, d] in picks::<2, TWO>(self.suits(low)) {
                        let pairs = [a << high | c << low, b << high | d << low];
                        if kind == Kind::TwoPair4 {
                            self.give_from(least, kind, pairs)?;
                            continue;
                        }
                        let mut fifths = self.hand[0] & !(15 << high | 15 << low);
                        if TWO && self.rules.switches.flushes && b & d != 0 {
                            // Five of a suit are a flush.
                            fifths &= !(EACH_RANK * d);
                        }
                        each_bit!(fifth in fifths => {
                            self.give_from(least, kind, [pairs[0] | 1 << fifth, pairs[1]])?;
                        });
                    }
                }
            });
        });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn straights(&mut self, least: u32) -> ControlFlow<()> {
        let (order, ranks) = (self.order, self.ranks(1));
        if five_in_a_row(ranks_of(self.unrevolved)) == 0 {
            return ControlFlow::Continue(());
        }
        for window in &order.windows {
            if window.faces & !ranks == 0 {
                self.straights_of(window, least)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Straights over a window of which there are all ranks.
    fn straights_of(&mut self, window: &Window, least: u32) -> ControlFlow<()> {
        // The card that decides ties first, then the others as they follow each other.
        let [a, b, c, d, e] = window.digits.map(u32::from);
        let suits = |rank: u32| self.hand[0] >> rank & 15;
        let (sb, sc, sd, se) = (suits(b), suits(c), suits(d), suits(e));
        let above = least.saturating_sub(u32::from(window.class) << 2);
        let decided = window.tie != NO_TIE || above == 0;
        let sa = if decided { suits(a) & from(above) } else { 0 };
        each_bit!(p in sa => {
            each_bit!(q in sb => {
                let two = 1 << (a + p) | 1 << (b + q);
                each_bit!(r in sc => {
                    // Five of a suit are a straight flush.
                    let one_suit = 1 << p & 1 << q & 1 << r;
                    let three = two | 1 << (c + r);
                    each_bit!(s in sd => {
                        let four = three | 1 << (d + s);
                        each_bit!(t in se & !(one_suit & 1 << s) => {
                            self.give(Kind::Straight, [four | 1 << (e + t), 0])?;
                        });
                    });
                });
            });
        });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn flushes(&mut self, least: u32) -> ControlFlow<()> {
        match flush_suits::<TWO>(self.hand) {
            0 => ControlFlow::Continue(()),
            suits => self.flushes_of(suits, least),
        }
    }

    fn flushes_of(&mut self, suits: u32, least: u32) -> ControlFlow<()> {
        let to_beat = self.ask.to_beat.filter(|_| least != 0);
        let over = to_beat.map(|to_beat| self.order.arrange_cards(to_beat.cards));
        if over.is_none() && suits.is_power_of_two() {
            let suit = suits.trailing_zeros() as usize;
            if self.rows >> suit & EACH_RANK == 0 {
                return self.flushes_of_suit(suit);
            }
        }
        let order = self.rules.switches.flush_order;
        let mut flushes = Flushes::<TWO>::new(self.hand, suits, order, over);
        flushes.leave_out(&self.order.windows, self.rows);
        for flush in flushes {
            self.give(Kind::Flush, flush)?;
        }
        ControlFlow::Continue(())
    }

    /// All fives of the only suit that has them, where none are straight flushes.
    #[inline(always)]
    fn flushes_of_suit(&mut self, suit: usize) -> ControlFlow<()> {
        let mut fives = flushes::Suit::<TWO>::new(cards_of(self.hand, suit));
        while let Some(flush) = fives.next_of(suit) {
            self.give(Kind::Flush, flush)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn full_houses(&mut self, least: u32) -> ControlFlow<()> {
        let (triples, pairs) = (self.ranks(3), self.ranks(2));
        each_bit!(triple in triples & from(4 * least) => {
            for [a, b] in picks::<3, TWO>(self.suits(triple)) {
                each_bit!(pair in pairs & !(1 << triple) => {
                    for [c, d] in picks::<2, TWO>(self.suits(pair)) {
                        let cards = [a << triple | c << pair, b << triple | d << pair];
                        self.give(Kind::FullHouse, cards)?;
                    }
                });
            }
        });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn quads(&mut self, least: u32) -> ControlFlow<()> {
        each_bit!(rank in self.ranks(4) & from(4 * least) => {
            let suits = self.suits(rank);
            let fifths = self.hand[0] & !(15 << rank);
            for [a, b] in picks::<4, TWO>(suits) {
                each_bit!(fifth in fifths => {
                    self.give(Kind::Quads, [a << rank | 1 << fifth, b << rank])?;
                });
            }
            if TWO {
                for pick in picks::<5, TWO>(suits) {
                    self.give(Kind::Quads, pick.map(|plane| plane << rank))?;
                }
            }
        });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn straight_flushes(&mut self, least: u32) -> ControlFlow<()> {
        if self.rows == 0 {
            return ControlFlow::Continue(());
        }
        self.some_straight_flushes(least)
    }

    fn some_straight_flushes(&mut self, least: u32) -> ControlFlow<()> {
        for equal in self.order.windows.chunk_by(|a, b| a.class == b.class) {
            for suit in 0..4 {
                for window in equal {
                    let cards = window.faces << suit;
                    if cards & !self.hand[0] == 0 && u32::from(window.class) << 2 | suit >= least {
                        self.give(Kind::StraightFlush, [cards, 0])?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn dragon(&mut self, least: u32) -> ControlFlow<()> {
        if self.ranks(1) == EACH_RANK && self.ask.hand.total() == 13 {
            return self.give_from(least, Kind::Dragon, self.hand);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn kinds(&mut self, kinds: Answers) -> ControlFlow<()> {
        macro_rules! walk {
            ($kind:expr, |$least:ident| $walk:expr) => {
                if (kinds.outright | kinds.by_key) >> $kind as u8 & 1 != 0 {
                    let by_key = kinds.by_key >> $kind as u8 & 1 != 0;
                    let $least = if by_key { kinds.least } else { 0 };
                    $walk?;
                }
            };
        }
        walk!(Kind::Single, |least| self.singles(least));
        walk!(Kind::Pair, |least| self.pairs(least));
        walk!(Kind::Triple, |least| self.of_a_rank::<3>(Kind::Triple, least));
        walk!(Kind::BareQuad, |least| self.of_a_rank::<4>(Kind::BareQuad, least));
        walk!(Kind::TwoPair4, |least| self.two_pairs(Kind::TwoPair4, least));
        walk!(Kind::TwoPair5, |least| self.two_pairs(Kind::TwoPair5, least));
        walk!(Kind::Straight, |least| self.straights(least));
        walk!(Kind::Flush, |least| self.flushes(least));
        walk!(Kind::FullHouse, |least| self.full_houses(least));
        walk!(Kind::Quads, |least| self.quads(least));
        walk!(Kind::StraightFlush, |least| self.straight_flushes(least));
        walk!(Kind::Dragon, |least| self.dragon(least));
        ControlFlow::Continue(())
    }
}

#[inline(always)]
fn walk<const TWO: bool, const PLAIN: bool>(
    rules: &Rules,
    ask: &Ask,
    found: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let order = rules.order(ask.revolved);
    let (mut hand, mut due) = (*ask.hand.planes(), 0);
    if !PLAIN {
        (hand, due) = (order.arrange_cards(ask.hand), order.arrange(ask.due_face()));
    }
    let counts = per_rank(hand[0]) + if TWO { per_rank(hand[1]) } else { 0 };
    let unrevolved = if PLAIN { hand[0] } else { rules.order(false).arrange(ask.hand.faces()) };
    let rows = five_in_a_row(unrevolved);
    let mut list =
        List::<TWO, PLAIN, _> { rules, order, ask, hand, due, counts, unrevolved, rows, found };
    if ask.may_pass {
        (list.found)(Move::PASS)?;
    }
    list.kinds(rules.answers(ask))
}

#[expect(clippy::extra_unused_type_parameters, reason = "compiled once for each processor")]
#[inline(always)]
fn list_impl<I: Isa>(rules: &Rules, ask: &Ask, out: &mut Vec<Move>) {
    out.clear();
    let push = |mv| {
        out.push(mv);
        ControlFlow::Continue(())
    };
    let plain = rules.order(ask.revolved).is_plain() && ask.due.is_none();
    let _ = if plain && rules.switches.decks == 1 {
        walk::<false, true>(rules, ask, push)
    } else {
        rules.walk(ask, push)
    };
}

impl Rules {
    /// Calls `found` with every move that answers the question, in the documented order, until it
    /// breaks off.
    pub fn for_each(
        &self,
        ask: &Ask,
        found: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.walk(ask, found)
    }

    #[inline(always)]
    fn walk(&self, ask: &Ask, found: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.switches.decks == 1 {
            walk::<false, false>(self, ask, found)
        } else {
            walk::<true, false>(self, ask, found)
        }
    }

    /// Writes all moves that answer the question to `out`, in order, in place of what was there. There
    /// may be very many: two pairs with a card alone come to a hundred thousand and more.
    pub fn list(&self, ask: &Ask, out: &mut Vec<Move>) {
        let rules = self;
        crate::dispatch!(self.cpu, apart list_impl(rules: &Rules, ask: &Ask, out: &mut Vec<Move>));
    }
}
