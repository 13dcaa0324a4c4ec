"""The end of a deal, the obligatory highest card, and revolutions: BT-31, BT-35, BT-38."""

import pytest

import chupai
from big2_states import assert_chain, beats, deal, facts_of, legal, moves, play, position

ALL_OUT = {"end": "all_out"}
FORCED = {"top_rule": "forced"}
REVOLUTION = {"revolution": "swap_ends"}


# BT-31: the first empty hand, or places


@pytest.mark.rule("BT-31")
def test_the_first_empty_hand_ends_the_deal():
    state = position(["3D 9D", "5D 6D", "7D"], plays=[8, 9, 10])
    play(state, "3D", "5D", "7D")
    assert state.is_over
    assert state.winner == 2
    facts = facts_of(state)
    assert facts["winner"] == 2
    assert facts["cards_left"] == [1, 1, 0]
    assert facts["place"] == [0, 0, 1]
    assert facts["plays"] == [9, 10, 11]
    assert facts["unplayed"] == [0, 0, 0]


@pytest.mark.rule("BT-31")
def test_play_goes_on_for_the_other_places():
    state = position(["3D", "4D 5D", "6D 7D", "8D 9D"], **ALL_OUT)
    play(state, "3D", "pass", "pass", "pass")
    assert not state.is_over
    assert (state.turn, state.to_beat) == (1, None)  # the next seat with cards leads
    play(state, "4D", "6D", "8D", "pass", "pass")
    assert state.turn == 3
    play(state, "9D", "pass", "pass")
    assert state.turn == 1
    play(state, "5D")
    assert state.is_over
    facts = facts_of(state)
    assert facts["winner"] == 0
    assert facts["place"] == [1, 3, 4, 2]
    assert facts["cards_left"] == [0, 0, 1, 0]


@pytest.mark.rule("BT-31")
def test_a_play_of_someone_who_has_gone_out_may_be_beaten():
    state = position(["3D", "4D 5D", "6D 7D", "8D 9D"], **ALL_OUT)
    play(state, "3D", "4D", "pass", "8D")
    assert state.turn == 1
    play(state, "pass", "pass")
    assert (state.turn, state.to_beat) == (3, None)


@pytest.mark.rule("BT-31")
def test_two_go_out_in_one_trick():
    state = play(position(["3D", "4D", "6D 7D", "8D 9D"], **ALL_OUT), "3D", "4D", "pass", "pass")
    assert (state.turn, state.to_beat) == (2, None)
    play(state, "6D", "8D", "pass", "9D")
    assert facts_of(state)["place"] == [1, 2, 4, 3]


@pytest.mark.rule("BT-31")
def test_the_last_one_holding_cards_takes_the_last_place():
    state = play(position(["3D", "4D 5D"], **ALL_OUT), "3D")
    assert state.is_over
    assert facts_of(state)["place"] == [1, 2]


# BT-35: the highest card when the next seat has one


@pytest.mark.rule("BT-35")
def test_a_single_must_be_the_highest():
    hands = ["3D 3C KD", "5D", "7D 8D"]
    assert legal(position(hands, **FORCED)) == ["KD", "3D 3C"]
    assert legal(position(hands)) == ["3D", "3C", "KD", "3D 3C"]
    with pytest.raises(chupai.IllegalMove, match="BT-35") as caught:
        position(hands, **FORCED).play("3D")
    assert caught.value.rule == "BT-35"


@pytest.mark.rule("BT-35")
def test_passing_is_not_allowed_while_the_highest_card_beats_the_table():
    hands = ["3D KD", "5D", "7D 8D QD AD"]
    state = position(hands, turn=2, **FORCED)
    play(state, "QD")
    assert legal(state) == ["KD"]
    with pytest.raises(chupai.IllegalMove, match="BT-35"):
        state.play("pass")
    state = play(position(hands, turn=2, **FORCED), "AD")
    assert legal(state) == ["pass"]
    assert legal(play(position(hands, turn=2), "QD")) == ["pass", "KD"]


@pytest.mark.rule("BT-35")
def test_other_tables_are_free():
    hands = ["3D 3C KD", "5D", "7D 8D 2D 2C"]
    state = play(position(["4D 4C KD KC", "5D", "3D 3C AD"], turn=2, **FORCED), "3D 3C")
    assert legal(state) == ["pass", "4D 4C", "KD KC"]
    assert legal(position(hands, turn=2, **FORCED)) == ["7D", "8D", "2D", "2C", "2D 2C"]


@pytest.mark.rule("BT-35")
def test_only_the_next_seat_with_cards_counts():
    assert legal(position(["3D KD", "5D 6D", "7D"], **FORCED)) == ["3D", "KD"]
    state = position(["3D KD", "4D", "7D"], turn=1, **ALL_OUT, **FORCED)
    state.play("4D")  # seat 1 is out: now seat 0 comes before seat 2
    state.play("pass")
    assert (state.turn, legal(state)) == (0, ["KD"])


@pytest.mark.rule("BT-35", "BT-26")
def test_the_due_card_comes_first():
    assert legal(deal({}, players=52, **FORCED)) == ["3D"]
    state = deal({}, players=26, **FORCED)
    assert all("3D" in text for text in legal(state))


@pytest.mark.rule("BT-35", "BT-20")
def test_a_monster_instead():
    switches = {"five_card": "same_kind", "monsters": True, **FORCED}
    hands = ["3D 3C 3H 3S KD", "5D", "7D 8D QD"]
    state = play(position(hands, turn=2, **switches), "QD")
    assert legal(state) == ["KD", "3D 3C 3H 3S KD"]


# BT-38: revolutions


@pytest.mark.rule("BT-38")
def test_the_top_rank_and_the_lowest_change_places():
    assert_chain(["2D", "2S", "4D", "AS", "3D", "3S"], revolved=True, **REVOLUTION)
    assert_chain(["2D 2C", "4D 4C", "AH AS", "3D 3C"], revolved=True, **REVOLUTION)
    assert_chain(["2D 2C 2H", "4D 4C 4H", "3D 3C 3H"], revolved=True, **REVOLUTION)
    houses = ["2D 2C 2H AD AC", "4D 4C 4H AD AC", "3D 3C 3H AD AC"]
    quads = ["2D 2C 2H 2S AD", "4D 4C 4H 4S AD", "3D 3C 3H 3S AD"]
    assert_chain(houses + quads, revolved=True, **REVOLUTION)
    assert beats("3D 5D 6D 7D 9D", "2S 5S 6S 7S 9S", revolved=True, **REVOLUTION)
    assert_chain(["3D", "5D", "2D", "4D"], revolved=True, top_rank="3", **REVOLUTION)


@pytest.mark.rule("BT-38")
def test_straights_stay():
    chain = ["3D 4D 5D 6D 7C", "TD JD QD KD AC", "2D 3D 4D 5D 6C", "AD 2D 3D 4D 5C"]
    assert_chain(chain, revolved=True, **REVOLUTION)
    assert beats("AC 2S 3D 4D 5D", "AS 2H 3C 4C 5S", revolved=True, **REVOLUTION)


@pytest.mark.rule("BT-38")
def test_moves_are_listed_in_the_order_in_force():
    assert moves("3D 4D 2D", revolved=True, **REVOLUTION) == ["2D", "4D", "3D"]
    assert moves("3D 4D 2D", "4C", revolved=True, **REVOLUTION) == ["pass", "3D"]


@pytest.mark.rule("BT-38")
def test_from_the_next_play_on_and_back_again():
    hands = ["3D 4D 5D 6D 7D 2S 9S", "3C 4S 5S 6S 7S 8S 2D KD", "8D 9D"]
    state = play(position(hands, **REVOLUTION), "3D 4D 5D 6D 7D")
    assert state.revolved
    play(state, "pass", "pass")
    assert legal(state) == ["2S", "9S"]
    state.play("2S")
    assert legal(state)[:2] == ["pass", "4S"]
    assert legal(state)[-1] == "3C"
    state = play(position(hands, **REVOLUTION), "3D 4D 5D 6D 7D", "4S 5S 6S 7S 8S")
    assert not state.revolved
    play(state, "pass", "pass")
    assert legal(state) == ["3C", "KD", "2D"]


@pytest.mark.rule("BT-38")
def test_revolutions_are_facts():
    for switches, expected in ((REVOLUTION, 1), ({}, 0)):
        state = play(position(["3D 4D 5D 6D 7D", "8D", "9D"], **switches), "3D 4D 5D 6D 7D")
        assert state.is_over
        assert facts_of(state)["revolutions"] == expected


@pytest.mark.rule("BT-38", "BT-35")
def test_the_highest_card_is_by_the_order_in_force():
    hands = ["3C 2D KD", "8D", "3D 4D 5D 6D 7D QD"]
    state = play(position(hands, turn=2, **REVOLUTION, **FORCED), "3D 4D 5D 6D 7D")
    play(state, "pass", "pass", "QD")
    assert state.is_over
    hands[2] += " QC"
    state = play(position(hands, turn=2, **REVOLUTION, **FORCED), "3D 4D 5D 6D 7D")
    play(state, "pass", "pass", "QD")
    assert legal(state) == ["3C"]
