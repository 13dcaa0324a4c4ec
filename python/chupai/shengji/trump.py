"""Cards under one trump suit and one level: `Trump`."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, SupportsIndex, TypeAlias, cast

from chupai import _native
from chupai._numbers import integer
from chupai._shown import shown
from chupai._switches import refuse, refuse_type
from chupai.cards import SUITS
from chupai.listing import Listing
from chupai.shengji.rules import CN_2, Rules, compiled
from chupai.shengji.setup import checked_level

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy as np
    from numpy.typing import NDArray

    from chupai.cards import Card

__all__ = ["Trump"]

Cards: TypeAlias = "str | np.uint64 | NDArray[np.uint64] | Iterable[str | Card]"
"""Cards: text, planes of uint64, or cards one by one."""

EffectiveSuit: TypeAlias = Literal["D", "C", "H", "S", "trump"]
"""The suit that a card counts as."""

_SIGNS = {"♦": "D", "♣": "C", "♥": "H", "♠": "S"}


@dataclass(frozen=True, repr=False)
class Trump:
    """A trump suit and a level: how strong cards are, and what may be led and followed with.

    It answers questions about cards outside any deal. Cards are text, ``"AH AH"``, cards one by
    one, texts or `chupai.Card`, or an array of uint64 with the planes of a hand along its last
    axis, one for each deck or four: the cards held at least once, twice and so on, in which bit
    ``4·r + s`` is set for the card of rank index r, where 3 is 0 and 2 is 12, and suit index s in
    D C H S; 52 is ``"B"``, 53 is ``"R"``. Cards in answers are text in that order.

    Args:
        suit: the trump suit, ``"D"``, ``"C"``, ``"H"`` or ``"S"``, or None: no trump 無主 (SJ-07).
        level: the level, a rank such as ``"2"`` or ``"10"``; None: no level is played (SJ-04).
        rules: the rule set.

    Attributes:
        suit: as given.
        level: as given, 10 as ``"T"``.
        rules: as given.

    Raises:
        RulesError: no such suit or rank, or no trump where the rules have always some (SJ-04,
            SJ-07).
        TypeError: a suit, level or rule set of another type.

    Example:
        >>> t = Trump("S", "10")
        >>> t.order("R 10S 10D AS AH 2S 3D")
        '3D AH 2S AS TD TS R'
    """

    suit: Literal["D", "C", "H", "S"] | None
    level: str | None
    _: KW_ONLY
    rules: Rules = CN_2

    # The compiled form: each instance's own, but no field, for it follows from the others.
    _native: ClassVar[_native.ShengjiTrump]

    def __post_init__(self) -> None:
        """Check the parts and compile them."""
        suit = _checked_suit(self.suit)
        level = checked_level("level", self.level, "SJ-04")
        native = _native.ShengjiTrump(suit, level, compiled(self.rules))
        for name, value in (("suit", suit), ("level", level), ("_native", native)):
            object.__setattr__(self, name, value)

    def order(self, cards: Cards) -> str:
        """Cards from the weakest to the strongest (SJ-05 to SJ-07).

        Plain suits come first, in the order D C H S, then trumps; of equally strong cards those of
        the lower suit come first.

        Raises:
            TypeError: no cards.
            ValueError: text that names no cards, or more copies of a card than there are decks.

        Example:
            >>> Trump("S", "T").order("BR AS TS TH 2S 9C AC")
            '9C AC 2S AS TH TS B R'
        """
        return self._native.order(cards)

    def effective_suit(self, card: str | Card) -> EffectiveSuit:
        """The suit that a card counts as, ``"trump"`` for trumps (SJ-04).

        Raises:
            TypeError, ValueError: what is no card.

        Example:
            >>> t = Trump("S", "T")
            >>> t.effective_suit("9H"), t.effective_suit("TH"), t.effective_suit("2S")
            ('H', 'trump', 'trump')
        """
        return cast("EffectiveSuit", self._native.effective_suit(card))

    def is_trump(self, card: str | Card) -> bool:
        """Whether a card is a trump (SJ-04).

        Raises:
            TypeError, ValueError: what is no card.

        Example:
            >>> Trump("S", "T").is_trump("TD")
            True
        """
        return self.effective_suit(card) == "trump"

    def strength(self, card: str | Card) -> int:
        """What a card counts in its effective suit: the number of its class, the lowest being 0.

        Equally strong cards have the same number (SJ-05, SJ-08).

        Raises:
            TypeError, ValueError: what is no card.

        Example:
            >>> t = Trump("S", "T")
            >>> [t.strength(card) for card in ("2D", "AD", "AS", "TD", "TH", "TS", "R")]
            [0, 11, 11, 12, 12, 13, 15]
        """
        return self._native.strength(card)

    def classes(self, suit: EffectiveSuit) -> list[str]:
        """The classes of equally strong cards of an effective suit, from low to high (SJ-05).

        A tractor is made of cards of neighbouring classes. Of the trump suit there are none.

        Raises:
            TypeError: no text.
            ValueError: no effective suit.

        Example:
            >>> Trump("S", "T").classes("trump")[-5:]
            ['AS', 'TD TC TH', 'TS', 'B', 'R']
        """
        return self._native.classes(suit)

    def units(self, cards: Cards, limit: SupportsIndex = 1000) -> Listing[str]:
        """The greatest units within some cards: those that no other unit there contains (SJ-09).

        Args:
            cards: the cards.
            limit: how many are listed at most.

        Returns:
            The units, each as its cards: plain suits in the order D C H S, then trumps; in a suit
            most cards first, then widest, then highest.

        Raises:
            TypeError, ValueError: as `order`; also of a limit below 0.

        Example:
            >>> list(Trump("S", "T").units("AH AH KH KH QH 3S TD TD TS TS"))
            ['KH KH AH AH', 'QH', 'TD TD TS TS', '3S']
        """
        units, total = self._native.units(cards, _limit(limit))
        return Listing(tuple(units), total)

    def __reduce__(self) -> tuple[Callable[..., Trump], tuple[str | None, str | None, Rules]]:
        """Pickle and copy by the parts; the compiled form is made again."""
        return _of_parts, (self.suit, self.level, self.rules)

    def __repr__(self) -> str:
        """The parts; the rules where they are not `CN_2`."""
        rules = "" if self.rules == CN_2 else f", rules={self.rules!r}"
        return f"Trump({self.suit!r}, {self.level!r}{rules})"


def _of_parts(suit: Literal["D", "C", "H", "S"] | None, level: str | None, rules: Rules) -> Trump:
    return Trump(suit, level, rules=rules)


def _checked_suit(given: object) -> Literal["D", "C", "H", "S"] | None:
    if given is None:
        return None
    message = f"suit is 'D', 'C', 'H', 'S', or None for no trump, not {shown(given)}"
    if not isinstance(given, str):
        raise refuse_type("SJ-04", message)
    suit = _SIGNS.get(given, given)
    if len(suit) != 1 or suit not in SUITS:
        raise refuse("SJ-04", message)
    return cast('Literal["D", "C", "H", "S"]', suit)


def _limit(given: SupportsIndex) -> int:
    limit = integer("limit", given)
    if limit < 0:
        raise ValueError(f"limit is 0 or more, not {shown(given)}")
    return min(limit, 2**63)
