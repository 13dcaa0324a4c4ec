"""Paired means: what two ways of playing the same deals bring, and how sure their difference is.

All sums are taken in whole numbers, and all that follows in fractions; only the last step of an
interval, a square root, is not exact. So two equal sides differ by exactly 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from chupai.estimates import Estimate, exact_sum, reach

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Paired", "PairedSums", "Plays"]


@dataclass(frozen=True)
class Paired:
    """A mean under A and under B, over the same deals.

    Attributes:
        a: the mean under A, with its 95 % confidence interval.
        b: the mean under B.
        difference: a − b, with an interval of its own, from the differences of each deal.
        worth: how many single deals under A and as many *other* ones under B, each played once,
            would give an interval as narrow. Infinite where the sides do not differ in any deal,
            NaN where there is nothing to tell it from.
    """

    a: Estimate
    b: Estimate
    difference: Estimate
    worth: float


class Plays:
    """Sums over single plays: one deal in one rotation each, as if no others had its cards."""

    def __init__(self) -> None:
        self.number = 0
        self._squares = [0] * 3  # of points, of points and times, of times

    def add(self, points: NDArray[np.int64], times: NDArray[np.int64]) -> None:
        """Take in more plays: int64 arrays of shape (plays,) each."""
        self.number += len(points)
        for i, (x, y) in enumerate(((points, points), (points, times), (times, times))):
            self._squares[i] += exact_sum(x, y)

    def spread(self, of_points: Fraction, of_times: Fraction) -> Fraction:
        """The sum of the squares of weights · numbers over all plays."""
        points, mixed, times = self._squares
        return of_points**2 * points + 2 * of_points * of_times * mixed + of_times**2 * times


class PairedSums:
    """Sums of a pair of ratios over deals: points a time under A, and under B.

    Each deal has, under each side, some number of *times* that something was counted (that a seat
    was landlord, say) and the points of these together. The mean of a side is all its points over
    all its times; where each deal has the same number of times it is a plain mean over deals. The
    deals are taken as independent of each other, what belongs to one deal as not, and the
    interval is that of the ratio linearised about the means (the delta method), which for plain
    means is the usual one, Student's.
    """

    def __init__(self) -> None:
        self.deals = 0
        self._counting = [0, 0]  # deals in which it was counted at all, under A and under B
        self._sums = [0] * 4  # of points and times under A, then under B
        self._products = [[0] * 4 for _ in range(4)]
        self._plays: list[Plays | None] = [None, None]

    def add(
        self,
        points_a: NDArray[np.int64],
        times_a: NDArray[np.int64],
        points_b: NDArray[np.int64],
        times_b: NDArray[np.int64],
    ) -> None:
        """Take in more deals: int64 arrays of shape (deals,) each."""
        columns = [points_a, times_a, points_b, times_b]
        self.deals += len(points_a)
        for side, times in enumerate((times_a, times_b)):
            self._counting[side] += int((times != 0).sum())
        for i, column in enumerate(columns):
            self._sums[i] += exact_sum(column)
            for j, other in enumerate(columns[: i + 1]):
                self._products[i][j] += exact_sum(column, other)
                self._products[j][i] = self._products[i][j]

    def played(self, a: Plays, b: Plays) -> None:
        """Tell of what plays the deals consist, where a deal is played more than once a side."""
        self._plays = [a, b]

    @property
    def times(self) -> tuple[int, int]:
        """How often it was counted under A and under B."""
        return self._sums[1], self._sums[3]

    def paired(self) -> Paired:
        """The means and their difference."""
        a, b = self._mean(0), self._mean(2)
        # Each deal's part of the error of a mean is weights · its four numbers.
        weights_a = self._weights(a, 0)
        weights_b = self._weights(b, 2)
        both = [x - y for x, y in zip(weights_a, weights_b, strict=True)]
        spread_a, spread_b = self._squares(weights_a), self._squares(weights_b)
        spread = self._squares(both)
        worth = math.nan
        if min(self._counting) > 1:
            # What the error would be if there were one play, on each side, of other cards.
            alone = self._alone(0, weights_a, spread_a) + self._alone(1, weights_b, spread_b)
            if spread:
                worth = float(alone / spread)
            elif alone:
                worth = math.inf
        return Paired(
            self._estimate(a, spread_a, self._counting[0]),
            self._estimate(b, spread_b, self._counting[1]),
            self._estimate(None if a is None or b is None else a - b, spread, min(self._counting)),
            worth,
        )

    def _alone(self, side: int, weights: Sequence[Fraction], spread: Fraction) -> Fraction:
        """The square of the error of a side's mean, times the number of single plays in it."""
        plays = self._plays[side]
        if plays is None:  # each deal is one
            return self.deals * spread
        return plays.number * plays.spread(*weights[2 * side : 2 * side + 2])

    def _mean(self, at: int) -> Fraction | None:
        points, times = self._sums[at : at + 2]
        return Fraction(points, times) if times else None

    def _weights(self, mean: Fraction | None, at: int) -> list[Fraction]:
        weights = [Fraction(0)] * 4
        if mean is not None:
            weights[at] = Fraction(1, self._sums[at + 1])
            weights[at + 1] = -mean * weights[at]
        return weights

    def _squares(self, weights: Sequence[Fraction]) -> Fraction:
        """The sum of the squares of weights · numbers over all deals."""
        return sum(
            (
                weights[i] * weights[j] * self._products[i][j]
                for i in range(4)
                for j in range(4)
                if weights[i] and weights[j]
            ),
            Fraction(0),
        )

    def _estimate(self, mean: Fraction | None, squares: Fraction, counting: int) -> Estimate:
        if mean is None:
            return Estimate(math.nan, math.nan, math.nan)
        value = float(mean)
        if counting < 2:  # one deal does not tell how others differ from it
            return Estimate(value, -math.inf, math.inf)
        half = reach(counting) * math.sqrt(squares * self.deals / (self.deals - 1))
        return Estimate(value, value - half, value + half)
