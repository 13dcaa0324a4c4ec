"""Dealing, the kitty, and whoever takes it: SJ-01, SJ-02, SJ-45, SJ-46."""

import pytest

import chupai
from chupai import shengji
from reference import shengji as ref
from shengji_states import asked, deal, facts_of, hands_of, play


def bury(state, cards=""):
    """Bury these cards, and the first others that are held."""
    wanted = cards.split()
    others = ref.without(state.hand(state.turn).split(), wanted)
    size = state.variant.rules.kitty_size
    return play(state, "bury " + " ".join(wanted + others[: size - len(wanted)]))


# --- cards ---------------------------------------------------------------------------------------


@pytest.mark.rule("SJ-01", "SJ-02")
@pytest.mark.parametrize(
    ("decks", "hand", "kitty"), [(1, 12, 6), (2, 25, 8), (3, 39, 6), (4, 52, 8)]
)
def test_hands_and_kitty(decks, hand, kitty):
    v = chupai.Variant(rules=shengji.Rules(decks=decks, declaring="given"))
    state = v.deal(1, declarer=1, trump="S")
    counts = [len(cards.split()) for cards in hands_of(state)]
    assert counts == [hand, hand + kitty, hand, hand]
    cards = " ".join(hands_of(state)).split()
    assert sorted(cards) == sorted(ref.DECK * decks)
    bury(state)
    assert [len(cards.split()) for cards in hands_of(state)] == [hand] * 4
    assert len(state.kitty.split()) == kitty


@pytest.mark.rule("SJ-02")
def test_other_kitties():
    for decks, kitty in ((1, 2), (1, 10), (2, 0), (2, 4), (4, 12), (4, 20)):
        rules = shengji.Rules(decks=decks, kitty=kitty, declaring="given")
        state = chupai.Variant(rules=rules).deal(1, declarer=0, trump="S")
        assert len(state.hand(1).split()) == rules.hand_size
        assert state.phase == ("bury" if kitty else "play")


# --- burying -------------------------------------------------------------------------------------


@pytest.mark.rule("SJ-45")
def test_the_declarer_takes_the_kitty_and_buries_as_many():
    state = deal({}, "KS KS TS", kitty=16, declaring="given", setup={"declarer": 2, "trump": "S"})
    assert (state.phase, state.turn) == ("bury", 2)
    assert len(state.hand(2).split()) == 39
    assert "KS KS" in state.hand(2)
    kept = state.clone()
    for wrong in ("bury KS KS", "bury " + " ".join(state.hand(2).split()[:17]), "pass"):
        with pytest.raises(chupai.IllegalMove):
            play(state, wrong)
        assert state == kept
    bury(state, "KS KS TS")  # points too
    assert (state.phase, state.turn) == ("play", 2)
    assert len(state.hand(2).split()) == 23
    assert state.kitty.split().count("KS") == 2


@pytest.mark.rule("SJ-45")
def test_the_kitty_as_dealt():
    set_up = {"trump": "S", "kitty": "as_dealt"}
    for chaodi in (False, True):
        state = deal({}, "KS KS", kitty=16, declaring="given", setup=set_up, chaodi=chaodi)
        assert (state.phase, state.turn) == ("play", 0)
        assert len(state.hand(0).split()) == 23
        assert "KS KS" in state.kitty


# --- taking it over ------------------------------------------------------------------------------


@pytest.mark.rule("SJ-46")
def test_taking_the_kitty_over():
    cards = {1: "2S", 2: "2H 2H", 3: "B B"}
    state = deal(cards, chaodi=True, declaring="given", setup={"trump": "D"})
    bury(state, "R R 2S 2D 2D 2C 2C")
    # Nothing was declared: anything will do.
    assert (state.phase, asked(state)) == ("overturn", (1, ["2S"]))
    play(state, "2S")
    assert (state.phase, state.turn, state.trump) == ("bury", 1, "S")
    assert len(state.hand(1).split()) == 36
    # The cards of the kitty may be used: seat 1 now holds two of each.
    bury(state, "2S 2D 2D 2C 2C R R")
    assert (state.phase, asked(state)) == ("overturn", (2, ["2H 2H"]))
    play(state, "2H 2H")
    bury(state, "2S 2D 2D 2C 2C R R")
    assert state.trump == "H"
    assert (state.phase, asked(state)) == ("overturn", (3, ["B B"]))
    play(state, "B B")
    assert state.trump == "NT"
    bury(state)
    # Nobody has more: the declarer of before leads.
    assert (state.phase, state.turn, state.declarer) == ("play", 0, 0)


@pytest.mark.rule("SJ-46")
def test_cards_of_the_kitty_may_be_shown():
    state = deal({1: "2S", 2: "2H"}, chaodi=True, declaring="given", setup={"trump": "D"})
    bury(state, "2S 2H")
    play(state, "2S")
    bury(state, "2H")
    # Seat 2 has one of hearts only; the declarer kept what else there was in the kitty.
    assert (state.phase, asked(state)) == ("overturn", (0, ["2C 2C", "2D 2D", "B B", "R R"]))
    state = deal({1: "2S", 2: "2H", 3: "2D"}, chaodi=True, declaring="given", setup={"trump": "D"})
    bury(state, "2S 2H 2D 2C 2C B B R R")
    assert asked(state) == (1, ["2S"])
    play(state, "pass")
    assert asked(state) == (2, ["2H"])
    play(state, "2H")
    bury(state, "2D")  # keeps the jokers
    assert state.phase == "play"  # nobody overturns himself


@pytest.mark.rule("SJ-46")
def test_three_passes_end_it():
    cards = {0: "R R", 1: "2S", 2: "2H", 3: "2D"}
    state = deal(cards, chaodi=True, declaring="given", setup={"trump": "D"})
    bury(state)
    for seat in (1, 2, 3):
        assert (state.phase, state.turn) == ("overturn", seat)
        play(state, "pass")
    assert (state.phase, state.turn, state.trump) == ("play", 0, "D")
    state = deal(cards, chaodi=True, declaring="given", setup={"trump": "D"})
    bury(state)
    play(state, "pass", "2H")
    bury(state, "2H")
    # From the seat after the last taker: 3 and 1 have single cards.
    assert (state.phase, asked(state)) == ("overturn", (0, ["2C 2C", "B B", "R R"]))


@pytest.mark.rule("SJ-46")
def test_nobody_takes_the_kitty_over_from_himself():
    cards = {0: "B", 1: "2S 2S", 2: "R R"}
    state = deal(cards, chaodi=True)
    while asked(state)[0] != 1:
        play(state, "pass")
    play(state, "2S")
    while state.phase == "declare":
        play(state, "pass")
    assert (state.phase, state.turn, state.trump) == ("bury", 0, "S")
    bury(state)
    # Seat 1 could only add to its own declaration.
    assert (state.phase, asked(state)) == ("overturn", (2, ["R R"]))


@pytest.mark.rule("SJ-46")
def test_without_the_switch_the_kitty_stays():
    state = deal({1: "2S", 2: "2H 2H"}, declaring="given", setup={"trump": "D"})
    bury(state)
    assert state.phase == "play"


@pytest.mark.rule("SJ-46")
def test_facts_of_the_kitty():
    cards = {1: "2S", 2: "2H 2H"}
    state = deal(cards, chaodi=True, declaring="given", setup={"trump": "D"})
    bury(state)
    play(state, "2S")
    bury(state)
    play(state, "2H 2H")
    bury(state)
    while not state.is_over:
        play(state, "pass") if state.phase == "overturn" else state.play(state.sample())
    found = facts_of(state)
    assert (found["takers"], found["kitty_taker"], found["declarations"]) == (2, 2, 0)
    assert found["kitty_points"] == ref.points_of(state.kitty.split())
