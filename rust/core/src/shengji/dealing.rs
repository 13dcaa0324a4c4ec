//! Dealing (SJ-02): who gets which cards, and in which order they are drawn.
//!
//! The draws, from the deal stream, by [`split_decks`]: the kitty off the whole pack; then the cards
//! of seats 0 and 1 off the rest; then those of seat 0 off these, and those of seat 2 off the others. So
//! the cards of a seed depend on the decks and the size of the kitty only. Cards that the set-up gives are
//! taken out first, and each place is dealt what it lacks.
//!
//! Where trump is declared while cards are drawn, the order in which each seat draws its cards
//! follows: for seats 0, 1, 2, 3 one [`pick_order`], which tells for each card of the hand, in descending
//! order, as which it is drawn.

use super::moves::Cards;
use super::rules::Rules;
use super::setup::{SEATS, Setup};
use crate::bits::{Cpu, Isa};
use crate::deal::{pick_order, split_decks};
use crate::rng::Rng;

/// All faces.
pub(super) const PACK: u64 = (1 << 54) - 1;

/// The cards as dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dealt {
    pub(super) hands: [Cards; SEATS],
    pub(super) kitty: Cards,
}

impl Rules {
    /// All cards.
    #[inline(always)]
    #[must_use]
    pub fn pack(&self) -> Cards {
        let decks = usize::from(self.switches.decks);
        let planes = std::array::from_fn(|d| if d < decks { PACK } else { 0 });
        Cards::from_planes(planes).expect("equal planes are nested")
    }
}

/// Deals the cards; the set-up is known to be sound.
#[inline(always)]
pub(super) fn deal<I: Isa>(rules: &Rules, setup: &Setup, rng: &mut Rng) -> Dealt {
    match rules.switches.decks {
        1 => deal_decks::<I, 1>(rules, setup, rng),
        2 => deal_decks::<I, 2>(rules, setup, rng),
        3 => deal_decks::<I, 3>(rules, setup, rng),
        _ => deal_decks::<I, 4>(rules, setup, rng),
    }
}

#[inline(always)]
fn deal_decks<I: Isa, const D: usize>(rules: &Rules, setup: &Setup, rng: &mut Rng) -> Dealt {
    let (hand, kitty) = (rules.switches.hand_size() as u32, rules.switches.kitty_size() as u32);
    if setup.given.is_empty() {
        return parts::<I, D>(rng, [PACK; D], [hand; SEATS], kitty);
    }
    let mut pack = rules.pack();
    let mut lacks = [hand; SEATS];
    for (lack, cards) in lacks.iter_mut().zip(&setup.given.seats) {
        *lack -= cards.total() as u32;
        pack = pack.difference(cards);
    }
    let given = setup.given.kitty;
    pack = pack.difference(&given);
    let decks = std::array::from_fn(|d| pack.planes()[d]);
    let rest = parts::<I, D>(rng, decks, lacks, kitty - given.total() as u32);
    Dealt {
        hands: std::array::from_fn(|seat| rest.hands[seat].sum(&setup.given.seats[seat])),
        kitty: rest.kitty.sum(&given),
    }
}

/// Divides cards, as many as are asked for.
#[inline(always)]
fn parts<I: Isa, const D: usize>(
    rng: &mut Rng,
    cards: [u64; D],
    [a, b, c, d]: [u32; SEATS],
    kitty: u32,
) -> Dealt {
    let off = |rng: &mut Rng, from: [u64; D], n: u32, size: u32| {
        let part = split_decks::<I, D>(rng, from, n, size);
        (part, std::array::from_fn(|d| from[d] ^ part[d]))
    };
    let (kitty, rest) = off(rng, cards, a + b + c + d + kitty, kitty);
    let (low, high): (_, [u64; D]) = off(rng, rest, a + b + c + d, a + b);
    let (first, second) = off(rng, low, a + b, a);
    let (third, fourth) = off(rng, high, c + d, c);
    Dealt {
        hands: [counted(first), counted(second), counted(third), counted(fourth)],
        kitty: counted(kitty),
    }
}

/// The cards of the decks.
#[inline(always)]
fn counted<const D: usize>(decks: [u64; D]) -> Cards {
    Cards::from_decks(std::array::from_fn(|d| if d < D { decks[d] } else { 0 }))
}

/// The most cards of a hand: a quarter of four decks.
pub(super) const MOST_CARDS: usize = 54;

/// All cards in the order in which they are drawn, from the seat `first` on.
pub(super) fn draws(cpu: Cpu, rng: &mut Rng, hands: &[Cards; SEATS], first: usize) -> Vec<u8> {
    crate::dispatch!(
        cpu,
        draws_impl(rng: &mut Rng, hands: &[Cards; SEATS], first: usize) -> Vec<u8>
    )
}

#[inline(always)]
fn draws_impl<I: Isa>(rng: &mut Rng, hands: &[Cards; SEATS], first: usize) -> Vec<u8> {
    let size = hands[0].total();
    let mut out = vec![0; SEATS * size];
    for (seat, hand) in hands.iter().enumerate() {
        let mut places = [0; MOST_CARDS];
        let places = &mut places[..size];
        pick_order::<I>(rng, size as u32, places);
        let turn = (seat + SEATS - first) % SEATS;
        // The order of places is of descending cards.
        for (card, &place) in hand.cards().zip(places.iter().rev()) {
            out[usize::from(place) * SEATS + turn] = card.index() as u8;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::setup::Given;
    use super::super::switches::Switches;
    use super::*;
    use crate::bits::{Cpu, Portable};
    use crate::rng::Domain;

    fn rules(decks: u8) -> Rules {
        let switches = Switches { decks, ..Switches::default() };
        Rules::new(switches, Cpu::Portable).expect("sound switches")
    }

    fn stream() -> Rng {
        Rng::stream(7, Domain::Deal, 0, 3)
    }

    /// As the head of the file says, written out for two decks.
    #[test]
    fn the_kitty_is_dealt_first_and_then_halves() {
        let (rules, mut rng, mut other) = (rules(2), stream(), stream());
        let dealt = deal::<Portable>(&rules, &Setup::default(), &mut rng);
        let mut off = |from: [u64; 2], n, size| {
            let part = split_decks::<Portable, 2>(&mut other, from, n, size);
            (part, [from[0] ^ part[0], from[1] ^ part[1]])
        };
        let (kitty, rest) = off([PACK; 2], 108, 8);
        let (low, high) = off(rest, 100, 50);
        let (first, second) = off(low, 50, 25);
        let (third, fourth) = off(high, 50, 25);
        let cards = |decks: [u64; 2]| Cards::from_decks([decks[0], decks[1], 0, 0]);
        assert_eq!(dealt.hands, [first, second, third, fourth].map(cards));
        assert_eq!((dealt.kitty, rng), (cards(kitty), other));
    }

    #[test]
    fn all_cards_are_dealt() {
        for decks in 1..=4 {
            let rules = rules(decks);
            let Dealt { hands, kitty } = deal::<Portable>(&rules, &Setup::default(), &mut stream());
            let sizes = hands.map(|hand| hand.total());
            assert_eq!(sizes, [rules.switches.hand_size(); SEATS]);
            assert_eq!(kitty.total(), rules.switches.kitty_size());
            let all = hands.iter().try_fold(kitty, |all, hand| all.checked_sum(hand));
            assert_eq!(all, Some(rules.pack()));
        }
    }

    #[test]
    fn given_cards_lie_where_they_are_given() {
        let rules = rules(2);
        let mut given = Given { kitty: "B B R".parse().unwrap(), ..Given::default() };
        given.seats[2] = "R 2S 2S".parse().unwrap();
        let setup = Setup { given, ..Setup::default() };
        setup.check(&rules).unwrap();
        let Dealt { hands, kitty } = deal::<Portable>(&rules, &setup, &mut stream());
        assert!(kitty.contains(&given.kitty) && hands[2].contains(&given.seats[2]));
        let all = hands.iter().try_fold(kitty, |all, hand| all.checked_sum(hand));
        assert_eq!(all, Some(rules.pack()));
        assert_eq!(hands.map(|hand| hand.total()), [25; SEATS]);
    }

    #[test]
    fn each_seat_draws_its_own_cards() {
        let (rules, mut rng) = (rules(3), stream());
        let Dealt { hands, .. } = deal::<Portable>(&rules, &Setup::default(), &mut rng);
        for first in 0..SEATS {
            let drawn = draws(Cpu::Portable, &mut rng.clone(), &hands, first);
            for (seat, hand) in hands.iter().enumerate() {
                let mut own = Cards::EMPTY;
                let place = (seat + SEATS - first) % SEATS;
                drawn[place..].iter().step_by(SEATS).for_each(|&card| own.add(1 << card, 1));
                assert_eq!(own, *hand);
            }
        }
    }

    #[test]
    fn golden_cards() {
        let mut rng = stream();
        let dealt = deal::<Portable>(&rules(2), &Setup::default(), &mut rng);
        let drawn = draws(Cpu::Portable, &mut rng, &dealt.hands, 0);
        assert_eq!((dealt.kitty.to_string().as_str(), &drawn[..8]), GOLDEN);
    }

    const GOLDEN: (&str, &[u8]) = ("3S 5D 7D 7H 8H JS JS KS", &[34, 52, 15, 6, 40, 14, 47, 10]);
}
