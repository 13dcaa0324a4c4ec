//! What is fixed for one deal and is no rule.

use super::dealers::Dealer;
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
        Ok(())
    }
}
