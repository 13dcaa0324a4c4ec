//! How a deal came to where it stands: the moves made, and the cards of dealings that are past.
//!
//! A [`State`] knows only what bears on the further play. Who keeps a deal from its beginning, to
//! tell its seats what they learn (DD-28) or to record it, keeps a [`Course`] beside it.

use super::dealers::Dealt;
use super::hand::Hand;
use super::moves::Move;
use super::rules::Rules;
use super::state::{Phase, State};
use crate::game::Game;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What each seat had received at one moment of showing (DD-29).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// The number of the moment, from 0.
    pub moment: u8,
    /// The cards received by then.
    pub received: [Hand; 3],
    /// Who had shown before the move that ended the moment: these cards of his were seen.
    pub shown: [bool; 3],
}

/// One dealing of the cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dealing {
    /// The hands as dealt.
    pub hands: [Hand; 3],
    /// The bottom cards.
    pub bottom: Hand,
    /// Who spoke first.
    pub first_bidder: u8,
    /// Who has shown his hand.
    pub shown: [bool; 3],
    /// The moments of showing that are past.
    pub moments: Vec<Moment>,
    /// Moves made until it ended.
    pub end: u32,
}

/// The past of a deal. It costs next to nothing where the cards were dealt once and nobody is asked
/// to show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// The position it began with; `None` where it began with dealing the cards.
    pub start: Option<Arc<State>>,
    /// All moves and the seats that made them.
    pub history: Vec<(u8, Move)>,
    /// The dealings that came to nothing, since nobody wanted to be landlord (DD-04). Where there
    /// is a `start`, the first of them is its.
    pub earlier: Vec<Dealing>,
    /// Past moments of showing of the present dealing.
    pub moments: Vec<Moment>,
}

/// The cards that each seat has played, from the moves of the deal so far.
#[must_use]
pub fn played(history: &[(u8, Move)]) -> [Hand; 3] {
    let mut out = [Hand::EMPTY; 3];
    for &(seat, mv) in history {
        if mv.kind.is_play() {
            let pile = &mut out[usize::from(seat)];
            *pile = pile.plus(mv.cards).unwrap_or(*pile);
        }
    }
    out
}

impl Course {
    /// The past of a position, of which nothing is known.
    #[must_use]
    pub fn of_position(state: &State) -> Self {
        Self { start: Some(Arc::new(state.clone())), ..Self::default() }
    }

    /// Plays a legal move in `state`, whose past this is.
    #[inline]
    pub fn play(&mut self, rules: &Rules, state: &mut State, mv: Move) {
        let seat = state.turn().unwrap_or_default() as u8;
        if state.phase == Phase::Play {
            self.history.push((seat, mv));
            state.play_unchecked(rules, mv);
        } else {
            self.decide(rules, state, seat, mv);
        }
    }

    #[inline(never)]
    fn decide(&mut self, rules: &Rules, state: &mut State, seat: u8, mv: Move) {
        let before = state.clone();
        state.play_unchecked(rules, mv);
        self.note(&before, state, seat, mv);
    }

    /// Takes in a decision that led from `before` to `after`.
    pub(super) fn note(&mut self, before: &State, after: &State, seat: u8, mv: Move) {
        self.history.push((seat, mv));
        if after.is_dealt_after(before) {
            let ended = Dealing { end: self.history.len() as u32, ..self.dealing(before) };
            self.earlier.push(ended);
            self.moments.clear();
        } else if after.is_a_moment_after(before) {
            let State { moment, received, shown, .. } = *before;
            self.moments.push(Moment { moment, received, shown });
        }
    }

    /// The present dealing, to which `state` has come.
    #[must_use]
    pub fn dealing(&self, state: &State) -> Dealing {
        let played = played(&self.history);
        let landlord = state.landlord();
        let hands = [0, 1, 2].map(|seat| {
            let all = state.hands[seat].plus(played[seat]).unwrap_or(state.hands[seat]);
            if landlord == Some(seat) { all.less(state.bottom) } else { all }
        });
        Dealing {
            hands,
            bottom: state.bottom,
            first_bidder: state.first_bidder,
            shown: state.shown,
            moments: self.moments.clone(),
            end: self.history.len() as u32,
        }
    }

    /// Whether the parts can be, and can lead to where the deal is `now`, for those that come from
    /// outside.
    #[must_use]
    pub fn is_sound(&self, now: &State) -> bool {
        let played = played(&self.history);
        let known = [0, 1, 2].map(|seat| now.known_in(seat, &played));
        if !now.hands.iter().zip(known).all(|(hand, known)| hand.contains(known)) {
            return false;
        }
        let hands_fit = |hands: &[Hand; 3]| hands.iter().all(|hand| hand.is_valid());
        let moments_fit = |moments: &[Moment]| moments.iter().all(|past| hands_fit(&past.received));
        moments_fit(&self.moments)
            && self.earlier.iter().all(|dealing| {
                let all =
                    dealing.hands.iter().try_fold(dealing.bottom, |all, hand| all.plus(*hand));
                hands_fit(&dealing.hands)
                    && dealing.bottom.is_valid()
                    && all == Some(Hand::PACK)
                    && dealing.first_bidder < 3
                    && moments_fit(&dealing.moments)
            })
    }

    /// Every dealing, each with the number of moves before it; that of a position is none.
    #[must_use]
    pub fn dealings(&self, state: &State) -> Vec<(u32, Dealing)> {
        let given = usize::from(self.start.is_some());
        let begins = std::iter::once(0).chain(self.earlier.iter().map(|dealing| dealing.end));
        let all = self.earlier.iter().cloned().chain([self.dealing(state)]);
        begins.zip(all).skip(given).collect()
    }

    /// Goes through the deal again, to where it is `now`: `visit` sees the state before and after
    /// each move. Chance that is still to come may differ in the states it sees.
    pub fn replay(&self, rules: &Rules, now: &State, mut visit: impl FnMut(&State, &State)) {
        let dealings: Vec<Dealing> =
            self.earlier.iter().cloned().chain([self.dealing(now)]).collect();
        let mut number = 0;
        let mut state = self.first(rules, now);
        for &(_, mv) in &self.history {
            let before = state.clone();
            state.play_unchecked(rules, mv);
            if state.is_dealt_after(&before) && number + 1 < dealings.len() {
                number += 1;
                state = self.dealt(rules, now, &dealings[number], state.redeals);
            } else if state.is_a_moment_after(&before) && state.phase == Phase::EarlyShow {
                let past = dealings[number].moments.iter();
                let received = past.clone().find(|past| past.moment == state.moment);
                state.received = received.map_or(now.received, |past| past.received);
            }
            visit(&before, &state);
        }
    }

    /// The state before the first move of a deal that is `now` elsewhere.
    #[must_use]
    pub fn first(&self, rules: &Rules, now: &State) -> State {
        match &self.start {
            Some(start) => State::clone(start),
            None => match self.earlier.first() {
                Some(dealing) => self.dealt(rules, now, dealing, 0),
                None => self.dealt(rules, now, &self.dealing(now), 0),
            },
        }
    }

    fn dealt(&self, rules: &Rules, now: &State, dealing: &Dealing, redeals: u8) -> State {
        let Dealing { hands, bottom, first_bidder, .. } = *dealing;
        let mut state = State::with_cards(rules, &now.setup, Dealt { hands, bottom }, first_bidder);
        state.redeals = redeals;
        state
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
        start.hands = dealing.hands;
        start.bottom = dealing.bottom;
        start.received = match start.phase {
            Phase::EarlyShow => {
                let past = dealing.moments.iter().find(|past| past.moment == start.moment);
                past.map_or(now.received, |past| past.received)
            }
            _ => [Hand::EMPTY; 3],
        };
        if let Some(landlord) = start.landlord() {
            // The bottom cards as far as they were still there: a position tells what is gone.
            start.hands[landlord] = now.hands[landlord]
                .plus(played(&self.history)[landlord])
                .unwrap_or(now.hands[landlord]);
        }
        self.start = Some(Arc::new(start));
    }
}
