"""The parts of a record as JSON, read strictly and written so that they are read alike."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Hashable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, cast

from chupai import _native
from chupai._shown import shown, shown_json
from chupai.record_error import RecordError
from chupai.variant import Variant
from chupai.variant import variant as named

__all__ = ["ORDER", "decoded", "encoded", "read", "setup_told", "variant_told"]

ORDER = (
    *("chupai", "variant", "switches", "seed", "match", "index", "setup", "agents"),
    *("dealings", "position", "auction", "moves", "scores", "notes"),
)
"""The keys in the order in which they are written: dealings or position, notes if there are any."""

_OPTIONAL = frozenset(("dealings", "position", "notes"))
_NEEDED = tuple(key for key in ORDER if key not in _OPTIONAL)
_KNOWN = frozenset(ORDER)

_PARTS = ("rules", "scoring", "match")
"""The parts of a variant that switches are of."""

_WORDS = {"True or False": "true or false", "not None": "not null", "is None": "is null"}
"""Words of messages about switches, and those of JSON."""

_WORD = 2**64 - 1


# --- text ----------------------------------------------------------------------------------------


def encoded(data: Mapping[str, Any]) -> str:
    """JSON in one line, as `decoded` reads it back.

    Raises:
        TypeError, ValueError: what is no JSON: other types, NaN, lone surrogates.
    """
    try:
        text = _ENCODER.encode(data)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    text.encode()
    return text


def decoded(text: str) -> Any:
    """The data of a JSON text: no key twice, no NaN or infinity, text that is Unicode.

    Raises:
        RecordError: it is no such text.
    """
    try:
        data = _DECODER.decode(text)
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        what = _lowered(error.msg).removesuffix(" at")
        raise RecordError(f"this is no JSON: {what} at character {error.pos + 1}") from None
    except UnicodeEncodeError:
        raise RecordError("an escape stands for half a character") from None
    except RecursionError:
        raise RecordError("this is nested too deeply") from None
    except ValueError as error:  # of those below, and of numbers of thousands of digits
        raise RecordError(str(error)) from None
    return data


def _lowered(message: str) -> str:
    return message[:1].lower() + message[1:]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {shown(twice)} occurs twice")
    return made


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"the number {shown(text)} is too large")
    return number


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is no number of JSON")


_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_finite, parse_constant=_no_constant
)


# --- variants and set-ups ------------------------------------------------------------------------


@lru_cache(maxsize=256)
def variant_told(variant: Variant) -> tuple[str, dict[str, dict[str, Any]]]:
    """The named variant of the family that is nearest, and the switches that differ from it."""
    name, switches = variant.nearest(*_PARTS)
    plain = {
        part: {switch: _plain(value) for switch, value in differing.items()}
        for part, differing in switches.items()
    }
    return name, plain


@lru_cache(maxsize=256)
def _variant_of(name: str, switches: str) -> Variant:
    """The variant of a name and switches as JSON, made once for all lines that have them."""
    try:
        variant = named(name)
    except ValueError as error:
        raise RecordError(str(error)) from None
    made = {}
    for part, values in json.loads(switches).items():
        if part not in _PARTS:
            raise RecordError(f"switches are of rules, scoring or match, not of {shown(part)}")
        made[part] = _made(f"switches of {part}", values, getattr(variant, part))
    try:
        return replace(variant, **made)
    except ValueError as error:  # parts that contradict each other
        raise RecordError(f"switches: {error}") from None


@lru_cache(maxsize=1024)
def _setup_of(kind: Any, values: str) -> Any:
    return _made("setup", json.loads(values), kind())


def setup_told(setup: Any) -> dict[str, Any]:
    """What a set-up gives, by name."""
    return {
        f.name: _plain(value)
        for f in fields(setup)
        if (value := getattr(setup, f.name)) != f.default
    }


def _made(what: str, values: Any, old: Any) -> Any:
    """``old``, a dataclass, with other values."""
    if not isinstance(values, dict):
        raise RecordError(f"{what}: an object is needed, not {shown_json(values)}")
    known = [f.name for f in fields(old)]
    for name in values:
        if name not in known:
            raise RecordError(f"{what}: there is no {shown(name)}; there are {', '.join(known)}")
    try:
        return replace(old, **values)
    except (TypeError, ValueError) as error:
        raise RecordError(f"{what}: {_in_json(str(error), values)}") from None


def _in_json(why: str, values: Mapping[str, Any]) -> str:
    """Why Python refuses some values, in the words of the file that has them."""
    for value in values.values():
        why = why.replace(f"not {shown(value)}", f"not {shown_json(value)}")
    for python, json_has in _WORDS.items():
        why = why.replace(python, json_has)
    return why


def _plain(value: Any) -> Any:
    """A value of a switch as JSON has it."""
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if is_dataclass(value):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    return [_plain(each) for each in value] if isinstance(value, tuple | list) else value


# --- a whole record ------------------------------------------------------------------------------


def read(data: Any) -> dict[str, Any]:
    """The fields of a `Record` from the data of one line.

    Raises:
        RecordError: a part is missing or has another form than it should.
    """
    if not isinstance(data, dict):
        raise RecordError(f"a record is an object, not {shown_json(data)}")
    for key in _NEEDED:
        if key not in data:
            raise RecordError(f"the key {key!r} is missing")
    version = _version(data["chupai"])
    unknown = {} if data.keys() <= _KNOWN else _unknown(data, version)
    name, switches, setup = data["variant"], data["switches"], data["setup"]
    if not isinstance(name, str):
        raise RecordError(f"variant is a name, not {shown_json(name)}")
    for key, value in (("switches", switches), ("setup", setup)):
        if not isinstance(value, dict):
            raise RecordError(f"{key} is an object, not {shown_json(value)}")
    variant = _variant_of(name, _ENCODER.encode(switches) if switches else "{}")
    kind = variant.family.setup
    scores = data["scores"]
    if not (scores is None or _all_are(int, scores)):
        raise RecordError(f"scores is a list of whole numbers or null, not {shown_json(scores)}")
    agents = None if data["agents"] is None else _texts("agents", data["agents"])
    position = data.get("position")
    if not isinstance(position, str | None):
        raise RecordError(f"position is a text, not {shown_json(position)}")
    notes = data.get("notes", {})
    if not isinstance(notes, dict):
        raise RecordError(f"notes is an object, not {shown_json(notes)}")
    auction, moves = _texts("auction", data["auction"]), _texts("moves", data["moves"])
    return {
        "variant": variant,
        "seed": _number("seed", data["seed"]),
        "match": _number("match", data["match"]),
        "index": _number("index", data["index"]),
        "setup": _setup_of(cast("Hashable", kind), _ENCODER.encode(setup) if setup else "{}"),
        "agents": agents,
        "dealings": _dealings(data.get("dealings", []), len(auction)),
        "position": position,
        "auction": auction,
        "moves": moves,
        "scores": None if scores is None else tuple(scores),
        "notes": notes,
        "version": data["chupai"],
        "unknown": unknown,
    }


def _unknown(data: dict[str, Any], version: tuple[int, ...]) -> dict[str, Any]:
    """The keys that this version does not know; only a newer one may have written them."""
    unknown = {key: value for key, value in data.items() if key not in _KNOWN}
    if version <= _version(_native.__version__):
        from difflib import get_close_matches  # noqa: PLC0415 - only for the sake of a mistake

        key = next(iter(unknown))
        near = get_close_matches(key[:100], ORDER, 1)
        hint = f"did you mean {near[0]!r}?" if near else "what is your own belongs into notes"
        raise RecordError(f"no key is called {shown(key)}; {hint}")
    return unknown


def _version(value: Any) -> tuple[int, ...]:
    found = re.match(r"[0-9]{1,9}(\.[0-9]{1,9})*", value) if isinstance(value, str) else None
    if found is None:
        raise RecordError(f"chupai is a version such as '0.1.0', not {shown_json(value)}")
    numbers = [int(number) for number in found[0].split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def _number(key: str, value: Any) -> int | None:
    if value is None or (type(value) is int and 0 <= value <= _WORD):
        return value
    raise RecordError(
        f"{key} is a whole number from 0 to 2^64 - 1 or null, not {shown_json(value)}"
    )


def _texts(key: str, value: Any) -> tuple[str, ...]:
    if not _all_are(str, value):
        raise RecordError(f"{key} is a list of texts, not {shown_json(value)}")
    return tuple(value)


def _all_are(kind: type, value: Any) -> bool:
    return isinstance(value, list) and (not value or set(map(type, value)) == {kind})


def _dealings(value: Any, decisions: int) -> tuple[dict[str, Any], ...]:
    """Dealings: when they were made; replaying compares the cards."""
    if not (isinstance(value, list) and all(isinstance(dealing, dict) for dealing in value)):
        raise RecordError(f"dealings is a list of objects, not {shown_json(value)}")
    before = -1
    for number, dealing in enumerate(value, 1):
        move = dealing.get("move")
        if type(move) is not int or (number == 1 and move != 0) or not before <= move <= decisions:
            raise RecordError(
                f"dealing {number}: move is the number of moves before it, not {shown_json(move)}"
            )
        before = move
    return tuple(value)
