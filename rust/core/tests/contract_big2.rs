//! The contract of every game, for Big Two with many rule sets.

mod common;
#[path = "big2/taiwan.rs"]
mod taiwan;

use chupai_core::big2::{
    BareQuad, Cards, Course, FiveCard, FlushOrder, Given, Move, NamedStraights, Remainder, Rules,
    Setup, State, StraightTie, Straights, SuitOrder, Switches,
};
use chupai_core::bits::Cpu;
use chupai_core::game::{Agent, DealStreams, Game};
use chupai_core::rng::{Domain, Rng};
use common::{Contract, Faces, contract, one_below};
use taiwan::taiwan;

fn faces(cards: Cards) -> Faces {
    (0..52).map(|face| cards.count(face) as u32).collect()
}

/// The cards that are not played; every state is sound and stands like itself.
fn held(rules: &Rules, state: &State) -> Faces {
    assert!(state.is_sound(rules), "{state:?}");
    assert!(state.same_position(state, rules), "{state:?}");
    let mut all = vec![0; 52];
    for &cards in state.hands().iter().chain([&state.left(), &state.face_up()]) {
        all.iter_mut().zip(faces(cards)).for_each(|(sum, n)| *sum += n);
    }
    all
}

fn spent(mv: &Move) -> Faces {
    faces(if mv.kind.is_play() { mv.cards } else { Cards::EMPTY })
}

fn past(rules: &Rules, first: &State, history: &[(u8, Move)]) -> Course {
    let (mut state, mut course) = (first.clone(), Course::default());
    history.iter().for_each(|&(_, mv)| course.play(rules, &mut state, mv));
    course
}

/// The processor to test with: the best there is, or as the environment asks.
fn cpu() -> Cpu {
    Cpu::detect(std::env::var("CHUPAI_CPU").is_ok_and(|cpu| cpu == "portable"))
}

fn check(switches: &Switches, setups: &[Setup], walks: u64, games: u64) {
    let seats = usize::from(switches.players);
    let rules = &Rules::new(switches.clone(), cpu()).unwrap();
    contract::<State>(&Contract {
        rules,
        setups,
        seats,
        walks,
        games,
        pack: vec![u32::from(switches.decks); 52],
        held: &|state| held(rules, state),
        spent: &|mv, _| spent(mv),
        past: &|first, history| past(rules, first, history),
        drawn: &one_below,
        playouts: 5,
    });
}

fn straights(name: NamedStraights) -> Straights {
    Straights::Named(name)
}

fn bloody() -> Switches {
    Switches { dragon_play: false, all_out: true, revolution: true, ..taiwan() }
}

/// The published rule sets, by what they switch, and each with set-ups of its own.
fn presets() -> Vec<(Switches, Vec<Setup>)> {
    let plain = Switches::default();
    let texts = ["3D 4D 5D 6D 7D", "", "2D 2C 2H 2S", "AS"];
    let mut given = Given::default();
    given.seats.iter_mut().zip(texts).for_each(|(hand, text)| *hand = text.parse().unwrap());
    let given = Setup { given, ..Setup::default() };
    let winner = Setup { leader: Some(2), first_card: 3, ..Setup::default() };
    let roles = |roles| Setup { roles: Some(roles), ..Setup::default() };
    let one = || vec![Setup::default()];
    vec![
        (plain.clone(), vec![Setup::default(), winner, given]),
        (
            Switches {
                flush_order: FlushOrder::Suit,
                must_include_lowest: false,
                instant_dragon: true,
                redeal_below: Some(3),
                ..plain.clone()
            },
            vec![Setup::default(), Setup { first_card: 1, ..Setup::default() }],
        ),
        (taiwan(), one()),
        (Switches { monster_after_pass: false, ..taiwan() }, one()),
        (Switches { monster_after_pass: false, players: 3, triples: false, ..taiwan() }, one()),
        (bloody(), vec![Setup::default(), roles([0, 1, 2, 3]), roles([3, 1, 0, 2])]),
        (
            Switches {
                players: 3,
                remainder: Remainder::MalaysiaSwap,
                must_include_lowest: false,
                ..plain.clone()
            },
            vec![Setup::default(), Setup { leader: Some(1), ..Setup::default() }],
        ),
        (Switches { decks: 2, ..plain.clone() }, one()),
        (
            Switches {
                straights: straights(NamedStraights::Natural),
                straight_tie: StraightTie::Sequence,
                ..plain
            },
            one(),
        ),
    ]
}

#[test]
fn presets_keep_the_contract() {
    for (switches, setups) in presets() {
        check(&switches, &setups, 6, 60);
    }
}

#[test]
fn tables_of_any_size_keep_the_contract() {
    for players in [2, 5, 7, 52] {
        for decks in [1, 2] {
            let switches = Switches { players, decks, all_out: decks == 2, ..Switches::default() };
            check(&switches, &[Setup::default()], if players == 2 { 2 } else { 4 }, 30);
        }
    }
}

/// Rule sets with every switch drawn at random, as far as they go together.
fn random_switches(seed: u64, number: usize) -> Vec<(Switches, Setup)> {
    let mut rng = Rng::stream(seed, Domain::Play, 0, 0);
    let mut draw = || {
        fn one<T: Clone>(rng: &mut Rng, choices: &[T]) -> T {
            choices[rng.below(choices.len() as u64) as usize].clone()
        }
        let named = straights(one(&mut rng, NamedStraights::ALL));
        let listed = Straights::List("KA234 … 89TJQ=9TJQK 34567 JQKA2=QKA23".to_owned());
        let switches = Switches {
            decks: one(&mut rng, &[1, 1, 2]),
            suit_order: one(&mut rng, SuitOrder::ALL),
            top_rank: one(&mut rng, &[12, 12, 0, 1, 7, 11]),
            triples: one(&mut rng, &[true, false]),
            bare_quad: one(&mut rng, BareQuad::ALL),
            two_pair_4: one(&mut rng, &[true, false]),
            two_pair_5: one(&mut rng, &[true, false]),
            straights: one(&mut rng, &[named.clone(), named, listed]),
            straight_tie: one(&mut rng, StraightTie::ALL),
            flushes: one(&mut rng, &[true, false]),
            flush_order: one(&mut rng, FlushOrder::ALL),
            five_card: one(&mut rng, FiveCard::ALL),
            monsters: one(&mut rng, &[true, false]),
            dragon_play: one(&mut rng, &[true, false]),
            players: one(&mut rng, &[2, 3, 3, 4, 4, 4, 5, 6, 9, 17]),
            remainder: one(&mut rng, Remainder::ALL),
            must_include_lowest: one(&mut rng, &[true, false]),
            lock: one(&mut rng, &[true, false]),
            monster_after_pass: one(&mut rng, &[true, false]),
            ask_locked_always: one(&mut rng, &[true, false]),
            all_out: one(&mut rng, &[true, false]),
            instant_dragon: one(&mut rng, &[true, false]),
            instant_four_twos: one(&mut rng, &[true, false]),
            redeal_below: one(&mut rng, &[None, None, Some(3), Some(7)]),
            top_forced: one(&mut rng, &[true, false]),
            revolution: one(&mut rng, &[true, false]),
        };
        let seat = rng.below(switches.players.into()) as u8;
        let roles = switches.players == 4 && switches.all_out && rng.below(2) == 1;
        let setup = Setup {
            leader: one(&mut rng, &[None, None, Some(seat)]),
            first_card: rng.below(switches.players.into()) as u8,
            roles: roles.then_some([1, 3, 0, 2]),
            given: Given::default(),
        };
        Rules::new(switches.clone(), cpu()).is_ok().then_some((switches, setup))
    };
    std::iter::repeat_with(&mut draw).flatten().take(number).collect()
}

#[test]
fn random_switches_keep_the_contract() {
    for (switches, setup) in random_switches(1, 14) {
        check(&switches, &[setup], 3, 30);
    }
}

/// The fast loop and the state machine play the same deals, draw for draw.
fn same_deals(switches: Switches, setup: &Setup, deals: std::ops::Range<u64>) {
    let rules = Rules::new(switches, cpu()).unwrap();
    let agents = vec![Agent::Random; State::seats(&rules)];
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
    for (switches, setups) in presets() {
        same_deals(switches, &setups[0], 0..10_000);
    }
}

#[test]
fn the_fast_loop_is_the_state_machine_under_random_switches() {
    for (switches, setup) in random_switches(2, 60) {
        same_deals(switches, &setup, 0..150);
    }
}

#[test]
fn both_processors_play_the_same_deals() {
    for (switches, setups) in presets() {
        let best = Rules::new(switches.clone(), Cpu::detect(false)).unwrap();
        let portable = Rules::new(switches, Cpu::Portable).unwrap();
        let agents = vec![Agent::Random; State::seats(&best)];
        for index in 0..200 {
            let play = |rules: &Rules| {
                State::rollout(rules, &setups[0], &agents, DealStreams::new(2, 0, index))
            };
            assert_eq!(play(&best), play(&portable), "deal {index}");
        }
    }
}
