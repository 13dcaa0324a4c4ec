"""What a tally keeps of deals of Big Two: `rows`, and whether the core can count it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from chupai.big2.facts import COUNTED_FACTS
from chupai.big2.scoring import scores as scores_of
from chupai.big2.settling import Settling

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from chupai.big2.rules import Rules
    from chupai.big2.scoring import Scoring

__all__ = ["core_stats", "rows"]

_MOST_SEATS = 4
_NARROW = 1 << 16
"""Different points of a seat that are counted by their number, however few deals there are."""


def core_stats(rules: Rules, scoring: Scoring) -> bool:
    """Whether the core can count all that scores depend on, in few distinct rows.

    Example:
        >>> from chupai.big2 import HONG_KONG, Scoring
        >>> core_stats(HONG_KONG, Scoring()), core_stats(HONG_KONG, Scoring(card_values="pips"))
        (True, False)
    """
    few = rules.players <= _MOST_SEATS and rules.decks == 1
    return few and set(COUNTED_FACTS).issuperset(Settling(scoring, rules.players, ()).needs)


def rows(
    rules: Rules,
    scoring: Scoring,
    facts: Mapping[str, NDArray[Any]],
    counts: NDArray[np.uint64] | None,
    scores: NDArray[np.int64] | None,
) -> tuple[dict[str, NDArray[np.int64]], NDArray[np.uint64]]:
    """What each seat won, how often: few rows, whatever scores depend on.

    Args:
        rules: how the deals were played.
        scoring: what they are worth.
        facts: those of single deals, or rows that the core counted.
        counts: how many deals each row of facts stands for; None: one each.
        scores: their points, shape (rows, seats), or None where they are not known yet.

    Returns:
        Distinct rows of ``seat``, ``won`` (0 or 1) and ``points``, and the number of deals of each.
    """
    del rules
    points = scores_of(facts, scoring) if scores is None else scores
    winner = facts["winner"]
    columns: list[NDArray[np.int64]] = []
    deals: list[NDArray[np.uint64]] = []
    for seat in range(points.shape[1]):
        told, number = _counted(points[:, seat], winner == seat, counts)
        columns.append(np.column_stack([np.full(len(number), seat), told]))
        deals.append(number)
    table = np.concatenate(columns)
    names = ("seat", "won", "points")
    return {name: table[:, i] for i, name in enumerate(names)}, np.concatenate(deals)


def _counted(
    points: NDArray[np.int64], won: NDArray[np.bool_], counts: NDArray[np.uint64] | None
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Distinct rows of ``won`` and points of one seat, and how many deals have each."""
    low, high = int(points.min(initial=0)), int(points.max(initial=0))
    if counts is None and high - low <= max(_NARROW, len(points)):
        index = (points - low) * 2
        index += won
        number = np.bincount(index)
        found = np.flatnonzero(number)
        return np.column_stack([found % 2, found // 2 + low]), number[found].astype(np.uint64)
    told, deals = [], []
    for value in (0, 1):
        these = won == value
        distinct, which = np.unique(points[these], return_inverse=True)
        number = np.zeros(len(distinct), dtype=np.uint64)
        np.add.at(number, which, np.uint64(1) if counts is None else counts[these])
        told.append(np.column_stack([np.full(len(distinct), value), distinct]))
        deals.append(number)
    return np.concatenate(told), np.concatenate(deals)
