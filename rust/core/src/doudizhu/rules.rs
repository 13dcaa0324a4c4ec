//! The switches of Dou Dizhu and their compiled form.

use super::hand::{CHAIN_RANKS, Hand, SUITED_RANKS};
use super::ids::Ids;
use super::moves::Kind;
use super::wings::Wings;
use crate::bits::Cpu;
use crate::error::RuleError;

/// How the landlord is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AuctionKind {
    /// 叫分: bids of 1 to 3 (DD-04).
    Points,
    /// 搶地主: call and rob (DD-05).
    Rob,
    /// A given seat (DD-06).
    Fixed,
}

/// The switches, by the names of `docs/rules/doudizhu.md`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Switches {
    /// DD-04 … DD-06.
    pub auction: AuctionKind,
    /// DD-04: whether the auction goes round again, a passer included.
    pub repass_again: bool,
    /// DD-04, DD-05: whether a deal that nobody wants is void instead of dealt again.
    pub void_on_all_pass: bool,
    /// DD-05: what the first call sets.
    pub call_multiplier: u8,
    /// DD-11: whether a trio may carry any two cards instead of a pair.
    pub trio_with_any_two: bool,
    /// DD-15: most copies of one rank among solo wings, 1 … 4.
    pub wing_repeat: u8,
    /// DD-15: both jokers among solo wings.
    pub wing_both_jokers: bool,
    /// DD-15: the fourth card of a chain trio as a solo wing.
    pub wing_chain_rank: bool,
    /// DD-15: a wing trio (for quad chains: quad) next to the chain.
    pub wing_extends_chain: bool,
    /// DD-16, DD-17: a quad as two pair wings.
    pub wing_quad_as_two_pairs: bool,
    /// DD-17: four with two at all.
    pub four_with_two: bool,
    /// DD-17: two equal cards as the two solos.
    pub kicker_pair_as_two_solos: bool,
    /// DD-17: both jokers as the two solos.
    pub kicker_both_jokers: bool,
    /// DD-21.
    pub quad_chains: bool,
    /// DD-25.
    pub open_hand: bool,
    /// DD-29.
    pub doubling: bool,
    /// DD-29: multipliers of the moments of showing; empty for none.
    pub show_multipliers: Vec<u8>,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            auction: AuctionKind::Points,
            repass_again: false,
            void_on_all_pass: false,
            call_multiplier: 3,
            trio_with_any_two: false,
            wing_repeat: 3,
            wing_both_jokers: false,
            wing_chain_rank: false,
            wing_extends_chain: true,
            wing_quad_as_two_pairs: false,
            four_with_two: true,
            kicker_pair_as_two_solos: true,
            kicker_both_jokers: false,
            quad_chains: false,
            open_hand: false,
            doubling: false,
            show_multipliers: Vec::new(),
        }
    }
}

/// A checked rule set with its action table.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(super) switches: Switches,
    pub(super) cpu: Cpu,
    pub(super) ids: Ids,
}

impl Rules {
    /// Checks the switches and compiles them.
    pub fn new(switches: Switches, cpu: Cpu) -> Result<Self, RuleError> {
        if !(1..=4).contains(&switches.wing_repeat) {
            return Err(RuleError::rules(
                "DD-15",
                format!("wing_repeat is 1, 2, 3 or 4, not {}", switches.wing_repeat),
            ));
        }
        if switches.call_multiplier == 0 {
            return Err(RuleError::rules("DD-05", "call_multiplier is at least 1"));
        }
        let shows = &switches.show_multipliers;
        if shows.len() == 1 || shows.contains(&0) || !shows.is_sorted_by(|a, b| a >= b) {
            return Err(RuleError::rules(
                "DD-29",
                format!(
                    "show_multipliers needs at least two multipliers of 1 or more, from the first \
                     moment to the last, none above the one before; got {shows:?}"
                ),
            ));
        }
        if shows.len() > 18 {
            return Err(RuleError::rules("DD-29", "show_multipliers has more moments than cards"));
        }
        if switches.open_hand && !shows.is_empty() {
            return Err(RuleError::rules(
                "DD-29",
                "open_hand and show_multipliers contradict each other: the last of show_multipliers \
                 already is the landlord's showing",
            ));
        }
        let mut rules = Self { switches, cpu, ids: Ids::default() };
        rules.ids = Ids::new(&rules);
        Ok(rules)
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

    /// Whether the rule set has the kind of play at all.
    #[must_use]
    pub fn has_kind(&self, kind: Kind) -> bool {
        match kind {
            Kind::FourSolos | Kind::FourPairs => self.switches.four_with_two,
            Kind::QuadChain | Kind::QuadChainSolos | Kind::QuadChainPairs => {
                self.switches.quad_chains
            }
            Kind::Bid => self.switches.auction == AuctionKind::Points,
            Kind::Call | Kind::Rob => self.switches.auction == AuctionKind::Rob,
            Kind::Double => self.switches.doubling,
            Kind::Show => self.switches.open_hand || !self.switches.show_multipliers.is_empty(),
            _ => true,
        }
    }

    /// Whether every main part of a kind and length leaves a hand equally many choices of wings: true
    /// where nothing turns on the neighbours of the chain, its fourth cards or quads outside it.
    #[inline(always)]
    #[must_use]
    pub(super) fn same_for_all_heads(&self, kind: Kind, length: u8) -> bool {
        let s = &self.switches;
        match kind {
            Kind::AirplaneSolos => {
                !s.wing_chain_rank
                    && (length <= 2 || s.wing_extends_chain)
                    && (length <= 3 || s.wing_repeat <= 3)
            }
            Kind::TrioPair => true,
            Kind::AirplanePairs => !s.wing_quad_as_two_pairs,
            Kind::QuadChainSolos | Kind::QuadChainPairs => false,
            _ => true,
        }
    }

    /// The wings that `hand` can give to a main part of `kind` over the ranks `main`, which it holds.
    #[inline(always)]
    #[must_use]
    pub fn wings(&self, kind: Kind, main: u64, hand: Hand) -> Wings {
        let s = &self.switches;
        let [p1, p2, p3, p4] = [1, 2, 3, 4].map(|copies| hand.plane(copies) & !main);
        let fours_if = |on: bool| if on { p4 } else { 0 };
        let length = main.count_ones() as u8;
        let chain_neighbours = (main << 1 | main >> 1) & CHAIN_RANKS;
        let may_repeat = |copies: u8, plane: u64| if s.wing_repeat >= copies { plane } else { 0 };
        match kind {
            Kind::TrioPair if s.trio_with_any_two => {
                Wings { ranks: [p1, p2, 0, 0], size: 2, unit: 1, both_jokers: s.wing_both_jokers }
            }
            Kind::FourSolos => {
                let twos = if s.kicker_pair_as_two_solos { p2 } else { 0 };
                let both_jokers = s.kicker_both_jokers;
                Wings { ranks: [p1, twos, 0, 0], size: 2, unit: 1, both_jokers }
            }
            Kind::TrioPair | Kind::AirplanePairs => {
                let size = length;
                let twos = fours_if(size >= 2 && s.wing_quad_as_two_pairs);
                Wings { ranks: [p2, twos, 0, 0], size, unit: 2, both_jokers: true }
            }
            Kind::FourPairs | Kind::QuadChainPairs => {
                let twos = fours_if(s.wing_quad_as_two_pairs);
                Wings { ranks: [p2, twos, 0, 0], size: 2 * length, unit: 2, both_jokers: true }
            }
            Kind::QuadChainSolos => {
                let barred = if s.wing_extends_chain { 0 } else { chain_neighbours };
                Wings {
                    ranks: [p1, may_repeat(2, p2), may_repeat(3, p3), may_repeat(4, p4 & !barred)],
                    size: 2 * length,
                    unit: 1,
                    both_jokers: s.wing_both_jokers,
                }
            }
            Kind::TrioSolo => Wings { ranks: [p1, 0, 0, 0], size: 1, unit: 1, both_jokers: true },
            _ => {
                let fourths =
                    if s.wing_chain_rank { hand.plane(4) & main & SUITED_RANKS } else { 0 };
                let barred = if s.wing_extends_chain { 0 } else { chain_neighbours };
                Wings {
                    ranks: [
                        p1 | fourths,
                        may_repeat(2, p2),
                        may_repeat(3, p3 & !barred),
                        may_repeat(4, p4 & !barred),
                    ],
                    size: length,
                    unit: 1,
                    both_jokers: s.wing_both_jokers,
                }
            }
        }
    }
}
