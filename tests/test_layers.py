"""The layers of docs/architecture.md, checked in the sources of both languages."""

import ast
import importlib
import inspect
import re
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "python" / "chupai"
CORE = ROOT / "rust" / "core"

FAMILIES = ["big2", "doudizhu", "shengji"]

# Lowest first; a module imports only from layers below its own. Modules of one layer do not know
# each other, except inside a family.
LAYERS = [
    ["_native", "_shown", "listing"],
    ["_named", "_numbers", "estimates", "histograms", "match_state", "match_threads", "thinker"],
    ["_switches", "cards", "pairing", "summary"],
    ["_facts"],
    ["family"],
    FAMILIES,
    ["variant"],
    ["agents", "record_error"],
    ["record_json"],
    ["record"],
    ["record_run", "record_writer", "records"],
    ["table"],
    ["batch"],
    ["saving"],
    ["result"],
    ["comparison_result", "match_result", "match_rounds", "simulate"],
    ["comparison", "loading", "match", "merging"],
    ["__init__"],
    ["commands_parts", "commands_setup", "commands_switches"],
    [
        "commands_compare",
        "commands_match",
        "commands_moves",
        "commands_replay",
        "commands_simulate",
    ],
    ["commands"],
    ["cli"],
    ["__main__"],
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}

MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))
RUST_SOURCES = sorted((ROOT / "rust").rglob("*.rs"))


def layer_of(path):
    """The layer's module that a file belongs to: a family's files are all the family's."""
    return path.parts[0] if len(path.parts) > 1 else path.stem


def imported(path):
    """The modules of the package that a file imports at run time, as (line, dotted name)."""
    tree = ast.parse((PACKAGE / path).read_text("utf-8"))
    for node in walk_run_time(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} has a relative import"
            names = [node.module]
            if node.module == "chupai":
                names = [submodule(alias.name) for alias in node.names]
        else:
            continue
        for name in names:
            if name == "chupai" or name.startswith("chupai."):
                yield node.lineno, name


def submodule(name):
    """``from chupai import name`` means a module where there is one, else the package itself."""
    is_module = (PACKAGE / f"{name}.py").exists() or (PACKAGE / name).is_dir()
    return f"chupai.{name}" if is_module or name == "_native" else "chupai"


def walk_run_time(tree):
    """All nodes but those below ``if TYPE_CHECKING:``, which import nothing when run."""
    todo = [tree]
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            todo += node.orelse
        else:
            todo += ast.iter_child_nodes(node)


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_imports_go_downwards_only(path):
    ours = layer_of(path)
    assert ours in LEVEL, f"{path} belongs to no layer; give it one, in LAYERS and the docs"
    for line, name in imported(path):
        theirs = name.removeprefix("chupai").removeprefix(".").partition(".")[0] or "__init__"
        if theirs == ours:
            assert ours in FAMILIES, f"{path}:{line} imports itself"
            continue
        assert LEVEL[theirs] < LEVEL[ours], f"{path}:{line} imports {name}, which is not below it"


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_only_the_list_of_families_and_the_front_doors_know_a_family(path):
    """Everything else serves all families through `chupai.family.Family`."""
    allowed = {"variant", "__init__", "commands", *FAMILIES}
    for line, name in imported(path):
        if layer_of(path) not in allowed:
            assert name.split(".")[1:2] not in [[f] for f in FAMILIES], f"{path}:{line}: {name}"
    if layer_of(path) not in allowed:
        tree = ast.parse((PACKAGE / path).read_text("utf-8"))
        code = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        code |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert not code & set(FAMILIES), f"{path} names a family"


def test_the_walk_sees_imports():
    seen = {name for path in MODULES for _, name in imported(path)}
    assert {"chupai._native", "chupai.doudizhu", "chupai.variant", "chupai.batch"} <= seen


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_the_library_needs_numpy_only(path):
    extras = {"click", "rich"} if path.name.startswith("commands") else set()
    allowed = {"numpy", "chupai"} | extras
    for node in walk_run_time(ast.parse((PACKAGE / path).read_text("utf-8"))):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = (
                [node.module] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
            )
            for name in names:
                top = name.partition(".")[0]
                known = top in allowed or top in sys.stdlib_module_names
                assert known, f"{path}:{node.lineno} imports {name}"


def test_the_stub_serves_types_only():
    """`_native` has no Python source of its own; whoever runs it loads the extension module."""
    assert (PACKAGE / "_native.pyi").exists()
    assert not (PACKAGE / "_native.py").exists()


# --- Rust ----------------------------------------------------------------------------------------


def code_of(path):
    """Rust source without comments and string literals."""
    text = re.sub(r'//[^\n]*|"(?:[^"\\]|\\.)*"', '""', path.read_text("utf-8"))
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


@pytest.mark.parametrize("family", FAMILIES)
def test_rust_families_never_mention_each_other(family):
    for path in (CORE / "src" / family).rglob("*.rs"):
        for other in FAMILIES:
            if other != family:
                assert not re.search(rf"\b{other}\b", code_of(path)), f"{path} mentions {other}"


def test_below_the_families_rust_knows_none_of_them():
    for path in (CORE / "src").glob("*.rs"):
        for family in FAMILIES:
            named = re.sub(rf"(?m)^\s*pub mod {family};", "", code_of(path))
            assert not re.search(rf"\b{family}\b", named), f"{path} mentions {family}"


def test_the_core_knows_nothing_of_python_or_the_machine():
    manifest = tomllib.loads((CORE / "Cargo.toml").read_text("utf-8"))
    tables = [manifest.get(kind, {}) for kind in ("dependencies", "build-dependencies")]
    tables += [target.get("dependencies", {}) for target in manifest.get("target", {}).values()]
    names = {name for table in tables for name in table}
    assert not {name for name in names if re.search(r"pyo3|python|numpy", name)}
    for path in (CORE / "src").rglob("*.rs"):
        found = re.search(r"\bstd::(fs|net|io|time|process|env)\b|\bstatic mut\b", code_of(path))
        assert not found, f"{path} uses {found[0]}"


def test_intrinsics_live_in_one_file():
    using = {
        path.relative_to(ROOT).as_posix()
        for path in RUST_SOURCES
        if re.search(r"\b(core|std)::arch\b", code_of(path))
    }
    assert using == {"rust/core/src/bits_x86.rs"}
    named = [
        (path.name, code)
        for path in (CORE / "src").glob("*.rs")
        if re.search(r"mod x86\b|mod bits_x86\b", code := path.read_text("utf-8"))
    ]
    assert len(named) == 1
    assert re.search(
        r'#\[cfg\(target_arch = "x86_64"\)\]\s*(#\[path[^\n]*\s*)?(pub )?mod', named[0][1]
    )


def test_bindings_have_no_unsafe_code():
    for path in (ROOT / "rust" / "py" / "src").rglob("*.rs"):
        assert not re.search(r"\bunsafe\b", code_of(path)), f"{path} is unsafe"


# --- names and sizes -----------------------------------------------------------------------------


def test_no_file_is_a_utils():
    for folder in ("python", "rust", "tests", "benches"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in {".py", ".rs", ".pyi"}:
                assert not re.search(r"util|helper|misc|common_functions", path.stem), path


def test_nothing_asks_for_the_name_of_a_variant():
    """Rule code tests switches; presets are values."""
    ours = [path for family in FAMILIES for path in (PACKAGE / family).rglob("*.py")]
    for path in [*ours, *(CORE / "src").rglob("*.rs")]:
        code = re.sub(r">>> .*|\.\.\. .*", "", path.read_text("utf-8"))  # examples may
        assert not re.search(r"[\"'](doudizhu|big2|shengji)/[a-z]", code), f"{path} names a variant"


def test_the_reference_stands_alone():
    standard = sys.stdlib_module_names
    for path in (ROOT / "tests" / "reference").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                assert all(alias.name.partition(".")[0] in standard for alias in node.names), path
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                top = str(node.module).partition(".")[0]
                assert top in standard or top == "reference", f"{path} imports {node.module}"


# --- documentation -------------------------------------------------------------------------------


def public_names():
    for path in MODULES:
        name = ".".join(("chupai", *path.with_suffix("").parts)).removesuffix(".__init__")
        if "_" in {part[0] for part in name.split(".")}:
            continue
        module = importlib.import_module(name)
        yield pytest.param(module, id=name)
        for public in getattr(module, "__all__", []):
            value = getattr(module, public)
            if inspect.isclass(value) or inspect.isfunction(value):
                yield pytest.param(value, id=f"{name}.{public}")


@pytest.mark.parametrize("thing", list(public_names()))
def test_every_public_name_is_documented(thing):
    assert summary_of(thing)
    if inspect.isclass(thing):
        for name, member in vars(thing).items():
            is_public = not name.startswith("_") and name not in {"rule", "cards"}
            if is_public and (callable(member) or inspect.isdatadescriptor(member)):
                if type(member).__name__ == "member_descriptor":  # a slot: told in the class
                    assert f"{name}:" in inspect.getdoc(thing)
                else:
                    assert summary_of(member), f"{thing.__name__}.{name}"


def summary_of(thing):
    """The first line of a docstring, which is one sentence or phrase of its own."""
    doc = inspect.getdoc(thing) or ""
    return doc.partition("\n")[0].strip()


@pytest.mark.parametrize(
    ("family", "prefix"), [("doudizhu", "DD"), ("big2", "BT"), ("shengji", "SJ")]
)
def test_every_switch_is_documented(family, prefix):
    from dataclasses import fields

    module = importlib.import_module(f"chupai.{family}")
    for kind in (module.Rules, module.Scoring, module.MatchRules, module.Setup):
        for f in fields(kind):
            assert re.search(rf"^\s+{f.name}: .*", kind.__doc__, re.MULTILINE), f.name
            paragraph = re.search(
                rf"^    {f.name}: (.*?)(?=^    \w|\Z)",
                inspect.getdoc(kind),
                re.MULTILINE | re.DOTALL,
            )[1]
            assert re.search(rf"{prefix}-\d\d", paragraph), f"{f.name} names no rule"
