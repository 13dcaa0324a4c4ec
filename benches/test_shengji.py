"""Shengji: the core beside the reference, as `test_doudizhu` does it."""

from __future__ import annotations

from dataclasses import asdict
from random import Random
from typing import TYPE_CHECKING

import pytest

import chupai
from chupai import shengji
from comparing import both, compare
from reference import shengji as ref
from reference_play import Replay
from shengji_cases import random_hand, random_lead

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

SWITCHES = asdict(shengji.CN_2)
ORDER = shengji.Trump("S", "T", rules=shengji.CN_2)
NAMED = ref.Trump("S", "T")


def questions(name: str, size: int, number: int) -> list[tuple[str, ref.Lead]]:
    """Draw hands, and leads out of the other cards."""
    rng = Random(name)
    leads = [random_lead(rng, 4, NAMED, SWITCHES) for _ in range(number)]
    gone = [" ".join(lead).split() for lead in leads]
    return [
        (random_hand(rng, size, SWITCHES, g), lead) for lead, g in zip(leads, gone, strict=True)
    ]


@both
def test_leads(benchmark: BenchmarkFixture, who: str) -> None:
    rng = Random("leads")
    hands = [random_hand(rng, 25, SWITCHES) for _ in range(30)]

    def core() -> list[list[str]]:
        return [list(ORDER.leads(hand)) for hand in hands]

    def reference() -> list[list[str]]:
        return [ref.text_of_units(ref.lone_leads(hand, NAMED, SWITCHES)) for hand in hands]

    assert core() == reference()
    compare(benchmark, who, "30 times all leads of one unit of 25 cards", core, reference)


@both
def test_follows(benchmark: BenchmarkFixture, who: str) -> None:
    asked = questions("follows", 12, 30)

    def core() -> list[list[str]]:
        return [list(ORDER.follows(hand, list(lead))) for hand, lead in asked]

    def reference() -> list[list[str]]:
        return [ref.follows(hand, lead, NAMED, SWITCHES) for hand, lead in asked]

    assert core() == reference()
    compare(benchmark, who, "30 times all follows of 12 cards", core, reference)


@both
def test_legality(benchmark: BenchmarkFixture, who: str) -> None:
    rng = Random("plays")
    asked = []
    for hand, lead in questions("legality", 25, 100):
        size = len(" ".join(lead).split())
        drawn = [" ".join(rng.sample(hand.split(), size)) for _ in range(3)]
        asked += [(hand, lead, play) for play in [ORDER.sample_follow(hand, list(lead), 1), *drawn]]

    def core() -> list[bool]:
        return [ORDER.is_legal_follow(hand, list(lead), play) for hand, lead, play in asked]

    def reference() -> list[bool]:
        return [ref.is_legal_follow(p, hand, lead, NAMED, SWITCHES) for hand, lead, p in asked]

    assert core() == reference()
    compare(benchmark, who, "400 times whether cards of 25 may follow", core, reference)


@both
@pytest.mark.parametrize("name", ["shengji/cn-2", "shengji/platform-3"])
def test_whole_deals(benchmark: BenchmarkFixture, who: str, name: str) -> None:
    """The reference follows the deals, and checks every move of them."""
    variant, deals = chupai.variant(name), 10  # with so few, most of it is the call itself

    def core() -> chupai.Result:
        return chupai.simulate(
            variant, deals, seed=1, threads=1, agents="random_units", keep="facts"
        )

    played = [Replay.of(variant.deal(1, index), "random_units") for index in range(deals)]

    def reference() -> list[object]:
        return [replay.by_reference() for replay in played]

    facts = core().facts
    for index, expected in enumerate(replay.by_reference() for replay in played):
        assert {name: facts[name][index].tolist() for name in expected} == expected
    compare(benchmark, who, f"10 deals of {name}, of leads of one unit", core, reference)
