//! Big Two states, views and observers as bytes.

use crate::big2_observer::Big2Observer;
use crate::big2_state::Big2State;
use crate::big2_view::Big2View;
use crate::family::rules_of;
use crate::pickle::{self, Reduced, reduced_by, variant_of, whole, written};
use chupai_core::big2::{Cards, Course, Dealing, Kind, Move, Observer, Rules, State, View};
use chupai_core::game::Game;
use chupai_core::rng::Rng;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use serde::Serialize;
use std::sync::Arc;

/// A state for pickle: its variant, and the rest as bytes.
pub(crate) fn reduced<'py>(state: &Big2State, py: Python<'py>) -> PyResult<Reduced<'py>> {
    static RESTORE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let Big2State { state: now, course, play, lead, .. } = state;
    let mut bytes = written(&(now, play, *lead as u32, Past::of(course)))?;
    pack(&course.history, &mut bytes);
    reduced_by(py, (&RESTORE, "big2_restore"), &state.variant, bytes)
}

/// A view for pickle.
pub(crate) fn reduced_view<'py>(view: &Big2View, py: Python<'py>) -> PyResult<Reduced<'py>> {
    static RESTORE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let bytes = view_bytes(&view.view, view.lead)?;
    reduced_by(py, (&RESTORE, "big2_restore_view"), &view.variant, bytes)
}

/// An observer for pickle: its seat, and the view once there is one.
pub(crate) fn reduced_observer<'py>(
    observer: &Big2Observer,
    py: Python<'py>,
) -> PyResult<Reduced<'py>> {
    static RESTORE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let mut bytes = vec![observer.seat as u8];
    if let Some(known) = &observer.observer {
        bytes.extend(view_bytes(known.view(), observer.lead)?);
    }
    reduced_by(py, (&RESTORE, "big2_restore_observer"), &observer.variant, bytes)
}

/// A view as bytes.
fn view_bytes(view: &View, lead: usize) -> PyResult<Vec<u8>> {
    let past = Past::of(view.course());
    let mut bytes = written(&(view.seat() as u8, view.state(), lead as u32, past))?;
    pack(&view.course().history, &mut bytes);
    Ok(bytes)
}

/// A view from bytes of [`view_bytes`], and the number of the move that led the trick.
fn view_of(rules: &Rules, bytes: &[u8]) -> PyResult<(View, usize)> {
    let ((seat, state, lead, past), moves): ((u8, State, u32, Parts), &[u8]) =
        postcard::take_from_bytes(bytes).map_err(|_| damaged())?;
    let course = course_of(rules, &state, past, moves).ok_or_else(damaged)?;
    let (seat, lead) = (usize::from(seat), lead as usize);
    if seat >= state.hands().len() || lead > course.history.len() {
        return Err(damaged());
    }
    let view = View::from_parts(rules, seat, &state, &course).ok_or_else(damaged)?;
    Ok((view, lead))
}

/// What a course holds beside the moves, for writing.
#[derive(Serialize)]
struct Past<'a> {
    start: Option<&'a State>,
    earlier: &'a [Dealing],
    declined: &'a [u8],
    called: &'a [u32],
    taken: Cards,
}

impl<'a> Past<'a> {
    fn of(course: &'a Course) -> Self {
        let Course { start, earlier, declined, called, taken, .. } = course;
        Self { start: start.as_deref(), earlier, declined, called, taken: *taken }
    }
}

/// The same, as it is read.
type Parts = (Option<State>, Vec<Dealing>, Vec<u8>, Vec<u32>, Cards);

/// A course from its parts and packed moves, if they are sound.
fn course_of(rules: &Rules, now: &State, parts: Parts, moves: &[u8]) -> Option<Course> {
    let (start, earlier, declined, called, taken) = parts;
    let history = unpacked(moves)?;
    let sound = now.is_sound(rules) && start.as_ref().is_none_or(|start| start.is_sound(rules));
    let course = Course {
        start: start.map(Arc::new),
        history,
        earlier,
        declined: declined.into(),
        called,
        taken,
    };
    (sound && course.is_sound(rules, now)).then_some(course)
}

/// Marks a move in whose cards some come twice.
const TWICE: u8 = 1 << 7;

/// Writes moves: seat, kind, rank, and the words of the cards.
fn pack(history: &[(u8, Move)], out: &mut Vec<u8>) {
    out.reserve(history.len() * 11);
    for &(seat, mv) in history {
        let [once, twice] = *mv.cards.planes();
        let mark = if twice == 0 { 0 } else { TWICE };
        out.extend_from_slice(&[seat, mv.kind as u8 | mark, mv.rank]);
        out.extend_from_slice(&once.to_le_bytes());
        if twice != 0 {
            out.extend_from_slice(&twice.to_le_bytes());
        }
    }
}

fn unpacked(mut bytes: &[u8]) -> Option<Vec<(u8, Move)>> {
    let mut moves = Vec::with_capacity(bytes.len() / 11);
    while !bytes.is_empty() {
        let (&[seat, kind, rank], rest) = bytes.split_first_chunk()?;
        let (&once, rest) = rest.split_first_chunk()?;
        let (twice, rest) = match kind & TWICE {
            0 => ([0; 8], rest),
            _ => rest.split_first_chunk().map(|(&twice, rest)| (twice, rest))?,
        };
        let kind = *Kind::ALL.get(usize::from(kind & !TWICE))?;
        let cards = [once, twice].map(u64::from_le_bytes);
        let cards = crate::big2_read::of_planes(cards).ok()?;
        if rank >= 13 {
            return None;
        }
        moves.push((seat, Move { kind, rank, cards }));
        bytes = rest;
    }
    Some(moves)
}

fn damaged() -> PyErr {
    pickle::damaged("Big Two")
}

/// A state from its pickled form.
#[pyfunction]
pub(crate) fn big2_restore(variant: Bound<'_, PyAny>, bytes: &[u8]) -> PyResult<Big2State> {
    let ((state, play, lead, past), moves): ((State, Rng, u32, Parts), &[u8]) =
        postcard::take_from_bytes(whole(bytes).ok_or_else(damaged)?).map_err(|_| damaged())?;
    let variant = variant_of(variant)?;
    let rules = rules_of::<State>(&variant)?;
    let course = course_of(&rules, &state, past, moves).ok_or_else(damaged)?;
    let lead = lead as usize;
    if lead > course.history.len() {
        return Err(damaged());
    }
    Ok(Big2State { variant: variant.unbind(), rules, state, course, lead, play })
}

/// A view from its pickled form.
#[pyfunction]
pub(crate) fn big2_restore_view(variant: Bound<'_, PyAny>, bytes: &[u8]) -> PyResult<Big2View> {
    let bytes = whole(bytes).ok_or_else(damaged)?;
    let variant = variant_of(variant)?;
    let rules = rules_of::<State>(&variant)?;
    let (view, lead) = view_of(&rules, bytes)?;
    Ok(Big2View::of(variant.unbind(), rules, view, lead))
}

/// An observer from its pickled form.
#[pyfunction]
pub(crate) fn big2_restore_observer(
    variant: Bound<'_, PyAny>,
    bytes: &[u8],
) -> PyResult<Big2Observer> {
    let bytes = whole(bytes).ok_or_else(damaged)?;
    let (&seat, view) = bytes.split_first().ok_or_else(damaged)?;
    let (seat, variant) = (usize::from(seat), variant_of(variant)?);
    let rules = rules_of::<State>(&variant)?;
    let told = if view.is_empty() { None } else { Some(view_of(&rules, view)?) };
    let other = told.as_ref().is_some_and(|(view, _)| view.seat() != seat);
    if seat >= State::seats(&rules) || other {
        return Err(damaged());
    }
    let lead = told.as_ref().map_or(0, |&(_, lead)| lead);
    let observer = told.map(|(view, _)| Observer::of(view));
    Ok(Big2Observer { variant: variant.unbind(), rules, seat, observer, lead })
}
