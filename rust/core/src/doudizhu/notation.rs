//! Positions as text.
use super::state::State;
use crate::game::Game;
use std::fmt;
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.hands;
        write!(f, "{}", self.phase())?;
        if let Some(turn) = self.turn() {
            write!(f, " turn={turn}")?;
        }
        if let Some(landlord) = self.landlord() {
            write!(f, " landlord={landlord}")?;
        }
        write!(f, " hands={a}/{b}/{c} bottom={}", self.bottom)?;
        match self.to_beat().zip(self.last_player()) {
            Some((mv, by)) => write!(f, " to_beat={mv} by={by}"),
            None => Ok(()),
        }
    }
}
