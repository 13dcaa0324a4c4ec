"""From facts to points: `Scoring` and `scores`, pure numpy over whole arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from chupai._facts import checked, column, refused
from chupai._numbers import whole, wholes
from chupai._shown import shown
from chupai._switches import check_choice, checked_flag, checked_whole, refuse, refuse_type
from chupai.big2.facts import SCORED_FACTS, End, check_together, known
from chupai.big2.settling import Settling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import ArrayLike, NDArray

    from chupai._facts import Row

__all__ = ["SCORED_FACTS", "Scoring", "scores", "scores_by_end"]

_CHOICES = {
    "card_values": (("count", "pips", "deduction"), "BT-41"),
    "settlement": (("solo", "place", "none"), "BT-43"),
    "liability": (("off", "not_highest", "could_have_stopped"), "BT-44"),
    "bankruptcy": (("off", "table", "shortfall"), "BT-45"),
}
_FLAGS = {"spade_ace_40": "BT-42", "liability_for_passing": "BT-44", "per_monster": "BT-46"}
_NUMBERS = {
    "winner_bonus": "BT-40",
    "two_multiplier": "BT-46",
    "monster_multiplier": "BT-46",
    "unplayed_multiplier": "BT-46",
    "all_unplayed_multiplier": "BT-46",
    "stake": "BT-43",
    "instant_multiplier": "BT-48",
}

# What has a meaning only beside another switch: name, its value there, why not, rule.
_NEEDS = (
    ("spade_ace_40", False, "card_values", ("deduction",), "BT-42"),
    ("per_monster", False, "monster_multiplier", None, "BT-46"),
    ("liability_for_passing", True, "liability", ("not_highest", "could_have_stopped"), "BT-44"),
    ("bankruptcy", "off", "settlement", ("solo", "place"), "BT-45"),
)

_BESIDE_PLACES = frozenset(("stake", "bankruptcy", "place_points"))
"""What still counts where a deal is worth points by place."""

Tiers = tuple[tuple[int | Literal["all"], int], ...]


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """What a deal is worth.

    A loser's hand has a value, which multipliers make his *adjusted count*; the settlement makes
    points of the adjusted counts of all.

    Attributes:
        card_values: what a hand that is left is worth: ``"count"``, 1 a card; ``"pips"``, its face,
            J Q K A 2 being 11 to 15; ``"deduction"`` 扣分, its face, J Q K being 20, A 30 and 2 40
            (BT-39, BT-41, BT-42).
        spade_ace_40: with ``"deduction"``, the ace of spades is 40 (BT-42).
        tiers: 炒, pairs of a number of cards and the factor of a hand with so many left or more, in
            ascending order; last, perhaps, ``("all", factor)`` for a seat that played no card at
            all. Only the last that is reached counts (BT-39).
        winner_bonus: what each loser pays beside, times the stake, 0 or more (BT-40).
        two_multiplier: the factor of each 2 left, 1 or more (BT-46).
        monster_multiplier: the factor of a monster left, quads with a fifth card or a straight
            flush, 1 or more (BT-46).
        per_monster: it counts for each monster left, not once (BT-46).
        unplayed_multiplier: the factor of a seat that played no card, 1 or more (BT-46).
        all_unplayed_multiplier: a factor of every loser, where none of them played a card, 1 or
            more (BT-46).
        settlement: ``"solo"`` 獨贏, each loser pays the winner; ``"place"``, every two players
            settle the difference; ``"none"``, losers are charged what they have left, and nobody is
            paid (BT-43).
        stake: points that a count of 1 is worth, 1 or more (BT-43).
        liability: 包牌, whether the seat before the winner pays for the other losers if it let him
            go out with a single: ``"off"``; ``"not_highest"``, if it did not play the highest
            single it held; ``"could_have_stopped"``, if it also held one that beats the winner's
            (BT-44).
        liability_for_passing: it is liable also if it passed with a card that beat the table
            (BT-44).
        bankruptcy: 畢業, what happens where the purses of a match are given and somebody owes more
            than he holds: ``"off"``, nothing; ``"table"``, he pays what he has, the winner first,
            and other losers pay nothing; ``"shortfall"``, every loser pays what he can. Needs a
            settlement (BT-45).
        instant_multiplier: the factor of whole hands at an instant win, in place of all others, 1
            or more (BT-48).
        place_points: points of the first, second … place, times the stake, in place of all else,
            for deals that are played out; they add up to 0 (BT-51).

    Raises:
        RulesError: a value that the switch does not have, or one that another switch makes void;
            its ``rule`` names the rule id.
        TypeError: a value of another type.

    Example:
        >>> Scoring(tiers=((8, 2), (11, 3), (13, 4)), settlement="place", stake=20).tiers[0]
        (8, 2)
    """

    card_values: Literal["count", "pips", "deduction"] = "count"
    spade_ace_40: bool = False
    tiers: Tiers = ()
    winner_bonus: int = 0
    two_multiplier: int = 1
    monster_multiplier: int = 1
    per_monster: bool = False
    unplayed_multiplier: int = 1
    all_unplayed_multiplier: int = 1
    settlement: Literal["solo", "place", "none"] = "solo"
    stake: int = 1
    liability: Literal["off", "not_highest", "could_have_stopped"] = "off"
    liability_for_passing: bool = True
    bankruptcy: Literal["off", "table", "shortfall"] = "off"
    instant_multiplier: int = 3
    place_points: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        """Check the values."""
        for name, (allowed, rule) in _CHOICES.items():
            check_choice(name, getattr(self, name), allowed, rule)
        made: dict[str, object] = {
            name: checked_flag(name, getattr(self, name), rule) for name, rule in _FLAGS.items()
        }
        for name, rule in _NUMBERS.items():
            least = 0 if name == "winner_bonus" else 1
            made[name] = checked_whole(name, getattr(self, name), rule, least=least)
        made["tiers"] = _checked_tiers(self.tiers)
        if self.place_points is not None:
            made["place_points"] = _checked_places(self.place_points)
        for name, value in made.items():
            object.__setattr__(self, name, value)
        self._check_together()

    def _check_together(self) -> None:
        """Refuse switches that others make void."""
        for name, void, other, allowed, rule in _NEEDS:
            if getattr(self, name) != void:
                value = getattr(self, other)
                if allowed is None:
                    if value == 1:
                        raise refuse(rule, f"{name}={getattr(self, name)!r} needs a {other}")
                elif value not in allowed:
                    needed = " or ".join(f"{other}={choice!r}" for choice in allowed)
                    raise refuse(rule, f"{name}={getattr(self, name)!r} needs {needed}")
        if self.place_points is not None:
            for name, f in self.__dataclass_fields__.items():
                if name not in _BESIDE_PLACES and getattr(self, name) != f.default:
                    raise refuse(
                        "BT-51", f"place_points count in place of all else; leave {name} as it is"
                    )


def _checked_tiers(given: object) -> Tiers:
    shape = "pairs of a number of cards, or 'all', and a factor"
    if not isinstance(given, tuple | list) or not all(
        isinstance(pair, tuple | list) and len(pair) == 2 for pair in given
    ):
        raise refuse_type("BT-39", f"tiers are {shape}, not {shown(given)}")
    made: list[tuple[int | Literal["all"], int]] = []
    for cards, factor in given:
        number: int | Literal["all"] = "all"
        if isinstance(cards, str):
            check_choice("the cards of a tier", cards, ("all",), "BT-39")
        else:
            number = checked_whole("the cards of a tier", cards, "BT-39")
        made.append((number, checked_whole("the factor of a tier", factor, "BT-39")))
    order = [float("inf") if cards == "all" else cards for cards, _ in made]
    if any(a >= b for a, b in pairwise(order)):
        raise refuse("BT-39", f"tiers are in ascending order, 'all' last, not {shown(given)}")
    return tuple(made)


def _checked_places(given: object) -> tuple[int, ...]:
    if not isinstance(given, tuple | list):
        raise refuse_type("BT-51", f"place_points is a tuple, not {shown(given)}")
    made = tuple(
        checked_whole("each of place_points", points, "BT-51", least=-(2**62), most=2**62)
        for points in given
    )
    if len(made) < 2 or sum(made) != 0:
        raise refuse("BT-51", f"place_points are two or more that add up to 0, not {shown(made)}")
    return made


# --- scores --------------------------------------------------------------------------------------

_INT64_MAX = 2**63 - 1

_AT_A_TIME = 1 << 13
"""Deals that are scored in one go, so that what is worked on stays near the processor."""


def scores(
    facts: Mapping[str, ArrayLike],
    scoring: Scoring,
    *,
    purses: ArrayLike | None = None,
    house: Iterable[int] = (),
) -> NDArray[np.int64]:
    """Score deals from their facts (BT-39 … BT-49, BT-51).

    Args:
        facts: whole numbers by name, those of `SCORED_FACTS` that the scoring asks for; other facts
            do not count, but all that there are are checked. ``winner``, ``instant``,
            ``not_highest``, ``could_have_stopped`` and ``culprit_passed`` have shape (…), most
            often (deals,), or () for one deal; the others of `SCORED_FACTS` have shape (…, seats).
        scoring: the switches.
        purses: what each seat holds before the deal, shape (…, seats) or (seats,), in which
            ``bankruptcy`` acts; without them nobody is bankrupt.
        house: seats that neither win nor lose points: nothing is settled with them.

    Returns:
        Points of each seat, shape (…, seats). Each deal adds up to 0, unless nothing is settled.
        The arithmetic is exact.

    Raises:
        RulesError: a fact that is missing though the scoring asks for it, or that no deal has;
            shapes that do not fit; values that no deal has, together or each, or only one that is
            not over; of ``place_points`` also deals that were not played out to the last place.
        TypeError: facts, purses or seats that are not whole numbers, or another scoring.
        ValueError: house seats or purses that do not fit.
        OverflowError: a score beyond 64 bits.

    Example:
        >>> facts = dict(winner=0, instant=0, cards_left=[0, 5, 10, 13], unplayed=[0, 0, 0, 1])
        >>> scores(facts, Scoring(tiers=((8, 2), (11, 3), (13, 4)), stake=10))
        array([ 770,  -50, -200, -520])
    """
    return scores_by_end(facts, scoring, None, purses=purses, house=house)


def scores_by_end(
    facts: Mapping[str, ArrayLike],
    scoring: Scoring,
    end: End | None,
    *,
    purses: ArrayLike | None = None,
    house: Iterable[int] = (),
) -> NDArray[np.int64]:
    """What `scores` gives, of deals of which may be known when they are over by the rules."""
    if not isinstance(scoring, Scoring):
        raise TypeError(f"scoring is a big2.Scoring, not {shown(scoring)}")
    name = "cards_left" if scoring.place_points is None else "place"
    shape = column(facts, name, known(2), "BT-32").shape
    if not shape or shape[-1] < 2:
        raise refuse("BT-22", f"fact {name!r} has shape (…, seats), not {shape}")
    seats = shape[-1]
    if scoring.place_points is not None and len(scoring.place_points) != seats:
        raise refuse(
            "BT-51", f"place_points are those of {len(scoring.place_points)} seats, not of {seats}"
        )
    deals = int(np.prod(shape[:-1], dtype=np.int64))
    settling = Settling(scoring, seats, _checked_house(house, seats))
    given = checked(facts, known(seats), settling.needs, seats=seats, rule="BT-32")
    fact = {}
    for name, array in given.items():
        each = (deals, seats) if array.shape == shape else (deals,)
        fact[name] = array.astype(np.int16, copy=False).reshape(each)

    def row_of(start: int, deal: int) -> Row:
        return tuple(int(at) for at in np.unravel_index(start + deal, shape[:-1]))

    if scoring.place_points is not None:
        _check_places(fact["place"], partial(row_of, 0))
    settling.prepare({name: fact[name] for name in settling.needs})
    held = None if purses is None else _checked_purses(purses, shape).reshape(deals, seats)
    points = np.empty((deals, seats), dtype=np.int64)
    for start in range(0, deals, _AT_A_TIME):
        part = slice(start, start + _AT_A_TIME)
        some = {name: column[part] for name, column in fact.items()}
        check_together(some, end, partial(row_of, start))
        some = {name: some[name] for name in settling.needs}
        points[part] = settling.points(some, None if held is None else held[part])
    return points.reshape(shape)


def _checked_purses(value: ArrayLike, shape: tuple[int, ...]) -> NDArray[Any]:
    purses = wholes("purses are", value)
    if purses.size and int(purses.max()) > _INT64_MAX:
        raise ValueError(f"purses are whole numbers of 64 bits, not {purses.max()}")
    try:  # with a sign, for what is owed is below nothing
        return np.broadcast_to(purses.astype(np.int64), shape)
    except ValueError:
        raise ValueError(f"purses have shape {purses.shape}, not {shape}") from None


def _check_places(place: NDArray[Any], row_of: Callable[[int], Row]) -> None:
    """Refuse deals in which two seats share a place, as they do while they have none."""
    wrong = (np.sort(place, axis=1) != np.arange(1, place.shape[1] + 1)).any(axis=1)
    if wrong.any():
        deal = int(wrong.argmax())
        why = (
            "place_points are for deals that are over for all seats, with a place for each, as "
            "end='all_out' plays them out"
        )
        raise refused("place", place[deal].tolist(), why, "BT-51", row_of(deal))


def _checked_house(house: Iterable[int], seats: int) -> tuple[int, ...]:
    try:
        given = tuple(house)
    except TypeError:
        message = f"house is the house seats, such as (3,), not {shown(house)} [BT-47]"
        raise TypeError(message) from None
    return tuple(sorted({whole("a house seat", seat, 0, seats - 1) for seat in given}))
