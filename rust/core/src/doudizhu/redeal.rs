//! Dealing anew what a seat does not know.

use super::course::Course;
use super::hand::Hand;
use super::rules::Rules;
use super::state::{NOBODY, State};
use super::view::{View, fill_dealing};
use crate::error::RuleError;
use crate::rng::{Domain, Rng, fold};

impl View {
    /// A deal that the seat cannot tell from this one: all cards that it does not know are dealt anew,
    /// uniformly over the deals consistent with what it knows: the initial deals of the 54 cards, each
    /// card told apart, in which every player held what he has since played. The draw depends on
    /// `seed` and on the view.
    #[must_use]
    pub fn sample_state(&self, seed: u64) -> State {
        self.state.redeal(self.seat(), &self.played, seed)
    }

    /// A past that fits `state`, which [`sample_state`](Self::sample_state) gave: the cards of it that
    /// the seat does not know are dealt anew too, uniformly.
    #[must_use]
    pub fn sample_course(&self, state: &State, seed: u64) -> Course {
        let mut out = self.course.clone();
        let seat = self.seat();
        let mut rng = Rng::stream(seed, Domain::Redeal, 3, self.state.name(seat, &self.played));
        let mut part = |pool: &mut Hand, n| draw(&mut rng, pool, n);
        for dealing in &mut out.earlier {
            fill_dealing(seat, dealing, &mut part);
        }
        out.thin_out(seat, state, &mut part);
        out.begin_as(state);
        out
    }
}

/// Draws `n` cards out of a pool, or all where there are fewer.
fn draw(rng: &mut Rng, pool: &mut Hand, n: u32) -> Hand {
    let mut out = Hand::EMPTY;
    for _ in 0..n.min(pool.len()) {
        let mut place = rng.choose(u64::from(pool.len())) as u32;
        for rank in 0..15 {
            let count = pool.count(rank);
            if place < count {
                out = out.with(1 << rank, 1);
                *pool = pool.without(1 << rank, 1);
                break;
            }
            place -= count;
        }
    }
    out
}

impl State {
    /// The same deal with all cards that `seat` does not know dealt anew; `played` are the cards that
    /// each seat has played. See [`View::sample_state`].
    pub fn redeal_hidden(
        &self,
        rules: &Rules,
        seat: usize,
        played: &[Hand; 3],
        seed: u64,
    ) -> Result<Self, RuleError> {
        if seat > 2 {
            return Err(RuleError::input("", format!("seats are 0, 1 and 2, not {seat}")));
        }
        Ok(self.masked(rules, seat, played).redeal(seat, played, seed))
    }

    /// [`redeal_hidden`](Self::redeal_hidden) of a state in which what is hidden lies in fixed places.
    fn redeal(&self, seat: usize, played: &[Hand; 3], seed: u64) -> Self {
        let name = self.name(seat, played);
        let mut out = self.clone();
        // What chance has in store is hidden too: the cards of a redeal, the order of those to come.
        out.rng = Rng::stream(seed, Domain::Redeal, 1, name);
        out.draw_order = out.rng.next_word();
        let mut rng = Rng::stream(seed, Domain::Redeal, 0, name);
        if out.landlord == NOBODY {
            out.redeal_before_play(seat, &mut rng);
        } else {
            out.redeal_in_play(seat, played, &mut rng);
        }
        out
    }

    /// The name of the streams of redeals. The same seed on another deal is another draw; what names
    /// the deal is known to the seat.
    fn name(&self, seat: usize, played: &[Hand; 3]) -> u64 {
        let bottom = if self.landlord == NOBODY { Hand::EMPTY } else { self.bottom };
        let known = [0, 1, 2].map(|at| self.known_in(at, played));
        let public = [self.received(seat), bottom].into_iter().chain(known).chain(*played);
        fold(public.map(|hand| hand.0).chain([seat as u64]))
    }

    /// Before anything is played the unknown cards are just mixed.
    fn redeal_before_play(&mut self, seat: usize, rng: &mut Rng) {
        let known = self.known_to(seat, &[Hand::EMPTY; 3]);
        let pool = self.pool(seat, &known);
        self.fill(known, pool, |pool, n| draw(rng, pool, n));
    }

    /// In the play two hands at most are unknown. With U cards of a rank unknown at the start, x of
    /// them with the first player can be chosen in C(U, x) ways; ranks are then drawn one by one,
    /// each x weighted by the number of ways to complete the deal.
    fn redeal_in_play(&mut self, seat: usize, played: &[Hand; 3], rng: &mut Rng) {
        let mut hidden = (0..3).filter(|&at| !self.is_open(at, seat));
        let (Some(a), Some(b)) = (hidden.next(), hidden.next()) else { return };
        let known = [a, b].map(|s| self.known_in(s, played));
        // What each has shown to have had from the start and not from the bottom.
        let spent = [a, b].map(|s| {
            let taken = self.bottom.less(self.gone);
            if s == usize::from(self.landlord) { played[s].less(taken) } else { played[s] }
        });
        let free = [a, b].map(|s| self.hands[s].len());
        let size = free[0] - known[0].len();
        let mut ranks = [(0, 0, 0); 15];
        for rank in 0..15u8 {
            let here = |hand: Hand| hand.count(rank);
            let unknown =
                here(self.hands[a]) + here(self.hands[b]) - here(known[0]) - here(known[1]);
            ranks[usize::from(rank)] = (unknown, here(spent[0]), here(spent[1]));
        }
        let ways = completions(&ranks, size);
        let (mut left, mut hands) = (size, known);
        for rank in 0..15 {
            let (unknown, spent_a, spent_b) = ranks[rank];
            let weight = |x: u32| {
                let start = crate::bits::BINOMIAL[(unknown + spent_a + spent_b) as usize];
                let rest = left.checked_sub(x).map_or(0, |left| ways[rank + 1][left as usize]);
                u64::from(start[(x + spent_a) as usize]) * rest
            };
            let mut n = rng.choose((0..=unknown).map(weight).sum());
            let x = (0..=unknown)
                .find(|&x| match n.checked_sub(weight(x)) {
                    Some(rest) => {
                        n = rest;
                        false
                    }
                    None => true,
                })
                .expect("the draw is below the sum of the weights");
            left -= x;
            for (hand, copies) in hands.iter_mut().zip([x, unknown - x]) {
                for _ in 0..copies {
                    *hand = hand.plus(Hand(1 << rank)).expect("one pack");
                }
            }
        }
        self.hands[a] = hands[0];
        self.hands[b] = hands[1];
    }
}

/// `ways[r][n]`: weighted number of ways to give the first player `n` cards of ranks `r` and up.
fn completions(ranks: &[(u32, u32, u32); 15], size: u32) -> Vec<Vec<u64>> {
    let mut ways = vec![vec![0u64; size as usize + 1]; 16];
    ways[15][0] = 1;
    for rank in (0..15).rev() {
        let (unknown, spent_a, spent_b) = ranks[rank];
        for n in 0..=size {
            for x in 0..=unknown.min(n) {
                let start = crate::bits::BINOMIAL[(unknown + spent_a + spent_b) as usize];
                ways[rank][n as usize] +=
                    u64::from(start[(x + spent_a) as usize]) * ways[rank + 1][(n - x) as usize];
            }
        }
    }
    ways
}
