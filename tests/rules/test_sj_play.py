"""Tricks of a deal: who leads, who takes the points, failed throws: SJ-13, SJ-16, SJ-26."""

import pytest

from reference import shengji as ref
from shengji_states import facts_of, play, variant


def position(*hands, scoring=None, **switches):
    """Seat 0 declares level 2 with spades, and leads."""
    return variant(scoring, **switches).position(
        hands=list(hands), level="2", trump="S", declarer=0, turn=0
    )


@pytest.mark.rule("SJ-13", "SJ-26", "SJ-03")
def test_whoever_wins_a_trick_takes_the_points_and_leads():
    state = position("AH 3H", "KH 5H", "3S 4D", "TH 9H")
    play(state, "lead AH", "follow KH", "follow 3S", "follow TH")
    assert (state.turn, state.seat_points) == (2, [0, 0, 20, 0])
    play(state, "lead 4D", "follow 9H", "follow 3H", "follow 5H")
    assert state.is_over
    found = facts_of(state)
    assert found["seat_points"] == [0, 0, 25, 0]
    assert (found["attackers_points"], found["last_winner"]) == (0, 2)
    for card, points in (("5D", 5), ("TC", 10), ("KH", 10), ("AS", 0), ("R", 0), ("JD", 0)):
        one = position(card, "3H", "4H", "6H")
        play(one, f"lead {card}", "follow 3H", "follow 4H", "follow 6H")
        assert sum(facts_of(one)["seat_points"]) == points


@pytest.mark.rule("SJ-16")
def test_the_next_seat_says_what_is_led_of_a_throw():
    """Q44 where others have a higher single and a higher pair."""
    hands = ("QH 4H 4H", "3H 3H 3C", "KH 5H 5H", "6H 3D 3D")
    for said, left, back in (("QH", "4H 4H", 2), ("4H 4H", "QH", 1)):
        state = play(position(*hands), "lead 4H 4H + QH")
        assert (state.phase, state.turn) == ("throw", 1)
        assert sorted(move.cards for move in state.legal_moves()) == ["4H 4H", "QH"]
        play(state, f"force {said}")
        assert (state.phase, state.turn, state.hand(0)) == ("play", 1, left)
        while not state.is_over:
            state.play(state.legal_moves()[0])
        found = facts_of(state)
        assert (found["failed_throws"], found["cards_returned"]) == ([1, 0, 0, 0], [back, 0, 0, 0])


@pytest.mark.rule("SJ-16")
@pytest.mark.parametrize(
    ("others", "led"),
    [(("KH 3H 3C", "6H 7H 8H", "3D 3D 4D"), "QH"), (("3H 3C 3C", "6H 6H 3D", "3D 4D 4D"), "4H 4H")],
)
def test_one_kind_that_is_beaten_is_led(others, led):
    for failed_throw in ("next_player", "smallest"):
        state = position("QH 4H 4H", *others, failed_throw=failed_throw)
        play(state, "lead 4H 4H + QH")
        assert (state.phase, state.turn) == ("play", 1)
        left = ref.without(["4H", "4H", "QH"], led.split())
        assert state.hand(0).split() == left


@pytest.mark.rule("SJ-16")
def test_the_smallest_is_led():
    hands = ("QH 4H 4H", "3H 3H 3C", "KH 5H 5H", "6H 3D 3D")
    state = play(position(*hands, failed_throw="smallest"), "lead 4H 4H + QH")
    assert (state.phase, state.turn, state.hand(0)) == ("play", 1, "QH")
