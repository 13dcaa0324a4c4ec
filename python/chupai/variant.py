"""A game as a value: `Variant`, and the variants that have names."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cache
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, SupportsIndex, overload

from chupai import big2, doudizhu, shengji
from chupai._numbers import whole
from chupai._shown import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Protocol

    import numpy as np
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import TypeVar

    from chupai.family import Family

    R_co = TypeVar("R_co", covariant=True, default=Any)
    S_co = TypeVar("S_co", covariant=True)

    class _PlayedIn(Protocol[S_co]):
        """Rules, by the type of the states that they make."""

        @property
        def _state(self) -> type[S_co]: ...

    class _ObservedBy(Protocol[S_co]):
        """Rules, by the type of the observers of their deals."""

        @property
        def _observer(self) -> type[S_co]: ...
else:  # the default is for type checkers: a plain `Variant` is one of any family
    from typing import TypeVar

    R_co = TypeVar("R_co", covariant=True)

__all__ = ["Variant", "check_names", "family", "set_up", "variant", "variant_of", "variants"]

_WORD = 2**64 - 1

FAMILIES: tuple[Family, ...] = (doudizhu.FAMILY, big2.FAMILY, shengji.FAMILY)
"""All families, in documented order."""


class _OfTheFamily:
    """Stands for scoring and match rules that were not given: the defaults of the rules' family."""

    def __repr__(self) -> str:
        return "<the family's default>"


_DEFAULT: Any = _OfTheFamily()


@dataclass(frozen=True, kw_only=True)
class Variant(Generic[R_co]):
    """Rules of play, of scoring and of matches, together.

    Variants are equal if all their switches are; nothing depends on a name.

    Attributes:
        rules: how a deal is played, such as a `chupai.doudizhu.Rules`; the family follows from it.
        scoring: what a deal is worth; by default the family's default.
        match: how deals follow each other; likewise.

    Raises:
        TypeError: a part that is not of its class.
        RulesError: parts that contradict each other.

    Example:
        >>> v = Variant(rules=doudizhu.Rules(auction="rob", doubling=True))
        >>> v.name, v.seats
        ('doudizhu/custom', 3)
    """

    rules: R_co
    scoring: Any = _DEFAULT
    match: Any = _DEFAULT

    # The name, of the variants in `variants` themselves: what pickles of their states hold.
    _key: ClassVar[str | None] = None

    def __post_init__(self) -> None:
        """Fill in what was not given, and refuse parts of the wrong class."""
        family = self._family()
        for name, kind in (("scoring", family.scoring), ("match", family.match)):
            if getattr(self, name) is _DEFAULT:
                object.__setattr__(self, name, kind())
            elif not isinstance(getattr(self, name), kind):
                given = shown(getattr(self, name))
                raise TypeError(f"{name} is a {family.name}.{kind.__name__}, not {given}")
        family.check(self.rules, self.scoring, self.match)

    def _family(self) -> Family:
        for family in FAMILIES:
            if isinstance(self.rules, family.rules):
                return family
        kinds = " or ".join(f"a {family.name}.{family.rules.__name__}" for family in FAMILIES)
        raise TypeError(f"rules is {kinds}, not {shown(self.rules)}")

    @property
    def family(self) -> Family:
        """The family of games that it belongs to, which the rules tell."""
        return self._family()

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.family.seats(self.rules)

    @property
    def name(self) -> str:
        """The name that `variant` knows it by, or such as ``"doudizhu/custom"``."""
        known = (name for name, known in _NAMED.items() if known == self)
        return next(known, f"{self.family.name}/custom")

    @property
    def label(self) -> str:
        """What it is called where it is shown: the nearest name, and what differs from it.

        Only rules and scoring count, not the match rules.

        Example:
            >>> Variant(rules=doudizhu.RLCARD, scoring=doudizhu.Scoring(stake=5)).label
            'doudizhu/rlcard spring_multiplier=3 stake=5'
        """
        name, differing = self.nearest("rules", "scoring")
        switches = [pair for part in differing.values() for pair in part.items()]
        return " ".join([name, *(f"{name}={value!r}" for name, value in sorted(switches))])

    def nearest(self, *parts: str) -> tuple[str, dict[str, dict[str, Any]]]:
        """The variant with a name that differs in the fewest switches, and these switches.

        Args:
            parts: which of ``"rules"``, ``"scoring"`` and ``"match"`` count.

        Returns:
            Its name, and by part the values of this variant that differ from it. Of equally near
            ones the first counts; where the family has none it is the variant's own name.
        """
        told = [
            (name, {part: found for part in parts if (found := _differing(self, known, part))})
            for name, known in _NAMED.items()
            if known.family is self.family
        ]
        nothing: tuple[str, dict[str, dict[str, Any]]] = (self.name, {})
        return min(told, key=lambda each: sum(map(len, each[1].values())), default=nothing)

    def changes(self) -> dict[str, Any]:
        """The switches that differ from their defaults, by name, in documented order."""
        parts: tuple[Any, ...] = (self.rules, self.scoring, self.match)
        return {
            f.name: value
            for part in parts
            for f in fields(part)
            if (value := getattr(part, f.name)) != f.default
        }

    def scores(self, facts: Mapping[str, ArrayLike]) -> NDArray[np.int64]:
        """Score deals from their facts: shape (deals,) and (deals, seats) in, (deals, seats) out.

        Raises:
            RulesError, TypeError, OverflowError: as the family's ``scores``, for Dou Dizhu
                `chupai.doudizhu.scores`; and for a deal that, by the rules, is not over. A deal of
                Dou Dizhu without a landlord counts as void whatever the rules (DD-04).
        """
        return self.family.scores(self.rules, self.scoring, facts)

    def deal(
        self: Variant[_PlayedIn[S_co]],
        seed: SupportsIndex = 0,
        index: SupportsIndex = 0,
        *,
        match: SupportsIndex = 0,
        setup: object = None,
        **given: Any,
    ) -> S_co:
        """Deal number ``index`` of the run ``seed``, before its first decision.

        The cards depend on ``seed``, ``match``, ``index`` and what the set-up says of cards, and on
        nothing else. Played on by ``s.sample()``, deal ``index`` of match 0 is deal ``index`` of
        `chupai.simulate` with that seed and random agents.

        Args:
            seed: names the run, 0 to 2^64 − 1.
            index: number of the deal in it, 0 to 2^64 − 1; a run of `chupai.simulate` has the deals
                from ``first`` on.
            match: number of the match that the deal belongs to, 0 to 2^64 − 1; deals that stand
                alone are those of match 0.
            setup: what is given of the deal, by default nothing, for Dou Dizhu a
                `chupai.doudizhu.Setup`.
            given: parts of the set-up by name, in place of those of ``setup``: for Dou Dizhu
                ``first_bidder=0``.

        Raises:
            TypeError: a number, choice or set-up of another type, or a part that no set-up has.
            ValueError: a seed, index or match that is no such number.
            RulesError: a set-up that does not exist or that the rules have no use for.

        Example:
            >>> s = variant("doudizhu/rlcard").deal(seed=7)
            >>> s.turn, s.phase, len(s.hand(0))
            (0, 'play', 20)
        """
        family = self.family
        state: S_co = family.deal(
            self,
            whole("seed", seed, 0, _WORD),
            whole("index", index, 0, _WORD),
            whole("match", match, 0, _WORD),
            set_up(self, setup, given),
        )
        return state

    def position(self: Variant[_PlayedIn[S_co]], **given: Any) -> S_co:
        """A deal in mid-play, such as an endgame 殘局.

        Args:
            given: what there is, by name; for Dou Dizhu what `chupai.doudizhu.position` takes,
                which is the same function with types.

        Raises:
            TypeError, ValueError, RulesError: as the family's ``position``.

        Example:
            >>> s = variant("doudizhu/standard").position(hands=["3A", "TT", "4R"], to_beat="2")
            >>> [str(move) for move in s.legal_moves()]
            ['pass']
        """
        family = self.family
        check_names("a position", given, _keywords(family.position))
        state: S_co = family.position(self, **given)
        return state

    def observer(
        self: Variant[_ObservedBy[S_co]], seat: SupportsIndex, hand: Any = None, **given: Any
    ) -> S_co:
        """A seat that is told of a deal event by event, and knows what may be known of it.

        Args:
            seat: the seat that is told.
            hand: its cards at the beginning, or None to let the first event tell them.
            given: what else it is told at the beginning, by name; for Dou Dizhu what
                `chupai.doudizhu.observer` takes, which is the same function with types.

        Raises:
            TypeError, ValueError, RulesError: as the family's ``observer``.

        Example:
            >>> v = variant("doudizhu/standard")
            >>> o = v.observer(1, "33345556677889TTA", first_bidder=1)
            >>> [str(move) for move in o.legal_moves()]
            ['pass', 'bid 1', 'bid 2', 'bid 3']
        """
        family = self.family
        check_names("an observer", given, _keywords(family.observer))
        observer: S_co = family.observer(self, seat, hand, **given)
        return observer


def set_up(variant: Variant[Any], setup: object, given: Mapping[str, Any]) -> Any:
    """The set-up of ``setup`` with the parts ``given`` by name, for deals of a variant.

    With None, where nothing is given, a deal has what its variant's match rules begin with.

    Raises:
        TypeError: another family's set-up or none at all, or a part that no set-up has.
        RulesError: a part that does not exist.
    """
    family = variant.family
    if setup is None:
        given = family.completed(variant.match, given)
        if not given:
            return _plain(family)
    elif not isinstance(setup, family.setup):
        raise TypeError(f"setup is a {family.name}.{family.setup.__name__}, not {shown(setup)}")
    if not given:
        return setup
    check_names("a set-up", given, tuple(f.name for f in fields(family.setup)))
    start: Any = _plain(family) if setup is None else setup
    return replace(start, **given)


@cache
def _plain(family: Family) -> Any:
    return family.setup()


@cache
def _keywords(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of a function's arguments by keyword."""
    parameters = signature(function).parameters.values()
    return tuple(p.name for p in parameters if p.kind is Parameter.KEYWORD_ONLY)


def check_names(what: str, given: Mapping[str, object], known: tuple[str, ...]) -> None:
    """Refuse keywords that are unknown, with a `TypeError` that names those there are."""
    for name in given:
        if name not in known:
            message = f"{what} has no {shown(name)} (unexpected keyword); it has {', '.join(known)}"
            raise TypeError(message)


def family(name: str) -> Family:
    """The family of a name, such as ``"doudizhu"``.

    Raises:
        ValueError: no family has this name.
    """
    for known in FAMILIES:
        if known.name == name:
            return known
    names = ", ".join(known.name for known in FAMILIES)
    raise ValueError(f"no family is called {shown(name)}; there are {names}")


def _differing(variant: Variant, known: Variant, part: str) -> dict[str, Any]:
    """The switches of a part in which a variant differs from one with a name."""
    ours, theirs = getattr(variant, part), getattr(known, part)
    return {
        f.name: value
        for f in fields(ours)
        if (value := getattr(ours, f.name)) != getattr(theirs, f.name)
    }


@overload
def variant(name: _Doudizhu) -> Variant[doudizhu.Rules]: ...
@overload
def variant(name: _Big2) -> Variant[big2.Rules]: ...
@overload
def variant(name: _Shengji) -> Variant[shengji.Rules]: ...
@overload
def variant(name: str) -> Variant: ...
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


def variant_of(given: Variant | str) -> Variant:
    """The variant that a caller gave, itself or by name.

    Raises:
        TypeError: what is neither.
        ValueError: an unknown name.
    """
    if isinstance(given, str):
        return variant(given)
    if not isinstance(given, Variant):
        raise TypeError(f"variant is a Variant or a name, not {shown(given)}")
    return given


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


# The names whose family type checkers are to know.
_Doudizhu = Literal[
    "doudizhu/standard",
    "doudizhu/call-and-rob",
    "doudizhu/rlcard",
    "doudizhu/douzero",
    "doudizhu/openspiel",
]
_Big2 = Literal[
    "big2/hong-kong",
    "big2/hong-kong-place",
    "big2/wikipedia",
    "big2/taiwan",
    "big2/taiwan-deduction",
    "big2/taiwan-3p",
    "big2/bloody",
    "big2/malaysia-3p",
    "big2/two-deck",
    "big2/natural",
]
_Shengji = Literal[
    "shengji/cn-2",
    "shengji/cn-1",
    "shengji/cn-3",
    "shengji/platform-2",
    "shengji/platform-3",
    "shengji/platform-3-runs",
    "shengji/four-deck",
    "shengji/four-deck-runs",
    "shengji/constant-two",
    "shengji/fast-levels",
    "shengji/chaodi",
]

_NAMED: dict[str, Variant] = {
    f"{known.name}/{own}": Variant(rules=rules, scoring=scoring, match=match)
    for known in FAMILIES
    for own, (rules, scoring, match) in known.presets.items()
}

for _name, _known in _NAMED.items():
    object.__setattr__(_known, "_key", _name)
