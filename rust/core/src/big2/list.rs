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
mod places;

use super::ask::Ask;
use super::combo::{Answers, per_rank};
use super::movegen::RARE;
use super::moves::{Cards, Kind, Move};
use super::order::{EACH_RANK, NO_TIE, Order, Window, five_in_a_row};
use super::rules::Rules;
use crate::bits::{BINOMIAL, Isa, Portable, SUBSET_START, SUBSETS};
use flushes::{Flushes, cards_of, flush_suits, place, place_to_beat, planes_of};
use picks::picks;
use places::{Sink, Visitor};
use std::marker::PhantomData;
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

/// The same for every bit of a mask, as a mask.
macro_rules! each_card {
    ($card:ident in $mask:expr => $body:block) => {
        let mut left: u64 = $mask;
        while left != 0 {
            let $card = left & left.wrapping_neg();
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
struct List<'a, I, const TWO: bool, const PLAIN: bool, S> {
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
    sink: &'a mut S,
    cpu: PhantomData<I>,
}

impl<I: Isa, const TWO: bool, const PLAIN: bool, S: Sink> List<'_, I, TWO, PLAIN, S> {
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
        self.sink.put(mv)
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
        each_card!(card in faces & from(least) => {
            self.give(Kind::Single, [card, 0])?;
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
        let ranks = self.ranks(K as u64);
        if ranks == 0 {
            return ControlFlow::Continue(());
        }
        each_bit!(rank in ranks & from(4 * least) => {
            for pick in picks::<K, TWO>(self.suits(rank)) {
                self.give(kind, pick.map(|plane| plane << rank))?;
            }
        });
        ControlFlow::Continue(())
    }

    #[inline(always)]
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
        let straights = &self.rules.tables.straights;
        let starts = straights.starts(self.unrevolved);
        if starts == 0 {
            return ControlFlow::Continue(());
        }
        each_bit!(place in straights.places::<I>(starts).into() => {
            self.straights_of(&self.order.windows[place as usize], least)?;
        });
        ControlFlow::Continue(())
    }

    /// Straights over a window of which there are all ranks.
    #[inline(always)]
    fn straights_of(&mut self, window: &Window, least: u32) -> ControlFlow<()> {
        // The card that decides ties first, then the others as they follow each other.
        let [mut a, b, c, d, e] = window.digits.map(|rank| self.hand[0] & rank);
        let above = least.saturating_sub(u32::from(window.class) << 2);
        if above != 0 {
            a &= if window.tie == NO_TIE { 0 } else { from(4 * u32::from(window.tie) + above) };
        }
        each_card!(a in a => {
            each_card!(b in b => {
                each_card!(c in c => {
                    each_card!(d in d => {
                        each_card!(e in e => {
                            let cards = a | b | c | d | e;
                            // Five of a suit are a straight flush.
                            if self.rows == 0 || !window.is_flush(cards) {
                                self.give(Kind::Straight, [cards, 0])?;
                            }
                        });
                    });
                });
            });
        });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn flushes(&mut self, least: u32) -> ControlFlow<()> {
        match flush_suits::<I, TWO>(self.hand) {
            0 => ControlFlow::Continue(()),
            suits => self.flushes_of(suits, least),
        }
    }

    #[inline(always)]
    fn flushes_of(&mut self, suits: u32, least: u32) -> ControlFlow<()> {
        let order = self.rules.switches.flush_order;
        let over = match self.ask.to_beat {
            Some(to_beat) if least != 0 => {
                Some(place_to_beat(order, self.order.arrange_cards(to_beat.cards)))
            }
            _ => None,
        };
        if suits.is_power_of_two() {
            let suit = suits.trailing_zeros() as usize;
            if self.rows >> suit & EACH_RANK == 0 {
                return self.flushes_of_suit(suit, over);
            }
        }
        let mut flushes = Flushes::<TWO>::new(self.hand, suits, order, over);
        flushes.leave_out(&self.order.windows, self.rows);
        for flush in flushes {
            self.give(Kind::Flush, flush)?;
        }
        ControlFlow::Continue(())
    }

    /// The fives of the only suit that has them, where none are straight flushes: all, or those beyond
    /// a place.
    #[inline(always)]
    fn flushes_of_suit(&mut self, suit: usize, over: Option<u64>) -> ControlFlow<()> {
        let order = self.rules.switches.flush_order;
        if I::NATIVE && !TWO {
            let cards = self.hand[0] >> suit & EACH_RANK;
            let number = BINOMIAL[cards.count_ones() as usize][5] as usize;
            for &subset in &SUBSETS[SUBSET_START[5]..][..number] {
                let five = I::deposit(u64::from(subset), cards);
                if let Some(over) = over
                    && place(order, five, suit) <= over
                {
                    continue;
                }
                self.give(Kind::Flush, [five << suit, 0])?;
            }
            return ControlFlow::Continue(());
        }
        let mut fives = flushes::Suit::<TWO>::new(cards_of(self.hand, suit));
        while let Some(five) = fives.next_five() {
            if let Some(over) = over
                && place(order, five, suit) <= over
            {
                continue;
            }
            self.give(Kind::Flush, planes_of(five, suit))?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn full_houses(&mut self, least: u32) -> ControlFlow<()> {
        let (triples, pairs) = (self.ranks(3), self.ranks(2));
        if triples == 0 {
            return ControlFlow::Continue(());
        }
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
        let ranks = self.ranks(4);
        if ranks == 0 {
            return ControlFlow::Continue(());
        }
        each_bit!(rank in ranks & from(4 * least) => {
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

    #[inline(always)]
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
    fn kinds(&mut self, kinds: Answers, least: u32) -> ControlFlow<()> {
        macro_rules! walk {
            ($kind:expr, |$least:ident| $walk:expr) => {
                if (kinds.outright | kinds.by_key) >> $kind as u8 & 1 != 0 {
                    let by_key = kinds.by_key >> $kind as u8 & 1 != 0;
                    let $least = if by_key { least } else { 0 };
                    $walk?;
                }
            };
        }
        walk!(Kind::Single, |least| self.singles(least));
        walk!(Kind::Pair, |least| self.pairs(least));
        walk!(Kind::Triple, |least| self.of_a_rank::<3>(Kind::Triple, least));
        let any = kinds.outright | kinds.by_key;
        if any & RARE != 0 {
            walk!(Kind::BareQuad, |least| self.of_a_rank::<4>(Kind::BareQuad, least));
            walk!(Kind::TwoPair4, |least| self.two_pairs(Kind::TwoPair4, least));
            walk!(Kind::TwoPair5, |least| self.two_pairs(Kind::TwoPair5, least));
        }
        if any >> Kind::Straight as u8 != 0 {
            walk!(Kind::Straight, |least| self.straights(least));
            walk!(Kind::Flush, |least| self.flushes(least));
            walk!(Kind::FullHouse, |least| self.full_houses(least));
            walk!(Kind::Quads, |least| self.quads(least));
            walk!(Kind::StraightFlush, |least| self.straight_flushes(least));
            walk!(Kind::Dragon, |least| self.dragon(least));
        }
        ControlFlow::Continue(())
    }
}

/// Puts all answers of some kinds into a sink; `least` is the least key that is more than what lies on
/// the table.
#[inline(always)]
fn walk<I: Isa, const TWO: bool, const PLAIN: bool, S: Sink>(
    rules: &Rules,
    ask: &Ask,
    kinds: Answers,
    least: u32,
    sink: &mut S,
) -> ControlFlow<()> {
    let order = rules.order(ask.revolved);
    let (mut hand, mut due) = (*ask.hand.planes(), 0);
    if !PLAIN {
        (hand, due) = (order.arrange_cards(ask.hand), order.arrange(ask.due_face()));
    }
    let counts = per_rank(hand[0]) + if TWO { per_rank(hand[1]) } else { 0 };
    let unrevolved = if PLAIN { hand[0] } else { rules.order(false).arrange(ask.hand.faces()) };
    let rows = five_in_a_row(unrevolved);
    let cpu = PhantomData;
    let mut list = List::<I, TWO, PLAIN, S> {
        rules,
        order,
        ask,
        hand,
        due,
        counts,
        unrevolved,
        rows,
        sink,
        cpu,
    };
    if ask.may_pass {
        list.sink.put(Move::PASS)?;
    }
    list.kinds(kinds, least)
}

/// All answers, for one deck or two, in whatever order.
#[inline(always)]
fn walk_any<I: Isa, S: Sink>(rules: &Rules, ask: &Ask, sink: &mut S) -> ControlFlow<()> {
    let (kinds, least) = (rules.answers(ask), least(rules, ask));
    if rules.switches.decks == 1 {
        walk::<I, false, false, S>(rules, ask, kinds, least, sink)
    } else {
        walk::<I, true, false, S>(rules, ask, kinds, least, sink)
    }
}

/// The least key that is more than what lies on the table.
#[inline(always)]
fn least(rules: &Rules, ask: &Ask) -> u32 {
    match ask.to_beat {
        Some(to_beat) => rules.key(to_beat, ask.revolved) + 1,
        None => 0,
    }
}

impl Rules {
    /// Calls `found` with every move that answers the question, in the documented order, until it
    /// breaks off.
    pub fn for_each(
        &self,
        ask: &Ask,
        found: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        walk_any::<Portable, _>(self, ask, &mut Visitor(found))
    }
}
