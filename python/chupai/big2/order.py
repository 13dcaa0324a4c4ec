"""Cards from low to high, as the rules have it: `strength`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chupai.big2.rules import Rules

__all__ = ["RANKS", "SUITS", "strength"]

RANKS = "3456789TJQKA2"
"""The ranks in the order of uint64 hands, whatever the rules."""

SUITS = "DCHS"
"""The suits likewise."""


def strength(card: str, rules: Rules) -> tuple[int, int]:
    """What a card counts in the order of ranks, then suits; higher ones count more (BT-03, BT-04).

    Example:
        >>> from chupai.big2 import HONG_KONG
        >>> strength("2S", HONG_KONG) > strength("2H", HONG_KONG) > strength("AS", HONG_KONG)
        True
    """
    top = RANKS.index(rules.top_rank)
    rank = (RANKS.index(card[0]) - top - 1) % len(RANKS)
    return rank, rules.suit_order.index(card[1])
