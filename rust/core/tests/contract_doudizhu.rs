//! The contract of every game, for Dou Dizhu with many rule sets.

mod common;

use chupai_core::bits::Cpu;
use chupai_core::doudizhu::{
    AuctionKind, Dealer, Hand, RANKS, Rules, Setup, State, Switches, played,
};
use chupai_core::game::{Agent, DealStreams, Game};
use chupai_core::rng::{Domain, Rng};
use common::{Contract, Faces, contract, one_below};

fn faces(hand: Hand) -> Faces {
    (0..RANKS.len() as u8).map(|rank| hand.count(rank)).collect()
}

fn held(state: &State) -> Faces {
    let mut all = vec![0; RANKS.len()];
    let bottom = if state.landlord().is_none() { state.bottom() } else { Hand::EMPTY };
    for hand in [state.hand(0), state.hand(1), state.hand(2), bottom] {
        all.iter_mut().zip(faces(hand)).for_each(|(sum, n)| *sum += n);
    }
    all
}

/// The processor to test with: the best there is, or as the environment asks.
fn cpu() -> Cpu {
    Cpu::detect(std::env::var("CHUPAI_CPU").is_ok_and(|cpu| cpu == "portable"))
}

fn check(switches: &Switches, setups: &[Setup], walks: u64, games: u64) {
    contract::<State>(&Contract {
        rules: &Rules::new(switches.clone(), cpu()).unwrap(),
        setups,
        seats: 3,
        walks,
        games,
        pack: [vec![4; 13], vec![1; 2]].concat(),
        held: &held,
        spent: &|mv, _| faces(mv.cards),
        past: &|_, history| played(history),
        drawn: &one_below,
        playouts: 5,
    });
}

fn dealt(dealer: Dealer) -> Setup {
    Setup { dealer, ..Setup::default() }
}

/// The published profiles, by what they switch.
fn profiles() -> Vec<Switches> {
    let fixed = AuctionKind::Fixed;
    vec![
        Switches::default(),
        Switches { auction: AuctionKind::Rob, ..Switches::default() },
        Switches { auction: fixed, wing_extends_chain: false, ..Switches::default() },
        Switches {
            auction: fixed,
            wing_repeat: 4,
            wing_both_jokers: true,
            kicker_both_jokers: true,
            ..Switches::default()
        },
        Switches {
            repass_again: true,
            void_on_all_pass: true,
            four_with_two: false,
            ..Switches::default()
        },
    ]
}

#[test]
fn profiles_keep_the_contract() {
    for switches in profiles() {
        let first = (switches.auction != AuctionKind::Fixed).then_some(2);
        let landlord = (switches.auction == AuctionKind::Fixed).then_some(1);
        let named = Setup { first_bidder: first, landlord, ..Setup::default() };
        let texts = ["345678", "", "2222B", "R"];
        let given = texts.map(|text| Hand::parse(text).unwrap());
        let given = Setup { given, ..Setup::default() };
        check(&switches, &[Setup::default(), dealt(Dealer::WeakShuffle), named, given], 30, 200);
    }
}

/// Rule sets with every switch drawn at random.
fn random_switches(seed: u64, number: usize) -> Vec<(Switches, Setup)> {
    let mut rng = Rng::stream(seed, Domain::Play, 0, 0);
    let mut draw = || {
        let auctions = [AuctionKind::Points, AuctionKind::Rob, AuctionKind::Fixed];
        let auction = auctions[rng.below(3) as usize];
        let wing_repeat = 1 + rng.below(4) as u8;
        let shows = [&[][..], &[2, 1], &[5, 4, 3, 2]][rng.below(3) as usize].to_vec();
        let mut coin = || rng.below(2) == 1;
        let switches = Switches {
            auction,
            repass_again: coin(),
            void_on_all_pass: coin(),
            call_multiplier: 3,
            trio_with_any_two: coin(),
            wing_repeat,
            wing_both_jokers: coin(),
            wing_chain_rank: coin(),
            wing_extends_chain: coin(),
            wing_quad_as_two_pairs: coin(),
            four_with_two: coin(),
            kicker_pair_as_two_solos: coin(),
            kicker_both_jokers: coin(),
            quad_chains: coin(),
            open_hand: shows.is_empty() && coin(),
            doubling: coin(),
            show_multipliers: shows,
        };
        let dealer = if coin() { Dealer::WeakShuffle } else { Dealer::Uniform };
        (switches, dealt(dealer))
    };
    (0..number).map(|_| draw()).collect()
}

#[test]
fn random_switches_keep_the_contract() {
    for (switches, setup) in random_switches(1, 24) {
        check(&switches, &[setup], 10, 100);
    }
}

/// The fast loop and the state machine play the same deals, draw for draw.
fn same_deals(switches: Switches, setup: &Setup, deals: std::ops::Range<u64>) {
    let rules = Rules::new(switches, cpu()).unwrap();
    let agents = [Agent::Random; 3];
    for index in deals {
        let streams = DealStreams::new(5, 0, index);
        let fast = State::rollout(&rules, setup, &agents, streams.clone());
        let mut state = State::deal(&rules, setup, streams.deal).unwrap();
        let mut rng = streams.play;
        state.play_out(&rules, &agents, &mut rng);
        assert_eq!(fast, state.facts(&rules), "deal {index} of {:?}", rules.switches());
    }
}

#[test]
fn the_fast_loop_is_the_state_machine() {
    for switches in profiles() {
        same_deals(switches, &Setup::default(), 0..100_000);
    }
}

#[test]
fn the_fast_loop_is_the_state_machine_under_random_switches() {
    for (switches, setup) in random_switches(2, 100) {
        same_deals(switches, &setup, 0..1_000);
    }
}

#[test]
fn both_processors_play_the_same_deals() {
    for switches in profiles() {
        let best = Rules::new(switches.clone(), Cpu::detect(false)).unwrap();
        let portable = Rules::new(switches, Cpu::Portable).unwrap();
        for index in 0..3000 {
            let play = |rules: &Rules| {
                let streams = DealStreams::new(2, 0, index);
                State::rollout(rules, &Setup::default(), &[Agent::Random; 3], streams)
            };
            assert_eq!(play(&best), play(&portable), "deal {index}");
        }
    }
}
