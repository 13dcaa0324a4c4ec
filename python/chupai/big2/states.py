"""How states of Big Two come about: `deal`, `position`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chupai import _native
from chupai._named import variant_of_family
from chupai._numbers import flag, whole
from chupai.big2.rules import Rules
from chupai.big2.seating import cut

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import SupportsIndex

    from chupai._native import Big2State as State
    from chupai.big2 import Hand, MoveLike
    from chupai.big2.setup import Setup
    from chupai.variant import Variant

__all__ = ["deal", "position"]

_WORD = 2**64 - 1


def deal(variant: Variant[Rules], seed: int, index: int, match: int, setup: Setup) -> State:
    """A deal before its first decision; `chupai.Variant.deal` is made of this and checks."""
    first_card = setup.first_card
    if first_card is None:
        _, first_card = cut(seed, match, index, variant.rules)
    return _native.big2_deal(
        variant,
        seed,
        index,
        match_number=match,
        leader=setup.leader,
        first_card=first_card,
        roles=setup.roles,
        given=setup.cards(variant.rules),
    )


def position(
    variant: Variant[Rules] | str,
    *,
    hands: Sequence[Hand],
    turn: SupportsIndex = 0,
    to_beat: MoveLike | None = None,
    by: SupportsIndex | None = None,
    passed: Iterable[SupportsIndex] = (),
    out_order: Iterable[SupportsIndex] | None = None,
    plays: Iterable[SupportsIndex] | None = None,
    revolutions: SupportsIndex | None = None,
    leader: SupportsIndex | None = None,
    due: str | None = None,
    left: Hand = "",
    face_up: Hand = "",
    redeals: SupportsIndex = 0,
    suspect: SupportsIndex | None = None,
    suspect_passed: bool | None = None,
    could_have_stopped: bool = False,
    seed: SupportsIndex = 0,
) -> State:
    """A deal in mid-play, such as an endgame; the same as ``variant.position(…)``.

    Args:
        variant: a variant of Big Two, or the name of one.
        hands: the cards of each seat, none of one that has gone out.
        turn: the seat to play.
        to_beat: the play on the table, None if ``turn`` leads.
        by: the seat that made it (``s.last_player``), by default the last one before ``turn`` that
            holds cards.
        passed: the seats that have passed in this trick and are locked, with ``pass_rule="lock"``
            (BT-29).
        out_order: the seats that have gone out, in order; by default by their numbers (BT-31).
        plays: plays of each seat so far; by default the fewest possible.
        revolutions: how often the ends of the order of ranks have changed places (BT-38).
        leader: who led the first trick, if that is known.
        due: the card that must be played now, with the first lead of a deal (BT-26).
        left: cards that nobody plays with (BT-23).
        face_up: the card that was swapped for the leftover (BT-24).
        redeals: how often the cards were dealt again (BT-34).
        suspect: the seat that acted last, if it did not do what it could against ``turn``, which
            holds one card; −1 for nobody. By default the seat is taken for it that may be (BT-44).
        suspect_passed: whether it passed, by default if it did not make the play to beat.
        could_have_stopped: whether it held a single that beats the last card of the seat that went
            out first; only once one has, and where ``suspect`` is given (BT-44).
        seed: for ``s.sample()``.

    Raises:
        TypeError, ValueError: what is no hand, seat, number or move.
        RulesError: hands that cannot be together, a play that nobody can have made, or numbers
            that the hands or the rules contradict.

    Example:
        >>> from chupai import Variant
        >>> v = Variant(rules=Rules())
        >>> s = position(v, hands=["3D 2S", "4C", "5H 5S", "6D"], to_beat="AS")
        >>> [str(move) for move in s.legal_moves()]
        ['pass', '2S']
    """
    game = variant_of_family("a position", "Big Two", Rules, variant)
    if by is not None and to_beat is None:
        raise ValueError("by is the seat that made to_beat; give both")
    last = game.rules.players - 1

    def seat(name: str, value: SupportsIndex | None, least: int = 0) -> int | None:
        return None if value is None else whole(name, value, least, last)

    def numbers(name: str, values: Iterable[SupportsIndex], most: int) -> list[int]:
        return [whole(f"each of {name}", value, 0, most) for value in values]

    counts = None if plays is None else numbers("plays", plays, 104)
    if counts is not None and len(counts) != game.rules.players:
        raise ValueError(f"plays are those of {game.rules.players} seats, not {len(counts)}")
    return _native.big2_position(
        game,
        hands=hands,
        turn=whole("turn", turn, 0, last),
        to_beat=to_beat,
        by=seat("by", by),
        passed=numbers("passed", passed, last),
        out_order=None if out_order is None else numbers("out_order", out_order, last),
        plays=counts,
        revolutions=None if revolutions is None else whole("revolutions", revolutions, 0, 255),
        leader=seat("leader", leader),
        due=due,
        left=left,
        face_up=face_up,
        redeals=whole("redeals", redeals, 0, 255),
        suspect=seat("suspect", suspect, -1),
        suspect_passed=None if suspect_passed is None else flag("suspect_passed", suspect_passed),
        could_have_stopped=flag("could_have_stopped", could_have_stopped),
        seed=whole("seed", seed, 0, _WORD),
    )
