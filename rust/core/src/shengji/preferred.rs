//! Readings in the order in which they are preferred (SJ-14).
//!
//! What makes one reading better than another adds up over its units: fewest singles, fewest units,
//! more of the largest form, more of the next, and so on. So of several ways to lay the faces down to
//! some class that leave the same units open, only the best need be followed further, or as many as are
//! asked for.

use super::moves::Units;
use super::packing::{AnyWalks, Packing, State, Walks};
use super::switches::Reading;
use super::trump::Trump;
use super::unit::Unit;
use super::walk::{Thread, Walk};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cmp::Ordering;

/// A unit and its place in the order in which leads tell units: the greater, the earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sorted {
    /// Size and width.
    form: (u8, u8),
    /// Highest class and faces.
    strength: (u8, u64),
    unit: Unit,
}

impl Sorted {
    fn new(trump: &Trump, unit: Unit) -> Self {
        let (top, faces) = unit.strength(trump);
        Self { form: (unit.size() as u8, unit.width), strength: (top as u8, faces), unit }
    }

    fn key(&self) -> ((u8, u8), (u8, u64)) {
        (self.form, self.strength)
    }
}

/// What has been laid: how many singles, and the units of two and more cards, the earliest first.
#[derive(Clone, Debug, Default)]
struct Laid {
    singles: usize,
    units: SmallVec<[Sorted; 8]>,
}

impl Laid {
    fn add(&mut self, unit: Sorted) {
        let place = self.units.partition_point(|other| other.key() >= unit.key());
        self.units.insert(place, unit);
    }

    /// Which is better, the lesser one, of two ways to lay the same cards.
    fn compare(&self, other: &Self, reading: Reading) -> Ordering {
        let few = |laid: &Self| (laid.singles, laid.units.len() + laid.singles);
        let fewer = match reading {
            Reading::NoSingles => few(self).cmp(&few(other)),
            Reading::LongestUnit => Ordering::Equal,
        };
        let forms =
            |laid: &Self| laid.units.iter().map(|unit| unit.form).collect::<SmallVec<[_; 16]>>();
        let strengths = |laid: &Self| {
            laid.units.iter().map(|unit| unit.strength).collect::<SmallVec<[_; 16]>>()
        };
        // Where one list is the beginning of the other, the rest of it are singles.
        fewer
            .then_with(|| forms(other).cmp(&forms(self)))
            .then_with(|| strengths(other).cmp(&strengths(self)))
    }
}

/// The best ways to reach a state with the same units open, the best first.
struct Reached {
    state: usize,
    walk: Walk,
    best: Vec<Laid>,
}

/// Of more readings than that only the first is sought, and among those of its forms not all are
/// compared. They are of more than forty trumps of four decks.
pub(super) const MANY: u64 = 1 << 16;
/// So many ways are then followed down to each class, but at least one for each choice of forms.
const FOLLOWED: usize = 1 << 11;

/// The number of a state, and the units that are open there.
type Open = (usize, SmallVec<[Thread; 8]>, SmallVec<[Thread; 8]>);

impl Packing<'_> {
    /// The best `most` ways to lay all cards, or all if there are fewer; the best first.
    pub(super) fn preferred(&self, reading: Reading, most: usize) -> Vec<Units> {
        match self.walks() {
            AnyWalks::Short(walks) => self.best_of(walks, reading, most),
            AnyWalks::Long(walks) => self.best_of(walks, reading, most),
        }
    }

    fn best_of<S: State>(&self, walks: &Walks<S>, reading: Reading, most: usize) -> Vec<Units> {
        let mut layer =
            vec![Reached { state: 0, walk: Walk::default(), best: vec![self.free_units()] }];
        let faces = self.faces.iter().map(|&bit| 1 << bit).filter(|face| self.linked & face != 0);
        for (n, face) in faces.enumerate() {
            let mut places: FxHashMap<Open, usize> = FxHashMap::default();
            let mut next: Vec<Reached> = Vec::new();
            for reached in &layer {
                self.go_on(walks, n, face, reached, &mut |to, single, mut walk| {
                    walk.sort();
                    let done: SmallVec<[Sorted; 4]> =
                        walk.done.drain(..).map(|unit| Sorted::new(self.trump, unit)).collect();
                    let best = reached.best.iter().map(|laid| {
                        let mut laid = laid.clone();
                        laid.singles += usize::from(single);
                        done.iter().for_each(|&unit| laid.add(unit));
                        laid
                    });
                    let [above, here] = walk.threads();
                    let open = (to, above.into(), here.into());
                    let place = *places.entry(open).or_insert(next.len());
                    if place == next.len() {
                        next.push(Reached { state: to, walk, best: best.collect() });
                    } else {
                        next[place].best.extend(best);
                    }
                });
            }
            for reached in &mut next {
                reached.best.sort_by(|a, b| a.compare(b, reading));
                reached.best.truncate(most);
            }
            if next.len() > FOLLOWED && self.count() > MANY {
                self.drop_alike(&mut next, reading);
            }
            layer = next;
        }
        let [Reached { best, .. }] = layer.as_slice() else { return Vec::new() };
        best.iter()
            .take(most)
            .map(|laid| laid.units.iter().map(|unit| unit.unit).collect())
            .collect()
    }

    /// Keeps of the ways that differ only in the faces of units the best.
    fn drop_alike(&self, layer: &mut Vec<Reached>, reading: Reading) {
        let open = |reached: &Reached| {
            let [above, here] = reached.walk.threads();
            let form = |thread: &Thread| {
                let class = self.trump.fold(thread.faces);
                (thread.code, class)
            };
            let mut forms: Vec<_> = above.iter().map(|thread| (true, form(thread))).collect();
            forms.extend(here.iter().map(|thread| (false, form(thread))));
            forms.sort_unstable();
            (reached.state, forms)
        };
        let faces = |reached: &Reached| {
            let mut faces: Vec<u64> =
                reached.walk.threads().concat().iter().map(|thread| thread.faces).collect();
            faces.sort_unstable_by(|a, b| b.cmp(a));
            faces
        };
        layer.sort_by_cached_key(|reached| std::cmp::Reverse(faces(reached)));
        layer.sort_by(|a, b| a.best[0].compare(&b.best[0], reading));
        let mut kept: FxHashMap<_, usize> = FxHashMap::default();
        layer.iter().for_each(|reached| *kept.entry(open(reached)).or_default() += 1);
        let most = (FOLLOWED / kept.len()).max(1);
        kept.values_mut().for_each(|many| *many = 0);
        layer.retain(|reached| {
            let many = kept.get_mut(&open(reached)).expect("counted");
            *many += 1;
            *many <= most
        });
    }

    /// Calls `f` with each way to use face number `n` of those that are linked: the next state, whether
    /// there is a single, and the units then.
    fn go_on<S: State>(
        &self,
        walks: &Walks<S>,
        n: usize,
        face: u64,
        reached: &Reached,
        f: &mut dyn FnMut(usize, bool, Walk),
    ) {
        let (step, next) = (&self.steps[n], self.steps.get(n + 1));
        let mut choices = Vec::new();
        walks.states[reached.state].choices(&self.shape, step, &mut choices);
        choices.retain(|choice| choice.after.goes_to(&self.shape, step, next).is_some());
        let edges = &walks.edges[walks.first[reached.state] as usize..];
        for (choice, &(to, ways)) in choices.iter().zip(edges) {
            if walks.counts[to as usize] == 0 {
                continue;
            }
            for which in 0..u64::from(ways) {
                let mut walk = reached.walk.clone();
                walk.follow(choice, which, face, self.shape.ages);
                match next {
                    None => walk.end(),
                    Some(next) if next.opens => {
                        walk.enter(next.linked, walks.states[to as usize].above());
                    }
                    Some(_) => {}
                }
                f(to as usize, choice.single, walk);
            }
        }
    }

    /// What faces are that no tractor reaches.
    fn free_units(&self) -> Laid {
        let mut laid = Laid::default();
        for &bit in &self.faces {
            let (face, copies) = (1u64 << bit, self.cards.count(usize::from(bit)));
            match copies {
                _ if self.linked & face != 0 => {}
                1 => laid.singles += 1,
                _ => laid.add(Sorted::new(self.trump, Unit { faces: face, width: copies as u8 })),
            }
        }
        laid
    }
}
