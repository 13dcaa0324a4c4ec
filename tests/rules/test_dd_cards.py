"""The pack, the deal and who speaks first: DD-01, DD-02, DD-03, and the named dealers."""

from collections import Counter
from math import comb

import pytest

import chupai
from chupai import doudizhu
from doudizhu_cases import FIXED, PACK, PRESETS, RANKS, bids, chi_square, chi_square_limit

STANDARD = chupai.variant("doudizhu/standard")


@pytest.mark.rule("DD-01")
@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("dealer", ["uniform", "weak_shuffle"])
def test_fifty_four_cards_seventeen_each_and_three(name, dealer):
    for index in range(200):
        state = PRESETS[name].deal(seed=1, index=index, dealer=dealer)
        hands = [state.hand(seat) for seat in range(3)]
        if state.landlord is None:
            assert [len(hand) for hand in hands] == [17, 17, 17]
            assert len(state.bottom) == 3
            assert sum(map(Counter, hands), Counter(state.bottom)) == PACK
        else:
            assert sorted(len(hand) for hand in hands) == [17, 17, 20]
            assert sum(map(Counter, hands), Counter()) == PACK


@pytest.mark.rule("DD-01")
def test_hands_are_written_low_to_high():
    state = STANDARD.deal(seed=1)
    for seat in range(3):
        hand = state.hand(seat)
        assert list(hand) == sorted(hand, key=RANKS.index)


@pytest.mark.rule("DD-02")
@pytest.mark.parametrize("sequence", ["3", "p3", "pp3"])
def test_the_bottom_cards_go_to_the_landlord(sequence):
    before = STANDARD.deal(seed=6, first_bidder=0)
    hands = [Counter(before.hand(seat)) for seat in range(3)]
    after = bids(before.clone(), sequence)
    landlord = len(sequence) - 1
    bottom = Counter(after.bottom)
    assert bottom.total() == 3
    assert sum(hands, bottom) == PACK
    for seat in range(3):
        expected = hands[seat] + bottom if seat == landlord else hands[seat]
        assert Counter(after.hand(seat)) == expected


@pytest.mark.rule("DD-02")
def test_the_bottom_cards_stay_known_and_may_be_played():
    state = bids(STANDARD.deal(seed=6, first_bidder=0), "3")
    bottom = state.bottom
    card = bottom[0]
    state.play(card)
    assert state.bottom == bottom


@pytest.mark.rule("DD-03")
def test_turns_go_round_in_seat_order():
    for first in range(3):
        state = STANDARD.deal(seed=1, first_bidder=first)
        seats = []
        for word in ("pass", "bid 1", "pass"):
            seats.append(state.turn)
            state.play(word)
        assert seats == [first, (first + 1) % 3, (first + 2) % 3]
        seats = []
        for _ in range(3):
            seats.append(state.turn)
            state.play("pass" if state.is_legal("pass") else state.legal_moves()[0])
        landlord = (first + 1) % 3
        assert seats == [landlord, (landlord + 1) % 3, (landlord + 2) % 3]


@pytest.mark.rule("DD-03")
def test_the_first_bidder_is_uniform_or_given():
    drawn = Counter(STANDARD.deal(seed=8, index=i).turn for i in range(3000))
    assert set(drawn) == {0, 1, 2}
    assert chi_square([drawn[seat] for seat in range(3)], [1000] * 3) < chi_square_limit(2)
    for first in range(3):
        for index in range(20):
            state = STANDARD.deal(seed=8, index=index, first_bidder=first)
            assert state.turn == first
            assert state.facts()["first_bidder"] == first


@pytest.mark.rule("DD-03")
def test_a_given_first_bidder_does_not_change_the_cards():
    for index in range(20):
        drawn = STANDARD.deal(seed=8, index=index)
        for first in range(3):
            given = STANDARD.deal(seed=8, index=index, first_bidder=first)
            assert [given.hand(s) for s in range(3)] == [drawn.hand(s) for s in range(3)]


@pytest.mark.rule("DD-01")
def test_cards_depend_on_seed_and_index_and_not_on_rules():
    hands = {}
    for seed in range(4):
        for index in range(5):
            state = STANDARD.deal(seed=seed, index=index)
            hands[seed, index] = tuple(state.hand(seat) for seat in range(3))
            again = STANDARD.deal(seed=seed, index=index)
            assert tuple(again.hand(seat) for seat in range(3)) == hands[seed, index]
            rob = PRESETS["call-and-rob"].deal(seed=seed, index=index)
            assert tuple(rob.hand(seat) for seat in range(3)) == hands[seed, index]
            fixed = FIXED.deal(seed=seed, index=index, landlord=0)
            assert Counter(fixed.hand(0)) - Counter(fixed.bottom) == Counter(hands[seed, index][0])
            assert (fixed.hand(1), fixed.hand(2)) == hands[seed, index][1:]
    assert len(set(hands.values())) == 20


def holdings(dealer, deals):
    """How often each seat holds 0 … 4 of each rank, as counts[seat, rank][copies]."""
    counts = {(seat, rank): [0] * 5 for seat in range(3) for rank in RANKS}
    for index in range(deals):
        state = STANDARD.deal(seed=11, index=index, dealer=dealer)
        for seat in range(3):
            held = Counter(state.hand(seat))
            for rank in RANKS:
                counts[seat, rank][held[rank]] += 1
    return counts


@pytest.mark.rule("DD-01")
def test_uniform_deals_have_the_frequencies_of_a_shuffled_pack():
    deals = 6000
    for (seat, rank), observed in holdings("uniform", deals).items():
        copies = PACK[rank]
        expected = [
            deals * comb(copies, k) * comb(54 - copies, 17 - k) / comb(54, 17)
            for k in range(copies + 1)
        ]
        assert chi_square(observed[: copies + 1], expected) < chi_square_limit(copies), (seat, rank)
        assert sum(observed) == sum(observed[: copies + 1])


@pytest.mark.rule("DD-01")
def test_the_bottom_cards_are_uniform():
    deals = 6000
    drawn = Counter()
    for index in range(deals):
        drawn.update(STANDARD.deal(seed=12, index=index).bottom)
    expected = [3 * deals * PACK[rank] / 54 for rank in RANKS]
    assert chi_square([drawn[rank] for rank in RANKS], expected) < chi_square_limit(14)


@pytest.mark.rule("DD-01")
def test_a_weak_shuffle_gives_clearly_more_bombs():
    def bombs(dealer):
        counts = holdings(dealer, 2000)
        return sum(counts[seat, rank][4] for seat in range(3) for rank in RANKS[:13]) / 2000

    uniform = 3 * 13 * comb(50, 13) / comb(54, 17)  # 0.294 a deal
    assert abs(bombs("uniform") - uniform) < 0.07
    assert bombs("weak_shuffle") > 2 * uniform


@pytest.mark.rule("DD-01")
def test_a_weak_shuffle_favours_no_seat_and_stays_random():
    deals = 3000
    bombs = Counter()
    seen = set()
    for index in range(deals):
        state = STANDARD.deal(seed=13, index=index, dealer="weak_shuffle", first_bidder=0)
        hands = tuple(state.hand(seat) for seat in range(3))
        seen.add(hands)
        for seat, hand in enumerate(hands):
            bombs[seat] += sum(hand.count(rank) == 4 for rank in RANKS)
    assert len(seen) == deals
    mean = bombs.total() / 3
    # Bombs come in clusters: allow twice the spread of independent ones.
    assert all(abs(bombs[seat] - mean) < 5 * 2 * mean**0.5 for seat in range(3))


@pytest.mark.rule("DD-01")
def test_the_dealer_is_part_of_the_set_up_of_a_run():
    weak = chupai.simulate(
        STANDARD, 2000, seed=1, keep="facts", setup=doudizhu.Setup(dealer="weak_shuffle")
    )
    even = chupai.simulate(STANDARD, 2000, seed=1, keep="facts")
    assert weak.facts["bombs"].mean() > 1.5 * even.facts["bombs"].mean()
