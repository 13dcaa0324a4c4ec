"""The command `chupai moves`: what hands may play."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import click
from rich.table import Table
from rich.text import Text

from chupai import big2, doudizhu, shengji
from chupai.commands_parts import Whole, console, write_json
from chupai.variant import variant as named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rich.console import Console

    from chupai.variant import Variant

__all__ = ["moves"]

SHOWN = 60
"""Moves of a kind that `moves` writes out before it only counts the rest."""

LISTED = 1000
"""Moves that are listed where there may be too many to list; all of them are counted."""

_SUITS = ("D", "C", "H", "S", "NT")
_WIDTHS = ("single", "pair", "triple", "quad")


@dataclass(frozen=True)
class _Found:
    """The moves of one position, by kind in documented order, and how many there are in all."""

    moves: dict[str, list[str]]
    count: int

    @staticmethod
    def of_all(moves: Iterable[Any]) -> _Found:
        """All moves, listed."""
        found: dict[str, list[str]] = {}
        for move in moves:
            found.setdefault(move.kind, []).append(str(move))
        return _Found(found, sum(map(len, found.values())))


@dataclass(frozen=True)
class _Trumps:
    """What else tricks of Shengji depend on."""

    trump: str
    level: str
    limit: int

    def moves(self, hand: str, lead: str | None, rules: shengji.Rules) -> _Found:
        """The units that may be led, by kind, or what may follow a lead."""
        level = None if self.level.casefold() == "none" else self.level
        order = shengji.Trump(cast("Any", self.trump), level, rules=rules)
        if lead is not None:
            follows = order.follows(hand, lead, self.limit)
            return _Found({"follow": list(follows)}, follows.total)
        leads = order.leads(hand, self.limit)
        found: dict[str, list[str]] = {}
        for unit in leads:
            cards = unit.split()
            width = cards.count(cards[0])
            kind = _WIDTHS[width - 1] if width == len(cards) else f"linked_{_WIDTHS[width - 1]}s"
            found.setdefault(kind, []).append(unit)
        return _Found(found, leads.total)


_MOVES: dict[str, Callable[[Any, Any, Any], Iterable[Any]]] = {
    "doudizhu": doudizhu.moves,
    "big2": big2.moves,
}
"""By family, the function that lists the moves of a hand; that of Shengji asks for more."""


@dataclass(frozen=True)
class _Answer:
    """What is told of one position."""

    hand: str
    to_beat: str | None
    found: _Found

    @staticmethod
    def to(hand: str, to_beat: str | None, variant: Variant, trumps: _Trumps | None) -> _Answer:
        if not hand.strip(" ,"):
            raise ValueError("the position has no hand")
        if trumps is not None:
            return _Answer(hand, to_beat, trumps.moves(hand, to_beat, variant.rules))
        moves = _MOVES[variant.family.name](hand, to_beat, variant.rules)
        return _Answer(hand, to_beat, _Found.of_all(moves))


@click.command()
@click.argument("hand", required=False)
@click.option("--to-beat", metavar="PLAY", help="The play to beat; without it the hand leads.")
@click.option(
    "--variant", default="doudizhu/standard", show_default=True, help="Whose rules to go by."
)
@click.option(
    "--trump", type=click.Choice(_SUITS), help="Shengji: the trump suit, or NT for no trump."
)
@click.option("--level", metavar="RANK", help="Shengji: the level, such as 10, or none.")
@click.option(
    "--limit",
    type=Whole(0, 10_000_000),
    help=f"Shengji: list at most so many moves; all are counted. Default: {LISTED:,}.",
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
    game = named(variant)
    trumps = _trumps(game, trump, level, limit)
    if (hand is None) == (path is None):
        raise click.UsageError("give one HAND, or a file of positions with --file")
    if path is not None and to_beat is not None:
        raise click.UsageError("in a file the play to beat stands in the line: HAND > PLAY")

    def show(answer: _Answer, line: int | None = None) -> None:
        if not as_json:
            _show_answer(out, answer, None if everything else SHOWN)
            return
        plain = _plain_answer(answer, variant, trumps)
        if line is None:
            write_json(plain)
        else:
            plain = {"line": line} | plain
            click.echo(json.dumps(plain, ensure_ascii=False))

    out = console()
    if hand is not None:
        show(_Answer.to(hand, to_beat, game, trumps))
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
                    show(_Answer.to(*position, game, trumps), number)
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


def _trumps(
    variant: Variant, trump: str | None, level: str | None, limit: int | None
) -> _Trumps | None:
    """What the options say of trumps; None where there are none."""
    if variant.family.name != "shengji":
        given = {"trump": trump, "level": level, "limit": limit}
        for name, value in given.items():
            if value is not None:
                raise click.UsageError(f"moves of {variant.name} have no use for --{name}")
        return None
    if trump is None or level is None:
        raise click.UsageError(
            f"tricks of {variant.name} need --trump, one of {', '.join(_SUITS)}, and --level, "
            "a rank such as 10, or none"
        )
    return _Trumps(trump, level, LISTED if limit is None else limit)


def _plain_answer(answer: _Answer, variant: str, trumps: _Trumps | None) -> dict[str, Any]:
    plain = {"variant": variant, "hand": answer.hand, "to_beat": answer.to_beat}
    if trumps is not None:
        plain |= {"trump": trumps.trump, "level": trumps.level}
    return plain | {"count": answer.found.count, "moves": answer.found.moves}


def _show_answer(out: Console, answer: _Answer, most: int | None) -> None:
    what = "leads" if answer.to_beat is None else f"answers {answer.to_beat}"
    found = answer.found
    moves = "1 move" if found.count == 1 else f"{found.count:,} moves"
    out.print(Text.assemble((answer.hand, "bold"), f" {what}: {moves}"))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    unlisted = found.count - sum(map(len, found.moves.values()))
    of_kind = 0 if answer.to_beat is None else unlisted  # follows are of one kind
    for kind, texts in found.moves.items():
        shown = texts[:most]
        number = len(texts) + of_kind
        rest = number - len(shown)
        text = "  ".join([*shown, f"… {rest:,} more"] if rest else shown)
        table.add_row("  " + kind.replace("_", " "), f"{number:,}", Text(text))
    out.print(table)
    if unlisted > of_kind:
        out.print(f"  … {unlisted:,} more are not listed")
    out.print()
