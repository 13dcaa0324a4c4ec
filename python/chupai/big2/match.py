"""What happens between the deals of a match: `MatchRules`, `start`, `advance`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from chupai._numbers import integer
from chupai._shown import shown
from chupai._switches import check_choice, checked_flag, checked_whole, refuse, refuse_type
from chupai.big2.scoring import scores as scores_of
from chupai.big2.setup import Setup
from chupai.match_state import MatchState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

    from chupai.big2.rules import Rules
    from chupai.big2.scoring import Scoring

__all__ = ["ENDS", "MatchRules", "advance", "check", "set_up_of", "start"]

ENDS = ("running", "deals", "target", "purse")
"""What a match was ended by; where several come together, the last of them here."""

NOBODY = -1
"""In set-ups: no leader is given, no seat has the role."""

CUT = -1
"""In a set-up's ``first_card``: to be found by a cut."""

_ROLES = 4
_INT64_MAX = 2**63 - 1
_MOST = 2**62


@dataclass(frozen=True, kw_only=True)
class MatchRules:
    """How deals of Big Two follow each other in a match, and when it ends.

    A match ends after the first deal that reaches one of its ends; `chupai.Match` refuses rules
    that have none.

    Attributes:
        later_lead: who leads first in the deals after the first: ``"winner"``, the winner of the
            deal before, anything; or ``"lowest"``, the holder of the lowest card again (BT-25).
        deals: the match ends after so many deals, 1 or more; None: it does not (BT-25).
        target: it ends when a seat's total reaches so many points, 1 to 2^62; None: it does not
            (BT-43).
        purse: what each seat brings along, 1 to 2^62; it ends when somebody has nothing left. None:
            points are only written down (BT-45).
        bloody: 血腥大老二, the places of a deal are the roles of the next one, before which king,
            noble and commoner exchange cards. For four players, and deals played for all places
            (BT-37).
        house_seats: seats that neither win nor lose points (BT-47).
        buy_in: stakes that a purse must hold for a seat to sit down; 0: any (BT-47).
        cut: a cut before each deal tells who is dealt the first card; without it, that is seat 0
            (BT-36).

    Raises:
        RulesError: a value that the switch does not have, or switches that contradict each other.
        TypeError: a value of another type.

    Example:
        >>> MatchRules(deals=50, purse=1000, buy_in=10).later_lead
        'winner'
    """

    later_lead: Literal["winner", "lowest"] = "winner"
    deals: int | None = None
    target: int | None = None
    purse: int | None = None
    bloody: bool = False
    house_seats: tuple[int, ...] = ()
    buy_in: int = 0
    cut: bool = False

    def __post_init__(self) -> None:
        """Check the switches."""
        check_choice("later_lead", self.later_lead, ("winner", "lowest"), "BT-25")
        made: dict[str, object] = {
            "bloody": checked_flag("bloody", self.bloody, "BT-37"),
            "cut": checked_flag("cut", self.cut, "BT-36"),
            "buy_in": checked_whole("buy_in", self.buy_in, "BT-47", least=0, most=_MOST),
            "house_seats": _checked_seats(self.house_seats),
        }
        for name, rule in (("deals", "BT-25"), ("target", "BT-43"), ("purse", "BT-45")):
            if (value := getattr(self, name)) is not None:
                made[name] = checked_whole(name, value, rule, most=_MOST)
        for name, value in made.items():
            object.__setattr__(self, name, value)
        if self.buy_in and self.purse is None:
            raise refuse("BT-47", "buy_in needs a purse")


def _checked_seats(given: object) -> tuple[int, ...]:
    if not isinstance(given, tuple | list):
        raise refuse_type("BT-47", f"house_seats is a tuple of seats, not {shown(given)}")
    seats = [checked_whole("a house seat", seat, "BT-47", least=0, most=51) for seat in given]
    if len(set(seats)) < len(seats):
        raise refuse("BT-47", f"house_seats has a seat twice: {shown(given)}")
    return tuple(sorted(seats))


def check(rules: Rules, scoring: Scoring, match_rules: MatchRules) -> None:
    """Refuse parts that contradict each other.

    Raises:
        RulesError: they do; its ``rule`` names the rule.
    """
    players, is_played_out = rules.players, rules.end == "all_out"
    points = scoring.place_points
    if match_rules.bloody and not (players == _ROLES and is_played_out):
        raise refuse("BT-37", "bloody needs players=4 and end='all_out'")
    if points is not None:
        if not is_played_out:
            raise refuse("BT-51", "place_points need end='all_out'")
        if len(points) != players:
            raise refuse("BT-51", f"place_points has {len(points)} places for {players} players")
        if match_rules.house_seats:
            raise refuse("BT-51", "place_points leave no seat out; house_seats is empty with them")
    if scoring.bankruptcy != "off" and match_rules.purse is None:
        raise refuse("BT-45", f"bankruptcy={scoring.bankruptcy!r} needs a purse")
    if match_rules.house_seats and match_rules.house_seats[-1] >= players:
        seat = match_rules.house_seats[-1]
        raise refuse("BT-47", f"seat {seat} is no house seat, for there are {players} players")
    least = match_rules.buy_in * scoring.stake
    if match_rules.purse is not None and match_rules.purse < least:
        raise refuse("BT-47", f"a purse of {match_rules.purse} is less than the buy-in, {least}")


def start(
    rules: Rules, match_rules: MatchRules, matches: int, setup: Setup | None = None
) -> MatchState:
    """Matches before their first deal, which the lowest card leads, unless the set-up gives a seat.

    Args:
        rules: how a deal is played.
        match_rules: how deals follow each other.
        matches: how many matches.
        setup: what is given; its ``leader`` and ``roles`` are those of the first deal, all else is
            given of every deal.

    Returns:
        A state of so many matches. ``setups`` has ``leader``, int8 with −1 where the lowest card
        leads; ``first_card``, int8 with −1 for a seat to be found by a cut; and ``roles``, int8 of
        shape (matches, 4), the seats of king, noble, commoner and slave, or −1.

    Raises:
        ValueError: the match rules have no end, or a negative number.
        RulesError: a first card is given where it is cut for.
        TypeError: ``matches`` is no whole number.

    Example:
        >>> from chupai import big2
        >>> start(big2.HONG_KONG, MatchRules(deals=3), 2).setups["leader"]
        array([-1, -1], dtype=int8)
    """
    matches = integer("matches", matches)
    if match_rules.deals is match_rules.target is match_rules.purse is None:
        raise ValueError("a match needs an end: give deals, target or purse")
    given = setup or Setup()
    if match_rules.cut and given.first_card:
        raise refuse("BT-36", f"first_card={given.first_card} is not given where cut=True")
    is_cut = match_rules.cut or given.first_card is None
    roles = (NOBODY,) * _ROLES if given.roles is None else given.roles
    return MatchState(
        totals=np.zeros((matches, rules.players), dtype=np.int64),
        deals=np.zeros(matches, dtype=np.int64),
        ended=np.zeros(matches, dtype=np.int8),
        setups={
            "leader": np.full(matches, NOBODY if given.leader is None else given.leader, np.int8),
            "first_card": np.full(matches, CUT if is_cut else given.first_card, dtype=np.int8),
            "roles": np.tile(np.array(roles, dtype=np.int8), (matches, 1)),
        },
    )


def advance(
    rules: Rules,
    scoring: Scoring,
    match_rules: MatchRules,
    state: MatchState,
    facts: Mapping[str, ArrayLike],
    scores: ArrayLike | None = None,
) -> MatchState:
    """The state after one more deal of every match that goes on.

    Args:
        rules: how a deal is played.
        scoring: what deals are worth.
        match_rules: how deals follow each other.
        state: where the matches stand; what has ended stays as it is, whatever its facts.
        facts: of the deals just played, as `chupai.big2.scores` takes them, first axis the match.
        scores: their points without purses and house seats, as `chupai.big2.scores` gives them,
            shape (matches, seats); None to work them out.

    Returns:
        A new state. What was paid is the difference of the totals, which may be other than the
        scores where somebody is bankrupt or a house seat.

    Raises:
        RulesError: what `chupai.big2.scores` refuses.
        ValueError: shapes that do not fit.
        OverflowError: totals beyond 64 bits.

    Example:
        >>> from chupai import big2
        >>> rules, scoring = MatchRules(deals=2), big2.Scoring()
        >>> begun = start(big2.HONG_KONG, rules, 1)
        >>> facts = {"winner": [2], "instant": [0], "cards_left": [[3, 1, 0, 5]]}
        >>> state = advance(big2.HONG_KONG, scoring, rules, begun, facts)
        >>> state.totals, state.setups["leader"], ENDS[state.ended[0]]
        (array([[-3, -1,  9, -5]]), array([2], dtype=int8), 'running')
    """
    del rules
    winner = np.asarray(facts["winner"])
    if winner.shape != state.deals.shape:
        raise ValueError(f"{len(state)} matches do not fit winners of shape {winner.shape}")
    purse = match_rules.purse
    if scores is None or match_rules.house_seats or scoring.bankruptcy != "off":
        purses = None if purse is None else state.totals + purse
        scores = scores_of(facts, scoring, purses=purses, house=match_rules.house_seats)
    points = np.asarray(scores, dtype=np.int64)
    if points.shape != state.totals.shape:
        raise ValueError(f"{len(state)} matches do not fit scores of shape {points.shape}")
    going = state.ended == 0
    points = np.where(going[:, None], points, 0)
    _check_range(purse or 0, state.totals, points)
    totals, deals = state.totals + points, state.deals + going

    ended = np.zeros_like(state.ended)
    if match_rules.deals is not None:
        ended[deals >= match_rules.deals] = ENDS.index("deals")
    if match_rules.target is not None:
        ended[totals.max(axis=1) >= match_rules.target] = ENDS.index("target")
    if purse is not None:
        ended[totals.min(axis=1) <= -purse] = ENDS.index("purse")

    setups = dict(state.setups)
    leader = winner if match_rules.later_lead == "winner" else NOBODY
    setups["leader"] = np.where(going, leader, setups["leader"]).astype(np.int8)
    roles: Any = NOBODY
    if match_rules.bloody:
        roles = _next_roles(setups["roles"], np.asarray(facts["place"]))
    setups["roles"] = np.where(going[:, None], roles, setups["roles"]).astype(np.int8)
    return MatchState(totals, deals, np.where(going, ended, state.ended), setups)


def _next_roles(roles: NDArray[Any], place: NDArray[Any]) -> NDArray[Any]:
    """The seats of king, noble, commoner and slave by their places (BT-37).

    A king who is not first becomes slave, and those behind him move up.
    """
    order = place.astype(np.int64)
    king = roles[:, 0].astype(np.int64)
    ruled = np.flatnonzero(king >= 0)
    fallen = ruled[order[ruled, king[ruled]] != 1]
    order[fallen, king[fallen]] = _ROLES + 1
    return np.argsort(order, axis=1, kind="stable")


def set_up_of(setups: Mapping[str, NDArray[Any]], match: int, setup: Setup | None = None) -> Setup:
    """The set-up of the next deal of one match, from the ``setups`` of a state.

    Args:
        setups: those of a `MatchState`.
        match: which row of them.
        setup: what is given of the match, as to `start`.

    Example:
        >>> from chupai import big2
        >>> set_up_of(start(big2.HONG_KONG, MatchRules(deals=3), 2).setups, 1)
        Setup(leader=None, first_card=0, roles=None)
    """
    leader, first_card = int(setups["leader"][match]), int(setups["first_card"][match])
    roles = setups["roles"][match].tolist()
    return replace(
        setup or Setup(),
        leader=None if leader == NOBODY else leader,
        first_card=None if first_card == CUT else first_card,
        roles=None if NOBODY in roles else tuple(roles),
    )


def _check_range(purse: int, totals: NDArray[np.int64], points: NDArray[np.int64]) -> None:
    """Refuse what 64 bits might not hold, purses included."""
    reach = purse + sum(
        max(int(values.max(initial=0)), -int(values.min(initial=0))) for values in (totals, points)
    )
    if reach > _INT64_MAX:
        raise OverflowError("the totals do not fit into 64 bits [BT-43]")
