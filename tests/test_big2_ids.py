"""Action ids of Big Two: the tables of docs/rules/big2.md, and ids of moves that are legal."""

import re
from pathlib import Path

import numpy as np
import pytest

import chupai
from chupai import big2

PAGE = Path(__file__).parents[1] / "docs" / "rules" / "big2.md"
SECTION = PAGE.read_text("utf-8").split("## 8 Action ids")[1].split("\n## ")[0]
ALL = big2.Rules(
    bare_quad="as_quads", two_pair_4=True, two_pair_5=True, dragon_play=True, straights="game_rank"
)
PLAYS = (
    "pass", "single", "pair", "triple", "straight", "flush", "full_house", "quads", "bare_quad",
    "two_pair_4", "two_pair_5", "dragon",
)  # fmt: skip


def usable(rules):
    """The moves of each id that the rules have a use for."""
    for number in range(big2.num_actions(rules)):
        try:
            yield number, big2.action(number, rules)
        except ValueError:
            continue


def test_the_ranges_of_ids_are_the_documented_ones():
    rows = re.findall(r"^\| ([\d,]+)(?: … ([\d,]+))? \| .*? \| ([\d,]+) \|$", SECTION, re.MULTILINE)
    ranges = [tuple(int(part.replace(",", "") or 0) for part in row) for row in rows]
    following = 0
    for first, last, many in ranges:
        assert first == following
        assert (last or first) - first + 1 == many
        following += many
    assert following == big2.num_actions() == 147_404
    # Five cards of one suit have the id of their straight, where it is one.
    kinds = dict(zip(PLAYS, ranges, strict=False)) | {"straight_flush": ranges[4]}
    for number, move in usable(ALL):
        if move.kind in kinds:
            first, last, _ = kinds[move.kind]
            assert first <= number <= (last or first), str(move)


def test_the_ids_of_the_table():
    cells = re.findall(r"\| ([\d,]+) \| `([^`]*)`", SECTION)
    examples = [(int(number.replace(",", "")), text) for number, text in cells if " … " not in text]
    examples = [(number, text) for number, text in examples if re.fullmatch(r"[\w ]*[DCHS]", text)]
    assert len(examples) >= 18
    for number, text in examples:
        rules = next(
            rules
            for rules in (big2.HONG_KONG, ALL)
            if big2.classify(text, rules=rules) is not None and (number != 10_423 or rules is ALL)
        )
        assert big2.action_id(text, rules) == number
        assert str(big2.action(number, rules)) == text


@pytest.mark.parametrize(
    ("rules", "plays"),
    [(big2.HONG_KONG, 19_899), (big2.TAIWAN, 14_792), (big2.BLOODY, 14_791)],
    ids=["hong-kong", "taiwan", "bloody"],
)
def test_usable_ids(rules, plays):
    assert big2.num_plays(rules) == plays
    found = [
        (number, move) for number, move in usable(rules) if move.is_pass or move.kind in PLAYS
        or move.kind == "straight_flush"
    ]  # fmt: skip
    assert len(found) == plays
    for number, move in found:
        if move.kind != "dragon":  # whose id tells no cards
            assert big2.action_id(move, rules) == number
            assert big2.action_id(str(move), rules) == number


@pytest.mark.parametrize("name", [n for n in chupai.variants() if n.startswith("big2/")])
def test_legal_ids_are_those_of_the_legal_moves(name):
    variant = chupai.variant(name)
    for index in range(10):
        state = variant.deal(8, index)
        while not state.is_over:
            moves = list(state.legal_moves())
            if variant.rules.decks == 2:
                with pytest.raises(chupai.NoActionIds):
                    state.legal_ids()
            else:
                ids = np.asarray(state.legal_ids()).tolist()
                assert len(set(ids)) == len(ids) == len(moves)
                assert sorted(ids) == sorted(big2.action_id(m, variant.rules) for m in moves)
                played = state.clone()
                played.play(ids[-1])
            state.play(state.sample())
