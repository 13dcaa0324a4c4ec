"""How states of Shengji come about: `deal`, `position`, `parse`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from chupai import _native
from chupai._named import variant_of_family
from chupai._native import ShengjiState as State
from chupai._numbers import whole
from chupai._shown import shown
from chupai._switches import check_choice
from chupai.shengji.rules import Rules
from chupai.shengji.setup import TRUMPS, checked_level

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal, SupportsIndex

    from chupai.shengji.order import Cards
    from chupai.shengji.setup import Setup
    from chupai.variant import Variant

__all__ = ["deal", "parse", "parts", "position"]

_WORD = 2**64 - 1
_SEATS = 4
_PHASES = ("play", "bury", "overturn", "throw", "over")


def deal(variant: Variant[Rules], seed: int, index: int, match: int, setup: Setup) -> State:
    """A deal before its first decision; `chupai.Variant.deal` is made of this and checks."""
    return _native.shengji_deal(
        variant,
        seed,
        index,
        match_number=match,
        parts=parts(setup),
        given=setup.cards,
        ordered=setup.in_order,
    )


def parts(setup: Setup) -> dict[str, Any]:
    """What a set-up gives beside cards, as ``State.setup`` has it."""
    return {
        "levels": setup.by_side,
        "declarer": setup.declarer,
        "trump": setup.trump,
        "first_card": setup.first_card,
        "kitty": setup.kitty,
    }


def parse(text: str, variant: Variant[Rules] | str) -> State:
    """The state that a text tells, as ``str(state)`` writes it.

    Args:
        text: the phase and parts ``name=value``; docs/rules/shengji.md has the grammar.
        variant: a variant of Shengji, or the name of one.

    Returns:
        A state with an empty history, equal to the one that was written.

    Raises:
        TypeError: what is no text or no variant of Shengji.
        ValueError: text that cannot be read; the message names the part.
        RulesError: a position that cannot be.
    """
    game = variant_of_family("a text", "Shengji", Rules, variant)
    return State.parse(text, game)


def position(
    variant: Variant[Rules] | str,
    *,
    hands: Sequence[Cards],
    trump: Literal["D", "C", "H", "S", "NT"],
    turn: SupportsIndex = 0,
    level: str | None = "2",
    declarer: SupportsIndex = 0,
    kitty: Cards = "",
    phase: Literal["play", "bury", "overturn", "throw", "over"] = "play",
    leader: SupportsIndex | None = None,
    led: str | Sequence[str] | None = None,
    plays: Iterable[Cards] = (),
    thrown: str | Sequence[str] | None = None,
    standing: tuple[SupportsIndex, str] | tuple[SupportsIndex, str, SupportsIndex] | None = None,
    taker: SupportsIndex | None = None,
    points: Sequence[SupportsIndex] | None = None,
    last: Sequence[SupportsIndex] | None = None,
    seed: SupportsIndex = 0,
) -> State:
    """A deal once trump is known, such as an endgame; the same as ``variant.position(…)``.

    All seats have the same number of cards, those on the table counted. Deals in which trump is
    not known yet are told as text, see `parse`.

    Args:
        variant: a variant of Shengji, or the name of one.
        hands: the cards of each seat.
        trump: the trump suit, or ``"NT"``, no trump.
        turn: the seat to act.
        level: the level that is played; None: none.
        declarer: the declarer.
        kitty: the cards that were buried, all of them, or none where they are not known; where
            somebody is to bury none, for he has taken them.
        phase: ``"play"``; ``"bury"``; ``"overturn"``, where ``turn`` may overturn trump;
            ``"throw"``, where it says what is led of a throw; or ``"over"``.
        leader: who led the trick; by default, before the lead, ``turn``.
        led: what was led, as one text with units joined by ``+``, or as a list of units; None for
            ``turn`` to lead.
        plays: what the seats after the leader have played, in order.
        thrown: in the phase ``"throw"``, the throw that failed, as ``led``; it is still in hand.
        standing: the declaration that stands, as seat and cards, or as ``State.standing`` has it:
            seat, card and how many of it.
        taker: who buried last. If that is not the declarer he has overturned trump.
        points: points in tricks that each seat has won, as far as they are to count.
        last: the last trick that is over, as eight numbers in the order of docs/rules/shengji.md;
            needed where the deal is over.
        seed: for ``s.sample()``.

    Raises:
        TypeError, ValueError: what is no hand, seat, number, level or trump suit.
        RulesError: cards that cannot lie so.
    """
    game = variant_of_family("a position", "Shengji", Rules, variant)
    check_choice("phase", phase, _PHASES, "SJ-57")
    check_choice("trump", trump, TRUMPS, "SJ-42")
    told: dict[str, str | None] = {
        "hands": "/".join(map(_short, _listed("hands", hands))),
        "kitty": _short(kitty) or None,
        "level": checked_level("level", level, "SJ-04") or "none",
        "declarer": _seat("declarer", declarer),
        "trump": trump,
        "leader": _seat("leader", leader),
        "led": _units(led),
        "plays": "/".join(map(_short, _listed("plays", plays))) or None,
        "thrown": _units(thrown),
        "taker": _seat("taker", taker),
    }
    if phase != "over":
        told["turn"] = _seat("turn", turn)
    again = taker is not None and told["taker"] != told["declarer"]
    if standing is not None:
        # Of those before it nothing is said.
        told["standing"] = _declared(standing)
    if again:
        told["takers"] = "1"
    elif standing is not None and game.rules.declaring == "given":
        # Trump was overturned, and if the declarer has the kitty then not for the first time.
        told["takers"] = "1" if taker is None else "2"
    elif standing is not None:
        told["declarations"] = "1"
    if phase == "overturn" and taker is not None:
        # After the last taker three seats are asked in playing order.
        asked = (int(told["turn"] or 0) - int(told["taker"] or 0)) % _SEATS
        told["waiting"] = str(_SEATS - 1 - asked)
    if last is not None:
        told["last"] = "/".join(
            str(whole("each of last", n, 0, 255)) for n in _listed("last", last)
        )
    if points is not None:
        most = 100 * game.rules.decks
        numbers = [whole("each of points", n, 0, most) for n in _listed("points", points)]
        told["points"] = "/".join(map(str, numbers))
    text = " ".join(f"{name}={value}" for name, value in told.items() if value is not None)
    return _native.shengji_position(game, f"{phase} {text}", whole("seed", seed, 0, _WORD))


def _seat(name: str, value: SupportsIndex | None) -> str | None:
    return None if value is None else str(whole(name, value, 0, _SEATS - 1))


def _listed(name: str, several: Any) -> list[Any]:
    """The parts of what is told seat by seat."""
    if isinstance(several, str | Mapping) or not isinstance(several, Iterable):
        raise TypeError(f"{name} are told seat by seat, in a list, not {shown(several)}")
    return list(several)


def _declared(standing: Any) -> str:
    if not isinstance(standing, tuple | list) or len(standing) not in {2, 3}:
        raise TypeError(f"standing is a seat and its cards, not {shown(standing)}")
    seat, cards, *copies = standing
    shown_cards = _short(cards)
    if copies:
        shown_cards *= whole("the copies of standing", copies[0], 1, 4)
    return f"{_seat('the seat of standing', seat)},{shown_cards}"


def _short(cards: Cards) -> str:
    return _native.shengji_format_hand(cards).replace(" ", "")


def _units(led: str | Sequence[str] | None) -> str | None:
    if led is None:
        return None
    return "+".join(map(_short, led.split("+") if isinstance(led, str) else led))
