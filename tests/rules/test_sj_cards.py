"""Which cards are trumps, and how high each is: SJ-04 to SJ-08."""

from itertools import combinations

import pytest

from shengji_kernel import follows, trump, winner

PLAIN = "23456789TJQKA"


def assert_chain(table, chain):
    """Each class of trumps beats those before it; within a class the earlier play stays."""
    for low, high in combinations(chain, 2):
        for worse in low.split():
            for better in high.split():
                assert winner(table, worse, better) == 1, (worse, better)
                assert winner(table, better, worse) == 0, (worse, better)
    for faces in chain:
        for one in faces.split():
            for other in faces.split():
                assert winner(table, one, other) == 0, (one, other)


@pytest.mark.rule("SJ-04")
def test_effective_suits():
    """Level cards, jokers and the trump suit are owed to trumps, and to nothing else."""
    table = trump("S", "T")
    for card in ("TH", "TC", "TD", "TS", "2S", "AS", "B", "R"):
        assert follows(table, f"{card} 3D", "9S") == {card}
        for led in ("9H", "9C"):
            assert follows(table, f"{card} 3D", led) == {card, "3D"}
        assert follows(table, f"{card} 3H", "9H") == {"3H"}
    for suit in "DCH":
        assert follows(table, f"9{suit} 3S", f"A{suit}") == {f"9{suit}"}
        assert follows(table, f"9{suit} 3S", "B") == {"3S"}


@pytest.mark.rule("SJ-04", "SJ-06")
def test_constant_ranks_are_trumps():
    table = trump("S", "T", constant_trumps="27")
    for card in ("2H", "7D", "TC"):
        assert follows(table, f"{card} 3D", "9S") == {card}
        assert follows(table, f"{card} 3{card[1]}", f"9{card[1]}") == {f"3{card[1]}"}


@pytest.mark.rule("SJ-05", "SJ-08")
def test_order_of_trumps():
    chain = [*(rank + "S" for rank in "23456789JQKA"), "TH TC TD", "TS", "B", "R"]
    assert_chain(trump("S", "T"), chain)
    chain = [*(rank + "D" for rank in PLAIN[:-1]), "AH AC AS", "AD", "B", "R"]
    assert_chain(trump("D", "A"), chain)


@pytest.mark.rule("SJ-05")
def test_order_of_other_suits():
    for suit in "DCH":
        assert_chain(trump("S", "T"), [rank + suit for rank in "23456789JQKA"])


@pytest.mark.rule("SJ-06")
def test_a_constant_rank():
    chain = [*(rank + "S" for rank in "3456789JQKA"), "2H 2C 2D", "2S", "TH TC TD", "TS", "B", "R"]
    assert_chain(trump("S", "T", constant_trumps="2"), chain)


@pytest.mark.rule("SJ-06")
def test_several_constant_ranks():
    chain = [
        *(rank + "C" for rank in "345689TJQK"),
        "2D 2H 2S", "2C", "7D 7H 7S", "7C", "AD AH AS", "AC", "B", "R",
    ]  # fmt: skip
    for constants in ("27", "72"):
        assert_chain(trump("C", "A", constant_trumps=constants), chain)


@pytest.mark.rule("SJ-06")
def test_a_constant_rank_that_is_the_level():
    chain = [
        *(rank + "C" for rank in "345689TJQKA"), "7D 7H 7S", "7C", "2D 2H 2S", "2C", "B", "R",
    ]  # fmt: skip
    assert_chain(trump("C", "2", constant_trumps="27"), chain)


@pytest.mark.rule("SJ-07", "SJ-08")
def test_no_trump():
    assert_chain(trump(None, "T"), ["TD TC TH TS", "B", "R"])
    table = trump(None, "T", constant_trumps="72")
    assert_chain(table, ["2D 2C 2H 2S", "7D 7C 7H 7S", "TD TC TH TS", "B", "R"])
    for suit in "DCHS":
        assert follows(table, f"9{suit} 2D B", f"A{suit}") == {f"9{suit}"}
        assert_chain(table, [rank + suit for rank in "345689JQKA"])


@pytest.mark.rule("SJ-04", "SJ-06")
def test_without_a_level():
    """Fixed trumps: constant ranks, jokers, and a suit or none."""
    table = trump("H", None, constant_trumps="2")
    assert_chain(table, [*(r + "H" for r in "3456789TJQKA"), "2D 2C 2S", "2H", "B", "R"])
    assert_chain(trump(None, None), ["B", "R"])


@pytest.mark.rule("SJ-08")
def test_the_earlier_play_stays_ahead():
    table = trump("S", "T", decks=4)
    assert winner(table, "9H", "AH", "AH", "KH") == 1
    assert winner(table, "9H", "TC", "TH", "TD") == 1
    assert winner(table, "9H 9H", "AH AH", "TC TC", "TD TD") == 2
    assert winner(table, "9H 9H JH JH", "TC TC TS TS", "TD TD TS TS", "AS AS KS KS") == 1
