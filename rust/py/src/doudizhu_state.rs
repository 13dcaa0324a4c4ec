//! A deal of Dou Dizhu as a Python object.

use crate::convert::{Count, Place, Seat, Seed, Threads};
use crate::doudizhu::DoudizhuMove;
use crate::doudizhu_events::event_dict;
use crate::doudizhu_ids::{DoudizhuActionIds, legal_moves};
use crate::doudizhu_pickle::reduced;
use crate::doudizhu_read::any_move_or_why;
use crate::doudizhu_view::DoudizhuView;
use crate::errors::{OrRaise, raise};
use crate::events::end_dict;
use crate::family::{chosen, in_turn, parsed, refusal, why_not};
use crate::legal::Legal;
use crate::playouts::{Playouts, facts_dict};
use crate::state_class::state_methods;
use chupai_core::doudizhu::{Course, Dealing, Move, Rules, State, View};
use chupai_core::error::RuleError;
use chupai_core::game::{Agent, DealStreams, Game};
use chupai_core::rng::Rng;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, OnceLock};

/// One deal of Dou Dizhu in progress: who holds what, whose turn it is, what may be done.
///
/// Made by `Variant.deal` and `Variant.position`. Seats are 0, 1 and 2, in the order of play. A state
/// changes only by `play`, and `sample` and `reseed` its play stream; there is no undo: play
/// on a `clone`, which costs a fraction of a microsecond.
///
/// States are equal (and hash alike) where everything that bears on the further play and the score is
/// equal: variant, cards, seat to act, the play to beat, the auction, what has been counted. How they
/// came about (`history`) and the play stream are not compared. A state is mutable: do not play on one that is a key of
/// a dictionary.
///
/// Example:
///     >>> import chupai
///     >>> s = chupai.variant("doudizhu/rlcard").position(hands=["34", "56", "78"])
///     >>> [str(move) for move in s.legal_moves()]
///     ['3', '4']
///     >>> s.play("4")
///     >>> s.turn, str(s.to_beat), s.hand(0)
///     (1, '4', '3')
#[pyclass(name = "State", module = "chupai.doudizhu")]
pub(crate) struct DoudizhuState {
    pub(crate) variant: Py<PyAny>,
    pub(crate) rules: Arc<Rules>,
    pub(crate) state: State,
    pub(crate) course: Course,
    pub(crate) play: Rng,
}

impl DoudizhuState {
    fn copy(&self, py: Python<'_>) -> Self {
        Self {
            variant: self.variant.clone_ref(py),
            rules: Arc::clone(&self.rules),
            state: self.state.clone(),
            course: self.course.clone(),
            play: self.play.clone(),
        }
    }

    /// A position that was given, with the play stream of seed 0.
    fn placed(variant: Py<PyAny>, rules: Arc<Rules>, state: State) -> Self {
        let play = DealStreams::new(0, 0, 0).play;
        Self { variant, rules, course: Course::of_position(&state), state, play }
    }

    /// The move that a value names, or why its text is none.
    fn readable(&self, value: &Bound<'_, PyAny>) -> PyResult<Result<Move, RuleError>> {
        any_move_or_why(&self.rules, value, self.state.to_beat())
    }

    pub(crate) fn moves_of(list: &[(u8, Move)]) -> Vec<(u8, DoudizhuMove)> {
        list.iter().map(|&(seat, mv)| (seat, DoudizhuMove(mv))).collect()
    }
}

state_methods!(DoudizhuState, "doudizhu");

#[pymethods]
impl DoudizhuState {
    /// The cards that a seat holds.
    ///
    /// Args:
    ///     seat: 0, 1 or 2.
    ///
    /// Returns:
    ///     Ranks from low to high, such as ``"3345TKK2R"``; empty once the seat is out. While the cards are
    ///     being dealt, all that will be his.
    ///
    /// Raises:
    ///     TypeError: a seat that is no whole number.
    ///     ValueError: a seat that does not exist.
    fn hand(&self, seat: Seat) -> PyResult<String> {
        Ok(self.state.hand(seat.0).to_string())
    }

    /// The cards that a seat holds, as one numpy uint64.
    ///
    /// Args:
    ///     seat: 0, 1 or 2.
    ///
    /// Returns:
    ///     A word whose bit ``r + 16·(k − 1)`` is set where at least ``k`` cards of rank index ``r`` are held (3 is 0, 2
    ///     is 12, B is 13, R is 14); `chupai.doudizhu.count_moves` takes arrays of them.
    ///
    /// Raises:
    ///     TypeError, ValueError: as `hand`.
    fn bitboard<'py>(&self, py: Python<'py>, seat: Seat) -> PyResult<Bound<'py, PyAny>> {
        let word = self.state.hand(seat.0).0;
        PyArray1::from_slice(py, &[word]).as_any().get_item(0)
    }

    /// The three bottom cards 底牌, as ranks from low to high; also while nobody may see them. In a position
    /// given by hand, as given.
    #[getter]
    fn bottom(&self) -> String {
        self.state.bottom().to_string()
    }

    /// All moves and decisions since the deal or position began, as a list of (seat, Move), those before a redeal included.
    #[getter]
    fn history(&self) -> Vec<(u8, DoudizhuMove)> {
        Self::moves_of(&self.course.history)
    }

    /// The number of cards in each hand, by seat.
    #[getter]
    fn cards_left(&self) -> [u32; 3] {
        [0, 1, 2].map(|seat| self.state.hand(seat).len())
    }

    /// For each seat its hand where it was shown, else None.
    #[getter]
    fn shown(&self) -> [Option<String>; 3] {
        let shown = self.state.shown();
        [0, 1, 2].map(|seat| shown[seat].then(|| self.state.hand(seat).to_string()))
    }

    /// All legal moves.
    ///
    /// Returns:
    ///     A list of `Move` without duplicates, by ascending action id; empty when the deal is over. The negative answer to
    ///     a decision is ``pass``.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> V = chupai.variant("doudizhu/standard")
    ///     >>> s = V.deal(seed=1)
    ///     >>> [str(move) for move in s.legal_moves()]
    ///     ['pass', 'bid 1', 'bid 2', 'bid 3']
    fn legal_moves(&self) -> Vec<DoudizhuMove> {
        legal_moves(&self.rules, &self.state)
    }

    /// The action ids of all legal moves, ascending, as an immutable sequence.
    ///
    /// It keeps the position it was asked for, also when the state plays on. Indexing works out one id without listing the others;
    /// ``numpy.asarray`` takes all of them, so a mask is
    /// ``mask = np.zeros(doudizhu.num_actions(s.variant.rules), bool); mask[s.legal_ids()] = True``.
    ///
    /// Returns:
    ///     A `collections.abc.Sequence` of ints; ``s.play(ids[i])`` plays one.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> V = chupai.variant("doudizhu/standard")
    ///     >>> ids = V.deal(seed=1).legal_ids()
    ///     >>> len(ids), ids[0], list(ids)
    ///     (4, 0, [0, 28238, 28239, 28240])
    fn legal_ids(&self) -> DoudizhuActionIds {
        DoudizhuActionIds(Legal::of(&self.rules, self.state.clone()))
    }

    /// Whether a move may be played now. Never changes the state.
    ///
    /// Args:
    ///     move: a `Move`, its text, or its action id. A text may have any reading that is legal now.
    ///
    /// Returns:
    ///     Whether `play` would take it. Cards that make no play, and a bid that does not exist, are just not legal.
    ///
    /// Raises:
    ///     TypeError: neither a move, text nor whole number.
    ///     ValueError: a number that is no action id, and text that names neither cards nor a decision.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> V = chupai.variant("doudizhu/standard")
    ///     >>> s = V.position(hands=["34", "5", "6"])
    ///     >>> s.is_legal("3"), s.is_legal("34")
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
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> V = chupai.variant("doudizhu/standard")
    ///     >>> V.position(hands=["34", "5", "6"]).why_not("34")
    ///     '34 is no play: a pair is two cards of one rank [DD-10]'
    fn why_not(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let wrong = why_not(&self.rules, &self.state, None, self.readable(r#move)?);
        Ok(wrong.map(|error| error.to_string()))
    }

    /// Play a move, in place.
    ///
    /// Args:
    ///     move: a `Move`, its text, or its action id. Of a text with several readings the strongest that is legal counts (DD-20).
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
    ///     >>> V = chupai.variant("doudizhu/standard")
    ///     >>> s = V.deal(seed=1, first_bidder=0)
    ///     >>> s.play("bid 3")
    ///     >>> s.phase, s.landlord, len(s.hand(0))
    ///     ('play', 0, 20)
    #[pyo3(signature = (r#move, seat = None))]
    fn play(&mut self, r#move: &Bound<'_, PyAny>, seat: Option<Seat>) -> PyResult<()> {
        let py = r#move.py();
        in_turn(&self.state, seat.map(|seat| seat.0)).or_raise(py)?;
        let chosen = self.read_move(r#move)?;
        if !self.state.is_legal(&self.rules, chosen) {
            return Err(raise(py, refusal(&self.rules, &self.state, chosen)));
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
    ///     IllegalMove: the deal is over (DD-08).
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("doudizhu/standard").deal(seed=7)
    ///     >>> while not s.is_over:
    ///     ...     s.play(s.sample())
    ///     >>> sum(s.scores())
    ///     0
    fn sample(&mut self, py: Python<'_>) -> PyResult<DoudizhuMove> {
        Ok(DoudizhuMove(chosen(py, &self.rules, &self.state, Agent::Random, &mut self.play)?))
    }

    /// Start a new play stream, for this and all later `sample`.
    ///
    /// Args:
    ///     seed: 0 to 2^64 − 1; equal seeds give equal samples.
    ///
    /// Raises:
    ///     TypeError, ValueError: a seed that is no such number.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("doudizhu/standard").deal(seed=7)
    ///     >>> playouts = []
    ///     >>> for seed in range(100):
    ///     ...     t = s.clone()
    ///     ...     t.reseed(seed)
    ///     ...     while not t.is_over:
    ///     ...         t.play(t.sample())
    ///     ...     playouts.append(t.scores()[0])
    fn reseed(&mut self, seed: Seed) {
        self.play = DealStreams::new(seed.0, 0, 0).play;
    }

    /// What a seat knows (DD-28), and nothing else.
    ///
    /// Args:
    ///     seat: 0, 1 or 2.
    ///
    /// Returns:
    ///     A `View`, equal for any two deals that the seat cannot tell apart.
    ///
    /// Raises:
    ///     TypeError, ValueError: as `hand`.
    fn view(&self, py: Python<'_>, seat: Seat) -> PyResult<DoudizhuView> {
        Ok(DoudizhuView {
            variant: self.variant.clone_ref(py),
            rules: Arc::clone(&self.rules),
            view: View::new(&self.rules, seat.0, &self.state, &self.course),
            redealer: OnceLock::new(),
        })
    }

    /// A deal that a seat cannot tell from this one: all cards that it does not know are dealt anew.
    ///
    /// Every consistent deal is equally likely, the cards and streams of whatever is drawn later are new too, and the view of
    /// ``seat`` stays equal. What is drawn depends on ``seed`` and on what the seat knows, never on what it does not.
    ///
    /// Args:
    ///     seat: whose knowledge is kept, 0, 1 or 2.
    ///     seed: 0 to 2^64 − 1; another seed gives another deal.
    ///
    /// Returns:
    ///     A new state; this one is as it was.
    ///
    /// Raises:
    ///     TypeError, ValueError: a seat or seed that is no such number.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> V = chupai.variant("doudizhu/standard")
    ///     >>> s = V.deal(seed=1)
    ///     >>> t = s.redeal_hidden(0, seed=5)
    ///     >>> t.view(0) == s.view(0), t.hand(0) == s.hand(0)
    ///     (True, True)
    fn redeal_hidden(&self, py: Python<'_>, seat: Seat, seed: Seed) -> PyResult<Self> {
        Ok(self.view(py, seat)?.redealt(py, seed.0))
    }

    /// The state that a text tells, as ``str(state)`` writes it (docs/rules, section 14).
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
    ///     TypeError: what is no text, or no variant of Dou Dizhu.
    ///     ValueError: text that cannot be read; the message names the part.
    ///     RulesError: a position that cannot be, as `Variant.position`.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> V = chupai.variant("doudizhu/standard")
    ///     >>> s = doudizhu.State.parse("play turn=1 landlord=0 hands=3A/TT/4R to_beat=2", V)
    ///     >>> s == V.position(hands=["3A", "TT", "4R"], turn=1, to_beat="2")
    ///     True
    ///     >>> str(s)
    ///     'play turn=1 landlord=0 hands=3A/TT/4R bottom= to_beat=2 by=0'
    #[staticmethod]
    fn parse(text: &Bound<'_, PyAny>, variant: Bound<'_, PyAny>) -> PyResult<Self> {
        let (variant, rules, state) = parsed(text, variant)?;
        Ok(Self::placed(variant, rules, state))
    }

    /// The position that the deal began with, as a state of its own; None where it began with dealing the cards.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("doudizhu/standard").position(hands=["34", "5", "6"])
    ///     >>> s.play("3")
    ///     >>> str(s.start)
    ///     'play turn=0 landlord=0 hands=34/5/6 bottom='
    #[getter]
    fn start(&self, py: Python<'_>) -> Option<Self> {
        let start = State::clone(self.course.start.as_ref()?);
        Some(Self::placed(self.variant.clone_ref(py), Arc::clone(&self.rules), start))
    }

    /// The cards as they were dealt, once for every dealing.
    ///
    /// Where nobody wanted to be landlord and the cards were dealt again (DD-04) there are several; the last is that of the
    /// present hands. In a state from `redeal_hidden` they are those that the redeal stands for.
    ///
    /// Returns:
    ///     A list of dictionaries: ``hands``, a list of three rank strings of 17 cards; ``bottom``; ``first_bidder``, who spoke
    ///     first; ``move``, the number of moves before it. Empty in a position given by hand, whose dealing is not known.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("doudizhu/standard").deal(seed=1, first_bidder=0)
    ///     >>> hands = [s.hand(seat) for seat in range(3)]
    ///     >>> for move in ["bid 3", s.hand(0)[0]]:
    ///     ...     s.play(move)
    ///     >>> s.dealings == [{"hands": hands, "bottom": s.bottom, "first_bidder": 0, "move": 0}]
    ///     True
    #[getter]
    fn dealings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let dict = |(begin, dealing): (u32, Dealing)| {
            let out = PyDict::new(py);
            out.set_item("hands", dealing.hands.map(|hand| hand.to_string()))?;
            out.set_item("bottom", dealing.bottom.to_string())?;
            out.set_item("first_bidder", dealing.first_bidder)?;
            out.set_item("move", begin)?;
            Ok(out)
        };
        self.course.dealings(&self.state).into_iter().map(dict).collect()
    }

    /// What a seat has been told of the deal, as data that JSON can hold (docs/rules, section 15).
    ///
    /// The first event tells the beginning, event k + 1 the move k of `history` with all that it revealed to the seat; where the
    /// deal is over, one more tells the scores. A `doudizhu.Observer` that observes them knows what `view` knows.
    ///
    /// Args:
    ///     seat: whose knowledge, 0, 1 or 2.
    ///     start: leave out as many events: those that were told before.
    ///
    /// Returns:
    ///     A list of dictionaries of text, numbers, lists and dictionaries.
    ///
    /// Raises:
    ///     TypeError, ValueError: a seat or number of events that is none.
    ///     OverflowError: at the end of the deal, as `scores`.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("doudizhu/standard").deal(seed=1, first_bidder=0)
    ///     >>> s.play("bid 3")
    ///     >>> told, move = s.events(1)
    ///     >>> told == {"event": "deal", "seat": 1, "hand": s.hand(1), "first_bidder": 0}
    ///     True
    ///     >>> move == {"event": "move", "seat": 0, "move": "bid 3", "landlord": 0, "bottom": s.bottom}
    ///     True
    #[pyo3(signature = (seat, start = Place(0)), text_signature = "($self, seat, start=0)")]
    fn events<'py>(
        slf: &Bound<'py, Self>,
        seat: Seat,
        start: Place,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let (py, this) = (slf.py(), slf.try_borrow()?.copy(slf.py()));
        let told = this.course.events(&this.rules, &this.state, seat.0, start.0);
        let mut out = Vec::with_capacity(told.len() + 1);
        for event in &told {
            out.push(event_dict(py, &this.rules, event)?);
        }
        if this.state.turn().is_none() && start.0 <= this.course.history.len() + 1 {
            out.push(end_dict(py, this.points(py)?)?);
        }
        Ok(out)
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
    ///     IllegalMove: the deal is over (DD-08).
    ///     TypeError, ValueError: no name of a built-in agent.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> s = chupai.variant("doudizhu/standard").deal(seed=7)
    ///     >>> str(s.choose("lowest"))
    ///     'bid 1'
    fn choose(&mut self, py: Python<'_>, agent: &str) -> PyResult<DoudizhuMove> {
        let agent = Agent::named(agent).or_raise(py)?;
        Ok(DoudizhuMove(chosen(py, &self.rules, &self.state, agent, &mut self.play)?))
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
    ///     The points of each seat at the end of each playout, int64 of shape (n, 3).
    ///
    /// Raises:
    ///     TypeError: an argument of the wrong type.
    ///     ValueError: a number out of range, an unknown agent, or not one agent a seat.
    ///     IllegalMove: a first move that may not be played.
    ///     MemoryError: more playouts than there is room for.
    ///     OverflowError: a score beyond 64 bits; give the scoring a ``cap``.
    ///
    /// Example:
    ///     >>> import chupai
    ///     >>> V = chupai.variant("doudizhu/standard")
    ///     >>> s = V.position(hands=["BR", "3", "44"], landlord=0)
    ///     >>> s.play("B")
    ///     >>> s.rollout(100, seed=1).mean(axis=0).tolist()
    ///     [2.0, -1.0, -1.0]
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

    /// The facts so far; once the deal is over, those that it is scored by (docs/rules, section 9).
    ///
    /// Returns:
    ///     Numbers by name; lists of three for ``doubled``, ``plays`` and ``cards_left``. ``redeals`` stops at 255.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        facts_dict(py, &*self.rules, &self.state)
    }

    /// The points of each seat under the variant's scoring; they add up to 0.
    ///
    /// Returns:
    ///     A list of three ints; all 0 in a void deal.
    ///
    /// Raises:
    ///     IllegalMove: the deal is not over (DD-23).
    ///     OverflowError: a score beyond 64 bits; give the scoring a ``cap``.
    fn scores(slf: &Bound<'_, Self>) -> PyResult<Vec<i64>> {
        let this = slf.try_borrow()?.copy(slf.py());
        this.points(slf.py())
    }
}
