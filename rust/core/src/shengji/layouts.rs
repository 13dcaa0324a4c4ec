//! Layouts of what is owed, numbered, and sets of them.
//!
//! The same layouts come up at many faces, and the same sets of them on many ways. Each is looked at once
//! for faces alike: what comes after it is remembered.

use super::missing::Missing;
use super::scan::{Layout, Scan, Standing};
use smallvec::SmallVec;

/// No number: of an empty set, of an empty slot, of what was not looked for.
pub(super) const NONE: u32 = u32::MAX;
/// A set that was not looked for.
const UNKNOWN: u32 = NONE - 1;

/// An effect is a number of copies up to four.
const EFFECTS: usize = 5;

/// Numbers of things by their hash; the things are kept elsewhere.
#[derive(Debug)]
struct Index {
    slots: Vec<u32>,
}

impl Index {
    fn new() -> Self {
        Self { slots: vec![NONE; 128] }
    }

    /// The number of a thing, or that of the slot where it belongs.
    #[inline(always)]
    fn find(&self, hash: u64, is: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = (hash >> 32) as usize & mask;
        loop {
            match self.slots[slot] {
                NONE => return Err(slot),
                number if is(number) => return Ok(number),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Adds a thing, the last of so many, that was not found at a slot.
    fn add(&mut self, slot: usize, count: usize, hash: impl Fn(u32) -> u64) {
        self.slots[slot] = count as u32 - 1;
        if 2 * count < self.slots.len() {
            return;
        }
        let size = 4 * self.slots.len();
        self.slots.clear();
        self.slots.resize(size, NONE);
        for number in 0..count as u32 {
            let slot = self.find(hash(number), |_| false).expect_err("nothing is looked for");
            self.slots[slot] = number;
        }
    }
}

/// The factor of hashes.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// A hash of words.
#[inline(always)]
fn hash(words: &[u64]) -> u64 {
    words.iter().fold(0, |hash: u64, word| (hash.rotate_left(5) ^ word).wrapping_mul(FACTOR))
}

/// All layouts met.
#[derive(Debug)]
pub(super) struct Numbered<'a> {
    pub(super) scan: &'a Scan,
    /// The kind of each face: faces of a kind differ in bit and copies only.
    kinds: Vec<u8>,
    number_of_kinds: usize,
    layouts: Vec<Layout>,
    /// What each wants at least.
    missing: Vec<Missing>,
    standings: Vec<Standing>,
    index: Index,
    /// For each layout, kind of face and effect where in `followers` what comes after it begins, and how
    /// many there are.
    after: Vec<(u32, u32)>,
    followers: Vec<u32>,
    scratch: Vec<Layout>,
}

impl<'a> Numbered<'a> {
    /// The layout before the first face is number 0.
    pub(super) fn new(scan: &'a Scan) -> Self {
        let mut firsts: Vec<usize> = Vec::new();
        let mut kinds = Vec::with_capacity(scan.faces.len());
        for (n, face) in scan.faces.iter().enumerate() {
            let known = firsts.iter().position(|&first| scan.faces[first].is_like(face));
            kinds.push(known.unwrap_or(firsts.len()) as u8);
            if known.is_none() {
                firsts.push(n);
            }
        }
        let mut all = Self {
            scan,
            kinds,
            number_of_kinds: firsts.len(),
            layouts: Vec::with_capacity(64),
            missing: Vec::with_capacity(64),
            standings: Vec::with_capacity(64),
            index: Index::new(),
            after: Vec::with_capacity(1024),
            followers: Vec::with_capacity(512),
            scratch: Vec::with_capacity(16),
        };
        all.number(scan.start());
        all
    }

    /// How many there are.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.layouts.len()
    }

    #[inline(always)]
    pub(super) fn layout(&self, number: u32) -> &Layout {
        &self.layouts[number as usize]
    }

    /// What a layout wants at least.
    #[inline(always)]
    pub(super) fn missing(&self, number: u32) -> Missing {
        self.missing[number as usize]
    }

    fn number(&mut self, layout: Layout) -> u32 {
        let hashed = hash(&layout.words());
        match self.index.find(hashed, |number| self.layouts[number as usize] == layout) {
            Ok(number) => number,
            Err(slot) => {
                self.layouts.push(layout);
                self.missing.push(self.scan.missing(&layout));
                self.standings.push(self.scan.standing(&layout));
                let rows = self.number_of_kinds * EFFECTS;
                self.after.resize(self.after.len() + rows, (NONE, 0));
                let layouts = &self.layouts;
                let hash_of = |number: u32| hash(&layouts[number as usize].words());
                self.index.add(slot, layouts.len(), hash_of);
                layouts.len() as u32 - 1
            }
        }
    }

    /// The layouts after face number `n` with an effect: where among [`follower`](Self::follower).
    #[inline(always)]
    pub(super) fn after(&mut self, number: u32, n: usize, effect: u8) -> std::ops::Range<usize> {
        let kind = usize::from(self.kinds[n]);
        let place = (number as usize * self.number_of_kinds + kind) * EFFECTS + usize::from(effect);
        if self.after[place].0 == NONE {
            self.after[place] = self.find_after(number, n, effect);
        }
        let (first, count) = self.after[place];
        first as usize..(first + count) as usize
    }

    #[inline(never)]
    fn find_after(&mut self, number: u32, n: usize, effect: u8) -> (u32, u32) {
        let mut found = std::mem::take(&mut self.scratch);
        found.clear();
        let layout = self.layouts[number as usize];
        self.scan.layouts(&self.scan.faces[n], layout, effect, &mut found);
        let first = self.followers.len() as u32;
        for &layout in &found {
            let number = self.number(layout);
            self.followers.push(number);
        }
        let count = found.len() as u32;
        self.scratch = found;
        (first, count)
    }

    #[inline(always)]
    pub(super) fn follower(&self, place: usize) -> u32 {
        self.followers[place]
    }
}

/// Sets of layouts none of which covers another.
#[derive(Debug)]
pub(super) struct Sets<'a> {
    all: Numbered<'a>,
    /// The layouts of all sets, those of one in ascending order.
    members: Vec<u32>,
    sets: Vec<Set>,
    index: Index,
    /// For each set, kind of face and effect the set after it.
    after: Vec<u32>,
    /// For each layout when it was met last: in which search for a set.
    seen: Vec<u32>,
    round: u32,
    scratch: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Set {
    first: u32,
    count: u32,
    /// What its layouts want: the least of each part, and the most.
    least: Missing,
    most: Missing,
}

impl<'a> Sets<'a> {
    /// Set number 0 has the layout before the first face.
    pub(super) fn new(scan: &'a Scan) -> Self {
        let mut sets = Self {
            all: Numbered::new(scan),
            members: Vec::with_capacity(1024),
            sets: Vec::with_capacity(256),
            index: Index::new(),
            after: Vec::with_capacity(1024),
            seen: Vec::new(),
            round: 0,
            scratch: vec![0],
        };
        sets.number();
        sets
    }

    /// How many there are.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// How many cards at least the layouts of a set want.
    #[inline(always)]
    pub(super) fn least(&self, set: u32) -> usize {
        self.sets[set as usize].least.cards()
    }

    /// Whether a layout of the set has nothing left to do.
    pub(super) fn is_done(&self, set: u32) -> bool {
        let set = self.sets[set as usize];
        let members = &self.members[set.first as usize..][..set.count as usize];
        members.iter().any(|&number| self.all.layout(number).is_done())
    }

    /// The number of the set of the layouts in `scratch`; `NONE` where there are none.
    fn number(&mut self) -> u32 {
        if self.scratch.is_empty() {
            return NONE;
        }
        let hash_of = |members: &[u32]| {
            members.iter().fold(0, |hash: u64, &number| {
                (hash.rotate_left(5) ^ u64::from(number)).wrapping_mul(FACTOR)
            })
        };
        let (sets, members, scratch) = (&self.sets, &self.members, &self.scratch);
        let list = |set: u32| {
            let set = sets[set as usize];
            &members[set.first as usize..][..set.count as usize]
        };
        match self.index.find(hash_of(scratch), |set| list(set) == &scratch[..]) {
            Ok(set) => set,
            Err(slot) => {
                let wants = scratch.iter().map(|&number| self.all.missing(number));
                let first = self.all.missing(scratch[0]);
                let (least, most) = wants.fold((first, first), |(least, most), want| {
                    (least.least(want), most.most(want))
                });
                let (first, count) = (members.len() as u32, scratch.len() as u32);
                self.sets.push(Set { first, count, least, most });
                self.members.extend_from_slice(&self.scratch);
                self.after.resize(self.after.len() + self.all.number_of_kinds * EFFECTS, UNKNOWN);
                let (sets, members) = (&self.sets, &self.members);
                self.index.add(slot, sets.len(), |set| {
                    let set = sets[set as usize];
                    hash_of(&members[set.first as usize..][..set.count as usize])
                });
                sets.len() as u32 - 1
            }
        }
    }

    /// The set after face number `n` with an effect; `NONE` where no layout is left.
    #[inline]
    pub(super) fn after(&mut self, set: u32, n: usize, effect: u8) -> u32 {
        let kind = usize::from(self.all.kinds[n]);
        let place =
            (set as usize * self.all.number_of_kinds + kind) * EFFECTS + usize::from(effect);
        if self.after[place] == UNKNOWN {
            self.after[place] = self.find_after(set, n, effect);
        }
        self.after[place]
    }

    fn find_after(&mut self, set: u32, n: usize, effect: u8) -> u32 {
        self.round += 1;
        let mut kept: SmallVec<[(u32, Standing); 24]> = SmallVec::new();
        let Set { first, count, .. } = self.sets[set as usize];
        for member in first..first + count {
            let places = self.all.after(self.members[member as usize], n, effect);
            if self.seen.len() < self.all.len() {
                self.seen.resize(2 * self.all.len(), 0);
            }
            for &number in &self.all.followers[places] {
                let seen = &mut self.seen[number as usize];
                if *seen != self.round {
                    *seen = self.round;
                    keep(&mut kept, number, &self.all.standings[number as usize]);
                }
            }
        }
        self.scratch.clear();
        self.scratch.extend(kept.iter().map(|&(number, _)| number));
        if self.scratch.len() > 1 {
            self.scratch.sort_unstable();
        }
        self.number()
    }

    /// Those layouts of a set that want no more than there is left; `NONE` where there are none.
    #[inline]
    pub(super) fn within(&mut self, set: u32, left: Missing) -> u32 {
        let Set { first, count, least, most } = self.sets[set as usize];
        if most.lies_in(left) {
            return set;
        }
        if !least.lies_in(left) {
            return NONE;
        }
        self.scratch.clear();
        for &number in &self.members[first as usize..][..count as usize] {
            if self.all.missing(number).lies_in(left) {
                self.scratch.push(number);
            }
        }
        self.number()
    }
}

/// Keeps a layout unless it is covered, without those that it covers.
#[inline(always)]
fn keep(kept: &mut SmallVec<[(u32, Standing); 24]>, number: u32, new: &Standing) {
    let mut n = 0;
    while let Some((_, known)) = kept.get(n) {
        // What covers the new one is covered by none that is kept.
        if known.covers(new) {
            return;
        }
        if new.covers(known) {
            kept.swap_remove(n);
        } else {
            n += 1;
        }
    }
    kept.push((number, *new));
}
