//! Moves of Shengji that are put together card by card, of a state and of a view.

use crate::errors::OrRaise;
use crate::shengji_move::ShengjiMove;
use crate::shengji_read::{cards, face, list};
use crate::shengji_state::ShengjiState;
use crate::shengji_view::ShengjiView;
use chupai_core::shengji::State;
use chupai_core::shengji::rules::Rules;
use pyo3::prelude::*;

/// The move that the staged cards are, a lead included.
fn staged_move(rules: &Rules, state: &State) -> Option<ShengjiMove> {
    let lead = || state.can_lead_staged(rules).then(|| state.staged_lead(rules));
    state.staged_move(rules).or_else(lead).map(ShengjiMove)
}

#[pymethods]
impl ShengjiState {
    /// Put one more card to those of a move that is put together card by card: what is buried, led or followed with.
    ///
    /// Args:
    ///     card: a card that is held, once more than it is staged.
    ///
    /// Raises:
    ///     IllegalMove: no legal move has these cards (SJ-57).
    ///     TypeError, ValueError: what is no card.
    ///     In all cases the state is as it was.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("shengji/cn-2").deal(seed=7, declarer=0)
    ///     >>> while s.phase == "declare":
    ///     ...     s.play("pass")
    ///     >>> for card in s.hand(0).split()[:8]:
    ///     ...     s.stage(card)
    ///     >>> s.staged_move().kind, s.staged == s.staged_move().cards
    ///     ('bury', True)
    fn stage(&mut self, card: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = card.py();
        self.state.stage(&self.rules, face(card)?.index()).or_raise(py)
    }

    /// Take all staged cards back.
    fn unstage(&mut self) {
        self.state.unstage();
    }

    /// The cards that have been staged, in their order.
    #[getter]
    fn staged(&self) -> String {
        self.state.staged().to_string()
    }

    /// The cards of which one more may be staged so that a legal move can still be reached, one of each.
    ///
    /// Returns:
    ///     Cards in their order, such as ``"3D 5D AS"``; empty where a move is complete, and in phases in which moves are not put
    ///     together card by card.
    fn stage_mask(&self) -> String {
        list(self.state.stage_mask(&self.rules))
    }

    /// The move that the staged cards are; it is not played.
    ///
    /// Returns:
    ///     A `Move`, once as many cards are staged as are to be buried or were led. A lead may be one as soon as one card is
    ///     staged, and is read as the rules say (SJ-14). None where the staged cards are no move yet.
    fn staged_move(&self) -> Option<ShengjiMove> {
        staged_move(&self.rules, &self.state)
    }
}

impl ShengjiView {
    /// The deal with these cards staged.
    fn staging(&self, staged: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        let mut state = self.view.state().clone();
        state.unstage();
        if let Some(value) = staged {
            for card in cards(value, self.rules.switches().decks)?.cards() {
                state.stage(&self.rules, card.index()).or_raise(value.py())?;
            }
        }
        Ok(state)
    }
}

#[pymethods]
impl ShengjiView {
    /// The cards of which one more may join some so that a legal move of the seat can still be reached, one of each: for moves
    /// that are put together card by card, see `State.stage_mask`.
    ///
    /// Args:
    ///     staged: the cards put together so far; none by default.
    ///
    /// Returns:
    ///     Cards in their order; empty where the move is complete, where moves are not put together card by card, and where it is not
    ///     the seat's turn.
    ///
    /// Raises:
    ///     IllegalMove: no legal move has the cards staged.
    ///     TypeError, ValueError: what are no cards.
    #[pyo3(signature = (staged = None), text_signature = "($self, staged='')")]
    fn stage_mask(&self, staged: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        match self.view.is_to_act() {
            true => Ok(list(self.staging(staged)?.stage_mask(&self.rules))),
            false => Ok(String::new()),
        }
    }

    /// The move that some cards are, put together card by card, see `State.staged_move`.
    ///
    /// Args:
    ///     staged: the cards.
    ///
    /// Returns:
    ///     A `Move`; None where they are no move yet, and where it is not the seat's turn.
    ///
    /// Raises:
    ///     IllegalMove, TypeError, ValueError: as `stage_mask`.
    fn staged_move(&self, staged: &Bound<'_, PyAny>) -> PyResult<Option<ShengjiMove>> {
        match self.view.is_to_act() {
            true => Ok(staged_move(&self.rules, &self.staging(Some(staged))?)),
            false => Ok(None),
        }
    }
}
