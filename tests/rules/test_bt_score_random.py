"""Scores of Big Two beside the reference, over random facts and all switches together."""

from random import Random

import numpy as np
import pytest

from big2_facts import DEFAULTS, columns, deal, random_deal, random_switches
from chupai import big2
from reference.big2_score import scores as by_hand


def purses_of(rng, deals, seats):
    """What everybody holds, from next to nothing to plenty."""
    most = rng.choice([5, 60, 1000, 20000])
    return [[rng.randint(0, most) for _ in range(seats)] for _ in range(deals)]


@pytest.mark.rule("BT-49", "BT-39", "BT-43")
@pytest.mark.parametrize("seed", range(150))
def test_scores_are_those_of_the_reference(seed, soak):
    rng = Random(f"scores {seed}")
    for _ in range(2 * soak):
        seats, decks = rng.choice([(4, 1), (4, 1), (3, 1), (2, 1), (5, 2), (7, 1)])
        switches = random_switches(rng, seats)
        scoring = big2.Scoring(**switches)
        deals = [random_deal(rng, seats, decks) for _ in range(40)]
        if switches["place_points"]:
            deals = [one for one in deals if all(one["place"])]
        house = ()
        if not switches["place_points"] and rng.random() < 0.3:
            house = tuple(seat for seat in range(seats) if rng.random() < 0.3)
        purses = purses_of(rng, len(deals), seats) if rng.random() < 0.6 else None
        if not deals:
            continue
        found = big2.scores(columns(deals), scoring, purses=purses, house=house)
        assert found.dtype == np.int64
        assert found.shape == (len(deals), seats)
        for i, one in enumerate(deals):
            held = None if purses is None else purses[i]
            expected = by_hand(one, switches, held, house)
            assert found[i].tolist() == expected, (one, switches, held, house)
            if switches["settlement"] != "none":
                assert sum(expected) == 0
            if held is not None and switches["bankruptcy"] != "off":
                assert all(-points <= has for points, has in zip(expected, held, strict=True))


@pytest.mark.rule("BT-49")
@pytest.mark.parametrize("settlement", ["solo", "place"])
def test_every_settlement_adds_up_to_zero(settlement):
    rng = Random(settlement)
    deals = [random_deal(rng) for _ in range(2000)]
    for _ in range(30):
        switches = random_switches(rng) | {"settlement": settlement, "place_points": None}
        points = big2.scores(columns(deals), big2.Scoring(**switches))
        assert np.issubdtype(points.dtype, np.integer)
        assert not points.sum(axis=1).any()


@pytest.mark.rule("BT-49", "BT-45")
def test_purses_never_go_below_nothing():
    rng = Random(45)
    deals = [random_deal(rng) for _ in range(2000)]
    for bankruptcy in ("table", "shortfall"):
        for settlement in ("solo", "place"):
            scoring = big2.Scoring(
                settlement=settlement, bankruptcy=bankruptcy, stake=20, liability="not_highest"
            )
            purses = np.array(purses_of(rng, len(deals), 4))
            points = big2.scores(columns(deals), scoring, purses=purses)
            assert (purses + points >= 0).all()
            assert not points.sum(axis=1).any()


@pytest.mark.rule("BT-43")
def test_seats_are_alike():
    """Turning the table turns the scores."""
    rng = Random(43)
    for _ in range(200):
        one = random_deal(rng)
        switches = random_switches(rng) | {"bankruptcy": "off"}
        if switches["place_points"] and not all(one["place"]):
            continue
        scoring = big2.Scoring(**switches)
        turned = {
            name: value[-1:] + value[:-1] if isinstance(value, list) else value
            for name, value in one.items()
        }
        for name in ("winner", "not_highest", "could_have_stopped"):
            turned[name] = (one[name] + 1) % 4 if one[name] >= 0 else -1
        points = big2.scores(one, scoring).tolist()
        assert big2.scores(turned, scoring).tolist() == points[-1:] + points[:-1]


def test_the_default_scoring_is_the_plain_count():
    made = big2.Scoring()
    assert {name: getattr(made, name) for name in DEFAULTS} == DEFAULTS
    assert big2.scores(deal([0, 9, 3, 1]), made).tolist() == [13, -9, -3, -1]
