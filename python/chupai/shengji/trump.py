"""Cards under one trump suit and one level, leads and follows: `Trump`."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    SupportsIndex,
    TypeAlias,
    cast,
)

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

__all__ = ["ThrowResult", "Trump"]

Cards: TypeAlias = "str | np.uint64 | NDArray[np.uint64] | Iterable[str | Card]"
"""Cards: text, planes of uint64, or cards one by one."""

Lead: TypeAlias = "str | np.uint64 | NDArray[np.uint64] | Iterable[str | Card]"
"""A lead: its cards as text, planes or `Card` objects, or its units, in one text or one by one."""

EffectiveSuit: TypeAlias = Literal["D", "C", "H", "S", "trump"]
"""The suit that a card counts as."""

_LANGUAGES = ("en", "zh")
_OTHERS = 3
_SIGNS = {"♦": "D", "♣": "C", "♥": "H", "♠": "S"}


class ThrowResult(NamedTuple):
    """What becomes of a throw 甩牌 (SJ-15, SJ-16).

    Attributes:
        ok: whether it stands.
        beaten: of each kind of unit that is beaten the smallest unit of the throw, fewest cards
            first, then narrowest.
        forced: which of them is led instead; None where the throw stands, and where the next player
            says which.
    """

    ok: bool
    beaten: tuple[str, ...]
    forced: str | None


@dataclass(frozen=True, repr=False)
class Trump:
    """A trump suit and a level: how strong cards are, and what may be led and followed with.

    It answers questions about cards outside any deal. Cards are text, ``"AH AH"``, cards one by
    one, texts or `chupai.Card`, or an array of uint64 with the planes of a hand along its last
    axis, one for each deck or four: the cards held at least once, twice and so on, in which bit
    ``4·r + s`` is set for the card of rank index r, where 3 is 0 and 2 is 12, and suit index s in
    D C H S; 52 is ``"B"``, 53 is ``"R"``. Cards in answers are text in that order.

    A lead is its cards, read as the rules prefer, or its units, as a list of texts or as one text:
    ``["AH AH KH KH", "KH"]``, ``"AH AH KH KH + KH"`` (SJ-14). The order of units does not matter.
    Nothing asks whether the cards of a lead and those of a hand are in one pack together.

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

    def points(self, cards: Cards) -> int:
        """The points of cards: 5 for a 5, 10 for a 10 and a K (SJ-03).

        Raises:
            TypeError, ValueError: as `order`.

        Example:
            >>> Trump("S", "T").points("5D 5D KH AS")
            20
        """
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
            >>> list(Trump("S", "T").units("AH AH KH KH QH 3S TD TD TS TS"))
            ['KH KH AH AH', 'QH', 'TD TD TS TS', '3S']
        """
        units, total = self._native.units(cards, _limit(limit))
        return Listing(tuple(units), total)

    def readings(self, cards: Cards, limit: SupportsIndex = 1000) -> Listing[list[str]]:
        """The ways to read cards as units that are led together (SJ-13, SJ-14).

        A reading uses all of the cards, and no two or more of its units are one unit together.

        Args:
            cards: cards of one effective suit.
            limit: how many are listed at most.

        Returns:
            Lists of units, most cards first, then widest, then highest; the reading that the rules
            prefer comes first.

        Raises:
            IllegalMove: cards of several suits, or more than a hand has.
            TypeError, ValueError: as `units`.

        Example:
            >>> from chupai.shengji import CN_3
            >>> list(Trump("S", "T", rules=CN_3).readings("AH AH KH KH KH"))
            [['KH KH KH', 'AH AH'], ['KH KH AH AH', 'KH']]
        """
        readings, total = _native.shengji_readings(self._native, cards, _limit(limit))
        return Listing(tuple(readings), total)

    def leads(self, hand: Cards, limit: SupportsIndex = 1000) -> Listing[str]:
        """The units of a hand, each of which may be led: singles, pairs, tractors (SJ-09, SJ-10).

        Args:
            hand: the cards.
            limit: how many are listed at most.

        Returns:
            The units, each as its cards: by effective suit, D C H S and then trumps, width,
            length, the highest class, and the faces. For throws, too, see `all_leads`.

        Raises:
            TypeError, ValueError: as `units`.

        Example:
            >>> list(Trump("S", "T").leads("KH KH AH AH"))
            ['KH', 'AH', 'KH KH', 'AH AH', 'KH KH AH AH']
        """
        leads, total = _native.shengji_lone_leads(self._native, hand, _limit(limit))
        return Listing(tuple(leads), total)

    def all_leads(self, hand: Cards, limit: SupportsIndex = 1000) -> Listing[list[str]]:
        """All leads of a hand, throws in each of their readings included (SJ-13, SJ-14).

        Whether a throw stands, the other hands say: `throw`. Where the rules have no throws these
        are the leads of one unit.

        Args:
            hand: the cards.
            limit: how many are listed at most.

        Returns:
            Lists of units, in the documented order.

        Raises:
            TypeError, ValueError: as `units`.

        Example:
            >>> list(Trump("S", "T").all_leads("KH AH AH"))
            [['KH'], ['AH'], ['AH', 'KH'], ['AH AH'], ['AH AH', 'KH']]
        """
        leads, total = _native.shengji_leads(self._native, hand, _limit(limit))
        return Listing(tuple(leads), total)

    def count_leads(self, hand: Cards) -> int:
        """How many leads `all_leads` would list, without listing them.

        Raises:
            TypeError, ValueError: as `order`.

        Example:
            >>> Trump("S", "T").count_leads("2H 3H 4H 5H 6H 7H 8H 9H JH QH KH AH")
            4095
        """
        return _native.shengji_count_leads(self._native, hand)

    def sample_lead(self, hand: Cards, seed: SupportsIndex) -> list[str]:
        """One of `all_leads`, each being equally likely.

        Args:
            hand: the cards.
            seed: 0 to 2**64 - 1; equal seeds give equal leads.

        Returns:
            Its units.

        Raises:
            RulesError: a hand without cards.
            TypeError, ValueError: as `order`; also of a seed.

        Example:
            >>> t = Trump("S", "T")
            >>> t.sample_lead("KH AH AH", seed=7) in t.all_leads("KH AH AH")
            True
        """
        lead = _native.shengji_sample_lead(self._native, hand, integer("seed", seed))
        if lead is None:
            raise refuse("SJ-13", "a hand without cards leads nothing")
        return lead

    def lead_units(self, lead: Lead) -> list[str]:
        """The units of a lead, as the rules read it where they are not given (SJ-14).

        Returns:
            The units, most cards first, then widest, then highest.

        Raises:
            IllegalMove: no lead: no cards, cards of several suits, what is no unit, units that are
                one unit together, more than one unit where the rules have no throws.
            NoActionIds: a number.
            TypeError, ValueError: as `order`.

        Example:
            >>> Trump("S", "T").lead_units("QH KH KH AH AH")
            ['KH KH AH AH', 'QH']
        """
        return _native.shengji_lead_units(self._native, lead)

    def dominant(self, lead: Lead) -> tuple[int, int]:
        """The kind of unit that decides who wins after a lead: most cards, then widest (SJ-25).

        Returns:
            Its width, 1 for a single to 4 for a quad, and its length, 1 or that of a tractor.

        Raises:
            As `lead_units`.

        Example:
            >>> Trump("S", "T").dominant("QH KH KH AH AH")
            (2, 2)
        """
        return _native.shengji_dominant(self._native, lead)

    def is_legal_lead(self, hand: Cards, lead: Lead) -> bool:
        """Whether a hand may lead so; a throw may be led whether it stands or not (SJ-13, SJ-14).

        Raises:
            NoActionIds: a number as a lead.
            TypeError, ValueError: as `order`.

        Example:
            >>> t = Trump("S", "T")
            >>> t.is_legal_lead("AH AH KH", "AH KH"), t.is_legal_lead("AH AH KH", ["AH", "AH"])
            (True, False)
        """
        return self.why_not_lead(hand, lead) is None

    def why_not_lead(self, hand: Cards, lead: Lead) -> str | None:
        """Why a hand may not lead so, naming the rule and the cards; None where it may.

        Raises:
            As `is_legal_lead`.

        Example:
            >>> Trump("S", "T").why_not_lead("AH AH KH", ["AH", "AH"])
            'AH AH is one unit, not several [SJ-13]'
        """
        return _native.shengji_why_no_lead(self._native, hand, lead)

    def throw(self, lead: Lead, other_hands: Iterable[Cards]) -> ThrowResult:
        """Whether a throw 甩牌 stands against the other hands, and what is led if not.

        It stands if no other hand, the partner's included, holds a higher unit of the kind of any
        of its units (SJ-15). A lead of one unit always does.

        Args:
            lead: the lead.
            other_hands: the cards of up to three other seats.

        Raises:
            IllegalMove, NoActionIds: as `lead_units`.
            TypeError, ValueError: as `order`; also of more than three hands, and of more copies of
                a card in all of them than there are decks.

        Example:
            >>> t = Trump("S", "T")
            >>> t.throw("QH 4H 4H", ["KH", "2H 3H", "5D"])
            ThrowResult(ok=False, beaten=('QH',), forced='QH')
            >>> t.throw("QH 4H 4H", ["KH", "5H 5H", "5D"])
            ThrowResult(ok=False, beaten=('QH', '4H 4H'), forced=None)
        """
        others = _several("other_hands", other_hands)
        if len(others) > _OTHERS:
            raise ValueError(f"other_hands are up to three hands, not {len(others)}")
        ok, beaten, forced = _native.shengji_throw(self._native, lead, others)
        return ThrowResult(ok, tuple(beaten), forced)

    def is_legal_follow(self, hand: Cards, lead: Lead, play: Cards) -> bool:
        """Whether a hand may follow a lead with these cards (SJ-18 to SJ-23).

        Raises:
            IllegalMove: what is no lead.
            NoActionIds: a number as a lead or play.
            TypeError, ValueError: as `order`.

        Example:
            >>> t = Trump("S", "T")
            >>> t.is_legal_follow("QH QH KH 5H", "AH AH", "QH QH")
            True
            >>> t.is_legal_follow("QH QH KH 5H", "AH AH", "KH 5H")
            False
        """
        return _native.shengji_is_legal_follow(self._native, hand, lead, play)

    def why_not(
        self, hand: Cards, lead: Lead, play: Cards, lang: Literal["en", "zh"] = "en"
    ) -> str | None:
        """Why a hand may not follow so: what it owes, with the rule; None where it may (SJ-57).

        Args:
            hand: the cards of the follower.
            lead: the lead.
            play: the cards to follow with.
            lang: the language, English or Chinese.

        Raises:
            As `is_legal_follow`; also ValueError of another language.

        Example:
            >>> t = Trump("S", "T")
            >>> t.why_not("QH QH KH 5H", "AH AH", "KH 5H")
            '5H KH: a pair of hearts is held and must be played [SJ-19]'
            >>> t.why_not("QH QH KH 5H", "AH AH", "KH 5H", lang="zh")
            '5H KH:手中有紅桃對子,必須跟出 [SJ-19]'
        """
        if not isinstance(lang, str):
            raise TypeError(f"lang is 'en' or 'zh', not {shown(lang)}")
        if lang not in _LANGUAGES:
            raise ValueError(f"lang is 'en' or 'zh', not {shown(lang)}")
        return _native.shengji_why_not(self._native, hand, lead, play, lang == "zh")

    def owed(self, hand: Cards, lead: Lead) -> list[tuple[int, int]]:
        """The units that every follow of a hand must hold, besides cards of the suit (SJ-19).

        Returns:
            Width and length of each, widest and longest first: ``(2, 2)`` is a tractor of two
            pairs, ``(3, 1)`` a triple.

        Raises:
            As `is_legal_follow`.

        Example:
            >>> Trump("S", "T").owed("3H 3H 4H 4H 7H 7H", "JH JH QH QH KH KH")
            [(2, 2), (2, 1)]
        """
        return _native.shengji_owed(self._native, hand, lead)

    def follows(self, hand: Cards, lead: Lead, limit: SupportsIndex = 1000) -> Listing[str]:
        """The cards that a hand may follow a lead with (SJ-18 to SJ-23).

        Args:
            hand: the cards of the follower.
            lead: the lead.
            limit: how many are listed at most: a hand without the suit may have millions.

        Returns:
            Every legal follow once, in the documented order; none of a hand that is too small.

        Raises:
            As `is_legal_follow`; also ValueError of a limit below 0.

        Example:
            >>> t = Trump("S", "T")
            >>> list(t.follows("QH QH KH KH 5H", "AH AH"))
            ['QH QH', 'KH KH']
            >>> t.follows("2D 3D 4D 5D 6D", "AH AH", limit=2).total
            10
        """
        follows, total = _native.shengji_follows(self._native, hand, lead, _limit(limit))
        return Listing(tuple(follows), total)

    def count_follows(self, hand: Cards, lead: Lead) -> int:
        """How many plays `follows` would list, without listing them.

        Raises:
            As `is_legal_follow`.

        Example:
            >>> Trump("S", "T").count_follows("2D 3D 4D 5D 6D", "AH AH")
            10
        """
        return _native.shengji_count_follows(self._native, hand, lead)

    def sample_follow(self, hand: Cards, lead: Lead, seed: SupportsIndex) -> str:
        """One of `follows`, each being equally likely; they are not listed for it.

        Args:
            hand: the cards of the follower.
            lead: the lead.
            seed: 0 to 2**64 - 1; equal seeds give equal follows.

        Raises:
            RulesError: a hand of fewer cards than were led.
            IllegalMove, NoActionIds, TypeError, ValueError: as `is_legal_follow`; also of a seed.

        Example:
            >>> t = Trump("S", "T")
            >>> t.sample_follow("QH QH KH 5H", "AH AH", seed=1)
            'QH QH'
        """
        play = _native.shengji_sample_follow(self._native, hand, lead, integer("seed", seed))
        if play is None:
            raise refuse("SJ-18", "the hand has fewer cards than were led")
        return play

    def winner(self, lead: Lead, plays: Iterable[Cards]) -> int:
        """Which play of a trick is the best (SJ-24, SJ-25).

        Args:
            lead: the lead; a throw stands.
            plays: what the others played, in playing order, up to three plays; or all four, the
                leader's first.

        Returns:
            0 for the lead, 1 to 3 for the others.

        Raises:
            IllegalMove: what is no lead, and plays of another number of cards.
            NoActionIds: a number as a lead or play.
            TypeError, ValueError: as `order`; also of more than four plays, of four whose first is
                not the lead, and of more copies of a card in all of them than there are decks.

        Example:
            >>> t = Trump("S", "T")
            >>> t.winner("QH QH", ["AH KH", "3S 3S", "TD TH"])
            2
        """
        others: list[Any] = _several("plays", plays)
        if len(others) == _OTHERS + 1:
            led = " ".join(self.lead_units(lead))
            if self.order(others[0]) != self.order(led):
                raise ValueError(f"the first of four plays is the lead, {self.order(led)}")
            del others[0]
        if len(others) > _OTHERS:
            raise ValueError(f"a trick has four plays, not {len(others)}")
        return _native.shengji_winner(self._native, lead, others)

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


def _several(name: str, given: Iterable[Cards]) -> list[Cards]:
    """Several hands or plays; one text is none of them."""
    if isinstance(given, str):
        raise TypeError(f"{name} are several, one by one, not one text")
    try:
        return list(given)
    except TypeError:
        raise TypeError(f"{name} are several, one by one, not {shown(given)}") from None


def _limit(given: SupportsIndex) -> int:
    limit = integer("limit", given)
    if limit < 0:
        raise ValueError(f"limit is 0 or more, not {shown(given)}")
    return min(limit, 2**63)
