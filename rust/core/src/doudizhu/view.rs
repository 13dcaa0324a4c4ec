//! What a seat knows (DD-28), and dealing the rest anew.

use super::hand::Hand;
use super::moves::Move;
use super::rules::Rules;
use super::state::{NOBODY, Phase, State};
use crate::error::RuleError;
use crate::game::Game;
use crate::rng::{Domain, Rng, fold};
use serde::{Deserialize, Serialize};

/// The public part of a deal and one seat's own hand. It holds nothing that the seat does not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Whose view it is.
    pub seat: u8,
    /// His hand; while the cards are being dealt those he has received.
    pub hand: Hand,
    /// The seat to act.
    pub turn: Option<u8>,
    /// The phase.
    pub phase: Phase,
    /// The play to beat and who made it.
    pub to_beat: Option<(Move, u8)>,
    /// The landlord's seat.
    pub landlord: Option<u8>,
    /// Who speaks first.
    pub first_bidder: u8,
    /// The three bottom cards, once the landlord has taken them (DD-02).
    pub bottom: Option<Hand>,
    /// Cards in each hand.
    pub cards_left: [u8; 3],
    /// Cards that all know to be in each hand: all of one that was shown, what is left of the
    /// bottom cards with the landlord.
    pub known: [Hand; 3],
    /// Who has shown his hand.
    pub shown: [bool; 3],
    /// Who has doubled.
    pub doubled: [bool; 3],
    /// The highest bid so far; in a rob auction the call multiplier once somebody has called.
    pub bid: u8,
    /// Robs so far.
    pub robs: u8,
    /// Bombs and rockets so far.
    pub bombs: u8,
    /// Rockets so far.
    pub rockets: u8,
    /// Plays of each seat so far.
    pub plays: [u8; 3],
    /// How often the cards were dealt again.
    pub redeals: u8,
    /// The seat's legal moves; empty where it is not his turn.
    pub legal: Vec<Move>,
}

impl View {
    /// Whether the parts can be shown, for views that come from outside.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let hands = self.known.iter().chain(&self.bottom).chain([&self.hand]);
        let moves = self.legal.iter().chain(self.to_beat.iter().map(|(mv, _)| mv));
        hands.into_iter().all(|hand| hand.is_valid())
            && moves.into_iter().all(|mv| mv.cards.is_valid() && mv.length <= 12 && mv.rank < 15)
    }
}

/// `hand` without as many of the cards of `other` as it has.
pub(super) fn less(hand: Hand, other: Hand) -> Hand {
    let mut out = hand;
    for rank in 0..15 {
        for _ in 0..hand.count(rank).min(other.count(rank)) {
            out = out.without(1 << rank, 1);
        }
    }
    out
}

/// The cards that each seat has played, from the moves of the deal so far.
#[must_use]
pub fn played(history: &[(u8, Move)]) -> [Hand; 3] {
    let mut out = [Hand::EMPTY; 3];
    for &(seat, mv) in history {
        let pile = &mut out[usize::from(seat)];
        *pile = pile.plus(mv.cards).unwrap_or(*pile);
    }
    out
}

impl State {
    fn known_in(&self, seat: usize, played: &[Hand; 3]) -> Hand {
        if self.shown[seat] {
            self.hands[seat]
        } else if usize::from(self.landlord) == seat {
            less(less(self.bottom, self.gone), played[seat])
        } else {
            Hand::EMPTY
        }
    }

    fn bottom_if_shown(&self) -> Hand {
        if self.landlord == NOBODY { Hand::EMPTY } else { self.bottom }
    }

    /// What `seat` knows; `played` are the cards that each seat has played.
    #[must_use]
    pub fn view(&self, rules: &Rules, seat: usize, played: &[Hand; 3]) -> View {
        let mut legal = Vec::new();
        if self.turn() == Some(seat) {
            self.for_each_legal(rules, |mv| {
                legal.push(mv);
                std::ops::ControlFlow::Continue(())
            });
        }
        let dealing = self.phase == Phase::EarlyShow;
        let known = [0, 1, 2].map(|other| match dealing {
            true if self.shown[other] => self.received(other),
            true => Hand::EMPTY,
            false => self.known_in(other, played),
        });
        View {
            seat: seat as u8,
            hand: self.received(seat),
            turn: self.turn().map(|turn| turn as u8),
            phase: self.phase,
            to_beat: self.to_beat().zip(self.last_player().map(|by| by as u8)),
            landlord: self.landlord().map(|seat| seat as u8),
            first_bidder: self.first_bidder,
            bottom: (self.landlord != NOBODY).then_some(self.bottom),
            cards_left: [0, 1, 2].map(|other| self.received(other).len() as u8),
            known,
            shown: self.shown,
            doubled: self.doubled,
            bid: self.bid(rules),
            robs: self.auction.robs,
            bombs: self.bombs,
            rockets: self.rockets,
            plays: self.plays,
            redeals: self.redeals,
            legal,
        }
    }

    /// The same deal with all cards that `seat` does not know dealt anew, uniformly over the deals
    /// consistent with what he knows: the initial deals of the 54 cards, each card told apart, in
    /// which every player held what he has since played. The draw depends on `seed` and on what the
    /// seat knows, on nothing hidden.
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
        // The same seed on another deal is another draw; what names the deal is known to the seat.
        let view = self.view(rules, seat, played);
        let known = [view.hand, self.bottom_if_shown()].into_iter().chain(view.known);
        let public = known.chain(*played).map(|hand| hand.0).chain([seat as u64]);
        let name = fold(public);
        let mut rng = Rng::stream(seed, Domain::Redeal, 0, name);
        let mut out = self.clone();
        // What chance has in store is hidden too: the cards of a redeal, the order of those to come.
        out.rng = Rng::stream(seed, Domain::Redeal, 1, name);
        out.draw_order = out.rng.next_word();
        if self.landlord == NOBODY {
            out.redeal_before_play(seat, &mut rng);
        } else {
            out.redeal_in_play(seat, played, &mut rng);
        }
        Ok(out)
    }

    /// Before anything is played the unknown cards are just mixed.
    fn redeal_before_play(&mut self, seat: usize, rng: &mut Rng) {
        let fixed = [0, 1, 2].map(|other| {
            if other == seat || self.shown[other] { self.received(other) } else { Hand::EMPTY }
        });
        let mut pool = Vec::with_capacity(54);
        for (hand, fixed) in self.hands.iter().zip(fixed) {
            push_ranks(&mut pool, less(*hand, fixed));
        }
        push_ranks(&mut pool, self.bottom);
        crate::deal::shuffle(rng, &mut pool);
        let mut cards = pool.into_iter();
        let mut fill = |mut hand: Hand, size: u32| {
            while hand.len() < size {
                let rank = cards.next().expect("the pool fills all hands");
                hand = hand.plus(Hand(1 << rank)).expect("one pack");
            }
            hand
        };
        let sizes = [0, 1, 2].map(|other| self.received(other).len());
        let hands = self.hands.iter_mut().zip(&mut self.received);
        for ((hand, received), (fixed, size)) in hands.zip(fixed.into_iter().zip(sizes)) {
            // The cards received so far come first, then the rest of the hand.
            *received = fill(fixed, size);
            *hand = fill(*received, hand.len());
        }
        self.bottom = fill(Hand::EMPTY, 3);
    }

    /// In the play two hands at most are unknown. With U cards of a rank unknown at the start, x of
    /// them with the first player can be chosen in C(U, x) ways; ranks are then drawn one by one,
    /// each x weighted by the number of ways to complete the deal.
    fn redeal_in_play(&mut self, seat: usize, played: &[Hand; 3], rng: &mut Rng) {
        let hidden: Vec<usize> = (0..3).filter(|&s| s != seat && !self.shown[s]).collect();
        let &[a, b] = hidden.as_slice() else { return };
        let known = [a, b].map(|s| self.known_in(s, played));
        // What each has shown to have had from the start and not from the bottom.
        let spent = [a, b].map(|s| {
            let taken = less(self.bottom, self.gone);
            if s == usize::from(self.landlord) { less(played[s], taken) } else { played[s] }
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

fn push_ranks(pool: &mut Vec<u8>, hand: Hand) {
    for rank in 0..15 {
        pool.extend((0..hand.count(rank)).map(|_| rank));
    }
}
