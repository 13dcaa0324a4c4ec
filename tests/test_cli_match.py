"""The commands match and compare: they say what the library says, mistakes in one line."""

import json
import re
from dataclasses import replace

import pytest

import chupai
from chupai import Match, compare, doudizhu, shengji, simulate_matches


def without_time(data):
    return {name: value for name, value in data.items() if "second" not in name}


def test_both_have_help(call):
    for name in ("match", "compare"):
        status, out, err = call(name, "--help")
        assert (status, err) == (0, "")
        assert re.search(r"^Usage: chupai ", out)


# --- match ---------------------------------------------------------------------------------------

SHORTFALL = ["--set", "purse=30", "--set", "bankruptcy=shortfall", "--set", "first_bidder=drawn"]


def test_match_json_is_the_summary(call):
    args = ["doudizhu/standard", "--matches", "300", "--deals", "20", *SHORTFALL, "--seed", "7"]
    status, out, err = call("match", *args, "--first", "5", "--json")
    assert (status, err) == (0, "")
    data = json.loads(out)
    variant = chupai.Variant(
        rules=doudizhu.STANDARD,
        match=doudizhu.MatchRules(purse=30, bankruptcy="shortfall", first_bidder="drawn"),
    )
    summary = simulate_matches(variant, 300, deals=20, seed=7, first=5).summary().to_dict()
    assert data["changes"] == variant.changes()
    assert (data["seed"], data["first"]) == (7, 5)
    ours = without_time(data) | {"deal": without_time(data["deal"])}
    theirs = without_time(summary) | {"deal": without_time(summary["deal"])}
    assert {name: ours[name] for name in theirs} == theirs
    assert data["variant"] == "doudizhu/standard"
    assert data["match"]["deals"] == 20


def test_match_sets_switches_of_the_scoring(call):
    """In Big Two who cannot pay is a matter of the scoring (BT-45)."""
    place = chupai.variant("big2/hong-kong-place")
    switches = ["purse=1000", "bankruptcy=table", "stake=10", "house_seats=3", "liability=off"]
    args = ["--matches", "20", "--seed", "3", *(x for one in switches for x in ("--set", one))]
    status, out, err = call("match", "big2/hong-kong-place", *args, "--json")
    assert (status, err) == (0, "")
    variant = replace(
        place,
        match=replace(place.match, purse=1000, house_seats=(3,)),
        scoring=replace(place.scoring, bankruptcy="table", stake=10, liability="off"),
    )
    data = json.loads(out)
    assert data["changes"] == json.loads(json.dumps(variant.changes()))
    summary = simulate_matches(variant, 20, seed=3).summary().to_dict()
    assert without_time(data)["seats"] == without_time(summary)["seats"]


def test_match_sets_levels(call):
    """Ranks are words, also those that are numbers (SJ-33, SJ-34)."""
    switches = ["levels=9 10 J Q K A", "must_play=10", "hook=any", "fail_last=3"]
    switches += ["throw_penalty=10", "cap=pack", "first_declarer=0"]
    args = ["--matches", "20", "--seed", "3", *(x for one in switches for x in ("--set", one))]
    status, out, err = call("match", "shengji/cn-2", *args, "--agents", "random_units", "--json")
    assert (status, err) == (0, "")
    rules = shengji.MatchRules(
        levels="9TJQKA", must_play="T", hook="any", fail_last=3, first_declarer=0
    )
    scoring = shengji.Scoring(throw_penalty=10, cap="pack")
    variant = replace(chupai.variant("shengji/cn-2"), match=rules, scoring=scoring)
    data = json.loads(out)
    assert data["changes"] == json.loads(json.dumps(variant.changes()))
    summary = simulate_matches(variant, 20, seed=3, agents="random_units").summary().to_dict()
    assert without_time(data)["seats"] == without_time(summary)["seats"]
    args = ["--matches", "5", "--deals", "3", "--set", "form=deals", "--set", "levels=none"]
    status, out, err = call("match", "shengji/cn-2", *args, "--set", "fixed_level=5", "--json")
    assert (status, err) == (0, "")
    assert list(json.loads(out)["deal"]["played_levels"]) == ["5"]


def test_match_prints_a_table(call):
    args = ["--matches", "1e2", "--deals", "10", "--agents", "lowest,random,random"]
    status, out, err = call("match", "doudizhu/openspiel", *args)
    assert (status, err) == (0, "")
    assert out.startswith("doudizhu/openspiel: 100 matches, 1,000 deals, agents lowest, random")
    for text in ("win rate", "mean total", "ended by", "deals: 100", "bombs a deal", "deals/s"):
        assert text in out


@pytest.mark.parametrize("variant", ["doudizhu/standard", "big2/bloody", "shengji/cn-2"])
def test_match_shows_one_deal_by_deal(call, variant):
    status, out, err = call("match", variant, "--deals", "3", "--show", "4")
    assert (status, err) == (0, "")
    result = Match(variant, "random", deals=3).run(0, 4)
    assert out == f"{result}\n"
    out = call("match", variant, "--deals", "3", "--show", "4", "--json")[1]
    assert json.loads(out) == json.loads(json.dumps(result.to_dict()))


# --- compare -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sides", "options", "given"),
    [
        (("lowest", "random"), ["--variant", "doudizhu/rlcard"], {"variant": "doudizhu/rlcard"}),
        (("lowest,random,lowest", "random, random, lowest"), ["--variant", "doudizhu/standard"],
         {"variant": "doudizhu/standard"}),
        (("doudizhu/standard", "doudizhu/rlcard"), ["--agents", "lowest"], {"agents": "lowest"}),
        (("random_units", "lowest"), ["--variant", "shengji/cn-2"], {"variant": "shengji/cn-2"}),
        (("shengji/platform-2", "shengji/cn-2"), ["--agents", "random_units"],
         {"agents": "random_units"}),
    ],
    ids=["agents", "line-ups", "variants", "agents of Shengji", "variants of Shengji"],
)  # fmt: skip
def test_compare_json_is_the_comparison(call, sides, options, given):
    args = [*sides, "--deals", "200", "--seed", "3", "--first", "9", "--threads", "2", *options]
    status, out, err = call("compare", *args, "--json")
    assert (status, err) == (0, "")
    a, b = (side.replace(" ", "").split(",") if "," in side else side for side in sides)
    expected = compare(a, b, 200, seed=3, first=9, **given).to_dict()
    assert without_time(json.loads(out)) == json.loads(json.dumps(without_time(expected)))


def test_compare_prints_tables(call):
    args = ["lowest", "random", "--variant", "doudizhu/standard", "--deals", "500"]
    status, out, err = call("compare", *args)
    assert (status, err) == (0, "")
    assert out.startswith("A  lowest, random, random\nB  random, lowest, lowest\n")
    for text in ("mean score", "win rate", "place 0 landlord", "all peasant", "worth deals", "±"):
        assert text in out


# --- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["match", "doudizhu/standard"], "needs an end"),
        (["match", "doudizhu/standard", "--deals", "0"], "between 1 and"),
        (["match", "doudizhu/nowhere", "--deals", "5"], "no variant"),
        (["match", "doudizhu/standard", "--deals", "5", "--agents", "best"], "'random'"),
        (["match", "doudizhu/standard", "--set", "goal=5"], "sets no match switch"),
        (["match", "doudizhu/standard", "--set", "target"], "sets no match switch"),
        (["match", "big2/hong-kong", "--set", "tiers=10"], "sets no match switch"),
        (["match", "big2/hong-kong", "--set", "later_lead=5"], "not '5'"),
        (["match", "big2/hong-kong", "--set", "stake=high"], "stake is a whole number"),
        (["match", "big2/hong-kong", "--deals", "2", "--set", "bankruptcy=table"], "BT-45"),
        (["match", "shengji/cn-2", "--set", "purse=5"], "sets no match switch"),
        (["match", "shengji/cn-2", "--set", "levels=11"], "SJ-33"),
        (["match", "shengji/cn-2", "--set", "form=duplicate", "--deals", "4"], "SJ-42"),
        (["match", "shengji/cn-2", "--set", "form=deals"], "needs an end"),
        (["match", "doudizhu/standard", "--set", "target=many"], "target is a whole number"),
        (["match", "doudizhu/standard", "--set", "bankruptcy=table", "--set", "purse=5"], "DD-26"),
        (["compare", "lowest", "random"], "give variant="),
        (["compare", "lowest", "doudizhu/standard"], "a name with / is a variant's"),
        (["compare", "lowest", "best", "--variant", "doudizhu/standard"], "'random'"),
        (["compare", "doudizhu/standard", "doudizhu/nowhere"], "no variant"),
        (["compare", "doudizhu/standard"], "Missing argument"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_mistake_is_told_in_one_line(call, args, complaint):
    status, out, err = call(*args)
    assert (status, out) == (2, "")
    assert err.startswith("chupai: ")
    assert err.count("\n") == 1
    assert complaint in err
