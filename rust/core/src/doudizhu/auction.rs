//! Finding the landlord (DD-04, DD-05).

use super::moves::{Kind, Move};
use super::rules::{AuctionKind, Rules};
use crate::error::RuleError;
use serde::{Deserialize, Serialize};

/// What an auction has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It goes on.
    Open,
    /// This player, counted from the first speaker, is landlord.
    Landlord(u8),
    /// Nobody wanted to be landlord.
    AllPassed,
}

/// An auction in progress. Players are counted 0, 1, 2 from the first speaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub(super) struct Auction {
    /// Who speaks.
    pub(super) player: u8,
    /// How many have spoken.
    spoken: u8,
    /// The highest bid, or 1 once somebody has called.
    pub(super) high: u8,
    /// Who made it; in a rob auction the last to call or rob.
    holder: u8,
    /// Who called.
    caller: u8,
    /// How often was robbed.
    pub(super) robs: u8,
    /// Passes in a row.
    passes: u8,
}

impl Auction {
    /// An auction that is over, with so many robs.
    pub(super) fn settled(robs: u8) -> Self {
        Self { robs, ..Self::default() }
    }

    /// The same auction, counting only what matters for its end: where it goes round until two passes
    /// follow a bid, not how long it took.
    pub(super) fn canonical(self, rules: &Rules) -> Self {
        let spoken = match self.high {
            _ if rules.switches.auction != AuctionKind::Points => self.spoken,
            _ if !rules.switches.repass_again => self.spoken,
            0 => self.passes,
            _ => self.holder + 1 + self.passes,
        };
        Self { spoken, ..self }
    }

    /// Whether nobody has spoken.
    #[inline(always)]
    pub(super) fn is_fresh(&self) -> bool {
        self.spoken == 0
    }

    /// The moves allowed beside the pass: kind, least and greatest value.
    pub(super) fn options(&self, rules: &Rules) -> (Kind, u8, u8) {
        match rules.switches.auction {
            AuctionKind::Points => (Kind::Bid, self.high + 1, 3),
            AuctionKind::Rob if self.high == 0 => (Kind::Call, 0, 0),
            _ => (Kind::Rob, 0, 0),
        }
    }

    /// Takes in a legal move.
    pub(super) fn apply(&mut self, rules: &Rules, mv: Move) -> Outcome {
        self.spoken += 1;
        match mv.kind {
            Kind::Pass => self.passes += 1,
            Kind::Bid => {
                (self.high, self.holder, self.passes) = (mv.rank, self.player, 0);
            }
            Kind::Call => (self.high, self.holder, self.caller) = (1, self.player, self.player),
            _ => {
                self.holder = self.player;
                self.robs += 1;
            }
        }
        let outcome = match rules.switches.auction {
            AuctionKind::Rob => self.rob_outcome(),
            _ => self.points_outcome(rules.switches.repass_again),
        };
        let back_to_caller = rules.switches.auction == AuctionKind::Rob && self.spoken == 3;
        self.player = if back_to_caller { self.caller } else { (self.player + 1) % 3 };
        outcome
    }

    fn points_outcome(&self, again: bool) -> Outcome {
        let ended = if again {
            self.passes == 3 || (self.high > 0 && self.passes == 2)
        } else {
            self.spoken == 3
        };
        match self.high {
            3 => Outcome::Landlord(self.holder),
            0 if ended => Outcome::AllPassed,
            _ if ended => Outcome::Landlord(self.holder),
            _ => Outcome::Open,
        }
    }

    /// Everybody speaks once; the caller once more if a later player robbed (DD-05).
    fn rob_outcome(&self) -> Outcome {
        match self.spoken {
            0..=2 => Outcome::Open,
            3 if self.high == 0 => Outcome::AllPassed,
            3 if self.robs > 0 => Outcome::Open,
            _ => Outcome::Landlord(self.holder),
        }
    }

    /// Words that lead here, one for each who has spoken. Bids that were raised are told as passes, which
    /// makes no difference any more.
    pub(super) fn words(&self, rules: &Rules) -> Vec<Move> {
        let spoken = self.canonical(rules).spoken;
        let after_call = spoken.min(3).saturating_sub(self.caller + 1);
        let word = |player: u8| match rules.switches.auction {
            AuctionKind::Points if self.high > 0 && player == self.holder => Move::bid(self.high),
            AuctionKind::Rob if self.high > 0 && player == self.caller => {
                Move::decision(Kind::Call)
            }
            AuctionKind::Rob
                if player > self.caller
                    && (self.robs > 0)
                    && (player == self.holder || self.robs == after_call) =>
            {
                Move::decision(Kind::Rob)
            }
            _ => Move::PASS,
        };
        (0..spoken).map(word).collect()
    }

    /// The auction in which these words were said, if they can be and it goes on.
    pub(super) fn after(rules: &Rules, words: &[Move]) -> Result<Self, RuleError> {
        let mut auction = Self::default();
        for &mv in words {
            if let Some(error) = auction.why_not(rules, mv) {
                return Err(error);
            }
            if auction.apply(rules, mv) != Outcome::Open {
                let message = format!("the auction is over with the word {mv}");
                return Err(RuleError::rules("DD-04", message));
            }
        }
        Ok(auction)
    }

    /// The error for a move that is no answer to the auction's question.
    pub(super) fn why_not(&self, rules: &Rules, mv: Move) -> Option<RuleError> {
        let (kind, least, most) = self.options(rules);
        if mv.kind == Kind::Pass {
            return None;
        }
        let rule = if kind == Kind::Bid { "DD-04" } else { "DD-05" };
        if mv.kind != kind {
            return Some(RuleError::illegal(
                rule,
                mv.cards.to_string(),
                format!(
                    "{mv} is not possible now: the auction asks for a {} or a pass",
                    kind.name()
                ),
            ));
        }
        if kind == Kind::Bid && !(least..=most).contains(&mv.rank) {
            let message = if mv.rank > most || mv.rank == 0 {
                format!("a bid is 1, 2 or 3, not {}", mv.rank)
            } else {
                format!("{mv} is too low: the highest bid is {}", self.high)
            };
            return Some(RuleError::illegal(rule, "", message));
        }
        None
    }
}
