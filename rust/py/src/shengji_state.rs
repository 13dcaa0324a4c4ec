//! A deal of Shengji as a Python object.

use crate::convert::{AnySeat, Count, Place, Seed, Threads, Tongue};
use crate::errors::{OrRaise, raise};
use crate::events::end_dict;
use crate::family::{chosen, in_turn, parsed, refusal, why_not};
use crate::playouts::{Playouts, facts_dict};
use crate::shengji_answer::answer_or_why;
use crate::shengji_events::event_dict;
use crate::shengji_move::ShengjiMove;
use crate::shengji_pickle::reduced;
use crate::shengji_read::planes_of;
use crate::shengji_shown::{dealing_dict, declared, setup_dict, shown, trump_name};
use crate::shengji_view::ShengjiView;
use crate::state_class::state_methods;
use chupai_core::error::{Language, RuleError};
use chupai_core::game::{Agent, DealStreams, Game};
use chupai_core::rng::Rng;
use chupai_core::shengji::moves::Move;
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::{Course, Dealing, SEATS, State, View};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// One deal of Shengji in progress: who holds what, whose turn it is, what may be done.
///
/// Made by `Variant.deal`. Seats count from 0 in the order of play; seats 0 and 2 are side 0, seats 1 and 3 side 1. A state
/// changes only by `play`, by `stage` and `unstage`, and `sample` and `reseed` its play stream; there is no undo: play on a `clone`.
///
/// States are equal (and hash alike) where everything that bears on the further play and the score is equal. How they came
/// about (`history`), staged cards and random streams are not compared. A state is mutable: do not play on one that is a key of
/// a dictionary.
///
/// Example:
///     >>> import chupai
///     >>> s = chupai.variant("shengji/cn-2").deal(seed=7, declarer=0)
///     >>> while s.phase == "declare":
///     ...     s.play("pass")
///     >>> s.phase, s.turn, len(s.hand(0).split())
///     ('bury', 0, 33)
#[pyclass(name = "State", module = "chupai.shengji")]
pub(crate) struct ShengjiState {
    pub(crate) variant: Py<PyAny>,
    pub(crate) rules: Arc<Rules>,
    pub(crate) state: State,
    pub(crate) course: Course,
    /// Where the cards came from; `None` where that is not known.
    pub(crate) origin: Option<Arc<Origin>>,
    pub(crate) play: Rng,
}

/// The stream of the cards before they were dealt, and the order that was given of the first dealing.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Origin {
    pub(crate) deal: Rng,
    pub(crate) order: Dealing,
}

impl ShengjiState {
    /// A deal that begins here.
    pub(crate) fn new(
        variant: Py<PyAny>,
        rules: Arc<Rules>,
        state: State,
        origin: Option<Origin>,
        play: Rng,
    ) -> Self {
        let course = Course::new(&state);
        Self { variant, rules, state, course, origin: origin.map(Arc::new), play }
    }

    /// A position that was given, with the play stream of seed 0.
    pub(crate) fn placed(variant: Py<PyAny>, rules: Arc<Rules>, state: State) -> Self {
        let play = DealStreams::new(0, 0, 0).play;
        Self::new(variant, rules, state, None, play)
    }

    fn copy(&self, py: Python<'_>) -> Self {
        Self {
            variant: self.variant.clone_ref(py),
            rules: Arc::clone(&self.rules),
            state: self.state.clone(),
            course: self.course.clone(),
            origin: self.origin.clone(),
            play: self.play.clone(),
        }
    }

    /// The move that a value names, or the reason why its text is none.
    fn readable(&self, value: &Bound<'_, PyAny>) -> PyResult<Result<Move, RuleError>> {
        answer_or_why(&self.rules, &self.state, value)
    }
}

/// Moves as Python objects.
pub(crate) fn moves_of(list: &[(u8, Move)]) -> Vec<(u8, ShengjiMove)> {
    list.iter().map(|&(seat, mv)| (seat, ShengjiMove(mv))).collect()
}

state_methods!(ShengjiState, "shengji");

#[pymethods]
impl ShengjiState {
    /// The cards that a seat holds, of those that have been drawn.
    ///
    /// Args:
    ///     seat: a seat of the table.
    ///
    /// Returns:
    ///     Cards in the order 3 … A 2 B R and D C H S, such as ``"3D 3D AS R"``; empty when it has played all.
    ///
    /// Raises:
    ///     TypeError: a seat that is no whole number.
    ///     ValueError: a seat that does not exist.
    fn hand(&self, seat: AnySeat) -> PyResult<String> {
        Ok(self.state.hand(seat.of(SEATS)?).to_string())
    }

    /// The cards that a seat holds, as an array.
    ///
    /// Args:
    ///     seat: a seat of the table.
    ///
    /// Returns:
    ///     uint64 of shape (decks,): the cards held at least once, twice and so on. Bit ``4·r + s`` is that of the card of rank
    ///     index r, where 3 is 0 and 2 is 12, and suit index s in D C H S; 52 is B, 53 is R.
    ///
    /// Raises:
    ///     TypeError, ValueError: as `hand`.
    fn bitboard<'py>(&self, py: Python<'py>, seat: AnySeat) -> PyResult<Bound<'py, PyArray1<u64>>> {
        Ok(planes_of(py, &self.rules, &self.state.hand(seat.of(SEATS)?)))
    }

    /// The kitty: as dealt, and once somebody has buried as buried; empty while somebody is about to.
    #[getter]
    fn kitty(&self) -> String {
        self.state.kitty().to_string()
    }

    /// The cards that are still to be drawn, as a list of (seat, card), the next one first.
    #[getter]
    fn to_draw(&self) -> Vec<(usize, String)> {
        self.state.to_draw().map(|(seat, card)| (seat, card.to_string())).collect()
    }

    /// The trump suit, ``"D"``, ``"C"``, ``"H"`` or ``"S"``, or ``"NT"``, no trump; None while that is open. A declaration that
    /// stands is in `standing`.
    #[getter]
    fn trump(&self) -> Option<&'static str> {
        self.state.trump().map(trump_name)
    }

    /// The declaration that stands as (seat, card, copies); None where nobody has declared (SJ-38).
    #[getter]
    fn standing(&self) -> Option<(u8, String, u8)> {
        self.state.standing().map(|declaration| shown(&declaration))
    }

    /// All declarations since the cards were dealt, those that were overturned too, as a list of (seat, card, copies) (SJ-38,
    /// SJ-46).
    #[getter]
    fn declarations(&self) -> Vec<(u8, String, usize)> {
        declared(&self.course)
    }

    /// All moves and decisions since the deal began, as a list of (seat, Move).
    #[getter]
    fn history(&self) -> Vec<(u8, ShengjiMove)> {
        moves_of(&self.course.history)
    }

    /// The position that the deal began with, as a state of its own; None where it began with dealing the cards.
    #[getter]
    fn start(&self, py: Python<'_>) -> Option<Self> {
        if self.origin.is_some() {
            return None;
        }
        let start = State::clone(&self.course.start);
        Some(Self::placed(self.variant.clone_ref(py), Arc::clone(&self.rules), start))
    }

    /// What was given of the deal before the cards, as a dictionary: ``levels`` of side 0 and side 1, ``declarer``, ``trump``,
    /// ``first_card`` and ``kitty``, as in `shengji.Setup`.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> chupai.variant("shengji/cn-2").deal(declarer=3, level="10").setup
    ///     {'levels': ('T', 'T'), 'declarer': 3, 'trump': None, 'first_card': None, 'kitty': 'taken'}
    #[getter]
    fn setup<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        setup_dict(py, self.state.setup())
    }

    /// Whether a move may be played now. Never changes the state.
    ///
    /// Args:
    ///     move: a `Move` or its text. Cards alone are of the kind that is asked for: shown, buried, led or followed with; a lead
    ///         whose units are not told apart by ``+`` is read as the rules say (SJ-14).
    ///
    /// Returns:
    ///     Whether `play` would take it.
    ///
    /// Raises:
    ///     TypeError: neither a move nor text.
    ///     ValueError: text that names neither cards nor a decision; more copies of a card than there are decks; a number, since
    ///         there are no action ids.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("shengji/cn-2").deal(seed=7)
    ///     >>> s.is_legal("pass"), s.is_legal("declare B B")
    ///     (True, False)
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.readable(r#move)?.is_ok_and(|mv| self.state.is_legal(&self.rules, mv)))
    }

    /// Why a move may not be played now.
    ///
    /// Args:
    ///     move: as for `is_legal`.
    ///     lang: the language, ``"en"`` or ``"zh"``.
    ///
    /// Returns:
    ///     A sentence that names the rule and the cards, in English the message of the `IllegalMove` that `play` would raise;
    ///     None where the move may be played.
    ///
    /// Raises:
    ///     TypeError, ValueError: as `is_legal`; also of another language.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("shengji/cn-2").deal(seed=7)
    ///     >>> s.why_not("declare B B", lang="zh")
    ///     'B B:手中沒有B B [SJ-57]'
    #[pyo3(
        signature = (r#move, lang = Tongue(Language::English)),
        text_signature = "($self, move, lang='en')"
    )]
    fn why_not(&self, r#move: &Bound<'_, PyAny>, lang: Tongue) -> PyResult<Option<String>> {
        let wrong = why_not(&self.rules, &self.state, None, self.readable(r#move)?);
        Ok(wrong.map(|error| error.told(lang.0)))
    }

    /// Play a move, in place. Staged cards are taken back.
    ///
    /// Args:
    ///     move: a `Move` or its text, as for `is_legal`.
    ///     seat: whose move it is, if that is to be checked; it must be the seat to act.
    ///
    /// Raises:
    ///     IllegalMove: the move may not be played now, or it is another seat's turn; ``rule`` and ``cards`` say why.
    ///     TypeError: neither a move nor text.
    ///     ValueError: text that is no move, or a seat that does not exist.
    ///     In all cases the state is as it was.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("shengji/cn-2").deal(seed=7)
    ///     >>> s.play("lead AS")
    ///     Traceback (most recent call last):
    ///     chupai.IllegalMove: lead AS is not possible now: the question is to declare, or pass [SJ-57]
    #[pyo3(signature = (r#move, seat = None))]
    fn play(&mut self, r#move: &Bound<'_, PyAny>, seat: Option<AnySeat>) -> PyResult<()> {
        let py = r#move.py();
        in_turn(&self.state, seat.map(|seat| seat.of(SEATS)).transpose()?).or_raise(py)?;
        let chosen = self.read_move(r#move)?;
        if !self.state.is_legal(&self.rules, chosen) {
            return Err(raise(py, refusal(&self.rules, &self.state, chosen)));
        }
        self.course.play(&self.rules, &mut self.state, chosen);
        Ok(())
    }

    /// A random legal move, drawn from the state's play stream; it is not played. Every one is equally likely, but for cards that
    /// are buried: these are drawn one by one (SJ-45).
    ///
    /// A clone has a copy of the stream and draws the same: for playouts that differ, `reseed` the clones.
    ///
    /// Returns:
    ///     A `Move`. Playing samples to the end gives the deal that `chupai.simulate` plays with random agents.
    ///
    /// Raises:
    ///     IllegalMove: the deal is over (SJ-57).
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("shengji/cn-2").deal(seed=7)
    ///     >>> while not s.is_over:
    ///     ...     s.play(s.sample())
    ///     >>> sum(s.scores())
    ///     0
    fn sample(&mut self, py: Python<'_>) -> PyResult<ShengjiMove> {
        Ok(ShengjiMove(chosen(py, &self.rules, &self.state, Agent::Random, &mut self.play)?))
    }

    /// Start a new play stream, for this and all later `sample`.
    ///
    /// Args:
    ///     seed: 0 to 2^64 − 1; equal seeds give equal samples.
    ///
    /// Raises:
    ///     TypeError, ValueError: a seed that is no such number.
    fn reseed(&mut self, seed: Seed) {
        self.play = DealStreams::new(seed.0, 0, 0).play;
    }

    /// The state that a text tells, as ``str(state)`` writes it (docs/rules).
    ///
    /// ``State.parse(str(s), s.variant) == s`` in every phase. How it came about is not told: the history is empty, and the
    /// random streams are those of seed 0.
    ///
    /// Args:
    ///     text: the phase, and parts ``name=value`` in any order.
    ///     variant: the `chupai.Variant` that is played, or the name of one.
    ///
    /// Returns:
    ///     A new state.
    ///
    /// Raises:
    ///     TypeError: what is no text, or no variant of Shengji.
    ///     ValueError: text that cannot be read; the message names the part.
    ///     RulesError: a position that cannot be, as `Variant.position`.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> V = chupai.variant("shengji/cn-2")
    ///     >>> s = shengji.State.parse("play turn=0 hands=AH3D/3H4H/3C4C/5S6S level=2 declarer=0 trump=S", V)
    ///     >>> [str(move) for move in s.legal_moves()]
    ///     ['lead 3D', 'lead AH']
    #[staticmethod]
    fn parse(text: &Bound<'_, PyAny>, variant: Bound<'_, PyAny>) -> PyResult<Self> {
        let (variant, rules, state) = parsed(text, variant)?;
        Ok(Self::placed(variant, rules, state))
    }

    /// The move that a built-in agent makes now. It is not played.
    ///
    /// Args:
    ///     agent: ``"random"``, which draws from the play stream as `sample` does; ``"random_units"``, which leads single units
    ///         only; or ``"lowest"``.
    ///
    /// Returns:
    ///     A `Move`. Playing them to the end gives the deal that `chupai.simulate` plays with these agents.
    ///
    /// Raises:
    ///     IllegalMove: the deal is over (SJ-57).
    ///     TypeError, ValueError: no name of a built-in agent.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> chupai.variant("shengji/cn-2").deal(seed=7).choose("lowest").kind
    ///     'declare'
    fn choose(&mut self, py: Python<'_>, agent: &str) -> PyResult<ShengjiMove> {
        let agent = Agent::named(agent).or_raise(py)?;
        Ok(ShengjiMove(chosen(py, &self.rules, &self.state, agent, &mut self.play)?))
    }

    /// The cards as they were dealt, once for every dealing.
    ///
    /// Where nobody declared in a first deal (SJ-41) there are several; the last is that of the present hands.
    ///
    /// Returns:
    ///     A list of dictionaries: ``draws``, the cards of each seat in the order in which it draws them, in their own order where
    ///     nobody declares while cards are drawn; ``kitty``, in the order in which its cards would be turned up; ``move``, the
    ///     number of moves before it. Empty in a position given by hand, whose dealing is not known.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("shengji/cn-2").deal(seed=7)
    ///     >>> [len(cards.split()) for cards in s.dealings[0]["draws"]], s.dealings[0]["move"]
    ///     ([25, 25, 25, 25], 0)
    #[getter]
    fn dealings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let Some(origin) = &self.origin else { return Ok(Vec::new()) };
        let setup = self.state.setup();
        let mut deal = origin.deal.clone();
        let earlier = &self.course.earlier;
        let begins = std::iter::once(0).chain(earlier.iter().map(|earlier| earlier.end));
        let starts = earlier.iter().map(|earlier| &earlier.start).chain([&self.course.start]);
        let mut told = Vec::new();
        let plain = Dealing::default();
        // Where nobody was asked the cards were dealt again without a move.
        for (begin, start) in begins.zip(starts) {
            while told.len() <= usize::from(start.redeals()) {
                let order = if told.is_empty() { &origin.order } else { &plain };
                let dealing = State::dealing(&self.rules, setup, order, &mut deal);
                told.push(dealing_dict(py, &dealing, begin)?);
            }
        }
        Ok(told)
    }

    /// Play this state on to its end many times, in the core.
    ///
    /// Playout ``k`` is played by the play stream (seed, match 0, deal k), so it is what a clone makes of itself that
    /// samples from that stream. The state does not change. All cards are as they are here.
    ///
    /// Args:
    ///     n: how many playouts.
    ///     seed: 0 to 2^64 − 1; equal seeds give equal playouts.
    ///     agents: ``"random"``, ``"random_units"`` or ``"lowest"``, for all or one a seat.
    ///     threads: how many to use; the scores do not depend on it.
    ///     move: a legal move that the seat to act makes first in every playout, or None.
    ///
    /// Returns:
    ///     The points of each seat at the end of each playout, int64 of shape (n, 4).
    ///
    /// Raises:
    ///     TypeError: an argument of the wrong type.
    ///     ValueError: a number out of range, an unknown agent, or not one agent a seat.
    ///     IllegalMove: a first move that may not be played.
    ///     MemoryError: more playouts than there is room for.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("shengji/cn-2").deal(seed=1)
    ///     >>> s.rollout(10, seed=1, agents="random_units").shape
    ///     (10, 4)
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
        let playouts = Playouts { games: n, seed, agents, threads };
        Self::played_out(slf, playouts, r#move)
    }

    /// What one seat knows of the deal.
    ///
    /// Args:
    ///     seat: a seat of the table.
    ///
    /// Returns:
    ///     A `View`, an immutable value without anything that the seat does not know.
    ///
    /// Raises:
    ///     TypeError: a seat that is no whole number.
    ///     ValueError: a seat that does not exist.
    fn view(&self, py: Python<'_>, seat: AnySeat) -> PyResult<ShengjiView> {
        let view = View::new(&self.rules, seat.of(SEATS)?, &self.state, &self.course);
        Ok(ShengjiView::of(self.variant.clone_ref(py), Arc::clone(&self.rules), view))
    }

    /// What a seat was told of the deal so far, as dictionaries of plain data that can be written as JSON.
    ///
    /// The first tells the beginning, each further one a move with what it brought about, or that a seat which could have
    /// declared did not (``"silence"``); when the deal is over the last one tells the scores. An `Observer` that is given them
    /// knows what the seat's `View` knows.
    ///
    /// Args:
    ///     seat: a seat of the table.
    ///     start: the number of the first event that is wanted.
    ///
    /// Returns:
    ///     A list of dictionaries.
    ///
    /// Raises:
    ///     TypeError, ValueError: a seat or number that is none.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("shengji/cn-2").deal(seed=1)
    ///     >>> s.events(0)[0]["event"]
    ///     'deal'
    #[pyo3(signature = (seat, start = Place(0)), text_signature = "($self, seat, start=0)")]
    fn events<'py>(
        slf: &Bound<'py, Self>,
        seat: AnySeat,
        start: Place,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let (py, this) = (slf.py(), slf.try_borrow()?.copy(slf.py()));
        let events = this.course.events(&this.rules, seat.of(SEATS)?, start.0);
        let mut all = Vec::with_capacity(events.len() + 1);
        for event in &events {
            all.push(event_dict(py, event)?);
        }
        let Course { begin, earlier, history, .. } = &this.course;
        let whole = *begin == earlier.last().map_or(0, |earlier| earlier.end);
        let moves = history.len() - if whole { 0 } else { *begin as usize };
        if this.state.turn().is_none() && start.0 <= moves + 1 {
            all.push(end_dict(py, this.points(py)?)?);
        }
        Ok(all)
    }

    /// A deal that a seat cannot tell from this one: all cards that it does not know are dealt anew.
    ///
    /// Args:
    ///     seat: the seat that keeps what it knows.
    ///     seed: 0 to 2^64 − 1; another seed gives another deal.
    ///
    /// Returns:
    ///     A new `State`, in which the seat has the same view as here.
    ///
    /// Raises:
    ///     TypeError, ValueError: a seat or seed that is no such number.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("shengji/cn-2").deal(seed=1)
    ///     >>> other = s.redeal_hidden(0, seed=3)
    ///     >>> other.view(0) == s.view(0), other == s
    ///     (True, False)
    fn redeal_hidden(&self, py: Python<'_>, seat: AnySeat, seed: Seed) -> PyResult<Self> {
        self.view(py, seat)?.redealt(py, seed.0)
    }

    /// The facts so far; once the deal is over, those that it is scored by.
    ///
    /// Returns:
    ///     Numbers by name; lists of one number a seat where the fact is one of each seat.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        facts_dict(py, &*self.rules, &self.state)
    }

    /// The points of each seat under the variant's scoring: levels gained by its side, or lost.
    ///
    /// Returns:
    ///     A list of ints, one a seat; they add up to 0.
    ///
    /// Raises:
    ///     IllegalMove: the deal is not over (SJ-30).
    fn scores(slf: &Bound<'_, Self>) -> PyResult<Vec<i64>> {
        let this = slf.try_borrow()?.copy(slf.py());
        this.points(slf.py())
    }
}
