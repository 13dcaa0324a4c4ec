//! Big Two: rules, and the functions on hands.

use crate::big2_legal::{Big2Moves, Question};
use crate::big2_move::Big2Move;
use crate::big2_read::{any_move, hand, hands, have_ids, known_play, of_id, play_to_beat};
use crate::convert::{action_number, choice_of as choice};
use crate::cpu::cpu;
use crate::errors::{OrRaise, raise};
use crate::family::Family;
use crate::legal::Legal;
use crate::score_memo::ScoreMemos;
use chupai_core::big2::{
    Ask, BareQuad, Cards, FiveCard, FlushOrder, Move, NamedStraights, Remainder, Rules, State,
    StraightTie, Straights, SuitOrder, Switches, parse_move,
};
use chupai_core::card::Rank;
use chupai_core::error::{RuleError, shown};
use numpy::{PyArray1, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::sync::Arc;

/// A compiled Big Two rule set; made and held by `chupai.big2.Rules`.
#[pyclass(frozen, module = "chupai._native")]
pub(crate) struct Big2Rules(pub(crate) Arc<Rules>, pub(crate) ScoreMemos);

impl Family for State {
    type Compiled = Big2Rules;
    const NAME: &'static str = "Big Two";
    const OVER: &'static str = "BT-31";
    const NOT_OVER: &'static str = "BT-43";

    fn held(compiled: &Big2Rules) -> (&Arc<Rules>, &ScoreMemos) {
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

/// One of two choices, as whether it is the second.
fn second(name: &str, value: &str, [first, second]: [&str; 2]) -> Result<bool, RuleError> {
    crate::convert::choice(name, value, &[(first, false), (second, true)])
}

fn top_rank(text: &str) -> Result<u8, RuleError> {
    match text.parse::<Rank>() {
        Ok(rank) if !rank.is_joker() => Ok(rank.index() as u8),
        _ => {
            let text = shown(text);
            let message = format!("top_rank is one of 3456789TJQKA2, not {text:?}");
            Err(RuleError::rules("BT-04", message))
        }
    }
}

/// Which of the two instant wins are named (BT-33).
fn instant_wins(names: &[String]) -> Result<[bool; 2], RuleError> {
    let mut wins = [false; 2];
    for name in names {
        let name = name.as_str();
        let which = usize::from(second("each of instant_wins", name, ["dragon", "four_twos"])?);
        if std::mem::replace(&mut wins[which], true) {
            return Err(RuleError::rules("BT-33", format!("instant_wins names {name:?} twice")));
        }
    }
    Ok(wins)
}

#[pymethods]
impl Big2Rules {
    #[new]
    #[pyo3(signature = (*, decks, suit_order, top_rank, triples, bare_quad, two_pair_4, two_pair_5,
        straights, straight_tie, flushes, flush_order, five_card, monsters, dragon_play, players,
        remainder, must_include_lowest, pass_rule, monster_after_pass, ask_locked, end,
        instant_wins, redeal_below, top_rule, revolution))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        decks: u8,
        suit_order: &str,
        top_rank: &str,
        triples: bool,
        bare_quad: &str,
        two_pair_4: bool,
        two_pair_5: bool,
        straights: &str,
        straight_tie: &str,
        flushes: bool,
        flush_order: &str,
        five_card: &str,
        monsters: bool,
        dragon_play: bool,
        players: u8,
        remainder: &str,
        must_include_lowest: &str,
        pass_rule: &str,
        monster_after_pass: bool,
        ask_locked: &str,
        end: &str,
        instant_wins: Vec<String>,
        redeal_below: Option<u8>,
        top_rule: &str,
        revolution: &str,
    ) -> PyResult<Self> {
        let made = || {
            let [instant_dragon, instant_four_twos] = self::instant_wins(&instant_wins)?;
            let switches = Switches {
                decks,
                suit_order: choice("suit_order", suit_order, (SuitOrder::ALL, SuitOrder::name))?,
                top_rank: self::top_rank(top_rank)?,
                triples,
                bare_quad: choice("bare_quad", bare_quad, (BareQuad::ALL, BareQuad::name))?,
                two_pair_4,
                two_pair_5,
                straights: match NamedStraights::named(straights) {
                    Some(name) => Straights::Named(name),
                    None => Straights::List(straights.to_owned()),
                },
                straight_tie: {
                    let all = (StraightTie::ALL, StraightTie::name as fn(_) -> _);
                    choice("straight_tie", straight_tie, all)?
                },
                flushes,
                flush_order: {
                    let all = (FlushOrder::ALL, FlushOrder::name as fn(_) -> _);
                    choice("flush_order", flush_order, all)?
                },
                five_card: choice("five_card", five_card, (FiveCard::ALL, FiveCard::name))?,
                monsters,
                dragon_play,
                players,
                remainder: choice("remainder", remainder, (Remainder::ALL, Remainder::name))?,
                must_include_lowest: !second(
                    "must_include_lowest",
                    must_include_lowest,
                    ["when_it_decides", "never"],
                )?,
                lock: second("pass_rule", pass_rule, ["soft", "lock"])?,
                monster_after_pass,
                ask_locked_always: second("ask_locked", ask_locked, ["holders", "always"])?,
                all_out: second("end", end, ["first_out", "all_out"])?,
                instant_dragon,
                instant_four_twos,
                redeal_below,
                top_forced: second("top_rule", top_rule, ["free", "forced"])?,
                revolution: second("revolution", revolution, ["off", "swap_ends"])?,
            };
            Rules::new(switches, cpu())
        };
        Ok(Self(Arc::new(made().or_raise(py)?), ScoreMemos::default()))
    }
}

/// The question put to a hand that leads, or is to answer a play.
fn ask(hand: Cards, to_beat: Option<Move>, revolved: bool) -> Ask {
    let asked = to_beat.map_or(Ask::lead(hand), |mv| Ask::follow(hand, mv));
    Ask { revolved, ..asked }
}

/// All legal plays of a hand, in the documented order.
#[pyfunction]
#[pyo3(signature = (hand, to_beat, rules, revolved))]
pub(crate) fn big2_moves(
    hand: &Bound<'_, PyAny>,
    to_beat: Option<&Bound<'_, PyAny>>,
    rules: &Big2Rules,
    revolved: bool,
) -> PyResult<Big2Moves> {
    let cards = self::hand(&rules.0, hand)?;
    let asked = ask(cards, play_to_beat(&rules.0, to_beat)?, revolved);
    Ok(Big2Moves(Legal::of(&rules.0, Question::Ask(asked))))
}

/// The number of legal plays of a hand, or of each hand of an array.
#[pyfunction]
#[pyo3(signature = (hand, to_beat, rules, revolved))]
pub(crate) fn big2_count_moves<'py>(
    hand: &Bound<'py, PyAny>,
    to_beat: Option<&Bound<'py, PyAny>>,
    rules: &Big2Rules,
    revolved: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, rules) = (hand.py(), &rules.0);
    let to_beat = play_to_beat(rules, to_beat)?;
    if let Ok(array) = hand.cast::<PyUntypedArray>()
        && array.ndim() > usize::from(rules.switches().decks == 2)
    {
        let (hands, shape) = hands(rules, hand)?;
        let counts: Vec<i64> = py.detach(|| {
            let count = |&hand| rules.count(&ask(hand, to_beat, revolved)) as i64;
            hands.iter().map(count).collect()
        });
        let counts = PyArray1::from_vec(py, counts);
        return Ok(counts.reshape(shape)?.into_any());
    }
    let count = rules.count(&ask(self::hand(rules, hand)?, to_beat, revolved));
    Ok(count.into_pyobject(py)?.into_any())
}

/// The one reading of cards as a play, if they are one.
#[pyfunction]
pub(crate) fn big2_classify(
    cards: &Bound<'_, PyAny>,
    rules: &Big2Rules,
) -> PyResult<Option<Big2Move>> {
    Ok(rules.0.read(hand(&rules.0, cards)?).map(Big2Move))
}

/// Whether play `a` beats play `b`; what is no play of the rules never does and is never beaten.
#[pyfunction]
#[pyo3(signature = (a, b, rules, revolved))]
pub(crate) fn big2_beats(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    rules: &Big2Rules,
    revolved: bool,
) -> PyResult<bool> {
    let rules = &rules.0;
    let (a, b) = (known_play(rules, a)?, known_play(rules, b)?);
    Ok(a.zip(b).is_some_and(|(a, b)| rules.beats(a, b, revolved)))
}

/// Number of action ids, the same for all rules that have any.
#[pyfunction]
pub(crate) fn big2_num_actions(rules: &Big2Rules) -> PyResult<u32> {
    have_ids(&rules.0).map(|()| Rules::NUM_ACTIONS)
}

/// Number of action ids of the pass and the plays that the rules allow.
#[pyfunction]
pub(crate) fn big2_num_plays(rules: &Big2Rules) -> PyResult<u32> {
    have_ids(&rules.0).map(|()| rules.0.num_plays())
}

/// The action id of a move.
#[pyfunction]
pub(crate) fn big2_action_id(mv: &Bound<'_, PyAny>, rules: &Big2Rules) -> PyResult<u32> {
    let (py, rules) = (mv.py(), &rules.0);
    have_ids(rules)?;
    let mv = any_move(rules, mv, None)?;
    rules.id_of(mv).ok_or_else(|| raise(py, no_move(rules, mv)))
}

/// Why rules have no such move.
fn no_move(rules: &Rules, mv: Move) -> RuleError {
    let (cards, said) = (mv.cards, mv.kind.name());
    let (rule, message) = match rules.classify(cards) {
        Some(kind) if mv.kind.is_play() => {
            ("BT-18", format!("{cards} is {}, not {said}", kind.name()))
        }
        None if mv.kind.is_play() => return rules.why_no_such_play(mv),
        _ => (mv.kind.rule(), format!("{mv} is no move of these rules")),
    };
    RuleError::illegal(rule, cards.to_string(), message)
}

/// The move with an action id.
#[pyfunction]
pub(crate) fn big2_action(id: &Bound<'_, PyAny>, rules: &Big2Rules) -> PyResult<Big2Move> {
    have_ids(&rules.0)?;
    match action_number(id)? {
        Some(number) => of_id(id.py(), &rules.0, number).map(Big2Move),
        None => Err(PyTypeError::new_err(format!("an action id is an int, not {}", id.get_type()))),
    }
}

/// The move that a text names.
#[pyfunction]
pub(crate) fn big2_parse_move(py: Python<'_>, text: &str, rules: &Big2Rules) -> PyResult<Big2Move> {
    parse_move(&rules.0, text).or_raise(py).map(Big2Move)
}
