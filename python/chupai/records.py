"""Files of records, one deal a line, read and checked: `read_records`, `replay`."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader, RawIOBase, TextIOBase
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, BinaryIO, NoReturn, cast

from chupai._shown import counted
from chupai.record import Record
from chupai.record_error import RecordError
from chupai.variant import family

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

__all__ = [
    "ReplayReport",
    "example_records",
    "no_further",
    "opened",
    "read_line",
    "read_records",
    "replay",
]

Source: TypeAlias = "str | os.PathLike[str] | BinaryIO"
"""The path of a file, or a file that is open for reading bytes, such as ``sys.stdin.buffer``."""

FAULTS_KEPT = 1000
"""Faults that a report lists; it counts all of them."""

_GZIP = b"\x1f\x8b"


def example_records(game: str = "doudizhu") -> Path:
    """The path of a file with records of a dozen deals, which comes with the library.

    Among them are deals of all named variants of the game, cards that were dealt again, a deal from
    a position, one with the cards of a real table, and one that was broken off.

    Args:
        game: the name of a family: ``"doudizhu"``, ``"big2"`` or ``"shengji"``.

    Raises:
        ValueError: no family has this name.

    Example:
        >>> replay(example_records()).deals > 10
        True
    """
    return Path(__file__).with_name("data") / f"{family(game).name}.jsonl"


# --- reading -------------------------------------------------------------------------------------


def read_records(
    source: Source, *, on_fault: Callable[[RecordError], object] | None = None
) -> Iterator[Record]:
    """The records of a file, one after the other; the file may be compressed by gzip.

    Only their form is checked; `Record.replay` checks a deal. Empty lines are skipped.

    Args:
        source: the path of the file, or a file that is open for reading bytes.
        on_fault: called with each line that holds no record, after which reading goes on. Without
            it such a line is raised.

    Raises:
        RecordError: a line holds no record; ``line`` says which. Where the file ends in the middle
            of a line, ``cut_off`` is true, and all other records have been read.
        OSError: the file cannot be read.
        TypeError: neither a path nor such a file.

    Example:
        >>> sum(record.scores is None for record in read_records(example_records())) > 0
        True
    """
    for found in _found(source):
        if isinstance(found, Record):
            yield found
        elif on_fault is None:
            raise found
        else:
            on_fault(found)


def _found(source: Source) -> Iterator[Record | RecordError]:
    """What each line holds: a record, or what is wrong with it."""
    number = 0
    with opened(source) as file:
        lines = iter(file)
        while True:
            number += 1
            try:
                line = next(lines)
            except StopIteration:
                return
            except Exception as error:
                if isinstance(error, OSError) and error.errno is not None:
                    raise  # of the disk, not of the data
                yield no_further(error, number)
                return
            found = read_line(line, number)
            if found is not None:
                yield found


def no_further(error: Exception, line: int) -> RecordError:
    """What it means that compressed data cannot be read on."""
    if isinstance(error, EOFError):
        why = "the compressed file ends before its end, as if its writer was interrupted"
        return RecordError(why, line=line, cut_off=True)
    return RecordError(f"from here on the compressed data is damaged: {error}", line=line)


def read_line(line: bytes, number: int) -> Record | RecordError | None:
    """What a line holds: a record, or what is wrong with it; None of an empty one."""
    if number == 1:
        line = line.removeprefix(b"\xef\xbb\xbf")  # an editor's mark of the byte order
    if not line.strip():
        return None
    try:
        return Record.from_json(line.decode(), line=number)
    except UnicodeDecodeError as error:
        fault = RecordError(f"byte {error.start + 1} is not UTF-8", line=number)
    except RecordError as error:
        fault = error.with_traceback(None)
    if line.endswith(b"\n") or _is_json(line):
        return fault
    return RecordError(f"the file is cut off here: {fault.why}", line=number, cut_off=True)


def _is_json(line: bytes) -> bool:
    """Whether a line is complete as far as JSON goes: no beginning of an object is."""
    from json import loads  # noqa: PLC0415 - only for the sake of a fault

    try:
        loads(line)
    except (ValueError, RecursionError):
        return False
    return True


@contextmanager
def opened(source: Source) -> Iterator[IO[bytes]]:
    """The file, uncompressed."""
    if hasattr(source, "read"):
        yield _plain(cast("IO[bytes]", source))
        return
    with open(os.fspath(source), "rb") as file:  # noqa: PTH123 - bytes as paths too
        yield _plain(file)


def _plain(given: IO[bytes]) -> IO[bytes]:
    file, head = _looked_into(given)
    if head[:2] != _GZIP:
        return file
    if head[2:3] not in b"\x08" or any(flags & 0xE0 for flags in head[3:]):
        # The module gzip takes a short one for one that was cut off.
        return cast("IO[bytes]", _Damaged())
    import gzip  # noqa: PLC0415 - an import of chupai is to be quick

    return cast("IO[bytes]", gzip.GzipFile(fileobj=file, mode="rb"))


def _looked_into(file: Any) -> tuple[IO[bytes], bytes]:
    """A file from which nothing was read, and the 4 bytes with which it begins, as far as it has.

    Raises:
        TypeError: it is not open for reading bytes.
    """
    is_text = isinstance(file, TextIOBase) or (hasattr(file, "readable") and not file.readable())
    if not is_text and hasattr(file, "peek"):
        head = file.peek(4)[:4]
        if len(head) in {0, 4} or not _GZIP.startswith(head[:2]):
            return file, head
    # Nothing more can be had without reading it: a pipe may have brought a single byte so far.
    head = b""
    while not is_text and len(head) < 4:
        more = file.read(4 - len(head))
        is_text = isinstance(more, str)
        if is_text or not more:
            break
        head += more
    if is_text:
        raise TypeError('records are read from a file that is open for reading bytes, as by "rb"')
    return cast("IO[bytes]", BufferedReader(_Ahead(head, file))), head


class _Ahead(RawIOBase):
    """A file whose first bytes have been read already; closing this leaves it open."""

    def __init__(self, head: bytes, file: IO[bytes]) -> None:
        self._head = head
        self._read = getattr(file, "read1", file.read)  # what there is, without waiting for more

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data, self._head = self._head or self._read(len(buffer)), b""
        buffer[: len(data)] = data
        return len(data)


class _Damaged(RawIOBase):
    """A file that begins like one of gzip, and with what no method of compression begins with."""

    def readinto(self, _buffer: object) -> NoReturn:
        raise OSError("its header is none of gzip")


# --- replaying -----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ReplayReport:
    """What came of replaying a file; ``str(report)`` says it in one line.

    Attributes:
        path: the file's name.
        deals: how many deals were played again and found right.
        broken_off: how many of them were broken off, and have no scores.
        fault_count: how many lines hold no record, or one of a deal that cannot have been so.
        faults: the first 1,000 of them.
        cut_off: whether the file ends in the middle of a line, which is one of the faults.
        seconds: time taken, by the clock.
    """

    path: str
    deals: int
    broken_off: int
    fault_count: int
    faults: tuple[RecordError, ...]
    cut_off: bool
    seconds: float

    @property
    def ok(self) -> bool:
        """Whether there is no fault."""
        return not self.fault_count

    def __str__(self) -> str:
        parts = [f"{counted(self.deals, 'deal')} verified"]
        if self.broken_off:
            parts.append(f"{self.broken_off:,} of them broken off")
        lines = self.fault_count - self.cut_off
        if lines:
            parts.append(counted(lines, "fault"))
        if self.cut_off:
            parts.append("the last line is cut off")
        return f"{self.path}: {', '.join(parts)}"

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON data."""
        return {
            "path": self.path,
            "deals": self.deals,
            "broken_off": self.broken_off,
            "fault_count": self.fault_count,
            "cut_off": self.cut_off,
            "seconds": self.seconds,
            "faults": [
                {"line": fault.line, "move": fault.move, "why": fault.why} for fault in self.faults
            ],
        }


def replay(
    source: Source,
    *,
    on_fault: Callable[[RecordError], object] | None = None,
    progress: Callable[[int], object] | None = None,
) -> ReplayReport:
    """Play every deal of a file again and check it, as `Record.replay` does.

    A fault is that of its own line; the others are checked all the same.

    Args:
        source: the path of the file, or a file that is open for reading bytes; plain or gzip.
        on_fault: called with each fault as it is found.
        progress: called now and then with the number of deals done. If it raises, the run ends.

    Returns:
        The `ReplayReport`. A thousand deals take about 0.1 s.

    Raises:
        OSError: the file cannot be read.
        TypeError: neither a path nor such a file.

    Example:
        >>> report = replay(example_records())
        >>> report.ok, report.fault_count
        (True, 0)
    """
    begin = time.perf_counter()
    deals = broken_off = count = 0
    faults: list[RecordError] = []
    cut_off = False
    for found in _found(source):
        fault = found if isinstance(found, RecordError) else _fault_of(found)
        if fault is None:
            deals += 1
            broken_off += cast("Record", found).scores is None
        else:
            count += 1
            cut_off |= fault.cut_off
            if count <= FAULTS_KEPT:
                faults.append(fault)
            if on_fault is not None:
                on_fault(fault)
        if progress is not None and (deals + count) % 1000 == 0:
            progress(deals + count)
    if progress is not None:
        progress(deals + count)
    return ReplayReport(
        path=_name(source),
        deals=deals,
        broken_off=broken_off,
        fault_count=count,
        faults=tuple(faults),
        cut_off=cut_off,
        seconds=time.perf_counter() - begin,
    )


def _fault_of(record: Record) -> RecordError | None:
    try:
        record.replay()
    except RecordError as error:
        return error.with_traceback(None)  # which would keep the whole deal
    return None


def _name(source: Source) -> str:
    if hasattr(source, "read"):
        name = getattr(source, "name", None)
        return "the file" if name is None else str(name)
    return os.fsdecode(source)
