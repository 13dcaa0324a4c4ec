"""The reference's idea of what a seat knows, held to cases that can be counted by hand."""

from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest

from random_cases import BOOK
from reference import doudizhu as ref
from reference import doudizhu_knowledge as knowledge


def word(text):
    kind, _, value = text.partition(" ")
    if kind in {"pass", "call", "rob", "double", "show"}:
        return ref.answer(kind, 0)
    if kind == "bid":
        return ref.answer("bid", int(value))
    (move,) = [m for m in ref.classify(text.replace("+", ""), BOOK) if ref.text_of(m) == text]
    return move


def test_divisions_are_all_ways_once():
    ways = list(knowledge.divisions("3334B", [2, 3]))
    assert sorted(ways) == [
        ("33", "34B"), ("34", "33B"), ("3B", "334"), ("4B", "333"),
    ]  # fmt: skip
    with pytest.raises(ValueError, match="does not make"):
        list(knowledge.divisions("333", [1, 1]))


def test_arrangements_add_up_to_all_ways_to_choose_cards():
    pool = "3333444556BR"
    ways = knowledge.divisions(pool, [5, 7])
    assert sum(map(knowledge.arrangements, ways)) == comb(12, 5)


def test_chances_of_places_are_hypergeometric():
    chances = knowledge.chances_of_places(4, [17, 17, 3])
    assert sum(chances.values()) == 1
    assert chances[0, 1, 3] == Fraction(17, comb(37, 4))


def test_chances_of_counts_are_those_of_the_list():
    """The same numbers from every deal listed, with cards played and bottom cards given."""
    pool, gone, owed = "33445BR", ("34", "3"), "4"
    total, wanted = 0, {}
    for first, second in knowledge.divisions(pool, [3, 4]):
        dealt = knowledge.less(first + gone[0], owed)
        if len(dealt) != len(first + gone[0]) - len(owed):
            continue
        weight = knowledge.arrangements([dealt, second + gone[1]])
        total += weight
        for rank in ref.RANKS:
            ways = wanted.setdefault(rank, {})
            n = first.count(rank)
            ways[n] = ways.get(n, 0) + weight
    assert knowledge.chances_of_counts(pool, gone, owed, 3) == {
        rank: {n: Fraction(way, total) for n, way in ways.items()} for rank, ways in wanted.items()
    }


HAND = "3456789TJQKA2"
HANDS = ["3344556677889TJQK", "345678999TTTJJJQQ", "3478QKKKAAAA2222B"]


def deal(first_bidder=0, **switches):
    rules = {**BOOK, **switches}
    return ref.Deal(HANDS, "56R", first_bidder, None, rules, knowledge.refuse)


def test_the_bottom_cards_become_known_and_are_played():
    story = deal()
    assert knowledge.known_to(story, 0)["bottom"] is None
    story.play(word("bid 2"))
    assert knowledge.known_to(story, 1)["landlord"] is None
    story.play(word("bid 3"))
    known = knowledge.known_to(story, 0)
    assert (known["landlord"], known["bottom"], known["cards_left"]) == (1, "56R", [17, 20, 17])
    assert known["known"] == ["", "56R", ""]
    story.play(word("34567"))
    known = knowledge.known_to(story, 0)
    assert known["known"] == ["", "R", ""]
    assert (known["to_beat"], known["last_player"]) == ("34567", 1)
    for _ in range(2):
        story.play(word("pass"))
    assert knowledge.known_to(story, 0)["trick"] == []
    assert knowledge.known_to(story, 0)["to_beat"] is None


def test_what_a_seat_is_told():
    story = deal(open_hand=True)
    seen = [knowledge.known_to(story, 2)]
    assert knowledge.first_event(seen[0]) == {
        "event": "deal", "seat": 2, "hand": HANDS[2], "first_bidder": 0,
    }  # fmt: skip
    for text in ("bid 2", "pass", "bid 3", "show", "AAAA"):
        story.play(word(text))
        seen.append(knowledge.known_to(story, 2))
    events = [knowledge.next_event(before, after) for before, after in pairwise(seen)]
    with_bottom = "345678QKKKAAAA2222BR"
    assert events == [
        {"event": "move", "seat": 0, "move": "bid 2"},
        {"event": "move", "seat": 1, "move": "pass"},
        {"event": "move", "seat": 2, "move": "bid 3", "landlord": 2, "bottom": "56R",
         "hand": with_bottom},
        {"event": "move", "seat": 2, "move": "show", "shown": {"2": with_bottom}},
        {"event": "move", "seat": 2, "move": "AAAA"},
    ]  # fmt: skip


def test_deals_of_an_ending_by_hand():
    """Seat 1 does not know two cards of the landlord from thirteen of seat 2."""
    hands = [HAND, HAND, HAND]
    bottom = "3"
    # One pack of these 40 cards: the deal does not mind how many there are.
    story = ref.Deal(hands, bottom, 0, None, BOOK, knowledge.refuse)
    for text in ("bid 3", "3456789TJQKA", "pass", "pass"):
        story.play(word(text))
    assert story.hands[0] == "32"
    assert knowledge.known_to(story, 1)["known"][0] == ""
    found = knowledge.consistent_deals((hands, bottom, 0), None, story.history, 1, BOOK)
    # Any two cards: the three that he played may have been the bottom card or one of his own.
    assert all(sorted(h[0] + h[2]) == sorted("323456789TJQKA2") for h in found)
    assert len(found) == comb(13, 2) + 2
    # Dealt one of each rank, each three and four is in a place of its own; dealt two fours, two
    # fives and no three, the pairs are not told apart.
    likely = found["32", HAND, "3456789TJQKA2"]
    rare = found["45", HAND, "336789TJQKA22"]
    assert likely == 16 * rare
