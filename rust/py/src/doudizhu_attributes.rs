//! What a deal of Dou Dizhu shows alike as a state and as a view: attributes of both classes.

use crate::doudizhu::DoudizhuMove;
use crate::doudizhu_state::DoudizhuState;
use crate::doudizhu_view::DoudizhuView;
use chupai_core::doudizhu::{Course, Kind, Move};
use chupai_core::game::Game;
use pyo3::prelude::*;

/// In a position given by hand, the play to beat and the passes since.
fn opening(course: &Course) -> Vec<(u8, Move)> {
    let Some(start) = &course.start else { return Vec::new() };
    let (Some(mv), Some(by), Some(turn)) = (start.to_beat(), start.last_player(), start.turn())
    else {
        return Vec::new();
    };
    let passed = (by + 1..by + 3).map(|seat| seat % 3).take_while(|&seat| seat != turn);
    let passes = passed.map(|seat| (seat as u8, Move::PASS));
    std::iter::once((by as u8, mv)).chain(passes).collect()
}

/// The moves since the last lead: those after the last two passes in a row or the last decision.
fn trick_of(course: &Course) -> Vec<(u8, DoudizhuMove)> {
    let all = [opening(course).as_slice(), &course.history].concat();
    let is_pass = |&(_, mv): &(u8, Move)| mv.kind == Kind::Pass;
    let starts = |at: usize| {
        let passed = at >= 2 && is_pass(&all[at - 1]) && is_pass(&all[at - 2]);
        at == 0 || passed || all[at - 1].1.kind.is_decision()
    };
    // A pass never leads, so the trick starts at its first play.
    let start = (0..all.len()).rev().find(|&at| starts(at)).unwrap_or(0);
    let lead = (start..all.len()).find(|&at| all[at].1.kind.is_play()).unwrap_or(all.len());
    DoudizhuState::moves_of(&all[lead..])
}

/// Attributes of a class which has `rules`, a `deal` and its `course`.
macro_rules! attributes {
    ($class:ident) => {
        #[pymethods]
        impl $class {
            /// The seat to act, 0 to 2; None when the deal is over.
            #[getter]
            fn turn(&self) -> Option<usize> {
                self.deal().turn()
            }

            /// ``"show"``, ``"auction"``, ``"double"``, ``"play"`` or ``"over"`` (docs/rules, section 8).
            #[getter]
            fn phase(&self) -> &'static str {
                self.deal().phase()
            }

            /// The landlord's seat; None before he is found and in a void deal.
            #[getter]
            fn landlord(&self) -> Option<usize> {
                self.deal().landlord()
            }

            /// The seat that speaks first (DD-03).
            #[getter]
            fn first_bidder(&self) -> usize {
                self.deal().first_bidder()
            }

            /// The play to beat; None for who leads, and outside the play.
            #[getter]
            fn to_beat(&self) -> Option<DoudizhuMove> {
                self.deal().to_beat().map(DoudizhuMove)
            }

            /// The seat that made `to_beat`; None where there is none. `Variant.position` calls it ``by``.
            #[getter]
            fn last_player(&self) -> Option<usize> {
                self.deal().last_player()
            }

            /// The moves of the current trick, passes included, as a list of (seat, Move); empty before a lead.
            ///
            /// In a position given by hand it begins with the play to beat.
            #[getter]
            fn trick(&self) -> Vec<(u8, DoudizhuMove)> {
                match self.deal().to_beat() {
                    Some(_) => trick_of(self.course()),
                    None => Vec::new(),
                }
            }

            /// The highest bid so far, 0 for none; in a rob auction the call multiplier once somebody has called; with a fixed landlord 1.
            #[getter]
            fn bid(&self) -> u8 {
                self.deal().bid(&self.rules)
            }

            /// Robs so far.
            #[getter]
            fn robs(&self) -> u8 {
                self.deal().current_facts().robs
            }

            /// Bombs played so far.
            #[getter]
            fn bombs(&self) -> u8 {
                self.deal().current_facts().bombs
            }

            /// Rockets played so far.
            #[getter]
            fn rockets(&self) -> u8 {
                self.deal().current_facts().rockets
            }

            /// The number of card plays of each seat so far.
            #[getter]
            fn plays(&self) -> [u32; 3] {
                self.deal().current_facts().plays.map(u32::from)
            }

            /// For each seat whether it has doubled.
            #[getter]
            fn doubled(&self) -> [bool; 3] {
                self.deal().current_facts().doubled
            }

            /// How often the cards were dealt again because nobody wanted to be landlord (DD-04).
            #[getter]
            fn redeals(&self) -> u8 {
                self.deal().redeals()
            }
        }
    };
}

attributes!(DoudizhuState);
attributes!(DoudizhuView);
