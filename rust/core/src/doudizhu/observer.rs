//! What one seat knows, built up from what it is told.

use super::course::Course;
use super::dealers::Dealt;
use super::events::{Event, News};
use super::hand::Hand;
use super::moves::Move;
use super::rules::{AuctionKind, Rules};
use super::setup::Setup;
use super::state::{Phase, State};
use super::view::View;
use crate::error::{RuleError, counted};
use crate::game::Game;

/// A seat that is told of a deal event by event, and never sees it. Its [`view`](Self::view) is at
/// every time that of the true deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observer {
    view: View,
}

fn unlikely(name: &str, message: &str) -> RuleError {
    RuleError::input("", format!("{name}: {message}"))
}

/// The error for cards that the seat knows to be elsewhere.
fn elsewhere(name: &str, cards: Hand, message: String) -> RuleError {
    let cards = cards.to_string();
    RuleError { cards, ..RuleError::rules("DD-28", format!("{name}: {message}")) }
}

impl Observer {
    /// An observer of the view of a seat.
    #[must_use]
    pub fn of(view: View) -> Self {
        Self { view }
    }

    /// An observer of a beginning; `event` is no move.
    pub fn begin(rules: &Rules, event: &Event) -> Result<Self, RuleError> {
        match event {
            Event::Position(view) => Ok(Self::of(View::clone(view))),
            Event::Move { .. } => {
                Err(unlikely("event", "the first one tells the deal, not a move"))
            }
            &Event::Deal { seat, hand, first_bidder, landlord, bottom } => {
                if seat > 2 || first_bidder > 2 || landlord.is_some_and(|seat| seat > 2) {
                    return Err(unlikely("seat", "seats are 0, 1 and 2"));
                }
                let seat = usize::from(seat);
                let fixed = rules.switches.auction == AuctionKind::Fixed;
                let landlord = fixed.then(|| landlord.unwrap_or(0)).or(landlord);
                if landlord.is_some() && !fixed {
                    return Err(unlikely("landlord", "the auction finds him"));
                }
                let cards = dealt(rules, seat, hand, landlord, bottom)?;
                let setup = Setup { landlord, ..Setup::default() };
                let state = State::with_cards(rules, &setup, cards, first_bidder);
                Ok(Self::of(View::new(rules, seat, &state, &Course::default())))
            }
        }
    }

    /// What the seat knows.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Takes in a move and what it brought about. What cannot be is an error, and changes nothing.
    pub fn observe(
        &mut self,
        rules: &Rules,
        by: u8,
        mv: Move,
        news: &News,
    ) -> Result<(), RuleError> {
        let state = &self.view.state;
        let Some(turn) = state.turn() else {
            let message = format!("{mv} is not possible: the deal is over");
            return Err(RuleError::illegal("DD-08", mv.cards.to_string(), message));
        };
        if turn != usize::from(by) {
            return Err(State::out_of_turn(usize::from(by), turn, mv.cards.to_string()));
        }
        self.view = if state.phase == Phase::Play {
            self.played(rules, turn, mv, news)?
        } else {
            self.decided(rules, turn, mv, news)?
        };
        Ok(())
    }

    /// The view after a move of the play.
    fn played(&self, rules: &Rules, by: usize, mv: Move, news: &News) -> Result<View, RuleError> {
        let View { state, course, played, .. } = &self.view;
        let seat = self.view.seat();
        let mut state = state.clone();
        if by != seat && mv.kind.is_play() {
            // Any deal in which he has the cards and that the seat cannot tell apart.
            let mut known = state.known_to(seat, played);
            let mut pool = state.pool(seat, &known);
            let new = mv.cards.less(known[by]);
            let room = state.hands[by].len() - known[by].len();
            if !mv.cards.is_valid() || !pool.contains(new) || new.len() > room {
                let message = format!("seat {by} cannot have {}", mv.cards);
                return Err(elsewhere("move", mv.cards, message));
            }
            pool = pool.minus(new);
            known[by] = known[by].and(new);
            state.fill(known, pool, Hand::take_lowest);
        }
        if let Some(error) = state.why_not(rules, mv) {
            return Err(error);
        }
        same_parts(news, &News::default())?;
        let mut course = course.clone();
        course.play(rules, &mut state, mv);
        Ok(View::new(rules, seat, &state, &course))
    }

    /// The view after a decision around the play.
    fn decided(&self, rules: &Rules, by: usize, mv: Move, news: &News) -> Result<View, RuleError> {
        let View { state: before, course, played, .. } = &self.view;
        let seat = self.view.seat();
        if let Some(error) = before.why_not(rules, mv) {
            return Err(error);
        }
        let mut after = before.clone();
        after.play_unchecked(rules, mv);
        let expected = News::of(before, &after, mv, seat);
        same_parts(news, &expected)?;
        if news.landlord != expected.landlord {
            return Err(unlikely("landlord", "the auction has found another"));
        }
        if news.redeals != expected.redeals {
            return Err(unlikely("redeals", "it is another number by now"));
        }
        if let Some(first_bidder) = news.first_bidder {
            let hand = news.hand.unwrap_or_default();
            let cards = dealt(rules, seat, hand, None, None)?;
            if first_bidder > 2 {
                return Err(unlikely("first_bidder", "seats are 0, 1 and 2"));
            }
            let redeals = after.redeals;
            after = State::with_cards(rules, &before.setup, cards, first_bidder);
            after.redeals = redeals;
        } else {
            let known = before.known_to(seat, played);
            reveal(seat, &known, &mut after, news)?;
        }
        let mut course = course.clone();
        course.note(before, &after, by as u8, mv);
        Ok(View::new(rules, seat, &after, &course))
    }
}

/// Refuses news that have other parts than those that a move brings about.
fn same_parts(news: &News, expected: &News) -> Result<(), RuleError> {
    let parts = [
        ("landlord", news.landlord.is_some(), expected.landlord.is_some()),
        ("bottom", news.bottom.is_some(), expected.bottom.is_some()),
        ("redeals", news.redeals.is_some(), expected.redeals.is_some()),
        ("first_bidder", news.first_bidder.is_some(), expected.first_bidder.is_some()),
        ("hand", news.hand.is_some(), expected.hand.is_some()),
    ];
    let shown =
        [0, 1, 2].map(|at| ("shown", news.shown[at].is_some(), expected.shown[at].is_some()));
    for (name, given, wanted) in parts.into_iter().chain(shown) {
        match (given, wanted) {
            (true, false) => {
                return Err(unlikely(name, "the move brings nothing of the kind about"));
            }
            (false, true) => return Err(unlikely(name, "it is missing, but the move changes it")),
            _ => {}
        }
    }
    Ok(())
}

/// Gives `after` cards that fit what is told: a decision led to it, before which the seat knew these
/// cards of each hand.
fn reveal(seat: usize, known: &[Hand; 3], after: &mut State, news: &News) -> Result<(), RuleError> {
    if let Some(bottom) = news.bottom {
        if !bottom.is_valid() || bottom.len() != 3 {
            let message = format!("there are three bottom cards, not {bottom}");
            return Err(elsewhere("bottom", bottom, message));
        }
        after.bottom = bottom;
    }
    let mut now = *known;
    if let (Some(landlord), Some(bottom)) = (news.landlord.map(usize::from), news.bottom) {
        now[landlord] = now[landlord].plus(bottom).ok_or_else(|| {
            elsewhere("bottom", bottom, format!("seat {landlord} has cards of {bottom}"))
        })?;
    }
    let told =
        [0, 1, 2].map(|at| if at == seat { news.hand.or(news.shown[at]) } else { news.shown[at] });
    for at in 0..3 {
        let name = if at == seat { "hand" } else { "shown" };
        let Some(hand) = told[at] else { continue };
        let size = after.received(at).len();
        if !hand.is_valid() || hand.len() != size {
            let size = counted(size as usize, "card");
            let message = format!("seat {at} has {size} now, not {hand}");
            return Err(elsewhere(name, hand, message));
        }
        if !hand.contains(now[at]) || (at == seat && news.shown[at].is_some_and(|it| it != hand)) {
            let message = format!("seat {at} has {}, which {hand} has not", now[at]);
            return Err(elsewhere(name, hand, message));
        }
        now[at] = hand;
    }
    let all = now.iter().try_fold(Hand::EMPTY, |all, hand| all.plus(*hand)).ok_or_else(|| {
        let [a, b, c] = now;
        let message = format!("the pack has not all of {a}, {b} and {c}");
        elsewhere(if news.bottom.is_some() { "bottom" } else { "hand" }, Hand::EMPTY, message)
    })?;
    after.fill(now, Hand::PACK.less(all), Hand::take_lowest);
    Ok(())
}

/// Cards of a dealing in which a seat has received `hand`: any others lie anywhere.
fn dealt(
    rules: &Rules,
    seat: usize,
    hand: Hand,
    landlord: Option<u8>,
    bottom: Option<Hand>,
) -> Result<Dealt, RuleError> {
    let early = rules.shows_before_auction();
    let takes = landlord.filter(|_| !early).map(usize::from);
    let size = match takes {
        _ if early => 0,
        Some(landlord) if landlord == seat => 20,
        _ => 17,
    };
    if !hand.is_valid() || hand.len() != size {
        let message = format!("seat {seat} has received {size} cards at the beginning, not {hand}");
        return Err(elsewhere("hand", hand, message));
    }
    let bottom = match (takes, bottom) {
        (None, None) => None,
        (None, Some(_)) => return Err(unlikely("bottom", "nobody has taken the bottom cards yet")),
        (Some(_), None) => {
            return Err(unlikely("bottom", "it is missing: the landlord has taken it"));
        }
        (Some(_), Some(bottom)) if !bottom.is_valid() || bottom.len() != 3 => {
            let message = format!("there are three bottom cards, not {bottom}");
            return Err(elsewhere("bottom", bottom, message));
        }
        (Some(_), Some(bottom)) => Some(bottom),
    };
    let own = match (takes, bottom) {
        (Some(landlord), Some(bottom)) if landlord == seat => {
            if !hand.contains(bottom) {
                let message = format!("the landlord's hand {hand} has not all of {bottom}");
                return Err(elsewhere("bottom", bottom, message));
            }
            hand.minus(bottom)
        }
        _ => hand,
    };
    let all = own.plus(bottom.unwrap_or_default()).ok_or_else(|| {
        let message =
            format!("with the hand {hand} these are more cards of a rank than the pack has");
        elsewhere("bottom", bottom.unwrap_or_default(), message)
    })?;
    let mut pool = Hand::PACK.less(all);
    let mut hands = [Hand::EMPTY; 3];
    for (at, cards) in hands.iter_mut().enumerate() {
        let known = if at == seat { own } else { Hand::EMPTY };
        *cards = known.and(pool.take_lowest(17 - known.len()));
    }
    Ok(Dealt { hands, bottom: bottom.unwrap_or(pool) })
}
