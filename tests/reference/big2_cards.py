"""Big Two: cards, the order of ranks and suits, and the order of straights.

A card is its rank and its suit: ``3D``, ``TS``. Cards of a hand are a text of cards with spaces
between them; with two decks a card may stand in it twice. Rules are a mapping that holds every
switch of the rule book by its name.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

RANKS = "3456789TJQKA2"
"""The ranks as cards are written and sorted, whatever the rules rank highest."""

SUITS = "DCHS"
"""The suits as cards are written and sorted, whatever the rules rank highest."""

DECK = [rank + suit for rank in RANKS for suit in SUITS]

PLACE = {card: place for place, card in enumerate(DECK)}

Rules = Mapping[str, Any]
"""Every switch by name. The reference has no defaults."""

NAMED_STRAIGHTS = {  # BT-12
    "hk": "34567 … TJQKA 23456 A2345",
    "natural": "A2345 23456 34567 … TJQKA",
    "wheel_top": "23456 34567 … TJQKA A2345",
    "broadway_wheel": "23456 34567 … 9TJQK A2345 TJQKA",
    "two_high_tie": "34567 … TJQKA A2345=23456",
    "taiwan": "A2345 34567 … TJQKA 23456",
    "game_rank": "34567 … TJQKA JQKA2",
}
"""Low to high, where the 2 is on top."""


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
    """Return all the cards of the game (BT-01, BT-02)."""
    return sorted(DECK * rules["decks"], key=PLACE.__getitem__)


def rank_order(rules: Rules, revolved: bool = False) -> str:
    """Return the ranks from low to high (BT-04); a revolution swaps the two ends (BT-38)."""
    above = RANKS.index(rules["top_rank"]) + 1
    order = RANKS[above:] + RANKS[:above]
    return order[-1] + order[1:-1] + order[0] if revolved else order


def card_value(card: str, rules: Rules, revolved: bool = False) -> tuple[int, int]:
    """Return how high a card is: rank, then suit (BT-03, BT-05)."""
    return rank_order(rules, revolved).index(card[0]), rules["suit_order"].index(card[1])


def by_value(cards: Iterable[str], rules: Rules, revolved: bool = False) -> list[str]:
    """Sort cards from low to high."""
    return sorted(cards, key=lambda card: card_value(card, rules, revolved))


def without(cards: Iterable[str], gone: Iterable[str]) -> list[str]:
    """Return the cards that are left when some are gone; ValueError for one that is not there."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


# --- the order of straights ----------------------------------------------------------------------


class Window(NamedTuple):
    """Five ranks that are a straight."""

    ranks: str
    """In the order of the sequence: A2345."""
    place: int
    """Where it stands in the order of straights; windows that tie share their place."""
    tie_rank: str
    """The rank of the card whose suit decides between equal windows, "" for none (BT-13)."""
    position: int
    """The lowest card's place in the order of ranks: no strength, only an order of listing."""


def ranks_from(rank: str) -> str:
    """Return five natural neighbours, upwards from a rank: 2 follows A, 3 follows 2."""
    start = RANKS.index(rank)
    return (RANKS + RANKS)[start : start + 5]


def read_straights(text: str) -> list[list[str]]:
    """Read a written order: from low to high, the windows that tie together (BT-11)."""
    for mark in ("=", "…"):
        text = text.replace("...", "…").replace("<", " ").replace(mark, f" {mark} ")
    places: list[list[str]] = []
    mark = ""
    for word in text.split():
        if word in ("=", "…"):
            if mark or not places:
                raise ValueError(f"not an order of straights: {text!r}")
            mark = word
            continue
        if len(word) != 5 or word[0] not in RANKS or word != ranks_from(word[0]):
            raise ValueError(f"no straight: {word!r}")
        if mark == "=":
            places[-1].append(word)
        else:
            last = places[-1][-1] if mark else word
            while last != word:
                last = ranks_from(last[1])
                places.append([last])
            if not mark:
                places.append([word])
        mark = ""
    listed = [window for place in places for window in place]
    if mark or not listed or len(set(listed)) != len(listed):
        raise ValueError(f"not an order of straights: {text!r}")
    return places


def straight_windows(rules: Rules) -> dict[str, Window]:
    """Return the windows that are straights, each by its ranks as they are sorted in RANKS."""
    return windows_of(rules["straights"], rules["straight_tie"], rules["top_rank"])


@cache
def windows_of(straights: str, straight_tie: str, top_rank: str) -> dict[str, Window]:
    """Answer `straight_windows`, once for each order."""
    order = rank_order({"top_rank": top_rank})
    moved = str.maketrans(RANKS, order)
    places = read_straights(NAMED_STRAIGHTS.get(straights, straights))
    if straights in NAMED_STRAIGHTS:  # a named order moves with the ranks (BT-04)
        places = [[window.translate(moved) for window in place] for place in places]
    wheel = "A2345".translate(moved)
    windows = {}
    for place, tied in enumerate(places):
        for ranks in tied:
            highest = max(ranks, key=order.index)
            tie_rank = {
                "game": highest,
                "sequence": ranks[-1],
                "taiwan": ranks[-1] if ranks == wheel else highest,
                "none": "",
            }[straight_tie]
            window = Window(ranks, place, tie_rank, order.index(ranks[0]))
            windows["".join(sorted(ranks, key=RANKS.index))] = window
    return windows
