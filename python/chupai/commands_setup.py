"""Options of what is given before the first card is dealt: `setup_options`, `set_up_by`."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

import click

from chupai.variant import set_up

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chupai.variant import Variant

__all__ = ["set_up_by", "setup_options"]

Command = TypeVar("Command", bound="Callable[..., Any]")


def setup_options(command: Command) -> Command:
    """Give a command the parts of the set-ups of all families as options."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def set_up_by(variant: Variant, options: dict[str, Any]) -> Any:
    """The set-up that the options give."""
    given = {name: value for name, value in options.items() if value is not None}
    known = [f.name for f in fields(variant.family.setup)]
    for name in given:
        if name not in known:
            option = name.replace("_", "-")
            raise click.UsageError(f"deals of {variant.name} have no use for --{option}")
    if "level" in given:
        given["level"] = _rank(given["level"])
    return set_up(variant, None, given)


# --- what the options say ------------------------------------------------------------------------


def _by_place(
    context: click.Context, parameter: click.Parameter, pairs: Sequence[str]
) -> dict[str, str] | None:
    """Cards by place, from texts such as 0=33BR or 0=2S."""
    found: dict[str, str] = {}
    for pair in pairs:
        place, sign, cards = (part.strip() for part in pair.partition("="))
        if not sign:
            raise click.BadParameter(
                f"{pair[:60]!r} is not PLACE=CARDS, such as 0=33BR", context, parameter
            )
        if place in found:
            raise click.BadParameter(f"{place[:60]} is given cards twice", context, parameter)
        found[place] = cards
    return found or None


def _levels(
    context: click.Context, parameter: click.Parameter, text: str | None
) -> tuple[str | None, ...] | None:
    """The levels of both sides from a text such as 5,10."""
    if text is None:
        return None
    levels = tuple(map(_rank, text.split(",")))
    if len(levels) != 2:
        raise click.BadParameter(
            f"{text[:60]!r} is not two levels, such as 5,10", context, parameter
        )
    return levels


def _rank(text: str) -> str | None:
    """A level, or None for the word none."""
    return None if text.strip().casefold() == "none" else text.strip()


def _seats(
    context: click.Context, parameter: click.Parameter, text: str | None
) -> tuple[int, ...] | None:
    """Seats from a text such as 2,0,1,3."""
    if text is None:
        return None
    try:
        return tuple(int(seat) for seat in text.split(","))
    except ValueError:
        raise click.BadParameter(
            f"{text[:60]!r} is not four seats, such as 2,0,1,3", context, parameter
        ) from None


_OPTIONS = (
    click.option(
        "--first-bidder",
        type=click.IntRange(0, 2),
        help="Dou Dizhu: seat that speaks first. Default: drawn for each deal.",
    ),
    click.option(
        "--landlord", type=click.IntRange(0, 2), help="Dou Dizhu: for variants without an auction."
    ),
    click.option(
        "--dealer",
        type=click.Choice(["uniform", "weak_shuffle"]),
        show_default="uniform",
        help="Dou Dizhu: how the cards are shuffled.",
    ),
    click.option(
        "--leader",
        type=click.IntRange(0, 51),
        help="Big Two: seat that leads first. Default: the holder of the lowest card.",
    ),
    click.option(
        "--first-card",
        type=click.IntRange(0, 51),
        help="Big Two, Shengji: seat that is dealt the first card.",
    ),
    click.option(
        "--roles",
        metavar="SEATS",
        callback=_seats,
        help="Big Two: seats of king, noble, commoner and slave, such as 2,0,1,3.",
    ),
    click.option(
        "--level",
        metavar="RANK",
        help="Shengji: the level, such as 10, or none. Default: the first of the variant.",
    ),
    click.option(
        "--levels",
        metavar="A,B",
        callback=_levels,
        help="Shengji: the levels of seats 0 and 2, and of 1 and 3, such as 5,10.",
    ),
    click.option(
        "--declarer",
        type=click.IntRange(0, 3),
        help="Shengji: seat that declares. Default: whoever declares trumps last.",
    ),
    click.option(
        "--trump",
        type=click.Choice(["D", "C", "H", "S", "NT"]),
        help="Shengji: for variants in which nobody declares trumps.",
    ),
    click.option(
        "--kitty",
        type=click.Choice(["taken", "as_dealt"]),
        show_default="taken",
        help="Shengji: whether the declarer takes the kitty.",
    ),
    click.option(
        "--given",
        metavar="PLACE=CARDS",
        multiple=True,
        callback=_by_place,
        help="Cards a seat is dealt, or that are left over: 0=33BR, bottom=2 in Dou Dizhu, "
        "0='3D 2S', left=4C in Big Two, 0='AS AS', kitty=5D in Shengji. Once for each place.",
    ),
)
"""Each for some family or other; `set_up_by` refuses those of others."""
