"""Deals in which some cards are given: the rest is uniform, and what is given stays given."""

import json
import pickle
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

import chupai
from chupai import doudizhu
from doudizhu_cases import (
    FIXED,
    PACK,
    PRESETS,
    RANKS,
    VARIANTS,
    assert_shares,
    bids,
    chi_square,
    chi_square_limit,
    plain,
)
from reference.doudizhu_knowledge import chances_of_places, less

STANDARD = PRESETS["standard"]
PLACES = [0, 1, 2, "bottom"]
ROOM = {0: 17, 1: 17, 2: 17, "bottom": 3}

CASES = {
    "a bomb and the rocket": {0: "3333BR"},
    "one card each": {0: "A", 1: "A", 2: "A", "bottom": "A"},
    "one hand": {1: "345678999TTTJJJQQ"},
    "two hands": {0: "3344556677889TJQK", 2: "345678999TTTJJJQQ"},
    "the bottom cards": {"bottom": "2BR"},
    "a part of the bottom cards": {"bottom": "R", 2: "2222"},
    "nearly everything": {0: "3344556677889TJQ", 1: "345678999TTTJJJQ", 2: "3478QKKKAAAA222"},
}


def parts_of(state):
    """The hands as dealt and the bottom cards, of a state before its first move."""
    hands = [state.hand(seat) for seat in range(3)]
    return [*(less(h, state.bottom) if len(h) == 20 else h for h in hands), state.bottom]


def assert_given(state, given):
    parts = parts_of(state)
    assert sum(map(Counter, parts), Counter()) == PACK
    assert [len(part) for part in parts] == [17, 17, 17, 3]
    for place, cards in given.items():
        assert not Counter(cards) - Counter(parts[PLACES.index(place)])


def assert_chances(counts, chances, draws):
    assert_shares(counts, {what: float(draws * chance) for what, chance in chances.items()})


def assert_the_rest_is_uniform(states, given, draws):
    counts = {rank: Counter() for rank in RANKS}
    jokers = Counter()
    for state in states:
        assert_given(state, given)
        rest = [
            less(part, given.get(place, ""))
            for place, part in zip(PLACES, parts_of(state), strict=True)
        ]
        for rank in RANKS:
            counts[rank][tuple(part.count(rank) for part in rest)] += 1
        jokers[tuple(i for joker in "BR" for i, part in enumerate(rest) if joker in part)] += 1
    room = [ROOM[place] - len(given.get(place, "")) for place in PLACES]
    gone = Counter("".join(given.values()))
    for rank in RANKS:
        assert_chances(counts[rank], chances_of_places(PACK[rank] - gone[rank], room), draws)
    if not gone["B"] + gone["R"]:
        total = sum(room) * (sum(room) - 1)
        chances = {
            (a, b): room[a] * (room[b] - (a == b)) / total for a in range(4) for b in range(4)
        }
        assert_chances(jokers, {pair: p for pair, p in chances.items() if p}, draws)


@pytest.mark.rule("DD-01")
@pytest.mark.parametrize("name", CASES)
def test_what_is_not_given_is_dealt_uniformly(name):
    given, draws = CASES[name], 1000
    states = (STANDARD.deal(5, index, given=given) for index in range(draws))
    assert_the_rest_is_uniform(states, given, draws)


@pytest.mark.rule("DD-01", "DD-06")
def test_the_landlords_given_cards_are_those_dealt_to_him():
    """With a fixed landlord the bottom cards come to what he was given, not out of it."""
    given, draws = {2: "3333", "bottom": "44"}, 1000
    states = [FIXED.deal(5, index, landlord=2, given=given) for index in range(draws)]
    assert all(len(state.hand(2)) == 20 for state in states)
    assert_the_rest_is_uniform(states, given, draws)


@pytest.mark.rule("DD-01", "DD-04")
def test_what_is_given_is_given_again():
    given, draws = {0: "3333BR", 1: "2", "bottom": "A"}, 800
    states = []
    for index in range(draws):
        state = STANDARD.deal(6, index, first_bidder=1, given=given)
        first = parts_of(state)
        bids(state, "ppp")
        assert state.redeals == 1
        assert parts_of(state) != first
        states.append(state)
    assert_the_rest_is_uniform(states, given, draws)


@pytest.mark.rule("DD-01", "DD-03")
def test_the_first_bidder_is_drawn_as_ever():
    firsts = Counter(STANDARD.deal(5, index, given={0: "33"}).first_bidder for index in range(3000))
    assert chi_square([firsts[seat] for seat in range(3)], [1000] * 3) < chi_square_limit(2)
    assert STANDARD.deal(5, first_bidder=2, given={0: "33"}).first_bidder == 2


@pytest.mark.rule("DD-01")
def test_everything_may_be_given():
    given = {
        0: "3344556677889TJQK", 1: "345678999TTTJJJQQ", 2: "3478QKKKAAAA2222B", "bottom": "56R",
    }  # fmt: skip
    for index in range(5):
        assert parts_of(STANDARD.deal(1, index, given=given)) == list(given.values())
    nothing = STANDARD.deal(1, 2, given={})
    assert nothing == STANDARD.deal(1, 2)


def random_given(rng):
    """Some cards at some places, seldom all of a place."""
    pack = list(PACK.elements())
    rng.shuffle(pack)
    given = {}
    for place in PLACES:
        number = rng.choice([0, 0, 1, 3, ROOM[place]])
        cards, pack = pack[:number], pack[number:]
        if cards:
            given[place] = "".join(cards)
    return given


@pytest.mark.rule("DD-01")
@pytest.mark.parametrize("name", VARIANTS)
def test_simulated_deals_have_what_was_given(name):
    variant = VARIANTS[name]
    rng = Random(f"given {name}")
    for _ in range(4):
        given = random_given(rng)
        setup = doudizhu.Setup(given=given)
        run = chupai.simulate(variant, 12, seed=4, first=3, keep="facts", setup=setup, threads=1)
        short = chupai.simulate(variant, 12, seed=4, first=3, keep="facts", given=given, threads=2)
        assert run.digest() == short.digest()
        for i in range(12):
            state = variant.deal(4, 3 + i, given=given)
            assert_given(state, given)
            while not state.is_over:
                state.play(state.sample())
            facts = {key: plain(value) for key, value in state.facts().items()}
            assert facts == {key: plain(value[i]) for key, value in run.facts.items()}, (given, i)


@pytest.mark.rule("DD-01")
def test_a_set_up_with_cards_is_a_value():
    one = doudizhu.Setup(given={0: "BR33", "bottom": "A 10"})
    two = doudizhu.Setup(given={"bottom": "TA", 0: "3 3 B R", 1: ""})
    other = doudizhu.Setup(given={0: "BR33", "bottom": "AA"})
    assert one == two != other
    assert hash(one) == hash(two)
    assert pickle.loads(pickle.dumps(one)) == one
    assert replace(one, first_bidder=1).given == one.given
    assert doudizhu.Setup(given={}) == doudizhu.Setup() == doudizhu.Setup(given=None)
    assert eval(repr(one), {"Setup": doudizhu.Setup}) == one
    assert "33BR" in json.dumps(one.given)


@pytest.mark.rule("DD-01", "DD-27")
@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({0: "33333"}, "3"),
        ({0: "333", 1: "33"}, "3"),
        ({0: "B", "bottom": "B"}, "B"),
        ({0: "RR"}, "R"),
        ({2: "3333444455556666" + "77"}, ""),
        ({"bottom": "3456"}, ""),
        ({0: "2222", 1: "222"}, "2"),
    ],
)
def test_impossible_cards_are_refused(given, named):
    for ask in (
        lambda: doudizhu.Setup(given=given),
        lambda: STANDARD.deal(1, given=given),
        lambda: chupai.simulate(STANDARD, 3, given=given),
    ):
        with pytest.raises(chupai.RulesError) as caught:
            ask()
        assert caught.value.rule == "DD-01"
        assert named in str(caught.value)
        assert len(str(caught.value)) < 300


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize(
    "given",
    [
        {3: "3"}, {-1: "3"}, {"top": "3"}, {0: "x"}, {0: "1"}, {0: 3}, {0: None}, {None: "3"},
        {0.5: "3"}, "3", 7, ["33"], {True: "3"},
    ],
)  # fmt: skip
def test_what_is_no_cards_at_places_is_refused(given):
    with pytest.raises((ValueError, TypeError)) as caught:
        doudizhu.Setup(given=given)
    assert str(caught.value)


@pytest.mark.rule("DD-01")
def test_cards_are_given_in_uniform_deals_only():
    with pytest.raises(chupai.RulesError, match="DD-01"):
        doudizhu.Setup(dealer="weak_shuffle", given={0: "3"})
    with pytest.raises(chupai.RulesError, match="DD-01"):
        STANDARD.deal(1, dealer="weak_shuffle", given={0: "3"})


@pytest.mark.rule("DD-28")
def test_what_was_given_is_no_knowledge_of_other_seats():
    """Two deals that differ in what others were given look the same, and are redealt the same."""
    own, left, right = "3344556677889TJQK", "345678999TTTJJJQQ", "3478QKKKAAAA2222B"
    setup = {"seed": 1, "first_bidder": 0}
    all_given = STANDARD.deal(given={0: own, 1: left, 2: right, "bottom": "56R"}, **setup)
    swapped = STANDARD.deal(given={0: own, 1: right, 2: left, "bottom": "56R"}, **setup)
    only_own = STANDARD.deal(given={0: own}, **setup)
    for other in (swapped, only_own):
        assert other.view(0) == all_given.view(0)
        assert pickle.dumps(other.view(0)) == pickle.dumps(all_given.view(0))
        for seed in range(20):
            one, two = all_given.redeal_hidden(0, seed), other.redeal_hidden(0, seed)
            assert one == two
            assert parts_of(one)[0] == own
            assert parts_of(bids(one, "ppp")) == parts_of(bids(two, "ppp"))
    lefts = {all_given.redeal_hidden(0, seed).hand(1) for seed in range(30)}
    assert len(lefts) == 30
