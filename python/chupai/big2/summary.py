"""What a run of Big Two says: `Summary`, made by `summarize`.

Every sum behind a figure is taken in whole numbers; only the last division is not exact.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chupai import summary
from chupai.estimates import Estimate
from chupai.summary import SeatLine

if TYPE_CHECKING:
    from chupai.batch import Tally
    from chupai.variant import Variant

__all__ = ["Summary", "summarize"]

_INSTANT = ("none", "dragon", "four_twos")


@dataclass(frozen=True, kw_only=True)
class Summary(summary.Summary):
    """A run of Big Two in figures, beside those of every `chupai.summary.Summary`.

    Attributes:
        cards_left: mean number of cards left in a deal, in all hands together.
        unplayed: mean number of seats that played no card.
        twos_left: mean number of twos left in a deal.
        monsters_left: mean number of monsters left in a deal.
        not_highest: share of deals in which somebody let the winner go out, having played less than
            his highest single or passed with one that beat the table; could_have_stopped is the
            share of those in which he also held a card that beats the winner's (BT-44).
        culprit_passed: share of deals in which he passed.
        instant_wins: by kind, the number of deals that were won at once.
        leads: by seat, the share of deals in which it led first; nobody leads at an instant win.
        places: by seat, the share of deals in which it took the first, second … place; None of
            deals that end with the first.
        plays: mean number of plays in a deal, by seat and, in ``plays_total``, together.
        redeals: mean number of times that a deal was dealt again.
        swapped: share of deals in which the lowest card was swapped.
        revolutions: mean number of revolutions in a deal.
    """

    cards_left: float
    unplayed: float
    twos_left: float
    monsters_left: float
    not_highest: Estimate
    could_have_stopped: Estimate
    culprit_passed: float
    instant_wins: dict[str, int]
    leads: tuple[float, ...]
    places: tuple[tuple[float, ...], ...] | None
    plays: tuple[float, ...]
    plays_total: float
    redeals: float
    swapped: float
    revolutions: float

    def lines(self) -> list[tuple[str, str]]:
        """The figures beside the table of seats, as label and text."""
        lines = [
            ("cards left a deal", f"{self.cards_left:.4f}"),
            ("  twos", f"{self.twos_left:.4f}"),
            ("  monsters", f"{self.monsters_left:.4f}"),
            ("hands unplayed", f"{self.unplayed:.4f}"),
            ("let the winner out", str(self.not_highest)),
            ("  could stop him", str(self.could_have_stopped)),
            ("  by passing", f"{self.culprit_passed:.4f}"),
        ]
        for kind, deals in self.instant_wins.items():
            lines.append((f"{kind.replace('_', ' ')} at once", f"{deals:,} of {self.games:,}"))
        if self.redeals:
            lines.append(("redeals a deal", f"{self.redeals:.4f}"))
        if self.swapped:
            lines.append(("lowest card swapped", f"{self.swapped:.4f}"))
        if self.revolutions:
            lines.append(("revolutions a deal", f"{self.revolutions:.4f}"))
        lines.append(("leads, by seat", _row(self.leads, 4)))
        if self.places is not None:
            lines += [
                (f"places of seat {seat}", _row(shares, 4))
                for seat, shares in enumerate(self.places)
            ]
        lines.append(("plays a deal", f"{self.plays_total:.2f}  (by seat {_row(self.plays, 2)})"))
        return lines


def _row(values: tuple[float, ...], places: int) -> str:
    return "  ".join(f"{value:.{places}f}" for value in values)


def summarize(
    tally: Tally, *, variant: Variant, agents: tuple[str, ...], seconds: float
) -> Summary:
    """Sum up a tally.

    Args:
        tally: the counts; its rows are what each seat won.
        variant: what was played.
        agents: who played.
        seconds: time taken.
    """
    games, seats = tally.games, len(agents)
    told = zip(*(tally.rows[name].tolist() for name in ("seat", "won", "points")), strict=True)
    sums = [[0, 0, 0] for _ in range(seats)]  # wins, points, squares
    for (seat, won, points), deals in zip(told, tally.counts.tolist(), strict=True):
        of = sums[seat]
        of[0] += won * deals
        of[1] += points * deals
        of[2] += points * points * deals
    lines = [
        SeatLine(
            seat,
            "any",
            games,
            Estimate.of_rate(wins, games),
            Estimate.of_mean(total, squares, games),
        )
        for seat, (wins, total, squares) in enumerate(sums)
    ]

    def counts(name: str, seat: int = 0) -> list[int]:
        counted: list[int] = tally.histograms[name][seat].tolist()
        return counted

    def total(name: str) -> list[int]:
        """The sum of a fact over all deals, for each of its columns."""
        return [
            sum(value * deals for value, deals in enumerate(counts(name, seat)))
            for seat in range(len(tally.histograms[name]))
        ]

    def mean(value: int) -> float:
        return value / games if games else math.nan

    def shares(counted: list[int], length: int) -> tuple[float, ...]:
        return tuple(mean(deals) for deals in (counted + [0] * length)[:length])

    guilty = [games - sum(counts(name)[:1]) for name in ("not_highest", "could_have_stopped")]
    instant = counts("instant")
    places = None
    if variant.rules.end == "all_out":
        places = tuple(shares(counts("place", seat)[1:], seats) for seat in range(seats))
    plays = tuple(mean(played) for played in total("plays"))
    return Summary(
        variant=variant.label,
        games=games,
        agents=agents,
        seats=tuple(lines),
        cards_left=mean(sum(total("cards_left"))),
        unplayed=mean(sum(total("unplayed"))),
        twos_left=mean(sum(total("twos_left"))),
        monsters_left=mean(sum(total("monsters_left"))),
        not_highest=Estimate.of_rate(guilty[0], games),
        could_have_stopped=Estimate.of_rate(guilty[1], games),
        culprit_passed=mean(total("culprit_passed")[0]),
        instant_wins={
            kind: deals for kind, deals in zip(_INSTANT[1:], instant[1:], strict=False) if deals
        },
        leads=shares(counts("leader")[1:], seats),
        places=places,
        plays=plays,
        plays_total=sum(plays),
        redeals=mean(total("redeals")[0]),
        swapped=mean(total("swapped")[0]),
        revolutions=mean(total("revolutions")[0]),
        seconds=seconds,
    )
