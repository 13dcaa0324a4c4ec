//! Orders of straights of Big Two, and rule sets that contradict themselves.

use chupai_core::big2::{
    BareQuad, Cards, FiveCard, FlushOrder, Kind, Move, NamedStraights, Remainder, Rules,
    StraightTie, Straights, SuitOrder, Switches, parse_move,
};
use chupai_core::bits::Cpu;

fn rules(switches: Switches) -> Rules {
    Rules::new(switches, Cpu::Portable).unwrap()
}

fn refused(switches: Switches) -> &'static str {
    Rules::new(switches, Cpu::Portable).unwrap_err().rule
}

fn play(rules: &Rules, cards: &str) -> Move {
    parse_move(rules, cards).unwrap()
}

/// The straight of a window in mixed suits: the last card a spade or a heart, the others diamonds and
/// clubs.
fn straight(window: &str, last: char) -> String {
    let suits = ['D', 'C', 'D', 'C', last];
    window.chars().zip(suits).map(|(rank, suit)| format!("{rank}{suit} ")).collect()
}

/// Every window is a straight; each beats all before it and none after it; the rest are none.
fn check_chain(rules: &Rules, chain: &[&str]) {
    const ALL: [&str; 13] = [
        "34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA", "JQKA2", "QKA23",
        "KA234", "A2345", "23456",
    ];
    for window in ALL {
        let cards: Cards = straight(window, 'H').parse().unwrap();
        let known = chain.iter().any(|group| group.split('=').any(|other| other == window));
        assert_eq!(rules.classify(cards), known.then_some(Kind::Straight), "{window}");
        let suited: Cards = straight(window, 'H').replace(['D', 'C'], "H").parse().unwrap();
        let flush = rules.has_kind(Kind::Flush).then_some(Kind::Flush);
        let kind = if known { Some(Kind::StraightFlush) } else { flush };
        assert_eq!(rules.classify(suited), kind, "{window}");
    }
    let each = |class: usize| chain[class].split('=').map(|window| straight(window, 'H'));
    for (a, b) in (0..chain.len()).flat_map(|a| (0..chain.len()).map(move |b| (a, b))) {
        for (x, y) in each(a).flat_map(|x| each(b).map(move |y| (x.clone(), y))) {
            for [x, y] in
                [[x.clone(), y.clone()], [x, y].map(|cards| cards.replace(['D', 'C'], "H"))]
            {
                let (x, y) = (play(rules, &x), play(rules, &y));
                if a != b {
                    assert_eq!(rules.beats(x, y, false), a > b, "{x}, {y}");
                    assert_eq!(rules.beats(x, y, true), a > b, "{x}, {y}");
                }
            }
        }
    }
}

#[test]
fn bt_12_named_orders() {
    const PLAIN: [&str; 8] =
        ["34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA"];
    let chain = |before: &[&'static str], middle: &[&'static str], after: &[&'static str]| {
        [before, middle, after].concat()
    };
    let chains = [
        (NamedStraights::Hk, chain(&[], &PLAIN, &["23456", "A2345"])),
        (NamedStraights::Natural, chain(&["A2345", "23456"], &PLAIN, &[])),
        (NamedStraights::WheelTop, chain(&["23456"], &PLAIN, &["A2345"])),
        (NamedStraights::BroadwayWheel, chain(&["23456"], &PLAIN[..7], &["A2345", "TJQKA"])),
        (NamedStraights::TwoHighTie, chain(&[], &PLAIN, &["A2345=23456"])),
        (NamedStraights::Taiwan, chain(&["A2345"], &PLAIN, &["23456"])),
        (NamedStraights::GameRank, chain(&[], &PLAIN, &["JQKA2"])),
    ];
    assert_eq!(chains.len(), NamedStraights::ALL.len());
    for (name, chain) in chains {
        for (straight_tie, flushes) in [(StraightTie::Game, true), (StraightTie::None, false)] {
            let straights = Straights::Named(name);
            let s = Switches { straights, straight_tie, flushes, ..Switches::default() };
            check_chain(&rules(s), &chain);
        }
    }
}

#[test]
fn bt_11_explicit_lists() {
    let list = |text: &str| Switches {
        straights: Straights::List(text.to_owned()),
        ..Switches::default()
    };
    let chains: [(&str, &[&str]); 7] = [
        ("34567", &["34567"]),
        (
            "34567 … 789TJ KA234=A2345",
            &["34567", "45678", "56789", "6789T", "789TJ", "KA234=A2345"],
        ),
        ("A2345 < 34567<...<56789", &["A2345", "34567", "45678", "56789"]),
        ("9TJQK … QKA23", &["9TJQK", "TJQKA", "JQKA2", "QKA23"]),
        ("KA234 ... 34567", &["KA234", "A2345", "23456", "34567"]),
        ("TJQKA = 34567 56789 …6789T", &["TJQKA=34567", "56789", "6789T"]),
        ("10JQKA 6789 10", &[]),
    ];
    for (text, chain) in &chains[..6] {
        check_chain(&rules(list(text)), chain);
        // As written, whatever the top rank.
        check_chain(&rules(Switches { top_rank: 0, ..list(text) }), chain);
    }
    check_chain(&rules(list("10JQKA")), &["TJQKA"]);
    for text in [
        "",
        "  ",
        "3456",
        "34568",
        "345678",
        "34567 34567",
        "34567 … 56789 45678",
        "= 34567",
        "34567 =",
        "34567 … ",
        "… 34567",
        "34567 = … 56789",
        "34567 = = 45678",
        "34567=34567",
        "34567 >45678",
        "34567,45678",
        chains[6].0,
        "é",
    ] {
        assert_eq!(refused(list(text)), "BT-11", "{text}");
    }
}

#[test]
fn bt_04_named_orders_move_with_the_ranks() {
    let s = Switches { top_rank: 0, ..Switches::default() };
    let big_three =
        ["45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA", "JQKA2", "34567", "23456"];
    let r = rules(s.clone());
    check_chain(&r, &big_three);
    for (higher, lower) in [("3D", "2S"), ("2D", "AS"), ("AS", "4S"), ("3S 3D", "3H 3C")] {
        assert!(r.beats(play(&r, higher), play(&r, lower), false));
        assert!(!r.beats(play(&r, lower), play(&r, higher), false));
    }
    // After a revolution 4 is the highest and 3 the lowest.
    assert!(r.beats(play(&r, "4D"), play(&r, "2S"), true));
    assert!(r.beats(play(&r, "5D"), play(&r, "3S"), true));
    let by_the_three = [("3D", "2S"), ("3S", "2S")].map(|(three, two)| {
        let cards = format!("{three} {two} 4C 5C 6C");
        play(&r, &cards)
    });
    assert!(r.beats(by_the_three[1], by_the_three[0], false));
    let big_four = ["56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA", "JQKA2", "QKA23"];
    check_chain(
        &rules(Switches { top_rank: 1, ..s.clone() }),
        &[&big_four[..], &["45678", "34567"]].concat(),
    );
    for name in NamedStraights::ALL {
        let straights = Straights::Named(*name);
        for top_rank in 0..13 {
            rules(Switches { top_rank, straights: straights.clone(), ..s.clone() });
        }
    }
}

#[test]
fn bt_13_one_card_decides_between_equal_windows() {
    // The two straights differ in the suit of one card only.
    let cases = [
        // The window, its card that decides by "game", "sequence" and "taiwan".
        ("34567", 4, 4, 4),
        ("TJQKA", 4, 4, 4),
        ("JQKA2", 4, 4, 4),
        ("QKA23", 3, 4, 3),
        ("KA234", 2, 4, 2),
        ("A2345", 1, 4, 4),
        ("23456", 0, 4, 0),
    ];
    let all = "34567 … 23456";
    for (window, game, sequence, taiwan) in cases {
        for (tie, decides) in [
            (StraightTie::Game, game),
            (StraightTie::Sequence, sequence),
            (StraightTie::Taiwan, taiwan),
            (StraightTie::None, 5),
        ] {
            for suit_order in SuitOrder::ALL {
                let r = rules(Switches {
                    straights: Straights::List(all.to_owned()),
                    straight_tie: tie,
                    suit_order: *suit_order,
                    ..Switches::default()
                });
                let clubs_higher = *suit_order == SuitOrder::Dchs;
                for place in 0..5 {
                    let suited = |suit| {
                        let suit = |i: usize| if i == place { suit } else { ['H', 'S'][i % 2] };
                        let card = |(i, rank)| format!("{rank}{} ", suit(i));
                        play(&r, &window.chars().enumerate().map(card).collect::<String>())
                    };
                    let (clubs, diamonds) = (suited('C'), suited('D'));
                    let first = place == decides && clubs_higher;
                    assert_eq!(r.beats(clubs, diamonds, false), first, "{window} {place}");
                    let second = place == decides && !clubs_higher;
                    assert_eq!(r.beats(diamonds, clubs, false), second, "{window} {place}");
                }
            }
        }
    }
}

#[test]
fn bt_14_flush_orders() {
    let flush = |order| rules(Switches { flush_order: order, ..Switches::default() });
    let (ace, king) = ("AD 6D 5D 4D 3D", "KS QS JS TS 8S");
    let beats = |r: &Rules, a, b| r.beats(play(r, a), play(r, b), false);
    let [rank, suit, top] = [FlushOrder::Rank, FlushOrder::Suit, FlushOrder::Top].map(flush);
    assert!(beats(&rank, ace, king) && beats(&suit, king, ace) && beats(&top, ace, king));
    let (low, high) = ("KD QD JD TD 8D", "KS 6S 5S 4S 3S");
    assert!(beats(&rank, low, high) && beats(&top, high, low) && beats(&suit, high, low));
    assert!(beats(&suit, "2S 4S 5S 6S 8S", "AH KH QH TH 8H"));
}

#[test]
fn bt_08_four_of_a_kind_alone() {
    let (four, five, higher) = ("4D 4C 4H 4S", "4D 4C 4H 4S KD", "5D 5C 5H 5S");
    let off = rules(Switches::default());
    assert_eq!(parse_move(&off, four).unwrap_err().rule, "BT-08");
    let with = |bare_quad, five_card, monsters| {
        rules(Switches { bare_quad, five_card, monsters, ..Switches::default() })
    };
    let own = with(BareQuad::OwnKind, FiveCard::Ladder, false);
    let among = with(BareQuad::AsQuads, FiveCard::Ladder, false);
    let monster = with(BareQuad::AsQuads, FiveCard::SameKind, true);
    let straight = "7D 8C 9H TS JD";
    let straight_flush = "7D 8D 9D TD JD";
    for (r, expected) in [(&own, false), (&among, true), (&monster, true)] {
        let beats = |a, b| r.beats(play(r, a), play(r, b), false);
        assert!(beats(higher, four) && !beats(four, higher) && !beats(four, five));
        assert_eq!(beats(higher, five), expected);
        assert_eq!(beats("5D 5C 5H 5S KD", four), expected);
        assert_eq!(beats(four, straight), expected);
        assert_eq!(beats(straight_flush, four), expected);
        assert!(!beats(four, straight_flush));
    }
    assert!(monster.beats(play(&monster, four), play(&monster, "2S"), false));
    assert!(!among.beats(play(&among, four), play(&among, "2S"), false));
}

#[test]
fn contradictions_are_refused() {
    let s = Switches::default;
    let faults = [
        ("BT-02", Switches { decks: 3, ..s() }),
        ("BT-04", Switches { top_rank: 13, ..s() }),
        ("BT-22", Switches { players: 1, ..s() }),
        ("BT-22", Switches { players: 53, ..s() }),
        ("BT-20", Switches { monsters: true, ..s() }),
        ("BT-30", Switches { monster_after_pass: true, lock: true, ..s() }),
        ("BT-30", Switches { ask_locked_always: true, ..s() }),
        ("BT-24", Switches { remainder: Remainder::MalaysiaSwap, ..s() }),
        ("BT-34", Switches { redeal_below: Some(0), ..s() }),
        ("BT-21", Switches { dragon_play: true, players: 5, ..s() }),
        ("BT-33", Switches { instant_dragon: true, players: 2, ..s() }),
        ("BT-33", Switches { instant_dragon: true, decks: 2, ..s() }),
    ];
    for (rule, switches) in faults {
        assert_eq!(refused(switches.clone()), rule, "{switches:?}");
    }
    for (decks, players) in [(2, 8), (1, 3), (1, 2)] {
        rules(Switches { dragon_play: true, decks, players, ..s() });
    }
    rules(Switches { players: 52, ..s() });
    // 104 cards among 9: 11 each, and 5 more to one hand.
    rules(Switches { dragon_play: true, decks: 2, players: 9, ..s() });
}

#[test]
fn texts_of_moves() {
    let r = rules(Switches::default());
    for text in ["pass", "swap", "redeal", "ask 2", "give 3D", "3D", "3D 3C", "7D 8C 9H TS JD"] {
        assert_eq!(parse_move(&r, text).unwrap().to_string(), text);
    }
    for (text, rule) in [
        ("", "BT-27"),
        ("3D B", "BT-01"),
        ("3D 3D", "BT-01"),
        ("3D 4D", "BT-06"),
        ("3D 4D 5D", "BT-07"),
        ("3D 3C 4D 4C", "BT-09"),
        ("3D 3C 4D 4C 5D", "BT-10"),
        ("QD KD AD 2C 3D", "BT-11"),
        ("3D 3C 3H 4D 5D", "BT-15"),
        ("3D 4D 5D 6D 7D 8D", "BT-18"),
        ("ask B", ""),
        ("ask x", ""),
        ("give R", "BT-01"),
        ("give 3D 3C", ""),
        ("x", ""),
    ] {
        assert_eq!(parse_move(&r, text).unwrap_err().rule, rule, "{text}");
    }
}
