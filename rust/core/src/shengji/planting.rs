//! Redeals before the play in which seats get cards that they must have.
//!
//! Of a seat that is asked it is known that it can declare something (SJ-46), of one that has declared face
//! down or with some joker that it had what it showed (SJ-43, SJ-44); where few cards are drawn that is
//! rare. Cards which suffice, a *plant*, are chosen by the number of ways in which copies of them can be
//! taken and all other cards be laid. A deal is met so once for each plant in it, and is kept with one
//! chance in so many: then each is as likely as any other.

use super::clues::Clue;
use super::moves::Cards;
use super::redeal::{UNDRAWN, lay};
use super::rules::Rules;
use super::spread::unit;
use super::state::State;
use crate::filling::{Filling, Place};
use crate::rng::Rng;

/// What one place must have: at least one of these sets of cards.
#[derive(Clone, Debug)]
pub(super) struct Demand {
    place: usize,
    enough: Vec<Cards>,
}

/// All plants.
#[derive(Clone, Debug)]
pub(super) struct Planting {
    plants: Vec<Plant>,
}

/// Cards in each place which suffice.
#[derive(Clone, Debug)]
struct Plant {
    cards: [Cards; UNDRAWN + 1],
    /// In how many ways they can be taken and the rest be laid, in relation.
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

/// So many copies of a face.
fn of(face: usize, copies: usize) -> Cards {
    let mut cards = Cards::EMPTY;
    cards.add(1 << face, copies);
    cards
}

impl Demand {
    /// What the seat that is asked in one of `states` needs in place number `place` to declare something, out
    /// of the cards `pool`; it is known to have `known` besides. `None` where it needs nothing.
    pub(super) fn of_asked(
        rules: &Rules,
        states: &[State],
        (seat, known): (usize, Cards),
        pool: Cards,
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
        let mut all = Vec::new();
        for (face, copies) in pool.iter() {
            let mut enough = |along: &Cards| {
                let mut few = (1..=copies).map(|n| of(face, n).sum(along));
                let cards = few.find(|cards| suffices(cards));
                all.extend(cards);
                cards.is_some()
            };
            if !enough(&Cards::EMPTY) && face < 52 {
                // A joker may have to go along (SJ-44).
                for joker in [52, 53].into_iter().filter(|&joker| pool.count(joker) > 0) {
                    enough(&of(joker, 1));
                }
            }
        }
        Some(Self { place, enough: all })
    }

    /// What place number `place` needs, for a clue that is of it alone.
    pub(super) fn of_clue(clue: &Clue, known: Cards, place: usize) -> Option<Self> {
        let (known, mut enough) = (known.sum(&clue.played), Vec::new());
        for (cards, jokers) in clue.needs() {
            let lacks = cards.difference(&known);
            if jokers == 0 || known.sum(&lacks).faces() & jokers != 0 {
                enough.push(lacks);
                continue;
            }
            let either = [52, 53].into_iter().filter(|joker| jokers >> joker & 1 != 0);
            enough.extend(either.map(|joker| lacks.sum(&of(joker, 1))));
        }
        let needs = enough.iter().all(|cards| !cards.is_empty());
        needs.then_some(Self { place, enough })
    }
}

/// The least that all places must have to meet some demands, in every way in which there are the cards and
/// the room.
pub(super) fn coverings(
    demands: &[Demand],
    pool: &Cards,
    sizes: &[Place],
) -> Vec<[Cards; UNDRAWN + 1]> {
    let mut all = vec![[Cards::EMPTY; UNDRAWN + 1]];
    for demand in demands {
        let mut next = Vec::new();
        for (before, cards) in all.iter().flat_map(|b| demand.enough.iter().map(move |c| (b, c))) {
            let mut places = *before;
            places[demand.place] = places[demand.place].union(cards);
            let room = places[demand.place].total() <= sizes[demand.place].size as usize;
            let mut sum = places.iter().try_fold(Cards::EMPTY, |sum, c| sum.checked_sum(c));
            sum = sum.filter(|sum| pool.contains(sum));
            if room && sum.is_some() && !next.contains(&places) {
                next.push(places);
            }
        }
        all = next;
    }
    all
}

impl Planting {
    /// The plants that meet these demands of cards that are laid in places of such sizes.
    pub(super) fn new(demands: &[Demand], pool: &Cards, sizes: &[Place]) -> Self {
        let all = coverings(demands, pool, sizes).into_iter();
        Self { plants: all.map(|cards| Plant::new(cards, pool, sizes)).collect() }
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
        for (laid, cards) in laid.iter_mut().zip(&plant.cards) {
            *laid = *Cards::from_decks(*laid).sum(cards).planes();
        }
        let met: u64 = self.plants.iter().map(|plant| plant.ways(laid)).sum();
        rng.choose(met) == 0
    }
}

impl Plant {
    fn new(cards: [Cards; UNDRAWN + 1], pool: &Cards, sizes: &[Place]) -> Self {
        let (mut weight, mut rest) = (1.0, *pool);
        let mut sizes = sizes.to_vec();
        let mut all: u32 = sizes.iter().map(|size| size.size).sum();
        for (place, cards) in cards.iter().enumerate() {
            weight *= ways(&rest, cards) as f64;
            rest = rest.difference(cards);
            for _ in 0..cards.total() {
                weight *= f64::from(sizes[place].size) / f64::from(all);
                sizes[place].size -= 1;
                all -= 1;
            }
        }
        Self { cards, weight, filling: Filling::new(*rest.planes(), &sizes, &[]) }
    }

    /// In how many ways it can be taken out of laid cards.
    fn ways(&self, laid: &[[u64; 4]]) -> u64 {
        let mut all = 1;
        for (laid, cards) in laid.iter().zip(&self.cards) {
            if !cards.is_empty() {
                all *= ways(&Cards::from_decks(*laid), cards);
            }
        }
        all
    }
}
