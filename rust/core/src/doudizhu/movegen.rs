//! Legal plays: counted, numbered and drawn, without listing them. Answers are in `answer.rs`.
//!
//! The order everywhere is that of action ids: kind, length, lowest rank, wings.

use super::answer::Answer;
use super::chains::{PAIR_CHAINS, SOLO_CHAINS};
use super::hand::{CHAIN_RANKS, Hand, JOKERS, PLANES, SMALL_JOKER};
use super::moves::{Kind, Move};
use super::rules::Rules;
use super::wings::cards_of;
use crate::bits::Isa;
use crate::dispatch;
use crate::rng::Rng;

/// Ranks above `rank`.
#[inline(always)]
pub(super) const fn above(rank: u8) -> u64 {
    !1 << rank
}

#[inline(always)]
pub(super) const fn ranks_of(head: u32, length: u8) -> u64 {
    ((1 << length) - 1) << head
}

/// Number of plays with wings of a kind and length over the given heads.
#[inline(always)]
pub(super) fn count_winged(
    rules: &Rules,
    hand: Hand,
    kind: Kind,
    length: u8,
    mut heads: u64,
) -> u32 {
    if heads == 0 {
        return 0;
    }
    if rules.same_for_all_heads(kind, length) {
        let main = ranks_of(heads.trailing_zeros(), length);
        return heads.count_ones() * rules.wings(kind, main, hand).count();
    }
    let mut count = 0;
    while heads != 0 {
        let main = ranks_of(heads.trailing_zeros(), length);
        count += rules.wings(kind, main, hand).count();
        heads &= heads - 1;
    }
    count
}

/// Play number `n` of those of [`count_winged`], which is known to be more.
#[inline(always)]
pub(super) fn nth_winged<I: Isa>(
    rules: &Rules,
    hand: Hand,
    kind: Kind,
    length: u8,
    mut heads: u64,
    mut n: u32,
) -> (Move, Hand) {
    if rules.same_for_all_heads(kind, length) {
        let main = ranks_of(heads.trailing_zeros(), length);
        let count = rules.wings(kind, main, hand).count();
        heads = 1 << I::select(heads, n / count);
        n %= count;
    }
    loop {
        let head = heads.trailing_zeros();
        let main = ranks_of(head, length);
        let wings = rules.wings(kind, main, hand);
        let count = wings.count();
        if n < count || heads & (heads - 1) == 0 {
            let chosen = wings.nth::<I>(n);
            let mv = Move::winged(kind, length, head as u8, cards_of(chosen, wings.unit));
            return (mv, hand.minus(mv.cards));
        }
        n -= count;
        heads &= heads - 1;
    }
}

/// Whether the hand may have a play that takes two linked trios or a quad, bombs left aside.
#[inline(always)]
pub(super) const fn has_rare(hand: Hand) -> bool {
    let trios = hand.plane(3) & CHAIN_RANKS;
    trios & (trios >> 1) | hand.plane(4) != 0
}

/// Calls `$f!(kind, length, heads)` for the rare shapes that `$hand` has heads for, in order. A
/// macro, so that every kind becomes code of its own.
macro_rules! each_rare_shape {
    ($rules:expr, $hand:expr, $f:ident) => {
        let trios = $hand.plane(3) & CHAIN_RANKS;
        if trios & (trios >> 1) != 0 {
            each_rare_shape!(@lengths $hand, Kind::Airplane, $f);
            each_rare_shape!(@lengths $hand, Kind::AirplaneSolos, $f);
            each_rare_shape!(@lengths $hand, Kind::AirplanePairs, $f);
        }
        let quads = $hand.plane(4);
        if quads != 0 && $rules.switches.four_with_two {
            $f!(Kind::FourSolos, 1, quads);
            $f!(Kind::FourPairs, 1, quads);
        }
        if quads & (quads >> 1) != 0 && $rules.switches.quad_chains {
            each_rare_shape!(@lengths $hand, Kind::QuadChain, $f);
            each_rare_shape!(@lengths $hand, Kind::QuadChainSolos, $f);
            each_rare_shape!(@lengths $hand, Kind::QuadChainPairs, $f);
        }
    };
    (@lengths $hand:expr, $kind:expr, $f:ident) => {
        let plane = $hand.plane($kind.copies()) & CHAIN_RANKS;
        let (mut length, longest) = $kind.lengths();
        let mut heads = plane & (plane >> 1);
        while heads != 0 {
            $f!($kind, length, heads);
            if length == longest {
                break;
            }
            heads &= plane >> length;
            length += 1;
        }
    };
}

pub(super) use each_rare_shape;

/// Number of plays of a kind and length over the given heads.
#[inline(always)]
fn count_shape(rules: &Rules, hand: Hand, kind: Kind, length: u8, heads: u64) -> u32 {
    if kind.carried().0 == 0 {
        heads.count_ones()
    } else {
        count_winged(rules, hand, kind, length, heads)
    }
}

/// Number of rare plays; apart, to keep the common case small.
fn count_rare(rules: &Rules, hand: Hand) -> u32 {
    dispatch!(rules.cpu, apart count_rare_impl(rules: &Rules, hand: Hand) -> u32)
}

#[expect(clippy::extra_unused_type_parameters, reason = "compiled once for each processor")]
#[inline(always)]
fn count_rare_impl<I: Isa>(rules: &Rules, hand: Hand) -> u32 {
    let mut count = 0;
    macro_rules! add {
        ($kind:expr, $length:expr, $heads:expr) => {
            count += count_shape(rules, hand, $kind, $length, $heads);
        };
    }
    each_rare_shape!(rules, hand, add);
    count
}

/// Rare play number `n`, and the hand without its cards.
fn nth_rare(rules: &Rules, hand: Hand, n: u32) -> (Move, Hand) {
    dispatch!(rules.cpu, apart nth_rare_impl(rules: &Rules, hand: Hand, n: u32) -> (Move, Hand))
}

#[inline(always)]
fn nth_rare_impl<I: Isa>(rules: &Rules, hand: Hand, mut n: u32) -> (Move, Hand) {
    macro_rules! find {
        ($kind:expr, $length:expr, $heads:expr) => {
            let count = count_shape(rules, hand, $kind, $length, $heads);
            if n < count {
                return nth_of_shape::<I>(rules, hand, $kind, $length, $heads, n);
            }
            n -= count;
        };
    }
    each_rare_shape!(rules, hand, find);
    (Move::PASS, hand)
}

/// Trio and solo number `n` over the given trios, and the hand without its cards: n is the number of
/// the trio times that of other ranks, plus the number of the solo among these.
#[inline(always)]
pub(super) fn nth_trio_solo<I: Isa>(hand: Hand, trios: u64, n: u32) -> (Move, Hand) {
    let others = hand.plane(1).count_ones() - 1;
    let main = I::nth_bit(trios, n / others);
    let solo = I::nth_bit(hand.plane(1) & !main, n % others);
    let cards = Hand(Hand::of(main, 3).0 | solo);
    let rank = main.trailing_zeros() as u8;
    let mv = Move { cards, kind: Kind::TrioSolo, length: 1, rank };
    (mv, hand.without(main, 3).without(solo, 1))
}

/// Play number `n` of a kind and length over the given heads, and the hand without its cards.
#[inline(always)]
pub(super) fn nth_of_shape<I: Isa>(
    rules: &Rules,
    hand: Hand,
    kind: Kind,
    length: u8,
    heads: u64,
    n: u32,
) -> (Move, Hand) {
    if kind.carried().0 == 0 {
        bare(hand, kind, length, I::select(heads, n) as u8)
    } else {
        nth_winged::<I>(rules, hand, kind, length, heads, n)
    }
}

/// A play without wings, and the hand without its cards.
#[inline(always)]
const fn bare(hand: Hand, kind: Kind, length: u8, rank: u8) -> (Move, Hand) {
    let mv = Move::bare(kind, length, rank);
    (mv, hand.without(mv.main_ranks(), kind.copies()))
}

/// How many leads of each group of kinds a hand has, in the documented order.
#[derive(Clone, Copy)]
pub(super) struct LeadCounts {
    basic: u32,
    trio_solos: u32,
    trio_pairs: u32,
    solo_chains: u32,
    pair_chains: u32,
    rare: u32,
    /// Bombs and the rocket, as a mask.
    trumps: u64,
}

impl LeadCounts {
    #[inline(always)]
    pub(super) fn new(rules: &Rules, hand: Hand, trumps: u64) -> Self {
        let (n1, n2) = (hand.plane(1).count_ones(), hand.plane(2).count_ones());
        let mut counts = Self {
            basic: n1 + n2,
            trio_solos: 0,
            trio_pairs: 0,
            solo_chains: SOLO_CHAINS.count(hand.plane(1)),
            pair_chains: PAIR_CHAINS.count(hand.plane(2)),
            rare: 0,
            trumps,
        };
        let trios = hand.plane(3);
        if trios != 0 {
            let n3 = trios.count_ones();
            counts.basic += n3;
            counts.trio_solos = n3 * (n1 - 1);
            counts.trio_pairs = if rules.switches.trio_with_any_two {
                count_winged(rules, hand, Kind::TrioPair, 1, trios)
            } else {
                n3 * (n2 - 1)
            };
            if has_rare(hand) {
                counts.rare = count_rare(rules, hand);
            }
        }
        counts
    }

    #[inline(always)]
    pub(super) fn total(&self) -> u32 {
        let plain = self.basic + self.solo_chains + self.pair_chains + self.trumps.count_ones();
        plain + self.trio_solos + self.trio_pairs + self.rare
    }

    /// Solo, pair or trio number `n`: its rank as a bit, and where its plane starts. In order they are
    /// the bits of the three lower planes, ascending.
    #[inline(always)]
    fn nth_basic<I: Isa>(&self, hand: Hand, n: u32) -> (u64, u32) {
        let bit = I::nth_bit(hand.0, n);
        let shift = bit.trailing_zeros() & 0x30;
        (bit >> shift, shift)
    }

    /// Lead number `n`, and the hand without its cards.
    #[inline(always)]
    pub(super) fn nth<I: Isa>(&self, rules: &Rules, hand: Hand, mut n: u32) -> (Move, Hand) {
        if n < self.basic {
            let (rank, shift) = self.nth_basic::<I>(hand, n);
            let cards = Hand((0x0000_0001_0001_0001 >> (32 - shift)) * rank);
            let kind = [Kind::Solo, Kind::Pair, Kind::Trio][shift as usize >> 4];
            let mv = Move { cards, kind, length: 1, rank: rank.trailing_zeros() as u8 };
            return (mv, without_simple(hand, rank, shift));
        }
        n -= self.basic;
        if n < self.trio_solos {
            return nth_trio_solo::<I>(hand, hand.plane(3), n);
        }
        n -= self.trio_solos;
        if n < self.trio_pairs {
            return nth_winged::<I>(rules, hand, Kind::TrioPair, 1, hand.plane(3), n);
        }
        n -= self.trio_pairs;
        if n < self.solo_chains {
            let (length, rank) = SOLO_CHAINS.nth(hand.plane(1), n);
            return bare(hand, Kind::SoloChain, length, rank);
        }
        n -= self.solo_chains;
        if n < self.pair_chains {
            let (length, rank) = PAIR_CHAINS.nth(hand.plane(2), n);
            return bare(hand, Kind::PairChain, length, rank);
        }
        n -= self.pair_chains;
        if n < self.rare {
            return nth_rare(rules, hand, n);
        }
        nth_trump::<I>(hand, self.trumps, n - self.rare)
    }
}

/// The rocket as a pseudo-rank above all bombs in a mask of trumping plays.
pub(super) const ROCKET_BIT: u64 = 1 << 13;

/// Ranks of the bombs, and [`ROCKET_BIT`] for the rocket.
#[inline(always)]
pub(super) const fn trumps(hand: Hand) -> u64 {
    // The jokers are neighbours: the lower one's bit remains iff both are there.
    (hand.0 >> 48) | (hand.0 & (hand.0 >> 1) & ROCKET_BIT)
}

/// Bomb number `n` of a mask, or the rocket, and the hand without its cards.
#[inline(always)]
pub(super) fn nth_trump<I: Isa>(hand: Hand, trumps: u64, n: u32) -> (Move, Hand) {
    match I::select(trumps, n) as u8 {
        SMALL_JOKER => (Move::ROCKET, hand.without(JOKERS, 1)),
        rank => bare(hand, Kind::Bomb, 1, rank),
    }
}

#[expect(clippy::extra_unused_type_parameters, reason = "compiled once for each processor")]
#[inline(always)]
pub(super) fn count_leads<I: Isa>(rules: &Rules, hand: Hand) -> u32 {
    LeadCounts::new(rules, hand, trumps(hand)).total()
}

#[expect(clippy::extra_unused_type_parameters, reason = "compiled once for each processor")]
#[inline(always)]
pub(super) fn count_answers<I: Isa>(rules: &Rules, hand: Hand, to_beat: Move) -> u32 {
    Answer::to(to_beat).count(rules, hand)
}

#[inline(always)]
fn nth_lead<I: Isa>(rules: &Rules, hand: Hand, n: u32) -> Move {
    LeadCounts::new(rules, hand, trumps(hand)).nth::<I>(rules, hand, n).0
}

#[inline(always)]
fn nth_answer<I: Isa>(rules: &Rules, hand: Hand, to_beat: Move, n: u32) -> Move {
    Answer::to(to_beat).pick::<I>(rules, hand, |_| n)
}

#[inline(always)]
fn sample_lead<I: Isa>(rules: &Rules, hand: Hand, rng: &mut Rng) -> Move {
    let counts = LeadCounts::new(rules, hand, trumps(hand));
    let n = rng.choose(u64::from(counts.total()));
    counts.nth::<I>(rules, hand, n as u32).0
}

#[inline(always)]
fn sample_answer<I: Isa>(rules: &Rules, hand: Hand, to_beat: Move, rng: &mut Rng) -> Move {
    Answer::to(to_beat).pick::<I>(rules, hand, |count| rng.choose(u64::from(count)) as u32)
}

/// What was drawn as a lead.
pub(super) enum Lead {
    /// A solo, pair or trio: its rank as a bit, and where its plane starts.
    Simple(u64, u32),
    /// Any other play.
    Other(Move),
}

/// A random lead of a hand with these trumps, and the hand without its cards.
#[inline(always)]
pub(super) fn random_lead<I: Isa>(
    rules: &Rules,
    hand: Hand,
    trumps: u64,
    rng: &mut Rng,
) -> (Lead, Hand) {
    let counts = LeadCounts::new(rules, hand, trumps);
    let n = rng.choose(u64::from(counts.total())) as u32;
    if n < counts.basic {
        let (rank, shift) = counts.nth_basic::<I>(hand, n);
        return (Lead::Simple(rank, shift), without_simple(hand, rank, shift));
    }
    let (mv, rest) = counts.nth::<I>(rules, hand, n);
    (Lead::Other(mv), rest)
}

/// The hand without a solo, pair or trio.
#[inline(always)]
pub(super) const fn without_simple(hand: Hand, rank: u64, shift: u32) -> Hand {
    let rows = rank.wrapping_mul(PLANES);
    let down = (hand.0 >> shift) >> 16;
    Hand((hand.0 & !rows) | (down & rows))
}

// Leads and answers part before the processor is chosen: each is then a small function.
impl Rules {
    /// Number of legal plays: leads where `to_beat` is `None`, else answers with the pass.
    #[must_use]
    pub fn count(&self, hand: Hand, to_beat: Option<Move>) -> u32 {
        let rules = self;
        match to_beat {
            None => dispatch!(self.cpu, apart count_leads(rules: &Rules, hand: Hand) -> u32),
            Some(to_beat) => {
                dispatch!(self.cpu, apart count_answers(rules: &Rules, hand: Hand, to_beat: Move) -> u32)
            }
        }
    }

    /// Legal play number `n` of the documented order; `n` must be below the count.
    #[must_use]
    pub fn nth(&self, hand: Hand, to_beat: Option<Move>, n: u32) -> Move {
        let rules = self;
        match to_beat {
            None => dispatch!(self.cpu, apart nth_lead(rules: &Rules, hand: Hand, n: u32) -> Move),
            Some(to_beat) => dispatch!(
                self.cpu,
                apart nth_answer(rules: &Rules, hand: Hand, to_beat: Move, n: u32) -> Move
            ),
        }
    }

    /// A random legal play, every one equally likely; no draw where there is only one.
    #[must_use]
    pub fn sample(&self, hand: Hand, to_beat: Option<Move>, rng: &mut Rng) -> Move {
        let rules = self;
        match to_beat {
            None => {
                dispatch!(self.cpu, apart sample_lead(rules: &Rules, hand: Hand, rng: &mut Rng) -> Move)
            }
            Some(to_beat) => dispatch!(
                self.cpu,
                apart sample_answer(rules: &Rules, hand: Hand, to_beat: Move, rng: &mut Rng) -> Move
            ),
        }
    }
}
