"""Refusals: SJ-57. A clear error that names the rule and the cards; the state is unchanged."""

import pytest

import chupai
from chupai import shengji
from shengji_states import deal, play, text_of, variant

TRUMP_S = {"declaring": "given", "setup": {"trump": "S", "kitty": "as_dealt"}}


def refused(state, text, *, rule, names=""):
    """The move is refused for a rule, with some words, and nothing changes."""
    kept = state.clone()
    move = text_of(text)
    assert not state.is_legal(move)
    reason = state.why_not(move)
    check_languages(state, move, rule)
    with pytest.raises(chupai.IllegalMove) as caught:
        state.play(move)
    assert caught.value.rule == rule, (text, str(caught.value))
    assert rule in str(caught.value)
    assert reason in str(caught.value)
    for word in names.split():
        assert word in str(caught.value), (text, word, str(caught.value))
    assert state == kept
    assert state.legal_moves()


def check_languages(state, move, rule):
    """The state and the seat say it in English and Chinese, each with the same rule."""
    seat = state.view(state.turn) if state.turn is not None else state.view(0)
    for asked in (state, seat):
        english, chinese = asked.why_not(move, lang="en"), asked.why_not(move, lang="zh")
        assert english == asked.why_not(move) == asked.why_not(move, "en")
        assert english.endswith(f" [{rule}]")
        assert chinese.endswith(f" [{rule}]")
        assert any("\u4e00" <= sign <= "\u9fff" for sign in chinese), chinese
        assert not any("\u4e00" <= sign <= "\u9fff" for sign in english), english
    assert state.why_not(move, lang="zh") == seat.why_not(move, lang="zh")


def small(*draws, **switches):
    """One deck, or more, in which the seats hold these cards; a position is what it is."""
    return variant(**switches).position(hands=list(draws), level="2", trump="S", declarer=0, turn=0)


@pytest.mark.rule("SJ-57")
def test_leads_that_are_refused():
    state = small("AH KH 3D 4S", "3H 4H 5H 6H", "3C 4C 5C 6C", "3S 7S 5S 6S")
    refused(state, "lead QH", rule="SJ-57", names="QH")
    refused(state, "lead AH + 3D", rule="SJ-13", names="AH 3D")
    refused(state, "follow AH", rule="SJ-57")
    refused(state, "pass", rule="SJ-57")
    with pytest.raises(chupai.IllegalMove, match="SJ-57"):
        state.play("lead AH", seat=1)


@pytest.mark.rule("SJ-57", "SJ-13")
def test_throws_that_are_refused():
    state = small("AH KH 3D 4S", "3H 4H 5H 6H", "3C 4C 5C 6C", "3S 7S 5S 6S", throws=False)
    refused(state, "lead AH + KH", rule="SJ-13", names="AH KH")


@pytest.mark.rule("SJ-57", "SJ-18")
def test_follows_that_are_refused():
    state = small("AH KH 3D 4S", "3H 4H 5C 6S", "3C 4C 5C 6C", "3S 7S 5S 6S")
    play(state, "lead AH")
    refused(state, "follow 5C", rule="SJ-18", names="5C")
    refused(state, "follow 3H 4H", rule="SJ-18")
    refused(state, "follow KH", rule="SJ-57", names="KH")
    refused(state, "lead 3H", rule="SJ-57")
    refused(state, "pass", rule="SJ-57")
    play(state, "follow 3H")
    # A void hand follows as it likes, but with as many cards.
    refused(state, "follow 3C 4C", rule="SJ-18")


@pytest.mark.rule("SJ-57", "SJ-19", "SJ-20")
@pytest.mark.parametrize(
    ("lead", "hand", "wrong", "owed"),
    [
        ("AH AH", "3H 3H 4H 5H 6S 7S", "3H 4H", "pair"),
        ("AH AH AH", "3H 3H 3H 4H 5H 6S", "3H 3H 4H", "triple"),
        ("AH AH AH", "3H 3H 4H 5H 6S 7S", "3H 4H 5H", "pair"),
        ("KH KH AH AH", "3H 3H 4H 4H 6H 6H", "3H 3H 6H 6H", "tractor"),
        ("KH KH AH AH", "3H 3H 5H 6H 7H 8H", "5H 6H 7H 8H", "pair"),
    ],
)  # fmt: skip
def test_what_is_owed_is_named(lead, hand, wrong, owed):
    n = len(lead.split())
    others = ["3C 3C 3C 4C 4C 4C", "5C 5C 5C 6C 6C 6C"]
    state = small(f"{lead} {'3D ' * (6 - n)}", hand, *others, decks=4)
    play(state, f"lead {lead}")
    refused(state, f"follow {wrong}", rule="SJ-19", names=owed)


@pytest.mark.rule("SJ-57", "SJ-45")
def test_kitties_that_are_refused():
    state = deal({}, declaring="given", setup={"trump": "S"})
    held = state.hand(0).split()
    refused(state, "bury " + " ".join(held[:11]), rule="SJ-45", names="12")
    refused(state, "bury " + " ".join(held[:13]), rule="SJ-45", names="12")
    refused(state, "lead " + held[0], rule="SJ-57")
    refused(state, "pass", rule="SJ-57")
    other = next(card for card in state.hand(1).split() if card not in held)
    refused(state, "bury " + " ".join([other, *held[:11]]), rule="SJ-57", names=other)


@pytest.mark.rule("SJ-57", "SJ-38")
def test_declarations_that_are_refused():
    state = deal({0: "2S 2S", 1: "2H B", 2: "B R R"}, no_trump=True)
    while state.turn != 0 or "2S 2S" not in state.hand(0):
        play(state, "pass")
    refused(state, "2H", rule="SJ-57", names="2H")
    plain = next(card for card in state.hand(0).split() if card[0] not in "2BR")
    refused(state, plain, rule="SJ-38", names=plain)
    with pytest.raises(ValueError, match="more than 2 copies of 2S"):
        state.play("declare 2S 2S 2S")
    refused(state, "bury 2S", rule="SJ-57")
    play(state, "2S 2S")
    while state.phase == "declare" and state.turn != 2:
        play(state, "pass")
    if state.phase == "declare":
        refused(state, "B", rule="SJ-38", names="B")


@pytest.mark.rule("SJ-57")
def test_when_the_deal_is_over():
    state = small("AH", "3H", "4H", "5H")
    play(state, "lead AH", "follow 3H", "follow 4H", "follow 5H")
    assert state.is_over
    with pytest.raises(chupai.IllegalMove, match="over"):
        play(state, "lead AH")


@pytest.mark.rule("SJ-57")
@pytest.mark.parametrize("wrong", ["", "lead", "1D", "bury", "AS+", "declare", "name X"])
def test_texts_that_tell_no_move(wrong):
    state = deal({}, **TRUMP_S)
    kept = state.clone()
    with pytest.raises((chupai.IllegalMove, ValueError)):
        state.play(wrong)
    assert state == kept


def test_moves_of_other_families():
    with pytest.raises(chupai.NoActionIds):
        deal({}, **TRUMP_S).play(3)
    assert shengji.Move("pass") != "nothing"


@pytest.mark.rule("SJ-57")
def test_reasons_are_those_of_a_trump_in_both_languages():
    """The same sentence, whether a deal is asked or the cards alone."""
    hands = ["AH AH KH QH 3D 4S", "3H 3H 4H 5H 6C 7S", "3C 4C 5C 6C 7C 8C", "3S 4D 5S 6S 7D 8S"]
    state = small(*hands, decks=2)
    order = shengji.Trump("S", "2", rules=state.variant.rules)
    leads = ["AH + 3D", "KH KH", "AH + AH", "QH + KH + AH AH", "AH AH + KH"]
    for lang in ("en", "zh"):
        for lead in leads:
            units = [unit.strip() for unit in lead.split("+")]
            told = state.why_not(f"lead {lead}", lang=lang)
            assert told == order.why_not_lead(hands[0], units, lang=lang), lead
    play(state, "lead AH AH")
    for lang in ("en", "zh"):
        for cards in ("3H 4H", "3H 3H", "3H", "6C 7S", "5H 9H"):
            told = state.why_not(f"follow {cards}", lang=lang)
            assert told == order.why_not(hands[1], "AH AH", cards, lang=lang), cards


@pytest.mark.rule("SJ-57")
def test_other_seats_and_ended_deals_are_told_in_chinese_too():
    state = small("AH KH", "3H 4H", "3C 4C", "3S 7S")
    assert state.view(2).why_not("follow 3C", lang="zh") == "輪到0號座位,不是2號 [SJ-57]"
    play(state, "lead AH", "follow 3H", "follow 3C", "follow 3S", "lead 7S")
    play(state, "follow KH", "follow 4H", "follow 4C")
    assert state.why_not("lead AH", lang="zh") == "lead AH:本局已結束 [SJ-57]"


@pytest.mark.rule("SJ-38", "SJ-57")
def test_cards_that_fit_no_kind_of_move_are_told_in_both_languages():
    state = chupai.variant("shengji/cn-2").deal(seed=0)
    for move, rule in {"declare TS TC": "SJ-38", "declare 5D 5H": "SJ-38"}.items():
        check_languages(state, move, rule)


@pytest.mark.parametrize(
    ("lang", "error"), [("cn", ValueError), ("", ValueError), (None, TypeError), (3, TypeError)]
)
def test_other_languages_are_refused(lang, error):
    state = small("AH KH", "3H 4H", "3C 4C", "3S 7S")
    order = shengji.Trump("S", "2")
    for ask in (
        lambda: state.why_not("lead AH", lang=lang),
        lambda: state.view(0).why_not("lead AH", lang=lang),
        lambda: order.why_not("AH", "KH", "AH", lang=lang),
        lambda: order.why_not_lead("AH", "AH", lang=lang),
    ):
        with pytest.raises(error, match="lang is 'en' or 'zh'"):
            ask()
