//! Whole deals of random play, fast: ranked hands, without moves or questions where these are simple.
//!
//! Gives the same facts as the state machine, draw for draw; a test compares the two. It plays
//! leads of one unit; what comes before the play is in [`opening`](super::opening), throws are left to the
//! state machine.

use super::asked::Asked;
use super::drawing::{draw, pick};
use super::facts::{Facts, LastTrick, Outcome};
use super::lone_units::drawn_tractor;
use super::moves::Cards;
use super::opening::open_evenly;
use super::ranked::Ranked;
use super::rules::Rules;
use super::setup::{SEATS, Setup};
use super::state::{NONE, Phase, State, dealt};
use super::switches::{Declaring, FollowOrder, Switches};
use super::trump::Trump;
use super::unit::Unit;
use crate::bits::Isa;
use crate::card::{Rank, Suit};
use crate::game::{Agent, DealStreams, Game as _};
use crate::rng::Rng;
use std::array::from_fn;
use std::hint::select_unpredictable;

/// A whole deal of a set-up that is known to be sound by built-in agents, one a seat.
#[inline]
pub(super) fn deal_out(
    rules: &Rules,
    setup: &Setup,
    agents: &[Agent],
    streams: DealStreams,
) -> Facts {
    let (mut deal, mut rng) = (streams.deal, streams.play);
    let given = rules.switches.declaring == Declaring::Given
        && (setup.as_dealt || rules.switches.kitty_size() == 0);
    if given && plays_units(agents) {
        let (declarer, trump) = (setup.declarer.unwrap_or(0), setup.trump.unwrap_or(NONE));
        let level = setup.levels[usize::from(declarer % 2)].unwrap_or(NONE);
        let cards = dealt(rules, setup, &mut deal);
        let start =
            Start { hands: &cards.hands, points: [0; SEATS], leader: declarer, trump, level };
        let (points, last) = play_units(rules, &start, &mut rng);
        return Outcome { declarer, level, trump, kitty: &cards.kitty, points, last }.facts();
    }
    let mut state = State::bare(setup, deal);
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
    let units = plays_units(agents);
    while let Some(seat) = state.turn() {
        if units && state.phase == Phase::Play && state.played == 0 {
            let start = Start {
                hands: &state.hands,
                points: state.seat_points,
                leader: state.leader,
                trump: state.trump,
                level: state.level,
            };
            (state.seat_points, state.last) = play_units(rules, &start, &mut rng);
            break;
        }
        let mv = state.choose(rules, agents[seat], &mut rng);
        state.play_unchecked(rules, mv);
    }
    state.current_facts()
}

/// Whether all seats lead single units.
#[inline(always)]
fn plays_units(agents: &[Agent]) -> bool {
    agents.iter().all(|&agent| agent == Agent::RandomUnits)
}

/// Where the fast loop begins, before a lead: what a [`State`] has of it.
struct Start<'a> {
    hands: &'a [Cards; SEATS],
    points: [u16; SEATS],
    leader: u8,
    trump: u8,
    level: u8,
}

/// The points that each seat has at the end, and the last trick.
type Played = ([u16; SEATS], LastTrick);

/// Plays on from a lead to the end of the deal.
fn play_units(rules: &Rules, start: &Start<'_>, rng: &mut Rng) -> Played {
    /// The same for a number of decks, as a function over one `Isa`.
    macro_rules! decks {
        ($name:ident, $decks:literal) => {
            #[inline(always)]
            fn $name<I: Isa>(rules: &Rules, start: &Start<'_>, rng: &mut Rng) -> Played {
                play_decks::<I, $decks>(rules, start, rng)
            }
        };
    }
    decks!(one, 1);
    decks!(two, 2);
    decks!(three, 3);
    decks!(four, 4);
    macro_rules! enter {
        ($name:ident) => {
            crate::dispatch!(
                rules.cpu,
                $name(rules: &Rules, start: &Start<'_>, rng: &mut Rng) -> Played
            )
        };
    }
    match rules.switches.decks {
        1 => enter!(one),
        2 => enter!(two),
        3 => enter!(three),
        _ => enter!(four),
    }
}

#[inline(always)]
fn play_decks<I: Isa, const D: usize>(rules: &Rules, start: &Start<'_>, rng: &mut Rng) -> Played {
    let suit = Suit::ALL.get(usize::from(start.trump)).copied();
    let level = Rank::from_index(usize::from(start.level));
    let (trump, ranked) = (rules.trump(suit, level), rules.ranked(suit, level));
    let mut play = Play::<D>::new::<I>(&rules.switches, trump, ranked, start.hands);
    play.play::<I>(usize::from(start.leader), rng);
    let mut points = start.points;
    for (all, won) in points.iter_mut().zip(play.points) {
        *all += won as u16;
    }
    (points, play.last())
}

/// A ranked hand as planes "at least 1, … at least D copies".
type Hand<const D: usize> = [u64; D];

/// Takes a copy of a face out of a hand that has it. How many there are cannot be foreseen, so that they
/// are counted rather than looked for.
#[inline(always)]
fn take<const D: usize>(hand: &mut Hand<D>, face: u64) {
    let mut further = 0;
    for plane in &hand[1..] {
        further += usize::from(plane & face != 0);
    }
    hand[further] ^= face;
}

#[inline(always)]
fn count<const D: usize>(hand: &Hand<D>, faces: u64) -> u32 {
    hand.iter().map(|plane| (plane & faces).count_ones()).sum()
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
    pub points: [u32; SEATS],
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
        // A copy of its own stays in registers.
        let mut own = rng.clone();
        while self.hands[self.winner][0] != 0 {
            self.trick::<I>(&mut own);
        }
        *rng = own;
    }

    #[inline(always)]
    fn trick<I: Isa>(&mut self, rng: &mut Rng) {
        let leader = self.winner;
        let hand = &self.hands[leader];
        let singles = hand[0].count_ones();
        let mut all = u64::from(count(hand, u64::MAX));
        if D > 1 && self.ranked.may_run(hand[1]) {
            all += self.tractors::<I>(hand);
        }
        let n = rng.choose(all) as u32;
        if n < singles {
            self.single::<I>(leader, I::nth_bit(hand[0], n), rng);
        } else {
            let unit = self.nth_unit::<I>(hand, n - singles);
            self.unit::<I>(leader, unit, rng);
        }
    }

    /// Unit number `n` of those of several cards.
    #[inline(always)]
    fn nth_unit<I: Isa>(&self, hand: &Hand<D>, mut n: u32) -> Unit {
        for (width, &plane) in hand.iter().enumerate().skip(1) {
            let tuples = plane.count_ones();
            if n < tuples {
                return Unit { faces: I::nth_bit(plane, n), width: width as u8 + 1 };
            }
            n -= tuples;
        }
        self.tractor::<I>(hand, n)
    }

    /// A trick of single cards.
    #[inline(always)]
    fn single<I: Isa>(&mut self, leader: usize, led: u64, rng: &mut Rng) {
        let ranked = self.ranked;
        let suit = ranked.suit_of(led);
        let contenders = suit | ranked.trumps;
        take(&mut self.hands[leader], led);
        let (mut winner, mut points) = (leader, ranked.points_of(led));
        // What a card must exceed to win: the strongest face as strong as the best card.
        let mut best = ranked.last_of(led);
        for turn in 1..SEATS {
            let seat = (leader + turn) % SEATS;
            let hand = &mut self.hands[seat];
            let followed = hand[0] & suit;
            let pool = if followed != 0 { followed } else { hand[0] };
            let n = rng.choose(u64::from(pool.count_ones())) as u32;
            let played = I::nth_bit(pool, n);
            take(hand, played);
            points += ranked.points_of(played);
            // Nobody can know who wins; a branch would be mistaken too often.
            let ahead = played & contenders > best;
            winner = select_unpredictable(ahead, seat, winner);
            best = select_unpredictable(ahead, ranked.last_of(played), best);
        }
        self.points[winner] += points;
        (self.winner, self.lead, self.won) = (winner, Unit { faces: led, width: 1 }, best);
    }

    /// A trick after the lead of any unit.
    #[inline(always)]
    fn unit<I: Isa>(&mut self, leader: usize, unit: Unit, rng: &mut Rng) {
        let top = |faces: u64| 1 << 63 >> faces.leading_zeros();
        let ranked = self.ranked;
        let suit = ranked.suit_of(top(unit.faces));
        let (size, width) = (unit.size() as u32, usize::from(unit.width));
        let (mut winner, mut won) = (leader, unit.faces);
        let mut best = ranked.last_of(top(unit.faces));
        let mut planes = [0; D];
        for plane in planes.iter_mut().take(width) {
            *plane = unit.faces;
        }
        let mut points = self.take_all(leader, &planes);
        for turn in 1..SEATS {
            let seat = (leader + turn) % SEATS;
            let played = if size == 2 && !self.slow {
                self.follow_pair::<I>(seat, suit, rng)
            } else {
                self.follow::<I>(seat, suit, size, unit, rng)
            };
            points += self.take_all(seat, &played);
            let faces = played[0];
            if faces != 0 && top(faces) > best && self.contends::<I>(&played, suit, unit) {
                (winner, best, won) = (seat, ranked.last_of(top(faces)), faces);
            }
        }
        self.points[winner] += points;
        (self.winner, self.lead, self.won) = (winner, unit, won);
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
            // These get the stream by value: lent to them, it would not stay in registers.
            Owed::Run => {
                let (drawn, after) = run(self.trump, &followed, unit, rng.clone());
                *rng = after;
                drawn
            }
            Owed::Other => {
                let (drawn, after) = ask(self.switches, self.trump, &hand, unit, rng.clone());
                *rng = after;
                drawn
            }
        };
        for d in 0..D {
            drawn[d] |= fixed[d];
        }
        drawn
    }

    /// What a seat follows a pair with: [`follow`](Self::follow), written out.
    #[inline(always)]
    fn follow_pair<I: Isa>(&self, seat: usize, suit: u64, rng: &mut Rng) -> Hand<D> {
        let hand = &self.hands[seat];
        let (followed, pairs) = (hand[0] & suit, hand[1] & suit);
        let mut drawn = [0; D];
        if pairs != 0 {
            drawn[0] = I::nth_bit(pairs, rng.choose(pairs.count_ones().into()) as u32);
            drawn[1] = drawn[0];
            return drawn;
        }
        // Without a pair in the suit the copies are single.
        let held = followed.count_ones();
        if held >= 2 {
            drawn[0] = pick::<I>(rng, followed, 2);
            return drawn;
        }
        let (others, pairs) = (hand[0] & !suit, hand[1] & !suit);
        let n = u64::from(others.count_ones());
        let singles = n * (n - 1) / 2;
        let total = singles + u64::from(pairs.count_ones());
        if held == 1 {
            drawn[0] = followed | I::nth_bit(others, rng.choose(n) as u32);
        } else if pairs == 0 || (singles > 0 && rng.below(total) < singles) {
            drawn[0] = pick::<I>(rng, others, 2);
        } else {
            drawn[0] = I::nth_bit(pairs, rng.choose(pairs.count_ones().into()) as u32);
            drawn[1] = drawn[0];
        }
        drawn
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

    /// Takes a play out of a hand; gives back its points.
    #[inline(always)]
    fn take_all(&mut self, seat: usize, played: &Hand<D>) -> u32 {
        let mut points = 0;
        for &plane in played {
            let mut faces = plane;
            if faces == 0 {
                break;
            }
            points += self.ranked.points(faces);
            for held in self.hands[seat].iter_mut().rev() {
                let gone = *held & faces;
                *held ^= gone;
                faces ^= gone;
            }
        }
        points
    }

    /// How many tractors a hand can lead.
    #[inline(always)]
    fn tractors<I: Isa>(&self, hand: &Hand<D>) -> u64 {
        let mut count = 0;
        for &plane in &hand[1..] {
            let mut runs = self.trump.runs(self.ranked.classes::<I>(plane), 2);
            if runs == 0 {
                break;
            }
            let Some((class, further)) = self.ranked.choice(plane) else {
                return tractor_of_parallels(self.trump, hand, u64::MAX).expect_err("fewer");
            };
            // Runs over the class of several faces count once for each of them.
            let mut over = class | class >> 1;
            let mut length = 2;
            while runs != 0 {
                if length >= self.trump.least_run() {
                    let again = (runs & over).count_ones();
                    count += u64::from(runs.count_ones()) + further * u64::from(again);
                }
                runs &= runs >> 1;
                over |= over >> 1;
                length += 1;
            }
        }
        count
    }

    /// Tractor number `n` of a hand: by width, length, and as runs are numbered.
    #[inline(always)]
    fn tractor<I: Isa>(&self, hand: &Hand<D>, mut n: u32) -> Unit {
        let two = self.trump.runs(self.ranked.classes::<I>(hand[1]), 2);
        if (two | two << 1) & self.trump.parallel() != 0 {
            return tractor_of_parallels(self.trump, hand, n.into()).expect("below their count");
        }
        for (width, &plane) in hand.iter().enumerate().skip(1) {
            let mut runs = self.trump.runs(self.ranked.classes::<I>(plane), 2);
            let mut length = 2;
            while runs != 0 {
                let here = runs.count_ones();
                if length >= self.trump.least_run() {
                    if n < here {
                        let classes = (u64::MAX >> (64 - length)) << I::select(runs, n);
                        let faces = self.ranked.first_of::<I>(classes);
                        return Unit { faces, width: width as u8 + 1 };
                    }
                    n -= here;
                }
                runs &= runs >> 1;
                length += 1;
            }
        }
        unreachable!("numbered below their count")
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

/// A run as it was led.
#[inline(never)]
fn run<const D: usize>(
    trump: &Trump,
    followed: &Hand<D>,
    unit: Unit,
    mut rng: Rng,
) -> (Hand<D>, Rng) {
    let width = usize::from(unit.width);
    let faces = trump.lay_ranked(followed[width - 1]);
    let length = unit.faces.count_ones() as usize;
    let n = rng.choose(trump.count_runs(faces, length));
    let run = trump.run(faces, length, n).expect("numbered within their count");
    let mut planes = [0; D];
    planes[..width].fill(trump.rank_mask(run));
    (planes, rng)
}

/// What a seat follows with, by the question of the state machine.
#[inline(never)]
fn ask<const D: usize>(
    switches: &Switches,
    trump: &Trump,
    hand: &Hand<D>,
    unit: Unit,
    mut rng: Rng,
) -> (Hand<D>, Rng) {
    let laid = Unit { faces: trump.lay_ranked(unit.faces), width: unit.width };
    let suit = trump.suit_of_all(laid.faces).expect("a unit is of one suit");
    let planes = from_fn(|d| if d < D { trump.lay_ranked(hand[d]) } else { 0 });
    let cards = Cards::from_planes(planes).expect("planes stay nested");
    let form = [laid.form()];
    let asked = Asked::new(switches, trump, &form, suit, laid.size(), cards);
    let played = asked.sample(&mut rng);
    (from_fn(|d| trump.rank_mask(played.planes()[d])), rng)
}

/// Tractor number `n` of a hand where there may be several faces of a class to choose from; or how many
/// there are.
#[inline(never)]
fn tractor_of_parallels<const D: usize>(
    trump: &Trump,
    hand: &Hand<D>,
    n: u64,
) -> Result<Unit, u64> {
    let plane = |width: usize| if width <= D { hand[width - 1] } else { 0 };
    let laid = drawn_tractor(trump, |width| trump.lay_ranked(plane(width)), n)?;
    Ok(Unit { faces: trump.rank_mask(laid.faces), ..laid })
}
