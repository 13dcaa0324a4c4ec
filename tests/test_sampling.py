"""Chance: moves, cards, seats and bids are uniform; runs do not depend on threads or chunks."""

import hashlib
from collections import Counter, defaultdict

import numpy as np
import pytest

import chupai
from chupai import batch, doudizhu
from doudizhu_cases import (
    FIXED,
    PACK,
    PRESETS,
    RANKS,
    VARIANTS,
    chi_square,
    chi_square_limit,
    plain,
    texts,
)

STANDARD = chupai.variant("doudizhu/standard")


# The limit itself


def test_the_limit_is_that_of_chi_square():
    """Wilson and Hilferty at a chance of 0.00135 (three deviations), beside printed tables."""
    for dof, exact in [(1, 10.27), (2, 13.21), (5, 19.82), (10, 28.78), (50, 85.06), (100, 148.1)]:
        assert abs(chi_square_limit(dof, 3.0) / exact - 1) < 0.05
    assert chi_square([10, 20, 30], [20, 20, 20]) == 10


@pytest.mark.parametrize("seed", range(5))
def test_the_chi_square_test_finds_a_small_bias(seed):
    """A draw that prefers one of ten by a tenth does not pass with as many draws as used below."""
    rng = np.random.default_rng(seed)
    weights = np.array([1.1] + [1.0] * 9)
    observed = rng.multinomial(60_000, weights / weights.sum())
    assert chi_square(observed, [6000] * 10) > chi_square_limit(9)
    fair = rng.multinomial(60_000, [0.1] * 10)
    assert chi_square(fair, [6000] * 10) < chi_square_limit(9)


# Moves


def ranks_of_samples(variant, deals, seed):
    """For each number of legal moves, how often each place of the list was drawn."""
    places = defaultdict(Counter)
    for index in range(deals):
        state = variant.deal(seed=seed, index=index)
        while not state.is_over:
            move = state.sample()
            n = state.num_legal
            if n > 1:
                action = doudizhu.action_id(move, variant.rules)
                places[n][list(state.legal_ids()).index(action)] += 1
            state.play(move)
    return places


@pytest.mark.rule("DD-22")
@pytest.mark.parametrize("name", VARIANTS)
def test_samples_are_uniform_over_the_list_of_moves(name):
    places = ranks_of_samples(VARIANTS[name], 400, seed=21)
    total, dof = 0.0, 0
    for n, counts in places.items():
        draws = counts.total()
        if draws < 8 * n:
            continue
        total += chi_square([counts[place] for place in range(n)], [draws / n] * n)
        dof += n - 1
    assert dof > 50
    assert total < chi_square_limit(dof)


@pytest.mark.rule("DD-22")
@pytest.mark.parametrize("name", VARIANTS)
def test_the_last_places_of_long_lists_are_reached(name):
    """Half of the draws from long lists fall into the upper half of the list."""
    places = ranks_of_samples(VARIANTS[name], 400, seed=22)
    upper = draws = 0
    for n, counts in places.items():
        if n >= 20 and n % 2 == 0:
            draws += counts.total()
            upper += sum(drawn for place, drawn in counts.items() if place >= n // 2)
    assert draws > 500
    assert abs(upper - draws / 2) < 5 * (draws / 4) ** 0.5


POSITIONS = {
    "a short lead": ["33344", "56789", "TJQKA"],
    "solos, pairs and wings": ["33344455677", "8899TTJJQ", "KKAA22BR"],
    "wings with three of a rank": ["333444555777", "8899TTJJQ", "KKAA22BR"],
    "bombs with passengers": ["3333667788", "99TT", "JJQQ"],
    "jokers as wings": ["3334449BR", "TTJJ", "QQKK"],
    "every kind": ["33334444555566678BR9", "99TT", "JJQQ"],
}


def draws_from(variant, hands, deals, **more):
    """One sample each from equal positions with different streams."""
    counts = Counter()
    for seed in range(deals):
        state = variant.position(hands=hands, landlord=0, seed=seed, **more)
        counts[str(state.sample())] += 1
    return counts


@pytest.mark.rule("DD-22")
@pytest.mark.parametrize("name", POSITIONS)
def test_samples_of_one_position(name):
    state = FIXED.position(hands=POSITIONS[name], landlord=0)
    legal = texts(state.legal_moves())
    deals = 30 * len(legal)
    counts = draws_from(FIXED, POSITIONS[name], deals)
    assert set(counts) == set(legal)
    observed = [counts[text] for text in legal]
    assert chi_square(observed, [30] * len(legal)) < chi_square_limit(len(legal) - 1)


# Cards


@pytest.mark.rule("DD-01")
def test_every_rank_is_dealt_evenly_to_the_seats():
    deals = 8000
    owners = {seat: Counter() for seat in range(3)}
    bottom = Counter()
    for index in range(deals):
        state = STANDARD.deal(seed=23, index=index)
        for seat in range(3):
            owners[seat].update(state.hand(seat))
        bottom.update(state.bottom)
    for rank in RANKS:
        observed = [owners[seat][rank] for seat in range(3)] + [bottom[rank]]
        expected = [deals * PACK[rank] * cards / 54 for cards in (17, 17, 17, 3)]
        assert sum(observed) == deals * PACK[rank]
        assert chi_square(observed, expected) < chi_square_limit(3), rank


@pytest.mark.rule("DD-01")
def test_where_the_jokers_lie_together():
    """Both jokers of one deal: all sixteen ways with their chances."""
    deals = 8000
    cards = (17, 17, 17, 3)
    where = Counter()
    for index in range(deals):
        state = STANDARD.deal(seed=24, index=index)
        piles = [state.hand(seat) for seat in range(3)] + [state.bottom]
        where[tuple(next(i for i, pile in enumerate(piles) if j in pile) for j in "BR")] += 1
    pairs = [(a, b) for a in range(4) for b in range(4)]
    chance = [cards[a] * (cards[b] - (a == b)) / (54 * 53) for a, b in pairs]
    expected = [deals * p for p in chance]
    assert chi_square([where[pair] for pair in pairs], expected) < chi_square_limit(15)


@pytest.mark.rule("DD-01")
def test_neighbouring_deals_have_nothing_in_common():
    """Cards of deal i and deal i + 1, and of seeds s and s + 1, are independent."""
    for step in ((0, 1), (1, 0)):
        both = 0
        deals = 6000
        for index in range(deals):
            one = STANDARD.deal(seed=30, index=index)
            two = STANDARD.deal(seed=30 + step[0], index=index + step[1])
            both += ("R" in one.hand(0)) == ("R" in two.hand(0))
        p = (17 / 54) ** 2 + (37 / 54) ** 2
        assert abs(both - deals * p) < 5 * (deals * p * (1 - p)) ** 0.5


# The auction


@pytest.mark.rule("DD-04", "DD-05")
@pytest.mark.parametrize(
    ("name", "chances"),
    [
        # First word one of four, and so on: P(landlord bids n) over all ends of an auction.
        ("standard", {"bid 1": 0.25, "bid 2": 0.25, "bid 3": 0.25, "pass": 0.25}),
        ("call-and-rob", {"call": 0.5, "pass": 0.5}),
    ],
)
def test_the_first_word_is_uniform(name, chances):
    deals = 4000
    words = Counter(str(PRESETS[name].deal(seed=25, index=i).sample()) for i in range(deals))
    assert set(words) == set(chances)
    observed = [words[word] for word in chances]
    expected = [deals * chance for chance in chances.values()]
    assert chi_square(observed, expected) < chi_square_limit(len(chances) - 1)


def points_chances():
    """Exact chances of (landlord as the n-th speaker, bid) when everybody speaks at random."""
    ends = Counter()

    def speak(seat, best, holder, chance):
        if best == 3 or seat == 3:
            ends[holder, best] += chance
            return
        choices = [0, *range(best + 1, 4)]
        for bid in choices:
            speak(seat + 1, bid or best, seat if bid else holder, chance / len(choices))

    speak(0, 0, None, 1.0)
    passed = ends.pop((None, 0))
    assert abs(passed - 1 / 64) < 1e-12
    return {end: chance / (1 - passed) for end, chance in ends.items()}


@pytest.mark.rule("DD-04")
def test_random_auctions_end_with_their_chances():
    deals = 60_000
    run = chupai.simulate(STANDARD, deals, seed=26, keep="facts")
    facts = run.facts
    speaker = (facts["landlord"].astype(int) - facts["first_bidder"].astype(int)) % 3
    counts = Counter(zip(plain(speaker), plain(facts["bid"]), strict=True))
    chances = points_chances()
    assert set(counts) == set(chances)
    observed = [counts[end] for end in chances]
    expected = [deals * chance for chance in chances.values()]
    assert chi_square(observed, expected) < chi_square_limit(len(chances) - 1)
    first = Counter(plain(facts["first_bidder"]))
    assert chi_square([first[s] for s in range(3)], [deals / 3] * 3) < chi_square_limit(2)
    redeals = plain(facts["redeals"])
    # Each auction is passed out with a chance of 1/64.
    assert abs(sum(redeals) - deals / 63) < 5 * (deals / 63) ** 0.5


# Runs do not depend on threads and chunks


def digest(arrays):
    """One number for names and arrays."""
    total = hashlib.sha256()
    for name in sorted(arrays):
        array = np.asarray(arrays[name])
        total.update(f"{name} {array.dtype} {array.shape}".encode() + array.tobytes())
    return total.hexdigest()


def run_in_the_core(variant, games, keep, threads, chunk):
    """A run as arrays; counts of rows are brought into order, since they come in any."""
    setup, agents = doudizhu.Setup(), ["random"] * 3
    run = doudizhu.run(variant.rules, setup, 27, 3, games, agents, keep, threads, None, chunk)
    if keep == "facts":
        return run
    tally = batch.Tally.of_stats(run, variant)
    rows = {f"row {name}": column for name, column in tally.rows.items()}
    counted = {f"histogram {name}": column for name, column in tally.histograms.items()}
    return rows | counted | {"counts": tally.counts}


@pytest.mark.parametrize("keep", ["facts", "stats"])
@pytest.mark.parametrize("name", VARIANTS)
def test_threads_and_chunks_change_nothing(name, keep):
    games = 5000
    digests = {
        (threads, chunk): digest(run_in_the_core(VARIANTS[name], games, keep, threads, chunk))
        for threads in (1, 2)
        for chunk in (1, 7, 4096, games, None)
    }
    assert len(set(digests.values())) == 1, digests


@pytest.mark.parametrize("keep", ["facts", "scores", "stats"])
def test_runs_repeat_and_depend_on_their_seed(keep):
    def run(**changes):
        arguments = {"games": 3000, "seed": 1, "threads": 1} | changes
        return chupai.simulate(STANDARD, keep=keep, **arguments).digest()

    assert run() == run() == run(threads=2)
    assert len({run(), run(seed=2), run(first=1), run(games=2999), run(agents="lowest")}) == 5
    weak = run(setup=doudizhu.Setup(dealer="weak_shuffle"))
    assert weak != run()


@pytest.mark.parametrize("agents", [["random", "lowest", "lowest"], ["lowest", "random", "random"]])
def test_mixed_agents_do_not_depend_on_threads(agents):
    one = chupai.simulate(STANDARD, 4000, seed=2, agents=agents, threads=1, keep="facts")
    two = chupai.simulate(STANDARD, 4000, seed=2, agents=agents, threads=2, keep="facts")
    assert one.digest() == two.digest()
    assert one.digest() != chupai.simulate(STANDARD, 4000, seed=2, keep="facts").digest()
