//! Dou Dizhu states as bytes.

use crate::doudizhu_observer::DoudizhuObserver;
use crate::doudizhu_state::DoudizhuState;
use crate::doudizhu_view::DoudizhuView;
use crate::family::rules_of;
use crate::pickle::{self, Reduced, reduced_by, variant_of, whole, written};
use chupai_core::doudizhu::{
    Course, Dealing, Hand, Kind, Moment, Move, Observer, Rules, State, View,
};
use chupai_core::rng::Rng;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use serde::Serialize;
use std::sync::Arc;
use std::sync::OnceLock;

/// A state for pickle: its variant, and the rest as bytes.
pub(crate) fn reduced<'py>(state: &DoudizhuState, py: Python<'py>) -> PyResult<Reduced<'py>> {
    static RESTORE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let DoudizhuState { state: now, course, play, .. } = state;
    let mut bytes = written(&(now, play, Past::of(course)))?;
    pack(&course.history, &mut bytes);
    reduced_by(py, (&RESTORE, "doudizhu_restore"), &state.variant, bytes)
}

/// A view for pickle.
pub(crate) fn reduced_view<'py>(view: &DoudizhuView, py: Python<'py>) -> PyResult<Reduced<'py>> {
    static RESTORE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    reduced_by(py, (&RESTORE, "doudizhu_restore_view"), &view.variant, view_bytes(&view.view)?)
}

/// An observer for pickle: its seat, and the view once there is one.
pub(crate) fn reduced_observer<'py>(
    observer: &DoudizhuObserver,
    py: Python<'py>,
) -> PyResult<Reduced<'py>> {
    static RESTORE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let mut bytes = vec![observer.seat as u8];
    if let Some(known) = &observer.observer {
        bytes.extend(view_bytes(known.view())?);
    }
    reduced_by(py, (&RESTORE, "doudizhu_restore_observer"), &observer.variant, bytes)
}

/// A view as bytes.
fn view_bytes(view: &View) -> PyResult<Vec<u8>> {
    let mut bytes = written(&(view.seat(), view.state(), Past::of(view.course())))?;
    pack(&view.course().history, &mut bytes);
    Ok(bytes)
}

/// A view from bytes of [`view_bytes`].
fn view_of(rules: &Rules, bytes: &[u8]) -> PyResult<View> {
    let ((seat, state, past), moves): ((usize, State, Parts), &[u8]) =
        postcard::take_from_bytes(bytes).map_err(|_| damaged())?;
    let course = course_of(rules, &state, past, moves).filter(|_| seat < 3).ok_or_else(damaged)?;
    View::from_parts(rules, seat, &state, &course).ok_or_else(damaged)
}

/// What a course holds beside the moves, for writing.
#[derive(Serialize)]
struct Past<'a> {
    start: Option<&'a State>,
    earlier: &'a [Dealing],
    moments: &'a [Moment],
}

impl<'a> Past<'a> {
    fn of(course: &'a Course) -> Self {
        let Course { start, earlier, moments, .. } = course;
        Self { start: start.as_deref(), earlier, moments }
    }
}

/// The same, as it is read.
type Parts = (Option<State>, Vec<Dealing>, Vec<Moment>);

/// A course from its parts and packed moves, if they are sound.
fn course_of(rules: &Rules, now: &State, parts: Parts, moves: &[u8]) -> Option<Course> {
    let (start, earlier, moments) = parts;
    let history = unpacked(moves)?;
    let sound = now.is_sound(rules) && start.as_ref().is_none_or(|start| start.is_sound(rules));
    let course = Course { start: start.map(Arc::new), history, earlier, moments };
    (sound && course.is_sound(now)).then_some(course)
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

fn damaged() -> PyErr {
    pickle::damaged("Dou Dizhu")
}

/// A state from its pickled form.
#[pyfunction]
pub(crate) fn doudizhu_restore(variant: Bound<'_, PyAny>, bytes: &[u8]) -> PyResult<DoudizhuState> {
    let ((state, play, past), moves): ((State, Rng, Parts), &[u8]) =
        postcard::take_from_bytes(whole(bytes).ok_or_else(damaged)?).map_err(|_| damaged())?;
    let variant = variant_of(variant)?;
    let rules = rules_of::<State>(&variant)?;
    let course = course_of(&rules, &state, past, moves).ok_or_else(damaged)?;
    Ok(DoudizhuState { variant: variant.unbind(), rules, state, course, play })
}

/// A view from its pickled form.
#[pyfunction]
pub(crate) fn doudizhu_restore_view(
    variant: Bound<'_, PyAny>,
    bytes: &[u8],
) -> PyResult<DoudizhuView> {
    let bytes = whole(bytes).ok_or_else(damaged)?;
    let variant = variant_of(variant)?;
    let rules = rules_of::<State>(&variant)?;
    let view = view_of(&rules, bytes)?;
    Ok(DoudizhuView { variant: variant.unbind(), rules, view, redealer: OnceLock::new() })
}

/// An observer from its pickled form.
#[pyfunction]
pub(crate) fn doudizhu_restore_observer(
    variant: Bound<'_, PyAny>,
    bytes: &[u8],
) -> PyResult<DoudizhuObserver> {
    let (&seat, view) = whole(bytes).ok_or_else(damaged)?.split_first().ok_or_else(damaged)?;
    let (seat, variant) = (usize::from(seat), variant_of(variant)?);
    let rules = rules_of::<State>(&variant)?;
    let view = if view.is_empty() { None } else { Some(view_of(&rules, view)?) };
    if seat > 2 || view.as_ref().is_some_and(|view| view.seat() != seat) {
        return Err(damaged());
    }
    let observer = view.map(Observer::of);
    Ok(DoudizhuObserver { variant: variant.unbind(), rules, seat, observer })
}
