//! The switches of Big Two, by the names of `docs/rules/big2.md`.

use super::straights::{NamedStraights, Straights};
use crate::choices::choices;
use serde::{Deserialize, Serialize};

choices! {
    /// The suits from low to high (BT-03).
    SuitOrder {
        /// ♦♣♥♠, Hong Kong and the mainland.
        Dchs = "DCHS",
        /// ♣♦♥♠, Taiwan.
        Cdhs = "CDHS",
    }
}

choices! {
    /// Four of a kind without a fifth card (BT-08).
    BareQuad {
        /// No play.
        Off = "off",
        /// A kind of its own.
        OwnKind = "own_kind",
        /// Ranks among quads with a fifth card.
        AsQuads = "as_quads",
    }
}

choices! {
    /// Which card's suit decides between equal windows (BT-13).
    StraightTie {
        /// The card that is highest in the order of ranks.
        Game = "game",
        /// The last card of the window.
        Sequence = "sequence",
        /// As `Game`, but the 5 of A2345.
        Taiwan = "taiwan",
        /// Equal windows never beat each other.
        None = "none",
    }
}

choices! {
    /// How flushes compare (BT-14).
    FlushOrder {
        /// Ranks, highest first, then suit.
        Rank = "rank",
        /// Suit, then ranks, highest first.
        Suit = "suit",
        /// The highest card, then suit.
        Top = "top",
    }
}

choices! {
    /// Whether five-card kinds beat each other (BT-19, BT-20).
    FiveCard {
        /// Any higher kind beats a lower one.
        Ladder = "ladder",
        /// Each kind answers itself only.
        SameKind = "same_kind",
    }
}

choices! {
    /// What becomes of cards that do not divide (BT-23, BT-24).
    Remainder {
        /// All go to the holder of the lowest card dealt.
        LowestHolder = "lowest_holder",
        /// Set aside, face down.
        Discard = "discard",
        /// Three players: the holder of the lowest card may swap it for the leftover.
        MalaysiaSwap = "malaysia_swap",
    }
}

/// The switches of a rule set; the default is that of the rule file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Switches {
    /// Packs of 52: 1 or 2 (BT-01, BT-02).
    pub decks: u8,
    /// BT-03.
    pub suit_order: SuitOrder,
    /// The highest rank, as [`Rank::index`](crate::card::Rank::index): 12 for "2" (BT-04).
    pub top_rank: u8,
    /// Whether triples may be played (BT-07).
    pub triples: bool,
    /// BT-08.
    pub bare_quad: BareQuad,
    /// BT-09.
    pub two_pair_4: bool,
    /// BT-10.
    pub two_pair_5: bool,
    /// Which windows are straights, and their order (BT-11, BT-12).
    pub straights: Straights,
    /// BT-13.
    pub straight_tie: StraightTie,
    /// Whether there are flushes (BT-14).
    pub flushes: bool,
    /// BT-14.
    pub flush_order: FlushOrder,
    /// BT-19, BT-20.
    pub five_card: FiveCard,
    /// Whether quads and straight flushes beat any play (BT-20).
    pub monsters: bool,
    /// BT-21.
    pub dragon_play: bool,
    /// Seats: 2 … 52·decks, at most 52 (BT-22).
    pub players: u8,
    /// BT-23, BT-24.
    pub remainder: Remainder,
    /// Whether the first play must contain the card that decided who leads (BT-26).
    pub must_include_lowest: bool,
    /// Whether a seat that passed is skipped until the trick ends (BT-29).
    pub lock: bool,
    /// Whether a skipped seat may still play a monster (BT-30).
    pub monster_after_pass: bool,
    /// Whether every skipped seat is asked for a monster, not only those that hold one (BT-30).
    pub ask_locked_always: bool,
    /// Whether the deal goes on until one seat holds cards (BT-31).
    pub all_out: bool,
    /// Whether a dealt dragon wins at once (BT-33).
    pub instant_dragon: bool,
    /// Whether four dealt cards of the top rank win at once (BT-33).
    pub instant_four_twos: bool,
    /// Hands of fewer points may ask for a new deal (BT-34).
    pub redeal_below: Option<u8>,
    /// Whether the highest single must be played before a seat with one card (BT-35).
    pub top_forced: bool,
    /// Whether a straight flush swaps the ends of the order of ranks (BT-38).
    pub revolution: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            decks: 1,
            suit_order: SuitOrder::Dchs,
            top_rank: 12,
            triples: true,
            bare_quad: BareQuad::Off,
            two_pair_4: false,
            two_pair_5: false,
            straights: Straights::Named(NamedStraights::Hk),
            straight_tie: StraightTie::Game,
            flushes: true,
            flush_order: FlushOrder::Rank,
            five_card: FiveCard::Ladder,
            monsters: false,
            dragon_play: false,
            players: 4,
            remainder: Remainder::LowestHolder,
            must_include_lowest: true,
            lock: false,
            monster_after_pass: false,
            ask_locked_always: false,
            all_out: false,
            instant_dragon: false,
            instant_four_twos: false,
            redeal_below: None,
            top_forced: false,
            revolution: false,
        }
    }
}
