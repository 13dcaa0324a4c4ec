"""Shengji: deals after each other. Who declares at which level, and when it is over.

A match is told deal by deal. Rules of matches are a mapping with every switch by its name:
``form``, ``deals``, ``levels``, ``must_play``, ``hook``, ``fail_last``. Sides are 0 (seats 0 and 2)
and 1 (seats 1 and 3).
"""

from collections.abc import Mapping
from typing import Any

from .shengji_cards import RANKS
from .shengji_score import Deal, Scoring, attackers_points, attacks, level_changes

MatchRules = Mapping[str, Any]


class Match:
    """A match in progress."""

    def __init__(self, rules: MatchRules, scoring: Scoring, decks: int) -> None:
        """Start with both sides at the first level."""
        self.rules = rules
        self.scoring = scoring
        self.decks = decks
        self.levels: list[str] = [rules["levels"][0]] * 2
        self.fails = [0, 0]
        """How often each side failed at the last level since it got there, or last held it."""
        self.declarer: int | None = None
        """Who declares next; None before the first deal, where all compete for it (SJ-40)."""
        self.deals = 0
        self.winner: int | None = None
        """The side that has won."""

    @property
    def level(self) -> str:
        """The level of the next deal."""
        return self.levels[0 if self.declarer is None else self.declarer % 2]

    def add(self, deal: Deal) -> None:
        """Enter a deal; ValueError if the match is over."""
        if self.winner is not None:
            raise ValueError("the match is over")
        side = deal["declarer"] % 2
        points = attackers_points(deal, self.scoring, self.decks)
        taken, gain = level_changes(points, self.scoring, self.decks)
        held_last = not taken and self.levels[side] == self.rules["levels"][-1]
        if taken:
            self._fail(side, deal)
            self.levels[1 - side] = risen(self.levels[1 - side], gain, False, self.rules)
            self.declarer = (deal["declarer"] + 1) % 4  # SJ-32
        else:
            self.fails[side] = 0
            self.levels[side] = risen(self.levels[side], gain, True, self.rules)
            self.declarer = (deal["declarer"] + 2) % 4
        self.deals += 1
        if held_last and self.rules["form"] == "level":  # SJ-36
            self.winner = side
        elif self.deals == self.rules["deals"]:  # SJ-37
            order = [self.rules["levels"].index(level) for level in self.levels]
            ahead = 0 if order[0] > order[1] else 1
            self.winner = self.declarer % 2 if order[0] == order[1] else ahead

    def _fail(self, side: int, deal: Deal) -> None:
        """Let declarers who were beaten fall back, where they must."""
        levels = self.rules["levels"]
        at = levels.index(self.levels[side])
        falls = [at]
        if at == len(levels) - 1:  # SJ-36
            self.fails[side] += 1
            if self.fails[side] == self.rules["fail_last"]:
                falls.append(0)
        by_card = deal["last_level_card"] if attacks(deal["last_winner"], deal) else 0
        if deal["level"] == RANKS.index("J") and by_card:  # SJ-35
            if self.rules["hook"] == "any" or (self.rules["hook"] == "by_suit" and by_card == 2):
                falls.append(0)
            elif self.rules["hook"] == "by_suit":
                falls.append(max(at - 3, 0))
        if min(falls) < at:
            self.levels[side] = levels[min(falls)]
            self.fails[side] = 0


def risen(level: str, gain: int, as_declarer: bool, rules: MatchRules) -> str:  # SJ-34
    """Return the level of a side after it gained so many."""
    levels = rules["levels"]
    must = {*rules["must_play"], levels[-1]}
    if level in must and not as_declarer:
        return level
    at = levels.index(level)
    for _ in range(gain):
        if at == len(levels) - 1:
            break
        at += 1
        if levels[at] in must:
            break
    return str(levels[at])
