"""Which cards an airplane carries: DD-15 and DD-16, and where the switches reach DD-17."""

import pytest

from chupai import doudizhu
from doudizhu_cases import readings, texts

SOLOS = "airplane_solos"
PAIRS = "airplane_pairs"


def wings_of(hand, kind, **switches):
    """Give the wings of all moves of this kind from the hand, in order."""
    moves = doudizhu.moves(hand, rules=doudizhu.Rules(**switches))
    return [move.wings for move in moves if move.kind == kind]


@pytest.mark.rule("DD-15")
@pytest.mark.parametrize("repeat", [1, 2, 3, 4])
def test_how_many_wings_of_one_rank(repeat):
    """Wings with exactly so many of a rank pass, with one more they do not."""
    ranks = {1: ("333444555", "689"), 2: ("333444555", "778"), 3: ("333444555", "777"),
             4: ("333444555666", "8888")}  # fmt: skip
    for wanted, (chain, wings) in ranks.items():
        found = readings(chain + wings, wing_repeat=repeat)
        expected = [(SOLOS, len(chain) // 3, "3", wings)] if wanted <= repeat else []
        assert found == expected, (repeat, wings)


@pytest.mark.rule("DD-15")
def test_at_most_three_wings_of_a_rank_by_default():
    assert readings("333444555777") == [(SOLOS, 3, "3", "777")]
    assert readings("3334445556668888") == []
    assert readings("3334445556668889") == [(SOLOS, 4, "3", "8889")]
    assert readings("3334445556668888", wing_repeat=4) == [(SOLOS, 4, "3", "8888")]


@pytest.mark.rule("DD-15")
def test_wings_from_a_hand_by_wing_repeat():
    hand = "33344477778"
    assert wings_of(hand, SOLOS, wing_repeat=1) == ["78"]
    assert wings_of(hand, SOLOS, wing_repeat=2) == ["78", "77"]
    longer = "3334445557777"
    for repeat, expected in [
        (1, ["57", "37"]),
        (2, ["57", "55", "77", "37", "33", "77"]),
        (3, ["57", "55", "77", "37", "33", "77", "777"]),
    ]:
        assert wings_of(longer, SOLOS, wing_repeat=repeat) == expected


@pytest.mark.rule("DD-15")
def test_both_jokers_as_wings():
    assert readings("333444BR") == []
    assert readings("333444BR", wing_both_jokers=True) == [(SOLOS, 2, "3", "BR")]
    assert readings("333444BR", kicker_both_jokers=True) == []
    assert readings("3334446B") == [(SOLOS, 2, "3", "6B")]
    assert readings("3334446R") == [(SOLOS, 2, "3", "6R")]
    assert wings_of("3334446BR", SOLOS) == ["6B", "6R"]
    assert wings_of("3334446BR", SOLOS, wing_both_jokers=True) == ["6B", "6R", "BR"]
    # Trio + two and four + two have switches of their own.
    assert readings("3333BR", wing_both_jokers=True) == []


@pytest.mark.rule("DD-15")
def test_the_fourth_card_of_a_chain_rank_as_a_wing():
    assert readings("33334446") == []
    assert readings("33334446", wing_chain_rank=True) == [(SOLOS, 2, "3", "36")]
    assert readings("33334444") == []
    assert readings("33334444", wing_chain_rank=True) == [(SOLOS, 2, "3", "34")]
    assert wings_of("33334446", SOLOS) == []
    assert wings_of("33334446", SOLOS, wing_chain_rank=True) == ["36"]
    # Big wings are pairs outside the chain whatever the switch says.
    assert readings("3333444455", wing_chain_rank=True) == []
    # The bare airplane from a longer holding is not concerned.
    assert "333444" in texts(doudizhu.moves("33334444"))


@pytest.mark.rule("DD-15")
def test_wings_may_prolong_the_chain_by_default():
    assert readings("333444555666") == [
        ("airplane", 4, "3", ""),
        (SOLOS, 3, "3", "666"),
        (SOLOS, 3, "4", "333"),
    ]
    assert readings("333444555666", wing_extends_chain=False) == [("airplane", 4, "3", "")]


@pytest.mark.rule("DD-15")
def test_what_prolongs_a_chain():
    strict = {"wing_extends_chain": False}
    # Three of the rank above or below; one or two of it do not.
    assert readings("444555666777", **strict) == [("airplane", 4, "4", "")]
    assert readings("444555666337", **strict) == [(SOLOS, 3, "4", "337")]
    assert readings("333444555667", **strict) == [(SOLOS, 3, "3", "667")]
    # Three of a rank that does not touch.
    assert readings("333444555777", **strict) == [(SOLOS, 3, "3", "777")]
    # Four of it, where a bomb may serve: the fourth is no excuse.
    four = "3334445556667777"
    assert (SOLOS, 4, "3", "7777") in readings(four, wing_repeat=4)
    assert (SOLOS, 4, "3", "7777") not in readings(four, wing_repeat=4, **strict)
    # 222 beside AAA: a 2 is in no chain.
    assert readings("QQQKKKAAA222", **strict) == [(SOLOS, 3, "Q", "222")]
    # Below the three there is no rank.
    assert readings("333444555AAA", **strict) == [(SOLOS, 3, "3", "AAA")]
    # Below the queen there is.
    assert readings("QQQKKKAAAJJJ", **strict) == [("airplane", 4, "J", "")]


@pytest.mark.rule("DD-15")
def test_prolonging_trios_are_left_out_of_the_moves():
    hand = "333444555666"
    wide = {(m.rank, m.wings) for m in doudizhu.moves(hand) if m.kind == SOLOS and m.length == 3}
    assert wide == {("3", "666"), ("4", "333")}
    rules = doudizhu.Rules(wing_extends_chain=False)
    assert not [m for m in doudizhu.moves(hand, rules=rules) if m.kind == SOLOS and m.length == 3]
    assert doudizhu.count_moves(hand) - doudizhu.count_moves(hand, rules=rules) == 2


@pytest.mark.rule("DD-15")
def test_both_sides_of_the_chain_are_looked_at():
    for wings, touching in [("555", True), ("999", True), ("TTT", False), ("444", False)]:
        found = (SOLOS, 3, "6", wings) in readings("666777888" + wings, wing_extends_chain=False)
        assert found is not touching, wings
        assert (SOLOS, 3, "6", wings) in readings("666777888" + wings)


@pytest.mark.rule("DD-16")
def test_big_wings_are_pairs_of_different_ranks():
    assert readings("3334445566") == [(PAIRS, 2, "3", "5566")]
    assert readings("3334445555") == []
    assert readings("3334445555", wing_quad_as_two_pairs=True) == [(PAIRS, 2, "3", "5555")]
    assert readings("33344455BR") == []
    assert readings("3333444455", wing_quad_as_two_pairs=True) == []
    assert wings_of("33344455667", PAIRS) == ["5566"]
    hand = "333444555566"
    assert wings_of(hand, PAIRS) == ["5566", "3366"]
    assert wings_of(hand, PAIRS, wing_quad_as_two_pairs=True) == ["5566", "5555", "3366"]


@pytest.mark.rule("DD-16")
def test_a_quad_and_pairs_as_wings_of_three_and_four():
    quad = {"wing_quad_as_two_pairs": True}
    assert readings("333444555" + "777788", **quad) == [(PAIRS, 3, "3", "777788")]
    assert readings("333444555" + "777788") == []
    assert readings("333444555666" + "88889999", **quad) == [(PAIRS, 4, "3", "88889999")]
    assert readings("333444555666" + "88889999") == []
    # Three of a rank are no two pairs.
    assert readings("333444" + "7778", **quad) == []


@pytest.mark.rule("DD-16")
def test_big_wings_do_not_heed_the_switches_of_solos():
    """The chain's neighbour may be a pair, and a quad of pairs prolongs nothing."""
    assert readings("3334445566", wing_extends_chain=False, wing_repeat=1) == [
        (PAIRS, 2, "3", "5566")
    ]
    assert readings("3334445555", wing_extends_chain=False, wing_quad_as_two_pairs=True) == [
        (PAIRS, 2, "3", "5555")
    ]


@pytest.mark.rule("DD-16", "DD-17")
def test_a_quad_as_two_pairs_of_a_four():
    quad = {"wing_quad_as_two_pairs": True}
    assert readings("88886666") == []
    assert readings("88886666", **quad) == [
        ("four_pairs", 1, "6", "8888"),
        ("four_pairs", 1, "8", "6666"),
    ]
    assert readings("33334444", **quad) == [
        ("four_pairs", 1, "3", "4444"),
        ("four_pairs", 1, "4", "3333"),
    ]
    rules = doudizhu.Rules(**quad)
    assert texts(doudizhu.moves("88886666", to_beat="7777+3344", rules=rules)) == [
        "pass", "8888+6666", "6666", "8888",
    ]  # fmt: skip
    # Not as two solos: those come from other ranks, at most two of one.
    assert readings("888866", **quad) == [("four_solos", 1, "8", "66")]
