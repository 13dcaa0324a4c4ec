//! A seat's view of a Big Two deal.

use crate::big2_legal::{Big2ActionIds, Big2Moves, Question};
use crate::big2_move::Big2Move;
use crate::big2_pickle::reduced_view;
use crate::big2_read::{any_move_or_why, bitboards, have_ids};
use crate::big2_state::{Big2State, moves_of};
use crate::convert::{Count, Seed, Threads};
use crate::errors::OrRaise;
use crate::legal::Legal;
use crate::playouts::Playouts;
use crate::view_class::view_methods;
use chupai_core::big2::{Cards, Course, Move, Redealer, Rules, State, View};
use chupai_core::error::RuleError;
use chupai_core::game::Game;
use chupai_core::rng::{Domain, Rng};
use numpy::PyArray2;
use pyo3::prelude::*;
use std::sync::{Arc, OnceLock};

/// What one seat knows of a deal: everything public, and its own hand.
///
/// An immutable value from `State.view`. Views are equal where variant, knowledge and history are equal, so two deals that the seat cannot tell
/// apart have equal views; they hash alike and can be pickled.
///
/// Example:
///     >>> import chupai
///     >>> v = chupai.variant("big2/hong-kong").deal(seed=1).view(0)
///     >>> v.seat, v.phase, v.cards_left
///     (0, 'play', [13, 13, 13, 13])
#[pyclass(name = "View", frozen, module = "chupai.big2")]
pub(crate) struct Big2View {
    pub(crate) variant: Py<PyAny>,
    pub(crate) rules: Arc<Rules>,
    pub(crate) view: View,
    /// Number of the move that led the trick, while there is a play to beat.
    pub(crate) lead: usize,
    /// Made when it is first asked for.
    redealer: OnceLock<Redealer>,
}

impl Big2View {
    /// A view as a Python object.
    pub(crate) fn of(variant: Py<PyAny>, rules: Arc<Rules>, view: View, lead: usize) -> Self {
        Self { variant, rules, view, lead, redealer: OnceLock::new() }
    }

    /// A deal of this view, see `sample_state`.
    pub(crate) fn redealt(&self, py: Python<'_>, seed: u64) -> PyResult<Big2State> {
        let state = self.redealer().draw(&self.rules, seed).or_raise(py)?;
        let course = self.view.sample_course(&self.rules, &state, seed).or_raise(py)?;
        Ok(Big2State {
            variant: self.variant.clone_ref(py),
            rules: Arc::clone(&self.rules),
            course,
            state,
            lead: self.lead,
            play: Rng::stream(seed, Domain::Redeal, 2, self.view.seat() as u64),
        })
    }

    fn redealer(&self) -> &Redealer {
        self.redealer.get_or_init(|| self.view.redealer(&self.rules))
    }

    fn question(&self) -> Legal<Question> {
        let (view, rules) = (&self.view, &self.rules);
        Legal::of(rules, Question::of_seat(rules, view.state(), view.is_to_act()))
    }

    /// The move that a value names, of an id with the own cards; or why its text is none.
    fn readable(&self, value: &Bound<'_, PyAny>) -> PyResult<Result<Move, RuleError>> {
        any_move_or_why(&self.rules, value, Some(self.view.hand()))
    }
}

view_methods!(Big2View, "big2");

#[pymethods]
impl Big2View {
    /// The cards of the own hand, from low to high.
    #[getter]
    fn hand(&self) -> String {
        self.view.hand().to_string()
    }

    /// The cards of the own hand as numpy uint64, see `State.bitboard`.
    #[getter]
    fn bitboard<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        bitboards(py, &self.rules, self.view.hand())
    }

    /// All cards that are neither in the own hand nor seen to be gone: those of the other hands and those that lie face
    /// down, together.
    #[getter]
    fn unseen(&self) -> String {
        self.view.unseen().to_string()
    }

    /// For each seat the cards that this one knows it to hold: cards that were handed over (BT-37), the lowest card of
    /// who leads by it (BT-25), a hand that has won at once (BT-33); of its own all.
    #[getter]
    fn known(&self) -> Vec<String> {
        self.view.known(&self.rules).iter().map(Cards::to_string).collect()
    }

    /// The card that the first play must contain (BT-26), where this seat knows it; None where none is due.
    #[getter]
    fn due(&self) -> Option<String> {
        let state = self.view.state();
        let (card, leader) = (state.due()?, state.turn()?);
        let known = leader == self.view.seat()
            || self.view.known(&self.rules)[leader].faces() & card.bit() != 0;
        known.then(|| card.to_string())
    }

    /// The place of each seat, see `State.places`.
    #[getter]
    fn places(&self) -> Vec<u32> {
        self.view.state().places(&self.rules).iter().copied().map(u32::from).collect()
    }

    /// All moves and decisions so far, as a list of (seat, Move).
    #[getter]
    fn history(&self) -> Vec<(u8, Big2Move)> {
        moves_of(&self.view.course().history)
    }

    /// Whether the deal has ended; then `turn` is None and no move is legal.
    #[getter]
    fn is_over(&self) -> bool {
        self.view.state().turn().is_none()
    }

    /// The seat's legal moves, in the documented order, as `State.legal_moves`; empty where it is not its turn.
    fn legal_moves(&self) -> Big2Moves {
        Big2Moves(self.question())
    }

    /// The action ids of the seat's legal moves, in their order, as an immutable sequence; empty where it is not its turn.
    ///
    /// Raises:
    ///     NoActionIds: rules with two decks or straights that have no ids.
    fn legal_ids(&self) -> PyResult<Big2ActionIds> {
        have_ids(&self.rules)?;
        Ok(Big2ActionIds(self.question()))
    }

    /// Whether the seat may play a move now; False where it is not its turn.
    ///
    /// Args:
    ///     move: a `Move`, its text, or its action id.
    ///
    /// Raises:
    ///     TypeError, ValueError: as `State.is_legal`.
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.allows(r#move)
    }

    /// Why the seat may not play a move now.
    ///
    /// Args:
    ///     move: as for `is_legal`.
    ///
    /// Returns:
    ///     A sentence that names the rule and the cards; None where the move may be played.
    ///
    /// Raises:
    ///     TypeError, ValueError: as `is_legal`.
    fn why_not(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        Ok(self.refuses(r#move)?.map(|error| error.to_string()))
    }

    /// A deal of this view: all cards that the seat does not know are dealt anew.
    ///
    /// It is the deal that `State.redeal_hidden` of this seat gives with this seed, for any state with this view. Every
    /// consistent deal is equally likely.
    ///
    /// Args:
    ///     seed: 0 to 2^64 − 1; another seed gives another deal.
    ///
    /// Returns:
    ///     A new `State`, of which this view is the seat's view.
    ///
    /// Raises:
    ///     TypeError, ValueError: a seed that is no such number.
    ///     RulesError: where no deal was found that fits all that the seat knows.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("big2/hong-kong").deal(seed=1)
    ///     >>> v = s.view(0)
    ///     >>> v.sample_state(5) == s.redeal_hidden(0, 5), v.sample_state(5).view(0) == v
    ///     (True, True)
    fn sample_state(&self, py: Python<'_>, seed: Seed) -> PyResult<Big2State> {
        self.redealt(py, seed.0)
    }

    /// Play deals of this view on to their end, in the core: what the seat has to expect.
    ///
    /// Each playout begins with a redeal of all that the seat does not know. Playout ``k`` is of the deal ``sample_state(w)``,
    /// w the first word of the stream (seed, domain redeal = 2, match 3, deal k), and is played by the play stream (seed, match 0, deal k).
    ///
    /// Args:
    ///     n: how many playouts.
    ///     seed: 0 to 2^64 − 1; equal seeds give equal playouts.
    ///     agents: ``"random"`` or ``"lowest"``, for all or one a seat.
    ///     threads: how many to use; the scores do not depend on it.
    ///     move: a legal move that the seat makes first in every playout, or None.
    ///
    /// Returns:
    ///     The points of each seat at the end of each playout, int64 of shape (n, seats).
    ///
    /// Raises:
    ///     IllegalMove, TypeError, ValueError, MemoryError: as `State.rollout`; IllegalMove also for a move out of turn.
    ///     RulesError: where no deal was found that fits all that the seat knows.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("big2/hong-kong").deal(seed=1)
    ///     >>> v = s.view(s.turn)
    ///     >>> best = max(v.legal_moves(), key=lambda m: v.rollout(10, move=m)[:, v.seat].mean())
    #[pyo3(signature = (n, seed = Seed(0), agents = None, threads = Threads(1), r#move = None),
        text_signature = "($self, n, seed=0, agents='random', threads=1, move=None)")]
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn rollout<'py>(
        &self,
        py: Python<'py>,
        n: Count,
        seed: Seed,
        agents: Option<Bound<'py, PyAny>>,
        threads: Threads,
        r#move: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<i64>>> {
        self.played_out(py, Playouts { games: n, seed, agents, threads }, r#move)
    }
}
