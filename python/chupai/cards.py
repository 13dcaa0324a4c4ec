"""Cards of any family as text and as objects: `Card`, `parse_cards`, `format_cards`.

A card is its rank and its suit, ``"3D"``, ``"TS"``; the jokers are ``"B"`` (black, small) and
``"R"`` (red, big). Games in which suits never matter (Dou Dizhu) write ranks only and have no use
for this module's objects, only for its letters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chupai._shown import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["JOKERS", "RANKS", "SUITS", "Card", "CardError", "format_cards", "parse_cards"]

RANKS = "23456789TJQKA"
"""The ranks of suited cards. Which beats which is for each game to say."""

SUITS = "DCHS"
"""Diamonds, clubs, hearts, spades."""

JOKERS = "BR"
"""The black (small, 小王) and the red (big, 大王) joker."""

_SIGNS = {"D": "♦", "C": "♣", "H": "♥", "S": "♠"}
_JOKER_SIGNS = {"B": "🃏", "R": "🂿"}
_LETTERS = {sign: letter for letter, sign in (_SIGNS | _JOKER_SIGNS).items()}
_COLOURS = {"D": "#c00", "H": "#c00", "C": "#000", "S": "#000"}
_TOKEN = re.compile(rf"(10|[{RANKS}])([{SUITS}♦♣♥♠])|([{JOKERS}🃏🂿])")
_GAP = re.compile(r"[\s,]*")


class CardError(ValueError):
    """Text that names no card, or cards that cannot be together."""


@dataclass(frozen=True)
class Card:
    """One card: a rank and a suit, or a joker.

    Cards have no order of their own; each game has another one.

    Attributes:
        rank: one letter of `RANKS`, or of `JOKERS`.
        suit: one letter of `SUITS`, or ``""`` for a joker.

    Raises:
        CardError: for a rank or suit that does not exist.

    Example:
        >>> Card("3", "D"), str(Card("R")), Card("T", "S").unicode
        (Card('3', 'D'), 'R', 'T♠')
    """

    rank: str
    suit: str = ""

    def __post_init__(self) -> None:
        """Refuse what is no card."""
        suited = len(self.rank) == len(self.suit) == 1 and self.rank in RANKS and self.suit in SUITS
        joker = len(self.rank) == 1 and self.rank in JOKERS and self.suit == ""
        if not (suited or joker):
            raise CardError(f"no card has rank {shown(self.rank)} and suit {shown(self.suit)}")

    @property
    def is_joker(self) -> bool:
        """Whether this is the black or the red joker."""
        return not self.suit

    @property
    def unicode(self) -> str:
        """The card with its suit sign, such as ``"3♦"``; jokers are 🃏 and 🂿."""
        return _JOKER_SIGNS[self.rank] if self.is_joker else self.rank + _SIGNS[self.suit]

    def __str__(self) -> str:
        return self.rank + self.suit

    def __repr__(self) -> str:
        return f"Card({self.rank!r}, {self.suit!r})" if self.suit else f"Card({self.rank!r})"

    def _repr_html_(self) -> str:
        """The card as a notebook shows it, red suits in red."""
        colour = _COLOURS.get(self.suit, "#c00" if self.rank == "R" else "#000")
        return f'<span style="color:{colour}">{self.unicode}</span>'


def parse_cards(text: str) -> list[Card]:
    """Read cards from text, in the order written, repeated cards included.

    Args:
        text: cards such as ``"3D TS B R"``. Spaces and commas may stand between them and are
            ignored, signs (♦ ♣ ♥ ♠ 🃏 🂿) are read as letters, and 10 as T.

    Returns:
        The cards. A game decides which of them it has, and how often.

    Raises:
        CardError: names the first part that is no card.

    Example:
        >>> parse_cards("3D 10♠,B")
        [Card('3', 'D'), Card('T', 'S'), Card('B')]
    """
    cards, place = [], _after_gap(text, 0)
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            word = re.split(r"[\s,]", text[place:], maxsplit=1)[0]
            raise CardError(f"{shown(word)} in {shown(text)} is no card")
        rank, suit, joker = match.groups()
        if joker:
            cards.append(Card(_LETTERS.get(joker, joker)))
        else:
            cards.append(Card("T" if rank == "10" else rank, _LETTERS.get(suit, suit)))
        place = _after_gap(text, match.end())
    return cards


def _after_gap(text: str, place: int) -> int:
    gap = _GAP.match(text, place)
    return place if gap is None else gap.end()


def format_cards(cards: Iterable[Card], *, unicode: bool = False) -> str:
    """Write cards as text, separated by spaces, in the order given.

    `parse_cards` reads both forms back.

    Example:
        >>> format_cards([Card("3", "D"), Card("R")])
        '3D R'
    """
    return " ".join(card.unicode if unicode else str(card) for card in cards)
