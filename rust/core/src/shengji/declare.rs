//! Declarations 亮主: what a seat may show, and what is higher than what (SJ-38, SJ-39, SJ-44).

use super::moves::{Cards, Move};
use super::rules::Rules;
use super::setup::SEATS;
use super::switches::{DeclareWithJoker, Switches};
use crate::card::{Card, Rank, Suit};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Copies of one face, shown by a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Declaration {
    /// Who showed them.
    pub seat: u8,
    /// The face, as [`Card::index`].
    pub face: u8,
    /// How many copies.
    pub copies: u8,
}

impl Declaration {
    /// The card shown.
    ///
    /// # Panics
    /// Where the face is no card.
    #[must_use]
    pub fn card(&self) -> Card {
        Card::from_index(usize::from(self.face)).expect("a face of the pack")
    }

    /// The cards shown.
    #[must_use]
    pub fn cards(&self) -> Cards {
        self.as_move().cards
    }

    /// The move that shows them.
    #[must_use]
    pub fn as_move(&self) -> Move {
        Move::declare(self.card(), usize::from(self.copies))
    }

    /// What it makes trump: the number of a suit, or 4 for none.
    #[must_use]
    pub fn trump(&self) -> u8 {
        self.card().suit().map_or(Suit::ALL.len() as u8, |suit| suit as u8)
    }

    /// Whether among some cards is a joker that can be shown along, where one must be (SJ-44).
    pub(super) fn is_along(&self, rules: &Rules, cards: &Cards) -> bool {
        let asked = Question { seat: self.seat, level: self.face / 4, standing: None };
        self.face >= 52 || asked.options(&rules.switches, cards).contains(self)
    }

    /// How high it is (SJ-38): 1 for one level card, 2 for two of a face, 3 and 4 for two small and two
    /// big jokers, and so on.
    #[must_use]
    pub fn strength(&self) -> u8 {
        let more = match self.face {
            52 => 1,
            53 => 2,
            _ => 0,
        };
        if self.copies < 2 { 1 } else { 3 * (self.copies - 2) + 2 + more }
    }
}

/// The most declarations that a seat can choose from: one to four of each level card, two to four of
/// each joker.
pub(super) const MOST: usize = 22;

/// A list of declarations.
pub(super) type Options = SmallVec<[Declaration; MOST]>;

/// What is asked of one who may declare.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    /// The seat.
    pub(super) seat: u8,
    /// The level as [`Rank::index`], or a higher number for none.
    pub(super) level: u8,
    /// What must be overturned or reinforced.
    pub(super) standing: Option<Declaration>,
}

impl Question {
    /// Whether what stands is the seat's own.
    #[inline(always)]
    fn owns(&self) -> bool {
        self.standing.is_some_and(|standing| standing.seat == self.seat)
    }

    /// The strength that is to be surpassed.
    #[inline(always)]
    fn bar(&self) -> u8 {
        self.standing.map_or(0, |standing| standing.strength())
    }

    /// The fewest copies of a face that may be shown.
    #[inline(always)]
    fn least(&self, face: u8) -> u8 {
        let from = if face < 52 { 1 } else { 2 };
        (from..)
            .find(|&copies| Declaration { seat: self.seat, face, copies }.strength() > self.bar())
            .unwrap_or(u8::MAX)
    }

    /// Calls `visit` with each face that may be shown out of the hand, and with how many copies at
    /// least and at most.
    fn faces(&self, switches: &Switches, hand: &Cards, mut visit: impl FnMut(u8, u8, u8)) {
        if self.owns() && !switches.reinforce {
            return;
        }
        let joker = |card: Card| hand.faces() & card.bit() != 0;
        let [small, big] = [joker(Card::SMALL_JOKER), joker(Card::BIG_JOKER)];
        let mut show = |face: u8| {
            let other = self.standing.is_some_and(|standing| standing.face != face);
            let held = hand.count(usize::from(face)) as u8;
            if held > 0 && !(self.owns() && other) {
                let least = self.least(face);
                if least <= held {
                    visit(face, least, held);
                }
            }
        };
        if usize::from(self.level) < Rank::SmallJoker.index() {
            for suit in 0..SEATS as u8 {
                // Diamonds, clubs, hearts, spades: black suits have odd numbers.
                let along = match switches.declare_with_joker {
                    DeclareWithJoker::Off => true,
                    DeclareWithJoker::Any => small || big,
                    DeclareWithJoker::ByColour if suit % 2 == 1 => small,
                    DeclareWithJoker::ByColour => big,
                };
                if along {
                    show(self.level * 4 + suit);
                }
            }
        }
        if switches.no_trump {
            show(52);
            show(53);
        }
    }

    /// How many declarations are possible.
    #[inline(always)]
    pub(super) fn count(&self, switches: &Switches, hand: &Cards) -> usize {
        let (small, big) = (Card::SMALL_JOKER.bit(), Card::BIG_JOKER.bit());
        let held = hand.faces();
        let mut level = 0;
        if usize::from(self.level) < Rank::SmallJoker.index() {
            // Diamonds, clubs, hearts, spades: black suits have odd numbers.
            let (red, black) = match switches.declare_with_joker {
                DeclareWithJoker::Off => (true, true),
                DeclareWithJoker::Any => {
                    let any = held & (small | big) != 0;
                    (any, any)
                }
                DeclareWithJoker::ByColour => (held & big != 0, held & small != 0),
            };
            let suits = if red { 0b0101 } else { 0 } | if black { 0b1010 } else { 0 };
            level = suits << (self.level * 4);
        }
        let mut shown = level | if switches.no_trump { small | big } else { 0 };
        if self.owns() {
            let own = self.standing.map_or(0, |standing| 1 << standing.face);
            shown &= if switches.reinforce { own } else { 0 };
        }
        let bar = self.bar();
        let mut count = 0;
        for (copies, plane) in (1..).zip(hand.planes()) {
            let faces = plane & shown;
            if faces == 0 {
                break;
            }
            // As strengths: one level card, then of so many copies level cards, small and big jokers.
            let high = if copies < 2 { 1 } else { 3 * (copies - 2) + 2 };
            let mut may = if high > bar { level } else { 0 };
            if copies > 1 {
                may |= if high + 1 > bar { small } else { 0 };
                may |= if high + 2 > bar { big } else { 0 };
            }
            count += (faces & may).count_ones();
        }
        count as usize
    }

    /// The declarations that are possible, the lowest first, of equal ones diamonds, clubs, hearts, spades.
    pub(super) fn options(&self, switches: &Switches, hand: &Cards) -> Options {
        let mut all = Options::new();
        self.faces(switches, hand, |face, least, most| {
            all.extend((least..=most).map(|copies| Declaration { seat: self.seat, face, copies }));
        });
        all.sort_by_key(|shown| (shown.strength(), shown.face));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(switches: &Switches, hand: &str, standing: Option<Declaration>) -> Vec<String> {
        let question = Question { seat: 1, level: 7, standing };
        let hand = hand.parse().unwrap();
        let options = question.options(switches, &hand);
        assert_eq!(options.len(), question.count(switches, &hand));
        options.iter().map(|shown| shown.cards().to_string()).collect()
    }

    fn stands(seat: u8, cards: &str) -> Option<Declaration> {
        let cards: Cards = cards.parse().unwrap();
        let (face, copies) = cards.iter().next().unwrap();
        Some(Declaration { seat, face: face as u8, copies: copies as u8 })
    }

    #[test]
    fn declarations_are_listed_lowest_first() {
        let three = Switches { decks: 3, ..Switches::default() };
        let hand = "TS TS TS TD TD B B B R R 3D";
        let all = "TD,TS,TD TD,TS TS,B B,R R,TS TS TS,B B B";
        assert_eq!(asked(&three, hand, None).join(","), all);
        assert_eq!(asked(&three, hand, stands(0, "TH TH")).join(","), "B B,R R,TS TS TS,B B B");
        assert_eq!(asked(&three, hand, stands(0, "R R R")), [""; 0]);
        let no_trump = Switches { no_trump: false, ..three };
        assert_eq!(asked(&no_trump, hand, stands(0, "TH TH")).join(","), "TS TS TS");
    }

    #[test]
    fn ones_own_declaration_is_only_reinforced() {
        let s = Switches::default();
        assert_eq!(asked(&s, "TS TS TD TD B B", stands(1, "TS")).join(","), "TS TS");
        assert_eq!(asked(&s, "TS TS TD TD B B", stands(1, "TS TS")), [""; 0]);
        let never = Switches { reinforce: false, ..s };
        assert_eq!(asked(&never, "TS TS TD TD B B", stands(1, "TS")), [""; 0]);
    }

    #[test]
    fn a_joker_goes_along() {
        let any = Switches { declare_with_joker: DeclareWithJoker::Any, ..Switches::default() };
        assert_eq!(asked(&any, "TS TD", None), [""; 0]);
        assert_eq!(asked(&any, "TS TD B", None).join(","), "TD,TS");
        let colour =
            Switches { declare_with_joker: DeclareWithJoker::ByColour, ..Switches::default() };
        assert_eq!(asked(&colour, "TS TC TD TH B", None).join(","), "TC,TS");
        assert_eq!(asked(&colour, "TS TC TD TH R R", None).join(","), "TD,TH,R R");
    }

    #[test]
    fn without_a_level_only_jokers_are_shown() {
        let question = Question { seat: 0, level: u8::MAX, standing: None };
        let options = question.options(&Switches::default(), &"2S 2S B B".parse().unwrap());
        assert_eq!(options.len(), 1);
    }
}
