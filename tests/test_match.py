"""Matches: one and many, against a slow loop in whole numbers; threads, blocks, ends, refusals."""

import json
import math
import pickle
import re
import signal
import threading
import time
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import chupai
from chupai import Match, doudizhu, match, match_rounds, merge, simulate, simulate_matches
from chupai.doudizhu import MatchRules
from chupai.estimates import Estimate, reach
from chupai.match_threads import in_threads
from doudizhu_cases import ODD, PRESETS, plain

LINE_UPS = ["random", "lowest", ["lowest", "random", "random"]]
ENDINGS = {
    "deals": MatchRules(deals=7),
    "drawn": MatchRules(deals=7, first_bidder="drawn"),
    "target": MatchRules(target=40),
    "purse": MatchRules(purse=25),
    "shortfall": MatchRules(purse=12, bankruptcy="shortfall", deals=60),
    "all": MatchRules(deals=9, target=40, purse=25, bankruptcy="shortfall"),
}


def variant_with(variant, **switches):
    return replace(variant, match=MatchRules(**switches))


def run(variant="doudizhu/standard", matches=40, **options):
    return simulate_matches(variant, matches, **({"seed": 5, "deals": 4, "threads": 1} | options))


# --- a slow loop ---------------------------------------------------------------------------------


def slow_match(variant, agents, seed, number):
    """Play one match through states, with the rules of section 13 in plain whole numbers."""
    rules = variant.match
    totals, first, deals = [0, 0, 0], None, []
    while True:
        given = {} if first is None else {"first_bidder": first}
        s = variant.deal(seed, len(deals), match=number, **given)
        while not s.is_over:
            s.play(s.sample() if agents[s.turn] == "random" else lowest(s))
        scores = s.scores()
        landlord = s.facts()["landlord"]
        if rules.bankruptcy == "shortfall" and landlord >= 0:
            scores = paid_in_full(scores, landlord, [rules.purse + total for total in totals])
        totals = [total + points for total, points in zip(totals, scores, strict=True)]
        deals.append((s.facts(), scores, totals))
        may_speak_first = variant.rules.auction != "fixed" and rules.first_bidder != "drawn"
        if landlord >= 0 and may_speak_first:
            first = landlord
        if rules.purse is not None and min(totals) <= -rules.purse:
            return deals, "purse"
        if rules.target is not None and max(totals) >= rules.target:
            return deals, "target"
        if rules.deals is not None and len(deals) >= rules.deals:
            return deals, "deals"


def lowest(s, rng=None):
    """The first legal play of the documented order; the least bid if there is none; or a pass."""
    del rng
    moves = s.legal_moves()
    if s.phase == "play":
        plays = [move for move in moves if move.cards]
    else:
        plays = moves[1:2] if s.phase == "auction" and not s.bid else []
    return plays[0] if plays else "pass"


def paid_in_full(scores, landlord, held):
    """What is paid when nobody pays more than he holds."""
    paid = [-min(-points, purse) for points, purse in zip(scores, held, strict=True)]
    near, far = (landlord + 1) % 3, (landlord + 2) % 3
    if scores[landlord] < 0:
        pays = -paid[landlord]
        paid[far] = pays * scores[far] // -scores[landlord]
        paid[near] = pays * scores[near] // -scores[landlord]
        paid[near] += pays - paid[near] - paid[far]
    paid[landlord] = -paid[near] - paid[far]
    return paid


def told(result):
    """A `MatchResult` as the slow loop tells it."""
    deals = [(dict(deal.facts), list(deal.paid), list(deal.totals)) for deal in result.deals]
    return deals, result.ended_by


@pytest.mark.rule("DD-03", "DD-26")
@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("name", PRESETS)
def test_matches_are_those_of_a_slow_loop(name, ending):
    variant = replace(PRESETS[name], match=ENDINGS[ending])
    for agents in LINE_UPS:
        sitting = [agents] * 3 if isinstance(agents, str) else agents
        many = simulate_matches(variant, 4, seed=3, agents=agents, threads=1, keep="scores")
        for number in range(4):
            deals, ended_by = slow_match(variant, sitting, 3, number)
            one = Match(variant, agents).run(3, number)
            assert told(one) == (deals, ended_by)
            assert plain(many.totals[number]) == deals[-1][2] == list(one.totals)
            assert many.deals[number] == len(deals)
            assert many.ended_by[number] == ended_by
            part = slice(many.offsets[number], many.offsets[number + 1])
            assert plain(many.scores[part]) == [paid for _, paid, _ in deals]


@pytest.mark.parametrize("name", [name for name in ODD if name != "everything off"])
def test_odd_rules_too(name):
    variant = variant_with(ODD[name], deals=5, purse=500, bankruptcy="shortfall")
    for number in (0, 2**64 - 1):
        expected = slow_match(variant, ["random"] * 3, 2**64 - 1, number)
        assert told(Match(variant, "random").run(2**64 - 1, number)) == expected


def test_the_tally_is_that_of_the_deals():
    variant = variant_with(PRESETS["openspiel"], target=30, deals=20)
    many = simulate_matches(variant, 30, seed=8, threads=1)
    values = {name: [Counter() for _ in range(3)] for name in many.tally.histograms}
    for number in range(30):
        deals, _ = slow_match(variant, ["random"] * 3, 8, number)
        for facts, _, _ in deals:
            for name, value in facts.items():
                for seat, one in enumerate(value if isinstance(value, list) else [value]):
                    values[name][seat][one] += 1
    for name, counted in many.tally.histograms.items():
        least = -1 if name == "landlord" else 0
        for seat, row in enumerate(counted):
            found = {value + least: int(n) for value, n in enumerate(row) if n}
            assert found == dict(values[name][seat]), name
    assert many.tally.games == many.deals.sum() == many.tally.counts.sum()
    mean = many.summary().deal.bombs.value
    bombs = sum(value * n for value, n in values["bombs"][0].items())
    played = many.tally.games - values["landlord"][0][-1]
    assert mean == pytest.approx(bombs / played, rel=1e-12)


# --- threads, blocks, parts ----------------------------------------------------------------------


def same(a, b):
    assert np.array_equal(a.totals, b.totals)
    assert np.array_equal(a.deals, b.deals)
    assert np.array_equal(a.ended_by, b.ended_by)
    assert (a.keep, a.runs, a.agents) == (b.keep, b.runs, b.agents)
    if a.keep == "scores":
        assert np.array_equal(a.scores, b.scores)
        assert np.array_equal(a.offsets, b.offsets)
    for ours, theirs in (
        ({"counts": a.tally.counts}, {"counts": b.tally.counts}),
        (a.tally.rows, b.tally.rows),
        (a.tally.histograms, b.tally.histograms),
    ):
        assert list(ours) == list(theirs)
        for name, column in ours.items():
            assert np.array_equal(column, theirs[name]), name


@pytest.mark.parametrize("keep", ["totals", "scores"])
@pytest.mark.parametrize("ending", ["deals", "all"])
def test_threads_and_blocks_change_nothing(keep, ending, monkeypatch):
    variant = replace(PRESETS["standard"], match=ENDINGS[ending])
    one = simulate_matches(variant, 203, seed=4, threads=1, keep=keep)
    for threads, block in ((1, 1), (1, 50), (2, 203), (3, 7), (5, 1), (9, 64)):
        monkeypatch.setattr(match, "BLOCK", block)
        same(one, simulate_matches(variant, 203, seed=4, threads=threads, keep=keep))
    monkeypatch.setattr(match_rounds, "_ROWS", 1)
    same(one, simulate_matches(variant, 203, seed=4, threads=2, keep=keep))


@pytest.mark.parametrize("keep", ["totals", "scores"])
def test_parts_add_up_to_the_whole(keep):
    variant = replace(PRESETS["standard"], match=ENDINGS["all"])
    whole = simulate_matches(variant, 60, seed=4, keep=keep)
    parts = [
        simulate_matches(variant, matches, seed=4, first=first, keep=keep)
        for first, matches in ((0, 1), (1, 0), (1, 39), (40, 20))
    ]
    for added in (sum(parts), merge(parts), merge(*parts)):
        same(added, whole)
        assert added.digest() == whole.digest()
    assert sum(parts).seconds == pytest.approx(sum(part.seconds for part in parts))
    assert sum(parts).summary().seats == whole.summary().seats
    other = simulate_matches(variant, 5, seed=5, keep=keep)
    assert (whole + other).runs == ((4, 0, 60), (5, 0, 5))
    assert np.array_equal((whole + other).totals[60:], other.totals)


def test_what_does_not_belong_together_is_not_added():
    one = run(matches=5)
    for other, complaint in (
        ({"first": 4}, "match 4 of seed 5 is in both"),
        ({"first": 5, "deals": 3}, "differ in match"),
        ({"first": 5, "agents": "lowest"}, "differ in agents"),
        ({"first": 5, "keep": "scores"}, "differ in keep"),
        ({"first": 5, "variant": "doudizhu/douzero"}, "differ in variant"),
    ):
        with pytest.raises(ValueError, match=complaint):
            one + run(matches=5, **other)
    for add in (lambda: one + 1, lambda: 1 + one, lambda: False + one, lambda: one + "x"):
        with pytest.raises(TypeError):
            add()
    deals = simulate("doudizhu/standard", 5)
    for wrong in ((one, deals), (deals, one)):
        with pytest.raises(TypeError, match="deals and of matches"):
            merge(*wrong)
    for wrong in ((one, 1), (1, one)):
        with pytest.raises(TypeError, match="only results"):
            merge(*wrong)


def test_a_digest_is_of_everything_but_the_time():
    one = run()
    assert re.fullmatch("[0-9a-f]{64}", one.digest())
    assert replace(one, seconds=7.0).digest() == one.digest() == run(threads=2).digest()
    own = replace(one.variant, match=one.match)
    assert run(own, deals=None).digest() == one.digest()
    others = [
        {"seed": 6}, {"first": 1}, {"matches": 41}, {"deals": 5}, {"agents": "lowest"},
        {"keep": "scores"}, {"variant": "doudizhu/rlcard"},
        {"variant": replace(one.variant, scoring=doudizhu.Scoring(stake=2))},
    ]  # fmt: skip
    digests = {run(**other).digest() for other in others}
    assert len(digests | {one.digest()}) == len(others) + 1


def test_the_first_match_is_where_single_deals_are():
    """Match 0, deal 0 has the cards of deal 0 of `simulate`, and the first bidder drawn there."""
    facts = simulate("doudizhu/standard", 1, seed=5, keep="facts").facts
    deal = Match("doudizhu/standard", "random", deals=1).run(seed=5).deals[0]
    assert deal.facts == {name: plain(column[0]) for name, column in facts.items()}


# --- agents of a caller's own --------------------------------------------------------------------


def last(view, rng):
    del rng
    return view.legal_moves()[-1]


class Noting:
    """Plays at random by its own generator and notes what it sees."""

    def __init__(self):
        self.seen = []

    def __call__(self, view, rng):
        self.seen.append((view.seat, view.hand, len(view.history)))
        moves = view.legal_moves()
        return moves[rng.integers(len(moves))]


def test_agents_of_a_callers_own_play_matches():
    noting = Noting()
    variant = variant_with(PRESETS["openspiel"], purse=40, bankruptcy="shortfall", deals=12)
    agents = [noting, "random", last]
    many = simulate_matches(variant, 5, seed=2, agents=agents, keep="scores", threads=2)
    assert many.agents == ("Noting", "random", "last")
    calls = list(noting.seen)
    noting.seen.clear()
    for number in range(5):
        one = Match(variant, agents).run(2, number)
        assert one.agents == many.agents
        assert list(one.totals) == plain(many.totals[number])
        part = slice(many.offsets[number], many.offsets[number + 1])
        assert plain(many.scores[part]) == [list(deal.paid) for deal in one.deals]
        assert [deal.index for deal in one.deals] == list(range(len(one.deals)))
    assert noting.seen == calls  # match after match, deal after deal
    assert many.tally.games == many.deals.sum()
    assert many.summary().deal.games == many.tally.games


def test_a_table_plays_what_the_core_plays(monkeypatch):
    """An agent of a caller's own that plays as the lowest agent does gives its matches."""
    for rules in (ENDINGS["deals"], replace(ENDINGS["all"], target=3)):
        variant = replace(PRESETS["call-and-rob"], match=rules)
        ours = simulate_matches(variant, 3, seed=1, agents=lowest, keep="scores")
        core = simulate_matches(variant, 3, seed=1, agents="lowest", keep="scores")
        assert all(name.endswith(".lowest") for name in ours.agents)  # not the built-in one
        same(replace(ours, agents=core.agents), core)
    monkeypatch.setattr(match_rounds, "_DEALS", 1)
    same(simulate_matches(variant, 3, seed=1, agents=lowest, keep="scores"), ours)


def test_faults_are_noted_where_the_table_notes_them():
    def wrong(view, rng):
        del view, rng
        return "no move"

    with pytest.raises(ValueError, match="no move") as caught:
        Match("doudizhu/rlcard", [wrong, "random", "random"], deals=2).run()
    assert any("seat 0" in note for note in caught.value.__notes__)
    result = Match("doudizhu/rlcard", [wrong, "random", "random"], deals=2, on_fault="lowest").run()
    assert all(deal.faults for deal in result.deals)
    json.dumps(result.to_dict())


def test_deals_of_a_match_are_recorded(tmp_path):
    path = tmp_path / "match.jsonl"
    variant = variant_with(PRESETS["openspiel"], deals=8, purse=60, bankruptcy="shortfall")
    agents = ["random", "lowest", last]
    for sitting in (agents, "random"):
        result = Match(variant, sitting, record=path).run(7, 3)
        assert result.deals == Match(variant, sitting).run(7, 3).deals
        assert [record.to_json() for record in result.records] == path.read_text().splitlines()
        path.unlink()
        for number, (deal, record) in enumerate(zip(result.deals, result.records, strict=True)):
            assert (record.seed, record.match, record.index) == (7, 3, number)
            state = record.replay()
            assert state.facts() == deal.facts
            assert record.scores == deal.scores
    assert Match(variant, "random").run(7, 3).records is None


# --- ends, purses, winners -----------------------------------------------------------------------


def test_purses_and_winners():
    many = simulate_matches(
        variant_with(PRESETS["standard"], purse=20, bankruptcy="shortfall"), 50, seed=1, threads=1
    )
    assert np.array_equal(many.purses, 20 + many.totals)
    assert (many.purses >= 0).all()
    assert (many.purses.min(axis=1) == 0).all()
    assert set(many.ended_by) == {"purse"}
    for number, (totals, winners) in enumerate(zip(plain(many.totals), many.winners, strict=True)):
        best = [seat for seat in range(3) if totals[seat] == max(totals)]
        assert np.flatnonzero(winners).tolist() == best
        if number < 5:
            one = Match(many.variant, "random").run(1, number)
            assert list(one.winners) == best
            assert list(one.purses) == plain(many.purses[number])
    with pytest.raises(ValueError, match="without purses"):
        _ = run().purses
    with pytest.raises(ValueError, match="without purses"):
        _ = Match("doudizhu/rlcard", "random", deals=1).run().purses


def test_all_who_share_the_highest_total_have_won():
    """As both peasants have won a deal: a win is a win, in deals and in matches."""
    many = run("doudizhu/rlcard", matches=500, deals=2)
    wins = [0, 0, 0]
    ties = 0
    for totals in plain(many.totals):
        best = [seat for seat in range(3) if totals[seat] == max(totals)]
        ties += len(best) - 1
        for seat in best:
            wins[seat] += 1
    assert ties > 20
    summary = many.summary()
    for line in summary.seats:
        assert line.win_rate == Estimate.of_rate(wins[line.seat], 500)
        assert 0 <= line.win_rate.low < line.win_rate.value < line.win_rate.high <= 1
    assert sum(line.win_rate.value for line in summary.seats) == pytest.approx(1 + ties / 500)


@pytest.mark.parametrize("name", ["doudizhu/rlcard", "big2/hong-kong", "shengji/cn-2"])
def test_matches_of_one_deal_are_won_by_whoever_has_won_the_deal(name):
    many = run(name, matches=200, deals=1).summary()
    for line in many.seats:
        assert line.win_rate == many.deal.line(line.seat).win_rate


def test_intervals_are_those_of_the_totals():
    many = run(matches=300, deals=6)
    summary = many.summary()
    assert summary.matches == 300
    assert summary.deals == 1800
    assert summary.ended_by == {"deals": 300}
    assert summary.deals_per_match.value == 6
    assert summary.deals_per_match.margin == 0
    for line in summary.seats:
        column = many.totals[:, line.seat]
        assert line.mean_total.value == pytest.approx(column.mean(), rel=1e-12)
        half = reach(300) * column.std(ddof=1) / math.sqrt(300)
        assert line.mean_total.margin == pytest.approx(half, rel=1e-9)
    # No seat is better than another where the first bidder is drawn: all intervals hold 0.
    assert sum(line.mean_total.value for line in summary.seats) == pytest.approx(0, abs=1e-9)


def test_sums_are_exact_where_64_bits_are_too_few():
    from chupai.estimates import exact_sum

    def sums(values):
        return exact_sum(values), exact_sum(values, values)

    values = np.array([2**62, -(2**62), 2**61, 3], dtype=np.int64)
    assert sums(values) == (sum(map(int, values)), sum(int(v) ** 2 for v in values))
    assert sums(np.zeros(0, dtype=np.int64)) == (0, 0)


@pytest.mark.parametrize("matches", [0, 1, 30])
def test_a_summary_prints_and_is_plain_data(matches):
    many = run(matches=matches)
    summary = many.summary()
    text = str(summary)
    what = "match" if matches == 1 else "matches"
    assert text.startswith(f"doudizhu/standard: {matches} {what}, {4 * matches} deals, agents")
    assert "win rate" in text
    assert json.loads(json.dumps(summary.to_dict(), allow_nan=False))["matches"] == matches
    assert (summary.deal is None) == (matches == 0)


def test_a_match_prints_and_is_plain_data():
    result = Match("doudizhu/standard", "random", deals=3).run(1, 2)
    assert str(result).startswith("doudizhu/standard: match 2 of seed 1, 3 deals, ended by deals")
    assert "won by seat" in str(result)
    data = json.loads(json.dumps(result.to_dict()))
    assert data["match"]["deals"] == 3
    assert [deal["index"] for deal in data["deals"]] == [0, 1, 2]
    assert data["totals"] == list(result.totals)
    assert repr(Match("doudizhu/standard", "random", deals=3)).startswith("Match('doudizhu/standa")


def test_no_array_of_results_can_be_changed():
    one = run(matches=3, keep="scores")
    for result in (
        one,
        one + run(matches=3, first=3, keep="scores"),
        pickle.loads(pickle.dumps(one)),
    ):
        tally = result.tally
        for array in (result.totals, result.deals, result.scores, tally.counts, tally.rows["bid"]):
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 9
    same(pickle.loads(pickle.dumps(one)), one)


# --- running -------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_is_told_in_the_calling_thread(threads, monkeypatch):
    monkeypatch.setattr(match, "BLOCK", 10)
    heard = []

    def listen(done):
        heard.append(done)
        assert threading.current_thread() is threading.main_thread()

    run(matches=95, threads=threads, progress=listen)
    assert heard[-1] == 95
    assert heard == sorted(heard)
    assert len(heard) == 10


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_is_told_now_and_then(threads):
    """Not only when each thread has done its part."""
    heard = []
    result = run(matches=4000, threads=threads, progress=heard.append)
    assert len(heard) >= 8
    assert heard == sorted(set(heard))
    assert heard[-1] == 4000
    same(result, run(matches=4000, threads=threads))


@pytest.mark.parametrize("threads", [1, 3])
def test_progress_that_raises_ends_the_run(threads, monkeypatch):
    monkeypatch.setattr(match, "BLOCK", 1)
    before = set(threading.enumerate())

    def stop(done):
        raise LookupError(f"enough after {done}")

    with pytest.raises(LookupError, match="enough after 1"):
        run(matches=10**6, threads=threads, progress=stop)
    assert set(threading.enumerate()) <= before


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_run_and_all_its_threads(threads):
    before = set(threading.enumerate())
    previous = signal.signal(signal.SIGALRM, signal.default_int_handler)

    def interrupted():
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        run(matches=10**7, deals=10**6, threads=threads)

    try:
        with pytest.raises(KeyboardInterrupt):
            interrupted()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    assert set(threading.enumerate()) <= before


def test_an_error_in_a_thread_is_raised_once():
    ended = []

    def work(task, check):
        if task == 3:
            raise LookupError("three")
        end = time.monotonic() + 60
        while time.monotonic() < end:
            check()
        ended.append(task)

    before = set(threading.enumerate())
    with pytest.raises(LookupError, match="three"):
        in_threads(work, [1, 2, 3, 4], 4, lambda *_: None)
    assert not ended
    assert set(threading.enumerate()) <= before


def test_a_score_too_large_is_refused_whatever_the_threads():
    large = replace(PRESETS["standard"], scoring=doudizhu.Scoring(stake=2**62))
    for threads in (1, 2):
        with pytest.raises(OverflowError, match="DD-26"):
            simulate_matches(large, 100, deals=3, threads=threads)


def test_totals_do_not_grow_with_deals(monkeypatch):
    """What is held of a run with many deals is what is held of one with few."""
    import tracemalloc

    monkeypatch.setattr(match_rounds, "_ROWS", 2000)
    peaks = []
    for deals in (40, 400):
        tracemalloc.start()
        simulate_matches("doudizhu/standard", 200, deals=deals, threads=1)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]


# --- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "error", "complaint"),
    [
        ({"variant": "doudizhu/standrad"}, ValueError, "did you mean"),
        ({"variant": 3}, TypeError, "variant is"),
        ({"matches": -1}, ValueError, "matches lies between"),
        ({"matches": 1.0}, TypeError, "matches is a whole number"),
        ({"matches": 2**63}, MemoryError, "no room"),
        ({"seed": 2**64}, ValueError, "seed lies between"),
        ({"first": 2**64 - 1}, ValueError, "first lies between"),
        ({"threads": 0}, ValueError, "threads lies between"),
        ({"agents": "best"}, ValueError, "'random'"),
        ({"agents": ["random"]}, ValueError, "3 seats"),
        ({"agents": 3}, TypeError, "agents are"),
        ({"keep": "facts"}, ValueError, "keep is 'totals' or 'scores'"),
        ({"progress": 3}, TypeError, "progress is a function"),
        ({"deals": None}, ValueError, "needs an end"),
        ({"deals": 0}, chupai.RulesError, "DD-03"),
        ({"deals": 1.5}, TypeError, "DD-03"),
    ],
    ids=str,
)
def test_wrong_calls_are_refused(given, error, complaint):
    options = {"variant": "doudizhu/standard", "matches": 2, "deals": 2} | given
    with pytest.raises(error, match=complaint):
        simulate_matches(options.pop("variant"), options.pop("matches"), **options)


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"deals": None}, ValueError),
        ({"agents": "best"}, ValueError),
        ({"variant": None}, TypeError),
        ({"time_limit": 0}, ValueError),
        ({"on_fault": "cry"}, ValueError),
    ],
    ids=str,
)
def test_wrong_matches_are_refused_when_made(given, error):
    options = {"variant": "doudizhu/standard", "agents": "random", "deals": 2} | given
    with pytest.raises(error):
        Match(options.pop("variant"), options.pop("agents"), **options)
    good = Match("doudizhu/standard", "random", deals=2)
    for wrong in ({"seed": -1}, {"index": 2**64}):
        with pytest.raises(ValueError, match="lies between"):
            good.run(**wrong)
    with pytest.raises(TypeError):
        good.run("7")


def test_scores_that_were_not_kept_are_refused():
    with pytest.raises(ValueError, match='ask for keep="scores"'):
        _ = run().scores


def test_match_rules_are_given_by_name():
    """As set-ups are: in place of those of the variant, which stays as it is."""
    game = chupai.variant("doudizhu/standard")
    ruled = replace(game, match=doudizhu.MatchRules(target=20, purse=50, bankruptcy="shortfall"))
    ours = chupai.Match(game, "random", target=20, purse=50, bankruptcy="shortfall")
    assert ours.run(3).deals == chupai.Match(ruled, "random").run(3).deals
    by_name = chupai.simulate_matches(game, 20, target=20, purse=50, bankruptcy="shortfall")
    assert np.array_equal(by_name.totals, chupai.simulate_matches(ruled, 20).totals)
    for start in (
        lambda: chupai.Match(game, "random", targt=20),
        lambda: chupai.simulate_matches(game, 2, targt=20),
    ):
        with pytest.raises(TypeError, match=r"targt.*deals, target, purse"):
            start()


def test_a_match_without_an_end_is_told():
    """Where nobody bids and all deals are void, no total ever moves."""
    void = replace(chupai.variant("doudizhu/openspiel"), match=MatchRules(target=5, deals=None))

    def shy(view, _rng):
        return view.legal_moves()[0]

    with pytest.raises(RuntimeError, match=r"match 7 has no end.*give a number"):
        Match(void, shy).run(1, index=7)
    assert len(Match(void, shy, deals=1200).run(1).deals) == 1200


# --- the clock ----------------------------------------------------------------------------------


class Clock:
    """A clock that goes on by a second whenever it is looked at."""

    def __init__(self):
        self.now = 0

    def __call__(self):
        self.now += 1
        return self.now


@pytest.mark.rule("SJ-37")
@pytest.mark.parametrize(
    ("name", "switches"),
    [
        ("doudizhu/standard", {}),
        ("big2/hong-kong", {}),
        ("shengji/cn-2", {"form": "deals"}),
        ("shengji/cn-2", {"form": "level"}),
    ],
)
def test_a_match_ends_with_the_deal_in_which_its_time_runs_out(name, switches, monkeypatch):
    monkeypatch.setattr(match.time, "monotonic", Clock())
    timed = Match(name, "random", duration=4, **switches).run(seed=3)
    assert (len(timed.deals), timed.ended_by) == (4, "time")
    counted = Match(name, "random", deals=4, **switches).run(seed=3)
    assert counted.ended_by == "deals"
    assert (timed.deals, timed.totals) == (counted.deals, counted.totals)
    monkeypatch.setattr(match.time, "monotonic", Clock())
    sooner = Match(name, "random", duration=4, deals=2, **switches).run(seed=3)
    assert (len(sooner.deals), sooner.ended_by) == (2, "deals")


@pytest.mark.parametrize("duration", [0, -1, float("nan"), float("inf"), "x", True])
def test_a_duration_is_a_positive_number_of_seconds(duration):
    with pytest.raises((TypeError, ValueError), match="duration"):
        Match("doudizhu/standard", "random", duration=duration)
    with pytest.raises(ValueError, match="needs an end"):
        Match("doudizhu/standard", "random", duration=None)
    with pytest.raises(TypeError, match="duration"):
        simulate_matches("doudizhu/standard", 1, duration=5)
