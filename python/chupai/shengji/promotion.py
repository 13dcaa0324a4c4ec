"""How sides go from level to level: `next_levels`, `held_last`, `next_declarer`."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from chupai._numbers import wholes
from chupai._switches import refuse
from chupai.shengji.ranks import RANKS

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from chupai.shengji.levels import LevelChanges
    from chupai.shengji.match import MatchRules

__all__ = ["Standing", "held_last", "levels_ahead", "next_declarer", "next_levels"]

_SIDES: Final = np.arange(2)
_BACK = 3
"""Levels that a side J throws back (SJ-35)."""

_MAIN = 2


class Standing(NamedTuple):
    """Where the sides stand; the last axis is the side, that of seats 0 and 2 first.

    Attributes:
        levels: their levels as places in ``"23456789TJQKA"``, int8 of shape (…, 2).
        fails: how often in a row each has failed at the last level, int64 of shape (…, 2).
    """

    levels: NDArray[np.int8]
    fails: NDArray[np.int64]


def next_levels(
    match_rules: MatchRules,
    standing: Standing,
    changes: LevelChanges,
    hooked: ArrayLike = 0,
) -> Standing:
    """Where the sides stand after a deal (SJ-34 … SJ-36).

    A side that gains levels stops at the first must-play level above its own, and at the last one,
    which it leaves only by holding it as declarer: at such a level attackers gain nothing.

    Args:
        match_rules: levels, must-play levels, and what throws a side back.
        standing: where they stood.
        changes: who gains how many levels, as `chupai.shengji.level_changes` has it, shape (…).
        hooked: where attackers took over at level J with a J of that level in the play that won the
            last trick: 1 for a side J, 2 for a main J; elsewhere 0.

    Returns:
        A new standing. A side that holds the last level stays there.

    Raises:
        RulesError: the match rules have no levels (SJ-33).
        TypeError: what are no whole numbers or truth values.
        ValueError: a side stands at none of the levels; changes or cards that no deal brings;
            shapes that do not fit.

    Example:
        >>> from chupai.shengji.match import MatchRules
        >>> from chupai.shengji.levels import LevelChanges
        >>> rules = MatchRules(must_play="T")
        >>> nine, jack = RANKS.index("9"), RANKS.index("J")
        >>> standing = Standing(np.array([nine, jack], dtype=np.int8), np.zeros(2, dtype=np.int64))
        >>> two_levels = LevelChanges(np.int8(0), np.int64(2), np.bool_(False))
        >>> [RANKS[at] for at in next_levels(rules, standing, two_levels).levels]
        ['T', 'J']
    """
    place_of, risen, rank_of = _tables(*_named(match_rules))
    at = _places(place_of, standing.levels)
    changes, card = _checked(changes, at.shape[:-1]), _numbers("hooked", hooked, 0, _MAIN)
    if card.ndim and card.shape != at.shape[:-1]:
        raise ValueError(f"hooked of shape {card.shape} does not fit {at.shape[:-1]} deals")
    last = len(rank_of) - 1
    side, gained, takes_over = changes.side[..., None], changes.levels, changes.takes_over
    gain = np.minimum(gained, last)[..., None]
    declares = np.logical_not(takes_over)[..., None].astype(np.int64)
    after = np.where(side == _SIDES, risen[declares, at, gain], at)
    # What befalls the declarers where they are beaten.
    is_beaten = takes_over[..., None] & (side != _SIDES)
    fails = standing.fails + (is_beaten & (at == last))
    holds = np.logical_not(takes_over)[..., None] & (side == _SIDES)
    fails = np.where(holds, 0, fails)
    if match_rules.fail_last is not None:
        after = np.where(fails >= match_rules.fail_last, 0, after)
    if match_rules.hook != "off":
        card = card[..., None]
        fallen = np.zeros_like(after)
        if match_rules.hook == "by_suit":
            fallen = np.where(card == _MAIN, 0, np.maximum(after - _BACK, 0))
        after = np.where(is_beaten & (card > 0), fallen, after)
    return Standing(rank_of[after], np.where(after == last, fails, 0))


def held_last(
    match_rules: MatchRules, levels: ArrayLike, changes: LevelChanges
) -> NDArray[np.bool_]:
    """Whether the declarers held the last level, which wins a match (SJ-36).

    Args:
        match_rules: their ``levels``.
        levels: those of the sides before the deal, shape (…, 2), as in a `Standing`.
        changes: who gains how many levels, shape (…).

    Returns:
        bool of shape (…).

    Raises:
        RulesError, TypeError, ValueError: as `next_levels`.

    Example:
        >>> from chupai.shengji.match import MatchRules
        >>> from chupai.shengji.levels import LevelChanges
        >>> held = LevelChanges(np.array([0, 1]), np.array([1, 1]), np.array([False, False]))
        >>> held_last(MatchRules(), [[12, 5], [12, 5]], held).tolist()
        [True, False]
    """
    place_of, _, rank_of = _tables(*_named(match_rules))
    at = _places(place_of, levels)
    changes = _checked(changes, at.shape[:-1])
    side = changes.side.astype(np.int64)[..., None]
    theirs = np.take_along_axis(at, side, axis=-1)[..., 0]
    held: NDArray[np.bool_] = np.logical_not(changes.takes_over) & (theirs == len(rank_of) - 1)
    return held


def next_declarer(declarer: ArrayLike, takes_over: ArrayLike) -> NDArray[np.int8]:
    """Who declares next: the declarer's partner, or the next seat if he was beaten (SJ-32).

    Args:
        declarer: the seats that declared, shape (…).
        takes_over: whether the attackers took the deal over, shape (…).

    Raises:
        TypeError: what are no whole numbers or truth values.
        ValueError: what is no seat; shapes that do not fit.

    Example:
        >>> next_declarer([1, 3], [False, True])
        array([3, 0], dtype=int8)
    """
    seat, taken = _numbers("declarer", declarer, 0, 3), _truths("takes_over", takes_over)
    if seat.shape != taken.shape:
        raise ValueError(f"declarer and takes_over have shapes {seat.shape} and {taken.shape}")
    next_seat: NDArray[np.int8] = (np.where(taken, 1, 2) + seat) % 4
    return next_seat.astype(np.int8)


def levels_ahead(match_rules: MatchRules, levels: ArrayLike) -> NDArray[np.int64]:
    """How many levels each seat's side is ahead of the other, int64 of shape (…, 4).

    Args:
        match_rules: the order of ``levels``.
        levels: those of the sides, shape (…, 2), as in a `Standing`.

    Raises:
        RulesError, ValueError: as `next_levels`.

    Example:
        >>> from chupai.shengji.match import MatchRules
        >>> levels_ahead(MatchRules(levels="5TK"), [3, 11])
        array([-2,  2, -2,  2])
    """
    at = _places(_tables(*_named(match_rules))[0], levels)
    ahead = at[..., :1] - at[..., 1:]
    return np.concatenate([ahead, -ahead, ahead, -ahead], axis=-1)


# --- what is given -------------------------------------------------------------------------------


def _numbers(name: str, given: ArrayLike, least: int, most: int) -> NDArray[np.signedinteger]:
    """Whole numbers in a range."""
    numbers: NDArray[np.signedinteger] = wholes(f"{name} are", given)
    if numbers.size and not least <= numbers.min() <= numbers.max() <= most:
        raise ValueError(f"{name} are {least} to {most}, not {numbers.min()} to {numbers.max()}")
    return numbers


def _truths(name: str, given: ArrayLike) -> NDArray[np.bool_]:
    truths = np.asarray(given)
    if truths.dtype.kind != "b":
        raise TypeError(f"{name} are truth values, not {truths.dtype}")
    return truths


def _checked(changes: LevelChanges, shape: tuple[int, ...]) -> LevelChanges:
    """Changes of as many deals as there are standings, or of one for all."""
    side = _numbers("sides", changes.side, 0, 1)
    gained = _numbers("levels gained", changes.levels, 0, np.iinfo(np.int64).max)
    taken = _truths("takes_over", changes.takes_over)
    shapes = {side.shape, gained.shape, taken.shape}
    if len(shapes) != 1 or shapes - {shape, ()}:
        raise ValueError(
            f"changes of shapes {side.shape}, {gained.shape} and {taken.shape} do not fit "
            f"standings of {shape} deals"
        )
    return type(changes)(side, gained, taken)


# --- tables --------------------------------------------------------------------------------------


def _named(match_rules: MatchRules) -> tuple[str, str]:
    if match_rules.levels is None:
        raise refuse("SJ-33", "these matches have no levels")
    return match_rules.levels, match_rules.must_play


@lru_cache(maxsize=256)
def _tables(
    levels: str, must_play: str
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int8]]:
    """Places among the levels by rank, −1 for none; where a side rises to; ranks by place.

    The second one has an axis each for "as declarer", the place, and the levels gained.
    """
    size = len(levels)
    place_of = np.full(len(RANKS), -1, dtype=np.int64)
    rank_of = np.array([RANKS.index(rank) for rank in levels], dtype=np.int8)
    place_of[rank_of] = range(size)
    stops = {*(levels.index(rank) for rank in must_play), size - 1}
    risen = np.empty((2, size, size), dtype=np.int64)
    for at in range(size):
        above = min((stop for stop in stops if stop > at), default=at)
        for gain in range(size):
            risen[:, at, gain] = min(at + gain, above)
        if at in stops:
            risen[0, at] = at
    return place_of, risen, rank_of


def _places(place_of: NDArray[np.int64], levels: ArrayLike) -> NDArray[np.int64]:
    given = _numbers("levels", levels, 0, len(RANKS) - 1)
    if given.shape[-1:] != (2,):
        raise ValueError(f"levels have shape (…, 2), not {given.shape}")
    at: NDArray[np.int64] = place_of[given]
    if at.min(initial=0) < 0:
        raise ValueError("a side stands at none of the levels of the match [SJ-33]")
    return at
