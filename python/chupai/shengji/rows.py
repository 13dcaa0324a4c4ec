"""What a run counts of deals of Shengji: `rows`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from chupai.shengji.scoring import attackers_points

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from chupai.shengji.rules import Rules
    from chupai.shengji.scoring import Scoring

__all__ = ["rows"]


def rows(
    rules: Rules,
    scoring: Scoring,
    facts: Mapping[str, NDArray[Any]],
    counts: NDArray[np.uint64] | None,
    scores: NDArray[np.int64] | None,
) -> tuple[dict[str, NDArray[np.int64]], NDArray[np.uint64]]:
    """Who declared, and how many points the attackers had: few rows, from which all follows.

    Args:
        rules: how the deals were played.
        scoring: what they are worth.
        facts: those of single deals, or rows that the core counted.
        counts: how many deals each row of facts stands for; None: one each.
        scores: their scores, which are not needed.

    Returns:
        ``declarer``; ``points`` of the attackers, with kitty, penalties and cap; ``last_trick``, 1
        where they won it; and the number of deals of each row. Rows may be equal.

    Example:
        >>> from chupai.shengji.rules import CN_2
        >>> from chupai.shengji.scoring import Scoring
        >>> facts = dict(
        ...     declarer=[0],
        ...     attackers_points=[70],
        ...     kitty_points=[10],
        ...     last_winner=[3],
        ...     last_width=[1],
        ...     last_length=[1],
        ...     last_throw=[0],
        ... )
        >>> facts = {name: np.array(values) for name, values in facts.items()}
        >>> {
        ...     name: column.tolist()
        ...     for name, column in rows(CN_2, Scoring(), facts, None, None)[0].items()
        ... }
        {'declarer': [0], 'points': [90], 'last_trick': [1]}
    """
    del scores
    points = attackers_points(facts, scoring, rules.decks)
    declarer = facts["declarer"].astype(np.int64)
    last_trick = (facts["last_winner"] - declarer) % 2
    told = {"declarer": declarer, "points": points, "last_trick": last_trick}
    return told, np.ones(len(points), dtype=np.uint64) if counts is None else counts
