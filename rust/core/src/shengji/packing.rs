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
//! that reach the class before is little: a *thread* for each, that tells nothing of its faces. The
//! number of ways on from there is remembered for each state, which makes counting quick, and finding a
//! way by its number as well.

use super::moves::{Cards, Units};
use super::trump::Trump;
use super::unit::Unit;
use rustc_hash::FxHashMap;

/// What is remembered of a unit that reaches the class at hand, not 0.
///
/// Its kind, and for tractors of at least three classes the number of classes so far.
type Code = u8;

/// The kinds of threads, by their place in a [`Code`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Kind {
    Pair = 1,
    /// All faces so far have a single beside them.
    PairBeside,
    /// Two pairs that have had the same faces so far, as one thread.
    Twins,
    Triple,
    TripleBeside,
    Quad,
}

/// Classes so far are told up to this many.
const AGES: u8 = 32;

impl Kind {
    const ALL: [Self; 6] =
        [Self::Pair, Self::PairBeside, Self::Twins, Self::Triple, Self::TripleBeside, Self::Quad];

    const fn code(self, age: u8) -> Code {
        self as u8 * AGES + age
    }

    fn of(code: Code) -> Self {
        Self::ALL[usize::from(code / AGES) - 1]
    }

    fn single_unit(width: usize, beside: bool) -> Self {
        match (width, beside) {
            (2, false) => Self::Pair,
            (2, true) => Self::PairBeside,
            (3, false) => Self::Triple,
            (3, true) => Self::TripleBeside,
            _ => Self::Quad,
        }
    }

    fn width(self) -> usize {
        match self {
            Self::Pair | Self::PairBeside | Self::Twins => 2,
            Self::Triple | Self::TripleBeside => 3,
            Self::Quad => 4,
        }
    }

    fn is_beside(self) -> bool {
        matches!(self, Self::PairBeside | Self::TripleBeside)
    }
}

/// A multiset of at most eight threads: their codes, the greatest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
struct Threads(u64);

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

    fn codes(self) -> impl Iterator<Item = Code> {
        self.0.to_be_bytes().into_iter().take_while(|&code| code != 0)
    }

    /// Each code that is there, and how often.
    fn distinct(self) -> impl Iterator<Item = (Code, u64)> {
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

/// A face that is held.
#[derive(Clone, Copy, Debug)]
struct Step {
    bit: u8,
    copies: u8,
    /// Whether its class is another than that of the face before, and linked to it.
    opens: bool,
    linked: bool,
}

/// What is known on the way before a face: the threads of the class above that have not gone on, those
/// that reach the class at hand, of which widths some begin here, and how many classes in a row above
/// had loose tuples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct State {
    above: Threads,
    here: Threads,
    begun: u8,
    loose: [u8; 3],
}

/// Where a slot of a face gets its thread from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// It begins here.
    New,
    /// One of the threads of this code goes on.
    Next(Code),
    /// One of two twins goes on, the other is left.
    Half(Code),
    /// Two twins go on, in both slots.
    Twins(Code),
}

/// One way to use a face: a single or none, and units in up to two slots.
#[derive(Clone, Copy, Debug)]
struct Choice {
    single: bool,
    width: u8,
    slots: u8,
    origins: [Origin; 2],
    /// In how many ways it can be told which threads go on.
    ways: u64,
    after: State,
}

/// The ways to lay some of the cards, or all of them, into units that are apart.
pub(super) struct Packing<'a> {
    trump: &'a Trump,
    /// Whether all cards are used.
    whole: bool,
    /// The least length of a tractor, and up to where lengths are told apart.
    least: usize,
    ages: u8,
    steps: Vec<Step>,
    counts: FxHashMap<(usize, State), u64>,
}

impl<'a> Packing<'a> {
    /// The ways to lay cards of one effective suit: all of them, or any.
    pub(super) fn new(trump: &'a Trump, cards: &Cards, whole: bool) -> Self {
        let mut faces: Vec<usize> = trump.ascending(cards.faces()).collect();
        faces.reverse();
        let mut class = usize::MAX;
        let steps = faces.iter().map(|&bit| {
            let above = std::mem::replace(&mut class, trump.class_of(bit));
            let linked = above == class + 1 && trump.runs(3 << class, 2) != 0;
            let copies = cards.count(bit) as u8;
            Step { bit: bit as u8, copies, opens: above != class, linked }
        });
        let steps = steps.collect();
        // Chains are shorter than that; where it is not reached there are no tractors.
        let least = trump.least_run().min(usize::from(AGES) - 1);
        let ages = if least == 2 { 1 } else { least as u8 };
        Self { trump, whole, least, ages, steps, counts: FxHashMap::default() }
    }

    /// How many ways there are.
    pub(super) fn count(&mut self) -> u64 {
        self.ways(0, State::default())
    }

    fn ways(&mut self, n: usize, state: State) -> u64 {
        let Some(&step) = self.steps.get(n) else {
            return u64::from(self.close(state).is_some_and(|state| self.may_end(state.here)));
        };
        let Some(state) = self.enter(step, state) else { return 0 };
        if let Some(&count) = self.counts.get(&(n, state)) {
            return count;
        }
        let mut count = 0;
        for choice in self.choices(step, state) {
            count += choice.ways * self.ways(n + 1, choice.after);
        }
        self.counts.insert((n, state), count);
        count
    }

    /// Way number `n`, below the count: its units of two and more cards and the faces of its singles.
    pub(super) fn nth(&mut self, mut n: u64) -> (Units, u64) {
        let mut state = State::default();
        let (mut singles, mut done) = (0, Vec::new());
        let (mut above, mut here): (Vec<Thread>, Vec<Thread>) = (Vec::new(), Vec::new());
        for place in 0..self.steps.len() {
            let step = self.steps[place];
            if step.opens {
                done.append(&mut above);
                above = std::mem::take(&mut here);
                let entered = self.enter(step, state).expect("a way that can be gone");
                if !step.linked {
                    done.append(&mut above);
                }
                // Entering may have told more of the threads than was known.
                retell(&mut above, entered.above);
                state = entered;
            }
            let choice = self.choices(step, state).into_iter().find(|choice| {
                let ways = choice.ways * self.ways(place + 1, choice.after);
                let found = n < ways;
                n -= if found { 0 } else { ways };
                found
            });
            let choice = choice.expect("a number below the count");
            let rest = self.ways(place + 1, choice.after);
            let which = n / rest;
            n %= rest;
            let face = 1 << step.bit;
            if choice.single {
                singles |= face;
            }
            choice.follow(which, face, self.ages, &mut above, &mut here);
            state = choice.after;
        }
        done.append(&mut above);
        done.append(&mut here);
        let mut units: Vec<Unit> = done.iter().flat_map(Thread::units).collect();
        units.sort_by_cached_key(|unit| unit.rank(self.trump));
        (units.into_iter().collect(), singles)
    }

    /// The state at a face, where its class may be another than that of the face before.
    fn enter(&self, step: Step, state: State) -> Option<State> {
        if !step.opens {
            return Some(state);
        }
        let closed = self.close(state)?;
        if step.linked {
            Some(State { above: closed.here, loose: closed.loose, ..State::default() })
        } else {
            self.may_end(closed.here).then(State::default)
        }
    }

    /// Whether all the threads can end, where nothing of the class below can touch them.
    fn may_end(&self, threads: Threads) -> bool {
        threads.codes().all(|code| self.end(code).is_some())
    }

    /// Whether a thread can end, and then whether as a tractor.
    fn end(&self, code: Code) -> Option<bool> {
        let (kind, age) = (Kind::of(code), usize::from(code % AGES));
        let apart = kind != Kind::Twins && !kind.is_beside();
        let tractor = self.ages == 1 || age >= self.least;
        (apart && (tractor || age <= 1)).then_some(tractor)
    }

    /// The state after all faces of a class: threads that have not gone on end.
    fn close(&self, mut state: State) -> Option<State> {
        let (mut tractors, mut loose) = ([false; 3], [false; 3]);
        for code in state.above.codes() {
            let width = Kind::of(code).width() - 2;
            let ends = if self.end(code)? { &mut tractors } else { &mut loose };
            ends[width] = true;
        }
        for width in 0..3 {
            let begun = state.begun >> width & 1 != 0;
            let row = if loose[width] && begun { state.loose[width] + 1 } else { 0 };
            if begun && tractors[width] || usize::from(row) + 1 >= self.least {
                return None;
            }
            state.loose[width] = row;
            if row != 0 {
                // What begins below loose tuples of its width is a loose tuple itself.
                let is_new = |code| Kind::of(code).width() == width + 2 && code % AGES == 1;
                if state.here.codes().any(|code| is_new(code) && Kind::of(code) == Kind::Twins) {
                    return None;
                }
                state.here = state.here.map(|code| if is_new(code) { code - 1 } else { code });
            }
        }
        state.above = Threads::default();
        Some(state)
    }

    /// The ways to use a face.
    fn choices(&self, step: Step, state: State) -> Vec<Choice> {
        let mut all = Vec::new();
        let copies = step.copies;
        // Fewest cards first.
        for (single, width, slots) in [
            (false, 0, 0),
            (true, 0, 0),
            (false, 2, 1),
            (true, 2, 1),
            (false, 3, 1),
            (false, 2, 2),
            (true, 3, 1),
            (false, 4, 1),
        ] {
            let cards = width * slots + u8::from(single);
            if cards > copies || self.whole && cards < copies {
                continue;
            }
            match slots {
                0 => all.push(Choice {
                    single,
                    width,
                    slots,
                    origins: [Origin::New; 2],
                    ways: 1,
                    after: state,
                }),
                1 => self.one_slot(state, usize::from(width), single, &mut |choice| {
                    all.push(choice);
                }),
                _ => self.two_slots(state, &mut |choice| all.push(choice)),
            }
        }
        all
    }

    /// A unit of this width begins.
    fn begin(&self, mut state: State, width: usize, beside: bool) -> State {
        state.here = state.here.add(Kind::single_unit(width, beside).code(1));
        state.begun |= 1 << (width - 2);
        state
    }

    fn older(&self, code: Code) -> u8 {
        (code % AGES + 1).min(self.ages)
    }

    /// The threads of the width that can go on: where from, in how many ways, what is left above, how
    /// old they are then, and whether they have had singles beside them.
    fn going_on(
        &self,
        above: Threads,
        width: usize,
        f: &mut dyn FnMut(Origin, u64, Threads, u8, bool),
    ) {
        for (code, times) in above.distinct() {
            let kind = Kind::of(code);
            if kind.width() != width || code % AGES == 0 {
                continue;
            }
            let left = above.take(code);
            if kind == Kind::Twins {
                let left = left.add(Kind::Pair.code(code % AGES));
                f(Origin::Half(code), times, left, self.older(code), false);
            } else {
                f(Origin::Next(code), times, left, self.older(code), kind.is_beside());
            }
        }
    }

    fn one_slot(&self, state: State, width: usize, single: bool, f: &mut dyn FnMut(Choice)) {
        let choice = |origin, ways, after| Choice {
            single,
            width: width as u8,
            slots: 1,
            origins: [origin, Origin::New],
            ways,
            after,
        };
        f(choice(Origin::New, 1, self.begin(state, width, single)));
        self.going_on(state.above, width, &mut |origin, ways, above, age, beside| {
            let code = Kind::single_unit(width, beside && single).code(age);
            let after = State { above, here: state.here.add(code), ..state };
            f(choice(origin, ways, after));
        });
    }

    /// Two pairs of one face.
    fn two_slots(&self, state: State, f: &mut dyn FnMut(Choice)) {
        let choice = |origins, ways, after| Choice {
            single: false,
            width: 2,
            slots: 2,
            origins,
            ways,
            after,
        };
        let mut twins = state;
        twins.here = state.here.add(Kind::Twins.code(1));
        twins.begun |= 1;
        f(choice([Origin::New; 2], 1, twins));
        for (code, times) in state.above.distinct() {
            if Kind::of(code) == Kind::Twins && code % AGES != 0 {
                let above = state.above.take(code);
                let here = state.here.add(Kind::Twins.code(self.older(code)));
                f(choice([Origin::Twins(code); 2], times, State { above, here, ..state }));
            }
        }
        self.going_on(state.above, 2, &mut |origin, ways, above, age, _| {
            let here = state.here.add(Kind::Pair.code(age));
            let one = State { above, here, ..state };
            f(choice([origin, Origin::New], ways, self.begin(one, 2, false)));
            // A second one of the same origin or a later one, so that each two are taken once.
            let code = origin.code();
            let rest = match origin {
                Origin::Half(_) => above.take(Kind::Pair.code(code % AGES)),
                _ => above,
            };
            self.going_on(rest, 2, &mut |second, times, _, other, _| {
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
                f(choice([origin, second], ways, State { above, here, ..state }));
            });
        });
    }
}

impl Origin {
    fn code(self) -> Code {
        match self {
            Self::New => 0,
            Self::Next(code) | Self::Half(code) | Self::Twins(code) => code,
        }
    }
}

/// A thread with its faces.
#[derive(Clone, Copy, Debug)]
struct Thread {
    code: Code,
    faces: u64,
}

impl Thread {
    fn units(&self) -> impl Iterator<Item = Unit> + use<> {
        let kind = Kind::of(self.code);
        let unit = Unit { faces: self.faces, width: kind.width() as u8 };
        std::iter::repeat_n(unit, if kind == Kind::Twins { 2 } else { 1 })
    }
}

/// Gives threads the codes that they have been told since, in which only ages differ.
fn retell(threads: &mut [Thread], codes: Threads) {
    for thread in threads {
        if !codes.codes().any(|code| code == thread.code) {
            thread.code -= 1;
        }
    }
}

impl Choice {
    /// Does with threads what the choice does with their codes; `which` of its ways.
    fn follow(
        &self,
        mut which: u64,
        face: u64,
        ages: u8,
        above: &mut Vec<Thread>,
        here: &mut Vec<Thread>,
    ) {
        let width = usize::from(self.width);
        let older = |code: Code| (code % AGES + 1).min(ages);
        let of_code = |above: &[Thread], code| {
            let places = above.iter().enumerate().filter(move |(_, thread)| thread.code == code);
            places.map(|(n, _)| n).collect::<Vec<_>>()
        };
        let [first, second] = self.origins;
        let both_new = self.slots == 2 && first == Origin::New;
        if both_new {
            here.push(Thread { code: Kind::Twins.code(1), faces: face });
            return;
        }
        if let Origin::Twins(code) = first {
            let place = of_code(above, code)[which as usize];
            let thread = above.swap_remove(place);
            here.push(Thread { code: Kind::Twins.code(older(code)), faces: thread.faces | face });
            return;
        }
        // The places of the threads that go on, in each slot.
        let mut places = [usize::MAX; 2];
        if first != Origin::New {
            let firsts = of_code(above, first.code());
            if self.slots == 2 && second.code() == first.code() {
                let mut a = 0;
                while which >= (firsts.len() - 1 - a) as u64 {
                    which -= (firsts.len() - 1 - a) as u64;
                    a += 1;
                }
                places = [firsts[a], firsts[a + 1 + which as usize]];
            } else {
                let a = which % firsts.len() as u64;
                which /= firsts.len() as u64;
                places[0] = firsts[a as usize];
                if self.slots == 2 && second != Origin::New {
                    places[1] = of_code(above, second.code())[which as usize];
                }
            }
        }
        let mut gone = Vec::new();
        for (slot, &place) in places.iter().enumerate().take(usize::from(self.slots)) {
            let origin = self.origins[slot];
            let (faces, age, beside) = match origin {
                Origin::New => (0, 1, true),
                _ => {
                    let thread = above[place];
                    let beside = Kind::of(thread.code).is_beside();
                    (thread.faces, older(thread.code), beside)
                }
            };
            let kind = Kind::single_unit(width, beside && self.single);
            here.push(Thread { code: kind.code(age), faces: faces | face });
            match origin {
                Origin::Half(code) => above[place].code = Kind::Pair.code(code % AGES),
                Origin::Next(_) => gone.push(place),
                _ => {}
            }
        }
        gone.sort_unstable();
        for place in gone.into_iter().rev() {
            above.swap_remove(place);
        }
    }
}
