//! What is fixed for one deal and is no rule.

use super::dealers::Dealer;
use super::hand::Hand;
use super::rules::{AuctionKind, Rules};
use crate::error::RuleError;
use serde::{Deserialize, Serialize};

/// What is fixed for one deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Setup {
    /// Who speaks first (DD-03); chance decides where it is `None`.
    pub first_bidder: Option<u8>,
    /// The landlord, with `auction="fixed"` only (DD-06); seat 0 where it is `None`.
    pub landlord: Option<u8>,
    /// The style of dealing.
    pub dealer: Dealer,
    /// Cards that are not left to chance: with each seat, at most 17, and at the bottom, at most 3.
    pub given: [Hand; 4],
}

impl Setup {
    /// Refuses what contradicts the rules.
    pub fn check(&self, rules: &Rules) -> Result<(), RuleError> {
        for (name, seat) in [("first_bidder", self.first_bidder), ("landlord", self.landlord)] {
            if seat.is_some_and(|seat| seat > 2) {
                return Err(RuleError::rules("DD-01", format!("{name} is seat 0, 1 or 2")));
            }
        }
        let fixed = rules.switches.auction == AuctionKind::Fixed;
        if self.landlord.is_some() && !fixed {
            return Err(RuleError::rules(
                "DD-06",
                "landlord is given only with auction=\"fixed\"; otherwise the auction finds him",
            ));
        }
        if self.first_bidder.is_some() && fixed && !rules.shows_before_auction() {
            return Err(RuleError::rules(
                "DD-06",
                "with auction=\"fixed\" there is no first_bidder",
            ));
        }
        self.check_given()
    }

    /// Whether any cards are given.
    #[inline(always)]
    #[must_use]
    pub fn gives(&self) -> bool {
        let [a, b, c, bottom] = self.given.map(|hand| hand.0);
        a | b | c | bottom != 0
    }

    /// Refuses cards that no pack has, or more than are dealt to a place (DD-01).
    fn check_given(&self) -> Result<(), RuleError> {
        let wrong = |cards: String, message: String| {
            Err(RuleError { cards, ..RuleError::rules("DD-01", message) })
        };
        if !self.gives() {
            return Ok(());
        }
        if self.dealer != Dealer::Uniform {
            let dealer = self.dealer.name();
            return wrong(
                String::new(),
                format!("cards are given only with dealer=\"uniform\", not {dealer:?}"),
            );
        }
        let mut all = Hand::EMPTY;
        for (place, hand) in self.given.into_iter().enumerate() {
            let (name, most) = match place {
                3 => ("the bottom".to_owned(), 3),
                seat => (format!("seat {seat}"), 17),
            };
            if !hand.is_valid() || hand.len() > most {
                let size = hand.len();
                return wrong(
                    hand.to_string(),
                    format!("{name} is dealt {most} cards, but {size} are given: {hand}"),
                );
            }
            match all.plus(hand) {
                Some(sum) => all = sum,
                None => {
                    let given = self.given.map(|hand| hand.to_string()).join("/");
                    return wrong(
                        hand.to_string(),
                        format!("more cards of a rank are given than the pack has: {given}"),
                    );
                }
            }
        }
        Ok(())
    }
}
