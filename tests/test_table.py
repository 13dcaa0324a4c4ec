"""Deals among agents: what they are shown and asked, who is at fault, and who has how much time."""

import gc
import pickle
import re
import threading
import time
from itertools import count

import numpy as np
import pytest

import chupai
from chupai import Table, doudizhu
from chupai.agents import generator
from chupai.thinker import Thinker
from doudizhu_cases import PRESETS

SHOWY = chupai.Variant(
    rules=doudizhu.Rules(auction="rob", doubling=True, show_multipliers=(5, 4, 3, 2))
)
VARIANTS = PRESETS | {"showy": SHOWY}
RLCARD = PRESETS["rlcard"]
STANDARD = PRESETS["standard"]


def first(view, _rng):
    return view.legal_moves()[0]


def drawn(view, rng):
    moves = view.legal_moves()
    return moves[rng.integers(len(moves))]


def texts(deal):
    return [(seat, str(move)) for seat, move in deal.state.history]


# --- deals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "agents", ["random", "lowest", ["lowest", "random", "random"], ["random", "lowest", "lowest"]]
)
@pytest.mark.parametrize("name", VARIANTS)
def test_built_in_agents_play_the_deals_of_a_run(name, agents, soak):
    run = chupai.simulate(VARIANTS[name], 60 * soak, seed=3, agents=agents, keep="facts")
    table = Table(VARIANTS[name], agents)
    for index in range(60 * soak):
        deal = table.play(3, index)
        assert deal.scores == tuple(run.scores[index])
        for fact, value in deal.facts.items():
            assert np.array_equal(run.facts[fact][index], value), (index, fact)


@pytest.mark.parametrize("name", VARIANTS)
def test_agents_see_what_their_seat_knows_and_decide_everything(name):
    """Forced moves too; a second deal, played along by hand, tells what they have to be shown."""
    beside = VARIANTS[name].deal(5, 1, match=2)
    rngs = [generator(5, seat, 2, 1) for seat in range(3)]

    def agent(view, rng):
        assert view == beside.view(beside.turn)
        assert view.seat == view.turn == beside.turn
        assert rng.integers(2**40) == rngs[view.seat].integers(2**40)
        move = first(view, None) if view.phase == "play" else view.legal_moves()[-1]
        beside.play(move)
        return move

    deal = Table(VARIANTS[name], agent).play(5, 1, 2)
    assert deal.state == beside
    assert deal.state.history == beside.history
    assert deal.scores == tuple(beside.scores())
    assert deal.facts == beside.facts()
    assert len(deal.seconds) == 3
    assert min(deal.seconds) > 0
    assert deal.faults == ()
    assert deal.agents == ("agent",) * 3


def test_a_move_is_an_object_a_text_or_an_id():
    forms = [
        first,
        lambda view, _rng: str(view.legal_moves()[0]),
        lambda view, _rng: view.legal_ids()[0],
        lambda view, _rng: np.asarray(view.legal_ids())[0],
        lambda view, _rng: np.int64(view.legal_ids()[0]),
    ]
    deals = [texts(Table(STANDARD, [form, "random", form]).play(8)) for form in forms]
    assert deals[1:] == deals[:1] * 4


def test_deals_repeat_and_depend_on_seed_index_and_match():
    table = Table(STANDARD, drawn)
    assert texts(table.play(1, 2, 3)) == texts(table.play(1, 2, 3))
    assert texts(table.play(1, 2, 3)) == texts(Table(STANDARD, [drawn] * 3).play(1, 2, match=3))
    others = [(1, 2, 0), (1, 0, 3), (0, 2, 3)]
    assert texts(table.play(1, 2, 3)) not in [texts(table.play(*other)) for other in others]
    assert texts(table.play(np.int64(1), np.uint8(2))) == texts(table.play(1, 2))


def test_a_seat_draws_alike_whoever_sits_elsewhere():
    """Its random numbers are its own: what the others draw does not move them."""
    heard = {}

    def agent(view, rng):
        heard.setdefault(view.seat, []).append(rng.integers(1000))
        return first(view, None)

    for others in (drawn, "random"):
        Table(STANDARD, [agent, others, others]).play(4)
    numbers = heard[0]
    again = generator(4, 0, 0, 0)
    half = len({tuple(numbers[: len(numbers) // 2])})
    assert half == 1
    assert numbers[0] == again.integers(1000)
    assert numbers.count(numbers[0]) >= 2


def test_a_set_up_is_given_whole_or_in_parts():
    setup = doudizhu.Setup(first_bidder=2, dealer="weak_shuffle")
    for table in (
        Table(STANDARD, "random", setup=setup),
        Table(STANDARD, "random", first_bidder=2, dealer="weak_shuffle"),
    ):
        deal = table.play(3)
        assert table.setup == setup
        assert deal.facts["first_bidder"] == 2
        run = chupai.simulate(STANDARD, 1, seed=3, setup=setup, keep="facts")
        assert deal.scores == tuple(run.scores[0])


# --- positions ----------------------------------------------------------------------------------


def test_a_state_is_played_on_and_stays_as_it_was():
    state = STANDARD.deal(6)
    for _ in range(5):
        state.play(state.sample())
    before = state.clone()
    deal = Table(STANDARD, "random").play(state=state)
    assert state == before
    assert deal.state.history[: len(state.history)] == state.history
    assert deal.state.is_over
    while not state.is_over:
        state.play(state.sample())
    assert deal.state.history == state.history
    over = Table(STANDARD, first).play(state=state)
    assert over.state == state
    assert over.scores == tuple(state.scores())
    assert over.seconds == (0.0, 0.0, 0.0)


def test_a_position_is_played_on_with_random_numbers_of_the_seed():
    position = RLCARD.position(hands=["33445566778899TTJJ2", "3456789TJQKA", "QQKKAA"])
    table = Table(RLCARD, drawn)
    assert texts(table.play(1, state=position)) == texts(table.play(1, state=position))
    assert len({tuple(texts(table.play(seed, state=position))) for seed in range(20)}) > 10


@pytest.mark.parametrize(
    ("state", "error", "complaint"),
    [
        (STANDARD.deal(1), ValueError, "one of doudizhu/standard"),
        (RLCARD.deal(1).view(0), TypeError, "state is a doudizhu.State"),
        ("state", TypeError, "state is a doudizhu.State"),
        (7, TypeError, "state is a doudizhu.State"),
    ],
)
def test_what_is_no_state_of_the_table_is_refused(state, error, complaint):
    with pytest.raises(error, match=complaint):
        Table(RLCARD, "random").play(state=state)


# --- faults -------------------------------------------------------------------------------------


def with_fault(answer, at=3):
    """An agent that plays its first legal move, but at one move of the deal does something else."""

    def agent(view, _rng):
        return answer(view) if len(view.history) == at else first(view, None)

    return agent


def raising(error):
    def answer(_view):
        raise error

    return answer


class UnreadableError(Exception):
    def __str__(self):
        raise RuntimeError


NO_MOVES = {
    "none": (lambda _view: None, TypeError),
    "bool": (lambda _view: True, TypeError),
    "float": (lambda _view: 1.0, TypeError),
    "list": (lambda view: view.legal_moves(), TypeError),
    "bytes": (lambda _view: b"pass", TypeError),
    "no cards": (lambda _view: "hello", ValueError),
    "no text": (lambda _view: "", ValueError),
    "not held": (lambda view: min(set("3456789") - set(view.hand)), chupai.IllegalMove),
    "long": (lambda _view: "3" * 10**6, ValueError),
    "no id": (lambda _view: -1, ValueError),
    "far id": (lambda _view: 10**30, (ValueError, OverflowError)),
    "illegal id": (lambda view: min(set(range(50)) - set(view.legal_ids())), ValueError),
    "other phase": (lambda _view: "bid 3", chupai.IllegalMove),
    "other rules": (lambda _view: doudizhu.Move("quad_chain", 2, "4"), ValueError),
    "function": (lambda _view: first, TypeError),
}


@pytest.mark.parametrize("name", NO_MOVES)
def test_what_is_no_legal_move_ends_the_deal_with_an_error(name):
    answer, error = NO_MOVES[name]
    with pytest.raises(error) as caught:
        Table(RLCARD, with_fault(answer)).play(2)
    assert caught.value.__notes__ == ["by agent, seat 0, at move 3 of the deal"]


@pytest.mark.parametrize(
    "error", [ZeroDivisionError("x"), StopIteration(), UnreadableError()], ids=repr
)
@pytest.mark.parametrize("time_limit", [None, 60])
def test_what_an_agent_raises_ends_the_deal(error, time_limit):
    with pytest.raises(type(error)) as caught:
        Table(RLCARD, with_fault(raising(error)), time_limit=time_limit).play(2)
    assert caught.value is error
    assert error.__notes__[-1] == "by agent, seat 0, at move 3 of the deal"


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("time_limit", [None, 60])
@pytest.mark.parametrize("on_fault", ["raise", "lowest"])
def test_ctrl_c_ends_a_deal_whatever_the_table_does_about_faults(error, time_limit, on_fault):
    table = Table(RLCARD, with_fault(raising(error)), time_limit=time_limit, on_fault=on_fault)
    with pytest.raises(error):
        table.play(2)
    assert Table(RLCARD, first).play(2).state.is_over


@pytest.mark.parametrize("name", NO_MOVES)
def test_the_lowest_move_takes_the_place_of_what_is_none(name):
    deal = Table(RLCARD, with_fault(NO_MOVES[name][0]), on_fault="lowest").play(2)
    (fault,) = deal.faults
    assert (fault.seat, fault.move, fault.kind) == (0, 3, "illegal")
    assert len(fault.reason) <= 200
    assert str(fault).startswith("seat 0, move 3: illegal: ")
    beside = RLCARD.deal(2)
    for number, (_, move) in enumerate(deal.state.history):
        wanted = beside.choose("lowest") if number == 3 else beside.legal_moves()[0]
        assert move == wanted
        beside.play(move)


def test_what_an_agent_raises_is_noted():
    for error in (ZeroDivisionError("x" * 10**6), UnreadableError(), chupai.IllegalMove("no")):
        deal = Table(RLCARD, with_fault(raising(error)), on_fault="lowest").play(2)
        (fault,) = deal.faults
        assert fault.kind == "raised"
        assert fault.reason.partition(":")[0] == type(error).__name__
        assert len(fault.reason) <= 200


def test_an_agent_that_never_plays_loses_as_the_lowest_one():
    deal = Table(STANDARD, [lambda _view, _rng: None, "lowest", "lowest"], on_fault="lowest").play(
        2
    )
    beside = Table(STANDARD, "lowest").play(2)
    assert texts(deal) == texts(beside)
    assert [fault.move for fault in deal.faults] == [
        number for number, (seat, _) in enumerate(deal.state.history) if seat == 0
    ]


def test_whoever_fails_may_have_passed(monkeypatch):
    """Where passing is legal; else the lowest move is made, and in a deal that never ends, too."""
    mute = [lambda _view, _rng: None, "random", "random"]
    deal = Table(RLCARD, mute, on_fault="pass").play(2)
    again = RLCARD.deal(2)
    passed = []
    for seat, move in deal.state.history:
        if seat == 0:
            passed.append(move.is_pass)
            assert move.is_pass == again.is_legal("pass")
            assert move.is_pass or move == again.choose("lowest")
        again.play(move)
    assert passed[0] is False
    assert True in passed
    assert len(deal.faults) == len(passed)
    monkeypatch.setattr("chupai.table.MOST_MOVES", 10)
    silent = Table(STANDARD, mute[:1] * 3, on_fault="pass").play(2)
    assert silent.state.is_over
    kinds = [move.kind for _, move in silent.state.history]
    assert kinds[:11] == ["pass"] * 10 + ["bid"]  # nobody bid before


def test_a_deal_without_an_end_is_ended():
    """If everybody always passes, cards are dealt again and again (DD-04)."""

    def shy(view, _rng):
        return view.legal_moves()[0]

    with pytest.raises(RuntimeError, match="no end of the deal after 10,000 moves") as caught:
        Table(STANDARD, shy).play(1)
    assert caught.value.__notes__[0].startswith("by shy, seat ")
    deal = Table(STANDARD, shy, on_fault="lowest").play(1)
    assert deal.state.is_over
    assert {fault.kind for fault in deal.faults} == {"endless"}
    assert [fault.move for fault in deal.faults] == list(range(10_000, len(deal.state.history)))
    assert Table(PRESETS["openspiel"], shy).play(1).scores == (0, 0, 0)


def test_a_deal_can_be_kept():
    deal = Table(RLCARD, first).play(2)
    again = pickle.loads(pickle.dumps(deal))
    assert (again.state, again.scores, again.facts) == (deal.state, deal.scores, deal.facts)
    assert (again.agents, again.seconds, again.faults) == (deal.agents, deal.seconds, deal.faults)


# --- time ---------------------------------------------------------------------------------------

NO_HURRY = 60


@pytest.fixture
def hurried(monkeypatch):
    """Give only some calls a short limit, by their numbers, so that no other is late by chance."""

    def limit(seconds, calls, done=lambda: None):
        ask, numbers = Thinker.ask, count()

        def asked(thinker, arguments, _seconds):
            is_hurried = next(numbers) in calls
            try:
                return ask(thinker, arguments, seconds if is_hurried else NO_HURRY)
            finally:
                if is_hurried:
                    done()

        monkeypatch.setattr(Thinker, "ask", asked)

    return limit


def test_a_limit_that_is_kept_changes_nothing():
    plain, timed = (Table(STANDARD, drawn, time_limit=limit) for limit in (None, NO_HURRY))
    for index in range(20):
        assert texts(plain.play(1, index)) == texts(timed.play(1, index))


def test_the_longest_limit_can_be_waited_for():
    table = Table(RLCARD, first, time_limit=int(threading.TIMEOUT_MAX))
    assert texts(table.play(1)) == texts(Table(RLCARD, first).play(1))


def test_each_seat_thinks_in_one_thread_of_its_own():
    threads = {}

    def agent(view, _rng):
        threads.setdefault(view.seat, set()).add(threading.current_thread())
        return first(view, None)

    table = Table(RLCARD, agent, time_limit=NO_HURRY)
    for index in range(3):
        table.play(1, index)
    assert [len(threads[seat]) for seat in range(3)] == [1, 1, 1]
    assert len(set.union(*threads.values())) == 3
    assert all(thread.daemon for thread in set.union(*threads.values()))
    del table
    gc.collect()
    for thread in set.union(*threads.values()):
        thread.join(10)
        assert not thread.is_alive()


def test_who_has_no_limit_thinks_where_the_table_is_called():
    here = threading.current_thread()

    def agent(view, _rng):
        assert threading.current_thread() is here
        return first(view, None)

    Table(RLCARD, agent).play(1)


def test_a_late_move_is_an_error(hurried):
    go_on = threading.Event()
    try:
        table = Table(RLCARD, with_fault(lambda _view: go_on.wait(NO_HURRY)), time_limit=0.05)
        hurried(0.05, {3})
        start = time.monotonic()
        with pytest.raises(TimeoutError, match=r"no move within 0\.05 seconds") as caught:
            table.play(2)
        assert time.monotonic() - start < NO_HURRY / 2
        assert caught.value.__notes__ == ["by agent, seat 0, at move 3 of the deal"]
    finally:
        go_on.set()


def test_a_timeout_of_an_agents_own_is_an_agents_own():
    agent = with_fault(raising(TimeoutError("no answer from the server")))
    deal = Table(RLCARD, agent, time_limit=NO_HURRY, on_fault="lowest").play(2)
    assert [(fault.kind, fault.reason) for fault in deal.faults] == [
        ("raised", "TimeoutError: no answer from the server")
    ]


def test_a_seat_is_not_asked_again_before_its_late_call_has_returned(hurried):
    go_on, begun, running, calls = threading.Event(), threading.Event(), [], []

    def agent(view, _rng):
        assert not running, "asked while the call before still ran"
        running.append(view.seat)
        calls.append(len(view.history))
        if len(calls) == 2:
            begun.set()
            go_on.wait(NO_HURRY)
        running.pop()
        return first(view, None)

    hurried(0.03, range(1, 1000))
    table = Table(RLCARD, [agent, "random", "random"], time_limit=0.03, on_fault="lowest")
    deal = table.play(2)
    assert begun.wait(NO_HURRY)
    turns = [number for number, (seat, _) in enumerate(deal.state.history) if seat == 0]
    assert calls == turns[:2]
    assert [fault.move for fault in deal.faults] == turns[1:]
    assert {fault.kind for fault in deal.faults} == {"late"}
    assert deal.seconds[0] >= 0.03 * len(deal.faults)
    late = table.play(3)  # the call goes on, also into the next deal
    assert len(calls) == 2
    assert len(late.faults) == sum(seat == 0 for seat, _ in late.state.history)
    go_on.set()
    table = None
    while running:
        time.sleep(0.001)


def test_a_seat_is_asked_again_once_its_late_call_has_returned(hurried):
    go_on, calls = threading.Event(), []

    def agent(view, _rng):
        calls.append(len(view.history))
        if len(calls) == 2:
            go_on.wait(NO_HURRY)
        return first(view, None)

    hurried(0.05, {1}, done=go_on.set)
    deal = Table(RLCARD, [agent, "random", "random"], time_limit=1, on_fault="lowest").play(2)
    turns = [number for number, (seat, _) in enumerate(deal.state.history) if seat == 0]
    assert calls == turns
    assert [(fault.move, fault.kind) for fault in deal.faults] == [(turns[1], "late")]


# --- what no table is made of -------------------------------------------------------------------


MOST = f"time_limit is a positive number of seconds, at most {int(threading.TIMEOUT_MAX):,}, not 10"


@pytest.mark.parametrize(
    ("options", "error", "complaint"),
    [
        ({"variant": "doudizhu/rlcrd"}, ValueError, "did you mean 'doudizhu/rlcard'"),
        ({"variant": doudizhu.STANDARD}, TypeError, "variant is a Variant"),
        ({"agents": "greedy"}, ValueError, "greedy"),
        ({"agents": [first]}, ValueError, "3 seats need 3 agents"),
        ({"setup": "fixed"}, TypeError, "setup is a doudizhu.Setup"),
        ({"bidder": 1}, TypeError, "a set-up has no 'bidder'"),
        ({"first_bidder": 3}, chupai.RulesError, "first_bidder"),
        ({"time_limit": 0}, ValueError, "time_limit"),
        ({"time_limit": -1.0}, ValueError, "time_limit"),
        ({"time_limit": float("nan")}, ValueError, "time_limit"),
        ({"time_limit": float("inf")}, ValueError, "time_limit"),
        ({"time_limit": 10**400}, ValueError, MOST),
        ({"time_limit": 1e10}, ValueError, MOST),
        ({"time_limit": "1"}, TypeError, "time_limit"),
        ({"time_limit": True}, TypeError, "time_limit"),
        ({"on_fault": "ignore"}, ValueError, "on_fault is 'raise' or 'lowest' or 'pass'"),
        ({"on_fault": None}, ValueError, "on_fault"),
    ],
)
def test_bad_tables_are_refused(options, error, complaint):
    variant = options.pop("variant", RLCARD)
    agents = options.pop("agents", "random")
    with pytest.raises(error, match=complaint):
        Table(variant, agents, **options)


@pytest.mark.parametrize("name", ["seed", "index", "match"])
def test_bad_numbers_of_deals_are_refused(name):
    for wrong, error in ((-1, ValueError), (2**64, ValueError), (1.0, TypeError), ("1", TypeError)):
        with pytest.raises(error, match=name):
            Table(RLCARD, "random").play(**{name: wrong})


def test_a_set_up_that_the_rules_have_no_use_for_is_found_at_the_deal():
    with pytest.raises(chupai.RulesError) as caught:
        Table(STANDARD, "random", landlord=1).play()
    assert caught.value.rule == "DD-06"


def test_a_table_shows_what_it_is():
    table = Table("doudizhu/rlcard", [first, "random", "lowest"])
    assert repr(table) == "Table('doudizhu/rlcard', ['first', 'random', 'lowest'])"
    assert table.variant == RLCARD
    assert table.agents == ("first", "random", "lowest")


def test_parts_of_the_set_up_of_one_deal_are_given_by_name():
    table = chupai.Table("doudizhu/standard", "random", given={0: "2222"})
    deal = table.play(seed=1, first_bidder=2)
    assert deal.state.history[0][0] == 2
    assert "2222" in deal.state.dealings[-1]["hands"][0]
    with pytest.raises(TypeError, match="first_biddr"):
        table.play(seed=1, first_biddr=2)
    with pytest.raises(ValueError, match="set up already"):
        table.play(state=deal.state, first_bidder=2)


# What no deal of a variant can be set up with.
IMPOSSIBLE = [
    ("big2/hong-kong", {"leader": 4}),
    ("big2/malaysia-3p", {"first_card": 3}),
    ("big2/malaysia-3p", {"given": {3: "2S"}}),
    ("big2/hong-kong", {"given": {0: "3D 4D", 1: "3D 5D"}}),
    ("doudizhu/standard", {"landlord": 0}),
    ("doudizhu/rlcard", {"first_bidder": 0}),
    ("shengji/cn-2", {"trump": "S"}),
    ("shengji/cn-2", {"given": {0: "AS AS AS"}}),
]


@pytest.mark.parametrize(("name", "given"), IMPOSSIBLE, ids=str)
def test_what_no_deal_can_be_set_up_with_is_refused_at_once(name, given):
    with pytest.raises(ValueError, match=r"\[") as by_deal:
        chupai.variant(name).deal(**given)
    setup = chupai.variant(name).family.setup(**given)
    for how in (given, {"setup": setup}):
        with pytest.raises(type(by_deal.value), match=re.escape(str(by_deal.value))):
            Table(name, "random", **how)


def test_what_play_is_to_be_told_yet_may_be_left_out():
    rules = chupai.shengji.Rules(declaring="given")
    table = Table(chupai.Variant(rules=rules), "lowest", level="5")
    with pytest.raises(chupai.RulesError, match="SJ-4"):
        table.play()
    assert table.play(trump="S", declarer=1).state.setup["trump"] == "S"
