//! 怪獸 monsters: quads and straight flushes, and whether a hand holds them (BT-20, BT-30).

use super::combo::ranks_with;
use super::movegen::bit;
use super::moves::{Cards, Kind, Move};
use super::order::{DECK, five_in_a_row};
use super::rules::Rules;
use super::switches::BareQuad;

/// The kinds that can be monsters.
pub(super) const MONSTERS: u16 = bit(Kind::BareQuad) | bit(Kind::Quads) | bit(Kind::StraightFlush);

impl Rules {
    /// The straight flushes of listed windows among these faces: the first card of each.
    #[inline(always)]
    #[must_use]
    pub fn straight_flushes(&self, faces: u64) -> u64 {
        five_in_a_row(faces) & (15 * self.shapes.listed)
    }

    /// The ranks of which a hand holds four or more cards: the lowest face of each.
    #[inline(always)]
    #[must_use]
    pub fn quad_ranks(&self, hand: Cards) -> u64 {
        ranks_with(hand, 4)
    }

    /// Whether four of a kind of this hand can be played at all, for it needs a fifth card or the
    /// option to go without (BT-08, BT-16).
    #[inline(always)]
    pub(super) fn can_play_quads(&self, hand: Cards) -> bool {
        self.switches.bare_quad == BareQuad::AsQuads || hand.total() > 4
    }

    /// Whether the hand holds a monster that beats `to_beat`; never where there are no monsters.
    #[must_use]
    pub fn has_monster_over(&self, hand: Cards, to_beat: Move, revolved: bool) -> bool {
        if !self.switches.monsters || to_beat.kind == Kind::Dragon {
            return false;
        }
        let flushes = self.straight_flushes(hand.faces());
        let quads = if self.can_play_quads(hand) { self.quad_ranks(hand) } else { 0 };
        if to_beat.kind == Kind::StraightFlush {
            let key = self.key(to_beat, revolved);
            let mut left = flushes;
            while left != 0 {
                let first = left.trailing_zeros();
                let cards = 0x1_1111 << first;
                let cards = Cards::from_decks([(cards & DECK) | cards >> 52, 0]);
                if self.key(Move::play(Kind::StraightFlush, cards), revolved) > key {
                    return true;
                }
                left &= left - 1;
            }
            return false;
        }
        if flushes != 0 {
            return true;
        }
        if self.is_monster(to_beat.kind) {
            let least = 4 * (self.key(to_beat, revolved) + 1);
            return self.order(revolved).arrange(quads * 15) >> least != 0;
        }
        quads != 0
    }
}
