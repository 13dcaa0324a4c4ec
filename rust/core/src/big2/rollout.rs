//! Whole deals of random play, fast: hands arranged by strength, without moves or questions.
//!
//! Gives the same facts as the state machine, draw for draw; a test compares the two. Tables of more
//! than four seats are left to the state machine.

use super::dealing::deal_four;
use super::due::Due;
use super::facts::{Facts, SeatFacts};
use super::held::{Held, Ranked};
use super::monsters::MONSTERS;
use super::movegen::{
    ALL, Counts, Play, RARE, Table, arranged, bit, is_dragon, kind_at, restored, turn_over,
};
use super::moves::Kind;
use super::rules::Rules;
use super::runs::Straights;
use super::setup::Setup;
use super::state::{NONE, Phase, State, fresh};
use super::switches::Remainder;
use super::turns::Suspect;
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

/// Quads with a fifth card, and straight flushes.
const SHAPED: u16 = bit(Kind::Quads) | bit(Kind::StraightFlush);

/// Those of them that straights are looked for in a hand for.
const RUNS: u16 = bit(Kind::Straight) | bit(Kind::Flush) | bit(Kind::StraightFlush);

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
    let straight = matches!(from, From::Deal(setup, _) if is_straight(rules, setup));
    let (deal, begin) = match from {
        From::Deal(setup, deal) if straight => straight_deal::<I, D>(rules, setup, deal),
        from => {
            let mut state = match from {
                From::Deal(setup, deal) => State::dealt::<I>(rules, setup, deal, 0),
                From::State(state) => state.clone(),
            };
            // A due card that is not the lowest of its hand comes from a position only.
            while state.phase != Phase::Over
                && (state.phase != Phase::Play || is_odd(rules, &state))
            {
                let n = rng.choose(state.num_legal(rules));
                let mv = state.nth_legal(rules, n);
                state.play_unchecked(rules, mv);
            }
            if state.phase == Phase::Over {
                return state.current_facts(rules);
            }
            (Deal::<D>::new(rules, &state), Begin::of(&state))
        }
    };
    // The portable form has one copy of the loop, for all rule sets: a build would take a minute more
    // for the others.
    if I::NATIVE && deal.seats == SEATS && is_plain(rules) {
        deal.play::<I, PLAIN>(begin, rng)
    } else if I::NATIVE && straight && is_fixed(rules) {
        deal.play::<I, FIXED>(begin, rng)
    } else {
        deal.play::<I, ANY>(begin, rng)
    }
}

/// Whether the play begins as soon as the cards are dealt to four seats.
#[inline(always)]
fn is_straight(rules: &Rules, setup: &Setup) -> bool {
    let s = &rules.switches;
    s.players == 4
        && !(s.instant_dragon || s.instant_four_twos)
        && s.redeal_below.is_none()
        && s.remainder != Remainder::MalaysiaSwap
        && setup.roles.is_none()
        && setup.given.is_empty()
}

/// Such a deal.
#[inline(always)]
fn straight_deal<'a, I: Isa, const D: usize>(
    rules: &'a Rules,
    setup: &Setup,
    mut deal: Rng,
) -> (Deal<'a, D>, Begin) {
    let mut hands = [Held([0; D]); SEATS];
    let (mut lowest, mut seat) = (0, usize::from(setup.first_card));
    for (hand, decks) in hands.iter_mut().zip(deal_four::<I, D>(&mut deal)) {
        hand.0[0] = rules.orders[0].arrange(decks[0]);
        if D > 1 {
            *hand = hand.plus(Held::of_bit(rules.orders[0].arrange(decks[D - 1])));
        }
    }
    // Of two that hold the lowest card the one that is dealt to first leads.
    for _ in 0..SEATS {
        seat = (seat + SEATS - 1) % SEATS;
        if hands[seat].faces() & 1 == 1 {
            lowest = seat;
        }
    }
    let leader = setup.leader.map_or(lowest, usize::from);
    let begin = Begin {
        turn: leader,
        leader: leader as i8,
        due: rules.switches.must_include_lowest && setup.leader.is_none(),
        suspect: Suspect::NOBODY,
        redeals: 0,
        swapped: false,
    };
    (Deal::of_hands(rules, SEATS, hands), begin)
}

/// What the loop is compiled for: four seats where nothing but cards of the same kind, or higher
/// kinds of five, bears on an answer.
const PLAIN: u8 = 0;
/// Four seats, without revolutions, without a highest single, to the first empty hand.
const FIXED: u8 = 1;
/// Whatever the switches.
const ANY: u8 = 2;

/// Where the play of a deal begins.
struct Begin {
    turn: usize,
    leader: i8,
    due: bool,
    suspect: Suspect,
    redeals: u8,
    swapped: bool,
}

impl Begin {
    #[inline(always)]
    fn of(state: &State) -> Self {
        Self {
            turn: state.trick.turn(),
            leader: state.leader as i8,
            due: state.due != NONE,
            suspect: state.suspect,
            redeals: state.redeals,
            swapped: state.swapped,
        }
    }
}

/// Whether [`FIXED`] serves.
fn is_fixed(rules: &Rules) -> bool {
    let s = &rules.switches;
    !(s.all_out || s.top_forced || s.revolution)
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
    /// cards. The latter is known exactly where these are monsters, which a locked seat is asked for
    /// (BT-30), and elsewhere as of the last time that they were counted.
    fives: [bool; SEATS],
    monsters: [bool; SEATS],
    /// The seats that may hold something that beats any play, as a mask (BT-20, BT-21).
    special: u32,
    plays: [u8; SEATS],
    /// The places of the seats that have gone out, and these as a mask.
    places: [u8; SEATS],
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
    fn of_hands(rules: &'a Rules, seats: usize, hands: [Held<D>; SEATS]) -> Self {
        // A loop, not `map`: what is called in closures may be compiled for any processor.
        let (mut monsters, mut special) = ([false; SEATS], 0);
        for seat in 0..SEATS {
            monsters[seat] = !rules.switches.monsters || has_monster(rules, hands[seat]);
            special |= u32::from(is_special(rules, hands[seat], monsters[seat])) << seat;
        }
        Self {
            rules,
            seats,
            hands,
            fives: [true; SEATS],
            monsters,
            special,
            plays: [0; SEATS],
            places: [0; SEATS],
            out: 0,
            revolved: false,
            revolutions: 0,
            winner: NONE,
            not_highest: -1,
            could_have_stopped: -1,
            culprit_passed: false,
        }
    }

    #[inline(always)]
    fn new(rules: &'a Rules, state: &State) -> Self {
        let seats = state.hands.len();
        let mut hands = [Held([0; D]); SEATS];
        for (hand, &cards) in hands.iter_mut().zip(&state.hands) {
            *hand = arranged(rules, cards);
        }
        let mut deal = Self::of_hands(rules, seats, hands);
        deal.plays[..seats].copy_from_slice(&state.plays);
        for (place, &seat) in state.out_order.iter().enumerate() {
            deal.out |= 1 << seat;
            deal.places[usize::from(seat)] = place as u8 + 1;
        }
        (deal.revolved, deal.revolutions, deal.winner) =
            (state.revolved, state.revolutions, state.winner);
        if state.winner != NONE && state.suspect.seat != NONE {
            deal.not_highest = state.suspect.seat as i8;
            deal.culprit_passed = state.suspect.passed;
            if state.suspect.could_have_stopped {
                deal.could_have_stopped = deal.not_highest;
            }
        }
        deal
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
    fn play<I: Isa, const STYLE: u8>(mut self, begin: Begin, mut rng: Rng) -> Facts {
        let mut leader = begin.turn;
        let mut last = match begin.suspect.seat {
            NONE => Last::Nothing,
            seat => Last::Told(usize::from(seat), begin.suspect.passed),
        };
        let mut due = begin.due;
        let mut table = Beat { kind: Kind::Pass, key: ALL };
        loop {
            let lead = if due {
                lead_with_lowest::<I, D>(self.rules, self.table(leader), &mut rng)
            } else {
                self.lead::<I, STYLE>(leader, &mut rng)
            };
            due = false;
            let over = if STYLE == PLAIN {
                self.noted(leader, &lead, last, table)
            } else {
                self.played(leader, &lead, last, table)
            };
            if over {
                return self.facts(&begin);
            }
            (last, table) = (Last::Play(leader), Beat { kind: lead.kind, key: lead.key });
            match self.trick::<I, STYLE>(leader, &mut last, &mut table, &mut rng) {
                Some(next) => leader = next,
                None => return self.facts(&begin),
            }
        }
    }

    /// The answers to a lead: who leads next, `None` at the end of the deal.
    #[inline(always)]
    fn trick<I: Isa, const STYLE: u8>(
        &mut self,
        leader: usize,
        last: &mut Last,
        table: &mut Beat,
        rng: &mut Rng,
    ) -> Option<usize> {
        if STYLE == PLAIN {
            return self.plain_trick::<I>(leader, last, table, rng);
        }
        let s = &self.rules.switches;
        let locks = if s.lock { u32::MAX } else { 0 };
        let (mut player, mut seat, mut passed) = (leader, leader, 0u32);
        loop {
            seat = if STYLE == FIXED { (seat + 1) % SEATS } else { self.after(seat) };
            if seat == player {
                break;
            }
            let out = if STYLE == FIXED { 0 } else { self.out };
            let locked = passed & locks & !out;
            let locked = locked >> seat & 1 == 1;
            let skipped = (locked && !s.monster_after_pass) || out >> seat & 1 == 1;
            if skipped || (locked && !self.is_asked(seat, *table)) {
                continue;
            }
            let simple = !locked && table.kind <= Kind::Triple && self.special >> seat & 1 == 0;
            let answer = if simple && (STYLE == FIXED || !s.top_forced) {
                let now = if STYLE == FIXED { self.hands[seat] } else { self.now(seat) };
                let hand = self.plain(seat, now);
                match table.kind {
                    Kind::Single => Self::simple::<I>(hand, Kind::Single, table.key, rng),
                    Kind::Pair => Self::simple::<I>(hand, Kind::Pair, table.key, rng),
                    _ => Self::simple::<I>(hand, Kind::Triple, table.key, rng),
                }
            } else {
                self.answer::<I, STYLE>(seat, *table, locked, rng)
            };
            match answer {
                None => {
                    passed |= 1 << seat;
                    // Who might have played a monster only answers for nothing.
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
        let gone = STYLE == ANY && self.out >> player & 1 == 1;
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
        macro_rules! simple {
            ($kind:ident) => {
                answers!(Self::simple::<I>(
                    self.plain(seat, self.hands[seat]),
                    Kind::$kind,
                    table.key,
                    rng
                ))
            };
        }
        match table.kind {
            Kind::Single => simple!(Single),
            Kind::Pair => simple!(Pair),
            Kind::Triple => simple!(Triple),
            _ if self.rules.pairings.plays & RARE == 0 => {
                answers!(self.five::<I>(seat, *table, rng))
            }
            _ => answers!(self.answer::<I, PLAIN>(seat, *table, false, rng)),
        }
        // The seat before the leader was the last to pass.
        *last = Last::Pass((player + SEATS - 1) % SEATS);
        Some(player)
    }

    /// An answer of the same kind out of the hand as it is arranged.
    #[inline(always)]
    fn simple<I: Isa>(hand: Table<'a, D>, kind: Kind, key: i32, rng: &mut Rng) -> Option<Play<D>> {
        let answers = hand.count(kind, key);
        if answers == 0 {
            return None;
        }
        let n = rng.below(u64::from(answers) + 1) as u32;
        if n == 0 { None } else { Some(hand.nth::<I>(kind, key, n - 1)) }
    }

    /// Takes a play out of a hand: what is left of it.
    #[inline(always)]
    fn take(&mut self, seat: usize, play: &Play<D>) -> Held<D> {
        let rest = self.hands[seat].minus(play.cards);
        self.hands[seat] = rest;
        self.plays[seat] += 1;
        if self.monsters[seat] && self.rules.switches.monsters {
            self.monsters[seat] = has_monster(self.rules, rest);
        }
        rest
    }

    /// Notes a play where nothing special is played. Whether the deal is over.
    #[inline(always)]
    fn noted(&mut self, seat: usize, play: &Play<D>, last: Last, table: Beat) -> bool {
        let rest = self.take(seat, play);
        rest.faces() == 0 && self.went_out(seat, play, last, table)
    }

    /// Notes a play over what lay on the table. Whether the deal is over.
    #[inline(always)]
    fn played(&mut self, seat: usize, play: &Play<D>, last: Last, table: Beat) -> bool {
        let rest = self.take(seat, play);
        if self.special >> seat & 1 == 1 || rest.total() == 13 {
            let special = is_special(self.rules, rest, self.monsters[seat]);
            self.special = self.special & !(1 << seat) | u32::from(special) << seat;
        }
        if play.kind == Kind::StraightFlush && self.rules.switches.revolution {
            self.revolved = !self.revolved;
            self.revolutions += 1;
        }
        rest.faces() == 0 && self.went_out(seat, play, last, table)
    }

    #[inline(always)]
    fn went_out(&mut self, seat: usize, play: &Play<D>, last: Last, table: Beat) -> bool {
        if self.winner == NONE {
            self.winner = seat as u8;
            if play.kind == Kind::Single {
                self.blame(seat, play.key, last, table);
            }
        }
        self.out |= 1 << seat;
        self.places[seat] = self.out.count_ones() as u8;
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
                        && hand.count(kind, over) > 0
                })
            })
    }

    /// A lead, each as likely.
    #[inline(always)]
    fn lead<I: Isa, const STYLE: u8>(&mut self, seat: usize, rng: &mut Rng) -> Play<D> {
        let hand = if self.fives[seat] {
            self.table(seat)
        } else {
            self.plain(seat, if STYLE < ANY { self.hands[seat] } else { self.now(seat) })
        };
        let kinds = self.rules.pairings.plays;
        let top = if STYLE == ANY && self.is_bound(seat) { 1 } else { u32::MAX };
        if kinds & RARE & !bit(Kind::Dragon) != 0 || self.special >> seat & 1 == 1 {
            return self.rare_lead::<I>(seat, hand, top, rng);
        }
        let mut leads = hand.leads(kinds, self.fives[seat], self.monsters[seat]);
        self.fives[seat] = leads.fives > 0;
        if !self.rules.switches.monsters {
            self.monsters[seat] = leads.monsters > 0;
        }
        if top == 1 {
            leads.sum -= leads.singles - leads.singles.min(1);
            leads.singles = leads.singles.min(1);
        }
        let n = rng.choose(u64::from(leads.sum)) as u32;
        if top == 1 && n == 0 {
            let n = hand.count(Kind::Single, ALL) - 1;
            return hand.nth::<I>(Kind::Single, ALL, n);
        }
        hand.nth_lead::<I>(leads, n)
    }

    /// A lead with kinds that most rule sets are without, or of something that beats any play.
    #[inline(always)]
    fn rare_lead<I: Isa>(
        &self,
        seat: usize,
        hand: Table<'a, D>,
        top: u32,
        rng: &mut Rng,
    ) -> Play<D> {
        let mut counts = Counts::default();
        let mut left = self.rules.pairings.plays;
        if !self.fives[seat] {
            left &= !FIVES;
        }
        while left != 0 {
            let kind = kind_at(left.trailing_zeros());
            let n = hand.count(kind, ALL);
            counts.put(kind, if kind == Kind::Single { n.min(top) } else { n });
            left &= left - 1;
        }
        let n = rng.choose(u64::from(counts.sum)) as u32;
        if top == 1 && n == 0 {
            let n = hand.count(Kind::Single, ALL) - 1;
            return hand.nth::<I>(Kind::Single, ALL, n);
        }
        let (kind, n) = counts.kind_of(Kind::Single, n);
        hand.nth::<I>(kind, ALL, n)
    }

    /// An answer to five cards, where only such are played over them.
    #[inline(always)]
    fn five<I: Isa>(&mut self, seat: usize, table: Beat, rng: &mut Rng) -> Option<Play<D>> {
        if !self.fives[seat] {
            return None;
        }
        let pairings = &self.rules.pairings;
        let by_key = pairings.by_key[table.kind as usize];
        let mut kinds = by_key | pairings.outright[table.kind as usize];
        if !self.monsters[seat] {
            kinds &= !MONSTERS;
        }
        if kinds == 0 {
            return None;
        }
        let hand =
            if kinds & RUNS == 0 { self.plain(seat, self.hands[seat]) } else { self.table(seat) };
        macro_rules! over {
            ($kind:ident) => {
                if table.kind == Kind::$kind { table.key } else { ALL }
            };
        }
        macro_rules! count {
            ($kind:ident) => {
                if kinds & bit(Kind::$kind) == 0 {
                    0
                } else {
                    hand.count(Kind::$kind, over!($kind))
                }
            };
        }
        let (straights, flushes) = (count!(Straight), count!(Flush));
        let (full_houses, quads) = (count!(FullHouse), count!(Quads));
        let straight_flushes = count!(StraightFlush);
        let monsters = quads + straight_flushes;
        if (kinds & MONSTERS, by_key & SHAPED) == (SHAPED, 0) {
            self.monsters[seat] = monsters > 0;
        }
        let n = rng.choose(u64::from(straights + flushes + full_houses + monsters + 1)) as u32;
        let mut n = n.checked_sub(1)?;
        macro_rules! choose {
            ($($count:ident $kind:ident),*) => {$(
                if n < $count {
                    return Some(hand.nth::<I>(Kind::$kind, over!($kind), n));
                }
                n -= $count;
            )*};
        }
        choose!(straights Straight, flushes Flush, full_houses FullHouse, quads Quads);
        Some(hand.nth::<I>(Kind::StraightFlush, over!(StraightFlush), n))
    }

    /// An answer, each as likely, a pass among them; `None` is a pass.
    #[inline(always)]
    fn answer<I: Isa, const STYLE: u8>(
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
        if STYLE != PLAIN && kinds & bit(Kind::Dragon) != 0 && self.hands[seat].total() != 13 {
            kinds &= !bit(Kind::Dragon);
        }
        if kinds == 0 {
            return None;
        }
        let bound = STYLE == ANY && table.kind == Kind::Single && !locked && self.is_bound(seat);
        let hand = if kinds & RUNS == 0 {
            self.plain(seat, if STYLE < ANY { self.hands[seat] } else { self.now(seat) })
        } else {
            self.table(seat)
        };
        let over = |kind: Kind| if by_key & bit(kind) == 0 { ALL } else { table.key };
        let mut counts = Counts::default();
        macro_rules! count {
            ($($kind:ident)*) => {$(
                if kinds & bit(Kind::$kind) != 0 {
                    let over = if by_key & bit(Kind::$kind) == 0 { ALL } else { table.key };
                    let n = hand.count(Kind::$kind, over);
                    let n = if Kind::$kind == Kind::Single && bound { n.min(1) } else { n };
                    counts.put(Kind::$kind, n);
                }
            )*};
        }
        if STYLE != PLAIN {
            count!(Single Pair Triple);
        }
        count!(Straight Flush FullHouse Quads StraightFlush);
        if kinds & RARE != 0 {
            count!(BareQuad TwoPair4 TwoPair5 Dragon);
        }
        if !self.rules.switches.monsters && (kinds & MONSTERS, by_key & SHAPED) == (SHAPED, 0) {
            self.monsters[seat] = counts.get(Kind::Quads) + counts.get(Kind::StraightFlush) > 0;
        }
        let pass = u32::from(!(bound && counts.get(Kind::Single) > 0));
        let n = rng.choose(u64::from(counts.sum + pass)) as u32;
        if n < pass {
            return None;
        }
        let (kind, mut n) = counts.kind_of(kind_at(kinds.trailing_zeros()), n - pass);
        if bound && kind == Kind::Single {
            n = hand.count(kind, table.key) - 1;
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
            ranked: Ranked::of(now),
            revolved: self.revolved,
            starts: 0,
            suited: 0,
        }
    }

    #[inline(always)]
    fn facts(&self, begin: &Begin) -> Facts {
        let mut seats = [SeatFacts::default(); SEATS];
        for (seat, facts) in seats.iter_mut().enumerate() {
            *facts = self.rules.left_over(restored(self.rules, self.hands[seat]));
            (facts.plays, facts.place) = (self.plays[seat], self.places[seat]);
        }
        if self.rules.switches.all_out {
            let last = seats[..self.seats].iter_mut().find(|seat| seat.place == 0);
            last.into_iter().for_each(|seat| seat.place = self.seats as u8);
        }
        let mut seats = SmallVec::from_buf(seats);
        seats.truncate(self.seats);
        Facts {
            winner: self.winner as i8,
            instant: 0,
            not_highest: self.not_highest,
            could_have_stopped: self.could_have_stopped,
            culprit_passed: self.culprit_passed,
            leader: begin.leader,
            redeals: begin.redeals,
            swapped: begin.swapped,
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
    Ranked::of(hand).at_least(4) != 0 || {
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
    let counts = due.counts(rules.pairings.plays);
    due.nth_of::<I>(&counts, rng.choose(u64::from(counts.sum)) as u32)
}
