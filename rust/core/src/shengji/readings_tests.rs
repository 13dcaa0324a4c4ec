//! Readings and leads against the definition of SJ-13 taken at its word, on random small holdings.

use super::leads;
use super::lone_units::{count_units, for_each_unit, nth_unit};
use super::moves::{Cards, Units};
use super::readings::{Readings, default_reading, in_order, is_reading};
use super::rules::Rules;
use super::switches::{Reading, Switches, TrumpClass};
use super::trump::Trump;
use super::unit::{Form, Unit};
use crate::bits::Cpu;
use crate::card::{Rank, Suit};
use crate::rng::{Domain, Rng};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// A reading taken at its word: all its units, singles too, sorted as they are told.
type Literal = Vec<Unit>;

/// Every choice of some of the cards.
fn choices(cards: &Cards) -> Vec<Cards> {
    cards.iter().fold(vec![Cards::EMPTY], |all, (face, copies)| {
        let with = |some: &Cards, k| {
            let mut some = *some;
            some.add(1 << face, k);
            some
        };
        all.iter().flat_map(|some| (0..=copies).map(move |k| with(some, k))).collect()
    })
}

/// Every way to lay the cards into units.
fn partitions(trump: &Trump, cards: &Cards) -> BTreeSet<Vec<(u64, u8)>> {
    let Some((first, _)) = cards.iter().next() else { return BTreeSet::from([Vec::new()]) };
    let mut all = BTreeSet::new();
    for some in choices(cards) {
        if some.count(first) == 0 {
            continue;
        }
        let Some(unit) = trump.unit_of(&some) else { continue };
        for mut others in partitions(trump, &cards.difference(&some)) {
            others.push((unit.faces, unit.width));
            others.sort_unstable();
            all.insert(others);
        }
    }
    all
}

/// Whether no two or more of the units together are one.
fn are_apart(trump: &Trump, units: &[Unit]) -> bool {
    (0..1u64 << units.len()).filter(|some| some.count_ones() >= 2).all(|some| {
        let some = units.iter().enumerate().filter(|(n, _)| some >> n & 1 != 0);
        let cards = some.fold(Cards::EMPTY, |all, (_, unit)| all.sum(&unit.cards()));
        trump.unit_of(&cards).is_none()
    })
}

fn literal(switches: &Switches, trump: &Trump, cards: &Cards) -> Vec<Literal> {
    let mut readings = Vec::new();
    for units in partitions(trump, cards) {
        let mut units: Literal =
            units.into_iter().map(|(faces, width)| Unit { faces, width }).collect();
        units.sort_by_cached_key(|unit| unit.rank(trump));
        if are_apart(trump, &units) {
            readings.push(units);
        }
    }
    readings.sort_by(|a, b| {
        let singles = |units: &Literal| units.iter().filter(|unit| unit.size() == 1).count();
        let sizes = |units: &Literal| {
            units.iter().map(|unit| (unit.size(), unit.width)).collect::<Vec<_>>()
        };
        let heights =
            |units: &Literal| units.iter().map(|unit| unit.strength(trump)).collect::<Vec<_>>();
        let few = match switches.reading {
            Reading::NoSingles => singles(a).cmp(&singles(b)).then(a.len().cmp(&b.len())),
            Reading::LongestUnit => std::cmp::Ordering::Equal,
        };
        few.then(sizes(b).cmp(&sizes(a))).then(heights(b).cmp(&heights(a)))
    });
    readings
}

fn several(units: &Literal) -> Units {
    units.iter().copied().filter(|unit| unit.size() > 1).collect()
}

/// Rules of all the kinds that change units.
fn rule_sets() -> Vec<Switches> {
    use TrumpClass::{BigJoker, MainConstant, MainLevel, SideConstant, SideLevel, SmallJoker};
    let two = 1 << Rank::Two.index();
    let many = two | 1 << Rank::Seven.index() | 1 << Rank::King.index() | 1 << Rank::Ace.index();
    let base = Switches { decks: 4, ..Switches::default() };
    vec![
        base.clone(),
        Switches { reading: Reading::LongestUnit, ..base.clone() },
        Switches { constant_trumps: two, ..base.clone() },
        Switches { constant_trumps: many, ..base.clone() },
        Switches { constant_trumps: many, tractor_min_length: 3, ..base.clone() },
        Switches { tractor_min_length: 3, ..base.clone() },
        Switches { tractor_min_length: 4, reading: Reading::LongestUnit, ..base.clone() },
        Switches { tractors: false, ..base.clone() },
        Switches { hollow: false, ..base.clone() },
        Switches {
            constant_trumps: two,
            banned_links: vec![
                (SmallJoker, MainLevel),
                (SideLevel, MainConstant),
                (SideConstant, MainConstant),
            ],
            ..base.clone()
        },
        Switches {
            constant_trumps: many,
            banned_links: vec![(BigJoker, SmallJoker)],
            throws: false,
            ..base
        },
    ]
}

fn below(rng: &mut Rng, n: usize) -> usize {
    rng.below(n as u64) as usize
}

/// Cards of one effective suit that lie close together: a few neighbouring classes.
fn cluster(rng: &mut Rng, trump: &Trump, most: usize) -> Cards {
    let suit = below(rng, 5);
    let classes = trump.classes_of(if trump.suit_mask(suit) == 0 { 4 } else { suit });
    let many = classes.count_ones() as usize;
    // Trumps are of greatest interest at their top.
    let span = (2 + below(rng, 4)).min(many);
    let from =
        if suit == 4 && below(rng, 2) == 0 { many - span } else { below(rng, many - span + 1) };
    let mut window = classes;
    (0..from).for_each(|_| window &= window - 1);
    let faces: Vec<usize> = trump.ascending(trump.unfold(window)).collect();
    let low = (0..span)
        .fold((0, window), |(all, left), _| (all | left & left.wrapping_neg(), left & (left - 1)))
        .0;
    let near: Vec<usize> =
        faces.iter().copied().filter(|&face| low >> trump.class_of(face) & 1 != 0).collect();
    let mut cards = Cards::EMPTY;
    let decks = 1 + below(rng, 4);
    let size = 1 + below(rng, most);
    for _ in 0..size {
        let face = if below(rng, 8) == 0 {
            faces[below(rng, faces.len())]
        } else {
            near[below(rng, near.len())]
        };
        let copies = 1 + below(rng, decks);
        let room = decks - cards.count(face).min(decks);
        let copies = copies.min(room).min(most - cards.total());
        cards.add(1 << face, copies);
    }
    cards
}

fn some_trump<'a>(rng: &mut Rng, rules: &'a Rules) -> &'a Trump {
    let suit = Suit::ALL.get(below(rng, 5)).copied();
    let level = Some(below(rng, 14)).filter(|&rank| rank < 13).map(|rank| Rank::ALL[rank]);
    rules.trump(suit, level)
}

/// How many times as many hands as usual: what `CHUPAI_SOAK` says when the tests are built.
fn soak() -> usize {
    option_env!("CHUPAI_SOAK").and_then(|times| times.parse().ok()).unwrap_or(1)
}

#[test]
fn readings_are_those_of_the_definition() {
    let mut rng = Rng::stream(1, Domain::Play, 0, 0);
    for switches in rule_sets() {
        let rules = Rules::new(switches, Cpu::Portable).unwrap();
        let switches = rules.switches();
        for _ in 0..150 * soak() {
            let trump = some_trump(&mut rng, &rules);
            let cards = cluster(&mut rng, trump, 9);
            if cards.is_empty() {
                continue;
            }
            let literal = literal(switches, trump, &cards);
            let expected: Vec<Units> = literal.iter().map(several).collect();
            let readings = Readings::new(switches, trump, &cards);
            let mut listed = Vec::new();
            let _ = readings.for_each(|units| {
                listed.push(units);
                ControlFlow::Continue(())
            });
            let text = trump.stand(&cards).to_string();
            assert_eq!(
                listed,
                expected,
                "{text} {:?} {:?} {switches:?}",
                trump.suit(),
                trump.level()
            );
            assert_eq!(readings.count(), expected.len() as u64);
            assert!(expected.iter().enumerate().all(|(n, units)| readings.nth(n as u64) == *units));
            assert_eq!(default_reading(switches, trump, &cards), expected[0], "{text}");
            assert!(expected.iter().all(|units| is_reading(trump, &cards, units)));
            // Everything that is no reading is none.
            for parts in partitions(trump, &cards) {
                let parts: Units = parts
                    .into_iter()
                    .filter(|&(faces, width)| width > 1 || faces.count_ones() > 1)
                    .map(|(faces, width)| Unit { faces, width })
                    .collect();
                let parts = in_order(trump, &parts);
                assert_eq!(
                    is_reading(trump, &cards, &parts),
                    expected.contains(&parts),
                    "{text} {parts:?}"
                );
            }
        }
    }
}

#[test]
fn leads_are_all_readings_of_all_cards() {
    let mut rng = Rng::stream(2, Domain::Play, 0, 0);
    for switches in rule_sets() {
        let rules = Rules::new(switches, Cpu::Portable).unwrap();
        let switches = rules.switches();
        for _ in 0..40 * soak() {
            let trump = some_trump(&mut rng, &rules);
            let hand = cluster(&mut rng, trump, 5).union(&cluster(&mut rng, trump, 5));
            check_leads(switches, trump, &hand);
        }
    }
}

fn check_leads(switches: &Switches, trump: &Trump, hand: &Cards) {
    let text = trump.stand(hand).to_string();
    let mut expected = Vec::new();
    let mut lone = Vec::new();
    for suit in 0..5 {
        for cards in choices(&hand.within(trump.suit_mask(suit))) {
            if cards.is_empty() {
                continue;
            }
            let unit = trump.unit_of(&cards);
            lone.extend(unit);
            if unit.is_none() && !switches.throws {
                assert!(!leads::is_legal(switches, trump, hand, &cards, &Units::EMPTY));
                assert!(leads::why_not(switches, trump, hand, &cards, &Units::EMPTY).is_some());
                continue;
            }
            for units in literal(switches, trump, &cards) {
                expected.push((cards, several(&units)));
            }
        }
    }
    let mut listed = Vec::new();
    let _ = leads::for_each(switches, trump, hand, &mut |cards, units| {
        listed.push((cards, units));
        ControlFlow::Continue(())
    });
    assert_eq!(leads::count(switches, trump, hand), listed.len() as u64, "{text}");
    for (n, lead) in listed.iter().enumerate() {
        assert_eq!(leads::nth(switches, trump, hand, n as u64), *lead, "{text}");
        assert!(leads::is_legal(switches, trump, hand, &lead.0, &lead.1), "{text}");
        assert_eq!(leads::why_not(switches, trump, hand, &lead.0, &lead.1), None, "{text}");
    }
    let key = |(cards, units): &(Cards, Units)| (*cards, format!("{units:?}"));
    expected.sort_by_cached_key(key);
    listed.sort_by_cached_key(key);
    assert_eq!(listed, expected, "{text} {:?} {:?}", trump.suit(), trump.level());

    let mut units = Vec::new();
    let _ = for_each_unit(trump, hand, &mut |unit| {
        units.push(unit);
        ControlFlow::Continue(())
    });
    assert_eq!(count_units(trump, hand), units.len() as u64, "{text}");
    assert!(units.iter().enumerate().all(|(n, unit)| nth_unit(trump, hand, n as u64) == *unit));
    let order = |unit: &Unit| {
        let suit = trump.suit_of(unit.faces.trailing_zeros() as usize);
        let Form { width, length } = unit.form();
        (suit, width, length, unit.strength(trump))
    };
    assert!(units.is_sorted_by_key(order), "{text}");
    let key = |unit: &Unit| (unit.faces, unit.width);
    units.sort_by_key(key);
    lone.sort_by_key(key);
    assert_eq!(units, lone, "{text}");
}
