"""The command `chupai simulate`: many deals, summed up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from rich import box
from rich.table import Table
from rich.text import Text

from chupai.commands_parts import (
    WORD,
    Whole,
    check_files,
    console,
    json_option,
    players,
    record_option,
    room_for,
    save_option,
    saved_to,
    seed_option,
    threads_option,
    watched,
    with_margin,
    write_json,
)
from chupai.commands_setup import set_up_by, setup_options
from chupai.commands_switches import set_option, switched
from chupai.simulate import simulate as simulate_deals
from chupai.variant import variant as named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chupai.summary import Summary

__all__ = ["simulate"]


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
@setup_options
@save_option("scores and facts")
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
    check_files(save, record)
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
            setup=set_up_by(game, setup),
        )
    with saved_to(save, result):
        summary = result.summary()
        if as_json:
            head = {"seed": seed, "first": first, "changes": result.variant.changes()}
            write_json(summary.to_dict() | head | {"digest": result.digest()})
        else:
            _show_summary(summary)


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
