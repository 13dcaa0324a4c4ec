"""The command `chupai moves`: what hands may play."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table
from rich.text import Text

from chupai.commands_parts import Whole, console, write_json
from chupai.commands_switches import set_option, switched
from chupai.variant import variant as named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from chupai.listing import Listing
    from chupai.variant import Variant

__all__ = ["moves"]

SHOWN = 60
"""Moves of a kind that `moves` writes out before it only counts the rest."""

_SUITS = ("D", "C", "H", "S", "NT")


@dataclass(frozen=True)
class _Answer:
    """What is told of one position."""

    hand: str
    to_beat: str | None
    found: Listing[tuple[str, str]]

    @staticmethod
    def to(hand: str, to_beat: str | None, variant: Variant, asked: dict[str, Any]) -> _Answer:
        if not hand.strip(" ,"):
            raise ValueError("the position has no hand")
        return _Answer(hand, to_beat, variant.family.listed(variant.rules, hand, to_beat, **asked))

    def moves(self) -> dict[str, list[str]]:
        """The moves that were listed, by kind."""
        by_kind: dict[str, list[str]] = {}
        for kind, text in self.found:
            by_kind.setdefault(kind, []).append(text)
        return by_kind


@click.command()
@click.argument("hand", required=False)
@click.option("--to-beat", metavar="PLAY", help="The play to beat; without it the hand leads.")
@click.option(
    "--variant", default="doudizhu/standard", show_default=True, help="Whose rules to go by."
)
@set_option("wing_repeat=4, straights=taiwan, follow_order=suit_only")
@click.option(
    "--trump", type=click.Choice(_SUITS), help="Shengji: the trump suit, or NT for no trump."
)
@click.option("--level", metavar="RANK", help="Shengji: the level, such as 10, or none.")
@click.option(
    "--limit",
    type=Whole(0, 10_000_000),
    help="Shengji: list at most so many moves; all are counted. Default: 1,000.",
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
    switches: Sequence[str],
    trump: str | None,
    level: str | None,
    limit: int | None,
    path: str | None,
    everything: bool,
    as_json: bool,
) -> int:
    """List what HAND, or every position of a file, may play.

    In Shengji these are the units that may be led alone, or whatever may follow the lead PLAY,
    whose units may be told apart as in 'AH AH KH KH + QH'.

    A file, or standard input with --file -, is answered line by line; a line that is no position is
    told on standard error, the others are answered all the same, and the exit status is 1.
    """
    game = switched(named(variant), switches, "rules")
    asked = _asked(game, {"trump": trump, "level": level, "limit": limit})
    if (hand is None) == (path is None):
        raise click.UsageError("give one HAND, or a file of positions with --file")
    if path is not None and to_beat is not None:
        raise click.UsageError("in a file the play to beat stands in the line: HAND > PLAY")

    def show(answer: _Answer, line: int | None = None) -> None:
        if not as_json:
            _show_answer(out, answer, None if everything else SHOWN)
            return
        plain = _plain_answer(answer, variant, asked)
        if switches:
            plain["changes"] = game.changes()
        if line is None:
            write_json(plain)
        else:
            plain = {"line": line} | plain
            click.echo(json.dumps(plain, ensure_ascii=False))

    out = console()
    if hand is not None:
        show(_Answer.to(hand, to_beat, game, asked))
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
                    show(_Answer.to(*position, game, asked), number)
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


def _asked(variant: Variant, options: dict[str, Any]) -> dict[str, Any]:
    """What the options say of what moves depend on, which may be nothing."""
    known = signature(variant.family.listed).parameters.values()
    keywords = [p for p in known if p.kind is Parameter.KEYWORD_ONLY]
    given = {name: value for name, value in options.items() if value is not None}
    for name in given:
        if name not in {p.name for p in keywords}:
            raise click.UsageError(f"moves of {variant.name} have no use for --{name}")
    needed = [p.name for p in keywords if p.default is Parameter.empty]
    if not given.keys() >= set(needed):
        options_needed = " and ".join(f"--{name}" for name in needed)
        raise click.UsageError(f"moves of {variant.name} need {options_needed}")
    return given


def _plain_answer(answer: _Answer, variant: str, asked: dict[str, Any]) -> dict[str, Any]:
    plain = {"variant": variant, "hand": answer.hand, "to_beat": answer.to_beat}
    plain |= {name: value for name, value in asked.items() if name != "limit"}
    return plain | {"count": answer.found.total, "moves": answer.moves()}


def _show_answer(out: Console, answer: _Answer, most: int | None) -> None:
    what = "leads" if answer.to_beat is None else f"answers {answer.to_beat}"
    found = answer.found
    moves = "1 move" if found.total == 1 else f"{found.total:,} moves"
    out.print(Text.assemble((answer.hand, "bold"), f" {what}: {moves}"))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    unlisted = found.total - len(found)
    # Follows are of one kind, if there is one to tell it.
    of_kind = unlisted if answer.to_beat is not None and len(found) else 0
    for kind, texts in answer.moves().items():
        shown = texts[:most]
        number = len(texts) + of_kind
        rest = number - len(shown)
        text = "  ".join([*shown, f"… {rest:,} more"] if rest else shown)
        table.add_row("  " + kind.replace("_", " "), f"{number:,}", Text(text))
    out.print(table)
    if unlisted > of_kind:
        out.print(f"  … {unlisted:,} more {'is' if unlisted == 1 else 'are'} not listed")
    out.print()
