"""Redeals of what a seat does not know: uniform over the deals it cannot tell from the true one.

Endings are dealt in every other way by the reference, each way with the number of arrangements of
54 different cards behind it; where there are too many ways, the chances of each rank are compared.
"""

from collections import Counter
from random import Random

import pytest

import chupai
from chupai import doudizhu
from doudizhu_cases import FIXED, ODD, PACK, PRESETS, RANKS, assert_shares, bids
from followed_deals import Followed, as_ref
from reference import doudizhu_knowledge as knowledge

STANDARD = chupai.variant("doudizhu/standard")
VARIANTS = PRESETS | {
    name: ODD[name]
    for name in ("everything on", "rob, open hand, doubling", "points again, redeal", "quad chains")
}


def hands_of(state):
    return tuple(state.hand(seat) for seat in range(3))


def redeals(state, seat, number):
    """So many redeals of what a seat does not know."""
    return (state.redeal_hidden(seat, seed) for seed in range(number))


def assert_chances(counts, weights):
    """Chi-square against weights."""
    draws, total = counts.total(), sum(weights.values())
    assert_shares(counts, {what: float(draws * n / total) for what, n in weights.items()})


# --- endings, every deal listed ------------------------------------------------------------------


def long_plays(rng):
    """Choose plays that use up cards, so that deals end with few in hand."""

    def choose(moves):
        if moves[-1].kind == "show" and rng.random() < 0.95:
            return moves[0]
        longest = max(len(move.cards) for move in moves)
        return rng.choice([move for move in moves if len(move.cards) >= longest - 1])

    return choose


def endings(variant, want, most=9, **setup):
    """Deals near their end in which each seat has few cards, but some, that it does not know."""
    found = []
    index = 0
    while len(found) < want:
        followed = Followed(variant, 31, index, **setup)
        choose = long_plays(Random(f"{index}"))
        index += 1
        last = None
        while not followed.state.is_over:
            hidden = sum(len(hand) for hand in followed.deal.hands)
            if followed.deal.taken and 4 <= hidden <= most:
                last = followed
                break
            followed.play(choose(followed.state.legal_moves()))
        if last is not None:
            found.append(last)
        assert index < 4000
    return found


def assert_uniform_ending(followed, seat):
    weights = followed.consistent(seat)
    true = hands_of(followed.state)
    assert true in weights
    draws = min(max(200, 40 * len(weights)), 4000)
    counts = Counter(map(hands_of, redeals(followed.state, seat, draws)))
    assert_chances(counts, weights)
    return len(weights)


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("name", VARIANTS)
def test_every_deal_of_an_ending(name):
    sizes = [
        assert_uniform_ending(followed, seat)
        for followed in endings(VARIANTS[name], 3)
        for seat in range(3)
    ]
    assert max(sizes) > 10


@pytest.mark.rule("DD-28", "DD-18")
def test_endings_rich_in_bombs():
    """Where whole ranks are together, the arrangements behind a deal differ most."""
    found = endings(FIXED, 4, dealer="weak_shuffle", landlord=1)
    spread = 0
    for followed in found:
        for seat in range(3):
            weights = followed.consistent(seat)
            spread = max(spread, max(weights.values()) / min(weights.values()))
            assert_uniform_ending(followed, seat)
    assert spread >= 16


@pytest.mark.rule("DD-28", "DD-02")
def test_bottom_cards_that_are_still_held_stay():
    """The landlord's known cards are no choice, and weigh nothing in what else he holds."""
    tested = 0
    for followed in endings(FIXED, 40):
        known = followed.known_to(1)["known"][0]
        if not known or tested == 6:
            continue
        tested += 1
        for seat in (1, 2):
            assert_uniform_ending(followed, seat)
    assert tested == 6


@pytest.mark.rule("DD-28", "DD-25")
def test_one_hidden_hand_is_known():
    """With one hand shown there is one deal only for the others, and many for its owner."""
    variant = ODD["rob, open hand, doubling"]
    followed = Followed(variant, 3, first_bidder=0)
    for move in ("pass", "call", "pass", "show", "pass", "pass", "pass"):
        followed.play(move)
    choose = long_plays(Random(2))
    while sum(len(hand) for hand in followed.deal.hands) > 12:
        followed.play(choose(followed.state.legal_moves()))
    true = hands_of(followed.state)
    for seat in (0, 2):
        assert followed.consistent(seat).keys() == {true}
        assert all(hands_of(other) == true for other in redeals(followed.state, seat, 50))
    assert assert_uniform_ending(followed, 1) > 1


POSITIONS = {
    "fresh": (["3344", "34A2", "56AB"], {}, []),
    "three of a rank unseen": (["5K", "334", "39T"], {"turn": 1}, ["3"]),
    "a bomb unseen": (["6", "3333A", "44443"[:4] + "A"], {"turn": 1}, ["A"]),
    "the landlord's bottom card": (["335K", "34", "39A"], {"bottom": "3TT"}, ["5", "pass", "9"]),
    "two bottom cards of a rank": (["3335", "4A", "34AA"], {"bottom": "338"}, []),
    "bottom cards, played since": (["3345", "34A", "36A"], {"bottom": "3JQ"}, ["3", "A"]),
    "jokers apart": (["7R", "9B", "89T"], {"turn": 2}, ["8", "R"]),
    "others played his rank": (["33678", "349", "3TJ"], {"bottom": "3QQ"}, ["6", "9", "J"]),
}


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("name", POSITIONS)
def test_every_deal_of_a_position(name):
    hands, given, moves = POSITIONS[name]
    state = STANDARD.position(hands=hands, landlord=0, **given)
    for move in moves:
        state.play(move)
    record = [(seat, as_ref(move)) for seat, move in state.history]
    bottom = given.get("bottom", "")
    for seat in range(3):
        weights = knowledge.consistent_positions(hands, 0, bottom, record, seat)
        draws = max(600, 60 * len(weights))
        counts = Counter()
        for other in redeals(state, seat, draws):
            counts[hands_of(other)] += 1
            assert other.view(seat) == state.view(seat)
        assert_chances(counts, weights)


# --- chances of each rank in the middle of a deal ------------------------------------------------


def assert_chances_of_ranks(followed, seat, draws=1000):
    """The number of cards of each rank in the hands of both others, after the auction."""
    deal = followed.deal
    landlord = deal.landlord
    first, second = sorted(
        (other for other in range(3) if other != seat), key=lambda other: other != landlord
    )
    gone = tuple(knowledge.played_by(other, followed.record) for other in (first, second))
    owed = deal.bottom if first == landlord else ""
    pool = deal.hands[first] + deal.hands[second]
    chances = knowledge.chances_of_counts(pool, gone, owed, len(deal.hands[first]))
    counts = {rank: Counter() for rank in RANKS}
    for other in redeals(followed.state, seat, draws):
        hand = other.hand(first)
        for rank in RANKS:
            counts[rank][hand.count(rank)] += 1
    for rank in RANKS:
        assert_chances(counts[rank], chances[rank])


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("name", PRESETS)
def test_chances_before_and_during_the_play(name):
    rng = Random(f"chances {name}")
    for index in range(3):
        followed = Followed(PRESETS[name], 12, index)
        while not followed.deal.taken:
            followed.play(rng.choice(followed.state.legal_moves()))
        for moves in (0, 7, 9):
            followed.play_on(moves, long_plays(rng))
            if not followed.state.is_over:
                assert_chances_of_ranks(followed, rng.randrange(3))


def places_of(state, seat, own):
    """What is hidden from a seat: the others' hands, the bottom cards, its own cards to come."""
    others = [state.hand(other) for other in range(3) if other != seat]
    return [*others, state.bottom, knowledge.less(state.hand(seat), own)]


@pytest.mark.rule("DD-28", "DD-02")
@pytest.mark.parametrize(("moves", "seat"), [("", 0), ("p1", 0), ("p1", 1), ("p1", 2), ("2", 0)])
def test_chances_in_the_auction(moves, seat):
    """Nobody knows the bottom cards: the others and the bottom share what is not in hand."""
    state = bids(STANDARD.deal(seed=6, first_bidder=0), moves)
    assert_chances_of_places(state, seat)


SHOWS = chupai.Variant(rules=doudizhu.Rules(show_multipliers=(5, 4, 3, 2)))


@pytest.mark.rule("DD-28", "DD-29")
@pytest.mark.parametrize(("answers", "seat"), [(0, 1), (3, 0), (4, 2), (6, 1), (8, 0)])
def test_chances_while_cards_are_dealt(answers, seat):
    """A seat knows those of its cards that have come; all others may be anywhere."""
    state = bids(SHOWS.deal(seed=6, first_bidder=0), "p" * answers)
    assert_chances_of_places(state, seat)


def assert_chances_of_places(state, seat, draws=1800):
    own = state.view(seat).hand
    places = [len(place) for place in places_of(state, seat, own)]
    counts = {rank: Counter() for rank in RANKS}
    jokers = Counter()
    for other in redeals(state, seat, draws):
        assert other.view(seat) == state.view(seat)
        parts = places_of(other, seat, own)
        assert [len(part) for part in parts] == places
        for rank in RANKS:
            counts[rank][tuple(part.count(rank) for part in parts)] += 1
        jokers[tuple(i for joker in "BR" for i, part in enumerate(parts) if joker in part)] += 1
    for rank in RANKS:
        number = (1 if rank in "BR" else 4) - own.count(rank)
        assert_chances(counts[rank], knowledge.chances_of_places(number, places))
    if not {"B", "R"} & set(own):
        pairs = [(a, b) for a in range(4) for b in range(4)]
        assert_chances(jokers, {(a, b): places[a] * (places[b] - (a == b)) for a, b in pairs})


@pytest.mark.rule("DD-28", "DD-29")
def test_chances_with_a_hand_shown_while_cards_are_dealt():
    """What has come to the hand that is open stays there; its other cards are dealt anew."""
    state = bids(SHOWS.deal(seed=6, first_bidder=0), "psp")
    assert state.view(0).cards_left == [5, 5, 5]
    open_hand = state.view(0).shown[1]
    counts = {rank: Counter() for rank in RANKS}
    own = state.view(0).hand
    for other in redeals(state, 0, 1800):
        assert not Counter(open_hand) - Counter(other.hand(1))
        to_come = knowledge.less(other.hand(1), open_hand)
        parts = [to_come, other.hand(2), other.bottom, knowledge.less(other.hand(0), own)]
        for rank in RANKS:
            counts[rank][tuple(part.count(rank) for part in parts)] += 1
    for rank in RANKS:
        number = (1 if rank in "BR" else 4) - own.count(rank) - open_hand.count(rank)
        assert_chances(counts[rank], knowledge.chances_of_places(number, [12, 17, 3, 12]))


# --- every redeal is a deal in which all this could have happened --------------------------------


def replay_of(followed, other):
    """The record happens again with the redealt cards."""
    hands = [other.hand(at) + knowledge.played_by(at, followed.record) for at in range(3)]
    deal = followed.deal
    if deal.taken:
        hands[deal.landlord] = knowledge.less(hands[deal.landlord], other.bottom)
    dealing = other.dealings[-1]
    assert dealing["hands"] == [knowledge.less(hand, "") for hand in hands]
    assert dealing["bottom"] == other.bottom
    assert sorted("".join(hands) + other.bottom) == sorted(
        "".join(followed.cards[0]) + followed.cards[1]
    )
    again = knowledge.replayed(
        (hands, other.bottom, followed.cards[2]), followed.landlord, followed.record, deal.rules
    )
    assert [knowledge.less(hand, "") for hand in hands_of(other)] == again.hands
    return again


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("name", VARIANTS)
def test_every_redeal_replays(name):
    variant = VARIANTS[name]
    rng = Random(f"replay {name}")
    for index in range(3):
        followed = Followed(variant, 8, index)
        while not followed.state.is_over:
            for seat in range(3):
                other = followed.state.redeal_hidden(seat, rng.randrange(2**64))
                again = replay_of(followed, other)
                if followed.deal.received == 17:
                    known = followed.known_to(seat)
                    seen = knowledge.known_to(again, seat)
                    before = {"history": 0, "redeals": 0}  # auctions that came to nothing
                    assert seen | before == known | before
            followed.play_on(rng.randint(1, 6), rng.choice)


# --- only what is known matters ------------------------------------------------------------------


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("name", VARIANTS)
def test_a_redeal_depends_on_knowledge_only(name):
    """From two deals that a seat cannot tell apart a seed makes the same third one."""
    rng = Random(f"knowledge {name}")
    different = 0
    for index in range(5):
        followed = Followed(VARIANTS[name], 9, index)
        while not followed.state.is_over:
            state = followed.state
            for seat in range(3):
                twin = state.redeal_hidden(seat, rng.randrange(1000))
                one, two = state.redeal_hidden(seat, 5), twin.redeal_hidden(seat, 5)
                different += hands_of(one) != hands_of(state)
                assert one == two
                assert hash(one) == hash(two)
                assert str(one) == str(two)
                assert one.history == two.history
                assert_same_future(one.clone(), two.clone())
            followed.play_on(rng.randint(2, 9), rng.choice)
    assert different > 10


def assert_same_future(one, two):
    """Streams are equal too: the same moves, and the same cards where they are dealt again."""
    for _ in range(12):
        if one.is_over:
            break
        assert (move := one.sample()) == two.sample()
        if one.phase == "auction":
            move = "pass"
        one.play(move)
        two.play(move)
        assert hands_of(one) == hands_of(two)
    assert one == two


@pytest.mark.rule("DD-28", "DD-04")
def test_dealings_that_came_to_nothing_are_dealt_anew_too():
    """A seat remembers its own cards of them, and never saw the others'."""
    state = bids(STANDARD.deal(seed=4, first_bidder=0), "pppppp1")
    assert state.redeals == 2
    before = [dealing["hands"] for dealing in state.dealings]
    counts = {rank: Counter() for rank in RANKS}
    for other in redeals(state, 1, 1500):
        dealings = other.dealings
        assert [dealing["hands"][1] for dealing in dealings] == [hands[1] for hands in before]
        first = dealings[0]
        assert sorted("".join(first["hands"]) + first["bottom"]) == sorted(PACK.elements())
        parts = [first["hands"][0], first["hands"][2], first["bottom"]]
        for rank in RANKS:
            counts[rank][tuple(part.count(rank) for part in parts)] += 1
    for rank in RANKS:
        number = PACK[rank] - before[0][1].count(rank)
        assert_chances(counts[rank], knowledge.chances_of_places(number, [17, 17, 3]))


@pytest.mark.rule("DD-28")
def test_redeals_know_nothing_of_streams():
    """Neither the next draw nor the cards of a redeal are those of the true deal."""
    same_draws = same_cards = 0
    for index in range(200):
        state = STANDARD.deal(seed=2, index=index, first_bidder=0)
        other = state.redeal_hidden(0, 1)
        same_draws += state.sample() == other.sample()
        bids(state, "ppp")
        bids(other, "ppp")
        same_cards += hands_of(state) == hands_of(other)
    assert same_draws < 90
    assert same_cards == 0
