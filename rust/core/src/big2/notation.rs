//! Deals as text: `play turn=0 hands=3D4C/5S/6H7H/2S`, in every phase.
//!
//! A text is the phase and then parts `name=value`. Parts that have their usual value are left out, so
//! that common positions are short. `docs/rules/big2.md` has the grammar.

use super::moves::{Cards, Move};
use super::rules::Rules;
use super::state::{NONE, Phase, State};
use super::turns::Suspect;
use crate::card::{Card, Rank};
use crate::error::{RuleError, shown};
use crate::game::Game;
use crate::notation::{about, number, parts, seat, seats, wrong};
use smallvec::SmallVec;
use std::fmt::Write;

/// The parts of a deal as they are written. What is `None` has its usual value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    /// The phase.
    pub phase: Phase,
    /// The seat to act; `None` when the deal is over.
    pub turn: Option<u8>,
    /// The hands, by seat.
    pub hands: SmallVec<[Cards; 4]>,
    /// Cards that nobody plays with, face down.
    pub left: Cards,
    /// The card that was swapped for the leftover.
    pub face_up: Cards,
    /// The play to beat, and who made it: by default the last seat before the one to act that holds
    /// cards.
    pub to_beat: Option<(Move, Option<u8>)>,
    /// With locking passes the seats that have passed in the trick beside those between who made the
    /// last play and the one to act, as a mask.
    pub passed: u64,
    /// The seats that went out, in order; `None` where at most one hand is empty.
    pub out: Option<SmallVec<[u8; 4]>>,
    /// Plays of each seat: by default as few as can be.
    pub plays: Option<SmallVec<[u8; 4]>>,
    /// How often the ends of the order of ranks changed places: by default as the play to beat tells.
    pub revolutions: Option<u8>,
    /// Before the play who leads where the set-up names him; else who led, where it is known.
    pub leader: Option<u8>,
    /// The card that the first play must contain.
    pub due: Option<u8>,
    /// The seat that got the first card.
    pub first_card: u8,
    /// The seats of king, noble, commoner and slave.
    pub roles: Option<[u8; 4]>,
    /// Exchanges that are done.
    pub exchange: u8,
    /// The ranks asked of the player whose turn in the exchange it is, as a mask.
    pub asked: u16,
    /// The one of them for which a card is to be given, or was given and one is given back.
    pub rank: Option<u8>,
    /// Redeals so far.
    pub redeals: u8,
    /// Who did not do what he could, whether by a pass, and whether he holds a single that beats the
    /// winner's last card: by default as the cards tell.
    pub suspect: Option<Option<(u8, bool, bool)>>,
    /// Who won at once, and how: 1 by a dragon, 2 by four of the top rank.
    pub won: Option<(u8, u8)>,
}

/// Cards without spaces.
fn short(cards: Cards) -> String {
    cards.to_string().replace(' ', "")
}

/// The seats of a mask.
fn in_mask(mask: u64) -> impl Iterator<Item = u8> {
    (0..64u8).filter(move |seat| mask >> seat & 1 == 1)
}

fn listed(seats: impl IntoIterator<Item = u8>) -> String {
    seats.into_iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(",")
}

/// The names of how a hand wins at once.
const INSTANT: [&str; 2] = ["dragon", "four_twos"];

impl Notation {
    /// The names of all parts, in the order in which they are written.
    pub const NAMES: [&str; 20] = [
        "turn",
        "hands",
        "left",
        "face_up",
        "to_beat",
        "by",
        "passed",
        "out",
        "plays",
        "revolutions",
        "leader",
        "due",
        "first_card",
        "roles",
        "exchange",
        "asked",
        "rank",
        "redeals",
        "suspect",
        "won",
    ];

    /// A notation of a phase, with usual values and no cards.
    #[must_use]
    pub fn new(rules: &Rules, phase: Phase) -> Self {
        Self {
            phase,
            turn: None,
            hands: SmallVec::from_elem(Cards::EMPTY, State::seats(rules)),
            left: Cards::EMPTY,
            face_up: Cards::EMPTY,
            to_beat: None,
            passed: 0,
            out: None,
            plays: None,
            revolutions: None,
            leader: None,
            due: None,
            first_card: 0,
            roles: None,
            exchange: 0,
            asked: 0,
            rank: None,
            redeals: 0,
            suspect: None,
            won: None,
        }
    }

    /// All parts of a state.
    #[must_use]
    pub fn of(rules: &Rules, state: &State) -> Self {
        let number = |number: u8| (number != NONE).then_some(number);
        let played = matches!(state.phase, Phase::Play | Phase::Over);
        let exchanging = state.phase == Phase::Exchange;
        let Suspect { seat, passed, could_have_stopped } = state.suspect;
        let to_beat = state.to_beat().filter(|_| state.phase == Phase::Play);
        let mut out = Self {
            turn: state.turn().map(|turn| turn as u8),
            hands: state.hands.clone(),
            left: state.left,
            face_up: state.face_up,
            to_beat: to_beat.map(|mv| (mv, state.trick.last().map(|by| by as u8))),
            out: (played && state.instant == 0).then(|| state.out_order.clone()),
            plays: played.then(|| state.plays.clone()),
            revolutions: played.then_some(state.revolutions),
            leader: if played { number(state.leader) } else { state.setup.leader },
            due: number(state.due),
            redeals: state.redeals,
            suspect: played.then(|| number(seat).map(|seat| (seat, passed, could_have_stopped))),
            won: (state.instant > 0).then_some((state.winner, state.instant)),
            ..Self::new(rules, state.phase)
        };
        if !played {
            (out.first_card, out.roles) = (state.setup.first_card, state.setup.roles);
        }
        if exchanging {
            (out.exchange, out.asked) = (state.exchange.done, state.exchange.asked);
            out.rank = state.asked_rank();
        }
        if rules.switches.lock && to_beat.is_some() {
            out.passed = state.trick.passed() & !out.between(rules);
        }
        out
    }

    /// Whether the phase has a part of this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        let played = matches!(self.phase, Phase::Play | Phase::Over);
        match name {
            "hands" | "left" | "redeals" | "leader" => true,
            "turn" => self.phase != Phase::Over,
            "to_beat" | "by" | "passed" | "due" => self.phase == Phase::Play,
            "first_card" | "roles" => !played,
            "exchange" | "asked" | "rank" => self.phase == Phase::Exchange,
            "won" => self.phase == Phase::Over,
            _ => played,
        }
    }

    /// The seats that have gone out, in order.
    pub(super) fn gone_out(&self) -> SmallVec<[u8; 4]> {
        match &self.out {
            Some(out) => out.clone(),
            None if self.won.is_some() => SmallVec::new(),
            None => {
                let empty = |seat: &u8| self.hands[usize::from(*seat)].is_empty();
                (0..self.hands.len() as u8).filter(empty).collect()
            }
        }
    }

    /// Who made the play to beat.
    pub(super) fn player(&self) -> Option<u8> {
        let (_, by) = self.to_beat?;
        by.or_else(|| {
            let (turn, seats) = (usize::from(self.turn?), self.hands.len());
            let before = (1..seats).map(|back| (turn + seats - back) % seats);
            before.into_iter().find(|&at| !self.hands[at].is_empty()).map(|at| at as u8)
        })
    }

    /// The seats between who made the play to beat and the one to act that hold cards.
    fn between(&self, rules: &Rules) -> u64 {
        match (self.player(), self.turn) {
            (Some(by), Some(turn)) if by != turn => {
                let out = self.gone_out().iter().fold(0, |mask, seat| mask | 1u64 << seat);
                let (by, turn) = (usize::from(by), usize::from(turn));
                rules.first_trick(by).with_out(out).midway(by, turn, 0).passed()
            }
            _ => 0,
        }
    }

    /// The text, without parts that have their usual value.
    #[must_use]
    pub fn text(&self, rules: &Rules) -> String {
        let usual = Self { plays: None, revolutions: None, suspect: None, ..self.clone() };
        let played = matches!(self.phase, Phase::Play | Phase::Over);
        let (this, usual) = match played {
            true => (Some(self.position(rules)), Some(usual.position(rules))),
            false => (None, None),
        };
        let differs = |part: &str| {
            let (Some(this), Some(usual)) = (&this, &usual) else { return false };
            match part {
                "plays" => this.plays != usual.plays,
                _ => this.revolutions != usual.revolutions,
            }
        };
        let at_once = self.won.is_some();
        let mut out = String::from(self.phase.name());
        for name in Self::NAMES.into_iter().filter(|name| self.has(name)) {
            let written = match name {
                "turn" | "hands" => true,
                "left" => !self.left.is_empty(),
                "face_up" => !self.face_up.is_empty(),
                "by" => {
                    let other = self.to_beat.map(|(mv, _)| (mv, None));
                    self.player() != Self { to_beat: other, ..self.clone() }.player()
                }
                "passed" => self.passed != 0,
                "out" => self.gone_out() != Self { out: None, ..self.clone() }.gone_out(),
                "plays" if at_once => {
                    self.plays.as_ref().is_some_and(|plays| plays.iter().any(|&n| n > 0))
                }
                "plays" | "revolutions" => differs(name),
                "first_card" | "exchange" | "redeals" => {
                    self.number(name).is_some_and(|number| number > 0)
                }
                "asked" => self.asked != 0,
                "suspect" => self.suspect.is_some_and(|suspect| {
                    let usual = usual.as_ref().and_then(|usual| usual.suspect);
                    suspect != usual.map(|(seat, passed)| (seat, passed, false))
                }),
                _ => true,
            };
            if written && let Some(value) = self.value(name) {
                let _ = write!(out, " {name}={value}");
            }
        }
        out
    }

    /// A part that is a number or a seat.
    fn number(&self, name: &str) -> Option<u8> {
        match name {
            "turn" => self.turn,
            "by" => self.player(),
            "revolutions" => self.revolutions,
            "leader" => self.leader,
            "first_card" => Some(self.first_card),
            "exchange" => Some(self.exchange),
            "redeals" => Some(self.redeals),
            _ => None,
        }
    }

    /// One part as text; `None` where there is none.
    fn value(&self, name: &str) -> Option<String> {
        let rank = |rank: u8| Rank::from_index(rank.into()).map(|rank| rank.to_string());
        Some(match name {
            "hands" => {
                let hands = self.hands.iter().map(|&hand| short(hand));
                hands.collect::<Vec<_>>().join("/")
            }
            "left" => short(self.left),
            "face_up" => short(self.face_up),
            "to_beat" => short(self.to_beat?.0.cards),
            "passed" => listed(in_mask(self.passed)),
            "out" => listed(self.gone_out()),
            "plays" => {
                let plays = self.plays.as_ref()?.iter().map(u8::to_string);
                plays.collect::<Vec<_>>().join("/")
            }
            "due" => Card::from_index(self.due?.into())?.to_string(),
            "roles" => listed(self.roles?),
            "asked" => in_mask(self.asked.into()).filter_map(rank).collect(),
            "rank" => rank(self.rank?)?,
            "suspect" => match self.suspect? {
                None => "none".to_owned(),
                Some((seat, passed, stops)) => {
                    let words = [(passed, ",passed"), (stops, ",could_stop")];
                    let words = words.into_iter().filter(|(on, _)| *on).map(|(_, word)| word);
                    seat.to_string() + &words.collect::<String>()
                }
            },
            "won" => {
                let (seat, how) = self.won?;
                format!("{seat},{}", INSTANT.get(usize::from(how).wrapping_sub(1))?)
            }
            name => self.number(name)?.to_string(),
        })
    }

    /// Reads a text. Whether the parts fit together shows in [`state`](Self::state).
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, RuleError> {
        let phases = [Phase::Redeal, Phase::Swap, Phase::Exchange, Phase::Play, Phase::Over];
        let word = text.split_whitespace().next().unwrap_or("");
        let Some(phase) = phases.into_iter().find(|phase| phase.name() == word) else {
            let known = phases.map(Phase::name).join(", ");
            let message = format!("a position begins with one of {known}, not {:?}", shown(word));
            return Err(wrong("phase", message));
        };
        let mut out = Self::new(rules, phase);
        for (name, value) in parts(text, &Self::NAMES)? {
            if !out.has(name) {
                let phase = phase.name();
                return Err(wrong(name, format!("there is no such thing in the phase {phase}")));
            }
            out.read(rules, name, value)?;
        }
        Ok(out)
    }

    /// Reads one part.
    fn read(&mut self, rules: &Rules, name: &str, value: &str) -> Result<(), RuleError> {
        let n = State::seats(rules);
        let cards = |text: &str| rules.read_cards(text).map_err(about(name));
        let rank = |text: &str| -> Result<u8, RuleError> {
            let rank: Rank = text.parse().map_err(about(name))?;
            match rank.is_joker() {
                true => Err(wrong(name, format!("{rank} is no rank of Big Two"))),
                false => Ok(rank.index() as u8),
            }
        };
        match name {
            "turn" => self.turn = Some(seat(name, value, n)?),
            "leader" => self.leader = Some(seat(name, value, n)?),
            "first_card" => self.first_card = seat(name, value, n)?,
            "hands" => {
                let hands = value.split('/').map(cards);
                self.hands = hands.collect::<Result<_, _>>()?;
                if self.hands.len() != n {
                    let message =
                        format!("there are {n}, with / between, not {}", self.hands.len());
                    return Err(wrong(name, message));
                }
            }
            "left" => self.left = cards(value)?,
            "face_up" => self.face_up = cards(value)?,
            "to_beat" => {
                let mv = super::parse_move(rules, value).map_err(about(name))?;
                self.to_beat = Some((mv, self.to_beat.and_then(|(_, by)| by)));
            }
            "by" => {
                let by = Some(seat(name, value, n)?);
                self.to_beat = Some((self.to_beat.map_or(Move::PASS, |(mv, _)| mv), by));
            }
            "passed" => {
                self.passed = seats(name, value, n)?.into_iter().fold(0, |mask, at| mask | 1 << at);
            }
            "out" => self.out = Some(seats(name, value, n)?.into_iter().collect()),
            "roles" => {
                let roles = seats(name, value, n)?.try_into();
                let message = "the seats of king, noble, commoner and slave";
                self.roles = Some(roles.map_err(|_| wrong(name, message))?);
            }
            "plays" => {
                let plays = value.split('/').map(|text| number(name, text, 104));
                self.plays = Some(plays.collect::<Result<_, _>>()?);
            }
            "revolutions" => self.revolutions = Some(number(name, value, 20)?),
            "exchange" => self.exchange = number(name, value, 9)?,
            "redeals" => self.redeals = number(name, value, u8::MAX)?,
            "due" => {
                let due = cards(value)?;
                let one = due.total() == 1;
                let face = one.then(|| due.faces().trailing_zeros() as u8);
                self.due = Some(face.ok_or_else(|| wrong(name, "one card is due"))?);
            }
            "asked" => {
                for letter in value.chars() {
                    self.asked |= 1 << rank(&letter.to_string())?;
                }
            }
            "rank" => self.rank = Some(rank(value)?),
            "suspect" if value == "none" => self.suspect = Some(None),
            "suspect" => {
                let mut words = value.split(',');
                let at = seat(name, words.next().unwrap_or(""), n)?;
                let (mut passed, mut stops) = (false, false);
                for word in words {
                    match word {
                        "passed" if !passed => passed = true,
                        "could_stop" if !stops => stops = true,
                        _ => {
                            let message = "a seat, then passed or could_stop, or none";
                            return Err(wrong(name, message));
                        }
                    }
                }
                self.suspect = Some(Some((at, passed, stops)));
            }
            _ => {
                let (at, how) = value.split_once(',').unwrap_or((value, ""));
                let how = INSTANT.iter().position(|name| *name == how);
                let how = how.ok_or_else(|| wrong(name, "a seat, then dragon or four_twos"))?;
                self.won = Some((seat(name, at, n)?, how as u8 + 1));
            }
        }
        Ok(())
    }
}

impl State {
    /// The state that a text tells; see [`Notation`].
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, RuleError> {
        Notation::parse(rules, text)?.state(rules)
    }

    /// The deal as text; [`parse`](Self::parse) reads it back.
    #[must_use]
    pub fn text(&self, rules: &Rules) -> String {
        Notation::of(rules, self).text(rules)
    }
}
