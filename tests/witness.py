"""A witness of a switch: something that comes out differently with another value of it."""

from typing import Any, NamedTuple


class Witness(NamedTuple):
    """What a probe gives with a value of a field, and with another value of it."""

    owner: str
    field: str
    value: Any
    probe: Any
    gives: Any
    other: Any
    other_gives: Any
    base: dict[str, Any] = {}  # noqa: RUF012
