//! The legal moves of a Big Two position, as moves and as ids.

use crate::big2_move::Big2Move;
use crate::legal::{Asked, Legal, Position, action_ids, asked};
use chupai_core::big2::{Ask, Move, Phase, Rules, State};
use chupai_core::error::counted;
use chupai_core::game::Game;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::ops::ControlFlow;

/// What is legal in a position.
pub(crate) enum Question {
    /// In the play, and of a hand on its own.
    Ask(Ask),
    /// Outside the play, where there are few moves; none when the deal is over.
    Few(Vec<Move>),
}

impl Question {
    /// What the seat to act is asked.
    pub(crate) fn of(rules: &Rules, state: &State) -> Self {
        if state.current_phase() == Phase::Play {
            return Self::Ask(state.ask(rules));
        }
        Self::Few((0..state.num_legal(rules)).map(|n| state.nth_legal(rules, n)).collect())
    }

    /// The same, and nothing of a seat that is not to act.
    pub(crate) fn of_seat(rules: &Rules, state: &State, to_act: bool) -> Self {
        if to_act { Self::of(rules, state) } else { Self::Few(Vec::new()) }
    }
}

impl Position for Question {
    type Rules = Rules;
    type Move = Move;

    fn count(&self, rules: &Rules) -> u64 {
        match self {
            Self::Ask(ask) => rules.count(ask),
            Self::Few(moves) => moves.len() as u64,
        }
    }

    fn nth(&self, rules: &Rules, n: u64) -> Move {
        match self {
            Self::Ask(ask) => rules.nth(ask, n),
            Self::Few(moves) => moves[n as usize],
        }
    }

    fn for_each(&self, rules: &Rules, visit: impl FnMut(Move) -> ControlFlow<()>) {
        let _ = match self {
            Self::Ask(ask) => rules.for_each(ask, visit),
            Self::Few(moves) => moves.iter().copied().try_for_each(visit),
        };
    }

    fn allows(&self, rules: &Rules, mv: Move) -> bool {
        match self {
            Self::Ask(ask) => rules.allows(ask, mv),
            Self::Few(moves) => moves.contains(&mv),
        }
    }

    fn id(rules: &Rules, mv: Move) -> u32 {
        rules.id_unchecked(mv)
    }

    fn of_id(&self, rules: &Rules, id: u32) -> Option<Move> {
        match self {
            Self::Ask(ask) => rules.move_in(ask.hand, id),
            Self::Few(_) => rules.move_of(id),
        }
    }
}

action_ids! {
    /// The action ids of the legal moves of one position, in the order of `State.legal_moves`: an immutable sequence of ints.
    ///
    /// Each id is worked out when it is asked for. ``numpy.asarray(ids)`` gives all of them, as int64.
    Big2ActionIds, "chupai.big2", Question
}

/// Up to so many moves are listed when they are gone through: that is faster than working out each.
const LISTED: usize = 1 << 12;

/// The legal moves of one position or hand, in the documented order: an immutable sequence of `Move`.
///
/// Each is worked out when it is asked for, so it takes little memory where there are millions. It keeps the position it was
/// made for; ``move in moves`` searches nothing.
///
/// Example:
///     >>> from chupai import big2
///     >>> moves = big2.moves("3D 3C 4S")
///     >>> len(moves), str(moves[-1]), [str(move) for move in moves]
///     (4, '3D 3C', ['3D', '3C', '4S', '3D 3C'])
#[pyclass(name = "Moves", frozen, sequence, module = "chupai.big2")]
pub(crate) struct Big2Moves(pub(crate) Legal<Question>);

impl Big2Moves {
    /// The move that a value is, if it is among them.
    fn contained(&self, value: &Bound<'_, PyAny>) -> Option<Move> {
        let mv = value.cast_exact::<Big2Move>().ok()?.get().0;
        self.0.contains(mv).then_some(mv)
    }
}

#[pymethods]
impl Big2Moves {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        match asked(self.0.len(), index)? {
            Asked::One(n) => Ok(Big2Move(self.0.get(n)).into_pyobject(py)?.into_any()),
            Asked::Many(places) => {
                let moves: Vec<_> = places.into_iter().map(|n| Big2Move(self.0.get(n))).collect();
                Ok(moves.into_pyobject(py)?.into_any())
            }
        }
    }

    fn __contains__(&self, r#move: &Bound<'_, PyAny>) -> bool {
        self.contained(r#move).is_some()
    }

    /// Where a move stands; ValueError where it is not here.
    #[pyo3(signature = (r#move, /))]
    fn index(&self, r#move: &Bound<'_, PyAny>) -> PyResult<usize> {
        let position = self.contained(r#move).and_then(|mv| self.0.position(mv));
        position.ok_or_else(|| PyValueError::new_err(format!("{move} is not a legal move")))
    }

    /// How often a move is here: 1 or 0.
    #[pyo3(signature = (r#move, /))]
    fn count(&self, r#move: &Bound<'_, PyAny>) -> usize {
        usize::from(self.contained(r#move).is_some())
    }

    fn __iter__(slf: Bound<'_, Self>) -> Big2MovesIterator {
        let n = slf.get().0.len();
        let listed = if n <= LISTED { slf.get().0.all(|mv| mv) } else { Vec::new() };
        Big2MovesIterator { moves: slf.unbind(), listed, next: 0, end: n, step: 1 }
    }

    fn __reversed__(slf: Bound<'_, Self>) -> Big2MovesIterator {
        let iterator = Self::__iter__(slf);
        let last = iterator.end.wrapping_sub(1);
        Big2MovesIterator { next: last, end: usize::MAX, step: usize::MAX, ..iterator }
    }

    // Equal to any sequence of the same moves, hence without a hash.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let same_length = match other.len() {
            Ok(n) => n == self.0.len(),
            Err(_) => false,
        };
        if !same_length {
            return Ok(false);
        }
        for (n, item) in other.try_iter()?.enumerate() {
            let item = item?;
            match item.cast_exact::<Big2Move>() {
                Ok(mv) if n < self.0.len() && mv.get().0 == self.0.get(n) => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Vec<Big2Move>,))> {
        let moves = self.0.all(Big2Move);
        Ok((py.get_type::<PyTuple>().into_any(), (moves,)))
    }

    fn __repr__(&self) -> String {
        /// Moves that are shown.
        const SHOWN: usize = 20;
        let texts: Vec<_> =
            (0..self.0.len().min(SHOWN)).map(|n| self.0.get(n).to_string()).collect();
        let rest = if self.0.len() > SHOWN { ", …" } else { "" };
        format!("<{}: {}{rest}>", counted(self.0.len(), "move"), texts.join(", "))
    }
}

/// Goes through [`Big2Moves`], forwards or backwards.
#[pyclass(module = "chupai._native")]
pub(crate) struct Big2MovesIterator {
    moves: Py<Big2Moves>,
    /// All moves, where they are few.
    listed: Vec<Move>,
    next: usize,
    /// The number behind the last one.
    end: usize,
    step: usize,
}

#[pymethods]
impl Big2MovesIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<Big2Move> {
        if self.next == self.end {
            return None;
        }
        let n = self.next;
        self.next = n.wrapping_add(self.step);
        let mv = self.listed.get(n).copied().unwrap_or_else(|| self.moves.get().0.get(n));
        Some(Big2Move(mv))
    }
}
