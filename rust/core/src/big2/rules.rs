//! Rule sets: switches, checked and compiled.

use super::combo::{Pairings, Shapes};
use super::movegen::Tables;
use super::moves::Kind;
use super::order::Order;
use super::switches::{BareQuad, FiveCard, FlushOrder, Remainder, Switches};
use crate::bits::Cpu;
use crate::climb::Trick;
use crate::error::RuleError;

/// A checked rule set, compiled.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(super) switches: Switches,
    pub(super) cpu: Cpu,
    /// The order of cards, as it begins and after a revolution (BT-38).
    pub(super) orders: [Order; 2],
    pub(super) shapes: Shapes,
    pub(super) pairings: Pairings,
    pub(super) tables: Tables,
}

impl Rules {
    /// Checks the switches and compiles them.
    pub fn new(switches: Switches, cpu: Cpu) -> Result<Self, RuleError> {
        check(&switches)?;
        let orders = [Order::new(&switches, false)?, Order::new(&switches, true)?];
        let shapes = Shapes::new(&switches, &orders[0]);
        let pairings = Pairings::new(&switches);
        let tables = Tables::new(&switches, &orders[0], cpu);
        Ok(Self { switches, cpu, orders, shapes, pairings, tables })
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

    /// The order of cards in force, before or after a revolution.
    #[inline(always)]
    pub(super) fn order(&self, revolved: bool) -> &Order {
        &self.orders[usize::from(revolved)]
    }

    /// Whether the rule set has the kind of move at all.
    #[must_use]
    pub fn has_kind(&self, kind: Kind) -> bool {
        self.switches.have_kind(kind)
    }
}

impl Switches {
    pub(super) fn have_kind(&self, kind: Kind) -> bool {
        match kind {
            Kind::Triple => self.triples,
            Kind::BareQuad => self.bare_quad != BareQuad::Off,
            Kind::TwoPair4 => self.two_pair_4,
            Kind::TwoPair5 => self.two_pair_5,
            Kind::Flush => self.flushes,
            Kind::Dragon => self.dragon_play,
            Kind::Swap => self.remainder == Remainder::MalaysiaSwap,
            Kind::Redeal => self.redeal_below.is_some(),
            Kind::Ask | Kind::Give => self.players == 4 && self.all_out,
            _ => true,
        }
    }
}

fn check(s: &Switches) -> Result<(), RuleError> {
    let fault = |rule, message: String| Err(RuleError::rules(rule, message));
    if !(1..=2).contains(&s.decks) {
        return fault("BT-02", format!("decks is 1 or 2, not {}", s.decks));
    }
    if s.top_rank > 12 {
        return fault("BT-04", format!("top_rank is one of 13 ranks, not number {}", s.top_rank));
    }
    let (most, seats) = (Trick::MAX_SEATS, usize::from(s.players));
    if !(2..=most).contains(&seats) {
        return fault("BT-22", format!("players is 2 to {most}, not {seats}"));
    }
    if s.monsters && s.five_card == FiveCard::Ladder {
        let message = "monsters needs five_card=\"same_kind\": on a ladder every kind already beats \
                       the lower ones";
        return fault("BT-20", message.to_owned());
    }
    if !s.flushes && s.flush_order != FlushOrder::Rank {
        let message = "flush_order needs flushes=True: without flushes nothing is in that order";
        return fault("BT-14", message.to_owned());
    }
    if s.monster_after_pass && !(s.monsters && s.lock) {
        let message = "monster_after_pass needs monsters=True and pass_rule=\"lock\"";
        return fault("BT-30", message.to_owned());
    }
    if s.ask_locked_always && !s.monster_after_pass {
        let message = "ask_locked=\"always\" needs monster_after_pass=True";
        return fault("BT-30", message.to_owned());
    }
    if s.remainder == Remainder::MalaysiaSwap && (s.players, s.decks) != (3, 1) {
        let message = "remainder=\"malaysia_swap\" is for players=3 and decks=1";
        return fault("BT-24", message.to_owned());
    }
    if s.redeal_below == Some(0) {
        return fault("BT-34", "redeal_below is at least 1 point, or None".to_owned());
    }
    let cards = 52 * usize::from(s.decks);
    let (each, rest) = (cards / seats, cards % seats);
    let largest = if s.remainder == Remainder::LowestHolder { each + rest } else { each };
    // A hand that begins larger may come down to thirteen cards, but is no dragon as dealt.
    if s.dragon_play && largest < 13 {
        let message = format!("dragon_play: no hand of {seats} players of {cards} cards has 13");
        return fault("BT-21", message);
    }
    if s.instant_dragon && (each > 13 || largest < 13) {
        let message = format!(
            "instant_wins has a dragon: no hand of {seats} players of {cards} cards has 13"
        );
        return fault("BT-33", message);
    }
    if s.instant_four_twos && largest < 4 {
        let message = format!(
            "instant_wins has four_twos: no hand of {seats} players of {cards} cards has 4"
        );
        return fault("BT-33", message);
    }
    Ok(())
}
