//! Positions given by hand: endgames 殘局, puzzles, boards of other programs.

use super::auction::Auction;
use super::hand::{Hand, JOKERS};
use super::moves::{Kind, Move};
use super::rules::{AuctionKind, Rules};
use super::setup::Setup;
use super::state::{Phase, State};
use crate::climb::Trick;
use crate::error::{RuleError, counted};
use crate::rng::{Domain, Rng};

/// A position to start from, in the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The three hands.
    pub hands: [Hand; 3],
    /// The landlord's seat.
    pub landlord: u8,
    /// The seat to act.
    pub turn: u8,
    /// The play to beat and who made it.
    pub to_beat: Option<(Move, u8)>,
    /// The three bottom cards the landlord took; empty where they are not known.
    pub bottom: Hand,
    /// The winning bid.
    pub bid: u8,
    /// Robs in the auction.
    pub robs: u8,
    /// Plays of each seat so far.
    pub plays: [u8; 3],
    /// Bombs so far.
    pub bombs: u8,
    /// Rockets so far.
    pub rockets: u8,
}

impl State {
    /// A state from the middle of the play. Impossible positions are refused.
    pub fn from_position(rules: &Rules, position: &Position) -> Result<Self, RuleError> {
        position.check(rules, false)?;
        Ok(Self::at(position))
    }

    /// The state of a position in the play, which is not checked.
    pub(super) fn at(position: &Position) -> Self {
        let Position { hands, landlord, turn, to_beat, bottom, .. } = *position;
        let mut trick = Trick::new(3, usize::from(to_beat.map_or(turn, |(_, by)| by)));
        if let Some((_, by)) = to_beat {
            trick.play();
            for _ in 0..(turn + 2 - by) % 3 {
                trick.pass();
            }
        }
        Self {
            hands,
            bottom,
            gone: position.gone(),
            to_beat: to_beat.map_or(Move::PASS, |(mv, _)| mv),
            trick,
            phase: Phase::Play,
            auction: Auction::settled(position.robs),
            landlord,
            first_bidder: landlord,
            bid: position.bid,
            shown: [false; 3],
            open_multiplier: 1,
            doubled: [false; 3],
            asked: 0,
            moment: 0,
            redeals: 0,
            bombs: position.bombs,
            rockets: position.rockets,
            plays: position.plays,
            received: [Hand::EMPTY; 3],
            draw_order: 0,
            setup: Setup::default(),
            rng: Rng::stream(0, Domain::Deal, 0, 0),
        }
    }
}

impl Rules {
    /// The least winning bid: in a rob auction the call multiplier.
    #[must_use]
    pub fn least_bid(&self) -> u8 {
        match self.switches.auction {
            AuctionKind::Rob => self.switches.call_multiplier,
            _ => 1,
        }
    }
}

impl Position {
    /// Cards that nobody holds: those played, and any that were left out.
    #[must_use]
    pub fn gone(&self) -> Hand {
        self.hands.iter().fold(Hand::PACK, |left, hand| left.less(*hand))
    }

    /// The position with a likely past: the least winning bid, no robs, the plays of
    /// [`likely_plays`](Self::likely_plays), no bomb or rocket but the play to beat.
    #[must_use]
    pub fn with_likely_past(self, rules: &Rules) -> Self {
        let (bombs, rockets) = self.trumps_to_beat();
        let (bid, plays) = (rules.least_bid(), self.likely_plays());
        Self { bid, robs: 0, plays, bombs, rockets, ..self }
    }

    /// Bombs and rockets that the play to beat is, 0 or 1.
    pub(super) fn trumps_to_beat(&self) -> (u8, u8) {
        match self.to_beat.map(|(mv, _)| mv.kind) {
            Some(Kind::Bomb) => (1, 0),
            Some(Kind::Rocket) => (0, 1),
            _ => (0, 0),
        }
    }

    /// A likely number of plays of each seat so far: the least possible, but two of a landlord where
    /// they are possible, since an endgame is no spring (DD-24).
    #[must_use]
    pub fn likely_plays(&self) -> [u8; 3] {
        [0, 1, 2].map(|seat| {
            let (least, most) = self.possible_plays(seat);
            if seat == self.landlord { most.min(least.max(2)) } else { least }
        })
    }

    /// The least and the greatest number of plays that a seat can have made, by the cards it lacks.
    fn possible_plays(&self, seat: u8) -> (u8, u8) {
        let lacks = self.lacks(seat) as u8;
        match self.to_beat.filter(|&(_, by)| by == seat).map(|(mv, _)| mv.cards.len() as u8) {
            Some(last) if last < lacks => (2, lacks - last + 1),
            Some(_) => (1, 1),
            None => (lacks.min(1), lacks),
        }
    }

    /// Cards that a seat has played.
    fn lacks(&self, seat: u8) -> u32 {
        self.full(seat).saturating_sub(self.hands[usize::from(seat)].len())
    }

    /// Cards of a seat before the first play.
    fn full(&self, seat: u8) -> u32 {
        if seat == self.landlord { 20 } else { 17 }
    }

    /// Refuses numbers of what went before that the hands or the rules contradict. Hands themselves
    /// may be any, as of puzzles that no deal leads to.
    fn check_past(&self, rules: &Rules) -> Result<(), RuleError> {
        let wrong = |rule, message: String| Err(RuleError::rules(rule, message));
        let gone = self.gone();
        let (bombs, rockets) = self.trumps_to_beat();
        let most = gone.plane(4).count_ones() as u8;
        if !(bombs..=most.max(bombs)).contains(&self.bombs) {
            let message = format!(
                "{} cannot have been played: {bombs} to {most} can, of the ranks that nobody holds",
                counted(self.bombs.into(), "bomb")
            );
            return wrong("DD-18", message);
        }
        let most = u8::from(gone.plane(1) & JOKERS == JOKERS);
        if !(rockets..=most).contains(&self.rockets) {
            let message = format!(
                "{} cannot have been played: {rockets} to {most} can",
                counted(self.rockets.into(), "rocket")
            );
            return wrong("DD-19", message);
        }
        let s = &rules.switches;
        let (least, most, robs, rule) = match s.auction {
            AuctionKind::Points => (1, 3, 0, "DD-04"),
            AuctionKind::Rob => (s.call_multiplier, s.call_multiplier, 3, "DD-05"),
            AuctionKind::Fixed => (1, 1, 0, "DD-06"),
        };
        if !(least..=most).contains(&self.bid) || self.robs > robs {
            let message = format!(
                "a bid of {} with {} is not possible with this auction: {least} to {most}, {} at most",
                self.bid,
                counted(self.robs.into(), "rob"),
                counted(robs.into(), "rob")
            );
            return wrong(rule, message);
        }
        for seat in 0..3u8 {
            let (plays, cards) =
                (self.plays[usize::from(seat)], self.hands[usize::from(seat)].len());
            let (least, most) = self.possible_plays(seat);
            let last =
                self.to_beat.filter(|&(_, by)| by == seat).map_or(0, |(mv, _)| mv.cards.len());
            if !(least..=most).contains(&plays) || last > self.lacks(seat) {
                let full = self.full(seat);
                let plays = counted(plays.into(), "play");
                let message = format!(
                    "seat {seat} holds {cards} of {full} cards, which {plays} cannot have left: \
                     {least} to {most} can"
                );
                return wrong("DD-07", message);
            }
        }
        let trumps = self.bombs + self.rockets + u8::from(self.to_beat.is_some()) - bombs - rockets;
        if trumps > self.plays.iter().sum() {
            let bombs = counted(self.bombs.into(), "bomb");
            let rockets = counted(self.rockets.into(), "rocket");
            let message = format!("{bombs} and {rockets} are more than all plays so far");
            return wrong("DD-18", message);
        }
        Ok(())
    }

    /// Refuses what cannot be; where the deal is `over` one hand is empty, else none.
    pub(super) fn check(&self, rules: &Rules, over: bool) -> Result<(), RuleError> {
        let wrong = |rule, message: String| Err(RuleError::rules(rule, message));
        if self.landlord > 2 || self.turn > 2 || self.to_beat.is_some_and(|(_, by)| by > 2) {
            return wrong("DD-01", "seats are 0, 1 and 2".into());
        }
        if over && self.hands.iter().filter(|hand| hand.is_empty()).count() != 1 {
            return wrong("DD-08", "a deal is over when one hand is empty, and only one".into());
        }
        let mut all = Hand::EMPTY;
        for (seat, hand) in self.hands.iter().enumerate() {
            let most = if seat == usize::from(self.landlord) { 20 } else { 17 };
            if hand.is_empty() && !over {
                return wrong("DD-08", format!("seat {seat} has no cards: the deal is over"));
            }
            if !hand.is_valid() || hand.len() > most {
                let size = hand.len();
                return wrong(
                    "DD-01",
                    format!("seat {seat} holds {size} cards, at most {most} are possible: {hand}"),
                );
            }
            all = match all.plus(*hand) {
                Some(all) => all,
                None => {
                    return wrong(
                        "DD-01",
                        format!(
                            "the hands hold more cards of a rank than the pack has: {} {} {}",
                            self.hands[0], self.hands[1], self.hands[2]
                        ),
                    );
                }
            };
        }
        if let Some((mv, by)) = self.to_beat {
            if !rules.is_play(mv) {
                return wrong("DD-20", format!("{mv} is no play of these rules"));
            }
            if all.plus(mv.cards).is_none() {
                return wrong(
                    "DD-01",
                    format!("{mv} was played, but the hands still hold its cards"),
                );
            }
            if by == self.turn {
                return wrong(
                    "DD-07",
                    format!("seat {by} made the last play and cannot have to beat it"),
                );
            }
        }
        if !self.bottom.is_empty() && (!self.bottom.is_valid() || self.bottom.len() != 3) {
            return wrong("DD-01", format!("there are three bottom cards, not {}", self.bottom));
        }
        let mut peasants = (0..3).filter(|&seat| seat != usize::from(self.landlord));
        let elsewhere = peasants.try_fold(self.bottom, |all, seat| all.plus(self.hands[seat]));
        if elsewhere.is_none() {
            let bottom = self.bottom;
            return wrong(
                "DD-02",
                format!(
                    "of the bottom cards {bottom} that the landlord took the peasants hold some"
                ),
            );
        }
        self.check_past(rules)
    }
}
