"""What the points of a deal are worth: `Scoring`, `kitty_multiplier`, `attackers_points`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, SupportsIndex

import numpy as np

from chupai._numbers import whole
from chupai._shown import shown
from chupai._switches import check_choice, checked_whole, refuse
from chupai.shengji.facts import checked
from chupai.shengji.multipliers import KittyMultipliers, checked_multipliers, multipliers_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

__all__ = ["Scoring", "attackers_points", "kitty_multiplier"]

_MOST = 2**40
_CHOICES = {
    "throw_penalty_per": (("attempt", "card"), "SJ-17"),
    "dig_with": (("any", "trump_lead", "trump_winner"), "SJ-29"),
}


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """What a deal is worth, in levels.

    The attackers 閒家 collect points; what they have in the end decides which side gains how many
    levels. Where a switch is None it goes by the number of decks, which a scoring does not know:
    with two decks ``step=40`` comes to the same as None, and is another scoring all the same.

    Attributes:
        throw_penalty: points that a failed throw costs the side of its player, to the other side's
            profit, 0 or more (SJ-17).
        throw_penalty_per: that is for each ``"attempt"``, or for each ``"card"`` that was taken
            back (SJ-17).
        kitty_multiplier: how often the kitty's points count to attackers who win the last trick, by
            its lead: ``"cn"``, as in 中国升级竞赛规则 (SJ-28); ``"power"``, as on platforms, 2·w^X
            for X linked classes of w cards (SJ-29); or a `KittyMultipliers`.
        single_multiplier: with ``"power"``, the multiplier of a single, 1 or 2 (SJ-29).
        dig_with: whoever wins the last trick wins the kitty, with ``"any"``; only if its lead was
            trump, with ``"trump_lead"``; only if the play that won it was, with ``"trump_winner"``
            (SJ-29).
        turnover: points with which the attackers take the deal over, 1 or more; None: two steps
            (SJ-30).
        step: points that a level is worth, 1 or more; None: 20 for each deck (SJ-30).
        cap: the attackers never count more than so many points, 1 or more; ``"pack"``: than there
            are in all decks; None: they may (SJ-31).

    Raises:
        RulesError: a value that the switch does not have, or one that another switch makes void;
            its ``rule`` names the rule id.
        TypeError: a value of another type.

    Example:
        >>> Scoring(step=20, turnover=80, kitty_multiplier="power").cap is None
        True
    """

    throw_penalty: int = 0
    throw_penalty_per: Literal["attempt", "card"] = "attempt"
    kitty_multiplier: Literal["cn", "power"] | KittyMultipliers = "cn"
    single_multiplier: int = 2
    dig_with: Literal["any", "trump_lead", "trump_winner"] = "any"
    turnover: int | None = None
    step: int | None = None
    cap: int | Literal["pack"] | None = None

    def __post_init__(self) -> None:
        """Check the values."""
        for name, (allowed, rule) in _CHOICES.items():
            check_choice(name, getattr(self, name), allowed, rule)
        made: dict[str, object] = {
            "throw_penalty": checked_whole(
                "throw_penalty", self.throw_penalty, "SJ-17", least=0, most=_MOST
            ),
            "kitty_multiplier": checked_multipliers(self.kitty_multiplier),
            "single_multiplier": checked_whole(
                "single_multiplier", self.single_multiplier, "SJ-29", most=2
            ),
            "cap": _checked_cap(self.cap),
        }
        for name in ("turnover", "step"):
            if (value := getattr(self, name)) is not None:
                made[name] = checked_whole(name, value, "SJ-30", most=_MOST)
        for name, value in made.items():
            object.__setattr__(self, name, value)
        if self.throw_penalty_per != "attempt" and not self.throw_penalty:
            raise refuse("SJ-17", "throw_penalty_per='card' needs a throw_penalty")
        if self.single_multiplier != 2 and self.kitty_multiplier != "power":
            raise refuse("SJ-29", "single_multiplier=1 needs kitty_multiplier='power'")


def _checked_cap(given: object) -> object:
    if given is None or given == "pack":
        return given
    if isinstance(given, str):
        raise refuse("SJ-31", f"cap is a whole number, 'pack' or None, not {shown(given)}")
    return checked_whole("cap", given, "SJ-31", most=_MOST)


# --- points --------------------------------------------------------------------------------------


def kitty_multiplier(
    facts: Mapping[str, ArrayLike], scoring: Scoring, decks: SupportsIndex
) -> NDArray[np.int64]:
    """How many times the kitty's points count to the attackers (SJ-27 … SJ-29).

    Args:
        facts: whole numbers by name, each of shape (…), most often (deals,), or () for one deal:
            ``declarer``, ``last_winner``, ``last_width``, ``last_length``, ``last_throw``, and
            ``last_lead_trump`` or ``last_winner_trump`` where ``dig_with`` asks for it. The width
            and the length are those of the lead's dominant unit. Others do not count, but all that
            there are are checked.
        scoring: the switches.
        decks: with how many decks the deals were played, 1 to 4.

    Returns:
        int64 of shape (…): the multiplier of the last lead, 0 where the declarers won the last
        trick or where it does not dig.

    Raises:
        RulesError: a fact that is missing though the scoring asks for it, or that no deal has;
            shapes that do not fit; values that no deal has, or only one that is not over. A deal
            that goes on can be told until its first trick is over.
        TypeError: facts that are not whole numbers, or another scoring.
        ValueError: a number of decks that there is not.

    Example:
        >>> facts = dict(declarer=[0, 0], last_winner=[1, 2], last_width=[2, 2])
        >>> facts |= dict(last_length=[3, 3], last_throw=[0, 0])
        >>> kitty_multiplier(facts, Scoring(), 2)
        array([8, 0])
    """
    decks = _checked(scoring, decks)
    return _multiplier(checked(facts, _dug_by(scoring), decks), scoring, decks)


def attackers_points(
    facts: Mapping[str, ArrayLike], scoring: Scoring, decks: SupportsIndex
) -> NDArray[np.int64]:
    """The points of the attackers, with kitty, penalties and cap (SJ-17, SJ-27, SJ-31).

    Args:
        facts: as `kitty_multiplier` takes them, and ``attackers_points``, those of their tricks;
            ``kitty_points``; and where there is a ``throw_penalty``, ``failed_throws`` or
            ``cards_returned`` of shape (…, 4).
        scoring: the switches.
        decks: with how many decks the deals were played, 1 to 4.

    Returns:
        int64 of shape (…). Penalties of the attackers can make them negative.

    Raises:
        RulesError, TypeError, ValueError: as `kitty_multiplier`.

    Example:
        >>> facts = dict(
        ...     declarer=0,
        ...     attackers_points=70,
        ...     kitty_points=10,
        ...     last_winner=3,
        ...     last_width=1,
        ...     last_length=1,
        ...     last_throw=0,
        ... )
        >>> int(attackers_points(facts, Scoring(), 2))
        90
    """
    decks = _checked(scoring, decks)
    needed = [*_dug_by(scoring), "attackers_points", "kitty_points"]
    penalized = "failed_throws" if scoring.throw_penalty_per == "attempt" else "cards_returned"
    needed += [penalized] * bool(scoring.throw_penalty)
    fact = checked(facts, needed, decks)
    points = fact["attackers_points"] + fact["kitty_points"] * _multiplier(fact, scoring, decks)
    if scoring.throw_penalty:
        by_seat = fact[penalized] * scoring.throw_penalty
        attacks = (np.arange(4) - fact["declarer"][..., None]) % 2 == 1
        points = points + np.where(attacks, -by_seat, by_seat).sum(axis=-1)
    if scoring.cap is not None:
        points = np.minimum(points, 100 * decks if scoring.cap == "pack" else scoring.cap)
    return np.asarray(points, dtype=np.int64)


_BESIDES = {"any": (), "trump_lead": ("last_lead_trump",), "trump_winner": ("last_winner_trump",)}


def _dug_by(scoring: Scoring) -> tuple[str, ...]:
    """The facts on which it depends how often the kitty counts."""
    lead = ("last_width", "last_length", "last_throw")
    return ("declarer", "last_winner", *lead, *_BESIDES[scoring.dig_with])


def _multiplier(
    fact: Mapping[str, NDArray[np.int64]], scoring: Scoring, decks: int
) -> NDArray[np.int64]:
    named = multipliers_of(scoring.kitty_multiplier, decks, scoring.single_multiplier)
    lead = fact["last_throw"], fact["last_width"], fact["last_length"]
    multiplier: NDArray[np.int64] = named.table()[lead]
    if multiplier.min(initial=0) < 0:
        raise refuse("SJ-10", "facts 'last_width' and 'last_length' are of no unit that there is")
    digs = (fact["last_winner"] - fact["declarer"]) % 2 == 1
    for name in _BESIDES[scoring.dig_with]:
        digs = digs & (fact[name] == 1)
    return np.where(digs, multiplier, 0)


def _checked(scoring: Scoring, decks: SupportsIndex) -> int:
    if not isinstance(scoring, Scoring):
        raise TypeError(f"scoring is a shengji.Scoring, not {shown(scoring)}")
    return whole("decks", decks, 1, 4)
