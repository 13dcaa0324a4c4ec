//! The centre of the crate: what every game offers to batches, tables and environments.

use crate::error::{RuleError, shown};
use crate::rng::{Domain, Rng, Streams};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

/// A built-in way of choosing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agent {
    /// Uniform over all legal moves.
    Random,
    /// Uniform over all legal moves, but leads of one unit only (Shengji; elsewhere as `Random`).
    RandomUnits,
    /// The lowest legal move, by the family's documented order of lowness.
    Lowest,
}

impl Agent {
    /// The agent called `name`: `"random"`, `"random_units"` or `"lowest"`.
    pub fn named(name: &str) -> Result<Self, RuleError> {
        match name {
            "random" => Ok(Self::Random),
            "random_units" => Ok(Self::RandomUnits),
            "lowest" => Ok(Self::Lowest),
            _ => {
                let name = shown(name);
                let known = "there are \"random\", \"random_units\" and \"lowest\"";
                Err(RuleError::input("", format!("no built-in agent is called {name:?}; {known}")))
            }
        }
    }
}

/// One fact about a finished deal, as a column of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The fact's public name.
    pub name: &'static str,
    /// Numbers per deal: 1, or one per seat.
    pub width: usize,
    /// The least value it can take.
    pub min: i16,
    /// The greatest value it can take.
    pub max: i16,
    /// Whether scoring reads it.
    pub scored: bool,
}

/// The random streams of one deal.
#[derive(Clone, Debug)]
pub struct DealStreams {
    /// Cards and other chance before the first move.
    pub deal: Rng,
    /// Choices of built-in agents.
    pub play: Rng,
}

impl DealStreams {
    /// The streams of deal number `index` in match number `game_match` of `seed`.
    #[must_use]
    pub fn new(seed: u64, game_match: u64, index: u64) -> Self {
        Self {
            deal: Rng::stream(seed, Domain::Deal, game_match, index),
            play: Rng::stream(seed, Domain::Play, game_match, index),
        }
    }
}

/// [`DealStreams`] for many deals of one match.
#[derive(Clone, Copy, Debug)]
pub struct MatchStreams {
    deal: Streams,
    play: Streams,
}

impl MatchStreams {
    /// The streams of match number `game_match` of `seed`.
    #[must_use]
    pub fn new(seed: u64, game_match: u64) -> Self {
        Self {
            deal: Streams::new(seed, Domain::Deal, game_match),
            play: Streams::new(seed, Domain::Play, game_match),
        }
    }

    /// The streams of deal number `index`.
    #[inline(always)]
    #[must_use]
    pub fn of(self, index: u64) -> DealStreams {
        DealStreams { deal: self.deal.of(index), play: self.play.of(index) }
    }
}

/// A card game as a state machine. A value of the type is one deal in progress.
///
/// Rules are passed to every call rather than held, so that a state stays a small plain value.
/// `is_legal`, listing, counting and `nth_legal` are written apart and tested equal.
pub trait Game: Clone + Send + Sync + Sized {
    /// The compiled rule set.
    type Rules: Sync;
    /// What is fixed for one deal and is no rule: first seat, level, dealer …
    type Setup: Copy + Sync;
    /// One move or decision.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// What happened in a finished deal.
    type Facts: Clone + Send;
    /// The scored facts of a deal, packed; equal keys mean equal scores.
    type ScoreKey: Copy + Eq + Hash + Send;
    /// What was seen of a deal so far and a state does not hold, such as who played which cards.
    type Past: Sync;
    /// All deals that a seat cannot tell from one, ready to be drawn from.
    type Redealer: Sync;

    /// Deals the cards from `deal` and stands before the first decision.
    fn deal(rules: &Self::Rules, setup: &Self::Setup, deal: Rng) -> Result<Self, RuleError>;
    /// The seat to act, `None` when the deal is over.
    fn turn(&self) -> Option<usize>;
    /// The name of the current phase; `"over"` at the end.
    fn phase(&self) -> &'static str;
    /// How many moves are legal now; 0 only when the deal is over.
    fn num_legal(&self, rules: &Self::Rules) -> u64;
    /// Legal move number `n` of the documented order; `n` must be below `num_legal`.
    fn nth_legal(&self, rules: &Self::Rules, n: u64) -> Self::Move;
    /// Calls `visit` for every legal move in the documented order until it breaks.
    fn for_each_legal(&self, rules: &Self::Rules, visit: impl FnMut(Self::Move) -> ControlFlow<()>);
    /// Whether `mv` may be played now.
    fn is_legal(&self, rules: &Self::Rules, mv: Self::Move) -> bool;
    /// The rule that forbids `mv` now, or `None` where it is legal.
    fn why_not(&self, rules: &Self::Rules, mv: Self::Move) -> Option<RuleError>;
    /// Plays a legal move without checking it; an illegal one leaves the state senseless.
    fn play_unchecked(&mut self, rules: &Self::Rules, mv: Self::Move);
    /// The facts so far; those of the deal when it is over.
    fn facts(&self, rules: &Self::Rules) -> Self::Facts;
    /// The move of [`Agent::Lowest`].
    fn lowest(&self, rules: &Self::Rules) -> Self::Move;

    /// The columns of the facts, those that are scored first.
    fn columns(rules: &Self::Rules) -> Vec<Column>;
    /// Writes one number for each column and seat.
    fn write_facts(facts: &Self::Facts, row: &mut [i16]);
    /// The scored facts of a deal as a key.
    fn score_key(facts: &Self::Facts) -> Self::ScoreKey;

    /// Plays `mv`, or says why not and leaves the state as it was.
    fn play(&mut self, rules: &Self::Rules, mv: Self::Move) -> Result<(), RuleError> {
        match self.why_not(rules, mv) {
            Some(error) => Err(error),
            None => {
                self.play_unchecked(rules, mv);
                Ok(())
            }
        }
    }

    /// The move that `agent` makes now. A choice among n > 1 moves takes one `below(n)`, n = 1 none.
    fn choose(&self, rules: &Self::Rules, agent: Agent, rng: &mut Rng) -> Self::Move {
        match agent {
            Agent::Random | Agent::RandomUnits => {
                self.nth_legal(rules, rng.choose(self.num_legal(rules)))
            }
            Agent::Lowest => self.lowest(rules),
        }
    }

    /// How many seats there are.
    fn seats(rules: &Self::Rules) -> usize;
    /// Refuses a set-up that contradicts the rules.
    fn check(rules: &Self::Rules, setup: &Self::Setup) -> Result<(), RuleError>;

    /// Refuses agents that are not one a seat.
    fn check_agents(rules: &Self::Rules, agents: &[Agent]) -> Result<(), RuleError> {
        let (seats, given) = (Self::seats(rules), agents.len());
        if given == seats {
            return Ok(());
        }
        Err(RuleError::input("", format!("{seats} seats need {seats} agents, not {given}")))
    }

    /// Plays a whole deal with one built-in agent a seat; [`check`](Self::check) and
    /// [`check_agents`](Self::check_agents) must have passed.
    /// Families override it with a fast loop that gives the same facts.
    ///
    /// # Panics
    /// With a set-up that does not pass the check.
    fn rollout(
        rules: &Self::Rules,
        setup: &Self::Setup,
        agents: &[Agent],
        streams: DealStreams,
    ) -> Self::Facts {
        let mut state = Self::deal(rules, setup, streams.deal).expect("the set-up was checked");
        let mut rng = streams.play;
        state.play_out(rules, agents, &mut rng);
        state.facts(rules)
    }

    /// All deals that `seat` cannot tell from this one.
    fn redealer(
        &self,
        rules: &Self::Rules,
        seat: usize,
        past: &Self::Past,
    ) -> Result<Self::Redealer, RuleError>;
    /// One of these deals, each equally likely; it depends on `seed` and on what the seat knows only.
    /// An error where none was found, as where the seat was told what cannot be.
    fn redeal(rules: &Self::Rules, redealer: &Self::Redealer, seed: u64)
    -> Result<Self, RuleError>;

    /// Plays on to the end of the deal with one built-in agent a seat. Families override it with
    /// their fast loop, which gives the same facts.
    fn resume(mut self, rules: &Self::Rules, agents: &[Agent], mut play: Rng) -> Self::Facts {
        self.play_out(rules, agents, &mut play);
        self.facts(rules)
    }

    /// Plays on to the end of the deal by the state machine.
    fn play_out(&mut self, rules: &Self::Rules, agents: &[Agent], rng: &mut Rng) {
        while let Some(seat) = self.turn() {
            let mv = self.choose(rules, agents[seat], rng);
            self.play_unchecked(rules, mv);
        }
    }
}
