//! A deal in progress.
//!
//! Phases: `show` (only with `show_multipliers`: before and during the deal) → `auction` → the
//! landlord takes the bottom cards → `show` (the landlord; with `open_hand` or `show_multipliers`) →
//! `double` (with `doubling`) → `play` → `over`.

use super::auction::Auction;
use super::dealers::{Dealer, Dealt, deal_given, deal_uniform, deal_weakly};
use super::facts::{self, Facts};
use super::hand::Hand;
use super::moves::{Kind, Move};
use super::redeal::Redealer;
use super::rules::{AuctionKind, Rules};
use super::setup::Setup;
use crate::bits::Isa;
use crate::climb::Trick;
use crate::error::RuleError;
use crate::game::{Agent, Column, DealStreams, Game};
use crate::rng::{Domain, Rng};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

/// No seat.
pub(super) const NOBODY: u8 = u8::MAX;

/// Where a deal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Showing before or during the deal (DD-29).
    EarlyShow,
    /// Finding the landlord.
    Auction,
    /// The landlord may show (DD-25, DD-29).
    LandlordShow,
    /// Doubling (DD-29).
    Double,
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
            Self::EarlyShow | Self::LandlordShow => "show",
            Self::Auction => "auction",
            Self::Double => "double",
            Self::Play => "play",
            Self::Over => "over",
        }
    }
}

/// One deal of Dou Dizhu.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(super) hands: [Hand; 3],
    pub(super) bottom: Hand,
    /// In a position given by hand, the cards that nobody holds.
    pub(super) gone: Hand,
    pub(super) to_beat: Move,
    pub(super) trick: Trick,
    pub(super) phase: Phase,
    pub(super) auction: Auction,
    pub(super) landlord: u8,
    pub(super) first_bidder: u8,
    pub(super) bid: u8,
    /// Who has shown his hand.
    pub(super) shown: [bool; 3],
    pub(super) open_multiplier: u8,
    pub(super) doubled: [bool; 3],
    /// How many were asked in this phase or at this moment.
    pub(super) asked: u8,
    /// The moment of showing, counted in `show_multipliers`.
    pub(super) moment: u8,
    pub(super) redeals: u8,
    pub(super) bombs: u8,
    pub(super) rockets: u8,
    pub(super) plays: [u8; 3],
    /// The cards received so far; used while showing is asked for before and during the deal.
    pub(super) received: [Hand; 3],
    /// Random bits that fix in which order each seat receives his cards.
    pub(super) draw_order: u64,
    pub(super) setup: Setup,
    pub(super) rng: Rng,
}

#[inline(always)]
fn deal_impl<I: Isa>(setup: &Setup, rng: &mut Rng) -> Dealt {
    match setup.dealer {
        Dealer::Uniform if setup.gives() => deal_given::<I>(&setup.given, rng),
        Dealer::Uniform => deal_uniform::<I>(rng),
        Dealer::WeakShuffle => deal_weakly(rng),
    }
}

impl State {
    /// A state before the first decision, with cards from `rng`; the set-up is known to be sound.
    ///
    /// The draws from the deal stream: the cards as the dealer takes them, `below(3)` for the first
    /// bidder (drawn also where the set-up names him), one word that fixes in which order each seat
    /// receives his cards. Where nobody wants to be landlord the same stream goes on with the next
    /// cards.
    #[inline(always)]
    pub(super) fn dealt<I: Isa>(rules: &Rules, setup: &Setup, mut rng: Rng) -> Self {
        let cards = deal_impl::<I>(setup, &mut rng);
        let turned = rng.below(3) as u8;
        let draw_order = rng.next_word();
        Self::begun(rules, setup, cards, setup.first_bidder.unwrap_or(turned), draw_order, rng)
    }

    /// A state before the first decision, with these cards and neutral chance.
    pub(super) fn with_cards(rules: &Rules, setup: &Setup, cards: Dealt, first_bidder: u8) -> Self {
        Self::begun(rules, setup, cards, first_bidder, 0, Rng::stream(0, Domain::Deal, 0, 0))
    }

    #[inline(always)]
    fn begun(
        rules: &Rules,
        setup: &Setup,
        Dealt { hands, bottom }: Dealt,
        first_bidder: u8,
        draw_order: u64,
        rng: Rng,
    ) -> Self {
        let mut state = Self {
            hands,
            bottom,
            gone: Hand::EMPTY,
            to_beat: Move::PASS,
            trick: Trick::new(3, 0),
            phase: Phase::Auction,
            auction: Auction::default(),
            landlord: NOBODY,
            first_bidder,
            bid: 0,
            shown: [false; 3],
            open_multiplier: 1,
            doubled: [false; 3],
            asked: 0,
            moment: 0,
            redeals: 0,
            bombs: 0,
            rockets: 0,
            plays: [0; 3],
            received: [Hand::EMPTY; 3],
            draw_order,
            setup: *setup,
            rng,
        };
        if rules.shows_before_auction() {
            state.phase = Phase::EarlyShow;
        } else {
            state.open_auction(rules);
        }
        state
    }

    /// The cards in a hand.
    #[must_use]
    pub fn hand(&self, seat: usize) -> Hand {
        self.hands[seat]
    }

    /// The three bottom cards; they stay known after the landlord took them (DD-02).
    #[must_use]
    pub fn bottom(&self) -> Hand {
        self.bottom
    }

    /// The landlord's seat, once it is settled.
    #[must_use]
    pub fn landlord(&self) -> Option<usize> {
        (self.landlord != NOBODY).then_some(usize::from(self.landlord))
    }

    /// Who speaks first.
    #[must_use]
    pub fn first_bidder(&self) -> usize {
        usize::from(self.first_bidder)
    }

    /// The play to beat, `None` when leading or outside the play.
    #[must_use]
    pub fn to_beat(&self) -> Option<Move> {
        (self.phase == Phase::Play && !self.trick.is_lead()).then_some(self.to_beat)
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

    /// Who has shown his hand to all.
    #[must_use]
    pub fn shown(&self) -> [bool; 3] {
        self.shown
    }

    /// The highest bid so far, the winning one once there is a landlord; in a rob auction the call
    /// multiplier once somebody has called; 1 for a given landlord.
    #[must_use]
    pub fn bid(&self, rules: &Rules) -> u8 {
        if self.landlord == NOBODY { self.highest_bid(rules) } else { self.bid }
    }

    /// The error for a move by `seat` where it is another's turn.
    #[must_use]
    pub fn out_of_turn(seat: usize, turn: usize, cards: String) -> RuleError {
        RuleError::illegal("DD-27", cards, format!("it is seat {turn}'s turn, not seat {seat}'s"))
    }

    /// How often the cards have been dealt again.
    #[must_use]
    pub fn redeals(&self) -> u8 {
        self.redeals
    }

    /// Whether two deals under the same rules stand alike: all that matters for what follows and for
    /// the score but the random streams. Which cards nobody holds any more, and what was played by
    /// whom, is no part of it.
    #[must_use]
    pub fn same_position(&self, other: &Self, rules: &Rules) -> bool {
        self.canonical(rules) == other.canonical(rules)
    }

    /// The state without what is left over from phases that are past, without the random streams and
    /// without what is only known of the past.
    #[must_use]
    pub(super) fn canonical(&self, rules: &Rules) -> Self {
        let early = self.phase == Phase::EarlyShow;
        let fixed = rules.switches.auction == AuctionKind::Fixed;
        let landlord = (early && fixed).then_some(self.setup.landlord.unwrap_or(0));
        let trick = match self.phase {
            Phase::Play if !self.trick.is_lead() => self.trick,
            Phase::Over => Trick::new(3, 0),
            _ => Trick::new(3, self.turn().unwrap_or(0)),
        };
        Self {
            gone: Hand::EMPTY,
            to_beat: self.to_beat().unwrap_or(Move::PASS),
            trick,
            auction: match self.phase {
                Phase::Auction => self.auction.canonical(rules),
                _ => Auction::settled(self.auction.robs),
            },
            asked: if early || self.phase == Phase::Double { self.asked } else { 0 },
            moment: if early { self.moment } else { 0 },
            received: if early { self.received } else { [Hand::EMPTY; 3] },
            draw_order: 0,
            setup: Setup { landlord, ..Setup::default() },
            rng: Rng::stream(0, Domain::Deal, 0, 0),
            ..self.clone()
        }
    }

    /// Hashes of what [`same_position`](Self::same_position) compares enough to tell deals apart.
    pub fn hash_position(&self, hasher: &mut impl Hasher) {
        let high = if self.phase == Phase::Auction { self.auction.high } else { 0 };
        (self.hands, self.to_beat(), self.turn(), self.phase, high).hash(hasher);
        (self.landlord, self.plays).hash(hasher);
    }

    /// Whether the parts fit together, for states that come from outside.
    #[must_use]
    pub fn is_sound(&self, rules: &Rules) -> bool {
        let moments = rules.switches.show_multipliers.len();
        let early = self.phase == Phase::EarlyShow;
        let deciding = early || self.phase == Phase::Double;
        let undecided = early || self.phase == Phase::Auction;
        let found = self.landlord < 3;
        let all = self.hands.iter().try_fold(Hand::EMPTY, |all, &hand| all.plus(hand));
        let all = if found { all } else { all.and_then(|all| all.plus(self.bottom)) };
        let cards = self.hands.iter().chain(&self.received).chain([&self.bottom, &self.gone]);
        let numbers = self.first_bidder < 3
            && (found || self.landlord == NOBODY)
            && self.auction.player < 3
            && self.auction.robs <= 3
            && self.bid <= rules.switches.call_multiplier.max(3)
            && (self.bombs <= 13 && self.rockets <= 1 && self.open_multiplier >= 1)
            && self.plays.iter().all(|&plays| plays <= 20)
            && self.hands.iter().all(|hand| hand.len() <= 20)
            && (self.asked < 3 || (self.asked == 3 && !deciding));
        let dealt = found
            || (self.hands.iter().all(|hand| hand.len() == 17)
                && self.bottom.len() == 3
                && (undecided || self.phase == Phase::Over));
        let received = !early
            || (usize::from(self.moment) + 1 < moments
                && self.hands.iter().zip(&self.received).all(|(hand, part)| {
                    let size = 17 * usize::from(self.moment) / (moments - 1);
                    hand.contains(*part) && part.len() as usize == size
                }));
        let playing = self.phase != Phase::Play
            || (found
                && self.hands.iter().all(|hand| !hand.is_empty())
                && (self.to_beat == Move::PASS || rules.is_play(self.to_beat))
                && (self.trick.is_lead() || self.to_beat != Move::PASS));
        cards.clone().all(|hand| hand.is_valid())
            && all.is_some()
            && numbers
            && dealt
            && received
            && playing
            && (found || undecided || self.phase == Phase::Over)
            && (!undecided || !found)
            && self.trick.seats() == 3
            && self.trick.turn() < 3
            && self.setup.check(rules).is_ok()
    }

    fn why_not_play(&self, rules: &Rules, mv: Move) -> Option<RuleError> {
        let cards = mv.cards.to_string();
        let to_beat = self.to_beat();
        if mv.kind == Kind::Pass {
            return match to_beat {
                Some(_) => None,
                None => Some(RuleError::illegal("DD-07", "", "a leader may not pass")),
            };
        }
        if mv.kind.is_decision() {
            let message = format!("{mv} is not possible now: cards are being played");
            return Some(RuleError::illegal("DD-27", "", message));
        }
        let hand = self.hands[self.trick.turn()];
        if !mv.cards.is_valid() || !hand.contains(mv.cards) {
            let message = format!("{cards} is not in the hand {hand}");
            return Some(RuleError::illegal("DD-27", cards, message));
        }
        if !rules.is_play(mv) {
            if rules.classify(mv.cards).is_empty() {
                return Some(rules.why_no_play(mv.cards, &cards));
            }
            let message = format!("{cards} cannot be read as {}", mv.kind.name());
            return Some(RuleError::illegal("DD-20", cards, message));
        }
        match to_beat {
            Some(to_beat) if !mv.beats(to_beat) => Some(rules.why_not_beaten(mv, to_beat)),
            _ => None,
        }
    }

    /// The facts so far.
    #[inline(always)]
    #[must_use]
    pub fn current_facts(&self) -> Facts {
        let won = self.hands.iter().position(|hand| hand.is_empty());
        let landlord = usize::from(self.landlord);
        let landlord_won = won.is_some_and(|seat| seat == landlord);
        let spring = match won {
            None => false,
            Some(_) if landlord_won => {
                let peasants = self.plays.iter().sum::<u8>() - self.plays[landlord];
                peasants == 0
            }
            Some(_) => self.plays[landlord] <= 1,
        };
        Facts {
            landlord: if self.landlord == NOBODY { -1 } else { self.landlord as i8 },
            landlord_won,
            bid: self.bid,
            robs: self.auction.robs,
            bombs: self.bombs,
            rockets: self.rockets,
            spring,
            open_multiplier: self.open_multiplier,
            doubled: self.doubled,
            plays: self.plays,
            cards_left: self.hands.map(|hand| hand.len() as u8),
            redeals: self.redeals,
            first_bidder: self.first_bidder,
        }
    }
}

#[inline(always)]
fn fresh_impl<I: Isa>(rules: &Rules, setup: &Setup, rng: Rng) -> State {
    State::dealt::<I>(rules, setup, rng)
}

/// A state before the first decision; the set-up is known to be sound.
pub(super) fn fresh(rules: &Rules, setup: &Setup, rng: Rng) -> State {
    crate::dispatch!(rules.cpu, fresh_impl(rules: &Rules, setup: &Setup, rng: Rng) -> State)
}

impl Game for State {
    type Rules = Rules;
    type Setup = Setup;
    type Move = Move;
    type Facts = Facts;
    type ScoreKey = u64;
    /// The cards that each seat has played.
    type Past = [Hand; 3];
    type Redealer = Redealer;

    fn deal(rules: &Rules, setup: &Setup, deal: Rng) -> Result<Self, RuleError> {
        setup.check(rules)?;
        Ok(fresh(rules, setup, deal))
    }

    #[inline]
    fn turn(&self) -> Option<usize> {
        match self.phase {
            Phase::Play => Some(self.trick.turn()),
            Phase::Auction => Some(self.seat_from(self.first_bidder, self.auction.player)),
            Phase::EarlyShow => Some(self.seat_from(self.first_bidder, self.asked)),
            Phase::LandlordShow => Some(usize::from(self.landlord)),
            Phase::Double => Some(self.seat_from(self.landlord, self.asked)),
            Phase::Over => None,
        }
    }

    fn phase(&self) -> &'static str {
        self.phase.name()
    }

    #[inline]
    fn num_legal(&self, rules: &Rules) -> u64 {
        match self.phase {
            Phase::Play => u64::from(rules.count(self.hands[self.trick.turn()], self.to_beat())),
            Phase::Over => 0,
            _ => {
                let (_, least, most) = self.options(rules);
                u64::from(most - least) + 2
            }
        }
    }

    #[inline]
    fn nth_legal(&self, rules: &Rules, n: u64) -> Move {
        if self.phase == Phase::Play {
            return rules.nth(self.hands[self.trick.turn()], self.to_beat(), n as u32);
        }
        let (kind, least, _) = self.options(rules);
        match n {
            0 => Move::PASS,
            n => Move { rank: least + n as u8 - 1, ..Move::decision(kind) },
        }
    }

    fn for_each_legal(&self, rules: &Rules, mut visit: impl FnMut(Move) -> ControlFlow<()>) {
        if self.phase == Phase::Play {
            let mut list = Vec::new();
            rules.list(self.hands[self.trick.turn()], self.to_beat(), &mut list);
            let _ = list.into_iter().try_for_each(visit);
        } else {
            let _ = (0..self.num_legal(rules)).try_for_each(|n| visit(self.nth_legal(rules, n)));
        }
    }

    fn is_legal(&self, rules: &Rules, mv: Move) -> bool {
        match self.phase {
            Phase::Over => false,
            Phase::Play => {
                let to_beat = self.to_beat();
                if mv.kind == Kind::Pass {
                    return mv == Move::PASS && to_beat.is_some();
                }
                self.hands[self.trick.turn()].contains(mv.cards)
                    && rules.is_play(mv)
                    && to_beat.is_none_or(|to_beat| mv.beats(to_beat))
            }
            _ => {
                let (kind, least, most) = self.options(rules);
                mv == Move::PASS
                    || mv.kind == kind
                        && (least..=most).contains(&mv.rank)
                        && mv == Move { rank: mv.rank, ..Move::decision(kind) }
            }
        }
    }

    fn why_not(&self, rules: &Rules, mv: Move) -> Option<RuleError> {
        match self.phase {
            Phase::Over => {
                let message = format!("{mv} is not possible: the deal is over");
                Some(RuleError::illegal("DD-08", mv.cards.to_string(), message))
            }
            Phase::Play => self.why_not_play(rules, mv),
            _ => self.why_not_decide(rules, mv),
        }
    }

    fn play(&mut self, rules: &Rules, mv: Move) -> Result<(), RuleError> {
        if !self.is_legal(rules, mv) {
            return Err(self
                .why_not(rules, mv)
                .unwrap_or_else(|| RuleError::illegal("DD-27", "", format!("{mv:?} is illegal"))));
        }
        self.play_unchecked(rules, mv);
        Ok(())
    }

    #[inline]
    fn play_unchecked(&mut self, rules: &Rules, mv: Move) {
        if self.phase != Phase::Play {
            return self.decide(rules, mv);
        }
        if mv.kind == Kind::Pass {
            self.trick.pass();
            return;
        }
        let seat = self.trick.turn();
        self.hands[seat] = self.hands[seat].minus(mv.cards);
        self.plays[seat] += 1;
        self.bombs += u8::from(mv.kind == Kind::Bomb);
        self.rockets += u8::from(mv.kind == Kind::Rocket);
        self.to_beat = mv;
        self.trick.play();
        if self.hands[seat].is_empty() {
            self.phase = Phase::Over;
        }
    }

    fn facts(&self, _rules: &Rules) -> Facts {
        self.current_facts()
    }

    /// In the play the first legal play of the documented order (the lowest solo when leading,
    /// the lowest answer of the same shape, else the lowest bomb), a pass only if there is none.
    /// Before it he makes the least bid or call if nobody has, and declines everything else.
    fn lowest(&self, rules: &Rules) -> Move {
        match self.phase {
            Phase::Play => {
                let hand = self.hands[self.trick.turn()];
                match self.to_beat() {
                    None => rules.nth(hand, None, 0),
                    to_beat => rules.nth(hand, to_beat, u32::from(rules.count(hand, to_beat) > 1)),
                }
            }
            Phase::Auction if self.auction.high == 0 => self.nth_legal(rules, 1),
            _ => Move::PASS,
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
    fn score_key(facts: &Facts) -> u64 {
        facts.key()
    }

    fn seats(_rules: &Rules) -> usize {
        3
    }

    fn check(rules: &Rules, setup: &Setup) -> Result<(), RuleError> {
        setup.check(rules)
    }

    #[inline]
    fn rollout(rules: &Rules, setup: &Setup, agents: &[Agent], streams: DealStreams) -> Facts {
        super::rollout::rollout(rules, setup, agents, streams)
    }

    fn redealer(
        &self,
        rules: &Rules,
        seat: usize,
        played: &[Hand; 3],
    ) -> Result<Redealer, RuleError> {
        State::redealer(self, rules, seat, played)
    }

    fn redeal(_rules: &Rules, redealer: &Redealer, seed: u64) -> Result<Self, RuleError> {
        Ok(redealer.draw(seed))
    }

    #[inline]
    fn resume(self, rules: &Rules, agents: &[Agent], play: Rng) -> Facts {
        super::rollout::resume(rules, self, agents, play)
    }
}
