//! Cards laid into units that are apart: readings, and leads with their readings (SJ-13, SJ-14).
//!
//! Units are apart if no two or more of them together are one unit. That is so exactly if
//!
//! - no unit is there twice, nor two singles of one face,
//! - no unit of two and more copies has a single beside each of its faces,
//! - no unit ends where another of its width begins at the linked class above, unless both have one
//!   face and fewer of them than make a tractor follow each other.
//!
//! (Two tractors of pairs on the same faces would be one of quads, and so on; a longer unit made of
//! several has two of these inside.)
//!
//! So the ways to lay cards are walks down the faces of a suit. What a walk must remember of the units
//! that reach the class before is little: a *thread* for each, that tells nothing of its faces. A way is
//! found by its number if it is known in how many ways each state goes on. Where two classes make a
//! tractor [`weights`](super::weights) tell it; elsewhere, and where the best ways are sought, the states
//! that can be reached before each face are listed.

use super::moves::{Cards, Units};
use super::tally::{Tally, kept};
use super::threads::{Choice, Threads};
use super::trump::Trump;
use super::unit::Unit;
use super::walk::Walk;
use super::weights::Weights;
use smallvec::SmallVec;
use std::cell::OnceCell;

/// Classes so far are told up to this many; chains are shorter.
pub(super) const AGES: u8 = 32;

/// How units lie along the faces at hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Whether all cards are used.
    pub whole: bool,
    /// The least length of a tractor.
    pub least: u8,
    /// Up to which number classes of a unit are told apart.
    pub ages: u8,
}

/// How many units of each width, from pairs up, some faces can hold.
pub(super) type Room = [u8; 3];

/// A face that is linked to others in what is held.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub copies: u8,
    /// Whether its class is another than that of the face before, and linked to it.
    pub opens: bool,
    pub linked: bool,
    /// The room of its class from this face on, and after it.
    pub room: Room,
    pub rest: Room,
    /// The room of the class below, if it is linked.
    pub next: Room,
    /// What a tally keeps then.
    pub kept: u64,
    /// Whether it is the last face of its class.
    pub closes: bool,
    /// In how many ways the free faces just before it can be used.
    pub free: u64,
}

/// What is known on the way before a face.
pub(super) trait State: Copy + Eq + Default {
    /// Adds the ways to use a face, fewest cards first. Not all of them need go on.
    fn choices(self, shape: &Shape, step: &Step, all: &mut Vec<Choice<Self>>);

    /// After a face was used, the state at the next one, or if there is none, at the end; `None` if no
    /// way goes on.
    fn goes_to(self, shape: &Shape, step: &Step, next: Option<&Step>) -> Option<Self>;

    /// A word that tells states apart, as far as one can.
    fn key(self) -> u64;

    /// The codes of the threads that reach the class above.
    fn above(self) -> Option<Threads>;
}

/// The ways to lay cards, by what is remembered of them on the way: states before each step, and
/// after the last.
pub(super) struct Walks<S> {
    pub(super) states: Vec<S>,
    /// Where the edges of each state begin.
    pub(super) first: Vec<u32>,
    /// Where an edge leads, and by how many ways.
    pub(super) edges: Vec<(u32, u32)>,
    /// How many ways go on from each state, the free faces just before it left out.
    pub(super) counts: Vec<u64>,
}

impl<S: State> Walks<S> {
    fn new(shape: &Shape, steps: &[Step], free_last: u64) -> Self {
        if steps.is_empty() {
            return Self {
                states: vec![S::default()],
                first: vec![0],
                edges: Vec::new(),
                counts: vec![1],
            };
        }
        let mut places = Places::<S>::new();
        let mut choices = Vec::with_capacity(MOST_CHOICES);
        let mut first = vec![0];
        let mut edges = Vec::with_capacity(8 * steps.len());
        let mut layers = vec![0];
        for n in 0..steps.len() {
            let here = layers[n]..places.states.len();
            places.start = here.end;
            layers.push(here.end);
            for place in here {
                choices.clear();
                places.states[place].choices(shape, &steps[n], &mut choices);
                for choice in &choices {
                    if let Some(after) = choice.after.goes_to(shape, &steps[n], steps.get(n + 1)) {
                        edges.push((places.place_of(after), choice.ways));
                    }
                }
                first.push(edges.len() as u32);
            }
        }
        let mut counts = vec![1; places.states.len()];
        let mut free = free_last;
        for (n, step) in steps.iter().enumerate().rev() {
            for place in layers[n]..layers[n + 1] {
                let edges = &edges[first[place] as usize..first[place + 1] as usize];
                let ways = edges.iter().map(|&(to, ways)| u64::from(ways) * counts[to as usize]);
                counts[place] = free * ways.sum::<u64>();
            }
            free = step.free;
        }
        Self { states: places.states, first, edges, counts }
    }
}

/// There are hardly ever more ways to use a face.
const MOST_CHOICES: usize = 32;

/// States in a list, found again by a table of their places.
struct Places<S> {
    states: Vec<S>,
    /// Where those begin among which is sought: the table is not emptied for a new layer, places before
    /// it count as none.
    start: usize,
    table: Vec<u32>,
}

impl<S: State> Places<S> {
    fn new() -> Self {
        Self { states: vec![S::default()], start: 1, table: Vec::new() }
    }

    /// The place of a state, new if need be.
    #[inline(always)]
    fn place_of(&mut self, state: S) -> u32 {
        let many = self.states.len() - self.start;
        if many < FEW {
            let layer = &self.states[self.start..];
            if let Some(place) = layer.iter().position(|&other| other == state) {
                return (self.start + place) as u32;
            }
            self.states.push(state);
            return self.states.len() as u32 - 1;
        }
        if many == FEW || 2 * many >= self.table.len() {
            self.fill();
        }
        let slot = self.slot(state);
        let place = self.table[slot] as usize;
        if place >= self.start {
            return place as u32;
        }
        self.table[slot] = self.states.len() as u32;
        self.states.push(state);
        self.table[slot]
    }

    /// The slot of a state, or the one where it belongs.
    #[inline(always)]
    fn slot(&self, state: S) -> usize {
        let shift = self.table.len().leading_zeros() + 1;
        let mut slot = (state.key().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift) as usize;
        loop {
            let place = self.table[slot] as usize;
            if place < self.start || self.states[place] == state {
                return slot;
            }
            slot = (slot + 1) & (self.table.len() - 1);
        }
    }

    /// Puts all states of the layer into a table that has room for as many again.
    #[cold]
    fn fill(&mut self) {
        let many = self.states.len() - self.start;
        let size = (4 * many).next_power_of_two().max(256);
        if size > self.table.len() {
            self.table.clear();
            self.table.resize(size, 0);
        }
        for place in self.start..self.states.len() {
            let slot = self.slot(self.states[place]);
            self.table[slot] = place as u32;
        }
    }
}

/// So few states are searched one by one.
const FEW: usize = 10;

/// Walks by what must be remembered.
pub(super) enum AnyWalks {
    /// Where two classes make a tractor.
    Short(Walks<Tally>),
    Long(Walks<super::threads::Reach>),
}

/// What tells in how many ways a walk goes on.
trait Guide<S> {
    /// From the first step on, the free faces before it left out.
    fn first(&self) -> u64;

    /// From the state after a step on, the free faces just before the next one left out. `edge` numbers
    /// the edge that leads there; also the number of the state, if there are such.
    fn after(&self, step: usize, edge: usize, state: S) -> (usize, u64);

    /// The number of the first edge of the state with a number.
    fn first_edge(&self, state: usize) -> usize;
}

impl<S> Guide<S> for Walks<S> {
    fn first(&self) -> u64 {
        self.counts[0]
    }

    fn after(&self, _: usize, edge: usize, _: S) -> (usize, u64) {
        let to = self.edges[edge].0 as usize;
        (to, self.counts[to])
    }

    fn first_edge(&self, state: usize) -> usize {
        self.first[state] as usize
    }
}

impl Guide<Tally> for Weights {
    fn first(&self) -> u64 {
        self.count()
    }

    fn after(&self, step: usize, _: usize, state: Tally) -> (usize, u64) {
        (0, Self::after(self, step, state))
    }

    fn first_edge(&self, _: usize) -> usize {
        0
    }
}

/// The ways to lay some of the cards, or all of them, into units that are apart.
pub(super) struct Packing<'a> {
    pub(super) trump: &'a Trump,
    pub(super) shape: Shape,
    pub(super) cards: Cards,
    /// All faces held, strongest first, and which of them are steps.
    pub(super) faces: SmallVec<[u8; 32]>,
    pub(super) linked: u64,
    pub(super) steps: Vec<Step>,
    /// In how many ways the free faces after the last step can be used.
    free_last: u64,
    /// Where two classes make a tractor.
    weights: Option<Weights>,
    walks: OnceCell<AnyWalks>,
}

impl<'a> Packing<'a> {
    /// The ways to lay cards of one effective suit: all of them, or any.
    pub(super) fn new(trump: &'a Trump, cards: &Cards, whole: bool) -> Self {
        let mut faces: SmallVec<[u8; 32]> = SmallVec::new();
        faces.extend(trump.ascending(cards.faces()).map(|bit| bit as u8));
        faces.reverse();
        // Where chains are shorter than tractors there are none.
        let least = trump.least_run().min(usize::from(AGES) - 1) as u8;
        let ages = if least == 2 { 1 } else { least };
        let shape = Shape { whole, least, ages };
        // A face is free if it is no part of a tractor that is held: it is played as one tuple.
        let classes = trump.fold(cards.at_least(2));
        let low = trump.runs(classes, 2);
        let linked = trump.unfold(low | low << 1) & cards.at_least(2);
        let (steps, free_last) = steps(trump, cards, &faces, linked, whole);
        let weights = (least == 2).then(|| Weights::new(&shape, &steps, free_last));
        let walks = OnceCell::new();
        Self { trump, shape, cards: *cards, faces, linked, steps, free_last, weights, walks }
    }

    /// The walks, listed when they are first asked for.
    pub(super) fn walks(&self) -> &AnyWalks {
        self.walks.get_or_init(|| {
            if self.shape.least == 2 {
                AnyWalks::Short(Walks::new(&self.shape, &self.steps, self.free_last))
            } else {
                AnyWalks::Long(Walks::new(&self.shape, &self.steps, self.free_last))
            }
        })
    }

    /// How many ways there are.
    pub(super) fn count(&self) -> u64 {
        let first = match &self.weights {
            Some(weights) => weights.count(),
            None => self.count_of_walks(),
        };
        self.free(0) * first
    }

    /// How many walks there are, the free faces before the first step left out.
    fn count_of_walks(&self) -> u64 {
        match self.walks() {
            AnyWalks::Short(walks) => walks.first(),
            AnyWalks::Long(walks) => walks.first(),
        }
    }

    /// How many ways there are, counted by walks.
    #[cfg(test)]
    pub(super) fn count_by_walks(&self) -> u64 {
        self.free(0) * self.count_of_walks()
    }

    /// How many ways there are, counted by threads and their lengths.
    #[cfg(test)]
    pub(super) fn count_with_lengths(&self) -> u64 {
        let walks = Walks::<super::threads::Reach>::new(&self.shape, &self.steps, self.free_last);
        self.free(0) * walks.first()
    }

    /// In how many ways the free faces before a step can be used.
    fn free(&self, step: usize) -> u64 {
        self.steps.get(step).map_or(self.free_last, |step| step.free)
    }

    /// Way number `n`, below the count: its units of two and more cards and the faces of its singles.
    pub(super) fn nth(&self, n: u64) -> (Units, u64) {
        match &self.weights {
            Some(weights) => self.walk::<Tally>(weights, n),
            None => self.nth_walk(n),
        }
    }

    /// The same by the walks.
    pub(super) fn nth_walk(&self, n: u64) -> (Units, u64) {
        match self.walks() {
            AnyWalks::Short(walks) => self.walk(walks, n),
            AnyWalks::Long(walks) => self.walk(walks, n),
        }
    }

    fn walk<S: State>(&self, guide: &impl Guide<S>, mut n: u64) -> (Units, u64) {
        let (mut place, mut state, mut number) = (0, S::default(), 0);
        let (mut free, mut ways) = (self.free(0), guide.first());
        let mut singles = 0;
        let mut walk = Walk::default();
        let mut choices = Vec::with_capacity(MOST_CHOICES);
        for &bit in &self.faces {
            let face = 1 << bit;
            if self.linked & face == 0 {
                let mut copies = self.cards.count(usize::from(bit)) as u64;
                if !self.shape.whole {
                    free /= copies + 1;
                    let rest = free * ways;
                    (copies, n) = (n / rest, n % rest);
                }
                match copies {
                    0 => {}
                    1 => singles |= face,
                    _ => walk.done.push(Unit { faces: face, width: copies as u8 }),
                }
                continue;
            }
            let step = &self.steps[place];
            if step.opens {
                // What is told of the threads may have changed.
                walk.enter(step.linked, state.above());
            }
            free = self.free(place + 1);
            let next = self.steps.get(place + 1);
            choices.clear();
            state.choices(&self.shape, step, &mut choices);
            let mut edge = guide.first_edge(number);
            let found = choices.iter().find_map(|choice| {
                let to = choice.after.goes_to(&self.shape, step, next)?;
                let (number, ways) = guide.after(place, edge, to);
                edge += 1;
                let rest = free * ways;
                let all = u64::from(choice.ways) * rest;
                if n < all {
                    let which = n / rest;
                    n %= rest;
                    return Some((choice, to, number, ways, which));
                }
                n -= all;
                None
            });
            let which;
            let choice;
            (choice, state, number, ways, which) = found.expect("a number below the count");
            if choice.single {
                singles |= face;
            }
            walk.follow(choice, which, face, self.shape.ages);
            place += 1;
        }
        (walk.units(self.trump), singles)
    }
}

/// The faces that are linked to others, strongest first, and in how many ways the free ones after the
/// last can be used.
fn steps(trump: &Trump, cards: &Cards, faces: &[u8], linked: u64, whole: bool) -> (Vec<Step>, u64) {
    let mut steps: Vec<Step> = Vec::with_capacity(linked.count_ones() as usize);
    let (mut free, mut class) = (1, usize::MAX);
    for &bit in faces {
        let copies = cards.count(usize::from(bit)) as u8;
        if linked >> bit & 1 == 0 {
            free *= if whole { 1 } else { u64::from(copies) + 1 };
            continue;
        }
        let above = std::mem::replace(&mut class, trump.class_of(usize::from(bit)));
        let linked = above == class + 1 && trump.runs(3 << class, 2) != 0;
        let room = [copies / 2, u8::from(copies >= 3), u8::from(copies == 4)];
        let free = std::mem::replace(&mut free, 1);
        steps.push(Step {
            copies,
            opens: above != class,
            linked,
            room,
            rest: [0; 3],
            next: [0; 3],
            kept: 0,
            closes: true,
            free,
        });
    }
    for n in (1..steps.len()).rev() {
        if !steps[n].opens {
            let Step { room, next, .. } = steps[n];
            let step = &mut steps[n - 1];
            step.rest = room;
            step.room.iter_mut().zip(room).for_each(|(all, later)| *all += later);
            step.next = next;
            step.closes = false;
        } else if steps[n].linked {
            steps[n - 1].next = steps[n].room;
        }
    }
    for step in &mut steps {
        step.kept = kept(step.next);
    }
    (steps, free)
}
