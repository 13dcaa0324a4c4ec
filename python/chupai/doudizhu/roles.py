"""Who plays for what in a deal of Dou Dizhu, and who won: `roles`, `winners`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

__all__ = ["ROLES", "roles", "winners"]

ROLES = ("landlord", "peasant")
"""The roles, by their numbers in `roles`."""

_SEATS = np.arange(3)


def roles(facts: Mapping[str, ArrayLike]) -> NDArray[np.int8]:
    """The role of each seat: an index into `ROLES`, or −1 in a void deal (DD-04, DD-08).

    Args:
        facts: ``landlord`` of shape (…,); others are ignored.

    Returns:
        int8 of shape (…, 3).

    Example:
        >>> roles({"landlord": [2, -1]}).tolist()
        [[1, 1, 0], [-1, -1, -1]]
    """
    landlord = np.asarray(facts["landlord"])[..., None]
    role = np.where(landlord == _SEATS, 0, 1).astype(np.int8)
    return np.where(landlord < 0, np.int8(-1), role)


def winners(facts: Mapping[str, ArrayLike]) -> NDArray[np.bool_]:
    """Whether each seat won; nobody wins a void deal (DD-08).

    Args:
        facts: ``landlord`` and ``landlord_won`` of shape (…,); others are ignored.

    Returns:
        bool of shape (…, 3).

    Example:
        >>> winners({"landlord": [2, 2, -1], "landlord_won": [1, 0, 0]}).tolist()
        [[False, False, True], [True, True, False], [False, False, False]]
    """
    role = roles(facts)
    landlord_won = np.asarray(facts["landlord_won"])[..., None] == 1
    won: NDArray[np.bool_] = (role >= 0) & ((role == 0) == landlord_won)
    return won
