//! What a seat is told of a deal, as it goes on (DD-28).

use super::course::Course;
use super::hand::Hand;
use super::moves::Move;
use super::rules::{AuctionKind, Rules};
use super::state::State;
use super::view::View;
use crate::game::Game;

/// One thing that a seat is told. The first event tells the beginning, each further one a move with
/// all that it revealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The cards were dealt.
    Deal {
        /// The seat that is told.
        seat: u8,
        /// Its hand, as far as it was received; that of a fixed landlord with the bottom cards.
        hand: Hand,
        /// Who speaks first.
        first_bidder: u8,
        /// The landlord of rules without an auction.
        landlord: Option<u8>,
        /// The bottom cards, where the landlord has taken them.
        bottom: Option<Hand>,
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
        news: News,
    },
}

/// What a move brought about, as far as a seat may know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// The landlord, who is found now.
    pub landlord: Option<u8>,
    /// The bottom cards, which he takes.
    pub bottom: Option<Hand>,
    /// The own hand, where it changed otherwise than by an own play.
    pub hand: Option<Hand>,
    /// The number of redeals, where the cards were dealt again.
    pub redeals: Option<u8>,
    /// Who speaks first then.
    pub first_bidder: Option<u8>,
    /// Hands that are open to all, where they are new or have new cards.
    pub shown: [Option<Hand>; 3],
}

impl News {
    /// What the move that led from `before` to `after` tells `seat`.
    #[must_use]
    pub(super) fn of(before: &State, after: &State, mv: Move, seat: usize) -> Self {
        let mover = before.turn();
        let again = after.is_dealt_after(before);
        let found = before.landlord().is_none() && after.landlord().is_some();
        // An own play needs no telling.
        let changed = |at: usize| {
            let played = mover == Some(at) && mv.kind.is_play();
            again || (!played && before.received(at) != after.received(at))
        };
        let shows = |at: usize| after.shown()[at] && (!before.shown()[at] || changed(at));
        Self {
            landlord: if found { after.landlord().map(|seat| seat as u8) } else { None },
            bottom: found.then(|| after.bottom()),
            hand: changed(seat).then(|| after.received(seat)),
            redeals: again.then(|| after.redeals()),
            first_bidder: again.then(|| after.first_bidder() as u8),
            shown: [0, 1, 2].map(|at| shows(at).then(|| after.received(at))),
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
        let mut number = 0;
        if start <= self.history.len() {
            self.replay(rules, now, |before, after| {
                let (by, mv) = self.history[number];
                number += 1;
                if number >= start {
                    let news = News::of(before, after, mv, seat);
                    out.push(Event::Move { seat: by, mv, news });
                }
            });
        }
        out
    }

    fn first_event(&self, rules: &Rules, now: &State, seat: usize) -> Event {
        let first = self.first(rules, now);
        if self.start.is_some() {
            let course = Self::of_position(&first);
            return Event::Position(Box::new(View::new(rules, seat, &first, &course)));
        }
        let fixed = rules.switches.auction == AuctionKind::Fixed;
        Event::Deal {
            seat: seat as u8,
            hand: first.received(seat),
            first_bidder: first.first_bidder,
            landlord: fixed.then(|| first.setup.landlord.unwrap_or(0)),
            bottom: first.landlord().map(|_| first.bottom),
        }
    }
}
