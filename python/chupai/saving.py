"""Files that hold results: `save`, `saved`; what there must be of a variant and a tally in them."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import asdict
from typing import IO, TYPE_CHECKING, Any, TypeVar

import numpy as np

from chupai.batch import Tally
from chupai.variant import Variant, family

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["about_variant", "check_place", "is_one_file", "save", "saved", "tally_of", "variant_in"]

FORMAT = 1
"""Of files; a later one may hold more, or hold it otherwise."""

_ARCHIVES = (b"PK\x03\x04", b"PK\x05\x06")
"""With which files of numpy begin that hold several arrays, and such as hold none."""

Made = TypeVar("Made")


def save(
    path: str | os.PathLike[str], about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> None:
    """Write a file: an ``.npz`` of numpy whatever its name, with ``about`` as a text of JSON.

    A file that is there already is replaced once the new one is complete.

    Raises:
        ValueError: an empty path, or one that is there and no file.
        OSError: the file cannot be written.
    """
    import json  # noqa: PLC0415 - an import of chupai is to be quick

    place = check_place(path)
    told: dict[str, Any] = dict(arrays) | {"about": json.dumps({"format": FORMAT} | dict(about))}
    with _blamed_on(path), _draft(place) as file:
        np.savez_compressed(file, **told)


def saved(
    path: str | os.PathLike[str], made: Callable[[Mapping[str, Any], dict[str, Any]], Made]
) -> Made:
    """What `save` has written, given to ``made`` as ``about`` and the arrays, and made whole again.

    What is made has a ``digest()``, which must be that of ``about``.

    Raises:
        OSError: there is no such file, or it cannot be read.
        ValueError: it is no such file, or is damaged.
        MemoryError: more than there is room for.
    """
    import json  # noqa: PLC0415 - an import of chupai is to be quick
    from io import BytesIO  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    data = Path(path).read_bytes()
    if not data.startswith(_ARCHIVES):  # of which numpy would say that they may be pickles
        raise ValueError(f"{os.fspath(path)} holds no result of chupai: it is no .npz of numpy")
    try:
        with np.load(BytesIO(data), allow_pickle=False) as file:
            arrays = dict(file)
        if missing := {"about"} - arrays.keys():
            raise ValueError(f"it has no {missing.pop()!r}")  # noqa: TRY301 - told as all others
        about = json.loads(str(arrays.pop("about")))
        _check_format(about["format"])
        result: Any = made(about, arrays)
        is_whole = result.digest() == about["digest"]
    except MemoryError:
        raise
    except Exception as error:  # a damaged archive may raise whatever its readers do
        raise ValueError(f"{os.fspath(path)} holds no result of chupai: {error}") from error
    if not is_whole:
        raise ValueError(f"{os.fspath(path)} is damaged: it is not what was written")
    rebuilt: Made = result
    return rebuilt


def _check_format(found: object) -> None:
    if found != FORMAT:
        raise ValueError(f"its format is that of another version, {found}")


# --- variants and tallies ------------------------------------------------------------------------


def about_variant(variant: Variant) -> dict[str, Any]:
    """What a file says of a variant."""
    return {
        "game": variant.family.name,
        "rules": asdict(variant.rules),
        "scoring": asdict(variant.scoring),
        "match": asdict(variant.match),
    }


def variant_in(about: Mapping[str, Any]) -> Variant:
    """The variant of which a file says so."""
    game = family(about["game"])
    return Variant(
        rules=game.rules(**about["rules"]),
        scoring=game.scoring(**about["scoring"]),
        match=game.match(**about["match"]),
    )


def _named(arrays: Mapping[str, NDArray[Any]], kind: str) -> dict[str, NDArray[Any]]:
    """The arrays whose names begin so, by the rest of them."""
    return {
        name.removeprefix(kind): array for name, array in arrays.items() if name.startswith(kind)
    }


def tally_of(arrays: Mapping[str, NDArray[Any]], games: int) -> Tally:
    """The tally of so many deals that is among the arrays of a file."""
    rows, counted = _named(arrays, "row "), _named(arrays, "histogram ")
    return Tally(games, rows, arrays["counts"], counted)


# --- the file itself -----------------------------------------------------------------------------


def check_place(path: str | os.PathLike[str]) -> Path:
    """Refuse a path that no file can be written to, before the work for it is done.

    Returns:
        The path without links.

    Raises:
        ValueError: an empty path, or one that is there and no file.
        OSError: no file can be made there.
    """
    from pathlib import Path  # noqa: PLC0415 - an import of chupai is to be quick

    if not os.fspath(path):
        raise ValueError("the path of the file to save is empty")
    place = Path(path).resolve()
    if place.exists() and not place.is_file():
        raise ValueError(f"{os.fspath(path)} is there and no file")
    trial = _beside(place)
    with _blamed_on(path):
        trial.touch(exist_ok=False)
        trial.unlink()
    return place


def is_one_file(a: str | os.PathLike[str], b: str | os.PathLike[str]) -> bool:
    """Whether two paths lead to the same file, which may not be there yet."""
    from pathlib import Path  # noqa: PLC0415 - an import of chupai is to be quick

    one, other = Path(a).resolve(), Path(b).resolve()
    if one == other:
        return True
    if one.exists() and other.exists():
        return one.samefile(other)  # which has two names
    return one.name == other.name and one.parent.exists() and one.parent.samefile(other.parent)


def _beside(path: Path) -> Path:
    return path.with_name(f".{os.urandom(8).hex()}.part")


@contextmanager
def _blamed_on(path: str | os.PathLike[str]) -> Iterator[None]:
    """An error of a file beside ``path``, told with the name that the caller gave."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            raise
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


@contextmanager
def _draft(path: Path) -> Iterator[IO[bytes]]:
    """A new file that takes the place of ``path`` once it is complete, else vanishes."""
    draft = _beside(path)
    try:
        with draft.open("xb") as file:
            yield file
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
