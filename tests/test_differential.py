"""The package beside the reference: the same questions must get the same answers.

Moves are compared in the documented order, which the reference keeps by `order_key`.
"""

from dataclasses import asdict
from itertools import product
from random import Random

import numpy as np
import pytest

import chupai
from chupai import doudizhu
from followed_deals import as_ref, follow
from random_cases import (
    TRICKY_HANDS,
    random_airplane,
    random_cards,
    random_hand,
    random_play,
    random_rules,
    random_scoring,
    random_to_beat,
)
from reference import doudizhu as ref

PRESETS = {
    "standard": doudizhu.STANDARD,
    "call_and_rob": doudizhu.CALL_AND_ROB,
    "rlcard": doudizhu.RLCARD,
    "douzero": doudizhu.DOUZERO,
    "openspiel": doudizhu.OPENSPIEL,
}
RANDOM = {f"random{seed}": doudizhu.Rules(**random_rules(Random(seed))) for seed in range(40)}
RULES = PRESETS | RANDOM
every_preset = pytest.mark.parametrize("name", PRESETS)
every_rules = pytest.mark.parametrize("name", RULES)


# --- between the two -----------------------------------------------------------------------------


def as_package(move, rules):
    """Find a play of the reference among the package's readings of its cards."""
    if move is None:
        return None
    readings = doudizhu.classify(ref.cards_of(move), rules=rules)
    (same,) = [reading for reading in readings if as_ref(reading) == move]
    return same


def in_order(moves):
    return sorted(moves, key=ref.order_key)


def as_refs(moves):
    return [as_ref(move) for move in moves]


def bitboard(hand):
    """Bit r + 16 * (k - 1) is set if the hand has at least k cards of rank r."""
    bits = 0
    for rank, card in enumerate(ref.RANKS):
        for copy in range(hand.count(card)):
            bits |= 1 << (rank + 16 * copy)
    return np.uint64(bits)


def plain(value):
    return value.tolist() if hasattr(value, "tolist") else value


def some_hand(rng):
    """Draw a hand of any size up to the landlord's, with airplanes more often than by chance."""
    return random_airplane(rng) if rng.random() < 0.2 else random_hand(rng, rng.randint(1, 20))


# --- moves ---------------------------------------------------------------------------------------


@every_rules
def test_legal_sets(name):
    rules, rng = RULES[name], Random(f"legal {name}")
    switches = asdict(rules)
    for _ in range(200 if name in PRESETS else 40):
        hand, to_beat = some_hand(rng), random_to_beat(rng, switches)
        expected = in_order(ref.legal_plays(hand, to_beat, switches))
        beaten = as_package(to_beat, rules)
        moves = doudizhu.moves(hand, beaten, rules)
        assert as_refs(moves) == expected, (hand, to_beat)
        assert [str(move) for move in moves] == [ref.text_of(move) for move in expected]
        assert doudizhu.count_moves(hand, beaten, rules) == len(expected)
        ids = [doudizhu.action_id(move, rules) for move in moves]
        assert ids == sorted(set(ids))
        assert [doudizhu.action(i, rules) for i in ids] == moves


@every_rules
def test_counts_of_many_hands(name):
    rules, rng = RULES[name], Random(f"count {name}")
    switches = asdict(rules)
    for _ in range(3):
        hands, to_beat = [some_hand(rng) for _ in range(30)], random_to_beat(rng, switches)
        counts = doudizhu.count_moves(
            np.array([bitboard(hand) for hand in hands]), as_package(to_beat, rules), rules
        )
        assert counts.dtype == np.int64
        expected = [len(ref.legal_plays(hand, to_beat, switches)) for hand in hands]
        assert counts.tolist() == expected, (hands, to_beat)


@every_rules
def test_classification(name):
    rules, rng = RULES[name], Random(f"classify {name}")
    switches = asdict(rules)
    for _ in range(500 if name in PRESETS else 200):
        cards = random_cards(rng)
        expected = in_order(ref.classify(cards, switches))
        assert as_refs(doudizhu.classify(cards, rules=rules)) == expected, cards
        shuffled = "".join(rng.sample(cards, len(cards)))
        assert as_refs(doudizhu.classify(shuffled, rules=rules)) == expected, shuffled


@every_rules
def test_the_reading_that_is_meant(name):
    rules, rng = RULES[name], Random(f"parse {name}")
    switches = asdict(rules)
    for _ in range(100):
        cards, to_beat = random_cards(rng), random_to_beat(rng, switches)
        expected = ref.read_play(cards, to_beat, switches)
        beaten = as_package(to_beat, rules)
        if expected is None:
            with pytest.raises(ValueError):  # noqa: PT011
                doudizhu.parse_move(cards, beaten, rules)
        else:
            assert as_ref(doudizhu.parse_move(cards, beaten, rules)) == expected, (cards, to_beat)


@every_rules
def test_beats(name):
    rules, rng = RULES[name], Random(f"beats {name}")
    switches = asdict(rules)
    for _ in range(10):
        plays = [random_to_beat(rng, switches) for _ in range(12)]
        plays = [move for move in plays if move is not None]
        # The same shapes again, so that many pairs are comparable.
        hands = [random_hand(rng, 16) for _ in range(12)]
        plays += [
            random_play(rng, hand, rng.choice(plays), switches) for hand in hands if len(plays) > 1
        ]
        plays = [move for move in plays if move["kind"] != "pass"]
        moves = [as_package(move, rules) for move in plays]
        for (a, package_a), (b, package_b) in product(zip(plays, moves, strict=True), repeat=2):
            assert doudizhu.beats(package_a, package_b, rules) == ref.beats(a, b), (a, b)


@every_preset
def test_action_ids_are_all_actions_in_the_documented_order(name):
    rules = PRESETS[name]
    switches = asdict(rules)
    decisions = {
        "points": [ref.answer("bid", value) for value in (1, 2, 3)],
        "rob": [ref.answer("call", 0), ref.answer("rob", 0)],
        "fixed": [],
    }[switches["auction"]]
    plays = in_order(ref.legal_plays(ref.PACK, None, switches))
    actions = [ref.answer("pass", 0), *plays, *decisions]
    assert doudizhu.num_plays(rules) == 1 + len(plays)
    assert doudizhu.num_actions(rules) == len(actions)
    assert as_refs(doudizhu.action(i, rules) for i in range(len(actions))) == actions
    assert all(
        doudizhu.action_id(doudizhu.action(i, rules), rules) == i for i in range(len(actions))
    )


@pytest.mark.parametrize("name", [*PRESETS, *list(RANDOM)[:12]])
def test_numbers_of_actions(name):
    rules = RULES[name]
    counts = ref.count_actions(asdict(rules))
    assert doudizhu.num_actions(rules) == sum(counts.values())
    plays = sum(counts.get(kind, 0) for kind in ("pass", *ref.PLAY_KINDS))
    assert doudizhu.num_plays(rules) == plays


# --- brute force ---------------------------------------------------------------------------------


def sub_multisets(hand):
    ranks = sorted(set(hand), key=ref.RANKS.index)
    for choice in product(*(range(hand.count(rank) + 1) for rank in ranks)):
        if any(choice):
            yield "".join(rank * n for rank, n in zip(ranks, choice, strict=True))


@pytest.mark.rule("DD-22")
@every_rules
def test_brute_force_over_all_sub_multisets(name):
    rules, rng = RULES[name], Random(f"brute {name}")
    switches = asdict(rules)
    hands = [random_hand(rng, rng.randint(9, 12)) for _ in range(3 if name in PRESETS else 1)]
    hands += TRICKY_HANDS if name in PRESETS else rng.sample(TRICKY_HANDS, 4)
    cards = random_airplane(rng, rng.choice([3, 4]))
    hands.append("".join(rng.sample(cards, min(len(cards), 12))))
    for hand in hands:
        readings = []
        for cards in sub_multisets(hand):
            found = as_refs(doudizhu.classify(cards, rules=rules))
            assert found == in_order(ref.classify(cards, switches)), cards
            readings += found
        assert as_refs(doudizhu.moves(hand, None, rules)) == in_order(readings), hand
        for _ in range(5):
            to_beat = random_to_beat(rng, switches)
            if to_beat is None:
                continue
            beating = [move for move in readings if ref.beats(move, to_beat)]
            expected = in_order([ref.answer("pass", 0), *beating])
            moves = doudizhu.moves(hand, as_package(to_beat, rules), rules)
            assert as_refs(moves) == expected, (hand, to_beat)


# --- whole deals ---------------------------------------------------------------------------------


def start(variant, rng, seed, index=0):
    """Start a deal in the package and the same deal in the reference."""
    fixed = variant.rules.auction == "fixed"
    first = None if fixed or rng.random() < 0.5 else rng.randrange(3)
    landlord = rng.choice([None, 0, 1, 2]) if fixed else None
    state = variant.deal(seed, index, first_bidder=first, landlord=landlord)
    follower = follow(state, landlord)
    assert first in (None, follower.first_bidder)
    return state, follower


def assert_same_position(state, follower, rules):
    """Compare all that a player asks a state, and return the legal moves."""
    assert state.phase == follower.phase
    assert state.turn == follower.turn
    assert state.is_over == (follower.turn is None)
    assert [ref.sort_cards(state.hand(seat)) for seat in range(3)] == follower.hands
    legal = in_order(follower.legal())
    moves = state.legal_moves()
    assert as_refs(moves) == legal
    assert state.num_legal == len(legal)
    assert [doudizhu.action(i, rules) for i in state.legal_ids()] == moves
    if state.phase in ("double", "play"):
        assert state.landlord == follower.landlord
    if state.phase == "play":
        to_beat = state.to_beat
        assert (None if to_beat is None else as_ref(to_beat)) == follower.to_beat
    return moves


def assert_same_refusals(state, follower, rules, rng):
    """Ask about a play that is mostly illegal; a refused play changes nothing."""
    move = random_play(rng, random_hand(rng, 12), None, follower.rules)
    allowed = move in follower.legal()
    asked = as_package(move, rules)
    assert state.is_legal(asked) == allowed
    assert (state.why_not(asked) is None) == allowed
    if not allowed:
        before = state.clone()
        with pytest.raises(chupai.IllegalMove):
            state.play(asked)
        assert state == before


def assert_same_end(state, follower, scoring):
    expected = follower.facts()
    facts = {key: plain(value) for key, value in state.facts().items()}
    assert {key: facts[key] for key in expected} == expected
    scores = plain(state.scores())
    assert scores == ref.score(expected, scoring)
    assert sum(scores) == 0
    assert [(seat, as_ref(move)) for seat, move in state.history] == follower.history


def choose(rng, moves, *, by_kind):
    """Choose uniformly, or a kind first, which makes rare kinds common."""
    if by_kind:
        kind = rng.choice(sorted({move.kind for move in moves}))
        moves = [move for move in moves if move.kind == kind]
    return rng.choice(moves)


def play_both(rules, rng, seed):
    scoring = random_scoring(rng)
    variant = chupai.Variant(rules=rules, scoring=doudizhu.Scoring(**scoring))
    state, follower = start(variant, rng, seed)
    by_kind = rng.random() < 0.5
    while True:
        moves = assert_same_position(state, follower, rules)
        if state.is_over:
            break
        if rng.random() < 0.1:
            assert_same_refusals(state, follower, rules, rng)
        move = choose(rng, moves, by_kind=by_kind)
        state.play(move)
        follower.play(as_ref(move))
    assert_same_end(state, follower, scoring)


@every_preset
def test_whole_deals_of_every_preset(name):
    rng = Random(f"deals {name}")
    for seed in range(40):
        play_both(PRESETS[name], rng, seed)


@pytest.mark.parametrize("seed", range(200))
def test_whole_deals_under_random_switches(seed):
    rng = Random(f"switches {seed}")
    play_both(doudizhu.Rules(**random_rules(rng)), rng, seed)


@pytest.mark.parametrize("auction", ["points", "rob"])
@pytest.mark.parametrize("shows", [None, (3, 2)])
def test_redeals_until_somebody_speaks(auction, shows):
    rules = doudizhu.Rules(auction=auction, show_multipliers=shows)
    variant = chupai.Variant(rules=rules)
    rng = Random(f"redeals {auction}")
    for seed in range(6):
        state, follower = start(variant, rng, seed)
        hands = [list(follower.hands)]
        while follower.redeals < 4:
            assert_same_position(state, follower, rules)
            state.play("pass")
            follower.play(ref.answer("pass", 0))
            if follower.hands != hands[-1]:
                hands.append(list(follower.hands))
        assert len(hands) == 5


@pytest.mark.parametrize("seed", range(24))
def test_simulated_deals_are_what_the_reference_plays(seed):
    """The fast loop, the state machine and the reference agree about every fact and score."""
    rng = Random(f"simulate {seed}")
    rules = list(PRESETS.values())[seed] if seed < 5 else doudizhu.Rules(**random_rules(rng))
    scoring = random_scoring(rng)
    variant = chupai.Variant(rules=rules, scoring=doudizhu.Scoring(**scoring))
    games = 12
    result = chupai.simulate(variant, games, seed=seed, agents="random", keep="facts")
    scores = plain(variant.scores(result.facts))
    for index in range(games):
        state = variant.deal(seed, index)
        follower = follow(state)
        while not state.is_over:
            move = state.sample()
            state.play(move)
            follower.play(as_ref(move))
        expected = follower.facts()
        assert {key: plain(result.facts[key][index]) for key in expected} == expected
        assert scores[index] == ref.score(expected, scoring)
