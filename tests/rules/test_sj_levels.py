"""What points are worth in levels, in literal figures: SJ-30 and the four decks of SJ-48."""

from random import Random

import numpy as np
import pytest

import chupai
from chupai import shengji
from reference import shengji_score
from shengji_facts import columns, deal, printed, random_deal, random_scoring


def change(score, decks, **scoring):
    """Levels of the attackers who take over, or those of the declarers, negative."""
    taken, gain = shengji.levels_for([score], shengji.Scoring(**scoring), decks)
    assert (taken.dtype, gain.dtype) == (np.bool_, np.int64)
    assert taken[0] or gain[0] > 0
    return int(gain[0]) if taken[0] else -int(gain[0])


def scores(facts, decks=2, **scoring):
    """Scores of one deal, which are those of a batch of one."""
    alone = shengji.scores(facts, shengji.Scoring(**scoring), decks)
    batch = shengji.scores(columns([facts]), shengji.Scoring(**scoring), decks)
    assert (alone.shape, batch.shape) == ((4,), (1, 4))
    assert alone.dtype == np.int64
    assert batch[0].tolist() == alone.tolist()
    return alone.tolist()


@pytest.mark.rule("SJ-30")
@pytest.mark.parametrize("decks", [1, 2, 3])
def test_every_score_of_the_printed_table(decks):
    table = dict(printed(decks))
    assert len(table) == 28 * decks
    assert {score: change(score, decks) for score in table} == table


@pytest.mark.rule("SJ-30")
@pytest.mark.parametrize("decks", [1, 2, 3])
def test_beyond_both_ends_of_the_printed_table(decks):
    """Every 20, 40 or 60 points more or less are one level more."""
    step = 20 * decks
    for more in range(1, 6):
        for score in range(5, step + 1, 5):
            assert change(-step * more - score, decks) == -4 - more
        for score in range(0, step, 5):
            assert change(100 * decks + step * more + score, decks) == 3 + more


@pytest.mark.rule("SJ-30", "SJ-48")
def test_four_decks():
    """Turnover 160, a level every 80 points."""
    expected = {-160: -5, -85: -5, -80: -4, -5: -4, 0: -3, 5: -2, 75: -2, 80: -1, 155: -1, 160: 0,
                235: 0, 240: 1, 319: 1, 320: 2, 400: 3}  # fmt: skip
    assert {score: change(score, 4) for score in expected} == expected
    for preset in (shengji.FOUR_DECK, shengji.FOUR_DECK_RUNS):
        assert preset.decks == 4


@pytest.mark.rule("SJ-30")
@pytest.mark.parametrize(
    ("decks", "scoring", "expected"),
    [
        (2, {"step": 20, "turnover": 80}, {
            -5: -6, 0: -5, 5: -4, 20: -3, 35: -3, 40: -2, 55: -2, 60: -1, 75: -1, 80: 0, 95: 0,
            100: 1, 200: 6}),
        (4, {"step": 10, "turnover": 160}, {
            -5: -18, 0: -17, 5: -16, 150: -1, 155: -1, 160: 0, 165: 0, 170: 1, 400: 24}),
        (2, {"step": 10, "turnover": 80}, {0: -9, 5: -8, 70: -1, 80: 0, 90: 1}),
        # A turnover of its own, or two steps.
        (2, {"turnover": 100}, {0: -4, 5: -3, 60: -1, 95: -1, 100: 0, 139: 0, 140: 1}),
        (2, {"step": 30}, {-30: -4, -1: -4, 0: -3, 5: -2, 30: -1, 60: 0, 90: 1}),
    ],
)  # fmt: skip
def test_other_steps(decks, scoring, expected):
    assert {score: change(score, decks, **scoring) for score in expected} == expected


@pytest.mark.rule("SJ-30")
def test_steps_that_are_refused():
    for wrong in ({"step": 0}, {"turnover": 0}, {"step": -20}):
        with pytest.raises(chupai.RulesError, match="SJ-30"):
            shengji.Scoring(**wrong)


@pytest.mark.rule("SJ-30")
@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (deal(75), [1, -1, 1, -1]),
        (deal(0, declarer=1), [-3, 3, -3, 3]),
        # Who takes over has a level for that.
        (deal(80), [-1, 1, -1, 1]),
        (deal(155, declarer=3), [2, -2, 2, -2]),
    ],
    ids=range(4),
)
def test_scores(facts, expected):
    assert scores(facts) == expected


@pytest.mark.rule("SJ-30", "SJ-17", "SJ-31")
@pytest.mark.parametrize("seed", range(40))
def test_scores_against_the_reference(seed):
    rng = Random(seed)
    decks, switches = rng.choice([1, 2, 3, 4]), random_scoring(rng)
    deals = [random_deal(rng, decks) for _ in range(50)]
    scoring = shengji.Scoring(**switches)
    found = shengji.scores(columns(deals), scoring, decks)
    assert found.tolist() == [shengji_score.scores(facts, switches, decks) for facts in deals]
    changes = shengji.level_changes(columns(deals), scoring, decks)
    for facts, side, levels, taken in zip(deals, *changes, strict=True):
        p = shengji_score.attackers_points(facts, switches, decks)
        assert (taken, levels) == shengji_score.level_changes(p, switches, decks)
        assert side == (facts["declarer"] + taken) % 2
