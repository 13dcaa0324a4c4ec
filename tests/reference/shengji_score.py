"""Shengji: what a deal is worth, in plain whole numbers.

Scoring is a mapping with every switch by its name. A deal is a mapping of its facts, with a list of
one number a seat where the fact has one for each: ``declarer``, ``attackers_points``,
``kitty_points``, ``last_winner``, ``last_width``, ``last_length``, ``last_throw``,
``last_lead_trump``, ``last_winner_trump``, ``failed_throws``, ``cards_returned``.
"""

from collections.abc import Mapping
from typing import Any

Scoring = Mapping[str, Any]
Deal = Mapping[str, Any]


def scores(deal: Deal, scoring: Scoring, decks: int) -> list[int]:
    """Return the levels that each seat wins, and the other side loses.

    Whoever takes the deal over has one level for that, and what he gains besides.
    """
    taken, gain = level_changes(attackers_points(deal, scoring, decks), scoring, decks)
    attackers = gain + 1 if taken else -gain
    return [attackers if attacks(seat, deal) else -attackers for seat in range(4)]


def attacks(seat: int, deal: Deal) -> bool:
    """Whether a seat plays against the declarer's side."""
    return bool(seat % 2 != deal["declarer"] % 2)


# --- points --------------------------------------------------------------------------------------


def attackers_points(deal: Deal, scoring: Scoring, decks: int) -> int:
    """Return the points of the attackers, with the kitty, penalties and the cap."""
    points: int = deal["attackers_points"]
    if attacks(deal["last_winner"], deal) and digs(deal, scoring):  # SJ-27
        points += deal["kitty_points"] * multiplier(deal, scoring, decks)
    for seat in range(4):  # SJ-17
        if scoring["throw_penalty_per"] == "attempt":
            penalty = scoring["throw_penalty"] * deal["failed_throws"][seat]
        else:
            penalty = scoring["throw_penalty"] * deal["cards_returned"][seat]
        points += -penalty if attacks(seat, deal) else penalty
    if scoring["cap"] is None:  # SJ-31
        return points
    return min(points, 100 * decks if scoring["cap"] == "pack" else scoring["cap"])


def digs(deal: Deal, scoring: Scoring) -> bool:
    """Whether the last trick wins the kitty at all (SJ-29)."""
    if scoring["dig_with"] == "trump_lead":
        return bool(deal["last_lead_trump"])
    if scoring["dig_with"] == "trump_winner":
        return bool(deal["last_winner_trump"])
    return True


def multiplier(deal: Deal, scoring: Scoring, decks: int) -> int:
    """Return how often the kitty counts, by the lead of the last trick."""
    width, length = deal["last_width"], deal["last_length"]  # of the dominant unit
    thrown = bool(deal["last_throw"])
    table = scoring["kitty_multiplier"]
    if table == "cn":
        return cn_multiplier(width, length, thrown, decks)
    if table == "power":
        return power_multiplier(width, length, scoring["single_multiplier"])
    return written_multiplier(width, length, thrown, table)


def cn_multiplier(width: int, length: int, thrown: bool, decks: int) -> int:  # SJ-28
    """Return the multiplier of the competition rules."""
    if width == 1:
        return 3 if thrown else 2
    if decks == 2:
        return 4 if length == 1 else 2 * length + 2
    if length == 1:
        return {2: 3, 3: 4, 4: 5}[width]
    return {2: length + 3, 3: 2 * length + 2, 4: 3 * length + 1}[width]


def power_multiplier(width: int, length: int, single: int) -> int:  # SJ-29
    """Return the multiplier of platforms."""
    return single if width == 1 else 2 * width**length


def written_multiplier(width: int, length: int, thrown: bool, table: Mapping[Any, Any]) -> int:
    """Return the multiplier of a written table: by (width, length), and of throws."""
    if thrown and width == 1 and table["throw_of_singles"] is not None:
        return int(table["throw_of_singles"])
    if thrown and table["throw"] is not None:
        return int(table["throw"])
    return int(table[width, length])


# --- levels --------------------------------------------------------------------------------------


def level_changes(points: int, scoring: Scoring, decks: int) -> tuple[bool, int]:  # SJ-30
    """Return whether attackers with so many points take over, and what the winners gain."""
    step = 20 * decks if scoring["step"] is None else scoring["step"]
    turnover = 2 * step if scoring["turnover"] is None else scoring["turnover"]
    if points >= turnover:
        return True, (points - turnover) // step
    if points > 0:
        return False, steps(turnover - points, step)
    return False, steps(turnover, step) + 1 + steps(-points, step)


def steps(points: int, step: int) -> int:
    """Return how many steps there are in so many points, one begun counted as whole."""
    return -(-points // step)
