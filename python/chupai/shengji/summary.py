"""What a run of Shengji says: `Summary`, made by `summarize`.

Every sum behind a figure is taken in whole numbers; only the last division is not exact.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chupai import summary
from chupai.estimates import Estimate
from chupai.shengji.levels import levels_for
from chupai.shengji.ranks import RANKS
from chupai.shengji.roles import ROLES
from chupai.shengji.setup import TRUMPS
from chupai.summary import SeatLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chupai.batch import Tally
    from chupai.variant import Variant

__all__ = ["Summary", "summarize"]

_SEATS = range(4)


@dataclass(frozen=True, kw_only=True)
class Summary(summary.Summary):
    """A run of Shengji in figures, beside those of every `chupai.summary.Summary`.

    Attributes:
        points: the attackers' points, with kitty, penalties and cap; mean of a deal.
        takes_over: share of deals that the attackers took over.
        levels: by what happened, ``"attackers +0"``, ``"declarers +1"``, the number of deals; from
            most for the attackers to most for the declarers.
        last_trick: share of deals in which the attackers won the last trick.
        kitty_points: mean points in the kitty.
        declares: by seat, the share of deals in which it was the declarer.
        trumps: by trump suit, ``"NT"`` for none, the share of deals.
        played_levels: by rank, ``"none"`` for none, the share of deals.
        failed_throws: mean number of throws that failed in a deal, by seat.
        seat_points: mean points in the tricks of a seat.
        declarations: mean number of times that trumps were declared.
        redeals: mean number of times that a deal was dealt again.
        takers: mean number of times that the kitty was taken again 炒底.
    """

    points: Estimate
    takes_over: Estimate
    levels: dict[str, int]
    last_trick: Estimate
    kitty_points: float
    declares: tuple[float, ...]
    trumps: dict[str, float]
    played_levels: dict[str, float]
    failed_throws: tuple[float, ...]
    seat_points: tuple[float, ...]
    declarations: float
    redeals: float
    takers: float

    def lines(self) -> list[tuple[str, str]]:
        """The figures beside the table of seats, as label and text."""
        lines = [
            ("attackers' points", str(self.points)),
            ("taken over", str(self.takes_over)),
            ("last trick attackers'", str(self.last_trick)),
            ("points in the kitty", f"{self.kitty_points:.4f}"),
        ]
        lines += [(what, f"{deals:,} of {self.games:,}") for what, deals in self.levels.items()]
        lines.append(("declarer, by seat", _row(self.declares, 4)))
        lines.append(("trumps", _shares(self.trumps)))
        if len(self.played_levels) > 1:
            lines.append(("levels", _shares(self.played_levels)))
        lines.append(("points, by seat", _row(self.seat_points, 2)))
        if any(self.failed_throws):
            lines.append(("failed throws, by seat", _row(self.failed_throws, 4)))
        if self.declarations:
            lines.append(("declarations a deal", f"{self.declarations:.4f}"))
        if self.redeals:
            lines.append(("redeals a deal", f"{self.redeals:.4f}"))
        if self.takers:
            lines.append(("kitty taken again", f"{self.takers:.4f}"))
        return lines


def _row(values: tuple[float, ...], places: int) -> str:
    return "  ".join(f"{value:.{places}f}" for value in values)


def _shares(shares: dict[str, float]) -> str:
    return "  ".join(f"{name}: {share:.4f}" for name, share in shares.items()) or "none"


def summarize(
    tally: Tally, *, variant: Variant, agents: tuple[str, ...], seconds: float
) -> Summary:
    """Sum up a tally.

    Args:
        tally: the counts; its rows are those of `chupai.shengji.rows`.
        variant: what was played.
        agents: who played.
        seconds: time taken.
    """
    games = tally.games
    counts = tally.counts.tolist()
    least = variant.family.least
    declarers, points, last_tricks = (
        tally.rows[name].tolist() for name in ("declarer", "points", "last_trick")
    )
    taken, gained = levels_for(tally.rows["points"], variant.scoring, variant.rules.decks)
    worth = [int(won + gain if won else -gain) for won, gain in zip(taken, gained, strict=True)]

    def line(seat: int | None, role: str) -> SeatLine:
        """Sum over rows: deals, wins, scores, squares."""
        n = wins = total = squares = 0
        for declarer, score, deals in zip(declarers, worth, counts, strict=True):
            if seat is None:
                attacks = role == "attacker"
            else:
                after = (seat - declarer) % 4
                attacks = after % 2 == 1
                if role not in {"any", "attacker" if attacks else ROLES[after // 2]}:
                    continue
            value = score if attacks else -score
            n += deals
            wins += deals * (value > 0)
            total += deals * value
            squares += deals * value * value
        mean = Estimate.of_mean(total, squares, n)
        return SeatLine(seat, role, n, Estimate.of_rate(wins, n), mean)

    seats = [line(None, role) for role in ROLES]
    seats += [line(seat, role) for seat in _SEATS for role in ("any", *ROLES)]

    def total_of(values: list[int]) -> int:
        return sum(value * deals for value, deals in zip(values, counts, strict=True))

    def shares(name: str, names: Sequence[str]) -> dict[str, float]:
        """The share of deals with each value of a fact that there was; −1 is ``"none"``."""
        counted = enumerate(tally.histograms[name][0].tolist(), least.get(name, 0))
        return {"none" if value < 0 else names[value]: n / games for value, n in counted if n}

    def means(name: str) -> tuple[float, ...]:
        totals = (
            sum(value * deals for value, deals in enumerate(seat))  # these facts count from 0
            for seat in tally.histograms[name].tolist()
        )
        return tuple(total / games if games else math.nan for total in totals)

    return Summary(
        variant=variant.label,
        games=games,
        agents=agents,
        seats=tuple(seats),
        points=Estimate.of_mean(total_of(points), total_of([p * p for p in points]), games),
        takes_over=Estimate.of_rate(total_of([int(won) for won in taken]), games),
        levels=_levels(worth, counts),
        last_trick=Estimate.of_rate(total_of(last_tricks), games),
        kitty_points=means("kitty_points")[0],
        declares=tuple(
            (sum(d for s, d in zip(declarers, counts, strict=True) if s == seat) / games)
            if games
            else math.nan
            for seat in _SEATS
        ),
        trumps=shares("trump", TRUMPS),
        played_levels=shares("level", RANKS),
        failed_throws=means("failed_throws"),
        seat_points=means("seat_points"),
        declarations=means("declarations")[0],
        redeals=means("redeals")[0],
        takers=means("takers")[0],
        seconds=seconds,
    )


def _levels(worth: list[int], counts: list[int]) -> dict[str, int]:
    """The number of deals by who gained how many levels."""
    by_worth: dict[int, int] = {}
    for score, deals in zip(worth, counts, strict=True):
        by_worth[score] = by_worth.get(score, 0) + deals
    return {
        f"attackers +{score - 1}" if score > 0 else f"declarers +{-score}": by_worth[score]
        for score in sorted(by_worth, reverse=True)
    }
