"""Measure what the README claims, and print it as a Markdown table (`make bench`).

Times are processor time where one thread works, and the best of several rounds, because machines
are shared. What is compared is measured in turn. docs/performance.md says what each row means.

    python benches/table.py                    the table
    python benches/table.py --full             with runs of 10 million deals
    python benches/table.py --json             for machines
    python benches/table.py --write            put it between the marks of docs/benchmarks.md,
                                               and the first things one asks into the README
"""

from __future__ import annotations

import argparse
import json
import pickle
import platform
import re
import subprocess
import sys
import time
import tomllib
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random, random
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

import chupai
from chupai import batch, big2, doudizhu
from probe import BIG2, DOUDIZHU, HARD_HANDS, PORTABLE, ROOT, V3, Probe, processor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

ROUNDS = 5
INPUTS, THROWS = 400_000, 20_000  # the latter take long to be reached
MARKS = ("<!-- bench:begin (written by `make bench`) -->\n", "<!-- bench:end -->")


@dataclass(frozen=True)
class Game:
    """A family: what its rows begin with, its default, and the deals of that in the probe.

    Of a family with longer deals fewer are played.
    """

    name: str
    variant: chupai.Variant
    run: str
    agents: str = "random"
    share: int = 1
    numbered: bool = True
    """Whether moves have numbers of their own, action ids."""


GAMES = (
    Game("Dou Dizhu", chupai.variant("doudizhu/standard"), "run:standard"),
    Game("Big Two", chupai.variant("big2/hong-kong"), "big2_run:hong-kong"),
    Game("Shengji", chupai.variant("shengji/cn-2"), "sj_run:cn-2", "random_units", 10, False),
)


@dataclass(frozen=True)
class Row:
    """One figure, what it should be, and what the slowest profile has where there are several."""

    what: str
    value: float
    unit: str
    least: float | None = None
    most: float | None = None
    slowest: float | None = None
    instructions: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether the target is met, by all profiles: these have half the speed to keep."""
        if self.least is not None:
            return self.value >= self.least and (self.slowest or self.value) >= self.least / 2
        if self.most is not None:
            return self.value <= self.most and (self.slowest or self.value) <= self.most * 2
        return None

    def cells(self) -> list[str]:
        """The texts of the table."""
        target = ""
        if self.least is not None:
            target = f"≥ {amount(self.least, self.unit)}"
        if self.most is not None:
            target = f"≤ {amount(self.most, self.unit)}"
        return [
            self.what,
            f"{amount(self.value, self.unit)} {self.unit}".rstrip(),
            "" if self.slowest is None else amount(self.slowest, self.unit),
            target,
            "" if self.instructions is None else f"{self.instructions:,.0f}",
        ]


def amount(value: float, unit: str) -> str:
    """A number with as many digits as mean something."""
    if unit in {"×", "million/s", "µs"}:
        return f"{value:,.2f}"
    return f"{value:,.0f}" if value >= 100 else f"{value:,.3g}"


def best(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Seconds of processor time, the least of some rounds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


# --- the core ------------------------------------------------------------------------------------

FOUR_SEATS = tuple(name for name in BIG2 if not name.endswith("-3p"))
THIRTEEN = tuple(name for name in FOUR_SEATS if name != "two-deck")

PACKS = ("cn-2", "cn-3", "four-deck")
TWO_PACKS = ("cn-2", "platform-2", "constant-two", "chaodi")
MORE_PACKS = ("cn-3", "platform-3", "four-deck", "four-deck-runs")
# Unit, target and rule set where trump and kitty are given.
GIVEN = (
    ("million/s", 1.35, ("given-2",)),
    ("million/s", 0.52, ("given-3",)),
    ("million/s", 0.36, ("given-4",)),
)

CORE = [
    ("run", "Dou Dizhu: random deals, one core", "million/s", 2.0, DOUDIZHU),
    ("list_lead", "Dou Dizhu: list the leads of 20 cards", "ns", 110, DOUDIZHU),
    ("list_follow", "Dou Dizhu: list the answers of 17 cards", "ns", 25, DOUDIZHU),
    ("count_lead", "Dou Dizhu: count the leads of 20 cards", "ns", 10, DOUDIZHU),
    ("count_follow", "Dou Dizhu: count the answers of 17 cards", "ns", 10, DOUDIZHU),
    ("sample_lead", "Dou Dizhu: draw a lead of 20 cards", "ns", 22, DOUDIZHU),
    ("sample_follow", "Dou Dizhu: draw an answer of 17 cards", "ns", 22, DOUDIZHU),
    ("classify_met", "Dou Dizhu: classify a play met in random deals", "ns", 12, DOUDIZHU),
    ("classify_lead", "Dou Dizhu: classify a random lead of 20 cards", "ns", 12, DOUDIZHU),
    ("classify_cards", "Dou Dizhu: classify random cards", "ns", 12, DOUDIZHU),
    ("big2_run", "Big Two: random deals of four, one core", "million/s", 1.2, FOUR_SEATS),
    ("big2_run", "Big Two: random deals as in Taiwan", "million/s", 0.9, ("taiwan",)),
    ("big2_run", "Big Two: random deals of three", "million/s", None, ("malaysia-3p", "taiwan-3p")),
    ("big2_list_lead", "Big Two: list the leads of 13 cards", "ns", 95, THIRTEEN),
    ("big2_list_follow", "Big Two: list the answers of 13 cards", "ns", 32, THIRTEEN),
    ("big2_count_lead", "Big Two: count the leads of 13 cards", "ns", None, THIRTEEN),
    ("big2_count_follow", "Big Two: count the answers of 13 cards", "ns", None, THIRTEEN),
    ("big2_sample_lead", "Big Two: draw a lead of 13 cards", "ns", 36, THIRTEEN),
    ("big2_sample_follow", "Big Two: draw an answer of 13 cards", "ns", None, THIRTEEN),
    ("big2_classify_five", "Big Two: classify five cards", "ns", 8, THIRTEEN),
    ("big2_count_half", "Big Two: count the leads of 26 cards", "ns", None, ("hong-kong",)),
    ("big2_count_half", "Big Two: count the leads of 52 of two packs", "ns", None, ("two-deck",)),
    ("sj_run", "Shengji: deals of single units, two packs, trump given", *GIVEN[0]),
    ("sj_run", "Shengji: deals of single units, three packs, trump given", *GIVEN[1]),
    ("sj_run", "Shengji: deals of single units, four packs, trump given", *GIVEN[2]),
    ("sj_run", "Shengji: deals with declaring and burying, two packs", "million/s", 0.4, TWO_PACKS),
    ("sj_run", "Shengji: the same with three and four packs", "million/s", None, MORE_PACKS),
    ("sj_follow_legal", "Shengji: whether cards may follow a tractor", "ns", 8, ("cn-2",)),
    ("sj_follow_sample", "Shengji: draw a follow to a tractor", "ns", 16, ("cn-2",)),
    ("sj_follow_ask", "Shengji: find what is owed of a tractor", "ns", None, ("cn-2",)),
    ("sj_throw_legal", "Shengji: whether cards may follow a throw of ten", "ns", 1000, PACKS),
    ("sj_throw_ask", "Shengji: find what is owed of a throw of ten", "ns", None, ("cn-2",)),
    ("sj_count_lead", "Shengji: count the leads of 25 cards", "ns", None, ("cn-2",)),
    ("sj_count_lead", "Shengji: count the leads of 52 cards", "ns", None, ("four-deck",)),
    ("sj_count_follow", "Shengji: count the follows of 25 cards to a unit", "ns", None, ("cn-2",)),
]
"""Entry point, what it does, unit, target of the first of these rule sets; the others may have
half of its speed."""

BRIEF = (
    ": random deals, one core",
    ": random deals of four, one core",
    ": random deals as in Taiwan",
    "packs, trump given",
    ": list the leads",
    ": count the leads of 20 cards",
    ": classify a play met in random deals",
    ": classify five cards",
    ": whether cards may follow",
    ": decisions in a Python loop over a `State`",
    "two threads against one",
    ": playouts of a `View`, each of a fresh redeal",
    ": `simulate` against the reference",
)
"""What the rows say that the README has, too."""


def core(probe: Probe) -> Iterator[Row]:
    """Deals and questions in Rust, of 400,000 distinct inputs each, but of what throws ask."""
    counted = tomllib.loads(Path(__file__).with_name("baseline.toml").read_text("utf-8"))[V3]
    for entry, what, unit, target, profiles in CORE:
        inputs = THROWS if entry == "sj_throw_ask" else INPUTS
        times = [probe.measure(f"{entry}:{name}", inputs, ROUNDS).cpu_ns for name in profiles]
        instructions = counted.get(f"{entry}:{profiles[0]}")
        several = len(profiles) > 1
        if unit == "ns":
            slowest = max(times) if several else None
            yield Row(what, times[0], unit, None, target, slowest, instructions)
        else:
            speeds = [1e3 / ns for ns in times]
            slowest = min(speeds) if several else None
            yield Row(what, speeds[0], unit, target, None, slowest, instructions)
    yield from hard_counts(probe, counted)
    for game in GAMES:
        portable = probe.measure(game.run, passes=ROUNDS, cpu=PORTABLE).cpu_ns
        what = f"{game.name}: random deals, code for any processor"
        yield Row(what, 1e3 / portable, "million/s")


def hard_counts(probe: Probe, counted: dict[str, float]) -> Iterator[Row]:
    """The hands of Shengji that are hardest to count."""
    for kind in ("leads", "follows"):
        names = [f"sj_count_hard:{name}" for name in HARD_HANDS if name.startswith(kind)]
        slowest = max(probe.measure(name, 1, 4 * ROUNDS).cpu_ns for name in names) / 1e3
        instructions = max((counted[name] for name in names if name in counted), default=None)
        what = f"Shengji: count the {kind} of the hardest of {len(names)} hands of four packs"
        yield Row(what, slowest, "µs", most=100, instructions=instructions)


def simulate(game: Game, deals: int, threads: int) -> chupai.Result:
    """Deals of the family's default."""
    return chupai.simulate(game.variant, deals, seed=1, threads=threads, agents=game.agents)


def simulate_beside_rust(probe: Probe, game: Game, deals: int) -> Row:
    """The same deals by `simulate` and by the loop that it calls, in turn."""
    ours, rust = [], []
    deals //= game.share
    for _ in range(ROUNDS if deals <= 10**6 else 3):
        rust.append(probe.measure(game.run, deals, 1).cpu_ns * deals / 1e9)
        ours.append(best(lambda: simulate(game, deals, 1), 1))
    what = f"{game.name}: `simulate` against Rust's `batch::run`"
    return Row(what, min(rust) / min(ours), "×", 0.95)


def two_threads(game: Game, deals: int) -> Row | None:
    """Deals a second by the clock with two threads and with one, in turn."""
    if batch.available_threads() < 2:
        return None
    deals //= game.share
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(2 * ROUNDS):
        for threads, times in seconds.items():
            times.append(simulate(game, deals, threads).seconds)
    what = f"{game.name}: two threads against one"
    return Row(what, min(seconds[1]) / min(seconds[2]), "×", 1.9)


def matches_beside_simulate(game: Game, deals: int) -> Iterator[Row]:
    """Matches of 50 deals and as many single deals, by the clock and in turn."""
    matches, agents = deals // game.share // 50, game.agents
    for threads in range(1, min(batch.available_threads(), 2) + 1):
        single, in_matches = [], []
        for _ in range(2 * ROUNDS):
            single.append(simulate(game, matches * 50, threads).seconds)
            run = chupai.simulate_matches(
                game.variant, matches, deals=50, seed=1, threads=threads, agents=agents
            )
            in_matches.append(run.seconds)
        what = f"{game.name}: matches of 50 deals against single deals, threads: {threads}"
        yield Row(what, min(single) / min(in_matches), "×", 0.8)


def scores_beside_facts(game: Game, deals: int) -> Iterator[Row]:
    """Runs that keep scores and runs that keep all facts, by the clock and in turn."""
    family, deals = game.variant.family.name, deals // game.share
    variants = [chupai.variant(v) for v in chupai.variants() if v.startswith(f"{family}/")]
    for threads in range(1, min(batch.available_threads(), 2) + 1):
        ratios = []
        for variant in variants:
            seconds: dict[Literal["facts", "scores"], list[float]] = {"facts": [], "scores": []}
            for _ in range(ROUNDS):
                for keep, times in seconds.items():
                    start = time.perf_counter()
                    chupai.simulate(
                        variant, deals, seed=1, threads=threads, agents=game.agents, keep=keep
                    )
                    times.append(time.perf_counter() - start)
            ratios.append(min(seconds["facts"]) / min(seconds["scores"]))
        what = f'{game.name}: `keep="scores"` against `keep="facts"`, threads: {threads}'
        yield Row(what, ratios[0], "×", 0.9, slowest=min(ratios))


# --- Python --------------------------------------------------------------------------------------


def loop_once(states: list[Any], *, numbered: bool) -> int:
    """Play deals through Python, forced moves included; return the number of decisions."""
    decisions = 0
    for s in states:
        while not s.is_over:
            if numbered:
                ids = s.legal_ids()
                s.play(ids[int(random() * len(ids))])
            else:
                s.play(s.sample())
            decisions += 1
    return decisions


def state_loop(game: Game) -> Row:
    """Decisions a second in a Python loop."""
    speeds = []
    for round_ in range(2 * ROUNDS):
        states = [game.variant.deal(round_, index) for index in range(500)]
        start = time.process_time()
        decisions = loop_once(states, numbered=game.numbered)
        speeds.append(decisions / (time.process_time() - start))
    what = f"{game.name}: decisions in a Python loop over a `State`"
    return Row(what, max(speeds) / 1e6, "million/s", 1.5 if game.numbered else None)


def copies(game: Game) -> Iterator[Row]:
    """A copy and a pickle of a state with at most 40 moves behind it."""
    states, rng = [], Random(1)
    for index in range(1000):
        s = game.variant.deal(0, index)
        for _ in range(rng.randint(10, 40)):
            if not s.is_over:
                s.play(s.sample())
        states.append(s)
    pickles = [pickle.dumps(s, protocol=5) for s in states]
    each = 1e6 / len(states)
    clone = best(lambda: [s.clone() for s in states], 20) * each
    dumps = best(lambda: [pickle.dumps(s, protocol=5) for s in states], 20) * each
    loads = best(lambda: [pickle.loads(p) for p in pickles], 20) * each
    yield Row(f"{game.name}: `clone` of a `State`", clone, "µs", most=0.3)
    yield Row(f"{game.name}: `pickle.dumps` of a `State`", dumps, "µs", most=3)
    yield Row(f"{game.name}: `pickle.loads` of a `State`", loads, "µs", most=3)


def playouts(game: Game) -> Iterator[Row]:
    """Playouts from the first lead on: of a state as it is, and of a view, each of a redeal."""
    s = game.variant.deal(seed=1)
    while s.phase != "play":
        # In an auction the highest bid, of declarations the strongest; any cards are buried.
        s.play(s.sample() if s.phase == "bury" else s.legal_moves()[-1])
    v = s.view(s.turn)
    games, agents = 20_000 // game.share, game.agents
    state = best(lambda: s.rollout(games, agents=agents), 5) / games * 1e6
    view = best(lambda: v.rollout(games, agents=agents), 5) / games * 1e6
    yield Row(f"{game.name}: playouts of a `State` from its first lead, each", state, "µs")
    yield Row(f"{game.name}: playouts of a `View`, each of a fresh redeal", view, "µs")


def random_cards(pack: int, size: int) -> NDArray[np.int64]:
    """Hands of so many out of a pack, as numbers."""
    whole = np.tile(np.arange(pack), (400_000, 1))
    return np.random.default_rng(1).permuted(whole, axis=1)[:, :size]


def count_arrays() -> Iterator[Row]:
    """`count_moves` of arrays of hands."""
    cards = random_cards(54, 20)
    hands = np.zeros(len(cards), dtype=np.uint64)
    ranks = np.where(cards < 52, cards // 4, cards - 39)
    held = np.stack([(ranks == rank).sum(axis=1) for rank in range(15)], axis=1)
    for copy in range(4):
        plane = ((held > copy) << np.arange(15)).sum(axis=1).astype(np.uint64)
        hands |= plane << np.uint64(16 * copy)
    each = best(lambda: doudizhu.count_moves(hands)) / len(hands) * 1e9
    yield Row("Dou Dizhu: `count_moves` of an array of 20-card hands, each", each, "ns")
    words = (np.uint64(1) << random_cards(52, 13).astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    each = best(lambda: big2.count_moves(words)) / len(words) * 1e9
    yield Row("Big Two: `count_moves` of an array of 13-card hands, each", each, "ns")


def new_process(program: str) -> float:
    """The number that a program prints, run by itself."""
    run = [sys.executable, "-c", program]
    return float(subprocess.run(run, capture_output=True, text=True, check=True).stdout)


def importing() -> Row:
    """Milliseconds of an import, numpy being there."""
    program = (
        "import numpy, time; start = time.process_time(); import chupai; "
        "print(time.process_time() - start)"
    )
    seconds = min(new_process(program) for _ in range(10))
    return Row("`import chupai`, over numpy's own", seconds * 1e3, "ms", most=25)


# The peak of this very process where the system tells it: ru_maxrss begins with the parent's.
MEMORY = """
import re, resource, chupai
chupai.simulate("doudizhu/standard", {deals}, seed=1)
try:
    status = open("/proc/self/status").read()
    print(re.search(r"VmHWM:\\s*(\\d+)", status)[1])
except OSError:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def memory() -> Row:
    """Peak memory of counting 10 million deals, beside that of 100,000."""
    small, large = (new_process(MEMORY.format(deals=deals)) for deals in (10**5, 10**7))
    return Row("peak memory at 10⁷ deals against 10⁵", large / small, "×", most=1.1)


def reference() -> Iterator[Row]:
    """Whole deals by the reference, and the core beside it."""
    sys.path.insert(0, str(ROOT / "tests"))  # where the reference is
    from reference_play import Replay, play_big2, play_doudizhu

    *others, shengji = GAMES
    for game, play in zip(others, (play_doudizhu, play_big2), strict=True):
        work = partial(play_deals, play, asdict(game.variant.rules), 50)
        yield from beside_reference(game, "random deals by the reference", 50 / best(work, 3))
    played = [Replay.of(shengji.variant.deal(seed=1, index=n), shengji.agents) for n in range(10)]
    slow = best(lambda: [replay.by_reference() for replay in played], 3)
    what = "random deals, each move checked by the reference"
    yield from beside_reference(shengji, what, len(played) / slow)


def beside_reference(game: Game, what: str, slow: float) -> Iterator[Row]:
    """Deals a second of the reference, and the core beside them."""
    deals = 10**6 // game.share
    core = deals / best(lambda: simulate(game, deals, 1), 3)
    yield Row(f"{game.name}: {what}, in plain Python", slow, "/s", 20)
    yield Row(f"{game.name}: `simulate` against the reference", core / slow, "×")


def play_deals(play: Callable[..., object], switches: dict[str, Any], deals: int) -> None:
    """Play the first deals of seed 1."""
    for index in range(deals):
        play(switches, 1, index)


# --- the table -----------------------------------------------------------------------------------


def measure(*, full: bool) -> Iterator[Row]:
    """All rows, one after the other."""
    probe = Probe.build()
    deals = 10**7 if full else 10**6
    yield from core(probe)
    for game in GAMES:
        yield simulate_beside_rust(probe, game, deals)
        if row := two_threads(game, deals):
            yield row
        yield from matches_beside_simulate(game, 500_000)
        yield from scores_beside_facts(game, 200_000)
    for game in GAMES:
        yield state_loop(game)
        yield from copies(game)
        yield from playouts(game)
    yield from count_arrays()
    yield importing()
    yield memory()
    yield from reference()


def heading() -> str:
    """Where it was measured."""
    rustc = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=False)
    compiler = " ".join(rustc.stdout.split()[:2])
    return f"{processor()}, Python {platform.python_version()}, {compiler}"


def markdown(rows: list[Row]) -> str:
    """The table."""
    head = [heading(), "here", "slowest profile", "target", "instructions"]
    lines = [head, ["---", "--:", "--:", "--:", "--:"], *(row.cells() for row in rows)]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines) + "\n"


def write(place: str, rows: list[Row]) -> None:
    """Put a table of these rows between the marks of a file."""
    path, (begin, end) = ROOT / place, MARKS
    text = path.read_text("utf-8")
    found = re.search(f"{re.escape(begin)}.*?{re.escape(end)}", text, re.DOTALL)
    if found is None:
        raise SystemExit(f"{path} has no marks {begin.strip()} and {end}")
    new = f"{begin}{markdown(rows)}{end}"
    path.write_text(text[: found.start()] + new + text[found.end() :], "utf-8")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--full", action="store_true", help="runs of 10 million deals")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--write", action="store_true", help="put the table into the documents")
    args = parser.parse_args()
    rows = []
    for row in measure(full=args.full):
        rows.append(row)
        if sys.stderr.isatty():
            print(row.what, file=sys.stderr)
    if args.json:
        told = [asdict(row) | {"met": row.met} for row in rows]
        print(json.dumps({"machine": heading(), "rows": told}, ensure_ascii=False, indent=2))
        return
    print(markdown(rows))
    for row in rows:
        if row.met is False:
            print(f"short of its target: {row.what}")
    if args.write:
        write("docs/benchmarks.md", rows)
        write("README.md", [row for row in rows if any(part in row.what for part in BRIEF)])


if __name__ == "__main__":
    main()
