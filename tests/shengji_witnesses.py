"""For switches of Shengji and their documented values a witness, for tests/test_switches.py."""

from dataclasses import replace

from chupai import shengji
from chupai.shengji.match import ENDS, advance, set_up_of, start
from shengji_facts import columns, deal, last_trick
from witness import Witness

CLASSES = {
    "Rules": shengji.Rules,
    "Scoring": shengji.Scoring,
    "MatchRules": shengji.MatchRules,
    "Setup": shengji.Setup,
}

SPOKEN = replace(shengji.CN_2, declaring="duplicate")
GIVEN = replace(shengji.PLATFORM_2, declaring="given")

# Probes: a Rules, Scoring, MatchRules or Setup in, plain values out.


def counts(facts, decks=2):
    """The attackers' points of a deal."""
    return lambda scoring: int(shengji.attackers_points(facts, scoring, decks))


def levels(points, decks=2):
    """What the attackers score with so many points."""
    return lambda scoring: shengji.scores(deal(points), scoring, decks).tolist()[1]


def match_of(*deals, rules=shengji.CN_2):
    """How a match stands after some deals: the total of seat 0, the next set-up, what ended it."""

    def probe(match_rules):
        try:
            state = start(rules, match_rules, 1)
        except ValueError:
            return "refused"
        for facts in deals:
            state = advance(rules, shengji.Scoring(), match_rules, state, columns([facts]))
        setup = set_up_of(state.setups, 0)
        told = [*setup.by_side, setup.declarer, setup.trump]
        return [int(state.totals[0, 0]), *told, ENDS[state.ended[0]]]

    return probe


HELD = deal(60)  # by one level
FAR = deal(0)  # by three
TAKEN = deal(80)
WITH_J = deal(80, level="J", winning=1, last_winner=1)
WITH_MAIN_J = deal(80, level="J", winning=2, last_winner=1)
FAILED_THROWS = deal(100, failed_throws=[0, 2, 0, 0], cards_returned=[0, 5, 0, 0])
PAIR, RUN = last_trick(2, 1), last_trick(2, 2)
WITHOUT = {"levels": None, "form": "deals", "deals": 3}
RUFFED = last_trick(1, 1, last_winner_trump=1)

WITNESSES = [
    Witness("Scoring", "throw_penalty", 0, counts(FAILED_THROWS), 100, 10, 80),
    Witness("Scoring", "throw_penalty", 10, counts(FAILED_THROWS), 80, 5, 90),
    Witness("Scoring", "throw_penalty_per", "attempt", counts(FAILED_THROWS), 80, "card", 50,
            {"throw_penalty": 10}),
    Witness("Scoring", "throw_penalty_per", "card", counts(FAILED_THROWS), 50, "attempt", 80,
            {"throw_penalty": 10}),
    Witness("Scoring", "kitty_multiplier", "cn", counts(RUN), 95, "power", 115),
    Witness("Scoring", "kitty_multiplier", "power", counts(RUN), 115, "cn", 95),
    Witness("Scoring", "kitty_multiplier", {"single": 1, "pair": 10}, counts(PAIR), 135,
            "cn", 75),
    Witness("Scoring", "single_multiplier", 2, counts(RUFFED), 55, 1, 45,
            {"kitty_multiplier": "power"}),
    Witness("Scoring", "single_multiplier", 1, counts(RUFFED), 45, 2, 55,
            {"kitty_multiplier": "power"}),
    Witness("Scoring", "dig_with", "any", counts(last_trick(1, 1)), 55, "trump_winner", 35),
    Witness("Scoring", "dig_with", "trump_lead", counts(RUFFED), 35, "any", 55),
    Witness("Scoring", "dig_with", "trump_winner", counts(RUFFED), 55, "trump_lead", 35),
    Witness("Scoring", "turnover", None, levels(80), 1, 100, -1),
    Witness("Scoring", "turnover", 100, levels(90), -1, None, 1),
    Witness("Scoring", "step", None, levels(130), 2, 20, 5),
    Witness("Scoring", "step", 20, levels(130), 5, 30, 3),
    Witness("Scoring", "cap", None, counts(deal(195, kitty_points=5, last_winner=1)), 205,
            "pack", 200),
    Witness("Scoring", "cap", "pack", counts(deal(195, kitty_points=5, last_winner=1)), 200,
            None, 205),
    Witness("Scoring", "cap", 150, counts(deal(180)), 150, "pack", 180),
    # matches
    Witness("MatchRules", "form", "level", match_of(HELD, HELD), [2, "A", "K", 2, None, "level"],
            "deals", [1, "A", "K", 2, None, "running"], {"deals": 9, "levels": "KA"}),
    Witness("MatchRules", "form", "deals", match_of(HELD, HELD), [1, "A", "K", 2, None, "running"],
            "level", [2, "A", "K", 2, None, "level"], {"deals": 9, "levels": "KA"}),
    Witness("MatchRules", "form", "duplicate", match_of(HELD, rules=SPOKEN),
            [1, "2", "2", 1, None, "running"], "deals", [1, "3", "2", 2, None, "running"],
            {"deals": 2}),
    Witness("MatchRules", "deals", None, match_of(FAR, FAR), [6, "8", "2", 2, None, "running"],
            2, [6, "8", "2", 2, None, "deals"]),
    Witness("MatchRules", "deals", 2, match_of(FAR, FAR), [6, "8", "2", 2, None, "deals"],
            1, [3, "5", "2", 2, None, "deals"]),
    Witness("MatchRules", "levels", "23456789TJQKA", match_of(FAR),
            [3, "5", "2", 2, None, "running"], "9TJQKA", [3, "Q", "9", 2, None, "running"]),
    Witness("MatchRules", "levels", "9TJQKA", match_of(FAR), [3, "Q", "9", 2, None, "running"],
            "5TK", [2, "K", "5", 2, None, "running"]),
    Witness("MatchRules", "levels", "5TK", match_of(FAR), [2, "K", "5", 2, None, "running"],
            "9TJQKA", [3, "Q", "9", 2, None, "running"]),
    Witness("MatchRules", "levels", None, match_of(FAR), [3, None, None, 2, None, "running"],
            "5TK", [2, "K", "5", 2, None, "running"], {"form": "deals", "deals": 9}),
    Witness("MatchRules", "must_play", "", match_of(HELD, FAR), [4, "6", "2", 2, None, "running"],
            "5TK", [3, "5", "2", 2, None, "running"]),
    Witness("MatchRules", "must_play", "5TK", match_of(HELD, FAR),
            [3, "5", "2", 2, None, "running"], "4", [2, "4", "2", 2, None, "running"]),
    Witness("MatchRules", "hook", "off", match_of(FAR, HELD, WITH_J),
            [4, "J", "7", 1, None, "running"], "any", [0, "7", "7", 1, None, "running"],
            {"levels": "789TJQ"}),
    Witness("MatchRules", "hook", "any", match_of(FAR, HELD, WITH_J),
            [0, "7", "7", 1, None, "running"], "by_suit", [1, "8", "7", 1, None, "running"],
            {"levels": "789TJQ"}),
    Witness("MatchRules", "hook", "by_suit", match_of(FAR, HELD, WITH_MAIN_J),
            [0, "7", "7", 1, None, "running"], "off", [4, "J", "7", 1, None, "running"],
            {"levels": "789TJQ"}),
    Witness("MatchRules", "fail_last", None, match_of(FAR, TAKEN, TAKEN, TAKEN),
            [2, "A", "Q", 1, None, "running"], 3, [0, "Q", "Q", 1, None, "running"],
            {"levels": "QKA"}),
    Witness("MatchRules", "fail_last", 3, match_of(FAR, TAKEN, TAKEN),
            [2, "A", "Q", 1, None, "running"], 2, [0, "Q", "Q", 1, None, "running"],
            {"levels": "QKA"}),
    Witness("MatchRules", "fixed_level", None, match_of(), [0, None, None, None, None, "running"],
            "2", [0, "2", "2", None, None, "running"], WITHOUT),
    Witness("MatchRules", "fixed_level", "2", match_of(), [0, "2", "2", None, None, "running"],
            "5", [0, "5", "5", None, None, "running"], WITHOUT),
    Witness("MatchRules", "fixed_trump", None, match_of(rules=GIVEN), "refused",
            "H", [0, "2", "2", 0, "H", "running"]),
    *(
        Witness("MatchRules", "fixed_trump", trump, match_of(rules=GIVEN),
                [0, "2", "2", 0, trump, "running"], None, "refused")
        for trump in ("D", "C", "H", "S", "NT")
    ),
    Witness("MatchRules", "first_declarer", None, match_of(), [0, "2", "2", None, None, "running"],
            0, [0, "2", "2", 0, None, "running"]),
    Witness("MatchRules", "first_declarer", 2, match_of(), [0, "2", "2", 2, None, "running"],
            None, [0, "2", "2", None, None, "running"]),
]  # fmt: skip
