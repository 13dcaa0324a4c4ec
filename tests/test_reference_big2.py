"""Tests of the Big Two reference alone: against the book's figures and examples, and itself."""

from itertools import pairwise
from math import comb
from random import Random

import pytest

from big2_cases import (
    BOOK,
    PRESETS,
    TAIWAN,
    WINDOWS,
    random_dealing,
    random_hand,
    random_play,
    random_rules,
)
from reference import big2 as ref

SWITCHES = [random_rules(Random(seed)) for seed in range(20)]


def kind_of(cards, **switches):
    return ref.classify(cards, BOOK | switches)


def beats(a, b, rules=BOOK, revolved=False):
    move_a, move_b = ref.read_play(a, rules), ref.read_play(b, rules)
    assert move_a is not None, a
    assert move_b is not None, b
    return ref.beats(move_a, move_b, rules, revolved)


def assert_chain(plays, rules=BOOK, revolved=False):
    """Each play beats those before it and no other."""
    for low, a in enumerate(plays):
        for high, b in enumerate(plays):
            assert beats(b, a, rules, revolved) is (high > low), (b, a)


def legal(hand, rules=BOOK, to_beat=None, **asked):
    beaten = None if to_beat is None else ref.read_play(to_beat, rules)
    question = ref.Question(to_beat=beaten, **asked)
    return [ref.text_of(move) for move in ref.legal_moves(hand, question, rules)]


def deal(hands, *, left="", first_card=0, leader=None, roles=None, redeal=None, **switches):
    rules = BOOK | {"players": len(hands)} | switches
    return ref.Deal(hands, left, first_card, leader, roles, rules, redeal or pytest.fail)


def play(state, *moves):
    """Play cards, or say a word, one after the other."""
    for text in moves:
        word, _, rest = text.partition(" ")
        if word in ("pass", "swap", "redeal"):
            state.play(ref.answer(word))
        elif word == "ask":
            state.play(ref.answer("ask", rank=rest))
        elif word == "give":
            state.play(ref.answer("give", cards=rest))
        else:
            move = ref.read_play(text, state.rules)
            assert move is not None, text
            state.play(move)
    return state


def texts(state):
    return [ref.text_of(move) for move in state.legal()]


# --- cards and orders ----------------------------------------------------------------------------


def test_packs():
    assert len(ref.pack(BOOK)) == len(set(ref.pack(BOOK))) == 52
    two = ref.pack(BOOK | {"decks": 2})
    assert len(two) == 104
    assert {two.count(card) for card in two} == {2}


def test_what_is_no_card():
    for text in ("1D", "10S", "3X", "D3", "3d", "BR"):
        with pytest.raises(ValueError, match="no card"):
            ref.cards_in(text)


def test_orders_of_ranks():
    assert ref.rank_order(BOOK) == "3456789TJQKA2"
    assert ref.rank_order(BOOK | {"top_rank": "3"}) == "456789TJQKA23"
    assert ref.rank_order(BOOK | {"top_rank": "4"}) == "56789TJQKA234"
    assert ref.rank_order(BOOK, revolved=True) == "2456789TJQKA3"
    assert ref.rank_order(BOOK | {"top_rank": "3"}, revolved=True) == "356789TJQKA24"


def order_of_straights(name, top_rank="2"):
    windows = ref.straight_windows(BOOK | {"straights": name, "top_rank": top_rank}).values()
    places = sorted({window.place for window in windows})
    return [{window.ranks for window in windows if window.place == place} for place in places]


def test_named_orders_of_straights():
    low_to_high = [{window} for window in WINDOWS[:8]]  # 34567 … TJQKA
    wheel, next_up, jack = {"A2345"}, {"23456"}, {"JQKA2"}
    assert order_of_straights("hk") == [*low_to_high, next_up, wheel]
    assert order_of_straights("natural") == [wheel, next_up, *low_to_high]
    assert order_of_straights("wheel_top") == [next_up, *low_to_high, wheel]
    assert order_of_straights("broadway_wheel") == [
        next_up, *low_to_high[:-1], wheel, low_to_high[-1],
    ]  # fmt: skip
    assert order_of_straights("two_high_tie") == [*low_to_high, wheel | next_up]
    assert order_of_straights("taiwan") == [wheel, *low_to_high, next_up]
    assert order_of_straights("game_rank") == [*low_to_high, jack]


def test_a_named_order_moves_with_the_ranks():
    assert order_of_straights("hk", "3") == [
        *({window} for window in WINDOWS[1:9]), {"34567"}, {"23456"},
    ]  # fmt: skip
    written = "34567 … TJQKA 23456=A2345"
    assert order_of_straights(written, "3") == order_of_straights(written)


def test_written_orders_of_straights():
    assert ref.read_straights("34567<45678 ... 789TJ A2345=23456") == [
        ["34567"], ["45678"], ["56789"], ["6789T"], ["789TJ"], ["A2345", "23456"],
    ]  # fmt: skip
    for text in ("", "34567 …", "=34567", "34567 34567", "34568", "2345", "34567 = = 45678"):
        with pytest.raises(ValueError, match="straight"):
            ref.read_straights(text)


def test_the_card_that_decides_between_equal_windows():
    def tie_ranks(tie, **switches):
        rules = BOOK | {"straights": "natural", "straight_tie": tie} | switches
        windows = {window.ranks: window.tie_rank for window in ref.straight_windows(rules).values()}
        return windows["A2345"], windows["23456"], windows["TJQKA"]

    assert tie_ranks("game") == ("2", "2", "A")
    assert tie_ranks("sequence") == ("5", "6", "A")
    assert tie_ranks("taiwan") == ("5", "2", "A")
    assert tie_ranks("none") == ("", "", "")
    big_three = BOOK | {"straights": "taiwan", "straight_tie": "taiwan", "top_rank": "3"}
    windows = {w.ranks: w.tie_rank for w in ref.straight_windows(big_three).values()}
    assert windows["23456"] == "6"
    assert windows["34567"] == "3"
    assert windows["JQKA2"] == "2"


# --- kinds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("3D", "single"),
        ("3D 3C", "pair"),
        ("3D 4D", None),
        ("3D 3C 3S", "triple"),
        ("3D 3C 4S", None),
        ("3D 3C 3H 3S", None),
        ("3D 3C 4D 4C", None),
        ("3D 4D 5D 6D 7C", "straight"),
        ("3D 4D 5D 6D 7D", "straight_flush"),
        ("3D 4D 5D 6D 8D", "flush"),
        ("JS QS KS AS 2S", "flush"),
        ("JS QS KS AS 2D", None),
        ("3D 3C 3H 4D 4C", "full_house"),
        ("3D 3C 3H 3S 4C", "quads"),
        ("3D 3C 4H 4S 5C", None),
        ("3D 3C 3H 4S 5C", None),
        ("3D 4D 5D 6D 7D 8D", None),
    ],
)
def test_kinds(cards, kind):
    assert kind_of(cards) == kind


def test_kinds_that_are_switched():
    assert kind_of("3D 3C 3S", triples=False) is None
    assert kind_of("3D 3C 3H 3S", bare_quad="own_kind") == "bare_quad"
    assert kind_of("3D 3C 4D 4C", two_pair_4=True) == "two_pair_4"
    assert kind_of("3D 3C 4H 4S 5C", two_pair_5=True) == "two_pair_5"
    assert kind_of("3D 4D 5D 6D 8D", flushes=False) is None
    assert kind_of("3D 4D 5D 6D 7D", flushes=False) == "straight_flush"
    assert kind_of("JS QS KS AS 2S", straights="game_rank") == "straight_flush"
    dragon = "3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2S"
    assert kind_of(dragon) is None
    assert kind_of(dragon, dragon_play=True) == "dragon"


def test_kinds_with_two_decks():
    assert kind_of("3D 3D", decks=2) == "pair"
    assert kind_of("3D 3D 3C 3C 3H", decks=2) == "quads"
    assert kind_of("3D 3D 5D 5D 7D", decks=2, two_pair_5=True) == "flush"
    assert kind_of("3D 3D 5D 5D 7D", decks=2, two_pair_5=True, flushes=False) == "two_pair_5"
    assert kind_of("3D 3D 3C 3H 4C", decks=2) == "quads"


def test_numbers_of_plays():
    counts = ref.count_plays(BOOK)
    assert sum(counts.values()) == 19_899
    assert counts["straight_flush"] == 40
    assert counts["straight"] + counts["straight_flush"] == 10 * 4**5
    assert counts["flush"] + counts["straight_flush"] == 4 * comb(13, 5)
    assert sum(ref.count_plays(TAIWAN).values()) == 14_792
    every = BOOK | {"bare_quad": "as_quads", "two_pair_4": True, "two_pair_5": True}
    counts = ref.count_plays(every)
    assert counts["bare_quad"] == 13
    assert counts["two_pair_4"] == 2808
    assert counts["two_pair_5"] == 123_552


def test_patterns_are_all_sets_of_five():
    assert sum(n for _, n in ref.card_patterns(5)) == comb(52, 5)


# --- what beats what -----------------------------------------------------------------------------


def test_singles_pairs_and_triples():
    assert_chain(["3D", "3C", "3S", "4D", "KS", "AD", "2D", "2S"])
    assert_chain(["3C", "3D", "3H", "4C"], BOOK | {"suit_order": "CDHS"})
    assert_chain(["3D 3C", "3D 3H", "4C 4S", "KH KS", "AH AS", "2D 2S"])
    assert not beats("3C 3S", "3D 3S")
    assert_chain(["3D 3C 3H", "4D 4C 4H", "2D 2C 2H"])
    assert not beats("3C 3H 3S", "3D 3C 3H")
    assert_chain(["4D", "KD", "2S", "3D"], BOOK | {"top_rank": "3"})


def test_kinds_do_not_mix():
    for a, b in [("4D 4C", "3D"), ("4D", "3D 3C"), ("4D 4C 4H", "3D 3C"), ("4D 4C 4H 4S 5D", "3D")]:
        assert not beats(a, b)


def test_two_decks_compare_the_other_suit():
    two = BOOK | {"decks": 2}
    assert not beats("3S", "3S", two)
    assert_chain(["3D 3D", "3D 3C", "3C 3C", "3D 3S", "3H 3S", "3S 3S", "4D 4D"], two)
    assert not beats("3D 3D 3C 4S 4S", "3C 3H 3S 4D 4D", two)


def test_the_ladder():
    assert_chain(
        [
            "KD KC QD QC 2S",
            "3D 4D 5D 6D 7C",
            "3D 4D 5D 6D 8D",
            "3D 3C 3H 4D 4C",
            "3D 3C 3H 3S 4C",
            "3D 4D 5D 6D 7D",
        ],
        BOOK | {"two_pair_5": True},
    )


def test_monsters():
    for low in ("2S", "2D 2S", "2D 2C 2H", "TD JC QD KD AS", "2D 2C 2H 3D 3C"):
        assert beats("3D 3C 3H 3S 4D", low, TAIWAN)
        assert beats("3D 4D 5D 6D 7D", low, TAIWAN)
        assert not beats(low, "3D 3C 3H 3S 4D", TAIWAN)
    assert beats("3D 4D 5D 6D 7D", "2D 2C 2H 2S 3D", TAIWAN)
    assert not beats("2D 2C 2H 2S 3D", "3D 4D 5D 6D 7D", TAIWAN)
    assert not beats("4D 4C 4H 5D 5C", "3D 4D 5D 6D 7C", TAIWAN)
    dragon = "3D 4D 5D 6D 7D 8D 9D TD JD QD KC AD 2D"
    assert beats(dragon, "TS JS QS KS AS", TAIWAN)
    assert beats(dragon.replace("KC", "KD"), dragon, TAIWAN)
    assert not beats(dragon, dragon, TAIWAN)


def test_bare_fours():
    own = BOOK | {"bare_quad": "own_kind"}
    ranked = BOOK | {"bare_quad": "as_quads"}
    fours, quads = "4D 4C 4H 4S", "3D 3C 3H 3S 2D"
    assert not beats(fours, quads, own)
    assert not beats(fours, "3D 4D 5D 6D 8D", own)
    assert beats(fours, "3D 3C 3H 3S", own)
    assert beats(fours, quads, ranked)
    assert beats("5D 5C 5H 5S 3D", fours, ranked)
    assert beats(fours, "AD AC AH 2D 2C", ranked)
    assert not beats(fours, "2D", ranked)
    assert beats("3D 4D 5D 6D 7D", fours, ranked)
    assert beats(fours, "2D", TAIWAN | {"bare_quad": "as_quads"})
    assert not beats(fours, "2D", TAIWAN | {"bare_quad": "own_kind"})
    assert beats(quads, fours, TAIWAN | {"bare_quad": "own_kind"})


def test_two_pairs():
    four = BOOK | {"two_pair_4": True}
    assert_chain(["3D 3C 4D 4C", "3D 3C 5D 5C", "3D 3C 5H 5S", "4D 4C 5H 5S", "3H 3S 6D 6C"], four)
    five = BOOK | {"two_pair_5": True}
    assert not beats("3D 3C 5D 5C 2S", "3H 3S 5D 5C 4D", five)
    assert_chain(["3H 3S 5D 5C 2S", "3D 3C 5H 5S 4D", "4D 4C 5D 5C 3D"], five)


def test_straights():
    for name, order in ref.NAMED_STRAIGHTS.items():
        rules = BOOK | {"straights": name}
        places = ref.read_straights(order)
        for low, tied in enumerate(places):
            for a in tied:
                for high, others in enumerate(places):
                    for b in others:
                        lowest = " ".join(rank + "DCCCC"[i] for i, rank in enumerate(a))
                        highest = " ".join(rank + "SHHSH"[i] for i, rank in enumerate(b))
                        if low != high:
                            assert beats(highest, lowest, rules) is (high > low)
    assert beats("3D 4D 5D 6D 7S", "3C 4C 5C 6C 7H")
    assert not beats("3S 4S 5S 6S 7D", "3C 4C 5C 6C 7H")
    assert beats("AD 2S 3D 4D 5D", "AC 2H 3C 4C 5S")
    assert beats("AD 2H 3D 4D 5S", "AC 2S 3C 4C 5H", BOOK | {"straight_tie": "sequence"})
    assert not beats("3D 4D 5D 6D 7S", "3C 4C 5C 6C 7H", BOOK | {"straight_tie": "none"})
    assert beats("3S 4S 5S 6S 7S", "3D 4D 5D 6D 7D", BOOK | {"straight_tie": "none"})
    tied = BOOK | {"straights": "two_high_tie"}
    assert beats("2S 3D 4D 5D 6D", "AD 2H 3C 4C 5C", tied)
    assert beats("AD 2S 3C 4C 5C", "2H 3D 4D 5D 6D", tied)


def test_flushes():
    low, high = "8H TH QH KH AH", "2S 4S 5S 6S 8S"
    assert beats(high, low, BOOK | {"flush_order": "suit"})
    ace, king = "3D 4D 5D 6D AD", "8S TS JS QS KS"
    assert beats(ace, king)  # the example of [W]
    assert beats(king, ace, BOOK | {"flush_order": "suit"})
    a, b = "3D 5D 7D 9D AD", "4S 5S 7S 9S AS"
    assert beats(b, a)
    assert beats("3D 6D 7D 9D AD", "4S 5S 7S 9S AS")
    assert beats("4S 5S 7S 9S AS", "3D 6D 7D 9D AD", BOOK | {"flush_order": "top"})


def test_revolution_swaps_the_ends():
    assert_chain(["2D", "2S", "4D", "AS", "3D", "3S"], revolved=True)
    assert_chain(["2D 2C 2H", "4D 4C 4H", "3D 3C 3H"], revolved=True)
    assert_chain(["2D 2C 2H AD AC", "4D 4C 4H AD AC", "3D 3C 3H AD AC"], revolved=True)
    assert beats("3D 5D 6D 7D 9D", "2S 5S 6S 7S 9S", revolved=True)
    assert beats("AD 2D 3D 4D 5C", "TD JD QD KD AC", revolved=True)
    assert beats("AC 2S 3D 4D 5D", "AC 2H 3C 4C 5S", revolved=True)


@pytest.mark.parametrize("rules", SWITCHES)
def test_beating_is_a_strict_order(rules):
    rng = Random(0)
    plays = [random_play(rng, rules) for _ in range(25)]
    for revolved in (False, True):
        below = [
            {i for i, b in enumerate(plays) if ref.beats(a, b, rules, revolved)} for a in plays
        ]
        for i, beaten in enumerate(below):
            assert i not in beaten
            assert all(below[j] <= beaten for j in beaten), plays[i]


# --- plays of a hand -----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [*PRESETS.values(), *SWITCHES])
def test_plays_are_those_of_brute_force(rules):
    rng = Random(1)
    for size in (*range(1, 8), 13):
        hand = random_hand(rng, size, rules)
        expected = ref.in_order(ref.brute_force_plays(hand, rules), rules)
        plays = ref.plays_of(hand, rules)
        assert len(plays) == len(expected)
        assert ref.in_order(plays, rules) == expected
        keys = [ref.order_key(play, rules) for play in expected]
        assert all(a < b for a, b in pairwise(keys))


@pytest.mark.parametrize("rules", [*PRESETS.values(), *SWITCHES])
def test_answers_are_the_plays_that_beat(rules):
    rng = Random(2)
    for _ in range(20):
        hand, to_beat = random_hand(rng, rng.randint(1, 17), rules), random_play(rng, rules)
        revolved = rng.random() < 0.5
        question = ref.Question(to_beat=to_beat, revolved=revolved)
        moves = ref.legal_moves(hand, question, rules)
        assert moves[0] == ref.answer("pass")
        plays = ref.plays_of(hand, rules)
        beating = [play for play in plays if ref.beats(play, to_beat, rules, revolved)]
        assert moves[1:] == ref.in_order(beating, rules, revolved)


def test_listed_strength_never_falls():
    for rules in SWITCHES:
        rng = Random(3)
        if "=" in rules["straights"] or rules["straights"] == "two_high_tie":
            continue  # windows that tie are listed one after the other
        moves = ref.legal_moves(random_hand(rng, 17, rules), ref.Question(), rules)
        for a, b in pairwise(moves):
            if a["kind"] == b["kind"]:
                assert not ref.beats(a, b, rules)


def test_the_documented_order():
    assert legal("3D 3C 3S 4D 4H") == [
        "3D", "3C", "3S", "4D", "4H",
        "3D 3C", "3D 3S", "3C 3S", "4D 4H",
        "3D 3C 3S",
        "3D 3C 3S 4D 4H",
    ]  # fmt: skip
    hand = "3D 3C 4D 5D 6D 7D 7C 8D"
    assert legal(hand, to_beat="3H 4H 5H 6H 7S") == [
        "pass", "4D 5D 6D 7C 8D", "3D 4D 5D 6D 8D", "3D 4D 5D 7D 8D", "3D 4D 6D 7D 8D",
        "3D 5D 6D 7D 8D", "3D 4D 5D 6D 7D", "4D 5D 6D 7D 8D",
    ]  # fmt: skip
    assert legal("3D 3C 4D 4S 5D 6D 7C 7D", to_beat="3H 4H 5H 6H 7H") == ["pass"]
    assert [text for text in legal("3D 3C 4D 4S 5D 6D 7C") if len(text.split()) == 5] == [
        "3D 4D 5D 6D 7C", "3D 4S 5D 6D 7C", "3C 4D 5D 6D 7C", "3C 4S 5D 6D 7C",
    ]  # fmt: skip


def test_leads_with_a_due_card():
    assert legal("3D 3C 4D 4C", due="3D") == ["3D", "3D 3C"]


def test_the_highest_single_is_obligatory():
    assert legal("3D 3C KD", top_single=True) == ["KD", "3D 3C"]
    assert legal("3D 3C KD", to_beat="4D", top_single=True) == ["KD"]
    assert legal("3D 3C KD", to_beat="AD", top_single=True) == ["pass"]
    assert legal("3D 3C KD KC", to_beat="QD QC", top_single=True) == ["pass", "KD KC"]
    assert legal("3D 3C KD", due="3D", top_single=True) == ["3D", "3D 3C"]
    assert legal("2D 5D 3D", to_beat="4D", top_single=True, revolved=True) == ["3D"]


def test_a_locked_player_may_play_a_monster_only():
    hand = "4D 4C 4H 4S 5D KD"
    assert legal(hand, TAIWAN, "QD", monsters_only=True) == [
        "pass", "4D 4C 4H 4S 5D", "4D 4C 4H 4S KD",
    ]  # fmt: skip


# --- the deal ------------------------------------------------------------------------------------


def test_what_is_left_over_goes_to_the_lowest_card_dealt():
    state = deal(["4D 5D", "3C 6D", "7D 8D"], left="3D")
    assert state.hands == ["4D 5D", "3D 3C 6D", "7D 8D"]
    assert state.turn == 1
    assert texts(state) == ["3D", "3D 3C"]
    state = deal(["4D 5D", "3C 6D", "7D 8D"], left="3D", remainder="discard")
    assert state.hands == ["4D 5D", "3C 6D", "7D 8D"]
    assert texts(state) == ["3C"]
    state = deal(["3D 5D", "3C 6D", "7D 8D"], left="4D", suit_order="CDHS")
    assert state.hands[1] == "3C 4D 6D"


def test_two_holders_of_the_lowest_card():
    hands = ["3D 5D", "3D 6D", "3D 8D"]
    for first_card in range(3):
        assert deal(hands, decks=2, first_card=first_card).turn == first_card
    assert deal(["4D", "3D", "5D", "3D"], decks=2, first_card=2).turn == 3


def test_the_malaysian_swap():
    def start(hands=("4D 5D", "3D 6D", "7D 8D"), left="2S", **more):
        return deal(list(hands), left=left, remainder="malaysia_swap", **more)

    state = start()
    assert (state.turn, state.phase, texts(state)) == (1, "swap", ["pass", "swap"])
    play(state, "swap")
    assert state.hands[1] == "6D 2S"
    assert (state.turn, texts(state)) == (1, ["6D", "2S"])
    state = play(start(), "pass")
    assert (state.turn, texts(state)) == (1, ["3D"])
    state = play(start(must_include_lowest="never"), "pass")
    assert texts(state) == ["3D", "6D"]
    state = start(("4D 5D", "3C 6D", "7D 8D"), "3D")
    assert (state.turn, state.phase, texts(state)) == (1, "play", ["3C"])
    assert play(start(leader=2), "swap").turn == 2


def test_instant_wins():
    dragon = "3D 4D 5D 6D 7D 8D 9D TD JD QD KC AD 2D"
    other = "3C 4C 5C 6C 7C 8C 9C TC JC QC KH AC 2C"
    rest = "3S 4S"
    state = deal([dragon, other, rest], instant_wins=("dragon",))
    assert state.phase == "over"
    facts = ref.facts(state)
    assert (facts["winner"], facts["instant"], facts["place"]) == (1, 1, [0, 1, 0])
    assert facts["cards_left"] == [13, 13, 2]
    assert facts["unplayed"] == [1, 1, 1]
    assert deal([dragon, other, rest]).phase == "play"
    twos = "2D 2C 2H 2S"
    both = ("dragon", "four_twos")
    assert ref.facts(deal([rest, twos, "5D"], instant_wins=both))["instant"] == 2
    assert ref.facts(deal([twos, dragon, rest], instant_wins=both))["winner"] == 1
    assert ref.facts(deal([twos, dragon, rest], instant_wins=("four_twos",)))["winner"] == 0
    state = deal([rest, twos, "5D"], instant_wins=both, end="all_out")
    assert ref.facts(state)["place"] == [3, 1, 2]


def test_redeals():
    new = (["3D JD", "4D 2S", "5D 2H"], "")
    state = deal(["3D QD", "4D 2S", "5D QC"], redeal_below=3, first_card=1, redeal=lambda: new)
    assert (state.turn, state.phase, texts(state)) == (2, "redeal", ["pass", "redeal"])
    play(state, "pass")
    assert state.turn == 0
    play(state, "redeal")
    assert state.hands == new[0]
    assert (state.turn, state.phase, state.redeals) == (0, "redeal", 1)
    play(state, "pass")
    assert (state.turn, state.phase) == (0, "play")


def test_passing_softly():
    state = deal(["3D 9D", "4D KD", "5D 2D"])
    play(state, "3D", "pass", "5D", "9D")
    assert ref.facts(state)["winner"] == 0
    state = play(deal(["3D 9D TD", "4D KD", "5D 2D 6D"]), "3D", "pass", "5D", "9D")
    assert state.turn == 1
    assert texts(state) == ["pass", "KD"]
    play(state, "pass", "pass")
    assert (state.turn, texts(state)) == (0, ["TD"])


def test_passing_locks():
    state = deal(["3D 9D TD", "4D KD", "5D 2D 6D"], pass_rule="lock")
    play(state, "3D", "pass", "5D", "9D")
    assert state.turn == 2
    play(state, "2D")
    assert state.turn == 0
    play(state, "pass")
    assert (state.turn, texts(state)) == (2, ["6D"])


MONSTERS = {"five_card": "same_kind", "monsters": True, "pass_rule": "lock"}


def test_monsters_after_passing():
    hands = ["3D 9D TD", "4D 4C 4H 4S 5D KD", "5C 2D 6D"]
    state = play(deal(hands, **MONSTERS), "3D", "pass", "5C", "9D")
    assert state.turn == 2
    state = play(deal(hands, **MONSTERS, monster_after_pass=True), "3D", "pass", "5C", "9D")
    assert (state.turn, texts(state)) == (1, ["pass", "4D 4C 4H 4S 5D", "4D 4C 4H 4S KD"])
    play(state, "pass", "2D", "pass")
    assert state.turn == 1  # asked again after each new play
    play(state, "4D 4C 4H 4S 5D")
    assert state.turn == 2
    play(state, "pass")  # the seat that passed before is not asked: it has no monster
    assert (state.turn, texts(state)) == (1, ["KD"])


def test_every_locked_player_may_be_asked():
    hands = ["3D 9D TD", "4D 5D KD", "5C 2D 6D"]
    rules = MONSTERS | {"monster_after_pass": True, "ask_locked": "always"}
    state = play(deal(hands, **rules), "3D", "pass", "5C", "9D")
    assert (state.turn, texts(state)) == (1, ["pass"])
    play(state, "pass", "pass")
    assert state.turn == 0


def test_a_locked_player_who_played_a_monster_is_still_locked():
    hands = ["3D 9D 8D 8C 8H 8S JD", "4D 4C 4H 4S 5D 6D 6C 6H 6S KD QD", "5C 2D"]
    state = deal(hands, **MONSTERS, monster_after_pass=True)
    play(state, "3D", "pass", "5C", "9D", "4D 4C 4H 4S 5D", "pass", "8D 8C 8H 8S JD")
    assert state.turn is None
    assert ref.facts(state)["winner"] == 0


def test_playing_on_for_the_places():
    hands = ["3D", "4D 5D", "6D 7D", "8D 9D"]
    state = play(deal(hands, end="all_out"), "3D", "pass", "pass", "pass")
    assert state.turn == 1  # the next seat with cards leads
    play(state, "4D", "6D", "8D", "pass", "pass")
    assert state.turn == 3
    play(state, "9D", "pass", "pass")
    assert state.turn == 1
    play(state, "5D")
    assert state.turn is None
    facts = ref.facts(state)
    assert facts["place"] == [1, 3, 4, 2]
    assert facts["winner"] == 0
    assert facts["cards_left"] == [0, 0, 1, 0]


def test_the_top_rule_in_a_deal():
    hands = ["3D 9D TD", "4D", "5D 2D"]
    state = deal(hands, top_rule="forced")
    assert texts(state) == ["3D"]  # the due card comes first
    assert texts(deal(hands, top_rule="forced", leader=0)) == ["TD"]
    assert texts(deal(hands, leader=0)) == ["3D", "9D", "TD"]
    state = play(deal(["5D 9D", "4D 8D", "6D 7D"], top_rule="forced", leader=1), "4D", "7D")
    assert texts(state) == ["9D"]


def test_the_bloody_exchange():
    hands = [
        "3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 3C",
        "4C 5C 6C 7C 8C 9C TC JC QC KC AC 2C 2D",
        "3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH 2H",
        "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S",
    ]
    state = deal(hands, end="all_out", roles=[0, 1, 2, 3])
    assert (state.turn, state.phase) == (0, "exchange")
    assert texts(state) == [f"ask {rank}" for rank in ref.RANKS]
    play(state, "ask 2")
    assert (state.turn, texts(state)) == (1, ["give 2D", "give 2C"])
    play(state, "give 2D")
    assert state.turn == 0
    assert "give 2D" in texts(state)  # what was received may be given on
    play(state, "give 4D")
    assert state.hands[1].split()[:2] == ["4D", "4C"]
    play(state, "ask 2", "give 2H", "give 5D")
    assert "ask 2" not in texts(state)
    play(state, "ask 3", "give 3H", "give 6D")
    assert (state.turn, len(texts(state))) == (0, 13)
    for _ in range(7):
        for _ in range(3):
            state.play(ref.lowest(state))
    assert state.phase == "play"
    assert all(len(hand.split()) == 13 for hand in state.hands)
    assert "3D" in state.hands[state.turn]


def test_a_giver_who_has_no_such_card():
    hands = ["3D 4D", "5D 6D", "7D 8D", "9D TD"]
    state = play(deal(hands, end="all_out", roles=[3, 2, 1, 0]), "ask 2")
    assert (state.turn, texts(state)) == (2, ["give 7D", "give 8D"])


def test_the_default_exchange():
    hands = ["3D 3C 4D", "5D 5C AD", "7D 8D 9D", "TD TC KD"]
    state = deal(hands, end="all_out", roles=[0, 1, 2, 3])
    assert ref.text_of(ref.lowest(state)) == "ask 2"
    play(state, "ask 2")
    assert ref.text_of(ref.lowest(state)) == "give AD"  # the lowest that is no part of a pair
    play(state, "give AD")
    assert ref.text_of(ref.lowest(state)) == "give 4D"
    play(state, "give 4D", "ask 2", "give 7D", "give 7D")
    assert ref.text_of(ref.lowest(state)) == "ask A"


def test_revolution_in_a_deal():
    hands = ["3D 4D 5D 6D 7D 2S", "3C 2D KD", "8D 9D"]
    state = play(deal(hands, revolution="swap_ends"), "3D 4D 5D 6D 7D", "pass", "pass", "2S")
    assert state.turn is None
    assert ref.facts(state)["revolutions"] == 1
    hands[0] += " 9S"
    state = play(deal(hands, revolution="swap_ends"), "3D 4D 5D 6D 7D", "pass", "pass")
    assert texts(state) == ["2S", "9S"]
    play(state, "2S")
    assert texts(state) == ["pass", "KD", "3C"]
    state = play(deal(hands), "3D 4D 5D 6D 7D", "pass", "pass", "9S")
    assert texts(state) == ["pass", "KD", "2D"]


def test_refused_moves_change_nothing():
    state = deal(["3D 9D", "4D KD", "5D 2D"])
    for move in ("pass", "9D", "4D", "3C", "3D 9D"):
        before = (state.turn, list(state.hands))
        with pytest.raises((ValueError, AssertionError)):
            play(state, move)
        assert (state.turn, list(state.hands)) == before


@pytest.mark.parametrize("seed", range(60))
def test_random_deals_come_to_an_end(seed):
    rng = Random(f"reference {seed}")
    rules = random_rules(rng) if seed >= len(PRESETS) else list(PRESETS.values())[seed]
    state = ref.Deal(
        *random_dealing(rng, rules), 0, None, None, rules, lambda: random_dealing(rng, rules)
    )
    while state.turn is not None:
        moves = state.legal()
        assert moves
        assert all(state.is_legal(move) for move in rng.sample(moves, min(5, len(moves))))
        strange = random_play(rng, rules)
        assert state.is_legal(strange) is (strange in moves)
        state.play(rng.choice(moves))
    facts = ref.facts(state)
    places = sorted(facts["place"])
    if rules["end"] == "all_out":
        assert places == list(range(1, rules["players"] + 1))
    else:
        assert places == [0] * (rules["players"] - 1) + [1]
    assert facts["place"][facts["winner"]] == 1
    assert (facts["cards_left"][facts["winner"]] == 0) is (facts["instant"] == 0)


# --- facts ---------------------------------------------------------------------------------------


def liability(hands, *moves, **switches):
    facts = ref.facts(play(deal(hands, leader=0, **switches), *moves))
    return facts["not_highest"], facts["could_have_stopped"], facts["culprit_passed"]


def test_a_single_below_the_highest():
    assert liability(["5D 9D TD", "6D", "7D 8D"], "5D", "6D") == (0, 0, 0)
    assert liability(["5D 9D", "TD", "7D 8D"], "5D", "TD") == (0, -1, 0)
    assert liability(["5D 9D", "TD", "7D 8D"], "9D", "TD") == (-1, -1, 0)


def test_a_lead_that_is_no_single_is_safe():
    hands = ["5D 5C 9D", "TD", "7D 8D"]
    assert liability(hands, "5D 5C", "pass", "pass", "9D") == (-1, -1, 0)
    hands = ["5D 5C 9D 3D", "TD 4D", "7D 7C KD KC 8D"]
    moves = ("5D 5C", "pass", "7D 7C", "pass", "pass", "KD KC", "pass", "pass", "8D")
    assert liability(hands, *moves) == (-1, -1, 0)


def test_passes():
    hands = ["5D 4D", "9D 8D", "6D 7D"]
    assert liability(hands, "5D", "pass", "pass", "4D") == (2, 2, 1)
    assert liability(["KD 4D", "9D 8D", "6D 7D"], "KD", "pass", "pass", "4D") == (-1, -1, 0)
    hands = ["5D 2D", "9D 8D", "6D 7D"]
    assert liability(hands, "5D", "pass", "pass", "2D") == (2, -1, 1)


def test_nobody_is_bound_before_the_winner_holds_one_card():
    """All others are locked, so the winner leads again at once."""
    hands = ["5D 9D 8D 8C 8H 8S JD JC", "4D 4C 4H 4S 6D KD", "6C 2D"]
    moves = ("5D", "pass", "6C", "9D", "4D 4C 4H 4S 6D", "pass", "8D 8C 8H 8S JD", "JC")
    assert liability(hands, *moves, **MONSTERS, monster_after_pass=True) == (-1, -1, 0)


def test_nobody_is_liable_for_a_last_play_of_more_cards():
    assert liability(["5D 5C", "9D", "7D 8D"], "5D 5C") == (-1, -1, 0)


def test_what_is_left():
    b, c = "2C JD 5S 8H", "3S 4C 5C 5H 6D 6S 9S QH"
    facts = ref.facts(play(deal(["3D", b, c]), "3D"))
    assert facts["deduction_left"] == [0, 73, 58]
    assert facts["twos_left"] == [0, 1, 0]
    assert facts["pips_left"] == [0, 15 + 11 + 5 + 8, 3 + 4 + 5 + 5 + 6 + 6 + 9 + 12]
    assert facts["cards_left"] == [0, 4, 8]
    assert facts["unplayed"] == [0, 1, 1]
    assert facts["plays"] == [1, 0, 0]
    facts = ref.facts(play(deal(["3D", "AS AD", "TS"]), "3D"))
    assert facts["deduction_left"] == [0, 60, 10]
    assert facts["spade_aces_left"] == [0, 1, 0]


@pytest.mark.parametrize(
    ("cards", "monsters"),
    [
        ("4D 4C 4H 4S", 0),
        ("4D 4C 4H 4S 5D", 1),
        ("4D 5D 6D 7D 8D", 1),
        ("4D 5D 6D 7D 8D 9D", 1),
        ("4D 5D 6D 7D 8D 4C 4H 4S", 2),
        ("4D 5D 6D 7D 8D 4C 5C 6C 7C 8C", 2),
        ("JD QD KD AD 2D", 0),
        ("4D 5D 6D 7D 8C", 0),
    ],
)
def test_monsters_left(cards, monsters):
    facts = ref.facts(play(deal(["3D", cards]), "3D"))
    assert facts["monsters_left"] == [0, monsters]


def test_bare_fours_left():
    facts = ref.facts(play(deal(["3D", "4D 4C 4H 4S"], bare_quad="as_quads"), "3D"))
    assert facts["monsters_left"] == [0, 1]
