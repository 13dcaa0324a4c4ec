"""Many deals of Dou Dizhu in the core: `run`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chupai import _native
from chupai.doudizhu.rules import Rules, compiled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chupai.doudizhu.setup import Setup

__all__ = ["run"]


def run(
    rules: Rules,
    setup: Setup,
    seed: int,
    first: int,
    games: int,
    agents: Sequence[str],
    keep: str,
    threads: int,
    progress: Callable[[int], object] | None = None,
    chunk: int | None = None,
) -> dict[str, Any]:
    """Play many deals in the core and return its arrays as they are.

    `chupai.simulate` is made of this and is what most callers want.

    Args:
        rules: the rule set.
        setup: how each deal is set up.
        seed: names the run.
        first: number of the first deal.
        games: how many deals.
        agents: names of built-in agents, one a seat.
        keep: ``"facts"`` or ``"stats"``.
        threads: how many threads to use.
        progress: called now and then, in the calling thread, with the number of deals done.
        chunk: deals a thread takes at a time, or None for the core's choice; changes nothing else.

    Returns:
        For ``"facts"`` an array a fact, shape (games,) or (games, 3). For ``"stats"`` a dictionary
        of ``rows`` (distinct rows of the scored facts), ``counts`` (uint64, deals with each row)
        and ``histograms`` (for every fact its least value, and uint64 counts of the values from
        there on, shape (1, values) or (3, values)).
    """
    return _native.doudizhu_run(
        compiled(rules),
        first_bidder=setup.first_bidder,
        landlord=setup.landlord,
        dealer=setup.dealer,
        seed=seed,
        first=first,
        games=games,
        agents=list(agents),
        keep=keep,
        threads=threads,
        chunk=chunk,
        progress=progress,
    )
