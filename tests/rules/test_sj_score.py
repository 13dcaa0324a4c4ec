"""The attackers' points in the end, in literal figures: SJ-17, SJ-27, SJ-28, SJ-29, SJ-31."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

import chupai
from chupai import shengji
from reference import shengji_score
from shengji_facts import BOOK, KITTY, columns, deal, last_trick, random_deal, random_scoring


def points(facts, decks=2, **scoring):
    """Points of one deal, which are those of a batch of one."""
    switches = shengji.Scoring(**scoring)
    alone = shengji.attackers_points(facts, switches, decks)
    batch = shengji.attackers_points(columns([facts]), switches, decks)
    assert (alone.shape, batch.shape) == ((), (1,))
    assert alone.dtype == batch.dtype == np.int64
    assert batch[0] == alone
    return int(alone)


def refused(rule, **scoring):
    with pytest.raises(chupai.RulesError, match=rule) as caught:
        shengji.Scoring(**scoring)
    assert caught.value.rule == rule


# --- the kitty -----------------------------------------------------------------------------------


@pytest.mark.rule("SJ-27")
@pytest.mark.parametrize("declarer", range(4))
def test_the_last_trick_wins_the_kitty_for_the_attackers_only(declarer):
    for winner in range(4):
        facts = last_trick(2, 1) | {"declarer": declarer, "last_winner": winner}
        attacks = winner not in (declarer, (declarer + 2) % 4)
        assert points(facts) == (35 + 4 * 10 if attacks else 35)
        multiplier = shengji.kitty_multiplier(facts, shengji.Scoring(), 2)
        assert multiplier == (4 if attacks else 0)


@pytest.mark.rule("SJ-28")
@pytest.mark.parametrize(("decks", "width", "length", "throw", "multiplier"), KITTY, ids=str)
def test_how_often_the_kitty_counts(decks, width, length, throw, multiplier):
    facts = last_trick(width, length, throw)
    assert points(facts, decks) == 35 + 10 * multiplier
    assert shengji.kitty_multiplier(facts, shengji.Scoring(), decks) == multiplier


@pytest.mark.rule("SJ-28")
@pytest.mark.parametrize("decks", [2, 3, 4])
def test_longer_runs(decks):
    """Each further pair, triple, quad adds the same."""
    adds = {2: 2, 3: 2, 4: 3} if decks == 2 else {2: 1, 3: 2, 4: 3}
    for width in range(2, decks + 1):
        found = [
            int(shengji.kitty_multiplier(last_trick(width, n), shengji.Scoring(), decks))
            for n in range(2, 52 // width // 2)
        ]
        assert {b - a for a, b in pairwise(found)} == {adds[width]}


@pytest.mark.rule("SJ-28")
def test_kitty_by_a_table_of_ones_own():
    table = {"single": 5, "pair": 7, "pair_run": 11, "pair_run_plus": 1, "throw_of_singles": 13}
    for facts, multiplier in (
        (last_trick(1, 1), 5), (last_trick(2, 1), 7), (last_trick(2, 2), 11),
        (last_trick(2, 4), 13), (last_trick(1, 1, True), 13), (last_trick(2, 1, True), 7),
    ):  # fmt: skip
        assert points(facts, kitty_multiplier=table) == 35 + 10 * multiplier
        made = shengji.KittyMultipliers(**table)
        assert points(facts, kitty_multiplier=made) == 35 + 10 * multiplier
    doubling = shengji.KittyMultipliers(pair_run=3, pair_run_plus=0, pair_run_times=2)
    assert [doubling.of(2, length) for length in (2, 3, 4, 5)] == [3, 6, 12, 24]
    thrown = table | {"throw": 17, "throw_of_singles": None}
    assert points(last_trick(2, 2, True), kitty_multiplier=thrown) == 35 + 170
    assert points(last_trick(1, 1, True), kitty_multiplier=thrown) == 35 + 170
    for wrong in ("dominant", {"single": -1}, {"sextet": 3}, {"pair_run_times": 0}):
        refused("SJ-28", kitty_multiplier=wrong)


PLATFORM = {
    (1, 1): 2, (2, 1): 4, (2, 2): 8, (2, 3): 16, (2, 4): 32, (3, 1): 6, (3, 2): 18, (3, 3): 54,
    (4, 1): 8, (4, 2): 32,
}  # fmt: skip


@pytest.mark.rule("SJ-29")
@pytest.mark.parametrize("throw", [False, True])
@pytest.mark.parametrize(("width", "length"), PLATFORM, ids=str)
def test_the_kitty_of_platforms(width, length, throw):
    """A throw counts as its dominant unit, singles too."""
    for decks in range(width, 5):
        facts = last_trick(width, length, throw)
        multiplier = PLATFORM[width, length]
        assert points(facts, decks, kitty_multiplier="power") == 35 + 10 * multiplier
        single = points(facts, decks, kitty_multiplier="power", single_multiplier=1)
        assert single == 35 + 10 * (1 if width == 1 else multiplier)


@pytest.mark.rule("SJ-29")
@pytest.mark.parametrize(
    ("lead", "winner", "dug"),
    [(0, 0, ["any"]), (0, 1, ["any", "trump_winner"]),
     (1, 1, ["any", "trump_winner", "trump_lead"])],
)  # fmt: skip
def test_only_trumps_may_dig(lead, winner, dug):
    facts = last_trick(2, 1, last_lead_trump=lead, last_winner_trump=winner)
    for dig_with in ("any", "trump_lead", "trump_winner"):
        assert points(facts, dig_with=dig_with) == (75 if dig_with in dug else 35)


@pytest.mark.rule("SJ-29")
def test_switches_of_the_kitty_that_are_refused():
    refused("SJ-29", dig_with="trump")
    refused("SJ-29", kitty_multiplier="power", single_multiplier=3)
    refused("SJ-29", single_multiplier=1)


# --- penalties, cap ------------------------------------------------------------------------------


@pytest.mark.rule("SJ-17")
@pytest.mark.parametrize(
    ("declarer", "scoring", "expected"),
    [
        (0, {}, 60),
        (0, {"throw_penalty": 10}, 60 + 10 - 20 - 10),
        (0, {"throw_penalty": 10, "throw_penalty_per": "card"}, 60 + 30 - 40 - 20),
        (1, {"throw_penalty": 10}, 60 - 10 + 20 + 10),
        (2, {"throw_penalty": 5}, 60 + 5 - 10 - 5),
        (3, {"throw_penalty": 5, "throw_penalty_per": "card"}, 60 - 15 + 20 + 10),
    ],
)
def test_points_for_failed_throws(declarer, scoring, expected):
    facts = deal(60, declarer=declarer, failed_throws=[1, 2, 0, 1], cards_returned=[3, 4, 0, 2])
    assert points(facts, **scoring) == expected


@pytest.mark.rule("SJ-17")
def test_penalties_can_leave_less_than_nothing():
    facts = deal(10, failed_throws=[0, 1, 0, 2])
    assert points(facts, throw_penalty=20) == -50
    refused("SJ-17", throw_penalty=-1)
    refused("SJ-17", throw_penalty=10, throw_penalty_per="unit")


@pytest.mark.rule("SJ-31")
def test_points_beyond_the_pack():
    facts = last_trick(2, 4) | {"kitty_points": 80, "attackers_points": 120}
    assert points(facts) == 120 + 80 * 10
    assert [points(facts, decks, cap="pack") for decks in (2, 3, 4)] == [200, 300, 400]
    assert points(facts, cap=350) == 350
    assert points(facts, cap=1000) == 920
    # Penalties count before the cap.
    over = deal(190, failed_throws=[2, 0, 0, 0])
    assert points(over, throw_penalty=20) == 230
    assert points(over, throw_penalty=20, cap="pack") == 200
    for wrong in (0, -5, "decks"):
        refused("SJ-31", cap=wrong)


# --- against the reference -----------------------------------------------------------------------


@pytest.mark.rule("SJ-27", "SJ-28", "SJ-29")
@pytest.mark.parametrize("seed", range(40))
def test_points_against_the_reference(seed):
    rng = Random(seed)
    decks, scoring = rng.choice([1, 2, 3, 4]), random_scoring(rng)
    deals = [random_deal(rng, decks) for _ in range(50)]
    found = shengji.attackers_points(columns(deals), shengji.Scoring(**scoring), decks)
    assert found.tolist() == [
        shengji_score.attackers_points(facts, scoring, decks) for facts in deals
    ]


@pytest.mark.rule("SJ-28")
def test_facts_that_cannot_be():
    scoring = shengji.Scoring()
    for wrong in ({"last_width": 3}, {"last_winner": 4}, {"attackers_points": 205}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            shengji.attackers_points(last_trick(1, 1) | wrong, scoring, 2)
    facts = last_trick(2, 1)
    del facts["last_width"]
    with pytest.raises(chupai.RulesError, match="last_width"):
        shengji.attackers_points(facts, scoring, 2)


def test_defaults():
    assert vars(shengji.Scoring()) == BOOK
