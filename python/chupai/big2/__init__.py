"""Big Two 鋤大D, 大老二: rule sets, moves, states and scores.

Cards are text, rank and suit: ``"3D 3C TS"``, suits being D C H S; in input spaces and commas may
be missing, signs (♦ ♣ ♥ ♠) are read as letters, and 10 as T. A hand may also be a uint64, and many
hands an array of them: bit ``4·r + s`` is set for the card of rank index r, where 3 is 0 and 2 is
12, and suit index s in D C H S, whatever the rules say of their order. Of two packs a hand is two
such words, the cards held at least once and those held twice.

Wherever a move is expected, a `Move`, its text (``"3D 3C"``) or its action id does. Rule sets with
two packs and some orders of straights have no action ids: `chupai.NoActionIds`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias, overload

import numpy as np

from chupai import _native
from chupai._native import Big2ActionIds as ActionIds
from chupai._native import Big2Move as Move
from chupai._native import Big2Moves as Moves
from chupai._native import Big2Observer as Observer
from chupai._native import Big2State as State
from chupai._native import Big2View as View
from chupai._numbers import whole
from chupai.big2 import arrays
from chupai.big2.arrays import CLASSIFIED, KINDS, are_many, one_play
from chupai.big2.family import FAMILY
from chupai.big2.knowledge import observer, parse
from chupai.big2.match import MatchRules
from chupai.big2.rules import (
    BLOODY,
    HONG_KONG,
    HONG_KONG_PLACE,
    MALAYSIA_3P,
    NATURAL,
    STRAIGHTS,
    TAIWAN,
    TAIWAN_3P,
    TAIWAN_DEDUCTION,
    TWO_DECK,
    WIKIPEDIA,
    Rules,
    compiled,
)
from chupai.big2.runs import run
from chupai.big2.scoring import SCORED_FACTS, Scoring, scores
from chupai.big2.seating import cut, draw_seats
from chupai.big2.setup import Setup
from chupai.big2.states import position

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from chupai.cards import Card

__all__ = [
    "BLOODY",
    "CLASSIFIED",
    "FAMILY",
    "HONG_KONG",
    "HONG_KONG_PLACE",
    "KINDS",
    "MALAYSIA_3P",
    "NATURAL",
    "SCORED_FACTS",
    "STRAIGHTS",
    "TAIWAN",
    "TAIWAN_3P",
    "TAIWAN_DEDUCTION",
    "TWO_DECK",
    "WIKIPEDIA",
    "ActionIds",
    "MatchRules",
    "Move",
    "Moves",
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
    "cut",
    "draw_seats",
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

_Plays: TypeAlias = "NDArray[np.signedinteger | np.uint64]"
"""Many plays: their action ids, or their cards."""

Hand: TypeAlias = "str | np.uint64 | NDArray[np.uint64] | Iterable[str | Card]"
"""One hand: text, a uint64 (of two packs, two of them), or cards one by one."""


def moves(
    hand: Hand,
    to_beat: MoveLike | None = None,
    rules: Rules = HONG_KONG,
    *,
    revolved: bool = False,
) -> Moves:
    """All moves of a hand: what it may lead, or how it may answer.

    Args:
        hand: the cards.
        to_beat: the play to beat, or None to lead.
        rules: the rule set.
        revolved: whether the highest and the lowest rank have changed places (BT-38).

    Returns:
        Every legal move once, in the documented order, including ``pass`` if there is a play to
        beat (BT-27): a sequence whose moves are worked out when they are asked for.

    Raises:
        IllegalMove: ``to_beat`` is no play of these rules.
        NoActionIds: ``to_beat`` is an action id, and the rules have none.
        TypeError: a hand, move or rule set of another type.
        ValueError: text that names no cards, or more copies of a card than there are packs.

    Example:
        >>> [str(move) for move in moves("3D 4C 4S 2H 2S", to_beat="AS")]
        ['pass', '2H', '2S']
    """
    return _native.big2_moves(hand, one_play(to_beat), compiled(rules), revolved)


@overload
def count_moves(  # type: ignore[overload-overlap]  # the words of one hand are an array, too
    hand: NDArray[np.uint64],
    to_beat: MoveLike | _Plays | None = None,
    rules: Rules = HONG_KONG,
    *,
    revolved: bool = False,
) -> NDArray[np.int64]: ...
@overload
def count_moves(  # type: ignore[overload-overlap]  # an array, too, has an __index__
    hand: Hand,
    to_beat: _Plays,
    rules: Rules = HONG_KONG,
    *,
    revolved: bool = False,
) -> NDArray[np.int64]: ...
@overload
def count_moves(
    hand: Hand,
    to_beat: MoveLike | None = None,
    rules: Rules = HONG_KONG,
    *,
    revolved: bool = False,
) -> int: ...
def count_moves(
    hand: Hand | NDArray[np.uint64],
    to_beat: MoveLike | _Plays | None = None,
    rules: Rules = HONG_KONG,
    *,
    revolved: bool = False,
) -> int | NDArray[np.int64]:
    """How many moves `moves` would list, without listing them.

    Args:
        hand: the cards, or many hands as an array of uint64 of any shape; of two packs with an
            axis of two words last.
        to_beat: the play to beat, or None to lead; or many plays, broadcast with ``hand``: an array
            of action ids, of a signed dtype, with −1 for a lead, or of cards like that of hands,
            in which no cards are a lead.
        rules: the rule set.
        revolved: whether the highest and the lowest rank have changed places (BT-38).

    Returns:
        The number; where there is an array, an int64 array of the broadcast shape.

    Raises:
        IllegalMove, NoActionIds, ValueError: as `moves`; of an array, for any element. Also
            ValueError for shapes that cannot be broadcast.
        TypeError: as `moves`; also for arrays of another dtype.

    Example:
        >>> count_moves("3D 4C 4S 2H 2S", to_beat="AS")
        3
        >>> count_moves(bitboards(["3D 4C", "2S"]), bitboards(["", "AS"])[:, None])
        array([[2, 1],
               [1, 2]])
    """
    words = compiled(rules)
    if are_many(to_beat, rules):
        return arrays.count_moves(hand, to_beat, rules, revolved=revolved)
    beaten = one_play(to_beat)
    counted: int | NDArray[np.int64] = _native.big2_count_moves(hand, beaten, words, revolved)
    return counted


@overload
def classify(  # type: ignore[overload-overlap]  # as above
    cards: NDArray[np.uint64], rules: Rules = HONG_KONG, *, revolved: bool = False
) -> NDArray[Any]: ...
@overload
def classify(cards: Hand, rules: Rules = HONG_KONG, *, revolved: bool = False) -> Move | None: ...
def classify(
    cards: Hand | NDArray[np.uint64], rules: Rules = HONG_KONG, *, revolved: bool = False
) -> Move | NDArray[Any] | None:
    """The play that a set of cards is; a set has one reading, the highest kind that it forms.

    Args:
        cards: the cards, or many sets of cards as an array, see `count_moves`.
        rules: the rule set.
        revolved: whether the highest and the lowest rank have changed places: it changes the
            strengths of an array, and nothing else (BT-38).

    Returns:
        The move, or None if the cards are none. For an array one of dtype `CLASSIFIED` and the same
        shape, which tells of each set ``action``, its action id, or −1 under rules without ids;
        ``kind``, its index in `KINDS`; and ``strength``, which grows with what a play beats among
        those of its kind. Where the cards are no play, action and kind are −1 and strength is 0.

    Raises:
        TypeError: cards or a rule set of another type; an array of a dtype other than uint64.
        ValueError: text that names no cards, or a number that is no set of cards.

    Example:
        >>> classify("2D 3D 4D 5D 6D").kind
        'straight_flush'
        >>> told = classify(bitboards(["3D 3S", "3C 3H", "3D 4D"]))
        >>> told["kind"].tolist(), bool(told["strength"][0] > told["strength"][1])
        ([2, 2, -1], True)
    """
    words = compiled(rules)
    if are_many(cards, rules):
        return arrays.classify(cards, rules, revolved=revolved)
    return _native.big2_classify(cards, words)


@overload
def beats(  # type: ignore[overload-overlap]  # an array, too, has an __index__
    a: _Plays,
    b: MoveLike | _Plays,
    rules: Rules = HONG_KONG,
    *,
    revolved: bool = False,
) -> NDArray[np.bool_]: ...
@overload
def beats(  # type: ignore[overload-overlap]
    a: MoveLike,
    b: _Plays,
    rules: Rules = HONG_KONG,
    *,
    revolved: bool = False,
) -> NDArray[np.bool_]: ...
@overload
def beats(
    a: MoveLike, b: MoveLike, rules: Rules = HONG_KONG, *, revolved: bool = False
) -> bool: ...
def beats(
    a: MoveLike | _Plays,
    b: MoveLike | _Plays,
    rules: Rules = HONG_KONG,
    *,
    revolved: bool = False,
) -> bool | NDArray[np.bool_]:
    """Whether ``a`` beats ``b``; what is no play beats nothing and is not beaten.

    Args:
        a: a play; or many, as an array of their cards or action ids, see `count_moves`.
        b: the same; it is broadcast with ``a``.
        rules: the rule set.
        revolved: whether the highest and the lowest rank have changed places (BT-38).

    Returns:
        Whether; where there is an array, a bool array of the broadcast shape.

    Raises:
        NoActionIds: an action id, where the rules have none.
        TypeError: a play or rule set of another type, or an array of another dtype.
        ValueError: text that names no cards, or shapes that cannot be broadcast.

    Example:
        >>> beats("3D", "2S"), beats("3D", "2S", revolved=True)
        (False, True)
        >>> beats(bitboards(["3S", "4D", "3D 3C"]), "3H")
        array([ True,  True, False])
    """
    words = compiled(rules)
    if are_many(a, rules) or are_many(b, rules):
        return arrays.beats(a, b, rules, revolved=revolved)
    return _native.big2_beats(one_play(a), one_play(b), words, revolved)


def bitboard(hand: Hand) -> np.uint64:
    """A hand of one pack as one number, the form in which arrays hold hands.

    Raises:
        TypeError: no hand.
        ValueError: text that names no cards, or a card that is there twice.

    Example:
        >>> hex(bitboard("3D 3S 2S"))
        '0x8000000000009'
    """
    return _native.big2_bitboard(hand)


def bitboards(hands: Iterable[Hand], decks: Literal[1, 2] = 1) -> NDArray[np.uint64]:
    """Hands as an array.

    Args:
        hands: the hands.
        decks: how many packs they are of.

    Returns:
        Of one pack the `bitboard` of each, shape (hands,); of two packs shape (hands, 2), the cards
        that each holds at least once, and twice.

    Raises:
        TypeError, ValueError: as `bitboard`, for any of them; of two packs a card may be there
            twice.

    Example:
        >>> count_moves(bitboards(["3D 3C", "3D 4D"]))
        array([3, 2])
    """
    if whole("decks", decks, 1, 2) == 1:
        return np.array([_native.big2_bitboard(hand) for hand in hands], dtype=np.uint64)
    found = [_native.big2_bitboards(hand) for hand in hands]
    return np.array(found, dtype=np.uint64).reshape(-1, 2)


def format_hand(hand: Hand) -> str:
    """A hand as text, cards from low to high, 3 to 2 and D C H S.

    Raises:
        TypeError, ValueError: as `bitboards`, of two packs.

    Example:
        >>> format_hand(bitboard("2S 3C TD"))
        '3C TD 2S'
    """
    return _native.big2_format_hand(hand)


def num_actions(rules: Rules = HONG_KONG) -> int:
    """How many action ids there are: pass, card plays and decisions, of all rules that have ids.

    Raises:
        NoActionIds: these rules have none.
        TypeError: no rule set.

    Example:
        >>> num_actions()
        147404
    """
    return _native.big2_num_actions(compiled(rules))


def num_plays(rules: Rules = HONG_KONG) -> int:
    """How many of them are the pass and card plays that a rule set knows.

    Raises:
        NoActionIds: these rules have none.
        TypeError: no rule set.

    Example:
        >>> num_plays(HONG_KONG), num_plays(TAIWAN)
        (19899, 14792)
    """
    return _native.big2_num_plays(compiled(rules))


def action_id(move: MoveLike, rules: Rules = HONG_KONG) -> int:
    """The action id of a move.

    Raises:
        IllegalMove: it is no move of these rules.
        NoActionIds: the rules have none.
        TypeError: a move or rule set of another type.
        ValueError: text that names no cards, or a number that is no action id.

    Example:
        >>> action_id("pass"), action_id("3D"), action_id("3D 3C")
        (0, 1, 53)
    """
    return _native.big2_action_id(move, compiled(rules))


def action(id: SupportsIndex, rules: Rules = HONG_KONG) -> Move:  # noqa: A002 - what it is called
    """The move of an action id; that of a dragon is without its cards.

    Raises:
        NoActionIds: the rules have none.
        TypeError: no whole number, or no rule set.
        ValueError: there is no such action.

    Example:
        >>> str(action(53))
        '3D 3C'
    """
    return _native.big2_action(id, compiled(rules))


def parse_move(text: str, rules: Rules = HONG_KONG) -> Move:
    """Read a move from text: cards, ``"pass"``, or a decision such as ``"swap"`` or ``"ask 2"``.

    Raises:
        IllegalMove: the cards are no play; its ``rule`` says which rule is broken.
        TypeError: no text, or another rule set.
        ValueError: text that names no cards.

    Example:
        >>> parse_move("3D 3C 3S 2H 2S").kind
        'full_house'
    """
    return _native.big2_parse_move(text, compiled(rules))
