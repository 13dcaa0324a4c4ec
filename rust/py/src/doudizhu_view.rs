//! A seat's view of a Dou Dizhu deal.

use crate::doudizhu::DoudizhuMove;
use crate::doudizhu_pickle::{Reduced, reduced_view};
use crate::doudizhu_state::DoudizhuState;
use chupai_core::doudizhu::{Hand, Move, View};
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

/// What one seat knows of a deal (DD-28): everything public and the own hand.
#[pyclass(frozen, module = "chupai._native")]
pub(crate) struct DoudizhuView {
    pub(crate) variant: Py<PyAny>,
    pub(crate) view: View,
    pub(crate) history: Vec<(u8, Move)>,
}

fn text_if(known: bool, hand: Hand) -> Option<String> {
    known.then(|| hand.to_string())
}

#[pymethods]
impl DoudizhuView {
    /// The variant that is played.
    #[getter]
    fn variant(&self, py: Python<'_>) -> Py<PyAny> {
        self.variant.clone_ref(py)
    }

    /// Whose view it is.
    #[getter]
    fn seat(&self) -> u8 {
        self.view.seat
    }

    /// The own hand; before and during the deal the cards received so far.
    #[getter]
    fn hand(&self) -> String {
        self.view.hand.to_string()
    }

    /// The seat to act.
    #[getter]
    fn turn(&self) -> Option<u8> {
        self.view.turn
    }

    /// The phase of the deal.
    #[getter]
    fn phase(&self) -> &'static str {
        self.view.phase.name()
    }

    /// The play to beat.
    #[getter]
    fn to_beat(&self) -> Option<DoudizhuMove> {
        self.view.to_beat.map(|(mv, _)| DoudizhuMove(mv))
    }

    /// Who made the play to beat.
    #[getter]
    fn last_player(&self) -> Option<u8> {
        self.view.to_beat.map(|(_, by)| by)
    }

    /// The landlord's seat.
    #[getter]
    fn landlord(&self) -> Option<u8> {
        self.view.landlord
    }

    /// Who speaks first.
    #[getter]
    fn first_bidder(&self) -> u8 {
        self.view.first_bidder
    }

    /// The bottom cards, once they are shown to all.
    #[getter]
    fn bottom(&self) -> Option<String> {
        self.view.bottom.map(|bottom| bottom.to_string())
    }

    /// The number of cards in each hand.
    #[getter]
    fn cards_left(&self) -> [u32; 3] {
        self.view.cards_left.map(u32::from)
    }

    /// For each seat the cards that all know to be in the hand: all of a shown hand, what is left of
    /// the bottom cards with the landlord.
    #[getter]
    fn known(&self) -> [String; 3] {
        self.view.known.map(|hand| hand.to_string())
    }

    /// For each seat the hand where it was shown, else ``None``.
    #[getter]
    fn shown(&self) -> [Option<String>; 3] {
        [0, 1, 2].map(|seat| text_if(self.view.shown[seat], self.view.known[seat]))
    }

    /// Which seats have doubled.
    #[getter]
    fn doubled(&self) -> [bool; 3] {
        self.view.doubled
    }

    /// The highest bid so far.
    #[getter]
    fn bid(&self) -> u8 {
        self.view.bid
    }

    /// Robs so far.
    #[getter]
    fn robs(&self) -> u8 {
        self.view.robs
    }

    /// Bombs played so far.
    #[getter]
    fn bombs(&self) -> u8 {
        self.view.bombs
    }

    /// Rockets played so far.
    #[getter]
    fn rockets(&self) -> u8 {
        self.view.rockets
    }

    /// Plays of each seat so far.
    #[getter]
    fn plays(&self) -> [u32; 3] {
        self.view.plays.map(u32::from)
    }

    /// How often the cards were dealt again.
    #[getter]
    fn redeals(&self) -> u8 {
        self.view.redeals
    }

    /// All moves and decisions so far: a list of (seat, Move).
    #[getter]
    fn history(&self) -> Vec<(u8, DoudizhuMove)> {
        DoudizhuState::moves_of(&self.history)
    }

    /// The seat's legal moves, by ascending action id; empty where it is not his turn.
    fn legal_moves(&self) -> Vec<DoudizhuMove> {
        self.view.legal.iter().copied().map(DoudizhuMove).collect()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            other.view == self.view && other.history == self.history
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.view.seat, self.view.hand, self.view.phase, self.history.len()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced_view(self, py)
    }

    fn __repr__(&self) -> String {
        let View { seat, hand, phase, turn, .. } = &self.view;
        let turn = turn.map_or("nobody".to_owned(), |turn| format!("seat {turn}"));
        format!("<doudizhu.View of seat {seat}: {hand}, {}, {turn} to act>", phase.name())
    }
}
