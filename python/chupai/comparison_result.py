"""What comes of `chupai.compare`: `Comparison`."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from chupai._shown import counted
from chupai.summary import plain_data

if TYPE_CHECKING:
    from chupai.pairing import Paired

__all__ = ["Comparison", "ComparisonLine"]


@dataclass(frozen=True)
class ComparisonLine:
    """One place of the line-ups, or all of them, in one role, or in any.

    Attributes:
        place: index into the line-ups, the seat where variants are compared; None for all.
        role: a role of the family, such as ``"landlord"``, or ``"any"``.
        times_a: how often that was played under A, over all deals and rotations but void ones.
        times_b: how often under B, likewise.
        scores: points each time.
        wins: share of the times that were won.
    """

    place: int | None
    role: str
    times_a: int
    times_b: int
    scores: Paired
    wins: Paired


@dataclass(frozen=True)
class Comparison:
    """Two ways of playing the same deals, in figures. ``str()`` gives a table, `to_dict` data.

    Attributes:
        kind: ``"variants"`` or ``"agents"``, what was compared.
        a, b: what the sides are called.
        variant: name of what agents played, None where variants were compared.
        agents_a, agents_b: who played, by place.
        deals: how many deals both sides played.
        rotations: how often each side played each deal, in line-ups turned around the table.
        seed: names the run.
        first: number of the first deal.
        setup: what was given of each deal.
        lines: a `ComparisonLine` for each place, each place in each role, and each role.
        seconds: time taken, by the clock.
    """

    kind: Literal["variants", "agents"]
    a: str
    b: str
    variant: str | None
    agents_a: tuple[str, ...]
    agents_b: tuple[str, ...]
    deals: int
    rotations: int
    seed: int
    first: int
    setup: Any
    lines: tuple[ComparisonLine, ...]
    seconds: float

    def line(self, place: int | None = None, role: str = "any") -> ComparisonLine:
        """The line of a place, or of all with None, and a role.

        Raises:
            KeyError: there is none; that of all places in any role says nothing of points.
        """
        for line in self.lines:
            if (line.place, line.role) == (place, role):
                return line
        raise KeyError((place, role))

    @property
    def void(self) -> tuple[int, int]:
        """How many deals were void under A and under B, each rotation counted; see `compare`."""
        played = self.rotations * self.deals
        return played - self.lines[0].times_a, played - self.lines[0].times_b

    @property
    def deals_per_second(self) -> float:
        """Deals played a second of the clock, each rotation and side counted."""
        played = 2 * self.rotations * self.deals
        return played / self.seconds if self.seconds > 0 else math.nan

    def title(self) -> list[str]:
        """What was compared, in a few lines."""
        how = f"{counted(self.deals, 'deal')}, seed {self.seed}"
        if self.kind == "variants":
            who = ", ".join(self.agents_a) if len(set(self.agents_a)) > 1 else self.agents_a[0]
            how = f"{how}, each under A and B, agents {who}"
        else:
            how = f"{self.variant}: {how}, each in {self.rotations} rotations of A and of B"
        lines = [f"A  {self.a}", f"B  {self.b}", how]
        if any(self.void):
            under_a, under_b = self.void
            lines.append(f"void deals, in no figure: {under_a:,} under A, {under_b:,} under B")
        return lines

    def label(self, line: ComparisonLine) -> str:
        """What a line is of."""
        if line.place is None:
            return f"all {line.role}"
        role = "" if line.role == "any" else f" {line.role}"
        if self.kind == "variants":
            return f"seat {line.place}{role}"
        return f"place {line.place}{role}"

    def played(self) -> str:
        """How many deals each side played, in words: their number, times the rotations."""
        return f"{self.deals:,}" + (f" × {self.rotations}" if self.rotations > 1 else "")

    def speed(self) -> str:
        """How long it took, in one line."""
        return f"{self.seconds:.2f} s, {self.deals_per_second:,.0f} deals/s"

    def to_dict(self) -> dict[str, Any]:
        """Plain data: dictionaries, lists, numbers and strings, None for what is not a number."""
        plain = asdict(self) | {"void": self.void, "deals_per_second": self.deals_per_second}
        return {name: plain_data(value) for name, value in plain.items()}

    def __str__(self) -> str:
        lines = self.title()
        for what, sign in (("scores", "+"), ("wins", "")):
            head = "mean score" if what == "scores" else "win rate"
            lines += ["", f"{head:18}{'A':>10}{'B':>10}  {'A − B':>27}  {'worth deals':>12}"]
            for line in self.lines:
                pair: Paired = getattr(line, what)
                a, b = told_mean(pair.a.value, sign), told_mean(pair.b.value, sign)
                worth = told_worth(pair.worth)
                difference = pair.difference.text("+")
                lines.append(f"{self.label(line):18}{a:>10}{b:>10}  {difference:>27}  {worth:>12}")
        lines += [
            "",
            "± is a 95 % confidence interval over deals. Worth: how many single deals on each",
            f"side, all of other cards, would give one as narrow as these {self.played()}.",
            self.speed(),
        ]
        return "\n".join(lines)


def told_mean(value: float, sign: str) -> str:
    """A mean in words, a dash where there was nothing to take it of; ``sign`` as in formats."""
    return "–" if math.isnan(value) else f"{value:{sign}.4f}"


def told_worth(worth: float) -> str:
    """A number of deals in words."""
    if math.isnan(worth):
        return ""
    return "∞" if math.isinf(worth) else f"{worth:,.0f}"
