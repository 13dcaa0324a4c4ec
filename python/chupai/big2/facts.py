"""The facts of deals, what values each can have, and which fit together: `known`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from chupai._facts import Fact, first_deal, not_over, refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from chupai._facts import Row

__all__ = ["COUNTED_FACTS", "SCORED_FACTS", "End", "check_together", "known"]

COUNTED_FACTS = (
    "winner",
    "instant",
    "cards_left",
    "unplayed",
    "place",
    "not_highest",
    "could_have_stopped",
    "culprit_passed",
)
"""The facts whose joint rows the core counts; with others they would be as many as the deals."""

SCORED_FACTS = (
    *COUNTED_FACTS,
    "twos_left",
    "monsters_left",
    "pips_left",
    "deduction_left",
    "spade_aces_left",
)
"""The facts that some scoring depends on; the other facts are statistics."""

End = Literal["first_out", "all_out"]

_CARDS = 104
"""In two packs (BT-02)."""

_EACH_CARD = (
    ("pips_left", 3, 15, "BT-41"),
    ("deduction_left", 3, 40, "BT-42"),
    ("twos_left", 0, 1, "BT-46"),
    ("spade_aces_left", 0, 1, "BT-42"),
)
"""What each card that is left counts in a fact, at least and at most."""


@cache
def known(seats: int) -> dict[str, Fact]:
    """The facts of deals at a table of so many seats."""
    last = seats - 1
    return {
        "winner": Fact("BT-31", 0, last, early=-1),
        "instant": Fact("BT-33", 0, 2),
        "cards_left": Fact("BT-39", 0, _CARDS, of_seats=True),
        "unplayed": Fact("BT-46", 0, 1, of_seats=True),
        "place": Fact("BT-51", 0, seats, of_seats=True),
        "not_highest": Fact("BT-44", -1, last),
        "could_have_stopped": Fact("BT-44", -1, last),
        "culprit_passed": Fact("BT-44", 0, 1),
        "twos_left": Fact("BT-46", 0, 8, of_seats=True),
        "monsters_left": Fact("BT-46", 0, 17, of_seats=True),
        "pips_left": Fact("BT-41", 0, 936, of_seats=True),
        "deduction_left": Fact("BT-42", 0, 1456, of_seats=True),
        "spade_aces_left": Fact("BT-42", 0, 2, of_seats=True),
        "plays": Fact("BT-27", 0, _CARDS, of_seats=True),
        "leader": Fact("BT-25", -1, last),
        "redeals": Fact("BT-34", 0, 255),
        "swapped": Fact("BT-24", 0, 1),
        "revolutions": Fact("BT-38", 0, _CARDS // 5),
    }


def check_together(
    fact: Mapping[str, NDArray[Any]], end: End | None, row_of: Callable[[int], Row]
) -> None:
    """Refuse facts of which each can be, but not all of them in one deal.

    Args:
        fact: facts that have been checked one by one, int16 of shape (deals,) and (deals, seats).
            What is not there is not compared.
        end: when deals are over by the rules, or None where these are not known: then a deal may
            have been played until the first seat was out, or all but the last.
        row_of: where a deal stands among those of the caller.

    Raises:
        RulesError: it names the fact, the deal, and why that cannot be.
    """
    for name, wrong, why, rule in _compared(fact, end):
        if (found := first_deal(wrong, of_seats=wrong.ndim == 2)) is not None:
            deal = found[0]
            value = fact[name][deal].tolist()
            if why is None:
                raise not_over(name, value, rule, row_of(deal))
            raise refused(name, value, why(deal), rule, row_of(deal))


def _compared(
    fact: Mapping[str, NDArray[Any]], end: End | None
) -> Iterator[tuple[str, NDArray[np.bool_], Callable[[int], str] | None, str]]:
    """Facts, in which deals or seats they cannot be, why, or None where the deal goes on, rule."""
    if "cards_left" not in fact:
        return
    left = fact["cards_left"]

    def has_left(deal: int) -> str:
        return f"the hands have {left[deal].tolist()} cards"

    for name, least, most, rule in _EACH_CARD:
        if name in fact:
            yield name, fact[name] > (left if most == 1 else left * np.int16(most)), has_left, rule
            if least:
                yield name, fact[name] < left * np.int16(least), has_left, rule
    if "monsters_left" in fact:  # four of a rank, or five of a suit, and a card may count in both
        yield "monsters_left", fact["monsters_left"] > left // 4 + left // 5, has_left, "BT-46"
    if {"winner", "instant"} <= fact.keys():
        yield from _of_seats_out(fact, end)


def _of_seats_out(
    fact: Mapping[str, NDArray[Any]], end: End | None
) -> Iterator[tuple[str, NDArray[np.bool_], Callable[[int], str] | None, str]]:
    """What `_compared` gives of who is out, who won, and the places."""
    winner, left, at_once = fact["winner"], fact["cards_left"], fact["instant"] > 0
    seats = left.shape[1]
    is_out = left == 0
    out = np.zeros(len(left), dtype=np.int8)
    for column in is_out.view(np.int8).T:  # for a few seats columns add up sooner than rows
        out += column
    where = np.arange(0, left.size, seats) + winner

    def at_once_won(_deal: int) -> str:
        return "nobody plays where a hand wins at once"

    def has_cards(deal: int) -> str:
        return f"seat {winner[deal]}, the winner, has cards left"

    def at_first(_deal: int) -> str:
        return "the deal is over when the first seat is out"

    def at_first_or_last(_deal: int) -> str:
        return "a deal is over when the first seat is out, or all but the last"

    yield "cards_left", ~(is_out.reshape(-1).take(where) | at_once), has_cards, "BT-31"
    yield "cards_left", at_once & (out > 0), at_once_won, "BT-33"
    if end == "all_out":
        yield "cards_left", (out != seats - 1) & ~at_once, None, "BT-31"
    elif end == "first_out":
        yield "cards_left", out > 1, at_first, "BT-31"
    else:
        yield "cards_left", (out > 1) & (out != seats - 1), at_first_or_last, "BT-31"
    if "place" not in fact:
        return
    place = fact["place"]

    def is_first(deal: int) -> str:
        return f"the winner is seat {winner[deal]}"

    def are_out(deal: int) -> str:
        return f"the hands have {left[deal].tolist()} cards"

    yield "place", place.reshape(-1).take(where) != 1, is_first, "BT-31"
    wrong = ((place > 0) & (place < seats)) != is_out
    wrong[np.flatnonzero(at_once)] = False
    yield "place", wrong, are_out, "BT-31"
    if end == "all_out":
        yield "place", (place == 0).any(axis=1) & ~at_once, None, "BT-31"
