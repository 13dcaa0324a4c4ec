"""Cards of Shengji as arrays, and the questions of `Trump` about many card sets at once.

An array of card sets has dtype uint64 and its last axis the planes of each set, one for each deck
or four: the cards held at least once, twice and so on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex, TypeGuard

import numpy as np

from chupai import _native
from chupai._numbers import whole

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from chupai.cards import Card

__all__ = [
    "are_legal_follows",
    "are_many",
    "bitboards",
    "count_follows",
    "format_hand",
    "points",
    "winners",
]

_PLANES = 4


def bitboards(
    hands: Iterable[str | NDArray[np.uint64] | Iterable[str | Card]], decks: SupportsIndex = 2
) -> NDArray[np.uint64]:
    """Hands as an array.

    Args:
        hands: the hands: texts, planes, or cards one by one.
        decks: how many decks they are of, 1 to 4.

    Returns:
        uint64 of shape (hands, decks): of each hand the cards held at least once, twice and so on.
        Bit ``4·r + s`` is that of the card of rank index r, where 3 is 0 and 2 is 12, and suit
        index s in D C H S; 52 is B, 53 is R.

    Raises:
        TypeError: what is no hand.
        ValueError: text that names no cards, or more copies of a card than there are decks.

    Example:
        >>> bitboards(["3D 3D 3C", "R"]).tolist()
        [[3, 1], [9007199254740992, 0]]
    """
    number = whole("decks", decks, 1, _PLANES)
    found = [_native.shengji_bitboard(hand, number) for hand in hands]
    return np.array(found, dtype=np.uint64).reshape(-1, number)


def format_hand(hand: str | NDArray[np.uint64] | Iterable[str | Card]) -> str:
    """A hand as text, cards in the order 3 … A 2 B R and D C H S.

    Raises:
        TypeError, ValueError: as `bitboards`, of four decks.

    Example:
        >>> format_hand(bitboards(["R AS 2H AS"])[0])
        'AS AS 2H R'
    """
    if isinstance(hand, np.ndarray) and hand.ndim == 1 and hand.dtype == np.uint64:
        hand = _four(hand)
    return _native.shengji_format_hand(hand)


def are_many(cards: object) -> TypeGuard[NDArray[Any]]:
    """Whether a value is an array of many card sets: the planes of one set are a single one."""
    return isinstance(cards, np.ndarray) and cards.ndim > 1


def points(order: _native.ShengjiTrump, cards: NDArray[Any]) -> NDArray[np.int64]:
    """`Trump.points` of many card sets."""
    words = _four(cards)
    return _native.shengji_points_array(order, _flat(words)).reshape(words.shape[:-1])


def count_follows(order: _native.ShengjiTrump, hands: NDArray[Any], lead: Any) -> NDArray[np.int64]:
    """`Trump.count_follows` of many hands."""
    words = _four(hands)
    counts = _native.shengji_count_follows_array(order, _flat(words), lead)
    return counts.reshape(words.shape[:-1])


def are_legal_follows(
    order: _native.ShengjiTrump, hands: Any, lead: Any, plays: Any
) -> NDArray[np.bool_]:
    """`Trump.is_legal_follow` where hands or plays or both are many."""
    both = np.broadcast_arrays(_sets(hands), _sets(plays))
    legal = _native.shengji_are_legal_follows(order, _flat(both[0]), lead, _flat(both[1]))
    return legal.reshape(both[0].shape[:-1])


def winners(order: _native.ShengjiTrump, units: list[str], plays: Any) -> NDArray[np.int8]:
    """`Trump.winners` after a lead of these units."""
    if not isinstance(plays, np.ndarray) or plays.ndim < 2:
        raise TypeError("plays of many tricks are an array of shape (…, plays, planes)")
    words = _four(plays)
    if words.shape[-2] == _PLANES:
        led = " ".join(units)
        if not (words[..., 0, :] == _native.shengji_bitboard(led, _PLANES)).all():
            raise ValueError(f"the first of four plays is the lead, {led}, in each trick")
        words = words[..., 1:, :]
    if words.shape[-2] > _PLANES - 1:
        raise ValueError(f"a trick has four plays, not {words.shape[-2]}")
    shape, followers = words.shape[:-2], words.shape[-2]
    if followers == 0:
        return np.zeros(shape, dtype=np.int8)
    return _native.shengji_winners(order, units, _flat(words), followers).reshape(shape)


def _sets(cards: Any) -> NDArray[np.uint64]:
    """Card sets as an array of four planes each; a single one as it is."""
    if isinstance(cards, np.ndarray) and cards.ndim:
        return _four(cards)
    return _native.shengji_bitboard(cards, _PLANES)


def _four(cards: NDArray[Any]) -> NDArray[np.uint64]:
    """The same with four planes, of which the last may be empty."""
    if cards.dtype != np.uint64:
        raise TypeError(f"an array of cards has dtype uint64, not {cards.dtype}")
    planes = cards.shape[-1]
    if not 1 <= planes <= _PLANES:
        raise ValueError(f"cards have shape (…, planes), 1 to 4 planes, not {cards.shape}")
    more = [(0, 0)] * (cards.ndim - 1) + [(0, _PLANES - planes)]
    return np.pad(cards, more)


def _flat(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Two dimensions, contiguous and aligned, as the core takes it."""
    return np.require(words, requirements=["C", "A"]).reshape(-1, _PLANES)
