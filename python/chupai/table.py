"""One deal among agents, built-in ones and those of callers: `Table`, `Deal`, `Fault`."""

from __future__ import annotations

import threading
import time
import weakref
from dataclasses import asdict, dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, get_args

import numpy as np

from chupai._numbers import whole
from chupai._shown import shown
from chupai.agents import agent_names, generator, line_up
from chupai.thinker import Late, Thinker
from chupai.variant import Variant, set_up, variant_of

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping

    from chupai.agents import Agent, AgentLike
    from chupai.record import Record
    from chupai.record_writer import RecordWriter

__all__ = ["Deal", "Fault", "Table"]

OnFault = Literal["raise", "lowest", "pass"]
Kind = Literal["late", "illegal", "raised", "endless"]

MOST_MOVES = 10_000
"""After so many moves agents of callers are asked no more: they deal again and again."""

_WORD = 2**64 - 1


@dataclass(frozen=True)
class Fault:
    """A move that an agent failed to make, so that another one was played in its place.

    Attributes:
        seat: who was to move.
        move: which move of the deal it was, an index into ``state.history``.
        kind: ``"late"``, over the time limit; ``"illegal"``, what it returned is no legal move;
            ``"raised"``, it raised an exception; ``"endless"``, after 10,000 moves it was asked no
            more, since agents may pass and have cards dealt again for ever.
        reason: what happened, in words.
    """

    seat: int
    move: int
    kind: Kind
    reason: str

    def __str__(self) -> str:
        return f"seat {self.seat}, move {self.move}: {self.kind}: {self.reason}"


@dataclass(frozen=True, eq=False)
class Deal:
    """A deal played to its end.

    Attributes:
        state: the state at the end, with ``history``.
        scores: points of each seat.
        facts: what happened, by fact name; see ``state.facts()``.
        agents: who played, by seat.
        seconds: by seat, the time its agent took to decide, by the clock.
        faults: moves that agents failed to make, in order; empty if the table raises.
    """

    state: Any
    scores: tuple[int, ...]
    facts: Mapping[str, Any] = field(repr=False)
    agents: tuple[str, ...]
    seconds: tuple[float, ...] = field(repr=False)
    faults: tuple[Fault, ...]
    _origin: Mapping[str, Any] = field(repr=False)

    @property
    def record(self) -> Record:
        """The deal as a `Record`, which can be kept and played again.

        Faults are among its notes. A deal that went on from a dealt state has no seed in it.
        """
        return _recorded(self.state, self.agents, self.faults, self._origin)


class Table:
    """Agents around a table, who play one deal after the other.

    An agent is the name of a built-in one or anything that can be called as ``agent(view, rng)``.
    Whenever its seat is to decide, forced moves included, it is given ``state.view(seat)``, all
    that the seat knows, and a numpy `Generator` that is the seat's own in this deal; it returns a
    legal move, the move's text or its action id. The same object may sit at several seats and may
    keep whatever it likes from one call to the next; ``view.history`` tells where the deal is.

    With built-in agents only, ``play(seed, index)`` is deal ``index`` of `chupai.simulate` with
    that seed, set-up and agents.

    Args:
        variant: a `Variant` or the name of one.
        agents: one agent for all seats, or one a seat.
        setup: what is given of each deal, for Dou Dizhu a `chupai.doudizhu.Setup`.
        time_limit: seconds that an agent of a caller's own has for each move, or None. With a limit
            such agents run in threads of their own, one for each seat and each thread that calls
            `play`. A late call cannot be ended: it goes on beside the deal, and as long as it does,
            its seat is not asked again by that thread and is late at each move. Code that does not
            release the interpreter cannot be timed out before it does.
        on_fault: what happens when an agent is late, returns what is no legal move, or raises an
            exception, and in a deal that has no end after 10,000 moves: ``"raise"`` ends the deal
            with an error, ``"lowest"`` plays the built-in agent's lowest move and notes a `Fault`,
            ``"pass"`` does the same but passes where that is legal (BT-50). In a deal without end
            nobody passes. Ctrl-C always ends the deal.
        record: where to write a record of each deal: a `RecordWriter`, or the path of a new file,
            which is closed with the table. A deal that ends with an error is recorded as broken
            off.
        given: parts of the set-up by name, in place of those of ``setup``.

    Raises:
        TypeError: an argument of the wrong type.
        ValueError: an unknown variant or agent, a wrong number of agents, a limit that is no
            positive number or longer than the clock can wait, or an unknown ``on_fault``.
        RulesError: a set-up that does not exist, or that the rules have no use for.
        FileExistsError: ``record`` is the path of a file that is there.
        OSError: it cannot be written.

    Example:
        >>> def first(view, rng):
        ...     return view.legal_moves()[0]
        >>> table = Table("doudizhu/rlcard", [first, "random", "random"])
        >>> deal = table.play(seed=1)
        >>> sum(deal.scores), deal.agents
        (0, ('first', 'random', 'random'))
    """

    def __init__(
        self,
        variant: Variant | str,
        agents: AgentLike | Iterable[AgentLike],
        *,
        setup: object = None,
        time_limit: float | None = None,
        on_fault: OnFault = "raise",
        record: RecordWriter | str | os.PathLike[str] | None = None,
        **given: Any,
    ) -> None:
        self._variant = variant_of(variant)
        family = self._variant.family
        self._agents = line_up(agents, self._variant.seats, family)
        self._names = agent_names(self._agents, family)
        self._setup = set_up(self._variant, setup, given)
        _check_setup(self._variant, self._setup)
        self._time_limit = checked_seconds("time_limit", time_limit)
        if on_fault not in get_args(OnFault):
            choices = " or ".join(map(repr, get_args(OnFault)))
            raise ValueError(f"on_fault is {choices}, not {shown(on_fault)}")
        self._on_fault = on_fault
        limited = self._time_limit is not None
        self._thinkers = [
            Thinker(agent) if limited and not isinstance(agent, str) else None
            for agent in self._agents
        ]
        self._writer = None if record is None else _writer(record, self)

    @property
    def variant(self) -> Variant:
        """What is played."""
        return self._variant

    @property
    def agents(self) -> tuple[str, ...]:
        """What the agents are called, by seat."""
        return self._names

    @property
    def setup(self) -> Any:
        """What is given of each deal."""
        return self._setup

    def __repr__(self) -> str:
        return f"Table({self._variant.name!r}, {list(self._names)!r})"

    def play(
        self,
        seed: SupportsIndex = 0,
        index: SupportsIndex = 0,
        match: SupportsIndex = 0,
        *,
        setup: object = None,
        state: Any = None,
        **given: Any,
    ) -> Deal:
        """Play one deal to its end.

        Args:
            seed: names the run: the cards, and the random numbers of all agents.
            index: number of the deal in it.
            match: number of the match that the deal belongs to.
            setup: what is given of this deal, in place of what the table gives of each.
            given: parts of the set-up by name, such as ``first_bidder=0``; they are put into it.
            state: a state to play on from in place of a new deal; it is not changed. Seed, index
                and match then name only the random numbers of callers' agents; built-in ones go on
                with the state's own.

        Raises:
            TypeError: a number or state of another type; a returned move of another type.
            ValueError: a number out of range, or a state of another variant.
            RulesError: a set-up that the rules have no use for.
            IllegalMove: an agent returned what is no legal move.
            TimeoutError: an agent took longer than ``time_limit``.
            RuntimeError: the deal has no end, for instance since all always pass.
            Exception: whatever an agent raised. These errors have a note that names seat and move.
        """
        seed, index, match = (
            whole(name, number, 0, _WORD)
            for name, number in (("seed", seed), ("index", index), ("match", match))
        )
        origin: dict[str, Any] = {}
        if state is None:
            base = self._setup if setup is None else setup
            setup = set_up(self._variant, base, given)
            state = self._variant.deal(seed, index, match=match, setup=setup)
            origin = {"seed": seed, "index": index, "match": match, "setup": setup}
        elif setup is not None or given:
            raise ValueError("a state is set up already; give setup or state")
        else:
            state = self._copied(state)
        seconds = [0.0] * len(self._agents)
        faults: list[Fault] = []
        try:
            self._play_on(state, (seed, match, index), seconds, faults)
        finally:
            if self._writer is not None:
                self._writer.write(_recorded(state, self._names, faults, origin))
        return Deal(
            state=state,
            scores=tuple(state.scores()),
            facts=state.facts(),
            agents=self._names,
            seconds=tuple(seconds),
            faults=tuple(faults),
            _origin=origin,
        )

    def _play_on(
        self,
        state: Any,
        names: tuple[int, int, int],
        seconds: list[float],
        faults: list[Fault],
    ) -> None:
        """Play a state to its end, in place; ``names`` are seed, match and index."""
        seed, match, index = names
        rngs: dict[int, np.random.Generator] = {}
        for number in count(len(state.history)):
            if state.is_over:
                break
            seat = state.turn
            agent = self._agents[seat]
            start = time.perf_counter()
            if isinstance(agent, str):
                move = state.choose(agent)
                seconds[seat] += time.perf_counter() - start
                state.play(move)
                continue
            if number >= MOST_MOVES:
                error = RuntimeError(f"no end of the deal after {number:,} moves")
                faults.append(self._fault(error, "endless", state))
                state.play(state.choose("lowest"))
                continue
            if seat not in rngs:
                rngs[seat] = generator(seed, seat, match, index)
            kind: Kind = "raised"
            try:
                view = state.view(seat)
                try:
                    move = self._asked(seat, agent, view, rngs[seat])
                finally:
                    seconds[seat] += time.perf_counter() - start
                kind = "illegal"
                state.play(move)
            except Exception as error:  # noqa: BLE001 - an agent may raise anything
                faults.append(self._fault(error, kind, state))
                passes = self._on_fault == "pass" and state.is_legal("pass")
                state.play("pass" if passes else state.choose("lowest"))

    def _copied(self, state: Any) -> Any:
        """A copy of a caller's state, if it is one that can be played at this table."""
        kind = self._variant.family.state
        if not isinstance(state, kind):
            raise TypeError(f"state is a {self._variant.family.name}.State, not {shown(state)}")
        if state.variant != self._variant:
            raise ValueError(f"the state is one of {state.variant.name}, other than the table's")
        return state.clone()

    def _asked(self, seat: int, agent: Agent, view: Any, rng: np.random.Generator) -> Any:
        """What the agent of a seat answers, in time."""
        thinker = self._thinkers[seat]
        if thinker is None or self._time_limit is None:
            return agent(view, rng)
        return thinker.ask((view, rng), self._time_limit)

    def _fault(self, error: Exception, kind: Kind, state: Any) -> Fault:
        """Note what an agent failed to do, or raise it."""
        seat, number = state.turn, len(state.history)
        if isinstance(error, Late):
            error, kind = TimeoutError(f"no move within {self._time_limit:g} seconds"), "late"
        if self._on_fault == "raise":
            error.add_note(f"by {self._names[seat]}, seat {seat}, at move {number} of the deal")
            raise error from None
        return Fault(seat, number, kind, _told(error))


def _check_setup(variant: Variant, setup: Any) -> None:
    """Refuse what no deal of a variant can be set up with.

    Where the rules need more than nothing to be given, `Table.play` may be told the rest.
    """
    nothing = set_up(variant, None, {})
    if setup != nothing:
        try:
            variant.deal(setup=setup)
        except ValueError as mistake:
            try:
                variant.deal(setup=nothing)
            except ValueError:
                return
            raise mistake from None


def _writer(record: RecordWriter | str | os.PathLike[str], table: Table) -> RecordWriter:
    """A writer as it is; of a path a new one, closed with the table."""
    from chupai.record_writer import RecordWriter  # noqa: PLC0415 - chupai is to import quickly

    if isinstance(record, RecordWriter):
        return record
    writer = RecordWriter(record)
    weakref.finalize(table, writer.close)
    return writer


def _recorded(
    state: Any, names: Iterable[str], faults: Iterable[Fault], origin: Mapping[str, Any]
) -> Record:
    from chupai.record import Record  # noqa: PLC0415 - chupai is to import quickly

    notes = {"faults": [asdict(fault) for fault in faults]} if faults else None
    return Record.of(state, agents=names, notes=notes, **origin)


def checked_seconds(name: str, seconds: object) -> float | None:
    """A positive number of seconds, or None.

    Raises:
        TypeError: what is no number.
        ValueError: a number that is not positive, or longer than the clock can wait.
    """
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, int | float | np.integer | np.floating):
        raise TypeError(f"{name} is a number of seconds or None, not {shown(seconds)}")
    if not 0 < seconds <= threading.TIMEOUT_MAX:
        most = f"at most {int(threading.TIMEOUT_MAX):,}"
        raise ValueError(f"{name} is a positive number of seconds, {most}, not {shown(seconds)}")
    return float(seconds)


def _told(error: Exception) -> str:
    """An exception in one line, which is short whatever its message."""
    try:
        message = str(error)
    except Exception:  # noqa: BLE001 - it is not ours
        message = ""
    name = type(error).__name__
    text = f"{name}: {' '.join(message.split())}" if message else name
    return text if len(text) <= 200 else f"{text[:199]}…"
