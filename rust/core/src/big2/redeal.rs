//! Dealing anew what a seat does not know.
//!
//! A redeal is one of the deals that a seat cannot tell from the true one: played again with the new
//! cards every move is legal, whose turn it was is as it was, and the seat sees the same. Each of them
//! is equally likely, cards told apart. Sizes of hands and known cards are certain; what else the moves
//! tell is laid by a [`Filling`] as far as it limits what a seat may have, and for the rest a draw that
//! does not fit is thrown away and repeated.

use super::course::{Course, Flow};
use super::dealing::Dealt;
use super::decisions::POINTS;
use super::facts::count;
use super::knowledge::Probe;
use super::moves::{Cards, Move};
use super::rules::Rules;
use super::state::{NONE, Phase, State};
use super::switches::Remainder;
use super::view::{Act, View};
use crate::bits::{Isa, Portable};
use crate::deal::split;
use crate::error::RuleError;
use crate::filling::{Filling, Place};
use crate::game::Game;
use crate::rng::{Domain, Rng, fold};
use smallvec::SmallVec;

/// After so many draws that do not fit none is sought any more.
const MOST_TRIES: u32 = 1 << 20;

/// Where the cards lie that nobody plays with.
const LEFT: usize = usize::MAX;

/// All deals that a seat cannot tell from one, ready to be drawn from.
#[derive(Clone, Debug)]
pub struct Redealer {
    /// The deal, with what is hidden in fixed places.
    state: State,
    /// The name of the streams. The same seed on another deal is another draw; what names the deal
    /// is known to the seat.
    name: u64,
    /// The places of hidden cards, each with those that are known to lie there.
    places: SmallVec<[(usize, Cards); 4]>,
    filling: Filling<2>,
    act: Option<Act>,
    /// The seat whose lowest card is due.
    due: Option<usize>,
    /// Another seat that took the leftover, and what it has played (BT-24).
    took: Option<(usize, Cards)>,
    trials: Option<Box<Trials>>,
}

/// What a draw must stand.
#[derive(Clone, Debug)]
struct Trials {
    /// What changed hands since the deal, but for a leftover that was taken and is not known.
    flow: Flow,
    /// Who took it.
    took: Option<usize>,
    /// The leftover that the seat itself took.
    taken: Cards,
    /// What is to be gone through again from the deal to the play: the moves, and the state before
    /// them where they do not begin with dealing.
    opening: Option<Opening>,
    probes: Vec<Probe>,
    /// With two decks, at each place the faces of one hidden card whose twin lay there at the
    /// beginning: both there were dealt in one way, else in two.
    twins: SmallVec<[u64; 4]>,
    /// Who got the cards that did not divide, and how many.
    remainder: Option<(usize, u32)>,
}

/// What is to be gone through again.
#[derive(Clone, Debug)]
struct Opening {
    start: Option<Box<State>>,
    moves: Vec<(u8, Move)>,
}

impl Redealer {
    /// The deals of a view.
    fn new(rules: &Rules, view: &View) -> Self {
        let View { state, course, .. } = view;
        let (seat, seats) = (view.seat(), state.hands.len());
        let known = course.known(rules, seat, state);
        let limits = course.limits(rules, seat, state);
        let pool = state.pool(seat, &known);
        let took = course.taker().filter(|&taker| taker != seat);
        // Which card he took nobody else knows.
        let flow = match took {
            Some(_) => Course { taken: Cards::EMPTY, ..course.clone() }.flow(state),
            None => course.flow(state),
        };
        let poor = course.poor(rules, state, &flow);
        let mut places: SmallVec<[(usize, Cards); 4]> = SmallVec::new();
        let mut sizes: SmallVec<[Place; 4]> = SmallVec::new();
        for at in (0..seats).filter(|&at| at != seat) {
            let size = (state.hands[at].total() - known.hands[at].total()) as u32;
            let most = poor.as_ref().filter(|_| took != Some(at)).and_then(|poor| poor[at]);
            let most = most.map(|most| most.saturating_sub(rules.points(known.hands[at])));
            if size > 0 {
                places.push((at, known.hands[at]));
                sizes.push(Place { size, allowed: limits.allowed[at], most });
            }
        }
        let size = (state.left.total() - known.left.total()) as u32;
        if size > 0 {
            places.push((LEFT, known.left));
            sizes.push(Place::free(size));
        }
        let values = if poor.is_some() { POINTS.map(|(_, rank)| 15 << (4 * rank)) } else { [0; 5] };
        let filling = Filling::new(decks(pool), &sizes, &values);
        let played = view.played();
        let seen = played.iter().copied().chain([view.hand()]);
        let words = seen.flat_map(|cards| *cards.planes());
        let name = fold(words.chain([seat as u64, course.history.len() as u64]));
        let trials = Trials::new(rules, view, (flow, took), limits.probes, &places, pool);
        Self {
            state: state.clone(),
            name,
            places,
            filling,
            act: state.act(course).filter(|act| act.seat != seat),
            due: course.lowest_leader(state).filter(|_| state.due != NONE),
            took: took.map(|taker| (taker, played[taker])),
            trials: trials.map(Box::new),
        }
    }

    /// One of the deals, each as likely as any other; it depends on `seed` and on what the seat knows.
    /// An error where none was found, as where the seat was told what cannot be.
    pub fn draw(&self, rules: &Rules, seed: u64) -> Result<State, RuleError> {
        Ok(self.draw_both(rules, seed)?.0)
    }

    /// One of the deals, and in it the leftover that another seat took (BT-24).
    fn draw_both(&self, rules: &Rules, seed: u64) -> Result<(State, Cards), RuleError> {
        let mut rng = Rng::stream(seed, Domain::Redeal, 0, self.name);
        let mut out = self.state.clone();
        // What chance has in store is hidden too: the cards of a redeal.
        out.rng = Rng::stream(seed, Domain::Redeal, 1, self.name);
        let mut laid: SmallVec<[[u64; 2]; 4]> = SmallVec::from_elem([0; 2], self.places.len());
        for _ in 0..MOST_TRIES {
            if !lay(rules, &self.filling, &mut rng, &mut laid) {
                continue;
            }
            for (&(at, known), &part) in self.places.iter().zip(&laid) {
                let cards = if at == LEFT { &mut out.left } else { &mut out.hands[at] };
                *cards = if known.is_empty() {
                    Cards::from_decks(part)
                } else {
                    Cards::from_decks(part).sum(&known)
                };
            }
            // Any of the cards that he has had can be the one he took.
            let taken = self.took.map_or(Cards::EMPTY, |(taker, played)| {
                let had = out.hands[taker].sum(&played);
                Cards::from_decks([split::<Portable>(&mut rng, had.faces(), 1), 0])
            });
            let stands = |trials: &Trials| trials.stands(rules, &out, &laid, taken, &mut rng);
            if self.trials.as_deref().is_none_or(stands) {
                if let Some(act) = &self.act {
                    out.note_act(rules, act);
                }
                if let Some(leader) = self.due {
                    out.due = rules.lowest_card(out.hands[leader]);
                }
                return Ok((out, taken));
            }
        }
        let message = format!(
            "no deal that fits all that the seat knows was found in {MOST_TRIES} tries: \
             there may be none, or very few"
        );
        Err(RuleError::rules("BT-30", message))
    }
}

/// The cards as one mask a deck.
fn decks(cards: Cards) -> [u64; 2] {
    *cards.planes()
}

#[inline(always)]
fn lay_impl<I: Isa>(filling: &Filling<2>, rng: &mut Rng, laid: &mut [[u64; 2]]) -> bool {
    filling.draw::<I>(rng, |place, cards| laid[place] = cards)
}

fn lay(rules: &Rules, filling: &Filling<2>, rng: &mut Rng, laid: &mut [[u64; 2]]) -> bool {
    crate::dispatch!(
        rules.cpu,
        lay_impl(filling: &Filling<2>, rng: &mut Rng, laid: &mut [[u64; 2]]) -> bool
    )
}

impl Course {
    /// The most points that each seat may have beside cards it is not to be reckoned for, where it
    /// was asked whether it wanted a new deal (BT-34): its hand now counts for what is left of that.
    fn poor(&self, rules: &Rules, now: &State, flow: &Flow) -> Option<SmallVec<[Option<u32>; 4]>> {
        let limit = u32::from(rules.switches.redeal_below?);
        let asking = (now.phase == Phase::Redeal).then_some(now.asked);
        let mut out = SmallVec::from_elem(None, now.hands.len());
        for seat in self.declined.iter().copied().chain(asking).map(usize::from) {
            let most = limit - 1 + rules.points(flow.gained[seat]);
            out[seat] = Some(most.saturating_sub(rules.points(flow.spent[seat])));
        }
        Some(out)
    }
}

impl Trials {
    /// What draws for the view must stand, if anything.
    fn new(
        rules: &Rules,
        view: &View,
        (flow, took): (Flow, Option<usize>),
        probes: Vec<Probe>,
        places: &[(usize, Cards)],
        pool: Cards,
    ) -> Option<Self> {
        let View { state, course, .. } = view;
        let s = &rules.switches;
        let dealt = course.saw_the_deal();
        let sizes = rules.hand_sizes();
        let asks = s.redeal_below.is_some() || s.instant_dragon || s.instant_four_twos;
        let aside = s.remainder == Remainder::Discard && sizes.left > 0;
        let opening = (dealt && (asks || aside)).then(|| {
            let start = course.start.as_deref().filter(|_| course.earlier.is_empty());
            let moves = course.history[course.begin()..].iter();
            let decisions = moves.take_while(|(_, mv)| !mv.kind.is_play());
            let start = start.cloned().map(Box::new);
            Opening { start, moves: decisions.copied().collect() }
        });
        let holder =
            (dealt && s.remainder == Remainder::LowestHolder && sizes.left > 0).then(|| {
                let hands = state.hands.iter().enumerate();
                let mut dealt = hands.map(|(seat, &hand)| flow.before(seat, hand).total());
                dealt.position(|size| size > sizes.hand as usize)
            });
        // With one deck the holder knows the lowest card of the others: his own hand is weighed alike
        // in all deals.
        let remainder = holder.flatten().filter(|&at| s.decks > 1 || at != view.seat());
        let remainder = remainder.map(|at| (at, sizes.left));
        let mut twins: SmallVec<[u64; 4]> = SmallVec::new();
        if s.decks > 1 && places.len() > 1 {
            for &(at, known) in places {
                let known = if at == LEFT { known } else { flow.before(at, known) };
                twins.push(known.faces() & pool.exactly(1));
            }
        }
        let twinned = twins.iter().any(|&faces| faces != 0);
        let needed = opening.is_some() || !probes.is_empty() || twinned || remainder.is_some();
        let taken = course.taken;
        needed.then_some(Self { flow, took, taken, opening, probes, twins, remainder })
    }

    /// Whether a draw stands them.
    fn stands(
        &self,
        rules: &Rules,
        state: &State,
        laid: &[[u64; 2]],
        taken: Cards,
        rng: &mut Rng,
    ) -> bool {
        let probed = |probe: &Probe| {
            let hand = state.hands[probe.seat].sum(&probe.spent);
            rules.has_monster_over(hand, probe.table, probe.revolved) == probe.asked
        };
        let both = laid.iter().zip(&self.twins);
        let both: u32 = both.map(|(part, twins)| ((part[0] | part[1]) & twins).count_ones()).sum();
        self.probes.iter().all(probed)
            && (both == 0 || (0..both).all(|_| rng.next_word() >> 63 == 0))
            && self.opens(rules, state, taken)
            && self.divides(rules, state, rng)
    }

    /// Whether the deal comes to the play, or to where it is before, by the same decisions.
    fn opens(&self, rules: &Rules, now: &State, taken: Cards) -> bool {
        let Some(Opening { start, moves }) = &self.opening else { return true };
        let hands = now.hands.iter().enumerate();
        let mut hands: SmallVec<[Cards; 4]> =
            hands.map(|(seat, &hand)| self.flow.before(seat, hand)).collect();
        let mut left = now.left;
        if let Some(taker) = self.took {
            hands[taker] = hands[taker].difference(&taken);
            left = taken;
        } else if !self.taken.is_empty() {
            left = self.taken;
        }
        let mut state = match start {
            Some(start) => State { hands, left, ..State::clone(start) },
            None => {
                let rng = Rng::stream(0, Domain::Deal, 0, 0);
                State::begun(rules, &now.setup, Dealt { hands, left }, now.redeals, rng)
            }
        };
        for &(seat, mv) in moves {
            if state.turn() != Some(usize::from(seat)) || !state.is_legal(rules, mv) {
                return false;
            }
            state.decide(rules, mv);
        }
        match now.phase {
            Phase::Play | Phase::Over if now.instant == 0 => {
                state.phase == Phase::Play && state.leader == now.leader
            }
            phase => {
                state.phase == phase
                    && state.turn() == now.turn()
                    && (state.winner, state.instant) == (now.winner, now.instant)
            }
        }
    }

    /// Draws whether the cards that did not divide are others of those that the lowest holder has: the
    /// deal counts once for each choice of them by which he still is the lowest holder (BT-23).
    fn divides(&self, rules: &Rules, now: &State, rng: &mut Rng) -> bool {
        let Some((holder, size)) = self.remainder else { return true };
        let before = |seat: usize| self.flow.before(seat, now.hands[seat]);
        let order = &rules.orders[0];
        let others = (0..now.hands.len()).filter(|&seat| seat != holder);
        let faces = others.fold(0, |all, seat| all | order.arrange(before(seat).faces()));
        let lowest = faces & faces.wrapping_neg();
        let holds = |seat: &usize| order.arrange(before(*seat).faces()) & lowest != 0;
        let first = now.in_order().find(|seat| *seat == holder || holds(seat)) == Some(holder);
        let winning = order.restore(if first { 2 * lowest - 1 } else { lowest - 1 });
        let hand = before(holder);
        let (all, low) = (hand.total() as u64, u64::from(count(hand, winning)));
        let size = u64::from(size);
        // Choices by which all of his low cards were left over.
        let none = if low <= size { choices(all - low, size - low) } else { 0 };
        low > 0 && rng.below(choices(all, size)) >= none
    }
}

/// In how many ways `k` of `n` can be chosen.
fn choices(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    (0..k.min(n - k)).fold(1, |ways, i| ways * (n - i) / (i + 1))
}

impl View {
    /// All deals that the seat cannot tell from this one.
    #[must_use]
    pub fn redealer(&self, rules: &Rules) -> Redealer {
        Redealer::new(rules, self)
    }

    /// A deal that the seat cannot tell from this one: all cards that it does not know are dealt anew,
    /// see [`Redealer`].
    pub fn sample_state(&self, rules: &Rules, seed: u64) -> Result<State, RuleError> {
        self.redealer(rules).draw(rules, seed)
    }

    /// A past that fits `state`, which [`sample_state`](Self::sample_state) gave with this seed: the
    /// cards of it that the seat does not know are dealt anew too, uniformly.
    pub fn sample_course(
        &self,
        rules: &Rules,
        state: &State,
        seed: u64,
    ) -> Result<Course, RuleError> {
        let mut out = self.course.clone();
        if out.taker().is_some_and(|taker| taker != self.seat()) {
            out.taken = self.redealer(rules).draw_both(rules, seed)?.1;
        }
        for number in 0..out.earlier.len() {
            let (course, before) = self.course.until_redeal(rules, number, &self.state);
            let view = Self::new(rules, self.seat(), &before, &course);
            let mut redealer = view.redealer(rules);
            redealer.name = fold([redealer.name, number as u64, self.course.history.len() as u64]);
            let drawn = redealer.draw(rules, seed)?;
            let dealing = &mut out.earlier[number];
            (dealing.hands, dealing.left) = (drawn.hands, drawn.left);
        }
        out.begin_as(state);
        Ok(out)
    }
}

impl State {
    /// All deals that `seat` cannot tell from this one, which came about by `course`.
    pub fn redealer(
        &self,
        rules: &Rules,
        seat: usize,
        course: &Course,
    ) -> Result<Redealer, RuleError> {
        let seats = self.hands.len();
        if seat >= seats {
            let message = format!("seats are 0 to {}, not {seat}", seats - 1);
            return Err(RuleError::input("", message));
        }
        Ok(View::new(rules, seat, self, course).redealer(rules))
    }

    /// One draw of the [`redealer`](Self::redealer).
    pub fn redeal_hidden(
        &self,
        rules: &Rules,
        seat: usize,
        course: &Course,
        seed: u64,
    ) -> Result<Self, RuleError> {
        self.redealer(rules, seat, course)?.draw(rules, seed)
    }
}
