"""`simulate` and its results: kept data, exact merging, summaries, progress, refusals."""

import copy
import json
import math
import os
import pickle
import random
from dataclasses import replace

import numpy as np
import pytest

import chupai
from chupai import batch, doudizhu, merge, simulate
from chupai.estimates import Estimate, reach

SHOWY = chupai.Variant(
    rules=doudizhu.Rules(auction="rob", doubling=True, show_multipliers=(5, 4, 3, 2)),
    scoring=doudizhu.Scoring(stake=2, cap=100),
)
NAMES = [name for name in chupai.variants() if name.startswith("doudizhu/")]
VARIANTS = [*NAMES, SHOWY]
ONE_NUMBER = [
    "landlord",
    "landlord_won",
    "bid",
    "robs",
    "bombs",
    "rockets",
    "spring",
    "open_multiplier",
    "redeals",
    "first_bidder",
]
FOR_EACH_SEAT = ["doubled", "plays", "cards_left"]


def run(variant="doudizhu/standard", games=2000, **options):
    return simulate(variant, games, **({"seed": 5, "threads": 1} | options))


def same_but_time(a, b):
    return replace(a.summary(), seconds=0) == replace(b.summary(), seconds=0)


@pytest.mark.parametrize("variant", VARIANTS, ids=[*NAMES, "showy"])
def test_what_is_kept_does_not_change_what_is_counted(variant, monkeypatch):
    monkeypatch.setattr(batch, "SCORES_AT_A_TIME", 700)
    stats, scores, facts = (run(variant, keep=keep) for keep in ("stats", "scores", "facts"))
    assert np.array_equal(scores.scores, facts.scores)
    assert facts.scores.dtype == np.int64
    assert facts.scores.shape == (2000, 3)
    assert not facts.scores.sum(axis=1).any()
    assert same_but_time(stats, facts)
    assert same_but_time(scores, facts)
    for name, histogram in facts.tally.histograms.items():
        assert np.array_equal(stats.tally.histograms[name], histogram), name
    for name, column in facts.tally.rows.items():
        assert np.array_equal(stats.tally.rows[name], column), name
    assert np.array_equal(stats.tally.counts, facts.tally.counts)


@pytest.mark.parametrize("variant", VARIANTS, ids=[*NAMES, "showy"])
def test_facts_have_names_shapes_and_sense(variant):
    facts = run(variant, keep="facts").facts
    assert sorted(facts) == sorted(ONE_NUMBER + FOR_EACH_SEAT)
    for name in ONE_NUMBER:
        assert facts[name].shape == (2000,)
        assert facts[name].dtype.kind == "i"
    for name in FOR_EACH_SEAT:
        assert facts[name].shape == (2000, 3)
    played = facts["landlord"] >= 0
    assert (facts["cards_left"][played].min(axis=1) == 0).all()
    out = facts["cards_left"].argmin(axis=1)
    assert np.array_equal((out == facts["landlord"])[played], facts["landlord_won"][played] == 1)
    assert (facts["bid"][played] >= 1).all()


@pytest.mark.parametrize("keep", ["stats", "scores", "facts"])
@pytest.mark.parametrize("cuts", [[2000], [0, 2000], [1, 1999], [512, 1, 1487], [1999, 1]])
def test_parts_add_up_to_the_whole_bit_for_bit(keep, cuts):
    whole = run(keep=keep)
    firsts = np.cumsum([0, *cuts])
    parts = [
        run(games=games, first=int(first), keep=keep)
        for games, first in zip(cuts, firsts, strict=False)
    ]
    merged = merge(*parts)
    assert merged.digest() == whole.digest()
    assert merged.games == 2000
    assert same_but_time(merged, whole)
    assert merged.runs == ((5, 0, 2000),)


def test_counts_merge_in_any_order():
    a, b, c = (run(games=500, first=first) for first in (0, 500, 1000))
    assert (a + b + c).digest() == (c + (a + b)).digest() == merge(b, c, a).digest()
    other = run(games=500, seed=6)
    assert (a + other).runs == ((5, 0, 500), (6, 0, 500))
    assert (a + other).games == 1000
    assert (a + other).seconds == a.seconds + other.seconds


@pytest.mark.parametrize(
    ("other", "complaint"),
    [
        ({"first": 499}, "deal 499 of seed 5 is in both"),
        ({"first": 0}, "deal 0 of seed 5"),
        ({"variant": "doudizhu/call-and-rob", "first": 500}, "differ in variant"),
        ({"agents": "lowest", "first": 500}, "differ in agents"),
        ({"keep": "scores", "first": 500}, "differ in keep"),
        ({"setup": doudizhu.Setup(first_bidder=1), "first": 500}, "differ in setup"),
    ],
)
def test_what_does_not_belong_together_is_not_merged(other, complaint):
    with pytest.raises(ValueError, match=complaint):
        run(games=500) + run(games=500, **other)


def test_merging_needs_results():
    with pytest.raises(ValueError, match="nothing to merge"):
        merge()
    with pytest.raises(ValueError, match="nothing to merge"):
        merge(iter([]))
    one = run(games=1)
    for wrong in ([3], [one, 3], [[one], one], [[[one]]], ["ab"], [None], [one, None]):
        with pytest.raises(TypeError, match="only results can be merged"):
            merge(*wrong)
    for add in (lambda: one + 1, lambda: 1 + one, lambda: False + one, lambda: one + 0):
        with pytest.raises(TypeError, match="unsupported operand"):
            add()


def test_results_add_up_from_any_iterable():
    parts = [run(games=500, first=first) for first in (0, 500, 1000, 1500)]
    for whole in (merge(*parts), merge(parts), merge(iter(parts)), merge(tuple(parts)), sum(parts)):
        assert whole.digest() == run().digest()
    assert merge(parts[:1]).digest() == merge(parts[0]).digest() == parts[0].digest()


@pytest.mark.parametrize("keep", ["stats", "scores", "facts"])
def test_no_array_of_a_result_can_be_changed(keep):
    """Neither of a run nor of a sum, a copy, or what came out of a pickle or a file."""
    one = run(games=20, keep=keep)
    both = one + run(games=20, first=20, keep=keep)
    digest = one.digest()
    for result in (one, both, pickle.loads(pickle.dumps(one)), copy.deepcopy(one)):
        tally = result.tally
        arrays = [tally.counts, *tally.rows.values(), *tally.histograms.values()]
        arrays += [result.scores] if keep != "stats" else []
        if keep == "facts":
            arrays += result.facts.values()
            with pytest.raises(TypeError):
                result.facts["bombs"] = result.facts["robs"]
        for array in arrays:
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 99
    assert one.digest() == digest


@pytest.mark.parametrize("keep", ["stats", "scores", "facts"])
@pytest.mark.parametrize("variant", VARIANTS, ids=[*NAMES, "showy"])
def test_what_is_saved_loads_as_the_same_result(variant, keep, tmp_path):
    setup = None
    if variant == "doudizhu/rlcard":
        setup = doudizhu.Setup(landlord=2, dealer="weak_shuffle")
    result = run(variant, games=200, keep=keep, agents=["lowest", "random", "random"], setup=setup)
    result = result + run(
        variant, games=0, keep=keep, agents=["lowest", "random", "random"], setup=setup
    )
    path = tmp_path / "any name"
    for _ in range(2):  # the second takes the place of the first
        result.save(path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["any name"]
    loaded = chupai.load(str(path))
    assert loaded.digest() == result.digest()
    for name in ("variant", "agents", "setup", "keep", "runs", "seconds", "games"):
        assert getattr(loaded, name) == getattr(result, name)
    assert loaded.summary() == result.summary() or "nan" in repr(result.summary())
    assert (loaded + run(variant, first=200, keep=keep, agents=result.agents, setup=setup)).games
    assert not loaded.tally.counts.flags.writeable
    if keep == "facts":
        assert {k: v.dtype for k, v in loaded.facts.items()} == {
            k: v.dtype for k, v in result.facts.items()
        }


def test_a_damaged_or_other_file_is_refused(tmp_path):
    path = tmp_path / "deals.npz"
    run(games=3, keep="facts").save(path)
    data = path.read_bytes()
    rng = random.Random(1)
    damaged = [b"", b"x", data[:-1], data[: len(data) // 2]]
    for _ in range(300):
        at = rng.randrange(len(data))
        damaged.append(data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :])
    refused = 0
    for wrong in damaged:
        path.write_bytes(wrong)
        try:
            assert chupai.load(path).digest() == run(games=3, keep="facts").digest()
        except ValueError:
            refused += 1
    assert refused > 200
    np.save(path.with_suffix(".npy"), np.arange(3))
    np.savez(path, about="{}", counts=np.arange(3))
    for other in (path, path.with_suffix(".npy"), __file__):
        with pytest.raises(ValueError, match="holds no result"):
            chupai.load(other)
    with pytest.raises(FileNotFoundError):
        chupai.load(tmp_path / "nothing")


def test_a_place_where_nothing_can_be_saved_is_refused(tmp_path):
    result = run(games=3)
    with pytest.raises(ValueError, match="empty"):
        result.save("")
    with pytest.raises(ValueError, match="no file"):
        result.save(tmp_path)
    with pytest.raises(ValueError, match="no file"):
        result.save(os.devnull)
    for place in (tmp_path / "none" / "x", "none/of/these/x.npz"):
        with pytest.raises(FileNotFoundError) as refusal:
            result.save(place)
        assert refusal.value.filename == str(place)  # as it was given, not a draft beside it
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("variant", VARIANTS, ids=[*NAMES, "showy"])
@pytest.mark.parametrize("agents", ["random", "lowest", ("random", "lowest", "lowest")])
def test_threads_change_nothing(variant, agents):
    digests = {run(variant, agents=agents, threads=threads).digest() for threads in (1, 2, 3)}
    assert len(digests) == 1


def test_seed_agents_and_variant_change_the_digest():
    runs = [run(), run(seed=6), run(agents="lowest"), run("doudizhu/call-and-rob"), run(first=1)]
    assert len({result.digest() for result in runs}) == 5


@pytest.mark.parametrize("variant", VARIANTS, ids=[*NAMES, "showy"])
def test_the_summary_agrees_with_the_facts(variant):
    result = run(variant, keep="facts")
    summary, facts, scores = result.summary(), result.facts, result.scores
    played = facts["landlord"] >= 0
    assert summary.games == 2000
    assert summary.void == 2000 - played.sum()
    lines = {(line.seat, line.role): line for line in summary.seats}
    assert len(lines) == 11
    assert all(summary.line(*name) is line for name, line in lines.items())
    for nothing in ((None, "any"), (3, "any"), (0, "dealer")):
        with pytest.raises(KeyError):
            summary.line(*nothing)
    for seat in range(3):
        at_landlord = facts["landlord"] == seat
        won = at_landlord == (facts["landlord_won"] == 1)
        for role, mask in (
            ("any", played),
            ("landlord", at_landlord),
            ("peasant", played & ~at_landlord),
        ):
            check_line(lines[seat, role], won[mask], scores[mask, seat])
    seats = np.arange(3) == facts["landlord"][:, None]
    won = facts["landlord_won"][played] == 1
    landlords = scores[played & seats.any(axis=1)][seats[played]]
    check_line(lines[None, "landlord"], won, landlords)
    check_line(lines[None, "peasant"], ~won, -landlords / 2)
    for name, estimate in (("bombs", summary.bombs), ("rockets", summary.rockets)):
        check_mean(estimate, facts[name][played])
    assert summary.springs.value == pytest.approx(facts["spring"][played].mean())
    assert sum(summary.bids.values()) == sum(summary.robs.values()) == played.sum()
    assert summary.plays == pytest.approx(facts["plays"].sum(axis=0) / played.sum())
    assert summary.plays_total == pytest.approx(sum(summary.plays))
    assert summary.redeals == pytest.approx(facts["redeals"].mean())
    assert summary.doubled == pytest.approx(facts["doubled"].sum(axis=0) / played.sum())
    assert summary.shown == pytest.approx((facts["open_multiplier"][played] > 1).mean())


def check_line(line, won, points):
    assert line.deals == len(points)
    if len(points):
        assert line.win_rate.value == pytest.approx(won.mean())
        check_mean(line.mean_score, points)
    else:
        assert math.isnan(line.mean_score.value)
        assert math.isnan(line.win_rate.value)


def check_mean(estimate, values):
    assert estimate.value == pytest.approx(values.mean())
    half = reach(len(values)) * values.std(ddof=1) / math.sqrt(len(values))
    assert estimate.margin == pytest.approx(half, rel=1e-6)
    assert estimate.low <= estimate.value <= estimate.high


def test_wilson_intervals_are_those_of_the_textbook():
    # Newcombe 1998, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for hits, deals, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        estimate = Estimate.of_rate(hits, deals)
        assert (estimate.value, estimate.low, estimate.high) == pytest.approx(
            (hits / deals, low, high), abs=5e-5
        )
    assert Estimate.of_rate(20, 20).high == 1.0


def test_intervals_of_means_are_those_of_student():
    # The 97.5 % column of the printed table, by degrees of freedom.
    table = {
        1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306,
        9: 2.262, 10: 2.228, 11: 2.201, 12: 2.179, 15: 2.131, 20: 2.086, 25: 2.060, 29: 2.045,
        30: 2.042, 40: 2.021, 60: 2.000, 120: 1.980, 10**9: 1.960,
    }  # fmt: skip
    for freedom, quantile in table.items():
        assert reach(freedom + 1) == pytest.approx(quantile, abs=5.01e-4)
    wide = [reach(observations) for observations in range(2, 200)]
    assert wide == sorted(wide, reverse=True)
    estimate = Estimate.of_mean(3, 5, 2)  # of 1 and 2
    assert (estimate.value, estimate.margin) == pytest.approx((1.5, 12.7062 / 2), abs=1e-4)


@pytest.mark.parametrize("observations", [2, 5, 20])
def test_95_of_100_intervals_hold_the_mean(observations):
    numbers = np.random.default_rng(7).normal(0, 1000, (4000, observations)).astype(np.int64)
    held = 0
    for values in numbers.tolist():
        told = Estimate.of_mean(sum(values), sum(x * x for x in values), observations)
        held += told.low <= 0 <= told.high
    assert 0.94 < held / len(numbers) < 0.96


def test_means_are_exact_however_large_the_sums():
    big = 10**15
    estimate = Estimate.of_mean(3 * big + 3, big**2 + (big + 1) ** 2 + (big + 2) ** 2, 3)
    assert estimate.value == big + 1
    assert estimate.high - estimate.low == pytest.approx(2 * 4.302653 / math.sqrt(3), abs=0.3)
    assert Estimate.of_mean(7, 49, 1) == Estimate(7.0, -math.inf, math.inf)


@pytest.mark.parametrize("keep", ["stats", "scores", "facts"])
def test_no_deals_are_a_result_too(keep):
    nothing = run(games=0, keep=keep)
    assert nothing.games == 0
    assert math.isnan(nothing.summary().bombs.value)
    assert str(nothing.summary())
    assert (nothing + run(keep=keep)).digest() == run(keep=keep).digest()


@pytest.mark.parametrize("variant", VARIANTS, ids=[*NAMES, "showy"])
def test_a_summary_prints_and_is_plain_data(variant):
    summary = run(variant).summary()
    text = str(summary)
    assert summary.variant in text
    assert "2,000 deals" in text
    for word in ("landlord", "peasant", "bombs", "springs", "bids", "plays", "deals/s", "95 %"):
        assert word in text
    data = json.loads(json.dumps(summary.to_dict(), allow_nan=False))
    assert data["games"] == 2000
    assert data["bombs"]["value"] == summary.bombs.value
    assert [line["role"] for line in data["seats"][:2]] == ["landlord", "peasant"]


def test_what_was_not_kept_is_asked_for_by_name():
    with pytest.raises(ValueError, match='ask for keep="scores"'):
        _ = run().scores
    for keep in ("stats", "scores"):
        with pytest.raises(ValueError, match='ask for keep="facts"'):
            _ = run(keep=keep).facts


@pytest.mark.parametrize("keep", ["stats", "scores", "facts"])
@pytest.mark.parametrize("threads", [1, 2])
def test_progress_counts_up_to_all_deals(keep, threads, monkeypatch):
    monkeypatch.setattr(batch, "SCORES_AT_A_TIME", 100_000)
    heard = []
    run(games=300_000, keep=keep, threads=threads, progress=heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 300_000
    assert len(heard) > 2


@pytest.mark.parametrize("threads", [1, 2])
def test_a_run_of_slow_deals_looks_up_now_and_then(threads):
    """After each thousand deals, if there was time: these take many seconds."""
    heard = []

    def stop(done):
        heard.append(done)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        chupai.simulate("shengji/four-deck", 60_000, seed=1, threads=threads, progress=stop)
    assert len(heard) == 1
    assert heard[0] < 30_000


@pytest.mark.parametrize("stake", [10**17, 5 * 10**16])
def test_scores_far_apart_are_counted(stake):
    """The least and the greatest fit 64 bits, what lies between them does not."""
    game = chupai.variant("big2/hong-kong")
    game = replace(game, scoring=replace(game.scoring, stake=stake))
    facts = chupai.simulate(game, 2000, seed=1, keep="facts")
    scores = game.scores(facts.facts)
    assert (scores == facts.scores).all()
    for seat in range(4):
        line = chupai.simulate(game, 2000, seed=1).summary().line(seat=seat)
        assert line.mean_score.value == pytest.approx(scores[:, seat].mean(dtype=float))


@pytest.mark.parametrize("mistake", [KeyboardInterrupt, ZeroDivisionError])
def test_an_error_in_progress_ends_the_run(mistake):
    calls = []

    def stop(done):
        calls.append(done)
        raise mistake

    with pytest.raises(mistake):
        run(games=10**9, progress=stop)
    assert len(calls) == 1


def test_setup_is_obeyed():
    setup = doudizhu.Setup(first_bidder=2)
    assert (run(keep="facts", setup=setup).facts["first_bidder"] == 2).all()
    setup = doudizhu.Setup(landlord=1)
    assert (run("doudizhu/rlcard", keep="facts", setup=setup).facts["landlord"] == 1).all()
    bombs = {
        dealer: run(setup=doudizhu.Setup(dealer=dealer)).summary().bombs.value
        for dealer in ("uniform", "weak_shuffle")
    }
    assert bombs["weak_shuffle"] > 2 * bombs["uniform"]
    with pytest.raises(chupai.RulesError) as caught:
        run(setup=doudizhu.Setup(landlord=1))
    assert caught.value.rule == "DD-06"


@pytest.mark.parametrize(
    ("options", "error", "complaint"),
    [
        ({"games": -1}, ValueError, "games"),
        ({"games": 1.0}, TypeError, "games"),
        ({"games": True}, TypeError, "games"),
        ({"seed": -1}, ValueError, "seed"),
        ({"seed": 2**64}, ValueError, "seed"),
        ({"seed": "1"}, TypeError, "seed"),
        ({"first": -1}, ValueError, "first"),
        ({"first": 2**64 - 1}, ValueError, "first"),
        ({"threads": 0}, ValueError, "threads"),
        ({"threads": 1.5}, TypeError, "threads"),
        ({"keep": "everything"}, ValueError, "keep"),
        ({"agents": "greedy"}, ValueError, "agents"),
        ({"agents": ["random", "lowest"]}, ValueError, "3 seats need 3 agents"),
        ({"agents": ["random", "random", "greedy"]}, ValueError, "greedy"),
        ({"agents": []}, ValueError, "3 seats need 3 agents"),
        ({"agents": None}, TypeError, "agents are 'random', 'lowest' or functions.*, not None$"),
        ({"agents": [print] * 2}, ValueError, "3 seats need 3 agents"),
        ({"setup": {"landlord": 1}}, TypeError, "Setup"),
        ({"variant": "doudizhu/standart"}, ValueError, "did you mean 'doudizhu/standard'"),
        ({"variant": doudizhu.STANDARD}, TypeError, "variant"),
    ],
)
def test_bad_arguments_are_refused(options, error, complaint):
    with pytest.raises(error, match=complaint):
        run(**options)


@pytest.mark.parametrize("keep", ["scores", "facts"])
@pytest.mark.parametrize("games", [10**12, 2**62, 2**64 - 1])
def test_more_deals_than_there_is_room_for_are_refused(keep, games):
    with pytest.raises(MemoryError):
        run(games=games, keep=keep)


def test_numpy_integers_serve_as_integers():
    asked = {"games": np.int64(2000), "seed": np.uint64(5), "first": np.int8(0)}
    assert run(**asked).digest() == run().digest()


# --- agents of callers --------------------------------------------------------------------------


def as_random(view, rng):
    moves = view.legal_moves()
    return moves[rng.integers(len(moves))]


@pytest.mark.parametrize("variant", VARIANTS, ids=[*NAMES, "showy"])
@pytest.mark.parametrize("agents", [as_random, ["random", as_random, "random"]])
def test_deals_with_agents_of_callers_are_those_of_a_table(variant, agents):
    result = run(variant, games=20, first=7, agents=agents, keep="facts")
    table = chupai.Table(variant, agents)
    for i in range(20):
        deal = table.play(5, 7 + i)
        assert tuple(result.scores[i]) == deal.scores
        for name, value in deal.facts.items():
            assert np.array_equal(result.facts[name][i], value)
            assert result.facts[name].dtype == run(variant, games=1, keep="facts").facts[name].dtype


@pytest.mark.parametrize("keep", ["stats", "scores", "facts"])
def test_agents_of_callers_give_results_like_any_other(keep, monkeypatch, tmp_path):
    monkeypatch.setattr(batch, "FACTS_AT_A_TIME", 7)
    monkeypatch.setattr(batch, "SCORES_AT_A_TIME", 11)
    agents = ["random", as_random, "random"]
    whole = run(games=40, agents=agents, keep=keep)
    facts = run(games=40, agents=agents, keep="facts")
    assert same_but_time(whole, facts)
    parts = [run(games=20, first=first, agents=agents, keep=keep, threads=2) for first in (0, 20)]
    assert merge(parts).digest() == whole.digest()
    assert whole.agents == ("random", "as_random", "random")
    whole.save(tmp_path / "deals.npz")
    assert chupai.load(tmp_path / "deals.npz").digest() == whole.digest()
    with pytest.raises(ValueError, match="differ in agents"):
        whole + run(games=3, first=40, keep=keep)
    nothing = run(games=0, agents=agents, keep=keep)
    assert nothing.games == 0
    assert (nothing + whole).digest() == whole.digest()


@pytest.mark.parametrize("keep", ["stats", "scores", "facts"])
def test_progress_tells_of_agents_of_callers(keep, monkeypatch):
    monkeypatch.setattr(batch, "FACTS_AT_A_TIME", 7)
    monkeypatch.setattr(batch, "SCORES_AT_A_TIME", 11)
    heard = []
    run(games=40, agents=as_random, keep=keep, progress=heard.append)
    assert heard == sorted(set(heard))
    assert heard[-1] == 40


@pytest.mark.parametrize("mistake", [KeyboardInterrupt, ZeroDivisionError])
def test_an_agent_that_raises_ends_the_run(mistake):
    calls = []

    def agent(view, rng):
        calls.append(view.seat)
        if len(calls) == 200:
            raise mistake
        return as_random(view, rng)

    with pytest.raises(mistake):
        run(games=10**9, agents=agent)
    assert len(calls) == 200


def test_agents_of_callers_are_dealt_the_set_up():
    result = run(
        "doudizhu/rlcard", games=5, agents=as_random, keep="facts", landlord=2, threads=None
    )
    assert (result.facts["landlord"] == 2).all()
    with pytest.raises(chupai.RulesError):
        run(games=0, agents=as_random, landlord=2)
    with pytest.raises(MemoryError):
        run(games=2**63, agents=as_random, keep="facts")


def test_given_cards_are_a_part_of_the_result(tmp_path):
    given = {2: "33BR", "bottom": "2"}
    result = run(games=50, given=given, keep="facts")
    assert result.setup == doudizhu.Setup(given=given)
    assert (
        result.digest() == run(games=50, setup=doudizhu.Setup(given=given), keep="facts").digest()
    )
    assert result.digest() != run(games=50, keep="facts").digest()
    result.save(tmp_path / "deals.npz")
    loaded = chupai.load(tmp_path / "deals.npz")
    assert loaded.setup == result.setup
    assert hash(loaded.setup) == hash(result.setup)
    assert (loaded + run(games=50, first=50, given=given, keep="facts")).games == 100
    with pytest.raises(ValueError, match="differ in setup"):
        loaded + run(games=50, first=50, keep="facts")
    with pytest.raises(chupai.RulesError, match=r"5 of 3 are given.*DD-01"):
        run(given={0: "333", 1: "33"})


def test_a_set_up_without_given_cards_is_written_as_before():
    """Its text is a part of digests."""
    text = "Setup(first_bidder=1, landlord=None, dealer='uniform')"
    assert repr(doudizhu.Setup(first_bidder=1)) == text
