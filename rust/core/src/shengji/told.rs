//! What a seat is told of a deal before the play: the state that it tells, and whether that can have come
//! of the one before (SJ-38 … SJ-47).

use super::declaring::{MOST_REDEALS, Round};
use super::events::News;
use super::moves::{Cards, Kind, Move};
use super::rules::Rules;
use super::setup::SEATS;
use super::state::{NONE, Phase, State};
use super::switches::{DeclareWithJoker, Declaring, NoDeclaration};
use super::view::{take_lowest, turned_down};
use crate::card::Card;
use crate::error::{RuleError, counted};

/// The error for an event that lacks something, or tells what it does not.
pub(super) fn unlikely(name: &str, message: impl std::fmt::Display) -> RuleError {
    RuleError::input("", format!("{name}: {message}"))
}

/// The error for cards that cannot be where they would have to be.
pub(super) fn elsewhere(name: &str, cards: Cards, message: impl std::fmt::Display) -> RuleError {
    let cards = cards.to_string();
    RuleError { cards, ..RuleError::rules("SJ-01", format!("{name}: {message}")) }
}

/// A state before the play, or at its beginning, as it was told; hidden cards lie anywhere.
pub(super) fn told(
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
    if news.led.is_some() || !news.options.is_empty() {
        return Err(unlikely("led", "it is told of throws only"));
    }
    if news.phase != Phase::Declare && state.round != Round::Last {
        return Err(unlikely("round", "it is the last one where nobody is asked to declare"));
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
                format!("in the hand of seat {at} there must be {}", counted(n, "card")),
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
        state.drawn = drawn as u8;
        state.draws = vec![NONE; all_drawn];
        let rest: Vec<u8> = pool.cards().map(|card: Card| card.index() as u8).collect();
        state.lay_draws(&rest);
    }
    Ok(state)
}

impl State {
    /// How many cards all have drawn together while trump is declared as they are drawn; 0 elsewhere.
    pub(super) fn num_drawn(&self, rules: &Rules) -> usize {
        let drawing =
            self.phase == Phase::Declare && rules.switches.declaring == Declaring::DuringDeal;
        if drawing { self.hands.iter().map(Cards::total).sum() } else { 0 }
    }
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

/// Refuses a beginning that no deal has.
pub(super) fn check_beginning(
    rules: &Rules,
    seat: usize,
    bare: &State,
    state: &mut State,
    news: &News,
) -> Result<(), RuleError> {
    let shown = news.table.as_ref().is_some_and(|table| !table.shown.is_empty());
    if state.standing.is_some() || shown {
        return Err(unlikely("standing", "nobody has declared before the first decision"));
    }
    let found = state.phase != Phase::Declare && bare.setup.declarer.is_none();
    if state.level != bare.level || !found && state.declarer != bare.declarer {
        return Err(unlikely("table", "level and declarer are those of the set-up"));
    }
    if found && usize::from(state.declarer) != bare.setup.first() {
        return Err(unlikely("declarer", "where nobody declares it is who draws first"));
    }
    if matches!(state.phase, Phase::Overturn) {
        return Err(unlikely("phase", "nobody has buried yet"));
    }
    check_settled(rules, bare, state, Move::PASS)?;
    state.check_placed(rules, Some(seat))?;
    check_first(rules, seat, state)
}

/// Refuses a first decision of a dealing that comes after one which the seat would have been asked for, or
/// which somebody would, as all know.
fn check_first(rules: &Rules, seat: usize, state: &State) -> Result<(), RuleError> {
    let s = &rules.switches;
    let rule = if s.declaring == Declaring::Duplicate { "SJ-42" } else { "SJ-47" };
    let error = |message: String| {
        let cards = state.hands[seat].to_string();
        let message = format!("phase: {message}");
        Err(RuleError { cards, ..RuleError::rules(rule, message) })
    };
    if s.declaring == Declaring::Given {
        return Ok(());
    }
    let asks = state.phase == Phase::Declare;
    // The kitty may be in the own hand, and then what could be declared with it could not.
    let holds = state.phase == Phase::Bury && usize::from(state.asked) == seat;
    let can = !holds && state.count_declarations(rules, seat) > 0;
    let own = usize::from(state.asked) == seat;
    let before = match state.round {
        _ if !asks => true,
        Round::Drawing => !own,
        Round::Last if s.declaring == Declaring::DuringDeal => {
            return error("whoever can declare is asked as he draws".to_owned());
        }
        // The seats from the declarer's partner on, or the attackers.
        round => {
            let first = state.declarer + if round == Round::Last { 2 } else { 1 };
            let place = |at: usize| (at + 2 * SEATS - usize::from(first)) % SEATS;
            let attacks = round == Round::Last || place(seat).is_multiple_of(2);
            attacks && place(seat) < place(state.asked.into())
        }
    };
    if can && before {
        return error(format!("seat {seat} can declare, and is asked before"));
    }
    // All level cards that others have would have to lie in the kitty.
    if !asks && s.declare_with_joker == DeclareWithJoker::Off && state.level != NONE {
        let level = state.unseen(seat).within(15 << (4 * state.level)).total();
        let room = if holds { 0 } else { s.kitty_size() };
        if level > room {
            return error("somebody has a card of the level and can declare".to_owned());
        }
    }
    Ok(())
}

/// Refuses what a decision before the play cannot have brought about: `before` is how the deal stood, as
/// the seat knows it, and `after` how it is told to stand after the move.
pub(super) fn check_decided(
    rules: &Rules,
    seat: usize,
    before: &State,
    (by, mv): (usize, Move),
    after: &mut State,
) -> Result<(), RuleError> {
    if after.redeals != before.redeals {
        return check_dealt_again(rules, seat, before, mv, after);
    }
    check_hand(rules, seat, before, (by, mv), after)?;
    check_declaration(rules, seat, before, (by, mv), after)?;
    let declares = mv.kind == Kind::Declare;
    let attacks = declares && before.phase == Phase::Declare && before.round == Round::Attackers;
    let (declarer, level) = match before.declarer {
        _ if attacks => (by as u8, before.setup.levels[by % 2].unwrap_or(NONE)),
        NONE if after.phase == Phase::Declare => (NONE, before.level),
        NONE => match after.standing {
            Some(standing) => (standing.seat, before.level),
            None => (before.setup.first() as u8, before.level),
        },
        declarer => (declarer, before.level),
    };
    if (after.declarer, after.level) != (declarer, level) {
        let rule = if attacks { "SJ-44" } else { "SJ-40" };
        return Err(RuleError::rules(rule, "table: declarer and level are not those of this deal"));
    }
    check_order(rules, before, (by, mv), after)?;
    if before.trump == NONE {
        check_settled(rules, before, after, mv)?;
    } else {
        let turned_up = before.is_blind(rules) && !after.is_blind(rules);
        let same = before.trump == after.trump || declares || turned_up && after.standing.is_some();
        if !same || before.turned != after.turned {
            return Err(RuleError::rules("SJ-04", "trump: it was settled otherwise"));
        }
    }
    after.check_placed(rules, Some(seat))
}

/// Refuses a new deal of the cards where there is none (SJ-41).
fn check_dealt_again(
    rules: &Rules,
    seat: usize,
    before: &State,
    mv: Move,
    after: &mut State,
) -> Result<(), RuleError> {
    let error = |message: &str| Err(RuleError::rules("SJ-41", format!("redeals: {message}")));
    if after.redeals < before.redeals {
        return error("cards that were dealt again stay so");
    }
    let nobody = mv.kind == Kind::Pass && before.phase == Phase::Declare;
    if !nobody || before.declarer != NONE || before.standing.is_some() {
        return error("cards are dealt again only where nobody has declared in a first deal");
    }
    if after.standing.is_some() || after.phase == Phase::Overturn {
        return error("nobody has declared since");
    }
    if after.phase == Phase::Declare && after.declarer != NONE
        || after.phase != Phase::Declare && usize::from(after.declarer) != after.setup.first()
        || after.level != before.level
    {
        return error("declarer and level are not those of this deal");
    }
    check_settled(rules, before, after, mv)?;
    after.check_placed(rules, Some(seat))?;
    check_first(rules, seat, after)
}

/// Refuses a hand that cannot have become of the one before.
fn check_hand(
    rules: &Rules,
    seat: usize,
    before: &State,
    (by, mv): (usize, Move),
    after: &State,
) -> Result<(), RuleError> {
    let (had, has) = (before.hands[seat], after.hands[seat]);
    let wrong = |cards: Cards, message: String| Err(elsewhere("hand", cards, message));
    let buries = mv.kind == Kind::Bury && by == seat;
    let kept = if buries { had.difference(&mv.cards) } else { had };
    let lost = kept.difference(&has);
    if !lost.is_empty() {
        return wrong(lost, format!("{lost} is in it and has not been played"));
    }
    let takes = after.phase == Phase::Bury && usize::from(after.asked) == seat;
    let size = rules.switches.kitty_size();
    let fresh = has.difference(&kept);
    let drawn = if before.phase == Phase::Declare {
        // So many cards each seat draws in all.
        let each = rules.switches.hand_size();
        let (had, now) = (had.total(), has.total() - if takes { size } else { 0 });
        if now < had
            || now > each
            || after.phase == Phase::Declare && after.num_drawn(rules) < before.num_drawn(rules)
        {
            return Err(unlikely("drawn", "cards that were drawn stay so"));
        }
        now - had
    } else {
        0
    };
    if fresh.total() != drawn + if takes { size } else { 0 } {
        return wrong(fresh, format!("{fresh} cannot have come to it"));
    }
    if takes && !fresh.contains(&after.turned) && after.takers == 0 {
        return wrong(after.turned, format!("{} was turned up and taken", after.turned));
    }
    Ok(())
}

/// Refuses another declaration that stands than was made.
fn check_declaration(
    rules: &Rules,
    seat: usize,
    before: &State,
    (by, mv): (usize, Move),
    after: &State,
) -> Result<(), RuleError> {
    let made = (mv.kind == Kind::Declare).then_some((by, mv.cards));
    let stood = before.standing.map(|shown| (usize::from(shown.seat), shown.cards()));
    let told = after.standing.map(|shown| (usize::from(shown.seat), shown.cards()));
    let turned_up = before.is_blind(rules) && !after.is_blind(rules);
    let same = match (made.or(stood), told) {
        (Some((owner, cards)), Some((other, shown))) => {
            // What lay face down was seen as diamonds (SJ-43).
            let down = |cards: Cards| turned_down(Move::bury(cards), after.level).cards;
            let hidden = turned_up && owner != seat;
            owner == other && (cards == shown || hidden && down(cards) == down(shown))
        }
        (made, told) => made == told,
    };
    if same {
        return Ok(());
    }
    let cards = told.or(made).or(stood).map_or(Cards::EMPTY, |(_, cards)| cards);
    let message = format!("standing: {cards} is not what was declared last");
    Err(RuleError { cards: cards.to_string(), ..RuleError::rules("SJ-38", message) })
}

/// Refuses a phase, or a seat to act, that does not follow.
fn check_order(
    rules: &Rules,
    before: &State,
    (by, mv): (usize, Move),
    after: &State,
) -> Result<(), RuleError> {
    let kitty = rules.switches.kitty_size() > 0 && !before.setup.as_dealt;
    let opening = if kitty { Phase::Bury } else { Phase::Play };
    let follows = match (before.phase, after.phase) {
        (Phase::Declare, Phase::Declare) => {
            let attacked = before.round == Round::Attackers && mv.kind == Kind::Declare;
            !attacked && before.round as u8 <= after.round as u8
        }
        (Phase::Declare, Phase::Name) => after.standing.is_none(),
        (Phase::Declare | Phase::Name, next) => next == opening,
        (Phase::Bury, Phase::Overturn) => usize::from(after.taker) == by,
        (Phase::Bury, next) => next == Phase::Play,
        (Phase::Overturn, Phase::Bury) => {
            mv.kind == Kind::Declare && usize::from(after.asked) == by
        }
        (Phase::Overturn, next) => {
            mv.kind == Kind::Pass && matches!(next, Phase::Overturn | Phase::Play)
        }
        _ => false,
    };
    if !follows {
        let message = format!("{} does not follow after this", after.phase.name());
        return Err(unlikely("phase", message));
    }
    // Where it goes on among the same seats it is the turn of one that is still to be asked.
    let asks = after.phase == before.phase
        && mv.kind == Kind::Pass
        && (after.round, after.num_drawn(rules)) == (before.round, before.num_drawn(rules));
    let place = (usize::from(after.asked) + SEATS - by) % SEATS;
    if asks && !(1..=usize::from(before.waiting)).contains(&place) {
        let message = format!("seat {} is not asked after this", after.asked);
        return Err(unlikely("turn", message));
    }
    Ok(())
}

/// Refuses a trump suit that nobody declared and that was not found as the rules say.
fn check_settled(rules: &Rules, before: &State, after: &State, mv: Move) -> Result<(), RuleError> {
    let s = &rules.switches;
    if after.trump == NONE || after.standing.is_some() {
        return Ok(());
    }
    let error = |rule, message: &str| Err(RuleError::rules(rule, message));
    let found = match s.declaring {
        Declaring::Given => before.setup.trump,
        Declaring::Duplicate if mv.kind == Kind::Name => Some(mv.suit),
        Declaring::Duplicate => return error("SJ-42", "trump: nobody has named it"),
        Declaring::DuringDeal => {
            if before.declarer == NONE && after.redeals < MOST_REDEALS {
                return error("SJ-41", "redeals: where nobody declares the cards are dealt again");
            }
            match s.no_declaration {
                NoDeclaration::NoTrump => Some(4),
                NoDeclaration::Kitty if s.kitty_size() == 0 => Some(if s.no_trump { 4 } else { 3 }),
                NoDeclaration::Kitty if after.turned.is_empty() => {
                    return error("SJ-41", "turned_up: the card of the kitty is missing");
                }
                // What is turned up names it, which is looked at elsewhere.
                NoDeclaration::Kitty => None,
            }
        }
    };
    if found.is_some_and(|found| found != after.trump) {
        return error("SJ-04", "trump: it is not what was named");
    }
    Ok(())
}
