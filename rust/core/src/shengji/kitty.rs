//! The kitty 底牌: taking, burying and overturning (SJ-45, SJ-46).

use super::facts::points;
use super::moves::{Cards, Move};
use super::owed::Owed;
use super::rules::Rules;
use super::setup::SEATS;
use super::state::{Phase, State};
use super::subsets::Subsets;
use super::trump::{TRUMPS, Trump};
use crate::bits::Isa;
use crate::deal::pick_decks;
use crate::error::RuleError;
use crate::rng::Rng;

/// How low a laid face is: plain before trump, then by its place in its suit, then by suit.
pub(super) fn lowness(trump: &Trump, bit: usize) -> (bool, u32, usize) {
    let suit = trump.suit_of(bit);
    let first = trump.classes_of(suit).trailing_zeros();
    (suit == TRUMPS, trump.class_of(bit) as u32 - first, trump.card_of(bit).index())
}

/// `size` of the `n` cards of a hand, by [`pick_decks`] of its planes.
#[inline(always)]
fn pick_cards<I: Isa>(rng: &mut Rng, hand: &Cards, n: u32, size: u32) -> Cards {
    Cards::from_decks(pick_decks::<I, 4>(rng, *hand.planes(), n, size))
}

impl State {
    /// Trump is settled: the declarer takes the kitty, or play begins.
    pub(super) fn take_kitty(&mut self, rules: &Rules) {
        if rules.switches.kitty_size() == 0 || self.setup.as_dealt {
            self.open_play();
        } else {
            self.take(self.declarer);
        }
    }

    fn take(&mut self, seat: u8) {
        let hand = &mut self.hands[usize::from(seat)];
        *hand = hand.sum(&self.kitty);
        self.kitty = Cards::EMPTY;
        (self.taker, self.asked, self.waiting) = (seat, seat, 0);
        self.phase = Phase::Bury;
    }

    /// The declaration that stands now takes the kitty (SJ-46).
    pub(super) fn overturn(&mut self, _rules: &Rules) {
        let Some(standing) = self.standing else { return };
        self.trump = standing.trump();
        self.takers += 1;
        self.take(standing.seat);
    }

    /// Lays cards in the kitty.
    pub(super) fn bury(&mut self, rules: &Rules, mv: Move) {
        let seat = usize::from(self.asked);
        self.hands[seat] = self.hands[seat].difference(&mv.cards);
        self.kitty = mv.cards;
        if rules.switches.chaodi {
            self.phase = Phase::Overturn;
            if self.ask_from(rules, Self::after(seat as u8, 1), SEATS - 1) {
                return;
            }
        }
        self.open_play();
    }

    pub(super) fn open_play(&mut self) {
        (self.asked, self.waiting) = (0, 0);
        self.leader = self.declarer;
        self.phase = Phase::Play;
    }

    /// The order of cards in which choices of cards to bury are told. Where trump lies face down that is
    /// the one without a trump suit, which tells nothing (SJ-43).
    pub(super) fn bury_order<'a>(&self, rules: &'a Rules) -> &'a Trump {
        if rules.switches.blind_declaring {
            rules.trump(None, self.level())
        } else {
            self.order(rules)
        }
    }

    /// The choices of cards to bury, laid.
    pub(super) fn burials(&self, rules: &Rules) -> Subsets {
        let trump = self.bury_order(rules);
        let hand = trump.lay(&self.hands[usize::from(self.asked)]);
        Subsets::new(trump, &hand, rules.switches.kitty_size())
    }

    pub(super) fn allows_burial(&self, rules: &Rules, mv: Move) -> bool {
        let hand = &self.hands[usize::from(self.asked)];
        mv.cards.total() == rules.switches.kitty_size() && hand.contains(&mv.cards)
    }

    pub(super) fn why_not_bury(&self, rules: &Rules, mv: Move) -> Option<RuleError> {
        let (size, buried) = (rules.switches.kitty_size(), mv.cards.total());
        let cards = mv.cards.to_string();
        let hand = &self.hands[usize::from(self.asked)];
        if !hand.contains(&mv.cards) {
            let missing = mv.cards.difference(hand);
            return Some(Owed::Held { missing }.error(&mv.cards));
        }
        (buried != size).then(|| {
            let message = format!("{cards}: {size} cards are buried, not {buried}");
            let chinese = format!("{cards}:須扣{size}張底牌,不是{buried}張");
            RuleError::illegal("SJ-45", cards, message).in_chinese(chinese)
        })
    }

    /// Cards drawn out of the hand one after the other.
    pub(super) fn random_burial(&self, rules: &Rules, rng: &mut Rng) -> Move {
        let hand = &self.hands[usize::from(self.asked)];
        let (n, size) = (hand.total() as u32, rules.switches.kitty_size() as u32);
        let part = crate::dispatch!(
            rules.cpu,
            pick_cards(rng: &mut Rng, hand: &Cards, n: u32, size: u32) -> Cards
        );
        Move::bury(part)
    }

    /// Plain cards before trumps, those without points before those with, the weakest first.
    pub(super) fn lowest_burial(&self, rules: &Rules) -> Move {
        let trump = self.bury_order(rules);
        let mut hand: Vec<_> = self.hands[usize::from(self.asked)].cards().collect();
        hand.sort_by_key(|card| {
            let (is_trump, place, index) = lowness(trump, trump.bit_of(*card));
            let mut one = Cards::EMPTY;
            one.add(card.bit(), 1);
            (is_trump, points(&one) > 0, place, index)
        });
        let mut buried = Cards::EMPTY;
        for card in &hand[..rules.switches.kitty_size()] {
            buried.add(card.bit(), 1);
        }
        Move::bury(buried)
    }
}
