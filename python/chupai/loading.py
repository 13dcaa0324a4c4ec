"""Results out of files: `load`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chupai import match_result, result
from chupai.saving import saved

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from chupai.match_result import MatchResults
    from chupai.result import Result

__all__ = ["load"]


def load(path: str | os.PathLike[str]) -> Result | MatchResults:
    """Read a result that was saved: of deals a `Result`, of matches the `MatchResults`.

    Those are what `Result.save` and `MatchResults.save` write, and ``chupai simulate --save`` and
    ``chupai match --save``.

    Raises:
        OSError: there is no such file, or it cannot be read.
        ValueError: it is no such file, or is damaged.
        MemoryError: more than there is room for.
    """
    return saved(path, _rebuilt)


def _rebuilt(about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Result | MatchResults:
    if about.get("kind") == "matches":
        return match_result.rebuilt(about, arrays)
    return result.rebuilt(about, arrays)
