"""Dou Dizhu: the core beside the reference, equal answers first; then both are timed.

    pytest benches --benchmark-group-by=group --benchmark-columns=min,median,ops

Each round asks the same questions, so that ratios are fair; a few hundred questions are learnt by a
branch predictor, so that times of the core alone are those of the probe, see docs/performance.md.
"""

from __future__ import annotations

from dataclasses import asdict
from random import Random
from typing import TYPE_CHECKING

import numpy as np

import chupai
from chupai import doudizhu
from comparing import both, compare
from random_cases import random_cards, random_hand, random_play
from reference import doudizhu as ref
from reference_play import in_order, play_doudizhu

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

STANDARD = chupai.variant("doudizhu/standard")
SWITCHES = asdict(STANDARD.rules)

Shape = tuple[str, int, str, str]


def shapes(moves: list[doudizhu.Move]) -> list[Shape]:
    """Write moves of the package as (kind, length, rank, wings)."""
    return [(move.kind, move.length, move.rank or "", move.wings) for move in moves]


def reference_shapes(moves: list[ref.Move]) -> list[Shape]:
    """Write moves of the reference so, in the documented order."""
    return [(m["kind"], m["length"], m["rank"], m["wings"]) for m in in_order(moves)]


@both
def test_leads(benchmark: BenchmarkFixture, who: str) -> None:
    rng = Random("leads")
    hands = ["".join(rng.sample(ref.PACK, 20)) for _ in range(100)]

    def core() -> list[list[doudizhu.Move]]:
        return [doudizhu.moves(hand) for hand in hands]

    def reference() -> list[list[ref.Move]]:
        return [ref.legal_plays(hand, None, SWITCHES) for hand in hands]

    assert [shapes(m) for m in core()] == [reference_shapes(m) for m in reference()]
    compare(benchmark, who, "100 times all leads of 20 cards", core, reference)


@both
def test_answers(benchmark: BenchmarkFixture, who: str) -> None:
    rng = Random("answers")
    asked = []
    for _ in range(100):
        pack = "".join(rng.sample(ref.PACK, 37))
        lead = random_play(rng, pack[17:], None, SWITCHES)
        (beaten,) = [
            move
            for move in doudizhu.classify(ref.cards_of(lead))
            if shapes([move]) == reference_shapes([lead])
        ]
        asked.append((pack[:17], beaten, lead))

    def core() -> list[list[doudizhu.Move]]:
        return [doudizhu.moves(hand, beaten) for hand, beaten, _ in asked]

    def reference() -> list[list[ref.Move]]:
        return [ref.legal_plays(hand, lead, SWITCHES) for hand, _, lead in asked]

    assert [shapes(m) for m in core()] == [reference_shapes(m) for m in reference()]
    compare(benchmark, who, "100 times all answers of 17 cards", core, reference)


@both
def test_counts(benchmark: BenchmarkFixture, who: str) -> None:
    rng = Random("counts")
    hands = [random_hand(rng, 20) for _ in range(100)]
    boards = np.array([bitboard(hand) for hand in hands], dtype=np.uint64)

    def core() -> list[int]:
        counts: list[int] = doudizhu.count_moves(boards).tolist()
        return counts

    def reference() -> list[int]:
        return [len(ref.legal_plays(hand, None, SWITCHES)) for hand in hands]

    assert core() == reference()
    compare(benchmark, who, "100 leads of 20 cards counted", core, reference)


def bitboard(hand: str) -> int:
    """Set bit r + 16 * (k - 1) if the hand has at least k cards of rank r."""
    bits = (
        1 << rank + 16 * copy
        for rank, card in enumerate(ref.RANKS)
        for copy in range(hand.count(card))
    )
    return sum(bits)


@both
def test_classification(benchmark: BenchmarkFixture, who: str) -> None:
    rng = Random("classify")
    asked = [random_cards(rng) for _ in range(300)]

    def core() -> list[list[doudizhu.Move]]:
        return [doudizhu.classify(cards) for cards in asked]

    def reference() -> list[list[ref.Move]]:
        return [ref.classify(cards, SWITCHES) for cards in asked]

    assert [shapes(m) for m in core()] == [reference_shapes(m) for m in reference()]
    compare(benchmark, who, "300 card sets classified", core, reference)


@both
def test_whole_deals(benchmark: BenchmarkFixture, who: str) -> None:
    deals = 60  # with so few, most of what the core takes is the call itself

    def core() -> chupai.Result:
        return chupai.simulate(STANDARD, deals, seed=1, threads=1, keep="facts")

    def reference() -> list[ref.Facts]:
        return [play_doudizhu(SWITCHES, 1, index) for index in range(deals)]

    facts = core().facts
    for index, expected in enumerate(reference()):
        assert {name: facts[name][index].tolist() for name in expected} == expected
    compare(benchmark, who, "60 random deals", core, reference)
