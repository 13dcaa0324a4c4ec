"""What every summary of a run has, whatever the family: `SeatLine`, `Summary`."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from chupai._shown import counted
from chupai.estimates import Estimate

__all__ = ["Estimate", "SeatLine", "Summary", "labelled"]


@dataclass(frozen=True)
class SeatLine:
    """Win rate and mean score of one seat, one role, or one seat in one role.

    Attributes:
        seat: the seat, or None for all seats.
        role: a role that the family has, such as ``"landlord"``, or ``"any"``.
        deals: deals in which the seat had the role.
        win_rate: share of them that it won.
        mean_score: points a deal. Over all seats, those who win and lose a deal together count as
            one observation, their mean.
    """

    seat: int | None
    role: str
    deals: int
    win_rate: Estimate
    mean_score: Estimate


@dataclass(frozen=True, kw_only=True)
class Summary:
    """A run in figures. ``str()`` gives a table, `to_dict` plain data for JSON.

    Each family adds figures of its own.

    Attributes:
        variant: the variant's name.
        games: deals dealt.
        agents: who played, by seat.
        seats: a `SeatLine` for each role, each seat, and each seat in each role.
        seconds: time taken, by the clock; deals_per_second follows from it.
    """

    variant: str
    games: int
    agents: tuple[str, ...]
    seats: tuple[SeatLine, ...]
    seconds: float

    def line(self, seat: int | None = None, role: str = "any") -> SeatLine:
        """The line of a seat, or of all with None, and a role.

        Raises:
            KeyError: there is none; that of all seats in any role says nothing.

        Example:
            >>> from chupai import simulate
            >>> told = simulate("doudizhu/standard", 100, seed=1).summary()
            >>> told.line(role="landlord").deals, told.line(seat=0).deals
            (100, 100)
        """
        for line in self.seats:
            if (line.seat, line.role) == (seat, role):
                return line
        raise KeyError((seat, role))

    @property
    def deals_per_second(self) -> float:
        """Deals dealt a second of the clock."""
        return self.games / self.seconds if self.seconds > 0 else math.nan

    def to_dict(self) -> dict[str, Any]:
        """Plain data: dictionaries, lists, numbers and strings, None for what is not a number."""
        plain = asdict(self)
        plain |= {"seconds": plain.pop("seconds"), "deals_per_second": self.deals_per_second}
        return {name: plain_data(value) for name, value in plain.items()}

    def lines(self) -> list[tuple[str, str]]:
        """The figures beside the table of seats, as label and text."""
        return []

    def title(self) -> str:
        """What was played, in one line."""
        agents = self.agents[0] if len(set(self.agents)) == 1 else ", ".join(self.agents)
        return f"{self.variant}: {counted(self.games, 'deal')}, agents {agents}"

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
        lines += labelled(self.lines())
        lines += ["", f"± and [ ] are 95 % confidence intervals. {self.speed()}"]
        return "\n".join(lines)


def labelled(lines: list[tuple[str, str]]) -> list[str]:
    """Labels and texts in two columns, however long the labels are."""
    width = max([18, *(len(label) for label, _ in lines)])
    return [f"{label:{width}}  {text}" for label, text in lines]


def plain_data(value: object) -> object:
    """Make JSON data; JSON knows neither NaN nor infinity."""
    if isinstance(value, dict):
        return {str(key): plain_data(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain_data(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
