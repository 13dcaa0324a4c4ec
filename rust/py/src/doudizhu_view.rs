//! A seat's view of a Dou Dizhu deal.

use crate::convert::{Count, Seed, Threads};
use crate::doudizhu::DoudizhuMove;
use crate::doudizhu_ids::{DoudizhuActionIds, legal_moves};
use crate::doudizhu_pickle::reduced_view;
use crate::doudizhu_read::any_move_or_why;
use crate::doudizhu_state::DoudizhuState;
use crate::errors::OrRaise;
use crate::legal::Legal;
use crate::playouts::Playouts;
use crate::view_class::view_methods;
use chupai_core::doudizhu::{Course, Move, Redealer, Rules, State, View};
use chupai_core::error::RuleError;
use chupai_core::game::Game;
use chupai_core::rng::{Domain, Rng};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use std::sync::{Arc, OnceLock};

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
    /// Made when it is first asked for.
    pub(crate) redealer: OnceLock<Redealer>,
}

impl DoudizhuView {
    /// A deal of this view, see `sample_state`.
    pub(crate) fn redealt(&self, py: Python<'_>, seed: u64) -> DoudizhuState {
        let state = self.redealer().draw(seed);
        DoudizhuState {
            variant: self.variant.clone_ref(py),
            rules: Arc::clone(&self.rules),
            course: self.view.sample_course(&state, seed),
            state,
            play: Rng::stream(seed, Domain::Redeal, 2, self.view.seat() as u64),
        }
    }

    fn redealer(&self) -> &Redealer {
        self.redealer.get_or_init(|| self.view.redealer())
    }

    /// The move that a value names, or why its text is none.
    fn readable(&self, value: &Bound<'_, PyAny>) -> PyResult<Result<Move, RuleError>> {
        any_move_or_why(&self.rules, value, self.view.state().to_beat())
    }
}

view_methods!(DoudizhuView, "doudizhu");

#[pymethods]
impl DoudizhuView {
    /// The cards of the own hand, as ranks from low to high; while cards are being dealt, those received so far.
    #[getter]
    fn hand(&self) -> String {
        self.view.hand().to_string()
    }

    /// The cards of the own hand as one numpy uint64, see `State.bitboard`.
    #[getter]
    fn bitboard<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        PyArray1::from_slice(py, &[self.view.hand().0]).as_any().get_item(0)
    }

    /// All cards that are neither in the own hand nor played, as ranks from low to high: those of the other hands
    /// and, until the landlord has taken them, of the bottom, together. `chupai.doudizhu.bitboard` makes a number of them.
    #[getter]
    fn unseen(&self) -> String {
        self.view.unseen().to_string()
    }

    /// The three bottom cards once all may see them, else None.
    #[getter]
    fn bottom(&self) -> Option<String> {
        self.view.bottom().map(|bottom| bottom.to_string())
    }

    /// The number of cards in each hand, by seat.
    #[getter]
    fn cards_left(&self) -> [u32; 3] {
        [0, 1, 2].map(|seat| self.view.state().received(seat).len())
    }

    /// For each seat the cards that all know it to hold: all of a shown hand; of the landlord's, the bottom cards not yet played.
    #[getter]
    fn known(&self) -> [String; 3] {
        self.view.known().map(|hand| hand.to_string())
    }

    /// For each seat its hand where it was shown, else None.
    #[getter]
    fn shown(&self) -> [Option<String>; 3] {
        let (shown, known) = (self.view.state().shown(), self.view.known());
        [0, 1, 2].map(|seat| shown[seat].then(|| known[seat].to_string()))
    }

    /// All moves and decisions so far, as a list of (seat, Move).
    #[getter]
    fn history(&self) -> Vec<(u8, DoudizhuMove)> {
        DoudizhuState::moves_of(&self.view.course().history)
    }

    /// The seat's legal moves, by ascending action id; empty where it is not its turn.
    fn legal_moves(&self) -> Vec<DoudizhuMove> {
        if self.view.is_to_act() { legal_moves(&self.rules, self.view.state()) } else { Vec::new() }
    }

    /// Whether the deal has ended; then `turn` is None, no move is legal and `scores` may be asked.
    #[getter]
    fn is_over(&self) -> bool {
        self.view.state().turn().is_none()
    }

    /// The action ids of the seat's legal moves, ascending, as an immutable sequence; empty where it is not its turn.
    fn legal_ids(&self) -> DoudizhuActionIds {
        let (view, rules) = (&self.view, &self.rules);
        DoudizhuActionIds(Legal::of_seat(rules, view.state().clone(), view.is_to_act()))
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
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("doudizhu/standard").deal(seed=1)
    ///     >>> v = s.view(0)
    ///     >>> v.sample_state(5) == s.redeal_hidden(0, 5), v.sample_state(5).view(0) == v
    ///     (True, True)
    fn sample_state(&self, py: Python<'_>, seed: Seed) -> DoudizhuState {
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
    ///     The points of each seat at the end of each playout, int64 of shape (n, 3).
    ///
    /// Raises:
    ///     IllegalMove, TypeError, ValueError, MemoryError, OverflowError: as `State.rollout`; IllegalMove also for a move
    ///     out of turn.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("doudizhu/standard").deal(seed=1, given={0: "222BR"}, first_bidder=0)
    ///     >>> s.play("bid 3")
    ///     >>> points = s.view(0).rollout(1000, seed=1)
    ///     >>> points.shape, bool(points[:, 0].mean() > 0)
    ///     ((1000, 3), True)
    ///     >>> v = s.view(0)
    ///     >>> best = max(v.legal_moves(), key=lambda m: v.rollout(100, move=m)[:, 0].mean())
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
