//! What happened in a deal: everything that scoring and statistics read.

use super::moves::Cards;
use super::rules::Rules;
use super::setup::SEATS;
use super::state::{NONE, State};
use crate::game::Column;

/// The cards worth 5 and 10 points (SJ-03): 5, and 10 and K.
pub(super) const FIVES: u64 = 15 << 8;
pub(super) const TENS: u64 = 15 << 28 | 15 << 40;

/// The points of cards (SJ-03).
#[inline(always)]
#[must_use]
pub fn points(cards: &Cards) -> u16 {
    let of = |plane: &u64| {
        5 * (plane & FIVES).count_ones() as u16 + 10 * (plane & TENS).count_ones() as u16
    };
    cards.planes().iter().map(of).sum()
}

/// The last trick that was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct LastTrick {
    /// Who won it; −1 where there is none.
    pub winner: i8,
    /// The width of the dominant unit of its lead (SJ-25).
    pub width: u8,
    /// The length of that.
    pub length: u8,
    /// Whether it was a throw.
    pub throw: bool,
    /// How many cards were led.
    pub cards: u8,
    /// Whether they were trumps.
    pub lead_trump: bool,
    /// Whether the winning play was trumps.
    pub winner_trump: bool,
    /// The highest level card in the winning play: 0 none, 1 of a side suit, 2 of the trump suit (SJ-35).
    pub level_card: u8,
}

impl LastTrick {
    /// No trick yet.
    pub const NONE: Self = Self {
        winner: -1,
        width: 0,
        length: 0,
        throw: false,
        cards: 0,
        lead_trump: false,
        winner_trump: false,
        level_card: 0,
    };
}

/// The facts of one deal. Numbers, not results: nothing here depends on scoring switches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The declarer; −1 while he is not known.
    pub declarer: i8,
    /// The level, 0 to 12 for 2 to A; −1 where there is none.
    pub level: i8,
    /// Trump, 0 to 3 for D C H S, 4 for no trump suit; −1 while it is not known.
    pub trump: i8,
    /// Points in tricks that the attackers won.
    pub attackers_points: u16,
    /// Points in the kitty.
    pub kitty_points: u16,
    /// The last trick.
    pub last: LastTrick,
    /// Throws that failed, by seat (SJ-16).
    pub failed_throws: [u8; SEATS],
    /// Cards that came back to hand by that.
    pub cards_returned: [u16; SEATS],
    /// Points in tricks that each seat won.
    pub seat_points: [u16; SEATS],
    /// How often the cards were dealt again, as nobody had declared (SJ-41).
    pub redeals: u8,
    /// Declarations before the kitty was taken, reinforcements among them.
    pub declarations: u8,
    /// How often the kitty was taken after burying (SJ-46).
    pub takers: u8,
    /// Who buried last; −1 where nobody did.
    pub kitty_taker: i8,
}

/// The scored facts of a deal in one word: equal keys mean equal scores.
pub type ScoreKey = u128;

pub(super) fn columns(rules: &Rules) -> Vec<Column> {
    let decks = i16::from(rules.switches.decks);
    let hand = rules.switches.hand_size() as i16;
    let points = 100 * decks;
    let column = |name, width, min, max, scored| Column { name, width, min, max, scored };
    let scored = |name, width, min, max| column(name, width, min, max, true);
    let counted = |name, width, min, max| column(name, width, min, max, false);
    vec![
        scored("declarer", 1, -1, 3),
        scored("level", 1, -1, 12),
        scored("trump", 1, -1, 4),
        scored("attackers_points", 1, 0, points),
        scored("kitty_points", 1, 0, points),
        scored("last_winner", 1, -1, 3),
        scored("last_width", 1, 0, decks),
        scored("last_length", 1, 0, 28),
        scored("last_throw", 1, 0, 1),
        scored("last_cards", 1, 0, hand),
        scored("last_lead_trump", 1, 0, 1),
        scored("last_winner_trump", 1, 0, 1),
        scored("last_level_card", 1, 0, 2),
        scored("failed_throws", SEATS, 0, hand),
        // A failed throw of all but one card each time.
        scored("cards_returned", SEATS, 0, hand * (hand - 1) / 2),
        counted("seat_points", SEATS, 0, points),
        counted("redeals", 1, 0, 255),
        counted("declarations", 1, 0, 16),
        counted("takers", 1, 0, 16),
        counted("kitty_taker", 1, -1, 3),
    ]
}

impl Facts {
    #[inline(always)]
    pub(super) fn write(&self, row: &mut [i16]) {
        let row = &mut row[..29];
        row[0] = i16::from(self.declarer);
        row[1] = i16::from(self.level);
        row[2] = i16::from(self.trump);
        row[3] = self.attackers_points as i16;
        row[4] = self.kitty_points as i16;
        row[5] = i16::from(self.last.winner);
        row[6] = i16::from(self.last.width);
        row[7] = i16::from(self.last.length);
        row[8] = i16::from(self.last.throw);
        row[9] = i16::from(self.last.cards);
        row[10] = i16::from(self.last.lead_trump);
        row[11] = i16::from(self.last.winner_trump);
        row[12] = i16::from(self.last.level_card);
        for seat in 0..SEATS {
            row[13 + seat] = i16::from(self.failed_throws[seat]);
            row[17 + seat] = self.cards_returned[seat] as i16;
            row[21 + seat] = self.seat_points[seat] as i16;
        }
        row[25] = i16::from(self.redeals);
        row[26] = i16::from(self.declarations);
        row[27] = i16::from(self.takers);
        row[28] = i16::from(self.kitty_taker);
    }

    #[inline(always)]
    pub(super) fn key(&self) -> ScoreKey {
        let last = &self.last;
        // Numbers and the bits they take; seats, level and trump from −1 on.
        let parts = [
            ((self.declarer + 1) as u64, 3),
            ((self.level + 1) as u64, 4),
            ((self.trump + 1) as u64, 3),
            (u64::from(self.attackers_points), 9),
            (u64::from(self.kitty_points), 9),
            ((last.winner + 1) as u64, 3),
            (u64::from(last.width), 3),
            (u64::from(last.length), 5),
            (u64::from(last.throw), 1),
            (u64::from(last.cards), 6),
            (u64::from(last.lead_trump), 1),
            (u64::from(last.winner_trump), 1),
            (u64::from(last.level_card), 2),
        ];
        let mut key = parts.iter().fold(0, |key, &(n, bits)| key << bits | u128::from(n));
        for seat in 0..SEATS {
            key = key << 6 | u128::from(self.failed_throws[seat]);
            key = key << 11 | u128::from(self.cards_returned[seat]);
        }
        key
    }
}

/// What a deal has come to, of all that most deals have.
pub(super) struct Outcome<'a> {
    /// The declarer, the level and trump, as a [`State`] has them.
    pub(super) declarer: u8,
    pub(super) level: u8,
    pub(super) trump: u8,
    pub(super) kitty: &'a Cards,
    pub(super) points: [u16; SEATS],
    pub(super) last: LastTrick,
}

impl Outcome<'_> {
    /// The facts of a deal where trump and the kitty were given and no throw failed.
    #[inline(always)]
    pub(super) fn facts(&self) -> Facts {
        let number = |number: u8| if number == NONE { -1 } else { number as i8 };
        let attackers = (usize::from(self.declarer) + 1) % 2;
        let declared = self.declarer != NONE;
        Facts {
            declarer: number(self.declarer),
            // From 3 … A 2 as 0 … 12 to 2 … A.
            level: if self.level == NONE { -1 } else { ((self.level + 1) % 13) as i8 },
            trump: number(self.trump),
            attackers_points: if declared {
                self.points[attackers] + self.points[attackers + 2]
            } else {
                0
            },
            kitty_points: points(self.kitty),
            last: self.last,
            failed_throws: [0; SEATS],
            cards_returned: [0; SEATS],
            seat_points: self.points,
            redeals: 0,
            declarations: 0,
            takers: 0,
            kitty_taker: -1,
        }
    }
}

impl State {
    /// The facts so far.
    #[inline(always)]
    #[must_use]
    pub fn current_facts(&self) -> Facts {
        let outcome = Outcome {
            declarer: self.declarer,
            level: self.level,
            trump: self.trump,
            kitty: &self.kitty,
            points: self.seat_points,
            last: self.last,
        };
        Facts {
            failed_throws: self.failed_throws,
            cards_returned: self.cards_returned,
            redeals: self.redeals,
            declarations: self.declarations,
            takers: self.takers,
            kitty_taker: if self.taker == NONE { -1 } else { self.taker as i8 },
            ..outcome.facts()
        }
    }
}
