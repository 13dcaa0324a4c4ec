//! Dealing one or two decks to any number of seats (BT-22, BT-23).
//!
//! The draws, from the deal stream: where the cards do not divide, the ones left over are
//! [`split_decks`] off the whole pack first. The others are dealt by halving: the cards of the
//! seats from `lo` to `hi` are split among those below `(lo + hi) / 2` and the rest; then the lower
//! half is divided, then the upper one. What is drawn are standard faces, so that the cards of a
//! seed depend on the pack and on the number of seats only. Cards that the set-up gives are taken out
//! first, and each place is dealt what it lacks.

use super::moves::Cards;
use super::order::DECK;
use super::rules::Rules;
use super::setup::Setup;
use crate::bits::Isa;
use crate::climb::Trick;
use crate::deal::split_decks;
use crate::rng::Rng;
use smallvec::SmallVec;

/// How many cards each place is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandSizes {
    /// Seats.
    pub seats: usize,
    /// Cards dealt to each seat.
    pub hand: u32,
    /// Cards that do not divide (BT-23).
    pub left: u32,
}

/// The hands as dealt, and the cards that do not divide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dealt {
    pub(super) hands: SmallVec<[Cards; 4]>,
    pub(super) left: Cards,
}

impl Rules {
    /// All cards.
    #[inline(always)]
    #[must_use]
    pub fn deck(&self) -> Cards {
        match self.switches.decks {
            1 => Cards::from_decks([DECK, 0]),
            _ => Cards::full(DECK),
        }
    }

    /// How many cards each place is dealt.
    #[inline(always)]
    #[must_use]
    pub fn hand_sizes(&self) -> HandSizes {
        let (cards, seats) =
            (52 * u32::from(self.switches.decks), u32::from(self.switches.players));
        HandSizes { seats: seats as usize, hand: cards / seats, left: cards % seats }
    }

    /// The most cards that a hand can have.
    #[must_use]
    pub fn largest_hand(&self) -> u32 {
        let HandSizes { hand, left, .. } = self.hand_sizes();
        hand + left
    }
}

/// The four hands of one or two decks, each as the decks have them, as every dealing makes them.
#[inline(always)]
pub(super) fn deal_four<I: Isa, const D: usize>(rng: &mut Rng) -> [[u64; D]; 4] {
    let (pack, hand) = ([DECK; D], 13 * D as u32);
    let rest = |all: [u64; D], part: [u64; D]| {
        let mut rest = all;
        for deck in 0..D {
            rest[deck] ^= part[deck];
        }
        rest
    };
    let low = split_decks::<I, D>(rng, pack, 4 * hand, 2 * hand);
    let first = split_decks::<I, D>(rng, low, 2 * hand, hand);
    let high = rest(pack, low);
    let third = split_decks::<I, D>(rng, high, 2 * hand, hand);
    [first, rest(low, first), third, rest(high, third)]
}

/// Deals the cards; the set-up is known to be sound.
#[inline(always)]
pub(super) fn deal<I: Isa>(rules: &Rules, setup: &Setup, rng: &mut Rng) -> Dealt {
    let gives = !setup.given.is_empty();
    if rules.switches.decks == 1 && rules.switches.players == 4 && !gives {
        let hands = deal_four::<I, 1>(rng).map(cards);
        return Dealt { hands: SmallVec::from_buf(hands), left: Cards::EMPTY };
    }
    if rules.switches.decks == 1 {
        deal_decks::<I, 1>(rules, setup, gives, rng)
    } else {
        deal_decks::<I, 2>(rules, setup, gives, rng)
    }
}

#[inline(always)]
fn deal_decks<I: Isa, const D: usize>(
    rules: &Rules,
    setup: &Setup,
    gives: bool,
    rng: &mut Rng,
) -> Dealt {
    let HandSizes { seats, hand, left } = rules.hand_sizes();
    let mut dealt = Dealt { hands: SmallVec::from_elem(Cards::EMPTY, seats), left: Cards::EMPTY };
    let (mut lacks, mut left_lacks) = ([hand; Trick::MAX_SEATS], left);
    let mut pack = rules.deck();
    if gives {
        for (seat, hand) in dealt.hands.iter_mut().enumerate() {
            *hand = setup.given.seat(seat);
            lacks[seat] -= hand.total() as u32;
            pack = pack.difference(hand);
        }
        dealt.left = setup.given.left;
        left_lacks -= dealt.left.total() as u32;
        pack = pack.difference(&dealt.left);
    }
    let mut rest: [u64; D] = std::array::from_fn(|d| pack.planes()[d]);
    let lacks = &lacks[..seats];
    if left_lacks > 0 {
        let n = lacks.iter().sum::<u32>() + left_lacks;
        let part = split_decks::<I, D>(rng, rest, n, left_lacks);
        rest = std::array::from_fn(|d| rest[d] ^ part[d]);
        dealt.left = dealt.left.sum(&cards(part));
    }
    halve::<I, D>(rng, rest, lacks, |seat, part| {
        let hand = &mut dealt.hands[seat];
        *hand = if gives { hand.sum(&cards(part)) } else { cards(part) };
    });
    dealt
}

/// The cards of one or two decks.
#[inline(always)]
fn cards<const D: usize>(decks: [u64; D]) -> Cards {
    Cards::from_decks([decks[0], if D == 2 { decks[D - 1] } else { 0 }])
}

/// Divides cards by halving the seats; `lacks` says how many each gets.
#[inline(always)]
fn halve<I: Isa, const D: usize>(
    rng: &mut Rng,
    pack: [u64; D],
    lacks: &[u32],
    mut give: impl FnMut(usize, [u64; D]),
) {
    // Upper halves that wait; no more than 52 seats are halved six times.
    let mut waiting = [(0, 0, [0; D]); 7];
    let mut depth = 0;
    let (mut low, mut high, mut part) = (0, lacks.len(), pack);
    loop {
        if high - low > 1 {
            let middle = low.midpoint(high);
            let lower = lacks[low..middle].iter().sum();
            let all = lower + lacks[middle..high].iter().sum::<u32>();
            let half = split_decks::<I, D>(rng, part, all, lower);
            waiting[depth] = (middle, high, std::array::from_fn(|d| part[d] ^ half[d]));
            depth += 1;
            (high, part) = (middle, half);
            continue;
        }
        give(low, part);
        if depth == 0 {
            return;
        }
        depth -= 1;
        (low, high, part) = waiting[depth];
    }
}

#[cfg(test)]
mod tests {
    use super::super::switches::Switches;
    use super::*;
    use crate::bits::{Cpu, Portable};
    use crate::deal::split_of;
    use crate::rng::Domain;

    fn dealt(decks: u8, players: u8) -> (Dealt, Rng) {
        let switches = Switches { decks, players, ..Switches::default() };
        let rules = Rules::new(switches, Cpu::Portable).expect("sound switches");
        let mut rng = Rng::stream(7, Domain::Deal, 0, 3);
        let cards = deal::<Portable>(&rules, &Setup::default(), &mut rng);
        (cards, rng)
    }

    /// By halves, as the head of the file says: written out for three seats.
    #[test]
    fn three_seats_are_dealt_the_left_card_then_halves() {
        let (cards, after) = dealt(1, 3);
        let mut rng = Rng::stream(7, Domain::Deal, 0, 3);
        let left = split_of::<Portable>(&mut rng, DECK, 52, 1);
        let first = split_of::<Portable>(&mut rng, DECK ^ left, 51, 17);
        let second = split_of::<Portable>(&mut rng, DECK ^ left ^ first, 34, 17);
        let third = DECK ^ left ^ first ^ second;
        let hands = [first, second, third].map(|hand| Cards::from_decks([hand, 0]));
        assert_eq!((&cards.hands[..], cards.left.faces()), (&hands[..], left));
        assert_eq!(rng, after);
    }

    #[test]
    fn golden_hands() {
        let first = |decks, players| dealt(decks, players).0.hands[0].to_string();
        assert_eq!(first(1, 4), "3H 3S 4H 4S 5H 6C 7H 8D 8H JS KD KC 2S");
        let both = "3C 3S 4C 4S 5D 5C 5H 5H 5S 6C 7H 8D 9H 9S TD TH TS JC JS QH QS KS AC 2C 2H 2S";
        assert_eq!(first(2, 4), both);
        assert_eq!(first(1, 7), "3S 5H 7H KD KS 2D 2S");
    }
}
