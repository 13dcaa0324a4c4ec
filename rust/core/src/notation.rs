//! Deals as text: a word for the phase and then parts `name=value`. What the parts are, each family
//! says for itself.

use crate::error::{RuleError, shown};
use std::fmt::Display;

/// An error about one part.
pub fn wrong(name: &str, message: impl Display) -> RuleError {
    RuleError::input("", format!("{name}: {message}"))
}

/// Turns an error into one that says which part it is about.
pub fn about(name: &str) -> impl Fn(RuleError) -> RuleError {
    move |error| RuleError { message: format!("{name}: {}", error.message), ..error }
}

/// The parts of a text after its first word, which stand in any order, each once and each one of
/// `names`.
pub fn parts<'a>(text: &'a str, names: &[&str]) -> Result<Vec<(&'a str, &'a str)>, RuleError> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    for word in text.split_whitespace().skip(1) {
        let Some((name, value)) = word.split_once('=') else {
            let word = shown(word);
            return Err(RuleError::input("", format!("{word:?} is no part: name=value is")));
        };
        if !names.contains(&name) {
            let (name, known) = (shown(name), names.join(", "));
            let message = format!("no part is called {name:?}; there are {known}");
            return Err(RuleError::input("", message));
        }
        if found.iter().any(|&(other, _)| other == name) {
            return Err(wrong(name, "it is given twice"));
        }
        found.push((name, value));
    }
    Ok(found)
}

/// A whole number up to `most`.
pub fn number(name: &str, text: &str, most: u8) -> Result<u8, RuleError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse::<u8>().ok().filter(|&number| digits && number <= most);
    number.ok_or_else(|| wrong(name, format!("a number from 0 to {most}, not {:?}", shown(text))))
}

/// The seats there are, for errors: `"0, 1 and 2"`.
#[must_use]
pub fn seats_there_are(seats: usize) -> String {
    let last = seats.saturating_sub(1);
    if seats > 4 {
        return format!("0 to {last}");
    }
    let others: Vec<String> = (0..last).map(|seat| seat.to_string()).collect();
    format!("{} and {last}", others.join(", "))
}

/// A seat, of so many.
pub fn seat(name: &str, text: &str, seats: usize) -> Result<u8, RuleError> {
    number(name, text, seats.saturating_sub(1) as u8).map_err(|_| {
        wrong(name, format!("seats are {}, not {:?}", seats_there_are(seats), shown(text)))
    })
}

/// Seats with commas between, of so many, each once.
pub fn seats(name: &str, text: &str, seats: usize) -> Result<Vec<u8>, RuleError> {
    let mut out = Vec::new();
    for part in text.split(',') {
        let seat = seat(name, part, seats)?;
        if out.contains(&seat) {
            return Err(wrong(name, format!("seat {seat} is named twice")));
        }
        out.push(seat);
    }
    Ok(out)
}
