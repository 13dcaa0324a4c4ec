"""Files that the command line is to write: which it refuses, and in which words."""

import os
import re

import pytest

import chupai

RUNS = {
    "simulate": ["simulate", "doudizhu/standard", "--games", 5],
    "match": ["match", "big2/wikipedia", "--matches", 2, "--deals", 2],
}


@pytest.fixture(params=RUNS)
def run(request, call, tmp_path, monkeypatch):
    """Run a command with options, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *options: call(*RUNS[request.param], *options)


def refused(result, why):
    """Whether a call was refused in one line, for a reason."""
    status, out, err = result
    return (status, out) == (2, "") and re.fullmatch(rf"chupai: [^\n]*{why}[^\n]*\n", err)


def test_records_and_what_is_saved_do_not_go_to_one_file(run, tmp_path):
    """By whatever path: what is saved would take the place of the records."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "other").symlink_to(tmp_path / "folder")
    (tmp_path / "link").symlink_to(tmp_path / "new")
    (tmp_path / "empty").touch()
    os.link(tmp_path / "empty", tmp_path / "second")
    for record, save in (
        ("new", "new"),
        ("new", tmp_path / "new"),
        ("folder/../new", "./new"),
        ("other/new", "folder/new"),
        ("link", "new"),
        ("new", "link"),
        ("empty", "second"),
    ):
        assert refused(run("--record", record, "--save", save), "the same file")
    assert not (tmp_path / "new").exists()
    assert not list((tmp_path / "folder").iterdir())
    assert run("--record", "folder/new", "--save", "new")[0] == 0
    assert chupai.replay("folder/new").ok
    assert chupai.load("new").seconds >= 0


def test_a_file_of_records_that_cannot_be_made_is_told_without_python(run, tmp_path):
    (tmp_path / "full").write_text("{}\n")
    assert refused(run("--record", tmp_path), "is a folder")
    for path in ("full", tmp_path / "full"):
        status, out, err = run("--record", path)
        assert refused((status, out, err), "is there already")
        assert "append=" not in err
        assert "RecordWriter" not in err
    assert (tmp_path / "full").read_text() == "{}\n"
    (tmp_path / "empty").touch()
    assert run("--record", "empty")[0] == 0
