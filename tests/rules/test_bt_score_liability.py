"""Who pays for all: BT-44, in literal figures."""

import pytest

import chupai
from big2_facts import deal
from chupai import big2

TIERS = ((8, 2), (11, 3), (13, 4))


def scores(facts, **scoring):
    return big2.scores(facts, big2.Scoring(**scoring)).tolist()


@pytest.mark.rule("BT-44")
def test_solo_the_culprit_pays_his_own_and_the_others_losses():
    """The source: who owes 3 while the others owe 1 and 4 pays 8."""
    for test in ("not_highest", "could_have_stopped"):
        facts = deal([0, 3, 1, 4], **{test: 1})
        assert scores(facts, liability=test) == [8, -8, 0, 0]
        assert scores(facts) == [8, -3, -1, -4]
        other = {"not_highest": "could_have_stopped"}.get(test, "not_highest")
        assert scores(facts, liability=other) == [8, -3, -1, -4]


@pytest.mark.rule("BT-44")
def test_place_the_culprit_takes_over_every_negative_net():
    place = {"settlement": "place", "tiers": TIERS, "liability": "not_highest"}
    left = [0, 5, 10, 13]
    assert scores(deal(left), **place) == [77, 57, -3, -131]
    assert scores(deal(left, not_highest=2), **place) == [77, 57, -134, 0]
    assert scores(deal(left, not_highest=3), **place) == [77, 57, 0, -134]
    # One who would have won takes them over as well.
    assert scores(deal(left, not_highest=1), **place) == [77, -77, 0, 0]


@pytest.mark.rule("BT-44")
def test_none_the_penalties_are_the_culprits():
    facts = deal([0, 3, 1, 4], not_highest=3)
    assert scores(facts, settlement="none", liability="not_highest") == [0, 0, 0, -8]


@pytest.mark.rule("BT-44")
@pytest.mark.parametrize("settlement", ["solo", "place", "none"])
def test_passing_may_be_safe(settlement):
    for test in ("not_highest", "could_have_stopped"):
        scoring = {"settlement": settlement, "liability": test}
        innocent = scores(deal([0, 3, 1, 4]), **scoring)
        for seat in (1, 2, 3):
            facts = deal([0, 3, 1, 4], culprit_passed=1, **{test: seat})
            guilty = scores(facts, **scoring)
            assert guilty != innocent
            assert scores(facts, **scoring, liability_for_passing=False) == innocent
            played = facts | {"culprit_passed": 0}
            assert scores(played, **scoring, liability_for_passing=False) == guilty


@pytest.mark.rule("BT-44", "BT-39")
def test_the_stake_and_the_tiers_of_all_are_the_culprits():
    facts = deal([0, 10, 1, 13], unplayed=[0, 0, 0, 1], not_highest=2)
    scoring = {"tiers": ((10, 2), ("all", 3)), "liability": "not_highest", "stake": 5}
    assert scores(facts, **scoring) == [300, 0, -300, 0]


@pytest.mark.rule("BT-44")
def test_two_players():
    facts = deal([0, 4], not_highest=1)
    assert scores(facts, liability="not_highest") == [4, -4]
    assert scores(facts, liability="not_highest", settlement="place") == [4, -4]


@pytest.mark.rule("BT-44")
def test_a_position_tells_who_could_have_stopped_the_winner():
    """With places to play for, that is settled when the first goes out."""
    variant = chupai.Variant(
        rules=big2.Rules(end="all_out"), scoring=big2.Scoring(liability="could_have_stopped")
    )
    given = {
        "hands": ["", "4H 6D 9D", "5C 6H 7C 9C JD", "3H 4D 5D 8C TD JH"],
        "turn": 1,
        "to_beat": "7S",
        "by": 0,
        "plays": [13, 10, 8, 7],
        "leader": 2,
        "suspect": 3,
    }
    points = {}
    for could in (False, True):
        state = variant.position(**given, could_have_stopped=could)
        assert ("could_stop" in str(state)) == could
        assert big2.State.parse(str(state), variant) == state
        while not state.is_over:
            state.play(state.choose("lowest"))
        facts = state.facts()
        assert (facts["not_highest"], facts["could_have_stopped"]) == (3, 3 if could else -1)
        points[could] = state.scores()
    owed = points[False]
    assert points[True] == [owed[0], 0, 0, sum(owed[1:])]
    assert variant.position(**given) == variant.position(**given, could_have_stopped=False)


@pytest.mark.rule("BT-44")
def test_nobody_could_have_stopped_whom_nobody_let_win():
    variant = chupai.Variant(rules=big2.Rules(end="all_out"))
    hands = ["", "4H 6D 9D", "5C 6H 7C 9C JD", "3H 4D 5D 8C TD JH"]
    given = {"hands": hands, "turn": 1, "to_beat": "7S", "by": 0, "could_have_stopped": True}
    with pytest.raises(chupai.RulesError, match="nobody is named"):
        variant.position(**given)
    with pytest.raises(chupai.RulesError, match="BT-44"):
        variant.position(hands=["3D", *hands[1:]], suspect=3, could_have_stopped=True)
    with pytest.raises(TypeError):
        variant.position(**given | {"could_have_stopped": "yes", "suspect": 3})
