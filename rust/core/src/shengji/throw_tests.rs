//! Throws, and leads that are none (SJ-13 … SJ-16, SJ-57).

use super::leads::{Leads, why_not};
use super::lone_units::for_each_unit;
use super::moves::{Cards, Units};
use super::readings::default_reading;
use super::rules::Rules;
use super::switches::{FailedThrow, Switches};
use super::throw::{Throw, beaten, throw, units_of};
use super::trump::Trump;
use super::unit::Unit;
use crate::bits::Cpu;
use crate::card::{Rank, Suit};
use crate::rng::{Domain, Rng};
use std::ops::ControlFlow;

fn rules(failed_throw: FailedThrow) -> Rules {
    Rules::new(Switches { decks: 4, failed_throw, ..Switches::default() }, Cpu::Portable).unwrap()
}

fn ten(rules: &Rules) -> &Trump {
    rules.trump(Some(Suit::Spades), Some(Rank::Ten))
}

fn laid(trump: &Trump, cards: &str) -> Cards {
    trump.lay(&cards.parse().unwrap())
}

/// What becomes of cards thrown against other hands: the units of which one is led.
fn thrown(rules: &Rules, cards: &str, others: &[&str]) -> Vec<String> {
    let (trump, switches) = (ten(rules), rules.switches());
    let cards = laid(trump, cards);
    let units = default_reading(switches, trump, &cards);
    let others: Vec<Cards> = others.iter().map(|hand| laid(trump, hand)).collect();
    let text = |unit: &Unit| trump.stand(&unit.cards()).to_string();
    match throw(switches, trump, &cards, &units, &others) {
        Throw::Stands => Vec::new(),
        Throw::Forced(unit) => vec![text(&unit)],
        Throw::Choice(units) => units.iter().map(text).collect(),
    }
}

#[test]
fn sj_16_the_example_of_the_rule_book() {
    let cn = rules(FailedThrow::NextPlayer);
    assert_eq!(thrown(&cn, "QD 4D 4D", &["KD 3D 3D"]), ["QD"]);
    assert_eq!(thrown(&cn, "QD 4D 4D", &["JD 5D 5D"]), ["4D 4D"]);
    assert_eq!(thrown(&cn, "QD 4D 4D", &["KD", "5D 5D 5D"]), ["QD", "4D 4D"]);
    assert_eq!(thrown(&cn, "QD 4D 4D", &["QD 4D 4D", "3D 3D", "KH KH B R"]), [""; 0]);
    let smallest = rules(FailedThrow::Smallest);
    assert_eq!(thrown(&smallest, "QD 4D 4D", &["KD", "5D 5D"]), ["4D 4D"]);
    assert_eq!(thrown(&smallest, "QD 4D 4D", &["KD"]), ["QD"]);
    // Of equal tops that of the fewest cards.
    assert_eq!(thrown(&smallest, "AS TD TC TC", &["R R"]), ["AS"]);
    assert_eq!(thrown(&smallest, "TD TC TC", &["R R"]), ["TD"]);
}

#[test]
fn sj_15_wider_and_longer_units_are_torn() {
    let rules = rules(FailedThrow::NextPlayer);
    // The lowest unit of a kind decides, and only the same kind of one hand beats it.
    assert_eq!(thrown(&rules, "KD 9D", &["TD JD", "QS"]), ["9D"]);
    assert_eq!(thrown(&rules, "AD 3D 3D", &["KD KD KD"]), ["3D 3D"]);
    assert_eq!(thrown(&rules, "AD 3D 3D", &["4D", "4D"]), [""; 0]);
    assert_eq!(thrown(&rules, "AD 3D 3D 4D 4D", &["5D 5D 6D 6D 7D 7D"]), ["3D 3D 4D 4D"]);
    assert_eq!(thrown(&rules, "AD 3D 3D 4D 4D", &["4D 4D 5D 5D"]), ["3D 3D 4D 4D"]);
    assert_eq!(thrown(&rules, "AD 3D 3D 4D 4D", &["5D 5D 7D 7D", "2D 2D 3D 3D"]), [""; 0]);
    // Faces of equal strength beat nothing.
    assert_eq!(thrown(&rules, "TD TC", &["TH", "AS"]), [""; 0]);
    assert_eq!(thrown(&rules, "TD TC", &["TH", "TS"]), ["TD"]);
    // One unit is no throw.
    assert_eq!(thrown(&rules, "3D 3D", &["AD AD"]), [""; 0]);
}

#[test]
fn sj_15_a_unit_is_beaten_by_any_higher_one_of_its_form() {
    let mut rng = Rng::stream(3, Domain::Play, 0, 0);
    let rules = rules(FailedThrow::NextPlayer);
    let mut failed = 0;
    for _ in 0..400 {
        let suit = Suit::ALL.get(rng.below(5) as usize).copied();
        let trump = rules.trump(suit, Some(Rank::ALL[rng.below(13) as usize]));
        let mut hands = [Cards::EMPTY; 4];
        let few = trump.unfold(trump.classes_of(4)) | trump.suit_mask(0);
        let faces: Vec<usize> = (0..54).filter(|face| few >> face & 1 != 0).collect();
        for hand in &mut hands {
            for _ in 0..20 {
                let face = faces[rng.below(faces.len() as u64) as usize];
                hand.add(1 << face & !hand.at_least(4), 1);
            }
        }
        let [hand, others @ ..] = hands;
        let leads = Leads::new(rules.switches(), trump, &hand);
        let (cards, units) = leads.nth(rng.below(leads.count()));
        let all: Vec<Unit> = units_of(trump, &cards, &units).collect();
        let mut expected: Vec<Unit> = Vec::new();
        for unit in all.iter().filter(|_| all.len() > 1) {
            let smallest = all.iter().filter(|other| other.form() == unit.form());
            let smallest = *smallest.min_by_key(|unit| unit.strength(trump)).unwrap();
            let suit = trump.suit_mask(trump.suit_of_all(unit.faces).unwrap());
            let higher = others.iter().any(|hand| {
                let higher = &mut |other: Unit| {
                    if other.form() == unit.form() && other.top(trump) > smallest.top(trump) {
                        return ControlFlow::Break(());
                    }
                    ControlFlow::Continue(())
                };
                for_each_unit(trump, &hand.within(suit), higher).is_break()
            });
            if higher && !expected.contains(&smallest) {
                expected.push(smallest);
            }
        }
        expected.sort_by_key(|unit| (unit.size(), unit.width));
        failed += usize::from(!expected.is_empty());
        assert_eq!(beaten(trump, &cards, &units, &others).as_slice(), expected);
    }
    assert!(failed > 50);
}

#[test]
fn sj_13_sj_57_why_cards_may_not_be_led() {
    let all = rules(FailedThrow::NextPlayer);
    let single = Rules::new(Switches { throws: false, ..all.switches().clone() }, Cpu::Portable);
    let single = single.unwrap();
    let why = |rules: &Rules, cards: &str, units: &[&str]| {
        let trump = ten(rules);
        let hand = laid(trump, "AD AD KD KD KD 3D 4H 4H TC TC AS AS AS");
        let unit = |text: &&str| {
            let cards = laid(trump, text);
            let width = (1..=4).rev().find(|&k| cards.at_least(k) != 0).unwrap() as u8;
            Unit { faces: cards.faces(), width }
        };
        let units: Units = units.iter().map(unit).collect();
        let cards = laid(trump, cards);
        why_not(rules.switches(), trump, &hand, &cards, &units)
            .map(|error| (error.rule, error.cards))
    };
    let error = |rule, cards: &str| Some((rule, cards.to_owned()));
    assert_eq!(why(&all, "AD AD KD KD KD", &["KD KD AD AD"]), None);
    assert_eq!(why(&all, "AD AD KD KD KD", &["KD KD KD", "AD AD"]), None);
    assert_eq!(why(&all, "AS AS TC TC", &["AS AS TC TC"]), None);
    assert_eq!(why(&all, "", &[]), error("SJ-13", ""));
    assert_eq!(why(&all, "AD AD AD 5C", &[]), error("SJ-57", "5C AD"));
    assert_eq!(why(&all, "AD 4H", &[]), error("SJ-13", "4H AD"));
    assert_eq!(why(&single, "AD 3D", &[]), error("SJ-13", "3D AD"));
    assert_eq!(why(&single, "AD AD", &["AD AD"]), None);
    assert_eq!(why(&all, "AD AD 3D", &["AD AD 3D"]), error("SJ-10", "3D 3D AD AD"));
    assert_eq!(why(&all, "AD 3D", &["AD AD"]), error("SJ-14", "3D AD"));
    assert_eq!(why(&all, "AD AD", &[]), error("SJ-13", "AD AD"));
    assert_eq!(why(&all, "AD AD KD KD KD", &["AD AD"]), error("SJ-13", "KD KD KD"));
    assert_eq!(why(&all, "AD AD KD KD", &["AD AD", "KD KD"]), error("SJ-13", "KD KD AD AD"));
    assert_eq!(
        why(&all, "AD AD KD KD KD", &["AD AD", "KD KD KD"]),
        error("SJ-14", "KD KD KD AD AD")
    );
}
