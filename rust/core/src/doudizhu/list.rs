//! Legal plays, listed: the order is that of action ids, as everywhere.

use super::answer::Answer;
use super::chains::{PAIR_CHAINS, SOLO_CHAINS};
use super::hand::{CHAIN_RANKS, Hand};
use super::movegen::{ROCKET_BIT, count_leads, each_rare_shape, has_rare, ranks_of, trumps};
use super::moves::{Kind, Move};
use super::rules::Rules;
use super::wings::{SHAPES, cards_of, each_group, subsets};
use crate::bits::{Isa, SUBSET_START, SUBSETS};
use crate::dispatch;
use std::mem::MaybeUninit;

/// A list of known length that is being filled: `out` is empty, with room for it.
struct List<'a> {
    out: &'a mut Vec<Move>,
    filled: usize,
    count: usize,
}

impl<'a> List<'a> {
    /// Makes room for `count` moves in place of what was in `out`.
    #[inline(always)]
    fn of(out: &'a mut Vec<Move>, count: u32) -> Self {
        out.clear();
        out.reserve(count as usize);
        Self { out, filled: 0, count: count as usize }
    }

    /// The next `n` places, which the caller fills at once.
    #[inline(always)]
    fn places(&mut self, n: usize) -> &mut [MaybeUninit<Move>] {
        let start = self.filled;
        self.filled += n;
        &mut self.out.spare_capacity_mut()[start..][..n]
    }

    /// Makes what was filled the contents of the vector.
    #[inline(always)]
    fn close(self) {
        debug_assert_eq!(self.filled, self.count);
        // SAFETY: `places` hands out the places in order and within the capacity, and whoever takes
        // some writes them all. To push onto the vector takes half as many instructions again
        // (benchmark `list_lead`).
        unsafe { self.out.set_len(self.filled) };
    }

    #[inline(always)]
    fn push(&mut self, mv: Move) {
        self.places(1)[0].write(mv);
    }

    /// Adds a play for each set bit of a mask, lowest first.
    #[inline(always)]
    fn for_bits(&mut self, mut mask: u64, play: impl Fn(u64) -> Move) {
        for place in self.places(mask.count_ones() as usize) {
            place.write(play(mask & mask.wrapping_neg()));
            mask &= mask.wrapping_sub(1);
        }
    }

    /// Adds a play for each entry of a table.
    #[inline(always)]
    fn for_table<T: Copy>(&mut self, table: &[T], play: impl Fn(T) -> Move) {
        for (place, &entry) in self.places(table.len()).iter_mut().zip(table) {
            place.write(play(entry));
        }
    }

    /// Adds a play without wings for each of the lowest ranks in `heads`.
    #[inline(always)]
    fn bare(&mut self, kind: Kind, length: u8, heads: u64) {
        self.for_bits(heads, move |head| Move::bare(kind, length, head.trailing_zeros() as u8));
    }

    /// Adds the plays with wings over the given heads.
    #[inline(always)]
    fn winged<I: Isa>(
        &mut self,
        rules: &Rules,
        hand: Hand,
        kind: Kind,
        length: u8,
        mut heads: u64,
    ) {
        // Only there can a wing lie on the main part (DD-15).
        let within = kind == Kind::AirplaneSolos && rules.switches.wing_chain_rank;
        while heads != 0 {
            let rank = heads.trailing_zeros() as u8;
            let main = ranks_of(u32::from(rank), length);
            let wings = rules.wings(kind, main, hand);
            let main = Hand::of(main, kind.copies()).0;
            let one = if wings.unit == 1 { 1 } else { 0x1_0001 };
            if wings.size == 1 {
                self.for_bits(wings.ranks[0], move |bit| Move {
                    cards: Hand(main | (bit * one)),
                    kind,
                    length,
                    rank,
                });
                heads &= heads - 1;
                continue;
            }
            each_group!(I, wings, |first, free, table| {
                let first = first.0;
                if within {
                    self.for_table(table, move |subset| {
                        let carried = first | (I::deposit(u64::from(subset), free) * one);
                        Move::winged(kind, length, rank, Hand(carried))
                    });
                } else {
                    let cards = main | first;
                    self.for_table(table, move |subset| Move {
                        cards: Hand(cards | (I::deposit(u64::from(subset), free) * one)),
                        kind,
                        length,
                        rank,
                    });
                }
            });
            heads &= heads - 1;
        }
    }

    /// Adds the bombs of a mask, then the rocket.
    #[inline(always)]
    fn trumps(&mut self, trumps: u64) {
        self.bare(Kind::Bomb, 1, trumps & !ROCKET_BIT);
        if trumps & ROCKET_BIT != 0 {
            self.push(Move::ROCKET);
        }
    }

    #[inline(always)]
    fn leads<I: Isa>(&mut self, rules: &Rules, hand: Hand) {
        self.bare(Kind::Solo, 1, hand.plane(1));
        self.bare(Kind::Pair, 1, hand.plane(2));
        let trios = hand.plane(3);
        if trios != 0 {
            self.bare(Kind::Trio, 1, trios);
            self.winged::<I>(rules, hand, Kind::TrioSolo, 1, trios);
            self.winged::<I>(rules, hand, Kind::TrioPair, 1, trios);
        }
        let chain = |kind| move |entry: u8| Move::bare(kind, entry >> 4, entry & 15);
        self.for_table(SOLO_CHAINS.all(hand.plane(1)), chain(Kind::SoloChain));
        self.for_table(PAIR_CHAINS.all(hand.plane(2)), chain(Kind::PairChain));
        if has_rare(hand) {
            self.rare::<I>(rules, hand);
        }
        self.trumps(trumps(hand));
    }

    #[inline(always)]
    fn rare<I: Isa>(&mut self, rules: &Rules, hand: Hand) {
        macro_rules! list {
            ($kind:expr, $length:expr, $heads:expr) => {
                if $kind.carried().0 == 0 {
                    self.bare($kind, $length, $heads);
                } else {
                    self.winged::<I>(rules, hand, $kind, $length, $heads);
                }
            };
        }
        each_rare_shape!(rules, hand, list);
    }

    /// Adds the pass, the plays of the same shape over these heads, and the trumps.
    #[inline(always)]
    fn answers<I: Isa>(&mut self, rules: &Rules, hand: Hand, shape: Move, heads: u64, trumps: u64) {
        self.push(Move::PASS);
        let Move { kind, length, .. } = shape;
        if kind.carried().0 == 0 {
            self.bare(kind, length, heads);
        } else {
            self.winged::<I>(rules, hand, kind, length, heads);
        }
        self.trumps(trumps);
    }
}

#[inline(always)]
fn list_leads<I: Isa>(rules: &Rules, hand: Hand, out: &mut Vec<Move>) {
    let mut list = List::of(out, count_leads::<I>(rules, hand));
    list.leads::<I>(rules, hand);
    list.close();
}

#[expect(clippy::extra_unused_type_parameters, reason = "compiled once for each processor")]
#[inline(always)]
fn list_answers<I: Isa>(rules: &Rules, hand: Hand, to_beat: Move, out: &mut Vec<Move>) {
    let answer = Answer::to(to_beat);
    let (heads, trumps) = (answer.heads(hand), answer.trumps(hand));
    if heads | trumps == 0 {
        // Most often there is nothing but to pass.
        out.clear();
        out.push(Move::PASS);
        return;
    }
    let count = answer.count(rules, hand);
    dispatch!(
        rules.cpu,
        apart list_some_answers(
            rules: &Rules,
            hand: Hand,
            to_beat: Move,
            count: u32,
            out: &mut Vec<Move>
        )
    );
}

#[inline(always)]
fn list_some_answers<I: Isa>(
    rules: &Rules,
    hand: Hand,
    to_beat: Move,
    count: u32,
    out: &mut Vec<Move>,
) {
    let answer = Answer::to(to_beat);
    let mut list = List::of(out, count);
    list.answers::<I>(rules, hand, to_beat, answer.heads(hand), answer.trumps(hand));
    list.close();
}

impl Rules {
    /// Writes all legal plays to `out`, in order, in place of what was there.
    pub fn list(&self, hand: Hand, to_beat: Option<Move>, out: &mut Vec<Move>) {
        let rules = self;
        match to_beat {
            None => dispatch!(
                self.cpu,
                apart list_leads(rules: &Rules, hand: Hand, out: &mut Vec<Move>)
            ),
            Some(to_beat) => dispatch!(
                self.cpu,
                apart list_answers(rules: &Rules, hand: Hand, to_beat: Move, out: &mut Vec<Move>)
            ),
        }
    }
}
