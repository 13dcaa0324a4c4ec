"""Several threads with one state, view or observer: playouts go on beside reading and playing."""

from concurrent.futures import ThreadPoolExecutor

import pytest

import chupai

GAMES = {"doudizhu/standard": 4000, "big2/hong-kong": 4000, "shengji/cn-2": 400}
"""Variants, and so many playouts of a deal that they take a while."""


def deal(name):
    return chupai.variant(name).deal(seed=3)


def assert_of_one_position(scores, n, stood):
    """What is played while playouts go on counts for nothing: all of them begin in one position.

    That may be any of those that stood, the first and the last too: a thread begins when it is let.
    """
    played = (position.rollout(n, seed=5).tolist() for position in stood)
    assert scores.tolist() in played


@pytest.mark.parametrize("name", GAMES)
def test_a_state_is_read_and_played_while_it_is_played_out(name):
    state, n = deal(name), GAMES[name]
    other = state.clone()
    stood = [state.clone()]
    with ThreadPoolExecutor(1) as pool:
        beside = pool.submit(state.rollout, n, seed=5)
        while not (beside.done() or state.is_over):
            assert state == other
            assert str(state) == str(other)
            assert state.view(0) == other.view(0)
            assert state.events(1) == other.events(1)
            move = state.sample()
            assert other.sample() == move
            state.play(move)
            other.play(move)
            stood.append(state.clone())
    assert_of_one_position(beside.result(), n, stood)


@pytest.mark.parametrize("name", GAMES)
def test_a_state_is_played_by_two_threads(name):
    """Each move is one of a legal deal, whoever made it; what comes too late is refused."""
    state = deal(name)

    def go_on():
        while not state.is_over:
            try:
                state.play(state.sample())
            except chupai.IllegalMove:
                continue  # the other thread was quicker

    with ThreadPoolExecutor(1) as pool:
        beside = pool.submit(go_on)
        go_on()
        beside.result()
    again = deal(name)
    for seat, move in state.history:
        assert again.turn == seat
        again.play(move)
    assert again == state
    assert again.scores() == state.scores()


@pytest.mark.parametrize("name", GAMES)
def test_an_observer_is_told_while_it_plays_out(name):
    state, n = deal(name), GAMES[name] // 8
    observer = state.variant.observer(1)
    told = 0
    for event in state.events(1):
        observer.observe(event)
        told += 1
    stood = [observer.clone()]
    with ThreadPoolExecutor(1) as pool:
        beside = pool.submit(observer.rollout, n, seed=5)
        for _ in range(10):
            state.play(state.choose("lowest"))
            for event in state.events(1, start=told):
                observer.observe(event)
                told += 1
                stood.append(observer.clone())
            assert observer.view() == state.view(1)
            assert observer == observer.clone()
    assert_of_one_position(beside.result(), n, stood)


@pytest.mark.parametrize("name", GAMES)
def test_scores_are_read_by_many_threads(name):
    state = deal(name)
    while not state.is_over:
        state.play(state.sample())
    with ThreadPoolExecutor(1) as pool:
        beside = pool.submit(lambda: [state.scores() for _ in range(200)])
        mine = [state.scores() for _ in range(200)]
    assert beside.result() == mine
