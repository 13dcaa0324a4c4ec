//! Leads and follows of Shengji, asked about outside any deal.

use crate::convert::{Seed, Tongue};
use crate::errors::{OrRaise, raise};
use crate::shengji_read::joined;
use crate::shengji_trump::{First, ShengjiTrump};
use chupai_core::rng::{Domain, Rng};
use chupai_core::shengji::leads::{self, Leads};
use chupai_core::shengji::lone_units::{count_units, for_each_unit};
use chupai_core::shengji::moves::Units;
use chupai_core::shengji::readings::Readings;
use chupai_core::shengji::throw::{Throw, beaten, throw};
use chupai_core::shengji::unit::Unit;
use pyo3::prelude::*;
use std::cmp::Reverse;

/// The readings of cards as units: the first ``limit`` of them, and how many there are.
#[pyfunction]
pub(crate) fn shengji_readings(
    order: &ShengjiTrump,
    cards: &Bound<'_, PyAny>,
    limit: u64,
) -> PyResult<(Vec<Vec<String>>, u64)> {
    let py = cards.py();
    let cards = order.laid(cards)?;
    order.fits_a_hand(&cards).or_raise(py)?;
    let (switches, trump) = order.parts();
    if let Some(error) = (!cards.is_empty() && trump.suit_of_all(cards.faces()).is_none())
        .then(|| leads::why_not(switches, trump, &cards, &cards, &Units::EMPTY))
        .flatten()
    {
        return Err(raise(py, error));
    }
    let readings = Readings::new(switches, trump, &cards);
    let mut first = First::of(limit);
    let _ = readings.for_each(|units| first.push(|| order.told(&cards, &units)));
    Ok((first.items, readings.count()))
}

/// The units of a hand: the first ``limit`` of them, and how many there are.
#[pyfunction]
pub(crate) fn shengji_lone_leads(
    order: &ShengjiTrump,
    hand: &Bound<'_, PyAny>,
    limit: u64,
) -> PyResult<(Vec<String>, u64)> {
    let (trump, hand) = (order.trump(), order.hand(hand)?);
    let mut first = First::of(limit);
    let _ = for_each_unit(trump, &hand, &mut |unit| first.push(|| order.text(&unit.cards())));
    Ok((first.items, count_units(trump, &hand)))
}

/// All leads of a hand: the first ``limit`` of them, and how many there are.
#[pyfunction]
pub(crate) fn shengji_leads(
    order: &ShengjiTrump,
    hand: &Bound<'_, PyAny>,
    limit: u64,
) -> PyResult<(Vec<Vec<String>>, u64)> {
    let (switches, trump) = order.parts();
    let hand = order.leading_hand(hand)?;
    let mut first = First::of(limit);
    let leads = Leads::new(switches, trump, &hand);
    let _ = leads.for_each(&mut |cards, units| first.push(|| order.told(&cards, &units)));
    Ok((first.items, leads.count()))
}

#[pyfunction]
pub(crate) fn shengji_count_leads(order: &ShengjiTrump, hand: &Bound<'_, PyAny>) -> PyResult<u64> {
    let (switches, trump) = order.parts();
    Ok(leads::count(switches, trump, &order.leading_hand(hand)?))
}

/// One of the leads, None of no cards.
#[pyfunction]
pub(crate) fn shengji_sample_lead(
    order: &ShengjiTrump,
    hand: &Bound<'_, PyAny>,
    seed: Seed,
) -> PyResult<Option<Vec<String>>> {
    let (switches, trump) = order.parts();
    let hand = order.leading_hand(hand)?;
    let leads = Leads::new(switches, trump, &hand);
    let count = leads.count();
    if count == 0 {
        return Ok(None);
    }
    let n = stream(seed).choose(count);
    let (cards, units) = leads.nth(n);
    Ok(Some(order.told(&cards, &units)))
}

/// The units of a lead as they are read.
#[pyfunction]
pub(crate) fn shengji_lead_units(
    order: &ShengjiTrump,
    lead: &Bound<'_, PyAny>,
) -> PyResult<Vec<String>> {
    let (cards, units) = order.lead(lead)?;
    Ok(order.told(&cards, &units))
}

/// Width and length of the unit kind that decides.
#[pyfunction]
pub(crate) fn shengji_dominant(
    order: &ShengjiTrump,
    lead: &Bound<'_, PyAny>,
) -> PyResult<(u8, u8)> {
    let form = order.led(&order.lead(lead)?).dominant();
    Ok((form.width, form.length))
}

#[pyfunction]
pub(crate) fn shengji_why_no_lead(
    order: &ShengjiTrump,
    hand: &Bound<'_, PyAny>,
    lead: &Bound<'_, PyAny>,
    lang: Tongue,
) -> PyResult<Option<String>> {
    let ((switches, trump), hand) = (order.parts(), order.hand(hand)?);
    let error = match order.read_lead(lead)? {
        Err(error) => Some(error),
        Ok((cards, units)) => leads::why_not(switches, trump, &hand, &cards, &units),
    };
    Ok(error.map(|error| error.told(lang.0)))
}

/// Whether a lead stands, the beaten units, and the one that is led where nobody chooses.
#[pyfunction]
pub(crate) fn shengji_throw(
    order: &ShengjiTrump,
    lead: &Bound<'_, PyAny>,
    others: Vec<Bound<'_, PyAny>>,
) -> PyResult<(bool, Vec<String>, Option<String>)> {
    let py = lead.py();
    let (led, units) = order.lead(lead)?;
    let others = others.iter().map(|hand| order.hand(hand)).collect::<PyResult<Vec<_>>>()?;
    let (switches, trump) = order.parts();
    let all: Vec<_> = others.iter().chain([&led]).map(|cards| trump.stand(cards)).collect();
    joined(&all, order.decks()).or_raise(py)?;
    let text = |unit: Unit| order.text(&unit.cards());
    let found = beaten(trump, &led, &units, &others);
    let beaten = found.iter().map(|&unit| text(unit)).collect();
    Ok(match throw(switches, trump, &led, &units, &others) {
        Throw::Stands => (true, beaten, None),
        Throw::Forced(unit) => (false, beaten, Some(text(unit))),
        Throw::Choice(_) => (false, beaten, None),
    })
}

#[pyfunction]
pub(crate) fn shengji_is_legal_follow(
    order: &ShengjiTrump,
    hand: &Bound<'_, PyAny>,
    lead: &Bound<'_, PyAny>,
    play: &Bound<'_, PyAny>,
) -> PyResult<bool> {
    Ok(order.asked(hand, lead)?.is_legal(&order.play(play)?))
}

#[pyfunction]
pub(crate) fn shengji_why_not(
    order: &ShengjiTrump,
    hand: &Bound<'_, PyAny>,
    lead: &Bound<'_, PyAny>,
    play: &Bound<'_, PyAny>,
    lang: Tongue,
) -> PyResult<Option<String>> {
    let (lead, hand, play) = (order.lead_or_why(lead)?, order.hand(hand)?, order.play(play)?);
    let wrong = match lead {
        Ok(lead) => order.asked_after(&order.led(&lead), hand).why_not(&play),
        Err(error) => Some(error),
    };
    Ok(wrong.map(|error| error.told(lang.0)))
}

/// Width and length of each unit that must be in a follow.
#[pyfunction]
pub(crate) fn shengji_owed(
    order: &ShengjiTrump,
    hand: &Bound<'_, PyAny>,
    lead: &Bound<'_, PyAny>,
) -> PyResult<Vec<(u8, u8)>> {
    let asked = order.asked(hand, lead)?;
    let need = asked.need();
    let mut owed: Vec<_> = need.runs.as_slice().iter().map(|run| (run.width, run.length)).collect();
    for width in (2..=4).rev() {
        owed.extend((0..need.loose[usize::from(width)]).map(|_| (width, 1)));
    }
    owed.sort_by_key(|&(width, length)| Reverse((width, length)));
    Ok(owed)
}

/// The legal follows: the first ``limit`` of them, and how many there are.
#[pyfunction]
pub(crate) fn shengji_follows(
    order: &ShengjiTrump,
    hand: &Bound<'_, PyAny>,
    lead: &Bound<'_, PyAny>,
    limit: u64,
) -> PyResult<(Vec<String>, u64)> {
    let asked = order.asked(hand, lead)?;
    let mut first = First::of(limit);
    asked.for_each(|play| first.push(|| order.text(&play)));
    Ok((first.items, asked.count()))
}

#[pyfunction]
pub(crate) fn shengji_count_follows(
    order: &ShengjiTrump,
    hand: &Bound<'_, PyAny>,
    lead: &Bound<'_, PyAny>,
) -> PyResult<u64> {
    Ok(order.asked(hand, lead)?.count())
}

/// One of the legal follows, None where there is none.
#[pyfunction]
pub(crate) fn shengji_sample_follow(
    order: &ShengjiTrump,
    hand: &Bound<'_, PyAny>,
    lead: &Bound<'_, PyAny>,
    seed: Seed,
) -> PyResult<Option<String>> {
    let asked = order.asked(hand, lead)?;
    let some = asked.count() > 0;
    Ok(some.then(|| order.text(&asked.sample(&mut stream(seed)))))
}

/// Which play wins, 0 for the lead; the plays are those of the followers in order.
#[pyfunction]
pub(crate) fn shengji_winner(
    order: &ShengjiTrump,
    lead: &Bound<'_, PyAny>,
    plays: Vec<Bound<'_, PyAny>>,
) -> PyResult<usize> {
    let py = lead.py();
    let lead = order.lead(lead)?;
    let plays = plays.iter().map(|play| order.play(play)).collect::<PyResult<Vec<_>>>()?;
    order.winner(&lead, &plays).or_raise(py)
}

/// The stream that a seed names, for one draw outside any deal.
fn stream(Seed(seed): Seed) -> Rng {
    Rng::stream(seed, Domain::Play, 0, 0)
}
