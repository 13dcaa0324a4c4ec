"""The documentation: its Python runs, its links lead somewhere."""

import contextlib
import doctest
import io
import re
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parents[1]
DOCS = sorted((ROOT / "docs").rglob("*.md"))
PAGES = [*sorted(ROOT.glob("*.md")), *DOCS]

FENCE = re.compile(
    r"^(?P<fence>`{3,}|~{3,})(?P<language>[^\n`]*)\n(?P<code>.*?)^(?P=fence)\s*$",
    re.MULTILINE | re.DOTALL,
)
LINK = re.compile(r"(?<!!)\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
REFERENCE = re.compile(r"^\[[^\]]+\]:\s*(\S+)", re.MULTILINE)
IMAGE = re.compile(r"!\[[^\]]*\]\(\s*([^)\s]+)")
SHOWN = re.compile(r"\s*^```text\n(?P<output>.*?)^```\s*$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*\s*$", re.MULTILINE)


def named(path):
    return path.relative_to(ROOT).as_posix()


def blocks(text, language):
    """The code blocks of a language, each with the number of lines before it and its output.

    The output is what a block of text right after it shows, None where there is none.
    """
    for found in FENCE.finditer(text):
        if found["language"].strip().split(" ")[0] == language:
            shown = SHOWN.match(text, found.end())
            output = None if shown is None else shown["output"]
            yield text.count("\n", 0, found.start("code")), found["code"], output


def prose(text):
    """A page without its code."""
    return re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", "``", FENCE.sub("", text))


def anchors(text):
    """The names that GitHub gives to the headings of a page, and those given by hand."""
    found, seen = set(), {}
    for heading in HEADING.findall(FENCE.sub("", text)):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        words = re.sub(r"[*_](\S(?:.*?\S)?)[*_]", r"\1", words)
        slug = re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")
        number = seen.get(slug, 0)
        seen[slug] = number + 1
        found.add(f"{slug}-{number}" if number else slug)
    return found | set(re.findall(r"<a\s+(?:id|name)=\"([^\"]+)\"", text))


def run(page, text, names):
    """Execute the Python of a page, in order and in one namespace.

    What is shown is checked: after ``>>>``, and in a block of text that follows the code.
    """
    for before, code, output in blocks(text, "python"):
        if ">>>" in code:
            parser, runner = (
                doctest.DocTestParser(),
                doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS),
            )
            test = parser.get_doctest(code, names, named(page), named(page), before)
            report = []
            runner.run(test, out=report.append, clear_globs=False)
            names.update(test.globs)
            assert not runner.failures, "".join(report)
        else:
            compiled = compile("\n" * before + code, named(page), "exec")
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compiled, names)
            if output is not None:
                same = doctest.OutputChecker().check_output
                assert same(output, printed.getvalue(), doctest.ELLIPSIS), printed.getvalue()


@pytest.mark.parametrize("page", DOCS, ids=named)
def test_the_python_of_a_page_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run(page, page.read_text("utf-8"), {"__name__": "__main__"})


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page):
    text = page.read_text("utf-8")
    targets = [*LINK.findall(prose(text)), *REFERENCE.findall(prose(text)), *IMAGE.findall(text)]
    for target in targets:
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = unquote(target).partition("#")
        path = (page.parent / name).resolve() if name else page
        assert path.exists(), f"{named(page)}: {target}"
        assert path.is_relative_to(ROOT), f"{named(page)}: {target}"
        if anchor:
            assert anchor in anchors(path.read_text("utf-8")), f"{named(page)}: {target}"


# --- the test's own eyes -------------------------------------------------------------------------

PAGE = """# A page

See [below](#a-title-with-code-and-marks) and [twice](#twice-1), not `[this](#nowhere)`.

```text
[nor](#this)
```

## A *title* with `code`, and: marks

## Twice
## Twice

```python
a = 1
```

```python
>>> a + 1
2
>>> b = a + 2
```

```python
assert b == 3
print(f"{b}\\n\\nseconds:", 0.1)
```

```text
3

seconds: ...
```
"""


def test_pages_are_read_as_they_are_meant():
    assert anchors(PAGE) == {"a-page", "a-title-with-code-and-marks", "twice", "twice-1"}
    assert LINK.findall(prose(PAGE)) == ["#a-title-with-code-and-marks", "#twice-1"]
    assert [before for before, *_ in blocks(PAGE, "python")] == [14, 18, 24]
    run(ROOT / "page.md", PAGE, {})


@pytest.mark.parametrize(
    "code", [">>> 1 + 1\n3\n", "assert False\n", "1 +\n", "print(1)\n```\n\n```text\n2\n"]
)
def test_wrong_examples_are_found(code):
    with pytest.raises((AssertionError, SyntaxError)):
        run(ROOT / "page.md", f"```python\n{code}```\n", {})
