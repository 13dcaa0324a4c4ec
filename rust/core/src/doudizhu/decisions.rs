//! What is decided around the play: the auction, showing, doubling, dealing again.

use super::auction::{Auction, Outcome};
use super::hand::Hand;
use super::moves::{Kind, Move};
use super::rules::{AuctionKind, Rules};
use super::state::{Phase, State, fresh};
use crate::climb::Trick;
use crate::error::RuleError;
use crate::rng::{Domain, Rng};

impl Rules {
    pub(super) fn shows_before_auction(&self) -> bool {
        !self.switches.show_multipliers.is_empty()
    }

    /// Whether each player speaks once in a points auction.
    pub(super) fn one_round_of_points(&self) -> bool {
        self.switches.auction == AuctionKind::Points && !self.switches.repass_again
    }

    /// The multiplier of the landlord's showing after the auction, 0 where there is none.
    pub(super) fn landlord_show(&self) -> u8 {
        let s = &self.switches;
        s.show_multipliers.last().copied().unwrap_or(if s.open_hand { 2 } else { 0 })
    }
}

impl State {
    pub(super) fn seat_from(&self, first: u8, steps: u8) -> usize {
        usize::from((first + steps) % 3)
    }

    pub(super) fn open_auction(&mut self, rules: &Rules) {
        self.asked = 0;
        if rules.switches.auction == AuctionKind::Fixed {
            self.bid = 1;
            self.take_bottom(rules, self.setup.landlord.unwrap_or(0));
        } else {
            self.phase = Phase::Auction;
            self.auction = Auction::default();
        }
    }

    /// The landlord is found: he takes the bottom cards and leads (DD-02, DD-07).
    fn take_bottom(&mut self, rules: &Rules, landlord: u8) {
        self.landlord = landlord;
        let hand = &mut self.hands[usize::from(landlord)];
        *hand = hand.and(self.bottom);
        self.trick = Trick::new(3, usize::from(landlord));
        self.asked = 0;
        let may_show = rules.landlord_show() > 0 && !self.shown[usize::from(landlord)];
        self.phase = if may_show { Phase::LandlordShow } else { Phase::Double };
        if self.phase == Phase::Double {
            self.open_doubling(rules);
        }
    }

    fn open_doubling(&mut self, rules: &Rules) {
        self.phase = if rules.switches.doubling { Phase::Double } else { Phase::Play };
    }

    /// Moves on to the next seat that may show, or to the auction.
    fn next_early_show(&mut self, rules: &Rules) {
        let moments = rules.switches.show_multipliers.len() as u8 - 1;
        loop {
            self.asked += 1;
            if self.asked == 3 {
                self.asked = 0;
                self.moment += 1;
                self.receive(moments);
            }
            if self.moment == moments {
                return self.open_auction(rules);
            }
            if !self.shown[self.seat_from(self.first_bidder, self.asked)] {
                return;
            }
        }
    }

    fn show(&mut self, seat: usize, multiplier: u8) {
        self.shown[seat] = true;
        self.open_multiplier = self.open_multiplier.max(multiplier);
    }

    fn settle_auction(&mut self, rules: &Rules, outcome: Outcome) {
        let s = &rules.switches;
        match outcome {
            Outcome::Open => {}
            Outcome::Landlord(player) => {
                self.bid = self.highest_bid(rules);
                self.take_bottom(rules, (self.first_bidder + player) % 3);
            }
            Outcome::AllPassed if s.void_on_all_pass => self.phase = Phase::Over,
            Outcome::AllPassed => self.deal_again(rules),
        }
    }

    /// The highest bid; in a rob auction the call multiplier once somebody has called.
    pub(super) fn highest_bid(&self, rules: &Rules) -> u8 {
        match rules.switches.auction {
            AuctionKind::Rob if self.auction.high > 0 => rules.switches.call_multiplier,
            _ => self.auction.high,
        }
    }

    /// Settles a points auction in favour of a player, counted from the first speaker.
    pub(super) fn settle_points(&mut self, rules: &Rules, bid: u8, player: u8) {
        self.auction.high = bid;
        self.settle_auction(rules, Outcome::Landlord(player));
    }

    #[inline(never)]
    fn deal_again(&mut self, rules: &Rules) {
        let redeals = self.redeals.saturating_add(1);
        *self = fresh(rules, &self.setup, self.rng.clone());
        self.redeals = redeals;
    }

    /// Whether the move that led here from `before` made the cards be dealt again.
    pub(super) fn is_dealt_after(&self, before: &Self) -> bool {
        before.phase == Phase::Auction
            && match self.phase {
                Phase::EarlyShow => true,
                Phase::Auction => self.auction.is_fresh(),
                _ => false,
            }
    }

    /// Whether the move that led here from `before` ended a moment of showing before the auction.
    pub(super) fn is_a_moment_after(&self, before: &Self) -> bool {
        before.phase == Phase::EarlyShow
            && (self.phase != Phase::EarlyShow || self.moment != before.moment)
    }

    /// Kinds of the non-pass moves outside the play: kind, least and greatest value.
    pub(super) fn options(&self, rules: &Rules) -> (Kind, u8, u8) {
        match self.phase {
            Phase::Auction => self.auction.options(rules),
            Phase::Double => (Kind::Double, 0, 0),
            _ => (Kind::Show, 0, 0),
        }
    }

    pub(super) fn decide(&mut self, rules: &Rules, mv: Move) {
        match self.phase {
            Phase::Auction => {
                let outcome = self.auction.apply(rules, mv);
                self.settle_auction(rules, outcome);
            }
            Phase::EarlyShow => {
                if mv.kind == Kind::Show {
                    let seat = self.seat_from(self.first_bidder, self.asked);
                    self.show(seat, rules.switches.show_multipliers[usize::from(self.moment)]);
                }
                self.next_early_show(rules);
            }
            Phase::LandlordShow => {
                if mv.kind == Kind::Show {
                    self.show(usize::from(self.landlord), rules.landlord_show());
                }
                self.open_doubling(rules);
            }
            _ => {
                let seat = self.seat_from(self.landlord, self.asked);
                self.doubled[seat] = mv.kind == Kind::Double;
                self.asked += 1;
                if self.asked == 3 {
                    self.phase = Phase::Play;
                }
            }
        }
    }

    pub(super) fn why_not_decide(&self, rules: &Rules, mv: Move) -> Option<RuleError> {
        if self.phase == Phase::Auction {
            return self.auction.why_not(rules, mv);
        }
        let (kind, ..) = self.options(rules);
        let known = mv == Move::PASS || mv == Move::decision(kind);
        (!known).then(|| {
            let rule =
                if rules.switches.open_hand && kind == Kind::Show { "DD-25" } else { "DD-29" };
            RuleError::illegal(
                rule,
                mv.cards.to_string(),
                format!("{mv} is not possible now: the question is to {} or to pass", kind.name()),
            )
        })
    }

    /// The cards a seat has received at this moment of the deal: a part of his hand while showing
    /// is asked for before and during the deal (DD-29), else all.
    #[must_use]
    pub fn received(&self, seat: usize) -> Hand {
        if self.phase == Phase::EarlyShow { self.received[seat] } else { self.hands[seat] }
    }

    /// Hands out the cards up to the next moment of showing: ⌊17·i/k⌋ at moment i of k.
    fn receive(&mut self, moments: u8) {
        let size = 17 * u32::from(self.moment) / u32::from(moments);
        for seat in 0..3 {
            let domain = Domain::Seat(seat as u8);
            let mut rng = Rng::stream(self.draw_order, domain, 0, u64::from(self.moment));
            while self.received[seat].len() < size {
                let coming = self.hands[seat].minus(self.received[seat]);
                let mut n = rng.below(u64::from(coming.len())) as u32;
                let rank = (0..15).find(|&rank| {
                    let count = coming.count(rank);
                    let here = n < count;
                    n = n.wrapping_sub(count);
                    here
                });
                let rank = rank.expect("a hand has as many cards as it counts");
                self.received[seat] = self.received[seat].with(1 << rank, 1);
            }
        }
    }
}
