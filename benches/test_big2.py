"""Big Two: the core beside the reference, as `test_doudizhu` does it."""

from __future__ import annotations

from dataclasses import asdict
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

import chupai
from big2_cases import random_hand, random_play
from chupai import big2
from comparing import both, compare
from reference import big2 as ref
from reference_play import play_big2

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

SWITCHES = asdict(big2.HONG_KONG)


def texts(moves: big2.Moves) -> list[str]:
    """Write moves of the package."""
    return [str(move) for move in moves]


@both
def test_leads(benchmark: BenchmarkFixture, who: str) -> None:
    rng = Random("leads")
    hands = [random_hand(rng, 13, SWITCHES) for _ in range(100)]

    def core() -> list[list[str]]:
        return [texts(big2.moves(hand)) for hand in hands]

    def reference() -> list[list[str]]:
        return [
            [ref.text_of(m) for m in ref.legal_moves(hand, ref.Question(), SWITCHES)]
            for hand in hands
        ]

    assert core() == reference()
    compare(benchmark, who, "100 times all leads of 13 cards", core, reference)


@both
def test_answers(benchmark: BenchmarkFixture, who: str) -> None:
    rng = Random("answers")
    asked = [(random_hand(rng, 13, SWITCHES), random_play(rng, SWITCHES)) for _ in range(100)]
    beaten = [big2.classify(lead["cards"]) for _, lead in asked]

    def core() -> list[list[str]]:
        pairs = zip(asked, beaten, strict=True)
        return [texts(big2.moves(hand, to_beat)) for (hand, _), to_beat in pairs]

    def reference() -> list[list[str]]:
        return [
            [ref.text_of(m) for m in ref.legal_moves(hand, ref.Question(lead), SWITCHES)]
            for hand, lead in asked
        ]

    assert core() == reference()
    compare(benchmark, who, "100 times all answers of 13 cards", core, reference)


@both
def test_counts(benchmark: BenchmarkFixture, who: str) -> None:
    rng = Random("counts")
    hands = [random_hand(rng, 13, SWITCHES) for _ in range(100)]
    boards = np.array([big2.bitboard(hand) for hand in hands], dtype=np.uint64)

    def core() -> list[int]:
        counts: list[int] = big2.count_moves(boards).tolist()
        return counts

    def reference() -> list[int]:
        return [len(ref.legal_moves(hand, ref.Question(), SWITCHES)) for hand in hands]

    assert core() == reference()
    compare(benchmark, who, "100 leads of 13 cards counted", core, reference)


@both
def test_classification(benchmark: BenchmarkFixture, who: str) -> None:
    rng = Random("classify")
    sets = [rng.sample(ref.DECK, 5) for _ in range(150)]
    asked = [ref.text_of_cards(cards) for cards in sets]
    asked += [random_play(rng, SWITCHES)["cards"] for _ in range(150)]

    def core() -> list[str | None]:
        read = (big2.classify(cards) for cards in asked)
        return [None if move is None else move.kind for move in read]

    def reference() -> list[str | None]:
        return [ref.classify(cards, SWITCHES) for cards in asked]

    assert core() == reference()
    compare(benchmark, who, "300 card sets classified", core, reference)


@both
@pytest.mark.parametrize("name", ["big2/hong-kong", "big2/taiwan"])
def test_whole_deals(benchmark: BenchmarkFixture, who: str, name: str) -> None:
    variant, deals = chupai.variant(name), 60  # with so few, most of it is the call itself
    switches = asdict(variant.rules)

    def core() -> chupai.Result:
        return chupai.simulate(variant, deals, seed=1, threads=1, keep="facts")

    def reference() -> list[ref.Facts]:
        return [play_big2(switches, 1, index) for index in range(deals)]

    facts = core().facts
    for index, expected in enumerate(reference()):
        assert {name: facts[name][index].tolist() for name in expected} == expected
    compare(benchmark, who, f"60 random deals of {name}", core, reference)
