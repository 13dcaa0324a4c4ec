"""Big Two: deals after each other. Who leads, who is what, who pays what, and when it is over.

A match is told deal by deal, in plain integers. Rules of matches are a mapping with every switch by
its name: ``later_lead``, ``deals``, ``target``, ``purse``, ``bloody``, ``house_seats``, ``buy_in``,
``cut``.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from .big2_score import Deal, Scoring, scores

MatchRules = Mapping[str, Any]


class Match:
    """A match in progress."""

    def __init__(self, rules: MatchRules, scoring: Scoring, seats: int) -> None:
        """Start with nothing won and nothing lost; ValueError for a purse that is too small."""
        if rules["buy_in"] and (rules["purse"] or 0) < rules["buy_in"] * scoring["stake"]:
            raise ValueError("whoever sits down holds so many stakes")  # BT-47
        self.rules = rules
        self.scoring = scoring
        self.totals = [0] * seats
        self.deals = 0
        self.leader: int | None = None
        """Who leads the next deal, None where the lowest card decides (BT-25)."""
        self.roles: list[int] | None = None
        """The seats of king, noble, commoner and slave in the next deal, if there are any."""

    @property
    def purses(self) -> list[int] | None:
        """What each seat holds, where it brought something along."""
        if self.rules["purse"] is None:
            return None
        return [self.rules["purse"] + total for total in self.totals]

    def add(self, deal: Deal) -> list[int]:
        """Enter a deal; return what each seat really won."""
        if self.ends():
            raise ValueError("the match is over")
        won = scores(deal, self.scoring, self.purses, self.rules["house_seats"])
        self.totals = [total + points for total, points in zip(self.totals, won, strict=True)]
        self.deals += 1
        if self.rules["later_lead"] == "winner":
            self.leader = deal["winner"]
        if self.rules["bloody"]:
            self.roles = roles_after(self.roles, deal["place"])
        return won

    def ends(self) -> set[str]:
        """Return the ends that the match has reached; empty while it goes on."""
        reached = set()
        if self.rules["deals"] is not None and self.deals >= self.rules["deals"]:
            reached.add("deals")
        if self.rules["target"] is not None and max(self.totals) >= self.rules["target"]:
            reached.add("target")
        if self.purses is not None and min(self.purses) <= 0:
            reached.add("purse")
        return reached


def roles_after(roles: Sequence[int] | None, places: Sequence[int]) -> list[int]:
    """Return the seats of the roles after a deal with these places (BT-37)."""
    order = sorted(range(len(places)), key=lambda seat: places[seat])
    if roles is not None and order[0] != roles[0]:
        king = roles[0]
        order.remove(king)
        order.append(king)
    return order
