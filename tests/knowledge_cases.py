"""Deals and checks shared by the tests of what seats know of Dou Dizhu."""

import pickle
from collections import Counter
from random import Random

import chupai
from chupai import doudizhu
from doudizhu_cases import VARIANTS
from random_cases import random_rules

STANDARD = chupai.variant("doudizhu/standard")
SHOWS = chupai.Variant(rules=doudizhu.Rules(show_multipliers=(5, 4, 3, 2), doubling=True))
FIXED_SHOWS = chupai.Variant(rules=doudizhu.Rules(auction="fixed", show_multipliers=(4, 3, 2)))
MORE = VARIANTS | {"shows": SHOWS, "fixed shows": FIXED_SHOWS}


def states(variant, index, *, passes=0.0, seed=61, **setup):
    """Every state of a deal of random moves, in which auctions are passed out more often."""
    rng = Random(f"{index} {seed}")
    state = variant.deal(seed=seed, index=index, **setup)
    yield state
    while not state.is_over:
        moves = state.legal_moves()
        wait = state.phase == "auction" and state.redeals < 3 and rng.random() < passes
        state.play(moves[0] if wait else rng.choice(moves))
        yield state


def combinations(number, salt):
    """Variants with all switches drawn at random."""
    rng = Random(salt)
    return [chupai.Variant(rules=doudizhu.Rules(**random_rules(rng))) for _ in range(number)]


def ranks(text):
    return Counter(text.replace("+", ""))


def assert_nothing_leaks(state, rng):
    """The view is the same in a deal with other hidden cards, down to the bytes of its pickle."""
    for seat in range(3):
        view = state.view(seat)
        seed = rng.randrange(2**64)
        other = state.redeal_hidden(seat, seed)
        again = other.view(seat)
        assert again == view
        assert pickle.dumps(again) == pickle.dumps(view)
        assert other.events(seat) == state.events(seat)
        assert other.history == state.history
        sample = view.sample_state(seed)
        assert sample == other
        assert pickle.dumps(sample) == pickle.dumps(other)
        # It does not matter which of the deals with this view is dealt anew.
        seed = rng.randrange(2**64)
        assert pickle.dumps(other.redeal_hidden(seat, seed)) == pickle.dumps(
            view.sample_state(seed)
        )
        restored = pickle.loads(pickle.dumps(view))
        assert restored == view
        assert restored.sample_state(seed) == view.sample_state(seed)
