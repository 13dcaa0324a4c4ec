"""Cards under one trump suit and one level: `Order`."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, SupportsIndex, TypeAlias, cast, overload

from chupai import _native
from chupai._numbers import integer
from chupai._shown import shown
from chupai._switches import refuse, refuse_type
from chupai.cards import SUITS
from chupai.listing import Listing
from chupai.shengji import arrays
from chupai.shengji.arrays import are_many
from chupai.shengji.rules import CN_2, Rules, compiled
from chupai.shengji.setup import checked_level

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy as np
    from numpy.typing import NDArray

    from chupai.cards import Card

__all__ = ["Cards", "EffectiveSuit", "Order", "checked_limit"]

Cards: TypeAlias = "str | np.uint64 | NDArray[np.uint64] | Iterable[str | Card]"
"""Cards: text, planes of uint64, or cards one by one."""

EffectiveSuit: TypeAlias = Literal["D", "C", "H", "S", "trump"]
"""The suit that a card counts as."""

_SIGNS = {"♦": "D", "♣": "C", "♥": "H", "♠": "S"}


@dataclass(frozen=True, repr=False)
class Order:
    """A trump suit and a level: how strong cards are; what `Trump` knows of them outside the play.

    Attributes:
        suit: the trump suit, or None, which is also made of ``"NT"``.
        level: the level, or None.
        rules: the rule set.
    """

    suit: Literal["D", "C", "H", "S", "NT"] | None
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
            >>> from chupai.shengji import Trump
            >>> Trump("S", "T").order("BR AS TS TH 2S 9C AC")
            '9C AC 2S AS TH TS B R'
        """
        return self._native.order(cards)

    def effective_suit(self, card: str | Card) -> EffectiveSuit:
        """The suit that a card counts as, ``"trump"`` for trumps (SJ-04).

        Raises:
            TypeError, ValueError: what is no card.

        Example:
            >>> from chupai.shengji import Trump
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
            >>> from chupai.shengji import Trump
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
            >>> from chupai.shengji import Trump
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
            >>> from chupai.shengji import Trump
            >>> Trump("S", "T").classes("trump")[-5:]
            ['AS', 'TD TC TH', 'TS', 'B', 'R']
        """
        return self._native.classes(suit)

    @overload
    def points(  # type: ignore[overload-overlap]  # the planes of one hand are an array, too
        self, cards: NDArray[np.uint64]
    ) -> NDArray[np.int64]: ...
    @overload
    def points(self, cards: Cards) -> int: ...
    def points(self, cards: Cards | NDArray[np.uint64]) -> int | NDArray[np.int64]:
        """The points of cards: 5 for a 5, 10 for a 10 and a K (SJ-03).

        Args:
            cards: the cards; or many card sets, as an array of shape (…, planes).

        Returns:
            The points; of many sets int64 of shape (…).

        Raises:
            TypeError, ValueError: as `order`.

        Example:
            >>> from chupai.shengji import Trump, bitboards
            >>> t = Trump("S", "T")
            >>> t.points("5D 5D KH AS"), t.points(bitboards(["5D", "KH TS"]))
            (20, array([ 5, 20]))
        """
        if are_many(cards):
            return arrays.points(self._native, cards)
        return self._native.points(cards)

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
            >>> from chupai.shengji import Trump
            >>> list(Trump("S", "T").units("AH AH KH KH QH 3S TD TD TS TS"))
            ['KH KH AH AH', 'QH', 'TD TD TS TS', '3S']
        """
        units, total = self._native.units(cards, checked_limit(limit))
        return Listing(tuple(units), total)

    def __reduce__(self) -> tuple[Callable[..., Order], tuple[Any, ...]]:
        """Pickle and copy by the parts; the compiled form is made again."""
        return _of_parts, (type(self), self.suit, self.level, self.rules)

    def __repr__(self) -> str:
        """The parts; the rules where they are not `CN_2`."""
        rules = "" if self.rules == CN_2 else f", rules={self.rules!r}"
        return f"{type(self).__name__}({self.suit!r}, {self.level!r}{rules})"


def _of_parts(
    kind: Callable[..., Order],
    suit: Literal["D", "C", "H", "S"] | None,
    level: str | None,
    rules: Rules,
) -> Order:
    return kind(suit, level, rules=rules)


def _checked_suit(given: object) -> Literal["D", "C", "H", "S"] | None:
    if given is None or (isinstance(given, str) and given == "NT"):
        return None
    message = f"suit is 'D', 'C', 'H', 'S', or None or 'NT' for no trump, not {shown(given)}"
    if not isinstance(given, str):
        raise refuse_type("SJ-04", message)
    suit = _SIGNS.get(given, given)
    if len(suit) != 1 or suit not in SUITS:
        raise refuse("SJ-04", message)
    return cast('Literal["D", "C", "H", "S"]', suit)


def checked_limit(given: SupportsIndex) -> int:
    """How many moves are listed at most."""
    limit = integer("limit", given)
    if limit < 0:
        raise ValueError(f"limit is 0 or more, not {shown(given)}")
    return min(limit, 2**63)
