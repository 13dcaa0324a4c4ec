"""Shengji: units (singles, pairs, triples, quads, tractors) and the readings of a set of cards."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from .shengji_cards import (
    Chain,
    Rules,
    Trump,
    by_strength,
    cards_in,
    chain_of,
    class_of,
    effective_suit,
    effective_suits,
    linked_places,
    of_suit,
    strength_order,
    text_of_cards,
)


class Unit(NamedTuple):
    """So many copies of each of some faces, one face of each of some linked classes."""

    width: int
    faces: tuple[str, ...]
    """From low to high."""


Reading = tuple[Unit, ...]
"""The units of a lead in the documented order."""

Kind = tuple[int, int]
"""The width of a unit and the number of its classes."""


def kind_of(unit: Unit) -> Kind:
    """Return the kind of a unit."""
    return unit.width, len(unit.faces)


def cards_of(units: Iterable[Unit]) -> list[str]:
    """Return all the cards of some units."""
    return [face for unit in units for face in unit.faces for _ in range(unit.width)]


def text_of_units(units: Iterable[Unit]) -> list[str]:
    """Write each unit as its cards."""
    return [text_of_cards(cards_of([unit])) for unit in units]


def suit_of_units(units: Sequence[Unit], trump: Trump, rules: Rules) -> str:
    """Return the effective suit of a lead."""
    return effective_suit(units[0].faces[0], trump, rules)


# --- units ---------------------------------------------------------------------------------------


def unit_of(cards: Sequence[str], chain: Chain) -> Unit | None:
    """Read cards of one effective suit as one unit, if they are one (SJ-09, SJ-10)."""
    counts = Counter(cards)
    faces = sorted(counts, key=lambda face: class_of(face, chain))
    width = counts[faces[0]]
    if any(counts[face] != width for face in faces):
        return None
    if len(faces) > 1:
        if width < 2 or chain.shortest is None or len(faces) < chain.shortest:
            return None
        places = [class_of(face, chain) for face in faces]
        if places not in [list(run) for run in linked_places(chain, len(faces))]:
            return None
    return Unit(width, tuple(faces))


def read_unit(cards: str, trump: Trump, rules: Rules) -> Unit | None:
    """Read a text of cards as one unit, if they are one."""
    split = cards_in(cards)
    suits = {effective_suit(card, trump, rules) for card in split}
    return unit_of(split, chain_of(suits.pop(), trump, rules)) if len(suits) == 1 else None


def runs_in(cards: Sequence[str], width: int, length: int, chain: Chain) -> Iterator[Unit]:
    """Yield every choice of one face, held ``width`` times, of each of some linked classes."""
    counts = Counter(cards)
    wide = [[face for face in faces if counts[face] >= width] for faces in chain.classes]
    for places in linked_places(chain, length):
        for faces in product(*(wide[place] for place in places)):
            yield Unit(width, faces)


def units_in(cards: Sequence[str], chain: Chain) -> Iterator[Unit]:
    """Yield every unit that some cards of one effective suit hold."""
    for width in range(1, max(Counter(cards).values()) + 1):
        yield from runs_in(cards, width, 1, chain)
        if width >= 2 and chain.shortest is not None:
            for length in range(chain.shortest, len(chain.classes) + 1):
                runs = list(runs_in(cards, width, length, chain))
                yield from runs
                if not runs:  # and none that are longer
                    break


def units_of(hand: str, trump: Trump, rules: Rules) -> list[Unit]:
    """Return every unit that a hand holds in the documented order.

    Faces go by width, then tractors by width and length; within these the weakest come first.
    """
    units: list[Unit] = []
    for suit in effective_suits(trump):
        held = of_suit(cards_in(hand), suit, trump, rules)
        if held:
            units += units_in(held, chain_of(suit, trump, rules))
    order = strength_order(trump, rules)

    def place(unit: Unit) -> tuple[bool, int, int, list[int]]:
        length = len(unit.faces)
        return length > 1, unit.width, length, [order.index(face) for face in unit.faces]

    return sorted(units, key=place)


# --- readings ------------------------------------------------------------------------------------


@cache
def partitions(cards: tuple[str, ...], chain: Chain) -> frozenset[Reading]:
    """Return every way to lay cards of one effective suit into units."""
    if not cards:
        return frozenset([()])
    return frozenset(
        tuple(sorted((unit, *others)))
        for unit in units_in(cards, chain)
        if cards[0] in unit.faces
        for others in partitions(tuple(without_unit(cards, unit)), chain)
    )


def without_unit(cards: Iterable[str], unit: Unit) -> list[str]:
    """Return the cards that are left when a unit is gone."""
    left = list(cards)
    for card in cards_of([unit]):
        left.remove(card)
    return left


def are_apart(units: Sequence[Unit], chain: Chain) -> bool:
    """Whether no two or more of the units together are one unit (SJ-13)."""
    return not any(
        unit_of(cards_of(some), chain)
        for size in range(2, len(units) + 1)
        for some in combinations(units, size)
    )


def strength_mask(unit: Unit, chain: Chain) -> int:
    """Return the faces of a unit as a number: the higher a face, the higher its bit."""
    order = [face for faces in chain.classes for face in faces]
    return sum(1 << order.index(face) for face in unit.faces)


def top_of(unit: Unit, chain: Chain) -> int:
    """Return the place of the highest class of a unit."""
    return max(class_of(face, chain) for face in unit.faces)


def unit_key(unit: Unit, chain: Chain) -> tuple[int, ...]:
    """Units of a reading are sorted by this: largest, then widest, then highest first."""
    size = unit.width * len(unit.faces)
    return -size, -unit.width, -top_of(unit, chain), -strength_mask(unit, chain)


def reading_key(units: Reading, rules: Rules, chain: Chain) -> tuple[object, ...]:
    """Readings of the same cards are sorted by this (SJ-14)."""
    keys = [unit_key(unit, chain) for unit in units]
    sizes = [key[:2] for key in keys]
    heights = [key[2:] for key in keys]
    if rules["reading"] == "longest_unit":
        return sizes, heights
    singles = sum(kind_of(unit) == (1, 1) for unit in units)
    return singles, len(units), sizes, heights


def readings(cards: str, trump: Trump, rules: Rules) -> list[Reading]:
    """Return all the readings of cards in the documented order, none if their suits differ."""
    split = by_strength(cards_in(cards), trump, rules)
    suits = {effective_suit(card, trump, rules) for card in split}
    if len(suits) != 1:
        return []
    chain = chain_of(suits.pop(), trump, rules)
    found = (
        tuple(sorted(units, key=lambda unit: unit_key(unit, chain)))
        for units in partitions(tuple(split), chain)
        if are_apart(units, chain)
    )
    return sorted(found, key=lambda units: reading_key(units, rules, chain))
