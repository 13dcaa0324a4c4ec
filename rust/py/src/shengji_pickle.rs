//! Shengji states, views and observers as bytes.

use crate::family::rules_of;
use crate::pickle::{self, Reduced, reduced_by, variant_of, whole, written};
use crate::shengji_observer::ShengjiObserver;
use crate::shengji_state::{Origin, ShengjiState};
use crate::shengji_view::ShengjiView;
use chupai_core::rng::Rng;
use chupai_core::shengji::moves::{Cards, Kind, Move, Units};
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::unit::Unit;
use chupai_core::shengji::{Course, Declaration, Earlier, Failed, Observer, SEATS, State, View};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use serde::Serialize;
use std::sync::Arc;

/// A state for pickle: its variant, and the rest as bytes.
pub(crate) fn reduced<'py>(state: &ShengjiState, py: Python<'py>) -> PyResult<Reduced<'py>> {
    static RESTORE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let ShengjiState { state: now, course, play, origin, .. } = state;
    let mut bytes = written(&(now, play, origin.as_deref(), Past::of(course)))?;
    pack(&course.history, &mut bytes);
    reduced_by(py, (&RESTORE, "shengji_restore"), &state.variant, bytes)
}

/// A view for pickle.
pub(crate) fn reduced_view<'py>(view: &ShengjiView, py: Python<'py>) -> PyResult<Reduced<'py>> {
    static RESTORE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    reduced_by(py, (&RESTORE, "shengji_restore_view"), &view.variant, view_bytes(&view.view)?)
}

/// An observer for pickle: its seat, and the view once there is one.
pub(crate) fn reduced_observer<'py>(
    observer: &ShengjiObserver,
    py: Python<'py>,
) -> PyResult<Reduced<'py>> {
    static RESTORE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let mut bytes = vec![observer.seat as u8];
    if let Some(known) = &observer.observer {
        bytes.extend(view_bytes(known.view())?);
    }
    reduced_by(py, (&RESTORE, "shengji_restore_observer"), &observer.variant, bytes)
}

/// A view as bytes.
fn view_bytes(view: &View) -> PyResult<Vec<u8>> {
    let past = Past::of(view.course());
    let mut bytes = written(&(view.seat() as u8, view.state(), past))?;
    pack(&view.course().history, &mut bytes);
    Ok(bytes)
}

/// A view from bytes of [`view_bytes`].
fn view_of(rules: &Rules, bytes: &[u8]) -> PyResult<View> {
    let ((seat, state, past), moves): ((u8, State, Parts), &[u8]) =
        postcard::take_from_bytes(bytes).map_err(|_| damaged())?;
    let course = course_of(rules, &state, past, moves).ok_or_else(damaged)?;
    if usize::from(seat) >= SEATS {
        return Err(damaged());
    }
    View::from_parts(rules, seat.into(), &state, &course).ok_or_else(damaged)
}

/// What a course holds beside the moves, for writing.
#[derive(Serialize)]
struct Past<'a> {
    start: &'a State,
    begin: u32,
    shown: Option<Declaration>,
    earlier: Vec<(&'a State, u32)>,
    failed: &'a [Failed],
}

impl<'a> Past<'a> {
    fn of(course: &'a Course) -> Self {
        let earlier = course.earlier.iter();
        Self {
            start: &course.start,
            begin: course.begin,
            shown: course.shown,
            earlier: earlier.map(|earlier| (&*earlier.start, earlier.end)).collect(),
            failed: &course.failed,
        }
    }
}

/// The same, as it is read.
type Parts = (State, u32, Option<Declaration>, Vec<(State, u32)>, Vec<Failed>);

/// A course from its parts and packed moves, if they are sound.
fn course_of(rules: &Rules, now: &State, parts: Parts, moves: &[u8]) -> Option<Course> {
    let (start, begin, shown, earlier, failed) = parts;
    let mut states = earlier.iter().map(|(state, _)| state).chain([&start, now]);
    if !states.all(|state| state.is_sound(rules)) {
        return None;
    }
    drop(states);
    let earlier = earlier.into_iter();
    let earlier = earlier.map(|(state, end)| Earlier { start: Arc::new(state), end });
    let (start, earlier) = (Arc::new(start), earlier.collect());
    let history = Arc::new(unpacked(moves)?);
    let course = Course { start, begin, shown, history, earlier, failed };
    course.is_sound(rules, now).then_some(course)
}

/// Writes moves: seat, kind, suit and numbers of planes and units; the planes; faces and width of the
/// units.
fn pack(history: &[(u8, Move)], out: &mut Vec<u8>) {
    out.reserve(history.len() * 13);
    for &(seat, mv) in history {
        let planes = mv.cards.planes().iter().take_while(|&&plane| plane != 0).count();
        let head = [seat, mv.kind as u8, mv.suit, planes as u8, mv.units.len() as u8];
        out.extend_from_slice(&head);
        for plane in &mv.cards.planes()[..planes] {
            out.extend_from_slice(&plane.to_le_bytes());
        }
        for unit in mv.units.iter() {
            out.extend_from_slice(&unit.faces.to_le_bytes());
            out.push(unit.width);
        }
    }
}

/// How many moves were written.
fn count(mut bytes: &[u8]) -> Option<usize> {
    let mut count = 0;
    while !bytes.is_empty() {
        let (&[_, _, _, planes, units], rest) = bytes.split_first_chunk()?;
        bytes = rest.get(8 * usize::from(planes) + 9 * usize::from(units)..)?;
        count += 1;
    }
    Some(count)
}

fn unpacked(mut bytes: &[u8]) -> Option<Vec<(u8, Move)>> {
    // A list that grows would be copied several times, and moves are large.
    let mut moves = Vec::with_capacity(count(bytes)?);
    while !bytes.is_empty() {
        let (&[seat, kind, suit, planes, units], mut rest) = bytes.split_first_chunk()?;
        let mut words = [0; 4];
        for plane in words.get_mut(..usize::from(planes))? {
            let (&word, after) = rest.split_first_chunk()?;
            (*plane, rest) = (u64::from_le_bytes(word), after);
        }
        let cards = Cards::from_planes(words).filter(|cards| cards.faces() >> 54 == 0)?;
        let (mut told, mut left) = (Units::EMPTY, cards);
        if usize::from(units) > Units::MOST {
            return None;
        }
        for _ in 0..units {
            let (&faces, after) = rest.split_first_chunk()?;
            let (&width, after) = after.split_first()?;
            rest = after;
            let unit = Unit { faces: u64::from_le_bytes(faces), width };
            let sound = (2..=4).contains(&width) && unit.faces != 0 && unit.faces >> 54 == 0;
            if !sound || !left.contains(&unit.cards()) {
                return None;
            }
            left = left.difference(&unit.cards());
            told.push(unit);
        }
        let kind = *Kind::ALL.get(usize::from(kind))?;
        if usize::from(seat) >= SEATS || suit > 3 {
            return None;
        }
        moves.push((seat, Move { kind, cards, units: told, suit }));
        bytes = rest;
    }
    Some(moves)
}

fn damaged() -> PyErr {
    pickle::damaged("Shengji")
}

/// A state from its pickled form.
#[pyfunction]
pub(crate) fn shengji_restore(variant: Bound<'_, PyAny>, bytes: &[u8]) -> PyResult<ShengjiState> {
    type Written = (State, Rng, Option<Origin>, Parts);
    let ((state, play, origin, past), moves): (Written, &[u8]) =
        postcard::take_from_bytes(whole(bytes).ok_or_else(damaged)?).map_err(|_| damaged())?;
    let variant = variant_of(variant)?;
    let rules = rules_of::<State>(&variant)?;
    let course = course_of(&rules, &state, past, moves).ok_or_else(damaged)?;
    let origin = origin.map(Arc::new);
    Ok(ShengjiState { variant: variant.unbind(), rules, state, course, origin, play })
}

/// A view from its pickled form.
#[pyfunction]
pub(crate) fn shengji_restore_view(
    variant: Bound<'_, PyAny>,
    bytes: &[u8],
) -> PyResult<ShengjiView> {
    let bytes = whole(bytes).ok_or_else(damaged)?;
    let variant = variant_of(variant)?;
    let rules = rules_of::<State>(&variant)?;
    let view = view_of(&rules, bytes)?;
    Ok(ShengjiView::of(variant.unbind(), rules, view))
}

/// An observer from its pickled form.
#[pyfunction]
pub(crate) fn shengji_restore_observer(
    variant: Bound<'_, PyAny>,
    bytes: &[u8],
) -> PyResult<ShengjiObserver> {
    let bytes = whole(bytes).ok_or_else(damaged)?;
    let (&seat, view) = bytes.split_first().ok_or_else(damaged)?;
    let (seat, variant) = (usize::from(seat), variant_of(variant)?);
    let rules = rules_of::<State>(&variant)?;
    let view = if view.is_empty() { None } else { Some(view_of(&rules, view)?) };
    if seat >= SEATS || view.as_ref().is_some_and(|view| view.seat() != seat) {
        return Err(damaged());
    }
    let observer = view.map(Observer::of);
    Ok(ShengjiObserver { variant: variant.unbind(), rules, seat, observer })
}
