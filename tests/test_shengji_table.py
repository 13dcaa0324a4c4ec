"""Shengji at a table: the deals of `simulate`, agents of a caller's own, faults, records."""

import threading

import numpy as np
import pytest

import chupai
from chupai import Table, shengji, simulate, simulate_matches

NAMES = [name for name in chupai.variants() if name.startswith("shengji/")]


def lowest(view, rng=None):
    """What the built-in agent of this name does, written with what a view offers."""
    del rng
    if view.phase in {"declare", "overturn"}:
        least = view.phase == "declare" and view.standing is None
        return view.nth_legal(1 if least else 0)
    if view.phase in {"name", "throw"} or (view.phase == "play" and any(view.table)):
        return view.nth_legal(0)
    rules = view.variant.rules
    order = shengji.Trump(None if view.trump == "NT" else view.trump, view.level, rules=rules)
    places = ["D", "C", "H", "S", "B", "R"]

    def lowness(card):
        return order.is_trump(card), order.strength(card), places.index(card[-1])

    if view.phase == "play":
        return f"lead {min(view.hand.split(), key=lowness)}"

    def worth(card):
        trump, *rest = lowness(card)
        return trump, order.points(card) > 0, *rest

    return f"bury {' '.join(sorted(view.hand.split(), key=worth)[: rules.kitty_size])}"


def any_of(view, rng):
    """Uniform over the legal moves."""
    return view.nth_legal(int(rng.integers(view.num_legal)))


@pytest.mark.rule("SJ-26", "SJ-45", "SJ-57")
@pytest.mark.parametrize("name", NAMES)
def test_a_table_plays_the_deals_of_simulate(name):
    variant = chupai.variant(name)
    for agents in ("random", ["random", "lowest", "random_units", "random"]):
        run = simulate(variant, 5, seed=6, agents=agents, keep="facts")
        table = Table(variant, agents)
        for index in range(5):
            played = table.play(seed=6, index=index)
            assert list(played.scores) == run.scores[index].tolist()
            for fact, column in run.facts.items():
                assert played.facts[fact] == column[index].tolist(), fact
            state = variant.deal(6, index)
            for seat, move in played.state.history:
                assert state.turn == seat
                state.play(move)
            assert state == played.state


@pytest.mark.parametrize("name", NAMES)
def test_an_agent_that_plays_as_lowest_plays_what_lowest_plays(name):
    ours = simulate(name, 6, seed=2, agents=lowest, keep="facts")
    core = simulate(name, 6, seed=2, agents="lowest", keep="facts")
    for fact, column in core.facts.items():
        assert np.array_equal(column, ours.facts[fact]), fact


@pytest.mark.parametrize("name", NAMES)
def test_agents_of_a_callers_own_see_no_more_than_their_seat(name):
    seen = []

    def looking(view, rng):
        seen.append((view.seat, view.phase))
        assert not hasattr(view, "hands")
        if view.phase not in {"bury", "overturn"}:
            kitty = view.kitty
            taken = view.seat in {view.taker, view.declarer}
            assert kitty is None or taken
        return any_of(view, rng)

    played = Table(name, looking).play(seed=1)
    assert [seat for seat, _ in played.state.history] == [seat for seat, _ in seen]
    assert {"declare", "bury", "play"} <= {phase for _, phase in seen}


def test_a_table_plays_the_matches_of_the_core():
    """An agent of a caller's own that plays as the lowest agent does gives its matches."""
    for name in ("shengji/cn-1", "shengji/constant-two"):
        ours = simulate_matches(name, 1, deals=4, seed=1, agents=lowest, keep="scores")
        core = simulate_matches(name, 1, deals=4, seed=1, agents="lowest", keep="scores")
        assert np.array_equal(ours.scores, core.scores)
        assert np.array_equal(ours.totals, core.totals)


@pytest.mark.rule("SJ-16")
def test_the_next_seat_says_what_is_led_of_a_throw():
    asked = []

    def chooser(view, rng):
        if view.phase == "throw":
            asked.append((view.seat, view.leader, len(view.led)))
            return view.legal_moves()[-1]
        return any_of(view, rng)

    table = Table("shengji/cn-2", chooser)
    for index in range(12):
        table.play(seed=3, index=index)
    assert asked
    assert all(seat == (leader + 1) % 4 for seat, leader, _ in asked)


# --- faults --------------------------------------------------------------------------------------


def confused(view, rng):
    del view, rng
    return "lead 3D"


def test_what_is_not_legal_ends_the_deal_or_is_replaced():
    with pytest.raises(chupai.IllegalMove, match="SJ-57") as caught:
        Table("shengji/cn-2", [confused, *["lowest"] * 3]).play(seed=1)
    assert any("by confused, seat 0" in note for note in caught.value.__notes__)
    for on_fault in ("lowest", "pass"):
        table = Table("shengji/cn-2", [confused, *["lowest"] * 3], on_fault=on_fault)
        played = table.play(seed=1)
        assert played.state.is_over
        assert {fault.seat for fault in played.faults} == {0}
        assert {fault.kind for fault in played.faults} == {"illegal"}
        moves = dict(enumerate(played.state.history))
        declared = [moves[fault.move][1] for fault in played.faults if fault.move < 20]
        if on_fault == "pass":
            assert not [move for move in declared if move.kind == "declare"]


@pytest.mark.rule("SJ-38")
def test_who_is_late_passes_while_trumps_are_declared():
    go_on = threading.Event()

    def late(view, rng):
        del rng
        go_on.wait(60)
        return view.nth_legal(view.num_legal - 1)

    setup = {"given": {seat: f"2{'DCHS'[seat]}" for seat in range(4)}, "declarer": 0}
    try:
        table = Table("shengji/cn-1", late, time_limit=0.001, on_fault="pass", **setup)
        played = table.play(seed=1)
    finally:
        go_on.set()
    kinds = [move.kind for _, move in played.state.history]
    assert kinds[:4] == ["pass"] * 4
    assert "declare" not in kinds
    assert {fault.kind for fault in played.faults} == {"late"}
    state = chupai.variant("shengji/cn-1").deal(1, **setup)
    for _, move in played.state.history:
        if state.phase != "declare":
            assert move == state.choose("lowest")
        state.play(move)


def test_what_agents_raise_is_a_fault_too():
    def broken(view, rng):
        del rng
        if view.phase == "bury":
            raise ZeroDivisionError("no idea")
        return view.nth_legal(0)

    played = Table("shengji/platform-2", broken, on_fault="lowest").play(seed=4)
    assert [fault.kind for fault in played.faults] == ["raised"]
    assert "no idea" in played.faults[0].reason
    assert played.state.history[played.faults[0].move][1].kind == "bury"


# --- states and records --------------------------------------------------------------------------


def test_a_table_plays_on_from_a_state():
    variant = chupai.variant("shengji/cn-2")
    hands = ["AS KH", "9S QH", "7S JH", "5S 4H"]
    state = variant.position(hands=hands, trump="S", level="T", declarer=0, turn=0)
    before = str(state)
    played = Table(variant, "lowest").play(state=state)
    assert str(state) == before
    assert [str(move) for _, move in played.state.history][:4] == [
        "lead KH", "follow QH", "follow JH", "follow 4H",
    ]  # fmt: skip
    assert played.facts["last_winner"] == 0


@pytest.mark.parametrize("name", NAMES)
def test_records_of_tables_are_played_again(name, tmp_path):
    path = tmp_path / "deals.jsonl"
    agents = [any_of, "lowest", "random", "random_units"]
    with chupai.RecordWriter(path) as writer:
        table = Table(name, agents, record=writer)
        deals = [table.play(seed=8, index=index) for index in range(3)]
    report = chupai.replay(path)
    assert (report.ok, report.deals) == (True, 3)
    for deal, record in zip(deals, chupai.read_records(path), strict=True):
        assert record.replay() == deal.state
        assert chupai.Record.from_json(deal.record.to_json()).replay() == deal.state
        assert tuple(record.scores) == deal.scores
        assert record.agents[0] == "any_of"


def test_a_deal_that_ends_with_a_fault_is_recorded_as_broken_off(tmp_path):
    def stops(view, rng):
        return "follow 3D" if view.phase == "play" else any_of(view, rng)

    path = tmp_path / "deals.jsonl"
    with chupai.RecordWriter(path) as writer:
        table = Table("shengji/platform-2", stops, record=writer)
        with pytest.raises(chupai.IllegalMove, match="SJ-57"):
            table.play(seed=2)
    (record,) = chupai.read_records(path)
    assert record.scores is None
    assert not record.moves
    assert record.replay().phase == "play"
