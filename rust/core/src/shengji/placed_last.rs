//! Whether in a position that was given by hand the last trick can have been won as it tells, and the points
//! of others in those before it (SJ-24 … SJ-26, SJ-35).

use super::facts::{LastTrick, points};
use super::moves::Cards;
use super::placed::cannot;
use super::rules::Rules;
use super::setup::SEATS;
use super::state::{NONE, State};
use super::trump::TRUMPS;
use crate::error::RuleError;

/// An error about the last trick.
fn wrong(rule: &'static str, message: &str) -> Result<(), RuleError> {
    Err(RuleError::rules(rule, format!("last: {message}")))
}

impl State {
    /// Refuses another winner of the last trick than there can be, and another play, where each seat has
    /// played `gone` cards; its numbers fit each other.
    pub(super) fn check_winner(
        &self,
        rules: &Rules,
        last: LastTrick,
        gone: usize,
    ) -> Result<(), RuleError> {
        self.check_others(rules, last, gone)?;
        let ruffed = last.winner_trump && !last.lead_trump;
        // To the first trick the declarer led.
        if gone == usize::from(last.cards) {
            let led = last.winner as u8 == self.declarer;
            if led && ruffed {
                return wrong("SJ-25", "the declarer led to this first trick, and did not ruff it");
            }
            if !led && last.throw && !ruffed {
                let message = "the declarer led to this first trick, and in its suit \
                               nobody beats a throw that stands";
                return wrong("SJ-24", message);
            }
            let cards = self.gone(rules);
            let trump = self.order(rules);
            let trumps = trump.lay(&cards).within(trump.suit_mask(TRUMPS)).total();
            if last.cards == 1 && !last.winner_trump && trumps > self.unknown(rules) {
                let message = "last: a trump is gone in it, and a single trump wins it".to_owned();
                return Err(cannot("SJ-25", &cards, message));
            }
        }
        if last.winner_trump && !self.wins_with_level(rules, last) {
            return wrong("SJ-35", "no play that won it can be made with such a level card");
        }
        Ok(())
    }

    /// How many of the cards that are gone may lie in a kitty that is not known.
    fn unknown(&self, rules: &Rules) -> usize {
        if self.kitty.is_empty() { rules.switches.kitty_size() } else { 0 }
    }

    /// Refuses more points of other seats than the tricks before the last can have had.
    fn check_others(&self, rules: &Rules, last: LastTrick, gone: usize) -> Result<(), RuleError> {
        let before = SEATS * (gone - usize::from(last.cards));
        let mut each: Vec<u16> = Vec::new();
        for card in self.gone(rules).cards() {
            let mut cards = Cards::EMPTY;
            cards.add(card.bit(), 1);
            each.push(points(&cards));
        }
        each.sort_unstable_by(|a, b| b.cmp(a));
        let most: u16 = each.iter().take(before).sum();
        let others = (0..SEATS).filter(|&seat| seat as i8 != last.winner);
        let won: u16 = others.map(|seat| self.seat_points[seat]).sum();
        if won > most {
            let message = format!(
                "points: the tricks before the last had {most} at most, and seats that did not \
                 win that have {won}"
            );
            return Err(RuleError::rules("SJ-26", message));
        }
        Ok(())
    }

    /// Whether out of the cards that are gone a play of trumps can be made that wins the last trick and
    /// has its level card.
    fn wins_with_level(&self, rules: &Rules, last: LastTrick) -> bool {
        let trump = self.order(rules);
        let (width, length) = (usize::from(last.width), usize::from(last.length));
        let level = if self.level == NONE { 0 } else { 15 << (4 * self.level) };
        let main = match (self.trump, self.level) {
            (0..4, 0..13) => 1 << (4 * self.level + self.trump),
            _ => 0,
        };
        // What it has none of, and what it has.
        let (none, some) = match last.level_card {
            0 => (level, 0),
            1 => (main, level & !main),
            _ => (0, main),
        };
        let held = trump.lay(&self.gone(rules).within(!none));
        let held = held.within(trump.suit_mask(TRUMPS));
        let classes = trump.fold(held.at_least(width));
        let runs = trump.runs(classes, length);
        if runs == 0 || held.total() < usize::from(last.cards) {
            return false;
        }
        let mut faces = trump.lay_mask(some) & held.faces();
        if some == 0 || last.throw && faces != 0 {
            return true;
        }
        // A play that is one unit has as many copies of the level card, and its class in the run.
        faces &= held.at_least(width);
        let mut within = 0;
        for place in 0..length {
            within |= runs << place;
        }
        trump.fold(faces) & within != 0
    }
}
