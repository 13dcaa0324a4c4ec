//! One walk down a suit on which units are laid: what faces they have.

use super::moves::Units;
use super::packing::AGES;
use super::threads::{Choice, Code, Kind, Origin, Threads};
use super::trump::Trump;
use super::unit::Unit;
use smallvec::SmallVec;

/// A thread with its faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Thread {
    pub(super) code: Code,
    pub(super) faces: u64,
}

/// The threads of one walk, with their faces: those of the class above that have not gone on, those
/// that reach the class at hand, and those that have ended.
#[derive(Clone, Default)]
pub(super) struct Walk {
    above: SmallVec<[Thread; 8]>,
    here: SmallVec<[Thread; 8]>,
    pub(super) done: SmallVec<[Unit; 26]>,
}

impl Walk {
    /// Goes on to another class. `codes` are those of the threads that may go on, as they are told by
    /// now, if they are not known.
    pub(super) fn enter(&mut self, linked: bool, codes: Option<Threads>) {
        self.end_above();
        std::mem::swap(&mut self.above, &mut self.here);
        if !linked {
            self.end_above();
        }
        if let Some(codes) = codes {
            for thread in &mut self.above {
                if !codes.codes().any(|code| code == thread.code) {
                    thread.code -= 1;
                }
            }
        }
    }

    fn end_above(&mut self) {
        for thread in self.above.drain(..) {
            let kind = Kind::of(thread.code);
            let unit = Unit { faces: thread.faces, width: kind.width() as u8 };
            self.done.extend(std::iter::repeat_n(unit, if kind == Kind::Twins { 2 } else { 1 }));
        }
    }

    /// Place number `n` of the threads of the class above that have this code.
    fn place(&self, code: Code, n: u64) -> usize {
        let mut places = (0..self.above.len()).filter(|&place| self.above[place].code == code);
        places.nth(n as usize).expect("a thread that can go on")
    }

    fn many(&self, code: Code) -> u64 {
        self.above.iter().filter(|thread| thread.code == code).count() as u64
    }

    /// Does with threads what a choice does with their codes; number `which` of its ways.
    pub(super) fn follow<S>(&mut self, choice: &Choice<S>, mut which: u64, face: u64, ages: u8) {
        let older = |code: Code| (code % AGES + 1).min(ages);
        let [first, second] = choice.origins;
        if choice.slots == 2 && first == Origin::New {
            self.here.push(Thread { code: Kind::Twins.code(1), faces: face });
            return;
        }
        if let Origin::Twins(code) = first {
            let thread = self.above.swap_remove(self.place(code, which));
            let code = Kind::Twins.code(older(code));
            self.here.push(Thread { code, faces: thread.faces | face });
            return;
        }
        // The places of the threads that go on, in each slot.
        let mut places = [usize::MAX; 2];
        if first != Origin::New {
            let many = self.many(first.code());
            if choice.slots == 2 && second.code() == first.code() {
                let mut a = 0;
                while which >= many - 1 - a {
                    which -= many - 1 - a;
                    a += 1;
                }
                let code = first.code();
                places = [self.place(code, a), self.place(code, a + 1 + which)];
            } else {
                places[0] = self.place(first.code(), which % many);
                if choice.slots == 2 && second != Origin::New {
                    places[1] = self.place(second.code(), which / many);
                }
            }
        }
        let mut gone = [None; 2];
        for slot in 0..usize::from(choice.slots) {
            let (origin, place) = (choice.origins[slot], places[slot]);
            let (faces, age, beside) = match origin {
                Origin::New => (0, 1, true),
                _ => {
                    let Thread { code, faces } = self.above[place];
                    (faces, older(code), Kind::of(code).is_beside())
                }
            };
            let kind = Kind::of_unit(usize::from(choice.width), beside && choice.single);
            self.here.push(Thread { code: kind.code(age), faces: faces | face });
            match origin {
                Origin::Half(code) => self.above[place].code = Kind::Pair.code(code % AGES),
                Origin::Next(_) => gone[slot] = Some(place),
                _ => {}
            }
        }
        gone.sort_unstable();
        for place in gone.into_iter().flatten().rev() {
            self.above.swap_remove(place);
        }
    }

    /// Ends all threads.
    pub(super) fn end(&mut self) {
        self.end_above();
        std::mem::swap(&mut self.above, &mut self.here);
        self.end_above();
    }

    /// The threads that have not ended, those of the class above first.
    pub(super) fn threads(&self) -> [&[Thread]; 2] {
        [&self.above, &self.here]
    }

    /// Forgets in which order threads came.
    pub(super) fn sort(&mut self) {
        self.above.sort_unstable();
        self.here.sort_unstable();
    }

    /// All units, in the order in which leads tell them.
    pub(super) fn units(mut self, trump: &Trump) -> Units {
        self.end();
        self.done.sort_by_cached_key(|unit| unit.rank(trump));
        self.done.into_iter().collect()
    }
}
