//! Legal plays, counted and numbered.

use super::ask::Ask;
use super::moves::Move;
use super::rules::Rules;
use std::ops::ControlFlow;

impl Rules {
    /// How many moves answer the question.
    #[must_use]
    pub fn count(&self, ask: &Ask) -> u64 {
        let mut count = 0;
        let _ = self.for_each(ask, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Move number `n` of the documented order; the pass where there are not so many.
    #[must_use]
    pub fn nth(&self, ask: &Ask, n: u64) -> Move {
        let (mut left, mut found) = (n, Move::PASS);
        let _ = self.for_each(ask, |mv| {
            found = mv;
            left = match left.checked_sub(1) {
                Some(left) => left,
                None => return ControlFlow::Break(()),
            };
            ControlFlow::Continue(())
        });
        found
    }
}
