"""The checks of numbers and flags that a caller gave."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from chupai._shown import shown

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


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


def wholes(told: str, given: ArrayLike, kinds: str = "iu") -> NDArray[Any]:
    """``given`` as an array, if it is made of whole numbers; that of an empty list is.

    Args:
        told: how the message begins, such as ``"points are"``.
        given: numbers of any shape.
        kinds: of the types of numpy that are taken; ``"biu"`` takes True and False, too.

    Raises:
        TypeError: something else is in it.
        ValueError: rows of different lengths, or a number beyond 64 bits.
    """
    try:
        array = np.asarray(given)
    except ValueError:
        raise ValueError(f"{told} whole numbers in rows of one length") from None
    if array.dtype.kind in kinds:
        return array
    if not array.size:
        return array.astype(np.int64)
    instead: object = array.dtype
    if array.dtype.kind in "Of":  # which numpy also makes of numbers that are too large
        for value in np.asarray(given, dtype=object).flat:
            if isinstance(value, bool) or not isinstance(value, int | np.integer):
                instead = shown(value) if array.dtype.kind == "O" else array.dtype
                break
            if not -(2**63) <= value < 2**63:
                raise ValueError(f"{told} whole numbers of 64 bits, not {shown(value)}")
    raise TypeError(f"{told} whole numbers, not {instead}")


def flag(name: str, value: object) -> bool:
    """``value`` as a bool, if it is True or False of Python or numpy.

    Raises:
        TypeError: it is neither; 0 and 1 are numbers.
    """
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} is True or False, not {shown(value)}")
    return bool(value)
