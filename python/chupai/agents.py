"""Players: built-in ones by name, and those of callers; who sits where, and their random numbers.

An agent is the name of a player built into the core, such as ``"random"``, or anything that can be
called as ``agent(view, rng)`` and returns a move: the object, its text or its action id. ``view``
is what its seat knows, ``rng`` a numpy `Generator` of its own for each seat and deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from chupai import _native
from chupai._shown import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chupai.family import Family

__all__ = ["Agent", "AgentLike", "agent_names", "generator", "line_up"]

Agent: TypeAlias = "Callable[[Any, np.random.Generator], Any]"
"""A player of a caller's own: ``agent(view, rng)`` returns a move, its text or its action id."""

AgentLike: TypeAlias = "str | Agent"
"""The name of a built-in agent, or an `Agent`."""

SEAT_DOMAIN = 256
"""The domain of seat 0's own random stream; those of the other seats follow."""


def line_up(
    agents: AgentLike | Iterable[AgentLike], seats: int, family: Family
) -> tuple[AgentLike, ...]:
    """One agent a seat: the agent given for all of them, or those given one by one.

    Args:
        agents: one agent, or as many as there are seats.
        seats: the number of seats.
        family: whose built-in agents there are.

    Raises:
        TypeError: what is no agent; a class is none, its objects may be.
        ValueError: a name that no built-in agent has, or a wrong number of agents.

    Example:
        >>> from chupai import doudizhu
        >>> line_up("random", 3, doudizhu.FAMILY)
        ('random', 'random', 'random')
    """
    if isinstance(agents, str) or callable(agents):
        return (_checked(agents, family),) * seats
    if not isinstance(agents, Iterable):
        raise _no_agent(agents, family)
    sitting = tuple(_checked(agent, family) for agent in agents)
    if len(sitting) != seats:
        what = f"{seats} seats need {seats} agents, or one for all"
        raise ValueError(f"{what}; got {len(sitting)}")
    return sitting


def _checked(agent: AgentLike, family: Family) -> AgentLike:
    if isinstance(agent, str):
        if agent not in family.agents:
            raise ValueError(f"agents are {_known(family)}, not {shown(agent)}")
        return str(agent)
    if isinstance(agent, type):
        raise TypeError(f"an agent is an object, not its class {agent.__name__}; make one of it")
    if not callable(agent):
        raise _no_agent(agent, family)
    return agent


def _no_agent(given: object, family: Family) -> TypeError:
    return TypeError(f"agents are {_known(family)}, for all or each seat, not {shown(given)}")


def _known(family: Family) -> str:
    names = ", ".join(map(repr, family.agents))
    return f"{names} or functions of (view, rng)"


def agent_names(sitting: Sequence[AgentLike], family: Family) -> tuple[str, ...]:
    """What the agents of a line-up are called in results and records.

    A function is called by its name, any other object by its own attribute ``__name__`` or that of
    its class. One that would be called like a built-in agent has its module before it.

    Example:
        >>> from chupai import doudizhu
        >>> def cautious(view, rng):
        ...     return view.legal_moves()[0]
        >>> agent_names(["random", cautious], doudizhu.FAMILY)
        ('random', 'cautious')
    """
    return tuple(_called(agent, family) for agent in sitting)


def _called(agent: AgentLike, family: Family) -> str:
    if isinstance(agent, str):
        return agent
    known: Any = getattr(agent, "func", agent)  # of a functools.partial
    name = getattr(known, "__name__", None)
    if not isinstance(name, str):
        known = type(known)
        name = known.__name__
    return f"{known.__module__}.{name}" if name in family.agents else name


def generator(seed: int, seat: int, match: int, index: int) -> np.random.Generator:
    """The random numbers of a caller's agent at one seat in one deal.

    They are numpy's ``Generator(PCG64(words))`` with the first two words of the stream
    (seed, domain 256 + seat, match, index), so that a deal can be played again alone.

    Example:
        >>> generator(1, seat=0, match=0, index=5).integers(100, size=3)
        array([ 5, 81, 11])
    """
    words = _native.stream_words(seed, SEAT_DOMAIN + seat, match, index, 2)
    return np.random.Generator(np.random.PCG64(words))
