//! How a deal came to where it stands: the moves made, and the cards of dealings that are past.
//!
//! A [`State`] knows only what bears on the further play. Who keeps a deal from its beginning, to
//! tell its seats what they learn or to record it, keeps a [`Course`] beside it.

use super::dealing::Dealt;
use super::moves::{Cards, Kind, Move};
use super::rules::Rules;
use super::state::{NONE, Phase, State};
use super::switches::Remainder;
use crate::game::Game;
use crate::rng::{Domain, Rng};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

/// One dealing of the cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dealing {
    /// The hands as dealt, that of the lowest holder with what did not divide (BT-23).
    pub hands: SmallVec<[Cards; 4]>,
    /// Cards set aside, or the leftover, face down (BT-23, BT-24).
    pub left: Cards,
    /// The seats that were asked whether they wanted a new deal and did not, in order (BT-34).
    pub declined: SmallVec<[u8; 4]>,
    /// Moves made until it ended.
    pub end: u32,
}

/// The past of a deal. It costs next to nothing where the cards were dealt once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// The position it began with; `None` where it began with dealing the cards.
    pub start: Option<Arc<State>>,
    /// All moves and the seats that made them.
    pub history: Vec<(u8, Move)>,
    /// The dealings that came to nothing, since a seat asked for a new one (BT-34). Where there is a
    /// `start`, the first of them is its.
    pub earlier: Vec<Dealing>,
    /// The seats that did not want a new deal, of the present dealing.
    pub declined: SmallVec<[u8; 4]>,
    /// The numbers of those moves that a locked seat made, asked for a monster (BT-30).
    pub called: Vec<u32>,
    /// The leftover that was taken for the lowest card (BT-24).
    pub taken: Cards,
}

/// The cards that each seat has played, from the moves of the deal so far.
#[must_use]
pub fn played(seats: usize, history: &[(u8, Move)]) -> SmallVec<[Cards; 4]> {
    let mut out: SmallVec<[Cards; 4]> = SmallVec::from_elem(Cards::EMPTY, seats);
    for &(seat, mv) in history {
        if mv.kind.is_play() {
            let pile = &mut out[usize::from(seat)];
            *pile = pile.sum(&mv.cards);
        }
    }
    out
}

/// Cards that changed hands since the present dealing: with each seat those that it had and has no
/// more, and those that it has and had not.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    pub(super) spent: SmallVec<[Cards; 4]>,
    pub(super) gained: SmallVec<[Cards; 4]>,
}

impl Flow {
    fn none(seats: usize) -> Self {
        let nothing = || SmallVec::from_elem(Cards::EMPTY, seats);
        Self { spent: nothing(), gained: nothing() }
    }

    fn lose(&mut self, seat: usize, cards: Cards) {
        let gained = self.gained[seat];
        self.gained[seat] = gained.difference(&cards);
        self.spent[seat] = self.spent[seat].sum(&cards.difference(&gained));
    }

    fn gain(&mut self, seat: usize, cards: Cards) {
        let spent = self.spent[seat];
        self.spent[seat] = spent.difference(&cards);
        self.gained[seat] = self.gained[seat].sum(&cards.difference(&spent));
    }

    /// What a seat had that has `hand` now.
    pub(super) fn before(&self, seat: usize, hand: Cards) -> Cards {
        hand.sum(&self.spent[seat]).difference(&self.gained[seat])
    }
}

/// One step in the cards' ways from hand to hand.
pub(super) enum Step {
    /// A seat played cards.
    Played(usize, Cards),
    /// A seat gave a card to another.
    Gave(usize, usize, Cards),
    /// A seat took the leftover for the lowest card.
    Swapped(usize),
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
            if state.trick.is_locked(usize::from(seat)) {
                self.called.push(self.history.len() as u32);
            }
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
        self.note(&before, seat, mv);
    }

    /// Takes in a decision that was made in `before`.
    pub(super) fn note(&mut self, before: &State, seat: u8, mv: Move) {
        self.history.push((seat, mv));
        match mv.kind {
            Kind::Redeal => {
                self.earlier.push(self.dealing(before));
                self.declined.clear();
            }
            Kind::Swap => self.taken = before.left,
            Kind::Pass if before.phase == Phase::Redeal => self.declined.push(seat),
            _ => {}
        }
    }

    /// The number of the first move after the present dealing.
    pub(super) fn begin(&self) -> usize {
        self.earlier.last().map_or(0, |dealing| dealing.end as usize)
    }

    /// How the cards of the present dealing went from hand to hand.
    pub(super) fn steps(&self) -> impl Iterator<Item = Step> + use<'_> {
        // Who asks for a card, and of whom.
        let start = self.start.as_ref().filter(|_| self.earlier.is_empty());
        let pair = start.filter(|start| start.phase == Phase::Exchange);
        let mut pair = pair.map_or((0, 0), |start| start.exchange_seats());
        self.history[self.begin()..].iter().filter_map(move |&(seat, mv)| {
            let seat = usize::from(seat);
            match mv.kind {
                Kind::Ask => pair.0 = seat,
                Kind::Give if seat == pair.0 => return Some(Step::Gave(seat, pair.1, mv.cards)),
                Kind::Give => {
                    pair.1 = seat;
                    return Some(Step::Gave(seat, pair.0, mv.cards));
                }
                Kind::Swap => return Some(Step::Swapped(seat)),
                kind if kind.is_play() => return Some(Step::Played(seat, mv.cards)),
                _ => {}
            }
            None
        })
    }

    /// What changed hands since the present dealing, on the way to `now`.
    pub(super) fn flow(&self, now: &State) -> Flow {
        let mut flow = Flow::none(now.hands.len());
        for step in self.steps() {
            match step {
                Step::Played(seat, cards) => flow.lose(seat, cards),
                Step::Gave(from, to, cards) => {
                    flow.lose(from, cards);
                    flow.gain(to, cards);
                }
                Step::Swapped(seat) => {
                    flow.lose(seat, now.face_up);
                    flow.gain(seat, self.taken);
                }
            }
        }
        flow
    }

    /// The present dealing, to which `state` has come.
    #[must_use]
    pub fn dealing(&self, state: &State) -> Dealing {
        let flow = self.flow(state);
        let hands = state.hands.iter().enumerate();
        Dealing {
            hands: hands.map(|(seat, &hand)| flow.before(seat, hand)).collect(),
            left: if self.taken.is_empty() { state.left } else { self.taken },
            declined: self.declined.clone(),
            end: self.history.len() as u32,
        }
    }

    /// Every dealing, each with the number of moves before it; that of a position is none.
    #[must_use]
    pub fn dealings(&self, state: &State) -> Vec<(u32, Dealing)> {
        let given = usize::from(self.start.is_some());
        let begins = std::iter::once(0).chain(self.earlier.iter().map(|dealing| dealing.end));
        let all = self.earlier.iter().cloned().chain([self.dealing(state)]);
        begins.zip(all).skip(given).collect()
    }

    /// The state before the first move of a deal that is `now` elsewhere.
    #[must_use]
    pub fn first(&self, rules: &Rules, now: &State) -> State {
        let present;
        let dealing = match self.earlier.first() {
            Some(first) => first,
            None => {
                present = self.dealing(now);
                &present
            }
        };
        if let Some(start) = &self.start {
            return State {
                hands: dealing.hands.clone(),
                left: dealing.left,
                ..State::clone(start)
            };
        }
        let redeals = now.redeals.saturating_sub(self.earlier.len() as u8);
        self.dealt(rules, now, dealing, redeals, 0)
    }

    /// The state after a dealing, before move number `next`.
    fn dealt(
        &self,
        rules: &Rules,
        now: &State,
        dealing: &Dealing,
        redeals: u8,
        next: usize,
    ) -> State {
        let Dealing { hands, left, .. } = dealing.clone();
        let rng = Rng::stream(0, Domain::Deal, 0, 0);
        let mut state = State::begun(rules, &now.setup, Dealt { hands, left }, redeals, rng);
        self.stand(rules, now, &mut state, next);
        state
    }

    /// Goes through the deal again, to where it is `now`: `visit` gets the number of each move and
    /// the state before and after it, `hear` the number of a move and a locked seat, whether it was
    /// asked for a monster then, and what it would have had to beat by which order. Chance that is
    /// still to come may differ in the states.
    ///
    /// What turns on hidden cards, as whose turn it is, is taken from the record and not from the
    /// cards, so that the past of a [`View`](super::View) can be gone through as well.
    pub(super) fn walk(
        &self,
        rules: &Rules,
        now: &State,
        mut visit: impl FnMut(usize, &State, &State),
        mut hear: impl FnMut(usize, usize, bool, Move, bool),
    ) {
        let mut dealings = self.earlier.iter().skip(1).cloned().chain([self.dealing(now)]);
        let mut state = self.first(rules, now);
        for (number, &(_, mv)) in self.history.iter().enumerate() {
            let before = state.clone();
            let next = number + 1;
            if state.phase == Phase::Play {
                state.play_asking(rules, mv, |_, table, revolved, seat| {
                    let asked = self.is_called(now, next, seat);
                    hear(number, seat, asked, table, revolved);
                    asked
                });
            } else if mv.kind == Kind::Redeal {
                if let Some(dealing) = dealings.next() {
                    state = self.dealt(rules, now, &dealing, before.redeals + 1, next);
                }
            } else {
                state.decide(rules, mv);
                self.stand(rules, now, &mut state, next);
            }
            visit(number, &before, &state);
        }
    }

    /// Goes through the deal again, to where it is `now`: `visit` sees the state before and after
    /// each move. Chance that is still to come may differ in the states it sees.
    pub fn replay(&self, rules: &Rules, now: &State, mut visit: impl FnMut(&State, &State)) {
        self.walk(rules, now, |_, before, after| visit(before, after), |_, _, _, _, _| {});
    }

    /// Whether a locked seat is the one that makes move number `number`, asked for a monster.
    fn is_called(&self, now: &State, number: usize, seat: usize) -> bool {
        match self.history.get(number) {
            Some(&(by, _)) => {
                usize::from(by) == seat && self.called.binary_search(&(number as u32)).is_ok()
            }
            None => {
                now.phase == Phase::Play && now.trick.turn() == seat && now.trick.is_locked(seat)
            }
        }
    }

    /// Brings `state`, which may be mistaken about it, to the phase and turn before move number
    /// `number`, which is no move of the play but the first.
    fn stand(&self, rules: &Rules, now: &State, state: &mut State, number: usize) {
        let Some(&(seat, mv)) = self.history.get(number) else {
            state.enter(rules, now.phase, now.turn().unwrap_or_default());
            if now.phase == Phase::Over {
                (state.winner, state.instant) = (now.winner, now.instant);
            }
            return;
        };
        let next = self.earlier.iter().find(|dealing| dealing.end as usize > number);
        let begins = self.earlier.iter().map(|dealing| dealing.end as usize);
        let begin = begins.take_while(|&end| end <= number).last().unwrap_or(0);
        let declined = next.map_or(&self.declined, |dealing| &dealing.declined).len();
        let phase = match mv.kind {
            Kind::Redeal => Phase::Redeal,
            Kind::Pass if number - begin < declined => Phase::Redeal,
            Kind::Pass | Kind::Swap => Phase::Swap,
            Kind::Ask | Kind::Give => Phase::Exchange,
            _ => Phase::Play,
        };
        state.enter(rules, phase, usize::from(seat));
    }

    /// Whether the parts can be, and can lead to where the deal is `now`, for those that come from
    /// outside.
    #[must_use]
    pub fn is_sound(&self, rules: &Rules, now: &State) -> bool {
        let seats = now.hands.len();
        let seated = |list: &[u8]| list.iter().all(|&seat| usize::from(seat) < seats);
        let deck = rules.deck();
        let fits = |dealing: &Dealing, whole: bool| {
            let mut all = dealing.hands.iter().chain([&dealing.left]);
            let all = all.try_fold(Cards::EMPTY, |all, cards| all.checked_sum(cards));
            all.is_some_and(|all| deck.contains(&all) && (all == deck || !whole))
        };
        let begins: Vec<u32> = self.earlier.iter().map(|dealing| dealing.end).collect();
        let moves = self.history.len() as u32;
        let swaps = self.history.iter().filter(|(_, mv)| mv.kind == Kind::Swap).count();
        if !self.history.iter().all(|&(seat, _)| usize::from(seat) < seats)
            || !begins.is_sorted_by(|a, b| a < b)
            || !begins.iter().all(|&end| {
                let decision = self.history.get((end as usize).wrapping_sub(1));
                decision.is_some_and(|(_, mv)| mv.kind == Kind::Redeal)
            })
            || !self.called.is_sorted()
            || self.called.iter().any(|&number| number >= moves)
            || !seated(&self.declined)
            || self.taken.total() != swaps
        {
            return false;
        }
        if self.start.as_ref().is_some_and(|start| start.hands.len() != seats) {
            return false;
        }
        let given = self.start.is_some();
        self.earlier.iter().enumerate().all(|(number, dealing)| {
            dealing.hands.len() == seats
                && seated(&dealing.declined)
                && fits(dealing, !given || number > 0)
        }) && fits(&self.dealing(now), !given || !self.earlier.is_empty())
    }
}

impl State {
    /// Goes to a phase before the play or to the beginning of the play, in which it is the turn of
    /// `seat`.
    pub(super) fn enter(&mut self, rules: &Rules, phase: Phase, seat: usize) {
        (self.phase, self.asked, self.leader, self.due) = (phase, 0, NONE, NONE);
        (self.winner, self.instant) = (NONE, 0);
        self.trick = rules.first_trick(0);
        match phase {
            Phase::Redeal | Phase::Swap => self.asked = seat as u8,
            Phase::Play => {
                self.trick = rules.first_trick(seat);
                self.leader = seat as u8;
                let free = self.setup.leader.is_some() || self.swapped;
                if rules.switches.must_include_lowest && !free {
                    self.due = rules.lowest_card(self.hands[seat]);
                }
            }
            Phase::Exchange | Phase::Over => {}
        }
    }

    /// The card that is the lowest of all and may be swapped, as a mask of one face.
    pub(super) fn swappable(&self, rules: &Rules) -> Option<u64> {
        let malaysia = rules.switches.remainder == Remainder::MalaysiaSwap;
        malaysia.then(|| rules.lowest_face(rules.deck().faces()))
    }
}

impl Rules {
    /// The lowest card, as a number; the order that is not revolved counts.
    pub(super) fn lowest_card(&self, cards: Cards) -> u8 {
        self.lowest_face(cards.faces()).trailing_zeros() as u8
    }
}
