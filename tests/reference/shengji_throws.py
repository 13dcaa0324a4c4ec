"""Shengji: what may be led, and what becomes of a throw."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from .shengji_cards import (
    PLACE,
    Rules,
    Trump,
    cards_in,
    chain_of,
    effective_suits,
    linked_places,
    of_suit,
    text_of_cards,
)
from .shengji_units import (
    Reading,
    Unit,
    kind_of,
    readings,
    strength_mask,
    suit_of_units,
    top_of,
    units_of,
)


def sub_multisets(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield every choice of some of the cards once, the empty one too."""
    counts = Counter(cards)
    faces = sorted(counts, key=PLACE.__getitem__)
    for numbers in product(*(range(counts[face] + 1) for face in faces)):
        yield tuple(face for face, n in zip(faces, numbers, strict=True) for _ in range(n))


def leads(hand: str, trump: Trump, rules: Rules) -> list[Reading]:
    """Return every lead of a hand (SJ-13): cards of one effective suit, and how they are read."""
    return [
        reading
        for suit in effective_suits(trump)
        for cards in sub_multisets(of_suit(cards_in(hand), suit, trump, rules))
        for reading in readings(text_of_cards(cards), trump, rules)
        if len(reading) == 1 or rules["throws"]
    ]


def lone_leads(hand: str, trump: Trump, rules: Rules) -> list[Unit]:
    """Return the leads of one unit in the documented order.

    They come by suits; then narrowest, shortest, lowest first.
    """

    def place(unit: Unit) -> tuple[int, ...]:
        suit = suit_of_units([unit], trump, rules)
        chain = chain_of(suit, trump, rules)
        width, length = kind_of(unit)
        suits = effective_suits(trump)
        return suits.index(suit), width, length, top_of(unit, chain), strength_mask(unit, chain)

    return sorted(units_of(hand, trump, rules), key=place)


class Throw(NamedTuple):
    """What becomes of a lead."""

    stands: bool
    beaten: list[Unit]
    """The smallest unit of each beaten kind: fewest cards first, then narrowest (SJ-16)."""
    led: Unit | None
    """What is led instead; None if the throw stands, or the next player has to say."""


def is_beaten(unit: Unit, hand: str, trump: Trump, rules: Rules) -> bool:
    """Whether a hand holds what beats a unit of a throw (SJ-15)."""
    chain = chain_of(suit_of_units([unit], trump, rules), trump, rules)
    held = Counter(cards_in(hand))
    return any(
        places[-1] > top_of(unit, chain)
        and all(any(held[f] >= unit.width for f in chain.classes[place]) for place in places)
        for places in linked_places(chain, len(unit.faces))
    )


def throw(units: Reading, others: Sequence[str], trump: Trump, rules: Rules) -> Throw:
    """Say whether a lead stands against the other hands, and what is led if it does not."""
    chain = chain_of(suit_of_units(units, trump, rules), trump, rules)
    beaten = []
    for kind in {kind_of(unit) for unit in units}:
        smallest = min(
            (unit for unit in units if kind_of(unit) == kind),
            key=lambda unit: (top_of(unit, chain), strength_mask(unit, chain)),
        )
        if any(is_beaten(smallest, hand, trump, rules) for hand in others):
            beaten.append(smallest)
    if len(units) == 1 or not beaten:
        return Throw(True, [], None)

    def size(unit: Unit) -> tuple[int, int]:
        return unit.width * len(unit.faces), unit.width

    beaten.sort(key=size)
    if rules["failed_throw"] == "smallest":
        return Throw(False, beaten, min(beaten, key=lambda u: (top_of(u, chain), size(u))))
    return Throw(False, beaten, beaten[0] if len(beaten) == 1 else None)
