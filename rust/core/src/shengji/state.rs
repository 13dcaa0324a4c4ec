//! A deal in progress.
//!
//! Phases: cards are drawn and trump is found (`declare`; `name` where nobody declares in a duplicate
//! match); the declarer takes the kitty and buries (`bury`); others may overturn trump and take it from
//! him (`overturn`, then `bury` again); then `play`, with `throw` where the next seat says what is led
//! of a throw that failed; `over`.

use super::course::Course;
use super::dealing::{Dealt, deal};
use super::declare::Declaration;
use super::declaring::Round;
use super::facts::{self, Facts, LastTrick, ScoreKey};
use super::moves::{Cards, Kind, Move, Units};
use super::redeal::Redealer;
use super::rollout::{deal_out, finish};
use super::rules::Rules;
use super::setup::{SEATS, Setup};
use super::trump::Trump;
use crate::bits::Isa;
use crate::card::{Card, Rank, Suit};
use crate::error::RuleError;
use crate::game::{Agent, Column, DealStreams, Game};
use crate::rng::Rng;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// No seat, level, trump or card.
pub(super) const NONE: u8 = u8::MAX;

/// Where a deal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// A seat may show cards that name trump (SJ-38 … SJ-44).
    Declare,
    /// The declarer's partner names a suit, since nobody declared (SJ-42).
    Name,
    /// Who took the kitty lays as many cards in it (SJ-45).
    Bury,
    /// A seat may overturn trump and take the kitty (SJ-46).
    Overturn,
    /// The seat after the leader says which unit of a failed throw is led (SJ-16).
    Throw,
    /// Leading and following.
    Play,
    /// Ended.
    Over,
}

impl Phase {
    /// The public name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Declare => "declare",
            Self::Name => "name",
            Self::Bury => "bury",
            Self::Overturn => "overturn",
            Self::Throw => "throw",
            Self::Play => "play",
            Self::Over => "over",
        }
    }
}

/// One deal of Shengji. Cards are in the order of [`Card::index`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The cards in hand, of those that were drawn.
    pub(super) hands: [Cards; SEATS],
    /// The kitty: as dealt, then as buried.
    pub(super) kitty: Cards,
    /// Cards of the kitty that were turned up to find trump (SJ-41).
    pub(super) turned: Cards,
    /// Cards of the kitty that are turned up first, in order.
    #[serde(with = "crate::byte_list")]
    pub(super) on_top: Vec<u8>,
    /// While cards are drawn and declared all cards in the order of drawing, and how many have been drawn.
    #[serde(with = "crate::byte_list")]
    pub(super) draws: Vec<u8>,
    pub(super) drawn: u8,
    pub(super) phase: Phase,
    pub(super) round: Round,
    /// The seat that is asked for a decision, and how many after it are still to be asked.
    pub(super) asked: u8,
    pub(super) waiting: u8,
    /// The declarer, the level as [`Rank::index`] and trump (the number of a suit, 4 for none), or
    /// [`NONE`].
    pub(super) declarer: u8,
    pub(super) level: u8,
    pub(super) trump: u8,
    pub(super) standing: Option<Declaration>,
    pub(super) declarations: u8,
    pub(super) takers: u8,
    /// Who buried last, or [`NONE`].
    pub(super) taker: u8,
    pub(super) redeals: u8,
    /// Who leads the trick, and how many have played to it.
    pub(super) leader: u8,
    pub(super) played: u8,
    /// What each seat has played to the trick.
    pub(super) table: [Cards; SEATS],
    /// The units of two and more cards in the lead, or in the throw that failed.
    pub(super) units: Units,
    /// In the phase `throw` the throw that failed, still in hand.
    pub(super) thrown: Cards,
    /// The units of it that may be led, the smallest first.
    pub(super) beaten: Units,
    /// Cards chosen for a move that is put together card by card.
    pub(super) staged: Cards,
    pub(super) last: LastTrick,
    pub(super) seat_points: [u16; SEATS],
    pub(super) failed_throws: [u8; SEATS],
    pub(super) cards_returned: [u16; SEATS],
    pub(super) setup: Setup,
    pub(super) rng: Rng,
}

/// A seat, where there is one.
#[inline(always)]
fn some(number: u8) -> Option<usize> {
    (number != NONE).then_some(usize::from(number))
}

#[inline(always)]
fn dealt_impl<I: Isa>(rules: &Rules, setup: &Setup, rng: &mut Rng) -> Dealt {
    deal::<I>(rules, setup, rng)
}

/// The cards of the next dealing; the set-up is known to be sound.
pub(super) fn dealt(rules: &Rules, setup: &Setup, rng: &mut Rng) -> Dealt {
    crate::dispatch!(
        rules.cpu,
        dealt_impl(rules: &Rules, setup: &Setup, rng: &mut Rng) -> Dealt
    )
}

impl State {
    /// A state before the first card is drawn, without cards.
    pub(super) fn bare(setup: &Setup, rng: Rng) -> Self {
        let side = usize::from(setup.declarer.unwrap_or(0)) % 2;
        Self {
            hands: [Cards::EMPTY; SEATS],
            kitty: Cards::EMPTY,
            turned: Cards::EMPTY,
            on_top: Vec::new(),
            draws: Vec::new(),
            drawn: 0,
            phase: Phase::Declare,
            round: Round::Drawing,
            asked: 0,
            waiting: 0,
            declarer: setup.declarer.unwrap_or(NONE),
            level: setup.levels[side].unwrap_or(NONE),
            trump: NONE,
            standing: None,
            declarations: 0,
            takers: 0,
            taker: NONE,
            redeals: 0,
            leader: 0,
            played: 0,
            table: [Cards::EMPTY; SEATS],
            units: Units::EMPTY,
            thrown: Cards::EMPTY,
            beaten: Units::EMPTY,
            staged: Cards::EMPTY,
            last: LastTrick::NONE,
            seat_points: [0; SEATS],
            failed_throws: [0; SEATS],
            cards_returned: [0; SEATS],
            setup: *setup,
            rng,
        }
    }

    /// The cards in a hand, of those that were drawn.
    #[must_use]
    pub fn hand(&self, seat: usize) -> Cards {
        self.hands[seat]
    }

    /// All hands, by seat.
    #[must_use]
    pub fn hands(&self) -> &[Cards; SEATS] {
        &self.hands
    }

    /// The kitty: as dealt, once somebody has buried as buried; nothing while somebody is about to.
    #[must_use]
    pub fn kitty(&self) -> Cards {
        self.kitty
    }

    /// The cards of the kitty as dealt that were turned up to find trump (SJ-41).
    #[must_use]
    pub fn turned_up(&self) -> Cards {
        self.turned
    }

    /// The cards that are still to be drawn, each with the seat that draws it, in order.
    pub fn to_draw(&self) -> impl Iterator<Item = (usize, Card)> + use<'_> {
        let first = self.setup.first();
        let left = self.draws.iter().enumerate().skip(usize::from(self.drawn));
        left.filter_map(move |(n, &face)| {
            Some(((first + n) % SEATS, Card::from_index(usize::from(face))?))
        })
    }

    /// The phase.
    #[must_use]
    pub fn current_phase(&self) -> Phase {
        self.phase
    }

    /// The declarer 莊家, once he is known.
    #[must_use]
    pub fn declarer(&self) -> Option<usize> {
        some(self.declarer)
    }

    /// The level that is played; `None` where there is none.
    #[must_use]
    pub fn level(&self) -> Option<Rank> {
        some(self.level).and_then(Rank::from_index)
    }

    /// What is trump once that is settled: a suit, or none.
    #[must_use]
    pub fn trump(&self) -> Option<Option<Suit>> {
        some(self.trump).map(|suit| Suit::ALL.get(suit).copied())
    }

    /// The declaration that stands (SJ-38).
    #[must_use]
    pub fn standing(&self) -> Option<Declaration> {
        self.standing
    }

    /// Who buried last (SJ-46).
    #[must_use]
    pub fn taker(&self) -> Option<usize> {
        some(self.taker)
    }

    /// How often the cards have been dealt again (SJ-41).
    #[must_use]
    pub fn redeals(&self) -> u8 {
        self.redeals
    }

    /// Who leads the trick, once cards are played.
    #[must_use]
    pub fn leader(&self) -> usize {
        usize::from(self.leader)
    }

    /// What each seat has played to the trick.
    #[must_use]
    pub fn table(&self) -> &[Cards; SEATS] {
        &self.table
    }

    /// The units of two and more cards in the lead, or in the throw that failed.
    #[must_use]
    pub fn units(&self) -> &Units {
        &self.units
    }

    /// In the phase `throw` the cards of the throw that failed.
    #[must_use]
    pub fn thrown(&self) -> Cards {
        self.thrown
    }

    /// In the phase `throw` the units of it that may be led, the smallest first.
    #[must_use]
    pub fn beaten(&self) -> &Units {
        &self.beaten
    }

    /// Points in tricks that each seat has won.
    #[must_use]
    pub fn seat_points(&self) -> &[u16; SEATS] {
        &self.seat_points
    }

    /// What is fixed for this deal.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The order of cards, once trump is settled.
    ///
    /// # Panics
    /// Where it is not.
    #[inline(always)]
    #[must_use]
    pub fn order<'a>(&self, rules: &'a Rules) -> &'a Trump {
        assert!(self.trump != NONE, "trump is not settled yet");
        let suit = Suit::ALL.get(usize::from(self.trump)).copied();
        rules.trump(suit, self.level())
    }

    /// The seat `places` after another.
    #[inline(always)]
    pub(super) fn after(seat: u8, places: usize) -> u8 {
        ((usize::from(seat) + places) % SEATS) as u8
    }

    /// The error for a move by `seat` where it is another's turn.
    #[must_use]
    pub fn out_of_turn(seat: usize, turn: usize, cards: String) -> RuleError {
        let message = format!("it is seat {turn}'s turn, not seat {seat}'s");
        let chinese = format!("輪到{turn}號座位,不是{seat}號");
        RuleError::illegal("SJ-57", cards, message).in_chinese(chinese)
    }

    /// What is asked now, for errors: in English, and as a sentence in Chinese.
    fn question(&self) -> [&'static str; 2] {
        match self.phase {
            Phase::Declare => ["to declare, or pass", "現在須亮主或不亮"],
            Phase::Name => ["to name a suit", "現在須定將牌花色"],
            Phase::Bury => ["to bury cards", "現在須扣底"],
            Phase::Overturn => {
                ["to overturn trump and take the kitty, or pass", "現在須反主拿底或不反"]
            }
            Phase::Throw => ["to say which unit of the throw is led", "現在須指定甩牌中的一個牌型"],
            Phase::Play if self.played == 0 => ["to lead", "現在由此家先出"],
            Phase::Play => ["to follow", "現在須跟牌"],
            Phase::Over => ["none", "本局已結束"],
        }
    }

    /// Whether moves of a kind are made now.
    fn fits(&self, kind: Kind) -> bool {
        match self.phase {
            Phase::Declare | Phase::Overturn => matches!(kind, Kind::Pass | Kind::Declare),
            Phase::Name => kind == Kind::Name,
            Phase::Bury => kind == Kind::Bury,
            Phase::Throw => kind == Kind::Force,
            Phase::Play if self.played == 0 => kind == Kind::Lead,
            Phase::Play => kind == Kind::Follow,
            Phase::Over => false,
        }
    }

    /// A move with nothing in it that does not belong to its kind.
    fn is_clean(mv: Move) -> bool {
        match mv.kind {
            Kind::Pass => mv == Move::PASS,
            Kind::Name => {
                let suit = Suit::ALL.get(usize::from(mv.suit));
                suit.is_some_and(|&suit| mv == Move::name(suit))
            }
            Kind::Declare => {
                mv.units.is_empty() && mv.suit == 0 && mv.cards.faces().count_ones() == 1
            }
            Kind::Lead => mv.suit == 0,
            Kind::Bury | Kind::Follow | Kind::Force => mv.units.is_empty() && mv.suit == 0,
        }
    }
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
        let mut state = Self::bare(setup, deal);
        state.open(rules);
        Ok(state)
    }

    #[inline]
    fn turn(&self) -> Option<usize> {
        match self.phase {
            Phase::Play => Some(usize::from(Self::after(self.leader, usize::from(self.played)))),
            Phase::Over => None,
            _ => Some(usize::from(self.asked)),
        }
    }

    fn phase(&self) -> &'static str {
        self.phase.name()
    }

    fn num_legal(&self, rules: &Rules) -> u64 {
        match self.phase {
            Phase::Declare | Phase::Overturn => {
                1 + self.count_declarations(rules, usize::from(self.asked)) as u64
            }
            Phase::Name => Suit::ALL.len() as u64,
            Phase::Bury => self.burials(rules).count(),
            Phase::Throw => self.beaten.len() as u64,
            Phase::Play if self.played == 0 => self.count_leads(rules),
            Phase::Play => self.ask(rules).count(),
            Phase::Over => 0,
        }
    }

    fn nth_legal(&self, rules: &Rules, n: u64) -> Move {
        let at = n as usize;
        match self.phase {
            Phase::Declare | Phase::Overturn => match at {
                0 => Move::PASS,
                _ => self.declarations_of(rules, usize::from(self.asked))[at - 1].as_move(),
            },
            Phase::Name => Move::name(Suit::ALL[at]),
            Phase::Bury => Move::bury(self.bury_order(rules).stand(&self.burials(rules).nth(n))),
            Phase::Throw => Move::force(self.beaten.get(at).cards()),
            Phase::Play if self.played == 0 => self.nth_lead(rules, n),
            Phase::Play => Move::follow(self.order(rules).stand(&self.ask(rules).nth(n))),
            Phase::Over => unreachable!("no move is possible when the deal is over"),
        }
    }

    /// Declaring: a pass, then the declarations, the lowest first. Naming: D C H S. Burying and
    /// following: those with more of the weakest card first. Leads: as in [`leads`](super::leads). Units
    /// of a failed throw: the smallest first.
    fn for_each_legal(&self, rules: &Rules, mut visit: impl FnMut(Move) -> ControlFlow<()>) {
        match self.phase {
            Phase::Bury => {
                let trump = self.bury_order(rules);
                let _ =
                    self.burials(rules).for_each(|cards| visit(Move::bury(trump.stand(&cards))));
            }
            Phase::Play if self.played == 0 => self.for_each_lead(rules, visit),
            Phase::Play => {
                let trump = self.order(rules);
                self.ask(rules).for_each(|cards| visit(Move::follow(trump.stand(&cards))));
            }
            _ => {
                let all = 0..self.num_legal(rules);
                let _ = { all }.try_for_each(|n| visit(self.nth_legal(rules, n)));
            }
        }
    }

    fn is_legal(&self, rules: &Rules, mv: Move) -> bool {
        if !self.fits(mv.kind) || !Self::is_clean(mv) {
            return false;
        }
        match mv.kind {
            Kind::Pass | Kind::Name => true,
            Kind::Declare => self.allows_declaration(rules, mv),
            Kind::Bury => self.allows_burial(rules, mv),
            Kind::Lead => self.why_not_lead(rules, mv).is_none(),
            Kind::Follow => self.allows_follow(rules, mv),
            Kind::Force => self.beaten.iter().any(|unit| unit.cards() == mv.cards),
        }
    }

    fn why_not(&self, rules: &Rules, mv: Move) -> Option<RuleError> {
        let wrong = |message: String, chinese: &str| {
            let error = RuleError::illegal("SJ-57", mv.cards.to_string(), message);
            Some(error.in_chinese(format!("{mv}:{chinese}")))
        };
        let [question, asked] = self.question();
        if self.phase == Phase::Over {
            return wrong(format!("{mv} is not possible: the deal is over"), asked);
        }
        if !self.fits(mv.kind) {
            return wrong(format!("{mv} is not possible now: the question is {question}"), asked);
        }
        if !Self::is_clean(mv) {
            return wrong(format!("{mv} has parts that no {} has", mv.kind.name()), "有多餘的部分");
        }
        match mv.kind {
            Kind::Pass | Kind::Name => None,
            Kind::Declare => self.why_not_declare(rules, mv),
            Kind::Bury => self.why_not_bury(rules, mv),
            Kind::Lead => self.why_not_lead(rules, mv),
            Kind::Follow => self.why_not_follow(rules, mv),
            Kind::Force => self.why_not_force(mv),
        }
    }

    fn play_unchecked(&mut self, rules: &Rules, mv: Move) {
        if !self.staged.is_empty() {
            self.staged = Cards::EMPTY;
        }
        match mv.kind {
            Kind::Pass | Kind::Declare | Kind::Name => self.decide(rules, mv),
            Kind::Bury => self.bury(rules, mv),
            Kind::Lead => self.lead(rules, mv),
            Kind::Follow => self.follow_with(rules, mv.cards),
            Kind::Force => self.force(mv),
        }
    }

    fn facts(&self, _rules: &Rules) -> Facts {
        self.current_facts()
    }

    /// Declares the least where nothing has been declared, and passes else; names diamonds. Buries
    /// plain cards before trumps, in either those without points first, then the weakest; leads the
    /// weakest card, plain ones first. Follows, and says which unit is led, by the first move of the
    /// documented order.
    fn lowest(&self, rules: &Rules) -> Move {
        match self.phase {
            Phase::Declare | Phase::Overturn if self.standing.is_none() => self.nth_legal(rules, 1),
            Phase::Declare | Phase::Overturn | Phase::Over => Move::PASS,
            Phase::Bury => self.lowest_burial(rules),
            Phase::Play if self.played == 0 => self.lowest_lead(rules),
            Phase::Name | Phase::Throw | Phase::Play => self.nth_legal(rules, 0),
        }
    }

    /// As ever, one `below(n)` where there are n > 1 moves, but for three questions. Buried cards are
    /// drawn by [`pick_decks`](crate::deal::pick_decks) out of the hand, its planes as decks: card by
    /// card, each of those left equally likely. [`Agent::RandomUnits`] takes one `below(n)` where n > 1
    /// leads are of one unit, and leads that [`drawn_unit`](super::lone_units::drawn_unit). Follows are drawn by
    /// [`Asked::sample`](super::asked::Asked::sample), each play equally likely.
    fn choose(&self, rules: &Rules, agent: Agent, rng: &mut Rng) -> Move {
        match (agent, self.phase) {
            (Agent::Lowest, _) => self.lowest(rules),
            (_, Phase::Bury) => self.random_burial(rules, rng),
            (Agent::RandomUnits, Phase::Play) if self.played == 0 => self.random_unit(rules, rng),
            (Agent::Random, Phase::Play) if self.played == 0 => self.random_lead(rules, rng),
            (_, Phase::Play) => Move::follow(self.order(rules).stand(&self.ask(rules).sample(rng))),
            _ => self.nth_legal(rules, rng.choose(self.num_legal(rules))),
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

    fn seats(_rules: &Rules) -> usize {
        SEATS
    }

    fn check(rules: &Rules, setup: &Setup) -> Result<(), RuleError> {
        setup.check(rules)
    }

    fn rollout(rules: &Rules, setup: &Setup, agents: &[Agent], streams: DealStreams) -> Facts {
        deal_out(rules, setup, agents, streams)
    }

    fn resume(self, rules: &Rules, agents: &[Agent], play: Rng) -> Facts {
        finish(rules, self, agents, play)
    }

    fn redealer(&self, rules: &Rules, seat: usize, past: &Course) -> Result<Redealer, RuleError> {
        State::redealer(self, rules, seat, past)
    }

    fn redeal(rules: &Rules, redealer: &Redealer, seed: u64) -> Result<Self, RuleError> {
        redealer.draw(rules, seed)
    }
}
