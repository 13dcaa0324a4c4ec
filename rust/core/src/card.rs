//! Cards and their text: "3D", "TS", "B", "R".
//!
//! A card's index is its bit in every one-deck mask: rank·4 + suit with ranks 3 … A 2 as 0 … 12
//! and suits D C H S as 0 … 3; the small joker is 52, the big joker 53.

use crate::error::{RuleError, shown};
use std::fmt;
use std::str::FromStr;

/// The rank of a card, jokers included, in the order of Dou Dizhu and Big Two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rank {
    /// 3, the lowest.
    Three,
    /// 4
    Four,
    /// 5
    Five,
    /// 6
    Six,
    /// 7
    Seven,
    /// 8
    Eight,
    /// 9
    Nine,
    /// 10, written "T"; "10" is read too.
    Ten,
    /// J
    Jack,
    /// Q
    Queen,
    /// K
    King,
    /// A
    Ace,
    /// 2, the highest but for jokers.
    Two,
    /// The small (black) joker, written "B".
    SmallJoker,
    /// The big (red) joker, written "R".
    BigJoker,
}

impl Rank {
    /// All ranks, ascending.
    pub const ALL: [Self; 15] = [
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
        Self::Two,
        Self::SmallJoker,
        Self::BigJoker,
    ];

    /// The letters of [`ALL`](Self::ALL).
    pub const LETTERS: &str = "3456789TJQKA2BR";

    /// The rank's place in [`ALL`](Self::ALL).
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank at place `index` of [`ALL`](Self::ALL).
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::ALL.len() { Some(Self::ALL[index]) } else { None }
    }

    /// Whether this is one of the two jokers, which have no suit.
    #[inline(always)]
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.index() >= 13
    }

    /// The letter that stands for the rank.
    #[must_use]
    pub const fn letter(self) -> char {
        Self::LETTERS.as_bytes()[self.index()] as char
    }

    /// Reads the rank at the start of `text` and gives what follows it; `None` where there is none.
    fn read(text: &str) -> Option<(Self, &str)> {
        if let Some(rest) = text.strip_prefix("10") {
            return Some((Self::Ten, rest));
        }
        let letter = text.chars().next()?;
        let index = Self::LETTERS.find(letter)?;
        Some((Self::ALL[index], &text[1..]))
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Rank {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        match Self::read(text) {
            Some((rank, "")) => Ok(rank),
            _ => Err(RuleError::input(text, format!("{text:?} is no rank"))),
        }
    }
}

/// The suit of a card, in the suit order of Hong Kong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// ♦
    Diamonds,
    /// ♣
    Clubs,
    /// ♥
    Hearts,
    /// ♠
    Spades,
}

impl Suit {
    /// All suits in order.
    pub const ALL: [Self; 4] = [Self::Diamonds, Self::Clubs, Self::Hearts, Self::Spades];

    /// The letters of [`ALL`](Self::ALL).
    pub const LETTERS: &str = "DCHS";

    /// The suit's place in [`ALL`](Self::ALL).
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter that stands for the suit.
    #[must_use]
    pub const fn letter(self) -> char {
        Self::LETTERS.as_bytes()[self.index()] as char
    }

    /// The suit of a letter or of one of the signs ♦♣♥♠.
    fn read(sign: char) -> Option<Self> {
        let signs = Self::LETTERS.chars().zip("♦♣♥♠".chars());
        let mut suits = Self::ALL.into_iter().zip(signs);
        suits.find_map(|(suit, (a, b))| (sign == a || sign == b).then_some(suit))
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Suit {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        Self::ALL
            .into_iter()
            .find(|suit| text.len() == 1 && text.starts_with(suit.letter()))
            .ok_or_else(|| RuleError::input(text, format!("{text:?} is no suit")))
    }
}

/// A card of a pack of 54, or one face of several packs.
///
/// Cards are ordered by [`index`](Self::index): by rank, then suit.
///
/// ```
/// use chupai_core::card::Card;
///
/// let card: Card = "10S".parse()?;
/// assert_eq!((card.to_string().as_str(), card.index()), ("TS", 31));
/// # Ok::<(), chupai_core::error::RuleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// Cards of a pack with jokers.
    pub const COUNT: usize = 54;
    /// The small (black) joker.
    pub const SMALL_JOKER: Self = Self(52);
    /// The big (red) joker.
    pub const BIG_JOKER: Self = Self(53);

    /// The card of `rank` and `suit`; `None` for a joker's rank.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Option<Self> {
        if rank.is_joker() { None } else { Some(Self((rank.index() * 4 + suit.index()) as u8)) }
    }

    /// The card at bit `index`, which must be below 54.
    #[inline(always)]
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// All 54 cards in the order of their indices.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The card's bit in a mask: rank·4 + suit, 52 and 53 for the jokers.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The mask with only this card's bit.
    #[inline(always)]
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The card's rank; a joker is a rank of its own.
    #[must_use]
    pub const fn rank(self) -> Rank {
        match self.0 {
            52 => Rank::SmallJoker,
            53 => Rank::BigJoker,
            index => Rank::ALL[index as usize / 4],
        }
    }

    /// The card's suit; `None` for jokers.
    #[must_use]
    pub const fn suit(self) -> Option<Suit> {
        if self.is_joker() { None } else { Some(Suit::ALL[self.0 as usize % 4]) }
    }

    /// Whether the card is one of the two jokers.
    #[inline(always)]
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 >= 52
    }

    /// The cards named in `text` one after the other, as often as they are named. Spaces and commas
    /// between cards are ignored and may be left out; suits may be signs, as in `"3♦ 10♠"`.
    ///
    /// Anything else is an error of the kind [`Fault::Input`](crate::error::Fault::Input).
    pub fn parse_list(text: &str) -> Result<Vec<Self>, RuleError> {
        let gap = |c: char| c == ',' || c.is_ascii_whitespace();
        let mut cards = Vec::new();
        let mut rest = text.trim_start_matches(gap);
        while !rest.is_empty() {
            let Some((card, after)) = Self::read(rest) else {
                let end = rest.find(gap).unwrap_or(rest.len());
                return Err(no_card(&rest[..end]));
            };
            cards.push(card);
            rest = after.trim_start_matches(gap);
        }
        Ok(cards)
    }

    /// Reads the card at the start of `text` and gives what follows it; `None` where there is none.
    fn read(text: &str) -> Option<(Self, &str)> {
        let (rank, rest) = Rank::read(text)?;
        match rank {
            Rank::SmallJoker => Some((Self::SMALL_JOKER, rest)),
            Rank::BigJoker => Some((Self::BIG_JOKER, rest)),
            _ => {
                let mut letters = rest.chars();
                let suit = Suit::read(letters.next()?)?;
                Some((Self((rank.index() * 4 + suit.index()) as u8), letters.as_str()))
            }
        }
    }
}

fn no_card(text: &str) -> RuleError {
    let text = shown(text);
    let message = format!("{text:?} is no card");
    RuleError::input(text, message)
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.suit() {
            Some(suit) => write!(f, "{}{suit}", self.rank()),
            None => write!(f, "{}", self.rank()),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        match Self::read(text) {
            Some((card, "")) => Ok(card),
            _ => Err(no_card(text)),
        }
    }
}

/// Writes cards with single spaces between them.
pub(crate) fn write_list(
    f: &mut fmt::Formatter<'_>,
    cards: impl Iterator<Item = Card>,
) -> fmt::Result {
    for (i, card) in cards.enumerate() {
        let gap = if i == 0 { "" } else { " " };
        write!(f, "{gap}{card}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Fault;

    #[test]
    fn every_card_is_written_and_read() {
        for (i, card) in Card::all().enumerate() {
            assert_eq!((card.index(), Card::from_index(i)), (i, Some(card)));
            assert_eq!(card.to_string().parse(), Ok(card));
            match card.suit() {
                Some(suit) => {
                    assert_eq!(Card::new(card.rank(), suit), Some(card));
                    assert_eq!(i, card.rank().index() * 4 + suit.index());
                }
                None => assert!(card.is_joker() && card.rank().is_joker()),
            }
        }
        assert_eq!(Card::from_index(54), None);
        assert_eq!(Card::new(Rank::BigJoker, Suit::Spades), None);
        assert_eq!("10H".parse::<Card>().unwrap().to_string(), "TH");
        for (i, rank) in Rank::ALL.into_iter().enumerate() {
            assert_eq!((rank.to_string().parse(), Rank::from_index(i)), (Ok(rank), Some(rank)));
        }
        assert!(Suit::ALL.into_iter().all(|suit| suit.to_string().parse() == Ok(suit)));
    }

    #[test]
    fn ends_of_the_order() {
        let texts = [("3D", 0), ("3S", 3), ("4D", 4), ("AS", 47), ("2S", 51), ("B", 52), ("R", 53)];
        for (text, index) in texts {
            assert_eq!(text.parse::<Card>().unwrap().index(), index);
        }
    }

    #[test]
    fn bad_text_is_an_error() {
        for text in
            ["", "3", "D", "3d", "1S", "0S", "10", "100S", "3DD", " 3D", "BS", "♠3", "B♠", "é"]
        {
            let error = text.parse::<Card>().unwrap_err();
            assert_eq!((error.fault, error.cards.as_str()), (Fault::Input, text));
        }
        for text in ["", "1", "DD", "d", "♠", "10 "] {
            assert!(text.parse::<Rank>().is_err() && text.parse::<Suit>().is_err());
        }
        assert_eq!(Card::parse_list("3D, X♠ 4S").unwrap_err().cards, "X♠");
        assert_eq!(Card::parse_list("3D4").unwrap_err().cards, "4");
    }

    #[test]
    fn lists_need_no_gaps() {
        let text =
            |list| Card::parse_list(list).unwrap().iter().map(Card::to_string).collect::<Vec<_>>();
        assert_eq!(text(" 3D,3D  10SBR,"), ["3D", "3D", "TS", "B", "R"]);
        assert_eq!(text("3♦4♣ 10♥,2♠"), ["3D", "4C", "TH", "2S"]);
        assert!(text(" , ").is_empty());
    }
}
