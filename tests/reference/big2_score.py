"""Big Two: what a deal is worth, in plain whole numbers.

Scoring is a mapping with every switch by its name. A deal is a mapping of its facts, with a list of
one number a seat where the fact has one for each: ``winner``, ``instant``, ``cards_left``,
``unplayed``, ``place``, ``not_highest``, ``could_have_stopped``, ``culprit_passed``, ``twos_left``,
``monsters_left``, ``pips_left``, ``deduction_left``, ``spade_aces_left``.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

Scoring = Mapping[str, Any]
Deal = Mapping[str, Any]

PIPS = {rank: value for value, rank in enumerate("3456789TJQKA2", 3)}
"""BT-41."""

DEDUCTIONS = {**{rank: 3 + i for i, rank in enumerate("3456789T")},
              "J": 20, "Q": 20, "K": 20, "A": 30, "2": 40}  # fmt: skip
"""BT-42."""


def scores(
    deal: Deal,
    scoring: Scoring,
    purses: Sequence[int] | None = None,
    house: Collection[int] = (),
) -> list[int]:
    """Return what each seat wins; house seats neither win nor lose (BT-47)."""
    if scoring["place_points"] is not None:  # BT-51
        won = [
            0 if seat in house else scoring["place_points"][place - 1]
            for seat, place in enumerate(deal["place"])
        ]
    else:
        won = liable(settled(deal, scoring, house), deal, scoring, house)
    won = [points * scoring["stake"] for points in won]
    if purses is None or scoring["bankruptcy"] == "off":
        return won
    return paid(won, deal, scoring, purses)


# --- what a hand costs ---------------------------------------------------------------------------


def count(seat: int, deal: Deal, scoring: Scoring) -> int:
    """Return the count of a seat: its cards left, multiplied."""
    if seat == deal["winner"]:
        return 0
    value: int = {
        "count": deal["cards_left"],
        "pips": deal["pips_left"],
        "deduction": deal["deduction_left"],
    }[scoring["card_values"]][seat]
    if scoring["card_values"] == "deduction" and scoring["spade_ace_40"]:
        value += (40 - 30) * deal["spade_aces_left"][seat]
    if deal["instant"]:  # BT-48
        return value * int(scoring["instant_multiplier"])
    value *= tier(seat, deal, scoring)
    for _ in range(deal["twos_left"][seat]):  # BT-46
        value *= scoring["two_multiplier"]
    monsters = deal["monsters_left"][seat]
    for _ in range(monsters if scoring["per_monster"] else min(monsters, 1)):
        value *= scoring["monster_multiplier"]
    if deal["unplayed"][seat]:
        value *= scoring["unplayed_multiplier"]
        losers = [other for other in range(len(deal["place"])) if other != deal["winner"]]
        if all(deal["unplayed"][other] for other in losers):
            value *= scoring["all_unplayed_multiplier"]
    return value


def tier(seat: int, deal: Deal, scoring: Scoring) -> int:
    """Return by how much all cards of a seat are multiplied (BT-39)."""
    factor, reached = 1, 0
    for least, multiplier in scoring["tiers"]:
        if least == "all":
            if deal["unplayed"][seat]:
                return int(multiplier)
        elif deal["cards_left"][seat] >= least > reached:
            factor, reached = multiplier, least
    return factor


# --- who pays whom -------------------------------------------------------------------------------


def settled(deal: Deal, scoring: Scoring, house: Collection[int]) -> list[int]:
    """Return what each seat wins before anybody is liable, in stakes (BT-43)."""
    seats = range(len(deal["place"]))
    winner = deal["winner"]
    counts = [count(seat, deal, scoring) for seat in seats]
    won = [0 for _ in seats]
    for one in seats:
        for other in seats:
            if one == other or one in house or other in house:
                continue
            if scoring["settlement"] == "place":
                won[one] += counts[other] - counts[one]
            elif scoring["settlement"] == "solo" and one == winner:
                won[one] += counts[other]
                won[other] -= counts[other]
            if one == winner:  # BT-40
                won[one] += scoring["winner_bonus"]
                won[other] -= scoring["winner_bonus"]
    if scoring["settlement"] == "none":
        won = [
            points if seat in house else points - counts[seat] for seat, points in enumerate(won)
        ]
    return won


def culprit(deal: Deal, scoring: Scoring, house: Collection[int]) -> int | None:
    """Return who has to pay for all (BT-44)."""
    if scoring["liability"] == "off":
        return None
    seat: int = deal[scoring["liability"]]
    if seat == -1 or seat in house:
        return None
    if deal["culprit_passed"] and not scoring["liability_for_passing"]:
        return None
    return seat


def liable(won: Sequence[int], deal: Deal, scoring: Scoring, house: Collection[int]) -> list[int]:
    """Let the culprit take over what the others lose."""
    guilty = culprit(deal, scoring, house)
    won = list(won)
    if guilty is None:
        return won
    for seat, points in enumerate(won):
        if seat != guilty and points < 0:
            won[guilty] += points
            won[seat] = 0
    return won


# --- purses --------------------------------------------------------------------------------------


def paid(owed: Sequence[int], deal: Deal, scoring: Scoring, purses: Sequence[int]) -> list[int]:
    """Return what is really paid where nobody pays more than he holds (BT-45)."""
    losers = [seat for seat, points in enumerate(owed) if points < 0]
    bankrupt = [seat for seat in losers if -owed[seat] > purses[seat]]
    if not bankrupt:
        return list(owed)
    payers = bankrupt if scoring["bankruptcy"] == "table" else losers
    won = [0] * len(owed)
    pot = 0
    for seat in payers:
        pays = min(-owed[seat], purses[seat])
        won[seat] -= pays
        pot += pays
    winners = [seat for seat, points in enumerate(owed) if points > 0]
    for seat in sorted(
        winners, key=lambda seat: (seat != deal["winner"], deal["cards_left"][seat], seat)
    ):
        gets = min(owed[seat], pot)
        won[seat] += gets
        pot -= gets
    if pot:
        raise AssertionError((owed, purses, pot))
    return won
