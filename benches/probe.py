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


def family(entry: str) -> tuple[str, tuple[str, ...]]:
    """The family of an entry point and its rule sets: names of Big Two's begin with its own."""
    return ("Big Two", BIG2) if entry.startswith("big2_") else ("Dou Dizhu", DOUDIZHU)


def processor() -> str:
    """The name of this machine's processor, as far as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())
