"""What a record is made of: a state, names, notes; and what is refused."""

import pytest

import chupai
from chupai import Record

VARIANTS = ["doudizhu/rlcard", "big2/wikipedia", "shengji/cn-2"]


@pytest.fixture(params=VARIANTS)
def state(request):
    """Give a deal that has just begun."""
    return chupai.variant(request.param).deal(seed=3)


def test_a_record_is_made_of_a_state_only(state):
    others = [None, 3, "text", state.variant, str(state), [state], type(state)]
    others += [state.view(state.turn), Record.of(state, seed=3)]
    for other in others:
        with pytest.raises(TypeError, match="the state of a deal, not of ") as caught:
            Record.of(other)
        assert len(str(caught.value)) < 200
        if other is not None:
            with pytest.raises(TypeError, match="the state of a deal, not of "):
                Record.of(state, position=other)
        with pytest.raises(TypeError, match="the state of a deal, not of "):
            Record.of(state, earlier=[other])
    with pytest.raises(TypeError, match="earlier are states, not "):
        Record.of(state, earlier=3)


def test_one_name_is_that_of_all_seats(state):
    seats = state.variant.seats
    for name in ("bot", "b" * seats, "李"):
        record = Record.of(state, seed=3, agents=name)
        assert record.agents == (name,) * seats
        assert record == Record.of(state, seed=3, agents=[name] * seats)
        assert Record.from_json(record.to_json()) == record
    assert Record.of(state, seed=3, agents=iter(["a"] * seats)).agents == ("a",) * seats


def test_what_is_no_name_or_note_is_told_so(state):
    with pytest.raises(TypeError, match="agents are names, not 3"):
        Record.of(state, seed=3, agents=3)
    for notes in (3, "text", [1], [("a", 1)]):
        with pytest.raises(TypeError, match="notes are JSON data by name, not "):
            Record.of(state, seed=3, notes=notes)


@pytest.mark.parametrize("part", ["agents", "dealings", "auction", "moves"])
def test_a_text_is_not_taken_for_its_signs(state, part):
    given = {"variant": state.variant, "dealings": tuple(state.dealings)}
    with pytest.raises(TypeError, match=f"{part} are given one by one"):
        Record(**(given | {part: "b" * state.variant.seats}))
