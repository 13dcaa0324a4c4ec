"""Several threads with one state, view or observer: playouts go on beside reading and playing."""

import threading

import pytest

import chupai

GAMES = {"doudizhu/standard": 4000, "big2/hong-kong": 4000, "shengji/cn-2": 400}
"""Variants, and so many playouts of a deal that they take a while."""


class Beside(threading.Thread):
    """A call in a thread of its own; `result` has what came of it."""

    def __init__(self, call):
        super().__init__()
        self.call, self.result, self.error = call, None, None
        self.begun = threading.Event()

    def run(self):
        self.begun.set()
        try:
            self.result = self.call()
        except BaseException as error:  # told to the test, which fails
            self.error = error

    def __enter__(self):
        self.start()
        self.begun.wait()
        return self

    def __exit__(self, *_):
        self.join()
        if self.error is not None:
            raise self.error


def deal(name):
    return chupai.variant(name).deal(seed=3)


@pytest.mark.parametrize("name", GAMES)
def test_a_state_is_read_and_played_while_it_is_played_out(name):
    state, n = deal(name), GAMES[name]
    before = state.clone()
    other = state.clone()
    rounds = 0
    with Beside(lambda: state.rollout(n, seed=5)) as beside:
        while beside.is_alive() and not state.is_over:
            assert state == other
            assert str(state) == str(other)
            assert state.view(0) == other.view(0)
            assert state.events(1) == other.events(1)
            move = state.sample()
            assert other.sample() == move
            state.play(move)
            other.play(move)
            rounds += 1
    # What was played meanwhile counts for nothing: the playouts begin where they began.
    assert beside.result.tolist() == before.rollout(n, seed=5).tolist()
    assert rounds


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

    with Beside(go_on):
        go_on()
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
    before = observer.clone()
    with Beside(lambda: observer.rollout(n, seed=5)) as beside:
        for _ in range(10):
            state.play(state.choose("lowest"))
            for event in state.events(1, start=told):
                observer.observe(event)
                told += 1
            assert observer.view() == state.view(1)
            assert observer == observer.clone()
    assert beside.result.tolist() == before.rollout(n, seed=5).tolist()


@pytest.mark.parametrize("name", GAMES)
def test_scores_are_read_by_many_threads(name):
    state = deal(name)
    while not state.is_over:
        state.play(state.sample())
    with Beside(lambda: [state.scores() for _ in range(200)]) as beside:
        mine = [state.scores() for _ in range(200)]
    assert beside.result == mine
