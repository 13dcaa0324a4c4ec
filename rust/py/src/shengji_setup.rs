//! How deals of Shengji begin: set-ups, deals, many deals.

use crate::batch;
use crate::errors::{OrRaise, raise};
use crate::family::rules_of;
use crate::playouts::named_agents;
use crate::shengji::ShengjiRules;
use crate::shengji_read::of_text;
use crate::shengji_state::{Origin, ShengjiState};
use chupai_core::batch::{CHUNK, Job, Start};
use chupai_core::card::{Card, Rank};
use chupai_core::error::{RuleError, shown};
use chupai_core::game::DealStreams;
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::{Dealing, Given, SEATS, Setup, State};
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The parts of a set-up as Python tells them.
#[derive(FromPyObject)]
pub(crate) struct Parts {
    #[pyo3(item)]
    levels: (Option<String>, Option<String>),
    #[pyo3(item)]
    declarer: Option<u8>,
    #[pyo3(item)]
    trump: Option<String>,
    #[pyo3(item)]
    first_card: Option<u8>,
    #[pyo3(item)]
    kitty: String,
}

/// Cards that are given: those of each seat, then those of the kitty.
fn given(rules: &Rules, places: Option<Vec<String>>, py: Python<'_>) -> PyResult<Given> {
    let Some(places) = places else { return Ok(Given::default()) };
    let decks = rules.switches().decks;
    let cards = places.iter().map(|text| of_text(text, decks));
    let cards = cards.collect::<Result<Vec<_>, _>>().map_err(|error| {
        // What a set-up gives is a matter of the rules, not of how it is written.
        let fault =
            if error.rule.is_empty() { error.fault } else { chupai_core::error::Fault::Rules };
        raise(py, RuleError { fault, ..error })
    })?;
    match cards[..] {
        [a, b, c, d, kitty] => Ok(Given { seats: [a, b, c, d], kitty }),
        _ => {
            let places = cards.len();
            let message = format!("cards are given to four seats and the kitty, not {places}");
            Err(PyValueError::new_err(message))
        }
    }
}

fn level(text: &str) -> Result<u8, RuleError> {
    let rank = text.parse::<Rank>().ok().filter(|rank| !rank.is_joker());
    rank.map(|rank| rank.index() as u8).ok_or_else(|| {
        let message = format!("a level is a rank, 2 to A, or None, not {:?}", shown(text));
        RuleError::rules("SJ-04", message)
    })
}

/// The number of a trump suit: 0 to 3 for D C H S, 4 for none.
fn trump(text: &str) -> Result<u8, RuleError> {
    let place = ["D", "C", "H", "S", "NT"].iter().position(|&name| name == text);
    place.map(|place| place as u8).ok_or_else(|| {
        let message = format!("trump is D, C, H, S or NT, not {:?}", shown(text));
        RuleError::rules("SJ-42", message)
    })
}

impl Parts {
    fn read(self, given: Given) -> Result<Setup, RuleError> {
        let (ours, theirs) = self.levels;
        let side = |text: Option<String>| text.map(|text| level(&text)).transpose();
        Ok(Setup {
            levels: [side(ours)?, side(theirs)?],
            declarer: self.declarer,
            trump: self.trump.map(|text| trump(&text)).transpose()?,
            first_card: self.first_card,
            as_dealt: match &self.kitty[..] {
                "taken" => false,
                "as_dealt" => true,
                other => {
                    let message = format!("kitty is taken or as_dealt, not {:?}", shown(other));
                    return Err(RuleError::rules("SJ-45", message));
                }
            },
            given,
        })
    }
}

fn setup(
    py: Python<'_>,
    rules: &Rules,
    parts: Parts,
    places: Option<Vec<String>>,
) -> PyResult<Setup> {
    let setup = parts.read(given(rules, places, py)?).or_raise(py)?;
    setup.check(rules).or_raise(py)?;
    Ok(setup)
}

/// Cards in an order, by their numbers.
fn in_order(text: &str) -> Result<Vec<u8>, RuleError> {
    let cards = Card::parse_list(text)?;
    Ok(cards.into_iter().map(|card| card.index() as u8).collect())
}

/// The order in which given cards come.
fn order(places: &[String]) -> Result<Dealing, RuleError> {
    let mut draws = <[Vec<u8>; SEATS]>::default();
    for (draws, text) in draws.iter_mut().zip(places) {
        *draws = in_order(text)?;
    }
    let kitty = places.get(SEATS).map_or(Ok(Vec::new()), |text| in_order(text))?;
    Ok(Dealing { draws, kitty })
}

/// Deal number `index` of a run. Given cards are drawn, and turned up, in the order in which they are
/// given, before all others, where they are `ordered`.
#[pyfunction]
#[pyo3(signature = (variant, seed, index, *, match_number, parts, given, ordered))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn shengji_deal(
    py: Python<'_>,
    variant: Bound<'_, PyAny>,
    seed: u64,
    index: u64,
    match_number: u64,
    parts: Parts,
    given: Option<Vec<String>>,
    ordered: bool,
) -> PyResult<ShengjiState> {
    let rules = rules_of::<State>(&variant)?;
    let order = match &given {
        Some(places) if ordered => order(places).or_raise(py)?,
        _ => Dealing::default(),
    };
    let setup = setup(py, &rules, parts, given)?;
    let DealStreams { deal, play } = DealStreams::new(seed, match_number, index);
    let state = State::deal_in_order(&rules, &setup, &order, deal.clone()).or_raise(py)?;
    let origin = Some(Origin { deal, order });
    Ok(ShengjiState::new(variant.unbind(), rules, state, origin, play))
}

/// Plays many deals: `keep="facts"` gives every fact of every deal, `"stats"` counts of distinct
/// rows of scored facts and histograms.
#[pyfunction]
#[pyo3(signature = (rules, *, parts, given, seed, first, games, agents, keep, threads,
    match_number = 0, chunk = None, progress = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn shengji_run<'py>(
    py: Python<'py>,
    rules: &ShengjiRules,
    parts: Parts,
    given: Option<Vec<String>>,
    seed: u64,
    first: u64,
    games: u64,
    agents: Vec<String>,
    keep: &str,
    threads: usize,
    match_number: u64,
    chunk: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let setup = setup(py, &rules.0, parts, given)?;
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

/// Plays deal number `index` of each of many matches: as `facts` every fact of every deal.
#[pyfunction]
#[pyo3(signature = (rules, *, matches, levels, declarer, trump, seed, index, agents, threads))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn shengji_run_round<'py>(
    py: Python<'py>,
    rules: &ShengjiRules,
    matches: PyReadonlyArray1<'_, u64>,
    levels: PyReadonlyArray2<'_, i8>,
    declarer: PyReadonlyArray1<'_, i8>,
    trump: PyReadonlyArray1<'_, i8>,
    seed: u64,
    index: u64,
    agents: Vec<String>,
    threads: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let matches = matches.as_array().to_vec();
    let (levels, declarer, trump) = (levels.as_array(), declarer.as_array(), trump.as_array());
    let n = matches.len();
    if levels.dim() != (n, 2) || declarer.len() != n || trump.len() != n {
        let message = "each match has two levels, a declarer and a trump suit";
        return Err(PyValueError::new_err(message));
    }
    let number = |number: i8| u8::try_from(number).ok();
    // From 2 … A to 3 … A 2; what is no level is refused by the check of the set-up.
    let level =
        |place: i8| number(place).map(|place| if place < 13 { (place + 12) % 13 } else { u8::MAX });
    let setups: Vec<Setup> = (0..n)
        .map(|i| Setup {
            levels: [level(levels[[i, 0]]), level(levels[[i, 1]])],
            declarer: number(declarer[i]),
            trump: number(trump[i]),
            ..Setup::default()
        })
        .collect();
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

/// A state in the middle of a deal, from the text of its parts.
#[pyfunction]
#[pyo3(signature = (variant, text, seed))]
pub(crate) fn shengji_position(
    variant: Bound<'_, PyAny>,
    text: &str,
    seed: u64,
) -> PyResult<ShengjiState> {
    let (py, rules) = (variant.py(), rules_of::<State>(&variant)?);
    let state = State::parse(&rules, text).or_raise(py)?;
    let play = DealStreams::new(seed, 0, 0).play;
    Ok(ShengjiState { play, ..ShengjiState::placed(variant.unbind(), rules, state) })
}
