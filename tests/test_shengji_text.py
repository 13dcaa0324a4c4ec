"""Deals of Shengji as text: written and read in every phase, and refused where they cannot be."""

import json
import pickle
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import chupai
from chupai import shengji
from shengji_states import variant

PAGE = Path(__file__).parents[1] / "docs" / "rules" / "shengji.md"
SECTION = PAGE.read_text("utf-8").partition("\n## 7 Notation of a position\n")[2].split("\n## ")[0]
CN_2 = chupai.variant("shengji/cn-2")
PHASES = {"declare", "name", "bury", "overturn", "throw", "play", "over"}

# Deals in which every phase and every part comes up, with their set-ups.
CASES = {
    "first deal": (variant(decks=1), {"first_card": 2}),
    "later deal": (variant(decks=1), {"declarer": 3}),
    "kitty taken again": (variant(decks=1, chaodi=True), {"declarer": 1}),
    "duplicate": (variant(decks=1, declaring="duplicate"), {"declarer": 1, "levels": ("2", "T")}),
    "own levels": (
        variant(decks=1, declare_with_joker="any"),
        {"declarer": 2, "levels": ("3", "7")},
    ),
    "kitty as dealt": (variant(decks=1), {"declarer": 0, "kitty": "as_dealt", "level": "5"}),
    "face down": (variant(decks=1, blind_declaring=True), {"declarer": 1}),
    "two decks": (CN_2, {"declarer": 0}),
    "three decks": (chupai.variant("shengji/platform-3"), {"declarer": 2, "level": None}),
}


def states(case, seed):
    """A deal after each move; who may declare passes more often than not."""
    made, setup = CASES[case]
    state, rng = made.deal(seed, **setup), Random(seed)
    yield state
    while not state.is_over:
        if state.phase == "declare" and rng.random() < 0.7:
            state.play("pass")
        else:
            state.play(state.choose(rng.choice(["random", "random_units"])))
        yield state


def parts(text):
    """The names of the parts of a text."""
    return re.findall(r" (\w+)=", text)


def documented():
    """The parts in the table of the page, with the phases in which they are."""
    rows = re.findall(r"^\| `(\w+)` \| .* \| (.*?) \| .*? \|$", SECTION, re.MULTILINE)
    found = {}
    for name, phases in rows:
        named = set(re.findall(r"`(\w+)`", phases))
        found[name] = PHASES - named if phases.startswith("all") else named
    return found


def assert_round_trip(state):
    text = str(state)
    again = shengji.State.parse(text, state.variant)
    assert again == state
    assert hash(again) == hash(state)
    assert str(again) == text
    assert repr(again) == f"<shengji.State {text}>"
    assert (again.turn, again.phase, again.trump) == (state.turn, state.phase, state.trump)
    assert again.facts() == state.facts()
    assert again.legal_moves(20) == state.legal_moves(20)
    assert (again.history, again.dealings) == ([], [])
    assert str(again.start) == text
    assert pickle.loads(pickle.dumps(again)) == again
    word, *rest = text.split(" ")
    Random(text).shuffle(rest)
    assert shengji.parse(" ".join([word, *rest]), state.variant) == state


@pytest.mark.parametrize("case", CASES)
def test_every_state_can_be_written_and_read(case):
    for seed in range(3):
        for state in states(case, seed):
            assert_round_trip(state)


@pytest.mark.parametrize("case", list(CASES)[1:])  # in the first, cards are dealt again
def test_a_state_that_was_read_plays_on_as_the_one_that_was_written(case):
    for number, state in enumerate(states(case, 5)):
        # Where nobody has declared, which card of the kitty is turned up is drawn, not told.
        turns_up = state.phase == "declare" and state.standing is None
        if number % 4 or state.is_over or turns_up:
            continue
        ours, theirs = state.clone(), shengji.parse(str(state), state.variant)
        ours.reseed(number)
        theirs.reseed(number)
        while not ours.is_over:
            move = ours.sample()
            assert theirs.sample() == move
            ours.play(move)
            theirs.play(move)
        assert theirs.facts() == ours.facts()
        assert theirs.scores() == ours.scores()


def test_the_parts_are_those_of_the_documentation():
    """Those there are, and in which phases."""
    table = documented()
    with pytest.raises(ValueError, match="no part is called") as caught:
        shengji.parse("play colour=red", CN_2)
    assert list(table) == str(caught.value).partition("there are ")[2].split(", ")
    seen = {name: set() for name in table}
    for case in CASES:
        for seed in range(12):
            for state in states(case, seed):
                for name in parts(str(state)):
                    seen[name].add(state.phase)
    for name, phases in table.items():
        assert seen[name], name
        assert seen[name] <= phases, name
    assert seen["turn"] == PHASES - {"over"}
    assert seen["hands"] == PHASES


def test_the_texts_of_the_documentation_are_good():
    whole, shortened, _ = (block.strip().splitlines() for block in SECTION.split("```")[1::2])
    assert len(whole) == 5
    for text in whole:
        assert str(shengji.parse(text, CN_2)) == text
    assert {text.split()[0] for text in whole + shortened} == PHASES
    for text in shortened:
        assert set(parts(text)) <= documented().keys()
        with pytest.raises(ValueError, match=r"hands|draws"):
            shengji.parse(text, CN_2)


SHORT = "play turn=0 hands=3DAH/3H4H/3C4C/5S6S level=2 declarer=0 trump=S"
LED = "play turn=1 hands=/3H4H/3C4C/5S6S level=2 declarer=0 trump=S leader=0 led="


@pytest.mark.parametrize(
    "usual",
    ["leader=0", "points=0/0/0/0", "failed=0/0/0/0", "returned=0/0/0/0", "declarations=0",
     "takers=0", "redeals=0", "kitty=", "turned="],
)  # fmt: skip
def test_parts_with_their_usual_values_are_not_written(usual):
    state = shengji.parse(f"{SHORT} {usual}", CN_2)
    assert str(state) == SHORT
    assert state == shengji.parse(SHORT.replace("level=2 ", ""), CN_2)


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({}, SHORT),
        ({"level": "10"}, SHORT.replace("level=2", "level=T")),
        ({"level": None}, SHORT.replace("level=2", "level=none")),
        ({"declarer": 2, "turn": 3}, SHORT.replace("turn=0", "turn=3").replace("er=0", "er=2")),
        (
            {"kitty": "5D 5D 6D 6D 7D 7D 8D 8D"},
            SHORT.replace("level", "kitty=5D5D6D6D7D7D8D8D level"),
        ),
        ({"standing": (2, "2S 2S")}, f"{SHORT} standing=2,2S2S declarations=1"),
        ({"taker": 0, "points": [5, 0, 10, 20]}, f"{SHORT} taker=0 points=5/0/10/20"),
        ({"last": [0, 2, 2, 0, 4, 0, 1, 0]}, f"{SHORT} last=0/2/2/0/4/0/1/0"),
    ],
)
def test_positions_are_written_shortly(given, text):
    state = CN_2.position(**{"hands": ["3D AH", "3H 4H", "3C 4C", "5S 6S"], "trump": "S"} | given)
    assert str(state) == text
    assert_round_trip(state)


@pytest.mark.parametrize(
    ("led", "units", "written"),
    [
        ("AHAH", ["AH AH"], "AHAH"), ("KHAH", ["AH", "KH"], "KH+AH"), ("AH+KH", None, "KH+AH"),
        ("KHKHAHAH", ["KH KH AH AH"], "KHKHAHAH"), ("KHAHAH", ["AH AH", "KH"], "AHAH+KH"),
        ("KH+AHAH", None, "AHAH+KH"), ("QHQHAHAH", ["AH AH", "QH QH"], "AHAH+QHQH"),
    ],
)  # fmt: skip
def test_leads_are_read_as_units_or_as_the_rules_read_them(led, units, written):
    size = len(led.replace("+", ""))
    hands = "".join("/" + (f"{rank}C" * 2 + f"{rank}D" * 2)[:size] for rank in "345")
    state = shengji.parse(LED.replace("/3H4H/3C4C/5S6S", hands) + led, CN_2)
    assert f" led={written}" in str(state)
    assert units is None or state.led == units
    assert_round_trip(state)


FULL = (
    "hands=3H4C4H6C8C9DJSQSKCKHKS2D/4S5D5C5S7C8STHQCAS2CBR/"
    "3C3S7D7H7S8HTDTSJDAD2H2S/6D8D9C9H9STCJCQDQHKDACAH kitty=3D4D5H6H6SJH level=2"
)
"""One deck, dealt."""


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "phase"),
        ("paly turn=0", "phase"),
        ("x" * 500, "phase"),
        ("play", "hands"),
        (SHORT.replace("turn=0 ", ""), "turn"),
        (SHORT.replace("turn=0", "turn=4"), "turn"),
        (SHORT.replace("turn=0", "turn=-1"), "turn"),
        (SHORT.replace("/5S6S", ""), "hands"),
        (SHORT.replace("5S", "5X"), "hands"),
        (SHORT.replace("=2", "=B"), "level"),
        (SHORT.replace("=S", "=X"), "trump"),
        (f"{SHORT} trump=S", "twice"),
        (f"{SHORT} kitty", "name=value"),
        (f"{SHORT} plays=3D", "plays"),
        (f"{SHORT} thrown=AH", "thrown"),
        (f"{SHORT} standing=2S", "standing"),
        (f"{SHORT} standing=0,2S2H", "standing"),
        (f"{SHORT} standing=4,2S", "standing"),
        (f"{SHORT} points=5/0/0", "points"),
        (f"{SHORT} points=5/0/0/x", "points"),
        (f"{SHORT} last=0/1/1", "last"),
        (f"{SHORT} last=4/1/1/0/1/0/0/0", "last"),
        (f"{SHORT} redeals=256", "redeals"),
        (f"{SHORT} waiting=5", "waiting"),
        (f"{SHORT} round=first", "round"),
        (f"{SHORT} draws=5D", "draws"),
        (f"{SHORT} levels=2", "levels"),
        (f"{LED}AH3D", "led"),
        (f"{LED}AH+AH", "led"),
        (f"{LED}AHKH+QH", "led"),
        (f"{SHORT} leader=1", "leader"),
        (f"{SHORT} plays=3H", "plays"),
        (f"{SHORT} waiting=1", "waiting"),
        (f"{SHORT} next=1", "next"),
        (f"{LED}AH+", "led"),
        ("bury led=AH turn=0 hands=///", "led"),
    ],
)
def test_texts_that_cannot_be_read(text, named):
    with pytest.raises(ValueError, match=named) as caught:
        shengji.parse(text, CN_2)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("text", "rule", "changes"),
    [
        (SHORT.replace("3DAH/3H4H", "AHAH/AH4H"), "SJ-01", {}),
        (SHORT.replace("3DAH", "3D"), "SJ-02", {}),
        (f"{SHORT} kitty=3D4D5D6D7D8D9DTDJD", "SJ-02", {}),
        (f"{SHORT} kitty=3D4D5D", "SJ-02", {}),
        (SHORT.replace("play turn=0", "over").replace("3DAH/3H4H/3C4C/5S6S", "///"), "SJ-27", {}),
        (f"{SHORT} last=1/1/1/0/1/0/0/0", "SJ-26", {}),
        (f"{SHORT} last=0/4/1/0/4/0/0/0", "SJ-09", {}),
        (f"{SHORT} last=0/2/1/0/1/0/0/0", "SJ-13", {}),
        (f"{SHORT} failed=1/0/0/0", "SJ-17", {}),
        (f"{SHORT} failed=200/0/0/0 returned=200/0/0/0", "SJ-16", {}),
        (f"{SHORT} standing=2,3S declarations=1", "SJ-38", {}),
        (f"{SHORT} standing=2,2S2S2S declarations=1", "SJ-01", {}),
        (f"{SHORT} standing=2,2H declarations=1", "SJ-38", {}),
        (f"{SHORT} standing=2,2S", "SJ-38", {}),
        (f"{SHORT} takers=5 taker=2", "SJ-46", {}),
        (f"{SHORT} taker=2", "SJ-45", {}),
        (
            LED.replace("/3H4H/3C4C/5S6S", "3D/3H/3C4C/5S6S").replace("=1", "=2") + "AH plays=4D",
            "SJ-18",
            {},
        ),
        (LED.replace("/3H4H", "/AH4H") + "KH+QH", "SJ-15", {}),
        (SHORT.replace("=S", "=NT"), "SJ-07", {"no_trump": False}),
        (SHORT.replace(" trump=S", ""), "SJ-04", {}),
        (SHORT.replace(" declarer=0", ""), "SJ-40", {}),
        (SHORT.replace("play", "overturn"), "SJ-46", {}),
        (SHORT.replace("play", "bury"), "SJ-45", {}),
        (SHORT.replace("play turn=0", "over"), "SJ-57", {}),
        (
            "throw turn=1 leader=0 thrown=AH+KH hands=AHKH/3H4H/3C4C/5S6S declarer=0 trump=S",
            "SJ-16",
            {},
        ),
        (f"name turn=3 {FULL} declarer=1", "SJ-42", {"decks": 1}),
        (f"declare turn=3 {FULL} declarer=1", "SJ-42", {"decks": 1, "declaring": "given"}),
        (f"declare turn=3 {FULL} declarer=1 trump=S", "SJ-38", {"decks": 1}),
        (f"play turn=1 {FULL} declarer=1 trump=H turned=2S2S", "SJ-41", {"decks": 1}),
        (f"{SHORT} points=100/0/95/10", "SJ-26", {}),
        (f"{SHORT} points=0/0/0/3", "SJ-26", {}),
    ],
)
def test_positions_that_cannot_be(text, rule, changes):
    with pytest.raises(chupai.RulesError) as caught:
        shengji.parse(text, variant(**changes))
    assert caught.value.rule == rule


def test_what_is_no_text_or_variant_is_a_type_error():
    for text, of in [(3, CN_2), (None, CN_2), ("play", None), ("play", 3)]:
        for read in (shengji.parse, shengji.State.parse):
            with pytest.raises(TypeError):
                read(text, of)


def test_changed_texts_are_refused_or_tell_a_position():
    """One change of a good text: an error with a name, or a state that is played to its end."""
    rng, read = Random(9), 0
    for case, (made, _) in CASES.items():
        found = [str(state) for state in states(case, 2)]
        for _ in range(150):
            text = rng.choice(found)
            at = rng.randrange(len(text))
            change = rng.choice("0123456789TJQKABRDCHS/,= xé+-") * rng.randrange(2)
            text = text[:at] + change + text[at + rng.randrange(2) :]
            try:
                state = shengji.parse(text, made)
            except ValueError:
                continue
            read += 1
            assert shengji.parse(str(state), made) == state
            while not state.is_over:
                state.play(state.choose("random_units"))
    assert read > 100


def test_who_buries_has_taken_the_kitty():
    full = FULL.replace("2H2S/", "2H2S3D4D5H6H6SJH/").replace(" kitty=3D4D5H6H6SJH", "")
    state = shengji.parse(f"bury turn=2 {full} declarer=2 trump=S", variant(decks=1))
    state.play("3D 4D 5H 6H 6S JH")
    assert state.view(2).kitty == state.kitty == "3D 4D 5H 6H 6S JH"
    assert state.view(0).kitty is None
    while not state.is_over:
        state.play(state.sample())
    assert state.facts()["kitty_taker"] == 2


def test_turned_cards_of_a_position_told_in_the_play_may_be_anywhere():
    text = (
        "play turn=0 hands=AH3D/3H4H/3C4C/5S6S kitty=5D5D6D6D7D7D8D8D turned=AS "
        "level=2 declarer=0 trump=S taker=0"
    )
    state = shengji.parse(text, CN_2)
    for seed in range(20):
        redealt = state.redeal_hidden(1, seed)
        dealt = [*map(redealt.hand, range(4)), redealt.kitty]
        told = "AH 3D 3H 4H 3C 4C 5S 6S 5D 5D 6D 6D 7D 7D 8D 8D"
        assert sorted(" ".join(dealt).split()) == sorted(told.split())
        assert redealt.view(1) == state.view(1)


def test_a_long_last_trick_is_read_back():
    text = "over hands=/// level=2 declarer=1 trump=S last=0/2/19/0/38/1/1/0"
    assert str(shengji.parse(text, variant(decks=3, constant_trumps="3456789TJQK"))) == text


def test_nothing_is_led_of_a_throw_before_a_unit_is_chosen():
    text = (
        "throw turn=1 hands=4H4HQH/5H5HKH/3C4C5C/6C7C8C level=T declarer=0 trump=S "
        "leader=0 thrown=4H4H+QH"
    )
    state = shengji.parse(text, CN_2)
    assert state.led == state.view(1).led == []


SEATED = {"hands": ["5H AS", "KH 3D", "3H 4D", "AH 6D"], "trump": "S", "level": "T"}


def test_a_standing_declaration_is_given_as_it_is_told():
    one = CN_2.position(**SEATED, standing=(2, "TS TS"))
    assert one.standing == (2, "TS", 2)
    assert CN_2.position(**SEATED, standing=one.standing) == one


POSITIONS = [
    SHORT,
    "play turn=2 hands=3D/4H/3C4C/5S6S level=2 declarer=0 trump=S leader=0 led=AH plays=3H",
    (
        "throw turn=1 hands=4H4HQH/5H5HKH/3C4C5C/6C7C8C level=T declarer=0 trump=S "
        "leader=0 thrown=4H4H+QH"
    ),
    f"{SHORT} standing=2,2S2S taker=0 declarations=1",
]


@pytest.mark.parametrize("text", POSITIONS)
def test_positions_given_by_hand_are_told_to_seats(text):
    state = shengji.parse(text, CN_2)
    watching = [CN_2.observer(seat) for seat in range(4)]
    told = [0] * 4
    while True:
        for seat, observer in enumerate(watching):
            for event in state.events(seat, start=told[seat]):
                observer.observe(json.dumps(event))
                told[seat] += 1
            view = state.view(seat)
            assert observer.view() == view
            assert pickle.loads(pickle.dumps(view)) == view
        if state.is_over:
            break
        state.play(state.sample())


@pytest.mark.parametrize("text", POSITIONS[1:3])
def test_a_trick_on_the_table_is_heeded_where_cards_are_dealt_again(text):
    state = shengji.parse(text, CN_2)
    for seat in range(4):
        for seed in range(20):
            other = state.redeal_hidden(seat, seed)
            assert shengji.parse(str(other), CN_2) == other
            assert other.view(seat) == state.view(seat)


@pytest.mark.rule("SJ-46")
def test_a_declarer_who_took_the_kitty_back_where_nobody_declared():
    rules = replace(shengji.CHAODI, declaring="given")
    game, found = chupai.Variant(rules=rules), 0
    for seed in range(16):
        state = game.deal(seed, declarer=0, trump="S")
        while state.phase != "play":
            declared = [move for move in state.legal_moves(limit=99) if move.kind == "declare"]
            state.play(declared[0] if declared else state.sample())
        if state.facts()["takers"] != 2 or state.taker != 0:
            continue
        found += 1
        hands = [state.hand(seat) for seat in range(4)]
        told = {"standing": state.standing, "taker": 0, "declarer": 0, "kitty": state.kitty}
        assert game.position(hands=hands, trump=state.trump, turn=state.turn, **told) == (
            shengji.parse(str(state), game)
        )
    assert found


def test_a_position_that_is_over_needs_its_last_trick():
    over = {"hands": [""] * 4, "trump": "S", "phase": "over"}
    with pytest.raises(chupai.RulesError, match="SJ-27"):
        CN_2.position(**over)
    state = CN_2.position(**over, last=[1, 1, 1, 0, 1, 0, 1, 1], points=[40, 40, 0, 0])
    assert sum(state.scores()) == 0


def test_who_buried_last_has_overturned_trump_or_is_the_declarer():
    chaodi = chupai.variant("shengji/chaodi")
    state = chaodi.position(**SEATED, standing=(2, "TS TS"), taker=2)
    assert (state.facts()["takers"], state.facts()["declarations"]) == (1, 0)
    with pytest.raises(chupai.RulesError, match="SJ-46"):
        chaodi.position(**SEATED, standing=(2, "TS TS"), taker=1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"standing": 5}, {"standing": (2,)}, {"standing": "2,TS"}, {"hands": None},
        {"hands": "5HAS/KH3D/3H4D/AH6D"}, {"hands": {0: "AH"}}, {"points": 5},
        {"plays": "KH", "led": "AS", "turn": 1},
    ],
    ids=str,
)  # fmt: skip
def test_parts_of_another_kind_are_refused_by_name(wrong):
    with pytest.raises(TypeError, match=next(iter(wrong))):
        CN_2.position(**SEATED | wrong)


@pytest.mark.rule("SJ-16")
def test_a_deal_may_begin_with_a_throw_that_failed():
    """The throw itself is no move of it; what is led of it is."""
    text = (
        "throw turn=1 hands=4H4HQH/5H5HKH/3C4C5C/6C7C8C level=T declarer=0 trump=S leader=0 "
        "thrown=4H4H+QH"
    )
    for number, lead in enumerate(["QH", "4H 4H"]):
        state = shengji.parse(text, CN_2)
        state.play(state.legal_moves()[number])
        assert [str(move) for _, move in state.history] == [f"force {lead}"]
        while True:
            assert pickle.loads(pickle.dumps(state)) == state
            if state.is_over:
                break
            state.play(state.sample())
