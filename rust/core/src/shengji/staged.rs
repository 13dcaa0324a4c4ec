//! Plays put together card by card: which faces keep a legal play within reach.
//!
//! A play has at least the copies that are staged. What it has beyond them is paid for, and the cards
//! still to be added must pay for all that a layout of the owed units wants.

use super::layouts::Numbered;
use super::moves::Cards;
use super::scan::Scan;

/// A layout after some face.
#[derive(Clone, Copy, Debug)]
struct Reached {
    layout: u32,
    /// How many copies beyond the staged ones it takes.
    paid: u8,
    /// The faces, laid, of which it takes such, in one way or another.
    faces: u64,
}

/// The laid faces of which a copy may be added to the staged cards, all of them held and of the suit
/// led, so that what is owed still lies in a play of `size` cards.
pub(super) fn mask(scan: &Scan, held: &Cards, staged: &Cards, size: usize) -> u64 {
    let all = held.difference(staged).faces();
    let Some(left) = size.checked_sub(staged.total()).filter(|&left| left > 0) else { return 0 };
    let mut layouts = Numbered::new(scan);
    // With a card to spare any will do. What is cheapest is mostly as cheap as can be.
    let least = layouts.missing(0).cards().saturating_sub(staged.total());
    if least < left && cheapest(&mut layouts, staged, least, false).is_some()
        || least + 1 < left && cheapest(&mut layouts, staged, left - 1, false).is_some()
    {
        return all;
    }
    cheapest(&mut layouts, staged, left, true).unwrap_or(0)
}

/// The faces paid for by layouts that cost just `most`; where `all` is not set, whether there is a
/// layout that costs no more. `None` where there is none.
fn cheapest(layouts: &mut Numbered<'_>, staged: &Cards, most: usize, all: bool) -> Option<u64> {
    let scan = layouts.scan;
    let mut later: usize = scan.faces.iter().map(|face| staged.count(face.bit.into())).sum();
    let mut before = vec![Reached { layout: 0, paid: 0, faces: 0 }];
    let mut after: Vec<Reached> = Vec::new();
    // Where among `after` each layout is, or was among those after an earlier face.
    let mut place_of: Vec<usize> = Vec::new();
    for (n, face) in scan.faces.iter().enumerate() {
        after.clear();
        let held = staged.count(face.bit.into());
        later -= held;
        let mut tried = 0u8;
        for copies in held..=face.copies.into() {
            let effect = face.effect[copies];
            if tried >> effect & 1 != 0 {
                continue;
            }
            tried |= 1 << effect;
            let taken = if all && copies > held { 1 << face.bit } else { 0 };
            for reached in &before {
                let paid = usize::from(reached.paid) + copies - held;
                if paid > most {
                    continue;
                }
                for place in layouts.after(reached.layout, n, effect) {
                    let layout = layouts.follower(place);
                    if paid + layouts.missing(layout).cards() > most + later {
                        continue;
                    }
                    if !all && layouts.layout(layout).is_done() {
                        return Some(0);
                    }
                    if place_of.len() < layouts.len() {
                        place_of.resize(2 * layouts.len(), 0);
                    }
                    let new = Reached { layout, paid: paid as u8, faces: reached.faces | taken };
                    let place = &mut place_of[layout as usize];
                    match after.get_mut(*place).filter(|known| known.layout == layout) {
                        Some(known) if known.paid < new.paid => {}
                        Some(known) if known.paid == new.paid => known.faces |= new.faces,
                        Some(known) => *known = new,
                        None => {
                            *place = after.len();
                            after.push(new);
                        }
                    }
                }
            }
        }
        std::mem::swap(&mut before, &mut after);
    }
    let done = before.iter().filter(|reached| layouts.layout(reached.layout).is_done());
    done.map(|reached| reached.faces).reduce(|a, b| a | b)
}
