//! Redeals of Shengji with three and four decks, of which long deals tell much: there always is one.

use chupai_core::bits::Cpu;
use chupai_core::game::{Agent, DealStreams, Game};
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::switches::{DeclareWithJoker, FailedThrow, FollowOrder, Switches};
use chupai_core::shengji::{Course, SEATS, Setup, State, View};

const AGENTS: [Agent; 3] = [Agent::Random, Agent::RandomUnits, Agent::Lowest];

/// The presets with so many decks, and others under which much is told.
fn rule_sets(decks: u8) -> Vec<(&'static str, Rules)> {
    let cn = Switches { decks, no_trump: false, ..Switches::default() };
    let platform = Switches { decks, failed_throw: FailedThrow::Smallest, ..Switches::default() };
    let order = |follow_order| Switches { follow_order, ..platform.clone() };
    let all = match decks {
        3 => vec![
            ("cn-3", cn),
            ("platform-3", order(FollowOrder::RunBeforeOneTriple)),
            ("platform-3-runs", order(FollowOrder::RunBeforeTriples)),
        ],
        _ => {
            vec![("four-deck", platform.clone()), ("four-deck-runs", order(FollowOrder::RunsFirst))]
        }
    };
    let protected = Switches { protect_wider: true, ..platform.clone() };
    let strange = Switches {
        follow_order: FollowOrder::RunsFirst,
        declare_with_joker: DeclareWithJoker::Any,
        chaodi: true,
        ..platform
    };
    let all = all.into_iter().chain([("protected", protected), ("strange", strange)]);
    all.map(|(name, s)| (name, Rules::new(s, Cpu::detect(false)).unwrap())).collect()
}

/// Goes through a deal, played at random by `agent`.
fn positions(
    rules: &Rules,
    index: u64,
    agent: Agent,
    mut visit: impl FnMut(usize, &State, &Course),
) {
    let streams = DealStreams::new(77, 0, index);
    let setup = Setup { levels: [Some((index % 13) as u8); 2], ..Setup::default() };
    let (mut state, mut rng) = (State::deal(rules, &setup, streams.deal).unwrap(), streams.play);
    let mut course = Course::new(&state);
    let mut number = 0;
    while state.turn().is_some() {
        visit(number, &state, &course);
        let mv = state.choose(rules, agent, &mut rng);
        course.play(rules, &mut state, mv);
        number += 1;
    }
}

/// A deal is found for every seat, and is one that the seat cannot tell from the true one.
fn finds_deals(decks: u8) {
    for (name, rules) in rule_sets(decks) {
        for agent in AGENTS {
            for index in 0..6 {
                positions(&rules, index, agent, |number, state, course| {
                    if !(number as u64 + index).is_multiple_of(9) {
                        return;
                    }
                    for seat in 0..SEATS {
                        let view = View::new(&rules, seat, state, course);
                        let other = view.sample_state(&rules, index);
                        let other = other.unwrap_or_else(|error| panic!("{name}: {error}"));
                        let past = view.course_of(&other);
                        assert_eq!(View::new(&rules, seat, &other, &past), view, "{name}");
                        assert_eq!(view.sample_state(&rules, index).as_ref(), Ok(&other));
                        let mut again = past.start.as_ref().clone();
                        for &(_, mv) in &past.history[past.begin as usize..] {
                            assert!(again.is_legal(&rules, mv), "{name}: {mv} in {again:?}");
                            again.play_unchecked(&rules, mv);
                        }
                        assert_eq!(again, other, "{name}");
                    }
                });
            }
        }
    }
}

#[test]
fn there_always_is_a_deal_of_three_decks() {
    finds_deals(3);
}

#[test]
fn there_always_is_a_deal_of_four_decks() {
    finds_deals(4);
}
