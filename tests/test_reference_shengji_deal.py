"""Tests of the reference of a deal of Shengji after declaring: the kitty, tricks, facts."""

from random import Random

import pytest

from reference import shengji as ref
from reference.shengji_deal import PASS, Deal
from reference.shengji_facts import facts
from shengji_cases import random_rules
from shengji_told import asked, deal, given, play, read

# --- the kitty -----------------------------------------------------------------------------------


def test_burying():
    state = given("3D 4D", kitty="KS 5S")
    assert (state.phase, state.turn, state.answers()) == ("bury", 0, None)
    assert sorted(state.hands[0]) == sorted(["3D", "4D", "KS", "5S"])
    for wrong in ("bury KS", "bury KS 5S 3D", "bury KS KS", "bury KS AS", "pass", "lead 3D"):
        assert not state.is_legal(read(wrong)), wrong
        with pytest.raises(ValueError, match="not legal"):
            play(state, wrong)
    play(state, "bury 3D KS")
    assert state.kitty == ["3D", "KS"]
    assert sorted(state.hands[0]) == ["4D", "5S"]
    assert (state.phase, state.turn) == ("play", 0)


def test_the_kitty_as_dealt():
    state = given("3D 4D", kitty="KS 5S", set_up={"kitty": "as_dealt"}, chaodi=True)
    assert (state.phase, state.hands[0]) == ("play", ["3D", "4D"])
    assert state.kitty == ["KS", "5S"]


def test_taking_the_kitty_over():
    state = given("3D 3D", "2S 2H", "2H 2H", "B B", trump="D", kitty="2S", chaodi=True)
    play(state, "bury 2S")
    # Nothing stands: a single will do.
    assert (state.phase, asked(state)) == ("overturn", (1, ["2H", "2S"]))
    play(state, "2S")
    assert (state.phase, state.turn, state.trump) == ("bury", 1, "S")
    assert sorted(state.hands[1]) == ["2H", "2S", "2S"]
    play(state, "bury 2H")
    assert (state.phase, asked(state)) == ("overturn", (2, ["2H 2H"]))
    play(state, "2H 2H", "bury 2H")
    # With one of its two buried.
    assert (state.phase, asked(state)) == ("overturn", (3, ["B B"]))
    play(state, "pass")
    assert (state.phase, state.turn, state.trump) == ("play", 0, "H")
    assert state.takers == [0, 1, 2]


def test_cards_of_the_kitty_may_be_shown():
    state = given("3D 3D", "2S 3D", "3D 3D", "3D 3D", kitty="2S B", chaodi=True)
    play(state, "bury 2S B", "2S", "bury 3D B")
    assert state.phase == "play"  # nobody takes it over from himself
    state = deal("2S 3D", "2H 2C", kitty="2C R", chaodi=True)
    play(state, "2S")
    assert state.phase == "bury"
    play(state, "bury 2C R")
    assert state.phase == "play"  # seat 1 has singles only
    state = deal("2S 2S", "2H 2H", "B B", kitty="3D R", chaodi=True)
    play(state, "2S", "2S 2S", "pass")  # seat 2 lets it pass
    assert state.phase == "declare"
    play(state, "pass")
    play(state, "bury R 3D")
    assert (state.phase, asked(state)) == ("overturn", (2, ["B B"]))


def test_the_owner_of_a_declaration_is_not_asked():
    state = deal("3D 3D", "2H 2H", "3D 3D", "R R", kitty="5D", chaodi=True)
    play(state, "2H", "pass", "pass", "pass", "pass")
    assert (state.phase, state.turn) == ("bury", 0)
    play(state, "bury 5D")
    # Seat 1 could only add to its own.
    assert (state.phase, asked(state)) == ("overturn", (3, ["R R"]))
    play(state, "R R", "bury 5D")
    assert (state.phase, state.trump, state.declarer) == ("play", "NT", 0)
    assert state.the_declarer == 0


# --- the play ------------------------------------------------------------------------------------


def test_two_tricks():
    state = given("AH 3H", "KH 5H", "3S 4D", "TH 9H", trump="S")
    assert (state.phase, state.turn) == ("play", 0)
    assert not state.is_legal(read("follow AH"))
    assert not state.is_legal(read("lead KH"))
    play(state, "lead AH")
    assert state.turn == 1
    assert not state.is_legal(read("follow 3S"))
    assert not state.is_legal(read("follow KH 5H"))
    play(state, "follow 5H", "follow 3S", "follow TH")
    assert state.turn == 2
    play(state, "lead 4D", "follow 9H", "follow 3H", "follow KH")
    assert (state.phase, state.turn, state.answers()) == ("over", None, [])
    with pytest.raises(ValueError, match="over"):
        state.play(PASS)
    assert facts(state) == {
        "declarer": 0, "level": 0, "trump": 3, "attackers_points": 0, "kitty_points": 0,
        "last_winner": 2, "last_width": 1, "last_length": 1, "last_throw": 0, "last_cards": 1,
        "last_lead_trump": 0, "last_winner_trump": 0, "last_level_card": 0,
        "failed_throws": [0, 0, 0, 0], "cards_returned": [0, 0, 0, 0],
        "seat_points": [0, 0, 25, 0], "redeals": 0, "declarations": 0, "takers": 0,
        "kitty_taker": -1,
    }  # fmt: skip


def test_last_trick():
    state = given("3H 3H 3D", "4D 2D KD", "4H 4H 4C", "5H 5H 5C", trump="C", kitty="KH TH")
    play(state, "bury KH TH", "lead 3H 3H", "follow KD 4D", "follow 4H 4H", "follow 5H 5H")
    assert state.turn == 3
    play(state, "lead 5C", "follow 3D", "follow 2D", "follow 4C")
    found = facts(state)
    assert found["attackers_points"] == 20 + 5
    assert (found["kitty_points"], found["kitty_taker"], found["takers"]) == (20, 0, 0)
    assert (found["last_winner"], found["last_level_card"]) == (1, 1)
    assert (found["last_lead_trump"], found["last_winner_trump"]) == (1, 1)


def test_level_cards_of_the_last_trick():
    for trump, level, expected in (("D", "2", 2), ("S", "2", 1), ("NT", "2", 1), ("D", None, 0)):
        state = given("2D", "2S", "B", "3H", trump=trump, set_up={"levels": (level, level)})
        play(state, "lead 2D", "follow 2S", "follow B", "follow 3H")
        assert facts(state)["last_level_card"] == 0
        assert facts(state)["level"] == (-1 if level is None else 0)
        state = given("2D", "3H", "3H", "3H", trump=trump, set_up={"levels": (level, level)})
        play(state, "lead 2D", *["follow 3H"] * 3)
        assert facts(state)["last_level_card"] == expected


# The example of the competition rules: Q44 is thrown.
THROW = ("QH 4H 4H", "3H 5D 5D", "3H 3D 3D", "3H 3D 3D")


def test_a_throw_that_stands():
    state = given(*THROW)
    play(state, "lead 4H 4H + QH", "follow 3H 5D 5D")
    assert state.tricks == []
    play(state, "follow 3H 3D 3D", "follow 3H 3D 3D")
    found = facts(state)
    assert (found["last_throw"], found["last_width"], found["last_cards"]) == (1, 2, 3)
    assert (found["last_winner"], found["failed_throws"]) == (0, [0] * 4)


def test_a_throw_that_fails_by_one_kind():
    for others, forced, back in ((("KH 3H 3H", "6H 7H 8H"), "QH", 2), (("6H 6H 3H",), "4H 4H", 1)):
        state = given(THROW[0], *others)
        play(state, "lead 4H 4H + QH")
        assert (state.phase, state.turn) == ("play", 1)
        assert state.failed_throws == [1, 0, 0, 0]
        assert state.cards_returned == [back, 0, 0, 0]
        assert sorted(state.hands[0]) == sorted(ref.without(THROW[0].split(), forced.split()))


def test_the_next_seat_chooses_what_is_led():
    state = given(THROW[0], "3H 3H 3H", "KH 5H 5H", "3H 3D 3D")
    play(state, "lead QH + 4H 4H")
    assert (state.phase, state.turn) == ("throw", 1)
    assert [move["cards"] for move in state.answers()] == ["QH", "4H 4H"]
    assert not state.is_legal(PASS)
    play(state, "force 4H 4H")
    assert (state.phase, state.turn) == ("play", 1)
    play(state, "follow 3H 3H", "follow 5H 5H", "follow 3H 3D")
    assert state.turn == 2
    assert state.tricks[0].lead == ("4H 4H",)
    assert state.cards_returned == [1, 0, 0, 0]
    smallest = given(THROW[0], "3H 3H 3H", "KH 5H 5H", "3H 3D 3D", failed_throw="smallest")
    play(smallest, "lead QH + 4H 4H")
    assert (smallest.phase, smallest.turn, smallest.hands[0]) == ("play", 1, ["QH"])


def random_move(rng, state):
    """Some legal move."""
    if (answers := state.answers()) is not None:
        return rng.choice(answers)
    hand = ref.text_of_cards(state.hands[state.turn])
    if state.phase == "bury":
        return {"kind": "bury", "cards": " ".join(rng.sample(hand.split(), len(state.kitty)))}
    leads = ref.leads(hand, state.the_trump, state.rules)
    if state.is_legal({"kind": "lead", "units": leads[0]}):
        return {"kind": "lead", "units": rng.choice(leads)}
    cards = ref.sub_multisets(ref.cards_in(hand))
    follows = [{"kind": "follow", "cards": ref.text_of_cards(some)} for some in cards]
    return rng.choice([move for move in follows if state.is_legal(move)])


@pytest.mark.parametrize("seed", range(60))
def test_random_deals(seed):
    """Every card is played once, every point is won once, and a script tells the deal again."""
    rng = Random(seed)
    rules = random_rules(rng) | {
        "declaring": rng.choice(["during_deal", "during_deal", "duplicate", "given"]),
        "chaodi": rng.random() < 0.5,
        "declare_with_joker": rng.choice(["off", "off", "any", "by_colour"]),
    }
    level = rng.choice(ref.RANKS)
    near = [card for card in ref.pack(rules) if card in ("B", "R") or card[0] in "5TKA" + level]
    declarer = rng.randrange(4)
    first = rules["declaring"] == "during_deal" and rng.random() < 0.3

    def cards():
        pack = rng.sample(near, min(len(near), 24))
        size = len(pack) // 4 - 1
        return [pack[size * i : size * (i + 1)] for i in range(4)], pack[4 * size :]

    dealt = [cards() for _ in range(100)]
    set_up = {
        "levels": (level, level if first else rng.choice(ref.RANKS)),
        "declarer": None if first else declarer,
        "trump": rng.choice([*"DCHS", "NT"]),
        "first_card": rng.choice([None, 0, 1, 2, 3]),
        "kitty": rng.choice(["taken", "taken", "as_dealt"]),
    }

    def begin():
        numbers = iter(dealt)
        return Deal(next(numbers), set_up, rules, lambda: next(numbers))

    state = begin()
    while state.turn is not None:
        state.play(random_move(rng, state))
    pack = ref.cards_in(" ".join(" ".join(cards) for cards in dealt[state.redeals][0]))
    pack += dealt[state.redeals][1]
    played = [card for trick in state.tricks for cards in trick.plays for card in cards.split()]
    assert sorted([*played, *state.kitty]) == sorted(pack)
    found = facts(state)
    assert sum(found["seat_points"]) + found["kitty_points"] == ref.points_of(pack)
    again = begin()
    for seat, move in state.history:
        assert again.turn == seat
        again.play(move)
    assert facts(again) == found
