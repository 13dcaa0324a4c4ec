"""Declaring trump: SJ-38 … SJ-42, SJ-44, SJ-47."""

import pytest

import chupai
from chupai import shengji
from reference import shengji as ref
from shengji_states import asked, deal, drawn, hands_of, play

SEEDS = range(4)


def last_round(state, questions):
    """Pass while cards are drawn, so many times; what comes next is the round after that."""
    for _ in range(questions):
        assert state.phase == "declare"
        play(state, "pass")
    rules = state.variant.rules
    assert drawn(state) == 4 * rules.hand_size
    return state


# --- what is higher than what --------------------------------------------------------------------


@pytest.mark.rule("SJ-38", "SJ-47")
@pytest.mark.parametrize("seed", SEEDS)
def test_declarations_of_two_decks_low_to_high(seed):
    state = deal({0: "2S", 1: "2H 2H", 2: "B B", 3: "R R"}, seed=seed)
    last_round(state, 1 + 2 + 1 + 1)
    assert asked(state) == (0, ["2S"])
    play(state, "2S")
    assert asked(state) == (1, ["2H 2H"])
    play(state, "2H 2H")
    assert asked(state) == (2, ["B B"])
    play(state, "B B")
    assert asked(state) == (3, ["R R"])
    play(state, "R R")
    assert (state.phase, state.turn, state.trump) == ("bury", 0, "NT")


@pytest.mark.rule("SJ-38")
@pytest.mark.parametrize("seed", SEEDS)
def test_declarations_of_three_decks_low_to_high(seed):
    cards = {0: "2S 2S 2S", 1: "B B B", 2: "2D 2D R R R", 3: "2H"}
    state = deal(cards, decks=3, kitty=18, seed=seed)
    last_round(state, 3 + 2 + (2 + 2) + 1)
    play(state, "pass", "pass", "pass")
    assert asked(state) == (3, ["2H"])
    play(state, "2H")
    assert asked(state) == (0, ["2S 2S", "2S 2S 2S"])
    play(state, "pass")
    assert asked(state) == (1, ["B B", "B B B"])
    play(state, "B B")
    assert asked(state) == (2, ["R R", "R R R"])
    play(state, "R R")
    # Seat 3 has but one card.
    assert asked(state) == (0, ["2S 2S 2S"])
    play(state, "2S 2S 2S")
    assert asked(state) == (1, ["B B B"])
    play(state, "pass")
    assert asked(state) == (2, ["R R R"])
    play(state, "R R R")
    assert (state.phase, state.trump) == ("bury", "NT")


@pytest.mark.rule("SJ-38", "SJ-48")
def test_declarations_of_four_decks():
    cards = {0: "2S 2S 2S 2S", 1: "B B B B", 2: "R R R", 3: "2H"}
    state = deal(cards, decks=4, kitty=20, seed=1)
    last_round(state, 4 + 3 + 2 + 1)
    play(state, "pass", "pass", "R R R")
    assert asked(state) == (0, ["2S 2S 2S 2S"])
    play(state, "2S 2S 2S 2S")
    assert asked(state) == (1, ["B B B B"])
    play(state, "pass")
    assert (state.phase, state.trump) == ("bury", "S")


@pytest.mark.rule("SJ-38")
def test_one_joker_is_nothing():
    state = deal({0: "B", 1: "R"})
    assert state.phase == "bury"  # nobody was asked


@pytest.mark.rule("SJ-38", "SJ-07")
def test_no_joker_declarations_where_there_is_no_no_trump():
    state = deal({0: "B B", 1: "R R"}, no_trump=False)
    assert state.phase == "bury"
    state = deal({0: "B B", 1: "R R 2S"}, no_trump=False)
    assert asked(state) == (1, ["2S"])


@pytest.mark.rule("SJ-38")
def test_equal_declarations_do_not_overturn():
    state = last_round(deal({0: "2S", 1: "2H", 2: "2C 2C", 3: "2D 2D"}), 6)
    play(state, "2S")
    assert asked(state) == (2, ["2C 2C"])
    play(state, "2C 2C")
    assert state.phase == "bury"


@pytest.mark.rule("SJ-38")
@pytest.mark.parametrize("level", ["5", "T", "A"])
def test_the_level_is_shown(level):
    state = deal({1: f"{level}D {level}H"}, level=level)
    play(state, "pass")
    assert asked(state) == (1, [f"{level}D", f"{level}H"])


# --- one's own declaration -----------------------------------------------------------------------


@pytest.mark.rule("SJ-39")
def test_reinforcing():
    state = last_round(deal({0: "2S 2S 2H 2H B B"}), 5)
    assert asked(state) == (0, ["2H", "2H 2H", "2S", "2S 2S", "B B"])
    play(state, "2S")
    assert state.phase == "bury"
    # While cards are drawn he is asked when he draws the second one, and only for that.
    state = deal({0: "2S 2S 2H 2H B B"})
    declared = asked(state)[1][0]
    play(state, declared)
    assert asked(state) == (0, [f"{declared} {declared}"])
    play(state, "pass")
    assert asked(state) == (0, [f"{declared} {declared}"])  # after the last card
    play(state, f"{declared} {declared}")
    assert (state.phase, state.trump) == ("bury", declared[1])


@pytest.mark.rule("SJ-39")
def test_without_reinforcing():
    state = deal({0: "2S 2S 2H 2H B B"}, reinforce=False)
    play(state, asked(state)[1][0])
    assert state.phase == "bury"


@pytest.mark.rule("SJ-39", "SJ-38")
def test_what_was_reinforced_counts_as_the_larger():
    state = deal({0: "2S 2S", 1: "2H 2H", 2: "B B"}, seed=3)
    last_round(state, 5)
    play(state, "2S")
    assert asked(state) == (1, ["2H 2H"])
    play(state, "pass")
    assert asked(state) == (2, ["B B"])
    play(state, "pass")
    assert state.phase == "bury"
    state = deal({0: "2S 2S 2S", 1: "2H 2H"}, decks=3, kitty=18)
    last_round(state, 5)
    play(state, "2S")
    play(state, "2H 2H")
    assert asked(state) == (0, ["2S 2S 2S"])  # overturned, he may overturn again
    play(state, "2S 2S 2S")
    assert (state.phase, state.trump) == ("bury", "S")


# --- who is asked when ---------------------------------------------------------------------------


@pytest.mark.rule("SJ-47")
@pytest.mark.parametrize("seed", range(10))
def test_a_seat_is_asked_when_its_draw_adds_an_option(seed):
    cards = {0: "2S", 1: "2H 2H", 2: "B B 2D", 3: "R"}
    state = deal(cards, seed=seed)
    seen = {seat: [] for seat in range(4)}
    for _ in range(5):
        seat, options = asked(state)
        # Just now he drew a card with which he may declare, and in turn.
        held = hands_of(state)[seat].split()
        counts = [len(hand.split()) for hand in hands_of(state)]
        assert counts == [counts[seat] - (other > seat) for other in range(4)]
        assert all(option.split()[0] in held for option in options)
        seen[seat].append(options)
        play(state, "pass")
    assert seen[0] == [["2S"]]
    assert seen[1] == [["2H"], ["2H", "2H 2H"]]
    assert seen[2] in ([["2D"], ["2D", "B B"]], [["B B"], ["2D", "B B"]])
    assert seen[3] == []
    # Once round after the last card.
    for expected in ((0, ["2S"]), (1, ["2H", "2H 2H"]), (2, ["2D", "B B"])):
        assert asked(state) == expected
        play(state, "pass")
    assert state.phase == "bury"


@pytest.mark.rule("SJ-47")
@pytest.mark.parametrize("first", range(4))
def test_the_first_card(first):
    cards = dict.fromkeys(range(4), "2S")
    state = deal(cards, decks=4, kitty=20, setup={"first_card": first, "declarer": 2})
    order = [(first + i) % 4 for i in range(4)]
    counts = [len(hands_of(state)[seat].split()) for seat in order]
    assert counts == sorted(counts, reverse=True)
    last_round(state, 4)
    for seat in order:
        assert state.turn == seat
        play(state, "pass")
    state = last_round(deal(cards, decks=4, kitty=20, setup={"declarer": 2}), 4)
    assert state.turn == 2
    state = last_round(deal(cards, decks=4, kitty=20, setup={"declarer": None}), 4)
    assert state.turn == 0


@pytest.mark.rule("SJ-47", "SJ-39")
def test_after_each_change_the_others_are_asked():
    cards = {0: "B B", 1: "2H 2H", 2: "R R", 3: "2S 2S"}
    state = last_round(deal(cards, seed=2), 1 + 2 + 1 + 2)
    play(state, "pass")
    assert asked(state) == (1, ["2H", "2H 2H"])
    play(state, "2H")
    for expected in ((2, ["R R"]), (3, ["2S 2S"]), (0, ["B B"])):
        assert asked(state) == expected
        play(state, "B B" if expected[0] == 0 else "pass")
    assert asked(state) == (2, ["R R"])
    play(state, "pass")
    assert (state.phase, state.trump) == ("bury", "NT")


# --- the declarer --------------------------------------------------------------------------------


@pytest.mark.rule("SJ-40")
def test_the_last_declaration_of_a_first_deal_makes_the_declarer():
    for declarer, expected in ((None, 2), (0, 0), (3, 3)):
        state = deal({1: "2S", 2: "2H 2H"}, setup={"declarer": declarer})
        last_round(state, 3)
        play(state, "2S")
        play(state, "2H 2H")
        assert (state.phase, state.turn, state.trump) == ("bury", expected, "H")
        assert state.declarer == expected


@pytest.mark.rule("SJ-41", "SJ-40")
def test_a_first_deal_without_a_declaration_is_dealt_again():
    v = chupai.Variant(rules=shengji.Rules(decks=1))
    state = v.deal(5, declarer=None)
    while state.redeals < 3:
        play(state, "pass")
    assert state.phase == "declare"
    play(state, asked(state)[1][0])
    while state.phase == "declare":
        play(state, "pass")
    assert (state.phase, state.redeals) == ("bury", 3)


@pytest.mark.rule("SJ-41")
def test_later_the_kitty_tells_trump():
    seen = set()
    for seed in range(20):
        # Twelve cards, four of them jokers: the first of the others decides.
        state = deal({}, seed=seed)
        assert state.phase == "bury"
        seen.add(state.trump)
    assert seen == set("DCHS")
    # Jokers only: no trump, or spades where that is not played.
    for kitty, no_trump, trump in (("B R", True, "NT"), ("B R", False, "S")):
        given = {"kitty": f"{kitty} {kitty}"}
        rules = shengji.Rules(kitty=4, no_trump=no_trump)
        state = chupai.Variant(rules=rules).deal(0, declarer=0, given=given)
        while state.phase == "declare":
            play(state, "pass")
        assert (state.phase, state.trump) == ("bury", trump)


@pytest.mark.rule("SJ-41")
def test_no_trump_where_nobody_declares():
    state = deal({}, no_declaration="no_trump")
    assert (state.phase, state.trump) == ("bury", "NT")
    with pytest.raises(chupai.RulesError, match="SJ-41"):
        shengji.Rules(no_declaration="no_trump", no_trump=False)


@pytest.mark.rule("SJ-42")
def test_duplicate():
    cards = {0: "2S 2S", 1: "2H 2H", 2: "2D", 3: "B B"}
    state = deal(cards, declaring="duplicate")
    assert drawn(state) == 96
    assert asked(state) == (2, ["2D"])
    play(state, "2D")
    assert asked(state) == (3, ["B B"])
    play(state, "pass")
    assert asked(state) == (0, ["2S 2S"])
    play(state, "2S 2S")
    assert asked(state) == (3, ["B B"])
    play(state, "B B")
    assert (state.phase, state.turn, state.trump) == ("bury", 0, "NT")


@pytest.mark.rule("SJ-42")
@pytest.mark.parametrize("declarer", range(4))
def test_duplicate_where_nobody_declares(declarer):
    state = deal({0: "2S"}, declaring="duplicate", setup={"declarer": declarer})
    play(state, "pass")
    assert (state.phase, state.turn) == ("name", (declarer + 2) % 4)
    assert sorted(as_suit(move) for move in state.legal_moves()) == sorted("DCHS")
    play(state, "name H")
    assert (state.phase, state.turn, state.trump) == ("bury", declarer, "H")


def as_suit(move):
    assert move.kind == "name"
    return move.suit


@pytest.mark.rule("SJ-42")
def test_given():
    for trump in ("D", "S", "NT"):
        state = deal({0: "2S"}, declaring="given", setup={"declarer": 3, "trump": trump})
        assert (state.phase, state.turn, state.trump) == ("bury", 3, trump)
    v = chupai.Variant(rules=shengji.Rules(declaring="given"))
    with pytest.raises(chupai.RulesError, match="SJ-42"):
        v.deal(0, declarer=0)
    with pytest.raises(chupai.RulesError, match="SJ-42"):
        v.deal(0, trump="S")
    with pytest.raises(chupai.RulesError, match="SJ-42"):
        chupai.Variant(rules=shengji.CN_2).deal(0, declarer=0, trump="S")
    with pytest.raises(chupai.RulesError, match="SJ-42"):
        chupai.Variant(rules=shengji.Rules(declaring="duplicate")).deal(0)


# --- with a joker ---------------------------------------------------------------------------------


@pytest.mark.rule("SJ-44")
@pytest.mark.parametrize(
    ("switch", "joker", "options"),
    [
        ("off", "", ["2C", "2D", "2H", "2S"]), ("any", "", []),
        ("any", "R", ["2C", "2D", "2H", "2S"]), ("any", "B", ["2C", "2D", "2H", "2S"]),
        ("by_colour", "B", ["2C", "2S"]), ("by_colour", "R", ["2D", "2H"]),
    ],
)  # fmt: skip
def test_a_joker_along(switch, joker, options):
    state = deal({0: f"2S 2C 2H 2D {joker}"}, declare_with_joker=switch)
    found = []
    while state.phase == "declare":
        found = asked(state)[1]
        play(state, "pass")
    assert found == options


@pytest.mark.rule("SJ-44")
def test_attackers_declare_their_own_level():
    cards = {1: "5H 2H", 2: "2S", 3: "5S R"}
    levels = {"level": "2", "levels": ("2", "5")}
    state = deal(cards, declare_with_joker="any", setup=levels)
    assert state.phase == "declare"
    assert state.turn == 3
    assert "5S" in asked(state)[1]
    play(state, "5S")
    assert (state.phase, state.turn, state.trump) == ("bury", 3, "S")
    assert (state.declarer, state.level) == (3, "5")
    state = deal(cards, declare_with_joker="any", setup=levels)
    play(state, "pass")
    assert (state.phase, state.turn, state.declarer, state.level) == ("bury", 0, 0, "2")
    # Where the declaring side could, its level is played, whoever declares.
    state = deal(cards | {3: "2S R"}, declare_with_joker="any", setup=levels)
    play(state, "pass", "2S")
    assert (state.declarer, state.level, state.trump) == (0, "2", "S")


def test_hands_are_dealt_as_they_are_given():
    state = deal({0: "2S"}, declaring="duplicate")
    assert "2S" in state.hand(0).split()
    assert ref.text_of_cards(" ".join(hands_of(state)).split()).count("2S") == 1
