//! Dealing anew what a seat does not know.

use super::course::Course;
use super::hand::{Hand, RANKS, from_suits};
use super::rules::Rules;
use super::state::{NOBODY, State};
use super::view::{View, fill_dealing};
use crate::bits::{BINOMIAL, Portable};
use crate::deal::split_of;
use crate::error::RuleError;
use crate::rng::{Domain, Rng, fold};

/// All deals that a seat cannot tell from one, ready to be drawn from: the initial deals of the 54
/// cards, each card told apart, in which every player held what he has since played.
#[derive(Clone, Debug)]
pub struct Redealer {
    /// The deal, with what is hidden in fixed places.
    state: State,
    /// The name of the streams. The same seed on another deal is another draw; what names the deal
    /// is known to the seat.
    name: u64,
    hidden: Hidden,
}

#[derive(Clone, Debug)]
enum Hidden {
    /// No cards.
    Nothing,
    /// Before anything is played: whatever is not known of the hands and the bottom is just mixed.
    Mixed { known: [Hand; 3], pool: Hand },
    /// In the play: two hands.
    Two(Box<Two>),
}

impl Redealer {
    /// What `seat` can believe of `state`, in which what is hidden to him lies in fixed places;
    /// `played` are the cards that each seat has played.
    fn new(state: State, seat: usize, played: &[Hand; 3]) -> Self {
        let name = Self::name(&state, seat, played);
        let hidden = if state.landlord == NOBODY {
            let known = state.known_to(seat, &[Hand::EMPTY; 3]);
            Hidden::Mixed { known, pool: state.pool(seat, &known) }
        } else {
            Two::new(&state, seat, played).map_or(Hidden::Nothing, |two| Hidden::Two(Box::new(two)))
        };
        Self { state, name, hidden }
    }

    /// The name of the streams of redeals.
    fn name(state: &State, seat: usize, played: &[Hand; 3]) -> u64 {
        let bottom = if state.landlord == NOBODY { Hand::EMPTY } else { state.bottom };
        let known = [0, 1, 2].map(|at| state.known_in(at, played));
        let public = [state.received(seat), bottom].into_iter().chain(known).chain(*played);
        fold(public.map(|hand| hand.0).chain([seat as u64]))
    }

    /// One of the deals, each as likely as any other; it depends on `seed` and on what the seat knows.
    #[must_use]
    pub fn draw(&self, seed: u64) -> State {
        let mut out = self.state.clone();
        // What chance has in store is hidden too: the cards of a redeal, the order of those to come.
        out.rng = Rng::stream(seed, Domain::Redeal, 1, self.name);
        out.draw_order = out.rng.next_word();
        let mut rng = Rng::stream(seed, Domain::Redeal, 0, self.name);
        match &self.hidden {
            Hidden::Nothing => {}
            Hidden::Mixed { known, pool } => {
                out.fill(*known, *pool, |pool, n| draw(&mut rng, pool, n));
            }
            Hidden::Two(two) => {
                let [a, b] = two.seats;
                [out.hands[a], out.hands[b]] = two.draw(&mut rng);
            }
        }
        out
    }
}

/// Two hidden hands. With U cards of a rank unknown at the start, x of them with the first player can
/// be chosen in C(U, x) ways; ranks are drawn one by one, each x weighted by the number of ways to
/// complete the deal.
#[derive(Clone, Debug)]
struct Two {
    seats: [usize; 2],
    /// Cards that are known to be in each.
    known: [Hand; 2],
    /// Unknown cards of the first.
    size: u32,
    /// Cards of each rank that one or the other has.
    unknown: [u32; RANK_COUNT],
    /// For each rank and number of cards that the first still lacks, the weights of 0, 1, … cards of
    /// the rank for him, added up.
    weights: [[[u64; 5]; MOST_UNKNOWN + 1]; RANK_COUNT],
}

const RANK_COUNT: usize = RANKS.len();

/// The most unknown cards of one hand.
const MOST_UNKNOWN: usize = 20;

impl Two {
    /// The two hands that `seat` does not know, if there are two.
    fn new(state: &State, seat: usize, played: &[Hand; 3]) -> Option<Self> {
        let mut hidden = (0..3).filter(|&at| !state.is_open(at, seat));
        let seats = [hidden.next()?, hidden.next()?];
        let known = seats.map(|at| state.known_in(at, played));
        // What each has shown to have had from the start and not from the bottom.
        let spent = seats.map(|at| {
            let taken = state.bottom.less(state.gone);
            if at == usize::from(state.landlord) { played[at].less(taken) } else { played[at] }
        });
        let hands = seats.map(|at| state.hands[at]);
        let size = hands[0].len() - known[0].len();
        let (mut unknown, mut weights) =
            ([0; RANK_COUNT], [[[0; 5]; MOST_UNKNOWN + 1]; RANK_COUNT]);
        // Ways to give the first so many cards of the ranks that follow.
        let mut ways = [0u64; MOST_UNKNOWN + 1];
        ways[0] = 1;
        for rank in (0..RANK_COUNT).rev() {
            let [a, b] = [0, 1].map(|n| hands[n].count(rank as u8) - known[n].count(rank as u8));
            let [spent_a, spent_b] = spent.map(|hand| hand.count(rank as u8));
            unknown[rank] = a + b;
            let starts = BINOMIAL[(a + b + spent_a + spent_b) as usize];
            for (lacks, sums) in weights[rank].iter_mut().enumerate().take(size as usize + 1) {
                let mut sum = 0;
                for x in 0..=(a + b) as usize {
                    let rest = lacks.checked_sub(x).map_or(0, |rest| ways[rest]);
                    sum += u64::from(starts[x + spent_a as usize]) * rest;
                    sums[x] = sum;
                }
            }
            ways = weights[rank].map(|sums| sums[(a + b) as usize]);
        }
        Some(Self { seats, known, size, unknown, weights })
    }

    fn draw(&self, rng: &mut Rng) -> [Hand; 2] {
        let (mut lacks, mut hands) = (self.size, self.known);
        for (rank, (&unknown, weights)) in self.unknown.iter().zip(&self.weights).enumerate() {
            let sums = &weights[lacks as usize][..=unknown as usize];
            let n = rng.choose(sums[unknown as usize]);
            let x = sums.iter().filter(|&&sum| sum <= n).count() as u32;
            lacks -= x;
            for (hand, copies) in hands.iter_mut().zip([x, unknown - x]) {
                if copies > 0 {
                    *hand = hand.with(1 << rank, copies);
                }
            }
        }
        hands
    }
}

/// Draws `n` cards out of a pool, or all where there are fewer.
fn draw(rng: &mut Rng, pool: &mut Hand, n: u32) -> Hand {
    let size = pool.len();
    // Suits never matter: the bits of the word stand for the cards.
    let cards = split_of::<Portable>(rng, pool.0, size, n.min(size));
    *pool = from_suits(pool.0 ^ cards);
    from_suits(cards)
}

impl View {
    /// All deals that the seat cannot tell from this one.
    #[must_use]
    pub fn redealer(&self) -> Redealer {
        Redealer::new(self.state.clone(), self.seat(), &self.played)
    }

    /// A deal that the seat cannot tell from this one: all cards that it does not know are dealt anew,
    /// see [`Redealer`].
    #[must_use]
    pub fn sample_state(&self, seed: u64) -> State {
        self.redealer().draw(seed)
    }

    /// A past that fits `state`, which [`sample_state`](Self::sample_state) gave: the cards of it that
    /// the seat does not know are dealt anew too, uniformly.
    #[must_use]
    pub fn sample_course(&self, state: &State, seed: u64) -> Course {
        let mut out = self.course.clone();
        if out.earlier.is_empty() && out.moments.is_empty() {
            out.begin_as(state);
            return out;
        }
        let seat = self.seat();
        let mut rng =
            Rng::stream(seed, Domain::Redeal, 3, Redealer::name(&self.state, seat, &self.played));
        let mut part = |pool: &mut Hand, n| draw(&mut rng, pool, n);
        for dealing in &mut out.earlier {
            fill_dealing(seat, dealing, &mut part);
        }
        out.thin_out(seat, state, &mut part);
        out.begin_as(state);
        out
    }
}

impl State {
    /// All deals that `seat` cannot tell from this one; `played` are the cards that each seat has
    /// played.
    pub fn redealer(
        &self,
        rules: &Rules,
        seat: usize,
        played: &[Hand; 3],
    ) -> Result<Redealer, RuleError> {
        if seat > 2 {
            return Err(RuleError::input("", format!("seats are 0, 1 and 2, not {seat}")));
        }
        Ok(Redealer::new(self.masked(rules, seat, played), seat, played))
    }

    /// One draw of the [`redealer`](Self::redealer).
    pub fn redeal_hidden(
        &self,
        rules: &Rules,
        seat: usize,
        played: &[Hand; 3],
        seed: u64,
    ) -> Result<Self, RuleError> {
        Ok(self.redealer(rules, seat, played)?.draw(seed))
    }
}
