"""How deals follow each other in a match, in literal figures: DD-03, DD-26 and section 13."""

import numpy as np
import pytest

import chupai
from chupai import doudizhu
from chupai.doudizhu import MatchRules
from chupai.doudizhu.match import ENDS, advance, start
from doudizhu_cases import PRESETS, plain

STANDARD = doudizhu.STANDARD


def after(deals, match_rules, rules=STANDARD):
    """Play deals given as (landlord, scores), and give the states after each."""
    state = start(rules, match_rules, 1)
    states = []
    for landlord, scores in deals:
        state = advance(rules, match_rules, state, {"landlord": [landlord]}, [scores])
        states.append(state)
    return states


def firsts(landlords, rules=STANDARD, **switches):
    """Who speaks first in each deal; None is drawn."""
    match_rules = MatchRules(**({"deals": 99} | switches))
    begun = start(rules, match_rules, 1)
    states = [begun, *after([(seat, [0, 0, 0]) for seat in landlords], match_rules, rules)]
    seats = [int(state.setups["first_bidder"][0]) for state in states]
    return [None if seat == -1 else seat for seat in seats]


# --- who speaks first ----------------------------------------------------------------------------


@pytest.mark.rule("DD-03")
def test_the_last_landlord_speaks_first():
    assert firsts([2, 2, 0, 1]) == [None, 2, 2, 0, 1]
    assert firsts([2, 2, 0, 1], first_bidder="drawn") == [None] * 5


@pytest.mark.rule("DD-03", "DD-04")
def test_after_a_void_deal_the_next_is_set_up_alike():
    assert firsts([-1, -1, 1, -1, -1, 0]) == [None, None, None, 1, 1, 1, 0]
    # It is so where it is played, too.
    variant = PRESETS["openspiel"]
    s = variant.deal(seed=1, first_bidder=2)
    for _ in range(3):
        s.play("pass")
    assert s.is_over
    assert s.scores() == [0, 0, 0]
    assert s.facts()["landlord"] == -1


@pytest.mark.rule("DD-03", "DD-06")
@pytest.mark.parametrize("first_bidder", ["last_landlord", "drawn"])
def test_without_an_auction_there_is_no_first_bidder(first_bidder):
    fixed = doudizhu.Rules(auction="fixed")
    assert firsts([0, 0, 0], fixed, first_bidder=first_bidder) == [None] * 4


# --- ends ----------------------------------------------------------------------------------------


@pytest.mark.rule("DD-03", "DD-26")
@pytest.mark.parametrize(
    ("switches", "deals", "ends"),
    [
        ({"deals": 2}, [(0, [2, -1, -1]), (0, [2, -1, -1])], "deals"),
        ({"deals": 2}, [(-1, [0, 0, 0]), (-1, [0, 0, 0])], "deals"),  # void ones count
        ({"target": 6}, [(0, [4, -2, -2]), (1, [-1, 2, -1]), (0, [4, -2, -2])], "target"),
        ({"target": 6}, [(0, [-8, 4, 4]), (1, [2, -4, 2])], "target"),  # whoever it is
        ({"purse": 10}, [(0, [10, -5, -5]), (0, [10, -5, -5])], "purse"),
        ({"purse": 10}, [(0, [-24, 12, 12])], "purse"),
        # several together
        ({"deals": 1, "target": 6}, [(0, [6, -3, -3])], "target"),
        ({"deals": 1, "target": 6, "purse": 3}, [(0, [6, -3, -3])], "purse"),
        ({"target": 6, "purse": 9}, [(0, [6, -3, -3])], "target"),
        ({"deals": 5, "target": 60, "purse": 90}, [(0, [6, -3, -3])] * 5, "deals"),
    ],
)
def test_a_match_ends_with_the_deal_that_reaches_its_end(switches, deals, ends):
    states = after(deals, MatchRules(**switches))
    assert [ENDS[state.ended[0]] for state in states] == ["running"] * (len(deals) - 1) + [ends]
    totals = np.cumsum([scores for _, scores in deals], axis=0)
    assert [plain(state.totals[0]) for state in states] == plain(totals)


def test_what_has_ended_stays_as_it_is():
    match_rules = MatchRules(target=6)
    state = start(STANDARD, match_rules, 2)
    landlords = {"landlord": np.array([0, 1])}
    state = advance(STANDARD, match_rules, state, landlords, [[6, -3, -3], [-1, 2, -1]])
    landlords = {"landlord": np.array([2, 2])}
    state = advance(STANDARD, match_rules, state, landlords, [[-9, -9, 18], [-1, -1, 2]])
    assert plain(state.totals) == [[6, -3, -3], [-2, 1, 1]]
    assert plain(state.deals) == [1, 2]
    assert plain(state.ended) == [ENDS.index("target"), 0]
    assert plain(state.setups["first_bidder"]) == [0, 2]


def test_a_match_without_an_end_is_refused():
    with pytest.raises(ValueError, match="needs an end: give deals, target or purse"):
        start(STANDARD, MatchRules(), 1)
    with pytest.raises(TypeError, match="matches is a whole number"):
        start(STANDARD, MatchRules(deals=1), 1.5)


# --- purses --------------------------------------------------------------------------------------

# The table of worked figures in docs/rules/doudizhu.md, in its order: each holds 10.
WORKED = [
    ([6, -3, -3], 0, [6, -3, -3], "running"),
    ([24, -12, -12], 0, [20, -10, -10], "purse"),
    ([-24, 12, 12], 0, [-10, 5, 5], "purse"),
    ([6, -18, 12], 1, [3, -10, 7], "purse"),
    ([36, -24, -12], 0, [20, -10, -10], "purse"),
    ([0, 0, 0], -1, [0, 0, 0], "running"),
]


@pytest.mark.rule("DD-26")
@pytest.mark.parametrize(("owed", "landlord", "paid", "ends"), WORKED, ids=str)
def test_worked_shortfalls(owed, landlord, paid, ends):
    (state,) = after([(landlord, owed)], MatchRules(purse=10, bankruptcy="shortfall"))
    assert plain(state.totals[0]) == paid
    assert ENDS[state.ended[0]] == ends
    (state,) = after([(landlord, owed)], MatchRules(purse=10))
    assert plain(state.totals[0]) == owed


@pytest.mark.rule("DD-26")
@pytest.mark.parametrize(
    ("before", "landlord", "owed", "paid"),
    [
        # One peasant holds 4 and owes 6: the other pays no more for it.
        ([(0, [-6, 3, 3])], 2, [-6, -6, 12], [-4, -6, 10]),
        # A peasant owes exactly what he holds.
        ([], 2, [-10, -10, 20], [-10, -10, 20]),
        # So does a landlord.
        ([], 1, [5, -10, 5], [5, -10, 5]),
        # A landlord owes one point more than he holds; seat 0 comes after seat 2.
        ([(2, [2, 1, -3])], 2, [4, 4, -8], [4, 3, -7]),
        # Unequal debts (one peasant doubled): 10 of 36, 24 and 12. 10·24/36 is 6, 10·12/36 is 3.
        ([], 0, [-36, 24, 12], [-10, 7, 3]),
        ([], 0, [-36, 12, 24], [-10, 4, 6]),
    ],
    ids=str,
)
def test_nobody_pays_more_than_he_holds(before, landlord, owed, paid):
    states = after([*before, (landlord, owed)], MatchRules(purse=10, bankruptcy="shortfall"))
    totals = [plain(state.totals[0]) for state in states]
    last = totals[-2] if before else [0, 0, 0]
    if before:
        assert totals[-2] == plain(np.sum([scores for _, scores in before], axis=0))
    assert [now - then for now, then in zip(totals[-1], last, strict=True)] == paid


@pytest.mark.rule("DD-26")
def test_many_shortfalls_as_in_whole_numbers_one_by_one():
    """Against the rule written out for one deal, purses of all sizes, up to 62 bits."""
    rng = np.random.default_rng(1)
    for purse in (1, 7, 100, 2**40, 2**61):
        match_rules = MatchRules(purse=purse, bankruptcy="shortfall")
        state = start(STANDARD, match_rules, 500)
        for _ in range(3):
            landlord = rng.integers(-1, 3, size=500)
            s = rng.integers(1, max(2, min(purse, 2**60)), size=(500, 2))
            won = rng.integers(2, size=500) == 1
            scores = np.zeros((500, 3), dtype=np.int64)
            for i, seat in enumerate(landlord):
                if seat >= 0:
                    signed = s[i] if not won[i] else -s[i]
                    scores[i, (seat + 1) % 3], scores[i, (seat + 2) % 3] = signed
                    scores[i, seat] = -signed.sum()
            after = advance(STANDARD, match_rules, state, {"landlord": landlord}, scores)
            for i, seat in enumerate(plain(landlord)):
                held = [purse + total for total in plain(state.totals[i])]
                expected = plain(state.totals[i])
                if not state.ended[i] and seat >= 0:
                    paid = settle(seat, plain(scores[i]), held)
                    expected = [a + b for a, b in zip(expected, paid, strict=True)]
                assert plain(after.totals[i]) == expected
            assert (after.totals >= -purse).all()
            assert not after.totals.sum(axis=1).any()
            state = after


def settle(landlord, scores, held):
    """Pay one deal, nobody more than he holds."""
    near, far = (landlord + 1) % 3, (landlord + 2) % 3
    paid = [0, 0, 0]
    if scores[landlord] > 0:
        for peasant in (near, far):
            paid[peasant] = -min(-scores[peasant], held[peasant])
    else:
        due = -scores[landlord]
        pays = min(due, held[landlord])
        paid[far] = pays * scores[far] // due
        paid[near] = pays * scores[near] // due
        if paid[near] + paid[far] < pays:
            paid[near] += 1
        assert paid[near] + paid[far] == pays
    paid[landlord] = -paid[near] - paid[far]
    return paid


@pytest.mark.rule("DD-26")
def test_totals_beyond_64_bits_are_refused():
    state = start(STANDARD, MatchRules(deals=9), 1)
    half = {"landlord": [0]}, [[2**62, -(2**61), -(2**61)]]
    state = advance(STANDARD, MatchRules(deals=9), state, *half)
    with pytest.raises(OverflowError, match="DD-26"):
        advance(STANDARD, MatchRules(deals=9), state, *half)


# --- the switches --------------------------------------------------------------------------------


@pytest.mark.rule("DD-26", "DD-03", "DD-27")
@pytest.mark.parametrize(
    ("switches", "error", "complaint"),
    [
        ({"first_bidder": "winner"}, chupai.RulesError, r"'last_landlord' or 'drawn'.*\[DD-03\]"),
        ({"first_bidder": 0}, TypeError, "DD-03"),
        ({"bankruptcy": "table", "purse": 5}, chupai.RulesError, "'off' or 'shortfall'.*DD-26"),
        ({"bankruptcy": "shortfall", "deals": 5}, chupai.RulesError, "needs a purse.*DD-26"),
        ({"deals": 0}, chupai.RulesError, "DD-03"),
        ({"deals": True}, TypeError, "DD-03"),
        ({"target": -5}, chupai.RulesError, "DD-26"),
        ({"target": 2.0}, TypeError, "DD-26"),
        ({"purse": 2**62 + 1}, chupai.RulesError, "DD-26"),
        ({"purse": "10"}, TypeError, "DD-26"),
    ],
    ids=str,
)
def test_wrong_switches_are_refused(switches, error, complaint):
    with pytest.raises(error, match=complaint):
        MatchRules(**switches)


def test_numbers_of_numpy_serve_as_well():
    rules = MatchRules(deals=np.int64(5), purse=np.uint8(7))
    assert rules == MatchRules(deals=5, purse=7)
    assert {type(rules.deals), type(rules.purse)} == {int}


def test_what_does_not_fit_the_matches_is_refused():
    state = start(STANDARD, MatchRules(deals=5), 2)
    for landlord, scores in (([0], [[0, 0, 0]] * 2), ([0, 1], [[0, 0, 0]]), (0, [[0] * 3] * 2)):
        with pytest.raises(ValueError, match="2 matches do not fit"):
            advance(STANDARD, MatchRules(deals=5), state, {"landlord": landlord}, scores)
    with pytest.raises(KeyError, match="landlord"):
        advance(STANDARD, MatchRules(deals=5), state, {}, [[0, 0, 0]] * 2)
