"""The same deals at two tables 複式: `boards`, `match_points` (SJ-37, SJ-42)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from chupai._numbers import integer, wholes
from chupai._shown import shown
from chupai.shengji.ranks import RANKS
from chupai.shengji.setup import TRUMPS

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from chupai.shengji.match import MatchRules
    from chupai.shengji.rules import Rules

__all__ = ["MatchPoints", "boards", "match_points"]

_SEATS, _SUITS = 4, 4
_MOST = 2**31


def boards(
    rules: Rules, match_rules: MatchRules, deals: NDArray[np.int64]
) -> dict[str, NDArray[np.int8]]:
    """What is given of deals of a duplicate, by their numbers: declarer, levels and trump suit.

    The seats declare in turn; every four deals the next suit is trump, where it is given and not
    fixed, in the order ♦ ♣ ♥ ♠; and whenever all seats have declared in all these suits the next
    of the levels is played, both sides' alike.

    Args:
        rules: whether the trump suit is given, with ``declaring="given"``.
        match_rules: ``levels``, ``fixed_level`` and ``fixed_trump``.
        deals: numbers of deals, shape (deals,).

    Returns:
        ``declarer`` and ``trump`` of shape (deals,) and ``levels`` of shape (deals, 2), as in the
        ``setups`` of matches.

    Example:
        >>> from chupai.shengji.match import MatchRules
        >>> from chupai.shengji.rules import CN_2, replace
        >>> rules = replace(CN_2, declaring="given")
        >>> made = boards(rules, MatchRules(form="duplicate", deals=64), np.arange(0, 64, 7))
        >>> made["declarer"].tolist(), made["trump"].tolist()
        ([0, 3, 2, 1, 0, 3, 2, 1, 0, 3], [0, 1, 3, 1, 3, 0, 2, 0, 2, 3])
        >>> made["levels"][:, 0].tolist()
        [0, 0, 0, 1, 1, 2, 2, 3, 3, 3]
    """
    is_given, fixed = rules.declaring == "given", match_rules.fixed_trump
    trump, row = np.full(len(deals), -1), _SEATS
    if fixed is not None:
        trump[:] = TRUMPS.index(fixed)
    elif is_given:
        trump, row = deals // _SEATS % _SUITS, _SEATS * _SUITS
    levels = match_rules.levels or match_rules.fixed_level or ""
    order = np.array([RANKS.index(rank) for rank in levels] or [-1])
    level = order[deals // row % len(order)]
    made = {"declarer": deals % _SEATS, "trump": trump, "levels": np.stack([level, level], axis=1)}
    return {name: column.astype(np.int8) for name, column in made.items()}


class MatchPoints(NamedTuple):
    """What deals came to that two teams played at two tables, with sides exchanged.

    Attributes:
        differences: by how much the first team did better than the other, deal by deal, int64 of
            shape (deals,).
        points: points of both teams, deal by deal, int64 of shape (deals, 2).
        totals: points of both teams.
        difference: the sum of the differences.
    """

    differences: NDArray[np.int64]
    points: NDArray[np.int64]
    totals: tuple[int, int]
    difference: int


def match_points(
    one: ArrayLike, other: ArrayLike, points: tuple[int, int, int] = (2, 1, 0)
) -> MatchPoints:
    """Compare two tables that played the same deals, and turn the results into points (SJ-37).

    The first team sits at seats 0 and 2 of one table and at seats 1 and 3 of the other, the second
    team at the other seats. In each deal the team with the better result has won.

    Args:
        one: results of the first table: the scores of all seats, shape (deals, 4); or one number a
            deal, shape (deals,), which is the higher the better seats 0 and 2 did.
        other: results of the same deals at the second table, in the same form.
        points: what a team has for a deal that it won, one that was drawn, and one that it lost.

    Raises:
        TypeError: results or points that are not whole numbers.
        ValueError: results of another shape, or beyond 2^31.

    Example:
        >>> one = [[1, -1, 1, -1], [-2, 2, -2, 2], [1, -1, 1, -1]]
        >>> other = [[1, -1, 1, -1], [-1, 1, -1, 1], [-1, 1, -1, 1]]
        >>> result = match_points(one, other)
        >>> result.differences, result.totals, result.difference
        (array([ 0, -1,  2]), (3, 3), 1)
    """
    ours, theirs = (_results(name, given) for name, given in (("one", one), ("other", other)))
    if ours.shape != theirs.shape:
        raise ValueError(f"{len(ours)} deals at one table are not the {len(theirs)} at the other")
    won, drawn, lost = _checked_points(points)
    differences = ours - theirs
    of_first = np.where(differences > 0, won, np.where(differences < 0, lost, drawn))
    of_second = np.where(differences < 0, won, np.where(differences > 0, lost, drawn))
    by_team = np.stack([of_first, of_second], axis=1)
    total, total_of_second = by_team.sum(axis=0).tolist()
    return MatchPoints(
        differences, by_team, (total, total_of_second), int(differences.sum(dtype=np.int64))
    )


def _results(name: str, given: ArrayLike) -> NDArray[np.int64]:
    """One number a deal: what seats 0 and 2 have."""
    results = wholes(f"{name} is made of", given)
    if not (results.ndim == 1 or results.shape[1:] == (4,)):
        raise ValueError(f"{name} has shape {results.shape}, not (deals,) or (deals, 4)")
    if results.size and not -_MOST <= results.min() <= results.max() <= _MOST:
        raise ValueError(f"{name} has results beyond 2^31")
    results = results.astype(np.int64)
    if results.ndim == 1:
        return results
    if (results[:, [1, 3]] != -results[:, [0, 2]]).any() or (results[:, 0] != results[:, 2]).any():
        raise ValueError(f"{name} has scores that are not those of two sides")
    return results[:, 0]


def _checked_points(given: Any) -> tuple[int, int, int]:
    if not isinstance(given, tuple | list) or len(given) != 3:
        raise TypeError(f"points are three, of a win, a draw and a loss, not {shown(given)}")
    won, drawn, lost = (integer("each of points", number) for number in given)
    if not -_MOST <= lost <= drawn <= won <= _MOST:
        raise ValueError(
            f"a win is worth no less than a draw, nor that than a loss: {shown(given)}"
        )
    return won, drawn, lost
