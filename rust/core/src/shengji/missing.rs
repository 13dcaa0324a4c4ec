//! What is wanted at least to lay out what is owed, and how much of it there is.

/// What a layout wants: cards, faces with four copies, those with three and more, and pairs, of which
/// a face of four copies has two; or how much of it there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Missing(u64);

impl Missing {
    /// What so many tuples of each width want.
    #[inline(always)]
    pub(super) fn new([.., pairs, triples, quads]: [usize; 5]) -> Self {
        let cards = 2 * pairs + 3 * triples + 4 * quads;
        Self::of([cards, quads, triples + quads, pairs + triples + 2 * quads])
    }

    #[inline(always)]
    fn of(parts: [usize; 4]) -> Self {
        Self(parts.iter().rev().fold(0, |word, &part| word << 16 | part as u64))
    }

    /// What a face of so many copies has, but for cards.
    #[inline(always)]
    pub(super) fn of_face(copies: u8) -> Self {
        let [pairs, triples, quads] = [2, 3, 4].map(|width| usize::from(copies >= width));
        Self::of([0, quads, triples, pairs + quads])
    }

    /// The same with so many cards.
    #[inline(always)]
    pub(super) fn with_cards(self, cards: usize) -> Self {
        Self(self.0 & !0xffff | cards as u64)
    }

    #[inline(always)]
    pub(super) fn cards(self) -> usize {
        (self.0 & 0xffff) as usize
    }

    /// What both have.
    #[inline(always)]
    pub(super) fn sum(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// What is left without the other.
    #[inline(always)]
    pub(super) fn less(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    /// Whether no part is more than what there is.
    #[inline(always)]
    pub(super) fn lies_in(self, room: Self) -> bool {
        const EACH: u64 = 0x8000_8000_8000_8000;
        ((room.0 | EACH) - self.0) & EACH == EACH
    }

    /// The greater of each part, and the lesser.
    pub(super) fn most(self, other: Self) -> Self {
        self.by_parts(other, usize::max)
    }

    pub(super) fn least(self, other: Self) -> Self {
        self.by_parts(other, usize::min)
    }

    fn by_parts(self, other: Self, f: fn(usize, usize) -> usize) -> Self {
        let part = |word: u64, n: usize| (word >> (16 * n) & 0xffff) as usize;
        Self::of(std::array::from_fn(|n| f(part(self.0, n), part(other.0, n))))
    }
}
