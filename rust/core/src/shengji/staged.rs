//! Plays put together card by card: which faces keep a legal play within reach.
//!
//! A play has at least the copies that are staged. What it has beyond them is paid for, and the cards
//! still to be added must pay for all that a layout of the owed units wants.

use super::moves::Cards;
use super::scan::{Layout, Layouts, Scan};
use smallvec::{SmallVec, smallvec};

/// A layout after some face.
#[derive(Clone, Copy, Debug)]
struct Reached {
    layout: Layout,
    /// How many copies beyond the staged ones it takes.
    paid: usize,
    /// The faces, laid, of which it takes such, in one way or another.
    faces: u64,
}

/// The laid faces of which a copy may be added to the staged cards, all of them held and of the suit
/// led, so that what is owed still lies in a play of `size` cards.
pub(super) fn mask(scan: &Scan, held: &Cards, staged: &Cards, size: usize) -> u64 {
    let all = held.difference(staged).faces();
    let Some(left) = size.checked_sub(staged.total()).filter(|&left| left > 0) else { return 0 };
    // With a card to spare any will do. What is cheapest is mostly as cheap as can be.
    let least = scan.missing(&scan.start()).saturating_sub(staged.total());
    if least < left && (cheapest(scan, staged, least, false).is_some())
        || least + 1 < left && cheapest(scan, staged, left - 1, false).is_some()
    {
        return all;
    }
    cheapest(scan, staged, left, true).unwrap_or(0)
}

/// The faces paid for by layouts that cost just `most`; where `all` is not set, some or none of those
/// faces, if there is a layout that costs no more. `None` where there is none.
fn cheapest(scan: &Scan, staged: &Cards, most: usize, all: bool) -> Option<u64> {
    let mut later: usize = scan.faces.iter().map(|face| staged.count(face.bit.into())).sum();
    let start = Reached { layout: scan.start(), paid: 0, faces: 0 };
    let mut before: SmallVec<[Reached; 8]> = smallvec![start];
    for (n, face) in scan.faces.iter().enumerate() {
        let mut after: SmallVec<[Reached; 8]> = SmallVec::new();
        let held = staged.count(face.bit.into());
        later -= held;
        let mut tried = 0u8;
        for copies in held..=face.copies.into() {
            let effect = face.effect[copies];
            if tried >> effect & 1 != 0 {
                continue;
            }
            tried |= 1 << effect;
            for reached in &before {
                let paid = reached.paid + copies - held;
                if paid > most {
                    continue;
                }
                let layouts: Layouts = smallvec![reached.layout];
                let faces = if all && copies > held { 1 << face.bit } else { 0 };
                for layout in scan.after(n, &layouts, effect) {
                    if layout.is_done() && !all {
                        return Some(0);
                    }
                    if paid + scan.missing(&layout) <= most + later {
                        let faces = reached.faces | faces;
                        keep(scan, &mut after, Reached { layout, paid, faces });
                    }
                }
            }
        }
        before = after;
    }
    let done = before.iter().filter(|reached| reached.layout.is_done());
    done.map(|reached| reached.faces).reduce(|a, b| a | b)
}

/// Keeps a layout unless another does as well.
fn keep(scan: &Scan, all: &mut SmallVec<[Reached; 8]>, new: Reached) {
    let spares = |a: &Reached, b: &Reached| {
        let cheaper = a.paid < b.paid || a.paid == b.paid && b.faces & !a.faces == 0;
        cheaper && scan.covers(&a.layout, &b.layout)
    };
    for known in all.iter_mut() {
        if known.layout == new.layout && known.paid == new.paid {
            known.faces |= new.faces;
            return;
        }
        if spares(known, &new) {
            return;
        }
    }
    all.retain(|known| !spares(&new, known));
    all.push(new);
}
