"""A limit of thinking time at a table: BT-50."""

import threading

import pytest

import chupai
from chupai import Table

VARIANT = chupai.variant("big2/taiwan")


def sleepers(seats, go_on):
    """Seat agents who never answer in time at some seats, and play at random at the others."""

    def asleep(_view, _rng):
        go_on.wait(60)

    return [asleep if seat in seats else "random" for seat in range(4)]


@pytest.mark.rule("BT-50")
def test_no_move_in_time_is_a_pass_or_the_lowest_play():
    go_on = threading.Event()
    try:
        table = Table(VARIANT, sleepers({0, 2}, go_on), time_limit=0.02, on_fault="pass")
        deal = table.play(1)
    finally:
        go_on.set()
    late = {fault.move for fault in deal.faults}
    assert {fault.kind for fault in deal.faults} == {"late"}
    again = VARIANT.deal(1)
    kinds = set()
    for number, (seat, move) in enumerate(deal.state.history):
        assert (number in late) is (seat in {0, 2})
        if number in late:
            first = next(iter(again.legal_moves()))
            assert move == first  # a pass stands first where there is one
            kinds.add("pass" if move.is_pass else "lead")
            assert move.is_pass is again.is_legal("pass")
        again.play(move)
    assert "pass" in kinds
    assert again == deal.state


@pytest.mark.rule("BT-50", "BT-35")
def test_the_lowest_play_where_passing_is_not_allowed():
    """Everybody is late: whoever leads plays his lowest single, and all others pass."""
    go_on = threading.Event()
    try:
        table = Table(VARIANT, sleepers(range(4), go_on), time_limit=0.001, on_fault="pass")
        deal = table.play(2)
    finally:
        go_on.set()
    moves = [move for _, move in deal.state.history]
    assert all(not move.is_pass for move in moves[::4])
    assert all(move.is_pass for number, move in enumerate(moves) if number % 4)
    assert {seat for seat, move in deal.state.history if not move.is_pass} == {deal.state.winner}
