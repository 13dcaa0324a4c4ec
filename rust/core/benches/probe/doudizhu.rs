//! Dou Dizhu: its profiles, questions and card sets.

use super::{Entry, Family, Probe, dealt, walk};
use chupai_core::bits::Cpu;
use chupai_core::doudizhu::{AuctionKind, Hand, Move, Redealer, Rules, State, Switches};
use chupai_core::game::Game;
use chupai_core::rng::{Domain, Rng};
use std::hint::black_box;

/// The default and the published profiles, by name.
fn profile(name: &str) -> Option<Switches> {
    let standard = Switches::default();
    Some(match name {
        "standard" => standard,
        "call-and-rob" => Switches { auction: AuctionKind::Rob, ..standard },
        "rlcard" => Switches { auction: AuctionKind::Fixed, wing_extends_chain: false, ..standard },
        "douzero" => Switches {
            auction: AuctionKind::Fixed,
            wing_repeat: 4,
            wing_both_jokers: true,
            kicker_both_jokers: true,
            ..standard
        },
        "openspiel" => Switches {
            repass_again: true,
            void_on_all_pass: true,
            four_with_two: false,
            ..standard
        },
        _ => return None,
    })
}

impl Family for State {
    const PREFIX: &'static str = "";
    const DEFAULT: &'static str = "standard";
    const MORE: &'static [Entry<Self>] = &[
        ("classify_met", "classify a play met in random play", |p| classify(p, plays_met)),
        ("classify_lead", "classify a random lead of 20 cards", |p| classify(p, random_leads)),
        ("classify_cards", "classify random cards, mostly no play", |p| classify(p, random_cards)),
    ];
    type Question = (Hand, Option<Move>);

    fn rules(name: &str, cpu: Cpu) -> Option<Rules> {
        Some(Rules::new(profile(name)?, cpu).expect("sound rules"))
    }

    fn cards(&self) -> u64 {
        self.hand(0).0
    }

    fn word(key: &u64) -> u64 {
        *key
    }

    fn lead(rules: &Rules, deal: u64) -> Self::Question {
        (lead_hand(rules, deal), None)
    }

    fn follow(rules: &Rules, deal: u64) -> Self::Question {
        (dealt::<Self>(rules, deal).hand(1), Some(random_lead(rules, deal)))
    }

    fn question(&self, _: &Rules) -> Self::Question {
        (self.hand(self.turn().expect("not over")), self.to_beat())
    }

    fn list(rules: &Rules, &(hand, to_beat): &Self::Question, out: &mut Vec<Move>) {
        rules.list(hand, to_beat, out);
    }

    fn count(rules: &Rules, &(hand, to_beat): &Self::Question) -> u64 {
        u64::from(rules.count(hand, to_beat))
    }

    fn sample(rules: &Rules, &(hand, to_beat): &Self::Question, rng: &mut Rng) -> u64 {
        black_box(rules.sample(hand, to_beat, rng)).cards.0
    }

    fn redealers(rules: &Rules, most: usize) -> Vec<Redealer> {
        let redealer = |(state, _): (Self, Move)| {
            let seat = state.turn().expect("not over");
            // Who played what bears on the odds, not on the work.
            state.redealer(rules, seat, &[Hand::EMPTY; 3]).expect("a seat")
        };
        walk(rules, most).into_iter().map(redealer).collect()
    }
}

/// Twenty cards, as a landlord has them.
fn lead_hand(rules: &Rules, deal: u64) -> Hand {
    let state: State = dealt(rules, deal);
    let hand = state.hand(0);
    if hand.len() == 20 { hand } else { hand.and(state.bottom()) }
}

/// A random lead of 20 cards, uniform over all of them.
fn random_lead(rules: &Rules, deal: u64) -> Move {
    rules.sample(lead_hand(rules, deal), None, &mut Rng::stream(1, Domain::Play, 0, deal))
}

fn plays_met(rules: &Rules, inputs: usize) -> Vec<Hand> {
    // Half of all moves are passes, or somewhat more.
    let moves = walk::<State>(rules, 3 * inputs).into_iter().map(|(_, mv)| mv.cards);
    moves.filter(|cards| !cards.is_empty()).take(inputs).collect()
}

fn random_leads(rules: &Rules, inputs: usize) -> Vec<Hand> {
    (0..inputs as u64).map(|deal| random_lead(rules, deal).cards).collect()
}

/// One to twenty random cards.
fn random_cards(rules: &Rules, inputs: usize) -> Vec<Hand> {
    let cards = |deal| {
        let (mut cards, mut rng) =
            (lead_hand(rules, deal), Rng::stream(1, Domain::Redeal, 0, deal));
        let size = 1 + rng.below(20) as u32;
        while cards.len() > size {
            // A random bit of the word takes a rank as often as it has cards.
            let bit = (0..rng.below(u64::from(cards.len()))).fold(cards.0, |x, _| x & (x - 1));
            cards = cards.without(1 << (bit.trailing_zeros() % 16), 1);
        }
        cards
    };
    (0..inputs as u64).map(cards).collect()
}

fn classify(probe: &mut Probe<State>, cards: fn(&Rules, usize) -> Vec<Hand>) {
    let inputs = cards(&probe.rules, probe.inputs);
    probe.measure(&inputs, |rules, &cards| u64::from(black_box(rules.first_reading(cards)).0));
}
