"""Many deals: `run` plays them, in the core where it can, and `Tally` counts them exactly."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from functools import reduce
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np

from chupai.histograms import histograms

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from chupai.agents import AgentLike
    from chupai.record_writer import RecordWriter
    from chupai.table import Table
    from chupai.variant import Variant

__all__ = ["Batch", "Keep", "Tally", "available_threads", "run"]

Keep = Literal["stats", "scores", "facts"]
"""What a run keeps of each deal: nothing but counts, its scores, or all its facts."""

SCORES_AT_A_TIME = 1 << 18
"""Deals whose facts are held at once while only scores, or counts of them, are kept."""

FACTS_AT_A_TIME = 1 << 12
"""Deals with callers' agents whose facts are held at once while only counts are kept."""


_INT64_MAX = 2**63 - 1
_MANY = 2**31


@dataclass(frozen=True, eq=False)
class Tally:
    """Exact counts over deals: how often each row of scored facts, how often each value of a fact.

    Tallies of different deals add up (``+``) to the tally of all of them, bit for bit.

    Attributes:
        games: deals counted.
        rows: what the family keeps of deals, as distinct rows: columns by name, of shape (rows,)
            or (rows, seats). Those of Dou Dizhu are the scored facts, those of Big Two what each
            seat won.
        counts: uint64, shape (rows,): deals with each row.
        histograms: by fact name, uint64 of shape (width, values): deals in which the fact (of each
            seat, where width is the number of seats) has the value index + least, least being that
            of the `Family`, 0 for most facts. No trailing column is empty.
    """

    games: int
    rows: Mapping[str, NDArray[np.int64]]
    counts: NDArray[np.uint64]
    histograms: Mapping[str, NDArray[np.uint64]] = field(repr=False)

    def __post_init__(self) -> None:
        """Take no arrays in place of those that were counted."""
        for name in ("rows", "histograms"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    def __reduce__(self) -> tuple[type[Tally], tuple[Any, ...]]:
        """Pickle as what it was made of: views of mappings are not pickled."""
        return Tally, (self.games, dict(self.rows), self.counts, dict(self.histograms))

    @staticmethod
    def of_facts(
        facts: Mapping[str, NDArray[Any]],
        variant: Variant,
        scores: NDArray[np.int64] | None = None,
    ) -> Tally:
        """Count deals given one by one, whose scores may be known already."""
        family = variant.family
        rows = family.rows(variant.rules, variant.scoring, facts, None, scores)
        games = len(next(iter(facts.values())))
        return Tally(games, *_distinct(*rows), histograms(facts, family.least))

    @staticmethod
    def of_stats(stats: Mapping[str, Any], variant: Variant) -> Tally:
        """Take over what the core counted."""
        family, deals = variant.family, stats["counts"]
        rows = family.rows(variant.rules, variant.scoring, stats["rows"], deals, None)
        told = {
            name: _from_least(counted, least - family.least.get(name, 0))
            for name, (least, counted) in stats["histograms"].items()
        }
        return Tally(int(deals.sum()), *_distinct(*rows), told)

    def __add__(self, other: Tally) -> Tally:
        """The tally of the deals of both."""
        if not isinstance(other, Tally):
            return NotImplemented
        rows = {name: np.concatenate([self.rows[name], other.rows[name]]) for name in self.rows}
        distinct, counts = _distinct(rows, np.concatenate([self.counts, other.counts]))
        both = {
            name: _sum_of(self.histograms[name], other.histograms[name]) for name in self.histograms
        }
        return Tally(self.games + other.games, distinct, counts, both)


@dataclass(frozen=True, eq=False)
class Batch:
    """What a run brought: the tally always, scores and facts where they were to be kept."""

    tally: Tally
    scores: NDArray[np.int64] | None
    facts: Mapping[str, NDArray[Any]] | None


def run(
    variant: Variant,
    games: int,
    *,
    seed: int,
    first: int,
    agents: Sequence[AgentLike],
    setup: object,
    keep: Keep,
    threads: int,
    progress: Callable[[int], object] | None,
    record: RecordWriter | None = None,
) -> Batch:
    """Play deals ``first`` … ``first + games − 1`` of the run ``seed``.

    The arguments are those of `chupai.simulate`, which checks them. Deals in the core are not
    recorded.
    """
    deals: _InTheCore | _AtTheTable
    if all(isinstance(agent, str) for agent in agents):
        names = [agent for agent in agents if isinstance(agent, str)]
        deals = _InTheCore(variant, seed, names, setup, threads, progress)
    else:
        from chupai.table import Table  # noqa: PLC0415 - an import of chupai is to be quick

        deals = _AtTheTable(Table(variant, agents, setup=setup, record=record), seed, progress)
    if keep == "stats":
        return Batch(deals.tally(first, games), None, None)
    if keep == "facts" or games <= SCORES_AT_A_TIME:
        facts = deals.facts(first, games)
        points = variant.scores(facts)
        tally = Tally.of_facts(facts, variant, points)
        return Batch(tally, points, facts if keep == "facts" else None)
    scores = _room(games, variant.seats, np.int64)
    tallies = []
    for start in range(0, games, SCORES_AT_A_TIME):
        part = slice(start, min(start + SCORES_AT_A_TIME, games))
        facts = deals.facts(first + start, part.stop - start, start)
        scores[part] = variant.scores(facts)
        tallies.append(Tally.of_facts(facts, variant, scores[part]))
    return Batch(reduce(Tally.__add__, tallies), scores, None)


class _InTheCore:
    """Deals among built-in agents."""

    def __init__(
        self,
        variant: Variant,
        seed: int,
        agents: Sequence[str],
        setup: object,
        threads: int,
        progress: Callable[[int], object] | None,
    ) -> None:
        self.variant, self.seed, self.agents = variant, seed, agents
        self.setup, self.threads, self.progress = setup, threads, progress

    def tally(self, first: int, games: int) -> Tally:
        variant = self.variant
        if variant.family.core_stats(variant.rules, variant.scoring):
            return Tally.of_stats(self._play(first, games, "stats", 0), variant)
        return _in_blocks(self, first, games, SCORES_AT_A_TIME)

    def facts(self, first: int, games: int, done: int = 0) -> dict[str, Any]:
        return self._play(first, games, "facts", done)

    def _play(self, first: int, games: int, keep: str, before: int) -> dict[str, Any]:
        def report(done: int) -> None:
            if self.progress is not None:
                self.progress(before + done)

        how = (self.agents, keep, self.threads, report)
        return self.variant.family.run(
            self.variant.rules, self.setup, self.seed, first, games, *how
        )


class _AtTheTable:
    """Deals with agents of a caller's own, one after the other."""

    def __init__(self, table: Table, seed: int, progress: Callable[[int], object] | None) -> None:
        self.table, self.seed, self.progress = table, seed, progress

    @property
    def variant(self) -> Variant:
        return self.table.variant

    def tally(self, first: int, games: int) -> Tally:
        return _in_blocks(self, first, games, FACTS_AT_A_TIME)

    def facts(self, first: int, games: int, done: int = 0) -> dict[str, Any]:
        variant = self.table.variant
        facts = {  # which there are, and which of them each seat has, any deal tells
            name: _room(games, len(value) if isinstance(value, list) else None, np.int16)
            for name, value in variant.deal(setup=self.table.setup).facts().items()
        }
        heard = time.monotonic()
        for i in range(games):
            played = self.table.play(self.seed, first + i)
            for name, column in facts.items():
                column[i] = played.facts[name]
            if self.progress is not None and (i == games - 1 or time.monotonic() - heard > 0.1):
                self.progress(done + i + 1)
                heard = time.monotonic()
        return facts


def _in_blocks(deals: _InTheCore | _AtTheTable, first: int, games: int, most: int) -> Tally:
    """Count deals by their facts, of which so many are held at once."""
    total: Tally | None = None
    for start in range(0, max(games, 1), most):  # of no deals, too, there is a tally
        facts = deals.facts(first + start, min(most, games - start), start)
        tally = Tally.of_facts(facts, deals.variant)
        total = tally if total is None else total + tally
    return cast("Tally", total)


def _room(games: int, seats: int | None, dtype: type[Any]) -> NDArray[Any]:
    """An array for a number of each deal, or of each deal and seat."""
    try:
        return np.empty((games,) if seats is None else (games, seats), dtype=dtype)
    except (MemoryError, ValueError):  # the latter of more than numpy can even name
        raise MemoryError(f"there is no room for what {games:,} deals leave") from None


def available_threads() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _distinct(
    rows: Mapping[str, NDArray[np.int64]], counts: NDArray[np.uint64]
) -> tuple[dict[str, NDArray[np.int64]], NDArray[np.uint64]]:
    """Put equal rows together, adding their counts; rows in lexicographic order."""
    keys = np.zeros(len(counts), dtype=np.int64)
    span = 1  # keys lie below it
    for column in rows.values():
        for digit in _by_seat(column):  # mixed radix
            least = int(digit.min(initial=0))
            radix = int(digit.max(initial=0)) - least + 1
            if radix > _MANY:  # number its values, in order
                values, places = np.unique(digit, return_inverse=True)
                radix = len(values)
            else:
                places = digit - least
            if span * radix > _INT64_MAX:  # number the keys so far, in order
                numbered, keys = np.unique(keys, return_inverse=True)
                span = len(numbered)
            keys = keys * radix + places
            span *= radix
    _, where, which = np.unique(keys, return_index=True, return_inverse=True)
    total = np.zeros(len(where), dtype=np.uint64)
    np.add.at(total, which, counts)
    return {name: column[where] for name, column in rows.items()}, total


def _by_seat(column: NDArray[Any]) -> NDArray[Any]:
    """A fact of one number a deal, or of one for each seat, as rows of numbers."""
    return column.T if column.ndim == 2 else column[None]


def _from_least(counted: NDArray[np.uint64], before: int) -> NDArray[np.uint64]:
    """A histogram with ``before`` values put before it, without empty columns last."""
    used = np.flatnonzero(counted.any(axis=0))
    counted = counted[:, : used[-1] + 1 if used.size else 1]
    return np.pad(counted, ((0, 0), (before, 0)))


def _sum_of(a: NDArray[np.uint64], b: NDArray[np.uint64]) -> NDArray[np.uint64]:
    total = np.zeros((len(a), max(a.shape[1], b.shape[1])), dtype=np.uint64)
    total[:, : a.shape[1]] += a
    total[:, : b.shape[1]] += b
    return total
