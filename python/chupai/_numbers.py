"""The check of a whole number that a caller gave."""

from __future__ import annotations

import operator
from typing import SupportsIndex


def whole(name: str, value: SupportsIndex, least: int, most: int) -> int:
    """``value`` as an int, if it is a whole number from ``least`` to ``most``.

    Raises:
        TypeError: it is no integer of Python or numpy; True and False are none.
        ValueError: it lies outside.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is a whole number, not {value!r}")
    number = operator.index(value)
    if not least <= number <= most:
        raise ValueError(f"{name} lies between {least} and {most}, not {value}")
    return number
