"""How states of Dou Dizhu come about: `deal`, `position`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chupai import _native
from chupai._named import variant_of_family
from chupai._numbers import whole
from chupai.doudizhu.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import SupportsIndex

    from chupai._native import DoudizhuState as State
    from chupai.doudizhu import Hand, MoveLike
    from chupai.doudizhu.setup import Setup
    from chupai.variant import Variant

__all__ = ["deal", "position"]

_WORD = 2**64 - 1


def deal(variant: Variant[Rules], seed: int, index: int, match: int, setup: Setup) -> State:
    """A deal before its first decision; `chupai.Variant.deal` is made of this and checks."""
    return _native.doudizhu_deal(
        variant,
        seed,
        index,
        match_number=match,
        first_bidder=setup.first_bidder,
        landlord=setup.landlord,
        dealer=setup.dealer,
        given=setup.cards,
    )


def position(
    variant: Variant[Rules] | str,
    *,
    hands: Sequence[Hand],
    landlord: SupportsIndex = 0,
    turn: SupportsIndex | None = None,
    to_beat: MoveLike | None = None,
    by: SupportsIndex | None = None,
    bottom: Hand = "",
    bid: SupportsIndex | None = None,
    robs: SupportsIndex = 0,
    plays: Sequence[SupportsIndex] | None = None,
    bombs: SupportsIndex | None = None,
    rockets: SupportsIndex | None = None,
    seed: SupportsIndex = 0,
) -> State:
    """A deal in mid-play, such as an endgame 殘局; the same as ``variant.position(…)``.

    Args:
        variant: a variant of Dou Dizhu, or the name of one.
        hands: the cards of each seat.
        landlord: the landlord's seat.
        turn: the seat to play, by default the landlord's.
        to_beat: the play on the table, None if ``turn`` leads.
        by: the seat that made it (``s.last_player``), by default the one before ``turn``.
        bottom: the bottom cards, if they are known.
        bid: the winning bid, by default 1, in a rob auction the call multiplier.
        robs: robs in the auction.
        plays: card plays of each seat so far; by default the fewest possible, but two of the
            landlord if he can have made two, so that an endgame is no spring.
        bombs: bombs played so far, ``to_beat`` included; by default no other.
        rockets: rockets played so far, 0 or 1, likewise.
        seed: for ``s.sample()``.

    Raises:
        TypeError, ValueError: what is no hand, seat, number or move.
        RulesError: hands that cannot be together, a play that nobody can have made, or numbers
            that the hands or the rules contradict.

    Example:
        >>> from chupai import Variant
        >>> s = position(Variant(rules=Rules()), hands=["3A", "TT", "4R"], to_beat="2")
        >>> [str(move) for move in s.legal_moves()]
        ['pass']
    """
    game = variant_of_family("a position", "Dou Dizhu", Rules, variant)
    if by is not None and to_beat is None:
        raise ValueError("by is the seat that made to_beat; give both")
    counts = None
    if plays is not None:
        counts = [whole("each of plays", n, 0, 20) for n in plays]
        if len(counts) != 3:
            raise ValueError(f"plays are those of three seats, not {len(counts)}")
    return _native.doudizhu_position(
        game,
        hands=hands,
        landlord=whole("landlord", landlord, 0, 2),
        turn=None if turn is None else whole("turn", turn, 0, 2),
        to_beat=to_beat,
        by=None if by is None else whole("by", by, 0, 2),
        bottom=bottom,
        bid=None if bid is None else whole("bid", bid, 1, 255),
        robs=whole("robs", robs, 0, 3),
        plays=counts,
        bombs=None if bombs is None else whole("bombs", bombs, 0, 13),
        rockets=None if rockets is None else whole("rockets", rockets, 0, 1),
        seed=whole("seed", seed, 0, _WORD),
    )
