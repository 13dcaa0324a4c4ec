"""The command line: its commands `variants` and `bench`; the others are beside it."""

from __future__ import annotations

import os
import platform
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np
from rich import box
from rich.table import Table
from rich.text import Text

import chupai
from chupai import big2, doudizhu, shengji
from chupai.commands_compare import compare
from chupai.commands_match import match
from chupai.commands_moves import moves
from chupai.commands_parts import Number, console, write_json
from chupai.commands_replay import replay
from chupai.commands_simulate import simulate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from chupai import Variant

__all__ = ["app", "run"]

_ACTIONS: dict[str, Callable[[Any], int]] = {
    "doudizhu": doudizhu.num_actions,
    "big2": big2.num_actions,
}
"""By family that has action ids, the function that counts those of rules."""


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
    """Chinese card games, by the book and fast."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


app.add_command(simulate)
app.add_command(moves)
app.add_command(match)
app.add_command(compare)
app.add_command(replay)


# --- variants ------------------------------------------------------------------------------------


@app.command()
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def variants(as_json: bool) -> None:
    """List the variants, and the switches in which they differ from the default."""
    known = {name: chupai.variant(name) for name in chupai.variants()}
    actions = {name: _actions(variant) for name, variant in known.items()}
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
        number = actions[name]
        table.add_row(name, "–" if number is None else f"{number:,}", Text(changes or "none"))
    console().print(table)


def _actions(variant: Variant) -> int | None:
    """How many action ids a variant has; None where it has none."""
    try:
        return _ACTIONS[variant.family.name](variant.rules)
    except (KeyError, chupai.NoActionIds):
        return None


# --- bench ---------------------------------------------------------------------------------------


@app.command()
@click.option("--seconds", type=Number(0.01, 60), default=0.5, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def bench(seconds: float, as_json: bool) -> None:
    """Measure the speed of this machine, some SECONDS for each figure, on one thread."""
    deals = {name: _deals_per_second(name, seconds) for name in chupai.variants()}
    rng = np.random.default_rng(0)
    leads, follows = _random_hands(200_000, 20, rng), _random_hands(200_000, 17, rng)
    big = _random_big_hands(200_000, 13, rng)
    many = _random_planes(20_000, 25, rng)
    trump = shengji.Trump("S", "T")
    pairs = shengji.bitboards(["QH QH"])
    listed, single = list(leads[:2000]), list(many[:2000])
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
        "count the leads of 13 cards of Big Two": _nanoseconds(
            lambda: big2.count_moves(big), len(big), seconds
        ),
        "count their answers to a single 5": _nanoseconds(
            lambda: big2.count_moves(big, "5S"), len(big), seconds
        ),
        "count the leads of 25 cards of Shengji": _nanoseconds(
            lambda: [trump.count_leads(hand) for hand in single], len(single), seconds
        ),
        "count their follows to a pair": _nanoseconds(
            lambda: trump.count_follows(many, "QH QH"), len(many), seconds
        ),
        "judge a follow": _nanoseconds(
            lambda: trump.is_legal_follow(many, "JH JH", pairs), len(many), seconds
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


def _random_big_hands(number: int, size: int, rng: np.random.Generator) -> NDArray[np.uint64]:
    """Uniformly random hands of a size, as the words that `chupai.big2` describes."""
    cards = np.argpartition(rng.random((number, 52), dtype=np.float32), size, axis=1)[:, :size]
    words = np.uint64(1) << cards.astype(np.uint64)
    hands: NDArray[np.uint64] = words.sum(axis=1, dtype=np.uint64)
    return hands


def _random_planes(number: int, size: int, rng: np.random.Generator) -> NDArray[np.uint64]:
    """Uniformly random hands of two decks, as the planes that `chupai.shengji` describes."""
    order = rng.random((number, 2, 54), dtype=np.float32).reshape(number, 108)
    held = np.zeros((number, 108), dtype=bool)
    np.put_along_axis(held, np.argpartition(order, size, axis=1)[:, :size], values=True, axis=1)
    copies = held.reshape(number, 2, 54).sum(axis=1)
    bits = np.uint64(1) << np.arange(54, dtype=np.uint64)
    planes = [np.where(copies > k, bits, 0).sum(axis=1, dtype=np.uint64) for k in range(2)]
    hands: NDArray[np.uint64] = np.stack(planes, axis=1)
    return hands
