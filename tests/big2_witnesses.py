"""For every switch of Big Two and every documented value a witness, for tests/test_switches.py."""

from dataclasses import replace

import chupai
from big2_facts import columns, deal, holding
from chupai import big2
from chupai.big2.match import ENDS, advance, start
from witness import Witness

CLASSES = {
    "Rules": big2.Rules,
    "Scoring": big2.Scoring,
    "MatchRules": big2.MatchRules,
    "Setup": big2.Setup,
}

QUADS = "4D 4C 4H 4S 3D"
BARE = "4D 4C 4H 4S"
STRAIGHT = "3D 4C 5D 6D 7D"
FLUSH = "3S 5S 8S TS KS"
DRAGON = "3D 4D 5D 6D 7C 8D 9D TD JD QD KD AD 2D"
WEAK = "3D 3C 3H 3S 4D 4C 4H 4S 5D 5C 5H 6S 7D"
NO_MONSTER = "3D 4C 5H 6S 8D 9C TH JS KD AC 2H 3S 5D"

# Straights of each window, none of one suit. The suits are ♦ but for one card.
LOW = "3D 4D 5D 6D 7C"
NINE = "9D TD JD QD KC"
BROADWAY = "TD JD QD KD AC"
OVER = "JD QD KD AC 2D"
WHEEL = "AC 2D 3D 4D 5D"
SIX = "2D 3D 4D 5D 6C"

# Probes: a Rules, Scoring, MatchRules or Setup in, plain values out.


def or_refused(probe):
    """What a probe gives, or "refused"."""

    def careful(rules):
        try:
            return probe(rules)
        except ValueError:
            return "refused"

    return careful


def reads(cards):
    """The kind that cards are."""

    @or_refused
    def probe(rules):
        move = big2.classify(cards, rules=rules)
        return None if move is None else move.kind

    return probe


def over(*pairs):
    """Whether the first of each pair of plays beats the second."""

    @or_refused
    def probe(rules):
        return [big2.beats(a, b, rules=rules) for a, b in pairs]

    return probe


def number(hand, to_beat=None):
    """How many moves a hand has."""
    return lambda rules: len(big2.moves(hand, to_beat, rules=rules))


def dealt(look, **given):
    """Look at a fresh deal."""
    return lambda rules: look(chupai.Variant(rules=rules).deal(seed=1, **given))


def sizes(state):
    return sorted(state.cards_left)


def phase(state):
    return state.phase


def first_leads(state):
    """Whether each first lead holds the lowest card."""
    return all("3D" in str(move) for move in state.legal_moves())


def after_a_pass(state):
    """Seat 0 leads a single, 1 passes, 2 plays higher, 3 and 0 pass: who may do what then."""
    singles = [str(move) for move in state.legal_moves() if move.kind == "single"]
    state.play(singles[0])
    state.play("pass")
    state.play([str(move) for move in state.legal_moves()][-1])
    while state.turn in {3, 0}:
        state.play("pass")
    kinds = sorted({move.kind for move in state.legal_moves()})
    return state.turn, kinds if "pass" in kinds else "leads"


def places(state):
    """The places at the end of a deal among lowest players, of how many seats there are any."""
    while not state.is_over:
        state.play(state.choose("lowest"))
    return sum(place > 0 for place in state.facts()["place"])


def instant(state):
    return state.facts()["instant"] if state.is_over else None


def may_pass(state):
    """Whether the first seat that can beat the first play may pass, all having one card."""
    state.play(state.legal_moves()[0])
    while (moves := [str(move) for move in state.legal_moves()]) == ["pass"]:
        state.play("pass")
    return "pass" in moves


def after_a_straight_flush(state):
    """Whether a 3 beats a 2 once there was a straight flush."""
    for move in ("3D 4D 5D 6D 7D", "pass", "pass", "pass", "2D"):
        state.play(move)
    return "3C" in [str(move) for move in state.legal_moves()]


def pays(*cards_left, **facts):
    """Scores of one deal with these facts under a scoring."""
    return lambda scoring: big2.scores(deal(cards_left, **facts), scoring).tolist()


def costs(*hands):
    """Scores of one deal that ended with these hands."""
    return lambda scoring: big2.scores(holding(*hands), scoring).tolist()


def paid(purses, *cards_left):
    """Scores where everybody holds so much."""
    return lambda scoring: big2.scores(deal(cards_left), scoring, purses=purses).tolist()


def match_of(*winners, name=None, rules=big2.HONG_KONG):
    """What ends a match of deals won by these seats, 3 cards from each other, and the totals.

    Or, by name, a part of the set-up of the deal that would follow.
    """

    def probe(match_rules):
        if match_rules.deals is match_rules.target is match_rules.purse is None:
            match_rules = replace(match_rules, deals=3)
        scoring = big2.Scoring()
        state = start(rules, match_rules, 1)
        for winner in winners:
            left = [0 if seat == winner else 3 for seat in range(4)]
            facts = deal(left, winner)
            if match_rules.bloody:  # played out, in the order of seats
                places = [(seat - winner) % 4 + 1 for seat in range(4)]
                left = [3 * (place == 4) for place in places]
                facts = deal(left, winner, place=places)
            facts = columns([facts])
            points = big2.scores(facts, scoring)
            state = advance(rules, scoring, match_rules, state, facts, points)
        if name is not None:
            return state.setups[name][0].tolist()
        return [ENDS[state.ended[0]], int(state.deals[0]), *state.totals[0].tolist()]

    return probe


def sits_down(match_rules):
    """Whether a purse of 50 will do at a stake of 10."""
    try:
        chupai.Variant(rules=big2.HONG_KONG, scoring=big2.Scoring(stake=10), match=match_rules)
    except chupai.RulesError:
        return False
    return True


def leads(setup):
    """Who leads first, in some deals."""
    return {chupai.variant("big2/natural").deal(3, i, setup=setup).turn for i in range(30)}


def first_asked(setup):
    """Who is first asked whether to deal anew, where everybody is, in some deals."""
    variant = chupai.Variant(rules=big2.Rules(redeal_below=99))
    return {variant.deal(1, i, setup=setup).turn for i in range(30)}


def exchanges(setup):
    """What happens first, and who does it."""
    state = chupai.variant("big2/bloody").deal(1, setup=setup)
    return state.phase, state.turn if state.phase == "exchange" else None


def where_they_are(setup):
    """Whether 3D and 2S are with seat 0 in each of some deals."""
    hands = [chupai.variant("big2/natural").deal(1, i, setup=setup).hand(0) for i in range(20)]
    return all("3D" in str(hand) and "2S" in str(hand) for hand in hands)


SAME_KIND = {"five_card": "same_kind"}
MONSTERS = SAME_KIND | {"monsters": True}
LOCK = MONSTERS | {"pass_rule": "lock"}
AGAIN = LOCK | {"monster_after_pass": True}
OF_ONE_CARD = {"players": 52, "end": "all_out"}
LIST = "34567 … TJQKA 23456=A2345"

WITNESSES = [
    # cards and order
    Witness("Rules", "decks", 1, reads("3D 3D"), "refused", 2, "pair"),
    Witness("Rules", "decks", 2, dealt(sizes), [26] * 4, 1, [13] * 4),
    Witness("Rules", "suit_order", "DCHS", over(("3C", "3D")), [True], "CDHS", [False]),
    Witness("Rules", "suit_order", "CDHS", over(("3D 3H", "3C 3S"), ("3D", "3C")),
            [False, True], "DCHS", [False, False]),
    Witness("Rules", "top_rank", "2", over(("2D", "3S")), [True], "3", [False]),
    *(Witness("Rules", "top_rank", rank, over((rank + "D", "2S")), [True], "2", [False])
      for rank in "3456789TJQKA"),
    # kinds
    Witness("Rules", "triples", True, reads("3D 3C 3H"), "triple", False, None),
    Witness("Rules", "triples", False, number("3D 3C 3H"), 6, True, 7),
    Witness("Rules", "bare_quad", "off", reads(BARE), None, "own_kind", "bare_quad"),
    Witness("Rules", "bare_quad", "own_kind", over((BARE, STRAIGHT)), [False],
            "as_quads", [True]),
    Witness("Rules", "bare_quad", "as_quads", over((BARE, "3D 3C 3H 3S AD")), [True],
            "own_kind", [False]),
    Witness("Rules", "two_pair_4", False, reads("3D 3C 4D 4C"), None, True, "two_pair_4"),
    Witness("Rules", "two_pair_4", True, number("3D 3C 4D 4C"), 7, False, 6),
    Witness("Rules", "two_pair_5", False, reads("3D 3C 4D 4C 9S"), None, True, "two_pair_5"),
    Witness("Rules", "two_pair_5", True, over((STRAIGHT, "3C 3H 4D 4S 9S")), [True],
            False, [False]),
    # straights
    Witness("Rules", "straights", "hk", over((WHEEL, SIX), (SIX, BROADWAY)), [True, True],
            "natural", [False, False]),
    Witness("Rules", "straights", "natural", over((SIX, WHEEL), (LOW, SIX)), [True, True],
            "hk", [False, False]),
    Witness("Rules", "straights", "wheel_top", over((WHEEL, BROADWAY), (LOW, SIX)),
            [True, True], "natural", [False, True]),
    Witness("Rules", "straights", "broadway_wheel", over((BROADWAY, WHEEL), (WHEEL, NINE)),
            [True, True], "natural", [True, False]),
    Witness("Rules", "straights", "two_high_tie", over((WHEEL, SIX), (SIX, WHEEL)),
            [False, False], "hk", [True, False]),
    Witness("Rules", "straights", "taiwan", over((SIX, BROADWAY), (LOW, WHEEL)), [True, True],
            "hk", [True, False]),
    Witness("Rules", "straights", "game_rank", reads(OVER), "straight", "hk", None),
    Witness("Rules", "straights", LIST, over(("2S 3D 4D 5D 6D", WHEEL)), [True], "hk", [False]),
    Witness("Rules", "straight_tie", "game", over(("AD 2S 3D 4D 5D", "AC 2C 3C 4C 5H")), [True],
            "sequence", [False]),
    Witness("Rules", "straight_tie", "sequence", over(("AD 2D 3D 4D 5S", "AC 2H 3C 4C 5C")),
            [True], "game", [False]),
    Witness("Rules", "straight_tie", "taiwan",
            over(("AD 2D 3D 4D 5S", "AC 2H 3C 4C 5C"), ("2S 3D 4D 5D 6D", "2C 3C 4C 5C 6H")),
            [True, True], "sequence", [True, False]),
    Witness("Rules", "straight_tie", "none", over(("3D 4D 5D 6D 7S", "3C 4C 5C 6C 7H")), [False],
            "game", [True]),
    # flushes and other five-card plays
    Witness("Rules", "flushes", True, reads(FLUSH), "flush", False, None),
    Witness("Rules", "flushes", False, number(FLUSH), 5, True, 6),
    Witness("Rules", "flush_order", "rank", over(("AD 6D 5D 4D 3D", "KS QS JS TS 8S")), [True],
            "suit", [False]),
    Witness("Rules", "flush_order", "suit", over(("3S 4S 5S 6S 8S", "AH KH QH TH 8H")), [True],
            "rank", [False]),
    Witness("Rules", "flush_order", "top", over(("AS 3S 4S 5S 7S", "AH KH QH JH 9H")), [True],
            "rank", [False]),
    Witness("Rules", "five_card", "ladder", over((FLUSH, STRAIGHT)), [True],
            "same_kind", [False]),
    Witness("Rules", "five_card", "same_kind", number("3S 5S 8S TS KS", STRAIGHT), 1,
            "ladder", 2),
    Witness("Rules", "monsters", False, over((QUADS, "2S")), [False], True, [True], SAME_KIND),
    Witness("Rules", "monsters", True, number(QUADS, "2S 2H"), 2, False, 1, SAME_KIND),
    Witness("Rules", "dragon_play", False, reads(DRAGON), None, True, "dragon"),
    Witness("Rules", "dragon_play", True, over((DRAGON, "2S 2H")), [True], False, [False]),
    # deal and turn
    Witness("Rules", "players", 4, dealt(sizes), [13] * 4, 3, [17, 17, 18]),
    Witness("Rules", "players", 3, dealt(sizes), [17, 17, 18], 2, [26, 26]),
    Witness("Rules", "remainder", "lowest_holder", dealt(sizes), [17, 17, 18],
            "discard", [17, 17, 17], {"players": 3}),
    Witness("Rules", "remainder", "discard", dealt(sizes), [10] * 5,
            "lowest_holder", [10, 10, 10, 10, 12], {"players": 5}),
    Witness("Rules", "remainder", "malaysia_swap", dealt(phase, given={0: "3D"}), "swap",
            "discard", "play", {"players": 3}),
    Witness("Rules", "must_include_lowest", "when_it_decides", dealt(first_leads), True,
            "never", False),
    Witness("Rules", "must_include_lowest", "never", dealt(first_leads), False,
            "when_it_decides", True),
    Witness("Rules", "pass_rule", "soft",
            dealt(lambda s: after_a_pass(s)[0], leader=0, given={0: "3D", 2: "2S"}), 1, "lock", 2),
    Witness("Rules", "pass_rule", "lock",
            dealt(lambda s: after_a_pass(s)[0], leader=0, given={0: "3C", 2: "2S"}), 2, "soft", 1,
            MONSTERS),
    Witness("Rules", "monster_after_pass", False,
            dealt(after_a_pass, leader=0, given={0: "3D", 1: BARE, 2: "2S"}), (2, "leads"),
            True, (1, ["pass", "quads"]), LOCK),
    Witness("Rules", "monster_after_pass", True,
            dealt(lambda s: after_a_pass(s)[0], leader=0, given={0: "3D", 1: BARE, 2: "2S"}), 1,
            False, 2, LOCK),
    Witness("Rules", "ask_locked", "holders",
            dealt(after_a_pass, leader=0, given={0: "3C", 1: NO_MONSTER, 2: "2S"}), (2, "leads"),
            "always", (1, ["pass"]), AGAIN),
    Witness("Rules", "ask_locked", "always",
            dealt(after_a_pass, leader=0, given={0: "3C", 1: NO_MONSTER, 2: "2S"}), (1, ["pass"]),
            "holders", (2, "leads"), AGAIN),
    Witness("Rules", "end", "first_out", dealt(places), 1, "all_out", 4),
    Witness("Rules", "end", "all_out", dealt(places), 4, "first_out", 1),
    # before the play
    Witness("Rules", "instant_wins", (), dealt(instant, given={0: DRAGON}), None, ("dragon",), 1),
    Witness("Rules", "instant_wins", ("dragon",), dealt(instant, given={2: DRAGON}), 1,
            ("four_twos",), None),
    Witness("Rules", "instant_wins", ("four_twos",), dealt(instant, given={2: "2D 2C 2H 2S"}), 2,
            ("dragon",), None),
    Witness("Rules", "instant_wins", ("dragon", "four_twos"),
            lambda rules: [dealt(instant, given=given)(rules)
                           for given in ({2: "2D 2C 2H 2S"}, {1: DRAGON})],
            [2, 1], ("dragon",), [None, 1]),
    Witness("Rules", "redeal_below", None, dealt(phase, given={1: WEAK}), "play", 3, "redeal"),
    Witness("Rules", "redeal_below", 3, dealt(phase, given={1: WEAK}), "redeal", None, "play"),
    Witness("Rules", "top_rule", "free", dealt(may_pass), True, "forced", False, OF_ONE_CARD),
    Witness("Rules", "top_rule", "forced", dealt(may_pass), False, "free", True, OF_ONE_CARD),
    Witness("Rules", "revolution", "off",
            dealt(after_a_straight_flush, leader=0, given={0: "3D 4D 5D 6D 7D 2D", 1: "3C"}),
            False, "swap_ends", True),
    Witness("Rules", "revolution", "swap_ends",
            dealt(after_a_straight_flush, leader=0, given={0: "3D 4D 5D 6D 7D 2D", 1: "3C"}),
            True, "off", False, MONSTERS),
    # what cards are worth
    Witness("Scoring", "card_values", "count", costs("", "2S AS", "3D"), [3, -2, -1],
            "pips", [32, -29, -3]),
    Witness("Scoring", "card_values", "pips", costs("", "2S AS", "3D"), [32, -29, -3],
            "deduction", [73, -70, -3]),
    Witness("Scoring", "card_values", "deduction", costs("", "2S AS", "KD"), [90, -70, -20],
            "count", [3, -2, -1]),
    Witness("Scoring", "spade_ace_40", False, costs("", "2S AS", "AD"), [100, -70, -30],
            True, [110, -80, -30], {"card_values": "deduction"}),
    Witness("Scoring", "spade_ace_40", True, costs("", "AS", "AD"), [70, -40, -30],
            False, [60, -30, -30], {"card_values": "deduction"}),
    Witness("Scoring", "tiers", (), pays(0, 10, 1), [11, -10, -1], ((10, 2),), [21, -20, -1]),
    Witness("Scoring", "tiers", ((10, 2), ("all", 3)), pays(0, 13, 11, unplayed=[0, 1, 0]),
            [61, -39, -22], ((10, 2),), [48, -26, -22]),
    Witness("Scoring", "tiers", ((8, 2), (11, 3), (13, 4)), pays(0, 8, 11, 13),
            [101, -16, -33, -52], ((10, 2), ("all", 3)), [56, -8, -22, -26]),
    Witness("Scoring", "winner_bonus", 0, pays(0, 3, 1), [4, -3, -1], 5, [14, -8, -6]),
    Witness("Scoring", "winner_bonus", 5, pays(0, 3, 1), [14, -8, -6], 10, [24, -13, -11]),
    Witness("Scoring", "two_multiplier", 1, pays(0, 3, twos_left=[0, 2]), [3, -3], 2, [12, -12]),
    Witness("Scoring", "two_multiplier", 2, pays(0, 3, twos_left=[0, 2]), [12, -12], 1, [3, -3]),
    Witness("Scoring", "monster_multiplier", 1, pays(0, 6, monsters_left=[0, 1]), [6, -6],
            2, [12, -12]),
    Witness("Scoring", "monster_multiplier", 2, pays(0, 6, monsters_left=[0, 1]), [12, -12],
            3, [18, -18]),
    Witness("Scoring", "per_monster", False, pays(0, 9, monsters_left=[0, 2]), [18, -18],
            True, [36, -36], {"monster_multiplier": 2}),
    Witness("Scoring", "per_monster", True, pays(0, 9, monsters_left=[0, 2]), [36, -36],
            False, [18, -18], {"monster_multiplier": 2}),
    Witness("Scoring", "unplayed_multiplier", 1, pays(0, 13, 1, unplayed=[0, 1, 0]),
            [14, -13, -1], 2, [27, -26, -1]),
    Witness("Scoring", "unplayed_multiplier", 2, pays(0, 13, 1, unplayed=[0, 1, 0]),
            [27, -26, -1], 1, [14, -13, -1]),
    Witness("Scoring", "all_unplayed_multiplier", 1, pays(0, 13, 13, unplayed=[0, 1, 1]),
            [26, -13, -13], 2, [52, -26, -26]),
    Witness("Scoring", "all_unplayed_multiplier", 2, pays(0, 13, 13, unplayed=[0, 1, 1]),
            [52, -26, -26], 1, [26, -13, -13]),
    # who pays whom
    Witness("Scoring", "settlement", "solo", pays(0, 3, 1), [4, -3, -1], "place", [4, -5, 1]),
    Witness("Scoring", "settlement", "place", pays(0, 3, 1), [4, -5, 1], "solo", [4, -3, -1]),
    Witness("Scoring", "settlement", "none", pays(0, 3, 1), [0, -3, -1], "solo", [4, -3, -1]),
    Witness("Scoring", "stake", 1, pays(0, 3, 1), [4, -3, -1], 20, [80, -60, -20]),
    Witness("Scoring", "stake", 20, pays(0, 3, 1), [80, -60, -20], 1, [4, -3, -1]),
    Witness("Scoring", "liability", "off", pays(0, 3, 1, not_highest=2), [4, -3, -1],
            "not_highest", [4, 0, -4]),
    Witness("Scoring", "liability", "not_highest", pays(0, 3, 1, not_highest=2), [4, 0, -4],
            "could_have_stopped", [4, -3, -1]),
    Witness("Scoring", "liability", "could_have_stopped",
            pays(0, 3, 1, not_highest=2, could_have_stopped=2), [4, 0, -4], "off", [4, -3, -1]),
    Witness("Scoring", "liability_for_passing", True,
            pays(0, 3, 1, not_highest=2, culprit_passed=1), [4, 0, -4], False, [4, -3, -1],
            {"liability": "not_highest"}),
    Witness("Scoring", "liability_for_passing", False,
            pays(0, 3, 1, not_highest=2, culprit_passed=1), [4, -3, -1], True, [4, 0, -4],
            {"liability": "not_highest"}),
    Witness("Scoring", "bankruptcy", "off", paid([9, 21, 9, 9], 0, 9, 1, 4), [14, -22, 10, -2],
            "table", [14, -21, 7, 0], {"settlement": "place"}),
    Witness("Scoring", "bankruptcy", "table", paid([9, 21, 9, 9], 0, 9, 1, 4), [14, -21, 7, 0],
            "shortfall", [14, -21, 9, -2], {"settlement": "place"}),
    Witness("Scoring", "bankruptcy", "shortfall", paid([9, 21, 9, 9], 0, 9, 1, 4),
            [14, -21, 9, -2], "off", [14, -22, 10, -2], {"settlement": "place"}),
    Witness("Scoring", "instant_multiplier", 3, pays(13, 13, instant=1), [39, -39], 2, [26, -26]),
    Witness("Scoring", "instant_multiplier", 2, pays(13, 13, instant=1), [26, -26], 3, [39, -39]),
    Witness("Scoring", "place_points", None, pays(0, 0, 0, 5, place=[1, 2, 3, 4]), [5, 0, 0, -5],
            (3, 1, -1, -3), [3, 1, -1, -3]),
    Witness("Scoring", "place_points", (3, 1, -1, -3), pays(0, 0, 0, 5, place=[1, 3, 2, 4]),
            [3, -1, 1, -3], None, [5, 0, 0, -5]),
    # matches
    Witness("MatchRules", "later_lead", "winner", match_of(2, 0, name="leader"), 0,
            "lowest", -1),
    Witness("MatchRules", "later_lead", "lowest", match_of(2, 0, name="leader"), -1,
            "winner", 0),
    Witness("MatchRules", "deals", None, match_of(0, 0, 0, 0), ["running", 4, 36, -12, -12, -12],
            2, ["deals", 2, 18, -6, -6, -6], {"target": 99}),
    Witness("MatchRules", "deals", 2, match_of(0, 1, 2), ["deals", 2, 6, 6, -6, -6],
            3, ["deals", 3, 3, 3, 3, -9]),
    Witness("MatchRules", "target", None, match_of(0, 0), ["running", 2, 18, -6, -6, -6],
            10, ["target", 2, 18, -6, -6, -6], {"deals": 3}),
    Witness("MatchRules", "target", 10, match_of(0, 0, 0), ["target", 2, 18, -6, -6, -6],
            9, ["target", 1, 9, -3, -3, -3]),
    Witness("MatchRules", "purse", None, match_of(0, 0, 0, 0), ["deals", 3, 27, -9, -9, -9],
            5, ["purse", 2, 18, -6, -6, -6]),
    Witness("MatchRules", "purse", 10, match_of(0, 0, 0, 0), ["purse", 4, 36, -12, -12, -12],
            9, ["purse", 3, 27, -9, -9, -9]),
    Witness("MatchRules", "bloody", False, match_of(2, name="roles", rules=big2.BLOODY), [-1] * 4,
            True, [2, 3, 0, 1]),
    Witness("MatchRules", "bloody", True, match_of(2, 3, name="roles", rules=big2.BLOODY),
            [3, 0, 1, 2], False, [-1] * 4),
    Witness("MatchRules", "house_seats", (), match_of(0), ["running", 1, 9, -3, -3, -3],
            (3,), ["running", 1, 6, -3, -3, 0]),
    Witness("MatchRules", "house_seats", (3,), match_of(3), ["running", 1, 0, 0, 0, 0],
            (2,), ["running", 1, -3, -3, 0, 6]),
    Witness("MatchRules", "buy_in", 0, sits_down, True, 10, False, {"purse": 50}),
    Witness("MatchRules", "buy_in", 10, sits_down, False, 5, True, {"purse": 50}),
    Witness("MatchRules", "cut", False, match_of(name="first_card"), 0, True, -1),
    Witness("MatchRules", "cut", True, match_of(2, name="first_card"), -1, False, 0),
    # set-up
    Witness("Setup", "leader", None, leads, {0, 1, 2, 3}, 2, {2}),
    Witness("Setup", "leader", 2, leads, {2}, None, {0, 1, 2, 3}),
    Witness("Setup", "first_card", 0, first_asked, {0}, 1, {1}),
    Witness("Setup", "first_card", 1, first_asked, {1}, 3, {3}),
    Witness("Setup", "first_card", None, first_asked, {0, 1, 2, 3}, 0, {0}),
    Witness("Setup", "roles", None, exchanges, ("play", None), (2, 0, 3, 1), ("exchange", 2)),
    Witness("Setup", "roles", (2, 0, 3, 1), exchanges, ("exchange", 2),
            (1, 0, 3, 2), ("exchange", 1)),
    Witness("Setup", "given", None, where_they_are, False, {0: "3D 2S"}, True),
    Witness("Setup", "given", {0: "3D 2S"}, where_they_are, True, {1: "3D 2S"}, False),
]  # fmt: skip
