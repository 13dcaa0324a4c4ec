//! States from notations: what can be, and what cannot.

use super::auction::Auction;
use super::course::Course;
use super::dealers::Dealt;
use super::hand::Hand;
use super::notation::Notation;
use super::rules::{AuctionKind, Rules};
use super::setup::Setup;
use super::state::{Phase, State};
use super::view::View;
use crate::climb::Trick;
use crate::error::{RuleError, counted};
use crate::game::Game;
use crate::notation::{about, wrong};

impl Notation {
    /// The state, if there can be one under these rules. Nothing is known of how it came about, and its
    /// random streams are neutral.
    pub fn state(&self, rules: &Rules) -> Result<State, RuleError> {
        let this = self.completed(rules);
        this.check_seats()?;
        this.check_phase(rules)?;
        let state = if this.is_taken() { this.taken(rules)? } else { this.untaken(rules)? };
        this.check_shown(rules, &state)?;
        if !state.is_sound(rules) {
            return Err(RuleError::rules(
                "DD-01",
                "the parts of the position contradict each other",
            ));
        }
        Ok(state)
    }

    fn check_seats(&self) -> Result<(), RuleError> {
        let by = self.to_beat.and_then(|(_, by)| by);
        let seats = [("turn", self.turn), ("landlord", self.landlord), ("by", by)];
        for (name, seat) in seats.into_iter().chain([("first_bidder", self.first_bidder)]) {
            if let Some(seat) = seat.filter(|&seat| seat > 2) {
                return Err(wrong(name, format!("seats are 0, 1 and 2, not {seat}")));
            }
        }
        let taken = self.is_taken();
        match (self.phase, self.turn, self.landlord) {
            (Phase::Over, None, _) => {}
            (Phase::Over, Some(_), _) => return Err(wrong("turn", "the deal is over")),
            (_, None, _) => return Err(wrong("turn", "it must be said whose turn it is")),
            (_, _, None) if taken => return Err(wrong("landlord", "it must be said who he is")),
            _ => {}
        }
        if self.to_beat.is_some_and(|(mv, _)| !mv.kind.is_play()) {
            return Err(wrong("to_beat", "it is a play of cards, and needed where by is given"));
        }
        Ok(())
    }

    /// Refuses phases and counts that the rules do not have.
    fn check_phase(&self, rules: &Rules) -> Result<(), RuleError> {
        let s = rules.switches();
        let fixed = s.auction == AuctionKind::Fixed;
        let (possible, rule) = match self.phase {
            Phase::EarlyShow => (rules.shows_before_auction(), "DD-29"),
            Phase::Auction => (!fixed, "DD-06"),
            Phase::LandlordShow => (rules.landlord_show() > 0, "DD-25"),
            Phase::Double => (s.doubling, "DD-29"),
            Phase::Over if !self.is_taken() => (!fixed && s.void_on_all_pass, "DD-04"),
            _ => (true, ""),
        };
        if !possible {
            let phase = self.phase.name();
            let message = format!("phase: these rules have no such {phase} phase");
            return Err(RuleError::rules(rule, message));
        }
        if self.redeals > 0 && (fixed || s.void_on_all_pass) {
            return Err(RuleError::rules("DD-04", "redeals: these rules do not deal again"));
        }
        if self.phase == Phase::EarlyShow && !fixed && self.landlord.is_some() {
            return Err(RuleError::rules("DD-06", "landlord: the auction will find him"));
        }
        if self.doubled.contains(&true) && !s.doubling {
            return Err(RuleError::rules("DD-29", "doubled: these rules have no doubling"));
        }
        Ok(())
    }

    /// Refuses showing that cannot have been.
    fn check_shown(&self, rules: &Rules, state: &State) -> Result<(), RuleError> {
        let s = rules.switches();
        let open = state.open_multiplier;
        let wrong = |message: &str| Err(RuleError::rules("DD-29", message));
        if !self.shown.contains(&true) {
            return match open {
                1 => Ok(()),
                _ => wrong("open_multiplier: it is 1 where nobody has shown"),
            };
        }
        if rules.landlord_show() == 0 {
            return wrong("shown: these rules have no showing");
        }
        let mut who = (0..3).filter(|&seat| self.shown[seat]);
        if s.open_hand && !who.all(|seat| state.landlord() == Some(seat)) {
            return Err(RuleError::rules("DD-25", "shown: only the landlord may show"));
        }
        let asked = matches!(self.phase, Phase::EarlyShow | Phase::LandlordShow);
        if asked && state.turn().is_some_and(|turn| self.shown[turn]) {
            return wrong("shown: who has shown is not asked again");
        }
        let possible = if s.open_hand { open == 2 } else { s.show_multipliers.contains(&open) };
        if !possible {
            return wrong("open_multiplier: no moment of showing has this multiplier");
        }
        Ok(())
    }

    /// A state in which the landlord has taken the bottom cards.
    fn taken(&self, rules: &Rules) -> Result<State, RuleError> {
        let over = self.phase == Phase::Over;
        let position = self.position();
        position.check(rules, over)?;
        let landlord = position.landlord;
        let mut state = State::at(&position);
        state.phase = self.phase;
        state.first_bidder = self.first_bidder.unwrap_or(landlord);
        state.redeals = self.redeals;
        state.shown = self.shown;
        state.open_multiplier = self.open_multiplier.unwrap_or(1);
        state.doubled = self.doubled;
        if matches!(self.phase, Phase::LandlordShow | Phase::Double) {
            self.check_untouched(landlord)?;
            state.trick = Trick::new(3, usize::from(landlord));
            state.asked = (position.turn + 3 - landlord) % 3;
            if self.phase == Phase::LandlordShow && state.asked > 0 {
                return Err(RuleError::rules("DD-25", "turn: it is the landlord who may show"));
            }
            let early = (0..3).find(|&seat| {
                let place = (seat as u8 + 3 - landlord) % 3;
                self.doubled[seat] && place >= state.asked
            });
            if let Some(seat) = early {
                let message = format!("doubled: seat {seat} has not been asked yet");
                return Err(RuleError::rules("DD-29", message));
            }
        }
        Ok(state)
    }

    /// Refuses hands that are not those before the first play.
    fn check_untouched(&self, landlord: u8) -> Result<(), RuleError> {
        for seat in 0..3 {
            let full = if seat == usize::from(landlord) { 20 } else { 17 };
            let size = self.hands[seat].len();
            if size != full {
                let message =
                    format!("hands: seat {seat} has {full} cards before the play, not {size}");
                return Err(RuleError::rules("DD-02", message));
            }
        }
        if self.bottom.len() != 3 || !self.hands[usize::from(landlord)].contains(self.bottom) {
            let message = "bottom: three cards that the landlord holds";
            return Err(RuleError::rules("DD-02", message));
        }
        Ok(())
    }

    /// A state in which nobody is landlord.
    fn untaken(&self, rules: &Rules) -> Result<State, RuleError> {
        self.check_dealt()?;
        let Self { hands, bottom, .. } = *self;
        let turn = self.turn.unwrap_or(0);
        let auction = Auction::after(rules, &self.said).map_err(about("said"))?;
        let first_bidder = match self.phase {
            Phase::Auction => (turn + 3 - auction.player) % 3,
            _ => self.first_bidder.unwrap_or(0),
        };
        let setup = Setup { landlord: self.landlord, ..Setup::default() };
        let mut state = State::with_cards(rules, &setup, Dealt { hands, bottom }, first_bidder);
        state.phase = self.phase;
        state.auction = auction;
        state.redeals = self.redeals;
        state.shown = self.shown;
        state.open_multiplier = self.open_multiplier.unwrap_or(1);
        if self.phase == Phase::EarlyShow {
            state.asked = (turn + 3 - first_bidder) % 3;
            state.moment = self.moment;
            state.received = self.received;
            self.check_received(rules)?;
        }
        Ok(state)
    }

    /// Refuses cards that are not a whole pack, dealt.
    fn check_dealt(&self) -> Result<(), RuleError> {
        let wrong = |message: String| Err(RuleError::rules("DD-01", message));
        for (seat, hand) in self.hands.iter().enumerate() {
            if !hand.is_valid() || hand.len() != 17 {
                let size = hand.len();
                return wrong(format!("hands: seat {seat} is dealt 17 cards, not {size}: {hand}"));
            }
        }
        if !self.bottom.is_valid() || self.bottom.len() != 3 {
            return wrong(format!("bottom: there are three bottom cards, not {:?}", self.bottom));
        }
        let all = self.hands.iter().try_fold(self.bottom, |all, hand| all.plus(*hand));
        if all.is_none() {
            return wrong("hands: more cards of a rank than the pack has".into());
        }
        Ok(())
    }

    fn check_received(&self, rules: &Rules) -> Result<(), RuleError> {
        let last = rules.switches().show_multipliers.len() as u32 - 1;
        if u32::from(self.moment) >= last {
            let message = format!("moment: before the auction they go from 0 to {}", last - 1);
            return Err(RuleError::rules("DD-29", message));
        }
        let size = 17 * u32::from(self.moment) / last;
        for (seat, (part, hand)) in self.received.iter().zip(&self.hands).enumerate() {
            if !part.is_valid() || part.len() != size || !hand.contains(*part) {
                let size = counted(size as usize, "card");
                let message =
                    format!("received: seat {seat} has received {size} of its hand, not {part}");
                return Err(RuleError::rules("DD-29", message));
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

/// A position as one seat sees it.
#[derive(Clone, Debug)]
pub struct Sight {
    /// Who sees it.
    pub seat: u8,
    /// What is public, without hands.
    pub public: Notation,
    /// His hand; while cards are being dealt what he has received.
    pub hand: Hand,
    /// All cards that he does not know where they are, and those of hands that were shown: what the
    /// others hold, together, and until there is a landlord what is at the bottom or still to come.
    pub unseen: Hand,
    /// The number of cards in each hand, or received.
    pub cards_left: [u8; 3],
    /// Hands that were shown.
    pub shown: [Option<Hand>; 3],
}

impl Sight {
    /// What a view of a position shows, for telling it.
    #[must_use]
    pub fn of(rules: &Rules, view: &View) -> Self {
        let state = view.state();
        let public = Notation::of(rules, state);
        let here = [0, 1, 2].map(|at| state.received(at));
        let others = (0..3).filter(|&at| at != view.seat());
        let unseen = match public.is_taken() {
            true => others.fold(Hand::EMPTY, |all, at| all.and(here[at])),
            false => Hand::PACK.less(view.hand()),
        };
        Self {
            seat: view.seat() as u8,
            hand: view.hand(),
            unseen,
            cards_left: here.map(|hand| hand.len() as u8),
            shown: [0, 1, 2].map(|at| state.shown[at].then_some(here[at])),
            public,
        }
    }

    /// The view, if there can be such a position.
    pub fn view(&self, rules: &Rules) -> Result<View, RuleError> {
        let Self { seat, hand, unseen, .. } = *self;
        let impossible = |message: &str| RuleError::rules("DD-01", message);
        if seat > 2 {
            return Err(wrong("seat", format!("seats are 0, 1 and 2, not {seat}")));
        }
        let own = usize::from(seat);
        let mut public = self.public.clone();
        public.check_seats()?;
        let all = hand.plus(unseen).ok_or_else(|| {
            impossible("unseen: with the hand these are more cards of a rank than the pack has")
        })?;
        let mut known = self.shown.map(|shown| shown.unwrap_or_default());
        public.shown = self.shown.map(|shown| shown.is_some());
        if self.shown[own].is_some_and(|shown| shown != hand) {
            return Err(impossible("shown: the own hand is another"));
        }
        known[own] = hand;
        if let Some(landlord) = public.landlord.filter(|_| public.is_taken()) {
            let landlord = usize::from(landlord);
            if landlord != own && !public.shown[landlord] {
                known[landlord] = public.bottom.less(Hand::PACK.less(all));
            }
        }
        let mut rest = unseen;
        for at in (0..3).filter(|&at| at != own) {
            if !rest.contains(known[at]) {
                let message = format!("unseen: seat {at} has {}, which is not there", known[at]);
                return Err(impossible(&message));
            }
            rest = rest.minus(known[at]);
        }
        let mut fill = |hands: &mut [Hand; 3], sizes: [u8; 3]| {
            for (hand, size) in hands.iter_mut().zip(sizes) {
                let missing = u32::from(size).saturating_sub(hand.len());
                *hand = hand.and(rest.take_lowest(missing));
                if hand.len() != u32::from(size) {
                    let message = format!("cards_left: a hand of {size} cannot hold {hand}");
                    return Err(impossible(&message));
                }
            }
            Ok(())
        };
        fill(&mut known, self.cards_left)?;
        if public.phase == Phase::EarlyShow {
            public.received = known;
            fill(&mut known, [17; 3])?;
        }
        public.hands = known;
        if public.is_taken() {
            if !rest.is_empty() {
                return Err(impossible("unseen: more cards than the others hold"));
            }
        } else {
            public.bottom = rest;
        }
        let state = public.state(rules)?;
        Ok(View::new(rules, own, &state, &Course::of_position(&state)))
    }
}
