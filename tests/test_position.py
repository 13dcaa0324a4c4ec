"""Positions given by hand: what they assume, what they refuse, what they tell a seat."""

import json
import pickle

import pytest

import chupai
from chupai import doudizhu

STANDARD = chupai.variant("doudizhu/standard")
ROB = chupai.variant("doudizhu/call-and-rob")


def finished(state, *moves):
    for move in moves:
        state.play(move)
    assert state.is_over
    return state.scores()


@pytest.mark.rule("DD-24")
def test_an_endgame_is_no_spring_unless_said():
    hands = ["3", "44", "AA"]
    assert finished(STANDARD.position(hands=hands, turn=1), "44") == [-2, 1, 1]
    sprung = STANDARD.position(hands=hands, turn=1, plays=[1, 3, 3])
    assert finished(sprung, "44") == [-6, 3, 3]


@pytest.mark.rule("DD-24")
def test_the_landlords_first_play_can_be_seen():
    # He lacks more than the play to beat: he has played before it.
    hands = ["33444555666777788", "39999TTTTJJJJQQQQ", "456KKKKAA"]
    state = STANDARD.position(hands=hands, turn=1, to_beat="88")
    assert state.facts()["plays"] == [2, 0, 1]
    # All that he lacks is the play to beat: he has played once.
    hands = ["333444555666777788", "39999TTTTJJJJQQQQ", "456KKKKAAAA2222BR"]
    state = STANDARD.position(hands=hands, turn=1, to_beat="88")
    assert state.facts()["plays"] == [1, 0, 0]


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"to_beat": "6666", "bombs": 0}, "DD-18"),
        ({"bombs": 13}, "DD-18"),
        ({"to_beat": "BR", "rockets": 0}, "DD-19"),
        ({"hands": ["3", "4R", "5"], "rockets": 1}, "DD-19"),
        ({"bid": 5}, "DD-04"),
        ({"robs": 2}, "DD-04"),
        ({"plays": [0, 0, 0]}, "DD-07"),
        ({"plays": [20, 17, 17]}, "DD-07"),
        ({"hands": ["3", "44", "44"], "bottom": "34A"}, "DD-02"),
    ],
)
def test_a_contradictory_past_is_refused(given, rule):
    arguments = {"hands": ["3", "4", "5"], "turn": 1} | given
    with pytest.raises(chupai.RulesError) as caught:
        STANDARD.position(**arguments)
    assert caught.value.rule == rule


def test_the_play_to_beat_counts_as_played():
    state = STANDARD.position(hands=["3", "4", "5"], turn=1, to_beat="6666")
    assert state.facts()["bombs"] == 1
    state = STANDARD.position(hands=["3", "4", "5"], turn=1, to_beat="BR")
    assert state.facts()["rockets"] == 1


@pytest.mark.rule("DD-05")
def test_the_bid_of_a_rob_auction_is_its_call():
    assert ROB.position(hands=["3", "4", "5"]).facts()["bid"] == 3
    with pytest.raises(chupai.RulesError):
        ROB.position(hands=["3", "4", "5"], bid=1)


def test_the_trick_starts_with_the_play_to_beat():
    state = STANDARD.position(hands=["39", "4T", "5J"], turn=1, to_beat="3", by=2)
    assert [(seat, str(move)) for seat, move in state.trick] == [(2, "3"), (0, "pass")]
    state.play("T")
    assert [str(move) for _, move in state.trick] == ["3", "pass", "T"]
    again = pickle.loads(pickle.dumps(state))
    assert again.trick == state.trick
    assert again.history == state.history
    state.play("pass")
    state.play("pass")
    assert state.trick == []


@pytest.mark.rule("DD-28")
def test_bottom_cards_of_a_position_tell_nothing_hidden():
    # What seat 2 sees of the two is the same, so what he knows of the landlord must be too.
    one = STANDARD.position(hands=["3", "A", "4"], bottom="34A").view(2)
    other = STANDARD.position(hands=["A", "3", "4"], bottom="34A").view(2)
    assert one.known == other.known == ["", "", ""]
    assert one.hand == other.hand
    # With all other cards of the rank accounted for, the landlord must have his.
    state = STANDARD.position(hands=["35", "33", "34"], bottom="34A")
    assert state.view(2).known[0] == "3"


@pytest.mark.rule("DD-28")
def test_a_view_is_plain_data():
    state = STANDARD.deal(seed=3)
    while state.phase == "auction":
        state.play(state.sample())
    for _ in range(9):
        state.play(state.sample())
    view = state.view(0)
    assert json.loads(json.dumps([view.cards_left, view.plays])) == [view.cards_left, view.plays]
    again = pickle.loads(pickle.dumps(view))
    assert again == view
    assert again.legal_moves() == view.legal_moves()
    assert again.history == view.history
    function, (variant, data) = view.__reduce__()
    for cut in range(0, len(data), 7):
        with pytest.raises(ValueError, match="damaged"):
            function(variant, data[:cut] + b"\xff" * 5)


@pytest.mark.rule("DD-28")
def test_one_seed_is_another_draw_in_another_deal():
    """The owner of the big joker, hidden from seat 0, over deals redealt with one seed."""
    for seed in (0, 1):
        owners = [0, 0, 0]
        for index in range(900):
            state = STANDARD.deal(seed=5, index=index, first_bidder=0)
            if "R" in state.hand(0):
                continue
            again = state.redeal_hidden(0, seed)
            assert again.view(0) == state.view(0)
            owners[next(at for at in (1, 2, 0) if at == 0 or "R" in again.hand(at))] += 1
        bottom, *seats = owners
        assert min(seats) > 200
        assert 20 < bottom < 90


def test_a_huge_cap_is_a_cap():
    facts = {
        "landlord": 0, "landlord_won": 1, "bid": 3, "robs": 0, "bombs": 1, "rockets": 0,
        "spring": 0, "open_multiplier": 1, "doubled": [0, 0, 0],
    }  # fmt: skip
    for cap in (2**63 - 1, 2**63, 2**200):
        assert doudizhu.scores(facts, doudizhu.Scoring(cap=cap)).tolist() == [12, -6, -6]


def test_intervals_are_shown_as_they_are():
    result = chupai.simulate("doudizhu/standard", 40, seed=1)
    text = str(result.summary())
    assert "[" in text
    assert "-0.0" not in text
