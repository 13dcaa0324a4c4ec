//! Moves: what was played (BT-05 … BT-21), and the decisions around the play.

use crate::card::{Card, Rank};
use crate::card_counts::CardCounts;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Cards of one or two decks. A face is its [`Card::index`], whatever the order of the rule set.
pub type Cards = CardCounts<2>;

/// The kinds of move, in the documented order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum Kind {
    /// Not to play, swap or ask for a new deal.
    Pass,
    /// 單支, one card (BT-05).
    Single,
    /// 一對 (BT-06).
    Pair,
    /// 三條 (BT-07).
    Triple,
    /// Four of a kind without a fifth card (BT-08).
    BareQuad,
    /// 兩對, two pairs (BT-09).
    TwoPair4,
    /// Two pairs and a fifth card (BT-10).
    TwoPair5,
    /// 蛇, 順子, five consecutive ranks (BT-11).
    Straight,
    /// 同花, five cards of a suit (BT-14).
    Flush,
    /// 俘虜, 葫蘆, triple and pair (BT-15).
    FullHouse,
    /// 四條, 鐵支, four of a kind and any one card (BT-16).
    Quads,
    /// 同花順 (BT-17).
    StraightFlush,
    /// 一條龍, one card of each rank (BT-21).
    Dragon,
    /// To take the leftover for the lowest card (BT-24).
    Swap,
    /// To ask for a new deal (BT-34).
    Redeal,
    /// To ask for a card of a rank (BT-37).
    Ask,
    /// To hand over a card (BT-37).
    Give,
}

impl Kind {
    /// All kinds in the documented order.
    pub const ALL: [Self; 17] = [
        Self::Pass,
        Self::Single,
        Self::Pair,
        Self::Triple,
        Self::BareQuad,
        Self::TwoPair4,
        Self::TwoPair5,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::Quads,
        Self::StraightFlush,
        Self::Dragon,
        Self::Swap,
        Self::Redeal,
        Self::Ask,
        Self::Give,
    ];

    /// The public name, e.g. `"full_house"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Single => "single",
            Self::Pair => "pair",
            Self::Triple => "triple",
            Self::BareQuad => "bare_quad",
            Self::TwoPair4 => "two_pair_4",
            Self::TwoPair5 => "two_pair_5",
            Self::Straight => "straight",
            Self::Flush => "flush",
            Self::FullHouse => "full_house",
            Self::Quads => "quads",
            Self::StraightFlush => "straight_flush",
            Self::Dragon => "dragon",
            Self::Swap => "swap",
            Self::Redeal => "redeal",
            Self::Ask => "ask",
            Self::Give => "give",
        }
    }

    /// The kind with this public name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether cards are played.
    #[inline(always)]
    #[must_use]
    pub const fn is_play(self) -> bool {
        self as u8 >= Self::Single as u8 && self as u8 <= Self::Dragon as u8
    }

    /// Whether it is a decision outside the play, other than `pass`.
    #[inline(always)]
    #[must_use]
    pub const fn is_decision(self) -> bool {
        self as u8 >= Self::Swap as u8
    }

    /// How many cards a play of the kind has; 0 where none are played.
    #[inline(always)]
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::Single => 1,
            Self::Pair => 2,
            Self::Triple => 3,
            Self::BareQuad | Self::TwoPair4 => 4,
            Self::Dragon => 13,
            kind if kind.is_play() => 5,
            _ => 0,
        }
    }
}

/// One move. A set of cards has one reading at most, so the cards of a play say all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Move {
    /// The kind.
    pub kind: Kind,
    /// The rank asked for, as [`Rank::index`]; 0 for all other kinds.
    pub rank: u8,
    /// The cards played or handed over.
    pub cards: Cards,
}

impl Move {
    /// The pass.
    pub const PASS: Self = Self { kind: Kind::Pass, rank: 0, cards: Cards::EMPTY };
    /// To take the leftover for the lowest card (BT-24).
    pub const SWAP: Self = Self { kind: Kind::Swap, ..Self::PASS };
    /// To ask for a new deal (BT-34).
    pub const REDEAL: Self = Self { kind: Kind::Redeal, ..Self::PASS };

    /// To ask for a card of the rank with this index (BT-37).
    #[must_use]
    pub const fn ask(rank: u8) -> Self {
        Self { kind: Kind::Ask, rank, ..Self::PASS }
    }

    /// To hand over a card (BT-37).
    #[must_use]
    pub fn give(card: Card) -> Self {
        let mut cards = Cards::EMPTY;
        cards.add(card.bit(), 1);
        Self { kind: Kind::Give, rank: 0, cards }
    }

    /// A play of cards that are known to be of the kind.
    #[inline(always)]
    #[must_use]
    pub const fn play(kind: Kind, cards: Cards) -> Self {
        Self { kind, rank: 0, cards }
    }

    /// Whether this is the pass.
    #[inline(always)]
    #[must_use]
    pub const fn is_pass(self) -> bool {
        matches!(self.kind, Kind::Pass)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Ask => match Rank::from_index(usize::from(self.rank)) {
                Some(rank) => write!(f, "ask {rank}"),
                None => f.write_str("ask ?"),
            },
            Kind::Give => write!(f, "give {}", self.cards),
            // The one action id of all dragons names no cards.
            Kind::Dragon if self.cards.is_empty() => f.write_str("dragon"),
            kind if kind.is_play() => write!(f, "{}", self.cards),
            kind => f.write_str(kind.name()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{self}", self.kind.name())
    }
}
