//! Dou Dizhu states as bytes.

use crate::doudizhu_observer::DoudizhuObserver;
use crate::doudizhu_state::{DoudizhuState, rules_of};
use crate::doudizhu_view::DoudizhuView;
use chupai_core::doudizhu::{
    Course, Dealing, Hand, Kind, Moment, Move, Observer, Rules, State, View,
};
use chupai_core::rng::{Rng, fold};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString};
use serde::Serialize;
use std::sync::Arc;
use std::sync::OnceLock;

/// What pickle needs: the function that restores, and its arguments.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyAny>, Bound<'py, PyBytes>));

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

/// The number of this way of writing, behind what is written.
const FORMAT: u8 = 2;

/// A word that tells damaged bytes from whole ones.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words.iter().copied().chain([last]).map(u64::from_le_bytes);
    fold(words.chain([bytes.len() as u64]))
}

/// What was written, if the bytes are whole and in this way.
fn whole(bytes: &[u8]) -> PyResult<&[u8]> {
    let (rest, sum) = bytes.split_last_chunk::<8>().ok_or_else(damaged)?;
    match rest.split_last() {
        Some((&FORMAT, parts)) if checksum(rest) == u64::from_le_bytes(*sum) => Ok(parts),
        _ => Err(damaged()),
    }
}

fn written(parts: &impl Serialize) -> PyResult<Vec<u8>> {
    postcard::to_allocvec(parts).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn reduced_by<'py>(
    py: Python<'py>,
    (restore, name): (&'static PyOnceLock<Py<PyAny>>, &str),
    variant: &Py<PyAny>,
    mut bytes: Vec<u8>,
) -> PyResult<Reduced<'py>> {
    bytes.push(FORMAT);
    bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
    let restore = restore
        .get_or_try_init(py, || py.import("chupai._native")?.getattr(name).map(Bound::unbind))?;
    // A variant with a name goes by it: shorter, and ten times faster than all its switches.
    let variant = variant.bind(py);
    let key = variant.getattr(intern!(py, "_key"))?;
    let variant = if key.is_none() { variant.clone() } else { key };
    Ok((restore.bind(py).clone(), (variant, PyBytes::new(py, &bytes))))
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

/// The variant that a pickle names or holds.
fn variant_of(named: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    match named.cast::<PyString>() {
        Ok(name) => variant_named(name),
        Err(_) => Ok(named),
    }
}

fn damaged() -> PyErr {
    PyValueError::new_err("the pickle of a Dou Dizhu state, view or observer is damaged")
}

/// A state from its pickled form.
#[pyfunction]
pub(crate) fn doudizhu_restore(variant: Bound<'_, PyAny>, bytes: &[u8]) -> PyResult<DoudizhuState> {
    let ((state, play, past), moves): ((State, Rng, Parts), &[u8]) =
        postcard::take_from_bytes(whole(bytes)?).map_err(|_| damaged())?;
    let variant = variant_of(variant)?;
    let rules = rules_of(&variant)?;
    let course = course_of(&rules, &state, past, moves).ok_or_else(damaged)?;
    Ok(DoudizhuState { variant: variant.unbind(), rules, state, course, play })
}

/// A view from its pickled form.
#[pyfunction]
pub(crate) fn doudizhu_restore_view(
    variant: Bound<'_, PyAny>,
    bytes: &[u8],
) -> PyResult<DoudizhuView> {
    let bytes = whole(bytes)?;
    let variant = variant_of(variant)?;
    let rules = rules_of(&variant)?;
    let view = view_of(&rules, bytes)?;
    Ok(DoudizhuView { variant: variant.unbind(), rules, view, redealer: OnceLock::new() })
}

/// An observer from its pickled form.
#[pyfunction]
pub(crate) fn doudizhu_restore_observer(
    variant: Bound<'_, PyAny>,
    bytes: &[u8],
) -> PyResult<DoudizhuObserver> {
    let (&seat, view) = whole(bytes)?.split_first().ok_or_else(damaged)?;
    let (seat, variant) = (usize::from(seat), variant_of(variant)?);
    let rules = rules_of(&variant)?;
    let view = if view.is_empty() { None } else { Some(view_of(&rules, view)?) };
    if seat > 2 || view.as_ref().is_some_and(|view| view.seat() != seat) {
        return Err(damaged());
    }
    let observer = view.map(Observer::of);
    Ok(DoudizhuObserver { variant: variant.unbind(), rules, seat, observer })
}
