//! The one error of the crate: a broken rule, named by its id, with the cards concerned.

use std::fmt;

/// What kind of mistake was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A move that the rules do not allow now.
    Move,
    /// Rules, a set-up or a position that contradict themselves.
    Rules,
    /// Text or numbers that name no card, hand, move or seat.
    Input,
    /// More memory asked for than there is.
    Memory,
}

/// A language of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English, the language of errors.
    English,
    /// 中文.
    Chinese,
}

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// What kind of mistake it was.
    pub fault: Fault,
    /// The rule's id in `docs/rules`, e.g. `"DD-12"`; empty where no rule is concerned.
    pub rule: &'static str,
    /// The cards concerned, as text; may be empty.
    pub cards: String,
    /// What is wrong, in a sentence that names the cards.
    pub message: String,
    /// The same in Chinese, where it is told.
    pub chinese: Option<Box<str>>,
}

impl RuleError {
    /// An illegal move.
    pub fn illegal(
        rule: &'static str,
        cards: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self { fault: Fault::Move, rule, ..Self::input(cards, message) }
    }

    /// Contradictory rules, set-up or position.
    pub fn rules(rule: &'static str, message: impl Into<String>) -> Self {
        Self { fault: Fault::Rules, rule, ..Self::input("", message) }
    }

    /// Input that cannot be read.
    pub fn input(cards: impl Into<String>, message: impl Into<String>) -> Self {
        let (cards, message) = (cards.into(), message.into());
        Self { fault: Fault::Input, rule: "", cards, message, chinese: None }
    }

    /// Not enough memory.
    pub fn memory(message: impl Into<String>) -> Self {
        Self { fault: Fault::Memory, ..Self::input("", message) }
    }

    /// The error with its sentence in Chinese, too.
    #[must_use]
    pub fn in_chinese(self, message: impl Into<Box<str>>) -> Self {
        Self { chinese: Some(message.into()), ..self }
    }

    /// The sentence with the rule, in a language in which it is told, else in English.
    #[must_use]
    pub fn told(&self, language: Language) -> String {
        match (language, &self.chinese) {
            (Language::Chinese, Some(message)) => format!("{message} [{}]", self.rule),
            _ => self.to_string(),
        }
    }
}

/// Longest text that an error repeats whole.
const LONGEST: usize = 80;

/// A text as an error shows it: the beginning only, where it is long.
#[must_use]
pub fn shown(text: &str) -> String {
    let length = text.chars().count();
    if length <= LONGEST {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST / 2).collect();
    format!("{start}… ({length} characters)")
}

/// So many of something, as errors tell it: `1 card`, `2 cards`.
#[must_use]
pub fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rule.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{} [{}]", self.message, self.rule)
        }
    }
}

impl std::error::Error for RuleError {}
