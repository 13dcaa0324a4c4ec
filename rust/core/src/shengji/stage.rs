//! Moves put together card by card, where there are too many to list: what is buried, led and followed
//! with.

use super::lone_units::for_each_unit;
use super::moves::{Cards, Move};
use super::play::stood;
use super::readings::default_reading;
use super::rules::Rules;
use super::state::{Phase, State};
use super::trump::Trump;
use crate::card::Card;
use crate::error::RuleError;
use std::ops::ControlFlow;

impl State {
    /// The cards chosen so far for a move that is put together card by card.
    #[must_use]
    pub fn staged(&self) -> Cards {
        self.staged
    }

    /// The faces of which one more copy may be staged, so that a legal move can still be reached; none
    /// where moves are not put together: outside burying, leading and following.
    #[must_use]
    pub fn stage_mask(&self, rules: &Rules) -> u64 {
        match self.phase {
            // As many as are to be buried: none more may join them.
            Phase::Bury if self.staged.total() == rules.switches.kitty_size() => 0,
            Phase::Bury => self.hands[usize::from(self.asked)].difference(&self.staged).faces(),
            Phase::Play => {
                let trump = self.order(rules);
                let staged = trump.lay(&self.staged);
                let laid = if self.played > 0 {
                    self.ask(rules).stage_mask(&staged)
                } else {
                    self.lead_mask(rules, trump, &staged)
                };
                trump.stand_mask(laid)
            }
            _ => 0,
        }
    }

    /// The laid faces that may join the staged ones of a lead.
    fn lead_mask(&self, rules: &Rules, trump: &Trump, staged: &Cards) -> u64 {
        let hand = self.laid_hand(trump);
        if rules.switches.throws {
            let suit = trump.suit_of_all(staged.faces());
            let mask = suit.map_or(u64::MAX, |suit| trump.suit_mask(suit));
            return hand.difference(staged).faces() & mask;
        }
        let mut faces = 0;
        let _ = for_each_unit(trump, &hand, &mut |unit| {
            let cards = unit.cards();
            if cards.contains(staged) {
                faces |= cards.difference(staged).faces();
            }
            ControlFlow::Continue(())
        });
        faces
    }

    /// Whether the staged cards are a lead, and [`staged_lead`](Self::staged_lead) may be played.
    #[must_use]
    pub fn can_lead_staged(&self, rules: &Rules) -> bool {
        self.phase == Phase::Play
            && self.played == 0
            && !self.staged.is_empty()
            && self.is_unit_or_throw(rules)
    }

    fn is_unit_or_throw(&self, rules: &Rules) -> bool {
        let trump = self.order(rules);
        rules.switches.throws || trump.unit_of(&trump.lay(&self.staged)).is_some()
    }

    /// The staged cards as a lead, in the reading that is taken where none is told (SJ-14).
    #[must_use]
    pub fn staged_lead(&self, rules: &Rules) -> Move {
        let trump = self.order(rules);
        let cards = trump.lay(&self.staged);
        let units = default_reading(&rules.switches, trump, &cards);
        stood(trump, &cards, &units)
    }

    /// The move that the staged cards are, once they are as many as are to be buried or were led; leads
    /// end by a decision, see [`staged_lead`](Self::staged_lead).
    #[must_use]
    pub fn staged_move(&self, rules: &Rules) -> Option<Move> {
        let staged = self.staged.total();
        match self.phase {
            Phase::Bury if staged == rules.switches.kitty_size() => Some(Move::bury(self.staged)),
            Phase::Play if self.played > 0 => {
                let led = self.table[usize::from(self.leader)].total();
                (staged == led).then(|| Move::follow(self.staged))
            }
            _ => None,
        }
    }

    /// Stages one more copy of a face, or says why not and changes nothing. The move is not played yet, see
    /// [`staged_move`](Self::staged_move).
    pub fn stage(&mut self, rules: &Rules, face: usize) -> Result<(), RuleError> {
        let card = Card::from_index(face);
        let Some(card) = card else {
            return Err(RuleError::input("", format!("faces are 0 to 53, not {face}")));
        };
        if self.stage_mask(rules) & card.bit() != 0 {
            self.staged.add(card.bit(), 1);
            return Ok(());
        }
        let text = card.to_string();
        let after =
            if self.staged.is_empty() { String::new() } else { format!(" after {}", self.staged) };
        let message = match self.phase {
            Phase::Bury | Phase::Play => format!("{text}{after}: no legal move has these cards"),
            _ => format!("{text}: moves of this phase are not put together card by card"),
        };
        Err(RuleError::illegal("SJ-57", text, message))
    }

    /// Takes all staged cards back.
    pub fn unstage(&mut self) {
        self.staged = Cards::EMPTY;
    }
}
