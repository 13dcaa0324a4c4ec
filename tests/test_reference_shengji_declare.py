"""Tests of the reference of Shengji's declaring: what may be shown, who is asked, who declares."""

import pytest

from reference import shengji as ref
from reference.shengji_deal import PASS
from reference.shengji_declare import Declaration, declarations, strength, turned_up
from shengji_cases import BOOK
from shengji_told import PLAIN, asked, deal, play

# --- what may be declared ------------------------------------------------------------------------


def test_the_order_of_declarations():
    """The chain of the book, low to high."""
    chain = ["2D", "2S 2S", "B B", "R R", "2C 2C 2C", "B B B", "R R R",
             "2H 2H 2H 2H", "B B B B", "R R R R"]  # fmt: skip
    values = [strength(text.split()[0], len(text.split())) for text in chain]
    assert values == sorted(set(values))
    # Suits do not matter.
    assert len({strength("2" + suit, 2) for suit in "DCHS"}) == 1


def options(held, standing=None, seat=1, level="2", **switches):
    found = declarations(seat, held.split(), level, standing, dict(BOOK) | switches)
    assert all(shown.seat == seat for shown in found)
    return [" ".join([shown.face] * shown.copies) for shown in found]


def test_what_may_be_declared():
    assert options("2S 2S 2H 3D B R") == ["2H", "2S", "2S 2S"]
    assert options("B B R R 3D") == ["B B", "R R"]
    assert options("B B R R", no_trump=False) == []
    assert options("2S 5H 5H", level="5") == ["5H", "5H 5H"]
    assert options("2S 2S B B", Declaration(0, "2H", 1)) == ["2S 2S", "B B"]
    assert options("2S 2S B B R R", Declaration(0, "2H", 2)) == ["B B", "R R"]
    assert options("2S 2S B B R R", Declaration(0, "B", 2)) == ["R R"]
    assert options("2S 2S 2S B B R R", Declaration(0, "R", 2)) == ["2S 2S 2S"]


def test_reinforcing():
    own = Declaration(1, "2H", 1)
    assert options("2H 2H 2S 2S B B", own) == ["2H 2H"]
    assert options("2H 2H 2S 2S B B", own, reinforce=False) == []
    assert options("2H 2H 2H B B B", own) == ["2H 2H", "2H 2H 2H"]
    assert options("B B B R R", Declaration(1, "B", 2)) == ["B B B"]
    assert options("2H 2S 2S", own) == []


def test_jokers_along():
    assert options("2S 2H 2D", declare_with_joker="any") == []
    assert options("2S 2H R", declare_with_joker="any") == ["2H", "2S"]
    assert options("2S 2C 2H 2D B", declare_with_joker="by_colour") == ["2C", "2S"]
    assert options("2S 2C 2H 2D R", declare_with_joker="by_colour") == ["2D", "2H"]
    assert options("B B 2H", declare_with_joker="by_colour") == ["B B"]
    assert options("B B 2H", declare_with_joker="any") == ["2H", "B B"]


# --- who is asked when ---------------------------------------------------------------------------


def test_a_seat_is_asked_when_its_draw_adds_an_option():
    state = deal("3D 2S", "3D 3D", "2H 3D", "3C 2S")
    # Seat 2 draws its card first; the last draws of 0 and 3 come later.
    assert asked(state) == (2, ["2H"])
    play(state, "pass")
    assert asked(state) == (0, ["2S"])
    play(state, "pass")
    assert asked(state) == (3, ["2S"])
    play(state, "pass")
    # Once round after the last card.
    assert asked(state) == (0, ["2S"])
    play(state, "pass")
    assert asked(state) == (2, ["2H"])
    play(state, "2H")
    # Nobody has two.
    assert state.phase == "play"
    assert state.the_trump == ref.Trump("H", "2")
    assert state.turn == 0


def test_a_seat_that_passed_is_asked_again_with_its_next_option_only():
    state = deal("2S 5D 2H 6D")
    assert asked(state) == (0, ["2S"])
    play(state, "pass")
    assert asked(state) == (0, ["2H", "2S"])
    play(state, "pass")
    assert state.hands[0] == ["2S", "5D", "2H", "6D"]
    assert state.hands[1] == PLAIN[:4]
    assert asked(state) == (0, ["2H", "2S"])  # after the last card
    play(state, "pass")
    assert state.phase == "play"


def test_after_a_declaration_the_others_are_asked():
    state = deal("2S 3D 3D", "2H 2H 3D", "B B 3D", "2S 2S R")
    assert asked(state) == (0, ["2S"])
    play(state, "pass")
    assert asked(state) == (1, ["2H"])
    play(state, "2H")  # now nobody has more: 0 one card, 2 one joker, 3 nothing yet
    assert asked(state) == (1, ["2H 2H"])
    play(state, "pass")
    assert asked(state) == (2, ["B B"])
    play(state, "pass")
    assert asked(state) == (3, ["2S 2S"])
    play(state, "2S 2S")
    assert asked(state) == (2, ["B B"])
    play(state, "pass")
    # After the last card, from the seat that drew first; the owner has nothing to add.
    assert asked(state) == (2, ["B B"])
    play(state, "B B")
    assert state.phase == "play"
    assert state.the_trump.suit is None
    assert [shown.face for shown in state.declared] == ["2H", "2S", "B"]


def test_whoever_was_overturned_may_overturn_again():
    state = deal("2S B B", "2H 2H 3D")
    play(state, "2S")
    assert asked(state) == (1, ["2H 2H"])
    play(state, "2H 2H")
    assert asked(state) == (0, ["B B"])
    play(state, "B B")
    assert state.phase == "play"


def test_a_change_after_the_last_card_goes_round_again():
    state = deal("3D 3D", "2H 2H", "2S 2S", set_up={"declarer": 1})
    # Seat 1 draws first.
    play(state, "pass", "2S")
    assert asked(state) == (1, ["2H 2H"])
    play(state, "pass")
    assert asked(state) == (2, ["2S 2S"])
    play(state, "pass")
    assert asked(state) == (1, ["2H 2H"])  # after the last card
    play(state, "pass")
    assert asked(state) == (2, ["2S 2S"])  # its owner too
    play(state, "pass")
    assert state.phase == "play"
    assert state.the_trump.suit == "S"


def test_who_draws_first():
    state = deal("2S", "2S", "2S", "2S", set_up={"declarer": 2})
    assert state.turn == 2
    state = deal("2S", "2S", "2S", "2S", set_up={"declarer": 2, "first_card": 3})
    assert state.turn == 3
    state = deal("2S", "2S", "2S", "2S", set_up={"declarer": None})
    assert state.turn == 0


# --- the declarer, and when nobody declares ------------------------------------------------------


def test_the_first_deal_is_contested():
    state = deal("2S 3D", "2H 2H", set_up={"declarer": None})
    play(state, "2S")
    play(state, "2H 2H")
    assert (state.declarer, state.turn, state.phase) == (1, 1, "play")
    later = deal("2S 3D", "2H 2H", set_up={"declarer": 0})
    play(later, "2S")
    play(later, "2H 2H")
    assert (later.declarer, later.turn, later.the_trump.suit) == (0, 0, "H")
    with pytest.raises(ValueError, match="one level"):
        deal("2S", set_up={"declarer": None, "levels": ("2", "3")})


def test_the_first_deal_is_dealt_again():
    packs = [[["2S"], ["3D"], ["3D"], ["3D"]], [["3D"], ["3D"], ["3D"], ["2S"]]]
    state = deal("3D", redeal=lambda: (packs.pop(), []), set_up={"declarer": None})
    assert state.redeals == 1
    assert asked(state) == (3, ["2S"])
    play(state, "pass", "pass")
    assert state.redeals == 2
    play(state, "2S")
    assert state.declarer == 0


def test_dealing_again_comes_to_an_end():
    plain = [["3D"]] * 4
    set_up = {"declarer": None, "first_card": 3}
    state = deal("3D", kitty="4C", redeal=lambda: (plain, ["5H"]), set_up=set_up)
    assert (state.redeals, state.declarer, state.trump) == (255, 3, "H")


def test_the_kitty_tells_trump():
    for cards, no_trump, suit in (
        ("3D 4C", True, "D"), ("2H 4C", True, "H"), ("B R 4C", True, "C"), ("B R", True, "NT"),
        ("B R", False, "S"),
    ):  # fmt: skip
        assert turned_up(cards.split(), dict(BOOK) | {"no_trump": no_trump}) == suit
        state = deal("3D", kitty=cards, no_trump=no_trump)
        assert state.trump == suit
        assert (state.phase, state.turn) == ("bury", 0)
    state = deal("3D", kitty="4C", no_declaration="no_trump")
    assert state.trump == "NT"


def test_duplicate():
    state = deal("2S 2S", "2H 2H", "2D 3D", "B B", declaring="duplicate")
    assert asked(state) == (2, ["2D"])
    play(state, "2D")
    assert asked(state) == (3, ["B B"])
    play(state, "pass")
    assert asked(state) == (0, ["2S 2S"])
    play(state, "2S 2S")
    assert asked(state) == (3, ["B B"])
    play(state, "B B")
    assert (state.phase, state.trump) == ("play", "NT")


def test_duplicate_nobody_declares():
    state = deal("2S", "3D", "B", "3D", declaring="duplicate", kitty="2H")
    play(state, "pass")
    assert (state.phase, state.turn) == ("name", 2)
    assert state.answers() == [{"kind": "name", "suit": suit} for suit in "DCHS"]
    assert not state.is_legal(PASS)
    play(state, "name H")
    assert (state.phase, state.turn, state.trump) == ("bury", 0, "H")


def test_given():
    state = deal("2S", declaring="given", set_up={"trump": "H", "declarer": 3})
    assert (state.phase, state.turn, state.trump) == ("play", 3, "H")
    state = deal("2S", declaring="given", set_up={"trump": "NT"})
    assert state.the_trump == ref.Trump(None, "2")


def test_attackers_declare_their_own_level():
    cards = ("2S 3D", "5H 5D", "2S B", "5S R")
    levels = {"levels": ("2", "5")}
    state = deal(*cards, declare_with_joker="any", set_up=levels)
    assert asked(state) == (2, ["2S"])
    play(state, "pass", "pass")
    # Seat 1 has no joker.
    assert asked(state) == (3, ["5S"])
    play(state, "5S")
    assert (state.declarer, state.level, state.trump, state.turn) == (3, "5", "S", 3)
    state = deal(*cards, declare_with_joker="any", set_up=levels, kitty="7C")
    play(state, "pass", "pass", "pass")
    assert (state.declarer, state.level, state.trump, state.turn) == (0, "2", "C", 0)
    state = deal(*cards, declare_with_joker="by_colour", set_up=levels)
    assert asked(state) == (2, ["2S"])
    play(state, "2S")
    assert (state.declarer, state.level, state.trump) == (0, "2", "S")
    # Without the switch nobody else is asked.
    state = deal("3D 3D", "5H 5D", "3D 3D", "5S R", set_up=levels)
    assert state.phase == "play"


def test_declarations_face_down():
    state = deal("2S 3D", "2H 2H", kitty="3D", blind_declaring=True)
    play(state, "2S")
    assert state.seen_declarations(0) == [(0, "2S", 1)]
    assert state.seen_declarations(1) == [(0, "", 1)]
    play(state, "2H 2H")
    assert state.seen_declarations(0) == [(0, "2S", 1), (1, "", 2)]
    assert state.phase == "bury"
    play(state, "bury 3D")
    assert state.seen_declarations(3) == [(0, "2S", 1), (1, "2H", 2)]
