"""From points to levels: `levels_for`, `level_changes`, `scores`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, SupportsIndex

import numpy as np

from chupai._numbers import whole, wholes
from chupai._shown import shown
from chupai.shengji.scoring import Scoring, attackers_points

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

__all__ = ["LevelChanges", "level_changes", "levels_for", "scores"]


_MOST = 2**62


class LevelChanges(NamedTuple):
    """Who gains how many levels in each deal; every array has shape (…).

    Attributes:
        side: the side that gains, int8: 0, that of seats 0 and 2, or 1, that of seats 1 and 3.
        levels: how many levels it gains, int64; attackers who take over may gain none.
        takes_over: bool: the attackers take the deal over, and ``side`` is theirs.
    """

    side: NDArray[np.int8]
    levels: NDArray[np.int64]
    takes_over: NDArray[np.bool_]


def levels_for(
    points: ArrayLike, scoring: Scoring, decks: SupportsIndex
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """What points of the attackers are worth (SJ-30).

    With turnover T and step u, p points are worth: p ≥ T, the attackers take over and gain
    ⌊(p−T)/u⌋ levels; 0 < p < T, the declarers gain ⌈(T−p)/u⌉; p = 0, ⌈T/u⌉ + 1; p < 0,
    ⌈T/u⌉ + 1 + ⌈−p/u⌉.

    Args:
        points: whole numbers of any shape, kitty, penalties and cap already counted in.
        scoring: the switches.
        decks: the number of decks, 1 to 4.

    Returns:
        Whether the attackers take over, and how many levels the side gains that holds the deal or
        takes it over.

    Raises:
        TypeError: what is no whole number, or another scoring.
        ValueError: a number of decks that cannot be, or points beyond 62 bits.

    Example:
        >>> taken, levels = levels_for([-5, 0, 35, 40, 75, 80, 115, 120], Scoring(), 2)
        >>> taken.astype(int).tolist(), levels.tolist()
        ([0, 0, 0, 0, 0, 1, 1, 1], [4, 3, 2, 1, 1, 0, 0, 1])
    """
    if not isinstance(scoring, Scoring):
        raise TypeError(f"scoring is a shengji.Scoring, not {shown(scoring)}")
    p = wholes("points are", points, kinds="biu")
    if p.size and not -_MOST <= p.min() <= p.max() <= _MOST:
        raise ValueError("points lie between -2^62 and 2^62")
    p = p.astype(np.int64)
    step = 20 * whole("decks", decks, 1, 4) if scoring.step is None else scoring.step
    turnover = 2 * step if scoring.turnover is None else scoring.turnover
    takes_over: NDArray[np.bool_] = np.asarray(p >= turnover)
    held = np.where(p > 0, -((p - turnover) // step), -(-turnover // step) + 1 - p // step)
    return takes_over, np.where(takes_over, (p - turnover) // step, held)


def level_changes(
    facts: Mapping[str, ArrayLike], scoring: Scoring, decks: SupportsIndex
) -> LevelChanges:
    """Which side gains how many levels (SJ-30).

    Args:
        facts: as `attackers_points` takes them.
        scoring: the switches.
        decks: with how many decks the deals were played, 1 to 4.

    Raises:
        RulesError, TypeError, ValueError: as `attackers_points`.

    Example:
        >>> facts = dict(
        ...     declarer=[0, 3],
        ...     attackers_points=[75, 120],
        ...     kitty_points=[20, 0],
        ...     last_winner=[2, 1],
        ...     last_width=[1, 1],
        ...     last_length=[1, 1],
        ...     last_throw=[0, 0],
        ... )
        >>> side, levels, takes_over = level_changes(facts, Scoring(), 2)
        >>> side.tolist(), levels.tolist(), takes_over.tolist()
        ([0, 0], [1, 1], [False, True])
    """
    takes_over, levels = levels_for(attackers_points(facts, scoring, decks), scoring, decks)
    declarer = np.asarray(facts["declarer"]).astype(np.int64)  # which has been checked along
    side: NDArray[np.int8] = ((declarer + takes_over) % 2).astype(np.int8)
    return LevelChanges(side, levels, takes_over)


def scores(
    facts: Mapping[str, ArrayLike], scoring: Scoring, decks: SupportsIndex
) -> NDArray[np.int64]:
    """Score deals from their facts, in levels (SJ-17, SJ-27 … SJ-31).

    Both seats of a side score the levels that it gains, those of the other side as many below 0.
    Who takes the deal over has one more: 上台, being in counts as a level.

    Args:
        facts: as `attackers_points` takes them, each of shape (…) or (…, 4).
        scoring: the switches.
        decks: with how many decks the deals were played, 1 to 4.

    Returns:
        int64 of shape (…, 4). Each deal adds up to 0.

    Raises:
        RulesError, TypeError, ValueError: as `attackers_points`.

    Example:
        >>> facts = dict(
        ...     declarer=1,
        ...     attackers_points=130,
        ...     kitty_points=10,
        ...     last_winner=1,
        ...     last_width=1,
        ...     last_length=1,
        ...     last_throw=0,
        ... )
        >>> scores(facts, Scoring(), 2)
        array([ 2, -2,  2, -2])
    """
    side, levels, takes_over = level_changes(facts, scoring, decks)
    worth = levels + takes_over
    is_theirs = np.arange(4) % 2 == side[..., None]
    return np.where(is_theirs, worth[..., None], -worth[..., None])
