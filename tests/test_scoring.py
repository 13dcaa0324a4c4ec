"""`doudizhu.scores` as a function of arrays: shapes, types, exactness, and what it refuses."""

from math import prod
from random import Random

import numpy as np
import pytest

import chupai
from chupai.doudizhu import SCORED_FACTS, Scoring, scores

ONE = {
    "landlord": 0,
    "landlord_won": 1,
    "bid": 3,
    "robs": 0,
    "bombs": 1,
    "rockets": 0,
    "spring": 0,
    "open_multiplier": 1,
    "doubled": [0, 0, 0],
}


def random_deal(random):
    landlord = random.choice([-1, 0, 1, 2])
    return {
        "landlord": landlord,
        "landlord_won": random.randint(0, 1) if landlord >= 0 else 0,
        "bid": random.choice([0, 1, 2, 3, 255]),
        "robs": random.randint(0, 3),
        "bombs": random.choice([0, 1, 2, 13]),
        "rockets": random.randint(0, 1),
        "spring": random.randint(0, 1),
        "open_multiplier": random.choice([1, 2, 5, 255]),
        "doubled": [random.randint(0, 1) for _ in range(3)],
    }


def by_hand(deal, scoring):
    """One deal in Python's own integers."""
    if deal["landlord"] < 0:
        return [0, 0, 0]
    points = [0, 0, 0]
    for seat in range(3):
        if seat != deal["landlord"]:
            twos = ["robs", "bombs", "rockets"]
            exponent = sum(deal[name] for name in twos)
            exponent += deal["doubled"][seat] + deal["doubled"][deal["landlord"]]
            factors = [deal["bid"], deal["open_multiplier"], 2**exponent]
            factors += [scoring.spring_multiplier] if deal["spring"] else []
            multiplier = prod(factors)
            if scoring.cap is not None:
                multiplier = min(multiplier, scoring.cap)
            win = multiplier * scoring.stake * (1 if deal["landlord_won"] else -1)
            points[seat] -= win
            points[deal["landlord"]] += win
    return points


def columns(deals):
    return {name: np.array([deal[name] for deal in deals]) for name in SCORED_FACTS}


@pytest.mark.parametrize(
    "scoring",
    [
        Scoring(),
        Scoring(stake=7, spring_multiplier=2),
        Scoring(cap=10),
        Scoring(cap=1, stake=2**40),
        Scoring(spring_multiplier=10**30, cap=10**12),
        Scoring(spring_multiplier=2**62, stake=3, cap=2**59),
    ],
)
def test_arrays_agree_with_single_deals_and_python_integers(scoring, soak):
    random = Random(11)
    deals = [random_deal(random) for _ in range(2000 * soak)]
    points = scores(columns(deals), scoring)
    assert points.dtype == np.int64
    assert points.shape == (len(deals), 3)
    assert points.tolist() == [by_hand(deal, scoring) for deal in deals]
    assert not points.sum(axis=1).any()
    for deal, row in zip(deals[:100], points, strict=False):
        alone = scores(deal, scoring)
        assert alone.shape == (3,)
        assert alone.tolist() == row.tolist()


def test_a_score_beyond_64_bits_is_an_error_unless_capped():
    big = Scoring(spring_multiplier=2**62)
    assert scores(ONE, big).tolist() == [12, -6, -6]
    sprung = ONE | {"spring": 1}
    with pytest.raises(OverflowError, match="DD-26"):
        scores(sprung, big)
    capped = Scoring(spring_multiplier=2**62, cap=2**62 - 1)
    assert scores(sprung, capped).tolist() == [2**63 - 2, 1 - 2**62, 1 - 2**62]


def test_any_leading_shape_and_none():
    grid = {name: np.broadcast_to(value, (2, 5, *np.shape(value))) for name, value in ONE.items()}
    assert scores(grid, Scoring()).shape == (2, 5, 3)
    empty = {name: np.zeros((0, *np.shape(value)), dtype=int) for name, value in ONE.items()}
    assert scores(empty, Scoring()).shape == (0, 3)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint64, bool])
def test_small_types_do_not_overflow(dtype):
    deal = {name: np.array(value) for name, value in (ONE | {"bombs": 13, "robs": 3}).items()}
    deal["landlord_won"] = deal["landlord_won"].astype(dtype)
    if dtype is not bool:
        deal |= {name: deal[name].astype(dtype) for name in ("bid", "bombs", "robs")}
    assert scores(deal, Scoring()).tolist() == [2 * 3 * 2**16, -3 * 2**16, -3 * 2**16]


def test_other_facts_do_not_count_and_inputs_are_left_alone():
    deal = columns([ONE, ONE])
    before = {name: value.copy() for name, value in deal.items()}
    scores(deal | {"plays": np.zeros((2, 3), dtype=int)}, Scoring())
    assert all(np.array_equal(deal[name], before[name]) for name in deal)


@pytest.mark.parametrize("name", SCORED_FACTS)
def test_every_fact_is_needed(name):
    with pytest.raises(chupai.RulesError, match=f"{name}.*missing"):
        scores({key: value for key, value in ONE.items() if key != name}, Scoring())


@pytest.mark.parametrize("name", SCORED_FACTS)
@pytest.mark.parametrize("value", [1.0, "1", None, 1j])
def test_facts_are_whole_numbers(name, value):
    wrong = [value] * 3 if name == "doubled" else value
    with pytest.raises(TypeError, match=name):
        scores(ONE | {name: wrong}, Scoring())


@pytest.mark.parametrize("name", SCORED_FACTS)
def test_shapes_must_fit(name):
    wrong = [0, 0] if name == "doubled" else [0]
    with pytest.raises(ValueError, match="has shape"):
        scores(ONE | {name: wrong}, Scoring())


@pytest.mark.parametrize("name", SCORED_FACTS)
@pytest.mark.parametrize("value", [-2, 256])
def test_values_that_no_deal_has_are_refused(name, value):
    wrong = [0, value, 0] if name == "doubled" else value
    with pytest.raises(ValueError, match="lies between"):
        scores(ONE | {name: wrong}, Scoring())
