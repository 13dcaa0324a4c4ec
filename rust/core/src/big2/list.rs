//! Legal plays, one by one in the documented order.

use super::ask::Ask;
use super::moves::Move;
use super::rules::Rules;
use std::ops::ControlFlow;

impl Rules {
    /// Calls `found` with every move that answers the question, in the documented order, until it
    /// breaks off.
    pub fn for_each(
        &self,
        ask: &Ask,
        mut found: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if ask.may_pass {
            found(Move::PASS)?;
        }
        ControlFlow::Continue(())
    }
}
