"""Deals as text, and seats that are told of them: `parse`, `observer`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chupai import _native
from chupai._named import variant_of_family
from chupai._native import Big2Observer as Observer
from chupai._native import Big2State as State
from chupai._numbers import integer
from chupai.big2.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import SupportsIndex

    from chupai.big2 import Hand
    from chupai.variant import Variant

__all__ = ["observer", "parse"]


def parse(text: str, variant: Variant[Rules] | str) -> State:
    """The state that a text tells, as ``str(state)`` writes it.

    Args:
        text: the phase and parts ``name=value``; docs/rules/big2.md has the grammar.
        variant: a variant of Big Two, or the name of one.

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
    game = variant_of_family("a text", "Big Two", Rules, variant)
    return State.parse(text, game)


def observer(
    variant: Variant[Rules] | str,
    seat: SupportsIndex,
    hand: Hand | None = None,
    *,
    first_card: SupportsIndex | None = None,
    leader: SupportsIndex | None = None,
    roles: Sequence[int] | None = None,
    cards_left: Sequence[int] | None = None,
    phase: str | None = None,
    turn: SupportsIndex | None = None,
) -> Observer:
    """A seat that is told of a deal event by event; the same as ``variant.observer(…)``.

    Args:
        variant: a variant of Big Two, or the name of one.
        seat: the seat that is told.
        hand: its cards at the beginning, with what did not divide if it got that; None to let the
            first event tell the beginning.
        first_card: the seat that was dealt the first card, by default 0.
        leader: the seat that was set to lead first, if one was (BT-25).
        roles: the seats of king, noble, commoner and slave, if they exchange cards (BT-37).
        cards_left: how many cards each seat has; by default as many as are dealt to each.
        phase: the phase in which the deal begins, by default ``"play"``, with roles ``"exchange"``.
        turn: whose turn it is, by default the leader's, the king's, or that of this seat if it
            holds the lowest card.

    Returns:
        An `Observer` of a deal before its first decision.

    Raises:
        TypeError, ValueError: what is no variant, seat or hand; what goes with a hand, without one;
            a turn that the hand does not tell.
        RulesError: cards that cannot be at the beginning.

    Example:
        >>> from chupai import Variant
        >>> hand = "3D 3C 5H 6H 7S 8S 9D TD JC QS KS AD 2H"
        >>> o = observer(Variant(rules=Rules()), 1, hand)
        >>> [str(move) for move in o.legal_moves()][:2]
        ['3D', '3D 3C']
    """
    game = variant_of_family("an observer", "Big Two", Rules, variant)
    return _native.big2_observer(
        game,
        integer("seat", seat),
        hand,
        first_card=first_card,
        leader=leader,
        roles=roles,
        cards_left=cards_left,
        phase=phase,
        turn=turn,
    )
