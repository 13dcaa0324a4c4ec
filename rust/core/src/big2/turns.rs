//! Playing cards: what the seat to act is asked, and what follows from its move.

use super::ask::Ask;
use super::moves::{Cards, Kind, Move};
use super::rules::Rules;
use super::state::{NONE, Phase, State, some};
use crate::climb::Trick;
use serde::{Deserialize, Serialize};

/// The seat that did not do what it could against a seat with one card, which acts next (BT-44).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Suspect {
    /// The seat, or [`NONE`].
    pub(super) seat: u8,
    /// Whether it passed; else it played a single below its highest.
    pub(super) passed: bool,
    /// Once the deal is won: whether it holds a single that beats the winner's last card.
    pub(super) could_have_stopped: bool,
}

impl Suspect {
    /// Nobody.
    pub(super) const NOBODY: Self = Self { seat: NONE, passed: false, could_have_stopped: false };
}

/// Whether it is just one card.
#[inline(always)]
fn is_one_card(cards: Cards) -> bool {
    let [once, twice] = *cards.planes();
    once.is_power_of_two() && twice == 0
}

impl State {
    /// The play to beat, `None` when leading or outside the play.
    #[inline(always)]
    #[must_use]
    pub fn to_beat(&self) -> Option<Move> {
        (self.to_beat.kind != Kind::Pass).then_some(self.to_beat)
    }

    /// Who made the play to beat.
    #[must_use]
    pub fn last_player(&self) -> Option<usize> {
        self.to_beat().and_then(|_| self.trick.last())
    }

    /// The turn within the trick, in the play.
    #[must_use]
    pub fn trick(&self) -> Trick {
        self.trick
    }

    /// The seats that have passed in this trick and are skipped, or asked for a monster only
    /// (BT-29, BT-30), as a mask.
    #[must_use]
    pub fn locked(&self) -> u64 {
        let seats = 0..self.hands.len();
        seats.filter(|&seat| self.trick.is_locked(seat)).fold(0, |mask, seat| mask | 1 << seat)
    }

    /// What the seat to act is asked; in the play only.
    #[inline(always)]
    #[must_use]
    pub fn ask(&self, rules: &Rules) -> Ask {
        let seat = self.trick.turn();
        let (hand, to_beat) = (self.hands[seat], self.to_beat());
        let monsters_only = self.trick.is_locked(seat);
        let mut ask = Ask {
            hand,
            revolved: self.revolved,
            to_beat,
            may_pass: to_beat.is_some(),
            due: (self.due != NONE).then_some(self.due),
            top_single: false,
            monsters_only,
        };
        // The due card comes before the highest one, and who is locked may play no single (BT-35).
        if rules.switches.top_forced && self.due == NONE && !monsters_only {
            let table = to_beat.is_none_or(|mv| mv.kind == Kind::Single);
            let next = self.trick.next_holding(seat);
            ask.top_single = table && is_one_card(self.hands[next]);
            if ask.top_single && to_beat.is_some() {
                let highest = rules.highest(hand, self.revolved);
                ask.may_pass = highest <= rules.highest(self.to_beat.cards, self.revolved);
            }
        }
        ask
    }

    /// Notes whether `seat`, which has just passed on the play `single` or made it, has left undone
    /// what it could against the seat to act, where that has one card (BT-44). A seat that might
    /// have played monsters only is not seen here.
    #[inline(always)]
    fn watch(&mut self, rules: &Rules, seat: usize, single: Move, passed: bool) {
        let next = self.trick.turn();
        if next == seat || !is_one_card(self.hands[next]) || single.kind != Kind::Single {
            return;
        }
        let highest = rules.highest(self.hands[seat], self.revolved);
        if highest > rules.highest(single.cards, self.revolved) {
            self.suspect = Suspect { seat: seat as u8, passed, could_have_stopped: false };
        }
    }

    /// `seat` has played its last cards (BT-31).
    fn go_out(&mut self, rules: &Rules, seat: usize, mv: Move) {
        self.out_order.push(seat as u8);
        if self.winner == NONE {
            self.winner = seat as u8;
            match some(self.suspect.seat) {
                Some(at) if mv.kind == Kind::Single => {
                    let highest = rules.highest(self.hands[at], self.revolved);
                    self.suspect.could_have_stopped =
                        highest > rules.highest(mv.cards, self.revolved);
                }
                _ => self.suspect = Suspect::NOBODY,
            }
        }
        self.trick.went_out(seat);
        if !rules.switches.all_out || self.trick.holding() == 1 {
            self.phase = Phase::Over;
            self.to_beat = Move::PASS;
        }
    }

    /// Plays cards or passes, unchecked.
    #[inline(always)]
    pub(super) fn play_cards(&mut self, rules: &Rules, mv: Move) {
        let s = &rules.switches;
        // BT-30
        self.play_asking(rules, mv, |hands, table, revolved, seat| {
            s.monster_after_pass
                && (s.ask_locked_always || rules.has_monster_over(hands[seat], table, revolved))
        });
    }

    /// Plays cards or passes, unchecked, where `ask` tells of the hands, the play on the table,
    /// whether the order is revolved, and a locked seat, whether it is asked for a monster.
    #[inline(always)]
    pub(super) fn play_asking(
        &mut self,
        rules: &Rules,
        mv: Move,
        mut ask: impl FnMut(&[Cards], Move, bool, usize) -> bool,
    ) {
        let seat = self.trick.turn();
        let passed = mv.kind == Kind::Pass;
        let locked = self.trick.is_locked(seat);
        if !passed {
            self.hands[seat] = self.hands[seat].difference(&mv.cards);
            self.plays[seat] += 1;
            self.due = NONE;
            self.to_beat = mv;
            if rules.switches.revolution && mv.kind == Kind::StraightFlush {
                self.revolved = !self.revolved;
                self.revolutions += 1;
            }
        }
        let table = self.to_beat;
        let (hands, revolved) = (&self.hands, self.revolved);
        let ask = |seat: usize| ask(hands, table, revolved, seat);
        if passed {
            self.trick.pass_and_ask(ask);
        } else {
            self.trick.play_and_ask(ask);
        }
        if !passed && self.hands[seat].is_empty() {
            self.go_out(rules, seat, mv);
        } else if self.winner == NONE {
            self.suspect = Suspect::NOBODY;
            if !locked {
                self.watch(rules, seat, table, passed);
            }
        }
        if self.trick.is_lead() {
            self.to_beat = Move::PASS;
        }
    }
}
