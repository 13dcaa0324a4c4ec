//! A seat's view of a Dou Dizhu deal.

use crate::doudizhu::DoudizhuMove;
use crate::doudizhu_ids::DoudizhuActionIds;
use crate::doudizhu_pickle::{Reduced, reduced_view};
use crate::doudizhu_read::any_move;
use crate::doudizhu_state::{DoudizhuState, trick_of};
use crate::errors::IllegalMove;
use chupai_core::doudizhu::{Hand, Move, Rules, View};
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// What one seat knows of a deal (DD-28): everything public, and its own hand.
///
/// An immutable value from `State.view`. Views are equal where variant, knowledge and history are equal, so two deals that the seat cannot tell
/// apart have equal views; they hash alike and can be pickled.
///
/// Example:
///     >>> import chupai
///     >>> V = chupai.variant("doudizhu/standard")
///     >>> v = V.deal(seed=1, first_bidder=0).view(0)
///     >>> v.seat, v.turn, v.phase, v.bottom, v.cards_left
///     (0, 0, 'auction', None, [17, 17, 17])
#[pyclass(name = "View", frozen, module = "chupai.doudizhu")]
pub(crate) struct DoudizhuView {
    pub(crate) variant: Py<PyAny>,
    pub(crate) rules: Arc<Rules>,
    pub(crate) view: View,
    pub(crate) opening: Vec<(u8, Move)>,
    pub(crate) history: Vec<(u8, Move)>,
}

fn text_if(known: bool, hand: Hand) -> Option<String> {
    known.then(|| hand.to_string())
}

#[pymethods]
impl DoudizhuView {
    /// The `chupai.Variant` that is played.
    #[getter]
    fn variant(&self, py: Python<'_>) -> Py<PyAny> {
        self.variant.clone_ref(py)
    }

    /// The seat whose view it is.
    #[getter]
    fn seat(&self) -> u8 {
        self.view.seat
    }

    /// The cards of the own hand, as ranks from low to high; while cards are being dealt, those received so far.
    #[getter]
    fn hand(&self) -> String {
        self.view.hand.to_string()
    }

    /// The seat to act, 0 to 2; None when the deal is over.
    #[getter]
    fn turn(&self) -> Option<u8> {
        self.view.turn
    }

    /// ``"show"``, ``"auction"``, ``"double"``, ``"play"`` or ``"over"`` (docs/rules, section 8).
    #[getter]
    fn phase(&self) -> &'static str {
        self.view.phase.name()
    }

    /// The play to beat; None for who leads, and outside the play.
    #[getter]
    fn to_beat(&self) -> Option<DoudizhuMove> {
        self.view.to_beat.map(|(mv, _)| DoudizhuMove(mv))
    }

    /// The seat that made `to_beat`; None where there is none. `Variant.position` calls it ``by``.
    #[getter]
    fn last_player(&self) -> Option<u8> {
        self.view.to_beat.map(|(_, by)| by)
    }

    /// The landlord's seat; None before he is found and in a void deal.
    #[getter]
    fn landlord(&self) -> Option<u8> {
        self.view.landlord
    }

    /// The seat that speaks first (DD-03).
    #[getter]
    fn first_bidder(&self) -> u8 {
        self.view.first_bidder
    }

    /// The three bottom cards once all may see them, else None.
    #[getter]
    fn bottom(&self) -> Option<String> {
        self.view.bottom.map(|bottom| bottom.to_string())
    }

    /// The number of cards in each hand, by seat.
    #[getter]
    fn cards_left(&self) -> [u32; 3] {
        self.view.cards_left.map(u32::from)
    }

    /// For each seat the cards that all know it to hold: all of a shown hand; of the landlord's, the bottom cards not yet played.
    #[getter]
    fn known(&self) -> [String; 3] {
        self.view.known.map(|hand| hand.to_string())
    }

    /// For each seat its hand where it was shown, else None.
    #[getter]
    fn shown(&self) -> [Option<String>; 3] {
        [0, 1, 2].map(|seat| text_if(self.view.shown[seat], self.view.known[seat]))
    }

    /// For each seat whether it has doubled.
    #[getter]
    fn doubled(&self) -> [bool; 3] {
        self.view.doubled
    }

    /// The highest bid so far, 0 for none; in a rob auction the call multiplier once somebody has called; with a fixed landlord 1.
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

    /// The number of card plays of each seat so far.
    #[getter]
    fn plays(&self) -> [u32; 3] {
        self.view.plays.map(u32::from)
    }

    /// How often the cards were dealt again because nobody wanted to be landlord (DD-04).
    #[getter]
    fn redeals(&self) -> u8 {
        self.view.redeals
    }

    /// All moves and decisions so far, as a list of (seat, Move).
    #[getter]
    fn history(&self) -> Vec<(u8, DoudizhuMove)> {
        DoudizhuState::moves_of(&self.history)
    }

    /// The seat's legal moves, by ascending action id; empty where it is not its turn.
    fn legal_moves(&self) -> Vec<DoudizhuMove> {
        self.view.legal.iter().copied().map(DoudizhuMove).collect()
    }

    /// The moves of the current trick, passes included, as a list of (seat, Move); empty before a lead.
    ///
    /// In a position given by hand it begins with the play to beat.
    #[getter]
    fn trick(&self) -> Vec<(u8, DoudizhuMove)> {
        match self.view.to_beat {
            Some(_) => trick_of(&self.opening, &self.history),
            None => Vec::new(),
        }
    }

    /// Whether the deal has ended; then `turn` is None, no move is legal and `scores` may be asked.
    #[getter]
    fn is_over(&self) -> bool {
        self.view.turn.is_none()
    }

    /// The number of the seat's legal moves; 0 where it is not its turn.
    #[getter]
    fn num_legal(&self) -> usize {
        self.view.legal.len()
    }

    /// The action ids of the seat's legal moves, ascending, as an immutable sequence; empty where it is not its turn.
    fn legal_ids(&self) -> DoudizhuActionIds {
        DoudizhuActionIds::listed(&self.rules, &self.view.legal)
    }

    /// Whether the seat may play a move now; False where it is not its turn.
    ///
    /// Args:
    ///     move: a `Move`, its text, or its action id.
    ///
    /// Raises:
    ///     TypeError, ValueError: as `State.is_legal`.
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        match any_move(&self.rules, r#move, self.view.to_beat.map(|(to_beat, _)| to_beat)) {
            Err(error) if error.is_instance_of::<IllegalMove>(r#move.py()) => Ok(false),
            mv => Ok(self.view.legal.contains(&mv?)),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(same) = other.cast::<Self>() else { return Ok(false) };
        let (same, py) = (same.get(), other.py());
        let alike =
            same.view == self.view && same.history == self.history && same.opening == self.opening;
        let (ours, theirs) = (self.variant.bind(py), same.variant.bind(py));
        Ok(alike && (ours.is(theirs) || ours.eq(theirs)?))
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
