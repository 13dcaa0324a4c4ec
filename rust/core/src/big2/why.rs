//! Why a move is none: errors that name the rule and the cards (BT-32).

use super::ask::Ask;
use super::combo::{ranks_with, window_start};
use super::moves::{Cards, Kind, Move};
use super::order::ranks_of;
use super::rules::Rules;
use crate::card::Card;
use crate::error::RuleError;

impl Kind {
    /// The rule that tells what the kind is.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Pass => "BT-27",
            Self::Single => "BT-05",
            Self::Pair => "BT-06",
            Self::Triple => "BT-07",
            Self::BareQuad => "BT-08",
            Self::TwoPair4 => "BT-09",
            Self::TwoPair5 => "BT-10",
            Self::Straight => "BT-11",
            Self::Flush => "BT-14",
            Self::FullHouse => "BT-15",
            Self::Quads => "BT-16",
            Self::StraightFlush => "BT-17",
            Self::Dragon => "BT-21",
            Self::Swap => "BT-24",
            Self::Redeal => "BT-34",
            Self::Ask | Self::Give => "BT-37",
        }
    }
}

impl Rules {
    /// The error for cards that are no play, naming the nearest rule.
    #[must_use]
    pub fn why_no_play(&self, cards: Cards) -> RuleError {
        if let Err(error) = self.check_cards(cards) {
            return error;
        }
        let ranks = ranks_of(cards.faces()).count_ones();
        let pairs = ranks_with(cards, 2).count_ones();
        let (kind, why) = match (cards.total(), ranks, pairs) {
            (0, ..) => (Kind::Pass, "to play nothing is a pass"),
            (2, ..) => (Kind::Pair, "a pair is two cards of one rank"),
            (3, 1, _) => (Kind::Triple, "triples are not played by these rules"),
            (3, ..) => (Kind::Triple, "a triple is three cards of one rank"),
            (4, 1, _) => (Kind::BareQuad, "these rules want a fifth card with four of a kind"),
            (4, 2, 2) => (Kind::TwoPair4, "two pairs are not played by these rules"),
            (5, 3, 2) => (Kind::TwoPair5, "two pairs and a card are not played by these rules"),
            (5, 5, _) if self.is_any_window(cards) => {
                (Kind::Straight, "these rules do not list this straight")
            }
            (5, 5, _) if self.is_one_suit(cards) => {
                (Kind::Flush, "there are no flushes in these rules")
            }
            (5, 5, _) => (Kind::Straight, "the ranks do not follow each other, the suits differ"),
            (13, 13, _) => (Kind::Dragon, "a dragon is not played by these rules"),
            (4, ..) => (Kind::BareQuad, "four cards of one rank or two pairs at most are a play"),
            (5, ..) => (Kind::FullHouse, "a triple and a pair, or four of a kind, would be one"),
            _ => (Kind::Pass, "plays have one to five cards"),
        };
        let message = format!("{cards} is no play: {why}");
        let rule = if kind == Kind::Pass { "BT-18" } else { kind.rule() };
        RuleError::illegal(rule, cards.to_string(), message)
    }

    /// The error for a move that is no play of these rules, its cards being none.
    #[must_use]
    pub fn why_no_such_play(&self, mv: Move) -> RuleError {
        if mv.kind != Kind::Dragon || !mv.cards.is_empty() {
            return self.why_no_play(mv.cards);
        }
        let why = match self.has_kind(Kind::Dragon) {
            true => "names no cards: it is the play of a whole hand of 13 cards, one of each rank",
            false => "is not played by these rules",
        };
        RuleError::illegal("BT-21", "", format!("dragon {why}"))
    }

    /// Whether five cards of five ranks follow each other, listed or not.
    fn is_any_window(&self, cards: Cards) -> bool {
        window_start(ranks_of(cards.faces())).1
    }

    fn is_one_suit(&self, cards: Cards) -> bool {
        let mut suits = cards.cards().map(Card::suit);
        let first = suits.next();
        suits.all(|suit| Some(suit) == first)
    }

    /// The error for a play `mv` that does not beat `to_beat`.
    #[must_use]
    pub fn why_not_beaten(&self, mv: Move, to_beat: Move, revolved: bool) -> RuleError {
        let (mine, other) = (mv.kind.name(), to_beat.kind.name());
        let comparable = self.pairings.compare(mv.kind, to_beat.kind);
        let (rule, why) = if !comparable {
            let below = self.pairings.outranks(to_beat.kind, mv.kind);
            let rule = match (to_beat.kind, below) {
                (Kind::Dragon, _) => "BT-21",
                (_, false) => "BT-18",
                _ if self.is_monster(to_beat.kind) => "BT-20",
                _ => "BT-19",
            };
            let why = if below {
                format!("{mine} is below {other}")
            } else {
                format!("{mine} does not answer {other}")
            };
            (rule, why)
        } else if self.key(mv, revolved) == self.key(to_beat, revolved) {
            (mv.kind.rule(), "they are equal, and a play must be strictly greater".to_owned())
        } else {
            let order = if revolved { ", in the order after the revolution" } else { "" };
            (mv.kind.rule(), format!("it is the lower {mine}{order}"))
        };
        let message = format!("{mv} ({mine}) does not beat {to_beat} ({other}): {why}");
        RuleError::illegal(rule, mv.cards.to_string(), message)
    }

    /// Why a move does not answer the question; `None` where it does.
    #[must_use]
    pub fn why_not(&self, ask: &Ask, mv: Move) -> Option<RuleError> {
        if self.allows(ask, mv) {
            return None;
        }
        Some(match mv.kind {
            Kind::Pass => self.why_no_pass(ask),
            kind if kind.is_play() => self.why_not_play(ask, mv),
            kind => {
                let message = format!("{mv} is no move while cards are played");
                RuleError::illegal(kind.rule(), mv.cards.to_string(), message)
            }
        })
    }

    fn why_no_pass(&self, ask: &Ask) -> RuleError {
        match (ask.to_beat, self.highest_single(ask.hand, ask.revolved)) {
            (Some(to_beat), Some(top)) => {
                let message = format!(
                    "to pass is not allowed: the next player has one card, and {top} beats {to_beat}"
                );
                RuleError::illegal("BT-35", top.cards.to_string(), message)
            }
            _ => RuleError::illegal("BT-27", "", "whoever leads must play"),
        }
    }

    fn why_not_play(&self, ask: &Ask, mv: Move) -> RuleError {
        let cards = mv.cards;
        let illegal = |rule, message: String| RuleError::illegal(rule, cards.to_string(), message);
        if !ask.hand.contains(&cards) {
            let missing = cards.difference(&ask.hand);
            let message = format!("{mv}: {missing} is not held");
            return RuleError::illegal("BT-32", missing.to_string(), message);
        }
        match self.classify(cards) {
            None => return self.why_no_such_play(mv),
            Some(kind) if kind != mv.kind || mv.rank != 0 => {
                let (is, named) = (kind.name(), mv.kind.name());
                return illegal(kind.rule(), format!("{cards} is a {is}, not a {named}"));
            }
            _ => {}
        }
        if mv.kind == Kind::Dragon && cards != ask.hand {
            return illegal("BT-21", format!("{cards}: a dragon is played as the whole hand"));
        }
        if let Some(due) = ask.due
            && ask.due_face() & !cards.faces() != 0
        {
            let due =
                Card::from_index(due.into()).map_or_else(String::new, |card| card.to_string());
            return illegal("BT-26", format!("{mv}: the first play must contain {due}"));
        }
        if ask.monsters_only && !self.is_monster(mv.kind) {
            let message =
                format!("{mv} is no monster, and after a pass only a monster may be played");
            return illegal("BT-30", message);
        }
        if let Some(to_beat) = ask.to_beat
            && !self.beats(mv, to_beat, ask.revolved)
        {
            return self.why_not_beaten(mv, to_beat, ask.revolved);
        }
        let top = self.highest_single(ask.hand, ask.revolved);
        let top = top.map_or_else(String::new, |top| top.to_string());
        illegal("BT-35", format!("{mv}: the next player has one card, so a single must be {top}"))
    }
}
