//! Who wins a trick (SJ-24 … SJ-26).

use super::follow::{Forms, Need, holds};
use super::moves::{Cards, Units};
use super::switches::{Switches, ThrowCompare};
use super::trump::{TRUMPS, Trump};
use super::unit::{Form, Unit};

/// The most kinds of unit in one lead: units of eleven kinds have more than 52 cards.
const KINDS: usize = 10;

/// What was led, laid.
#[derive(Clone, Debug)]
pub struct Led {
    cards: Cards,
    suit: usize,
    size: usize,
    /// The forms of the units of two and more cards.
    forms: Forms,
    /// The kinds of its units, the dominant one first; unused places are empty.
    kinds: [Form; KINDS],
    /// The highest top of each kind.
    strength: Strength,
    units: usize,
}

/// The tops that decide between plays of one suit: classes plus one, 0 for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Strength([u8; KINDS]);

impl Strength {
    /// Whether it is strictly stronger in everything that counts.
    fn beats(self, other: Self) -> bool {
        self.0.iter().zip(other.0).all(|(&own, other)| own > other || own == 0 && other == 0)
    }
}

/// The best play of a trick so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Which play: 0 for the lead.
    pub play: usize,
    suit: usize,
    strength: Strength,
}

impl Led {
    /// A lead of laid cards of one effective suit, as these units and singles.
    ///
    /// # Panics
    /// Where the cards are of no or of several effective suits.
    #[must_use]
    pub fn new(switches: &Switches, trump: &Trump, cards: &Cards, units: &Units) -> Self {
        let suit = trump.suit_of_all(cards.faces()).expect("a lead is of one effective suit");
        let single = units.iter().fold(*cards, |left, unit| left.difference(&unit.cards()));
        let mut kinds = [Form::default(); KINDS];
        let mut tops = [0; KINDS];
        let mut all: Vec<(Form, usize)> =
            units.iter().map(|unit| (unit.form(), unit.top(trump))).collect();
        if !single.is_empty() {
            let faces = Unit { faces: single.faces(), width: 1 };
            all.push((Form::new(1, 1), faces.top(trump)));
        }
        all.sort_by_key(|&(form, top)| std::cmp::Reverse((form.dominance(), top)));
        all.dedup_by_key(|&mut (form, _)| form);
        for (n, &(form, top)) in all.iter().enumerate() {
            (kinds[n], tops[n]) = (form, top as u8 + 1);
        }
        let forms = units.iter().map(Unit::form).collect();
        let mut led = Self {
            cards: *cards,
            suit,
            size: cards.total(),
            forms,
            kinds,
            strength: Strength(tops),
            units: units.len() + single.total(),
        };
        match switches.throw_compare {
            ThrowCompare::EveryUnit => {}
            ThrowCompare::Dominant => led.strength.0[1..].fill(0),
            ThrowCompare::HighestCard => led.strength = led.highest(trump, cards),
        }
        led
    }

    /// The laid cards.
    #[must_use]
    pub fn cards(&self) -> &Cards {
        &self.cards
    }

    /// The effective suit.
    #[must_use]
    pub fn suit(&self) -> usize {
        self.suit
    }

    /// How many cards were led.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The forms of its units of two and more cards.
    #[must_use]
    pub fn forms(&self) -> &[Form] {
        self.forms.as_slice()
    }

    /// Whether several units were led (SJ-13).
    #[must_use]
    pub fn is_throw(&self) -> bool {
        self.units > 1
    }

    /// The unit kind that decides: most cards, then widest (SJ-25).
    #[must_use]
    pub fn dominant(&self) -> Form {
        self.kinds[0]
    }

    /// The lead as the best play so far.
    #[must_use]
    pub fn standing(&self) -> Standing {
        Standing { play: 0, suit: self.suit, strength: self.strength }
    }

    fn highest(&self, trump: &Trump, cards: &Cards) -> Strength {
        let mut tops = [0; KINDS];
        tops[0] = (64 - trump.fold(cards.faces()).leading_zeros()) as u8;
        Strength(tops)
    }

    /// What the laid cards, as many as were led, contend with; `None` where they do not (SJ-24).
    fn strength_of(
        &self,
        switches: &Switches,
        trump: &Trump,
        cards: &Cards,
    ) -> Option<(usize, Strength)> {
        let suit = trump.suit_of_all(cards.faces())?;
        let same = suit == self.suit;
        // In the led suit nobody beats a throw that stands.
        if !same && suit != TRUMPS || same && self.is_throw() {
            return None;
        }
        let mut tops = [0; KINDS];
        if !self.is_throw() {
            let unit = trump.unit_of(cards)?;
            if unit.form() != self.dominant() {
                return None;
            }
            tops[0] = unit.top(trump) as u8 + 1;
            return Some((suit, Strength(tops)));
        }
        let need = needed(self.forms());
        if !holds(trump, cards, &need) {
            return None;
        }
        match switches.throw_compare {
            ThrowCompare::HighestCard => return Some((suit, self.highest(trump, cards))),
            ThrowCompare::Dominant => tops[0] = self.best_top(trump, cards, self.kinds[0]),
            ThrowCompare::EveryUnit => {
                for (top, &kind) in tops.iter_mut().zip(&self.kinds) {
                    *top = if kind.width == 0 { 0 } else { self.best_top(trump, cards, kind) };
                }
            }
        }
        Some((suit, Strength(tops)))
    }

    /// The highest top, plus one, of a unit of the kind over all ways to split the cards into the
    /// units of the lead; they can be split.
    fn best_top(&self, trump: &Trump, cards: &Cards, kind: Form) -> u8 {
        let mut others = Forms::EMPTY;
        let mut left_out = kind.width == 1;
        for &form in self.forms() {
            if form == kind && !left_out {
                left_out = true;
            } else {
                others.push(form);
            }
        }
        let need = needed(others.as_slice());
        let (width, length) = (usize::from(kind.width), usize::from(kind.length));
        let mut places = trump.runs(trump.fold(cards.at_least(width)), length);
        while places != 0 {
            let place = 63 - places.leading_zeros() as usize;
            places ^= 1 << place;
            let classes = (u64::MAX >> (64 - length)) << place;
            if splits(trump, cards, classes, width, &need) {
                return (place + length) as u8;
            }
        }
        unreachable!("cards that can be split have a unit of each kind")
    }

    /// The best play after `cards`, laid, were played as play number `play`.
    #[must_use]
    pub fn after(
        &self,
        switches: &Switches,
        trump: &Trump,
        best: Standing,
        play: usize,
        cards: &Cards,
    ) -> Standing {
        let Some((suit, strength)) = self.strength_of(switches, trump, cards) else { return best };
        let wins = if suit == best.suit { strength.beats(best.strength) } else { suit == TRUMPS };
        if wins { Standing { play, suit, strength } } else { best }
    }
}

/// Units of these forms, as what is needed.
fn needed(forms: &[Form]) -> Need {
    let mut need = Need::NONE;
    let mut runs: Vec<Form> = forms.iter().copied().filter(|form| form.length > 1).collect();
    runs.sort_by_key(|form| std::cmp::Reverse((form.width, form.length)));
    need.runs = runs.into_iter().collect();
    for form in forms.iter().filter(|form| form.length == 1) {
        need.loose[usize::from(form.width)] += 1;
    }
    need
}

/// Whether the rest holds what is needed after some face of each of the classes gave `width` copies.
fn splits(trump: &Trump, cards: &Cards, classes: u64, width: usize, need: &Need) -> bool {
    if classes == 0 {
        return holds(trump, cards, need);
    }
    let class = classes & classes.wrapping_neg();
    let mut faces = trump.unfold(class) & cards.at_least(width);
    while faces != 0 {
        let face = faces & faces.wrapping_neg();
        faces ^= face;
        let mut rest = *cards;
        rest.remove(face, width);
        if splits(trump, &rest, classes ^ class, width, need) {
            return true;
        }
    }
    false
}
