//! The contract of every game, for Shengji with many rule sets.

mod common;
mod shengji_rules;

use chupai_core::bits::Cpu;
use chupai_core::game::{Agent, DealStreams, Game};
use chupai_core::rng::Rng;
use chupai_core::shengji::leads::lead_of;
use chupai_core::shengji::lone_units::{drawn_unit, for_each_unit};
use chupai_core::shengji::moves::{Cards, Kind, Move};
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::switches::Switches;
use chupai_core::shengji::{Course, Phase, Setup, State};
use common::{Contract, Faces, contract};
use shengji_rules::{cpu, presets, random_switches};
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

#[test]
fn presets_keep_the_contract() {
    for (switches, setups) in presets() {
        check(&switches, &setups, 1, 20);
    }
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
