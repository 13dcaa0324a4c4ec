//! Reading cards as moves (DD-09 … DD-21), and texts as moves.

use super::hand::{CHAIN_RANKS, Hand, JOKERS};
use super::moves::{Kind, Move};
use super::rules::Rules;
use super::wings::Wings;
use crate::bits::Isa;
use crate::error::{RuleError, shown};
use std::cmp::Reverse;

/// The readings of a card set, in the documented order. Few sets have more than one.
pub type Readings = Vec<Move>;

/// If `ranks` is one unbroken run, its length, else 0.
#[inline(always)]
const fn run_length(ranks: u64) -> u8 {
    let run = ranks >> ranks.trailing_zeros();
    if run & (run + 1) == 0 { run.count_ones() as u8 } else { 0 }
}

/// Calls `found` with every reading of `cards`, in the documented order.
#[inline(always)]
fn each_reading(rules: &Rules, cards: Hand, found: &mut impl FnMut(Move)) {
    let ranks = cards.plane(1);
    let rank = ranks.trailing_zeros() as u8;
    if cards.is_empty() {
        return;
    }
    if cards.plane(3) == 0 {
        // No trio: solos, pairs, their chains, the rocket.
        let pairs = cards.plane(2);
        let one_rank = ranks & (ranks - 1) == 0;
        if pairs == 0 {
            if one_rank {
                found(Move::bare(Kind::Solo, 1, rank));
            } else if ranks == JOKERS {
                found(Move::ROCKET);
            } else if ranks & !CHAIN_RANKS == 0 && run_length(ranks) >= 5 {
                found(Move::bare(Kind::SoloChain, run_length(ranks), rank));
            }
        } else if pairs == ranks {
            if one_rank {
                found(Move::bare(Kind::Pair, 1, rank));
            } else if ranks & !CHAIN_RANKS == 0 && (3..=10).contains(&run_length(ranks)) {
                found(Move::bare(Kind::PairChain, run_length(ranks), rank));
            }
        }
    } else if cards.plane(4) == 0 && cards.plane(3).count_ones() == 1 {
        let main = cards.plane(3);
        let rank = main.trailing_zeros() as u8;
        match cards.len() {
            3 => found(Move::bare(Kind::Trio, 1, rank)),
            4 => found(Move { cards, kind: Kind::TrioSolo, length: 1, rank }),
            5 => {
                let pair = cards.plane(2) != main;
                let any = rules.switches.trio_with_any_two
                    && (rules.switches.wing_both_jokers || ranks & JOKERS != JOKERS);
                if pair || any {
                    found(Move { cards, kind: Kind::TrioPair, length: 1, rank });
                }
            }
            _ => {}
        }
    } else {
        each_rare_reading(rules, cards, found);
    }
}

/// Readings of sets with a quad or several trios.
#[inline(always)]
fn each_rare_reading(rules: &Rules, cards: Hand, found: &mut impl FnMut(Move)) {
    let size = cards.len();
    // Every kind becomes code of its own, with its divisor known.
    macro_rules! read {
        ($kind:expr) => {
            let (carried, unit) = $kind.carried();
            let per_rank = $kind.copies() + carried as u32 * unit;
            let (shortest, longest) = $kind.lengths();
            let length = (size / per_rank) as u8;
            if size.is_multiple_of(per_rank) && (shortest..=longest).contains(&length) {
                let plane = cards.plane($kind.copies());
                let mut heads = if $kind.is_chain() {
                    super::chains::run_starts(plane & CHAIN_RANKS, length)
                } else {
                    plane
                };
                while heads != 0 {
                    let rank = heads.trailing_zeros() as u8;
                    let mv = Move { cards, kind: $kind, length, rank };
                    if carried == 0 || wings_fit(rules, mv) {
                        found(mv);
                    }
                    heads &= heads - 1;
                }
            }
        };
    }
    let trios = cards.plane(3) & CHAIN_RANKS;
    if trios & (trios >> 1) != 0 {
        read!(Kind::Airplane);
        read!(Kind::AirplaneSolos);
        read!(Kind::AirplanePairs);
    }
    let quads = cards.plane(4);
    if quads == 0 {
        return;
    }
    if rules.switches.four_with_two {
        read!(Kind::FourSolos);
        read!(Kind::FourPairs);
    }
    if rules.switches.quad_chains {
        read!(Kind::QuadChain);
        read!(Kind::QuadChainSolos);
        read!(Kind::QuadChainPairs);
    }
    if size == 4 {
        found(Move::bare(Kind::Bomb, 1, quads.trailing_zeros() as u8));
    }
}

/// Whether the wings of a play are allowed; its main part is known to be among its cards, and the
/// number of its cards to be right.
#[inline(always)]
fn wings_fit(rules: &Rules, mv: Move) -> bool {
    let (_, unit) = mv.kind.carried();
    let unit = if mv.kind == Kind::TrioPair && rules.switches.trio_with_any_two { 1 } else { unit };
    let Some(chosen) = Wings::units(mv.wings(), unit) else { return false };
    let wings = rules.wings(mv.kind, mv.main_ranks(), mv.cards);
    (0..4).all(|plane| chosen[plane] & !wings.ranks[plane] == 0)
        && (wings.both_jokers || chosen[0] & JOKERS != JOKERS)
}

#[expect(clippy::extra_unused_type_parameters, reason = "compiled once for each processor")]
#[inline(always)]
fn classify_impl<I: Isa>(rules: &Rules, cards: Hand, out: &mut Readings) {
    each_reading(rules, cards, &mut |mv| out.push(mv));
}

#[expect(clippy::extra_unused_type_parameters, reason = "compiled once for each processor")]
#[inline(always)]
fn first_impl<I: Isa>(rules: &Rules, cards: Hand) -> (u32, Move) {
    let (mut count, mut first) = (0, Move::PASS);
    each_reading(rules, cards, &mut |mv| {
        if count == 0 {
            first = mv;
        }
        count += 1;
    });
    (count, first)
}

impl Rules {
    /// Every reading of a card set as a play, in the documented order; empty where it is none.
    #[must_use]
    pub fn classify(&self, cards: Hand) -> Readings {
        let (rules, mut readings) = (self, Vec::new());
        let out = &mut readings;
        crate::dispatch!(
            self.cpu,
            classify_impl(rules: &Rules, cards: Hand, out: &mut Readings)
        );
        readings
    }

    /// The number of readings of a card set and the first of them, without storage.
    #[must_use]
    pub fn first_reading(&self, cards: Hand) -> (u32, Move) {
        let rules = self;
        crate::dispatch!(self.cpu, first_impl(rules: &Rules, cards: Hand) -> (u32, Move))
    }

    /// The number of readings of a card set and the strongest of them: that with the fewest wing
    /// cards, then of the later kind, the higher rank, the later in order (DD-20).
    #[must_use]
    pub fn strongest_reading(&self, cards: Hand) -> (u32, Option<Move>) {
        match self.first_reading(cards) {
            (0, _) => (0, None),
            (1, only) => (1, Some(only)),
            (number, _) => (number, strongest(&self.classify(cards))),
        }
    }

    /// Whether `mv` is a play of this rule set (whoever holds the cards).
    #[must_use]
    pub fn is_play(&self, mv: Move) -> bool {
        mv.kind.is_play() && mv.cards.is_valid() && self.id_of(mv).is_some()
    }

    /// Reads a play from its cards: `"33344456"`, or with the wings after a plus, `"333444+56"`.
    /// Among several readings it takes one that beats `to_beat`, if given, or it is an error; among
    /// those the one with the fewest wing cards, then of the later kind, the higher rank, the later
    /// in order (DD-20).
    pub fn read_play(&self, text: &str, to_beat: Option<Move>) -> Result<Move, RuleError> {
        let (main, wings) = text.split_once('+').map_or((text, None), |(m, w)| (m, Some(w)));
        let main = Hand::parse(main)?;
        if wings.is_some_and(|wings| wings.trim().is_empty()) {
            let text = shown(text);
            let message = format!("{text:?} has no wings after the plus");
            return Err(RuleError::input(text, message));
        }
        let cards = match wings {
            None => main,
            Some(wings) => main.plus(Hand::parse(wings)?).ok_or_else(|| RuleError {
                rule: "DD-01",
                ..RuleError::input(
                    shown(text),
                    format!("{:?} has more cards of a rank than the pack", shown(text)),
                )
            })?,
        };
        let readings = self.classify(cards).into_iter();
        let mut readings: Vec<Move> =
            readings.filter(|mv| wings.is_none() || mv.main() == main).collect();
        let best = strongest(&readings).ok_or_else(|| self.why_no_play(cards, text))?;
        let Some(to_beat) = to_beat else { return Ok(best) };
        readings.retain(|mv| mv.beats(to_beat));
        strongest(&readings).ok_or_else(|| self.why_not_beaten(best, to_beat))
    }

    /// The error for cards that are no play, naming the nearest rule.
    pub(super) fn why_no_play(&self, cards: Hand, text: &str) -> RuleError {
        let (ranks, size) = (cards.plane(1), cards.len());
        let (rule, message) = if cards.is_empty() {
            ("DD-07", format!("{:?} has no cards; to play nothing is a pass", shown(text)))
        } else if cards.plane(2) == 0 && size >= 3 {
            let wrong = ranks & !CHAIN_RANKS != 0;
            let why = if wrong { "no 2 or joker in it" } else { "five or more consecutive ranks" };
            ("DD-12", format!("{cards} is no play: a solo chain needs {why}"))
        } else if ranks == cards.plane(2) && cards.plane(3) == 0 {
            let wrong = ranks & !CHAIN_RANKS != 0;
            let why = if wrong { "no 2 in it" } else { "three to ten consecutive pairs" };
            ("DD-13", format!("{cards} is no play: a pair chain needs {why}"))
        } else if size == 2 {
            ("DD-10", format!("{cards} is no play: a pair is two cards of one rank"))
        } else if cards.plane(4) != 0 {
            let rule = if self.switches.quad_chains { "DD-21" } else { "DD-17" };
            (rule, format!("{cards} is no play of these rules, with its four of a kind"))
        } else if cards.plane(3).count_ones() >= 2 {
            (
                "DD-14",
                format!(
                    "{cards} is no play: an airplane is two or more consecutive trios up \
                               to A, bare or with as many solos or as many pairs"
                ),
            )
        } else if cards.plane(3) != 0 {
            (
                "DD-11",
                format!("{cards} is no play: a trio stands alone or carries one card or a pair"),
            )
        } else {
            ("DD-20", format!("{cards} is no play"))
        };
        RuleError::illegal(rule, cards.to_string(), message)
    }
}

impl Rules {
    pub(super) fn why_not_beaten(&self, mv: Move, to_beat: Move) -> RuleError {
        let cards = mv.cards.to_string();
        let message =
            format!("{mv} ({}) does not beat {to_beat} ({})", mv.kind.name(), to_beat.kind.name());
        let rule = match (mv.kind, to_beat.kind) {
            (_, Kind::Rocket) => "DD-19",
            (Kind::Bomb, Kind::Bomb) | (_, Kind::Bomb) => "DD-18",
            (_, Kind::Solo) => "DD-09",
            (_, Kind::Pair) => "DD-10",
            (_, Kind::Trio | Kind::TrioSolo | Kind::TrioPair) => "DD-11",
            (_, Kind::SoloChain) => "DD-12",
            (_, Kind::PairChain) => "DD-13",
            (_, Kind::Airplane | Kind::AirplaneSolos | Kind::AirplanePairs) => "DD-14",
            (_, Kind::FourSolos | Kind::FourPairs) => "DD-17",
            _ => "DD-21",
        };
        RuleError::illegal(rule, cards, message)
    }
}

/// Of readings in the documented order the strongest.
fn strongest(readings: &[Move]) -> Option<Move> {
    let rank = |&(n, mv): &(usize, Move)| (Reverse(mv.wings().len()), mv.kind, mv.rank, n);
    readings.iter().copied().enumerate().max_by_key(rank).map(|(_, mv)| mv)
}

/// The move that a text names: a decision's name, or cards.
pub fn parse_move(rules: &Rules, text: &str, to_beat: Option<Move>) -> Result<Move, RuleError> {
    let trimmed = text.trim();
    if let Some(value) = trimmed.strip_prefix("bid ") {
        return match value.trim().parse::<u8>() {
            Ok(value @ 1..=3) => Ok(Move::bid(value)),
            _ => Err(RuleError::illegal(
                "DD-04",
                "",
                format!("a bid is 1, 2 or 3, not {:?}", shown(value)),
            )),
        };
    }
    match trimmed {
        "pass" => Ok(Move::PASS),
        "call" => Ok(Move::decision(Kind::Call)),
        "rob" => Ok(Move::decision(Kind::Rob)),
        "double" => Ok(Move::decision(Kind::Double)),
        "show" => Ok(Move::decision(Kind::Show)),
        _ => rules.read_play(trimmed, to_beat),
    }
}
