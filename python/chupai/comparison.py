"""Two ways of playing the same deals: `compare`."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import reduce
from types import MethodType
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias

import numpy as np

from chupai import batch
from chupai._numbers import whole
from chupai._shown import shown
from chupai.agents import agent_names, line_up
from chupai.comparison_result import Comparison, ComparisonLine
from chupai.pairing import PairedSums, Plays
from chupai.variant import Variant, set_up, variant_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from chupai.agents import AgentLike

__all__ = ["compare"]

BLOCK = 1 << 16
"""Deals that are held at once."""

_NUMBERS = 2**64

LineUp: TypeAlias = "tuple[AgentLike, ...]"


@dataclass(frozen=True)
class _Side:
    """One way of playing: a variant and who plays it, in the order of the line-up's places."""

    name: str
    variant: Variant
    agents: LineUp
    rotations: tuple[int, ...]

    def sitting(self, rotation: int) -> LineUp:
        """The line-up in a rotation: place p sits at seat p + rotation."""
        return self.agents[-rotation:] + self.agents[:-rotation] if rotation else self.agents


@dataclass(frozen=True)
class _Times:
    """What was counted of one line under one side, deal by deal: int64 arrays of shape (deals,)."""

    times: NDArray[np.int64]
    points: NDArray[np.int64]
    wins: NDArray[np.int64]

    @staticmethod
    def none(deals: int) -> _Times:
        """Nothing in so many deals."""
        return _Times(*(np.zeros(deals, dtype=np.int64) for _ in range(3)))

    def __add__(self, other: _Times) -> _Times:
        """What was counted of either."""
        return _Times(self.times + other.times, self.points + other.points, self.wins + other.wins)


@dataclass(frozen=True)
class _Line:
    """One line of a comparison in the making: a place or all of them, a role or any."""

    place: int | None
    role: int | None
    scores: PairedSums = field(default_factory=PairedSums)
    wins: PairedSums = field(default_factory=PairedSums)
    # By side, A and B: what single plays, each deal in one rotation, brought.
    scores_of_plays: tuple[Plays, Plays] = field(default_factory=lambda: (Plays(), Plays()))
    wins_of_plays: tuple[Plays, Plays] = field(default_factory=lambda: (Plays(), Plays()))

    def __post_init__(self) -> None:
        self.scores.played(*self.scores_of_plays)
        self.wins.played(*self.wins_of_plays)


def compare(
    a: Variant | AgentLike | Iterable[AgentLike],
    b: Variant | AgentLike | Iterable[AgentLike],
    deals: SupportsIndex,
    *,
    variant: Variant | str | None = None,
    agents: AgentLike | Iterable[AgentLike] | None = None,
    seed: SupportsIndex = 0,
    first: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    progress: Callable[[int], object] | None = None,
    setup: object = None,
    **given: Any,
) -> Comparison:
    """Play the same deals in two ways, and tell which brings more.

    Two *variants* that deal the same cards are played by the same agents, deal by deal: what does a
    switch change? Two *line-ups* of agents play the same variant: which agents are better? A
    line-up is a sequence of one agent a seat; it is played in all rotations around the table, so
    that each place of it has each seat in each deal. Two single agents mean the line-ups
    (a, b, b, …), a alone among others like b, and (b, a, a, …).

    Where the same cards fall to both sides, luck falls out of the difference, and its interval is
    narrower than that of two runs of other deals: `Paired.worth` says how many single deals, each
    with cards of its own, would do as much. The deals are independent of each other, the rotations
    of one deal are not: they count as one deal.

    Void deals, in which nobody has a role, are in no figure, as in a `chupai.Summary`: the mean of
    a side is taken over what was not void under that side, so it is the one that `chupai.simulate`
    gives of the same deals. What is void on one side only counts on the other; the deal stays one
    observation of the difference, to which its void side adds nothing.

    Args:
        a: a variant, by object or by a name with ``/``; an agent; or a line-up.
        b: another of the same kind.
        deals: how many deals, 0 or more.
        variant: what agents play.
        agents: who plays variants: one agent for all seats, or one a seat; by default ``"random"``.
        seed: names the run, as of `chupai.simulate`.
        first: number of the first deal.
        threads: how many to use, or None for all processors of this process.
        progress: called now and then with the number of deals done. If it raises, the run ends.
            Deals are played in blocks, a block in one way after the other, and count as done in
            proportion.
        setup: what is given of each deal on both sides, as of `chupai.simulate`. It goes by seats:
            line-ups rotate, and what is given stays.
        given: parts of the set-up by name, in place of those of ``setup``.

    Returns:
        The `Comparison`; print it to read it. Memory does not grow with ``deals``. Two equal sides
        differ by exactly 0.

    Raises:
        TypeError: an argument of the wrong type.
        ValueError: a variant and an agent; an unknown name, a number out of range, line-ups of a
            wrong length, variants of two families, numbers of seats or packs of cards, or an
            argument that belongs to the other kind.
        RulesError: a set-up that the rules have no use for.
        OverflowError: a score beyond 64 bits; give the scoring a ``cap``.

    Example:
        >>> result = compare("lowest", "random", 500, variant="doudizhu/standard", threads=1)
        >>> result.rotations, result.line(0).scores.difference.low > 0
        (3, True)
    """
    kind, ours, theirs = _sides(a, b, variant, agents)
    deals = whole("deals", deals, 0, _NUMBERS - 1)
    seed = whole("seed", seed, 0, _NUMBERS - 1)
    first = whole("first", first, 0, _NUMBERS - 1 - deals)
    workers = batch.available_threads() if threads is None else whole("threads", threads, 1, 1024)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function of deals done, not {shown(progress)}")
    family, seats = ours.variant.family, ours.variant.seats
    setup = _shared_set_up(ours.variant, theirs.variant, setup, given)
    kept = [
        _Line(place, role)
        for place in (*range(seats), None)
        for role in (None, *range(len(family.roles)))
        if place is not None or role is not None
    ]
    start = time.perf_counter()
    ways = len(ours.rotations) + len(theirs.rotations)
    done = 0

    def tell(plays: int) -> None:
        nonlocal done
        if progress is not None and plays // ways > done:
            done = plays // ways
            progress(done)

    for begin in range(0, deals, BLOCK):
        size = min(BLOCK, deals - begin)
        play = _Block(seed, first, begin, size, workers, setup, ways, tell)
        counted = [play.counted(i, side, kept) for i, side in enumerate((ours, theirs))]
        for line, under_a, under_b in zip(kept, *counted, strict=True):
            for sums, what in ((line.scores, "points"), (line.wins, "wins")):
                sums.add(
                    getattr(under_a, what), under_a.times, getattr(under_b, what), under_b.times
                )
    names = [agent_names(side.agents, family) for side in (ours, theirs)]
    return Comparison(
        kind=kind,
        a=ours.name,
        b=theirs.name,
        variant=None if kind == "variants" else ours.variant.label,
        agents_a=names[0],
        agents_b=names[1],
        deals=deals,
        rotations=len(ours.rotations),
        seed=seed,
        first=first,
        setup=setup,
        lines=tuple(
            ComparisonLine(
                place=line.place,
                role="any" if line.role is None else family.roles[line.role],
                times_a=line.scores.times[0],
                times_b=line.scores.times[1],
                scores=line.scores.paired(),
                wins=line.wins.paired(),
            )
            for line in kept
        ),
        seconds=time.perf_counter() - start,
    )


class _Block:
    """Some deals, played in each way that is asked for, once.

    ``tell`` is called now and then with the number of plays done in this block and those before,
    so many ``ways`` of each deal.
    """

    def __init__(
        self,
        seed: int,
        first: int,
        before: int,
        deals: int,
        threads: int,
        setup: object,
        ways: int,
        tell: Callable[[int], None],
    ) -> None:
        self._seed, self._first, self._deals, self._threads = seed, first + before, deals, threads
        self._setup = setup
        self._plays, self._tell = before * ways, tell
        self._played: list[tuple[Variant, LineUp, batch.Batch]] = []

    def counted(self, number: int, side: _Side, lines: Sequence[_Line]) -> list[_Times]:
        """What is counted of each line, over all rotations of a side: A has number 0, B 1.

        What single plays brought is added to the lines.
        """
        told = [_Times.none(self._deals) for _ in lines]
        for rotation in side.rotations:
            once = self._once(side, rotation)
            for at, line in enumerate(lines):
                # A line of all places has what those of each have together.
                parts = once if line.place is None else (once[line.place],)
                counts = reduce(_Times.__add__, (part[line.role] for part in parts))
                line.scores_of_plays[number].add(counts.points, counts.times)
                line.wins_of_plays[number].add(counts.wins, counts.times)
                told[at] += counts
        return told

    def _once(self, side: _Side, rotation: int) -> list[dict[int | None, _Times]]:
        """What one rotation brings: by place, in each role and in any."""
        variant, seats = side.variant, side.variant.seats
        played = self._batch(variant, side.sitting(rotation))
        self._plays += self._deals
        self._tell(self._plays)
        assert played.scores is not None  # noqa: S101 - what keep="facts" brings
        assert played.facts is not None  # noqa: S101
        family = variant.family
        roles = family.role_of(played.facts)
        won = family.won(variant.rules, variant.scoring, played.facts)
        counts = roles >= 0 if family.roles else np.ones_like(won)  # void deals have no roles
        once = []
        for place in range(seats):
            seat = (place + rotation) % seats
            points, role = played.scores[:, seat], roles[:, seat]
            is_so = {None: counts[:, seat]} | {
                number: role == number for number in range(len(family.roles))
            }
            once.append(
                {
                    name: _Times(
                        here.astype(np.int64),
                        np.where(here, points, 0),
                        (here & won[:, seat]).astype(np.int64),
                    )
                    for name, here in is_so.items()
                }
            )
        return once

    def _batch(self, variant: Variant, agents: LineUp) -> batch.Batch:
        for known, sitting, played in self._played:
            if known == variant and all(map(_is_same, sitting, agents)):
                return played
        played = batch.run(
            variant,
            self._deals,
            seed=self._seed,
            first=self._first,
            agents=agents,
            setup=self._setup,
            keep="facts",
            threads=self._threads,
            progress=lambda done: self._tell(self._plays + done),
        )
        self._played.append((variant, agents, played))
        return played


def _is_same(agent: AgentLike, other: AgentLike) -> bool:
    """Whether two agents are one: built-in ones by name, objects by identity, whatever ``==`` says.

    A method is another object each time that it is asked for.
    """
    if isinstance(agent, str):
        return isinstance(other, str) and agent == other
    if isinstance(agent, MethodType) and isinstance(other, MethodType):
        return agent.__self__ is other.__self__ and agent.__func__ is other.__func__
    return agent is other


# --- what is compared ----------------------------------------------------------------------------


def _sides(
    a: Any, b: Any, variant: Variant | str | None, agents: Any
) -> tuple[Literal["variants", "agents"], _Side, _Side]:
    """The kind of a comparison, and its two sides, checked."""
    kinds = [_is_variant(side) for side in (a, b)]
    if kinds[0] != kinds[1]:
        raise ValueError(
            f"two variants or two agents can be compared, not {shown(a)} and {shown(b)}: "
            "a name with / is a variant's"
        )
    if kinds[0]:
        if variant is not None:
            raise ValueError("variant is what agents play; two variants are compared here")
        return ("variants", *_variant_sides(variant_of(a), variant_of(b), agents))
    if agents is not None:
        raise ValueError("agents play variants; two line-ups of agents are compared here")
    if variant is None:
        raise ValueError("agents are compared in a variant; give variant=")
    return ("agents", *_agent_sides(a, b, variant_of(variant)))


def _shared_set_up(a: Variant, b: Variant, setup: object, given: Mapping[str, Any]) -> Any:
    """What is given of each deal on both sides; if one needs more by itself, both have it."""
    ours, theirs = (set_up(variant, setup, given) for variant in (a, b))
    plain = a.family.setup(**given) if setup is None else setup
    if theirs in (ours, plain):
        return ours
    if ours != plain:
        raise ValueError(
            f"deals of {a.label} are set up with {ours!r} and those of {b.label} with {theirs!r}: "
            "give what both have"
        )
    return theirs


def _is_variant(side: object) -> bool:
    return isinstance(side, Variant) or (isinstance(side, str) and "/" in side)


def _variant_sides(a: Variant, b: Variant, agents: Any) -> tuple[_Side, _Side]:
    if a.family is not b.family or a.seats != b.seats:
        raise ValueError(
            f"{a.name} and {b.name} have no deals in common: {a.seats} and {b.seats} seats of "
            f"{a.family.name} and {b.family.name}"
        )
    ours, theirs = (variant.family.pack(variant.rules) for variant in (a, b))
    if ours != theirs:
        raise ValueError(
            f"{a.name} and {b.name} have no deals in common: one deals {ours}, the other {theirs}"
        )
    sitting = line_up("random" if agents is None else agents, a.seats, a.family)
    return _Side(a.label, a, sitting, (0,)), _Side(b.label, b, sitting, (0,))


def _agent_sides(a: Any, b: Any, variant: Variant) -> tuple[_Side, _Side]:
    family, seats = variant.family, variant.seats
    sitting = [line_up(side, seats, family) for side in (a, b)]
    single = [isinstance(side, str) or callable(side) for side in (a, b)]
    if single[0] != single[1]:
        raise ValueError("give two single agents or two line-ups, not one of each")
    if single[0]:
        alone = [agents[0] for agents in sitting]
        sitting = [(x, *[y] * (seats - 1)) for x, y in (alone, reversed(alone))]
    ours, theirs = (
        _Side(", ".join(agent_names(agents, family)), variant, agents, tuple(range(seats)))
        for agents in sitting
    )
    return ours, theirs
