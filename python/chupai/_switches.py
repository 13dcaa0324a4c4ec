"""Checks of one switch, shared by the dataclasses of all families that hold switches.

The wrong type is a `TypeError`, a value that the switch does not have a `RulesError`; both name the
rule.
"""

from __future__ import annotations

from typing import Any

from chupai import _native
from chupai._numbers import flag, integer
from chupai._shown import shown


def refuse(rule: str, message: str) -> _native.RulesError:
    """The error for a value that rule ``rule`` does not allow, to be raised."""
    error = _native.RulesError(f"{message} [{rule}]")
    error.rule, error.cards = rule, ""
    return error


def refuse_type(rule: str, message: str) -> TypeError:
    """The error for a value of another type than rule ``rule`` asks for, to be raised."""
    return TypeError(f"{message} [{rule}]")


def check_choice(name: str, value: object, allowed: tuple[str, ...], rule: str) -> None:
    """Refuse what is not one of the named choices."""
    message = f"{name} is {' or '.join(map(repr, allowed))}, not {shown(value)}"
    if not isinstance(value, str):
        raise refuse_type(rule, message)
    if value not in allowed:
        raise refuse(rule, message)


def checked_flag(name: str, value: object, rule: str) -> bool:
    """``value`` as a bool; what is neither True nor False is refused."""
    try:
        return flag(name, value)
    except TypeError as error:
        raise refuse_type(rule, str(error)) from None


def checked_whole(
    name: str, value: Any, rule: str, *, least: int = 1, most: int | None = None
) -> int:
    """``value`` as an int; what is no whole number from ``least`` to ``most`` is refused."""
    try:
        number = integer(name, value)
    except TypeError as error:
        raise refuse_type(rule, str(error)) from None
    if number < least or (most is not None and number > most):
        span = f"{least} or more" if most is None else f"{least} to {most}"
        raise refuse(rule, f"{name} is a whole number, {span}, not {shown(number)}")
    return number
