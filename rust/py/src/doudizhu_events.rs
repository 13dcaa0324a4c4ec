//! What a seat is told of a Dou Dizhu deal, as plain data.

use crate::events::set_if;
use chupai_core::doudizhu::{Event, Hand, News, Rules, Sight, View};
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
    let Sight { seat, public, hand, unseen, cards_left, shown } = Sight::of(rules, view);
    out.set_item("event", "position")?;
    out.set_item("seat", seat)?;
    out.set_item("phase", public.phase.name())?;
    set_if(out, "turn", public.turn)?;
    set_if(out, "landlord", public.landlord)?;
    out.set_item("hand", hand.to_string())?;
    out.set_item("unseen", unseen.to_string())?;
    out.set_item("cards_left", list(cards_left))?;
    let taken = public.has("bid");
    set_if(out, "bottom", taken.then(|| public.bottom.to_string()))?;
    if let Some((mv, by)) = public.to_beat {
        out.set_item("to_beat", mv.to_string())?;
        set_if(out, "by", by)?;
    }
    if public.has("said") {
        let words: Vec<String> = public.said.iter().map(|word| word.to_string()).collect();
        out.set_item("said", words)?;
    }
    set_if(out, "moment", public.has("moment").then_some(public.moment))?;
    out.set_item("first_bidder", public.first_bidder)?;
    out.set_item("redeals", public.redeals)?;
    if taken {
        out.set_item("bid", public.bid)?;
        out.set_item("robs", public.robs)?;
    }
    set_shown(out, shown)?;
    set_if(out, "open_multiplier", public.open_multiplier)?;
    set_if(out, "doubled", public.has("doubled").then_some(public.doubled))?;
    if public.has("plays") {
        set_if(out, "plays", public.plays.map(list))?;
        out.set_item("bombs", public.bombs)?;
        out.set_item("rockets", public.rockets)?;
    }
    Ok(())
}

/// Numbers as a list, since bytes are something else to Python.
fn list(numbers: [u8; 3]) -> [u32; 3] {
    numbers.map(u32::from)
}
