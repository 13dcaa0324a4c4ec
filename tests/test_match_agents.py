"""Agents of callers in runs of all kinds: line-ups given once, what agents and callers raise."""

import pytest

import chupai

NAME = "doudizhu/rlcard"


def last(view, _rng):
    return view.legal_moves()[-1]


RUNS = {
    "simulate": lambda agents, **options: chupai.simulate(NAME, 3, agents=agents, **options),
    "matches": lambda agents, **options: chupai.simulate_matches(
        NAME, 3, deals=2, agents=agents, **options
    ),
    "match": lambda agents, **options: chupai.Match(NAME, agents, deals=2, **options).run(),
    "compare": lambda agents, **options: chupai.compare(
        agents, ["lowest"] * 3, 3, variant=NAME, **options
    ),
    "compare variants": lambda agents, **options: chupai.compare(
        NAME, NAME, 3, agents=agents, **options
    ),
    "table": lambda agents, **options: chupai.Table(NAME, agents, **options).play(),
}
THAT_RECORD = ["simulate", "matches", "match", "table"]
WITH_PROGRESS = ["simulate", "matches", "compare", "compare variants"]


@pytest.mark.parametrize("sitting", [[last, "random", last], ["random"] * 3], ids=["own", "core"])
@pytest.mark.parametrize("name", RUNS)
def test_a_line_up_may_be_one_that_is_read_once(name, sitting, tmp_path):
    names = tuple(agent if isinstance(agent, str) else "last" for agent in sitting)
    ways = [{}]
    if name in THAT_RECORD:
        ways.append({"record": tmp_path / "deals.jsonl"})
    for options in ways:
        result = RUNS[name](iter(sitting), **options)
        assert names == (result.agents_a if "compare" in name else result.agents)
    if name in THAT_RECORD:
        (agents,) = {record.agents for record in chupai.read_records(tmp_path / "deals.jsonl")}
        assert tuple(agents) == names


class OwnError(Exception):
    """An error that nobody else knows."""


ERRORS = [StopIteration, StopAsyncIteration, GeneratorExit, RuntimeError, OwnError]


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize(
    ("name", "records"),
    [(name, False) for name in RUNS] + [(name, True) for name in THAT_RECORD],
)
def test_what_an_agent_raises_comes_out_as_it_is(name, records, error, tmp_path):
    def agent(view, rng):
        if len(view.history) == 5:
            raise raised
        return last(view, rng)

    raised = error("so it is")
    options = {"record": tmp_path / "deals.jsonl"} if records else {}
    with pytest.raises(error) as caught:
        RUNS[name]([agent] * 3, **options)
    assert caught.value is raised
    if issubclass(error, Exception):
        assert raised.__notes__ == ["by agent, seat 2, at move 5 of the deal"]


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("sitting", [[last] * 3, ["random"] * 3], ids=["own", "core"])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", WITH_PROGRESS)
def test_what_progress_raises_comes_out_as_it_is(name, threads, sitting, error):
    def stop(_done):
        raise raised

    raised = error("enough")
    with pytest.raises(error) as caught:
        RUNS[name](sitting, threads=threads, progress=stop)
    assert caught.value is raised
