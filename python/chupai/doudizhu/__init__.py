"""Dou Dizhu 鬥地主: rule sets, moves, states and scores.

Cards are text, ranks only and lowest first in output: ``3456789TJQKA2BR`` with B the small and R
the big joker. In input spaces and commas are ignored and 10 is read as T. A hand may also be a
uint64, and many hands an array of them: bit ``r + 16·(k − 1)`` is set if the hand holds at least k
cards of rank index r, where 3 is 0, 2 is 12, B is 13 and R is 14.

Wherever a move is expected, a `Move`, its text (``"333444+56"``) or its action id does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, overload

import numpy as np

from chupai import _native
from chupai._native import DoudizhuActionIds as ActionIds
from chupai._native import DoudizhuMove as Move
from chupai._native import DoudizhuObserver as Observer
from chupai._native import DoudizhuState as State
from chupai._native import DoudizhuView as View
from chupai.doudizhu import arrays
from chupai.doudizhu.arrays import CLASSIFIED, KINDS, are_many, one_play
from chupai.doudizhu.family import FAMILY
from chupai.doudizhu.knowledge import observer, parse
from chupai.doudizhu.match import MatchRules
from chupai.doudizhu.rules import (
    CALL_AND_ROB,
    DOUZERO,
    OPENSPIEL,
    RLCARD,
    STANDARD,
    Rules,
    compiled,
)
from chupai.doudizhu.runs import run
from chupai.doudizhu.scoring import SCORED_FACTS, Scoring, scores
from chupai.doudizhu.setup import Setup
from chupai.doudizhu.states import position

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from chupai.cards import Card

__all__ = [
    "CALL_AND_ROB",
    "CLASSIFIED",
    "DOUZERO",
    "FAMILY",
    "KINDS",
    "OPENSPIEL",
    "RLCARD",
    "SCORED_FACTS",
    "STANDARD",
    "ActionIds",
    "MatchRules",
    "Move",
    "Observer",
    "Rules",
    "Scoring",
    "Setup",
    "State",
    "View",
    "action",
    "action_id",
    "beats",
    "bitboard",
    "bitboards",
    "classify",
    "count_moves",
    "format_hand",
    "moves",
    "num_actions",
    "num_plays",
    "observer",
    "parse",
    "parse_move",
    "position",
    "run",
    "scores",
]

MoveLike: TypeAlias = Move | str | SupportsIndex
"""A move, its text, or its action id, an integer of Python or numpy."""

Hand: TypeAlias = "str | np.uint64 | Iterable[str | Card]"
"""One hand: text, a uint64, or rank strings or cards one by one."""


def moves(hand: Hand, to_beat: MoveLike | None = None, rules: Rules = STANDARD) -> list[Move]:
    """All moves of a hand: what it may lead, or how it may answer.

    Args:
        hand: the cards.
        to_beat: the move to beat; of cards with several readings the strongest. None to lead.
        rules: the rule set.

    Returns:
        Every legal move once, in the documented order (ascending action ids), including ``pass``
        if there is a move to beat (DD-22).

    Raises:
        IllegalMove: ``to_beat`` is no move of these rules, or one that nobody has to beat.
        TypeError: a hand, move or rule set of another type.
        ValueError: text that names no cards, a number that is no action id, more than 20 cards, or
            more of a rank than the pack has.

    Example:
        >>> [str(move) for move in moves("3345677AA", to_beat="66")]
        ['pass', '77', 'AA']
    """
    return _native.doudizhu_moves(hand, one_play(to_beat), compiled(rules))


@overload
def count_moves(
    hand: NDArray[np.uint64],
    to_beat: MoveLike | NDArray[np.signedinteger | np.uint64] | None = None,
    rules: Rules = STANDARD,
) -> NDArray[np.int64]: ...
@overload
def count_moves(  # type: ignore[overload-overlap]  # an array, too, has an __index__
    hand: Hand, to_beat: NDArray[np.signedinteger | np.uint64], rules: Rules = STANDARD
) -> NDArray[np.int64]: ...
@overload
def count_moves(hand: Hand, to_beat: MoveLike | None = None, rules: Rules = STANDARD) -> int: ...
def count_moves(
    hand: Hand | NDArray[np.uint64],
    to_beat: MoveLike | NDArray[np.signedinteger | np.uint64] | None = None,
    rules: Rules = STANDARD,
) -> int | NDArray[np.int64]:
    """How many moves `moves` would list, without listing them.

    Args:
        hand: the cards, or many hands as an array of uint64 of any shape.
        to_beat: the move to beat, or None to lead; or many plays, as an array of action ids of a
            signed dtype, in which −1 is a lead, or of cards as uint64, of which the strongest
            reading is to be beaten. It is broadcast with ``hand``.
        rules: the rule set.

    Returns:
        The number; where there is an array, an int64 array of the broadcast shape.

    Raises:
        IllegalMove, ValueError: as `moves`; of an array, for any element. Also ValueError for
            shapes that cannot be broadcast.
        TypeError: as `moves`; also for arrays of another dtype.
        MemoryError: an array too large for its answer.

    Example:
        >>> count_moves("3345677AA", to_beat="66")
        3
        >>> count_moves(bitboards(["3345677AA", "3456789"]), np.array([[-1], [action_id("6")]]))
        array([[10, 13],
               [ 3,  4]])
    """
    if are_many(to_beat):
        return arrays.count_moves(hand, to_beat, compiled(rules))
    return _native.doudizhu_count_moves(hand, one_play(to_beat), compiled(rules))


@overload
def classify(cards: NDArray[np.uint64], rules: Rules = STANDARD) -> NDArray[Any]: ...
@overload
def classify(cards: Hand, rules: Rules = STANDARD) -> list[Move]: ...
def classify(
    cards: Hand | NDArray[np.uint64], rules: Rules = STANDARD
) -> list[Move] | NDArray[Any]:
    """Every reading of a set of cards as a move, in the documented order (DD-20).

    Args:
        cards: the cards, or many sets of cards as an array of uint64 of any shape.
        rules: the rule set.

    Returns:
        The moves; an empty list means that the cards are no move. For an array one of dtype
        `CLASSIFIED` and the same shape, which tells of each set its strongest reading (that with
        the fewest wing cards, then the later kind, then the higher rank): ``action``, its action
        id, ``kind``, its index in `KINDS`, ``length`` and ``rank``, the index of its lowest rank,
        and beside them ``readings``, the number of readings. Where there is none, ``action``,
        ``kind`` and ``rank`` are −1 and the others 0.

    Raises:
        TypeError: cards or a rule set of another type; an array of a dtype other than uint64.
        ValueError: text that names no cards, more of a rank than the pack has, or a number that is
            no set of cards.

    Example:
        >>> [str(move) for move in classify("333444555666")]
        ['333444555666', '333444555+666', '444555666+333']
        >>> told = classify(bitboards(["333444555666", "34567", "34"]))
        >>> told["readings"].tolist(), [KINDS[kind] for kind in told["kind"][:2]]
        ([3, 1, 0], ['airplane', 'solo_chain'])
    """
    if are_many(cards):
        return arrays.classify(cards, compiled(rules))
    return _native.doudizhu_classify(cards, compiled(rules))


_Plays: TypeAlias = "NDArray[np.signedinteger | np.uint64]"


@overload
def beats(  # type: ignore[overload-overlap]  # an array, too, has an __index__
    a: _Plays, b: MoveLike | _Plays, rules: Rules = STANDARD
) -> NDArray[np.bool_]: ...
@overload
def beats(  # type: ignore[overload-overlap]
    a: MoveLike, b: _Plays, rules: Rules = STANDARD
) -> NDArray[np.bool_]: ...
@overload
def beats(a: MoveLike, b: MoveLike, rules: Rules = STANDARD) -> bool: ...
def beats(
    a: MoveLike | _Plays, b: MoveLike | _Plays, rules: Rules = STANDARD
) -> bool | NDArray[np.bool_]:
    """Whether ``a`` beats ``b``; what is no move beats nothing.

    Of texts with several readings, whether some reading of ``a`` beats the strongest of ``b``.
    Passes and decisions neither beat nor are beaten.

    Args:
        a: a move; or many, as an array of cards as uint64, or of action ids of a signed dtype, in
            which −1 is no move.
        b: the same; it is broadcast with ``a``.
        rules: the rule set.

    Returns:
        Whether; where there is an array, a bool array of the broadcast shape.

    Raises:
        TypeError: a move or rule set of another type, or an array of another dtype.
        ValueError: text that names no cards, a number that is no action id or no set of cards, or
            shapes that cannot be broadcast.

    Example:
        >>> beats("4444", "34567"), beats("34567", "4444")
        (True, False)
        >>> beats(bitboards(["4444", "45678", "33"]), "34567")
        array([ True,  True, False])
    """
    if are_many(a) or are_many(b):
        return arrays.beats(a, b, compiled(rules))
    return _native.doudizhu_beats(one_play(a), one_play(b), compiled(rules))


def bitboard(hand: Hand) -> np.uint64:
    """A hand as one number, the form in which arrays hold hands.

    Raises:
        TypeError: no hand.
        ValueError: text that names no cards, or more of a rank than the pack has.

    Example:
        >>> hex(bitboard("334R"))
        '0x14003'
    """
    return _native.doudizhu_bitboard(hand)


def bitboards(hands: Iterable[Hand]) -> NDArray[np.uint64]:
    """Hands as an array: the `bitboard` of each, shape (hands,).

    Raises:
        TypeError, ValueError: as `bitboard`, for any of them.

    Example:
        >>> count_moves(bitboards(["34567", "BR"]))
        array([6, 3])
    """
    return np.array([_native.doudizhu_bitboard(hand) for hand in hands], dtype=np.uint64)


def format_hand(hand: Hand) -> str:
    """A hand as text, ranks from low to high; of a `bitboard` the cards that it stands for.

    Raises:
        TypeError, ValueError: as `bitboard`.

    Example:
        >>> format_hand(bitboard("R433"))
        '334R'
    """
    return _native.doudizhu_format_hand(hand)


def num_actions(rules: Rules = STANDARD) -> int:
    """How many action ids a rule set has: pass, card plays and decisions.

    Raises:
        TypeError: no rule set.
    """
    return _native.doudizhu_num_actions(compiled(rules))


def num_plays(rules: Rules = STANDARD) -> int:
    """How many of them are pass and card plays; these come first.

    Raises:
        TypeError: no rule set.
    """
    return _native.doudizhu_num_plays(compiled(rules))


def action_id(move: MoveLike, rules: Rules = STANDARD) -> int:
    """The action id of a move.

    Raises:
        IllegalMove: it is no move of these rules.
        TypeError: a move or rule set of another type.
        ValueError: text that names no cards, or a number that is no action id.

    Example:
        >>> action_id("pass"), action_id("34567"), action_id("bid 1")
        (0, 380, 28238)
    """
    return _native.doudizhu_action_id(move, compiled(rules))


def action(id: SupportsIndex, rules: Rules = STANDARD) -> Move:  # noqa: A002 - what it is called
    """The move of an action id.

    Raises:
        TypeError: no whole number, or no rule set.
        ValueError: there is no such action.

    Example:
        >>> str(action(380))
        '34567'
    """
    return _native.doudizhu_action(id, compiled(rules))


def parse_move(text: str, to_beat: MoveLike | None = None, rules: Rules = STANDARD) -> Move:
    """Read a move from text, taking the strongest reading that is legal now (DD-20).

    Of several legal readings that with the fewest wing cards counts, then the later kind, then the
    higher rank. ``"333444+56"`` says which cards are wings and leaves no choice.

    Raises:
        IllegalMove: no reading is a move, or none beats ``to_beat``; its ``rule`` says which rule
            is broken.
        TypeError: no text, or a ``to_beat`` or rule set of another type.
        ValueError: text that names no cards, or a number that is no action id.

    Example:
        >>> parse_move("333444555666").kind
        'airplane'
        >>> parse_move("333444555666", to_beat="333444555+789").kind
        'airplane_solos'
    """
    return _native.doudizhu_parse_move(text, to_beat, compiled(rules))
