//! Whose turn it is within a trick: the part of the rules that all climbing games share.
//!
//! A leader plays anything; then each seat in turn beats the last play or passes. The trick ends
//! when, since the last play, every other seat has passed or been skipped; the last player leads
//! the next one (DD-07, BT-27, BT-28). Seat numbers follow the order of play.

use serde::{Deserialize, Serialize};
/// The turn within a trick, for 2 to 52 seats.
///
/// It knows nothing of cards. After [`play`](Self::play) and [`pass`](Self::pass) it stands before
/// the next decision, which is the lead of a new trick where [`is_lead`](Self::is_lead) says so;
/// the caller then forgets the play to beat.
///
/// With *soft* passing a seat that passed is asked again when the turn comes back to it in the same
/// trick; with *locking* passing it is skipped until the trick ends (BT-29).
///
/// ```
/// use chupai_core::climb::Trick;
///
/// let mut trick = Trick::new(3, 0);
/// trick.play();
/// trick.pass();
/// assert_eq!((trick.turn(), trick.last()), (2, Some(0)));
/// trick.pass();
/// assert!(trick.is_lead() && trick.turn() == 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trick {
    passed: u64,
    out: u64,
    seats: u8,
    turn: u8,
    last: Option<u8>,
    locking: bool,
}

impl Trick {
    /// The most seats a game may have: one card each of a deck of 52.
    pub const MAX_SEATS: usize = 52;

    /// The first trick of a deal with soft passing, led by `leader`.
    ///
    /// # Panics
    /// Where there are not 2 to 52 seats, or `leader` is none of them.
    #[inline(always)]
    #[must_use]
    pub const fn new(seats: usize, leader: usize) -> Self {
        assert!(seats >= 2 && seats <= Self::MAX_SEATS && leader < seats);
        let (seats, turn) = (seats as u8, leader as u8);
        Self { passed: 0, out: 0, seats, turn, last: None, locking: false }
    }

    /// The first trick of a deal with locking passing, led by `leader`; panics as [`new`](Self::new).
    #[inline(always)]
    #[must_use]
    pub const fn locking(seats: usize, leader: usize) -> Self {
        Self { locking: true, ..Self::new(seats, leader) }
    }

    /// The same turn with the seats of the mask `out` gone out.
    #[inline(always)]
    #[must_use]
    pub const fn with_out(self, out: u64) -> Self {
        Self { out, ..self }
    }

    /// The middle of a trick: `last` has played, the seats between it and `turn` have passed.
    ///
    /// To take up a locking trick in which more seats have passed, name all of them in `passed`;
    /// with soft passing only passes since the last play count. `turn` must still hold cards and
    /// differ from `last`.
    ///
    /// # Panics
    /// Where `last` and `turn` are the same seat or no seats.
    #[inline(always)]
    #[must_use]
    pub fn midway(self, last: usize, turn: usize, passed: u64) -> Self {
        assert!(last != turn && last < self.seats() && turn < self.seats());
        let mut between = 0;
        let mut seat = self.after(last);
        while seat != turn {
            between |= 1 << seat;
            seat = self.after(seat);
        }
        let passed = (between & !self.out) | if self.locking { passed } else { 0 };
        Self { passed, turn: turn as u8, last: Some(last as u8), ..self }
    }

    /// How many seats the game has, gone out or not.
    #[inline(always)]
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// The seat to act.
    #[inline(always)]
    #[must_use]
    pub const fn turn(&self) -> usize {
        self.turn as usize
    }

    /// Whether the seat to act leads a trick: anything may be played, and no pass.
    #[inline(always)]
    #[must_use]
    pub const fn is_lead(&self) -> bool {
        self.last.is_none()
    }

    /// The seat whose play is to be beaten; `None` before a lead.
    #[inline(always)]
    #[must_use]
    pub const fn last(&self) -> Option<usize> {
        match self.last {
            Some(seat) => Some(seat as usize),
            None => None,
        }
    }

    /// The seats that have passed, as a mask: with soft passing since the last play, with locking
    /// passing in this trick.
    #[inline(always)]
    #[must_use]
    pub const fn passed(&self) -> u64 {
        self.passed
    }

    /// The seats that have gone out, as a mask.
    #[inline(always)]
    #[must_use]
    pub const fn out(&self) -> u64 {
        self.out
    }

    /// Whether a seat that has passed is skipped until the trick ends (BT-29).
    #[inline(always)]
    #[must_use]
    pub const fn is_locking(&self) -> bool {
        self.locking
    }

    /// Whether `seat` has passed in a locking trick: it may play nothing now, or only what the
    /// rules allow to a locked seat (BT-30).
    #[inline(always)]
    #[must_use]
    pub const fn is_locked(&self, seat: usize) -> bool {
        self.locking && self.passed >> seat & 1 == 1
    }

    /// How many seats still hold cards.
    #[inline(always)]
    #[must_use]
    pub const fn holding(&self) -> usize {
        self.seats() - self.out.count_ones() as usize
    }

    /// The next seat after `seat` in the order of play that still holds cards, passed or not;
    /// `seat` itself where no other does.
    #[inline(always)]
    #[must_use]
    pub const fn next_holding(&self, seat: usize) -> usize {
        let mut next = self.after(seat);
        while next != seat && self.out >> next & 1 == 1 {
            next = self.after(next);
        }
        next
    }

    /// Begins a new trick with `leader`, whatever the state of the old one. Who has gone out stays
    /// out.
    #[inline(always)]
    pub const fn lead(&mut self, leader: usize) {
        self.passed = 0;
        self.turn = leader as u8;
        self.last = None;
    }

    /// The seat to act has played. The turn passes on; locked seats are skipped.
    #[inline(always)]
    pub fn play(&mut self) {
        self.play_and_ask(|_| false);
    }

    /// The seat to act has passed. The turn passes on; locked seats are skipped.
    #[inline(always)]
    pub fn pass(&mut self) {
        self.pass_and_ask(|_| false);
    }

    /// [`play`](Self::play) where a locked seat for which `ask` holds is not skipped (BT-30). Such
    /// a seat stays locked, whatever it does, until the trick ends.
    #[inline(always)]
    pub fn play_and_ask(&mut self, ask: impl FnMut(usize) -> bool) {
        if !self.locking {
            self.passed = 0;
        }
        self.last = Some(self.turn);
        self.move_on(ask);
    }

    /// [`pass`](Self::pass) where a locked seat for which `ask` holds is not skipped. Each seat is
    /// asked at most once for one play.
    #[inline(always)]
    pub fn pass_and_ask(&mut self, ask: impl FnMut(usize) -> bool) {
        debug_assert!(!self.is_lead(), "a leader may not pass");
        self.passed |= 1 << self.turn;
        self.move_on(ask);
    }

    /// `seat` has played its last card: to be called after the [`play`](Self::play) of that card.
    ///
    /// It is asked no more; where all pass on its play, the next seat still holding cards leads
    /// (BT-31). Where that is already so, the turn moves to the new leader.
    #[inline(always)]
    pub const fn went_out(&mut self, seat: usize) {
        self.out |= 1 << seat;
        if self.turn() == seat {
            self.turn = self.next_holding(seat) as u8;
        }
    }

    #[inline(always)]
    const fn after(&self, seat: usize) -> usize {
        if seat + 1 == self.seats() { 0 } else { seat + 1 }
    }

    /// Moves the turn to the next seat that may act on the last play, or to the next leader.
    #[inline(always)]
    fn move_on(&mut self, mut ask: impl FnMut(usize) -> bool) {
        let Some(last) = self.last else { return };
        let mut seat = self.after(self.turn());
        while seat != usize::from(last) {
            let skipped = self.out >> seat & 1 == 1 || (self.is_locked(seat) && !ask(seat));
            if !skipped {
                self.turn = seat as u8;
                return;
            }
            seat = self.after(seat);
        }
        let gone = self.out >> seat & 1 == 1;
        self.lead(if gone { self.next_holding(seat) } else { seat });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    #[test]
    fn soft_passers_are_asked_again() {
        // DD-07
        let mut trick = Trick::new(3, 1);
        assert!(trick.is_lead() && trick.turn() == 1 && trick.last().is_none());
        trick.play();
        trick.pass();
        assert_eq!((trick.turn(), trick.passed()), (0, 0b100));
        trick.play();
        assert_eq!((trick.turn(), trick.last(), trick.passed()), (1, Some(0), 0));
        trick.pass();
        assert_eq!(trick.turn(), 2);
        trick.pass();
        assert!(trick.is_lead() && trick.turn() == 0);
    }

    #[test]
    fn locked_seats_are_skipped_until_the_trick_ends() {
        // BT-29
        let mut trick = Trick::locking(4, 0);
        trick.play();
        trick.pass();
        trick.play();
        assert_eq!((trick.turn(), trick.last()), (3, Some(2)));
        trick.pass();
        trick.play();
        assert_eq!((trick.turn(), trick.passed()), (2, 0b1010));
        trick.pass();
        assert!(trick.is_lead() && trick.turn() == 0 && trick.passed() == 0);
    }

    #[test]
    fn a_play_that_nobody_may_answer_ends_the_trick_at_once() {
        // BT-28, BT-29
        let mut trick = Trick::locking(3, 0);
        trick.play();
        trick.pass();
        trick.play();
        trick.pass();
        assert!(trick.is_lead() && trick.turn() == 2);
    }

    #[test]
    fn a_locked_seat_is_asked_once_for_each_play() {
        // BT-30
        let mut trick = Trick::locking(3, 0);
        let monsters = |seat| seat == 1;
        trick.play_and_ask(monsters);
        trick.pass_and_ask(monsters);
        trick.play_and_ask(monsters);
        assert_eq!(trick.turn(), 0);
        trick.play_and_ask(monsters);
        assert!(trick.turn() == 1 && trick.is_locked(1) && !trick.is_locked(2));
        trick.pass_and_ask(monsters);
        assert_eq!(trick.turn(), 2);
        trick.pass_and_ask(monsters);
        assert!(trick.is_lead() && trick.turn() == 0);
    }

    #[test]
    fn the_next_holder_leads_after_a_player_who_went_out() {
        // BT-31
        let mut trick = Trick::new(4, 0).with_out(0b10);
        trick.play();
        trick.went_out(0);
        assert_eq!((trick.turn(), trick.holding()), (2, 2));
        trick.pass();
        assert_eq!(trick.turn(), 3);
        trick.pass();
        assert!(trick.is_lead() && trick.turn() == 2);
        trick.play();
        trick.went_out(2);
        trick.pass();
        assert!(trick.is_lead() && trick.turn() == 3);
    }

    #[test]
    fn going_out_on_a_play_that_nobody_may_answer_moves_the_lead() {
        // BT-29, BT-31
        let mut trick = Trick::locking(3, 0);
        trick.play();
        trick.pass();
        trick.pass();
        assert_eq!(trick.turn(), 0);
        trick.play();
        trick.pass();
        trick.play();
        trick.play();
        assert!(trick.turn() == 2 && !trick.is_lead());
        trick.play();
        trick.pass();
        assert!(trick.is_lead() && trick.turn() == 2);
        trick.went_out(2);
        assert!(trick.is_lead() && trick.turn() == 0);
    }

    #[test]
    fn midway_marks_the_seats_between() {
        assert_eq!(Trick::new(3, 0).midway(1, 0, 0b111).passed(), 0b100);
        let trick = Trick::locking(5, 0).with_out(0b100).midway(1, 0, 0b1);
        assert_eq!((trick.passed(), trick.last(), trick.turn()), (0b11001, Some(1), 0));
    }

    /// The rule as it is told: after each play all others stand in line to be asked.
    struct Table {
        seats: usize,
        locking: bool,
        locked: Vec<bool>,
        out: Vec<bool>,
        line: VecDeque<usize>,
        last: Option<usize>,
        turn: usize,
    }

    impl Table {
        fn next(&mut self, ask: &dyn Fn(usize) -> bool) {
            while let Some(seat) = self.line.pop_front() {
                let skipped = self.out[seat] || (self.locking && self.locked[seat] && !ask(seat));
                if !skipped {
                    self.turn = seat;
                    return;
                }
            }
            let last = self.last.take().unwrap();
            self.locked.fill(false);
            self.turn = (0..self.seats)
                .map(|i| (last + i) % self.seats)
                .find(|&seat| !self.out[seat])
                .unwrap_or(last);
        }

        fn play(&mut self, goes_out: bool, ask: &dyn Fn(usize) -> bool) {
            self.last = Some(self.turn);
            self.out[self.turn] |= goes_out;
            self.line = (1..self.seats).map(|i| (self.turn + i) % self.seats).collect();
            self.next(ask);
        }

        fn pass(&mut self, ask: &dyn Fn(usize) -> bool) {
            self.locked[self.turn] = true;
            self.next(ask);
        }
    }

    proptest! {
        #[test]
        fn agrees_with_a_naive_table(
            seats in 2usize..=52,
            first in 0usize..52,
            locking: bool,
            steps in prop::collection::vec((0u8..10, any::<u64>()), 1..400),
        ) {
            let first = first % seats;
            let mut trick = if locking { Trick::locking(seats, first) } else { Trick::new(seats, first) };
            let mut table = Table {
                seats,
                locking,
                locked: vec![false; seats],
                out: vec![false; seats],
                line: VecDeque::new(),
                last: None,
                turn: first,
            };
            for (what, monsters) in steps {
                let ask = |seat: usize| monsters >> seat & 1 == 1;
                let seat = trick.turn();
                if what < 6 && !trick.is_lead() {
                    trick.pass_and_ask(ask);
                    table.pass(&ask);
                } else {
                    trick.play_and_ask(ask);
                    if what == 9 {
                        trick.went_out(seat);
                    }
                    table.play(what == 9, &ask);
                }
                prop_assert_eq!((trick.turn(), trick.last()), (table.turn, table.last));
                for seat in 0..seats {
                    prop_assert_eq!(trick.out() >> seat & 1 == 1, table.out[seat]);
                    prop_assert_eq!(trick.is_locked(seat), locking && table.locked[seat]);
                }
                prop_assert_eq!(trick.holding(), table.out.iter().filter(|&&out| !out).count());
                if trick.holding() <= 1 {
                    break;
                }
            }
        }
    }
}
