//! Deals as text: `play turn=0 landlord=0 hands=34/56/78 bottom=`, in every phase.
//!
//! A text is the phase and then parts `name=value`. Parts that have their usual value are left out, so
//! that common positions are short. `docs/rules/doudizhu.md` has the grammar.

use super::hand::Hand;
use super::moves::{Kind, Move};
use super::position::Position;
use super::rules::{AuctionKind, Rules};
use super::state::{Phase, State};
use crate::error::{RuleError, shown};
use crate::game::Game as _;
use crate::notation::{self, about, number, parts, wrong};
use std::fmt::Write;

/// The parts of a deal as they are written. What is `None` has its usual value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    /// The phase.
    pub phase: Phase,
    /// The seat to act; `None` when the deal is over.
    pub turn: Option<u8>,
    /// The landlord; while cards are being dealt he who will be, in rules without an auction.
    pub landlord: Option<u8>,
    /// The hands.
    pub hands: [Hand; 3],
    /// The bottom cards; empty where they are not known.
    pub bottom: Hand,
    /// The play to beat, and who made it: by default the seat before the one to act.
    pub to_beat: Option<(Move, Option<u8>)>,
    /// What was said in the auction, from the first bidder on.
    pub said: Vec<Move>,
    /// The moment of showing, before the auction only.
    pub moment: u8,
    /// The cards received by then.
    pub received: [Hand; 3],
    /// Who spoke first: by default the landlord; he who is asked while cards are being dealt.
    pub first_bidder: Option<u8>,
    /// Redeals so far.
    pub redeals: u8,
    /// The winning bid: by default the least.
    pub bid: Option<u8>,
    /// Robs so far.
    pub robs: u8,
    /// Who has shown.
    pub shown: [bool; 3],
    /// The multiplier of showing: by default that of the landlord's where anybody has shown, else 1.
    pub open_multiplier: Option<u8>,
    /// Who has doubled.
    pub doubled: [bool; 3],
    /// Plays of each seat: by default as few as [`Position::likely_plays`] says.
    pub plays: Option<[u8; 3]>,
    /// Bombs so far: by default none but the play to beat.
    pub bombs: Option<u8>,
    /// Rockets so far: by default none but the play to beat.
    pub rockets: Option<u8>,
}

impl Notation {
    /// The names of all parts, in the order in which they are written.
    pub const NAMES: [&str; 19] = [
        "turn",
        "landlord",
        "hands",
        "bottom",
        "to_beat",
        "by",
        "said",
        "moment",
        "received",
        "first_bidder",
        "redeals",
        "bid",
        "robs",
        "shown",
        "open_multiplier",
        "doubled",
        "plays",
        "bombs",
        "rockets",
    ];

    /// A notation of a phase, with usual values and no cards.
    #[must_use]
    pub fn new(phase: Phase) -> Self {
        Self {
            phase,
            turn: None,
            landlord: None,
            hands: [Hand::EMPTY; 3],
            bottom: Hand::EMPTY,
            to_beat: None,
            said: Vec::new(),
            moment: 0,
            received: [Hand::EMPTY; 3],
            first_bidder: None,
            redeals: 0,
            bid: None,
            robs: 0,
            shown: [false; 3],
            open_multiplier: None,
            doubled: [false; 3],
            plays: None,
            bombs: None,
            rockets: None,
        }
    }

    /// All parts of a state.
    #[must_use]
    pub fn of(rules: &Rules, state: &State) -> Self {
        let facts = state.current_facts();
        let early = state.phase == Phase::EarlyShow;
        let fixed = rules.switches.auction == AuctionKind::Fixed;
        let to_be = (early && fixed).then(|| state.setup.landlord.unwrap_or(0));
        let by = state.last_player().map(|by| by as u8);
        Self {
            turn: state.turn().map(|turn| turn as u8),
            landlord: state.landlord().map(|seat| seat as u8).or(to_be),
            hands: state.hands,
            bottom: state.bottom,
            to_beat: state.to_beat().map(|mv| (mv, by)),
            said: match state.phase {
                Phase::Auction => state.auction.words(rules),
                _ => Vec::new(),
            },
            moment: if early { state.moment } else { 0 },
            received: if early { state.received } else { [Hand::EMPTY; 3] },
            first_bidder: Some(state.first_bidder),
            redeals: state.redeals,
            bid: Some(facts.bid),
            robs: if state.phase == Phase::Auction { 0 } else { facts.robs },
            shown: state.shown,
            open_multiplier: Some(state.open_multiplier),
            doubled: state.doubled,
            plays: Some(state.plays),
            bombs: Some(state.bombs),
            rockets: Some(state.rockets),
            ..Self::new(state.phase)
        }
    }

    /// Whether the parts of the play are there: the landlord has taken the bottom cards.
    pub(super) fn is_taken(&self) -> bool {
        match self.phase {
            Phase::EarlyShow | Phase::Auction => false,
            Phase::Over => self.landlord.is_some(),
            _ => true,
        }
    }

    /// Whether the phase has a part of this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        let (phase, taken) = (self.phase, self.is_taken());
        match name {
            "hands" | "bottom" | "redeals" | "shown" | "open_multiplier" => true,
            "turn" => phase != Phase::Over,
            "landlord" => phase != Phase::Auction,
            "said" => phase == Phase::Auction,
            "moment" | "received" => phase == Phase::EarlyShow,
            "first_bidder" => phase != Phase::Auction,
            "to_beat" | "by" => phase == Phase::Play,
            "bid" | "robs" => taken,
            "doubled" => taken && phase != Phase::LandlordShow,
            _ => taken && matches!(phase, Phase::Play | Phase::Over),
        }
    }

    /// The same with all usual values filled in.
    #[must_use]
    pub(super) fn completed(&self, rules: &Rules) -> Self {
        let mut out = self.clone();
        if let (Some((_, by @ None)), Some(turn)) = (&mut out.to_beat, out.turn) {
            *by = Some((turn + 2) % 3);
        }
        let shows = out.shown.contains(&true);
        let open = if shows { rules.landlord_show() } else { 1 };
        out.open_multiplier = Some(out.open_multiplier.unwrap_or(open));
        let early = out.phase == Phase::EarlyShow;
        let first = if early { out.turn } else { out.landlord };
        out.first_bidder = Some(out.first_bidder.unwrap_or(first.unwrap_or(0)));
        if early && rules.switches.auction == AuctionKind::Fixed {
            out.landlord = Some(out.landlord.unwrap_or(0));
        }
        let likely = out.position().with_likely_past(rules);
        let taken = out.is_taken();
        out.bid = Some(out.bid.unwrap_or(if taken { likely.bid } else { 0 }));
        out.plays = Some(out.plays.unwrap_or(if taken { likely.plays } else { [0; 3] }));
        out.bombs = Some(out.bombs.unwrap_or(likely.bombs));
        out.rockets = Some(out.rockets.unwrap_or(likely.rockets));
        out
    }

    /// The parts of a position in the play.
    pub(super) fn position(&self) -> Position {
        let turn = self.turn.unwrap_or(0);
        Position {
            hands: self.hands,
            landlord: self.landlord.unwrap_or(0),
            turn,
            to_beat: self.to_beat.map(|(mv, by)| (mv, by.unwrap_or((turn + 2) % 3))),
            bottom: self.bottom,
            bid: self.bid.unwrap_or(0),
            robs: self.robs,
            plays: self.plays.unwrap_or([0; 3]),
            bombs: self.bombs.unwrap_or(0),
            rockets: self.rockets.unwrap_or(0),
        }
    }

    /// The text, without parts that have their usual value.
    #[must_use]
    pub fn text(&self, rules: &Rules) -> String {
        let usual = Self {
            first_bidder: None,
            bid: None,
            open_multiplier: None,
            plays: None,
            bombs: None,
            rockets: None,
            ..self.clone()
        };
        let usual = usual.completed(rules);
        let this = self.completed(rules);
        let mut out = String::from(self.phase.name());
        for name in Self::NAMES.into_iter().filter(|name| self.has(name)) {
            let differs = match name {
                "first_bidder" => this.first_bidder != usual.first_bidder,
                "bid" => this.bid != usual.bid,
                "open_multiplier" => this.open_multiplier != usual.open_multiplier,
                "plays" => this.plays != usual.plays,
                "bombs" => this.bombs != usual.bombs,
                "rockets" => this.rockets != usual.rockets,
                "landlord" if self.phase == Phase::EarlyShow => this.landlord.unwrap_or(0) != 0,
                "received" => this.moment > 0,
                "redeals" => this.redeals > 0,
                "robs" => this.robs > 0,
                "shown" => this.shown.contains(&true),
                "doubled" => this.doubled.contains(&true),
                "said" => !this.said.is_empty(),
                _ => true,
            };
            if differs && let Some(value) = this.value(name) {
                let _ = write!(out, " {name}={value}");
            }
        }
        out
    }

    /// One part as text; `None` where there is none.
    fn value(&self, name: &str) -> Option<String> {
        let number = |value: Option<u8>| value.map(|value| value.to_string());
        let hands = |hands: &[Hand; 3]| Some(hands.map(|hand| hand.to_string()).join("/"));
        let seats = |on: &[bool; 3]| {
            let named = (0..3).filter(|&seat| on[seat]).map(|seat| seat.to_string());
            Some(named.collect::<Vec<_>>().join(","))
        };
        match name {
            "turn" => number(self.turn),
            "landlord" => number(self.landlord),
            "hands" => hands(&self.hands),
            "bottom" => Some(self.bottom.to_string()),
            "to_beat" => self.to_beat.map(|(mv, _)| mv.to_string()),
            "by" => number(self.to_beat.and_then(|(_, by)| by)),
            "said" => {
                let words = self.said.iter().map(|word| word.to_string().replace(' ', ""));
                Some(words.collect::<Vec<_>>().join(","))
            }
            "moment" => number(Some(self.moment)),
            "received" => hands(&self.received),
            "first_bidder" => number(self.first_bidder),
            "redeals" => number(Some(self.redeals)),
            "bid" => number(self.bid),
            "robs" => number(Some(self.robs)),
            "shown" => seats(&self.shown),
            "open_multiplier" => number(self.open_multiplier),
            "doubled" => seats(&self.doubled),
            "plays" => self.plays.map(|plays| plays.map(|plays| plays.to_string()).join("/")),
            "bombs" => number(self.bombs),
            _ => number(self.rockets),
        }
    }

    /// Reads a text. Whether the parts fit together shows in [`state`](Self::state).
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, RuleError> {
        let mut words = text.split_whitespace();
        let early = text.split_whitespace().any(|word| word.starts_with("moment="));
        let phase = match words.next() {
            Some("show") if early => Phase::EarlyShow,
            Some("show") => Phase::LandlordShow,
            Some("auction") => Phase::Auction,
            Some("double") => Phase::Double,
            Some("play") => Phase::Play,
            Some("over") => Phase::Over,
            other => {
                let found = shown(other.unwrap_or(""));
                let phases = "show, auction, double, play or over";
                return Err(wrong(
                    "phase",
                    format!("a position begins with {phases}, not {found:?}"),
                ));
            }
        };
        let mut out = Self::new(phase);
        let mut found = parts(text, &Self::NAMES)?;
        // The landlord tells a deal that was played from one that nobody wanted.
        found.sort_by_key(|&(name, _)| name != "landlord");
        for (name, value) in found {
            out.read(rules, name, value)?;
            if !out.has(name) {
                let phase = phase.name();
                return Err(wrong(name, format!("there is no such thing in the phase {phase}")));
            }
        }
        Ok(out)
    }

    /// Reads one part.
    fn read(&mut self, rules: &Rules, name: &str, value: &str) -> Result<(), RuleError> {
        match name {
            "turn" => self.turn = Some(seat(name, value)?),
            "landlord" => self.landlord = Some(seat(name, value)?),
            "first_bidder" => self.first_bidder = Some(seat(name, value)?),
            "hands" => self.hands = three(name, value, Hand::parse)?,
            "received" => self.received = three(name, value, Hand::parse)?,
            "bottom" => self.bottom = Hand::parse(value).map_err(about(name))?,
            "to_beat" => {
                let mv = super::parse_move(rules, value, None).map_err(about(name))?;
                self.to_beat = Some((mv, self.to_beat.and_then(|(_, by)| by)));
            }
            "by" => {
                let by = Some(seat(name, value)?);
                self.to_beat = Some((self.to_beat.map_or(Move::PASS, |(mv, _)| mv), by));
            }
            "said" => {
                let word = |word: &str| {
                    let bid = word.strip_prefix("bid").map(|value| format!("bid {value}"));
                    let mv = super::parse_move(rules, bid.as_deref().unwrap_or(word), None)?;
                    let said = [Kind::Pass, Kind::Bid, Kind::Call, Kind::Rob].contains(&mv.kind);
                    said.then_some(mv).ok_or_else(|| {
                        RuleError::input("", format!("{mv} is not said in an auction"))
                    })
                };
                let words = value.split(',').map(word).collect::<Result<_, _>>();
                self.said = words.map_err(about(name))?;
            }
            "moment" => self.moment = number(name, value, 17)?,
            "redeals" => self.redeals = number(name, value, u8::MAX)?,
            "bid" => self.bid = Some(number(name, value, u8::MAX)?),
            "robs" => self.robs = number(name, value, 3)?,
            "shown" => self.shown = seats(name, value)?,
            "open_multiplier" => self.open_multiplier = Some(number(name, value, u8::MAX)?),
            "doubled" => self.doubled = seats(name, value)?,
            "plays" => {
                let count = |text: &str| number(name, text, 20);
                self.plays = Some(three("", value, count)?);
            }
            "bombs" => self.bombs = Some(number(name, value, 13)?),
            _ => self.rockets = Some(number(name, value, 1)?),
        }
        Ok(())
    }
}

fn seat(name: &str, text: &str) -> Result<u8, RuleError> {
    notation::seat(name, text, 3)
}

/// A list of seats.
fn seats(name: &str, text: &str) -> Result<[bool; 3], RuleError> {
    let named = notation::seats(name, text, 3)?;
    Ok([0, 1, 2].map(|seat| named.contains(&seat)))
}

/// Three values with slashes between.
fn three<T>(
    name: &str,
    text: &str,
    read: impl Fn(&str) -> Result<T, RuleError>,
) -> Result<[T; 3], RuleError> {
    let parts: Vec<T> = text
        .split('/')
        .map(read)
        .collect::<Result<_, _>>()
        .map_err(|error| if name.is_empty() { error } else { about(name)(error) })?;
    parts.try_into().map_err(|parts: Vec<T>| {
        let name = if name.is_empty() { "plays" } else { name };
        wrong(name, format!("there are three, with / between, not {}", parts.len()))
    })
}
