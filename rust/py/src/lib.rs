//! Python bindings of `chupai-core`: convert, call, convert back.

mod batch;
mod convert;
mod cpu;
mod doudizhu;
mod doudizhu_arrays;
mod doudizhu_events;
mod doudizhu_ids;
mod doudizhu_observer;
mod doudizhu_pickle;
mod doudizhu_read;
mod doudizhu_rollout;
mod doudizhu_state;
mod doudizhu_told;
mod doudizhu_view;
mod errors;
mod fields;
mod legal;
mod pickle;
mod playouts;
mod score_memo;
mod streams;

use pyo3::prelude::*;

/// The compiled core of chupai. Use the public modules; names here may change.
#[pymodule]
mod _native {
    use super::*;
    use crate::doudizhu::DoudizhuMove;
    use crate::doudizhu_ids::DoudizhuActionIds;
    use crate::doudizhu_observer::DoudizhuObserver;
    use crate::doudizhu_state::DoudizhuState;
    use crate::doudizhu_view::DoudizhuView;

    #[pymodule_export]
    use super::doudizhu::{
        DoudizhuRules, doudizhu_action, doudizhu_action_id, doudizhu_beats, doudizhu_classify,
        doudizhu_count_moves, doudizhu_moves, doudizhu_num_actions, doudizhu_num_plays,
        doudizhu_parse_move, doudizhu_run, doudizhu_run_round,
    };
    #[pymodule_export]
    use super::doudizhu_arrays::{
        doudizhu_bitboard, doudizhu_classify_array, doudizhu_count_answers, doudizhu_format_hand,
        doudizhu_kinds, doudizhu_play_id, doudizhu_plays_beat, doudizhu_sets_beat,
    };
    #[pymodule_export]
    use super::doudizhu_observer::doudizhu_observer;
    #[pymodule_export]
    use super::doudizhu_pickle::{
        doudizhu_restore, doudizhu_restore_observer, doudizhu_restore_view,
    };
    #[pymodule_export]
    use super::doudizhu_state::{doudizhu_deal, doudizhu_position};
    #[pymodule_export]
    use super::errors::{IllegalMove, RulesError};
    #[pymodule_export]
    use super::streams::stream_words;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("cpu", super::cpu::cpu().name())?;
        // Classes go by the names of their families' modules, which several families share.
        let py = module.py();
        let ids = py.get_type::<DoudizhuActionIds>();
        py.import("collections.abc")?.getattr("Sequence")?.call_method1("register", (&ids,))?;
        module.add("DoudizhuActionIds", ids)?;
        module.add("DoudizhuMove", py.get_type::<DoudizhuMove>())?;
        module.add("DoudizhuObserver", py.get_type::<DoudizhuObserver>())?;
        module.add("DoudizhuState", py.get_type::<DoudizhuState>())?;
        module.add("DoudizhuView", py.get_type::<DoudizhuView>())
    }
}
