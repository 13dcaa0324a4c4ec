"""Cards that are given before the deal: `Given`, read and checked by `checked_given`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from chupai import _native
from chupai._numbers import integer
from chupai._shown import shown
from chupai._switches import refuse, refuse_type

__all__ = ["Given", "Places", "checked_given", "texts_of"]

Place: TypeAlias = int | Literal["left"]

Places: TypeAlias = Mapping[Any, Any] | tuple[tuple[int | str, str], ...]
"""Cards by place, as callers give them: ``{0: "3D 3C", "left": "2S"}``."""

Given: TypeAlias = tuple[tuple[Place, str], ...]
"""The same in order and without empty places: ``((0, "3D 3C"), ("left", "2S"))``."""

_LEFT: Literal["left"] = "left"
_MOST_SEATS = 52
_MOST_COPIES = 2
_RULE = "BT-22"


def checked_given(given: object) -> Given | None:
    """Read cards by place: a mapping, or pairs of place and cards; None where no card is given.

    Places are the seats, and ``"left"`` for cards that do not divide; as JSON has it, ``"0"`` is
    seat 0. How many cards go where, and how many there are of each, the deal finds.

    Raises:
        RulesError: more copies of a card than two packs have, or no such place (BT-22).
        TypeError, ValueError: what is no cards by place.
    """
    if given is None:
        return None
    found: dict[Place, str] = {}
    for key, cards in _pairs(given):
        place = _place(key)
        if place in found:
            raise refuse(_RULE, f"cards of {_named(place)} are given twice")
        found[place] = _text(place, cards)
    for card, number in Counter(" ".join(found.values()).split()).items():
        if number > _MOST_COPIES:
            error = refuse(_RULE, f"{number} of {card} are given, more than two packs have")
            error.cards = card
            raise error
    seats: list[Place] = sorted(place for place in found if isinstance(place, int))
    in_order = tuple((place, found[place]) for place in (*seats, _LEFT) if found.get(place))
    return in_order or None


def texts_of(given: Given | None, players: int) -> list[str] | None:
    """The cards of each seat, and last those that do not divide, as the core takes them.

    Raises:
        RulesError: a seat that is not at the table (BT-22).
    """
    if given is None:
        return None
    by_place: dict[Place, str] = dict(given)
    for place in by_place:
        if isinstance(place, int) and place >= players:
            raise refuse(_RULE, f"cards are given to seat {place}, of {players} players")
    return [by_place.get(place, "") for place in (*range(players), _LEFT)]


def _pairs(given: object) -> list[tuple[Any, Any]]:
    if isinstance(given, Mapping):
        return list(given.items())
    if isinstance(given, tuple | list) and all(
        isinstance(pair, tuple | list) and len(pair) == 2 for pair in given
    ):
        return [(place, cards) for place, cards in given]
    message = "given is cards by place, such as {0: '3D 3C', 'left': '2S'}"
    raise refuse_type(_RULE, f"{message}, not {shown(given)}")


def _place(key: Any) -> Place:
    message = f"cards are given to seats, numbers from 0, and to 'left', not to {shown(key)}"
    if isinstance(key, str):
        if key == _LEFT:
            return _LEFT
        if not (key.isascii() and key.isdigit() and str(int(key[:4])) == key):
            raise refuse(_RULE, message)
        key = int(key)
    try:
        number = integer("a seat", key)
    except TypeError:
        raise refuse_type(_RULE, message) from None
    if not 0 <= number < _MOST_SEATS:
        raise refuse(_RULE, message)
    return number


def _text(place: Place, cards: Any) -> str:
    """The cards as text, in order."""
    try:
        return _native.big2_format_hand(cards)
    except (ValueError, TypeError) as error:
        message = f"cards given to {_named(place)}: {error}"
        raise (TypeError if isinstance(error, TypeError) else ValueError)(message) from None


def _named(place: Place) -> str:
    return "the cards left over" if place == _LEFT else f"seat {place}"
