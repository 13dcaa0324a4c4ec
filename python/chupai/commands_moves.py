"""The command `chupai moves`: what hands may play."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table
from rich.text import Text

from chupai import big2, doudizhu
from chupai.commands_parts import console, write_json
from chupai.variant import variant as named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rich.console import Console

    from chupai.variant import Variant

__all__ = ["moves"]

SHOWN = 60
"""Moves of a kind that `moves` writes out before it only counts the rest."""

_MOVES: dict[str, Callable[[Any, Any, Any], Iterable[Any]]] = {
    "doudizhu": doudizhu.moves,
    "big2": big2.moves,
}
"""By family, the function that lists the moves of a hand."""


@dataclass(frozen=True)
class _Answer:
    """The moves of one position, by kind in documented order."""

    hand: str
    to_beat: str | None
    moves: dict[str, list[str]]

    @staticmethod
    def to(hand: str, to_beat: str | None, variant: Variant) -> _Answer:
        if not hand.strip(" ,"):
            raise ValueError("the position has no hand")
        found: dict[str, list[str]] = {}
        for move in _MOVES[variant.family.name](hand, to_beat, variant.rules):
            found.setdefault(move.kind, []).append(str(move))
        return _Answer(hand, to_beat, found)

    @property
    def count(self) -> int:
        return sum(map(len, self.moves.values()))


@click.command()
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
    game = named(variant)
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
        show(_Answer.to(hand, to_beat, game))
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
                    show(_Answer.to(*position, game), number)
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
