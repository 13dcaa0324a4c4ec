"""What cards may be led or follow outside a deal, as the command line lists it: `listed`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from chupai._switches import refuse
from chupai.listing import Listing
from chupai.shengji.trump import Trump

if TYPE_CHECKING:
    from chupai.shengji.rules import Rules

__all__ = ["listed"]

_LISTED = 1000

_WIDTHS = ("single", "pair", "triple", "quad")


def listed(
    rules: Rules, hand: str, lead: str | None, *, trump: str, level: str, limit: int = _LISTED
) -> Listing[tuple[str, str]]:
    """The units that may be led, or what may follow a lead, each with its kind.

    Args:
        rules: the rule set.
        hand: the cards.
        lead: the lead, None for the hand to lead.
        trump: ``"D"``, ``"C"``, ``"H"``, ``"S"``, or ``"NT"`` for no trump.
        level: the level as text, or ``"none"``.
        limit: how many are listed at most.

    Raises:
        RulesError: a hand that has fewer cards than the lead, which no seat has that is to follow
            (SJ-18).
        ValueError, TypeError: as of `Trump`.

    Example:
        >>> from chupai.shengji.rules import CN_2
        >>> listed(CN_2, "3H 3H 4S", None, trump="S", level="10").moves
        (('single', '3H'), ('pair', '3H 3H'), ('single', '4S'))
    """
    order = Trump(cast("Any", trump), None if level.casefold() == "none" else level, rules=rules)
    if lead is None:
        leads = order.leads(hand, limit)
        return Listing(tuple((_kind(unit), unit) for unit in leads), leads.total)
    follows = order.follows(hand, lead, limit)
    led = sum(len(unit.split()) for unit in order.lead_units(lead))
    held = len(order.order(hand).split())
    if held < led:
        raise refuse("SJ-18", f"{led} cards are led, and the hand has {held}")
    return Listing(tuple(("follow", play) for play in follows), follows.total)


def _kind(unit: str) -> str:
    cards = unit.split()
    width = cards.count(cards[0])
    name = _WIDTHS[width - 1]
    return name if width == len(cards) else f"linked_{name}s"
