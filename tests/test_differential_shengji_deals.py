"""Whole deals of Shengji, in the package and in the reference, move by move."""

from dataclasses import asdict
from random import Random

import pytest

import chupai
from chupai import shengji
from followed_shengji import follow
from reference import shengji_score
from reference.shengji_facts import facts
from shengji_cases import PRESETS, random_setup, random_switches
from shengji_facts import random_scoring
from shengji_states import as_ref, facts_of, hands_of, random_move


def assert_same(state, told):
    assert state.turn == told.turn
    assert state.phase == told.phase
    assert [sorted(hand.split()) for hand in hands_of(state)] == [sorted(h) for h in told.hands]
    answers = told.answers()
    if answers is not None:
        found = [as_ref(move) for move in state.legal_moves()]
        assert sorted(map(str, found)) == sorted(map(str, answers))


def play_out(state, told, rng):
    """Play to the end in both."""
    while not state.is_over:
        assert_same(state, told)
        for _ in range(3):
            move = random_move(rng, state)
            assert told.is_legal(as_ref(move)), move
        state.play(move)
        told.play(as_ref(move))
    assert told.turn is None
    assert facts_of(state) == facts(told)


@pytest.mark.parametrize("seed", range(12))
def test_random_rules(seed):
    rng = Random(seed)
    rules, switches = random_switches(rng), random_scoring(rng)
    scoring = shengji.Scoring(**switches)
    state = chupai.Variant(rules=shengji.Rules(**rules), scoring=scoring).deal(
        seed, **random_setup(rng, rules)
    )
    play_out(state, told := follow(state), rng)
    assert list(state.scores()) == shengji_score.scores(facts(told), switches, rules["decks"])


@pytest.mark.parametrize("name", PRESETS)
def test_presets(name):
    v = chupai.variant(f"shengji/{name}")
    assert asdict(v.rules) == dict(PRESETS[name])
    rng = Random(name)
    for declarer in (None, rng.randrange(4)):
        state = v.deal(rng.randrange(1000), declarer=declarer)
        play_out(state, follow(state), rng)
