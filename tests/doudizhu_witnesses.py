"""For every switch of Dou Dizhu and every documented value a witness, for test_switches.py."""

from dataclasses import replace

import numpy as np

import chupai
from chupai import doudizhu
from chupai.doudizhu.match import ENDS, advance, start
from doudizhu_cases import bids, plain, texts
from witness import Witness

CLASSES = {
    "Rules": doudizhu.Rules,
    "Scoring": doudizhu.Scoring,
    "Setup": doudizhu.Setup,
    "MatchRules": doudizhu.MatchRules,
}

# Probes: a Rules, Scoring, MatchRules or Setup in, plain values out.


def reads(cards):
    """Readings of cards as texts."""
    return lambda rules: texts(doudizhu.classify(cards, rules=rules))


def auction(letters, *look):
    """Speak so in an auction of a deal and look at phase, turn, landlord and redeals."""

    def probe(rules):
        first = None if rules.auction == "fixed" else 0
        state = bids(chupai.Variant(rules=rules).deal(seed=1, first_bidder=first), letters)
        seen = {
            "phase": state.phase,
            "turn": state.turn,
            "moves": texts(state.legal_moves()) if state.phase != "play" else [],
            "value": state.facts()["bid"] * 2 ** state.facts()["robs"],
            "redeals": state.facts()["redeals"],
        }
        return [seen[name] for name in look]

    return probe


def pays(**facts):
    """Scores of one deal with these facts under a scoring."""
    base = {
        "landlord": 0, "landlord_won": 1, "bid": 1, "robs": 0, "bombs": 0, "rockets": 0,
        "spring": 0, "open_multiplier": 1, "doubled": [0, 0, 0], "plays": [1, 0, 0],
        "cards_left": [0, 17, 17], "redeals": 0, "first_bidder": 0,
    }  # fmt: skip

    def probe(scoring):
        variant = chupai.Variant(rules=doudizhu.STANDARD, scoring=scoring)
        arrays = {name: np.array([value]) for name, value in (base | facts).items()}
        return plain(variant.scores(arrays))[0]

    return probe


def first_bidders(setup):
    """Who speaks first in a few deals."""
    run = chupai.simulate("doudizhu/standard", 12, seed=3, keep="facts", setup=setup)
    deals = [
        chupai.variant("doudizhu/openspiel").deal(seed=3, index=i, first_bidder=setup.first_bidder)
        for i in range(12)
    ]
    turns = {deal.turn for deal in deals}
    found = set(plain(run.facts["first_bidder"]))
    assert found == turns
    return sorted(found)


def landlords(setup):
    """Who is landlord in a few deals without an auction."""
    run = chupai.simulate("doudizhu/rlcard", 12, seed=3, keep="facts", setup=setup)
    return sorted(set(plain(run.facts["landlord"])))


def where_jokers_are(setup):
    """Whether both are with seat 1 in each of some deals."""
    deals = [chupai.variant("doudizhu/standard").deal(1, i, setup=setup) for i in range(20)]
    return all("BR" in state.hand(1) for state in deals)


def bottom_of_two(setup):
    """Whether seat 0 holds the rocket and two threes, and the bottom a two, in each of them."""
    deals = [chupai.variant("doudizhu/standard").deal(1, i, setup=setup) for i in range(20)]
    return all(
        state.hand(0).startswith("33") and state.hand(0).endswith("BR") and "2" in state.bottom
        for state in deals
    )


def many_bombs(setup):
    """Whether seat 1 is dealt a bomb in more than every fifth of 400 deals (shuffled: 0.098)."""
    variant = chupai.variant("doudizhu/rlcard")
    deals = [variant.deal(seed=3, index=i, dealer=setup.dealer) for i in range(400)]
    return sum(deal.hand(1).count(rank) == 4 for deal in deals for rank in "3456789TJQKA2") > 80


def firsts_after(landlords, rules=doudizhu.STANDARD):
    """Who speaks first after each of some deals that these seats were landlords of."""

    def probe(match_rules):
        match_rules = replace(match_rules, deals=99)
        state = start(rules, match_rules, 1)
        found = []
        for landlord in landlords:
            state = advance(rules, match_rules, state, {"landlord": [landlord]}, [[0, 0, 0]])
            found += plain(state.setups["first_bidder"])
        return found

    return probe


def match_of(landlord, *deals):
    """What ends a match of deals with these scores, after how many, with which totals."""

    def probe(match_rules):
        rules = doudizhu.STANDARD
        if match_rules.deals is match_rules.target is match_rules.purse is None:
            match_rules = replace(match_rules, deals=3)
        state = start(rules, match_rules, 1)
        for scores in deals:
            state = advance(rules, match_rules, state, {"landlord": [landlord]}, [scores])
        return [ENDS[state.ended[0]], int(state.deals[0]), *plain(state.totals[0])]

    return probe


ANY = "any"
WITNESSES = [
    # auction
    Witness("Rules", "auction", "points", auction("", "phase", "moves"),
            ["auction", ["pass", "bid 1", "bid 2", "bid 3"]],
            "rob", ["auction", ["pass", "call"]]),
    Witness("Rules", "auction", "rob", auction("", "phase", "moves"),
            ["auction", ["pass", "call"]],
            "points", ["auction", ["pass", "bid 1", "bid 2", "bid 3"]]),
    Witness("Rules", "auction", "fixed", auction("", "phase", "turn", "value"), ["play", 0, 1],
            "points", ["auction", 0, 0]),
    Witness("Rules", "repass", "final", auction("p1p", "phase", "turn"), ["play", 1],
            "again", ["auction", 0]),
    Witness("Rules", "repass", "again", auction("12p", "phase", "moves"),
            ["auction", ["pass", "bid 3"]], "final", ["play", []]),
    Witness("Rules", "on_all_pass", "redeal", auction("ppp", "phase", "redeals"), ["auction", 1],
            "void", ["over", 0]),
    Witness("Rules", "on_all_pass", "void", auction("ppp", "phase", "turn", "redeals"),
            ["over", None, 0], "redeal", ["auction", 0, 1], {"auction": "rob"}),
    Witness("Rules", "call_multiplier", 3, auction("crrr", "phase", "value"), ["play", 24],
            1, ["play", 8], {"auction": "rob"}),
    Witness("Rules", "call_multiplier", 1, auction("pcrp", "phase", "value"), ["play", 2],
            3, ["play", 6], {"auction": "rob"}),
    # trio
    Witness("Rules", "trio_with_two", "pair", reads("33345"), [], ANY, ["333+45"]),
    Witness("Rules", "trio_with_two", ANY,
            lambda rules: texts(doudizhu.moves("44456", to_beat="333+77", rules=rules)),
            ["pass", "444+56"], "pair", ["pass"]),
    # wings
    Witness("Rules", "wing_repeat", 1, reads("33344455"), [], 2, ["333444+55"]),
    Witness("Rules", "wing_repeat", 2, reads("333444555777"), [], 3, ["333444555+777"]),
    Witness("Rules", "wing_repeat", 3, reads("333444555777"), ["333444555+777"], 2, []),
    Witness("Rules", "wing_repeat", 4, reads("3334445556668888"), ["333444555666+8888"], 3, []),
    Witness("Rules", "wing_both_jokers", False, reads("333444BR"), [], True, ["333444+BR"]),
    Witness("Rules", "wing_both_jokers", True, reads("333BR"), ["333+BR"], False, [],
            {"trio_with_two": ANY}),
    Witness("Rules", "wing_chain_rank", False, reads("33334446"), [], True, ["333444+36"]),
    Witness("Rules", "wing_chain_rank", True, reads("33334444"), ["333444+34"], False, []),
    Witness("Rules", "wing_extends_chain", True, reads("333444555666"),
            ["333444555666", "333444555+666", "444555666+333"], False, ["333444555666"]),
    Witness("Rules", "wing_extends_chain", False, doudizhu.num_plays, 27472, True, 28238),
    Witness("Rules", "wing_quad_as_two_pairs", False, reads("88886666"), [],
            True, ["6666+8888", "8888+6666"]),
    Witness("Rules", "wing_quad_as_two_pairs", True, reads("3334445555"), ["333444+5555"],
            False, []),
    # four with two
    Witness("Rules", "four_with_two", True, reads("888856"), ["8888+56"], False, []),
    Witness("Rules", "four_with_two", False, reads("88885566"), [], True, ["8888+5566"]),
    Witness("Rules", "kicker_pair_as_two_solos", True, reads("2222AA"), ["2222+AA"], False, []),
    Witness("Rules", "kicker_pair_as_two_solos", False,
            lambda rules: texts(doudizhu.moves("888855", to_beat="7777+3A", rules=rules)),
            ["pass", "8888"], True, ["pass", "8888+55", "8888"]),
    Witness("Rules", "kicker_both_jokers", False, reads("3333BR"), [], True, ["3333+BR"]),
    Witness("Rules", "kicker_both_jokers", True, doudizhu.num_plays, 28251, False, 28238),
    Witness("Rules", "quad_chains", False, reads("33334444"), [], True, ["33334444"]),
    Witness("Rules", "quad_chains", True, reads("333344445678"), ["33334444+5678"], False, []),
    # showing and doubling
    Witness("Rules", "open_hand", False, auction("3", "phase", "moves"), ["play", []],
            True, ["show", ["pass", "show"]]),
    Witness("Rules", "open_hand", True, auction("3s", "phase", "turn"), ["play", 0],
            False, "refused"),
    Witness("Rules", "doubling", False, auction("3", "phase", "moves"), ["play", []],
            True, ["double", ["pass", "double"]]),
    Witness("Rules", "doubling", True, auction("3pd", "phase", "turn"), ["double", 2],
            False, "refused"),
    Witness("Rules", "show_multipliers", None, auction("", "phase", "moves"),
            ["auction", ["pass", "bid 1", "bid 2", "bid 3"]],
            (5, 4, 3, 2), ["show", ["pass", "show"]]),
    Witness("Rules", "show_multipliers", (5, 4, 3, 2),
            lambda rules: [
                bids(chupai.Variant(rules=rules).deal(seed=1, first_bidder=0), before + "s")
                .facts()["open_multiplier"] for before in ("", "ppp", "pppppp")
            ], [5, 4, 3], (9, 7, 6, 2), [9, 7, 6]),
    # scoring
    Witness("Scoring", "stake", 1, pays(bid=3), [6, -3, -3], 5, [30, -15, -15]),
    Witness("Scoring", "stake", 5, pays(bid=3), [30, -15, -15], 1, [6, -3, -3]),
    Witness("Scoring", "spring_multiplier", 3, pays(spring=1), [6, -3, -3], 2, [4, -2, -2]),
    Witness("Scoring", "spring_multiplier", 2, pays(spring=1), [4, -2, -2], 3, [6, -3, -3]),
    Witness("Scoring", "spring_multiplier", 1, pays(spring=1), [2, -1, -1], 3, [6, -3, -3]),
    Witness("Scoring", "cap", None, pays(bid=3, bombs=2), [24, -12, -12], 10, [20, -10, -10]),
    Witness("Scoring", "cap", 10, pays(bid=3, bombs=2), [20, -10, -10], None, [24, -12, -12]),
    # matches
    Witness("MatchRules", "first_bidder", "last_landlord", firsts_after([2, 0, -1, 1]),
            [2, 0, 0, 1], "drawn", [-1, -1, -1, -1]),
    Witness("MatchRules", "first_bidder", "drawn", firsts_after([2]), [-1],
            "last_landlord", [2]),
    Witness("MatchRules", "deals", None, match_of(0, *[[2, -1, -1]] * 4),
            ["running", 4, 8, -4, -4], 2, ["deals", 2, 4, -2, -2], {"target": 99}),
    Witness("MatchRules", "deals", 2, match_of(0, *[[2, -1, -1]] * 4), ["deals", 2, 4, -2, -2],
            3, ["deals", 3, 6, -3, -3]),
    Witness("MatchRules", "target", None, match_of(0, *[[12, -6, -6]] * 2),
            ["running", 2, 24, -12, -12], 10, ["target", 1, 12, -6, -6], {"deals": 3}),
    Witness("MatchRules", "target", 10, match_of(1, *[[-5, 10, -5]] * 3),
            ["target", 1, -5, 10, -5], 11, ["target", 2, -10, 20, -10]),
    Witness("MatchRules", "purse", None, match_of(0, *[[12, -6, -6]] * 3),
            ["deals", 3, 36, -18, -18], 10, ["purse", 2, 24, -12, -12]),
    Witness("MatchRules", "purse", 10, match_of(0, *[[10, -5, -5]] * 3),
            ["purse", 2, 20, -10, -10], 11, ["purse", 3, 30, -15, -15]),
    Witness("MatchRules", "bankruptcy", "off", match_of(0, [-24, 12, 12]),
            ["purse", 1, -24, 12, 12], "shortfall", ["purse", 1, -10, 5, 5], {"purse": 10}),
    Witness("MatchRules", "bankruptcy", "shortfall", match_of(1, [6, -18, 12]),
            ["purse", 1, 3, -10, 7], "off", ["purse", 1, 6, -18, 12], {"purse": 10}),
    # set-up
    Witness("Setup", "first_bidder", None, first_bidders, [0, 1, 2], 0, [0]),
    *(Witness("Setup", "first_bidder", seat, first_bidders, [seat], None, [0, 1, 2])
      for seat in range(3)),
    Witness("Setup", "landlord", None, landlords, [0], 1, [1]),
    *(Witness("Setup", "landlord", seat, landlords, [seat], (seat + 1) % 3, [(seat + 1) % 3])
      for seat in range(3)),
    Witness("Setup", "dealer", "uniform", many_bombs, False, "weak_shuffle", True),
    Witness("Setup", "dealer", "weak_shuffle", many_bombs, True, "uniform", False),
    Witness("Setup", "given", None, where_jokers_are, False, {1: "BR"}, True),
    Witness("Setup", "given", {0: "33BR", "bottom": "2"}, bottom_of_two, True, None, False),
]  # fmt: skip
