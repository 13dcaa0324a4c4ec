"""Shengji: declaring trump. What may be shown, and what is higher than what."""

from collections.abc import Sequence
from typing import NamedTuple

from .shengji_cards import SUITS, Rules

JOKERS = "BR"


class Declaration(NamedTuple):
    """Some copies of one face, shown by a seat."""

    seat: int
    face: str
    copies: int


def strength(face: str, count: int) -> int:
    """Return how high a declaration is (SJ-38); the numbers mean nothing but their order."""
    order = ["level", "two level", "BB", "RR", "three level", "BBB", "RRR",
             "four level", "BBBB", "RRRR"]  # fmt: skip
    if face in JOKERS:
        return order.index(face * count)
    return order.index({1: "level", 2: "two level", 3: "three level", 4: "four level"}[count])


def named_suit(face: str) -> str:
    """Return what a declaration makes trump: a suit, or "NT" for no trump (SJ-38)."""
    return "NT" if face in JOKERS else face[1]


def has_its_joker(face: str, held: Sequence[str], rules: Rules) -> bool:
    """Whether a declaration has the joker along that it may need (SJ-44)."""
    if face in JOKERS or rules["declare_with_joker"] == "off":
        return True
    if rules["declare_with_joker"] == "any":
        return "B" in held or "R" in held
    return {"S": "B", "C": "B", "H": "R", "D": "R"}[face[1]] in held


def declarations(
    seat: int, held: Sequence[str], level: str | None, standing: Declaration | None, rules: Rules
) -> list[Declaration]:
    """Return what a seat may show now, from the cards it has (SJ-38, SJ-39)."""
    faces = [] if level is None else [level + suit for suit in SUITS]
    found = []
    for face in [*faces, *JOKERS]:
        for count in range(1, held.count(face) + 1):
            if face in JOKERS and (count == 1 or not rules["no_trump"]):
                continue
            if not has_its_joker(face, held, rules):
                continue
            if standing is not None and strength(face, count) <= strength(*standing[1:]):
                continue
            may_add = rules["reinforce"] and standing is not None and face == standing.face
            if standing is not None and standing.seat == seat and not may_add:
                continue
            found.append(Declaration(seat, face, count))
    return found


def overturns(
    seat: int, held: Sequence[str], level: str | None, standing: Declaration | None, rules: Rules
) -> list[Declaration]:
    """Return what a seat may show to take the kitty from whoever buried it (SJ-46)."""
    if standing is not None and standing.seat == seat:
        return []
    return declarations(seat, held, level, standing, rules)


def turned_up(kitty: Sequence[str], rules: Rules) -> str:
    """Return what the kitty makes trump, turned up card by card: a suit, or "NT"."""
    for card in kitty:  # SJ-41
        if card not in JOKERS:
            return card[1]
    return "NT" if rules["no_trump"] else "S"
