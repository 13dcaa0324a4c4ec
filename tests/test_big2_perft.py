"""Numbers of paths through endgames of Big Two, from a file that the Rust tests read too.

The numbers are the reference's; see tests/data/big2_perft.txt and tests/reference/big2_perft.py.
"""

from pathlib import Path

import pytest

import chupai
from chupai import big2
from reference.big2_perft import PROFILES, counted

FILE = Path(__file__).parent / "data" / "big2_perft.txt"
LINES = [
    line
    for line in FILE.read_text("utf-8").splitlines()
    if "|" in line and not line.startswith("#")
]


def fields(line):
    return [field.strip() for field in line.split("|")]


def position(line):
    """The state a line describes."""
    name, hands, turn, to_beat, _, _ = fields(line)
    dealt = hands.split("/")
    variant = chupai.Variant(rules=big2.Rules(**PROFILES[name], players=len(dealt)))
    return variant.position(
        hands=dealt, turn=int(turn), to_beat=None if to_beat == "-" else to_beat
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
    """The same with texts, and the last moves of paths counted only."""
    if depth == 0 or state.is_over:
        return 1
    if depth == 1:
        return state.num_legal
    total = 0
    for move in state.legal_moves():
        following = state.clone()
        following.play(str(move))
        total += paths_by_counts(following, depth - 1)
    return total


@pytest.mark.rule("BT-27", "BT-28", "BT-31")
def test_the_package_counts_the_same_paths():
    kinds = set()
    for line in LINES:
        *_, depth, number = fields(line)
        assert paths(position(line), int(depth), kinds) == int(number), line
        assert paths_by_counts(position(line), int(depth)) == int(number), line
    decisions = {"swap", "redeal", "ask", "give"}
    assert kinds == set(big2.KINDS) - decisions


@pytest.mark.parametrize("line", LINES)
def test_the_file_holds_the_numbers_of_the_reference(line):
    assert counted(line) == line


def test_every_rule_set_is_in_the_file():
    assert PROFILES.keys() == {fields(line)[0] for line in LINES}
