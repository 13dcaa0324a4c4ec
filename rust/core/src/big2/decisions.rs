//! What happens between the deal and the play: cards that do not divide, hands that win at once,
//! dealing again, the swap.

use super::facts::count;
use super::moves::{Cards, Kind, Move};
use super::order::EACH_RANK;
use super::rules::Rules;
use super::state::{NONE, Phase, State, fresh};
use super::switches::Remainder;
use crate::card::Card;
use crate::climb::Trick;
use crate::error::RuleError;

/// How often the cards of one deal may be dealt again; nobody is asked after that, so that every
/// deal comes to an end.
const MOST_REDEALS: u8 = u8::MAX;

/// Points of J, Q, K, A and 2 (BT-34).
pub(super) const POINTS: [(u32, usize); 5] = [(1, 8), (2, 9), (3, 10), (4, 11), (5, 12)];

impl Rules {
    /// The first trick, led by `leader`.
    #[inline(always)]
    #[must_use]
    pub(super) fn first_trick(&self, leader: usize) -> Trick {
        let seats = usize::from(self.switches.players);
        if self.switches.lock { Trick::locking(seats, leader) } else { Trick::new(seats, leader) }
    }

    /// The lowest face of cards, as a mask of one; the order that is not revolved counts.
    #[inline(always)]
    pub(super) fn lowest_face(&self, faces: u64) -> u64 {
        let order = &self.orders[0];
        let arranged = order.arrange(faces);
        order.restore(arranged & arranged.wrapping_neg())
    }

    /// The strength of the highest card by the order in force, from 1; 0 where there is none.
    #[inline(always)]
    pub(super) fn highest(&self, cards: Cards, revolved: bool) -> u32 {
        64 - self.orders[usize::from(revolved)].arrange(cards.faces()).leading_zeros()
    }

    /// Points of a hand, by printed rank (BT-34).
    pub(super) fn points(&self, hand: Cards) -> u32 {
        POINTS.iter().map(|&(points, rank)| points * count(hand, 15 << (4 * rank))).sum()
    }
}

impl State {
    /// The seats in playing order from the one that gets the first card.
    pub(super) fn in_order(&self) -> impl Iterator<Item = usize> + use<> {
        let (first, seats) = (usize::from(self.setup.first_card), self.hands.len());
        (first..seats).chain(0..first)
    }

    /// The first seat in order that holds the face (BT-02).
    #[inline(always)]
    pub(super) fn holder(&self, face: u64) -> Option<usize> {
        self.in_order().find(|&seat| self.hands[seat].faces() & face != 0)
    }

    /// The lowest face that is in a hand, and who holds it.
    #[inline(always)]
    fn lowest_held(&self, rules: &Rules) -> (u64, usize) {
        let faces = self.hands.iter().fold(0, |all, hand| all | hand.faces());
        let face = rules.lowest_face(faces);
        (face, self.holder(face).unwrap_or(0))
    }

    /// The cards are dealt: goes on to the first decision.
    #[inline(always)]
    pub(super) fn open(&mut self, rules: &Rules) {
        let s = &rules.switches;
        if s.remainder == Remainder::LowestHolder && !self.left.is_empty() {
            let (_, seat) = self.lowest_held(rules);
            self.hands[seat] = self.hands[seat].sum(&self.left);
            self.left = Cards::EMPTY;
        }
        if (s.instant_dragon || s.instant_four_twos) && self.win_at_once(rules) {
            return;
        }
        if s.redeal_below.is_some() && self.redeals < MOST_REDEALS {
            let first = self.setup.first_card;
            if self.ask_for_redeal(rules, first) {
                return;
            }
        }
        self.open_swap(rules);
    }

    /// Hands that win at once: dragons first, several of them by the suit of the K; then four of
    /// the top rank (BT-33).
    fn win_at_once(&mut self, rules: &Rules) -> bool {
        let order = &rules.orders[0];
        let kings = 15 << 40;
        let dragon = |hand: Cards| {
            let faces = hand.faces();
            let ranks = (faces | faces >> 1 | faces >> 2 | faces >> 3) & EACH_RANK;
            hand.total() == 13 && ranks == EACH_RANK
        };
        let mut won = None;
        if rules.switches.instant_dragon {
            let mut best = 0;
            for seat in self.in_order().filter(|&seat| dragon(self.hands[seat])) {
                let king = order.arrange(self.hands[seat].faces() & kings);
                if king > best {
                    (best, won) = (king, Some((seat, 1)));
                }
            }
        }
        if won.is_none() && rules.switches.instant_four_twos {
            let top = order.restore(15 << 48);
            let four = |&seat: &usize| count(self.hands[seat], top) >= 4;
            won = self.in_order().find(four).map(|seat| (seat, 2));
        }
        let Some((seat, how)) = won else { return false };
        (self.winner, self.instant, self.phase) = (seat as u8, how, Phase::Over);
        true
    }

    /// Asks the first seat in order from `first` on that may have a new deal (BT-34).
    fn ask_for_redeal(&mut self, rules: &Rules, first: u8) -> bool {
        let limit = u32::from(rules.switches.redeal_below.unwrap_or(0));
        let waiting = self.in_order().skip_while(|&seat| seat != usize::from(first));
        let weak = waiting.into_iter().find(|&seat| rules.points(self.hands[seat]) < limit);
        let Some(seat) = weak else { return false };
        (self.asked, self.phase) = (seat as u8, Phase::Redeal);
        true
    }

    fn open_swap(&mut self, rules: &Rules) {
        if rules.switches.remainder == Remainder::MalaysiaSwap {
            let lowest = rules.lowest_face(rules.deck().faces());
            if let Some(seat) = self.holder(lowest) {
                (self.asked, self.phase) = (seat as u8, Phase::Swap);
                return;
            }
        }
        self.open_exchange(rules);
    }

    /// Goes on to the exchange of cards, where there is one, else to the play.
    pub(super) fn open_exchange(&mut self, rules: &Rules) {
        if self.setup.roles.is_some() {
            self.phase = Phase::Exchange;
        } else {
            self.open_play(rules);
        }
    }

    /// Finds who leads (BT-25), and what card the first play must contain (BT-26).
    pub(super) fn open_play(&mut self, rules: &Rules) {
        let (leader, due) = match self.setup.leader {
            Some(leader) => (usize::from(leader), NONE),
            None if self.swapped => (usize::from(self.asked), NONE),
            None => {
                let (face, seat) = self.lowest_held(rules);
                let due = rules.switches.must_include_lowest;
                (seat, if due { face.trailing_zeros() as u8 } else { NONE })
            }
        };
        (self.leader, self.due, self.phase) = (leader as u8, due, Phase::Play);
        self.trick = rules.first_trick(leader);
        self.asked = 0;
    }

    #[inline(never)]
    fn deal_again(&mut self, rules: &Rules) {
        *self = fresh(rules, &self.setup, self.rng.clone(), self.redeals + 1);
    }

    /// Takes in a decision outside the play.
    #[inline(never)]
    pub(super) fn decide(&mut self, rules: &Rules, mv: Move) {
        match self.phase {
            Phase::Exchange => self.exchange_card(rules, mv),
            Phase::Swap => {
                if mv.kind == Kind::Swap {
                    let lowest = rules.lowest_face(rules.deck().faces());
                    let hand = &mut self.hands[usize::from(self.asked)];
                    self.face_up.add(lowest, 1);
                    *hand = hand.difference(&self.face_up).sum(&self.left);
                    (self.left, self.swapped) = (Cards::EMPTY, true);
                }
                self.open_exchange(rules);
            }
            _ if mv.kind == Kind::Redeal => self.deal_again(rules),
            _ => {
                let next = (usize::from(self.asked) + 1) % self.hands.len();
                let more = next != usize::from(self.setup.first_card);
                if !more || !self.ask_for_redeal(rules, next as u8) {
                    self.asked = 0;
                    self.open_swap(rules);
                }
            }
        }
    }

    /// Why a decision in the phases of dealing again and of the swap is none.
    pub(super) fn why_not_decide(&self, rules: &Rules, mv: Move) -> Option<RuleError> {
        let (rule, asked) = match self.phase {
            Phase::Swap => ("BT-24", Move::SWAP),
            _ => ("BT-34", Move::REDEAL),
        };
        if mv == Move::PASS || mv == asked {
            return None;
        }
        let question = match self.phase {
            Phase::Swap => {
                let lowest = rules.lowest_face(rules.deck().faces());
                let card = Card::from_index(lowest.trailing_zeros() as usize);
                let card = card.map(|card| card.to_string()).unwrap_or_default();
                format!("swap {card} for the leftover card, or pass")
            }
            _ => "ask for a new deal (redeal), or pass".to_owned(),
        };
        let message = format!("{mv} is not possible now: the question is to {question}");
        Some(RuleError::illegal(rule, mv.cards.to_string(), message))
    }
}
