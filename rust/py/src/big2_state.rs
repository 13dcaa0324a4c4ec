//! A deal of Big Two as a Python object.

use crate::big2::Big2Rules;
use crate::big2_events::event_dict;
use crate::big2_legal::{Big2ActionIds, Big2Moves, Question};
use crate::big2_move::Big2Move;
use crate::big2_pickle::reduced;
use crate::big2_read::{any_move, bitboards, have_ids};
use crate::big2_rollout as rollout;
use crate::big2_view::Big2View;
use crate::convert::{AnySeat, Count, Place, Seed, Threads, position_text};
use crate::errors::{IllegalMove, OrRaise, raise};
use crate::events::end_dict;
use crate::legal::Legal;
use crate::pickle::{Reduced, variant_of};
use crate::playouts::{Playouts, compiled, facts_dict};
use chupai_core::big2::{Cards, Course, Dealing, Move, Phase, Rules, State, View};
use chupai_core::error::RuleError;
use chupai_core::game::{Agent, DealStreams, Game};
use chupai_core::rng::Rng;
use numpy::PyArray2;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt};
use std::hash::{DefaultHasher, Hasher};
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

    /// The move that a value names; of an id, with the cards of the seat to act.
    fn read_move(&self, value: &Bound<'_, PyAny>) -> PyResult<Move> {
        any_move(&self.rules, value, self.to_act())
    }

    /// The cards of the seat to act.
    fn to_act(&self) -> Option<Cards> {
        self.state.turn().map(|seat| self.state.hand(seat))
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
            let message = "the deal is not over: there is no score yet";
            return Err(raise(py, RuleError::illegal("BT-43", "", message)));
        }
        rollout::scores_of(self.variant.bind(py), &self.rules, &self.state)
    }
}

/// Moves as Python objects.
pub(crate) fn moves_of(list: &[(u8, Move)]) -> Vec<(u8, Big2Move)> {
    list.iter().map(|&(seat, mv)| (seat, Big2Move(mv))).collect()
}

/// In a position given by hand, the play to beat and the passes since.
fn opening(start: &State) -> Vec<(u8, Move)> {
    let (Some(mv), Some(by), Some(turn)) = (start.to_beat(), start.last_player(), start.turn())
    else {
        return Vec::new();
    };
    let seats = start.hands().len();
    let between = (by + 1..by + seats).map(|seat| seat % seats).take_while(|&seat| seat != turn);
    let passes = between.filter(|&seat| !start.hand(seat).is_empty());
    let passes = passes.map(|seat| (seat as u8, Move::PASS));
    std::iter::once((by as u8, mv)).chain(passes).collect()
}

/// The moves since the last lead, which was move number `lead` of the course or came before it.
pub(crate) fn trick_of(state: &State, course: &Course, lead: usize) -> Vec<(u8, Big2Move)> {
    if state.to_beat().is_none() {
        return Vec::new();
    }
    let start = course.start.as_deref().filter(|_| lead == 0 && course.earlier.is_empty());
    let mut moves = start.map_or_else(Vec::new, opening);
    moves.extend_from_slice(&course.history[lead..]);
    moves_of(&moves)
}

/// For each seat whether it is locked.
pub(crate) fn locked(state: &State) -> Vec<bool> {
    let locked = state.locked();
    (0..state.hands().len()).map(|seat| locked >> seat & 1 == 1).collect()
}

/// How a deal was won at once.
pub(crate) fn instant_name(instant: u8) -> Option<&'static str> {
    match instant {
        1 => Some("dragon"),
        2 => Some("four_twos"),
        _ => None,
    }
}

#[pymethods]
impl Big2State {
    /// The `chupai.Variant` that is played.
    #[getter]
    fn variant(&self, py: Python<'_>) -> Py<PyAny> {
        self.variant.clone_ref(py)
    }

    /// The seat to act; None when the deal is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.state.turn()
    }

    /// ``"redeal"``, ``"swap"``, ``"exchange"``, ``"play"`` or ``"over"``.
    #[getter]
    fn phase(&self) -> &'static str {
        self.state.phase()
    }

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

    /// The card that was swapped for the leftover and lies face up (BT-24); empty where there is none.
    #[getter]
    fn face_up(&self) -> String {
        self.state.face_up().to_string()
    }

    /// Who leads the first trick; None before that is settled and after an instant win.
    #[getter]
    fn leader(&self) -> Option<usize> {
        self.state.leader()
    }

    /// The card that the first play must contain (BT-26), as text; None where none is due.
    #[getter]
    fn due(&self) -> Option<String> {
        self.state.due().map(|card| card.to_string())
    }

    /// Whether the top and the lowest rank have changed places (BT-38).
    #[getter]
    fn revolved(&self) -> bool {
        self.state.revolved()
    }

    /// Whether the lowest card was swapped for the leftover (BT-24).
    #[getter]
    fn swapped(&self) -> bool {
        self.state.swapped()
    }

    /// The play to beat; None for who leads, and outside the play.
    #[getter]
    fn to_beat(&self) -> Option<Big2Move> {
        self.state.to_beat().map(Big2Move)
    }

    /// The seat that made `to_beat`; None where there is none.
    #[getter]
    fn last_player(&self) -> Option<usize> {
        self.state.last_player()
    }

    /// For each seat whether it has passed in this trick and is skipped until it ends, or asked for a monster only
    /// (BT-29, BT-30).
    #[getter]
    fn passed(&self) -> Vec<bool> {
        locked(&self.state)
    }

    /// The moves of the current trick, passes included, as a list of (seat, Move); empty before a lead.
    ///
    /// In a position given by hand it begins with the play to beat.
    #[getter]
    fn trick(&self) -> Vec<(u8, Big2Move)> {
        trick_of(&self.state, &self.course, self.lead)
    }

    /// All moves and decisions since the deal or position began, as a list of (seat, Move).
    #[getter]
    fn history(&self) -> Vec<(u8, Big2Move)> {
        moves_of(&self.course.history)
    }

    /// Whether the deal has ended; then `turn` is None, no move is legal and `scores` may be asked.
    #[getter]
    fn is_over(&self) -> bool {
        self.state.turn().is_none()
    }

    /// How often the cards were dealt again on request (BT-34).
    #[getter]
    fn redeals(&self) -> u8 {
        self.state.redeals()
    }

    /// The number of cards in each hand, by seat.
    #[getter]
    fn cards_left(&self) -> Vec<usize> {
        self.state.hands().iter().map(Cards::total).collect()
    }

    /// The number of card plays of each seat so far.
    #[getter]
    fn plays(&self) -> Vec<u32> {
        self.state.plays().iter().copied().map(u32::from).collect()
    }

    /// The place of each seat: 1 for who went out first, 2 for the next …; 0 while it is open, or where the deal settles
    /// none (BT-31).
    #[getter]
    fn places(&self) -> Vec<u32> {
        self.state.places(&self.rules).iter().copied().map(u32::from).collect()
    }

    /// Who went out first or won at once; None while nobody has.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.state.winner()
    }

    /// How the deal was won at once: ``"dragon"`` or ``"four_twos"`` (BT-33); None where it was not.
    #[getter]
    fn instant(&self) -> Option<&'static str> {
        instant_name(self.state.instant())
    }

    /// The seats of king, noble, commoner and slave who exchange cards (BT-37); None where there are no such roles.
    #[getter]
    fn roles(&self) -> Option<[u32; 4]> {
        self.state.setup().roles.map(|seats| seats.map(u32::from))
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
        let out = PyDict::new(py);
        out.set_item("leader", self.state.setup().leader)?;
        out.set_item("first_card", self.state.setup().first_card)?;
        out.set_item("roles", self.roles())?;
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

    /// The number of legal moves, counted without listing them; 0 when the deal is over.
    #[getter]
    fn num_legal(&self) -> u64 {
        self.state.num_legal(&self.rules)
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
        Ok(match self.readable(r#move)? {
            Ok(mv) => self.state.why_not(&self.rules, mv).map(|error| error.to_string()),
            Err(reason) => Some(reason),
        })
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
        let (py, turn) = (r#move.py(), self.state.turn());
        if let Some(seat) = seat {
            let seat = seat.of(self.seats())?;
            if let Some(turn) = turn.filter(|&turn| turn != seat) {
                return Err(raise(py, State::out_of_turn(seat, turn, String::new())));
            }
        }
        let chosen = self.read_move(r#move)?;
        // What an id names is a move of the rules, so that its cards need not be looked at again.
        let named = r#move.is_exact_instance_of::<PyInt>();
        let legal = match self.state.current_phase() {
            Phase::Play if named => self.rules.allows_known(&self.state.ask(&self.rules), chosen),
            _ => self.state.is_legal(&self.rules, chosen),
        };
        if !legal {
            let error = self.state.why_not(&self.rules, chosen).unwrap_or_else(|| {
                let message = format!("{chosen} is illegal");
                RuleError::illegal("BT-32", chosen.cards.to_string(), message)
            });
            return Err(raise(py, error));
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
        if self.state.turn().is_none() {
            return Err(raise(py, no_move()));
        }
        Ok(Big2Move(self.state.choose(&self.rules, Agent::Random, &mut self.play)))
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
        let (py, variant) = (variant.py(), variant_of(variant)?);
        let rules = rules_of(&variant).map_err(|_| {
            let kind = variant.get_type();
            PyTypeError::new_err(format!("a variant of Big Two is needed, not {kind}"))
        })?;
        let state = State::parse(&rules, position_text(text)?).or_raise(py)?;
        Ok(Self::placed(variant.unbind(), rules, state))
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
        if self.state.turn().is_none() {
            return Err(raise(py, no_move()));
        }
        Ok(Big2Move(self.state.choose(&self.rules, agent, &mut self.play)))
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
        // Of a copy, so that other threads may go on with the state meanwhile.
        let (this, first) = {
            let this = slf.try_borrow()?;
            let first = r#move.map(|value| this.read_move(&value)).transpose()?;
            (this.copy(slf.py()), first)
        };
        let from = (&this.state, None, first);
        rollout::scores(this.variant.bind(slf.py()), &this.rules, from, playouts)
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
        format!("<big2.State {}>", self.state.text(&self.rules))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(self, py)
    }
}

pub(crate) fn no_move() -> RuleError {
    RuleError::illegal("BT-31", "", "the deal is over: there is no move")
}

/// The compiled rules of a variant.
pub(crate) fn rules_of(variant: &Bound<'_, PyAny>) -> PyResult<Arc<Rules>> {
    Ok(Arc::clone(&compiled::<Big2Rules>(variant)?.get().0))
}
