//! A deal in progress.
//!
//! Phases: the cards are dealt and those that do not divide are given away; where a hand wins at
//! once the deal is `over`. Else `redeal` (with `redeal_below`: weak hands may ask for a new deal) →
//! `swap` (with `malaysia_swap`) → `exchange` (where the set-up names roles) → `play` → `over`.

use super::ask::Ask;
use super::course::Course;
use super::dealing::{Dealt, deal};
use super::exchange::Exchange;
use super::facts::{self, Facts, ScoreKey};
use super::moves::{Cards, Kind, Move};
use super::redeal::Redealer;
use super::rules::Rules;
use super::setup::Setup;
use crate::bits::Isa;
use crate::card::Card;
use crate::climb::Trick;
use crate::error::RuleError;
use crate::game::{Column, Game};
use crate::rng::Rng;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// No seat, no card.
pub(super) const NONE: u8 = u8::MAX;

/// Where a deal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// A weak hand may ask for a new deal (BT-34).
    Redeal,
    /// The holder of the lowest card may swap it (BT-24).
    Swap,
    /// King, noble, commoner and slave exchange cards (BT-37).
    Exchange,
    /// Playing cards.
    Play,
    /// Ended.
    Over,
}

impl Phase {
    /// The public name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Redeal => "redeal",
            Self::Swap => "swap",
            Self::Exchange => "exchange",
            Self::Play => "play",
            Self::Over => "over",
        }
    }
}

/// The seat that did not do what it could against a seat with one card, which acts next (BT-44).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Suspect {
    /// The seat, or [`NONE`].
    pub(super) seat: u8,
    /// Whether it passed; else it played a single below its highest.
    pub(super) passed: bool,
    /// Once the deal is won: whether it holds a single that beats the winner's last card.
    pub(super) could_have_stopped: bool,
}

impl Suspect {
    /// Nobody.
    pub(super) const NOBODY: Self = Self { seat: NONE, passed: false, could_have_stopped: false };
}

/// One deal of Big Two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(super) hands: SmallVec<[Cards; 4]>,
    /// Cards that nobody plays with, face down (BT-23, BT-24).
    pub(super) left: Cards,
    /// The card that was swapped for the leftover, face up (BT-24).
    pub(super) face_up: Cards,
    /// In a position given by hand, the cards that nobody holds.
    pub(super) gone: Cards,
    /// The play to beat, or a pass.
    pub(super) to_beat: Move,
    pub(super) trick: Trick,
    pub(super) phase: Phase,
    pub(super) revolved: bool,
    pub(super) revolutions: u8,
    /// Who led the first trick, or [`NONE`].
    pub(super) leader: u8,
    /// The card that the first play must contain, or [`NONE`] (BT-26).
    pub(super) due: u8,
    /// Who went out first or won at once, or [`NONE`].
    pub(super) winner: u8,
    /// 1 for a dragon, 2 for four of the top rank that won at once, else 0 (BT-33).
    pub(super) instant: u8,
    /// Seats that have gone out, in order.
    pub(super) out_order: SmallVec<[u8; 4]>,
    /// Plays of each seat, passes not counted.
    pub(super) plays: SmallVec<[u8; 4]>,
    pub(super) suspect: Suspect,
    /// The seat that is asked to swap or for a new deal.
    pub(super) asked: u8,
    pub(super) redeals: u8,
    pub(super) swapped: bool,
    pub(super) exchange: Exchange,
    pub(super) setup: Setup,
    pub(super) rng: Rng,
}

/// A seat or a card, where there is one.
#[inline(always)]
fn some(number: u8) -> Option<usize> {
    (number != NONE).then_some(usize::from(number))
}

impl State {
    /// A state before the first decision, with cards from `rng`; the set-up is known to be sound. The
    /// deal stream gives the cards only; where they are dealt again, it goes on with the next ones.
    #[inline(always)]
    pub(super) fn dealt<I: Isa>(rules: &Rules, setup: &Setup, mut rng: Rng, redeals: u8) -> Self {
        let cards = deal::<I>(rules, setup, &mut rng);
        Self::begun(rules, setup, cards, redeals, rng)
    }

    /// A state before the first decision, with these cards, dealt after so many redeals.
    #[inline(always)]
    pub(super) fn begun(
        rules: &Rules,
        setup: &Setup,
        Dealt { hands, left }: Dealt,
        redeals: u8,
        rng: Rng,
    ) -> Self {
        let seats = hands.len();
        let mut state = Self {
            hands,
            left,
            face_up: Cards::EMPTY,
            gone: Cards::EMPTY,
            to_beat: Move::PASS,
            trick: rules.first_trick(0),
            phase: Phase::Play,
            revolved: false,
            revolutions: 0,
            leader: NONE,
            due: NONE,
            winner: NONE,
            instant: 0,
            out_order: SmallVec::new(),
            plays: SmallVec::from_elem(0, seats),
            suspect: Suspect::NOBODY,
            asked: 0,
            redeals,
            swapped: false,
            exchange: Exchange::default(),
            setup: *setup,
            rng,
        };
        state.open(rules);
        state
    }

    /// The cards in a hand.
    #[must_use]
    pub fn hand(&self, seat: usize) -> Cards {
        self.hands[seat]
    }

    /// All hands, by seat.
    #[must_use]
    pub fn hands(&self) -> &[Cards] {
        &self.hands
    }

    /// Cards that nobody plays with, face down: those set aside, and the leftover that was not swapped
    /// for the lowest card, or not yet (BT-23, BT-24).
    #[must_use]
    pub fn left(&self) -> Cards {
        self.left
    }

    /// The card that was swapped for the leftover, face up (BT-24).
    #[must_use]
    pub fn face_up(&self) -> Cards {
        self.face_up
    }

    /// The play to beat, `None` when leading or outside the play.
    #[inline(always)]
    #[must_use]
    pub fn to_beat(&self) -> Option<Move> {
        (self.to_beat.kind != Kind::Pass).then_some(self.to_beat)
    }

    /// Who made the play to beat.
    #[must_use]
    pub fn last_player(&self) -> Option<usize> {
        self.to_beat().and_then(|_| self.trick.last())
    }

    /// The phase.
    #[must_use]
    pub fn current_phase(&self) -> Phase {
        self.phase
    }

    /// The turn within the trick, in the play.
    #[must_use]
    pub fn trick(&self) -> Trick {
        self.trick
    }

    /// Who leads the first trick, once it is settled.
    #[must_use]
    pub fn leader(&self) -> Option<usize> {
        some(self.leader)
    }

    /// The card that the first play must contain (BT-26).
    #[must_use]
    pub fn due(&self) -> Option<Card> {
        some(self.due).and_then(Card::from_index)
    }

    /// Whether the ends of the order of ranks have changed places (BT-38).
    #[must_use]
    pub fn revolved(&self) -> bool {
        self.revolved
    }

    /// How often they have (BT-38).
    #[must_use]
    pub fn revolutions(&self) -> u8 {
        self.revolutions
    }

    /// Who went out first or won at once.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        some(self.winner)
    }

    /// How the deal was won at once: 1 by a dragon, 2 by four of the top rank, else 0 (BT-33).
    #[must_use]
    pub fn instant(&self) -> u8 {
        self.instant
    }

    /// How often the cards have been dealt again (BT-34).
    #[must_use]
    pub fn redeals(&self) -> u8 {
        self.redeals
    }

    /// Whether the lowest card was swapped for the leftover (BT-24).
    #[must_use]
    pub fn swapped(&self) -> bool {
        self.swapped
    }

    /// Plays of each seat, passes not counted.
    #[must_use]
    pub fn plays(&self) -> &[u8] {
        &self.plays
    }

    /// What is fixed for this deal.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The seats that have passed in this trick and are skipped, or asked for a monster only
    /// (BT-29, BT-30), as a mask.
    #[must_use]
    pub fn locked(&self) -> u64 {
        let seats = 0..self.hands.len();
        seats.filter(|&seat| self.trick.is_locked(seat)).fold(0, |mask, seat| mask | 1 << seat)
    }

    /// The place of each seat: 1 for the first to go out …; 0 while it is open, or where the deal
    /// settles none (BT-31).
    #[must_use]
    pub fn places(&self, rules: &Rules) -> SmallVec<[u8; 4]> {
        let seats = self.hands.len();
        let mut places = SmallVec::from_elem(0, seats);
        if self.instant > 0 {
            let others = if rules.switches.all_out { seats } else { 1 };
            for place in 0..others {
                places[(usize::from(self.winner) + place) % seats] = place as u8 + 1;
            }
            return places;
        }
        for (place, &seat) in self.out_order.iter().enumerate() {
            places[usize::from(seat)] = place as u8 + 1;
        }
        if rules.switches.all_out && self.phase == Phase::Over {
            let last = places.iter_mut().find(|place| **place == 0);
            last.into_iter().for_each(|place| *place = seats as u8);
        }
        places
    }

    /// The error for a move by `seat` where it is another's turn.
    #[must_use]
    pub fn out_of_turn(seat: usize, turn: usize, cards: String) -> RuleError {
        RuleError::illegal("BT-32", cards, format!("it is seat {turn}'s turn, not seat {seat}'s"))
    }

    /// What the seat to act is asked; in the play only.
    #[inline(always)]
    #[must_use]
    pub fn ask(&self, rules: &Rules) -> Ask {
        let seat = self.trick.turn();
        let (hand, to_beat) = (self.hands[seat], self.to_beat());
        let monsters_only = self.trick.is_locked(seat);
        let mut ask = Ask {
            hand,
            revolved: self.revolved,
            to_beat,
            may_pass: to_beat.is_some(),
            due: (self.due != NONE).then_some(self.due),
            top_single: false,
            monsters_only,
        };
        // The due card comes before the highest one, and who is locked may play no single (BT-35).
        if rules.switches.top_forced && self.due == NONE && !monsters_only {
            let table = to_beat.is_none_or(|mv| mv.kind == Kind::Single);
            let next = self.trick.next_holding(seat);
            ask.top_single = table && self.hands[next].total() == 1;
            if ask.top_single && to_beat.is_some() {
                let highest = rules.highest(hand, self.revolved);
                ask.may_pass = highest <= rules.highest(self.to_beat.cards, self.revolved);
            }
        }
        ask
    }

    /// The facts so far.
    #[inline(always)]
    #[must_use]
    pub fn current_facts(&self, rules: &Rules) -> Facts {
        let seat = |number: u8| if number == NONE { -1 } else { number as i8 };
        let mut seats: SmallVec<[_; 4]> =
            self.hands.iter().map(|&hand| rules.left_over(hand)).collect();
        let places = self.places(rules);
        for ((facts, &plays), &place) in seats.iter_mut().zip(&self.plays).zip(&places) {
            (facts.plays, facts.place) = (plays, place);
        }
        let won = self.winner != NONE;
        let culprit = if won { self.suspect } else { Suspect::NOBODY };
        Facts {
            winner: seat(self.winner),
            instant: self.instant,
            not_highest: seat(culprit.seat),
            could_have_stopped: if culprit.could_have_stopped { seat(culprit.seat) } else { -1 },
            culprit_passed: culprit.passed,
            leader: seat(self.leader),
            redeals: self.redeals,
            swapped: self.swapped,
            revolutions: self.revolutions,
            seats,
        }
    }

    /// Notes whether `seat`, which has just passed on the play `single` or made it, has left undone
    /// what it could against the seat to act, where that has one card (BT-44). A seat that might
    /// have played monsters only is not seen here.
    #[inline(always)]
    fn watch(&mut self, rules: &Rules, seat: usize, single: Move, passed: bool) {
        let next = self.trick.turn();
        if next == seat || self.hands[next].total() != 1 || single.kind != Kind::Single {
            return;
        }
        let highest = rules.highest(self.hands[seat], self.revolved);
        if highest > rules.highest(single.cards, self.revolved) {
            self.suspect = Suspect { seat: seat as u8, passed, could_have_stopped: false };
        }
    }

    /// `seat` has played its last cards (BT-31).
    fn go_out(&mut self, rules: &Rules, seat: usize, mv: Move) {
        self.out_order.push(seat as u8);
        if self.winner == NONE {
            self.winner = seat as u8;
            match some(self.suspect.seat) {
                Some(at) if mv.kind == Kind::Single => {
                    let highest = rules.highest(self.hands[at], self.revolved);
                    self.suspect.could_have_stopped =
                        highest > rules.highest(mv.cards, self.revolved);
                }
                _ => self.suspect = Suspect::NOBODY,
            }
        }
        self.trick.went_out(seat);
        if !rules.switches.all_out || self.trick.holding() == 1 {
            self.phase = Phase::Over;
            self.to_beat = Move::PASS;
        }
    }

    /// Plays cards or passes, unchecked.
    #[inline(always)]
    fn play_cards(&mut self, rules: &Rules, mv: Move) {
        let s = &rules.switches;
        // BT-30
        self.play_asking(rules, mv, |hands, table, revolved, seat| {
            s.monster_after_pass
                && (s.ask_locked_always || rules.has_monster_over(hands[seat], table, revolved))
        });
    }

    /// Plays cards or passes, unchecked, where `ask` tells of the hands, the play on the table,
    /// whether the order is revolved, and a locked seat, whether it is asked for a monster.
    #[inline(always)]
    pub(super) fn play_asking(
        &mut self,
        rules: &Rules,
        mv: Move,
        mut ask: impl FnMut(&[Cards], Move, bool, usize) -> bool,
    ) {
        let seat = self.trick.turn();
        let passed = mv.kind == Kind::Pass;
        let locked = self.trick.is_locked(seat);
        if !passed {
            self.hands[seat] = self.hands[seat].difference(&mv.cards);
            self.plays[seat] += 1;
            self.due = NONE;
            self.to_beat = mv;
            if rules.switches.revolution && mv.kind == Kind::StraightFlush {
                self.revolved = !self.revolved;
                self.revolutions += 1;
            }
        }
        let table = self.to_beat;
        let (hands, revolved) = (&self.hands, self.revolved);
        let ask = |seat: usize| ask(hands, table, revolved, seat);
        if passed {
            self.trick.pass_and_ask(ask);
        } else {
            self.trick.play_and_ask(ask);
        }
        if !passed && self.hands[seat].is_empty() {
            self.go_out(rules, seat, mv);
        } else if self.winner == NONE {
            self.suspect = Suspect::NOBODY;
            if !locked {
                self.watch(rules, seat, table, passed);
            }
        }
        if self.trick.is_lead() {
            self.to_beat = Move::PASS;
        }
    }
}

#[inline(always)]
fn fresh_impl<I: Isa>(rules: &Rules, setup: &Setup, rng: Rng, redeals: u8) -> State {
    State::dealt::<I>(rules, setup, rng, redeals)
}

/// A state before the first decision, after so many redeals; the set-up is known to be sound.
pub(super) fn fresh(rules: &Rules, setup: &Setup, rng: Rng, redeals: u8) -> State {
    crate::dispatch!(
        rules.cpu,
        fresh_impl(rules: &Rules, setup: &Setup, rng: Rng, redeals: u8) -> State
    )
}

impl Game for State {
    type Rules = Rules;
    type Setup = Setup;
    type Move = Move;
    type Facts = Facts;
    type ScoreKey = ScoreKey;
    /// How the deal came about.
    type Past = Course;
    type Redealer = Redealer;

    fn deal(rules: &Rules, setup: &Setup, deal: Rng) -> Result<Self, RuleError> {
        setup.check(rules)?;
        Ok(fresh(rules, setup, deal, 0))
    }

    #[inline]
    fn turn(&self) -> Option<usize> {
        match self.phase {
            Phase::Play => Some(self.trick.turn()),
            Phase::Redeal | Phase::Swap => Some(usize::from(self.asked)),
            Phase::Exchange => Some(self.exchanging()),
            Phase::Over => None,
        }
    }

    fn phase(&self) -> &'static str {
        self.phase.name()
    }

    #[inline]
    fn num_legal(&self, rules: &Rules) -> u64 {
        match self.phase {
            Phase::Play => rules.count(&self.ask(rules)),
            Phase::Over => 0,
            Phase::Exchange => self.exchange_moves(),
            Phase::Redeal | Phase::Swap => 2,
        }
    }

    #[inline]
    fn nth_legal(&self, rules: &Rules, n: u64) -> Move {
        match self.phase {
            Phase::Play => rules.nth(&self.ask(rules), n),
            Phase::Exchange => self.nth_exchange(rules, n),
            _ if n == 0 => Move::PASS,
            Phase::Swap => Move::SWAP,
            _ => Move::REDEAL,
        }
    }

    fn for_each_legal(&self, rules: &Rules, mut visit: impl FnMut(Move) -> ControlFlow<()>) {
        if self.phase == Phase::Play {
            let _ = rules.for_each(&self.ask(rules), visit);
        } else {
            let _ = (0..self.num_legal(rules)).try_for_each(|n| visit(self.nth_legal(rules, n)));
        }
    }

    fn is_legal(&self, rules: &Rules, mv: Move) -> bool {
        match self.phase {
            Phase::Play => rules.allows(&self.ask(rules), mv),
            Phase::Over => false,
            Phase::Exchange => self.allows_exchange(mv),
            Phase::Swap => mv == Move::PASS || mv == Move::SWAP,
            Phase::Redeal => mv == Move::PASS || mv == Move::REDEAL,
        }
    }

    fn why_not(&self, rules: &Rules, mv: Move) -> Option<RuleError> {
        match self.phase {
            Phase::Over => {
                let message = format!("{mv} is not possible: the deal is over");
                Some(RuleError::illegal("BT-31", mv.cards.to_string(), message))
            }
            Phase::Play if mv.kind.is_decision() => {
                let message = format!("{mv} is not possible now: cards are being played");
                Some(RuleError::illegal("BT-32", mv.cards.to_string(), message))
            }
            Phase::Play => rules.why_not(&self.ask(rules), mv),
            Phase::Exchange => self.why_not_exchange(mv),
            Phase::Redeal | Phase::Swap => self.why_not_decide(rules, mv),
        }
    }

    fn play(&mut self, rules: &Rules, mv: Move) -> Result<(), RuleError> {
        if !self.is_legal(rules, mv) {
            return Err(self
                .why_not(rules, mv)
                .unwrap_or_else(|| RuleError::illegal("BT-32", "", format!("{mv:?} is illegal"))));
        }
        self.play_unchecked(rules, mv);
        Ok(())
    }

    #[inline]
    fn play_unchecked(&mut self, rules: &Rules, mv: Move) {
        if self.phase == Phase::Play {
            self.play_cards(rules, mv);
        } else {
            self.decide(rules, mv);
        }
    }

    fn facts(&self, rules: &Rules) -> Facts {
        self.current_facts(rules)
    }

    /// In the play the first legal play of the documented order, a pass only if there is none. A
    /// weak hand asks for a new deal, nothing is swapped, and exchanges follow the default policy of
    /// BT-37.
    fn lowest(&self, rules: &Rules) -> Move {
        match self.phase {
            Phase::Play => {
                let mut lowest = Move::PASS;
                let _ = rules.for_each(&self.ask(rules), |mv| {
                    lowest = mv;
                    if mv.kind == Kind::Pass {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                });
                lowest
            }
            Phase::Exchange => self.usual_exchange(rules),
            Phase::Redeal => Move::REDEAL,
            Phase::Swap | Phase::Over => Move::PASS,
        }
    }

    fn columns(rules: &Rules) -> Vec<Column> {
        facts::columns(rules)
    }

    #[inline(always)]
    fn write_facts(facts: &Facts, row: &mut [i16]) {
        facts.write(row);
    }

    #[inline(always)]
    fn score_key(facts: &Facts) -> ScoreKey {
        facts.key()
    }

    fn seats(rules: &Rules) -> usize {
        usize::from(rules.switches.players)
    }

    fn check(rules: &Rules, setup: &Setup) -> Result<(), RuleError> {
        setup.check(rules)
    }

    fn redealer(&self, rules: &Rules, seat: usize, past: &Course) -> Result<Redealer, RuleError> {
        State::redealer(self, rules, seat, past)
    }

    fn redeal(rules: &Rules, redealer: &Redealer, seed: u64) -> Result<Self, RuleError> {
        redealer.draw(rules, seed)
    }
}
