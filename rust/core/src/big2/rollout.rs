//! Whole deals of random play, fast: hands arranged by strength, without moves or questions.
//!
//! Gives the same facts as the state machine, draw for draw; a test compares the two. Tables of more
//! than four seats are left to the state machine.

use super::facts::{Facts, SeatFacts};
use super::held::{Held, Many};
use super::monsters::MONSTERS;
use super::movegen::{ALL, Play, Question, Table, arranged, bit, kind_at, restored, turn_over};
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
    while state.phase != Phase::Play && state.phase != Phase::Over {
        let n = rng.choose(state.num_legal(rules));
        let mv = state.nth_legal(rules, n);
        state.play_unchecked(rules, mv);
    }
    if state.phase == Phase::Over {
        return state.current_facts(rules);
    }
    Deal::<D>::new(rules, &state).play::<I>(&state, rng)
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
        Self {
            rules,
            seats,
            hands,
            fives: [true; SEATS],
            monsters: hands.map(|hand| has_monster(rules, hand)),
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
    fn play<I: Isa>(mut self, state: &State, mut rng: Rng) -> Facts {
        let mut leader = state.trick.turn();
        let mut last = match state.suspect.seat {
            NONE => Last::Nothing,
            seat => Last::Told(usize::from(seat), state.suspect.passed),
        };
        let mut due = (state.due != NONE).then(|| self.rules.orders[0].arrange(1 << state.due));
        let mut table = Beat { kind: Kind::Pass, key: ALL };
        loop {
            let lead = match due.take() {
                Some(due) => lead_with::<I, D>(self.rules, self.table(leader), due, &mut rng),
                None => self.lead::<I>(leader, &mut rng),
            };
            if self.played(leader, &lead, last, table) {
                return self.facts(state);
            }
            (last, table) = (Last::Play(leader), Beat { kind: lead.kind, key: lead.key });
            match self.trick::<I>(leader, &mut last, &mut table, &mut rng) {
                Some(next) => leader = next,
                None => return self.facts(state),
            }
        }
    }

    /// The answers to a lead: who leads next, `None` at the end of the deal.
    #[inline(always)]
    fn trick<I: Isa>(
        &mut self,
        leader: usize,
        last: &mut Last,
        table: &mut Beat,
        rng: &mut Rng,
    ) -> Option<usize> {
        let s = &self.rules.switches;
        let (mut player, mut seat, mut passed) = (leader, leader, 0u32);
        loop {
            seat = self.after(seat);
            if seat == player {
                break;
            }
            if self.out >> seat & 1 == 1 {
                continue;
            }
            let locked = s.lock && passed >> seat & 1 == 1;
            if locked && !(s.monster_after_pass && self.is_asked(seat, *table)) {
                continue;
            }
            match self.answer::<I>(seat, *table, locked, rng) {
                None => {
                    passed |= 1 << seat;
                    *last = if locked { Last::Nothing } else { Last::Pass(seat) };
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

    /// Notes a play over what lay on the table. Whether the deal is over.
    #[inline(always)]
    fn played(&mut self, seat: usize, play: &Play<D>, last: Last, table: Beat) -> bool {
        self.hands[seat] = self.hands[seat].minus(play.cards);
        self.plays[seat] += 1;
        if self.monsters[seat] {
            self.monsters[seat] = has_monster(self.rules, self.hands[seat]);
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
    fn lead<I: Isa>(&mut self, seat: usize, rng: &mut Rng) -> Play<D> {
        let hand = self.table(seat);
        let kinds = self.rules.pairings.plays;
        let top = if self.is_bound(seat) { 1 } else { u32::MAX };
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
        if has(Kind::Dragon) && hand.base.total() == 13 {
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
    fn answer<I: Isa>(
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
        if kinds & bit(Kind::Dragon) != 0 && self.hands[seat].total() != 13 {
            kinds &= !bit(Kind::Dragon);
        }
        if kinds == 0 {
            return None;
        }
        let bound = table.kind == Kind::Single && !locked && self.is_bound(seat);
        if kinds == bit(table.kind) && table.kind <= Kind::Triple && !bound {
            let (kind, now) = (table.kind, self.plain(seat));
            let answers = now.count::<I>(kind, table.key);
            if answers == 0 {
                return None;
            }
            let n = rng.below(u64::from(answers) + 1) as u32;
            return if n == 0 { None } else { Some(now.nth::<I>(kind, table.key, n - 1)) };
        }
        let hand = self.table(seat);
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
    fn plain(&self, seat: usize) -> Table<'a, D> {
        Table {
            tables: &self.rules.tables,
            base: self.hands[seat],
            now: self.now(seat),
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

/// A lead that has the card `due`, each as likely.
#[inline(always)]
fn lead_with<I: Isa, const D: usize>(
    rules: &Rules,
    hand: Table<'_, D>,
    due: u64,
    rng: &mut Rng,
) -> Play<D> {
    let others = Table::new(hand.tables, hand.base.within(!due), false);
    let (question, others) = (Question::lead(rules, hand), Question::lead(rules, others));
    let n = rng.choose(question.count::<I>() - others.count::<I>());
    question.nth_with::<I>(&others, due, n).expect("as many as counted")
}
