//! What the bindings need to know of each family, and what they do alike with all of them.

use crate::batch;
use crate::convert::position_text;
use crate::errors::{OrRaise, raise};
use crate::pickle::variant_of;
use crate::playouts::{self, Playouts, compiled, fact_row, played};
use crate::score_memo::ScoreMemos;
use chupai_core::batch::{FactArrays, Indexed};
use chupai_core::error::{Fault, RuleError};
use chupai_core::game::{Agent, Game};
use chupai_core::rng::Rng;
use numpy::PyArray2;
use pyo3::PyClass;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
use std::fmt::Display;
use std::sync::Arc;

/// A family's game, as far as the bindings treat all families alike.
pub(crate) trait Family: Game<Rules: Send, Move: Display> {
    /// The class of its compiled rule sets.
    type Compiled: PyClass<Frozen = True> + Sync;
    /// What it is called.
    const NAME: &'static str;
    /// The id of the rule by which a deal that is over has no moves.
    const OVER: &'static str;
    /// The id of the rule by which a deal that is not over has no score.
    const NOT_OVER: &'static str;

    /// What an object of that class holds.
    fn held(compiled: &Self::Compiled) -> (&Arc<Self::Rules>, &ScoreMemos);
    /// Whether two states are equal in all that bears on the further play and the score.
    fn same(&self, other: &Self, rules: &Self::Rules) -> bool;
    /// The state as text.
    fn written(&self, rules: &Self::Rules) -> String;
    /// The state that a text tells.
    fn parsed(rules: &Self::Rules, text: &str) -> Result<Self, RuleError>;
    /// The error for a move that a seat would make out of turn.
    fn not_in_turn(seat: usize, turn: usize) -> RuleError;
}

/// The compiled rules of a variant.
pub(crate) fn rules_of<G: Family>(variant: &Bound<'_, PyAny>) -> PyResult<Arc<G::Rules>> {
    Ok(Arc::clone(G::held(compiled::<G::Compiled>(variant)?.get()).0))
}

/// Of a state that a text tells: the variant, its rules, and the state.
pub(crate) type Parsed<G> = (Py<PyAny>, Arc<<G as Game>::Rules>, G);

/// The state of a variant, or of the name of one, that a text tells.
pub(crate) fn parsed<G: Family>(
    text: &Bound<'_, PyAny>,
    variant: Bound<'_, PyAny>,
) -> PyResult<Parsed<G>> {
    let variant = variant_of(variant)?;
    let rules = rules_of::<G>(&variant).map_err(|_| {
        let kind = variant.get_type();
        PyTypeError::new_err(format!("a variant of {} is needed, not {kind}", G::NAME))
    })?;
    let state = G::parsed(&rules, position_text(text)?).or_raise(text.py())?;
    Ok((variant.unbind(), rules, state))
}

/// Whether two variants are the same, or equal.
pub(crate) fn same_variant(py: Python<'_>, a: &Py<PyAny>, b: &Py<PyAny>) -> PyResult<bool> {
    Ok(a.is(b) || a.bind(py).eq(b)?)
}

/// Whether `other` is of the same class, of the same or an equal variant, and the `same`. Comparing
/// variants may be Python's work, so that nothing is held meanwhile.
pub(crate) fn equal<T: PyClass>(
    ours: &Bound<'_, T>,
    other: &Bound<'_, PyAny>,
    variant: impl Fn(&T) -> &Py<PyAny>,
    same: impl Fn(&T, &T) -> bool,
) -> PyResult<bool> {
    let (py, Ok(other)) = (ours.py(), other.cast::<T>()) else { return Ok(false) };
    let variant = |of: &Bound<'_, T>| PyResult::Ok(variant(&*of.try_borrow()?).clone_ref(py));
    if !same_variant(py, &variant(ours)?, &variant(other)?)? {
        return Ok(false);
    }
    Ok(same(&*ours.try_borrow()?, &*other.try_borrow()?))
}

/// What was read as a move: faults of moves are reasons, all others are raised.
pub(crate) fn read<M>(
    py: Python<'_>,
    found: Result<M, RuleError>,
) -> PyResult<Result<M, RuleError>> {
    match found {
        Err(error) if error.fault != Fault::Move => Err(raise(py, error)),
        found => Ok(found),
    }
}

/// Refuses a move of a seat, where one is named, while it is another's turn.
pub(crate) fn in_turn<G: Family>(state: &G, seat: Option<usize>) -> Result<(), RuleError> {
    match (seat, state.turn()) {
        (Some(seat), Some(turn)) if turn != seat => Err(G::not_in_turn(seat, turn)),
        _ => Ok(()),
    }
}

/// Why a move that is illegal may not be played.
pub(crate) fn refusal<G: Family>(rules: &Arc<G::Rules>, state: &G, mv: G::Move) -> RuleError {
    let unexplained = || RuleError::illegal("", "", format!("{mv} is illegal"));
    state.why_not(rules, mv).unwrap_or_else(unexplained)
}

/// Why a seat, or where none is named that to act, may not make what was read as a move.
pub(crate) fn why_not<G: Family>(
    rules: &Arc<G::Rules>,
    state: &G,
    seat: Option<usize>,
    found: Result<G::Move, RuleError>,
) -> Option<RuleError> {
    match found.and_then(|mv| in_turn(state, seat).map(|()| mv)) {
        Ok(mv) => state.why_not(rules, mv),
        Err(error) => Some(error),
    }
}

/// The move that a built-in agent makes now.
pub(crate) fn chosen<G: Family>(
    py: Python<'_>,
    rules: &Arc<G::Rules>,
    state: &G,
    agent: Agent,
    play: &mut Rng,
) -> PyResult<G::Move> {
    if state.turn().is_none() {
        let message = "the deal is over: there is no move";
        return Err(raise(py, RuleError::illegal(G::OVER, "", message)));
    }
    Ok(state.choose(rules, agent, play))
}

/// The points of each seat, once the deal is over.
pub(crate) fn points<G: Family>(
    variant: &Bound<'_, PyAny>,
    rules: &Arc<G::Rules>,
    state: &G,
) -> PyResult<Vec<i64>> {
    if state.turn().is_some() {
        let message = "the deal is not over: there is no score yet";
        return Err(raise(variant.py(), RuleError::illegal(G::NOT_OVER, "", message)));
    }
    scores_of(variant, rules, state)
}

/// The points of each seat in a deal that is over.
pub(crate) fn scores_of<G: Family>(
    variant: &Bound<'_, PyAny>,
    rules: &Arc<G::Rules>,
    state: &G,
) -> PyResult<Vec<i64>> {
    let (columns, row) = fact_row(rules.as_ref(), state);
    let held = compiled::<G::Compiled>(variant)?;
    let points = G::held(held.get()).1.points(variant, &columns, &[&row])?;
    Ok(points.into_iter().flatten().collect())
}

/// The scores of playouts, shape (games, seats). Where the scoring may read every fact, rows are
/// seldom equal, so they are scored all at once rather than remembered.
pub(crate) fn scores<'py, G: Family>(
    variant: &Bound<'py, PyAny>,
    rules: &Arc<G::Rules>,
    from: playouts::From<'_, G>,
    playouts: Playouts<'py>,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    let py = variant.py();
    let held = compiled::<G::Compiled>(variant)?;
    let memos = G::held(held.get()).1;
    if memos.reads_few(variant)? {
        let played: Indexed<G::ScoreKey> = played(py, rules.as_ref(), from, playouts)?;
        return memos.scores(variant, G::seats(rules), &played);
    }
    let facts: FactArrays = played(py, rules.as_ref(), from, playouts)?;
    let facts = batch::fact_arrays(py, facts)?;
    Ok(variant.call_method1("scores", (facts,))?.cast_into::<PyArray2<i64>>()?)
}
