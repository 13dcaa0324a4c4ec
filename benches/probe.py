"""The measuring binary of the core, ``rust/core/benches/probe``: built and run."""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

DOUDIZHU = ("standard", "call-and-rob", "rlcard", "douzero", "openspiel")
BIG2 = (
    "hong-kong",
    "wikipedia",
    "natural",
    "taiwan",
    "taiwan-deduction",
    "bloody",
    "two-deck",
    "taiwan-3p",
    "malaysia-3p",
)
"""Rule sets by name, the default first. ``hong-kong-place`` has the rules of ``hong-kong``."""

GIVEN = ("given-2", "given-3", "given-4")
"""Shengji of so many packs with trump and kitty given."""

SHENGJI = (
    "cn-2",
    "platform-2",
    "constant-two",
    "chaodi",
    "cn-3",
    "platform-3",
    "four-deck",
    "four-deck-runs",
    *GIVEN,
)


def _hard_hands() -> tuple[str, ...]:
    """The hands that are hard to count, by kind and place in their file."""
    names = []
    for kind, file in (("follows", "shengji_hard.txt"), ("leads", "shengji_hard_leads.txt")):
        lines = (ROOT / "tests" / "data" / file).read_text("utf-8").splitlines()
        hands = [line for line in lines if line and not line.startswith("#")]
        names += [f"{kind}-{place}" for place in range(1, len(hands) + 1)]
    return tuple(names)


HARD_HANDS = _hard_hands()
"""What the entry point ``sj_count_hard`` is measured for, in place of rule sets."""

V3, PORTABLE = "x86-64-v3", "portable"


@dataclass(frozen=True)
class Measured:
    """What one run of the probe says: nanoseconds of one call, in the best of its passes."""

    entry: str
    cpu: str
    calls: int
    wall_ns: float
    cpu_ns: float
    stderr: str


@dataclass(frozen=True)
class Probe:
    """The built binary."""

    path: Path

    @staticmethod
    def build() -> Probe:
        """Compile it, as a release is compiled."""
        command = ["cargo", "bench", "--no-run", "--locked", "--quiet"]
        command += ["--package", "chupai-core", "--bench", "probe"]
        command += ["--message-format", "json-render-diagnostics"]
        run = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
        if run.returncode:
            raise SystemExit("the probe, rust/core/benches/probe, does not build")
        messages = [json.loads(line) for line in run.stdout.splitlines()]
        built = [m["executable"] for m in messages if m.get("target", {}).get("name") == "probe"]
        return Probe(Path(next(path for path in built if path)))

    def entries(self) -> dict[str, str]:
        """What it can measure: the names of its entry points, and what a call of each does."""
        listed = subprocess.run([self.path], capture_output=True, text=True, check=True).stdout
        pairs = (line.partition(" ") for line in listed.splitlines())
        return {name: what.strip() for name, _, what in pairs}

    def measure(
        self,
        entry: str,
        inputs: int = 400_000,
        passes: int = 5,
        *,
        threads: int = 1,
        cpu: str = V3,
        under: tuple[str, ...] = (),
    ) -> Measured:
        """Run one entry point, as itself or ``under`` another program."""
        chosen = {name: value for name, value in os.environ.items() if name != "CHUPAI_CPU"}
        if cpu == PORTABLE:
            chosen["CHUPAI_CPU"] = PORTABLE
        command = [*under, str(self.path), entry, str(inputs), str(passes), str(threads)]
        run = subprocess.run(command, capture_output=True, text=True, env=chosen, check=False)
        found = re.search(r"^\{.*\}$", run.stdout, re.MULTILINE)
        if run.returncode or found is None:
            raise RuntimeError(f"{' '.join(command)} failed:\n{run.stderr}")
        told = json.loads(found[0])
        calls = told["calls"]
        wall_ns, cpu_ns = told["wall_ns"] / calls, told["cpu_ns"] / calls
        return Measured(entry, told["cpu"], calls, wall_ns, cpu_ns, run.stderr)


FAMILIES = {"": ("Dou Dizhu", DOUDIZHU), "big2_": ("Big Two", BIG2), "sj_": ("Shengji", SHENGJI)}
"""By what the names of their entry points begin with: their names and rule sets."""


def prefix(entry: str) -> str:
    """What the name of an entry point begins with for its family's sake."""
    return next((known for known in FAMILIES if known and entry.startswith(known)), "")


def family(entry: str) -> tuple[str, tuple[str, ...]]:
    """The family of an entry point and its rule sets."""
    return FAMILIES[prefix(entry)]


def processor() -> str:
    """The name of this machine's processor, as far as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())
