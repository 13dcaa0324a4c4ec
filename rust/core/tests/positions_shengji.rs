//! What seats know of positions of Shengji that were given by hand, told and dealt anew.

mod shengji_rules;
mod shengji_texts;

use chupai_core::game::{Agent, Game};
use chupai_core::rng::{Domain, Rng};
use chupai_core::shengji::moves::Cards;
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::switches::{DeclareWithJoker, Switches};
use chupai_core::shengji::{Course, Observer, Phase, SEATS, State, View};
use shengji_texts::{answer, change, compiled, read_back, rule_sets, states};
use std::collections::HashSet;

/// Every seat is told the position, and what is played from there on, and knows what it should.
fn is_told(rules: &Rules, given: &State, rng: &mut Rng, moves: usize) {
    let mut state = given.clone();
    let mut course = Course::new(&state);
    let mut seats: [Observer; SEATS] = std::array::from_fn(|seat| {
        let event = &course.events(rules, seat, 0)[0];
        let observer = Observer::begin(rules, event);
        observer.unwrap_or_else(|error| panic!("{}: {event:?}: {error}", given.text()))
    });
    for number in 0..=moves {
        for (seat, observer) in seats.iter().enumerate() {
            let view = View::new(rules, seat, &state, &course);
            assert_eq!(observer.view(), &view, "seat {seat} of {}", given.text());
            if number == 0 {
                is_read_as_seen(rules, given, &view);
            }
        }
        if state.turn().is_none() || number == moves {
            return;
        }
        let mv = answer(rules, &state, Agent::RandomUnits, rng);
        course.play(rules, &mut state, mv);
        for (seat, observer) in seats.iter_mut().enumerate() {
            let event = course.events(rules, seat, course.history.len()).remove(0);
            let seen = observer.observe(rules, &event);
            assert_eq!(seen, Ok(()), "seat {seat} of {}: {event:?}", given.text());
        }
    }
}

/// The text of a view of a position tells the view.
fn is_read_as_seen(rules: &Rules, given: &State, view: &View) {
    let (seat, seen) = (view.seat(), view.state());
    let text = seen.text();
    let read = State::parse_seen(rules, &text, seat, *seen.beaten());
    let read = read.unwrap_or_else(|error| panic!("{} for {seat}: {text}: {error}", given.text()));
    let again = View::of_position(rules, seat, &read, Course::new(&read)).unwrap();
    assert_eq!(&again, view, "{} for {seat}: {text}", given.text());
}

/// A deal like it has the same view, and is one that the position could have been.
fn is_dealt_anew(rules: &Rules, view: &View, seed: u64) {
    let other = view.sample_state(rules, seed);
    let other = other.unwrap_or_else(|error| panic!("{}: {error}", view.state().text()));
    let past = view.course_of(&other);
    assert_eq!(&View::new(rules, view.seat(), &other, &past), view, "{}", other.text());
    read_back(rules, &other);
}

/// Deals drawn for a seat of a position that was given by hand are such that the position could have been
/// given so: who has declared can have had what was shown, and who followed has not what was owed.
#[test]
fn deals_drawn_of_positions_are_read_back() {
    let (mut standing, mut turned, mut amid) = (0, 0, 0);
    for (number, (switches, setup)) in rule_sets(30).into_iter().enumerate() {
        let rules = compiled(&switches);
        let mut rng = Rng::stream(6, Domain::Play, 0, number as u64);
        states(&rules, &setup, 10, 3, |state, _| {
            let before = !matches!(state.current_phase(), Phase::Play | Phase::Over);
            if rng.below(if before { 2 } else { 8 }) > 0 {
                return;
            }
            let mut given = State::parse(&rules, &state.text()).unwrap();
            let mut course = Course::new(&given);
            standing += usize::from(given.standing().is_some());
            turned += usize::from(!given.turned_up().is_empty());
            amid += usize::from(given.text().contains("led="));
            for _ in 0..rng.below(6) {
                if given.turn().is_none() {
                    break;
                }
                let mv = answer(&rules, &given, Agent::RandomUnits, &mut rng);
                course.play(&rules, &mut given, mv);
            }
            let seat = rng.below(SEATS as u64) as usize;
            is_dealt_anew(&rules, &View::new(&rules, seat, &given, &course), 1);
        });
    }
    assert!(standing > 100 && turned > 15 && amid > 100, "{standing}, {turned} and {amid}");
}

/// Texts of deals with parts left out, or changed in one place: what is read is told to every seat.
#[test]
fn texts_that_are_read_are_told_to_every_seat() {
    let mut rng = Rng::stream(13, Domain::Play, 0, 0);
    let mut read = 0;
    for (switches, setup) in rule_sets(40) {
        let rules = compiled(&switches);
        let mut texts = Vec::new();
        states(&rules, &setup, 14, 4, |state, _| {
            if rng.below(5) == 0 || !matches!(state.current_phase(), Phase::Play) {
                texts.push(state.text());
            }
        });
        for _ in 0..60 {
            let one = |rng: &mut Rng| texts[rng.below(texts.len() as u64) as usize].clone();
            let (text, other) = (one(&mut rng), one(&mut rng));
            let text = without_some(&text, &mut rng);
            let changed = if rng.below(2) == 0 { text } else { change(&text, &other, &mut rng) };
            let Ok(state) = State::parse(&rules, &changed) else { continue };
            read += 1;
            is_told(&rules, &state, &mut rng, 4);
            let seat = rng.below(SEATS as u64) as usize;
            let view = View::new(&rules, seat, &state, &Course::new(&state));
            is_dealt_anew(&rules, &view, read);
            for other in same_texts(&changed) {
                let Ok(other) = State::parse(&rules, &other) else { continue };
                if !other.same_position(&state) {
                    continue;
                }
                let course = Course::new(&other);
                assert_eq!(View::new(&rules, seat, &other, &course), view, "{changed}");
                assert_eq!(other.text(), state.text());
                let told = course.events(&rules, seat, 0);
                assert_eq!(told, Course::new(&state).events(&rules, seat, 0), "{changed}");
            }
        }
    }
    assert!(read > 1000, "{read}");
}

/// A text without some of the parts that need not be known.
fn without_some(text: &str, rng: &mut Rng) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    for name in ["kitty=", "taker=", "last=", "standing=", "points="] {
        if rng.below(3) == 0 {
            words.retain(|word| !word.starts_with(name));
            if name == "standing=" {
                words.retain(|word| !word.starts_with("declarations="));
            }
        }
    }
    words.join(" ")
}

/// Texts that may tell the same: with what is left out where it is usual.
fn same_texts(text: &str) -> Vec<String> {
    let parts = (0..SEATS).flat_map(|seat| [format!("first={seat}"), format!("leader={seat}")]);
    let more = ["round=last", "round=drawing", "waiting=0", "points=0/0/0/0", "as_dealt=0"];
    let more = more.into_iter().map(str::to_owned);
    parts.chain(more).map(|part| format!("{text} {part}")).collect()
}

/// All that hidden cards can be in a small position, as its text is read, are the deals that are drawn.
#[test]
fn small_positions_are_dealt_in_all_ways() {
    let two = Switches { kitty: Some(4), ..Switches::default() };
    let blind = Switches { blind_declaring: true, ..two.clone() };
    let any = Switches { declare_with_joker: DeclareWithJoker::Any, ..two.clone() };
    let colour = Switches { declare_with_joker: DeclareWithJoker::ByColour, ..two.clone() };
    let chaodi = Switches { chaodi: true, ..two.clone() };
    let three = Switches { decks: 3, ..Switches::default() };
    // Two hands with a 2S each, other cards of that face are none; with one of three decks there may be.
    let play = "play turn=0 hands=3D/2S/5C/2S level=2 declarer=0 trump=S";
    let pair = "play turn=0 hands=3D6D/2S2S/5C2H/6S7S level=2 declarer=0 trump=S";
    let along = "play turn=0 hands=3D4D/2SB/B2H/6SR level=2 declarer=0 trump=S";
    let other = "play turn=0 hands=3D/2S/5C/6S level=2 declarer=0 trump=S";
    let bare = "play turn=0 hands=JS/5D/B/7S level=2 declarer=0 trump=S";
    let turned = "play turn=0 hands=JS/JS/B/7S level=2 declarer=0 trump=S";
    let (buried, dealt) = ("kitty=9C9D9H2C taker=0", "kitty=9C9D9H2S taker=0");
    for (switches, text, parts) in [
        (&two, other, format!("standing=0,2S declarations=1 {dealt}")),
        (&two, other, format!("standing=1,2S declarations=1 {dealt}")),
        (&two, play, format!("standing=1,2S declarations=1 {buried}")),
        (&two, play, format!("standing=3,2S declarations=1 {buried}")),
        (&blind, play, format!("standing=1,2S declarations=1 {buried}")),
        (&two, play, "standing=1,2S declarations=1".to_owned()),
        (&three, play, "standing=1,2S2S declarations=1".to_owned()),
        (&three, play, "standing=1,2S2S declarations=2".to_owned()),
        (&two, pair, "standing=1,2S2S declarations=1".to_owned()),
        (&chaodi, play, "standing=1,2S takers=1 taker=1 kitty=9C9D9H2C".to_owned()),
        (&chaodi, other, "standing=1,2S takers=1 taker=1 kitty=9C9D9H2S".to_owned()),
        (&chaodi, pair, "standing=1,2S takers=1 taker=1".to_owned()),
        (&any, along, "standing=1,2S declarations=1".to_owned()),
        (&any, along, "standing=3,2S declarations=1".to_owned()),
        (&colour, along, "standing=1,2S declarations=1".to_owned()),
        (&two, turned, format!("turned=JS {buried}")),
        (&two, bare, "turned=JS kitty=9C9D9HJS taker=0".to_owned()),
        (&two, turned, "turned=JS taker=0".to_owned()),
        (&two, bare, "turned=JS".to_owned()),
        (&two, turned, "turned=BJS taker=0".to_owned()),
        (&two, turned, "turned=7S kitty=9C9D7S2C".to_owned()),
        (&chaodi, turned, "turned=JC kitty=9C9DJC2S taker=1 standing=1,2S takers=1".to_owned()),
        (&chaodi, bare, "turned=JS kitty=9C9DJS2S taker=1 standing=1,2S takers=1".to_owned()),
    ] {
        let rules = compiled(switches);
        let text = format!("{text} {parts}");
        let given = State::parse(&rules, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        for seat in 0..SEATS {
            let view = View::new(&rules, seat, &given, &Course::new(&given));
            let all = all_deals(&rules, &view);
            let redealer = view.redealer(&rules);
            let drawn: HashSet<Vec<String>> =
                (0..3000).map(|seed| places_of(&redealer.draw(&rules, seed).unwrap())).collect();
            let missed = all.difference(&drawn).next();
            assert_eq!(missed, None, "{text} for {seat} is not drawn");
            let wrong = drawn.difference(&all).next();
            assert_eq!(wrong, None, "{text} for {seat} cannot be drawn");
            is_dealt_anew(&rules, &view, 2);
        }
    }
}

/// The hands and the kitty.
fn places_of(state: &State) -> Vec<String> {
    let places = state.hands().iter().copied().chain([state.kitty()]);
    places.map(|cards| cards.to_string()).collect()
}

/// All deals in which cards that a seat does not see lie otherwise and that are read as positions.
fn all_deals(rules: &Rules, view: &View) -> HashSet<Vec<String>> {
    let state = view.state();
    let pool: Vec<usize> = view.unseen().cards().map(|card| card.index()).collect();
    let mut sizes: Vec<usize> = state.hands().iter().map(Cards::total).collect();
    sizes[view.seat()] = 0;
    sizes.push(if view.kitty().is_some() { 0 } else { state.kitty().total() });
    let mut all = HashSet::new();
    lay_all(&pool, &sizes, &mut vec![Cards::EMPTY; SEATS + 1], &mut |places| {
        let hand = |seat: usize| if seat == view.seat() { view.hand() } else { places[seat] };
        let short = |cards: Cards| cards.to_string().replace(' ', "");
        let hands: Vec<String> = (0..SEATS).map(|seat| short(hand(seat))).collect();
        let kitty = short(view.kitty().unwrap_or(places[SEATS]));
        let words = state.text();
        let words = words.split(' ').map(|word| match word.split('=').next() {
            Some("hands") => format!("hands={}", hands.join("/")),
            Some("kitty") => format!("kitty={kitty}"),
            _ => word.to_owned(),
        });
        let text: Vec<String> = words.collect();
        let deal = State::parse(rules, &text.join(" "));
        // With other cards it may be certain who has taken the kitty.
        if let Some(deal) = deal.ok().filter(|deal| deal.taker() == state.taker()) {
            all.insert(places_of(&deal));
        }
    });
    all
}

/// All ways to lay cards in places of these sizes.
fn lay_all(
    pool: &[usize],
    sizes: &[usize],
    places: &mut Vec<Cards>,
    visit: &mut impl FnMut(&[Cards]),
) {
    let Some((&face, rest)) = pool.split_first() else { return visit(places) };
    for place in 0..sizes.len() {
        if places[place].total() < sizes[place] {
            let before = places[place];
            places[place].add(1 << face, 1);
            lay_all(rest, sizes, places, visit);
            places[place] = before;
        }
    }
}
