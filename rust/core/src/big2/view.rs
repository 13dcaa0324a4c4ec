//! What a seat knows.

use super::course::{Course, played};
use super::knowledge::Known;
use super::moves::{Cards, Kind, Move};
use super::rules::Rules;
use super::setup::Given;
use super::state::{NONE, Phase, State};
use super::turns::Suspect;
use crate::game::Game;
use crate::rng::{Domain, Rng};
use smallvec::SmallVec;
use std::sync::Arc;

/// What one seat knows of a deal: a deal like it, in which every card that the seat does not know lies
/// in a fixed place.
///
/// Each hand has the cards that the seat knows to be there, and the unknown cards fill the hands of the
/// others from the lowest up, seat by seat; what is left of them are the cards set aside. All random
/// streams are the same. So a view holds nothing hidden, and the views of a seat are equal in all deals
/// that it cannot tell apart. Whose turn it is and what is asked of it is as in the true deal, even
/// where it turns on cards that lie elsewhere here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub(super) seat: u8,
    pub(super) state: State,
    pub(super) course: Course,
}

/// Takes the `n` lowest cards out of a pool, or all where there are fewer.
pub(super) fn take_lowest(pool: &mut Cards, n: usize) -> Cards {
    let mut out = Cards::EMPTY;
    let mut missing = n;
    while missing > 0 && !pool.is_empty() {
        let face = pool.faces() & pool.faces().wrapping_neg();
        let copies = missing.min(1 + usize::from(pool.at_least(2) & face != 0));
        out.add(face, copies);
        pool.remove(face, copies);
        missing -= copies;
    }
    out
}

impl View {
    /// What `seat` knows in `state`, to which it came by `course`.
    ///
    /// # Panics
    /// Where there is no such seat.
    #[must_use]
    pub fn new(rules: &Rules, seat: usize, state: &State, course: &Course) -> Self {
        let mut view = Self { seat: seat as u8, state: state.clone(), course: course.clone() };
        let known = course.known(rules, seat, state);
        view.state.forget_chance();
        let pool = view.state.pool(seat, &known);
        view.state.fill(seat, &known, pool, take_lowest);
        if let Some(taker) = course.taker().filter(|&taker| taker != seat) {
            // Any of the cards that he has had can be the one he took.
            let mut had = view.state.hands[taker].sum(&spent_by(taker as u8, &course.history));
            view.course.taken = take_lowest(&mut had, 1);
        }
        view.state.refresh(rules, course, seat);
        for number in 0..course.earlier.len() {
            view.course.mask_dealing(rules, seat, number, state);
        }
        view.course.begin_as(&view.state);
        view
    }

    /// Whose view it is.
    #[must_use]
    pub fn seat(&self) -> usize {
        usize::from(self.seat)
    }

    /// A deal like it, as the type tells: own cards and all that is public are as they are.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// How it came about: moves as they were, cards as in [`state`](Self::state).
    #[must_use]
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// The cards that each seat has played.
    #[must_use]
    pub fn played(&self) -> SmallVec<[Cards; 4]> {
        played(self.state.hands.len(), &self.course.history)
    }

    /// His hand.
    #[must_use]
    pub fn hand(&self) -> Cards {
        self.state.hands[self.seat()]
    }

    /// Whether it is the seat's turn.
    #[must_use]
    pub fn is_to_act(&self) -> bool {
        self.state.turn() == Some(self.seat())
    }

    /// All cards that are neither in the own hand nor seen to be gone: those of the other hands and
    /// those that were set aside face down, together.
    #[must_use]
    pub fn unseen(&self) -> Cards {
        let others = (0..self.state.hands.len()).filter(|&at| at != self.seat());
        others.fold(self.state.left, |all, at| all.sum(&self.state.hands[at]))
    }

    /// Cards that the seat knows to be in each hand, the own one whole: cards handed over (BT-37), the
    /// lowest card of who leads by it or was asked to swap it (BT-24, BT-25), and the hand that has won
    /// at once (BT-33). Faces that somebody cannot have are not told by it.
    #[must_use]
    pub fn known(&self, rules: &Rules) -> SmallVec<[Cards; 4]> {
        self.course.known(rules, self.seat(), &self.state).hands
    }

    /// The view of these parts, if they are one: for views that come from outside.
    #[must_use]
    pub fn from_parts(rules: &Rules, seat: usize, state: &State, course: &Course) -> Option<Self> {
        let view = Self::new(rules, seat, state, course);
        (view.state == *state && view.course == *course).then_some(view)
    }
}

impl Course {
    /// Who took the leftover (BT-24).
    pub(super) fn taker(&self) -> Option<usize> {
        let swap = self.history.iter().find(|(_, mv)| mv.kind == Kind::Swap);
        swap.map(|&(by, _)| usize::from(by))
    }

    /// Dealing number `number` as a course of its own that has come to the decision to deal again,
    /// and the state it has come to; `now` is where this course has come to.
    pub(super) fn until_redeal(&self, rules: &Rules, number: usize, now: &State) -> (Self, State) {
        let dealing = &self.earlier[number];
        let begin = number.checked_sub(1).map_or(0, |before| self.earlier[before].end as usize);
        let moves = &self.history[begin..dealing.end as usize];
        let (decision, before) = moves.split_last().expect("a new deal was asked for");
        let course = Self {
            start: self.start.clone().filter(|_| number == 0),
            history: before.to_vec(),
            declined: dealing.declined.clone(),
            ..Self::default()
        };
        let start = course.start.as_deref();
        let redeals = now.redeals.saturating_sub((self.earlier.len() - number) as u8);
        let mut state = State {
            hands: dealing.hands.clone(),
            left: dealing.left,
            ..start.cloned().unwrap_or_else(|| State::bare(rules, &now.setup, redeals))
        };
        state.enter(rules, Phase::Redeal, usize::from(decision.0));
        (course, state)
    }

    /// Puts every card of a past dealing that `seat` does not know in its fixed place.
    fn mask_dealing(&mut self, rules: &Rules, seat: usize, number: usize, now: &State) {
        let (course, mut state) = self.until_redeal(rules, number, now);
        let known = course.known(rules, seat, &state);
        let pool = state.pool(seat, &known);
        state.fill(seat, &known, pool, take_lowest);
        let dealing = &mut self.earlier[number];
        (dealing.hands, dealing.left) = (state.hands, state.left);
    }

    /// Makes `start` the position from which these dealings and moves lead to `now`.
    pub(super) fn begin_as(&mut self, now: &State) {
        let Some(start) = &self.start else { return };
        let mut start = State::clone(start);
        let present;
        let dealing = match self.earlier.first() {
            Some(first) => first,
            None => {
                present = self.dealing(now);
                &present
            }
        };
        start.forget_chance();
        (start.hands, start.left) = (dealing.hands.clone(), dealing.left);
        self.start = Some(Arc::new(start));
    }
}

/// The act by which a seat may have let the winner go out, or may let the seat to act (BT-44).
#[derive(Clone, Copy, Debug)]
pub(super) struct Act {
    pub(super) seat: usize,
    /// The single on the table after it.
    table: Cards,
    passed: bool,
    revolved: bool,
    /// What the seat has played since.
    spent: Cards,
    /// The single by which the winner went out, once he has, and whether the order was revolved then.
    last: Option<(Cards, bool)>,
}

impl Act {
    /// What is to be noted of it where the seat has this hand now.
    fn suspect(&self, rules: &Rules, hand: Cards) -> Suspect {
        let then = hand.sum(&self.spent);
        if rules.highest(then, self.revolved) <= rules.highest(self.table, self.revolved) {
            return Suspect::NOBODY;
        }
        let beaten = |(single, revolved): (Cards, bool)| {
            rules.highest(then, revolved) > rules.highest(single, revolved)
        };
        Suspect {
            seat: self.seat as u8,
            passed: self.passed,
            could_have_stopped: self.last.is_some_and(beaten),
        }
    }
}

/// What a seat has played in these moves.
fn spent_by(seat: u8, moves: &[(u8, Move)]) -> Cards {
    let played = moves.iter().filter(|&&(by, mv)| by == seat && mv.kind.is_play());
    played.fold(Cards::EMPTY, |all, (_, mv)| all.sum(&mv.cards))
}

impl State {
    /// The act of the course on which it turns whether anybody is suspect, where there is one.
    pub(super) fn act(&self, course: &Course) -> Option<Act> {
        if self.instant > 0 || !matches!(self.phase, Phase::Play | Phase::Over) {
            return None;
        }
        let history = &course.history[course.begin()..];
        let end = match self.winner {
            NONE => history.len(),
            winner => history.iter().rposition(|&(by, mv)| by == winner && mv.kind.is_play())?,
        };
        let Some(number) = end.checked_sub(1) else { return self.act_before(course, history) };
        let (by, mv) = history[number];
        let seat = usize::from(by);
        let called = (course.begin() + number) as u32;
        let before = history[..end].iter().rev().map(|&(_, mv)| mv);
        let table = before.into_iter().find(|mv| mv.kind.is_play()).or_else(|| {
            let start = course.start.as_ref().filter(|_| course.earlier.is_empty())?;
            start.to_beat()
        })?;
        let decision = !mv.kind.is_play() && mv.kind != Kind::Pass;
        if decision || table.kind != Kind::Single || course.called.binary_search(&called).is_ok() {
            return None;
        }
        let since = &history[end..];
        let turns = since.iter().filter(|(_, mv)| mv.kind == Kind::StraightFlush).count();
        let last = since.first().map(|&(_, mv)| mv);
        // A straight flush turns the order only where the rules say so; then `revolutions` counts it.
        let turned = self.revolutions > 0 && turns % 2 == 1;
        let revolved = self.revolved != turned;
        let next = if self.winner == NONE { self.trick.turn() } else { self.winner.into() };
        let one = match last {
            None => self.hands[next].total() == 1,
            Some(last) => last.kind == Kind::Single,
        };
        if next == seat || !one {
            return None;
        }
        Some(Act {
            seat,
            table: table.cards,
            passed: mv.kind == Kind::Pass,
            revolved,
            spent: spent_by(by, since),
            last: last.map(|mv| (mv.cards, revolved)),
        })
    }

    /// The act where a position tells it, after which the winner went out with the first move.
    fn act_before(&self, course: &Course, history: &[(u8, Move)]) -> Option<Act> {
        let start = course.start.as_ref().filter(|_| course.earlier.is_empty())?;
        let &(_, last) = history.first()?;
        let Suspect { seat, passed, .. } = start.suspect;
        let told = seat != NONE && start.winner == NONE && last.kind == Kind::Single;
        told.then(|| Act {
            seat: usize::from(seat),
            table: Cards::EMPTY,
            passed,
            revolved: start.revolved,
            spent: spent_by(seat, history),
            last: Some((last.cards, start.revolved)),
        })
    }

    /// Works out anew what turns on hidden cards that were laid otherwise.
    pub(super) fn refresh(&mut self, rules: &Rules, course: &Course, seat: usize) {
        if let Some(act) = self.act(course).filter(|act| act.seat != seat) {
            self.suspect = act.suspect(rules, self.hands[act.seat]);
        }
        if self.due != NONE
            && let Some(leader) = course.lowest_leader(self)
        {
            self.due = rules.lowest_card(self.hands[leader]);
        }
    }

    /// What is to be noted of an act in a deal with these hands.
    pub(super) fn note_act(&mut self, rules: &Rules, act: &Act) {
        self.suspect = act.suspect(rules, self.hands[act.seat]);
    }

    /// Forgets the random streams and which cards were given; who leads, who gets the first card and
    /// the roles all know.
    pub(super) fn forget_chance(&mut self) {
        self.rng = Rng::stream(0, Domain::Deal, 0, 0);
        self.setup.given = Given::default();
    }

    /// The cards whose place `seat` does not know, who knows of `known`.
    pub(super) fn pool(&self, seat: usize, known: &Known) -> Cards {
        let others = || (0..self.hands.len()).filter(|&at| at != seat);
        let hidden = others().fold(self.left, |all, at| all.sum(&self.hands[at]));
        others().fold(hidden.difference(&known.left), |all, at| all.difference(&known.hands[at]))
    }

    /// Gives each hand and the cards set aside what is known of them, and fills them, as large as they
    /// are, out of the pool by `part(pool, n)`.
    pub(super) fn fill(
        &mut self,
        seat: usize,
        known: &Known,
        mut pool: Cards,
        mut part: impl FnMut(&mut Cards, usize) -> Cards,
    ) {
        let mut give = |cards: &mut Cards, known: Cards| {
            let missing = cards.total().saturating_sub(known.total());
            *cards = if missing > 0 { part(&mut pool, missing).sum(&known) } else { known };
        };
        for at in (0..self.hands.len()).filter(|&at| at != seat) {
            give(&mut self.hands[at], known.hands[at]);
        }
        give(&mut self.left, known.left);
    }

    /// A state with nothing dealt.
    pub(super) fn bare(rules: &Rules, setup: &super::setup::Setup, redeals: u8) -> Self {
        let seats = usize::from(rules.switches.players);
        let dealt = super::dealing::Dealt {
            hands: SmallVec::from_elem(Cards::EMPTY, seats),
            left: Cards::EMPTY,
        };
        Self::begun(rules, setup, dealt, redeals, Rng::stream(0, Domain::Deal, 0, 0))
    }
}
