//! The greatest units within some cards: those that are part of no greater one there (SJ-09, SJ-10).

use super::moves::Cards;
use super::trump::Trump;
use super::unit::{Form, Unit};
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// The units within some cards that no other unit within them contains.
///
/// Their order: plain suits D C H S, then trumps; in a suit most cards first, then widest, then
/// highest, as units of a lead are told.
pub struct Maximal<'a> {
    trump: &'a Trump,
    cards: Cards,
    shapes: Vec<Shape>,
}

/// Units of one form and of the same classes, which differ by the faces of these.
struct Shape {
    suit: usize,
    width: usize,
    classes: u64,
}

impl<'a> Maximal<'a> {
    /// The greatest units within laid cards.
    #[must_use]
    pub fn new(trump: &'a Trump, cards: &Cards) -> Self {
        let mut shapes = Vec::new();
        for suit in 0..5 {
            let held = cards.within(trump.suit_mask(suit));
            for width in 1..=4 {
                let mut classes = trump.fold(held.at_least(width));
                while classes != 0 {
                    let run = first_run(trump, classes);
                    classes ^= run;
                    let long = run.count_ones() as usize >= trump.least_run();
                    if width > 1 && long {
                        shapes.push(Shape { suit, width, classes: run });
                        continue;
                    }
                    let one = |bit: usize| Shape { suit, width, classes: 1 << bit };
                    shapes.extend(trump.ascending(run).map(one));
                }
            }
        }
        let order = |shape: &Shape| {
            let form = Form::new(shape.width, shape.classes.count_ones() as usize);
            (shape.suit, Reverse((form.dominance(), shape.classes)))
        };
        shapes.sort_by_key(order);
        Self { trump, cards: *cards, shapes }
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.shapes.iter().map(|shape| self.choices(shape)).sum()
    }

    /// Visits all of them in order, until it breaks.
    pub fn for_each(&self, mut visit: impl FnMut(Unit) -> ControlFlow<()>) -> ControlFlow<()> {
        self.shapes.iter().try_for_each(|shape| match self.choices(shape) {
            0 => ControlFlow::Continue(()),
            _ => self.units(shape, shape.classes, 0, &mut visit),
        })
    }

    /// The faces of a class that have `width` copies.
    fn faces(&self, class: u64, width: usize) -> u64 {
        self.trump.unfold(class) & self.cards.at_least(width)
    }

    /// How many units of a shape are not part of wider ones.
    fn choices(&self, shape: &Shape) -> u64 {
        let ways = |width| {
            let classes = self.trump.ascending(shape.classes);
            classes.map(|bit| u64::from(self.faces(1 << bit, width).count_ones())).product::<u64>()
        };
        ways(shape.width) - ways(shape.width + 1)
    }

    /// Visits the units that have `chosen` and a face of each class of `left`, highest faces first.
    fn units(
        &self,
        shape: &Shape,
        left: u64,
        chosen: u64,
        visit: &mut impl FnMut(Unit) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if left == 0 {
            let wider = chosen & !self.cards.at_least(shape.width + 1) == 0;
            let unit = Unit { faces: chosen, width: shape.width as u8 };
            return if wider { ControlFlow::Continue(()) } else { visit(unit) };
        }
        let class = 1 << (63 - left.leading_zeros());
        let mut faces = self.faces(class, shape.width);
        while faces != 0 {
            // Among the faces of a class the higher bit is the higher suit.
            let face = 1 << (63 - faces.leading_zeros());
            faces ^= face;
            self.units(shape, left ^ class, chosen | face, visit)?;
        }
        ControlFlow::Continue(())
    }
}

/// The run of linked classes that begins at the lowest of `classes`, as far as it goes.
fn first_run(trump: &Trump, classes: u64) -> u64 {
    let linked = trump.runs(classes, 2);
    let mut run = classes & classes.wrapping_neg();
    loop {
        let more = run | (run & linked) << 1;
        if more == run {
            return run;
        }
        run = more;
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::Rules;
    use super::super::switches::Switches;
    use super::*;
    use crate::bits::Cpu;
    use crate::card::{Rank, Suit};
    use crate::rng::{Domain, Rng};

    /// All units within the cards, by trying every sub-multiset of few cards.
    fn units_within(trump: &Trump, cards: &Cards) -> Vec<Unit> {
        let held: Vec<_> = cards.iter().collect();
        let mut found = Vec::new();
        let mut copies = vec![0; held.len()];
        loop {
            let Some(at) = (0..held.len()).find(|&n| copies[n] < held[n].1) else { return found };
            copies[at] += 1;
            copies[..at].fill(0);
            let mut part = Cards::EMPTY;
            for (n, &(bit, _)) in held.iter().enumerate() {
                part.add(1 << bit, copies[n]);
            }
            found.extend(trump.unit_of(&part));
        }
    }

    #[test]
    fn are_those_that_no_other_contains() {
        let mut rng = Rng::stream(7, Domain::Play, 0, 0);
        for round in 0..300 {
            let decks = 1 + rng.below(4) as u8;
            let switches = Switches {
                decks,
                constant_trumps: if round % 3 == 0 { 1 << 12 } else { 0 },
                tractor_min_length: 2 + rng.below(2) as u8,
                tractors: rng.below(8) > 0,
                ..Switches::default()
            };
            let rules = Rules::new(switches, Cpu::Portable).unwrap();
            let suit = Suit::ALL.get(rng.below(5) as usize).copied();
            let trump = rules.trump(suit, Rank::from_index(rng.below(13) as usize));
            let mut cards = Cards::EMPTY;
            let lowest = rng.below(54 - 8);
            for _ in 0..10 {
                // Bits near each other, and the further faces of side levels.
                let bit =
                    if rng.below(2) == 0 { lowest + rng.below(8) } else { 44 + rng.below(10) };
                if cards.count(bit as usize) < usize::from(decks) {
                    cards.add(1 << bit, 1);
                }
            }
            let all = units_within(trump, &cards);
            let inside = |unit: &Unit| {
                let greater = |other: &&Unit| other.cards().contains(&unit.cards());
                all.iter().filter(greater).count() > 1
            };
            let mut wanted: Vec<_> = all.iter().filter(|unit| !inside(unit)).copied().collect();
            let suit = |unit: &Unit| trump.suit_of_all(unit.faces);
            wanted.sort_by(|a, b| {
                suit(a).cmp(&suit(b)).then_with(|| a.rank(trump).cmp(&b.rank(trump)))
            });
            let maximal = Maximal::new(trump, &cards);
            let mut found = Vec::new();
            let end = maximal.for_each(|unit| {
                found.push(unit);
                ControlFlow::Continue(())
            });
            assert_eq!((found, end), (wanted, ControlFlow::Continue(())), "{cards:?}");
            assert_eq!(maximal.count() as usize, all.iter().filter(|unit| !inside(unit)).count());
        }
    }
}
