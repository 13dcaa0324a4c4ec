//! Answering a play: what beats it, counted, numbered and drawn.

use super::chains::run_starts;
use super::hand::{CHAIN_RANKS, Hand, JOKERS, PLANES, SUITED_RANKS};
use super::movegen::{
    ROCKET_BIT, above, count_winged, nth_of_shape, nth_trio_solo, nth_trump, nth_winged, ranks_of,
    trumps, without_simple,
};
use super::moves::{Kind, Move};
use super::rules::Rules;
use crate::bits::Isa;
use crate::rng::Rng;

/// What it takes to answer a play: worked out once for each play.
#[derive(Clone, Copy)]
pub(super) struct Answer {
    pub(super) kind: Kind,
    length: u8,
    chain: bool,
    carries: bool,
    /// Where the plane of the main part starts.
    shift: u32,
    /// Ranks that a higher main part may start from; none where only trumps answer.
    starts: u64,
    /// Bombs and the rocket that beat the play.
    trumps: u64,
}

/// An answer that was played.
pub(super) enum Answered {
    /// One of the same shape; the play to beat from now on.
    Same(Answer),
    /// A bomb or the rocket.
    Trump(Answer),
}

impl Answer {
    #[inline(always)]
    pub(super) fn to(to_beat: Move) -> Self {
        let Move { kind, length, rank, .. } = to_beat;
        let (starts, trumps) = match kind {
            Kind::Rocket => (0, 0),
            // A bomb is answered by trumps only.
            Kind::Bomb => (0, (above(rank) & SUITED_RANKS) | ROCKET_BIT),
            _ => (above(rank) & (SUITED_RANKS | JOKERS), SUITED_RANKS | ROCKET_BIT),
        };
        Self {
            kind,
            length,
            chain: kind.is_chain(),
            carries: kind.carried().0 != 0,
            shift: 16 * (kind.copies() - 1),
            starts,
            trumps,
        }
    }

    /// Lowest ranks of the plays of the same shape that are higher.
    #[inline(always)]
    pub(super) fn heads(&self, hand: Hand) -> u64 {
        let plane = hand.0 >> self.shift;
        let starts = if self.chain { run_starts(plane & CHAIN_RANKS, self.length) } else { plane };
        starts & self.starts
    }

    /// Bombs that beat the play beside those of the same shape, and the rocket as [`ROCKET_BIT`].
    #[inline(always)]
    pub(super) const fn trumps(&self, hand: Hand) -> u64 {
        trumps(hand) & self.trumps
    }

    /// Number of plays of the same shape that are higher.
    #[inline(always)]
    fn count_same(&self, rules: &Rules, hand: Hand, heads: u64) -> u32 {
        if !self.carries {
            heads.count_ones()
        } else if self.kind == Kind::TrioSolo {
            heads.count_ones() * (hand.plane(1).count_ones().wrapping_sub(1))
        } else if heads == 0 {
            0
        } else {
            count_winged(rules, hand, self.kind, self.length, heads)
        }
    }

    /// Number of moves that answer the play, the pass included.
    #[inline(always)]
    pub(super) fn count(&self, rules: &Rules, hand: Hand) -> u32 {
        1 + self.count_same(rules, hand, self.heads(hand)) + self.trumps(hand).count_ones()
    }

    /// A random answer of a hand with these trumps: what is to beat from then on and the hand without
    /// its cards; `None` is a pass. One draw where there is a choice.
    #[inline(always)]
    pub(super) fn random<I: Isa>(
        &self,
        rules: &Rules,
        hand: Hand,
        trumps: u64,
        rng: &mut Rng,
    ) -> Option<(Answered, Hand)> {
        let heads = self.heads(hand);
        let trumps = trumps & self.trumps;
        if heads | trumps == 0 {
            return None;
        }
        let same = self.count_same(rules, hand, heads);
        let count = 1 + same + trumps.count_ones();
        let n = (rng.choose(u64::from(count)) as u32).checked_sub(1)?;
        if n >= same {
            let (mv, rest) = nth_trump::<I>(hand, trumps, n - same);
            return Some((Answered::Trump(Self::to(mv)), rest));
        }
        let (rank, rest) = if self.kind == Kind::TrioSolo {
            let (mv, rest) = nth_trio_solo::<I>(hand, heads, n);
            (mv.rank, rest)
        } else if self.carries {
            let (mv, rest) = nth_winged::<I>(rules, hand, self.kind, self.length, heads, n);
            (mv.rank, rest)
        } else {
            let rank = I::select(heads, n) as u8;
            let rows = ranks_of(u32::from(rank), self.length).wrapping_mul(PLANES);
            let down = (hand.0 >> self.shift) >> 16;
            (rank, Hand((hand.0 & !rows) | (down & rows)))
        };
        let starts = above(rank) & (SUITED_RANKS | JOKERS);
        Some((Answered::Same(Self { starts, ..*self }), rest))
    }

    /// The answer whose number `choose` gives when told how many there are; number 0 is the pass.
    #[inline(always)]
    pub(super) fn pick<I: Isa>(
        &self,
        rules: &Rules,
        hand: Hand,
        choose: impl FnOnce(u32) -> u32,
    ) -> Move {
        let (heads, trumps) = (self.heads(hand), self.trumps(hand));
        let same = self.count_same(rules, hand, heads);
        let Some(n) = choose(1 + same + trumps.count_ones()).checked_sub(1) else {
            return Move::PASS;
        };
        if n < same {
            nth_of_shape::<I>(rules, hand, self.kind, self.length, heads, n).0
        } else {
            nth_trump::<I>(hand, trumps, n - same).0
        }
    }
}

/// A random answer to a solo, pair or trio, the commonest plays: the rank played as one bit, or a
/// trump. `starts` are the higher ranks, `shift` is 0, 16 or 32; otherwise as [`Answer::random`].
#[inline(always)]
pub(super) fn random_simple<I: Isa>(
    hand: Hand,
    starts: u64,
    shift: u32,
    trumps: u64,
    rng: &mut Rng,
) -> Option<(Result<u64, Move>, Hand)> {
    let ranks = (hand.0 >> shift) & starts;
    if ranks | trumps == 0 {
        return None;
    }
    let same = ranks.count_ones();
    let n = rng.below(u64::from(1 + same + trumps.count_ones())) as u32;
    let n = n.checked_sub(1)?;
    if n >= same {
        let (mv, rest) = nth_trump::<I>(hand, trumps, n - same);
        return Some((Err(mv), rest));
    }
    let rank = I::nth_bit(ranks, n);
    Some((Ok(rank), without_simple(hand, rank, shift)))
}
