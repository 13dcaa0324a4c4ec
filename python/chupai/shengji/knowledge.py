"""Seats that are told of a deal: `observer`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chupai import _native
from chupai._named import variant_of_family
from chupai._numbers import integer
from chupai.shengji.rules import Rules

if TYPE_CHECKING:
    from typing import SupportsIndex

    from chupai._native import ShengjiObserver as Observer
    from chupai.variant import Variant

__all__ = ["observer"]


def observer(variant: Variant[Rules] | str, seat: SupportsIndex, hand: None = None) -> Observer:
    """A seat that is told of a deal event by event; the same as ``variant.observer(…)``.

    Args:
        variant: a variant of Shengji, or the name of one.
        seat: the seat that is told.
        hand: None: the first event tells the beginning, in which the first cards are drawn.

    Returns:
        An `Observer` that knows nothing yet.

    Raises:
        TypeError, ValueError: what is no variant or seat; a hand.

    Example:
        >>> from chupai import Variant
        >>> from chupai.shengji import CN_2
        >>> V = Variant(rules=CN_2)
        >>> s, o = V.deal(seed=7), observer(V, 1)
        >>> for event in s.events(1):
        ...     o.observe(event)
        >>> o.view() == s.view(1)
        True
    """
    game = variant_of_family("an observer", "Shengji", Rules, variant)
    if hand is not None:
        raise ValueError("a seat of Shengji has no hand yet: the first event tells the beginning")
    return _native.shengji_observer(game, integer("seat", seat))
