"""Bad input of every public function: which error, what it names, and that nothing changes (DD-27).

Each row is a call and the error it must raise. A panic of the core would arrive as
``pyo3_runtime.PanicException``, which is none of these errors and fails the test.
"""

import contextlib
import pickle
import re
from dataclasses import replace

import numpy as np
import pytest

import chupai
from chupai import IllegalMove, RulesError, doudizhu
from doudizhu_cases import FIXED, bids, play, texts

STANDARD = chupai.variant("doudizhu/standard")
ROB = chupai.variant("doudizhu/call-and-rob")
RULES = doudizhu.STANDARD

# Text that is no hand, whatever function gets it, and what the message shows.
BAD_TEXTS = {
    "unknown rank": ("3X", "X"),
    "lower case": ("3k", "k"),
    "digit one alone": ("13", "1"),
    "zero": ("0", "0"),
    "ten cut short": ("34 1", "1"),
    "suits": ("3D", "D"),
    "five of a rank": ("33333", "3"),
    "two small jokers": ("BB", "B"),
    "two big jokers": ("3RR", "R"),
    "Chinese": ("三", "三"),
    "sign": ("♠", "♠"),
    "minus": ("-3", "-"),
    "line break": ("3;4", ";"),
    "null": ("3\0", ""),
}

WRONG_TYPES = {
    "None": None,
    "float": 3.0,
    "int in a list": [3],
    "bytes": b"34",
    "object": object(),
    "bool": True,
}

NOT_A_HAND_WORD = {
    "hole in the planes": np.uint64(1 << 16),
    "plane bit 15": np.uint64(1 << 15),
    "two small jokers": np.uint64((1 << 13) | (1 << 29)),
    "everything": np.uint64(2**64 - 1),
    "twenty-one cards": np.uint64(0x1FFF | (0x00FF << 16)),
}

BAD_ARRAYS = {
    "int64": (np.array([7], dtype=np.int64), TypeError),
    "int32": (np.array([7], dtype=np.int32), TypeError),
    "float": (np.array([7.0]), TypeError),
    "bool": (np.array([True]), TypeError),
    "object": (np.array(["3"], dtype=object), TypeError),
    "text": (np.array(["3"]), TypeError),
    "a bad word inside": (np.array([7, 1 << 16], dtype=np.uint64), ValueError),
}


def refused(error, call, match=""):
    """The call raises this error or a kind of it, with a message."""
    with pytest.raises(error, match=re.escape(match) or None) as caught:
        call()
    assert str(caught.value)
    return caught.value


# Hands and plays given as text


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize("name", BAD_TEXTS)
@pytest.mark.parametrize(
    "function",
    [doudizhu.moves, doudizhu.count_moves, doudizhu.classify, doudizhu.parse_move,
     doudizhu.action_id],
)  # fmt: skip
def test_bad_texts(function, name):
    text, shown = BAD_TEXTS[name]
    refused(ValueError, lambda: function(text), shown)


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize("name", BAD_TEXTS)
def test_bad_texts_to_beat(name):
    text, shown = BAD_TEXTS[name]
    refused(ValueError, lambda: doudizhu.moves("345", to_beat=text), shown)
    refused(ValueError, lambda: doudizhu.count_moves("345", to_beat=text), shown)
    refused(ValueError, lambda: doudizhu.parse_move("4", to_beat=text), shown)


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize("name", WRONG_TYPES)
@pytest.mark.parametrize(
    "function",
    [doudizhu.moves, doudizhu.count_moves, doudizhu.classify, doudizhu.parse_move,
     doudizhu.action_id],
)  # fmt: skip
def test_wrong_types(function, name):
    refused(TypeError, lambda: function(WRONG_TYPES[name]))


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize("name", [name for name in WRONG_TYPES if name != "None"])
def test_wrong_types_to_beat(name):
    refused(TypeError, lambda: doudizhu.moves("345", to_beat=WRONG_TYPES[name]))
    refused(TypeError, lambda: doudizhu.beats("4", WRONG_TYPES[name]))
    refused(TypeError, lambda: doudizhu.beats(WRONG_TYPES[name], "4"))


TOO_MANY = "333344445555666677778"


@pytest.mark.rule("DD-27")
def test_more_cards_than_a_hand_has():
    for function in (doudizhu.moves, doudizhu.count_moves):
        assert "21" in str(refused(ValueError, lambda f=function: f(TOO_MANY)))
    assert doudizhu.count_moves(TOO_MANY[:20]) == len(doudizhu.moves(TOO_MANY[:20]))
    # As a play they are just no move.
    assert doudizhu.classify(TOO_MANY) == []


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize("name", NOT_A_HAND_WORD)
def test_words_that_are_no_hand(name):
    word = NOT_A_HAND_WORD[name]
    functions = [doudizhu.moves, doudizhu.count_moves]
    if name != "twenty-one cards":
        functions.append(doudizhu.classify)
    for function in functions:
        refused(ValueError, lambda f=function: f(word))
    refused(ValueError, lambda: doudizhu.count_moves(np.array([1, word], dtype=np.uint64)))


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize("name", BAD_ARRAYS)
def test_arrays_of_another_kind(name):
    array, error = BAD_ARRAYS[name]
    refused(error, lambda: doudizhu.count_moves(array))
    refused(error, lambda: doudizhu.count_moves(array, to_beat="3"))


# Moves and ids

NO_MOVES = [
    "34", "345", "3456", "JQKA2", "3344", "AA2233", "KKAA22", "AAA222", "333555", "33345",
    "333444+5", "333444+567", "333444+BR", "333444+3", "333+3", "333+", "+333", "333+4+5", "3+4",
    "8888+5", "8888+567", "8888+BR", "33334444", "BR+3", "3333+33", "2BR", "bid 0", "bid 4",
    "bid", "bid x", "bid 1 2", "Pass", "fly", "",
]  # fmt: skip


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize("text", NO_MOVES)
def test_texts_of_no_move(text):
    refused(ValueError, lambda: doudizhu.action_id(text))
    refused(ValueError, lambda: doudizhu.parse_move(text))
    refused(ValueError, lambda: doudizhu.moves("3456", to_beat=text))


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize("text", ["call", "rob", "double", "show"])
def test_decisions_that_the_rules_do_not_have(text):
    refused(ValueError, lambda: doudizhu.action_id(text), text)
    refused(ValueError, lambda: doudizhu.action_id("bid 1", doudizhu.RLCARD), "bid 1")


@pytest.mark.rule("DD-27")
def test_moves_of_other_rules_have_no_id():
    quads = doudizhu.Rules(quad_chains=True)
    for rules, text in [
        (doudizhu.RLCARD, "333444555+666"),
        (doudizhu.OPENSPIEL, "8888+56"),
        (doudizhu.OPENSPIEL, "8888+5566"),
        (RULES, "3333+BR"),
    ]:
        refused(ValueError, lambda r=rules, t=text: doudizhu.action_id(t, r))
    chain = doudizhu.classify("33334444", rules=quads)[0]
    refused(ValueError, lambda: doudizhu.action_id(chain, RULES))
    refused(ValueError, lambda: doudizhu.moves("4444", to_beat=chain, rules=RULES))


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize("action", [-1, -(2**63), 28241, 10**6, 2**32, 2**64, 10**30])
def test_ids_out_of_range(action):
    refused(ValueError, lambda: doudizhu.action(action))
    refused(ValueError, lambda: doudizhu.moves("3", to_beat=action))
    refused(ValueError, lambda: doudizhu.beats(action, "3"))
    state = FIXED.deal(seed=1)
    kept = state.clone()
    refused(ValueError, lambda: state.play(action))
    assert state == kept


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize("action", ["3", 1.0, None, True, b"1", [1]])
def test_ids_of_another_type(action):
    refused(TypeError, lambda: doudizhu.action(action))


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize("text", ["pass", "bid 1", "bid 3"])
def test_nothing_beats_a_pass_or_a_bid(text):
    """What is no card play cannot be the play to beat."""
    refused(ValueError, lambda: doudizhu.moves("345", to_beat=text))


@pytest.mark.rule("DD-20")
def test_a_play_that_is_no_move_never_beats():
    for no_move in ("34", "3344", "AAA222", "333444+5"):
        assert doudizhu.beats(no_move, "3") is False
    assert doudizhu.beats("pass", "3") is False


# Rules, scoring, set-up

BAD_RULES = [
    ("auction", "Points", "DD-04"), ("auction", "", "DD-04"), ("repass", "never", "DD-04"),
    ("on_all_pass", "again", "DD-04"), ("trio_with_two", "two", "DD-11"),
    ("call_multiplier", 0, "DD-05"), ("call_multiplier", -3, "DD-05"),
    ("call_multiplier", 10**30, "DD-05"), ("call_multiplier", 10**5000, "DD-05"),
    ("wing_repeat", 0, "DD-15"), ("wing_repeat", 5, "DD-15"), ("wing_repeat", -1, "DD-15"),
    ("wing_repeat", 2**40, "DD-15"), ("wing_repeat", np.int8(5), "DD-15"),
    ("show_multipliers", (), "DD-29"), ("show_multipliers", (2,), "DD-29"),
    ("show_multipliers", (2, 3), "DD-29"), ("show_multipliers", (3, 0), "DD-29"),
    ("show_multipliers", (3, -1), "DD-29"), ("show_multipliers", (5, 4, 3, 4), "DD-29"),
    ("show_multipliers", (10**30, 1), "DD-29"), ("show_multipliers", (2,) * 1000, "DD-29"),
]  # fmt: skip

RULES_OF_ANOTHER_TYPE = [
    ("auction", None, "DD-04"), ("auction", 0, "DD-04"), ("auction", b"rob", "DD-04"),
    ("repass", True, "DD-04"), ("on_all_pass", None, "DD-04"), ("trio_with_two", True, "DD-11"),
    ("call_multiplier", 3.0, "DD-05"), ("call_multiplier", True, "DD-05"),
    ("call_multiplier", "3", "DD-05"), ("call_multiplier", None, "DD-05"),
    ("wing_repeat", True, "DD-15"), ("wing_repeat", np.True_, "DD-15"),
    ("wing_repeat", "3" * 10**6, "DD-15"), ("wing_repeat", 2.0, "DD-15"),
    ("wing_repeat", np.float64(2), "DD-15"), ("wing_repeat", None, "DD-15"),
    ("wing_both_jokers", 1, "DD-15"), ("wing_both_jokers", "yes", "DD-15"),
    ("wing_both_jokers", None, "DD-15"), ("wing_both_jokers", np.int64(1), "DD-15"),
    ("wing_chain_rank", 0, "DD-15"), ("wing_extends_chain", 1, "DD-15"),
    ("wing_quad_as_two_pairs", 1, "DD-16"), ("four_with_two", 0, "DD-17"),
    ("kicker_pair_as_two_solos", "False", "DD-17"), ("kicker_both_jokers", 1, "DD-17"),
    ("quad_chains", 1, "DD-21"), ("open_hand", 1, "DD-25"), ("doubling", None, "DD-29"),
    ("show_multipliers", (True, 1), "DD-29"), ("show_multipliers", (3.0, 2), "DD-29"),
    ("show_multipliers", "32", "DD-29"), ("show_multipliers", 3, "DD-29"),
    ("show_multipliers", True, "DD-29"),
]  # fmt: skip


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize(
    ("error", "field", "value", "rule"),
    [(RulesError, *row) for row in BAD_RULES]
    + [(TypeError, *row) for row in RULES_OF_ANOTHER_TYPE],
    ids=lambda value: "" if isinstance(value, type | int) else str(value)[:20],
)
def test_bad_switches(error, field, value, rule):
    for call in (
        lambda: doudizhu.Rules(**{field: value}),
        lambda: replace(doudizhu.CALL_AND_ROB, **{field: value}),
    ):
        caught = refused(error, call, field)
        assert rule in str(caught)
        assert len(str(caught)) < 200
        if error is RulesError:
            assert caught.rule == rule


@pytest.mark.rule("DD-27")
def test_numbers_and_flags_of_numpy_serve_as_pythons_own():
    """They are taken where a number or flag is, and kept as Python's: equal, hashed, printed so."""
    eight, yes, no = np.int64(8), np.True_, np.False_
    for given, plain in [
        (doudizhu.Rules(call_multiplier=eight, doubling=yes, wing_extends_chain=no),
         doudizhu.Rules(call_multiplier=8, doubling=True, wing_extends_chain=False)),
        (doudizhu.Rules(show_multipliers=(eight, np.uint8(2))),
         doudizhu.Rules(show_multipliers=(8, 2))),
        (doudizhu.Scoring(stake=eight, spring_multiplier=np.uint8(2), cap=eight),
         doudizhu.Scoring(stake=8, spring_multiplier=2, cap=8)),
        (doudizhu.Setup(first_bidder=np.int8(1)), doudizhu.Setup(first_bidder=1)),
    ]:  # fmt: skip
        assert given == plain
        assert hash(given) == hash(plain)
        assert repr(given) == repr(plain)
    one = np.int64(1)
    assert STANDARD.deal(one, one, first_bidder=one) == STANDARD.deal(1, 1, first_bidder=1)
    given = {"hands": ["34", "56", "78"], "turn": one, "to_beat": "9", "by": np.int8(0), "bid": one}
    position = STANDARD.position(**given, plays=[np.int8(5)] * 3, seed=one)
    assert position.turn == 1


@pytest.mark.rule("DD-27", "DD-25", "DD-29")
def test_contradicting_switches():
    caught = refused(
        RulesError, lambda: doudizhu.Rules(open_hand=True, show_multipliers=(5, 4, 3, 2))
    )
    assert caught.rule in {"DD-25", "DD-29"}


BAD_SCORINGS = [("stake", 0, "DD-23"), ("stake", -1, "DD-23"), ("spring_multiplier", 0, "DD-24"),
                ("cap", 0, "DD-26"), ("cap", -5, "DD-26")]  # fmt: skip
SCORINGS_OF_ANOTHER_TYPE = [
    ("stake", 1.5, "DD-23"), ("stake", True, "DD-23"), ("stake", None, "DD-23"),
    ("stake", "1", "DD-23"), ("spring_multiplier", 2.0, "DD-24"),
    ("spring_multiplier", None, "DD-24"), ("spring_multiplier", False, "DD-24"),
    ("cap", 10.0, "DD-26"), ("cap", True, "DD-26"), ("cap", "10", "DD-26"),
]  # fmt: skip


@pytest.mark.rule("DD-27", "DD-23", "DD-26")
@pytest.mark.parametrize(
    ("error", "field", "value", "rule"),
    [(RulesError, *row) for row in BAD_SCORINGS]
    + [(TypeError, *row) for row in SCORINGS_OF_ANOTHER_TYPE],
)
def test_bad_scoring(error, field, value, rule):
    caught = refused(error, lambda: doudizhu.Scoring(**{field: value}), field)
    assert rule in str(caught)
    if error is RulesError:
        assert caught.rule == rule


BAD_SETUPS = [
    (RulesError, "first_bidder", 3, "DD-03"), (RulesError, "first_bidder", -1, "DD-03"),
    (TypeError, "first_bidder", True, "DD-03"), (TypeError, "first_bidder", "0", "DD-03"),
    (TypeError, "first_bidder", 1.0, "DD-03"), (RulesError, "landlord", 3, "DD-06"),
    (RulesError, "landlord", -1, "DD-06"), (TypeError, "landlord", "A", "DD-06"),
    (RulesError, "landlord", 2**70, "DD-06"), (RulesError, "dealer", "unfair", "DD-01"),
    (TypeError, "dealer", None, "DD-01"), (TypeError, "dealer", 0, "DD-01"),
]  # fmt: skip


@pytest.mark.rule("DD-27", "DD-03", "DD-06")
@pytest.mark.parametrize(("error", "field", "value", "rule"), BAD_SETUPS)
def test_bad_set_ups(error, field, value, rule):
    variant = STANDARD if field == "first_bidder" else FIXED
    for call in (
        lambda: doudizhu.Setup(**{field: value}),
        lambda: variant.deal(seed=1, **{field: value}),
    ):
        caught = refused(error, call, field)
        assert rule in str(caught)
        if error is RulesError:
            assert caught.rule == rule


@pytest.mark.rule("DD-06", "DD-27")
def test_a_landlord_with_an_auction():
    for variant in (STANDARD, ROB):
        assert refused(RulesError, lambda v=variant: v.deal(seed=1, landlord=0)).rule == "DD-06"
        setup = doudizhu.Setup(landlord=0)
        refused(RulesError, lambda v=variant, s=setup: chupai.simulate(v, 3, setup=s))


@pytest.mark.rule("DD-06", "DD-27")
def test_a_first_bidder_without_anybody_to_speak_first():
    """With a fixed landlord nobody bids; with showing by turns there is a first to speak."""
    assert refused(RulesError, lambda: FIXED.deal(seed=1, first_bidder=1)).rule == "DD-06"
    setup = doudizhu.Setup(first_bidder=1)
    refused(RulesError, lambda: chupai.simulate(FIXED, 3, setup=setup))
    showing = chupai.Variant(rules=doudizhu.Rules(auction="fixed", show_multipliers=(3, 2)))
    assert showing.deal(seed=1, first_bidder=1).turn == 1


@pytest.mark.rule("DD-27")
def test_arguments_are_by_keyword_and_no_others():
    for made in (doudizhu.Rules, doudizhu.Scoring, doudizhu.Setup):
        with pytest.raises(TypeError):
            made("points")
        with pytest.raises(TypeError):
            made(no_such_switch=True)
    with pytest.raises(TypeError):
        FIXED.deal(seed=1, no_such=1)
    with pytest.raises(TypeError):
        doudizhu.moves("3", no_such=1)


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize("rules", ["STANDARD", None, 1, {}, doudizhu.Scoring(), doudizhu.Rules])
def test_rules_of_another_type(rules):
    for call in (
        lambda: doudizhu.moves("34", rules=rules),
        lambda: doudizhu.count_moves("34", rules=rules),
        lambda: doudizhu.classify("34", rules=rules),
        lambda: doudizhu.beats("4", "3", rules=rules),
        lambda: doudizhu.parse_move("4", rules=rules),
        lambda: doudizhu.num_actions(rules),
        lambda: doudizhu.num_plays(rules),
        lambda: doudizhu.action_id("3", rules),
        lambda: doudizhu.action(1, rules),
    ):
        refused(TypeError, call)


# Variants and deals


def test_variants_that_do_not_exist():
    for name in ("doudizhu/none", "standard", "", "doudizhu", "DOUDIZHU/STANDARD", "doudizhu/"):
        refused((ValueError, KeyError), lambda n=name: chupai.variant(n), name)
    for name in (None, 3, doudizhu.STANDARD, b"doudizhu/standard", ["doudizhu/standard"]):
        refused((ValueError, TypeError), lambda n=name: chupai.variant(n))


def test_variants_of_other_parts():
    for parts in (
        {"rules": None}, {"rules": "standard"}, {"rules": doudizhu.Scoring()},
        {"rules": RULES, "scoring": doudizhu.Rules()}, {"rules": RULES, "scoring": 3},
        {"rules": RULES, "match": 3},
    ):  # fmt: skip
        refused(TypeError, lambda p=parts: chupai.Variant(**p))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [({"seed": -1}, ValueError), ({"seed": 2**64}, ValueError),
     ({"seed": 1.5}, TypeError), ({"seed": "1"}, TypeError), ({"seed": None}, TypeError),
     ({"seed": True}, TypeError), ({"index": np.True_}, TypeError),
     ({"index": -1}, ValueError), ({"index": 2**64}, ValueError),
     ({"index": 0.5}, TypeError), ({"index": None}, TypeError),
     ({"match": -1}, ValueError), ({"match": 2**64}, ValueError),
     ({"match": 0.5}, TypeError), ({"match": None}, TypeError), ({"match": True}, TypeError)],
    ids=str,
)  # fmt: skip
def test_deals_of_impossible_number(arguments, error):
    refused(error, lambda: STANDARD.deal(**arguments))


# Positions

GOOD = {"hands": ["34", "56", "78"], "landlord": 0}
BAD_POSITIONS = {
    "two hands": ({"hands": ["3", "4"]}, ValueError),
    "four hands": ({"hands": ["3", "4", "5", "6"]}, ValueError),
    "no hands": ({"hands": []}, ValueError),
    "hands of no list": ({"hands": 3}, TypeError),
    "a hand of no text": ({"hands": ["3", 4, None]}, TypeError),
    "unknown rank": ({"hands": ["3", "4", "X"]}, ValueError),
    "an empty hand": ({"hands": ["3", "", "4"]}, ValueError),
    "all hands empty": ({"hands": ["", "", ""]}, ValueError),
    "five of a rank": ({"hands": ["333", "33", "4"]}, ValueError),
    "two big jokers": ({"hands": ["R", "R", "4"]}, ValueError),
    "twenty-one cards": ({"hands": [TOO_MANY, "9", "T"]}, ValueError),
    "a peasant of eighteen": ({"hands": ["9", "333344445555666677", "T"]}, ValueError),
    "seat 3 is landlord": ({"landlord": 3}, ValueError),
    "nobody is landlord": ({"landlord": -1}, ValueError),
    "a landlord of no seat": ({"landlord": "0"}, TypeError),
    "turn of seat 3": ({"turn": 3}, ValueError),
    "turn of seat -1": ({"turn": -1}, ValueError),
    "no move to beat": ({"turn": 1, "to_beat": "34", "by": 0}, ValueError),
    "a pass to beat": ({"turn": 1, "to_beat": "pass", "by": 0}, ValueError),
    "a bid to beat": ({"turn": 1, "to_beat": "bid 1", "by": 0}, ValueError),
    "to beat one's own play": ({"turn": 1, "to_beat": "3", "by": 1}, ValueError),
    "a play by seat 3": ({"turn": 1, "to_beat": "3", "by": 3}, ValueError),
    "a play by nobody's text": ({"turn": 1, "to_beat": "3", "by": "0"}, TypeError),
    "somebody, but nothing to beat": ({"turn": 1, "by": 0}, ValueError),
    "a fifth card was played": (
        {"hands": ["3333", "56", "78"], "turn": 1, "to_beat": "3", "by": 0}, ValueError,
    ),
    "a bottom of two": ({"bottom": "33"}, ValueError),
    "a bottom of four": ({"bottom": "3333"}, ValueError),
    "a bottom of two big jokers": ({"bottom": "RR3"}, ValueError),
    "a bottom card of a peasant": (
        {"hands": ["3", "R", "4"], "bottom": "R56"}, ValueError,
    ),
    "bid 0": ({"bid": 0}, ValueError),
    "bid -1": ({"bid": -1}, ValueError),
    "bid of no number": ({"bid": "1"}, TypeError),
    "bid true": ({"bid": True}, TypeError),
    "plays of two seats": ({"plays": [1, 2]}, ValueError),
    "plays below 0": ({"plays": [1, -2, 0]}, ValueError),
    "plays of no list": ({"plays": 3}, TypeError),
    "bombs below 0": ({"bombs": -1}, ValueError),
    "more bombs than there are": ({"bombs": 14}, ValueError),
    "bombs of no number": ({"bombs": 1.5}, TypeError),
}  # fmt: skip


@pytest.mark.rule("DD-27")
def test_the_good_position_is_good():
    assert texts(FIXED.position(**GOOD).legal_moves()) == ["3", "4"]
    assert FIXED.position(**GOOD, turn=1, to_beat="3", by=0).num_legal == 3


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize("name", BAD_POSITIONS)
def test_impossible_positions(name):
    changes, error = BAD_POSITIONS[name]
    refused(error, lambda: FIXED.position(**(GOOD | changes)))


# Moves in a deal: (state, move, rule that the error names, what the message shows)


def auction(letters, variant=STANDARD):
    return bids(variant.deal(seed=1, first_bidder=0), letters)


def table(*hands, moves=()):
    return play(FIXED.position(hands=list(hands), landlord=0), *moves)


HELD = ("33344456789", "5566778899TT", "JJQQKKAA")

REFUSED_MOVES = {
    "cards not held": (lambda: table(*HELD), "22", "DD-27", "22"),
    "one copy too many": (lambda: table(*HELD), "55", "DD-27", "5"),
    "no move at all": (lambda: table(*HELD), "34", "DD-10", "34"),
    "a chain too short": (lambda: table(*HELD), "6789", "DD-12", "6789"),
    "a pass on lead": (lambda: table(*HELD), "pass", "DD-07", "pass"),
    "a lower solo": (lambda: table(*HELD, moves=["9"]), "8", "DD-09", "8"),
    "an equal solo": (lambda: table(*HELD, moves=["9"]), "9", "DD-09", "9"),
    "another kind": (lambda: table(*HELD, moves=["3"]), "55", "DD-09", "55"),
    "a longer chain": (
        lambda: table("345679", "456789T", "3", moves=["34567"]),
        "456789",
        "DD-12",
        "456789",
    ),
    "a lower pair": (lambda: table("772", "5566", "3", moves=["77"]), "66", "DD-10", "66"),
    "a lower bomb": (lambda: table("44445", "33336", "7", moves=["4444"]), "3333", "DD-18", "3333"),
    "a bomb on the rocket": (
        lambda: table("BR5", "33336", "7", moves=["BR"]),
        "3333",
        "DD-19",
        "3333",
    ),
    "the hand of another": (lambda: table(*HELD), "JJQQKKAA", "DD-27", "JJQQKKAA"),
    "a bid while playing": (lambda: table(*HELD), "bid 3", "DD-27", "bid 3"),
    "a call while playing": (lambda: table(*HELD), "call", "DD-27", "call"),
    "showing while playing": (lambda: table(*HELD), "show", "DD-27", "show"),
    "a bid too low": (lambda: auction("2"), "bid 1", "DD-04", "bid 1"),
    "an equal bid": (lambda: auction("2"), "bid 2", "DD-04", "bid 2"),
    "cards while bidding": (lambda: auction(""), "3", "DD-04", "3"),
    "a call in a points auction": (lambda: auction(""), "call", "DD-04", "call"),
    "a bid in a rob auction": (lambda: auction("", ROB), "bid 1", "DD-05", "bid 1"),
    "a rob before a call": (lambda: auction("", ROB), "rob", "DD-05", "rob"),
    "a second call": (lambda: auction("c", ROB), "call", "DD-05", "call"),
    "after the end": (lambda: table("3", "4", "5", moves=["3"]), "4", "DD-08", "4"),
    "a pass after the end": (lambda: table("3", "4", "5", moves=["3"]), "pass", "DD-08", "pass"),
}


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize("name", REFUSED_MOVES)
def test_moves_that_are_refused(name):
    make, move, rule, shown = REFUSED_MOVES[name]
    state = make()
    before = state.clone(), str(state), repr(state), hash(state), pickle.dumps(state)
    legal, history = texts(state.legal_moves()), list(state.history)
    assert not state.is_legal(move)
    why = state.why_not(move)
    assert rule in why
    assert shown in why
    caught = refused(IllegalMove, lambda: state.play(move), shown)
    assert caught.rule == rule
    assert rule in str(caught)
    assert shown in str(caught) or shown in str(caught.cards)
    assert (state, str(state), repr(state), hash(state), pickle.dumps(state)) == before
    assert (texts(state.legal_moves()), list(state.history)) == (legal, history)


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize(
    ("move", "error"),
    [("3X", ValueError), ("33333", ValueError), ("", ValueError), ("fly", ValueError),
     (None, TypeError), (3.0, TypeError), (True, TypeError), (["3"], TypeError),
     (b"3", TypeError), (-1, ValueError), (10**30, ValueError),
     (28238, ValueError)],
    ids=str,
)  # fmt: skip
def test_what_is_no_move_in_a_deal(move, error):
    state = table(*HELD)
    before = state.clone(), str(state), hash(state), pickle.dumps(state)
    refused(error, lambda: state.play(move))
    assert (state, str(state), hash(state), pickle.dumps(state)) == before


@pytest.mark.rule("DD-27", "DD-28")
@pytest.mark.parametrize(
    ("seat", "error"),
    [(3, ValueError), (-1, ValueError),
     (2**70, ValueError), ("0", TypeError), (None, TypeError),
     (1.0, TypeError)],
    ids=str,
)  # fmt: skip
def test_seats_that_do_not_exist(seat, error):
    state = table(*HELD)
    refused(error, lambda: state.hand(seat))
    refused(error, lambda: state.view(seat))
    refused(error, lambda: state.redeal_hidden(seat, 1))


@pytest.mark.parametrize(
    ("seed", "error"),
    [(-1, ValueError), (2**64, ValueError), (10**30, ValueError), ("1", TypeError),
     (None, TypeError), (1.0, TypeError)],
    ids=str,
)  # fmt: skip
def test_seeds_of_redeals_that_do_not_exist(seed, error):
    refused(error, lambda: table(*HELD).redeal_hidden(1, seed))
    refused(error, lambda: FIXED.position(**GOOD, seed=seed))


@pytest.mark.rule("DD-23")
def test_there_is_no_score_before_the_end():
    for state in (table(*HELD), STANDARD.deal(seed=1), ROB.deal(seed=1)):
        assert refused(IllegalMove, state.scores).rule == "DD-23"


def test_states_are_made_by_variants_and_read_only():
    state = table(*HELD)
    with pytest.raises(TypeError):
        type(state)()
    for name in ("turn", "phase", "landlord", "bottom", "history"):
        with pytest.raises(AttributeError):
            setattr(state, name, None)
    ids = state.legal_ids()
    with pytest.raises(TypeError):
        ids[0] = 5
    with pytest.raises(IndexError):
        ids[len(ids)]
    with pytest.raises(IndexError):
        ids[-len(ids) - 1]
    over = table("3", "4", "5", moves=["3"])
    refused((IllegalMove, ValueError), over.sample)


def test_damaged_pickles_are_refused():
    """Bytes of a pickled state with one part changed: an error, or an equal state; no panic."""
    data = pickle.dumps(table(*HELD, moves=["3", "5"]), protocol=5)
    for at in range(len(data)):
        broken = data[:at] + bytes([data[at] ^ 0x15]) + data[at + 1 :]
        state = None
        with contextlib.suppress(Exception):  # a panic is a BaseException and comes through
            state = pickle.loads(broken)
        if isinstance(state, doudizhu.State):
            assert len(texts(state.legal_moves())) == state.num_legal, at


# Facts and simulation


def facts(**changes):
    base = {
        "landlord": 0, "landlord_won": 1, "bid": 1, "robs": 0, "bombs": 0, "rockets": 0,
        "spring": 0, "open_multiplier": 1, "doubled": [0, 0, 0], "plays": [1, 1, 1],
        "cards_left": [0, 1, 1], "redeals": 0, "first_bidder": 0,
    }  # fmt: skip
    return {name: np.array([value]) for name, value in (base | changes).items()}


@pytest.mark.parametrize(
    ("changes", "error"),
    [({"landlord": 3}, ValueError), ({"landlord": -2}, ValueError), ({"bombs": -1}, ValueError),
     ({"robs": -1}, ValueError), ({"bid": 1.5}, TypeError), ({"bid": "1"}, TypeError),
     ({"doubled": [0, 0]}, ValueError), ({"doubled": 1}, ValueError),
     ({"doubled": [0, 2, 0]}, ValueError), ({"bombs": [1, 2, 3]}, ValueError),
     ({"bombs": 100}, ValueError)],
    ids=str,
)  # fmt: skip
def test_facts_that_no_deal_has(changes, error):
    refused(error, lambda: STANDARD.scores(facts(**changes)))


def test_facts_that_are_missing():
    for name in ("landlord", "bid", "bombs", "doubled", "spring"):
        some = facts()
        del some[name]
        refused(RulesError, lambda f=some: STANDARD.scores(f), name)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [({"games": -1}, ValueError), ({"games": 1.5}, TypeError), ({"games": "10"}, TypeError),
     ({"games": None}, TypeError), ({"games": 2**70}, ValueError),
     ({"variant": "doudizhu/none"}, (ValueError, KeyError)), ({"variant": None}, TypeError),
     ({"variant": doudizhu.STANDARD}, TypeError),
     ({"seed": -1}, ValueError), ({"seed": 1.0}, TypeError),
     ({"seed": 2**64}, ValueError),
     ({"first": -1}, ValueError), ({"first": 0.5}, TypeError),
     ({"agents": "clever"}, ValueError), ({"agents": ["random"]}, ValueError),
     ({"agents": ["random"] * 4}, ValueError), ({"agents": ["random", "random", 3]}, TypeError),
     ({"agents": None}, TypeError), ({"agents": 3}, TypeError),
     ({"threads": 0}, ValueError), ({"threads": -1}, ValueError), ({"threads": 1.5}, TypeError),
     ({"threads": "2"}, TypeError), ({"threads": True}, TypeError),
     ({"keep": "all"}, ValueError), ({"keep": None}, (ValueError, TypeError)),
     ({"setup": {"landlord": 0}}, TypeError), ({"setup": "weak_shuffle"}, TypeError),
     ({"progress": 3}, TypeError)],
    ids=str,
)  # fmt: skip
def test_bad_simulations(arguments, error):
    arguments = {"variant": STANDARD, "games": 3} | arguments
    refused(error, lambda: chupai.simulate(**arguments))


def test_an_error_of_a_progress_function_is_not_lost():
    class StopError(Exception):
        pass

    def stop(_done):
        raise StopError

    with pytest.raises(StopError):
        chupai.simulate(STANDARD, 20_000, progress=stop)


def test_results_that_do_not_belong_together():
    run = chupai.simulate(STANDARD, 5, seed=1)
    other = chupai.simulate(ROB, 5, seed=1)
    refused((ValueError, TypeError), lambda: run + other)
    refused(TypeError, lambda: run + 3)


LONG = "x" * 10**6


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize(
    "call",
    [lambda: chupai.variant(LONG), lambda: chupai.variant(list(LONG)),
     lambda: chupai.Variant(rules=LONG), lambda: doudizhu.Rules(auction=LONG),
     lambda: doudizhu.Rules(show_multipliers=LONG), lambda: doudizhu.Rules(doubling=LONG),
     lambda: doudizhu.Scoring(stake=LONG), lambda: doudizhu.Scoring(stake=-(10**5000)),
     lambda: doudizhu.Setup(dealer=LONG), lambda: STANDARD.deal(LONG),
     lambda: STANDARD.deal(10**5000), lambda: STANDARD.deal(np.zeros(10**6)),
     lambda: chupai.simulate(STANDARD, LONG), lambda: chupai.simulate(STANDARD, 10**5000),
     lambda: chupai.simulate(LONG, 1), lambda: chupai.simulate(STANDARD, 1, agents=LONG),
     lambda: chupai.simulate(STANDARD, 1, keep=LONG),
     lambda: chupai.simulate(STANDARD, 1, setup=LONG),
     lambda: chupai.simulate(STANDARD, 1, progress=LONG), lambda: chupai.merge(LONG),
     lambda: chupai.parse_cards(LONG), lambda: chupai.Card(LONG), lambda: doudizhu.moves(LONG),
     lambda: doudizhu.moves("3" * 10**6), lambda: doudizhu.moves("3", LONG),
     lambda: doudizhu.moves("3", rules=LONG), lambda: STANDARD.deal(1).play(LONG),
     lambda: STANDARD.deal(1).play("3" * 10**6), lambda: STANDARD.position(hands=[LONG, "3", "4"])],
)  # fmt: skip
def test_errors_do_not_repeat_all_of_a_long_input(call):
    with pytest.raises((ValueError, TypeError)) as caught:
        call()
    assert 0 < len(str(caught.value)) < 1000
    assert len(str(getattr(caught.value, "cards", ""))) < 1000
