"""Deals as text, and seats that are told of them: `parse`, `observer`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chupai import _native
from chupai._named import variant_of_family
from chupai._native import DoudizhuObserver as Observer
from chupai._native import DoudizhuState as State
from chupai._numbers import integer
from chupai.doudizhu.rules import Rules

if TYPE_CHECKING:
    from typing import SupportsIndex

    from chupai.doudizhu import Hand
    from chupai.variant import Variant

__all__ = ["observer", "parse"]


def parse(text: str, variant: Variant[Rules] | str) -> State:
    """The state that a text tells, as ``str(state)`` writes it.

    Args:
        text: the phase and parts ``name=value``; docs/rules/doudizhu.md has the grammar.
        variant: a variant of Dou Dizhu, or the name of one.

    Returns:
        A state with an empty history, equal to the one that was written.

    Raises:
        TypeError: what is no text or no variant of Dou Dizhu.
        ValueError: text that cannot be read; the message names the part.
        RulesError: a position that cannot be.

    Example:
        >>> from chupai import Variant
        >>> v = Variant(rules=Rules())
        >>> s = parse("play turn=1 landlord=0 hands=3A/TT/4R to_beat=2 by=0", v)
        >>> [str(move) for move in s.legal_moves()]
        ['pass']
        >>> parse(str(s), v) == s
        True
    """
    game = variant_of_family("a text", "Dou Dizhu", Rules, variant)
    return State.parse(text, game)


def observer(
    variant: Variant[Rules] | str,
    seat: SupportsIndex,
    hand: Hand | None = None,
    *,
    first_bidder: SupportsIndex | None = None,
    landlord: SupportsIndex | None = None,
    bottom: Hand | None = None,
) -> Observer:
    """A seat that is told of a deal event by event; the same as ``variant.observer(…)``.

    Args:
        variant: a variant of Dou Dizhu, or the name of one.
        seat: the seat that is told.
        hand: its cards at the beginning, the bottom cards of a given landlord included, and none
            where showing is asked for before the deal; None to let the first event tell the
            beginning.
        first_bidder: the seat that speaks first, by default 0.
        landlord: the landlord of rules without an auction, by default 0.
        bottom: the bottom cards, if he has taken them at the beginning.

    Returns:
        An `Observer` of a deal before its first decision.

    Raises:
        TypeError, ValueError: what is no variant, seat or hand; what goes with a hand, without one.
        RulesError: cards that cannot be at the beginning.

    Example:
        >>> from chupai import Variant
        >>> o = observer(Variant(rules=Rules()), 1, "33345556677889TTA", first_bidder=1)
        >>> [str(move) for move in o.legal_moves()]
        ['pass', 'bid 1', 'bid 2', 'bid 3']
    """
    game = variant_of_family("an observer", "Dou Dizhu", Rules, variant)
    return _native.doudizhu_observer(
        game,
        integer("seat", seat),
        hand,
        first_bidder=first_bidder,
        landlord=landlord,
        bottom=bottom,
    )
