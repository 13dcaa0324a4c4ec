"""`chupai.shengji.Trump`: what it takes, what it gives, and what it refuses.

What the rules say is tested in tests/rules and against the reference.
"""

import copy
import doctest
import importlib
import pickle
import re
from itertools import combinations

import numpy as np
import pytest

import chupai
from chupai import shengji
from chupai.cards import parse_cards
from chupai.listing import Listing
from chupai.shengji import Trump
from chupai.shengji.order import Order

T = Trump("S", "T")
THREE = Trump("S", "T", rules=shengji.CN_3)
FACES = [f"{rank}{suit}" for rank in "3456789TJQKA2" for suit in "DCHS"] + ["B", "R"]
HAND = "5D 5D KD AH AH KH KH QH TH TC TS TS 3S R"


def planes(text, decks=2):
    words = np.zeros(decks, dtype=np.uint64)
    for face in set(text.split()):
        for copies in range(text.split().count(face)):
            words[copies] |= np.uint64(1) << np.uint64(FACES.index(face))
    return words


def refused(call, error, rule=None, match=r"\S"):
    with pytest.raises(error, match=match) as caught:
        call()
    assert type(caught.value) is error
    if rule is not None:
        assert caught.value.rule == rule
        assert str(caught.value).endswith(f"[{rule}]")
        assert caught.value.cards in str(caught.value)


# --- a value -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "trump",
    [T, Trump(None, "2", rules=shengji.PLATFORM_2), Trump("D", None, rules=shengji.FOUR_DECK)],
    ids=repr,
)
def test_it_is_a_value(trump):
    for other in (
        Trump(trump.suit, trump.level, rules=trump.rules),
        pickle.loads(pickle.dumps(trump)),
        copy.copy(trump),
        copy.deepcopy(trump),
        eval(repr(trump), {"Trump": Trump, "Rules": shengji.Rules}),
    ):
        assert other == trump
        assert hash(other) == hash(trump)
        assert other.order(HAND) == trump.order(HAND)
    with pytest.raises(AttributeError):
        trump.suit = "H"


def test_its_parts_are_those_it_was_made_of():
    assert (T.suit, T.level, T.rules) == ("S", "T", shengji.CN_2)
    assert Trump("♠", "10") == T
    assert repr(T) == "Trump('S', 'T')"
    assert repr(THREE) == "Trump('S', 'T', rules=Rules(decks=3, no_trump=False))"
    different = {T, THREE, Trump("H", "T"), Trump("S", "9"), Trump("S", None)}
    assert len(different) == 5
    assert T != "S"


def test_what_is_no_trump_and_no_level():
    for suit in ("", "X", "DC", "nt", "trump"):
        refused(lambda suit=suit: Trump(suit, "T"), chupai.RulesError, "SJ-04", "suit")
    for level in ("", "1", "B", "TT", "11"):
        refused(lambda level=level: Trump("S", level), chupai.RulesError, "SJ-04", "level")
    for suit in (0, True, b"S", ["S"]):
        refused(lambda suit=suit: Trump(suit, "T"), TypeError, match="suit")
    for level in (10, 2.0, ["T"]):
        refused(lambda level=level: Trump("S", level), TypeError, match="level")
    refused(
        lambda: Trump("S", "T", rules=chupai.big2.HONG_KONG), TypeError, match=r"shengji\.Rules"
    )
    refused(lambda: Trump("S", "T", rules=None), TypeError, match="rules")
    with pytest.raises(TypeError):
        Trump("S", "T", shengji.CN_2)


def test_no_trump_is_for_rules_that_have_it():
    refused(lambda: Trump(None, "T"), chupai.RulesError, "SJ-07", "no_trump")
    assert Trump(None, "T", rules=shengji.PLATFORM_2).suit is None


# --- cards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "same",
    [
        "AHAHKH",
        "A♥, K♥ A♥",
        ["KH", "AH", "AH"],
        parse_cards("AH KH AH"),
        iter(["AH", *parse_cards("KH AH")]),
        planes("AH AH KH"),
        planes("AH AH KH", decks=4),
        planes("AH AH KH").astype(">u8").astype(np.uint64),
    ],
    # Not by their text: that of an iterator has its address.
    ids=["text", "shown", "texts", "cards", "iterator", "planes", "four planes", "big-endian"],
)
def test_hands_come_in_many_forms(same):
    assert T.order(same) == "KH AH AH"


def test_one_word_is_a_hand_of_single_cards():
    assert T.order(planes("AH KH")[0]) == "KH AH"
    assert Trump("S", "T", rules=shengji.CN_1).order(planes("AH KH")[:1]) == "KH AH"
    assert T.order("") == T.order([]) == T.order(np.zeros(2, np.uint64)) == ""


@pytest.mark.parametrize("cards", ["XH", "AH 1D", "A", "♠", "AH+KH"])
def test_text_that_names_no_cards(cards):
    for call in (T.order, T.points, T.units, T.leads, T.all_leads, T.count_leads, T.readings):
        refused(lambda call=call: call(cards), ValueError, match="is no card")
    for call in (T.effective_suit, T.strength, T.is_trump):
        refused(lambda call=call: call(cards), ValueError, match="is no card")


NO_CARDS = [0, 5, True, None, 2.5, [5], [["AH"]], object(), np.int64(5), np.zeros(2)]
NO_PLANES = [np.zeros(3, np.uint64), np.zeros((2, 2), np.uint64), np.zeros(2, np.int64)]


@pytest.mark.parametrize("cards", [*NO_CARDS, *NO_PLANES], ids=lambda cards: type(cards).__name__)
def test_what_are_no_cards(cards):
    for call in (T.order, T.units, T.leads, T.all_leads, T.count_leads, T.readings):
        refused(lambda call=call: call(cards), TypeError)
    if np.ndim(cards) < 2:
        refused(lambda: T.points(cards), TypeError)
        refused(lambda: T.is_legal_follow(cards, "AH", "AH"), TypeError)


def test_what_is_no_one_card():
    for call in (T.effective_suit, T.strength, T.is_trump):
        refused(lambda call=call: call("AH KH"), ValueError, match="is no card")
        for card in (5, None, ["AH"], np.uint64(1)):
            refused(lambda call=call, card=card: call(card), TypeError, match="a card is")
        assert call(parse_cards("TH")[0]) == call("TH") == call("10♥")


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_more_copies_than_decks(decks):
    trump = Trump("S", "T", rules=shengji.Rules(decks=decks))
    full, more = " ".join(["KH"] * decks), " ".join(["KH"] * (decks + 1))
    assert trump.order(full) == full
    for call in (trump.order, trump.units, trump.leads, trump.readings, trump.lead_units):
        refused(lambda call=call: call(more), ValueError, "SJ-01", f"{decks} cop|one copy")
    if decks < 4:
        four = planes(more, decks=4)
        refused(lambda: trump.order(four), ValueError, "SJ-01", "KH")
        refused(lambda: trump.winner("KH", ["KH"] * decks), ValueError, "SJ-01", "KH")
    refused(lambda: trump.lead_units([full, "KH"]), ValueError, "SJ-01", "KH")
    refused(lambda: trump.throw(full, ["", "KH"]), ValueError, "SJ-01", "KH")


def test_planes_that_are_no_hand():
    twice_only = np.array([0, 1], dtype=np.uint64)
    refused(lambda: T.order(twice_only), ValueError, match="no hand")
    beyond = np.array([1 << 54, 0], dtype=np.uint64)
    refused(lambda: T.order(beyond), ValueError, match="54 cards")


# --- strength ------------------------------------------------------------------------------------


def test_order_strength_suits_and_classes_agree():
    for suit, level in (("S", "T"), ("D", "2"), (None, "A"), ("H", None), (None, None)):
        rules = shengji.Rules(constant_trumps="27")
        trump = Trump(suit, level, rules=rules)
        seen = []
        for effective in ("D", "C", "H", "S", "trump"):
            classes = trump.classes(effective)
            assert bool(classes) == (effective != suit)
            for number, faces in enumerate(classes):
                for face in faces.split():
                    assert trump.strength(face) == number
                    assert trump.effective_suit(face) == effective
                    assert trump.is_trump(face) == (effective == "trump")
                seen += faces.split()
        assert sorted(seen) == sorted(FACES)
        assert trump.order(reversed(FACES)).split() == seen


@pytest.mark.parametrize("suit", ["", "X", "Trump", "NT"])
def test_no_effective_suit(suit):
    refused(lambda: T.classes(suit), ValueError, match="effective suit")
    with pytest.raises(TypeError):
        T.classes(None)


def test_points():
    assert T.points("") == 0
    assert T.points(FACES) == 100
    assert T.points(" ".join(FACES * 2)) == 200
    assert T.points("5S TC KD B") == 25


# --- listings ------------------------------------------------------------------------------------


def test_a_listing_is_a_sequence():
    listing = Listing(["a", "b", "c"], 3)
    assert (len(listing), listing[0], listing[-1], listing[1:]) == (3, "a", "c", ("b", "c"))
    assert list(listing) == ["a", "b", "c"] == list(reversed(listing))[::-1]
    assert "b" in listing
    assert "d" not in listing
    assert (listing.index("c"), listing.count("a")) == (2, 1)
    assert listing == ["a", "b", "c"] == listing
    assert listing == ("a", "b", "c")
    assert listing != ["a", "b"]
    assert listing != "abc"
    assert not listing.truncated
    assert repr(listing) == "<3 of 3: 'a', 'b', 'c'>"
    first = Listing(("a",), total=3)
    assert first.truncated
    assert first != ["a"]
    assert first != Listing(("a",), 1)
    assert first == pickle.loads(pickle.dumps(first)) == copy.copy(first)
    assert repr(first) == "<1 of 3: 'a', …>"
    with pytest.raises(TypeError, match="unhashable"):
        hash(first)
    with pytest.raises(IndexError):
        listing[3]
    with pytest.raises(AttributeError):
        first.total = 1
    with pytest.raises(ValueError, match="more than 1"):
        Listing(("a", "b"), 1)


def test_limits():
    hand = "2D 3D 4D 5D 6D 7D"
    whole = T.follows(hand, "AH AH")
    assert (len(whole), whole.total, whole.truncated) == (15, 15, False)
    for limit in (0, 1, 14, 15, 16, 10**30, np.int64(3)):
        some = T.follows(hand, "AH AH", limit=limit)
        assert list(some) == list(whole)[:limit]
        assert (some.total, some.truncated) == (15, int(limit) < 15)
    for call in (
        lambda limit: T.units(HAND, limit),
        lambda limit: T.leads(HAND, limit),
        lambda limit: T.all_leads(HAND, limit),
        lambda limit: T.readings("AH AH KH KH", limit),
        lambda limit: T.follows(HAND, "AH AH", limit),
    ):
        assert list(call(1)) == list(call(1000))[:1]
        assert call(1).total == call(1000).total
        refused(lambda call=call: call(-1), ValueError, match="limit")
        for limit in (True, 1.5, "1", None):
            refused(lambda call=call, limit=limit: call(limit), TypeError, match="limit")


# --- units and leads -----------------------------------------------------------------------------


def contains(big, small):
    return all(big.split().count(card) >= small.split().count(card) for card in small.split())


@pytest.mark.parametrize(
    ("trump", "hand"), [(T, HAND), (THREE, HAND + " TS AH KH"), (T, "TD TD TC TC TS TS AS AS B")]
)
def test_greatest_units_are_the_leads_that_no_other_contains(trump, hand):
    leads = trump.leads(hand)
    greatest = [lead for lead in leads if sum(contains(other, lead) for other in leads) == 1]
    assert sorted(trump.units(hand)) == sorted(greatest)
    assert len(set(leads)) == leads.total == len(leads)


def test_leads_are_told_as_they_are_read():
    every = T.all_leads("QH KH KH AH AH")
    assert every.total == len(every) == T.count_leads("QH KH KH AH AH")
    assert len({tuple(units) for units in every}) == len(every)
    for units in every:
        assert T.lead_units(units) == units == T.lead_units(" + ".join(units))
        assert T.lead_units(units[::-1]) == units
        assert T.is_legal_lead("QH KH KH AH AH", units)
        cards = " ".join(units)
        readings = list(T.readings(cards))
        assert units in readings
        assert T.lead_units(cards) == readings[0]
        assert T.lead_units(parse_cards(cards)) == readings[0]
        assert T.lead_units(planes(cards)) == readings[0]
    lone = [units[0] for units in every if len(units) == 1]
    assert sorted(lone) == sorted(T.leads("QH KH KH AH AH"))


def test_rules_without_throws_lead_units():
    single = Trump("S", "T", rules=shengji.Rules(throws=False))
    assert [units for [units] in single.all_leads(HAND)] == list(single.leads(HAND))
    assert single.count_leads(HAND) == single.leads(HAND).total
    refused(lambda: single.lead_units("AH KH"), chupai.IllegalMove, "SJ-13", "throws")
    assert "SJ-13" in single.why_not_lead(HAND, "AH KH")


def test_a_lead_is_drawn_from_all():
    hand = "AH KH KH 3S"
    every = [tuple(units) for units in T.all_leads(hand)]
    drawn = [tuple(T.sample_lead(hand, seed)) for seed in range(200)]
    assert set(drawn) == set(every)
    assert drawn == [tuple(T.sample_lead(hand, np.uint64(seed))) for seed in range(200)]
    refused(lambda: T.sample_lead("", 1), chupai.RulesError, "SJ-13")


@pytest.mark.parametrize(
    ("lead", "rule", "match"),
    [
        ("", "SJ-13", "at least one card"),
        ([], "SJ-13", "at least one card"),
        ([""], "SJ-10", "at least one card"),
        ("AH + ", "SJ-10", "at least one card"),
        ("AH KD", "SJ-13", "KD AH: .* one effective suit"),
        (["AH", "KD"], "SJ-13", "one effective suit"),
        ("AH TH", "SJ-13", "one effective suit"),
        (["AH KH"], "SJ-10", "KH AH is no unit"),
        (["9H 9H JH JH AH AH"], "SJ-10", "is no unit"),
        (["AH", "AH"], "SJ-13", "AH AH is one unit"),
        (["KH KH", "AH AH"], "SJ-13", "KH KH AH AH is one unit"),
        ("KH KH + AH AH", "SJ-13", "KH KH AH AH is one unit"),
        (" ".join(FACES[::4] * 2), "SJ-02", "a hand has 25 cards"),
    ],
    ids=str,
)
def test_what_is_no_lead(lead, rule, match):
    for call in (
        lambda: T.lead_units(lead),
        lambda: T.dominant(lead),
        lambda: T.throw(lead, []),
        lambda: T.winner(lead, []),
        lambda: T.is_legal_follow("AH", lead, "AH"),
        lambda: T.owed("AH", lead),
        lambda: T.follows("AH", lead),
        lambda: T.count_follows("AH", lead),
        lambda: T.sample_follow("AH", lead, 1),
    ):
        refused(call, chupai.IllegalMove, rule, match)
    held = "9H 9H JH JH KH KH AH AH KD TH"
    assert not T.is_legal_lead(held, lead)
    assert T.why_not_lead(held, lead).endswith(f"[{rule}]")
    why = T.why_not("AH", lead, "AH")
    assert re.search(match, why)
    assert why.endswith(f"[{rule}]")
    for chinese in (T.why_not("AH", lead, "AH", "zh"), T.why_not_lead(held, lead, "zh")):
        assert chinese.endswith(f"[{rule}]")
        assert not re.search("[a-z]{2}", chinese)


@pytest.mark.parametrize("name", ["cn-1", "cn-2", "platform-3", "four-deck"])
def test_more_copies_of_a_card_than_decks_are_no_cards(name):
    variant = chupai.variant(f"shengji/{name}")
    decks = variant.rules.decks
    text = " ".join(["AH"] * (decks + 1))
    trump = Trump("S", "T", rules=variant.rules)
    lead = variant.deal(seed=7, declarer=0, kitty="as_dealt", level="2")
    while lead.phase == "declare":
        lead.play("pass")
    follow = lead.clone()
    follow.play(follow.choose("lowest"))
    answers = {lead: ["{}", "lead {}", "lead AH + {}"], follow: ["{}", "follow {}"]}
    for call in (
        lambda: trump.is_legal_lead("AH", text),
        lambda: trump.why_not_lead("AH", text),
        lambda: trump.is_legal_lead("AH", "AH + " * decks + "AH"),
        lambda: trump.is_legal_follow("AH", "AH", text),
        lambda: trump.why_not("AH", "AH", text),
        *(
            lambda ask=ask, form=form: ask(form.format(text))
            for state, forms in answers.items()
            for form in forms
            for seen in (state, state.view(state.turn))
            for ask in (seen.is_legal, seen.why_not, getattr(seen, "play", seen.is_legal))
        ),
        lambda: lead.is_legal("AH + " * decks + "AH"),
    ):
        copies = "one copy" if decks == 1 else f"{decks} copies"
        refused(call, ValueError, "SJ-01", f"more than {copies} of AH, ")
    # A move may be one of rules with more decks.
    many = shengji.Move("follow", text) if decks < 4 else text
    refused(lambda: follow.is_legal(many), ValueError, "SJ-01", "more than")


def test_leads_that_are_not_held():
    assert T.why_not_lead("AH", "AH AH").endswith("[SJ-57]")
    assert not T.is_legal_lead("AH", "AH AH")
    assert T.is_legal_lead("AH AH KH", "AH + KH")
    assert T.why_not_lead("AH AH KH", "AH + KH") is None


@pytest.mark.parametrize("number", [0, 5, -1, np.int64(5), np.array([5, 6])], ids=repr)
def test_there_are_no_action_ids(number):
    for call in (
        lambda: T.lead_units(number),
        lambda: T.is_legal_lead("AH", number),
        lambda: T.throw(number, []),
        lambda: T.winner(number, []),
        lambda: T.winner("AH", [number]),
        lambda: T.is_legal_follow("AH", number, "AH"),
        lambda: T.is_legal_follow("AH", "AH", number),
        lambda: T.why_not("AH", "AH", number),
    ):
        refused(call, chupai.NoActionIds, match="no action ids")


@pytest.mark.parametrize("lead", [None, 2.5, True, [5], ["AH", *parse_cards("KH")]], ids=repr)
def test_leads_of_another_type(lead):
    refused(lambda: T.lead_units(lead), TypeError)
    refused(lambda: T.is_legal_lead("AH", lead), TypeError)
    refused(lambda: T.follows("AH", lead), TypeError)


# --- throws --------------------------------------------------------------------------------------


def test_a_throw_result_is_a_tuple():
    ok, beaten, forced = T.throw("QH 4H 4H", ["KH", "2H 3H", ""])
    assert (ok, beaten, forced) == (False, ("QH",), "QH")
    both = T.throw(["QH", "4H 4H"], ["KH 5H", "5D", "6H 6H"])
    assert both == (False, ("QH", "4H 4H"), None)
    smallest = Trump("S", "T", rules=shengji.PLATFORM_2)
    assert smallest.throw("QH 4H 4H", ["KH 5H 5H"]).forced == "4H 4H"
    stands = T.throw("AH KH KH", ["QH QH", "JH", "B R"])
    assert stands == shengji.ThrowResult(ok=True, beaten=(), forced=None)
    assert T.throw("3H", ["AH"]).ok
    assert hash(stands) == hash(pickle.loads(pickle.dumps(stands)))


def test_other_hands_come_in_many_forms():
    texts = ["KH", "5H 5H", ""]
    for others in (
        tuple(texts),
        iter(texts),
        [parse_cards(text) for text in texts],
        np.array([planes(text) for text in texts]),
        np.array([planes(text, decks=4) for text in texts]),
    ):
        assert T.throw("QH 4H 4H", others).beaten == ("QH", "4H 4H")
    assert T.throw("QH 4H 4H", []).ok
    refused(lambda: T.throw("QH 4H 4H", ["", "", "", ""]), ValueError, match="three")
    for others in ("KH", None, 5):
        refused(lambda others=others: T.throw("QH 4H 4H", others), TypeError, match="other_hands")
    refused(lambda: T.throw("QH", ["AX"]), ValueError, match="is no card")


# --- follows -------------------------------------------------------------------------------------

LEADS = ["AS", "AH", "AH AH", "QH QH KH KH", "AH KH KH", "JH JH QH QH + AH", "R B", "5D 5D"]


@pytest.mark.parametrize("lead", LEADS)
@pytest.mark.parametrize("order", ["cn", "suit_only"])
def test_follows_are_those_that_are_legal(lead, order):
    trump = Trump("S", "T", rules=shengji.Rules(follow_order=order))
    hand = "9H 9H 8H 8H 7H 6H 3S 3S AS 5D"
    units = trump.lead_units(lead)
    follows = trump.follows(hand, lead, limit=10**6)
    assert not follows.truncated
    assert trump.count_follows(hand, lead) == follows.total == len(set(follows))
    size = len(" ".join(units).split())
    tried = {" ".join(cards) for cards in combinations(trump_text(hand), size)}
    assert {play for play in tried if trump.is_legal_follow(hand, units, play)} == set(follows)
    for play in tried:
        why = trump.why_not(hand, lead, play)
        assert (why is None) == (play in follows)
        told = trump.why_not(hand, lead, play, lang="zh")
        assert (told is None) == (why is None)
        if why:
            assert why.startswith(f"{play}: ")
            assert why.split()[-1] == told.split()[-1]
            assert any("\u4e00" <= letter <= "\u9fff" for letter in told)
    owed = sum(width * length for width, length in trump.owed(hand, lead))
    assert owed <= size
    for seed in range(20):
        drawn = trump.sample_follow(hand, lead, seed)
        assert drawn in follows
        assert drawn == trump.sample_follow(hand, lead, seed)


def trump_text(hand):
    """Cards in the order of answers."""
    return sorted(hand.split(), key=FACES.index)


def test_follows_that_are_no_answer():
    hand = "QH QH KH 5H"
    for play, rule in (
        ("QH", "SJ-18"),
        ("", "SJ-18"),
        ("QH QH KH", "SJ-18"),
        ("AH AH", "SJ-57"),
        ("KH KH", "SJ-57"),
        ("KH 5H", "SJ-19"),
    ):
        assert not T.is_legal_follow(hand, "AH AH", play)
        for lang in ("en", "zh"):
            assert T.why_not(hand, "AH AH", play, lang=lang).endswith(f"[{rule}]")
    assert T.is_legal_follow(parse_cards(hand), planes("AH AH"), ["QH", "QH"])
    assert T.why_not(hand, "AH AH", "QH QH") is None


def test_languages():
    for lang in ("", "de", "EN"):
        refused(lambda lang=lang: T.why_not("AH", "KH", "AH", lang), ValueError, match="lang")
    for lang in (None, 1, True):
        refused(lambda lang=lang: T.why_not("AH", "KH", "AH", lang), TypeError, match="lang")


def test_hands_that_are_too_small():
    assert T.follows("AH", "KH KH") == []
    assert T.count_follows("AH", "KH KH") == 0
    refused(lambda: T.sample_follow("AH", "KH KH", 1), chupai.RulesError, "SJ-18")


@pytest.mark.parametrize("seed", [-1, 2**64, True, 1.5, None, "1"], ids=repr)
def test_seeds(seed):
    error = ValueError if type(seed) is int else TypeError
    refused(lambda: T.sample_follow("AH KH", "QH", seed), error)
    refused(lambda: T.sample_lead("AH KH", seed), error)


# --- winners -------------------------------------------------------------------------------------


def test_winners_are_numbered_from_the_leader():
    assert T.winner("QH", []) == 0
    assert T.winner("QH", ["JH"]) == 0
    assert T.winner("QH", ["KH", "AH", "2S"]) == 3
    assert T.winner("QH", ("KH", "AH")) == 2
    assert T.winner("QH", ["QH", "KH", "AH", "2D"]) == 2
    assert T.winner("QH QH", np.array([planes("KH KH"), planes("AH 3H")])) == 1
    assert T.winner(["QH QH", "3H"], [parse_cards("2S 2S 3S")]) == 1


def test_what_are_no_plays():
    refused(lambda: T.winner("QH", ["KH KH"]), chupai.IllegalMove, "SJ-18", "KH KH")
    refused(lambda: T.winner("QH", [""]), chupai.IllegalMove, "SJ-18")
    refused(lambda: T.winner("QH", ["KH", "AH", "3H", "4H"]), ValueError, match="the lead, QH")
    refused(lambda: T.winner("QH", ["QH", "AH", "3H", "4H", "5H"]), ValueError, match="four plays")
    refused(lambda: T.winner("QH", ["QH", "QH"]), ValueError, "SJ-01", "QH")
    for plays in ("KH", None, 3):
        refused(lambda plays=plays: T.winner("QH", plays), TypeError, match="plays")
    refused(lambda: T.winner("QH", ["XH"]), ValueError, match="is no card")
    refused(lambda: T.winner("QH", [None]), TypeError)


def test_the_dominant_kind():
    assert T.dominant("3S") == (1, 1)
    assert T.dominant("AH KH KH") == (2, 1)
    assert T.dominant(["KH KH AH AH", "QH"]) == (2, 2)
    assert THREE.dominant("AH AH AH KH") == (3, 1)


# --- many at once --------------------------------------------------------------------------------

HANDS = ["9H 9H 8H 8H 7H", "3S 3S AS AS R", "5D KD TS 2C 2C", ""]


@pytest.mark.parametrize("decks", [2, 4])
def test_hands_as_arrays(decks):
    words = shengji.bitboards(HANDS, decks)
    assert (words.shape, words.dtype) == ((4, decks), np.uint64)
    assert [shengji.format_hand(word) for word in words] == [
        "7H 8H 8H 9H 9H",
        "3S 3S AS AS R",
        "5D TS KD 2C 2C",
        "",
    ]
    assert np.array_equal(shengji.bitboards(words, decks), words)
    assert shengji.bitboards([], decks).shape == (0, decks)
    assert T.points(words).tolist() == [T.points(hand) for hand in HANDS] == [0, 0, 25, 0]
    assert T.points(words.reshape(2, 2, decks)).shape == (2, 2)


@pytest.mark.parametrize("name", ["cn-1", "cn-2", "cn-3", "four-deck"])
def test_cards_as_arrays_are_taken_wherever_cards_are(name):
    game = chupai.variant(f"shengji/{name}")
    decks = game.rules.decks
    texts = ["5H AS", "KH 3D", "3H 4D", "AH 6D"]
    words = list(shengji.bitboards(texts, decks))
    told = {"trump": "S", "level": "10"}
    assert game.position(hands=words, **told) == game.position(hands=texts, **told)
    kitty = shengji.bitboards(["3D 4D"], decks)[0]
    assert shengji.Move("bury", cards=kitty) == shengji.Move("bury", cards="3D 4D")
    assert shengji.format_hand(kitty) == "3D 4D"
    given = {0: words[0], 1: chupai.parse_cards("KH 3D"), 2: ["3H", "4D"], "kitty": "6D"}
    same = {0: texts[0], 1: texts[1], 2: texts[2], "kitty": "6D"}
    assert shengji.Setup(given=given) == shengji.Setup(given=same)
    drawn = {"given": {0: chupai.parse_cards("KH 3D")}, "in_order": True}
    assert shengji.Setup(**drawn).cards[0] == "KH 3D"
    for wrong in (5, None, [1], b"AS"):
        with pytest.raises(TypeError, match=r"given to seat 0.*SJ-02"):
            shengji.Setup(given={0: wrong})


def test_hands_that_make_no_array():
    refused(lambda: shengji.bitboards(["AH AH AH"]), ValueError, "SJ-01", "AH")
    refused(lambda: shengji.bitboards(["AX"]), ValueError, match="is no card")
    for decks in (0, 5):
        refused(lambda decks=decks: shengji.bitboards([], decks), ValueError, match="decks")
    for decks in (True, "2", None):
        refused(lambda decks=decks: shengji.bitboards([], decks), TypeError, match="decks")
    refused(lambda: shengji.format_hand(5), TypeError)


@pytest.mark.parametrize("lead", ["AH", "AH AH", "QH QH KH KH", ["AH AH", "KH"]], ids=str)
def test_follows_of_many_hands(lead):
    words = shengji.bitboards(HANDS)
    counts = T.count_follows(words, lead)
    assert counts.tolist() == [T.count_follows(hand, lead) for hand in HANDS]
    assert counts.dtype == np.int64
    assert T.count_follows(words.reshape(2, 1, 2, 2), lead).shape == (2, 1, 2)
    plays = ["9H 9H", "3S", "8H 8H 9H 9H", "3S 3S AS", "KD 2C"]
    table = T.is_legal_follow(words[:, None], lead, shengji.bitboards(plays, 4))
    assert table.dtype == np.bool_
    assert table.tolist() == [
        [T.is_legal_follow(hand, lead, play) for play in plays] for hand in HANDS
    ]
    assert T.is_legal_follow(HANDS[0], lead, shengji.bitboards(plays)).tolist() == table[0].tolist()
    assert T.is_legal_follow(words, lead, plays[0]).tolist() == table[:, 0].tolist()
    assert T.count_follows(words[:0], lead).shape == (0,)


def test_winners_of_many_tricks():
    tricks = [["KH", "AH"], ["3S", "4S"], ["JH", "AD"], ["R", "TS"]]
    words = shengji.bitboards([play for trick in tricks for play in trick]).reshape(2, 2, 2, 2)
    found = T.winners("QH", words)
    assert found.tolist() == [[2, 2], [0, 1]]
    assert found.ravel().tolist() == [T.winner("QH", trick) for trick in tricks]
    full = shengji.bitboards(["QH", "KH", "3H", "AH"])
    assert T.winners("QH", full[None]).tolist() == [3] == [T.winner("QH", full)]
    assert T.winners(iter(["QH"]), full[None, 1:]).tolist() == [3]
    assert T.winners("QH", np.zeros((3, 0, 2), np.uint64)).tolist() == [0, 0, 0]
    refused(lambda: T.winners("KH", full[None]), ValueError, match="the lead, KH")
    refused(
        lambda: T.winners("KH", shengji.bitboards(["QH QH"])[None]), chupai.IllegalMove, "SJ-18"
    )
    for plays in (["KH"], full[0], None):
        refused(lambda plays=plays: T.winners("QH", plays), TypeError, match="array")


def test_arrays_that_hold_no_cards():
    good, lead = shengji.bitboards(HANDS), "AH"
    for bad, error in (
        (good.astype(np.int64), TypeError),
        (good.astype(float), TypeError),
        (np.zeros((3, 5), np.uint64), ValueError),
        (np.zeros((3, 0), np.uint64), ValueError),
        (np.array([[0, 1]], np.uint64), ValueError),
        (np.array([[1 << 60, 0]], np.uint64), ValueError),
        (np.array([[1, 1, 1]], np.uint64), ValueError),
    ):
        refused(lambda bad=bad: T.points(bad), error)
        refused(lambda bad=bad: T.count_follows(bad, lead), error)
        refused(lambda bad=bad: T.is_legal_follow(bad, lead, "AH"), error)
        refused(lambda bad=bad: T.is_legal_follow("AH", lead, bad), error)
        refused(lambda bad=bad: T.winners(lead, bad[:, None]), error)
    refused(lambda: T.is_legal_follow(good, lead, good[:3]), ValueError)


def test_hands_that_are_too_large():
    every = " ".join(FACES * 2)
    for call in (
        T.leads,
        T.all_leads,
        T.count_leads,
        lambda hand: T.follows(hand, "AH"),
        lambda hand: T.is_legal_follow(hand, "AH", "KH"),
        lambda hand: T.count_follows(shengji.bitboards([hand]), "AH"),
        lambda hand: T.sample_lead(hand, 1),
    ):
        refused(lambda call=call: call(every), ValueError, "SJ-02", "33 with the kitty, not 108")
        call(" ".join(FACES[:33]))


@pytest.mark.rule("SJ-02")
def test_leads_are_told_of_hands_that_lead():
    """Out of more than 54 cards nobody leads, and so no lead has more than 27 wide units."""
    order = shengji.Trump(None, "2", rules=shengji.Rules(decks=4, kitty=20, tractors=False))
    pairs = " ".join(f"{face} {face}" for face in FACES[:35])
    most, more = " ".join(pairs.split()[:54]), " ".join(pairs.split()[:69])
    assert order.count_leads(most) > 0
    assert order.sample_lead(most, seed=1)
    for call in (order.count_leads, order.all_leads, lambda hand: order.sample_lead(hand, seed=1)):
        refused(lambda call=call: call(more), ValueError, "SJ-02", "54")
    assert order.count_follows(more, "3D 3D") > 0


# --- documentation -------------------------------------------------------------------------------


def test_every_public_method_has_an_example():
    for name, member in {**vars(Trump), **vars(Order)}.items():
        if callable(member) and not name.startswith("_"):
            assert ">>> " in member.__doc__, name
            assert "Raises:" in member.__doc__, name


MODULES = ["listing", "shengji.arrays", "shengji.order", "shengji.trump"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    failed, tried = doctest.testmod(importlib.import_module(f"chupai.{name}"))
    assert tried
    assert not failed


def test_no_trump_has_its_name():
    """As states, set-ups and the command line call it."""
    named = shengji.Trump("NT", "T", rules=shengji.PLATFORM_2)
    assert named == shengji.Trump(None, "T", rules=shengji.PLATFORM_2)
    assert named.suit is None
    with pytest.raises(chupai.RulesError, match="SJ-07"):
        shengji.Trump("NT", "T")
