//! Positions of Shengji that are told in part: who took the kitty is found where it is certain, and no last
//! trick stands that cannot have been.

use chupai_core::bits::Cpu;
use chupai_core::card::Card;
use chupai_core::game::{Agent, DealStreams, Game};
use chupai_core::shengji::moves::{Cards, Kind};
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::switches::{DeclareWithJoker, Declaring, Switches};
use chupai_core::shengji::{
    Course, Declaration, Event, Given, Observer, Phase, SEATS, Setup, State, View,
};

fn compiled(switches: Switches) -> Rules {
    Rules::new(switches, Cpu::detect(false)).unwrap()
}

fn refused(rules: &Rules, text: &str) -> &'static str {
    State::parse(rules, text).map_or_else(|error| error.rule, |_| panic!("{text}"))
}

/// A position of two decks in which these cards are gone, and those lie in the kitty.
fn gone(cards: &str, kitty: &str, rest: &str) -> String {
    let mut pack = compiled(Switches::default()).pack();
    for cards in [cards, kitty] {
        pack = pack.difference(&cards.parse::<Cards>().unwrap());
    }
    let all: Vec<Card> = pack.cards().collect();
    let size = all.len() / SEATS;
    let hands: Vec<String> = (0..SEATS)
        .map(|seat| all[seat * size..][..size].iter().map(Card::to_string).collect())
        .collect();
    let kitty = kitty.replace(' ', "");
    format!("play hands={} kitty={kitty} trump=S declarer=0 {rest}", hands.join("/"))
}

#[test]
fn who_took_the_kitty_need_not_be_told() {
    let rules = compiled(Switches::default());
    let hands = "play turn=0 hands=3D/4H/3C/5S level=2 declarer=0";
    let certain = [
        "kitty=2S2S6C6C7C7C8C8C trump=S standing=0,2S2S declarations=1",
        "kitty=4C4C6C6C7C7C8C8C trump=H turned=9H",
    ];
    for rest in certain {
        let state = State::parse(&rules, &format!("{hands} {rest}")).unwrap();
        assert_eq!(state.taker(), Some(0), "{rest}");
        let same = State::parse(&rules, &format!("{hands} {rest} taker=0")).unwrap();
        assert!(same.same_position(&state));
        let course = Course::new(&state);
        for seat in 0..SEATS {
            let view = View::new(&rules, seat, &state, &course);
            view.sample_state(&rules, 1).unwrap();
            let observer = Observer::begin(&rules, &course.events(&rules, seat, 0)[0]).unwrap();
            assert_eq!(*observer.view(), view);
        }
    }
    let open = format!("{hands} kitty=4C4C6C6C7C7C8C8C trump=H turned=4C");
    assert_eq!(refused(&rules, &open), "SJ-41");
    let open = format!("{hands} kitty=4C4C6C6C7C7C8C8C trump=C turned=4C");
    assert_eq!(State::parse(&rules, &open).unwrap().taker(), None);
    // Nobody but the declarer had the kitty, and not all of it is gone.
    let other = "kitty=2S2S6C6C7C7C8C8C trump=S standing=1,2S2S declarations=1";
    assert_eq!(refused(&rules, &format!("{hands} {other}")), "SJ-38");
}

#[test]
fn the_weakest_declaration_is_made_where_nobody_has_declared() {
    let rules =
        compiled(Switches { declaring: Declaring::Given, chaodi: true, ..Switches::default() });
    let mut met = [0; 2];
    for index in 0..30 {
        let DealStreams { deal, mut play } = DealStreams::new(5, 0, index);
        let setup = Setup { declarer: Some(0), trump: Some(3), ..Setup::default() };
        let mut state = State::deal(&rules, &setup, deal).unwrap();
        while state.current_phase() != Phase::Play {
            let mv = state.choose(&rules, Agent::Lowest, &mut play);
            if state.current_phase() == Phase::Overturn {
                let first = state.standing().is_none();
                assert_eq!(mv.kind == Kind::Declare, first);
                if first {
                    assert_eq!(mv, state.nth_legal(&rules, 1));
                }
                met[usize::from(first)] += 1;
            }
            state.play_unchecked(&rules, mv);
        }
    }
    assert!(met.iter().all(|&n| n > 5), "{met:?}");
}

#[test]
fn a_last_trick_is_won_by_a_play_that_is_there() {
    let rules = compiled(Switches::default());
    let few = |hands: &str, last: &str| {
        format!("play turn=0 hands={hands} level=T declarer=0 trump=S last={last}")
    };
    // One of the two TS is in a hand, no side ten is gone twice.
    assert_eq!(refused(&rules, &few("3D/TS/4D/5D", "0/2/1/0/2/1/1/2")), "SJ-35");
    State::parse(&rules, &few("3D/TS/4D/5D", "0/1/1/0/1/1/1/2")).unwrap();
    State::parse(&rules, &few("3D/6D/4D/5D", "0/2/1/0/2/1/1/2")).unwrap();
    let tens = "TDTC/TH3D/4D4C/5D5C";
    assert_eq!(refused(&rules, &few(tens, "0/2/1/0/2/1/1/1")), "SJ-35");
    State::parse(&rules, &few(tens, "0/1/1/0/1/1/1/1")).unwrap();
    State::parse(&rules, &few(tens, "0/2/1/0/2/1/1/2")).unwrap();
    // A throw may have the one that is gone beside a pair.
    State::parse(&rules, &few(tens, "0/2/1/1/3/1/1/1")).unwrap();
    // Tractors of trumps that end at the main ten need AS or B twice.
    assert_eq!(refused(&rules, &few("ASB/TDTC/THTH/TDTC", "0/2/2/0/4/1/1/2")), "SJ-35");
    State::parse(&rules, &few("ASTD/TDTC/THTH/TC3D", "0/2/2/0/4/1/1/2")).unwrap();

    let kitty = "3D 3D 4D 4D 5D 6D 6D 7D";
    let all = |cards: &str, rest: &str| gone(cards, kitty, &format!("level=2 {rest}"));
    // Only level cards are gone.
    assert_eq!(refused(&rules, &all("2D 2H 2C 2D", "turn=0 last=0/1/1/0/1/1/1/0")), "SJ-35");
    State::parse(&rules, &all("2D 2H 2C 2D", "turn=0 last=0/1/1/0/1/1/1/1")).unwrap();
    // The first trick, which the declarer led.
    let ruff = "3C 2S 5C 6C";
    assert_eq!(refused(&rules, &all(ruff, "turn=0 last=0/1/1/0/1/0/1/2")), "SJ-25");
    assert_eq!(refused(&rules, &all(ruff, "turn=1 last=1/1/1/0/1/0/0/0")), "SJ-25");
    State::parse(&rules, &all(ruff, "turn=1 last=1/1/1/0/1/0/1/2")).unwrap();
    let throw = "AH AH KH 3H 4H 5H 6H 7H 8H 9H TH JH";
    assert_eq!(refused(&rules, &all(throw, "turn=1 last=1/2/1/1/3/0/0/0")), "SJ-24");
    State::parse(&rules, &all(throw, "turn=0 last=0/2/1/1/3/0/0/0")).unwrap();
    // Two tricks of single cards: four cards are won by others than the winner of the last.
    let tens = "KD KD KC KC KH KH TD TD";
    let points = |points| format!("turn=0 last=0/1/1/0/1/0/0/0 points={points}");
    assert_eq!(refused(&rules, &all(tens, &points("0/60/0/0"))), "SJ-26");
    State::parse(&rules, &all(tens, &points("0/40/0/0"))).unwrap();
    State::parse(&rules, &all(tens, &points("80/0/0/0"))).unwrap();
}

/// Deals in which declaring needs no joker are told by rules where one must go along, to a seat that has them
/// all: it sees that nobody else can have declared.
#[test]
fn nobody_declares_with_jokers_that_the_own_hand_has() {
    for blind_declaring in [false, true] {
        let duplicate = Switches {
            declaring: Declaring::Duplicate,
            no_trump: false,
            blind_declaring,
            ..Switches::default()
        };
        let plain = compiled(duplicate.clone());
        for declare_with_joker in [DeclareWithJoker::Any, DeclareWithJoker::ByColour] {
            let rules = compiled(Switches { declare_with_joker, ..duplicate.clone() });
            let mut given = Given::default();
            given.seats[0] = "B B R R".parse().unwrap();
            let setup = Setup { declarer: Some(0), given, ..Setup::default() };
            let state = State::deal(&plain, &setup, DealStreams::new(6, 0, 0).deal).unwrap();
            assert!(state.current_phase() == Phase::Declare && state.turn() != Some(0));
            let event = &Course::new(&state).events(&plain, 0, 0)[0];
            Observer::begin(&plain, event).unwrap();
            let error = Observer::begin(&rules, event).expect_err("nobody can declare");
            assert_eq!(error.rule, "SJ-38");
        }
    }
}

/// Jokers that lie open count beside those of the own hand, though level cards lie face down.
#[test]
fn more_jokers_than_there_are_beside_those_seen_are_not_declared() {
    for blind_declaring in [false, true] {
        let duplicate = Switches {
            declaring: Declaring::Duplicate,
            decks: 3,
            blind_declaring,
            ..Switches::default()
        };
        let rules = compiled(duplicate);
        let mut given = Given::default();
        given.seats[0] = "R".parse().unwrap();
        given.seats[2] = "R R".parse().unwrap();
        let setup = Setup { declarer: Some(0), given, ..Setup::default() };
        let mut state = State::deal(&rules, &setup, DealStreams::new(7, 0, 0).deal).unwrap();
        let mut course = Course::new(&state);
        let shown = Declaration { seat: 2, face: 53, copies: 2 };
        assert!(state.is_legal(&rules, shown.as_move()));
        course.play(&rules, &mut state, shown.as_move());
        let view = View::new(&rules, 0, &state, &course);
        assert_eq!(view.known(&rules)[2].to_string(), "R R");
        for seed in 0..20 {
            assert_eq!(view.sample_state(&rules, seed).unwrap().hand(2).count(53), 2);
        }
        let events = course.events(&rules, 0, 0);
        let mut observer = Observer::begin(&rules, &events[0]).unwrap();
        let mut more = events[1].clone();
        let Event::Move { mv, news, .. } = &mut more else { panic!("a move") };
        let three = Declaration { copies: 3, ..shown };
        *mv = three.as_move();
        news.table.as_mut().unwrap().standing = Some(three);
        let before = observer.clone();
        assert_eq!(observer.observe(&rules, &more).map_err(|error| error.rule), Err("SJ-01"));
        assert_eq!(observer, before);
        observer.observe(&rules, &events[1]).unwrap();
        assert_eq!(*observer.view(), view);
    }
}
