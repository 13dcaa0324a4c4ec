//! What one seat knows, built up from what it is told.

use super::course::Course;
use super::events::{Dealt, Event, News};
use super::knowledge::Known;
use super::moves::{Cards, Kind, Move};
use super::rules::Rules;
use super::setup::Setup;
use super::state::{NONE, Phase, State};
use super::switches::Remainder;
use super::view::{View, take_lowest};
use crate::card::Card;
use crate::error::RuleError;
use crate::game::Game;

/// A seat that is told of a deal event by event, and never sees it. Its [`view`](Self::view) is at
/// every time that of the true deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observer {
    view: View,
}

fn unlikely(name: &str, message: impl std::fmt::Display) -> RuleError {
    RuleError::input("", format!("{name}: {message}"))
}

/// The error for cards that the seat knows to be elsewhere.
fn elsewhere(name: &str, cards: Cards, message: impl std::fmt::Display) -> RuleError {
    let cards = cards.to_string();
    RuleError { cards, ..RuleError::rules("BT-01", format!("{name}: {message}")) }
}

/// Takes `first` as far as it goes, then the lowest cards by the order in force.
fn take_low(
    rules: &Rules,
    pool: &mut Cards,
    n: usize,
    revolved: bool,
    first: impl Fn(Cards) -> Cards,
) -> Cards {
    let order = &rules.orders[usize::from(revolved)];
    let mut preferred = Cards::from_decks(order.arrange_cards(first(*pool)));
    let mut out = take_lowest(&mut preferred, n);
    let taken = order.restore_cards(*out.planes());
    let mut rest = Cards::from_decks(order.arrange_cards(pool.difference(&taken)));
    out = taken.sum(&order.restore_cards(*take_lowest(&mut rest, n - out.total()).planes()));
    *pool = pool.difference(&out);
    out
}

/// The view of a state in which the cards of others lie anywhere; an error where what the seat knows
/// of them cannot be.
pub(super) fn settled(
    rules: &Rules,
    seat: usize,
    state: &State,
    course: &Course,
) -> Result<View, RuleError> {
    let Known { hands, left } = course.known(rules, seat, state);
    let others = || (0..hands.len()).filter(|&at| at != seat);
    let hidden = others().fold(state.left, |all, at| all.sum(&state.hands[at]));
    let known = others().try_fold(left, |all, at| all.checked_sum(&hands[at]));
    let fits = others().all(|at| hands[at].total() <= state.hands[at].total())
        && left.total() <= state.left.total();
    match known.filter(|known| fits && hidden.contains(known)) {
        Some(_) => Ok(View::new(rules, seat, state, course)),
        None => {
            let lowest = rules.lowest_face(rules.deck().faces());
            let missing = known.unwrap_or(Cards::EMPTY).difference(&hidden);
            let missing = if missing.is_empty() { Cards::from_decks([lowest, 0]) } else { missing };
            let message = format!("{missing} cannot be where these events put it");
            Err(elsewhere("event", missing, message))
        }
    }
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
            Event::Deal { seat, first_card, leader, roles, dealt } => {
                let seat = usize::from(*seat);
                let seats = State::seats(rules);
                if seat >= seats {
                    return Err(unlikely("seat", format!("seats are 0 to {}", seats - 1)));
                }
                let setup = Setup {
                    leader: *leader,
                    first_card: *first_card,
                    roles: *roles,
                    ..Setup::default()
                };
                setup.check(rules)?;
                let state = begun(rules, seat, &setup, 0, dealt)?;
                Ok(Self::of(settled(rules, seat, &state, &Course::default())?))
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
            return Err(RuleError::illegal("BT-31", mv.cards.to_string(), message));
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

    /// A deal that the seat cannot tell from the true one, in which the seat to act has the cards of
    /// the move and else the lowest that it can; of those that it need not have, `rather` first.
    fn before(
        &self,
        rules: &Rules,
        by: usize,
        mv: Move,
        rather: impl Fn(Cards) -> Cards,
    ) -> Result<State, RuleError> {
        let View { state, course, .. } = &self.view;
        let seat = self.view.seat();
        let mut state = state.clone();
        if by == seat {
            return Ok(state);
        }
        let mut known = course.known(rules, seat, &state);
        let mut pool = state.pool(seat, &known);
        let new = mv.cards.difference(&known.hands[by]);
        known.hands[by] = known.hands[by].sum(&new);
        if !pool.contains(&new) || known.hands[by].total() > state.hands[by].total() {
            let message = format!("seat {by} cannot have {}", mv.cards);
            return Err(elsewhere("move", mv.cards, message));
        }
        pool = pool.difference(&new);
        let revolved = state.revolved;
        let missing = state.hands[by].total() - known.hands[by].total();
        let low = take_low(rules, &mut pool, missing, revolved, rather);
        known.hands[by] = known.hands[by].sum(&low);
        state.fill(seat, &known, pool, take_lowest);
        if state.due != NONE && !state.left.is_empty() && mv.kind.is_play() {
            // What his lowest card is shows only now.
            state.due = rules.lowest_card(mv.cards);
        }
        Ok(state)
    }

    /// The view after a move of the play.
    fn played(&self, rules: &Rules, by: usize, mv: Move, news: &News) -> Result<View, RuleError> {
        let seat = self.view.seat();
        rules.check_cards(mv.cards)?;
        let mut state = self.before(rules, by, mv, |pool| pool)?;
        if let Some(error) = state.why_not(rules, mv) {
            return Err(error);
        }
        refuse_others(news, &News { asked: news.asked, ..News::default() })?;
        if news.asked.is_some() && !rules.asks_holders() {
            return Err(unlikely("asked", "these rules tell nobody so"));
        }
        let mut course = self.view.course.clone();
        if state.trick.is_locked(by) {
            course.called.push(course.history.len() as u32);
        }
        course.history.push((by as u8, mv));
        let mut missed = false;
        state.play_asking(rules, mv, |hands, table, revolved, at| {
            if !rules.asks_holders() {
                return rules.switches.monster_after_pass;
            }
            let asked = news.asked.map(usize::from) == Some(at);
            let own = || rules.has_monster_over(hands[seat], table, revolved);
            missed |= at == seat && asked != own();
            asked
        });
        let locked = state.phase == Phase::Play && state.trick.is_locked(state.trick.turn());
        let heard = news.asked.is_none_or(|at| locked && state.trick.turn() == usize::from(at));
        if missed || !heard {
            let asked = news.asked.map_or("nobody".to_owned(), |at| format!("seat {at}"));
            let message = format!("{asked} cannot be the one who is asked for a monster now");
            return Err(RuleError::rules("BT-30", format!("asked: {message}")));
        }
        settled(rules, seat, &state, &course)
    }

    /// The view after a decision before the play.
    fn decided(&self, rules: &Rules, by: usize, mv: Move, news: &News) -> Result<View, RuleError> {
        let seat = self.view.seat();
        let other_ranks = |pool: Cards| match self.view.state.asked_rank() {
            Some(rank) => pool.within(!(15 << (4 * rank))),
            None => pool,
        };
        let mut before = self.before(rules, by, mv, other_ranks)?;
        if let Some(error) = before.why_not(rules, mv) {
            return Err(error);
        }
        let mut course = self.view.course.clone();
        if mv.kind == Kind::Redeal {
            refuse_others(news, &News { dealt: news.dealt.clone(), ..News::default() })?;
            let Some(dealt) = &news.dealt else {
                return Err(unlikely("dealt", "it is missing: the cards were dealt again"));
            };
            course.note(&before, by as u8, mv);
            let after = begun(rules, seat, &before.setup, before.redeals + 1, dealt)?;
            return settled(rules, seat, &after, &course);
        }
        let own_swap = mv.kind == Kind::Swap && by == seat;
        refuse_others(news, &News { dealt: None, asked: None, ..news.clone() })?;
        if news.hand.is_some() != own_swap {
            return Err(unlikely("hand", "it is told to who took the leftover, and only then"));
        }
        if let Some(hand) = news.hand {
            self.lay_leftover(rules, &mut before, hand)?;
        }
        let mut after = before.clone();
        after.decide(rules, mv);
        let phase = news.phase.unwrap_or(before.phase);
        let Some(turn) = news.turn.map(usize::from) else {
            return Err(unlikely("turn", "it is missing"));
        };
        if turn >= after.hands.len() || news.phase == Some(before.phase) {
            return Err(unlikely("turn", "there is no such seat, or the phase is the old one"));
        }
        self.check_next(rules, &before, &after, (phase, turn))?;
        after.enter(rules, phase, turn);
        if before.phase == Phase::Redeal && phase != Phase::Redeal {
            after.lay_lowest(rules, seat, (phase, turn))?;
        }
        course.note(&before, by as u8, mv);
        settled(rules, seat, &after, &course)
    }

    /// Refuses a phase and turn that cannot follow a decision; the cards of others in `after`, to which
    /// the rules would go on, lie anywhere.
    fn check_next(
        &self,
        rules: &Rules,
        before: &State,
        after: &State,
        (phase, turn): (Phase, usize),
    ) -> Result<(), RuleError> {
        let wrong = || Err(unlikely("phase", format!("{} cannot follow now", phase.name())));
        let place = |seat: usize| after.in_order().position(|at| at == seat);
        let leads = match after.setup.leader {
            Some(leader) => turn == usize::from(leader),
            None if after.swapped => turn == usize::from(before.asked),
            None => true,
        };
        match (before.phase, phase) {
            (Phase::Redeal, Phase::Redeal) => {
                if place(turn) <= place(usize::from(before.asked)) {
                    return wrong();
                }
            }
            (Phase::Redeal, Phase::Swap) if after.swappable(rules).is_some() => {}
            (Phase::Redeal | Phase::Swap, Phase::Exchange) if after.setup.roles.is_some() => {}
            (Phase::Redeal | Phase::Swap, Phase::Play) if after.setup.roles.is_none() && leads => {}
            (Phase::Exchange, Phase::Exchange) if after.phase == Phase::Exchange => {}
            (Phase::Exchange, Phase::Play) if after.phase == Phase::Play && leads => {}
            _ => return wrong(),
        }
        if phase == Phase::Exchange && turn != after.exchanging() {
            return Err(unlikely("turn", "the order of exchanges is another"));
        }
        Ok(())
    }

    /// Makes the card that is new in the own `hand` the leftover.
    fn lay_leftover(
        &self,
        rules: &Rules,
        before: &mut State,
        hand: Cards,
    ) -> Result<(), RuleError> {
        let seat = self.view.seat();
        let lowest = before.swappable(rules).unwrap_or(0);
        let kept = before.hands[seat].difference(&Cards::from_decks([lowest, 0]));
        let new = hand.difference(&kept);
        let known = self.view.course.known(rules, seat, before);
        let pool = before.pool(seat, &known);
        if !hand.contains(&kept) || new.total() != 1 || !pool.contains(&new) {
            let message = format!("{hand} is not {kept} with one card that lay there");
            return Err(elsewhere("hand", hand, message));
        }
        let known = Known { left: new, ..known };
        before.fill(seat, &known, pool.difference(&new), take_lowest);
        Ok(())
    }
}

/// Refuses news with parts that a move does not bring about.
fn refuse_others(news: &News, possible: &News) -> Result<(), RuleError> {
    let parts = [
        ("turn", news.turn.is_some(), possible.turn.is_some()),
        ("phase", news.phase.is_some(), possible.phase.is_some()),
        ("asked", news.asked.is_some(), possible.asked.is_some()),
        ("hand", news.hand.is_some(), possible.hand.is_some()),
        ("dealt", news.dealt.is_some(), possible.dealt.is_some()),
    ];
    match parts.into_iter().find(|&(_, told, possible)| told && !possible) {
        Some((name, _, _)) => Err(unlikely(name, "the move brings nothing of the kind about")),
        None => Ok(()),
    }
}

impl State {
    /// Lays the card that may be swapped for the leftover where it must be as the deal goes on with
    /// this phase and turn.
    pub(super) fn lay_lowest(
        &mut self,
        rules: &Rules,
        seat: usize,
        (phase, turn): (Phase, usize),
    ) -> Result<(), RuleError> {
        let Some(card) = self.swappable(rules) else { return Ok(()) };
        let card = Cards::from_decks([card, 0]);
        let mine = self.hands[seat].contains(&card);
        let asked = match phase {
            Phase::Swap => Some(turn),
            Phase::Exchange | Phase::Play => None,
            Phase::Redeal | Phase::Over => return Ok(()),
        };
        if mine != (asked == Some(seat)) {
            let message =
                format!("seat {seat} holds {card}, or another does, who is asked to swap");
            return Err(elsewhere("phase", card, message));
        }
        if !mine {
            let mut known = Known {
                hands: smallvec::SmallVec::from_elem(Cards::EMPTY, self.hands.len()),
                left: Cards::EMPTY,
            };
            known.hands[seat] = self.hands[seat];
            let pool = self.pool(seat, &known).difference(&card);
            *asked.map_or(&mut known.left, |at| &mut known.hands[at]) = card;
            self.fill(seat, &known, pool, take_lowest);
        }
        Ok(())
    }
}

/// A state of which a seat saw this when the cards were dealt: any others lie anywhere.
fn begun(
    rules: &Rules,
    seat: usize,
    setup: &Setup,
    redeals: u8,
    dealt: &Dealt,
) -> Result<State, RuleError> {
    let s = &rules.switches;
    let sizes = rules.hand_sizes();
    let seats = sizes.seats;
    let mut state = State::bare(rules, setup, redeals);
    let given = usize::from(s.remainder == Remainder::LowestHolder) * sizes.left as usize;
    let (mut holders, mut wrong) = (0, dealt.cards_left.len() != seats);
    for &size in &dealt.cards_left {
        let more = usize::from(size).wrapping_sub(sizes.hand as usize);
        holders += usize::from(more == given && given > 0);
        wrong |= more != 0 && more != given;
    }
    if wrong || holders != usize::from(given > 0) {
        let message = format!("{seats} seats are dealt {} cards each, not these", sizes.hand);
        return Err(RuleError::rules("BT-23", format!("cards_left: {message}")));
    }
    let hand = dealt.hand;
    let size = usize::from(dealt.cards_left[seat]);
    if !rules.deck().contains(&hand) || hand.total() != size {
        let message = format!("seat {seat} is dealt {size} cards of the pack, not {hand}");
        return Err(elsewhere("hand", hand, message));
    }
    let mut pool = rules.deck().difference(&hand);
    state.hands[seat] = hand;
    let (possible, rule) = match dealt.phase {
        Phase::Redeal => (s.redeal_below.is_some(), "BT-34"),
        Phase::Swap => (state.swappable(rules).is_some(), "BT-24"),
        Phase::Exchange => (setup.roles.is_some(), "BT-37"),
        Phase::Play => (setup.roles.is_none(), "BT-37"),
        Phase::Over => (dealt.won.is_some(), "BT-33"),
    };
    let turn = dealt.turn.map_or(usize::MAX, usize::from);
    let over = dealt.phase == Phase::Over;
    if !possible || over != dealt.turn.is_none() || over != dealt.won.is_some() {
        let message = format!("phase: {} cannot follow the deal", dealt.phase.name());
        return Err(RuleError::rules(rule, message));
    }
    if !over && turn >= seats {
        return Err(unlikely("turn", format!("seats are 0 to {}", seats - 1)));
    }
    if let Some((winner, how, shown)) = dealt.won {
        let winner = usize::from(winner);
        let known = if how == 1 { s.instant_dragon } else { how == 2 && s.instant_four_twos };
        let sized = dealt.cards_left.get(winner).is_some_and(|&n| usize::from(n) == shown.total());
        if !known || !sized || (winner == seat && shown != hand) {
            return Err(RuleError::rules("BT-33", "won: nobody can have won so"));
        }
        if winner != seat {
            if !pool.contains(&shown) {
                return Err(elsewhere("won", shown, format!("seat {winner} cannot have {shown}")));
            }
            pool = pool.difference(&shown);
            state.hands[winner] = shown;
        }
    }
    for at in 0..seats {
        if state.hands[at].is_empty() {
            state.hands[at] = take_lowest(&mut pool, usize::from(dealt.cards_left[at]));
        }
    }
    state.left = pool;
    state.enter(rules, dealt.phase, turn.min(seats - 1));
    if let Some((winner, how, _)) = dealt.won {
        (state.winner, state.instant) = (winner, how);
    }
    if dealt.phase == Phase::Exchange && turn != state.exchanging() {
        return Err(unlikely("turn", "the king asks first"));
    }
    let named = setup.leader.filter(|_| dealt.phase == Phase::Play).map(usize::from);
    if named.is_some_and(|leader| leader != turn) {
        return Err(unlikely("turn", "the set-up names another leader"));
    }
    state.lay_lowest(rules, seat, (dealt.phase, turn))?;
    check_own(rules, seat, &state)?;
    Ok(state)
}

/// Refuses what the own hand contradicts: who is asked for a new deal, who leads.
fn check_own(rules: &Rules, seat: usize, state: &State) -> Result<(), RuleError> {
    let hand = state.hands[seat];
    let mine = state.turn() == Some(seat);
    if state.phase == Phase::Redeal && mine {
        let limit = u32::from(rules.switches.redeal_below.unwrap_or(0));
        if rules.points(hand) >= limit {
            let message = format!("turn: {hand} is too good for a new deal");
            return Err(RuleError {
                cards: hand.to_string(),
                ..RuleError::rules("BT-34", message)
            });
        }
    }
    let lowest = rules.lowest_face(rules.deck().faces());
    let alone = rules.switches.decks == 1 && state.left.is_empty();
    let led = state.phase == Phase::Play && state.setup.leader.is_none() && !state.swapped;
    if led && alone && mine != (hand.faces() & lowest != 0) {
        let card = Card::from_index(lowest.trailing_zeros() as usize);
        let card = card.map(|card| card.to_string()).unwrap_or_default();
        let message = format!("turn: who holds {card} leads");
        return Err(RuleError { cards: card, ..RuleError::rules("BT-25", message) });
    }
    Ok(())
}
