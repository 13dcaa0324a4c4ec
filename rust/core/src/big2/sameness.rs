//! Which deals stand alike, and which states can be.

use super::exchange::Exchange;
use super::moves::{Cards, Kind, Move};
use super::rules::Rules;
use super::setup::Setup;
use super::state::{NONE, Phase, State};
use super::switches::Remainder;
use super::turns::Suspect;
use crate::game::Game;
use crate::rng::{Domain, Rng};
use std::hash::{Hash, Hasher};

impl State {
    /// Whether two deals under the same rules stand alike: all that matters for what follows and for
    /// the score but the random streams. Which cards nobody holds any more, and what was played by
    /// whom, is no part of it.
    #[must_use]
    pub fn same_position(&self, other: &Self, rules: &Rules) -> bool {
        self.canonical(rules) == other.canonical(rules)
    }

    /// The state without what is left over from phases that are past, without the random streams and
    /// without what is only known of the past.
    #[must_use]
    pub(super) fn canonical(&self, rules: &Rules) -> Self {
        let Setup { leader, first_card, roles, .. } = self.setup;
        let (asking, exchanging, setup) = match self.phase {
            Phase::Redeal | Phase::Swap => {
                (true, false, Setup { leader, first_card, roles, ..Setup::default() })
            }
            // Who holds the lowest card may still turn on who got the first one.
            Phase::Exchange => {
                (false, true, Setup { leader, first_card, roles, ..Setup::default() })
            }
            Phase::Play | Phase::Over => (false, false, Setup::default()),
        };
        let leftover = asking && rules.switches.remainder == Remainder::MalaysiaSwap;
        let trick = match self.phase {
            Phase::Play if !self.trick.is_lead() => self.trick,
            Phase::Play => rules.first_trick(self.trick.turn()).with_out(self.trick.out()),
            _ => rules.first_trick(0),
        };
        Self {
            left: if leftover { self.left } else { Cards::EMPTY },
            face_up: Cards::EMPTY,
            gone: Cards::EMPTY,
            trick,
            asked: if asking { self.asked } else { 0 },
            exchange: if exchanging { self.exchange } else { Exchange::default() },
            setup,
            rng: Rng::stream(0, Domain::Deal, 0, 0),
            ..self.clone()
        }
    }

    /// Hashes of what [`same_position`](Self::same_position) compares enough to tell deals apart.
    pub fn hash_position(&self, hasher: &mut impl Hasher) {
        (&self.hands[..], self.to_beat(), self.turn(), self.phase, self.revolved).hash(hasher);
        self.plays[..].hash(hasher);
    }

    /// Whether the parts fit together, for states that come from outside.
    #[must_use]
    pub fn is_sound(&self, rules: &Rules) -> bool {
        let s = &rules.switches;
        let seats = usize::from(s.players);
        let seat_or_none = |seat: u8| seat == NONE || usize::from(seat) < seats;
        self.hands.len() == seats
            && self.plays.len() == seats
            && self.setup.check(rules).is_ok()
            && usize::from(self.asked) < seats
            && [self.leader, self.winner, self.suspect.seat].into_iter().all(seat_or_none)
            && (self.due == NONE || self.due < 52)
            && self.exchange.is_sound()
            && self.has_sound_cards(rules)
            && self.has_sound_trick(rules)
            && self.has_sound_places(rules)
            && match self.phase {
                Phase::Redeal => s.redeal_below.is_some(),
                Phase::Swap => {
                    let lowest = rules.lowest_face(rules.deck().faces());
                    s.remainder == Remainder::MalaysiaSwap
                        && self.left.total() == 1
                        && self.hands[usize::from(self.asked)].faces() & lowest != 0
                }
                Phase::Exchange => self.setup.roles.is_some(),
                Phase::Play => self.is_sound_play(rules),
                Phase::Over => self.winner != NONE,
            }
    }

    /// Whether the cards are of one pack, and no hand has or had more than it can.
    fn has_sound_cards(&self, rules: &Rules) -> bool {
        let s = &rules.switches;
        let largest = rules.largest_hand() as usize;
        let others = [&self.left, &self.face_up, &self.gone];
        let mut all = self.hands.iter().chain(others);
        let all = all.try_fold(Cards::EMPTY, |all, cards| all.checked_sum(cards));
        let held: usize = self.hands.iter().map(Cards::total).sum();
        let most = usize::from(s.decks) * 52;
        let turned = usize::from(self.revolutions);
        let early = !matches!(self.phase, Phase::Play | Phase::Over);
        all.is_some_and(|all| rules.deck().contains(&all))
            && self.hands.iter().zip(&self.plays).all(|(hand, &plays)| {
                let spare = usize::from(self.phase == Phase::Exchange);
                hand.total() + usize::from(plays) <= largest + spare
                    && (!early || (plays == 0 && !hand.is_empty()))
            })
            && (turned == 0 || s.revolution && turned * 5 + held <= most)
            && self.revolved == (turned % 2 == 1)
            && (!early || turned == 0)
            && (self.redeals == 0 || s.redeal_below.is_some())
            && (!self.swapped || s.remainder == Remainder::MalaysiaSwap)
    }

    fn has_sound_trick(&self, rules: &Rules) -> bool {
        let seats = self.hands.len();
        let inside = |mask: u64| mask >> seats == 0;
        let trick = &self.trick;
        trick.seats() == seats
            && trick.turn() < seats
            && trick.last().is_none_or(|last| last < seats && last != trick.turn())
            && inside(trick.passed())
            && inside(trick.out())
            && trick.is_locking() == rules.switches.lock
    }

    /// Whether those who went out are those without cards, and the first of them has won.
    fn has_sound_places(&self, rules: &Rules) -> bool {
        let s = &rules.switches;
        let out =
            self.out_order.iter().fold(0u64, |mask, &seat| mask | 1u64.wrapping_shl(seat.into()));
        let empty = (0..self.hands.len()).filter(|&seat| self.hands[seat].is_empty());
        let empty = empty.fold(0u64, |mask, seat| mask | 1 << seat);
        let instant = match self.instant {
            0 => self.out_order.first().copied().unwrap_or(NONE) == self.winner,
            1 => s.instant_dragon && self.winner != NONE && out == 0,
            _ => self.instant == 2 && s.instant_four_twos && self.winner != NONE && out == 0,
        };
        let ended = self.out_order.len() == if s.all_out { self.hands.len() - 1 } else { 1 };
        out == self.trick.out()
            && out == empty
            && out.count_ones() as usize == self.out_order.len()
            && instant
            && (self.phase == Phase::Over) == (self.instant > 0 || ended)
    }

    fn is_sound_play(&self, rules: &Rules) -> bool {
        let turn = self.trick.turn();
        let Move { kind, rank, cards } = self.to_beat;
        let table = if kind == Kind::Pass {
            self.to_beat == Move::PASS && self.trick.is_lead()
        } else {
            rank == 0 && !self.trick.is_lead() && rules.classify(cards) == Some(kind)
        };
        let due = self.due == NONE
            || self.trick.is_lead() && self.hands[turn].faces() >> self.due & 1 == 1;
        let suspect = self.suspect == Suspect::NOBODY
            || usize::from(self.suspect.seat) != turn
            || self.winner != NONE;
        table && due && suspect && !self.hands[turn].is_empty()
    }
}
