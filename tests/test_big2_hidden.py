"""What a seat of Big Two cannot know, dealt anew: it fits all that has been seen, and evenly so.

A deal fits if the reference, which starts with its cards and is told the same moves, finds each
of them legal and asks the same seats: who was skipped, was not asked for a new deal, or passed
where the highest card was obligatory, tells something of his hand too.
"""

from collections import Counter
from dataclasses import asdict
from itertools import combinations
from math import factorial, prod
from random import Random

import pytest

import chupai
from big2_cases import PRESETS, random_rules, some_setup
from big2_states import choose, hands_of
from chupai import big2
from doudizhu_cases import chi_square, chi_square_limit
from followed_big2 import replay
from reference import big2 as ref


def played_on(state, rng, moves, *, by_kind):
    """Play so many moves, or to the end."""
    for _ in range(moves):
        if state.is_over:
            break
        state.play(choose(rng, list(state.legal_moves()), by_kind=by_kind))
    return state


def assert_fits(state, seat, other):
    """A deal from `redeal_hidden` is one that the seat cannot tell from the true one."""
    assert other.view(seat) == state.view(seat)
    assert other.hand(seat) == state.hand(seat)
    assert other.history == state.history
    follower = replay(other)
    assert follower.hands == hands_of(other)
    assert follower.turn == other.turn
    assert follower.phase == other.phase
    assert other.dealings[-1]["hands"][seat] == state.dealings[-1]["hands"][seat]


@pytest.mark.parametrize("seed", range(100))
def test_what_is_dealt_anew_fits_all_that_was_seen(seed):
    rng = Random(f"hidden {seed}")
    switches = list(PRESETS.values())[seed] if seed < len(PRESETS) else random_rules(rng)
    if seed % 3 == 0:
        switches = switches | {"top_rule": "forced"}
    variant = chupai.Variant(rules=big2.Rules(**switches))
    state = variant.deal(seed, **some_setup(rng, switches))
    by_kind = rng.random() < 0.5
    for _ in range(4):
        for seat in rng.sample(range(switches["players"]), 2):
            assert_fits(state, seat, state.redeal_hidden(seat, seed=rng.randrange(2**32)))
        played_on(state, rng, rng.choice([1, 3, 10, 25]), by_kind=by_kind)


# --- how likely each deal is ---------------------------------------------------------------------


def divided(cards, sizes):
    """Yield all ways to divide different or equal cards among places that hold so many."""
    if not sizes:
        yield []
        return
    for chosen in sorted(set(combinations(cards, sizes[0]))):
        for others in divided(ref.without(cards, chosen), sizes[1:]):
            yield [list(chosen), *others]


def fitting_hands(state, seat):
    """Count for all hands that the others may hold the dealings that lead to them.

    The dealings of a pack whose cards are told apart are equally likely; so an arrangement counts
    once for every set of cards that may have been what did not divide.
    """
    rules = asdict(state.variant.rules)
    places = [other for other in range(rules["players"]) if other != seat]
    hands = {place: state.hand(place).split() for place in places}
    hands["left"] = state.left.split()
    unseen = sorted(card for cards in hands.values() for card in cards)
    weights = {}
    for parts in divided(unseen, [len(cards) for cards in hands.values()]):
        now = dict(zip(hands, parts, strict=True))
        first = first_hands(state, now | {seat: state.hand(seat).split()})
        weight = number_of_dealings(state, first, now["left"], rules) if first else 0
        if weight:
            weights[tuple(ref.text_of_cards(now[place]) for place in places)] = weight
    return weights


def first_hands(state, now):
    """Undo what was played and given away; None where somebody gave on what he had not got."""
    first = {place: Counter(cards) for place, cards in now.items() if place != "left"}
    gives = 0
    for seat, move in state.history[state.dealings[-1]["move"] :]:
        first[seat].update(move.cards.split())
        if move.kind == "give":
            taker = state.setup["roles"][ref.EXCHANGES[gives // 2][gives % 2]]
            first[taker].subtract([move.cards])
            gives += 1
    if min(n for cards in first.values() for n in cards.values()) < 0:
        return None
    return {place: sorted(cards.elements()) for place, cards in first.items()}


def number_of_dealings(state, hands, left, rules):
    """Count the dealings that give these hands to which all the moves fit."""
    share = 52 * rules["decks"] // rules["players"]
    rich = [place for place, cards in hands.items() if len(cards) > share]
    rest = combinations(hands[rich[0]], len(hands[rich[0]]) - share) if rich else [()]
    number = 0
    for given in rest:
        dealt = [hands[place] for place in range(rules["players"])]
        if rich:
            dealt[rich[0]] = ref.without(dealt[rich[0]], given)
        texts = [" ".join(cards) for cards in dealt]
        number += fits(state, texts, " ".join([*left, *given]), hands, rules)
    return number


def fits(state, dealt, left, hands, rules):
    """Whether the moves fit a dealing, and what did not divide goes where it went."""
    setup = state.setup
    follower = ref.Deal(
        dealt, left, setup["first_card"], setup["leader"], setup["roles"], rules, pytest.fail
    )
    if any(follower.hands[seat] != ref.text_of_cards(cards) for seat, cards in hands.items()):
        return False
    for seat, move in state.history[state.dealings[-1]["move"] :]:
        asked = ref.answer(move.kind, move.cards or "", move.rank or "")
        if seat != follower.turn or not follower.is_legal(asked):
            return False
        follower.play(asked)
    return follower.turn == state.turn


def arrangements(state, seat):
    """Count the ways to divide what a seat does not see among all places that hold it."""
    hands = [hand for other, hand in enumerate(hands_of(state)) if other != seat]
    sizes = [len(cards.split()) for cards in [*hands, state.left]]
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def assert_even(state, seat, draws):
    """Deals from `redeal_hidden` are as frequent as the dealings that fit."""
    weights = fitting_hands(state, seat)
    places = [other for other in range(len(hands_of(state))) if other != seat]
    draws *= len(weights)
    counts = Counter()
    for seed in range(draws):
        other = state.redeal_hidden(seat, seed=seed)
        counts[tuple(other.hand(place) for place in places)] += 1
    assert set(counts) <= set(weights)
    total = sum(weights.values())
    expected = [draws * weight / total for weight in weights.values()]
    if len(weights) > 1:
        found = chi_square([counts[hands] for hands in weights], expected)
        assert found < chi_square_limit(len(weights) - 1)
    return weights


@pytest.mark.parametrize("seed", range(30))
def test_deals_that_fit_are_equally_likely(seed):
    """Near the end of a deal, where they can be counted."""
    rng = Random(f"even {seed}")
    switches = random_rules(rng) | {"decks": 1, "redeal_below": None, "instant_wins": ()}
    switches = switches | {"dragon_play": False, "players": rng.choice([3, 4, 4])}
    if switches["remainder"] == "malaysia_swap":
        switches = switches | {"players": 3}
    state = chupai.Variant(rules=big2.Rules(**switches)).deal(seed, **some_setup(rng, switches))
    by_kind = rng.random() < 0.5
    while not state.is_over:
        seat = rng.randrange(switches["players"])
        if state.phase == "play" and not state.swapped and 2 <= arrangements(state, seat) <= 30:
            assert_even(state, seat, 60)
            break
        played_on(state, rng, 1, by_kind=by_kind)


@pytest.mark.rule("BT-23")
@pytest.mark.parametrize("seed", [0, 1, 6])
def test_the_card_that_did_not_divide_may_have_been_the_lowest(seed):
    """Who has the next lowest card too may have been given any of his, and else not the lowest."""
    rng = Random(f"w {seed}")
    state = chupai.Variant(rules=big2.Rules(players=3)).deal(seed)
    holder = next(seat for seat in range(3) if len(state.hand(seat).split()) == 18)
    while True:
        (owner,) = (seat for seat in range(3) if "3C" in state.hand(seat).split())
        seat = rng.randrange(3)
        if seat not in (holder, owner) and 2 <= arrangements(state, seat) <= 12:
            weights = assert_even(state, seat, 2000)
            if set(weights.values()) == {17, 18}:
                break
        moves = list(state.legal_moves())
        others = [move for move in moves if "3C" not in move.cards]
        plays = [move for move in others if not move.is_pass]
        state.play(rng.choice(plays or others or moves))
