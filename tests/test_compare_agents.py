"""`compare` among agents of callers: which of them are one, and what is told meanwhile."""

import time
from functools import partial

import numpy as np
import pytest

from chupai import compare


def run(a, b, deals):
    return compare(a, b, deals, variant="doudizhu/rlcard", seed=3)


class Odd:
    """Plays one of its moves by number; its ``==`` says what it likes."""

    def __init__(self, at, equal):
        self.at, self.equal = at, equal
        self.deals = 0

    def __eq__(self, other):
        return self.equal

    __hash__ = None

    def __call__(self, view, _rng):
        self.deals += not view.history
        return view.legal_moves()[self.at]


@pytest.mark.parametrize("equal", [np.array([True, False]), True, False], ids=repr)
def test_agents_are_told_apart_by_identity(equal):
    """Two are two even if they say that they are equal, and one is one even if it denies it."""
    a, b = Odd(0, equal), Odd(-1, equal)
    result = run(a, b, 12)
    expected = run(partial(Odd.__call__, a), partial(Odd.__call__, b), 12)
    assert [line.scores for line in result.lines] == [line.scores for line in expected.lines]
    assert result.line(0).scores.difference.value != 0
    for agent in (Odd(0, equal), Odd(0, equal).__call__):
        result = run(agent, agent, 12)
        assert getattr(agent, "__self__", agent).deals == 12  # no deal is played again


def test_a_method_is_one_agent_whenever_it_is_asked_for():
    player = Odd(0, equal=True)
    run(player.__call__, player.__call__, 12)
    assert player.deals == 12
    other = Odd(-1, equal=True)
    assert run(player.__call__, other.__call__, 12).line(0).scores.difference.value != 0


def test_progress_is_told_within_a_block():
    """Of agents of callers, too, and where both sides are one, which is played once."""

    def slow(view, _rng):
        time.sleep(0.002)
        return view.legal_moves()[-1]

    for other, deals in (("random", 4), (slow, 12)):
        heard = []
        compare(slow, other, deals, variant="doudizhu/rlcard", progress=heard.append)
        assert heard == sorted(set(heard))
        assert heard[-1] == deals
        assert len(heard) > 2
