"""Tests of the Shengji reference alone: following, and who wins a trick."""

from itertools import pairwise
from random import Random

import pytest

from reference import shengji as ref
from shengji_cases import (
    BOOK,
    FOLLOW_ORDERS,
    SPADES_TEN,
    random_cards,
    random_hand,
    random_lead,
    random_rules,
    random_trump,
)

TRUMP = ref.Trump("S", "2")
"""Hearts then go from 3 to A without a gap."""


def book(**switches):
    return dict(BOOK) | switches


def hearts(text):
    """Write hearts: "AAK" is AH AH KH."""
    return " ".join(rank + "H" for rank in text)


def lead_of(text, rules):
    """Read units of hearts: "AAKK Q"."""
    return ref.units_in_texts([hearts(unit) for unit in text.split()], TRUMP, rules)


# --- the value of cards --------------------------------------------------------------------------


def assert_falling(lead, answers, **switches):
    """Each answer is worth more than the next."""
    rules = book(decks=4, **switches)
    units = lead_of(lead, rules)
    held = [hearts(answer).split() for answer in answers]
    values = [ref.value(cards, cards, units, TRUMP, rules) for cards in held]
    for (better, high), (worse, low) in pairwise(zip(answers, values, strict=True)):
        assert high > low, (lead, better, worse)


ANSWERS = {
    "A": ["5"],
    "AA": ["55", "56"],
    "AAA": ["555", "556", "567"],
    "KKAA": ["5566", "5577", "5567", "5678"],
    "QQKKAA": ["556677", "556688", "557799", "55779J", "5579JK", "5678TJ"],
    "JJQQKKAA": ["55667788", "556677TT", "55668899", "556688TT", "55668TJQ", "557799JJ"],
    "QQQKKKAAA": ["555666777", "555666888", "555666889", "555666789", "555777999", "55577799T"],
    "KKKAAA": [
        "555666", "555777", "555778", "555789", "556678", "557789", "556789", "56789T",
    ],
    "AAAA": ["5555", "5556", "5566", "5567", "5678"],
    "KKKKAAAA": [
        "55556666", "55557777", "55557778", "55557788", "55557789", "5555789T", "55566678",
        "55577789", "55566788", "5557789T",
    ],
}  # fmt: skip
"""What is led, and what answers it from best to worst (SJ-20)."""


@pytest.mark.parametrize("lead", ANSWERS)
def test_order_of_answers(lead):
    assert_falling(lead, ANSWERS[lead])


PLATFORMS = {
    "run_before_one_triple": {
        "KKKAAA": ["555666", "555777", "556678", "555778", "555789", "557789", "556789"],
        "QQQKKKAAA": [
            "555666777", "555666888", "555777999", "556677889", "555666889", "555777889",
        ],
    },
    "run_before_triples": {
        "KKKAAA": ["555666", "556678", "555777", "555778", "555789", "557789", "556789"],
        "QQQKKKAAA": [
            "555666777", "556677889", "555666888", "555666889", "555777999", "555777889",
        ],
    },
    "runs_first": {
        "KKKAAA": ["555666", "556678", "555777", "555778", "555789", "557789", "556789"],
        "KKKKAAAA": [
            "55556666", "55566678", "55668899", "556688JJ", "556688JQ", "556689JQ", "55557777",
            "55557779", "55557799", "5555789J", "55577799",
        ],
    },
}  # fmt: skip
"""Answers from best to worst where a run comes before loose tuples (SJ-21)."""


@pytest.mark.parametrize("order", PLATFORMS)
def test_platform_orders(order):
    for lead, answers in PLATFORMS[order].items():
        assert_falling(lead, answers, follow_order=order)
    for lead in ("A", "AA", "AAA", "KKAA", "QQKKAA", "JJQQKKAA", "AAAA"):
        assert_falling(lead, ANSWERS[lead], follow_order=order)


def test_a_pair_run_under_a_demand_of_quads():
    """A run of pairs for quads, and the singles left may be another run or pairs."""
    for order in FOLLOW_ORDERS[:4]:
        assert_falling("KKKKAAAA", ["55668899", "556688JJ", "556688JQ"], follow_order=order)
        assert_falling("KKKKAAAA", ["556677JJ", "557799JJ"], follow_order=order)


def test_triples_altogether_have_the_longest_run():
    for order in ("cn", "run_before_one_triple", "runs_first"):
        assert_falling("QQQKKKAAA", ["555666999", "555888JJJ"], follow_order=order)


def test_demands_of_a_throw_are_pooled():
    assert_falling("QQKKAA 99", ["55667799", "55668899", "556688TJ", "557799JJ"])
    assert_falling("KKAA 9988", ["55668899", "556688TT", "5577TTQQ"])
    assert_falling("AAA KK Q", ["555667", "555678", "556678", "556789"])
    assert_falling("AAA KK", ["55566", "55567", "55667", "55678", "56789"])
    assert_falling("AAAA KKK", ["5555666", "5555667", "5555678", "5556667", "5556677", "5556678"])
    # What is unmet of a run is served among the others again, the longest first.
    assert_falling("JJQQKKAA 445566", ["778899TTJJ55K3", "778899TTJJ5K43"])


# --- legal follows -------------------------------------------------------------------------------


def legal(hand, lead, trump=TRUMP, **switches):
    """Return the legal follows of hearts, by their ranks."""
    rules = book(**switches)
    found = ref.follows(hearts(hand), [hearts(unit) for unit in lead.split()], trump, rules)
    return {play.replace("H", "").replace(" ", "") for play in found}


def test_a_pair_is_owed():
    assert legal("5567", "AA") == {"55"}
    assert legal("55667", "AA") == {"55", "66"}
    assert legal("5677", "A") == {"5", "6", "7"}
    assert legal("567", "AA") == {"56", "57", "67"}
    assert legal("5556", "AA", decks=3) == {"55"}
    assert legal("5556", "A", decks=3) == {"5", "6"}


def test_triples_and_quads_are_owed():
    assert legal("555667", "AAA", decks=3) == {"555"}
    assert legal("55667", "AAA", decks=3) == {"556", "557", "566", "667"}
    assert legal("5678", "AAA", decks=3) == {"567", "568", "578", "678"}
    assert legal("5555667", "AAAA", decks=4) == {"5555"}
    assert legal("5556677", "AAAA", decks=4) == {"5556", "5557"}
    assert legal("5566789", "AAAA", decks=4) == {"5566"}
    assert legal("5555", "AAA", decks=4) == {"555"}
    assert legal("55556", "AAA", decks=4) == {"555"}


def test_runs_are_owed():
    assert legal("5566889", "KKAA") == {"5566"}
    assert legal("5577889", "KKAA") == {"7788"}
    assert legal("5577993", "KKAA") == {"5577", "5599", "7799"}
    assert legal("556677", "KKAA") == {"5566", "6677"}
    assert legal("5566778", "QQKKAA") == {"556677"}
    assert legal("556688T", "QQKKAA") == {"556688"}
    assert legal("55667799", "JJQQKKAA") == {"55667799"}


def test_a_torn_run():
    """Pairs are torn from triples, runs from longer and wider ones."""
    assert legal("5556667", "KKAA", decks=3) == {"5566"}
    assert legal("55566789", "KKKAAA", decks=3) == {
        "555667", "555668", "555669",
    }  # fmt: skip
    both = {"555667", "555668", "555677", "555688", "555778", "555788"}
    assert legal("555667788", "KKKAAA", decks=3) == both


def test_short_and_void():
    hand = "5H 6H KS KS 3C"
    assert set(ref.follows(hand, ["AH AH KH KH"], TRUMP, BOOK)) == {
        "5H 6H KS KS", "3C 5H 6H KS",
    }  # fmt: skip
    assert set(ref.follows(hand, ["AH AH"], TRUMP, BOOK)) == {"5H 6H"}
    assert set(ref.follows("KS KS 3C", ["AH AH"], TRUMP, BOOK)) == {"KS KS", "3C KS"}
    assert not ref.is_legal_follow("5H 6H KS", hand, ["AH AH"], TRUMP, BOOK)
    assert not ref.is_legal_follow("5H 5H", hand, ["AH AH"], TRUMP, BOOK)
    # Trumps are owed to trumps, level cards and jokers too.
    assert ref.follows("2H 3C B", ["AS AS"], TRUMP, BOOK) == ["2H B"]
    assert ref.follows("TC TC TS KS", ["B B"], SPADES_TEN, BOOK) == ["TC TC"]


def test_only_the_suit_is_owed():
    assert legal("5567", "AA", follow_order="suit_only") == {"55", "56", "57", "67"}
    assert ref.follows("5H KS KS", ["AH AH"], TRUMP, book(follow_order="suit_only")) == ["5H KS"]


def test_wider_tuples_are_protected():
    assert legal("555667", "AA", decks=4, protect_wider=True) == {"66"}
    assert legal("55567", "AA", decks=4, protect_wider=True) == {"55", "56", "57", "67"}
    assert legal("55567", "AAA", decks=4, protect_wider=True) == {"555"}
    assert legal("5555667", "AAA", decks=4, protect_wider=True) == {"566", "667"}
    assert legal("5555666", "AAA", decks=4, protect_wider=True) == {"666"}
    assert legal("55566677", "KKAA", decks=3, protect_wider=True) == {
        "5577", "5677", "6677",
    }  # fmt: skip
    assert legal("555667789", "AAAA", decks=4, protect_wider=True) == {
        "5556", "5557", "5558", "5559",
    }  # fmt: skip


def test_without_tractors():
    units = ["AH AH", "KH KH"]
    plays = ref.follows(hearts("556677"), units, TRUMP, book(tractors=False))
    assert set(plays) == {hearts("5566"), hearts("5577"), hearts("6677")}
    # Two linked pairs are no tractor where three are needed.
    plays = ref.follows(hearts("556688"), units, TRUMP, book(tractor_min_length=3))
    assert set(plays) == {hearts("5566"), hearts("5588"), hearts("6688")}


def test_runs_among_trumps():
    """Level cards link to either neighbour, by whichever of the equal faces."""
    plays = ref.follows("AS AS TH TH TC TC 3S", ["5S 5S 6S 6S"], SPADES_TEN, BOOK)
    assert set(plays) == {"TH TH AS AS", "TC TC AS AS"}
    plays = ref.follows("TD TD TC TC TH TH", ["5S 5S 6S 6S"], SPADES_TEN, BOOK)
    assert len(plays) == 3
    link = (("side_level", "plain"),)
    plays = ref.follows("AS AS TH TH 4S 4S", ["5S 5S 6S 6S"], SPADES_TEN, book(banned_links=link))
    assert len(plays) == 3


def test_order_of_follows():
    plays = ref.follows("TD TC KH KH QH AS 3C", ["9H 9H 9H"], SPADES_TEN, book(decks=3))
    assert plays == ["QH KH KH"]
    plays = ref.follows("TD TC KH KH QH AS 3C", ["9D 9D"], SPADES_TEN, BOOK)
    assert plays[:6] == ["3C QH", "3C KH", "3C AS", "3C TD", "3C TC", "QH KH"]
    assert plays[6:] == [
        "QH AS", "TD QH", "TC QH", "KH KH", "KH AS", "TD KH", "TC KH", "TD AS", "TC AS", "TD TC",
    ]  # fmt: skip


def test_next_faces():
    plays = ref.follows(hearts("55667"), [hearts("AAA")], TRUMP, book(decks=3))
    assert ref.next_faces("", plays) == ["5H", "6H", "7H"]
    assert ref.next_faces("7H", plays) == ["5H", "6H"]
    assert ref.next_faces("5H 7H", plays) == ["5H"]
    assert ref.next_faces("5H 5H", plays) == ["6H", "7H"]
    assert ref.next_faces("5H 5H 6H", plays) == []
    assert ref.next_faces("7H 7H", plays) == []


@pytest.mark.parametrize("seed", range(40))
def test_the_best_of_all_placements(seed):
    """The value of cards is the greatest record of all placements, followed to their ends."""
    rng = Random(f"placements {seed}")
    rules, trump = random_rules(rng), random_trump(rng)
    suit = rng.choice(ref.effective_suits(trump))
    if rules["follow_order"] == "suit_only":
        return
    lead = ref.units_in_texts(random_lead(rng, 7, trump, rules, suit), trump, rules)
    held = random_cards(rng, 8, suit, trump, rules)
    asked = ref.Asked(
        ref.chain_of(suit, trump, rules),
        rules["follow_order"],
        tuple(held) if rules["protect_wider"] else None,
    )
    for size in (len(held), len(held) - 2):
        cards = held[:size]
        best = max(ref.placements(cards, ref.demands_of(lead), asked))
        assert ref.value(cards, held, lead, trump, rules) == best


@pytest.mark.parametrize("seed", range(40))
def test_some_follow_is_legal(seed):
    """Nothing is worth more than the whole, and some choice of the right size is worth as much."""
    rng = Random(f"follows {seed}")
    rules, trump = random_rules(rng), random_trump(rng)
    for _ in range(4):
        lead = random_lead(rng, 6, trump, rules)
        units = ref.units_in_texts(lead, trump, rules)
        suit = ref.effective_suit(units[0].faces[0], trump, rules)
        number = len(ref.cards_of(units))
        held = random_cards(rng, rng.randint(0, 8), suit, trump, rules)
        hand = [*held, *random_hand(rng, number, rules).split()]
        hand = [card for card in hand if hand.count(card) <= rules["decks"]]
        if len(hand) < number:
            continue
        held = ref.of_suit(hand, suit, trump, rules)
        assert ref.follows(ref.text_of_cards(hand), lead, trump, rules)
        whole = ref.value(held, held, units, trump, rules)
        for some in ref.sub_multisets(held):
            assert ref.value(some, held, units, trump, rules) <= whole


# --- who wins ------------------------------------------------------------------------------------


def wins(lead, *plays, trump=SPADES_TEN, **switches):
    return ref.winner(lead.split(", "), plays, trump, book(**switches))


def test_singles():
    assert wins("AH", "KH", "QH", "9H") == 0
    assert wins("9H", "KH", "QH", "AH") == 3
    assert wins("9H", "KH", "KH", "QH") == 1
    assert wins("9H", "AD", "AC", "JH") == 3
    assert wins("AH", "2S", "AD", "3S") == 3
    assert wins("AH", "2S", "AD", "2S") == 1
    assert wins("AS", "TH", "TS", "TC") == 2
    assert wins("TH", "TC", "TD", "AS") == 0
    assert wins("TC", "TS", "B", "R") == 3
    assert wins("TH", "TS", "TC", "AS", trump=ref.Trump(None, "T")) == 0
    assert wins("AS", "TS", "TC", "KS", trump=ref.Trump(None, "T")) == 1


def test_pairs_and_runs():
    assert wins("9H 9H", "AH KH", "JH JH", "QH QH") == 3
    assert wins("9H 9H", "2S 3S", "JH JH", "2S 2S") == 3
    assert wins("9H 9H JH JH", "QH QH KH AH", "QH QH AH AH", "KH KH QH QH") == 3
    assert wins("9H 9H JH JH", "2S 2S 4S 4S", "2S 2S 3S 3S", "TH TH TC TC") == 2
    assert wins("AS AS TH TH", "TC TC TS TS", "TS TS B B", "2S 2S 3S 3S") == 2
    assert wins("9H 9H", "AH AH", "KH KH", "QH QH", decks=3) == 1


def test_a_throw_is_only_ruffed():
    assert wins("AH, KH", "AH AH", "2S 2S", "2S 3S") == 3
    assert wins("KH, QH", "AH AH", "AH JH", "2S 9D") == 0
    assert wins("QH QH, 9H", "AH AH KH", "2S 2S 3S", "4S 4S 2S") == 3
    assert wins("QH QH, 9H", "AH AH KH", "4S 4S R", "3S 3S B") == 2
    assert wins("QH QH, 9H", "2S 3S 4S", "2S 2S 2S", "AH AH AH", decks=3) == 2
    assert wins("QS QS, 9S", "AS AS KS", "B B R", "3S 3S 4S") == 0


def test_who_ruffs_highest():
    """All singles: the highest; with pairs: the highest pair; with tractors, the highest one."""
    assert wins("AH, KH", "2S B", "3S 4S", "R 2S") == 3
    assert wins("AH, KH", "9S B", "AS B", "2S R") == 3
    throw = "QH QH KH KH, AH AH, JH"
    assert wins(throw, "2S 2S 3S 3S B B R", "4S 4S 5S 5S 2S 2S 3S", "") == 2
    assert wins("AH AH, KH", "2S 2S R", "3S 3S 4S", "3S 3S B") == 2


def test_the_dominant_kind():
    assert ref.dominant(["AH AH AH", "QH QH KH KH"], SPADES_TEN, BOOK) == (2, 2)
    assert ref.dominant(["AH AH AH AH", "QH QH KH KH"], SPADES_TEN, BOOK) == (4, 1)
    assert ref.dominant(["AH", "QH QH", "JH"], SPADES_TEN, BOOK) == (2, 1)
    assert ref.dominant(["AH AH AH", "QH QH"], SPADES_TEN, BOOK) == (3, 1)
    # A quad and two linked pairs: the quad decides.
    throw = "AH AH AH AH, QH QH KH KH"
    low, high = "2S 2S 2S 2S B B R R", "3S 3S 3S 3S 4S 4S 5S 5S"
    assert wins(throw, low, high, "", decks=4) == 2
    assert wins(throw, high, low, "", decks=4) == 1


def test_the_best_of_all_splits():
    """Wider tuples are split, and the best split counts."""
    assert wins("AH AH, KH KH", "4S 4S 4S 4S", "3S 3S 5S 5S", "", decks=4) == 2
    assert wins("AH AH, KH KH", "5S 5S 5S 5S", "3S 3S 5S 5S", "", decks=4) == 1
    assert wins("AH AH AH, KH", "3S 3S 3S 3S", "2S 2S 2S R", "", decks=4) == 1
    assert wins("AH AH AH, QH QH", "2S 2S 2S 3S 3S", "2S 2S 3S 3S 3S", "", decks=3) == 2
    # 334455: the run of two may be 4455, and 33 the pair.
    assert wins("QH QH KH KH, 9H 9H", "2S 2S 4S 4S 5S 5S", "3S 3S 4S 4S 5S 5S", "") == 1
    assert wins("QH QH KH KH, 9H 9H", "2S 2S 3S 3S 5S 5S", "3S 3S 4S 4S 5S 5S", "") == 2
    assert wins("QH QH KH KH, 9H 9H", "2S 2S 4S 4S 6S 6S", "3S 3S 4S 4S 8S 8S", "") == 2


def test_every_unit_must_be_higher():
    def every(lead, *plays, **switches):
        return wins(lead, *plays, "", throw_compare="every_unit", **switches)

    assert every("AH AH, KH", "2S 2S R", "3S 3S B") == 1
    assert every("AH AH, KH", "2S 2S 4S", "3S 3S B") == 2
    assert every("AH AH, KH", "2S 2S 4S", "3S 3S 4S") == 1
    assert every("AH, KH", "2S 4S", "3S 5S") == 2
    assert every("9H 9H", "JH JH", "2S 2S") == 2


def test_the_highest_card_decides():
    def highest(lead, *plays):
        return wins(lead, *plays, "", throw_compare="highest_card")

    assert highest("AH AH, KH", "2S 2S B", "3S 3S 4S") == 1
    assert highest("AH AH, KH", "3S 3S 4S", "2S 2S B") == 2
    assert highest("AH AH, KH", "3S 3S B", "2S 2S B") == 1
    assert highest("9H 9H", "JH JH", "QH QH") == 2


def test_points_on_the_table():
    units = ref.units_in_texts(["TH TH"], TRUMP, BOOK)
    assert ref.trick_points(units, ["KH KH", "5H 3H", "B R"]) == 45


@pytest.mark.parametrize("seed", range(40))
def test_all_ways_to_split_by_partitions(seed):
    rng = Random(f"splits {seed}")
    rules, trump = random_rules(rng), random_trump(rng)
    suit = rng.choice(ref.effective_suits(trump))
    chain = ref.chain_of(suit, trump, rules)
    cards = random_cards(rng, 7, suit, trump, rules)
    partitions = ref.partitions(tuple(cards), chain)
    kinds = [ref.kind_of(unit) for unit in rng.choice(sorted(partitions))]
    found = {tuple(sorted(units)) for units in ref.splits(cards, kinds, chain)}
    assert found == {
        units for units in partitions if sorted(map(ref.kind_of, units)) == sorted(kinds)
    }
