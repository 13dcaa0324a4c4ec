"""Facts as arrays of whole numbers that deals can have: `checked`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import ArrayLike, NDArray

__all__ = ["BY_SEAT", "SCORED_FACTS", "checked"]

BY_SEAT = frozenset(("failed_throws", "cards_returned", "seat_points"))
"""The facts that are one number a seat; the others are one a deal."""

SCORED_FACTS = (
    "declarer",
    "level",
    "trump",
    "attackers_points",
    "kitty_points",
    "last_winner",
    "last_width",
    "last_length",
    "last_throw",
    "last_cards",
    "last_lead_trump",
    "last_winner_trump",
    "last_level_card",
    "failed_throws",
    "cards_returned",
)
"""The facts that some scoring or match depends on; the other facts are statistics."""

_INT16_MAX = 2**15 - 1
_POINTS = 100
"""Points in a deck (SJ-03)."""

_SPAN = {
    "declarer": (0, 3),
    "level": (-1, 12),
    "last_winner": (0, 3),
    "last_length": (1, 27),
    "last_throw": (0, 1),
    "last_lead_trump": (0, 1),
    "last_winner_trump": (0, 1),
    "last_level_card": (0, 2),
}


def checked(
    facts: Mapping[str, ArrayLike], needed: Iterable[str], decks: int = 4
) -> dict[str, NDArray[np.int64]]:
    """Some of the facts, each of shape (…), or (…, 4) where it is one a seat.

    Args:
        facts: whole numbers by name.
        needed: the names of those that are asked for, first one that is one number a deal.
        decks: the number of decks, which bounds points and widths.

    Raises:
        KeyError: a fact is missing.
        TypeError: what is no whole number.
        ValueError: shapes that do not fit, or values that no deal has.
    """
    found: dict[str, NDArray[np.int64]] = {}
    shape: tuple[int, ...] | None = None
    for name in needed:
        given = np.asarray(facts[name])
        if given.dtype.kind not in "biu":
            raise TypeError(f"fact {name!r} is made of whole numbers, not {given.dtype}")
        shape = given.shape if shape is None else shape
        wanted = (*shape, 4) if name in BY_SEAT else shape
        if given.shape != wanted:
            raise ValueError(f"fact {name!r} has shape {given.shape}, not {wanted}")
        least, most = _span(name, decks)
        if given.size and not (least <= given.min() and given.max() <= most):
            raise ValueError(f"fact {name!r} lies between {least} and {most}")
        found[name] = given.astype(np.int64)
    return found


def _span(name: str, decks: int) -> tuple[Any, Any]:
    if name in {"attackers_points", "kitty_points"}:
        return 0, _POINTS * decks
    if name == "last_width":
        return 1, decks
    return _SPAN.get(name, (0, _INT16_MAX))
