//! A deal in progress.
//!
//! Phases: the cards are dealt and those that do not divide are given away; where a hand wins at
//! once the deal is `over`. Else `redeal` (with `redeal_below`: weak hands may ask for a new deal) →
//! `swap` (with `malaysia_swap`) → `exchange` (where the set-up names roles) → `play` → `over`.

use super::course::Course;
use super::dealing::{Dealt, deal};
use super::exchange::Exchange;
use super::facts::{self, Facts, ScoreKey};
use super::moves::{Cards, Kind, Move};
use super::redeal::Redealer;
use super::rules::Rules;
use super::setup::Setup;
use super::turns::Suspect;
use crate::bits::Isa;
use crate::card::Card;
use crate::climb::Trick;
use crate::error::RuleError;
use crate::game::{Agent, Column, DealStreams, Game};
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

/// One deal of Big Two.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
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

impl Clone for State {
    /// As derived, but lists of small plain values are copied whole rather than one by one.
    #[inline]
    fn clone(&self) -> Self {
        let Self {
            hands,
            left,
            face_up,
            gone,
            to_beat,
            trick,
            phase,
            revolved,
            revolutions,
            leader,
            due,
            winner,
            instant,
            out_order,
            plays,
            suspect,
            asked,
            redeals,
            swapped,
            exchange,
            setup,
            rng,
        } = self;
        Self {
            hands: SmallVec::from_slice(hands),
            left: *left,
            face_up: *face_up,
            gone: *gone,
            to_beat: *to_beat,
            trick: *trick,
            phase: *phase,
            revolved: *revolved,
            revolutions: *revolutions,
            leader: *leader,
            due: *due,
            winner: *winner,
            instant: *instant,
            out_order: SmallVec::from_slice(out_order),
            plays: SmallVec::from_slice(plays),
            suspect: *suspect,
            asked: *asked,
            redeals: *redeals,
            swapped: *swapped,
            exchange: *exchange,
            setup: *setup,
            rng: rng.clone(),
        }
    }
}

/// A seat or a card, where there is one.
#[inline(always)]
pub(super) fn some(number: u8) -> Option<usize> {
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

    /// The phase.
    #[must_use]
    pub fn current_phase(&self) -> Phase {
        self.phase
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

    /// The error for a move by `seat` where it is another's turn.
    #[must_use]
    pub fn out_of_turn(seat: usize, turn: usize, cards: String) -> RuleError {
        RuleError::illegal("BT-32", cards, format!("it is seat {turn}'s turn, not seat {seat}'s"))
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

/// Compiled for the processor, which counts bits faster than portable code.
#[expect(clippy::extra_unused_type_parameters, reason = "what is counted needs no other operation")]
#[inline(always)]
fn facts_impl<I: Isa>(state: &State, rules: &Rules) -> Facts {
    state.current_facts(rules)
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

    fn choose(&self, rules: &Rules, agent: Agent, rng: &mut Rng) -> Move {
        match agent {
            Agent::Lowest => self.lowest(rules),
            _ if self.phase == Phase::Play => rules.sample(&self.ask(rules), rng),
            _ => self.nth_legal(rules, rng.choose(self.num_legal(rules))),
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
        let state = self;
        crate::dispatch!(rules.cpu, facts_impl(state: &State, rules: &Rules) -> Facts)
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

    #[inline]
    fn rollout(rules: &Rules, setup: &Setup, agents: &[Agent], streams: DealStreams) -> Facts {
        super::rollout::rollout(rules, setup, agents, streams)
    }

    #[inline]
    fn resume(self, rules: &Rules, agents: &[Agent], play: Rng) -> Facts {
        super::rollout::resume(rules, self, agents, play)
    }

    fn redealer(&self, rules: &Rules, seat: usize, past: &Course) -> Result<Redealer, RuleError> {
        State::redealer(self, rules, seat, past)
    }

    fn redeal(rules: &Rules, redealer: &Redealer, seed: u64) -> Result<Self, RuleError> {
        redealer.draw(rules, seed)
    }
}
