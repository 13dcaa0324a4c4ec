"""Simulate many deals: `simulate`."""

from __future__ import annotations

import time
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, get_args

from chupai import batch
from chupai._numbers import whole
from chupai._shown import shown
from chupai.agents import agent_names, line_up
from chupai.result import Result
from chupai.variant import Variant, set_up, variant_of

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable
    from contextlib import AbstractContextManager

    from chupai.agents import AgentLike
    from chupai.record_writer import RecordWriter

__all__ = ["simulate"]

_SEEDS = 2**64


def simulate(
    variant: Variant | str,
    games: SupportsIndex,
    *,
    seed: SupportsIndex = 0,
    agents: AgentLike | Iterable[AgentLike] = "random",
    threads: SupportsIndex | None = None,
    keep: Literal["stats", "scores", "facts"] = "stats",
    progress: Callable[[int], object] | None = None,
    first: SupportsIndex = 0,
    setup: object = None,
    record: RecordWriter | str | os.PathLike[str] | None = None,
    **given: Any,
) -> Result:
    """Play many deals and count what happens.

    Deal ``i`` depends on seed, number, variant, set-up and agents only, never on threads or the
    machine, unless agents of your own do; it is the deal ``variant.deal(seed, index=i)`` played on
    by the same agents.

    Args:
        variant: a `Variant` or the name of one.
        games: how many deals, 0 or more; a game here is one deal.
        seed: names the run, 0 to 2^64 − 1.
        agents: ``"random"`` (uniform over legal moves; what is buried in Shengji is drawn card by
            card), ``"lowest"``, another built-in agent of the family, or anything that can be
            called as ``agent(view, rng)``, see `chupai.Table`; one for all or one a seat. With a
            callable agent deals are played one after the other in Python, thousands of times slower
            than in the core.
        threads: how many to use in the core, or None for all processors of this process.
        keep: ``"stats"`` holds only counts, in memory that does not grow with ``games``;
            ``"scores"`` also the scores, 8 bytes a seat; ``"facts"`` also all facts.
        progress: called now and then with the number of deals done. If it raises, the run ends.
        first: number of the first deal, the ``index`` of `Variant.deal`.
        setup: what is given of each deal, for Dou Dizhu a `chupai.doudizhu.Setup`.
        record: where to write a record of each deal, see `chupai.Record`: a `RecordWriter`, or the
            path of a new file. What comes of the run is the same with and without. For records the
            deals of built-in agents are played once more, move by move in Python, some thousands
            a second.
        given: parts of the set-up by name, in place of those of ``setup``: for Dou Dizhu
            ``first_bidder=0``.

    Returns:
        The `Result`. Ctrl-C ends a run early, without one.

    Raises:
        TypeError: an argument of the wrong type.
        IllegalMove, Exception: an agent of your own makes no legal move, or raises.
        ValueError: an unknown variant, agent or ``keep``, or a number out of range.
        RulesError: a set-up that the rules have no use for.
        MemoryError: more scores or facts to keep than there is room for.
        OverflowError: scores kept of which one goes beyond 64 bits; give the scoring a ``cap``.
        FileExistsError: ``record`` is the path of a file that is there.
        OSError: it cannot be written.

    Example:
        >>> simulate("doudizhu/standard", 1000, seed=1).games
        1000
    """
    game = variant_of(variant)
    games = whole("games", games, 0, _SEEDS - 1)
    seed = whole("seed", seed, 0, _SEEDS - 1)
    first = whole("first", first, 0, _SEEDS - 1 - games)
    threads = batch.available_threads() if threads is None else whole("threads", threads, 1, 1024)
    if keep not in get_args(batch.Keep):
        raise ValueError(f"keep is 'stats', 'scores' or 'facts', not {shown(keep)}")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function of deals done, not {shown(progress)}")
    sitting = line_up(agents, game.seats, game.family)
    players = agent_names(sitting, game.family)
    setup = set_up(game, setup, given)
    in_the_core = all(isinstance(agent, str) for agent in sitting)
    with recording(record) as writer:
        start = time.perf_counter()
        played = batch.run(
            game,
            games,
            seed=seed,
            first=first,
            agents=sitting,
            setup=setup,
            keep=keep,
            threads=threads,
            progress=progress if writer is None or not in_the_core else None,
            record=writer,
        )
        seconds = time.perf_counter() - start
        if writer is not None and in_the_core:
            from chupai.record_run import record_run  # noqa: PLC0415 - as below

            record_run(
                writer,
                game,
                games,
                seed=seed,
                first=first,
                agents=players,
                setup=setup,
                progress=progress,
            )
    return Result(game, players, setup, keep, ((seed, first, games),), seconds, played)


def recording(
    record: RecordWriter | str | os.PathLike[str] | None,
) -> AbstractContextManager[RecordWriter | None]:
    """What `chupai.record_writer.writing` gives."""
    if record is None:
        return nullcontext()
    from chupai.record_writer import writing  # noqa: PLC0415 - chupai is to import quickly

    return writing(record)
