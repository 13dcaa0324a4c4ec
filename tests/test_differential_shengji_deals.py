"""Whole deals of Shengji, in the package and in the reference, move by move."""

from dataclasses import asdict
from random import Random

import pytest

import chupai
from chupai import shengji
from followed_shengji import follow
from reference import shengji as ref
from reference import shengji_score
from reference.shengji_facts import facts
from shengji_cases import PRESETS, random_rules
from shengji_facts import random_scoring
from shengji_states import as_ref, facts_of, hands_of


def random_switches(rng):
    """Draw every switch of the rules."""
    drawn = random_rules(rng)
    decks = drawn["decks"]
    declaring = rng.choice(["during_deal", "during_deal", "duplicate", "given"])
    no_trump, chaodi = rng.random() < 0.8, rng.random() < 0.4
    asks = declaring != "given" or chaodi
    return drawn | {
        "kitty": rng.choice([None, None, *(k for k in range(21) if (54 * decks - k) % 4 == 0)]),
        "no_trump": no_trump,
        "reinforce": rng.random() < 0.8,
        "no_declaration": rng.choice(["kitty", "no_trump"]) if no_trump else "kitty",
        "declaring": declaring,
        "blind_declaring": declaring != "given" and rng.random() < 0.2,
        "declare_with_joker": rng.choice(["off", "off", "any", "by_colour"]) if asks else "off",
        "chaodi": chaodi,
    }


def random_setup(rng, rules):
    """Draw how a deal is set up."""
    set_up = {"kitty": rng.choice(["taken", "taken", "taken", "as_dealt"])}
    level = rng.choice(ref.RANKS)
    if rules["declaring"] == "during_deal" and rng.random() < 0.3:
        return set_up | {"level": level}
    set_up["declarer"] = rng.randrange(4)
    if rules["declaring"] == "given":
        set_up["trump"] = rng.choice([*"DCHS", *["NT"] * rules["no_trump"]])
    if rules["declaring"] == "during_deal":
        set_up["first_card"] = rng.choice([None, 0, 1, 2, 3])
    return set_up | {"levels": (level, rng.choice(ref.RANKS))}


def random_move(rng, state):
    """Some legal move, one of the listed ones more often than one of millions."""
    moves = state.legal_moves()
    if rng.random() < 0.5:
        return moves[rng.randrange(min(len(moves), 200))]
    return state.sample()


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
