"""The first of many moves, and how many there are: `Listing`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, overload

__all__ = ["Listing"]

_Item_co = TypeVar("_Item_co", covariant=True)
_SHOWN = 20


@dataclass(frozen=True, eq=False, repr=False)
class Listing(Sequence[_Item_co]):
    """The first of many moves, in their documented order, and how many there are.

    It is an immutable sequence of the moves that were listed: ``len``, ``in`` and brackets know
    these only. It is equal to any sequence of the same moves, hence without a hash.

    Attributes:
        moves: those that were listed.
        total: how many there are.

    Raises:
        ValueError: more moves than there are.

    Example:
        >>> listing = Listing(("3D", "4D"), total=7)
        >>> list(listing), listing.total, listing.truncated
        (['3D', '4D'], 7, True)
    """

    moves: tuple[_Item_co, ...]
    total: int

    __hash__: ClassVar[None]  # type: ignore[assignment]  # as that of a list

    def __post_init__(self) -> None:
        """Make them a tuple."""
        object.__setattr__(self, "moves", tuple(self.moves))
        if self.total < len(self.moves):
            raise ValueError(f"{len(self.moves)} moves are more than {self.total}")

    @property
    def truncated(self) -> bool:
        """Whether there are more than were listed."""
        return self.total > len(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    @overload
    def __getitem__(self, index: int) -> _Item_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[_Item_co, ...]: ...
    def __getitem__(self, index: int | slice) -> Any:
        return self.moves[index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Listing):
            return (self.moves, self.total) == (other.moves, other.total)
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return not self.truncated and self.moves == tuple(other)

    def __repr__(self) -> str:
        shown = [repr(move) for move in self.moves[:_SHOWN]]
        if len(shown) < self.total:
            shown.append("…")
        return f"<{len(self)} of {self.total}: {', '.join(shown)}>"
