"""What every test shares: rule coverage, the ban on silent skips, soak factor and golden files.

* A test that proves rules of docs/rules says so: ``@pytest.mark.rule("DD-14")``, at most three ids.
  A full run fails when an id listed there has no passing test.
* Under CI a skip or an expected failure fails the run unless tests/allowed_skips.txt lists it.
* ``CHUPAI_SOAK=20`` multiplies the number of random cases (`make soak`).
* ``--update-golden`` rewrites golden files instead of comparing them (`make golden`).
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

pytest_plugins = ["pytester"]

RULE_ROW = re.compile(r"^\|\s*([A-Z]{2}-\d+)\s*\|", re.MULTILINE)
IDS_PER_MARK = 3
NARROWING = (
    "keyword",
    "markexpr",
    "deselect",
    "ignore",
    "ignore_glob",
    "lf",
    "stepwise",
    "collectonly",
)
SOAK = int(os.environ.get("CHUPAI_SOAK", "1"))

# The everyday run repeats exactly; a soak looks for what it has not seen yet.
settings.register_profile(
    "chupai", deadline=None, max_examples=100 * SOAK, derandomize=SOAK == 1, database=None
)
settings.load_profile("chupai")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite tests/golden instead of comparing"
    )


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # under xdist only the controller judges
        config.pluginmanager.register(RuleCoverage(config), "chupai-rule-coverage")
        if os.environ.get("CI", "").lower() not in {"", "0", "false"}:
            config.pluginmanager.register(NoSilentSkips(config), "chupai-no-silent-skips")


# --- rules ----------------------------------------------------------------------------------------


def documented_rules(root: Path) -> dict[str, str]:
    """Rule id → the page of docs/rules whose table has a row for it."""
    pages = sorted((root / "docs" / "rules").glob("*.md"))
    return {rule: page.name for page in pages for rule in RULE_ROW.findall(page.read_text("utf-8"))}


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem(
    collector: pytest.Collector,
) -> Generator[None, object, object]:
    """Refuse a malformed rule mark where it is written, and note good ones for the report."""
    made = yield
    known = documented_rules(collector.config.rootpath)
    for item in made if isinstance(made, list) else [made]:
        if not isinstance(item, pytest.Item):
            continue
        for mark in item.iter_markers("rule"):
            if not 1 <= len(mark.args) <= IDS_PER_MARK or mark.kwargs:
                msg = f"{item.nodeid}: a rule mark carries one to three ids, not {mark.args}"
                raise collector.CollectError(msg)
            for rule in mark.args:
                if known and rule not in known:
                    raise collector.CollectError(f"{item.nodeid}: docs/rules has no rule {rule!r}")
                item.user_properties.append(("rule", rule))
    return made


class RuleCoverage:
    """Fails a full run in which a documented rule has no passing test."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.rules_of: dict[str, set[str]] = {}  # of tests that passed
        self.failed: set[str] = set()
        self.missing: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)
        elif report.when == "call" and report.passed:
            rules = {str(value) for key, value in report.user_properties if key == "rule"}
            self.rules_of[report.nodeid] = rules

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        complete = exitstatus in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}
        if not complete or session.shouldfail or session.shouldstop or not self.is_full_run():
            return
        proven = set[str]().union(
            *(rules for test, rules in self.rules_of.items() if test not in self.failed)
        )
        self.missing = sorted(set(documented_rules(self.config.rootpath)) - proven)
        if self.missing:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.missing:
            terminalreporter.section("rules without a passing test", red=True)
            terminalreporter.line(" ".join(self.missing))

    def is_full_run(self) -> bool:
        """Whether nothing on the command line narrows the suite."""
        if any(getattr(self.config.option, name, None) for name in NARROWING):
            return False
        here = self.config.invocation_params.dir
        given = [(here / arg).resolve() for arg in self.config.args]
        wanted = [(self.config.rootpath / path) for path in self.config.getini("testpaths")]
        return all(any(path.is_relative_to(arg) for arg in given) for path in wanted)


# --- skips ----------------------------------------------------------------------------------------


def allowed_skips(path: Path) -> list[re.Pattern[str]]:
    """Patterns of tests/allowed_skips.txt: ``nodeid # reason`` a line, ``*`` for any text."""
    patterns = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        nodeid, _, reason = line.partition(" # ")
        if not reason.strip():
            raise pytest.UsageError(f"{path.name}:{number}: a skip needs ' # ' and its reason")
        patterns.append(re.compile(re.escape(nodeid.strip()).replace(r"\*", ".*")))
    return patterns


class NoSilentSkips:
    """Fails a run in which a test was skipped, or failed as expected, without being listed."""

    def __init__(self, config: pytest.Config) -> None:
        path = config.rootpath / "tests" / "allowed_skips.txt"
        self.allowed = allowed_skips(path) if path.exists() else []
        self.unlisted: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.note(report)

    def note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.skipped and not any(p.fullmatch(report.nodeid) for p in self.allowed):
            self.unlisted.append(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.unlisted and session.exitstatus in {
            pytest.ExitCode.OK,
            pytest.ExitCode.NO_TESTS_COLLECTED,
        }:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.unlisted:
            terminalreporter.section("skips not listed in tests/allowed_skips.txt", red=True)
            for nodeid in self.unlisted:
                terminalreporter.line(nodeid)


# --- fixtures -------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def soak() -> int:
    """The factor by which to multiply a number of random cases: 1, or as CHUPAI_SOAK says."""
    return SOAK


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """``golden(name, text)`` compares text with tests/golden/name, or rewrites that file."""
    folder = request.config.rootpath / "tests" / "golden"

    def check(name: str, text: str) -> None:
        path = folder / name
        if request.config.getoption("--update-golden"):
            folder.mkdir(exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
            return
        assert path.exists(), f"no golden file {name}; `make golden` writes it"
        assert text == path.read_text("utf-8"), f"{name} changed; see CONTRIBUTING, Golden files"

    return check


@pytest.fixture
def call(capfd: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run a command of the command line in this process: (status, standard output, error)."""
    from chupai import commands

    def run(*args: object) -> tuple[int, str, str]:
        status = commands.run(list(map(str, args)))
        out, err = capfd.readouterr()
        return status, out, err

    return run
