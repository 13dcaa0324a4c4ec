"""Leads and follows under one trump suit and one level: `Trump`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, SupportsIndex, TypeAlias, overload

from chupai import _native
from chupai._numbers import integer
from chupai._shown import shown
from chupai._switches import refuse
from chupai.listing import Listing
from chupai.shengji import arrays
from chupai.shengji.arrays import are_many
from chupai.shengji.order import Order, checked_limit

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from chupai.cards import Card
    from chupai.shengji.order import Cards

__all__ = ["ThrowResult", "Trump"]

Lead: TypeAlias = "str | np.uint64 | NDArray[np.uint64] | Iterable[str | Card]"
"""A lead: its cards as text, planes or `Card` objects, or its units, in one text or one by one."""

_OTHERS = 3


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
class Trump(Order):
    """A trump suit and a level: how strong cards are, and what may be led and followed with.

    It answers questions about cards outside any deal. Cards are text, ``"AH AH"``, cards one by
    one, texts or `chupai.Card`, or an array of uint64 with the planes of a hand along its last
    axis, one for each deck or four: the cards held at least once, twice and so on, in which bit
    ``4·r + s`` is set for the card of rank index r, where 3 is 0 and 2 is 12, and suit index s in
    D C H S; 52 is ``"B"``, 53 is ``"R"``. Cards in answers are text in that order.

    A lead is its cards, read as the rules prefer, or its units, as a list of texts or as one text:
    ``["AH AH KH KH", "KH"]``, ``"AH AH KH KH + KH"`` (SJ-14). The order of units does not matter.
    Only `throw` asks whether the cards of a lead and those of hands are in one pack together.

    Args:
        suit: the trump suit, ``"D"``, ``"C"``, ``"H"`` or ``"S"``, or None: no trump 無主
            (SJ-07), for which ``"NT"`` is taken, too.
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
        readings, total = _native.shengji_readings(self._native, cards, checked_limit(limit))
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
        leads, total = _native.shengji_lone_leads(self._native, hand, checked_limit(limit))
        return Listing(tuple(leads), total)

    def all_leads(self, hand: Cards, limit: SupportsIndex = 1000) -> Listing[list[str]]:
        """All leads of a hand, throws in each of their readings included (SJ-13, SJ-14).

        Whether a throw stands, the other hands say: `throw`. Where the rules have no throws these
        are the leads of one unit.

        Args:
            hand: the cards.
            limit: how many are listed at most.

        Returns:
            Lists of units, by effective suit, D C H S and then trumps. Of two leads of one suit the
            highest card decides that they do not use alike: fewer of it come first, then those in
            narrower units; leads that differ in nothing but tractors down to it come in an order of
            their own. Without throws the order is that of `leads`.

        Raises:
            TypeError, ValueError: as `units`.

        Example:
            >>> list(Trump("S", "T").all_leads("KH AH AH"))
            [['KH'], ['AH'], ['AH', 'KH'], ['AH AH'], ['AH AH', 'KH']]
        """
        leads, total = _native.shengji_leads(self._native, hand, checked_limit(limit))
        return Listing(tuple(leads), total)

    def count_leads(self, hand: Cards) -> int:
        """How many leads `all_leads` would list, without listing them.

        Raises:
            TypeError, ValueError: as `order`; a hand of more than 54 cards, out of which
                nobody leads.

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

    def why_not_lead(self, hand: Cards, lead: Lead, lang: Literal["en", "zh"] = "en") -> str | None:
        """Why a hand may not lead so, naming the rule and the cards; None where it may.

        Args:
            hand: the cards.
            lead: the lead.
            lang: the language, English or Chinese.

        Raises:
            As `is_legal_lead`; also ValueError of another language.

        Example:
            >>> Trump("S", "T").why_not_lead("AH AH KH", ["AH", "AH"])
            'AH AH is one unit, not several [SJ-13]'
            >>> Trump("S", "T").why_not_lead("AH AH KH", ["AH", "AH"], lang="zh")
            'AH AH是一個牌型,不是幾個 [SJ-13]'
        """
        return _native.shengji_why_no_lead(self._native, hand, lead, lang)

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

    @overload
    def is_legal_follow(  # type: ignore[overload-overlap]  # planes of one hand are an array, too
        self, hand: NDArray[np.uint64], lead: Lead, play: Cards
    ) -> NDArray[np.bool_]: ...
    @overload
    def is_legal_follow(  # type: ignore[overload-overlap]
        self, hand: Cards, lead: Lead, play: NDArray[np.uint64]
    ) -> NDArray[np.bool_]: ...
    @overload
    def is_legal_follow(self, hand: Cards, lead: Lead, play: Cards) -> bool: ...
    def is_legal_follow(self, hand: Cards, lead: Lead, play: Cards) -> bool | NDArray[np.bool_]:
        """Whether a hand may follow a lead with these cards (SJ-18 to SJ-23).

        Args:
            hand: the cards of the follower; or many hands, as an array of shape (…, planes).
            lead: the lead.
            play: the cards to follow with; or many, likewise, broadcast with the hands.

        Returns:
            Whether; where there is an array, a bool array of the broadcast shape.

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
        if are_many(hand) or are_many(play):
            return arrays.are_legal_follows(self._native, hand, lead, play)
        return _native.shengji_is_legal_follow(self._native, hand, lead, play)

    def why_not(
        self, hand: Cards, lead: Lead, play: Cards, lang: Literal["en", "zh"] = "en"
    ) -> str | None:
        """Why a hand may not follow so: what it owes, with the rule; None where it may (SJ-57).

        Args:
            hand: the cards of the follower.
            lead: the lead. Of what is no lead it is told why.
            play: the cards to follow with. More copies of a card than there are decks are no cards.
            lang: the language, English or Chinese.

        Raises:
            NoActionIds: a number as a lead or play.
            TypeError, ValueError: as `order`; also ValueError of another language.

        Example:
            >>> t = Trump("S", "T")
            >>> t.why_not("QH QH KH 5H", "AH AH", "KH 5H")
            '5H KH: a pair of hearts is held and must be played [SJ-19]'
            >>> t.why_not("QH QH KH 5H", "AH AH", "KH 5H", lang="zh")
            '5H KH:手中有紅桃對子,必須跟出 [SJ-19]'
        """
        return _native.shengji_why_not(self._native, hand, lead, play, lang)

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
        follows, total = _native.shengji_follows(self._native, hand, lead, checked_limit(limit))
        return Listing(tuple(follows), total)

    @overload
    def count_follows(  # type: ignore[overload-overlap]  # as above
        self, hand: NDArray[np.uint64], lead: Lead
    ) -> NDArray[np.int64]: ...
    @overload
    def count_follows(self, hand: Cards, lead: Lead) -> int: ...
    def count_follows(self, hand: Cards, lead: Lead) -> int | NDArray[np.int64]:
        """How many plays `follows` would list, without listing them.

        Args:
            hand: the cards of the follower; or many hands, as an array of shape (…, planes).
            lead: the lead.

        Returns:
            The number; of many hands int64 of shape (…).

        Raises:
            As `is_legal_follow`.

        Example:
            >>> from chupai.shengji import bitboards
            >>> t = Trump("S", "T")
            >>> t.count_follows("2D 3D 4D 5D 6D", "AH AH")
            10
            >>> t.count_follows(bitboards(["2D 3D 4D", "QH QH KH"]), "AH AH")
            array([3, 1])
        """
        if are_many(hand):
            return arrays.count_follows(self._native, hand, lead)
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
        units, others = self.lead_units(lead), _several("plays", plays)
        if len(others) == _OTHERS + 1:
            led = self.order(" ".join(units))
            if self.order(others[0]) != led:
                raise ValueError(f"the first of four plays is the lead, {led}")
            del others[0]
        if len(others) > _OTHERS:
            raise ValueError(f"a trick has four plays, not {len(others)}")
        return _native.shengji_winner(self._native, units, others)

    def winners(self, lead: Lead, plays: NDArray[np.uint64]) -> NDArray[np.int8]:
        """`winner` of many tricks after the same lead.

        Args:
            lead: the lead.
            plays: uint64 of shape (…, plays, planes), the plays of each trick as `winner` has them.

        Returns:
            int8 of shape (…).

        Raises:
            As `winner`, for any of the tricks.

        Example:
            >>> from chupai.shengji import bitboards
            >>> Trump("S", "T").winners("QH", bitboards(["KH", "3S", "JH", "2S"]).reshape(2, 2, 2))
            array([2, 2], dtype=int8)
        """
        units = self.lead_units(lead)
        return arrays.winners(self._native, units, plays)


def _several(name: str, given: Iterable[Cards]) -> list[Cards]:
    """Several hands or plays; one text is none of them."""
    if isinstance(given, str):
        raise TypeError(f"{name} are several, one by one, not one text")
    try:
        return list(given)
    except TypeError:
        raise TypeError(f"{name} are several, one by one, not {shown(given)}") from None
