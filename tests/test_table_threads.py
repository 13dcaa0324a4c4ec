"""Tables with a time limit at which several threads or processes play, and copies of them."""

import copy
import gc
import multiprocessing
import pickle
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from chupai import Table
from chupai.thinker import Late, Thinker

NO_HURRY = 60

NAMES = ["doudizhu/rlcard", "big2/hong-kong", "shengji/cn-2"]


def last(view, _rng):
    return view.legal_moves()[-1]


def steady(view, rng):
    """Takes its time, so that other threads get between."""
    time.sleep(0.0001)
    moves = view.legal_moves()
    return moves[rng.integers(len(moves))]


def played(table, index):
    deal = table.play(1, index)
    return deal.state.history, deal.scores, deal.faults


# --- threads ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_several_threads_play_at_one_table_as_without_a_limit(name):
    plain, timed = (Table(name, steady, time_limit=limit) for limit in (None, NO_HURRY))
    expected = [played(plain, index) for index in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(partial(played, timed), range(4))) == expected
    assert played(timed, 0) == expected[0]


def test_several_threads_are_answered_at_once():
    """As agents are asked without a limit; one call after the other would never meet."""
    meeting = threading.Barrier(3)
    thinker = Thinker(lambda number: (meeting.wait(NO_HURRY), number)[1])
    with ThreadPoolExecutor(3) as pool:
        answers = pool.map(lambda number: thinker.ask((number,), NO_HURRY), range(3))
        assert list(answers) == [0, 1, 2]


def test_who_is_late_in_one_thread_is_late_in_that_one_only():
    go_on, asked = threading.Event(), []

    def function(number):
        asked.append(number)
        return go_on.wait(NO_HURRY) if number == 1 else number

    thinker = Thinker(function)
    with ThreadPoolExecutor(1) as pool:
        for number in (1, 2):
            with pytest.raises(Late):
                pool.submit(thinker.ask, (number,), 0.05).result()
        assert thinker.ask((3,), NO_HURRY) == 3
        assert asked == [1, 3]
        go_on.set()
        assert pool.submit(thinker.ask, (4,), NO_HURRY).result() == 4


def test_an_agent_may_play_at_the_table_where_it_sits():
    def agent(view, rng):
        if not inner:
            inner.append(None)
            inner.append(table.play(2))
        return last(view, rng)

    inner = []
    table = Table("doudizhu/rlcard", agent, time_limit=NO_HURRY)
    assert table.play(1).faults == inner[1].faults == ()


def test_threads_end_with_the_table_and_with_those_who_play():
    threads = set()

    def agent(view, rng):
        threads.add(threading.current_thread())
        return last(view, rng)

    def ended():
        gc.collect()
        for thread in threads:
            thread.join(10)
        return not any(thread.is_alive() for thread in threads)

    table = Table("doudizhu/rlcard", agent, time_limit=NO_HURRY)
    with ThreadPoolExecutor(1) as pool:
        pool.submit(table.play).result()
    assert len(threads) == 3
    assert ended()
    threads.clear()
    with ThreadPoolExecutor(1) as pool:
        pool.submit(table.play).result()
        assert len(threads) == 3
        del table
        assert ended()


# --- processes and copies -----------------------------------------------------------------------


def send(pipe, function, *arguments):
    with pipe:
        pipe.send(function(*arguments))


def elsewhere(method, *call):
    """What a call gives in a process of its own."""
    context = multiprocessing.get_context(method)
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=send, args=(there, *call), daemon=True)
    child.start()
    there.close()
    try:
        assert here.poll(NO_HURRY / 2)
        return here.recv()
    finally:
        child.kill()
        child.join()


METHODS = [name for name in multiprocessing.get_all_start_methods() if name != "forkserver"]
"""A forked process has the table as it is but none of its threads, a spawned one a pickle of it."""


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("method", METHODS)
def test_a_table_plays_on_in_other_processes(method):
    table = Table("doudizhu/rlcard", steady, time_limit=NO_HURRY)
    played(table, 0)
    assert elsewhere(method, played, table, 1) == played(table, 1)


def slow_first(number):
    if number == 1:
        time.sleep(NO_HURRY)
    return number


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("method", METHODS)
def test_what_is_late_here_keeps_nobody_waiting_in_other_processes(method):
    thinker = Thinker(slow_first)
    with pytest.raises(Late):
        thinker.ask((1,), 0.01)
    assert elsewhere(method, thinker.ask, (2,), NO_HURRY) == 2


class Stubborn:
    """Always plays the same way, and counts how often it is asked."""

    def __init__(self):
        self.asked = 0

    def __call__(self, view, rng):
        self.asked += 1
        return last(view, rng)


def pickled(table):
    return pickle.loads(pickle.dumps(table))


@pytest.mark.parametrize("copied", [pickled, copy.deepcopy, copy.copy])
@pytest.mark.parametrize("before", [0, 1])
def test_a_table_can_be_copied_before_and_after_it_played(copied, before):
    agent = Stubborn()
    table = Table("doudizhu/rlcard", [agent, agent, "random"], time_limit=NO_HURRY)
    for index in range(before):
        table.play(1, index)
    asked = agent.asked
    again = copied(table)
    assert played(again, 5) == played(Table("doudizhu/rlcard", [last, last, "random"]), 5)
    if copied is not copy.copy:
        assert agent.asked == asked
    del table
    gc.collect()
    assert played(again, 6)[2] == ()
