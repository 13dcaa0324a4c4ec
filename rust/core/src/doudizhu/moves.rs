//! Moves: what was played and how it is read (DD-09 … DD-21), and the decisions around the play.

use super::hand::{Hand, RANKS};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The kinds of move, in the documented order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum Kind {
    /// Not to play, bid, call, rob, double or show.
    Pass,
    /// 單張, one card (DD-09).
    Solo,
    /// 一對 (DD-10).
    Pair,
    /// 三條 (DD-11).
    Trio,
    /// 三帶一, trio and one card (DD-11).
    TrioSolo,
    /// 三帶二, trio and a pair, or any two cards by `trio_with_two` (DD-11).
    TrioPair,
    /// 單順, 5 … 12 consecutive ranks (DD-12).
    SoloChain,
    /// 雙順, 3 … 10 consecutive pairs (DD-13).
    PairChain,
    /// 飛機, 2 … 6 consecutive trios (DD-14).
    Airplane,
    /// 飛機帶小翼, airplane and as many solos (DD-14, DD-15).
    AirplaneSolos,
    /// 飛機帶大翼, airplane and as many pairs (DD-14, DD-16).
    AirplanePairs,
    /// 四帶二, four and two solos (DD-17).
    FourSolos,
    /// 四帶兩對, four and two pairs (DD-17).
    FourPairs,
    /// 四順, consecutive quads (DD-21).
    QuadChain,
    /// Consecutive quads and two solos for each (DD-21).
    QuadChainSolos,
    /// Consecutive quads and two pairs for each (DD-21).
    QuadChainPairs,
    /// 炸彈 (DD-18).
    Bomb,
    /// 火箭, both jokers (DD-19).
    Rocket,
    /// A bid of 1 to 3 (DD-04).
    Bid,
    /// 叫地主 (DD-05).
    Call,
    /// 搶地主 (DD-05).
    Rob,
    /// 加倍 (DD-29).
    Double,
    /// 亮牌, 明牌 (DD-25, DD-29).
    Show,
}

impl Kind {
    /// All kinds in the documented order.
    pub const ALL: [Self; 23] = [
        Self::Pass,
        Self::Solo,
        Self::Pair,
        Self::Trio,
        Self::TrioSolo,
        Self::TrioPair,
        Self::SoloChain,
        Self::PairChain,
        Self::Airplane,
        Self::AirplaneSolos,
        Self::AirplanePairs,
        Self::FourSolos,
        Self::FourPairs,
        Self::QuadChain,
        Self::QuadChainSolos,
        Self::QuadChainPairs,
        Self::Bomb,
        Self::Rocket,
        Self::Bid,
        Self::Call,
        Self::Rob,
        Self::Double,
        Self::Show,
    ];

    /// The public name, e.g. `"airplane_solos"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Solo => "solo",
            Self::Pair => "pair",
            Self::Trio => "trio",
            Self::TrioSolo => "trio_solo",
            Self::TrioPair => "trio_pair",
            Self::SoloChain => "solo_chain",
            Self::PairChain => "pair_chain",
            Self::Airplane => "airplane",
            Self::AirplaneSolos => "airplane_solos",
            Self::AirplanePairs => "airplane_pairs",
            Self::FourSolos => "four_solos",
            Self::FourPairs => "four_pairs",
            Self::QuadChain => "quad_chain",
            Self::QuadChainSolos => "quad_chain_solos",
            Self::QuadChainPairs => "quad_chain_pairs",
            Self::Bomb => "bomb",
            Self::Rocket => "rocket",
            Self::Bid => "bid",
            Self::Call => "call",
            Self::Rob => "rob",
            Self::Double => "double",
            Self::Show => "show",
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
        self as u8 >= Self::Solo as u8 && self as u8 <= Self::Rocket as u8
    }

    /// Whether it is a decision outside the play, other than `pass`.
    #[must_use]
    pub const fn is_decision(self) -> bool {
        self as u8 >= Self::Bid as u8
    }

    /// Copies of each rank of the main part: 1 … 4; 0 where no cards are played.
    #[inline(always)]
    #[must_use]
    pub const fn copies(self) -> u32 {
        match self {
            Self::Solo | Self::SoloChain | Self::Rocket => 1,
            Self::Pair | Self::PairChain => 2,
            Self::Trio
            | Self::TrioSolo
            | Self::TrioPair
            | Self::Airplane
            | Self::AirplaneSolos
            | Self::AirplanePairs => 3,
            Self::FourSolos
            | Self::FourPairs
            | Self::QuadChain
            | Self::QuadChainSolos
            | Self::QuadChainPairs
            | Self::Bomb => 4,
            _ => 0,
        }
    }

    /// Shortest and longest chain of the kind; (1, 1) where it is no chain. What cannot fit in 20
    /// cards does not exist.
    #[must_use]
    pub const fn lengths(self) -> (u8, u8) {
        match self {
            Self::SoloChain => (5, 12),
            Self::PairChain => (3, 10),
            Self::Airplane => (2, 6),
            Self::AirplaneSolos => (2, 5),
            Self::AirplanePairs => (2, 4),
            Self::QuadChain => (2, 5),
            Self::QuadChainSolos => (2, 3),
            Self::QuadChainPairs => (2, 2),
            _ => (1, 1),
        }
    }

    /// Whether the main part must lie within 3 … A.
    #[must_use]
    pub const fn is_chain(self) -> bool {
        self.lengths().1 > 1 || matches!(self, Self::QuadChainPairs)
    }

    /// Units (solos or pairs) carried for each rank of the main part, and cards in a unit.
    #[must_use]
    pub const fn carried(self) -> (u8, u32) {
        match self {
            Self::TrioSolo | Self::AirplaneSolos => (1, 1),
            Self::TrioPair | Self::AirplanePairs => (1, 2),
            Self::FourSolos | Self::QuadChainSolos => (2, 1),
            Self::FourPairs | Self::QuadChainPairs => (2, 2),
            _ => (0, 0),
        }
    }
}

/// One move, with the reading that was chosen (DD-20).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Move {
    /// All cards, wings included.
    pub cards: Hand,
    /// The kind.
    pub kind: Kind,
    /// Consecutive ranks in the main part; 1 where it is no chain.
    pub length: u8,
    /// The lowest rank of the main part; the value of a bid.
    pub rank: u8,
}

impl Move {
    /// The pass.
    pub const PASS: Self = Self { cards: Hand::EMPTY, kind: Kind::Pass, length: 1, rank: 0 };
    /// The rocket.
    pub const ROCKET: Self =
        Self { cards: Hand(super::hand::JOKERS), kind: Kind::Rocket, length: 1, rank: 13 };

    /// A decision outside the play: call, rob, double or show.
    #[must_use]
    pub const fn decision(kind: Kind) -> Self {
        Self { cards: Hand::EMPTY, kind, length: 1, rank: 0 }
    }

    /// A bid of `value`.
    #[must_use]
    pub const fn bid(value: u8) -> Self {
        Self { cards: Hand::EMPTY, kind: Kind::Bid, length: 1, rank: value }
    }

    /// A play without wings.
    #[inline(always)]
    #[must_use]
    pub const fn bare(kind: Kind, length: u8, rank: u8) -> Self {
        let ranks = ((1 << length) - 1) << rank;
        Self { cards: Hand::of(ranks, kind.copies()), kind, length, rank }
    }

    /// A play of a main part and its wings.
    #[inline(always)]
    #[must_use]
    pub const fn winged(kind: Kind, length: u8, rank: u8, wings: Hand) -> Self {
        let ranks = ((1 << length) - 1) << rank;
        let main = Hand::of(ranks, kind.copies()).0;
        // Wings on ranks outside the main part lie beside it; a chain trio's own fourth card (DD-15)
        // stands in the lowest plane of its rank and moves to the fourth.
        let own = if matches!(kind, Kind::AirplaneSolos) { wings.0 & ranks } else { 0 };
        let cards = Hand(main | (wings.0 ^ own) | own << 48);
        Self { cards, kind, length, rank }
    }

    /// The ranks of the main part.
    #[inline(always)]
    #[must_use]
    pub const fn main_ranks(self) -> u64 {
        match self.kind {
            Kind::Rocket => super::hand::JOKERS,
            kind if kind.is_play() => ((1 << self.length) - 1) << self.rank,
            _ => 0,
        }
    }

    /// The cards of the main part.
    #[must_use]
    pub const fn main(self) -> Hand {
        match self.kind.copies() {
            0 => Hand::EMPTY,
            copies => Hand::of(self.main_ranks(), copies),
        }
    }

    /// The wings (kickers): the cards beside the main part.
    #[must_use]
    pub const fn wings(self) -> Hand {
        self.cards.minus(self.main())
    }

    /// Whether the two are of one shape, so that one may answer the other.
    #[inline(always)]
    #[must_use]
    pub fn same_shape(self, other: Self) -> bool {
        self.kind == other.kind && self.length == other.length
    }

    /// Whether this play beats `other` (DD-09 … DD-19); both must be plays.
    #[inline(always)]
    #[must_use]
    pub fn beats(self, other: Self) -> bool {
        match (self.kind, other.kind) {
            (_, Kind::Rocket) => false,
            (Kind::Rocket, _) => true,
            (Kind::Bomb, Kind::Bomb) => self.rank > other.rank,
            (Kind::Bomb, _) => true,
            _ => self.same_shape(other) && self.rank > other.rank,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Bid => write!(f, "bid {}", self.rank),
            kind if !kind.is_play() => f.write_str(kind.name()),
            _ => {
                write!(f, "{}", self.main())?;
                let wings = self.wings();
                if wings.is_empty() { Ok(()) } else { write!(f, "+{}", wings) }
            }
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{self}", self.kind.name())
    }
}

/// The character of a rank.
#[must_use]
pub fn rank_char(rank: u8) -> char {
    char::from(RANKS[rank as usize])
}
