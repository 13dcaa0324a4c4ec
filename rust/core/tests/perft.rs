//! Numbers of paths through Dou Dizhu endgames, as the reference counted them.
//!
//! `tests/data/doudizhu_perft.txt` says what a line means; the Python tests read it too.

mod paths;

use chupai_core::bits::Cpu;
use chupai_core::doudizhu::{Hand, Kind, Position, Rules, State, Switches, parse_move};
use paths::{fields, listed_paths, numbered_paths};
use std::collections::HashSet;

const FILE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/doudizhu_perft.txt"));

/// One line of the file.
struct Line<'a> {
    text: &'a str,
    rules: &'a str,
    hands: [Hand; 3],
    landlord: u8,
    to_beat: Option<&'a str>,
    depth: u32,
    paths: u64,
}

impl<'a> Line<'a> {
    fn read(text: &'a str) -> Self {
        let [rules, hands, landlord, to_beat, depth, paths] = fields(text);
        let hands: Vec<Hand> = hands.split('/').map(|hand| Hand::parse(hand).unwrap()).collect();
        Self {
            text,
            rules,
            hands: hands.try_into().expect("three hands"),
            landlord: landlord.parse().unwrap(),
            to_beat: (to_beat != "-").then_some(to_beat),
            depth: depth.parse().unwrap(),
            paths: paths.parse().unwrap(),
        }
    }

    fn state(&self, rules: &Rules) -> State {
        let by = (self.landlord + 2) % 3;
        let to_beat = self.to_beat.map(|text| (parse_move(rules, text, None).unwrap(), by));
        let position = Position {
            hands: self.hands,
            landlord: self.landlord,
            turn: self.landlord,
            to_beat,
            bottom: Hand::EMPTY,
            bid: 0,
            robs: 0,
            plays: [0; 3],
            bombs: 0,
            rockets: 0,
        };
        let position = position.with_likely_past(rules);
        State::from_position(rules, &position).unwrap_or_else(|e| panic!("{}: {e:?}", self.text))
    }
}

/// The switches of the file's rule sets.
fn switches(name: &str) -> Switches {
    let standard = Switches::default();
    match name {
        "standard" => standard,
        "rlcard" => Switches { wing_extends_chain: false, ..standard },
        "douzero" => Switches {
            wing_repeat: 4,
            wing_both_jokers: true,
            kicker_both_jokers: true,
            ..standard
        },
        "openspiel" => Switches { four_with_two: false, ..standard },
        "quad chains" => Switches { quad_chains: true, ..standard },
        "quad chains apart" => {
            Switches { quad_chains: true, wing_repeat: 4, wing_extends_chain: false, ..standard }
        }
        "strict" => Switches {
            wing_repeat: 1,
            wing_extends_chain: false,
            kicker_pair_as_two_solos: false,
            ..standard
        },
        "loose" => Switches {
            trio_with_any_two: true,
            wing_repeat: 4,
            wing_both_jokers: true,
            wing_chain_rank: true,
            wing_quad_as_two_pairs: true,
            kicker_both_jokers: true,
            quad_chains: true,
            ..standard
        },
        _ => panic!("no rules are called {name:?}"),
    }
}

#[test]
fn paths_are_as_many_as_the_reference_counts() {
    for cpu in [Cpu::Portable, Cpu::detect(false)] {
        let mut kinds = HashSet::new();
        for line in paths::lines(FILE).map(Line::read) {
            let rules = Rules::new(switches(line.rules), cpu).unwrap();
            let state = line.state(&rules);
            let listed = listed_paths(&rules, &state, line.depth, &mut |mv| {
                kinds.insert(mv.kind);
            });
            assert_eq!(listed, line.paths, "{}", line.text);
            assert_eq!(numbered_paths(&rules, &state, line.depth), line.paths, "{}", line.text);
        }
        let plays = Kind::ALL.into_iter().filter(|&kind| kind == Kind::Pass || kind.is_play());
        assert_eq!(kinds, plays.collect(), "every kind is played somewhere");
    }
}
