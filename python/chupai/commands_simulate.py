"""The command `chupai simulate`: many deals, summed up."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import click
from rich import box
from rich.table import Table
from rich.text import Text

from chupai.commands_parts import (
    WORD,
    Whole,
    console,
    json_option,
    new_file,
    players,
    record_option,
    room_for,
    seed_option,
    threads_option,
    watched,
    with_margin,
    write_json,
)
from chupai.commands_switches import set_option, switched
from chupai.result import check_place
from chupai.simulate import simulate as simulate_deals
from chupai.variant import set_up
from chupai.variant import variant as named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chupai.summary import Summary
    from chupai.variant import Variant

__all__ = ["simulate"]


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


@click.command()
@click.argument("variant")
@click.option(
    "--games",
    type=Whole(1, WORD),
    default=1_000_000,
    show_default=True,
    help="How many deals, such as 1e6.",
)
@set_option("auction=rob, cap=48, top_rank=3, decks=3, throw_penalty=10")
@seed_option
@click.option("--first", type=Whole(0, WORD), default=0, help="Number of the first deal.")
@threads_option
@click.option(
    "--agents",
    default="random",
    show_default=True,
    help="random, lowest, in Shengji random_units; or one of them for each seat, with commas.",
)
@click.option(
    "--first-bidder",
    type=click.IntRange(0, 2),
    help="Dou Dizhu: seat that speaks first. Default: drawn for each deal.",
)
@click.option(
    "--landlord", type=click.IntRange(0, 2), help="Dou Dizhu: for variants without an auction."
)
@click.option(
    "--dealer",
    type=click.Choice(["uniform", "weak_shuffle"]),
    show_default="uniform",
    help="Dou Dizhu: how the cards are shuffled.",
)
@click.option(
    "--leader",
    type=click.IntRange(0, 51),
    help="Big Two: seat that leads first. Default: the holder of the lowest card.",
)
@click.option(
    "--first-card",
    type=click.IntRange(0, 51),
    help="Big Two, Shengji: seat that is dealt the first card.",
)
@click.option(
    "--roles",
    metavar="SEATS",
    callback=_seats,
    help="Big Two: seats of king, noble, commoner and slave, such as 2,0,1,3.",
)
@click.option(
    "--level",
    metavar="RANK",
    help="Shengji: the level, such as 10, or none. Default: 2.",
)
@click.option(
    "--levels",
    metavar="A,B",
    callback=_levels,
    help="Shengji: the levels of seats 0 and 2, and of 1 and 3, such as 5,10.",
)
@click.option(
    "--declarer",
    type=click.IntRange(0, 3),
    help="Shengji: seat that declares. Default: whoever declares trumps last.",
)
@click.option(
    "--trump",
    type=click.Choice(["D", "C", "H", "S", "NT"]),
    help="Shengji: for variants in which nobody declares trumps.",
)
@click.option(
    "--kitty",
    type=click.Choice(["taken", "as_dealt"]),
    show_default="taken",
    help="Shengji: whether the declarer takes the kitty.",
)
@click.option(
    "--given",
    metavar="PLACE=CARDS",
    multiple=True,
    callback=_by_place,
    help="Cards a seat is dealt, or that are left over: 0=33BR, bottom=2 in Dou Dizhu, 0='3D 2S', "
    "left=4C in Big Two, 0='AS AS', kitty=5D in Shengji. Once for each place.",
)
@click.option(
    "--save",
    metavar="FILE",
    callback=new_file,
    help="Write scores and facts, for numpy.load and chupai.load.",
)
@record_option
@json_option
def simulate(
    variant: str,
    games: int,
    switches: Sequence[str],
    seed: int,
    first: int,
    threads: int | None,
    agents: str,
    save: str | None,
    record: str | None,
    as_json: bool,
    **setup: Any,
) -> None:
    """Simulate deals of VARIANT and sum them up."""
    if save is not None:
        check_place(save)
    game = switched(named(variant), switches, "rules", "scoring")
    with room_for("games", games), watched(variant, games, "deals") as report:
        result = simulate_deals(
            game,
            games,
            seed=seed,
            agents=players(agents),
            threads=threads,
            keep="facts" if save is not None else "stats",
            progress=report,
            first=first,
            record=record,
            setup=_set_up(game, setup),
        )
    not_saved = None
    if save is not None:
        try:
            result.save(save)
        except OSError as error:  # the run is not to be lost with the file
            not_saved = error
    summary = result.summary()
    if as_json:
        head = {"seed": seed, "first": first, "changes": result.variant.changes()}
        write_json(summary.to_dict() | head | {"digest": result.digest()})
    else:
        _show_summary(summary)
    if not_saved is not None:
        raise not_saved


def _set_up(variant: Variant, options: dict[str, Any]) -> Any:
    """The set-up that the options give."""
    given = {name: value for name, value in options.items() if value is not None}
    known = [f.name for f in fields(variant.family.setup)]
    for name in given:
        if name not in known:
            option = name.replace("_", "-")
            raise click.UsageError(f"deals of {variant.name} have no use for --{option}")
    if "level" in given:
        given["level"] = _rank(given["level"])
    return set_up(variant.family, None, given)


def _show_summary(summary: Summary) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=summary.title(), title_justify="left")
    table.add_column("seat", no_wrap=True)
    table.add_column("role", no_wrap=True)
    for name in ("deals", "win rate", "mean score"):
        table.add_column(name, justify="right", no_wrap=True)
    after = [*summary.seats[1:], None]
    in_sections = len({line.role for line in summary.seats}) > 1
    seat: int | str = ""
    for line, following in zip(summary.seats, after, strict=True):
        is_new = line.seat is None or line.seat != seat
        seat = "all" if line.seat is None else line.seat
        table.add_row(
            str(seat) if is_new else "",
            line.role,
            f"{line.deals:,}",
            with_margin(line.win_rate),
            with_margin(line.mean_score, "+"),
            end_section=in_sections and following is not None and following.seat != line.seat,
        )
    figures = Table(box=None, pad_edge=False, show_header=False)
    for label, text in summary.lines():
        figures.add_row(Text(label), Text(text))
    out = console()
    out.print(table)
    out.print(figures)
    out.print(f"\n± and [ ] are 95 % confidence intervals.  {summary.speed()}", markup=False)
