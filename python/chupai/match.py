"""Deals one after another: `Match`, and `simulate_matches` for many matches.

Both are the loop of `chupai.match_rounds`.
"""

from __future__ import annotations

import time
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy as np

from chupai._numbers import whole
from chupai._shown import shown
from chupai.agents import line_up
from chupai.batch import available_threads
from chupai.match_result import MatchDeal, MatchResult, MatchResults
from chupai.match_rounds import Block, Counter, Game, Round
from chupai.match_threads import in_threads
from chupai.simulate import recording
from chupai.table import Table, checked_seconds
from chupai.variant import Variant, check_names, set_up, variant_of

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from chupai.agents import AgentLike
    from chupai.batch import Tally
    from chupai.match_state import MatchState
    from chupai.record import Record
    from chupai.record_writer import RecordWriter
    from chupai.table import OnFault

__all__ = ["Match", "simulate_matches"]

BLOCK = 1 << 16
"""Most matches that are played side by side."""

LEAST_TOLD, MOST_TOLD = 1 << 8, 1 << 12
"""The same where somebody is told of matches that are done: the fewer at once, the slower."""

_NUMBERS = 2**64


# --- one match -----------------------------------------------------------------------------------


class Match:
    """Deals one after another among the same seats, their points added up.

    Args:
        variant: a `Variant` or the name of one. Its match rules say how deals follow each other.
        agents: one agent for all seats, or one a seat, as of `chupai.Table`.
        deals: the number of deals, in place of that of the match rules.
        switches: other switches of the match rules by name, such as ``target=100``, likewise.
        setup: what is given of the deals, for Dou Dizhu a `chupai.doudizhu.Setup`. What the match
            rules pass on, who begins and at which level, is given of the first deal, all else of
            every deal.
        duration: seconds after which no further deal begins, by the clock 記時; the deal in which
            they run out is the last, and the match ends as after a number of deals. It may end
            earlier by its match rules. None: it goes by these only.
        time_limit: seconds that an agent of a caller's own has for each move, as of `chupai.Table`.
        on_fault: what happens when such an agent fails, likewise.
        record: where to write a record of each deal, a `RecordWriter` or the path of a new file,
            likewise. Built-in agents then play at a table too, which is slower and the same.

    Raises:
        TypeError: an argument of the wrong type.
        ValueError: an unknown variant or agent, or match rules by which no match ends.
        RulesError: a number of deals that cannot be, or a set-up that the rules have no use for.
        FileExistsError: ``record`` is the path of a file that is there.
        OSError: it cannot be written.

    Example:
        >>> result = Match("doudizhu/standard", "random", deals=3).run(seed=1)
        >>> len(result.deals), result.ended_by
        (3, 'deals')
    """

    def __init__(
        self,
        variant: Variant | str,
        agents: AgentLike | Iterable[AgentLike],
        *,
        deals: SupportsIndex | None = None,
        setup: object = None,
        duration: float | None = None,
        time_limit: float | None = None,
        on_fault: OnFault = "raise",
        record: RecordWriter | str | os.PathLike[str] | None = None,
        **switches: Any,
    ) -> None:
        self._records = record is not None
        self._duration = checked_seconds("duration", duration)
        self._game = _game(
            variant,
            agents,
            deals,
            switches,
            setup,
            timed=self._duration is not None,
            time_limit=time_limit,
            on_fault=on_fault,
            record=record,
        )

    def __repr__(self) -> str:
        return f"Match({self._game.variant.name!r}, {list(self._game.names)!r})"

    def run(self, seed: SupportsIndex = 0, index: SupportsIndex = 0) -> MatchResult:
        """Play match number ``index`` of the run ``seed``.

        It is match ``index`` of `simulate_matches` with that seed, deal by deal.

        Args:
            seed: names the run, 0 to 2^64 − 1.
            index: number of the match in it, 0 to 2^64 − 1.

        Raises:
            TypeError, ValueError: what is no such number.
            OverflowError: a total beyond 64 bits; give the scoring a ``cap``.
            RuntimeError: a match without a number of deals in which a thousand of them, one after
                another, were worth nothing: it has no end.
            Exception: what `chupai.Table.play` raises of an agent that fails.
        """
        seed = whole("seed", seed, 0, _NUMBERS - 1)
        index = whole("index", index, 0, _NUMBERS - 1)
        deals: list[MatchDeal] = []
        records: list[Record] = []

        def note(number: int, played: Round, before: MatchState, after: MatchState) -> None:
            deals.append(
                MatchDeal(
                    index=number,
                    facts=_facts_of_one(played),
                    scores=tuple(played.scores[0].tolist()),
                    paid=tuple((after.totals - before.totals)[0].tolist()),
                    totals=tuple(after.totals[0].tolist()),
                    faults=played.deals[0].faults if played.deals else (),
                )
            )
            if self._records:
                records.append(played.deals[0].record)

        game, begin = self._game, time.monotonic()

        def is_over() -> bool:
            return self._duration is not None and time.monotonic() - begin >= self._duration

        block = game.play(seed, index, 1, Counter(game.variant), each=note, is_over=is_over)
        ended_by = game.family.ends[block.ended[0]]
        if ended_by == "deals" and len(deals) != game.match.deals:
            ended_by = "time"
        return MatchResult(
            game.variant,
            game.match,
            game.names,
            seed,
            index,
            tuple(deals),
            ended_by,
            tuple(records) if self._records else None,
            game.setup,
        )


def _facts_of_one(played: Round) -> dict[str, int | list[int]]:
    """The facts of the one deal of a round."""
    if played.stats is None:
        return {name: column[0].tolist() for name, column in played.facts.items()}
    facts: dict[str, int | list[int]] = {}
    for name, (least, counted) in played.stats["histograms"].items():
        values = [least + int(seat) for seat in counted.argmax(axis=1)]
        facts[name] = values[0] if len(values) == 1 else values
    return facts


# --- many matches --------------------------------------------------------------------------------


def simulate_matches(
    variant: Variant | str,
    matches: SupportsIndex,
    *,
    seed: SupportsIndex = 0,
    agents: AgentLike | Iterable[AgentLike] = "random",
    deals: SupportsIndex | None = None,
    setup: object = None,
    threads: SupportsIndex | None = None,
    keep: Literal["totals", "scores"] = "totals",
    progress: Callable[[int], object] | None = None,
    first: SupportsIndex = 0,
    record: RecordWriter | str | os.PathLike[str] | None = None,
    **switches: Any,
) -> MatchResults:
    """Play many matches, each to its end.

    Match ``j`` depends on seed, number, variant and agents only, never on threads or the machine;
    it is the match ``Match(…).run(seed, index=j)``, and its deal ``i`` begins as
    ``variant.deal(seed, i, match=j, …)`` with what the match rules and the set-up give.

    Args:
        variant: a `Variant` or the name of one. Its match rules say how deals follow each other.
        matches: how many matches, 0 or more.
        seed: names the run, 0 to 2^64 − 1.
        agents: one agent for all seats, or one a seat, as of `simulate`.
        deals: the number of deals of a match, in place of that of the match rules.
        switches: other switches of the match rules by name, such as ``target=100``, likewise.
        setup: what is given of the deals, for Dou Dizhu a `chupai.doudizhu.Setup`. What the match
            rules pass on, who begins and at which level, is given of the first deal, all else of
            every deal.
        threads: how many to use, or None for all processors of this process. Agents of a caller's
            own play in the calling thread, match after match.
        keep: ``"totals"`` holds how each match ended, some tens of bytes a match whatever its
            number of deals; ``"scores"`` also what was paid in each deal, 8 bytes a seat.
        progress: called now and then, in the calling thread, with the number of matches done. If it
            raises, the run ends.
        first: number of the first match.
        record: where to write a record of each deal, a `RecordWriter` or the path of a new file, as
            of `simulate`. All agents then play at a table, in the calling thread, match after
            match, which is slower and the same.

    Returns:
        The `MatchResults`. Ctrl-C ends a run early, without one.

    Raises:
        TypeError: an argument of the wrong type.
        ValueError: an unknown variant, agent or ``keep``, a number out of range, or match rules by
            which no match ends.
        RulesError: a number of deals that cannot be, or a set-up that the rules have no use for.
        MemoryError: more matches than there is room for.
        OverflowError: a score or total beyond 64 bits; give the scoring a ``cap``.
        RuntimeError: a match that has no end, as of `Match.run`.
        FileExistsError: ``record`` is the path of a file that is there.
        OSError: it cannot be written.

    Example:
        >>> result = simulate_matches("doudizhu/standard", 100, deals=4, seed=1)
        >>> result.totals.shape, result.tally.games
        ((100, 3), 400)
    """
    game = _game(variant, agents, deals, switches, setup)
    matches = whole("matches", matches, 0, _NUMBERS - 1)
    seed = whole("seed", seed, 0, _NUMBERS - 1)
    first = whole("first", first, 0, _NUMBERS - 1 - matches)
    threads = available_threads() if threads is None else whole("threads", threads, 1, 1024)
    if keep not in {"totals", "scores"}:
        raise ValueError(f"keep is 'totals' or 'scores', not {shown(keep)}")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function of matches done, not {shown(progress)}")
    how = (matches, seed, first, threads, keep, progress)
    if record is None:
        return _play_all(game, *how)
    with recording(record) as writer:
        table = Table(game.variant, game.agents, record=writer)
        return _play_all(replace(game, table=table), *how)


def _play_all(
    game: Game,
    matches: int,
    seed: int,
    first: int,
    threads: int,
    keep: Literal["totals", "scores"],
    progress: Callable[[int], object] | None,
) -> MatchResults:
    """Play matches ``first`` … ``first + matches − 1``, with arguments that have been checked."""
    start = time.perf_counter()
    size = -(-matches // threads)
    if progress is not None:
        size = min(size, max(LEAST_TOLD, min(MOST_TOLD, size // 8)))
    size = max(1, min(BLOCK, size))
    if game.table is not None:  # match after match, as its agents would play them
        threads, size = 1, 1
    tasks = range(first, first + matches, size)
    of_table = Counter(game.variant)

    def work(begin: int, check: Callable[[], None]) -> tuple[Block, Tally | None]:
        counter = Counter(game.variant) if game.table is None else of_table
        count = min(size, first + matches - begin)
        keeps = keep == "scores"
        block = game.play(seed, begin, count, counter, keep_scores=keeps, check=check)
        return block, None if counter is of_table else counter.tally()

    seats = game.variant.seats
    try:
        totals = np.empty((matches, seats), dtype=np.int64)
        played, ended = np.empty(matches, dtype=np.int64), np.empty(matches, dtype=np.int8)
    except (MemoryError, ValueError):  # the latter of more than numpy can even name
        raise MemoryError(f"there is no room for the totals of {matches:,} matches") from None
    scores: dict[int, NDArray[np.int64]] = {}
    tally, done = game.no_deals(), 0

    def take(number: int, finished: tuple[Block, Tally | None]) -> None:
        nonlocal tally, done
        block, counted = finished
        part = slice(number * size, number * size + len(block.deals))
        totals[part], played[part], ended[part] = block.totals, block.deals, block.ended
        if block.scores is not None:
            scores[number] = block.scores
        tally = tally if counted is None else tally + counted
        done += len(block.deals)
        if progress is not None:
            progress(done)

    in_threads(work, tasks, threads, take)
    if (counted := of_table.tally()) is not None:
        tally = counted
    parts = [np.empty((0, seats), dtype=np.int64), *(scores[i] for i in range(len(scores)))]
    return MatchResults(
        game.variant,
        game.match,
        game.names,
        game.setup,
        keep,
        ((seed, first, matches),),
        totals,
        played,
        tally,
        time.perf_counter() - start,
        ended,
        np.concatenate(parts) if keep == "scores" else None,
    )


def _game(
    variant: Variant | str,
    agents: AgentLike | Iterable[AgentLike],
    deals: SupportsIndex | None,
    switches: dict[str, Any],
    setup: object,
    *,
    timed: bool = False,
    **of_table: Any,
) -> Game:
    """What matches are played of, checked."""
    game = variant_of(variant)
    check_names("a match", switches, tuple(f.name for f in fields(game.match)))
    given = switches if deals is None else switches | {"deals": deals}
    match = replace(game.match, **given) if given else game.match
    game.family.check(game.rules, game.scoring, match)
    setup = game.family.setup() if setup is None else set_up(game, setup, {})
    made = Game(game, match, (), None, setup, timed=timed)
    made.check()
    sitting = line_up(agents, game.seats, game.family)
    table: Table | None = Table(game, sitting, **of_table)
    if of_table.get("record") is None and all(isinstance(agent, str) for agent in sitting):
        table = None  # the core plays the same deals
    return replace(made, agents=sitting, table=table)
