"""Readings, lists, their order and their ids: DD-20, DD-22 and the profiles' counts."""

from collections import Counter
from itertools import product
from random import Random

import numpy as np
import pytest

import chupai
from chupai import doudizhu
from doudizhu_cases import ODD_RULES, PRESETS, RANKS, readings, shape, texts

KINDS = [
    "pass", "solo", "pair", "trio", "trio_solo", "trio_pair", "solo_chain", "pair_chain",
    "airplane", "airplane_solos", "airplane_pairs", "four_solos", "four_pairs", "quad_chain",
    "quad_chain_solos", "quad_chain_pairs", "bomb", "rocket", "bid", "call", "rob", "double",
    "show",
]  # fmt: skip

COMMON = {
    "pass": 1, "solo": 15, "pair": 13, "trio": 13, "trio_solo": 182, "trio_pair": 156,
    "solo_chain": 36, "pair_chain": 52, "airplane": 45, "airplane_pairs": 2939, "bomb": 13,
    "rocket": 1,
}  # fmt: skip
FOURS = {"four_solos": 1326, "four_pairs": 858}
COUNTS = {
    "standard": COMMON | FOURS | {"airplane_solos": 22588, "bid": 3},
    "call-and-rob": COMMON | FOURS | {"airplane_solos": 22588, "call": 1, "rob": 1},
    "rlcard": COMMON | FOURS | {"airplane_solos": 21822},
    "douzero": COMMON | {"four_solos": 1339, "four_pairs": 858, "airplane_solos": 24721},
    "openspiel": COMMON | {"airplane_solos": 22588, "bid": 3},
}
PLAYS = {
    "standard": 28238, "call-and-rob": 28238, "rlcard": 27472, "douzero": 30384,
    "openspiel": 26054,
}  # fmt: skip
ACTIONS = {
    "standard": 28241, "call-and-rob": 28240, "rlcard": 27472, "douzero": 30384,
    "openspiel": 26057,
}  # fmt: skip

# Wings of one chain of 2, 3, 4, 5 trios, for a chain with a rank on both sides and at the edge.
WINGS = {
    "standard": ([88, 330, 816, 1372], [88, 330, 816, 1372]),
    "rlcard": ([88, 328, 796, 1288], [88, 329, 806, 1330]),
    "douzero": ([89, 340, 870, 1564], [89, 340, 870, 1564]),
    "openspiel": ([88, 330, 816, 1372], [88, 330, 816, 1372]),
}

SWITCH_COUNTS = [
    ({}, 28238),
    ({"trio_with_two": "any"}, 29408),
    ({"trio_with_two": "any", "wing_both_jokers": True}, 30897),
    ({"wing_repeat": 1}, 12811),
    ({"wing_repeat": 2}, 24640),
    ({"wing_repeat": 4}, 28895),
    ({"wing_both_jokers": True}, 29714),
    ({"wing_chain_rank": True}, 86550),
    ({"wing_extends_chain": False}, 27472),
    ({"wing_quad_as_two_pairs": True}, 32007),
    ({"four_with_two": False}, 26054),
    ({"kicker_pair_as_two_solos": False}, 28082),
    ({"kicker_both_jokers": True}, 28251),
    ({"quad_chains": True}, 131678),
    ({"quad_chains": True, "wing_repeat": 4}, 138756),
    ({"quad_chains": True, "wing_repeat": 4, "wing_extends_chain": False}, 136694),
    (
        {"quad_chains": True, "wing_repeat": 4, "wing_both_jokers": True, "wing_chain_rank": True,
         "wing_quad_as_two_pairs": True, "trio_with_two": "any", "kicker_both_jokers": True},
        220323,
    ),
]  # fmt: skip


def order_key(move):
    """The documented order of section 7, written out."""
    held = Counter(move.wings)
    form = sorted(held.values(), reverse=True)
    masks = [
        sum(1 << RANKS.index(rank) for rank, n in held.items() if n == copies)
        for copies in sorted(set(form), reverse=True)
    ]
    rank = RANKS.index(move.rank) if move.rank else -1
    return (KINDS.index(move.kind), move.length, rank, form, masks)


def all_actions(rules):
    """Every action of a rule set, by id."""
    return [doudizhu.action(i, rules) for i in range(doudizhu.num_actions(rules))]


# Counts of the profiles


@pytest.mark.rule("DD-22")
@pytest.mark.parametrize("name", PRESETS)
def test_counts_of_the_profiles(name):
    rules = PRESETS[name].rules
    assert doudizhu.num_plays(rules) == PLAYS[name]
    assert doudizhu.num_actions(rules) == ACTIONS[name]
    assert Counter(move.kind for move in all_actions(rules)) == COUNTS[name]


@pytest.mark.rule("DD-15")
@pytest.mark.parametrize("name", WINGS)
def test_wings_of_every_chain(name):
    heads = Counter(
        (move.length, move.rank)
        for move in all_actions(PRESETS[name].rules)
        if move.kind == "airplane_solos"
    )
    inside, edge = WINGS[name]
    assert heads == {
        (length, RANKS[start]): (edge if start in {0, 12 - length} else inside)[length - 2]
        for length in range(2, 6)
        for start in range(13 - length)
    }


@pytest.mark.rule("DD-14", "DD-16")
@pytest.mark.parametrize(("quads", "counts"), [(False, [55, 120, 126]), (True, [66, 210, 414])])
def test_big_wings_of_every_chain(quads, counts):
    rules = doudizhu.Rules(wing_quad_as_two_pairs=quads)
    heads = Counter(
        (move.length, move.rank) for move in all_actions(rules) if move.kind == "airplane_pairs"
    )
    assert heads == {
        (length, RANKS[start]): counts[length - 2]
        for length in range(2, 5)
        for start in range(13 - length)
    }


@pytest.mark.rule("DD-15", "DD-17", "DD-21")
@pytest.mark.parametrize(("switches", "count"), SWITCH_COUNTS, ids=str)
def test_counts_by_switches(switches, count):
    assert doudizhu.num_plays(doudizhu.Rules(**switches)) == count


@pytest.mark.rule("DD-21")
def test_counts_of_quad_chains():
    kinds = Counter(move.kind for move in all_actions(doudizhu.Rules(quad_chains=True)))
    assert kinds["quad_chain"] == 38
    assert kinds["quad_chain_solos"] == 99772
    assert kinds["quad_chain_pairs"] == 3630


@pytest.mark.rule("DD-04", "DD-05", "DD-29")
def test_only_decisions_in_use_have_ids():
    rules = doudizhu.Rules
    for made, decisions in [
        (rules(auction="fixed"), []),
        (rules(), ["bid 1", "bid 2", "bid 3"]),
        (rules(auction="rob"), ["call", "rob"]),
        (rules(auction="fixed", doubling=True), ["double"]),
        (rules(auction="fixed", open_hand=True), ["show"]),
        (rules(show_multipliers=(3, 2)), ["bid 1", "bid 2", "bid 3", "show"]),
        (rules(auction="rob", doubling=True, open_hand=True), ["call", "rob", "double", "show"]),
    ]:
        plays = doudizhu.num_plays(made)
        assert plays == 28238
        total = doudizhu.num_actions(made)
        assert [str(doudizhu.action(i, made)) for i in range(plays, total)] == decisions


# Order and ids


@pytest.mark.rule("DD-22")
@pytest.mark.parametrize("name", PRESETS)
def test_ids_follow_the_documented_order(name):
    rules = PRESETS[name].rules
    moves = all_actions(rules)
    keys = [order_key(move) for move in moves if move.kind not in {"bid", "call", "rob"}]
    assert keys == sorted(keys)
    assert len(set(moves)) == len(moves)
    assert len({(shape(move), str(move)) for move in moves}) == len(moves)


@pytest.mark.rule("DD-22")
@pytest.mark.parametrize("name", ODD_RULES)
def test_ids_of_odd_rules_follow_the_documented_order(name):
    rules = ODD_RULES[name]
    last = None
    decisions = {"bid", "call", "rob", "double", "show"}
    total = doudizhu.num_actions(rules)
    for i in range(0, total, 1 if total < 40_000 else 7):
        move = doudizhu.action(i, rules)
        assert doudizhu.action_id(move, rules) == i
        assert move.kind in decisions or i < doudizhu.num_plays(rules)
        if move.kind not in decisions:
            key = order_key(move)
            assert last is None or last < key, move
            last = key


@pytest.mark.rule("DD-22")
@pytest.mark.parametrize("name", PRESETS)
def test_action_and_action_id_undo_each_other(name):
    rules = PRESETS[name].rules
    for i, move in enumerate(all_actions(rules)):
        assert doudizhu.action_id(move, rules) == i
        assert doudizhu.action_id(str(move), rules) == i


@pytest.mark.rule("DD-22")
@pytest.mark.parametrize(
    ("action", "text"),
    [(0, "pass"), (1, "3"), (15, "R"), (16, "33"), (28, "22"), (29, "333"), (41, "222"),
     (42, "333+4"), (43, "333+5"), (223, "222+R"), (224, "333+44"), (379, "222+AA"), (380, "34567"),
     (387, "TJQKA"), (388, "345678"), (415, "3456789TJQKA"), (416, "334455"), (417, "445566"),
     (467, "5566778899TTJJQQKKAA"), (468, "333444"), (478, "KKKAAA"), (479, "333444555"),
     (513, "333444+56"), (514, "333444+57"), (515, "333444+67"), (590, "333444+55"),
     (600, "333444+22"), (601, "444555+36"), (23100, "TTTJJJQQQKKKAAA+99222"),
     (23101, "333444+5566"), (26039, "JJJQQQKKKAAA+8899TT22"), (26040, "3333+45"),
     (26130, "3333+44"), (27365, "2222+AA"), (27366, "3333+4455"), (28223, "2222+KKAA"),
     (28224, "3333"), (28236, "2222"), (28237, "BR"), (28238, "bid 1"), (28239, "bid 2"),
     (28240, "bid 3")],
)  # fmt: skip
def test_ids_of_standard(action, text):
    assert str(doudizhu.action(action)) == text
    assert doudizhu.action_id(text) == action


FIRST_IDS = {
    "standard": {"airplane_pairs": 23101, "four_solos": 26040, "bomb": 28224, "bid": 28238},
    "call-and-rob": {"bomb": 28224, "call": 28238, "rob": 28239},
    "rlcard": {"airplane_pairs": 22335, "four_solos": 25274, "four_pairs": 26600, "bomb": 27458},
    "douzero": {"airplane_pairs": 25234, "four_solos": 28173, "four_pairs": 29512, "bomb": 30370},
    "openspiel": {"airplane_pairs": 23101, "bomb": 26040, "rocket": 26053, "bid": 26054},
}


@pytest.mark.rule("DD-22")
@pytest.mark.parametrize("name", FIRST_IDS)
def test_first_ids_of_kinds(name):
    kinds = [move.kind for move in all_actions(PRESETS[name].rules)]
    assert {kind: kinds.index(kind) for kind in FIRST_IDS[name]} == FIRST_IDS[name]


@pytest.mark.rule("DD-22")
def test_lists_are_complete_and_in_order():
    assert texts(doudizhu.moves("3344")) == ["3", "4", "33", "44"]
    assert texts(doudizhu.moves("333444")) == [
        "3", "4", "33", "44", "333", "444", "333+4", "444+3", "333+44", "444+33", "333444",
    ]  # fmt: skip
    assert texts(doudizhu.moves("333344")) == [
        "3", "4", "33", "44", "333", "333+4", "333+44", "3333+44", "3333",
    ]  # fmt: skip
    assert texts(doudizhu.moves("34567BR")) == [
        "3", "4", "5", "6", "7", "B", "R", "34567", "BR",
    ]  # fmt: skip
    assert texts(doudizhu.moves("33344456")) == [
        "3", "4", "5", "6", "33", "44", "333", "444", "333+4", "333+5", "333+6", "444+3", "444+5",
        "444+6", "333+44", "444+33", "333444", "333444+56",
    ]  # fmt: skip
    assert texts(doudizhu.moves("334455667")) == [
        "3", "4", "5", "6", "7", "33", "44", "55", "66", "34567", "334455", "445566", "33445566",
    ]  # fmt: skip


@pytest.mark.rule("DD-22")
def test_order_within_wings():
    """All different before a pair and a single, before three; then the highest rank decides."""
    moves = doudizhu.moves("333444555667777888")
    assert [
        str(move)
        for move in moves
        if (move.kind, move.length, move.rank) == ("airplane_solos", 3, "3")
    ] == [
        "333444555+678", "333444555+667", "333444555+668", "333444555+677", "333444555+778",
        "333444555+688", "333444555+788", "333444555+777", "333444555+888",
    ]  # fmt: skip


@pytest.mark.rule("DD-22")
def test_lists_with_something_to_beat_begin_with_pass():
    assert texts(doudizhu.moves("3", to_beat="4")) == ["pass"]
    assert texts(doudizhu.moves("5", to_beat="4")) == ["pass", "5"]
    assert "pass" not in texts(doudizhu.moves("5"))


def sub_multisets(hand):
    """Every non-empty choice of cards from a hand, as rank strings."""
    held = Counter(hand)
    ranks = sorted(held, key=RANKS.index)
    for counts in product(*(range(held[rank] + 1) for rank in ranks)):
        chosen = "".join(rank * n for rank, n in zip(ranks, counts, strict=True))
        if chosen:
            yield chosen


RICH_HANDS = [
    "33334444555", "333444555666", "33334444BR", "QQQKKKAAA222", "334455667788", "345678TJQKA2",
    "AAAA2222BR3", "33344455567B", "3333444455", "9TJQKA22BR", "333355557777", "KKKAAA2223BR",
]  # fmt: skip


@pytest.mark.rule("DD-22")
@pytest.mark.parametrize("name", [*PRESETS, *ODD_RULES])
def test_moves_of_a_hand_are_the_readings_of_its_parts(name):
    """Brute force: every sub-multiset classified on its own."""
    rules = PRESETS[name].rules if name in PRESETS else ODD_RULES[name]
    rng = Random(22)
    pack = [rank for rank in RANKS for _ in range(1 if rank in "BR" else 4)]
    hands = RICH_HANDS + ["".join(rng.sample(pack, 11)) for _ in range(6)]
    for hand in hands:
        parts = [
            move for part in sub_multisets(hand) for move in doudizhu.classify(part, rules=rules)
        ]
        listed = doudizhu.moves(hand, rules=rules)
        assert sorted(parts, key=order_key) == listed, hand
        assert doudizhu.count_moves(hand, rules=rules) == len(listed)
        targets = rng.sample(listed, min(12, len(listed)))
        for target in targets:
            follows = doudizhu.moves(hand, to_beat=target, rules=rules)
            beating = [move for move in listed if doudizhu.beats(move, target, rules=rules)]
            assert texts(follows) == ["pass", *texts(beating)], (hand, target)
            assert doudizhu.count_moves(hand, to_beat=target, rules=rules) == len(follows)


def word(hand):
    """A hand as thermometer planes: bit r + 16 (k - 1) for at least k copies of rank r."""
    held = Counter(hand)
    return sum(
        1 << (RANKS.index(rank) + 16 * k) for rank, copies in held.items() for k in range(copies)
    )


@pytest.mark.rule("DD-22")
def test_counts_of_many_hands_at_once():
    rng = Random(5)
    pack = [rank for rank in RANKS for _ in range(1 if rank in "BR" else 4)]
    hands = ["".join(rng.sample(pack, rng.randint(1, 20))) for _ in range(200)]
    words = np.array([word(hand) for hand in hands], dtype=np.uint64)
    for to_beat in (None, "3", "44", "333+5", "34567", "333444+56", "5555", "BR"):
        counts = doudizhu.count_moves(words, to_beat=to_beat)
        assert counts.dtype == np.int64
        assert counts.shape == (200,)
        assert counts.tolist() == [len(doudizhu.moves(hand, to_beat=to_beat)) for hand in hands]
    strict = doudizhu.count_moves(words, rules=doudizhu.RLCARD)
    assert strict.tolist() == [len(doudizhu.moves(h, rules=doudizhu.RLCARD)) for h in hands]


@pytest.mark.rule("DD-22")
def test_a_hand_may_be_a_word():
    hand = "33344456BR"
    assert doudizhu.moves(np.uint64(word(hand))) == doudizhu.moves(hand)
    assert doudizhu.count_moves(np.uint64(word(hand))) == len(doudizhu.moves(hand))


# DD-20: readings


@pytest.mark.rule("DD-20")
def test_all_readings_in_documented_order():
    assert readings("333444555666") == [
        ("airplane", 4, "3", ""),
        ("airplane_solos", 3, "3", "666"),
        ("airplane_solos", 3, "4", "333"),
    ]
    assert texts(doudizhu.classify("333444555666")) == [
        "333444555666", "333444555+666", "444555666+333",
    ]  # fmt: skip
    assert readings("33334444") == []
    everything = {
        "wing_chain_rank": True, "wing_quad_as_two_pairs": True, "quad_chains": True,
    }  # fmt: skip
    assert readings("33334444", wing_chain_rank=True) == [("airplane_solos", 2, "3", "34")]
    assert readings("33334444", quad_chains=True) == [("quad_chain", 2, "3", "")]
    assert readings("33334444", **everything) == [
        ("airplane_solos", 2, "3", "34"),
        ("four_pairs", 1, "3", "4444"),
        ("four_pairs", 1, "4", "3333"),
        ("quad_chain", 2, "3", ""),
    ]


@pytest.mark.rule("DD-20")
def test_classify_does_not_mind_order_and_separators():
    for cards in ("876543", "3 4 5 6 7 8", "3,4,5,6,7,8", "345678", " 34 56,78 "):
        assert readings(cards) == [("solo_chain", 6, "3", "")]
    assert readings("10JQKA") == readings("TJQKA") == readings("AKQJ10")
    assert readings("10 10 10 J J J") == [("airplane", 2, "T", "")]
    assert readings("101010JJJ") == [("airplane", 2, "T", "")]


@pytest.mark.rule("DD-20")
def test_the_kind_is_part_of_the_move():
    bare, low, high = doudizhu.classify("333444555666")
    assert len({bare, low, high}) == 3
    assert len({doudizhu.action_id(move) for move in (bare, low, high)}) == 3
    assert not doudizhu.beats(high, bare)
    assert doudizhu.beats(high, low)
    assert not doudizhu.beats(low, high)


@pytest.mark.rule("DD-20")
@pytest.mark.parametrize(
    ("text", "to_beat", "chosen"),
    [
        ("333444555666", None, "333444555666"),
        ("333444555666", "333444555+789", "444555666+333"),
        ("444555666777", "333444555666", "444555666777"),
        ("444555666777", "333444555+789", "555666777+444"),
        ("444555666777", "444555666+789", "555666777+444"),
        ("333444555+666", None, "333444555+666"),
        ("444555666+333", None, "444555666+333"),
        ("10JQKA", None, "TJQKA"),
        ("56333444", None, "333444+56"),
        ("BR", "2222", "BR"),
        ("pass", "3", "pass"),
    ],
)
def test_a_bare_text_takes_the_strongest_legal_reading(text, to_beat, chosen):
    assert str(doudizhu.parse_move(text, to_beat=to_beat)) == chosen


@pytest.mark.rule("DD-20")
def test_strength_of_readings():
    """Fewest wing cards, then the later kind, then the higher rank."""

    def strongest(text, **switches):
        return str(doudizhu.parse_move(text, rules=doudizhu.Rules(**switches)))

    chain = {"wing_chain_rank": True}
    quad = {"wing_quad_as_two_pairs": True}
    assert strongest("33334444", **chain) == "333444+34"
    assert strongest("33334444", **quad) == "4444+3333"
    assert strongest("33334444", **chain, **quad) == "333444+34"
    assert strongest("33334444", **chain, **quad, quad_chains=True) == "33334444"
    assert strongest("88886666", **quad) == "8888+6666"
    assert strongest("3333444455556666", wing_repeat=4, quad_chains=True) == "3333444455556666"


@pytest.mark.rule("DD-20")
def test_what_no_reading_can_beat_is_refused():
    with pytest.raises(chupai.IllegalMove):
        doudizhu.parse_move("333444555666", to_beat="444555666+777")
    with pytest.raises(chupai.IllegalMove):
        doudizhu.parse_move("333444555666", to_beat="333444555666")


@pytest.mark.rule("DD-20")
def test_a_text_to_beat_is_its_strongest_reading():
    hand = "444555666777"
    assert texts(doudizhu.moves(hand, to_beat="333444555666")) == ["pass", "444555666777"]
    assert texts(doudizhu.moves(hand, to_beat="333444555+666")) == [
        "pass", "444555666+777", "555666777+444",
    ]  # fmt: skip


@pytest.mark.rule("DD-20")
def test_every_text_of_a_move_is_read_back():
    for rules in [variant.rules for variant in PRESETS.values()]:
        for move in all_actions(rules)[::41]:
            if move.kind != "pass":
                assert doudizhu.action_id(str(move), rules) == doudizhu.action_id(move, rules)
