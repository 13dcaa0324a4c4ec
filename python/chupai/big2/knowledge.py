"""Deals as text, and seats that are told of them: `parse`, `observer`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chupai import _native
from chupai._native import Big2Observer as Observer
from chupai._native import Big2State as State
from chupai._shown import shown
from chupai.big2.rules import Rules

if TYPE_CHECKING:
    from typing import SupportsIndex

    from chupai.big2 import Hand
    from chupai.variant import Variant

__all__ = ["observer", "parse"]


def parse(text: str, variant: Variant[Rules]) -> State:
    """The state that a text tells, as ``str(state)`` writes it.

    Args:
        text: the phase and parts ``name=value``; docs/rules/big2.md has the grammar.
        variant: a variant of Big Two.

    Returns:
        A state with an empty history, equal to the one that was written.

    Raises:
        TypeError: what is no text or no variant of Big Two.
        ValueError: text that cannot be read; the message names the part.
        RulesError: a position that cannot be.

    Example:
        >>> from chupai import Variant
        >>> s = Variant(rules=Rules()).deal(seed=7)
        >>> parse(str(s), s.variant) == s
        True
    """
    check_variant("a text", variant)
    kind: Any = State
    state: State = kind.parse(text, variant)
    return state


def check_variant(what: str, variant: Any) -> None:
    """Refuse what is no variant of Big Two."""
    if not isinstance(getattr(variant, "rules", None), Rules):
        raise TypeError(f"{what} of Big Two needs one of its variants, not {shown(variant)}")


def observer(variant: Variant[Rules], seat: SupportsIndex, hand: Hand | None = None) -> Observer:
    """A seat that is told of a deal event by event; the same as ``variant.observer(…)``.

    Args:
        variant: a variant of Big Two.
        seat: the seat that is told.
        hand: its cards at the beginning, or None to let the first event tell them.

    Returns:
        An `Observer` of a deal before its first decision.
    """
    check_variant("an observer", variant)
    make: Any = _native.Big2Observer
    told: Observer = make(variant, seat, hand)
    return told
