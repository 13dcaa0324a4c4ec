"""Deals as text, and what one seat is told of them: `parse`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chupai._native import DoudizhuState as State
from chupai._shown import shown
from chupai.doudizhu.rules import Rules

if TYPE_CHECKING:
    from chupai.variant import Variant

__all__ = ["parse"]


def parse(text: str, variant: Variant[Rules]) -> State:
    """The state that a text tells, as ``str(state)`` writes it.

    Args:
        text: the phase and parts ``name=value``; docs/rules/doudizhu.md has the grammar.
        variant: a variant of Dou Dizhu.

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
    check_variant("a text", variant)
    return State.parse(text, variant)


def check_variant(what: str, variant: Any) -> None:
    """Refuse what is no variant of Dou Dizhu."""
    if not isinstance(getattr(variant, "rules", None), Rules):
        raise TypeError(f"{what} of Dou Dizhu needs one of its variants, not {shown(variant)}")
