//! How trump is found: who is asked when, and what follows (SJ-40 … SJ-47).
//!
//! Seats are asked one after the other, those only that could declare. When somebody declares, the
//! three seats after him are asked next; when nobody is left to ask, the deal goes on. A seat is asked
//! when a card it draws adds a declaration, and all are asked once from the first to draw when all
//! cards are drawn; in a duplicate match all from the declarer's partner on (SJ-42, SJ-47).

use super::dealing::draws;
use super::declare::{Declaration, Options, Question};
use super::moves::{Cards, Kind, Move};
use super::owed::Owed;
use super::rules::Rules;
use super::setup::SEATS;
use super::state::{NONE, Phase, State, dealt};
use super::switches::{DeclareWithJoker, Declaring, NoDeclaration};
use crate::error::RuleError;
use serde::{Deserialize, Serialize};

/// Who is being asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Round {
    /// Whoever may declare while cards are drawn.
    Drawing,
    /// Everybody, when all cards are drawn.
    Last,
    /// The attackers, since nobody could or would declare the declarer's level (SJ-44).
    Attackers,
}

/// How often the cards of one deal may be dealt again. After that the seat that draws first is the
/// declarer, so that every deal comes to an end.
pub(super) const MOST_REDEALS: u8 = u8::MAX;

impl State {
    /// Deals the cards, and goes on to the first decision.
    pub(super) fn open(&mut self, rules: &Rules) {
        self.lay(rules);
        self.begin(rules);
    }

    /// Lays the cards of the next dealing.
    pub(super) fn lay(&mut self, rules: &Rules) {
        let cards = dealt(rules, &self.setup, &mut self.rng);
        self.kitty = cards.kitty;
        if rules.switches.declaring == Declaring::DuringDeal {
            self.draws = draws(rules.cpu, &mut self.rng, &cards.hands, self.setup.first());
            self.drawn = 0;
            self.hands = [Cards::EMPTY; SEATS];
            self.round = Round::Drawing;
        } else {
            self.hands = cards.hands;
            self.round = Round::Last;
        }
    }

    /// Goes on from the cards as laid to the first decision.
    pub(super) fn begin(&mut self, rules: &Rules) {
        match rules.switches.declaring {
            Declaring::Given => {
                self.trump = self.setup.trump.unwrap_or(NONE);
                self.take_kitty(rules);
            }
            Declaring::Duplicate => {
                let partner = Self::after(self.declarer, 2);
                if !self.ask_from(rules, partner, SEATS) {
                    self.go_on(rules);
                }
            }
            Declaring::DuringDeal => self.go_on(rules),
        }
    }

    /// What a seat is asked where it may declare.
    #[inline(always)]
    fn question_to(&self, seat: usize) -> Question {
        let level = match self.round {
            Round::Attackers => self.setup.levels[seat % 2].unwrap_or(NONE),
            _ => self.level,
        };
        Question { seat: seat as u8, level, standing: self.standing }
    }

    /// Whether a seat is asked for nothing, as the declaration that is to be overturned is its own
    /// (SJ-46).
    fn is_content(&self, seat: usize) -> bool {
        let owns = |standing: Declaration| usize::from(standing.seat) == seat;
        self.phase == Phase::Overturn && self.standing.is_some_and(owns)
    }

    /// How many declarations a seat can make.
    #[inline(always)]
    pub(super) fn count_declarations(&self, rules: &Rules, seat: usize) -> usize {
        if self.is_content(seat) {
            return 0;
        }
        self.question_to(seat).count(&rules.switches, &self.hands[seat])
    }

    /// The declarations that a seat can make, the lowest first.
    pub(super) fn declarations_of(&self, rules: &Rules, seat: usize) -> Options {
        if self.is_content(seat) {
            return Options::new();
        }
        self.question_to(seat).options(&rules.switches, &self.hands[seat])
    }

    /// Asks the first of `n` seats from one on that can declare; whether there is any.
    pub(super) fn ask_from(&mut self, rules: &Rules, seat: u8, n: usize) -> bool {
        for place in 0..n {
            let at = Self::after(seat, place);
            if self.count_declarations(rules, usize::from(at)) > 0 {
                (self.asked, self.waiting) = (at, (n - place - 1) as u8);
                return true;
            }
        }
        (self.asked, self.waiting) = (0, 0);
        false
    }

    /// Nobody is left to ask: draws on, or settles what is trump.
    pub(super) fn go_on(&mut self, rules: &Rules) {
        loop {
            if self.round == Round::Drawing {
                if self.draw_on(rules) {
                    return;
                }
                self.round = Round::Last;
                if self.ask_from(rules, self.setup.first() as u8, SEATS) {
                    return;
                }
            }
            if self.round == Round::Last && self.ask_attackers(rules) {
                return;
            }
            if self.settle(rules) {
                return;
            }
        }
    }

    /// Draws cards until somebody can declare something new; whether there is one.
    fn draw_on(&mut self, rules: &Rules) -> bool {
        let first = self.setup.first();
        while let Some(&face) = self.draws.get(usize::from(self.drawn)) {
            let seat = (first + usize::from(self.drawn)) % SEATS;
            self.drawn += 1;
            if face / 4 != self.level && face < 52 {
                self.hands[seat].add_one(1 << face);
                continue;
            }
            let before = self.count_declarations(rules, seat);
            self.hands[seat].add_one(1 << face);
            if self.count_declarations(rules, seat) > before {
                (self.asked, self.waiting) = (seat as u8, 0);
                return true;
            }
        }
        false
    }

    /// Asks the attackers, where nobody has declared and they may play their own level (SJ-44).
    fn ask_attackers(&mut self, rules: &Rules) -> bool {
        let s = &rules.switches;
        let may = s.declaring == Declaring::DuringDeal
            && s.declare_with_joker != DeclareWithJoker::Off
            && self.setup.declarer.is_some()
            && self.standing.is_none();
        if !may {
            return false;
        }
        self.round = Round::Attackers;
        self.ask_attacker(rules, 1)
    }

    /// Asks the seat so many places after the declarer, or else the one opposite.
    fn ask_attacker(&mut self, rules: &Rules, place: usize) -> bool {
        for place in (place..SEATS).step_by(2) {
            let seat = Self::after(self.declarer, place);
            if self.count_declarations(rules, usize::from(seat)) > 0 {
                (self.asked, self.waiting) = (seat, (SEATS - 1 - place) as u8);
                return true;
            }
        }
        (self.asked, self.waiting) = (0, 0);
        false
    }

    /// Settles what is trump, and goes on; where nobody wants to be the declarer the cards are dealt
    /// again, and it does not (SJ-40 … SJ-42).
    fn settle(&mut self, rules: &Rules) -> bool {
        (self.draws, self.drawn) = (Vec::new(), 0);
        self.round = Round::Last;
        if let Some(standing) = self.standing {
            if self.declarer == NONE {
                self.declarer = standing.seat;
            }
            self.trump = standing.trump();
        } else if rules.switches.declaring == Declaring::Duplicate {
            self.phase = Phase::Name;
            self.asked = Self::after(self.declarer, 2);
            return true;
        } else if self.declarer == NONE && self.redeals < MOST_REDEALS {
            self.redeals += 1;
            self.lay(rules);
            return false;
        } else {
            if self.declarer == NONE {
                self.declarer = self.setup.first() as u8;
            }
            self.trump = self.turn_up(rules);
        }
        self.take_kitty(rules);
        true
    }

    /// What is trump where nobody declared (SJ-41): the kitty is turned up card by card until one is no
    /// joker.
    fn turn_up(&mut self, rules: &Rules) -> u8 {
        if rules.switches.no_declaration == NoDeclaration::NoTrump {
            return 4;
        }
        while let Some(card) = self.turn_one() {
            if let Some(suit) = card.suit() {
                return suit as u8;
            }
        }
        if rules.switches.no_trump { 4 } else { 3 }
    }

    /// Takes in a declaration, a pass or a name.
    pub(super) fn decide(&mut self, rules: &Rules, mv: Move) {
        let seat = self.asked;
        if mv.kind == Kind::Name {
            self.trump = mv.suit;
            self.take_kitty(rules);
            return;
        }
        if mv.kind == Kind::Pass {
            let (next, left) = (Self::after(seat, 1), usize::from(self.waiting));
            let asked = match self.round {
                Round::Attackers if self.phase == Phase::Declare => {
                    left >= 2 && self.ask_attacker(rules, SEATS + 1 - left)
                }
                _ => self.ask_from(rules, next, left),
            };
            if !asked {
                self.nobody_else(rules);
            }
            return;
        }
        let (face, copies) = mv.cards.iter().next().expect("a declaration has a face");
        self.standing = Some(Declaration { seat, face: face as u8, copies: copies as u8 });
        if self.phase == Phase::Overturn {
            self.overturn(rules);
            return;
        }
        self.declarations += 1;
        if self.round == Round::Attackers {
            self.declarer = seat;
            self.level = self.setup.levels[usize::from(seat) % 2].unwrap_or(NONE);
            self.nobody_else(rules);
        } else if !self.ask_from(rules, Self::after(seat, 1), SEATS - 1) {
            self.nobody_else(rules);
        }
    }

    /// Goes on when all that could be asked have answered.
    fn nobody_else(&mut self, rules: &Rules) {
        if self.phase == Phase::Overturn {
            self.open_play();
        } else {
            self.go_on(rules);
        }
    }

    /// Whether a declaration is possible now.
    pub(super) fn allows_declaration(&self, rules: &Rules, mv: Move) -> bool {
        let options = self.declarations_of(rules, usize::from(self.asked));
        options.iter().any(|shown| shown.as_move() == mv)
    }

    /// Why a declaration is not possible now.
    pub(super) fn why_not_declare(&self, rules: &Rules, mv: Move) -> Option<RuleError> {
        let seat = usize::from(self.asked);
        let options = self.declarations_of(rules, seat);
        if options.iter().any(|shown| shown.as_move() == mv) {
            return None;
        }
        let cards = mv.cards.to_string();
        let wrong = |rule, message: String, chinese: String| {
            let chinese = format!("{cards}{chinese}");
            Some(RuleError::illegal(rule, &cards, message).in_chinese(chinese))
        };
        if !self.hands[seat].contains(&mv.cards) {
            let missing = mv.cards.difference(&self.hands[seat]);
            return Some(Owed::Held { missing }.error(&mv.cards));
        }
        let s = &rules.switches;
        let question = self.question_to(seat);
        let card = mv.cards.cards().next()?;
        let copies = mv.cards.total();
        if card.is_joker() {
            if !s.no_trump {
                let message =
                    format!("{cards}: jokers are not declared where there is a trump suit always");
                return wrong("SJ-07", message, ":必須有將牌花色,不能用王亮主".to_owned());
            }
            if copies < 2 {
                let message = format!("{cards}: one joker alone declares nothing");
                return wrong("SJ-38", message, ":單張王不能亮主".to_owned());
            }
        } else if card.rank().index() != usize::from(question.level) {
            let message = format!("{cards} is neither of the level nor a joker");
            return wrong("SJ-38", message, "不是級牌,也不是王".to_owned());
        }
        if let Some(standing) = self.standing {
            let shown = standing.cards();
            if usize::from(standing.seat) == seat {
                let same = standing.card() == card && copies > usize::from(standing.copies);
                if !same || !s.reinforce || self.phase == Phase::Overturn {
                    let message =
                        format!("{cards}: nobody overturns what he has declared himself, {shown}");
                    let rule = if same { "SJ-39" } else { "SJ-38" };
                    return wrong(rule, message, format!(":不能反自己亮的主,{shown}"));
                }
            }
            let declared =
                Declaration { seat: self.asked, face: card.index() as u8, copies: copies as u8 };
            if declared.strength() <= standing.strength() {
                let message = format!("{cards} is not higher than {shown}");
                return wrong("SJ-38", message, format!("不大於{shown}"));
            }
        }
        let message = format!("{cards} is not declared without a joker along");
        wrong("SJ-44", message, ":亮主須帶王".to_owned())
    }
}
