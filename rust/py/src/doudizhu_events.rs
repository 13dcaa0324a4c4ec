//! What a seat is told of a Dou Dizhu deal, as plain data.

use chupai_core::doudizhu::{Event, Hand, News, Rules, View};
use chupai_core::game::Game;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An event as a dictionary of texts, numbers, lists and dictionaries.
pub(crate) fn event_dict<'py>(
    py: Python<'py>,
    rules: &Rules,
    event: &Event,
) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    match event {
        Event::Deal { seat, hand, first_bidder, landlord, bottom } => {
            out.set_item("event", "deal")?;
            out.set_item("seat", seat)?;
            out.set_item("hand", hand.to_string())?;
            out.set_item("first_bidder", first_bidder)?;
            set_if(&out, "landlord", *landlord)?;
            set_if(&out, "bottom", bottom.map(|bottom| bottom.to_string()))?;
        }
        Event::Position(view) => position(rules, view, &out)?,
        Event::Move { seat, mv, news } => {
            out.set_item("event", "move")?;
            out.set_item("seat", seat)?;
            out.set_item("move", mv.to_string())?;
            set_news(&out, news)?;
        }
    }
    Ok(out)
}

/// The last event of a deal.
pub(crate) fn end_dict<'py>(
    py: Python<'py>,
    scores: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    out.set_item("event", "end")?;
    out.set_item("scores", scores)?;
    Ok(out)
}

fn set_if<'py>(
    out: &Bound<'py, PyDict>,
    name: &str,
    value: Option<impl IntoPyObject<'py>>,
) -> PyResult<()> {
    value.map_or(Ok(()), |value| out.set_item(name, value))
}

fn set_news(out: &Bound<'_, PyDict>, news: &News) -> PyResult<()> {
    let text = |hand: Hand| hand.to_string();
    set_if(out, "landlord", news.landlord)?;
    set_if(out, "bottom", news.bottom.map(text))?;
    set_if(out, "redeals", news.redeals)?;
    set_if(out, "first_bidder", news.first_bidder)?;
    set_if(out, "hand", news.hand.map(text))?;
    set_shown(out, news.shown)
}

/// Hands that are open to all, by seat.
fn set_shown(out: &Bound<'_, PyDict>, shown: [Option<Hand>; 3]) -> PyResult<()> {
    let hands = PyDict::new(out.py());
    for (seat, hand) in shown.iter().enumerate() {
        set_if(&hands, &seat.to_string(), hand.map(|hand| hand.to_string()))?;
    }
    if hands.is_empty() { Ok(()) } else { out.set_item("shown", hands) }
}

fn position(rules: &Rules, view: &View, out: &Bound<'_, PyDict>) -> PyResult<()> {
    let state = view.state();
    out.set_item("event", "position")?;
    out.set_item("seat", view.seat())?;
    out.set_item("hand", view.hand().to_string())?;
    out.set_item("phase", state.phase())?;
    let _ = rules;
    Ok(())
}
