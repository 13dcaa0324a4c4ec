//! What a seat knows (DD-28).

use super::course::{Course, Dealing, played};
use super::hand::Hand;
use super::rules::{AuctionKind, Rules};
use super::setup::Setup;
use super::state::{NOBODY, Phase, State};
use crate::game::Game;
use crate::rng::{Domain, Rng};

/// What one seat knows of a deal: a deal like it, in which every card that the seat does not know lies
/// in a fixed place.
///
/// The unknown cards fill the unknown hands from the lowest up, seat by seat, and all random streams
/// are the same. So a view holds nothing hidden, and the views of a seat are equal in all deals that it
/// cannot tell apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub(super) seat: u8,
    pub(super) state: State,
    pub(super) course: Course,
    /// The cards that each seat has played, as in `course`.
    pub(super) played: [Hand; 3],
}

impl View {
    /// What `seat` knows in `state`, to which it came by `course`.
    ///
    /// # Panics
    /// Where there is no such seat.
    #[must_use]
    pub fn new(rules: &Rules, seat: usize, state: &State, course: &Course) -> Self {
        let played = played(&course.history);
        let mut view = Self {
            seat: seat as u8,
            state: state.masked(rules, seat, &played),
            course: course.clone(),
            played,
        };
        view.mask_course();
        view
    }

    /// Puts every hidden card of the past in its fixed place.
    pub(super) fn mask_course(&mut self) {
        let seat = usize::from(self.seat);
        let Self { state, course, .. } = self;
        for dealing in &mut course.earlier {
            fill_dealing(seat, dealing, &mut Hand::take_lowest);
        }
        course.thin_out(seat, state, &mut Hand::take_lowest);
        course.begin_as(state);
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
    pub fn played(&self) -> &[Hand; 3] {
        &self.played
    }

    /// His hand; while the cards are being dealt those he has received.
    #[must_use]
    pub fn hand(&self) -> Hand {
        self.state.received(self.seat())
    }

    /// Whether it is the seat's turn.
    #[must_use]
    pub fn is_to_act(&self) -> bool {
        self.state.turn() == Some(self.seat())
    }

    /// The three bottom cards, once the landlord has taken them (DD-02).
    #[must_use]
    pub fn bottom(&self) -> Option<Hand> {
        (self.state.landlord != NOBODY).then_some(self.state.bottom)
    }

    /// All cards that are neither in the own hand nor played: those of the other hands and, until the
    /// landlord has taken them, of the bottom, together; while the cards are being dealt those to come,
    /// too.
    #[must_use]
    pub fn unseen(&self) -> Hand {
        let state = &self.state;
        let bottom = if state.landlord == NOBODY { state.bottom } else { Hand::EMPTY };
        state.hands.iter().fold(bottom, |all, &hand| all.and(hand)).less(self.hand())
    }

    /// Cards that all know to be in each hand: all of one that was shown, what is left of the bottom
    /// cards with the landlord.
    #[must_use]
    pub fn known(&self) -> [Hand; 3] {
        [0, 1, 2].map(|seat| self.state.known_in(seat, &self.played))
    }

    /// The view of these parts, if they are one: for views that come from outside.
    #[must_use]
    pub fn from_parts(rules: &Rules, seat: usize, state: &State, course: &Course) -> Option<Self> {
        let view = Self::new(rules, seat, state, course);
        (view.state == *state && view.course == *course).then_some(view)
    }
}

/// Deals the cards of a past dealing that `seat` never knew: `part(pool, n)` takes `n` cards out of a
/// pool.
pub(super) fn fill_dealing(
    seat: usize,
    dealing: &mut Dealing,
    part: &mut impl FnMut(&mut Hand, u32) -> Hand,
) {
    let open = [0, 1, 2].map(|at| at == seat || dealing.shown[at]);
    let mut pool = Hand::PACK;
    for at in (0..3).filter(|&at| open[at]) {
        pool = pool.less(dealing.hands[at]);
    }
    for at in (0..3).filter(|&at| !open[at]) {
        dealing.hands[at] = part(&mut pool, dealing.hands[at].len());
    }
    dealing.bottom = pool;
    thin_out(seat, &mut dealing.moments, dealing.hands, part);
}

/// Makes what others had received at past moments a part of what they had later, where `seat` does not
/// know it: `part(hand, n)` gives `n` cards of a hand.
pub(super) fn thin_out(
    seat: usize,
    moments: &mut [super::course::Moment],
    mut later: [Hand; 3],
    part: &mut impl FnMut(&mut Hand, u32) -> Hand,
) {
    for past in moments.iter_mut().rev() {
        for at in (0..3).filter(|&at| at != seat) {
            if !past.shown[at] {
                past.received[at] = part(&mut later[at].clone(), past.received[at].len());
            }
        }
        later = past.received;
    }
}

impl Course {
    /// [`thin_out`] for the present dealing, to which `state` has come.
    pub(super) fn thin_out(
        &mut self,
        seat: usize,
        state: &State,
        part: &mut impl FnMut(&mut Hand, u32) -> Hand,
    ) {
        if self.moments.is_empty() {
            return;
        }
        let later = match state.phase {
            Phase::EarlyShow => state.received,
            _ => self.dealing(state).hands,
        };
        thin_out(seat, &mut self.moments, later, part);
    }
}

impl State {
    /// Cards of a seat that everybody knows; `played` are the cards that each seat has played.
    pub(super) fn known_in(&self, seat: usize, played: &[Hand; 3]) -> Hand {
        if self.shown[seat] {
            self.received(seat)
        } else if usize::from(self.landlord) == seat {
            self.bottom.less(self.gone).less(played[seat])
        } else {
            Hand::EMPTY
        }
    }

    /// Cards of each hand that `seat` knows.
    pub(super) fn known_to(&self, seat: usize, played: &[Hand; 3]) -> [Hand; 3] {
        [0, 1, 2].map(|at| if at == seat { self.received(at) } else { self.known_in(at, played) })
    }

    /// Forgets the random streams and what is fixed for one deal, but the landlord of rules without an
    /// auction, whom all know.
    pub(super) fn forget_chance(&mut self) {
        self.rng = Rng::stream(0, Domain::Deal, 0, 0);
        self.draw_order = 0;
        self.setup = Setup { landlord: self.setup.landlord, ..Setup::default() };
    }

    /// The same deal with every card that `seat` does not know in a fixed place.
    pub(super) fn masked(&self, rules: &Rules, seat: usize, played: &[Hand; 3]) -> Self {
        let mut out = self.clone();
        out.forget_chance();
        if rules.switches.auction == AuctionKind::Fixed {
            // Who names no landlord means seat 0.
            out.setup.landlord = Some(self.setup.landlord.unwrap_or(0));
        }
        let known = self.known_to(seat, played);
        out.fill(known, self.pool(seat, &known), Hand::take_lowest);
        out
    }

    /// Whether the cards of `at` are all known to `seat`.
    pub(super) fn is_open(&self, at: usize, seat: usize) -> bool {
        at == seat || self.shown[at]
    }

    /// The cards whose place `seat` does not know, who knows of `known`.
    pub(super) fn pool(&self, seat: usize, known: &[Hand; 3]) -> Hand {
        if self.landlord == NOBODY {
            let hands = known.iter().filter(|hand| !hand.is_empty());
            return hands.fold(Hand::PACK, |left, hand| left.less(*hand));
        }
        let hidden = (0..3).filter(|&at| !self.is_open(at, seat));
        hidden.fold(Hand::EMPTY, |all, at| all.and(self.hands[at].less(known[at])))
    }

    /// Gives each hand its `known` cards and fills it, as large as it is, out of the pool by
    /// `part(pool, n)`, seat by seat, cards received so far before those to come; until there is a
    /// landlord the rest are the bottom cards.
    pub(super) fn fill(
        &mut self,
        known: [Hand; 3],
        mut pool: Hand,
        mut part: impl FnMut(&mut Hand, u32) -> Hand,
    ) {
        let early = self.phase == Phase::EarlyShow;
        let mut give = |known: Hand, size: u32| match size.saturating_sub(known.len()) {
            0 => known,
            missing if known.is_empty() => part(&mut pool, missing),
            missing => part(&mut pool, missing).and(known),
        };
        for (at, known) in known.into_iter().enumerate() {
            let size = self.hands[at].len();
            let received = give(known, self.received(at).len());
            self.hands[at] = if early { give(received, size) } else { received };
            self.received[at] = if early { received } else { Hand::EMPTY };
        }
        if self.landlord == NOBODY {
            self.bottom = pool;
        }
    }
}
