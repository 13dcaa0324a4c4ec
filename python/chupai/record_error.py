"""What is wrong with a record, and where: `RecordError`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["RecordError"]


class RecordError(ValueError):
    """What is no record of a deal, or the record of a deal that cannot have been so.

    Attributes:
        why: what is wrong.
        line: number of the line in its file, from 1; None of a record that comes from no file.
        move: number of the move, from 1, through the auction and the moves; None where no single
            move is to blame.
        cut_off: whether a file ends here in the middle of a line, as an interrupted writer or copy
            leaves it.
    """

    def __init__(
        self,
        why: str,
        *,
        line: int | None = None,
        move: int | None = None,
        cut_off: bool = False,
    ) -> None:
        super().__init__(why)
        self.why, self.line, self.move, self.cut_off = why, line, move, cut_off

    def __str__(self) -> str:
        places = ("line", self.line), ("move", self.move)
        return "".join(f"{name} {number}: " for name, number in places if number) + self.why

    def __reduce__(self) -> tuple[Callable[..., RecordError], tuple[Any, ...]]:
        """Pickle with the places."""
        return _made_again, (self.why, self.line, self.move, self.cut_off)


def _made_again(why: str, line: int | None, move: int | None, cut: bool) -> RecordError:
    return RecordError(why, line=line, move=move, cut_off=cut)
