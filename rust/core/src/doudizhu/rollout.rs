//! Whole deals of random play, fast: one loop a trick with the hands in registers.
//!
//! Gives the same facts as the state machine, draw for draw; a test compares the two.

use super::answer::{Answer, Answered, random_simple};
use super::facts::Facts;
use super::hand::{Hand, JOKERS, SUITED_RANKS};
use super::movegen::{Lead, random_lead, trumps};
use super::moves::{Kind, Move};
use super::rules::Rules;
use super::setup::Setup;
use super::state::{Phase, State, fresh};
use crate::bits::Isa;
use crate::game::{Agent, DealStreams, Game};
use crate::rng::Rng;

/// A deal by built-in agents, after [`Game::check`].
#[inline]
pub(super) fn rollout(
    rules: &Rules,
    setup: &Setup,
    agents: &[Agent],
    streams: DealStreams,
) -> Facts {
    if agents.contains(&Agent::Lowest) {
        let mut state = fresh(rules, setup, streams.deal);
        let mut rng = streams.play;
        state.play_out(rules, agents, &mut rng);
        return state.current_facts();
    }
    random(rules, From::Deal(setup, streams.deal), streams.play)
}

/// The rest of a deal by built-in agents, one a seat.
pub(super) fn resume(rules: &Rules, mut state: State, agents: &[Agent], mut rng: Rng) -> Facts {
    if agents.contains(&Agent::Lowest) {
        state.play_out(rules, agents, &mut rng);
        return state.current_facts();
    }
    // A trick in progress is played to its end by the state machine.
    while state.phase == Phase::Play && !state.trick.is_lead() {
        let mv = state.choose(rules, Agent::Random, &mut rng);
        state.play_unchecked(rules, mv);
    }
    random(rules, From::State(&state), rng)
}

/// Where a random deal begins; both kinds share one copy of the loop, which keeps it inlined.
enum From<'a> {
    /// With the cards that this stream deals.
    Deal(&'a Setup, Rng),
    /// In a state before the play or before a lead.
    State(&'a State),
}

#[inline(always)]
fn random(rules: &Rules, from: From<'_>, rng: Rng) -> Facts {
    crate::dispatch!(
        rules.cpu,
        apart random_deal(rules: &Rules, from: From<'_>, rng: Rng) -> Facts
    )
}

#[inline(always)]
fn random_deal<I: Isa>(rules: &Rules, from: From<'_>, mut rng: Rng) -> Facts {
    let mut state = match from {
        From::Deal(setup, deal) => State::dealt::<I>(rules, setup, deal),
        From::State(state) => state.clone(),
    };
    if state.auction.is_fresh() && state.phase == Phase::Auction && rules.one_round_of_points() {
        bid_once(rules, &mut state, &mut rng);
    }
    while state.phase != Phase::Play && state.phase != Phase::Over {
        let n = rng.choose(state.num_legal(rules));
        let mv = state.nth_legal(rules, n);
        state.play_unchecked(rules, mv);
    }
    if state.phase == Phase::Play {
        play_out::<I>(rules, &mut state, rng);
    }
    state.current_facts()
}

/// One round of bids (DD-04); where all pass, the auction is left to be played again.
#[inline(always)]
fn bid_once(rules: &Rules, state: &mut State, rng: &mut Rng) {
    let before = rng.clone();
    let (mut high, mut holder) = (0, 0);
    for player in 0..3 {
        let bid = rng.below(u64::from(4 - high)) as u8;
        if bid > 0 {
            (high, holder) = (high + bid, player);
        }
        if high == 3 {
            break;
        }
    }
    if high == 0 {
        *rng = before;
    } else {
        state.settle_points(rules, high, holder);
    }
}

/// A seat, known to be one of three.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Seat {
    A,
    B,
    C,
}

/// The seats in the order of play, from the one who made the last play.
type Order = (Seat, Seat, Seat);

/// The hands in play. Few hold a bomb or the rocket, and none ever gets one: what each can trump
/// with is kept, and looked at again only where it was something.
struct Table {
    hands: [Hand; 3],
    trumps: [u64; 3],
    plays: [u8; 3],
    bombs: u8,
    rockets: u8,
}

impl Table {
    /// Notes a play: the hand that remains. Whether it was the last card.
    #[inline(always)]
    fn played(&mut self, seat: Seat, rest: Hand) -> bool {
        let at = seat as usize;
        self.hands[at] = rest;
        self.plays[at] += 1;
        if self.trumps[at] != 0 {
            self.trumps[at] = trumps(rest);
        }
        rest.is_empty()
    }

    #[inline(always)]
    fn trumped(&mut self, kind: Kind) {
        self.bombs += u8::from(kind == Kind::Bomb);
        self.rockets += u8::from(kind == Kind::Rocket);
    }
}

/// Plays on from a lead.
#[inline(always)]
fn play_out<I: Isa>(rules: &Rules, state: &mut State, mut rng: Rng) {
    let mut table = Table {
        hands: state.hands,
        trumps: state.hands.map(trumps),
        plays: state.plays,
        bombs: state.bombs,
        rockets: state.rockets,
    };
    let mut order = match state.trick.turn() {
        0 => (Seat::A, Seat::B, Seat::C),
        1 => (Seat::B, Seat::C, Seat::A),
        _ => (Seat::C, Seat::A, Seat::B),
    };
    loop {
        let (hand, trumps) = (table.hands[order.0 as usize], table.trumps[order.0 as usize]);
        let (lead, rest) = random_lead::<I>(rules, hand, trumps, &mut rng);
        let ended = table.played(order.0, rest);
        let ended = match lead {
            Lead::Simple(rank, shift) => {
                ended || simple_trick::<I>(rules, &mut table, &mut order, rank, shift, &mut rng)
            }
            Lead::Other(lead) => {
                if lead.kind >= Kind::Bomb {
                    table.trumped(lead.kind);
                }
                ended || trick(rules, &mut table, &mut order, lead, &mut rng)
            }
        };
        if ended {
            break;
        }
    }
    (state.hands, state.plays) = (table.hands, table.plays);
    (state.bombs, state.rockets) = (table.bombs, table.rockets);
    state.phase = Phase::Over;
}

/// The answers to a solo, pair or trio. Whether the deal ended.
#[inline(always)]
fn simple_trick<I: Isa>(
    rules: &Rules,
    table: &mut Table,
    order: &mut Order,
    rank: u64,
    shift: u32,
    rng: &mut Rng,
) -> bool {
    let all = SUITED_RANKS | JOKERS;
    let mut starts = all & !((rank << 1) - 1);
    loop {
        let (a, b, c) = *order;
        let mut answer = |seat: Seat| {
            let (hand, trumps) = (table.hands[seat as usize], table.trumps[seat as usize]);
            random_simple::<I>(hand, starts, shift, trumps, rng)
        };
        let (answered, rest) = if let Some(answered) = answer(b) {
            *order = (b, c, a);
            answered
        } else if let Some(answered) = answer(c) {
            *order = (c, a, b);
            answered
        } else {
            return false;
        };
        let ended = table.played(order.0, rest);
        match answered {
            Ok(rank) => starts = all & !((rank << 1) - 1),
            Err(trump) => {
                table.trumped(trump.kind);
                return ended || trick(rules, table, order, trump, rng);
            }
        }
        if ended {
            return true;
        }
    }
}

/// The answers to any play. Whether the deal ended.
#[inline(always)]
fn trick(rules: &Rules, table: &mut Table, order: &mut Order, lead: Move, rng: &mut Rng) -> bool {
    // Copies go to the function that stays apart, so that here order and stream stay in registers.
    let (mut local_order, mut local_rng) = (*order, rng.clone());
    let (order_there, rng_there) = (&mut local_order, &mut local_rng);
    let ended = crate::dispatch!(
        rules.cpu,
        apart trick_impl(
            rules: &Rules,
            table: &mut Table,
            order_there: &mut Order,
            lead: Move,
            rng_there: &mut Rng
        ) -> bool
    );
    (*order, *rng) = (local_order, local_rng);
    ended
}

#[inline(always)]
fn trick_impl<I: Isa>(
    rules: &Rules,
    table: &mut Table,
    order: &mut Order,
    lead: Move,
    rng: &mut Rng,
) -> bool {
    let mut to_beat = Answer::to(lead);
    loop {
        let (a, b, c) = *order;
        let mut answer = |seat: Seat| {
            let (hand, trumps) = (table.hands[seat as usize], table.trumps[seat as usize]);
            to_beat.random::<I>(rules, hand, trumps, rng)
        };
        let (answered, rest) = if let Some(answered) = answer(b) {
            *order = (b, c, a);
            answered
        } else if let Some(answered) = answer(c) {
            *order = (c, a, b);
            answered
        } else {
            return false;
        };
        let ended = table.played(order.0, rest);
        to_beat = match answered {
            Answered::Same(to_beat) => to_beat,
            Answered::Trump(to_beat) => {
                table.trumped(to_beat.kind);
                to_beat
            }
        };
        if ended {
            return true;
        }
    }
}
