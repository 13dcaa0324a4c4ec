"""Instructions a call at the entry points of the core, counted by valgrind.

Unlike times they repeat, on a busy machine and on another one: valgrind shows a program the same
processor everywhere, and the code runs once as compiled for x86-64-v3, once as for any processor.
Another compiler gives other counts, so the baseline names the one it was taken with.

    python benches/instructions.py                 what a call costs
    python benches/instructions.py 'run:*'         only that; all of Big Two: 'big2_*'
    python benches/instructions.py --check         beside the baseline; fails where something grew
    python benches/instructions.py --update        make this the baseline; of some, with patterns
    python benches/instructions.py --profile NAME  write a callgrind profile of one entry point
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from pathlib import Path

from probe import HARD_HANDS, PORTABLE, ROOT, V3, Probe, family

BASELINE = Path(__file__).with_name("baseline.toml")
TOLERANCE = 0.03

BY_PROFILE = (
    "run",
    "list_lead",
    "list_follow",
    "count_lead",
    "count_follow",
    "sample_lead",
    "sample_follow",
    "classify_met",
    "classify_lead",
    "classify_cards",
    "big2_run",
    "big2_list_lead",
    "big2_list_follow",
    "big2_count_lead",
    "big2_count_follow",
    "big2_sample_lead",
    "big2_sample_follow",
    "sj_run",
)
"""Measured for each profile; whatever else the probe has is measured for the default rules, or for
those named below. Big Two reads sets of cards off a table, whatever the rules."""

DECKS = ("cn-2", "cn-3", "four-deck")

PROFILES_OF = {
    "big2_count_half": ("hong-kong", "two-deck"),
    "sj_redeal": DECKS,
    "sj_follow_legal": DECKS,
    "sj_follow_sample": DECKS,
    "sj_follow_ask": DECKS,
    "sj_throw_legal": DECKS,
    "sj_throw_ask": DECKS,
    "sj_count_lead": DECKS,
    "sj_count_follow": DECKS,
    "sj_count_hard": HARD_HANDS,
}

# Inputs to a pass; two passes less one cost that many calls. A run counts rows of facts, most of
# which are new at first: there it is so many deals less so many.
INPUTS = 2_000
DEALS = (5_000, 15_000)

Counts = dict[str, dict[str, float]]


def profiles(entry: str) -> tuple[str, ...]:
    """The rule sets that an entry point is measured for."""
    _, known = family(entry)
    return PROFILES_OF.get(entry, known if entry in BY_PROFILE else known[:1])


def count(probe: Probe, entry: str, cpu: str) -> float | None:
    """Instructions of one call; None where valgrind does not offer that processor."""
    if entry.partition(":")[0].endswith("run"):
        sizes = [(deals, 1) for deals in DEALS]
    else:
        sizes = [(INPUTS, 1), (INPUTS, 2)]
    calls, collected = [], []
    valgrind = ("valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}")
    for inputs, passes in sizes:
        measured = probe.measure(entry, inputs, passes, cpu=cpu, under=valgrind)
        if measured.cpu != cpu:
            return None
        total = re.search(r"Collected : (\d+)", measured.stderr)
        if total is None:
            raise RuntimeError(f"valgrind counted nothing:\n{measured.stderr}")
        collected.append(int(total[1]))
        calls.append(measured.calls * passes)
    return (collected[1] - collected[0]) / (calls[1] - calls[0])


def all_names(probe: Probe) -> list[str]:
    """All that is measured, as ``entry:profile``."""
    return [f"{entry}:{name}" for entry in probe.entries() for name in profiles(entry)]


def count_all(probe: Probe, patterns: list[str]) -> Counts:
    """Instructions of one call by processor and entry point; those that match a pattern."""
    names = all_names(probe)
    wanted = [n for n in names if not patterns or any(fnmatch(n, p) for p in patterns)]
    if not wanted:
        raise SystemExit(f"nothing matches; there are {', '.join(names)}")
    jobs = [(cpu, name) for cpu in (V3, PORTABLE) for name in wanted]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda job: count(probe, job[1], job[0]), jobs))
    counts: Counts = {}
    for (cpu, name), number in zip(jobs, found, strict=True):
        if number is not None:
            counts.setdefault(cpu, {})[name] = round(number, 1)
    if V3 not in counts:
        print(f"{V3} is not counted: this machine's valgrind does not offer it\n")
    return counts


def tools() -> dict[str, str]:
    """What counts depend on besides the code."""
    found = {"arch": platform.machine()}
    for tool in ("rustc", "valgrind"):
        said = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True)
        version = re.search(r"\d+(\.\d+)+", said.stdout)
        found[tool] = version[0] if version else said.stdout.strip()
    return found


def show(counts: Counts) -> None:
    """Print a table a processor and family: entry points down, profiles across."""
    for cpu, found in counts.items():
        entries = dict.fromkeys(name.partition(":")[0] for name in found)
        for game, known in dict.fromkeys(map(family, entries)):
            across = [name for name in known if any(key.endswith(f":{name}") for key in found)]
            print(f"instructions a call, {game}, {cpu}\n")
            print(f"{'':20}" + "".join(f"{name:>17}" for name in across))
            own = [entry for entry in entries if family(entry)[0] == game]
            for entry in own:
                cells = [found.get(f"{entry}:{name}") for name in across]
                texts = ["" if cell is None else f"{cell:,.1f}" for cell in cells]
                if any(texts):
                    print(f"{entry:20}" + "".join(f"{text:>17}" for text in texts))
            for name, number in found.items():
                entry, _, single = name.partition(":")
                if entry in own and single not in known:
                    print(f"{name:37}{number:>17,.1f}")
            print()


def check(counts: Counts, known: dict[str, dict[str, str]], base: Counts, *, whole: bool) -> int:
    """Compare with the baseline; 1 where a count grew by more than the tolerance."""
    grown, shrunk, unknown = [], [], []
    for cpu, found in counts.items():
        for name, now in found.items():
            before = base.get(cpu, {}).get(name)
            if before is None:
                unknown.append(f"{cpu} {name}")
                continue
            line = f"{cpu:12}{name:36}{before:>12,.1f}{now:>12,.1f}{now / before - 1:>+9.1%}"
            if now > before * (1 + TOLERANCE):
                grown.append(line)
            elif now < before * (1 - TOLERANCE):
                shrunk.append(line)
    gone = [
        f"{cpu} {name}"
        for cpu, found in base.items()
        for name in found
        if whole and cpu in counts and name not in counts[cpu]
    ]
    head = f"{'':12}{'entry point':36}{'baseline':>12}{'now':>12}{'change':>9}"
    renew = "renew the baseline with --update"
    if shrunk:
        print("\n".join([f"cheaper by more than {TOLERANCE:.0%}; {renew}:", head, *shrunk, ""]))
    if grown:
        print("\n".join([f"dearer by more than {TOLERANCE:.0%}:", head, *grown, ""]))
        differing = {tool: v for tool, v in known["now"].items() if known["base"].get(tool) != v}
        for tool, version in differing.items():
            print(f"the baseline was taken with {tool} {known['base'].get(tool)}, not {version}")
    for name in unknown:
        print(f"not in the baseline: {name}; {renew}")
    for name in gone:
        print(f"in the baseline only: {name}; {renew}")
    if grown or unknown or gone:
        return 1
    measured = sum(map(len, counts.values()))
    print(f"{measured} entry points, none dearer than its baseline by more than {TOLERANCE:.0%}")
    return 0


def renewed(base: Counts, counts: Counts, names: list[str]) -> Counts:
    """The baseline with these counts put in, in the order of the names; others are dropped."""
    cpus = {cpu: base.get(cpu, {}) | counts.get(cpu, {}) for cpu in (V3, PORTABLE)}
    return {cpu: {n: found[n] for n in names if n in found} for cpu, found in cpus.items() if found}


def write(counts: Counts) -> None:
    """Make these counts the baseline."""
    lines = ["# Instructions a call, by processor and entry point of rust/core/benches/probe."]
    lines += ["# Written by `python benches/instructions.py --update`, read by `make bench-check`."]
    lines += ["", "[tools]"]
    lines += [f'{tool} = "{version}"' for tool, version in tools().items()]
    for cpu, found in counts.items():
        lines += ["", f"[{cpu}]"]
        lines += [f'"{name}" = {number}' for name, number in found.items()]
    BASELINE.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"wrote {BASELINE.relative_to(ROOT)}")


def profile(probe: Probe, entry: str) -> None:
    """Write a profile of one entry point, preparation included."""
    out = ROOT / "bench-results" / f"callgrind.out.{entry.replace(':', '.')}"
    out.parent.mkdir(exist_ok=True)
    under = ("valgrind", "--tool=callgrind", f"--callgrind-out-file={out}")
    measured = probe.measure(entry, INPUTS, 10, under=under)
    print(f"{measured.cpu}; now: callgrind_annotate --auto=yes {out.relative_to(ROOT)}")


def main() -> int:
    """Count, and show, compare or write."""
    summary = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(description=summary)
    parser.add_argument("patterns", nargs="*", help="entry points, e.g. 'run:*' '*:douzero'")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="compare with the baseline")
    what.add_argument("--update", action="store_true", help="rewrite the baseline")
    what.add_argument("--profile", metavar="NAME", help="write a profile of one entry point")
    args = parser.parse_args()
    if shutil.which("valgrind") is None:
        print("instructions are not counted: valgrind is not installed")
        return 0
    probe = Probe.build()
    if args.profile:
        profile(probe, args.profile)
        return 0
    counts = count_all(probe, args.patterns)
    show(counts)
    base = tomllib.loads(BASELINE.read_text("utf-8"))
    taken, now = base.pop("tools"), tools()
    if args.update and args.patterns:
        if taken != now:
            parser.error(f"the baseline was taken with {taken}, not {now}: renew all of it")
        counts = renewed(base, counts, all_names(probe))
    if args.update:
        write(counts)
    if args.check:
        if taken["arch"] != now["arch"]:
            print(f"not compared: the baseline is for {taken['arch']}, this is {now['arch']}")
            return 0
        return check(counts, {"base": taken, "now": now}, base, whole=not args.patterns)
    return 0


if __name__ == "__main__":
    sys.exit(main())
