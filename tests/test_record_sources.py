"""Where records are read from: files of every kind that are open for reading bytes."""

import gzip
import io
import os
import subprocess
import sys
import tempfile
import time
from threading import Thread

import pytest

from chupai import example_records, read_records, replay

PLAIN = example_records().read_bytes()
DEALS = replay(example_records()).deals


class OnlyRead:
    """What has nothing but ``read``, and gives a few bytes at a time."""

    def __init__(self, data, most):
        self.data, self.most = io.BytesIO(data), most

    def read(self, size=-1):
        return self.data.read(self.most if size < 0 else min(size, self.most))


def unbuffered(data, path):
    path.write_bytes(data)
    return path.open("rb", buffering=0)


def spooled(data, _path, mode="w+b"):
    file = tempfile.SpooledTemporaryFile(mode=mode)  # noqa: SIM115 - its last name closes it
    file.write(data)
    file.seek(0)
    return file


def temporary(data, _path):
    file = tempfile.TemporaryFile()  # noqa: SIM115 - its last name closes it
    file.write(data)
    file.seek(0)
    return file


def pipe(data, _path, *, buffering=-1):
    """A pipe that brings one byte, and the others later."""
    out, into = os.pipe()

    def write():
        with os.fdopen(into, "wb", buffering=0) as file:
            for part in (data[:1], data[1:3], data[3:]):
                file.write(part)
                time.sleep(0.02)

    Thread(target=write).start()
    return os.fdopen(out, "rb", buffering=buffering)


SOURCES = {
    "unbuffered": unbuffered,
    "spooled": spooled,
    "temporary": temporary,
    "bytes": lambda data, _: io.BytesIO(data),
    "buffered": lambda data, _: io.BufferedReader(io.BytesIO(data)),
    "gzip": lambda data, _: gzip.GzipFile(fileobj=io.BytesIO(gzip.compress(data))),
    "one byte": lambda data, _: OnlyRead(data, 1),
    "three bytes": lambda data, _: OnlyRead(data, 3),
    "pipe": pipe,
    "unbuffered pipe": lambda data, path: pipe(data, path, buffering=0),
}


@pytest.mark.parametrize("is_packed", [False, True], ids=["plain", "packed"])
@pytest.mark.parametrize("name", SOURCES)
def test_every_file_that_gives_bytes_is_read(tmp_path, name, is_packed):
    file = SOURCES[name](gzip.compress(PLAIN) if is_packed else PLAIN, tmp_path / "deals")
    report = replay(file)
    assert (report.deals, report.fault_count) == (DEALS, 0)
    assert isinstance(report.path, str)
    assert report.path != "None"
    if hasattr(file, "close"):
        assert not file.closed  # it is the caller's
        file.close()


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("size", range(4))
def test_a_file_of_a_few_bytes_is_no_other(tmp_path, name, size):
    for data in (b"\n\n\n", b"{}x", gzip.compress(PLAIN)):
        file = SOURCES[name](data[:size], tmp_path / "deals")
        report, plain = replay(file), replay(io.BytesIO(data[:size]))
        assert [fault.why for fault in report.faults] == [fault.why for fault in plain.faults]
        assert (report.deals, report.cut_off) == (0, plain.cut_off)
        if hasattr(file, "close"):
            file.close()


def test_a_pipe_on_the_command_line_may_bring_one_byte_at_first():
    args = [sys.executable, "-m", "chupai", "replay", "-"]
    with subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        packed = gzip.compress(PLAIN)
        process.stdin.write(packed[:1])
        process.stdin.flush()
        time.sleep(1)
        assert process.communicate(packed[1:])[0].startswith(f"-: {DEALS} deals".encode())


def test_a_file_of_text_is_none_of_bytes(tmp_path):
    path = tmp_path / "deals"
    path.write_bytes(PLAIN)
    texts = [path.open(), io.StringIO(PLAIN.decode()), spooled("{}", path, "w+")]
    for file in [*texts, (tmp_path / "new").open("wb")]:
        with file:
            for read in (replay, lambda source: list(read_records(source))):
                with pytest.raises(TypeError, match="open for reading bytes"):
                    read(file)


def test_the_path_of_a_report_is_text(tmp_path):
    path = tmp_path / "deals"
    path.write_bytes(PLAIN)
    assert replay(os.fsencode(path)).path == str(path)
