//! Leads and readings of hands that are hard to count.

use super::leads::{Leads, is_legal};
use super::moves::Cards;
use super::packing::Packing;
use super::readings::{Readings, in_order, is_reading};
use super::rules::Rules;
use super::switches::Switches;
use super::trump::Trump;
use super::unit::Unit;
use crate::bits::Cpu;
use crate::card::Rank;
use crate::rng::{Domain, Rng};

const HANDS: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/shengji_hard_leads.txt"));

fn for_each_hand(mut f: impl FnMut(&Switches, &Trump, &Cards, [u64; 3])) {
    let lines = HANDS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [constants, least, suit, level, cards, numbers @ ..] = fields.as_slice() else {
            panic!("too few fields: {line}")
        };
        let constants = constants.chars().filter_map(|rank| rank.to_string().parse::<Rank>().ok());
        let switches = Switches {
            decks: 4,
            constant_trumps: constants.fold(0, |mask, rank| mask | 1 << rank.index()),
            tractor_min_length: least.parse().unwrap(),
            ..Switches::default()
        };
        let rules = Rules::new(switches, Cpu::Portable).unwrap();
        let trump = rules.trump(suit.parse().ok(), level.parse().ok());
        let numbers: Vec<u64> = numbers.iter().map(|number| number.parse().unwrap()).collect();
        let hand = trump.lay(&cards.parse().unwrap());
        f(rules.switches(), trump, &hand, numbers.try_into().unwrap());
    }
}

#[test]
fn counts_of_hard_hands() {
    for_each_hand(|switches, trump, hand, [leads, readings, edges]| {
        let text = trump.stand(hand).to_string();
        let any = Packing::new(trump, hand, false);
        let whole = Packing::new(trump, hand, true);
        assert_eq!(Leads::new(switches, trump, hand).count(), leads, "{text}");
        assert_eq!(Readings::new(switches, trump, hand).count(), readings, "{text}");
        assert_eq!(whole.count_by_walks(), readings, "{text}");
        assert_eq!(any.count_by_walks() - 1, leads, "{text}");
        // The third way takes much longer.
        if edges < 20_000 {
            assert_eq!(whole.count_with_lengths(), readings, "{text}");
            assert_eq!(any.count_with_lengths() - 1, leads, "{text}");
        }
    });
}

#[test]
fn leads_of_hard_hands_by_their_numbers() {
    let mut rng = Rng::stream(4, Domain::Play, 0, 0);
    for_each_hand(|switches, trump, hand, _| {
        let leads = Leads::new(switches, trump, hand);
        let packing = Packing::new(trump, hand, false);
        let mut numbers: Vec<u64> = (0..60).map(|_| rng.below(leads.count())).collect();
        numbers.extend([0, 1, leads.count() - 1]);
        let mut found: Vec<(Cards, Vec<Unit>)> = Vec::new();
        numbers.sort_unstable();
        numbers.dedup();
        for &n in &numbers {
            let (cards, units) = leads.nth(n);
            assert!(is_legal(switches, trump, hand, &cards, &units));
            assert_eq!(packing.nth(n + 1), packing.nth_walk(n + 1));
            found.push((cards, units.iter().collect()));
        }
        found.sort_by_key(|(cards, units)| (*cards, format!("{units:?}")));
        found.dedup();
        assert_eq!(found.len(), numbers.len());
    });
}

#[test]
fn no_reading_of_hard_hands_has_better_forms_than_the_preferred_one() {
    let mut rng = Rng::stream(5, Domain::Play, 0, 0);
    for_each_hand(|switches, trump, hand, _| {
        let readings = Readings::new(switches, trump, hand);
        let preferred = readings.preferred();
        assert!(is_reading(trump, hand, &preferred));
        assert_eq!((readings.nth(0), in_order(trump, &preferred)), (preferred, preferred));
        let rank = |units: super::moves::Units| {
            let singles = hand.total() - units.iter().map(Unit::size).sum::<usize>();
            let forms = units.iter().map(|unit| std::cmp::Reverse(unit.form().dominance()));
            (singles, units.len() + singles, forms.collect::<Vec<_>>())
        };
        let packing = Packing::new(trump, hand, true);
        for _ in 0..300 {
            let (units, _) = packing.nth(rng.below(packing.count()));
            assert!(rank(preferred) <= rank(units));
        }
    });
}
