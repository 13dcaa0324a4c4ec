"""The orders of straights, named and written, and their ties: BT-12, BT-13, BT-17."""

from itertools import pairwise, product

import pytest

from big2_states import beats, kind_of, moves
from reference import big2 as ref

WINDOWS = [(ref.RANKS + ref.RANKS)[start : start + 5] for start in range(13)]
LISTED = {
    "hk": "34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA 23456 A2345",
    "natural": "A2345 23456 34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA",
    "wheel_top": "23456 34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA A2345",
    "broadway_wheel": "23456 34567 45678 56789 6789T 789TJ 89TJQ 9TJQK A2345 TJQKA",
    "taiwan": "A2345 34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA 23456",
    "game_rank": "34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA JQKA2",
    "two_high_tie": "34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA",
}


def cards_of(window, suits):
    return " ".join(rank + suit for rank, suit in zip(window, suits, strict=True))


@pytest.mark.rule("BT-12", "BT-17")
@pytest.mark.parametrize("name", LISTED)
def test_named_orders(name):
    """Each straight beats all lower ones, whatever the suits; and so do straight flushes."""
    windows = LISTED[name].split()
    for (low, a), (high, b) in product(enumerate(windows), repeat=2):
        if low == high:
            continue
        for strong, weak in (("DDDDC", "SSSSH"), ("DDDDD", "SSSSS")):
            assert beats(cards_of(b, strong), cards_of(a, weak), straights=name) is (high > low)


@pytest.mark.rule("BT-12")
@pytest.mark.parametrize("name", LISTED)
def test_what_an_order_does_not_list(name):
    listed = LISTED[name].split() + (["A2345", "23456"] if name == "two_high_tie" else [])
    for window in WINDOWS:
        mixed, plain = cards_of(window, "DDDDC"), cards_of(window, "DDDDD")
        assert kind_of(mixed, straights=name) == ("straight" if window in listed else None)
        expected = "straight_flush" if window in listed else "flush"
        assert kind_of(plain, straights=name) == expected


@pytest.mark.rule("BT-12", "BT-13")
def test_two_windows_that_tie():
    def beat(a, b):
        return beats(a, b, straights="two_high_tie")

    for window in ("A2345", "23456"):
        assert beat(cards_of(window, "DDDDC"), "TS JS QS KS AH")
    assert beat("2S 3D 4D 5D 6D", "AS 2H 3S 4S 5S")
    assert beat("AD 2S 3D 4D 5D", "2H 3S 4S 5S 6S")
    assert not beat("AD 2S 3D 4D 5D", "2S 3C 4C 5C 6C")
    assert not beat("AD 2C 3D 4D 5D", "2H 3C 4C 5C 6C")


TIES = {
    "game": {"A2345": 1, "23456": 0, "34567": 4, "TJQKA": 4, "9TJQK": 4, "JQKA2": 4, "KA234": 2},
    "sequence": dict.fromkeys(WINDOWS, 4),
    "taiwan": {"A2345": 4, "23456": 0, "34567": 4, "TJQKA": 4, "JQKA2": 4, "QKA23": 3},
}
"""The place of the card that decides, in the window."""


@pytest.mark.rule("BT-13")
@pytest.mark.parametrize("tie", TIES)
def test_the_card_that_decides_between_equal_windows(tie):
    written = " ".join(WINDOWS)
    for window, place in TIES[tie].items():
        for low, high in pairwise("DCHS"):
            weak, strong = list("SSSSS"), list("DDDDD")
            weak[place], strong[place] = low, high
            a, b = cards_of(window, weak), cards_of(window, strong)
            assert beats(b, a, straights=written, straight_tie=tie)
            assert not beats(a, b, straights=written, straight_tie=tie)


@pytest.mark.rule("BT-13")
def test_ties_of_the_sources():
    # The 2 of A2345 and 23456 in Hong Kong, the last card of the sequence, and Taiwan's 5 and 2.
    a, b = "AD 2S 3D 4D 5D", "AS 2D 3S 4S 5S"
    c, d = "2S 3D 4D 5D 6D", "2D 3S 4S 5S 6S"
    assert beats(a, b)
    assert beats(c, d)
    for tie in ("sequence", "taiwan"):
        assert beats(b.replace("4S", "4D"), a, straight_tie=tie)
    assert beats(d, c, straight_tie="sequence")
    assert beats(c, d, straight_tie="taiwan")


@pytest.mark.rule("BT-13")
def test_equal_windows_may_never_beat():
    low, high = "3D 4D 5D 6D 7C", "3S 4S 5S 6S 7H"
    assert beats(high, low)
    assert not beats(high, low, straight_tie="none")
    assert beats("4D 5D 6D 7D 8C", high, straight_tie="none")
    assert moves(high, low, straight_tie="none") == ["pass"]
    tied = {"straights": "two_high_tie", "straight_tie": "none"}
    assert not beats("2S 3D 4D 5D 6D", "AD 2D 3D 4D 5C", **tied)
    assert not beats("AD 2D 3D 4D 5C", "2S 3D 4D 5D 6D", **tied)


@pytest.mark.rule("BT-13")
def test_ties_move_with_the_ranks():
    # Big Three: 23456 is the moved A2345, 34567 the moved 23456.
    taiwan = {"straights": "taiwan", "straight_tie": "taiwan", "top_rank": "3"}
    assert beats("2D 3D 4D 5D 6S", "2S 3S 4S 5S 6D", **taiwan)
    assert beats("3S 4D 5D 6D 7D", "3D 4S 5S 6S 7S", **taiwan)
    game = taiwan | {"straight_tie": "game"}
    assert beats("2D 3S 4D 5D 6D", "2S 3D 4S 5S 6S", **game)


@pytest.mark.rule("BT-11", "BT-13")
def test_the_documented_order_of_straights():
    hand = "3D 3C 4D 5D 6C 7D 7S 8D"
    assert [text for text in moves(hand, flushes=False) if len(text.split()) == 5] == [
        "3D 4D 5D 6C 7D", "3C 4D 5D 6C 7D", "3D 4D 5D 6C 7S", "3C 4D 5D 6C 7S",
        "4D 5D 6C 7D 8D", "4D 5D 6C 7S 8D",
    ]  # fmt: skip
