//! Numbers of paths through Big Two endgames, as the reference counted them.
//!
//! `tests/data/big2_perft.txt` says what a line means; the Python tests read it too.

mod paths;
#[path = "big2/taiwan.rs"]
mod taiwan;

use chupai_core::big2::{
    BareQuad, Cards, FlushOrder, Kind, NamedStraights, Position, Rules, State, StraightTie,
    Straights, Switches, parse_move,
};
use chupai_core::bits::Cpu;
use paths::{fields, listed_paths, numbered_paths};
use std::collections::HashSet;
use taiwan::taiwan;

const FILE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/big2_perft.txt"));

/// The switches of the file's rule sets, but for the number of players.
fn switches(name: &str) -> Switches {
    let plain = Switches::default();
    let straights = Straights::Named;
    match name {
        "hong kong" => plain,
        "wikipedia" => Switches { flush_order: FlushOrder::Suit, ..plain },
        "top flush" => Switches {
            flush_order: FlushOrder::Top,
            straights: straights(NamedStraights::TwoHighTie),
            straight_tie: StraightTie::None,
            ..plain
        },
        "natural" => Switches {
            straights: straights(NamedStraights::Natural),
            straight_tie: StraightTie::Sequence,
            ..plain
        },
        "taiwan" => taiwan(),
        "bloody" => Switches { dragon_play: false, all_out: true, revolution: true, ..taiwan() },
        "all out" => Switches { all_out: true, ..plain },
        "forced" => Switches { top_forced: true, ..plain },
        "two pairs" => Switches {
            bare_quad: BareQuad::OwnKind,
            two_pair_4: true,
            two_pair_5: true,
            triples: false,
            ..plain
        },
        "as quads" => Switches {
            bare_quad: BareQuad::AsQuads,
            two_pair_5: true,
            lock: true,
            revolution: true,
            ..plain
        },
        "big three" => Switches { top_rank: 0, ..plain },
        "two decks" => Switches { decks: 2, two_pair_4: true, ..plain },
        _ => panic!("no rules are called {name:?}"),
    }
}

#[test]
fn paths_are_as_many_as_the_reference_counts() {
    for cpu in [Cpu::Portable, Cpu::detect(false)] {
        let mut kinds = HashSet::new();
        for line in paths::lines(FILE) {
            let [rules, hands, turn, to_beat, depth, paths] = fields(line);
            let hands: Vec<Cards> = hands.split('/').map(|hand| hand.parse().unwrap()).collect();
            let (turn, seats): (u8, u8) = (turn.parse().unwrap(), hands.len() as u8);
            let rules = Rules::new(Switches { players: seats, ..switches(rules) }, cpu).unwrap();
            let by = (turn + seats - 1) % seats;
            let to_beat = (to_beat != "-").then(|| (parse_move(&rules, to_beat).unwrap(), by));
            let position = Position::likely(&rules, hands, turn, to_beat);
            let state = State::from_position(&rules, &position).unwrap_or_else(|e| {
                panic!("{line}: {e:?}");
            });
            let (depth, paths): (u32, u64) = (depth.parse().unwrap(), paths.parse().unwrap());
            let listed = listed_paths(&rules, &state, depth, &mut |mv| {
                kinds.insert(mv.kind);
            });
            assert_eq!(listed, paths, "{line}");
            assert_eq!(numbered_paths(&rules, &state, depth), paths, "{line}");
        }
        let plays = Kind::ALL.into_iter().filter(|&kind| kind == Kind::Pass || kind.is_play());
        assert_eq!(kinds, plays.collect(), "every kind is played somewhere");
    }
}
