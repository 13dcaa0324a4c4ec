//! Shengji: rule sets.

use crate::convert::choice_of as choice;
use crate::cpu::cpu;
use crate::errors::OrRaise;
use crate::family::Family;
use crate::score_memo::ScoreMemos;
use chupai_core::card::Rank;
use chupai_core::error::{RuleError, shown};
use chupai_core::shengji::State;
use chupai_core::shengji::rules::Rules;
use chupai_core::shengji::switches::{
    DeclareWithJoker, Declaring, FailedThrow, FollowOrder, NoDeclaration, Reading, Switches,
    ThrowCompare, TrumpClass,
};
use pyo3::prelude::*;
use std::sync::Arc;

/// A compiled Shengji rule set; made and held by `chupai.shengji.Rules`.
#[pyclass(frozen, module = "chupai._native")]
pub(crate) struct ShengjiRules(pub(crate) Arc<Rules>, pub(crate) ScoreMemos);

impl Family for State {
    type Compiled = ShengjiRules;
    const NAME: &'static str = "Shengji";
    const OVER: &'static str = "SJ-57";
    const NOT_OVER: &'static str = "SJ-30";

    fn held(compiled: &ShengjiRules) -> (&Arc<Rules>, &ScoreMemos) {
        (&compiled.0, &compiled.1)
    }

    fn same(&self, other: &Self, _rules: &Rules) -> bool {
        self.same_position(other)
    }

    fn written(&self, _rules: &Rules) -> String {
        self.text()
    }

    fn parsed(rules: &Rules, text: &str) -> Result<Self, RuleError> {
        Self::parse(rules, text)
    }

    fn not_in_turn(seat: usize, turn: usize) -> RuleError {
        Self::out_of_turn(seat, turn, String::new())
    }
}

/// Ranks as a mask over [`Rank::index`].
fn constants(text: &str) -> Result<u16, RuleError> {
    text.chars().try_fold(0, |mask, letter| match letter.to_string().parse::<Rank>() {
        Ok(rank) if !rank.is_joker() => Ok(mask | 1 << rank.index()),
        _ => {
            let text = shown(text);
            let message = format!("constant_trumps are ranks of 23456789TJQKA, not {text:?}");
            Err(RuleError::rules("SJ-06", message))
        }
    })
}

fn links(names: &[(String, String)]) -> Result<Vec<(TrumpClass, TrumpClass)>, RuleError> {
    let class = |name: &str| {
        choice("each class of banned_links", name, (TrumpClass::ALL, TrumpClass::name))
            .map_err(|error| RuleError { rule: "SJ-12", ..error })
    };
    names.iter().map(|(a, b)| Ok((class(a)?, class(b)?))).collect()
}

#[pymethods]
impl ShengjiRules {
    #[new]
    #[pyo3(signature = (*, decks, kitty, constant_trumps, no_trump, tractors, tractor_min_length,
        hollow, banned_links, throws, reading, failed_throw, follow_order, protect_wider,
        throw_compare, reinforce, no_declaration, declaring, blind_declaring, declare_with_joker,
        chaodi))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        decks: u8,
        kitty: Option<u8>,
        constant_trumps: &str,
        no_trump: bool,
        tractors: bool,
        tractor_min_length: u8,
        hollow: bool,
        banned_links: Vec<(String, String)>,
        throws: bool,
        reading: &str,
        failed_throw: &str,
        follow_order: &str,
        protect_wider: bool,
        throw_compare: &str,
        reinforce: bool,
        no_declaration: &str,
        declaring: &str,
        blind_declaring: bool,
        declare_with_joker: &str,
        chaodi: bool,
    ) -> PyResult<Self> {
        let made = || {
            let switches = Switches {
                decks,
                kitty,
                constant_trumps: constants(constant_trumps)?,
                no_trump,
                tractors,
                tractor_min_length,
                hollow,
                banned_links: links(&banned_links)?,
                throws,
                reading: choice("reading", reading, (Reading::ALL, Reading::name))?,
                failed_throw: {
                    let all = (FailedThrow::ALL, FailedThrow::name as fn(_) -> _);
                    choice("failed_throw", failed_throw, all)?
                },
                follow_order: {
                    let all = (FollowOrder::ALL, FollowOrder::name as fn(_) -> _);
                    choice("follow_order", follow_order, all)?
                },
                protect_wider,
                throw_compare: {
                    let all = (ThrowCompare::ALL, ThrowCompare::name as fn(_) -> _);
                    choice("throw_compare", throw_compare, all)?
                },
                reinforce,
                no_declaration: {
                    let all = (NoDeclaration::ALL, NoDeclaration::name as fn(_) -> _);
                    choice("no_declaration", no_declaration, all)?
                },
                declaring: choice("declaring", declaring, (Declaring::ALL, Declaring::name))?,
                blind_declaring,
                declare_with_joker: {
                    let all = (DeclareWithJoker::ALL, DeclareWithJoker::name as fn(_) -> _);
                    choice("declare_with_joker", declare_with_joker, all)?
                },
                chaodi,
            };
            Rules::new(switches, cpu())
        };
        Ok(Self(Arc::new(made().or_raise(py)?), ScoreMemos::default()))
    }
}
