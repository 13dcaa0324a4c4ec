"""A game as a value: `Variant`, and the variants that have names."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Literal, SupportsIndex

from chupai import _native, doudizhu
from chupai._numbers import whole
from chupai._shown import shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Variant", "variant", "variants"]

_WORD = 2**64 - 1
_PLAIN = doudizhu.Setup()


@dataclass(frozen=True, kw_only=True)
class Variant:
    """Rules of play, of scoring and of matches, together.

    Variants are equal if all their switches are; nothing depends on a name.

    Attributes:
        rules: how a deal is played.
        scoring: what a deal is worth.
        match: how deals follow each other.

    Raises:
        TypeError: a part that is not of its class.

    Example:
        >>> v = Variant(rules=doudizhu.Rules(auction="rob", doubling=True))
        >>> v.name
        'doudizhu/custom'
    """

    rules: doudizhu.Rules
    scoring: doudizhu.Scoring = field(default_factory=doudizhu.Scoring)
    match: doudizhu.MatchRules = field(default_factory=doudizhu.MatchRules)

    # The name, of the variants in `variants` themselves: what pickles of their states hold.
    _key: ClassVar[str | None] = None

    def __post_init__(self) -> None:
        """Refuse parts of the wrong class."""
        for name, kind in (
            ("rules", doudizhu.Rules),
            ("scoring", doudizhu.Scoring),
            ("match", doudizhu.MatchRules),
        ):
            if not isinstance(getattr(self, name), kind):
                given = shown(getattr(self, name))
                raise TypeError(f"{name} is a doudizhu.{kind.__name__}, not {given}")

    @property
    def name(self) -> str:
        """The name that `variant` knows it by, or ``"doudizhu/custom"``."""
        return next((name for name, known in _NAMED.items() if known == self), "doudizhu/custom")

    def changes(self) -> dict[str, Any]:
        """The switches that differ from their defaults, by name, in documented order."""
        return {
            f.name: value
            for part in (self.rules, self.scoring, self.match)
            for f in fields(part)
            if (value := getattr(part, f.name)) != f.default
        }

    def scores(self, facts: Mapping[str, ArrayLike]) -> NDArray[np.int64]:
        """Score deals from their facts: shape (deals,) and (deals, 3) in, (deals, 3) out.

        Raises:
            KeyError, TypeError, ValueError, OverflowError: as the family's ``scores``, for Dou
                Dizhu `chupai.doudizhu.scores`.
        """
        return doudizhu.scores(facts, self.scoring)

    def deal(
        self,
        seed: SupportsIndex = 0,
        index: SupportsIndex = 0,
        *,
        first_bidder: int | None = None,
        landlord: int | None = None,
        dealer: Literal["uniform", "weak_shuffle"] = "uniform",
    ) -> doudizhu.State:
        """Deal number ``index`` of the run ``seed``, before its first decision.

        The cards depend on ``seed``, ``index`` and ``dealer`` only. Played on by ``s.sample()`` it
        is deal ``index`` of `chupai.simulate` with that seed and random agents.

        Args:
            seed: names the run, 0 to 2^64 − 1.
            index: number of the deal in it, 0 to 2^64 − 1; a run of `chupai.simulate` has the deals
                from ``first`` on.
            first_bidder: the seat that speaks first, or None to draw it.
            landlord: the landlord's seat, for rules without an auction.
            dealer: how the cards are shuffled, see `chupai.doudizhu.Setup`.

        Raises:
            TypeError: a number or choice of another type.
            ValueError: a seed or index that is no such number.
            RulesError: a set-up that does not exist or that the rules have no use for.

        Example:
            >>> s = variant("doudizhu/rlcard").deal(seed=7)
            >>> s.turn, s.phase, len(s.hand(0))
            (0, 'play', 20)
        """
        setup = _PLAIN
        if first_bidder is not None or landlord is not None or dealer != "uniform":
            setup = doudizhu.Setup(first_bidder=first_bidder, landlord=landlord, dealer=dealer)
        return _native.doudizhu_deal(
            self,
            whole("seed", seed, 0, _WORD),
            whole("index", index, 0, _WORD),
            first_bidder=setup.first_bidder,
            landlord=setup.landlord,
            dealer=setup.dealer,
        )

    def position(
        self,
        *,
        hands: Sequence[doudizhu.Hand],
        landlord: SupportsIndex = 0,
        turn: SupportsIndex | None = None,
        to_beat: doudizhu.MoveLike | None = None,
        by: SupportsIndex | None = None,
        bottom: doudizhu.Hand = "",
        bid: SupportsIndex | None = None,
        robs: SupportsIndex = 0,
        plays: Sequence[SupportsIndex] | None = None,
        bombs: SupportsIndex | None = None,
        rockets: SupportsIndex | None = None,
        seed: SupportsIndex = 0,
    ) -> doudizhu.State:
        """A deal in mid-play, such as an endgame 殘局.

        Args:
            hands: the cards of each seat.
            landlord: the landlord's seat.
            turn: the seat to play, by default the landlord's.
            to_beat: the play on the table, None if ``turn`` leads.
            by: the seat that made it (``s.last_player``), by default the one before ``turn``.
            bottom: the bottom cards, if they are known.
            bid: the winning bid, by default 1, in a rob auction the call multiplier.
            robs: robs in the auction.
            plays: card plays of each seat so far; by default the fewest possible, but two of the
                landlord if he can have made two, so that an endgame is no spring.
            bombs: bombs played so far, ``to_beat`` included; by default no other.
            rockets: rockets played so far, 0 or 1, likewise.
            seed: for ``s.sample()``.

        Raises:
            TypeError, ValueError: what is no hand, seat, number or move.
            RulesError: hands that cannot be together, a play that nobody can have made, or numbers
                that the hands or the rules contradict.

        Example:
            >>> s = variant("doudizhu/standard").position(hands=["3A", "TT", "4R"], to_beat="2")
            >>> [str(move) for move in s.legal_moves()]
            ['pass']
        """
        if by is not None and to_beat is None:
            raise ValueError("by is the seat that made to_beat; give both")
        counts = None
        if plays is not None:
            counts = [whole("each of plays", n, 0, 20) for n in plays]
            if len(counts) != 3:
                raise ValueError(f"plays are those of three seats, not {len(counts)}")
        return _native.doudizhu_position(
            self,
            hands=hands,
            landlord=whole("landlord", landlord, 0, 2),
            turn=None if turn is None else whole("turn", turn, 0, 2),
            to_beat=to_beat,
            by=None if by is None else whole("by", by, 0, 2),
            bottom=bottom,
            bid=None if bid is None else whole("bid", bid, 1, 255),
            robs=whole("robs", robs, 0, 3),
            plays=counts,
            bombs=None if bombs is None else whole("bombs", bombs, 0, 13),
            rockets=None if rockets is None else whole("rockets", rockets, 0, 1),
            seed=whole("seed", seed, 0, _WORD),
        )


def variant(name: str) -> Variant:
    """The variant of a name, such as ``"doudizhu/standard"``.

    Raises:
        ValueError: no variant has this name; the message offers the one that is near, or all.
        TypeError: what is no text.

    Example:
        >>> variant("doudizhu/call-and-rob").changes()
        {'auction': 'rob'}
    """
    if not isinstance(name, str):
        raise TypeError(f"a variant's name is text, not {shown(name)}")
    if name in _NAMED:
        return _NAMED[name]
    near = _nearest(name)
    hint = f"there are {', '.join(_NAMED)}" if near is None else f"did you mean {near!r}?"
    raise ValueError(f"no variant is called {shown(name)}; {hint}")


def _nearest(name: str) -> str | None:
    """The known name that a wrong one was probably meant to be."""
    from difflib import SequenceMatcher  # noqa: PLC0415 - only for the sake of a mistake

    family, _, own = name[:100].casefold().rpartition("/")

    def likeness(known: str) -> float:
        known_family, _, known_own = known.partition("/")
        pairs = (own, known_own), (family or known_family, known_family)
        return min(SequenceMatcher(None, *pair).ratio() for pair in pairs)

    near = max(_NAMED, key=likeness)
    return near if likeness(near) >= 0.6 else None


def variants() -> tuple[str, ...]:
    """The names of all variants, in documented order."""
    return tuple(_NAMED)


_NAMED = {
    "doudizhu/standard": Variant(rules=doudizhu.STANDARD),
    "doudizhu/call-and-rob": Variant(rules=doudizhu.CALL_AND_ROB),
    "doudizhu/rlcard": Variant(
        rules=doudizhu.RLCARD, scoring=doudizhu.Scoring(spring_multiplier=1)
    ),
    "doudizhu/douzero": Variant(
        rules=doudizhu.DOUZERO, scoring=doudizhu.Scoring(spring_multiplier=1)
    ),
    "doudizhu/openspiel": Variant(
        rules=doudizhu.OPENSPIEL, scoring=doudizhu.Scoring(spring_multiplier=2)
    ),
}

for _name, _known in _NAMED.items():
    object.__setattr__(_known, "_key", _name)
