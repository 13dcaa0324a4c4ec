"""Who sits where, and who is dealt the first card: `draw_seats`, `cut` (BT-36)."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from chupai import _native
from chupai._numbers import whole
from chupai.big2.order import RANKS, SUITS, strength
from chupai.big2.rules import HONG_KONG, Rules, compiled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

__all__ = ["cut", "cuts", "draw_seats"]

_WORD = 2**64 - 1
_VALUES = "A23456789TJQK"

# The domains of seats that no table has: 256 + 254, and 256 + 255.
_SEATING, _CUT = 510, 511


def draw_seats(
    seed: SupportsIndex, match: SupportsIndex = 0, rules: Rules = HONG_KONG
) -> tuple[tuple[int, str], ...]:
    """Let players draw cards for their seats, from high to low 執位 (BT-36).

    Each player in turn draws a card that stays drawn; whoever has the highest card sits at seat 0,
    the next one at seat 1, and so on. Of equal cards of two packs the one drawn first counts more.

    Args:
        seed: names the run.
        match: number of the match in it.
        rules: tells how many draw, and how cards are ordered.

    Returns:
        For each seat the number of the player who sits there, and the card that he drew.

    Example:
        >>> draw_seats(seed=1)
        ((1, 'JC'), (0, 'TC'), (2, '7C'), (3, '4C'))
    """
    compiled(rules)  # refuses what is no rule set
    words = _words(
        whole("seed", seed, 0, _WORD), _SEATING, whole("match", match, 0, _WORD), index=0
    )
    pack = [rank + suit for rank in RANKS for suit in SUITS] * rules.decks
    drawn = [(player, pack.pop(_below(words, len(pack)))) for player in range(rules.players)]
    drawn.sort(key=lambda each: strength(each[1], rules), reverse=True)
    return tuple(drawn)


def cut(
    seed: SupportsIndex,
    match: SupportsIndex = 0,
    index: SupportsIndex = 0,
    rules: Rules = HONG_KONG,
) -> tuple[str, int]:
    """Cut the pack for a deal 打骰, 切牌: who is dealt the first card (BT-36).

    The card that is cut is counted off from seat 0, which is an ace's: with four players a 2 means
    seat 1, a 5 seat 0 again; J, Q and K are 11 to 13.

    Args:
        seed: names the run.
        match: number of the match in it.
        index: number of the deal in the match.
        rules: tells how many players there are.

    Returns:
        The card, and the seat.

    Example:
        >>> cut(seed=1)
        ('KD', 0)
    """
    compiled(rules)
    numbers = (
        whole(name, number, 0, _WORD)
        for name, number in (("seed", seed), ("match", match), ("index", index))
    )
    card = _cut(*numbers)
    return card, _VALUES.index(card[0]) % rules.players


def cuts(seed: int, matches: NDArray[np.uint64], index: int, players: int) -> NDArray[np.int8]:
    """The seats of `cut` for the deal of one number in each of many matches."""
    found = (_VALUES.index(_cut(seed, match, index)[0]) % players for match in matches.tolist())
    return np.fromiter(found, dtype=np.int8, count=len(matches))


def _cut(seed: int, match: int, index: int) -> str:
    rank, suit = divmod(_below(_words(seed, _CUT, match, index), 52), 4)
    return RANKS[rank] + SUITS[suit]


def _words(seed: int, domain: int, match: int, index: int) -> Iterator[int]:
    """The words of a random stream, one after the other."""
    for size in count(1):
        yield _native.stream_words(seed, domain, match, index, size)[-1]


def _below(words: Iterator[int], n: int) -> int:
    """A number below n, each equally likely, by the rule for bounded draws of all streams."""
    while True:
        high, low = divmod(next(words) * n, 2**64)
        if low >= 2**64 % n:
            return high
