"""What every state promises, over all profiles and odd rule sets (design of the library).

Random deals are played through `State`; at each step the state is cloned, pickled, counted,
listed, sampled and looked at, and everything has to agree with everything else.
"""

import copy
import pickle
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest

import chupai
from chupai import doudizhu
from doudizhu_cases import PACK, VARIANTS, plain, texts

DECISIONS = {"bid", "call", "rob", "double", "show"}
NAMES = list(VARIANTS)


def cards_played(state):
    """All cards of the record, since the last redeal."""
    total = Counter()
    for _, move in state.history:
        if move.kind not in DECISIONS and move.kind != "pass":
            total += Counter(str(move).replace("+", ""))
    return total


def check_copies(state):
    """Clones and pickles are equal, hash alike and go their own way."""
    twins = [state.clone(), copy.copy(state), copy.deepcopy(state)]
    twins += [pickle.loads(pickle.dumps(state, protocol)) for protocol in range(2, 6)]
    for twin in twins:
        assert twin == state
        assert (twin != state) is False
        assert twin is not state
        assert hash(twin) == hash(state)
        assert str(twin) == str(state)
        assert texts(twin.legal_moves()) == texts(state.legal_moves())
        assert twin.facts() == state.facts()
        assert list(twin.history) == list(state.history)
    if not state.is_over:
        # The play stream is copied too: all of them draw the same moves from here on.
        draws = [[str(twin.sample()) for _ in range(4)] for twin in twins]
        assert draws.count(draws[0]) == len(draws)
        kept = str(state), hash(state), texts(state.legal_moves()), list(state.history)
        for twin in twins[:3] + twins[-1:]:
            twin.play(twin.legal_moves()[-1])
            assert twin != state
            assert len(twin.history) == len(state.history) + 1
        assert (str(state), hash(state), texts(state.legal_moves()), list(state.history)) == kept


def check_moves(state, rules, rng):
    """Listed, counted, asked one by one, by id and by text: always the same moves."""
    moves = state.legal_moves()
    ids = state.legal_ids()
    plain_ids = list(ids)
    assert state.num_legal == len(moves) == len(ids) == len(plain_ids)
    assert np.asarray(ids).tolist() == plain_ids
    assert all(a < b for a, b in pairwise(plain_ids))
    assert len(set(moves)) == len(moves)
    for place in {0, len(ids) // 2, len(ids) - 1}:
        assert ids[place] == plain_ids[place]
        assert ids[place - len(ids)] == plain_ids[place]
    for move, action in zip(moves, plain_ids, strict=True):
        assert doudizhu.action(action, rules) == move
        assert doudizhu.action_id(move, rules) == action
        assert state.is_legal(move)
        assert state.is_legal(action)
        assert state.why_not(move) is None
    legal = set(plain_ids)
    total = doudizhu.num_actions(rules)
    for action in [rng.randrange(total) for _ in range(60)] + list(range(60)):
        assert state.is_legal(action) == (action in legal)
        assert (state.why_not(action) is None) == (action in legal)
    # Near misses: what other hands could play here, and what is held but does not beat.
    for seat in range(3):
        for move in doudizhu.moves(state.hand(seat), rules=rules)[:40]:
            action = doudizhu.action_id(move, rules)
            assert state.is_legal(move) == (action in legal)
    sample = rng.sample(range(len(moves)), min(5, len(moves)))
    for place in sample:
        by = [state.clone() for _ in range(3)]
        by[0].play(moves[place])
        by[1].play(plain_ids[place])
        by[2].play(str(moves[place]))
        assert by[0] == by[1]
        assert by[2].history[-1][0] == state.turn
        assert Counter(str(by[2].history[-1][1])) - Counter("+") == Counter(
            str(moves[place])
        ) - Counter("+")
    drawn = state.clone().sample()
    assert drawn in moves
    if state.phase == "play":
        hand = state.hand(state.turn)
        assert texts(doudizhu.moves(hand, to_beat=state.to_beat, rules=rules)) == texts(moves)


def check_cards(state, redealt):
    """No card is lost or doubled, and counts agree."""
    hands = sum((Counter(state.hand(seat)) for seat in range(3)), Counter())
    total = hands + cards_played(state)
    if state.landlord is None or state.landlord < 0:
        total += Counter(state.bottom)
    assert total == PACK or redealt
    left = plain(state.facts()["cards_left"])
    if state.phase in {"play", "over"}:
        assert left == [len(state.hand(seat)) for seat in range(3)]


def check_views(state):
    """Every seat sees his own hand and what is public."""
    for seat in range(3):
        view = state.view(seat)
        assert view == state.view(seat)
        if state.phase in {"play", "auction", "double", "over"}:
            assert view.hand == state.hand(seat)
        assert view.turn == state.turn
        assert view.phase == state.phase
        assert list(view.history) == list(state.history)
        assert view.to_beat == state.to_beat
        assert hash(view) == hash(state.view(seat))


@pytest.mark.parametrize("name", NAMES)
def test_every_state_of_random_deals(name, soak):
    variant = VARIANTS[name]
    rng = Random(name)
    for index in range(6 * soak):
        state = variant.deal(seed=17, index=index)
        start = state.clone()
        steps = 0
        while not state.is_over:
            assert state.turn in {0, 1, 2}
            assert state.phase in {"show", "auction", "double", "play"}
            if steps % 3 == 0 or state.phase != "play":
                check_copies(state)
                check_views(state)
            check_moves(state, variant.rules, rng)
            check_cards(state, redealt=state.facts()["redeals"] > 0)
            turn, history = state.turn, len(state.history)
            # Decisions first and last equally often, plays mostly at random.
            move = rng.choice(state.legal_moves())
            state.play(move)
            assert state.history[history] == (turn, move)
            assert len(state.history) == history + 1
            steps += 1
        check_copies(state)
        check_views(state)
        check_cards(state, redealt=state.facts()["redeals"] > 0)
        assert state.turn is None
        assert state.phase == "over"
        assert state.num_legal == 0
        assert len(state.legal_ids()) == 0
        assert sum(state.scores()) == 0
        # The record played again gives an equal state, at every point.
        again = start
        for seat, move in state.history:
            assert again.turn == seat
            again.play(move)
        assert again == state
        assert hash(again) == hash(state)
        assert again.facts() == state.facts()
        assert again.scores() == state.scores()


@pytest.mark.parametrize("name", NAMES)
def test_states_differ_when_anything_differs(name):
    """Equality is not only of the record: cards, set-up, rules and record all count."""
    variant = VARIANTS[name]
    state = variant.deal(seed=17, index=0)
    assert state != variant.deal(seed=17, index=1)
    assert state != variant.deal(seed=18, index=0)
    assert state != "state"
    assert state != None  # noqa: E711
    moved = state.clone()
    moved.play(moved.legal_moves()[0])
    assert moved != state
    double = replace(variant, scoring=replace(variant.scoring, stake=2))
    other = double.deal(seed=17, index=0)
    assert other != state
    while not state.is_over:
        move = state.sample()
        state.play(move)
        other.play(move)
    assert other.scores() == [2 * points for points in state.scores()]


@pytest.mark.parametrize("name", NAMES)
def test_simulated_deals_are_the_deals_of_states(name, soak):
    """``simulate`` with random agents is ``state.play(state.sample())``, deal by deal."""
    variant = VARIANTS[name]
    for seed in (0, 5, 2**64 - 1):
        first = 1000 * seed % 7
        games = 60 * soak
        run = chupai.simulate(variant, games, seed=seed, first=first, keep="facts", threads=1)
        for i in range(games):
            state = variant.deal(seed=seed, index=first + i)
            while not state.is_over:
                state.play(state.sample())
            facts = {key: plain(value) for key, value in state.facts().items()}
            assert facts == {key: plain(value[i]) for key, value in run.facts.items()}, (seed, i)
            assert plain(run.scores[i]) == plain(state.scores())


@pytest.mark.parametrize("name", NAMES)
def test_simulated_set_ups_are_those_of_states(name):
    variant = VARIANTS[name]
    setups = [{"dealer": "weak_shuffle"}]
    if variant.rules.auction != "fixed":
        setups += [{"first_bidder": 1}, {"first_bidder": 2, "dealer": "weak_shuffle"}]
    else:
        setups += [{"landlord": 2}, {"landlord": 1, "dealer": "weak_shuffle"}]
    for given in setups:
        run = chupai.simulate(
            variant, 30, seed=4, keep="facts", setup=doudizhu.Setup(**given), threads=1
        )
        for i in range(30):
            state = variant.deal(seed=4, index=i, **given)
            while not state.is_over:
                state.play(state.sample())
            facts = {key: plain(value) for key, value in state.facts().items()}
            assert facts == {key: plain(value[i]) for key, value in run.facts.items()}, (given, i)


def lowest(state):
    """The built-in agent: the first card play there is; the least bid or call if nobody has."""
    moves = state.legal_moves()
    if state.phase == "play":
        return next((move for move in moves if move.kind != "pass"), moves[0])
    spoken = {move.kind for _, move in state.history[-3:]} & {"bid", "call", "rob"}
    return moves[1] if state.phase == "auction" and not spoken else moves[0]


@pytest.mark.parametrize("name", NAMES)
def test_lowest_players_play_the_first_card_play_or_pass(name):
    variant = VARIANTS[name]
    run = chupai.simulate(variant, 40, seed=6, keep="facts", agents="lowest", threads=1)
    for i in range(40):
        state = variant.deal(seed=6, index=i)
        while not state.is_over:
            state.play(lowest(state))
        facts = {key: plain(value) for key, value in state.facts().items()}
        assert facts == {key: plain(value[i]) for key, value in run.facts.items()}, i


@pytest.mark.parametrize("name", NAMES)
def test_sampling_leaves_the_game_alone(name):
    """Drawing a move does not play it."""
    state = VARIANTS[name].deal(seed=17, index=3)
    legal, history, text = texts(state.legal_moves()), list(state.history), str(state)
    move = state.sample()
    assert str(move) in legal
    assert (texts(state.legal_moves()), list(state.history), str(state)) == (legal, history, text)


@pytest.mark.parametrize("name", NAMES)
def test_results_merge_exactly(name):
    variant = VARIANTS[name]
    for keep in ("stats", "scores", "facts"):
        whole = chupai.simulate(variant, 500, seed=9, keep=keep)
        parts = [
            chupai.simulate(variant, games, seed=9, first=first, keep=keep)
            for first, games in ((0, 1), (1, 0), (1, 202), (203, 297))
        ]
        merged = parts[0] + parts[1] + parts[2] + parts[3]
        assert merged.games == 500
        assert merged.digest() == whole.digest()
        assert chupai.merge(*parts).digest() == whole.digest()
