//! Positions given by hand: endgames, puzzles, boards of other programs.

use super::dealing::HandSizes;
use super::exchange::Exchange;
use super::moves::{Cards, Kind, Move};
use super::order::DECK;
use super::rules::Rules;
use super::setup::Setup;
use super::state::{NONE, Phase, State};
use super::turns::Suspect;
use crate::card::Card;
use crate::error::{RuleError, counted};
use crate::rng::{Domain, Rng};
use smallvec::SmallVec;

/// A position to start from, in the play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The hands, by seat; empty for seats that have gone out.
    pub hands: SmallVec<[Cards; 4]>,
    /// Cards that nobody plays with, face down (BT-23, BT-24).
    pub left: Cards,
    /// The card that was swapped for the leftover (BT-24).
    pub face_up: Cards,
    /// The seat to act.
    pub turn: u8,
    /// The play to beat and who made it.
    pub to_beat: Option<(Move, u8)>,
    /// Under `pass_rule="lock"` the seats that have passed in this trick, as a mask (BT-29).
    pub passed: u64,
    /// Seats that have gone out, in order (BT-31).
    pub out_order: SmallVec<[u8; 4]>,
    /// Plays of each seat so far.
    pub plays: SmallVec<[u8; 4]>,
    /// How often the ends of the order of ranks changed places (BT-38).
    pub revolutions: u8,
    /// Who led the first trick, where that is known.
    pub leader: Option<u8>,
    /// The card that must be played now, with the first lead of a deal (BT-26).
    pub due: Option<u8>,
    /// How often the cards were dealt again (BT-34).
    pub redeals: u8,
    /// The last to act, where it did not do what it could against the seat to act, which has one card,
    /// and whether it passed; once a seat has gone out, who was so found then (BT-44).
    pub suspect: Option<(u8, bool)>,
    /// Once a seat has gone out: whether the suspect held a single that beats its last card (BT-44).
    pub could_have_stopped: bool,
}

impl Position {
    /// A position of these hands with a likely past: nobody has gone out or is locked but the seats
    /// between the last player and the one to act, which have passed; the plays of
    /// [`likely_plays`](Self::likely_plays); the last to act is suspect where it can be (BT-44).
    #[must_use]
    pub fn likely(
        rules: &Rules,
        hands: impl IntoIterator<Item = Cards>,
        turn: u8,
        to_beat: Option<(Move, u8)>,
    ) -> Self {
        let mut position = Self {
            hands: hands.into_iter().collect(),
            left: Cards::EMPTY,
            face_up: Cards::EMPTY,
            turn,
            to_beat,
            passed: 0,
            out_order: SmallVec::new(),
            plays: SmallVec::new(),
            revolutions: 0,
            leader: None,
            due: None,
            redeals: 0,
            suspect: None,
            could_have_stopped: false,
        };
        let revolves = |(mv, _): (Move, u8)| mv.kind == Kind::StraightFlush;
        position.revolutions = u8::from(rules.switches.revolution && to_beat.is_some_and(revolves));
        position.plays = position.likely_plays(rules);
        position.suspect = position.likely_suspect(rules);
        position
    }

    /// Cards that nobody holds: those played, and any that were left out.
    #[must_use]
    pub fn gone(&self, rules: &Rules) -> Cards {
        let others = [&self.left, &self.face_up];
        let known = self.hands.iter().chain(others);
        known.fold(rules.deck(), |gone, cards| gone.difference(cards))
    }

    /// A likely number of plays of each seat so far: the least possible.
    #[must_use]
    pub fn likely_plays(&self, rules: &Rules) -> SmallVec<[u8; 4]> {
        (0..self.hands.len()).map(|seat| self.possible_plays(rules, seat).0).collect()
    }

    /// The seat before the one to act, where it passed on a single or made it although it holds a
    /// higher one, and the seat to act has one card (BT-44).
    #[must_use]
    pub fn likely_suspect(&self, rules: &Rules) -> Option<(u8, bool)> {
        let (turn, seats) = (usize::from(self.turn), self.hands.len());
        let (table, by) = self.to_beat.filter(|(mv, _)| mv.kind == Kind::Single)?;
        let holding = self.hands.get(turn)?.total();
        if holding != 1 || !self.out_order.is_empty() {
            return None;
        }
        let before = (turn + seats - 1) % seats;
        let revolved = self.revolutions % 2 == 1;
        let higher =
            rules.highest(self.hands[before], revolved) > rules.highest(table.cards, revolved);
        higher.then_some((before as u8, before != usize::from(by)))
    }

    /// The least and the greatest number of plays that a seat can have made, by the cards it lacks.
    fn possible_plays(&self, rules: &Rules, seat: usize) -> (u8, u8) {
        let holds = self.hands[seat].total();
        let largest = (rules.largest_hand() as usize).saturating_sub(holds);
        let lacks = (rules.hand_sizes().hand as usize).saturating_sub(holds);
        match self.to_beat.filter(|&(_, by)| usize::from(by) == seat) {
            Some((mv, _)) => {
                let last = mv.cards.total();
                (1 + u8::from(lacks > last), (largest + 1).saturating_sub(last).max(1) as u8)
            }
            None => (lacks.min(1) as u8, largest as u8),
        }
    }

    /// The state of a position, which is not checked.
    pub(super) fn state(&self, rules: &Rules) -> State {
        let turn = usize::from(self.turn);
        let out = self.out_order.iter().fold(0, |mask, &seat| mask | 1u64 << seat);
        let trick = match self.to_beat {
            None => rules.first_trick(turn).with_out(out),
            Some((_, by)) => {
                let by = usize::from(by);
                rules.first_trick(by).with_out(out).midway(by, turn, self.passed)
            }
        };
        let could_have_stopped = self.could_have_stopped;
        let suspect =
            self.suspect.map(|(seat, passed)| Suspect { seat, passed, could_have_stopped });
        State {
            hands: self.hands.clone(),
            left: self.left,
            face_up: self.face_up,
            gone: self.gone(rules),
            to_beat: self.to_beat.map_or(Move::PASS, |(mv, _)| mv),
            trick,
            phase: Phase::Play,
            revolved: self.revolutions % 2 == 1,
            revolutions: self.revolutions,
            leader: self.leader.unwrap_or(NONE),
            due: self.due.unwrap_or(NONE),
            winner: self.out_order.first().copied().unwrap_or(NONE),
            instant: 0,
            out_order: self.out_order.clone(),
            plays: self.plays.clone(),
            suspect: suspect.unwrap_or(Suspect::NOBODY),
            asked: 0,
            redeals: self.redeals,
            swapped: !self.face_up.is_empty(),
            exchange: Exchange::default(),
            setup: Setup::default(),
            rng: Rng::stream(0, Domain::Deal, 0, 0),
        }
    }

    /// Refuses what cannot be. Hands themselves may be any, as of puzzles that no deal leads to.
    fn check(&self, rules: &Rules) -> Result<(), RuleError> {
        self.check_seats(rules)?;
        self.check_cards(rules)?;
        self.check_trick(rules)?;
        self.check_past(rules)
    }

    fn check_seats(&self, rules: &Rules) -> Result<(), RuleError> {
        let wrong = |rule, message: String| Err(RuleError::rules(rule, message));
        let s = &rules.switches;
        let seats = usize::from(s.players);
        if self.hands.len() != seats || self.plays.len() != seats {
            let (hands, plays) = (self.hands.len(), self.plays.len());
            let message = format!(
                "{seats} seats need as many hands and numbers of plays, not {hands} and {plays}"
            );
            return wrong("BT-22", message);
        }
        let named = [Some(self.turn), self.leader, self.to_beat.map(|(_, by)| by)];
        let suspect = self.suspect.map(|(seat, _)| seat);
        let mut named =
            named.into_iter().chain([suspect]).flatten().chain(self.out_order.iter().copied());
        if let Some(seat) = named.find(|&seat| usize::from(seat) >= seats) {
            return wrong("BT-22", format!("seats are 0 to {}, not {seat}", seats - 1));
        }
        if self.passed >> seats != 0 {
            return wrong("BT-29", format!("passed names more than {seats} seats"));
        }
        let empty = (0..seats).filter(|&seat| self.hands[seat].is_empty());
        let empty = empty.fold(0u64, |mask, seat| mask | 1 << seat);
        let out = self.out_order.iter().fold(0u64, |mask, &seat| mask | 1 << seat);
        if empty != 0 && !s.all_out {
            let seat = empty.trailing_zeros();
            return wrong("BT-31", format!("seat {seat} has no cards: the deal is over"));
        }
        if out != empty || out.count_ones() as usize != self.out_order.len() {
            let order = &self.out_order[..];
            let message = format!(
                "the seats without cards are those that went out, each once; got {order:?}"
            );
            return wrong("BT-31", message);
        }
        if self.out_order.len() + 1 >= seats {
            return wrong("BT-31", "fewer than two seats hold cards: the deal is over".into());
        }
        Ok(())
    }

    fn check_cards(&self, rules: &Rules) -> Result<(), RuleError> {
        let wrong = |rule, cards: Cards, message: String| {
            Err(RuleError { cards: cards.to_string(), ..RuleError::rules(rule, message) })
        };
        let HandSizes { left, .. } = rules.hand_sizes();
        let largest = rules.largest_hand() as usize;
        let mut all = Cards::EMPTY;
        let hands = self.hands.iter().enumerate();
        let hands = hands.map(|(seat, &cards)| (format!("seat {seat}"), cards, largest));
        let left = ("the cards set aside".to_owned(), self.left, left as usize);
        let up = ("the card swapped".to_owned(), self.face_up, 1);
        for (name, cards, most) in hands.chain([left, up]) {
            let sum = all.checked_sum(&cards).filter(|sum| rules.deck().contains(sum));
            let Some(sum) = sum else {
                let message = format!("{name}: more of {cards} than the pack has");
                return wrong("BT-01", cards, message);
            };
            all = sum;
            let size = cards.total();
            if size > most {
                let size = counted(size, "card");
                let message = format!("{name}: {size}, and {most} at most can be there: {cards}");
                return wrong("BT-23", cards, message);
            }
        }
        if let Some((mv, _)) = self.to_beat {
            if rules.classify(mv.cards) != Some(mv.kind) || mv.rank != 0 {
                let message = format!("{mv} is no play of these rules");
                return wrong("BT-18", mv.cards, message);
            }
            let sum = all.checked_sum(&mv.cards);
            if !sum.is_some_and(|sum| rules.deck().contains(&sum)) {
                let message = format!("{mv} was played, but the hands still hold its cards");
                return wrong("BT-01", mv.cards, message);
            }
        }
        Ok(())
    }

    fn check_trick(&self, rules: &Rules) -> Result<(), RuleError> {
        let wrong = |rule, message: String| Err(RuleError::rules(rule, message));
        let turn = usize::from(self.turn);
        if self.hands[turn].is_empty() {
            return wrong("BT-31", format!("seat {turn} has no cards and cannot be to act"));
        }
        if let Some((_, by)) = self.to_beat.filter(|&(_, by)| by == self.turn) {
            let message = format!("seat {by} made the last play and cannot have to beat it");
            return wrong("BT-28", message);
        }
        if self.passed != 0 && (!rules.switches.lock || self.to_beat.is_none()) {
            let message =
                "passed names locked seats, with pass_rule=\"lock\" and a play to beat only";
            return wrong("BT-29", message.into());
        }
        let locked = self.passed >> turn & 1 == 1;
        if locked && !rules.switches.monster_after_pass {
            return wrong("BT-29", format!("seat {turn} has passed and is skipped in this trick"));
        }
        if let Some((mv, _)) = self.to_beat.filter(|_| locked && !rules.switches.ask_locked_always)
            && !rules.has_monster_over(self.hands[turn], mv, self.revolutions % 2 == 1)
        {
            let message = format!(
                "seat {turn} has passed and has no monster that beats {mv}: it is not asked"
            );
            return wrong("BT-30", message);
        }
        if let Some(due) = self.due {
            let begun = self.to_beat.is_some() || self.plays.iter().any(|&plays| plays > 0);
            let held = due < 52 && self.hands[turn].faces() >> due & 1 == 1;
            if begun || !held {
                let card = Card::from_index(due.into()).map(|card| card.to_string());
                let message = format!(
                    "{} is due with the first play of a deal only, from the hand of the seat to act",
                    card.unwrap_or_default()
                );
                return wrong("BT-26", message);
            }
        }
        Ok(())
    }

    /// Refuses numbers of what went before that the hands or the rules contradict.
    fn check_past(&self, rules: &Rules) -> Result<(), RuleError> {
        let wrong = |rule, message: String| Err(RuleError::rules(rule, message));
        let s = &rules.switches;
        for (seat, &plays) in self.plays.iter().enumerate() {
            let (least, most) = self.possible_plays(rules, seat);
            if !(least..=most).contains(&plays) {
                let cards = counted(self.hands[seat].total(), "card");
                let plays = counted(plays.into(), "play");
                let message = format!(
                    "seat {seat} holds {cards}, which {plays} cannot have left: {least} to {most} can"
                );
                return wrong("BT-27", message);
            }
        }
        let gone = self.gone(rules).total();
        let last = self.to_beat.is_some_and(|(mv, _)| mv.kind == Kind::StraightFlush);
        let (least, most) = if s.revolution { (usize::from(last), gone / 5) } else { (0, 0) };
        if !(least..=most).contains(&usize::from(self.revolutions)) {
            let message = format!(
                "{} cannot have been: {least} to {most} can, of {gone} that are gone",
                counted(self.revolutions.into(), "revolution"),
                gone = counted(gone, "card")
            );
            return wrong("BT-38", message);
        }
        if self.redeals > 0 && s.redeal_below.is_none() {
            return wrong("BT-34", "without redeal_below nothing is dealt again".into());
        }
        if !self.face_up.is_empty() && !rules.has_kind(Kind::Swap) {
            return wrong(
                "BT-24",
                "a card lies face up with remainder=\"malaysia_swap\" only".into(),
            );
        }
        let lowest = Cards::from_decks([rules.lowest_face(DECK), 0]);
        if !self.face_up.is_empty() && (self.face_up != lowest || !self.left.is_empty()) {
            let message = format!(
                "the card that lies face up is {lowest}, which was swapped for the one left over"
            );
            return wrong("BT-24", message);
        }
        let one = self.hands[usize::from(self.turn)].total() == 1;
        let (guarded, fits) = match self.out_order.first() {
            Some(&winner) => (winner, true),
            None => (self.turn, one && !self.could_have_stopped),
        };
        if let Some((seat, _)) = self.suspect.filter(|&(seat, _)| !fits || seat == guarded) {
            let message = format!(
                "seat {seat} can have left something undone only against another seat that has one \
                 card and is to act, or has gone out first"
            );
            return wrong("BT-44", message);
        }
        if self.could_have_stopped && self.suspect.is_none() {
            return wrong("BT-44", "nobody is named who could have stopped the winner".into());
        }
        Ok(())
    }
}

impl State {
    /// A state from the middle of the play. Impossible positions are refused.
    pub fn from_position(rules: &Rules, position: &Position) -> Result<Self, RuleError> {
        position.check(rules)?;
        Ok(position.state(rules))
    }
}
