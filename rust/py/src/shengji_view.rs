//! A seat's view of a deal of Shengji.

use crate::convert::{Count, Limit, Seed, Threads, Tongue};
use crate::errors::{IllegalMove, OrRaise, raise};
use crate::legal::listing;
use crate::pickle::Reduced;
use crate::playouts::Playouts;
use crate::shengji_answer::{answer, answer_or_why, no_action_ids};
use crate::shengji_move::ShengjiMove;
use crate::shengji_pickle::reduced_view;
use crate::shengji_read::{cards, list, planes_of};
use crate::shengji_rollout as rollout;
use crate::shengji_shown::{declared, setup_dict, shown, trick, trump_name};
use crate::shengji_state::{ShengjiState, led, legal_listing, moves_of, numbered, staged_move};
use chupai_core::card::Card;
use chupai_core::error::Language;
use chupai_core::game::Game;
use chupai_core::rng::{Domain, Rng};
use chupai_core::shengji::moves::Move;
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::{Declaration, Redealer, State, View};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::hash::{DefaultHasher, Hash, Hasher};
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

    fn read_move(&self, value: &Bound<'_, PyAny>) -> PyResult<Move> {
        answer(&self.rules, self.view.state(), value)
    }

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
    /// The `chupai.Variant` that is played.
    #[getter]
    fn variant(&self, py: Python<'_>) -> Py<PyAny> {
        self.variant.clone_ref(py)
    }

    /// The seat whose view it is.
    #[getter]
    fn seat(&self) -> usize {
        self.view.seat()
    }

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

    /// The cards of the kitty that were turned up to find trump (SJ-41); empty where none were.
    #[getter]
    fn turned_up(&self) -> String {
        self.view.state().turned_up().to_string()
    }

    /// The seat to act; None when the deal is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.view.state().turn()
    }

    /// ``"declare"``, ``"name"``, ``"bury"``, ``"overturn"``, ``"throw"``, ``"play"`` or ``"over"``.
    #[getter]
    fn phase(&self) -> &'static str {
        self.view.state().phase()
    }

    /// The number of cards in each hand, by seat.
    #[getter]
    fn cards_left(&self) -> Vec<usize> {
        self.view.state().hands().iter().map(|hand| hand.total()).collect()
    }

    /// The number of cards that are still to be drawn.
    #[getter]
    fn num_to_draw(&self) -> usize {
        self.view.state().to_draw().count()
    }

    /// The declarer 莊家; None while that is open (SJ-40).
    #[getter]
    fn declarer(&self) -> Option<usize> {
        self.view.state().declarer()
    }

    /// The level that is played, ``"2"`` to ``"A"``; None where there is none.
    #[getter]
    fn level(&self) -> Option<String> {
        self.view.state().level().map(|level| level.to_string())
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

    /// Who buried last; None where nobody has taken the kitty (SJ-45, SJ-46).
    #[getter]
    fn taker(&self) -> Option<usize> {
        self.view.state().taker()
    }

    /// How often the cards were dealt again, since nobody declared (SJ-41).
    #[getter]
    fn redeals(&self) -> u8 {
        self.view.state().redeals()
    }

    /// Who leads the trick or has led it; None before cards are played and when the deal is over.
    #[getter]
    fn leader(&self) -> Option<usize> {
        let state = self.view.state();
        matches!(state.phase(), "play" | "throw").then(|| state.leader())
    }

    /// What each seat has played to the trick, by seat; empty text where it has not.
    #[getter]
    fn table(&self) -> Vec<String> {
        self.view.state().table().iter().map(|cards| cards.to_string()).collect()
    }

    /// The units that were led to the trick, each as its cards, the largest first; empty before a lead. Of a throw that failed
    /// it is the unit that remained (SJ-16).
    #[getter]
    fn led(&self) -> Vec<String> {
        led(&self.rules, self.view.state())
    }

    /// In the phase ``"throw"`` the cards of the throw that failed, which are still in hand; empty in all other phases (SJ-16).
    #[getter]
    fn thrown(&self) -> String {
        self.view.state().thrown().to_string()
    }

    /// The seat whose play is the best of the trick so far; None before a lead (SJ-24, SJ-25).
    #[getter]
    fn winning(&self) -> Option<usize> {
        let state = self.view.state();
        (!state.table()[state.leader()].is_empty()).then(|| state.winning(&self.rules))
    }

    /// The moves of the current trick as a list of (seat, Move), a throw that failed and what was chosen of it too; empty before
    /// a lead.
    #[getter]
    fn trick(&self) -> Vec<(u8, ShengjiMove)> {
        moves_of(trick(self.view.state(), self.view.course()))
    }

    /// The points in tricks that each seat has won, by seat (SJ-26).
    #[getter]
    fn seat_points(&self) -> Vec<u16> {
        self.view.state().seat_points().to_vec()
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

    /// The number of the seat's legal moves; 0 where it is not its turn.
    #[getter]
    fn num_legal(&self) -> u64 {
        if self.view.is_to_act() { self.view.state().num_legal(&self.rules) } else { 0 }
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

    /// Whether the seat may play a move now; False where it is not its turn.
    ///
    /// Args:
    ///     move: a `Move` or its text, as for `State.is_legal`.
    ///
    /// Raises:
    ///     TypeError, ValueError: as `State.is_legal`.
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        match self.read_move(r#move) {
            Err(error) if error.is_instance_of::<IllegalMove>(r#move.py()) => Ok(false),
            mv => Ok(self.view.is_to_act() && self.view.state().is_legal(&self.rules, mv?)),
        }
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
        let (state, seat) = (self.view.state(), self.view.seat());
        let wrong = match (answer_or_why(&self.rules, state, r#move)?, state.turn()) {
            (Err(error), _) => Some(error),
            (Ok(_), Some(turn)) if turn != seat => {
                Some(State::out_of_turn(seat, turn, String::new()))
            }
            (Ok(mv), _) => state.why_not(&self.rules, mv),
        };
        Ok(wrong.map(|error| error.told(lang.0)))
    }

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
        let (view, state) = (&self.view, self.view.state());
        let first = r#move.map(|value| self.read_move(&value)).transpose()?;
        if let (Some(_), Some(turn)) = (first, state.turn())
            && turn != view.seat()
        {
            return Err(raise(py, State::out_of_turn(view.seat(), turn, String::new())));
        }
        let from = (state, Some(self.redealer()), first);
        let playouts = Playouts { games: n, seed, agents, threads };
        rollout::scores(self.variant.bind(py), &self.rules, from, playouts)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(same) = other.cast::<Self>() else { return Ok(false) };
        let (same, py) = (same.get(), other.py());
        let (ours, theirs) = (self.variant.bind(py), same.variant.bind(py));
        Ok(same.view == self.view && (ours.is(theirs) || ours.eq(theirs)?))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let moves = self.view.course().history.len();
        (self.view.seat(), self.view.hand(), self.view.state().phase(), moves).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced_view(self, py)
    }

    fn __repr__(&self) -> String {
        let (seat, hand, state) = (self.view.seat(), self.view.hand(), self.view.state());
        let turn = state.turn().map_or("nobody".to_owned(), |turn| format!("seat {turn}"));
        format!("<shengji.View of seat {seat}: {hand}, {}, {turn} to act>", state.phase())
    }
}
