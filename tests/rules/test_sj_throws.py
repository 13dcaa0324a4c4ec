"""Throws that stand and that fail: SJ-13, SJ-15, SJ-16."""

import pytest

from shengji_kernel import readings, throw, trump


def hearts(text):
    return " ".join(rank + "H" for rank in text)


def thrown(lead, *others, **switches):
    """Throw hearts, where none is trump: whether they stand, beaten units, the unit led."""
    table = trump("S", "2", decks=4, **switches)
    ok, beaten, forced = throw(
        table, [hearts(unit) for unit in lead.split()], [hearts(hand) for hand in others]
    )

    def short(unit):
        return unit and unit.replace("H", "").replace(" ", "")

    return ok, [short(unit) for unit in beaten], short(forced)


@pytest.mark.rule("SJ-16")
def test_the_example_of_the_championships():
    assert thrown("Q 44", "3", "K", "5") == (False, ["Q"], "Q")
    assert thrown("Q 44", "3", "J", "55") == (False, ["44"], "44")
    assert thrown("Q 44", "A", "J", "55") == (False, ["Q", "44"], None)
    assert thrown("Q 44", "A", "J", "55", failed_throw="smallest") == (False, ["Q", "44"], "44")


@pytest.mark.rule("SJ-15")
def test_a_throw_that_stands():
    assert thrown("Q 44", "33", "J5", "Q678") == (True, [], None)
    assert thrown("AA K", "", "KKQQ", "K") == (True, [], None)
    assert thrown("AA K", "", "", "") == (True, [], None)


@pytest.mark.rule("SJ-15")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_any_hand_beats_a_throw(seat):
    """The partner's, too."""
    hands = ["3", "3", "3"]
    hands[seat] = "A"
    assert thrown("K QQ", *hands) == (False, ["K"], "K")


@pytest.mark.rule("SJ-15")
def test_wider_faces_are_torn_and_longer_runs_cut():
    assert thrown("KK A", "", "AA", "") == (False, ["KK"], "KK")
    assert thrown("33 A", "444", "", "") == (False, ["33"], "33")
    assert thrown("333 AA", "4444", "", "") == (False, ["333"], "333")
    assert thrown("5566 A", "778899", "", "") == (False, ["5566"], "5566")
    assert thrown("5566 A", "6677", "", "") == (False, ["5566"], "5566")
    assert thrown("5566 A", "777888", "", "") == (False, ["5566"], "5566")
    assert thrown("5566 A", "7799JJ", "KK", "QQ") == (True, [], None)


@pytest.mark.rule("SJ-15", "SJ-12")
def test_a_run_over_a_banned_link_beats_nothing():
    table = trump("S", "T")
    lead, hands = ["KS KS AS AS", "R"], ["TS TS B B", "", ""]
    assert throw(table, lead, hands) == (False, ["KS KS AS AS"], "KS KS AS AS")
    table = trump("S", "T", banned_links=(("main_level", "B"),))
    assert throw(table, lead, hands) == (True, [], None)


@pytest.mark.rule("SJ-15", "SJ-08")
def test_equal_is_not_higher():
    table = trump("S", "T", decks=4)
    assert throw(table, ["TH TH", "R"], ["TC TC", "TD TD", ""]) == (True, [], None)
    assert throw(table, ["TH TH", "R"], ["TC TC", "TS TS", ""]) == (False, ["TH TH"], "TH TH")
    assert throw(table, ["AS AS TH TH", "R"], ["AS AS TC TC", "", ""]) == (True, [], None)


@pytest.mark.rule("SJ-15")
def test_other_suits_beat_no_throw():
    table = trump("S", "T")
    assert throw(table, ["9H", "8H"], ["AS AS", "R R", "AD TH"]) == (True, [], None)
    assert throw(table, ["9S", "8S"], ["AH", "AD", "TH"])[0] is False


@pytest.mark.rule("SJ-16")
def test_the_smallest_unit_of_a_kind():
    assert thrown("A 9 8", "9", "", "") == (False, ["8"], "8")
    assert thrown("A 9 8", "T", "", "") == (False, ["8"], "8")
    assert thrown("KK 99 A", "TT", "", "") == (False, ["99"], "99")


@pytest.mark.rule("SJ-16")
def test_several_kinds_are_beaten():
    hands = "778899", "KK", "A"
    assert thrown("5566 QQ K", *hands) == (False, ["K", "QQ", "5566"], None)
    assert thrown("5566 QQ K", *hands, failed_throw="smallest")[2] == "5566"
    # Equal tops: fewest cards.
    assert thrown("5566 6", "7788", "", "9") == (False, ["6", "5566"], None)
    assert thrown("5566 6", "7788", "", "9", failed_throw="smallest")[2] == "6"
    # Equally many cards: the narrower comes first.
    assert thrown("7777 5566", "TTTT", "8899", "") == (False, ["5566", "7777"], None)


@pytest.mark.rule("SJ-13")
def test_one_unit_is_no_throw():
    assert thrown("33", "44", "55", "AA") == (True, [], None)
    assert thrown("3", "4", "5", "A") == (True, [], None)


@pytest.mark.rule("SJ-13")
def test_cards_of_several_suits_are_no_throw():
    assert readings(trump("S", "T"), "AH AD") == []
    assert readings(trump("S", "T"), "AH TH") == []
    assert readings(trump("S", "T"), "AS TH B") != []
