//! Declaring by agents that choose evenly, fast: only cards that may be shown are drawn one by one.
//!
//! Asks the seats as the state machine does (`declaring.rs`), with the same draws.

use super::dealing::{MOST_CARDS, deal};
use super::declaring::Round;
use super::moves::Cards;
use super::rules::Rules;
use super::setup::SEATS;
use super::state::State;
use super::switches::Declaring;
use crate::bits::Isa;
use crate::deal::pick_order;
use crate::rng::Rng;

/// Deals the cards of a bare state and goes on until nobody is left to declare, every choice even.
pub(super) fn open_evenly(rules: &Rules, state: &mut State, rng: &mut Rng) {
    if rules.switches.declaring != Declaring::DuringDeal {
        state.open(rules);
        return;
    }
    crate::dispatch!(rules.cpu, declare(rules: &Rules, state: &mut State, rng: &mut Rng));
    state.go_on(rules);
}

impl State {
    /// Asks `n` seats from one on, and after each declaration the three others.
    #[inline(always)]
    fn ask_evenly(&mut self, rules: &Rules, mut seat: usize, mut n: usize, rng: &mut Rng) {
        while n > 0 {
            n -= 1;
            let count = self.count_declarations(rules, seat);
            let chosen = rng.choose(1 + count as u64) as usize;
            if chosen > 0 {
                self.standing = Some(self.declarations_of(rules, seat)[chosen - 1]);
                self.declarations += 1;
                n = SEATS - 1;
            }
            seat = (seat + 1) % SEATS;
        }
    }
}

/// How many of the cards are of a face or of higher ones.
#[inline(always)]
fn from_on(cards: &Cards, face: u32) -> usize {
    let mut count = 0;
    for plane in cards.planes() {
        count += (plane >> face).count_ones();
    }
    count as usize
}

/// Deals the cards, and asks the seats until all are drawn and all have been asked once more.
#[inline(always)]
fn declare<I: Isa>(rules: &Rules, state: &mut State, rng: &mut Rng) {
    let cards = deal::<I>(rules, &state.setup, &mut state.rng);
    state.kitty = cards.kitty;
    let level_cards = 0xf_u64.checked_shl(4 * u32::from(state.level)).unwrap_or(0);
    let showable = level_cards | 0b11 << 52;
    // As which card each seat draws those that it may show, and their faces.
    let mut places = [0_u64; SEATS];
    let mut faces = [[0; SEATS]; MOST_CARDS];
    for (seat, hand) in cards.hands.iter().enumerate() {
        let mut order = [0; MOST_CARDS];
        let mut left = hand.faces() & showable;
        // The order is told of descending cards.
        let told = if left == 0 { 0 } else { from_on(hand, left.trailing_zeros()) };
        pick_order::<I>(&mut state.rng, hand.total() as u32, &mut order[..told]);
        while left != 0 {
            let face = left.trailing_zeros();
            left &= left - 1;
            let above = from_on(hand, face + 1);
            for &place in &order[above..above + hand.count(face as usize)] {
                places[seat] |= 1 << place;
                faces[usize::from(place)][seat] = face as u8;
            }
        }
    }
    let first = state.setup.first();
    let [a, b, c, d] = places;
    let mut left = a | b | c | d;
    while left != 0 {
        let place = left.trailing_zeros() as usize;
        left &= left - 1;
        for turn in 0..SEATS {
            let seat = (first + turn) % SEATS;
            if places[seat] >> place & 1 == 0 {
                continue;
            }
            let before = state.count_declarations(rules, seat);
            state.hands[seat].add_one(1 << faces[place][seat]);
            if state.count_declarations(rules, seat) > before {
                state.ask_evenly(rules, seat, 1, rng);
            }
        }
    }
    state.hands = cards.hands;
    state.round = Round::Last;
    state.ask_evenly(rules, first, SEATS, rng);
}
