"""What several commands of the command line share: numbers, progress bars, tables, JSON."""

from __future__ import annotations

import json
import math
import re
import time
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from chupai.saving import check_place, is_one_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from chupai.estimates import Estimate
    from chupai.match_result import MatchResults
    from chupai.result import Result

__all__ = [
    "WORD",
    "Number",
    "Whole",
    "check_files",
    "console",
    "json_option",
    "new_file",
    "players",
    "record_option",
    "room_for",
    "save_option",
    "saved_to",
    "seed_option",
    "threads_option",
    "watched",
    "with_margin",
    "write_json",
]

Command = TypeVar("Command", bound="Callable[..., Any]")

WORD = 2**64 - 1
"""The most deals, and the greatest seed."""

NARROWEST = 72
"""Columns that a table keeps on a narrower terminal, which then breaks its lines."""


class Whole(click.ParamType):  # type: ignore[type-arg] # not generic in older versions
    """A whole number, also as 1e6, 1_000_000 or 1,000,000."""

    name = "integer"

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number that a text means."""
        if isinstance(value, int):
            return value
        if re.fullmatch(r"[0-9]{1,3}(,[0-9]{3})+", value):
            value = value.replace(",", "")
        try:
            number = Decimal(value)
            in_range = self.least <= number <= self.most
        except InvalidOperation:
            self.fail(f"{value[:60]!r} is no whole number", param, ctx)
        if not in_range:
            self.fail(f"{value[:60]} does not lie between {self.least} and {self.most}", param, ctx)
        if number != int(number):
            self.fail(f"{value[:60]} is no whole number", param, ctx)
        return int(number)


class Number(click.FloatRange):
    """A number of a range; NaN, which is less than nothing and more than nothing, is none."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number that a text means."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is no number", param, ctx)
        return number


def seed_option(command: Command) -> Command:
    """Give a command the option ``--seed``."""
    what = "Names the run: its cards."
    return click.option("--seed", type=Whole(0, WORD), default=0, show_default=True, help=what)(
        command
    )


def threads_option(command: Command) -> Command:
    """Give a command the option ``--threads``."""
    what = "Default: all processors."
    return click.option("--threads", type=click.IntRange(1, 1024), help=what)(command)


def json_option(command: Command) -> Command:
    """Give a command that writes one JSON object the option ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")(command)


def new_file(context: click.Context, parameter: click.Parameter, path: str | None) -> str | None:
    """The path of a file to write, which is not standard output: that has what a command tells."""
    if path == "-":
        raise click.BadParameter(
            "a file is needed, for standard output has the summary; one of this name is ./-",
            context,
            parameter,
        )
    return path


def record_option(command: Command) -> Command:
    """Give a command the option ``--record``."""
    what = "Write each deal to a new file, for chupai replay; some thousands a second."
    return click.option("--record", metavar="FILE", callback=_new_records, help=what)(command)


def _new_records(
    context: click.Context, parameter: click.Parameter, path: str | None
) -> str | None:
    """The path of a file of records that is to be made, and holds nothing yet."""
    if new_file(context, parameter, path) and path is not None:
        place, name = Path(path), click.format_filename(path)
        if place.is_dir():
            raise click.BadParameter(f"{name} is a folder, not a file", context, parameter)
        if place.exists() and place.stat().st_size > 0:
            why = f"{name} is there already; records go to a new file"
            raise click.BadParameter(why, context, parameter)
    return path


def save_option(what: str) -> Callable[[Command], Command]:
    """Give a command the option ``--save``, for a file that has ``what``."""
    told = f"Write {what}, for numpy.load and chupai.load."
    return click.option("--save", metavar="FILE", callback=new_file, help=told)


def check_files(save: str | None, record: str | None) -> None:
    """Refuse files that cannot be written, and one for two purposes, before there is any work."""
    if save is None:
        return
    if record is not None and is_one_file(save, record):
        raise click.UsageError(
            "--record and --save name the same file; what is saved would take the place of the "
            "records"
        )
    check_place(save)


@contextmanager
def saved_to(path: str | None, result: Result | MatchResults) -> Iterator[None]:
    """Save a result, if there is a path, and tell of it before what went wrong with the file."""
    not_saved = None
    if path is not None:
        try:
            result.save(path)
        except OSError as error:  # the run is not to be lost with the file
            not_saved = error
    yield
    if not_saved is not None:
        raise not_saved


def players(text: str) -> str | list[str]:
    """One agent for all seats, or one a seat where there are commas."""
    named = [agent.strip() for agent in text.split(",")]
    return named[0] if len(named) == 1 else named


@contextmanager
def room_for(option: str, number: int) -> Iterator[None]:
    """Tell with which option more was asked for than there is memory."""
    try:
        yield
    except MemoryError as mistake:
        why = str(mistake) or "there is not enough memory"
        raise click.UsageError(f"--{option} {number:,}: {why}") from None


@contextmanager
def watched(label: str, total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, if that is a terminal; tell it how many are done."""
    progress = Progress(
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not Console(stderr=True).is_terminal,
        transient=True,
    )
    with progress:
        task = progress.add_task(label, total=total, speed="")
        start = time.perf_counter()

        def report(done: int) -> None:
            speed = done / max(time.perf_counter() - start, 1e-9)
            progress.update(task, completed=done, speed=f"{speed:,.0f} {what}/s")

        yield report


def console() -> Console:
    """Standard output, wide enough for the tables here."""
    out = Console(highlight=False)
    out.width = max(out.width, NARROWEST)
    return out


def with_margin(estimate: Estimate, sign: str = "") -> Text:
    """A figure with its interval, the value standing out."""
    value, _, margin = estimate.text(sign).partition(" ")
    return Text.assemble((value, "bold"), " ", margin)


def write_json(value: object) -> None:
    """Write one JSON value, indented."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
