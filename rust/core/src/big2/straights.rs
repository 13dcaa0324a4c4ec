//! Which windows are straights, and their order (BT-11, BT-12).

use crate::choices::choices;
use crate::error::{RuleError, shown};
use serde::{Deserialize, Serialize};

choices! {
    /// The named orders of windows, for a rule set whose highest rank is the 2; with another
    /// `top_rank` every window moves with the ranks (BT-04).
    NamedStraights {
        /// 34567 < … < TJQKA < 23456 < A2345.
        Hk = "hk",
        /// A2345 < 23456 < … < TJQKA.
        Natural = "natural",
        /// 23456 < … < TJQKA < A2345.
        WheelTop = "wheel_top",
        /// 23456 < … < 9TJQK < A2345 < TJQKA.
        BroadwayWheel = "broadway_wheel",
        /// 34567 < … < TJQKA < (A2345 = 23456).
        TwoHighTie = "two_high_tie",
        /// A2345 < 34567 < … < TJQKA < 23456.
        Taiwan = "taiwan",
        /// 34567 < … < TJQKA < JQKA2.
        GameRank = "game_rank",
    }
}

impl NamedStraights {
    /// The order as an explicit list.
    #[must_use]
    pub const fn list(self) -> &'static str {
        match self {
            Self::Hk => "34567 … TJQKA 23456 A2345",
            Self::Natural => "A2345 23456 … TJQKA",
            Self::WheelTop => "23456 … TJQKA A2345",
            Self::BroadwayWheel => "23456 … 9TJQK A2345 TJQKA",
            Self::TwoHighTie => "34567 … TJQKA A2345=23456",
            Self::Taiwan => "A2345 34567 … TJQKA 23456",
            Self::GameRank => "34567 … TJQKA JQKA2",
        }
    }
}

/// Which windows are straights, and their order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Straights {
    /// A named order, which moves with `top_rank`.
    Named(NamedStraights),
    /// A list of windows from low to high, taken as written: `"34567 … TJQKA 23456=A2345"`.
    ///
    /// Windows stand apart by spaces or `<`, equal ones are joined by `=`, and `…` or `...` between
    /// two windows stands for all that start on a rank between theirs, going up from the first (after
    /// the K comes the A, after the A the 2).
    List(String),
}

impl Straights {
    /// The windows from low to high, the lowest of class 1: (index of the first rank, class).
    pub(super) fn windows(&self, top_rank: u8) -> Result<Vec<(u8, u8)>, RuleError> {
        match self {
            Self::List(text) => parse(text),
            Self::Named(name) => {
                let shift = top_rank + 1;
                let windows = parse(name.list())?;
                Ok(windows
                    .into_iter()
                    .map(|(first, class)| ((first + shift) % 13, class))
                    .collect())
            }
        }
    }
}

fn fault(message: String) -> RuleError {
    RuleError::rules("BT-11", message)
}

/// The letters of the window whose first rank has this index.
pub(super) fn window_text(first: u8) -> String {
    let letters = &crate::card::Rank::LETTERS.as_bytes()[..13];
    (0..5).map(|i| char::from(letters[(usize::from(first) + i) % 13])).collect()
}

enum Token {
    Window(u8),
    Equal,
    Dots,
}

fn tokens(text: &str) -> Result<Vec<Token>, RuleError> {
    let spaced = text.replace("...", "…").replace('<', " ").replace('=', " = ").replace('…', " … ");
    let token = |word: &str| match word {
        "=" => Ok(Token::Equal),
        "…" => Ok(Token::Dots),
        _ => {
            let letters = word.replace("10", "T");
            let first = (0..13).find(|&first| window_text(first) == letters);
            first.map(Token::Window).ok_or_else(|| {
                let word = shown(word);
                fault(format!("{word:?} is no window of five neighbouring ranks such as \"34567\""))
            })
        }
    };
    spaced.split_whitespace().map(token).collect()
}

fn parse(text: &str) -> Result<Vec<(u8, u8)>, RuleError> {
    let (mut windows, mut class) = (Vec::<(u8, u8)>::new(), 0);
    let mut add = |first: u8, class: u8| {
        if windows.iter().any(|&(other, _)| other == first) {
            let window = window_text(first);
            return Err(fault(format!("straights names the window {window} twice")));
        }
        windows.push((first, class));
        Ok(())
    };
    // What stands between the last window and the next.
    let mut last: Option<u8> = None;
    let mut between: Option<Token> = None;
    for token in tokens(text)? {
        match (token, between.take(), last) {
            (Token::Window(first), None, _) => {
                class += 1;
                add(first, class)?;
                last = Some(first);
            }
            (Token::Window(first), Some(Token::Equal), _) => {
                add(first, class)?;
                last = Some(first);
            }
            (Token::Window(first), Some(_), Some(from)) => {
                let mut next = from;
                while next != first {
                    next = (next + 1) % 13;
                    class += 1;
                    add(next, class)?;
                }
                last = Some(first);
            }
            (sign, None, Some(_)) => between = Some(sign),
            _ => return Err(no_window_beside(text)),
        }
    }
    if between.is_some() {
        return Err(no_window_beside(text));
    }
    if windows.is_empty() {
        return Err(fault("straights names no window".to_owned()));
    }
    Ok(windows)
}

fn no_window_beside(text: &str) -> RuleError {
    let text = shown(text);
    fault(format!("in straights {text:?} \"=\" and \"…\" stand between two windows"))
}
