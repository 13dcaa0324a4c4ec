"""The functions on hands for many hands at once: whole arrays in, whole arrays out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np

from chupai import _native

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CLASSIFIED", "KINDS", "are_many", "beats", "classify", "count_moves", "one_play"]

KINDS: tuple[str, ...] = tuple(_native.doudizhu_kinds())
"""The kinds of move in the documented order; arrays name a kind by its index."""

CLASSIFIED = np.dtype(
    [("action", "<i4"), ("kind", "i1"), ("length", "i1"), ("rank", "i1"), ("readings", "u1")]
)
"""What `chupai.doudizhu.classify` tells of each card set of an array."""

_NO_PLAY = -1
"""In an array of action ids: no play; where answers are asked for, nothing to beat."""


def are_many(values: object) -> TypeGuard[NDArray[Any]]:
    """Whether a value is an array of many hands or moves; one of no dimension is a single one."""
    return isinstance(values, np.ndarray) and values.ndim > 0


def one_play(play: Any) -> Any:
    """A single play as the core takes it: a uint64 is cards, as the elements of arrays are."""
    if isinstance(play, np.ndarray | np.uint64) and play.dtype == np.uint64:
        return _native.doudizhu_format_hand(np.uint64(play))
    return play


def count_moves(hands: Any, to_beat: NDArray[Any], rules: _native.DoudizhuRules) -> NDArray[Any]:
    """`chupai.doudizhu.count_moves` where the plays to beat are many."""
    ids = _plays(to_beat, rules)
    if to_beat.dtype == np.uint64 and (ids == _NO_PLAY).any():
        # This raises the error that says why these cards are no play.
        cards = to_beat[ids == _NO_PLAY][0]
        _native.doudizhu_action_id(_native.doudizhu_format_hand(cards), rules)
    given = _words(hands) if are_many(hands) else np.array(_native.doudizhu_bitboard(hands))
    both: tuple[NDArray[Any], ...] = np.broadcast_arrays(given, ids)
    counts = _native.doudizhu_count_answers(_flat(both[0]), _flat(both[1]), rules)
    return counts.reshape(both[0].shape)


def classify(cards: NDArray[Any], rules: _native.DoudizhuRules) -> NDArray[Any]:
    """`chupai.doudizhu.classify` of many card sets."""
    words = _words(cards)
    out = np.empty(words.shape, CLASSIFIED)
    parts: tuple[NDArray[Any], ...] = _native.doudizhu_classify_array(_flat(words), rules)
    for name, part in zip(CLASSIFIED.names or (), parts, strict=True):
        out[name] = part.reshape(words.shape)
    return out


def beats(a: Any, b: Any, rules: _native.DoudizhuRules) -> NDArray[np.bool_]:
    """`chupai.doudizhu.beats` where ``a`` or ``b`` or both are many."""
    others = (
        _plays(b, rules) if are_many(b) else np.array(_native.doudizhu_play_id(one_play(b), rules))
    )
    if not are_many(a):  # of a text any reading counts, so each play is asked for once
        ids, which = np.unique(others, return_inverse=True)
        play = one_play(a)
        answers = [one != _NO_PLAY and _native.doudizhu_beats(play, one, rules) for one in ids]
        return np.array(answers, dtype=np.bool_)[which].reshape(others.shape)
    if a.dtype == np.uint64:
        words, others = np.broadcast_arrays(a, others)
        answered = _native.doudizhu_sets_beat(_flat(words), _flat(others), rules)
    else:
        plays, others = np.broadcast_arrays(_plays(a, rules), others)
        answered = _native.doudizhu_plays_beat(_flat(plays), _flat(others), rules)
    return answered.reshape(others.shape)


def _words(hands: NDArray[Any]) -> NDArray[np.uint64]:
    if hands.dtype != np.uint64:
        raise TypeError(f"hands have dtype uint64, not {hands.dtype}")
    return hands


def _plays(plays: NDArray[Any], rules: _native.DoudizhuRules) -> NDArray[np.int64]:
    """Action ids of plays that are given as ids or as cards; of cards the strongest reading."""
    if plays.dtype == np.uint64:
        return classify(plays, rules)["action"].astype(np.int64)
    if plays.dtype.kind != "i":
        raise TypeError(
            "an array of plays has a signed dtype, for action ids, or uint64, for cards, "
            f"not {plays.dtype}"
        )
    return plays.astype(np.int64)


def _flat(values: NDArray[Any]) -> NDArray[Any]:
    """One dimension, contiguous and aligned, as the core takes it."""
    return np.require(np.asarray(values), requirements=["C", "A"]).reshape(-1)
