"""Values of callers, and of files, as messages show them: `shown`, `shown_json`, `counted`."""

from __future__ import annotations

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


def shown(value: object) -> str:
    """``repr(value)``, cut where it is long, so that no caller can make an endless message."""
    return _cut(_SHORT, value)


def shown_json(value: object) -> str:
    """The same of a value that JSON told: null, true and false for None, True and False."""
    return _cut(_SHORT_JSON, value)


def counted(number: int, what: str, several: str = "") -> str:
    """A number of things, such as ``1 deal`` and ``2,000 deals``."""
    return f"{number:,} {what if number == 1 else several or what + 's'}"


def _cut(short: Repr, value: object) -> str:
    try:
        return short.repr(value)
    except ValueError:  # an int of more digits than Python prints
        return f"an {type(value).__name__} of thousands of digits"
