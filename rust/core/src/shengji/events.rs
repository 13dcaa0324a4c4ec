//! What a seat is told of a deal, as it goes on.

use super::course::Course;
use super::declare::Declaration;
use super::declaring::Round;
use super::moves::{Cards, Kind, Move, Units};
use super::observer::Observer;
use super::rules::Rules;
use super::setup::{SEATS, Setup};
use super::state::{NONE, Phase, State};
use super::view::{View, turned_down};
use crate::game::Game;
use std::sync::Arc;

/// One thing that a seat is told. The first event tells the beginning, each further one a move with
/// all that it revealed, or that a seat which could declare has not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The deal began.
    Deal {
        /// The seat that is told.
        seat: u8,
        /// What is fixed for the deal, but for the cards given.
        setup: Setup,
        /// How it stands at the first decision.
        news: Box<News>,
    },
    /// A position, as the seat sees it.
    Position(Box<View>),
    /// A move.
    Move {
        /// Who made it.
        seat: u8,
        /// The move: of what another buried, no cards.
        mv: Move,
        /// What it brought about.
        news: Box<News>,
    },
    /// Another seat could have declared and has not said so; the deal goes on.
    Silence {
        /// How it goes on.
        news: Box<News>,
    },
}

/// How a deal stands after a move, as far as a seat may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// The phase.
    pub phase: Phase,
    /// Whose turn it is; `None` where the deal is over.
    pub turn: Option<u8>,
    /// Before the play how it stands; `None` once cards are played.
    pub table: Option<Table>,
    /// What is led of a throw that failed.
    pub led: Option<Move>,
    /// The units of a throw that may be led, where the next seat says which; none elsewhere.
    pub options: Units,
}

/// How a deal stands before the play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The own hand.
    pub hand: Cards,
    /// Cards drawn by all together, from the first of the deal on; 0 once trump is settled, and where
    /// nobody declares while cards are drawn.
    pub drawn: u8,
    /// Who is asked: 0 while cards are drawn, 1 when all are, 2 the attackers alone (SJ-44).
    pub round: u8,
    /// How many seats after this one are still to be asked.
    pub waiting: u8,
    /// The declarer, once he is known.
    pub declarer: Option<u8>,
    /// The level as [`Rank::index`](crate::card::Rank::index).
    pub level: Option<u8>,
    /// Trump, once it is settled: the number of a suit, 4 for none. What lies face down counts as
    /// diamonds (SJ-43).
    pub trump: Option<u8>,
    /// The declaration that stands.
    pub standing: Option<Declaration>,
    /// Cards of the kitty that were turned up (SJ-41).
    pub turned: Cards,
    /// How often the cards were dealt again (SJ-41).
    pub redeals: u8,
    /// What others declared face down, in order, once it is turned up (SJ-43).
    pub shown: Vec<Cards>,
}

impl Round {
    pub(super) const ALL: [Self; 3] = [Self::Drawing, Self::Last, Self::Attackers];
}

/// A number, where there is one.
fn some(number: u8) -> Option<u8> {
    (number != NONE).then_some(number)
}

impl News {
    /// How a deal stands at its first decision, or at that of another dealing.
    fn of_deal(rules: &Rules, state: &State, seat: usize) -> Self {
        let table = Table::of(rules, state, seat);
        Self {
            phase: state.phase,
            turn: state.turn().map(|turn| turn as u8),
            table: Some(table),
            led: None,
            options: state.beaten,
        }
    }

    /// What the move that led from `before` to `after` tells `seat`.
    pub(super) fn of(
        rules: &Rules,
        (before, after): (&State, &State),
        (by, mv): (u8, Move),
        seat: usize,
        course: &Course,
    ) -> Self {
        let mut news = Self::of_deal(rules, after, seat);
        if matches!(before.phase, Phase::Play | Phase::Throw) {
            news.table = None;
            let on_table = after.table[usize::from(by)];
            if mv.kind == Kind::Lead && !on_table.is_empty() && on_table != mv.cards {
                news.led = Some(Move::lead(on_table, after.units));
            }
        } else if before.is_blind(rules)
            && !after.is_blind(rules)
            && let Some(table) = &mut news.table
        {
            let before = course.shown.map(|shown| (shown.seat, shown.as_move()));
            let shown = before.iter().chain(course.history.iter());
            let shown =
                shown.filter(|&&(by, mv)| mv.kind == Kind::Declare && usize::from(by) != seat);
            table.shown = shown.map(|(_, mv)| mv.cards).collect();
        }
        news
    }
}

impl Table {
    fn of(rules: &Rules, state: &State, seat: usize) -> Self {
        let mut state = state.clone();
        if state.is_blind(rules) {
            state.turn_down(seat);
        }
        let round = Round::ALL.iter().position(|&round| round == state.round);
        Self {
            hand: state.hands[seat],
            drawn: state.num_drawn(rules) as u8,
            round: round.unwrap_or(0) as u8,
            waiting: state.waiting,
            declarer: some(state.declarer),
            level: some(state.level),
            trump: some(state.trump),
            standing: state.standing,
            turned: state.turned,
            redeals: state.redeals,
            shown: Vec::new(),
        }
    }
}

impl Course {
    /// What `seat` was told so far, from event number `start` on.
    /// Event 0 tells the beginning, or the position from which this course leads on; event n move
    /// number n − 1 from there.
    ///
    /// # Panics
    /// Where there is no such seat.
    #[must_use]
    pub fn events(&self, rules: &Rules, seat: usize, start: usize) -> Vec<Event> {
        assert!(seat < SEATS, "seats are 0 to 3");
        let whole = self.begin == self.earlier.last().map_or(0, |earlier| earlier.end);
        let (begin, earlier) =
            if whole { (0, &self.earlier[..]) } else { (self.begin as usize, &[][..]) };
        let mut starts =
            earlier.iter().map(|earlier| &earlier.start).chain([&self.start]).map(Arc::as_ref);
        let Some(first) = starts.next() else { return Vec::new() };
        let mut out = Vec::new();
        if start == 0 {
            // A position that was given by hand is no beginning, but for few.
            let event = first.first_event(rules, seat);
            let begins = whole && first.is_told_by(rules, seat, &event);
            out.push(if begins { event } else { self.position(rules, seat) });
        }
        let mut state = first.clone();
        for (number, &(by, mv)) in self.history.iter().enumerate().skip(begin) {
            let before = state.clone();
            if earlier.iter().any(|earlier| earlier.end as usize == number + 1)
                && let Some(next) = starts.next()
            {
                state = next.clone();
            } else {
                state.play_unchecked(rules, mv);
            }
            if number + 1 - begin < start {
                continue;
            }
            let news = Box::new(News::of(rules, (&before, &state), (by, mv), seat, self));
            let own = usize::from(by) == seat;
            out.push(match mv.kind {
                Kind::Pass if !own => Event::Silence { news },
                _ => Event::Move { seat: by, mv: self.as_told(rules, &before, number, seat), news },
            });
        }
        out
    }

    /// Move number `number`, made in `before`, as another seat is told it.
    fn as_told(&self, rules: &Rules, before: &State, number: usize, seat: usize) -> Move {
        let (by, mv) = self.history[number];
        match mv.kind {
            _ if usize::from(by) == seat => mv,
            Kind::Bury => Move::bury(Cards::EMPTY),
            Kind::Declare if before.is_blind(rules) => turned_down(mv, before.level),
            _ => mv,
        }
    }

    /// The position from which the course leads on, as a seat sees it.
    fn position(&self, rules: &Rules, seat: usize) -> Event {
        let mut course = Self { earlier: Vec::new(), ..self.clone() };
        Arc::make_mut(&mut course.history).truncate(self.begin as usize);
        course.failed.clear();
        Event::Position(Box::new(View::new(rules, seat, &self.start, &course)))
    }
}

impl State {
    /// Whether an event that tells the beginning tells all that a seat sees here.
    fn is_told_by(&self, rules: &Rules, seat: usize, event: &Event) -> bool {
        let view = || View::new(rules, seat, self, &Course::new(self));
        Observer::begin(rules, event).is_ok_and(|observer| *observer.view() == view())
    }

    fn first_event(&self, rules: &Rules, seat: usize) -> Event {
        let setup = self.setup.told();
        Event::Deal { seat: seat as u8, setup, news: Box::new(News::of_deal(rules, self, seat)) }
    }
}
