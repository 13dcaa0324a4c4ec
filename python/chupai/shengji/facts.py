"""The facts of deals, and what values they can have: `checked`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from chupai import _facts
from chupai._facts import Fact

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import ArrayLike, NDArray

__all__ = ["SCORED_FACTS", "checked"]

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

_POINTS = 100
"""Points in a deck (SJ-03)."""


@cache
def _known(decks: int) -> dict[str, Fact]:
    """The facts of deals with so many decks."""
    points = _POINTS * decks
    return {
        "declarer": Fact("SJ-40", 0, 3, early=-1),
        "level": Fact("SJ-04", -1, 12),
        "trump": Fact("SJ-04", 0, 4, early=-1),
        "attackers_points": Fact("SJ-27", 0, points),
        "kitty_points": Fact("SJ-27", 0, points),
        "last_winner": Fact("SJ-27", 0, 3, early=-1),
        "last_width": Fact("SJ-28", 1, decks, early=0),
        "last_length": Fact("SJ-28", 1, 27, early=0),
        "last_throw": Fact("SJ-28", 0, 1),
        "last_cards": Fact("SJ-28", 1, early=0),
        "last_lead_trump": Fact("SJ-29", 0, 1),
        "last_winner_trump": Fact("SJ-29", 0, 1),
        "last_level_card": Fact("SJ-35", 0, 2),
        "failed_throws": Fact("SJ-17", of_seats=True),
        "cards_returned": Fact("SJ-17", of_seats=True),
        "seat_points": Fact("SJ-26", 0, points, of_seats=True),
        "redeals": Fact("SJ-41", 0, 255),
        "declarations": Fact("SJ-38"),
        "takers": Fact("SJ-46"),
        "kitty_taker": Fact("SJ-45", -1, 3),
    }


def checked(
    facts: Mapping[str, ArrayLike], needed: Iterable[str], decks: int = 4
) -> dict[str, NDArray[np.int64]]:
    """Those of the facts that are needed, each of shape (…), or (…, 4) where it is one a seat.

    Args:
        facts: whole numbers by name. All are checked, also those that are not needed.
        needed: the names of those that are asked for.
        decks: the number of decks, which bounds points and widths.

    Raises:
        RulesError, TypeError: as `chupai._facts.checked`.
    """
    needed = tuple(needed)
    arrays = _facts.checked(facts, _known(decks), needed, seats=4, rule="SJ-57")
    return {name: arrays[name].astype(np.int64) for name in needed}
