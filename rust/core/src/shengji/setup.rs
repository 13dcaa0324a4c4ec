//! What is fixed for one deal and is no rule.

use super::moves::Cards;
use super::rules::Rules;
use super::switches::Declaring;
use crate::card::Suit;
use crate::error::{RuleError, counted};
use serde::{Deserialize, Serialize};

/// Seats: four players, partners opposite (SJ-01).
pub const SEATS: usize = 4;

/// Cards that are not left to chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Given {
    /// Cards dealt to each seat.
    pub seats: [Cards; SEATS],
    /// Cards among those of the kitty as dealt.
    pub kitty: Cards,
}

impl Given {
    /// Whether no cards are given.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kitty.is_empty() && self.seats.iter().all(Cards::is_empty)
    }
}

/// What is fixed for one deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Setup {
    /// The level of each side, seats 0 and 2 first, as [`Rank::index`](crate::card::Rank::index);
    /// `None` where there are no levels (SJ-04, SJ-33).
    pub levels: [Option<u8>; 2],
    /// The declarer; `None` in a first deal, for which all compete (SJ-40).
    pub declarer: Option<u8>,
    /// With `declaring="given"` what is trump: the number of a suit, or 4 for none (SJ-42).
    pub trump: Option<u8>,
    /// Who draws the first card; the declarer where it is `None`, or seat 0 (SJ-47).
    pub first_card: Option<u8>,
    /// Whether the kitty lies as it was dealt, and nobody takes it.
    pub as_dealt: bool,
    /// Cards that are not left to chance.
    pub given: Given,
}

impl Default for Setup {
    /// The first deal of a match that begins at level 2.
    fn default() -> Self {
        Self {
            levels: [Some(12); 2],
            declarer: None,
            trump: None,
            first_card: None,
            as_dealt: false,
            given: Given::default(),
        }
    }
}

impl Setup {
    /// Who draws the first card.
    #[inline(always)]
    #[must_use]
    pub fn first(&self) -> usize {
        usize::from(self.first_card.or(self.declarer).unwrap_or(0))
    }

    /// As seats are told it: without the cards given, and with a first card only where another seat than
    /// usual draws it.
    #[must_use]
    pub fn told(&self) -> Self {
        let usual = self.declarer.unwrap_or(0);
        let first_card = self.first_card.filter(|&seat| seat != usual);
        Self { first_card, given: Given::default(), ..*self }
    }

    /// Refuses what contradicts the rules.
    pub fn check(&self, rules: &Rules) -> Result<(), RuleError> {
        let s = &rules.switches;
        let wrong = |rule, message: String| Err(RuleError::rules(rule, message));
        for (name, rule, seat) in
            [("declarer", "SJ-40", self.declarer), ("first_card", "SJ-47", self.first_card)]
        {
            if let Some(seat) = seat.filter(|&seat| usize::from(seat) >= SEATS) {
                return wrong(rule, format!("{name} is a seat from 0 to 3, not {seat}"));
            }
        }
        if self.levels.iter().flatten().any(|&level| level > 12) {
            return wrong("SJ-04", "levels are ranks from 2 to A".to_owned());
        }
        if self.declarer.is_none() && self.levels[0] != self.levels[1] {
            let message = "without a declarer both sides compete at one level";
            return wrong("SJ-40", message.to_owned());
        }
        if self.declarer.is_none() && s.declaring != Declaring::DuringDeal {
            let name = s.declaring.name();
            return wrong("SJ-42", format!("declaring={name:?} needs a declarer in the set-up"));
        }
        match self.trump {
            None if s.declaring == Declaring::Given => {
                let message = "declaring=\"given\" needs trump in the set-up";
                return wrong("SJ-42", message.to_owned());
            }
            Some(_) if s.declaring != Declaring::Given => {
                let message = "trump in the set-up needs declaring=\"given\"";
                return wrong("SJ-42", message.to_owned());
            }
            Some(suit) if usize::from(suit) > Suit::ALL.len() => {
                let message = format!("trump is one of four suits or none, not number {suit}");
                return wrong("SJ-04", message);
            }
            Some(4) if !s.no_trump => {
                return wrong("SJ-07", "no trump suit needs no_trump=True".to_owned());
            }
            _ => {}
        }
        if self.given.is_empty() { Ok(()) } else { self.check_given(rules) }
    }

    /// Refuses cards that the decks do not have, or more than are dealt to a place.
    #[cold]
    fn check_given(&self, rules: &Rules) -> Result<(), RuleError> {
        let wrong = |rule, cards: Cards, message: String| {
            Err(RuleError { cards: cards.to_string(), ..RuleError::rules(rule, message) })
        };
        let (pack, hand) = (rules.pack(), rules.switches.hand_size());
        let seats = self.given.seats.iter().enumerate();
        let places = seats.map(|(seat, &cards)| (format!("seat {seat}"), cards, hand));
        let kitty = ("the kitty".to_owned(), self.given.kitty, rules.switches.kitty_size());
        let mut all = Cards::EMPTY;
        for (name, cards, most) in places.chain([kitty]) {
            let size = cards.total();
            if size > most {
                let most = counted(most, "card");
                let message = format!("{name}: {most} at most can be given, not {size}: {cards}");
                return wrong("SJ-02", cards, message);
            }
            let sum = all.checked_sum(&cards).filter(|sum| pack.contains(sum));
            let Some(sum) = sum else {
                let message = format!("{name}: of {cards} more are given than the pack has");
                return wrong("SJ-01", cards, message);
            };
            all = sum;
        }
        Ok(())
    }
}
