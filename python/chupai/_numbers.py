"""The checks of a number or flag that a caller gave."""

from __future__ import annotations

import operator
from typing import SupportsIndex

import numpy as np

from chupai._shown import shown


def integer(name: str, value: SupportsIndex) -> int:
    """``value`` as an int, if it is an integer of Python or numpy.

    Raises:
        TypeError: it is none; True and False are none.
    """
    if not isinstance(value, bool):
        try:
            return operator.index(value)
        except TypeError:
            pass
    raise TypeError(f"{name} is a whole number, not {shown(value)}")


def whole(name: str, value: SupportsIndex, least: int, most: int) -> int:
    """``value`` as an int, if it is a whole number from ``least`` to ``most``.

    Raises:
        TypeError: it is no integer of Python or numpy; True and False are none.
        ValueError: it lies outside.
    """
    number = integer(name, value)
    if not least <= number <= most:
        raise ValueError(f"{name} lies between {least} and {most}, not {shown(number)}")
    return number


def flag(name: str, value: object) -> bool:
    """``value`` as a bool, if it is True or False of Python or numpy.

    Raises:
        TypeError: it is neither; 0 and 1 are numbers.
    """
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} is True or False, not {shown(value)}")
    return bool(value)
