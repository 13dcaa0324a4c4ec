//! The fast loop of Shengji plays the same deals as the state machine.

use chupai_core::bits::Cpu;
use chupai_core::game::{Agent, DealStreams, Game};
use chupai_core::rng::{Domain, Rng};
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::switches::{Declaring, FollowOrder, Switches, ThrowCompare, TrumpClass};
use chupai_core::shengji::{Facts, Setup, State};

fn by_state(rules: &Rules, setup: &Setup, agents: &[Agent], streams: DealStreams) -> Facts {
    let mut state = State::deal(rules, setup, streams.deal).expect("a sound set-up");
    let mut rng = streams.play;
    state.play_out(rules, agents, &mut rng);
    state.facts(rules)
}

fn compare(switches: Switches, setup: Setup, deals: u64) {
    for cpu in [Cpu::Portable, Cpu::detect(false)] {
        let rules = Rules::new(switches.clone(), cpu).expect("sound switches");
        for index in 0..deals {
            let agents = [Agent::RandomUnits; 4];
            let streams = || DealStreams::new(11, 0, index);
            let fast = State::rollout(&rules, &setup, &agents, streams());
            let slow = by_state(&rules, &setup, &agents, streams());
            assert_eq!(fast, slow, "deal {index} of {switches:?}, {setup:?}");
        }
    }
}

/// Switches out of a stream, sound ones.
fn random_switches(rng: &mut Rng) -> Switches {
    let mut coin = |n: u64| rng.below(n);
    let orders = FollowOrder::ALL;
    Switches {
        decks: 1 + coin(4) as u8,
        constant_trumps: [0, 1 << 12, 1 << 12 | 1 << 4, 1 << 7][coin(4) as usize],
        tractors: coin(6) != 0,
        tractor_min_length: 2 + u8::from(coin(4) == 0),
        hollow: coin(3) != 0,
        banned_links: if coin(3) == 0 {
            vec![(TrumpClass::SmallJoker, TrumpClass::BigJoker)]
        } else {
            Vec::new()
        },
        follow_order: orders[coin(orders.len() as u64) as usize],
        protect_wider: coin(4) == 0,
        throw_compare: ThrowCompare::ALL[coin(3) as usize],
        chaodi: coin(3) == 0,
        ..Switches::default()
    }
}

#[test]
fn fast_loop_and_state_machine_play_the_same_deals() {
    for decks in 1..=4 {
        let switches = Switches { decks, ..Switches::default() };
        compare(switches, Setup::default(), 300 / u64::from(decks));
    }
}

#[test]
fn the_same_where_trump_and_kitty_are_given() {
    for decks in 1..=4 {
        let switches = Switches { decks, declaring: Declaring::Given, ..Switches::default() };
        for trump in 0..5 {
            let levels = [Some(7 + trump); 2];
            let (declarer, trump) = (Some(trump % 4), Some(trump));
            let setup = Setup { levels, declarer, trump, as_dealt: true, ..Setup::default() };
            compare(switches.clone(), setup, 60);
        }
    }
}

#[test]
fn the_same_under_odd_switches() {
    let mut rng = Rng::stream(3, Domain::Play, 0, 0);
    for _ in 0..60 {
        compare(random_switches(&mut rng), Setup::default(), 12);
    }
}

#[test]
fn a_deal_that_has_begun_is_played_on_alike() {
    let rules = Rules::new(Switches::default(), Cpu::detect(false)).expect("sound switches");
    let agents = [Agent::RandomUnits; 4];
    for index in 0..40 {
        let streams = DealStreams::new(5, 0, index);
        let mut state = State::deal(&rules, &Setup::default(), streams.deal).expect("sound");
        let mut rng = streams.play;
        for _ in 0..index {
            let Some(seat) = state.turn() else { break };
            let mv = state.choose(&rules, agents[seat], &mut rng);
            state.play_unchecked(&rules, mv);
        }
        let fast = state.clone().resume(&rules, &agents, rng.clone());
        state.play_out(&rules, &agents, &mut rng);
        assert_eq!(fast, state.facts(&rules), "deal {index}");
    }
}
