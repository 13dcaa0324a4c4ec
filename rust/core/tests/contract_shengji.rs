//! The contract of every game, for Shengji with many rule sets.

mod common;

use chupai_core::bits::Cpu;
use chupai_core::game::{Agent, DealStreams, Game};
use chupai_core::rng::{Domain, Rng};
use chupai_core::shengji::leads::lead_of;
use chupai_core::shengji::lone_units::{drawn_unit, for_each_unit};
use chupai_core::shengji::moves::{Cards, Kind, Move};
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::switches::{
    DeclareWithJoker, Declaring, FailedThrow, FollowOrder, NoDeclaration, Reading, Switches,
    ThrowCompare, TrumpClass,
};
use chupai_core::shengji::{Course, Given, Phase, Setup, State};
use common::{Contract, Faces, contract};
use std::collections::HashSet;
use std::ops::ControlFlow;

fn faces(cards: &Cards) -> Faces {
    (0..54).map(|face| cards.count(face) as u32).collect()
}

/// The cards that are not played.
fn held(state: &State) -> Faces {
    let hands = state.hands().iter();
    let mut all = hands.fold(state.kitty(), |all, cards| all.sum(cards));
    state.to_draw().for_each(|(_, card)| all.add(card.bit(), 1));
    faces(&all)
}

/// Of a throw that fails only what is led of it goes.
fn spent(mv: &Move, after: &State) -> Faces {
    let on_table = after.table()[after.leader()];
    let cards = match mv.kind {
        Kind::Lead => {
            assert!(mv.cards.contains(&on_table), "{mv} cannot become {on_table}");
            on_table
        }
        Kind::Follow | Kind::Force => mv.cards,
        _ => Cards::EMPTY,
    };
    faces(&cards)
}

fn past(rules: &Rules, first: &State, history: &[(u8, Move)]) -> Course {
    let (mut state, mut course) = (first.clone(), Course::new(first));
    history.iter().for_each(|&(_, mv)| course.play(rules, &mut state, mv));
    course
}

/// Cards drawn one after the other, each of those left equally likely: six in one number, in mixed
/// radix. Those left are in the order of copies, then of faces.
fn drawn_slowly(rng: &mut Rng, hand: &Cards, mut size: usize) -> Cards {
    let copies = 1..=4;
    let mut left: Vec<usize> =
        copies.flat_map(|k| (0..54).filter(move |&face| hand.count(face) >= k)).collect();
    let mut out = Cards::EMPTY;
    while size > 0 {
        let now = size.min(6);
        let worth = |i: usize| (i..now).map(|i| (left.len() - i) as u64).product::<u64>();
        let worths: Vec<u64> = (0..=now).map(worth).collect();
        let mut number = rng.below(worths[0]);
        for worth in &worths[1..] {
            let face = left.remove((number / worth) as usize);
            out.add(1 << face, 1);
            number %= worth;
        }
        size -= now;
    }
    out
}

/// Burying, leads of one unit and follows have draws of their own.
fn drawn(rules: &Rules, state: &State, agent: Agent, rng: &mut Rng) -> Option<Move> {
    let seat = state.turn()?;
    let leads = state.table()[state.leader()].is_empty();
    match state.current_phase() {
        Phase::Bury => {
            let size = rules.switches().kitty_size();
            Some(Move::bury(drawn_slowly(rng, &state.hand(seat), size)))
        }
        Phase::Play if leads && agent == Agent::RandomUnits => {
            let trump = state.order(rules);
            let hand = trump.lay(&state.hand(seat));
            let mut all = Vec::new();
            let _ = for_each_unit(trump, &hand, &mut |unit| {
                all.push(unit);
                ControlFlow::Continue(())
            });
            assert_eq!(all.len() as u64, state.count_unit_leads(rules));
            let unit = |n: u64| drawn_unit(trump, &hand, n);
            let drawn: HashSet<_> = (0..all.len() as u64).map(unit).collect();
            assert_eq!(drawn, all.iter().copied().collect(), "all units are drawn");
            let (cards, units) = lead_of(unit(rng.choose(all.len() as u64)));
            let units = units.map_faces(|faces| trump.stand_mask(faces));
            Some(Move::lead(trump.stand(&cards), units))
        }
        Phase::Play if !leads => {
            Some(Move::follow(state.order(rules).stand(&state.ask(rules).sample(rng))))
        }
        _ => None,
    }
}

/// The processor to test with: the best there is, or as the environment asks.
fn cpu() -> Cpu {
    Cpu::detect(std::env::var("CHUPAI_CPU").is_ok_and(|cpu| cpu == "portable"))
}

fn check(switches: &Switches, setups: &[Setup], walks: u64, games: u64) {
    let rules = &Rules::new(switches.clone(), cpu()).unwrap();
    contract::<State>(&Contract {
        rules,
        setups,
        seats: 4,
        walks,
        games,
        pack: vec![u32::from(switches.decks); 54],
        held: &held,
        spent: &spent,
        past: &|first, history| past(rules, first, history),
        drawn: &|state, agent, rng| drawn(rules, state, agent, rng),
        playouts: 97,
    });
}

/// Trump and declarer are given, as in benchmarks.
fn given(trump: u8, level: u8, as_dealt: bool) -> Setup {
    Setup { trump: Some(trump), as_dealt, ..later([level, level], 1) }
}

/// A deal that is not the first.
fn later(levels: [u8; 2], declarer: u8) -> Setup {
    Setup { levels: levels.map(Some), declarer: Some(declarer), ..Setup::default() }
}

fn given_cards() -> Setup {
    let mut given = Given { kitty: "B B R 5H".parse().unwrap(), ..Given::default() };
    given.seats[0] = "AS AS KS KS QS QS JS JS".parse().unwrap();
    given.seats[3] = "R 2D 2D 2S".parse().unwrap();
    Setup { given, first_card: Some(2), ..Setup::default() }
}

/// The published rule sets, by what they switch, and each with set-ups of its own.
fn presets() -> Vec<(Switches, Vec<Setup>)> {
    let cn = |decks| Switches { decks, no_trump: false, ..Switches::default() };
    let platform =
        |decks| Switches { decks, failed_throw: FailedThrow::Smallest, ..Switches::default() };
    let plain = || vec![Setup::default(), later([7, 12], 2)];
    let order = |decks, follow_order| Switches { follow_order, ..platform(decks) };
    vec![
        (cn(1), plain()),
        (cn(2), vec![Setup::default(), given_cards(), later([0, 11], 3)]),
        (cn(3), plain()),
        (platform(2), plain()),
        (order(3, FollowOrder::RunBeforeOneTriple), plain()),
        (order(3, FollowOrder::RunBeforeTriples), vec![later([3, 4], 0)]),
        (platform(4), vec![Setup::default()]),
        (order(4, FollowOrder::RunsFirst), vec![later([9, 9], 1)]),
        (Switches { constant_trumps: 1 << 12, ..platform(2) }, vec![later([0, 0], 1)]),
        (Switches { chaodi: true, ..platform(2) }, plain()),
        (Switches { declaring: Declaring::Duplicate, ..cn(2) }, vec![later([2, 7], 0)]),
        (
            Switches { declaring: Declaring::Given, ..platform(2) },
            vec![given(3, 7, true), given(4, 12, false), given(0, 5, false)],
        ),
        (
            Switches { declare_with_joker: DeclareWithJoker::ByColour, ..platform(2) },
            vec![Setup::default(), later([7, 12], 2), later([7, 3], 1)],
        ),
    ]
}

#[test]
fn presets_keep_the_contract() {
    for (switches, setups) in presets() {
        check(&switches, &setups, 1, 20);
    }
}

/// Rule sets with every switch drawn at random, as far as they go together.
fn random_switches(seed: u64, number: usize) -> Vec<(Switches, Setup)> {
    let mut rng = Rng::stream(seed, Domain::Play, 0, 0);
    let mut draw = || {
        fn one<T: Clone>(rng: &mut Rng, choices: &[T]) -> T {
            choices[rng.below(choices.len() as u64) as usize].clone()
        }
        let decks = one(&mut rng, &[1, 2, 2, 3, 4]);
        let kitties = if matches!(decks, 2 | 4) { [0, 20] } else { [2, 18] };
        let links = [
            (TrumpClass::SmallJoker, TrumpClass::MainLevel),
            (TrumpClass::SideLevel, TrumpClass::Plain),
        ];
        let switches = Switches {
            decks,
            kitty: one(&mut rng, &[None, None, Some(kitties[0]), Some(kitties[1])]),
            constant_trumps: one(&mut rng, &[0, 0, 1 << 12, 1 << 12 | 1 << 4]),
            no_trump: one(&mut rng, &[true, false]),
            tractors: one(&mut rng, &[true, true, false]),
            tractor_min_length: one(&mut rng, &[2, 2, 3]),
            hollow: one(&mut rng, &[true, false]),
            banned_links: one(&mut rng, &[Vec::new(), links.to_vec()]),
            throws: one(&mut rng, &[true, true, false]),
            reading: one(&mut rng, Reading::ALL),
            failed_throw: one(&mut rng, FailedThrow::ALL),
            follow_order: one(&mut rng, FollowOrder::ALL),
            protect_wider: one(&mut rng, &[true, false]),
            throw_compare: one(&mut rng, ThrowCompare::ALL),
            reinforce: one(&mut rng, &[true, false]),
            no_declaration: one(&mut rng, NoDeclaration::ALL),
            declaring: one(&mut rng, Declaring::ALL),
            blind_declaring: one(&mut rng, &[true, false]),
            declare_with_joker: one(&mut rng, DeclareWithJoker::ALL),
            chaodi: one(&mut rng, &[true, false]),
        };
        let first = switches.declaring == Declaring::DuringDeal && rng.below(2) == 0;
        let levels = [rng.below(13) as u8, rng.below(13) as u8];
        let levels = if first { [levels[0]; 2] } else { levels };
        let trump = rng.below(if switches.no_trump { 5 } else { 4 }) as u8;
        let setup = Setup {
            levels: one(&mut rng, &[levels.map(Some), levels.map(Some), [None; 2]]),
            declarer: (!first).then_some(rng.below(4) as u8),
            trump: (switches.declaring == Declaring::Given).then_some(trump),
            first_card: one(&mut rng, &[None, Some(3)]),
            as_dealt: one(&mut rng, &[false, false, true]),
            given: Given::default(),
        };
        let rules = Rules::new(switches.clone(), cpu()).ok()?;
        State::check(&rules, &setup).unwrap();
        Some((switches, setup))
    };
    std::iter::repeat_with(&mut draw).flatten().take(number).collect()
}

#[test]
fn random_switches_keep_the_contract() {
    for (switches, setup) in random_switches(1, 14) {
        check(&switches, &[setup], 1, 10);
    }
}

#[test]
fn both_processors_play_the_same_deals() {
    for (switches, setups) in presets() {
        let best = Rules::new(switches.clone(), Cpu::detect(false)).unwrap();
        let portable = Rules::new(switches, Cpu::Portable).unwrap();
        for index in 0..20 {
            let play = |rules: &Rules| {
                let agents = [Agent::RandomUnits; 4];
                State::rollout(rules, &setups[0], &agents, DealStreams::new(2, 0, index))
            };
            assert_eq!(play(&best), play(&portable), "deal {index}");
        }
    }
}
