"""Numbers of paths through endgames, from a file that the Rust tests read too.

The numbers are the reference's; see tests/data/doudizhu_perft.txt and tests/reference/perft.py.
"""

from pathlib import Path

import pytest

import chupai
from chupai import doudizhu
from doudizhu_cases import PRESETS
from reference.perft import PROFILES, counted

FILE = Path(__file__).parent / "data" / "doudizhu_perft.txt"
LINES = [
    line
    for line in FILE.read_text("utf-8").splitlines()
    if "|" in line and not line.startswith("#")
]

QUADS = {"auction": "fixed", "quad_chains": True}
RULES = {
    "standard": PRESETS["standard"].rules,
    "rlcard": PRESETS["rlcard"].rules,
    "douzero": PRESETS["douzero"].rules,
    "openspiel": PRESETS["openspiel"].rules,
    "quad chains": doudizhu.Rules(**QUADS),
    "quad chains apart": doudizhu.Rules(**QUADS, wing_repeat=4, wing_extends_chain=False),
    "strict": doudizhu.Rules(
        wing_repeat=1, wing_extends_chain=False, kicker_pair_as_two_solos=False
    ),
    "loose": doudizhu.Rules(
        trio_with_two="any",
        wing_repeat=4,
        wing_both_jokers=True,
        wing_chain_rank=True,
        wing_quad_as_two_pairs=True,
        kicker_both_jokers=True,
        quad_chains=True,
    ),
}


def fields(line):
    return [field.strip() for field in line.split("|")]


def position(line):
    """The state a line describes."""
    name, hands, landlord, to_beat, _, _ = fields(line)
    return chupai.Variant(rules=RULES[name]).position(
        hands=hands.split("/"),
        landlord=int(landlord),
        to_beat=None if to_beat == "-" else to_beat,
    )


def paths(state, depth, kinds):
    """Count paths, and note the kinds of the moves on them."""
    if depth == 0 or state.is_over:
        return 1
    total = 0
    for move in state.legal_moves():
        kinds.add(move.kind)
        following = state.clone()
        following.play(move)
        total += paths(following, depth - 1, kinds)
    return total


def paths_by_counts(state, depth):
    """The same with action ids, and the last moves of paths counted only."""
    if depth == 0 or state.is_over:
        return 1
    if depth == 1:
        return state.num_legal
    total = 0
    for action in state.legal_ids():
        following = state.clone()
        following.play(action)
        total += paths_by_counts(following, depth - 1)
    return total


@pytest.mark.rule("DD-07", "DD-08", "DD-22")
def test_the_package_counts_the_same_paths():
    kinds = set()
    for line in LINES:
        *_, depth, number = fields(line)
        assert paths(position(line), int(depth), kinds) == int(number), line
        assert paths_by_counts(position(line), int(depth)) == int(number), line
    all_kinds = {
        doudizhu.action(i, RULES["loose"]).kind for i in range(doudizhu.num_plays(RULES["loose"]))
    }
    assert kinds == all_kinds


@pytest.mark.parametrize("line", LINES)
def test_the_file_holds_the_numbers_of_the_reference(line):
    assert counted(line) == line


def test_rule_sets_are_the_same_on_both_sides():
    assert RULES.keys() == PROFILES.keys() == {fields(line)[0] for line in LINES}
    for name, switches in PROFILES.items():
        ours = {switch: getattr(RULES[name], switch) for switch in switches}
        assert ours == switches, name


def test_rules_decide_the_numbers():
    """Positions that the file has under several rule sets come out differently."""
    numbers = {}
    for line in LINES:
        _, *where, number = fields(line)
        numbers.setdefault(tuple(where), []).append(number)
    several = [counts for counts in numbers.values() if len(counts) > 1]
    assert len(several) >= 5
    assert all(len(set(counts)) == len(counts) for counts in several)
