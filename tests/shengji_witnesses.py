"""For every switch of Shengji and every documented value a witness, for tests/test_switches.py."""

from dataclasses import asdict, replace

import chupai
from chupai import shengji
from chupai.shengji.match import ENDS, advance, set_up_of, start
from shengji_facts import columns, deal, last_trick
from shengji_states import asked, drawn, given_hands, play
from witness import Witness

CLASSES = {
    "Rules": shengji.Rules,
    "Scoring": shengji.Scoring,
    "MatchRules": shengji.MatchRules,
    "Setup": shengji.Setup,
}

SPOKEN = replace(shengji.CN_2, declaring="duplicate")
GIVEN = replace(shengji.PLATFORM_2, declaring="given")

# Probes: a Rules, Scoring, MatchRules or Setup in, plain values out. Trump is spades, the level 10
# in questions about cards, 2 in deals.


def at_ten(rules):
    return shengji.Trump("S", "T", rules=rules)


def units(cards):
    """What cards are read as when they are led."""
    return lambda rules: at_ten(rules).lead_units(cards)


def wins(lead, *plays):
    """Which play of a trick wins, 0 being the lead."""
    return lambda rules: at_ten(rules).winner(lead, plays)


def may_lead(cards):
    return lambda rules: at_ten(rules).is_legal_lead(cards, cards)


def may_follow(hand, lead, *plays):
    """Whether a hand may follow so, play by play."""
    return lambda rules: [at_ten(rules).is_legal_follow(hand, lead, cards) for cards in plays]


def thrown(lead, *hands):
    """Whether the next seat chooses what is led of a throw."""

    def probe(rules):
        variant = chupai.Variant(rules=rules)
        state = variant.position(hands=hands, trump="S", level="T")
        state.play(f"lead {lead}")
        return state.phase

    return probe


def dealt(look, cards, *moves, lying="", **setup):
    """Look at a deal of given cards after some moves, seat 0 being the declarer.

    What each seat and the kitty is given comes first, in order; the others are no level cards.
    """

    def probe(rules):
        given = given_hands(cards, lying, **asdict(rules))
        setting = {"declarer": 0, "given": given, "in_order": True} | setup
        try:
            state = chupai.Variant(rules=rules).deal(0, **setting)
        except chupai.RulesError:
            return "refused"
        return look(play(state, *moves))

    return probe


def sizes(rules):
    """How many cards the seats hold when seat 0 has taken the kitty."""
    variant = chupai.Variant(rules=rules)
    return variant.deal(0, declarer=0, trump="S").cards_left


def offers(state):
    """All that anybody is asked to declare, if all pass."""
    found = set()
    while state.phase == "declare":
        found.update(asked(state)[1])
        state.play("pass")
    return found


def settled(state):
    """The phase, and what is trump."""
    return state.phase, state.trump


def asked_when(state):
    """Who is asked first, and how many cards are drawn by then."""
    return state.turn, drawn(state)


def seen_by_others(state):
    """What seat 1 sees of the declaration that stands."""
    return state.view(1).standing


def after_burying(state):
    """What comes after the declarer has buried, all passing before."""
    while state.phase == "declare":
        state.play("pass")
    return bury(state).phase


def bury(state):
    """Bury the last cards, among them the level cards and jokers."""
    cards = state.hand(state.turn).split()
    return play(state, "bury " + " ".join(cards[-state.variant.rules.kitty_size :]))


def in_a_deal(look, rules, *moves):
    """Look at a deal with a set-up."""

    def probe(setup):
        try:
            state = chupai.Variant(rules=rules).deal(0, setup=setup)
        except chupai.RulesError:
            return "refused"
        return look(play(state, *moves))

    return probe


def ranks_offered(state):
    """The ranks with which one may declare."""
    return {cards[0] for cards in offers(state)}


def declarer(state):
    """Who declares when the first who can has declared."""
    play(state, asked(state)[1][0])
    while state.phase == "declare":
        state.play("pass")
    return state.turn


def first_trick(state):
    """Who wins a trick in which all play their highest card."""
    bury(state)
    for _ in range(4):
        card = state.hand(state.turn).split()[-1]
        state.play(f"{'follow' if any(state.table) else 'lead'} {card}")
    return state.leader


def where_they_are(setup):
    """Whether 3D and 2S are with seat 0 in each of some deals."""
    deals = [chupai.Variant(rules=GIVEN).deal(0, i, setup=setup) for i in range(20)]
    return all({"3D", "2S"} <= set(state.hand(0).split()) for state in deals)


def drawn_at_once(setup):
    """Whether seat 0 is asked with its first card in each of some deals."""
    deals = [chupai.Variant(rules=shengji.CN_2).deal(0, i, setup=setup) for i in range(20)]
    return all(asked_when(state) == (0, 1) for state in deals)


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

# Deals with a kitty in which all level cards and jokers have room.
ROOM = {"kitty": 12}
TRUMP_GIVEN = {"declaring": "given"}
EACH_A_TWO = {0: "2D", 1: "2C", 2: "2H", 3: "2S"}
# One deck, in which every seat has one suit.
SUITS = {seat: " ".join(r + s for r in "3456789TJQKA") for seat, s in enumerate("DCHS")}
ONE_DECK = shengji.Rules(decks=1, declaring="given")
OF_TWELVE = shengji.Rules(kitty=12)
DRAWS = {"declarer": 2, "given": given_hands(EACH_A_TWO, kitty=12), "in_order": True}
BEATEN_TWICE = ["4H 4H QH", "5H 5H KH", "3C 4C 5C", "6C 7C 8C"]
PAIR_AND_ACE = ["KH KH", "AH"]
TRIPLES, QUADS = "KH KH KH AH AH AH", "KH KH KH KH AH AH AH AH"
NO_LINK = (("main_level", "B"),)

WITNESSES = [
    # cards and units
    Witness("Rules", "decks", 2, sizes, [33, 25, 25, 25], 1, [18, 12, 12, 12], TRUMP_GIVEN),
    Witness("Rules", "decks", 1, sizes, [18, 12, 12, 12], 2, [33, 25, 25, 25], TRUMP_GIVEN),
    Witness("Rules", "decks", 3, sizes, [45, 39, 39, 39], 4, [60, 52, 52, 52], TRUMP_GIVEN),
    Witness("Rules", "decks", 4, sizes, [60, 52, 52, 52], 3, [45, 39, 39, 39], TRUMP_GIVEN),
    Witness("Rules", "kitty", None, sizes, [33, 25, 25, 25], 12, [36, 24, 24, 24], TRUMP_GIVEN),
    Witness("Rules", "kitty", 12, sizes, [36, 24, 24, 24], None, [33, 25, 25, 25], TRUMP_GIVEN),
    Witness("Rules", "constant_trumps", "", wins("AD", "3D", "2H", "7H"), 0, "2", 2),
    Witness("Rules", "constant_trumps", "2", wins("AD", "3D", "2H", "7H"), 2, "27", 3),
    Witness("Rules", "constant_trumps", "27", wins("AD", "3D", "2H", "7H"), 3, "", 0),
    Witness("Rules", "no_trump", True, dealt(offers, {0: "B B"}), {"B B"}, False, set(), ROOM),
    Witness("Rules", "no_trump", False, dealt(offers, {0: "2S B B"}), {"2S"},
            True, {"2S", "B B"}, ROOM),
    Witness("Rules", "tractors", True, units("KH KH AH AH"), ["KH KH AH AH"],
            False, ["AH AH", "KH KH"]),
    Witness("Rules", "tractors", False, may_follow("3H 3H 4H 4H 5H 5H", "KH KH AH AH",
            "3H 3H 5H 5H"), [True], True, [False]),
    Witness("Rules", "tractor_min_length", 2, units("KH KH AH AH"), ["KH KH AH AH"],
            3, ["AH AH", "KH KH"]),
    Witness("Rules", "tractor_min_length", 3, units("QH QH KH KH AH AH"), ["QH QH KH KH AH AH"],
            4, ["AH AH", "KH KH", "QH QH"]),
    Witness("Rules", "hollow", True, units("9H 9H JH JH"), ["9H 9H JH JH"],
            False, ["JH JH", "9H 9H"]),
    Witness("Rules", "hollow", False, units("9H 9H JH JH"), ["JH JH", "9H 9H"],
            True, ["9H 9H JH JH"]),
    Witness("Rules", "banned_links", (), units("TS TS B B"), ["TS TS B B"],
            NO_LINK, ["B B", "TS TS"]),
    Witness("Rules", "banned_links", NO_LINK, units("TS TS B B"), ["B B", "TS TS"],
            (("B", "R"),), ["TS TS B B"]),
    # leads
    Witness("Rules", "throws", True, may_lead("AH KH"), True, False, False),
    Witness("Rules", "throws", False, may_lead("AH KH"), False, True, True),
    Witness("Rules", "reading", "no_singles", units("KH KH KH AH AH"), ["KH KH KH", "AH AH"],
            "longest_unit", ["KH KH AH AH", "KH"], {"decks": 3}),
    Witness("Rules", "reading", "longest_unit", units("KH KH KH AH AH"), ["KH KH AH AH", "KH"],
            "no_singles", ["KH KH KH", "AH AH"], {"decks": 3}),
    Witness("Rules", "failed_throw", "next_player",
            thrown("4H 4H + QH", *BEATEN_TWICE), "throw", "smallest", "play"),
    Witness("Rules", "failed_throw", "smallest",
            thrown("4H 4H + QH", *BEATEN_TWICE), "play", "next_player", "throw"),
    # follows
    Witness("Rules", "follow_order", "cn",
            may_follow("3H 3H 3H 5H 5H 6H 6H 9H", TRIPLES, "3H 3H 3H 5H 5H 9H",
                       "5H 5H 6H 6H 3H 9H"), [True, False],
            "run_before_one_triple", [False, True], {"decks": 3}),
    Witness("Rules", "follow_order", "run_before_one_triple",
            may_follow("3H 3H 3H 5H 5H 5H 8H 8H 9H 9H", TRIPLES, "3H 3H 3H 5H 5H 5H",
                       "8H 8H 9H 9H 3H 5H"), [True, False],
            "run_before_triples", [False, True], {"decks": 3}),
    Witness("Rules", "follow_order", "run_before_triples",
            may_follow("3H 3H 3H 5H 5H 5H 8H 8H 9H 9H", TRIPLES, "3H 3H 3H 5H 5H 5H",
                       "8H 8H 9H 9H 3H 5H"), [False, True],
            "cn", [True, False], {"decks": 3}),
    Witness("Rules", "follow_order", "runs_first",
            may_follow("3H 3H 3H 4H 4H 4H 6H 6H 6H 6H", QUADS, "6H 6H 6H 6H 3H 3H 3H 4H",
                       "3H 3H 3H 4H 4H 4H 6H 6H"), [False, True],
            "cn", [True, False], {"decks": 4}),
    Witness("Rules", "follow_order", "suit_only",
            may_follow("5H 5H 8H 9H", "AH AH", "8H 9H"), [True], "cn", [False]),
    Witness("Rules", "protect_wider", False, may_follow("5H 5H 5H 8H 9H", "AH AH", "8H 9H"),
            [False], True, [True], {"decks": 3}),
    Witness("Rules", "protect_wider", True, may_follow("5H 5H 5H 8H 9H", "AH AH", "8H 9H"),
            [True], False, [False], {"decks": 3}),
    Witness("Rules", "throw_compare", "dominant", wins(PAIR_AND_ACE, "5S 5S AS", "6S 6S 7S"), 2,
            "every_unit", 1),
    Witness("Rules", "throw_compare", "every_unit", wins(PAIR_AND_ACE, "5S 5S 7S", "4S 4S KS"), 1,
            "highest_card", 2),
    Witness("Rules", "throw_compare", "highest_card", wins(PAIR_AND_ACE, "5S 5S 7S", "4S 4S KS"),
            2, "dominant", 1),
    # declaring and the kitty
    Witness("Rules", "reinforce", True, dealt(asked, {0: "2S 2S"}, "2S"), (0, ["2S 2S"]),
            False, (0, []), ROOM),
    Witness("Rules", "reinforce", False, dealt(asked, {0: "2S 2S"}, "2S"), (0, []),
            True, (0, ["2S 2S"]), ROOM),
    Witness("Rules", "no_declaration", "kitty", dealt(settled, {0: "R"}, lying="5H"),
            ("bury", "H"), "no_trump", ("bury", "NT"), ROOM),
    Witness("Rules", "no_declaration", "no_trump", dealt(settled, {0: "R"}, lying="5H"),
            ("bury", "NT"), "kitty", ("bury", "H"), ROOM),
    Witness("Rules", "declaring", "during_deal", dealt(asked_when, {0: "2S", 2: "2H"}), (0, 1),
            "duplicate", (2, 96), ROOM),
    Witness("Rules", "declaring", "duplicate", dealt(asked_when, {0: "2S", 2: "2H"}), (2, 96),
            "during_deal", (0, 1), ROOM),
    Witness("Rules", "declaring", "given", dealt(settled, {0: "2S"}, trump="D"), ("bury", "D"),
            "during_deal", "refused", ROOM),
    Witness("Rules", "blind_declaring", False, dealt(seen_by_others, {0: "2S"}, "2S"),
            (0, "2S", 1), True, (0, None, 1), ROOM | {"declaring": "duplicate"}),
    Witness("Rules", "blind_declaring", True, dealt(seen_by_others, {0: "2S"}, "2S"),
            (0, None, 1), False, (0, "2S", 1), ROOM | {"declaring": "duplicate"}),
    Witness("Rules", "declare_with_joker", "off", dealt(offers, {0: "2S"}), {"2S"},
            "any", set(), ROOM),
    Witness("Rules", "declare_with_joker", "any", dealt(offers, {0: "2S 2H R"}), {"2S", "2H"},
            "by_colour", {"2H"}, ROOM),
    Witness("Rules", "declare_with_joker", "by_colour", dealt(offers, {0: "2S 2H B"}), {"2S"},
            "off", {"2S", "2H"}, ROOM),
    Witness("Rules", "chaodi", False, dealt(after_burying, {1: "2S"}), "play",
            True, "overturn", ROOM),
    Witness("Rules", "chaodi", True, dealt(after_burying, {1: "2S"}), "overturn",
            False, "play", ROOM),
    # points and levels
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
    # set-up
    Witness("Setup", "level", "2", in_a_deal(ranks_offered, shengji.CN_2), {"2"}, "T", {"T"},
            {"declarer": 0}),
    Witness("Setup", "level", "T", in_a_deal(ranks_offered, shengji.CN_2), {"T"}, None, set(),
            {"declarer": 0}),
    Witness("Setup", "level", None, in_a_deal(ranks_offered, shengji.CN_2), set(), "2", {"2"},
            {"declarer": 0}),
    Witness("Setup", "levels", None, in_a_deal(ranks_offered, shengji.CN_2), {"2"},
            ("2", "5"), {"5"}, {"declarer": 1}),
    Witness("Setup", "levels", ("2", "5"), in_a_deal(ranks_offered, shengji.CN_2), {"5"},
            ("5", "2"), {"2"}, {"declarer": 1}),
    Witness("Setup", "declarer", None, in_a_deal(declarer, OF_TWELVE), 1, 2, 2,
            {"given": given_hands({1: "2S"}, kitty=12)}),
    Witness("Setup", "declarer", 2, in_a_deal(declarer, OF_TWELVE), 2, None, 1,
            {"given": given_hands({1: "2S"}, kitty=12)}),
    Witness("Setup", "trump", None, in_a_deal(first_trick, ONE_DECK), "refused", "H", 2,
            {"declarer": 1, "given": SUITS}),
    *(
        Witness("Setup", "trump", trump, in_a_deal(first_trick, ONE_DECK), winner, other, loser,
                {"declarer": 1, "given": SUITS})
        for trump, winner, other, loser in (
            ("D", 0, "NT", 1), ("C", 1, "S", 3), ("H", 2, "C", 1), ("S", 3, "D", 0),
            ("NT", 1, "H", 2),
        )
    ),
    Witness("Setup", "first_card", None, in_a_deal(asked, OF_TWELVE), (2, ["2H"]),
            1, (1, ["2C"]), DRAWS),
    Witness("Setup", "first_card", 1, in_a_deal(asked, OF_TWELVE), (1, ["2C"]),
            None, (2, ["2H"]), DRAWS),
    Witness("Setup", "kitty", "taken", in_a_deal(settled, GIVEN), ("bury", "S"),
            "as_dealt", ("play", "S"), {"declarer": 0, "trump": "S"}),
    Witness("Setup", "kitty", "as_dealt", in_a_deal(settled, GIVEN), ("play", "S"),
            "taken", ("bury", "S"), {"declarer": 0, "trump": "S"}),
    Witness("Setup", "given", None, where_they_are, False, {0: "3D 2S"}, True,
            {"declarer": 1, "trump": "S"}),
    Witness("Setup", "given", {0: "3D 2S"}, where_they_are, True, {1: "3D 2S"}, False,
            {"declarer": 1, "trump": "S"}),
    Witness("Setup", "in_order", False, drawn_at_once, False, True, True,
            {"declarer": 0, "given": {0: "2S"}}),
    Witness("Setup", "in_order", True, drawn_at_once, True, False, False,
            {"declarer": 0, "given": {0: "2S"}}),
]  # fmt: skip
