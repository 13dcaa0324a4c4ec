//! How Big Two deals begin: set-ups, deals, many deals.

use crate::batch;
use crate::big2::Big2Rules;
use crate::big2_read::hand;
use crate::big2_state::Big2State;
use crate::errors::{OrRaise, raise};
use crate::family::rules_of;
use crate::playouts::named_agents;
use chupai_core::batch::{CHUNK, Job, Start};
use chupai_core::big2::{Given, MOST_GIVEN_SEATS, Rules, Setup, State};
use chupai_core::error::RuleError;
use chupai_core::game::{DealStreams, Game};
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Cards that are given: those of each seat, then those that do not divide.
fn given(rules: &Rules, hands: Option<Vec<Bound<'_, PyAny>>>, py: Python<'_>) -> PyResult<Given> {
    let Some(hands) = hands else { return Ok(Given::default()) };
    let seats = State::seats(rules);
    if hands.len() != seats + 1 {
        let message = format!(
            "cards are given to each of {seats} seats, and those left over; not to {} places",
            hands.len()
        );
        return Err(PyValueError::new_err(message));
    }
    let cards = hands.iter().map(|cards| hand(rules, cards)).collect::<PyResult<Vec<_>>>()?;
    let mut given = Given { left: cards[seats], ..Given::default() };
    for (seat, &cards) in cards[..seats].iter().enumerate().filter(|(_, cards)| !cards.is_empty()) {
        if seats > MOST_GIVEN_SEATS {
            let message =
                format!("cards are given with at most {MOST_GIVEN_SEATS} seats, not with {seats}");
            return Err(raise(py, RuleError::rules("BT-22", message)));
        }
        given.seats[seat] = cards;
    }
    Ok(given)
}

/// The set-up of a deal.
fn setup(
    py: Python<'_>,
    rules: &Rules,
    (leader, first_card, roles): (Option<u8>, u8, Option<[u8; 4]>),
    given: Option<Vec<Bound<'_, PyAny>>>,
) -> PyResult<Setup> {
    let setup = Setup { leader, first_card, roles, given: self::given(rules, given, py)? };
    setup.check(rules).or_raise(py)?;
    Ok(setup)
}

/// Deal number `index` of a run.
#[pyfunction]
#[pyo3(signature = (variant, seed, index, *, match_number = 0, leader = None, first_card = 0,
    roles = None, given = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn big2_deal(
    py: Python<'_>,
    variant: Bound<'_, PyAny>,
    seed: u64,
    index: u64,
    match_number: u64,
    leader: Option<u8>,
    first_card: u8,
    roles: Option<[u8; 4]>,
    given: Option<Vec<Bound<'_, PyAny>>>,
) -> PyResult<Big2State> {
    let rules = rules_of::<State>(&variant)?;
    let setup = setup(py, &rules, (leader, first_card, roles), given)?;
    let streams = DealStreams::new(seed, match_number, index);
    let state = State::deal(&rules, &setup, streams.deal).or_raise(py)?;
    Ok(Big2State::new(variant.unbind(), rules, state, streams.play))
}

/// Plays many deals: `keep="facts"` gives every fact of every deal, `"stats"` counts of distinct
/// rows of scored facts and histograms.
#[pyfunction]
#[pyo3(signature = (rules, *, leader, first_card, roles, seed, first, games, agents, keep, threads,
    given = None, match_number = 0, chunk = None, progress = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn big2_run<'py>(
    py: Python<'py>,
    rules: &Big2Rules,
    leader: Option<u8>,
    first_card: u8,
    roles: Option<[u8; 4]>,
    seed: u64,
    first: u64,
    games: u64,
    agents: Vec<String>,
    keep: &str,
    threads: usize,
    given: Option<Vec<Bound<'py, PyAny>>>,
    match_number: u64,
    chunk: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let setup = setup(py, &rules.0, (leader, first_card, roles), given)?;
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

/// Plays deal number `index` of each of many matches: as `facts` every fact of every deal, since the deals that
/// follow and points depend on any of them.
#[pyfunction]
#[pyo3(signature = (rules, *, matches, leader, first_card, roles, seed, index, agents, threads,
    given = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn big2_run_round<'py>(
    py: Python<'py>,
    rules: &Big2Rules,
    matches: PyReadonlyArray1<'_, u64>,
    leader: PyReadonlyArray1<'_, i8>,
    first_card: PyReadonlyArray1<'_, i8>,
    roles: Option<PyReadonlyArray2<'_, i8>>,
    seed: u64,
    index: u64,
    agents: Vec<String>,
    threads: usize,
    given: Option<Vec<Bound<'py, PyAny>>>,
) -> PyResult<Bound<'py, PyDict>> {
    let plain = setup(py, &rules.0, (None, 0, None), given)?;
    let matches = matches.as_array().to_vec();
    let (leader, first_card) = (leader.as_array(), first_card.as_array());
    let n = matches.len();
    let same = roles.as_ref().is_none_or(|roles| roles.as_array().dim() == (n, 4));
    if leader.len() != n || first_card.len() != n || !same {
        let message = "each match has a leader, a first card and, where there are any, four roles";
        return Err(PyValueError::new_err(message));
    }
    let seat = |number: i8| u8::try_from(number).ok();
    let mut setups = Vec::with_capacity(n);
    for i in 0..n {
        let roles = match &roles {
            Some(roles) if roles.as_array()[[i, 0]] >= 0 => {
                // What is no seat is refused by the check of the set-up.
                Some([0, 1, 2, 3].map(|role| seat(roles.as_array()[[i, role]]).unwrap_or(u8::MAX)))
            }
            _ => None,
        };
        let first_card = seat(first_card[i]).unwrap_or(u8::MAX);
        setups.push(Setup { leader: seat(leader[i]), first_card, roles, ..plain });
    }
    let agents = named_agents(&agents).or_raise(py)?;
    let job = Job::<State> {
        rules: &rules.0,
        start: Start::Round { matches: &matches, setups: &setups, index },
        agents: &agents,
        seed,
        games: n as u64,
        threads,
        chunk: CHUNK,
    };
    let out = PyDict::new(py);
    out.set_item("facts", batch::facts(py, &job, None)?)?;
    Ok(out)
}
