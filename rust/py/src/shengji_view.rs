//! A seat's view of a deal of Shengji.

use crate::convert::{Count, Seed, Threads, Tongue};
use crate::errors::OrRaise;
use crate::playouts::Playouts;
use crate::shengji_answer::answer_or_why;
use crate::shengji_move::ShengjiMove;
use crate::shengji_pickle::reduced_view;
use crate::shengji_read::planes_of;
use crate::shengji_shown::{declared, setup_dict, shown, trump_name};
use crate::shengji_state::{ShengjiState, moves_of};
use crate::view_class::view_methods;
use chupai_core::card::Card;
use chupai_core::error::Language;
use chupai_core::error::RuleError;
use chupai_core::game::Game;
use chupai_core::rng::{Domain, Rng};
use chupai_core::shengji::moves::Move;
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::{Course, Declaration, Redealer, State, View};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, OnceLock};

/// What one seat knows of a deal: everything public, its own hand, and what it buried.
///
/// An immutable value from `State.view`. Views are equal where variant, knowledge and history are equal, so two deals that the seat cannot tell
/// apart have equal views; they hash alike and can be pickled.
///
/// Example:
///     >>> import chupai
///     >>> v = chupai.variant("shengji/cn-2").deal(seed=1, declarer=0).view(0)
///     >>> v.seat, v.phase, v.level
///     (0, 'declare', '2')
#[pyclass(name = "View", frozen, module = "chupai.shengji")]
pub(crate) struct ShengjiView {
    pub(crate) variant: Py<PyAny>,
    pub(crate) rules: Arc<Rules>,
    pub(crate) view: View,
    /// Made when it is first asked for.
    redealer: OnceLock<Redealer>,
}

impl ShengjiView {
    /// A view as a Python object.
    pub(crate) fn of(variant: Py<PyAny>, rules: Arc<Rules>, view: View) -> Self {
        Self { variant, rules, view, redealer: OnceLock::new() }
    }

    fn redealer(&self) -> &Redealer {
        self.redealer.get_or_init(|| self.view.redealer(&self.rules))
    }

    /// A deal of this view, see `sample_state`.
    pub(crate) fn redealt(&self, py: Python<'_>, seed: u64) -> PyResult<ShengjiState> {
        let state = self.redealer().draw(&self.rules, seed).or_raise(py)?;
        Ok(ShengjiState {
            variant: self.variant.clone_ref(py),
            rules: Arc::clone(&self.rules),
            course: self.view.course_of(&state),
            state,
            origin: None,
            play: Rng::stream(seed, Domain::Redeal, 2, self.view.seat() as u64),
        })
    }

    /// The move that a value names, or why its text is none.
    fn readable(&self, value: &Bound<'_, PyAny>) -> PyResult<Result<Move, RuleError>> {
        answer_or_why(&self.rules, self.view.state(), value)
    }
}

view_methods!(ShengjiView, "shengji");

#[pymethods]
impl ShengjiView {
    /// The cards of the own hand, of those that have been drawn.
    #[getter]
    fn hand(&self) -> String {
        self.view.hand().to_string()
    }

    /// The cards of the own hand as an array, see `State.bitboard`.
    #[getter]
    fn bitboard<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        planes_of(py, &self.rules, &self.view.hand())
    }

    /// All cards that the seat does not see: those of the other hands, of the kitty unless it buried it, and those that are still
    /// to be drawn, together.
    #[getter]
    fn unseen(&self) -> String {
        self.view.unseen().to_string()
    }

    /// For each seat the cards that this one knows it to hold: what was declared or thrown and has not been played since, and
    /// what this seat buried for another who took it up (SJ-46); of its own all.
    #[getter]
    fn known(&self) -> Vec<String> {
        self.view.known(&self.rules).iter().map(|cards| cards.to_string()).collect()
    }

    /// What lies in the kitty, where this seat buried it; None where it did not (SJ-45).
    #[getter]
    fn kitty(&self) -> Option<String> {
        self.view.kitty().map(|kitty| kitty.to_string())
    }

    /// The number of cards that are still to be drawn.
    #[getter]
    fn num_to_draw(&self) -> usize {
        self.view.state().to_draw().count()
    }

    /// The trump suit, ``"D"``, ``"C"``, ``"H"`` or ``"S"``, or ``"NT"``, no trump; None while that is open, and while it lies face
    /// down (SJ-43).
    #[getter]
    fn trump(&self) -> Option<&'static str> {
        if self.view.is_face_down(&self.rules) {
            return None;
        }
        self.view.state().trump().map(trump_name)
    }

    /// The declaration that stands as (seat, card, copies); None where nobody has declared (SJ-38). Of level cards that lie face
    /// down the card is None (SJ-43).
    #[getter]
    fn standing(&self) -> Option<(u8, Option<String>, u8)> {
        let (seat, card, copies) = self.view.state().standing().map(|standing| shown(&standing))?;
        let open = !self.view.is_face_down(&self.rules);
        Some((seat, open.then_some(card), copies))
    }

    /// All declarations since the cards were dealt, those that were overturned too, as a list of (seat, card, copies) (SJ-38,
    /// SJ-46). Of level cards of others that lie face down the card is None (SJ-43).
    #[getter]
    fn declarations(&self) -> Vec<(u8, Option<String>, usize)> {
        let all = declared(self.view.course()).into_iter();
        let told = all.map(|(seat, text, copies)| {
            let face = text.parse().map_or(0, |card: Card| card.index() as u8);
            let hidden = Declaration { seat, face, copies: copies as u8 };
            (seat, (!self.view.hides(&self.rules, &hidden)).then_some(text), copies)
        });
        told.collect()
    }

    /// The moves and decisions that the seat was told, as a list of (seat, Move).
    ///
    /// Nobody says aloud that he does not declare, so passes of others are not among them. What others buried is told without
    /// its cards, unless this seat took it up next; level cards of others that lie face down are told as diamonds (SJ-43).
    #[getter]
    fn history(&self) -> Vec<(u8, ShengjiMove)> {
        moves_of(&self.view.course().history)
    }

    /// Whether the deal has ended; then `turn` is None and no move is legal.
    #[getter]
    fn is_over(&self) -> bool {
        self.view.state().turn().is_none()
    }

    /// What was given of the deal before the cards, as `State.setup`.
    #[getter]
    fn setup<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        setup_dict(py, self.view.state().setup())
    }

    /// Whether the seat may play a move now; False where it is not its turn.
    ///
    /// Args:
    ///     move: a `Move` or its text, as for `State.is_legal`.
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
    ///     lang: the language, ``"en"`` or ``"zh"``.
    ///
    /// Returns:
    ///     A sentence that names the rule and the cards; None where the move may be played.
    ///
    /// Raises:
    ///     TypeError, ValueError: as `is_legal`; also of another language.
    #[pyo3(
        signature = (r#move, lang = Tongue(Language::English)),
        text_signature = "($self, move, lang='en')"
    )]
    fn why_not(&self, r#move: &Bound<'_, PyAny>, lang: Tongue) -> PyResult<Option<String>> {
        Ok(self.refuses(r#move)?.map(|error| error.told(lang.0)))
    }

    /// A deal of this view: all cards that the seat does not know are dealt anew.
    ///
    /// It is the deal that `State.redeal_hidden` of this seat gives with this seed, for any state with this view.
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
    ///     >>> s = chupai.variant("shengji/cn-2").deal(seed=1)
    ///     >>> v = s.view(0)
    ///     >>> v.sample_state(5) == s.redeal_hidden(0, 5), v.sample_state(5).view(0) == v
    ///     (True, True)
    fn sample_state(&self, py: Python<'_>, seed: Seed) -> PyResult<ShengjiState> {
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
    ///     agents: ``"random"``, ``"random_units"`` or ``"lowest"``, for all or one a seat.
    ///     threads: how many to use; the scores do not depend on it.
    ///     move: a legal move that the seat makes first in every playout, or None.
    ///
    /// Returns:
    ///     The points of each seat at the end of each playout, int64 of shape (n, 4).
    ///
    /// Raises:
    ///     IllegalMove, TypeError, ValueError, MemoryError: as `State.rollout`; IllegalMove also for a move out of turn.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("shengji/cn-2").deal(seed=1, declarer=0)
    ///     >>> s.view(2).rollout(10, seed=1, agents="random_units").shape
    ///     (10, 4)
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
