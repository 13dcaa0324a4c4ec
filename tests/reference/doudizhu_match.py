"""Dou Dizhu: deals after each other. Who speaks first, who pays what, and when it is over.

A match is told deal by deal, in plain integers. Rules of matches are a mapping with every switch:
``first_bidder``, ``deals``, ``target``, ``purse``, ``bankruptcy``.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from .doudizhu_deal import SEATS

MatchRules = Mapping[str, Any]


class Match:
    """A match in progress."""

    def __init__(self, rules: MatchRules) -> None:
        """Start with nothing won and nothing lost."""
        self.rules = rules
        self.totals = [0] * SEATS
        self.deals = 0
        self.first_bidder: int | None = None
        """Who speaks first in the next deal, None where it is drawn."""

    @property
    def purses(self) -> list[int]:
        """What each seat holds, where it brought something along."""
        return [self.rules["purse"] + total for total in self.totals]

    def add(self, landlord: int, scores: Sequence[int]) -> list[int]:
        """Enter a deal that landlord played (−1 for nobody); return what each seat really won."""
        if self.ends():
            raise ValueError("the match is over")
        won = list(scores)
        if self.rules["bankruptcy"] == "shortfall" and landlord != -1:
            won = paid(landlord, scores, self.purses)
        self.totals = [total + points for total, points in zip(self.totals, won, strict=True)]
        self.deals += 1
        if self.rules["first_bidder"] == "last_landlord" and landlord != -1:
            self.first_bidder = landlord
        return won

    def ends(self) -> set[str]:
        """Return the ends that the match has reached; empty while it goes on."""
        reached = set()
        if self.rules["deals"] is not None and self.deals >= self.rules["deals"]:
            reached.add("deals")
        if self.rules["target"] is not None and max(self.totals) >= self.rules["target"]:
            reached.add("target")
        if self.rules["purse"] is not None and min(self.purses) <= 0:
            reached.add("purse")
        return reached


def paid(landlord: int, scores: Sequence[int], purses: Sequence[int]) -> list[int]:
    """Return what is really paid where nobody pays more than he holds."""
    won = [0] * SEATS
    after, before = (landlord + 1) % SEATS, (landlord + 2) % SEATS
    if scores[landlord] >= 0:
        for peasant in (after, before):
            pays = min(-scores[peasant], purses[peasant])
            won[peasant] -= pays
            won[landlord] += pays
        return won
    owed = -scores[landlord]
    holds = min(owed, purses[landlord])
    won[landlord] = -holds
    won[before] = holds * scores[before] // owed
    won[after] = holds - won[before]
    if won[after] > scores[after]:  # the odd point is never more than what is owed
        raise AssertionError(won)
    return won
