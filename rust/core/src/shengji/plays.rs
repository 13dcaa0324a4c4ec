//! The plays that hold what is owed: counted, numbered, listed.
//!
//! The faces of the suit are gone through from the weakest on. What matters of the copies chosen so
//! far is only which layouts of the owed units they allow; choices that allow the same come together
//! in a node, and each node knows in how many ways the rest can be chosen.

use super::follow::Need;
use super::moves::Cards;
use super::scan::{Layouts, Scan};
use super::trump::Trump;
use rustc_hash::FxHashMap;
use smallvec::smallvec;
use std::ops::ControlFlow;

/// No node: nothing that is owed can be laid out any more.
const NONE: u32 = u32::MAX;

/// All plays of so many of the cards held that hold what is needed.
#[derive(Clone, Debug)]
pub(super) struct Plays {
    /// The faces, weakest first, each with its number of copies.
    faces: Vec<(u8, u8)>,
    /// For each node the node after each number of copies of its face.
    next: Vec<[u32; 5]>,
    /// For each node in how many ways each number of cards from 0 to `size` can be chosen.
    ways: Vec<u64>,
    size: usize,
    start: u32,
}

impl Plays {
    /// The plays of `size` of these laid cards of one suit. With `protect` a face counts with all its
    /// copies or not at all (SJ-23).
    pub(super) fn new(
        trump: &Trump,
        need: &Need,
        held: &Cards,
        protect: bool,
        size: usize,
    ) -> Self {
        let scan = Scan::new(trump, need, held, protect);
        let faces = scan.faces.iter().map(|face| (face.bit, face.copies)).collect();
        let mut plays = Self { faces, next: Vec::new(), ways: Vec::new(), size, start: 0 };
        let firsts = plays.grow(&scan);
        plays.weigh(&firsts);
        plays
    }

    /// Finds the nodes before each face; gives the number of the first of each.
    fn grow(&mut self, scan: &Scan) -> Vec<u32> {
        let start: Layouts = smallvec![scan.start()];
        let mut before = vec![start];
        let mut firsts = vec![0];
        let mut known = FxHashMap::<Layouts, u32>::default();
        for (n, face) in scan.faces.iter().enumerate() {
            let first = firsts[n] + before.len() as u32;
            firsts.push(first);
            let mut after: Vec<Layouts> = Vec::new();
            known.clear();
            for layouts in &before {
                let mut next = [NONE; 5];
                for copies in 0..=usize::from(face.copies) {
                    let effect = face.effect[copies];
                    if let Some(same) = (0..copies).find(|&k| face.effect[k] == effect) {
                        next[copies] = next[same];
                        continue;
                    }
                    let layouts = scan.after(n, layouts, effect);
                    if layouts.is_empty() {
                        continue;
                    }
                    next[copies] = *known.entry(layouts).or_insert_with_key(|layouts| {
                        after.push(layouts.clone());
                        first + after.len() as u32 - 1
                    });
                }
                self.next.push(next);
            }
            before = after;
        }
        // After the last face nothing must be left to do.
        self.ways = vec![0; (self.next.len() + before.len()) * (self.size + 1)];
        for (n, layouts) in before.iter().enumerate() {
            let done = layouts.iter().any(|layout| layout.is_done());
            self.ways[(self.next.len() + n) * (self.size + 1)] = done.into();
        }
        firsts
    }

    fn weigh(&mut self, firsts: &[u32]) {
        let row = self.size + 1;
        for (n, &(_, copies)) in self.faces.iter().enumerate().rev() {
            for node in firsts[n]..firsts[n + 1] {
                let node = node as usize;
                let (own, after) = self.ways[node * row..].split_at_mut(row);
                for taken in 0..=usize::from(copies).min(self.size) {
                    let next = self.next[node][taken];
                    if next != NONE {
                        let after = &after[(next as usize - node - 1) * row..][..row];
                        own[taken..].iter_mut().zip(after).for_each(|(own, &ways)| *own += ways);
                    }
                }
            }
        }
    }

    fn ways(&self, node: u32, size: usize) -> u64 {
        if node == NONE { 0 } else { self.ways[node as usize * (self.size + 1) + size] }
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        self.ways(self.start, self.size)
    }

    /// Play number `n`, which must be below [`count`](Self::count).
    pub(super) fn nth(&self, mut n: u64) -> Cards {
        debug_assert!(n < self.count(), "a play beyond the last");
        let (mut chosen, mut left, mut node) = (Cards::EMPTY, self.size, self.start);
        for &(face, copies) in &self.faces {
            if left == 0 {
                break;
            }
            let mut taken = usize::from(copies).min(left);
            loop {
                let next = self.next[node as usize][taken];
                let ways = self.ways(next, left - taken);
                if n < ways {
                    node = next;
                    break;
                }
                n -= ways;
                taken -= 1;
            }
            chosen.add(1 << face, taken);
            left -= taken;
        }
        chosen
    }

    /// Calls `visit` for every play in order until it breaks.
    pub(super) fn for_each(
        &self,
        mut visit: impl FnMut(Cards) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.walk(0, self.start, self.size, Cards::EMPTY, &mut visit)
    }

    fn walk(
        &self,
        place: usize,
        node: u32,
        left: usize,
        chosen: Cards,
        visit: &mut impl FnMut(Cards) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.ways(node, left) == 0 {
            return ControlFlow::Continue(());
        }
        if left == 0 {
            return visit(chosen);
        }
        let (face, copies) = self.faces[place];
        for taken in (0..=usize::from(copies).min(left)).rev() {
            let mut more = chosen;
            more.add(1 << face, taken);
            let next = self.next[node as usize][taken];
            self.walk(place + 1, next, left - taken, more, visit)?;
        }
        ControlFlow::Continue(())
    }
}
