"""Shengji: what is owed when following, and every legal follow.

What cards are worth to a follower is a record of numbers (SJ-19): the demands of the lead are
served one after the other, widest first, of one width longest first, and each serving adds an entry
to the record. Every way of serving is tried; the greatest record is the value of the cards.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from .shengji_cards import (
    PLACE,
    Chain,
    Rules,
    Trump,
    cards_in,
    chain_of,
    of_suit,
    strength_order,
    text_of_cards,
    without,
)
from .shengji_throws import sub_multisets
from .shengji_units import Reading, cards_of, runs_in, suit_of_units

QUAD = 4


class Demand(NamedTuple):
    """So many tuples of one width, best all in a row."""

    width: int
    length: int
    from_quads: bool
    """Whether quads were led, and not triples."""


class Asked(NamedTuple):
    """What stays the same while demands are served."""

    chain: Chain
    order: str
    """The switch ``follow_order``."""
    hand: tuple[str, ...] | None
    """Under ``protect_wider`` the cards of the hand, else None."""


Entry = tuple[int, ...]
Record = tuple[Entry, ...]
Way = tuple[Entry, list[str], list[Demand]]
"""The entry of a serving, the cards that are left, and the demands that it leaves."""


# --- one serving ---------------------------------------------------------------------------------


def unmet(demand: Demand, number: int) -> list[Demand]:
    """Return what becomes of so many tuples of a demand that are not there."""
    if number == 0 or demand.width == 2:
        return []
    if demand.width == 3 and demand.from_quads:  # a quad is two pairs
        return [Demand(2, number, False)] * 2
    return [Demand(demand.width - 1, number, demand.from_quads)]


def rest(demand: Demand, length: int) -> list[Demand]:
    """Return what a demand leaves after a shorter run."""
    return [demand._replace(length=demand.length - length)] if length < demand.length else []


def counting(cards: Sequence[str], width: int, asked: Asked) -> list[str]:
    """Return the cards that count for this width (SJ-23)."""
    if asked.hand is None:
        return list(cards)
    return [c for c in cards if asked.hand.count(c) == width and cards.count(c) == width]


def runs(cards: Sequence[str], width: int, length: int, asked: Asked) -> Iterator[tuple[str, ...]]:
    """Yield the cards of every run of at least two classes, if it is long enough for a tractor."""
    shortest = asked.chain.shortest
    if shortest is not None and length >= shortest:
        for run in runs_in(counting(cards, width, asked), width, length, asked.chain):
            yield tuple(cards_of([run]))


def loose(cards: Sequence[str], width: int, number: int, asked: Asked) -> Iterator[tuple[str, ...]]:
    """Yield the cards of every choice of so many tuples; a face may give several."""
    counts = Counter(counting(cards, width, asked))
    for faces in combinations_with_replacement(sorted(counts, key=PLACE.__getitem__), number):
        if all(counts[face] >= width * faces.count(face) for face in faces):
            yield tuple(face for face in faces for _ in range(width))


def altogether(
    cards: Sequence[str], demand: Demand, asked: Asked
) -> Iterator[tuple[Entry, list[str]]]:
    """Yield every way to find all tuples of a demand: lengths of runs, longest first; the rest."""
    for length in range(2, demand.length + 1):
        for run in runs(cards, demand.width, length, asked):
            shorter = demand._replace(length=demand.length - length)
            for lengths, left in altogether(without(cards, run), shorter, asked):
                yield tuple(sorted((length, *lengths), reverse=True)), left
    for tuples in loose(cards, demand.width, demand.length, asked):
        yield (), without(cards, tuples)


def ways(demand: Demand, cards: Sequence[str], asked: Asked) -> Iterator[Way]:
    """Yield every way to serve a demand from these cards (SJ-19, SJ-21).

    The first number of an entry says what kind of service it is; the best kind has the highest.
    """
    width, length = demand.width, demand.length
    if length >= 2 and asked.order == "runs_first":
        for narrower in range(width, 1, -1):
            yield from whole_run(7 + narrower, narrower, demand, cards, asked)
    if length >= 2 and width == 3 and asked.order == "run_before_triples":
        yield from whole_run(9, 3, demand, cards, asked)
        yield from whole_run(8, 2, demand, cards, asked)
    if length >= 2 and width == 3 and asked.order == "run_before_one_triple":
        yield from whole_run(9, 3, demand, cards, asked)
        for lengths, left in altogether(cards, demand, asked):
            yield (8, *lengths), left, []
        yield from whole_run(7, 2, demand, cards, asked)
    for part in range(2, length + 1):
        for run in runs(cards, width, part, asked):
            yield (1, part), without(cards, run), rest(demand, part)
    for number in range(length + 1):
        for tuples in loose(cards, width, number, asked):
            yield (0, number), without(cards, tuples), unmet(demand, length - number)


def whole_run(
    rung: int, width: int, demand: Demand, cards: Sequence[str], asked: Asked
) -> Iterator[Way]:
    """Yield every way to serve a demand by one run of all its length, perhaps a narrower one."""
    again = [Demand(2, demand.length, False)] if demand.from_quads and width == 2 else []
    for run in runs(cards, width, demand.length, asked):
        yield (rung,), without(cards, run), again


# --- the value of cards --------------------------------------------------------------------------


def next_demands(demands: Collection[Demand]) -> set[Demand]:
    """Return the demands of which any may be served next: the longest of the widest."""
    width = max(demand.width for demand in demands)
    length = max(demand.length for demand in demands if demand.width == width)
    return {demand for demand in demands if (demand.width, demand.length) == (width, length)}


def placements(cards: Sequence[str], demands: Sequence[Demand], asked: Asked) -> Iterator[Record]:
    """Yield the record of every placement, good or bad."""
    if not demands:
        yield ()
        return
    for demand in next_demands(demands):
        others = list(demands)
        others.remove(demand)
        for entry, left, more in ways(demand, cards, asked):
            for record in placements(left, [*others, *more], asked):
                yield entry, *record


@cache
def best_record(cards: tuple[str, ...], demands: tuple[Demand, ...], asked: Asked) -> Record:
    """Return the greatest of `placements`.

    The greatest record begins with the greatest entry, so that only the ways to get that one need
    be followed.
    """
    if not demands:
        return ()
    served: dict[Entry, set[tuple[tuple[str, ...], tuple[Demand, ...]]]] = {}
    for demand in next_demands(demands):
        others = list(demands)
        others.remove(demand)
        for entry, left, more in ways(demand, cards, asked):
            served.setdefault(entry, set()).add((tuple(left), tuple(sorted((*others, *more)))))
    best = max(served)
    return (best, *max(best_record(left, further, asked) for left, further in served[best]))


def demands_of(units: Reading) -> tuple[Demand, ...]:
    """Return the demands of a lead; singles are none."""
    return tuple(
        sorted(
            Demand(unit.width, len(unit.faces), unit.width == QUAD)
            for unit in units
            if unit.width >= 2
        )
    )


def value(
    cards: Sequence[str], held: Sequence[str], units: Reading, trump: Trump, rules: Rules
) -> Record:
    """Return V of some of the cards that a follower holds in the suit led."""
    if rules["follow_order"] == "suit_only":  # SJ-22
        return ()
    chain = chain_of(suit_of_units(units, trump, rules), trump, rules)
    hand = tuple(held) if rules["protect_wider"] else None
    asked = Asked(chain, rules["follow_order"], hand)
    return best_record(tuple(sorted(cards, key=PLACE.__getitem__)), demands_of(units), asked)


# --- legal follows -------------------------------------------------------------------------------


def is_legal_follow(play: str, hand: str, units: Reading, trump: Trump, rules: Rules) -> bool:
    """Whether cards may follow a lead (SJ-18)."""
    played, cards, number = cards_in(play), cards_in(hand), len(cards_of(units))
    if len(played) != number or any(played.count(c) > cards.count(c) for c in played):
        return False
    suit = suit_of_units(units, trump, rules)
    held, followed = of_suit(cards, suit, trump, rules), of_suit(played, suit, trump, rules)
    if len(held) < number:
        return len(followed) == len(held)
    return len(followed) == number and (
        value(followed, held, units, trump, rules) == value(held, held, units, trump, rules)
    )


def follows(hand: str, units: Reading, trump: Trump, rules: Rules) -> list[str]:
    """Return every legal follow of a hand, by asking about every choice of its cards.

    In the documented order: face by face from the weakest on, more copies of it come first.
    """
    number, order = len(cards_of(units)), strength_order(trump, rules)
    plays = [
        text_of_cards(chosen) for chosen in sub_multisets(cards_in(hand)) if len(chosen) == number
    ]
    legal = [play for play in plays if is_legal_follow(play, hand, units, trump, rules)]
    return sorted(legal, key=lambda play: [-play.split().count(face) for face in order])


def next_faces(prefix: str, plays: Sequence[str]) -> list[str]:
    """Return the faces that may be added to cards so that some legal play remains."""
    begun = Counter(cards_in(prefix))
    left = [Counter(cards_in(play)) - begun for play in plays if begun <= Counter(cards_in(play))]
    return sorted({face for faces in left for face in faces}, key=PLACE.__getitem__)
