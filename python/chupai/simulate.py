"""Simulate many deals: `simulate`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, get_args

from chupai import batch
from chupai._numbers import whole
from chupai._shown import shown
from chupai.result import Result
from chupai.variant import Variant, set_up
from chupai.variant import variant as named

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["simulate"]

_SEEDS = 2**64


def simulate(
    variant: Variant | str,
    games: SupportsIndex,
    *,
    seed: SupportsIndex = 0,
    agents: str | Sequence[str] = "random",
    threads: SupportsIndex | None = None,
    keep: Literal["stats", "scores", "facts"] = "stats",
    progress: Callable[[int], object] | None = None,
    first: SupportsIndex = 0,
    setup: object = None,
    **given: Any,
) -> Result:
    """Play many deals in the core and count what happens.

    Deal ``i`` depends on seed, number, variant, set-up and agents only, never on threads or the
    machine; it is the deal ``variant.deal(seed, index=i)`` played on by the same agents.

    Args:
        variant: a `Variant` or the name of one.
        games: how many deals, 0 or more; a game here is one deal.
        seed: names the run, 0 to 2^64 − 1.
        agents: ``"random"`` (uniform over legal moves) or ``"lowest"``, for all or one a seat.
            Only the family's built-in agents; players of your own play a `Variant.deal` move by
            move.
        threads: how many to use, or None for all processors of this process.
        keep: ``"stats"`` holds only counts, in memory that does not grow with ``games``;
            ``"scores"`` also the scores, 8 bytes a seat; ``"facts"`` also all facts.
        progress: called now and then with the number of deals done. If it raises, the run ends.
        first: number of the first deal, the ``index`` of `Variant.deal`.
        setup: what is given of each deal, for Dou Dizhu a `chupai.doudizhu.Setup`.
        given: parts of the set-up by name, in place of those of ``setup``: for Dou Dizhu
            ``first_bidder=0``.

    Returns:
        The `Result`. Ctrl-C ends a run early, without one.

    Raises:
        TypeError: an argument of the wrong type.
        ValueError: an unknown variant, agent or ``keep``, or a number out of range.
        RulesError: a set-up that the rules have no use for.
        MemoryError: more scores or facts to keep than there is room for.
        OverflowError: scores kept of which one goes beyond 64 bits; give the scoring a ``cap``.

    Example:
        >>> simulate("doudizhu/standard", 1000, seed=1).games
        1000
    """
    game = named(variant) if isinstance(variant, str) else variant
    if not isinstance(game, Variant):
        raise TypeError(f"variant is a Variant or a name, not {shown(game)}")
    games = whole("games", games, 0, _SEEDS - 1)
    seed = whole("seed", seed, 0, _SEEDS - 1)
    first = whole("first", first, 0, _SEEDS - 1 - games)
    threads = batch.available_threads() if threads is None else whole("threads", threads, 1, 1024)
    if keep not in get_args(batch.Keep):
        raise ValueError(f"keep is 'stats', 'scores' or 'facts', not {shown(keep)}")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function of deals done, not {shown(progress)}")
    players = _players(agents, game)
    setup = set_up(game.family, setup, given)
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


def _players(agents: str | Sequence[str], variant: Variant) -> tuple[str, ...]:
    known, seats = variant.family.agents, variant.seats
    names = " or ".join(map(repr, known))
    if not isinstance(agents, Sequence):
        raise _no_agent(agents, names)
    players = (agents,) * seats if isinstance(agents, str) else tuple(agents)
    for player in players:
        if not isinstance(player, str):
            raise _no_agent(player, names)
        if player not in known:
            raise ValueError(f"agents are {names}, not {shown(player)}")
    if len(players) != seats:
        raise ValueError(
            f"{seats} seats need {seats} agents, or one name for all; got {len(players)}"
        )
    return players


def _no_agent(given: object, names: str) -> TypeError:
    message = f"agents are the built-in ones, by name, for all or each seat: {names}"
    hint = "; players of your own play a variant's deal() move by move" if callable(given) else ""
    return TypeError(f"{message}, not {shown(given)}{hint}")
