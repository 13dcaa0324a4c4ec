"""What `to_dict` gives, of all that has it: dictionaries, lists, numbers, strings and None."""

import json
from dataclasses import replace

import pytest

import chupai
from chupai import big2

PLAIN = (int, float, str, bool, type(None))
GIVEN = {
    "doudizhu": {"given": {1: "BR", "bottom": "3"}},
    "big2": {"given": {0: "3D"}},
    "shengji": {"given": {0: "BR", "kitty": "3S"}},
}


def check(value, place=""):
    """Whether everything in some data is what JSON has, to the type."""
    if type(value) is dict:
        for key, each in value.items():
            assert type(key) is str, (place, key)
            check(each, f"{place}.{key}")
    elif type(value) is list:
        for number, each in enumerate(value):
            check(each, f"{place}[{number}]")
    else:
        assert type(value) in PLAIN, (place, value)


def told(what):
    """The data of a result, which JSON gives back as it is."""
    data = what.to_dict()
    check(data)
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    return data


def careless(view, rng):
    """Make nothing but faults."""
    del view, rng
    return "nothing"


@pytest.mark.parametrize("name", chupai.variants())
def test_all_data_is_plain(name):
    """Of no deals, too, which have no means."""
    game = chupai.variant(name)
    given = GIVEN[game.family.name]
    for deals in (0, 1, 20):
        told(chupai.simulate(game, deals, **given).summary())
        told(chupai.compare(game, game, deals, **given))
        told(chupai.compare("lowest", "random", deals, variant=game))
        told(chupai.simulate_matches(game, deals, deals=2).summary())
    told(chupai.Match(game, "random", deals=2).run(1))
    match = chupai.Match(game, careless, deals=1, on_fault="lowest").run(1)
    assert told(match)["deals"][0]["faults"]


def test_match_rules_of_every_kind_are_plain():
    game = chupai.variant("big2/hong-kong")
    rules = big2.MatchRules(deals=2, purse=100, house_seats=(1, 3))
    game = replace(game, match=rules)
    assert told(chupai.Match(game, "random").run(1))["match"]["house_seats"] == [1, 3]
    assert told(chupai.simulate_matches(game, 5).summary())["match"]["house_seats"] == [1, 3]


@pytest.mark.parametrize("path", [chupai.example_records(), bytes(chupai.example_records())])
def test_a_report_is_plain(path):
    assert told(chupai.replay(path))["path"] == str(chupai.example_records())
