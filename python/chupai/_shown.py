"""Values of callers, and of files, as messages and terminals have them: `shown` and its like."""

from __future__ import annotations

import re
from reprlib import Repr


class _Json(Repr):
    """Values with the words that JSON has for them."""

    def repr_NoneType(self, _value: None, _level: int) -> str:  # noqa: N802 - as Repr calls it
        return "null"

    def repr_bool(self, value: bool, _level: int) -> str:
        return "true" if value else "false"


_SHORT, _SHORT_JSON = Repr(), _Json()
for _short in (_SHORT, _SHORT_JSON):
    _short.maxstring = _short.maxother = _short.maxlong = 60

_COMMANDS = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Signs that tell a terminal to do something: control characters, and changes of direction."""


def shown(value: object) -> str:
    """``repr(value)``, cut where it is long, so that no caller can make an endless message."""
    return _cut(_SHORT, value)


def shown_json(value: object) -> str:
    """The same of a value that JSON told: null, true and false for None, True and False."""
    return _cut(_SHORT_JSON, value)


def printable(text: str) -> str:
    """Text of others as a terminal may have it: what would be a command to it is written out."""
    return _COMMANDS.sub(lambda sign: ascii(sign[0])[1:-1], text)


def counted(number: int, what: str, several: str = "") -> str:
    """A number of things, such as ``1 deal`` and ``2,000 deals``."""
    return f"{number:,} {what if number == 1 else several or what + 's'}"


def _cut(short: Repr, value: object) -> str:
    try:
        return short.repr(value)
    except ValueError:  # an int of more digits than Python prints
        return f"an {type(value).__name__} of thousands of digits"
