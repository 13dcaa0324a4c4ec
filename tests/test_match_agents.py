"""Agents of callers in runs of all kinds: line-ups that are given once."""

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
