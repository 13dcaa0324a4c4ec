"""What comes of matches: `MatchResult` of one, `MatchResults` of many and their `MatchSummary`."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from chupai._shown import counted, shown
from chupai.estimates import Estimate, exact_sum
from chupai.result import arrays_of, digest_of, joined_runs
from chupai.saving import about_variant, save, tally_of, variant_in
from chupai.summary import labelled, plain_data

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from chupai.batch import Tally
    from chupai.record import Record
    from chupai.summary import Summary
    from chupai.table import Fault
    from chupai.variant import Variant

__all__ = ["MatchDeal", "MatchResult", "MatchResults", "MatchSeat", "MatchSummary"]


# --- one match -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class MatchDeal:
    """One deal of a match.

    Attributes:
        index: its number in the match, from 0.
        facts: what happened in it, by fact name, a number or one for each seat.
        scores: what it was worth, by seat.
        paid: what was paid, by seat: the scores, unless somebody could not pay.
        totals: points of each seat after it.
        faults: moves that agents of a caller's own failed to make, as of `chupai.Table.play`.
    """

    index: int
    facts: Mapping[str, int | list[int]]
    scores: tuple[int, ...]
    paid: tuple[int, ...]
    totals: tuple[int, ...]
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True)
class MatchResult:
    """One match, deal by deal; print it to read it.

    Attributes:
        variant: what was played.
        match: the match rules that were in force.
        agents: who played, by seat.
        seed: names the run.
        index: number of the match in it.
        deals: its deals, in order.
        ended_by: what ended it, such as ``"deals"``; ``"time"`` where its ``duration`` ran out.
        records: a record of each deal, if the match was to write them, else None.
        setup: what was given, as of `chupai.Match`.
    """

    variant: Variant
    match: Any
    agents: tuple[str, ...]
    seed: int
    index: int
    deals: tuple[MatchDeal, ...]
    ended_by: str
    records: tuple[Record, ...] | None = field(default=None, repr=False)
    setup: Any = None

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of each seat at the end."""
        return self.deals[-1].totals

    @property
    def purses(self) -> tuple[int, ...]:
        """What each seat holds at the end.

        Raises:
            ValueError: the match rules know no purse.
        """
        return tuple(_purse(self.match) + total for total in self.totals)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total; more than one if they share it, and no house seat."""
        playing = [seat for seat in range(len(self.totals)) if seat not in _house(self.match)]
        best = max((self.totals[seat] for seat in playing), default=None)
        return tuple(seat for seat in playing if self.totals[seat] == best)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON: dictionaries, lists, numbers and strings."""
        return {
            "variant": self.variant.label,
            "match": plain_data(asdict(self.match)),
            "agents": list(self.agents),
            "setup": plain_data(asdict(self.setup)),
            "seed": self.seed,
            "index": self.index,
            "ended_by": self.ended_by,
            "totals": list(self.totals),
            "winners": list(self.winners),
            "deals": plain_data([asdict(deal) for deal in self.deals]),
        }

    def __str__(self) -> str:
        title = (
            f"{self.variant.label}: match {self.index:,} of seed {self.seed}, "
            f"{counted(len(self.deals), 'deal')}, ended by {self.ended_by}"
        )
        seats = range(len(self.agents))
        lines = [title, "", f"{'deal':>6}   {'paid':<{9 * len(seats)}}   totals"]
        for deal in self.deals:
            paid = "".join(f"{points:+9,}" for points in deal.paid)
            totals = "".join(f"{points:+9,}" for points in deal.totals)
            lines.append(f"{deal.index:6,}   {paid}   {totals}")
        winners = ", ".join(f"seat {seat}" for seat in self.winners) or "nobody"
        return "\n".join([*lines, "", f"won by {winners}"])


# --- many matches --------------------------------------------------------------------------------


@dataclass(frozen=True)
class MatchSeat:
    """How one seat did over many matches.

    Attributes:
        seat: its number.
        agent: who played there.
        win_rate: share of the matches that it won. As of a deal, all winners of a match have won
            it: partners, and seats that share the highest total. So the rates of all seats may add
            up to more than 1. That of a house seat is 0.
        mean_total: points a match.
    """

    seat: int
    agent: str
    win_rate: Estimate
    mean_total: Estimate


@dataclass(frozen=True)
class MatchSummary:
    """Matches in figures. ``str()`` gives a table, `to_dict` plain data for JSON.

    Attributes:
        variant: the variant's name, whatever its match rules.
        match: the match rules, by switch.
        agents: who played, by seat.
        matches: matches played.
        deals: deals played in all of them.
        seats: how each seat did.
        ended_by: by what ended them, the number of matches.
        deals_per_match: mean number of deals in a match.
        deal: the deals in figures, as if each stood alone: their scores are what they were worth,
            not what was paid, and their intervals leave out that deals of a match depend on each
            other. None if there was no deal.
        seconds: time taken, by the clock; deals_per_second follows from it.
        usual: the defaults of the match rules; those that are empty or 0 are not told in the text.
    """

    variant: str
    match: dict[str, Any]
    agents: tuple[str, ...]
    matches: int
    deals: int
    seats: tuple[MatchSeat, ...]
    ended_by: dict[str, int]
    deals_per_match: Estimate
    deal: Summary | None
    seconds: float
    usual: dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def deals_per_second(self) -> float:
        """Deals played a second of the clock."""
        return self.deals / self.seconds if self.seconds > 0 else math.nan

    def title(self) -> str:
        """What was played, in one line."""
        agents = self.agents[0] if len(set(self.agents)) == 1 else ", ".join(self.agents)
        played = f"{counted(self.matches, 'match', 'matches')}, {counted(self.deals, 'deal')}"
        return f"{self.variant}: {played}, agents {agents}"

    def lines(self) -> list[tuple[str, str]]:
        """The figures beside the table of seats, as label and text."""
        ends = "   ".join(f"{end}: {n:,}" for end, n in self.ended_by.items()) or "none"
        rules = "   ".join(
            f"{name}: {value}"
            for name, value in self.match.items()
            if value or value != self.usual.get(name)
        )
        return [
            ("match rules", rules),
            ("ended by", ends),
            ("deals a match", str(self.deals_per_match)),
        ]

    def speed(self) -> str:
        """How long it took, in one line."""
        return f"{self.seconds:.2f} s, {self.deals_per_second:,.0f} deals/s"

    def to_dict(self) -> dict[str, Any]:
        """Plain data: dictionaries, lists, numbers and strings, None for what is not a number."""
        told = {
            "variant": self.variant,
            "match": self.match,
            "agents": self.agents,
            "matches": self.matches,
            "deals": self.deals,
            "seats": [asdict(seat) for seat in self.seats],
            "ended_by": self.ended_by,
            "deals_per_match": asdict(self.deals_per_match),
            "seconds": self.seconds,
            "deals_per_second": self.deals_per_second,
        }
        made: dict[str, Any] = {name: plain_data(value) for name, value in told.items()}
        return made | {"deal": None if self.deal is None else self.deal.to_dict()}

    def __str__(self) -> str:
        lines = [self.title(), "", f"{'':24}{'win rate':>23}  {'mean total':>27}"]
        for line in self.seats:
            label = f"seat {line.seat}  {line.agent}"
            mean = line.mean_total.text("+")
            lines.append(f"{label:24.24}{line.win_rate!s:>23}  {mean:>27}")
        lines.append("")
        lines += labelled(self.lines())
        lines += ["", f"± and [ ] are 95 % confidence intervals. {self.speed()}"]
        return "\n".join(lines)


@dataclass(frozen=True, eq=False)
class MatchResults:
    """The outcome of `simulate_matches`: totals of each match, and exact counts of all deals.

    Results of different matches under the same variant, match rules and agents add up (``+``,
    ``sum``, `chupai.merge`) to what one run over all of them gives. A result does not change: its
    arrays are read-only.

    Attributes:
        variant: what was played.
        match: the match rules that were in force.
        agents: who played, by seat.
        setup: what was given, as of `simulate_matches`.
        keep: ``"totals"`` or ``"scores"``.
        runs: the matches, as (seed, first, matches), in the order of the arrays.
        totals: points of each seat at the end, int64 of shape (matches, seats).
        deals: deals played, int64 of shape (matches,).
        tally: the exact counts of all deals.
        seconds: time taken, by the clock; of added results, the sum.
    """

    variant: Variant
    match: Any
    agents: tuple[str, ...]
    setup: Any
    keep: Literal["totals", "scores"]
    runs: tuple[tuple[int, int, int], ...]
    totals: NDArray[np.int64] = field(repr=False)
    deals: NDArray[np.int64] = field(repr=False)
    tally: Tally = field(repr=False)
    seconds: float
    _ended: NDArray[np.int8] = field(repr=False)
    _scores: NDArray[np.int64] | None = field(repr=False)

    def __post_init__(self) -> None:
        """Make all arrays read-only."""
        for array in self._arrays().values():
            array.flags.writeable = False

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Come out of a pickle as read-only as before."""
        self.__dict__.update(state)
        self.__post_init__()

    @property
    def matches(self) -> int:
        """How many matches there are."""
        return len(self.deals)

    @property
    def purses(self) -> NDArray[np.int64]:
        """What each seat holds at the end, int64 of shape (matches, seats).

        Raises:
            ValueError: the match rules know no purse.
        """
        return _purse(self.match) + self.totals

    @property
    def ended_by(self) -> NDArray[np.str_]:
        """What ended each match, such as ``"deals"``: text of shape (matches,)."""
        return np.array(self.variant.family.ends)[self._ended]

    @property
    def winners(self) -> NDArray[np.bool_]:
        """Whether a seat has won a match, shape (matches, seats); several may.

        Those have that share the highest total, house seats left out.
        """
        seats = self.totals.shape[1]
        playing = np.array([seat not in _house(self.match) for seat in range(seats)])
        lowest = np.iinfo(np.int64).min
        best = self.totals.max(axis=1, keepdims=True, where=playing, initial=lowest)
        won: NDArray[np.bool_] = (self.totals == best) & playing
        return won

    @property
    def scores(self) -> NDArray[np.int64]:
        """What was paid in each deal, match after match, int64 of shape (all deals, seats).

        Those of match number j are ``scores[offsets[j] : offsets[j + 1]]``; they add up to its
        totals, but for what sides of Shengji were ahead at the beginning, if that was given.

        Raises:
            ValueError: the run kept only totals; ask for ``keep="scores"``.
        """
        if self._scores is None:
            raise ValueError('a run with keep="totals" has no scores; ask for keep="scores"')
        return self._scores

    @property
    def offsets(self) -> NDArray[np.int64]:
        """Where each match begins in `scores`, and their length: int64 of shape (matches + 1,)."""
        return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(self.deals)])

    def summary(self) -> MatchSummary:
        """Win rates, totals and deals, with 95 % confidence intervals; print it to read it.

        Raises:
            OverflowError: a score beyond 64 bits; give the scoring a ``cap``.
        """
        best = self.winners
        seats = best.shape[1]
        lines = []
        for seat in range(seats):
            totals = self.totals[:, seat]
            rate = Estimate.of_rate(int(best[:, seat].sum()), self.matches)
            mean = Estimate.of_mean(exact_sum(totals), exact_sum(totals, totals), self.matches)
            lines.append(MatchSeat(seat, self.agents[seat], rate, mean))
        deals, squares = exact_sum(self.deals), exact_sum(self.deals, self.deals)
        counted = np.bincount(self._ended, minlength=1)
        deal = None
        if self.tally.games:
            deal = self.variant.family.summarize(
                self.tally,
                variant=self.variant,
                agents=self.agents,
                seconds=self.seconds,
            )
        return MatchSummary(
            variant=self.variant.label,
            match=asdict(self.match),
            agents=self.agents,
            matches=self.matches,
            deals=deals,
            seats=tuple(lines),
            ended_by={self.variant.family.ends[i]: int(n) for i, n in enumerate(counted) if n},
            deals_per_match=Estimate.of_mean(deals, squares, self.matches),
            deal=deal,
            seconds=self.seconds,
            usual=asdict(self.variant.family.match()),
        )

    def digest(self) -> str:
        """A hexadecimal SHA-256 of everything but the time taken.

        Equal for equal matches in the same order, whatever the number of threads and the machine,
        and whether the match rules are the variant's own or were given beside it. Runs that keep
        different things have different digests.
        """
        rules = replace(self.variant, match=self.match).changes()
        head = ("matches", rules, self.agents, self.keep, joined_runs(sorted(self.runs), "match"))
        nothing = self.variant.family.setup()
        given = "" if self.setup == nothing else f" {self.setup}"
        return digest_of(f"{head} {self.matches}{given}", self._arrays())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write everything to a file, from which `chupai.load` makes equal results.

        It is an ``.npz`` of numpy whatever its name: ``numpy.load(path)`` has ``totals`` and
        ``deals``, ``scores`` if they were kept, ``ended``, which are numbers of the list ``ends``
        in the text ``about``, and the counts of all deals. A file that is there already is replaced
        once the new one is complete.

        Args:
            path: the file.

        Raises:
            ValueError: an empty path, or one that is there and no file.
            OSError: the file cannot be written.

        Example:
            >>> from tempfile import TemporaryDirectory
            >>> from chupai import load, simulate_matches
            >>> results = simulate_matches("doudizhu/standard", 10, deals=4)
            >>> with TemporaryDirectory() as folder:
            ...     results.save(f"{folder}/matches.npz")
            ...     load(f"{folder}/matches.npz").digest() == results.digest()
            True
        """
        about = about_variant(self.variant) | {
            "kind": "matches",
            "in_force": asdict(self.match),
            "agents": self.agents,
            "setup": asdict(self.setup),
            "keep": self.keep,
            "runs": self.runs,
            "ends": self.variant.family.ends,
            "seconds": self.seconds,
            "digest": self.digest(),
        }
        save(path, about, self._arrays())

    def _arrays(self) -> dict[str, NDArray[Any]]:
        """All arrays, by names that tell what they are."""
        parts: dict[str, NDArray[Any]] = arrays_of(self.tally)
        parts |= {"totals": self.totals, "deals": self.deals, "ended": self._ended}
        return parts if self._scores is None else parts | {"scores": self._scores}

    def __add__(self, other: MatchResults) -> MatchResults:
        """The result of the matches of both, those of ``other`` last."""
        if not isinstance(other, MatchResults):
            return NotImplemented
        for name in ("variant", "match", "agents", "setup", "keep"):
            ours, theirs = getattr(self, name), getattr(other, name)
            if ours != theirs:
                raise ValueError(f"results differ in {name}: {shown(ours)} and {shown(theirs)}")
        runs = joined_runs([*self.runs, *other.runs], "match")
        scores = None
        if self._scores is not None and other._scores is not None:
            scores = np.concatenate([self._scores, other._scores])
        return MatchResults(
            self.variant,
            self.match,
            self.agents,
            self.setup,
            self.keep,
            runs,
            np.concatenate([self.totals, other.totals]),
            np.concatenate([self.deals, other.deals]),
            self.tally + other.tally,
            self.seconds + other.seconds,
            np.concatenate([self._ended, other._ended]),
            scores,
        )

    def __radd__(self, other: object) -> MatchResults:
        """``0 + results``, with which ``sum(results)`` begins."""
        if type(other) is int and other == 0:
            return self
        return NotImplemented


def rebuilt(about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> MatchResults:
    """The results of what `MatchResults.save` wrote."""
    variant = variant_in(about)
    family, deals = variant.family, arrays["deals"]
    ends = np.array([family.ends.index(end) for end in about["ends"]], dtype=np.int8)
    return MatchResults(
        variant,
        family.match(**about["in_force"]),
        tuple(about["agents"]),
        family.setup(**about["setup"]),
        about["keep"],
        tuple((int(run[0]), int(run[1]), int(run[2])) for run in about["runs"]),
        arrays["totals"],
        deals,
        tally_of(arrays, int(deals.sum())),
        about["seconds"],
        ends[arrays["ended"]],
        arrays.get("scores"),
    )


def _purse(match: Any) -> int:
    purse = getattr(match, "purse", None)
    if purse is None:
        raise ValueError("these matches are played without purses")
    return int(purse)


def _house(match: Any) -> tuple[int, ...]:
    """The seats that neither win nor lose (BT-47)."""
    house: tuple[int, ...] = getattr(match, "house_seats", ())
    return house
