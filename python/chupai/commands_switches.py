"""The option ``--set`` of the command line: switches of a variant, from texts."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from dataclasses import Field

    from chupai.variant import Variant

__all__ = ["set_option", "switched"]

Command = TypeVar("Command", bound="Callable[..., Any]")

_SEVERAL = ("tuple", "Tiers")
"""How the types of switches begin that have several values."""


def set_option(examples: str) -> Callable[[Command], Command]:
    """Give a command the option ``--set``, whose help has some examples."""
    return click.option(
        "--set",
        "switches",
        metavar="SWITCH=VALUE",
        multiple=True,
        help=f"A switch, such as {examples}. Several are given with several --set.",
    )


def switched(variant: Variant, switches: Sequence[str], *parts: str, **options: object) -> Variant:
    """A variant with some switches set, of the parts ``"rules"``, ``"scoring"`` and ``"match"``.

    Options that set a switch, too, are refused beside that switch, unless they are None.
    """
    whole = {part: getattr(variant, part) for part in parts}
    known = {f.name: (part, f) for part in parts for f in fields(whole[part])}
    given: dict[str, dict[str, Any]] = {part: {} for part in parts}
    for text in switches:
        name, sign, value = (each.strip() for each in text.partition("="))
        if not sign or name not in known:
            raise click.UsageError(f"{text[:60]!r} sets no switch; there are {', '.join(known)}")
        part, switch = known[name]
        if name in given[part]:
            raise click.UsageError(f"{name} is set twice")
        if options.get(name) is not None:
            raise click.UsageError(f"{name} is set twice, by --{name} and by --set")
        given[part][name] = _read(switch, value)
    try:
        return replace(variant, **{part: replace(whole[part], **given[part]) for part in parts})
    except TypeError as mistake:  # a word where a number is meant
        raise click.UsageError(str(mistake)) from None


def _read(switch: Field[Any], text: str) -> Any:
    """The value of a switch that a text means."""
    kind = str(switch.type)
    if text.casefold() == "none" and kind.endswith("| None"):
        return None
    if kind.startswith(_SEVERAL):
        return tuple(_pair(each) for each in text.split(",") if each.strip())
    if ":" in text and "Multipliers" in kind:
        return dict(_pair(each) for each in text.split(","))
    # Also a rank, such as 2, is text.
    return text if isinstance(switch.default, str) or kind.startswith("str") else _value(text)


def _pair(text: str) -> Any:
    """One of several values; such as ``10:2`` is two that belong together."""
    first, sign, second = text.partition(":")
    return (_value(first.strip()), _value(second.strip())) if sign else _value(text.strip())


def _value(text: str) -> Any:
    words = {"none": None, "true": True, "false": False}
    if text.casefold() in words:
        return words[text.casefold()]
    try:
        return int(text)
    except ValueError:
        return text
