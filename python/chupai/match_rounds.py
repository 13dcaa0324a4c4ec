"""The loop of matches: rounds in which every match that goes on plays its next deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from chupai.agents import agent_names
from chupai.batch import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from chupai.agents import AgentLike
    from chupai.family import Family
    from chupai.match_state import MatchState
    from chupai.table import Deal, Table
    from chupai.variant import Variant

__all__ = ["Block", "Counter", "Game", "Round"]

_ROWS = 1 << 14  # rows of facts that are held before equal ones are put together
MOST_IDLE = 1000
"""Deals worth nothing, one after another, after which a match by totals only has no end."""

_DEALS = 1 << 12  # deals whose facts are held before they are counted


class Round(NamedTuple):
    """One deal of each match that goes on.

    Attributes:
        facts: what the family's ``advance`` may ask for, by name, arrays of shape (matches,) or
            (matches, seats).
        scores: what each deal was worth, int64 of shape (matches, seats).
        stats: what the core counted; None of deals at a table, and where it told the facts.
        deals: the deals at a table, one a match, none of deals in the core.
    """

    facts: Mapping[str, NDArray[Any]]
    scores: NDArray[np.int64]
    stats: Mapping[str, Any] | None
    deals: Sequence[Deal] = ()


class _Gathered(Mapping[str, "NDArray[Any]"]):
    """Facts of deals that are given as distinct rows and the number of each deal's row."""

    def __init__(self, rows: Mapping[str, NDArray[Any]], which: NDArray[Any]) -> None:
        self._rows, self._which = rows, which

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._rows[name].take(self._which, axis=0)

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


class Counter:
    """Adds up what happened in rounds, in memory that does not grow with their number."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._rounds: list[Mapping[str, Any]] = []
        self._held = 0  # rows in them
        self._histograms: dict[str, tuple[int, NDArray[np.uint64]]] = {}
        self._deals: list[Round] = []
        self._held_deals = 0  # deals in them
        self._tally: Tally | None = None

    def add(self, played: Round) -> None:
        """Count the deals of a round too."""
        if played.stats is None:
            self._deals.append(played)
            self._held_deals += len(played.scores)
            if self._held_deals >= _DEALS:
                self._count_deals()
            return
        self._rounds.append(played.stats)
        self._held += len(played.stats["counts"])
        for name, (least, counted) in played.stats["histograms"].items():
            if name in self._histograms:
                total = self._histograms[name][1]
                total += counted  # a fact's columns are the same in every round
            else:
                self._histograms[name] = (least, counted.copy())
        if self._held > _ROWS:
            self._count_rounds()

    def tally(self) -> Tally | None:
        """The counts of all rounds, None if there was none."""
        self._count_rounds()
        self._count_deals()
        return self._tally

    def _count_rounds(self) -> None:
        if self._rounds:
            stats = {
                "rows": {
                    name: np.concatenate([one["rows"][name] for one in self._rounds])
                    for name in self._rounds[0]["rows"]
                },
                "counts": np.concatenate([one["counts"] for one in self._rounds]),
                "histograms": self._histograms,
            }
            self._add(Tally.of_stats(stats, self._variant))
            self._rounds, self._held, self._histograms = [], 0, {}

    def _count_deals(self) -> None:
        if self._deals:
            facts = {
                name: np.concatenate([played.facts[name] for played in self._deals])
                for name in self._deals[0].facts
            }
            scores = np.concatenate([played.scores for played in self._deals])
            self._add(Tally.of_facts(facts, self._variant, scores))
            self._deals, self._held_deals = [], 0

    def _add(self, tally: Tally) -> None:
        self._tally = tally if self._tally is None else self._tally + tally


@dataclass(frozen=True)
class Block:
    """Matches played side by side to their ends."""

    totals: NDArray[np.int64]
    deals: NDArray[np.int64]
    ended: NDArray[np.int8]
    scores: NDArray[np.int64] | None


@dataclass(frozen=True)
class Game:
    """What matches are played of: built-in agents play in the core, others at a table."""

    variant: Variant
    match: Any
    agents: tuple[AgentLike, ...]
    table: Table | None
    setup: Any
    timed: bool = False
    """Whether the clock may end matches, so that their rules need not."""

    @property
    def family(self) -> Family:
        """The variant's family."""
        return self.variant.family

    @property
    def names(self) -> tuple[str, ...]:
        """What the agents are called, by seat."""
        return agent_names(self.agents, self.family)

    def start(self, matches: int) -> MatchState:
        """Matches before their first deal."""
        match = self.match
        if self.timed and match.deals is None:
            match = replace(match, deals=1)  # that there is an end is all that is asked of it
        return self.family.start(self.variant.rules, match, matches, self.setup)

    def check(self) -> None:
        """Refuse a match without an end, and a set-up of which there is no first deal."""
        setups = self.start(1).setups
        self.variant.deal(setup=self.family.set_up_of(setups, 0, self.setup))

    def no_deals(self) -> Tally:
        """The counts of no deal at all."""
        family, variant, nobody = self.family, self.variant, np.empty(0, dtype=np.uint64)
        setups = self.start(0).setups
        agents = [family.agents[0]] * variant.seats
        played = family.run_round(variant.rules, setups, 0, nobody, 0, agents)
        if "facts" in played:
            return Tally.of_facts(played["facts"], variant)
        return Tally.of_stats(played, variant)

    def round(
        self, seed: int, matches: NDArray[np.uint64], index: int, setups: Mapping[str, NDArray[Any]]
    ) -> Round:
        """Play deal ``index`` of each match."""
        family, variant = self.family, self.variant
        if self.table is None:
            alike = None if self.setup == family.setup() else self.setup
            how = (seed, matches, index, self.agents, 1, alike)
            stats = family.run_round(variant.rules, setups, *how)
            if "facts" in stats:
                return Round(stats["facts"], variant.scores(stats["facts"]), None)
            points = variant.scores(stats["rows"])
            which = stats["which"]
            return Round(_Gathered(stats["rows"], which), points.take(which, axis=0), stats)
        deals = []
        for row, match in enumerate(matches.tolist()):
            setup = family.set_up_of(setups, row, self.setup)
            deals.append(self.table.play(seed, index, match, setup=setup))
        facts = {name: np.array([deal.facts[name] for deal in deals]) for name in deals[0].facts}
        return Round(facts, np.array([deal.scores for deal in deals], dtype=np.int64), None, deals)

    def play(
        self,
        seed: int,
        first: int,
        matches: int,
        counter: Counter,
        *,
        keep_scores: bool = False,
        each: Callable[[int, Round, MatchState, MatchState], object] | None = None,
        check: Callable[[], object] | None = None,
        is_over: Callable[[], bool] = lambda: False,
    ) -> Block:
        """Play matches ``first`` … ``first + matches − 1`` of the run ``seed``.

        ``each`` is told of every round: its number, what happened, the states before and after.
        ``check`` is called before every round and ends the run by raising. After a round in which
        ``is_over`` comes true matches end as if it had been their last.
        """
        family, rules = self.family, self.variant.rules
        state = self.start(matches)
        numbers = np.arange(matches, dtype=np.uint64) + np.uint64(first)
        at = np.arange(matches)  # where the matches that go on stand in the block
        # What is to be told of each match in the end.
        totals, deals, ended = state.totals.copy(), state.deals.copy(), state.ended.copy()
        paid: list[tuple[NDArray[Any], NDArray[np.int64]]] = []
        # Agents who always pass would go on for ever where deals are void.
        endless = self.match.deals is None and not self.timed
        idle = np.zeros(matches, dtype=np.int64) if endless else None
        index = 0
        while len(state):
            if check is not None:
                check()
            played = self.round(seed, numbers, index, state.setups)
            counter.add(played)
            match = replace(self.match, deals=index + 1) if is_over() else self.match
            after = family.advance(
                rules, self.variant.scoring, match, state, played.facts, played.scores
            )
            if keep_scores:
                paid.append((at, after.totals - state.totals))
            if each is not None:
                each(index, played, state, after)
            if idle is not None:
                idle = np.where((after.totals == state.totals).all(axis=1), idle + 1, 0)
                if idle.max() >= MOST_IDLE:
                    raise RuntimeError(
                        f"match {numbers[idle.argmax()]} has no end: no points in {MOST_IDLE:,} "
                        "deals one after another; give a number of deals"
                    )
            state = after
            index += 1
            if state.ended.any():
                over = state.ended != 0
                totals[at[over]] = state.totals[over]
                deals[at[over]] = state.deals[over]
                ended[at[over]] = state.ended[over]
                at, numbers, state = at[~over], numbers[~over], state.take(~over)
                idle = None if idle is None else idle[~over]
        return Block(totals, deals, ended, _by_match(paid, deals, totals) if keep_scores else None)


def _by_match(
    paid: list[tuple[NDArray[Any], NDArray[np.int64]]],
    deals: NDArray[np.int64],
    totals: NDArray[np.int64],
) -> NDArray[np.int64]:
    """The points of every round in the order of matches, and of deals in each."""
    scores = np.empty((int(deals.sum()), totals.shape[1]), dtype=np.int64)
    begins = np.cumsum(deals) - deals
    for index, (at, points) in enumerate(paid):
        scores[begins[at] + index] = points
    return scores
