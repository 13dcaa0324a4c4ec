//! States from notations: what can be before the play; positions as one seat sees them.

use super::course::Course;
use super::moves::Cards;
use super::notation::Notation;
use super::observer::settled;
use super::rules::Rules;
use super::state::{Phase, State};
use super::switches::Remainder;
use super::view::{View, take_lowest};
use crate::error::RuleError;
use crate::game::Game;
use crate::notation::wrong;
use smallvec::SmallVec;

impl State {
    /// Refuses, before the play, what is not a whole pack dealt, and questions that are not asked of
    /// these hands.
    pub(super) fn check_dealt(&self, rules: &Rules) -> Result<(), RuleError> {
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
        let dealt = super::dealing::Dealt { hands: self.hands.clone(), left: self.left };
        let at_once = State::begun(rules, &self.setup, dealt, self.redeals, rng);
        if self.phase != Phase::Exchange && at_once.phase == Phase::Over {
            return wrong("BT-33", "hands: one of them wins at once");
        }
        Ok(())
    }

    /// How many cards more a seat has than it will have, in the midst of an exchange.
    fn handed_over(&self, seat: usize) -> isize {
        use super::exchange::ExchangeStep;
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
