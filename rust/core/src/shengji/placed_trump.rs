//! Whether in a position that was given by hand trump can have been found as it tells, and who is asked
//! to declare (SJ-38 … SJ-47).

use super::clues::JOKERS;
use super::declare::Declaration;
use super::declaring::{MOST_REDEALS, Round};
use super::moves::Cards;
use super::placed::{Eyes, cannot};
use super::rules::Rules;
use super::setup::SEATS;
use super::state::{NONE, Phase, State};
use super::switches::{DeclareWithJoker, Declaring, NoDeclaration, Switches};
use crate::card::Suit;
use crate::error::{RuleError, counted};

/// What is trump, in words.
fn trump_words(trump: u8) -> String {
    let suit = Suit::ALL.get(usize::from(trump));
    suit.map_or_else(|| "no suit".to_owned(), |suit| format!("{suit}"))
}

/// How many declarations, each higher than the one before, there can be up to one.
fn most_declarations(s: &Switches, level: u8, highest: Declaration) -> u8 {
    let mut steps = 0;
    for copies in 1..=s.decks {
        // As strengths: level cards, small jokers, big jokers.
        let shown =
            [(0, level != NONE), (52, s.no_trump && copies > 1), (53, s.no_trump && copies > 1)];
        for (face, possible) in shown {
            let strength = Declaration { face, copies, ..highest }.strength();
            steps += u8::from(possible && strength <= highest.strength());
        }
    }
    steps
}

impl State {
    /// Refuses declarations that cannot have been made, a trump suit that they do not name, and a kitty
    /// that others have taken than who could.
    pub(super) fn check_declared(&self, rules: &Rules, eyes: Eyes) -> Result<(), RuleError> {
        let s = &rules.switches;
        self.check_redeals(rules)?;
        let total = u16::from(self.declarations) + u16::from(self.takers);
        if self.declarations > 0 && s.declaring == Declaring::Given {
            let message = "declarations: with declaring=\"given\" nobody declares before burying";
            return Err(RuleError::rules("SJ-42", message));
        }
        self.check_takers(rules)?;
        match self.standing {
            None if total > 0 => {
                let message = format!(
                    "standing: the last of so many declarations, {total}, stands, and it is missing"
                );
                return Err(RuleError::rules("SJ-38", message));
            }
            None => {}
            Some(standing) => self.check_standing(rules, eyes, standing, total)?,
        }
        self.check_turned(rules, eyes)
    }

    fn check_redeals(&self, rules: &Rules) -> Result<(), RuleError> {
        let error = |message: &str| Err(RuleError::rules("SJ-41", format!("redeals: {message}")));
        if self.redeals == 0 {
            return Ok(());
        }
        if rules.switches.declaring != Declaring::DuringDeal {
            return error(
                "cards are dealt again only where trump is declared while they are drawn",
            );
        }
        if self.phase == Phase::Declare {
            if self.declarer != NONE {
                return error(
                    "cards are dealt again only in a first deal, where nobody is declarer yet",
                );
            }
        } else if self.declarations == 0 && self.redeals < MOST_REDEALS {
            return error(
                "cards are dealt again until somebody declares; declarations and standing are missing",
            );
        } else if self.takers == 0
            && self.standing.is_some_and(|standing| standing.seat != self.declarer)
        {
            return error("in a first deal whoever declared last is the declarer");
        }
        Ok(())
    }

    /// Refuses takers of the kitty that cannot be.
    fn check_takers(&self, rules: &Rules) -> Result<(), RuleError> {
        let s = &rules.switches;
        let error = |rule, message: String| Err(RuleError::rules(rule, message));
        if self.takers > 0 {
            if !s.chaodi || s.kitty_size() == 0 {
                let message =
                    "takers: the kitty is taken again with chaodi only, where there is one";
                return error("SJ-46", message.to_owned());
            }
            if self.standing.is_none_or(|standing| standing.seat != self.taker) {
                let message = "takers: whoever overturns trump takes the kitty, \
                               so that the last taker's declaration stands";
                return error("SJ-46", message.to_owned());
            }
        } else if self.taker != NONE {
            if s.kitty_size() == 0 {
                return error("SJ-45", "taker: there is no kitty to be taken".to_owned());
            }
            if self.taker != self.declarer {
                let message = format!(
                    "taker: the declarer, seat {}, takes the kitty, not seat {}, unless it is taken again",
                    self.declarer, self.taker
                );
                return error("SJ-45", message);
            }
        } else if self.phase == Phase::Overturn {
            let message =
                "taker: before trump is overturned somebody has buried, and it is missing who";
            return error("SJ-46", message.to_owned());
        }
        Ok(())
    }

    /// Refuses a declaration that nobody can have made.
    fn check_standing(
        &self,
        rules: &Rules,
        eyes: Eyes,
        standing: Declaration,
        total: u16,
    ) -> Result<(), RuleError> {
        let s = &rules.switches;
        if standing.copies > s.decks {
            let cards = standing.card().to_string();
            let (copies, decks) = (standing.copies, s.decks);
            let message = format!(
                "standing: {copies} copies of {cards} are shown, of {decks} that there are"
            );
            return Err(RuleError { cards, ..RuleError::rules("SJ-01", message) });
        }
        let cards = standing.cards();
        let error =
            |rule, message: String| Err(cannot(rule, &cards, format!("standing: {message}")));
        if standing.card().is_joker() {
            if !s.no_trump {
                return error(
                    "SJ-07",
                    format!("{cards}: jokers are not declared where there is a trump suit always"),
                );
            }
            if standing.copies < 2 {
                return error("SJ-38", format!("{cards}: one joker alone declares nothing"));
            }
        } else if standing.face / 4 != self.level {
            return error("SJ-38", format!("{cards} is neither of the level nor a joker"));
        }
        if self.phase == Phase::Name {
            return error("SJ-42", "a suit is named where nobody has declared".to_owned());
        }
        if self.phase == Phase::Declare && self.round == Round::Attackers {
            return error("SJ-44", "the attackers are asked where nobody has declared".to_owned());
        }
        if total == 0 {
            let message =
                format!("{cards} is a declaration, and declarations and takers count none");
            return error("SJ-38", message);
        }
        let most = most_declarations(s, self.level, standing);
        if total > u16::from(most) {
            let message = format!(
                "up to {cards} there can be {}, each higher than the one before, not {total}",
                counted(most.into(), "declaration")
            );
            return error("SJ-38", message);
        }
        if self.trump != NONE && self.trump != standing.trump() {
            let (made, told) = (trump_words(standing.trump()), trump_words(self.trump));
            return error("SJ-38", format!("{cards} makes {made} trump, and trump is {told}"));
        }
        self.check_held(rules, eyes, standing)
    }

    /// Refuses a declaration of cards that its owner cannot have had.
    fn check_held(
        &self,
        rules: &Rules,
        eyes: Eyes,
        standing: Declaration,
    ) -> Result<(), RuleError> {
        let s = &rules.switches;
        let seat = usize::from(standing.seat);
        let takes = self.taker == standing.seat;
        let sure = self.within_reach(eyes, 1 << seat, takes);
        let gone = self.gone(rules);
        let pool = sure.sum(&gone);
        // Face down it is any suit (SJ-43).
        let suits = match eyes {
            Some(own) if own != seat && self.is_blind(rules) && standing.face < 52 => 0..4,
            _ => 0..1,
        };
        let least = suits.map(|suit| Declaration { face: standing.face + suit, ..standing });
        let mut wrong = None;
        for shown in least {
            let cards = shown.cards();
            let played = self.tricks_gone(rules);
            let buried = if takes && self.kitty.is_empty() { s.kitty_size() } else { 0 };
            let lacks = cards.difference(&sure).total();
            if !pool.contains(&cards) || lacks > played + buried {
                let message = format!("standing: seat {seat} cannot have had {cards}");
                wrong = wrong.or(Some(cannot("SJ-38", &cards, message)));
                continue;
            }
            if shown.is_along(rules, &pool) {
                return Ok(());
            }
            let joker = match s.declare_with_joker {
                DeclareWithJoker::ByColour => "the joker of its colour",
                _ => "a joker",
            };
            let message =
                format!("standing: seat {seat} cannot have had {joker} along with {cards}");
            wrong = Some(cannot("SJ-44", &cards, message));
        }
        wrong.map_or(Ok(()), Err)
    }

    /// Refuses cards of the kitty that cannot have been turned up, or name another trump suit.
    fn check_turned(&self, rules: &Rules, eyes: Eyes) -> Result<(), RuleError> {
        let s = &rules.switches;
        let turned = self.turned;
        if turned.is_empty() {
            return Ok(());
        }
        let error = |message: String| Err(cannot("SJ-41", &turned, format!("turned: {message}")));
        if s.declaring != Declaring::DuringDeal || s.no_declaration != NoDeclaration::Kitty {
            return error("by these rules no card of the kitty names trump".to_owned());
        }
        if self.trump == NONE {
            return error("trump is found, and the kitty not turned up yet".to_owned());
        }
        if self.declarations > 0 || self.takers == 0 && self.standing.is_some() {
            return error("the kitty is turned up only where nobody has declared".to_owned());
        }
        let plain = turned.within(!JOKERS);
        let whole = turned.total() == s.kitty_size();
        if turned.total() > s.kitty_size() || plain.total() > 1 || plain.is_empty() && !whole {
            return error(format!(
                "{turned}: the kitty is turned up until a card is no joker, which is one card"
            ));
        }
        let named = match plain.cards().next().and_then(|card| card.suit()) {
            Some(suit) => suit as u8,
            None if s.no_trump => 4,
            None => 3,
        };
        if self.takers == 0 && self.trump != named {
            let (made, told) = (trump_words(named), trump_words(self.trump));
            return error(format!("{turned} makes {made} trump, and trump is {told}"));
        }
        // They are where the kitty has been.
        let taken = match (self.taker, self.takers) {
            (NONE, _) => 0,
            (_, 0) => 1 << self.declarer,
            (taker, 1) => 1 << self.declarer | 1 << taker,
            _ => 15,
        };
        let sure = self.within_reach(eyes, taken, true);
        let lacks = turned.difference(&sure);
        let played = self.tricks_gone(rules) * (taken as u32).count_ones() as usize;
        let buried =
            if self.kitty.is_empty() && self.phase != Phase::Bury { s.kitty_size() } else { 0 };
        if !self.gone(rules).contains(&lacks) || lacks.total() > played + buried {
            return error(format!("{lacks} cannot have lain in the kitty"));
        }
        Ok(())
    }

    /// Refuses a seat that is not asked now whether it declares.
    pub(super) fn check_asked(&self, rules: &Rules, eyes: Eyes) -> Result<(), RuleError> {
        let error = |rule, message: String| Err(RuleError::rules(rule, message));
        match self.phase {
            Phase::Declare => self.check_round(rules)?,
            Phase::Name => {
                let partner = Self::after(self.declarer, 2);
                if self.asked != partner {
                    let message =
                        format!("turn: the declarer's partner, seat {partner}, names the suit");
                    return error("SJ-42", message);
                }
                return Ok(());
            }
            Phase::Overturn => {
                if self.standing.is_some_and(|standing| standing.seat == self.asked) {
                    let message = format!(
                        "turn: seat {} is not asked, for its own declaration stands",
                        self.asked
                    );
                    return error("SJ-46", message);
                }
                self.check_waiting("SJ-46", self.taker, 1)?;
            }
            _ => return Ok(()),
        }
        let asked = usize::from(self.asked);
        if eyes.is_none_or(|own| own == asked) && self.count_declarations(rules, asked) == 0 {
            let message = format!("turn: seat {asked} has nothing to declare, and so is not asked");
            return Err(cannot("SJ-47", &self.hands[asked], message));
        }
        Ok(())
    }

    /// Refuses a round that is not now, and a seat that is not asked in it.
    fn check_round(&self, rules: &Rules) -> Result<(), RuleError> {
        let s = &rules.switches;
        let error = |rule, message: &str| Err(RuleError::rules(rule, message));
        let duplicate = s.declaring == Declaring::Duplicate;
        let drawing = self.to_draw().next().is_some();
        if duplicate && (drawing || self.round != Round::Last) {
            let message = "round: in a duplicate all cards are drawn before anybody declares";
            return error("SJ-42", message);
        }
        if drawing && self.round != Round::Drawing {
            return error("SJ-47", "round: cards are still to be drawn, so that it is drawing");
        }
        let standing = self.standing.map(|standing| standing.seat);
        // After a declaration the three others are asked.
        let answers = |state: &Self| match standing {
            Some(seat) => state.check_waiting("SJ-47", seat, 1),
            None => Err(RuleError::rules(
                "SJ-47",
                "turn: who is asked has just drawn a card, as long as nobody has declared",
            )),
        };
        match self.round {
            Round::Drawing => {
                let first = self.setup.first();
                let drew = ((first + usize::from(self.drawn) + SEATS - 1) % SEATS) as u8;
                if self.asked == drew && self.waiting == 0 { Ok(()) } else { answers(self) }
            }
            Round::Last => {
                let first =
                    if duplicate { usize::from(self.declarer) + 2 } else { self.setup.first() };
                let first = (first % SEATS) as u8;
                self.check_waiting("SJ-47", first, 0).or_else(|error| match standing {
                    Some(_) => answers(self),
                    None => Err(error),
                })
            }
            Round::Attackers => {
                if s.declare_with_joker == DeclareWithJoker::Off || self.setup.declarer.is_none() {
                    let message = "round: the attackers are asked in a later deal, \
                                   where jokers are shown along";
                    return error("SJ-44", message);
                }
                if self.asked % 2 == self.declarer % 2 {
                    return error("SJ-44", "turn: the attackers are asked");
                }
                self.check_waiting("SJ-44", self.declarer, 1)
            }
        }
    }

    /// Refuses another number of seats that are asked next than there are where all are asked from one
    /// place after a seat on to the third.
    fn check_waiting(&self, rule: &'static str, after: u8, from: u8) -> Result<(), RuleError> {
        let place = (self.asked + SEATS as u8 - after) % SEATS as u8;
        let Some(left) = (SEATS as u8 - 1).checked_sub(place).filter(|_| place >= from) else {
            let message = format!("turn: the seats after seat {after} are asked, and not itself");
            return Err(RuleError::rules(rule, message));
        };
        if self.waiting == left {
            return Ok(());
        }
        let (asked, waiting) = (self.asked, self.waiting);
        let message = format!("waiting: when seat {asked} is asked it is {left}, not {waiting}");
        Err(RuleError::rules(rule, message))
    }

    /// The cards that lie with some seats, as a mask, and in the kitty if it counts: all that may be there,
    /// where it is not seen.
    fn within_reach(&self, eyes: Eyes, seats: u8, kitty: bool) -> Cards {
        let mut all = Cards::EMPTY;
        let mut hidden = false;
        for at in (0..SEATS).filter(|at| seats >> at & 1 != 0) {
            all = all.sum(&self.table[at]);
            if eyes.is_none_or(|own| own == at) {
                all = all.sum(&self.hands[at]);
            } else {
                hidden = true;
            }
        }
        match eyes {
            Some(own) if kitty && !self.sees_kitty(own) => hidden = true,
            _ if kitty => all = all.sum(&self.kitty),
            _ => {}
        }
        match eyes {
            Some(own) if hidden => all.sum(&self.unseen(own)),
            _ => all,
        }
    }
}
