//! A seat that is told of a Dou Dizhu deal, as a Python object.

use crate::convert::{Count, Seat, Seed, Threads};
use crate::doudizhu::DoudizhuMove;
use crate::doudizhu_ids::legal_moves;
use crate::doudizhu_pickle::reduced_observer;
use crate::doudizhu_read::hand;
use crate::doudizhu_state::DoudizhuState;
use crate::doudizhu_told::{Told, told};
use crate::doudizhu_view::DoudizhuView;
use crate::errors::OrRaise;
use crate::family::{rules_of, scores_of};
use crate::observer_class::observer_methods;
use chupai_core::doudizhu::{Event, Observer, Rules, State, View};
use chupai_core::error::RuleError;
use chupai_core::game::Game;
use numpy::PyArray2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Arc, OnceLock};

/// One seat that is told of a deal event by event and never sees it: what a player of an online game knows.
///
/// Made by `Variant.observer`, from the seat's own hand or without one, and fed with the events of the deal, as
/// `State.events` tells them. Its `view` is at every time equal to ``state.view(seat)`` of the true deal, so agents and
/// searches play on it as on a deal at home. It refuses what cannot be: illegal moves, moves out of turn, and cards that
/// the seat knows to be elsewhere.
///
/// Observers are equal where variant, seat and view are equal.
///
/// Example:
///     >>> import chupai
///     >>> V = chupai.variant("doudizhu/standard")
///     >>> s = V.deal(seed=1, first_bidder=0)
///     >>> o = V.observer(2)
///     >>> o.observe(s.events(2)[0])
///     >>> s.play("bid 3")
///     >>> o.observe({"event": "move", "seat": 0, "move": "bid 3", "landlord": 0, "bottom": s.bottom})
///     >>> o.view() == s.view(2)
///     True
#[pyclass(name = "Observer", module = "chupai.doudizhu")]
pub(crate) struct DoudizhuObserver {
    pub(crate) variant: Py<PyAny>,
    pub(crate) rules: Arc<Rules>,
    pub(crate) seat: usize,
    /// `None` until the first event.
    pub(crate) observer: Option<Observer>,
}

impl DoudizhuObserver {
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
        match (event, &mut self.observer) {
            (Event::Move { seat, mv, news }, Some(observer)) => {
                observer.observe(&self.rules, seat, mv, &news)
            }
            _ => Ok(()),
        }
    }

    /// Refuses scores that the deal, which is over, does not have.
    fn check_scores(&self, py: Python<'_>, scores: &[i64]) -> PyResult<()> {
        let state = self.known()?.state();
        let counted = scores_of(self.variant.bind(py), &self.rules, state)?;
        if scores != counted {
            let message = format!("scores: they are {counted:?}, not {scores:?}");
            return Err(PyValueError::new_err(message));
        }
        Ok(())
    }
}

observer_methods!(DoudizhuObserver, "doudizhu");

#[pymethods]
impl DoudizhuObserver {
    /// Take in what the seat is told next.
    ///
    /// Args:
    ///     event: a dictionary as `State.events` gives it, or its JSON (docs/rules, section 15). The first one tells a
    ///         deal or a position, unless the observer was made with a hand.
    ///
    /// Raises:
    ///     IllegalMove: a move that may not be played now, or another seat's turn.
    ///     RulesError: cards that the seat knows to be elsewhere, and positions that cannot be.
    ///     TypeError: neither a dictionary nor text.
    ///     ValueError: an event that cannot be read, lacks what it brings about or tells what it does not, and scores that
    ///         are others.
    ///     In all cases the observer is as it was.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> V = chupai.variant("doudizhu/standard")
    ///     >>> o = V.observer(0, "33345556677889TTA", first_bidder=1)
    ///     >>> o.observe('{"event": "move", "seat": 1, "move": "pass"}')
    ///     >>> o.turn
    ///     2
    ///     >>> o.observe({"event": "move", "seat": 0, "move": "pass"})
    ///     Traceback (most recent call last):
    ///     chupai.IllegalMove: it is seat 2's turn, not seat 0's [DD-27]
    fn observe(slf: &Bound<'_, Self>, event: &Bound<'_, PyAny>) -> PyResult<()> {
        // While it is read other threads may go on, so that nothing is held.
        let (rules, to_beat) = {
            let this = slf.try_borrow()?;
            let known = this.observer.as_ref();
            (Arc::clone(&this.rules), known.and_then(|observer| observer.view().state().to_beat()))
        };
        let told = told(&rules, event, to_beat)?;
        if matches!(told, Told::End(_)) {
            // Scoring is Python, and changes nothing.
            let mut this = slf.try_borrow()?.copy(event.py());
            return this.take_in(event.py(), told);
        }
        slf.try_borrow_mut()?.take_in(event.py(), told)
    }

    /// What the seat knows, as a `View`: equal to ``state.view(seat)`` of the true deal.
    ///
    /// Raises:
    ///     ValueError: nothing was told yet.
    fn view(&self, py: Python<'_>) -> PyResult<DoudizhuView> {
        Ok(DoudizhuView {
            variant: self.variant.clone_ref(py),
            rules: Arc::clone(&self.rules),
            view: self.known()?.clone(),
            redealer: OnceLock::new(),
        })
    }

    /// The cards of the own hand, as ranks from low to high; while cards are being dealt, those received so far.
    ///
    /// Raises:
    ///     ValueError: nothing was told yet; so too for the other attributes of the deal.
    #[getter]
    fn hand(&self) -> PyResult<String> {
        Ok(self.known()?.hand().to_string())
    }

    /// The seat to act, 0 to 2; None when the deal is over.
    #[getter]
    fn turn(&self) -> PyResult<Option<usize>> {
        Ok(self.known()?.state().turn())
    }

    /// ``"show"``, ``"auction"``, ``"double"``, ``"play"`` or ``"over"`` (docs/rules, section 8).
    #[getter]
    fn phase(&self) -> PyResult<&'static str> {
        Ok(self.known()?.state().phase())
    }

    /// All moves and decisions so far, as a list of (seat, Move).
    #[getter]
    fn history(&self) -> PyResult<Vec<(u8, DoudizhuMove)>> {
        Ok(DoudizhuState::moves_of(&self.known()?.course().history))
    }

    /// The seat's legal moves, by ascending action id; empty where it is not its turn.
    fn legal_moves(&self) -> PyResult<Vec<DoudizhuMove>> {
        let view = self.known()?;
        Ok(if view.is_to_act() { legal_moves(&self.rules, view.state()) } else { Vec::new() })
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
    ///     TypeError, ValueError: a seed that is no such number, and where nothing was told yet.
    fn sample_state(&self, py: Python<'_>, seed: Seed) -> PyResult<DoudizhuState> {
        Ok(self.view(py)?.redealt(py, seed.0))
    }

    /// Play deals that the seat cannot tell from the true one on to their end, as ``view().rollout(…)``.
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
    ///     TypeError, ValueError, MemoryError, OverflowError: as `State.rollout`, and where nothing was told yet.
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

/// An observer of a deal, or with no hand of whatever the first event tells.
#[pyfunction]
#[pyo3(signature = (variant, seat, hand = None, *, first_bidder = None, landlord = None, bottom = None))]
pub(crate) fn doudizhu_observer(
    variant: Bound<'_, PyAny>,
    seat: Seat,
    hand: Option<&Bound<'_, PyAny>>,
    first_bidder: Option<Seat>,
    landlord: Option<Seat>,
    bottom: Option<&Bound<'_, PyAny>>,
) -> PyResult<DoudizhuObserver> {
    let py = variant.py();
    let rules = rules_of::<State>(&variant)?;
    let Seat(seat) = seat;
    let observer = match hand {
        Some(cards) => {
            let event = Event::Deal {
                seat: seat as u8,
                hand: self::hand(cards)?,
                first_bidder: first_bidder.map_or(0, |seat| seat.0 as u8),
                landlord: landlord.map(|seat| seat.0 as u8),
                bottom: bottom.map(self::hand).transpose()?,
            };
            Some(Observer::begin(&rules, &event).or_raise(py)?)
        }
        None if first_bidder.is_some() || landlord.is_some() || bottom.is_some() => {
            let message =
                "without a hand the first event tells the first_bidder, landlord and bottom";
            return Err(PyValueError::new_err(message));
        }
        None => None,
    };
    Ok(DoudizhuObserver { variant: variant.unbind(), rules, seat, observer })
}
