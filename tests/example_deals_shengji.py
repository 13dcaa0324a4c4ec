"""The deals of the file of records of Shengji that comes with the library.

`make golden` writes the file anew. Each deal is the first of its kind, so that the file depends on
seeds and rules only.
"""

from dataclasses import replace

import chupai
from chupai import Record, shengji

SEED = 2025
CN_1 = chupai.variant("shengji/cn-1")
CN_2 = chupai.variant("shengji/cn-2")
CN_3 = chupai.variant("shengji/cn-3")
PLATFORM_2 = chupai.variant("shengji/platform-2")
PLATFORM_3 = chupai.variant("shengji/platform-3")
PLATFORM_3_RUNS = chupai.variant("shengji/platform-3-runs")
FOUR_DECK = chupai.variant("shengji/four-deck")
FOUR_DECK_RUNS = chupai.variant("shengji/four-deck-runs")
CONSTANT_TWO = chupai.variant("shengji/constant-two")
FAST_LEVELS = chupai.variant("shengji/fast-levels")
CHAODI = chupai.variant("shengji/chaodi")
DUPLICATE = chupai.Variant(
    rules=shengji.Rules(declaring="duplicate", tractor_min_length=3),
    match=shengji.MatchRules(form="duplicate", deals=16, levels="5TK"),
)
BLIND = replace(CN_2, rules=shengji.Rules(blind_declaring=True, kitty=12))
JOKERS = chupai.Variant(
    rules=shengji.Rules(decks=1, declare_with_joker="by_colour", banned_links=(("B", "R"),)),
    scoring=shengji.Scoring(kitty_multiplier={"single": 1, "throw": 5}, throw_penalty=10),
)
GIVEN = chupai.Variant(rules=shengji.Rules(declaring="given", throws=False))

PLAYERS = ("安", "Bea", "Çelik", "D")
"""Who sits at a real table."""

UNITS = ("random_units",) * 4


def played(state, agents):
    """Play on among built-in agents."""
    while not state.is_over:
        state.play(state.choose(agents[state.turn]))
    return state


def first(variant, wanted, agents="random_units", **setup):
    """Find the first deal that is wanted, among built-in agents."""
    names = (agents,) * 4 if isinstance(agents, str) else agents
    given = shengji.Setup(**setup)
    for index in range(20_000):
        state = played(variant.deal(SEED, index, setup=given), names)
        if wanted(state, state.facts()):
            return Record.of(state, seed=SEED, index=index, setup=given, agents=names)
    raise AssertionError("there is no such deal")


def kinds(state):
    """Tell the kinds of moves that a deal has seen."""
    return {move.kind for _, move in state.history}


def widest(state):
    """Tell how many cards the largest unit had that was led."""
    units = (unit for _, move in state.history if move.kind == "lead" for unit in move.units)
    return max(len(unit.split()) for unit in units)


def of_a_seed():
    """Make deals among built-in agents, which `chupai.simulate` plays likewise."""
    yield first(CN_2, lambda s, f: "force" in kinds(s) and not f["redeals"], "random")
    yield first(CN_1, lambda _, f: f["redeals"] == 1)
    yield first(CN_3, lambda s, _: widest(s) >= 6, declarer=2, levels=("T", "J"))
    yield first(PLATFORM_2, lambda _, f: f["last_throw"] == 1, "random", level="Q")
    yield first(PLATFORM_3, lambda _, f: f["trump"] == 4, ("lowest", *UNITS[1:]))
    yield first(PLATFORM_3_RUNS, lambda _, f: f["last_width"] == 2, level=None)
    yield first(FOUR_DECK, lambda s, _: widest(s) >= 4, first_card=3)
    yield first(FOUR_DECK_RUNS, lambda _, f: f["attackers_points"] >= 200, declarer=1, level="A")
    yield first(CONSTANT_TWO, lambda _, f: f["last_level_card"] > 0, "lowest", level="3")
    yield first(FAST_LEVELS, lambda s, f: widest(s) >= 4 and f["trump"] == 0, declarer=0)
    yield first(CN_1, lambda s, _: bool(s.turned_up), declarer=0)
    yield first(CHAODI, lambda _, f: f["takers"] == 2)
    yield first(DUPLICATE, lambda s, _: "name" in kinds(s), declarer=3, level="K")
    yield first(BLIND, lambda _, f: f["declarations"] > 1, declarer=1)
    yield first(JOKERS, lambda _, f: f["declarer"] % 2 == 1, declarer=2, levels=("7", "8"))
    yield first(
        GIVEN, lambda *_: True, declarer=3, trump="NT", kitty="as_dealt", given={0: "R R B B"}
    )


def in_a_match():
    """Make a deal of a match, whose declarer and levels follow from the deals before."""
    setup = shengji.Setup(declarer=3, levels=("4", "7"))
    state = played(CN_2.deal(SEED, 4, match=3, setup=setup), UNITS)
    return Record.of(state, seed=SEED, index=4, match=3, setup=setup, agents=UNITS)


def on_the_table(seed):
    """Give all cards of one deck in the order in which they were drawn at a table."""
    dealing = CN_1.deal(seed).dealings[0]
    return shengji.Setup().dealt(dealing, CN_1.rules).given


def at_a_real_table():
    """Make deals without a seed; in one of them the cards were dealt again."""
    state = CN_1.deal(given=on_the_table(1), in_order=True, declarer=2, levels=("2", "5"))
    notes = {"table": 17, "began": "2025-03-01T20:15:00+08:00"}
    yield Record.of(played(state, ("lowest",) * 4), agents=PLAYERS, notes=notes)
    nobody = CN_1.deal(given=on_the_table(2), in_order=True)
    while not nobody.redeals:
        nobody.play("pass")
    state = CN_1.deal(given=on_the_table(3), in_order=True)
    while state.phase != "play" or len(state.trick) < 3:
        state.play(state.choose("lowest"))
    notes = {"ended": "the lights went out"}
    yield Record.of(state, earlier=[nobody], agents=PLAYERS, notes=notes)


def where_trump_may_be_overturned():
    """Find a deal in which somebody may take the kitty again."""
    for index in range(20_000):
        state = CHAODI.deal(SEED, index, declarer=0)
        while state.phase in {"declare", "bury"}:
            state.play(state.choose("random_units"))
        if state.phase == "overturn":
            return state
    raise AssertionError("there is no such deal")


def from_positions():
    """Make an endgame, and a deal that went on from where the kitty might be taken again."""
    endgame = CN_2.position(
        hands=["5H AS", "KH 3D", "3H 4D", "AH 6D"],
        trump="S",
        level="T",
        kitty="TD KD 3C 3C 4C 4C 6C 6C",
        points=[20, 40, 30, 20],
    )
    yield Record.of(played(endgame, ("lowest",) * 4), agents=("lowest",) * 4)
    middle = where_trump_may_be_overturned()
    state = middle.clone()
    while state.phase != "play" or len(state.trick) < 2:
        state.play(state.choose("random_units"))
    yield Record.of(state, position=middle)


def examples():
    """Make all of them."""
    return [*of_a_seed(), in_a_match(), *at_a_real_table(), *from_positions()]
