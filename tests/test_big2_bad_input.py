"""What Big Two refuses: each error names its rule, and nothing changes."""

import pytest

import chupai
from chupai import big2

HONG_KONG = chupai.variant("big2/hong-kong")
TAIWAN = chupai.variant("big2/taiwan")
MALAYSIA = chupai.variant("big2/malaysia-3p")


def refused(call, error, rule, match=r"\S"):
    with pytest.raises(error, match=match) as caught:
        call()
    assert str(caught.value).endswith(f"[{rule}]")
    assert str(caught.value)[0] != " "


@pytest.mark.rule("BT-21")
@pytest.mark.parametrize("variant", ["big2/hong-kong", "big2/taiwan"])
def test_a_dragon_without_cards_is_named(variant):
    """One id and one text are those of all dragons; a hand that is none cannot play it."""
    state = chupai.variant(variant).deal(seed=7)
    before = str(state)
    refused(lambda: state.play("dragon"), chupai.IllegalMove, "BT-21", r"^dragon ")
    assert state.why_not("dragon").startswith("dragon ")
    assert str(state) == before
    rules = state.variant.rules
    for ask in (big2.moves, big2.count_moves):
        refused(lambda ask=ask: ask("3D", "dragon", rules), chupai.IllegalMove, "BT-21", "^dragon ")


def test_decisions_of_other_rules_have_no_id():
    for text, rule in (("swap", "BT-24"), ("redeal", "BT-34"), ("ask 2", "BT-37")):
        refused(lambda text=text: big2.action_id(text), chupai.IllegalMove, rule, text)
    refused(lambda: big2.action_id("give 3D"), chupai.IllegalMove, "BT-37", "give 3D")
    refused(lambda: big2.action_id("dragon"), chupai.IllegalMove, "BT-21", "dragon")


@pytest.mark.rule("BT-34")
@pytest.mark.parametrize("points", [0, -1, 122, 256, 10**20])
def test_limits_that_no_hand_or_every_hand_is_under(points):
    refused(lambda: big2.Rules(redeal_below=points), chupai.RulesError, "BT-34", str(points))
    assert big2.Rules(redeal_below=121).redeal_below == 121
