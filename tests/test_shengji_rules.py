"""Rule sets, set-ups and match rules of Shengji as values, and what they refuse."""

import copy
import json
import pickle
from dataclasses import asdict, replace

import numpy as np
import pytest

import chupai
from chupai import shengji
from chupai.record_json import setup_told
from chupai.shengji.match import check, set_up_of, start
from chupai.shengji.presets import PRESETS
from chupai.shengji.ranks import RANKS


def refused(make, rule, *, error=chupai.RulesError):
    with pytest.raises(error, match=rule) as caught:
        make()
    if error is chupai.RulesError:
        assert caught.value.rule == rule


# --- rules ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [preset[0] for preset in PRESETS.values()], ids=PRESETS)
def test_rules_are_values(rules):
    again = shengji.Rules(**json.loads(json.dumps(asdict(rules))))
    for other in (again, pickle.loads(pickle.dumps(rules)), copy.deepcopy(rules), replace(rules)):
        assert other == rules
        assert hash(other) == hash(rules)
    assert eval(repr(rules), {"Rules": shengji.Rules}) == rules


def test_numbers_of_numpy_are_pythons():
    made = shengji.Rules(decks=np.int64(3), kitty=np.int8(18), chaodi=np.bool_(True))
    assert type(made.decks) is type(made.kitty) is int
    assert made.chaodi is True
    assert (made.kitty_size, made.hand_size) == (18, 36)


@pytest.mark.parametrize(
    ("switches", "rule"),
    [
        ({"decks": 0}, "SJ-01"),
        ({"decks": 5}, "SJ-01"),
        ({"kitty": 7}, "SJ-02"),
        ({"kitty": 24}, "SJ-02"),
        ({"kitty": -4}, "SJ-02"),
        ({"decks": 3, "kitty": 8}, "SJ-02"),
        ({"constant_trumps": "22"}, "SJ-06"),
        ({"constant_trumps": "1"}, "SJ-06"),
        ({"constant_trumps": "B"}, "SJ-06"),
        ({"tractor_min_length": 1}, "SJ-10"),
        ({"tractor_min_length": 28}, "SJ-10"),
        ({"banned_links": (("B", "B"),)}, "SJ-12"),
        ({"banned_links": (("B", "joker"),)}, "SJ-12"),
        ({"banned_links": (("B", "R"), ("R", "B"))}, "SJ-12"),
        ({"reading": "longest"}, "SJ-14"),
        ({"failed_throw": "largest"}, "SJ-16"),
        ({"follow_order": "CN"}, "SJ-21"),
        ({"throw_compare": "any"}, "SJ-25"),
        ({"no_declaration": "redeal"}, "SJ-41"),
        ({"no_declaration": "no_trump", "no_trump": False}, "SJ-41"),
        ({"declaring": "auction"}, "SJ-42"),
        ({"declaring": "given", "blind_declaring": True}, "SJ-43"),
        ({"declare_with_joker": "both"}, "SJ-44"),
        ({"declaring": "given", "declare_with_joker": "any"}, "SJ-44"),
    ],
    ids=str,
)
def test_rules_that_cannot_be(switches, rule):
    refused(lambda: shengji.Rules(**switches), rule)


@pytest.mark.parametrize(
    ("switches", "rule"),
    [
        ({"decks": True}, "SJ-01"),
        ({"decks": 2.0}, "SJ-01"),
        ({"kitty": "8"}, "SJ-02"),
        ({"constant_trumps": 2}, "SJ-06"),
        ({"no_trump": 1}, "SJ-07"),
        ({"tractors": None}, "SJ-12"),
        ({"banned_links": "BR"}, "SJ-12"),
        ({"banned_links": ("BR",)}, "SJ-12"),
        ({"banned_links": (("B", 3),)}, "SJ-12"),
        ({"throws": "yes"}, "SJ-13"),
        ({"reading": None}, "SJ-14"),
        ({"chaodi": 0}, "SJ-46"),
    ],
    ids=str,
)
def test_rules_of_another_type(switches, rule):
    refused(lambda: shengji.Rules(**switches), rule, error=TypeError)


def test_sets_are_in_order_however_they_are_written():
    assert shengji.Rules(constant_trumps="7, 2 10").constant_trumps == "27T"
    links = (("R", "B"), ("main_constant", "side_constant"))
    assert shengji.Rules(banned_links=links).banned_links == (
        ("side_constant", "main_constant"),
        ("B", "R"),
    )
    assert shengji.Rules(banned_links=[["B", "R"]]) == shengji.Rules(banned_links=(("R", "B"),))


def test_combinations_that_are_of_no_use_are_allowed():
    shengji.Rules(throws=False, reading="longest_unit", failed_throw="smallest")
    shengji.Rules(tractors=False, hollow=False, banned_links=(("B", "R"),))
    shengji.Rules(declaring="given", declare_with_joker="any", chaodi=True)
    shengji.Rules(decks=1, follow_order="runs_first", protect_wider=True)


# --- set-ups -------------------------------------------------------------------------------------


def test_levels_are_held_in_one_way():
    assert shengji.Setup(levels=("5", "5")) == shengji.Setup(level="5")
    assert shengji.Setup(level="10").level == "T"
    assert shengji.Setup(levels=["5", None]).by_side == ("5", None)
    assert shengji.Setup(level=None).by_side == (None, None)
    assert repr(shengji.Setup(levels=("2", "A"), kitty="as_dealt")) == (
        "Setup(levels=('2', 'A'), kitty='as_dealt')"
    )


def test_set_ups_go_through_json():
    setup = shengji.Setup(levels=("9", "K"), declarer=3, given={"kitty": "5♦", 1: "R"})
    again = shengji.Setup(**json.loads(json.dumps(setup_told(setup))))
    assert again == setup
    assert hash(again) == hash(setup)
    assert again.cards == ["", "R", "", "", "5D"]
    assert pickle.loads(pickle.dumps(setup)) == setup


@pytest.mark.parametrize(
    ("parts", "rule", "error"),
    [
        ({"level": "1"}, "SJ-04", chupai.RulesError),
        ({"level": "23"}, "SJ-04", chupai.RulesError),
        ({"level": ""}, "SJ-04", chupai.RulesError),
        ({"level": 2}, "SJ-04", TypeError),
        ({"levels": "25"}, "SJ-34", TypeError),
        ({"levels": ("2", "5", "A")}, "SJ-34", TypeError),
        ({"levels": ("2", "B")}, "SJ-34", chupai.RulesError),
        ({"level": "5", "levels": ("2", "A")}, "SJ-34", chupai.RulesError),
        ({"declarer": 4}, "SJ-40", chupai.RulesError),
        ({"declarer": "0"}, "SJ-40", TypeError),
        ({"trump": "X"}, "SJ-42", chupai.RulesError),
        ({"trump": 3}, "SJ-42", TypeError),
        ({"first_card": -1}, "SJ-47", chupai.RulesError),
        ({"kitty": "buried"}, "SJ-45", chupai.RulesError),
        ({"given": {4: "AS"}}, "SJ-02", chupai.RulesError),
        ({"given": {"00": "AS"}}, "SJ-02", chupai.RulesError),
        ({"given": {"bottom": "AS"}}, "SJ-02", chupai.RulesError),
        ({"given": {True: "AS"}}, "SJ-02", TypeError),
        ({"given": {0: "AS", "0": "KS"}}, "SJ-02", chupai.RulesError),
        ({"given": {0: "AS AS AS", 1: "AS", "kitty": "AS"}}, "SJ-02", chupai.RulesError),
        ({"given": {0: [1]}}, "SJ-02", TypeError),
        ({"given": "AS"}, "SJ-02", TypeError),
    ],
    ids=str,
)
def test_set_ups_that_cannot_be(parts, rule, error):
    refused(lambda: shengji.Setup(**parts), rule, error=error)


def test_text_that_names_no_cards():
    for text in ("1S", "as", "AS KX"):
        with pytest.raises(ValueError, match="cards given to seat 2"):
            shengji.Setup(given={2: text})


def test_cards_are_given_in_the_order_in_which_they_are_written():
    given = {"kitty": "R B 2D AS", "1": " 3S,3D ", 0: ""}
    assert shengji.Setup(given=given).given == ((1, "3D 3S"), ("kitty", "AS 2D B R"))
    assert shengji.Setup(given={0: ""}).given is None


# --- match rules ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("switches", "rule", "error"),
    [
        ({"form": "time"}, "SJ-37", chupai.RulesError),
        ({"deals": 0}, "SJ-37", chupai.RulesError),
        ({"deals": 2.5}, "SJ-37", TypeError),
        ({"levels": ""}, "SJ-33", chupai.RulesError),
        ({"levels": "2A2"}, "SJ-33", chupai.RulesError),
        ({"levels": ("2", "A")}, "SJ-33", TypeError),
        ({"levels": None}, "SJ-33", chupai.RulesError),
        ({"fixed_level": "2"}, "SJ-33", chupai.RulesError),
        ({"fixed_trump": "N"}, "SJ-33", chupai.RulesError),
        ({"must_play": "5", "levels": "9TJQKA"}, "SJ-34", chupai.RulesError),
        ({"must_play": ["5"]}, "SJ-34", TypeError),
        ({"hook": True}, "SJ-35", TypeError),
        ({"hook": "any", "levels": "5TK"}, "SJ-35", chupai.RulesError),
        ({"fail_last": 0}, "SJ-36", chupai.RulesError),
        ({"first_declarer": 4}, "SJ-40", chupai.RulesError),
        ({"form": "duplicate", "first_declarer": 0}, "SJ-40", chupai.RulesError),
        ({"form": "duplicate", "must_play": "5"}, "SJ-34", chupai.RulesError),
        ({"form": "duplicate", "hook": "any"}, "SJ-35", chupai.RulesError),
        ({"form": "deals", "levels": None, "fail_last": 3}, "SJ-36", chupai.RulesError),
    ],
    ids=str,
)
def test_match_rules_that_cannot_be(switches, rule, error):
    refused(lambda: shengji.MatchRules(**switches), rule, error=error)


def test_match_rules_are_values():
    made = shengji.MatchRules(levels="9 10 J Q K A", must_play="J10", hook="by_suit", fail_last=3)
    assert (made.levels, made.must_play) == ("9TJQKA", "TJ")
    assert shengji.MatchRules(**json.loads(json.dumps(asdict(made)))) == made
    assert hash(made) == hash(pickle.loads(pickle.dumps(made)))


def test_parts_that_contradict_each_other():
    scoring = shengji.Scoring()
    given = shengji.Rules(declaring="given", no_trump=False)
    duplicate = shengji.MatchRules(form="duplicate", deals=8)
    hearts = shengji.MatchRules(fixed_trump="H")
    refused(lambda: check(shengji.CN_2, scoring, duplicate), "SJ-42")
    refused(lambda: check(shengji.CN_2, scoring, hearts), "SJ-33")
    refused(lambda: check(given, scoring, replace(hearts, fixed_trump="NT")), "SJ-07")
    check(given, scoring, duplicate)
    check(given, scoring, hearts)
    for rules, scoring_, match in PRESETS.values():
        check(rules, scoring_, match)


def test_matches_without_an_end_or_a_trump_suit():
    for form in ("deals", "duplicate"):
        with pytest.raises(ValueError, match="needs an end"):
            start(shengji.CN_2, shengji.MatchRules(form=form), 1)
    given = shengji.Rules(declaring="given")
    refused(lambda: start(given, shengji.MatchRules(), 1), "SJ-42")
    with pytest.raises(TypeError, match="matches"):
        start(shengji.CN_2, shengji.MatchRules(), 1.0)
    with pytest.raises(ValueError, match="negative"):
        start(shengji.CN_2, shengji.MatchRules(), -1)


def test_set_ups_of_matches():
    given = shengji.Rules(declaring="given")
    rules = shengji.MatchRules(levels=None, form="deals", deals=3, fixed_trump="H")
    state = start(given, rules, 2)
    assert set_up_of(state.setups, 1) == shengji.Setup(level=None, declarer=0, trump="H")
    rules = shengji.MatchRules(first_declarer=2, levels="5TK")
    assert set_up_of(start(shengji.CN_2, rules, 1).setups, 0) == shengji.Setup(
        level="5", declarer=2
    )
    spoken = shengji.Rules(declaring="duplicate")
    assert set_up_of(start(spoken, shengji.MatchRules(), 1).setups, 0).declarer == 0


# --- levels by themselves ------------------------------------------------------------------------


def changes(side, levels, takes_over):
    return shengji.LevelChanges(*map(np.asarray, (side, levels, takes_over)))


def test_next_levels_of_arrays_of_any_shape():
    match = shengji.MatchRules(must_play="5TK", hook="by_suit", fail_last=2)
    rng = np.random.default_rng(8)
    shape = (7, 5, 4)
    levels = rng.integers(0, 13, (*shape, 2)).astype(np.int8)
    fails = rng.integers(0, 2, (*shape, 2)) * (levels == 12)
    gained = changes(
        rng.integers(0, 2, shape), rng.integers(0, 6, shape), rng.integers(0, 2, shape) == 1
    )
    hooked = rng.integers(0, 3, shape)
    standing = shengji.Standing(levels, fails)
    after = shengji.next_levels(match, standing, gained, hooked)
    held = shengji.held_last(match, levels, gained)
    assert (after.levels.dtype, after.levels.shape) == (np.int8, (*shape, 2))
    assert (held.dtype, held.shape) == (np.bool_, shape)
    for at in np.ndindex(shape):
        one = changes(*(column[at] for column in gained))
        alone = shengji.next_levels(match, shengji.Standing(levels[at], fails[at]), one, hooked[at])
        assert alone.levels.tolist() == after.levels[at].tolist()
        assert alone.fails.tolist() == after.fails[at].tolist()
        assert shengji.held_last(match, levels[at], one) == held[at]


def test_levels_that_are_none():
    match = shengji.MatchRules(levels="5TK")
    none = shengji.Standing(np.array([0, 3]), np.zeros(2, dtype=np.int64))
    gains = changes(0, 1, False)
    with pytest.raises(ValueError, match="SJ-33"):
        shengji.next_levels(match, none, gains)
    for levels, error in (([3, 13], ValueError), ([3.0, 3.0], TypeError), ([3], ValueError)):
        with pytest.raises(error, match="levels"):
            shengji.held_last(match, levels, gains)
    without = shengji.MatchRules(form="deals", levels=None)
    refused(lambda: shengji.next_levels(without, none, gains), "SJ-33")


def test_a_side_falls_to_the_lower_of_two_levels():
    """Where a hook at the last level comes with the last failure that is allowed."""
    match = shengji.MatchRules(levels="9TJ", hook="by_suit", fail_last=2)
    jack, nine = RANKS.index("J"), RANKS.index("9")
    standing = shengji.Standing(np.array([jack, jack]), np.array([1, 0]))
    beaten = changes(1, 0, True)
    after = shengji.next_levels(match, standing, beaten, 1)
    assert after.levels.tolist() == [nine, jack]
    assert after.fails.tolist() == [0, 0]


# --- duplicates ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "error"),
    [
        ([[1, -1, 1, -1]], [[1, -1, 1, -1]] * 2, ValueError),
        ([[1, -1, 1]], [[1, -1, 1]], ValueError),
        ([[1, -1, 2, -2]], [[1, -1, 1, -1]], ValueError),
        ([[1, 1, 1, 1]], [[1, -1, 1, -1]], ValueError),
        ([1.0], [1.0], TypeError),
        ([2**40], [0], ValueError),
        (3, 4, ValueError),
    ],
)
def test_tables_that_cannot_be_compared(one, other, error):
    with pytest.raises(error):
        shengji.match_points(one, other)


def test_points_of_duplicates_are_data():
    result = shengji.match_points([5, 0, -3], [0, 0, 3], points=(20, 10, 0))
    assert result.points.tolist() == [[20, 0], [10, 10], [0, 20]]
    assert (result.totals, result.difference) == ((30, 30), -1)
    nobody = shengji.match_points(np.zeros((0, 4), int), np.zeros((0, 4), int))
    assert (nobody.totals, nobody.difference) == ((0, 0), 0)
    for points, error in (((0, 1, 2), ValueError), ((2, 1), TypeError), ((2, 1, 0.5), TypeError)):
        with pytest.raises(error):
            shengji.match_points([1], [0], points=points)


@pytest.mark.rule("SJ-02")
@pytest.mark.parametrize(("decks", "usual"), [(1, 6), (2, 8), (3, 6), (4, 8)])
def test_the_usual_kitty_is_the_same_however_it_is_said(decks, usual):
    said, unsaid = shengji.Rules(decks=decks, kitty=usual), shengji.Rules(decks=decks)
    assert said == unsaid
    assert hash(said) == hash(unsaid)
    assert repr(said) == repr(unsaid)
    assert (said.kitty, said.kitty_size) == (None, usual)
    assert replace(said, no_trump=False) == replace(unsaid, no_trump=False)
    variants = [chupai.Variant(rules=rules) for rules in (said, unsaid)]
    assert variants[0].name == variants[1].name
    assert variants[0].changes() == variants[1].changes()
    assert len({*variants}) == 1
    other = shengji.Rules(decks=decks, kitty=usual + 4)
    assert other != said
    assert other.kitty == usual + 4


@pytest.mark.rule("SJ-30")
def test_what_goes_by_the_decks_is_not_what_it_comes_to_with_two():
    """A scoring does not know the decks, so that equal scorings are equal with any number."""
    said = shengji.Scoring(step=40, turnover=80)
    assert said != shengji.Scoring()
    points = list(range(-100, 400, 5))
    for decks, same in ((2, True), (3, False)):
        levels = [shengji.levels_for(points, s, decks) for s in (said, shengji.Scoring())]
        assert (levels[0][1].tolist() == levels[1][1].tolist()) is same
