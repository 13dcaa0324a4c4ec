"""What a run of Dou Dizhu says: `Summary`, made by `summarize`.

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


@dataclass(frozen=True, kw_only=True)
class Summary(summary.Summary):
    """A run of Dou Dizhu in figures, beside those of every `chupai.summary.Summary`.

    Attributes:
        void: deals without a landlord; they are in no figure below, nor in ``seats``.
        bombs, rockets: mean number played in a deal.
        springs: share of deals with a spring 春天; landlord_springs and peasant_springs by winner.
        bids: by winning bid (the call multiplier in a rob auction), the number of deals.
        robs: by number of robs, the number of deals.
        redeals: mean number of times that a deal was dealt again.
        doubled: by seat, the share of deals in which it doubled.
        shown: share of deals in which a hand was shown.
        plays: mean number of card plays in a deal, by seat and, in ``plays_total``, together.
    """

    void: int
    bombs: Estimate
    rockets: Estimate
    springs: Estimate
    landlord_springs: Estimate
    peasant_springs: Estimate
    bids: dict[int, int]
    robs: dict[int, int]
    redeals: float
    doubled: tuple[float, ...]
    shown: float
    plays: tuple[float, ...]
    plays_total: float

    def lines(self) -> list[tuple[str, str]]:
        """The figures beside the table of seats, as label and text."""
        played = self.games - self.void
        lines = [
            ("bombs a deal", str(self.bombs)),
            ("rockets a deal", str(self.rockets)),
            ("springs", str(self.springs)),
            ("  by the landlord", str(self.landlord_springs)),
            ("  by the peasants", str(self.peasant_springs)),
            ("bids", _shares(self.bids, played)),
        ]
        if set(self.robs) != {0}:
            lines.append(("robs", _shares(self.robs, played)))
        if any(self.doubled):
            lines.append(("doubled, by seat", "  ".join(f"{rate:.4f}" for rate in self.doubled)))
        if self.shown:
            lines.append(("hands shown", f"{self.shown:.4f}"))
        if self.redeals:
            lines.append(("redeals a deal", f"{self.redeals:.4f}"))
        if self.void:
            lines.append(("void deals", f"{self.void:,} of {self.games:,}"))
        by_seat = "  ".join(f"{mean:.2f}" for mean in self.plays)
        lines.append(("plays a deal", f"{self.plays_total:.2f}  (by seat {by_seat})"))
        return lines


def summarize(
    tally: Tally,
    *,
    variant: Variant,
    agents: tuple[str, ...],
    seconds: float,
) -> Summary:
    """Sum up a tally.

    Args:
        tally: the counts; its rows are those of the scored facts.
        variant: what was played.
        agents: who played.
        seconds: time taken.
    """
    counts = [int(n) for n in tally.counts]
    landlords = [int(seat) for seat in tally.rows["landlord"]]
    landlord_won = [bool(won) for won in tally.rows["landlord_won"]]
    springs = [bool(spring) for spring in tally.rows["spring"]]
    points = [[int(p) for p in row] for row in variant.scores(tally.rows)]
    void = sum(n for n, landlord in zip(counts, landlords, strict=True) if landlord < 0)
    played = tally.games - void
    deals = [i for i, landlord in enumerate(landlords) if landlord >= 0]

    def line(seat: int | None, role: str) -> SeatLine:
        """Sum over rows: deals, wins, points, squares."""
        n = wins = total = squares = 0
        unit = 2 if seat is None and role == "peasant" else 1
        for i in deals:
            if seat is None:
                at_landlord = role == "landlord"
                value = points[i][landlords[i]]
                if not at_landlord:
                    value = -value  # the two peasants' sum
            else:
                at_landlord = landlords[i] == seat
                if role not in {"any", "landlord" if at_landlord else "peasant"}:
                    continue
                value = points[i][seat]
            n += counts[i]
            wins += counts[i] * (landlord_won[i] == at_landlord)
            total += counts[i] * value
            squares += counts[i] * value * value
        mean = Estimate.of_mean(total, squares, n, unit)
        return SeatLine(seat, role, n, Estimate.of_rate(wins, n), mean)

    seats = [line(None, "landlord"), line(None, "peasant")]
    seats += [line(seat, role) for seat in range(3) for role in ("any", "landlord", "peasant")]
    by_winner = [
        sum(counts[i] for i in deals if springs[i] and landlord_won[i] == won)
        for won in (True, False)
    ]

    def mean_of(name: str) -> Estimate:
        values = [int(v) for v in tally.rows[name]]
        total = sum(counts[i] * values[i] for i in deals)
        return Estimate.of_mean(total, sum(counts[i] * values[i] ** 2 for i in deals), played)

    def spread_of(name: str) -> dict[int, int]:
        spread: dict[int, int] = {}
        for i in deals:
            value = int(tally.rows[name][i])
            spread[value] = spread.get(value, 0) + counts[i]
        return dict(sorted(spread.items()))

    def averages(name: str, over: int) -> tuple[float, ...]:
        totals = (
            sum(value * int(n) for value, n in enumerate(seat))  # these facts count from 0
            for seat in tally.histograms[name]
        )
        return tuple(total / over if over else math.nan for total in totals)

    plays = averages("plays", played)
    shown = sum(counts[i] for i in deals if tally.rows["open_multiplier"][i] > 1)
    return Summary(
        variant=variant.label,
        games=tally.games,
        void=void,
        agents=agents,
        seats=tuple(seats),
        bombs=mean_of("bombs"),
        rockets=mean_of("rockets"),
        springs=Estimate.of_rate(sum(by_winner), played),
        landlord_springs=Estimate.of_rate(by_winner[0], played),
        peasant_springs=Estimate.of_rate(by_winner[1], played),
        bids=spread_of("bid"),
        robs=spread_of("robs"),
        redeals=averages("redeals", tally.games)[0],
        doubled=averages("doubled", played),
        shown=shown / played if played else math.nan,
        plays=plays,
        plays_total=sum(plays),
        seconds=seconds,
    )


def _shares(spread: dict[int, int], deals: int) -> str:
    return "   ".join(f"{value}: {n / deals:.4f}" for value, n in spread.items()) or "none"
