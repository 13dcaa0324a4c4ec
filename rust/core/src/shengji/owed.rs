//! What a follower owes and did not play, in English and Chinese (SJ-57).

use super::moves::Cards;
use super::trump::TRUMPS;
use super::unit::Form;
use crate::error::RuleError;

/// What is wrong with a follow. Cards are in the order of [`Card::index`](crate::card::Card::index).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owed {
    /// As many cards as were led (SJ-18).
    Cards {
        /// How many were led.
        led: usize,
        /// How many were played.
        played: usize,
    },
    /// Cards that are held (SJ-57).
    Held {
        /// Those that are not.
        missing: Cards,
    },
    /// Cards of the suit led (SJ-18).
    Suit {
        /// The effective suit.
        suit: usize,
        /// How many cards of it are held.
        held: usize,
        /// How many must be played.
        owed: usize,
        /// How many were.
        played: usize,
    },
    /// A unit of the suit led (SJ-19).
    Unit {
        /// The effective suit.
        suit: usize,
        /// What the unit is.
        form: Form,
        /// How many such are owed.
        owed: usize,
        /// How many were played, besides what is owed before them.
        played: usize,
        /// Whether only faces of just that number of copies owe it (SJ-23).
        whole: bool,
    },
}

impl Owed {
    /// The rule that asks for it.
    #[must_use]
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Cards { .. } | Self::Suit { .. } => "SJ-18",
            Self::Held { .. } => "SJ-57",
            Self::Unit { whole: false, .. } => "SJ-19",
            Self::Unit { whole: true, .. } => "SJ-23",
        }
    }

    /// The error for the cards that were played.
    #[must_use]
    pub fn error(&self, cards: &Cards) -> RuleError {
        let cards = cards.to_string();
        let (english, chinese) = (self.english(), self.chinese());
        let message = format!("{cards}: {english}");
        let translated = format!("{cards}:{chinese}");
        RuleError::illegal(self.rule(), cards, message).in_chinese(translated)
    }

    fn english(&self) -> String {
        match *self {
            Self::Cards { led, played } => {
                format!("as many cards must be played as were led, {led}, not {played}")
            }
            Self::Held { missing } => format!("{missing} is not held"),
            Self::Suit { suit, held, owed, played } => {
                let [suit, _] = suit_names(suit);
                if owed == held && held == 1 {
                    format!("{suit} were led: the only one held must be played, not {played}")
                } else if owed == held {
                    format!("{suit} were led: all {held} held must be played, not {played}")
                } else {
                    format!("{suit} were led: {owed} of {held} held must be played, not {played}")
                }
            }
            Self::Unit { suit, form, owed, played, .. } => {
                let [suit, _] = suit_names(suit);
                let [one, many] = english_unit(form);
                if owed == 1 {
                    format!("{one} of {suit} is held and must be played")
                } else {
                    format!("{owed} {many} of {suit} are held and must be played, not {played}")
                }
            }
        }
    }

    fn chinese(&self) -> String {
        match *self {
            Self::Cards { led, played } => format!("首家出{led}張,須跟{led}張,不是{played}張"),
            Self::Held { missing } => format!("手中沒有{missing}"),
            Self::Suit { suit, held, owed, played } => {
                let [_, suit] = suit_names(suit);
                format!("首家出{suit},手中有{held}張,須跟{owed}張,不是{played}張")
            }
            Self::Unit { suit, form, owed, played, .. } => {
                let [_, suit] = suit_names(suit);
                let unit = chinese_unit(form);
                let measure = match (form.width, form.length) {
                    (_, 2..) => "組",
                    (3.., _) => "個",
                    _ => "",
                };
                match (owed, form.width, form.length) {
                    (1, ..) => format!("手中有{suit}{unit},必須跟出"),
                    (_, 2, 1) => format!("手中有{suit}{owed}對,必須跟出,不是{played}對"),
                    _ => {
                        format!("手中有{suit}{owed}{measure}{unit},必須跟出,不是{played}{measure}")
                    }
                }
            }
        }
    }
}

/// The names of an effective suit.
#[must_use]
pub fn suit_names(suit: usize) -> [&'static str; 2] {
    const NAMES: [[&str; 2]; TRUMPS + 1] = [
        ["diamonds", "方塊"],
        ["clubs", "梅花"],
        ["hearts", "紅桃"],
        ["spades", "黑桃"],
        ["trumps", "主牌"],
    ];
    NAMES[suit]
}

/// One and several units of a form.
fn english_unit(form: Form) -> [String; 2] {
    let tuple = ["single", "pair", "triple", "quad"][usize::from(form.width) - 1];
    if form.length == 1 {
        [format!("a {tuple}"), format!("{tuple}s")]
    } else {
        let of = format!("of {} {tuple}s", form.length);
        [format!("a tractor {of}"), format!("tractors {of}")]
    }
}

/// A unit of a form.
fn chinese_unit(form: Form) -> String {
    match (form.length, form.width) {
        (1, width) => ["單張", "對子", "刻子", "炸彈"][usize::from(width) - 1].to_owned(),
        (length, width) => {
            format!("{length}{}", ["連張", "連對", "連刻", "連炸"][usize::from(width) - 1])
        }
    }
}
