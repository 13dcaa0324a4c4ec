//! What happened in a deal: everything that scoring and statistics read.

use super::moves::Cards;
use super::order::EACH_RANK;
use super::rules::Rules;
use super::state::{NONE, Phase, State};
use super::turns::Suspect;
use crate::game::Column;
use smallvec::SmallVec;

/// The facts of one deal. Numbers, not points: nothing here depends on scoring switches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The seat that went out first or won at once; −1 while nobody has.
    pub winner: i8,
    /// How the deal was won at once: 0 it was not, 1 by a dragon, 2 by four of the top rank (BT-33).
    pub instant: u8,
    /// The seat that was last to act before the winner went out with a single, where it had not done
    /// what it could: it had played a single below its highest, or passed while it held one that beat
    /// the table (BT-44); else −1.
    pub not_highest: i8,
    /// That seat where it also held a single that beats the winner's last card (BT-44); else −1.
    pub could_have_stopped: i8,
    /// Whether the seat of `not_highest` had passed (BT-44).
    pub culprit_passed: bool,
    /// The seat that led the first trick; −1 where nobody played.
    pub leader: i8,
    /// How often the cards were dealt again on request (BT-34).
    pub redeals: u8,
    /// Whether the lowest card was swapped for the leftover (BT-24).
    pub swapped: bool,
    /// How often the ends of the order of ranks changed places (BT-38).
    pub revolutions: u8,
    /// The facts of each seat.
    pub seats: SmallVec<[SeatFacts; 4]>,
}

/// The facts of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SeatFacts {
    /// Cards left in the hand.
    pub cards_left: u8,
    /// Plays, passes not counted.
    pub plays: u8,
    /// 1 for the first to go out, 2 for the second …, 0 where the deal settles no place.
    pub place: u8,
    /// Cards of the printed rank 2 left (BT-46).
    pub twos_left: u8,
    /// Monsters left: ranks held four times, with a fifth card where one is needed, and suits with
    /// a straight flush (BT-46).
    pub monsters_left: u8,
    /// Aces of spades left (BT-42).
    pub spade_aces_left: u8,
    /// The sum of 2 = 15, A K Q J = 14 13 12 11, others face (BT-41).
    pub pips_left: u16,
    /// The sum of 2 = 40, A = 30, K Q J = 20, others face (BT-42).
    pub deduction_left: u16,
}

/// The scored facts of a deal: equal keys mean equal scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoreKey {
    /// Of at most four seats.
    Few(u128),
    /// Of more.
    Many([u64; 12]),
}

/// Values of the ranks 3 … 2 in pips (BT-41).
const PIPS: [u16; 13] = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
/// Values of the ranks in deduction (BT-42).
const DEDUCTION: [u16; 13] = [3, 4, 5, 6, 7, 8, 9, 10, 20, 20, 20, 30, 40];
/// The binary digits of [`PIPS`], each as the mask of the cards that have it.
const PIP_DIGITS: [u64; 4] = digits(PIPS);
/// Those of [`DEDUCTION`].
const DEDUCTION_DIGITS: [u64; 6] = digits(DEDUCTION);
const TWOS: u64 = 15 << 48;
const SPADE_ACE: u64 = 1 << 47;

const fn digits<const B: usize>(values: [u16; 13]) -> [u64; B] {
    let mut masks = [0; B];
    let mut rank = 0;
    while rank < 13 {
        assert!(values[rank] >> B == 0);
        let mut digit = 0;
        while digit < B {
            if values[rank] >> digit & 1 == 1 {
                masks[digit] |= 15 << (4 * rank);
            }
            digit += 1;
        }
        rank += 1;
    }
    masks
}

/// How many cards of the mask there are.
#[inline(always)]
pub(super) fn count(cards: Cards, mask: u64) -> u32 {
    let [once, twice] = *cards.planes();
    let more = if twice == 0 { 0 } else { (twice & mask).count_ones() };
    (once & mask).count_ones() + more
}

/// The sum of values, by their binary digits.
#[inline(always)]
fn sum(cards: Cards, digits: &[u64]) -> u16 {
    let sum_of = |plane: u64| {
        digits.iter().rev().fold(0, |sum, &mask| 2 * sum + (plane & mask).count_ones() as u16)
    };
    let [once, twice] = *cards.planes();
    sum_of(once) + if twice == 0 { 0 } else { sum_of(twice) }
}

/// The most that the values of `size` cards of `decks` decks can add up to.
fn greatest_sum(values: &[u16; 13], decks: u8, size: u32) -> i16 {
    let copies = usize::from(decks) * 4;
    let mut cards: Vec<u16> =
        values.iter().flat_map(|&value| std::iter::repeat_n(value, copies)).collect();
    cards.sort_unstable();
    cards.iter().rev().take(size as usize).sum::<u16>() as i16
}

impl Rules {
    /// Monsters in a hand: ranks held four times, where a fifth card is there or not needed, and
    /// suits with a straight flush (BT-46).
    #[inline(always)]
    #[must_use]
    pub fn monsters_in(&self, hand: Cards) -> u8 {
        if hand.total() < 4 {
            return 0;
        }
        let quads = if self.can_play_quads(hand) { self.quad_ranks(hand) } else { 0 };
        let flushes = self.straight_flushes(hand.faces());
        if quads | flushes == 0 {
            return 0;
        }
        let suits = (0..4).filter(|suit| flushes & EACH_RANK << suit != 0).count();
        quads.count_ones() as u8 + suits as u8
    }

    /// What a hand has left over, without plays and place.
    #[inline(always)]
    pub(super) fn left_over(&self, hand: Cards) -> SeatFacts {
        if hand.is_empty() {
            return SeatFacts::default();
        }
        SeatFacts {
            cards_left: hand.total() as u8,
            plays: 0,
            place: 0,
            twos_left: count(hand, TWOS) as u8,
            monsters_left: self.monsters_in(hand),
            spade_aces_left: count(hand, SPADE_ACE) as u8,
            pips_left: sum(hand, &PIP_DIGITS),
            deduction_left: sum(hand, &DEDUCTION_DIGITS),
        }
    }
}

pub(super) fn columns(rules: &Rules) -> Vec<Column> {
    let s = &rules.switches;
    let column = |name, width, min, max, scored| Column { name, width, min, max, scored };
    let scored = |name, width, min, max| column(name, width, min, max, true);
    let counted = |name, width, min, max| column(name, width, min, max, false);
    let (seats, players) = (usize::from(s.players), i16::from(s.players));
    let (decks, largest) = (i16::from(s.decks), rules.largest_hand());
    let cards = largest as i16;
    let sum = |values| greatest_sum(values, s.decks, largest);
    let instant = if s.instant_four_twos { 2 } else { i16::from(s.instant_dragon) };
    let redeals = if s.redeal_below.is_some() { 255 } else { 0 };
    let revolutions = if s.revolution { 52 * decks / 5 } else { 0 };
    let last = players - 1;
    vec![
        scored("winner", 1, -1, last),
        scored("instant", 1, 0, instant),
        scored("cards_left", seats, 0, cards),
        scored("unplayed", seats, 0, 1),
        scored("place", seats, 0, players),
        scored("not_highest", 1, -1, last),
        scored("could_have_stopped", 1, -1, last),
        scored("culprit_passed", 1, 0, 1),
        counted("twos_left", seats, 0, cards.min(4 * decks)),
        counted("monsters_left", seats, 0, (cards / 4).min(13) + (cards / 5).min(4)),
        counted("pips_left", seats, 0, sum(&PIPS)),
        counted("deduction_left", seats, 0, sum(&DEDUCTION)),
        counted("spade_aces_left", seats, 0, cards.min(decks)),
        counted("plays", seats, 0, cards),
        counted("leader", 1, -1, last),
        counted("redeals", 1, 0, redeals),
        counted("swapped", 1, 0, 1),
        counted("revolutions", 1, 0, revolutions),
    ]
}

impl Facts {
    #[inline(always)]
    pub(super) fn write(&self, row: &mut [i16]) {
        match <&[SeatFacts; 4]>::try_from(&self.seats[..]) {
            // Of a known number of seats, places need not be checked.
            Ok(four) => self.write_seats(four, row),
            Err(_) => self.write_seats(&self.seats, row),
        }
    }

    #[inline(always)]
    fn write_seats(&self, seats: &[SeatFacts], row: &mut [i16]) {
        let n = seats.len();
        let row = &mut row[..9 * n + 9];
        row[0] = i16::from(self.winner);
        row[1] = i16::from(self.instant);
        row[2 + 3 * n] = i16::from(self.not_highest);
        row[3 + 3 * n] = i16::from(self.could_have_stopped);
        row[4 + 3 * n] = i16::from(self.culprit_passed);
        row[5 + 9 * n] = i16::from(self.leader);
        row[6 + 9 * n] = i16::from(self.redeals);
        row[7 + 9 * n] = i16::from(self.swapped);
        row[8 + 9 * n] = i16::from(self.revolutions);
        for (at, seat) in seats.iter().enumerate() {
            row[2 + at] = i16::from(seat.cards_left);
            row[2 + n + at] = i16::from(seat.plays == 0);
            row[2 + 2 * n + at] = i16::from(seat.place);
            row[5 + 3 * n + at] = i16::from(seat.twos_left);
            row[5 + 4 * n + at] = i16::from(seat.monsters_left);
            row[5 + 5 * n + at] = seat.pips_left as i16;
            row[5 + 6 * n + at] = seat.deduction_left as i16;
            row[5 + 7 * n + at] = i16::from(seat.spade_aces_left);
            row[5 + 8 * n + at] = i16::from(seat.plays);
        }
    }

    /// The scored facts in a few words: 24 bits for the deal, 14 for each seat.
    #[inline(always)]
    pub(super) fn key(&self) -> ScoreKey {
        let deal = u128::from(self.winner as u8 & 127)
            | u128::from(self.instant) << 7
            | u128::from(self.not_highest as u8 & 127) << 9
            | u128::from(self.could_have_stopped as u8 & 127) << 16
            | u128::from(self.culprit_passed) << 23;
        let seat = |seat: &SeatFacts| {
            u64::from(seat.cards_left)
                | u64::from(seat.plays == 0) << 7
                | u64::from(seat.place) << 8
        };
        if self.seats.len() <= 4 {
            let seats = self.seats.iter();
            return ScoreKey::Few(
                seats.fold(deal, |key, facts| key << 14 | u128::from(seat(facts))),
            );
        }
        // Four seats a word after the first; 52 seats fill thirteen words less what the first has.
        let mut words = [0; 12];
        words[0] = deal as u64;
        for (n, facts) in self.seats.iter().enumerate() {
            let at = 24 + 14 * n;
            let (word, bit) = (at / 64, at % 64);
            words[word] |= seat(facts) << bit;
            if bit > 50 {
                words[word + 1] |= seat(facts) >> (64 - bit);
            }
        }
        ScoreKey::Many(words)
    }
}

impl State {
    /// The place of each seat: 1 for the first to go out …; 0 while it is open, or where the deal
    /// settles none (BT-31).
    #[must_use]
    pub fn places(&self, rules: &Rules) -> SmallVec<[u8; 4]> {
        let mut places = SmallVec::from_elem(0, self.hands.len());
        self.put_places(rules, |seat, place| places[seat] = place);
        places
    }

    /// Tells the places that are settled.
    #[inline(always)]
    fn put_places(&self, rules: &Rules, mut put: impl FnMut(usize, u8)) {
        let seats = self.hands.len();
        if self.instant > 0 {
            let others = if rules.switches.all_out { seats } else { 1 };
            for place in 0..others {
                put((usize::from(self.winner) + place) % seats, place as u8 + 1);
            }
            return;
        }
        for (place, &seat) in self.out_order.iter().enumerate() {
            put(usize::from(seat), place as u8 + 1);
        }
        if rules.switches.all_out && self.phase == Phase::Over {
            let last = self.hands.iter().position(|hand| !hand.is_empty());
            last.into_iter().for_each(|seat| put(seat, seats as u8));
        }
    }

    /// The facts so far.
    #[inline(always)]
    #[must_use]
    pub fn current_facts(&self, rules: &Rules) -> Facts {
        let seat = |number: u8| if number == NONE { -1 } else { number as i8 };
        let mut seats = SmallVec::<[SeatFacts; 4]>::new();
        for (&hand, &plays) in self.hands.iter().zip(&self.plays) {
            seats.push(SeatFacts { plays, ..rules.left_over(hand) });
        }
        self.put_places(rules, |seat, place| seats[seat].place = place);
        let won = self.winner != NONE;
        let culprit = if won { self.suspect } else { Suspect::NOBODY };
        Facts {
            winner: seat(self.winner),
            instant: self.instant,
            not_highest: seat(culprit.seat),
            could_have_stopped: if culprit.could_have_stopped { seat(culprit.seat) } else { -1 },
            culprit_passed: culprit.passed,
            leader: seat(self.leader),
            redeals: self.redeals,
            swapped: self.swapped,
            revolutions: self.revolutions,
            seats,
        }
    }
}
