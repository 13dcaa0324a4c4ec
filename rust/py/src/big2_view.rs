//! A seat's view of a Big Two deal.

use crate::big2_legal::{Big2ActionIds, Big2Moves, Question};
use crate::big2_move::Big2Move;
use crate::big2_pickle::reduced_view;
use crate::big2_read::{any_move, bitboards, have_ids};
use crate::big2_rollout as rollout;
use crate::big2_state::{Big2State, instant_name, locked, moves_of, trick_of};
use crate::convert::{Count, Seed, Threads};
use crate::errors::{IllegalMove, OrRaise, raise};
use crate::legal::Legal;
use crate::pickle::Reduced;
use crate::playouts::Playouts;
use chupai_core::big2::{Cards, Move, Redealer, Rules, State, View};
use chupai_core::game::Game;
use chupai_core::rng::{Domain, Rng};
use numpy::PyArray2;
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};
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

    fn read_move(&self, value: &Bound<'_, PyAny>) -> PyResult<Move> {
        any_move(&self.rules, value, Some(self.view.hand()))
    }
}

#[pymethods]
impl Big2View {
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

    /// The seat to act; None when the deal is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.view.state().turn()
    }

    /// ``"redeal"``, ``"swap"``, ``"exchange"``, ``"play"`` or ``"over"``.
    #[getter]
    fn phase(&self) -> &'static str {
        self.view.state().phase()
    }

    /// The play to beat; None for who leads, and outside the play.
    #[getter]
    fn to_beat(&self) -> Option<Big2Move> {
        self.view.state().to_beat().map(Big2Move)
    }

    /// The seat that made `to_beat`; None where there is none.
    #[getter]
    fn last_player(&self) -> Option<usize> {
        self.view.state().last_player()
    }

    /// Who leads the first trick; None before that is settled and after an instant win.
    #[getter]
    fn leader(&self) -> Option<usize> {
        self.view.state().leader()
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

    /// Whether the top and the lowest rank have changed places (BT-38).
    #[getter]
    fn revolved(&self) -> bool {
        self.view.state().revolved()
    }

    /// Whether the lowest card was swapped for the leftover (BT-24).
    #[getter]
    fn swapped(&self) -> bool {
        self.view.state().swapped()
    }

    /// The card that was swapped for the leftover and lies face up (BT-24); empty where there is none.
    #[getter]
    fn face_up(&self) -> String {
        self.view.state().face_up().to_string()
    }

    /// For each seat whether it has passed in this trick and is skipped until it ends, or asked for a monster only
    /// (BT-29, BT-30).
    #[getter]
    fn passed(&self) -> Vec<bool> {
        locked(self.view.state())
    }

    /// The number of cards in each hand, by seat.
    #[getter]
    fn cards_left(&self) -> Vec<usize> {
        self.view.state().hands().iter().map(Cards::total).collect()
    }

    /// The number of card plays of each seat so far.
    #[getter]
    fn plays(&self) -> Vec<u32> {
        self.view.state().plays().iter().copied().map(u32::from).collect()
    }

    /// The place of each seat, see `State.places`.
    #[getter]
    fn places(&self) -> Vec<u32> {
        self.view.state().places(&self.rules).iter().copied().map(u32::from).collect()
    }

    /// Who went out first or won at once; None while nobody has.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.view.state().winner()
    }

    /// How the deal was won at once: ``"dragon"`` or ``"four_twos"`` (BT-33); None where it was not.
    #[getter]
    fn instant(&self) -> Option<&'static str> {
        instant_name(self.view.state().instant())
    }

    /// How often the cards were dealt again on request (BT-34).
    #[getter]
    fn redeals(&self) -> u8 {
        self.view.state().redeals()
    }

    /// The seats of king, noble, commoner and slave who exchange cards (BT-37); None where there are no such roles.
    #[getter]
    fn roles(&self) -> Option<[u32; 4]> {
        self.view.state().setup().roles.map(|seats| seats.map(u32::from))
    }

    /// All moves and decisions so far, as a list of (seat, Move).
    #[getter]
    fn history(&self) -> Vec<(u8, Big2Move)> {
        moves_of(&self.view.course().history)
    }

    /// The moves of the current trick, passes included, as a list of (seat, Move); empty before a lead.
    ///
    /// In a position given by hand it begins with the play to beat.
    #[getter]
    fn trick(&self) -> Vec<(u8, Big2Move)> {
        trick_of(self.view.state(), self.view.course(), self.lead)
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

    /// The number of the seat's legal moves; 0 where it is not its turn.
    #[getter]
    fn num_legal(&self) -> u64 {
        if self.view.is_to_act() { self.view.state().num_legal(&self.rules) } else { 0 }
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
        match self.read_move(r#move) {
            Err(error) if error.is_instance_of::<IllegalMove>(r#move.py()) => Ok(false),
            mv => Ok(self.view.state().is_legal(&self.rules, mv?) && self.view.is_to_act()),
        }
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
        let (state, seat) = (self.view.state(), self.view.seat());
        let mv = match self.read_move(r#move) {
            Err(error) if error.is_instance_of::<IllegalMove>(r#move.py()) => {
                return Ok(Some(error.value(r#move.py()).to_string()));
            }
            mv => mv?,
        };
        let error = match state.turn() {
            Some(turn) if turn != seat => Some(State::out_of_turn(seat, turn, String::new())),
            _ => state.why_not(&self.rules, mv),
        };
        Ok(error.map(|error| error.to_string()))
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
        format!("<big2.View of seat {seat}: {hand}, {}, {turn} to act>", state.phase())
    }
}
