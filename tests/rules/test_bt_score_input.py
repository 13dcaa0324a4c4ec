"""What `big2.Scoring` and `big2.scores` refuse, and which shapes and types they take."""

import numpy as np
import pytest

import chupai
from big2_facts import columns, deal, holding
from chupai import big2

ONE = deal([0, 3, 1, 4])


@pytest.mark.rule("BT-39", "BT-42", "BT-43")
@pytest.mark.parametrize(
    ("switches", "error", "complaint"),
    [
        ({"card_values": "points"}, chupai.RulesError, "'count' or 'pips' or 'deduction'.*BT-41"),
        ({"card_values": 1}, TypeError, "BT-41"),
        ({"spade_ace_40": 1, "card_values": "deduction"}, TypeError, "BT-42"),
        ({"spade_ace_40": True}, chupai.RulesError, "card_values='deduction'.*BT-42"),
        ({"tiers": 10}, TypeError, "BT-39"),
        ({"tiers": ((10,),)}, TypeError, "BT-39"),
        ({"tiers": ((10, 2.0),)}, TypeError, "BT-39"),
        ({"tiers": ((10.0, 2),)}, TypeError, "BT-39"),
        ({"tiers": ((0, 2),)}, chupai.RulesError, "BT-39"),
        ({"tiers": ((10, 0),)}, chupai.RulesError, "BT-39"),
        ({"tiers": (("every", 2),)}, chupai.RulesError, "BT-39"),
        ({"tiers": ((11, 2), (8, 3))}, chupai.RulesError, "ascending.*BT-39"),
        ({"tiers": ((8, 2), (8, 3))}, chupai.RulesError, "ascending.*BT-39"),
        ({"tiers": (("all", 3), (10, 2))}, chupai.RulesError, "'all' last.*BT-39"),
        ({"settlement": "pairs"}, chupai.RulesError, "'solo' or 'place' or 'none'.*BT-43"),
        ({"stake": 0}, chupai.RulesError, "BT-43"),
        ({"stake": True}, TypeError, "BT-43"),
        ({"stake": 1.5}, TypeError, "BT-43"),
    ],
    ids=str,
)
def test_wrong_switches_are_refused(switches, error, complaint):
    with pytest.raises(error, match=complaint):
        big2.Scoring(**switches)


@pytest.mark.rule("BT-40", "BT-44", "BT-46")
@pytest.mark.parametrize(
    ("switches", "error", "complaint"),
    [
        ({"winner_bonus": -1}, chupai.RulesError, "BT-40"),
        ({"winner_bonus": "5"}, TypeError, "BT-40"),
        ({"two_multiplier": 0}, chupai.RulesError, "BT-46"),
        ({"two_multiplier": 2.0}, TypeError, "BT-46"),
        ({"monster_multiplier": 0}, chupai.RulesError, "BT-46"),
        ({"per_monster": 1, "monster_multiplier": 2}, TypeError, "BT-46"),
        ({"per_monster": True}, chupai.RulesError, "BT-46"),
        ({"unplayed_multiplier": -2}, chupai.RulesError, "BT-46"),
        ({"all_unplayed_multiplier": 0}, chupai.RulesError, "BT-46"),
        ({"liability": "on"}, chupai.RulesError, "'not_highest' or 'could_have_stopped'.*BT-44"),
        ({"liability": True}, TypeError, "BT-44"),
        ({"liability": "not_highest", "liability_for_passing": 0}, TypeError, "BT-44"),
        ({"liability_for_passing": False}, chupai.RulesError, "BT-44"),
    ],
    ids=str,
)
def test_wrong_multipliers_and_liabilities_are_refused(switches, error, complaint):
    with pytest.raises(error, match=complaint):
        big2.Scoring(**switches)


@pytest.mark.rule("BT-45", "BT-48", "BT-51")
@pytest.mark.parametrize(
    ("switches", "error", "complaint"),
    [
        ({"bankruptcy": "on"}, chupai.RulesError, "'off' or 'table' or 'shortfall'.*BT-45"),
        ({"bankruptcy": "table", "settlement": "none"}, chupai.RulesError, "BT-45"),
        ({"instant_multiplier": 0}, chupai.RulesError, "BT-48"),
        ({"instant_multiplier": None}, TypeError, "BT-48"),
        ({"place_points": 3}, TypeError, "BT-51"),
        ({"place_points": (1, -1.0)}, TypeError, "BT-51"),
        ({"place_points": ()}, chupai.RulesError, "BT-51"),
        ({"place_points": (3, 1, -1)}, chupai.RulesError, "add up to 0.*BT-51"),
        ({"place_points": (1, -1), "tiers": ((10, 2),)}, chupai.RulesError, "tiers.*BT-51"),
        ({"place_points": (1, -1), "winner_bonus": 5}, chupai.RulesError, "BT-51"),
        ({"place_points": (1, -1), "settlement": "place"}, chupai.RulesError, "BT-51"),
        ({"place_points": (1, -1), "liability": "not_highest"}, chupai.RulesError, "BT-51"),
    ],
    ids=str,
)
def test_wrong_settlements_are_refused(switches, error, complaint):
    with pytest.raises(error, match=complaint):
        big2.Scoring(**switches)


def test_numbers_of_numpy_and_lists_serve_as_well():
    made = big2.Scoring(tiers=[[np.int8(10), np.uint64(2)], ["all", 3]], stake=np.int64(5))
    assert made == big2.Scoring(tiers=((10, 2), ("all", 3)), stake=5)
    assert hash(made) == hash(big2.Scoring(tiers=((10, 2), ("all", 3)), stake=5))
    assert made.tiers == ((10, 2), ("all", 3))
    assert type(made.stake) is int


# --- facts ---------------------------------------------------------------------------------------

SCORINGS = {
    "winner": {},
    "instant": {},
    "cards_left": {},
    "unplayed": {"tiers": (("all", 3),)},
    "place": {"place_points": (3, 1, -1, -3)},
    "not_highest": {"liability": "not_highest"},
    "could_have_stopped": {"liability": "could_have_stopped"},
    "culprit_passed": {"liability": "not_highest", "liability_for_passing": False},
    "twos_left": {"two_multiplier": 2},
    "monsters_left": {"monster_multiplier": 2},
    "pips_left": {"card_values": "pips"},
    "deduction_left": {"card_values": "deduction"},
    "spade_aces_left": {"card_values": "deduction", "spade_ace_40": True},
}


def test_all_facts_are_asked_for_somewhere():
    assert set(SCORINGS) == set(big2.SCORED_FACTS)


@pytest.mark.parametrize("name", SCORINGS)
def test_facts_that_count_are_needed(name):
    scoring = big2.Scoring(**SCORINGS[name])
    with pytest.raises(chupai.RulesError, match=f"{name}.*missing"):
        big2.scores({key: value for key, value in ONE.items() if key != name}, scoring)


@pytest.mark.parametrize("name", SCORINGS)
@pytest.mark.parametrize("value", [1.0, "1", None, 1j])
def test_facts_are_whole_numbers(name, value):
    wrong = [value] * 4 if isinstance(ONE[name], list) else value
    with pytest.raises(TypeError, match=name):
        big2.scores(ONE | {name: wrong}, big2.Scoring(**SCORINGS[name]))


@pytest.mark.parametrize("name", SCORINGS)
@pytest.mark.parametrize("value", [-2, 2**40])
def test_values_that_no_deal_has_are_refused(name, value):
    wrong = [0, value, 0, 0] if isinstance(ONE[name], list) else value
    with pytest.raises(ValueError, match="lies between"):
        big2.scores(ONE | {name: wrong}, big2.Scoring(**SCORINGS[name]))


@pytest.mark.parametrize("name", SCORINGS)
def test_shapes_must_fit(name):
    wrong = [1, 1, 1] if isinstance(ONE[name], list) else [1, 1]
    if name == "cards_left":  # it is the one that tells the seats
        wrong = 3
    with pytest.raises(ValueError, match=r"shape|place.points"):
        big2.scores(ONE | {name: wrong}, big2.Scoring(**SCORINGS[name]))


@pytest.mark.rule("BT-51")
def test_points_of_other_tables_are_refused():
    for points in ((1, -1), (2, 1, 0, -1, -2)):
        facts = deal([0, 0, 0, 3], place=[1, 2, 3, 4])
        with pytest.raises(ValueError, match=r"place_points|place points"):
            big2.scores(facts, big2.Scoring(place_points=points))


@pytest.mark.rule("BT-47")
@pytest.mark.parametrize("house", [(4,), (-1,), (1.0,), ("1",), (True,), 1, (2**70,)], ids=str)
def test_house_seats_are_seats(house):
    with pytest.raises((ValueError, TypeError)):
        big2.scores(ONE, big2.Scoring(), house=house)


@pytest.mark.rule("BT-45")
@pytest.mark.parametrize(
    ("purses", "error"),
    [
        ([9, 9, 9], ValueError),
        ([[9] * 4] * 2, ValueError),
        ([9.0] * 4, TypeError),
        ([True] * 4, TypeError),
        ("9999", TypeError),
        ([2**64] * 4, ValueError),
    ],
    ids=str,
)
def test_purses_are_whole_numbers_of_each_seat(purses, error):
    with pytest.raises(error, match="purses"):
        big2.scores(ONE, big2.Scoring(bankruptcy="table"), purses=purses)


# --- shapes, types, exactness --------------------------------------------------------------------


def test_any_leading_shape_and_none():
    grid = {name: np.broadcast_to(value, (2, 5, *np.shape(value))) for name, value in ONE.items()}
    for scoring in ({}, {"settlement": "place"}, {"bankruptcy": "table"}):
        made = big2.Scoring(**scoring)
        found = big2.scores(grid, made, purses=[1, 2, 3, 4])
        assert found.shape == (2, 5, 4)
        assert (found == big2.scores(ONE, made, purses=[1, 2, 3, 4])).all()
    empty = {name: np.zeros((0, *np.shape(value)), dtype=int) for name, value in ONE.items()}
    assert big2.scores(empty, big2.Scoring()).shape == (0, 4)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint64])
def test_small_types_do_not_overflow(dtype):
    facts = deal([0, 13, 13, 13], twos_left=[0, 4, 0, 0], unplayed=[0, 1, 1, 1])
    small = {
        name: np.array(value).astype(dtype) if np.min(value) >= 0 else np.array(value)
        for name, value in facts.items()
    }
    scoring = big2.Scoring(two_multiplier=10, unplayed_multiplier=100)
    assert big2.scores(small, scoring).tolist() == [13_002_600, -13_000_000, -1300, -1300]


def test_other_facts_do_not_count_and_inputs_are_left_alone():
    facts = columns([ONE, holding("", "2S", "AS", "3D")])
    before = {name: value.copy() for name, value in facts.items()}
    big2.scores(facts | {"plays": np.zeros((2, 4), dtype=int)}, big2.Scoring())
    assert all(np.array_equal(facts[name], before[name]) for name in facts)


@pytest.mark.rule("BT-49")
def test_scores_are_exact_to_the_last_bit_or_refused():
    one = deal([0, 1, 0, 0])
    for stake in (2**53 + 1, 2**63 - 1):
        assert big2.scores(one, big2.Scoring(stake=stake)).tolist() == [stake, -stake, 0, 0]
    for stake in (2**63, 2**200):
        with pytest.raises(OverflowError, match="BT-"):
            big2.scores(one, big2.Scoring(stake=stake))
    two = deal([0, 1, 1])
    with pytest.raises(OverflowError, match="BT-"):
        big2.scores(two, big2.Scoring(stake=2**62))
    # Large numbers that cancel out are no reason to refuse.
    twos = deal([0, 4, 0, 0], twos_left=[0, 4, 0, 0])
    assert big2.scores(twos, big2.Scoring(two_multiplier=2**15)).tolist() == [2**62, -(2**62), 0, 0]
