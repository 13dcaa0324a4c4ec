"""Tests of the Shengji reference alone: one trick, against the book's figures, and itself."""

from itertools import combinations
from random import Random

import pytest

from reference import shengji as ref
from shengji_cases import (
    BOOK,
    NANNING_LINKS,
    SPADES_TEN,
    random_cards,
    random_hand,
    random_lead,
    random_rules,
    random_trump,
)

RANDOM = range(30)


def book(**switches):
    return dict(BOOK) | switches


def classes(trump, suit=ref.TRUMPS, **switches):
    return [" ".join(c) for c in ref.chain_of(suit, ref.Trump(*trump), book(**switches)).classes]


def is_unit(cards, trump=SPADES_TEN, **switches):
    return ref.read_unit(cards, ref.Trump(*trump), book(**switches)) is not None


def ranks(text, suit="H"):
    """Write cards of one suit: "AAK" is AH AH KH."""
    return " ".join(rank + suit for rank in text)


def readings(text, trump=("S", "2"), **switches):
    """Return the readings of cards of hearts, by their ranks from high to low."""
    found = ref.readings(ranks(text), ref.Trump(*trump), book(**switches))
    return [[unit.replace("H", "").replace(" ", "")[::-1] for unit in units] for units in found]


# --- cards and trumps ----------------------------------------------------------------------------


def test_packs():
    for decks in (1, 2, 3, 4):
        pack = ref.pack(book(decks=decks))
        assert len(pack) == 54 * decks
        assert {pack.count(card) for card in pack} == {decks}
        assert ref.points_of(pack) == 100 * decks  # SJ-03


def test_what_is_no_card():
    for text in ("1D", "10S", "3X", "D3", "3d", "BR"):
        with pytest.raises(ValueError, match="no card"):
            ref.cards_in(text)


def test_effective_suits():
    assert ref.effective_suit("TH", SPADES_TEN, BOOK) == ref.TRUMPS
    assert ref.effective_suit("2S", SPADES_TEN, BOOK) == ref.TRUMPS
    assert ref.effective_suit("B", SPADES_TEN, BOOK) == ref.TRUMPS
    assert ref.effective_suit("2H", SPADES_TEN, BOOK) == "H"
    assert ref.effective_suit("2H", SPADES_TEN, book(constant_trumps="2")) == ref.TRUMPS
    assert ref.effective_suit("AS", ref.Trump(None, "T"), BOOK) == "S"
    assert ref.effective_suits(SPADES_TEN) == ["D", "C", "H", ref.TRUMPS]
    assert ref.effective_suits(ref.Trump(None, None)) == [*ref.SUITS, ref.TRUMPS]


def test_order_of_trumps():
    plain = [rank + "S" for rank in "23456789JQKA"]
    assert classes("ST") == [*plain, "TD TC TH", "TS", "B", "R"]
    assert classes("ST", "H") == [rank + "H" for rank in "23456789JQKA"]


def test_order_with_constant_ranks():
    assert classes("ST", constant_trumps="2") == [
        *(rank + "S" for rank in "3456789JQKA"), "2D 2C 2H", "2S", "TD TC TH", "TS", "B", "R",
    ]  # fmt: skip
    assert classes("CT", constant_trumps="72")[10:] == [
        "2D 2H 2S", "2C", "7D 7H 7S", "7C", "TD TH TS", "TC", "B", "R",
    ]  # fmt: skip
    assert classes("C2", constant_trumps="27")[11:] == [
        "7D 7H 7S", "7C", "2D 2H 2S", "2C", "B", "R",
    ]  # fmt: skip
    assert classes("C2", "D", constant_trumps="27") == [rank + "D" for rank in "345689TJQKA"]


def test_order_without_trump_suit():
    assert classes((None, "T"), constant_trumps="2") == [
        "2D 2C 2H 2S", "TD TC TH TS", "B", "R",
    ]  # fmt: skip
    assert classes((None, None)) == ["B", "R"]
    assert classes(("D", None))[-3:] == ["AD", "B", "R"]


def test_strength_order():
    low_to_high = ["AD", "3C", "2H", "AS", "TD", "TH", "TS", "B", "R"]
    cards = "R 2H AS TS TH 3C TD B AD"
    assert ref.by_strength(cards.split(), SPADES_TEN, BOOK) == low_to_high


# --- units ---------------------------------------------------------------------------------------


YES = [
    "2H 2H 3H 3H", "9H 9H JH JH", "2S 2S 3S 3S", "9S 9S JS JS", "AS AS TH TH", "TC TC TS TS",
    "TS TS B B", "B B R R", "AS AS TC TC TS TS B B R R",
]  # fmt: skip
NO = [
    "9H 9H TH TH", "9S 9S TS TS", "TS TS JS JS", "TH TH TC TC", "AH AH 2H 2H", "AS AS TS TS",
    "TD TD B B", "2H 2H 4H 4H", "2H 2H 3C 3C", "AH AH TH TH", "2H 3H", "2H 2H 3H", "TH TC",
]  # fmt: skip


def test_tractors():
    for cards in YES:
        assert is_unit(cards), cards
        assert is_unit(cards + " " + cards, decks=4), cards
    for cards in NO:
        assert not is_unit(cards), cards


def test_identical_faces():
    for cards in ("2H", "R", "2H 2H", "R R", "B B B", "TD TD TD TD"):
        assert is_unit(cards, decks=4)
    for cards in ("B R", "TD TC", "TD TD TC", ""):
        assert not is_unit(cards, decks=4)


def test_tractors_without_trump_suit():
    for face in ("TD", "TC", "TH", "TS"):
        assert is_unit(f"{face} {face} B B", (None, "T"))
    assert not is_unit("TD TD TS TS", (None, "T"))
    assert is_unit("2D 2D TS TS", (None, "T"), constant_trumps="2")
    assert is_unit("AS AS KS KS", (None, "T"))
    assert not is_unit("AS AS TH TH", (None, "T"))


def test_tractors_across_a_level():
    for trump in (("S", "A"), (None, "A")):
        assert is_unit("KH KH QH QH", trump)
        assert not is_unit("KH KH AH AH", trump)
    assert is_unit("KS KS AH AH", ("S", "A"))
    assert is_unit("9H 9H JH JH", ("S", None), constant_trumps="T")


def test_switches_of_tractors():
    assert not is_unit("2H 2H 3H 3H", tractors=False)
    assert is_unit("2H 2H", tractors=False)
    assert not is_unit("2H 2H 3H 3H", tractor_min_length=3)
    assert is_unit("2H 2H 3H 3H 4H 4H", tractor_min_length=3)
    for suit in "HS":
        assert not is_unit(ranks("99JJ", suit), hollow=False)
        assert is_unit(ranks("88JJ", suit), constant_trumps="9")
        assert not is_unit(ranks("88JJ", suit), constant_trumps="9", hollow=False)
        assert is_unit(ranks("JJQQ", suit), hollow=False)
    assert is_unit("AS AS TH TH", hollow=False)
    assert is_unit("KS KS 2H 2H", ("S", "A"), constant_trumps="2", hollow=False)


def test_banned_links():
    def banned(cards, *links, trump=SPADES_TEN, **switches):
        return not is_unit(cards, trump, banned_links=links, **switches)

    assert banned("B B R R", ("R", "B"))
    assert banned("TS TS B B", ("main_level", "B"))
    assert not banned("TS TS B B", ("main_level", "R"))
    assert banned("TH TH TS TS", ("main_level", "side_level"))
    assert banned("AS AS TH TH", ("plain", "side_level"))
    assert not banned("KS KS AS AS", ("plain", "side_level"))
    assert banned("AS AS 2H 2H", ("plain", "side_constant"), constant_trumps="2")
    for cards in ("2S 2S TH TH", "2H 2H 2S 2S", "TH TH TS TS", "TS TS B B"):
        assert banned(cards, *NANNING_LINKS, constant_trumps="2"), cards
    assert not banned("B B R R", *NANNING_LINKS, constant_trumps="2")
    assert not banned("AS AS 2H 2H", *NANNING_LINKS, constant_trumps="2")


def test_banned_links_between_constant_ranks():
    link = ("side_constant", "main_constant")
    for cards in ("2H 2H 2S 2S", "2S 2S 7H 7H", "7H 7H 7S 7S"):
        assert is_unit(cards, constant_trumps="27")
        assert not is_unit(cards, constant_trumps="27", banned_links=(link,))
    assert is_unit("7S 7S TH TH", constant_trumps="27", banned_links=(link,))


def test_banned_links_without_trump_suit():
    def linked(cards, *link):
        return is_unit(cards, (None, "T"), constant_trumps="27", banned_links=(link,))

    assert not linked("2H 2H 7S 7S", "side_constant", "main_constant")
    for one in ("side_constant", "main_constant"):
        for other in ("side_level", "main_level"):
            assert linked("2H 2H 7S 7S", one, other)
            assert not linked("7H 7H TS TS", one, other)
    assert not linked("TH TH B B", "side_level", "B")
    assert not linked("TH TH B B", "B", "main_level")


@pytest.mark.parametrize("seed", RANDOM)
def test_units_of_a_hand(seed):
    """Units are those sets of cards that read as one."""
    rng = Random(f"units {seed}")
    rules, trump = random_rules(rng), random_trump(rng)
    suit = rng.choice(ref.effective_suits(trump))
    cards = random_cards(rng, 10, suit, trump, rules)
    chain = ref.chain_of(suit, trump, rules)
    found = list(ref.units_in(cards, chain))
    assert len(set(found)) == len(found)
    sets = (some for some in ref.sub_multisets(cards) if some)
    assert set(found) == {ref.unit_of(some, chain) for some in sets} - {None}
    hand = random_hand(rng, 12, rules)
    texts = ref.text_of_units(ref.units_of(hand, trump, rules))
    leads = ref.leads(hand, trump, rules)
    assert sorted(texts) == sorted(lead[0] for lead in leads if len(lead) == 1)


def test_order_of_units():
    units = ref.units_of("AD AD AD 2H 2H 3H 3H KS KS TS TC TC TD TD", SPADES_TEN, book(decks=3))
    assert ref.text_of_units(units) == [
        "AD", "2H", "3H", "KS", "TD", "TC", "TS",
        "AD AD", "2H 2H", "3H 3H", "KS KS", "TD TD", "TC TC", "AD AD AD", "3H 3H 2H 2H",
    ]  # fmt: skip
    units = ref.units_of("KS KS AS AS TC TC TD TD", SPADES_TEN, BOOK)
    assert ref.text_of_units(units)[8:] == [
        "KS KS AS AS", "TD TD AS AS", "TC TC AS AS", "TD TD KS KS AS AS", "TC TC KS KS AS AS",
    ]  # fmt: skip


# --- readings ------------------------------------------------------------------------------------


def test_readings():
    assert readings("AAKKK") == [["KKK", "AA"], ["AAKK", "K"]]
    assert readings("AAKKK", reading="longest_unit") == [["AAKK", "K"], ["KKK", "AA"]]
    assert readings("AAKK") == [["AAKK"]]
    assert readings("AAQQ") == [["AA", "QQ"]]
    assert readings("AAKQ") == [["AA", "K", "Q"]]
    assert readings("AAA") == [["AAA"]]
    assert readings("AAKKK", tractors=False) == [["KKK", "AA"]]


def test_readings_of_many_units():
    assert readings("AAAKKKQQ") == [
        ["AAAKKK", "QQ"], ["KKQQ", "AAA", "K"], ["AAKKQQ", "A", "K"],
    ]  # fmt: skip
    assert readings("AAAKKKQQ", reading="longest_unit") == [
        ["AAAKKK", "QQ"], ["AAKKQQ", "A", "K"], ["KKQQ", "AAA", "K"],
    ]  # fmt: skip
    assert readings("AAAAKK") == [["AAAA", "KK"], ["AAKK", "AA"]]
    assert readings("AAAAKK", reading="longest_unit") == [["AAAA", "KK"], ["AAKK", "AA"]]
    assert readings("AAAAKKK")[0] == ["AAAA", "KKK"]


def test_readings_of_equal_faces():
    found = ref.readings("AS AS TH TH TC TC", SPADES_TEN, BOOK)
    assert found == [("TH TH AS AS", "TC TC"), ("TC TC AS AS", "TH TH")]
    assert ref.readings("TH TC TD", SPADES_TEN, BOOK) == [("TH", "TC", "TD")]


def test_no_reading_across_suits():
    assert ref.readings("AH AS", SPADES_TEN, BOOK) == []
    assert ref.readings("AH TH", SPADES_TEN, BOOK) == []


@pytest.mark.parametrize("seed", RANDOM)
def test_readings_are_what_the_book_says(seed):
    """Each uses all the cards, none joins what could be one unit, and there is at least one."""
    rng = Random(f"readings {seed}")
    rules, trump = random_rules(rng), random_trump(rng)
    suit = rng.choice(ref.effective_suits(trump))
    chain = ref.chain_of(suit, trump, rules)
    for _ in range(5):
        cards = ref.text_of_cards(random_cards(rng, rng.randint(1, 9), suit, trump, rules))
        found = ref.readings(cards, trump, rules)
        assert found
        assert len({tuple(sorted(units)) for units in found}) == len(found)
        for lead in found:
            units = ref.units_in_texts(lead, trump, rules)
            assert ref.text_of_cards(ref.cards_of(units)) == cards
            for one, other in combinations(units, 2):
                assert ref.unit_of(ref.cards_of([one, other]), chain) is None
            assert ref.is_legal_lead(lead[::-1], cards, trump, rules) is (
                len(lead) == 1 or rules["throws"]
            )
        if is_unit(cards, trump, **rules):
            assert found == [(cards,)]


@pytest.mark.parametrize("seed", RANDOM)
def test_partitions_by_all_sets(seed):
    """Every way to lay cards out is found by dividing them anyhow and looking at the parts."""
    rng = Random(f"partitions {seed}")
    rules, trump = random_rules(rng), random_trump(rng)
    suit = rng.choice(ref.effective_suits(trump))
    chain = ref.chain_of(suit, trump, rules)
    cards = random_cards(rng, 6, suit, trump, rules)

    def divisions(left):
        if not left:
            yield ()
            return
        first, others = left[0], left[1:]
        for size in range(len(left)):
            for places in combinations(range(len(others)), size):
                part = (first, *(others[place] for place in places))
                unit = ref.unit_of(part, chain)
                if unit is not None:
                    apart = [c for place, c in enumerate(others) if place not in places]
                    for units in divisions(apart):
                        yield tuple(sorted((unit, *units)))

    assert ref.partitions(tuple(cards), chain) == set(divisions(cards))


# --- leads and throws ----------------------------------------------------------------------------


def test_leads():
    assert ref.leads("AH TH", SPADES_TEN, BOOK) == [("AH",), ("TH",)]
    assert set(ref.leads("AH AH KH", SPADES_TEN, BOOK)) == {
        ("AH",), ("AH AH",), ("KH",), ("AH", "KH"), ("AH AH", "KH"),
    }  # fmt: skip
    assert set(ref.leads("AH AH KH", SPADES_TEN, book(throws=False))) == {
        ("AH",), ("AH AH",), ("KH",),
    }  # fmt: skip


def test_no_lead():
    for lead in (("AH", "AH"), ("AH", "AS"), ("KH",), ("AH AH", "AH"), ("KD KD", "AD AD")):
        assert not ref.is_legal_lead(lead, "AH AH AS KD KD AD AD", SPADES_TEN, BOOK), lead


def thrown(lead, *others, trump=("S", "2"), **switches):
    """Throw hearts against hands of hearts: whether they stand, beaten units, what is led."""
    trump, rules = ref.Trump(*trump), book(**switches)
    units = ref.units_in_texts([ranks(unit) for unit in lead.split()], trump, rules)
    result = ref.throw(units, [ranks(hand) for hand in others], trump, rules)

    def short(units):
        return [text.replace("H", "").replace(" ", "") for text in ref.text_of_units(units)]

    return result.stands, short(result.beaten), short([result.led] if result.led else [])


def test_a_throw_that_fails():
    """Q44, from the rules of championships."""
    assert thrown("44 Q", "3", "K", "5") == (False, ["Q"], ["Q"])
    assert thrown("44 Q", "3", "55", "J") == (False, ["44"], ["44"])
    assert thrown("44 Q", "3", "55", "K") == (False, ["Q", "44"], [])
    assert thrown("44 Q", "3", "55", "K", failed_throw="smallest") == (False, ["Q", "44"], ["44"])
    assert thrown("44 Q", "35", "33", "J67") == (True, [], [])


def test_who_beats_a_throw():
    assert thrown("AA K", "", "KKQQ", "K") == (True, [], [])
    assert thrown("AA K", "", "", "AA") == (False, ["K"], ["K"])
    assert thrown("KK A", "", "AA", "") == (False, ["KK"], ["KK"])
    assert thrown("KK Q J", "AAA", "", "", decks=3) == (False, ["J", "KK"], [])
    assert thrown("KK Q", "A", "", "") == (False, ["Q"], ["Q"])
    # Of one kind the smallest unit counts, and is led.
    assert thrown("A 9 8", "9", "", "") == (False, ["8"], ["8"])
    # Long runs are cut, and wide faces torn.
    assert thrown("5566 A", "778899", "", "") == (False, ["5566"], ["5566"])
    assert thrown("5566 A", "77788899", "", "", decks=3) == (False, ["5566"], ["5566"])
    assert thrown("5566 A", "77", "99", "66") == (True, [], [])
    assert thrown("5566 A", "6677", "", "") == (False, ["5566"], ["5566"])
    assert thrown("555 K", "7777", "", "", decks=4) == (False, ["555"], ["555"])


def test_what_is_led_of_several_beaten_kinds():
    two = "778899", "KK", "A"
    assert thrown("5566 QQ K", *two) == (False, ["K", "QQ", "5566"], [])
    assert thrown("5566 QQ K", *two, failed_throw="smallest")[2] == ["5566"]
    assert thrown("66 4", "8", "", "99", failed_throw="smallest") == (False, ["4", "66"], ["4"])
    # Both with the same top: fewest cards.
    assert thrown("5566 6", "7788", "", "9", failed_throw="smallest", decks=3)[2] == ["6"]
    assert thrown("5566 6", "7788", "", "9", decks=3) == (False, ["6", "5566"], [])
    # Four cards both: the narrower comes first.
    assert thrown("7777 5566", "9999", "8899", "", decks=4) == (False, ["5566", "7777"], [])


def test_throws_among_trumps():
    def stands(lead, *others, **switches):
        units = ref.units_in_texts(lead, SPADES_TEN, BOOK)
        return ref.throw(units, others, SPADES_TEN, book(**switches)).stands

    assert stands(("TH TH", "R"), "TC TC", "TD TD", "")  # equal is not higher
    assert not stands(("TH TH", "R"), "TS TS", "", "")
    assert not stands(("AS AS TH TH", "R"), "TS TS B B", "", "")
    assert not stands(("AS AS TH TH", "R"), "TC TC TS TS", "", "")
    assert stands(("AS AS TH TH", "R"), "AS AS TC TC", "TS TS", "B B")
    assert stands(("AS AS TH TH", "R"), "TS TS B B", "", "", banned_links=(("B", "main_level"),))
    assert stands(("AS", "KS"), "AH AH", "KH KH", "QH")


@pytest.mark.parametrize("seed", RANDOM)
def test_a_kind_is_beaten_if_any_of_its_units_is(seed):
    rng = Random(f"throws {seed}")
    rules, trump = random_rules(rng), random_trump(rng)
    for _ in range(10):
        suit = rng.choice(ref.effective_suits(trump))
        lead = random_lead(rng, 8, trump, rules, suit)
        units = ref.units_in_texts(lead, trump, rules)
        others = [
            ref.text_of_cards(random_cards(rng, rng.randint(0, 8), suit, trump, rules))
            for _ in range(3)
        ]
        result = ref.throw(units, others, trump, rules)
        kinds = {
            ref.kind_of(unit)
            for unit in units
            if any(ref.is_beaten(unit, hand, trump, rules) for hand in others)
        }
        if len(units) == 1:
            assert result == ref.Throw(True, [], None)
            assert ref.beaten_units(lead, others, trump, rules) == []
        else:
            assert {ref.kind_of(unit) for unit in result.beaten} == kinds
            assert result.stands is not bool(kinds)
            assert set(result.beaten) <= set(units)
