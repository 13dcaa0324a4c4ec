//! Wings and kickers: multisets of solos or pairs carried by trios and quads (DD-15 … DD-17, DD-21),
//! counted in closed form, listed, and numbered in the documented order.
//!
//! A multiset has a *shape*, its multiplicities in descending order; shapes come in lexicographic
//! order (1,1,1 before 2,1 before 3). Within a shape the ranks of the highest multiplicity are
//! compared as a bit mask, then those of the next.

use super::hand::{Hand, JOKERS};
use crate::bits::{BINOMIAL, Isa, SUBSET_START, SUBSETS, subset_rank};

/// How many ranks a shape takes four, three, two and one times.
type Shape = [u8; 4];

/// The shapes of each size, in order.
pub(super) static SHAPES: [&[Shape]; 7] = [
    &[[0, 0, 0, 0]],
    &[[0, 0, 0, 1]],
    &[[0, 0, 0, 2], [0, 0, 1, 0]],
    &[[0, 0, 0, 3], [0, 0, 1, 1], [0, 1, 0, 0]],
    &[[0, 0, 0, 4], [0, 0, 1, 2], [0, 0, 2, 0], [0, 1, 0, 1], [1, 0, 0, 0]],
    &[[0, 0, 0, 5], [0, 0, 1, 3], [0, 0, 2, 1], [0, 1, 0, 2], [0, 1, 1, 0], [1, 0, 0, 1]],
    &[
        [0, 0, 0, 6],
        [0, 0, 1, 4],
        [0, 0, 2, 2],
        [0, 0, 3, 0],
        [0, 1, 0, 3],
        [0, 1, 1, 1],
        [0, 2, 0, 0],
        [1, 0, 0, 2],
        [1, 0, 1, 0],
    ],
];

/// What may be carried: `size` units out of the ranks that can give one, two, three or four.
#[derive(Clone, Copy, Debug)]
pub struct Wings {
    /// Ranks that can give at least 1, 2, 3, 4 units; each mask lies within the one before.
    pub ranks: [u64; 4],
    /// Units to carry, at most 6.
    pub size: u8,
    /// Cards in a unit: 1 or 2.
    pub unit: u32,
    /// Whether both jokers may be among the wings.
    pub both_jokers: bool,
}

/// All subsets of `k` bits of `mask`, ascending.
#[inline(always)]
pub(super) fn subsets<I: Isa>(mask: u64, k: u8) -> impl Iterator<Item = u64> {
    let (n, k) = (mask.count_ones() as usize, k as usize);
    let block = &SUBSETS[SUBSET_START[k]..][..BINOMIAL[n][k] as usize];
    block.iter().map(move |&subset| I::deposit(u64::from(subset), mask))
}

/// Runs `$body` for groups of the choices of `$wings`, in order: each group is the cards `$first` with
/// every subset of `$table`, spread over the ranks in `$free`, once each. A macro, so that the body
/// is compiled for the same processor as what is around it.
macro_rules! each_group {
    ($isa:ty, $wings:expr, |$first:ident, $free:ident, $table:ident| $body:block) => {
        let [w1, w2, w3, w4] = $wings.ranks;
        for &shape in SHAPES[$wings.size as usize] {
            let [fours, threes, twos, ones] = shape;
            let [a, b, c, singles] = $wings.part_counts(shape);
            if a * b * c * singles == 0 {
                continue;
            }
            let $table = &SUBSETS[SUBSET_START[ones as usize]..][..singles as usize];
            for a in subsets::<$isa>(w4, fours) {
                for b in subsets::<$isa>(w3 & !a, threes) {
                    for c in subsets::<$isa>(w2 & !(a | b), twos) {
                        let $first = cards_of([0, c, b, a], $wings.unit);
                        let $free = w1 & !(a | b | c);
                        $body
                    }
                }
            }
        }
    };
}

pub(super) use each_group;

/// One choice of wings: the ranks taken 1, 2, 3 and 4 times.
pub type Chosen = [u64; 4];

impl Wings {
    /// Whether both jokers are in `ones` but must not be taken together.
    #[inline(always)]
    fn bars_jokers(&self, ones: u64) -> bool {
        !self.both_jokers && ones & JOKERS == JOKERS
    }

    #[inline(always)]
    fn count_shape(&self, shape: Shape) -> u32 {
        let [fours, threes, twos, ones] = self.part_counts(shape);
        fours * threes * twos * ones
    }

    /// The number of choices.
    #[inline(always)]
    #[must_use]
    pub fn count(&self) -> u32 {
        let [n1, n2, n3, _] = self.ranks.map(u64::count_ones);
        let jokers = u32::from(self.bars_jokers(self.ranks[0]));
        match self.size {
            1 => n1,
            2 => n1 * n1.wrapping_sub(1) / 2 + n2 - jokers,
            3 => {
                let singles = BINOMIAL[n1 as usize][3] - jokers * n1.wrapping_sub(2);
                singles + n2 * n1.wrapping_sub(1) + n3
            }
            size => SHAPES[size as usize].iter().map(|&shape| self.count_shape(shape)).sum(),
        }
    }

    /// Choice number `n` (below [`count`](Self::count)).
    #[inline(always)]
    #[must_use]
    pub fn nth<I: Isa>(&self, mut n: u32) -> Chosen {
        if self.size == 1 {
            return [1 << I::select(self.ranks[0], n), 0, 0, 0];
        }
        for &shape in SHAPES[self.size as usize] {
            let count = self.count_shape(shape);
            if n < count {
                return self.nth_of_shape::<I>(shape, n);
            }
            n -= count;
        }
        unreachable!("a number below the count has a shape")
    }

    #[inline(always)]
    fn nth_of_shape<I: Isa>(&self, shape: Shape, n: u32) -> Chosen {
        let mut chosen = [0; 4];
        let mut taken = 0;
        let mut rest = n;
        // Sizes of the less significant parts, from the singles up.
        let counts = self.part_counts(shape);
        let mut weight = counts[0] * counts[1] * counts[2] * counts[3];
        for (part, &k) in shape.iter().enumerate() {
            if k == 0 {
                continue;
            }
            let plane = 3 - part;
            weight /= counts[part];
            let index = rest / weight;
            rest %= weight;
            let free = self.ranks[plane] & !taken;
            let subset = SUBSETS[SUBSET_START[k as usize] + index as usize];
            chosen[plane] = I::deposit(u64::from(subset), free);
            taken |= chosen[plane];
        }
        chosen
    }

    /// Choices of each part of a shape, each after the parts above it. Jokers are the top elements,
    /// so the subsets of singles with both, where they are barred, are the last of the block.
    #[inline(always)]
    pub(super) fn part_counts(&self, shape: Shape) -> [u32; 4] {
        let n = self.ranks.map(|mask| mask.count_ones() as usize);
        let [fours, threes, twos, ones] = shape.map(usize::from);
        let left = |plane: usize, taken: usize| n[plane].saturating_sub(taken);
        let singles = left(0, fours + threes + twos);
        let barred = if ones >= 2 && singles >= 2 && self.bars_jokers(self.ranks[0]) {
            BINOMIAL[singles - 2][ones - 2]
        } else {
            0
        };
        [
            BINOMIAL[n[3]][fours],
            BINOMIAL[left(2, fours)][threes],
            BINOMIAL[left(1, fours + threes)][twos],
            BINOMIAL[singles][ones] - barred,
        ]
    }

    /// The number of a choice, `None` where it is not among them.
    #[must_use]
    pub fn rank_of<I: Isa>(&self, chosen: Chosen) -> Option<u32> {
        let shape: Shape = [3, 2, 1, 0].map(|plane: usize| chosen[plane].count_ones() as u8);
        let mut offset = 0;
        for &other in SHAPES.get(self.size as usize)?.iter() {
            if other == shape {
                return self.rank_in_shape::<I>(shape, chosen).map(|n| offset + n);
            }
            offset += self.count_shape(other);
        }
        None
    }

    fn rank_in_shape<I: Isa>(&self, shape: Shape, chosen: Chosen) -> Option<u32> {
        if self.count_shape(shape) == 0
            || (0..4).any(|plane| chosen[plane] & !self.ranks[plane] != 0)
            || (self.bars_jokers(self.ranks[0]) && chosen[0] & JOKERS == JOKERS)
        {
            return None;
        }
        let counts = self.part_counts(shape);
        let (mut n, mut taken) = (0, 0);
        for part in 0..4 {
            let plane = 3 - part;
            if shape[part] == 0 {
                continue;
            }
            let free = self.ranks[plane] & !taken;
            n = n * counts[part] + subset_rank(I::extract(chosen[plane], free));
            taken |= chosen[plane];
        }
        Some(n)
    }

    /// Splits carried cards into units, `None` where they are not whole units.
    #[must_use]
    pub fn units(cards: Hand, unit: u32) -> Option<Chosen> {
        let exact = |copies: u32| {
            cards.plane(copies) & if copies == 4 { u64::MAX } else { !cards.plane(copies + 1) }
        };
        match unit {
            1 => Some([exact(1), exact(2), exact(3), exact(4)]),
            _ if exact(1) | exact(3) != 0 => None,
            _ => Some([exact(2), exact(4), 0, 0]),
        }
    }
}

/// The cards of a choice of units of `unit` cards.
#[inline(always)]
#[must_use]
pub fn cards_of(chosen: Chosen, unit: u32) -> Hand {
    if unit == 1 {
        Hand(
            Hand::of(chosen[0], 1).0
                | Hand::of(chosen[1], 2).0
                | Hand::of(chosen[2], 3).0
                | Hand::of(chosen[3], 4).0,
        )
    } else {
        Hand(Hand::of(chosen[0], 2).0 | Hand::of(chosen[1], 4).0)
    }
}
