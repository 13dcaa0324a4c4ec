//! What is legal in a Dou Dizhu state: moves in a list, their action ids as a sequence.

use crate::doudizhu::DoudizhuMove;
use crate::legal::{Position, action_ids};
use chupai_core::doudizhu::{Move, Rules, State};
use chupai_core::game::Game;
use pyo3::prelude::*;
use std::ops::ControlFlow;

/// All legal moves, by ascending action id.
pub(crate) fn legal_moves(rules: &Rules, state: &State) -> Vec<DoudizhuMove> {
    let mut out = Vec::new();
    state.for_each_legal(rules, |mv| {
        out.push(DoudizhuMove(mv));
        ControlFlow::Continue(())
    });
    out
}

impl Position for State {
    type Rules = Rules;
    type Move = Move;

    fn count(&self, rules: &Rules) -> u64 {
        self.num_legal(rules)
    }

    fn nth(&self, rules: &Rules, n: u64) -> Move {
        self.nth_legal(rules, n)
    }

    fn for_each(&self, rules: &Rules, visit: impl FnMut(Move) -> ControlFlow<()>) {
        self.for_each_legal(rules, visit);
    }

    fn allows(&self, rules: &Rules, mv: Move) -> bool {
        self.is_legal(rules, mv)
    }

    fn id(rules: &Rules, mv: Move) -> u32 {
        rules.id_of(mv).unwrap_or(u32::MAX)
    }

    fn of_id(&self, rules: &Rules, id: u32) -> Option<Move> {
        rules.action(id).ok()
    }
}

action_ids! {
    /// The action ids of the legal moves of one position: an immutable sequence of ints, ascending.
    ///
    /// Each id is worked out when it is asked for. ``numpy.asarray(ids)`` gives all of them, as int64.
    DoudizhuActionIds, "chupai.doudizhu", State
}
