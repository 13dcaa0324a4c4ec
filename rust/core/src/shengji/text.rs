//! Deals as text: `play turn=0 hands=AH3D/3H4H/3C4C/5S6S level=2 declarer=0 trump=S`, in every phase.
//!
//! A text is the phase and then parts `name=value`. Parts that have their usual value are left out, so
//! that common positions are short. `docs/rules/shengji.md` has the grammar.

use super::declare::Declaration;
use super::declaring::Round;
use super::facts::LastTrick;
use super::moves::{Cards, Move, Units};
use super::placed::Eyes;
use super::play::stood;
use super::readings::{default_reading, in_order, misread};
use super::rules::Rules;
use super::setup::{SEATS, Setup};
use super::state::{NONE, Phase, State};
use super::unit::Unit;
use crate::card::{Card, Rank, Suit};
use crate::error::{RuleError, shown};
use crate::game::{DealStreams, Game};
use crate::notation::{about, number, parts, seat, wrong};
use std::fmt::{Display, Write};

const DECLARE: u8 = 1 << Phase::Declare as u8;
const NAME: u8 = 1 << Phase::Name as u8;
const BURY: u8 = 1 << Phase::Bury as u8;
const OVERTURN: u8 = 1 << Phase::Overturn as u8;
const THROW: u8 = 1 << Phase::Throw as u8;
const PLAY: u8 = 1 << Phase::Play as u8;
const OVER: u8 = 1 << Phase::Over as u8;
const LATER: u8 = THROW | PLAY | OVER;
const SETTLED: u8 = BURY | OVERTURN | LATER;
const ALL: u8 = DECLARE | NAME | SETTLED;

/// All parts and the phases that they are told in, in the order in which they are written.
const PARTS: [(&str, u8); 27] = [
    ("turn", ALL & !OVER),
    ("hands", ALL),
    ("kitty", ALL & !BURY),
    ("turned", SETTLED),
    ("level", ALL),
    ("levels", DECLARE | NAME),
    ("declarer", ALL),
    ("trump", ALL),
    ("standing", ALL & !NAME),
    ("first", DECLARE | NAME),
    ("next", DECLARE),
    ("draws", DECLARE),
    ("round", DECLARE),
    ("waiting", DECLARE | OVERTURN),
    ("as_dealt", DECLARE | NAME),
    ("leader", THROW | PLAY),
    ("led", PLAY),
    ("plays", PLAY),
    ("thrown", THROW),
    ("taker", SETTLED),
    ("declarations", ALL & !NAME),
    ("takers", SETTLED),
    ("redeals", ALL),
    ("last", LATER),
    ("points", LATER),
    ("failed", LATER),
    ("returned", LATER),
];

const PHASES: [Phase; 7] = [
    Phase::Declare,
    Phase::Name,
    Phase::Bury,
    Phase::Overturn,
    Phase::Throw,
    Phase::Play,
    Phase::Over,
];

const ROUNDS: [(&str, Round); 3] =
    [("drawing", Round::Drawing), ("last", Round::Last), ("attackers", Round::Attackers)];

/// Points that a seat can have: those of four decks.
const MOST_POINTS: u16 = 400;
/// Failed throws and returned cards that a seat can have, and more.
const MOST_CARDS: u16 = 9999;

/// Cards without spaces.
fn short(cards: &Cards) -> String {
    cards.to_string().replace(' ', "")
}

fn slashed(items: impl IntoIterator<Item = impl Display>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join("/")
}

/// A rank as [`Rank::index`], or no level.
fn level_text(level: u8) -> String {
    let rank = Rank::from_index(level.into()).filter(|_| level < 13);
    rank.map_or_else(|| "none".to_owned(), |rank| rank.to_string())
}

/// The units of a lead: those of two and more cards, then the singles.
fn units_text(cards: &Cards, units: &Units) -> String {
    let lead = Move::lead(*cards, *units).to_string();
    lead.trim_start_matches("lead ").replace(' ', "")
}

impl State {
    /// The text; whatever it leaves out has its usual value.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::from(self.phase.name());
        for (name, _) in PARTS {
            if let Some(value) = self.part(name) {
                let _ = write!(out, " {name}={value}");
            }
        }
        out
    }

    /// One part as text; `None` where it has its usual value.
    fn part(&self, name: &str) -> Option<String> {
        let cards = |cards: &Cards| (!cards.is_empty()).then(|| short(cards));
        let some = |number: u8| (number != NONE).then(|| number.to_string());
        let above = |number: u8| (number > 0).then(|| number.to_string());
        let declaring = matches!(self.phase, Phase::Declare | Phase::Name);
        let asking = matches!(self.phase, Phase::Declare | Phase::Overturn);
        let playing = matches!(self.phase, Phase::Throw | Phase::Play);
        let lead = &self.table[usize::from(self.leader)];
        match name {
            "turn" => self.turn().map(|turn| turn.to_string()),
            "hands" => Some(slashed(self.hands.iter().map(short))),
            "kitty" => cards(&self.kitty),
            "turned" => cards(&self.turned),
            "level" => Some(level_text(self.level)),
            "levels" => {
                let levels = self.setup.levels.map(|level| level.unwrap_or(NONE));
                let differ = levels.iter().any(|&level| level != self.level);
                (declaring && differ).then(|| slashed(levels.map(level_text)))
            }
            "declarer" => some(self.declarer),
            "trump" => (self.trump != NONE).then(|| {
                let suit = Suit::ALL.get(usize::from(self.trump));
                suit.map_or_else(|| "NT".to_owned(), |suit| suit.to_string())
            }),
            "standing" => {
                self.standing.map(|shown| format!("{},{}", shown.seat, short(&shown.cards())))
            }
            "first" => {
                let usual = if self.declarer == NONE { 0 } else { usize::from(self.declarer) };
                let first = self.setup.first();
                (declaring && first != usual).then(|| first.to_string())
            }
            "next" => self.to_draw().next().map(|(seat, _)| seat.to_string()),
            "draws" => {
                let draws: String = self.to_draw().map(|(_, card)| card.to_string()).collect();
                (!draws.is_empty()).then_some(draws)
            }
            "round" => {
                let usual = self.usual_round();
                let name = ROUNDS.iter().find(|(_, round)| *round == self.round);
                let name = name.filter(|_| self.phase == Phase::Declare && self.round != usual);
                name.map(|(name, _)| (*name).to_owned())
            }
            "waiting" => above(self.waiting).filter(|_| asking),
            "as_dealt" => (declaring && self.setup.as_dealt).then(|| "1".to_owned()),
            "leader" => {
                let usual = self.turn().is_some_and(|turn| turn == usize::from(self.leader));
                (playing && !usual).then(|| self.leader.to_string())
            }
            "led" => cards(lead).map(|_| units_text(lead, &self.units)),
            "plays" => {
                let plays = (1..usize::from(self.played))
                    .map(|n| short(&self.table[usize::from(Self::after(self.leader, n))]));
                (self.played > 1).then(|| slashed(plays))
            }
            "thrown" => cards(&self.thrown).map(|_| units_text(&self.thrown, &self.units)),
            "taker" => some(self.taker).filter(|_| self.phase != Phase::Bury),
            "declarations" => above(self.declarations),
            "takers" => above(self.takers),
            "redeals" => above(self.redeals),
            "last" => (self.last != LastTrick::NONE).then(|| {
                let LastTrick { winner, width, length, throw, cards, .. } = self.last;
                let LastTrick { lead_trump, winner_trump, level_card, .. } = self.last;
                let flags = [throw, lead_trump, winner_trump].map(u8::from);
                let [throw, lead_trump, winner_trump] = flags;
                let first = [winner as u8, width, length, throw, cards];
                slashed(first.into_iter().chain([lead_trump, winner_trump, level_card]))
            }),
            "points" => numbers(&self.seat_points),
            "failed" => numbers(&self.failed_throws.map(u16::from)),
            _ => numbers(&self.cards_returned),
        }
    }

    /// The round in which a seat is asked to declare, as far as the cards to draw tell.
    fn usual_round(&self) -> Round {
        if self.to_draw().next().is_some() { Round::Drawing } else { Round::Last }
    }

    /// The state that a text tells, with the random stream of seed 0. Errors name the part.
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, RuleError> {
        Self::read(rules, text, None, Units::EMPTY)
    }

    /// As [`parse`](Self::parse), of a position as `seat` sees it: where the cards lie that it does not see
    /// means nothing. `options` are the units of a failed throw that may be led, in the phase `throw`.
    pub fn parse_seen(
        rules: &Rules,
        text: &str,
        seat: usize,
        options: Units,
    ) -> Result<Self, RuleError> {
        Self::read(rules, text, Some(seat), options)
    }

    fn read(rules: &Rules, text: &str, eyes: Eyes, options: Units) -> Result<Self, RuleError> {
        let word = text.split_whitespace().next().unwrap_or("");
        let Some(phase) = PHASES.into_iter().find(|phase| phase.name() == word) else {
            let known = PHASES.map(Phase::name).join(", ");
            let message = format!("a position begins with one of {known}, not {:?}", shown(word));
            return Err(wrong("phase", message));
        };
        let told = Told(parts(text, &PARTS.map(|(name, _)| name))?);
        told.only_of(phase)?;
        let mut state = Self::bare(&told.setup()?, DealStreams::new(0, 0, 0).deal);
        state.phase = phase;
        told.cards(&mut state)?;
        told.declarations(&mut state)?;
        told.numbers(&mut state)?;
        let turn = match phase {
            Phase::Over => None,
            _ => Some(told.seat("turn")?.ok_or_else(|| wrong("turn", "it is missing"))?),
        };
        match (phase, turn) {
            (Phase::Throw | Phase::Play, Some(turn)) => told.trick(rules, &mut state, turn)?,
            (Phase::Bury, Some(turn)) => {
                if state.taker != NONE && state.taker != turn {
                    return Err(wrong("taker", "who buries has taken the kitty"));
                }
                (state.asked, state.taker) = (turn, turn);
            }
            (_, turn) => state.asked = turn.unwrap_or(0),
        }
        state.beaten = options;
        state.check_placed(rules, eyes)?;
        Ok(state)
    }
}

/// Numbers of each seat; `None` where all are 0.
fn numbers(numbers: &[u16; SEATS]) -> Option<String> {
    numbers.iter().any(|&number| number > 0).then(|| slashed(numbers))
}

/// The parts of a text.
struct Told<'a>(Vec<(&'a str, &'a str)>);

impl Told<'_> {
    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| *other == name).map(|(_, value)| *value)
    }

    /// Refuses parts that are not told in the phase.
    fn only_of(&self, phase: Phase) -> Result<(), RuleError> {
        let known = PARTS.iter().filter(|(_, phases)| phases >> phase as u8 & 1 == 0);
        match known.map(|(name, _)| name).find(|name| self.get(name).is_some()) {
            Some(name) => {
                Err(wrong(name, format!("there is no such part in the phase {}", phase.name())))
            }
            None => Ok(()),
        }
    }

    fn seat(&self, name: &str) -> Result<Option<u8>, RuleError> {
        self.get(name).map(|text| seat(name, text, SEATS)).transpose()
    }

    fn number(&self, name: &str, most: u8) -> Result<u8, RuleError> {
        self.get(name).map_or(Ok(0), |text| number(name, text, most))
    }

    fn of_cards(&self, name: &str) -> Result<Cards, RuleError> {
        self.get(name).map_or(Ok(Cards::EMPTY), |text| read_cards(name, text))
    }

    fn level(&self, name: &str, text: &str) -> Result<Option<u8>, RuleError> {
        if text == "none" {
            return Ok(None);
        }
        let rank = text.parse::<Rank>().ok().filter(|rank| !rank.is_joker());
        let rank = rank.ok_or_else(|| {
            wrong(name, format!("a level is a rank, 2 to A, or none, not {:?}", shown(text)))
        })?;
        Ok(Some(rank.index() as u8))
    }

    fn setup(&self) -> Result<Setup, RuleError> {
        let level = self.level("level", self.get("level").unwrap_or("2"))?;
        let levels = match self.get("levels") {
            None => [level; 2],
            Some(text) => match text.split('/').collect::<Vec<_>>()[..] {
                [ours, theirs] => [self.level("levels", ours)?, self.level("levels", theirs)?],
                _ => return Err(wrong("levels", "those of two sides, such as 5/T")),
            },
        };
        let declarer = self.seat("declarer")?;
        let side = usize::from(declarer.unwrap_or(0)) % 2;
        if levels[side] != level {
            return Err(wrong("levels", "the level is that of the declarer's side"));
        }
        let as_dealt = self.number("as_dealt", 1)? == 1;
        let first_card = self.seat("first")?;
        Ok(Setup { levels, declarer, first_card, as_dealt, ..Setup::default() }.told())
    }

    fn cards(&self, state: &mut State) -> Result<(), RuleError> {
        let hands = self.get("hands").ok_or_else(|| wrong("hands", "they are missing"))?;
        let hands: Vec<&str> = hands.split('/').collect();
        if hands.len() != SEATS {
            return Err(wrong("hands", format!("those of 4 seats, not of {}", hands.len())));
        }
        for (hand, text) in state.hands.iter_mut().zip(hands) {
            *hand = read_cards("hands", text)?;
        }
        state.kitty = self.of_cards("kitty")?;
        state.turned = self.of_cards("turned")?;
        let draws = Card::parse_list(self.get("draws").unwrap_or("")).map_err(about("draws"))?;
        if !draws.is_empty() {
            let next = self.seat("next")?.ok_or_else(|| wrong("next", "who draws is missing"))?;
            let gone = (usize::from(next) + SEATS - state.setup.first()) % SEATS;
            // What lies before the next card has been drawn.
            state.draws = vec![0; gone];
            state.draws.extend(draws.iter().map(|card| card.index() as u8));
            state.drawn = gone as u8;
        } else if self.get("next").is_some() {
            return Err(wrong("next", "nobody draws, for there are no draws"));
        }
        Ok(())
    }

    fn declarations(&self, state: &mut State) -> Result<(), RuleError> {
        state.trump = match self.get("trump") {
            None => NONE,
            Some("NT") => 4,
            Some(text) => {
                let suit = text.parse::<Suit>().map_err(|_| {
                    wrong("trump", format!("it is D, C, H, S or NT, not {:?}", shown(text)))
                })?;
                suit as u8
            }
        };
        if let Some(text) = self.get("standing") {
            let (seat_text, cards) = text
                .split_once(',')
                .ok_or_else(|| wrong("standing", "seat and cards, such as 2,5H5H"))?;
            let cards = read_cards("standing", cards)?;
            let (Some(card), 1) = (cards.cards().next(), cards.faces().count_ones()) else {
                return Err(wrong("standing", "one shows copies of one card"));
            };
            let seat = seat("standing", seat_text, SEATS)?;
            let (face, copies) = (card.index() as u8, cards.total() as u8);
            state.standing = Some(Declaration { seat, face, copies });
        }
        state.round = match self.get("round") {
            None => state.usual_round(),
            Some(text) => {
                let round = ROUNDS.iter().find(|(name, _)| *name == text);
                round.map(|&(_, round)| round).ok_or_else(|| {
                    wrong("round", format!("drawing, last or attackers, not {:?}", shown(text)))
                })?
            }
        };
        state.waiting = self.number("waiting", SEATS as u8)?;
        state.taker = self.seat("taker")?.unwrap_or(NONE);
        state.declarations = self.number("declarations", u8::MAX - 1)?;
        state.takers = self.number("takers", u8::MAX - 1)?;
        state.redeals = self.number("redeals", u8::MAX)?;
        Ok(())
    }

    fn of_seats(&self, name: &str, most: u16) -> Result<[u16; SEATS], RuleError> {
        let Some(text) = self.get(name) else { return Ok([0; SEATS]) };
        let all = listed(text).filter(|all| all.iter().all(|&number| number <= most));
        let all = all.and_then(|all| <[u16; SEATS]>::try_from(all).ok());
        all.ok_or_else(|| wrong(name, format!("four numbers up to {most}, such as 5/0/10/0")))
    }

    fn numbers(&self, state: &mut State) -> Result<(), RuleError> {
        state.seat_points = self.of_seats("points", MOST_POINTS)?;
        state.failed_throws = self.of_seats("failed", 200)?.map(|number| number as u8);
        state.cards_returned = self.of_seats("returned", MOST_CARDS)?;
        if let Some(text) = self.get("last") {
            let numbers = listed(text);
            let numbers =
                numbers.map(|all| all.iter().map(|&n| n.min(255) as u8).collect::<Vec<_>>());
            let told = numbers.as_deref();
            state.last = match told {
                Some(&[winner, width, length, throw, cards, lead, won, level])
                    if winner < 4
                        && (1..=4).contains(&width)
                        && (1..=28).contains(&length)
                        && cards <= 54
                        && level <= 2
                        && throw.max(lead).max(won) <= 1 =>
                {
                    LastTrick {
                        winner: winner as i8,
                        width,
                        length,
                        throw: throw == 1,
                        cards,
                        lead_trump: lead == 1,
                        winner_trump: won == 1,
                        level_card: level,
                    }
                }
                _ => return Err(wrong("last", "the facts of a trick, such as 0/2/1/0/2/0/1/0")),
            };
        }
        Ok(())
    }

    /// What lies on the table.
    fn trick(&self, rules: &Rules, state: &mut State, turn: u8) -> Result<(), RuleError> {
        state.leader = self.seat("leader")?.unwrap_or(turn);
        let units = |name: &str, text: &str| lead_of(rules, state, name, text);
        if state.phase == Phase::Throw {
            let text = self.get("thrown").ok_or_else(|| wrong("thrown", "it is missing"))?;
            (state.thrown, state.units) = units("thrown", text)?;
            state.asked = turn;
            return Ok(());
        }
        let Some(text) = self.get("led") else {
            if self.get("plays").is_some() {
                return Err(wrong("plays", "nothing was led"));
            }
            if state.leader != turn {
                return Err(wrong("leader", "nothing was led, so it is the leader's turn"));
            }
            return Ok(());
        };
        let (cards, units) = units("led", text)?;
        state.table[usize::from(state.leader)] = cards;
        (state.units, state.played) = (units, 1);
        for text in self.get("plays").into_iter().flat_map(|text| text.split('/')) {
            let seat = usize::from(State::after(state.leader, state.played.into()));
            if usize::from(state.played) == SEATS - 1 {
                return Err(wrong("plays", "those of the seats after the leader, three at most"));
            }
            state.table[seat] = read_cards("plays", text)?;
            state.played += 1;
        }
        let next = State::after(state.leader, state.played.into());
        if next != turn {
            return Err(wrong("turn", format!("after what lies there it is seat {next}'s")));
        }
        Ok(())
    }
}

/// Numbers with `/` between, of digits only.
fn listed(text: &str) -> Option<Vec<u16>> {
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    text.split('/').map(|part| part.parse().ok().filter(|_| digits(part))).collect()
}

fn read_cards(name: &str, text: &str) -> Result<Cards, RuleError> {
    text.parse().map_err(about(name))
}

/// A lead of units, or of cards in the reading that is meant where none is told.
fn lead_of(
    rules: &Rules,
    state: &State,
    name: &str,
    text: &str,
) -> Result<(Cards, Units), RuleError> {
    if state.trump == NONE {
        return Err(wrong("trump", "it is missing"));
    }
    let trump = state.order(rules);
    let mut all = Cards::EMPTY;
    let mut units = Vec::new();
    let several = text.contains('+');
    for part in text.split('+') {
        let cards = trump.lay(&read_cards(name, part)?);
        let sum = all.checked_sum(&cards).filter(|sum| rules.pack().contains(&trump.stand(sum)));
        all = sum.ok_or_else(|| wrong(name, "there are more copies of a card than decks"))?;
        match trump.unit_of(&cards) {
            Some(unit) => units.push(unit),
            None if several => {
                return Err(wrong(name, format!("{} is no unit", trump.stand(&cards))));
            }
            None => {}
        }
    }
    if all.is_empty() || trump.suit_of_all(all.faces()).is_none() {
        return Err(wrong(name, "cards of one effective suit"));
    }
    units.retain(|unit: &Unit| unit.width > 1);
    let units = match several {
        true if units.len() <= Units::MOST => in_order(trump, &units.into_iter().collect()),
        true => return Err(wrong(name, "there are too many units")),
        false => default_reading(&rules.switches, trump, &all),
    };
    if misread(trump, &all, &units).is_some() {
        return Err(wrong(name, "the units are none of a lead: some of them make one unit"));
    }
    let lead = stood(trump, &all, &units);
    Ok((lead.cards, lead.units))
}
