"""What happens between the deals of a match: `MatchRules`, `start`, `advance`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from chupai._numbers import integer
from chupai._switches import check_choice, checked_whole, refuse
from chupai.doudizhu.setup import Setup
from chupai.match_state import MatchState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

    from chupai.doudizhu.rules import Rules

__all__ = ["ENDS", "MatchRules", "advance", "set_up_of", "start"]

ENDS = ("running", "deals", "target", "purse")
"""What a match was ended by; where several come together, the last of them here."""

DRAWN = -1
"""In a set-up's ``first_bidder``: to be drawn."""

_SEATS = np.arange(3)
_INT64_MAX = 2**63 - 1
_MOST = 2**62


@dataclass(frozen=True, kw_only=True)
class MatchRules:
    """How deals of Dou Dizhu follow each other in a match, and when it ends.

    A match ends after the first deal that reaches one of its ends; `chupai.Match` refuses rules
    that have none.

    Attributes:
        first_bidder: who speaks first in the deals after the first: ``"last_landlord"``, the
            landlord of the deal before, or ``"drawn"``, a seat drawn for each deal. That of the
            first deal is drawn, unless a set-up gives him. After a void deal the next is set up
            alike (DD-03).
        deals: the match ends after so many deals, void ones included, 1 or more; None: it does not
            (DD-03).
        target: it ends when a seat's total reaches so many points, 1 to 2^62; None: it does not
            (DD-26).
        purse: what each seat brings along, 1 to 2^62; it ends when somebody has nothing left. None:
            points are only written down (DD-26).
        bankruptcy: what is paid by a seat that owes more than its purse holds: with ``"off"`` all
            of it, so that the purse goes below nothing; with ``"shortfall"`` what it holds. A
            landlord then pays the peasants in proportion to what he owes them, the odd point to the
            one after him. Needs a ``purse`` (DD-26).

    Raises:
        RulesError: a value that the switch does not have, or switches that contradict each other.
        TypeError: a value of another type.

    Example:
        >>> MatchRules(deals=50, purse=100, bankruptcy="shortfall").first_bidder
        'last_landlord'
    """

    first_bidder: Literal["last_landlord", "drawn"] = "last_landlord"
    deals: int | None = None
    target: int | None = None
    purse: int | None = None
    bankruptcy: Literal["off", "shortfall"] = "off"

    def __post_init__(self) -> None:
        """Check the switches."""
        check_choice("first_bidder", self.first_bidder, ("last_landlord", "drawn"), "DD-03")
        check_choice("bankruptcy", self.bankruptcy, ("off", "shortfall"), "DD-26")
        for name, rule in (("deals", "DD-03"), ("target", "DD-26"), ("purse", "DD-26")):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, checked_whole(name, value, rule, most=_MOST))
        if self.bankruptcy == "shortfall" and self.purse is None:
            raise refuse("DD-26", "bankruptcy='shortfall' needs a purse")


def start(
    rules: Rules, match_rules: MatchRules, matches: int, setup: Setup | None = None
) -> MatchState:
    """Matches before their first deal, whose first bidder is drawn, unless the set-up gives him.

    Args:
        rules: how a deal is played.
        match_rules: how deals follow each other.
        matches: how many matches.
        setup: what is given; its ``first_bidder`` is that of the first deal, all else is given of
            every deal.

    Returns:
        A state of so many matches; ``setups`` has ``first_bidder``, int8 with −1 for a seat to be
        drawn.

    Raises:
        ValueError: the match rules have no end, or a negative number.
        TypeError: ``matches`` is no whole number.

    Example:
        >>> from chupai import doudizhu
        >>> start(doudizhu.STANDARD, MatchRules(deals=3), 2).setups
        {'first_bidder': array([-1, -1], dtype=int8)}
    """
    del rules  # no rules of play change how a match begins
    matches = integer("matches", matches)
    if match_rules.deals is match_rules.target is match_rules.purse is None:
        raise ValueError("a match needs an end: give deals, target or purse")
    first = None if setup is None else setup.first_bidder
    speakers = np.full(matches, DRAWN if first is None else first, dtype=np.int8)
    return MatchState(
        totals=np.zeros((matches, 3), dtype=np.int64),
        deals=np.zeros(matches, dtype=np.int64),
        ended=np.zeros(matches, dtype=np.int8),
        setups={"first_bidder": speakers},
    )


def advance(
    rules: Rules,
    match_rules: MatchRules,
    state: MatchState,
    facts: Mapping[str, ArrayLike],
    scores: ArrayLike,
) -> MatchState:
    """The state after one more deal of every match that goes on.

    Args:
        rules: how a deal is played.
        match_rules: how deals follow each other.
        state: where the matches stand; what has ended stays as it is, whatever its facts.
        facts: of the deals just played, ``landlord`` of shape (matches,); others are ignored.
        scores: their points, as `chupai.doudizhu.scores` gives them, shape (matches, 3).

    Returns:
        A new state. What was paid is the difference of the totals, which under
        ``bankruptcy="shortfall"`` may be less than the scores.

    Raises:
        KeyError: there is no ``landlord`` among the facts.
        ValueError: shapes that do not fit.
        OverflowError: totals beyond 64 bits.

    Example:
        >>> from chupai import doudizhu
        >>> begun = start(doudizhu.STANDARD, MatchRules(deals=2), 1)
        >>> state = advance(
        ...     doudizhu.STANDARD, MatchRules(deals=2), begun, {"landlord": [2]}, [[-3, -3, 6]]
        ... )
        >>> state.totals, state.setups["first_bidder"], ENDS[state.ended[0]]
        (array([[-3, -3,  6]]), array([2], dtype=int8), 'running')
    """
    landlord = np.asarray(facts["landlord"])
    points = np.asarray(scores, dtype=np.int64)
    if landlord.shape != state.deals.shape or points.shape != state.totals.shape:
        raise ValueError(
            f"{len(state)} matches do not fit landlords of shape {landlord.shape} "
            f"and scores of shape {points.shape}"
        )
    going = state.ended == 0
    is_all = bool(going.all())
    if not is_all:
        points = np.where(going[:, None], points, 0)
    _check_range(match_rules, state.totals, points)
    if match_rules.bankruptcy == "shortfall" and match_rules.purse is not None:
        points = _shortfall(points, landlord, state.totals + match_rules.purse)
    totals = state.totals + points
    deals = state.deals + (1 if is_all else going)

    ended = np.zeros_like(state.ended)
    if match_rules.deals is not None:
        ended[deals >= match_rules.deals] = ENDS.index("deals")
    if match_rules.target is not None:
        ended[totals.max(axis=1) >= match_rules.target] = ENDS.index("target")
    if match_rules.purse is not None:
        ended[totals.min(axis=1) <= -match_rules.purse] = ENDS.index("purse")

    first_bidder = state.setups["first_bidder"]
    follows = match_rules.first_bidder == "last_landlord" and rules.auction != "fixed"
    first_bidder = np.where(landlord >= 0, landlord if follows else DRAWN, first_bidder)
    first_bidder = first_bidder.astype(np.int8)
    if not is_all:
        ended = np.where(going, ended, state.ended)
        first_bidder = np.where(going, first_bidder, state.setups["first_bidder"])
    return MatchState(totals, deals, ended, {"first_bidder": first_bidder})


def set_up_of(setups: Mapping[str, NDArray[Any]], match: int, setup: Setup | None = None) -> Setup:
    """The set-up of the next deal of one match, from the ``setups`` of a state.

    Args:
        setups: those of a `MatchState`.
        match: which row of them.
        setup: what is given of the match, as to `start`.

    Example:
        >>> set_up_of({"first_bidder": np.array([-1, 2], dtype=np.int8)}, 1).first_bidder
        2
    """
    seat = int(setups["first_bidder"][match])
    return replace(setup or Setup(), first_bidder=None if seat == DRAWN else seat)


def _check_range(match_rules: MatchRules, totals: NDArray[np.int64], points: Any) -> None:
    """Refuse what 64 bits might not hold, purses included."""
    reach = (match_rules.purse or 0) + sum(
        max(int(values.max(initial=0)), -int(values.min(initial=0))) for values in (totals, points)
    )
    if reach > _INT64_MAX:
        raise OverflowError("the totals do not fit into 64 bits; give the scoring a cap [DD-26]")


def _shortfall(
    points: NDArray[np.int64], landlord: NDArray[Any], held: NDArray[np.int64]
) -> NDArray[np.int64]:
    """What is paid where nobody pays more than he holds, from what is owed."""
    short = np.flatnonzero((points < -held).any(axis=1))
    if not short.size:
        return points
    paid = points.copy()
    seat = landlord[short].astype(np.int64)
    peasants = (seat[:, None] + (1, 2)) % 3
    owed = np.take_along_axis(points[short], peasants, axis=1)  # to a peasant, or by him below 0
    has = np.take_along_axis(held[short], peasants, axis=1)
    # Python's own integers: a share is a product of two numbers of 63 bits each.
    purse = np.take_along_axis(held[short], seat[:, None], axis=1).astype(object)
    due = owed.sum(axis=1, keepdims=True).astype(object)
    shares = purse * owed.astype(object) // np.where(due > 0, due, 1)
    shares[:, :1] += purse - shares.sum(axis=1, keepdims=True)
    moved = np.where(due > 0, shares, np.maximum(owed, -has)).astype(np.int64)
    np.put_along_axis(moved_to := paid[short], peasants, moved, axis=1)
    np.put_along_axis(moved_to, seat[:, None], -moved.sum(axis=1, keepdims=True), axis=1)
    paid[short] = moved_to
    return paid
