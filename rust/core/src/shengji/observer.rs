//! What one seat knows, built up from what it is told.

use super::course::{Course, Failed};
use super::declaring::Round;
use super::events::{Event, News};
use super::knowledge::KITTY;
use super::moves::{Cards, Kind, Move, Units};
use super::rules::Rules;
use super::setup::SEATS;
use super::state::{NONE, Phase, State};
use super::switches::Declaring;
use super::view::{View, take_lowest};
use crate::card::Card;
use crate::error::RuleError;
use crate::game::Game;
use crate::rng::{Domain, Rng};
use std::sync::Arc;

/// A seat that is told of a deal event by event, and never sees it. Its [`view`](Self::view) is at
/// every time that of the true deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observer {
    view: View,
}

fn unlikely(name: &str, message: impl std::fmt::Display) -> RuleError {
    RuleError::input("", format!("{name}: {message}"))
}

/// The error for cards that cannot be where they would have to be.
fn elsewhere(name: &str, cards: Cards, message: impl std::fmt::Display) -> RuleError {
    let cards = cards.to_string();
    RuleError { cards, ..RuleError::rules("SJ-01", format!("{name}: {message}")) }
}

fn one(card: Card) -> Cards {
    let mut cards = Cards::EMPTY;
    cards.add(card.bit(), 1);
    cards
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
            Event::Move { .. } | Event::Silence { .. } => {
                Err(unlikely("event", "the first one tells the deal, not a move"))
            }
            Event::Deal { seat, setup, news } => {
                let seat = usize::from(*seat);
                if seat >= SEATS {
                    return Err(unlikely("seat", "seats are 0 to 3"));
                }
                setup.check(rules)?;
                let rng = Rng::stream(0, Domain::Deal, 0, 0);
                let state = told(rules, seat, &State::bare(setup, rng), Cards::EMPTY, news)?;
                Ok(Self::of(settled(rules, seat, state, Course::new)?))
            }
        }
    }

    /// What the seat knows.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Takes in an event after the first. What cannot be is an error, and changes nothing.
    pub fn observe(&mut self, rules: &Rules, event: &Event) -> Result<(), RuleError> {
        let state = &self.view.state;
        let Some(turn) = state.turn() else {
            return Err(unlikely("event", "the deal is over"));
        };
        let (by, mv, news) = match event {
            Event::Move { seat, mv, news } => (usize::from(*seat), *mv, news),
            Event::Silence { news } => (turn, Move::PASS, news),
            Event::Deal { .. } | Event::Position(_) => {
                return Err(unlikely("event", "the deal has begun"));
            }
        };
        if by != turn {
            return Err(State::out_of_turn(by, turn, mv.cards.to_string()));
        }
        let in_play = matches!(state.phase, Phase::Play | Phase::Throw);
        self.view = if in_play {
            self.played(rules, by, mv, news)?
        } else {
            self.decided(rules, by, mv, news)?
        };
        Ok(())
    }

    /// The view after a move of the play.
    fn played(&self, rules: &Rules, by: usize, mv: Move, news: &News) -> Result<View, RuleError> {
        let seat = self.view.seat();
        let mut state = self.view.state.clone();
        if mv.kind != Kind::Force {
            state.reveal(rules, &self.view, by, mv.cards)?;
        }
        let trump = state.order(rules);
        match mv.kind {
            Kind::Follow if by != seat && state.phase == Phase::Play && state.played > 0 => {
                let owed = state.table[state.leader()].total();
                if mv.cards.total() != owed {
                    let message = format!("{mv}: {owed} cards are owed");
                    return Err(RuleError::illegal("SJ-18", mv.cards.to_string(), message));
                }
            }
            _ => {
                if let Some(error) = state.why_not(rules, mv) {
                    return Err(error);
                }
            }
        }
        let mut failed = None;
        let number = self.view.course.history.len() as u32;
        let (led, options) = (news.led, news.options);
        if mv.kind == Kind::Lead {
            let part = |lead: &Move| {
                let unit = trump.unit_of(&trump.lay(&lead.cards));
                unit.is_some() && mv.cards.contains(&lead.cards) && lead.cards != mv.cards
            };
            let parts = |cards: Cards| part(&Move::lead(cards, Units::EMPTY));
            if led.is_some_and(|lead| !part(&lead))
                || !options.iter().all(|unit| parts(unit.cards()))
                || led.is_some() && !options.is_empty()
            {
                return Err(unlikely("led", "these are not units of the throw"));
            }
            state.lead_as(mv, led, options);
            failed = led.map(|lead| Failed { number, lead, options: Units::EMPTY });
        } else {
            if led.is_some() || !options.is_empty() {
                return Err(unlikely("led", "it is told of throws only"));
            }
            let options = state.beaten;
            state.play_unchecked(rules, mv);
            if mv.kind == Kind::Force {
                let lead = Move::lead(mv.cards, state.units);
                failed = Some(Failed { number: number - 1, lead, options });
            }
        }
        check_next(&state, news)?;
        settled(rules, seat, state, |_| {
            let mut course = self.view.course.clone();
            Arc::make_mut(&mut course.history).push((by as u8, mv));
            course.failed.extend(failed);
            course
        })
    }

    /// The view after a move before the play.
    fn decided(&self, rules: &Rules, by: usize, mv: Move, news: &News) -> Result<View, RuleError> {
        let seat = self.view.seat();
        let mut state = self.view.state.clone();
        let Some(table) = &news.table else {
            return Err(unlikely("table", "it is missing"));
        };
        let own = by == seat;
        if mv.kind == Kind::Bury && !own {
            if state.phase != Phase::Bury || !mv.cards.is_empty() {
                return Err(unlikely("move", "what another buries is not seen"));
            }
        } else if mv.kind == Kind::Declare && !own && state.is_blind(rules) {
            if !matches!(state.phase, Phase::Declare | Phase::Overturn) {
                return Err(unlikely("move", "nobody can declare now"));
            }
        } else if mv.kind != Kind::Pass || own {
            let plain = mv.kind == Kind::Declare && mv.cards.faces() >> 52 == 0;
            let jokers = [Cards::EMPTY, one(Card::SMALL_JOKER), one(Card::BIG_JOKER)];
            let along = &jokers[..if plain && !own { 3 } else { 1 }];
            // Some joker may have to lie with what is declared; it shows with the first that may.
            let mut error = None;
            let shown = along.iter().find_map(|joker| {
                let mut shown = state.clone();
                let seen = shown.reveal(rules, &self.view, by, mv.cards.sum(joker));
                let wrong = seen.err().or_else(|| shown.why_not(rules, mv));
                let fits = wrong.is_none();
                error = error.take().or(wrong);
                fits.then_some(shown)
            });
            match (shown, error) {
                (Some(shown), _) => state = shown,
                (None, error) => {
                    return Err(error.unwrap_or_else(|| unlikely("move", "it is not possible")));
                }
            }
        } else if !matches!(state.phase, Phase::Declare | Phase::Overturn) {
            return Err(unlikely("event", "nobody can pass now"));
        }
        let mut course = self.view.course.clone();
        if mv.kind != Kind::Pass || own {
            Arc::make_mut(&mut course.history).push((by as u8, mv));
        }
        match (mv.kind, state.phase) {
            (Kind::Declare, Phase::Declare) => state.declarations += 1,
            (Kind::Declare, _) => state.takers += 1,
            (Kind::Bury, _) => state.taker = by as u8,
            _ => {}
        }
        let buried = if mv.kind == Kind::Bury && own { mv.cards } else { Cards::EMPTY };
        let took = news.phase == Phase::Bury && news.turn == Some(seat as u8);
        if took
            && let Some(last) =
                Arc::make_mut(&mut course.history).iter_mut().rfind(|(_, mv)| mv.kind == Kind::Bury)
        {
            // The seat has taken up what another buried, and sees it.
            last.1 = Move::bury(table.hand.difference(&state.hands[seat]));
        }
        if !table.shown.is_empty() {
            let mut shown = table.shown.iter();
            for (by, mv) in Arc::make_mut(&mut course.history) {
                if mv.kind == Kind::Declare && usize::from(*by) != seat {
                    let cards =
                        shown.next().ok_or_else(|| unlikely("shown", "some are missing"))?;
                    mv.cards = *cards;
                }
            }
        }
        let kitty = if buried.is_empty() && state.sees_kitty(seat) { state.kitty } else { buried };
        let after = told(rules, seat, &state, kitty, news)?;
        settled(rules, seat, after, |_| course)
    }
}

/// A state before the play, or at its beginning, as it was told; hidden cards lie anywhere.
fn told(
    rules: &Rules,
    seat: usize,
    before: &State,
    kitty: Cards,
    news: &News,
) -> Result<State, RuleError> {
    let Some(table) = &news.table else { return Err(unlikely("table", "it is missing")) };
    let mut state = State::bare(&before.setup, before.rng.clone());
    state.phase = news.phase;
    let round = Round::ALL.get(usize::from(table.round));
    state.round = *round.ok_or_else(|| unlikely("round", "0, 1 or 2"))?;
    let number = |name, number: Option<u8>, most| match number {
        Some(number) if number > most => Err(unlikely(name, format!("{most} at most"))),
        _ => Ok(number.unwrap_or(NONE)),
    };
    (state.declarer, state.level, state.trump) = (
        number("declarer", table.declarer, 3)?,
        number("level", table.level, 12)?,
        number("trump", table.trump, 4)?,
    );
    if table.standing.is_some_and(|shown| shown.seat > 3 || shown.face > 53 || shown.copies > 4) {
        return Err(unlikely("standing", "no declaration"));
    }
    (state.standing, state.turned) = (table.standing, table.turned);
    state.redeals = table.redeals;
    if table.redeals == before.redeals {
        (state.declarations, state.takers, state.taker) =
            (before.declarations, before.takers, before.taker);
    }
    let (hand, size) = (rules.switches.hand_size(), rules.switches.kitty_size());
    let turn = number("turn", news.turn, 3)?;
    if turn == NONE || table.waiting > 3 {
        return Err(unlikely("turn", "somebody is to act before the play"));
    }
    let taken = news.phase == Phase::Bury;
    // Whoever buries holds the kitty in hand.
    let kitty = if taken { Cards::EMPTY } else { kitty };
    match news.phase {
        Phase::Play => {
            state.leader = turn;
            if state.trump == NONE || state.declarer != turn {
                return Err(unlikely("turn", "the declarer leads"));
            }
        }
        Phase::Throw | Phase::Over => return Err(unlikely("phase", "no card has been played")),
        _ => (state.asked, state.waiting) = (turn, table.waiting),
    }
    if taken || news.phase == Phase::Overturn {
        if taken {
            state.taker = turn;
        }
        if state.trump == NONE || state.declarer == NONE {
            return Err(unlikely("trump", "it is settled by now"));
        }
    }
    // How many cards lie where.
    let all_drawn = SEATS * hand;
    let drawing = news.phase == Phase::Declare && rules.switches.declaring == Declaring::DuringDeal;
    let drawn = usize::from(table.drawn);
    if drawn > all_drawn || !drawing && drawn > 0 {
        return Err(unlikely("drawn", "more cards than are drawn"));
    }
    let first = before.setup.first();
    let mut pool = rules.pool_without(&[table.hand, kitty])?;
    for at in 0..SEATS {
        let place = (at + SEATS - first) % SEATS;
        let mut n = if drawing { (drawn + SEATS - 1 - place) / SEATS } else { hand };
        if taken && at == usize::from(turn) {
            n += size;
        }
        state.hands[at] = if at == seat { table.hand } else { take_lowest(&mut pool, n, u64::MAX) };
        if state.hands[at].total() != n {
            return Err(elsewhere(
                "hand",
                table.hand,
                format!("{n} cards are in the hand of seat {at}"),
            ));
        }
    }
    if !taken {
        state.kitty = if kitty.is_empty() { take_lowest(&mut pool, size, u64::MAX) } else { kitty };
        if state.kitty.total() != size {
            return Err(elsewhere("kitty", state.kitty, format!("{size} cards are in the kitty")));
        }
    }
    if drawing {
        state.drawn = table.drawn;
        state.draws = vec![NONE; all_drawn];
        let rest: Vec<u8> = pool.cards().map(|card: Card| card.index() as u8).collect();
        state.lay_draws(&rest);
    }
    Ok(state)
}

/// Refuses news that tell another turn or phase than the table does.
fn check_next(state: &State, news: &News) -> Result<(), RuleError> {
    let turn = state.turn().map(|turn| turn as u8);
    if (state.phase, turn) == (news.phase, news.turn) && news.table.is_none() {
        return Ok(());
    }
    Err(unlikely(
        "phase",
        format!(
            "after this the phase is {}, and turn is {}",
            state.phase.name(),
            turn.map_or_else(|| "null".to_owned(), |seat| seat.to_string())
        ),
    ))
}

/// The view of a state in which hidden cards lie anywhere; an error where what the seat knows of them
/// cannot be.
fn settled(
    rules: &Rules,
    seat: usize,
    state: State,
    course: impl FnOnce(&State) -> Course,
) -> Result<View, RuleError> {
    let course = course(&state);
    let known = course.known(rules, seat, &state);
    let mut pool = state.unseen(seat);
    for at in (0..=KITTY).filter(|&at| at != seat) {
        let there = if at == KITTY { state.kitty } else { state.hands[at] };
        if at == KITTY && state.sees_kitty(seat) {
            continue;
        }
        let cards = known.cards[at];
        if !pool.contains(&cards) || cards.total() > there.total() {
            let message = format!("{cards} cannot be where these events put it");
            return Err(elsewhere("event", cards, message));
        }
        pool = pool.difference(&cards);
    }
    Ok(View::new(rules, seat, &state, &course))
}

impl Rules {
    /// The pack without cards that lie elsewhere.
    fn pool_without(&self, cards: &[Cards]) -> Result<Cards, RuleError> {
        let mut pool = self.pack();
        for cards in cards {
            if !pool.contains(cards) {
                return Err(elsewhere("hand", *cards, "the pack has not all these cards"));
            }
            pool = pool.difference(cards);
        }
        Ok(pool)
    }
}

impl State {
    /// Puts cards that the seat to act shows in its hand, and others of its hidden cards where they lay.
    fn reveal(
        &mut self,
        rules: &Rules,
        view: &View,
        by: usize,
        cards: Cards,
    ) -> Result<(), RuleError> {
        let seat = view.seat();
        let lacks = cards.difference(&self.hands[by]);
        if by == seat || lacks.is_empty() {
            return Ok(());
        }
        let wrong = || elsewhere("move", cards, format!("seat {by} cannot have {cards}"));
        let known = view.course.known(rules, seat, &view.state);
        let keep = known.cards[by].union(&cards);
        let mut spare = self.hands[by].difference(&keep);
        let mut missing = lacks;
        let others = (0..=KITTY + 1).filter(|&at| at != by && at != seat);
        for at in others {
            if at == KITTY && self.sees_kitty(seat) {
                continue;
            }
            let free = match at {
                KITTY => self.kitty.difference(&known.cards[KITTY]),
                at if at < KITTY => self.hands[at].difference(&known.cards[at]),
                _ => {
                    let mut all = Cards::EMPTY;
                    self.to_draw().for_each(|(_, card)| all.add(card.bit(), 1));
                    all
                }
            };
            let found = missing.intersection(&free);
            let n = found.total();
            if n == 0 {
                continue;
            }
            let given = take_lowest(&mut spare, n, u64::MAX);
            if given.total() < n {
                return Err(wrong());
            }
            match at {
                KITTY => self.kitty = self.kitty.difference(&found).sum(&given),
                at if at < KITTY => {
                    self.hands[at] = self.hands[at].difference(&found).sum(&given);
                }
                _ => {
                    let rest = free.difference(&found).sum(&given);
                    let rest: Vec<u8> = rest.cards().map(|card| card.index() as u8).collect();
                    let drawn = usize::from(self.drawn);
                    self.draws[drawn..].copy_from_slice(&rest);
                }
            }
            self.hands[by] = self.hands[by].difference(&given).sum(&found);
            missing = missing.difference(&found);
        }
        if missing.is_empty() { Ok(()) } else { Err(wrong()) }
    }
}
