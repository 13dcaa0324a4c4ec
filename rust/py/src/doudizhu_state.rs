//! A deal of Dou Dizhu as a Python object.

use crate::convert::{Count, Place, Seat, Seed, Threads, position_text};
use crate::doudizhu::{DoudizhuMove, DoudizhuRules, setup};
use crate::doudizhu_events::event_dict;
use crate::doudizhu_ids::DoudizhuActionIds;
use crate::doudizhu_pickle::reduced;
use crate::doudizhu_read::{any_move, hand};
use crate::doudizhu_rollout as rollout;
use crate::doudizhu_view::DoudizhuView;
use crate::errors::{IllegalMove, OrRaise, raise};
use crate::events::end_dict;
use crate::legal::Legal;
use crate::pickle::{Reduced, variant_of};
use crate::playouts::{Playouts, compiled, facts_dict};
use chupai_core::doudizhu::{Course, Dealing, Hand, Kind, Move, Position, Rules, State, View};
use chupai_core::error::RuleError;
use chupai_core::game::{Agent, DealStreams, Game};
use chupai_core::rng::Rng;
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::hash::{DefaultHasher, Hasher};
use std::ops::ControlFlow;
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

    fn legal(&self) -> Vec<Move> {
        let mut out = Vec::new();
        self.state.for_each_legal(&self.rules, |mv| {
            out.push(mv);
            ControlFlow::Continue(())
        });
        out
    }

    fn read_move(&self, value: &Bound<'_, PyAny>) -> PyResult<Move> {
        any_move(&self.rules, value, self.state.to_beat())
    }

    /// The move that a value names, or the reason why its text is none.
    fn readable(&self, value: &Bound<'_, PyAny>) -> PyResult<Result<Move, String>> {
        match self.read_move(value) {
            Ok(mv) => Ok(Ok(mv)),
            Err(error) if error.is_instance_of::<IllegalMove>(value.py()) => {
                Ok(Err(error.value(value.py()).to_string()))
            }
            Err(error) => Err(error),
        }
    }

    /// The points of each seat, once the deal is over.
    fn points(&self, py: Python<'_>) -> PyResult<Vec<i64>> {
        if self.state.turn().is_some() {
            let error =
                RuleError::illegal("DD-23", "", "the deal is not over: there is no score yet");
            return Err(raise(py, error));
        }
        rollout::scores_of(self.variant.bind(py), &self.rules, &self.state)
    }

    pub(crate) fn moves_of(list: &[(u8, Move)]) -> Vec<(u8, DoudizhuMove)> {
        list.iter().map(|&(seat, mv)| (seat, DoudizhuMove(mv))).collect()
    }
}

/// In a position given by hand, the play to beat and the passes since.
fn opening(course: &Course) -> Vec<(u8, Move)> {
    let Some(start) = &course.start else { return Vec::new() };
    let (Some(mv), Some(by), Some(turn)) = (start.to_beat(), start.last_player(), start.turn())
    else {
        return Vec::new();
    };
    let passed = (by + 1..by + 3).map(|seat| seat % 3).take_while(|&seat| seat != turn);
    let passes = passed.map(|seat| (seat as u8, Move::PASS));
    std::iter::once((by as u8, mv)).chain(passes).collect()
}

/// The moves since the last lead: those after the last two passes in a row or the last decision.
pub(crate) fn trick_of(course: &Course) -> Vec<(u8, DoudizhuMove)> {
    let all = [opening(course).as_slice(), &course.history].concat();
    let is_pass = |&(_, mv): &(u8, Move)| mv.kind == Kind::Pass;
    let starts = |at: usize| {
        let passed = at >= 2 && is_pass(&all[at - 1]) && is_pass(&all[at - 2]);
        at == 0 || passed || all[at - 1].1.kind.is_decision()
    };
    // A pass never leads, so the trick starts at its first play.
    let start = (0..all.len()).rev().find(|&at| starts(at)).unwrap_or(0);
    let lead = (start..all.len()).find(|&at| all[at].1.kind.is_play()).unwrap_or(all.len());
    DoudizhuState::moves_of(&all[lead..])
}

#[pymethods]
impl DoudizhuState {
    /// The `chupai.Variant` that is played.
    #[getter]
    fn variant(&self, py: Python<'_>) -> Py<PyAny> {
        self.variant.clone_ref(py)
    }

    /// The seat to act, 0 to 2; None when the deal is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.state.turn()
    }

    /// ``"show"``, ``"auction"``, ``"double"``, ``"play"`` or ``"over"`` (docs/rules, section 8).
    #[getter]
    fn phase(&self) -> &'static str {
        self.state.phase()
    }

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

    /// The landlord's seat; None before he is found and in a void deal.
    #[getter]
    fn landlord(&self) -> Option<usize> {
        self.state.landlord()
    }

    /// The seat that speaks first (DD-03).
    #[getter]
    fn first_bidder(&self) -> usize {
        self.state.first_bidder()
    }

    /// The play to beat; None for who leads, and outside the play.
    #[getter]
    fn to_beat(&self) -> Option<DoudizhuMove> {
        self.state.to_beat().map(DoudizhuMove)
    }

    /// The seat that made `to_beat`; None where there is none. `Variant.position` calls it ``by``.
    #[getter]
    fn last_player(&self) -> Option<usize> {
        self.state.last_player()
    }

    /// The moves of the current trick, passes included, as a list of (seat, Move); empty before a lead.
    ///
    /// In a position given by hand it begins with the play to beat.
    #[getter]
    fn trick(&self) -> Vec<(u8, DoudizhuMove)> {
        match self.state.to_beat() {
            Some(_) => trick_of(&self.course),
            None => Vec::new(),
        }
    }

    /// All moves and decisions since the deal or position began, as a list of (seat, Move), those before a redeal included.
    #[getter]
    fn history(&self) -> Vec<(u8, DoudizhuMove)> {
        Self::moves_of(&self.course.history)
    }

    /// Whether the deal has ended; then `turn` is None, no move is legal and `scores` may be asked.
    #[getter]
    fn is_over(&self) -> bool {
        self.state.turn().is_none()
    }

    /// How often the cards were dealt again because nobody wanted to be landlord (DD-04).
    #[getter]
    fn redeals(&self) -> u8 {
        self.state.redeals()
    }

    /// The number of cards in each hand, by seat.
    #[getter]
    fn cards_left(&self) -> [u32; 3] {
        [0, 1, 2].map(|seat| self.state.hand(seat).len())
    }

    /// The highest bid so far, 0 for none; in a rob auction the call multiplier once somebody has called; with a fixed landlord 1.
    #[getter]
    fn bid(&self) -> u8 {
        self.state.bid(&self.rules)
    }

    /// Robs so far.
    #[getter]
    fn robs(&self) -> u8 {
        self.state.current_facts().robs
    }

    /// Bombs played so far.
    #[getter]
    fn bombs(&self) -> u8 {
        self.state.current_facts().bombs
    }

    /// Rockets played so far.
    #[getter]
    fn rockets(&self) -> u8 {
        self.state.current_facts().rockets
    }

    /// The number of card plays of each seat so far.
    #[getter]
    fn plays(&self) -> [u32; 3] {
        self.state.current_facts().plays.map(u32::from)
    }

    /// For each seat whether it has doubled.
    #[getter]
    fn doubled(&self) -> [bool; 3] {
        self.state.current_facts().doubled
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
        self.legal().into_iter().map(DoudizhuMove).collect()
    }

    /// The number of legal moves, counted without listing them; 0 when the deal is over.
    #[getter]
    fn num_legal(&self) -> u64 {
        self.state.num_legal(&self.rules)
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
        Ok(match self.readable(r#move)? {
            Ok(mv) => self.state.why_not(&self.rules, mv).map(|error| error.to_string()),
            Err(reason) => Some(reason),
        })
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
        let turn = self.state.turn();
        if let (Some(turn), Some(Seat(seat))) = (turn, seat)
            && turn != seat
        {
            return Err(raise(py, rollout::out_of_turn(seat, turn)));
        }
        let chosen = self.read_move(r#move)?;
        if !self.state.is_legal(&self.rules, chosen) {
            let error = self.state.why_not(&self.rules, chosen).unwrap_or_else(|| {
                RuleError::illegal(
                    "DD-27",
                    chosen.cards.to_string(),
                    format!("{chosen} is illegal"),
                )
            });
            return Err(raise(py, error));
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
        let n = self.state.num_legal(&self.rules);
        if n == 0 {
            return Err(raise(py, no_move()));
        }
        let chosen = self.play.choose(n);
        Ok(DoudizhuMove(self.state.nth_legal(&self.rules, chosen)))
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

    /// An independent copy, with its own copy of the play stream: until they are played or reseeded differently, both
    /// sample the same moves. ``copy.copy`` and ``copy.deepcopy`` do the same.
    fn clone(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> Self {
        self.copy(memo.py())
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
        let (py, variant) = (variant.py(), variant_of(variant)?);
        let rules = rules_of(&variant).map_err(|_| {
            let kind = variant.get_type();
            PyTypeError::new_err(format!("a variant of Dou Dizhu is needed, not {kind}"))
        })?;
        let state = State::parse(&rules, position_text(text)?).or_raise(py)?;
        Ok(Self::placed(variant.unbind(), rules, state))
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
        if self.state.turn().is_none() {
            return Err(raise(py, no_move()));
        }
        Ok(DoudizhuMove(self.state.choose(&self.rules, agent, &mut self.play)))
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
        // Of a copy, so that other threads may go on with the state meanwhile.
        let (this, first) = {
            let this = slf.try_borrow()?;
            let first = r#move.map(|value| this.read_move(&value)).transpose()?;
            (this.copy(slf.py()), first)
        };
        let from = (&this.state, None, first);
        rollout::scores(this.variant.bind(slf.py()), &this.rules, from, playouts)
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

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(same) = other.cast::<Self>() else { return Ok(false) };
        let ours = slf.try_borrow()?.variant.clone_ref(slf.py());
        let theirs = same.try_borrow()?.variant.clone_ref(slf.py());
        if !ours.is(&theirs) && !ours.bind(slf.py()).eq(theirs)? {
            return Ok(false);
        }
        let (this, that) = (slf.try_borrow()?, same.try_borrow()?);
        Ok(this.state.same_position(&that.state, &this.rules))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.state.hash_position(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.state.text(&self.rules)
    }

    fn __repr__(&self) -> String {
        format!("<doudizhu.State {}>", self.state.text(&self.rules))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(self, py)
    }
}

fn no_move() -> RuleError {
    RuleError::illegal("DD-08", "", "the deal is over: there is no move")
}

/// The compiled rules of a variant.
pub(crate) fn rules_of(variant: &Bound<'_, PyAny>) -> PyResult<Arc<Rules>> {
    Ok(Arc::clone(&compiled::<DoudizhuRules>(variant)?.get().0))
}

/// Deal number `index` of a run.
#[pyfunction]
#[pyo3(signature = (variant, seed, index, *, match_number = 0, first_bidder = None, landlord = None,
    dealer = "uniform", given = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn doudizhu_deal(
    py: Python<'_>,
    variant: Bound<'_, PyAny>,
    seed: u64,
    index: u64,
    match_number: u64,
    first_bidder: Option<u8>,
    landlord: Option<u8>,
    dealer: &str,
    given: Option<[Bound<'_, PyAny>; 4]>,
) -> PyResult<DoudizhuState> {
    let rules = rules_of(&variant)?;
    let setup = setup(py, &rules, first_bidder, landlord, dealer, given)?;
    let streams = DealStreams::new(seed, match_number, index);
    let state = State::deal(&rules, &setup, streams.deal).or_raise(py)?;
    let play = streams.play;
    Ok(DoudizhuState { variant: variant.unbind(), rules, state, course: Course::default(), play })
}

/// A state in the middle of the play.
#[pyfunction]
#[pyo3(signature = (variant, *, hands, landlord, turn, to_beat, by, bottom, bid, robs, plays, bombs, rockets, seed))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn doudizhu_position(
    py: Python<'_>,
    variant: Bound<'_, PyAny>,
    hands: Vec<Bound<'_, PyAny>>,
    landlord: u8,
    turn: Option<u8>,
    to_beat: Option<Bound<'_, PyAny>>,
    by: Option<u8>,
    bottom: &Bound<'_, PyAny>,
    bid: Option<u8>,
    robs: u8,
    plays: Option<[u8; 3]>,
    bombs: Option<u8>,
    rockets: Option<u8>,
    seed: u64,
) -> PyResult<DoudizhuState> {
    let rules = rules_of(&variant)?;
    let hands = hands.iter().map(hand).collect::<PyResult<Vec<_>>>()?;
    let hands: [Hand; 3] = hands.try_into().map_err(|hands: Vec<_>| {
        let message = format!("three hands are needed, not {}", hands.len());
        raise(py, RuleError::rules("DD-01", message))
    })?;
    let turn = turn.unwrap_or(landlord);
    let to_beat = match (to_beat, by) {
        (None, None) => None,
        (None, Some(_)) => {
            return Err(PyTypeError::new_err("by is the seat that made to_beat; give both"));
        }
        (Some(mv), by) => Some((any_move(&rules, &mv, None)?, by.unwrap_or((turn.min(2) + 2) % 3))),
    };
    let position = Position {
        hands,
        landlord,
        turn,
        to_beat,
        bottom: hand(bottom)?,
        bid: 0,
        robs: 0,
        plays: [0; 3],
        bombs: 0,
        rockets: 0,
    };
    let likely = position.with_likely_past(&rules);
    let position = Position {
        bid: bid.unwrap_or(likely.bid),
        robs,
        plays: plays.unwrap_or(likely.plays),
        bombs: bombs.unwrap_or(likely.bombs),
        rockets: rockets.unwrap_or(likely.rockets),
        ..likely
    };
    let state = State::from_position(&rules, &position).or_raise(py)?;
    let play = DealStreams::new(seed, 0, 0).play;
    let course = Course::of_position(&state);
    Ok(DoudizhuState { variant: variant.unbind(), rules, state, course, play })
}
