"""Results put together: `merge`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast, overload

from chupai._shown import shown
from chupai.match_result import MatchResults
from chupai.result import Result

__all__ = ["merge"]


@overload
def merge(*results: Result | Iterable[Result]) -> Result: ...
@overload
def merge(*results: MatchResults | Iterable[MatchResults]) -> MatchResults: ...
def merge(*results: Any) -> Any:
    """The result of the deals of all of them, in the order given; the same as adding them.

    Args:
        results: results one by one, or one iterable of them: each a `Result`, or each the
            `MatchResults` of matches.

    Raises:
        TypeError: what is neither, or some of both.
        ValueError: no result at all; results that differ in variant, agents, set-up or match rules,
            or what they keep; or deals or matches that are in more than one.

    Example:
        >>> from chupai import merge, simulate
        >>> parts = [simulate("doudizhu/standard", 10, first=first) for first in (0, 10)]
        >>> merge(parts).games
        20
    """
    given: tuple[object, ...] = results
    if len(given) == 1 and isinstance(given[0], Iterable):
        given = tuple(given[0])
    for result in given:
        if not isinstance(result, Result | MatchResults):
            raise TypeError(f"only results can be merged, not {shown(result)}")
    if not given:
        raise ValueError("there is nothing to merge")
    if len({isinstance(result, Result) for result in given}) > 1:
        raise TypeError("results of deals and of matches cannot be merged with each other")
    first, *others = cast("tuple[Any, ...]", given)
    return sum(others, first)
