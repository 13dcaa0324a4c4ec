"""Where many matches stand between two deals: `MatchState`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["MatchState"]


@dataclass(frozen=True, eq=False)
class MatchState:
    """Matches side by side, each at the same number of deals or at its end.

    The first axis of every array is the match. A family's ``start`` makes such a state and its
    ``advance`` gives the next one; neither changes what it was given.

    Attributes:
        totals: points of each seat so far, int64 of shape (matches, seats).
        deals: deals played, int64 of shape (matches,).
        ended: int8 of shape (matches,): 0 while the match goes on, else what ended it, an index
            into the family's ``ENDS``.
        setups: what the family's set-up needs for the next deal: by name, arrays of shape
            (matches,) or (matches, …).
    """

    totals: NDArray[np.int64]
    deals: NDArray[np.int64]
    ended: NDArray[np.int8]
    setups: Mapping[str, NDArray[Any]]

    def __len__(self) -> int:
        """How many matches there are."""
        return len(self.deals)

    def take(self, which: NDArray[Any]) -> MatchState:
        """Only some of the matches: a mask of shape (matches,), or their numbers."""
        return MatchState(
            self.totals[which],
            self.deals[which],
            self.ended[which],
            {name: values[which] for name, values in self.setups.items()},
        )
