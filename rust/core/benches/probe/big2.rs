//! Big Two: its profiles, questions and card sets.

#[path = "../../tests/big2/taiwan.rs"]
mod taiwan;

use self::taiwan::taiwan;
use super::{Entry, Family, Probe, dealt, walk};
use chupai_core::big2::{
    Ask, BareQuad, Cards, Course, FlushOrder, Kind, Move, NamedStraights, Redealer, Remainder,
    Rules, ScoreKey, State, StraightTie, Straights, Switches,
};
use chupai_core::bits::{Cpu, Portable};
use chupai_core::deal::split_decks;
use chupai_core::game::{Agent, Game};
use chupai_core::rng::{Domain, Rng};
use std::collections::BTreeSet;
use std::hint::black_box;

/// The rules of the presets, by name.
fn profile(name: &str) -> Option<Switches> {
    let hong_kong = Switches::default();
    Some(match name {
        "hong-kong" | "hong-kong-place" => hong_kong,
        "wikipedia" => Switches {
            flush_order: FlushOrder::Suit,
            must_include_lowest: false,
            instant_dragon: true,
            redeal_below: Some(3),
            ..hong_kong
        },
        "taiwan" => taiwan(),
        "taiwan-deduction" => Switches { monster_after_pass: false, ..taiwan() },
        "taiwan-3p" => {
            Switches { monster_after_pass: false, players: 3, triples: false, ..taiwan() }
        }
        "bloody" => Switches { dragon_play: false, all_out: true, revolution: true, ..taiwan() },
        "malaysia-3p" => Switches {
            players: 3,
            remainder: Remainder::MalaysiaSwap,
            must_include_lowest: false,
            ..hong_kong
        },
        "two-deck" => Switches { decks: 2, ..hong_kong },
        "natural" => Switches {
            straights: Straights::Named(NamedStraights::Natural),
            straight_tie: StraightTie::Sequence,
            ..hong_kong
        },
        _ => return None,
    })
}

impl Family for State {
    const PREFIX: &'static str = "big2_";
    const DEFAULT: &'static str = "hong-kong";
    const MORE: &'static [Entry<Self>] = &[
        ("classify_met", "classify a play met in random play", |p| classify(p, plays_met)),
        ("classify_five", "classify five cards, half of them plays met in random play", |p| {
            classify(p, fives);
        }),
        ("count_half", "count the leads of half the pack, with every optional kind", count_half),
    ];
    type Question = Ask;

    fn rules(name: &str, cpu: Cpu) -> Option<Rules> {
        Some(Rules::new(profile(name)?, cpu).expect("sound rules"))
    }

    fn cards(&self) -> u64 {
        self.hand(0).faces()
    }

    fn word(key: &ScoreKey) -> u64 {
        match key {
            ScoreKey::Few(row) => *row as u64,
            ScoreKey::Many(row) => row[0],
        }
    }

    fn lead(rules: &Rules, deal: u64) -> Ask {
        Ask::lead(dealt::<Self>(rules, deal).hand(0))
    }

    fn follow(rules: &Rules, deal: u64) -> Ask {
        let (state, mut rng) = (dealt::<Self>(rules, deal), Rng::stream(1, Domain::Play, 0, deal));
        Ask::follow(state.hand(1), rules.sample(&Ask::lead(state.hand(0)), &mut rng))
    }

    fn question(&self, rules: &Rules) -> Ask {
        self.ask(rules)
    }

    fn list(rules: &Rules, ask: &Ask, out: &mut Vec<Move>) {
        rules.list(ask, out);
    }

    fn count(rules: &Rules, ask: &Ask) -> u64 {
        rules.count(ask)
    }

    fn sample(rules: &Rules, ask: &Ask, rng: &mut Rng) -> u64 {
        black_box(rules.sample(ask, rng)).cards.faces()
    }

    fn redealers(rules: &Rules, most: usize) -> Vec<Redealer> {
        let mut out = Vec::with_capacity(most);
        for deal in 0.. {
            let (mut state, mut course) = (dealt::<Self>(rules, deal), Course::default());
            let mut rng = Rng::stream(1, Domain::Play, 0, deal);
            while let Some(seat) = state.turn() {
                if out.len() == most {
                    return out;
                }
                out.push(state.redealer(rules, seat, &course).expect("a seat"));
                let mv = state.choose(rules, Agent::Random, &mut rng);
                course.play(rules, &mut state, mv);
            }
        }
        out
    }
}

fn plays_met(rules: &Rules, inputs: usize) -> Vec<Cards> {
    // Half of all moves are passes, or somewhat more.
    let moves = walk::<State>(rules, 4 * inputs).into_iter().map(|(_, mv)| mv.cards);
    moves.filter(|cards| !cards.is_empty()).take(inputs).collect()
}

/// Five cards, in turn a play met in random play and a random set that did not come before. There
/// are not more than some twenty thousand plays.
fn fives(rules: &Rules, inputs: usize) -> Vec<Cards> {
    let (mut out, mut seen) = (Vec::with_capacity(inputs + 1), BTreeSet::new());
    let mut sets = Rng::stream(2, Domain::Deal, 0, 0);
    let pack = *rules.deck().planes();
    let size = rules.deck().total() as u32;
    for deal in 0.. {
        let mut state: State = dealt(rules, deal);
        let mut rng = Rng::stream(1, Domain::Play, 0, deal);
        while state.turn().is_some() {
            let mv = state.choose(rules, Agent::Random, &mut rng);
            if mv.kind.is_play() && mv.kind.size() == Kind::Straight.size() {
                out.push(mv.cards);
                out.push(loop {
                    let set = split_decks::<Portable, 2>(&mut sets, pack, size, 5);
                    let set = Cards::from_decks(set);
                    if seen.insert(*set.planes()) {
                        break set;
                    }
                });
                if out.len() >= inputs {
                    return out;
                }
            }
            state.play_unchecked(rules, mv);
        }
    }
    out
}

fn classify(probe: &mut Probe<State>, cards: fn(&Rules, usize) -> Vec<Cards>) {
    let inputs = cards(&probe.rules, probe.inputs);
    probe.measure(&inputs, |rules, &cards| {
        black_box(rules.classify(cards)).map_or(0, |kind| kind as u64)
    });
}

/// Half the pack in one hand, and every kind of play that there is.
fn count_half(probe: &mut Probe<State>) {
    let switches = Switches {
        players: 2,
        triples: true,
        bare_quad: BareQuad::OwnKind,
        two_pair_4: true,
        two_pair_5: true,
        flushes: true,
        dragon_play: false,
        remainder: Remainder::Discard,
        ..probe.rules.switches().clone()
    };
    probe.rules = Rules::new(switches, probe.rules.cpu()).expect("sound rules");
    probe.count(super::leads::<State>);
}
