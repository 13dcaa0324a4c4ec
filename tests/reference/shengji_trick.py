"""Shengji: one trick, told in texts.

A lead is the texts of its units: ``("AS AS KS KS", "QS")``.
"""

from collections.abc import Sequence

from . import shengji_follow, shengji_throws, shengji_units, shengji_winning
from .shengji_cards import Rules, Trump, text_of_cards
from .shengji_units import Kind, Reading, kind_of, read_unit, text_of_units

Lead = tuple[str, ...]


def units_in_texts(lead: Sequence[str], trump: Trump, rules: Rules) -> Reading:
    """Read the texts of units; ValueError for what is no unit."""
    units = []
    for text in lead:
        unit = read_unit(text, trump, rules)
        if unit is None:
            raise ValueError(f"no unit: {text!r}")
        units.append(unit)
    return tuple(units)


def readings(cards: str, trump: Trump, rules: Rules) -> list[Lead]:
    """Return all the readings of cards, the default first (SJ-14)."""
    found = shengji_units.readings(cards, trump, rules)
    return [tuple(text_of_units(units)) for units in found]


def leads(hand: str, trump: Trump, rules: Rules) -> list[Lead]:
    """Return every lead of a hand (SJ-13)."""
    return [tuple(text_of_units(units)) for units in shengji_throws.leads(hand, trump, rules)]


def is_legal_lead(lead: Sequence[str], hand: str, trump: Trump, rules: Rules) -> bool:
    """Whether units in any order may be led (SJ-13)."""
    cards = " ".join(lead).split()
    if any(cards.count(card) > hand.split().count(card) for card in cards):
        return False
    if len(lead) > 1 and not rules["throws"]:
        return False
    units = sorted(text_of_cards(text.split()) for text in lead)
    return units in [sorted(known) for known in readings(" ".join(cards), trump, rules)]


def beaten_units(
    lead: Sequence[str], others: Sequence[str], trump: Trump, rules: Rules
) -> list[str]:
    """Return the units of a failed throw of which one is led instead; none if it stands (SJ-16)."""
    result = shengji_throws.throw(units_in_texts(lead, trump, rules), others, trump, rules)
    return text_of_units(result.beaten if result.led is None else [result.led])


def is_legal_follow(play: str, hand: str, lead: Sequence[str], trump: Trump, rules: Rules) -> bool:
    """Whether cards may follow a lead (SJ-18)."""
    units = units_in_texts(lead, trump, rules)
    return shengji_follow.is_legal_follow(play, hand, units, trump, rules)


def follows(hand: str, lead: Sequence[str], trump: Trump, rules: Rules) -> list[str]:
    """Return every legal follow of a hand in the documented order."""
    return shengji_follow.follows(hand, units_in_texts(lead, trump, rules), trump, rules)


def dominant(lead: Sequence[str], trump: Trump, rules: Rules) -> Kind:
    """Return the kind of unit that decides a trick: its width and its length (SJ-25)."""
    return shengji_winning.dominant([kind_of(u) for u in units_in_texts(lead, trump, rules)])


def winner(lead: Sequence[str], plays: Sequence[str], trump: Trump, rules: Rules) -> int:
    """Return who wins a trick: 0 who led, 1, 2, 3 those who follow, in playing order (SJ-25)."""
    units = units_in_texts(lead, trump, rules)
    return shengji_winning.winner(units, plays, trump, rules)
