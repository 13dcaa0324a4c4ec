"""Who won a deal of Big Two; everybody plays for the same: `roles`, `winners`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

__all__ = ["roles", "winners"]


def roles(facts: Mapping[str, ArrayLike]) -> NDArray[np.int8]:
    """The role of each seat in a deal: −1, there are none.

    King, noble, commoner and slave are roles between deals, see `chupai.big2.Setup` (BT-37).

    Args:
        facts: ``cards_left`` of shape (…, seats); others are ignored.

    Returns:
        int8 of shape (…, seats).
    """
    return np.full(np.shape(facts["cards_left"]), -1, dtype=np.int8)


def winners(facts: Mapping[str, ArrayLike]) -> NDArray[np.bool_]:
    """Whether each seat won: it was the first to run out of cards, or won at once (BT-31, BT-33).

    Args:
        facts: ``winner`` of shape (…,), −1 where nobody won, and ``cards_left`` of shape
            (…, seats); others are ignored.

    Returns:
        bool of shape (…, seats).

    Example:
        >>> winners({"winner": [2, -1], "cards_left": [[3, 1, 0], [9, 9, 9]]}).tolist()
        [[False, False, True], [False, False, False]]
    """
    seats = np.shape(facts["cards_left"])[-1]
    won: NDArray[np.bool_] = np.asarray(facts["winner"])[..., None] == np.arange(seats)
    return won
