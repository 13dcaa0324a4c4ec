//! States from notations: what can be before the play; positions as one seat sees them.

use super::course::Course;
use super::dealing::Dealt;
use super::exchange::ExchangeStep;
use super::moves::{Cards, Kind};
use super::notation::Notation;
use super::observer::settled;
use super::position::Position;
use super::rules::Rules;
use super::setup::Setup;
use super::state::{NONE, Phase, State};
use super::switches::Remainder;
use super::turns::Suspect;
use super::view::{View, take_lowest};
use crate::error::RuleError;
use crate::game::Game;
use crate::notation::{seat, wrong};
use smallvec::SmallVec;

impl Notation {
    /// The parts of a position in the play, or of a deal that is over.
    pub(super) fn position(&self, rules: &Rules) -> Position {
        let to_beat = self.to_beat.map(|(mv, _)| (mv, self.player().unwrap_or(NONE)));
        let hands = self.hands.iter().copied();
        let turn = self.turn.unwrap_or(0);
        let likely = Position {
            out_order: self.gone_out(),
            revolutions: 0,
            ..Position::likely(rules, hands, turn, to_beat)
        };
        let turned = to_beat.is_some_and(|(mv, _)| mv.kind == Kind::StraightFlush);
        let revolutions = u8::from(rules.switches.revolution && turned);
        let mut position = Position {
            left: self.left,
            face_up: self.face_up,
            passed: self.passed,
            plays: self.plays.clone().unwrap_or(likely.plays.clone()),
            revolutions: self.revolutions.unwrap_or(revolutions),
            leader: self.leader,
            due: self.due,
            redeals: self.redeals,
            ..likely
        };
        position.suspect = match self.suspect {
            Some(suspect) => suspect.map(|(seat, passed, _)| (seat, passed)),
            None if self.phase == Phase::Over => None,
            None => position.likely_suspect(rules),
        };
        position.could_have_stopped = matches!(self.suspect, Some(Some((_, _, true))));
        position
    }

    /// The state, if there can be one under these rules. Nothing is known of how it came about, and its
    /// random streams are neutral.
    pub fn state(&self, rules: &Rules) -> Result<State, RuleError> {
        self.check_seats(rules)?;
        if self.phase == Phase::Play {
            let state = State::from_position(rules, &self.position(rules))?;
            return self.sound(rules, state);
        }
        let state = self.assembled(rules)?;
        if !matches!(self.phase, Phase::Play | Phase::Over) {
            state.check_dealt(rules)?;
        }
        self.sound(rules, state)
    }

    fn sound(&self, rules: &Rules, state: State) -> Result<State, RuleError> {
        if state.is_sound(rules) {
            return Ok(state);
        }
        Err(RuleError::rules("BT-01", "the parts of the position contradict each other"))
    }

    /// Refuses seats that there are not, and parts that the phase needs.
    fn check_seats(&self, rules: &Rules) -> Result<(), RuleError> {
        let seats = State::seats(rules);
        let by = self.to_beat.and_then(|(_, by)| by);
        let named = [("turn", self.turn), ("by", by), ("leader", self.leader)];
        let first =
            [("first_card", Some(self.first_card)), ("won", self.won.map(|(seat, _)| seat))];
        for (name, at) in named.into_iter().chain(first) {
            if let Some(at) = at {
                seat(name, &at.to_string(), seats)?;
            }
        }
        let out = self.out.iter().flatten().chain(self.roles.iter().flatten());
        for at in out {
            seat("out", &at.to_string(), seats)?;
        }
        if self.hands.len() != seats {
            let message = format!("there are {seats}, not {}", self.hands.len());
            return Err(wrong("hands", message));
        }
        if self.plays.as_ref().is_some_and(|plays| plays.len() != seats) {
            return Err(wrong("plays", format!("there are {seats} seats")));
        }
        match (self.phase, self.turn) {
            (Phase::Over, Some(_)) => return Err(wrong("turn", "the deal is over")),
            (Phase::Over, None) => {}
            (_, None) => return Err(wrong("turn", "it must be said whose turn it is")),
            _ => {}
        }
        if self.to_beat.is_some_and(|(mv, _)| !mv.kind.is_play()) {
            return Err(wrong("to_beat", "it is a play of cards, and needed where by is given"));
        }
        Ok(())
    }

    /// The state of these parts, of which cards are not checked.
    fn assembled(&self, rules: &Rules) -> Result<State, RuleError> {
        if self.phase == Phase::Play {
            return Ok(self.position(rules).state(rules));
        }
        let setup = Setup {
            leader: self.leader.filter(|_| self.phase != Phase::Over),
            first_card: self.first_card,
            roles: self.roles,
            ..Default::default()
        };
        setup.check(rules)?;
        let mut state = State::bare(rules, &setup, self.redeals);
        (state.hands, state.left, state.face_up) = (self.hands.clone(), self.left, self.face_up);
        if self.phase == Phase::Over {
            self.end(rules, &mut state);
            return Ok(state);
        }
        let turn = usize::from(self.turn.unwrap_or(0));
        state.enter(rules, self.phase, turn);
        if self.phase == Phase::Exchange {
            let exchange = &mut state.exchange;
            (exchange.done, exchange.asked) = (self.exchange, self.asked);
            exchange.rank = self.rank.unwrap_or(0);
            if !exchange.is_sound() || self.rank.is_some_and(|rank| self.asked >> rank & 1 == 0) {
                return Err(RuleError::rules("BT-37", "exchange: there is no such exchange"));
            }
            let (asker, giver) = match setup.roles {
                Some(_) => state.exchange_seats(),
                None => return Err(RuleError::rules("BT-37", "roles: nobody exchanges cards")),
            };
            state.exchange.step = match self.rank {
                None => ExchangeStep::Ask,
                Some(_) if turn == giver => ExchangeStep::Give,
                Some(_) => ExchangeStep::GiveBack,
            };
            if turn != state.exchanging() {
                let message = format!("turn: seat {asker} asks seat {giver}");
                return Err(RuleError::rules("BT-37", message));
            }
        }
        Ok(state)
    }

    /// Makes `state` that of a deal that is over.
    fn end(&self, rules: &Rules, state: &mut State) {
        let position = self.position(rules);
        state.enter(rules, Phase::Over, 0);
        state.gone = position.gone(rules);
        state.swapped = !self.face_up.is_empty();
        state.out_order = self.gone_out();
        let out = state.out_order.iter().fold(0, |mask, seat| mask | 1u64 << seat);
        state.trick = rules.first_trick(0).with_out(out);
        state.plays = position.plays;
        if self.won.is_some() && self.plays.is_none() {
            state.plays.fill(0);
        }
        (state.revolutions, state.revolved) = (position.revolutions, position.revolutions % 2 == 1);
        state.leader = self.leader.unwrap_or(NONE);
        state.winner = state.out_order.first().copied().unwrap_or(NONE);
        if let Some((winner, how)) = self.won {
            (state.winner, state.instant) = (winner, how);
        }
        if let Some(Some((seat, passed, could_have_stopped))) = self.suspect {
            state.suspect = Suspect { seat, passed, could_have_stopped };
        }
    }
}

impl State {
    /// Refuses, before the play, what is not a whole pack dealt, and questions that are not asked of
    /// these hands.
    fn check_dealt(&self, rules: &Rules) -> Result<(), RuleError> {
        let wrong = |rule, message: &str| Err(RuleError::rules(rule, message));
        let s = &rules.switches;
        let sizes = rules.hand_sizes();
        let (size, left) = (sizes.hand as usize, sizes.left as usize);
        let mut all = self.hands.iter().chain([&self.left]);
        let all = all.try_fold(Cards::EMPTY, |all, cards| all.checked_sum(cards));
        if all != Some(rules.deck()) {
            return wrong("BT-01", "hands: before the play they hold the whole pack, with left");
        }
        let lowest = rules.lowest_face(rules.deck().faces());
        let given = s.remainder == Remainder::LowestHolder && left > 0;
        let mut holders = 0;
        for (seat, hand) in self.hands.iter().enumerate() {
            let more = hand.total().wrapping_sub(size);
            let holds = given && more == left && hand.faces() & lowest != 0;
            holders += usize::from(holds);
            let turned = self.handed_over(seat);
            if !holds && more != turned as usize {
                return wrong("BT-23", "hands: a hand has another number of cards than is dealt");
            }
        }
        if holders != usize::from(given) || (given && !self.left.is_empty()) {
            return wrong("BT-23", "hands: the lowest holder has the cards that do not divide");
        }
        match self.phase {
            Phase::Redeal => {
                let hand = self.hands[usize::from(self.asked)];
                let limit = s.redeal_below.map_or(0, u32::from);
                if rules.points(hand) >= limit {
                    return wrong("BT-34", "turn: the hand is too good for a new deal");
                }
            }
            Phase::Swap if self.hands[usize::from(self.asked)].faces() & lowest == 0 => {
                return wrong("BT-24", "turn: who holds the lowest card is asked to swap it");
            }
            _ => {}
        }
        let rng = self.rng.clone();
        let dealt = Dealt { hands: self.hands.clone(), left: self.left };
        let at_once = State::begun(rules, &self.setup, dealt, self.redeals, rng);
        if self.phase != Phase::Exchange && at_once.phase == Phase::Over {
            return wrong("BT-33", "hands: one of them wins at once");
        }
        Ok(())
    }

    /// How many cards more a seat has than it will have, in the midst of an exchange.
    fn handed_over(&self, seat: usize) -> isize {
        if self.phase != Phase::Exchange || self.exchange.step != ExchangeStep::GiveBack {
            return 0;
        }
        let (asker, giver) = self.exchange_seats();
        isize::from(seat == asker) - isize::from(seat == giver)
    }
}

/// A position as one seat sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// Who sees it.
    pub seat: u8,
    /// What is public, without hands and without cards set aside.
    pub public: Notation,
    /// His hand.
    pub hand: Cards,
    /// What the others hold and what was set aside, together.
    pub unseen: Cards,
    /// The number of cards in each hand.
    pub cards_left: SmallVec<[u8; 4]>,
    /// The hand of another who has won at once.
    pub shown: Option<Cards>,
}

impl Sight {
    /// What a view of a position shows, for telling it.
    #[must_use]
    pub fn of(rules: &Rules, view: &View) -> Self {
        let state = view.state();
        let mut public = Notation::of(rules, state);
        let winner = public.won.map(|(seat, _)| usize::from(seat));
        public.hands.fill(Cards::EMPTY);
        public.left = Cards::EMPTY;
        Self {
            seat: view.seat() as u8,
            public,
            hand: view.hand(),
            unseen: view.unseen(),
            cards_left: state.hands.iter().map(|hand| hand.total() as u8).collect(),
            shown: winner.filter(|&seat| seat != view.seat()).map(|seat| state.hands[seat]),
        }
    }

    /// The view, if there can be such a position.
    pub fn view(&self, rules: &Rules) -> Result<View, RuleError> {
        let seats = State::seats(rules);
        let seat = usize::from(self.seat);
        if seat >= seats {
            return Err(wrong("seat", format!("seats are 0 to {}", seats - 1)));
        }
        if self.cards_left.len() != seats || usize::from(self.cards_left[seat]) != self.hand.total()
        {
            return Err(wrong("cards_left", "a number for each hand, as large as it is"));
        }
        let all = self.hand.checked_sum(&self.unseen);
        if !all.is_some_and(|all| rules.deck().contains(&all)) {
            let message = "unseen: with the hand these are more cards than the pack has";
            return Err(RuleError::rules("BT-01", message));
        }
        let mut public = self.public.clone();
        let mut pool = self.unseen;
        public.hands = SmallVec::from_elem(Cards::EMPTY, seats);
        public.hands[seat] = self.hand;
        let winner = public.won.map(|(seat, _)| usize::from(seat)).filter(|&at| at != seat);
        if let (Some(winner), Some(shown)) = (winner.filter(|&at| at < seats), self.shown) {
            if !pool.contains(&shown) {
                return Err(RuleError::rules("BT-33", "shown: these cards are elsewhere"));
            }
            pool = pool.difference(&shown);
            public.hands[winner] = shown;
        }
        for at in (0..seats).filter(|&at| at != seat) {
            let missing = usize::from(self.cards_left[at]).saturating_sub(public.hands[at].total());
            let more = take_lowest(&mut pool, missing);
            if more.total() != missing {
                return Err(wrong("unseen", "fewer cards than the others hold"));
            }
            public.hands[at] = public.hands[at].sum(&more);
        }
        public.left = pool;
        public.check_seats(rules)?;
        let mut state = public.assembled(rules)?;
        if state.phase == Phase::Swap {
            state.lay_lowest(rules, seat, (state.phase, state.turn().unwrap_or(0)))?;
        }
        let view = settled(rules, seat, &state, &Course::of_position(&state))?;
        match view.state().is_sound(rules) {
            true => Ok(view),
            false => {
                Err(RuleError::rules("BT-01", "the parts of the position contradict each other"))
            }
        }
    }
}
