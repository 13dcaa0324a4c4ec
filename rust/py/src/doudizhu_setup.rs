//! How Dou Dizhu deals begin: set-ups, deals, positions given by hand, many deals.

use crate::batch;
use crate::doudizhu::DoudizhuRules;
use crate::doudizhu_read::{any_move, hand};
use crate::doudizhu_state::DoudizhuState;
use crate::errors::{OrRaise, raise};
use crate::family::rules_of;
use crate::playouts::named_agents;
use chupai_core::batch::{CHUNK, Job, Start};
use chupai_core::doudizhu::{Course, Dealer, Hand, Position, Rules, Setup, State};
use chupai_core::error::RuleError;
use chupai_core::game::{DealStreams, Game};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The set-up of a deal; `given` are the cards of seats 0, 1 and 2 and of the bottom.
fn setup(
    py: Python<'_>,
    rules: &Rules,
    first_bidder: Option<u8>,
    landlord: Option<u8>,
    dealer: &str,
    given: Option<[Bound<'_, PyAny>; 4]>,
) -> PyResult<Setup> {
    let mut hands = [Hand::EMPTY; 4];
    for (cards, texts) in hands.iter_mut().zip(given.iter().flatten()) {
        *cards = hand(texts)?;
    }
    let dealer = Dealer::named(dealer).or_raise(py)?;
    let setup = Setup { first_bidder, landlord, dealer, given: hands };
    setup.check(rules).or_raise(py)?;
    Ok(setup)
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
    let rules = rules_of::<State>(&variant)?;
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
    let rules = rules_of::<State>(&variant)?;
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

/// Plays many deals: `keep="facts"` gives every fact of every deal, `"stats"` counts of distinct
/// rows of scored facts and histograms.
#[pyfunction]
#[pyo3(signature = (rules, *, first_bidder, landlord, dealer, seed, first, games, agents, keep, threads,
    given = None, match_number = 0, chunk = None, progress = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn doudizhu_run<'py>(
    py: Python<'py>,
    rules: &DoudizhuRules,
    first_bidder: Option<u8>,
    landlord: Option<u8>,
    dealer: &str,
    seed: u64,
    first: u64,
    games: u64,
    agents: Vec<String>,
    keep: &str,
    threads: usize,
    given: Option<[Bound<'py, PyAny>; 4]>,
    match_number: u64,
    chunk: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let setup = setup(py, &rules.0, first_bidder, landlord, dealer, given)?;
    let agents = named_agents(&agents).or_raise(py)?;
    let job = Job::<State> {
        rules: &rules.0,
        start: Start::Deals { setup: &setup, game_match: match_number, first },
        agents: &agents,
        seed,
        games,
        threads,
        chunk: chunk.unwrap_or(CHUNK),
    };
    batch::kept(py, &job, keep, progress)
}

/// Plays deal number `index` of each of many matches: distinct rows of scored facts, and the number
/// of each match's row.
#[pyfunction]
#[pyo3(signature = (rules, *, matches, first_bidder, landlord, dealer, seed, index, agents, threads, given = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn doudizhu_run_round<'py>(
    py: Python<'py>,
    rules: &DoudizhuRules,
    matches: PyReadonlyArray1<'_, u64>,
    first_bidder: PyReadonlyArray1<'_, i8>,
    landlord: Option<u8>,
    dealer: &str,
    seed: u64,
    index: u64,
    agents: Vec<String>,
    threads: usize,
    given: Option<[Bound<'py, PyAny>; 4]>,
) -> PyResult<Bound<'py, PyDict>> {
    let plain = setup(py, &rules.0, None, landlord, dealer, given)?;
    let (matches, speakers) = (matches.as_array().to_vec(), first_bidder.as_array());
    let setups: Vec<Setup> = speakers
        .iter()
        .map(|&seat| Setup { first_bidder: seat.try_into().ok(), ..plain })
        .collect();
    let agents = named_agents(&agents).or_raise(py)?;
    let job = Job::<State> {
        rules: &rules.0,
        start: Start::Round { matches: &matches, setups: &setups, index },
        agents: &agents,
        seed,
        games: matches.len() as u64,
        threads,
        chunk: CHUNK,
    };
    batch::indexed(py, &job, None)
}
