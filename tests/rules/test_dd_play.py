"""Tricks, turns and the end of a deal: DD-07, DD-08, and when bombs and rockets may be played."""

import pytest

import chupai
from doudizhu_cases import FIXED, PRESETS, plain, play, shape, texts


def position(hands, **more):
    """A position with seat 0 as landlord, unless said otherwise."""
    return FIXED.position(hands=hands, **more)


@pytest.mark.rule("DD-07")
def test_the_landlord_leads_with_anything_and_may_not_pass():
    state = position(["3344", "56", "78"])
    assert state.turn == 0
    assert state.to_beat is None
    assert texts(state.legal_moves()) == ["3", "4", "33", "44"]
    assert not state.is_legal("pass")
    with pytest.raises(chupai.IllegalMove, match="DD-07") as caught:
        state.play("pass")
    assert caught.value.rule == "DD-07"


@pytest.mark.rule("DD-07")
def test_beat_or_pass_in_turn():
    state = play(position(["3344", "4566", "78"]), "3")
    assert state.turn == 1
    assert str(state.to_beat) == "3"
    assert texts(state.legal_moves()) == ["pass", "4", "5", "6"]
    state.play("5")
    assert state.turn == 2
    assert texts(state.legal_moves()) == ["pass", "7", "8"]
    state.play("pass")
    assert state.turn == 0
    assert str(state.to_beat) == "5"
    assert texts(state.legal_moves()) == ["pass"]


@pytest.mark.rule("DD-07")
def test_only_the_same_kind_and_length_answers():
    state = play(position(["345679", "456789TT", "78"]), "34567")
    assert texts(state.legal_moves()) == ["pass", "45678", "56789", "6789T"]
    for other in ("4", "TT", "456789", "789T"):
        assert not state.is_legal(other)


@pytest.mark.rule("DD-07")
def test_after_two_passes_the_last_player_leads_anything():
    state = play(position(["3344", "4566", "78"]), "3", "5", "pass", "pass")
    assert state.turn == 1
    assert state.to_beat is None
    assert texts(state.legal_moves()) == ["4", "6", "66"]
    assert not state.is_legal("pass")


@pytest.mark.rule("DD-07")
def test_one_pass_does_not_end_a_trick():
    state = play(position(["339", "4566", "78"]), "3", "pass", "7")
    assert state.turn == 0
    assert str(state.to_beat) == "7"
    assert texts(state.legal_moves()) == ["pass", "9"]


@pytest.mark.rule("DD-07")
def test_the_count_of_passes_starts_anew_with_every_play():
    state = play(position(["339A", "4566", "78"]), "3", "pass", "7", "pass", "pass")
    assert state.turn == 2
    assert state.to_beat is None
    state = play(position(["339A", "456K", "78"]), "3", "pass", "7", "9", "pass", "pass")
    assert state.turn == 0
    assert state.to_beat is None


@pytest.mark.rule("DD-07")
def test_who_passed_may_play_again_in_the_same_trick():
    state = play(position(["335", "46", "78K"]), "3", "pass", "7", "pass")
    assert state.turn == 1
    assert texts(state.legal_moves()) == ["pass"]
    state = play(position(["335", "469", "78K"]), "3", "pass", "7", "pass")
    assert texts(state.legal_moves()) == ["pass", "9"]


@pytest.mark.rule("DD-07")
def test_pass_is_always_allowed_when_something_is_to_beat():
    state = play(position(["33", "4444", "BR"]), "3")
    assert state.is_legal("pass")
    state = play(position(["33", "44446", "BR"]), "3", "4444")
    assert state.is_legal("pass")


@pytest.mark.rule("DD-07")
def test_trick_and_history_tell_what_was_played():
    state = play(position(["3344", "4566", "78"]), "3", "5", "pass")
    assert [(seat, str(move)) for seat, move in state.history] == [(0, "3"), (1, "5"), (2, "pass")]
    assert [(seat, str(move)) for seat, move in state.trick] == [(0, "3"), (1, "5"), (2, "pass")]
    play(state, "pass", "66")
    assert [(seat, str(move)) for seat, move in state.trick] == [(1, "66")]
    assert len(state.history) == 5
    assert [shape(move) for _, move in state.history][-1] == ("pair", 1, "6", "")


@pytest.mark.rule("DD-07")
def test_played_cards_leave_the_hand():
    state = position(["333444569", "4566", "78"])
    state.play("333444+56")
    assert [state.hand(seat) for seat in range(3)] == ["9", "4566", "78"]


@pytest.mark.rule("DD-08")
def test_the_landlord_wins_by_going_out():
    state = play(position(["34", "56", "78"]), "3", "pass", "pass", "4")
    assert state.is_over
    assert state.turn is None
    assert state.phase == "over"
    assert state.facts()["landlord_won"] == 1
    assert plain(state.facts()["cards_left"]) == [0, 2, 2]
    assert state.legal_moves() == []


@pytest.mark.rule("DD-08")
@pytest.mark.parametrize("winner", [1, 2])
def test_the_peasants_win_when_either_goes_out(winner):
    if winner == 1:
        state = play(position(["34", "5", "78"]), "3", "5")
    else:
        state = play(position(["34", "56", "7"]), "3", "pass", "7")
    assert state.is_over
    assert state.facts()["landlord_won"] == 0
    scores = plain(state.scores())
    assert scores[0] < 0
    assert scores[1] == scores[2] > 0


@pytest.mark.rule("DD-08")
@pytest.mark.parametrize("landlord", range(3))
def test_the_sides_follow_the_landlord(landlord):
    hands = ["34", "34", "34"]
    hands[(landlord + 2) % 3] = "5"
    state = FIXED.position(hands=hands, landlord=landlord)
    assert state.turn == landlord
    play(state, "3", "pass", "5")
    assert state.is_over
    scores = plain(state.scores())
    assert [score > 0 for score in scores] == [seat != landlord for seat in range(3)]


@pytest.mark.rule("DD-08")
def test_nothing_may_be_played_after_the_end():
    state = play(position(["3", "56", "78"]), "3")
    kept = state.clone()
    for move in ("5", "pass", "78", "bid 1", 0, 3):
        assert not state.is_legal(move)
        with pytest.raises(chupai.IllegalMove):
            state.play(move)
    assert state == kept
    assert state.num_legal == 0
    assert len(state.legal_ids()) == 0


@pytest.mark.rule("DD-18")
def test_a_bomb_may_be_played_at_any_turn_of_its_owner():
    hands = ["34567JJ", "88889", "TJQKA2"]
    assert play(position(hands), "34567").is_legal("8888")
    assert play(position(hands), "3").is_legal("8888")
    assert play(position(hands), "JJ").is_legal("8888")
    # Also after having passed in this trick, and as a lead.
    state = play(position(["34J", "88889", "TJQKA2"]), "3", "pass", "T", "J")
    assert state.is_legal("8888")
    play(state, "8888", "pass", "pass")
    assert state.turn == 1
    assert position(["88889", "3", "4"]).is_legal("8888")


@pytest.mark.rule("DD-18")
def test_not_out_of_turn():
    state = position(["34567JJ", "88889", "TJQKA2"])
    assert not state.is_legal("8888")
    with pytest.raises(chupai.IllegalMove):
        state.play("8888")


@pytest.mark.rule("DD-18")
def test_a_higher_bomb_beats_a_bomb():
    state = play(position(["5T", "44446", "333399998"]), "5", "4444")
    assert texts(state.legal_moves()) == ["pass", "9999"]
    state.play("9999")
    state.play("pass")
    assert texts(state.legal_moves()) == ["pass"]
    assert state.facts()["bombs"] == 2


@pytest.mark.rule("DD-18")
def test_a_broken_up_bomb_counts_nothing():
    state = play(position(["3333", "56", "78"]), "3", "pass", "pass", "333")
    assert state.is_over
    assert state.facts()["bombs"] == 0
    state = play(position(["3333", "56", "78"]), "3333")
    assert state.facts()["bombs"] == 1


@pytest.mark.rule("DD-17", "DD-18")
def test_four_with_two_is_no_bomb():
    state = play(position(["888856", "99", "7777"]), "888856")
    assert state.is_over
    assert state.facts()["bombs"] == 0
    state = play(position(["8888567", "3333", "9999TT"]), "888856")
    assert texts(state.legal_moves()) == ["pass", "3333"]
    state.play("3333")
    assert state.facts()["bombs"] == 1


@pytest.mark.rule("DD-19")
def test_the_rocket_ends_all_answers():
    state = play(position(["2222BR3", "AAAA", "KKKK"]), "BR")
    assert texts(state.legal_moves()) == ["pass"]
    state.play("pass")
    assert texts(state.legal_moves()) == ["pass"]
    state.play("pass")
    assert state.turn == 0
    assert state.facts()["rockets"] == 1
    assert state.facts()["bombs"] == 0


@pytest.mark.rule("DD-19")
def test_jokers_played_apart_are_no_rocket():
    state = play(position(["BR3", "4", "5"]), "B", "pass", "pass", "R", "pass", "pass", "3")
    assert state.is_over
    assert state.facts()["rockets"] == 0


@pytest.mark.rule("DD-07")
def test_positions_in_the_middle_of_a_trick():
    state = FIXED.position(hands=["6JJ", "45", "79"], landlord=0, turn=2, to_beat="5", by=1)
    assert state.turn == 2
    assert texts(state.legal_moves()) == ["pass", "7", "9"]
    play(state, "pass")
    assert texts(state.legal_moves()) == ["pass", "6", "J"]
    play(state, "pass")
    assert state.turn == 1
    assert state.to_beat is None
    # One pass was made before: the next one ends the trick.
    state = FIXED.position(hands=["6JJ", "45", "79"], landlord=0, turn=0, to_beat="5", by=1)
    play(state, "pass")
    assert state.turn == 1
    assert state.to_beat is None


@pytest.mark.rule("DD-20")
def test_a_bare_text_is_read_as_the_trick_asks():
    hand = "777888999TTT"
    state = FIXED.position(
        hands=["A", hand, "3"], landlord=0, turn=1, to_beat="333444555+89J", by=0
    )
    assert state.is_legal(hand)
    state.play(hand)
    assert [shape(move) for _, move in state.history] == [("airplane_solos", 3, "8", "777")]
    lead = FIXED.position(hands=["3", hand, "3"], landlord=1)
    lead.play(hand)
    assert [shape(move) for _, move in lead.history] == [("airplane", 4, "7", "")]


@pytest.mark.rule("DD-07")
@pytest.mark.parametrize("name", PRESETS)
def test_every_profile_plays_by_the_same_turns(name):
    state = PRESETS[name].position(hands=["34", "57", "68"], landlord=0, plays=[3, 1, 2])
    play(state, "3", "5", "6", "pass", "7")
    assert state.is_over
    assert state.facts()["landlord_won"] == 0
    assert plain(state.facts()["plays"]) == [4, 3, 3]
