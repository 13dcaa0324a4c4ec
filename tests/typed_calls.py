"""Calls as users write them, for the type checker alone: what is taken must type-check.

Nothing here runs; ``make lint`` checks it.
"""

from typing import assert_type

import numpy as np

import chupai
from chupai import doudizhu


def integers_of_numpy_are_integers() -> None:
    one = np.int64(1)
    state = chupai.variant("doudizhu/standard").deal(one, index=np.uint64(2))
    ids = np.asarray(state.legal_ids())
    state.play(ids[0])
    state.play(one, seat=one)
    assert_type(state.hand(one), str)
    assert_type(state.view(one), doudizhu.View)
    assert_type(state.redeal_hidden(one, one), doudizhu.State)
    assert_type(doudizhu.action(ids[0]), doudizhu.Move)
    assert_type(doudizhu.moves("345", one), list[doudizhu.Move])
    chupai.variant("doudizhu/standard").position(hands=["3", "4", "5"], turn=one, bid=one)
    chupai.simulate("doudizhu/standard", one, seed=one, first=one, threads=one)


def results_are_merged_from_any_iterable() -> None:
    parts = [chupai.simulate("doudizhu/standard", 10, first=first) for first in (0, 10)]
    assert_type(chupai.merge(parts), chupai.Result)
    assert_type(chupai.merge(*parts), chupai.Result)
    assert_type(sum(parts[1:], parts[0]), chupai.Result)
