"""Many deals of Shengji in the core: `run`, and one of each of many matches: `run_round`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from chupai import _native
from chupai._switches import refuse
from chupai.shengji.match import set_up_of
from chupai.shengji.rules import Rules, compiled
from chupai.shengji.setup import Setup
from chupai.shengji.states import parts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray


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
        For ``"facts"`` an array a fact, int16 of shape (games,) or (games, 4). For ``"stats"`` a
        dictionary of ``rows`` (distinct rows of the facts that scores depend on), ``counts``
        (uint64, deals with each row) and ``histograms`` (for every fact its least value, and uint64
        counts of the values from there on, shape (1, values) or (4, values)).

    Raises:
        RulesError: a set-up that the rules have no use for, or one with an order of drawing.

    Example:
        >>> from chupai.shengji.rules import CN_2
        >>> from chupai.shengji.setup import Setup
        >>> facts = run(CN_2, Setup(), 1, 0, 3, ["random_units"] * 4, "facts", 1)
        >>> facts["seat_points"].shape
        (3, 4)
    """
    if setup.in_order:
        raise refuse("SJ-47", "in_order is for single deals: those of a run are drawn at random")
    return _native.shengji_run(
        compiled(rules),
        parts=parts(setup),
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
        setups: as `chupai.shengji.match.start` gives them: ``levels``, ``declarer`` and ``trump``.
        seed: names the run.
        matches: the numbers of the matches, uint64.
        index: number of the deal in each of them.
        agents: names of built-in agents, one a seat.
        threads: how many threads to use.
        setup: what else is given of each deal; then they are played one by one.

    Returns:
        ``facts``: what `run` gives for ``"facts"``, in the order of the matches.

    Example:
        >>> import numpy as np
        >>> from chupai.shengji.match import MatchRules, start
        >>> from chupai.shengji.rules import CN_2
        >>> setups = start(CN_2, MatchRules(), 3).setups
        >>> matches = np.arange(3, dtype=np.uint64)
        >>> played = run_round(CN_2, setups, 1, matches, 0, ["random_units"] * 4)
        >>> played["facts"]["seat_points"].shape
        (3, 4)
    """
    if setup is not None and _has_more(setup) and len(matches):
        deals = [
            _native.shengji_run(
                compiled(rules),
                parts=parts(set_up_of(setups, row, setup)),
                given=setup.cards,
                seed=seed,
                first=index,
                games=1,
                agents=list(agents),
                keep="facts",
                threads=1,
                match_number=match,
            )
            for row, match in enumerate(matches.tolist())
        ]
        return {"facts": {name: np.concatenate([one[name] for one in deals]) for name in deals[0]}}
    return _native.shengji_run_round(
        compiled(rules),
        matches=matches,
        levels=setups["levels"],
        declarer=setups["declarer"],
        trump=setups["trump"],
        seed=seed,
        index=index,
        agents=list(agents),
        threads=threads,
    )


def _has_more(setup: Setup) -> bool:
    """Whether it gives what the core is not told of whole rounds."""
    return replace(setup, level=Setup.level, levels=None, declarer=None) != Setup()
