//! Deals of Shengji as text: every state that play reaches is read back, and what no deal reaches is
//! refused.

mod shengji_rules;
mod shengji_texts;

use chupai_core::game::{Agent, Game};
use chupai_core::rng::{Domain, Rng};
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::switches::{
    DeclareWithJoker, Declaring, FailedThrow, NoDeclaration, Switches,
};
use chupai_core::shengji::{Phase, SEATS, Setup, State, View};
use shengji_texts::{answer, change, compiled, read_back, rule_sets, states};

#[test]
fn every_state_is_read_back() {
    let mut phases = Vec::new();
    for (switches, setup) in rule_sets(60) {
        let rules = compiled(&switches);
        states(&rules, &setup, 8, 5, |state, _| {
            read_back(&rules, state);
            if !phases.contains(&state.current_phase()) {
                phases.push(state.current_phase());
            }
        });
    }
    assert_eq!(phases.len(), 7, "{phases:?}");
}

/// Deals that a seat cannot tell from the true one are deals, too; and what it sees can be told as text.
#[test]
fn what_seats_know_is_read_back() {
    for (number, (switches, setup)) in rule_sets(30).into_iter().enumerate() {
        let rules = compiled(&switches);
        let mut rng = Rng::stream(4, Domain::Play, 0, number as u64);
        states(&rules, &setup, 9, 3, |state, course| {
            if rng.below(6) > 0 {
                return;
            }
            let seat = rng.below(SEATS as u64) as usize;
            let view = View::new(&rules, seat, state, course);
            let text = view.state().text();
            let read = State::parse_seen(&rules, &text, seat, *view.state().beaten());
            let read = read.unwrap_or_else(|error| panic!("{seat}: {text}: {error}\n{switches:?}"));
            assert!(read.same_position(view.state()), "{text}\n{}", read.text());
            let start = &view.course().start;
            let read = State::parse_seen(&rules, &start.text(), seat, *start.beaten());
            assert!(read.unwrap().same_position(start));
            if let Ok(other) = view.sample_state(&rules, 1) {
                read_back(&rules, &other);
            }
        });
    }
}

/// Texts under switches that are refused, with what the error names.
fn refused(switches: &Switches, cases: &[(&str, &str)]) {
    let rules = compiled(switches);
    for (text, named) in cases {
        match State::parse(&rules, text) {
            Ok(state) => panic!("{text} is read as {}", state.text()),
            Err(error) => {
                let told = error.to_string();
                assert!(told.contains(named), "{text}: {told}, not {named}");
                assert!(!told.contains("do not fit together"), "{text}: {told}");
            }
        }
    }
}

fn accepted(switches: &Switches, texts: &[&str]) {
    let rules = compiled(switches);
    for text in texts {
        let state = State::parse(&rules, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        plays_on(&rules, state, 1);
    }
}

/// Plays on to the end: every state is read back, and the facts are such as there are.
fn plays_on(rules: &Rules, mut state: State, seed: u64) {
    let mut rng = Rng::stream(seed, Domain::Play, 0, 0);
    while state.turn().is_some() {
        let mv = answer(rules, &state, Agent::RandomUnits, &mut rng);
        let before = state.text();
        assert!(state.is_legal(rules, mv), "{mv} in {before}");
        state.play(rules, mv).unwrap();
        let text = state.text();
        let read = State::parse(rules, &text);
        let read = read.unwrap_or_else(|error| panic!("{before} {mv}: {text}: {error}"));
        assert!(read.same_position(&state), "{text}");
    }
    let columns = State::columns(rules);
    let mut row = vec![0; columns.iter().map(|column| column.width).sum()];
    State::write_facts(&state.facts(rules), &mut row);
    let mut values = row.iter();
    for column in &columns {
        for _ in 0..column.width {
            let value = *values.next().unwrap();
            let (name, least, most) = (column.name, column.min, column.max);
            assert!((least..=most).contains(&value), "{name} is {value}: {}", state.text());
        }
    }
    assert!(state.facts(rules).last.winner >= 0);
}

/// One part of the texts of deals is changed at a time: what is not refused is played to its end.
#[test]
fn changed_texts_are_refused_or_can_be_played() {
    let mut rng = Rng::stream(11, Domain::Play, 0, 0);
    let (mut read, mut wrong) = (0, 0);
    for (switches, setup) in rule_sets(40) {
        let rules = compiled(&switches);
        let mut texts = Vec::new();
        states(&rules, &setup, 12, 4, |state, _| {
            if rng.below(5) == 0 || !matches!(state.current_phase(), Phase::Play) {
                texts.push(state.text());
            }
        });
        for _ in 0..120 {
            let one = |rng: &mut Rng| texts[rng.below(texts.len() as u64) as usize].clone();
            let (text, other) = (one(&mut rng), one(&mut rng));
            let changed = change(&text, &other, &mut rng);
            if changed == text {
                continue;
            }
            match State::parse(&rules, &changed) {
                Ok(state) => {
                    read += 1;
                    plays_on(&rules, state, read);
                }
                Err(error) => {
                    wrong += 1;
                    let told = error.to_string();
                    assert!(!told.contains("do not fit together"), "{changed}: {told}");
                }
            }
        }
    }
    assert!(read > 200 && wrong > 2000, "{read} of {wrong}");
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let good = "play turn=0 hands=3DAH/3H4H/3C4C/5S6S level=2 declarer=0 trump=S";
    accepted(&Switches::default(), &[good]);
    refused(
        &Switches::default(),
        &[
            ("", "phase"),
            ("pay turn=0", "phase"),
            ("play hands=AH/3H/3C/5S level=2 declarer=0 trump=S", "turn"),
            ("play turn=0 level=2 declarer=0 trump=S", "hands"),
            ("play turn=0 hands=AH/3H/3C level=2 declarer=0 trump=S", "hands"),
            ("play turn=4 hands=AH/3H/3C/5S level=2 declarer=0 trump=S", "turn"),
            ("play turn=0 hands=AH/3H/3C/5S level=2 trump=S", "SJ-40"),
            ("play turn=0 hands=AH/3H/3C/5S level=2 declarer=0", "SJ-04"),
            ("play turn=0 hands=AH/3H/3C/5S level=B declarer=0 trump=S", "level"),
            ("play turn=0 hands=AH/3H/3C/5S level=2 declarer=0 trump=X", "trump"),
            ("play turn=0 hands=AH/AH/AH/5S level=2 declarer=0 trump=S", "SJ-01"),
            ("play turn=0 hands=AH/3H4H/3C/5S level=2 declarer=0 trump=S", "SJ-02"),
            ("play turn=1 leader=0 led=AH hands=KH/3H/3C/5S declarer=0 trump=S", "SJ-02"),
            ("play turn=1 leader=0 led=AH3D hands=/3H4H/3C4C/5S6S declarer=0 trump=S", "led"),
            ("play turn=1 leader=0 led=AH+AH hands=/3H4H/3C4C/5S6S declarer=0 trump=S", "led"),
            ("bury turn=1 hands=AH/3H/3C/5S declarer=1 trump=S", "SJ-45"),
            ("overturn turn=1 hands=AH/3H/3C/5S declarer=1 trump=S", "SJ-46"),
            ("name turn=3 hands=AH/3H/3C/5S declarer=1", "SJ-42"),
            ("over hands=AH/3H/3C/5S declarer=1 trump=S", "SJ-57"),
            ("over hands=/// declarer=1 trump=S points=5/5/5", "points"),
            ("over hands=/// declarer=1 trump=S last=1/2/3", "last"),
            (
                "throw turn=1 leader=0 thrown=AH+KH hands=AHKH/3H4H/3C4C/5S6S declarer=0 trump=S",
                "SJ-16",
            ),
            ("play turn=0 turn=1", "turn"),
            ("play turn=1 leader=0 hands=AH/3H/3C/5S declarer=0 trump=S", "leader"),
            ("play turn=2 leader=0 led=AH hands=/3H/3C/5S declarer=0 trump=S", "turn"),
            ("play turn=0 plays=3H hands=AH/3H/3C/5S declarer=0 trump=S", "plays"),
            ("play turn=0 round=last hands=AH/3H/3C/5S declarer=0 trump=S", "round"),
            ("over turn=0 hands=/// declarer=1 trump=S", "turn"),
            ("over hands=/// declarer=1 trump=S last=0/1/1/0/1/0/0/0 points=100/105/0/0", "SJ-26"),
            ("play turn=0 points=3/0/0/0 hands=AH/3H/3C/5S declarer=0 trump=S", "SJ-26"),
            ("play turn=0 points=200/0/0/0 hands=AH/3H/3C/5S declarer=0 trump=S", "SJ-26"),
            ("bury turn=1 taker=0 hands=AH/3H/3C/5S declarer=1 trump=S", "taker"),
            ("play colour=red", "colour"),
            ("over hands=/// declarer=1 trump=S last=0/1/1/0/1/0/0/0 points=+50/0/0/0", "points"),
        ],
    );
}

/// One deck, dealt, with trump to be found: seat 1 is the declarer.
const FULL: &str = "hands=3H4C4H6C8C9DJSQSKCKHKS2D/4S5D5C5S7C8STHQCAS2CBR/\
                    3C3S7D7H7S8HTDTSJDAD2H2S/6D8D9C9H9STCJCQDQHKDACAH kitty=3D4D5H6H6SJH";

fn with(parts: &str) -> String {
    format!("{} level=2 {parts}", FULL)
}

#[test]
fn declarations_that_cannot_stand_are_refused() {
    let one = Switches { decks: 1, ..Switches::default() };
    let two = Switches::default();
    let short =
        |parts: &str| format!("play turn=0 hands=3DAH/3H4H/3C4C/5S6S level=2 declarer=0 {parts}");
    let cases = |cases: &[(&str, &'static str)]| -> Vec<(String, &'static str)> {
        cases.iter().map(|&(parts, named)| (short(parts), named)).collect()
    };
    let all = |switches: &Switches, told: Vec<(String, &'static str)>| {
        let told: Vec<(&str, &str)> =
            told.iter().map(|(text, named)| (text.as_str(), *named)).collect();
        refused(switches, &told);
    };
    accepted(&two, &[&short("trump=S standing=2,2S2S declarations=1")]);
    all(
        &two,
        cases(&[
            ("trump=S standing=2,3S declarations=1", "SJ-38"),
            ("trump=NT standing=2,R declarations=1", "SJ-38"),
            ("trump=S standing=2,2S2S2S declarations=1", "SJ-01"),
            ("trump=H standing=2,2S declarations=1", "SJ-38"),
            ("trump=S standing=2,2S", "SJ-38"),
            ("trump=S declarations=1", "SJ-38"),
            // One 2, two of a face, BB and RR: four at most.
            ("trump=NT standing=2,RR declarations=5", "SJ-38"),
            ("trump=S standing=2,2S2S declarations=3", "SJ-38"),
            ("trump=S standing=2,2S declarations=1 takers=1 taker=2", "SJ-46"),
            ("trump=S takers=5", "SJ-46"),
            ("trump=S taker=1", "SJ-45"),
            ("trump=S redeals=3", "SJ-41"),
            ("trump=S standing=1,2S declarations=1 redeals=3", "SJ-41"),
        ]),
    );
    let no_trump = Switches { no_trump: false, ..two.clone() };
    all(&no_trump, cases(&[("trump=S standing=2,RR declarations=1", "SJ-07")]));
    let given = Switches { declaring: Declaring::Given, ..two.clone() };
    all(&given, cases(&[("trump=S standing=2,2S declarations=1", "SJ-42")]));
    let chaodi = Switches { chaodi: true, ..two.clone() };
    accepted(&chaodi, &[&short("trump=S standing=2,2S takers=1 taker=2")]);
    all(
        &chaodi,
        cases(&[
            ("trump=S standing=2,2S takers=2 taker=2", "SJ-38"),
            ("trump=S standing=2,2S takers=1 taker=1", "SJ-46"),
            ("trump=S standing=2,2S takers=1", "SJ-46"),
        ]),
    );
    // In the hands: seat 2 has 2H and 2S, seat 0 has 2D, seat 1 has 2C and both jokers.
    let bury = "bury turn=1 hands=3H4C4H6C8C9DJSQSKCKHKS2D/3D4D5H6H6SJH4S5D5C5S7C8STHQCAS2CBR/\
                3C3S7D7H7S8HTDTSJDAD2H2S/6D8D9C9H9STCJCQDQHKDACAH level=2 declarer=1";
    let bury = |parts: &str| format!("{bury} {parts}");
    accepted(&one, &[&bury("trump=H standing=2,2H declarations=1"), &bury("trump=H turned=JH")]);
    let told = [
        ("trump=H standing=3,2H declarations=1", "SJ-38"),
        ("trump=H turned=2H", "SJ-41"),
        ("trump=S turned=JH", "SJ-41"),
        ("trump=H turned=JHQC", "SJ-41"),
        ("trump=H turned=BJHR5H", "SJ-41"),
        ("trump=H turned=B", "SJ-41"),
        ("trump=H turned=JH standing=2,2H declarations=1", "SJ-41"),
    ];
    all(&one, told.iter().map(|&(parts, named)| (bury(parts), named)).collect());
    let joker = Switches { declare_with_joker: DeclareWithJoker::ByColour, ..one.clone() };
    accepted(&joker, &[&bury("trump=C standing=1,2C declarations=1")]);
    all(&joker, vec![(bury("trump=H standing=2,2H declarations=1"), "SJ-44")]);
    let never = Switches { no_declaration: NoDeclaration::NoTrump, ..one };
    all(&never, vec![(bury("trump=H turned=JH"), "SJ-41")]);
}

#[test]
fn seats_that_are_not_asked_are_refused() {
    let one = Switches { decks: 1, ..Switches::default() };
    let chaodi = Switches { chaodi: true, ..one.clone() };
    let duplicate = Switches { declaring: Declaring::Duplicate, ..one.clone() };
    let joker = Switches { declare_with_joker: DeclareWithJoker::Any, ..one.clone() };
    let last = |parts: &str| format!("declare {}", with(parts));
    let refuse =
        |switches: &Switches, text: String, named: &str| refused(switches, &[(&text, named)]);
    // Seat 1 draws first; seats 0, 1 and 2 have a 2.
    accepted(&one, &[&last("declarer=1 turn=1 waiting=3"), &last("declarer=1 turn=2 waiting=2")]);
    refuse(&one, last("declarer=1 turn=3 waiting=1"), "SJ-47");
    refuse(&one, last("declarer=1 turn=1 waiting=2"), "SJ-47");
    refuse(&one, last("declarer=1 turn=1 waiting=2 round=drawing"), "SJ-47");
    refuse(&one, last("declarer=1 turn=1 waiting=2 round=attackers"), "SJ-44");
    refuse(&one, last("declarer=1 turn=0 waiting=3 standing=2,2S declarations=1"), "SJ-47");
    refuse(&one, last("declarer=1 turn=1 waiting=3 redeals=2"), "SJ-41");
    accepted(&joker, &[&last("declarer=0 turn=1 waiting=2 round=attackers")]);
    refuse(&joker, last("declarer=1 turn=1 waiting=0 round=attackers"), "SJ-44");
    let name = |parts: &str| format!("name {}", with(parts));
    accepted(&duplicate, &[&name("declarer=1 turn=3")]);
    refuse(&duplicate, name("declarer=1 turn=2"), "SJ-42");
    refuse(&duplicate, last("declarer=1 turn=3 round=drawing"), "SJ-42");
    // After so many cards another seat would draw.
    let rules = compiled(&one);
    let deal = State::deal(&rules, &Setup::default(), Rng::stream(1, Domain::Deal, 0, 0)).unwrap();
    assert!(deal.to_draw().next().is_some());
    (1..SEATS).for_each(|first| refuse(&one, format!("{} first={first}", deal.text()), "SJ-47"));
    let over = |parts: &str| format!("overturn {}", with(parts));
    accepted(&chaodi, &[&over("declarer=1 trump=H taker=1 turn=2 waiting=2 turned=5H")]);
    refuse(&chaodi, over("declarer=1 trump=H taker=1 turn=2 waiting=1"), "SJ-46");
    refuse(&chaodi, over("declarer=1 trump=H taker=1 turn=1 waiting=3"), "SJ-46");
    refuse(&chaodi, over("declarer=1 trump=H taker=1 turn=3 waiting=1"), "SJ-47");
    refuse(&chaodi, over("declarer=1 trump=H turn=2 waiting=2"), "SJ-46");
    refuse(
        &chaodi,
        over("declarer=1 trump=H turn=2 waiting=2 taker=1 standing=2,2H declarations=1"),
        "SJ-46",
    );
    // Before the play no card is gone.
    refuse(
        &one,
        "bury turn=2 hands=3H/4H/5H3D4D5D6D7D8D/6H declarer=2 trump=S".to_owned(),
        "SJ-02",
    );
}

#[test]
fn tricks_that_cannot_have_been_are_refused() {
    let two = Switches::default();
    let kitty = "kitty=3C3C4C4C6C6CTDKD";
    let text = |parts: &str| {
        format!("play turn=0 hands=5HAS/3DKH/3H4D/6DAH level=T declarer=0 trump=S {parts}")
    };
    let refuse = |switches: &Switches, parts: &str, named: &str| {
        refused(switches, &[(&text(parts), named)]);
    };
    let full = format!("{kitty} points=40/40/65/20");
    accepted(&two, &[&text(&full), &text("last=0/2/1/0/2/0/1/2"), &text("points=40/40/85/20")]);
    refuse(&two, "kitty=3C3C4C", "SJ-02");
    refuse(&two, "kitty=3C3C4C4C6C6CTDKD9C", "SJ-02");
    refuse(&two, &format!("{kitty} points=40/40/70/20"), "SJ-26");
    refuse(&two, "points=40/40/90/20", "SJ-26");
    for (last, named) in [
        ("1/1/1/0/1/0/0/0", "SJ-26"),
        ("0/2/1/0/1/0/0/0", "SJ-13"),
        ("0/2/1/0/3/0/0/0", "SJ-13"),
        ("0/2/1/1/2/0/0/0", "SJ-13"),
        ("0/4/1/0/4/0/0/0", "SJ-09"),
        ("0/1/2/0/2/0/0/0", "SJ-10"),
        ("0/1/1/0/0/0/0/0", "SJ-26"),
        ("0/1/1/1/24/0/0/0", "SJ-26"),
        ("0/2/12/0/24/0/0/0", "SJ-26"),
        ("0/1/1/0/1/1/0/0", "SJ-25"),
        ("0/1/1/0/1/0/0/1", "SJ-35"),
    ] {
        refuse(&two, &format!("last={last}"), named);
    }
    refuse(&two, &format!("{kitty} last=0/2/11/0/22/0/0/0"), "SJ-26");
    refuse(&Switches { throws: false, ..two.clone() }, "last=0/1/1/1/2/0/0/0", "SJ-13");
    refuse(&Switches { tractors: false, ..two.clone() }, "last=0/2/2/0/4/0/0/0", "SJ-10");
    // No throw of pairs and singles has two linked pairs: of twelve linked ranks six are led twice.
    accepted(&two, &[&text("last=0/2/1/1/18/0/0/0")]);
    refuse(&two, "last=0/2/1/1/19/0/0/0", "SJ-26");
    refuse(&two, "last=0/1/1/1/13/0/0/0", "SJ-26");
    let apart = Switches { tractors: false, ..two.clone() };
    accepted(&apart, &[&text("last=0/2/1/1/19/0/0/0")]);
    accepted(&two, &[&text("failed=1/0/2/0 returned=3/0/9/0")]);
    accepted(&two, &[&text("failed=1/0/0/0 returned=24/0/0/0")]);
    accepted(&two, &[&text("failed=0/1/0/0 returned=0/23/0/0")]);
    // Only the declarer leads with a whole hand.
    refuse(&two, "failed=0/1/0/0 returned=0/24/0/0", "SJ-17");
    for (parts, named) in [
        ("failed=1/0/0/0", "SJ-17"),
        ("returned=3/0/0/0", "SJ-17"),
        ("failed=2/0/0/0 returned=1/0/0/0", "SJ-17"),
        ("failed=1/0/0/0 returned=25/0/0/0", "SJ-17"),
        ("failed=24/0/0/0 returned=24/0/0/0", "SJ-16"),
        ("failed=12/12/0/0 returned=12/12/0/0", "SJ-16"),
        ("failed=200/0/0/0 returned=9999/0/0/0", "SJ-16"),
        ("failed=201/0/0/0", "failed"),
        ("failed=-1/0/0/0", "failed"),
        ("returned=-1/0/0/0", "returned"),
    ] {
        refuse(&two, parts, named);
    }
    let never = Switches { throws: false, ..two.clone() };
    refuse(&never, "failed=1/0/0/0 returned=1/0/0/0", "SJ-13");
    refused(&two, &[("over hands=/// declarer=1 trump=S", "SJ-27")]);
    // The first trick.
    let one = Switches { decks: 1, ..Switches::default() };
    let first = |parts: &str| format!("play {} {parts}", with("declarer=1 trump=H"));
    accepted(&one, &[&first("turn=1")]);
    for (parts, named) in [
        ("turn=2", "SJ-13"),
        ("turn=1 last=1/1/1/0/1/0/0/0", "SJ-26"),
        ("turn=1 points=0/5/0/0", "SJ-26"),
        ("turn=1 failed=0/1/0/0 returned=0/1/0/0", "SJ-16"),
    ] {
        refused(&one, &[(&first(parts), named)]);
    }
}

#[test]
fn tricks_on_the_table_that_cannot_be_are_refused() {
    let two = Switches::default();
    let text = |hands: &str, parts: &str| {
        format!("play hands={hands} level=T declarer=0 trump=S leader=0 {parts}")
    };
    let refuse = |switches: &Switches, hands: &str, parts: &str, named: &str| {
        refused(switches, &[(&text(hands, parts), named)]);
    };
    // A suit not followed, a pair that is owed, a wrong number.
    refuse(&two, "3D/3H/3C4C/5S6S", "turn=2 led=AH plays=4D", "SJ-18");
    accepted(&two, &[&text("3D/3H/3C4C/5S6S", "turn=2 led=AH plays=4H")]);
    refuse(&two, "3D3C/3H3H/3C4C6C7C/5S6S7S8S", "turn=2 led=AHAH plays=4H6H", "pair");
    accepted(&two, &[&text("3D3C/3H4H/3C4C6C7C/5S6S7S8S", "turn=2 led=AHAH plays=5H6H")]);
    refuse(&two, "3D3C/3H3H5H/3C4C6C7C/5S6S7S8S", "turn=2 led=AHAH plays=4H6H", "SJ-02");
    refuse(&two, "3D/3H/4D/5S6S", "turn=3 led=AH plays=3C/5H", "SJ-18");
    refuse(&two, "/3H/3C4C/5S6S", "turn=2 led=AHKH plays=QD", "SJ-18");
    // A throw that did not stand.
    refuse(&two, "/AHQH/3C4C/5S6S", "turn=1 led=KH+QH", "SJ-15");
    refuse(&two, "/3H4H/3C4C/AH6S", "turn=1 led=KH+QH", "SJ-15");
    refuse(&two, "/3H4H/3C4C/6S", "turn=1 led=KH+QH plays=AH", "turn");
    accepted(&two, &[&text("/3H4H/3C4C/5S6S", "turn=1 led=KH+QH")]);
    let never = Switches { throws: false, ..two.clone() };
    refuse(&never, "/3H4H/3C4C/5S6S", "turn=1 led=KH+QH", "SJ-13");
    let thrown = |parts: &str| {
        format!(
            "throw turn=1 hands=4H4HQH/5H5HKH/3C4C5C/6C7C8C level=T declarer=0 trump=S leader=0 {parts}"
        )
    };
    accepted(&two, &[&thrown("thrown=4H4H+QH")]);
    refused(&two, &[(&thrown("thrown=4H4H"), "SJ-16"), (&thrown("thrown=4H4H+AH"), "SJ-57")]);
    refused(&never, &[(&thrown("thrown=4H4H+QH"), "SJ-13")]);
    let smallest = Switches { failed_throw: FailedThrow::Smallest, ..two };
    refused(&smallest, &[(&thrown("thrown=4H4H+QH"), "SJ-16")]);
}
