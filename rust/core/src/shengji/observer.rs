//! What one seat knows, built up from what it is told.

use super::asked::Asked;
use super::clues::JOKERS;
use super::course::{Course, Failed};
use super::events::{Event, News};
use super::knowledge::{KITTY, Known, Probe};
use super::moves::{Cards, Kind, Move, Units};
use super::outcome::{Hand, why_not_outcome};
use super::rules::Rules;
use super::setup::SEATS;
use super::state::{Phase, State};
use super::told::{check_beginning, check_decided, elsewhere, told, unlikely};
use super::view::{View, take_lowest, turned_down};
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
                let bare = State::bare(setup, rng);
                let mut state = told(rules, seat, &bare, Cards::EMPTY, news)?;
                check_beginning(rules, seat, &bare, &mut state, news)?;
                Ok(Self::of(settled(rules, seat, None, state, Course::new)?))
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
            Event::Silence { .. } if turn == self.view.seat() => {
                return Err(unlikely("event", "a silence is another seat's; it is the own turn"));
            }
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
        let known = self.view.course.known(rules, seat, &self.view.state);
        if by != seat && mv.kind != Kind::Force {
            let barred = mv.cards.within(!known.allowed[by]);
            if !barred.is_empty() {
                let message = format!(
                    "move: seat {by} cannot have {barred}: it has not followed suit, \
                     or has let a throw stand"
                );
                let cards = barred.to_string();
                return Err(RuleError { cards, ..RuleError::rules("SJ-18", message) });
            }
        }
        let mut state = self.view.state.clone();
        if mv.kind != Kind::Force {
            state.reveal(rules, &self.view, by, mv.cards)?;
        }
        let follows = mv.kind == Kind::Follow && state.phase == Phase::Play && state.played > 0;
        let wrong = if follows && by != seat {
            state.why_never(rules, &known.cards[by], mv.cards)
        } else {
            state.why_not(rules, mv)
        };
        if let Some(error) = wrong {
            return Err(error);
        }
        let mut failed = None;
        let number = self.view.course.history.len() as u32;
        let (led, options) = (news.led, news.options);
        if mv.kind == Kind::Lead {
            let others = self.others(&known, by, mv.cards);
            let others = others.map(|hand| hand.laid(state.order(rules)));
            let (s, trump) = (&rules.switches, state.order(rules));
            if let Some(error) = why_not_outcome(s, trump, &mv, (led.as_ref(), &options), &others) {
                return Err(error);
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
                let throw = self.view.course.last_lead().map(|throw| throw as u32);
                failed = throw.map(|number| Failed { number, lead, options });
            }
        }
        check_next(&state, news)?;
        settled(rules, seat, Some((by, mv)), state, |_| {
            let mut course = self.view.course.clone();
            Arc::make_mut(&mut course.history).push((by as u8, mv));
            course.failed.extend(failed);
            course
        })
    }

    /// What is known of the hands beside a leader's, who has `thrown` in hand.
    fn others(&self, known: &Known, leader: usize, thrown: Cards) -> [Hand; SEATS - 1] {
        let (own, state) = (self.view.seat(), &self.view.state);
        let mut sure = known.cards;
        sure[leader] = sure[leader].union(&thrown);
        let mut pool = state.unseen(own);
        let seen = |at: usize| at == own || at == KITTY && state.sees_kitty(own);
        for (_, cards) in sure.iter().enumerate().filter(|&(at, _)| !seen(at)) {
            pool = pool.difference(cards);
        }
        std::array::from_fn(|place| {
            let seat = (leader + place + 1) % SEATS;
            let size = state.hands[seat].total();
            let (least, most) = if seat == own {
                (state.hands[own], state.hands[own])
            } else {
                (sure[seat], sure[seat].sum(&pool.within(known.allowed[seat])))
            };
            Hand { seat, least, most, size }
        })
    }

    /// The state, which is before the play, with the cards that a seat shows or has to make a move.
    fn decides(
        &self,
        rules: &Rules,
        state: State,
        by: usize,
        mv: Move,
    ) -> Result<State, RuleError> {
        let plain = mv.kind == Kind::Declare && mv.cards.faces() & JOKERS == 0;
        let jokers = [Cards::EMPTY, one(Card::SMALL_JOKER), one(Card::BIG_JOKER)];
        let along = &jokers[..if plain && by != self.view.seat() { 3 } else { 1 }];
        // Some joker may have to lie with what is declared; it shows with the first that may.
        let mut error = None;
        for joker in along {
            let mut shown = state.clone();
            let seen = shown.reveal(rules, &self.view, by, mv.cards.sum(joker));
            match seen.err().or_else(|| shown.why_not(rules, mv)) {
                None => return Ok(shown),
                wrong => error = error.or(wrong),
            }
        }
        Err(error.unwrap_or_else(|| unlikely("move", "it is not possible")))
    }

    /// Refuses level cards of another, face down and so diamonds, that it cannot show in any suit.
    fn check_face_down(&self, rules: &Rules, by: usize, mv: Move) -> Result<(), RuleError> {
        let state = &self.view.state;
        if turned_down(mv, state.level) != mv {
            return Err(unlikely("move", "level cards face down are diamonds of the level"));
        }
        let mut error = None;
        for suit in 0..4 {
            let mut state = state.clone();
            let own = state.standing.as_mut().filter(|shown| usize::from(shown.seat) == by);
            if let Some(shown) = own.filter(|shown| shown.face < 52) {
                shown.face += suit;
            }
            let mut cards = Cards::EMPTY;
            for (face, copies) in mv.cards.iter() {
                cards.add(1 << face << suit, copies);
            }
            match self.decides(rules, state, by, Move { cards, ..mv }) {
                Ok(_) => return Ok(()),
                Err(wrong) => error = error.or(Some(wrong)),
            }
        }
        error.map_or(Ok(()), Err)
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
        } else if mv.kind != Kind::Pass || own {
            let down = mv.kind == Kind::Declare
                && mv.cards.faces() & JOKERS == 0
                && !own
                && state.is_blind(rules);
            if down {
                self.check_face_down(rules, by, mv)?;
            } else {
                state = self.decides(rules, state, by, mv)?;
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
        let turned_up = state.is_blind(rules) && news.phase == Phase::Play;
        let mut shown = table.shown.iter();
        if turned_up {
            let mut turn_up = |down: Cards| {
                let cards = shown.next().ok_or_else(|| unlikely("shown", "some are missing"))?;
                if turned_down(Move::bury(*cards), state.level).cards != down {
                    let message = format!("{cards} is not what lay face down");
                    return Err(elsewhere("shown", *cards, message));
                }
                Ok(*cards)
            };
            if let Some(before) = course.shown.as_mut().filter(|shown| shown.seat as usize != seat)
            {
                let cards = turn_up(before.cards())?;
                let card = cards.cards().next();
                before.face = card.map_or(before.face, |card| card.index() as u8);
            }
            for (by, mv) in Arc::make_mut(&mut course.history) {
                if mv.kind == Kind::Declare && usize::from(*by) != seat {
                    mv.cards = turn_up(mv.cards)?;
                }
            }
        }
        if let Some(cards) = shown.next() {
            return Err(elsewhere("shown", *cards, format!("{cards} was not declared face down")));
        }
        if turned_up
            && let Some(standing) = table.standing
            && let Some(last) = course.last_declared()
            && last != standing.cards()
        {
            let message = format!("{last} was declared last");
            return Err(elsewhere("standing", last, message));
        }
        let kitty = if buried.is_empty() && state.sees_kitty(seat) { state.kitty } else { buried };
        let mut after = told(rules, seat, &state, kitty, news)?;
        check_decided(rules, seat, &self.view.state, (by, mv), &mut after)?;
        settled(rules, seat, None, after, |_| course)
    }
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
    played: Option<(usize, Move)>,
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
    if let Some((by, mv)) = played {
        let hands = std::array::from_fn(|at| known.cards[at]);
        if let Some(error) = course.contradicts(rules, &state, &hands) {
            let message = format!("move: seat {by} cannot have played {mv}: {}", error.message);
            return Err(RuleError { message, ..error });
        }
        // Who owed no more than he played had no more (SJ-19); wider groups may have been exempt (SJ-23).
        let owed = |probe: &Probe| matches!(probe, Probe::Follow { seat, .. } if *seat == by);
        let mut probes = known.probes.iter().filter(|probe| owed(probe));
        if !rules.switches.protect_wider
            && probes.any(|probe| !probe.holds(rules, &state, &known.cards))
        {
            let cards = mv.cards.to_string();
            let message = format!(
                "move: seat {by} cannot have {cards}: it would have owed other cards to an earlier lead"
            );
            return Err(RuleError { cards, ..RuleError::rules("SJ-19", message) });
        }
    }
    let view = View::new(rules, seat, &state, &course);
    if !state.is_playing() && !view.redealer(rules).has_room(rules) {
        let message = "event: no other hands have all that was declared, or can be declared now";
        return Err(RuleError::rules("SJ-38", message));
    }
    Ok(view)
}

impl View {
    /// What `seat` knows of a position in which cards that it does not see lie anywhere, and to which it came
    /// by `course`; an error where the cards that these moves showed cannot be where they would have to be.
    pub fn of_position(
        rules: &Rules,
        seat: usize,
        state: &State,
        course: Course,
    ) -> Result<Self, RuleError> {
        settled(rules, seat, None, state.clone(), |_| course)
    }
}

impl Course {
    /// What was declared last.
    fn last_declared(&self) -> Option<Cards> {
        let last = self.history.iter().rfind(|(_, mv)| mv.kind == Kind::Declare);
        last.map(|(_, mv)| mv.cards).or_else(|| Some(self.shown?.cards()))
    }

    /// Why throws cannot have come out as they did, where these are cards that the hands have now.
    fn contradicts(&self, rules: &Rules, now: &State, hands: &[Cards; SEATS]) -> Option<RuleError> {
        let (s, trump, pack) = (&rules.switches, now.order(rules), rules.pack());
        let mut spent = [Cards::EMPTY; SEATS];
        for (number, &(by, mv)) in self.history.iter().enumerate().rev() {
            let by = usize::from(by);
            match mv.kind {
                Kind::Follow => spent[by] = spent[by].sum(&mv.cards),
                Kind::Lead => {
                    let mut place =
                        self.failed.iter().filter(|failed| failed.number as usize == number);
                    let outcome = match place.next() {
                        Some(failed) if failed.options.is_empty() => {
                            (Some(&failed.lead), Units::EMPTY)
                        }
                        Some(failed) => (None, failed.options),
                        None if number + 1 == self.history.len() => (None, now.beaten),
                        None => (None, Units::EMPTY),
                    };
                    let others: [Hand; SEATS - 1] = std::array::from_fn(|place| {
                        let seat = (by + place + 1) % SEATS;
                        let least = hands[seat].sum(&spent[seat]);
                        Hand { seat, least, most: pack, size: pack.total() }.laid(trump)
                    });
                    let outcome = (outcome.0, &outcome.1);
                    if let Some(error) = why_not_outcome(s, trump, &mv, outcome, &others) {
                        return Some(error);
                    }
                    if let Some(led) = self.led(now, number) {
                        spent[by] = spent[by].sum(&led.cards);
                    }
                }
                _ => {}
            }
        }
        None
    }
}

impl State {
    /// Why a seat of which only some cards are known can never follow with others; what it owes for the
    /// sake of cards that nobody sees is not asked.
    fn why_never(&self, rules: &Rules, known: &Cards, cards: Cards) -> Option<RuleError> {
        let (s, trump, led) = (&rules.switches, self.order(rules), self.led(rules));
        let play = trump.lay(&cards);
        let hand = trump.lay(&known.union(&cards));
        let of_suit = |cards: &Cards| cards.within(trump.suit_mask(led.suit())).total();
        let asked = Asked::new(s, trump, led.forms(), led.suit(), led.size(), hand);
        let follows =
            play.total() == led.size() && of_suit(&play) >= of_suit(&hand).min(led.size());
        // A wider group, of which a copy is hidden, may be exempt (SJ-23).
        if follows && s.protect_wider { None } else { asked.why_not(&play) }
    }

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
