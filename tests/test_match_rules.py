"""Matches of Dou Dizhu beside the reference, which adds up one deal after the other."""

from dataclasses import asdict, replace
from random import Random

import numpy as np
import pytest

import chupai
from chupai import doudizhu
from chupai.doudizhu.match import ENDS, advance, start
from doudizhu_cases import PRESETS
from reference.doudizhu_match import Match, paid

STANDARD = PRESETS["standard"]


def some_match_rules(rng):
    purse = rng.choice([None, 1, 7, 40, 300])
    switches = {
        "first_bidder": rng.choice(["last_landlord", "drawn"]),
        "deals": rng.choice([None, 1, 5, 30]),
        "target": rng.choice([None, 1, 12, 90]),
        "purse": purse,
        "bankruptcy": "off" if purse is None else rng.choice(["off", "shortfall"]),
    }
    if switches["deals"] is switches["target"] is purse is None:
        switches["deals"] = 3
    return switches


def some_deal(rng):
    """A landlord and what everybody wins; now and then a void deal."""
    landlord = rng.randrange(-1, 3)
    if landlord == -1:
        return -1, [0, 0, 0]
    stakes = [rng.choice([1, 2, 3, 6, 12, 24, 96]) for _ in range(2)]
    sign = rng.choice([1, -1])
    scores = [0, 0, 0]
    for place, stake in enumerate(stakes, 1):
        scores[(landlord + place) % 3] = -sign * stake
    scores[landlord] = sign * sum(stakes)
    return landlord, scores


# --- shortfalls by hand --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("landlord", "scores", "purses", "won"),
    [
        (0, [6, -3, -3], [5, 2, 9], [5, -2, -3]),
        (0, [6, -3, -3], [5, 3, 3], [6, -3, -3]),
        (0, [-6, 3, 3], [6, 1, 1], [-6, 3, 3]),
        (0, [-6, 3, 3], [5, 1, 1], [-5, 3, 2]),
        (1, [3, -6, 3], [1, 5, 1], [2, -5, 3]),
        (2, [3, 6, -9], [1, 1, 5], [2, 3, -5]),
        (2, [6, 3, -9], [1, 1, 5], [4, 1, -5]),
        (1, [12, -36, 24], [1, 1, 1], [0, -1, 1]),
    ],
)
def test_shortfalls_by_hand(landlord, scores, purses, won):
    """Of the reference, and of the core by a match that has come so far."""
    assert paid(landlord, scores, purses) == won
    rules = doudizhu.MatchRules(purse=1, bankruptcy="shortfall")
    state = start(STANDARD.rules, rules, 1)
    object.__setattr__(state, "totals", np.array([[held - 1 for held in purses]]))
    after = advance(STANDARD.rules, rules, state, {"landlord": [landlord]}, [scores])
    assert (after.totals - state.totals).tolist() == [won]


# --- many matches at once ------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_matches_in_arrays_are_matches_one_by_one(seed):
    rng = Random(f"matches {seed}")
    switches = some_match_rules(rng)
    rules = doudizhu.MatchRules(**switches)
    number = rng.choice([1, 2, 17])
    matches = [Match(switches) for _ in range(number)]
    state = start(STANDARD.rules, rules, number)
    for _ in range(60):
        assert state.totals.tolist() == [match.totals for match in matches]
        assert state.deals.tolist() == [match.deals for match in matches]
        for ended, match in zip(state.ended.tolist(), matches, strict=True):
            assert ENDS[ended] in (match.ends() or {"running"})
        first = [-1 if m.first_bidder is None else m.first_bidder for m in matches]
        running = [not match.ends() for match in matches]
        assert np.array(first)[running].tolist() == state.setups["first_bidder"][running].tolist()
        deals = [some_deal(rng) for _ in matches]
        kept = state.totals.copy()
        again = advance(
            STANDARD.rules,
            rules,
            state,
            {"landlord": np.array([landlord for landlord, _ in deals])},
            np.array([scores for _, scores in deals]),
        )
        assert np.array_equal(kept, state.totals)
        state = again
        for match, (landlord, scores) in zip(matches, deals, strict=True):
            if not match.ends():
                match.add(landlord, scores)


# --- whole matches -------------------------------------------------------------------------------


def play_match(variant, seed, number):
    """A match of random players by the reference: deal by deal, first bidders as they come."""
    match = Match(asdict(variant.match))
    won = []
    while not match.ends():
        setup = {}
        if variant.rules.auction != "fixed" and match.first_bidder is not None:
            setup["first_bidder"] = match.first_bidder
        state = variant.deal(seed, match.deals, match=number, **setup)
        while not state.is_over:
            state.play(state.sample())
        landlord = -1 if state.landlord is None else state.landlord
        won.append(match.add(landlord, state.scores()))
    return match, won


WHOLE = [
    ("standard", {"deals": 12}),
    ("standard", {"target": 30}),
    ("standard", {"purse": 25, "bankruptcy": "shortfall"}),
    ("standard", {"purse": 25, "deals": 20}),
    ("call-and-rob", {"purse": 60, "bankruptcy": "shortfall", "first_bidder": "drawn"}),
    ("openspiel", {"deals": 9, "target": 14}),
    ("rlcard", {"deals": 7, "purse": 9}),
]


@pytest.mark.parametrize(("name", "switches"), WHOLE)
def test_whole_matches(name, switches):
    rules = doudizhu.MatchRules(**switches)
    variant = replace(PRESETS[name], match=rules)
    run = chupai.simulate_matches(variant, 6, seed=3, keep="scores", threads=1)
    for number in range(6):
        match, won = play_match(variant, 3, number)
        assert run.totals[number].tolist() == match.totals
        assert run.deals[number] == match.deals
        assert str(run.ended_by[number]) in match.ends()
        one = chupai.Match(variant, "random").run(seed=3, index=number)
        assert list(one.totals) == match.totals
        assert [list(deal.paid) for deal in one.deals] == won
        assert one.ended_by == str(run.ended_by[number])
