"""The command `chupai match`: matches, deals one after another."""

from __future__ import annotations

from dataclasses import fields, replace
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
    players,
    seed_option,
    threads_option,
    watched,
    with_margin,
    write_json,
)
from chupai.match import Match, simulate_matches
from chupai.variant import variant as named

if TYPE_CHECKING:
    from collections.abc import Sequence
    from dataclasses import Field

    from chupai.match_result import MatchSummary
    from chupai.variant import Variant

__all__ = ["match"]

_MANY = frozenset(("tiers", "place_points"))
"""Switches whose values are no single words: they are set in Python."""


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
@click.option(
    "--set",
    "switches",
    metavar="SWITCH=VALUE",
    multiple=True,
    help="A switch of the match or its scoring, such as target=100, purse=50, house_seats=1,3, "
    "levels=9TJQKA or bankruptcy=shortfall. Several are given with several --set.",
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
    as_json: bool,
) -> None:
    """Simulate matches of VARIANT and sum them up.

    A match is a sequence of deals; it needs an end, such as --deals 50. Those of Shengji end when
    a side has held the last level.
    """
    played = _switched(named(variant), switches)
    if show is not None:
        one = Match(played, players(agents), deals=deals).run(seed, show)
        if as_json:
            write_json(one.to_dict())
        else:
            click.echo(str(one))
        return
    with watched(variant, matches, "matches") as report:
        result = simulate_matches(
            played,
            matches,
            seed=seed,
            agents=players(agents),
            deals=deals,
            threads=threads,
            progress=report,
            first=first,
        )
    summary = result.summary()
    if as_json:
        head = {"seed": seed, "first": first, "changes": played.changes()}
        write_json(summary.to_dict() | head)
    else:
        _show(summary)


def _switched(variant: Variant, switches: Sequence[str]) -> Variant:
    """A variant with some switches of its match rules and scoring set, from texts."""
    parts = {"match": variant.match, "scoring": variant.scoring}
    known = {f.name: (part, f) for part in parts for f in fields(parts[part])}
    known = {name: found for name, found in known.items() if name not in _MANY}
    given: dict[str, dict[str, Any]] = {part: {} for part in parts}
    for text in switches:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or name not in known:
            raise click.UsageError(
                f"{text[:60]!r} sets no match switch; there are {', '.join(known)}"
            )
        part, switch = known[name]
        if isinstance(switch.default, tuple):  # several values, with commas
            given[part][name] = tuple(
                _value(one.strip()) for one in value.split(",") if one.strip()
            )
        elif _is_text(switch) and value.casefold() != "none":  # also a rank, such as 2
            given[part][name] = value
        else:
            given[part][name] = _value(value)
    try:
        return replace(variant, **{part: replace(parts[part], **given[part]) for part in parts})
    except TypeError as mistake:  # a word where a number is meant
        raise click.UsageError(str(mistake)) from None


def _is_text(switch: Field[Any]) -> bool:
    """Whether a switch has words as values, beside None."""
    return isinstance(switch.default, str) or str(switch.type).startswith("str")


def _value(text: str) -> Any:
    words = {"none": None, "true": True, "false": False}
    if text.casefold() in words:
        return words[text.casefold()]
    try:
        return int(text)
    except ValueError:
        return text


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
