"""How often facts have each value: `histograms`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

__all__ = ["histograms"]

_MOST_TOGETHER = 1 << 16
"""Combinations of values that are counted together: as many as 16 bits number."""


def histograms(
    facts: Mapping[str, NDArray[Any]], least: Mapping[str, int]
) -> dict[str, NDArray[np.uint64]]:
    """Count the values of facts, each seat's apart.

    Counting costs much the same for one number of a deal as for the combination of several, so as
    many as go together are counted together, and then added up for each.

    Args:
        facts: by name, whole numbers of shape (deals,) or (deals, seats).
        least: the least value of each fact whose least is not 0.

    Returns:
        By name, uint64 of shape (1, values) or (seats, values): deals in which the fact has the
        value index + least. No trailing column is empty, but for a fact that was never higher.

    Example:
        >>> told = histograms({"a": np.array([0, 2, 2]), "b": np.array([[1, 0]] * 3)}, {"b": -1})
        >>> told["a"].tolist(), told["b"].tolist()
        ([[1, 0, 2]], [[0, 0, 3], [0, 3, 0]])
    """
    counted: dict[str, list[NDArray[np.uint64]]] = {name: [] for name in facts}
    waiting = _Together(counted)
    for name, column in facts.items():
        lowest = least.get(name, 0)
        span = int(column.max(initial=lowest)) - lowest + 1
        for seat in column.T if column.ndim == 2 else column[None]:
            if not waiting.has_room(span, len(seat)):
                waiting.count()
            waiting.add(name, seat, lowest, span)
    waiting.count()
    return {name: np.stack(seats) for name, seats in counted.items()}


class _Together:
    """Some numbers of each deal, to be counted together."""

    def __init__(self, counted: dict[str, list[NDArray[np.uint64]]]) -> None:
        self._counted = counted
        self._parts: list[tuple[str, int]] = []  # the name and the number of values of each
        self._size = 1
        self._index: NDArray[Any] | None = None

    def has_room(self, span: int, deals: int) -> bool:
        """Whether one more number of so many values can be counted with the others."""
        return not self._parts or self._size * span <= min(_MOST_TOGETHER, deals)

    def add(self, name: str, values: NDArray[Any], lowest: int, span: int) -> None:
        """Take in a number of each deal."""
        if not self._parts and span > _MOST_TOGETHER:
            self._index = values.astype(np.int64) - lowest
        else:
            narrow = (values - lowest if lowest else values).astype(np.uint16)
            self._index = narrow if self._index is None else self._index * np.uint16(span) + narrow
        self._parts.append((name, span))
        self._size *= span

    def count(self) -> None:
        """Count what there is, and begin anew."""
        if self._index is not None:
            together = np.bincount(self._index, minlength=self._size).astype(np.uint64)
            shape = [span for _, span in self._parts]
            table = together.reshape(shape)
            for axis, (name, _) in enumerate(self._parts):
                others = tuple(n for n in range(len(shape)) if n != axis)
                self._counted[name].append(table.sum(axis=others, dtype=np.uint64))
        self._parts, self._size, self._index = [], 1, None
