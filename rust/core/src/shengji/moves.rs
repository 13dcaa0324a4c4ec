//! Moves: declaring, burying, leads and follows.

use super::unit::Unit;
use crate::card::{Card, Suit};
use crate::card_counts::CardCounts;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::ser::{SerializeSeq, Serializer};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Cards of one to four decks. A face is its [`Card::index`], or the bit where a
/// [`Trump`](super::trump::Trump) lays it.
pub type Cards = CardCounts<4>;

/// Units of two and more cards in a lead; what is not in them are singles.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Units {
    faces: [u64; Self::MOST],
    widths: [u8; Self::MOST],
    len: u8,
}

impl Units {
    /// The most units of two and more cards in a hand of 54 cards, the most that four decks give.
    pub const MOST: usize = 27;
    /// None.
    pub const EMPTY: Self = Self { faces: [0; Self::MOST], widths: [0; Self::MOST], len: 0 };

    /// How many there are.
    #[inline(always)]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Unit number `n`, below their number.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, n: usize) -> Unit {
        debug_assert!(n < self.len(), "a number below that of the units");
        Unit { faces: self.faces[n], width: self.widths[n] }
    }

    /// Adds a unit of two and more cards.
    ///
    /// # Panics
    /// Where there are [`MOST`](Self::MOST) already.
    #[inline(always)]
    pub fn push(&mut self, unit: Unit) {
        let n = self.len();
        (self.faces[n], self.widths[n]) = (unit.faces, unit.width);
        self.len += 1;
    }

    /// The units in their order.
    #[inline(always)]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Unit> + use<> {
        let units = *self;
        (0..self.len()).map(move |n| Unit { faces: units.faces[n], width: units.widths[n] })
    }

    /// The same units with other faces, such as laid ones.
    #[must_use]
    pub fn map_faces(mut self, to: impl Fn(u64) -> u64) -> Self {
        for faces in &mut self.faces[..usize::from(self.len)] {
            *faces = to(*faces);
        }
        self
    }
}

impl FromIterator<Unit> for Units {
    fn from_iter<I: IntoIterator<Item = Unit>>(units: I) -> Self {
        let mut all = Self::EMPTY;
        units.into_iter().for_each(|unit| all.push(unit));
        all
    }
}

/// As a list, since mostly there are few.
impl Serialize for Units {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.len()))?;
        self.iter().try_for_each(|unit| list.serialize_element(&unit))?;
        list.end()
    }
}

/// Fails where there are more than fit, and where one has a width that is none.
impl<'de> Deserialize<'de> for Units {
    fn deserialize<T: Deserializer<'de>>(deserializer: T) -> Result<Self, T::Error> {
        struct List;

        impl<'de> Visitor<'de> for List {
            type Value = Units;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{} units at most", Units::MOST)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Units, A::Error> {
                let mut units = Units::EMPTY;
                while let Some(unit) = seq.next_element::<Unit>()? {
                    if units.len() == Units::MOST {
                        return Err(de::Error::invalid_length(Units::MOST + 1, &self));
                    }
                    if !(1..=4).contains(&unit.width) {
                        return Err(de::Error::custom("a unit of one to four copies of a face"));
                    }
                    units.push(unit);
                }
                Ok(units)
            }
        }

        deserializer.deserialize_seq(List)
    }
}

impl fmt::Debug for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The kinds of move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum Kind {
    /// Not to declare.
    Pass,
    /// 亮主, 反主, 加固: to show cards that name trump (SJ-38, SJ-39).
    Declare,
    /// To name a suit by word (SJ-42).
    Name,
    /// 扣底: to lay cards into the kitty (SJ-45).
    Bury,
    /// To lead a unit or a throw (SJ-13).
    Lead,
    /// To follow (SJ-18).
    Follow,
    /// To say which unit of a failed throw is led (SJ-16).
    Force,
}

impl Kind {
    /// All kinds in the documented order.
    pub const ALL: [Self; 7] =
        [Self::Pass, Self::Declare, Self::Name, Self::Bury, Self::Lead, Self::Follow, Self::Force];

    /// Whether it is made when the play has begun.
    #[must_use]
    pub const fn is_play(self) -> bool {
        matches!(self, Self::Lead | Self::Follow | Self::Force)
    }

    /// The public name, e.g. `"bury"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Declare => "declare",
            Self::Name => "name",
            Self::Bury => "bury",
            Self::Lead => "lead",
            Self::Follow => "follow",
            Self::Force => "force",
        }
    }

    /// The kind with this public name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// One move. Faces are [`Card::index`] faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Move {
    /// What it is.
    pub kind: Kind,
    /// The cards shown, buried, led, followed with, or chosen to be led.
    pub cards: Cards,
    /// How a lead is read: its units of two and more cards.
    pub units: Units,
    /// The suit that is named, as its number; 0 elsewhere.
    pub suit: u8,
}

impl Move {
    /// Not to declare.
    pub const PASS: Self = Self::with(Kind::Pass, Cards::EMPTY);

    const fn with(kind: Kind, cards: Cards) -> Self {
        Self { kind, cards, units: Units::EMPTY, suit: 0 }
    }

    /// To show `copies` of a card.
    #[must_use]
    pub fn declare(card: Card, copies: usize) -> Self {
        let mut cards = Cards::EMPTY;
        cards.add(card.bit(), copies);
        Self::with(Kind::Declare, cards)
    }

    /// To name a suit.
    #[must_use]
    pub const fn name(suit: Suit) -> Self {
        let mut mv = Self::with(Kind::Name, Cards::EMPTY);
        mv.suit = suit as u8;
        mv
    }

    /// To bury cards.
    #[must_use]
    pub const fn bury(cards: Cards) -> Self {
        Self::with(Kind::Bury, cards)
    }

    /// To lead cards as these units and singles.
    #[must_use]
    pub const fn lead(cards: Cards, units: Units) -> Self {
        let mut mv = Self::with(Kind::Lead, cards);
        mv.units = units;
        mv
    }

    /// To follow with cards.
    #[must_use]
    pub const fn follow(cards: Cards) -> Self {
        Self::with(Kind::Follow, cards)
    }

    /// To say that these cards of a failed throw are led.
    #[must_use]
    pub const fn force(cards: Cards) -> Self {
        Self::with(Kind::Force, cards)
    }
}

/// As `kind cards`: `"declare 2S 2S"`, `"name S"`, `"follow 3H 4H"`; the units of a lead apart, the
/// largest first and singles last: `"lead AH AH KH KH + QH"`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        if self.kind == Kind::Name {
            let suit = Suit::ALL.get(usize::from(self.suit));
            return suit.map_or(Ok(()), |suit| write!(f, " {suit}"));
        }
        if self.kind != Kind::Lead {
            return self.cards.cards().try_for_each(|card| write!(f, " {card}"));
        }
        let (mut rest, mut gap) = (self.cards, " ");
        for unit in self.units.iter() {
            write!(f, "{gap}{}", unit.cards())?;
            (rest, gap) = (rest.difference(&unit.cards()), " + ");
        }
        for card in rest.cards() {
            write!(f, "{gap}{card}")?;
            gap = " + ";
        }
        Ok(())
    }
}
