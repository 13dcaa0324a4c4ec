"""Nobody pays more than he holds, and computers not at all: BT-45, BT-47, in literal figures."""

import pytest

from big2_facts import columns, deal
from chupai import big2

TIERS = ((8, 2), (11, 3), (13, 4))
PURSES = [10000, 2100, 5000, 2500]
LEFT = [0, 13, 8, 11]


def scores(facts, purses=None, house=(), **scoring):
    """Scores of one deal, which are those of a batch of one."""
    made = big2.Scoring(**scoring)
    alone = big2.scores(facts, made, purses=purses, house=house)
    many = None if purses is None else [purses]
    batch = big2.scores(columns([facts]), made, purses=many, house=house)
    assert batch.tolist() == [alone.tolist()]
    return alone.tolist()


@pytest.mark.rule("BT-45")
@pytest.mark.parametrize(
    ("settlement", "bankruptcy", "expected"),
    [
        ("place", "off", [2020, -2140, 740, -620]),
        ("solo", "off", [2020, -1040, -320, -660]),
        ("place", "table", [2020, -2100, 80, 0]),
        ("place", "shortfall", [2020, -2100, 700, -620]),
        # Nobody is bankrupt.
        ("solo", "table", [2020, -1040, -320, -660]),
        ("solo", "shortfall", [2020, -1040, -320, -660]),
    ],
)
def test_the_figures_of_the_source(settlement, bankruptcy, expected):
    scoring = {"settlement": settlement, "tiers": TIERS, "stake": 20}
    assert scores(deal(LEFT), PURSES, **scoring, bankruptcy=bankruptcy) == expected
    # Without purses nothing holds anybody back.
    assert sum(scores(deal(LEFT), **scoring, bankruptcy=bankruptcy)) == 0
    assert scores(deal(LEFT), **scoring, bankruptcy=bankruptcy) == scores(deal(LEFT), **scoring)


# Place, stake 1, no tiers: left 0 9 1 4 is owed 14, -22, 10, -2.
NETS = [14, -22, 10, -2]


@pytest.mark.rule("BT-45")
@pytest.mark.parametrize(
    ("purses", "table", "shortfall"),
    [
        ([9, 22, 0, 2], NETS, NETS),  # what he owes is just what he holds
        ([9, 21, 9, 9], [14, -21, 7, 0], [14, -21, 9, -2]),
        ([0, 16, 0, 9], [14, -16, 2, 0], [14, -16, 4, -2]),
        ([0, 15, 0, 1], [14, -15, 2, -1], [14, -15, 2, -1]),  # two bankrupts, one pot
        # Less than the winner's due: he takes all.
        ([0, 13, 5, 9], [13, -13, 0, 0], [14, -13, 1, -2]),
        ([0, 3, 5, 1], [4, -3, 0, -1], [4, -3, 0, -1]),
        ([0, 0, 5, 9], [0, 0, 0, 0], [2, 0, 0, -2]),
        # The bankrupt of two losers owes less.
        ([0, 99, 0, 1], [1, 0, 0, -1], [14, -22, 9, -1]),
    ],
)
def test_the_pot_is_shared_winner_first(purses, table, shortfall):
    facts = deal([0, 9, 1, 4])
    place = {"settlement": "place"}
    assert scores(facts, **place) == NETS
    assert scores(facts, purses, **place, bankruptcy="table") == table
    assert scores(facts, purses, **place, bankruptcy="shortfall") == shortfall


@pytest.mark.rule("BT-45")
def test_smaller_hands_come_first_and_then_lower_seats():
    # Owed 26, 14, 16?: left 3 2 12 0 3 -> winner seat 3.
    facts = deal([3, 2, 12, 0, 3], winner=3)
    place = {"settlement": "place"}
    assert scores(facts, **place) == [5, 10, -40, 20, 5]
    for pot, expected in (
        (39, [5, 10, -39, 20, 4]),
        (34, [4, 10, -34, 20, 0]),
        (29, [0, 9, -29, 20, 0]),
        (7, [0, 0, -7, 7, 0]),
    ):
        purses = [1, 1, pot, 1, 1]
        assert scores(facts, purses, **place, bankruptcy="table") == expected
        assert scores(facts, purses, **place, bankruptcy="shortfall") == expected


@pytest.mark.rule("BT-45")
def test_the_hand_is_its_cards_not_what_it_costs():
    """Two 2s cost more than three plain cards, yet the hand is smaller."""
    facts = deal([3, 2, 12, 0, 3], winner=3, twos_left=[0, 1, 0, 0, 0])
    scoring = {"settlement": "place", "two_multiplier": 2}
    assert scores(facts, **scoring) == [7, 2, -38, 22, 7]
    expected = [0, 1, -23, 22, 0]
    purses = [0, 0, 23, 0, 0]
    assert scores(facts, purses, **scoring, bankruptcy="table") == expected


@pytest.mark.rule("BT-45", "BT-43")
def test_solo_bankruptcy():
    facts = deal([0, 10, 4, 2])
    assert scores(facts, [0, 7, 9, 9], bankruptcy="shortfall") == [13, -7, -4, -2]
    assert scores(facts, [0, 7, 9, 9], bankruptcy="table") == [7, -7, 0, 0]
    assert scores(facts, [0, 7, 3, 9], bankruptcy="table") == [10, -7, -3, 0]


@pytest.mark.rule("BT-45", "BT-44")
def test_a_culprit_may_be_bankrupt():
    facts = deal([0, 3, 1, 4], not_highest=1)
    for bankruptcy in ("table", "shortfall"):
        scoring = {"liability": "not_highest", "bankruptcy": bankruptcy}
        assert scores(facts, [0, 5, 9, 9], **scoring) == [5, -5, 0, 0]
        assert scores(facts, [0, 8, 9, 9], **scoring) == [8, -8, 0, 0]


# --- computers -----------------------------------------------------------------------------------


@pytest.mark.rule("BT-47")
@pytest.mark.parametrize(
    ("house", "solo", "place", "none"),
    [
        ((), [8, -3, -1, -4], [8, -4, 4, -8], [0, -3, -1, -4]),
        ((1,), [5, 0, -1, -4], [5, 0, 2, -7], [0, 0, -1, -4]),
        ((1, 3), [1, 0, -1, 0], [1, 0, -1, 0], [0, 0, -1, 0]),
        ((0,), [0, 0, 0, 0], [0, -1, 5, -4], [0, -3, -1, -4]),
        ((1, 2, 3), [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_computers_neither_win_nor_lose(house, solo, place, none):
    facts = deal([0, 3, 1, 4])
    assert scores(facts, house=house) == solo
    assert scores(facts, house=house, settlement="place") == place
    assert scores(facts, house=house, settlement="none") == none


@pytest.mark.rule("BT-47", "BT-40")
def test_no_bonus_of_a_computer():
    facts = deal([0, 3, 1, 4])
    assert scores(facts, house=(2,), winner_bonus=5) == [17, -8, 0, -9]
    assert scores(facts, house=(0,), winner_bonus=5) == [0, 0, 0, 0]


@pytest.mark.rule("BT-47", "BT-44")
def test_a_computer_is_never_liable():
    facts = deal([0, 3, 1, 4], not_highest=1)
    scoring = {"liability": "not_highest"}
    assert scores(facts, house=(1,), **scoring) == [5, 0, -1, -4]
    # Nor are its losses anybody's.
    assert scores(facts, house=(3,), **scoring) == [4, -4, 0, 0]
