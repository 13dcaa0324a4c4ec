"""Write files of records: `RecordWriter`."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import IO, TYPE_CHECKING, Any, Protocol, Self

from chupai._shown import shown
from chupai.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

__all__ = ["RecordWriter", "writing"]


class RecordWriter:
    """Writes records to a file, one a line, each of them handed to the system at once.

    Use it with ``with``, or `close` it. A file that is there already is refused, unless it is to be
    continued; what it holds is never changed. A last line without its end, left by an interrupted
    writer, gets its end and remains a fault of its own. A name that ends in ``.gz`` makes a file
    that gzip compresses, a fifth of the size.

    Where an error ends the ``with`` before anything was written, a file that the writer made is
    taken away again.

    Wherever Ctrl-C or a full disk interrupts it, the file holds whole lines and at most one broken
    one at its end, and the next record begins a new line. Several threads may share a writer, and
    several processes may append to the same plain file.

    Attributes:
        path: the file.
        count: how many records this writer has written.

    Args:
        path: the file.
        append: continue a file that is there.

    Raises:
        FileExistsError: the file is there, holds something, and is not to be continued.
        IsADirectoryError: a folder is there.
        OSError: it cannot be written.
        ValueError: an empty path, or a compressed file to continue that is cut off or damaged.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from chupai import replay, variant
        >>> s = variant("doudizhu/rlcard").deal(seed=7)
        >>> with TemporaryDirectory() as folder:
        ...     with RecordWriter(f"{folder}/deals.jsonl") as writer:
        ...         writer.write(Record.of(s, seed=7))
        ...     replay(f"{folder}/deals.jsonl").deals
        1
    """

    def __init__(self, path: str | os.PathLike[str], *, append: bool = False) -> None:
        name = os.fspath(path)
        if not name:
            raise ValueError("the path of the file of records is empty")
        self.path = Path(name)
        self.count = 0
        self._lock = Lock()
        if self.path.is_dir():
            raise IsADirectoryError(f"{name} is a folder, not a file of records")
        there = self.path.exists() and self.path.stat().st_size > 0
        if there and not append:
            raise FileExistsError(
                f"{name} is there already; it is continued by RecordWriter(path, append=True)"
            )
        self._is_new = not os.path.lexists(self.path)  # not a device, nor somebody's empty file
        compressed = self.path.suffix == ".gz"
        is_open = there and _ends_within_a_line(self.path, compressed=compressed)
        # Unbuffered: one call hands the system a whole line.
        file = self.path.open("ab", buffering=0)
        self._lines: _Lines = _Compressed(file) if compressed else _Plain(file)
        if is_open:
            self._lines.write(b"\n")

    def write(self, record: Record) -> None:
        """Write one record.

        Raises:
            TypeError: it is none.
            RecordError: it holds what is no JSON.
            ValueError: the writer is closed.
            OSError: the disk is full, or the like.
        """
        if not isinstance(record, Record):
            raise TypeError(f"a Record is written, not {shown(record)}")
        line = record.to_json().encode() + b"\n"
        with self._lock:
            if self._lines.file.closed:
                raise ValueError(f"the writer of {self.path} is closed")
            self._lines.write(line)
            self.count += 1

    def close(self) -> None:
        """Close the file; a second time does nothing."""
        with self._lock:
            if not self._lines.file.closed:
                try:
                    self._lines.end()
                finally:
                    self._lines.file.close()

    def __enter__(self) -> Self:
        """The writer itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file; after an error take away a new one to which nothing was written."""
        if error is not None:
            self._remove_if_empty()
        self.close()

    def _remove_if_empty(self) -> None:
        """Take away the file if this writer made it and nothing is in it."""
        with self._lock:
            file = self._lines.file
            if self._is_new and not file.closed and os.fstat(file.fileno()).st_size == 0:
                file.close()
                self.path.unlink(missing_ok=True)

    def __repr__(self) -> str:
        return f"<RecordWriter of {os.fspath(self.path)!r}, records written: {self.count:,}>"


@contextmanager
def writing(record: RecordWriter | str | os.PathLike[str]) -> Iterator[RecordWriter]:
    """A writer as it is; of a path a new writer, closed at the end."""
    if isinstance(record, RecordWriter):
        yield record
    else:
        with RecordWriter(record) as writer:
            yield writer


class _Lines(Protocol):
    """Where lines go."""

    file: IO[bytes]

    def write(self, line: bytes) -> None: ...

    def end(self) -> None: ...


class _Plain:
    """Lines as they are. Others may append to the same file, so nothing is ever taken back."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self._torn = False  # whether a line may have been begun and not ended

    def write(self, line: bytes) -> None:
        if self._torn:
            line = b"\n" + line
        self._torn = True
        _write_all(self.file, line)
        self._torn = False

    def end(self) -> None:
        pass


class _Compressed:
    """Lines compressed by gzip, so that all of them can be read before the file is closed.

    A line that was interrupted is taken back: from half of it nothing could be read on.
    """

    def __init__(self, file: IO[bytes]) -> None:
        import zlib  # noqa: PLC0415 - an import of chupai is to be quick

        self.file = file
        self._flush = zlib.Z_SYNC_FLUSH
        # The compressor after the last whole line, and the size of the file then: changed at once.
        self._done: tuple[Any, int] = (
            zlib.compressobj(wbits=16 + zlib.MAX_WBITS),
            file.seek(0, os.SEEK_END),
        )

    def write(self, line: bytes) -> None:
        compressor, _ = self._done
        after = compressor.copy()
        self._put(after.compress(line) + after.flush(self._flush), after)

    def end(self) -> None:
        compressor, _ = self._done
        self._put(compressor.copy().flush(), compressor)

    def _put(self, data: bytes, after: Any) -> None:
        _, size = self._done
        if os.fstat(self.file.fileno()).st_size != size:
            self.file.truncate(size)
        _write_all(self.file, data)
        self._done = after, size + len(data)


def _write_all(file: IO[bytes], data: bytes) -> None:
    written = file.write(data)
    while written < len(data):  # a disk that is nearly full takes a part
        written += file.write(data[written:])


def _ends_within_a_line(path: Path, *, compressed: bool) -> bool:
    """Whether the last line of a file lacks its end."""
    if not compressed:
        with path.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read(1) != b"\n"
    import gzip  # noqa: PLC0415 - an import of chupai is to be quick
    import zlib  # noqa: PLC0415

    last = b"\n"
    try:
        with gzip.open(path) as packed:
            while chunk := packed.read(1 << 20):
                last = chunk[-1:]
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ValueError(
            f"{path} cannot be continued, for its compressed data is cut off or damaged: {error}"
        ) from None
    return last != b"\n"
