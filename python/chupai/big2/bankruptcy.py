"""What is paid where somebody owes more than he holds: `bankrupt` (BT-45)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

__all__ = ["bankrupt"]


def bankrupt(
    points: NDArray[Any], held: NDArray[Any], fact: Mapping[str, NDArray[Any]], rule: str
) -> NDArray[Any]:
    """Points of which nobody loses more than he holds.

    What the losers can pay goes to those who are owed something: to the winner first, then to the
    smaller hand first, of equal ones to the lower seat.

    Args:
        points: what is owed, shape (deals, seats).
        held: purses before the deal, of the same shape; one that is below nothing pays nothing.
        fact: ``winner`` of shape (deals,) and ``cards_left`` of shape (deals, seats).
        rule: ``"table"``, only those pay who owe more than they hold, or ``"shortfall"``, all
            losers.
    """
    purse = np.maximum(held, 0)
    short = points < -purse
    deals = np.flatnonzero(short.any(axis=1))
    if not deals.size:
        return points
    owed, can = points[deals], purse[deals]
    pays = short[deals] if rule == "table" else owed < 0
    paid = np.where(pays, np.minimum(-owed, can), 0)
    seats = owed.shape[1]
    is_winner = np.arange(seats) == fact["winner"][deals, None]
    left = fact["cards_left"][deals].astype(np.int64)
    order = np.argsort(np.where(is_winner, -1, left), axis=1, kind="stable")
    due = np.take_along_axis(np.maximum(owed, 0), order, axis=1)
    pot = paid.sum(axis=1)
    got = np.zeros_like(due)
    for turn in range(seats):
        got[:, turn] = np.minimum(due[:, turn], pot)
        pot = pot - got[:, turn]
    moved = -paid
    np.put_along_axis(to := np.zeros_like(due), order, got, axis=1)
    settled = points.copy()
    settled[deals] = moved + to
    return settled
