"""What a release must agree on: versions, locks, metadata, the cost of an import, the README."""

import ast
import contextlib
import io
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

import pytest

import chupai
from chupai import _native

ROOT = Path(__file__).parents[1]
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_versions_agree():
    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))
    versions = {
        PROJECT["project"]["version"],
        workspace["workspace"]["package"]["version"],
        chupai.__version__,
        _native.__version__,
        metadata.version("chupai"),
    }
    assert versions == {chupai.__version__}


def test_the_public_names_exist_and_are_sorted():
    assert sorted(chupai.__all__) == sorted(set(chupai.__all__))
    for name in chupai.__all__:
        assert hasattr(chupai, name)


@pytest.mark.parametrize("lock", ["run.txt", "dev.txt"])
def test_locks_have_hashes_and_no_addresses(lock):
    text = (ROOT / "requirements" / lock).read_text("utf-8")
    assert not re.search(r"://|--index-url|--find-links|--trusted-host| /\w", text)
    pins = re.split(r"\n(?=\w)", text.strip())
    assert len(pins) > 5
    for pin in pins:
        assert re.match(r"[\w.-]+==[\w.]+( ; .*?)? \\\n", pin)
        assert "--hash=sha256:" in pin


def test_the_run_lock_is_part_of_the_development_lock():
    def pins(lock):
        text = (ROOT / "requirements" / lock).read_text("utf-8")
        return set(re.findall(r"^[\w.-]+==[^ ]+", text, re.MULTILINE))

    assert pins("run.txt") <= pins("dev.txt")
    names = {re.sub(r"[-_.]+", "-", pin.partition("==")[0]).lower() for pin in pins("dev.txt")}
    extras = PROJECT["project"]["optional-dependencies"]
    groups = PROJECT["dependency-groups"]
    wanted = [*PROJECT["project"]["dependencies"]]
    wanted += [name for part in (extras, groups) for group in part.values() for name in group]
    for requirement in wanted:
        name = re.match(r"[\w.-]+", requirement)[0]
        assert re.sub(r"[-_.]+", "-", name).lower() in names


def test_the_library_itself_needs_numpy_only():
    assert PROJECT["project"]["dependencies"] == ["numpy>=2"]
    assert (Path(chupai.__file__).parent / "py.typed").exists()


def loaded(program, **env):
    args = [sys.executable, "-c", program]
    env = {name: value for name, value in os.environ.items() if name != NO_BYTECODE} | env
    return subprocess.run(args, capture_output=True, text=True, check=True, env=env).stdout


def test_an_import_loads_little():
    """What few need comes when it is asked for; the benchmarks measure what an import costs."""
    modules = set(
        loaded(
            "import numpy, sys; had = set(sys.modules); import chupai; "
            "print(*sys.modules.keys() - had)"
        ).split()
    )
    never = {"click", "rich", "difflib", "gzip", "hashlib", "json", "concurrent", "asyncio"}
    assert not never & {name.partition(".")[0] for name in modules}
    later = {"chupai.table", "chupai.match", "chupai.records", "chupai.comparison", "chupai.cli"}
    assert not later & modules
    assert "chupai.simulate" in modules


def worth(text):
    """What the lines of the README that are expressions come to, by the comments beside them.

    Of what is printed, the text.
    """
    names, found = {}, {}
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        code = block.replace("1_000_000", "10_000")
        lines = code.splitlines()
        for node in ast.parse(code).body:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                if isinstance(node, ast.Expr):
                    value = eval(compile(ast.Expression(node.value), "README.md", "eval"), names)
                    comment = lines[node.end_lineno - 1].partition("  # ")[2]
                    found[comment] = printed.getvalue() or value
                else:
                    exec(compile(ast.Module([node], []), "README.md", "exec"), names)
    return found


def test_the_python_of_the_readme_comes_to_what_its_comments_say():
    found = worth((ROOT / "README.md").read_text("utf-8"))
    assert "landlord" in found["who wins what, with confidence intervals"]
    mean = re.match(r"(.*) ± (.*) points a deal", next(says for says in found if "±" in says))
    value, margin = found[mean.string].split(" ± ")
    assert mean.groups() == (f"{float(value):.1f}", f"{float(margin):.1f}")
    listed = {
        says: value
        for says, value in found.items()
        if not isinstance(value, str) and isinstance(value, Sequence)
    }
    moves = [says for says, value in listed.items() if says.startswith(", ".join(map(str, value)))]
    assert len(moves) == 3
    assert len(found["one set of cards, three readings"]) == 3
    assert found["no straight in Hong Kong: None"] is None
    assert sum(found["zero-sum"]) == 0
    assert 10**6 <= found["millions of ways to bury eight cards"] < 10**7
    assert not found["the same deals, settled by every pair"].sum(axis=1).any()


def test_the_readme_names_only_commands_and_files_that_exist():
    text = (ROOT / "README.md").read_text("utf-8")
    for path in re.findall(r"\]\(([^)#]+)\)", text):
        assert (ROOT / path).exists(), path
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"`?make ([a-z-]+)", text):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    named = re.findall(r"`((?:doudizhu|big2|shengji)/[a-z0-9-]+)`", text)
    assert set(named) == set(chupai.variants())


def test_doctests():
    import doctest
    import importlib
    import pkgutil

    import chupai as package

    tried = 0
    for module in pkgutil.walk_packages(package.__path__, "chupai."):
        if module.name not in {"chupai._native", "chupai.commands"}:
            failed, count = doctest.testmod(importlib.import_module(module.name))
            assert not failed, module.name
            tried += count
    assert tried > 20
