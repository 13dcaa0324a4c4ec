//! Rule sets: switches, checked and compiled.

use super::ranked::Ranked;
use super::switches::{NoDeclaration, Switches};
use super::trump::Trump;
use crate::bits::Cpu;
use crate::card::{Rank, Suit};
use crate::error::RuleError;

/// What may be trump: each of the four suits, or none.
const TRUMPS: usize = 5;
/// What may be the level: each of the 13 ranks, or none.
const LEVELS: usize = 14;

/// A checked rule set, compiled.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(super) switches: Switches,
    pub(super) cpu: Cpu,
    trumps: Vec<Trump>,
    /// The order of strength under each of them, for the fast loop.
    ranked: Vec<Ranked>,
}

impl Rules {
    /// Checks the switches and compiles them.
    pub fn new(switches: Switches, cpu: Cpu) -> Result<Self, RuleError> {
        check(&switches)?;
        let trumps = (0..TRUMPS * LEVELS).map(|n| {
            let suit = Suit::ALL.get(n / LEVELS).copied();
            let level = Some(n % LEVELS).filter(|&rank| rank < 13).map(|rank| Rank::ALL[rank]);
            Trump::new(&switches, cpu, suit, level)
        });
        let trumps: Vec<Trump> = trumps.collect();
        let ranked = trumps.iter().map(Ranked::new).collect();
        Ok(Self { switches, cpu, trumps, ranked })
    }

    /// The switches.
    #[must_use]
    pub fn switches(&self) -> &Switches {
        &self.switches
    }

    /// The form of the hot code in use.
    #[must_use]
    pub fn cpu(&self) -> Cpu {
        self.cpu
    }

    /// The order of cards where `suit` is trump, or no suit, and `level` is the level, or no rank.
    ///
    /// # Panics
    /// Where the level is a joker.
    #[must_use]
    pub fn trump(&self, suit: Option<Suit>, level: Option<Rank>) -> &Trump {
        &self.trumps[place(suit, level)]
    }

    /// The same for the fast loop.
    pub(super) fn ranked(&self, suit: Option<Suit>, level: Option<Rank>) -> &Ranked {
        &self.ranked[place(suit, level)]
    }
}

/// Where the order of a trump suit and a level is kept.
fn place(suit: Option<Suit>, level: Option<Rank>) -> usize {
    let level = level.map_or(LEVELS - 1, Rank::index);
    assert!(level < LEVELS, "a joker is no level");
    suit.map_or(TRUMPS - 1, |suit| suit as usize) * LEVELS + level
}

fn check(s: &Switches) -> Result<(), RuleError> {
    let fault = |rule, message: String| Err(RuleError::rules(rule, message));
    if !(1..=4).contains(&s.decks) {
        return fault("SJ-01", format!("decks is 1 to 4, not {}", s.decks));
    }
    let (cards, kitty) = (54 * usize::from(s.decks), s.kitty_size());
    if kitty > 20 || !(cards - kitty).is_multiple_of(4) {
        let message = format!(
            "kitty: {kitty} of {cards} cards leave no four equal hands, or are more than 20"
        );
        return fault("SJ-02", message);
    }
    if s.constant_trumps >> 13 != 0 {
        return fault("SJ-06", "constant_trumps has ranks only, and no jokers".to_owned());
    }
    if s.tractor_min_length < 2 {
        let message = format!("tractor_min_length is at least 2, not {}", s.tractor_min_length);
        return fault("SJ-10", message);
    }
    if let Some((a, _)) = s.banned_links.iter().find(|(a, b)| a == b) {
        let message = format!("banned_links: {:?} has no link to itself", a.name());
        return fault("SJ-12", message);
    }
    if s.no_declaration == NoDeclaration::NoTrump && !s.no_trump {
        let message = "no_declaration=\"no_trump\" needs no_trump=True";
        return fault("SJ-41", message.to_owned());
    }
    Ok(())
}
