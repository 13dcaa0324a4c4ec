"""Variants of Shengji, published and odd, for tests of what holds whatever the rules are."""

from random import Random

import chupai
from chupai import shengji
from shengji_cases import random_setup, random_switches
from shengji_facts import random_scoring
from shengji_states import random_move

NAMES = [name for name in chupai.variants() if name.startswith("shengji/")]


def drawn(number):
    """A variant with every switch drawn at random."""
    rng = Random(f"odd {number}")
    rules = shengji.Rules(**random_switches(rng))
    return chupai.Variant(rules=rules, scoring=shengji.Scoring(**random_scoring(rng)))


ODD = {f"odd {number}": drawn(number) for number in range(12)}
ODD["two are buried"] = chupai.Variant(rules=shengji.Rules(decks=1, kitty=2, chaodi=True))
ODD["protected"] = chupai.Variant(
    rules=shengji.Rules(decks=3, protect_wider=True, follow_order="suit_only", reinforce=False)
)

VARIANTS = {name.partition("/")[2]: chupai.variant(name) for name in NAMES} | ODD
"""By name; in the odd ones every switch is away from its default somewhere, and together."""


def set_up(variant, rng):
    """Draw a set-up that the rules have a use for."""
    switches = {name: getattr(variant.rules, name) for name in ("declaring", "no_trump")}
    return shengji.Setup(**random_setup(rng, switches))


def deals(variant, number, salt=""):
    """Each state of some random deals, the same object moved on; the first has no history."""
    rng = Random(f"{salt} {variant.rules}")
    for index in range(number):
        state = variant.deal(17, index, setup=set_up(variant, rng))
        yield state
        while not state.is_over:
            state.play(random_move(rng, state))
            yield state
