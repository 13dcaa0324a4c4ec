//! What seats of Shengji know, under many rule sets: views and redeals.

use chupai_core::bits::Cpu;
use chupai_core::game::{Agent, DealStreams, Game};
use chupai_core::rng::{Domain, Rng};
use chupai_core::shengji::moves::{Cards, Kind, Move};
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::switches::{
    DeclareWithJoker, Declaring, FailedThrow, FollowOrder, NoDeclaration, Switches,
};
use chupai_core::shengji::{Course, Given, Observer, Phase, SEATS, Setup, State, View};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

fn compiled(switches: Switches) -> Rules {
    Rules::new(switches, Cpu::Portable).unwrap()
}

fn later(levels: [u8; 2], declarer: u8) -> Setup {
    Setup { levels: levels.map(Some), declarer: Some(declarer), ..Setup::default() }
}

/// Rule sets in which seats learn different things.
fn rule_sets() -> Vec<(&'static str, Rules, Setup)> {
    let plain = Switches::default();
    let with = |decks| Switches { decks, ..Switches::default() };
    let smallest = Switches { failed_throw: FailedThrow::Smallest, ..with(3) };
    let jokers = |along| Switches { declare_with_joker: along, ..with(2) };
    let given = Switches { declaring: Declaring::Given, ..with(2) };
    let chaodi = Switches { chaodi: true, ..with(2) };
    let blind = |declare_with_joker| {
        compiled(Switches { blind_declaring: true, declare_with_joker, ..with(3) })
    };
    vec![
        ("plain", compiled(plain.clone()), Setup::default()),
        ("one deck", compiled(with(1)), later([5, 7], 1)),
        ("three decks", compiled(smallest), Setup { first_card: Some(2), ..Setup::default() }),
        ("four decks", compiled(with(4)), later([12, 3], 3)),
        ("any joker", compiled(jokers(DeclareWithJoker::Any)), later([4, 5], 2)),
        ("its joker", compiled(jokers(DeclareWithJoker::ByColour)), later([4, 5], 0)),
        ("chaodi", compiled(chaodi.clone()), Setup::default()),
        ("blind", compiled(Switches { blind_declaring: true, ..chaodi.clone() }), Setup::default()),
        ("blind, any joker", blind(DeclareWithJoker::Any), Setup::default()),
        ("blind, its joker", blind(DeclareWithJoker::ByColour), later([4, 5], 0)),
        (
            "duplicate",
            compiled(Switches { declaring: Declaring::Duplicate, ..chaodi }),
            later([9, 9], 1),
        ),
        (
            "as dealt",
            compiled(given.clone()),
            Setup { trump: Some(2), as_dealt: true, ..later([7, 7], 2) },
        ),
        (
            "suit only, no trump",
            compiled(Switches { follow_order: FollowOrder::SuitOnly, ..given }),
            Setup { trump: Some(4), ..later([8, 8], 0) },
        ),
        (
            "no declaration",
            compiled(Switches { no_declaration: NoDeclaration::NoTrump, ..plain }),
            Setup { levels: [None; 2], ..later([0, 0], 3) },
        ),
    ]
}

/// A deal to some point, played at random by `agent`, with its past.
fn played(rules: &Rules, setup: &Setup, index: u64, moves: usize, agent: Agent) -> (State, Course) {
    let streams = DealStreams::new(31, 0, index);
    let (mut state, mut rng) = (State::deal(rules, setup, streams.deal).unwrap(), streams.play);
    let mut course = Course::new(&state);
    while state.turn().is_some() && course.history.len() < moves {
        let mv = state.choose(rules, agent, &mut rng);
        course.play(rules, &mut state, mv);
    }
    (state, course)
}

/// The points at which deals are looked at: in every phase, at every stage of the play.
fn points(mut check: impl FnMut(&str, &Rules, &State, &Course)) {
    for (name, rules, setup) in rule_sets() {
        let mut rng = Rng::stream(32, Domain::Play, 0, 0);
        for index in 0..14 {
            let agent = if index % 2 == 0 { Agent::Random } else { Agent::RandomUnits };
            let moves = if index < 5 { rng.below(12) } else { rng.below(220) } as usize;
            let (state, course) = played(&rules, &setup, index, moves, agent);
            check(name, &rules, &state, &course);
        }
    }
}

#[test]
fn deals_drawn_look_the_same() {
    points(|name, rules, state, course| {
        for seat in 0..SEATS {
            let view = View::new(rules, seat, state, course);
            assert_eq!(view.hand(), state.hand(seat));
            let redealer = view.redealer(rules);
            for seed in 0..3 {
                let other = redealer.draw(rules, seed);
                let other =
                    other.unwrap_or_else(|error| panic!("{name}, {seat}: {error}, {state:?}"));
                assert_eq!(other, redealer.draw(rules, seed).unwrap());
                let past = view.course_of(&other);
                let again = View::new(rules, seat, &other, &past);
                assert_eq!(again.state(), view.state(), "{name}, seat {seat}");
                assert_eq!(again.course(), view.course(), "{name}, seat {seat}");
                assert_eq!(other.turn(), state.turn());
            }
            let whole = View::from_parts(rules, seat, view.state(), view.course());
            assert_eq!(whole.as_ref(), Some(&view), "{name}");
        }
    });
}

#[test]
fn deals_drawn_come_about_by_the_moves_that_were_told() {
    points(|name, rules, state, course| {
        for seat in 0..SEATS {
            let view = View::new(rules, seat, state, course);
            let other = view.sample_state(rules, 5).unwrap();
            let past = view.course_of(&other);
            let mut again = past.start.as_ref().clone();
            for &(by, mv) in &past.history[past.begin as usize..] {
                assert_eq!(again.turn(), Some(usize::from(by)), "{name}");
                let why_not = again.why_not(rules, mv);
                assert_eq!(why_not, None, "{name}: {mv} of seat {by} for {seat} in {again:?}");
                again.play_unchecked(rules, mv);
            }
            assert_eq!(again, other, "{name}, seat {seat}");
        }
    });
}

#[test]
fn who_is_to_act_has_the_same_choice_in_its_view() {
    let listed = |rules: &Rules, state: &State| {
        let mut all = Vec::new();
        state.for_each_legal(rules, |mv| {
            all.push(mv);
            if all.len() < 300 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        (state.num_legal(rules), all)
    };
    points(|name, rules, state, course| {
        let Some(seat) = state.turn() else { return };
        let view = View::new(rules, seat, state, course);
        assert_eq!(listed(rules, view.state()), listed(rules, state), "{name}");
    });
}

/// Cards that a redeal may move are all moved about.
#[test]
fn hidden_cards_are_dealt_anew() {
    let (name, rules, setup) = rule_sets().swap_remove(0);
    let (state, course) = played(&rules, &setup, 1, 40, Agent::RandomUnits);
    let view = View::new(&rules, 0, &state, &course);
    let redealer = view.redealer(&rules);
    let mut seen = [Cards::EMPTY; SEATS];
    for seed in 0..200 {
        let other = redealer.draw(&rules, seed).unwrap();
        for (seen, hand) in seen.iter_mut().zip(other.hands()) {
            *seen = seen.union(hand);
        }
    }
    assert_eq!(seen[0], state.hand(0), "{name}");
    assert!((1..SEATS).all(|seat| seen[seat].total() > state.hand(seat).total() + 3));
}

/// In the last tricks every deal that fits the moves is drawn as often as it should: once for each way
/// in which its cards, told apart, can lie.
#[test]
fn deals_are_drawn_evenly() {
    let with = |decks, kitty, declaring| Switches {
        decks,
        kitty: Some(kitty),
        declaring,
        declare_with_joker: if decks == 3 { DeclareWithJoker::Any } else { DeclareWithJoker::Off },
        ..Switches::default()
    };
    let during = Declaring::DuringDeal;
    let mut checked = [0; 2];
    for (switches, left) in [
        (with(2, 0, during), 6),
        (with(4, 0, during), 6),
        (with(2, 4, during), 3),
        (with(3, 2, during), 3),
        (with(1, 2, during), 6),
    ] {
        let rules = compiled(switches);
        for index in 0..4 {
            let agent = if index % 2 == 0 { Agent::Random } else { Agent::RandomUnits };
            let mut moves = 150;
            let setup = later([4, 4], index as u8 % 4);
            let (state, course) = loop {
                let (state, course) = played(&rules, &setup, index, moves, agent);
                let hands = || state.hands().iter().map(Cards::total);
                if hands().sum::<usize>() * 3 / 4 >= left || moves < 8 {
                    break (state, course);
                }
                moves -= 1;
            };
            for seat in 0..SEATS {
                let view = View::new(&rules, seat, &state, &course);
                if let Some(deals) = evenly(&rules, &view) {
                    checked[0] += 1;
                    checked[1] += usize::from(deals > 1);
                }
            }
        }
    }
    assert!(checked[0] > 20 && checked[1] > 14, "{checked:?}");
}

/// Checks the draws of a view, where few cards are hidden; tells how many deals fit.
fn evenly(rules: &Rules, view: &View) -> Option<usize> {
    let seat = view.seat();
    let pool: Vec<usize> = view.unseen().cards().map(|card| card.index()).collect();
    let mut places = places_of(view.state());
    places[seat] = Cards::EMPTY;
    if view.kitty().is_some() {
        places[SEATS] = Cards::EMPTY;
    }
    let sizes: Vec<usize> = places.iter().map(Cards::total).collect();
    assert_eq!(pool.len(), sizes.iter().sum::<usize>());
    if pool.len() > 8 || view.state().current_phase() == Phase::Over {
        return None;
    }
    let mut weights = HashMap::new();
    lay_all(&pool, &sizes, &mut vec![Cards::EMPTY; SEATS + 1], 0, &mut |places| {
        *weights.entry(places.to_vec()).or_insert(0u64) += 1;
    });
    if weights.len() > 2000 {
        return None;
    }
    let switches = Switches { declaring: Declaring::Given, ..rules.switches().clone() };
    let given_rules = compiled(switches);
    weights.retain(|places, _| fits((rules, &given_rules), view, places));
    let total: u64 = weights.values().sum();
    let mut counts = HashMap::new();
    let draws = 3000;
    let redealer = view.redealer(rules);
    for seed in 0..draws {
        let mut places = places_of(&redealer.draw(rules, seed).unwrap());
        for (place, &size) in places.iter_mut().zip(&sizes) {
            if size == 0 {
                *place = Cards::EMPTY;
            }
        }
        assert!(weights.contains_key(&places), "{places:?} does not fit");
        *counts.entry(places).or_insert(0u64) += 1;
    }
    // Deals that are rare are counted together.
    let (mut chi, mut free) = (0.0, -1.0);
    let (mut rare, mut found_rare) = (0.0, 0.0);
    let mut add = |found: f64, expected: f64| {
        chi += (found - expected).powi(2) / expected;
        free += 1.0;
    };
    for (places, &weight) in &weights {
        let expected = draws as f64 * weight as f64 / total as f64;
        let found = counts.get(places).copied().unwrap_or(0) as f64;
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
    assert!(chi <= limit, "chi² is {chi} with {free} degrees: {counts:?} {weights:?}");
    Some(weights.len())
}

/// The hands, and the kitty last.
fn places_of(state: &State) -> Vec<Cards> {
    state.hands().iter().copied().chain([state.kitty()]).collect()
}

/// All ways to lay cards, told apart, in places of these sizes.
fn lay_all(
    pool: &[usize],
    sizes: &[usize],
    places: &mut Vec<Cards>,
    at: usize,
    visit: &mut impl FnMut(&[Cards]),
) {
    let Some(&face) = pool.get(at) else { return visit(places) };
    for place in 0..sizes.len() {
        if places[place].total() < sizes[place] {
            let before = places[place];
            places[place].add(1 << face, 1);
            lay_all(pool, sizes, places, at + 1, visit);
            places[place] = before;
        }
    }
}

/// Whether the play can be gone through with these hidden cards, and who declared had the cards.
fn fits((rules, given_rules): (&Rules, &Rules), view: &View, hidden: &[Cards]) -> bool {
    let (course, seat, end) = (view.course(), view.seat(), view.state());
    let mut given =
        Given { kitty: hidden[SEATS].sum(&view.kitty().unwrap_or_default()), ..Given::default() };
    for (at, (cards, &hidden)) in given.seats.iter_mut().zip(hidden).enumerate() {
        let gone = course.start.hand(at).difference(&end.hand(at));
        let now = if at == seat { view.hand() } else { hidden };
        *cards = now.sum(&gone);
    }
    for &(by, mv) in course.history.iter().filter(|(_, mv)| mv.kind == Kind::Declare) {
        let by = usize::from(by);
        let kitty = if end.taker() == Some(by) { given.kitty } else { Cards::EMPTY };
        let had = given.seats[by].sum(&kitty);
        let joker = had.faces() >> 52 != 0;
        let along = rules.switches().declare_with_joker == DeclareWithJoker::Any;
        if !had.contains(&mv.cards) || along && !joker {
            return false;
        }
    }
    let turned = end.turned_up();
    let kitty = end.declarer().map_or(given.kitty, |at| given.kitty.sum(&given.seats[at]));
    if !kitty.contains(&turned) {
        return false;
    }
    let setup = Setup {
        trump: end.trump().map(|suit| suit.map_or(4, |suit| suit as u8)),
        declarer: end.declarer().map(|declarer| declarer as u8),
        as_dealt: true,
        levels: [end.level().map(|level| level.index() as u8); 2],
        given,
        ..Setup::default()
    };
    let mut state = State::deal(given_rules, &setup, Rng::stream(0, Domain::Deal, 0, 0)).unwrap();
    let mut past = Course::new(&state);
    for &(by, mv) in &course.history[course.begin as usize..] {
        if state.turn() != Some(usize::from(by)) || !state.is_legal(rules, mv) {
            return false;
        }
        past.play(given_rules, &mut state, mv);
    }
    let outcomes = |course: &Course| {
        let failed = course.failed.iter();
        failed.map(|failed| (failed.lead, failed.options)).collect::<Vec<_>>()
    };
    state.table() == end.table()
        && state.beaten() == end.beaten()
        && state.current_phase() == end.current_phase()
        && outcomes(&past) == outcomes(course)
}

/// Who has declared face down holds what can have been shown so, in every deal drawn: jokers, which all
/// see, level cards of some suit, and the joker that goes along; who was overturned too.
#[test]
fn who_declared_face_down_had_the_cards() {
    let plain = Switches { decks: 3, blind_declaring: true, ..Switches::default() };
    let along = |declare_with_joker| Switches { declare_with_joker, ..plain.clone() };
    let sets = [
        along(DeclareWithJoker::Off),
        along(DeclareWithJoker::Any),
        along(DeclareWithJoker::ByColour),
    ];
    let mut met = [0; 3];
    for rules in sets.into_iter().map(compiled) {
        for index in 0..60 {
            let streams = DealStreams::new(37, 0, index);
            let (mut state, mut rng) =
                (State::deal(&rules, &later([3, 3], 0), streams.deal).unwrap(), streams.play);
            let mut course = Course::new(&state);
            while state.current_phase() == Phase::Declare {
                // Declare whenever there is something.
                let all = state.num_legal(&rules);
                let mv = state.nth_legal(&rules, if all > 1 { 1 + rng.below(all - 1) } else { 0 });
                course.play(&rules, &mut state, mv);
                for seat in 0..SEATS {
                    let view = View::new(&rules, seat, &state, &course);
                    let drawn = view.sample_state(&rules, index).unwrap();
                    let known = view.known(&rules);
                    for &(by, mv) in course.history.iter() {
                        let by = usize::from(by);
                        // Who buries may bury what it has shown.
                        let buries = state.current_phase() != Phase::Declare;
                        if mv.kind != Kind::Declare || by == seat || buries {
                            continue;
                        }
                        let (hand, n) = (drawn.hand(by), mv.cards.total());
                        if mv.cards.faces() >> 52 != 0 {
                            assert!(hand.contains(&mv.cards) && known[by].contains(&mv.cards));
                            met[0] += 1;
                            continue;
                        }
                        let joker = |suit: usize| match rules.switches().declare_with_joker {
                            DeclareWithJoker::Off => true,
                            DeclareWithJoker::Any => hand.faces() >> 52 != 0,
                            DeclareWithJoker::ByColour => hand.count(53 - suit % 2) > 0,
                        };
                        let shows = |suit: usize| hand.count(4 * 3 + suit) >= n && joker(suit);
                        assert!((0..4).any(shows), "{mv} of seat {by} for {seat}: {drawn:?}");
                        let stands =
                            drawn.standing().is_some_and(|shown| usize::from(shown.seat) == by);
                        met[1 + usize::from(!stands)] += 1;
                    }
                }
            }
        }
    }
    assert!(met.iter().all(|&n| n > 100), "{met:?}");
}

#[test]
fn moves_that_others_are_not_told_are_left_out() {
    points(|name, rules, state, course| {
        for seat in 0..SEATS {
            let view = View::new(rules, seat, state, course);
            for &(by, mv) in view.course().history.iter() {
                let own = usize::from(by) == seat;
                assert!(own || mv.kind != Kind::Pass, "{name}");
                if mv.kind == Kind::Bury
                    && !own
                    && state.current_phase() == Phase::Play
                    && state.taker() == Some(usize::from(by))
                {
                    let last = view.course().history.iter().rfind(|(_, mv)| mv.kind == Kind::Bury);
                    assert_eq!(last, Some(&(by, Move::bury(Cards::EMPTY))), "{name}");
                }
            }
        }
    });
}

/// Whoever is told event by event has at every time the view of the true deal.
#[test]
fn observers_know_what_views_know() {
    for (name, rules, setup) in rule_sets() {
        for index in 0..3 {
            let agent = if index % 2 == 0 { Agent::Random } else { Agent::RandomUnits };
            let streams = DealStreams::new(33, 0, index);
            let mut rng = streams.play;
            let mut state = State::deal(&rules, &setup, streams.deal).unwrap();
            let mut course = Course::new(&state);
            let begin = |seat| Observer::begin(&rules, &course.events(&rules, seat, 0)[0]).unwrap();
            let mut observers: Vec<Observer> = (0..SEATS).map(begin).collect();
            loop {
                for (seat, observer) in observers.iter().enumerate() {
                    let view = View::new(&rules, seat, &state, &course);
                    let moves = course.history.len();
                    assert_eq!(observer.view().course(), view.course(), "{name}, seat {seat}");
                    assert_eq!(observer.view(), &view, "{name}, seat {seat}, {moves} moves");
                }
                if state.turn().is_none() {
                    break;
                }
                let mv = state.choose(&rules, agent, &mut rng);
                course.play(&rules, &mut state, mv);
                for (seat, observer) in observers.iter_mut().enumerate() {
                    let events = course.events(&rules, seat, course.history.len());
                    assert_eq!(events.len(), 1);
                    let seen = observer.observe(&rules, &events[0]);
                    assert_eq!(seen, Ok(()), "{name}, seat {seat}: {events:?}");
                }
            }
        }
    }
}

/// Who follows onto a lead that lay on the table when a position began shows as much as later.
#[test]
fn follows_onto_the_table_of_a_position_are_heeded() {
    let rules = compiled(Switches::default());
    let positions = [
        ("3D4D/5C6CQD/3H4H5H/6H7H8H", "KH", "5C", "seat 1 has no hearts"),
        ("3D4D/5C6CQD/3H4H5H/6H7H8H", "KH", "QD", "seat 1 has no hearts"),
        ("3D/5H7H9C/5H7H6C/6H6H7S", "KHKH", "5H 7H", "seat 1 has no pair"),
    ];
    for (hands, led, follow, told) in positions {
        let text =
            format!("play turn=1 hands={hands} level=T declarer=0 trump=S leader=0 led={led}");
        let mut state = State::parse(&rules, &text).unwrap();
        let mut course = Course::new(&state);
        course.play(&rules, &mut state, Move::follow(follow.parse().unwrap()));
        let view = View::new(&rules, 0, &state, &course);
        for seed in 0..200 {
            let other = view.sample_state(&rules, seed).unwrap();
            assert!(State::parse(&rules, &other.text()).is_ok(), "{told}: {}", other.text());
        }
    }
}

/// A deal drawn from a view is told from the position on with which its past begins.
#[test]
fn deals_drawn_can_be_told() {
    points(|name, rules, state, course| {
        let view = View::new(rules, 1, state, course);
        let other = view.sample_state(rules, 2).unwrap();
        let past = view.course_of(&other);
        for seat in 0..SEATS {
            let events = past.events(rules, seat, 0);
            let mut observer = Observer::begin(rules, &events[0]).unwrap();
            for event in &events[1..] {
                observer.observe(rules, event).unwrap();
            }
            let view = View::new(rules, seat, &other, &past);
            assert_eq!(observer.view(), &view, "{name}, seat {seat}");
        }
    });
}

#[test]
fn pasts_lead_to_where_deals_stand() {
    points(|name, rules, state, course| {
        assert!(course.is_sound(rules, state), "{name}");
        let view = View::new(rules, 2, state, course);
        assert!(view.course().is_sound(rules, view.state()), "{name}");
        let other = view.sample_state(rules, 3).unwrap();
        assert!(view.course_of(&other).is_sound(rules, &other), "{name}");
        let changed = |change: &dyn Fn(&mut Course)| {
            let mut course = course.clone();
            change(&mut course);
            course.is_sound(rules, state)
        };
        if course.history.len() > course.begin as usize {
            assert!(
                !changed(&|course| {
                    Arc::make_mut(&mut course.history).pop();
                }),
                "{name}"
            );
            assert!(
                !changed(&|course| Arc::make_mut(&mut course.history).last_mut().unwrap().0 ^= 1),
                "{name}"
            );
        }
        assert!(!changed(&|course| course.begin = 1000), "{name}");
    });
}
