"""Whatever serves all families, with a family of two seats that is not one of the package."""

import sys
from dataclasses import replace

import numpy as np
import pytest

import chupai
import toy_family as toy
from chupai import doudizhu


@pytest.fixture(autouse=True)
def with_the_toy(monkeypatch):
    module = sys.modules["chupai.variant"]  # chupai.variant is the function
    monkeypatch.setattr(module, "FAMILIES", (*module.FAMILIES, toy.FAMILY))


def of(**switches):
    return chupai.Variant(rules=toy.Rules(**switches))


def take(view, rng):
    heap, _ = view
    return int(rng.integers(1, min(heap, 2) + 1))


def same_counts(a, b):
    assert np.array_equal(a.counts, b.counts)
    for ours, theirs in ((a.rows, b.rows), (a.histograms, b.histograms)):
        assert list(ours) == list(theirs)
        assert all(np.array_equal(ours[name], theirs[name]) for name in ours)


def test_a_variant_finds_its_family():
    variant = of(most=3)
    assert variant.family is toy.FAMILY
    assert (variant.name, variant.seats) == ("toy/custom", 2)
    assert (variant.scoring, variant.match) == (toy.Scoring(), toy.MatchRules())
    assert variant.changes() == {"most": 3}
    with pytest.raises(TypeError, match=r"scoring is a toy\.Scoring"):
        chupai.Variant(rules=toy.Rules(), scoring=doudizhu.Scoring())
    with pytest.raises(TypeError, match=r"rules is a doudizhu\.Rules or .* or a toy\.Rules"):
        chupai.Variant(rules=3)


def test_deals_positions_and_set_ups_are_the_familys():
    assert of().deal(1, heap=7).heap == 7
    assert of().deal(1, setup=toy.Setup(heap=7)).heap == 7
    assert of().position(heap=5).heap == 5
    with pytest.raises(TypeError, match=r"a set-up has no 'landlord'.*it has heap"):
        of().deal(1, landlord=1)
    with pytest.raises(TypeError, match=r"a position has no 'hands'.*it has heap"):
        of().position(hands=[])
    assert of().observer(1, heap=5) == (of(), 1, None, 5)
    with pytest.raises(TypeError, match=r"an observer has no 'bottom'.*it has heap"):
        of().observer(1, "5", bottom="")
    with pytest.raises(TypeError, match=r"setup is a toy\.Setup"):
        of().deal(1, setup=doudizhu.Setup())


@pytest.mark.parametrize("agents", ["random", "lowest", ["lowest", "random"], [take, "random"]])
@pytest.mark.parametrize("heap", [None, 7])
def test_runs_are_the_deals_of_a_table(agents, heap):
    result = chupai.simulate(of(), 30, seed=2, agents=agents, heap=heap, keep="facts")
    table = chupai.Table(of(), agents, heap=heap)
    assert result.scores.shape == (30, 2)
    for index in range(30):
        deal = table.play(2, index)
        assert deal.scores == tuple(result.scores[index])
        assert all(np.array_equal(result.facts[n][index], v) for n, v in deal.facts.items())
    assert result.agents == table.agents


@pytest.mark.parametrize("bonus", [0, 2])
@pytest.mark.parametrize("agents", ["random", [take, "random"]])
def test_counts_add_up_whatever_is_kept(agents, bonus, monkeypatch):
    """Also where the core cannot count what scores depend on, and blocks of facts are counted."""
    monkeypatch.setattr("chupai.batch.SCORES_AT_A_TIME", 25)
    variant = replace(of(), scoring=toy.Scoring(bonus=bonus))
    kept = [
        chupai.simulate(variant, 60, agents=agents, keep=keep)
        for keep in ("stats", "scores", "facts")
    ]
    parts = [chupai.simulate(variant, 30, first=first, agents=agents) for first in (0, 30)]
    rows = kept[0].tally.rows
    for seat in (0, 1):
        total = int((kept[0].tally.counts * (rows["seat"] == seat)).astype(int) @ rows["points"])
        assert total == kept[1].scores[:, seat].sum()
    assert kept[0].summary().seats == kept[2].summary().seats
    for other in (*kept[1:], chupai.merge(parts)):
        same_counts(kept[0].tally, other.tally)
    assert chupai.merge(parts).digest() == kept[0].digest()
    assert kept[0].tally.histograms["turns"].shape[0] == 2
    assert kept[0].tally.histograms["lead"].sum() == 60


def test_results_are_saved_and_summed_up(tmp_path):
    result = chupai.simulate(of(most=3), 40, keep="scores", heap=5)
    result.save(tmp_path / "toy.npz")
    loaded = chupai.load(tmp_path / "toy.npz")
    assert loaded.digest() == result.digest()
    assert loaded.variant == of(most=3)
    assert loaded.setup == toy.Setup(heap=5)
    summary = loaded.summary()
    assert [line.seat for line in summary.seats] == [0, 1]
    assert summary.to_dict()["agents"] == ["random", "random"]
    assert "seat 1" in str(summary)


@pytest.mark.parametrize("agents", [["random"] * 3, ["random"], [take] * 3])
def test_agents_are_counted_by_the_familys_seats(agents):
    for call in (chupai.Table, lambda variant, agents: chupai.simulate(variant, 1, agents=agents)):
        with pytest.raises(ValueError, match="2 seats need 2 agents"):
            call(of(), agents)
    with pytest.raises(TypeError, match=r"state is a toy\.State"):
        chupai.Table(of(), take).play(state=chupai.variant("doudizhu/rlcard").deal())


def test_rows_of_many_columns_are_told_apart():
    """More columns than digits fit into 64 bits: rows are then numbered on the way."""
    from chupai import batch

    rng = np.random.default_rng(1)
    rows = {"a": rng.integers(0, 2**16, (500, 52)), "b": rng.integers(-(2**15), 2**15, 500)}
    rows = {name: np.concatenate([column, column[::2]]) for name, column in rows.items()}
    distinct, counts = batch._distinct(rows, np.ones(750, dtype=np.uint64))
    whole = np.column_stack([rows["a"], rows["b"]])
    wanted, number = np.unique(whole, axis=0, return_counts=True)
    assert np.array_equal(np.column_stack([distinct["a"], distinct["b"]]), wanted)
    assert np.array_equal(counts, number)


def lowest(view, rng):
    del rng
    assert view[0] > 0
    return 1


@pytest.mark.parametrize("agents", [["random", "random"], ["lowest", "random"], [lowest, "random"]])
def test_matches_are_the_familys(agents):
    many = chupai.simulate_matches(
        of(), 30, seed=4, deals=6, agents=agents, threads=1, keep="scores"
    )
    assert many.totals.shape == (30, 2)
    assert many.tally.games == 180
    for number in range(30):
        given, totals = None, np.zeros(2, dtype=np.int64)
        for index in range(6):
            s = of().deal(4, index, match=number, heap=given)
            while not s.is_over:
                agent = agents[s.turn]
                s.play(s.choose("lowest" if agent is lowest else agent))
            assert many.scores[many.offsets[number] + index].tolist() == s.scores()
            totals += s.scores()
            given = 3 if s.facts()["winner"] == 0 else None
        one = chupai.Match(of(), agents, deals=6).run(4, number)
        assert tuple(totals) == one.totals == tuple(many.totals[number])
        assert one.deals[-1].facts == s.facts()
    summary = many.summary()
    assert [line.seat for line in summary.seats] == [0, 1]
    rates = [line.win_rate.value for line in summary.seats]
    assert rates == pytest.approx(many.winners.mean(axis=0).tolist())
    assert summary.deals_per_match.value == 6
    with pytest.raises(ValueError, match="needs an end"):
        chupai.Match(of(), "random")


def test_parts_that_contradict_each_other_are_refused():
    with pytest.raises(ValueError, match="too small"):
        chupai.Variant(rules=toy.Rules(), match=toy.MatchRules(purse=1))
    with pytest.raises(ValueError, match="too small"):
        chupai.Match(of(), "random", purse=1)


@pytest.mark.parametrize("agents", ["random", [lowest, "random"]])
def test_a_match_goes_by_the_scoring_too(agents):
    variant = replace(of(), scoring=toy.Scoring(stake=3, bonus=1))
    many = chupai.simulate_matches(variant, 20, seed=2, purse=20, agents=agents, keep="scores")
    assert (many.purses.min(axis=1) < 3).all()
    assert set(many.ended_by) == {"purse"}
    assert many.tally.games == many.deals.sum()
    one = chupai.Match(variant, agents, purse=20).run(2, 7)
    assert one.totals == tuple(many.totals[7])


def test_comparisons_are_of_its_seats_and_roles():
    result = chupai.compare("lowest", "random", 200, variant=of(), threads=1)
    assert result.rotations == 2
    assert [(line.place, line.role) for line in result.lines] == [
        *((place, role) for place in (0, 1) for role in ("any", "first", "second")),
        (None, "first"),
        (None, "second"),
    ]
    ways = [
        chupai.simulate(of(), 200, agents=agents, keep="scores").scores
        for agents in (["lowest", "random"], ["random", "lowest"])
    ]
    # Under A, place 0 is lowest: seat 0 of the first way, seat 1 of the second. B turns it around.
    under_a = int(ways[0][:, 0].sum() + ways[1][:, 1].sum())
    assert result.line(0).scores.a.value == under_a / 400
    assert result.line(0).scores.difference.value == 2 * under_a / 400
    assert result.line(0, "first").times_a == 200


def test_the_command_line_lists_its_moves(call, monkeypatch):
    monkeypatch.setitem(sys.modules["chupai.variant"]._NAMED, "toy/heap", of())
    status, out, err = call("moves", "7", "--variant", "toy/heap")
    assert (status, err) == (0, "")
    assert out.startswith("7 leads: 2 moves\n")
    assert out.split()[4:] == ["take", "2", "1", "2"]
    assert call("moves", "7", "--variant", "toy/heap", "--level", "5")[0] == 2
