"""Checks of one switch, shared by the dataclasses that hold switches."""

from __future__ import annotations

from chupai import _native


def refuse(rule: str, message: str) -> _native.RulesError:
    """The error for a value that rule ``rule`` does not allow, to be raised."""
    error = _native.RulesError(f"{message} [{rule}]")
    error.rule, error.cards = rule, ""
    return error


def check_choice(name: str, value: object, allowed: tuple[str, ...], rule: str) -> None:
    """Refuse what is not one of the named choices."""
    if not isinstance(value, str) or value not in allowed:
        choices = " or ".join(map(repr, allowed))
        raise refuse(rule, f"{name} is {choices}, not {value!r}")


def check_flag(name: str, value: object, rule: str) -> None:
    """Refuse what is not True or False."""
    if not isinstance(value, bool):
        raise refuse(rule, f"{name} is True or False, not {value!r}")


def check_whole(
    name: str, value: object, rule: str, *, least: int = 1, most: int | None = None
) -> None:
    """Refuse what is not a whole number from ``least`` to ``most``."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or value < least or (most is not None and value > most):  # type: ignore[operator]
        span = f"{least} or more" if most is None else f"{least} to {most}"
        raise refuse(rule, f"{name} is a whole number, {span}, not {value!r}")
