"""The command `chupai compare`: two variants, or two agents, over the same deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich import box
from rich.table import Table

from chupai.commands_parts import (
    WORD,
    Whole,
    console,
    json_option,
    players,
    seed_option,
    threads_option,
    watched,
    with_margin,
    write_json,
)
from chupai.comparison import compare as compare_sides
from chupai.comparison_result import told_mean, told_worth

if TYPE_CHECKING:
    from chupai.comparison_result import Comparison

__all__ = ["compare"]


@click.command()
@click.argument("a")
@click.argument("b")
@click.option(
    "--deals",
    type=Whole(1, WORD),
    default=100_000,
    show_default=True,
    help="How many deals, such as 1e6.",
)
@click.option("--variant", help="What agents play.")
@click.option("--agents", help="Who plays variants; one for all, or one a seat with commas.")
@seed_option
@click.option("--first", type=Whole(0, WORD), default=0, help="Number of the first deal.")
@threads_option
@json_option
def compare(
    a: str,
    b: str,
    deals: int,
    variant: str | None,
    agents: str | None,
    seed: int,
    first: int,
    threads: int | None,
    as_json: bool,
) -> None:
    """Play the same deals in two ways, A and B, and tell which brings more.

    A and B are two variants, or two agents, or two line-ups of one agent a seat with commas, which
    are played in all rotations around the table.
    """
    if variant is None and not any("/" in side for side in (a, b)):
        raise click.UsageError("agents are compared in a variant; give one with --variant")
    with watched(f"{a} {b}", deals, "deals") as report:
        result = compare_sides(
            players(a),
            players(b),
            deals,
            variant=variant,
            agents=None if agents is None else players(agents),
            seed=seed,
            first=first,
            threads=threads,
            progress=report,
        )
    if as_json:
        write_json(result.to_dict())
    else:
        _show(result)


def _show(result: Comparison) -> None:
    out = console()
    for title in result.title():
        out.print(title, markup=False, soft_wrap=True)
    for what, head, sign in (("scores", "mean score", "+"), ("wins", "win rate", "")):
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        table.add_column(head, no_wrap=True)
        for name in ("A", "B", "A − B", "worth deals"):
            table.add_column(name, justify="right", no_wrap=True)
        place = result.lines[0].place
        in_sections = len({line.role for line in result.lines}) > 1
        for line in result.lines:
            if in_sections and line.place != place:
                table.add_section()
                place = line.place
            pair = getattr(line, what)
            table.add_row(
                result.label(line),
                told_mean(pair.a.value, sign),
                told_mean(pair.b.value, sign),
                with_margin(pair.difference, "+"),
                told_worth(pair.worth),
            )
        out.print(table)
    out.print(
        "± is a 95 % confidence interval over deals. Worth: how many single deals on each side, "
        f"all of other cards, would give one as narrow as these {result.played()}.  "
        f"{result.speed()}",
        markup=False,
    )
