"""The commands of the command line: simulate, moves, variants, bench; others are beside it."""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np
from rich import box
from rich.table import Table
from rich.text import Text

import chupai
from chupai import doudizhu
from chupai.commands_compare import compare
from chupai.commands_match import match
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
from chupai.commands_replay import replay
from chupai.result import check_place

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray
    from rich.console import Console

    from chupai.summary import Summary

__all__ = ["app", "run"]

SHOWN = 60
"""Moves of a kind that `moves` writes out before it only counts the rest."""


def run(args: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    0 is success, 1 that some lines of a file were bad, 2 a mistake in the call, told in one
    line, 130 an interruption, and 141 that nobody reads the output any more.
    """
    try:
        # Not app.main(), which makes an exit status of its own of a broken pipe.
        given = list(sys.argv[1:] if args is None else args)
        with app.make_context("chupai", given) as context:
            status = app.invoke(context)
        if sys.stdout is not None:  # it is None where it was closed before the start
            sys.stdout.flush()
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as mistake:
        return _refuse(mistake.format_message())
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        return _unread()
    except SystemExit as end:  # what rich makes of a broken pipe
        if isinstance(end.__context__, BrokenPipeError):
            return _unread()
        raise
    except MemoryError as mistake:
        return _refuse(str(mistake) or "there is not enough memory")
    except OSError as mistake:
        try:
            sys.stdout.flush()
        except (OSError, AttributeError):  # it is the output that cannot be written
            _drop_output()
        return _refuse(str(mistake))
    except (ValueError, OverflowError) as mistake:
        return _refuse(str(mistake))
    return status if isinstance(status, int) else 0


def _unread() -> int:
    """Whoever read along has seen enough; say nothing more, not even at exit."""
    _drop_output()
    return 141


def _drop_output() -> None:
    """Let what is left of standard output vanish."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(message: str) -> int:
    click.echo(f"chupai: {' '.join(message.split())}", err=True)
    return 2


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(chupai.__version__, prog_name="chupai", message="%(prog)s %(version)s")
@click.pass_context
def app(context: click.Context) -> None:
    """Chinese climbing card games, by the book and fast."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


app.add_command(match)
app.add_command(compare)
app.add_command(replay)


def _by_place(
    context: click.Context, parameter: click.Parameter, pairs: Sequence[str]
) -> dict[str, str] | None:
    """Cards by place, from texts such as 0=33BR."""
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


# --- simulate ------------------------------------------------------------------------------------


@app.command()
@click.argument("variant")
@click.option(
    "--games",
    type=Whole(1, WORD),
    default=1_000_000,
    show_default=True,
    help="How many deals, such as 1e6.",
)
@seed_option
@click.option("--first", type=Whole(0, WORD), default=0, help="Number of the first deal.")
@threads_option
@click.option(
    "--agents",
    default="random",
    show_default=True,
    help="random or lowest; or one of them for each seat, with commas.",
)
@click.option(
    "--first-bidder",
    type=click.IntRange(0, 2),
    help="Seat that speaks first. Default: drawn for each deal.",
)
@click.option("--landlord", type=click.IntRange(0, 2), help="For variants without an auction.")
@click.option(
    "--dealer",
    type=click.Choice(["uniform", "weak_shuffle"]),
    show_default="uniform",
    help="How the cards are shuffled.",
)
@click.option(
    "--given",
    metavar="PLACE=CARDS",
    multiple=True,
    callback=_by_place,
    help="Cards a seat or the bottom is dealt: 0=33BR, bottom=2. Once for each place.",
)
@click.option(
    "--save",
    metavar="FILE",
    help="Write scores and facts, for numpy.load and chupai.load.",
)
@click.option(
    "--record",
    metavar="FILE",
    help="Write each deal to a new file, for chupai replay; some thousands a second.",
)
@json_option
def simulate(
    variant: str,
    games: int,
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
    given = {name: value for name, value in setup.items() if value is not None}
    with watched(variant, games, "deals") as report:
        result = chupai.simulate(
            variant,
            games,
            seed=seed,
            agents=players(agents),
            threads=threads,
            keep="facts" if save is not None else "stats",
            progress=report,
            first=first,
            record=record,
            **given,
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


def _show_summary(summary: Summary) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=summary.title(), title_justify="left")
    table.add_column("seat", no_wrap=True)
    table.add_column("role", no_wrap=True)
    for name in ("deals", "win rate", "mean score"):
        table.add_column(name, justify="right", no_wrap=True)
    after = [*summary.seats[1:], None]
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
            end_section=following is not None and following.seat != line.seat,
        )
    figures = Table(box=None, pad_edge=False, show_header=False)
    for label, text in summary.lines():
        figures.add_row(Text(label), Text(text))
    out = console()
    out.print(table)
    out.print(figures)
    out.print(f"\n± and [ ] are 95 % confidence intervals.  {summary.speed()}", markup=False)


# --- moves ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Answer:
    """The moves of one position, by kind in documented order."""

    hand: str
    to_beat: str | None
    moves: dict[str, list[str]]

    @staticmethod
    def to(hand: str, to_beat: str | None, rules: doudizhu.Rules) -> _Answer:
        if not hand.strip(" ,"):
            raise ValueError("the position has no hand")
        found: dict[str, list[str]] = {}
        for move in doudizhu.moves(hand, to_beat, rules):
            found.setdefault(move.kind, []).append(str(move))
        return _Answer(hand, to_beat, found)

    @property
    def count(self) -> int:
        return sum(map(len, self.moves.values()))


@app.command()
@click.argument("hand", required=False)
@click.option("--to-beat", metavar="PLAY", help="The play to beat; without it the hand leads.")
@click.option(
    "--variant", default="doudizhu/standard", show_default=True, help="Whose rules to go by."
)
@click.option(
    "--file",
    "path",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
    help="One position a line: HAND, or HAND > PLAY; # begins a comment.",
)
@click.option("--all", "everything", is_flag=True, help=f"Write out more than {SHOWN} of a kind.")
@click.option(
    "--json", "as_json", is_flag=True, help="Write one JSON object; of a file one for each line."
)
def moves(
    hand: str | None,
    to_beat: str | None,
    variant: str,
    path: str | None,
    everything: bool,
    as_json: bool,
) -> int:
    """List what HAND, or every position of a file, may play.

    A file, or standard input with --file -, is answered line by line; a line that is no position is
    told on standard error, the others are answered all the same, and the exit status is 1.
    """
    rules = chupai.variant(variant).rules
    if (hand is None) == (path is None):
        raise click.UsageError("give one HAND, or a file of positions with --file")
    if path is not None and to_beat is not None:
        raise click.UsageError("in a file the play to beat stands in the line: HAND > PLAY")

    def show(answer: _Answer, line: int | None = None) -> None:
        if not as_json:
            _show_answer(out, answer, None if everything else SHOWN)
        elif line is None:
            write_json(_plain_answer(answer, variant))
        else:
            plain = {"line": line} | _plain_answer(answer, variant)
            click.echo(json.dumps(plain, ensure_ascii=False))

    out = console()
    if hand is not None:
        show(_Answer.to(hand, to_beat, rules))
        return 0
    if path == "-" and sys.stdin is None:
        raise click.UsageError("standard input is closed")
    status = 0
    # A mark of the byte order is no text; what is no UTF-8 is told where it is read.
    with click.open_file(str(path), encoding="utf-8-sig", errors="surrogateescape") as lines:
        for number, text in enumerate(lines, 1):
            try:
                position = _position(text)
                if position is not None:
                    show(_Answer.to(*position, rules), number)
            except ValueError as mistake:
                click.echo(f"{click.format_filename(str(path))}:{number}: {mistake}", err=True)
                status = 1
    return status


def _position(line: str) -> tuple[str, str | None] | None:
    """Hand and play to beat in a line of a file; None of an empty line or a comment."""
    text = line.partition("#")[0].strip()
    if not text:
        return None
    escaped = next((sign for sign in text if "\udc80" <= sign <= "\udcff"), None)
    if escaped is not None:
        raise ValueError(f"byte {ord(escaped) - 0xDC00:#04x} is not UTF-8")
    hand, sign, play = (part.strip() for part in text.partition(">"))
    return hand, (play if sign else None)


def _plain_answer(answer: _Answer, variant: str) -> dict[str, Any]:
    return {
        "variant": variant,
        "hand": answer.hand,
        "to_beat": answer.to_beat,
        "count": answer.count,
        "moves": answer.moves,
    }


def _show_answer(out: Console, answer: _Answer, most: int | None) -> None:
    what = "leads" if answer.to_beat is None else f"answers {answer.to_beat}"
    moves = "1 move" if answer.count == 1 else f"{answer.count:,} moves"
    out.print(Text.assemble((answer.hand, "bold"), f" {what}: {moves}"))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    for kind, texts in answer.moves.items():
        shown = texts[:most]
        rest = len(texts) - len(shown)
        text = "  ".join(shown) + (f"  … {rest:,} more" if rest else "")
        table.add_row("  " + kind.replace("_", " "), f"{len(texts):,}", Text(text))
    out.print(table)
    out.print()


# --- variants ------------------------------------------------------------------------------------


@app.command()
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def variants(as_json: bool) -> None:
    """List the variants, and the switches in which they differ from the default."""
    known = {name: chupai.variant(name) for name in chupai.variants()}
    actions = {name: doudizhu.num_actions(variant.rules) for name, variant in known.items()}
    if as_json:
        write_json(
            {
                name: {"actions": actions[name], "changes": variant.changes()}
                for name, variant in known.items()
            }
        )
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("variant", style="bold", no_wrap=True)
    table.add_column("actions", justify="right")
    table.add_column("switches that differ from the default")
    for name, variant in known.items():
        changes = "\n".join(f"{switch}={value!r}" for switch, value in variant.changes().items())
        table.add_row(name, f"{actions[name]:,}", Text(changes or "none"))
    console().print(table)


# --- bench ---------------------------------------------------------------------------------------


@app.command()
@click.option("--seconds", type=click.FloatRange(0.01, 60), default=0.5, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def bench(seconds: float, as_json: bool) -> None:
    """Measure the speed of this machine, some SECONDS for each figure, on one thread."""
    deals = {name: _deals_per_second(name, seconds) for name in chupai.variants()}
    rng = np.random.default_rng(0)
    leads, follows = _random_hands(200_000, 20, rng), _random_hands(200_000, 17, rng)
    listed = list(leads[:2000])
    calls = {
        "count the leads of 20 cards": _nanoseconds(
            lambda: doudizhu.count_moves(leads), len(leads), seconds
        ),
        "count the answers of 17 cards to a 5": _nanoseconds(
            lambda: doudizhu.count_moves(follows, "5"), len(follows), seconds
        ),
        "list them as Python objects": _nanoseconds(
            lambda: [doudizhu.moves(hand) for hand in listed], len(listed), seconds
        ),
    }
    if as_json:
        write_json({"machine": _machine(), "deals_per_second": deals, "nanoseconds": calls})
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=_machine(), title_justify="left")
    table.add_column("one thread")
    table.add_column("", justify="right", no_wrap=True)
    for name, speed in deals.items():
        table.add_row(f"simulate {name}, random agents", f"{speed:,.0f} deals/s")
    for name, time_taken in calls.items():
        table.add_row(name, f"{time_taken:,.1f} ns")
    console().print(table)


def _machine() -> str:
    """The processor's name, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


def _deals_per_second(name: str, seconds: float) -> float:
    games = 1000
    while (result := chupai.simulate(name, games, threads=1)).seconds < seconds:
        games *= 4 if result.seconds < seconds / 4 else 2
    return games / result.seconds


def _nanoseconds(work: Callable[[], object], calls: int, seconds: float) -> float:
    """The best time of one call, over repetitions of all of them."""
    best = float("inf")
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or best == float("inf"):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best / calls * 1e9


def _random_hands(number: int, size: int, rng: np.random.Generator) -> NDArray[np.uint64]:
    """Uniformly random hands of a size, as the words that `chupai.doudizhu` describes."""
    cards = np.argpartition(rng.random((number, 54), dtype=np.float32), size, axis=1)[:, :size]
    ranks = np.where(cards < 52, cards // 4, cards - 39)
    copies = np.stack([(ranks == rank).sum(axis=1) for rank in range(15)], axis=1)
    hands = np.zeros(number, dtype=np.uint64)
    for k in range(1, 5):
        plane = ((copies >= k) << np.arange(15)).sum(axis=1)
        hands |= plane.astype(np.uint64) << np.uint64(16 * (k - 1))
    return hands
