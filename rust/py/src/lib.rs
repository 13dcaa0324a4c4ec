//! Python bindings of `chupai-core`: convert, call, convert back.

mod batch;
mod big2;
mod big2_arrays;
mod big2_attributes;
mod big2_events;
mod big2_legal;
mod big2_move;
mod big2_observer;
mod big2_pickle;
mod big2_position;
mod big2_read;
mod big2_setup;
mod big2_state;
mod big2_told;
mod big2_view;
mod convert;
mod cpu;
mod doudizhu;
mod doudizhu_arrays;
mod doudizhu_attributes;
mod doudizhu_events;
mod doudizhu_ids;
mod doudizhu_observer;
mod doudizhu_pickle;
mod doudizhu_read;
mod doudizhu_setup;
mod doudizhu_state;
mod doudizhu_told;
mod doudizhu_view;
mod errors;
mod events;
mod family;
mod fields;
mod legal;
mod observer_class;
mod pickle;
mod playouts;
mod score_memo;
mod shengji;
mod shengji_answer;
mod shengji_arrays;
mod shengji_attributes;
mod shengji_events;
mod shengji_lead;
mod shengji_legal;
mod shengji_move;
mod shengji_observer;
mod shengji_pickle;
mod shengji_plays;
mod shengji_read;
mod shengji_setup;
mod shengji_shown;
mod shengji_staging;
mod shengji_state;
mod shengji_told;
mod shengji_trump;
mod shengji_view;
mod state_class;
mod streams;
mod view_class;

use pyo3::prelude::*;

/// The compiled core of chupai. Use the public modules; names here may change.
#[pymodule]
mod _native {
    use super::*;
    use crate::big2_legal::{Big2ActionIds, Big2Moves};
    use crate::big2_move::Big2Move;
    use crate::big2_observer::Big2Observer;
    use crate::big2_state::Big2State;
    use crate::big2_view::Big2View;
    use crate::doudizhu::DoudizhuMove;
    use crate::doudizhu_ids::DoudizhuActionIds;
    use crate::doudizhu_observer::DoudizhuObserver;
    use crate::doudizhu_state::DoudizhuState;
    use crate::doudizhu_view::DoudizhuView;
    use crate::shengji_move::ShengjiMove;
    use crate::shengji_observer::ShengjiObserver;
    use crate::shengji_state::ShengjiState;
    use crate::shengji_view::ShengjiView;

    #[pymodule_export]
    use super::big2::{
        Big2Rules, big2_action, big2_action_id, big2_beats, big2_classify, big2_count_moves,
        big2_moves, big2_num_actions, big2_num_plays, big2_parse_move,
    };
    #[pymodule_export]
    use super::big2_arrays::{
        big2_bitboard, big2_bitboards, big2_classify_array, big2_count_answers, big2_format_hand,
        big2_kinds, big2_plays_beat,
    };
    #[pymodule_export]
    use super::big2_observer::big2_observer;
    #[pymodule_export]
    use super::big2_pickle::{big2_restore, big2_restore_observer, big2_restore_view};
    #[pymodule_export]
    use super::big2_position::big2_position;
    #[pymodule_export]
    use super::big2_setup::{big2_deal, big2_run, big2_run_round};
    #[pymodule_export]
    use super::doudizhu::{
        DoudizhuRules, doudizhu_action, doudizhu_action_id, doudizhu_beats, doudizhu_classify,
        doudizhu_count_moves, doudizhu_moves, doudizhu_num_actions, doudizhu_num_plays,
        doudizhu_parse_move,
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
    use super::doudizhu_setup::{
        doudizhu_deal, doudizhu_position, doudizhu_run, doudizhu_run_round,
    };
    #[pymodule_export]
    use super::errors::{IllegalMove, NoActionIds, RulesError};
    #[pymodule_export]
    use super::pickle::variant_of;
    #[pymodule_export]
    use super::shengji::ShengjiRules;
    #[pymodule_export]
    use super::shengji_arrays::{
        shengji_are_legal_follows, shengji_bitboard, shengji_count_follows_array,
        shengji_format_hand, shengji_points_array, shengji_winners,
    };
    #[pymodule_export]
    use super::shengji_observer::shengji_observer;
    #[pymodule_export]
    use super::shengji_pickle::{shengji_restore, shengji_restore_observer, shengji_restore_view};
    #[pymodule_export]
    use super::shengji_plays::{
        shengji_count_follows, shengji_count_leads, shengji_dominant, shengji_follows,
        shengji_is_legal_follow, shengji_lead_units, shengji_leads, shengji_lone_leads,
        shengji_owed, shengji_readings, shengji_sample_follow, shengji_sample_lead, shengji_throw,
        shengji_why_no_lead, shengji_why_not, shengji_winner,
    };
    #[pymodule_export]
    use super::shengji_setup::{shengji_deal, shengji_position, shengji_run, shengji_run_round};
    #[pymodule_export]
    use super::shengji_trump::ShengjiTrump;
    #[pymodule_export]
    use super::streams::stream_words;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("cpu", super::cpu::cpu().name())?;
        // Classes go by the names of their families' modules, which several families share.
        let py = module.py();
        let sequences = py.import("collections.abc")?.getattr("Sequence")?;
        let ids = py.get_type::<Big2ActionIds>();
        sequences.call_method1("register", (&ids,))?;
        module.add("Big2ActionIds", ids)?;
        let moves = py.get_type::<Big2Moves>();
        sequences.call_method1("register", (&moves,))?;
        module.add("Big2Moves", moves)?;
        module.add("Big2Move", py.get_type::<Big2Move>())?;
        module.add("Big2Observer", py.get_type::<Big2Observer>())?;
        module.add("Big2State", py.get_type::<Big2State>())?;
        module.add("Big2View", py.get_type::<Big2View>())?;
        let ids = py.get_type::<DoudizhuActionIds>();
        sequences.call_method1("register", (&ids,))?;
        module.add("DoudizhuActionIds", ids)?;
        module.add("DoudizhuMove", py.get_type::<DoudizhuMove>())?;
        module.add("DoudizhuObserver", py.get_type::<DoudizhuObserver>())?;
        module.add("DoudizhuState", py.get_type::<DoudizhuState>())?;
        module.add("DoudizhuView", py.get_type::<DoudizhuView>())?;
        module.add("ShengjiMove", py.get_type::<ShengjiMove>())?;
        module.add("ShengjiObserver", py.get_type::<ShengjiObserver>())?;
        module.add("ShengjiView", py.get_type::<ShengjiView>())?;
        module.add("ShengjiState", py.get_type::<ShengjiState>())
    }
}
