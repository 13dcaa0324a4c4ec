"""Combinations and what beats what: BT-05 … BT-11, BT-14 … BT-21."""

import pytest

import chupai
from big2_states import DRAGON, MONSTERS, assert_chain, beats, kind_of, moves
from chupai import big2
from reference import big2 as ref

TAIWAN = chupai.variant("big2/taiwan").rules


# BT-05 … BT-07: one to three cards


@pytest.mark.rule("BT-05")
def test_singles_compare_by_rank_then_by_suit():
    assert_chain(ref.DECK)
    assert kind_of("3D") == "single"
    assert moves("3D 4D AS 2D 2S", "AH") == ["pass", "AS", "2D", "2S"]


@pytest.mark.rule("BT-06")
def test_pairs_compare_by_rank_then_by_the_higher_suit():
    assert kind_of("3D 3C") == "pair"
    assert kind_of("3D 4D") is None
    assert_chain(["3D 3C", "3C 3H", "3D 3S", "4D 4C", "AH AS", "2D 2C", "2H 2S"])
    assert beats("3D 3S", "3C 3H")
    assert not beats("3C 3H", "3D 3S")
    assert beats("AH AS", "KH KS")


@pytest.mark.rule("BT-06")
def test_every_pair_of_a_rank_is_listed():
    assert moves("3D 3C 3H 3S", triples=False)[4:] == [
        "3D 3C", "3D 3H", "3C 3H", "3D 3S", "3C 3S", "3H 3S",
    ]  # fmt: skip


@pytest.mark.rule("BT-07")
def test_triples_compare_by_rank():
    assert kind_of("3D 3C 3H") == "triple"
    assert_chain(["3D 3C 3H", "4D 4C 4H", "AD AC AH", "2D 2C 2H"])
    assert moves("4D 4C 4H 4S", "3D 3C 3H") == [
        "pass", "4D 4C 4H", "4D 4C 4S", "4D 4H 4S", "4C 4H 4S",
    ]  # fmt: skip
    assert not beats("3D 3C 3H", "3D 3C 3S", decks=2)


@pytest.mark.rule("BT-07")
def test_triples_may_be_banned():
    assert kind_of("3D 3C 3H", triples=False) is None
    assert moves("3D 3C 3H 4D 4C", triples=False)[-1] == "3D 3C 3H 4D 4C"
    assert "3D 3C 3H" not in moves("3D 3C 3H 4D 4C", triples=False)


# BT-08: four cards of a rank


@pytest.mark.rule("BT-08")
def test_four_cards_are_no_play_unless_the_rules_say_so():
    four = "3D 3C 3H 3S"
    assert kind_of(four) is None
    assert kind_of(four, bare_quad="own_kind") == "bare_quad"
    assert kind_of(four, bare_quad="as_quads") == "bare_quad"
    assert four not in moves(four)
    assert moves(four, bare_quad="own_kind")[-1] == four


@pytest.mark.rule("BT-08")
def test_a_kind_of_its_own():
    switches = {"bare_quad": "own_kind"}
    assert_chain(["3D 3C 3H 3S", "4D 4C 4H 4S", "2D 2C 2H 2S"], **switches)
    four, quads = "4D 4C 4H 4S", "3D 3C 3H 3S 5D"
    for other in (quads, "3D 4D 5D 6D 7C", "3D", "3D 3C"):
        assert not beats(four, other, **switches)
        assert not beats(other, four, **switches)
    assert not beats(four, "3D", **switches, **MONSTERS)
    assert beats(quads, four, **switches, **MONSTERS)
    assert beats("3D 4D 5D 6D 7D", four, **switches, **MONSTERS)


@pytest.mark.rule("BT-08")
def test_ranked_among_quads():
    switches = {"bare_quad": "as_quads"}
    assert_chain(
        ["3D 3C 3H 3S 4D", "4D 4C 4H 4S", "5D 5C 5H 5S 6D", "6D 6C 6H 6S", "3D 4D 5D 6D 7D"],
        **switches,
    )
    for low in ("3D 4D 5D 6D 7C", "3D 4D 5D 6D 8D", "2D 2C 2H AD AC"):
        assert beats("3D 3C 3H 3S", low, **switches)
        assert not beats(low, "3D 3C 3H 3S", **switches)
    assert not beats("3D 3C 3H 3S", "2S", **switches)
    assert not beats("3D 3C 3H 3S", "4D 4C 4H", **switches)
    assert moves("5D 5C 5H 5S 6D", "4D 4C 4H 4S 7D", **switches) == [
        "pass", "5D 5C 5H 5S", "5D 5C 5H 5S 6D",
    ]  # fmt: skip


@pytest.mark.rule("BT-08", "BT-20")
def test_a_monster_where_quads_are():
    switches = {"bare_quad": "as_quads", **MONSTERS}
    for low in ("2S", "2D 2S", "2D 2C 2H", "TD JD QD KD AC"):
        assert beats("3D 3C 3H 3S", low, **switches)
        assert not beats(low, "3D 3C 3H 3S", **switches)
    assert beats("4D 4C 4H 4S", "3D 3C 3H 3S 4D", **switches)
    assert not beats("4D 4C 4H 4S", "3D 4D 5D 6D 7D", **switches)


# BT-09, BT-10: two pairs


@pytest.mark.rule("BT-09")
def test_two_pairs_of_four_cards():
    two_pairs = "3D 3C 4D 4C"
    assert kind_of(two_pairs) is None
    assert kind_of(two_pairs, two_pair_4=True) == "two_pair_4"
    assert kind_of("3D 3C 3H 3S", two_pair_4=True) is None
    chain = ["3D 3C 4D 4C", "3D 3C 4H 4S", "3D 3C 5D 5C", "4D 4C 5D 5C", "4D 4C 5H 5S"]
    assert_chain([*chain, "3H 3S 6D 6C"], two_pair_4=True)
    assert not beats("3H 3S 4D 4C", "3D 3C 4H 4S", two_pair_4=True)
    assert not beats(two_pairs, "3D", two_pair_4=True)
    assert moves("3D 3C 4D 4C", two_pair_4=True)[-1] == two_pairs


@pytest.mark.rule("BT-10")
def test_two_pairs_and_a_fifth_card():
    cards = "3D 3C 4D 4C 5D"
    assert kind_of(cards) is None
    assert kind_of(cards, two_pair_5=True) == "two_pair_5"
    chain = ["3D 3C 4D 4C 2S", "3D 3C 4H 4S 5D", "4D 4C 5D 5C 3D", "4D 4C 5H 5S 3D"]
    assert_chain([*chain, "3D 4D 5D 6D 7C", "3D 3C 3H 4D 4C"], two_pair_5=True)
    assert not beats("3D 3C 4D 4C 2S", "3H 3S 4D 4C 5D", two_pair_5=True)
    assert not beats("3D 4D 5D 6D 7C", cards, two_pair_5=True, five_card="same_kind")


# BT-11, BT-14, BT-17: straights and flushes


@pytest.mark.rule("BT-11")
def test_five_consecutive_ranks():
    assert kind_of("3D 4D 5D 6D 7C") == "straight"
    assert kind_of("AD 2D 3D 4D 5C") == "straight"
    assert kind_of("TD JD QD KD AC") == "straight"
    for cards in ("3D 4D 5D 6C", "3D 4D 5D 6D 8C", "3D 4D 5D 6D 7D 8C", "QD KD AD 2D 3C"):
        assert kind_of(cards) is None


@pytest.mark.rule("BT-11")
def test_written_orders():
    written = "34567 … TJQKA 23456=A2345"
    assert beats("2D 3D 4D 5D 6C", "TD JD QD KD AC", straights=written)
    assert beats("AS 2S 3D 4D 5C", "2D 3C 4C 5D 6C", straights=written)
    assert beats("2S 3C 4C 5D 6C", "AD 2D 3D 4D 5C", straights=written)
    assert kind_of("JD QD KD AD 2C", straights="JQKA2 < QKA23 < 34567") == "straight"
    assert kind_of("AD 2D 3D 4D 5C", straights="34567 ... TJQKA") is None
    chain = ["JD QD KD AD 2C", "QD KD AD 2D 3C", "3D 4D 5D 6D 7C"]
    assert_chain(chain, straights="JQKA2 < QKA23 < 34567")


@pytest.mark.rule("BT-11")
@pytest.mark.parametrize(
    "written", ["", "34568", "3456", "34567 34567", "…", "34567 …", "= 34567", "34567 = ", "HK"]
)
def test_what_is_no_order(written):
    with pytest.raises((chupai.RulesError, ValueError)):
        big2.Rules(straights=written)


@pytest.mark.rule("BT-14")
def test_a_flush_is_no_straight():
    assert kind_of("3D 4D 5D 6D 8D") == "flush"
    assert kind_of("3D 4D 5D 6D 7D") == "straight_flush"
    assert kind_of("JD QD KD AD 2D") == "flush"
    assert kind_of("3D 4D 5D 6D 8D", flushes=False) is None
    assert not any("TD" in text for text in moves("3D 5D 7D 9D TD", flushes=False)[5:])


ACE_LOW, KING_HIGH = "3D 4D 5D 6D AD", "8S TS JS QS KS"


@pytest.mark.rule("BT-14")
def test_flushes_by_rank():
    assert beats(ACE_LOW, KING_HIGH)
    chain = ["3D 4D 5D 6D 8D", "3C 4C 5C 6C 8C", "3D 4D 5D 7D 8D", "3D 4D 6D 7D 8D", KING_HIGH]
    assert_chain([*chain, ACE_LOW, "3D 4D 5D 6D 2D", "3S 4S 5S 6S 2S"])


@pytest.mark.rule("BT-14")
def test_flushes_by_suit():
    assert beats("2S 4S 5S 6S 8S", "8H TH QH KH AH", flush_order="suit")
    chain = [ACE_LOW, "3C 4C 5C 6C 8C", "3H 4H 5H 6H 8H", "3H 4H 5H 7H 8H", KING_HIGH]
    assert_chain(chain, flush_order="suit")


@pytest.mark.rule("BT-14")
def test_flushes_by_the_highest_card():
    low, high = "3S 4S 5S 6S AS", "3H JH QH KH AH"
    assert beats(low, high, flush_order="top")
    assert beats(high, low)
    assert_chain([KING_HIGH, high, low], flush_order="top")


@pytest.mark.rule("BT-14")
def test_no_flushes_in_taiwan():
    assert big2.classify("3D 4D 5D 6D 8D", TAIWAN) is None
    assert big2.classify("3D 4D 5D 6D 7D", TAIWAN).kind == "straight_flush"


@pytest.mark.rule("BT-17")
def test_straight_flushes():
    assert_chain(
        [
            "3D 4D 5D 6D 7D",
            "3S 4S 5S 6S 7S",
            "4D 5D 6D 7D 8D",
            "TS JS QS KS AS",
            "2D 3D 4D 5D 6D",
            "AD 2D 3D 4D 5D",
        ]
    )
    assert beats("3S 4S 5S 6S 7S", "3D 4D 5D 6D 7D", straight_tie="none")
    assert kind_of("JS QS KS AS 2S", straights="game_rank") == "straight_flush"
    assert kind_of("AS 2S 3S 4S 5S", straights="game_rank") == "flush"
    assert kind_of("AS 2S 3S 4S 5S", straights="game_rank", flushes=False) is None


@pytest.mark.rule("BT-17")
def test_a_straight_flush_is_never_listed_as_a_straight():
    hand = "3D 4D 5D 6D 7D 3C"
    found = [m for m in big2.moves(hand) if "straight" in m.kind]
    assert [(m.kind, m.cards) for m in found] == [
        ("straight", "3C 4D 5D 6D 7D"),
        ("straight_flush", "3D 4D 5D 6D 7D"),
    ]


# BT-15, BT-16: full houses and quads


@pytest.mark.rule("BT-15")
def test_the_triple_of_a_full_house_decides():
    assert kind_of("3D 3C 3H 4D 4C") == "full_house"
    assert kind_of("3D 3C 3H 4D 5C") is None
    assert_chain(["3D 3C 3H 2D 2C", "4D 4C 4H 3D 3C", "2D 2C 2H 3D 3C"])
    assert not beats("KD KC KH 2D 2C", "KD KC KH 3D 3C", decks=2)
    assert not beats("KS KH KH 2D 2C", "KD KD KC 3D 3C", decks=2)


@pytest.mark.rule("BT-15")
def test_full_houses_are_listed_by_triple_then_by_pair():
    hand = "3D 3C 3H 4D 4C 5D 5C"
    assert [text for text in moves(hand) if len(text.split()) == 5] == [
        "3D 3C 3H 4D 4C", "3D 3C 3H 5D 5C",
    ]  # fmt: skip


@pytest.mark.rule("BT-16")
def test_the_four_of_quads_decide():
    assert kind_of("3D 3C 3H 3S 4D") == "quads"
    assert_chain(["3D 3C 3H 3S KD", "4D 4C 4H 4S 3D", "2D 2C 2H 2S 3D"])
    assert not beats("3D 3C 3H 3S 2S", "3D 3C 3H 3S 4D", decks=2)
    assert moves("3D 3C 3H 3S 4D 2S")[-2:] == ["3D 3C 3H 3S 4D", "3D 3C 3H 3S 2S"]


# BT-18 … BT-20: what mixes


EXAMPLES = {
    "single": "2S",
    "pair": "2D 2S",
    "triple": "2D 2C 2S",
    "straight": "TD JD QD KD AC",
    "flush": "8D TD QD AD 2D",
    "full_house": "2D 2C 2H AD AC",
    "quads": "2D 2C 2H 2S AD",
    "straight_flush": "TS JS QS KS AS",
}
LOW = {
    "single": "3D",
    "pair": "3D 3C",
    "triple": "3D 3C 3H",
    "straight": "3D 4D 5D 6D 7C",
    "flush": "3D 4D 5D 6D 8D",
    "full_house": "3D 3C 3H 4D 4C",
    "quads": "3D 3C 3H 3S 4D",
    "straight_flush": "3D 4D 5D 6D 7D",
}
LADDER = ("straight", "flush", "full_house", "quads", "straight_flush")


@pytest.mark.rule("BT-18")
@pytest.mark.parametrize("kind", EXAMPLES)
@pytest.mark.parametrize("other", EXAMPLES)
def test_kinds_never_mix(kind, other):
    """Unless they are of five cards."""
    both_five = kind in LADDER and other in LADDER
    if kind != other and not both_five:
        assert not beats(EXAMPLES[kind], LOW[other])
    if kind == other:
        assert beats(EXAMPLES[kind], LOW[other])
        assert beats(EXAMPLES[kind], LOW[other], five_card="same_kind")
    else:
        assert not beats(EXAMPLES[kind], LOW[other], five_card="same_kind")


@pytest.mark.rule("BT-19")
def test_the_ladder():
    assert_chain([EXAMPLES[kind] for kind in LADDER])
    for low, kind in enumerate(LADDER):
        for high, other in enumerate(LADDER):
            if low != high:
                assert beats(LOW[other], EXAMPLES[kind]) is (high > low)


@pytest.mark.rule("BT-20")
@pytest.mark.parametrize("kind", EXAMPLES)
@pytest.mark.parametrize("other", EXAMPLES)
def test_monsters_beat_anything(kind, other):
    rank = {"quads": 1, "straight_flush": 2}
    expected = kind == other or rank.get(kind, 0) > rank.get(other, 0)
    assert beats(EXAMPLES[kind], LOW[other], **MONSTERS) is expected


@pytest.mark.rule("BT-20")
def test_a_monster_over_a_single_two_of_spades():
    assert moves("3D 3C 3H 3S 4D 5D 6D 7D", "2S", **MONSTERS) == [
        "pass",
        *("3D 3C 3H 3S " + fifth for fifth in ("4D", "5D", "6D", "7D")),
        "3D 4D 5D 6D 7D",
    ]
    assert moves("3D 3C 3H 3S 4D 5D 6D 7D", "2S") == ["pass"]


@pytest.mark.rule("BT-20")
def test_the_ladder_with_monsters_is_refused():
    with pytest.raises(chupai.RulesError, match="BT-20") as caught:
        big2.Rules(monsters=True)
    assert caught.value.rule == "BT-20"


# BT-21: the dragon


@pytest.mark.rule("BT-21")
def test_a_dragon_is_played_whole():
    assert kind_of(DRAGON) is None
    assert kind_of(DRAGON, dragon_play=True) == "dragon"
    mixed = "3D 4C 5H 6S 7D 8C 9H TS JD QC KH AS 2D"
    assert kind_of(mixed, dragon_play=True) == "dragon"
    assert moves(mixed, dragon_play=True)[-1] == mixed
    assert kind_of(mixed.replace("AS", "2C"), dragon_play=True) is None
    assert kind_of(mixed.removesuffix(" 2D"), dragon_play=True) is None


@pytest.mark.rule("BT-21")
def test_the_hand_is_exactly_a_dragon():
    longer = DRAGON + " 2S"
    assert all(len(text.split()) < 13 for text in moves(longer, dragon_play=True))


@pytest.mark.rule("BT-21")
@pytest.mark.parametrize("kind", EXAMPLES)
def test_a_dragon_beats_anything(kind):
    for more in ({}, MONSTERS):
        assert beats(DRAGON, EXAMPLES[kind], dragon_play=True, **more)
        assert not beats(EXAMPLES[kind], DRAGON, dragon_play=True, **more)


@pytest.mark.rule("BT-21")
def test_dragons_compare_by_the_suit_of_the_king():
    kings = [DRAGON.replace("KD", "K" + suit) for suit in "DCHS"]
    assert_chain(kings, dragon_play=True)
    assert not beats(kings[0], kings[0].replace("2D", "2S"), dragon_play=True)


@pytest.mark.rule("BT-14")
@pytest.mark.parametrize("order", ["suit", "top"])
def test_an_order_of_flushes_needs_flushes(order):
    with pytest.raises(chupai.RulesError, match=r"flush_order needs flushes=True.*BT-14"):
        big2.Rules(flushes=False, flush_order=order)
    assert big2.Rules(flushes=False, flush_order="rank") == big2.Rules(flushes=False)
