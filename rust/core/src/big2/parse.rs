//! Texts of moves.

use super::moves::{Cards, Kind, Move};
use super::order::DECK;
use super::rules::Rules;
use crate::card::{Card, Rank};
use crate::error::{RuleError, shown};

/// The move that a text names: cards, or a decision: `"pass"`, `"swap"`, `"redeal"`, `"ask 2"`,
/// `"give 3D"`; `"dragon"` is that of any cards.
pub fn parse_move(rules: &Rules, text: &str) -> Result<Move, RuleError> {
    let trimmed = text.trim();
    if let Some(rank) = trimmed.strip_prefix("ask ") {
        let rank: Rank = rank.trim().parse()?;
        return match rank.is_joker() {
            true => Err(RuleError::input("", format!("{rank} is no rank of Big Two"))),
            false => Ok(Move::ask(rank.index() as u8)),
        };
    }
    if let Some(card) = trimmed.strip_prefix("give ") {
        let card: Card = card.trim().parse()?;
        return match card.is_joker() {
            true => Err(no_jokers(card)),
            false => Ok(Move::give(card)),
        };
    }
    match Kind::named(trimmed) {
        Some(Kind::Pass) => Ok(Move::PASS),
        Some(Kind::Swap) => Ok(Move::SWAP),
        Some(Kind::Redeal) => Ok(Move::REDEAL),
        Some(Kind::Dragon) => Ok(Move::play(Kind::Dragon, Cards::EMPTY)),
        _ => {
            let cards = rules.read_cards(trimmed)?;
            if cards.is_empty() {
                let text = shown(text);
                let message = format!("{text:?} has no cards; to play nothing is a pass");
                return Err(RuleError { rule: "BT-27", ..RuleError::input("", message) });
            }
            rules.read(cards).ok_or_else(|| rules.why_no_play(cards))
        }
    }
}

fn no_jokers(card: Card) -> RuleError {
    let message = format!("{card}: there are no jokers in Big Two");
    RuleError { rule: "BT-01", ..RuleError::input(card.to_string(), message) }
}

impl Rules {
    /// Cards of this rule set's packs out of a text such as `"3D 3C TS"`.
    pub fn read_cards(&self, text: &str) -> Result<Cards, RuleError> {
        let cards: Cards = text.parse()?;
        self.check_cards(cards)?;
        Ok(cards)
    }

    /// Refuses jokers, and cards that come more often than there are decks.
    pub fn check_cards(&self, cards: Cards) -> Result<(), RuleError> {
        if let Some(card) = cards.cards().find(|card| card.is_joker()) {
            return Err(no_jokers(card));
        }
        if cards.faces() & !DECK != 0 {
            return Err(RuleError::input("", "there are faces that are no cards"));
        }
        if self.switches().decks == 1
            && let Some(card) = cards.within(cards.at_least(2)).cards().next()
        {
            let message = format!("{card} is named twice; there is one deck");
            return Err(RuleError { rule: "BT-01", ..RuleError::input(card.to_string(), message) });
        }
        Ok(())
    }
}
