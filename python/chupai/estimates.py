"""Means and rates with their confidence intervals: `Estimate`.

The sums that an estimate is made from are whole numbers; only its last division is not exact.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Estimate", "Z", "exact_sum", "reach"]

_INT64_MAX = 2**63 - 1

Z = 1.959963984540054
"""How many standard deviations a two-sided interval of 95 % reaches, where they are known."""

_EXACT_TO = 30
"""Degrees of freedom up to which Student's distribution is added up term by term."""


@lru_cache(maxsize=1024)
def reach(observations: int) -> float:
    """How many standard errors a 95 % interval reaches where these are estimated too.

    It is the 97.5 % quantile of Student's t with one degree of freedom less than there are
    observations: 12.71 of two, 2.78 of five, 1.98 of a hundred, and `Z` of very many.

    Args:
        observations: how many independent ones the mean is of, 2 or more.

    Example:
        >>> [round(reach(n), 3) for n in (2, 5, 100)]
        [12.706, 2.776, 1.984]
    """
    freedom = observations - 1
    if freedom > _EXACT_TO:  # Abramowitz and Stegun, 26.7.5
        first = (Z**3 + Z) / 4
        second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
        third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
        return Z + (first + (second + third / freedom) / freedom) / freedom
    low, high = 0.0, 13.0  # 12.71 is the widest
    while low < (middle := (low + high) / 2) < high:
        if _within(middle, freedom) < 0.95:
            low = middle
        else:
            high = middle
    return high


def _within(t: float, freedom: int) -> float:
    """The chance that Student's t lies between −t and t: Abramowitz and Stegun, 26.7.3, 26.7.4."""
    angle = math.atan(t / math.sqrt(freedom))
    square = math.cos(angle) ** 2
    term = math.sin(angle) * (math.cos(angle) if freedom % 2 else 1.0)
    total = 0.0
    for n in range(2 + freedom % 2, freedom + 1, 2):
        total += term
        term *= square * (n - 1) / n
    return 2 * (angle + total) / math.pi if freedom % 2 else total


@dataclass(frozen=True)
class Estimate:
    """A mean or a rate over deals, with the 95 % confidence interval from ``low`` to ``high``.

    The interval of a rate is Wilson's, that of a mean Student's, which is wide of few deals and
    unbounded of a single one. All three are NaN where there was nothing to estimate from.
    """

    value: float
    low: float
    high: float

    @staticmethod
    def of_rate(hits: int, deals: int) -> Estimate:
        """The share of deals that are hits, with Wilson's interval."""
        if deals == 0:
            return Estimate(math.nan, math.nan, math.nan)
        rate = hits / deals
        centre = (rate + Z**2 / (2 * deals)) / (1 + Z**2 / deals)
        spread = math.sqrt(rate * (1 - rate) / deals + (Z / (2 * deals)) ** 2)
        half = Z * spread / (1 + Z**2 / deals)
        low = 0.0 if hits == 0 else centre - half
        return Estimate(rate, low, 1.0 if hits == deals else centre + half)

    @staticmethod
    def of_mean(total: int, squares: int, deals: int, unit: int = 1) -> Estimate:
        """The mean of ``total / unit`` from the sums of values and squares, Student's interval."""
        if deals == 0:
            return Estimate(math.nan, math.nan, math.nan)
        mean = total / (deals * unit)
        if deals == 1:
            return Estimate(mean, -math.inf, math.inf)
        variance = (deals * squares - total * total) / (deals * (deals - 1) * unit * unit)
        half = reach(deals) * math.sqrt(variance / deals)
        return Estimate(mean, mean - half, mean + half)

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def text(self, sign: str = "") -> str:
        """Value ± margin, or value [low, high] where the value is not in the middle.

        More places where the margin is small; a dash where there was nothing to estimate from;
        ``sign`` as in formats.
        """
        if math.isnan(self.value):
            return "–"
        margin, places = self.margin, 4
        if 0 < margin < 0.0005:
            places = min(9, 1 - math.floor(math.log10(margin)))
        value = f"{self.value:{sign}.{places}f}"
        if abs((self.low + self.high) / 2 - self.value) < 0.5 * 10**-places:
            return f"{value} ± {margin:.{places}f}"
        return f"{value} [{self.low:{sign}.{places}f}, {self.high:{sign}.{places}f}]"

    def __str__(self) -> str:
        return self.text()


def exact_sum(column: NDArray[np.int64], other: NDArray[np.int64] | None = None) -> int:
    """The sum of a column, or of its products with another, exactly."""
    reach = _largest(column) * (1 if other is None else _largest(other)) * len(column)
    if reach > _INT64_MAX:
        wide = column.astype(object)
        return int(wide.sum() if other is None else (wide * other.astype(object)).sum())
    return int(column.sum() if other is None else column @ other)


def _largest(column: NDArray[np.int64]) -> int:
    return max(int(column.max(initial=0)), -int(column.min(initial=0)))
