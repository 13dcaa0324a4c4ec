"""Whole random deals by the reference: the deals that a seed means to the core, in slow Python.

Shuffling, choosing and playing are all the reference's own; only the documentation is shared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference import doudizhu as ref
from reference.streams import Dealt, Stream, deal_doudizhu

if TYPE_CHECKING:
    from collections.abc import Mapping


def in_order(moves: list[ref.Move]) -> list[ref.Move]:
    """Sort moves in the documented order, by which they are numbered."""
    return sorted(moves, key=ref.order_key)


def play_deal(switches: Mapping[str, Any], seed: int, index: int) -> ref.Facts:
    """Play deal ``index`` of the run ``seed`` with random agents and return its facts."""
    cards, choices = Stream(seed, "deal", 0, index), Stream(seed, "play", 0, index)

    def redeal() -> Dealt:
        return deal_doudizhu(cards, "uniform")

    landlord = 0 if switches["auction"] == "fixed" else None
    deal = ref.Deal(*redeal(), landlord, switches, redeal)
    while deal.turn is not None:
        legal = in_order(deal.legal())
        deal.play(legal[choices.choose(len(legal))])
    return deal.facts()
