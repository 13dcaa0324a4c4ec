"""Facts that do not fit each other are refused, and those of no real deal are."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

import big2_cases
import chupai
import random_cases
import shengji_variants
from chupai import big2, doudizhu

BIG2 = {"winner": 1, "instant": 0, "cards_left": [3, 0, 9, 4], "place": [0, 1, 0, 0]}
BIG2 |= {"twos_left": [1, 0, 0, 2], "monsters_left": [0, 0, 1, 0], "pips_left": [30, 0, 80, 50]}
BIG2 |= {"deduction_left": [70, 0, 90, 100], "spade_aces_left": [0, 0, 1, 0]}
LANDLORD = {"landlord": 2, "landlord_won": 1, "cards_left": [4, 9, 0], "bid": 2, "robs": 0}
LANDLORD |= {"bombs": 1, "rockets": 0, "spring": 0, "open_multiplier": 1, "doubled": [0, 1, 0]}
VOID = LANDLORD | {"landlord": -1, "landlord_won": 0, "cards_left": [17, 17, 17], "bid": 0}


def odd(family, number):
    """A variant with every switch drawn at random."""
    rng = Random(f"facts of {family} {number}")
    if family == "doudizhu":
        return chupai.Variant(rules=doudizhu.Rules(**random_cases.random_rules(rng)))
    return chupai.Variant(rules=big2.Rules(**big2_cases.random_rules(rng)))


VARIANTS = {name: chupai.variant(name) for name in chupai.variants()}
VARIANTS |= {f"{family} {n}": odd(family, n) for family in ("doudizhu", "big2") for n in range(20)}
VARIANTS |= {f"shengji {name}": variant for name, variant in shengji_variants.ODD.items()}


def set_up(variant, rng):
    """What is given of a deal, in Shengji whatever the rules have a use for."""
    return shengji_variants.set_up(variant, rng) if variant.family.name == "shengji" else None


# --- facts of deals that were played -------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_all_that_deals_come_to_is_scored(name, soak):
    variant = VARIANTS[name]
    family = variant.family
    rng = Random(f"deals of {name}")
    games = (60 if family.name == "shengji" else 400) * soak
    for agents in family.agents:
        how = {"agents": agents, "keep": "facts", "setup": set_up(variant, rng)}
        run = chupai.simulate(variant, games, seed=8, **how)
        assert np.array_equal(variant.scores(run.facts), run.scores)


@pytest.mark.parametrize("name", VARIANTS)
def test_positions_are_scored_when_they_are_over(name):
    variant = VARIANTS[name]
    rng = Random(f"positions of {name}")
    for index in range(6):
        state = variant.deal(9, index, setup=set_up(variant, rng))
        left = rng.randrange(60)
        while not state.is_over and left:
            state.play(state.sample())
            left -= 1
        position = state if state.is_over else variant.family.parse(str(state), variant)
        while not position.is_over:
            position.play(position.sample())
        facts = position.facts()
        assert variant.scores(facts).tolist() == position.scores()


# --- facts that do not fit -----------------------------------------------------------------------


def refused(family, one, wrong, *told, rules=None):
    """Refused alone, in a row of deals and in a table of them, which the message tells apart."""
    scores = family.scores if rules is None else chupai.Variant(rules=rules).scores
    how = () if rules is not None else (family.Scoring(),)
    scores(one, *how)
    many = {name: np.array([value] * 6) for name, value in one.items()}
    for name, value in wrong.items():
        many[name][4] = value
    table = {name: each.reshape(2, 3, *each.shape[1:]) for name, each in many.items()}
    fitting = {name: np.delete(each, 4, axis=0) for name, each in many.items()}
    assert len(scores(fitting, *how)) == 5
    for facts, deal in ((one | wrong, "is "), (many, "deal 4"), (table, "deal (1, 1)")):
        with pytest.raises(chupai.RulesError) as caught:
            scores(facts, *how)
        for word in (deal, *told):
            assert word in str(caught.value)
        assert str(caught.value).endswith(f"[{caught.value.rule}]")


@pytest.mark.rule("BT-31", "BT-33")
@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"winner": 0}, ("'cards_left'", "[3, 0, 9, 4]", "seat 0, the winner", "BT-31")),
        ({"cards_left": [3, 1, 9, 4]}, ("'cards_left'", "seat 1, the winner", "BT-31")),
        ({"cards_left": [3, 0, 0, 4]}, ("'cards_left'", "first seat is out, or all but", "BT-31")),
        ({"cards_left": [0, 0, 0, 0]}, ("'cards_left'", "first seat is out, or all but", "BT-31")),
        ({"instant": 1}, ("'cards_left'", "nobody plays where a hand wins at once", "BT-33")),
        ({"place": [1, 0, 0, 0]}, ("'place'", "the winner is seat 1", "BT-31")),
        ({"place": [0, 2, 0, 0]}, ("'place'", "the winner is seat 1", "BT-31")),
        ({"place": [2, 1, 0, 0]}, ("'place'", "[3, 0, 9, 4] cards", "BT-31")),
    ],
)
def test_a_winner_of_big_two_is_out_of_cards_and_the_others_are_not(wrong, told):
    few = {name: BIG2[name] for name in ("winner", "instant", "cards_left", "place")}
    refused(big2, few, wrong, *told)


@pytest.mark.rule("BT-41", "BT-42", "BT-46")
@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("twos_left", [0, 1, 0, 0], "BT-46"),
        ("twos_left", [4, 0, 0, 0], "BT-46"),
        ("monsters_left", [1, 0, 1, 0], "BT-46"),
        ("monsters_left", [0, 0, 5, 0], "BT-46"),
        ("pips_left", [30, 1, 80, 50], "BT-41"),
        ("pips_left", [46, 0, 80, 50], "BT-41"),
        ("pips_left", [8, 0, 80, 50], "BT-41"),
        ("deduction_left", [121, 0, 90, 100], "BT-42"),
        ("deduction_left", [70, 0, 26, 100], "BT-42"),
        ("spade_aces_left", [0, 1, 1, 0], "BT-42"),
    ],
)
def test_what_is_counted_of_hands_fits_their_number_of_cards(name, value, rule):
    refused(big2, BIG2, {name: value}, repr(name), "[3, 0, 9, 4] cards", rule)


@pytest.mark.rule("BT-31")
def test_when_a_deal_of_big_two_is_over_the_rules_tell():
    few = {name: BIG2[name] for name in ("winner", "instant", "cards_left")}
    out = {"cards_left": [0, 0, 5, 0]}
    assert big2.scores(few | out, big2.Scoring()).tolist() == [0, 5, -5, 0]
    refused(big2, few, out, "over when the first seat is out [BT-31]", rules=big2.HONG_KONG)
    all_out = replace(big2.HONG_KONG, end="all_out")
    refused(big2, few | out, {"cards_left": [3, 0, 9, 4]}, "not over", rules=all_out)
    at_once = few | {"instant": 1, "cards_left": [13] * 4}
    for rules in (big2.HONG_KONG, all_out):
        chupai.Variant(rules=rules).scores(at_once)


@pytest.mark.rule("DD-04", "DD-08")
@pytest.mark.parametrize(
    ("one", "wrong", "told"),
    [
        (LANDLORD, {"landlord_won": 0}, ("'landlord_won'", "seat 2, the landlord, is out")),
        (LANDLORD, {"landlord": 0}, ("'landlord_won'", "seat 2, a peasant, is out")),
        (LANDLORD, {"cards_left": [0, 9, 3]}, ("'landlord_won'", "seat 0, a peasant, is out")),
        (LANDLORD, {"cards_left": [0, 9, 0]}, ("'cards_left'", "the first seat is out")),
        (LANDLORD, {"cards_left": [3, 9, 1]}, ("'cards_left'", "not over")),
        (VOID, {"landlord_won": 1}, ("'landlord_won'", "there is no landlord")),
        (VOID, {"cards_left": [17, 0, 17]}, ("'cards_left'", "there is no landlord")),
    ],
)
def test_a_landlord_has_won_who_is_out_of_cards(one, wrong, told):
    refused(doudizhu, one, wrong, *told)


# --- types and sizes -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["doudizhu/standard", "big2/hong-kong", "shengji/cn-2"])
def test_yes_and_no_are_no_seats_and_no_numbers(name):
    """Where a fact says yes or no they are taken for 1 and 0."""
    variant = chupai.variant(name)
    run = chupai.simulate(name, 20, seed=3, keep="facts")
    flags = {"landlord_won", "rockets", "spring", "doubled", "unplayed", "culprit_passed"}
    flags |= {"swapped", "last_throw", "last_lead_trump", "last_winner_trump"}
    for fact, column in run.facts.items():
        facts = dict(run.facts) | {fact: column.astype(bool)}
        if fact in flags:
            assert np.array_equal(variant.scores(facts), run.scores)
        else:
            with pytest.raises(TypeError, match=rf"'{fact}' is made of whole numbers, not bool"):
                variant.scores(facts)


@pytest.mark.parametrize("name", ["doudizhu/standard", "big2/hong-kong", "shengji/cn-2"])
@pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.int64, np.uint64])
def test_no_value_is_cut_to_the_bits_of_a_fact(name, dtype):
    """A number that is right but for 2^16 or 2^32 is another number."""
    variant = chupai.variant(name)
    facts = chupai.simulate(name, 5, seed=3, keep="facts").facts
    for fact, column in facts.items():
        wide = np.maximum(column, 0).astype(dtype)
        for bits in (16, 32):
            if 2**bits > np.iinfo(dtype).max:
                continue
            wrong = wide.copy()
            wrong[2] += dtype(2**bits)
            with pytest.raises(chupai.RulesError, match=rf"'{fact}' lies between .* as in deal 2"):
                variant.scores(dict(facts) | {fact: wrong})


@pytest.mark.rule("BT-45")
@pytest.mark.parametrize("rule", ["table", "shortfall"])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint64, np.int16])
def test_purses_of_any_whole_type_are_the_same_purses(rule, dtype):
    facts = {"winner": 0, "instant": 0, "cards_left": [0, 5, 10, 13]}
    scoring = big2.Scoring(bankruptcy=rule)
    wanted = big2.scores(facts, scoring, purses=[9, 9, 9, 9]).tolist()
    assert min(wanted) == -9
    assert big2.scores(facts, scoring, purses=np.full(4, 9, dtype)).tolist() == wanted
    with pytest.raises(ValueError, match="purses are whole numbers of 64 bits"):
        big2.scores(facts, scoring, purses=np.full(4, 2**63, np.uint64))
