//! Dou Dizhu: rules, moves and the functions on hands.

use crate::convert::{Small, action_number, choice};
use crate::cpu::cpu;
use crate::doudizhu_read::{MOST_CARDS, any_move, checked, dealt, hand, known_play, play_to_beat};
use crate::errors::{OrRaise, raise};
use crate::family::Family;
use crate::score_memo::ScoreMemos;
use chupai_core::doudizhu::{
    AuctionKind, Hand, Kind, Move, Rules, State, Switches, parse_move, rank_char,
};
use chupai_core::error::{RuleError, counted};
use numpy::{PyArrayDyn, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods, ToPyArray};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A compiled Dou Dizhu rule set; made and held by `chupai.doudizhu.Rules`.
#[pyclass(frozen, module = "chupai._native")]
pub(crate) struct DoudizhuRules(pub(crate) Arc<Rules>, pub(crate) ScoreMemos);

impl Family for State {
    type Compiled = DoudizhuRules;
    const NAME: &'static str = "Dou Dizhu";
    const OVER: &'static str = "DD-08";
    const NOT_OVER: &'static str = "DD-23";

    fn held(compiled: &DoudizhuRules) -> (&Arc<Rules>, &ScoreMemos) {
        (&compiled.0, &compiled.1)
    }

    fn same(&self, other: &Self, rules: &Rules) -> bool {
        self.same_position(other, rules)
    }

    fn written(&self, rules: &Rules) -> String {
        self.text(rules)
    }

    fn parsed(rules: &Rules, text: &str) -> Result<Self, RuleError> {
        Self::parse(rules, text)
    }

    fn not_in_turn(seat: usize, turn: usize) -> RuleError {
        Self::out_of_turn(seat, turn, String::new())
    }
}

#[pymethods]
impl DoudizhuRules {
    #[new]
    #[pyo3(signature = (*, auction, repass, on_all_pass, call_multiplier, trio_with_two, wing_repeat,
        wing_both_jokers, wing_chain_rank, wing_extends_chain, wing_quad_as_two_pairs, four_with_two,
        kicker_pair_as_two_solos, kicker_both_jokers, quad_chains, open_hand, doubling,
        show_multipliers))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        auction: &str,
        repass: &str,
        on_all_pass: &str,
        call_multiplier: u8,
        trio_with_two: &str,
        wing_repeat: u8,
        wing_both_jokers: bool,
        wing_chain_rank: bool,
        wing_extends_chain: bool,
        wing_quad_as_two_pairs: bool,
        four_with_two: bool,
        kicker_pair_as_two_solos: bool,
        kicker_both_jokers: bool,
        quad_chains: bool,
        open_hand: bool,
        doubling: bool,
        show_multipliers: Option<Vec<u8>>,
    ) -> PyResult<Self> {
        let auctions = [
            ("points", AuctionKind::Points),
            ("rob", AuctionKind::Rob),
            ("fixed", AuctionKind::Fixed),
        ];
        let made = || {
            let switches = Switches {
                auction: choice("auction", auction, &auctions)?,
                repass_again: choice("repass", repass, &[("final", false), ("again", true)])?,
                void_on_all_pass: choice(
                    "on_all_pass",
                    on_all_pass,
                    &[("redeal", false), ("void", true)],
                )?,
                call_multiplier,
                trio_with_any_two: choice(
                    "trio_with_two",
                    trio_with_two,
                    &[("pair", false), ("any", true)],
                )?,
                wing_repeat,
                wing_both_jokers,
                wing_chain_rank,
                wing_extends_chain,
                wing_quad_as_two_pairs,
                four_with_two,
                kicker_pair_as_two_solos,
                kicker_both_jokers,
                quad_chains,
                open_hand,
                doubling,
                show_multipliers: show_multipliers.unwrap_or_default(),
            };
            Rules::new(switches, cpu())
        };
        Ok(Self(Arc::new(made().or_raise(py)?), ScoreMemos::default()))
    }
}

/// One move of Dou Dizhu: a pass, a play of cards, or a decision such as a bid.
///
/// An immutable value: equal moves are equal, hash alike and can be pickled. ``str(move)`` is the text that reads back as the
/// same move: ``"34567"``, ``"333444+56"``, ``"pass"``, ``"bid 2"``.
///
/// Args:
///     kind: ``"pass"``, ``"solo"``, ``"pair"``, ``"trio"``, ``"trio_solo"``, ``"trio_pair"``, ``"solo_chain"``, ``"pair_chain"``,
///         ``"airplane"``, ``"airplane_solos"``, ``"airplane_pairs"``, ``"four_solos"``, ``"four_pairs"``, ``"quad_chain"``,
///         ``"quad_chain_solos"``, ``"quad_chain_pairs"``, ``"bomb"``, ``"rocket"``, ``"bid"``, ``"call"``, ``"rob"``, ``"double"``
///         or ``"show"``.
///     length: consecutive ranks in the main part, 1 where it is no chain.
///     rank: the lowest rank of the main part; None for a pass, a decision or the rocket.
///     wings: the cards beside the main part, as ranks.
///     value: of a bid, 1 to 3.
///
/// Raises:
///     IllegalMove: parts that make no move under any rules.
///     TypeError: a part of the wrong type.
///     ValueError: an unknown kind, or text that is no rank.
///
/// Example:
///     >>> from chupai.doudizhu import Move
///     >>> str(Move("airplane_solos", 2, "3", "56"))
///     '333444+56'
#[pyclass(name = "Move", frozen, module = "chupai.doudizhu")]
#[derive(Clone, Copy)]
pub(crate) struct DoudizhuMove(pub(crate) Move);

/// A play from its parts, wherever they fit together at all (whatever the rules).
fn build(kind: Kind, length: u8, rank: u8, wings: Hand) -> Result<Move, RuleError> {
    let wrong = |what: String| RuleError::illegal("DD-20", wings.to_string(), what);
    let (shortest, longest) = kind.lengths();
    let name = kind.name();
    if !(shortest..=longest).contains(&length) {
        return Err(wrong(format!("{name} has a length of {shortest} to {longest}, not {length}")));
    }
    if kind == Kind::Rocket {
        return if wings.is_empty() {
            Ok(Move::ROCKET)
        } else {
            Err(wrong(format!("{name} has no wings")))
        };
    }
    let top = if kind.is_chain() {
        12
    } else if kind == Kind::Solo {
        15
    } else {
        13
    };
    if rank + length > top {
        let rank = rank_char(rank);
        return Err(wrong(format!("{name} of length {length} cannot start from {rank}")));
    }
    let (units, unit) = kind.carried();
    let cards = u32::from(units) * u32::from(length) * unit;
    if wings.len() != cards {
        return Err(wrong(format!(
            "{name} of length {length} carries {}, not {}",
            counted(cards as usize, "card"),
            wings.len()
        )));
    }
    let bare = Move::bare(kind, length, rank);
    let cards = bare.cards.plus(wings).ok_or_else(|| {
        RuleError::illegal(
            "DD-01",
            wings.to_string(),
            format!("{bare}+{wings} has more cards of a rank than the pack"),
        )
    })?;
    Ok(Move { cards, ..bare })
}

#[pymethods]
impl DoudizhuMove {
    #[new]
    #[pyo3(
        signature = (kind, length = Small(1), rank = None, wings = "", value = None),
        text_signature = "(kind, length=1, rank=None, wings='', value=None)"
    )]
    fn new(
        py: Python<'_>,
        kind: &str,
        length: Small,
        rank: Option<&str>,
        wings: &str,
        value: Option<Small>,
    ) -> PyResult<Self> {
        let (Small(length), value) = (length, value.map(|Small(value)| value));
        let made = || {
            let kind = Kind::named(kind).ok_or_else(|| {
                RuleError::input("", format!("no kind of move is called {kind:?}"))
            })?;
            if kind == Kind::Bid {
                return match (value, rank, wings) {
                    (Some(value @ 1..=3), None, "") => Ok(Move::bid(value)),
                    _ => Err(RuleError::illegal(
                        "DD-04",
                        "",
                        "a bid has a value of 1, 2 or 3 and nothing else",
                    )),
                };
            }
            if value.is_some() {
                return Err(RuleError::input("", format!("{} has no value", kind.name())));
            }
            if !kind.is_play() {
                return match (length, rank, wings) {
                    (1, None, "") => Ok(Move::decision(kind)),
                    _ => Err(RuleError::input("", format!("{} has no cards", kind.name()))),
                };
            }
            let rank = match rank {
                Some(rank) => Hand::parse(rank)?,
                None if kind == Kind::Rocket => Hand(1 << 13),
                None => return Err(RuleError::input("", format!("{} needs a rank", kind.name()))),
            };
            if rank.len() != 1 {
                return Err(RuleError::input(rank.to_string(), "a rank is one of 3456789TJQKA2BR"));
            }
            build(kind, length, rank.0.trailing_zeros() as u8, Hand::parse(wings)?)
        };
        Ok(Self(made().or_raise(py)?))
    }

    /// The kind of move, one of those that `Move` lists.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.name()
    }

    /// Consecutive ranks in the main part; 1 where it is no chain.
    #[getter]
    fn length(&self) -> u8 {
        self.0.length
    }

    /// The lowest rank of the main part, ``"3"`` to ``"R"``; None for a pass or a decision.
    #[getter]
    fn rank(&self) -> Option<String> {
        self.0.kind.is_play().then(|| rank_char(self.0.rank).to_string())
    }

    /// The cards beside the main part, as ranks from low to high; empty if there are none.
    #[getter]
    fn wings(&self) -> String {
        self.0.wings().to_string()
    }

    /// The value of a bid, 1 to 3; else None.
    #[getter]
    fn value(&self) -> Option<u8> {
        (self.0.kind == Kind::Bid).then_some(self.0.rank)
    }

    /// All its cards, as ranks from low to high; empty where no cards are played.
    #[getter]
    fn cards(&self) -> String {
        self.0.cards.to_string()
    }

    /// Whether it is the pass.
    #[getter]
    fn is_pass(&self) -> bool {
        self.0.kind == Kind::Pass
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let mv = self.0;
        let name = mv.kind.name();
        if mv.kind == Kind::Bid {
            return format!("Move({name:?}, value={})", mv.rank).replace('"', "'");
        }
        if !mv.kind.is_play() {
            return format!("Move('{name}')");
        }
        let length = if mv.kind.lengths() == (1, 1) {
            String::new()
        } else {
            format!(", length={}", mv.length)
        };
        let wings = mv.wings();
        let wings = if wings.is_empty() { String::new() } else { format!(", wings='{wings}'") };
        format!("Move('{name}'{length}, rank='{}'{wings})", rank_char(mv.rank))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast_exact::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, mv) = (slf.py(), slf.get().0);
        let class = py.get_type::<Self>().into_any();
        let rank = mv.kind.is_play().then(|| rank_char(mv.rank).to_string());
        let value = (mv.kind == Kind::Bid).then_some(mv.rank);
        let parts = (mv.kind.name(), mv.length, rank, mv.wings().to_string(), value);
        Ok((class, parts.into_pyobject(py)?))
    }
}

/// All legal plays of a hand, in the documented order.
#[pyfunction]
#[pyo3(signature = (hand, to_beat, rules))]
pub(crate) fn doudizhu_moves(
    hand: &Bound<'_, PyAny>,
    to_beat: Option<&Bound<'_, PyAny>>,
    rules: &DoudizhuRules,
) -> PyResult<Vec<DoudizhuMove>> {
    let mut out = Vec::new();
    let hand = dealt(hand.py(), crate::doudizhu_read::hand(hand)?)?;
    rules.0.list(hand, play_to_beat(&rules.0, to_beat)?, &mut out);
    Ok(out.into_iter().map(DoudizhuMove).collect())
}

/// The number of legal plays of a hand, or of each hand of an array.
#[pyfunction]
#[pyo3(signature = (hand, to_beat, rules))]
pub(crate) fn doudizhu_count_moves<'py>(
    hand: &Bound<'py, PyAny>,
    to_beat: Option<&Bound<'py, PyAny>>,
    rules: &DoudizhuRules,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, rules) = (hand.py(), &rules.0);
    let to_beat = play_to_beat(rules, to_beat)?;
    if let Ok(untyped) = hand.cast::<PyUntypedArray>()
        && untyped.ndim() > 0
    {
        let hands: PyReadonlyArrayDyn<'_, u64> = hand.extract().map_err(|_| {
            PyTypeError::new_err(format!("hands have dtype uint64, not {}", untyped.dtype()))
        })?;
        let hands = hands.as_array();
        let sound = |&word: &u64| Hand(word).is_valid() && Hand(word).len() <= MOST_CARDS;
        if let Some(&word) = hands.iter().find(|word| !sound(word)) {
            dealt(py, checked(py, word)?)?;
        }
        let counts = hands.map(|&word| i64::from(rules.count(Hand(word), to_beat)));
        let counts: Bound<'py, PyArrayDyn<i64>> = counts.to_pyarray(py);
        return Ok(counts.into_any());
    }
    let count = rules.count(dealt(py, crate::doudizhu_read::hand(hand)?)?, to_beat);
    Ok(count.into_pyobject(py)?.into_any())
}

/// Every reading of cards as a play, in the documented order.
#[pyfunction]
pub(crate) fn doudizhu_classify(
    cards: &Bound<'_, PyAny>,
    rules: &DoudizhuRules,
) -> PyResult<Vec<DoudizhuMove>> {
    Ok(rules.0.classify(hand(cards)?).into_iter().map(DoudizhuMove).collect())
}

/// Whether play `a` beats play `b`; what is no play of the rules never does and is never beaten.
#[pyfunction]
pub(crate) fn doudizhu_beats(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    rules: &DoudizhuRules,
) -> PyResult<bool> {
    let rules = &rules.0;
    let Some(b) = known_play(rules, b, None)? else { return Ok(false) };
    Ok(known_play(rules, a, Some(b))?.is_some_and(|a| a.beats(b)))
}

/// Number of action ids of a rule set.
#[pyfunction]
pub(crate) fn doudizhu_num_actions(rules: &DoudizhuRules) -> u32 {
    rules.0.num_actions()
}

/// Number of action ids of the pass and the plays.
#[pyfunction]
pub(crate) fn doudizhu_num_plays(rules: &DoudizhuRules) -> u32 {
    rules.0.num_plays()
}

/// The action id of a move.
#[pyfunction]
pub(crate) fn doudizhu_action_id(mv: &Bound<'_, PyAny>, rules: &DoudizhuRules) -> PyResult<u32> {
    let (py, mv) = (mv.py(), any_move(&rules.0, mv, None)?);
    rules.0.id_of(mv).ok_or_else(|| {
        let message = format!("{mv} ({}) is no move of these rules", mv.kind.name());
        raise(py, RuleError::illegal("DD-20", mv.cards.to_string(), message))
    })
}

/// The move with an action id.
#[pyfunction]
pub(crate) fn doudizhu_action(
    id: &Bound<'_, PyAny>,
    rules: &DoudizhuRules,
) -> PyResult<DoudizhuMove> {
    match action_number(id)? {
        Some(number) => rules.0.action(number).or_raise(id.py()).map(DoudizhuMove),
        None => Err(PyTypeError::new_err(format!("an action id is an int, not {}", id.get_type()))),
    }
}

/// The move that a text names.
#[pyfunction]
#[pyo3(signature = (text, to_beat, rules))]
pub(crate) fn doudizhu_parse_move(
    py: Python<'_>,
    text: &str,
    to_beat: Option<&Bound<'_, PyAny>>,
    rules: &DoudizhuRules,
) -> PyResult<DoudizhuMove> {
    let to_beat = play_to_beat(&rules.0, to_beat)?;
    parse_move(&rules.0, text, to_beat).or_raise(py).map(DoudizhuMove)
}
