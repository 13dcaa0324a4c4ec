"""The scores of Shengji as functions of arrays: shapes, types, exactness, and what they refuse."""

import pickle
from dataclasses import asdict, fields, replace
from itertools import product
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

import chupai
from chupai import shengji
from chupai.batch import Tally
from chupai.shengji.roles import ROLES, roles, winners
from chupai.shengji.summary import summarize
from shengji_facts import columns, deal, random_deal, random_scoring

FUNCTIONS = (shengji.kitty_multiplier, shengji.attackers_points, shengji.scores)


def random_case(rng):
    decks = rng.randint(1, 4)
    scoring = shengji.Scoring(**random_scoring(rng))
    return decks, scoring, [random_deal(rng, decks) for _ in range(12)]


@pytest.mark.rule("SJ-27", "SJ-30", "SJ-17")
@pytest.mark.parametrize("seed", range(40))
def test_many_deals_are_each_deal_by_itself(seed, soak):
    rng = Random(f"many deals {seed}")
    for _ in range(5 * soak):
        decks, scoring, deals = random_case(rng)
        batch = columns(deals)
        grid = {name: column.reshape(3, 4, *column.shape[1:]) for name, column in batch.items()}
        for function in FUNCTIONS:
            whole = function(batch, scoring, decks)
            assert whole.dtype == np.int64
            alone = [function(facts, scoring, decks).tolist() for facts in deals]
            assert whole.tolist() == alone
            assert np.array_equal(function(grid, scoring, decks).reshape(whole.shape), whole)
        side, levels, takes_over = shengji.level_changes(batch, scoring, decks)
        assert (side.dtype, levels.dtype, takes_over.dtype) == (np.int8, np.int64, np.bool_)
        scores = shengji.scores(batch, scoring, decks)
        assert not scores.sum(axis=1).any()
        assert scores[range(12), side].tolist() == (levels + takes_over).tolist()
        assert np.array_equal(winners(batch, scoring, SimpleNamespace(decks=decks)), scores > 0)


@pytest.mark.rule("SJ-30")
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.uint64])
def test_facts_of_any_whole_type(dtype):
    facts = deal(0, declarer=1, last_winner=1)
    typed = {
        name: np.asarray(value, dtype=dtype) for name, value in facts.items() if name != "level"
    }
    assert shengji.scores(typed, shengji.Scoring(), 2).tolist() == [-3, 3, -3, 3]


def test_no_deals():
    facts = {name: column[:0] for name, column in columns([deal()]).items()}
    for function in FUNCTIONS:
        assert function(facts, shengji.Scoring(), 3).size == 0
    assert shengji.scores(facts, shengji.Scoring(), 3).shape == (0, 4)


def test_only_the_facts_that_are_asked_for():
    needed = ("declarer", "attackers_points", "kitty_points", "last_winner", "last_width")
    needed += ("last_length", "last_throw")
    facts = deal(100, last_winner=1)
    few = {name: facts[name] for name in needed}
    assert shengji.scores(few, shengji.Scoring(), 2).tolist() == [-1, 1, -1, 1]
    for name in needed:
        with pytest.raises(chupai.RulesError, match=f"{name}.*missing"):
            shengji.scores({n: v for n, v in few.items() if n != name}, shengji.Scoring(), 2)
    for scoring, name in (
        (shengji.Scoring(throw_penalty=5), "failed_throws"),
        (shengji.Scoring(throw_penalty=5, throw_penalty_per="card"), "cards_returned"),
        (shengji.Scoring(dig_with="trump_lead"), "last_lead_trump"),
        (shengji.Scoring(dig_with="trump_winner"), "last_winner_trump"),
    ):
        with pytest.raises(chupai.RulesError, match=f"{name}.*missing"):
            shengji.scores(few, scoring, 2)


@pytest.mark.parametrize(
    ("changes", "error", "match"),
    [
        ({"declarer": 4}, ValueError, "declarer"),
        ({"declarer": -1}, ValueError, "declarer"),
        ({"last_winner": 1.0}, TypeError, "last_winner"),
        ({"attackers_points": "80"}, TypeError, "attackers_points"),
        ({"attackers_points": 205}, ValueError, "between 0 and 200"),
        ({"kitty_points": -5}, ValueError, "kitty_points"),
        ({"last_width": 3}, ValueError, "last_width"),
        ({"last_width": 2, "last_length": 28}, ValueError, "last_length"),
        ({"last_width": 1, "last_length": 2}, ValueError, "no unit"),
        ({"last_throw": 2}, ValueError, "last_throw"),
        ({"last_winner": [0, 1]}, ValueError, "shape"),
        ({"failed_throws": [0] * 3}, ValueError, "shape"),
        ({"failed_throws": [0, 0, 0, -1]}, ValueError, "failed_throws"),
        ({"attackers_points": 155, "kitty_points": 50}, ValueError, r"200 points.*SJ-27"),
        ({"cards_returned": [0, 1, 0, 0], "failed_throws": [0] * 4}, ValueError, "SJ-17"),
        ({"cards_returned": [53, 0, 0, 0], "failed_throws": [2, 0, 0, 0]}, ValueError, "SJ-17"),
    ],
)
def test_facts_that_no_deal_has(changes, error, match):
    with pytest.raises(error, match=match):
        shengji.scores(deal(80) | changes, shengji.Scoring(throw_penalty=10), 2)


def test_other_arguments_that_are_none():
    for function in (*FUNCTIONS, shengji.level_changes):
        for scoring in (None, "cn", shengji.CN_2, {}):
            with pytest.raises(TypeError, match=r"scoring is a shengji\.Scoring"):
                function(deal(), scoring, 2)
        for decks, error in ((0, ValueError), (5, ValueError), (2.0, TypeError), (None, TypeError)):
            with pytest.raises(error, match="decks"):
                function(deal(), shengji.Scoring(), decks)
    with pytest.raises(TypeError, match=r"scoring is a shengji\.Scoring"):
        shengji.levels_for([1], None, 2)
    with pytest.raises(TypeError, match="points"):
        shengji.levels_for([1.5], shengji.Scoring(), 2)
    with pytest.raises(ValueError, match="points"):
        shengji.levels_for([2**63], shengji.Scoring(), 2)


@pytest.mark.rule("SJ-30", "SJ-31")
def test_large_numbers_are_exact():
    most = 2**40
    scoring = shengji.Scoring(throw_penalty=most, turnover=1, step=1)
    for thrower, takes in ((0, True), (1, False)):
        facts = deal(0, failed_throws=[32767 * (seat == thrower) for seat in range(4)])
        changes = shengji.level_changes(facts, scoring, 4)
        worth = 32767 * most
        assert (changes.takes_over, changes.levels) == (takes, worth - 1 if takes else worth + 2)
    for bad in (most + 1, -1, 2**70):
        with pytest.raises(chupai.RulesError, match="SJ-17"):
            shengji.Scoring(throw_penalty=bad)


# --- multipliers ---------------------------------------------------------------------------------


@pytest.mark.rule("SJ-28", "SJ-29")
def test_tables_hold_what_single_questions_give():
    from chupai.shengji.multipliers import CN, POWER

    longest = {1: 1, 2: 27, 3: 18, 4: 13}
    for multipliers in (*CN.values(), POWER, shengji.KittyMultipliers(throw=9, single=0)):
        table = multipliers.table()
        assert table.shape == (2, 5, 28)
        for throw, width, length in product((0, 1), range(5), range(28)):
            if 1 <= length <= longest.get(width, 0):
                worth = multipliers.of(width, length, throw=bool(throw))
            else:
                worth = -1
                with pytest.raises(ValueError, match="SJ-10"):
                    multipliers.of(width, length, throw=bool(throw))
            assert table[throw, width, length] == worth
        with pytest.raises(ValueError, match="read-only"):
            table[:] = 0


def test_multipliers_are_values():
    made = shengji.KittyMultipliers(pair=3, throw=7)
    assert repr(made) == "KittyMultipliers(pair=3, throw=7)"
    assert made == pickle.loads(pickle.dumps(made)) == replace(made)
    assert len({made, replace(made), shengji.KittyMultipliers()}) == 2
    scoring = shengji.Scoring(kitty_multiplier={"pair": 3, "throw": 7})
    assert scoring == shengji.Scoring(kitty_multiplier=made)
    assert hash(scoring) == hash(shengji.Scoring(kitty_multiplier=made))
    assert shengji.Scoring(**asdict(scoring)) == scoring


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ("CN", ValueError),
        (None, TypeError),
        (3, TypeError),
        ({"pairs": 3}, ValueError),
        ({"pair": -1}, ValueError),
        ({"pair": 2.0}, TypeError),
        ({"pair": None}, TypeError),
        ({"pair_run_times": 0}, ValueError),
        ({"pair_run_times": 4}, ValueError),
        ({"throw": True}, TypeError),
    ],
)
def test_multipliers_that_cannot_be(given, error):
    with pytest.raises(error, match="SJ-28"):
        shengji.Scoring(kitty_multiplier=given)


# --- rows, roles, figures ------------------------------------------------------------------------


def test_roles_are_told_by_the_declarer():
    for declarer in range(4):
        told = roles({"declarer": declarer})
        assert told.dtype == np.int8
        names = [ROLES[role] for role in told]
        assert [names[(declarer + after) % 4] for after in range(4)] == [
            "declarer", "attacker", "partner", "attacker",
        ]  # fmt: skip


@pytest.mark.parametrize("scoring", [shengji.Scoring(), shengji.Scoring(step=7, cap=90)])
def test_figures_are_those_of_all_deals(scoring):
    rng = Random("figures")
    deals = [random_deal(rng, 2) for _ in range(300)]
    for facts in deals:
        facts |= {name: rng.randrange(3) for name in ("redeals", "declarations", "takers")}
        facts["attackers_points"] = min(facts["attackers_points"], 200 - facts["kitty_points"])
        others = 200 - facts["kitty_points"] - facts["attackers_points"]
        first = 5 * rng.randrange(others // 5 + 1)
        by_seat = [first, facts["attackers_points"], others - first, 0]
        facts["seat_points"] = np.roll(by_seat, facts["declarer"]).tolist()
    facts = columns(deals)
    variant = chupai.Variant(rules=shengji.PLATFORM_2, scoring=scoring)
    tally = Tally.of_facts(facts, variant, None)
    told = summarize(tally, variant=variant, agents=("random",) * 4, seconds=1.0)
    points = shengji.attackers_points(facts, scoring, 2)
    scores = shengji.scores(facts, scoring, 2)
    changes = shengji.level_changes(facts, scoring, 2)
    assert told.points.value == pytest.approx(points.mean())
    assert told.takes_over.value == pytest.approx(changes.takes_over.mean())
    assert told.kitty_points == pytest.approx(facts["kitty_points"].mean())
    assert told.redeals == pytest.approx(facts["redeals"].mean())
    assert told.failed_throws == pytest.approx(facts["failed_throws"].mean(axis=0))
    assert sum(told.levels.values()) == 300
    assert told.levels.get("attackers +0", 0) == (changes.takes_over & (changes.levels == 0)).sum()
    assert told.levels.get("declarers +1", 0) == (~changes.takes_over & (changes.levels == 1)).sum()
    assert sum(told.trumps.values()) == pytest.approx(1)
    assert sum(told.played_levels.values()) == pytest.approx(1)
    role = roles(facts)
    for seat in range(4):
        line = told.line(seat)
        assert line.mean_score.value == pytest.approx(scores[:, seat].mean())
        assert line.win_rate.value == pytest.approx((scores[:, seat] > 0).mean())
        assert told.declares[seat] == pytest.approx((facts["declarer"] == seat).mean())
        for number, name in enumerate(ROLES):
            here = role[:, seat] == number
            assert told.line(seat, name).deals == here.sum()
            assert told.line(seat, name).mean_score.value == pytest.approx(
                scores[here, seat].mean()
            )
    attackers = (facts["last_winner"] - facts["declarer"]) % 2 == 1
    assert told.last_trick.value == pytest.approx(attackers.mean())
    assert told.line(role="partner").mean_score == told.line(role="declarer").mean_score
    assert "attackers' points" in str(told)


def test_figures_of_no_deals():
    names = ("kitty_points", "failed_throws", "seat_points", "redeals", "declarations", "takers")
    widths = {"failed_throws": 4, "seat_points": 4}
    histograms = {name: np.zeros((widths.get(name, 1), 1), np.uint64) for name in names}
    histograms |= {name: np.zeros((1, 5), np.uint64) for name in ("trump", "level")}
    nobody = {name: np.zeros(0, np.int64) for name in ("declarer", "points", "last_trick")}
    tally = Tally(0, nobody, np.zeros(0, np.uint64), histograms)
    told = summarize(
        tally, variant=chupai.variant("shengji/cn-2"), agents=("random",) * 4, seconds=0.0
    )
    assert told.games == 0
    assert told.levels == {}
    assert np.isnan(told.kitty_points)
    assert "attackers' points" in str(told)


def test_fields_of_scorings_are_documented():
    for f in fields(shengji.KittyMultipliers):
        assert f.name in shengji.KittyMultipliers.__doc__


LEVELS = shengji.Standing(np.array([3, 7], dtype=np.int8), np.zeros(2, dtype=np.int64))


@pytest.mark.parametrize(
    ("side", "levels", "takes_over", "hooked", "error"),
    [
        (0, -1, False, 0, ValueError), (2, 1, False, 0, ValueError), (-1, 1, True, 0, ValueError),
        (0, 1.5, False, 0, TypeError), (0, 1, "x", 0, TypeError), (0, 1, 1, 0, TypeError),
        (1, 1, True, 3, ValueError), (1, 1, True, 0.5, TypeError), (1, 1, True, [1, 0], ValueError),
        ([0, 1], 1, False, 0, ValueError), ([0, 1], [1, 1], [False, True], 0, ValueError),
    ],
)  # fmt: skip
def test_changes_that_no_deal_brings_are_refused(side, levels, takes_over, hooked, error):
    changes = shengji.LevelChanges(np.array(side), np.array(levels), np.array(takes_over))
    with pytest.raises(error):
        shengji.next_levels(shengji.MatchRules(hook="any"), LEVELS, changes, hooked)
    if hooked == 0:
        with pytest.raises(error):
            shengji.held_last(shengji.MatchRules(), LEVELS.levels, changes)


@pytest.mark.parametrize(
    ("declarer", "takes_over", "error"),
    [
        (4, True, ValueError), (-1, True, ValueError), (1.5, True, TypeError),
        ("0", True, TypeError), (10**30, True, ValueError), (0, "x", TypeError),
        (0, 200, TypeError), ([0, 1], True, ValueError),
    ],
)  # fmt: skip
def test_declarers_that_are_none_are_refused(declarer, takes_over, error):
    with pytest.raises(error):
        shengji.next_declarer(declarer, takes_over)


@pytest.mark.parametrize(
    ("levels", "error", "match"),
    [
        ([0, 13], ValueError, "levels are 0 to 12"), ([-1, 0], ValueError, "levels are 0 to 12"),
        ([0.0, 1.0], TypeError, "levels are whole numbers"), ("23", TypeError, "levels are whole"),
        ([True, False], TypeError, "levels are whole"), ([1, 2, 3], ValueError, "shape"),
    ],
)  # fmt: skip
def test_levels_that_are_none_are_refused_in_the_words_of_other_numbers(levels, error, match):
    standing = shengji.Standing(np.array(levels), np.zeros(2, dtype=np.int64))
    changes = shengji.LevelChanges(np.array(0), np.array(1), np.array(False))
    with pytest.raises(error, match=match):
        shengji.next_levels(shengji.MatchRules(), standing, changes)
    with pytest.raises(error, match=match):
        shengji.held_last(shengji.MatchRules(), standing.levels, changes)
