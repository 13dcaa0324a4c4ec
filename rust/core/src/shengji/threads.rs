//! What must be remembered of units while cards are laid down a suit, whatever the length of tractors.

use super::packing::{AGES, Shape, State, Step};

/// What is remembered of a unit that reaches the class at hand, not 0.
///
/// Its kind and, where tractors have at least three classes, the number of classes so far.
pub(super) type Code = u8;

/// The kinds of threads, by their place in a [`Code`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    Pair = 1,
    /// All faces so far have a single beside them.
    PairBeside,
    /// Two pairs that have had the same faces so far, as one thread.
    Twins,
    Triple,
    TripleBeside,
    Quad,
}

impl Kind {
    const ALL: [Self; 6] =
        [Self::Pair, Self::PairBeside, Self::Twins, Self::Triple, Self::TripleBeside, Self::Quad];

    /// Its code for units of so many classes so far.
    pub(super) const fn code(self, age: u8) -> Code {
        self as u8 * AGES + age
    }

    pub(super) fn of(code: Code) -> Self {
        Self::ALL[usize::from(code / AGES) - 1]
    }

    pub(super) fn of_unit(width: usize, beside: bool) -> Self {
        match (width, beside) {
            (2, false) => Self::Pair,
            (2, true) => Self::PairBeside,
            (3, false) => Self::Triple,
            (3, true) => Self::TripleBeside,
            _ => Self::Quad,
        }
    }

    pub(super) fn width(self) -> usize {
        match self {
            Self::Pair | Self::PairBeside | Self::Twins => 2,
            Self::Triple | Self::TripleBeside => 3,
            Self::Quad => 4,
        }
    }

    pub(super) fn is_beside(self) -> bool {
        matches!(self, Self::PairBeside | Self::TripleBeside)
    }
}

/// Where a slot of a face gets its thread from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// It begins here.
    New,
    /// One of the threads of this code goes on.
    Next(Code),
    /// One of two twins goes on, the other is left.
    Half(Code),
    /// Two twins go on, in both slots.
    Twins(Code),
}

impl Origin {
    /// The code of the threads it is one of; 0 for a new one.
    pub(super) fn code(self) -> Code {
        match self {
            Self::New => 0,
            Self::Next(code) | Self::Half(code) | Self::Twins(code) => code,
        }
    }
}

/// One way to use a face: a single or none, and units in up to two slots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<S> {
    pub single: bool,
    pub width: u8,
    pub slots: u8,
    pub origins: [Origin; 2],
    /// In how many ways it can be told which threads go on.
    pub ways: u32,
    pub after: S,
}

impl<S> Choice<S> {
    /// No unit.
    pub(super) fn none(single: bool, after: S) -> Self {
        Self { single, width: 0, slots: 0, origins: [Origin::New; 2], ways: 1, after }
    }

    /// One unit.
    pub(super) fn one(single: bool, width: u8, origin: Origin, ways: u32, after: S) -> Self {
        Self { single, width, slots: 1, origins: [origin, Origin::New], ways, after }
    }

    /// Two pairs.
    pub(super) fn two(origins: [Origin; 2], ways: u32, after: S) -> Self {
        Self { single: false, width: 2, slots: 2, origins, ways, after }
    }
}

/// A multiset of at most eight threads: their codes, the greatest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Threads(u64);

impl Threads {
    fn add(self, code: Code) -> Self {
        let mut codes = self.0.to_be_bytes();
        debug_assert!(codes[7] == 0, "more threads than a class can hold");
        codes[7] = code;
        codes.sort_unstable_by(|a, b| b.cmp(a));
        Self(u64::from_be_bytes(codes))
    }

    fn take(self, code: Code) -> Self {
        let mut codes = self.0.to_be_bytes();
        let n = codes.iter().position(|&c| c == code).expect("a thread that is there");
        codes.copy_within(n + 1.., n);
        codes[7] = 0;
        Self(u64::from_be_bytes(codes))
    }

    /// The codes, the greatest first.
    pub(super) fn codes(self) -> impl Iterator<Item = Code> {
        self.0.to_be_bytes().into_iter().take_while(|&code| code != 0)
    }

    /// Each code that is there, and how often.
    fn distinct(self) -> impl Iterator<Item = (Code, u32)> {
        let mut codes = self.codes().peekable();
        std::iter::from_fn(move || {
            let code = codes.next()?;
            let mut times = 1;
            while codes.next_if_eq(&code).is_some() {
                times += 1;
            }
            Some((code, times))
        })
    }

    fn map(self, to: impl Fn(Code) -> Code) -> Self {
        self.codes().fold(Self::default(), |all, code| all.add(to(code)))
    }
}

/// The threads of the class above that have not gone on, those that reach the class at hand, of which
/// widths some begin here, and how many classes in a row above had loose tuples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Reach {
    above: Threads,
    here: Threads,
    begun: u8,
    loose: [u8; 3],
}

impl State for Reach {
    fn goes_to(self, shape: &Shape, _: &Step, next: Option<&Step>) -> Option<Self> {
        if next.is_some_and(|next| !next.opens) {
            return Some(self);
        }
        let closed = self.close(shape)?;
        if next.is_some_and(|next| next.linked) {
            Some(Self { above: closed.here, loose: closed.loose, ..Self::default() })
        } else {
            may_end(shape, closed.here).then(Self::default)
        }
    }

    fn key(self) -> u64 {
        let mix = |key: u64, word: u64| (key ^ word).wrapping_mul(0x2545_f491_4f6c_dd1d);
        let loose =
            self.loose.iter().fold(u64::from(self.begun), |all, &n| all << 5 | u64::from(n));
        mix(mix(self.above.0, self.here.0), loose)
    }

    fn above(self) -> Option<Threads> {
        Some(self.above)
    }

    fn choices(self, shape: &Shape, step: &Step, all: &mut Vec<Choice<Self>>) {
        let uses = |cards| if shape.whole { cards == step.copies } else { cards <= step.copies };
        let slots = [
            (false, 0, 0),
            (true, 0, 0),
            (false, 2, 1),
            (true, 2, 1),
            (false, 3, 1),
            (false, 2, 2),
            (true, 3, 1),
            (false, 4, 1),
        ];
        for (single, width, slots) in slots {
            if !uses(width * slots + u8::from(single)) {
                continue;
            }
            match slots {
                0 => all.push(Choice::none(single, self)),
                1 => self.one_slot(shape, width, single, all),
                _ => self.two_slots(shape, all),
            }
        }
    }
}

/// Whether a thread can end, and then whether as a tractor.
fn end(shape: &Shape, code: Code) -> Option<bool> {
    let (kind, age) = (Kind::of(code), code % AGES);
    let apart = kind != Kind::Twins && !kind.is_beside();
    let tractor = age >= shape.least;
    (apart && (tractor || age <= 1)).then_some(tractor)
}

/// Whether all the threads can end, where nothing of the class below can touch them.
fn may_end(shape: &Shape, threads: Threads) -> bool {
    threads.codes().all(|code| end(shape, code).is_some())
}

impl Reach {
    /// The state after all faces of a class: threads that have not gone on end.
    fn close(mut self, shape: &Shape) -> Option<Self> {
        let (mut tractors, mut loose) = ([false; 3], [false; 3]);
        for code in self.above.codes() {
            let width = Kind::of(code).width() - 2;
            let ends = if end(shape, code)? { &mut tractors } else { &mut loose };
            ends[width] = true;
        }
        for width in 0..3 {
            let begun = self.begun >> width & 1 != 0;
            let row = if loose[width] && begun { self.loose[width] + 1 } else { 0 };
            if begun && tractors[width] || row + 1 >= shape.least {
                return None;
            }
            self.loose[width] = row;
            if row != 0 {
                // What begins below loose tuples of its width is a loose tuple itself.
                let is_new = |code| Kind::of(code).width() == width + 2 && code % AGES == 1;
                if self.here.codes().any(|code| is_new(code) && Kind::of(code) == Kind::Twins) {
                    return None;
                }
                self.here = self.here.map(|code| if is_new(code) { code - 1 } else { code });
            }
        }
        self.above = Threads::default();
        Some(self)
    }

    /// A unit of this width begins.
    fn begin(mut self, width: u8, beside: bool) -> Self {
        self.here = self.here.add(Kind::of_unit(usize::from(width), beside).code(1));
        self.begun |= 1 << (width - 2);
        self
    }

    fn one_slot(self, shape: &Shape, width: u8, single: bool, all: &mut Vec<Choice<Self>>) {
        all.push(Choice::one(single, width, Origin::New, 1, self.begin(width, single)));
        going_on(shape, self.above, width, &mut |origin, ways, above, age, beside| {
            let code = Kind::of_unit(usize::from(width), beside && single).code(age);
            let after = Self { above, here: self.here.add(code), ..self };
            all.push(Choice::one(single, width, origin, ways, after));
        });
    }

    /// Two pairs of one face.
    fn two_slots(self, shape: &Shape, all: &mut Vec<Choice<Self>>) {
        let mut twins = self;
        twins.here = self.here.add(Kind::Twins.code(1));
        twins.begun |= 1;
        all.push(Choice::two([Origin::New; 2], 1, twins));
        for (code, times) in self.above.distinct() {
            if Kind::of(code) == Kind::Twins && code % AGES != 0 {
                let above = self.above.take(code);
                let here = self.here.add(Kind::Twins.code(older(shape, code)));
                all.push(Choice::two(
                    [Origin::Twins(code); 2],
                    times,
                    Self { above, here, ..self },
                ));
            }
        }
        going_on(shape, self.above, 2, &mut |origin, ways, above, age, _| {
            let here = self.here.add(Kind::Pair.code(age));
            let one = Self { above, here, ..self };
            all.push(Choice::two([origin, Origin::New], ways, one.begin(2, false)));
            // A second one of the same origin or a later one, so that each two are taken once.
            let code = origin.code();
            let rest = match origin {
                Origin::Half(_) => above.take(Kind::Pair.code(code % AGES)),
                _ => above,
            };
            going_on(shape, rest, 2, &mut |second, times, _, other, _| {
                if second.code() > code {
                    return;
                }
                let mut above = above.take(second.code());
                if let Origin::Half(code) = second {
                    above = above.add(Kind::Pair.code(code % AGES));
                }
                let here = here.add(Kind::Pair.code(other));
                let same = second.code() == code;
                let ways = if same { ways * times / 2 } else { ways * times };
                all.push(Choice::two([origin, second], ways, Self { above, here, ..self }));
            });
        });
    }
}

fn older(shape: &Shape, code: Code) -> u8 {
    (code % AGES + 1).min(shape.ages)
}

/// The threads of the width that can go on: where from, in how many ways, what is left above, how
/// old they are then, and whether they have had singles beside them.
fn going_on(
    shape: &Shape,
    above: Threads,
    width: u8,
    f: &mut dyn FnMut(Origin, u32, Threads, u8, bool),
) {
    for (code, times) in above.distinct() {
        let kind = Kind::of(code);
        if kind.width() != usize::from(width) || code % AGES == 0 {
            continue;
        }
        let left = above.take(code);
        if kind == Kind::Twins {
            let left = left.add(Kind::Pair.code(code % AGES));
            f(Origin::Half(code), times, left, older(shape, code), false);
        } else {
            f(Origin::Next(code), times, left, older(shape, code), kind.is_beside());
        }
    }
}
