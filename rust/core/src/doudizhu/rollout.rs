//! Whole deals of random play, fast: one loop a trick with the hands in registers.
//!
//! Gives the same facts as the state machine, draw for draw; a test compares the two.

use super::facts::Facts;
use super::movegen::{LeadCounts, count_follows, nth_follow};
use super::moves::Kind;
use super::rules::Rules;
use super::state::{Phase, Setup, State};
use crate::bits::Isa;
use crate::error::RuleError;
use crate::game::{Agent, DealStreams, Game};
use crate::rng::Rng;

/// A deal by built-in agents.
pub(super) fn rollout(
    rules: &Rules,
    setup: &Setup,
    agents: &[Agent],
    streams: DealStreams,
) -> Result<Facts, RuleError> {
    setup.check(rules)?;
    if agents.len() != 3 {
        return Err(RuleError::input("", format!("three agents are needed, not {}", agents.len())));
    }
    if agents.contains(&Agent::Lowest) {
        let mut state = State::deal(rules, setup, streams.deal)?;
        let mut rng = streams.play;
        state.play_out(rules, agents, &mut rng);
        return Ok(state.current_facts());
    }
    Ok(crate::dispatch!(
        rules.cpu,
        random_deal(rules: &Rules, setup: &Setup, streams: DealStreams) -> Facts
    ))
}

#[inline(always)]
fn random_deal<I: Isa>(rules: &Rules, setup: &Setup, streams: DealStreams) -> Facts {
    let mut state = State::dealt::<I>(rules, setup, streams.deal);
    let mut rng = streams.play;
    while state.phase != Phase::Play && state.phase != Phase::Over {
        let n = rng.choose(state.num_legal(rules));
        let mv = state.nth_legal(rules, n);
        state.play_unchecked(rules, mv);
    }
    if state.phase == Phase::Play {
        play_out::<I>(rules, &mut state, &mut rng);
    }
    state.current_facts()
}

/// Plays on from a lead.
#[inline(always)]
fn play_out<I: Isa>(rules: &Rules, state: &mut State, rng: &mut Rng) {
    let mut seat = state.trick.turn();
    loop {
        let hand = state.hands[seat];
        let counts = LeadCounts::new(rules, hand);
        let n = rng.choose(u64::from(counts.total())) as u32;
        let mut top = counts.nth::<I>(rules, hand, n);
        let mut owner = seat;
        state.hands[seat] = hand.minus(top.cards);
        state.plays[seat] += 1;
        state.bombs += u8::from(top.kind == Kind::Bomb);
        state.rockets += u8::from(top.kind == Kind::Rocket);
        if state.hands[seat].is_empty() {
            return;
        }
        loop {
            seat = next(seat);
            if seat == owner {
                break;
            }
            let hand = state.hands[seat];
            let count = count_follows(rules, hand, top);
            if count == 1 {
                continue;
            }
            let n = rng.below(u64::from(count)) as u32;
            if n == 0 {
                continue;
            }
            top = nth_follow::<I>(rules, hand, top, n);
            owner = seat;
            state.hands[seat] = hand.minus(top.cards);
            state.plays[seat] += 1;
            state.bombs += u8::from(top.kind == Kind::Bomb);
            state.rockets += u8::from(top.kind == Kind::Rocket);
            if state.hands[seat].is_empty() {
                return;
            }
        }
    }
}

#[inline(always)]
const fn next(seat: usize) -> usize {
    if seat == 2 { 0 } else { seat + 1 }
}
