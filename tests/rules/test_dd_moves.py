"""Kinds of moves, what is one and what is not: DD-09 … DD-14, DD-17 … DD-19, DD-21."""

import pytest

from chupai import doudizhu
from doudizhu_cases import RANKS, readings, texts

ANY_TWO = doudizhu.Rules(trio_with_two="any")
QUAD_CHAINS = doudizhu.Rules(quad_chains=True)


def only(cards, kind, length, rank, wings="", **switches):
    """The cards have this reading and no other."""
    assert readings(cards, **switches) == [(kind, length, rank, wings)]


def nothing(*plays, **switches):
    """None of the plays is a move."""
    assert {cards: readings(cards, **switches) for cards in plays} == {cards: [] for cards in plays}


# DD-09, DD-10: solos and pairs


@pytest.mark.rule("DD-09")
@pytest.mark.parametrize("rank", RANKS)
def test_every_card_is_a_solo(rank):
    only(rank, "solo", 1, rank)


@pytest.mark.rule("DD-09")
def test_solos_beat_in_the_order_of_ranks():
    for low, a in enumerate(RANKS):
        for high, b in enumerate(RANKS):
            assert doudizhu.beats(b, a) is (high > low), (b, a)


@pytest.mark.rule("DD-09")
def test_a_three_is_answered_by_a_four_or_higher():
    assert texts(doudizhu.moves("33445TA2BR", to_beat="3")) == [
        "pass", "4", "5", "T", "A", "2", "B", "R", "BR",
    ]  # fmt: skip


@pytest.mark.rule("DD-10")
@pytest.mark.parametrize("rank", RANKS[:13])
def test_two_of_a_rank_are_a_pair(rank):
    only(rank * 2, "pair", 1, rank)


@pytest.mark.rule("DD-10")
def test_two_jokers_are_no_pair_and_two_ranks_are_none():
    only("BR", "rocket", 1, "B")
    nothing("34", "A2", "2B", "2R", "3B")
    assert "pair" not in {move.kind for move in doudizhu.moves("BR", to_beat="33")}
    assert "pair" not in {move.kind for move in doudizhu.moves("BR2")}


@pytest.mark.rule("DD-10")
def test_pairs_beat_lower_pairs_only():
    pairs = [rank * 2 for rank in RANKS[:13]]
    for low, a in enumerate(pairs):
        for high, b in enumerate(pairs):
            assert doudizhu.beats(b, a) is (high > low), (b, a)
    assert texts(doudizhu.moves("334455AA22", to_beat="33")) == ["pass", "44", "55", "AA", "22"]


# DD-11: trios


@pytest.mark.rule("DD-11")
@pytest.mark.parametrize("cards", ["222", "AAA", "KKK", "888", "333"])
def test_trio_alone(cards):
    only(cards, "trio", 1, cards[0])


@pytest.mark.rule("DD-11")
@pytest.mark.parametrize(
    ("cards", "rank", "wing"),
    [("2223", "2", "3"), ("AAAJ", "A", "J"), ("6669", "6", "9"), ("333B", "3", "B"),
     ("222R", "2", "R"), ("3444", "4", "3"), ("A222", "2", "A")],
)  # fmt: skip
def test_trio_with_one(cards, rank, wing):
    only(cards, "trio_solo", 1, rank, wing)


@pytest.mark.rule("DD-11")
@pytest.mark.parametrize(
    ("cards", "rank", "wings"),
    [("55577", "5", "77"), ("QQQ77", "Q", "77"), ("AAA33", "A", "33"), ("22233", "2", "33"),
     ("33322", "3", "22")],
)  # fmt: skip
def test_trio_with_a_pair(cards, rank, wings):
    only(cards, "trio_pair", 1, rank, wings)


@pytest.mark.rule("DD-11")
def test_neighbours_of_trios_are_no_moves():
    nothing("33345", "333BR", "3334B", "333456", "3334455", "33445", "333444B")


@pytest.mark.rule("DD-11")
def test_any_two_cards_go_with_a_trio_by_the_switch():
    only("33345", "trio_pair", 1, "3", "45", trio_with_two="any")
    only("55577", "trio_pair", 1, "5", "77", trio_with_two="any")
    only("3334B", "trio_pair", 1, "3", "4B", trio_with_two="any")
    nothing("333BR", trio_with_two="any")
    only("333BR", "trio_pair", 1, "3", "BR", trio_with_two="any", wing_both_jokers=True)
    nothing("333BR", wing_both_jokers=True)
    # A fourth card of the rank is not one of "other ranks".
    nothing("33334", trio_with_two="any")
    # The switch is about single trios: big wings stay pairs.
    nothing("3334445678", "3334445567", trio_with_two="any")


@pytest.mark.rule("DD-11")
def test_with_any_two_pairs_and_odd_cards_answer_each_other():
    assert doudizhu.beats("444+55", "333+67", rules=ANY_TWO)
    assert doudizhu.beats("444+67", "333+55", rules=ANY_TWO)
    assert not doudizhu.beats("444+67", "333+55")
    assert texts(doudizhu.moves("444556", to_beat="333+77", rules=ANY_TWO)) == [
        "pass", "444+56", "444+55",
    ]  # fmt: skip
    assert texts(doudizhu.moves("444556", to_beat="333+77")) == ["pass", "444+55"]


@pytest.mark.rule("DD-11")
def test_the_trio_decides_and_shapes_do_not_mix():
    assert doudizhu.beats("444", "333")
    assert doudizhu.beats("444+3", "333+2")
    assert doudizhu.beats("444+33", "333+22")
    assert doudizhu.beats("222+3", "AAA+R")
    assert not doudizhu.beats("333+R", "444+5")
    assert not doudizhu.beats("333+22", "444+55")
    assert not doudizhu.beats("444+5", "444+3")
    shapes = ["444", "444+5", "444+55"]
    lower = ["333", "333+6", "333+66"]
    for i, a in enumerate(shapes):
        for j, b in enumerate(lower):
            assert doudizhu.beats(a, b) is (i == j), (a, b)


@pytest.mark.rule("DD-11")
def test_answers_to_each_form_of_trio():
    hand = "44455"
    assert texts(doudizhu.moves(hand, to_beat="333")) == ["pass", "444"]
    assert texts(doudizhu.moves(hand, to_beat="333+6")) == ["pass", "444+5"]
    assert texts(doudizhu.moves(hand, to_beat="333+66")) == ["pass", "444+55"]
    assert texts(doudizhu.moves(hand, to_beat="444+66")) == ["pass"]


# DD-12: solo chains


@pytest.mark.rule("DD-12")
@pytest.mark.parametrize(
    ("cards", "length", "rank"),
    [("345678", 6, "3"), ("78910JQ", 6, "7"), ("345678910JQKA", 12, "3"), ("34567", 5, "3"),
     ("10JQKA", 5, "T"), ("45678", 5, "4"), ("3456789TJQK", 11, "3"), ("9TJQKA", 6, "9")],
)  # fmt: skip
def test_solo_chains(cards, length, rank):
    only(cards, "solo_chain", length, rank)


@pytest.mark.rule("DD-12")
def test_every_solo_chain_of_the_pack():
    """Of all runs of consecutive ranks, jokers and 2 included."""
    runs = [RANKS[i:j] for i in range(15) for j in range(i + 1, 16)]
    chains = [run for run in runs if any(kind == "solo_chain" for kind, *_ in readings(run))]
    assert len(chains) == 36
    assert set(chains) == {run for run in runs if len(run) >= 5 and not set(run) & set("2BR")}


@pytest.mark.rule("DD-12")
def test_no_two_no_joker_no_gap_no_fewer_than_five():
    nothing("3456", "TJQK", "JQKA2", "QKA2BR", "KA2BR", "A2345", "23456", "3456789TJQKA2", "34568",
            "345679", "QKA34", "3456B", "334567")  # fmt: skip


@pytest.mark.rule("DD-12")
def test_solo_chains_need_the_same_length():
    assert doudizhu.beats("45678", "34567")
    assert doudizhu.beats("TJQKA", "34567")
    assert not doudizhu.beats("34567", "34567")
    assert not doudizhu.beats("34567", "45678")
    assert not doudizhu.beats("456789", "34567")
    assert not doudizhu.beats("45678", "345678")
    assert not doudizhu.beats("TJQKA", "345678")


@pytest.mark.rule("DD-12")
def test_answers_to_solo_chains():
    hand = "456789TJQKA2"
    assert texts(doudizhu.moves(hand, to_beat="345678")) == [
        "pass", "456789", "56789T", "6789TJ", "789TJQ", "89TJQK", "9TJQKA",
    ]  # fmt: skip
    assert texts(doudizhu.moves(hand, to_beat="3456789TJQ")) == ["pass", "456789TJQK", "56789TJQKA"]
    assert texts(doudizhu.moves(hand, to_beat="3456789TJQKA")) == ["pass"]
    assert texts(doudizhu.moves(hand, to_beat="9TJQK")) == ["pass", "TJQKA"]


# DD-13: pair chains


@pytest.mark.rule("DD-13")
@pytest.mark.parametrize(
    ("cards", "length", "rank"),
    [("778899", 3, "7"), ("445566", 3, "4"), ("334455667788991010JJQQ", 10, "3"),
     ("QQKKAA", 3, "Q"), ("5566778899TTJJQQKKAA", 10, "5"),
     ("33445566", 4, "3")],
)  # fmt: skip
def test_pair_chains(cards, length, rank):
    only(cards, "pair_chain", length, rank)


@pytest.mark.rule("DD-13")
def test_neighbours_of_pair_chains_are_no_moves():
    nothing("3344", "KKAA22", "AA2233", "QQKKAA22", "334466", "33445", "3344556", "2233", "AA22BR")


@pytest.mark.rule("DD-13")
def test_pair_chains_need_the_same_length():
    assert doudizhu.beats("445566", "334455")
    assert not doudizhu.beats("334455", "334455")
    assert not doudizhu.beats("44556677", "334455")
    assert not doudizhu.beats("QQKKAA", "33445566")
    hand = "44556677889"
    assert texts(doudizhu.moves(hand, to_beat="334455")) == [
        "pass", "445566", "556677", "667788",
    ]  # fmt: skip
    assert texts(doudizhu.moves(hand, to_beat="33445566")) == ["pass", "44556677", "55667788"]
    assert texts(doudizhu.moves(hand, to_beat="3344556677")) == ["pass", "4455667788"]
    assert texts(doudizhu.moves(hand, to_beat="334455667788")) == ["pass"]


# DD-14: airplanes


@pytest.mark.rule("DD-14")
@pytest.mark.parametrize(
    ("cards", "length", "rank"),
    [("333444", 2, "3"), ("777888999101010JJJQQQ", 6, "7"), ("444555", 2, "4"),
     ("KKKAAA", 2, "K"), ("333444555666777", 5, "3"), ("999TTTJJJQQQKKKAAA", 6, "9")],
)  # fmt: skip
def test_bare_airplanes(cards, length, rank):
    assert ("airplane", length, rank, "") in readings(cards, wing_extends_chain=False)


@pytest.mark.rule("DD-14")
@pytest.mark.parametrize(
    ("cards", "length", "rank", "wings"),
    [("33344456", 2, "3", "56"), ("77788834", 2, "7", "34"), ("101010JJJQQQ357", 3, "T", "357"),
     ("KKKAAA3B", 2, "K", "3B"), ("33344422", 2, "3", "22"),
     ("33344455566677789TJ2", 5, "3", "89TJ2")],
)  # fmt: skip
def test_airplanes_with_small_wings(cards, length, rank, wings):
    only(cards, "airplane_solos", length, rank, wings)


@pytest.mark.rule("DD-14")
@pytest.mark.parametrize(
    ("cards", "length", "rank", "wings"),
    [("3334445566", 2, "3", "5566"), ("7778883344", 2, "7", "3344"),
     ("101010JJJQQQ335577", 3, "T", "335577"), ("KKKAAA4422", 2, "K", "4422"),
     ("3334445556667788TTQQ", 4, "3", "7788TTQQ")],
)  # fmt: skip
def test_airplanes_with_big_wings(cards, length, rank, wings):
    only(cards, "airplane_pairs", length, rank, wings)


@pytest.mark.rule("DD-14")
def test_neighbours_of_airplanes_are_no_moves():
    nothing("AAA222", "AAA22233", "222333", "333555", "3334445", "333444567", "333444556",
            "33344455667", "33344455BR", "333444BR", "33355567")  # fmt: skip


@pytest.mark.rule("DD-14")
def test_seven_trios_do_not_exist():
    """Nor anything else of more than the landlord's twenty cards."""
    nothing("333444555666777888999", "33445566778899TTJJQQKK", "3456789TJQKA" * 2)


@pytest.mark.rule("DD-14")
def test_twos_are_good_wings():
    only("KKKAAA22", "airplane_solos", 2, "K", "22")
    only("QQQKKKAAA222", "airplane_solos", 3, "Q", "222")
    only("QQQKKKAAA222", "airplane_solos", 3, "Q", "222", wing_extends_chain=False)


@pytest.mark.rule("DD-14")
def test_the_chain_decides_between_airplanes_of_one_form_and_length():
    assert doudizhu.beats("444555", "333444")
    assert doudizhu.beats("444555+33", "333444+22")
    assert doudizhu.beats("444555+3366", "333444+KKAA")
    assert not doudizhu.beats("333444+22", "444555+33")
    assert not doudizhu.beats("333444+2R", "333444+56")
    assert not doudizhu.beats("333444+AA22", "444555+3366")
    forms = ["444555", "444555+67", "444555+6677", "444555666", "444555666+789"]
    lower = ["333444", "333444+89", "333444+8899", "333444555", "333444555+789"]
    for i, a in enumerate(forms):
        for j, b in enumerate(lower):
            assert doudizhu.beats(a, b) is (i == j), (a, b)


@pytest.mark.rule("DD-14")
def test_answers_to_airplanes():
    hand = "44455566637"
    assert texts(doudizhu.moves(hand, to_beat="333444")) == ["pass", "444555", "555666"]
    assert texts(doudizhu.moves(hand, to_beat="333444555")) == ["pass", "444555666"]
    assert texts(doudizhu.moves(hand, to_beat="444555+89")) == [
        "pass", "555666+34", "555666+37", "555666+47", "555666+44",
    ]  # fmt: skip
    assert texts(doudizhu.moves("5556664433", to_beat="444555+7788")) == ["pass", "555666+3344"]


@pytest.mark.rule("DD-14")
def test_a_chain_runs_through_a_rank_held_four_times():
    plays = texts(doudizhu.moves("33334444555"))
    assert {"333444", "444555", "333444555", "333444+55", "333", "3333", "4444"} <= set(plays)
    assert "34567" in texts(doudizhu.moves("333344445567"))


# DD-17: four with two


@pytest.mark.rule("DD-17")
@pytest.mark.parametrize(
    ("cards", "rank", "wings"),
    [("888856", "8", "56"), ("JJJJ74", "J", "47"), ("2222AA", "2", "AA"), ("3333BA", "3", "AB"),
     ("333344", "3", "44"), ("33332R", "3", "2R")],
)  # fmt: skip
def test_four_with_two_solos(cards, rank, wings):
    only(cards, "four_solos", 1, rank, wings)


@pytest.mark.rule("DD-17")
@pytest.mark.parametrize(
    ("cards", "rank", "wings"),
    [("88886633", "8", "3366"), ("JJJJ4477", "J", "4477"), ("2222KKJJ", "2", "JJKK")],
)
def test_four_with_two_pairs(cards, rank, wings):
    only(cards, "four_pairs", 1, rank, wings)


@pytest.mark.rule("DD-17")
def test_neighbours_of_four_with_two_are_no_moves():
    nothing("88885", "8888567", "8888556", "888855667", "8888555", "8888556677", "3333BR",
            "888855BR", "88885677", "88885556", "33334444")  # fmt: skip


@pytest.mark.rule("DD-17")
def test_four_with_two_answers_only_its_own_form():
    assert doudizhu.beats("9999+34", "8888+AR")
    assert doudizhu.beats("9999+33", "8888+56")
    assert doudizhu.beats("9999+34", "8888+55")
    assert doudizhu.beats("9999+3344", "8888+AAKK")
    assert not doudizhu.beats("8888+AR", "9999+34")
    assert not doudizhu.beats("8888+2R", "8888+34")
    assert not doudizhu.beats("9999+3344", "8888+56")
    assert not doudizhu.beats("9999+34", "8888+5566")
    assert not doudizhu.beats("9999+34", "8888")
    assert not doudizhu.beats("9999+34", "333")
    assert doudizhu.beats("3333", "9999+34")
    assert doudizhu.beats("3333", "2222+KKAA")
    assert doudizhu.beats("BR", "2222+KKAA")


@pytest.mark.rule("DD-17")
def test_answers_to_four_with_two():
    assert texts(doudizhu.moves("999934", to_beat="8888+AA")) == ["pass", "9999+34", "9999"]
    assert texts(doudizhu.moves("99993344", to_beat="8888+AAKK")) == ["pass", "9999+3344", "9999"]
    assert texts(doudizhu.moves("99993344", to_beat="8888+AK")) == [
        "pass", "9999+34", "9999+33", "9999+44", "9999",
    ]  # fmt: skip


@pytest.mark.rule("DD-17")
def test_switches_of_four_with_two():
    nothing("888856", "88886633", four_with_two=False)
    nothing("2222AA", kicker_pair_as_two_solos=False)
    only("888856", "four_solos", 1, "8", "56", kicker_pair_as_two_solos=False)
    only("88886633", "four_pairs", 1, "8", "3366", kicker_pair_as_two_solos=False)
    only("3333BR", "four_solos", 1, "3", "BR", kicker_both_jokers=True)
    nothing("3333BR", wing_both_jokers=True)
    nothing("888855BR", kicker_both_jokers=True)
    assert texts(doudizhu.moves("888855", to_beat="7777+AK")) == ["pass", "8888+55", "8888"]
    strict = doudizhu.Rules(kicker_pair_as_two_solos=False)
    assert texts(doudizhu.moves("888855", to_beat="7777+AK", rules=strict)) == ["pass", "8888"]
    without = doudizhu.Rules(four_with_two=False)
    assert "four_solos" not in {move.kind for move in doudizhu.moves("88885566", rules=without)}


# DD-18, DD-19: bomb and rocket

ORDINARY = [
    "R", "22", "222", "222+R", "222+AA", "TJQKA", "QQKKAA", "KKKAAA", "KKKAAA+22", "KKKAAA+3344",
    "2222+AR", "2222+KKAA", "3456789TJQKA", "5566778899TTJJQQKKAA",
]  # fmt: skip


@pytest.mark.rule("DD-18")
@pytest.mark.parametrize("rank", RANKS[:13])
def test_four_of_a_rank_are_a_bomb(rank):
    only(rank * 4, "bomb", 1, rank)


@pytest.mark.rule("DD-18", "DD-19")
@pytest.mark.parametrize("play", ORDINARY)
def test_bomb_and_rocket_beat_every_ordinary_move(play):
    assert doudizhu.beats("3333", play)
    assert doudizhu.beats("BR", play)
    assert not doudizhu.beats(play, "3333")
    assert not doudizhu.beats(play, "BR")


@pytest.mark.rule("DD-18")
def test_bombs_beat_lower_bombs():
    bombs = [rank * 4 for rank in RANKS[:13]]
    assert doudizhu.beats("4444", "3333")
    for low, a in enumerate(bombs):
        for high, b in enumerate(bombs):
            assert doudizhu.beats(b, a) is (high > low), (b, a)
    assert texts(doudizhu.moves("33335555", to_beat="4444")) == ["pass", "5555"]


@pytest.mark.rule("DD-19")
def test_rocket_beats_all_and_nothing_beats_it():
    only("BR", "rocket", 1, "B")
    only("RB", "rocket", 1, "B")
    for rank in RANKS[:13]:
        assert doudizhu.beats("BR", rank * 4)
        assert not doudizhu.beats(rank * 4, "BR")
    assert not doudizhu.beats("BR", "BR")
    assert texts(doudizhu.moves("3333444452222", to_beat="BR")) == ["pass"]
    assert texts(doudizhu.moves("3BR", to_beat="2222")) == ["pass", "BR"]


@pytest.mark.rule("DD-18")
def test_ordinary_kinds_do_not_beat_each_other():
    for a in ORDINARY:
        for b in ORDINARY:
            assert not doudizhu.beats(a, b), (a, b)


# DD-21: quad chains


@pytest.mark.rule("DD-21")
def test_quad_chains_are_off_by_default():
    nothing("33334444", "333344445555", "333344445678", "3333444455667788")
    only("33334444", "quad_chain", 2, "3", quad_chains=True)
    only("QQQQKKKKAAAA", "quad_chain", 3, "Q", quad_chains=True)
    only("33334444555566667777", "quad_chain", 5, "3", quad_chains=True)


@pytest.mark.rule("DD-21")
def test_wings_of_quad_chains():
    only("333344445678", "quad_chain_solos", 2, "3", "5678", quad_chains=True)
    only("333344445566", "quad_chain_solos", 2, "3", "5566", quad_chains=True)
    only("3333444455667788", "quad_chain_pairs", 2, "3", "55667788", quad_chains=True)
    only("333344445555678899", "quad_chain_solos", 3, "3", "678899", quad_chains=True)


@pytest.mark.rule("DD-21")
def test_neighbours_of_quad_chains_are_no_moves():
    nothing("AAAA2222", "33335555", "333344445", "33334444567", "3333444455", "3333444456789",
            "33334444566778", "33334444556677BR", "3333444456BR", quad_chains=True)  # fmt: skip


@pytest.mark.rule("DD-21")
def test_wing_switches_reach_quad_chains():
    four_of_wings = "33334444" + "6666"
    nothing(four_of_wings, quad_chains=True)
    only(four_of_wings, "quad_chain_solos", 2, "3", "6666", quad_chains=True, wing_repeat=4)
    nothing("333344446667", quad_chains=True, wing_repeat=2)
    only("333344446667", "quad_chain_solos", 2, "3", "6667", quad_chains=True)
    only(
        "3333444456BR", "quad_chain_solos", 2, "3", "56BR", quad_chains=True, wing_both_jokers=True
    )
    # Four wings of the next rank prolong the chain: then it is the chain of three.
    three = "333344445555"
    assert readings(three, quad_chains=True, wing_repeat=4) == [
        ("quad_chain", 3, "3", ""),
        ("quad_chain_solos", 2, "3", "5555"),
        ("quad_chain_solos", 2, "4", "3333"),
    ]
    only(three, "quad_chain", 3, "3", quad_chains=True, wing_repeat=4, wing_extends_chain=False)
    # Three of the next rank do not, in a quad chain.
    only("333344445556", "quad_chain_solos", 2, "3", "5556", quad_chains=True,
         wing_extends_chain=False)  # fmt: skip
    # A 2 beside the A never prolongs.
    only("KKKKAAAA2222", "quad_chain_solos", 2, "K", "2222", quad_chains=True, wing_repeat=4,
         wing_extends_chain=False)  # fmt: skip
    assert ("quad_chain_pairs", 2, "3", "66667788") in readings(
        "3333444466667788", quad_chains=True, wing_quad_as_two_pairs=True
    )


@pytest.mark.rule("DD-21")
def test_quad_chains_are_ordinary_moves():
    def beats(a, b):
        return doudizhu.beats(a, b, rules=QUAD_CHAINS)

    assert beats("44445555", "33334444")
    assert not beats("33334444", "44445555")
    assert not beats("444455556666", "33334444")
    assert beats("44445555+3678", "33334444+AAKK")
    assert not beats("44445555+3678", "33334444")
    assert beats("3333", "KKKKAAAA")
    assert beats("BR", "KKKKAAAA")
    assert not beats("KKKKAAAA", "3333")
    assert not beats("KKKKAAAA", "BR")
    assert texts(doudizhu.moves("44445555", to_beat="33334444", rules=QUAD_CHAINS)) == [
        "pass", "44445555", "4444", "5555",
    ]  # fmt: skip
