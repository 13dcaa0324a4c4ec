//! Dealings as they are told and given: the cards of each seat in the order in which it draws them.

use super::rules::Rules;
use super::setup::{SEATS, Setup};
use super::state::State;
use crate::card::Card;
use crate::error::RuleError;
use crate::rng::Rng;
use serde::{Deserialize, Serialize};

/// All cards as they were dealt once, or, as an order that is given, the first of them.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Dealing {
    /// The cards of each seat, as [`Card::index`], in the order in which it draws them; in ascending order
    /// where nobody declares while cards are drawn.
    pub draws: [Vec<u8>; SEATS],
    /// The cards of the kitty in the order in which they would be turned up (SJ-41).
    pub kitty: Vec<u8>,
}

/// Brings the cards of an order to the front, those that come first in it first.
fn bring_forward(cards: &mut [u8], order: &[u8]) {
    for (place, card) in order.iter().enumerate() {
        let rest = &mut cards[place..];
        if let Some(at) = rest.iter().position(|other| other == card) {
            rest[..=at].rotate_right(1);
        }
    }
}

impl State {
    /// As [`deal`](crate::game::Game::deal), but the cards given to a seat by the set-up are drawn before
    /// its others in an order that is given too; likewise those of the kitty are turned up first.
    pub fn deal_in_order(
        rules: &Rules,
        setup: &Setup,
        order: &Dealing,
        deal: Rng,
    ) -> Result<Self, RuleError> {
        setup.check(rules)?;
        let mut state = Self::bare(setup, deal);
        state.lay(rules);
        state.arrange(order);
        state.begin(rules);
        Ok(state)
    }

    /// The cards of the next dealing of a stream, which goes on as in a deal.
    #[must_use]
    pub fn dealing(rules: &Rules, setup: &Setup, order: &Dealing, deal: &mut Rng) -> Dealing {
        let mut state = Self::bare(setup, deal.clone());
        state.lay(rules);
        deal.clone_from(&state.rng);
        state.arrange(order);
        let first = setup.first();
        let draws = std::array::from_fn(|seat| {
            if state.draws.is_empty() {
                return state.hands[seat].cards().map(|card| card.index() as u8).collect();
            }
            let place = (seat + SEATS - first) % SEATS;
            state.draws[place..].iter().step_by(SEATS).copied().collect()
        });
        let turned = std::iter::from_fn(|| state.turn_one());
        Dealing { draws, kitty: turned.map(|card| card.index() as u8).collect() }
    }

    /// Puts the cards as laid into an order.
    fn arrange(&mut self, order: &Dealing) {
        self.on_top.clone_from(&order.kitty);
        if self.draws.is_empty() {
            return;
        }
        let first = self.setup.first();
        for (seat, order) in order.draws.iter().enumerate() {
            let place = (seat + SEATS - first) % SEATS;
            let mut own: Vec<u8> = self.draws[place..].iter().step_by(SEATS).copied().collect();
            bring_forward(&mut own, order);
            let places = self.draws[place..].iter_mut().step_by(SEATS);
            places.zip(own).for_each(|(place, card)| *place = card);
        }
    }

    /// Turns up one more card of the kitty: those on top first, then `below(n)` of the n left, in
    /// ascending order; the last takes no draw.
    pub(super) fn turn_one(&mut self) -> Option<Card> {
        let left = self.kitty.difference(&self.turned);
        let on_top = self.turned.total();
        let card = match self.on_top.get(on_top) {
            Some(&face) => Card::from_index(face.into())?,
            None if left.is_empty() => return None,
            None => left.cards().nth(self.rng.choose(left.total() as u64) as usize)?,
        };
        self.turned.add(card.bit(), 1);
        Some(card)
    }
}

#[cfg(test)]
mod tests {
    use super::super::moves::Move;
    use super::super::state::Phase;
    use super::super::switches::Switches;
    use super::*;
    use crate::bits::Cpu;
    use crate::game::{DealStreams, Game};

    fn rules() -> Rules {
        Rules::new(Switches::default(), Cpu::Portable).unwrap()
    }

    fn stream(number: u64) -> Rng {
        DealStreams::new(3, 0, number).deal
    }

    /// Passes until somebody buries.
    fn undeclared(rules: &Rules, mut state: State) -> State {
        while state.current_phase() == Phase::Declare {
            state.play_unchecked(rules, Move::PASS);
        }
        state
    }

    #[test]
    fn a_dealing_is_that_of_the_deal() {
        let rules = rules();
        for number in 0..20 {
            for declarer in [None, Some(number as u8 % 4)] {
                let setup = Setup { declarer, ..Setup::default() };
                let mut rng = stream(number);
                let state = State::deal(&rules, &setup, rng.clone()).unwrap();
                let told = State::dealing(&rules, &setup, &Dealing::default(), &mut rng);
                assert_eq!(rng, state.rng);
                let left = state.to_draw().map(|(seat, card)| (seat, card.index() as u8));
                let mut drawn = [0, 1, 2, 3].map(|seat| state.hand(seat).total());
                for (seat, card) in left {
                    assert_eq!(told.draws[seat][drawn[seat]], card);
                    drawn[seat] += 1;
                }
                assert_eq!(drawn, [25; SEATS]);
                if declarer.is_some() {
                    let kitty = state.kitty();
                    let state = undeclared(&rules, state);
                    let n = state.turned_up().total();
                    let faces = told.kitty.iter().map(|&face| usize::from(face));
                    assert!(faces.clone().all(|face| kitty.count(face) > 0));
                    assert!(faces.take(n).all(|face| state.turned_up().count(face) > 0));
                    assert_eq!(
                        state.turned_up().cards().filter(|card| !card.is_joker()).count(),
                        1
                    );
                }
            }
        }
    }

    #[test]
    fn a_dealing_can_be_dealt_again() {
        let rules = rules();
        let setup = Setup { declarer: Some(2), ..Setup::default() };
        for number in 0..20 {
            let told = State::dealing(&rules, &setup, &Dealing::default(), &mut stream(number));
            let cards = |faces: &[u8]| {
                let mut cards = crate::shengji::moves::Cards::EMPTY;
                faces.iter().for_each(|&face| cards.add(1 << face, 1));
                cards
            };
            let given = super::super::setup::Given {
                seats: std::array::from_fn(|seat| cards(&told.draws[seat])),
                kitty: cards(&told.kitty),
            };
            let known = Setup { given, ..setup };
            let again = State::deal_in_order(&rules, &known, &told, stream(99)).unwrap();
            let state = State::deal(&rules, &setup, stream(number)).unwrap();
            assert!(again.same_position(&state));
            let [state, again] = [state, again].map(|state| undeclared(&rules, state));
            assert!(again.same_position(&state) && again.trump() == state.trump());
            assert_eq!(State::dealing(&rules, &known, &told, &mut stream(99)), told);
        }
    }

    #[test]
    fn given_cards_come_first() {
        let rules = rules();
        let mut given = super::super::setup::Given::default();
        given.seats[1] = "4D KS KS 3H".parse().unwrap();
        given.kitty = "R B".parse().unwrap();
        let setup = Setup { given, ..Setup::default() };
        let mut order = Dealing { kitty: vec![53, 52], ..Dealing::default() };
        order.draws[1] = vec![43, 4, 2, 43];
        let told = State::dealing(&rules, &setup, &order, &mut stream(1));
        assert_eq!((&told.draws[1][..4], &told.kitty[..2]), (&order.draws[1][..], &[53, 52][..]));
        assert_eq!((told.draws[1].len(), told.kitty.len()), (25, 8));
    }
}
