"""Simulate many deals: `simulate`, and what comes of it, `Result`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from chupai import batch, doudizhu
from chupai._numbers import whole
from chupai.variant import Variant
from chupai.variant import variant as named

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from chupai.batch import Batch
    from chupai.summary import Summary

__all__ = ["Result", "merge", "simulate"]

_SEEDS = 2**64


@dataclass(frozen=True, eq=False)
class Result:
    """The outcome of `simulate`: exact counts, and whatever was to be kept of each deal.

    Results of different deals under the same variant, set-up and agents add up exactly:
    ``r1 + r2`` is what a single run over the deals of both would have given.

    Attributes:
        variant: what was played.
        agents: who played, by seat.
        setup: how each deal was set up.
        keep: ``"stats"``, ``"scores"`` or ``"facts"``.
        runs: the deals, as (seed, first, games), in the order in which scores and facts hold them.
        seconds: time taken, by the clock; of merged results, the sum.
    """

    variant: Variant
    agents: tuple[str, ...]
    setup: doudizhu.Setup
    keep: batch.Keep
    runs: tuple[tuple[int, int, int], ...]
    seconds: float
    _batch: Batch = field(repr=False)

    @property
    def games(self) -> int:
        """How many deals there are."""
        return self._batch.tally.games

    @property
    def tally(self) -> batch.Tally:
        """The exact counts."""
        return self._batch.tally

    @property
    def scores(self) -> NDArray[np.int64]:
        """Points of each seat in each deal, int64 of shape (games, 3).

        Raises:
            ValueError: the run kept only counts; ask for ``keep="scores"`` or ``"facts"``.
        """
        if self._batch.scores is None:
            raise ValueError(f'a run with keep={self.keep!r} has no scores; ask for keep="scores"')
        return self._batch.scores

    @property
    def facts(self) -> Mapping[str, NDArray[Any]]:
        """What happened in each deal: by fact name, integers of shape (games,) or (games, 3).

        Raises:
            ValueError: the run did not keep facts; ask for ``keep="facts"``.
        """
        if self._batch.facts is None:
            raise ValueError(f'a run with keep={self.keep!r} has no facts; ask for keep="facts"')
        return self._batch.facts

    def summary(self) -> Summary:
        """Win rates, scores and events, with 95 % confidence intervals; print it to read it."""
        from chupai.summary import summarize  # noqa: PLC0415 - an import of chupai is to be quick

        return summarize(
            self.tally,
            self.variant.scores(self.tally.rows),
            variant=self.variant.name,
            agents=self.agents,
            seconds=self.seconds,
        )

    def digest(self) -> str:
        """A hexadecimal SHA-256 of everything but the time taken.

        Equal for equal deals, whatever the number of threads and the machine. Runs that keep
        different things have different digests.
        """
        from hashlib import sha256  # noqa: PLC0415 - an import of chupai is to be quick

        tally = self.tally
        head = (
            self.variant.changes(),
            self.agents,
            self.setup,
            self.keep,
            _joined(sorted(self.runs)),
        )
        parts: dict[str, NDArray[Any]] = {"counts": tally.counts}
        parts |= {f"row {name}": column for name, column in tally.rows.items()}
        parts |= {f"histogram {name}": counted for name, counted in tally.histograms.items()}
        if self._batch.scores is not None:
            parts["scores"] = self._batch.scores
        parts |= {f"fact {name}": column for name, column in (self._batch.facts or {}).items()}
        total = sha256(f"{head} {tally.games}".encode())
        for name in sorted(parts):
            wide = parts[name].astype("<i8")
            total.update(f"\n{name} {wide.shape} ".encode() + wide.tobytes())
        return total.hexdigest()

    def __add__(self, other: Result) -> Result:
        """The result of the deals of both, those of ``other`` last."""
        if not isinstance(other, Result):
            return NotImplemented
        for name in ("variant", "agents", "setup", "keep"):
            ours, theirs = getattr(self, name), getattr(other, name)
            if ours != theirs:
                raise ValueError(f"results differ in {name}: {ours!r} and {theirs!r}")
        runs = _joined([*self.runs, *other.runs])
        a, b = self._batch, other._batch
        scores = facts = None
        if a.scores is not None and b.scores is not None:
            scores = np.concatenate([a.scores, b.scores])
        if a.facts is not None and b.facts is not None:
            facts = {name: np.concatenate([a.facts[name], b.facts[name]]) for name in a.facts}
        both = batch.Batch(a.tally + b.tally, scores, facts)
        seconds = self.seconds + other.seconds
        return Result(self.variant, self.agents, self.setup, self.keep, runs, seconds, both)


def simulate(
    variant: Variant | str,
    games: int,
    *,
    seed: int = 0,
    agents: str | Sequence[str] = "random",
    threads: int | None = None,
    keep: Literal["stats", "scores", "facts"] = "stats",
    progress: Callable[[int], object] | None = None,
    first: int = 0,
    setup: doudizhu.Setup | None = None,
) -> Result:
    """Play many deals in the core and count what happens.

    Deal ``i`` depends on seed, number, variant, set-up and agents only, never on threads or the
    machine; it is the deal ``variant.deal(seed, index=i)`` played on by the same agents.

    Args:
        variant: a `Variant` or the name of one.
        games: how many deals, 0 or more.
        seed: names the run, 0 to 2^64 − 1.
        agents: ``"random"`` (uniform over legal moves) or ``"lowest"``, for all or one a seat.
        threads: how many to use, or None for all processors of this process.
        keep: ``"stats"`` holds only counts, in memory that does not grow with ``games``;
            ``"scores"`` also the scores, 24 bytes a deal; ``"facts"`` also all facts.
        progress: called now and then with the number of deals done. If it raises, the run ends.
        first: number of the first deal.
        setup: what is given of each deal, see `chupai.doudizhu.Setup`.

    Returns:
        The `Result`. Ctrl-C ends a run early, without one.

    Raises:
        ValueError: an unknown variant, agent or ``keep``, or a number out of range.
        RulesError: a set-up that the rules have no use for.

    Example:
        >>> simulate("doudizhu/standard", 1000, seed=1).games
        1000
    """
    game = named(variant) if isinstance(variant, str) else variant
    if not isinstance(game, Variant):
        raise TypeError(f"variant is a Variant or a name, not {game!r}")
    games = whole("games", games, 0, _SEEDS - 1)
    seed = whole("seed", seed, 0, _SEEDS - 1)
    first = whole("first", first, 0, _SEEDS - 1 - games)
    threads = batch.available_threads() if threads is None else whole("threads", threads, 1, 1024)
    if keep not in get_args(batch.Keep):
        raise ValueError(f"keep is 'stats', 'scores' or 'facts', not {keep!r}")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function of the number of deals done, not {progress!r}")
    players = _players(agents)
    setup = doudizhu.Setup() if setup is None else setup
    if not isinstance(setup, doudizhu.Setup):
        raise TypeError(f"setup is a doudizhu.Setup, not {setup!r}")
    start = time.perf_counter()
    played = batch.run(
        game,
        games,
        seed=seed,
        first=first,
        agents=players,
        setup=setup,
        keep=keep,
        threads=threads,
        progress=progress,
    )
    seconds = time.perf_counter() - start
    return Result(game, players, setup, keep, ((seed, first, games),), seconds, played)


def merge(*results: Result) -> Result:
    """The result of the deals of all of them, in the order given; the same as adding them.

    Raises:
        ValueError: no result at all; results that differ in variant, agents, set-up or what they
            keep; or deals that are in more than one.
    """
    if not results:
        raise ValueError("there is nothing to merge")
    return reduce(Result.__add__, results)


def _players(agents: str | Sequence[str]) -> tuple[str, ...]:
    if not isinstance(agents, Sequence):
        raise TypeError(f"agents is a name, or one for each seat, not {agents!r}")
    players = (agents,) * 3 if isinstance(agents, str) else tuple(agents)
    for player in players:
        if not isinstance(player, str):
            raise TypeError(f"an agent is given by name, not as {player!r}")
        if player not in batch.AGENTS:
            raise ValueError(f"agents are {' or '.join(map(repr, batch.AGENTS))}, not {player!r}")
    if len(players) != 3:
        raise ValueError(f"three seats need three agents, or one name for all; got {len(players)}")
    return players


def _joined(runs: list[tuple[int, int, int]]) -> tuple[tuple[int, int, int], ...]:
    """Runs of consecutive deals in one piece; refuses deals that occur twice."""
    ordered = sorted(run for run in runs if run[2])
    for (seed, first, games), (next_seed, next_first, _) in pairwise(ordered):
        if seed == next_seed and first + games > next_first:
            raise ValueError(f"deal {next_first} of seed {seed} is in both results")
    joined: list[tuple[int, int, int]] = []
    for seed, first, games in runs:
        if joined and joined[-1][0] == seed and sum(joined[-1][1:]) == first:
            joined[-1] = (seed, joined[-1][1], joined[-1][2] + games)
        else:
            joined.append((seed, first, games))
    return tuple(joined)
