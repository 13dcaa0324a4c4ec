//! Whole deals of random play, fast: hands arranged by strength, without moves or questions.
//!
//! Gives the same facts as the state machine, draw for draw; a test compares the two. Tables of more
//! than four seats are left to the state machine.

use super::due::Due;
use super::facts::{Facts, SeatFacts};
use super::held::{Held, Many};
use super::monsters::MONSTERS;
use super::movegen::{ALL, Play, Table, arranged, bit, is_dragon, kind_at, restored, turn_over};
use super::moves::Kind;
use super::rules::Rules;
use super::runs::Straights;
use super::setup::Setup;
use super::state::{NONE, Phase, State, fresh};
use crate::bits::Isa;
use crate::game::{Agent, DealStreams, Game};
use crate::rng::Rng;
use smallvec::SmallVec;

/// The most seats of the fast loop.
const SEATS: usize = 4;

/// Kinds that take five cards.
const FIVES: u16 = bit(Kind::TwoPair5)
    | bit(Kind::Straight)
    | bit(Kind::Flush)
    | bit(Kind::FullHouse)
    | bit(Kind::Quads)
    | bit(Kind::StraightFlush);

/// A deal by built-in agents, after [`Game::check`].
#[inline]
pub(super) fn rollout(
    rules: &Rules,
    setup: &Setup,
    agents: &[Agent],
    streams: DealStreams,
) -> Facts {
    if agents.len() > SEATS || agents.contains(&Agent::Lowest) {
        let mut state = fresh(rules, setup, streams.deal, 0);
        let mut rng = streams.play;
        state.play_out(rules, agents, &mut rng);
        return state.current_facts(rules);
    }
    random(rules, From::Deal(setup, streams.deal), streams.play)
}

/// The rest of a deal by built-in agents, one a seat.
pub(super) fn resume(rules: &Rules, mut state: State, agents: &[Agent], mut rng: Rng) -> Facts {
    if agents.len() > SEATS || agents.contains(&Agent::Lowest) {
        state.play_out(rules, agents, &mut rng);
        return state.current_facts(rules);
    }
    // A trick in progress is played to its end by the state machine.
    while state.phase == Phase::Play && state.to_beat().is_some() {
        let mv = state.choose(rules, Agent::Random, &mut rng);
        state.play_unchecked(rules, mv);
    }
    random(rules, From::State(&state), rng)
}

/// Where a random deal begins; both kinds share one copy of the loop, which keeps it inlined.
enum From<'a> {
    /// With the cards that this stream deals.
    Deal(&'a Setup, Rng),
    /// In a state before the play or before a lead.
    State(&'a State),
}

#[inline(always)]
fn random(rules: &Rules, from: From<'_>, rng: Rng) -> Facts {
    if rules.switches.decks == 1 {
        crate::dispatch!(
            rules.cpu,
            apart one_deck(rules: &Rules, from: From<'_>, rng: Rng) -> Facts
        )
    } else {
        crate::dispatch!(
            rules.cpu,
            apart two_decks(rules: &Rules, from: From<'_>, rng: Rng) -> Facts
        )
    }
}

#[inline(always)]
fn one_deck<I: Isa>(rules: &Rules, from: From<'_>, rng: Rng) -> Facts {
    random_deal::<I, 1>(rules, from, rng)
}

#[inline(always)]
fn two_decks<I: Isa>(rules: &Rules, from: From<'_>, rng: Rng) -> Facts {
    random_deal::<I, 2>(rules, from, rng)
}

#[inline(always)]
fn random_deal<I: Isa, const D: usize>(rules: &Rules, from: From<'_>, mut rng: Rng) -> Facts {
    let mut state = match from {
        From::Deal(setup, deal) => State::dealt::<I>(rules, setup, deal, 0),
        From::State(state) => state.clone(),
    };
    // A due card that is not the lowest of its hand comes from a position only.
    while state.phase != Phase::Over && (state.phase != Phase::Play || is_odd(rules, &state)) {
        let n = rng.choose(state.num_legal(rules));
        let mv = state.nth_legal(rules, n);
        state.play_unchecked(rules, mv);
    }
    if state.phase == Phase::Over {
        return state.current_facts(rules);
    }
    let deal = Deal::<D>::new(rules, &state);
    if D == 1 && deal.seats == SEATS && is_plain(rules) {
        deal.play::<I, true>(&state, rng)
    } else {
        deal.play::<I, false>(&state, rng)
    }
}

/// Whether a card is due that is not the lowest of the leader's hand.
#[inline(always)]
fn is_odd(rules: &Rules, state: &State) -> bool {
    state.due != NONE && {
        let hand = state.hands[state.trick.turn()].faces();
        rules.lowest_face(hand) != 1 << state.due
    }
}

/// Whether nothing but cards of the same kind, or higher kinds of five, bears on an answer.
fn is_plain(rules: &Rules) -> bool {
    let s = &rules.switches;
    let special =
        s.monsters || s.dragon_play || s.lock || s.all_out || s.top_forced || s.revolution;
    !special
}

/// The last thing done at the table, as far as it may be held against a seat (BT-44).
#[derive(Clone, Copy)]
enum Last {
    /// Nothing that anybody answers for.
    Nothing,
    /// A seat's play of the cards on the table.
    Play(usize),
    /// A pass on the cards on the table, or on those that won the trick.
    Pass(usize),
    /// What the state says that the deal goes on from: the seat, and whether it passed.
    Told(usize, bool),
}

/// What lies on the table, or won the last trick.
#[derive(Clone, Copy)]
struct Beat {
    kind: Kind,
    key: i32,
}

/// A deal in its play.
struct Deal<'a, const D: usize> {
    rules: &'a Rules,
    seats: usize,
    /// Arranged without a revolution.
    hands: [Held<D>; SEATS],
    /// Whether a seat may hold plays of five cards, and fours or straight flushes: hands only lose
    /// cards.
    fives: [bool; SEATS],
    monsters: [bool; SEATS],
    /// The seats that may hold something that beats any play, as a mask (BT-20, BT-21).
    special: u32,
    plays: [u8; SEATS],
    /// The seats that have gone out, in order, and as a mask.
    out_order: SmallVec<[u8; SEATS]>,
    out: u32,
    revolved: bool,
    revolutions: u8,
    winner: u8,
    not_highest: i8,
    could_have_stopped: i8,
    culprit_passed: bool,
}

impl<'a, const D: usize> Deal<'a, D> {
    #[inline(always)]
    fn new(rules: &'a Rules, state: &State) -> Self {
        let seats = state.hands.len();
        let (mut hands, mut plays) = ([Held([0; D]); SEATS], [0; SEATS]);
        for seat in 0..seats {
            hands[seat] = arranged(rules, state.hands[seat]);
            plays[seat] = state.plays[seat];
        }
        let out = state.out_order.iter().fold(0, |mask, &seat| mask | 1 << seat);
        let known = state.winner != NONE && state.suspect.seat != NONE;
        let culprit = if known { state.suspect.seat as i8 } else { -1 };
        let monsters = hands.map(|hand| has_monster(rules, hand));
        let mut special = 0;
        for seat in 0..seats {
            special |= u32::from(is_special(rules, hands[seat], monsters[seat])) << seat;
        }
        Self {
            rules,
            seats,
            hands,
            fives: [true; SEATS],
            monsters,
            special,
            plays,
            out_order: state.out_order.clone(),
            out,
            revolved: state.revolved,
            revolutions: state.revolutions,
            winner: state.winner,
            not_highest: culprit,
            could_have_stopped: if state.suspect.could_have_stopped { culprit } else { -1 },
            culprit_passed: known && state.suspect.passed,
        }
    }

    #[inline(always)]
    fn after(&self, seat: usize) -> usize {
        if seat + 1 == self.seats { 0 } else { seat + 1 }
    }

    #[inline(always)]
    fn next_holding(&self, seat: usize) -> usize {
        let mut next = self.after(seat);
        while next != seat && self.out >> next & 1 == 1 {
            next = self.after(next);
        }
        next
    }

    #[inline(always)]
    fn table(&self, seat: usize) -> Table<'a, D> {
        Table::new(&self.rules.tables, self.hands[seat], self.revolved)
    }

    /// A hand by the order in force.
    #[inline(always)]
    fn now(&self, seat: usize) -> Held<D> {
        let hand = self.hands[seat];
        if self.revolved { Held(hand.0.map(turn_over)) } else { hand }
    }

    /// The key of the highest single of a hand; −1 of none.
    #[inline(always)]
    fn highest(&self, seat: usize) -> i32 {
        63 - self.now(seat).faces().leading_zeros() as i32
    }

    /// Whether a single of the seat must be its highest, where one may be played (BT-35).
    #[inline(always)]
    fn is_bound(&self, seat: usize) -> bool {
        self.rules.switches.top_forced && self.hands[self.next_holding(seat)].total() == 1
    }

    /// Plays the rest of a deal, from a lead on.
    #[inline(always)]
    fn play<I: Isa, const PLAIN: bool>(mut self, state: &State, mut rng: Rng) -> Facts {
        let mut leader = state.trick.turn();
        let mut last = match state.suspect.seat {
            NONE => Last::Nothing,
            seat => Last::Told(usize::from(seat), state.suspect.passed),
        };
        let mut due = state.due != NONE;
        let mut table = Beat { kind: Kind::Pass, key: ALL };
        loop {
            let lead = if due {
                lead_with_lowest::<I, D>(self.rules, self.table(leader), &mut rng)
            } else {
                self.lead::<I, PLAIN>(leader, &mut rng)
            };
            due = false;
            let over = if PLAIN {
                self.noted(leader, &lead, last, table)
            } else {
                self.played(leader, &lead, last, table)
            };
            if over {
                return self.facts(state);
            }
            (last, table) = (Last::Play(leader), Beat { kind: lead.kind, key: lead.key });
            match self.trick::<I, PLAIN>(leader, &mut last, &mut table, &mut rng) {
                Some(next) => leader = next,
                None => return self.facts(state),
            }
        }
    }

    /// The answers to a lead: who leads next, `None` at the end of the deal.
    #[inline(always)]
    fn trick<I: Isa, const PLAIN: bool>(
        &mut self,
        leader: usize,
        last: &mut Last,
        table: &mut Beat,
        rng: &mut Rng,
    ) -> Option<usize> {
        if PLAIN {
            return self.plain_trick::<I>(leader, last, table, rng);
        }
        let s = &self.rules.switches;
        let locks = if s.lock { u32::MAX } else { 0 };
        let (mut player, mut seat, mut passed) = (leader, leader, 0u32);
        loop {
            seat = self.after(seat);
            if seat == player {
                break;
            }
            let locked = passed & locks & !self.out;
            if (self.out | locked) >> seat & 1 == 1 {
                let asked =
                    s.monster_after_pass && locked >> seat & 1 == 1 && self.is_asked(seat, *table);
                if !asked {
                    continue;
                }
                match self.answer::<I, false>(seat, *table, true, rng) {
                    None => *last = Last::Nothing,
                    Some(play) => {
                        if self.played(seat, &play, *last, *table) {
                            return None;
                        }
                        *last = Last::Play(seat);
                        *table = Beat { kind: play.kind, key: play.key };
                        player = seat;
                    }
                }
                continue;
            }
            let simple = table.kind <= Kind::Triple && self.special >> seat & 1 == 0;
            let answer = if simple && !s.top_forced {
                let hand = self.plain(seat, self.now(seat));
                match table.kind {
                    Kind::Single => Self::simple::<I>(hand, Kind::Single, table.key, rng),
                    Kind::Pair => Self::simple::<I>(hand, Kind::Pair, table.key, rng),
                    _ => Self::simple::<I>(hand, Kind::Triple, table.key, rng),
                }
            } else {
                self.answer::<I, false>(seat, *table, false, rng)
            };
            match answer {
                None => {
                    passed |= 1 << seat;
                    *last = Last::Pass(seat);
                }
                Some(play) => {
                    if self.played(seat, &play, *last, *table) {
                        return None;
                    }
                    *last = Last::Play(seat);
                    *table = Beat { kind: play.kind, key: play.key };
                    player = seat;
                }
            }
        }
        let gone = self.out >> player & 1 == 1;
        Some(if gone { self.next_holding(player) } else { player })
    }

    /// The answers to a lead at a table of four, where nothing special is played.
    #[inline(always)]
    fn plain_trick<I: Isa>(
        &mut self,
        leader: usize,
        last: &mut Last,
        table: &mut Beat,
        rng: &mut Rng,
    ) -> Option<usize> {
        let (mut player, mut seat) = (leader, leader);
        macro_rules! answers {
            ($answer:expr) => {
                loop {
                    seat = (seat + 1) % SEATS;
                    if seat == player {
                        break;
                    }
                    let Some(play) = $answer else { continue };
                    let before = (seat + SEATS - 1) % SEATS;
                    let by = if before == player { Last::Play(before) } else { Last::Pass(before) };
                    if self.noted(seat, &play, by, *table) {
                        return None;
                    }
                    *table = Beat { kind: play.kind, key: play.key };
                    player = seat;
                }
            };
        }
        match table.kind {
            Kind::Single => answers!(Self::simple::<I>(
                self.plain(seat, self.hands[seat]),
                Kind::Single,
                table.key,
                rng
            )),
            Kind::Pair => answers!(Self::simple::<I>(
                self.plain(seat, self.hands[seat]),
                Kind::Pair,
                table.key,
                rng
            )),
            Kind::Triple => answers!(Self::simple::<I>(
                self.plain(seat, self.hands[seat]),
                Kind::Triple,
                table.key,
                rng
            )),
            _ => answers!(self.answer::<I, true>(seat, *table, false, rng)),
        }
        // The seat before the leader was the last to pass.
        *last = Last::Pass((player + SEATS - 1) % SEATS);
        Some(player)
    }

    /// An answer of the same kind out of the hand as it is arranged.
    #[inline(always)]
    fn simple<I: Isa>(hand: Table<'a, D>, kind: Kind, key: i32, rng: &mut Rng) -> Option<Play<D>> {
        let answers = hand.count::<I>(kind, key);
        if answers == 0 {
            return None;
        }
        let n = rng.below(u64::from(answers) + 1) as u32;
        if n == 0 { None } else { Some(hand.nth::<I>(kind, key, n - 1)) }
    }

    /// Notes a play where nothing special is played. Whether the deal is over.
    #[inline(always)]
    fn noted(&mut self, seat: usize, play: &Play<D>, last: Last, table: Beat) -> bool {
        let rest = self.hands[seat].minus(play.cards);
        self.hands[seat] = rest;
        self.plays[seat] += 1;
        if self.monsters[seat] {
            self.monsters[seat] = has_monster(self.rules, rest);
        }
        rest.faces() == 0 && self.went_out(seat, play, last, table)
    }

    /// Notes a play over what lay on the table. Whether the deal is over.
    #[inline(always)]
    fn played(&mut self, seat: usize, play: &Play<D>, last: Last, table: Beat) -> bool {
        self.hands[seat] = self.hands[seat].minus(play.cards);
        self.plays[seat] += 1;
        if self.monsters[seat] {
            self.monsters[seat] = has_monster(self.rules, self.hands[seat]);
        }
        if self.special >> seat & 1 == 1 || self.hands[seat].total() == 13 {
            let special = is_special(self.rules, self.hands[seat], self.monsters[seat]);
            self.special = self.special & !(1 << seat) | u32::from(special) << seat;
        }
        if play.kind == Kind::StraightFlush && self.rules.switches.revolution {
            self.revolved = !self.revolved;
            self.revolutions += 1;
        }
        self.hands[seat].faces() == 0 && self.went_out(seat, play, last, table)
    }

    #[inline(always)]
    fn went_out(&mut self, seat: usize, play: &Play<D>, last: Last, table: Beat) -> bool {
        if self.winner == NONE {
            self.winner = seat as u8;
            if play.kind == Kind::Single {
                self.blame(seat, play.key, last, table);
            }
        }
        self.out_order.push(seat as u8);
        self.out |= 1 << seat;
        !self.rules.switches.all_out || self.out.count_ones() as usize + 1 == self.seats
    }

    /// Whether somebody could have done more against the winner's last single (BT-44).
    #[inline(always)]
    fn blame(&mut self, winner: usize, key: i32, last: Last, table: Beat) {
        let (seat, passed) = match last {
            Last::Nothing => return,
            Last::Told(seat, passed) => (seat, passed),
            Last::Play(seat) | Last::Pass(seat) => {
                if seat == winner || table.kind != Kind::Single || self.highest(seat) <= table.key {
                    return;
                }
                (seat, matches!(last, Last::Pass(_)))
            }
        };
        (self.not_highest, self.culprit_passed) = (seat as i8, passed);
        if self.highest(seat) > key {
            self.could_have_stopped = seat as i8;
        }
    }

    /// Whether a seat that has passed is asked for a monster (BT-30).
    #[inline(always)]
    fn is_asked(&self, seat: usize, table: Beat) -> bool {
        self.rules.switches.ask_locked_always
            || (self.monsters[seat] && {
                let (hand, pairings) = (self.table(seat), &self.rules.pairings);
                let (outright, by_key) =
                    (pairings.outright[table.kind as usize], pairings.by_key[table.kind as usize]);
                [Kind::BareQuad, Kind::Quads, Kind::StraightFlush].into_iter().any(|kind| {
                    let over = if by_key & bit(kind) == 0 { ALL } else { table.key };
                    (outright | by_key) & pairings.monsters & bit(kind) != 0
                        && hand.count::<crate::bits::Portable>(kind, over) > 0
                })
            })
    }

    /// A lead, each as likely.
    #[inline(always)]
    fn lead<I: Isa, const PLAIN: bool>(&mut self, seat: usize, rng: &mut Rng) -> Play<D> {
        let hand = if self.fives[seat] {
            self.table(seat)
        } else {
            self.plain(seat, if PLAIN { self.hands[seat] } else { self.now(seat) })
        };
        let kinds = self.rules.pairings.plays;
        let top = if !PLAIN && self.is_bound(seat) { 1 } else { u32::MAX };
        let has = |kind: Kind| kinds & bit(kind) != 0;
        let singles = hand.count::<I>(Kind::Single, ALL).min(top);
        let pairs = hand.count::<I>(Kind::Pair, ALL);
        let mut sum = singles + pairs;
        let mut counts = [0; Kind::Dragon as usize + 1];
        let mut count = |kind: Kind| {
            let n = hand.count::<I>(kind, ALL);
            counts[kind as usize] = n;
            sum += n;
        };
        if pairs > 0 {
            if has(Kind::Triple) {
                count(Kind::Triple);
            }
            if kinds & (bit(Kind::BareQuad) | bit(Kind::TwoPair4)) != 0 {
                [Kind::BareQuad, Kind::TwoPair4]
                    .into_iter()
                    .filter(|&k| has(k))
                    .for_each(&mut count);
            }
        }
        if self.fives[seat] {
            if pairs > 1 {
                if has(Kind::TwoPair5) {
                    count(Kind::TwoPair5);
                }
                count(Kind::FullHouse);
                if self.monsters[seat] {
                    count(Kind::Quads);
                }
            }
            count(Kind::Straight);
            if has(Kind::Flush) {
                count(Kind::Flush);
            }
            if hand.suited != 0 {
                count(Kind::StraightFlush);
            }
        }
        if !PLAIN && has(Kind::Dragon) && hand.base.total() == 13 {
            count(Kind::Dragon);
        }
        if self.fives[seat] {
            let fives: u32 = counts[Kind::TwoPair5 as usize..Kind::Dragon as usize].iter().sum();
            self.fives[seat] = fives > 0;
        }
        let mut n = rng.choose(u64::from(sum)) as u32;
        if n < singles {
            let n = if top == 1 { hand.count::<I>(Kind::Single, ALL) - 1 } else { n };
            return hand.nth::<I>(Kind::Single, ALL, n);
        }
        n -= singles;
        if n < pairs {
            return hand.nth::<I>(Kind::Pair, ALL, n);
        }
        n -= pairs;
        let mut kind = Kind::Triple as usize;
        while n >= counts[kind] {
            n -= counts[kind];
            kind += 1;
        }
        hand.nth::<I>(kind_at(kind as u32), ALL, n)
    }

    /// An answer, each as likely, a pass among them; `None` is a pass.
    #[inline(always)]
    fn answer<I: Isa, const PLAIN: bool>(
        &mut self,
        seat: usize,
        table: Beat,
        locked: bool,
        rng: &mut Rng,
    ) -> Option<Play<D>> {
        let pairings = &self.rules.pairings;
        let by_key = pairings.by_key[table.kind as usize];
        let mut kinds = by_key | pairings.outright[table.kind as usize];
        if locked {
            kinds &= pairings.monsters;
        }
        if !self.monsters[seat] {
            kinds &= !MONSTERS;
        }
        if !self.fives[seat] {
            kinds &= !FIVES;
        }
        if !PLAIN && kinds & bit(Kind::Dragon) != 0 && self.hands[seat].total() != 13 {
            kinds &= !bit(Kind::Dragon);
        }
        if kinds == 0 {
            return None;
        }
        let bound = !PLAIN && table.kind == Kind::Single && !locked && self.is_bound(seat);
        let hand = if kinds & FIVES == 0 {
            self.plain(seat, if PLAIN { self.hands[seat] } else { self.now(seat) })
        } else {
            self.table(seat)
        };
        let over = |kind: Kind| if by_key & bit(kind) == 0 { ALL } else { table.key };
        let mut counts = [0; Kind::Dragon as usize + 1];
        let (mut left, mut sum) = (kinds, 0);
        while left != 0 {
            let kind = kind_at(left.trailing_zeros());
            let mut n = hand.count::<I>(kind, over(kind));
            if bound && kind == Kind::Single {
                n = n.min(1);
            }
            counts[kind as usize] = n;
            sum += n;
            left &= left - 1;
        }
        let pass = u32::from(!(bound && counts[Kind::Single as usize] > 0));
        let n = rng.choose(u64::from(sum + pass)) as u32;
        let mut n = if n < pass { return None } else { n - pass };
        let mut kind = 0;
        while n >= counts[kind] {
            n -= counts[kind];
            kind += 1;
        }
        let kind = kind_at(kind as u32);
        if bound && kind == Kind::Single {
            n = hand.count::<I>(kind, table.key) - 1;
        }
        Some(hand.nth::<I>(kind, over(kind), n))
    }

    /// A hand of which no straights are asked for.
    #[inline(always)]
    fn plain(&self, seat: usize, now: Held<D>) -> Table<'a, D> {
        Table {
            tables: &self.rules.tables,
            base: self.hands[seat],
            now,
            revolved: self.revolved,
            starts: 0,
            suited: 0,
        }
    }

    #[inline(always)]
    fn facts(&self, state: &State) -> Facts {
        let mut seats: SmallVec<[SeatFacts; SEATS]> = SmallVec::new();
        for seat in 0..self.seats {
            let left = self.rules.left_over(restored(self.rules, self.hands[seat]));
            seats.push(SeatFacts { plays: self.plays[seat], ..left });
        }
        for (place, &seat) in self.out_order.iter().enumerate() {
            seats[usize::from(seat)].place = place as u8 + 1;
        }
        if self.rules.switches.all_out {
            let last = seats.iter_mut().find(|seat| seat.place == 0);
            last.into_iter().for_each(|seat| seat.place = self.seats as u8);
        }
        Facts {
            winner: self.winner as i8,
            instant: 0,
            not_highest: self.not_highest,
            could_have_stopped: self.could_have_stopped,
            culprit_passed: self.culprit_passed,
            leader: state.leader as i8,
            redeals: state.redeals,
            swapped: state.swapped,
            revolutions: self.revolutions,
            seats,
        }
    }
}

/// Whether a hand has something that beats any play.
#[inline(always)]
fn is_special<const D: usize>(rules: &Rules, hand: Held<D>, monsters: bool) -> bool {
    (monsters && rules.switches.monsters) || (rules.switches.dragon_play && is_dragon(hand))
}

/// Whether a hand has fours or a straight flush.
#[inline(always)]
fn has_monster<const D: usize>(rules: &Rules, hand: Held<D>) -> bool {
    if hand.total() < 4 {
        return false;
    }
    let fours = if D == 1 { Many::of(hand.0[0]).four } else { u64::from(hand.of_size(4, ALL)) };
    fours != 0 || {
        let starts = rules.tables.straights.starts(hand.faces());
        starts != 0 && Straights::suited(hand.faces(), starts) != 0
    }
}

/// A lead that has the lowest card of the hand, each as likely.
#[inline(always)]
fn lead_with_lowest<I: Isa, const D: usize>(
    rules: &Rules,
    hand: Table<'_, D>,
    rng: &mut Rng,
) -> Play<D> {
    let due = Due::new(hand);
    let (counts, sum) = due.counts::<I>(rules.pairings.plays);
    due.nth_of::<I>(&counts, rng.choose(u64::from(sum)) as u32)
}
