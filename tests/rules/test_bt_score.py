"""What a deal of Big Two is worth, in literal figures: BT-39 … BT-43, BT-46, BT-48, BT-51."""

import numpy as np
import pytest

from big2_facts import columns, deal, holding
from chupai import big2

HONG_KONG = {"tiers": ((10, 2), ("all", 3)), "liability": "not_highest"}
PLACE = {"tiers": ((8, 2), (11, 3), (13, 4)), "settlement": "place"}
TAIWAN = {
    "tiers": ((10, 2),), "two_multiplier": 2, "monster_multiplier": 2, "unplayed_multiplier": 2,
    "all_unplayed_multiplier": 2,
}  # fmt: skip
DEDUCTION = {"card_values": "deduction", "settlement": "none"}


def scores(facts, **scoring):
    """Scores of one deal, which are those of a batch of one."""
    alone = big2.scores(facts, big2.Scoring(**scoring))
    batch = big2.scores(columns([facts]), big2.Scoring(**scoring))
    assert batch.shape == (1, *alone.shape)
    assert np.issubdtype(batch.dtype, np.integer)
    assert batch[0].tolist() == alone.tolist()
    return alone.tolist()


def last_silent(*cards_left):
    """A deal in which the last seat played nothing."""
    return deal(cards_left, unplayed=[0] * (len(cards_left) - 1) + [1])


# The table of worked figures in docs/rules/big2.md, in its order.
WORKED = [
    (last_silent(0, 5, 10, 13), HONG_KONG, [64, -5, -20, -39]),
    (last_silent(0, 5, 10, 13), PLACE | {"settlement": "solo", "stake": 10},
     [770, -50, -200, -520]),
    (last_silent(0, 5, 10, 13), PLACE, [77, 57, -3, -131]),
    (last_silent(0, 5, 10, 13), PLACE | {"stake": 20}, [1540, 1140, -60, -2620]),
    (last_silent(0, 5, 10, 13) | {"not_highest": 2},
     PLACE | {"stake": 20, "liability": "not_highest"}, [1540, 1140, -2680, 0]),
    (deal([0, 3, 1, 4], not_highest=1), HONG_KONG, [8, -8, 0, 0]),
    (deal([0, 3, 1, 4]), {"winner_bonus": 5}, [23, -8, -6, -9]),
    (deal([0, 13, 3, 3], unplayed=[0, 1, 0, 0]), TAIWAN, [58, -52, -3, -3]),
    (deal([0, 13, 13, 13], unplayed=[0, 1, 1, 1]), TAIWAN, [312, -104, -104, -104]),
    (deal([0, 2, 1, 1]), TAIWAN | {"stake": 10}, [40, -20, -10, -10]),
    (deal([0, 5, 1, 1], twos_left=[0, 2, 0, 0]), TAIWAN, [22, -20, -1, -1]),
    (deal([0, 10, 1, 1], twos_left=[0, 1, 0, 0], monsters_left=[0, 1, 0, 0]), TAIWAN,
     [82, -80, -1, -1]),
    (holding("", "2C JD 5S 8H", "3S 4C 5C 5H 6D 6S 9S QH"), DEDUCTION, [0, -73, -58]),
    (deal([13] * 4, instant=1, unplayed=[1] * 4), HONG_KONG, [117, -39, -39, -39]),
    (deal([0, 0, 0, 7], place=[1, 2, 3, 4]), {"place_points": (3, 1, -1, -3)}, [3, 1, -1, -3]),
]  # fmt: skip


@pytest.mark.rule("BT-39", "BT-43", "BT-46")
@pytest.mark.parametrize(("what", "scoring", "expected"), WORKED, ids=range(len(WORKED)))
def test_worked_figures(what, scoring, expected):
    assert scores(what, **scoring) == expected


# --- cards left ----------------------------------------------------------------------------------


@pytest.mark.rule("BT-39")
def test_every_card_left_costs_one():
    assert scores(deal([0, 9, 3, 1])) == [13, -9, -3, -1]
    assert scores(deal([4, 13, 0, 1], winner=2)) == [-4, -13, 18, -1]


@pytest.mark.rule("BT-39")
@pytest.mark.parametrize(
    ("left", "unplayed", "tiers", "count"),
    [
        (9, 0, ((10, 2), ("all", 3)), 9),
        (10, 0, ((10, 2), ("all", 3)), 20),
        (12, 0, ((10, 2), ("all", 3)), 24),
        (13, 1, ((10, 2), ("all", 3)), 39),
        # Thirteen cards of seventeen are not all of them.
        (13, 0, ((10, 2), ("all", 3)), 26),
        (17, 1, ((10, 2), ("all", 3)), 51),
        # Nothing played goes before the numbers, also where it costs less.
        (13, 1, ((10, 5), ("all", 3)), 39),
        (4, 1, ((10, 2), ("all", 3)), 12),
        (7, 0, ((8, 2), (11, 3), (13, 4)), 7),
        (8, 0, ((8, 2), (11, 3), (13, 4)), 16),
        (10, 0, ((8, 2), (11, 3), (13, 4)), 20),
        (11, 0, ((8, 2), (11, 3), (13, 4)), 33),
        (12, 1, ((8, 2), (11, 3), (13, 4)), 36),
        (13, 1, ((8, 2), (11, 3), (13, 4)), 52),
        (13, 0, ((8, 2), (11, 3), (13, 4)), 52),
        # Over ten and not from ten on, the other reading of the source.
        (10, 0, ((11, 2), ("all", 3)), 10),
        (13, 1, ((10, 2),), 26),
    ],
)
def test_tiers_multiply_all_cards_left(left, unplayed, tiers, count):
    facts = deal([0, left, 1, 1], unplayed=[0, unplayed, 0, 0])
    assert scores(facts, tiers=tiers) == [count + 2, -count, -1, -1]
    # The tier is found by cards, whatever they count.
    pips = scores(facts, tiers=tiers, card_values="pips")
    assert pips == [3 * count + 6, -3 * count, -3, -3]


@pytest.mark.rule("BT-40")
@pytest.mark.parametrize("bonus", [5, 10])
def test_each_loser_pays_the_winner_a_bonus(bonus):
    facts = deal([0, 3, 1, 4])
    assert scores(facts, winner_bonus=bonus) == [
        8 + 3 * bonus, -3 - bonus, -1 - bonus, -4 - bonus,
    ]  # fmt: skip
    # It is no card: no tier multiplies it, but the stake does.
    facts = deal([0, 10, 1, 4])
    assert scores(facts, winner_bonus=bonus, tiers=((10, 2),), stake=3) == [
        3 * (25 + 3 * bonus), -3 * (20 + bonus), -3 * (1 + bonus), -3 * (4 + bonus),
    ]  # fmt: skip
    place = scores(deal([0, 3, 1, 4]), winner_bonus=bonus, settlement="place")
    assert place == [8 + 3 * bonus, -4 - bonus, 4 - bonus, -8 - bonus]


@pytest.mark.rule("BT-40", "BT-44")
def test_who_is_liable_pays_the_bonuses_too():
    facts = deal([0, 3, 1, 4], not_highest=3)
    assert scores(facts, winner_bonus=5, liability="not_highest") == [23, 0, 0, -23]


# --- what cards are worth ------------------------------------------------------------------------


@pytest.mark.rule("BT-41")
def test_pips():
    facts = holding("", "2S AS KS QS JS", "TD 9C 3H", "2D 2C")
    assert scores(facts, card_values="pips") == [65 + 22 + 30, -65, -22, -30]


@pytest.mark.rule("BT-42")
@pytest.mark.parametrize(
    ("hand", "penalty"),
    [
        ("2C JD 5S 8H", 73),
        ("3S 4C 5C 5H 6D 6S 9S QH", 58),
        ("9C", 9),
        ("7H", 7),
        ("TD", 10),
        ("3D", 3),
        ("JD QC KH", 60),
        ("AD", 30),
        ("2D", 40),
    ],
)
def test_deductions(hand, penalty):
    facts = holding(hand, "", "4D", winner=1)
    assert scores(facts, **DEDUCTION) == [-penalty, 0, -4]
    assert scores(facts, **DEDUCTION | {"settlement": "solo"}) == [-penalty, penalty + 4, -4]


@pytest.mark.rule("BT-42")
def test_the_ace_of_spades_may_cost_forty():
    facts = holding("", "AS 3D", "AS AH AS", "AH")
    assert scores(facts, **DEDUCTION) == [0, -33, -90, -30]
    assert scores(facts, **DEDUCTION, spade_ace_40=True) == [0, -43, -110, -30]


@pytest.mark.rule("BT-42", "BT-49")
def test_penalties_are_no_payments():
    facts = holding("2D", "3D", "", "4D", winner=2)
    assert sum(scores(facts, **DEDUCTION)) == -47
    assert scores(facts, settlement="none", stake=5) == [-5, -5, 0, -5]


# --- settlement ----------------------------------------------------------------------------------


@pytest.mark.rule("BT-43")
def test_solo_pays_the_winner_alone():
    counts = {"tiers": ((8, 2), (11, 3), (13, 4)), "stake": 10}
    for winner in range(4):
        left, expected = [5, 10, 13], [-50, -200, -520]
        left.insert(winner, 0)
        expected.insert(winner, 770)
        assert scores(deal(left, winner), **counts) == expected


@pytest.mark.rule("BT-43")
@pytest.mark.parametrize(
    ("left", "cards"),
    [
        ([0, 5, 10, 13], [77, 57, -3, -131]),
        ([0, 13, 8, 11], [101, -107, 37, -31]),  # the other table of the source
        ([0, 1, 1, 1], [3, -1, -1, -1]),
        ([0, 7, 7, 1], [15, -13, -13, 11]),
    ],
)
def test_place_settles_every_pair(left, cards):
    assert scores(deal(left), **PLACE) == cards
    assert scores(deal(left), **PLACE, stake=20) == [20 * number for number in cards]


@pytest.mark.rule("BT-43")
def test_any_number_of_seats():
    assert scores(deal([0, 9])) == [9, -9]
    assert scores(deal([3, 0], winner=1), settlement="place") == [-3, 3]
    assert scores(deal([2, 1, 1, 1, 0], winner=4)) == [-2, -1, -1, -1, 5]
    many = deal([0] + [1] * 51)
    assert scores(many) == [51] + [-1] * 51
    assert scores(many, settlement="place") == [51] + [-1] * 51


# --- multipliers of Taiwan -----------------------------------------------------------------------


@pytest.mark.rule("BT-46")
@pytest.mark.parametrize(("twos", "factor"), [(0, 1), (1, 2), (2, 4), (3, 8), (4, 16)])
def test_every_two_left_doubles(twos, factor):
    facts = deal([0, 5, 1, 1], twos_left=[0, twos, 0, 0])
    assert scores(facts, **TAIWAN) == [5 * factor + 2, -5 * factor, -1, -1]
    assert scores(facts) == [7, -5, -1, -1]


@pytest.mark.rule("BT-46")
@pytest.mark.parametrize(("monsters", "once", "each"), [(0, 1, 1), (1, 2, 2), (2, 2, 4)])
def test_a_monster_left_doubles_once(monsters, once, each):
    facts = deal([0, 9, 1, 1], monsters_left=[0, monsters, 0, 0])
    assert scores(facts, **TAIWAN) == [9 * once + 2, -9 * once, -1, -1]
    assert scores(facts, **TAIWAN, per_monster=True) == [9 * each + 2, -9 * each, -1, -1]


@pytest.mark.rule("BT-46")
def test_thirteen_plain_cards_pay_fifty_two():
    facts = deal([0, 13, 13, 12], unplayed=[0, 1, 1, 0])
    assert scores(facts, **TAIWAN) == [128, -52, -52, -24]
    slam = deal([0, 13, 13, 13], unplayed=[0, 1, 1, 1])
    assert scores(slam, **TAIWAN) == [312, -104, -104, -104]
    three = deal([0, 17, 17], unplayed=[0, 1, 1])
    assert scores(three, **TAIWAN) == [272, -136, -136]


@pytest.mark.rule("BT-46")
def test_all_multipliers_at_once():
    """Four 2s and a straight flush in a hand of thirteen that nobody played from."""
    facts = deal(
        [13, 13, 0, 13], winner=2, unplayed=[1, 1, 0, 1], twos_left=[4, 0, 0, 0],
        monsters_left=[2, 0, 0, 0],
    )  # fmt: skip
    worst = 13 * 2 * 16 * 2 * 2 * 2
    assert scores(facts, **TAIWAN) == [-worst, -104, worst + 208, -104]
    assert scores(facts, **TAIWAN, per_monster=True, stake=10) == [
        -20 * worst, -1040, 20 * worst + 2080, -1040,
    ]  # fmt: skip


# --- instant wins, places ------------------------------------------------------------------------


@pytest.mark.rule("BT-48")
@pytest.mark.parametrize("instant", [1, 2])
def test_an_instant_win_is_three_whole_hands(instant):
    facts = deal([13] * 4, 1, instant=instant, unplayed=[1] * 4, twos_left=[0, 0, 4, 0])
    for scoring in (HONG_KONG, TAIWAN, {}):
        assert scores(facts, **scoring) == [-39, 117, -39, -39]
        assert scores(facts, **scoring, instant_multiplier=2) == [-26, 78, -26, -26]
    assert scores(facts, **PLACE) == [-39, 117, -39, -39]


@pytest.mark.rule("BT-48", "BT-42")
def test_an_instant_win_under_deductions():
    hands = ("3D 4C 5H", "2S AS", "KD")
    facts = holding(*hands, instant=1, unplayed=[1] * 3)
    assert scores(facts, **DEDUCTION) == [0, -210, -60]


@pytest.mark.rule("BT-51")
def test_points_by_place():
    facts = deal([0, 0, 0, 5], winner=2, place=[3, 2, 1, 4])
    points = {"place_points": (3, 1, -1, -3)}
    assert scores(facts, **points) == [-1, 1, 3, -3]
    assert scores(facts, **points, stake=10) == [-10, 10, 30, -30]
    # Nothing else counts.
    other = {"not_highest": 0, "twos_left": [0, 0, 0, 4], "monsters_left": [0, 0, 0, 1]}
    assert scores(facts | other, **points) == [-1, 1, 3, -3]


@pytest.mark.rule("BT-51", "BT-31")
def test_cards_left_where_all_places_are_played_out():
    """Only the last holds cards: he pays for them."""
    facts = deal([0, 0, 0, 5], winner=2, place=[3, 2, 1, 4])
    assert scores(facts) == [0, 0, 5, -5]
    assert scores(facts, settlement="place") == [5, 5, 5, -15]
