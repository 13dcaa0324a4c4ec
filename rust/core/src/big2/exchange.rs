//! The exchange of cards in bloody Big Two (BT-37).
//!
//! Ten exchanges in a fixed order, each of three moves: one asks for a rank, the other gives a card
//! of it, or any card where he has none, and gets any card back. All of it is open.

use super::facts::count;
use super::moves::{Cards, Kind, Move};
use super::rules::Rules;
use super::state::State;
use crate::card::Rank;
use crate::error::RuleError;
use serde::{Deserialize, Serialize};

/// Who asks whom, as places among the roles: king 0, noble 1, commoner 2, slave 3.
const EXCHANGES: [(u8, u8); 10] =
    [(0, 1), (0, 2), (0, 2), (0, 3), (0, 3), (0, 3), (1, 2), (1, 3), (1, 3), (2, 3)];

const ALL_RANKS: u16 = (1 << 13) - 1;

/// The move that an exchange waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum ExchangeStep {
    /// To ask for a rank.
    #[default]
    Ask,
    /// To give a card of it.
    Give,
    /// To give a card back.
    GiveBack,
}

/// How far the exchange of cards is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub(super) struct Exchange {
    /// Exchanges that are done.
    pub(super) done: u8,
    pub(super) step: ExchangeStep,
    /// The rank asked for, once it is.
    pub(super) rank: u8,
    /// Ranks that the one who asks has asked of this player, as a mask.
    pub(super) asked: u16,
}

impl Exchange {
    /// Whether the parts fit together.
    pub(super) fn is_sound(&self) -> bool {
        usize::from(self.done) < EXCHANGES.len() && self.rank < 13 && self.asked & !ALL_RANKS == 0
    }
}

/// The rank of an arranged face, by its strength.
fn natural_rank(rules: &Rules, strength: u32) -> u8 {
    (rules.orders[0].restore(1 << (4 * strength)).trailing_zeros() / 4) as u8
}

impl State {
    /// In the exchange: who asks and who is asked.
    #[must_use]
    pub fn exchange_seats(&self) -> (usize, usize) {
        let roles = self.setup.roles.unwrap_or([0, 1, 2, 3]);
        let (asker, giver) = EXCHANGES[usize::from(self.exchange.done)];
        (usize::from(roles[usize::from(asker)]), usize::from(roles[usize::from(giver)]))
    }

    /// In the exchange: the move it waits for.
    #[must_use]
    pub fn exchange_step(&self) -> ExchangeStep {
        self.exchange.step
    }

    /// In the exchange: the rank asked for, as [`Rank::index`], once it is.
    #[must_use]
    pub fn asked_rank(&self) -> Option<u8> {
        (self.exchange.step != ExchangeStep::Ask).then_some(self.exchange.rank)
    }

    /// The seat to act in the exchange.
    pub(super) fn exchanging(&self) -> usize {
        let (asker, giver) = self.exchange_seats();
        if self.exchange.step == ExchangeStep::Give { giver } else { asker }
    }

    /// The faces of the rank asked for that a seat has which is to give one.
    fn wanted(&self) -> u64 {
        match self.exchange.step {
            ExchangeStep::Give => {
                self.hands[self.exchanging()].faces() & 15 << (4 * self.exchange.rank)
            }
            _ => 0,
        }
    }

    /// The faces that may be handed over.
    fn giveable(&self) -> u64 {
        match self.wanted() {
            0 => self.hands[self.exchanging()].faces(),
            wanted => wanted,
        }
    }

    /// The number of legal moves.
    pub(super) fn exchange_moves(&self) -> u64 {
        let moves = match self.exchange.step {
            ExchangeStep::Ask => (ALL_RANKS & !self.exchange.asked).count_ones(),
            _ => self.giveable().count_ones(),
        };
        u64::from(moves)
    }

    /// Legal move number `n`: ranks from 3 to 2, or cards from the lowest to the highest.
    pub(super) fn nth_exchange(&self, rules: &Rules, n: u64) -> Move {
        let nth = |mut mask: u64| {
            (0..n).for_each(|_| mask &= mask - 1);
            mask & mask.wrapping_neg()
        };
        if self.exchange.step == ExchangeStep::Ask {
            return Move::ask(nth((ALL_RANKS & !self.exchange.asked).into()).trailing_zeros() as u8);
        }
        let order = &rules.orders[0];
        give(order.restore(nth(order.arrange(self.giveable()))))
    }

    /// Whether the move is legal.
    pub(super) fn allows_exchange(&self, mv: Move) -> bool {
        match mv.kind {
            Kind::Ask => {
                self.exchange.step == ExchangeStep::Ask
                    && mv.rank < 13
                    && self.exchange.asked >> mv.rank & 1 == 0
                    && mv.cards.is_empty()
            }
            Kind::Give => {
                self.exchange.step != ExchangeStep::Ask
                    && mv.rank == 0
                    && mv.cards.total() == 1
                    && mv.cards.faces() & !self.giveable() == 0
            }
            _ => false,
        }
    }

    /// Why the move is not legal.
    pub(super) fn why_not_exchange(&self, mv: Move) -> Option<RuleError> {
        if self.allows_exchange(mv) {
            return None;
        }
        let (seat, rank) = (self.exchanging(), self.exchange.rank);
        let asked = Rank::from_index(usize::from(rank)).map(|rank| rank.to_string());
        let asked = asked.unwrap_or_default();
        let message = match (self.exchange.step, mv.kind) {
            (ExchangeStep::Ask, Kind::Ask) if mv.rank < 13 && mv.cards.is_empty() => {
                let (_, giver) = self.exchange_seats();
                format!("{mv}: that rank was asked of seat {giver} already")
            }
            (ExchangeStep::Ask, Kind::Ask) => format!("{mv} asks for no rank"),
            (ExchangeStep::Ask, _) => {
                format!("{mv} is not possible now: the question is which rank to ask for")
            }
            (_, Kind::Give) if mv.cards.total() != 1 || mv.rank != 0 => {
                format!("one card is handed over, not {}", mv.cards)
            }
            (_, Kind::Give) if !self.hands[seat].contains(&mv.cards) => {
                format!("{} is not in the hand {}", mv.cards, self.hands[seat])
            }
            (_, Kind::Give) => {
                format!("{} is no {asked}, and seat {seat} was asked for one and has it", mv.cards)
            }
            (ExchangeStep::Give, _) => {
                format!("{mv} is not possible now: the question is which card to give for {asked}")
            }
            _ => format!("{mv} is not possible now: the question is which card to give back"),
        };
        Some(RuleError::illegal("BT-37", mv.cards.to_string(), message))
    }

    /// Takes in a legal move.
    pub(super) fn exchange_card(&mut self, rules: &Rules, mv: Move) {
        let (asker, giver) = self.exchange_seats();
        if mv.kind == Kind::Ask {
            self.exchange.rank = mv.rank;
            self.exchange.asked |= 1 << mv.rank;
            self.exchange.step = ExchangeStep::Give;
            return;
        }
        let back = self.exchange.step == ExchangeStep::GiveBack;
        let (from, to) = if back { (asker, giver) } else { (giver, asker) };
        self.hands[from] = self.hands[from].difference(&mv.cards);
        self.hands[to] = self.hands[to].sum(&mv.cards);
        if !back {
            self.exchange.step = ExchangeStep::GiveBack;
            return;
        }
        let (before, done) = (self.exchange.done, self.exchange.done + 1);
        let next = EXCHANGES.get(usize::from(done));
        let asked = match next {
            Some(pair) if *pair == EXCHANGES[usize::from(before)] => self.exchange.asked,
            _ => 0,
        };
        self.exchange = Exchange { done, asked, ..Exchange::default() };
        if next.is_none() {
            self.exchange = Exchange::default();
            self.open_play(rules);
        }
    }

    /// The default policy: asks for the top rank, then for the one below it …; gives the lowest card of
    /// the rank asked for, else the lowest card that is the only one of its rank, else the lowest.
    pub(super) fn usual_exchange(&self, rules: &Rules) -> Move {
        if self.exchange.step == ExchangeStep::Ask {
            let mut ranks = (0..13).rev().map(|strength| natural_rank(rules, strength));
            return Move::ask(ranks.find(|rank| self.exchange.asked >> rank & 1 == 0).unwrap_or(0));
        }
        let hand = self.hands[self.exchanging()];
        let alone = (0..13)
            .map(|rank| 15 << (4 * rank))
            .filter(|&rank| count(hand, rank) == 1)
            .fold(0, |alone, rank| alone | hand.faces() & rank);
        let choice = if self.wanted() != 0 || alone == 0 { self.giveable() } else { alone };
        give(rules.lowest_face(choice))
    }
}

/// To hand over the card of a face, given as a mask of one.
fn give(face: u64) -> Move {
    Move { kind: Kind::Give, cards: Cards::from_decks([face, 0]), ..Move::PASS }
}
