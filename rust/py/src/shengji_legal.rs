//! The legal moves of a deal of Shengji, of a state and of a view: listed, and one by its number.

use crate::convert::Limit;
use crate::legal::listing;
use crate::shengji_answer::no_action_ids;
use crate::shengji_move::ShengjiMove;
use crate::shengji_state::ShengjiState;
use crate::shengji_view::ShengjiView;
use chupai_core::error::counted;
use chupai_core::game::Game;
use chupai_core::shengji::State;
use chupai_core::shengji::rules::Rules;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use std::ops::ControlFlow;

/// The first legal moves, and how many there are, as a `chupai.Listing`.
fn legal_listing<'py>(
    py: Python<'py>,
    rules: &Rules,
    state: &State,
    limit: Limit,
) -> PyResult<Bound<'py, PyAny>> {
    let total = state.num_legal(rules);
    let most = limit.0.min(total) as usize;
    let mut moves = Vec::with_capacity(most.min(1 << 16));
    if most > 0 {
        state.for_each_legal(rules, |mv| {
            moves.push(ShengjiMove(mv));
            match moves.len() == most {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
    }
    listing(py, moves, total)
}

/// Legal move number `n` of `total`.
fn numbered(rules: &Rules, state: &State, total: u64, n: Limit) -> PyResult<ShengjiMove> {
    if n.0 >= total {
        let moves = counted(total as usize, "legal move");
        let message = match n.0 {
            u64::MAX => format!("of {moves} none has so high a number"),
            n => format!("of {moves} none is numbered {n}"),
        };
        return Err(PyIndexError::new_err(message));
    }
    Ok(ShengjiMove(state.nth_legal(rules, n.0)))
}

#[pymethods]
impl ShengjiState {
    /// Legal moves in the documented order, the first of them, and how many there are.
    ///
    /// There may be billions. Their order: declaring, a pass, then what may be shown, the lowest first; naming D, C, H, S; buried
    /// cards and follows, those with more of the weakest card first, so that number 0 is made of the weakest cards; leads by
    /// effective suit, trumps last, the lowest single first (`chupai.shengji.Trump`); units of a failed throw, the smallest first.
    ///
    /// Args:
    ///     limit: how many are listed at most.
    ///
    /// Returns:
    ///     A `chupai.Listing` of `Move`, without duplicates; empty when the deal is over. Its ``total`` is `num_legal`.
    ///
    /// Raises:
    ///     TypeError, ValueError: a limit that is no whole number, or below 0.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("shengji/cn-2").deal(seed=7)
    ///     >>> moves = s.legal_moves()
    ///     >>> str(moves[0]), moves.total == s.num_legal, moves.truncated
    ///     ('pass', True, False)
    #[pyo3(signature = (limit = Limit(1000)), text_signature = "($self, limit=1000)")]
    fn legal_moves<'py>(&self, py: Python<'py>, limit: Limit) -> PyResult<Bound<'py, PyAny>> {
        legal_listing(py, &self.rules, &self.state, limit)
    }

    /// One of the legal moves by its number in the order of `legal_moves`, without listing the others.
    ///
    /// Args:
    ///     n: 0 to ``num_legal − 1``.
    ///
    /// Returns:
    ///     A `Move`.
    ///
    /// Raises:
    ///     TypeError: no whole number.
    ///     IndexError: there are not so many.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("shengji/cn-2").deal(seed=7)
    ///     >>> s.nth_legal(s.num_legal - 1) == s.legal_moves()[-1]
    ///     True
    fn nth_legal(&self, n: Limit) -> PyResult<ShengjiMove> {
        numbered(&self.rules, &self.state, self.num_legal(), n)
    }

    /// There are no action ids: moves are too many to number once for all.
    ///
    /// Raises:
    ///     NoActionIds: always. Stage moves card by card (`stage_mask`), or number those of a position (`nth_legal`).
    fn legal_ids(&self) -> PyResult<()> {
        Err(no_action_ids())
    }
}

#[pymethods]
impl ShengjiView {
    /// The seat's legal moves in the documented order, the first of them, and how many there are, as `State.legal_moves`; none
    /// where it is not its turn.
    ///
    /// Args:
    ///     limit: how many are listed at most.
    ///
    /// Returns:
    ///     A `chupai.Listing` of `Move`.
    ///
    /// Raises:
    ///     TypeError, ValueError: a limit that is no whole number, or below 0.
    #[pyo3(signature = (limit = Limit(1000)), text_signature = "($self, limit=1000)")]
    pub(crate) fn legal_moves<'py>(
        &self,
        py: Python<'py>,
        limit: Limit,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self.view.is_to_act() {
            true => legal_listing(py, &self.rules, self.view.state(), limit),
            false => listing(py, Vec::<ShengjiMove>::new(), 0),
        }
    }

    /// One of the seat's legal moves by its number in the order of `legal_moves`, without listing the others.
    ///
    /// Args:
    ///     n: 0 to ``num_legal − 1``.
    ///
    /// Raises:
    ///     TypeError: no whole number.
    ///     IndexError: there are not so many.
    fn nth_legal(&self, n: Limit) -> PyResult<ShengjiMove> {
        numbered(&self.rules, self.view.state(), self.num_legal(), n)
    }

    /// There are no action ids: moves are too many to number once for all.
    ///
    /// Raises:
    ///     NoActionIds: always. Stage moves card by card (`stage_mask`), or number those of a position (`nth_legal`).
    fn legal_ids(&self) -> PyResult<()> {
        Err(no_action_ids())
    }
}
