//! The legal action ids of a Dou Dizhu state as a sequence.

use crate::legal::{Numbered, action_ids};
use chupai_core::doudizhu::{Move, Rules, State};
use pyo3::prelude::*;

impl Numbered for State {
    fn id(rules: &Rules, mv: Move) -> u32 {
        rules.id_of(mv).unwrap_or(u32::MAX)
    }

    fn of_id(rules: &Rules, id: u32) -> Option<Move> {
        rules.action(id).ok()
    }
}

action_ids! {
    /// The action ids of the legal moves of one position: an immutable sequence of ints, ascending.
    ///
    /// Each id is worked out when it is asked for. ``numpy.asarray(ids)`` gives all of them, as int64.
    DoudizhuActionIds, "chupai.doudizhu", State
}
