//! What seats of Shengji are told is refused where it cannot be, and then changes nothing.

mod shengji_rules;

use chupai_core::game::{Agent, DealStreams, Game};
use chupai_core::rng::{Domain, Rng};
use chupai_core::shengji::moves::{Cards, Kind, Move, Units};
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::switches::{Declaring, FailedThrow, Switches};
use chupai_core::shengji::throw::{Throw, throw};
use chupai_core::shengji::{
    Course, Declaration, Event, News, Observer, Phase, SEATS, Setup, State, View,
};
use shengji_rules::{cpu, presets, random_switches};

fn compiled(switches: &Switches) -> Rules {
    Rules::new(switches.clone(), cpu()).unwrap()
}

fn rule_sets(random: usize) -> Vec<(Switches, Setup)> {
    let published = presets().into_iter();
    let published = published
        .flat_map(|(switches, setups)| setups.into_iter().map(move |s| (switches.clone(), s)));
    published.chain(random_switches(6, random)).collect()
}

/// Calls `visit` with each event of a deal as a seat is told it, the deal before and after it, and the
/// observer before it.
fn told(
    rules: &Rules,
    setup: &Setup,
    (seed, number): (u64, u64),
    seat: usize,
    mut visit: impl FnMut(&Observer, &Event, &State, &State),
) {
    let DealStreams { deal, mut play } = DealStreams::new(seed, 0, number);
    let agent = if number % 2 == 0 { Agent::RandomUnits } else { Agent::Random };
    let mut state = State::deal(rules, setup, deal).unwrap();
    let mut course = Course::new(&state);
    let mut observer = Observer::begin(rules, &course.events(rules, seat, 0)[0]).unwrap();
    while state.turn().is_some() {
        let asks = matches!(state.current_phase(), Phase::Declare | Phase::Overturn);
        let passes = asks && play.below(2) == 0;
        let mv = if passes { Move::PASS } else { state.choose(rules, agent, &mut play) };
        let before = state.clone();
        course.play(rules, &mut state, mv);
        let event = course.events(rules, seat, course.history.len()).remove(0);
        visit(&observer, &event, &before, &state);
        observer.observe(rules, &event).unwrap_or_else(|error| {
            panic!("seat {seat} of {}: {event:?}: {error}\n{:?}", before.text(), rules.switches())
        });
        assert_eq!(observer.view(), &View::new(rules, seat, &state, &course));
    }
}

/// Plays a position on to its end, and tells each event to all seats, which know what they should.
fn tell_from(rules: &Rules, state: &State, play: &mut Rng) {
    let mut state = state.clone();
    let mut course = Course::new(&state);
    let mut seats: [Observer; SEATS] = std::array::from_fn(|seat| {
        Observer::begin(rules, &course.events(rules, seat, 0)[0]).unwrap()
    });
    while state.turn().is_some() {
        let asks = matches!(state.current_phase(), Phase::Declare | Phase::Overturn);
        let passes = asks && play.below(3) > 0;
        let mv = if passes { Move::PASS } else { state.choose(rules, Agent::RandomUnits, play) };
        let before = state.text();
        course.play(rules, &mut state, mv);
        for (seat, observer) in seats.iter_mut().enumerate() {
            let event = course.events(rules, seat, course.history.len()).remove(0);
            if let Some(table) = &news_of(&event).table
                && table.drawn > 0
            {
                let hands: usize = (0..SEATS).map(|seat| state.hand(seat).total()).sum();
                assert_eq!(usize::from(table.drawn), hands, "{before}");
            }
            observer
                .observe(rules, &event)
                .unwrap_or_else(|error| panic!("seat {seat} of {before}: {event:?}: {error}"));
            assert_eq!(observer.view(), &View::new(rules, seat, &state, &course), "{before}");
        }
        // The rest of the play is as that of any deal.
        if mv.kind == Kind::Lead && play.below(4) > 0 {
            return;
        }
    }
}

#[test]
fn positions_before_the_play_are_told_as_deals_are() {
    let mut met = [0; 2];
    for (number, (switches, setup)) in rule_sets(20).into_iter().enumerate() {
        let rules = compiled(&switches);
        for deal in 0..3 {
            let streams = DealStreams::new(31, 0, 3 * number as u64 + deal);
            let (mut state, mut play) =
                (State::deal(&rules, &setup, streams.deal).unwrap(), streams.play);
            while state.turn().is_some()
                && !matches!(state.current_phase(), Phase::Play | Phase::Throw)
            {
                let parsed = State::parse(&rules, &state.text()).unwrap();
                met[usize::from(parsed.to_draw().next().is_none())] += 1;
                tell_from(&rules, &parsed, &mut play.clone());
                let asks = matches!(state.current_phase(), Phase::Declare | Phase::Overturn);
                let passes = asks && play.below(4) > 0;
                let mv = if passes {
                    Move::PASS
                } else {
                    state.choose(&rules, Agent::Random, &mut play)
                };
                state.play(&rules, mv).unwrap();
            }
        }
    }
    assert!(met.iter().all(|&met| met > 50), "{met:?}");
}

/// What is told is refused, by the rule named if any is, and nothing is changed.
fn refuses(rules: &Rules, observer: &Observer, event: &Event, rule: &str) {
    let mut other = observer.clone();
    match other.observe(rules, event) {
        Ok(()) => panic!("accepted: {event:?}\nafter {:?}", observer.view().state().text()),
        Err(error) => assert!(error.rule.contains(rule), "{event:?}: {error}, not {rule}"),
    }
    assert_eq!(&other, observer);
}

/// What is told is refused and changes nothing, or leads to a view of some deal.
fn stands(rules: &Rules, observer: &Observer, event: &Event) -> bool {
    let mut other = observer.clone();
    let seen = other.observe(rules, event).is_ok();
    if seen {
        let view = other.view();
        let parts = View::from_parts(rules, view.seat(), view.state(), view.course());
        assert!(parts.is_some(), "{event:?}");
        assert!(view.course().is_sound(rules, view.state()), "{event:?}");
    } else {
        assert_eq!(&other, observer);
    }
    seen
}

/// The same event with other news.
fn with_news(event: &Event, change: impl FnOnce(&mut News)) -> Event {
    let mut event = event.clone();
    match &mut event {
        Event::Deal { news, .. } | Event::Move { news, .. } | Event::Silence { news } => {
            change(news);
        }
        Event::Position(_) => {}
    }
    event
}

fn with_move(event: &Event, change: impl FnOnce(&mut u8, &mut Move)) -> Event {
    let mut event = event.clone();
    if let Event::Move { seat, mv, .. } = &mut event {
        change(seat, mv);
    }
    event
}

fn news_of(event: &Event) -> &News {
    match event {
        Event::Deal { news, .. } | Event::Move { news, .. } | Event::Silence { news } => news,
        Event::Position(_) => panic!("no position is told"),
    }
}

/// A card that is not among some; one that is, where there is no other.
fn other_card(rng: &mut Rng, cards: &Cards) -> Cards {
    let all = (1u64 << 54) - 1;
    let others = if cards.faces() == all { all } else { all & !cards.faces() };
    loop {
        let face = 1 << rng.below(54);
        if others & face != 0 {
            let mut one = Cards::EMPTY;
            one.add(face, 1);
            return one;
        }
    }
}

fn one_of(rng: &mut Rng, cards: &Cards) -> Cards {
    let all: Vec<_> = cards.cards().collect();
    let mut one = Cards::EMPTY;
    one.add(all[rng.below(all.len() as u64) as usize].bit(), 1);
    one
}

#[test]
fn what_cannot_have_come_of_a_decision_is_refused() {
    let mut rng = Rng::stream(21, Domain::Play, 0, 0);
    let mut met = [0; 9];
    for (number, (switches, setup)) in rule_sets(40).into_iter().enumerate() {
        let rules = compiled(&switches);
        for deal in 0..3 {
            let seat = (number + deal as usize) % SEATS;
            told(&rules, &setup, (22, deal), seat, |observer, event, before, after| {
                let Some(table) = &news_of(event).table else { return };
                let same = before.redeals() == after.redeals();
                let table_of = |change: &dyn Fn(&mut chupai_core::shengji::Table)| {
                    with_news(event, |news| change(news.table.as_mut().unwrap()))
                };
                let mut refused = |kind: usize, event: &Event| {
                    met[kind] += 1;
                    refuses(&rules, observer, event, "");
                };
                // The own hand loses a card that nobody has played.
                let kept = table.hand.intersection(&before.hand(seat));
                if same && !kept.is_empty() {
                    let lost = one_of(&mut rng, &kept);
                    let rest = table.hand.difference(&lost);
                    let fresh = other_card(&mut rng, &table.hand);
                    if kept.difference(&lost).total() < kept.total() {
                        let hand = rest.sum(&fresh);
                        let keeps = before.hand(seat).difference(&hand).total()
                            > before.hand(seat).difference(&table.hand).total();
                        if keeps {
                            refused(0, &table_of(&|table| table.hand = hand));
                        }
                    }
                    refused(1, &table_of(&|table| table.hand = rest));
                }
                if let Some(declarer) = table.declarer {
                    refused(2, &table_of(&|table| table.declarer = Some((declarer + 1) % 4)));
                    refused(2, &table_of(&|table| table.declarer = None));
                }
                let level = table.level.map_or(3, |level| (level + 1) % 13);
                refused(3, &table_of(&|table| table.level = Some(level)));
                if let Some(standing) = table.standing {
                    let seat = (standing.seat + 1) % 4;
                    refused(
                        4,
                        &table_of(&|table| table.standing = Some(Declaration { seat, ..standing })),
                    );
                    refused(4, &table_of(&|table| table.standing = None));
                } else {
                    let face = if after.level().is_some() { 4 * level } else { 52 };
                    let standing = Declaration { seat: 1, face, copies: 2 };
                    refused(4, &table_of(&|table| table.standing = Some(standing)));
                }
                if let Some(trump) = table.trump {
                    refused(5, &table_of(&|table| table.trump = Some((trump + 1) % 5)));
                    refused(5, &table_of(&|table| table.trump = None));
                } else {
                    refused(5, &table_of(&|table| table.trump = Some(2)));
                }
                if same && (setup.declarer.is_some() || before.standing().is_some()) {
                    refused(6, &table_of(&|table| table.redeals += 1));
                }
                let turned = other_card(&mut rng, &table.turned);
                let turned =
                    if table.turned.is_empty() { turned } else { turned.sum(&table.turned) };
                refused(7, &table_of(&|table| table.turned = turned));
                refused(7, &table_of(&|table| table.shown.push(turned)));
                refused(1, &with_news(event, |news| news.table = None));
                let lead = Move::lead(other_card(&mut rng, &Cards::EMPTY), Units::EMPTY);
                refused(8, &with_news(event, |news| news.led = Some(lead)));
                if news_of(event).phase != Phase::Declare {
                    refused(8, &table_of(&|table| table.round = 0));
                    refused(8, &table_of(&|table| table.round = 2));
                }
                for phase in
                    [Phase::Declare, Phase::Name, Phase::Bury, Phase::Overturn, Phase::Play]
                {
                    for turn in [None, Some(0), Some(1), Some(2), Some(3)] {
                        stands(
                            &rules,
                            observer,
                            &with_news(event, |news| {
                                (news.phase, news.turn) = (phase, turn);
                            }),
                        );
                    }
                }
                for n in 0..5 {
                    stands(&rules, observer, &table_of(&|table| table.waiting = n));
                    stands(&rules, observer, &table_of(&|table| table.round = n));
                    stands(
                        &rules,
                        observer,
                        &table_of(&|table| table.drawn = table.drawn.wrapping_add(n * 60)),
                    );
                }
                for by in 0..SEATS as u8 {
                    let other = with_move(event, |seat, _| *seat = by);
                    if other != *event {
                        refuses(&rules, observer, &other, "");
                    }
                }
            });
        }
    }
    assert!(met.iter().all(|&met| met > 100), "{met:?}");
}

#[test]
fn first_decisions_come_before_others() {
    let mut met = [0; 3];
    for (number, (switches, setup)) in rule_sets(40).into_iter().enumerate() {
        let rules = compiled(&switches);
        for deal in 0..20 {
            let streams = DealStreams::new(25, number as u64, deal);
            let state = State::deal(&rules, &setup, streams.deal).unwrap();
            if state.current_phase() != Phase::Declare {
                continue;
            }
            let asked = state.turn().unwrap();
            for seat in 0..SEATS {
                let begin = Course::new(&state).events(&rules, seat, 0).remove(0);
                assert!(Observer::begin(&rules, &begin).is_ok());
                let mut refused = |kind: usize, event: &Event| {
                    met[kind] += 1;
                    let begun = Observer::begin(&rules, event);
                    assert!(begun.is_err(), "{event:?}");
                };
                let lead = Move::lead(Cards::EMPTY, Units::EMPTY);
                refused(0, &with_news(&begin, |news| news.led = Some(lead)));
                // Nobody has asked who can declare himself.
                if seat == asked && switches.declaring == Declaring::Duplicate {
                    let named = with_news(&begin, |news| {
                        let table = news.table.as_mut().unwrap();
                        (news.phase, table.round, table.waiting) = (Phase::Name, 1, 0);
                        news.turn = table.declarer.map(|declarer| (declarer + 2) % 4);
                    });
                    refused(1, &named);
                }
                if seat == asked && switches.declaring == Declaring::DuringDeal {
                    let before = with_news(&begin, |news| {
                        let table = news.table.as_mut().unwrap();
                        (table.drawn, news.turn) = (table.drawn + 1, Some((seat as u8 + 1) % 4));
                    });
                    refused(2, &before);
                }
            }
        }
    }
    assert!(met.iter().all(|&met| met > 10), "{met:?}");
}

#[test]
fn what_cannot_be_played_is_refused() {
    let mut rng = Rng::stream(23, Domain::Play, 0, 0);
    let mut met = [0; 6];
    for (number, (switches, setup)) in rule_sets(40).into_iter().enumerate() {
        let rules = compiled(&switches);
        for deal in 0..2 {
            let seat = (number + deal as usize) % SEATS;
            told(&rules, &setup, (24, deal), seat, |observer, event, before, _| {
                let &Event::Move { seat: by, mv, ref news } = event else { return };
                if !mv.kind.is_play() {
                    return;
                }
                let by = usize::from(by);
                // Cards all of whose copies the seat holds, or that were played; more than there are.
                let unseen = observer.view().unseen();
                let hand = before.hand(by);
                let have = if by == seat { hand } else { unseen };
                let place = one_of(&mut rng, &mv.cards);
                let fresh = other_card(&mut rng, &have);
                if mv.kind == Kind::Follow && have.faces().count_ones() < 54 {
                    met[0] += 1;
                    let cards = mv.cards.difference(&place).sum(&fresh);
                    let other = with_move(event, |_, mv| mv.cards = cards);
                    refuses(&rules, observer, &other, "SJ-");
                }
                if mv.kind == Kind::Follow {
                    refuses(
                        &rules,
                        observer,
                        &with_move(event, |_, mv| mv.cards = mv.cards.difference(&place)),
                        "SJ-",
                    );
                }
                met[1] += 1;
                refuses(&rules, observer, &with_move(event, |by, _| *by = (*by + 1) % 4), "SJ-57");
                let turn = news.turn.map(|turn| (turn + 1) % 4);
                refuses(
                    &rules,
                    observer,
                    &with_news(event, |news| news.turn = turn.or(Some(0))),
                    "",
                );
                refuses(&rules, observer, &with_news(event, |news| news.phase = Phase::Bury), "");
                if mv.kind == Kind::Lead {
                    throws(&rules, observer, event, before, &mut met);
                }
            });
        }
    }
    assert!(met.iter().all(|&met| met > 20), "{met:?}");
}

/// What is told of a throw, or of a lead that is none.
fn throws(rules: &Rules, observer: &Observer, event: &Event, before: &State, met: &mut [i32; 6]) {
    let &Event::Move { seat: by, mv, ref news } = event else { return };
    let seat = observer.view().seat();
    let trump = before.order(rules);
    let lay = |units: &Units| units.map_faces(|faces| trump.lay_mask(faces));
    let (cards, units) = (trump.lay(&mv.cards), lay(&mv.units));
    let outcome = |hands: &[Cards]| throw(rules.switches(), trump, &cards, &units, hands);
    let own = trump.lay(&before.hand(seat));
    let fails = usize::from(by) != seat && outcome(&[own]) != Throw::Stands;
    let stood = with_news(event, |news| (news.led, news.options) = (None, Units::EMPTY));
    let stood = with_news(&stood, |news| {
        news.phase = Phase::Play;
        news.turn = Some((by + 1) % 4);
    });
    if fails {
        met[2] += 1;
        refuses(rules, observer, &stood, "SJ-15");
    } else {
        stands(rules, observer, &stood);
    }
    // A unit that is not the smallest of its kind, or not of the throw.
    let highest = Move::lead(other_face(&mv.cards), Units::EMPTY);
    let other = with_news(&stood, |news| news.led = Some(highest));
    met[3] += 1;
    refuses(rules, observer, &other, "SJ-16");
    if news.led.is_some() || !news.options.is_empty() {
        met[4] += 1;
        let some = with_news(event, |news| news.options = news.options.iter().take(1).collect());
        refuses(rules, observer, &with_news(&some, |news| news.led = Some(mv)), "SJ-16");
    }
    // What nobody can beat: the highest card of all.
    let top = trump.ascending(trump.suit_mask(4)).last().unwrap();
    if cards.faces().count_ones() > 1 && cards.count(top) == 1 {
        let mut red = Cards::EMPTY;
        red.add(trump.stand_mask(1 << top), 1);
        let led = Move::lead(red, Units::EMPTY);
        met[5] += 1;
        refuses(rules, observer, &with_news(&stood, |news| news.led = Some(led)), "SJ-16");
    }
}

fn other_face(cards: &Cards) -> Cards {
    let free = !cards.faces() & ((1 << 54) - 1);
    let mut one = Cards::EMPTY;
    one.add(free & free.wrapping_neg(), 1);
    one
}

/// Two decks, and trump ♠ at level 10: what seat 1 is told of the play from a position on.
fn seat_one(switches: &Switches, text: &str) -> (Rules, Observer) {
    let rules = compiled(switches);
    let state = State::parse(&rules, text).unwrap();
    let course = Course::new(&state);
    let observer = Observer::begin(&rules, &course.events(&rules, 1, 0)[0]).unwrap();
    (rules, observer)
}

fn lead(rules: &Rules, text: &str, led: Option<&str>, options: &[&str], phase: Phase) -> Event {
    let cards = |text: &str| text.parse::<Cards>().unwrap();
    let trump = rules.trump(Some(chupai_core::card::Suit::Spades), Some("T".parse().unwrap()));
    let unit = |text: &str| trump.unit_of(&trump.lay(&cards(text))).unwrap();
    let stand = |unit: chupai_core::shengji::unit::Unit| chupai_core::shengji::unit::Unit {
        faces: trump.stand_mask(unit.faces),
        ..unit
    };
    let units = |text: &str| -> Units {
        let parts = text.split('+').map(unit).filter(|unit| unit.width > 1);
        parts.map(stand).collect()
    };
    let all = |text: &str| cards(&text.replace('+', " "));
    let mv = |text: &str| Move::lead(all(text), units(text));
    let options = options.iter().map(|text| stand(unit(text))).collect();
    let news = News { phase, turn: Some(1), table: None, led: led.map(mv), options };
    Event::Move { seat: 0, mv: mv(text), news: Box::new(news) }
}

#[test]
fn throws_come_out_as_the_own_hand_says() {
    let next = Switches::default();
    let smallest = Switches { failed_throw: FailedThrow::Smallest, ..next.clone() };
    let text = "play turn=0 hands=4H4HQHKHAHAH/3C4C5H5HKH3D/3C4C5C6CQHAD/6C7C8C9CTCJC level=T declarer=0 trump=S";
    let (rules, observer) = seat_one(&next, text);
    let lead = |text, led, options: &[&str], phase| lead(&rules, text, led, options, phase);
    let (throw, play) = (Phase::Throw, Phase::Play);
    // The own hand beats both, and so the seat is to choose.
    assert!(stands(&rules, &observer, &lead("4H 4H+QH", None, &["QH", "4H 4H"], throw)));
    refuses(&rules, &observer, &lead("4H 4H+QH", None, &[], play), "SJ-15");
    refuses(&rules, &observer, &lead("4H 4H+QH", Some("QH"), &[], play), "SJ-16");
    refuses(&rules, &observer, &lead("4H 4H+QH", Some("4H 4H"), &[], play), "SJ-16");
    refuses(&rules, &observer, &lead("4H 4H+QH", None, &["4H 4H", "QH"], throw), "SJ-16");
    refuses(&rules, &observer, &lead("4H 4H+QH", None, &["QH"], throw), "SJ-16");
    refuses(&rules, &observer, &lead("4H 4H+QH", None, &["QH", "4H"], throw), "SJ-16");
    refuses(&rules, &observer, &lead("AH+KH+QH", Some("KH"), &[], play), "SJ-16");
    // Nobody beats two aces, and a lead of one unit does not fail.
    refuses(&rules, &observer, &lead("AH AH+KH", Some("AH AH"), &[], play), "SJ-16");
    refuses(&rules, &observer, &lead("AH AH", Some("AH"), &[], play), "SJ-16");
    assert!(stands(&rules, &observer, &lead("AH+KH", None, &[], play)));
    // One ace is hidden still.
    assert!(stands(&rules, &observer, &lead("AH+QH", Some("QH"), &[], play)));
    let (rules, observer) = seat_one(&smallest, text);
    let lead = |text, led, options: &[&str], phase| self::lead(&rules, text, led, options, phase);
    assert!(stands(&rules, &observer, &lead("4H 4H+QH", Some("4H 4H"), &[], play)));
    refuses(&rules, &observer, &lead("4H 4H+QH", Some("QH"), &[], play), "SJ-16");
    refuses(&rules, &observer, &lead("4H 4H+QH", None, &["QH", "4H 4H"], throw), "SJ-16");
}

#[test]
fn what_earlier_tricks_told_is_not_forgotten() {
    let text =
        "play turn=0 hands=AHAHKD9D9D/5H6H3D4C4C/3C3C6C7C7D/7H7H8H9H9S level=T declarer=0 trump=S";
    let (rules, mut observer) = seat_one(&Switches::default(), text);
    let cards = |text: &str| text.parse::<Cards>().unwrap();
    let follow = |seat: u8, text: &str, turn: u8| Event::Move {
        seat,
        mv: Move::follow(cards(text)),
        news: Box::new(News {
            phase: Phase::Play,
            turn: Some(turn),
            table: None,
            led: None,
            options: Units::EMPTY,
        }),
    };
    let begin = lead(&rules, "AH AH", None, &[], Phase::Play);
    observer.observe(&rules, &begin).unwrap();
    observer.observe(&rules, &follow(1, "5H 6H", 2)).unwrap();
    // Seat 2 has no hearts: it cannot have any later. Seat 3 has no pair of them.
    observer.observe(&rules, &follow(2, "3C 6C", 3)).unwrap();
    observer.observe(&rules, &follow(3, "7H 8H", 0)).unwrap();
    let next = lead(&rules, "KD", None, &[], Phase::Play);
    observer.observe(&rules, &next).unwrap();
    observer.observe(&rules, &follow(1, "3D", 2)).unwrap();
    refuses(&rules, &observer, &follow(2, "9H", 3), "SJ-18");
    observer.observe(&rules, &follow(2, "7D", 3)).unwrap();
    assert!(stands(&rules, &observer, &follow(3, "9H", 0)));
    refuses(&rules, &observer, &follow(3, "7H", 0), "SJ-19");
    refuses(&rules, &observer, &follow(3, "AH", 0), "SJ-01");
    refuses(&rules, &observer, &follow(3, "4C", 0), "SJ-01");
}
