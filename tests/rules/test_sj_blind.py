"""Declaring face down: SJ-43."""

import json

import pytest

import chupai
from chupai import shengji
from shengji_states import asked, deal, given_hands, play, variant

BLIND = {"blind_declaring": True}


def bury(state):
    """Bury the lowest cards."""
    size = state.variant.rules.kitty_size
    return play(state, "bury " + " ".join(state.hand(state.turn).split()[:size]))


def passed(state, questions):
    """Pass so many times."""
    return play(state, *["pass"] * questions)


def see(state, seats=range(4)):
    """What some seats see of the declaration that stands, and of trump."""
    return [(state.view(seat).standing, state.view(seat).trump) for seat in seats]


@pytest.mark.rule("SJ-43")
def test_declarations_lie_face_down_until_the_kitty_is_buried():
    state = passed(deal({0: "2S", 1: "2H 2H"}, **BLIND), 3)
    play(state, "2S")
    assert asked(state) == (1, ["2H 2H"])
    assert see(state) == [((0, "2S", 1), None), *[((0, None, 1), None)] * 3]
    play(state, "2H 2H")
    # The declarer buries before he knows what is trump: an opponent has named it.
    assert (state.phase, state.turn) == ("bury", 0)
    hidden = ((1, None, 2), None)
    assert see(state) == [hidden, ((1, "2H", 2), "H"), hidden, hidden]
    assert state.view(0).declarations == [(0, "2S", 1), (1, None, 2)]
    assert state.view(1).declarations == [(0, None, 1), (1, "2H", 2)]
    bury(state)
    assert state.phase == "play"
    assert see(state) == [((1, "2H", 2), "H")] * 4
    for seat in range(4):
        assert state.view(seat).declarations == [(0, "2S", 1), (1, "2H", 2)]


@pytest.mark.rule("SJ-43", "SJ-38")
def test_openly_all_see_them_at_once():
    state = passed(deal({0: "2S", 1: "2H 2H"}), 3)
    play(state, "2S")
    assert see(state) == [((0, "2S", 1), None)] * 4
    play(state, "2H 2H")
    assert see(state) == [((1, "2H", 2), "H")] * 4


@pytest.mark.rule("SJ-43", "SJ-38")
@pytest.mark.parametrize("switches", [{}, {"chaodi": True}, {"declaring": "duplicate"}], ids=str)
def test_who_is_asked_and_what_may_be_declared_is_as_openly(switches):
    for seed in range(6):
        openly, blind = (
            variant(**switches, blind_declaring=face_down).deal(seed, declarer=seed % 4)
            for face_down in (False, True)
        )
        while openly.phase != "play":
            assert (openly.phase, openly.turn) == (blind.phase, blind.turn)
            assert openly.num_legal == blind.num_legal
            if openly.phase != "bury":
                assert openly.legal_moves() == blind.legal_moves()
            move = openly.choose("random_units")
            openly.play(move)
            blind.play(move)
        assert (openly.trump, openly.kitty) == (blind.trump, blind.kitty)


@pytest.mark.rule("SJ-43")
def test_nothing_that_another_seat_is_told_hangs_on_the_suit():
    """Two deals that differ in the suit declared, the other card lying in the kitty."""
    cards = given_hands({0: "2S"}, "2H", kitty=12)
    swapped = {0: cards[0].replace("2S", "2H"), "kitty": cards["kitty"].replace("2H", "2S", 1)}
    rules = variant(kitty=12, **BLIND)
    one, other = (
        play(rules.deal(0, declarer=1, given=cards | change, in_order=True), shown)
        for shown, change in (("2S", {}), ("2H", swapped))
    )
    while one.phase == "declare":
        play(one, "pass")
        play(other, "pass")
    assert (one.trump, other.trump) == ("S", "H")
    for seat in (2, 3):
        assert one.view(seat) == other.view(seat)
        assert one.events(seat) == other.events(seat)
    for seat in (0, 1):  # the owner, and the declarer, who has taken the kitty
        assert one.view(seat) != other.view(seat)
    bury(one)
    bury(other)
    for seat in range(4):
        assert one.view(seat).trump == "S"
        assert other.view(seat).trump == "H"


@pytest.mark.rule("SJ-43")
def test_the_suit_is_drawn_anew_among_those_that_can_be():
    state = passed(deal({0: "2S", 1: "2H 2H"}, **BLIND), 3)
    play(state, "2S", "2H 2H")
    # The declarer has taken up all pairs of twos but one.
    assert {state.redeal_hidden(0, seed).trump for seed in range(20)} == {"H"}
    assert {state.redeal_hidden(1, seed).trump for seed in range(20)} == {"H"}
    assert {state.redeal_hidden(2, seed).trump for seed in range(40)} == set("DCHS")
    for seed in range(10):
        other = state.redeal_hidden(2, seed)
        assert other.view(2) == state.view(2)
        assert other.hand(1).split().count(f"2{other.trump}") == 2


@pytest.mark.rule("SJ-43")
def test_who_is_told_of_the_deal_knows_as_much():
    state = deal({0: "2S", 1: "2H 2H"}, **BLIND)
    observers = [state.variant.observer(seat) for seat in range(4)]
    told = [0] * 4
    for move in ("pass", "pass", "pass", "2S", "2H 2H", None):
        if move is None:
            bury(state)
        else:
            play(state, move)
        for seat, observer in enumerate(observers):
            events = state.events(seat, told[seat])
            told[seat] += len(events)
            for event in events:
                observer.observe(json.dumps(event))
            assert observer.view() == state.view(seat)
    assert [observer.view().trump for observer in observers] == ["H"] * 4


@pytest.mark.rule("SJ-43", "SJ-07")
def test_jokers_say_no_trump_face_down_or_not():
    state = deal({2: "B B"}, **BLIND)
    while state.phase == "declare":
        play(state, "B B" if asked(state)[1] == ["B B"] and not state.standing else "pass")
    assert state.phase == "bury"
    assert see(state) == [((2, "B", 2), "NT")] * 4


@pytest.mark.rule("SJ-43", "SJ-46")
def test_with_the_kitty_taken_again_they_lie_until_the_last_has_buried():
    state = passed(deal({0: "2S", 1: "2H 2H"}, chaodi=True, **BLIND), 3)
    play(state, "2S", "pass")
    hidden, seen = ((0, None, 1), None), ((0, "2S", 1), "S")
    assert (state.phase, state.turn) == ("bury", 0)
    assert see(state) == [seen, hidden, hidden, hidden]
    bury(state)
    assert (state.phase, state.turn) == ("overturn", 1)
    assert see(state) == [seen, hidden, hidden, hidden]
    play(state, "2H 2H")
    assert (state.phase, state.turn) == ("bury", 1)
    hidden, seen = ((1, None, 2), None), ((1, "2H", 2), "H")
    assert see(state) == [hidden, seen, hidden, hidden]
    bury(state)
    while state.phase == "overturn":
        assert see(state) == [hidden, seen, hidden, hidden]
        play(state, "pass")
    assert state.phase == "play"
    assert see(state) == [seen] * 4
    assert state.view(3).declarations == [(0, "2S", 1), (1, "2H", 2)]


@pytest.mark.rule("SJ-43")
def test_nobody_declares_face_down_where_nobody_declares():
    with pytest.raises(chupai.RulesError, match="SJ-43"):
        shengji.Rules(declaring="given", blind_declaring=True)
