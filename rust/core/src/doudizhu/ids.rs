//! Action ids: every move of a rule set numbered from 0 in the documented order.

use super::hand::Hand;
use super::moves::{Kind, Move};
use super::rules::Rules;
use super::wings::{Wings, cards_of};
use crate::bits::Portable;
use crate::error::RuleError;

const LENGTHS: usize = 13;
const RANKS: usize = 16;
const STEP: usize = 8;

/// One kind, length and lowest rank: its ids are `start ..` the next block's start.
#[derive(Clone, Copy, Debug)]
struct Block {
    start: u32,
    kind: Kind,
    length: u8,
    rank: u8,
}

/// The action table of a rule set.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids {
    blocks: Vec<Block>,
    /// Start of each (kind, length, rank), `u32::MAX` where there is none.
    starts: Vec<u32>,
    /// The block of every `STEP`-th id.
    coarse: Vec<u16>,
    plays: u32,
    total: u32,
}

fn slot(kind: Kind, length: u8, rank: u8) -> usize {
    (kind as usize * LENGTHS + usize::from(length)) * RANKS + usize::from(rank)
}

/// The ranks that a main part of a kind may start from.
fn head_ranks(kind: Kind, length: u8) -> std::ops::Range<u8> {
    match kind {
        Kind::Solo => 0..15,
        Kind::Rocket => 13..14,
        Kind::Bid => 1..4,
        kind if kind.is_chain() => 0..13 - length,
        kind if kind.is_play() => 0..13,
        _ => 0..1,
    }
}

impl Ids {
    pub(super) fn new(rules: &Rules) -> Self {
        let mut ids =
            Self { starts: vec![u32::MAX; Kind::ALL.len() * LENGTHS * RANKS], ..Self::default() };
        for kind in Kind::ALL.into_iter().filter(|&kind| rules.has_kind(kind)) {
            let (shortest, longest) = kind.lengths();
            for length in shortest..=longest {
                for rank in head_ranks(kind, length) {
                    let main = ((1 << length) - 1) << rank;
                    let count = match kind.carried().0 {
                        0 => 1,
                        _ => rules.wings(kind, main, Hand::PACK).count(),
                    };
                    ids.starts[slot(kind, length, rank)] = ids.total;
                    ids.blocks.push(Block { start: ids.total, kind, length, rank });
                    ids.total += count;
                }
            }
            if kind == Kind::Rocket {
                ids.plays = ids.total;
            }
        }
        let mut block = 0;
        for id in (0..ids.total).step_by(STEP) {
            while ids.blocks.get(block + 1).is_some_and(|next| next.start <= id) {
                block += 1;
            }
            ids.coarse.push(block as u16);
        }
        ids
    }
}

impl Rules {
    /// Number of plays, the pass included.
    #[must_use]
    pub fn num_plays(&self) -> u32 {
        self.ids.plays
    }

    /// Number of actions: plays, the pass and the other decisions of the rule set.
    #[must_use]
    pub fn num_actions(&self) -> u32 {
        self.ids.total
    }

    /// The id of a move, `None` where the rule set has no such move.
    #[must_use]
    pub fn id_of(&self, mv: Move) -> Option<u32> {
        if mv.length as usize >= LENGTHS || mv.rank as usize >= RANKS {
            return None;
        }
        let start = self.ids.starts[slot(mv.kind, mv.length, mv.rank)];
        if start == u32::MAX {
            return None;
        }
        if mv.kind.carried().0 == 0 {
            return (mv.cards == mv.main()).then_some(start);
        }
        if !mv.cards.contains(mv.main()) {
            return None;
        }
        let wings = self.wings(mv.kind, mv.main_ranks(), Hand::PACK);
        let chosen = Wings::units(mv.wings(), wings.unit)?;
        wings.rank_of::<Portable>(chosen).map(|n| start + n)
    }

    /// The move with this id.
    pub fn action(&self, id: u32) -> Result<Move, RuleError> {
        if id >= self.ids.total {
            return Err(RuleError::input(
                "",
                format!("action ids of this rule set are 0 to {}, not {id}", self.ids.total - 1),
            ));
        }
        let mut at = usize::from(self.ids.coarse[id as usize / STEP]);
        while self.ids.blocks.get(at + 1).is_some_and(|next| next.start <= id) {
            at += 1;
        }
        let Block { start, kind, length, rank } = self.ids.blocks[at];
        Ok(match kind {
            Kind::Bid => Move::bid(rank),
            Kind::Rocket => Move::ROCKET,
            kind if !kind.is_play() => Move::decision(kind),
            kind if kind.carried().0 == 0 => Move::bare(kind, length, rank),
            _ => {
                let main = ((1u64 << length) - 1) << rank;
                let wings = self.wings(kind, main, Hand::PACK);
                let carried = cards_of(wings.nth::<Portable>(id - start), wings.unit);
                Move::winged(kind, length, rank, carried)
            }
        })
    }
}
