"""The events of Shengji are those of the rule-book: which there are, and their keys."""

import re
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest

import chupai
from shengji_states import variant
from shengji_variants import VARIANTS, deals

PAGE = Path(__file__).parents[1] / "docs" / "rules" / "shengji.md"
SECTION = PAGE.read_text("utf-8").partition("\n## 12 What a seat is told\n")[2].split("\n## ")[0]
CN_1 = chupai.variant("shengji/cn-1")
ROUNDS = {"drawing", "last", "attackers"}


def rows(heading):
    """The rows of the table whose first column has this heading."""
    table = SECTION.partition(f"\n| {heading} |")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in row[1:-1].split("|")] for row in table.splitlines()[2:]]


def names(text):
    return set(re.findall(r"`(\w+)`", text))


@pytest.fixture(scope="module")
def told():
    """What every seat is told of many deals, those that go on from a position among them."""
    found = []
    for name, made in VARIANTS.items():
        rng = Random(name)
        for state in deals(made, 3, "events"):
            if state.is_over or rng.random() < 0.02:
                seat = rng.randrange(4)
                found += state.redeal_hidden(seat, 1).events(rng.randrange(4))
            if state.is_over:
                for seat in range(4):
                    found += state.events(seat)
    jokers = variant(decks=1, declare_with_joker="any")
    for made, declarer in ((CN_1, None), (CN_1, 0), (jokers, 0)):
        for seed in range(6):
            state = made.deal(seed, declarer=declarer)
            while state.phase == "declare" and not state.redeals:
                state.play("pass")  # cards are dealt again or turned up, or the attackers are asked
            found += state.events(1)
        # From a position in which somebody has declared, and a move.
        state = made.deal(1, declarer=0)
        while state.standing is None or state.phase != "bury":
            state.play(list(state.legal_moves(9))[state.standing is None])
        state = type(state).parse(str(state), made)
        state.play(state.sample())
        found += state.redeal_hidden(1, 1).events(1)
    return found


def test_events_have_the_documented_keys(told):
    keys = defaultdict(set)
    for event in told:
        keys[event["event"]] |= event.keys() - {"event"}
    documented = {name.strip("`"): names(text) for name, _, text in rows("event")}
    assert keys == documented
    assert {name.strip("`") for name, *_ in rows("key")} == set().union(*documented.values())


def test_tables_have_the_documented_keys(told):
    tables = [(event["phase"], event["table"]) for event in told if "table" in event]
    documented = {name.strip("`"): (value, when) for name, value, when in rows("key of `table`")}
    assert set().union(*(table.keys() for _, table in tables)) == documented.keys()
    for name, (_, when) in documented.items():
        if when == "always":
            assert all(name in table for _, table in tables), name
    assert {phase for phase, table in tables if "drawn" in table} == {"declare"}
    assert {table["round"] for _, table in tables} == ROUNDS == names(documented["round"][0])
    standing = [table["standing"] for _, table in tables if "standing" in table]
    assert {frozenset(one) for one in standing} == {frozenset(names(documented["standing"][0]))}


def test_keys_are_there_when_they_are_said_to_be(told):
    setup = next(value for name, value, _ in rows("key") if name == "`setup`")
    seen = set().union(*(event["setup"].keys() for event in told if "setup" in event))
    assert seen == names(setup.partition(":")[2])
    for event in told:
        phase = event.get("phase")
        assert ("turn" in event) == (phase not in {None, "over"})
        assert ("options" in event) == (phase == "throw")
        if event["event"] == "move":
            word = event["move"].split()[0]
            assert ("table" in event) == (word not in {"lead", "follow", "force"})
            assert "led" not in event or word == "lead"
