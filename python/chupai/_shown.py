"""Values of callers as messages show them: `shown`."""

from __future__ import annotations

from reprlib import Repr

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60


def shown(value: object) -> str:
    """``repr(value)``, cut where it is long, so that no caller can make an endless message."""
    try:
        return _SHORT.repr(value)
    except ValueError:  # an int of more digits than Python prints
        return f"an {type(value).__name__} of thousands of digits"
