"""From facts to points: `Scoring` and `scores`, pure numpy over whole arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chupai._facts import Fact, checked, first_deal, not_over, refused
from chupai._shown import shown
from chupai._switches import checked_whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

__all__ = ["SCORED_FACTS", "Scoring", "scores"]

SCORED_FACTS = (
    "landlord",
    "landlord_won",
    "bid",
    "robs",
    "bombs",
    "rockets",
    "spring",
    "open_multiplier",
    "doubled",
)
"""The facts that scores depend on; the other facts are statistics."""

_SEATS = np.arange(3)
_INT64_MAX = 2**63 - 1


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """What a deal is worth.

    Attributes:
        stake: points that a multiplier of 1 moves from each loser, 1 or more (DD-23).
        spring_multiplier: the factor of a spring 春天, 1 or more (DD-24).
        cap: the largest multiplier of one settlement, 1 or more, or None (DD-26).

    Raises:
        RulesError: a value that the switch does not have; its ``rule`` names the rule id.
        TypeError: a value that is no whole number of Python or numpy.
    """

    stake: int = 1
    spring_multiplier: int = 3
    cap: int | None = None

    def __post_init__(self) -> None:
        """Check the values."""
        for name, rule in (
            ("stake", "DD-23"),
            ("spring_multiplier", "DD-24"),
            ("cap", "DD-26"),
        ):
            value = getattr(self, name)
            if name != "cap" or value is not None:
                object.__setattr__(self, name, checked_whole(name, value, rule))


def scores(facts: Mapping[str, ArrayLike], scoring: Scoring) -> NDArray[np.int64]:
    """Score deals from their facts (DD-23 … DD-26, DD-29).

    The multiplier of a deal is bid · 2^robs · 2^bombs · 2^rockets · open_multiplier, and
    spring_multiplier where there was a spring. A peasant settles with the landlord for
    stake · min(cap, multiplier · 2^doubled[landlord] · 2^doubled[peasant]).

    Args:
        facts: whole numbers by the names of `SCORED_FACTS`; other facts do not count, but all that
            there are are checked. ``doubled`` has shape (…, 3) as have ``plays`` and
            ``cards_left``, all others have shape (…), most often (deals,), or () for one deal.
            ``landlord`` is −1 in a void deal, and while an auction goes on.
        scoring: the switches.

    Returns:
        Points of each seat, shape (…, 3); each deal adds up to 0. The arithmetic is exact.

    Raises:
        RulesError: a fact that is missing, or that no deal has; shapes that do not fit; values that
            no deal has, together or each, or only one that is not over: where nobody has run out of
            cards, as ``cards_left`` tells.
        TypeError: a fact is not made of whole numbers, or another scoring.
        OverflowError: a score beyond 64 bits; give a ``cap``.

    Example:
        >>> scores(
        ...     dict(
        ...         landlord=0,
        ...         landlord_won=1,
        ...         bid=3,
        ...         robs=0,
        ...         bombs=1,
        ...         rockets=0,
        ...         spring=0,
        ...         open_multiplier=1,
        ...         doubled=[0, 0, 0],
        ...     ),
        ...     Scoring(),
        ... )
        array([12, -6, -6])
    """
    if not isinstance(scoring, Scoring):
        raise TypeError(f"scoring is a doudizhu.Scoring, not {shown(scoring)}")
    fact = _checked(facts)
    landlord = fact["landlord"]
    is_landlord = landlord[..., None] == _SEATS
    doubled = fact["doubled"]
    landlord_doubled = (doubled * is_landlord).sum(-1)
    twos = (fact["robs"] + fact["bombs"] + fact["rockets"] + landlord_doubled)[..., None] + doubled

    # Python's own integers take over where 64 bits might not do, so that a cap is exact too.
    largest = scoring.spring_multiplier * scoring.stake
    for name in ("bid", "open_multiplier"):
        largest *= max(1, int(fact[name].max(initial=1)))
    largest <<= int(twos.max(initial=0)) + 1
    exact: type[Any] = np.int64 if largest <= _INT64_MAX else object

    def whole(value: ArrayLike) -> NDArray[Any]:
        return np.asarray(value, dtype=exact)

    base = whole(fact["bid"]) * whole(fact["open_multiplier"])
    sprung = whole(base * whole(scoring.spring_multiplier))
    base = whole(np.where(fact["spring"] == 1, sprung, whole(base)))[..., None]
    multiplier = base * whole(2) ** whole(twos)
    if scoring.cap is not None:
        cap = scoring.cap if exact is object else min(scoring.cap, _INT64_MAX)
        multiplier = np.minimum(multiplier, whole(cap))
    settlement = np.where(
        is_landlord | (landlord < 0)[..., None], whole(0), multiplier * whole(scoring.stake)
    )
    peasants = np.where((fact["landlord_won"] == 1)[..., None], -settlement, settlement)
    points = np.where(is_landlord, -peasants.sum(-1, keepdims=True), peasants)
    if exact is object and points.size and max(abs(p) for p in points.flat) > _INT64_MAX:
        raise OverflowError("a score does not fit into 64 bits; give the scoring a cap [DD-26]")
    return points.astype(np.int64)


# What any rule set can bring about.
_KNOWN = {
    "landlord": Fact("DD-04", -1, 2),
    "landlord_won": Fact("DD-23", 0, 1),
    "bid": Fact("DD-23", 0, 255),
    "robs": Fact("DD-05", 0, 3),
    "bombs": Fact("DD-23", 0, 13),
    "rockets": Fact("DD-23", 0, 1),
    "spring": Fact("DD-24", 0, 1),
    "open_multiplier": Fact("DD-29", 1, 255),
    "doubled": Fact("DD-29", 0, 1, of_seats=True),
    "plays": Fact("DD-24", of_seats=True),
    "cards_left": Fact("DD-08", 0, 20, of_seats=True),
    "redeals": Fact("DD-04", 0, 255),
    "first_bidder": Fact("DD-04", 0, 2),
}


def _checked(facts: Mapping[str, ArrayLike]) -> dict[str, NDArray[np.int64]]:
    arrays = checked(facts, _KNOWN, SCORED_FACTS, seats=3, rule="DD-27")
    _check_together(arrays)
    return {name: arrays[name].astype(np.int64) for name in SCORED_FACTS}


def _check_together(arrays: Mapping[str, NDArray[Any]]) -> None:
    """Refuse facts of which each can be, but not all of them in one deal."""
    landlord, has_won = arrays["landlord"], arrays["landlord_won"] == 1
    is_void = landlord < 0
    if (row := first_deal(is_void & has_won)) is not None:
        raise refused("landlord_won", 1, "there is no landlord", "DD-04", row)
    if "cards_left" not in arrays:
        return
    left = arrays["cards_left"]
    first, second, third = np.moveaxis((left == 0).view(np.int8), -1, 0)
    out = first + second + third
    if (row := first_deal((out == 0) & ~is_void)) is not None:
        raise not_over("cards_left", left[row].tolist(), "DD-08", row)
    if (row := first_deal((out > 0) & is_void)) is not None:
        why = "nobody plays where there is no landlord"
        raise refused("cards_left", left[row].tolist(), why, "DD-04", row)
    if (row := first_deal(out > 1)) is not None:
        why = "the deal is over when the first seat is out"
        raise refused("cards_left", left[row].tolist(), why, "DD-08", row)
    winner = second + 2 * third
    if (row := first_deal(((winner == landlord) != has_won) & ~is_void)) is not None:
        who = "the landlord" if winner[row] == landlord[row] else "a peasant"
        why = f"seat {winner[row]}, {who}, is out"
        raise refused("landlord_won", int(has_won[row]), why, "DD-08", row)
