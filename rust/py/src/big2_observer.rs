//! A seat that is told of a Big Two deal, as a Python object.

use crate::big2_legal::{Big2Moves, Question};
use crate::big2_move::Big2Move;
use crate::big2_pickle::reduced_observer;
use crate::big2_read::hand;
use crate::big2_state::{Big2State, moves_of};
use crate::big2_told::{Told, phase_named, told};
use crate::big2_view::Big2View;
use crate::convert::{AnySeat, Count, Seed, Threads};
use crate::errors::OrRaise;
use crate::family::rules_of;
use crate::legal::Legal;
use crate::observer_class::observer_methods;
use chupai_core::big2::{Ask, Cards, Dealt, Event, Move, Observer, Phase, Rules, State, View};
use chupai_core::error::RuleError;
use chupai_core::error::shown;
use chupai_core::game::Game;
use numpy::PyArray2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ops::ControlFlow;
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
///     >>> V = chupai.variant("big2/hong-kong")
///     >>> s = V.deal(seed=1)
///     >>> o = V.observer(2)
///     >>> o.observe(s.events(2)[0])
///     >>> s.play("3D")
///     >>> o.observe({"event": "move", "seat": s.leader, "move": "3D"})
///     >>> o.view() == s.view(2)
///     True
#[pyclass(name = "Observer", module = "chupai.big2")]
pub(crate) struct Big2Observer {
    pub(crate) variant: Py<PyAny>,
    pub(crate) rules: Arc<Rules>,
    pub(crate) seat: usize,
    /// `None` until the first event.
    pub(crate) observer: Option<Observer>,
    /// Number of the move that led the trick, while there is a play to beat.
    pub(crate) lead: usize,
}

impl Big2Observer {
    fn copy(&self, py: Python<'_>) -> Self {
        Self {
            variant: self.variant.clone_ref(py),
            rules: Arc::clone(&self.rules),
            seat: self.seat,
            observer: self.observer.clone(),
            lead: self.lead,
        }
    }

    /// Takes in what came after the beginning.
    fn heed(&mut self, event: Event) -> Result<(), RuleError> {
        let (Event::Move { seat, mv, news }, Some(observer)) = (event, &mut self.observer) else {
            return Ok(());
        };
        let leads = observer.view().state().to_beat().is_none();
        let moves = observer.view().course().history.len();
        observer.observe(&self.rules, seat, mv, &news)?;
        if leads {
            self.lead = moves;
        }
        Ok(())
    }

    /// Refuses scores that no deal has. Hands that nobody sees at the end count in many scorings: only
    /// what is sure is compared.
    fn check_scores(&self, _py: Python<'_>, scores: &[i64]) -> PyResult<()> {
        let seats = self.known()?.state().hands().len();
        if scores.len() != seats {
            return Err(PyValueError::new_err(format!("scores: there are {seats} seats")));
        }
        Ok(())
    }
}

observer_methods!(Big2Observer, "big2");

#[pymethods]
impl Big2Observer {
    /// Take in what the seat is told next.
    ///
    /// Args:
    ///     event: a dictionary as `State.events` gives it, or its JSON. The first one tells a deal or a position, unless the
    ///         observer was made with a hand.
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
    ///     >>> V = chupai.variant("big2/hong-kong")
    ///     >>> o = V.observer(0, "3D 3C 4S 5D 6H 7C 8C 9S TD JH QC KS 2H")
    ///     >>> o.observe('{"event": "move", "seat": 0, "move": "3D 3C"}')
    ///     >>> o.turn, o.hand
    ///     (1, '4S 5D 6H 7C 8C 9S TD JH QC KS 2H')
    ///     >>> o.observe({"event": "move", "seat": 2, "move": "pass"})
    ///     Traceback (most recent call last):
    ///     chupai.IllegalMove: it is seat 1's turn, not seat 2's [BT-32]
    fn observe(slf: &Bound<'_, Self>, event: &Bound<'_, PyAny>) -> PyResult<()> {
        // While it is read other threads may go on, so that nothing is held.
        let rules = Arc::clone(&slf.try_borrow()?.rules);
        let told = told(&rules, event)?;
        slf.try_borrow_mut()?.take_in(event.py(), told)
    }

    /// What the seat knows, as a `View`: equal to ``state.view(seat)`` of the true deal.
    ///
    /// Raises:
    ///     ValueError: nothing was told yet.
    fn view(&self, py: Python<'_>) -> PyResult<Big2View> {
        let view = self.known()?.clone();
        Ok(Big2View::of(self.variant.clone_ref(py), Arc::clone(&self.rules), view, self.lead))
    }

    /// The cards of the own hand, from low to high.
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

    /// ``"redeal"``, ``"swap"``, ``"exchange"``, ``"play"`` or ``"over"``.
    #[getter]
    fn phase(&self) -> PyResult<&'static str> {
        Ok(self.known()?.state().phase())
    }

    /// All moves and decisions so far, as a list of (seat, Move).
    #[getter]
    fn history(&self) -> PyResult<Vec<(u8, Big2Move)>> {
        Ok(moves_of(&self.known()?.course().history))
    }

    /// The seat's legal moves, in the documented order, as `State.legal_moves`; empty where it is not its turn.
    fn legal_moves(&self) -> PyResult<Big2Moves> {
        let (view, rules) = (self.known()?, &self.rules);
        let question = Question::of_seat(rules, view.state(), view.is_to_act());
        Ok(Big2Moves(Legal::of(rules, question)))
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
    ///     RulesError: where no deal was found that fits all that the seat knows.
    ///     TypeError, ValueError: a seed that is no such number, and where nothing was told yet.
    fn sample_state(&self, py: Python<'_>, seed: Seed) -> PyResult<Big2State> {
        self.view(py)?.redealt(py, seed.0)
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
    ///     The points of each seat at the end of each playout, int64 of shape (n, seats).
    ///
    /// Raises:
    ///     TypeError, ValueError, MemoryError: as `State.rollout`, and where nothing was told yet.
    ///     RulesError: where no deal was found that fits all that the seat knows.
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

/// What a seat with this hand saw when the cards were dealt; what is not given is what it must be.
fn seen(
    rules: &Rules,
    (seat, hand): (usize, Cards),
    leader: Option<u8>,
    cards_left: Option<Vec<u8>>,
    phase: Option<&str>,
    turn: Option<usize>,
) -> PyResult<Dealt> {
    let sizes = rules.hand_sizes();
    let cards_left = cards_left.unwrap_or_else(|| {
        let mut all = vec![sizes.hand as u8; sizes.seats];
        all[seat] = hand.total().min(255) as u8;
        all
    });
    let phase = match phase {
        None => Phase::Play,
        Some(name) => phase_named(name).ok_or_else(|| {
            let name = shown(name);
            PyValueError::new_err(format!("phase: there is none called {name:?}"))
        })?,
    };
    let mut lowest = Move::PASS;
    let _ = rules.for_each(&Ask::lead(rules.deck()), |mv| {
        lowest = mv;
        ControlFlow::Break(())
    });
    let own = hand.contains(&lowest.cards).then_some(seat);
    let turn = turn.or(leader.map(usize::from)).or(own).ok_or_else(|| {
        PyValueError::new_err("turn: whose turn it is must be told, for the hand does not tell it")
    })?;
    Ok(Dealt { hand, cards_left: cards_left.into(), phase, turn: Some(turn as u8), won: None })
}

/// An observer of a deal, or with no hand of whatever the first event tells.
#[pyfunction]
#[pyo3(signature = (variant, seat, hand = None, *, first_card = None, leader = None, roles = None,
    cards_left = None, phase = None, turn = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn big2_observer(
    variant: Bound<'_, PyAny>,
    seat: AnySeat,
    hand: Option<&Bound<'_, PyAny>>,
    first_card: Option<AnySeat>,
    leader: Option<AnySeat>,
    roles: Option<[u8; 4]>,
    cards_left: Option<Vec<u8>>,
    phase: Option<&str>,
    turn: Option<AnySeat>,
) -> PyResult<Big2Observer> {
    let py = variant.py();
    let rules = rules_of::<State>(&variant)?;
    let seats = State::seats(&rules);
    let seat = seat.of(seats)?;
    let of = |at: Option<AnySeat>| at.map(|at| at.of(seats)).transpose();
    let (first_card, leader, turn) = (of(first_card)?, of(leader)?, of(turn)?);
    let observer = match hand {
        Some(cards) => {
            let hand = self::hand(&rules, cards)?;
            let leader = leader.map(|leader| leader as u8);
            let phase = phase.or(roles.map(|_| "exchange"));
            let turn = turn.or(roles.map(|roles| usize::from(roles[0])));
            let event = Event::Deal {
                seat: seat as u8,
                first_card: first_card.unwrap_or(0) as u8,
                leader,
                roles,
                dealt: seen(&rules, (seat, hand), leader, cards_left, phase, turn)?,
            };
            Some(Observer::begin(&rules, &event).or_raise(py)?)
        }
        None => {
            let parts = [first_card.is_some(), leader.is_some(), roles.is_some()];
            let more = [cards_left.is_some(), phase.is_some(), turn.is_some()];
            if parts.into_iter().chain(more).any(|given| given) {
                let message = "without a hand the first event tells all of the beginning";
                return Err(PyValueError::new_err(message));
            }
            None
        }
    };
    Ok(Big2Observer { variant: variant.unbind(), rules, seat, observer, lead: 0 })
}
