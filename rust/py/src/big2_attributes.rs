//! What a deal of Big Two shows alike as a state and as a view: attributes of both classes.

use crate::big2_move::Big2Move;
use crate::big2_state::{Big2State, moves_of};
use crate::big2_view::Big2View;
use chupai_core::big2::{Cards, Course, Move, State};
use chupai_core::game::Game;
use pyo3::prelude::*;

/// In a position given by hand, the play to beat and the passes since.
fn opening(start: &State) -> Vec<(u8, Move)> {
    let (Some(mv), Some(by), Some(turn)) = (start.to_beat(), start.last_player(), start.turn())
    else {
        return Vec::new();
    };
    let seats = start.hands().len();
    let between = (by + 1..by + seats).map(|seat| seat % seats).take_while(|&seat| seat != turn);
    let passes = between.filter(|&seat| !start.hand(seat).is_empty());
    let passes = passes.map(|seat| (seat as u8, Move::PASS));
    std::iter::once((by as u8, mv)).chain(passes).collect()
}

/// The moves since the last lead, which was move number `lead` of the course or came before it.
fn trick_of(state: &State, course: &Course, lead: usize) -> Vec<(u8, Big2Move)> {
    if state.to_beat().is_none() {
        return Vec::new();
    }
    let start = course.start.as_deref().filter(|_| lead == 0 && course.earlier.is_empty());
    let mut moves = start.map_or_else(Vec::new, opening);
    moves.extend_from_slice(&course.history[lead..]);
    moves_of(&moves)
}

/// For each seat whether it is locked.
fn locked(state: &State) -> Vec<bool> {
    let locked = state.locked();
    (0..state.hands().len()).map(|seat| locked >> seat & 1 == 1).collect()
}

/// How a deal was won at once.
pub(crate) fn instant_name(instant: u8) -> Option<&'static str> {
    match instant {
        1 => Some("dragon"),
        2 => Some("four_twos"),
        _ => None,
    }
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

            /// ``"redeal"``, ``"swap"``, ``"exchange"``, ``"play"`` or ``"over"``.
            #[getter]
            fn phase(&self) -> &'static str {
                self.deal().phase()
            }

            /// Who leads the first trick; None before that is settled and after an instant win.
            #[getter]
            fn leader(&self) -> Option<usize> {
                self.deal().leader()
            }

            /// The card that was swapped for the leftover and lies face up (BT-24); empty where there is none.
            #[getter]
            fn face_up(&self) -> String {
                self.deal().face_up().to_string()
            }

            /// Whether the top and the lowest rank have changed places (BT-38).
            #[getter]
            fn revolved(&self) -> bool {
                self.deal().revolved()
            }

            /// Whether the lowest card was swapped for the leftover (BT-24).
            #[getter]
            fn swapped(&self) -> bool {
                self.deal().swapped()
            }

            /// The play to beat; None for who leads, and outside the play.
            #[getter]
            fn to_beat(&self) -> Option<Big2Move> {
                self.deal().to_beat().map(Big2Move)
            }

            /// The seat that made `to_beat`; None where there is none.
            #[getter]
            fn last_player(&self) -> Option<usize> {
                self.deal().last_player()
            }

            /// For each seat whether it has passed in this trick and is skipped until it ends, or asked for a monster only
            /// (BT-29, BT-30).
            #[getter]
            fn passed(&self) -> Vec<bool> {
                locked(self.deal())
            }

            /// The moves of the current trick, passes included, as a list of (seat, Move); empty before a lead.
            ///
            /// In a position given by hand it begins with the play to beat.
            #[getter]
            fn trick(&self) -> Vec<(u8, Big2Move)> {
                trick_of(self.deal(), self.course(), self.lead)
            }

            /// How often the cards were dealt again on request (BT-34).
            #[getter]
            fn redeals(&self) -> u8 {
                self.deal().redeals()
            }

            /// The number of cards in each hand, by seat.
            #[getter]
            fn cards_left(&self) -> Vec<usize> {
                self.deal().hands().iter().map(Cards::total).collect()
            }

            /// The number of card plays of each seat so far.
            #[getter]
            fn plays(&self) -> Vec<u32> {
                self.deal().plays().iter().copied().map(u32::from).collect()
            }

            /// Who went out first or won at once; None while nobody has.
            #[getter]
            fn winner(&self) -> Option<usize> {
                self.deal().winner()
            }

            /// How the deal was won at once: ``"dragon"`` or ``"four_twos"`` (BT-33); None where it was not.
            #[getter]
            fn instant(&self) -> Option<&'static str> {
                instant_name(self.deal().instant())
            }

            /// The seats of king, noble, commoner and slave who exchange cards (BT-37); None where there are no such roles.
            #[getter]
            fn roles(&self) -> Option<[u32; 4]> {
                self.deal().setup().roles.map(|seats| seats.map(u32::from))
            }
        }
    };
}

attributes!(Big2State);
attributes!(Big2View);
