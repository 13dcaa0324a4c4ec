"""The command `chupai match`: matches, deals one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource
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
from chupai.match import Match, simulate_matches
from chupai.simulate import recording
from chupai.variant import variant as named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chupai.match_result import MatchSummary

__all__ = ["match"]


@click.command()
@click.argument("variant")
@click.option(
    "--matches",
    type=Whole(1, WORD),
    default=10_000,
    show_default=True,
    help="How many matches, such as 1e6.",
)
@click.option("--deals", type=Whole(1, 2**62), help="A match ends after so many deals.")
@set_option(
    "target=100, levels=9TJQKA, bankruptcy=shortfall, house_seats=1,3, tiers=10:2,all:3, decks=3"
)
@seed_option
@click.option("--first", type=Whole(0, WORD), default=0, help="Number of the first match.")
@threads_option
@click.option(
    "--agents",
    default="random",
    show_default=True,
    help="random, lowest, in Shengji random_units; or one of them for each seat, with commas.",
)
@click.option(
    "--show", type=Whole(0, WORD), metavar="N", help="Print match number N deal by deal instead."
)
@setup_options
@save_option("totals and what was paid")
@record_option
@json_option
def match(
    variant: str,
    matches: int,
    deals: int | None,
    switches: Sequence[str],
    seed: int,
    first: int,
    threads: int | None,
    agents: str,
    show: int | None,
    save: str | None,
    record: str | None,
    as_json: bool,
    **setup: Any,
) -> None:
    """Simulate matches of VARIANT and sum them up.

    A match is a sequence of deals; it needs an end, such as --deals 50. Those of Shengji end when
    a side has held the last level. Options such as --leader, --level or --given give what is given
    of the deals; who begins, and at which level, is given of the first only.
    """
    if save is not None and show is not None:
        raise click.UsageError("--save is for many matches, and --show prints one")
    check_files(save, record)
    played = switched(named(variant), switches, "rules", "scoring", "match", deals=deals)
    is_given = any(value is not None for value in setup.values())
    given = set_up_by(played, setup) if is_given else None
    if show is not None:
        _check_number(show, matches, first)
        with recording(record) as writer:
            game = Match(played, players(agents), deals=deals, setup=given, record=writer)
            one = game.run(seed, show)
        if as_json:
            write_json(one.to_dict())
        else:
            click.echo(str(one))
        return
    with room_for("matches", matches), watched(variant, matches, "matches") as report:
        result = simulate_matches(
            played,
            matches,
            seed=seed,
            agents=players(agents),
            deals=deals,
            setup=given,
            threads=threads,
            keep="totals" if save is None else "scores",
            progress=report,
            first=first,
            record=record,
        )
    with saved_to(save, result):
        summary = result.summary()
        if as_json:
            head = {"seed": seed, "first": first, "changes": played.changes()}
            write_json(summary.to_dict() | head | {"digest": result.digest()})
        else:
            _show(summary)


def _check_number(show: int, matches: int, first: int) -> None:
    """Refuse to show a match that is none of those that were asked for, if any were."""
    told = click.get_current_context().get_parameter_source
    if {told("matches"), told("first")} == {ParameterSource.DEFAULT}:
        return
    if not first <= show < first + matches:
        numbers = f"number {first}" if matches == 1 else f"numbers {first} to {first + matches - 1}"
        raise click.UsageError(f"--show {show} is none of the matches, which have the {numbers}")


def _show(summary: MatchSummary) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("seat", no_wrap=True)
    table.add_column("agent", no_wrap=True)
    for name in ("win rate", "mean total"):
        table.add_column(name, justify="right", no_wrap=True)
    for line in summary.seats:
        table.add_row(
            str(line.seat),
            line.agent,
            with_margin(line.win_rate),
            with_margin(line.mean_total, "+"),
        )
    figures = Table(box=None, pad_edge=False, show_header=False)
    for label, text in summary.lines() + ([] if summary.deal is None else summary.deal.lines()):
        figures.add_row(Text(label), Text(text))
    out = console()
    out.print(summary.title(), markup=False, soft_wrap=True)
    out.print(table)
    out.print(figures)
    out.print(f"\n± and [ ] are 95 % confidence intervals.  {summary.speed()}", markup=False)
