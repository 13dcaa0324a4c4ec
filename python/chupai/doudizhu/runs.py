"""Many deals of Dou Dizhu in the core: `run`, and one of each of many matches: `run_round`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chupai import _native
from chupai.doudizhu.rules import Rules, compiled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from chupai.doudizhu.setup import Setup

__all__ = ["run", "run_round"]


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
        given=setup.cards,
        seed=seed,
        first=first,
        games=games,
        agents=list(agents),
        keep=keep,
        threads=threads,
        chunk=chunk,
        progress=progress,
    )


def run_round(
    rules: Rules,
    setups: Mapping[str, NDArray[Any]],
    seed: int,
    matches: NDArray[np.uint64],
    index: int,
    agents: Sequence[str],
    threads: int = 1,
    setup: Setup | None = None,
) -> dict[str, Any]:
    """Play the deal of one number in each of many matches in the core.

    `chupai.simulate_matches` is made of this and is what most callers want.

    Args:
        rules: the rule set.
        setups: ``first_bidder``, int8 of shape (matches,): the seat that speaks first in each, −1
            to draw it.
        seed: names the run.
        matches: the numbers of the matches, uint64.
        index: number of the deal in each of them.
        agents: names of built-in agents, one a seat.
        threads: how many threads to use.
        setup: what else is given of each deal.

    Returns:
        What `run` gives for ``"stats"``, the rows in no particular order, and with it ``which``,
        uint32 of shape (matches,): for each deal the number of its row.

    Example:
        >>> import numpy as np
        >>> from chupai.doudizhu import STANDARD
        >>> first = {"first_bidder": np.array([-1, 0, 2], dtype=np.int8)}
        >>> matches = np.arange(3, dtype=np.uint64)
        >>> played = run_round(STANDARD, first, 1, matches, 0, ["random"] * 3)
        >>> played["rows"]["landlord"][played["which"]].shape
        (3,)
    """
    return _native.doudizhu_run_round(
        compiled(rules),
        matches=matches,
        first_bidder=setups["first_bidder"],
        landlord=None if setup is None else setup.landlord,
        dealer="uniform" if setup is None else setup.dealer,
        given=None if setup is None else setup.cards,
        seed=seed,
        index=index,
        agents=list(agents),
        threads=threads,
    )
