"""Packs, suits and ranks, and the equal deal: BT-01 … BT-04, BT-22."""

from collections import Counter

import pytest

import chupai
from big2_states import (
    assert_chain,
    beats,
    deal,
    hands_of,
    kind_of,
    legal,
    moves,
    position,
    variant,
)
from chupai import big2
from reference import big2 as ref


def cards_of(state):
    """All the cards of a state before the first move."""
    return Counter(" ".join([*hands_of(state), state.left]).split())


@pytest.mark.rule("BT-01")
def test_a_pack_has_no_jokers():
    state = variant().deal(0)
    assert cards_of(state) == Counter(ref.DECK)
    assert [len(hand.split()) for hand in hands_of(state)] == [13] * 4


@pytest.mark.rule("BT-01")
@pytest.mark.parametrize("cards", ["B", "R", "1D", "3X", "D3", "3"])
def test_what_is_no_card(cards):
    with pytest.raises(ValueError):  # noqa: PT011
        big2.moves(cards)


@pytest.mark.rule("BT-01")
def test_a_card_is_there_once():
    with pytest.raises(ValueError):  # noqa: PT011
        big2.moves("3D 3D")


@pytest.mark.rule("BT-02")
def test_two_packs():
    state = variant(decks=2).deal(0)
    assert cards_of(state) == Counter(ref.DECK * 2)
    assert [len(hand.split()) for hand in hands_of(state)] == [26] * 4
    with pytest.raises(ValueError):  # noqa: PT011
        big2.moves("3D 3D 3D", rules=big2.Rules(decks=2))


@pytest.mark.rule("BT-02")
def test_identical_cards_are_equal():
    assert not beats("3S", "3S", decks=2)
    assert moves("3S 4D", "3S", decks=2) == ["pass", "4D"]
    assert moves("3S 3S", decks=2) == ["3S", "3S 3S"]


@pytest.mark.rule("BT-02")
def test_pairs_with_equal_top_suits_compare_the_other_suit():
    pairs = ["3D 3D", "3D 3C", "3C 3C", "3D 3H", "3C 3H", "3H 3H", "3D 3S", "3C 3S", "3H 3S"]
    assert_chain([*pairs, "3S 3S", "4D 4D"], decks=2)


@pytest.mark.rule("BT-02")
def test_fours_out_of_five_and_more():
    assert kind_of("3D 3D 3C 3C 3H", decks=2) == "quads"
    hand = "3D 3D 3C 3C 3H"
    assert [text for text in moves(hand, decks=2) if len(text.split()) == 5] == [hand]
    assert beats("4D 4D 4C 4C 3H", "3C 3C 3H 3S 2S", decks=2)


@pytest.mark.rule("BT-02")
@pytest.mark.parametrize("first_card", range(4))
def test_of_two_holders_of_the_lowest_card_the_nearer_leads(first_card):
    state = deal({1: "3D", 3: "3D"}, decks=2, first_card=first_card)
    assert state.turn == (1 if first_card in (0, 1) else 3)


SINGLES = {
    "DCHS": ["3D", "3C", "3H", "3S", "4D", "AS", "2D", "2C", "2H", "2S"],
    "CDHS": ["3C", "3D", "3H", "3S", "4C", "AS", "2C", "2D", "2H", "2S"],
}


@pytest.mark.rule("BT-03")
@pytest.mark.parametrize("suit_order", SINGLES)
def test_suits(suit_order):
    assert_chain(SINGLES[suit_order], suit_order=suit_order)
    state = variant(suit_order=suit_order).deal(0)
    assert f"3{suit_order[0]}" in state.hand(state.turn).split()


@pytest.mark.rule("BT-03")
def test_suits_order_the_list():
    assert moves("3D 3C 4D 4C", suit_order="CDHS")[:4] == ["3C", "3D", "4C", "4D"]
    assert moves("3D 3C 4D 4C")[:4] == ["3D", "3C", "4D", "4C"]


@pytest.mark.rule("BT-04")
@pytest.mark.parametrize("top_rank", ref.RANKS)
def test_another_rank_on_top(top_rank):
    order = ref.rank_order({"top_rank": top_rank})
    assert order[-1] == top_rank
    assert_chain([rank + "D" for rank in order], top_rank=top_rank)
    assert_chain([f"{rank}D {rank}S" for rank in order], top_rank=top_rank)


@pytest.mark.rule("BT-04")
def test_big_three_and_big_four():
    assert_chain(["4S", "5D", "KS", "AS", "2D", "2S", "3D", "3S"], top_rank="3")
    assert_chain(["5D", "AS", "2S", "3S", "4D"], top_rank="4")
    assert beats("3D 3C 3H 4D 4C", "2D 2C 2H AD AC", top_rank="3")
    state = variant(top_rank="3").deal(0)
    assert "4D" in state.hand(state.turn).split()
    assert [text for text in legal(state) if "4D" not in text] == []


@pytest.mark.rule("BT-04")
def test_straights_move_with_the_ranks():
    chain = ["4D 5D 6D 7D 8C", "JD QD KD AD 2C", "3D 4D 5D 6D 7C", "2D 3D 4D 5D 6C"]
    assert_chain(chain, top_rank="3")
    assert kind_of("AD 2D 3D 4D 5C", top_rank="3") is None
    written = "34567 … TJQKA 23456 A2345"
    assert kind_of("AD 2D 3D 4D 5C", top_rank="3", straights=written) == "straight"
    assert kind_of("JD QD KD AD 2C", top_rank="3", straights=written) is None


@pytest.mark.rule("BT-22")
@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 13, 26, 51, 52])
def test_an_equal_deal(players, decks):
    state = variant(players=players, decks=decks, remainder="discard").deal(3)
    share = 52 * decks // players
    assert [len(hand.split()) for hand in hands_of(state)] == [share] * players
    assert len(state.left.split()) == 52 * decks - share * players
    assert cards_of(state) == Counter(ref.DECK * decks)


@pytest.mark.rule("BT-22")
@pytest.mark.parametrize(("players", "decks"), [(1, 1), (0, 1), (53, 1), (105, 2)])
def test_too_few_and_too_many_players(players, decks):
    with pytest.raises((chupai.RulesError, ValueError)):
        big2.Rules(players=players, decks=decks)


@pytest.mark.rule("BT-22", "BT-31")
def test_fifty_two_players_have_a_card_each():
    state = variant(players=52).deal(1)
    leader = state.turn
    state.play("3D")
    assert state.is_over
    assert state.facts()["winner"] == leader


@pytest.mark.rule("BT-01")
def test_cards_are_written_in_one_order():
    state = position(["4S 3S 4D 3D", "5D"])
    assert state.hand(0) == "3D 3S 4D 4S"
