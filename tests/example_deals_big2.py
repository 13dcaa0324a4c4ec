"""The deals of the file of records of Big Two that comes with the library.

`make golden` writes the file anew. Each deal is the first of its kind, so that the file depends on
seeds and rules only.
"""

from dataclasses import replace

import chupai
from chupai import Record, big2

SEED = 2025
HONG_KONG = chupai.variant("big2/hong-kong")
HONG_KONG_PLACE = chupai.variant("big2/hong-kong-place")
WIKIPEDIA = chupai.variant("big2/wikipedia")
TAIWAN = chupai.variant("big2/taiwan")
TAIWAN_DEDUCTION = chupai.variant("big2/taiwan-deduction")
TAIWAN_3P = chupai.variant("big2/taiwan-3p")
BLOODY = chupai.variant("big2/bloody")
MALAYSIA_3P = chupai.variant("big2/malaysia-3p")
TWO_DECK = chupai.variant("big2/two-deck")
NATURAL = chupai.variant("big2/natural")
CUT = replace(TWO_DECK, match=replace(TWO_DECK.match, cut=True, purse=500))
FOUR_TWOS = chupai.Variant(
    rules=big2.Rules(instant_wins=("four_twos",), bare_quad="as_quads", top_rule="forced"),
    scoring=big2.Scoring(winner_bonus=5),
)

PLAYERS = ("安", "Bea", "Çelik", "D")
"""Who sits at a real table."""


def played(state, agents):
    """Play on among built-in agents."""
    while not state.is_over:
        state.play(state.choose(agents[state.turn]))
    return state


def kinds(state):
    """Count how many kinds of moves a deal has seen."""
    return len({move.kind for _, move in state.history})


def first(variant, wanted, agents="random", **setup):
    """Find the first deal that is wanted, among built-in agents."""
    names = (agents,) * variant.seats if isinstance(agents, str) else agents
    given = big2.Setup(**setup)
    for index in range(20_000):
        state = played(variant.deal(SEED, index, setup=given), names)
        if wanted(state, state.facts()):
            return Record.of(state, seed=SEED, index=index, setup=given, agents=names)
    raise AssertionError("there is no such deal")


def of_a_seed():
    """Make deals among built-in agents, which `chupai.simulate` plays likewise."""
    yield first(HONG_KONG, lambda s, _: kinds(s) >= 7)
    yield first(HONG_KONG_PLACE, lambda _, f: f["could_have_stopped"] >= 0)
    yield first(WIKIPEDIA, lambda _, f: f["redeals"] == 1)
    yield first(TAIWAN, lambda s, _: kinds(s) >= 6 and "quads" in str_kinds(s))
    yield first(TAIWAN_DEDUCTION, lambda _, f: max(f["spade_aces_left"]) == 1, "lowest")
    yield first(TAIWAN_3P, lambda _, f: f["winner"] == 2, ("random", "random", "lowest"))
    yield first(BLOODY, lambda _, f: f["revolutions"] == 1, roles=(3, 1, 0, 2))
    yield first(MALAYSIA_3P, lambda _, f: f["swapped"] == 1)
    yield first(TWO_DECK, lambda s, _: kinds(s) >= 7, leader=1)
    yield first(NATURAL, lambda s, _: "straight" in str_kinds(s))
    yield first(FOUR_TWOS, lambda _, f: f["instant"] == 2)


def str_kinds(state):
    """Tell the kinds of moves that a deal has seen."""
    return {move.kind for _, move in state.history}


def in_a_match():
    """Make a deal of a match, which is cut for, and which the last winner leads."""
    setup = big2.Setup(leader=2, first_card=None)
    state = played(CUT.deal(SEED, 4, match=3, setup=setup), ("random",) * 4)
    return Record.of(state, seed=SEED, index=4, match=3, setup=setup, agents=("random",) * 4)


def on_the_table(variant, seed):
    """Give all cards as if they lay on a table."""
    dealing = variant.deal(seed).dealings[0]
    return big2.Setup().dealt(dealing, variant.rules).given


def with_a_weak_hand():
    """Find cards of which a seat may ask for others."""
    return next(seed for seed in range(20_000) if WIKIPEDIA.deal(seed).phase == "redeal")


def at_a_real_table():
    """Make deals without a seed; in one of them the cards were dealt again."""
    state = MALAYSIA_3P.deal(given=on_the_table(MALAYSIA_3P, 1))
    state.play("swap")
    notes = {"table": 17, "began": "2025-03-01T20:15:00+08:00"}
    yield Record.of(played(state, ("lowest",) * 3), agents=PLAYERS[:3], notes=notes)
    nobody = WIKIPEDIA.deal(given=on_the_table(WIKIPEDIA, with_a_weak_hand()))
    while nobody.phase == "redeal":
        nobody.play("redeal")
    state = WIKIPEDIA.deal(given=on_the_table(WIKIPEDIA, 3))
    for _ in range(7):
        state.play(state.choose("lowest"))
    notes = {"ended": "the lights went out"}
    yield Record.of(state, earlier=[nobody], agents=PLAYERS, notes=notes)


def from_positions():
    """Make an endgame, and a deal that went on from the middle of an exchange."""
    endgame = HONG_KONG.position(
        hands=["3D 7C 7S", "2H 2S", "8D 8C 9S JD", "KH"], turn=2, to_beat="6H", by=1
    )
    yield Record.of(played(endgame, ("lowest",) * 4), agents=("lowest",) * 4)
    middle = BLOODY.deal(SEED, 1, roles=(0, 1, 2, 3))
    middle.play("ask 2")
    state = middle.clone()
    for _ in range(4):
        state.play(state.choose("lowest"))
    yield Record.of(state, position=middle)


def examples():
    """Make all of them."""
    return [*of_a_seed(), in_a_match(), *at_a_real_table(), *from_positions()]
