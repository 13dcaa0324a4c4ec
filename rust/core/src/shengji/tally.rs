//! What must be remembered of units while cards are laid down a suit where two classes make a tractor.
//!
//! There any unit may end or go on, so that numbers of threads of each kind tell all. They lie in one
//! word.

use super::census::{Pairs, Wider};
use super::packing::{Room, Shape, State, Step};
use super::threads::{Choice, Code, Kind, Origin, Threads};

/// Numbers of threads by kind, four bits each: of the class above that have not gone on, and of those
/// that reach the class at hand; and of which widths some begin here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Tally(u64);

const PAIR: u64 = 1;
const PAIR_BESIDE: u64 = 1 << 4;
const TWINS: u64 = 1 << 8;
const TRIPLE: u64 = 1 << 12;
const TRIPLE_BESIDE: u64 = 1 << 16;
const QUAD: u64 = 1 << 20;
/// Of the class at hand.
const HERE: u32 = 24;
/// The width of a pair among those that begin here; triples and quads follow.
const BEGUN: u32 = 48;
/// Threads that cannot end as they are.
const BOUND: u64 = 15 * (PAIR_BESIDE | TWINS | TRIPLE_BESIDE);

const fn code(kind: Kind) -> Code {
    kind.code(1)
}

/// The threads of each width.
const WIDTHS: [u64; 3] =
    [15 * (PAIR | PAIR_BESIDE | TWINS), 15 * (TRIPLE | TRIPLE_BESIDE), 15 * QUAD];
/// The threads of the widths in a mask.
const BEGUN_WIDTHS: [u64; 8] = {
    let mut threads = [0; 8];
    let mut mask = 0;
    while mask < 8 {
        let mut width = 0;
        while width < 3 {
            if mask >> width & 1 != 0 {
                threads[mask] |= WIDTHS[width];
            }
            width += 1;
        }
        mask += 1;
    }
    threads
};

/// What need be remembered where the next class has this room: nothing of the threads of a width of
/// which it has none.
pub(super) fn kept(next: Room) -> u64 {
    let here = WIDTHS.iter().zip(next).filter(|&(_, room)| room == 0);
    here.fold(u64::MAX, |kept, (threads, _)| kept & !(threads << HERE))
}

impl Tally {
    #[inline(always)]
    fn many(self, unit: u64) -> u32 {
        ((self.0 / unit) & 15) as u32
    }

    #[inline(always)]
    fn begins(self, width: u32, kind: u64) -> Self {
        Self((self.0 + (kind << HERE)) | 1 << (BEGUN + width - 2))
    }

    /// `left` threads go on as `here`.
    #[inline(always)]
    fn goes_on(self, left: u64, here: u64) -> Self {
        Self(self.0 - left + (here << HERE))
    }

    /// The threads of the class above by kind: pairs, those beside singles, twins; triples, those beside
    /// singles, quads.
    #[inline(always)]
    pub(super) fn numbers(self) -> (Pairs, Wider) {
        let many = |unit: u64| ((self.0 / unit) & 15) as u8;
        let pairs = [many(PAIR), many(PAIR_BESIDE), many(TWINS)];
        (pairs, [many(TRIPLE), many(TRIPLE_BESIDE), many(QUAD)])
    }

    /// The same of the class at hand.
    #[inline(always)]
    pub(super) fn numbers_here(self) -> (Pairs, Wider) {
        Self(self.0 >> HERE).numbers()
    }

    /// The widths of which some begin here, as bits from that of pairs up.
    #[inline(always)]
    pub(super) fn begun(self) -> u64 {
        self.0 >> BEGUN & 7
    }

    /// Whether threads of the class above that must go on still find room: those that cannot end, and
    /// all of a width of which a unit begins here.
    #[inline(always)]
    fn fits(self, room: Room) -> bool {
        let begun = (self.0 >> BEGUN) as usize;
        let twins = self.many(TWINS);
        let (mut pairs, mut triples) = (self.many(PAIR_BESIDE) + twins, self.many(TRIPLE_BESIDE));
        if begun & 1 != 0 {
            pairs += self.many(PAIR) + twins;
        }
        if begun & 2 != 0 {
            triples += self.many(TRIPLE);
        }
        let quads = if begun & 4 != 0 { self.many(QUAD) } else { 0 };
        pairs <= u32::from(room[0]) && triples <= u32::from(room[1]) && quads <= u32::from(room[2])
    }

    /// Whether there are no threads of the class above that must still go on.
    #[inline(always)]
    fn leaves_none(self) -> bool {
        self.0 & (BOUND | BEGUN_WIDTHS[(self.0 >> BEGUN) as usize & 7]) == 0
    }

    /// Whether threads of the class at hand that cannot end find room in the next class.
    #[inline(always)]
    fn may_go_on(self, [pairs, triples, _]: Room) -> bool {
        let here = Self(self.0 >> HERE);
        if here.0 & BOUND == 0 {
            return true;
        }
        here.many(PAIR_BESIDE) + here.many(TWINS) <= u32::from(pairs)
            && here.many(TRIPLE_BESIDE) <= u32::from(triples)
    }

    #[inline(always)]
    fn one_pair(self, single: bool, all: &mut Vec<Choice<Self>>) {
        let beside = if single { PAIR_BESIDE } else { PAIR };
        let mut one = |origin, ways, after| all.push(Choice::one(single, 2, origin, ways, after));
        one(Origin::New, 1, self.begins(2, beside));
        let (twins, besides, pairs) = self.pairs();
        if twins > 0 {
            one(Origin::Half(code(Kind::Twins)), twins, self.goes_on(TWINS - PAIR, PAIR));
        }
        if besides > 0 {
            let origin = Origin::Next(code(Kind::PairBeside));
            one(origin, besides, self.goes_on(PAIR_BESIDE, beside));
        }
        if pairs > 0 {
            one(Origin::Next(code(Kind::Pair)), pairs, self.goes_on(PAIR, PAIR));
        }
    }

    /// How many twins, pairs with singles beside them, and other pairs can go on.
    #[inline(always)]
    fn pairs(self) -> (u32, u32, u32) {
        (self.many(TWINS), self.many(PAIR_BESIDE), self.many(PAIR))
    }

    #[inline(always)]
    fn two_pairs(self, all: &mut Vec<Choice<Self>>) {
        all.push(Choice::two([Origin::New; 2], 1, self.begins(2, TWINS)));
        let (twins, besides, pairs) = self.pairs();
        if twins + besides + pairs == 0 {
            return;
        }
        if twins > 0 {
            let both = Origin::Twins(code(Kind::Twins));
            all.push(Choice::two([both; 2], twins, self.goes_on(TWINS, TWINS)));
        }
        let kinds = [
            (Origin::Half(code(Kind::Twins)), twins, TWINS - PAIR),
            (Origin::Next(code(Kind::PairBeside)), besides, PAIR_BESIDE),
            (Origin::Next(code(Kind::Pair)), pairs, PAIR),
        ];
        for (n, &(first, many, left)) in kinds.iter().enumerate() {
            if many == 0 {
                continue;
            }
            let begins = self.goes_on(left, PAIR).begins(2, PAIR);
            all.push(Choice::two([first, Origin::New], many, begins));
            if many > 1 {
                let after = self.goes_on(2 * left, 2 * PAIR);
                all.push(Choice::two([first; 2], many * (many - 1) / 2, after));
            }
            for &(second, others, lost) in &kinds[n + 1..] {
                if others > 0 {
                    let after = self.goes_on(left + lost, 2 * PAIR);
                    all.push(Choice::two([first, second], many * others, after));
                }
            }
        }
    }

    #[inline(always)]
    fn one_triple(self, single: bool, all: &mut Vec<Choice<Self>>) {
        let beside = if single { TRIPLE_BESIDE } else { TRIPLE };
        let mut one = |origin, ways, after| all.push(Choice::one(single, 3, origin, ways, after));
        one(Origin::New, 1, self.begins(3, beside));
        let (besides, triples) = (self.many(TRIPLE_BESIDE), self.many(TRIPLE));
        if besides > 0 {
            let origin = Origin::Next(code(Kind::TripleBeside));
            one(origin, besides, self.goes_on(TRIPLE_BESIDE, beside));
        }
        if triples > 0 {
            one(Origin::Next(code(Kind::Triple)), triples, self.goes_on(TRIPLE, TRIPLE));
        }
    }

    #[inline(always)]
    fn one_quad(self, all: &mut Vec<Choice<Self>>) {
        all.push(Choice::one(false, 4, Origin::New, 1, self.begins(4, QUAD)));
        let quads = self.many(QUAD);
        if quads > 0 {
            let after = self.goes_on(QUAD, QUAD);
            all.push(Choice::one(false, 4, Origin::Next(code(Kind::Quad)), quads, after));
        }
    }
}

impl State for Tally {
    #[inline(always)]
    fn goes_to(self, _: &Shape, step: &Step, _: Option<&Step>) -> Option<Self> {
        let fits = if step.closes { self.leaves_none() } else { self.fits(step.rest) };
        if !fits || !self.may_go_on(step.next) {
            return None;
        }
        let state = self.0 & step.kept;
        Some(Self(if step.closes { state >> HERE & ((1 << HERE) - 1) } else { state }))
    }

    #[inline(always)]
    fn key(self) -> u64 {
        self.0
    }

    fn above(self) -> Option<Threads> {
        None
    }

    #[inline(always)]
    fn choices(self, shape: &Shape, step: &Step, all: &mut Vec<Choice<Self>>) {
        let copies = step.copies;
        let uses = |cards| if shape.whole { cards == copies } else { cards <= copies };
        if uses(0) {
            all.push(Choice::none(false, self));
        }
        if uses(1) {
            all.push(Choice::none(true, self));
        }
        if uses(2) {
            self.one_pair(false, all);
        }
        if uses(3) {
            self.one_pair(true, all);
            self.one_triple(false, all);
        }
        if uses(4) {
            self.two_pairs(all);
            self.one_triple(true, all);
            self.one_quad(all);
        }
    }
}
