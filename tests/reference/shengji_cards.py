"""Shengji: cards, trumps, and the chain of classes of each effective suit.

A card is its rank and its suit, ``3D``, ``TS``, or a joker: ``B`` the small one, ``R`` the big one.
Cards are a text with spaces between them; with several decks a card may stand in it several times.
Rules are a mapping that holds every switch of the rule book by its name.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

RANKS = "23456789TJQKA"

SUITS = "DCHS"

DECK = [*(rank + suit for rank in "3456789TJQKA2" for suit in SUITS), "B", "R"]
"""One deck in the order in which cards are written, whatever the trumps are."""

PLACE = {face: place for place, face in enumerate(DECK)}

TRUMPS = "trump"
"""The effective suit of the trumps; the others are called by their letters."""

POINTS = {"5": 5, "T": 10, "K": 10}

CLASS_NAMES = (
    "plain", "side_constant", "main_constant", "side_level", "main_level", "B", "R",
)  # fmt: skip
"""How banned links call the classes of the trumps (SJ-12)."""

Rules = Mapping[str, Any]
"""Every switch by name. The reference has no defaults."""


class Trump(NamedTuple):
    """What makes cards trumps in one deal."""

    suit: str | None
    """None for no trump."""
    level: str | None
    """A rank, or None where no level is played."""


def cards_in(text: str) -> list[str]:
    """Split a text into its cards, sorted as they are written; ValueError for what is no card."""
    cards = text.split()
    for card in cards:
        if card not in PLACE:
            raise ValueError(f"no card: {card!r}")
    return sorted(cards, key=PLACE.__getitem__)


def text_of_cards(cards: Iterable[str]) -> str:
    """Write cards in the order in which they are always written."""
    return " ".join(sorted(cards, key=PLACE.__getitem__))


def pack(rules: Rules) -> list[str]:
    """Return all the cards of the game (SJ-01)."""
    return sorted(DECK * rules["decks"], key=PLACE.__getitem__)


def without(cards: Iterable[str], gone: Iterable[str]) -> list[str]:
    """Return the cards that are left when some are gone; ValueError for one that is not there."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


def points_of(cards: Iterable[str]) -> int:
    """Return what cards count (SJ-03)."""
    return sum(POINTS.get(card[0], 0) for card in cards)


# --- which cards are trumps ----------------------------------------------------------------------


def constant_ranks(trump: Trump, rules: Rules) -> str:
    """Return the constant ranks from low to high; the level is none of them (SJ-06)."""
    return "".join(r for r in RANKS if r in rules["constant_trumps"] and r != trump.level)


def is_plain(rank: str, trump: Trump, rules: Rules) -> bool:
    """Whether the cards of a rank stay in their suits."""
    return rank != trump.level and rank not in rules["constant_trumps"]


def plain_ranks(trump: Trump, rules: Rules) -> str:
    """Return the ranks that stay in their suits, from low to high."""
    return "".join(rank for rank in RANKS if is_plain(rank, trump, rules))


def effective_suit(card: str, trump: Trump, rules: Rules) -> str:
    """Return the suit to which a card belongs: TRUMPS, or the one printed on it (SJ-04)."""
    if card in ("B", "R") or not is_plain(card[0], trump, rules) or card[1] == trump.suit:
        return TRUMPS
    return card[1]


def effective_suits(trump: Trump) -> list[str]:
    """Return the effective suits from low to high: the trumps are the last."""
    return [*(suit for suit in SUITS if suit != trump.suit), TRUMPS]


def of_suit(cards: Iterable[str], suit: str, trump: Trump, rules: Rules) -> list[str]:
    """Return those of some cards that belong to an effective suit."""
    return [card for card in cards if effective_suit(card, trump, rules) == suit]


# --- the chain of classes ------------------------------------------------------------------------


class Chain(NamedTuple):
    """One effective suit."""

    classes: tuple[tuple[str, ...], ...]
    """From low to high: the faces of equal strength, which are one class."""
    linked: tuple[bool, ...]
    """Of each class but the highest, whether a tractor may go on from it to the next."""
    shortest: int | None
    """How many classes a tractor has at least; None where there are no tractors."""


class Class(NamedTuple):
    """The faces of equal strength, and how banned links call them."""

    names: tuple[str, ...]
    faces: tuple[str, ...]


def chain_of(suit: str, trump: Trump, rules: Rules) -> Chain:
    """Return the chain of an effective suit (SJ-05, SJ-06, SJ-07)."""
    of_links = "constant_trumps", "tractors", "tractor_min_length", "hollow", "banned_links"
    return chain_once(suit, trump, tuple((name, rules[name]) for name in of_links))


@cache
def chain_once(suit: str, trump: Trump, switches: tuple[tuple[str, Any], ...]) -> Chain:
    """Answer `chain_of`, once for each chain."""
    rules = dict(switches)
    if suit == TRUMPS:
        classes = trump_classes(trump, rules)
    else:
        classes = plain_classes(suit, trump, rules, ())
    return Chain(
        tuple(each.faces for each in classes),
        tuple(are_linked(low, high, trump, rules) for low, high in pairwise(classes)),
        rules["tractor_min_length"] if rules["tractors"] else None,
    )


def plain_classes(suit: str, trump: Trump, rules: Rules, names: tuple[str, ...]) -> list[Class]:
    """Return the plain ranks of a printed suit."""
    return [Class(names, (rank + suit,)) for rank in plain_ranks(trump, rules)]


def trump_classes(trump: Trump, rules: Rules) -> list[Class]:
    """Return the classes of the trumps from low to high."""
    classes = []
    if trump.suit is not None:
        classes += plain_classes(trump.suit, trump, rules, ("plain",))
    for rank in constant_ranks(trump, rules):
        classes += classes_of_rank(rank, "constant", trump)
    if trump.level is not None:
        classes += classes_of_rank(trump.level, "level", trump)
    return [*classes, Class(("B",), ("B",)), Class(("R",), ("R",))]


def classes_of_rank(rank: str, name: str, trump: Trump) -> list[Class]:
    """Return a rank that is trump in all suits: side then main, or all four equal (SJ-07)."""
    if trump.suit is None:
        return [Class((f"side_{name}", f"main_{name}"), tuple(rank + suit for suit in SUITS))]
    side = tuple(rank + suit for suit in SUITS if suit != trump.suit)
    return [Class((f"side_{name}",), side), Class((f"main_{name}",), (rank + trump.suit,))]


def are_linked(low: Class, high: Class, trump: Trump, rules: Rules) -> bool:
    """Whether a tractor may go on from one class to the next (SJ-10, SJ-12)."""
    for one, other in rules["banned_links"]:
        if one in low.names and other in high.names:
            return False
        if other in low.names and one in high.names:
            return False
    plain = plain_ranks(trump, rules)
    rank, next_rank = low.faces[0][0], high.faces[0][0]
    if rank in plain and next_rank in plain:
        return bool(rules["hollow"]) or RANKS.index(next_rank) == RANKS.index(rank) + 1
    return True


def strength_order(trump: Trump, rules: Rules) -> list[str]:
    """Return all faces from low to high: plain suits, then trumps; in a class by suits."""
    return [
        face
        for suit in effective_suits(trump)
        for faces in chain_of(suit, trump, rules).classes
        for face in faces
    ]


def by_strength(cards: Iterable[str], trump: Trump, rules: Rules) -> list[str]:
    """Sort cards from low to high."""
    return sorted(cards, key=strength_order(trump, rules).index)


def class_of(card: str, chain: Chain) -> int:
    """Return the place in the chain of the class of a card."""
    return next(place for place, faces in enumerate(chain.classes) if card in faces)


def linked_places(chain: Chain, length: int) -> list[range]:
    """Return the places of every ``length`` consecutive classes that are all linked."""
    return [
        range(start, start + length)
        for start in range(len(chain.classes) - length + 1)
        if all(chain.linked[start : start + length - 1])
    ]
