//! Dealing anew what a seat does not know.

use super::course::Course;
use super::rules::Rules;
use super::state::State;
use crate::error::RuleError;

/// All deals that a seat cannot tell from one.
#[derive(Clone, Debug)]
pub struct Redealer {
    state: State,
}

impl Redealer {
    /// One of the deals.
    pub fn draw(&self, _rules: &Rules, _seed: u64) -> Result<State, RuleError> {
        Ok(self.state.clone())
    }
}

impl State {
    /// All deals that `seat` cannot tell from this one, which came about by `course`.
    pub fn redealer(
        &self,
        _rules: &Rules,
        _seat: usize,
        _course: &Course,
    ) -> Result<Redealer, RuleError> {
        Ok(Redealer { state: self.clone() })
    }
}
