//! Combinations of Big Two, their order and their lists, against a slow second writing.

#[path = "big2/rulebook.rs"]
mod rulebook;

use chupai_core::big2::{
    Ask, BareQuad, Cards, FiveCard, FlushOrder, Kind, Move, NamedStraights, Rules, StraightTie,
    Straights, SuitOrder, Switches,
};
use chupai_core::bits::Cpu;
use chupai_core::card::Card;
use proptest::prelude::*;
use proptest::sample::select;
use std::ops::ControlFlow;

fn compiled(switches: &Switches) -> Rules {
    Rules::new(switches.clone(), Cpu::Portable).unwrap()
}

fn listed(rules: &Rules, ask: &Ask) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = rules.for_each(ask, |mv| {
        moves.push(mv);
        ControlFlow::Continue(())
    });
    moves
}

/// Every multiset of one to five cards of a hand, and the whole hand.
fn parts(hand: Cards) -> Vec<Cards> {
    fn extend(left: &[(usize, usize)], size: usize, cards: Cards, out: &mut Vec<Cards>) {
        let Some((&(face, copies), rest)) = left.split_first() else {
            if size > 0 {
                out.push(cards);
            }
            return;
        };
        for n in 0..=copies.min(5 - size) {
            let mut more = cards;
            more.add(1 << face, n);
            extend(rest, size + n, more, out);
        }
    }
    let mut out = Vec::new();
    extend(&hand.iter().collect::<Vec<_>>(), 0, Cards::EMPTY, &mut out);
    if hand.total() > 5 {
        out.push(hand);
    }
    out
}

/// Whether a play answers a question, by the second writing.
fn answers(s: &Switches, ask: &Ask, mv: Move) -> bool {
    let faces = rulebook::faces(mv.cards);
    let highest = rulebook::faces(ask.hand).into_iter().max_by_key(|&(rank, suit)| {
        (rulebook::strength(s, rank, ask.revolved), rulebook::suit_strength(s, suit))
    });
    ask.to_beat.is_none_or(|to_beat| rulebook::beats(s, mv, to_beat, ask.revolved))
        && (mv.kind != Kind::Dragon || mv.cards == ask.hand)
        && ask.due.is_none_or(|due| mv.cards.count(due.into()) > 0)
        && (!ask.monsters_only || rulebook::is_monster(s, mv.kind))
        && (mv.kind != Kind::Single || !ask.top_single || Some(faces[0]) == highest)
}

fn any_straights() -> impl Strategy<Value = Straights> {
    let lists = [
        "34567 45678=56789 TJQKA",
        "KA234 QKA23 JQKA2=A2345=34567 23456",
        "34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA JQKA2 QKA23 KA234 A2345 23456",
    ];
    prop_oneof![
        4 => select(NamedStraights::ALL).prop_map(Straights::Named),
        1 => select(lists.to_vec()).prop_map(|list| Straights::List(list.to_owned())),
    ]
}

fn any_switches() -> impl Strategy<Value = Switches> {
    let cards = (1..=2u8, select(SuitOrder::ALL), prop_oneof![Just(12u8), 0..13u8]);
    let plays = (any::<bool>(), select(BareQuad::ALL), any::<bool>(), any::<bool>());
    let straights = (any_straights(), select(StraightTie::ALL));
    let flushes = (any::<bool>(), select(FlushOrder::ALL));
    let pairs = (select(FiveCard::ALL), any::<bool>(), any::<bool>());
    (cards, plays, straights, flushes, pairs).prop_map(
        |(cards, plays, straights, flushes, (five_card, monsters, dragon_play))| Switches {
            decks: cards.0,
            suit_order: cards.1,
            top_rank: cards.2,
            triples: plays.0,
            bare_quad: plays.1,
            two_pair_4: plays.2,
            two_pair_5: plays.3,
            straights: straights.0,
            straight_tie: straights.1,
            flushes: flushes.0,
            flush_order: if flushes.0 { flushes.1 } else { FlushOrder::Rank },
            five_card,
            monsters: monsters && five_card == FiveCard::SameKind,
            dragon_play,
            players: if cards.0 == 2 { 8 } else { 4 },
            ..Switches::default()
        },
    )
}

/// Hands in which cards have something to do with each other.
fn any_hand(decks: u8) -> impl Strategy<Value = Cards> {
    let any_card = 0..52u8;
    let few_ranks = |n: u8| {
        (0..13u8).prop_flat_map(move |first| {
            proptest::collection::vec((0..n, 0..4u8), 1..12).prop_map(move |cards| {
                cards.iter().map(|(r, s)| (first + r) % 13 * 4 + s).collect()
            })
        })
    };
    let one_suit = (0..4u8).prop_flat_map(|suit| {
        proptest::collection::vec((0..13u8).prop_map(move |rank| 4 * rank + suit), 1..11)
    });
    let dragon = proptest::collection::vec(0..4u8, 13)
        .prop_map(|suits| (0..13).map(|rank| 4 * rank + suits[usize::from(rank)]).collect());
    let faces = prop_oneof![
        2 => few_ranks(6),
        2 => few_ranks(3),
        1 => one_suit,
        1 => dragon,
        1 => proptest::collection::vec(any_card, 1..14),
    ];
    faces.prop_map(move |faces: Vec<u8>| {
        let mut hand = Cards::EMPTY;
        for face in faces {
            if hand.count(face.into()) < decks.into() {
                hand.add(1 << face, 1);
            }
        }
        hand
    })
}

fn any_case() -> impl Strategy<Value = (Switches, Cards, Cards)> {
    any_switches().prop_flat_map(|s| {
        let decks = s.decks;
        (Just(s), any_hand(decks), any_hand(decks))
    })
}

#[test]
fn straights_of_all_windows_are_listed_after_a_revolution_too() {
    for (top_rank, suit_order) in
        (0..13).flat_map(|top| SuitOrder::ALL.iter().map(move |s| (top, s)))
    {
        let all = "34567 … 23456".to_owned();
        let straights = Straights::List(all);
        let rules = compiled(&Switches {
            top_rank,
            suit_order: *suit_order,
            straights,
            ..Switches::default()
        });
        for (first, suit) in (0..13).flat_map(|first| (0..4).map(move |suit| (first, suit))) {
            let face = |i: u32, suit: u32| 1u64 << (4 * ((first + i) % 13) + suit);
            let suited = (0..5).fold(0, |cards, i| cards | face(i, suit));
            let both = suited | face(2, suit ^ 1);
            for revolved in [false, true] {
                let ask = Ask { revolved, ..Ask::lead(Cards::from_decks([both, 0])) };
                let kinds = listed(&rules, &ask).into_iter().map(|mv| mv.kind);
                let fives: Vec<Kind> = kinds.filter(|kind| kind.size() == 5).collect();
                assert_eq!(fives, [Kind::Straight, Kind::StraightFlush], "{}", ask.hand);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn lists_are_all_plays_in_order(
        (s, hand, others) in any_case(),
        revolved: bool,
        limits in 0..8u8,
        which: prop::sample::Index,
    ) {
        let rules = compiled(&s);
        let mut plays = Vec::new();
        for cards in parts(hand) {
            let kind = rulebook::kind(&s, &rulebook::faces(cards));
            prop_assert_eq!(rules.classify(cards), kind, "{}", cards);
            plays.extend(kind.map(|kind| Move::play(kind, cards)));
        }
        plays.sort_by_key(|mv| rulebook::place(&s, mv.kind, &rulebook::faces(mv.cards), revolved));
        let others: Vec<Move> = parts(others).into_iter().filter_map(|c| rules.read(c)).collect();
        let one = |moves: &[Move]| (!moves.is_empty()).then(|| *which.get(moves));
        for to_beat in [None, one(&others), one(&plays)] {
            let due = hand.cards().nth(which.index(hand.total())).map(|card| card.index() as u8);
            let ask = Ask {
                hand,
                revolved,
                to_beat,
                may_pass: to_beat.is_some(),
                due: due.filter(|_| limits & 1 != 0),
                top_single: limits & 2 != 0,
                monsters_only: limits & 4 != 0,
            };
            let mut expected: Vec<Move> =
                plays.iter().copied().filter(|&mv| answers(&s, &ask, mv)).collect();
            if ask.may_pass {
                expected.insert(0, Move::PASS);
            }
            prop_assert_eq!(&listed(&rules, &ask), &expected);
            prop_assert_eq!(rules.count(&ask), expected.len() as u64);
            for (n, &mv) in expected.iter().enumerate() {
                prop_assert_eq!(rules.nth(&ask, n as u64), mv);
            }
            for &mv in plays.iter().chain([&Move::PASS, &Move::SWAP]) {
                prop_assert_eq!(rules.allows(&ask, mv), expected.contains(&mv));
                prop_assert_eq!(rules.allows_known(&ask, mv), expected.contains(&mv));
                let why = rules.why_not(&ask, mv);
                prop_assert_eq!(why.is_none(), expected.contains(&mv));
                if let Some(why) = why {
                    prop_assert!(why.rule.starts_with("BT-"));
                    let named = mv.kind == Kind::Pass || why.message.contains(&mv.to_string());
                    prop_assert!(named, "{}", why);
                }
            }
            if let Some(to_beat) = to_beat {
                let over = |mv: &&Move| rulebook::is_monster(&s, mv.kind)
                    && rulebook::beats(&s, **mv, to_beat, revolved);
                let holds = plays.iter().find(over).is_some();
                prop_assert_eq!(rules.has_monster_over(hand, to_beat, revolved), holds);
            }
        }
    }

    #[test]
    fn plays_beat_each_other_as_the_rules_say((s, a, b) in any_case(), revolved: bool) {
        let rules = compiled(&s);
        let read = |hand| parts(hand).into_iter().filter_map(|cards| rules.read(cards));
        let (a, b): (Vec<Move>, Vec<Move>) = (read(a).take(60).collect(), read(b).take(60).collect());
        for (&x, &y) in a.iter().flat_map(|x| b.iter().map(move |y| (x, y))) {
            prop_assert_eq!(rules.beats(x, y, revolved), rulebook::beats(&s, x, y, revolved));
            prop_assert!(!(rules.beats(x, y, revolved) && rules.beats(y, x, revolved)));
            if x.kind == y.kind {
                let key = |mv: Move| rulebook::key(&s, x.kind, &rulebook::faces(mv.cards), revolved);
                let order = rules.key(x, revolved).cmp(&rules.key(y, revolved));
                prop_assert_eq!(order, key(x).cmp(&key(y)));
            }
            if !rules.beats(x, y, revolved) {
                let why = rules.why_not_beaten(x, y, revolved);
                let names = why.message.contains(&x.to_string()) && why.message.contains(&y.to_string());
                prop_assert!(names && why.rule.starts_with("BT-"));
            }
        }
    }

    #[test]
    fn what_is_no_play_is_told((s, hand, _) in any_case()) {
        let rules = compiled(&s);
        for cards in parts(hand) {
            if rules.classify(cards).is_none() {
                let why = rules.why_no_play(cards);
                prop_assert!(why.rule.starts_with("BT-") && why.message.contains(&cards.to_string()));
            }
        }
        for cards in ["3D B", "3D 3D", ""] {
            let cards: Cards = cards.parse().unwrap();
            prop_assert_eq!(rules.classify(cards).is_some(), s.decks == 2 && cards.total() == 2 && !cards.cards().any(Card::is_joker));
        }
    }
}
