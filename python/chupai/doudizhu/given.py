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

Place: TypeAlias = Literal[0, 1, 2, "bottom"]

Places: TypeAlias = Mapping[Any, Any] | tuple[tuple[int | str, str], ...]
"""Cards by place, as callers give them: ``{0: "33BR", "bottom": "2"}``."""

Given: TypeAlias = tuple[tuple[Place, str], ...]
"""The same in order and without empty places: ``((0, "33BR"), ("bottom", "2"))``."""

_ROOM: dict[Place, int] = {0: 17, 1: 17, 2: 17, "bottom": 3}
_SUITS = 4
_RULE = "DD-01"


def checked_given(given: object) -> Given | None:
    """Read cards by place: a mapping, or pairs of place and cards; None where no card is given.

    Places are the seats 0, 1 and 2 and ``"bottom"``; as JSON has it, ``"0"`` is seat 0.

    Raises:
        RulesError: more cards than are dealt to a place, or than the pack has (DD-01).
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
    every = Counter("".join(found.values()))
    for rank, number in every.items():
        if number > (1 if rank in "BR" else _SUITS):
            where = ", ".join(f"{_named(place)}: {text}" for place, text in found.items() if text)
            raise _refuse(f"{number} of {rank} are given, more than the pack has; {where}", rank)
    in_order = tuple((place, found[place]) for place in _ROOM if found.get(place))
    return in_order or None


def texts_of(given: Given | None) -> list[str] | None:
    """The cards of seats 0, 1 and 2 and of the bottom, as the core takes them."""
    if given is None:
        return None
    by_place = dict(given)
    return [by_place.get(place, "") for place in _ROOM]


def _pairs(given: object) -> list[tuple[Any, Any]]:
    if isinstance(given, Mapping):
        return list(given.items())
    if isinstance(given, tuple | list) and all(
        isinstance(pair, tuple | list) and len(pair) == 2 for pair in given
    ):
        return [(place, cards) for place, cards in given]
    message = "given is cards by place, such as {0: '33BR', 'bottom': '2'}"
    raise refuse_type(_RULE, f"{message}, not {shown(given)}")


def _place(key: Any) -> Place:
    message = f"cards are given to seats 0, 1 and 2 and to 'bottom', not to {shown(key)}"
    if isinstance(key, str):
        for place in _ROOM:
            if key == str(place):
                return place
        raise refuse(_RULE, message)
    try:
        number = integer("a seat", key)
    except TypeError:
        raise refuse_type(_RULE, message) from None
    for place in _ROOM:
        if place == number:
            return place
    raise refuse(_RULE, message)


def _text(place: Place, cards: Any) -> str:
    """The cards as text, in order."""
    try:
        text = _native.doudizhu_format_hand(cards)
    except (ValueError, TypeError) as error:
        message = f"cards given to {_named(place)}: {str(error).removesuffix(f' [{_RULE}]')}"
        if getattr(error, "rule", "") == _RULE:  # more of a rank than the pack has
            raise _refuse(message, getattr(error, "cards", "")) from None
        raise (TypeError if isinstance(error, TypeError) else ValueError)(message) from None
    if len(text) > _ROOM[place]:
        size = f"{_ROOM[place]} cards, but {len(text)} are given: {text}"
        raise _refuse(f"{_named(place)} is dealt {size}", text)
    return text


def _named(place: Place) -> str:
    return "the bottom" if place == "bottom" else f"seat {place}"


def _refuse(message: str, cards: str) -> _native.RulesError:
    error = refuse(_RULE, message)
    error.cards = cards
    return error
