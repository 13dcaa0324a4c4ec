"""What deals come to in points under one scoring: `Settling`, the arithmetic of `scores`."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from chupai.big2.bankruptcy import bankrupt

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from chupai.big2.scoring import Scoring

__all__ = ["Settling"]

_INT32_MAX = 2**31 - 1
_INT64_MAX = 2**63 - 1


class Settling:
    """One scoring at a table of so many seats, with its tables of factors.

    Attributes:
        needs: the facts that it asks for.
    """

    def __init__(self, scoring: Scoring, seats: int, house: tuple[int, ...]) -> None:
        self._scoring, self._seats, self._house = scoring, seats, house
        self._value = _VALUES[scoring.card_values]
        self._playing = [seat for seat in range(seats) if seat not in house]
        self.needs = self._asked()
        self._exact: Any = np.int64
        self._width = 0
        self._tables: dict[str, NDArray[Any]] = {}

    def _asked(self) -> tuple[str, ...]:
        scoring = self._scoring
        if scoring.place_points is not None:
            asked = ["place"]
            if scoring.bankruptcy != "off":
                asked += ["winner", "cards_left"]
            return tuple(asked)
        asked = ["winner", "instant", "cards_left", self._value]
        if (
            any(cards == "all" for cards, _ in scoring.tiers)
            or scoring.unplayed_multiplier > 1
            or scoring.all_unplayed_multiplier > 1
        ):
            asked.append("unplayed")
        asked += ["spade_aces_left"] * scoring.spade_ace_40
        asked += ["twos_left"] * (scoring.two_multiplier > 1)
        asked += ["monsters_left"] * (scoring.monster_multiplier > 1)
        if scoring.liability != "off":
            asked.append(scoring.liability)
            asked += ["culprit_passed"] * (not scoring.liability_for_passing)
        return tuple(dict.fromkeys(asked))

    def prepare(self, fact: Mapping[str, NDArray[Any]]) -> None:
        """Make the tables that deals with these facts need."""
        most = tuple((name, int(fact[name].max(initial=0))) for name in _SIZED if name in fact)
        self._exact, self._width, self._tables = _tables(self._scoring, self._seats, most)

    # --- points ----------------------------------------------------------------------------------

    def points(self, fact: Mapping[str, NDArray[Any]], held: NDArray[Any] | None) -> NDArray[Any]:
        """Points of deals with facts of shape (deals,) and (deals, seats), which has this shape."""
        scoring = self._scoring
        if scoring.place_points is not None:  # BT-51
            points = self._tables["place"].take(fact["place"])
            points[:, list(self._house)] = 0
        elif not self._house:
            adjusted = self._adjusted(fact)
            points = self._settled(adjusted, fact["winner"])
            self._make_liable(points, fact, fact.get(scoring.liability))
        else:  # BT-47: as if only the others were at the table
            seat_of = np.full(self._seats + 1, -1, dtype=np.int16)  # of −1, the last, it is −1
            seat_of[self._playing] = range(len(self._playing))
            theirs = np.ascontiguousarray(self._adjusted(fact)[:, self._playing])
            few = self._settled(theirs, seat_of[fact["winner"]])
            liable = fact.get(scoring.liability)
            self._make_liable(few, fact, None if liable is None else seat_of[liable])
            points = np.zeros((len(few), self._seats), dtype=self._exact)
            points[:, self._playing] = few
        if held is not None and scoring.bankruptcy != "off":
            points = bankrupt(points, held, fact, scoring.bankruptcy)
        if self._exact is object and points.size and max(map(abs, points.flat)) > _INT64_MAX:
            raise OverflowError("a score does not fit into 64 bits [BT-49]")
        return points

    def _adjusted(self, fact: Mapping[str, NDArray[Any]]) -> NDArray[Any]:
        """The adjusted counts, times the stake; that of the winner is 0."""
        scoring, winner, instant = self._scoring, fact["winner"], fact["instant"]
        index = fact["cards_left"]
        if "unplayed" in fact:
            index = fact["unplayed"] * np.int16(self._width) + index
        adjusted = self._tables["cards_left"].take(index)
        if self._value != "cards_left":
            adjusted *= self._values(fact, slice(None))
        for name in ("twos_left", "monsters_left"):
            if name in fact:
                adjusted *= self._tables[name].take(fact[name])
        if scoring.all_unplayed_multiplier > 1:
            adjusted[_all_unplayed(fact["unplayed"], winner)] *= scoring.all_unplayed_multiplier
        if instant.any():  # BT-48
            won = np.flatnonzero(instant)
            adjusted[won] = self._values(fact, won) * self._whole(
                scoring.instant_multiplier * scoring.stake
            )
        if winner.min(initial=0) < 0:
            adjusted[winner < 0] = 0
        _put(adjusted, winner, 0)
        return adjusted

    def _values(self, fact: Mapping[str, NDArray[Any]], which: Any) -> NDArray[Any]:
        """What the hands of some deals are worth before any factor (BT-39, BT-41, BT-42)."""
        values: NDArray[Any] = fact[self._value][which].astype(self._exact)
        if self._scoring.spade_ace_40:
            values += 10 * fact["spade_aces_left"][which].astype(self._exact)
        return values

    def _settled(self, adjusted: NDArray[Any], winner: NDArray[Any]) -> NDArray[Any]:
        """Points of the adjusted counts of all at the table (BT-40, BT-43)."""
        scoring, seats = self._scoring, adjusted.shape[1]
        bonus = self._whole(scoring.winner_bonus * scoring.stake)
        points: NDArray[Any] = -adjusted
        if scoring.settlement == "place":
            points = points * self._whole(seats) + _total(adjusted)[:, None]
        if bonus:
            points[winner >= 0] -= bonus
        if scoring.settlement == "place":
            if bonus:
                _add(points, winner, bonus * self._whole(seats))
        elif scoring.settlement == "none":
            _put(points, winner, bonus * self._whole(seats - 1))
        else:
            points[winner < 0] = 0  # a house seat won
            _put(points, winner, _total(adjusted) + bonus * self._whole(seats - 1))
        return points

    def _make_liable(
        self,
        points: NDArray[Any],
        fact: Mapping[str, NDArray[Any]],
        liable: NDArray[Any] | None,
    ) -> None:
        """Let the culprits take over what the others would pay (BT-44)."""
        if liable is None:
            return
        is_so = liable >= 0
        if "culprit_passed" in fact:
            is_so &= fact["culprit_passed"] == 0
        deals = np.flatnonzero(is_so)
        if deals.size:
            theirs = points[deals]
            owed = np.minimum(theirs, 0)
            theirs -= owed
            theirs[np.arange(len(deals)), liable[deals]] += owed.sum(axis=1)
            points[deals] = theirs

    def _whole(self, value: int) -> Any:
        """A number in the form in which the tables hold theirs."""
        return np.array(value, dtype=self._exact)[()]


_VALUES = {"count": "cards_left", "pips": "pips_left", "deduction": "deduction_left"}

_SIZED = (*_VALUES.values(), "unplayed", "spade_aces_left", "twos_left", "monsters_left")
"""Facts whose greatest value tells how large tables and numbers are."""


# --- tables --------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _tables(
    scoring: Scoring, seats: int, most: tuple[tuple[str, int], ...]
) -> tuple[Any, int, dict[str, NDArray[Any]]]:
    """Tables of factors for facts that go so far, by name.

    They hold Python's own integers where 64 bits might not do, and numbers of 32 bits where those
    do.

    Returns:
        The dtype in which everything fits; how many cards left the table of factors tells apart,
        where those of a seat that played nothing follow; and the tables.
    """
    if scoring.place_points is not None:
        places = [points * scoring.stake for points in (0, *scoring.place_points)]
        return _held({"place": places}, max(map(abs, places)), 0)
    limit = dict(most)
    width = limit["cards_left"] + 1
    by_cards = [_factor(scoring, cards, unplayed=False) for cards in range(width)]
    if "unplayed" in limit:
        by_cards += [_factor(scoring, cards, unplayed=True) for cards in range(width)]
    value = _VALUES[scoring.card_values]
    largest = max(1, limit[value] + 10 * limit.get("spade_aces_left", 0))
    largest *= max(*by_cards, scoring.instant_multiplier)
    if value == "cards_left":
        by_cards = [factor * (n % width) for n, factor in enumerate(by_cards)]
    tables = {"cards_left": [factor * scoring.stake for factor in by_cards]}
    for name, base in (
        ("twos_left", scoring.two_multiplier),
        ("monsters_left", scoring.monster_multiplier),
    ):
        if name in limit and base > 1:
            once = name == "monsters_left" and not scoring.per_monster
            held = range(limit[name] + 1)
            tables[name] = [base ** (min(n, 1) if once else n) for n in held]
            largest *= tables[name][-1]
    largest = (largest * scoring.all_unplayed_multiplier + scoring.winner_bonus) * scoring.stake
    return _held(tables, largest * seats * 2, width)


def _held(
    tables: Mapping[str, list[int]], largest: int, width: int
) -> tuple[Any, int, dict[str, NDArray[Any]]]:
    """The tables in the narrowest form in which everything fits."""
    exact: Any = object if largest > _INT64_MAX else np.int64
    if largest <= _INT32_MAX:
        exact = np.int32
    return exact, width, {name: np.array(table, exact) for name, table in tables.items()}


def _factor(scoring: Scoring, cards: int, *, unplayed: bool) -> int:
    """The factor of a hand with so many cards left (BT-39), and of none played (BT-46)."""
    factor = 1
    for least, times in scoring.tiers:
        if unplayed if least == "all" else cards >= least:
            factor = times
    return factor * scoring.unplayed_multiplier if unplayed else factor


# --- sums and places of seats --------------------------------------------------------------------


def _total(counts: NDArray[Any]) -> NDArray[Any]:
    """The sum over seats; for a few seats columns add up sooner than rows."""
    total: NDArray[Any] = counts[:, :1].sum(axis=1, dtype=counts.dtype)
    for seat in range(1, counts.shape[1]):
        total += counts[:, seat]
    return total


def _all_unplayed(unplayed: NDArray[Any], winner: NDArray[Any]) -> NDArray[Any]:
    """The deals in which no loser played a card."""
    seats = unplayed.shape[1]
    deals = np.flatnonzero(_total(unplayed) >= seats - 1)
    others = np.arange(seats) != winner[deals, None]
    idle: NDArray[np.bool_] = ((unplayed[deals] == 1) | ~others).all(axis=1)
    return deals[idle]


def _put(points: NDArray[Any], seat: NDArray[Any], value: Any) -> None:
    """Write a number a deal at one seat of it, and nothing where the seat is −1."""
    deals = np.arange(len(points))
    if seat.min(initial=0) < 0:
        deals = np.flatnonzero(seat >= 0)
        seat, value = seat[deals], value if np.ndim(value) == 0 else value[deals]
    points.reshape(-1)[deals * points.shape[1] + seat] = value  # a view of them, in order


def _add(points: NDArray[Any], seat: NDArray[Any], value: Any) -> None:
    """Add a number at one seat of each deal, and nothing where the seat is −1."""
    deals = np.flatnonzero(seat >= 0)
    points[deals, seat[deals]] += value
