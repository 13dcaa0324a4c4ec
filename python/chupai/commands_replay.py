"""The command `chupai replay`: check files of records, and show a deal of one."""

from __future__ import annotations

import json
import re
import sys
import time
from typing import TYPE_CHECKING, Any, BinaryIO

import click
from rich import box
from rich.console import Console
from rich.progress import Progress, TextColumn
from rich.table import Table
from rich.text import Text

from chupai._shown import printable
from chupai.record_error import RecordError
from chupai.records import no_further, opened, read_line
from chupai.records import replay as replay_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chupai.family import Family
    from chupai.record import Record
    from chupai.records import ReplayReport

__all__ = ["replay"]

RED = re.compile(r"(10|[2-9TJQKA])[DH]|R")
"""Cards that are printed red: diamonds, hearts and the big joker."""


@click.command()
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE...",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
)
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object for each file.")
@click.option(
    "--show",
    type=click.IntRange(1),
    metavar="N",
    help="Print the deal of line N instead, as far as it can be played.",
)
def replay(files: Sequence[str], as_json: bool, show: int | None) -> int:
    """Play every deal of files of records again, and check cards, moves and scores.

    A FILE has one deal a line and may be compressed by gzip; - is standard input. Each fault is
    told on standard error as FILE:LINE: why; the other deals are checked all the same, and the exit
    status is 1. So it is of a file without any record.
    """
    if show is None:
        results = [_check(path, as_json=as_json) for path in files]
        return int(not all(results))
    if len(files) > 1:
        raise click.UsageError("--show N shows a line of one FILE")
    try:
        record = _record(files[0], show)
        if as_json:
            click.echo(record.to_json())
        else:
            _show(record, _named(files[0]))
        record.replay()
    except RecordError as fault:
        _tell(files[0], fault)
    else:
        return 0
    return 1


# --- checking ------------------------------------------------------------------------------------


def _check(path: str, *, as_json: bool) -> bool:
    """Check one file, and say what came of it."""
    terminal = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}: {task.completed:,} deals, {task.fields[speed]}"),
        console=terminal,
        disable=not terminal.is_terminal,
        transient=True,
    )
    with progress:
        task = progress.add_task(_named(path), total=None, speed="")
        start = time.perf_counter()

        def report(done: int) -> None:
            speed = done / max(time.perf_counter() - start, 1e-9)
            progress.update(task, completed=done, speed=f"{speed:,.0f} a second")

        made = replay_file(
            _source(path), on_fault=lambda fault: _tell(path, fault), progress=report
        )
    if as_json:
        click.echo(json.dumps(_plain(made, path), ensure_ascii=False))
    else:
        told = str(made).removeprefix(f"{made.path}: ")
        click.echo(f"{_named(path)}: {told}")
    if made.deals + made.fault_count == 0:
        click.echo(f"{_named(path)}: there is no record in it", err=True)
        return False
    return made.ok


def _plain(made: ReplayReport, path: str) -> dict[str, Any]:
    return made.to_dict() | {"path": click.format_filename(path)}


def _source(path: str) -> str | BinaryIO:
    if path != "-":
        return path
    if sys.stdin is None:
        raise click.UsageError("standard input is closed")
    return sys.stdin.buffer


def _tell(path: str, fault: RecordError) -> None:
    move = "" if fault.move is None else f"move {fault.move}: "
    click.echo(f"{_named(path)}:{fault.line}: {move}{printable(fault.why)}", err=True)


def _named(path: str) -> str:
    return printable(click.format_filename(path))


# --- showing -------------------------------------------------------------------------------------


def _record(path: str, number: int) -> Record:
    """The record of a line, which is numbered from 1."""
    last = 0
    try:
        with opened(_source(path)) as file:
            for last, line in enumerate(file, 1):
                if last == number:
                    return _only(read_line(line, number), path, number)
    except (RecordError, click.ClickException):
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # of the disk, not of the data
        fault = no_further(error, last + 1)
        if not fault.cut_off or number == last + 1:
            raise fault from None
    raise click.ClickException(f"{_named(path)} has no line {number}; it has {last}")


def _only(found: Record | RecordError | None, path: str, number: int) -> Record:
    """What was found in a line, if it is a record."""
    if found is None:
        raise click.ClickException(f"line {number} of {_named(path)} is empty")
    if isinstance(found, RecordError):
        raise found
    return found


def _show(record: Record, path: str) -> None:
    """Print a deal: cards, decisions, tricks and scores."""
    console = Console(highlight=False)
    state = record.start()
    players = record.agents or [""] * record.variant.seats
    seats = [f"seat {seat} {printable(name)}".rstrip() for seat, name in enumerate(players)]
    console.print(Text.assemble((f"{path}, line {record.line}", "bold"), f"  {_origin(record)}"))
    if record.position is not None:
        position = _coloured(printable(record.position))
        console.print(Text.assemble("\nposition  ", position), soft_wrap=True)
    state, is_whole = _show_dealings(console, record, state, seats)
    if record.scores is None and is_whole and not state.is_over:
        console.print("\nbroken off here")
    elif record.scores is not None and state.is_over:
        table = Table(box=None, pad_edge=False, show_header=False)
        table.add_column()
        table.add_column()
        table.add_column(justify="right", style="bold")
        roles = _roles(record.variant.family, state)
        for seat, role, points in zip(seats, roles, record.scores, strict=True):
            table.add_row(Text(seat), role, f"{points:+,}")
        console.print()
        console.print(table)
    for name, value in record.notes.items():
        told = value if isinstance(value, str) else json.dumps(value)
        console.print(Text(f"{printable(name)}: " + "\n".join(map(printable, told.split("\n")))))


def _show_dealings(
    console: Console, record: Record, state: Any, seats: Sequence[str]
) -> tuple[Any, bool]:
    """Print the cards and what was played of them, as often as they were dealt.

    Returns:
        The state at the end, and whether all of it could be so. What could not is told as a fault
        of the record, and nothing is printed from there on.
    """
    texts = record.auction + record.moves
    starts = [dealing["move"] for dealing in record.dealings] or [0]
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(texts)], strict=True)):
        if number and record.seed is None:
            try:
                state = record.start(number)
            except RecordError:
                return state, False
        elif number and list(state.dealings)[number:] != [record.dealings[number]]:
            return state, False
        if record.dealings:
            _show_cards(console, record.dealings[number], seats)
        if not _show_moves(console, state, texts[start:end], seats):
            return state, False
    return state, True


def _roles(family: Family, state: Any) -> list[str]:
    """What each seat is in the deal, such as ``"landlord"``, or nothing."""
    roles = family.role_of(state.facts()).tolist()
    return [family.roles[role] if role >= 0 else "" for role in roles]


def _origin(record: Record) -> str:
    """The variant, and where the cards come from."""
    told = json.loads(record.to_json())
    switches = [f"{k}={v!r}" for part in told["switches"].values() for k, v in part.items()]
    given = [f"{name}={value!r}" for name, value in told["setup"].items()]
    drawn = "" if record.seed is None else f"seed {record.seed}, deal {record.index}"
    if record.match:
        drawn += f" of match {record.match}"
    return "  ".join(filter(None, [told["variant"], *switches, drawn, *given]))


def _show_cards(console: Console, dealing: Any, seats: Sequence[str]) -> None:
    """Print the hands and what else was dealt."""
    table = Table(box=None, pad_edge=False, show_header=False)
    for name, value in dealing.items():
        if isinstance(value, list):  # the cards of each seat
            for seat, cards in zip(seats, value, strict=True):
                table.add_row(Text(seat), _coloured(cards))
        elif name != "move" and value not in {None, ""}:
            table.add_row(Text(name.replace("_", " ")), _coloured(str(value)))
    console.print()
    console.print(table)


def _show_moves(console: Console, state: Any, texts: Sequence[str], seats: Sequence[str]) -> bool:
    """Play moves and print them: decisions in a line, tricks in a table, a column for each seat.

    Returns:
        Whether all of them could be played.
    """
    is_whole = True
    decisions = Text()
    rows: list[tuple[list[str], bool]] = []  # a cell for each seat; whether a trick begins
    last = 0
    try:
        for text in texts:
            seat, phase, leads = state.turn, state.phase, _is_to_lead(state)
            state.play(text)
            move = state.history[-1][1]
            told = str(move).removeprefix(f"{move.kind} ")
            if phase == "play":
                if leads or not rows or rows[-1][0][seat:] != [""] * (len(seats) - seat):
                    rows.append(([""] * len(seats), leads))
                rows[-1][0][seat] = told + _replaced(state, seat, move)
                last = seat
            elif rows:  # somebody says what is left of a play
                rows[-1][0][last] += f" → {told}"
            else:
                decisions.append(f"  {seat}: ").append(str(move), "bold")
    except ValueError:  # which is told as a fault of the record
        is_whole = False
    if decisions:
        console.print(Text.assemble("\ndecisions", decisions))
    if rows:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        table.add_column("trick", justify="right", style="dim")
        for name in seats:
            table.add_column(Text(name))
        trick = 0
        for cells, leads in rows:
            trick += leads
            table.add_row(str(trick) if leads else "", *map(_coloured, cells))
        console.print()
        console.print(table)
    return is_whole


def _is_to_lead(state: Any) -> bool:
    """Whether a trick begins: nothing is to be beaten, or nothing lies on the table."""
    return not any(state.table) if hasattr(state, "table") else state.to_beat is None


def _replaced(state: Any, seat: int, move: Any) -> str:
    """What lies on the table of a play that was not allowed to stand."""
    lying = state.table[seat] if hasattr(state, "table") else ""
    return f" → {lying}" if lying and len(lying.split()) < len(move.cards.split()) else ""


def _coloured(text: str) -> Text:
    """Cards in their colours; passes are faint."""
    if text == "pass":
        return Text(text, "dim")
    shown = Text(text)
    shown.highlight_regex(RED, "red")
    return shown
