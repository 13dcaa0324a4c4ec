"""The core beside its documentation: the same words, draws, cards and moves from the same seeds."""

from collections import Counter
from itertools import pairwise

import pytest

import chupai
from chupai import _native, doudizhu
from doudizhu_cases import PACK, RANKS, VARIANTS, bids
from reference.streams import Stream, deal_doudizhu, density, pick, shuffle, split, weak_shuffle

DEALERS = ["uniform", "weak_shuffle"]
STANDARD = chupai.variant("doudizhu/standard")
SEEDS = [0, 1, 7, 2**32, 2**64 - 1]


def dealt(state):
    """The hands as dealt, the bottom cards and the first bidder, before the first move."""
    hands = [state.hand(seat) for seat in range(3)]
    return hands, state.bottom, state.facts()["first_bidder"]


def test_words_are_those_of_the_core():
    """Word for word what the unit tests of `rng` expect."""
    stream = Stream(7, "deal", 0, 3)
    assert [stream.word() for _ in range(4)] == [
        0x07483BCB1C542EFC,
        0x1C3640CAE7DE4D32,
        0x6B6B061C807E75DC,
        0xBA9A28681AA12FA8,
    ]
    assert [stream.below(n) for n in (2, 3, 10, 54, 2**40)] == [0, 1, 0, 15, 465674410124]


@pytest.mark.rule("DD-01", "DD-03")
@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize("seed", SEEDS)
def test_cards_and_first_bidder(seed, dealer, soak):
    for index in [*range(200 * soak), 2**40, 2**64 - 1]:
        expected = deal_doudizhu(Stream(seed, "deal", 0, index), dealer)
        state = STANDARD.deal(seed, index, dealer=dealer)
        assert dealt(state) == expected, (seed, index)


@pytest.mark.parametrize("match", [0, 1, 2**32, 2**64 - 1])
def test_deals_of_a_match_have_streams_of_their_own(match):
    """Cards and choices of deal i of match j are those of the streams (seed, domain, j, i)."""
    for index in (0, 1, 2**64 - 1):
        state = STANDARD.deal(5, index, match=match)
        assert dealt(state) == deal_doudizhu(Stream(5, "deal", match, index), "uniform")
        assert (state == STANDARD.deal(5, index)) is (match == 0)
        play = Stream(5, "play", match, index)
        for _ in range(3):
            move = state.sample()
            assert move == state.legal_moves()[play.below(state.num_legal)]
            state.play(move)


@pytest.mark.parametrize("match", [0, 1, 2**64 - 1])
def test_the_words_of_any_stream_can_be_asked_for(match):
    for domain, number in (("deal", 0), ("play", 1), ("redeal", 2)):
        stream = Stream(7, domain, match, 3)
        wanted = [stream.word() for _ in range(5)]
        assert _native.stream_words(7, number, match, 3, 5) == wanted


@pytest.mark.rule("DD-04")
@pytest.mark.parametrize("dealer", DEALERS)
def test_redeals_go_on_with_the_stream(dealer):
    for index in range(20):
        stream = Stream(3, "deal", 0, index)
        state = STANDARD.deal(3, index, dealer=dealer)
        for _ in range(4):
            assert dealt(state) == deal_doudizhu(stream, dealer)
            bids(state, "ppp")


@pytest.mark.rule("DD-22")
@pytest.mark.parametrize("name", VARIANTS)
def test_moves_are_the_documented_choices(name):
    """A choice among n > 1 moves takes one draw from the stream of play, a forced move none."""
    variant = VARIANTS[name]
    for index in range(20):
        stream = Stream(5, "play", 0, index)
        state = variant.deal(5, index)
        while not state.is_over:
            legal = state.legal_moves()
            move = legal[stream.choose(len(legal))]
            assert state.sample() == move, state
            state.play(move)


# --- the documented draws themselves --------------------------------------------------------------


def test_parts_have_their_size():
    stream = Stream(1, "deal", 0, 0)
    for n in range(65):
        cards = list(range(n))
        for size in range(n + 1):
            part = split(stream, cards, size)
            assert len(set(part)) == size
            assert set(part) <= set(cards)
            assert all(a < b for a, b in pairwise(part))


def test_densities_and_parts_are_even():
    stream = Stream(2, "deal", 0, 0)
    for eighths in range(1, 9):
        bits = sum(density(stream, eighths).bit_count() for _ in range(2000))
        assert abs(bits / 2000 / 64 - eighths / 8) < 0.006
    counts = Counter(card for _ in range(6000) for card in split(stream, range(54), 20))
    assert all(abs(counts[card] - 6000 * 20 / 54) < 200 for card in range(54))
    counts = Counter(card for _ in range(6000) for card in pick(stream, range(20), 3))
    assert all(abs(counts[card] - 900) < 150 for card in range(20))


def test_shuffles_keep_the_pack():
    stream = Stream(4, "deal", 0, 0)
    pack = [rank for rank in RANKS for _ in range(PACK[rank])]
    assert Counter(shuffle(stream, pack)) == PACK
    weak = weak_shuffle(stream, pack, lambda rank: rank)
    assert Counter(weak) == PACK
    assert (
        sum(a == b for a, b in pairwise(weak))
        > 15
        > sum(a == b for a, b in pairwise(shuffle(stream, pack)))
    )


@pytest.mark.rule("DD-29")
def test_every_deal_takes_the_word_for_the_order_of_cards():
    """It is taken whether hands are shown or not, so that cards do not depend on the rules."""
    shows = chupai.Variant(rules=doudizhu.Rules(show_multipliers=(3, 2)))
    for index in range(10):
        plain, shown = STANDARD.deal(9, index), shows.deal(9, index)
        for _ in range(2):
            bids(plain, "ppp")
            bids(shown, "pppppp")
            first = plain.facts()["first_bidder"]
            assert shown.facts()["first_bidder"] == first
            assert shown.bottom == plain.bottom
