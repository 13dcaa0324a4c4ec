"""Cards that are given in the order in which they are drawn: SJ-47, SJ-41."""

import pytest

import chupai
from chupai import shengji
from shengji_states import deal, variant

CN_2 = chupai.variant("shengji/cn-2")
GIVEN = {0: "KS 3D 2H 3D", 3: "AC 4D", "kitty": "R 9H 9C"}


def dealing(state):
    """The cards of each seat in the order of drawing, and those of the kitty in theirs."""
    last = state.dealings[-1]
    return [cards.split() for cards in last["draws"]], last["kitty"].split()


@pytest.mark.rule("SJ-47")
@pytest.mark.parametrize("seed", range(5))
def test_given_cards_are_drawn_first_in_their_order(seed):
    draws, kitty = dealing(CN_2.deal(seed, declarer=0, given=GIVEN, in_order=True))
    assert draws[0][:4] == ["KS", "3D", "2H", "3D"]
    assert draws[3][:2] == ["AC", "4D"]
    assert kitty[:3] == ["R", "9H", "9C"]
    assert [len(cards) for cards in [*draws, kitty]] == [25] * 4 + [8]
    assert sorted(sum(draws, kitty)) == sorted(
        2 * [*"BR", *(rank + suit for rank in "23456789TJQKA" for suit in "DCHS")]
    )


@pytest.mark.rule("SJ-47")
def test_without_it_they_come_at_any_time():
    deals = [dealing(CN_2.deal(seed, declarer=0, given=GIVEN)) for seed in range(30)]
    for draws, kitty in deals:
        assert draws[0].count("3D") >= 2
        assert {"KS", "2H"} <= set(draws[0])
        assert {"R", "9H", "9C"} <= set(kitty)
    assert len({draws[0].index("2H") for draws, _ in deals}) > 10
    assert len({kitty.index("9H") for _, kitty in deals}) > 3


@pytest.mark.rule("SJ-47")
def test_a_seat_is_asked_with_the_card_it_draws():
    """Seat 2 draws first, and its third card is the first of the level."""
    given = {2: "3D 3C 2S", 0: "4D 4C 4H"}
    state = CN_2.deal(1, declarer=2, given=given, in_order=True)
    while state.phase == "declare" and state.turn != 2:
        state.play("pass")
    assert state.hand(2).split() == ["3D", "3C", "2S"]
    assert sum(map(len, map(str.split, map(state.hand, range(4))))) == 9


@pytest.mark.rule("SJ-41", "SJ-47")
@pytest.mark.parametrize(
    ("lying", "turned", "trump"),
    [("5H", "5H", "H"), ("R 5C 5D", "5C R", "C"), ("B R 2S", "2S B R", "S"), ("2D", "2D", "D")],
)
def test_the_kitty_is_turned_up_in_its_order(lying, turned, trump):
    given = {0: "R"} if "R" not in lying else {0: "B"}
    given[1] = "B" if "B" not in lying else "R"
    state = deal(given, lying, setup={"in_order": True})
    assert (state.phase, state.trump) == ("bury", trump)
    assert sorted(state.turned_up.split()) == sorted(turned.split())


@pytest.mark.rule("SJ-47")
def test_where_it_has_no_use_it_is_refused():
    with pytest.raises(chupai.RulesError, match="SJ-47"):
        shengji.Setup(in_order=True)
    setup = shengji.Setup(declarer=0, given=GIVEN, in_order=True)
    with pytest.raises(chupai.RulesError, match="SJ-47"):
        chupai.simulate(CN_2, 2, seed=1, setup=setup)
    with pytest.raises(TypeError):
        variant().deal(0, declarer=0, given=GIVEN, in_order=1.5)
