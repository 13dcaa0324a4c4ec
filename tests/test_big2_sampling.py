"""Chance in Big Two: sampled moves are uniform over the list, and so are the cards of deals."""

from collections import Counter, defaultdict
from itertools import combinations

import numpy as np
import pytest

import chupai
from big2_cases import PRESETS
from big2_states import AFTER_PASSING, legal, position
from chupai import big2
from doudizhu_cases import chi_square, chi_square_limit
from reference import big2 as ref


def ranks_of_samples(name, deals):
    """For each number of legal moves, how often each place of the list was drawn."""
    places = defaultdict(Counter)
    for index in range(deals):
        state = chupai.variant(f"big2/{name}").deal(21, index)
        while not state.is_over:
            move = state.sample()
            if state.num_legal > 1:
                places[state.num_legal][list(state.legal_moves()).index(move)] += 1
            state.play(move)
    return places


@pytest.mark.parametrize("name", PRESETS)
def test_samples_are_uniform_over_the_list_of_moves(name):
    places = ranks_of_samples(name, 60)
    total, dof = 0.0, 0
    for n, counts in places.items():
        draws = counts.total()
        if draws >= 8 * n:
            total += chi_square([counts[place] for place in range(n)], [draws / n] * n)
            dof += n - 1
    assert dof > 10
    assert total < chi_square_limit(dof)


HANDS = {
    "quads": ({}, "3D 3C 3H 3S 4D 4C 4H 5D 6D 7D 7C 8C 2S"),
    "two decks": ({"decks": 2, "flush_order": "top"}, "3D 3D 3C 3C 3H 4D 4D 5D 6D 6C 7D 8D AD"),
    "two pairs": (
        {"bare_quad": "as_quads", "two_pair_4": True, "two_pair_5": True},
        "3D 3C 3H 3S 4D 4C 5H 5D 5S 6D 7D 8C",
    ),
    "one suit": ({"flush_order": "suit"}, "3D 4D 5D 6D 7D 9D JD QD KD AD 2D 2C"),
    "the highest card": ({"top_rule": "forced"}, "3D 3C 3H 3S 4D 4C 4H 5D 6D 7D 7C 8C"),
    "monsters": (AFTER_PASSING, "3D 3C 3H 3S 4D 5D 6D 7D 8D 9D"),
}


@pytest.mark.parametrize("name", HANDS)
def test_every_play_of_a_lead_is_equally_likely(name):
    switches, hand = HANDS[name]
    state = position([hand, "KC"], **switches)
    draws = 60 * state.num_legal
    counts = Counter(str(state.sample()) for _ in range(draws))
    found = chi_square([counts[text] for text in legal(state)], [60] * state.num_legal)
    assert counts.total() == sum(counts[text] for text in legal(state))
    assert found < chi_square_limit(state.num_legal - 1)


@pytest.mark.rule("BT-22")
@pytest.mark.parametrize(("players", "decks"), [(4, 1), (3, 1), (5, 1), (4, 2), (2, 1), (9, 1)])
def test_cards_are_dealt_uniformly(players, decks):
    """Each card is with each seat as often, and two are together as often as chance has it."""
    deals, places = 1500, players + (52 * decks % players > 0)
    variant = chupai.Variant(rules=big2.Rules(players=players, decks=decks, remainder="discard"))
    size = 52 * decks // players
    share = [size / 52 / decks] * players + [1 - size * players / 52 / decks] * (places - players)
    counts = np.zeros((52, places))
    together, pairs = 0, [*combinations(ref.DECK[:13], 2)]
    for index in range(deals):
        state = variant.deal(5, index)
        hands = [state.hand(seat).split() for seat in range(players)]
        hands += [state.left.split()] * (places - players)
        for place, cards in enumerate(hands):
            for card in cards:
                counts[ref.DECK.index(card), place] += 1
        together += sum(a in cards and b in cards for cards in hands for a, b in pairs)
    found = sum(
        chi_square(row, [deals * decks * part for part in share]) for row in counts.tolist()
    )
    assert found < chi_square_limit(52 * (places - 1))
    if decks == 1:
        sizes = [size] * players + [52 - size * players]
        chance = sum(n * (n - 1) for n in sizes) / (52 * 51)
        expected = deals * len(pairs) * chance
        assert abs(together - expected) < 6 * (deals * len(pairs) * chance) ** 0.5
