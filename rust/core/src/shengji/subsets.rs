//! Choices of a number of cards out of a multiset: counted, numbered, listed.
//!
//! Choices are ordered card by card in the order of strength, weakest first: of two choices that
//! one comes first that has more copies of the weakest face in which they differ.

use super::moves::Cards;
use super::trump::Trump;
use std::ops::ControlFlow;

/// The choices of `size` of some laid cards.
#[derive(Clone, Debug)]
pub struct Subsets {
    /// The faces, weakest first, each with its number of copies.
    faces: Vec<(u8, u8)>,
    size: usize,
    /// For each face, and after the last, in how many ways it and those after it give each number
    /// of cards from 0 to `size`.
    ways: Vec<u64>,
}

impl Subsets {
    /// The choices of `size` of the laid cards; none where there are fewer.
    #[must_use]
    pub fn new(trump: &Trump, cards: &Cards, size: usize) -> Self {
        let faces: Vec<(u8, u8)> = trump
            .ascending(cards.faces())
            .map(|face| (face as u8, cards.count(face) as u8))
            .collect();
        let row = size + 1;
        let mut ways: Vec<u64> = vec![0; (faces.len() + 1) * row];
        ways[faces.len() * row] = 1;
        for (n, &(_, copies)) in faces.iter().enumerate().rev() {
            let (own, after) = ways[n * row..].split_at_mut(row);
            for taken in 0..=usize::from(copies).min(size) {
                own[taken..].iter_mut().zip(&after[..row]).for_each(|(own, &ways)| *own += ways);
            }
        }
        Self { faces, size, ways }
    }

    fn ways(&self, face: usize, size: usize) -> u64 {
        self.ways[face * (self.size + 1) + size]
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.ways(0, self.size)
    }

    /// Choice number `n`, which must be below [`count`](Self::count).
    #[must_use]
    pub fn nth(&self, mut n: u64) -> Cards {
        debug_assert!(n < self.count(), "a choice beyond the last");
        let (mut chosen, mut left) = (Cards::EMPTY, self.size);
        for (place, &(face, copies)) in self.faces.iter().enumerate() {
            if left == 0 {
                break;
            }
            let mut taken = usize::from(copies).min(left);
            loop {
                let ways = self.ways(place + 1, left - taken);
                if n < ways {
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

    /// Calls `visit` for every choice in order until it breaks.
    pub fn for_each(&self, mut visit: impl FnMut(Cards) -> ControlFlow<()>) -> ControlFlow<()> {
        self.walk(0, self.size, Cards::EMPTY, &mut visit)
    }

    fn walk(
        &self,
        place: usize,
        left: usize,
        chosen: Cards,
        visit: &mut impl FnMut(Cards) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.ways(place, left) == 0 {
            return ControlFlow::Continue(());
        }
        let Some(&(face, copies)) = self.faces.get(place).filter(|_| left > 0) else {
            return visit(chosen);
        };
        for taken in (0..=usize::from(copies).min(left)).rev() {
            let mut more = chosen;
            more.add(1 << face, taken);
            self.walk(place + 1, left - taken, more, visit)?;
        }
        ControlFlow::Continue(())
    }
}
