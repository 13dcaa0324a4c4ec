//! The order of cards and units beside rules written out plainly (SJ-04 … SJ-12).

use super::moves::Cards;
use super::rules::Rules;
use super::switches::{Switches, TrumpClass};
use super::trump::{TRUMPS, Trump};
use super::unit::{Form, Unit};
use crate::bits::{Cpu, Isa};
use crate::card::{Card, Rank, Suit};

const RANKS: &str = "23456789TJQKA";

fn ranks(letters: &str) -> u16 {
    letters
        .chars()
        .map(|rank| rank.to_string().parse::<Rank>().unwrap())
        .fold(0, |mask, rank| mask | 1 << rank.index())
}

fn rules(switches: Switches) -> Rules {
    Rules::new(Switches { decks: 4, ..switches }, Cpu::Portable).unwrap()
}

fn with_constants(letters: &str) -> Rules {
    rules(Switches { constant_trumps: ranks(letters), ..Switches::default() })
}

fn trump<'a>(rules: &'a Rules, suit: &str, level: &str) -> &'a Trump {
    rules.trump(suit.parse().ok(), level.parse().ok())
}

fn laid(trump: &Trump, cards: &str) -> Cards {
    trump.lay(&cards.parse().unwrap())
}

fn order(trump: &Trump, cards: &str) -> String {
    let cards = trump.order(&cards.parse().unwrap());
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

/// All trumps and levels there are.
fn all(rules: &Rules) -> impl Iterator<Item = &Trump> {
    let suits = Suit::ALL.into_iter().map(Some).chain([None]);
    let levels = || RANKS.chars().map(|rank| rank.to_string().parse().ok()).chain([None]);
    suits.flat_map(move |suit| levels().map(move |level| rules.trump(suit, level)))
}

/// Effective suit, class and name of a card, by the words of SJ-04 … SJ-07. The class is a number that
/// only orders.
fn place(switches: &Switches, trump: &Trump, card: Card) -> (usize, usize, Option<TrumpClass>) {
    use TrumpClass::{
        BigJoker, MainConstant, MainLevel, Plain, SideConstant, SideLevel, SmallJoker,
    };
    let Some(suit) = card.suit() else {
        let big = card == Card::BIG_JOKER;
        return (
            TRUMPS,
            if big { 999 } else { 998 },
            Some(if big { BigJoker } else { SmallJoker }),
        );
    };
    let rank = RANKS.find(card.rank().letter()).unwrap();
    let main = Some(suit) == trump.suit();
    let two = |class: usize, names: [TrumpClass; 2]| {
        (TRUMPS, class + usize::from(main), Some(names[usize::from(main)]))
    };
    if Some(card.rank()) == trump.level() {
        two(900, [SideLevel, MainLevel])
    } else if switches.constant_trumps >> card.rank().index() & 1 != 0 {
        two(100 + 2 * rank, [SideConstant, MainConstant])
    } else if main {
        (TRUMPS, rank, Some(Plain))
    } else {
        (suit.index(), rank, None)
    }
}

/// Whether pairs of two cards are a tractor, by the words of SJ-10 … SJ-12.
fn are_linked(switches: &Switches, trump: &Trump, a: Card, b: Card) -> bool {
    let places = [a, b].map(|card| place(switches, trump, card));
    let [low, high] = if places[0].1 < places[1].1 { places } else { [places[1], places[0]] };
    let between = Card::all().map(|card| place(switches, trump, card));
    let mut between = between.filter(|card| card.0 == low.0 && card.1 > low.1 && card.1 < high.1);
    if low.0 != high.0 || low.1 == high.1 || between.next().is_some() || !switches.tractors {
        return false;
    }
    let plain = |name: Option<TrumpClass>| name.is_none_or(|name| name == TrumpClass::Plain);
    if !switches.hollow && plain(low.2) && plain(high.2) && high.1 > low.1 + 1 {
        return false;
    }
    // Without a trump suit the names of side and main mean the same.
    let called = |name: TrumpClass| match name {
        TrumpClass::MainConstant if trump.suit().is_none() => TrumpClass::SideConstant,
        TrumpClass::MainLevel if trump.suit().is_none() => TrumpClass::SideLevel,
        name => name,
    };
    let names = [low.2.map(called), high.2.map(called)];
    !switches.banned_links.iter().any(|&(a, b)| {
        let banned = [Some(called(a)), Some(called(b))];
        names == banned || names == [banned[1], banned[0]]
    })
}

#[test]
fn sj_04_to_sj_07_every_card_has_its_place() {
    for constants in ["", "2", "27", "A", "5TK", "23456789TJQK", RANKS] {
        let rules = with_constants(constants);
        let switches = rules.switches();
        for trump in all(&rules) {
            let deck = (1 << 54) - 1;
            assert_eq!(trump.lay_mask(deck), deck);
            assert_eq!((0..5).fold(0, |all, suit| all ^ trump.suit_mask(suit)), deck);
            let mut sorted: Vec<Card> = Card::all().collect();
            sorted.sort_by_key(|&card| {
                let (suit, class, _) = place(switches, trump, card);
                (suit, class, card.suit())
            });
            assert_eq!(
                trump
                    .order(&Cards::full(deck).within(deck))
                    .iter()
                    .step_by(4)
                    .copied()
                    .collect::<Vec<_>>(),
                sorted
            );
            for a in Card::all() {
                let bit = trump.bit_of(a);
                let (suit, class, name) = place(switches, trump, a);
                assert_eq!((trump.card_of(bit), trump.suit_of(bit)), (a, suit));
                assert_eq!(
                    (trump.lay_mask(a.bit()), trump.stand_mask(1 << bit)),
                    (1 << bit, a.bit())
                );
                assert_eq!(
                    (trump.class_name(bit), trump.fold(1 << bit)),
                    (name, 1 << trump.class_of(bit))
                );
                assert!(trump.classes_of(suit) >> trump.class_of(bit) & 1 != 0);
                assert!(trump.unfold(trump.fold(1 << bit)) >> bit & 1 != 0);
                for b in Card::all() {
                    let other = place(switches, trump, b);
                    if other.0 == suit {
                        let classes = [bit, trump.bit_of(b)].map(|bit| trump.class_of(bit));
                        assert_eq!(classes[0].cmp(&classes[1]), class.cmp(&other.1), "{a} {b}");
                    }
                }
            }
            let classes = (0..5).fold(0, |all, suit| all | trump.classes_of(suit));
            assert_eq!((trump.unfold(classes), trump.fold(deck)), (deck, classes));
            for class in (0..54).filter(|&class| classes >> class & 1 != 0) {
                let faces = trump.unfold(1 << class);
                assert_eq!(
                    (trump.fold(faces), trump.parallel() >> class & 1 != 0),
                    (1 << class, faces.count_ones() > 1)
                );
            }
        }
    }
}

#[test]
fn sj_04_several_copies_are_laid_and_stood() {
    let rules = with_constants("2");
    let trump = trump(&rules, "S", "T");
    let cards: Cards = "2H 2H 2S TS TS TS TD AS 3D 3D 3D 3D R R".parse().unwrap();
    let laid = trump.lay(&cards);
    assert_eq!((trump.stand(&laid), laid.total()), (cards, 14));
    assert_eq!(trump.suit_of_all(laid.faces()), None);
    assert_eq!(trump.suit_of_all(trump.lay_mask(Cards::full(1).faces())), Some(0));
    assert_eq!(trump.suit_of_all(0), None);
    let trumps = laid.within(trump.suit_mask(TRUMPS));
    assert_eq!(trump.stand(&trumps).to_string(), "TD TS TS TS AS 2H 2H 2S R R");
    assert!(trump.suit_mask(Suit::Spades.index()) == 0);
}

#[test]
fn sj_05_trumps_from_low_to_high() {
    let rules = with_constants("");
    let ten = trump(&rules, "S", "T");
    let text = "R B TS TD TC TH AS KS QS JS 9S 8S 7S 6S 5S 4S 3S 2S AH 2H";
    let sorted = "2H AH 2S 3S 4S 5S 6S 7S 8S 9S JS QS KS AS TD TC TH TS B R";
    assert_eq!(order(ten, text), sorted);
    let places =
        |cards: &str| laid(ten, cards).iter().map(|(bit, _)| ten.class_of(bit)).collect::<Vec<_>>();
    let [low, high] = [places("TD TC TH"), places("TS")];
    assert!(low.iter().all(|&class| class == low[0] && class < high[0]));
    assert_eq!((ten.suit(), ten.level()), (Some(Suit::Spades), Some(Rank::Ten)));
}

#[test]
fn sj_06_constant_ranks_below_the_level() {
    let rules = with_constants("2");
    let text = "R B TS TH AS 3S 2S 2D KS 3H";
    assert_eq!(order(trump(&rules, "S", "T"), text), "3H 3S KS AS 2D 2S TH TS B R");
    // Several in the order of their ranks.
    let rules = with_constants("27");
    assert_eq!(order(trump(&rules, "S", "T"), "TD 7S 7D 2S 2D AS"), "AS 2D 2S 7D 7S TD");
    // A constant rank that is the level counts as the level.
    assert_eq!(order(trump(&rules, "S", "2"), "B 2S 2D 7S 7D AS"), "AS 7D 7S 2D 2S B");
}

#[test]
fn sj_07_no_trump_suit() {
    let rules = with_constants("2");
    let none = trump(&rules, "", "T");
    assert_eq!(order(none, "R B TS TD 2S 2H AS AH 3D"), "3D AH AS 2H 2S TD TS B R");
    let class = |card: &str| none.class_of(none.bit_of(card.parse().unwrap()));
    assert_eq!((class("TD"), class("2H")), (class("TS"), class("2S")));
    assert!(class("2S") < class("TD") && class("TD") < class("B"));
    assert_eq!(none.suit(), None);
}

#[test]
fn sj_05_no_level() {
    let rules = with_constants("");
    let fixed = trump(&rules, "H", "");
    assert_eq!(order(fixed, "R B AH 2H 2S AS"), "2S AS 2H AH B R");
    assert_eq!(fixed.level(), None);
    // The ace of trumps then is next to the jokers.
    assert!(fixed.unit_of(&laid(fixed, "AH AH B B")).is_some());
    let neither = trump(&rules, "", "");
    assert_eq!(order(neither, "R B 2S AS AD"), "AD 2S AS B R");
}

#[test]
fn sj_09_sj_10_units_of_the_rule_book() {
    let rules = with_constants("");
    let ten = trump(&rules, "S", "T");
    let form = |cards: &str| ten.unit_of(&laid(ten, cards)).map(Unit::form);
    for (cards, width, length) in [
        ("3H", 1, 1),
        ("3H 3H", 2, 1),
        ("R R R", 3, 1),
        ("TH TH TH TH", 4, 1),
        ("2D 2D 3D 3D", 2, 2),
        ("9H 9H JH JH", 2, 2),
        ("2S 2S 3S 3S", 2, 2),
        ("9S 9S JS JS", 2, 2),
        ("AS AS TH TH", 2, 2),
        ("TC TC TS TS", 2, 2),
        ("TS TS B B", 2, 2),
        ("B B R R", 2, 2),
        ("AS AS TD TD TS TS B B R R", 2, 5),
        ("4D 4D 4D 5D 5D 5D", 3, 2),
        ("4D 4D 4D 4D 5D 5D 5D 5D 6D 6D 6D 6D", 4, 3),
    ] {
        assert_eq!(form(cards), Some(Form::new(width, length)), "{cards}");
    }
    for cards in [
        "",
        "3H 4H",
        "3H 3D",
        "9H 9H TH TH",
        "TS TS JS JS",
        "TC TC TH TH",
        "AH AH 2H 2H",
        "AS AS TS TS",
        "3D 3D 5D 5D",
        "3D 3D 4D",
        "3D 3D 3D 4D 4D",
        "3D 3D 4H 4H",
        "AS AS TD TD TC TC TS TS",
        "KD KD AD AD 2S 2S 3S 3S",
    ] {
        assert_eq!(form(cards), None, "{cards}");
    }
    let long = rules_of_length(3);
    let ten = trump(&long, "S", "T");
    assert_eq!(ten.unit_of(&laid(ten, "3D 3D 4D 4D")), None);
    assert!(ten.unit_of(&laid(ten, "3D 3D 4D 4D 5D 5D")).is_some());
}

fn rules_of_length(tractor_min_length: u8) -> Rules {
    rules(Switches { tractor_min_length, ..Switches::default() })
}

#[test]
fn sj_11_level_pairs_without_a_trump_suit() {
    let rules = with_constants("");
    let none = trump(&rules, "", "T");
    let is_unit = |cards: &str| none.unit_of(&laid(none, cards)).is_some();
    assert!(!is_unit("TD TD TS TS") && !is_unit("TH TH TS TS"));
    for suit in Suit::ALL {
        assert!(is_unit(&format!("T{suit} T{suit} B B")));
        assert!(is_unit(&format!("T{suit} T{suit} B B R R")));
    }
}

#[test]
fn sj_12_switches_of_links() {
    let has = |switches: Switches, suit, level, cards| {
        let rules = rules(switches);
        let trump = trump(&rules, suit, level);
        trump.unit_of(&laid(trump, cards)).is_some()
    };
    let none = Switches { tractors: false, ..Switches::default() };
    assert!(!has(none.clone(), "S", "T", "3D 3D 4D 4D") && has(none, "S", "T", "3D 3D"));
    let solid = Switches { hollow: false, ..Switches::default() };
    for cards in ["9D 9D JD JD", "9S 9S JS JS"] {
        assert!(!has(solid.clone(), "S", "T", cards) && has(Switches::default(), "S", "T", cards));
    }
    // The ace is the top, and the classes of trumps above it are neighbours.
    assert!(
        has(solid.clone(), "S", "T", "AS AS TD TD") && has(solid.clone(), "S", "A", "KS KS AD AD")
    );
    // A constant rank leaves a gap as well.
    let constant = Switches { constant_trumps: ranks("7"), ..solid };
    assert!(!has(constant, "S", "T", "6D 6D 8D 8D"));
    use TrumpClass::{MainConstant, MainLevel, SideConstant, SideLevel, SmallJoker};
    let two = |banned_links| Switches {
        constant_trumps: ranks("27"),
        banned_links,
        ..Switches::default()
    };
    for (link, cards) in [
        ((SmallJoker, MainLevel), "TS TS B B"),
        ((SideLevel, MainLevel), "TD TD TS TS"),
        ((MainConstant, SideLevel), "7S 7S TD TD"),
        ((SideConstant, MainConstant), "2D 2D 2S 2S"),
        ((SideConstant, MainConstant), "2S 2S 7D 7D"),
        ((TrumpClass::Plain, SideConstant), "AS AS 2D 2D"),
        ((TrumpClass::BigJoker, SmallJoker), "B B R R"),
    ] {
        for link in [link, (link.1, link.0)] {
            assert!(!has(two(vec![link]), "S", "T", cards), "{cards}");
        }
        assert!(
            has(two(vec![]), "S", "T", cards)
                && has(two(vec![(SideLevel, SmallJoker)]), "S", "T", cards)
        );
    }
    // Without a trump suit one class answers to both names.
    for name in [SideLevel, MainLevel] {
        assert!(!has(two(vec![(name, SmallJoker)]), "", "T", "TD TD B B"));
    }
    assert!(!has(two(vec![(MainConstant, SideConstant)]), "", "T", "2D 2D 7H 7H"));
}

#[test]
fn sj_10_to_sj_12_two_pairs_are_a_tractor_as_told() {
    use TrumpClass::{MainConstant, MainLevel, SideConstant, SideLevel, SmallJoker};
    let base = Switches { decks: 4, ..Switches::default() };
    let sets = [
        base.clone(),
        Switches { tractors: false, ..base.clone() },
        Switches { hollow: false, constant_trumps: ranks("2"), ..base.clone() },
        Switches { hollow: false, constant_trumps: ranks("57K"), ..base.clone() },
        Switches {
            constant_trumps: ranks("27"),
            banned_links: vec![(MainConstant, SideConstant), (SmallJoker, SideLevel)],
            ..base.clone()
        },
        Switches {
            constant_trumps: ranks(RANKS),
            banned_links: vec![(MainConstant, SideLevel), (MainLevel, SideLevel)],
            ..base
        },
    ];
    for switches in sets {
        let rules = Rules::new(switches, Cpu::Portable).unwrap();
        for trump in all(&rules) {
            for a in Card::all() {
                for b in Card::all().skip(a.index() + 1) {
                    let mut cards = Cards::EMPTY;
                    cards.add(a.bit() | b.bit(), 2);
                    let unit = trump.unit_of(&trump.lay(&cards));
                    let linked = are_linked(rules.switches(), trump, a, b);
                    assert_eq!(
                        unit.is_some(),
                        linked,
                        "{a} {b} {:?} {:?}",
                        trump.suit(),
                        trump.level()
                    );
                    let classes = trump.fold(trump.lay_mask(a.bit() | b.bit()));
                    assert_eq!(trump.longest_run(classes) == 2, linked);
                }
            }
        }
    }
}

#[test]
fn runs_are_the_lowest_classes() {
    let rules = with_constants("");
    let ten = trump(&rules, "S", "T");
    let faces = ten.lay_mask("9D JD QD AD TD TH TS B".parse::<Cards>().unwrap().faces());
    let classes = ten.fold(faces);
    let bit = |card: &str| 1 << ten.class_of(ten.bit_of(card.parse().unwrap()));
    assert_eq!(ten.runs(classes, 1), classes);
    assert_eq!(ten.runs(classes, 2), bit("9D") | bit("JD") | bit("TD") | bit("TS"));
    assert_eq!(ten.runs(classes, 3), bit("9D") | bit("TD"));
    assert_eq!((ten.runs(classes, 4), ten.longest_run(classes), ten.longest_run(0)), (0, 3, 0));
    assert_eq!(ten.least_run(), 2);
}

#[test]
fn units_are_told_largest_first() {
    let rules = with_constants("");
    let ten = trump(&rules, "S", "T");
    let units = [
        "3S 3S 4S 4S 5S 5S",
        "8S 8S 8S 8S",
        "AS AS TH TH",
        "AS AS TD TD",
        "KS KS AS AS",
        "R R R",
        "R R",
        "TS TS",
        "TH TH",
        "TC TC",
        "TD TD",
        "R",
        "2S",
    ];
    let units = units.map(|unit| ten.unit_of(&laid(ten, unit)).unwrap());
    assert!(units.is_sorted_by(|a, b| a.rank(ten) < b.rank(ten)));
    assert!(units.iter().all(|unit| ten.unit_of(&unit.cards()) == Some(*unit)));
}

#[inline(always)]
fn there_and_back<I: Isa>(trump: &Trump, faces: u64) -> [u64; 2] {
    let ranked = trump.ranked::<I>(faces);
    [ranked, trump.unranked::<I>(ranked)]
}

#[test]
fn ranking_is_the_same_by_the_instructions_of_a_processor() {
    let cpu = Cpu::detect(false);
    for constants in ["", "2", "27", "23456789TJQKA"] {
        let rules = with_constants(constants);
        for trump in all(&rules) {
            let mut faces = 0x9e37_79b9_7f4a_7c15_u64;
            for _ in 0..50 {
                faces = faces.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(29);
                let laid = faces & ((1 << 54) - 1);
                let found = crate::dispatch!(
                    cpu,
                    there_and_back(trump: &Trump, laid: u64) -> [u64; 2]
                );
                assert_eq!(found, [trump.rank_mask(laid), laid]);
            }
        }
    }
}
