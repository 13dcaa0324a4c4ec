"""Deals of Big Two from the cards to the points: facts of real play, scored by the reference."""

from dataclasses import asdict
from random import Random

import numpy as np
import pytest

import chupai
from big2_cases import random_rules
from big2_facts import random_switches
from chupai import big2
from reference.big2_score import DEDUCTIONS, PIPS
from reference.big2_score import scores as by_hand
from test_big2_match import NAMES


def check_end(state):
    """What can be seen of an ended deal without its rules, and its score."""
    variant, facts = state.variant, state.facts()
    hands = [str(state.hand(seat)).split() for seat in range(variant.seats)]
    assert facts["cards_left"] == [len(hand) for hand in hands]
    assert facts["twos_left"] == [sum(card[0] == "2" for card in hand) for hand in hands]
    assert facts["pips_left"] == [sum(PIPS[card[0]] for card in hand) for hand in hands]
    assert facts["deduction_left"] == [sum(DEDUCTIONS[card[0]] for card in hand) for hand in hands]
    assert facts["spade_aces_left"] == [hand.count("AS") for hand in hands]
    played = [0] * variant.seats
    for seat, move in state.history:
        played[seat] += bool(move.cards) and move.kind not in {"ask", "give"}
    assert facts["plays"] == played
    assert facts["unplayed"] == [int(not number) for number in played]
    winner = facts["winner"]
    assert facts["place"][winner] == 1
    if facts["instant"]:
        assert not any(played)
    else:
        assert facts["cards_left"][winner] == 0
    expected = by_hand(facts, asdict(variant.scoring))
    assert list(state.scores()) == expected
    batch = {name: np.array([value]) for name, value in facts.items()}
    assert variant.scores(batch).tolist() == [expected]
    return expected


def played_out(state):
    while not state.is_over:
        state.play(state.sample())
    return state


@pytest.mark.rule("BT-43", "BT-49")
@pytest.mark.parametrize("name", NAMES)
def test_facts_and_scores_of_random_deals_agree(name, soak):
    variant = chupai.variant(f"big2/{name}")
    run = chupai.simulate(variant, 40 * soak, seed=26, keep="scores")
    for index in range(40 * soak):
        expected = check_end(played_out(variant.deal(26, index)))
        assert run.scores[index].tolist() == expected
        if variant.scoring.settlement != "none":
            assert sum(expected) == 0


@pytest.mark.rule("BT-49", "BT-46", "BT-44")
@pytest.mark.parametrize("seed", range(30))
def test_random_rules_and_random_scorings(seed, soak):
    rng = Random(f"rules and scorings {seed}")
    for number in range(3 * soak):
        rules = big2.Rules(**random_rules(rng))
        switches = random_switches(rng, rules.players) | {"bankruptcy": "off"}
        if switches["place_points"] and rules.end != "all_out":
            switches["place_points"] = None
        variant = chupai.Variant(rules=rules, scoring=big2.Scoring(**switches))
        facts = chupai.simulate(variant, 12, seed=seed, keep="facts")
        for index in range(12):
            expected = check_end(played_out(variant.deal(seed, index)))
            assert facts.scores[index].tolist() == expected, number
        stats = chupai.simulate(variant, 12, seed=seed)
        for seat in range(variant.seats):
            mean = stats.summary().line(seat=seat).mean_score.value
            assert mean == pytest.approx(facts.scores[:, seat].mean(), rel=1e-12, abs=1e-12)
