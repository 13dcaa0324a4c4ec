//! A deal of Big Two as a Python object.

use crate::big2_events::event_dict;
use crate::big2_legal::{Big2ActionIds, Big2Moves, Question};
use crate::big2_move::Big2Move;
use crate::big2_pickle::reduced;
use crate::big2_read::{any_move_or_why, bitboards, have_ids};
use crate::big2_view::Big2View;
use crate::convert::{AnySeat, Count, Place, Seed, Threads};
use crate::errors::{OrRaise, raise};
use crate::events::end_dict;
use crate::family::{chosen, in_turn, parsed, refusal, why_not};
use crate::legal::Legal;
use crate::playouts::{Playouts, facts_dict};
use crate::state_class::state_methods;
use chupai_core::big2::{Cards, Course, Dealing, Move, Phase, Rules, Setup, State, View};
use chupai_core::error::RuleError;
use chupai_core::game::{Agent, DealStreams, Game};
use chupai_core::rng::Rng;
use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt};
use std::sync::Arc;

/// One deal of Big Two in progress: who holds what, whose turn it is, what may be done.
///
/// Made by `Variant.deal` and `Variant.position`. Seats count from 0 in the order of play. A state changes only by `play`, and
/// `sample` and `reseed` its play stream; there is no undo: play on a `clone`, which costs a fraction of a microsecond.
///
/// States are equal (and hash alike) where everything that bears on the further play and the score is equal. How they came
/// about (`history`) and the play stream are not compared. A state is mutable: do not play on one that is a key of a dictionary.
///
/// Example:
///     >>> import chupai
///     >>> s = chupai.variant("big2/hong-kong").deal(seed=1)
///     >>> s.phase, s.turn == s.leader, str(s.due)
///     ('play', True, '3D')
///     >>> s.play("3D")
///     >>> str(s.to_beat), s.cards_left[s.leader]
///     ('3D', 12)
#[pyclass(name = "State", module = "chupai.big2")]
pub(crate) struct Big2State {
    pub(crate) variant: Py<PyAny>,
    pub(crate) rules: Arc<Rules>,
    pub(crate) state: State,
    pub(crate) course: Course,
    /// Number of the move that led the trick, while there is a play to beat.
    pub(crate) lead: usize,
    pub(crate) play: Rng,
}

impl Big2State {
    /// A deal that begins here.
    pub(crate) fn new(variant: Py<PyAny>, rules: Arc<Rules>, state: State, play: Rng) -> Self {
        Self { variant, rules, state, course: Course::default(), lead: 0, play }
    }

    /// A position that was given, with the play stream of seed 0.
    pub(crate) fn placed(variant: Py<PyAny>, rules: Arc<Rules>, state: State) -> Self {
        let play = DealStreams::new(0, 0, 0).play;
        Self { course: Course::of_position(&state), ..Self::new(variant, rules, state, play) }
    }

    fn copy(&self, py: Python<'_>) -> Self {
        Self {
            variant: self.variant.clone_ref(py),
            rules: Arc::clone(&self.rules),
            state: self.state.clone(),
            course: self.course.clone(),
            lead: self.lead,
            play: self.play.clone(),
        }
    }

    fn seats(&self) -> usize {
        self.state.hands().len()
    }

    /// The cards of the seat to act.
    fn to_act(&self) -> Option<Cards> {
        self.state.turn().map(|seat| self.state.hand(seat))
    }

    /// The move that a value names, of an id with the cards of the seat to act; or why its text is none.
    fn readable(&self, value: &Bound<'_, PyAny>) -> PyResult<Result<Move, RuleError>> {
        any_move_or_why(&self.rules, value, self.to_act())
    }
}

/// Moves as Python objects.
pub(crate) fn moves_of(list: &[(u8, Move)]) -> Vec<(u8, Big2Move)> {
    list.iter().map(|&(seat, mv)| (seat, Big2Move(mv))).collect()
}

state_methods!(Big2State, "big2");

#[pymethods]
impl Big2State {
    /// The cards that a seat holds.
    ///
    /// Args:
    ///     seat: a seat of the table.
    ///
    /// Returns:
    ///     Cards from low to high in the order 3 … 2 and ♦♣♥♠, such as ``"3D 3C TS"``; empty once the seat is out.
    ///
    /// Raises:
    ///     TypeError: a seat that is no whole number.
    ///     ValueError: a seat that does not exist.
    fn hand(&self, seat: AnySeat) -> PyResult<String> {
        Ok(self.state.hand(seat.of(self.seats())?).to_string())
    }

    /// The cards that a seat holds, as numpy uint64.
    ///
    /// Args:
    ///     seat: a seat of the table.
    ///
    /// Returns:
    ///     With one deck a word whose bit ``4·rank + suit`` is set where the card is held (3D is bit 0, 2S is 51); with two decks
    ///     two such words as an array: the cards held at least once, and twice.
    ///
    /// Raises:
    ///     TypeError, ValueError: as `hand`.
    fn bitboard<'py>(&self, py: Python<'py>, seat: AnySeat) -> PyResult<Bound<'py, PyAny>> {
        bitboards(py, &self.rules, self.state.hand(seat.of(self.seats())?))
    }

    /// Cards that nobody plays with, face down: those set aside, and the leftover of three players while it
    /// is not taken (BT-23, BT-24); also while nobody may see them.
    #[getter]
    fn left(&self) -> String {
        self.state.left().to_string()
    }

    /// The card that the first play must contain (BT-26), as text; None where none is due.
    #[getter]
    fn due(&self) -> Option<String> {
        self.state.due().map(|card| card.to_string())
    }

    /// All moves and decisions since the deal or position began, as a list of (seat, Move).
    #[getter]
    fn history(&self) -> Vec<(u8, Big2Move)> {
        moves_of(&self.course.history)
    }

    /// The place of each seat: 1 for who went out first, 2 for the next …; 0 while it is open, or where the deal settles
    /// none (BT-31).
    #[getter]
    fn places(&self) -> Vec<u32> {
        self.state.places(&self.rules).iter().copied().map(u32::from).collect()
    }

    /// What was fixed of the deal before the cards, as a dictionary: ``leader``, who was to lead first whatever he holds, or None;
    /// ``first_card``, the seat that got the first card; ``roles``, as `roles`.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> chupai.variant("big2/hong-kong").deal(seed=1).setup
    ///     {'leader': None, 'first_card': 0, 'roles': None}
    #[getter]
    fn setup<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let Setup { leader, first_card, roles, .. } = self.state.setup();
        let out = PyDict::new(py);
        out.set_item("leader", leader)?;
        out.set_item("first_card", first_card)?;
        out.set_item("roles", roles.map(|seats| seats.map(u32::from)))?;
        Ok(out)
    }

    /// All legal moves, in the documented order.
    ///
    /// Returns:
    ///     A sequence of `Move` without duplicates, each worked out when it is asked for; empty when the deal is over. It
    ///     keeps the position it was asked for, also when the state plays on.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("big2/hong-kong").deal(seed=1)
    ///     >>> moves = s.legal_moves()
    ///     >>> len(moves) == s.num_legal, str(moves[0])
    ///     (True, '3D')
    fn legal_moves(&self) -> Big2Moves {
        Big2Moves(Legal::of(&self.rules, Question::of(&self.rules, &self.state)))
    }

    /// The action ids of all legal moves, in the order of `legal_moves`, as an immutable sequence.
    ///
    /// It keeps the position it was asked for, also when the state plays on. Indexing works out one id without listing the others;
    /// ``numpy.asarray`` takes all of them, so a mask is
    /// ``mask = np.zeros(big2.num_actions(s.variant.rules), bool); mask[s.legal_ids()] = True``.
    ///
    /// Returns:
    ///     A `collections.abc.Sequence` of ints; ``s.play(ids[i])`` plays one.
    ///
    /// Raises:
    ///     NoActionIds: rules with two decks or straights that have no ids.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("big2/hong-kong").deal(seed=1)
    ///     >>> ids = s.legal_ids()
    ///     >>> len(ids) == s.num_legal, ids[0]
    ///     (True, 1)
    fn legal_ids(&self) -> PyResult<Big2ActionIds> {
        have_ids(&self.rules)?;
        Ok(Big2ActionIds(Legal::of(&self.rules, Question::of(&self.rules, &self.state))))
    }

    /// Whether a move may be played now. Never changes the state.
    ///
    /// Args:
    ///     move: a `Move`, its text, or its action id.
    ///
    /// Returns:
    ///     Whether `play` would take it. Cards that make no play are just not legal.
    ///
    /// Raises:
    ///     TypeError: neither a move, text nor whole number.
    ///     ValueError: a number that is no action id, and text that names neither cards nor a decision.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("big2/hong-kong").deal(seed=1)
    ///     >>> s.is_legal("3D"), s.is_legal("pass")
    ///     (True, False)
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.readable(r#move)?.is_ok_and(|mv| self.state.is_legal(&self.rules, mv)))
    }

    /// Why a move may not be played now.
    ///
    /// Args:
    ///     move: as for `is_legal`.
    ///
    /// Returns:
    ///     A sentence that names the rule and the cards, the message of the `IllegalMove` that `play` would raise; None
    ///     where the move may be played.
    ///
    /// Raises:
    ///     TypeError, ValueError: as `is_legal`.
    fn why_not(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let wrong = why_not(&self.rules, &self.state, None, self.readable(r#move)?);
        Ok(wrong.map(|error| error.to_string()))
    }

    /// Play a move, in place.
    ///
    /// Args:
    ///     move: a `Move`, its text, or its action id.
    ///     seat: whose move it is, if that is to be checked; it must be the seat to act.
    ///
    /// Raises:
    ///     IllegalMove: the move may not be played now, or it is another seat's turn; ``rule`` and ``cards`` say why.
    ///     TypeError: neither a move, text nor whole number.
    ///     ValueError: text that is no move, a number that is no action id, or a seat that does not exist.
    ///     In all cases the state is as it was.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("big2/hong-kong").deal(seed=1)
    ///     >>> s.play("pass")
    ///     Traceback (most recent call last):
    ///     chupai.IllegalMove: whoever leads must play [BT-27]
    #[pyo3(signature = (r#move, seat = None))]
    fn play(&mut self, r#move: &Bound<'_, PyAny>, seat: Option<AnySeat>) -> PyResult<()> {
        let py = r#move.py();
        let seat = seat.map(|seat| seat.of(self.seats())).transpose()?;
        in_turn(&self.state, seat).or_raise(py)?;
        let chosen = self.read_move(r#move)?;
        // What an id names is a move of the rules, so that its cards need not be looked at again.
        let named = r#move.is_exact_instance_of::<PyInt>();
        let legal = match self.state.current_phase() {
            Phase::Play if named => self.rules.allows_known(&self.state.ask(&self.rules), chosen),
            _ => self.state.is_legal(&self.rules, chosen),
        };
        if !legal {
            return Err(raise(py, refusal(&self.rules, &self.state, chosen)));
        }
        if self.state.to_beat().is_none() {
            self.lead = self.course.history.len();
        }
        self.course.play(&self.rules, &mut self.state, chosen);
        Ok(())
    }

    /// A random legal move, every one equally likely, drawn from the state's play stream. It is not played.
    ///
    /// A clone has a copy of the stream and draws the same: for playouts that differ, `reseed` the clones.
    ///
    /// Returns:
    ///     A `Move`. Playing samples to the end gives the deal that `chupai.simulate` plays with random agents.
    ///
    /// Raises:
    ///     IllegalMove: the deal is over (BT-31).
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("big2/hong-kong").deal(seed=7)
    ///     >>> while not s.is_over:
    ///     ...     s.play(s.sample())
    ///     >>> sum(s.scores())
    ///     0
    fn sample(&mut self, py: Python<'_>) -> PyResult<Big2Move> {
        Ok(Big2Move(chosen(py, &self.rules, &self.state, Agent::Random, &mut self.play)?))
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

    /// What a seat knows, and nothing else.
    ///
    /// Args:
    ///     seat: a seat of the table.
    ///
    /// Returns:
    ///     A `View`, equal for any two deals that the seat cannot tell apart.
    ///
    /// Raises:
    ///     TypeError, ValueError: as `hand`.
    fn view(&self, py: Python<'_>, seat: AnySeat) -> PyResult<Big2View> {
        let view = View::new(&self.rules, seat.of(self.seats())?, &self.state, &self.course);
        Ok(Big2View::of(self.variant.clone_ref(py), Arc::clone(&self.rules), view, self.lead))
    }

    /// A deal that a seat cannot tell from this one: all cards that it does not know are dealt anew.
    ///
    /// Every consistent deal is equally likely, the cards and streams of whatever is drawn later are new too, and the view of
    /// ``seat`` stays equal. What is drawn depends on ``seed`` and on what the seat knows, never on what it does not.
    ///
    /// Args:
    ///     seat: whose knowledge is kept.
    ///     seed: 0 to 2^64 − 1; another seed gives another deal.
    ///
    /// Returns:
    ///     A new state; this one is as it was.
    ///
    /// Raises:
    ///     TypeError, ValueError: a seat or seed that is no such number.
    ///     RulesError: where no deal was found that fits all that the seat knows.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("big2/hong-kong").deal(seed=1)
    ///     >>> t = s.redeal_hidden(0, seed=5)
    ///     >>> t.view(0) == s.view(0), t.hand(0) == s.hand(0)
    ///     (True, True)
    fn redeal_hidden(&self, py: Python<'_>, seat: AnySeat, seed: Seed) -> PyResult<Self> {
        self.view(py, seat)?.redealt(py, seed.0)
    }

    /// The position that the deal began with, as a state of its own; None where it began with dealing the cards.
    #[getter]
    fn start(&self, py: Python<'_>) -> Option<Self> {
        let start = State::clone(self.course.start.as_ref()?);
        Some(Self::placed(self.variant.clone_ref(py), Arc::clone(&self.rules), start))
    }

    /// The cards as they were dealt, once for every dealing.
    ///
    /// Where a seat asked for a new deal (BT-34) there are several; the last is that of the present hands. In a state from
    /// `redeal_hidden` they are those that the redeal stands for.
    ///
    /// Returns:
    ///     A list of dictionaries: ``hands``, a list of texts, that of the lowest holder with what did not divide; ``left``, the
    ///     cards set aside; ``move``, the number of moves before it. Empty in a position given by hand, whose dealing is
    ///     not known.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("big2/hong-kong").deal(seed=1)
    ///     >>> hands = [s.hand(seat) for seat in range(4)]
    ///     >>> s.play("3D")
    ///     >>> s.dealings == [{"hands": hands, "left": "", "move": 0}]
    ///     True
    #[getter]
    fn dealings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let dict = |(begin, dealing): (u32, Dealing)| {
            let out = PyDict::new(py);
            let hands: Vec<_> = dealing.hands.iter().map(Cards::to_string).collect();
            out.set_item("hands", hands)?;
            out.set_item("left", dealing.left.to_string())?;
            out.set_item("move", begin)?;
            Ok(out)
        };
        self.course.dealings(&self.state).into_iter().map(dict).collect()
    }

    /// What a seat has been told of the deal, as data that JSON can hold.
    ///
    /// The first event tells the beginning, event k + 1 the move k of `history` with all that it revealed to the seat; where the
    /// deal is over, one more tells the scores. A `big2.Observer` that observes them knows what `view` knows.
    ///
    /// Args:
    ///     seat: whose knowledge.
    ///     start: leave out as many events: those that were told before.
    ///
    /// Returns:
    ///     A list of dictionaries of text, numbers, lists and dictionaries.
    ///
    /// Raises:
    ///     TypeError, ValueError: a seat or number of events that is none.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("big2/hong-kong").deal(seed=1)
    ///     >>> s.play("3D")
    ///     >>> told, move = s.events(0)
    ///     >>> told["event"], told["hand"] == s.hand(0), told["turn"] == s.leader
    ///     ('deal', True, True)
    ///     >>> move == {"event": "move", "seat": s.leader, "move": "3D"}
    ///     True
    #[pyo3(signature = (seat, start = Place(0)), text_signature = "($self, seat, start=0)")]
    fn events<'py>(
        slf: &Bound<'py, Self>,
        seat: AnySeat,
        start: Place,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let (py, this) = (slf.py(), slf.try_borrow()?.copy(slf.py()));
        let seat = seat.of(this.seats())?;
        let told = this.course.events(&this.rules, &this.state, seat, start.0);
        let mut out = Vec::with_capacity(told.len() + 1);
        for event in &told {
            out.push(event_dict(py, &this.rules, event)?);
        }
        if this.state.turn().is_none() && start.0 <= this.course.history.len() + 1 {
            out.push(end_dict(py, this.points(py)?)?);
        }
        Ok(out)
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
    ///     TypeError: what is no text, or no variant of Big Two.
    ///     ValueError: text that cannot be read; the message names the part.
    ///     RulesError: a position that cannot be, as `Variant.position`.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> V = chupai.variant("big2/hong-kong")
    ///     >>> s = big2.State.parse("play turn=0 hands=3D2S/4C/5H5S/6D to_beat=AS", V)
    ///     >>> [str(move) for move in s.legal_moves()]
    ///     ['pass', '2S']
    #[staticmethod]
    fn parse(text: &Bound<'_, PyAny>, variant: Bound<'_, PyAny>) -> PyResult<Self> {
        let (variant, rules, state) = parsed(text, variant)?;
        Ok(Self::placed(variant, rules, state))
    }

    /// The move that a built-in agent makes now. It is not played.
    ///
    /// Args:
    ///     agent: ``"random"``, which draws from the play stream as `sample` does, or ``"lowest"``.
    ///
    /// Returns:
    ///     A `Move`. Playing them to the end gives the deal that `chupai.simulate` plays with these agents.
    ///
    /// Raises:
    ///     IllegalMove: the deal is over (BT-31).
    ///     TypeError, ValueError: no name of a built-in agent.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> str(chupai.variant("big2/hong-kong").deal(seed=7).choose("lowest"))
    ///     '3D'
    fn choose(&mut self, py: Python<'_>, agent: &str) -> PyResult<Big2Move> {
        let agent = Agent::named(agent).or_raise(py)?;
        Ok(Big2Move(chosen(py, &self.rules, &self.state, agent, &mut self.play)?))
    }

    /// Play this state on to its end many times, in the core.
    ///
    /// Playout ``k`` is played by the play stream (seed, match 0, deal k), so it is what a clone makes of itself that
    /// samples from that stream. The state does not change. All cards are as they are here; `View.rollout` deals
    /// those anew that a seat does not know.
    ///
    /// Args:
    ///     n: how many playouts.
    ///     seed: 0 to 2^64 − 1; equal seeds give equal playouts.
    ///     agents: ``"random"`` or ``"lowest"``, for all or one a seat.
    ///     threads: how many to use; the scores do not depend on it.
    ///     move: a legal move that the seat to act makes first in every playout, or None.
    ///
    /// Returns:
    ///     The points of each seat at the end of each playout, int64 of shape (n, seats).
    ///
    /// Raises:
    ///     TypeError: an argument of the wrong type.
    ///     ValueError: a number out of range, an unknown agent, or not one agent a seat.
    ///     IllegalMove: a first move that may not be played.
    ///     MemoryError: more playouts than there is room for.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("big2/hong-kong").deal(seed=1)
    ///     >>> s.rollout(100, seed=1).shape
    ///     (100, 4)
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

    /// The facts so far; once the deal is over, those that it is scored by.
    ///
    /// Returns:
    ///     Numbers by name; lists of one number a seat where the fact is one of each seat.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        facts_dict(py, &*self.rules, &self.state)
    }

    /// The points of each seat under the variant's scoring.
    ///
    /// Returns:
    ///     A list of ints, one a seat; they add up to 0 unless the scoring settles nothing.
    ///
    /// Raises:
    ///     IllegalMove: the deal is not over (BT-43).
    fn scores(slf: &Bound<'_, Self>) -> PyResult<Vec<i64>> {
        let this = slf.try_borrow()?.copy(slf.py());
        this.points(slf.py())
    }
}
