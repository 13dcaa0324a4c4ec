//! What a seat knows of a deal.

use super::course::Course;
use super::declare::Declaration;
use super::knowledge::{KITTY, Known};
use super::moves::{Cards, Kind, Move};
use super::redeal::Redealer;
use super::rules::Rules;
use super::setup::SEATS;
use super::state::{NONE, Phase, State};
use crate::error::RuleError;
use crate::game::Game;
use crate::rng::{Domain, Rng};
use std::sync::Arc;

/// What one seat knows of a deal: a deal like it, in which every card that the seat does not know lies
/// in a fixed place.
///
/// Each hand and the kitty have the cards that the seat knows to be there, and the unknown cards fill
/// them, seat by seat and the kitty last, from the lowest up; cards that are still to be drawn come after
/// these; of those that were drawn no order is kept. Its random streams are the same for all views. So a view holds nothing hidden, and the views of
/// a seat are equal in all deals that it cannot tell apart. Whose turn it is and what is asked of the
/// seat is as in the true deal.
///
/// The seat is told all moves but what others buried, which is empty in the history unless the seat
/// took it up next, and that others passed when they could declare, which nobody says aloud. Who shows
/// cards face down (SJ-43) is seen to show diamonds of the level, or as many jokers, until play begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub(super) seat: u8,
    pub(super) state: State,
    pub(super) course: Course,
}

/// Takes the `n` lowest cards out of a pool, of allowed faces first; all where there are fewer.
pub(super) fn take_lowest(pool: &mut Cards, n: usize, allowed: u64) -> Cards {
    let mut out = Cards::EMPTY;
    let mut missing = n;
    for mask in [allowed, u64::MAX] {
        while missing > 0 && pool.faces() & mask != 0 {
            let face = pool.faces() & mask;
            let face = face & face.wrapping_neg();
            let copies = missing.min(pool.count(face.trailing_zeros() as usize));
            out.add(face, copies);
            pool.remove(face, copies);
            missing -= copies;
        }
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
        assert!(seat < SEATS, "seats are 0 to 3");
        let known = course.known(rules, seat, state);
        let mut masked = state.clone();
        masked.forget_chance();
        if masked.is_blind(rules) {
            masked.turn_down(seat);
        }
        masked.fill(seat, &known);
        let mut course = course.told(rules, seat, state);
        course.begin_at(&masked);
        Self { seat: seat as u8, state: masked, course }
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

    /// How it came about, as far as the seat was told.
    #[must_use]
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// The own hand.
    #[must_use]
    pub fn hand(&self) -> Cards {
        self.state.hands[self.seat()]
    }

    /// What lies in the kitty, where the seat buried it.
    #[must_use]
    pub fn kitty(&self) -> Option<Cards> {
        self.state.sees_kitty(self.seat()).then_some(self.state.kitty)
    }

    /// Whether it is the seat's turn.
    #[must_use]
    pub fn is_to_act(&self) -> bool {
        self.state.turn() == Some(self.seat())
    }

    /// Whether level cards that another seat has declared lie face down: the suit, and so what is trump,
    /// is not seen (SJ-43).
    #[must_use]
    pub fn is_face_down(&self, rules: &Rules) -> bool {
        self.state.standing.is_some_and(|standing| self.hides(rules, &standing))
    }

    /// Whether a declaration lies face down for the seat: its suit is not seen (SJ-43).
    #[must_use]
    pub fn hides(&self, rules: &Rules, declaration: &Declaration) -> bool {
        self.state.is_blind(rules) && declaration.seat != self.seat && declaration.face < 52
    }

    /// All cards that the seat does not see: those of other hands, of the kitty unless it buried it, and
    /// those that are still to be drawn.
    #[must_use]
    pub fn unseen(&self) -> Cards {
        self.state.unseen(self.seat())
    }

    /// Cards that the seat knows to be in each hand, the own one whole: what was declared or thrown and
    /// has not been played since, and what the seat buried for another who took it up.
    #[must_use]
    pub fn known(&self, rules: &Rules) -> [Cards; SEATS] {
        let known = self.course.known(rules, self.seat(), &self.state);
        std::array::from_fn(|seat| known.cards[seat])
    }

    /// All deals that the seat cannot tell from this one.
    #[must_use]
    pub fn redealer(&self, rules: &Rules) -> Redealer {
        Redealer::new(rules, self)
    }

    /// A deal that the seat cannot tell from this one: all cards that it does not know are dealt anew,
    /// see [`Redealer`].
    pub fn sample_state(&self, rules: &Rules, seed: u64) -> Result<State, RuleError> {
        self.redealer(rules).draw(rules, seed)
    }

    /// The past of `state`, which [`sample_state`](Self::sample_state) gave: that of the view.
    #[must_use]
    pub fn course_of(&self, state: &State) -> Course {
        let mut course = self.course.clone();
        course.begin_at(state);
        course
    }

    /// The view of these parts, if they are one: for views that come from outside.
    #[must_use]
    pub fn from_parts(rules: &Rules, seat: usize, state: &State, course: &Course) -> Option<Self> {
        let view = Self::new(rules, seat, state, course);
        (view.state == *state && view.course == *course).then_some(view)
    }
}

impl Course {
    /// The moves that `seat` was told, on the way to `now`.
    pub(super) fn told(&self, rules: &Rules, seat: usize, now: &State) -> Self {
        let mut out =
            Self { history: Arc::default(), earlier: Vec::new(), begin: 0, ..self.clone() };
        let blind = now.is_blind(rules);
        if let Some(shown) = out.shown.as_mut().filter(|_| blind) {
            shown.turn_down(seat);
        }
        for (number, &(by, mv)) in self.history.iter().enumerate() {
            let own = usize::from(by) == seat;
            let mut mv = mv;
            match mv.kind {
                Kind::Pass if !own => continue,
                Kind::Bury if !own && !self.is_taken_by(seat, number) => {
                    mv = Move::bury(Cards::EMPTY);
                }
                Kind::Declare if !own && blind => mv = turned_down(mv, now.level),
                _ => {}
            }
            Arc::make_mut(&mut out.history).push((by, mv));
        }
        let left_out = (self.history.len() - out.history.len()) as u32;
        for failed in &mut out.failed {
            failed.number -= left_out;
        }
        out
    }

    /// Whether what was buried by move number `number` was taken up by `seat`.
    pub(super) fn is_taken_by(&self, seat: usize, number: usize) -> bool {
        let mut later = self.history[number + 1..].iter().filter(|(_, mv)| mv.kind != Kind::Pass);
        let next = later.next();
        next.is_some_and(|&(by, mv)| mv.kind == Kind::Declare && usize::from(by) == seat)
    }

    /// Makes it begin with the play, or where the play has not begun where the deal stands `now`.
    pub(super) fn begin_at(&mut self, now: &State) {
        let first = self.history.iter().position(|(_, mv)| mv.kind.is_play());
        let mut start = now.clone();
        if let Some(first) = first {
            self.begin = first as u32;
            for (number, &(by, mv)) in self.history.iter().enumerate().skip(first) {
                let cards = match mv.kind {
                    Kind::Lead => self.led(now, number).map_or(Cards::EMPTY, |lead| lead.cards),
                    Kind::Follow => mv.cards,
                    // Of a throw before all that is told.
                    Kind::Force if number == first => {
                        let hand = &mut start.hands[usize::from(self.start.leader)];
                        *hand = hand.sum(&mv.cards);
                        continue;
                    }
                    _ => continue,
                };
                let hand = &mut start.hands[usize::from(by)];
                *hand = hand.sum(&cards);
            }
            start.unplay(&self.start);
        } else {
            self.begin = self.history.len() as u32;
        }
        self.start = Arc::new(start);
    }
}

impl Declaration {
    /// Hides the suit of level cards that another than `seat` has declared face down; whether they were
    /// such (SJ-43).
    pub(super) fn turn_down(&mut self, seat: usize) -> bool {
        let hides = usize::from(self.seat) != seat && self.face < 52;
        if hides {
            self.face -= self.face % 4;
        }
        hides
    }
}

/// A declaration face down.
pub(super) fn turned_down(mv: Move, level: u8) -> Move {
    let Some(card) = mv.cards.cards().next().filter(|card| !card.is_joker()) else { return mv };
    let copies = mv.cards.total();
    let level = if level == NONE { card.rank().index() as u8 } else { level };
    let mut cards = Cards::EMPTY;
    cards.add(1 << (4 * level), copies);
    Move { cards, ..mv }
}

impl State {
    /// Forgets the random stream, which cards were given, and the cards that were drawn but for as many as
    /// tell who draws next.
    pub(super) fn forget_chance(&mut self) {
        self.rng = Rng::stream(0, Domain::Deal, 0, 0);
        self.setup = self.setup.told();
        let whole = usize::from(self.drawn) / SEATS * SEATS;
        self.draws.drain(..whole);
        self.drawn -= whole as u8;
        self.on_top = Vec::new();
        self.staged = Cards::EMPTY;
    }

    /// Hides the suit of a declaration of others, and what it makes trump.
    pub(super) fn turn_down(&mut self, seat: usize) {
        let Some(standing) = &mut self.standing else { return };
        if standing.turn_down(seat) && self.trump != NONE {
            self.trump = 0;
        }
    }

    /// The cards that `seat` does not see.
    pub(super) fn unseen(&self, seat: usize) -> Cards {
        let mut all = if self.sees_kitty(seat) { Cards::EMPTY } else { self.kitty };
        for at in (0..SEATS).filter(|&at| at != seat) {
            all = all.sum(&self.hands[at]);
        }
        self.to_draw().for_each(|(_, card)| all.add(card.bit(), 1));
        all
    }

    /// Gives each place what is known of it, and fills it, as large as it is, with the lowest of the
    /// other cards that the seat does not see.
    fn fill(&mut self, seat: usize, known: &Known) {
        let mut pool = self.unseen(seat);
        let hidden = |at: usize| at != seat && (at != KITTY || !self.sees_kitty(seat));
        let places: Vec<usize> = (0..=KITTY).filter(|&at| hidden(at)).collect();
        for &at in &places {
            pool = pool.difference(&known.cards[at]);
        }
        for at in places {
            let cards = if at == KITTY { &mut self.kitty } else { &mut self.hands[at] };
            let missing = cards.total().saturating_sub(known.cards[at].total());
            let allowed = known.allowed.get(at).copied().unwrap_or(u64::MAX);
            *cards = known.cards[at].sum(&take_lowest(&mut pool, missing, allowed));
        }
        self.lay_draws(&pool.cards().map(|card| card.index() as u8).collect::<Vec<u8>>());
    }

    /// Makes the order of drawing one in which all drew their cards in ascending order, and in which
    /// `rest` are still to be drawn.
    pub(super) fn lay_draws(&mut self, rest: &[u8]) {
        if self.draws.is_empty() {
            return;
        }
        let first = self.setup.first();
        let mut hands = self.hands.map(|hand| hand.cards().collect::<Vec<_>>().into_iter());
        for (n, draw) in self.draws[..usize::from(self.drawn)].iter_mut().enumerate() {
            let at = (first + n) % SEATS;
            *draw = hands[at].next().map_or(NONE, |card| card.index() as u8);
        }
        for (draw, &card) in self.draws[usize::from(self.drawn)..].iter_mut().zip(rest) {
            *draw = card;
        }
    }

    /// Forgets all that was played since `start`, the cards of which are in the hands again.
    fn unplay(&mut self, start: &Self) {
        let played = matches!(start.phase, Phase::Play | Phase::Throw);
        let bare = Self {
            phase: Phase::Play,
            leader: self.declarer,
            ..Self::bare(&self.setup, self.rng.clone())
        };
        // A position may begin amid the play.
        let from = if played { start.clone() } else { bare };
        *self = Self {
            phase: from.phase,
            leader: from.leader,
            asked: from.asked,
            played: from.played,
            table: from.table,
            units: from.units,
            thrown: from.thrown,
            beaten: from.beaten,
            last: from.last,
            seat_points: from.seat_points,
            failed_throws: from.failed_throws,
            cards_returned: from.cards_returned,
            ..self.clone()
        };
    }

    /// All deals that `seat` cannot tell from this one, which came about by `course`.
    pub fn redealer(
        &self,
        rules: &Rules,
        seat: usize,
        course: &Course,
    ) -> Result<Redealer, RuleError> {
        if seat >= SEATS {
            return Err(RuleError::input("", format!("seats are 0 to 3, not {seat}")));
        }
        Ok(View::new(rules, seat, self, course).redealer(rules))
    }

    /// One draw of the [`redealer`](Self::redealer).
    pub fn redeal_hidden(
        &self,
        rules: &Rules,
        seat: usize,
        course: &Course,
        seed: u64,
    ) -> Result<Self, RuleError> {
        self.redealer(rules, seat, course)?.draw(rules, seed)
    }
}
