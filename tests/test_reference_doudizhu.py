"""Tests of the Dou Dizhu reference alone: against the book's figures and examples, and itself."""

from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from random_cases import (
    BOOK,
    TRICKY_HANDS,
    random_airplane,
    random_cards,
    random_deal,
    random_hand,
    random_play,
    random_rules,
    random_scoring,
    random_to_beat,
)
from reference import doudizhu as ref

RLCARD = BOOK | {"auction": "fixed", "wing_extends_chain": False}
DOUZERO = BOOK | {
    "auction": "fixed",
    "wing_repeat": 4,
    "wing_both_jokers": True,
    "kicker_both_jokers": True,
}
OPENSPIEL = BOOK | {"repass": "again", "on_all_pass": "void", "four_with_two": False}
ROB = BOOK | {"auction": "rob"}
FIXED = BOOK | {"auction": "fixed"}
ALL_ON = BOOK | {
    "trio_with_two": "any",
    "wing_repeat": 4,
    "wing_both_jokers": True,
    "wing_chain_rank": True,
    "wing_quad_as_two_pairs": True,
    "kicker_both_jokers": True,
    "quad_chains": True,
}
PLAIN_SCORING = {"stake": 1, "spring_multiplier": 3, "cap": None}


def texts(moves: list[ref.Move]) -> list[str]:
    return [ref.text_of(move) for move in sorted(moves, key=ref.order_key)]


def kinds_of(cards: str, rules: ref.Rules) -> list[str]:
    readings = sorted(ref.classify(cards, rules), key=ref.order_key)
    return [f"{move['kind']} {ref.text_of(move)}" for move in readings]


def only(cards: str, rules: ref.Rules = BOOK) -> ref.Move:
    (move,) = ref.classify(cards, rules)
    return move


def as_set(moves: list[ref.Move]) -> set[tuple[Any, ...]]:
    keys = [ref.order_key(move) for move in moves]
    assert len(keys) == len(set(keys)), "duplicates"
    return set(keys)


# --- numbers of actions --------------------------------------------------------------------------

COMMON = {
    "pass": 1,
    "solo": 15,
    "pair": 13,
    "trio": 13,
    "bomb": 13,
    "rocket": 1,
    "solo_chain": 36,
    "pair_chain": 52,
    "airplane": 45,
    "trio_solo": 182,
    "trio_pair": 156,
    "airplane_pairs": 2939,
}
FOURS = {"four_solos": 1326, "four_pairs": 858}


@pytest.mark.parametrize(
    ("rules", "own", "plays", "actions"),
    [
        (BOOK, FOURS | {"airplane_solos": 22_588, "bid": 3}, 28_238, 28_241),
        (ROB, FOURS | {"airplane_solos": 22_588, "call": 1, "rob": 1}, 28_238, 28_240),
        (RLCARD, FOURS | {"airplane_solos": 21_822}, 27_472, 27_472),
        (DOUZERO, FOURS | {"airplane_solos": 24_721, "four_solos": 1339}, 30_384, 30_384),
        (OPENSPIEL, {"airplane_solos": 22_588, "bid": 3}, 26_054, 26_057),
    ],
    ids=["book", "rob", "rlcard", "douzero", "openspiel"],
)
def test_published_numbers_of_actions(
    rules: ref.Rules, own: dict[str, int], plays: int, actions: int
) -> None:
    counts = ref.count_actions(rules)
    assert counts == COMMON | own
    assert sum(counts.values()) == actions
    assert sum(counts.get(kind, 0) for kind in ("pass", *ref.PLAY_KINDS)) == plays


@pytest.mark.parametrize(
    ("rules", "published"),
    [(OPENSPIEL, [88, 330, 816, 1372]), (DOUZERO, [89, 340, 870, 1564])],
    ids=["openspiel", "douzero"],
)
def test_published_numbers_of_wings_for_a_chain(rules: ref.Rules, published: list[int]) -> None:
    leads = [m for m in ref.legal_plays(ref.PACK, None, rules) if m["kind"] == "airplane_solos"]
    for length, number in zip((2, 3, 4, 5), published, strict=True):
        for lowest in ref.RANKS[: 13 - length]:
            same = [m for m in leads if (m["length"], m["rank"]) == (length, lowest)]
            assert len(same) == number


NARROW = {"quad_chains": False}  # six wings out of a whole pack would take minutes


@pytest.mark.parametrize(
    "rules",
    [BOOK, RLCARD, DOUZERO, OPENSPIEL, ALL_ON | NARROW]
    + [random_rules(Random(seed)) | NARROW for seed in range(2)],
)
def test_a_whole_pack_can_lead_every_action(rules: ref.Rules) -> None:
    leads = ref.legal_plays(ref.PACK, None, rules)
    as_set(leads)
    counts = ref.count_actions(rules)
    for kind in ref.PLAY_KINDS:
        assert sum(move["kind"] == kind for move in leads) == counts.get(kind, 0), kind


def test_numbers_of_quad_chains() -> None:
    counts = ref.count_actions(BOOK | {"quad_chains": True})
    assert counts["quad_chain"] == 11 + 10 + 9 + 8
    # Two quads with four solos (at most three alike, one joker), three quads with six.
    assert counts["quad_chain_solos"] == 11 * (990 + 2 * 286) + 10 * (4455 + 2 * 1902)
    assert counts["quad_chain_pairs"] == 11 * 330


# --- every move the source names -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "kind", "length", "rank", "wings"),
    [
        ("222", "trio", 1, "2", ""),
        ("AAA", "trio", 1, "A", ""),
        ("KKK", "trio", 1, "K", ""),
        ("888", "trio", 1, "8", ""),
        ("2223", "trio_solo", 1, "2", "3"),
        ("AAAJ", "trio_solo", 1, "A", "J"),
        ("6669", "trio_solo", 1, "6", "9"),
        ("55577", "trio_pair", 1, "5", "77"),
        ("QQQ77", "trio_pair", 1, "Q", "77"),
        ("AAA33", "trio_pair", 1, "A", "33"),
        ("345678", "solo_chain", 6, "3", ""),
        ("789TJQ", "solo_chain", 6, "7", ""),
        ("3456789TJQKA", "solo_chain", 12, "3", ""),
        ("778899", "pair_chain", 3, "7", ""),
        ("445566", "pair_chain", 3, "4", ""),
        ("33445566778899TTJJQQ", "pair_chain", 10, "3", ""),
        ("333444", "airplane", 2, "3", ""),
        ("444555", "airplane", 2, "4", ""),
        ("777888999TTTJJJQQQ", "airplane", 6, "7", ""),
        ("33344456", "airplane_solos", 2, "3", "56"),
        ("77788834", "airplane_solos", 2, "7", "34"),
        ("TTTJJJQQQ357", "airplane_solos", 3, "T", "357"),
        ("3334445566", "airplane_pairs", 2, "3", "5566"),
        ("7778883344", "airplane_pairs", 2, "7", "3344"),
        ("TTTJJJQQQ335577", "airplane_pairs", 3, "T", "335577"),
        ("888856", "four_solos", 1, "8", "56"),
        ("JJJJ74", "four_solos", 1, "J", "47"),
        ("2222AA", "four_solos", 1, "2", "AA"),
        ("88886633", "four_pairs", 1, "8", "3366"),
        ("JJJJ4477", "four_pairs", 1, "J", "4477"),
        ("2222KKJJ", "four_pairs", 1, "2", "JJKK"),
        ("9999", "bomb", 1, "9", ""),
        ("QQQQ", "bomb", 1, "Q", ""),
        ("BR", "rocket", 1, "B", ""),
    ],
)
def test_examples_of_the_source(cards: str, kind: str, length: int, rank: str, wings: str) -> None:
    expected = {"kind": kind, "length": length, "rank": rank, "wings": wings, "value": 0}
    assert only(cards) == expected
    assert only("".join(reversed(cards))) == expected
    assert expected in ref.legal_plays(cards, None, BOOK)


@pytest.mark.parametrize(
    "cards",
    [
        "34",
        "2B",
        "2BR",
        "3456",
        "TJQKA2",
        "A2345",
        "3344",
        "QQKKAA22",
        "AAA222",
        "KKKAAA2223",
        "33345",
        "333444567",
        "333444BR",
        "33344455556666",
        "3333444",
        "8888567",
        "8888BR",
        "888855BR",
        "88885555",
        "33334444",
        "333355556666",
        "333BR",
        "22223344556677",
        "3456789TJQKA2",
    ],
)
def test_what_is_no_move_by_the_book(cards: str) -> None:
    assert ref.classify(cards, BOOK) == []


@pytest.mark.parametrize("cards", ["33333", "BB", "3X", "10", "RR2"])
def test_what_one_pack_does_not_hold_is_an_error(cards: str) -> None:
    with pytest.raises(ValueError, match="not cards of one pack"):
        ref.classify(cards, BOOK)


# --- readings and switches -----------------------------------------------------------------------


def test_every_reading_of_four_trios() -> None:
    cards = "333444555666"
    assert kinds_of(cards, BOOK) == [
        "airplane 333444555666",
        "airplane_solos 333444555+666",
        "airplane_solos 444555666+333",
    ]
    assert kinds_of(cards, RLCARD) == ["airplane 333444555666"]
    assert kinds_of(cards, BOOK | {"wing_repeat": 2}) == ["airplane 333444555666"]


def test_a_trio_of_twos_never_prolongs_a_chain() -> None:
    assert kinds_of("222QQQKKKAAA", RLCARD) == ["airplane_solos QQQKKKAAA+222"]


def test_readings_of_two_quads() -> None:
    cards = "33334444"
    assert kinds_of(cards, BOOK | {"wing_chain_rank": True}) == ["airplane_solos 333444+34"]
    assert kinds_of(cards, BOOK | {"quad_chains": True}) == ["quad_chain 33334444"]
    assert kinds_of(cards, BOOK | {"wing_quad_as_two_pairs": True}) == [
        "four_pairs 3333+4444",
        "four_pairs 4444+3333",
    ]
    assert kinds_of(cards, ALL_ON) == [
        "airplane_solos 333444+34",
        "four_pairs 3333+4444",
        "four_pairs 4444+3333",
        "quad_chain 33334444",
    ]


@pytest.mark.parametrize(
    ("cards", "switch", "value", "reading"),
    [
        ("33345", "trio_with_two", "any", "trio_pair 333+45"),
        ("333BR", None, None, None),
        ("333444BR", "wing_both_jokers", True, "airplane_solos 333444+BR"),
        ("33344435", "wing_chain_rank", True, "airplane_solos 333444+35"),
        ("3334445556667777", "wing_repeat", 4, "airplane_solos 333444555666+7777"),
        ("3334447777", "wing_quad_as_two_pairs", True, "airplane_pairs 333444+7777"),
        ("8888BR", "kicker_both_jokers", True, "four_solos 8888+BR"),
        ("333344445678", "quad_chains", True, "quad_chain_solos 33334444+5678"),
        ("3333444455667788", "quad_chains", True, "quad_chain_pairs 33334444+55667788"),
    ],
)
def test_a_switch_allows(cards: str, switch: str | None, value: Any, reading: str | None) -> None:
    assert reading not in kinds_of(cards, BOOK)
    if switch is not None:
        assert reading in kinds_of(cards, BOOK | {switch: value})


@pytest.mark.parametrize(
    ("cards", "switch", "value"),
    [
        ("33344477", "wing_repeat", 1),
        ("333444555777", "wing_repeat", 2),
        ("333444555666", "wing_extends_chain", False),
        ("888856", "four_with_two", False),
        ("88885566", "four_with_two", False),
        ("888855", "kicker_pair_as_two_solos", False),
    ],
)
def test_a_switch_forbids(cards: str, switch: str, value: Any) -> None:
    def carried(rules: ref.Rules) -> list[ref.Move]:
        return [move for move in ref.classify(cards, rules) if move["wings"]]

    assert carried(BOOK)
    assert not carried(BOOK | {switch: value})


def test_both_jokers_with_a_trio_take_two_switches() -> None:
    any_two = BOOK | {"trio_with_two": "any"}
    assert ref.classify("333BR", any_two) == []
    assert kinds_of("333BR", any_two | {"wing_both_jokers": True}) == ["trio_pair 333+BR"]
    assert kinds_of("33344", any_two) == ["trio_pair 333+44"]


def test_quads_that_prolong_a_chain_of_quads() -> None:
    rules = BOOK | {"quad_chains": True, "wing_repeat": 4}
    cards = "333344445555"
    assert "quad_chain_solos 33334444+5555" in kinds_of(cards, rules)
    assert kinds_of(cards, rules | {"wing_extends_chain": False}) == ["quad_chain 333344445555"]
    # Three of a neighbour may be carried: they would not make another quad.
    assert kinds_of("333344445556", rules | {"wing_extends_chain": False}) == [
        "quad_chain_solos 33334444+5556"
    ]


@pytest.mark.parametrize(
    ("cards", "to_beat", "expected"),
    [
        ("333444555666", None, "333444555666"),
        ("666777888999", "333444555666", "666777888999"),
        ("666777888999", "333444555+777", "777888999+666"),
        ("33334444", None, "33334444"),
        ("444555666777", "333444555+888", "555666777+444"),
        ("3333", "444+5", "3333"),
        ("4445", "333+6", "444+5"),
        ("333444", "555666", None),
    ],
)
def test_the_reading_that_is_meant(cards: str, to_beat: str | None, expected: str | None) -> None:
    earlier = None
    if to_beat is not None:
        readings = ref.classify(to_beat.replace("+", ""), ALL_ON)
        (earlier,) = [move for move in readings if ref.text_of(move) == to_beat]
    move = ref.read_play(cards, earlier, ALL_ON)
    assert (None if move is None else ref.text_of(move)) == expected


# --- what beats what -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("4", "3"),
        ("R", "B"),
        ("B", "2"),
        ("2", "A"),
        ("44", "33"),
        ("22", "AA"),
        ("4443", "333A"),
        ("55533", "444AA"),
        ("456789", "345678"),
        ("445566", "334455"),
        ("444555", "333444"),
        ("44455533", "333444KA"),
        ("888834", "7777BA"),
        ("4444", "3333"),
        ("3333", "R"),
        ("3333", "789TJQKA"),
        ("3333", "2222AA"),
        ("3333", "TTTJJJQQQ357"),
        ("BR", "2222"),
        ("BR", "3"),
    ],
)
def test_beats(a: str, b: str) -> None:
    assert ref.beats(only(a), only(b))
    assert not ref.beats(only(b), only(a))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("3", "3"),
        ("44", "3"),
        ("444", "3335"),
        ("4445", "333"),
        ("4445", "33355"),
        ("3456789", "345678"),
        ("44455566", "333444"),
        ("4444", "BR"),
        ("8888556", "3333"),
        ("33445566", "334455"),
        ("99998877", "888834"),
    ],
)
def test_does_not_beat(a: str, b: str) -> None:
    readings = ref.classify(a, BOOK)
    assert not any(ref.beats(move, only(b)) for move in readings)


def test_answers_neither_beat_nor_lose() -> None:
    for kind, value in [("pass", 0), ("bid", 2), ("call", 0), ("show", 0)]:
        assert not ref.beats(ref.answer(kind, value), only("3"))
        assert not ref.beats(only("BR"), ref.answer(kind, value))


def test_beating_is_a_strict_partial_order() -> None:
    rng = Random(11)
    for _ in range(20):
        rules = random_rules(rng)
        moves = [random_play(rng, random_hand(rng, 14), None, rules) for _ in range(14)]
        for a, b in product(moves, moves):
            assert not (ref.beats(a, b) and ref.beats(b, a))
            for c in moves:
                if ref.beats(a, b) and ref.beats(b, c):
                    assert ref.beats(a, c)


# --- the generator against brute force -----------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_generator_equals_brute_force(seed: int) -> None:
    rng = Random(seed)
    rules = random_rules(rng)
    hand = random_hand(rng, rng.randint(1, 12))
    if seed % 3 == 0:
        cards = random_airplane(rng, rng.choice([3, 4]))
        hand = ref.sort_cards("".join(rng.sample(cards, min(len(cards), 12))))
    for to_beat in [None] + [random_to_beat(rng, rules) for _ in range(2)]:
        made = ref.legal_plays(hand, to_beat, rules)
        found = ref.brute_force_plays(hand, to_beat, rules)
        assert as_set(made) == as_set(found)
        for move in made:
            assert ref.is_legal_play(hand, to_beat, move, rules)


@pytest.mark.parametrize("hand", TRICKY_HANDS)
def test_generator_equals_brute_force_on_tricky_hands(hand: str) -> None:
    rng = Random(hand)
    for _ in range(40):
        rules = random_rules(rng)
        made = ref.legal_plays(hand, None, rules)
        assert as_set(made) == as_set(ref.brute_force_plays(hand, None, rules)), rules


def test_generator_equals_brute_force_on_landlords_hands() -> None:
    for hand in ("33334444555566667777", "JJJQQQKKKAAA222BR34"):
        for rules in (RLCARD, ALL_ON):
            found = ref.brute_force_plays(hand, None, rules)
            assert as_set(ref.legal_plays(hand, None, rules)) == as_set(found)


def test_random_cases_meet_every_kind() -> None:
    rng = Random(5)
    kinds = set()
    for _ in range(1000):
        move = random_to_beat(rng, random_rules(rng))
        kinds.add("lead" if move is None else move["kind"])
        kinds.update(f"cards {m['kind']}" for m in ref.classify(random_cards(rng), ALL_ON))
    expected = {*ref.PLAY_KINDS, "lead"} | {f"cards {kind}" for kind in ref.PLAY_KINDS}
    assert expected <= kinds


def test_is_legal_play_refuses_what_is_not_listed() -> None:
    rng = Random(23)
    for _ in range(300):
        rules = random_rules(rng)
        hand, to_beat = random_hand(rng, 12), random_to_beat(rng, rules)
        listed = ref.legal_plays(hand, to_beat, rules)
        move = random_play(rng, random_hand(rng, 10), None, rules)
        assert ref.is_legal_play(hand, to_beat, move, rules) == (move in listed)
        passing = ref.answer("pass", 0)
        assert ref.is_legal_play(hand, to_beat, passing, rules) == (passing in listed)


# --- the documented order ------------------------------------------------------------------------


def test_documented_order_of_kinds() -> None:
    assert " ".join(ref.KINDS) == (
        "pass solo pair trio trio_solo trio_pair solo_chain pair_chain airplane airplane_solos "
        "airplane_pairs four_solos four_pairs quad_chain quad_chain_solos quad_chain_pairs bomb "
        "rocket bid call rob double show"
    )


def test_documented_order_of_wings() -> None:
    hand = "333444" + "5566678"
    moves = [m for m in ref.legal_plays(hand, None, BOOK) if m["kind"] == "airplane_solos"]
    assert texts([move for move in moves if move["rank"] == "3"]) == [
        # Two ranks: 5 and 6 are bits 2 and 3, so 56 < 57 < 67 < 58 < 68 < 78.
        "333444+56",
        "333444+57",
        "333444+67",
        "333444+58",
        "333444+68",
        "333444+78",
        # A pair comes after two different cards.
        "333444+55",
        "333444+66",
    ]
    five = [
        ref.play("airplane_solos", 5, 0, wings)
        for wings in ("89TJQ", "889TJ", "889TQ", "899TJ", "8899T", "8889T", "88899", "88889")
    ]
    assert [m["wings"] for m in sorted(five, key=ref.order_key)] == [
        *("89TJQ", "889TJ", "889TQ", "899TJ", "8899T", "8889T", "88899", "88889")
    ]


def test_documented_order_of_answers() -> None:
    answers = [
        ref.answer("show", 0),
        ref.answer("bid", 3),
        ref.answer("bid", 1),
        ref.answer("rob", 0),
        only("BR"),
        ref.answer("pass", 0),
    ]
    assert texts(answers) == ["pass", "BR", "bid 1", "bid 3", "rob", "show"]


# --- auctions ------------------------------------------------------------------------------------


class FixedDeals:
    """The same three hands for every deal, dealt again as often as wanted."""

    HANDS = ("3333444455556666A", "777788889999TTTTK", "JJJJQQQQKKKAAA222")
    BOTTOM = "2BR"

    def start(
        self, rules: ref.Rules, first_bidder: int = 0, landlord: int | None = None
    ) -> ref.Deal:
        def redeal() -> ref.Cards:
            return self.HANDS[::-1], self.BOTTOM, (first_bidder + 1) % 3

        return ref.Deal(self.HANDS, self.BOTTOM, first_bidder, landlord, rules, redeal)


def speak(deal: ref.Deal, *words: str) -> None:
    for word in words:
        moves = [move for move in deal.legal() if ref.text_of(move) == word]
        assert moves, f"{word} is not legal"
        deal.play(moves[0])


# The letters are the players in speaking order, as in the book.
ROB_CASES = [
    # A calls: B n, C n -> A3
    ("call pass pass", "A", 3),
    # A calls: B r, C n -> A12 or B6
    ("call rob pass rob", "A", 12),
    ("call rob pass pass", "B", 6),
    # A calls: B n, C r -> A12 or C6
    ("call pass rob rob", "A", 12),
    ("call pass rob pass", "C", 6),
    # A calls: B r, C r -> A24 or C12
    ("call rob rob rob", "A", 24),
    ("call rob rob pass", "C", 12),
    # A declines, B calls: C n -> B3; C r -> B12 or C6
    ("pass call pass", "B", 3),
    ("pass call rob rob", "B", 12),
    ("pass call rob pass", "C", 6),
    # Only C calls -> C3
    ("pass pass call", "C", 3),
]


@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize(("words", "landlord", "multiplier"), ROB_CASES)
def test_all_rob_cases(words: str, landlord: str, multiplier: int, first: int) -> None:
    deal = FixedDeals().start(ROB, first)
    speak(deal, *words.split())
    assert deal.phase == "play"
    assert deal.landlord == deal.turn == ("ABC".index(landlord) + first) % 3
    assert deal.bid * 2**deal.robs == multiplier
    assert len(deal.hands[deal.landlord]) == 20
    assert deal.redeals == 0


def test_rob_cases_are_all_there_are() -> None:
    seen = set()

    def explore(words: list[str]) -> None:
        deal = FixedDeals().start(ROB | {"on_all_pass": "void"})
        speak(deal, *words)
        if deal.phase == "auction":
            for move in deal.legal():
                explore([*words, ref.text_of(move)])
        else:
            seen.add(" ".join(words))

    explore([])
    assert seen == {case for case, _, _ in ROB_CASES} | {"pass pass pass"}


@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize(
    ("repass", "words", "landlord", "bid"),
    [
        ("final", ["bid 3"], 0, 3),
        ("final", ["pass", "bid 3"], 1, 3),
        ("final", ["pass", "pass", "bid 1"], 2, 1),
        ("final", ["bid 1", "pass", "pass"], 0, 1),
        ("final", ["bid 1", "pass", "bid 2"], 2, 2),
        ("final", ["bid 1", "bid 2", "pass"], 1, 2),
        ("final", ["bid 1", "bid 2", "bid 3"], 2, 3),
        ("again", ["bid 3"], 0, 3),
        ("again", ["bid 1", "pass", "pass"], 0, 1),
        ("again", ["pass", "bid 1", "pass", "pass"], 1, 1),
        ("again", ["pass", "pass", "bid 1", "pass", "pass"], 2, 1),
        ("again", ["pass", "bid 1", "pass", "bid 2", "pass", "pass"], 0, 2),
        ("again", ["pass", "bid 1", "pass", "bid 2", "pass", "bid 3"], 2, 3),
        ("again", ["bid 1", "bid 2", "pass", "pass"], 1, 2),
        ("again", ["bid 1", "bid 2", "pass", "bid 3"], 0, 3),
    ],
)
def test_points_auction(repass: str, words: list[str], landlord: int, bid: int, first: int) -> None:
    deal = FixedDeals().start(BOOK | {"repass": repass}, first)
    for word in words:
        assert deal.phase == "auction"
        speak(deal, word)
    assert deal.phase == "play"
    assert deal.landlord == deal.turn == (landlord + first) % 3
    assert deal.bid == bid


def test_bids_must_rise() -> None:
    deal = FixedDeals().start(BOOK)
    assert texts(deal.legal()) == ["pass", "bid 1", "bid 2", "bid 3"]
    speak(deal, "bid 2")
    assert texts(deal.legal()) == ["pass", "bid 3"]
    with pytest.raises(ValueError, match="not legal"):
        deal.play(ref.answer("bid", 2))
    assert deal.turn == 1
    assert len(deal.history) == 1


@pytest.mark.parametrize("rules", [BOOK, ROB, BOOK | {"repass": "again"}])
def test_all_pass_and_redeal(rules: ref.Rules) -> None:
    deal = FixedDeals().start(rules, 1)
    speak(deal, "pass", "pass", "pass")
    assert deal.phase == "auction"
    assert deal.redeals == 1
    assert deal.turn == deal.first_bidder == 2
    assert deal.hands[0] == ref.sort_cards(FixedDeals.HANDS[2])
    assert deal.landlord is None


@pytest.mark.parametrize("rules", [BOOK, ROB, OPENSPIEL])
def test_all_pass_and_void(rules: dict[str, Any]) -> None:
    deal = FixedDeals().start(rules | {"on_all_pass": "void"}, 1)
    speak(deal, "pass", "pass", "pass")
    assert deal.phase == "over"
    assert deal.turn is None
    assert deal.legal() == []
    facts = deal.facts()
    assert facts == {
        "landlord": -1,
        "landlord_won": False,
        "bid": 0,
        "robs": 0,
        "bombs": 0,
        "rockets": 0,
        "spring": False,
        "open_multiplier": 1,
        "doubled": [0, 0, 0],
        "plays": [0, 0, 0],
        "cards_left": [17, 17, 17],
        "redeals": 0,
        "first_bidder": 1,
    }
    assert ref.score(facts, PLAIN_SCORING) == [0, 0, 0]


@pytest.mark.parametrize("landlord", range(3))
def test_fixed_landlord(landlord: int) -> None:
    deal = FixedDeals().start(FIXED, 0, landlord)
    assert deal.phase == "play"
    assert deal.turn == deal.landlord == landlord
    assert deal.bid == 1


# --- showing and doubling ------------------------------------------------------------------------


def test_open_hand_is_the_landlords_alone() -> None:
    deal = FixedDeals().start(BOOK | {"open_hand": True})
    speak(deal, "pass", "bid 3")
    assert deal.phase == "show"
    assert deal.turn == 1
    assert len(deal.hands[1]) == 20
    assert texts(deal.legal()) == ["pass", "show"]
    speak(deal, "show")
    assert deal.shown == {1: 2}
    assert deal.phase == "play"


def test_moments_of_showing() -> None:
    deal = FixedDeals().start(BOOK | {"show_multipliers": (5, 4, 3, 2)}, 1)
    turns = []
    # Before the deal seat 2 shows, at the second moment seat 0, seat 1 never.
    for word in ("pass", "show", "pass", "pass", "show", "pass"):
        assert deal.phase == "show"
        turns.append(deal.turn)
        speak(deal, word)
    assert turns == [1, 2, 0, 1, 0, 1]
    assert deal.phase == "auction"
    assert deal.shown == {2: 5, 0: 4}
    speak(deal, "bid 3")
    assert deal.phase == "show"
    assert deal.turn == 1
    speak(deal, "show")
    assert deal.phase == "play"
    assert deal.shown == {2: 5, 0: 4, 1: 2}


def test_a_landlord_who_has_shown_is_not_asked_again() -> None:
    deal = FixedDeals().start(BOOK | {"show_multipliers": (4, 2)})
    speak(deal, "show", "pass", "pass", "bid 3")
    assert deal.phase == "play"


def test_a_redeal_forgets_what_was_shown() -> None:
    deal = FixedDeals().start(BOOK | {"show_multipliers": (4, 2)})
    speak(deal, "show", "show", "show", "pass", "pass", "pass")
    assert deal.redeals == 1
    assert deal.phase == "show"
    assert deal.shown == {}


def test_doubling_starts_with_the_landlord() -> None:
    deal = FixedDeals().start(BOOK | {"doubling": True, "open_hand": True})
    speak(deal, "pass", "bid 3", "pass")
    turns = []
    for word in ("pass", "double", "pass"):
        assert deal.phase == "double"
        turns.append(deal.turn)
        speak(deal, word)
    assert turns == [1, 2, 0]
    assert deal.doubled == {2}
    assert deal.phase == "play"
    assert deal.turn == 1


# --- play ----------------------------------------------------------------------------------------


def test_two_passes_give_the_lead_back() -> None:
    deal = FixedDeals().start(FIXED, 0, 0)
    with pytest.raises(ValueError, match="not legal"):
        deal.play(ref.answer("pass", 0))
    speak(deal, "3")
    assert deal.turn == 1
    assert "pass" in texts(deal.legal())
    speak(deal, "7", "pass", "pass")
    assert deal.turn == 1
    assert deal.to_beat is None
    assert "pass" not in texts(deal.legal())
    speak(deal, "8888", "pass", "BR")
    assert (deal.bombs, deal.rockets) == (1, 1)
    assert texts(deal.legal()) == ["pass"]
    speak(deal, "pass", "pass")
    assert deal.turn == 0
    assert deal.hands[0] == "333444455556666A2"
    assert deal.plays == [2, 2, 0]


def test_an_illegal_play_changes_nothing() -> None:
    deal = FixedDeals().start(FIXED, 0, 0)
    speak(deal, "5")
    before = (deal.turn, list(deal.hands), deal.to_beat, list(deal.plays), list(deal.history))
    held_by_another, too_low, other_shape = only("A"), only("3"), only("77")
    for move in (held_by_another, too_low, other_shape, only("789TJ"), only("BR")):
        with pytest.raises(ValueError, match="not legal"):
            deal.play(move)
    after = (deal.turn, list(deal.hands), deal.to_beat, list(deal.plays), list(deal.history))
    assert before == after


@pytest.mark.parametrize(
    ("hands", "plays", "landlord_won", "spring"),
    [
        (["34", "56", "789"], "3 pass pass 4", True, True),
        (["37", "569", "TT"], "3 5 pass 7", True, False),
        (["3", "56", "789"], "3", True, True),
        (["378", "56", "TT"], "3 5 pass pass 6", False, True),
        (["378", "56", "89"], "3 pass 8 pass pass 9", False, True),
        (["378", "569", "TT"], "3 5 pass 7 9 pass pass 6", False, False),
    ],
)
def test_springs(hands: list[str], plays: str, landlord_won: bool, spring: bool) -> None:
    deal = ref.Deal(hands, "", 0, 0, FIXED, lambda: (hands, "", 0))
    speak(deal, *plays.split())
    facts = deal.facts()
    assert facts["landlord_won"] == landlord_won
    assert facts["spring"] == spring


@pytest.mark.parametrize("seed", range(40))
def test_whole_random_deals(seed: int) -> None:
    rng = Random(seed)
    rules = random_rules(rng)
    hands, bottom, first = random_deal(rng)
    landlord = rng.randrange(3) if rules["auction"] == "fixed" else None
    deal = ref.Deal(hands, bottom, first, landlord, rules, lambda: random_deal(rng))
    phases = [deal.phase]
    played = ""
    while deal.turn is not None:
        legal = deal.legal()
        as_set(legal)
        seat = deal.turn
        move = rng.choice(sorted(legal, key=ref.order_key))
        to_beat = deal.to_beat
        if deal.phase == "play" and move["kind"] != "pass" and to_beat is not None:
            assert ref.beats(move, to_beat)
        deal.play(move)
        assert deal.history[-1] == (seat, move)
        played += ref.cards_of(move)
        taken = deal.phase != "auction" and deal.landlord is not None
        everything = "".join(deal.hands) + played + ("" if taken else deal.bottom)
        assert ref.sort_cards(everything) == ref.PACK
        if deal.phase != phases[-1]:
            phases.append(deal.phase)
    facts = deal.facts()
    scores = ref.score(facts, random_scoring(rng))
    assert sum(scores) == 0
    void = facts["landlord"] == -1
    if void:
        assert rules["on_all_pass"] == "void"
        assert scores == [0, 0, 0]
        assert facts["cards_left"] == [17, 17, 17]
        return
    assert facts["cards_left"].count(0) == 1
    assert facts["landlord_won"] == (facts["cards_left"][facts["landlord"]] == 0)
    assert sum(facts["cards_left"]) + len(played) == 54
    kinds = [move["kind"] for _, move in deal.history]
    assert facts["bombs"] == kinds.count("bomb")
    assert facts["rockets"] == kinds.count("rocket")
    assert sum(facts["plays"]) == sum(kind in ref.PLAY_KINDS for kind in kinds)
    assert (scores[facts["landlord"]] > 0) == facts["landlord_won"]


# --- scoring -------------------------------------------------------------------------------------

QUIET = {
    "landlord": 1,
    "landlord_won": True,
    "bid": 2,
    "robs": 0,
    "bombs": 0,
    "rockets": 0,
    "spring": False,
    "open_multiplier": 1,
    "doubled": [0, 0, 0],
    "plays": [3, 5, 4],
    "cards_left": [4, 0, 6],
    "redeals": 0,
    "first_bidder": 0,
}


@pytest.mark.parametrize(
    ("facts", "scoring", "expected"),
    [
        ({}, {}, [-2, 4, -2]),
        ({"landlord_won": False}, {}, [2, -4, 2]),
        ({"landlord": 0}, {}, [4, -2, -2]),
        ({}, {"stake": 5}, [-10, 20, -10]),
        ({"bombs": 1}, {}, [-4, 8, -4]),
        ({"bombs": 2, "rockets": 1}, {}, [-16, 32, -16]),
        ({"bid": 3, "robs": 3}, {}, [-24, 48, -24]),
        ({"spring": True}, {}, [-6, 12, -6]),
        ({"spring": True}, {"spring_multiplier": 2}, [-4, 8, -4]),
        ({"spring": True}, {"spring_multiplier": 1}, [-2, 4, -2]),
        ({"open_multiplier": 5, "landlord_won": False}, {}, [10, -20, 10]),
        ({"doubled": [1, 0, 0]}, {}, [-4, 6, -2]),
        ({"doubled": [0, 1, 0]}, {}, [-4, 8, -4]),
        ({"doubled": [0, 1, 1]}, {}, [-4, 12, -8]),
        ({"doubled": [1, 1, 1], "landlord_won": False}, {}, [8, -16, 8]),
        ({"bombs": 3}, {"cap": 10}, [-10, 20, -10]),
        ({"bombs": 3}, {"cap": 10, "stake": 3}, [-30, 60, -30]),
        ({"doubled": [1, 0, 0]}, {"cap": 3}, [-3, 5, -2]),
        ({"spring": True, "bombs": 1}, {"cap": 12}, [-12, 24, -12]),
        ({"spring": True, "bombs": 1}, {"cap": 11}, [-11, 22, -11]),
        ({"landlord": -1, "bid": 0, "landlord_won": False}, {}, [0, 0, 0]),
    ],
)
def test_scores(facts: ref.Facts, scoring: dict[str, Any], expected: list[int]) -> None:
    assert ref.score(QUIET | facts, PLAIN_SCORING | scoring) == expected


def test_order_keys_name_moves() -> None:
    moves = ref.legal_plays("33334444555566667BR2", None, ALL_ON)
    ordered = sorted(moves, key=ref.order_key)
    assert all(ref.order_key(a) < ref.order_key(b) for a, b in pairwise(ordered))
    assert len({ref.text_of(m) + m["kind"] for m in moves}) == len(moves)
