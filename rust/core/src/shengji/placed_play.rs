//! Whether in a position that was given by hand the tricks can have been played as it tells: those that
//! are over, and the one on the table (SJ-13 … SJ-27).

use super::asked::Asked;
use super::facts::{LastTrick, points};
use super::leads;
use super::moves::Cards;
use super::placed::{Eyes, cannot};
use super::play::laid;
use super::rules::Rules;
use super::setup::SEATS;
use super::state::{NONE, Phase, State};
use super::throw::{beaten, singles_of};
use super::trump::{TRUMPS, Trump};
use crate::card::Card;
use crate::error::{Fault, RuleError, counted};

fn one(card: Card) -> Cards {
    let mut cards = Cards::EMPTY;
    cards.add(card.bit(), 1);
    cards
}

/// An error about the last trick.
fn no_trick(rule: &'static str, message: impl std::fmt::Display) -> RuleError {
    RuleError::rules(rule, format!("last: {message}"))
}

/// The same error about a part of a position.
fn about_part(name: &str, error: RuleError) -> RuleError {
    RuleError { fault: Fault::Rules, message: format!("{name}: {}", error.message), ..error }
}

impl State {
    /// The cards that lie nowhere: those of tricks that are over, and of a kitty that is not known.
    pub(super) fn gone(&self, rules: &Rules) -> Cards {
        let places = self.hands.iter().chain(&self.table).chain([&self.kitty]);
        let mut all = places.fold(rules.pack(), |pack, cards| pack.difference(cards));
        self.to_draw().for_each(|(_, card)| all.remove(card.bit(), 1));
        all
    }

    /// How many cards each seat has for this trick and those that follow.
    fn cards_each(&self) -> usize {
        let seat = usize::from(self.leader);
        self.hands[seat].total() + self.table[seat].total()
    }

    /// How many cards each seat has played to tricks that are over.
    pub(super) fn tricks_gone(&self, rules: &Rules) -> usize {
        match self.phase {
            Phase::Throw | Phase::Play | Phase::Over => {
                rules.switches.hand_size().saturating_sub(self.cards_each())
            }
            _ => 0,
        }
    }

    /// The most cards among some laid ones of a suit that a throw can have with no unit of more cards than
    /// `size`, three at most. No run of so narrow units is a tractor.
    fn most_thrown(trump: &Trump, suit: usize, held: &Cards, size: usize) -> usize {
        // By the width that a class is led in, and how many linked ones before it are so too.
        let mut best = vec![[0; 28]; size + 1];
        let (mut last, mut all) = (None, trump.classes_of(suit));
        while all != 0 {
            let class = all.trailing_zeros();
            all &= all - 1;
            let linked = last.is_some_and(|last: u32| trump.runs(3 << last, 2) >> last & 1 != 0)
                && last.map(|last| last + 1) == Some(class);
            let faces = held.within(trump.unfold(1 << class));
            let above = best.iter().flatten().copied().max().unwrap_or(0);
            let mut next = vec![[0; 28]; size + 1];
            for width in 1..=size {
                let cards: usize = faces.iter().map(|(_, copies)| copies.min(width)).sum();
                next[width][0] = above + cards;
                if width > 1 {
                    let run = trump.least_run();
                    // After a narrower or wider class a run begins; after one like it, it goes on.
                    let other = (0..=size).filter(|&other| other != width || !linked);
                    let begun = other.flat_map(|other| best[other]).max().unwrap_or(0);
                    next[width] = [0; 28];
                    next[width][1] = begun + cards;
                    for length in 2..run.min(28) {
                        let before = if linked { best[width][length - 1] } else { 0 };
                        next[width][length] = if before > 0 { before + cards } else { 0 };
                    }
                }
            }
            (best, last) = (next, Some(class));
        }
        best.into_iter().flatten().max().unwrap_or(0)
    }

    /// Refuses facts of tricks that are over which no tricks have.
    pub(super) fn check_tricks(&self, rules: &Rules) -> Result<(), RuleError> {
        let gone = self.tricks_gone(rules);
        if self.phase != Phase::Over && gone == 0 && self.leader != self.declarer {
            let message = format!(
                "leader: the declarer, seat {}, leads to the first trick, not seat {}",
                self.declarer, self.leader
            );
            return Err(RuleError::rules("SJ-13", message));
        }
        match self.last {
            LastTrick::NONE if self.phase == Phase::Over => {
                let message = "it is missing, and with it who has the points of the kitty";
                return Err(no_trick("SJ-27", message));
            }
            LastTrick::NONE => {}
            last => {
                self.check_last(rules, last, gone)?;
                self.check_winner(rules, last, gone)?;
            }
        }
        let winners = (0..SEATS).filter(|&seat| self.seat_points[seat] > 0);
        let (told, other) = (self.last != LastTrick::NONE, self.last.winner);
        let winners = winners.filter(|&seat| !told || seat as i8 != other).count();
        let tricks = gone - if told { usize::from(self.last.cards) } else { 0 };
        if winners > tricks {
            let message = format!(
                "points: besides the last {} at most can be over, and {} beside its winner",
                counted(tricks, "trick"),
                if winners == 1 { "a seat has some" } else { "several seats have some" }
            );
            return Err(RuleError::rules("SJ-26", message));
        }
        self.check_failed(rules, gone)
    }

    /// Refuses a last trick that cannot have been, where each seat has played `gone` cards.
    fn check_last(&self, rules: &Rules, last: LastTrick, gone: usize) -> Result<(), RuleError> {
        let (s, trump) = (&rules.switches, self.order(rules));
        let (width, length) = (usize::from(last.width), usize::from(last.length));
        let (cards, size) = (usize::from(last.cards), width * length);
        if self.phase != Phase::Over && last.winner as u8 != self.leader {
            let message =
                format!("seat {} won it, and so leads now, not seat {}", last.winner, self.leader);
            return Err(no_trick("SJ-26", message));
        }
        if cards == 0 || cards > gone {
            let message =
                format!("a lead of {}, and each seat has played {gone}", counted(cards, "card"));
            return Err(no_trick("SJ-26", message));
        }
        if width > usize::from(s.decks) {
            let decks = counted(s.decks.into(), "deck");
            let message = format!("a unit of {width} copies out of {decks}");
            return Err(no_trick("SJ-09", message));
        }
        if length > 1 && (width < 2 || length < trump.least_run()) {
            let message = format!("{length} linked classes of width {width} are no tractor");
            return Err(no_trick("SJ-10", message));
        }
        if size > cards || last.throw != (cards > size) {
            let message = format!(
                "a lead of {} with a unit of {size} is {}",
                counted(cards, "card"),
                if cards > size { "a throw" } else { "no throw" }
            );
            return Err(no_trick("SJ-13", message));
        }
        if last.throw && !s.throws {
            return Err(no_trick("SJ-13", "there are no throws by these rules"));
        }
        if last.lead_trump && !last.winner_trump {
            return Err(no_trick("SJ-25", "a lead of trumps is won by trumps"));
        }
        let played = self.gone(rules);
        let laid = trump.lay(&played);
        let has = |suit: usize, lead: bool| {
            let held = laid.within(trump.suit_mask(suit));
            let classes = trump.fold(held.at_least(width));
            let most = match size {
                1..=3 if lead && last.throw => Self::most_thrown(trump, suit, &held, size),
                _ => held.total(),
            };
            trump.runs(classes, length) != 0 && most >= cards
        };
        let suits = if last.lead_trump { TRUMPS..TRUMPS + 1 } else { 0..TRUMPS };
        let ruffed = last.winner_trump && !last.lead_trump;
        if !{ suits }.any(|suit| has(suit, true)) || ruffed && !has(TRUMPS, false) {
            let message = format!("among the cards that are gone there are none for it: {played}");
            return Err(cannot("SJ-26", &played, format!("last: {message}")));
        }
        if last.level_card > 0 {
            let main = if self.trump < 4 && self.level != NONE {
                1 << (4 * self.level + self.trump)
            } else {
                0
            };
            let level = if self.level == NONE { 0 } else { 15 << (4 * self.level) };
            let faces = if last.level_card == 2 { main } else { level & !main };
            if !last.winner_trump || played.faces() & faces == 0 {
                let message = "no such level card can be in the play that won it";
                return Err(no_trick("SJ-35", message));
            }
        }
        Ok(())
    }

    /// Refuses numbers of failed throws, and of cards taken back, that cannot be.
    fn check_failed(&self, rules: &Rules, gone: usize) -> Result<(), RuleError> {
        let s = &rules.switches;
        let error = |rule, message: String| Err(RuleError::rules(rule, message));
        let failed = self.failed_throws.map(usize::from);
        let total: usize = failed.iter().sum();
        if total > 0 && !s.throws {
            return error("SJ-13", "failed: there are no throws by these rules".to_owned());
        }
        let (told, each) = (self.last != LastTrick::NONE, self.cards_each());
        // Of a throw that fails one unit is led, of fewer cards than the hand has.
        let led = &self.table[usize::from(self.leader)];
        let fails = self.phase == Phase::Play && self.played > 0 && led.total() < each && {
            self.units.len() + singles_of(led, &self.units).count_ones() as usize == 1
        };
        let now = usize::from(fails);
        let tricks = match told {
            true => gone + usize::from(!self.last.throw) - usize::from(self.last.cards),
            false => gone,
        };
        let over = tricks.min(s.hand_size() - each.max(1));
        let only_one = told && gone == usize::from(self.last.cards);
        let (trump, pack) = (self.order(rules), self.order(rules).lay(&rules.pack()));
        let suits = (0..=TRUMPS).map(|suit| pack.within(trump.suit_mask(suit)).total());
        let longest = suits.max().unwrap_or(0).saturating_sub(1);
        for (seat, &n) in failed.iter().enumerate() {
            let returned = usize::from(self.cards_returned[seat]);
            let leads = usize::from(self.leader) == seat;
            let before = if only_one && seat != usize::from(self.declarer) { 0 } else { over };
            let most = before + if leads { now } else { 0 };
            if n > most {
                let most = counted(most, "such trick");
                let message = format!("failed: seat {seat} has led {most} at most, not {n}");
                return error("SJ-16", message);
            }
            // Each time in another trick, the first of which the declarer leads, and of one suit, of which
            // another hand has a card; one is led at least.
            let first = usize::from(seat != usize::from(self.declarer));
            let thrown = |k: usize| s.hand_size().saturating_sub(k + first).min(longest);
            let most = (0..n).map(|k| thrown(k).saturating_sub(1)).sum::<usize>();
            if returned < n || returned > most {
                let message = format!(
                    "returned: of {} seat {seat} has taken back {n} to {} at most, not {returned}",
                    counted(n, "throw"),
                    counted(most, "card")
                );
                return error("SJ-17", message);
            }
        }
        if total > over + now {
            let most = counted(over + now, "throw");
            let message = format!("failed: {most} at most can have failed, not {total}");
            return error("SJ-16", message);
        }
        Ok(())
    }

    /// Refuses points that no cards can have brought. There may be fewer: a position need not tell those
    /// of tricks before it.
    pub(super) fn check_points(&self, rules: &Rules) -> Result<(), RuleError> {
        let error = |message: String| Err(RuleError::rules("SJ-26", format!("points: {message}")));
        if self.seat_points.iter().any(|points| points % 5 != 0) {
            return error("they come in fives".to_owned());
        }
        let won: u16 = self.seat_points.iter().sum();
        let unknown = match self.kitty.is_empty() && self.phase != Phase::Bury {
            true => rules.switches.kitty_size(),
            false => 0,
        };
        let mut each: Vec<u16> = self.gone(rules).cards().map(|card| points(&one(card))).collect();
        each.sort_unstable();
        // What lies in a kitty that is not known may have no points.
        let most: u16 = each.iter().skip(unknown).sum();
        if won > most {
            return error(format!("the tricks that are over had {most} at most, not {won}"));
        }
        Ok(())
    }

    /// Refuses a trick on the table that cannot have been played.
    pub(super) fn check_table(&self, rules: &Rules, eyes: Eyes) -> Result<(), RuleError> {
        let leader = usize::from(self.leader);
        let sees = |seat: usize| eyes.is_none_or(|own| own == seat);
        let (name, lead) = match self.phase {
            Phase::Throw => ("thrown", self.thrown),
            Phase::Play if self.played > 0 => ("led", self.table[leader]),
            _ => return Ok(()),
        };
        let (s, trump) = (&rules.switches, self.order(rules));
        let (cards, units) = (trump.lay(&lead), laid(trump, &self.units));
        let had = |seat: usize| {
            let now = if sees(seat) { self.hands[seat] } else { Cards::EMPTY };
            trump.lay(&now.sum(&self.table[seat]))
        };
        let hand = if sees(leader) { had(leader) } else { cards };
        if let Some(error) = leads::why_not(s, trump, &hand, &cards, &units) {
            return Err(about_part(name, error));
        }
        if self.phase == Phase::Throw {
            return Ok(());
        }
        for seat in (0..SEATS).filter(|&seat| seat != leader && sees(seat)) {
            if let Some(unit) = beaten(trump, &cards, &units, &[had(seat)]).first() {
                let unit = trump.stand(&unit.cards());
                let message = format!(
                    "led: {lead} did not stand, for seat {seat} beats {unit} of this throw"
                );
                return Err(cannot("SJ-15", &lead, message));
            }
        }
        let led = self.led(rules);
        for place in 1..usize::from(self.played) {
            let seat = usize::from(Self::after(self.leader, place));
            let play = trump.lay(&self.table[seat]);
            let asked = Asked::new(s, trump, led.forms(), led.suit(), led.size(), had(seat));
            if let Some(error) = asked.why_not(&play) {
                return Err(about_part(
                    "plays",
                    RuleError { message: format!("seat {seat}: {}", error.message), ..error },
                ));
            }
        }
        Ok(())
    }
}
