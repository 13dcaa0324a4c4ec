"""The functions on hands for many hands at once: whole arrays in, whole arrays out.

An array of hands or plays holds their cards: with one pack a uint64 each, with two packs two of
them along its last axis, the cards held at least once and those held twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np

from chupai import _native
from chupai.big2.rules import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chupai.big2.rules import Rules

__all__ = ["CLASSIFIED", "KINDS", "are_many", "beats", "classify", "count_moves"]

KINDS: tuple[str, ...] = tuple(_native.big2_kinds())
"""The kinds of move in the documented order; arrays name a kind by its index."""

CLASSIFIED = np.dtype([("action", "<i4"), ("kind", "i1"), ("strength", "<u4")])
"""What `chupai.big2.classify` tells of each card set of an array."""


def are_many(cards: object, rules: Rules) -> TypeGuard[NDArray[Any]]:
    """Whether a value is an array of many card sets: the two words of one hand are a single one."""
    return isinstance(cards, np.ndarray) and cards.ndim >= rules.decks


def count_moves(hands: Any, to_beat: Any, rules: Rules, *, revolved: bool) -> NDArray[np.int64]:
    """`chupai.big2.count_moves` where the plays to beat are many."""
    both, shape = _together(hands, to_beat, rules)
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
    both, shape = _together(a, b, rules)
    answers = _native.big2_plays_beat(*both, compiled(rules), revolved)
    return answers.reshape(shape)


def _together(
    a: Any, b: Any, rules: Rules
) -> tuple[tuple[NDArray[np.uint64], NDArray[np.uint64]], tuple[int, ...]]:
    """Two arrays of card sets broadcast with each other, each flat, and their shape."""
    x, y = np.broadcast_arrays(_words(a, rules), _words(b, rules))
    return (_flat(x, rules), _flat(y, rules)), x.shape[: x.ndim + 1 - rules.decks]


def _words(cards: Any, rules: Rules) -> NDArray[np.uint64]:
    """Card sets as an array; of a single one that of its cards."""
    if not are_many(cards, rules):
        if isinstance(cards, _native.Big2Move):
            cards = cards.cards
        if rules.decks == 1:
            return np.array(_native.big2_bitboard(cards))
        return _native.big2_bitboards(cards)
    if cards.dtype != np.uint64:
        raise TypeError(f"hands and plays have dtype uint64, not {cards.dtype}")
    if rules.decks > 1 and cards.shape[-1] != rules.decks:
        raise ValueError(
            f"card sets of two packs have shape (…, 2), not {cards.shape}: bitboards(…, decks=2)"
        )
    return cards


def _flat(words: NDArray[Any], rules: Rules) -> NDArray[Any]:
    """One dimension, and that of the packs, contiguous and aligned, as the core takes it."""
    shape = (-1,) if rules.decks == 1 else (-1, rules.decks)
    return np.require(np.asarray(words), requirements=["C", "A"]).reshape(shape)
