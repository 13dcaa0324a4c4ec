"""Turns, tricks, passing and errors: BT-27 … BT-30, BT-32."""

import pytest

import chupai
from big2_states import AFTER_PASSING, MONSTERS, facts_of, legal, play, position
from chupai import big2

LOCK = {"pass_rule": "lock"}


# BT-27, BT-28: beat or pass, until everybody else has passed


@pytest.mark.rule("BT-27")
def test_the_leader_plays_anything_and_may_not_pass():
    state = position(["3D 3C", "5D 6D", "7D 8D"])
    assert legal(state) == ["3D", "3C", "3D 3C"]
    assert not state.is_legal("pass")
    with pytest.raises(chupai.IllegalMove, match="BT-27") as caught:
        state.play("pass")
    assert caught.value.rule == "BT-27"


@pytest.mark.rule("BT-27")
def test_turns_go_round_in_seat_order():
    state = position(["3D 9D", "5D 6D", "7D 8D", "TD JD"], turn=2)
    turns = []
    for move in ("7D", "TD", "pass", "pass", "8D"):
        turns.append(state.turn)
        if state.is_legal(move):
            state.play(move)
    assert turns[:4] == [2, 3, 0, 1]


@pytest.mark.rule("BT-27")
def test_a_play_must_be_strictly_greater():
    state = play(position(["5D 9D", "3S 5C 6D 6C", "7D 8D"]), "5D")
    assert state.turn == 1
    assert str(state.to_beat) == "5D"
    assert legal(state) == ["pass", "5C", "6D", "6C"]
    state = play(position(["5S 9D", "5S 6D", "7D 8D"], decks=2), "5S")
    assert legal(state) == ["pass", "6D"]


@pytest.mark.rule("BT-27")
def test_passing_is_always_allowed_when_following():
    state = play(position(["3D 9D", "5D 6D", "7D 8D"]), "3D")
    state.play("pass")
    assert state.turn == 2
    assert state.is_legal("pass")


@pytest.mark.rule("BT-28")
def test_when_all_others_have_passed_the_last_player_leads_anything():
    state = play(position(["2S 3D 3C", "5D 6D", "7D 8D", "9D TD"]), "2S", "pass", "pass", "pass")
    assert state.turn == 0
    assert state.to_beat is None
    assert legal(state) == ["3D", "3C", "3D 3C"]
    assert not state.is_legal("pass")


@pytest.mark.rule("BT-28")
def test_passes_count_since_the_last_play():
    state = position(["3D 4D", "5D 6D", "7D 8D", "9D TD"])
    play(state, "3D", "pass", "pass", "9D", "pass", "pass")
    assert state.turn == 2
    assert str(state.to_beat) == "9D"
    state.play("pass")
    assert (state.turn, state.to_beat) == (3, None)


@pytest.mark.rule("BT-28")
def test_the_trick_and_the_history():
    state = play(position(["2S 3D 3C", "5D 6D", "7D 8D 9D"]), "3D", "5D", "7D", "pass", "pass")
    assert [(seat, str(move)) for seat, move in state.history] == [
        (0, "3D"), (1, "5D"), (2, "7D"), (0, "pass"), (1, "pass"),
    ]  # fmt: skip
    state.play("8D")
    assert [(seat, str(move)) for seat, move in state.trick] == [(2, "8D")]


@pytest.mark.rule("BT-28")
def test_positions_in_the_middle_of_a_trick():
    state = position(["3D 9D", "5D 6D", "7D 8D"], turn=2, to_beat="5C", by=0)
    assert legal(state) == ["pass", "7D", "8D"]
    state.play("pass")
    assert (state.turn, state.to_beat) == (0, None)  # seat 1 had passed


# BT-29, BT-30: after passing


@pytest.mark.rule("BT-29")
def test_softly_one_may_play_again():
    state = play(position(["3D 9D TD", "4D KD", "5D 2D 6D"]), "3D", "pass", "5D", "9D")
    assert state.turn == 1
    assert legal(state) == ["pass", "KD"]


@pytest.mark.rule("BT-29")
def test_locked_seats_are_skipped_until_the_trick_ends():
    state = position(["3D 9D TD", "4D KD", "5D 2D 6D"], **LOCK)
    play(state, "3D", "pass", "5D", "9D")
    assert state.turn == 2
    assert state.passed == [False, True, False]
    play(state, "2D", "pass")
    assert (state.turn, state.to_beat) == (2, None)
    assert state.passed == [False] * 3
    play(state, "6D")
    assert facts_of(state)["winner"] == 2
    state = position(["3D 9D TD JD", "4D KD", "5D 2D 6D 7D"], **LOCK)
    play(state, "3D", "pass", "5D", "9D", "2D", "pass", "6D", "TD")
    assert state.is_over is False
    assert (state.turn, legal(state)) == (1, ["pass", "KD"])


@pytest.mark.rule("BT-29")
def test_when_all_others_are_locked_the_trick_ends_at_once():
    state = position(["3D 9D TD", "4D KD", "5D 2D 6D"], **LOCK)
    play(state, "3D", "pass", "pass")
    assert (state.turn, state.to_beat) == (0, None)
    state = position(["3D 9D TD", "4D KD", "5D 2D 6D", "6C 7C"], **LOCK)
    play(state, "3D", "pass", "5D", "pass", "9D", "pass")
    assert (state.turn, state.to_beat) == (0, None)


HANDS = ["3D 9D TD", "4D 4C 4H 4S 5D KD", "5C 2D 6D"]


@pytest.mark.rule("BT-30")
def test_a_locked_holder_of_a_monster_is_asked_again():
    state = play(position(HANDS, **AFTER_PASSING), "3D", "pass", "5C", "9D")
    assert state.turn == 1
    assert legal(state) == ["pass", "4D 4C 4H 4S 5D", "4D 4C 4H 4S KD"]
    state = play(position(HANDS, **MONSTERS, **LOCK), "3D", "pass", "5C", "9D")
    assert state.turn == 2


@pytest.mark.rule("BT-30")
def test_after_each_new_play_and_only_once():
    state = play(position(HANDS, **AFTER_PASSING), "3D", "pass", "5C", "9D", "pass", "2D")
    assert state.turn == 0
    state.play("pass")
    assert state.turn == 1
    state.play("pass")
    assert (state.turn, state.to_beat) == (2, None)


@pytest.mark.rule("BT-30")
def test_who_played_a_monster_is_still_locked():
    hands = ["3D 9D 8D 8C 8H 8S JD JC", "4D 4C 4H 4S 5D 6D 6C 6H 6S KD QD", "5C 2D"]
    state = position(hands, **AFTER_PASSING)
    play(state, "3D", "pass", "5C", "9D", "4D 4C 4H 4S 5D", "pass", "8D 8C 8H 8S JD")
    # No higher monster is held, and the locked seats are skipped: the trick is over.
    assert (state.turn, state.to_beat) == (0, None)
    hands[1] = hands[1].replace("6D 6C 6H 6S", "9S 9C 9H TD TC TH TS")
    state = position(hands, **AFTER_PASSING)
    play(state, "3D", "pass", "5C", "9D", "4D 4C 4H 4S 5D", "pass", "8D 8C 8H 8S JD")
    assert state.turn == 1
    assert {len(text.split()) for text in legal(state)} == {1, 5}  # pass and monsters


@pytest.mark.rule("BT-30")
def test_a_monster_that_does_not_beat_the_table_asks_nothing():
    hands = ["3D 9D 8D 8C 8H 8S JD JC", "4D 4C 4H 4S 5D KD", "5C 2D"]
    state = position(hands, **AFTER_PASSING)
    play(state, "3D", "pass", "5C", "8D 8C 8H 8S JD", "pass")
    assert (state.turn, state.to_beat) == (0, None)


@pytest.mark.rule("BT-30")
def test_every_locked_seat_may_be_asked():
    hands = ["3D 9D TD", "4D 5D KD", "5C 2D 6D"]
    state = position(hands, **AFTER_PASSING, ask_locked="always")
    play(state, "3D", "pass", "5C", "9D")
    assert (state.turn, legal(state)) == (1, ["pass"])
    state.play("pass")
    state.play("pass")
    assert (state.turn, state.to_beat) == (0, None)


@pytest.mark.rule("BT-30")
def test_a_locked_seat_may_play_nothing_but_monsters():
    state = play(position(HANDS, **AFTER_PASSING), "3D", "pass", "5C", "9D")
    kept = state.clone()
    with pytest.raises(chupai.IllegalMove, match=r"BT-30|BT-29"):
        state.play("KD")
    assert state == kept


@pytest.mark.rule("BT-29", "BT-30")
@pytest.mark.parametrize(
    "switches",
    [
        {"monster_after_pass": True},
        {"monster_after_pass": True, "pass_rule": "lock"},
        {"monster_after_pass": True, **MONSTERS},
        {"ask_locked": "always"},
    ],
)
def test_contradictions_are_refused(switches):
    with pytest.raises(chupai.RulesError, match=r"BT-29|BT-30|BT-20"):
        big2.Rules(**switches)


# BT-32: errors


@pytest.mark.rule("BT-32")
@pytest.mark.parametrize(
    ("moves", "wrong", "rule"),
    [
        ((), "pass", "BT-27"),
        ((), "4D", "BT-32"),
        ((), "3D 9D", "BT-06"),
        (("3D",), "9D", "BT-32"),
        (("3D",), "4C 4H", "BT-18"),
        (("9D",), "4C", "BT-05"),
        (("9D",), "8S", "BT-32"),
        ((), "swap", "BT-32"),
        ((), "redeal", "BT-32"),
        ((), "ask 2", "BT-32"),
        ((), "give 3D", "BT-32"),
    ],
)
def test_wrong_moves_name_a_rule_and_change_nothing(moves, wrong, rule):
    state = play(position(["3D 9D", "4C 4H KD", "5D 2D"]), *moves)
    kept = state.clone()
    assert not state.is_legal(wrong)
    with pytest.raises(chupai.IllegalMove, match=rule) as caught:
        state.play(wrong)
    assert caught.value.rule == rule
    assert state.why_not(wrong) == str(caught.value)
    assert state == kept


@pytest.mark.rule("BT-32")
@pytest.mark.parametrize("text", ["", "XX", "3D 3D", "D3", "play 3D"])
def test_what_is_no_move_at_all(text):
    state = position(["3D 9D", "4C 4H KD", "5D 2D"])
    kept = state.clone()
    with pytest.raises((chupai.IllegalMove, ValueError)):
        state.play(text)
    assert state == kept


@pytest.mark.rule("BT-32")
def test_nothing_is_played_after_the_end():
    state = play(position(["3D", "4C 4H KD", "5D 2D"]), "3D")
    kept = state.clone()
    assert state.is_over
    assert state.num_legal == 0
    for move in ("4C", "pass", "5D"):
        assert not state.is_legal(move)
        with pytest.raises(chupai.IllegalMove):
            state.play(move)
    assert state == kept
