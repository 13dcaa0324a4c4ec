//! The plays that hold what is owed: counted, numbered, listed.
//!
//! The faces of the suit are gone through from the weakest on. What matters of the copies chosen so
//! far is only which layouts of the owed units they allow; choices that allow the same come together
//! in a node, and each node knows in how many ways the rest can be chosen.

use super::follow::Need;
use super::layouts::{NONE, Sets};
use super::missing::Missing;
use super::moves::Cards;
use super::scan::{Face, Scan};
use super::trump::Trump;
use std::ops::ControlFlow;

/// Choices of copies of the faces before one that allow the same layouts.
#[derive(Clone, Copy, Debug)]
struct Node {
    set: u32,
    /// The fewest cards that any of them has.
    used: u8,
    /// The fewest cards that must be chosen from here on.
    least: u8,
    /// Where its ways begin.
    place: u32,
    /// The node after each number of copies of the face.
    next: [u32; 5],
}

impl Node {
    fn new(set: u32, used: u8) -> Self {
        Self { set, used, least: 0, place: 0, next: [NONE; 5] }
    }
}

/// All plays of so many of the cards held that hold what is needed.
#[derive(Clone, Debug)]
pub(super) struct Plays {
    /// The faces, weakest first, each with its number of copies.
    faces: Vec<(u8, u8)>,
    nodes: Vec<Node>,
    /// For each node in how many ways each number of cards can be chosen, from its least on.
    ways: Vec<u64>,
    size: usize,
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
        let mut sets = Sets::new(&scan);
        let faces = scan.faces.iter().map(|face| (face.bit, face.copies)).collect();
        let mut plays = Self { faces, nodes: vec![Node::new(0, 0)], ways: Vec::new(), size };
        // The node of each set before the next face.
        let mut node_of: Vec<u32> = Vec::new();
        let mut first = 0;
        let of_face = |face: &Face| Missing::of_face(face.copies);
        let mut later = scan.faces.iter().map(of_face).fold(Missing::default(), Missing::sum);
        for (n, face) in scan.faces.iter().enumerate() {
            let end = plays.nodes.len();
            later = later.less(of_face(face));
            for node in first..end {
                let Node { set, used, .. } = plays.nodes[node];
                let mut after = NONE;
                for copies in 0..=usize::from(face.copies).min(size - usize::from(used)) {
                    if copies == 0 || face.effect[copies] != face.effect[copies - 1] {
                        after = sets.after(set, n, face.effect[copies]);
                    }
                    if after == NONE {
                        continue;
                    }
                    let used = usize::from(used) + copies;
                    let set = sets.within(after, later.with_cards(size - used));
                    if set == NONE {
                        continue;
                    }
                    if node_of.len() < sets.len() {
                        node_of.resize(2 * sets.len(), 0);
                    }
                    let known = &mut node_of[set as usize];
                    if (*known as usize) < end {
                        *known = plays.nodes.len() as u32;
                        plays.nodes.push(Node::new(set, used as u8));
                    }
                    let next = *known;
                    plays.nodes[node].next[copies] = next;
                    let after = &mut plays.nodes[next as usize];
                    after.used = after.used.min(used as u8);
                }
            }
            first = end;
        }
        plays.weigh(&sets, first);
        plays
    }

    /// Counts the ways from each node, the last ones first; those from number `last` on are after the
    /// last face.
    fn weigh(&mut self, sets: &Sets<'_>, last: usize) {
        let mut place = 0;
        for node in &mut self.nodes {
            let most = self.size - usize::from(node.used);
            let least = sets.least(node.set);
            (node.least, node.place) = (least as u8, place as u32);
            place += most + 1 - least;
        }
        self.ways = vec![0; place];
        for n in (0..self.nodes.len()).rev() {
            let node = self.nodes[n];
            let (least, place) = (usize::from(node.least), node.place as usize);
            if n >= last {
                // Nothing must be left to do, and no card to be played.
                self.ways[place] = u64::from(least == 0 && sets.is_done(node.set));
                continue;
            }
            let (before, after) = self.ways.split_at_mut(self.nodes[n + 1].place as usize);
            let own = &mut before[place..];
            for (copies, &next) in node.next.iter().enumerate() {
                if next == NONE {
                    continue;
                }
                let next = self.nodes[next as usize];
                // Own numbers of cards from `least` on, those of the next from its least on.
                let from = next.place as usize - self.nodes[n + 1].place as usize;
                let start = usize::from(next.least) + copies;
                let (skip, from) = match start.checked_sub(least) {
                    Some(skip) => (skip, from),
                    None => (0, from + least - start),
                };
                if skip < own.len() {
                    let own = &mut own[skip..];
                    let ways = &after[from..][..own.len()];
                    own.iter_mut().zip(ways).for_each(|(own, &ways)| *own += ways);
                }
            }
        }
    }

    fn ways(&self, node: u32, size: usize) -> u64 {
        if node == NONE {
            return 0;
        }
        let node = &self.nodes[node as usize];
        match size.checked_sub(node.least.into()) {
            Some(place) => self.ways[node.place as usize + place],
            None => 0,
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        self.ways(0, self.size)
    }

    /// Play number `n`, which must be below [`count`](Self::count).
    pub(super) fn nth(&self, mut n: u64) -> Cards {
        debug_assert!(n < self.count(), "a play beyond the last");
        let (mut chosen, mut left, mut node) = (Cards::EMPTY, self.size, 0);
        for &(face, copies) in &self.faces {
            if left == 0 {
                break;
            }
            let mut taken = usize::from(copies).min(left);
            loop {
                let next = self.nodes[node as usize].next[taken];
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
        self.walk(0, 0, self.size, Cards::EMPTY, &mut visit)
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
            let next = self.nodes[node as usize].next[taken];
            self.walk(place + 1, next, left - taken, more, visit)?;
        }
        ControlFlow::Continue(())
    }
}
