"""Every public member of the compiled classes is documented, and the examples run."""

import doctest
import inspect

import pytest

import chupai
from chupai import _native, big2, doudizhu, shengji

CLASSES = [
    _native.Big2State,
    _native.Big2View,
    _native.Big2Observer,
    _native.Big2Move,
    _native.DoudizhuState,
    _native.DoudizhuView,
    _native.DoudizhuObserver,
    _native.DoudizhuMove,
    _native.ShengjiState,
    _native.ShengjiView,
    _native.ShengjiObserver,
    _native.ShengjiMove,
]
GAMES = {"big2": big2, "doudizhu": doudizhu, "shengji": shengji}
MEMBERS = [
    (cls, name)
    for cls in [
        *CLASSES,
        _native.Big2ActionIds,
        _native.Big2Moves,
        _native.DoudizhuActionIds,
        chupai.IllegalMove,
        _native.NoActionIds,
        chupai.RulesError,
    ]
    for name in ["", *sorted(n for n in vars(cls) if not n.startswith("_"))]
]


@pytest.mark.parametrize(
    ("cls", "name"), MEMBERS, ids=lambda value: getattr(value, "__name__", value)
)
def test_a_member_is_documented_and_its_example_runs(cls, name):
    doc = (getattr(cls, name) if name else cls).__doc__
    assert doc
    assert len(doc.split()) >= 3
    example = doctest.DocTestParser().get_doctest(
        doc, dict(GAMES), f"{cls.__name__}.{name}", None, None
    )
    failures, _ = doctest.DocTestRunner(verbose=False).run(example)
    assert failures == 0


@pytest.mark.parametrize("cls", CLASSES)
def test_the_longer_methods_say_what_they_take_and_raise(cls):
    for name in ("is_legal", "play", "hand", "view", "redeal_hidden", "reseed"):
        method = getattr(cls, name, None)
        if callable(method) and len(inspect.signature(method).parameters) > 1:
            assert "Args:" in method.__doc__, name
            assert "Raises:" in method.__doc__, name
