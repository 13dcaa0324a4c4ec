"""Facts that callers give to `scores`: checked in full, alike in all families, whatever counts."""

import numpy as np
import pytest

import chupai
from chupai import big2, doudizhu, shengji

VARIANTS = {
    "doudizhu/standard": ("DD-", 0, (doudizhu.Scoring(), doudizhu.Scoring(cap=10))),
    "big2/hong-kong": ("BT-", 5, (big2.Scoring(), big2.Scoring(card_values="pips"))),
    "shengji/cn-2": ("SJ-", 0, (shengji.Scoring(), shengji.Scoring(throw_penalty=5))),
}
NAMES = tuple(VARIANTS)


_TRICK = {"declarer", "last_winner", "last_width", "last_length", "last_throw"}
_ATTACKERS = _TRICK | {"attackers_points", "kitty_points"}
NEEDED = {
    doudizhu.Scoring(): set(doudizhu.SCORED_FACTS),
    doudizhu.Scoring(cap=10): set(doudizhu.SCORED_FACTS),
    big2.Scoring(): {"winner", "instant", "cards_left"},
    big2.Scoring(card_values="pips"): {"winner", "instant", "cards_left", "pips_left"},
    shengji.Scoring(): _ATTACKERS,
    shengji.Scoring(throw_penalty=5): _ATTACKERS | {"failed_throws"},
}


def over(name):
    """The facts of deals that are over, as a run keeps them."""
    return dict(chupai.simulate(name, 6, seed=3, keep="facts").facts)


def variants(name):
    """The variant with each of its scorings."""
    for scoring in VARIANTS[name][2]:
        yield chupai.Variant(rules=chupai.variant(name).rules, scoring=scoring)


def facts_of(name):
    return [pytest.param(name, fact, id=f"{name}-{fact}") for fact in over(name)]


EACH = [case for name in NAMES for case in facts_of(name)]


def refused(name, facts, *told, error=chupai.RulesError):
    """Both scorings refuse the facts, with a rule of the family, and tell what was wrong."""
    for variant in variants(name):
        with pytest.raises(error) as caught:
            variant.scores(facts)
        for word in (*told, f"[{VARIANTS[name][0]}"):
            assert word in str(caught.value)
        if error is chupai.RulesError:
            assert str(caught.value).endswith(f"[{caught.value.rule}]")


@pytest.mark.parametrize("name", NAMES)
def test_facts_of_a_run_and_of_a_deal_are_taken_as_they_are(name):
    for variant in variants(name):
        facts = over(name)
        scored = variant.scores(facts)
        one = {fact: column[0].tolist() for fact, column in facts.items()}
        assert scored[0].tolist() == variant.scores(one).tolist()
        assert variant.scores({fact: column[:0] for fact, column in facts.items()}).shape[0] == 0


@pytest.mark.parametrize(("name", "fact"), EACH)
@pytest.mark.parametrize("value", [-30_000, 2**40])
def test_values_that_no_deal_has_are_refused_whether_they_count_or_not(name, fact, value):
    facts = over(name)
    wrong = facts[fact].astype(np.int64)
    wrong[3] = value
    refused(name, facts | {fact: wrong}, repr(fact), "between", str(value))


@pytest.mark.parametrize(("name", "fact"), EACH)
def test_facts_of_other_types_and_shapes_are_refused_whether_they_count_or_not(name, fact):
    facts = over(name)
    for wrong in (facts[fact].astype(float), facts[fact].astype(str), facts[fact].astype(object)):
        refused(name, facts | {fact: wrong}, repr(fact), "whole numbers", error=TypeError)
    for wrong in (facts[fact][:5], facts[fact][..., None], np.array([facts[fact]] * 2)):
        refused(name, facts | {fact: wrong}, "shape")
    refused(name, facts | {fact: [[1], [1, 2]]}, repr(fact))


@pytest.mark.parametrize(("name", "fact"), EACH)
def test_missing_facts_are_named_where_the_score_depends_on_them(name, fact):
    facts = over(name)
    del facts[fact]
    for variant in variants(name):
        if fact in NEEDED[variant.scoring]:
            with pytest.raises(
                chupai.RulesError, match=f"'{fact}' is missing.*{VARIANTS[name][0]}"
            ):
                variant.scores(facts)
        else:
            assert np.array_equal(variant.scores(facts), variant.scores(over(name)))


@pytest.mark.parametrize("name", NAMES)
def test_facts_that_there_are_not_are_named(name):
    scored = chupai.variant(name).family.name
    other = {"doudizhu": "winner", "big2": "landlord", "shengji": "pips_left"}[scored]
    for unknown in (other, "Winner", "", 3, None, "A" * 10_000):
        refused(name, over(name) | {unknown: np.zeros(6, int)}, "no deal has a fact")
    for nothing in (None, 3, [1, 2], "landlord"):
        for variant in variants(name):
            with pytest.raises(TypeError, match="arrays by name"):
                variant.scores(nothing)


@pytest.mark.parametrize("name", [*NAMES, "big2/bloody", "doudizhu/rlcard", "shengji/chaodi"])
def test_deals_that_are_not_over_say_so(name):
    """Until the first trick of Shengji is over, and from the lead of Dou Dizhu on.

    After that trick nothing tells, and an auction that goes on looks like a void deal.
    """
    variant = chupai.variant(name)
    for seed in range(3):
        state = variant.deal(seed)
        while not state.is_over:
            facts = state.facts()
            if facts.get("last_winner", -1) < 0 and facts.get("landlord", 0) >= 0:
                with pytest.raises(chupai.RulesError, match=r"not over|that are over") as caught:
                    variant.scores(facts)
                assert caught.value.rule
                with pytest.raises(chupai.IllegalMove, match="not over"):
                    state.scores()
            state.play(state.sample())
        assert variant.scores(state.facts()).tolist() == state.scores()


@pytest.mark.rule("SJ-03", "SJ-26")
@pytest.mark.parametrize("dtype", [np.int16, np.uint8, np.int64])
def test_points_that_do_not_fit_together_are_refused(dtype):
    facts = over("shengji/cn-2")
    del facts["level"]  # which may be −1
    facts = {name: column.astype(dtype) for name, column in facts.items()}
    assert chupai.variant("shengji/cn-2").scores(facts).shape == (6, 4)
    for name in ("attackers_points", "kitty_points", "seat_points"):
        wrong = facts[name].copy()
        wrong.flat[1] += 3
        refused("shengji/cn-2", facts | {name: wrong}, repr(name), "in fives")
    seat = np.arange(6), (facts["declarer"].astype(int) + 1) % 4
    wrong = {name: column.copy() for name, column in facts.items()}
    wrong["seat_points"][seat] += 5
    refused("shengji/cn-2", wrong, "'attackers_points'", "'seat_points'")
    wrong["attackers_points"] += 5
    refused("shengji/cn-2", wrong, "with 'kitty_points' they add up to 205", "200 points")
    for function in (shengji.scores, shengji.level_changes, shengji.attackers_points):
        with pytest.raises(chupai.RulesError, match="add up to 205"):
            function(wrong, shengji.Scoring(), 2)
    del wrong["seat_points"]
    assert chupai.variant("shengji/cn-2").scores(wrong).shape == (6, 4)
    few = facts | {name: 0 * facts[name] for name in ("attackers_points", "seat_points")}
    assert chupai.variant("shengji/cn-2").scores(few).shape == (6, 4)  # as of a position


@pytest.mark.rule("BT-39")
@pytest.mark.parametrize("left", [105, 16_384, 32_767])
def test_more_cards_left_than_there_are_in_two_packs_are_refused(left):
    facts = {"winner": 3, "instant": 0, "cards_left": [3, 4, left, 0], "unplayed": [0, 0, 1, 0]}
    for given in (facts, {name: np.array(value, np.int16) for name, value in facts.items()}):
        for scoring in (big2.Scoring(), big2.Scoring(unplayed_multiplier=2)):
            with pytest.raises(chupai.RulesError, match=rf"'cards_left' .* 104, not {left}.*BT-39"):
                big2.scores(given, scoring)
