"""Shengji: who wins a trick."""

from collections.abc import Iterator, Sequence

from .shengji_cards import (
    TRUMPS,
    Chain,
    Rules,
    Trump,
    cards_in,
    chain_of,
    class_of,
    effective_suit,
    points_of,
)
from .shengji_units import (
    Kind,
    Reading,
    cards_of,
    kind_of,
    suit_of_units,
    text_of_units,
    top_of,
    units_in,
    without_unit,
)


def splits(cards: Sequence[str], kinds: Sequence[Kind], chain: Chain) -> Iterator[Reading]:
    """Yield, perhaps repeatedly, every way to lay cards of one suit into units of these kinds."""
    if not cards and not kinds:
        yield ()
    if not cards or not kinds:
        return
    for unit in units_in(cards, chain):
        if cards[0] in unit.faces and kind_of(unit) in kinds:
            others = list(kinds)
            others.remove(kind_of(unit))
            for more in splits(without_unit(cards, unit), others, chain):
                yield unit, *more


def dominant(kinds: Sequence[Kind]) -> Kind:
    """Return the kind that decides: of the most cards, then the widest (SJ-25)."""
    return max(kinds, key=lambda kind: (kind[0] * kind[1], kind[0]))


def suit_of_play(play: str, trump: Trump, rules: Rules) -> str | None:
    """Return the effective suit of cards, None if they are of several."""
    suits = {effective_suit(card, trump, rules) for card in cards_in(play)}
    return suits.pop() if len(suits) == 1 else None


def contends(play: str, units: Reading, trump: Trump, rules: Rules) -> bool:
    """Whether a play that follows may win the trick (SJ-24)."""
    suit, led = suit_of_play(play, trump, rules), suit_of_units(units, trump, rules)
    if suit == led and len(units) > 1:  # a throw that stands
        return False
    if suit not in (led, TRUMPS):
        return False
    kinds = [kind_of(unit) for unit in units]
    return any(splits(cards_in(play), kinds, chain_of(suit, trump, rules)))


def strength(play: str, units: Reading, trump: Trump, rules: Rules) -> list[int]:
    """Return the strength of a play that contends: one number for each kind that is compared."""
    cards, suit = cards_in(play), suit_of_play(play, trump, rules)
    assert suit is not None
    chain = chain_of(suit, trump, rules)
    if rules["throw_compare"] == "highest_card":
        return [max(class_of(card, chain) for card in cards)]
    kinds = [kind_of(unit) for unit in units]
    compared = {dominant(kinds)} if rules["throw_compare"] == "dominant" else set(kinds)
    return [
        max(
            top_of(unit, chain)
            for split in splits(cards, kinds, chain)
            for unit in split
            if kind_of(unit) == kind
        )
        for kind in sorted(compared)
    ]


def winner(units: Reading, plays: Sequence[str], trump: Trump, rules: Rules) -> int:
    """Return who wins a trick (SJ-25): 0 who led, 1, 2, 3 those who follow, in playing order."""
    led = suit_of_units(units, trump, rules)
    best, best_suit = 0, led
    best_strength: list[int] | None = None
    if len(units) == 1:
        best_strength = strength(" ".join(text_of_units(units)), units, trump, rules)
    for seat, play in enumerate(plays, 1):
        if not contends(play, units, trump, rules):
            continue
        suit, strong = suit_of_play(play, trump, rules), strength(play, units, trump, rules)
        if suit == TRUMPS != best_suit:  # the first to ruff
            best, best_suit, best_strength = seat, suit, strong
        elif suit == best_suit:
            assert best_strength is not None
            if all(a > b for a, b in zip(strong, best_strength, strict=True)):
                best, best_strength = seat, strong
    return best


def trick_points(units: Reading, plays: Sequence[str]) -> int:
    """Return the points on the table, which go to the winner (SJ-26)."""
    return points_of(cards_of(units)) + sum(points_of(cards_in(play)) for play in plays)
