"""Playouts: of a state those of its clones by the documented streams, of a view all it can expect.

What random players bring about from an ending is worked out in full, over every way to play on and
every deal that the seat cannot tell apart.
"""

import pickle
from collections import Counter
from fractions import Fraction
from functools import cache
from random import Random

import numpy as np
import pytest

import chupai
from doudizhu_cases import FIXED, VARIANTS, chi_square, chi_square_limit
from followed_deals import as_ref
from random_cases import BOOK
from reference import doudizhu as ref
from reference import doudizhu_knowledge as knowledge
from reference.streams import Stream

STANDARD = chupai.variant("doudizhu/standard")


def played_out(state, seed, number, agents=("random",) * 3):
    """Play a clone to its end, drawing from the stream of play."""
    stream = Stream(seed, "play", 0, number)
    clone = state.clone()
    while not clone.is_over:
        legal = clone.legal_moves()
        if agents[clone.turn] == "random":
            clone.play(legal[stream.choose(len(legal))])
        else:
            clone.play(lowest(clone))
    return clone.scores()


def lowest(state):
    """The built-in agent: the first card play there is; the least bid or call if nobody has."""
    moves = state.legal_moves()
    if state.phase == "play":
        return next((move for move in moves if move.kind != "pass"), moves[0])
    since = state.history[len(state.history) - spoken(state) :]
    said = {move.kind for _, move in since} & {"bid", "call", "rob"}
    return moves[1] if state.phase == "auction" and not said else moves[0]


def spoken(state):
    """The moves of this auction: in none of the rule sets here does a redeal end within it."""
    count = 0
    for _, move in reversed(state.history):
        if move.kind == "show":
            break
        count += 1
    return count if not state.redeals else count % 3


# --- states --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_playouts_are_those_of_clones(name, soak):
    rng = Random(f"playouts {name}")
    for index in range(2 * soak):
        state = VARIANTS[name].deal(seed=33, index=index)
        while True:
            seed = rng.choice([0, 1, 2**64 - 1, rng.randrange(2**64)])
            kept = pickle.dumps(state)
            scores = state.rollout(4, seed=seed)
            assert scores.dtype == np.int64
            assert scores.shape == (4, 3)
            assert scores.tolist() == [played_out(state, seed, k) for k in range(4)]
            assert pickle.dumps(state) == kept
            if state.is_over:
                assert scores.tolist() == [state.scores()] * 4
                break
            for _ in range(rng.randint(1, 6)):
                if not state.is_over:
                    state.play(rng.choice(state.legal_moves()))


@pytest.mark.parametrize("agents", [["random", "lowest", "lowest"], ["lowest", "random", "random"]])
@pytest.mark.parametrize("name", ["standard", "call-and-rob", "rlcard"])
def test_playouts_with_a_player_a_seat(name, agents):
    state = VARIANTS[name].deal(
        seed=34, index=1, **({} if name == "rlcard" else {"first_bidder": 1})
    )
    if state.phase == "auction":
        state.play(state.legal_moves()[1])
    for _ in range(4):
        scores = state.rollout(12, 7, agents)
        assert scores.tolist() == [played_out(state, 7, k, agents) for k in range(12)]
        state.play(state.legal_moves()[0])


@pytest.mark.parametrize("name", VARIANTS)
def test_one_playout_of_a_new_deal_is_that_deal_of_a_run(name):
    """Playout i draws moves as deal i does; with the cards of deal i it is that deal."""
    variant = VARIANTS[name]
    state = variant.deal(seed=5, index=2)
    run = chupai.simulate(variant, 3, seed=5, keep="scores", threads=1)
    assert state.rollout(3, seed=5)[2].tolist() == run.scores[2].tolist()


def test_threads_and_numbers_change_nothing():
    state = STANDARD.deal(seed=1)
    many = state.rollout(3000, seed=2)
    assert np.array_equal(many, state.rollout(3000, seed=2, threads=2))
    assert np.array_equal(many[:70], state.rollout(70, seed=2))
    assert np.array_equal(many, state.clone().rollout(3000, seed=2, agents="random"))
    assert not np.array_equal(many, state.rollout(3000, seed=3))
    state.reseed(12)
    assert np.array_equal(many, state.rollout(3000, seed=2))
    assert state.rollout(0).shape == (0, 3)
    assert (many.sum(axis=1) == 0).all()


@pytest.mark.rule("DD-27")
@pytest.mark.parametrize(
    ("error", "arguments"),
    [
        (ValueError, {"n": -1}),
        (TypeError, {"n": 1.5}),
        (TypeError, {"n": "3"}),
        (ValueError, {"n": 1, "seed": -1}),
        (ValueError, {"n": 1, "seed": 2**64}),
        (ValueError, {"n": 1, "agents": "nobody"}),
        (ValueError, {"n": 1, "agents": ["random"] * 2}),
        (TypeError, {"n": 1, "agents": 3}),
        (ValueError, {"n": 1, "threads": 0}),
        ((MemoryError, ValueError, OverflowError), {"n": 2**63 - 1}),
    ],
)
def test_bad_playouts_are_refused(error, arguments):
    state = STANDARD.deal(seed=1)
    for who in (state, state.view(0)):
        with pytest.raises(error) as caught:
            who.rollout(**arguments)
        assert len(str(caught.value)) < 300


# --- what random players bring about, in full ----------------------------------------------------


@cache
def ends(hands, turn, to_beat, passes):
    """The chances of (seat that goes out, bombs and rockets still played)."""
    for seat in range(3):
        if not hands[seat]:
            return {(seat, 0): Fraction(1)}
    rules = BOOK | {"auction": "fixed"}
    beaten = None if to_beat is None else dict(to_beat)
    moves = ref.legal_plays(hands[turn], beaten, rules)
    total = Counter()
    for move in moves:
        left, following, passed, doubled = list(hands), to_beat, passes + 1, 0
        if move["kind"] != "pass":
            left[turn] = knowledge.less(hands[turn], ref.cards_of(move))
            following, passed = tuple(move.items()), 0
            doubled = int(move["kind"] in {"bomb", "rocket"})
        elif passed == 2:
            following, passed = None, 0
        for (seat, bombs), chance in ends(tuple(left), (turn + 1) % 3, following, passed).items():
            total[seat, bombs + doubled] += chance / len(moves)
    return dict(total)


def scores_of(chances, landlord, before):
    """Chances of ends as chances of scores, at a bid of 1 and no spring."""
    total = Counter()
    for (seat, bombs), chance in chances.items():
        stake = 2 ** (bombs + before) * (1 if seat == landlord else -1)
        total[tuple(2 * stake if at == landlord else -stake for at in range(3))] += chance
    return total


POSITIONS = {
    "solos": (["37", "48", "59"], {}, []),
    "pairs and solos": (["334", "55A", "66"], {}, []),
    "a bomb": (["3333K", "44A", "55Q"], {"turn": 1}, ["A"]),
    "the rocket": (["4R", "5B", "6778"], {"turn": 2}, ["77"]),
    "an answer": (["39J", "4TQ", "58K"], {"landlord": 1, "turn": 1}, ["4", "5"]),
    "a known bottom card": (["334", "35K", "36A"], {"bottom": "3TT"}, ["4"]),
    "one card left": (["3A", "4", "52"], {"landlord": 2, "turn": 2}, []),
}


def reached(name):
    hands, given, moves = POSITIONS[name]
    state = FIXED.position(hands=hands, **given)
    for move in moves:
        state.play(move)
    record = [(seat, as_ref(move)) for seat, move in state.history]
    to_beat = None if state.to_beat is None else tuple(as_ref(state.to_beat).items())
    passes = 0
    for _, move in reversed(record):
        if move["kind"] != "pass":
            break
        passes += 1
    landlord, before = given.get("landlord", 0), state.bombs + state.rockets
    return state, record, (state.turn, to_beat, passes if to_beat else 0), landlord, before


def assert_chances(scores, chances):
    counts = Counter(map(tuple, scores.tolist()))
    assert set(counts) <= set(chances)
    expected = {what: float(len(scores) * chance) for what, chance in chances.items()}
    often = [what for what, share in expected.items() if share >= 5]
    assert sum(counts[what] for what in set(expected) - set(often)) < 30
    if len(often) > 1:
        value = chi_square([counts[w] for w in often], [expected[w] for w in often])
        assert value < chi_square_limit(len(often) - 1)
    mean = sum(np.array([float(p) * points for points in s]) for s, p in chances.items())
    square = sum(np.array([float(p) * points**2 for points in s]) for s, p in chances.items())
    error = np.sqrt((square - mean**2).clip(0) / len(scores))
    assert (abs(scores.mean(axis=0) - mean) <= 5 * error + 1e-9).all()


@pytest.mark.parametrize("name", POSITIONS)
def test_playouts_of_a_state_have_their_chances(name):
    state, _, (turn, to_beat, passes), landlord, before = reached(name)
    hands = tuple(state.hand(seat) for seat in range(3))
    chances = scores_of(ends(hands, turn, to_beat, passes), landlord, before)
    assert sum(chances.values()) == 1
    assert_chances(state.rollout(20_000, seed=4), chances)


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("name", POSITIONS)
def test_playouts_of_a_view_have_their_chances(name):
    """Over all deals that the seat cannot tell apart, each as often as it has arrangements."""
    state, record, (turn, to_beat, passes), landlord, before = reached(name)
    hands, given, _ = POSITIONS[name]
    for seat in range(3):
        weights = knowledge.consistent_positions(
            hands, landlord, given.get("bottom", ""), record, seat
        )
        total = sum(weights.values())
        chances = Counter()
        for deal, weight in weights.items():
            for end, chance in ends(deal, turn, to_beat, passes).items():
                chances[end] += chance * weight / total
        assert sum(chances.values()) == 1
        scores = state.view(seat).rollout(20_000, seed=4)
        assert_chances(scores, scores_of(chances, landlord, before))


@pytest.mark.rule("DD-28")
@pytest.mark.parametrize("name", VARIANTS)
def test_playouts_of_a_view_depend_on_knowledge_only(name, soak):
    rng = Random(f"views {name}")
    for index in range(2 * soak):
        state = VARIANTS[name].deal(seed=35, index=index)
        while True:
            seat = rng.randrange(3)
            view, twin = state.view(seat), state.redeal_hidden(seat, 3).view(seat)
            scores = view.rollout(20, seed=6)
            assert scores.dtype == np.int64
            assert scores.shape == (20, 3)
            assert np.array_equal(scores, twin.rollout(20, seed=6))
            assert np.array_equal(scores, view.rollout(20, seed=6, threads=2))
            assert np.array_equal(scores[:5], view.rollout(5, 6, "random", 1))
            assert (scores.sum(axis=1) == 0).all()
            if state.is_over:
                assert scores.tolist() == [state.scores()] * 20
                break
            for _ in range(rng.randint(1, 9)):
                if not state.is_over:
                    state.play(rng.choice(state.legal_moves()))
