//! A deal of Dou Dizhu as a Python object.

use crate::convert::{Seat, Seed};
use crate::doudizhu::{DoudizhuMove, DoudizhuRules, setup};
use crate::doudizhu_ids::DoudizhuActionIds;
use crate::doudizhu_pickle::{Reduced, reduced};
use crate::doudizhu_read::{any_move, hand};
use crate::doudizhu_view::DoudizhuView;
use crate::errors::{IllegalMove, OrRaise, raise};
use chupai_core::doudizhu::{Hand, Kind, Move, Position, Rules, State, played};
use chupai_core::error::RuleError;
use chupai_core::game::{DealStreams, Game};
use chupai_core::rng::Rng;
use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::hash::{DefaultHasher, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

/// One deal of Dou Dizhu in progress: who holds what, whose turn it is, what may be done.
#[pyclass(module = "chupai._native")]
pub(crate) struct DoudizhuState {
    pub(crate) variant: Py<PyAny>,
    pub(crate) rules: Arc<Rules>,
    pub(crate) state: State,
    /// In a position given by hand, the play to beat and the passes since.
    pub(crate) opening: Vec<(u8, Move)>,
    pub(crate) history: Vec<(u8, Move)>,
    pub(crate) play: Rng,
}

impl DoudizhuState {
    fn copy(&self, py: Python<'_>) -> Self {
        Self {
            variant: self.variant.clone_ref(py),
            rules: Arc::clone(&self.rules),
            state: self.state.clone(),
            opening: self.opening.clone(),
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

    pub(crate) fn moves_of(list: &[(u8, Move)]) -> Vec<(u8, DoudizhuMove)> {
        list.iter().map(|&(seat, mv)| (seat, DoudizhuMove(mv))).collect()
    }

    /// The moves since the last lead: those after the last two passes in a row or the last decision.
    fn current_trick(&self) -> Vec<(u8, Move)> {
        if self.state.to_beat().is_none() {
            return Vec::new();
        }
        let all = [self.opening.as_slice(), self.history.as_slice()].concat();
        let is_pass = |&(_, mv): &(u8, Move)| mv.kind == Kind::Pass;
        let ends_before = |at: usize| {
            let passes = at >= 2 && is_pass(&all[at - 1]) && is_pass(&all[at - 2]);
            at == 0 || passes || !(is_pass(&all[at - 1]) || all[at - 1].1.kind.is_play())
        };
        // A pass never leads, so the trick starts at its first play.
        let start = (0..all.len()).rev().find(|&at| ends_before(at)).unwrap_or(0);
        let lead = (start..all.len()).find(|&at| all[at].1.kind.is_play()).unwrap_or(all.len());
        all[lead..].to_vec()
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
        Self::moves_of(&self.current_trick())
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
        let state = self.state.redeal_hidden(&self.rules, seat.0, &played, seed.0).or_raise(py)?;
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
        reduced(self, py)
    }
}

/// The compiled rules of a variant.
pub(crate) fn rules_of(variant: &Bound<'_, PyAny>) -> PyResult<Arc<Rules>> {
    let rules = variant.getattr("rules")?.getattr("_native")?;
    Ok(Arc::clone(&rules.cast::<DoudizhuRules>()?.get().0))
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
    Ok(DoudizhuState {
        variant: variant.unbind(),
        rules,
        state,
        opening: Vec::new(),
        history: Vec::new(),
        play,
    })
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
    let made = |kind| u8::from(to_beat.is_some_and(|(mv, _): (Move, u8)| mv.kind == kind));
    let mut position = Position {
        hands,
        landlord,
        turn,
        to_beat,
        bottom: hand(bottom)?,
        bid: bid.unwrap_or_else(|| rules.least_bid()),
        robs,
        plays: [0; 3],
        bombs: bombs.unwrap_or_else(|| made(Kind::Bomb)),
        rockets: rockets.unwrap_or_else(|| made(Kind::Rocket)),
    };
    position.plays = plays.unwrap_or_else(|| position.likely_plays());
    let state = State::from_position(&rules, &position).or_raise(py)?;
    let play = DealStreams::new(seed, 0, 0).play;
    let mut opening = Vec::new();
    if let Some((mv, by)) = to_beat {
        opening.push((by, mv));
        let passed = (by + 1..by + 3).map(|seat| seat % 3).take_while(|&seat| seat != turn);
        opening.extend(passed.map(|seat| (seat, Move::PASS)));
    }
    let history = Vec::new();
    Ok(DoudizhuState { variant: variant.unbind(), rules, state, opening, history, play })
}
