"""How deals of Big Two follow each other in a match: BT-25, BT-36, BT-37, BT-45, BT-47."""

from random import Random

import numpy as np
import pytest

import chupai
from big2_facts import columns, deal, random_deal, random_switches
from chupai import big2
from chupai.big2.match import ENDS, advance, start
from reference.big2_match import Match, roles_after

RULES = big2.HONG_KONG
PLAYED_OUT = big2.BLOODY


def states(deals, match_rules, scoring=None, rules=RULES):
    """The states of one match: before its first deal, and after each deal."""
    scoring = scoring or big2.Scoring()
    state = start(rules, match_rules, 1)
    found = [state]
    for facts in deals:
        batch = columns([facts])
        state = advance(rules, scoring, match_rules, state, batch, big2.scores(batch, scoring))
        found.append(state)
    return found


def set_up(state, name):
    """A part of the set-up of the next deal of the one match."""
    return np.asarray(state.setups[name])[0].tolist()


def finished(*order):
    """A deal played out in this order of seats."""
    place = [0] * len(order)
    for number, seat in enumerate(order, 1):
        place[seat] = number
    left = [0] * len(order)
    left[order[-1]] = 3
    return deal(left, order[0], place=place)


# --- who leads -----------------------------------------------------------------------------------


@pytest.mark.rule("BT-25")
def test_the_winner_leads_the_next_deal():
    deals = [deal([0 if seat == winner else 2 for seat in range(4)], winner)
             for winner in (2, 2, 0, 3)]  # fmt: skip
    after = states(deals, big2.MatchRules(deals=99))
    assert [set_up(state, "leader") for state in after] == [-1, 2, 2, 0, 3]
    after = states(deals, big2.MatchRules(deals=99, later_lead="lowest"))
    assert [set_up(state, "leader") for state in after] == [-1] * 5


@pytest.mark.rule("BT-25", "BT-33")
def test_an_instant_winner_leads_too():
    at_once = deal([13] * 4, 3, instant=1, unplayed=[1] * 4)
    after = states([at_once], big2.MatchRules(deals=99))
    assert set_up(after[-1], "leader") == 3


# --- roles ---------------------------------------------------------------------------------------

# The table of docs/rules/big2.md, in its order.
ROLES = [
    (None, (2, 0, 3, 1), (2, 0, 3, 1)),
    ((2, 0, 3, 1), (2, 1, 0, 3), (2, 1, 0, 3)),
    ((2, 0, 3, 1), (0, 2, 1, 3), (0, 1, 3, 2)),
    ((2, 0, 3, 1), (1, 0, 3, 2), (1, 0, 3, 2)),
]


@pytest.mark.rule("BT-37")
@pytest.mark.parametrize(("before", "order", "after"), ROLES, ids=str)
def test_a_king_who_is_not_first_becomes_slave(before, order, after):
    deals = [finished(*order)] if before is None else [finished(*before), finished(*order)]
    rules = big2.MatchRules(deals=99, bloody=True)
    found = states(deals, rules, rules=PLAYED_OUT)
    assert set_up(found[-1], "roles") == list(after)
    assert set_up(found[0], "roles") == [-1] * 4
    assert roles_after(before, deals[-1]["place"]) == list(after)


@pytest.mark.rule("BT-37")
def test_roles_are_of_bloody_matches_only():
    found = states([finished(1, 2, 3, 0)], big2.MatchRules(deals=99), rules=PLAYED_OUT)
    assert all(set_up(state, "roles") == [-1] * 4 for state in found if "roles" in state.setups)


# --- purses, ends --------------------------------------------------------------------------------


@pytest.mark.rule("BT-45")
@pytest.mark.parametrize(
    ("switches", "deals", "ends"),
    [
        ({"deals": 2}, 2, "deals"),
        ({"target": 16}, 2, "target"),
        ({"target": 17}, 3, "target"),
        ({"purse": 4}, 1, "purse"),
        ({"purse": 5}, 2, "purse"),
        # several together
        ({"deals": 2, "target": 16}, 2, "target"),
        ({"deals": 2, "target": 16, "purse": 8}, 2, "purse"),
    ],
    ids=str,
)
def test_a_match_ends_with_the_deal_that_reaches_its_end(switches, deals, ends):
    found = states([deal([0, 3, 1, 4])] * deals, big2.MatchRules(**switches))
    assert [ENDS[state.ended[0]] for state in found] == ["running"] * deals + [ends]
    assert found[-1].totals[0].tolist() == [8 * deals, -3 * deals, -deals, -4 * deals]
    assert found[-1].deals.tolist() == [deals]


@pytest.mark.rule("BT-45")
@pytest.mark.parametrize(
    ("bankruptcy", "first", "second"),
    [
        ("off", [8, -3, -1, -4], [16, -6, -2, -8]),
        # Of 6 seat 3 has 2 left, where it owes 4.
        ("table", [8, -3, -1, -4], [10, -3, -1, -6]),
        ("shortfall", [8, -3, -1, -4], [14, -6, -2, -6]),
    ],
)
def test_nobody_pays_more_than_he_holds(bankruptcy, first, second):
    scoring = big2.Scoring(bankruptcy=bankruptcy)
    found = states([deal([0, 3, 1, 4])] * 2, big2.MatchRules(purse=6), scoring)
    assert [state.totals[0].tolist() for state in found[1:]] == [first, second]
    assert [ENDS[state.ended[0]] for state in found] == ["running", "running", "purse"]


@pytest.mark.rule("BT-47")
def test_house_seats_neither_win_nor_lose():
    found = states([deal([0, 3, 1, 4])] * 2, big2.MatchRules(deals=9, house_seats=(1, 3)))
    assert found[-1].totals[0].tolist() == [2, 0, -2, 0]
    won = states([deal([3, 0, 1, 4], 1)], big2.MatchRules(deals=9, house_seats=(1,)))
    assert won[-1].totals[0].tolist() == [0, 0, 0, 0]


@pytest.mark.rule("BT-47")
def test_a_purse_must_hold_the_buy_in():
    """At least ten stakes, says the source."""
    scoring = big2.Scoring(stake=20)
    with pytest.raises(chupai.RulesError, match=r"needs a purse.*BT-47"):
        big2.MatchRules(deals=5, buy_in=10)
    for purse in (1, 199):
        match = big2.MatchRules(deals=5, purse=purse, buy_in=10)
        with pytest.raises(chupai.RulesError, match="BT-47"):
            chupai.Variant(rules=RULES, scoring=scoring, match=match)
    enough = big2.MatchRules(deals=5, purse=200, buy_in=10)
    variant = chupai.Variant(rules=RULES, scoring=scoring, match=enough)
    assert chupai.Match(variant, "random").run(1).purses


@pytest.mark.rule("BT-36")
def test_a_cut_is_drawn_for_each_deal():
    cut = start(RULES, big2.MatchRules(deals=9, cut=True), 3)
    plain = start(RULES, big2.MatchRules(deals=9), 3)
    assert np.asarray(cut.setups["first_card"]).tolist() == [-1] * 3
    if "first_card" in plain.setups:
        assert np.asarray(plain.setups["first_card"]).tolist() == [0] * 3


# --- the switches --------------------------------------------------------------------------------


@pytest.mark.rule("BT-25", "BT-37", "BT-47")
@pytest.mark.parametrize(
    ("switches", "error", "rule"),
    [
        ({"later_lead": "loser"}, chupai.RulesError, "BT-25"),
        ({"later_lead": None}, TypeError, "BT-25"),
        ({"deals": 0}, chupai.RulesError, "BT-"),
        ({"deals": 1.5}, TypeError, "BT-"),
        ({"target": -5}, chupai.RulesError, "BT-"),
        ({"purse": 0}, chupai.RulesError, "BT-45"),
        ({"purse": "10"}, TypeError, "BT-45"),
        ({"bloody": 1}, TypeError, "BT-37"),
        ({"house_seats": 1}, TypeError, "BT-47"),
        ({"house_seats": (-1,)}, chupai.RulesError, "BT-47"),
        ({"house_seats": (1.0,)}, TypeError, "BT-47"),
        ({"buy_in": -1}, chupai.RulesError, "BT-47"),
        ({"buy_in": None}, TypeError, "BT-47"),
        ({"cut": 1}, TypeError, "BT-36"),
    ],
    ids=str,
)
def test_wrong_switches_are_refused(switches, error, rule):
    with pytest.raises(error, match=rule):
        big2.MatchRules(**({"deals": 5} | switches))


@pytest.mark.rule("BT-37", "BT-45", "BT-51")
@pytest.mark.parametrize(
    ("rules", "scoring", "match", "rule"),
    [
        ({}, {}, {"bloody": True}, "BT-37"),
        ({"players": 3, "end": "all_out"}, {}, {"bloody": True}, "BT-37"),
        ({}, {"place_points": (3, 1, -1, -3)}, {}, "BT-51"),
        ({"end": "all_out"}, {"place_points": (1, 0, -1)}, {}, "BT-51"),
        ({}, {"bankruptcy": "table"}, {"deals": 5}, "BT-45"),
        ({}, {}, {"house_seats": (4,)}, "BT-47"),
        ({"players": 3}, {}, {"house_seats": (3,)}, "BT-47"),
    ],
    ids=str,
)
def test_parts_that_contradict_each_other_are_refused(rules, scoring, match, rule):
    parts = {
        "rules": big2.Rules(**rules),
        "scoring": big2.Scoring(**scoring),
        "match": big2.MatchRules(**match),
    }
    with pytest.raises(chupai.RulesError, match=rule):
        chupai.Variant(**parts)


def test_a_match_without_an_end_is_refused():
    with pytest.raises(ValueError, match="needs an end: give deals, target or purse"):
        start(RULES, big2.MatchRules(), 1)
    with pytest.raises(ValueError, match="needs an end"):
        chupai.Match("big2/hong-kong", "random")


# --- beside the reference ------------------------------------------------------------------------


@pytest.mark.rule("BT-25", "BT-45", "BT-47")
@pytest.mark.parametrize("seed", range(40))
def test_matches_in_arrays_are_matches_one_by_one(seed):
    rng = Random(f"matches {seed}")
    seats = rng.choice([4, 4, 3])
    switches = random_switches(rng, seats)
    purse = rng.choice([None, 10, 500, 20000])
    if purse is None:
        switches["bankruptcy"] = "off"
    bloody = seats == 4 and rng.random() < 0.4
    match = {
        "later_lead": rng.choice(["winner", "lowest"]),
        "deals": rng.choice([5, 30]),
        "target": rng.choice([None, 40, 4000]),
        "purse": purse,
        "bloody": bloody,
        "house_seats": () if switches["place_points"] else rng.choice([(), (), (1,), (0, 2)]),
        "buy_in": 0,
        "cut": False,
    }
    out = bloody or switches["place_points"] is not None or rng.random() < 0.3
    rules = big2.Rules(players=seats, end="all_out" if out else "first_out")
    scoring, match_rules = big2.Scoring(**switches), big2.MatchRules(**match)
    chupai.Variant(rules=rules, scoring=scoring, match=match_rules)  # they go together
    number = rng.choice([1, 2, 17])
    matches = [Match(match, switches, seats) for _ in range(number)]
    state = start(rules, match_rules, number)
    for _ in range(12):
        assert state.totals.tolist() == [one.totals for one in matches]
        assert state.deals.tolist() == [one.deals for one in matches]
        running = [not one.ends() for one in matches]
        for ended, one in zip(state.ended.tolist(), matches, strict=True):
            assert ENDS[ended] in (one.ends() or {"running"})
        leader = [-1 if one.leader is None else one.leader for one in matches]
        found = np.asarray(state.setups["leader"])
        assert found[running].tolist() == np.array(leader)[running].tolist()
        if bloody:
            roles = [one.roles or [-1] * 4 for one in matches]
            found = np.asarray(state.setups["roles"])
            assert found[running].tolist() == np.array(roles)[running].tolist()
        deals = []
        while len(deals) < number:
            facts = random_deal(rng, seats)
            if all(facts["place"]) == out:
                deals.append(facts)
        batch = columns(deals)
        worth = big2.scores(batch, scoring)
        kept = state.totals.copy()
        after = advance(rules, scoring, match_rules, state, batch, worth)
        assert np.array_equal(kept, state.totals)
        state = after
        for one, facts in zip(matches, deals, strict=True):
            if not one.ends():
                one.add(facts)
        if not any(not one.ends() for one in matches):
            break
