//! Positions given by hand: endgames 殘局, puzzles, boards of other programs.

use super::auction::Auction;
use super::hand::Hand;
use super::moves::Move;
use super::rules::Rules;
use super::setup::Setup;
use super::state::{Phase, State};
use crate::climb::Trick;
use crate::error::RuleError;
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
        position.check(rules)?;
        let Position { hands, landlord, turn, to_beat, bottom, .. } = *position;
        let mut trick = Trick::new(3, usize::from(to_beat.map_or(turn, |(_, by)| by)));
        if let Some((_, by)) = to_beat {
            trick.play();
            for _ in 0..(turn + 2 - by) % 3 {
                trick.pass();
            }
        }
        Ok(Self {
            hands,
            bottom,
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
        })
    }
}

impl Position {
    fn check(&self, rules: &Rules) -> Result<(), RuleError> {
        let wrong = |rule, message: String| Err(RuleError::rules(rule, message));
        if self.landlord > 2 || self.turn > 2 || self.to_beat.is_some_and(|(_, by)| by > 2) {
            return wrong("DD-01", "seats are 0, 1 and 2".into());
        }
        let mut all = Hand::EMPTY;
        for (seat, hand) in self.hands.iter().enumerate() {
            let most = if seat == usize::from(self.landlord) { 20 } else { 17 };
            if hand.is_empty() {
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
        let others = (0..3).filter(|&seat| seat != usize::from(self.landlord));
        for seat in others {
            if self.hands[seat].plus(self.bottom).is_none() {
                return wrong(
                    "DD-02",
                    format!("seat {seat} holds bottom cards that the landlord took"),
                );
            }
        }
        Ok(())
    }
}
