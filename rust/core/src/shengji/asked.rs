//! The question put to a follower, and which plays answer it (SJ-18 … SJ-23).

use super::drawing::{self, TRIES, draw};
use super::follow::{Need, Test, loose_fit, meets};
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
use crate::bits::Isa;
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
    /// Whether these are as many as were led.
    enough: bool,
    test: Test,
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
        let test = Test::new(switches, &need, &in_suit);
        Self { switches, trump, suit, size, hand, in_suit, enough, test, need }
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
        let asked = self;
        crate::dispatch!(self.trump.cpu, apart legal(asked: &Asked<'_>, play: &Cards) -> bool)
    }

    /// Whether cards, as many as were led and all of the suit led, hold what is owed.
    #[inline(always)]
    fn meets(&self, play: &Cards) -> bool {
        match self.test {
            Test::Nothing => true,
            Test::Pairs { pairs, run } => {
                let faces = play.at_least(2);
                faces.count_ones() >= pairs
                    && (run == 0 || self.trump.runs(self.trump.fold(faces), run) != 0)
            }
            Test::Loose => {
                let [twos, threes, fours] =
                    [2, 3, 4].map(|copies| play.exactly(copies).count_ones() as usize);
                loose_fit([twos, threes, fours], &self.need.loose)
            }
            Test::Units => meets(self.switches, self.trump, &self.need, &self.in_suit, play),
        }
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
        let asked = self;
        crate::dispatch!(self.trump.cpu, apart sample(asked: &Asked<'_>, rng: &mut Rng) -> Cards)
    }

    /// Cards by shape.
    #[inline(always)]
    fn by_shape<I: Isa>(
        &self,
        rng: &mut Rng,
        cards: &Cards,
        size: usize,
        loose: &[u8; 5],
    ) -> Cards {
        let (trump, [one, two, three, four]) = (self.trump, *cards.planes());
        let size = size as u32;
        let drawn = if three == 0 {
            // Where no class has several faces laid ones are in the order of strength.
            let plain = one & trump.manifold() == 0;
            let mut held = [one, two];
            if !plain {
                held = [trump.ranked::<I>(one), trump.ranked::<I>(two)];
            }
            let [mut one, mut two] = draw::<I, 2>(&held, size, loose, rng);
            if !plain {
                (one, two) = (trump.unranked::<I>(one), trump.unranked::<I>(two));
            }
            [one, two, 0, 0]
        } else {
            let mut planes = [one, two, three, four];
            for plane in &mut planes {
                *plane = trump.ranked::<I>(*plane);
            }
            let mut drawn = draw::<I, 4>(&planes, size, loose, rng);
            for plane in &mut drawn {
                *plane = trump.unranked::<I>(*plane);
            }
            drawn
        };
        Cards::from_planes(drawn).expect("planes stay nested")
    }

    /// A run of all the cards that were led.
    #[inline(always)]
    fn whole_run<I: Isa>(&self, rng: &mut Rng, run: Form) -> Cards {
        let faces = self.in_suit.at_least(usize::from(run.width));
        let length = usize::from(run.length);
        let places = self.trump.runs(faces, length);
        let faces = if faces & self.trump.manifold() == 0 {
            let n = rng.choose(places.count_ones().into());
            (u64::MAX >> (64 - length)) << I::select(places, n as u32)
        } else {
            let n = rng.choose(self.trump.count_runs(faces, length));
            self.trump.run(faces, length, n).expect("numbered within their count")
        };
        Unit { faces, width: run.width }.cards()
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

#[expect(clippy::extra_unused_type_parameters, reason = "compiled once for each processor")]
#[inline(always)]
fn legal<I: Isa>(asked: &Asked<'_>, play: &Cards) -> bool {
    let within = if asked.enough {
        asked.in_suit.contains(play)
    } else {
        asked.hand.contains(play) && play.contains(&asked.in_suit)
    };
    within && play.total() == asked.size && asked.meets(play)
}

#[inline(always)]
fn sample<I: Isa>(asked: &Asked<'_>, rng: &mut Rng) -> Cards {
    let (trump, size, need) = (asked.trump, asked.size, &asked.need);
    if !asked.enough {
        let others = asked.hand.within(!trump.suit_mask(asked.suit));
        let size = size - asked.in_suit.total();
        return asked.in_suit.union(&asked.by_shape::<I>(rng, &others, size, &need.loose));
    }
    let mut loose = need.loose;
    match *need.runs.as_slice() {
        _ if asked.switches.protect_wider => return asked.numbered(rng),
        [] => return asked.by_shape::<I>(rng, &asked.in_suit, size, &loose),
        [run] if run.size() == size => return asked.whole_run::<I>(rng, run),
        ref runs => {
            for run in runs {
                loose[usize::from(run.width)] += run.length;
            }
        }
    }
    for _ in 0..TRIES {
        let play = asked.by_shape::<I>(rng, &asked.in_suit, size, &loose);
        if asked.meets(&play) {
            return play;
        }
    }
    asked.numbered(rng)
}
