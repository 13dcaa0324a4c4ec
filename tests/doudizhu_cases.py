"""Rule sets, short forms and a chi-square test shared by the Dou Dizhu tests."""

import math
from collections import Counter
from random import Random

import chupai
from chupai import doudizhu

RANKS = "3456789TJQKA2BR"
PACK = Counter({rank: 1 if rank in "BR" else 4 for rank in RANKS})

PRESETS = {
    name: chupai.variant(f"doudizhu/{name}")
    for name in ("standard", "call-and-rob", "rlcard", "douzero", "openspiel")
}

# Rule sets that no profile has: every switch is away from its default somewhere, and together.
ODD_RULES = {
    "everything on": doudizhu.Rules(
        auction="rob",
        on_all_pass="void",
        call_multiplier=5,
        trio_with_two="any",
        wing_repeat=4,
        wing_both_jokers=True,
        wing_chain_rank=True,
        wing_quad_as_two_pairs=True,
        kicker_both_jokers=True,
        quad_chains=True,
        doubling=True,
        show_multipliers=(5, 4, 3, 2),
    ),
    "everything off": doudizhu.Rules(
        auction="fixed",
        wing_repeat=1,
        wing_extends_chain=False,
        four_with_two=False,
        kicker_pair_as_two_solos=False,
    ),
    "doubling and showing": doudizhu.Rules(doubling=True, show_multipliers=(4, 3, 2)),
    "show once before the deal": doudizhu.Rules(show_multipliers=(3, 1), repass="again"),
    "rob, void": doudizhu.Rules(auction="rob", on_all_pass="void", call_multiplier=1),
    "rob, open hand, doubling": doudizhu.Rules(auction="rob", open_hand=True, doubling=True),
    "points, void, open hand": doudizhu.Rules(on_all_pass="void", open_hand=True),
    "points again, redeal": doudizhu.Rules(repass="again", on_all_pass="redeal", doubling=True),
    "quad chains": doudizhu.Rules(auction="fixed", quad_chains=True),
    "quad chains, narrow wings": doudizhu.Rules(
        auction="fixed", quad_chains=True, wing_repeat=4, wing_extends_chain=False
    ),
    "single wings, quads as pairs": doudizhu.Rules(
        auction="fixed",
        wing_repeat=1,
        wing_quad_as_two_pairs=True,
        kicker_pair_as_two_solos=False,
        trio_with_two="any",
    ),
    "two of a rank, chain ranks": doudizhu.Rules(
        auction="fixed", wing_repeat=2, wing_chain_rank=True, wing_extends_chain=False
    ),
}
ODD = {name: chupai.Variant(rules=rules) for name, rules in ODD_RULES.items()}
VARIANTS = PRESETS | ODD

FIXED = chupai.Variant(rules=doudizhu.Rules(auction="fixed"))


def texts(moves):
    """Write moves as a list of texts."""
    return [str(move) for move in moves]


def shape(move):
    """Give a card play as (kind, length, rank, wings)."""
    return (move.kind, move.length, move.rank, move.wings)


def readings(cards, **switches):
    """Classify cards under the default rules with some switches changed, as shapes."""
    return [shape(move) for move in doudizhu.classify(cards, rules=doudizhu.Rules(**switches))]


def play(state, *moves):
    """Play moves one after the other and return the state."""
    for move in moves:
        state.play(move)
    return state


def bids(state, letters):
    """Speak in the auction: digits bid, ``c`` calls, ``r`` robs, ``p`` passes, ``d`` doubles."""
    words = {"p": "pass", "c": "call", "r": "rob", "d": "double", "s": "show"}
    return play(state, *(words.get(letter, f"bid {letter}") for letter in letters))


def random_end(state, seed=0):
    """Play to the end with uniformly chosen moves and return the state."""
    rng = Random(seed)
    while not state.is_over:
        state.play(rng.choice(state.legal_moves()))
    return state


def plain(value):
    """Turn numpy scalars and arrays into plain Python values."""
    return value.tolist() if hasattr(value, "tolist") else value


def chi_square_limit(dof, deviations=5.0):
    """Give the chi-square value exceeded with the chance of so many standard deviations.

    Wilson and Hilferty: the cube root of chi-square / dof is close to normal. Five deviations
    are a chance of 3e-7, and the seeds are fixed, so a test is wrong always or never.
    """
    spread = 2 / (9 * dof)
    return dof * (1 - spread + deviations * math.sqrt(spread)) ** 3


def chi_square(observed, expected):
    """Sum of squared deviations over expectation."""
    return sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))


def assert_shares(counts, shares):
    """Chi-square against expected numbers; those below five are put together."""
    assert set(counts) <= set(shares), set(counts) - set(shares)
    observed, expected, rare = [], [], [0, 0.0]
    for what, share in shares.items():
        if share < 5:
            rare[0] += counts[what]
            rare[1] += share
        else:
            observed.append(counts[what])
            expected.append(share)
    if rare[1] >= 5:
        observed.append(rare[0])
        expected.append(rare[1])
    else:
        assert rare[0] <= 5 + 5 * rare[1] ** 0.5
    if len(observed) > 1:
        assert chi_square(observed, expected) < chi_square_limit(len(observed) - 1)
