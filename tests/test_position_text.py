"""Deals as text: written and read in every phase, short, and refused where they cannot be."""

import pickle
from pathlib import Path
from random import Random

import pytest

import chupai
from chupai import doudizhu
from knowledge_cases import (
    MORE,
    SHOWS,
    STANDARD,
    assert_nothing_leaks,
    combinations,
    states,
)


def assert_round_trip(state):
    text = str(state)
    again = doudizhu.State.parse(text, state.variant)
    assert again == state
    assert hash(again) == hash(state)
    assert str(again) == text
    assert repr(again) == repr(state) == f"<doudizhu.State {text}>"
    assert again.facts() == state.facts()
    assert again.legal_moves() == state.legal_moves()
    assert (again.turn, again.phase, again.bid) == (state.turn, state.phase, state.bid)
    assert again.shown == state.shown
    assert (again.history, again.dealings) == ([], [])
    assert str(again.start) == text
    shuffled = text.split(" ")
    Random(text).shuffle(rest := shuffled[1:])
    assert doudizhu.parse(" ".join([shuffled[0], *rest]), state.variant) == state
    for seat in range(3):
        view = again.view(seat)
        assert view.hand == state.view(seat).hand
        assert view.cards_left == state.view(seat).cards_left
        assert_nothing_leaks(again, Random(text))


@pytest.mark.parametrize("name", MORE)
def test_every_state_can_be_written_and_read(name, soak):
    for index in range(2 * soak):
        for state in states(MORE[name], index, passes=0.7):
            assert_round_trip(state)


@pytest.mark.parametrize("salt", range(4))
def test_every_state_can_be_written_and_read_under_any_switches(salt):
    for variant in combinations(6, f"notation {salt}"):
        for state in states(variant, salt, passes=0.7):
            assert_round_trip(state)


def test_a_state_that_was_read_plays_on_as_the_one_that_was_written():
    for name in ("standard", "call-and-rob", "shows", "everything on"):
        for number, state in enumerate(states(MORE[name], 5, passes=0.7)):
            if state.phase == "show" and state.landlord is None:
                continue  # in which order cards come is not told
            ours, theirs = state.clone(), doudizhu.parse(str(state), MORE[name])
            ours.reseed(number)
            theirs.reseed(number)
            while not ours.is_over and ours.redeals == state.redeals:
                move = ours.sample()
                assert theirs.sample() == move
                ours.play(move)
                theirs.play(move)
                if ours.redeals == state.redeals:
                    assert theirs == ours
            if ours.is_over:
                assert theirs.scores() == ours.scores()


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({}, "play turn=0 landlord=0 hands=3A/TT/4R bottom="),
        ({"landlord": 2}, "play turn=2 landlord=2 hands=3A/TT/4R bottom="),
        (
            {"turn": 1, "to_beat": "2"},
            "play turn=1 landlord=0 hands=3A/TT/4R bottom= to_beat=2 by=0",
        ),
        (
            {"turn": 1, "to_beat": "555666+77", "by": 2},
            "play turn=1 landlord=0 hands=3A/TT/4R bottom= to_beat=555666+77 by=2",
        ),
        ({"bottom": "AR3", "bid": 2}, None),
        (
            {"turn": 1, "to_beat": "6666"},
            "play turn=1 landlord=0 hands=3A/TT/4R bottom= to_beat=6666 by=0",
        ),
        (
            {"bombs": 2, "plays": [3, 4, 1]},
            "play turn=0 landlord=0 hands=3A/TT/4R bottom= plays=3/4/1 bombs=2",
        ),
        ({"bottom": "34K", "bid": 2}, "play turn=0 landlord=0 hands=3A/TT/4R bottom=34K bid=2"),
    ],
)
def test_positions_are_written_shortly(given, text):
    arguments = {"hands": ["3A", "TT", "4R"]} | given
    if text is None:
        with pytest.raises(chupai.RulesError):
            STANDARD.position(**arguments)
        return
    state = STANDARD.position(**arguments)
    assert str(state) == text
    assert_round_trip(state)


def test_readings_of_the_play_to_beat_are_kept():
    """The same cards as another play are another position."""
    variant = chupai.Variant(rules=doudizhu.Rules(auction="fixed", quad_chains=True))
    hands = ["3", "99", "TT"]
    cards = "444555666777"
    for move in doudizhu.classify(cards, variant.rules):
        state = variant.position(hands=hands, turn=1, to_beat=move)
        assert state.to_beat == doudizhu.parse(str(state), variant).to_beat == move
        assert_round_trip(state)


FULL = "hands=33334444555566667/77788889999TTTTJJ/JJQQQQKKKKAAAA222 bottom=2BR"
DEALT = f"auction turn=0 {FULL}"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "phase"),
        ("paly turn=0", "phase"),
        ("x" * 500, "phase"),
        ("play", "turn"),
        ("play turn=0 hands=3/4/5", "landlord"),
        ("play turn=3 landlord=0 hands=3/4/5", "turn"),
        ("play turn=-1 landlord=0 hands=3/4/5", "turn"),
        ("play turn=0 landlord=x hands=3/4/5", "landlord"),
        ("play turn=0 landlord=0 hands=3/4", "hands"),
        ("play turn=0 landlord=0 hands=3/4/X", "hands"),
        ("play turn=0 landlord=0 hands=33333/4/5", "hands"),
        ("play turn=0 landlord=0 hands=333/33/5", "more cards of a rank"),
        ("play turn=0 landlord=0 hands=/4/5", "no cards"),
        ("play turn=0 landlord=0 hands=3/4/5 bottom=33", "three bottom cards"),
        ("play turn=0 landlord=0 hands=3/4/5 hands=3/4/5", "twice"),
        ("play turn=0 landlord=0 hands=3/4/5 dealer=1", "dealer"),
        ("play turn=0 landlord=0 hands=3/4/5 by=1", "to_beat"),
        ("play turn=0 landlord=0 hands=3/4/5 to_beat=pass by=1", "to_beat"),
        ("play turn=0 landlord=0 hands=3/4/5 to_beat=67 by=1", "to_beat"),
        ("play turn=0 landlord=0 hands=3/4/5 to_beat=6 by=0", "beat"),
        ("play turn=0 landlord=0 hands=3/4/5 moment=1", "moment"),
        ("play turn=0 landlord=0 hands=3/4/5 said=pass", "said"),
        ("play turn=0 landlord=0 hands=3/4/5 bid=4", "bid"),
        ("play turn=0 landlord=0 hands=3/4/5 robs=1", "robs"),
        ("play turn=0 landlord=0 hands=3/4/5 bombs=14", "bombs"),
        ("play turn=0 landlord=0 hands=3/4/5 rockets=2", "rockets"),
        ("play turn=0 landlord=0 hands=3/4/5 plays=1/2", "plays"),
        ("play turn=0 landlord=0 hands=3/4/5 plays=0/0/0", "plays"),
        ("play turn=0 landlord=0 hands=3/4/5 shown=0", "shown"),
        ("play turn=0 landlord=0 hands=3/4/5 open_multiplier=2", "open_multiplier"),
        ("play turn=0 landlord=0 hands=3/4/5 doubled=1", "doubled"),
        ("play turn=0 landlord=0 hands=3/4/5 redeals=256", "redeals"),
        ("play turn=0 landlord=0 hands=3/4/5 robs", "robs"),
        ("over landlord=0 hands=3/4/5 bottom=", "over"),
        ("over landlord=0 hands=//5 bottom=", "over"),
        ("over turn=0 landlord=0 hands=/4/5 bottom=", "turn"),
        (f"over {FULL}", "phase"),
        (f"double turn=0 landlord=0 {FULL}", "phase"),
        (f"show turn=0 landlord=0 {FULL}", "phase"),
        (f"show turn=0 moment=0 {FULL}", "phase"),
        (f"{DEALT} landlord=0", "landlord"),
        (f"{DEALT} said=bid1,bid1", "said"),
        (f"{DEALT} said=bid3", "said"),
        (f"{DEALT} said=call", "said"),
        (f"{DEALT} said=4", "said"),
        (f"{DEALT} said=pass,pass,pass", "said"),
        ("auction turn=0 hands=3/4/5 bottom=2BR", "hands"),
        (DEALT.replace("bottom=2BR", "bottom=2B"), "bottom"),
        (DEALT.replace("bottom=2BR", "bottom=22B"), "more cards of a rank"),
    ],
)
def test_texts_that_tell_no_position(text, named):
    with pytest.raises(ValueError, match=named) as caught:
        doudizhu.parse(text, STANDARD)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (f"show turn=0 moment=3 {FULL}", "moment"),
        (f"show turn=0 moment=1 {FULL}", "received"),
        (f"show turn=0 moment=1 received=33334/77788/JJQQ {FULL}", "received"),
        (f"show turn=0 moment=1 received=33334/77788/JJQQB {FULL}", "received"),
        (f"show turn=0 moment=0 landlord=1 {FULL}", "landlord"),
        (f"show turn=0 moment=0 shown=0 {FULL}", "shown"),
        (f"show turn=1 moment=0 shown=0 open_multiplier=6 {FULL}", "open_multiplier"),
        (f"double turn=1 landlord=0 {FULL}", "seat 0"),
        (f"double turn=1 landlord=0 {FULL}".replace("667/", "6672BR/"), "doubled=2"),
    ],
)
def test_texts_of_showing_and_doubling_that_tell_no_position(text, named):
    if named == "doubled=2":
        assert doudizhu.parse(f"{text} doubled=0", SHOWS).doubled == [True, False, False]
        with pytest.raises(chupai.RulesError, match="doubled"):
            doudizhu.parse(f"{text} {named}", SHOWS)
        return
    with pytest.raises(ValueError, match=named):
        doudizhu.parse(text, SHOWS)


def test_what_is_no_text_or_variant_is_a_type_error():
    for text, variant in [(3, STANDARD), (None, STANDARD), ("play", None), ("play", 3)]:
        for read in (doudizhu.parse, doudizhu.State.parse):
            with pytest.raises(TypeError):
                read(text, variant)


def test_changed_texts_are_refused_or_tell_a_position():
    """One change of a good text: an error with a name, or a state that can be written again."""
    rng = Random(9)
    found = [str(state) for state in states(SHOWS, 2, passes=0.7)]
    read = 0
    for _ in range(4000):
        text = rng.choice(found)
        at = rng.randrange(len(text))
        change = rng.choice("0123456789TJQKA2BR/,= xé+-") * rng.randrange(2)
        text = text[:at] + change + text[at + rng.randrange(2) :]
        try:
            state = doudizhu.parse(text, SHOWS)
        except ValueError:
            continue
        read += 1
        assert doudizhu.parse(str(state), SHOWS) == state
        while not state.is_over:
            state.play(state.sample())
        assert sum(state.scores()) == 0
    assert read > 100


def test_the_texts_of_the_documentation_are_good():
    page = Path(__file__).parents[1] / "docs" / "rules" / "doudizhu.md"
    section = page.read_text("utf-8").partition("\n## 14 ")[2]
    texts = section.split("```")[1].strip().splitlines()
    assert len(texts) == 4
    for text in texts:
        assert str(doudizhu.parse(text, STANDARD)) == text


def test_where_a_position_began_is_told():
    state = STANDARD.position(hands=["34", "5", "6"], bombs=1)
    first = state.clone()
    state.play("3")
    assert state.start == first
    assert state.start.history == []
    assert pickle.loads(pickle.dumps(state)).start == first
    assert STANDARD.deal(seed=1).start is None
