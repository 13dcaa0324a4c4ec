"""What is owed when following: SJ-18 to SJ-23."""

from itertools import pairwise

import pytest

from shengji_kernel import follows, is_legal, trump


def hearts(text):
    return " ".join(rank + "H" for rank in text)


def legal(hand, lead, **switches):
    """The legal follows of hearts, where none is trump, as ranks."""
    table = trump("S", "2", **switches)
    found = follows(table, hearts(hand), [hearts(unit) for unit in lead.split()])
    return {play.replace("H", "").replace(" ", "") for play in found}


def better(lead, answers, **switches):
    """Check that whoever can give both of two neighbours has to give the first.

    Faces of the two are apart, so that the hand is the one and the other together.
    """
    table = trump("S", "2", decks=4, **switches)
    units = [hearts(unit) for unit in lead.split()]
    for high, low in pairwise(answers):
        counts = {rank: max(high.count(rank), low.count(rank)) for rank in high + low}
        hand = hearts("".join(rank * number for rank, number in sorted(counts.items())))
        assert is_legal(table, hearts(high), hand, units), (lead, high, low)
        assert not is_legal(table, hearts(low), hand, units), (lead, high, low)


# --- the suit ------------------------------------------------------------------------------------


@pytest.mark.rule("SJ-18")
def test_the_suit_is_owed():
    table = trump("S", "2")
    assert follows(table, "5H 6H KS 3C", "AH") == {"5H", "6H"}
    assert follows(table, "5H 6H KS 3C", "AH AH") == {"5H 6H"}
    assert follows(table, "KS 3C", "AH") == {"KS", "3C"}
    assert follows(table, "KS KS 3C", "AH AH") == {"KS KS", "3C KS"}


@pytest.mark.rule("SJ-18")
def test_too_few_of_the_suit():
    """All of them, and any others: trumps are never owed."""
    table = trump("S", "2")
    assert follows(table, "5H 6H KS KS 3C", "KH KH AH AH") == {"5H 6H KS KS", "3C 5H 6H KS"}
    assert follows(table, "5H 5H KS KS 3C", "QH KH AH") == {"5H 5H KS", "3C 5H 5H"}


@pytest.mark.rule("SJ-18", "SJ-04")
def test_trumps_are_owed_to_trumps():
    table = trump("S", "T")
    assert follows(table, "TC TC TS KS 3D", "B B") == {"TC TC"}
    assert follows(table, "TH AH B 3D", "9S 9S") == {"TH B"}
    assert follows(table, "TH AH B 3D", "9S") == {"TH", "B"}


@pytest.mark.rule("SJ-18")
def test_what_is_no_follow():
    table = trump("S", "2")
    for play in ("5H", "5H 5H 6H", "7H 7H", "5H KS", "KS KS", ""):
        assert not is_legal(table, play, "5H 5H 6H KS KS", "AH AH"), play


# --- what is better ------------------------------------------------------------------------------


@pytest.mark.rule("SJ-20")
def test_pairs_and_triples():
    better("AA", ["55", "56"])
    assert legal("5556", "AA", decks=3) == {"55"}
    assert legal("55667", "AA") == {"55", "66"}
    better("AAA", ["555", "667", "789"])
    assert legal("55667", "AAA", decks=3) == {"556", "557", "566", "667"}


@pytest.mark.rule("SJ-20")
def test_runs_of_pairs():
    better("KKAA", ["5566", "88JJ"])
    better("KKAA", ["5577", "559T", "69TJ"])
    better("QQKKAA", ["556677", "5566TT"])
    assert legal("5566889", "KKAA") == {"5566"}
    assert legal("5577993", "KKAA") == {"5577", "5599", "7799"}
    assert legal("556677", "KKAA") == {"5566", "6677"}
    assert legal("556688T", "QQKKAA") == {"556688"}
    assert legal("5577993", "QQKKAA") == {"557799"}
    assert legal("55779T3", "QQKKAA") == {"55779T", "355779", "35577T"}


@pytest.mark.rule("SJ-20")
def test_runs_of_triples():
    """One of the two could be given, and only the better may."""
    better("KKKAAA", ["555666", "888TTT"])
    better("KKKAAA", ["888TTT", "888JJQ"])
    better("KKKAAA", ["88855Q", "88834Q"])
    better("KKKAAA", ["5566JQ", "8844JQ"])
    better("KKKAAA", ["5588JQ", "5534JQ", "6734JQ"])


@pytest.mark.rule("SJ-20")
def test_quads():
    better("AAAA", ["5555", "666J"])
    better("AAAA", ["666J", "5588"])
    better("AAAA", ["5588", "55JQ", "67JQ"])
    better("KKKKAAAA", ["55556666", "8888TTTT"])
    better("KKKKAAAA", ["8888555J", "888855JJ"])


@pytest.mark.rule("SJ-20", "SJ-19")
def test_throws():
    """The demands of all units are pooled."""
    assert legal("556678", "AA K") == {
        "556", "557", "558", "566", "667", "668",
    }  # fmt: skip
    assert legal("55667799", "QQKKAA 99") == {"55667799"}
    assert legal("55667799J", "QQKKAA 33") == {"55667799"}
    assert legal("556688TTJ", "KKAA 99 33") == {"556688TT"}
    assert legal("555667", "AAA KK", decks=3) == {"55566"}


# --- the record ----------------------------------------------------------------------------------


@pytest.mark.rule("SJ-19")
def test_the_rest_of_a_run_is_a_demand():
    assert legal("55668899J", "JJQQKKAA") == {"55668899"}
    assert legal("556688TTJ", "JJQQKKAA") == {"556688TT"}
    assert legal("55667799JJ", "JJQQKKAA") == {"55667799", "556677JJ"}


@pytest.mark.rule("SJ-19")
def test_a_face_gives_several_tuples():
    assert legal("555579", "JJ AA", decks=4) == {"5555"}
    assert legal("55557", "KKAA", decks=4) == {"5555"}
    assert legal("5555667", "KKAA", decks=4) == {"5566"}
    assert legal("55556666", "KKAA JJ", decks=4) == {"555566", "556666"}


@pytest.mark.rule("SJ-19")
def test_a_wide_face_is_kept_for_wide_demands():
    """The triple serves the triple, whatever it would do for a run of pairs."""
    assert legal("55566789", "AAA KK", decks=3) == {"55566"}
    assert legal("5556678", "AAA 99TT", decks=3) == {"5556678"}
    assert legal("55566677", "AAA 99TT", decks=3) == {"5556677"}


@pytest.mark.rule("SJ-19")
def test_a_quad_is_two_pairs():
    assert legal("55667", "AAAA", decks=4) == {"5566"}
    assert legal("5566889", "AAAA", decks=4) == {"5566", "5588", "6688"}
    assert legal("5566889JJ", "KKKKAAAA", decks=4) == {"556688JJ"}
    assert legal("55668899J", "KKKKAAAA", decks=4) == {"55668899"}
    assert legal("555889", "AAAA", decks=4) == {"5558", "5559"}


@pytest.mark.rule("SJ-19", "SJ-10")
def test_runs_are_tractors():
    assert legal("556688", "KK AA", tractor_min_length=3) == {"5566", "5588", "6688"}
    table = trump("S", "T", banned_links=(("plain", "side_level"),))
    assert len(follows(table, "AS AS TH TH 4S 4S", "5S 5S 6S 6S")) == 3
    assert follows(trump("S", "T"), "AS AS TH TH 4S 4S", "5S 5S 6S 6S") == {"TH TH AS AS"}


@pytest.mark.rule("SJ-19", "SJ-05")
def test_equal_faces_in_runs():
    table = trump("S", "T")
    plays = follows(table, "AS AS TH TH TC TC 3S", "5S 5S 6S 6S")
    assert plays == {"TH TH AS AS", "TC TC AS AS"}
    assert len(follows(table, "TD TD TC TC TH TH", "5S 5S 6S 6S")) == 3


# --- other orders --------------------------------------------------------------------------------


@pytest.mark.rule("SJ-21")
def test_a_run_before_one_triple():
    order = {"follow_order": "run_before_one_triple"}
    better("KKKAAA", ["888TTT", "5566JQ"], **order)
    better("KKKAAA", ["5566JQ", "888TTJ"], **order)
    better("KKKAAA", ["888TTJ", "88845Q"], **order)


@pytest.mark.rule("SJ-21")
def test_triples_altogether_have_the_longest_run():
    """Three triples are reached, two of them in a row."""
    for order in ("cn", "run_before_one_triple", "runs_first"):
        plays = legal("555666999JJJ", "QQQKKKAAA", decks=3, follow_order=order)
        assert plays == {"555666999", "555666JJJ"}
    plays = legal("555999JJJ667788", "QQQKKKAAA", decks=3, follow_order="run_before_one_triple")
    assert plays == {"555999JJJ"}


@pytest.mark.rule("SJ-21")
def test_a_run_before_triples():
    order = {"follow_order": "run_before_triples"}
    better("KKKAAA", ["555666", "8899JQ"], **order)
    better("KKKAAA", ["5566JQ", "888TTT"], **order)
    better("KKKAAA", ["888TTT", "888QQ4"], **order)


@pytest.mark.rule("SJ-21")
def test_runs_first():
    order = {"follow_order": "runs_first"}
    better("KKKKAAAA", ["55556666", "888999JQ"], **order)
    better("KKKKAAAA", ["555666JQ", "8899TTTT"], **order)
    better("KKKKAAAA", ["5566JJQQ", "8888TTTT"], **order)
    better("KKKKAAAA", ["8888TTTT", "888833QQ"], **order)
    better("KKKAAA", ["5566JQ", "888TTT"], **order)


@pytest.mark.rule("SJ-21")
def test_other_demands_are_served_as_ever():
    for order in ("run_before_one_triple", "run_before_triples", "runs_first"):
        better("KKAA", ["5566", "88TT"], follow_order=order)
        better("AAAA", ["5555", "666J"], follow_order=order)
        better("AAA", ["555", "667"], follow_order=order)


@pytest.mark.rule("SJ-22")
def test_nothing_but_the_suit():
    order = {"follow_order": "suit_only"}
    assert legal("5567", "AA", **order) == {"55", "56", "57", "67"}
    assert legal("5566", "KKAA", **order) == {"5566"}
    assert follows(trump("S", "2", **order), "5H KS KS", "AH AH") == {"5H KS"}


@pytest.mark.rule("SJ-23")
def test_wider_tuples_are_protected():
    protect = {"protect_wider": True, "decks": 4}
    assert legal("555667", "AA", **protect) == {"66"}
    assert legal("55567", "AA", **protect) == {"55", "56", "57", "67"}
    assert legal("55567", "AAA", **protect) == {"555"}
    assert legal("5555666", "AAA", **protect) == {"666"}
    assert legal("5555667", "AAA", **protect) == {"566", "667"}
    assert legal("55566677", "KKAA", **protect) == {"5577", "5677", "6677"}
    assert legal("555667789", "AAAA", **protect) == {"5556", "5557", "5558", "5559"}
