"""What a run says: `Estimate` with its confidence interval, `Summary` of a run.

Every sum behind a figure is taken in whole numbers; only the last division is not exact.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from chupai.batch import least_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chupai.batch import Tally

__all__ = ["Estimate", "SeatLine", "Summary", "summarize"]

_Z = 1.959963984540054  # two-sided 95 %


@dataclass(frozen=True)
class Estimate:
    """A mean or a rate over deals, with the 95 % confidence interval from ``low`` to ``high``.

    All three are NaN where there was nothing to estimate from; the interval of a mean is
    unbounded where there was a single deal.
    """

    value: float
    low: float
    high: float

    @staticmethod
    def of_rate(hits: int, deals: int) -> Estimate:
        """The rate of hits, with Wilson's interval."""
        if deals == 0:
            return Estimate(math.nan, math.nan, math.nan)
        rate = hits / deals
        centre = (rate + _Z**2 / (2 * deals)) / (1 + _Z**2 / deals)
        spread = math.sqrt(rate * (1 - rate) / deals + (_Z / (2 * deals)) ** 2)
        half = _Z * spread / (1 + _Z**2 / deals)
        low = 0.0 if hits == 0 else centre - half
        return Estimate(rate, low, 1.0 if hits == deals else centre + half)

    @staticmethod
    def of_mean(total: int, squares: int, deals: int, unit: int = 1) -> Estimate:
        """The mean of ``total / unit`` from the sums of values and of their squares."""
        if deals == 0:
            return Estimate(math.nan, math.nan, math.nan)
        mean = total / (deals * unit)
        if deals == 1:
            return Estimate(mean, -math.inf, math.inf)
        variance = (deals * squares - total * total) / (deals * (deals - 1) * unit * unit)
        half = _Z * math.sqrt(variance / deals)
        return Estimate(mean, mean - half, mean + half)

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def text(self, sign: str = "") -> str:
        """Value ± margin, or value [low, high] where the value is not in the middle.

        More places where the margin is small; ``sign`` as in formats.
        """
        margin, places = self.margin, 4
        if 0 < margin < 0.0005:
            places = min(9, 1 - math.floor(math.log10(margin)))
        value = f"{self.value:{sign}.{places}f}"
        if abs((self.low + self.high) / 2 - self.value) < 0.5 * 10**-places:
            return f"{value} ± {margin:.{places}f}"
        return f"{value} [{self.low:{sign}.{places}f}, {self.high:{sign}.{places}f}]"

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True)
class SeatLine:
    """Win rate and mean score of one seat, one role, or one seat in one role.

    Attributes:
        seat: 0 to 2, or None for all seats.
        role: ``"landlord"``, ``"peasant"``, or ``"any"``.
        deals: deals in which the seat had the role.
        win_rate: share of them that it won.
        mean_score: points a deal. Over all seats the two peasants of a deal count as one
            observation, their mean, for they win and lose together.
    """

    seat: int | None
    role: str
    deals: int
    win_rate: Estimate
    mean_score: Estimate


@dataclass(frozen=True)
class Summary:
    """A run in figures. ``str()`` gives a table, `to_dict` plain data for JSON.

    Attributes:
        variant: the variant's name.
        games: deals dealt.
        void: deals without a landlord; they are in no figure below.
        agents: who played, by seat.
        seats: a `SeatLine` for each role, each seat, and each seat in each role.
        bombs, rockets: mean number played in a deal.
        springs: share of deals with a spring 春天; landlord_springs and peasant_springs by winner.
        bids: by winning bid (the call multiplier in a rob auction), the number of deals.
        robs: by number of robs, the number of deals.
        redeals: mean number of times that a deal was dealt again.
        doubled: by seat, the share of deals in which it doubled.
        shown: share of deals in which a hand was shown.
        plays: mean number of card plays in a deal, by seat and, in ``plays_total``, together.
        seconds: time taken, by the clock; deals_per_second follows from it.
    """

    variant: str
    games: int
    void: int
    agents: tuple[str, ...]
    seats: tuple[SeatLine, ...]
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
    seconds: float

    @property
    def deals_per_second(self) -> float:
        """Deals dealt a second of the clock."""
        return self.games / self.seconds if self.seconds > 0 else math.nan

    def to_dict(self) -> dict[str, Any]:
        """Plain data: dictionaries, lists, numbers and strings, None for what is not a number."""
        plain = asdict(self) | {"deals_per_second": self.deals_per_second}
        return {name: _plain(value) for name, value in plain.items()}

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

    def title(self) -> str:
        """What was played, in one line."""
        agents = self.agents[0] if len(set(self.agents)) == 1 else ", ".join(self.agents)
        return f"{self.variant}: {self.games:,} deals, agents {agents}"

    def speed(self) -> str:
        """How long it took, in one line."""
        return f"{self.seconds:.2f} s, {self.deals_per_second:,.0f} deals/s"

    def __str__(self) -> str:
        lines = [self.title(), "", f"{'':18}{'deals':>12}  {'win rate':>23}  {'mean score':>25}"]
        for line in self.seats:
            label = f"{'all seats' if line.seat is None else f'seat {line.seat}':10}{line.role}"
            mean = line.mean_score.text("+")
            lines.append(f"{label:18}{line.deals:12,}  {line.win_rate!s:>23}  {mean:>25}")
        lines.append("")
        lines += [f"{label:20}{text}" for label, text in self.lines()]
        lines += ["", f"± and [ ] are 95 % confidence intervals. {self.speed()}"]
        return "\n".join(lines)


def summarize(
    tally: Tally,
    scores: NDArray[np.int64],
    *,
    variant: str,
    agents: tuple[str, ...],
    seconds: float,
) -> Summary:
    """Sum up a tally.

    Args:
        tally: the counts.
        scores: the points of each of the tally's rows, shape (rows, 3).
        variant: its name.
        agents: who played.
        seconds: time taken.
    """
    counts = [int(n) for n in tally.counts]
    landlords = [int(seat) for seat in tally.rows["landlord"]]
    landlord_won = [bool(won) for won in tally.rows["landlord_won"]]
    springs = [bool(spring) for spring in tally.rows["spring"]]
    points = [[int(p) for p in row] for row in scores]
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
        least = least_of(name)
        totals = (
            sum((value + least) * int(n) for value, n in enumerate(seat))
            for seat in tally.histograms[name]
        )
        return tuple(total / over if over else math.nan for total in totals)

    plays = averages("plays", played)
    shown = sum(counts[i] for i in deals if tally.rows["open_multiplier"][i] > 1)
    return Summary(
        variant=variant,
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


def _plain(value: object) -> object:
    """Make JSON data; JSON knows neither NaN nor infinity."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
