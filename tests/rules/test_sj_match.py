"""How deals follow each other in a match: SJ-32 … SJ-37, in literal figures."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

import chupai
from chupai import shengji
from chupai.shengji.match import ENDS, advance, set_up_of, start
from reference import shengji_match
from shengji_facts import BOOK, RANKS, columns, deal, random_deal

RULES = shengji.CN_2
ALL = "23456789TJQKA"


def begun(at="22", declarer=0, **switches):
    """A match in which the sides are at these levels, and its rules."""
    rules = shengji.MatchRules(**switches)
    state = start(RULES, rules, 1)
    state.setups["levels"][0] = [RANKS.index(level) for level in at]
    state.setups["declarer"][0] = declarer
    return state, rules


def after(points, match, **facts):
    """The match after one more deal, with so many points of the attackers."""
    state, rules = match
    seat = int(state.setups["declarer"][0])
    given = {"level": RANKS[state.setups["levels"][0, seat % 2]], "declarer": seat}
    if points > 160:  # with the kitty, twice
        given |= {"kitty_points": (points - 160) // 2, "last_winner": (seat + 1) % 4}
    batch = columns([deal(min(points, 160), **given | facts)])
    return advance(RULES, shengji.Scoring(), rules, state, batch), rules


def levels(match):
    """The levels of both sides."""
    return "".join(RANKS[at] for at in match[0].setups["levels"][0])


def declarer(match):
    return int(match[0].setups["declarer"][0])


def ended(match):
    return ENDS[match[0].ended[0]]


def refused(rule, **switches):
    with pytest.raises(chupai.RulesError, match=rule) as caught:
        shengji.MatchRules(**switches)
    assert caught.value.rule == rule


# --- who declares --------------------------------------------------------------------------------


@pytest.mark.rule("SJ-32")
@pytest.mark.parametrize("seat", range(4))
def test_who_declares_next(seat):
    assert declarer(after(75, begun(declarer=seat))) == (seat + 2) % 4
    assert declarer(after(0, begun(declarer=seat))) == (seat + 2) % 4
    assert declarer(after(80, begun(declarer=seat))) == (seat + 1) % 4


@pytest.mark.rule("SJ-40", "SJ-32")
def test_the_first_deal_has_no_declarer():
    rules = shengji.MatchRules()
    state = start(RULES, rules, 1)
    assert set_up_of(state.setups, 0) == shengji.Setup()
    batch = columns([deal(40, declarer=3)])
    state = advance(RULES, shengji.Scoring(), rules, state, batch)
    assert set_up_of(state.setups, 0) == shengji.Setup(levels=("2", "3"), declarer=1)
    named = shengji.MatchRules(first_declarer=2)
    assert set_up_of(start(RULES, named, 1).setups, 0).declarer == 2


# --- levels --------------------------------------------------------------------------------------


@pytest.mark.rule("SJ-30", "SJ-33")
@pytest.mark.parametrize(
    ("at", "points", "expected"),
    [
        ("59", 75, "69"), ("59", 5, "79"), ("59", 0, "89"),
        # In is in; more than that counts.
        ("59", 80, "59"), ("59", 115, "59"), ("59", 120, "5T"), ("59", 160, "5J"),
        ("59", 240, "5K"),
    ],
)  # fmt: skip
def test_levels_are_won(at, points, expected):
    assert levels(after(points, begun(at))) == expected
    assert levels(after(points, begun(at[::-1], declarer=3))) == expected[::-1]


@pytest.mark.rule("SJ-17", "SJ-30")
def test_levels_for_less_than_nothing():
    state, rules = begun("59")
    thrown = columns([deal(0, failed_throws=[0, 1, 0, 0])])
    found = advance(RULES, shengji.Scoring(throw_penalty=5), rules, state, thrown)
    assert levels((found, rules)) == "99"


@pytest.mark.rule("SJ-33")
@pytest.mark.parametrize(
    ("ranks", "at", "points", "expected"),
    [
        ("9TJQKA", "99", 0, "Q9"), ("5TK", "55", 75, "T5"), ("5TK", "55", 5, "K5"),
        ("5TK", "55", 0, "K5"), ("5TK", "5T", 120, "5K"), ("5TK", "TT", 160, "TK"),
        ("3456789TJQKA2", "A3", 75, "23"),
    ],
)  # fmt: skip
def test_ranges_of_levels(ranks, at, points, expected):
    match = begun(at, levels=ranks)
    assert start(RULES, match[1], 1).setups["levels"].tolist() == [[RANKS.index(ranks[0])] * 2]
    assert levels(after(points, match)) == expected


@pytest.mark.rule("SJ-33")
def test_no_levels():
    """Fixed trump, or declared, without levels: the deals count by themselves."""
    given = replace(RULES, declaring="given", no_trump=True)
    rules = shengji.MatchRules(levels=None, form="deals", deals=3, fixed_trump="S")
    state = start(given, rules, 1)
    assert set_up_of(state.setups, 0) == shengji.Setup(level=None, declarer=0, trump="S")
    for points, declares in ((75, 2), (80, 3)):
        facts = deal(points, level=None, declarer=int(state.setups["declarer"][0]))
        state = advance(given, shengji.Scoring(), rules, state, columns([facts]))
        expected = shengji.Setup(level=None, declarer=declares, trump="S")
        assert set_up_of(state.setups, 0) == expected
    assert state.totals.tolist() == [[0, 0, 0, 0]]  # one to one
    facts = deal(0, level=None, declarer=3)
    state = advance(given, shengji.Scoring(), rules, state, columns([facts]))
    assert state.totals.tolist() == [[-3, 3, -3, 3]]
    assert ENDS[state.ended[0]] == "deals"
    rules = shengji.MatchRules(levels=None, form="deals", deals=3, fixed_level="5")
    assert set_up_of(start(RULES, rules, 1).setups, 0) == shengji.Setup(level="5")
    refused("SJ-33", levels=None)
    refused("SJ-33", fixed_level="5")
    refused("SJ-33", levels="")
    refused("SJ-33", levels="2344")
    refused("SJ-33", levels="23B")


@pytest.mark.rule("SJ-34")
def test_the_two_examples_of_the_source():
    """9 +2 with 10 must → 10; attackers at 10 taking the deal with +1 stay at 10."""
    assert levels(after(5, begun("95", must_play="T"))) == "T5"
    assert levels(after(120, begun("9T", must_play="T"))) == "9T"
    assert levels(after(5, begun("95"))) == "J5"
    assert levels(after(120, begun("9T"))) == "9J"


@pytest.mark.rule("SJ-34")
@pytest.mark.parametrize(
    ("must", "at", "points", "expected"),
    [
        ("TJ", "95", 0, "T5"), ("TJ", "T5", 0, "J5"), ("T", "T5", 0, "K5"), ("J", "95", 0, "J5"),
        ("T", "59", 160, "5T"), ("T", "5T", 80, "5T"), ("T", "T5", 80, "T5"),
        ("2", "22", 160, "22"), ("2", "23", 160, "25"), ("2", "22", 5, "42"),
        # The last level is always one of them.
        ("", "Q5", 0, "A5"), ("", "5K", 240, "5A"), ("", "5A", 240, "5A"),
    ],
)  # fmt: skip
def test_levels_that_must_be_played(must, at, points, expected):
    assert levels(after(points, begun(at, must_play=must))) == expected
    turned = after(points, begun(at[::-1], declarer=1, must_play=must))
    assert levels(turned) == expected[::-1]


@pytest.mark.rule("SJ-34")
def test_must_play_levels_that_are_none():
    refused("SJ-34", must_play="3", levels="5TK")
    refused("SJ-34", must_play="11")


@pytest.mark.rule("SJ-35")
@pytest.mark.parametrize(
    ("hook", "at", "points", "facts", "expected"),
    [
        ("any", "J5", 80, {}, "25"), ("off", "J5", 80, {}, "J5"), ("by_suit", "J5", 80, {}, "85"),
        ("any", "J5", 80, {"winning": 2}, "25"), ("by_suit", "J5", 80, {"winning": 2}, "25"),
        ("any", "J5", 160, {}, "27"),
        # Held, by a trick of the declarers, without a J, at another level.
        ("any", "J5", 75, {}, "Q5"), ("any", "J5", 80, {"last_winner": 2}, "J5"),
        ("any", "J5", 80, {"winning": 0}, "J5"), ("any", "T5", 80, {}, "T5"),
        ("by_suit", "J5", 80, {"winning": 0}, "J5"), ("by_suit", "5J", 80, {}, "5J"),
    ],
)  # fmt: skip
def test_the_hook(hook, at, points, facts, expected):
    facts = {"last_winner": 3, "winning": 1} | facts
    assert levels(after(points, begun(at, hook=hook), **facts)) == expected


@pytest.mark.rule("SJ-35")
def test_the_hook_in_other_ranges_of_levels():
    facts = {"last_winner": 3, "winning": 1}
    for ranks, at, expected in (("9TJQKA", "J9", "99"), ("5TJQKA", "J5", "55"), (ALL, "JA", "8A")):
        assert levels(after(80, begun(at, hook="by_suit", levels=ranks), **facts)) == expected
    refused("SJ-35", hook="any", levels="5TK")


# --- ends ----------------------------------------------------------------------------------------


@pytest.mark.rule("SJ-36")
@pytest.mark.parametrize("points", [75, 5, 0])
def test_whoever_holds_the_last_level_has_won(points):
    match = after(points, begun("A5"))
    assert ended(match) == "level"
    assert match[0].totals[0, 0] > 0
    assert match[0].totals[0].tolist() == [1, -1, 1, -1]  # one more than it was ahead


@pytest.mark.rule("SJ-36")
def test_the_last_level_is_held_as_declarer():
    match = after(240, begun("5K"))  # the attackers come to A
    assert (ended(match), levels(match)) == ("running", "5A")
    match = after(80, match)
    assert (ended(match), levels(match), declarer(match)) == ("running", "5A", 2)
    match = after(80, match)
    match = after(40, match)
    assert ended(match) == "level"
    match = after(0, begun("K5"))
    assert (ended(match), levels(match)) == ("running", "A5")
    short = after(75, begun("KT", levels="5TK"))
    assert ended(short) == "level"


@pytest.mark.rule("SJ-36")
def test_failing_at_the_last_level():
    match = begun("A2", fail_last=3)
    for _ in range(2):
        match = after(80, match)
        assert levels(match) == "A2"
        match = after(80, match)  # the other side fails at 2
    assert levels(after(80, match)) == "22"
    without = begun("A2")
    for _ in range(7):
        without = after(80, without)
    assert levels(without) == "A2"
    refused("SJ-36", fail_last=0)


@pytest.mark.rule("SJ-36", "SJ-37")
def test_what_is_held_between_failures_counts_them_anew():
    match = begun("A2", fail_last=2, form="deals", deals=99)
    for points, expected in ((80, "A"), (40, "A"), (80, "A"), (80, "2")):
        if declarer(match) % 2:
            match = after(80, match)
        match = after(points, match)
        assert levels(match)[0] == expected


@pytest.mark.rule("SJ-37")
def test_so_many_deals():
    match = begun(deals=2, form="deals")
    match = after(40, match)
    assert ended(match) == "running"
    match = after(80, match)
    assert (ended(match), levels(match)) == ("deals", "32")
    assert match[0].totals.tolist() == [[1, -1, 1, -1]]
    # At the same level whoever would declare next has won.
    for points, totals in ((80, [-1, 1, -1, 1]), (160, [-2, 2, -2, 2])):
        assert after(points, begun(deals=1, form="deals"))[0].totals[0].tolist() == totals
    match = after(75, begun("23", deals=1, form="deals"))
    assert match[0].totals[0].tolist() == [2, -2, 2, -2]  # from one behind to level, and one more
    # The last level does not end it.
    match = after(75, begun("A2", deals=2, form="deals"))
    assert (ended(match), levels(match)) == ("running", "A2")
    with pytest.raises(ValueError, match="deals"):
        start(RULES, shengji.MatchRules(form="deals"), 1)


@pytest.mark.rule("SJ-37")
def test_a_match_by_level_may_be_cut_short():
    match = after(75, begun("55", deals=1))
    assert ended(match) == "deals"
    match = after(75, begun("A5", deals=1))
    assert ended(match) == "level"


@pytest.mark.rule("SJ-37", "SJ-42")
def test_a_duplicate_gives_declarer_level_and_trump():
    given = replace(RULES, declaring="given")
    rules = shengji.MatchRules(form="duplicate", deals=40)
    state = start(given, rules, 1)
    seen = []
    while not state.ended[0]:
        made = set_up_of(state.setups, 0)
        seen.append((made.level, made.trump, made.declarer))
        # Whatever happens, the next deal does not depend on it.
        facts = columns([deal(35 * (len(seen) % 4), declarer=made.declarer, level=made.level)])
        state = advance(given, shengji.Scoring(), rules, state, facts)
    assert len(seen) == len(set(seen)) == 40
    assert [seat for _, _, seat in seen] == [0, 1, 2, 3] * 10
    assert {trump for _, trump, _ in seen} == set("DCHS")
    assert [level for level, _, _ in seen] == ["2"] * 16 + ["3"] * 16 + ["4"] * 8
    with pytest.raises(chupai.RulesError, match="SJ-42"):
        chupai.shengji.match.check(RULES, shengji.Scoring(), rules)


@pytest.mark.rule("SJ-37")
def test_duplicate_tables_are_compared():
    one = [[1, -1, 1, -1], [-2, 2, -2, 2], [1, -1, 1, -1], [3, -3, 3, -3]]
    other = [[1, -1, 1, -1], [-1, 1, -1, 1], [-1, 1, -1, 1], [1, -1, 1, -1]]
    found = shengji.match_points(one, other)
    assert found.differences.tolist() == [0, -1, 2, 2]
    assert found.points.tolist() == [[1, 1], [0, 2], [2, 0], [2, 0]]
    assert (found.totals, found.difference) == ((5, 3), 3)
    swapped = shengji.match_points(other, one)
    assert swapped.totals == (3, 5)
    assert shengji.match_points(one, other, (3, 1, -1)).totals == (6, 2)


# --- against the reference -----------------------------------------------------------------------


def random_match_rules(rng):
    ranks = rng.choice([ALL, ALL, "9TJQKA", "5TK", "3456789TJQKA2", "56789TJ", "J"])
    form = rng.choice(["level", "deals"])
    return {
        "form": form,
        "deals": rng.choice([5, 30]) if form == "deals" else rng.choice([None, 20]),
        "levels": ranks,
        "must_play": "".join(rng.sample(ranks, rng.randrange(min(len(ranks), 4)))),
        "hook": rng.choice(["off", "any", "by_suit"]) if "J" in ranks else "off",
        "fail_last": rng.choice([None, 1, 2, 3]),
    }


@pytest.mark.rule("SJ-34", "SJ-35", "SJ-36")
@pytest.mark.parametrize("seed", range(60))
def test_matches_against_the_reference(seed):
    rng = Random(seed)
    switches = random_match_rules(rng)
    rules, order = shengji.MatchRules(**switches), switches["levels"]
    told = shengji_match.Match(switches, BOOK, 2)
    state = start(RULES, rules, 1)
    for _ in range(60):
        facts = random_deal(rng) | {"level": RANKS.index(told.level)}
        if told.declarer is not None:
            facts["declarer"] = told.declarer
        if rng.random() < 0.5:  # more often close than out of any pack
            facts |= {"attackers_points": rng.randrange(0, 165, 5), "kitty_points": 0}
        held = switches["form"] == "level" and told.levels[facts["declarer"] % 2] == order[-1]
        told.add(facts)
        state = advance(RULES, shengji.Scoring(), rules, state, columns([facts]))
        assert "".join(RANKS[at] for at in state.setups["levels"][0]) == "".join(told.levels)
        assert state.setups["declarer"].tolist() == [told.declarer]
        assert state.setups["fails"].tolist() == [told.fails]
        ahead = order.index(told.levels[0]) - order.index(told.levels[1])
        if told.winner is not None:
            by_level = held and told.winner == facts["declarer"] % 2 != (told.declarer + 1) % 2
            assert ENDS[state.ended[0]] == ("level" if by_level else "deals")
            if by_level or not ahead:
                ahead += 1 if told.winner == 0 else -1
        else:
            assert ENDS[state.ended[0]] == "running"
        assert state.totals.tolist() == [[ahead, -ahead, ahead, -ahead]]
        if told.winner is not None:
            return


@pytest.mark.rule("SJ-32", "SJ-36")
def test_many_matches_go_on_by_themselves():
    """What has ended stays, and each match is as it would be alone."""
    rng = Random(1)
    rules, number = shengji.MatchRules(levels="TJQKA", fail_last=2), 50
    state = start(RULES, rules, number)
    alone = [start(RULES, rules, 1) for _ in range(number)]
    for _ in range(40):
        deals = [
            random_deal(rng) | {"declarer": max(int(seat), 0)} for seat in state.setups["declarer"]
        ]
        state = advance(RULES, shengji.Scoring(), rules, state, columns(deals))
        for i, facts in enumerate(deals):
            alone[i] = advance(RULES, shengji.Scoring(), rules, alone[i], columns([facts]))
    for name, column in state.setups.items():
        assert column.tolist() == np.concatenate([one.setups[name] for one in alone]).tolist()
    assert state.totals.tolist() == [one.totals[0].tolist() for one in alone]
    assert set(state.ended.tolist()) == {0, ENDS.index("level")} or state.ended.all()
