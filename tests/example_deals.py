"""The deals of the file of records that comes with the library: one of everything there is.

`make golden` writes the file anew. Each deal is the first of its kind, so that the file depends on
seeds and rules only.
"""

from dataclasses import replace

import chupai
from chupai import Record, doudizhu

SEED = 2025
STANDARD = chupai.variant("doudizhu/standard")
CALL_AND_ROB = chupai.variant("doudizhu/call-and-rob")
RLCARD = chupai.variant("doudizhu/rlcard")
DOUZERO = chupai.variant("doudizhu/douzero")
OPENSPIEL = chupai.variant("doudizhu/openspiel")
SHOWING = chupai.Variant(
    rules=doudizhu.Rules(auction="rob", doubling=True, show_multipliers=(5, 4, 3, 2)),
    scoring=doudizhu.Scoring(stake=10, cap=96),
)
OPEN_HAND = replace(STANDARD, rules=doudizhu.Rules(open_hand=True))
MATCHES = replace(STANDARD, match=doudizhu.MatchRules(deals=20, purse=100))

PLAYERS = ("安", "Bea", "Çelik")
"""Who sits at a real table."""


def played(state, agents):
    """Play on among built-in agents."""
    while not state.is_over:
        state.play(state.choose(agents[state.turn]))
    return state


def first(variant, wanted, agents="random", **setup):
    """Find the first deal that is wanted, among built-in agents."""
    names = (agents,) * 3 if isinstance(agents, str) else agents
    given = doudizhu.Setup(**setup)
    for index in range(20_000):
        state = played(variant.deal(SEED, index, setup=given), names)
        if wanted(state, state.facts()):
            return Record.of(state, seed=SEED, index=index, setup=given, agents=names)
    raise AssertionError("there is no such deal")


def kinds(state):
    """Count how many kinds of moves a deal has seen."""
    return len({move.kind for _, move in state.history})


def of_a_seed():
    """Make deals among built-in agents, which `chupai.simulate` plays likewise."""
    yield first(STANDARD, lambda s, f: not f["redeals"] and kinds(s) >= 9)
    yield first(CALL_AND_ROB, lambda _, f: f["robs"] == 3)
    yield first(RLCARD, lambda s, _: kinds(s) >= 8, landlord=1)
    yield first(DOUZERO, lambda _, f: f["bombs"] == 2, dealer="weak_shuffle")
    yield first(OPENSPIEL, lambda _, f: f["landlord"] == -1)
    yield first(STANDARD, lambda _, f: f["redeals"] == 1)
    yield first(SHOWING, lambda _, f: f["open_multiplier"] == 4 and sum(f["doubled"]) == 2)
    yield first(OPEN_HAND, lambda _, f: f["open_multiplier"] == 2, first_bidder=2)
    yield first(STANDARD, lambda _, f: f["spring"] == 1)
    yield first(STANDARD, lambda _, f: f["rockets"] == 1, "lowest")


def in_a_match():
    """Make a deal of a match, which the last landlord opens."""
    setup = doudizhu.Setup(first_bidder=1)
    state = played(MATCHES.deal(SEED, 4, match=3, setup=setup), ("random",) * 3)
    return Record.of(state, seed=SEED, index=4, match=3, setup=setup, agents=("random",) * 3)


def on_the_table(seed):
    """Give three hands and the bottom cards as if they lay on a table."""
    state = STANDARD.deal(seed)
    return {seat: state.hand(seat) for seat in range(3)} | {"bottom": state.bottom}


def at_a_real_table():
    """Make deals without a seed; in one of them the cards were dealt again."""
    state = STANDARD.deal(given=on_the_table(1), first_bidder=1)
    for move in ("bid 2", "pass", "bid 3"):
        state.play(move)
    notes = {"table": 17, "began": "2025-03-01T20:15:00+08:00"}
    yield Record.of(played(state, ("lowest",) * 3), agents=PLAYERS, notes=notes)
    nobody = STANDARD.deal(given=on_the_table(2), first_bidder=0)
    for _ in range(3):
        nobody.play("pass")
    state = STANDARD.deal(given=on_the_table(3), first_bidder=2)
    for move in ("pass", "bid 1", "pass"):
        state.play(move)
    for _ in range(7):
        state.play(state.choose("lowest"))
    notes = {"ended": "the lights went out"}
    yield Record.of(state, earlier=[nobody], agents=PLAYERS, notes=notes)


def from_positions():
    """Make an endgame, and a deal that went on from the middle of an auction."""
    endgame = STANDARD.position(
        hands=["33447", "5556B", "88992R"], landlord=2, turn=0, to_beat="66", bid=3, bombs=1
    )
    yield Record.of(played(endgame, ("lowest",) * 3), agents=("lowest",) * 3)
    middle = CALL_AND_ROB.deal(SEED, 1)
    for move in ("pass", "call"):
        middle.play(move)
    state = middle.clone()
    for move in ("rob", "rob"):
        state.play(move)
    yield Record.of(state, position=middle)


def examples():
    """Make all of them."""
    return [*of_a_seed(), in_a_match(), *at_a_real_table(), *from_positions()]
