"""Big Two at a table: the deals of `simulate`, agents of a caller's own, forced plays."""

import threading

import numpy as np
import pytest

import chupai
from chupai import Table, simulate, simulate_matches
from test_big2_match import NAMES, lowest, variant_with


@pytest.mark.rule("BT-27", "BT-31", "BT-32")
@pytest.mark.parametrize("name", NAMES)
def test_a_table_plays_the_deals_of_simulate(name):
    variant = chupai.variant(f"big2/{name}")
    sitting = ["random", "lowest", *["random"] * (variant.seats - 2)]
    for agents in ("random", "lowest", sitting):
        run = simulate(variant, 12, seed=6, agents=agents, keep="facts")
        table = Table(variant, agents)
        for index in range(12):
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
    variant = chupai.variant(f"big2/{name}")
    ours = simulate(variant, 10, seed=2, agents=lowest, keep="facts")
    core = simulate(variant, 10, seed=2, agents="lowest", keep="facts")
    for fact, column in core.facts.items():
        assert np.array_equal(column, ours.facts[fact]), fact


@pytest.mark.parametrize("name", NAMES)
def test_agents_of_a_callers_own_see_no_more_than_their_seat(name):
    variant = chupai.variant(f"big2/{name}")
    seen = []

    def looking(view, rng):
        seen.append((view.seat, view.phase))
        moves = view.legal_moves()
        return moves[int(rng.integers(len(moves)))]

    played = Table(variant, looking).play(seed=1)
    assert [seat for seat, _ in played.state.history] == [seat for seat, _ in seen]


def test_a_table_plays_the_matches_of_the_core():
    """An agent of a caller's own that plays as the lowest agent does gives its matches."""
    for name in ("bloody", "malaysia-3p", "wikipedia", "two-deck"):
        variant = variant_with(name, deals=4)

        def own(view, rng):
            return lowest(view, rng)

        ours = simulate_matches(variant, 2, seed=1, agents=own, keep="scores")
        core = simulate_matches(variant, 2, seed=1, agents="lowest", keep="scores")
        assert np.array_equal(ours.scores, core.scores)
        assert np.array_equal(ours.totals, core.totals)


# --- thinking time -------------------------------------------------------------------------------


@pytest.mark.rule("BT-50", "BT-35")
def test_where_passing_is_not_allowed_the_lowest_play_is_made():
    """Each has one card: who can beat the table must, and is late."""
    rules = chupai.big2.Rules(players=52, top_rule="forced", end="all_out")
    variant = chupai.Variant(rules=rules)

    go_on = threading.Event()

    def late(view, rng):
        del rng
        go_on.wait(60)
        return view.legal_moves()[0]

    table = Table(variant, late, time_limit=0.001, on_fault="pass")
    try:
        played = table.play(seed=1)
    finally:
        go_on.set()
    state = variant.deal(1)
    forced = 0
    for _, move in played.state.history:
        moves = [str(legal) for legal in state.legal_moves()]
        assert str(move) == moves[0]
        forced += moves[0] != "pass"
        state.play(move)
    assert forced > 3
    assert {fault.kind for fault in played.faults} == {"late"}
