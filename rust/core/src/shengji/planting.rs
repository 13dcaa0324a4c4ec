//! Redeals before the play in which a seat that is asked gets cards which it can show.
//!
//! Of a seat that is asked it is known that it can declare something (SJ-46), and where few cards are
//! drawn that is rare. Cards which suffice, a *plant*, are chosen by the number of ways in which copies
//! of them can be taken and all other cards be laid. A deal is met so once for each plant in it, and
//! is kept with one chance in so many: then each is as likely as any other.

use super::moves::Cards;
use super::redeal::{UNDRAWN, lay};
use super::rules::Rules;
use super::spread::unit;
use super::state::State;
use crate::filling::{Filling, Place};
use crate::rng::Rng;

/// All plants of one seat.
#[derive(Clone, Debug)]
pub(super) struct Planting {
    place: usize,
    plants: Vec<Plant>,
}

/// Cards which suffice to declare.
#[derive(Clone, Debug)]
struct Plant {
    cards: Cards,
    /// In how many ways it can be taken and the rest be laid, in relation.
    weight: f64,
    /// The rest.
    filling: Filling<4>,
}

/// In how many ways `k` of `n` can be chosen.
pub(super) fn choices(n: usize, k: usize) -> u64 {
    if k > n { 0 } else { (0..k).fold(1, |ways, i| ways * (n - i) as u64 / (i + 1) as u64) }
}

/// In how many ways some of the cards can be chosen.
fn ways(cards: &Cards, chosen: &Cards) -> u64 {
    chosen.iter().map(|(face, copies)| choices(cards.count(face), copies)).product()
}

impl Planting {
    /// The plants of the seat that is asked in one of `states`, which lie in place number `place` of the
    /// cards `pool`; it is known to have `known` besides. `None` where it needs none.
    pub(super) fn new(
        rules: &Rules,
        states: &[State],
        (seat, known): (usize, Cards),
        pool: Cards,
        sizes: &[Place],
        place: usize,
    ) -> Option<Self> {
        let suffices = |cards: &Cards| {
            states.iter().any(|state| {
                let mut state = state.clone();
                state.hands[seat] = known.sum(cards);
                state.count_declarations(rules, seat) > 0
            })
        };
        if suffices(&Cards::EMPTY) {
            return None;
        }
        let of = |face: usize, copies: usize| {
            let mut cards = Cards::EMPTY;
            cards.add(1 << face, copies);
            cards
        };
        let mut plants: Vec<Plant> = Vec::new();
        for (face, copies) in pool.iter() {
            let mut enough = |along: &Cards| {
                let mut few = (1..=copies).map(|n| of(face, n).sum(along));
                let cards = few.find(|cards| suffices(cards));
                plants.extend(cards.and_then(|cards| Plant::new(cards, &pool, sizes, place)));
                cards.is_some()
            };
            if !enough(&Cards::EMPTY) && face < 52 {
                // A joker may have to go along (SJ-44).
                for joker in [52, 53].into_iter().filter(|&joker| pool.count(joker) > 0) {
                    enough(&of(joker, 1));
                }
            }
        }
        Some(Self { place, plants })
    }

    /// Lays all cards that are not known; whether the draw is kept.
    pub(super) fn draw(&self, rules: &Rules, rng: &mut Rng, laid: &mut [[u64; 4]]) -> bool {
        let all: f64 = self.plants.iter().map(|plant| plant.weight).sum();
        let mut left = unit(rng) * all;
        let chosen = self.plants.iter().find(|plant| {
            left -= plant.weight;
            left < 0.0
        });
        let Some(plant) = chosen.or(self.plants.last()) else { return false };
        if !lay(rules, &plant.filling, rng, laid) {
            return false;
        }
        let hand = Cards::from_decks(laid[self.place]).sum(&plant.cards);
        laid[self.place] = *hand.planes();
        let met: u64 = self.plants.iter().map(|plant| ways(&hand, &plant.cards)).sum();
        rng.choose(met) == 0
    }
}

impl Plant {
    /// `None` where there is no room for it.
    fn new(cards: Cards, pool: &Cards, sizes: &[Place], place: usize) -> Option<Self> {
        let mut weight = ways(pool, &cards) as f64;
        let mut sizes = sizes.to_vec();
        let mut all: u32 = sizes.iter().map(|size| size.size).sum();
        for _ in 0..cards.total() {
            weight *= f64::from(sizes[place].size) / f64::from(all);
            sizes[place].size = sizes[place].size.checked_sub(1)?;
            all -= 1;
        }
        debug_assert!(sizes.len() <= UNDRAWN + 1);
        let rest = pool.difference(&cards);
        Some(Self { cards, weight, filling: Filling::new(*rest.planes(), &sizes, &[]) })
    }
}
