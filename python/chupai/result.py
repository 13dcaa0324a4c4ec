"""What comes of `chupai.simulate`: `Result`, which can be added, saved and loaded."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from chupai import batch
from chupai.saving import about_variant, save, tally_of, variant_in

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from chupai.batch import Batch
    from chupai.summary import Summary
    from chupai.variant import Variant

__all__ = ["Result", "arrays_of", "digest_of", "joined_runs", "rebuilt"]


@dataclass(frozen=True, eq=False)
class Result:
    """The outcome of `simulate`: exact counts, and whatever was to be kept of each deal.

    Results of different deals under the same variant, set-up and agents add up exactly:
    ``r1 + r2`` is what a single run over the deals of both would have given; ``sum(results)`` and
    `chupai.merge` add up many. A result does not change: its arrays are read-only, a copy of one is
    not.

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
    setup: Any
    keep: batch.Keep
    runs: tuple[tuple[int, int, int], ...]
    seconds: float
    _batch: Batch = field(repr=False)

    def __post_init__(self) -> None:
        """Make all arrays read-only."""
        for array in self._arrays().values():
            array.flags.writeable = False

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Come out of a pickle as read-only as before."""
        self.__dict__.update(state)
        self.__post_init__()

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
        """Points of each seat in each deal, int64 of shape (games, seats).

        Raises:
            ValueError: the run kept only counts; ask for ``keep="scores"`` or ``"facts"``.
        """
        if self._batch.scores is None:
            raise ValueError(f'a run with keep={self.keep!r} has no scores; ask for keep="scores"')
        return self._batch.scores

    @property
    def facts(self) -> Mapping[str, NDArray[Any]]:
        """What happened in each deal: by fact name, integers of shape (games,) or (games, seats).

        Raises:
            ValueError: the run did not keep facts; ask for ``keep="facts"``.
        """
        if self._batch.facts is None:
            raise ValueError(f'a run with keep={self.keep!r} has no facts; ask for keep="facts"')
        return MappingProxyType(self._batch.facts)

    def summary(self) -> Summary:
        """Win rates, scores and events, with 95 % confidence intervals; print it to read it.

        A seat wins a deal by the rules of its family, whatever that pays: in Dou Dizhu the landlord
        or both peasants, in Big Two who is out first or wins at once, in Shengji the side that
        holds the deal or takes it over.

        Raises:
            OverflowError: a score beyond 64 bits; give the scoring a ``cap``.
        """
        return self.variant.family.summarize(
            self.tally,
            variant=self.variant,
            agents=self.agents,
            seconds=self.seconds,
        )

    def digest(self) -> str:
        """A hexadecimal SHA-256 of everything but the time taken.

        Equal for equal deals, whatever the number of threads, the machine, and the order in which
        results were added up. Runs that keep different things have different digests.
        """
        head = (
            self.variant.changes(),
            self.agents,
            self.setup,
            self.keep,
            joined_runs(sorted(self.runs)),
        )
        return digest_of(f"{head} {self.games}", self._in_order())

    def _in_order(self) -> dict[str, NDArray[Any]]:
        """All arrays, those of single deals in the order of seeds and numbers."""
        arrays, ends = self._arrays(), np.cumsum([games for _, _, games in self.runs])
        order = sorted(range(len(self.runs)), key=lambda i: self.runs[i])
        if order == list(range(len(order))):
            return arrays
        where = np.concatenate([np.arange(ends[i] - self.runs[i][2], ends[i]) for i in order])
        counts = arrays_of(self._batch.tally)
        return {name: array if name in counts else array[where] for name, array in arrays.items()}

    def _arrays(self) -> dict[str, NDArray[Any]]:
        """All arrays, by names that tell what they are."""
        parts = arrays_of(self._batch.tally)
        if self._batch.scores is not None:
            parts["scores"] = self._batch.scores
        return parts | {
            f"fact {name}": column for name, column in (self._batch.facts or {}).items()
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write everything to a file, from which `chupai.load` makes an equal result.

        It is an ``.npz`` of numpy whatever its name: ``numpy.load(path)`` has ``scores`` and each
        fact by its name, as far as they were kept, the counts, and the text ``about``. A file that
        is there already is replaced once the new one is complete.

        Args:
            path: the file.

        Raises:
            ValueError: an empty path, or one that is there and no file.
            OSError: the file cannot be written.

        Example:
            >>> from tempfile import TemporaryDirectory
            >>> from chupai import load, simulate
            >>> result = simulate("doudizhu/standard", 100, keep="facts")
            >>> with TemporaryDirectory() as folder:
            ...     result.save(f"{folder}/deals.npz")
            ...     load(f"{folder}/deals.npz").digest() == result.digest()
            True
        """
        about = about_variant(self.variant) | {
            "agents": self.agents,
            "setup": asdict(self.setup),
            "keep": self.keep,
            "runs": self.runs,
            "seconds": self.seconds,
            "digest": self.digest(),
        }
        arrays = {name.removeprefix("fact "): array for name, array in self._arrays().items()}
        save(path, about, arrays)

    def __add__(self, other: Result) -> Result:
        """The result of the deals of both, those of ``other`` last."""
        if not isinstance(other, Result):
            return NotImplemented
        for name in ("variant", "agents", "setup", "keep"):
            ours, theirs = getattr(self, name), getattr(other, name)
            if ours != theirs:
                raise ValueError(f"results differ in {name}: {ours!r} and {theirs!r}")
        runs = joined_runs([*self.runs, *other.runs])
        a, b = self._batch, other._batch
        scores = facts = None
        if a.scores is not None and b.scores is not None:
            scores = np.concatenate([a.scores, b.scores])
        if a.facts is not None and b.facts is not None:
            facts = {name: np.concatenate([a.facts[name], b.facts[name]]) for name in a.facts}
        both = batch.Batch(a.tally + b.tally, scores, facts)
        seconds = self.seconds + other.seconds
        return Result(self.variant, self.agents, self.setup, self.keep, runs, seconds, both)

    def __radd__(self, other: object) -> Result:
        """``0 + result``, with which ``sum(results)`` begins."""
        if type(other) is int and other == 0:
            return self
        return NotImplemented


def rebuilt(about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Result:
    """The result of what `Result.save` wrote."""
    runs = tuple((int(run[0]), int(run[1]), int(run[2])) for run in about["runs"])
    tally = tally_of(arrays, sum(games for _, _, games in runs))
    facts = {name: column for name, column in arrays.items() if name in tally.histograms}
    variant = variant_in(about)
    return Result(
        variant,
        tuple(about["agents"]),
        variant.family.setup(**about["setup"]),
        about["keep"],
        runs,
        about["seconds"],
        batch.Batch(tally, arrays.get("scores"), facts or None),
    )


def digest_of(head: str, arrays: Mapping[str, NDArray[Any]]) -> str:
    """A hexadecimal SHA-256 of a text and of arrays of whole numbers, by name."""
    from hashlib import sha256  # noqa: PLC0415 - an import of chupai is to be quick

    total = sha256(head.encode())
    for name in sorted(arrays):
        wide = arrays[name].astype("<i8")
        total.update(f"\n{name} {wide.shape} ".encode() + wide.tobytes())
    return total.hexdigest()


def arrays_of(tally: batch.Tally) -> dict[str, NDArray[Any]]:
    """All arrays of a tally, by names that tell what they are."""
    parts: dict[str, NDArray[Any]] = {"counts": tally.counts}
    parts |= {f"row {name}": column for name, column in tally.rows.items()}
    return parts | {f"histogram {name}": counted for name, counted in tally.histograms.items()}


def joined_runs(
    runs: list[tuple[int, int, int]], what: str = "deal"
) -> tuple[tuple[int, int, int], ...]:
    """Runs of consecutive deals (or matches, …) in one piece; refuses those that occur twice."""
    ordered = sorted(run for run in runs if run[2])
    for (seed, first, games), (next_seed, next_first, _) in pairwise(ordered):
        if seed == next_seed and first + games > next_first:
            raise ValueError(f"{what} {next_first} of seed {seed} is in both results")
    joined: list[tuple[int, int, int]] = []
    for seed, first, games in runs:
        if joined and joined[-1][0] == seed and sum(joined[-1][1:]) == first:
            joined[-1] = (seed, joined[-1][1], joined[-1][2] + games)
        else:
            joined.append((seed, first, games))
    return tuple(joined)
