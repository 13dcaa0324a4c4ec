//! Redeals drawn suit by suit, and searched and stirred: where few cards are hidden all deals that fit
//! are listed.

use super::course::Course;
use super::knowledge::KITTY;
use super::moves::Cards;
use super::rules::Rules;
use super::setup::{SEATS, Setup};
use super::spread::{Planes, cards, put};
use super::state::{Phase, State};
use super::switches::{DeclareWithJoker, FailedThrow, FollowOrder, NoDeclaration, Switches};
use super::tells::PLACES;
use super::view::View;
use crate::bits::Cpu;
use crate::game::{Agent, DealStreams, Game};
use crate::rng::{Domain, Rng};
use std::collections::HashMap;

fn compiled(switches: Switches) -> Rules {
    Rules::new(switches, Cpu::Portable).expect("sound rules")
}

/// Rule sets in which follows and throws tell different things.
fn rule_sets() -> Vec<Rules> {
    let plain = |decks| Switches { decks, ..Switches::default() };
    let order =
        |follow_order| Switches { follow_order, failed_throw: FailedThrow::Smallest, ..plain(4) };
    let all = [
        plain(2),
        plain(3),
        plain(4),
        order(FollowOrder::RunBeforeOneTriple),
        order(FollowOrder::RunBeforeTriples),
        order(FollowOrder::RunsFirst),
        Switches { protect_wider: true, ..plain(3) },
        Switches { tractor_min_length: 3, ..plain(4) },
        Switches { no_trump: true, no_declaration: NoDeclaration::NoTrump, ..plain(3) },
        Switches { declare_with_joker: DeclareWithJoker::Any, chaodi: true, ..plain(2) },
    ];
    all.into_iter().map(compiled).collect()
}

/// A deal to some point of the play, with its past, at which so many cards are in a hand.
fn played(rules: &Rules, index: u64, agent: Agent, left: usize) -> (State, Course) {
    let streams = DealStreams::new(19, 0, index);
    let setup = Setup {
        levels: [Some((index % 13) as u8); 2],
        declarer: Some((index % 4) as u8),
        ..Setup::default()
    };
    let mut state = State::deal(rules, &setup, streams.deal).expect("a deal");
    let (mut course, mut rng) = (Course::new(&state), streams.play);
    while let Some(seat) = state.turn() {
        let in_play = matches!(state.phase, Phase::Play | Phase::Throw);
        if in_play && state.hands[seat].total() <= left {
            break;
        }
        let mv = state.choose(rules, agent, &mut rng);
        course.play(rules, &mut state, mv);
    }
    (state, course)
}

/// All ways to lay cards, told apart, in places of these sizes.
fn lay_all(
    pool: &[u64],
    sizes: &[usize; SEATS + 1],
    places: &mut [Cards; SEATS + 1],
    visit: &mut impl FnMut(&[Cards; SEATS + 1]),
) {
    let Some((&face, pool)) = pool.split_first() else { return visit(places) };
    for place in 0..sizes.len() {
        if places[place].total() < sizes[place] {
            let before = places[place];
            places[place].add(face, 1);
            lay_all(pool, sizes, places, visit);
            places[place] = before;
        }
    }
}

fn places_of(state: &State) -> [Cards; SEATS + 1] {
    std::array::from_fn(|at| if at == KITTY { state.kitty } else { state.hands[at] })
}

/// How often each deal that fits should be drawn, in relation; `None` where there are too many.
fn weights(rules: &Rules, view: &View) -> Option<HashMap<[Cards; SEATS + 1], f64>> {
    let (seat, state) = (view.seat(), &view.state);
    let mut fixed = [Cards::EMPTY; SEATS + 1];
    fixed[seat] = state.hands[seat];
    if state.sees_kitty(seat) {
        fixed[KITTY] = state.kitty;
    }
    let pool: Vec<u64> = state.unseen(seat).cards().map(|card| card.bit()).collect();
    if pool.len() > 9 {
        return None;
    }
    let sizes = places_of(state).map(|cards| cards.total());
    let redealer = view.redealer(rules);
    let mut weights = HashMap::new();
    lay_all(&pool, &sizes, &mut fixed, &mut |places| {
        *weights.entry(*places).or_insert(0.0) += 1.0;
    });
    weights.retain(|places, _| redealer.fits(rules, places));
    Some(weights).filter(|weights| weights.len() <= 400)
}

#[test]
fn all_deals_that_fit_are_equally_likely() {
    let mut checked = [[0; 2]; 2];
    for (number, rules) in (0..).zip(rule_sets()) {
        for index in 0..16 {
            let agent = if index % 2 == 0 { Agent::Random } else { Agent::RandomUnits };
            let (state, course) = played(&rules, 100 * number + index, agent, 3);
            // Who sees the kitty has fewer cards to guess at.
            let seat = usize::from(state.taker);
            let view = View::new(&rules, seat, &state, &course);
            let Some(weights) = weights(&rules, &view) else { continue };
            let total: f64 = weights.values().sum();
            let redealer = view.redealer(&rules);
            for (stirred, draws) in [(false, 1500u64), (true, 200)] {
                let Some(planned) = redealer.planned(&rules, stirred) else { continue };
                let mut counts: HashMap<_, f64> = HashMap::new();
                for seed in 0..draws {
                    let drawn = planned.draw_planned(&rules, seed).expect("there is one");
                    *counts.entry(places_of(&drawn)).or_default() += 1.0;
                }
                assert!(counts.keys().all(|places| weights.contains_key(places)));
                let (mut chi, mut free) = (0.0, -1.0);
                let (mut rare, mut found_rare) = (0.0, 0.0);
                let mut add = |found: f64, expected: f64| {
                    chi += (found - expected).powi(2) / expected;
                    free += 1.0;
                };
                for (places, weight) in &weights {
                    let expected = draws as f64 * weight / total;
                    let found = counts.get(places).copied().unwrap_or(0.0);
                    if expected < 5.0 {
                        (rare, found_rare) = (rare + expected, found_rare + found);
                    } else {
                        add(found, expected);
                    }
                }
                if rare > 0.0 {
                    add(found_rare, rare);
                }
                let limit = free + 5.0 * f64::sqrt(2.0 * f64::max(free, 1.0));
                assert!(chi <= limit, "chi² is {chi} with {free} degrees, stirred: {stirred}");
                checked[usize::from(stirred)][usize::from(weights.len() > 1)] += 1;
            }
        }
    }
    assert!(checked.iter().flatten().all(|&n| n > 8), "{checked:?}");
}

/// In the middle of deals each face lies in each place as often, whether deals are stirred or not.
#[test]
fn stirred_deals_are_mixed() {
    let plain = |decks| Switches { decks, ..Switches::default() };
    for (decks, index) in [(3, 1), (4, 3)] {
        let rules = compiled(plain(decks));
        let (state, course) = played(&rules, index, Agent::RandomUnits, 16);
        let view = View::new(&rules, index as usize, &state, &course);
        let redealer = view.redealer(&rules);
        let draws = 60;
        // Sums of copies and of their squares, by place and face.
        let [exact, stirred] = [false, true].map(|stirred| {
            let planned = redealer.planned(&rules, stirred).expect("a plan");
            let mut sums = vec![[0.0; 2]; 54 * (SEATS + 1)];
            for seed in 0..draws {
                let drawn = planned.draw_planned(&rules, seed).expect("there is one");
                for (at, cards) in places_of(&drawn).iter().enumerate() {
                    for (face, copies) in cards.iter() {
                        let sums = &mut sums[54 * at + face];
                        *sums = [sums[0] + copies as f64, sums[1] + (copies * copies) as f64];
                    }
                }
            }
            let n = draws as f64;
            let moments = |[sum, squares]: [f64; 2]| [sum / n, squares / n - (sum / n).powi(2)];
            sums.into_iter().map(moments).collect::<Vec<_>>()
        });
        let (mut chi, mut free) = (0.0, 0.0);
        for ([a, s], [b, t]) in exact.into_iter().zip(stirred) {
            if s + t > 0.2 {
                chi += (a - b).powi(2) / ((s + t) / draws as f64);
                free += 1.0;
            }
        }
        let off: f64 = (chi / free - 1.0) * f64::sqrt(free / 2.0);
        assert!(free > 50.0 && off < 5.0, "chi² is {chi} with {free} degrees");
    }
}

/// The cards of hands, some of which are left out.
fn some(hidden: &[Cards; PLACES], rng: &mut Rng) -> [Cards; PLACES] {
    hidden.map(|cards| {
        let mut out = Cards::EMPTY;
        for (face, copies) in cards.iter() {
            let lost = if rng.below(3) == 0 { rng.below(copies as u64 + 1) as usize } else { 0 };
            out.add(1 << face, copies - lost);
        }
        out
    })
}

/// What is refuted by some cards is by more, and what is certain between two bounds holds there.
#[test]
fn more_cards_refute_more() {
    let mut seen = [0; 3];
    for (number, rules) in (0..).zip(rule_sets()) {
        let s = &rules.switches;
        let mut rng = Rng::stream(20, Domain::Play, 0, number);
        for index in 0..12 {
            let agent = if index % 2 == 0 { Agent::Random } else { Agent::RandomUnits };
            let (state, course) =
                played(&rules, 100 * number + index, agent, 2 + 2 * index as usize);
            let view = View::new(&rules, index as usize % SEATS, &state, &course);
            let (trump, redealer) = (state.order(&rules), view.redealer(&rules));
            for (suit, tells) in redealer.tells(&rules).iter().enumerate() {
                for tell in tells {
                    for _ in 0..20 {
                        let mut planes: Planes = [[0; 4]; PLACES];
                        let all = trump.lay(&state.unseen(view.seat()));
                        for (face, copies) in all.within(trump.suit_mask(suit)).iter() {
                            let mut split = [0; PLACES];
                            let places = if rng.below(2) == 0 { 1 } else { PLACES as u64 };
                            let first = rng.below(PLACES as u64);
                            for _ in 0..copies {
                                split[((first + rng.below(places)) % 4) as usize] += 1;
                            }
                            put(&mut planes, 1 << face, &split);
                        }
                        let most = cards(&planes);
                        let more = some(&most, &mut rng);
                        let least = some(&more, &mut rng);
                        let holds = tell.holds(s, trump, &more);
                        let refuted = tell.refuted(s, trump, &least);
                        let certain = tell.is_certain(s, trump, &least, &most);
                        assert!(!(refuted && holds), "{tell:?}: {least:?} {more:?}");
                        assert!(!certain || holds, "{tell:?}: {least:?} {more:?} {most:?}");
                        seen[0] += usize::from(refuted);
                        seen[1] += usize::from(certain);
                        seen[2] += usize::from(!refuted && !certain);
                    }
                }
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 200), "{seen:?}");
}

/// Where another seat is asked, or something lies face down, the cards that seats may show or have shown lie
/// as often so with plants as without.
#[test]
fn plants_change_nothing() {
    let chaodi = Switches { chaodi: true, ..Switches::default() };
    let along = |declare_with_joker| Switches { declare_with_joker, decks: 3, ..chaodi.clone() };
    let all = [
        Switches { decks: 3, ..Switches::default() },
        chaodi.clone(),
        Switches { blind_declaring: true, decks: 3, ..chaodi.clone() },
        along(DeclareWithJoker::Any),
        along(DeclareWithJoker::ByColour),
        Switches { blind_declaring: true, ..along(DeclareWithJoker::Any) },
        Switches { blind_declaring: true, ..along(DeclareWithJoker::ByColour) },
    ];
    let mut checked = 0;
    for rules in all.map(compiled) {
        let mut more = 8;
        for index in 0..40 {
            let streams = DealStreams::new(23, 0, index);
            let setup = Setup {
                levels: [Some((index % 13) as u8); 2],
                declarer: Some((index % 4) as u8),
                ..Setup::default()
            };
            let mut state = State::deal(&rules, &setup, streams.deal).expect("a deal");
            let (mut course, mut rng) = (Course::new(&state), streams.play);
            while let Some(asked) = state.turn().filter(|_| state.phase != Phase::Play) {
                let view = View::new(&rules, (asked + 1) % SEATS, &state, &course);
                let redealer = view.redealer(&rules);
                if more > 0 && redealer.draw_planted(&rules, 0, true).is_some() {
                    more -= 1;
                    checked += 1;
                    compare_plants(&rules, &redealer, asked);
                }
                let mv = state.choose(&rules, Agent::Random, &mut rng);
                course.play(&rules, &mut state, mv);
            }
        }
    }
    assert!(checked > 45, "{checked}");
}

/// Compares how the options of a seat are spread over draws with plants and without.
fn compare_plants(rules: &Rules, redealer: &super::Redealer, asked: usize) {
    let draws = 1000;
    let mut counts: HashMap<_, [f64; 2]> = HashMap::new();
    for seed in 0..draws {
        for (planted, n) in [(false, 0), (true, 1)] {
            let drawn = redealer.draw_planted(rules, seed, planted).expect("there is one");
            let options = drawn.declarations_of(rules, asked);
            assert!(!options.is_empty() || drawn.phase == Phase::Bury);
            let high = options.last().map(|shown| (shown.face, shown.copies));
            let stands = drawn.standing.map(|shown| {
                let hand = drawn.hands[usize::from(shown.seat)];
                (shown.face, hand.count(shown.face.into()), hand.count(52), hand.count(53))
            });
            counts.entry((high, options.len(), stands)).or_default()[n] += 1.0;
        }
    }
    let (mut chi, mut free) = (0.0, -1.0);
    let mut rare = [0.0; 2];
    let mut add = |[a, b]: [f64; 2]| {
        if a + b > 0.0 {
            chi += (a - b).powi(2) / (a + b);
            free += 1.0;
        }
    };
    for &[a, b] in counts.values() {
        if a + b < 12.0 {
            (rare[0], rare[1]) = (rare[0] + a, rare[1] + b);
        } else {
            add([a, b]);
        }
    }
    add(rare);
    let limit = free + 5.0 * f64::sqrt(2.0 * f64::max(free, 1.0));
    assert!(chi <= limit, "chi² is {chi} with {free} degrees: {counts:?}");
}
