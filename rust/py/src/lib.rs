//! Python bindings of `chupai-core`: convert, call, convert back.

mod batch;
mod convert;
mod doudizhu;
mod doudizhu_ids;
mod doudizhu_pickle;
mod doudizhu_read;
mod doudizhu_state;
mod doudizhu_view;
mod errors;

use pyo3::prelude::*;

/// The compiled core of chupai. Use the public modules; names here may change.
#[pymodule]
mod _native {
    use super::*;

    #[pymodule_export]
    use super::doudizhu::{
        DoudizhuMove, DoudizhuRules, doudizhu_action, doudizhu_action_id, doudizhu_beats,
        doudizhu_classify, doudizhu_count_moves, doudizhu_moves, doudizhu_num_actions,
        doudizhu_num_plays, doudizhu_parse_move, doudizhu_run,
    };
    #[pymodule_export]
    use super::doudizhu_ids::DoudizhuActionIds;
    #[pymodule_export]
    use super::doudizhu_pickle::{doudizhu_restore, doudizhu_restore_view};
    #[pymodule_export]
    use super::doudizhu_state::{DoudizhuState, doudizhu_deal, doudizhu_position};
    #[pymodule_export]
    use super::doudizhu_view::DoudizhuView;
    #[pymodule_export]
    use super::errors::{IllegalMove, RulesError};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("cpu", super::doudizhu::cpu().name())?;
        let ids = module.py().get_type::<DoudizhuActionIds>();
        module
            .py()
            .import("collections.abc")?
            .getattr("Sequence")?
            .call_method1("register", (ids,))?;
        Ok(())
    }
}
