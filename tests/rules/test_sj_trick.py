"""Who wins a trick: SJ-24, SJ-25."""

import pytest

from shengji_kernel import trump, winner


def wins(lead, *plays, **switches):
    """Who wins where spades are trumps and tens the level; lead units are apart by commas."""
    return winner(trump("S", "T", decks=4, **switches), lead.split(", "), *plays)


@pytest.mark.rule("SJ-25")
def test_singles():
    assert wins("AH", "KH", "QH", "9H") == 0
    assert wins("9H", "KH", "QH", "AH") == 3
    assert wins("9H", "AD", "AC", "JH") == 3
    assert wins("AH", "2S", "AD", "3S") == 3
    assert wins("AS", "TH", "TS", "TC") == 2


@pytest.mark.rule("SJ-24")
def test_a_play_must_fit_the_lead():
    assert wins("9H 9H", "AH KH", "JH JH", "QH KH") == 2
    assert wins("9H 9H", "2S 3S", "R B", "JH JH") == 3
    assert wins("9H 9H JH JH", "QH QH AH AH", "KH KH AH AH", "2S 2S 4S 4S") == 2
    assert wins("9H 9H", "AD AD", "AC AC", "8H 8H") == 0
    assert wins("9H 9H 9H", "JH JH JH", "2S 2S 3S", "AH AH KH") == 1
    assert wins("9H 9H", "TH JH", "AH 2S", "TC TC") == 3


@pytest.mark.rule("SJ-24")
def test_a_wider_tuple_may_be_split():
    assert wins("9H 9H, 8H", "2S 2S 2S", "AH AH AH") == 1
    assert wins("AH AH, QH QH", "4S 4S 4S 4S", "3S 3S 6S 6S") == 2
    assert wins("AH AH, QH QH", "6S 6S 6S 6S", "3S 3S 5S 5S") == 1
    assert wins("QH QH KH KH, 9H 9H", "2S 2S 2S 2S 3S 3S") == 1


@pytest.mark.rule("SJ-24")
def test_a_standing_throw_is_beaten_by_trumps_only():
    assert wins("KH, QH", "AH AH", "AH JH", "2S 9D") == 0
    assert wins("AH, KH", "AH AH", "2S 2S", "2S 3S") == 3
    assert wins("QS QS, 9S", "AS AS KS", "TS TS B", "3S 3S 4S") == 0


@pytest.mark.rule("SJ-25")
def test_ruffs_and_higher_ruffs():
    assert wins("9H 9H", "2S 2S", "JH JH", "3S 3S") == 3
    assert wins("9H 9H JH JH", "2S 2S 4S 4S", "2S 2S 3S 3S", "TH TH TC TC") == 2
    assert wins("9H 9H JH JH", "KS KS AS AS", "AS AS TH TH", "2S 2S 3S 3S") == 2
    assert wins("AS AS TH TH", "TC TC TS TS", "TS TS B B", "2S 2S 3S 3S") == 2


@pytest.mark.rule("SJ-25")
def test_singles_thrown():
    assert wins("AH, KH", "2S B", "3S 4S", "R 2S") == 3
    assert wins("AH, KH", "AS B", "2S 3S", "9S B") == 1


@pytest.mark.rule("SJ-25")
def test_pairs_thrown():
    assert wins("QH QH, 9H", "AH AH KH", "2S 2S 3S", "4S 4S 2S") == 3
    assert wins("QH QH, 9H", "AH AH KH", "4S 4S R", "3S 3S B") == 2
    assert wins("QH QH, 9H", "4S 4S R", "4S 4S B") == 1


@pytest.mark.rule("SJ-25")
def test_tractors_thrown():
    throw = "QH QH KH KH, 9H 9H, 8H"
    assert wins(throw, "2S 2S 3S 3S B B R", "4S 4S 5S 5S 2S 2S 3S") == 2
    assert wins(throw, "4S 4S 5S 5S 2S 2S 3S", "2S 2S 3S 3S B B R") == 1


@pytest.mark.rule("SJ-25")
def test_the_dominant_kind():
    """Most cards, then widest."""
    throw = "AH AH AH AH, QH QH KH KH"
    low, high = "2S 2S 2S 2S B B R R", "3S 3S 3S 3S 4S 4S 5S 5S"
    assert wins(throw, low, high) == 2
    assert wins(throw, high, low) == 1
    throw = "AH AH AH, QH QH KH KH"
    low, high = "R R R 2S 2S 3S 3S", "6S 6S 6S 4S 4S 5S 5S"
    assert wins(throw, low, high) == 2


@pytest.mark.rule("SJ-25")
def test_the_best_split():
    throw = "QH QH KH KH, 9H 9H"
    assert wins(throw, "2S 2S 4S 4S 5S 5S", "3S 3S 4S 4S 5S 5S") == 1
    assert wins(throw, "2S 2S 3S 3S 5S 5S", "3S 3S 4S 4S 5S 5S") == 2
    assert wins("AH AH AH, QH QH", "2S 2S 2S 6S 6S", "4S 4S 3S 3S 3S") == 2


@pytest.mark.rule("SJ-25")
def test_every_unit_must_be_higher():
    every = {"throw_compare": "every_unit"}
    assert wins("AH AH, KH", "2S 2S R", "3S 3S B", **every) == 1
    assert wins("AH AH, KH", "2S 2S 4S", "3S 3S B", **every) == 2
    assert wins("AH AH, KH", "2S 2S 4S", "3S 3S 4S", **every) == 1
    assert wins("9H 9H", "JH JH", "2S 2S", "3S 3S", **every) == 3


@pytest.mark.rule("SJ-25")
def test_the_highest_card_decides():
    highest = {"throw_compare": "highest_card"}
    assert wins("AH AH, KH", "2S 2S B", "3S 3S 4S", **highest) == 1
    assert wins("AH AH, KH", "3S 3S 4S", "2S 2S B", **highest) == 2
    assert wins("AH AH, KH", "3S 3S B", "2S 2S B", **highest) == 1
    assert wins("9H 9H", "JH JH", "QH QH", "AH KH", **highest) == 2
