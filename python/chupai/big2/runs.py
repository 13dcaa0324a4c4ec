"""Many deals of Big Two in the core: `run`, and one of each of many matches: `run_round`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chupai import _native
from chupai._switches import refuse
from chupai.big2.rules import Rules, compiled
from chupai.big2.seating import cuts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from chupai.big2.setup import Setup

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
        For ``"facts"`` an array a fact, int16 of shape (games,) or (games, seats). For ``"stats"``
        a dictionary of ``rows`` (distinct rows of the facts that most scores depend on),
        ``counts`` (uint64, deals with each row) and ``histograms`` (for every fact its least
        value, and uint64 counts of the values from there on, shape (1, values) or
        (seats, values)).

    Raises:
        RulesError: a set-up that the rules have no use for, or in which each deal is cut for.
    """
    if setup.first_card is None:
        raise refuse(
            "BT-36", "the deals of a run are not cut for; give first_card, or play a match"
        )
    return _native.big2_run(
        compiled(rules),
        leader=setup.leader,
        first_card=setup.first_card,
        roles=setup.roles,
        given=setup.cards(rules),
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
        setups: as `chupai.big2.match.start` gives them: ``leader``, ``first_card`` and ``roles``.
        seed: names the run.
        matches: the numbers of the matches, uint64.
        index: number of the deal in each of them.
        agents: names of built-in agents, one a seat.
        threads: how many threads to use.
        setup: what else is given of each deal.

    Returns:
        ``facts``: what `run` gives for ``"facts"``, in the order of the matches.

    Example:
        >>> import numpy as np
        >>> from chupai.big2 import HONG_KONG, MatchRules
        >>> from chupai.big2.match import start
        >>> setups = start(HONG_KONG, MatchRules(deals=1), 3).setups
        >>> matches = np.arange(3, dtype=np.uint64)
        >>> played = run_round(HONG_KONG, setups, 1, matches, 0, ["random"] * 4)
        >>> played["facts"]["cards_left"].shape
        (3, 4)
    """
    first_card, roles = setups["first_card"], setups["roles"]
    uncut = first_card < 0
    if uncut.any():
        first_card = first_card.copy()
        first_card[uncut] = cuts(seed, matches[uncut], index, rules.players)
    return _native.big2_run_round(
        compiled(rules),
        matches=matches,
        leader=setups["leader"],
        first_card=first_card,
        roles=roles if (roles >= 0).any() else None,
        seed=seed,
        index=index,
        agents=list(agents),
        threads=threads,
        given=None if setup is None else setup.cards(rules),
    )
