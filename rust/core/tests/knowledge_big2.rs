//! What seats of Big Two know, under many rule sets: views, redeals, events, observers, texts.

use chupai_core::big2::{
    BareQuad, Cards, Course, Event, FiveCard, Given, Kind, Move, NamedStraights, News, Observer,
    Remainder, Rules, Setup, Sight, State, Straights, Switches, View,
};
use chupai_core::bits::Cpu;
use chupai_core::card::Card;
use chupai_core::game::{DealStreams, Game};
use chupai_core::rng::{Domain, Rng};
use proptest::prelude::*;
use std::collections::HashMap;

fn compiled(switches: Switches) -> Rules {
    Rules::new(switches, Cpu::Portable).unwrap()
}

/// Rule sets in which seats learn different things.
fn rule_sets() -> Vec<(&'static str, Rules, Setup)> {
    let plain = Switches::default();
    let taiwan = Switches {
        five_card: FiveCard::SameKind,
        monsters: true,
        lock: true,
        monster_after_pass: true,
        dragon_play: true,
        straights: Straights::Named(NamedStraights::Taiwan),
        ..plain.clone()
    };
    let eager = Switches { bare_quad: BareQuad::AsQuads, ..taiwan.clone() };
    let bloody = Switches { all_out: true, revolution: true, dragon_play: false, ..eager.clone() };
    let none = Setup::default();
    let roles = Setup { roles: Some([2, 0, 3, 1]), ..none };
    let with = |switches: Switches| compiled(switches);
    let players =
        |players, remainder| Switches { players, remainder, all_out: players > 4, ..plain.clone() };
    vec![
        ("plain", with(plain.clone()), none),
        ("all out", with(Switches { all_out: true, top_forced: true, ..plain.clone() }), none),
        ("forced", with(Switches { top_forced: true, ..plain.clone() }), none),
        ("forced lock", with(Switches { top_forced: true, lock: true, ..eager.clone() }), none),
        ("taiwan", with(taiwan), none),
        ("eager", with(eager.clone()), none),
        ("always", with(Switches { ask_locked_always: true, ..eager.clone() }), none),
        ("bloody", with(bloody.clone()), roles),
        ("forced bloody", with(Switches { top_forced: true, ..bloody }), roles),
        ("weak", with(Switches { redeal_below: Some(16), ..plain.clone() }), none),
        (
            "instant",
            with(Switches {
                instant_dragon: true,
                instant_four_twos: true,
                redeal_below: Some(4),
                decks: 2,
                ..players(8, Remainder::Discard)
            }),
            none,
        ),
        ("three", with(players(3, Remainder::LowestHolder)), Setup { first_card: 1, ..none }),
        ("seven", with(players(7, Remainder::LowestHolder)), none),
        ("aside", with(players(7, Remainder::Discard)), Setup { first_card: 3, ..none }),
        (
            "aside, free",
            with(Switches { must_include_lowest: false, ..players(5, Remainder::Discard) }),
            none,
        ),
        ("aside, led", with(players(5, Remainder::Discard)), Setup { leader: Some(2), ..none }),
        (
            "swap",
            with(Switches { redeal_below: Some(12), ..players(3, Remainder::MalaysiaSwap) }),
            none,
        ),
        (
            "two decks",
            with(Switches { decks: 2, ..plain.clone() }),
            Setup { first_card: 2, ..none },
        ),
        (
            "two decks, six, forced",
            with(Switches {
                decks: 2,
                top_forced: true,
                redeal_below: Some(14),
                ..players(6, Remainder::LowestHolder)
            }),
            none,
        ),
        (
            "two decks, five, locked",
            with(Switches {
                decks: 2,
                players: 5,
                remainder: Remainder::Discard,
                all_out: true,
                ..eager
            }),
            none,
        ),
    ]
}

/// The moves since the last dealing played again by the rules, from these hands and cards set aside:
/// the state they lead to, where they are possible. Of a hand that has more cards than are dealt
/// `left` are those that did not divide, by default the highest.
fn replayed(
    rules: &Rules,
    setup: &Setup,
    (hands, aside): (&[Cards], Cards),
    course: &Course,
    left: Option<Cards>,
) -> Option<(State, Course)> {
    let size = rules.hand_sizes().hand as usize;
    let mut given = Given { left: aside, ..Given::default() };
    for (seat, &hand) in hands.iter().enumerate() {
        let mut hand = hand;
        if hand.total() > size {
            given.left = left.unwrap_or_else(|| sum(hand.cards().skip(size)));
            hand = hand.difference(&given.left);
        }
        given.seats[seat] = hand;
    }
    let setup = Setup { given, ..*setup };
    let mut state = State::deal(rules, &setup, Rng::stream(0, Domain::Deal, 0, 0)).unwrap();
    let begin = course.earlier.last().map_or(0, |dealing| dealing.end as usize);
    let mut past = Course::default();
    for &(seat, mv) in &course.history[begin..] {
        if state.turn() != Some(usize::from(seat)) || !state.is_legal(rules, mv) {
            return None;
        }
        past.play(rules, &mut state, mv);
    }
    Some((state, past))
}

fn sum(cards: impl IntoIterator<Item = Card>) -> Cards {
    let mut out = Cards::EMPTY;
    cards.into_iter().for_each(|card| out.add(card.bit(), 1));
    out
}

/// What the states of two deals have in common where a seat can tell nothing apart.
fn stand(state: &State) -> (&'static str, Option<usize>, bool, u64) {
    (state.phase(), state.turn(), state.to_beat().is_some(), state.locked())
}

/// All that is promised at one point of a deal.
fn check(rules: &Rules, state: &State, course: &Course, seed: u64) {
    assert!(course.is_sound(rules, state));
    let seats = State::seats(rules);
    for seat in 0..seats {
        let view = View::new(rules, seat, state, course);
        let other = view.sample_state(rules, seed).unwrap();
        let past = view.sample_course(rules, &other, seed).unwrap();
        // The redeal is a deal with this view, played by the rules.
        assert!(other.is_sound(rules));
        assert!(past.is_sound(rules, &other));
        assert_eq!(View::new(rules, seat, &other, &past), view);
        if course.start.is_none() {
            let dealing = past.dealing(&other);
            let cards = (&dealing.hands[..], dealing.left);
            let again = replayed(rules, other.setup(), cards, &past, None);
            let (again, _) = again.expect("a legal course");
            assert_eq!(stand(&again), stand(&other));
            assert_eq!(again.hands(), other.hands());
            let facts = |state: &State| chupai_core::big2::Facts {
                redeals: 0,
                ..state.current_facts(rules)
            };
            assert_eq!(facts(&again), facts(&other));
            assert_eq!(again.due(), other.due());
        }
        assert_eq!(
            past.events(rules, &other, seat, 0),
            course.events(rules, state, seat, 0),
            "both are told alike"
        );
        // It depends on the view alone, and the view of a view is itself.
        let again = state.redeal_hidden(rules, seat, course, seed).unwrap();
        assert_eq!(again, other);
        assert_eq!(View::from_parts(rules, seat, view.state(), view.course()), Some(view));
    }
}

/// A text tells the position, and a position told to a seat is what it sees of it.
fn check_text(rules: &Rules, state: &State, seed: u64) {
    let text = state.text(rules);
    let read = State::parse(rules, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(read.same_position(state, rules), "{text}");
    assert_eq!(read.text(rules), text);
    let course = Course::of_position(&read);
    for seat in 0..State::seats(rules) {
        let view = View::new(rules, seat, &read, &course);
        assert_eq!(Sight::of(rules, &view).view(rules).as_ref(), Ok(&view), "{text}");
        let other = view.sample_state(rules, seed).unwrap();
        let past = view.sample_course(rules, &other, seed).unwrap();
        assert_eq!(View::new(rules, seat, &other, &past), view, "{text}");
    }
}

/// Plays a deal by chance; `look` sees it before every decision.
fn walk(
    rules: &Rules,
    setup: &Setup,
    seed: u64,
    most_redeals: u8,
    mut look: impl FnMut(&State, &Course) -> bool,
) {
    let streams = DealStreams::new(seed, 0, 0);
    let mut state = State::deal(rules, setup, streams.deal).unwrap();
    let mut course = Course::default();
    let mut rng = Rng::stream(seed, Domain::Play, 0, 0);
    while look(&state, &course) {
        let n = state.num_legal(rules);
        if n == 0 {
            return;
        }
        let mut mv = state.nth_legal(rules, rng.choose(n));
        if mv.kind == Kind::Redeal && state.redeals() >= most_redeals {
            mv = Move::PASS;
        }
        course.play(rules, &mut state, mv);
    }
}

/// Tells an observer what is new of a deal.
fn tell(rules: &Rules, observer: &mut Option<Observer>, events: &[Event]) {
    for event in events {
        match (event, observer.as_mut()) {
            (Event::Move { seat, mv, news }, Some(observer)) => {
                observer.observe(rules, *seat, *mv, news).unwrap();
            }
            (first, _) => *observer = Some(Observer::begin(rules, first).unwrap()),
        }
    }
}

#[test]
fn seats_know_what_they_are_told() {
    for (_, rules, setup) in rule_sets() {
        for seed in 0..20 {
            let seats = State::seats(&rules);
            let mut observers: Vec<Option<Observer>> = vec![None; seats];
            let mut told = vec![0; seats];
            walk(&rules, &setup, seed, 2, |state, course| {
                for (seat, observer) in observers.iter_mut().enumerate() {
                    let events = course.events(&rules, state, seat, told[seat]);
                    told[seat] += events.len();
                    tell(&rules, observer, &events);
                    let view = View::new(&rules, seat, state, course);
                    assert_eq!(observer.as_ref().unwrap().view(), &view);
                }
                true
            });
        }
    }
}

/// What cannot be is refused, and the observer is as it was.
#[test]
fn observers_refuse_what_cannot_be() {
    let rules = compiled(Switches::default());
    let streams = DealStreams::new(3, 0, 0);
    let mut state = State::deal(&rules, &Setup::default(), streams.deal).unwrap();
    let mut course = Course::default();
    let leader = state.turn().unwrap();
    let seat = (leader + 1) % 4;
    let mut observer = None;
    tell(&rules, &mut observer, &course.events(&rules, &state, seat, 0));
    let mut observer = observer.unwrap();
    let before = observer.clone();
    let nothing = News::default();
    let lead = sum([Card::from_index(0).unwrap()]);
    let own = state.hand(seat).cards().next().unwrap();
    let single = |card: Card| Move::play(Kind::Single, sum([card]));
    let others = state.hand((leader + 2) % 4).cards().next().unwrap();
    let asked = News { asked: Some(0), ..News::default() };
    let turned = News { turn: Some(0), ..News::default() };
    for (by, mv, news, rule) in [
        (seat, single(own), &nothing, "BT-32"),
        (leader, Move::PASS, &nothing, "BT-27"),
        (leader, single(own), &nothing, "BT-01"),
        (leader, single(others), &nothing, "BT-26"),
        (leader, Move::REDEAL, &nothing, "BT-32"),
        (leader, Move::play(Kind::Single, lead), &asked, ""),
        (leader, Move::play(Kind::Single, lead), &turned, ""),
    ] {
        let error = observer.observe(&rules, by as u8, mv, news).unwrap_err();
        assert_eq!(error.rule, rule, "{error}");
        assert_eq!(observer, before);
    }
    course.play(&rules, &mut state, Move::play(Kind::Single, lead));
    observer.observe(&rules, leader as u8, Move::play(Kind::Single, lead), &nothing).unwrap();
    assert_eq!(observer.view(), &View::new(&rules, seat, &state, &course));
    // Who leads has the lowest card, and nobody else.
    let Event::Deal { first_card, leader: named, roles, mut dealt, .. } =
        course.events(&rules, &state, seat, 0).swap_remove(0)
    else {
        panic!("the cards were dealt");
    };
    dealt.turn = Some(seat as u8);
    let deal = Event::Deal { seat: seat as u8, first_card, leader: named, roles, dealt };
    assert_eq!(Observer::begin(&rules, &deal).unwrap_err().rule, "BT-25");
}

#[test]
fn texts_tell_deals() {
    for (_, rules, setup) in rule_sets() {
        for seed in 0..6 {
            walk(&rules, &setup, seed, 2, |state, _| {
                check_text(&rules, state, seed);
                true
            });
        }
    }
}

/// What follows a position is told and known as what follows a deal.
#[test]
fn positions_go_on_as_deals_do() {
    for (_, rules, setup) in rule_sets() {
        for seed in 0..10 {
            let mut moves = 0;
            walk(&rules, &setup, seed, 0, |state, _| {
                moves += 1;
                if moves == 3 * (seed + 1) || state.phase() == "swap" {
                    go_on(&rules, state, seed);
                    return false;
                }
                true
            });
        }
    }
}

fn go_on(rules: &Rules, from: &State, seed: u64) {
    let mut state = State::parse(rules, &from.text(rules)).unwrap();
    let mut course = Course::of_position(&state);
    let mut rng = Rng::stream(seed, Domain::Play, 1, 0);
    let mut observers: Vec<Option<Observer>> = vec![None; State::seats(rules)];
    let mut told = vec![0; observers.len()];
    for _ in 0..25 {
        for (seat, observer) in observers.iter_mut().enumerate() {
            let events = course.events(rules, &state, seat, told[seat]);
            told[seat] += events.len();
            tell(rules, observer, &events);
            let view = View::new(rules, seat, &state, &course);
            assert_eq!(observer.as_ref().unwrap().view(), &view);
            let other = view.sample_state(rules, seed).unwrap();
            let past = view.sample_course(rules, &other, seed).unwrap();
            assert_eq!(View::new(rules, seat, &other, &past), view);
        }
        if state.turn().is_none() {
            return;
        }
        let mut mv = state.nth_legal(rules, rng.choose(state.num_legal(rules)));
        if mv.kind == Kind::Redeal {
            mv = Move::PASS;
        }
        course.play(rules, &mut state, mv);
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "(play|redeal|swap|exchange|over)( (turn|hands|left|to_beat|by|passed|out|plays|leader|due|roles|rank|asked|won|suspect|exchange)=[3-9TJQKA2DCHS/,0-2]{0,9}){0,7}") {
        for (_, rules, _) in rule_sets() {
            if let Ok(state) = State::parse(&rules, &text) {
                prop_assert!(state.is_sound(&rules));
            }
        }
    }
}

#[test]
fn redeals_are_deals_that_the_seat_cannot_tell_apart() {
    for (_, rules, setup) in rule_sets() {
        for seed in 0..3 {
            walk(&rules, &setup, seed, 2, |state, course| {
                check(&rules, state, course, seed);
                true
            });
        }
    }
}

/// The hands, those set aside, and which card was taken or did not divide.
type Deal = (Vec<Cards>, Cards);

/// The weight of every deal that `seat` cannot tell from this one: in how many ways the pack, cards told
/// apart, can be dealt so.
fn all_deals(rules: &Rules, seat: usize, state: &State, course: &Course) -> HashMap<Deal, f64> {
    let view = View::new(rules, seat, state, course);
    let places: Vec<usize> = (0..=state.hands().len()).filter(|&at| at != seat).collect();
    let at = |state: &State, place: usize| match state.hands().get(place) {
        Some(hand) => *hand,
        None => state.left(),
    };
    let hidden: Vec<_> = places.iter().flat_map(|&place| at(state, place).cards()).collect();
    let sizes: Vec<usize> = places.iter().map(|&place| at(state, place).total()).collect();
    let mut partial: Vec<Vec<Cards>> = vec![vec![Cards::EMPTY; places.len()]];
    for card in &hidden {
        let mut next: Vec<Vec<Cards>> = Vec::new();
        for hands in &partial {
            for i in (0..places.len()).filter(|&i| hands[i].total() < sizes[i]) {
                let mut hands = hands.clone();
                hands[i].add(card.bit(), 1);
                if !next.contains(&hands) {
                    next.push(hands);
                }
            }
        }
        partial = next;
    }
    let mut out = HashMap::new();
    let dealing = course.dealing(state);
    let taker = course.history.iter().find(|(_, mv)| mv.kind == Kind::Swap);
    let taker = taker.map(|&(by, _)| usize::from(by)).filter(|&by| by != seat);
    for laid in partial {
        let mut hands: Vec<Cards> = state.hands().to_vec();
        let mut left = state.left();
        for (&place, cards) in places.iter().zip(&laid) {
            *hands.get_mut(place).unwrap_or(&mut left) = *cards;
        }
        // What each had at the beginning, if this can be.
        let before = |seat: usize| {
            // With the card that was taken, of which it is not known which it was.
            let took = if taker == Some(seat) { course.taken } else { Cards::EMPTY };
            let (then, now) = (dealing.hands[seat].sum(&took), state.hand(seat));
            let mut out = Cards::EMPTY;
            for face in 0..52 {
                let n =
                    (hands[seat].count(face) + then.count(face)).checked_sub(now.count(face))?;
                if n > usize::from(rules.switches().decks) {
                    return None;
                }
                out.add(1 << face, n);
            }
            Some(out)
        };
        let Some(first) = (0..hands.len()).map(before).collect::<Option<Vec<Cards>>>() else {
            continue;
        };
        let takes: Vec<Cards> = match taker {
            Some(by) => first[by].cards().map(|card| sum([card])).collect(),
            None => vec![if course.taken.is_empty() { left } else { course.taken }],
        };
        for aside in takes {
            let mut first = first.clone();
            if let Some(by) = taker {
                first[by] = first[by].difference(&aside);
            }
            let fits = |left: Option<Cards>| {
                let again = replayed(rules, state.setup(), (&first, aside), course, left);
                again.is_some_and(|(again, past)| View::new(rules, seat, &again, &past) == view)
            };
            let size = rules.hand_sizes().hand as usize;
            // In how many ways what did not divide can be chosen.
            let ways = match first.iter().find(|hand| hand.total() > size) {
                None => u64::from(fits(None)),
                Some(hand) => {
                    let cards: Vec<_> = hand.cards().collect();
                    let spare = (hand.total() - size) as u32;
                    let chosen = |set: u32| {
                        sum((0..cards.len()).filter(|i| set >> i & 1 == 1).map(|i| cards[i]))
                    };
                    let sets = (0u32..1 << cards.len()).filter(|set| set.count_ones() == spare);
                    sets.filter(|&set| fits(Some(chosen(set)))).count() as u64
                }
            };
            // Two equal cards in one place are there in one way, in two places in two.
            let mut weight = ways as f64;
            if rules.switches().decks == 2 {
                let twice = |cards: &Cards| cards.at_least(2).count_ones();
                let places = first.iter().chain([&aside]);
                weight /= f64::from(places.map(twice).sum::<u32>()).exp2();
            }
            if weight > 0.0 {
                *out.entry((hands.clone(), aside)).or_insert(0.0) += weight;
            }
        }
    }
    out
}

#[test]
fn redeals_are_even() {
    for (name, rules, setup) in rule_sets() {
        let mut done = 0;
        for seed in 0..400 {
            if done >= 5 {
                break;
            }
            let special = |course: &Course| {
                let s = rules.switches();
                !s.monster_after_pass
                    || s.ask_locked_always
                    || !course.called.is_empty()
                    || seed % 8 == 0
            };
            walk(&rules, &setup, seed, 0, |state, course| {
                let total: usize = state.hands().iter().map(Cards::total).sum();
                let seat =
                    (0..state.hands().len()).max_by_key(|&at| state.hand(at).total()).unwrap();
                let hidden = total + state.left().total() - state.hand(seat).total();
                if state.turn().is_none() || hidden > 7 || state.trick().holding() < 3 {
                    return true;
                }
                if special(course) {
                    even(name, &rules, seat, state, course, seed);
                    done += 1;
                }
                false
            });
        }
        assert!(done >= 4, "{name}: {done}");
    }
}

fn even(name: &str, rules: &Rules, seat: usize, state: &State, course: &Course, seed: u64) {
    let deals = all_deals(rules, seat, state, course);
    let view = View::new(rules, seat, state, course);
    let redealer = view.redealer(rules);
    let taken = course.history.iter().any(|(_, mv)| mv.kind == Kind::Swap);
    let mut seen: HashMap<Deal, u64> = HashMap::new();
    let draws = 40 * deals.len() as u64;
    for n in 0..draws {
        let other = redealer.draw(rules, n).unwrap();
        let aside = match taken {
            true => view.sample_course(rules, &other, n).unwrap().taken,
            false => other.left(),
        };
        *seen.entry((other.hands().to_vec(), aside)).or_default() += 1;
    }
    let all: f64 = deals.values().sum();
    let mut chi = 0.0;
    for (deal, weight) in &deals {
        let expected = draws as f64 * weight / all;
        let n = seen.remove(deal).unwrap_or(0) as f64;
        chi += (n - expected).powi(2) / expected;
    }
    let free = (deals.len() as f64 - 1.0).max(0.5);
    let z = (chi - free) / (2.0 * free).sqrt();
    assert!(seen.is_empty(), "{name} {seed}: {} impossible deals", seen.len());
    assert!(z < 5.0, "{name} {seed}: {chi} of {free}");
}
