"""The conftest judges every run, so it is itself on trial here, over small suites of its own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Generator

CONFTEST = Path(__file__).with_name("conftest.py").read_text("utf-8")
INI = """
[pytest]
testpaths = tests
addopts = --import-mode=importlib -p no:cacheprovider
markers = rule(*ids): rule ids
"""
DOCS = "# Rules\n\n| id | rule |\n|---|---|\n| DD-01 | the pack |\n| DD-02 | the bottom cards |\n"
BOTH_PASS = """
import pytest

@pytest.mark.rule("DD-01")
def test_one(): pass

@pytest.mark.rule("DD-02")
def test_two(): pass
"""


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Generator[pytest.Pytester]:
    ours = settings.default
    for name in ("CI", "CHUPAI_SOAK", "PYTEST_ADDOPTS"):
        monkeypatch.delenv(name, raising=False)
    for name in [name for name in os.environ if name.startswith("PYTEST_XDIST")]:
        monkeypatch.delenv(name)
    pytester.makeini(INI)
    write(pytester, "tests/conftest.py", CONFTEST)
    write(pytester, "docs/rules/doudizhu.md", DOCS)
    yield pytester
    settings.register_profile("chupai", ours)  # the inner conftest loaded its own
    settings.load_profile("chupai")


def run(suite: pytest.Pytester, *args: str) -> pytest.RunResult:
    """In this process, which is quick, unless the run has processes of its own."""
    return suite.runpytest_subprocess(*args) if "-n" in args else suite.runpytest_inprocess(*args)


def write(suite: pytest.Pytester, name: str, text: str) -> None:
    path = suite.path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


@pytest.mark.parametrize("args", [(), ("tests",), (".",), ("-n", "2")])
def test_a_full_run_with_every_rule_proven_passes(
    suite: pytest.Pytester, args: tuple[str, ...]
) -> None:
    write(suite, "tests/test_a.py", BOTH_PASS)
    assert run(suite, *args).ret == pytest.ExitCode.OK


@pytest.mark.parametrize(
    "second",
    [
        "def test_two(): pass",
        '@pytest.mark.rule("DD-02")\ndef test_two(): assert False',
        '@pytest.mark.rule("DD-02")\n@pytest.mark.skip\ndef test_two(): pass',
        '@pytest.mark.rule("DD-02")\n@pytest.mark.xfail\ndef test_two(): assert False',
        (
            "@pytest.fixture\ndef bad():\n    yield\n    assert False\n"
            '@pytest.mark.rule("DD-02")\ndef test_two(bad): pass'
        ),
    ],
    ids=["unmarked", "failing", "skipped", "xfailed", "failing-teardown"],
)
def test_a_full_run_fails_when_a_rule_has_no_passing_test(
    suite: pytest.Pytester, second: str
) -> None:
    first = '@pytest.mark.rule("DD-01")\ndef test_one(): pass\n'
    write(suite, "tests/test_a.py", f"import pytest\n{first}{second}\n")
    result = run(suite)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*rules without a passing test*", "DD-02"])


def test_all_of_it_holds_with_several_processes(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = '@pytest.mark.rule("DD-01")\ndef test_one(): pass\n'
    bad = '@pytest.mark.rule("DD-77")\ndef test_three(): pass\n'
    write(suite, "tests/test_a.py", f"import pytest\n{first}def test_two(): pytest.skip('no')\n")
    monkeypatch.setenv("CI", "true")
    result = run(suite, "-n", "2")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*rules without a passing test*", "DD-02"])
    result.stdout.fnmatch_lines(["*skips not listed*", "tests/test_a.py::test_two"])
    write(suite, "tests/test_b.py", f"import pytest\n{bad}")
    result = run(suite, "-n", "2")
    assert result.ret != pytest.ExitCode.OK
    assert "INTERNALERROR" not in result.stdout.str()
    result.stdout.fnmatch_lines(["*docs/rules has no rule 'DD-77'*"])


@pytest.mark.parametrize(
    "args",
    [
        ("-k", "one"),
        ("-m", "rule"),
        ("tests/test_a.py",),
        ("tests/test_a.py::test_one",),
        ("--ignore=tests/other",),
        ("--deselect=tests/test_a.py::test_x",),
        ("--collect-only",),
    ],
)
def test_a_narrowed_run_does_not_ask_for_every_rule(
    suite: pytest.Pytester, args: tuple[str, ...]
) -> None:
    source = 'import pytest\n@pytest.mark.rule("DD-01")\ndef test_one(): pass\n'
    write(suite, "tests/test_a.py", source)
    assert run(suite, *args).ret == pytest.ExitCode.OK


def test_marks_on_classes_modules_and_parameters_count(suite: pytest.Pytester) -> None:
    source = """
    import pytest
    pytestmark = pytest.mark.rule("DD-01")

    class TestIt:
        @pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("DD-02"))])
        def test_x(self, x): pass
    """
    suite.makepyfile(**{"tests/test_a": source})
    assert run(suite).ret == pytest.ExitCode.OK


@pytest.mark.parametrize(
    ("mark", "complaint"),
    [
        ('rule("DD-01", "DD-02", "DD-01", "DD-02")', "*one to three ids*"),
        ("rule()", "*one to three ids*"),
        ('rule("DD-77")', "*docs/rules has no rule 'DD-77'*"),
    ],
)
def test_a_bad_mark_is_an_error_at_collection(
    suite: pytest.Pytester, mark: str, complaint: str
) -> None:
    write(suite, "tests/test_a.py", f"{BOTH_PASS}\n@pytest.mark.{mark}\ndef test_x(): pass\n")
    result = run(suite)
    assert result.ret != pytest.ExitCode.OK
    assert "INTERNALERROR" not in result.stdout.str()
    result.stdout.fnmatch_lines([complaint])


@pytest.mark.parametrize(
    "skipping",
    [
        "@pytest.mark.skip\ndef test_x(): pass",
        "@pytest.mark.xfail\ndef test_x(): assert False",
        "def test_x(): pytest.skip('here')",
        "pytest.importorskip('no_such_module')",
    ],
    ids=["mark", "xfail", "call", "module"],
)
def test_under_ci_a_skip_must_be_listed(
    suite: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    skipping: str,
) -> None:
    write(suite, "tests/test_a.py", BOTH_PASS)
    write(suite, "tests/test_b.py", f"import pytest\n{skipping}\n")
    assert run(suite).ret == pytest.ExitCode.OK
    monkeypatch.setenv("CI", "true")
    result = run(suite)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*skips not listed*", "tests/test_b.py*"])
    write(suite, "tests/allowed_skips.txt", "# comment\n\ntests/test_b.py* # a reason\n")
    assert run(suite).ret == pytest.ExitCode.OK


def test_brackets_of_a_listed_skip_are_literal(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = """
    import pytest

    @pytest.mark.parametrize("x", ["a", "b"])
    def test_x(x): pytest.skip("no")
    """
    write(suite, "tests/test_a.py", BOTH_PASS)
    suite.makepyfile(**{"tests/test_b": source})
    write(suite, "tests/allowed_skips.txt", "tests/test_b.py::test_x[a] # a reason\n")
    monkeypatch.setenv("CI", "1")
    result = run(suite)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*skips not listed*", "tests/test_b.py::test_x[[]b]"])


def test_a_listed_skip_needs_its_reason(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(suite, "tests/test_a.py", BOTH_PASS)
    write(suite, "tests/allowed_skips.txt", "tests/test_b.py\n")
    monkeypatch.setenv("CI", "1")
    result = run(suite)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*allowed_skips.txt:1: a skip needs*"])


def test_goldens_compare_and_are_rewritten_only_on_demand(suite: pytest.Pytester) -> None:
    write(suite, "docs/rules/doudizhu.md", "no rows")
    write(suite, "tests/test_g.py", "def test_g(golden): golden('run.txt', 'deal 1\\n')\n")
    assert run(suite).ret == pytest.ExitCode.TESTS_FAILED
    assert run(suite, "--update-golden").ret == pytest.ExitCode.OK
    assert (suite.path / "tests/golden/run.txt").read_text("utf-8") == "deal 1\n"
    assert run(suite).ret == pytest.ExitCode.OK
    write(suite, "tests/golden/run.txt", "deal 2\n")
    assert run(suite).ret == pytest.ExitCode.TESTS_FAILED


def test_soak_multiplies_random_cases(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(suite, "docs/rules/doudizhu.md", "no rows")
    source = """
    from hypothesis import settings

    def test_s(soak):
        assert (soak, settings().max_examples) == (3, 300)
    """
    suite.makepyfile(**{"tests/test_s": source})
    assert suite.runpytest_subprocess().ret == pytest.ExitCode.TESTS_FAILED
    monkeypatch.setenv("CHUPAI_SOAK", "3")
    assert suite.runpytest_subprocess().ret == pytest.ExitCode.OK
