//! What a deal of Shengji shows alike as a state and as a view: attributes of both classes.

use crate::shengji_move::ShengjiMove;
use crate::shengji_shown::trick;
use crate::shengji_state::{ShengjiState, moves_of};
use crate::shengji_view::ShengjiView;
use chupai_core::game::Game;
use chupai_core::shengji::State;
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::throw::units_of;
use pyo3::prelude::*;

/// The units that were led to the trick, as texts, singles last from high to low.
fn led(rules: &Rules, state: &State) -> Vec<String> {
    let cards = state.table()[state.leader()];
    if cards.is_empty() {
        return Vec::new(); // nothing stands of a throw that failed before a unit is chosen
    }
    let trump = state.order(rules);
    let units = state.units().map_faces(|faces| trump.lay_mask(faces));
    let units = units_of(trump, &trump.lay(&cards), &units);
    units.map(|unit| trump.stand(&unit.cards()).to_string()).collect()
}

/// Attributes of a class which has `rules`, a `deal` and its `course`.
macro_rules! attributes {
    ($class:ident) => {
        #[pymethods]
        impl $class {
            /// The seat to act; None when the deal is over.
            #[getter]
            fn turn(&self) -> Option<usize> {
                self.deal().turn()
            }

            /// ``"declare"``, ``"name"``, ``"bury"``, ``"overturn"``, ``"throw"``, ``"play"`` or ``"over"``.
            #[getter]
            fn phase(&self) -> &'static str {
                self.deal().phase()
            }

            /// The number of cards in each hand, by seat.
            #[getter]
            fn cards_left(&self) -> Vec<usize> {
                self.deal().hands().iter().map(|hand| hand.total()).collect()
            }

            /// The cards of the kitty that were turned up to find trump (SJ-41); empty where none were.
            #[getter]
            fn turned_up(&self) -> String {
                self.deal().turned_up().to_string()
            }

            /// The declarer 莊家; None while that is open (SJ-40).
            #[getter]
            fn declarer(&self) -> Option<usize> {
                self.deal().declarer()
            }

            /// The level that is played, ``"2"`` to ``"A"``; None where there is none.
            #[getter]
            fn level(&self) -> Option<String> {
                self.deal().level().map(|level| level.to_string())
            }

            /// Who buried last; None where nobody has taken the kitty (SJ-45, SJ-46).
            #[getter]
            fn taker(&self) -> Option<usize> {
                self.deal().taker()
            }

            /// How often the cards were dealt again, since nobody declared (SJ-41).
            #[getter]
            fn redeals(&self) -> u8 {
                self.deal().redeals()
            }

            /// Who leads the trick or has led it; None before cards are played and when the deal is over.
            #[getter]
            fn leader(&self) -> Option<usize> {
                matches!(self.deal().phase(), "play" | "throw").then(|| self.deal().leader())
            }

            /// What each seat has played to the trick, by seat; empty text where it has not.
            #[getter]
            fn table(&self) -> Vec<String> {
                self.deal().table().iter().map(|cards| cards.to_string()).collect()
            }

            /// The units that were led to the trick, each as its cards, the largest first; empty before a lead. Of a throw that failed
            /// it is the unit that remained (SJ-16).
            #[getter]
            fn led(&self) -> Vec<String> {
                led(&self.rules, self.deal())
            }

            /// In the phase ``"throw"`` the cards of the throw that failed, which are still in hand; empty in all other phases (SJ-16).
            #[getter]
            fn thrown(&self) -> String {
                self.deal().thrown().to_string()
            }

            /// The seat whose play is the best of the trick so far; None before a lead (SJ-24, SJ-25).
            #[getter]
            fn winning(&self) -> Option<usize> {
                let led = self.deal().table()[self.deal().leader()];
                (!led.is_empty()).then(|| self.deal().winning(&self.rules))
            }

            /// The moves of the current trick as a list of (seat, Move), a throw that failed and what was chosen of it too; empty before
            /// a lead.
            #[getter]
            fn trick(&self) -> Vec<(u8, ShengjiMove)> {
                moves_of(trick(self.deal(), self.course()))
            }

            /// The points in tricks that each seat has won, by seat (SJ-26).
            #[getter]
            fn seat_points(&self) -> Vec<u16> {
                self.deal().seat_points().to_vec()
            }
        }
    };
}

attributes!(ShengjiState);
attributes!(ShengjiView);
