//! How a deal came to where it stands: how it was dealt, and the moves made.
//!
//! A [`State`] knows only what bears on the further play. Who keeps a deal from its beginning, to
//! tell its seats what they learn or to record it, keeps a [`Course`] beside it.

use super::declare::Declaration;
use super::moves::{Kind, Move, Units};
use super::rules::Rules;
use super::setup::SEATS;
use super::state::{Phase, State};
use crate::game::Game;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A dealing in which nobody declared (SJ-41).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earlier {
    /// The state at its first decision.
    pub start: Arc<State>,
    /// Moves made in the deal until it ended.
    pub end: u32,
}

/// A throw that failed (SJ-16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failed {
    /// The number of the throw among all moves.
    pub number: u32,
    /// What was led of it.
    pub lead: Move,
    /// The units that the next seat could choose from; none where there was no choice.
    pub options: Units,
}

/// The past of a deal.
///
/// That of a [`View`](super::View), or of a deal drawn from one, has the moves that its seat was told,
/// and begins with the play, or where the play has not begun where the deal stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// A state, and the number of moves before it, from which the further moves lead on: that at the
    /// first decision of the present dealing.
    pub start: Arc<State>,
    /// The number of the first move from there.
    pub begin: u32,
    /// The declaration that stood before all moves, in a position.
    pub shown: Option<Declaration>,
    /// All moves and the seats that made them; copies of a deal share them until they go on.
    pub history: Arc<Vec<(u8, Move)>>,
    /// The dealings before, which came to nothing since nobody declared.
    pub earlier: Vec<Earlier>,
    /// Throws that failed, once it is settled what was led.
    pub failed: Vec<Failed>,
}

impl Course {
    /// The past of a deal that stands before its first move.
    #[must_use]
    pub fn new(start: &State) -> Self {
        Self {
            start: Arc::new(start.clone()),
            begin: 0,
            shown: start.standing,
            history: Arc::default(),
            earlier: Vec::new(),
            failed: Vec::new(),
        }
    }

    /// Plays a legal move in `state`, whose past this is.
    pub fn play(&mut self, rules: &Rules, state: &mut State, mv: Move) {
        let seat = state.turn().unwrap_or_default();
        let (redeals, options) = (state.redeals, state.beaten);
        state.play_unchecked(rules, mv);
        Arc::make_mut(&mut self.history).push((seat as u8, mv));
        if matches!(mv.kind, Kind::Lead | Kind::Force) {
            self.note_lead(state, mv, options);
        }
        if state.redeals != redeals {
            let start = std::mem::replace(&mut self.start, Arc::new(state.clone()));
            self.begin = self.history.len() as u32;
            self.earlier.push(Earlier { start, end: self.begin });
        }
    }

    /// The number of the lead that was made last, or of which it was said last what is led; none where it
    /// was made before all that is told, in a position.
    pub(super) fn last_lead(&self) -> Option<usize> {
        let last = self.history.iter().rposition(|(_, mv)| mv.kind != Kind::Force)?;
        (self.history[last].1.kind == Kind::Lead).then_some(last)
    }

    /// Notes what was led where a throw failed.
    fn note_lead(&mut self, state: &State, mv: Move, options: Units) {
        let led = state.table[state.leader()];
        if led.is_empty() || mv.kind == Kind::Lead && led == mv.cards {
            return;
        }
        let Some(number) = self.last_lead() else { return };
        let lead = Move::lead(led, state.units);
        self.failed.push(Failed { number: number as u32, lead, options });
    }

    /// What was led by move number `number`, a lead: of a throw that failed what remained, nothing
    /// while that is not settled in the deal that is `now` elsewhere.
    #[must_use]
    pub fn led(&self, now: &State, number: usize) -> Option<Move> {
        let lead = self.history.get(number).filter(|(_, mv)| mv.kind == Kind::Lead)?.1;
        if now.phase == Phase::Throw && number + 1 == self.history.len() {
            return None;
        }
        let failed = self.failed.binary_search_by_key(&(number as u32), |failed| failed.number);
        Some(failed.map_or(lead, |place| self.failed[place].lead))
    }

    /// Whether the parts can be, and lead to where the deal is `now`, for those that come from outside;
    /// whether others could follow as they did is not asked, as the hands of a view are not theirs.
    #[must_use]
    pub fn is_sound(&self, rules: &Rules, now: &State) -> bool {
        let (begin, moves) = (self.begin as usize, self.history.len());
        let leads = |number: u32| {
            let lead = self.history.get(number as usize);
            lead.is_some_and(|(_, mv)| mv.kind == Kind::Lead)
        };
        let whole = begin == self.earlier.last().map_or(0, |earlier| earlier.end as usize);
        let seated = self.history.iter().all(|&(by, _)| usize::from(by) < SEATS);
        let before = self.history.iter().take(begin);
        if begin > moves
            || !seated
            || !whole && !self.earlier.is_empty()
            || !self.is_sound_declaration(now)
            || !self.earlier.is_sorted_by(|a, b| a.end < b.end)
            || !self.failed.is_sorted_by(|a, b| a.number < b.number)
            || !self.failed.iter().all(|failed| leads(failed.number))
            || !before.into_iter().all(|(_, mv)| !mv.kind.is_play())
        {
            return false;
        }
        let mut from = 0;
        for (n, earlier) in self.earlier.iter().enumerate() {
            let next = self.earlier.get(n + 1).map_or(&self.start, |next| &next.start);
            let came = self.walk(rules, &earlier.start, from..earlier.end as usize, Units::EMPTY);
            if came.is_none_or(|came| came.redeals > next.redeals || came.setup != next.setup) {
                return false;
            }
            from = earlier.end as usize;
        }
        self.walk(rules, &self.start, begin..moves, now.beaten).is_some_and(|came| {
            let cards = |state: &State| (state.hands, state.table, state.kitty, state.thrown);
            let play = |state: &State| (state.phase, state.turn(), state.units, state.beaten);
            cards(&came) == cards(now) && play(&came) == play(now)
        })
    }

    /// Whether it is known rightly which declaration stood before all moves.
    fn is_sound_declaration(&self, now: &State) -> bool {
        let declared = self.history.iter().any(|(_, mv)| mv.kind == Kind::Declare);
        match self.shown {
            Some(shown) if declared => {
                usize::from(shown.seat) < SEATS
                    && shown.face < 54
                    && (1..=4).contains(&shown.copies)
            }
            shown => declared || shown == now.standing,
        }
    }

    /// Where these moves lead from a state, if they can be made.
    /// `pending` are the units to choose from where the last of them is a throw that fails.
    fn walk(
        &self,
        rules: &Rules,
        start: &State,
        moves: std::ops::Range<usize>,
        pending: Units,
    ) -> Option<State> {
        let mut state = start.clone();
        for number in moves {
            // By reference, as moves are large: most are follows, of which only the cards count.
            let (by, mv) = self.history.get(number)?;
            if state.turn() != Some(usize::from(*by)) || !state.allows_some(rules, mv) {
                return None;
            }
            if mv.kind == Kind::Follow {
                state.follow_with(rules, mv.cards);
                continue;
            }
            if mv.kind != Kind::Lead {
                state.play_unchecked(rules, *mv);
                continue;
            }
            let mv = *mv;
            let failed = self.failed.iter().find(|failed| failed.number as usize == number);
            let last = number + 1 == self.history.len();
            let forced = self.history.get(number + 1).is_some_and(|(_, mv)| mv.kind == Kind::Force);
            match failed {
                Some(failed) if !forced && !failed.options.is_empty() => return None,
                Some(failed) if failed.options.is_empty() => {
                    let part =
                        mv.cards.contains(&failed.lead.cards) && failed.lead.cards != mv.cards;
                    if !part || failed.lead.cards.is_empty() {
                        return None;
                    }
                    state.lead_as(mv, Some(failed.lead), Units::EMPTY);
                }
                Some(failed) => state.lead_as(mv, None, failed.options),
                // A throw of which it is still to be said what is led.
                None if last => state.lead_as(mv, None, pending),
                None => state.lead_as(mv, None, Units::EMPTY),
            }
        }
        Some(state)
    }
}

impl State {
    /// Whether a move can be made, as far as that does not turn on cards of the hand that are not played.
    fn allows_some(&self, rules: &Rules, mv: &Move) -> bool {
        if mv.kind != Kind::Follow {
            return self.is_legal(rules, *mv);
        }
        let owed = self.table[self.leader()].total();
        let follows = self.phase == Phase::Play && self.played > 0;
        let Some(turn) = self.turn().filter(|_| follows) else { return false };
        mv.units.is_empty()
            && mv.suit == 0
            && mv.cards.total() == owed
            && self.hands[turn].contains(&mv.cards)
    }
}
