//! What is fixed for one deal and is no rule.

use super::dealing::HandSizes;
use super::moves::Cards;
use super::rules::Rules;
use crate::error::{RuleError, counted};
use serde::{Deserialize, Serialize};

/// The most seats of a deal in which cards may be given.
pub const MOST_GIVEN_SEATS: usize = 8;

/// Cards that are not left to chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Given {
    /// Cards dealt to each seat, with at most [`MOST_GIVEN_SEATS`] seats.
    pub seats: [Cards; MOST_GIVEN_SEATS],
    /// Cards among those that do not divide (BT-23).
    pub left: Cards,
}

impl Given {
    /// The cards given to a seat.
    #[inline(always)]
    #[must_use]
    pub fn seat(&self, seat: usize) -> Cards {
        self.seats.get(seat).copied().unwrap_or(Cards::EMPTY)
    }

    /// Whether no cards are given.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.left.is_empty() && self.seats.iter().all(Cards::is_empty)
    }
}

/// What is fixed for one deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Setup {
    /// Who leads (BT-25), with any play; the holder of the lowest card where it is `None`.
    pub leader: Option<u8>,
    /// The seat that gets the first card: where two hold the lowest card, or win at once, the one
    /// nearer to it in playing order counts (BT-02, BT-33).
    pub first_card: u8,
    /// The seats of king, noble, commoner and slave, who exchange cards (BT-37).
    pub roles: Option<[u8; 4]>,
    /// Cards that are not left to chance.
    pub given: Given,
}

impl Setup {
    /// Refuses what contradicts the rules.
    pub fn check(&self, rules: &Rules) -> Result<(), RuleError> {
        let seats = rules.switches.players;
        let named = [("leader", self.leader), ("first_card", Some(self.first_card))];
        for (name, seat) in named {
            if let Some(seat) = seat.filter(|&seat| seat >= seats) {
                let last = seats - 1;
                let message = format!("{name} is a seat from 0 to {last}, not {seat}");
                return Err(RuleError::rules("BT-22", message));
            }
        }
        if let Some(roles) = self.roles {
            let mut sorted = roles;
            sorted.sort_unstable();
            if seats != 4 || !rules.switches.all_out || sorted != [0, 1, 2, 3] {
                let message = format!(
                    "roles are the seats of king, noble, commoner and slave, each once, with \
                     players=4 and end=\"all_out\"; got {roles:?} of {seats} seats"
                );
                return Err(RuleError::rules("BT-37", message));
            }
        }
        if self.given.is_empty() { Ok(()) } else { self.check_given(rules) }
    }

    /// Refuses cards that the decks do not have, or more than are dealt to a place.
    #[cold]
    fn check_given(&self, rules: &Rules) -> Result<(), RuleError> {
        let wrong = |rule, cards: Cards, message: String| {
            Err(RuleError { cards: cards.to_string(), ..RuleError::rules(rule, message) })
        };
        let HandSizes { seats, hand, left } = rules.hand_sizes();
        let places = self.given.seats.iter().enumerate().map(|(seat, &cards)| {
            let most = if seat < seats { hand } else { 0 };
            (format!("seat {seat}"), cards, most)
        });
        let set_aside = ("the cards that do not divide".to_owned(), self.given.left, left);
        let mut all = Cards::EMPTY;
        for (name, cards, most) in places.chain([set_aside]) {
            if cards.is_empty() {
                continue;
            }
            if seats > MOST_GIVEN_SEATS {
                let message = format!(
                    "cards are given with at most {MOST_GIVEN_SEATS} seats, not with {seats}"
                );
                return wrong("BT-22", cards, message);
            }
            if !rules.deck().contains(&cards) {
                let message = format!("the pack has not all the cards given to {name}: {cards}");
                return wrong("BT-01", cards, message);
            }
            if cards.total() > most as usize {
                let size = cards.total();
                let most = counted(most as usize, "card");
                let message = format!("{name}: {most} at most can be given, not {size}: {cards}");
                return wrong("BT-23", cards, message);
            }
            let sum = all.checked_sum(&cards).filter(|sum| rules.deck().contains(sum));
            let Some(sum) = sum else {
                let message = format!("{name}: of {cards} more are given than the pack has");
                return wrong("BT-01", cards, message);
            };
            all = sum;
        }
        Ok(())
    }
}
