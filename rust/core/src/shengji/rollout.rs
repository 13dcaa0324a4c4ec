//! Whole deals of random play, fast: ranked hands, without moves or questions where these are simple.
//!
//! Gives the same facts as the state machine, draw for draw; a test compares the two. It plays
//! leads of one unit; what comes before the play is in [`opening`](super::opening), throws are left to the
//! state machine.

use super::asked::Asked;
use super::drawing::draw;
use super::facts::{Facts, LastTrick};
use super::lone_units::drawn_tractor;
use super::moves::Cards;
use super::opening::open_evenly;
use super::ranked::Ranked;
use super::rules::Rules;
use super::setup::{SEATS, Setup};
use super::state::{Phase, State};
use super::switches::{FollowOrder, Switches};
use super::trump::Trump;
use super::unit::Unit;
use crate::bits::Isa;
use crate::card::Suit;
use crate::game::{Agent, DealStreams, Game};
use crate::rng::Rng;
use std::array::from_fn;

/// A whole deal of a set-up that is known to be sound by built-in agents, one a seat.
#[inline]
pub(super) fn deal_out(
    rules: &Rules,
    setup: &Setup,
    agents: &[Agent],
    streams: DealStreams,
) -> Facts {
    let (mut state, mut rng) = (State::bare(setup, streams.deal), streams.play);
    if agents.contains(&Agent::Lowest) {
        state.open(rules);
    } else {
        // The others choose evenly what to declare.
        open_evenly(rules, &mut state, &mut rng);
    }
    finish(rules, state, agents, rng)
}

/// The rest of a deal by built-in agents, one a seat.
#[inline]
pub(super) fn finish(rules: &Rules, mut state: State, agents: &[Agent], mut rng: Rng) -> Facts {
    let units = agents.iter().all(|&agent| agent == Agent::RandomUnits);
    while let Some(seat) = state.turn() {
        if units && state.phase == Phase::Play && state.played == 0 {
            play_units(rules, &mut state, &mut rng);
            break;
        }
        let mv = state.choose(rules, agents[seat], &mut rng);
        state.play_unchecked(rules, mv);
    }
    state.current_facts()
}

/// Plays on from a lead to the end of the deal.
fn play_units(rules: &Rules, state: &mut State, rng: &mut Rng) {
    /// The same for a number of decks, as a function over one `Isa`.
    macro_rules! decks {
        ($name:ident, $decks:literal) => {
            #[inline(always)]
            fn $name<I: Isa>(rules: &Rules, state: &mut State, rng: &mut Rng) {
                play_decks::<I, $decks>(rules, state, rng);
            }
        };
    }
    decks!(one, 1);
    decks!(two, 2);
    decks!(three, 3);
    decks!(four, 4);
    let cpu = rules.cpu;
    match rules.switches.decks {
        1 => crate::dispatch!(cpu, one(rules: &Rules, state: &mut State, rng: &mut Rng)),
        2 => crate::dispatch!(cpu, two(rules: &Rules, state: &mut State, rng: &mut Rng)),
        3 => crate::dispatch!(cpu, three(rules: &Rules, state: &mut State, rng: &mut Rng)),
        _ => crate::dispatch!(cpu, four(rules: &Rules, state: &mut State, rng: &mut Rng)),
    }
}

#[inline(always)]
fn play_decks<I: Isa, const D: usize>(rules: &Rules, state: &mut State, rng: &mut Rng) {
    let suit = Suit::ALL.get(usize::from(state.trump)).copied();
    let ranked = rules.ranked(suit, state.level());
    let trump = state.order(rules);
    let mut play = Play::<D>::new::<I>(&rules.switches, trump, ranked, &state.hands);
    play.points = state.seat_points;
    play.play::<I>(usize::from(state.leader), rng);
    state.seat_points = play.points;
    state.last = play.last();
    state.leader = play.winner as u8;
    state.hands = [Cards::EMPTY; SEATS];
    state.phase = Phase::Over;
}

/// A ranked hand as planes "at least 1, … at least D copies".
type Hand<const D: usize> = [u64; D];

/// Takes a copy of a face out of a hand that has it.
#[inline(always)]
fn take<const D: usize>(hand: &mut Hand<D>, face: u64) {
    if D == 2 {
        hand[usize::from(hand[1] & face != 0)] ^= face;
        return;
    }
    let mut copies = 1;
    while copies < D && hand[copies] & face != 0 {
        copies += 1;
    }
    hand[copies - 1] ^= face;
}

#[inline(always)]
fn count<const D: usize>(hand: &Hand<D>, faces: u64) -> u32 {
    hand.iter().map(|plane| (plane & faces).count_ones()).sum()
}

/// A trick in progress: who is ahead, and what lies on the table.
struct Table {
    winner: usize,
    /// What a top must exceed to win: the strongest face as strong as the best top.
    best: u64,
    /// The faces that are ahead.
    won: u64,
    points: u16,
}

/// What a follower owes.
enum Owed {
    /// So many tuples by width, and no run.
    Loose([u8; 5]),
    /// A run as it was led.
    Run,
    /// Something that is asked of the state machine.
    Other,
}

/// The play of a deal, from a lead on.
pub(super) struct Play<'a, const D: usize> {
    switches: &'a Switches,
    trump: &'a Trump,
    ranked: &'a Ranked,
    hands: [Hand<D>; SEATS],
    /// Points in tricks that each seat won.
    pub points: [u16; SEATS],
    /// The lead of the last trick, and the faces that won it.
    lead: Unit,
    won: u64,
    /// Who won the last trick.
    pub winner: usize,
    /// Whether the rule set has what a follower owes in another order than usual.
    slow: bool,
}

impl<'a, const D: usize> Play<'a, D> {
    /// Hands in the order of [`Card::index`](crate::card::Card::index) before a lead.
    #[inline(always)]
    pub(super) fn new<I: Isa>(
        switches: &'a Switches,
        trump: &'a Trump,
        ranked: &'a Ranked,
        hands: &[Cards; SEATS],
    ) -> Self {
        let hands = from_fn(|seat| from_fn(|d| ranked.rank::<I>(hands[seat].planes()[d])));
        Self {
            switches,
            trump,
            ranked,
            hands,
            points: [0; SEATS],
            lead: Unit::default(),
            won: 0,
            winner: 0,
            slow: switches.protect_wider || switches.follow_order == FollowOrder::SuitOnly,
        }
    }

    /// Plays to the end.
    #[inline(always)]
    pub(super) fn play<I: Isa>(&mut self, leader: usize, rng: &mut Rng) {
        self.winner = leader;
        while self.hands[self.winner][0] != 0 {
            self.trick::<I>(rng);
        }
    }

    #[inline(always)]
    fn trick<I: Isa>(&mut self, rng: &mut Rng) {
        let leader = self.winner;
        let hand = self.hands[leader];
        let tuples = count(&hand, u64::MAX);
        let tractors = if D > 1 { self.tractors::<I>(&hand) } else { 0 };
        let mut n = rng.choose(u64::from(tuples) + tractors) as u32;
        let singles = hand[0].count_ones();
        if n < singles {
            return self.single::<I>(leader, I::nth_bit(hand[0], n), rng);
        }
        n -= singles;
        let mut unit = Unit::default();
        for (width, &plane) in hand.iter().enumerate().skip(1) {
            let tuples = plane.count_ones();
            if n < tuples {
                unit = Unit { faces: I::nth_bit(plane, n), width: width as u8 + 1 };
                break;
            }
            n -= tuples;
        }
        if unit.width == 0 {
            let two = self.trump.runs(self.ranked.classes::<I>(hand[1]), 2);
            let found = self.tractor::<I>(&hand, two, u64::from(n));
            unit = found.expect("numbered within their count");
        }
        self.unit::<I>(leader, unit, rng);
    }

    /// A trick of single cards.
    #[inline(always)]
    fn single<I: Isa>(&mut self, leader: usize, led: u64, rng: &mut Rng) {
        let suit = self.ranked.suit_of(led);
        let contenders = suit | self.ranked.trumps;
        take(&mut self.hands[leader], led);
        let (points, best) = (self.ranked.points_of(led), self.ranked.last_of(led));
        let mut table = Table { winner: leader, best, won: led, points };
        for turn in 1..SEATS {
            let seat = (leader + turn) % SEATS;
            let hand = &mut self.hands[seat];
            let followed = hand[0] & suit;
            let pool = if followed != 0 { followed } else { hand[0] };
            let n = rng.choose(u64::from(pool.count_ones())) as u32;
            let played = I::nth_bit(pool, n);
            take(hand, played);
            table.points += self.ranked.points_of(played);
            if played & contenders > table.best {
                (table.winner, table.won) = (seat, played);
                table.best = self.ranked.last_of(played);
            }
        }
        self.end(table, Unit { faces: led, width: 1 });
    }

    #[inline(always)]
    fn end(&mut self, table: Table, lead: Unit) {
        self.points[table.winner] += table.points;
        (self.winner, self.lead, self.won) = (table.winner, lead, table.won);
    }

    /// A trick after the lead of any unit.
    #[inline(always)]
    fn unit<I: Isa>(&mut self, leader: usize, unit: Unit, rng: &mut Rng) {
        let top = |faces: u64| 1 << 63 >> faces.leading_zeros();
        let suit = self.ranked.suit_of(top(unit.faces));
        let best = self.ranked.last_of(top(unit.faces));
        let (size, width) = (unit.size() as u32, usize::from(unit.width));
        let mut table = Table { winner: leader, best, won: unit.faces, points: 0 };
        let planes = from_fn(|d| if d < width { unit.faces } else { 0 });
        self.take_all(leader, &planes, &mut table);
        for turn in 1..SEATS {
            let seat = (leader + turn) % SEATS;
            let played = self.follow::<I>(seat, suit, size, unit, rng);
            self.take_all(seat, &played, &mut table);
            let faces = played[0];
            if faces != 0 && top(faces) > table.best && self.contends::<I>(&played, suit, unit) {
                let best = self.ranked.last_of(top(faces));
                (table.winner, table.best, table.won) = (seat, best, faces);
            }
        }
        self.end(table, unit);
    }

    /// What a seat follows with.
    #[inline(always)]
    fn follow<I: Isa>(
        &mut self,
        seat: usize,
        suit: u64,
        size: u32,
        unit: Unit,
        rng: &mut Rng,
    ) -> Hand<D> {
        let hand = self.hands[seat];
        let followed = hand.map(|plane| plane & suit);
        let held = count(&followed, u64::MAX);
        // SJ-18: all of a suit that is short, and any others.
        let short = held < size;
        let (from, fixed) =
            if short { (hand.map(|plane| plane & !suit), followed) } else { (followed, [0; D]) };
        let missing = if short { size - held } else { size };
        let owed = if short { Owed::Loose([0; 5]) } else { self.owed::<I>(&followed, unit) };
        let mut drawn = match owed {
            Owed::Loose(loose) => draw::<I, D>(&from, missing, &loose, rng),
            Owed::Run => self.run(&followed, unit, rng),
            Owed::Other => self.ask(seat, unit, rng),
        };
        for d in 0..D {
            drawn[d] |= fixed[d];
        }
        drawn
    }

    /// A run as it was led.
    #[inline(never)]
    fn run(&self, followed: &Hand<D>, unit: Unit, rng: &mut Rng) -> Hand<D> {
        let width = usize::from(unit.width);
        let faces = self.trump.lay_ranked(followed[width - 1]);
        let length = unit.faces.count_ones() as usize;
        let n = rng.choose(self.trump.count_runs(faces, length));
        let run = self.trump.run(faces, length, n).expect("numbered within their count");
        let run = self.trump.rank_mask(run);
        let mut planes = [0; D];
        planes[..width].fill(run);
        planes
    }

    /// What is owed of a unit out of the cards of the suit led, enough of them (SJ-19).
    #[inline(always)]
    fn owed<I: Isa>(&self, followed: &Hand<D>, unit: Unit) -> Owed {
        let plane = |width: usize| if width <= D { followed[width - 1] } else { 0 };
        if self.slow {
            return Owed::Other;
        }
        if plane(2) == 0 {
            return Owed::Loose([0; 5]);
        }
        let (width, length) = (usize::from(unit.width), unit.faces.count_ones());
        if length == 1 {
            // A tuple of the width or the widest there is; two pairs for quads.
            let most = (2..=width).rev().find(|&width| plane(width) != 0).unwrap_or(2);
            let two = width == 4 && most == 2 && plane(2).count_ones() > 1;
            let mut loose = [0; 5];
            loose[most] = 1 + u8::from(two);
            return Owed::Loose(loose);
        }
        if self.trump.runs(self.ranked.classes::<I>(plane(width)), length as usize) != 0 {
            return Owed::Run;
        }
        // Runs of more copies are runs of pairs, too.
        let run = self.trump.runs(self.ranked.classes::<I>(plane(2)), 2) != 0;
        if run || width == 4 {
            return Owed::Other;
        }
        // Without a run: triples, out of threes first, and pairs for those that are missing.
        let [twos, threes, fours] =
            [2, 3, 4].map(|copies| plane(copies).count_ones() - plane(copies + 1).count_ones());
        let triples = if width == 3 { (threes + fours).min(length) } else { 0 };
        let torn = triples.saturating_sub(threes);
        let pairs = twos + threes.saturating_sub(triples) + 2 * (fours - torn);
        let pairs = pairs.min(length - triples);
        Owed::Loose([0, 0, pairs as u8, triples as u8, 0])
    }

    /// Whether a play is a unit of the form led, of the suit led or trumps (SJ-24).
    #[inline(always)]
    fn contends<I: Isa>(&self, played: &Hand<D>, suit: u64, unit: Unit) -> bool {
        let (faces, width) = (played[0], usize::from(unit.width));
        let length = unit.faces.count_ones();
        let same = faces & !suit == 0 || faces & !self.ranked.trumps == 0;
        if played[width - 1] != faces || !same || faces.count_ones() != length {
            return false;
        }
        let classes = self.ranked.classes::<I>(faces);
        classes.count_ones() == length && self.trump.runs(classes, length as usize) != 0
    }

    /// What a seat follows with, by the question of the state machine.
    #[inline(never)]
    fn ask(&self, seat: usize, unit: Unit, rng: &mut Rng) -> Hand<D> {
        let laid = Unit { faces: self.trump.lay_ranked(unit.faces), width: unit.width };
        let suit = self.trump.suit_of_all(laid.faces).expect("a unit is of one suit");
        let planes =
            from_fn(|d| if d < D { self.trump.lay_ranked(self.hands[seat][d]) } else { 0 });
        let hand = Cards::from_planes(planes).expect("planes stay nested");
        let form = [laid.form()];
        let asked = Asked::new(self.switches, self.trump, &form, suit, laid.size(), hand);
        let played = asked.sample(rng);
        from_fn(|d| self.trump.rank_mask(played.planes()[d]))
    }

    /// Takes a play out of a hand and lays it down.
    #[inline(always)]
    fn take_all(&mut self, seat: usize, played: &Hand<D>, table: &mut Table) {
        for &plane in played {
            let mut faces = plane;
            if faces == 0 {
                break;
            }
            table.points += self.ranked.points(faces);
            for held in self.hands[seat].iter_mut().rev() {
                let gone = *held & faces;
                *held ^= gone;
                faces ^= gone;
            }
        }
    }

    /// How many tractors a hand can lead.
    #[inline(always)]
    fn tractors<I: Isa>(&self, hand: &Hand<D>) -> u64 {
        let two = self.trump.runs(self.ranked.classes::<I>(hand[1]), 2);
        if two == 0 {
            return 0;
        }
        self.tractor::<I>(hand, two, u64::MAX).expect_err("fewer than that")
    }

    /// Tractor number `n` of a hand: by width, length, and as runs are numbered; or how many there
    /// are. `two` are its runs of two pairs.
    #[inline(always)]
    fn tractor<I: Isa>(&self, hand: &Hand<D>, two: u64, mut n: u64) -> Result<Unit, u64> {
        if (two | two << 1) & self.trump.parallel() != 0 {
            return self.tractor_of_parallels(hand, n);
        }
        let all = n;
        for (width, &plane) in hand.iter().enumerate().skip(1) {
            let mut runs = self.trump.runs(self.ranked.classes::<I>(plane), 2);
            let mut length = 2;
            while runs != 0 {
                let here = u64::from(runs.count_ones());
                if length >= self.trump.least_run() {
                    if n < here {
                        let classes = (u64::MAX >> (64 - length)) << I::select(runs, n as u32);
                        let faces = self.ranked.first_of::<I>(classes);
                        return Ok(Unit { faces, width: width as u8 + 1 });
                    }
                    n -= here;
                }
                runs &= runs >> 1;
                length += 1;
            }
        }
        Err(all - n)
    }

    /// The same where there may be several faces of a class to choose from.
    #[inline(never)]
    fn tractor_of_parallels(&self, hand: &Hand<D>, n: u64) -> Result<Unit, u64> {
        let plane = |width: usize| if width <= D { hand[width - 1] } else { 0 };
        let held = |width| self.trump.lay_ranked(plane(width));
        let laid = drawn_tractor(self.trump, held, n)?;
        Ok(Unit { faces: self.trump.rank_mask(laid.faces), ..laid })
    }

    /// The last trick, when the deal is over.
    pub(super) fn last(&self) -> LastTrick {
        let ranked = self.ranked;
        let form = self.lead.form();
        LastTrick {
            winner: self.winner as i8,
            width: form.width,
            length: form.length,
            throw: false,
            cards: form.size() as u8,
            lead_trump: self.lead.faces & ranked.trumps != 0,
            winner_trump: self.won & ranked.trumps != 0,
            level_card: ranked.level_card(self.won),
        }
    }
}
