"""The facts of deals, and what values they can have: `checked`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from chupai import _facts
from chupai._facts import Fact, first_deal, refused

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

_CARDS = 54
"""Cards in a deck."""

_MOST_DECKS = 4

_IN_FIVES = {"attackers_points", "kitty_points", "seat_points"}


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
    facts: Mapping[str, ArrayLike], needed: Iterable[str], decks: int | None = None
) -> dict[str, NDArray[np.int64]]:
    """Those of the facts that are needed, each of shape (…), or (…, 4) where it is one a seat.

    Args:
        facts: whole numbers by name. All are checked, also those that are not needed.
        needed: the names of those that are asked for.
        decks: the number of decks, which bounds points and widths; None where it is not known.

    Raises:
        RulesError, TypeError: as `chupai._facts.checked`; also points that do not come in fives,
            or that do not add up.
    """
    needed = tuple(needed)
    arrays = _facts.checked(facts, _known(decks or _MOST_DECKS), needed, seats=4, rule="SJ-57")
    _check_points(arrays, _POINTS * (decks or _MOST_DECKS))
    _check_throws(arrays, _CARDS * (decks or _MOST_DECKS) // 4)
    return {name: arrays[name].astype(np.int64) for name in needed}


def _check_points(arrays: Mapping[str, NDArray[Any]], pack: int) -> None:
    """Refuse points that cannot be won, alone or together.

    Together they may be fewer than the pack has: a position need not tell who won them.
    """
    points = {name: arrays[name].astype(np.int16, copy=False) for name in _IN_FIVES & arrays.keys()}
    for name, array in points.items():
        row = first_deal(array != array // 5 * 5, of_seats=name == "seat_points")
        if row is not None:
            raise refused(name, array[row].tolist(), "points come in fives", "SJ-03", row)
    _check_seats(arrays, points, pack)
    _check_sum(points, pack)


def _check_seats(
    arrays: Mapping[str, NDArray[Any]], points: Mapping[str, NDArray[np.int16]], pack: int
) -> None:
    """Refuse points of seats that are others than their side's, or more than there are."""
    if "seat_points" not in points:
        return
    first, second, third, fourth = np.moveaxis(points["seat_points"], -1, 0)
    sides = first + third, second + fourth
    if "attackers_points" in points and "declarer" in arrays:
        theirs, given = np.where(arrays["declarer"] & 1 == 1, *sides), points["attackers_points"]
        if (row := first_deal(given != theirs)) is not None:
            why = f"the attackers' 'seat_points' are {theirs[row]}"
            raise refused("attackers_points", given[row], why, "SJ-26", row)
    total = sides[0] + sides[1] + points.get("kitty_points", np.int16(0))
    if (row := first_deal(total > pack)) is not None:
        raise refused(
            "seat_points",
            points["seat_points"][row].tolist(),
            f"with 'kitty_points' they add up to {total[row]}, and there are {pack} points in the "
            "pack",
            "SJ-26",
            row,
        )


def _check_sum(points: Mapping[str, NDArray[np.int16]], pack: int) -> None:
    """Refuse more points in tricks and kitty than there are."""
    if not {"attackers_points", "kitty_points"} <= points.keys():
        return
    won, buried = points["attackers_points"], points["kitty_points"]
    if (row := first_deal(won + buried > pack)) is not None:
        why = f"with 'kitty_points' {buried[row]} they are more than the {pack} points in the pack"
        raise refused("attackers_points", won[row], why, "SJ-27", row)


def _check_throws(arrays: Mapping[str, NDArray[Any]], hand: int) -> None:
    """Refuse cards taken back that so many failed throws cannot have brought back."""
    if not {"failed_throws", "cards_returned"} <= arrays.keys():
        return
    failed, back = (arrays[name].astype(np.int64) for name in ("failed_throws", "cards_returned"))
    # Something is led of a throw, and it is no more than a hand. Fewer cards may be told.
    row = first_deal(back > failed * (hand - 1), of_seats=True)
    if row is not None:
        why = f"so many do not come back by the 'failed_throws' {failed[row].tolist()}"
        raise refused("cards_returned", back[row].tolist(), why, "SJ-17", row)
