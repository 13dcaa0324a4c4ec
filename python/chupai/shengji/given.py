"""Cards that are given before the deal: `Given`, read and checked by `checked_given`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

from chupai import _native
from chupai._numbers import integer
from chupai._shown import shown
from chupai._switches import refuse, refuse_type
from chupai.cards import Card, parse_cards

__all__ = ["Given", "Places", "checked_given", "texts_of"]

Place: TypeAlias = int | Literal["kitty"]

Places: TypeAlias = Mapping[Any, Any] | tuple[tuple[int | str, str], ...]
"""Cards by place, as callers give them: ``{0: "AS AS", "kitty": "5D"}``."""

Given: TypeAlias = tuple[tuple[Place, str], ...]
"""The same in order and without empty places: ``((0, "AS AS"), ("kitty", "5D"))``."""

_KITTY: Final = "kitty"
_PLACES: Final[tuple[Place, ...]] = (0, 1, 2, 3, _KITTY)
_MOST_COPIES = 4
_RULE = "SJ-02"
_RANKS, _SUITS, _JOKERS = "3456789TJQKA2", "DCHS", "BR"  # as cards are written everywhere


def checked_given(given: object, *, in_order: bool = False) -> Given | None:
    """Read cards by place: a mapping, or pairs of place and cards; None where no card is given.

    Places are the seats, 0 to 3, and ``"kitty"``; as JSON has it, ``"0"`` is seat 0. How many cards
    go where, and how many there are of each, the deal finds.

    Args:
        given: the cards.
        in_order: keep those of a place in the order in which they are given.

    Raises:
        RulesError: more copies of a card than four decks have, or no such place (SJ-02).
        TypeError, ValueError: what is no cards by place.

    Example:
        >>> checked_given({"kitty": "10♦ R", 2: "AS 2H AS"})
        ((2, 'AS AS 2H'), ('kitty', 'TD R'))
    """
    if given is None:
        return None
    found: dict[Place, str] = {}
    for key, cards in _pairs(given):
        place = _place(key)
        if place in found:
            raise refuse(_RULE, f"cards of {_named(place)} are given twice")
        found[place] = _text(place, cards, in_order=in_order)
    for card, number in Counter(" ".join(found.values()).split()).items():
        if number > _MOST_COPIES:
            error = refuse(_RULE, f"{number} of {card} are given, more than four decks have")
            error.cards = card
            raise error
    return tuple((place, found[place]) for place in _PLACES if found.get(place)) or None


def texts_of(given: Given | None) -> list[str] | None:
    """The cards of each seat, and last those of the kitty, as the core takes them."""
    if given is None:
        return None
    by_place: dict[Place, str] = dict(given)
    return [by_place.get(place, "") for place in _PLACES]


def _pairs(given: object) -> list[tuple[Any, Any]]:
    if isinstance(given, Mapping):
        return list(given.items())
    if isinstance(given, tuple | list) and all(
        isinstance(pair, tuple | list) and len(pair) == 2 for pair in given
    ):
        return [(place, cards) for place, cards in given]
    message = "given is cards by place, such as {0: 'AS AS', 'kitty': '5D'}"
    raise refuse_type(_RULE, f"{message}, not {shown(given)}")


def _place(key: Any) -> Place:
    message = f"cards are given to seats, 0 to 3, and to 'kitty', not to {shown(key)}"
    if isinstance(key, str):
        if key == _KITTY:
            return _KITTY
        if key not in {"0", "1", "2", "3"}:
            raise refuse(_RULE, message)
        return int(key)
    try:
        number = integer("a seat", key)
    except TypeError:
        raise refuse_type(_RULE, message) from None
    if not 0 <= number <= 3:
        raise refuse(_RULE, message)
    return number


def _text(place: Place, cards: Any, *, in_order: bool) -> str:
    """The cards as text, in the order in which cards are written everywhere, or as given."""
    try:
        parsed = parse_cards(cards if isinstance(cards, str) else _as_text(cards))
    except TypeError as error:
        raise refuse_type(_RULE, f"cards given to {_named(place)}: {error}") from None
    except ValueError as error:
        raise ValueError(f"cards given to {_named(place)}: {error}") from None
    return " ".join(map(str, parsed if in_order else sorted(parsed, key=_order)))


def _as_text(cards: Any) -> str:
    """Cards that are no text: those of a list in its order, of an array in that of all cards."""
    if isinstance(cards, list | tuple) and all(isinstance(card, str | Card) for card in cards):
        return " ".join(map(str, cards))
    return _native.shengji_format_hand(cards)


def _order(card: Card) -> tuple[int, int]:
    if card.is_joker:
        return len(_RANKS), _JOKERS.index(card.rank)
    return _RANKS.index(card.rank), _SUITS.index(card.suit)


def _named(place: Place) -> str:
    return "the kitty" if place == _KITTY else f"seat {place}"
