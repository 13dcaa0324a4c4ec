//! What seats of Dou Dizhu know, under many rule sets: views, redeals, events, observers, texts.

use chupai_core::bits::Cpu;
use chupai_core::doudizhu::{
    AuctionKind, Course, Event, Observer, Rules, Setup, State, Switches, View,
};
use chupai_core::game::{DealStreams, Game};
use chupai_core::rng::{Domain, Rng};
use proptest::prelude::*;

fn rules(auction: u8, flags: u8, shows: u8) -> Rules {
    let auctions = [AuctionKind::Points, AuctionKind::Rob, AuctionKind::Fixed];
    let on = |bit: u8| flags >> bit & 1 == 1;
    let show_multipliers =
        [&[][..], &[2, 1], &[4, 3, 2], &[5, 4, 3, 2]][usize::from(shows)].to_vec();
    let switches = Switches {
        auction: auctions[usize::from(auction)],
        repass_again: on(0),
        void_on_all_pass: on(1),
        open_hand: show_multipliers.is_empty() && on(2),
        doubling: on(3),
        quad_chains: on(4),
        wing_chain_rank: on(5),
        show_multipliers,
        ..Switches::default()
    };
    Rules::new(switches, Cpu::Portable).unwrap()
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

/// All that is promised at one point of a deal.
fn check(rules: &Rules, state: &State, course: &Course, seed: u64) {
    for seat in 0..3 {
        let view = View::new(rules, seat, state, course);
        let other = view.sample_state(seed);
        let past = view.sample_course(&other, seed);
        // The redeal is a deal with this view, told by the same events.
        assert!(other.is_sound(rules), "{}", other.text(rules));
        assert_eq!(View::new(rules, seat, &other, &past), view);
        assert_eq!(past.events(rules, &other, seat, 0), course.events(rules, state, seat, 0));
        // It depends on the view alone, and the view of a view is itself.
        let again = state.redeal_hidden(rules, seat, view.played(), seed).unwrap();
        assert_eq!(again, other);
        assert_eq!(View::from_parts(rules, seat, view.state(), view.course()), Some(view));
    }
    let text = state.text(rules);
    let read = State::parse(rules, &text).unwrap();
    assert!(read.same_position(state, rules), "{text}");
    assert_eq!(read.text(rules), text);
}

fn walk(rules: &Rules, seed: u64, passes: u64) {
    let streams = DealStreams::new(seed, 0, 0);
    let mut state = State::deal(rules, &Setup::default(), streams.deal).unwrap();
    let mut course = Course::default();
    let mut rng = Rng::stream(seed, Domain::Play, 0, 0);
    let mut observers = [None, None, None];
    let mut told = [0; 3];
    loop {
        check(rules, &state, &course, seed);
        for (seat, observer) in observers.iter_mut().enumerate() {
            let events = course.events(rules, &state, seat, told[seat]);
            told[seat] += events.len();
            tell(rules, observer, &events);
            let view = View::new(rules, seat, &state, &course);
            assert_eq!(observer.as_ref().unwrap().view(), &view);
        }
        let n = state.num_legal(rules);
        if n == 0 {
            return;
        }
        let waits = state.phase() == "auction" && state.redeals() < 2 && rng.below(4) < passes;
        let mv = state.nth_legal(rules, if waits { 0 } else { rng.choose(n) });
        course.play(rules, &mut state, mv);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn seats_know_what_they_are_told(
        auction in 0u8..3,
        flags in 0u8..64,
        shows in 0u8..4,
        seed: u64,
        passes in 0u64..4,
    ) {
        walk(&rules(auction, flags, shows), seed, passes);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(play|auction|show|over|double)( [a-z_]{1,8}=[3-9TJQKA2BR/,0-2]{0,9}){0,7}") {
        for auction in 0..3 {
            let rules = rules(auction, 0b1000, 2);
            if let Ok(state) = State::parse(&rules, &text) {
                prop_assert!(state.is_sound(&rules));
            }
        }
    }
}
