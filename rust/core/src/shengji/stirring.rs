//! Redeals that are searched and then stirred, where too few deals fit to draw one directly.
//!
//! A deal that fits is found by repair: hidden copies of single faces are laid anew, and copies of two or
//! three faces exchanged among places, and less and less often is it taken where more is broken after
//! than before. From there on such exchanges go on that leave all whole. Each draws among all ways to
//! lay the same copies, by their weights, so that a deal goes over into another one as often as that into it, and
//! all deals that can be reached so become equally likely in the end. That they nearly are after
//! [`STIRS`] of them for each face is not proved.

use super::rules::Rules;
use super::spread::{Planes, Spread, cards, unit};
use super::tells::PLACES;
use super::trump::Trump;
use crate::rng::Rng;

/// Exchanges that are tried, for each face.
const STIRS: usize = 400;

/// Steps of one search, and searches.
const STEPS: usize = 6_000;
const SEARCHES: usize = 100;

/// What it takes to look at layouts.
#[derive(Clone, Copy)]
pub(super) struct Stirring<'a> {
    pub(super) rules: &'a Rules,
    pub(super) trump: &'a Trump,
    pub(super) spread: &'a Spread,
}

/// A way for each face.
#[derive(Clone)]
struct Layout {
    picks: Vec<usize>,
    planes: Planes,
    /// How many cards more than it takes lie in each place.
    excess: [i32; PLACES],
    /// How many tells of each suit do not hold.
    broken: [usize; 5],
}

/// Other ways for up to three faces.
type Change = smallvec::SmallVec<[(usize, usize); 3]>;

impl Stirring<'_> {
    /// Lays all cards; `None` where no deal that fits was found.
    pub(super) fn draw(self, rng: &mut Rng) -> Option<Planes> {
        let mut layout = (0..SEARCHES).find_map(|_| self.search(rng))?;
        for _ in 0..STIRS * self.spread.faces.len() {
            let change = self.exchange(&layout, rng);
            let changed = self.changed(&layout, &change, true);
            layout = changed.unwrap_or(layout);
        }
        Some(layout.planes)
    }

    /// A deal that fits, however likely.
    fn search(self, rng: &mut Rng) -> Option<Layout> {
        let mut layout = self.start(rng);
        let mut faults = self.faults(&layout);
        for step in 0..STEPS {
            if faults == 0 {
                return Some(layout);
            }
            let alone = layout.excess != [0; PLACES] && rng.below(2) == 0 || rng.below(16) == 0;
            let change = if alone { self.alone(rng) } else { self.exchange(&layout, rng) };
            let Some(changed) = self.changed(&layout, &change, false) else { continue };
            let after = self.faults(&changed);
            // Each fault more is taken with a chance of 1/4 at first, and of 1/256 at last.
            let bits = after.saturating_sub(faults) * (2 + 7 * step / STEPS);
            if bits == 0 || bits < 64 && rng.next_word() >> (64 - bits) == 0 {
                (layout, faults) = (changed, after);
            }
        }
        None
    }

    /// Every face by chance.
    fn start(self, rng: &mut Rng) -> Layout {
        let spread = self.spread;
        let picks: Vec<usize> = spread.faces.iter().map(|face| face.draw(rng)).collect();
        let mut planes = spread.fixed;
        let mut excess = spread.sizes.map(|size| -i32::from(size));
        for (face, &pick) in spread.faces.iter().zip(&picks) {
            let copies = &face.ways[pick].copies;
            super::spread::put(&mut planes, face.bit, copies);
            for (excess, &copies) in excess.iter_mut().zip(copies) {
                *excess += i32::from(copies);
            }
        }
        let mut layout = Layout { picks, planes, excess, broken: [0; 5] };
        for suit in 0..5 {
            layout.broken[suit] = self.broken(&layout.planes, suit);
        }
        layout
    }

    fn broken(self, planes: &Planes, suit: usize) -> usize {
        let tells = &self.spread.tells[suit];
        if tells.is_empty() {
            return 0;
        }
        let hidden = cards(planes);
        let s = &self.rules.switches;
        tells.iter().filter(|tell| !tell.holds(s, self.trump, &hidden)).count()
    }

    fn faults(self, layout: &Layout) -> usize {
        let excess: u32 = layout.excess.iter().map(|excess| excess.unsigned_abs()).sum();
        layout.broken.iter().sum::<usize>() + excess as usize / 2
    }

    /// The layout after a change; `None` where it is the same, or must stay whole and does not.
    fn changed(self, layout: &Layout, change: &Change, whole: bool) -> Option<Layout> {
        let mut suits = 0u8;
        let mut out: Option<Layout> = None;
        for &(at, pick) in change {
            if layout.picks[at] == pick {
                continue;
            }
            let out = out.get_or_insert_with(|| layout.clone());
            let face = &self.spread.faces[at];
            let (before, after) = (&face.ways[layout.picks[at]], &face.ways[pick]);
            out.picks[at] = pick;
            suits |= 1 << face.suit;
            for place in 0..PLACES {
                out.excess[place] +=
                    i32::from(after.copies[place]) - i32::from(before.copies[place]);
                for (d, plane) in out.planes[place].iter_mut().enumerate() {
                    *plane &= !face.bit;
                    if d < usize::from(after.copies[place]) {
                        *plane |= face.bit;
                    }
                }
            }
        }
        let mut out = out?;
        for suit in (0..5).filter(|suit| suits >> suit & 1 != 0) {
            if whole {
                let hidden = cards(&out.planes);
                self.spread.broken(self.rules, self.trump, suit, &hidden).is_none().then_some(())?;
            } else {
                out.broken[suit] = self.broken(&out.planes, suit);
            }
        }
        Some(out)
    }

    /// One face laid anew.
    fn alone(self, rng: &mut Rng) -> Change {
        let at = rng.below(self.spread.faces.len() as u64) as usize;
        Change::from_iter([(at, self.spread.faces[at].draw(rng))])
    }

    /// The copies of two or three faces laid anew, as many in each place as before.
    fn exchange(self, layout: &Layout, rng: &mut Rng) -> Change {
        let faces = &self.spread.faces;
        let n = faces.len() as u64;
        if n < 2 {
            return Change::new();
        }
        let a = rng.below(n) as usize;
        // Half of the others are of the same suit.
        let b = if rng.below(2) == 0 {
            let suit = &self.spread.suits[faces[a].suit];
            suit[rng.below(suit.len() as u64) as usize]
        } else {
            rng.below(n) as usize
        };
        let c = rng.below(n) as usize;
        let key = |at: usize| faces[at].ways[layout.picks[at]].key();
        if a == b {
            return Change::new();
        }
        let three = c != a && c != b && rng.below(4) == 0;
        // All ways with the same sums, each by its weight: the first that a running total chooses.
        let (mut total, mut chosen) = (0.0, Change::new());
        let mut meet = |weight: f64, change: &[(usize, usize)], rng: &mut Rng| {
            total += weight;
            if unit(rng) * total < weight {
                chosen = change.into();
            }
        };
        if three {
            let sum = key(a) + key(b) + key(c);
            for (i, first) in faces[a].ways.iter().enumerate() {
                for (j, second) in faces[b].ways.iter().enumerate() {
                    let rest = sum.wrapping_sub(first.key()).wrapping_sub(second.key());
                    if let Some(k) = faces[c].way_of(rest) {
                        let weight = first.weight * second.weight * faces[c].ways[k].weight;
                        meet(weight, &[(a, i), (b, j), (c, k)], rng);
                    }
                }
            }
        } else {
            let sum = key(a) + key(b);
            for (i, first) in faces[a].ways.iter().enumerate() {
                if let Some(j) = faces[b].way_of(sum.wrapping_sub(first.key())) {
                    meet(first.weight * faces[b].ways[j].weight, &[(a, i), (b, j)], rng);
                }
            }
        }
        chosen
    }
}
