"""`compare` where deals can be void: they are in no figure, as in summaries."""

import math
from dataclasses import replace

import pytest

from chupai import compare, simulate
from doudizhu_cases import PRESETS

VOID = replace(PRESETS["standard"], rules=replace(PRESETS["standard"].rules, on_all_pass="void"))


@pytest.mark.parametrize(
    "sides", [(VOID, VOID), (VOID, PRESETS["standard"]), (PRESETS["openspiel"], VOID)]
)
def test_the_mean_of_a_side_is_that_of_a_summary_of_the_same_deals(sides):
    """Void deals are in neither."""
    result = compare(*sides, 400, seed=3)
    for variant, side in zip(sides, "ab", strict=True):
        summary = simulate(variant, 400, seed=3).summary()
        assert (summary.void > 0) == (variant.rules.on_all_pass == "void")
        assert result.void["ab".index(side)] == summary.void
        for line in result.lines:
            told = summary.line(line.place, line.role)
            assert getattr(line.scores, side).value == pytest.approx(told.mean_score.value)
            assert getattr(line.wins, side).value == pytest.approx(told.win_rate.value)
            assert getattr(line, f"times_{side}") == told.deals * (
                2 if (line.place, line.role) == (None, "peasant") else 1
            )
            pair = line.scores
            assert pair.difference.value == pytest.approx(pair.a.value - pair.b.value)
            if sides[0] is sides[1]:
                assert pair.difference.margin == 0
    text, data = str(result), result.to_dict()
    voids = [f"{void:,} under {side}" for void, side in zip(result.void, "AB", strict=True)]
    assert f"\nvoid deals, in no figure: {', '.join(voids)}\n" in text
    assert data["void"] == [*result.void]


def test_nothing_is_told_of_void_deals_where_there_are_none():
    assert "void" not in str(compare("lowest", "random", 50, variant="doudizhu/standard"))
    assert compare("lowest", "random", 20, variant="big2/hong-kong").void == (0, 0)
    assert compare("lowest", "random", 0, variant="doudizhu/openspiel").void == (0, 0)


def test_deals_that_are_all_void_have_no_figures():
    def shy(view, _rng):
        return view.legal_moves()[0]

    result = compare(shy, shy, 5, variant="doudizhu/openspiel")
    assert result.void == (15, 15)
    assert all(math.isnan(line.scores.difference.value) for line in result.lines)
    assert "nan" not in str(result)
