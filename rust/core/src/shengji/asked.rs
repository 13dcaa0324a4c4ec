//! The question put to a follower, and which plays answer it (SJ-18 … SJ-23).

use super::drawing::{self, TRIES, draw};
use super::follow::{Need, meets};
use super::moves::Cards;
use super::owed::Owed;
use super::plays::Plays;
use super::scan::Scan;
use super::serving::need;
use super::staged;
use super::subsets::Subsets;
use super::switches::Switches;
use super::trump::Trump;
use super::unit::{Form, Unit};
use crate::bits::Portable;
use crate::error::RuleError;
use crate::rng::Rng;
use std::ops::ControlFlow;

/// What a follower is asked: so many cards, and of the suit led what he owes. All cards are laid.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    switches: &'a Switches,
    trump: &'a Trump,
    suit: usize,
    size: usize,
    hand: Cards,
    in_suit: Cards,
    need: Need,
}

impl<'a> Asked<'a> {
    /// What the holder of the laid cards `hand` is asked after a lead of `size` cards of an effective
    /// suit, with units of these forms; those of singles may be left out.
    #[must_use]
    pub fn new(
        switches: &'a Switches,
        trump: &'a Trump,
        lead: &[Form],
        suit: usize,
        size: usize,
        hand: Cards,
    ) -> Self {
        let in_suit = hand.within(trump.suit_mask(suit));
        let enough = in_suit.total() >= size;
        let need = if enough { need(switches, trump, lead, &in_suit) } else { Need::NONE };
        Self { switches, trump, suit, size, hand, in_suit, need }
    }

    /// What must be in the play besides the suit.
    #[must_use]
    pub fn need(&self) -> &Need {
        &self.need
    }

    /// How many cards of the suit led must be played.
    #[inline(always)]
    fn suit_owed(&self) -> usize {
        self.in_suit.total().min(self.size)
    }

    /// Whether laid cards may be played.
    #[must_use]
    pub fn is_legal(&self, play: &Cards) -> bool {
        if play.total() != self.size || !self.hand.contains(play) {
            return false;
        }
        let followed = play.within(self.trump.suit_mask(self.suit));
        followed.total() == self.suit_owed()
            && meets(self.switches, self.trump, &self.need, &self.in_suit, &followed)
    }

    /// What laid cards lack; `None` where they may be played.
    #[must_use]
    pub fn owed(&self, play: &Cards) -> Option<Owed> {
        let (led, played) = (self.size, play.total());
        if !self.hand.contains(play) {
            let missing = self.trump.stand(&play.difference(&self.hand));
            return Some(Owed::Held { missing });
        }
        if led != played {
            return Some(Owed::Cards { led, played });
        }
        let (suit, held, owed) = (self.suit, self.in_suit.total(), self.suit_owed());
        let followed = play.within(self.trump.suit_mask(suit));
        let played = followed.total();
        if played != owed {
            return Some(Owed::Suit { suit, held, owed, played });
        }
        self.unit_owed(&followed)
    }

    /// The first unit in the order of serving that cards of the suit led lack.
    fn unit_owed(&self, followed: &Cards) -> Option<Owed> {
        let holds = |need: &Need| meets(self.switches, self.trump, need, &self.in_suit, followed);
        if holds(&self.need) {
            return None;
        }
        let lacks = |form, owed, played| {
            let whole = self.switches.protect_wider;
            Some(Owed::Unit { suit: self.suit, form, owed, played, whole })
        };
        let mut part = Need::NONE;
        for width in (2..=4).rev() {
            let runs = self.need.runs.as_slice();
            for &run in runs.iter().filter(|run| usize::from(run.width) == width) {
                part.runs.push(run);
                if !holds(&part) {
                    let same = |runs: &[Form]| runs.iter().filter(|&&form| form == run).count();
                    return lacks(run, same(runs), same(part.runs.as_slice()) - 1);
                }
            }
            let owed = self.need.loose[width];
            for played in 0..owed {
                part.loose[width] += 1;
                if !holds(&part) {
                    return lacks(Form::new(width, 1), owed.into(), played.into());
                }
            }
        }
        None
    }

    /// Why laid cards may not be played; `None` where they may.
    #[must_use]
    pub fn why_not(&self, play: &Cards) -> Option<RuleError> {
        self.owed(play).map(|owed| owed.error(&self.trump.stand(play)))
    }

    /// All legal plays, to be counted, numbered and listed.
    #[must_use]
    pub fn answers(&self) -> Answers {
        let held = self.in_suit.total();
        if held < self.size {
            let others = self.hand.difference(&self.in_suit);
            let others = Subsets::new(self.trump, &others, self.size - held);
            return Answers(Kind::Free { fixed: self.in_suit, others });
        }
        if self.need.is_none() {
            let others = Subsets::new(self.trump, &self.in_suit, self.size);
            return Answers(Kind::Free { fixed: Cards::EMPTY, others });
        }
        let protect = self.switches.protect_wider;
        let plays = Plays::new(self.trump, &self.need, &self.in_suit, protect, self.size);
        Answers(Kind::Owing(plays))
    }

    /// How many plays are legal.
    #[must_use]
    pub fn count(&self) -> u64 {
        let held = self.in_suit.total();
        if held < self.size {
            let others = self.hand.difference(&self.in_suit);
            return drawing::count(&others, self.size - held, &Need::NONE.loose);
        }
        if self.need.runs.as_slice().is_empty() && !self.switches.protect_wider {
            return drawing::count(&self.in_suit, self.size, &self.need.loose);
        }
        self.answers().count()
    }

    /// Legal play number `n`, which must be below [`count`](Self::count), in the order of
    /// [`Answers`].
    #[must_use]
    pub fn nth(&self, n: u64) -> Cards {
        self.answers().nth(n)
    }

    /// One of the legal plays, each equally likely, by the draws told in `drawing.rs`.
    #[must_use]
    pub fn sample(&self, rng: &mut Rng) -> Cards {
        let enough = self.in_suit.total() >= self.size;
        let mut loose = self.need.loose;
        for run in self.need.runs.as_slice() {
            loose[usize::from(run.width)] += run.length;
        }
        let by_shape = |rng: &mut Rng, cards: &Cards, size: usize| {
            let held = cards.planes().map(|plane| self.trump.rank_mask(plane));
            let drawn = draw::<Portable, 4>(&held, size as u32, &loose, rng);
            let planes = drawn.map(|plane| self.trump.lay_ranked(plane));
            Cards::from_planes(planes).expect("planes stay nested")
        };
        if !enough {
            let others = self.hand.difference(&self.in_suit);
            let size = self.size - self.in_suit.total();
            return self.in_suit.sum(&by_shape(rng, &others, size));
        }
        match *self.need.runs.as_slice() {
            _ if self.switches.protect_wider => return self.numbered(rng),
            [] => return by_shape(rng, &self.in_suit, self.size),
            [run] if run.size() == self.size => {
                let faces = self.in_suit.at_least(usize::from(run.width));
                let length = usize::from(run.length);
                let n = rng.choose(self.trump.count_runs(faces, length));
                let faces = self.trump.run(faces, length, n).expect("numbered within their count");
                return Unit { faces, width: run.width }.cards();
            }
            _ => {}
        }
        for _ in 0..TRIES {
            let play = by_shape(rng, &self.in_suit, self.size);
            if meets(self.switches, self.trump, &self.need, &self.in_suit, &play) {
                return play;
            }
        }
        self.numbered(rng)
    }

    /// A play by its number.
    fn numbered(&self, rng: &mut Rng) -> Cards {
        let answers = self.answers();
        answers.nth(rng.choose(answers.count()))
    }

    /// Calls `visit` for every legal play in order until it breaks.
    pub fn for_each(&self, visit: impl FnMut(Cards) -> ControlFlow<()>) {
        self.answers().for_each(visit);
    }

    /// The laid faces of which one more copy may be added to the cards staged, so that a legal play
    /// can still be reached; none where the staged cards are not held or there are enough of them.
    #[must_use]
    pub fn stage_mask(&self, staged: &Cards) -> u64 {
        let (in_suit, size) = (self.trump.suit_mask(self.suit), self.size);
        if !self.hand.contains(staged) || staged.total() >= size {
            return 0;
        }
        let others = staged.within(!in_suit).total();
        let room = size.saturating_sub(self.in_suit.total());
        if others > room {
            return 0;
        }
        let left = self.hand.difference(staged).faces();
        if room > 0 {
            return if others < room { left } else { left & in_suit };
        }
        if self.need.is_none() {
            return left & in_suit;
        }
        let scan = Scan::new(self.trump, &self.need, &self.in_suit, self.switches.protect_wider);
        staged::mask(&scan, &self.in_suit, staged, size)
    }
}

/// All plays that answer a question, laid.
///
/// They are ordered card by card in the order of strength, weakest first: of two plays that one comes
/// first that has more copies of the weakest face in which they differ.
#[derive(Clone, Debug)]
pub struct Answers(Kind);

#[derive(Clone, Debug)]
enum Kind {
    /// These cards, and any choice of others.
    Free { fixed: Cards, others: Subsets },
    /// What holds the units that are owed.
    Owing(Plays),
}

impl Answers {
    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        match &self.0 {
            Kind::Free { others, .. } => others.count(),
            Kind::Owing(plays) => plays.count(),
        }
    }

    /// Play number `n`, which must be below [`count`](Self::count).
    #[must_use]
    pub fn nth(&self, n: u64) -> Cards {
        match &self.0 {
            Kind::Free { fixed, others } => fixed.sum(&others.nth(n)),
            Kind::Owing(plays) => plays.nth(n),
        }
    }

    /// Calls `visit` for every play in order until it breaks.
    pub fn for_each(&self, mut visit: impl FnMut(Cards) -> ControlFlow<()>) {
        let _ = match &self.0 {
            Kind::Free { fixed, others } => others.for_each(|chosen| visit(fixed.sum(&chosen))),
            Kind::Owing(plays) => plays.for_each(visit),
        };
    }
}
