"""Arrays of whole numbers as callers give them: what is none is told in words of its own."""

import re

import numpy as np
import pytest

import chupai
from chupai import big2, doudizhu, shengji

BIG2 = chupai.simulate("big2/hong-kong", 1, keep="facts").facts
DOUDIZHU = chupai.simulate("doudizhu/standard", 1, keep="facts").facts


def points(given):
    return shengji.levels_for(given, shengji.Scoring(), 2)


def results(given):
    return shengji.match_points(given, given)


def purses(given):
    return big2.scores(BIG2, big2.Scoring(), purses=given)


def facts(given):
    return doudizhu.scores({**DOUDIZHU, "bombs": given}, doudizhu.Scoring())


def flags(given):
    return doudizhu.scores({**DOUDIZHU, "landlord_won": given}, doudizhu.Scoring())


TAKERS = {"points": points, "results": results, "purses": purses, "facts": facts, "flags": flags}
LARGE = [[10**30], [0, -(10**30)], [2**63, -1], [10**5000], np.array([10**30], dtype=object)]
OTHERS = [
    ([None], "None"),
    (["1"], "<U1"),
    ([1, None], "None"),
    ([1.0], "float64"),
    ([1, 1.5], "float64"),
    (np.array([1], dtype=object), "object"),
    ({"a": 1}, "{'a': 1}"),
]


@pytest.mark.parametrize("name", TAKERS)
def test_numbers_beyond_64_bits_are_told_as_such(name):
    for given in LARGE:
        with pytest.raises(ValueError, match="of 64 bits, not ") as caught:
            TAKERS[name](given)
        assert len(str(caught.value)) < 200
        assert "object" not in str(caught.value)


@pytest.mark.parametrize("name", TAKERS)
def test_what_is_no_whole_number_is_shown(name):
    for given, instead in OTHERS:
        with pytest.raises(TypeError, match=re.escape(f"whole numbers, not {instead}")):
            TAKERS[name](given)
    with pytest.raises(ValueError, match="rows of one length"):
        TAKERS[name]([[1], [1, 2]])


def test_no_numbers_are_whole():
    """What numpy makes floating-point numbers of."""
    taken, levels = points([])
    assert (taken.shape, levels.shape) == ((0,), (0,))
    told = results([])
    assert (told.totals, told.difference, told.points.shape) == ((0, 0), 0, (0, 2))
