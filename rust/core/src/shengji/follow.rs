//! What a follower owes (SJ-18 … SJ-23).
//!
//! What SJ-19 records of the best placement, runs and loose tuples, is a multiset of units: a
//! [`Need`]. As a hand is served longest first and each time as well as can be, a play of the right
//! number of cards out of the led suit is legal exactly if that multiset can be laid out of the play
//! itself.

use super::moves::Cards;
use super::switches::Switches;
use super::trump::Trump;
use super::unit::Form;
use std::collections::HashSet;

/// The most units of two and more cards in a lead.
const MOST: usize = 27;

/// A list of forms without allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forms {
    forms: [Form; MOST],
    len: u8,
}

impl Forms {
    /// None.
    pub const EMPTY: Self = Self { forms: [Form { width: 0, length: 0 }; MOST], len: 0 };

    /// Adds a form.
    ///
    /// # Panics
    /// Where there are more than a hand can hold.
    #[inline(always)]
    pub fn push(&mut self, form: Form) {
        self.forms[usize::from(self.len)] = form;
        self.len += 1;
    }

    /// The forms.
    #[inline(always)]
    #[must_use]
    pub fn as_slice(&self) -> &[Form] {
        &self.forms[..usize::from(self.len)]
    }
}

impl FromIterator<Form> for Forms {
    fn from_iter<I: IntoIterator<Item = Form>>(forms: I) -> Self {
        let mut all = Self::EMPTY;
        forms.into_iter().for_each(|form| all.push(form));
        all
    }
}

/// What a follower owes: runs and loose tuples that his play must hold, all of them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// Runs of two and more classes, in the order in which they are served.
    pub runs: Forms,
    /// Tuples by width: at 2 pairs, at 3 triples, at 4 quads.
    pub loose: [u8; 5],
}

impl Need {
    /// Nothing but the suit.
    pub const NONE: Self = Self { runs: Forms::EMPTY, loose: [0; 5] };

    /// Whether nothing but the suit is owed.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.runs.len == 0 && self.loose == [0; 5]
    }

    /// How many cards of the play are owed as units.
    #[must_use]
    pub fn size(&self) -> usize {
        let runs: usize = self.runs.as_slice().iter().map(|run| run.size()).sum();
        let loose = self.loose.iter().enumerate();
        runs + loose.map(|(width, &count)| width * usize::from(count)).sum::<usize>()
    }

    pub(super) fn with_run(mut self, run: Form) -> Self {
        self.runs.push(run);
        self
    }

    pub(super) fn with_loose(mut self, width: usize, count: usize) -> Self {
        self.loose[width] += count as u8;
        self
    }
}

/// What cards of a play are looked at for, which are as many as were led and all of the led suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Test {
    /// Nothing more is owed.
    Nothing,
    /// So many pairs, among which is a run of so many classes; of no face more than two copies are held.
    Pairs { pairs: u32, run: usize },
    /// Loose tuples.
    Loose,
    /// Units of any kind: places for them must be found.
    Units,
}

impl Test {
    /// What the holder of these laid cards of the suit led looks for.
    #[inline(always)]
    pub(super) fn new(switches: &Switches, need: &Need, held: &Cards) -> Self {
        let loose = need.loose[2..] != [0; 3];
        match *need.runs.as_slice() {
            [] if !loose => Self::Nothing,
            // Then nothing is wider than a pair, and what a run leaves of the pairs is loose.
            [] if held.at_least(3) == 0 => Self::Pairs { pairs: need.loose[2].into(), run: 0 },
            [run] if held.at_least(3) == 0 => {
                let pairs = u32::from(run.length) + u32::from(need.loose[2]);
                Self::Pairs { pairs, run: run.length.into() }
            }
            [] if !switches.protect_wider => Self::Loose,
            _ => Self::Units,
        }
    }
}

/// How units lie in what is held of one effective suit.
///
/// Copies that a unit takes are taken away. With `protect_wider` a face serves its own number of
/// copies only, and whole (SJ-23).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Supply {
    pub(super) cards: Cards,
    pub(super) protect: bool,
}

impl Supply {
    #[inline(always)]
    pub(super) fn faces(&self, width: usize) -> u64 {
        if self.protect { self.cards.exactly(width) } else { self.cards.at_least(width) }
    }

    #[inline(always)]
    fn without(mut self, faces: u64, width: usize) -> Self {
        self.cards.remove(faces, width);
        self
    }

    /// Whether the tuples can be taken, all apart.
    fn has_loose(&self, loose: &[u8; 5]) -> bool {
        let held = [2, 3, 4].map(|copies| self.cards.exactly(copies).count_ones() as usize);
        if self.protect {
            return (2..).zip(held).all(|(width, held)| usize::from(loose[width]) <= held);
        }
        loose_fit(held, loose)
    }
}

/// Whether faces of which two, three and four copies are held give the tuples, all apart.
#[inline(always)]
pub(super) fn loose_fit([twos, threes, fours]: [usize; 3], loose: &[u8; 5]) -> bool {
    let [_, _, pairs, triples, quads] = loose.map(usize::from);
    // Triples come out of threes first: a three gives up one pair for it, a four two.
    let torn = triples.saturating_sub(threes);
    quads + torn <= fours
        && pairs <= twos + threes.saturating_sub(triples) + 2 * (fours - quads - torn)
}

/// A search for a place for runs.
struct Layout<'a> {
    trump: &'a Trump,
    runs: &'a [Form],
    loose: &'a [u8; 5],
    /// Where nothing was found: the runs placed, what is left, and where the next may begin.
    dead: HashSet<(usize, Supply, u64)>,
    steps: usize,
}

/// Steps of a search after which places without success are remembered.
const PATIENCE: usize = 24;

impl Layout<'_> {
    /// Whether the runs from number `n` on, and the loose tuples, can be laid out of the supply.
    /// Equal runs begin no lower than the one before: `starts`.
    fn lies(&mut self, n: usize, supply: Supply, starts: u64) -> bool {
        let Some(&run) = self.runs.get(n) else { return supply.has_loose(self.loose) };
        let (width, length) = (usize::from(run.width), usize::from(run.length));
        let classes = self.trump.fold(supply.faces(width));
        let mut places = self.trump.runs(classes, length) & starts;
        if places == 0 {
            return false;
        }
        self.steps += 1;
        let key = (n, supply, starts);
        let remember = self.steps > PATIENCE && n + 1 < self.runs.len();
        if remember && self.dead.contains(&key) {
            return false;
        }
        let again = self.runs.get(n + 1) == Some(&run);
        while places != 0 {
            let place = places.trailing_zeros();
            places &= places - 1;
            let taken = (u64::MAX >> (64 - length)) << place;
            let starts = if again { u64::MAX << place } else { u64::MAX };
            if self.takes(n, supply, taken, width, starts) {
                return true;
            }
        }
        if remember {
            self.dead.insert(key);
        }
        false
    }

    /// The same after run number `n` takes a face of each class of `taken`, whichever.
    fn takes(&mut self, n: usize, supply: Supply, taken: u64, width: usize, starts: u64) -> bool {
        let parallel = taken & self.trump.parallel();
        if parallel == 0 {
            return self.lies(n + 1, supply.without(taken, width), starts);
        }
        // One class of several faces after the other: of equally many copies any face will do.
        let class = parallel & parallel.wrapping_neg();
        let faces = self.trump.unfold(class) & supply.faces(width);
        let rest = taken ^ class;
        let mut tried = 0u8;
        let mut left = faces;
        while left != 0 {
            let face = left & left.wrapping_neg();
            left ^= face;
            let copies = supply.cards.count(face.trailing_zeros() as usize);
            if tried >> copies & 1 != 0 {
                continue;
            }
            tried |= 1 << copies;
            let supply = supply.without(face, width);
            if rest == 0 {
                if self.lies(n + 1, supply, starts) {
                    return true;
                }
            } else if self.takes(n, supply, rest, width, starts) {
                return true;
            }
        }
        false
    }
}

/// Whether `need` can be laid out of the supply.
pub(super) fn lies(trump: &Trump, supply: Supply, need: &Need) -> bool {
    let runs = need.runs.as_slice();
    if runs.is_empty() {
        return supply.has_loose(&need.loose);
    }
    let dead = HashSet::new();
    Layout { trump, runs, loose: &need.loose, dead, steps: 0 }.lies(0, supply, u64::MAX)
}

/// Whether the laid cards hold the units that are needed, all of them apart.
pub(super) fn holds(trump: &Trump, cards: &Cards, need: &Need) -> bool {
    lies(trump, Supply { cards: *cards, protect: false }, need)
}

/// Whether the laid cards of a play out of `hand`, as many as were led and all of the led suit, hold what
/// is owed.
#[must_use]
pub fn meets(switches: &Switches, trump: &Trump, need: &Need, hand: &Cards, play: &Cards) -> bool {
    let mut cards = *play;
    if switches.protect_wider {
        // Faces that were torn serve nothing.
        let torn = (1..=4).fold(0, |torn, k| torn | (hand.at_least(k) & !play.at_least(k)));
        cards = cards.within(!torn);
    }
    lies(trump, Supply { cards, protect: switches.protect_wider }, need)
}
