"""The functions on hands for many hands at once: whole arrays in, whole arrays out.

An array of hands or plays holds their cards: with one pack a uint64 each, with two packs two of
them along its last axis, the cards held at least once and those held twice. An array of plays may
hold action ids instead, of a signed dtype, where the rules have some.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex, TypeGuard

import numpy as np

from chupai import _native
from chupai.big2.rules import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chupai.big2.rules import Rules

__all__ = ["CLASSIFIED", "KINDS", "are_many", "beats", "classify", "count_moves", "one_play"]

KINDS: tuple[str, ...] = tuple(_native.big2_kinds())
"""The kinds of move in the documented order; arrays name a kind by its index."""

CLASSIFIED = np.dtype([("action", "<i4"), ("kind", "i1"), ("strength", "<u4")])
"""What `chupai.big2.classify` tells of each card set of an array."""


_NO_PLAY = -1
"""In an array of action ids: no play; where answers are asked for, nothing to beat."""


def are_many(cards: object, rules: Rules) -> TypeGuard[NDArray[Any]]:
    """Whether a value is an array of many card sets: the two words of one hand are a single one."""
    if not isinstance(cards, np.ndarray):
        return False
    return cards.ndim >= (1 if cards.dtype.kind == "i" else rules.decks)


def one_play(play: Any) -> Any:
    """A single play as the core takes it: uint64 are cards, as the elements of arrays are."""
    if isinstance(play, np.ndarray | np.uint64) and play.dtype == np.uint64:
        return _native.big2_format_hand(np.asarray(play) if play.ndim else np.uint64(play))
    return play


def count_moves(hands: Any, to_beat: Any, rules: Rules, *, revolved: bool) -> NDArray[np.int64]:
    """`chupai.big2.count_moves` where the plays to beat are many."""
    if are_many(to_beat, rules) and to_beat.dtype.kind == "i":
        for play in np.unique(to_beat[to_beat != _NO_PLAY]):
            # This raises the error that says why it is nothing to beat.
            _native.big2_moves("", int(play), compiled(rules), revolved)
    both, shape = _together(_words(hands, rules), _plays(to_beat, rules), rules)
    counts = _native.big2_count_answers(*both, compiled(rules), revolved)
    return counts.reshape(shape)


def classify(cards: NDArray[Any], rules: Rules, *, revolved: bool) -> NDArray[Any]:
    """`chupai.big2.classify` of many card sets."""
    words = _words(cards, rules)
    shape = words.shape[: words.ndim + 1 - rules.decks]
    kinds, strengths, actions = _native.big2_classify_array(
        _flat(words, rules), compiled(rules), revolved
    )
    out = np.empty(shape, CLASSIFIED)
    for name, part in (("action", actions), ("kind", kinds), ("strength", strengths)):
        out[name] = part.reshape(shape)
    return out


def beats(a: Any, b: Any, rules: Rules, *, revolved: bool) -> NDArray[np.bool_]:
    """`chupai.big2.beats` where ``a`` or ``b`` or both are many."""
    both, shape = _together(_plays(a, rules), _plays(b, rules), rules)
    answers = _native.big2_plays_beat(*both, compiled(rules), revolved)
    return answers.reshape(shape)


def _together(
    a: NDArray[Any], b: NDArray[Any], rules: Rules
) -> tuple[tuple[NDArray[np.uint64], NDArray[np.uint64]], tuple[int, ...]]:
    """Two arrays of card sets broadcast with each other, each flat, and their shape."""
    x, y = np.broadcast_arrays(a, b)
    return (_flat(x, rules), _flat(y, rules)), x.shape[: x.ndim + 1 - rules.decks]


def _plays(plays: Any, rules: Rules) -> NDArray[np.uint64]:
    """The cards of plays that are given as cards or as action ids; none of what is no play."""
    if are_many(plays, rules):
        if plays.dtype.kind != "i":
            return _words(plays, rules)
        ids, which = np.unique(plays, return_inverse=True)
        cards = ["" if play == _NO_PLAY else _cards_of(play, rules) for play in ids.tolist()]
        words = [_native.big2_bitboard(one) for one in cards]
        return np.array(words, dtype=np.uint64)[which].reshape(plays.shape)
    play = one_play(plays)
    if isinstance(play, str | _native.Big2Move | SupportsIndex):
        return _words(_cards_of(play, rules), rules)
    return _words(play, rules)


def _cards_of(play: str | SupportsIndex | _native.Big2Move, rules: Rules) -> str:
    """The cards of a move, none if it is no play."""
    if isinstance(play, str):
        try:
            play = _native.big2_parse_move(play, compiled(rules))
        except _native.IllegalMove:  # cards that are no play
            return ""
    elif not isinstance(play, _native.Big2Move):
        play = _native.big2_action(play, compiled(rules))
    return play.cards if _native.big2_classify(play.cards, compiled(rules)) == play else ""


def _words(cards: Any, rules: Rules) -> NDArray[np.uint64]:
    """Card sets as an array; of a single one that of its cards."""
    if not are_many(cards, rules):
        if isinstance(cards, _native.Big2Move):
            cards = cards.cards
        if rules.decks == 1:
            return np.array(_native.big2_bitboard(cards))
        return _native.big2_bitboards(cards)
    if cards.dtype != np.uint64:
        raise TypeError(
            "an array has dtype uint64, for cards, or, of plays, a signed one, for action ids, "
            f"not {cards.dtype}"
        )
    if rules.decks > 1 and cards.shape[-1] != rules.decks:
        raise ValueError(
            f"card sets of two packs have shape (…, 2), not {cards.shape}: bitboards(…, decks=2)"
        )
    return cards


def _flat(words: NDArray[Any], rules: Rules) -> NDArray[Any]:
    """One dimension, and that of the packs, contiguous and aligned, as the core takes it."""
    shape = (-1,) if rules.decks == 1 else (-1, rules.decks)
    return np.require(np.asarray(words), requirements=["C", "A"]).reshape(shape)
