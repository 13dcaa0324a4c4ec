//! The switches of Shengji, by the names of `docs/rules/shengji.md`.

use crate::choices::choices;
use serde::{Deserialize, Serialize};

choices! {
    /// A class of trumps, as links between classes are named (SJ-12).
    TrumpClass {
        /// A rank of the trump suit that is neither level nor constant.
        Plain = "plain",
        /// A constant rank out of the trump suit.
        SideConstant = "side_constant",
        /// A constant rank of the trump suit.
        MainConstant = "main_constant",
        /// The level rank out of the trump suit.
        SideLevel = "side_level",
        /// The level rank of the trump suit.
        MainLevel = "main_level",
        /// The small joker.
        SmallJoker = "B",
        /// The big joker.
        BigJoker = "R",
    }
}

choices! {
    /// Which reading a throw has if none is told (SJ-14).
    Reading {
        /// Fewest singles, then fewest units, then the largest units.
        NoSingles = "no_singles",
        /// The largest unit first.
        LongestUnit = "longest_unit",
    }
}

choices! {
    /// What is led where a throw fails (SJ-16).
    FailedThrow {
        /// Where several kinds of unit are beaten the next seat says which.
        NextPlayer = "next_player",
        /// The beaten unit with the lowest top.
        Smallest = "smallest",
    }
}

choices! {
    /// In which order followers owe units (SJ-20 … SJ-22).
    FollowOrder {
        /// Tuples of a width before anything of a smaller one.
        Cn = "cn",
        /// A run of pairs before fewer triples than were led.
        RunBeforeOneTriple = "run_before_one_triple",
        /// A run of pairs before loose triples.
        RunBeforeTriples = "run_before_triples",
        /// A run of full length of any width before loose tuples.
        RunsFirst = "runs_first",
        /// Nothing but the suit is owed.
        SuitOnly = "suit_only",
    }
}

choices! {
    /// What compares throws that were ruffed (SJ-25).
    ThrowCompare {
        /// The best top of the dominant unit kind.
        Dominant = "dominant",
        /// The best top of each kind.
        EveryUnit = "every_unit",
        /// The highest card.
        HighestCard = "highest_card",
    }
}

choices! {
    /// What is trump where nobody declares (SJ-41).
    NoDeclaration {
        /// The suit of the first card of the kitty that is no joker.
        Kitty = "kitty",
        /// No suit.
        NoTrump = "no_trump",
    }
}

choices! {
    /// How trump is found (SJ-38 … SJ-42).
    Declaring {
        /// By showing cards while they are dealt.
        DuringDeal = "during_deal",
        /// After the deal, the declarer's partner first.
        Duplicate = "duplicate",
        /// The set-up names it.
        Given = "given",
    }
}

choices! {
    /// Whether a joker must be held along with declared level cards (SJ-44).
    DeclareWithJoker {
        /// No.
        Off = "off",
        /// Any joker.
        Any = "any",
        /// The small one for black, the big one for red suits.
        ByColour = "by_colour",
    }
}

/// The switches of a rule set; the default is that of the rule file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Switches {
    /// Packs of 54: 1 to 4 (SJ-01).
    pub decks: u8,
    /// Cards left over when dealing; `None` for what is usual with the decks (SJ-02).
    pub kitty: Option<u8>,
    /// Constant ranks as a mask over [`Rank::index`](crate::card::Rank::index) (SJ-06).
    pub constant_trumps: u16,
    /// Whether there may be no trump suit (SJ-07).
    pub no_trump: bool,
    /// Whether there are tractors (SJ-12).
    pub tractors: bool,
    /// The least number of classes in a tractor (SJ-10).
    pub tractor_min_length: u8,
    /// Whether ranks on either side of a level or constant rank are neighbours (SJ-12).
    pub hollow: bool,
    /// Classes of trumps that are no neighbours (SJ-12).
    pub banned_links: Vec<(TrumpClass, TrumpClass)>,
    /// Whether several units may be led at once (SJ-13).
    pub throws: bool,
    /// SJ-14.
    pub reading: Reading,
    /// SJ-16.
    pub failed_throw: FailedThrow,
    /// SJ-20 … SJ-22.
    pub follow_order: FollowOrder,
    /// Whether tuples of greater width than asked for need not be torn (SJ-23).
    pub protect_wider: bool,
    /// SJ-25.
    pub throw_compare: ThrowCompare,
    /// Whether copies may be added to one's own declaration (SJ-39).
    pub reinforce: bool,
    /// SJ-41.
    pub no_declaration: NoDeclaration,
    /// SJ-38, SJ-42.
    pub declaring: Declaring,
    /// Whether declarations are turned up after burying only (SJ-43).
    pub blind_declaring: bool,
    /// SJ-44.
    pub declare_with_joker: DeclareWithJoker,
    /// Whether a higher declaration may take the kitty after burying (SJ-46).
    pub chaodi: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            decks: 2,
            kitty: None,
            constant_trumps: 0,
            no_trump: true,
            tractors: true,
            tractor_min_length: 2,
            hollow: true,
            banned_links: Vec::new(),
            throws: true,
            reading: Reading::NoSingles,
            failed_throw: FailedThrow::NextPlayer,
            follow_order: FollowOrder::Cn,
            protect_wider: false,
            throw_compare: ThrowCompare::Dominant,
            reinforce: true,
            no_declaration: NoDeclaration::Kitty,
            declaring: Declaring::DuringDeal,
            blind_declaring: false,
            declare_with_joker: DeclareWithJoker::Off,
            chaodi: false,
        }
    }
}

impl Switches {
    /// How many cards are left over when dealing (SJ-02).
    #[must_use]
    pub fn kitty_size(&self) -> usize {
        let usual = match self.decks {
            1 | 3 => 6,
            _ => 8,
        };
        usize::from(self.kitty.unwrap_or(usual))
    }

    /// How many cards each seat is dealt (SJ-02).
    #[must_use]
    pub fn hand_size(&self) -> usize {
        (54 * usize::from(self.decks) - self.kitty_size()) / 4
    }
}
