//! Action ids of Big Two.

#[path = "big2/taiwan.rs"]
mod taiwan;

use chupai_core::big2::{
    Ask, BareQuad, Cards, Kind, Move, NamedStraights, Remainder, Rules, Straights, Switches,
    parse_move,
};
use chupai_core::bits::Cpu;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use taiwan::taiwan;

fn rules(switches: Switches) -> Rules {
    Rules::new(switches, Cpu::Portable).unwrap()
}

/// Ids and moves are one for one, and the plays with ids are those of a hand of all cards.
fn check(rules: &Rules) -> usize {
    let moves: Vec<(u32, Move)> = (0..Rules::NUM_ACTIONS)
        .filter_map(|id| rules.move_of(id).map(|mv| (id, mv)))
        .inspect(|&(id, mv)| assert_eq!(rules.id_of(mv), Some(id), "{mv}"))
        .inspect(|&(id, mv)| assert_eq!(rules.id_unchecked(mv), id, "{mv}"))
        .collect();
    let hand = Cards::from_decks([(1 << 52) - 1, 0]);
    let mut listed = BTreeSet::new();
    let mut number = 0;
    let _ = rules.for_each(&Ask { may_pass: true, ..Ask::lead(hand) }, |mv| {
        listed.insert(rules.id_of(mv).unwrap());
        number += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(listed.len(), number);
    // The only dragon is none of a hand of all cards.
    listed.extend(rules.id_of(Move::play(Kind::Dragon, Cards::EMPTY)));
    let plays = moves.iter().filter(|(_, mv)| mv.is_pass() || mv.kind.is_play());
    assert!(plays.map(|(id, _)| *id).eq(listed.iter().copied()));
    assert_eq!(listed.len(), rules.num_plays() as usize);
    for kind in Kind::ALL {
        assert_eq!(rules.has_kind(kind), moves.iter().any(|(_, mv)| mv.kind == kind), "{kind:?}");
    }
    for id in [Rules::NUM_ACTIONS, u32::MAX] {
        assert_eq!(rules.move_of(id), None);
    }
    moves.len()
}

#[test]
fn every_rule_set_has_the_same_ids() {
    assert_eq!(Rules::NUM_ACTIONS, 147_404);
    let hong_kong = rules(Switches::default());
    assert_eq!((hong_kong.num_plays(), check(&hong_kong)), (19_899, 19_899));
    let taiwan = rules(taiwan());
    assert_eq!((taiwan.num_plays(), check(&taiwan)), (14_792, 14_792));
    let all = rules(Switches {
        bare_quad: BareQuad::OwnKind,
        two_pair_4: true,
        two_pair_5: true,
        straights: Straights::List("A2345 23456 … JQKA2".to_owned()),
        dragon_play: true,
        all_out: true,
        redeal_below: Some(3),
        ..Switches::default()
    });
    // All but the flushes that are straights, and the swap of three players.
    assert_eq!(check(&all), 147_404 - 4 * 11 - 1);
    let three = Switches { players: 3, remainder: Remainder::MalaysiaSwap, ..Switches::default() };
    check(&rules(Switches { triples: false, ..three }));
    check(&rules(Switches { top_rank: 0, ..Switches::default() }));
}

#[test]
fn some_rule_sets_have_none() {
    let list = |text: &str| Straights::List(text.to_owned());
    for switches in [
        Switches { decks: 2, ..Switches::default() },
        Switches { straights: list("34567 QKA23"), ..Switches::default() },
        Switches { straights: list("KA234"), ..Switches::default() },
        Switches { top_rank: 1, ..Switches::default() },
    ] {
        let rules = rules(switches);
        assert!(!rules.has_ids());
        assert_eq!((rules.id_of(Move::PASS), rules.move_of(0)), (None, None));
    }
}

#[test]
fn ids_are_as_documented() {
    let rules = rules(Switches {
        bare_quad: BareQuad::AsQuads,
        two_pair_4: true,
        two_pair_5: true,
        dragon_play: true,
        all_out: true,
        redeal_below: Some(3),
        straights: Straights::Named(NamedStraights::GameRank),
        ..Switches::default()
    });
    let dragon = "3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2S";
    for (text, id) in [
        ("pass", 0),
        ("3D", 1),
        ("2S", 52),
        ("3D 3C", 53),
        ("3C 3H", 55),
        ("2H 2S", 130),
        ("3D 3C 3H", 131),
        ("2C 2H 2S", 182),
        ("3D 4D 5D 6D 7C", 183 + 2 * 1024 + 1),
        ("JS QD KD AD 2D", 183 + 10 * 1024 + 3 * 256),
        ("3D 4D 5D 6D 8D", 11_448),
        ("9S QS KS AS 2S", 16_595 - 3),
        ("3D 3C 3H 4D 4C", 16_595),
        ("2C 2H 2S AH AS", 20_338),
        ("3D 3C 3H 3S 4D", 20_339),
        ("AS 2D 2C 2H 2S", 20_962),
        ("3D 3C 3H 3S", 20_963),
        ("3D 3C 4D 4C", 20_976),
        ("AH AS 2H 2S", 23_783),
        ("3D 3C 4D 4C 5D", 23_784),
        ("KS AH AS 2H 2S", 147_335),
        (dragon, 147_336),
        ("redeal", 147_338),
        ("ask 3", 147_339),
        ("give 2S", 147_403),
    ] {
        let mv = parse_move(&rules, text).unwrap();
        assert_eq!(rules.id_of(mv), Some(id), "{text}");
        assert_eq!(rules.move_in(mv.cards, id), Some(mv), "{text}");
    }
    // One of a suit: the straight's id where the window is listed, else the flush's.
    let id = |cards| rules.id_of(parse_move(&rules, cards).unwrap()).unwrap();
    assert_eq!(id("3D 4D 5D 6D 7D"), 183 + 2 * 1024);
    assert!((11_447..16_595).contains(&id("AD 2D 3D 4D 5D")));
    // Moves that are none.
    let odd: Cards = "3D 4D".parse().unwrap();
    for mv in [
        Move::play(Kind::Pair, odd),
        Move { rank: 1, ..Move::PASS },
        Move { cards: odd, ..Move::PASS },
        Move { cards: odd, ..Move::REDEAL },
        Move { kind: Kind::Give, ..Move::PASS },
        Move::play(Kind::Give, odd),
        Move::ask(13),
        Move::SWAP,
    ] {
        assert_eq!(rules.id_of(mv), None, "{mv}");
    }
    assert_eq!(rules.move_in(odd, 147_336), None);
}
