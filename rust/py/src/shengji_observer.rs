//! A seat that is told of a deal of Shengji, as a Python object.

use crate::convert::{AnySeat, Count, Limit, Seed, Threads};
use crate::errors::OrRaise;
use crate::family::{rules_of, scores_of};
use crate::observer_class::observer_methods;
use crate::shengji_move::ShengjiMove;
use crate::shengji_pickle::reduced_observer;
use crate::shengji_state::{ShengjiState, moves_of};
use crate::shengji_told::{Told, told};
use crate::shengji_view::ShengjiView;
use chupai_core::error::RuleError;
use chupai_core::game::Game;
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::{Event, Observer, SEATS, State, View};
use numpy::PyArray2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

/// One seat that is told of a deal event by event and never sees it: what a player of an online game knows.
///
/// Made by `Variant.observer` and fed with the events of the deal, as `State.events` tells them. Its `view` is at every time
/// equal to ``state.view(seat)`` of the true deal, so agents and searches play on it as on a deal at home. It refuses what
/// cannot be: illegal moves, moves out of turn, and cards that the seat knows to be elsewhere.
///
/// Observers are equal where variant, seat and view are equal.
///
/// Example:
///     >>> import chupai
///     >>> V = chupai.variant("shengji/cn-2")
///     >>> s = V.deal(seed=1)
///     >>> o = V.observer(2)
///     >>> for event in s.events(2):
///     ...     o.observe(event)
///     >>> o.view() == s.view(2)
///     True
#[pyclass(name = "Observer", module = "chupai.shengji")]
pub(crate) struct ShengjiObserver {
    pub(crate) variant: Py<PyAny>,
    pub(crate) rules: Arc<Rules>,
    pub(crate) seat: usize,
    /// `None` until the first event.
    pub(crate) observer: Option<Observer>,
}

impl ShengjiObserver {
    fn copy(&self, py: Python<'_>) -> Self {
        Self {
            variant: self.variant.clone_ref(py),
            rules: Arc::clone(&self.rules),
            seat: self.seat,
            observer: self.observer.clone(),
        }
    }

    /// Takes in what came after the beginning.
    fn heed(&mut self, event: Event) -> Result<(), RuleError> {
        self.observer.as_mut().map_or(Ok(()), |observer| observer.observe(&self.rules, &event))
    }

    /// Refuses scores that the deal, which is over, does not have.
    fn check_scores(&self, py: Python<'_>, scores: &[i64]) -> PyResult<()> {
        let view = self.known()?;
        if scores.len() != SEATS {
            return Err(PyValueError::new_err(format!("scores: there are {SEATS} seats")));
        }
        // All else is played, so that what is not seen lies in the kitty. Of a position that was
        // given without the kitty some of it may be known.
        let hidden = view.unseen().total();
        if hidden == 0 || hidden == self.rules.switches().kitty_size() {
            let counted = scores_of(self.variant.bind(py), &self.rules, view.state())?;
            if scores != counted {
                let message = format!("scores: they are {counted:?}, not {scores:?}");
                return Err(PyValueError::new_err(message));
            }
        } else if scores[..2] != scores[2..] || scores[0].checked_neg() != Some(scores[1]) {
            let message = "scores: partners have the same, and the others lose it";
            return Err(PyValueError::new_err(message));
        }
        Ok(())
    }
}

observer_methods!(ShengjiObserver, "shengji");

#[pymethods]
impl ShengjiObserver {
    /// Take in what the seat is told next.
    ///
    /// Args:
    ///     event: a dictionary as `State.events` gives it, or its JSON. The first one tells a deal or a position.
    ///
    /// Raises:
    ///     IllegalMove: a move that may not be played now, or another seat's turn.
    ///     RulesError: cards that the seat knows to be elsewhere, and positions that cannot be.
    ///     TypeError: neither a dictionary nor text.
    ///     ValueError: an event that cannot be read, lacks what it brings about or tells what it does not.
    ///     In all cases the observer is as it was.
    fn observe(slf: &Bound<'_, Self>, event: &Bound<'_, PyAny>) -> PyResult<()> {
        // While it is read other threads may go on, so that nothing is held.
        let (rules, known) = {
            let this = slf.try_borrow()?;
            let known = this.observer.as_ref().map(|observer| observer.view().state().clone());
            (Arc::clone(&this.rules), known)
        };
        let told = told(&rules, known.as_ref(), event)?;
        slf.try_borrow_mut()?.take_in(event.py(), told)
    }

    /// What the seat knows, as a `View`: equal to ``state.view(seat)`` of the true deal.
    ///
    /// Raises:
    ///     ValueError: nothing was told yet.
    fn view(&self, py: Python<'_>) -> PyResult<ShengjiView> {
        let view = self.known()?.clone();
        Ok(ShengjiView::of(self.variant.clone_ref(py), Arc::clone(&self.rules), view))
    }

    /// The cards of the own hand, in their order.
    ///
    /// Raises:
    ///     ValueError: nothing was told yet; so too for the other attributes of the deal.
    #[getter]
    fn hand(&self) -> PyResult<String> {
        Ok(self.known()?.hand().to_string())
    }

    /// The seat to act; None when the deal is over.
    #[getter]
    fn turn(&self) -> PyResult<Option<usize>> {
        Ok(self.known()?.state().turn())
    }

    /// ``"declare"``, ``"name"``, ``"bury"``, ``"overturn"``, ``"throw"``, ``"play"`` or ``"over"``.
    #[getter]
    fn phase(&self) -> PyResult<&'static str> {
        Ok(self.known()?.state().phase())
    }

    /// The moves and decisions that the seat was told, as `View.history`.
    #[getter]
    fn history(&self) -> PyResult<Vec<(u8, ShengjiMove)>> {
        Ok(moves_of(&self.known()?.course().history))
    }

    /// The seat's legal moves, as `View.legal_moves`.
    ///
    /// Args:
    ///     limit: how many are listed at most.
    ///
    /// Raises:
    ///     TypeError, ValueError: a limit that is no whole number, or below 0; nothing was told yet.
    #[pyo3(signature = (limit = Limit(1000)), text_signature = "($self, limit=1000)")]
    fn legal_moves<'py>(&self, py: Python<'py>, limit: Limit) -> PyResult<Bound<'py, PyAny>> {
        self.view(py)?.legal_moves(py, limit)
    }

    /// A deal that the seat cannot tell from the true one, as ``view().sample_state(seed)``.
    ///
    /// Args:
    ///     seed: 0 to 2^64 − 1; another seed gives another deal.
    ///
    /// Returns:
    ///     A new `State`.
    ///
    /// Raises:
    ///     RulesError: where the seat was told what cannot be.
    ///     TypeError, ValueError: a seed that is no such number, and where nothing was told yet.
    fn sample_state(&self, py: Python<'_>, seed: Seed) -> PyResult<ShengjiState> {
        self.view(py)?.redealt(py, seed.0)
    }

    /// Play deals that the seat cannot tell from the true one on to their end, as ``view().rollout(…)``.
    ///
    /// Args:
    ///     n: how many playouts.
    ///     seed: 0 to 2^64 − 1; equal seeds give equal playouts.
    ///     agents: ``"random"``, ``"random_units"`` or ``"lowest"``, for all or one a seat.
    ///     threads: how many to use; the scores do not depend on it.
    ///     move: a legal move that the seat makes first in every playout, or None.
    ///
    /// Returns:
    ///     The points of each seat at the end of each playout, int64 of shape (n, 4).
    ///
    /// Raises:
    ///     TypeError, ValueError, MemoryError: as `State.rollout`, and where nothing was told yet.
    ///     RulesError: where the seat was told what cannot be.
    #[pyo3(signature = (n, seed = Seed(0), agents = None, threads = Threads(1), r#move = None),
        text_signature = "($self, n, seed=0, agents='random', threads=1, move=None)")]
    fn rollout<'py>(
        slf: &Bound<'py, Self>,
        n: Count,
        seed: Seed,
        agents: Option<Bound<'py, PyAny>>,
        threads: Threads,
        r#move: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let view = slf.try_borrow()?.view(slf.py())?;
        view.rollout(slf.py(), n, seed, agents, threads, r#move)
    }
}

/// An observer of whatever the first event tells.
#[pyfunction]
pub(crate) fn shengji_observer(
    variant: Bound<'_, PyAny>,
    seat: AnySeat,
) -> PyResult<ShengjiObserver> {
    let (rules, seat) = (rules_of::<State>(&variant)?, seat.of(SEATS)?);
    Ok(ShengjiObserver { variant: variant.unbind(), rules, seat, observer: None })
}
