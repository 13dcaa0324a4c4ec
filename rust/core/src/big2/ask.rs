//! What a seat is asked when it is to play, and which moves answer it.

use super::moves::{Cards, Kind, Move};
use super::rules::Rules;

/// The question put to a seat in the play of the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The seat's cards.
    pub hand: Cards,
    /// Whether the order of ranks has its ends swapped (BT-38).
    pub revolved: bool,
    /// The play on the table; none when leading.
    pub to_beat: Option<Move>,
    /// Whether the seat may pass (BT-27, BT-35).
    pub may_pass: bool,
    /// The card that a first lead must contain, as [`Card::index`](crate::card::Card::index) (BT-26).
    pub due: Option<u8>,
    /// Whether a single must be the highest held (BT-35).
    pub top_single: bool,
    /// Whether only monsters may be played, for a seat that is skipped otherwise (BT-30).
    pub monsters_only: bool,
}

impl Ask {
    /// A free lead from this hand.
    #[must_use]
    pub const fn lead(hand: Cards) -> Self {
        Self {
            hand,
            revolved: false,
            to_beat: None,
            may_pass: false,
            due: None,
            top_single: false,
            monsters_only: false,
        }
    }

    /// To beat a play from this hand, or pass.
    #[must_use]
    pub const fn follow(hand: Cards, to_beat: Move) -> Self {
        Self { to_beat: Some(to_beat), may_pass: true, ..Self::lead(hand) }
    }

    /// The card that must be played, as a mask: empty where none is due.
    #[inline(always)]
    pub(super) fn due_face(&self) -> u64 {
        self.due.map_or(0, |card| 1 << card)
    }
}

impl Rules {
    /// The highest single of a hand in the order in force; none of an empty hand.
    #[must_use]
    pub fn highest_single(&self, hand: Cards, revolved: bool) -> Option<Move> {
        let order = self.order(revolved);
        let top = 63u32.checked_sub(order.arrange(hand.faces()).leading_zeros())?;
        Some(Move::play(Kind::Single, order.restore_cards([1 << top, 0])))
    }

    /// Whether a move answers the question. It is looked at directly, nothing is listed.
    #[must_use]
    pub fn allows(&self, ask: &Ask, mv: Move) -> bool {
        if mv.rank != 0 {
            return false;
        }
        if mv.is_pass() {
            return ask.may_pass && mv.cards.is_empty();
        }
        mv.kind.is_play()
            && ask.hand.contains(&mv.cards)
            && self.classify(mv.cards) == Some(mv.kind)
            && self.allows_play(ask, mv)
    }

    /// The same of a move of these rules, such as [`move_in`](Self::move_in) gives: that its cards are
    /// of its kind is not looked at.
    #[inline]
    #[must_use]
    pub fn allows_known(&self, ask: &Ask, mv: Move) -> bool {
        match mv.kind {
            Kind::Pass => ask.may_pass,
            kind => kind.is_play() && ask.hand.contains(&mv.cards) && self.allows_play(ask, mv),
        }
    }

    /// Whether a play of cards that the seat has answers the question.
    #[inline(always)]
    fn allows_play(&self, ask: &Ask, mv: Move) -> bool {
        ask.due_face() & !mv.cards.faces() == 0
            && (mv.kind != Kind::Dragon || mv.cards == ask.hand)
            && (!ask.monsters_only || self.is_monster(mv.kind))
            && ask.to_beat.is_none_or(|to_beat| self.beats(mv, to_beat, ask.revolved))
            && (mv.kind != Kind::Single
                || !ask.top_single
                || self.highest_single(ask.hand, ask.revolved) == Some(mv))
    }
}
