//! What a seat is told of a deal, as it goes on.

use super::course::Course;
use super::moves::{Cards, Kind, Move};
use super::rules::Rules;
use super::state::{Phase, State};
use super::view::View;
use crate::game::Game;
use smallvec::SmallVec;

/// One thing that a seat is told. The first event tells the beginning, each further one a move with
/// all that it revealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The cards were dealt.
    Deal {
        /// The seat that is told.
        seat: u8,
        /// The seat that got the first card.
        first_card: u8,
        /// Who leads, where the set-up names him (BT-25).
        leader: Option<u8>,
        /// The seats of king, noble, commoner and slave, where they exchange cards (BT-37).
        roles: Option<[u8; 4]>,
        /// What the seat saw then.
        dealt: Dealt,
    },
    /// A position, as the seat sees it.
    Position(Box<View>),
    /// A move.
    Move {
        /// Who made it.
        seat: u8,
        /// The move.
        mv: Move,
        /// What it brought about.
        news: Box<News>,
    },
}

/// What a seat sees when cards are dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// Its hand, with what did not divide where it is given that (BT-23).
    pub hand: Cards,
    /// The number of cards in each hand, likewise.
    pub cards_left: SmallVec<[u8; 4]>,
    /// The phase that follows.
    pub phase: Phase,
    /// Whose turn it is; `None` where the deal is over.
    pub turn: Option<u8>,
    /// Who has won at once, how (1 by a dragon, 2 by four of the top rank), and his hand (BT-33).
    pub won: Option<(u8, u8, Cards)>,
}

/// What a move brought about, as far as a seat may know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// Whose turn it is, after a move outside the play: hidden cards may decide it.
    pub turn: Option<u8>,
    /// The phase, where a move outside the play has ended another.
    pub phase: Option<Phase>,
    /// The locked seat that is asked for a monster next, where only those are asked that hold one
    /// (BT-30).
    pub asked: Option<u8>,
    /// The own hand, once the leftover was taken (BT-24).
    pub hand: Option<Cards>,
    /// What the seat sees where the cards were dealt again (BT-34).
    pub dealt: Option<Dealt>,
}

impl Dealt {
    /// What `seat` sees of a state in which the cards have just been dealt.
    pub(super) fn of(state: &State, seat: usize) -> Self {
        Self {
            hand: state.hands[seat],
            cards_left: state.hands.iter().map(|hand| hand.total() as u8).collect(),
            phase: state.phase,
            turn: state.turn().map(|turn| turn as u8),
            won: (state.instant > 0)
                .then(|| (state.winner, state.instant, state.hands[usize::from(state.winner)])),
        }
    }
}

impl News {
    /// What the move that led from `before` to `after` tells `seat`.
    #[must_use]
    pub(super) fn of(rules: &Rules, before: &State, after: &State, mv: Move, seat: usize) -> Self {
        let turn = after.turn().map(|turn| turn as u8);
        if before.phase == Phase::Play {
            let locked =
                |turn: &u8| rules.asks_holders() && after.trick.is_locked(usize::from(*turn));
            return Self { asked: turn.filter(locked), ..Self::default() };
        }
        if mv.kind == Kind::Redeal {
            return Self { dealt: Some(Dealt::of(after, seat)), ..Self::default() };
        }
        let swapped = mv.kind == Kind::Swap && before.turn() == Some(seat);
        Self {
            turn,
            phase: (after.phase != before.phase).then_some(after.phase),
            hand: swapped.then(|| after.hands[seat]),
            ..Self::default()
        }
    }
}

impl Course {
    /// What `seat` was told until the deal stood where it is `now`, from event number `start` on.
    ///
    /// # Panics
    /// Where there is no such seat.
    #[must_use]
    pub fn events(&self, rules: &Rules, now: &State, seat: usize, start: usize) -> Vec<Event> {
        let mut out = Vec::new();
        if start == 0 {
            out.push(self.first_event(rules, now, seat));
        }
        if start > self.history.len() {
            return out;
        }
        let tell = |number: usize, before: &State, after: &State| {
            let (by, mv) = self.history[number];
            if number + 1 >= start {
                let news = Box::new(News::of(rules, before, after, mv, seat));
                out.push(Event::Move { seat: by, mv, news });
            }
        };
        self.walk(rules, now, tell, |_, _, _, _, _| {});
        out
    }

    fn first_event(&self, rules: &Rules, now: &State, seat: usize) -> Event {
        let first = self.first(rules, now);
        if self.start.is_some() {
            let course = Self::of_position(&first);
            return Event::Position(Box::new(View::new(rules, seat, &first, &course)));
        }
        Event::Deal {
            seat: seat as u8,
            first_card: first.setup.first_card,
            leader: first.setup.leader,
            roles: first.setup.roles,
            dealt: Dealt::of(&first, seat),
        }
    }
}
