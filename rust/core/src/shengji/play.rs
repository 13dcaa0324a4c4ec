//! Leading, throws that fail, following, and whose trick it is (SJ-13 … SJ-26).

use super::asked::Asked;
use super::facts::{LastTrick, points};
use super::kitty::lowness;
use super::leads;
use super::lone_units::{count_units, drawn_unit};
use super::moves::{Cards, Move, Units};
use super::rules::Rules;
use super::setup::SEATS;
use super::state::{Phase, State};
use super::throw::{Throw, throw};
use super::trick::Led;
use super::trump::{TRUMPS, Trump};
use super::unit::Unit;
use crate::error::RuleError;
use crate::rng::Rng;
use std::ops::ControlFlow;

/// A lead of laid cards as a move.
pub(super) fn stood(trump: &Trump, cards: &Cards, units: &Units) -> Move {
    Move::lead(trump.stand(cards), units.map_faces(|faces| trump.stand_mask(faces)))
}

/// A laid unit as a lead.
fn forced_lead(trump: &Trump, unit: Unit) -> Move {
    let (cards, units) = leads::lead_of(unit);
    stood(trump, &cards, &units)
}

/// The units of a move, laid.
pub(super) fn laid(trump: &Trump, units: &Units) -> Units {
    units.map_faces(|faces| trump.lay_mask(faces))
}

impl State {
    /// The laid cards of the seat to act.
    pub(super) fn laid_hand(&self, trump: &Trump) -> Cards {
        trump.lay(&self.hands[usize::from(Self::after(self.leader, usize::from(self.played)))])
    }

    pub(super) fn count_leads(&self, rules: &Rules) -> u64 {
        let trump = self.order(rules);
        leads::count(&rules.switches, trump, &self.laid_hand(trump))
    }

    pub(super) fn nth_lead(&self, rules: &Rules, n: u64) -> Move {
        let trump = self.order(rules);
        let (cards, units) = leads::nth(&rules.switches, trump, &self.laid_hand(trump), n);
        stood(trump, &cards, &units)
    }

    pub(super) fn for_each_lead(
        &self,
        rules: &Rules,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) {
        let trump = self.order(rules);
        let hand = self.laid_hand(trump);
        let _ = leads::for_each(&rules.switches, trump, &hand, &mut |cards, units| {
            visit(stood(trump, &cards, &units))
        });
    }

    pub(super) fn why_not_lead(&self, rules: &Rules, mv: Move) -> Option<RuleError> {
        let trump = self.order(rules);
        let (hand, cards) = (self.laid_hand(trump), trump.lay(&mv.cards));
        leads::why_not(&rules.switches, trump, &hand, &cards, &laid(trump, &mv.units))
    }

    /// How many leads of one unit there are.
    #[must_use]
    pub fn count_unit_leads(&self, rules: &Rules) -> u64 {
        let trump = self.order(rules);
        count_units(trump, &self.laid_hand(trump))
    }

    /// Any lead, each equally likely.
    pub(super) fn random_lead(&self, rules: &Rules, rng: &mut Rng) -> Move {
        let trump = self.order(rules);
        let leads = leads::Leads::new(&rules.switches, trump, &self.laid_hand(trump));
        let (cards, units) = leads.nth(rng.choose(leads.count()));
        stood(trump, &cards, &units)
    }

    pub(super) fn random_unit(&self, rules: &Rules, rng: &mut Rng) -> Move {
        let trump = self.order(rules);
        let n = rng.choose(self.count_unit_leads(rules));
        forced_lead(trump, drawn_unit(trump, &self.laid_hand(trump), n))
    }

    /// The weakest card, plain ones before trumps.
    pub(super) fn lowest_lead(&self, rules: &Rules) -> Move {
        let trump = self.order(rules);
        let hand = self.laid_hand(trump);
        let lowest = hand.iter().min_by_key(|&(bit, _)| lowness(trump, bit));
        let (bit, _) = lowest.expect("a leader has cards");
        stood(trump, &Unit { faces: 1 << bit, width: 1 }.cards(), &Units::EMPTY)
    }

    /// Takes in a lead, which may be a throw that fails.
    pub(super) fn lead(&mut self, rules: &Rules, mv: Move) {
        let in_units: usize = mv.units.iter().map(Unit::size).sum();
        let lone = if mv.units.is_empty() {
            mv.cards.total() == 1
        } else {
            in_units == mv.cards.total() && mv.units.len() == 1
        };
        if lone {
            return self.put_lead(mv.cards, mv.units);
        }
        let trump = self.order(rules);
        match self.throw(rules, &mv) {
            Throw::Stands => self.put_lead(mv.cards, mv.units),
            Throw::Forced(unit) => self.fail(mv.cards, forced_lead(trump, unit)),
            Throw::Choice(units) => {
                (self.thrown, self.units) = (mv.cards, mv.units);
                let stood = |unit: &Unit| Unit { faces: trump.stand_mask(unit.faces), ..*unit };
                self.beaten = units.iter().map(stood).collect();
                self.phase = Phase::Throw;
                self.asked = Self::after(self.leader, 1);
            }
        }
    }

    /// What becomes of a throw.
    pub(super) fn throw(&self, rules: &Rules, mv: &Move) -> Throw {
        let trump = self.order(rules);
        let others: [Cards; SEATS - 1] = std::array::from_fn(|n| {
            trump.lay(&self.hands[usize::from(Self::after(self.leader, n + 1))])
        });
        let (cards, units) = (trump.lay(&mv.cards), laid(trump, &mv.units));
        throw(&rules.switches, trump, &cards, &units, &others)
    }

    /// A throw fails, and something of it is led (SJ-16).
    fn fail(&mut self, thrown: Cards, lead: Move) {
        let leader = usize::from(self.leader);
        self.failed_throws[leader] += 1;
        self.cards_returned[leader] += (thrown.total() - lead.cards.total()) as u16;
        self.put_lead(lead.cards, lead.units);
    }

    /// Takes in a lead of which it is told what becomes: all of it is led, or only `led`, or the next
    /// seat chooses among `options`.
    pub(super) fn lead_as(&mut self, mv: Move, led: Option<Move>, options: Units) {
        if !options.is_empty() {
            (self.thrown, self.units, self.beaten) = (mv.cards, mv.units, options);
            self.phase = Phase::Throw;
            self.asked = Self::after(self.leader, 1);
        } else if let Some(lead) = led {
            self.fail(mv.cards, lead);
        } else {
            self.put_lead(mv.cards, mv.units);
        }
    }

    fn put_lead(&mut self, cards: Cards, units: Units) {
        self.units = units;
        self.put(self.leader, cards);
    }

    fn put(&mut self, seat: u8, cards: Cards) {
        let seat = usize::from(seat);
        self.hands[seat] = self.hands[seat].difference(&cards);
        self.table[seat] = cards;
        self.played += 1;
    }

    pub(super) fn why_not_force(&self, mv: Move) -> Option<RuleError> {
        if self.beaten.iter().any(|unit| unit.cards() == mv.cards) {
            return None;
        }
        let units: Vec<String> = self.beaten.iter().map(|unit| unit.cards().to_string()).collect();
        let cards = mv.cards.to_string();
        let message =
            format!("{cards}: of the throw one of these units is led: {}", units.join(", "));
        let chinese = format!("{cards}:甩牌失敗,須指定其中一個牌型:{}", units.join(","));
        Some(RuleError::illegal("SJ-16", cards, message).in_chinese(chinese))
    }

    /// The next seat has said what is led of the throw.
    pub(super) fn force(&mut self, mv: Move) {
        let unit = self.beaten.iter().find(|unit| unit.cards() == mv.cards);
        let several = unit.filter(|unit| unit.width > 1);
        let lead = Move::lead(mv.cards, several.into_iter().collect());
        let thrown = self.thrown;
        (self.thrown, self.beaten) = (Cards::EMPTY, Units::EMPTY);
        (self.asked, self.phase) = (0, Phase::Play);
        self.fail(thrown, lead);
    }

    /// What was led to the trick, laid.
    ///
    /// # Panics
    /// Where nothing was.
    #[must_use]
    pub fn led(&self, rules: &Rules) -> Led {
        let trump = self.order(rules);
        let cards = trump.lay(&self.table[usize::from(self.leader)]);
        Led::new(&rules.switches, trump, &cards, &laid(trump, &self.units))
    }

    /// What the seat to act is asked, where it is to follow.
    #[must_use]
    pub fn ask<'a>(&self, rules: &'a Rules) -> Asked<'a> {
        let (trump, led) = (self.order(rules), self.led(rules));
        let hand = self.laid_hand(trump);
        Asked::new(&rules.switches, trump, led.forms(), led.suit(), led.size(), hand)
    }

    pub(super) fn allows_follow(&self, rules: &Rules, mv: Move) -> bool {
        let trump = self.order(rules);
        self.ask(rules).is_legal(&trump.lay(&mv.cards))
    }

    pub(super) fn why_not_follow(&self, rules: &Rules, mv: Move) -> Option<RuleError> {
        let trump = self.order(rules);
        self.ask(rules).why_not(&trump.lay(&mv.cards))
    }

    /// Takes in a follow.
    pub(super) fn follow_with(&mut self, rules: &Rules, cards: Cards) {
        self.put(Self::after(self.leader, usize::from(self.played)), cards);
        if usize::from(self.played) == SEATS {
            self.finish_trick(rules);
        }
    }

    /// The seat whose play is the best of the trick so far.
    ///
    /// # Panics
    /// Where nothing was led.
    #[must_use]
    pub fn winning(&self, rules: &Rules) -> usize {
        self.best(rules, &self.led(rules))
    }

    fn best(&self, rules: &Rules, led: &Led) -> usize {
        let (s, trump) = (&rules.switches, self.order(rules));
        let mut best = led.standing();
        for play in 1..usize::from(self.played) {
            let cards = &self.table[usize::from(Self::after(self.leader, play))];
            best = led.after(s, trump, best, play, &trump.lay(cards));
        }
        usize::from(Self::after(self.leader, best.play))
    }

    /// Everybody has played: who wins leads next, and has the points (SJ-26).
    fn finish_trick(&mut self, rules: &Rules) {
        let (trump, led) = (self.order(rules), self.led(rules));
        let winner = self.best(rules, &led);
        let winning = self.table[winner];
        let form = led.dominant();
        self.last = LastTrick {
            winner: winner as i8,
            width: form.width,
            length: form.length,
            throw: led.is_throw(),
            cards: led.size() as u8,
            lead_trump: led.suit() == TRUMPS,
            winner_trump: trump.suit_of_all(trump.lay(&winning).faces()) == Some(TRUMPS),
            level_card: self.level_card(&winning),
        };
        self.seat_points[winner] += self.table.iter().map(points).sum::<u16>();
        self.table = [Cards::EMPTY; SEATS];
        self.units = Units::EMPTY;
        (self.leader, self.played) = (winner as u8, 0);
        if self.hands[winner].is_empty() {
            self.phase = Phase::Over;
        }
    }

    /// The highest level card among cards: 0 none, 1 of a side suit, 2 of the trump suit (SJ-35).
    fn level_card(&self, cards: &Cards) -> u8 {
        if self.level().is_none() {
            return 0;
        }
        let first = 4 * self.level;
        let main = if self.trump < 4 { 1u64 << (first + self.trump) } else { 0 };
        let of_level = cards.faces() & 15 << first;
        if of_level & main != 0 { 2 } else { u8::from(of_level != 0) }
    }
}
