"""Means and rates with their confidence intervals: `Estimate`.

The sums that an estimate is made from are whole numbers; only its last division is not exact.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Estimate", "Z", "exact_sum"]

_INT64_MAX = 2**63 - 1

Z = 1.959963984540054
"""How many standard deviations a two-sided interval of 95 % reaches."""


@dataclass(frozen=True)
class Estimate:
    """A mean or a rate over deals, with the 95 % confidence interval from ``low`` to ``high``.

    All three are NaN where there was nothing to estimate from; the interval of a mean is
    unbounded where there was a single deal.
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
        """The mean of ``total / unit`` from the sums of values and of their squares."""
        if deals == 0:
            return Estimate(math.nan, math.nan, math.nan)
        mean = total / (deals * unit)
        if deals == 1:
            return Estimate(mean, -math.inf, math.inf)
        variance = (deals * squares - total * total) / (deals * (deals - 1) * unit * unit)
        half = Z * math.sqrt(variance / deals)
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
