//! Legal plays: counted, numbered and listed.
//!
//! The order everywhere is that of action ids: kind, length, lowest rank, wings. Counting and
//! numbering never list.

use super::chains::{AIRPLANES, PAIR_CHAINS, SOLO_CHAINS, run_starts};
use super::hand::{CHAIN_RANKS, Hand, JOKERS};
use super::moves::{Kind, Move};
use super::rules::Rules;
use super::wings::cards_of;
use crate::bits::Isa;
use crate::rng::Rng;
use std::ops::ControlFlow;

/// Ranks above `rank`.
#[inline(always)]
const fn above(rank: u8) -> u64 {
    !1 << rank
}

/// Whether the hand holds both jokers, as 0 or 1.
#[inline(always)]
const fn rockets(hand: Hand) -> u32 {
    ((hand.0 & JOKERS) == JOKERS) as u32
}

/// Lowest ranks of the main parts of a kind and length that `hand` holds.
#[inline(always)]
const fn heads(hand: Hand, kind: Kind, length: u8) -> u64 {
    let plane = hand.plane(kind.copies());
    if kind.is_chain() { run_starts(plane & CHAIN_RANKS, length) } else { plane }
}

#[inline(always)]
const fn ranks_of(head: u32, length: u8) -> u64 {
    ((1 << length) - 1) << head
}

/// Number of plays with wings of a kind and length over the given heads.
#[inline(always)]
fn count_winged(rules: &Rules, hand: Hand, kind: Kind, length: u8, mut heads: u64) -> u32 {
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
fn nth_winged<I: Isa>(
    rules: &Rules,
    hand: Hand,
    kind: Kind,
    length: u8,
    mut heads: u64,
    mut n: u32,
) -> Move {
    loop {
        let head = heads.trailing_zeros();
        let main = ranks_of(head, length);
        let wings = rules.wings(kind, main, hand);
        let count = wings.count();
        if n < count {
            let carried = cards_of(wings.nth::<I>(n), wings.unit);
            return Move::winged(kind, length, head as u8, carried);
        }
        n -= count;
        heads &= heads - 1;
    }
}

#[inline(always)]
fn each_winged<I: Isa>(
    rules: &Rules,
    hand: Hand,
    kind: Kind,
    length: u8,
    mut heads: u64,
    visit: &mut impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    while heads != 0 {
        let head = heads.trailing_zeros();
        let wings = rules.wings(kind, ranks_of(head, length), hand);
        wings.for_each::<I>(|chosen| {
            visit(Move::winged(kind, length, head as u8, cards_of(chosen, wings.unit)))
        })?;
        heads &= heads - 1;
    }
    ControlFlow::Continue(())
}

/// The winged kinds that only hands with two linked trios or a quad can have, in order, with the
/// bare ones between them.
const RARE: [Kind; 8] = [
    Kind::Airplane,
    Kind::AirplaneSolos,
    Kind::AirplanePairs,
    Kind::FourSolos,
    Kind::FourPairs,
    Kind::QuadChain,
    Kind::QuadChainSolos,
    Kind::QuadChainPairs,
];

/// Whether the hand may have a play of the kinds in [`RARE`].
#[inline(always)]
const fn has_rare(hand: Hand) -> bool {
    let trios = hand.plane(3) & CHAIN_RANKS;
    trios & (trios >> 1) != 0 || hand.plane(4) != 0
}

/// Calls `f(kind, length, heads)` for the rare shapes that `hand` has heads for, in order.
#[inline(always)]
fn each_rare_shape(
    rules: &Rules,
    hand: Hand,
    f: &mut impl FnMut(Kind, u8, u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for kind in RARE {
        if !rules.has_kind(kind) {
            continue;
        }
        let (shortest, longest) = kind.lengths();
        for length in shortest..=longest {
            let heads = heads(hand, kind, length);
            if heads == 0 {
                break;
            }
            f(kind, length, heads)?;
        }
    }
    ControlFlow::Continue(())
}

#[inline(always)]
fn count_shape(rules: &Rules, hand: Hand, kind: Kind, length: u8, heads: u64) -> u32 {
    if kind.carried().0 == 0 {
        heads.count_ones()
    } else {
        count_winged(rules, hand, kind, length, heads)
    }
}

#[inline(never)]
fn count_rare(rules: &Rules, hand: Hand) -> u32 {
    let mut count = 0;
    let _ = each_rare_shape(rules, hand, &mut |kind, length, heads| {
        count += count_shape(rules, hand, kind, length, heads);
        ControlFlow::Continue(())
    });
    count
}

#[inline(always)]
fn nth_rare<I: Isa>(rules: &Rules, hand: Hand, mut n: u32) -> Move {
    let mut found = Move::PASS;
    let _ = each_rare_shape(rules, hand, &mut |kind, length, heads| {
        let count = count_shape(rules, hand, kind, length, heads);
        if n >= count {
            n -= count;
            return ControlFlow::Continue(());
        }
        found = if kind.carried().0 == 0 {
            Move::bare(kind, length, I::select(heads, n) as u8)
        } else {
            nth_winged::<I>(rules, hand, kind, length, heads, n)
        };
        ControlFlow::Break(())
    });
    found
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
    bombs: u32,
    rockets: u32,
}

impl LeadCounts {
    #[inline(always)]
    pub(super) fn new(rules: &Rules, hand: Hand) -> Self {
        let n1 = hand.plane(1).count_ones();
        let n2 = hand.plane(2).count_ones();
        let p3 = hand.plane(3);
        let n3 = p3.count_ones();
        let trio_pairs = if rules.switches.trio_with_any_two {
            count_winged(rules, hand, Kind::TrioPair, 1, p3)
        } else {
            n3 * n2.wrapping_sub(1)
        };
        Self {
            basic: n1 + n2 + n3,
            trio_solos: n3 * n1.wrapping_sub(1),
            trio_pairs,
            solo_chains: SOLO_CHAINS.count(hand.plane(1)),
            pair_chains: PAIR_CHAINS.count(hand.plane(2)),
            rare: if has_rare(hand) { count_rare(rules, hand) } else { 0 },
            bombs: hand.plane(4).count_ones(),
            rockets: rockets(hand),
        }
    }

    #[inline(always)]
    pub(super) fn total(&self) -> u32 {
        self.basic
            + self.trio_solos
            + self.trio_pairs
            + self.solo_chains
            + self.pair_chains
            + self.rare
            + self.bombs
            + self.rockets
    }

    /// Lead number `n`.
    #[inline(always)]
    pub(super) fn nth<I: Isa>(&self, rules: &Rules, hand: Hand, mut n: u32) -> Move {
        if n < self.basic {
            // Solos, pairs and trios ascending are the bits of the three lower planes ascending.
            let bit = I::select(hand.0, n);
            let (plane, rank) = (bit >> 4, (bit & 15) as u8);
            let kind = [Kind::Solo, Kind::Pair, Kind::Trio][plane as usize];
            let cards = Hand((0x0000_0001_0001_0001 >> (16 * (2 - plane))) << rank);
            return Move { cards, kind, length: 1, rank };
        }
        n -= self.basic;
        if n < self.trio_solos {
            return nth_winged::<I>(rules, hand, Kind::TrioSolo, 1, hand.plane(3), n);
        }
        n -= self.trio_solos;
        if n < self.trio_pairs {
            return nth_winged::<I>(rules, hand, Kind::TrioPair, 1, hand.plane(3), n);
        }
        n -= self.trio_pairs;
        if n < self.solo_chains {
            let (length, rank) = SOLO_CHAINS.nth(hand.plane(1), n);
            return Move::bare(Kind::SoloChain, length, rank);
        }
        n -= self.solo_chains;
        if n < self.pair_chains {
            let (length, rank) = PAIR_CHAINS.nth(hand.plane(2), n);
            return Move::bare(Kind::PairChain, length, rank);
        }
        n -= self.pair_chains;
        if n < self.rare {
            return nth_rare::<I>(rules, hand, n);
        }
        n -= self.rare;
        if n < self.bombs {
            return Move::bare(Kind::Bomb, 1, I::select(hand.plane(4), n) as u8);
        }
        Move::ROCKET
    }
}

/// Calls `visit` with every lead, in order.
#[inline(always)]
pub(super) fn each_lead<I: Isa>(
    rules: &Rules,
    hand: Hand,
    visit: &mut impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    each_bare(Kind::Solo, 1, hand.plane(1), visit)?;
    each_bare(Kind::Pair, 1, hand.plane(2), visit)?;
    let trios = hand.plane(3);
    if trios != 0 {
        each_bare(Kind::Trio, 1, trios, visit)?;
        each_winged::<I>(rules, hand, Kind::TrioSolo, 1, trios, visit)?;
        each_winged::<I>(rules, hand, Kind::TrioPair, 1, trios, visit)?;
    }
    for &entry in SOLO_CHAINS.all(hand.plane(1)) {
        visit(Move::bare(Kind::SoloChain, entry >> 4, entry & 15))?;
    }
    for &entry in PAIR_CHAINS.all(hand.plane(2)) {
        visit(Move::bare(Kind::PairChain, entry >> 4, entry & 15))?;
    }
    if has_rare(hand) {
        each_rare::<I>(rules, hand, visit)?;
    }
    each_bare(Kind::Bomb, 1, hand.plane(4), visit)?;
    if rockets(hand) == 1 { visit(Move::ROCKET) } else { ControlFlow::Continue(()) }
}

#[inline(always)]
fn each_rare<I: Isa>(
    rules: &Rules,
    hand: Hand,
    visit: &mut impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for &entry in AIRPLANES.all(hand.plane(3)) {
        visit(Move::bare(Kind::Airplane, entry >> 4, entry & 15))?;
    }
    each_rare_shape(rules, hand, &mut |kind, length, heads| match kind {
        Kind::Airplane => ControlFlow::Continue(()),
        Kind::QuadChain => each_bare(kind, length, heads, visit),
        _ => each_winged::<I>(rules, hand, kind, length, heads, visit),
    })
}

#[inline(always)]
fn each_bare(
    kind: Kind,
    length: u8,
    mut heads: u64,
    visit: &mut impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    while heads != 0 {
        visit(Move::bare(kind, length, heads.trailing_zeros() as u8))?;
        heads &= heads - 1;
    }
    ControlFlow::Continue(())
}

/// Heads of the plays of the same shape as `to_beat` that are higher.
#[inline(always)]
fn higher_heads(hand: Hand, to_beat: Move) -> u64 {
    match to_beat.kind {
        Kind::Bomb | Kind::Rocket => 0,
        kind => heads(hand, kind, to_beat.length) & above(to_beat.rank),
    }
}

/// Ranks of the bombs that beat `to_beat`.
#[inline(always)]
fn bombs_above(hand: Hand, to_beat: Move) -> u64 {
    match to_beat.kind {
        Kind::Rocket => 0,
        Kind::Bomb => hand.plane(4) & above(to_beat.rank),
        _ => hand.plane(4),
    }
}

/// How many plays of the same shape beat `to_beat`.
#[inline(always)]
fn count_higher(rules: &Rules, hand: Hand, to_beat: Move, heads: u64) -> u32 {
    match to_beat.kind {
        _ if heads == 0 => 0,
        Kind::TrioSolo => heads.count_ones() * (hand.plane(1).count_ones() - 1),
        kind => count_shape(rules, hand, kind, to_beat.length, heads),
    }
}

/// Number of moves that answer `to_beat`, the pass included.
#[inline(always)]
pub(super) fn count_follows(rules: &Rules, hand: Hand, to_beat: Move) -> u32 {
    let same = count_higher(rules, hand, to_beat, higher_heads(hand, to_beat));
    1 + same + bombs_above(hand, to_beat).count_ones() + rockets(hand)
}

/// Answer number `n` to `to_beat`; number 0 is the pass.
#[inline(always)]
pub(super) fn nth_follow<I: Isa>(rules: &Rules, hand: Hand, to_beat: Move, n: u32) -> Move {
    let Some(mut n) = n.checked_sub(1) else { return Move::PASS };
    let heads = higher_heads(hand, to_beat);
    let same = count_higher(rules, hand, to_beat, heads);
    if n < same {
        let (kind, length) = (to_beat.kind, to_beat.length);
        return if kind.carried().0 == 0 {
            Move::bare(kind, length, I::select(heads, n) as u8)
        } else {
            nth_winged::<I>(rules, hand, kind, length, heads, n)
        };
    }
    n -= same;
    let bombs = bombs_above(hand, to_beat);
    if n < bombs.count_ones() {
        Move::bare(Kind::Bomb, 1, I::select(bombs, n) as u8)
    } else {
        Move::ROCKET
    }
}

/// Calls `visit` with the pass and every play that beats `to_beat`, in order.
#[inline(always)]
pub(super) fn each_follow<I: Isa>(
    rules: &Rules,
    hand: Hand,
    to_beat: Move,
    visit: &mut impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    visit(Move::PASS)?;
    let heads = higher_heads(hand, to_beat);
    if heads != 0 {
        if to_beat.kind.carried().0 == 0 {
            each_bare(to_beat.kind, to_beat.length, heads, visit)?;
        } else {
            each_winged::<I>(rules, hand, to_beat.kind, to_beat.length, heads, visit)?;
        }
    }
    each_bare(Kind::Bomb, 1, bombs_above(hand, to_beat), visit)?;
    if rockets(hand) == 1 { visit(Move::ROCKET) } else { ControlFlow::Continue(()) }
}

#[inline(always)]
fn count_impl<I: Isa>(rules: &Rules, hand: Hand, to_beat: Option<Move>) -> u32 {
    let _ = I::select;
    match to_beat {
        None => LeadCounts::new(rules, hand).total(),
        Some(to_beat) => count_follows(rules, hand, to_beat),
    }
}

#[inline(always)]
fn nth_impl<I: Isa>(rules: &Rules, hand: Hand, to_beat: Option<Move>, n: u32) -> Move {
    match to_beat {
        None => LeadCounts::new(rules, hand).nth::<I>(rules, hand, n),
        Some(to_beat) => nth_follow::<I>(rules, hand, to_beat, n),
    }
}

#[inline(always)]
fn sample_impl<I: Isa>(rules: &Rules, hand: Hand, to_beat: Option<Move>, rng: &mut Rng) -> Move {
    match to_beat {
        None => {
            let counts = LeadCounts::new(rules, hand);
            let n = rng.choose(u64::from(counts.total()));
            counts.nth::<I>(rules, hand, n as u32)
        }
        Some(to_beat) => {
            let n = rng.choose(u64::from(count_follows(rules, hand, to_beat)));
            nth_follow::<I>(rules, hand, to_beat, n as u32)
        }
    }
}

#[inline(always)]
fn list_impl<I: Isa>(rules: &Rules, hand: Hand, to_beat: Option<Move>, out: &mut Vec<Move>) {
    out.clear();
    out.reserve(count_impl::<I>(rules, hand, to_beat) as usize);
    let mut push = |mv| {
        out.push(mv);
        ControlFlow::Continue(())
    };
    let _ = match to_beat {
        None => each_lead::<I>(rules, hand, &mut push),
        Some(to_beat) => each_follow::<I>(rules, hand, to_beat, &mut push),
    };
}

impl Rules {
    /// Number of legal plays: leads where `to_beat` is `None`, else answers with the pass.
    #[must_use]
    pub fn count(&self, hand: Hand, to_beat: Option<Move>) -> u32 {
        let rules = self;
        crate::dispatch!(
            self.cpu,
            count_impl(rules: &Rules, hand: Hand, to_beat: Option<Move>) -> u32
        )
    }

    /// Legal play number `n` of the documented order; `n` must be below the count.
    #[must_use]
    pub fn nth(&self, hand: Hand, to_beat: Option<Move>, n: u32) -> Move {
        let rules = self;
        crate::dispatch!(
            self.cpu,
            nth_impl(rules: &Rules, hand: Hand, to_beat: Option<Move>, n: u32) -> Move
        )
    }

    /// A random legal play, every one equally likely; no draw where there is only one.
    #[must_use]
    pub fn sample(&self, hand: Hand, to_beat: Option<Move>, rng: &mut Rng) -> Move {
        let rules = self;
        crate::dispatch!(
            self.cpu,
            sample_impl(rules: &Rules, hand: Hand, to_beat: Option<Move>, rng: &mut Rng) -> Move
        )
    }

    /// Writes all legal plays to `out`, in order, in place of what was there.
    pub fn list(&self, hand: Hand, to_beat: Option<Move>, out: &mut Vec<Move>) {
        let rules = self;
        crate::dispatch!(
            self.cpu,
            list_impl(rules: &Rules, hand: Hand, to_beat: Option<Move>, out: &mut Vec<Move>)
        );
    }
}
