//! The switches of the Taiwanese game, from which several presets come.

use chupai_core::big2::{FiveCard, NamedStraights, StraightTie, Straights, SuitOrder, Switches};

/// The rules of the preset TAIWAN.
pub fn taiwan() -> Switches {
    Switches {
        suit_order: SuitOrder::Cdhs,
        straights: Straights::Named(NamedStraights::Taiwan),
        straight_tie: StraightTie::Taiwan,
        flushes: false,
        five_card: FiveCard::SameKind,
        monsters: true,
        lock: true,
        monster_after_pass: true,
        dragon_play: true,
        ..Switches::default()
    }
}
