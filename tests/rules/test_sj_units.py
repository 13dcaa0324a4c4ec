"""Units, tractors, readings of a throw: SJ-09 to SJ-14."""

import pytest

from shengji_kernel import leads, readings, trump

SPADES_TEN = "S", "T"


def is_unit(cards, named=SPADES_TEN, **switches):
    """Whether cards are read as one unit, and as nothing else."""
    return [len(units) for units in readings(trump(*named, **switches), cards)] == [1]


def hearts(text):
    return " ".join(rank + "H" for rank in text)


def read(text, **switches):
    """Readings of hearts where no heart is trump, each as ranks."""
    found = readings(trump("S", "2", **switches), hearts(text))
    return [[unit.replace("H", "").replace(" ", "") for unit in units] for units in found]


@pytest.mark.rule("SJ-09")
def test_identical_faces():
    for number, card in enumerate(("3H", "TS", "B", "R"), 1):
        assert is_unit(" ".join([card] * number), decks=number)
    for cards in ("B R", "TH TS", "3H 4H"):
        assert not is_unit(cards)
    assert readings(trump(*SPADES_TEN), "TH TC TD") == [("TH", "TC", "TD")]


@pytest.mark.rule("SJ-09")
def test_wide_faces_are_one_unit():
    assert read("555", decks=3) == [["555"]]
    assert read("5555", decks=4) == [["5555"]]


TRACTORS = [
    "2H 2H 3H 3H", "9H 9H JH JH", "2S 2S 3S 3S", "9S 9S JS JS", "AS AS TH TH", "TC TC TS TS",
    "TS TS B B", "B B R R", "AS AS TC TC TS TS B B R R", "KS KS AS AS TD TD",
]  # fmt: skip
NO_TRACTORS = ["9S 9S TS TS", "TS TS JS JS", "TH TH TC TC", "AS AS TS TS", "TD TD B B", "TS TS R R"]


@pytest.mark.rule("SJ-10")
@pytest.mark.parametrize("copies", [1, 2])
def test_tractors(copies):
    """Pairs, and quads of four decks."""
    for cards in TRACTORS:
        assert is_unit(" ".join([cards] * copies), decks=2 * copies), cards
    for cards in NO_TRACTORS:
        assert not is_unit(" ".join([cards] * copies), decks=2 * copies), cards
    # Cards of several suits are no lead at all.
    assert not readings(trump(*SPADES_TEN), "9H 9H TH TH")


@pytest.mark.rule("SJ-10")
def test_widths_of_tractors():
    assert is_unit("2H 2H 2H 3H 3H 3H", decks=3)
    assert not is_unit("2H 2H 2H 3H 3H", decks=3)
    assert not is_unit("2H 3H 4H")


@pytest.mark.rule("SJ-10", "SJ-12")
def test_the_least_length():
    assert not is_unit("2H 2H 3H 3H", tractor_min_length=3)
    assert is_unit("2H 2H 3H 3H 4H 4H", tractor_min_length=3)
    assert read("3344", tractor_min_length=3) == [["44", "33"]]


@pytest.mark.rule("SJ-11")
def test_tractors_without_trump_suit():
    for suit in "DCHS":
        assert is_unit(f"T{suit} T{suit} B B", (None, "T"))
        assert is_unit(f"9{suit} 9{suit} J{suit} J{suit}", (None, "T"))
    assert not is_unit("TD TD TS TS", (None, "T"))
    assert is_unit("2D 2D TS TS", (None, "T"), constant_trumps="2")


@pytest.mark.rule("SJ-12")
def test_no_tractors():
    assert read("5566", tractors=False) == [["66", "55"]]
    assert read("AAKKK", tractors=False, decks=3) == [["KKK", "AA"]]


@pytest.mark.rule("SJ-12")
def test_no_hollow_links():
    for suit in "HS":
        assert is_unit(f"9{suit} 9{suit} J{suit} J{suit}")
        assert not is_unit(f"9{suit} 9{suit} J{suit} J{suit}", hollow=False)
        assert is_unit(f"8{suit} 8{suit} 9{suit} 9{suit}", hollow=False)
        cards = f"6{suit} 6{suit} 8{suit} 8{suit}"
        assert is_unit(cards, constant_trumps="7")
        assert not is_unit(cards, constant_trumps="7", hollow=False)
    for cards in ("AS AS TH TH", "TH TH TS TS", "TS TS B B", "B B R R"):
        assert is_unit(cards, hollow=False)


BANNED = {
    ("B", "R"): "B B R R",
    ("B", "main_level"): "TS TS B B",
    ("side_level", "main_level"): "TH TH TS TS",
    ("main_constant", "side_level"): "2S 2S TH TH",
    ("side_constant", "main_constant"): "2D 2D 2S 2S",
    ("plain", "side_constant"): "AS AS 2C 2C",
}


@pytest.mark.rule("SJ-12")
def test_banned_links():
    for link in BANNED:
        for turned in (link, link[::-1]):
            for other, cards in BANNED.items():
                linked = is_unit(cards, constant_trumps="2", banned_links=(turned,))
                assert linked is (other != link), (turned, cards)
        assert is_unit("KS KS AS AS", constant_trumps="2", banned_links=(link,))
        assert is_unit("KH KH AH AH", constant_trumps="2", banned_links=(link,))
    assert is_unit("TS TS B B", banned_links=(("R", "side_level"),))


@pytest.mark.rule("SJ-12")
def test_banned_links_without_trump_suit():
    """The one class of a rank answers to both its names."""
    for level in ("side_level", "main_level"):
        assert not is_unit("TD TD B B", (None, "T"), banned_links=((level, "B"),))
        for constant in ("side_constant", "main_constant"):
            assert not is_unit(
                "2D 2D TD TD", (None, "T"), constant_trumps="2", banned_links=((constant, level),)
            )


@pytest.mark.rule("SJ-13")
def test_leads_of_one_unit():
    table = trump("S", "2")
    assert set(leads(table, "5H 5H 6H 6H 8D B")) == {
        "5H", "6H", "5H 5H", "6H 6H", "5H 5H 6H 6H", "8D", "B",
    }  # fmt: skip
    assert len(leads(table, "5H 5H 6H 6H 8D B")) == 7


@pytest.mark.rule("SJ-13")
def test_what_can_be_one_unit_is_one():
    assert read("AAKK") == [["KKAA"]]
    assert read("334455") == [["334455"]]
    assert read("3355") == [["55", "33"]]
    assert read("35") == [["5", "3"]]


@pytest.mark.rule("SJ-14")
def test_a_throw_with_two_readings():
    assert read("AAKKK", decks=3) == [["KKK", "AA"], ["KKAA", "K"]]
    assert read("AAKKK", decks=3, reading="longest_unit") == [["KKAA", "K"], ["KKK", "AA"]]


@pytest.mark.rule("SJ-14")
def test_a_throw_with_many_readings():
    assert read("AAAKKKQQ", decks=3) == [
        ["KKKAAA", "QQ"], ["QQKK", "AAA", "K"], ["QQKKAA", "A", "K"],
    ]  # fmt: skip
    assert read("AAAKKKQQ", decks=3, reading="longest_unit") == [
        ["KKKAAA", "QQ"], ["QQKKAA", "A", "K"], ["QQKK", "AAA", "K"],
    ]  # fmt: skip
    assert read("AAAAKKQ", decks=4) == [["AAAA", "KK", "Q"], ["KKAA", "AA", "Q"]]


@pytest.mark.rule("SJ-14")
def test_readings_by_equal_faces():
    found = readings(trump(*SPADES_TEN), "AS AS TH TH TC TC")
    assert found == [("TH TH AS AS", "TC TC"), ("TC TC AS AS", "TH TH")]
