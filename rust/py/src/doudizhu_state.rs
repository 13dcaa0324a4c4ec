//! A deal of Dou Dizhu as a Python object.

use crate::doudizhu::{DoudizhuMove, DoudizhuRules, action_number, any_move, hand, setup};
use crate::errors::{IllegalMove, OrRaise, raise};
use chupai_core::doudizhu::{Hand, Kind, Move, Position, Rules, State, View, played};
use chupai_core::error::RuleError;
use chupai_core::game::{DealStreams, Game};
use chupai_core::rng::Rng;
use numpy::PyArray1;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyList, PySlice, PyString};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

/// One deal of Dou Dizhu in progress: who holds what, whose turn it is, what may be done.
#[pyclass(module = "chupai._native")]
pub(crate) struct DoudizhuState {
    variant: Py<PyAny>,
    rules: Arc<Rules>,
    state: State,
    history: Vec<(u8, Move)>,
    play: Rng,
}

/// What pickle needs: the function that restores, and its arguments.
type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyAny>, Bound<'py, PyBytes>));

/// A seat: 0, 1 or 2.
pub(crate) struct Seat(usize);

impl<'py> FromPyObject<'_, 'py> for Seat {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let py = value.py();
        let wrong = || PyValueError::new_err(format!("seats are 0, 1 and 2, not {}", &*value));
        match value.extract::<usize>() {
            Ok(seat) if seat < 3 => Ok(Self(seat)),
            Err(error) if !error.is_instance_of::<PyOverflowError>(py) => Err(error),
            _ => Err(wrong()),
        }
    }
}

/// A seed: any number of 64 bits without sign.
pub(crate) struct Seed(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match value.extract::<u64>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
                Err(PyValueError::new_err(format!("a seed is 0 to 2**64 - 1, not {}", &*value)))
            }
            seed => seed.map(Self),
        }
    }
}

impl DoudizhuState {
    fn copy(&self, py: Python<'_>) -> Self {
        Self {
            variant: self.variant.clone_ref(py),
            rules: Arc::clone(&self.rules),
            state: self.state.clone(),
            history: self.history.clone(),
            play: self.play.clone(),
        }
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

    fn push(&mut self, seat: usize, mv: Move) {
        self.history.push((seat as u8, mv));
        self.state.play_unchecked(&self.rules, mv);
    }

    fn same_position(&self, other: &Self, py: Python<'_>) -> PyResult<bool> {
        let (ours, theirs) = (self.variant.bind(py), other.variant.bind(py));
        Ok(self.state.same_position(&other.state) && (ours.is(theirs) || ours.eq(theirs)?))
    }

    fn moves_of(list: &[(u8, Move)]) -> Vec<(u8, DoudizhuMove)> {
        list.iter().map(|&(seat, mv)| (seat, DoudizhuMove(mv))).collect()
    }

    fn current_trick(&self) -> &[(u8, Move)] {
        if self.state.to_beat().is_none() {
            return &[];
        }
        // A trick starts with the play after the last two passes in a row, or after the decisions.
        let mut start = self.history.len();
        let mut passes = 0;
        while start > 0 {
            let (_, mv) = self.history[start - 1];
            passes = if mv.kind == Kind::Pass { passes + 1 } else { 0 };
            if mv.kind.is_decision() {
                break;
            }
            start -= 1;
            if passes == 2 && start + 2 < self.history.len() {
                start += 2;
                break;
            }
        }
        while start < self.history.len() && self.history[start].1.kind == Kind::Pass {
            start += 1;
        }
        &self.history[start..]
    }
}

#[pymethods]
impl DoudizhuState {
    /// The variant that is played.
    #[getter]
    fn variant(&self, py: Python<'_>) -> Py<PyAny> {
        self.variant.clone_ref(py)
    }

    /// The seat to act; ``None`` when the deal is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.state.turn()
    }

    /// ``"show"``, ``"auction"``, ``"double"``, ``"play"`` or ``"over"``.
    #[getter]
    fn phase(&self) -> &'static str {
        self.state.phase()
    }

    /// The cards in a hand, as a rank string from low to high.
    fn hand(&self, seat: Seat) -> PyResult<String> {
        Ok(self.state.hand(seat.0).to_string())
    }

    /// A hand as a bitboard: uint64, bit ``r + 16*(k-1)`` set where at least ``k`` cards of rank ``r``
    /// are held.
    fn bitboard<'py>(&self, py: Python<'py>, seat: Seat) -> PyResult<Bound<'py, PyAny>> {
        let word = self.state.hand(seat.0).0;
        PyArray1::from_slice(py, &[word]).as_any().get_item(0)
    }

    /// The three bottom cards.
    #[getter]
    fn bottom(&self) -> String {
        self.state.bottom().to_string()
    }

    /// The landlord's seat; ``None`` before he is found and in a void deal.
    #[getter]
    fn landlord(&self) -> Option<usize> {
        self.state.landlord()
    }

    /// Who speaks first in the auction.
    #[getter]
    fn first_bidder(&self) -> usize {
        self.state.first_bidder()
    }

    /// The play to beat; ``None`` when leading or outside the play.
    #[getter]
    fn to_beat(&self) -> Option<DoudizhuMove> {
        self.state.to_beat().map(DoudizhuMove)
    }

    /// Who made the play to beat.
    #[getter]
    fn last_player(&self) -> Option<usize> {
        self.state.last_player()
    }

    /// The moves of the current trick, passes included: a list of (seat, Move), empty before a lead.
    #[getter]
    fn trick(&self) -> Vec<(u8, DoudizhuMove)> {
        Self::moves_of(self.current_trick())
    }

    /// All moves and decisions so far: a list of (seat, Move).
    #[getter]
    fn history(&self) -> Vec<(u8, DoudizhuMove)> {
        Self::moves_of(&self.history)
    }

    /// Whether the deal has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.state.turn().is_none()
    }

    /// How often the cards were dealt again because nobody wanted to be landlord.
    #[getter]
    fn redeals(&self) -> u8 {
        self.state.redeals()
    }

    /// All legal moves, without duplicates, by ascending action id.
    fn legal_moves(&self) -> Vec<DoudizhuMove> {
        self.legal().into_iter().map(DoudizhuMove).collect()
    }

    /// The number of legal moves; 0 when the deal is over.
    #[getter]
    fn num_legal(&self) -> u64 {
        self.state.num_legal(&self.rules)
    }

    /// The ids of all legal moves, ascending: an immutable sequence of ints that numpy can read.
    fn legal_ids(&self) -> DoudizhuActionIds {
        let n = self.state.num_legal(&self.rules) as usize;
        DoudizhuActionIds { rules: Arc::clone(&self.rules), state: self.state.clone(), n }
    }

    /// Whether a move may be played now.
    fn is_legal(&self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.readable(mv)?.is_ok_and(|mv| self.state.is_legal(&self.rules, mv)))
    }

    /// Why a move may not be played now, naming the rule; ``None`` where it may.
    fn why_not(&self, mv: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        Ok(match self.readable(mv)? {
            Ok(mv) => self.state.why_not(&self.rules, mv).map(|error| error.to_string()),
            Err(reason) => Some(reason),
        })
    }

    /// Plays a move: a Move, an action id or a text. With ``seat``, only on that seat's turn.
    #[pyo3(signature = (mv, seat = None))]
    fn play(&mut self, mv: &Bound<'_, PyAny>, seat: Option<Seat>) -> PyResult<()> {
        let py = mv.py();
        let turn = self.state.turn();
        if let (Some(turn), Some(Seat(seat))) = (turn, seat)
            && turn != seat
        {
            let message = format!("it is seat {turn}'s turn, not seat {seat}'s");
            return Err(raise(py, RuleError::illegal("DD-27", "", message)));
        }
        let chosen = self.read_move(mv)?;
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
        self.push(turn.unwrap_or_default(), chosen);
        Ok(())
    }

    /// A random legal move, every one equally likely, drawn from the deal's play stream: playing
    /// samples to the end gives the deal that ``simulate`` plays with random agents.
    fn sample(&mut self, py: Python<'_>) -> PyResult<DoudizhuMove> {
        let n = self.state.num_legal(&self.rules);
        if n == 0 {
            let error = RuleError::illegal("DD-08", "", "the deal is over: there is no move");
            return Err(raise(py, error));
        }
        let chosen = self.play.choose(n);
        Ok(DoudizhuMove(self.state.nth_legal(&self.rules, chosen)))
    }

    /// An independent copy.
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
    fn view(&self, py: Python<'_>, seat: Seat) -> PyResult<DoudizhuView> {
        let Seat(seat) = seat;
        Ok(DoudizhuView {
            variant: self.variant.clone_ref(py),
            view: self.state.view(&self.rules, seat, &played(&self.history)),
            history: self.history.clone(),
        })
    }

    /// The deal with all cards that ``seat`` does not know dealt anew, uniformly over the deals
    /// consistent with what he knows.
    fn redeal_hidden(&self, py: Python<'_>, seat: Seat, seed: Seed) -> PyResult<Self> {
        let played = played(&self.history);
        let state = self.state.redeal_hidden(seat.0, &played, seed.0).or_raise(py)?;
        Ok(Self { state, ..self.copy(py) })
    }

    /// The facts so far, those of the deal when it is over: a dict of numbers, lists for facts that
    /// every seat has.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = State::columns(&self.rules);
        let mut row = vec![0; columns.iter().map(|column| column.width).sum()];
        State::write_facts(&self.state.facts(&self.rules), &mut row);
        let out = PyDict::new(py);
        let mut at = 0;
        for column in columns {
            let numbers = &row[at..at + column.width];
            match numbers {
                [number] => out.set_item(column.name, number)?,
                _ => out.set_item(column.name, numbers)?,
            }
            at += column.width;
        }
        Ok(out)
    }

    /// The score of each seat; the deal must be over.
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.state.turn().is_some() {
            let error =
                RuleError::illegal("DD-23", "", "the deal is not over: there is no score yet");
            return Err(raise(py, error));
        }
        let rows = self.variant.bind(py).call_method1("scores", (self.facts(py)?,))?;
        rows.call_method0("tolist")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Self>() {
            Ok(same) => self.same_position(&same.borrow(), other.py()),
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.state.hash_position(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.state.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<doudizhu.State {}>", self.state)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        static RESTORE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let restore = RESTORE.get_or_try_init(py, || {
            py.import("chupai._native")?.getattr("doudizhu_restore").map(Bound::unbind)
        })?;
        // A variant with a name goes by it: shorter, and ten times faster than all its switches.
        let variant = self.variant.bind(py);
        let key = variant.getattr(intern!(py, "_key"))?;
        let variant = if key.is_none() { variant.clone() } else { key };
        let mut bytes = postcard::to_allocvec(&(&self.state, &self.play))
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        pack(&self.history, &mut bytes);
        Ok((restore.bind(py).clone(), (variant, PyBytes::new(py, &bytes))))
    }
}

fn rules_of(variant: &Bound<'_, PyAny>) -> PyResult<Arc<Rules>> {
    let rules = variant.getattr("rules")?.getattr("_native")?;
    Ok(Arc::clone(&rules.cast::<DoudizhuRules>()?.get().0))
}

/// Bytes of one move in a pickle: seat, kind, length, rank and the word of the cards.
const MOVE_BYTES: usize = 12;

fn pack(history: &[(u8, Move)], out: &mut Vec<u8>) {
    out.reserve(history.len() * MOVE_BYTES);
    for &(seat, mv) in history {
        out.extend_from_slice(&[seat, mv.kind as u8, mv.length, mv.rank]);
        out.extend_from_slice(&mv.cards.0.to_le_bytes());
    }
}

fn unpacked(bytes: &[u8]) -> Option<Vec<(u8, Move)>> {
    let (moves, []) = bytes.as_chunks::<MOVE_BYTES>() else { return None };
    let read = |&[seat, kind, length, rank, ref cards @ ..]: &[u8; MOVE_BYTES]| {
        let kind = *Kind::ALL.get(usize::from(kind))?;
        let cards = Hand(u64::from_le_bytes(*cards));
        let sound = seat < 3 && length <= 12 && rank < 15 && cards.is_valid();
        sound.then_some((seat, Move { cards, kind, length, rank }))
    };
    moves.iter().map(read).collect()
}

/// The variant of a name.
fn variant_named<'py>(name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
    static VARIANT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = name.py();
    let variant = VARIANT.get_or_try_init(py, || {
        py.import("chupai.variant")?.getattr("variant").map(Bound::unbind)
    })?;
    variant.bind(py).call1((name,))
}

/// A state from its pickled form.
#[pyfunction]
pub(crate) fn doudizhu_restore(variant: Bound<'_, PyAny>, bytes: &[u8]) -> PyResult<DoudizhuState> {
    let damaged = || PyValueError::new_err("the pickled state is damaged");
    let ((state, play), moves): ((State, Rng), &[u8]) =
        postcard::take_from_bytes(bytes).map_err(|_| damaged())?;
    let variant = match variant.cast::<PyString>() {
        Ok(name) => variant_named(name)?,
        Err(_) => variant,
    };
    let rules = rules_of(&variant)?;
    let history = unpacked(moves).filter(|_| state.is_sound(&rules)).ok_or_else(damaged)?;
    Ok(DoudizhuState { variant: variant.unbind(), rules, state, history, play })
}

/// Deal number `index` of a run.
#[pyfunction]
#[pyo3(signature = (variant, seed, index, *, first_bidder = None, landlord = None, dealer = "uniform"))]
pub(crate) fn doudizhu_deal(
    py: Python<'_>,
    variant: Bound<'_, PyAny>,
    seed: u64,
    index: u64,
    first_bidder: Option<u8>,
    landlord: Option<u8>,
    dealer: &str,
) -> PyResult<DoudizhuState> {
    let rules = rules_of(&variant)?;
    let setup = setup(&rules, first_bidder, landlord, dealer).or_raise(py)?;
    let streams = DealStreams::new(seed, 0, index);
    let state = State::deal(&rules, &setup, streams.deal).or_raise(py)?;
    let play = streams.play;
    Ok(DoudizhuState { variant: variant.unbind(), rules, state, history: Vec::new(), play })
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
    bid: u8,
    robs: u8,
    plays: Option<[u8; 3]>,
    bombs: u8,
    rockets: u8,
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
    let full = |seat: u8| if seat == landlord { 20 } else { 17 };
    let begun = |seat: u8| u8::from(hands[usize::from(seat)].len() < full(seat));
    let position = Position {
        hands,
        landlord,
        turn,
        to_beat,
        bottom: hand(bottom)?,
        bid,
        robs,
        plays: plays.unwrap_or([begun(0), begun(1), begun(2)]),
        bombs,
        rockets,
    };
    let state = State::from_position(&rules, &position).or_raise(py)?;
    let play = DealStreams::new(seed, 0, 0).play;
    Ok(DoudizhuState { variant: variant.unbind(), rules, state, history: Vec::new(), play })
}

/// The ids of the legal moves of a state, ascending; each is worked out when it is asked for.
#[pyclass(frozen, sequence, module = "chupai._native")]
pub(crate) struct DoudizhuActionIds {
    rules: Arc<Rules>,
    state: State,
    n: usize,
}

impl DoudizhuActionIds {
    fn id(&self, n: usize) -> u32 {
        let mv = self.state.nth_legal(&self.rules, n as u64);
        self.rules.id_of(mv).unwrap_or(u32::MAX)
    }

    fn all(&self) -> Vec<u32> {
        let mut ids = Vec::with_capacity(self.n);
        self.state.for_each_legal(&self.rules, |mv| {
            ids.push(self.rules.id_of(mv).unwrap_or(u32::MAX));
            ControlFlow::Continue(())
        });
        ids
    }
}

#[pymethods]
impl DoudizhuActionIds {
    fn __len__(&self) -> usize {
        self.n
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if let Ok(slice) = index.cast::<PySlice>() {
            return PyList::new(py, self.all())?.as_any().get_item(slice);
        }
        let asked: isize = index.extract()?;
        let at = if asked < 0 { asked + self.n as isize } else { asked };
        if at < 0 || at >= self.n as isize {
            let message = format!("there are {} legal moves, not one numbered {asked}", self.n);
            return Err(PyIndexError::new_err(message));
        }
        Ok(self.id(at as usize).into_pyobject(py)?.into_any())
    }

    fn __contains__(&self, id: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Some(id) = action_number(id)? else { return Ok(false) };
        let legal = |mv| self.state.is_legal(&self.rules, mv);
        Ok(self.rules.action(id).is_ok_and(legal))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyList::new(py, self.all())?.try_iter()?.into_any())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(other) = other.cast::<Self>() {
            return Ok(other.get().all() == self.all());
        }
        Ok(other.extract::<Vec<u32>>().is_ok_and(|other| other == self.all()))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.all().hash(&mut hasher);
        hasher.finish()
    }

    /// The ids as a numpy array: int64, shape (len,).
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err("the ids are worked out: an array is always new"));
        }
        let ids: Vec<i64> = self.all().into_iter().map(i64::from).collect();
        let array = PyArray1::from_vec(py, ids).into_any();
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    fn __repr__(&self) -> String {
        format!("ActionIds({:?})", self.all())
    }
}

/// What one seat knows of a deal (DD-28): everything public and the own hand.
#[pyclass(frozen, module = "chupai._native")]
pub(crate) struct DoudizhuView {
    variant: Py<PyAny>,
    view: View,
    history: Vec<(u8, Move)>,
}

fn text_if(known: bool, hand: Hand) -> Option<String> {
    known.then(|| hand.to_string())
}

#[pymethods]
impl DoudizhuView {
    /// The variant that is played.
    #[getter]
    fn variant(&self, py: Python<'_>) -> Py<PyAny> {
        self.variant.clone_ref(py)
    }

    /// Whose view it is.
    #[getter]
    fn seat(&self) -> u8 {
        self.view.seat
    }

    /// The own hand; before and during the deal the cards received so far.
    #[getter]
    fn hand(&self) -> String {
        self.view.hand.to_string()
    }

    /// The seat to act.
    #[getter]
    fn turn(&self) -> Option<u8> {
        self.view.turn
    }

    /// The phase of the deal.
    #[getter]
    fn phase(&self) -> &'static str {
        self.view.phase
    }

    /// The play to beat.
    #[getter]
    fn to_beat(&self) -> Option<DoudizhuMove> {
        self.view.to_beat.map(|(mv, _)| DoudizhuMove(mv))
    }

    /// Who made the play to beat.
    #[getter]
    fn last_player(&self) -> Option<u8> {
        self.view.to_beat.map(|(_, by)| by)
    }

    /// The landlord's seat.
    #[getter]
    fn landlord(&self) -> Option<u8> {
        self.view.landlord
    }

    /// Who speaks first.
    #[getter]
    fn first_bidder(&self) -> u8 {
        self.view.first_bidder
    }

    /// The bottom cards, once they are shown to all.
    #[getter]
    fn bottom(&self) -> Option<String> {
        self.view.bottom.map(|bottom| bottom.to_string())
    }

    /// The number of cards in each hand.
    #[getter]
    fn cards_left(&self) -> [u8; 3] {
        self.view.cards_left
    }

    /// For each seat the cards that all know to be in the hand: all of a shown hand, what is left of
    /// the bottom cards with the landlord.
    #[getter]
    fn known(&self) -> [String; 3] {
        self.view.known.map(|hand| hand.to_string())
    }

    /// For each seat the hand where it was shown, else ``None``.
    #[getter]
    fn shown(&self) -> [Option<String>; 3] {
        [0, 1, 2].map(|seat| text_if(self.view.shown[seat], self.view.known[seat]))
    }

    /// Which seats have doubled.
    #[getter]
    fn doubled(&self) -> [bool; 3] {
        self.view.doubled
    }

    /// The highest bid so far.
    #[getter]
    fn bid(&self) -> u8 {
        self.view.bid
    }

    /// Robs so far.
    #[getter]
    fn robs(&self) -> u8 {
        self.view.robs
    }

    /// Bombs played so far.
    #[getter]
    fn bombs(&self) -> u8 {
        self.view.bombs
    }

    /// Rockets played so far.
    #[getter]
    fn rockets(&self) -> u8 {
        self.view.rockets
    }

    /// Plays of each seat so far.
    #[getter]
    fn plays(&self) -> [u8; 3] {
        self.view.plays
    }

    /// How often the cards were dealt again.
    #[getter]
    fn redeals(&self) -> u8 {
        self.view.redeals
    }

    /// All moves and decisions so far: a list of (seat, Move).
    #[getter]
    fn history(&self) -> Vec<(u8, DoudizhuMove)> {
        DoudizhuState::moves_of(&self.history)
    }

    /// The seat's legal moves, by ascending action id; empty where it is not his turn.
    fn legal_moves(&self) -> Vec<DoudizhuMove> {
        self.view.legal.iter().copied().map(DoudizhuMove).collect()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            other.view == self.view && other.history == self.history
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.view.seat, self.view.hand, self.view.phase, self.history.len()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let View { seat, hand, phase, turn, .. } = &self.view;
        let turn = turn.map_or("nobody".to_owned(), |turn| format!("seat {turn}"));
        format!("<doudizhu.View of seat {seat}: {hand}, {phase}, {turn} to act>")
    }
}
