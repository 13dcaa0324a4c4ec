"""The commands match and compare: they say what the library says, mistakes in one line."""

import json
import re
from dataclasses import fields, replace

import numpy as np
import pytest

import chupai
from chupai import Match, big2, compare, doudizhu, shengji, simulate_matches
from chupai.commands_switches import switched

FAMILIES = [module.FAMILY for module in (doudizhu, big2, shengji)]


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


def test_match_shows_one_of_the_matches_asked_for(call):
    args = ["match", "doudizhu/standard", "--deals", "2", "--json"]
    for given in (["--matches", "3"], ["--first", "2"], ["--first", "1", "--matches", "2"], []):
        status, out, err = call(*args, *given, "--show", "2")
        assert (status, err, json.loads(out)["index"]) == (0, "", 2)
    assert json.loads(call(*args, "--show", "20000")[1])["index"] == 20_000


def some_values(field):
    """What a field of any switch may be, written as on the command line, and as in Python."""
    if isinstance(field.default, bool):
        return {"true": True, "False": False}
    if isinstance(field.default, int):
        return {str(field.default): field.default}
    if isinstance(field.default, str):
        return {field.default: field.default}
    return {"none": None} if field.default is None else {"": ()}


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_every_switch_can_be_set(family):
    variant = chupai.Variant(rules=family.rules())
    parts = {"rules": family.rules, "scoring": family.scoring, "match": family.match}
    for part, kind in parts.items():
        for field in fields(kind):
            for text, value in some_values(field).items():
                try:
                    wanted = replace(getattr(variant, part), **{field.name: value})
                    wanted = replace(variant, **{part: wanted})
                except chupai.RulesError as refusal:
                    with pytest.raises(chupai.RulesError, match=refusal.rule):
                        switched(variant, [f"{field.name}={text}"], *parts)
                    continue
                made = switched(variant, [f" {field.name} = {text} "], *parts)
                assert made == wanted, f"{field.name}={text}"


SETTINGS = {
    "settlement=none": (big2.Scoring, {"settlement": "none"}),
    "straight_tie=none": (big2.Rules, {"straight_tie": "none"}),
    "tiers=8:2, 11:3, all:4": (big2.Scoring, {"tiers": ((8, 2), (11, 3), ("all", 4))}),
    "instant_wins=dragon,four_twos": (big2.Rules, {"instant_wins": ("dragon", "four_twos")}),
    "top_rank=3": (big2.Rules, {"top_rank": "3"}),
    "show_multipliers=5,4,3,2": (doudizhu.Rules, {"show_multipliers": (5, 4, 3, 2)}),
    "banned_links=main_level:B": (shengji.Rules, {"banned_links": (("main_level", "B"),)}),
    "constant_trumps=2": (shengji.Rules, {"constant_trumps": "2"}),
    "kitty=12": (shengji.Rules, {"kitty": 12}),
    "kitty_multiplier=single:1,pair:10": (
        shengji.Scoring, {"kitty_multiplier": {"single": 1, "pair": 10}},
    ),
    "cap=pack": (shengji.Scoring, {"cap": "pack"}),
    "fixed_level=5": (shengji.MatchRules, {"fixed_level": "5"}),
}  # fmt: skip


@pytest.mark.parametrize("text", SETTINGS)
def test_switches_of_several_values_and_words_that_look_like_others(text):
    kind, values = SETTINGS[text]
    family = next(f for f in FAMILIES if kind in (f.rules, f.scoring, f.match))
    variant = chupai.Variant(rules=family.rules())
    if text.startswith("fixed_level"):
        values = values | {"levels": None, "form": "deals"}
        made = switched(variant, [text, "levels=None", "form=deals"], "match")
    else:
        made = switched(variant, [text], "rules", "scoring", "match")
    assert kind(**values) in (made.rules, made.scoring, made.match)


def test_duplicates_can_be_played(call):
    switches = ["declaring=given", "form=duplicate", "levels=25"]
    args = ["--deals", "8", "--matches", "2", *(x for one in switches for x in ("--set", one))]
    status, out, err = call("match", "shengji/cn-2", *args, "--json")
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert data["match"]["form"] == "duplicate"
    assert data["changes"]["declaring"] == "given"
    assert data["deal"]["declares"] == [0.25] * 4


def test_rules_are_set_in_all_commands(call):
    args = ["--set", "auction=rob", "--set", "cap=12", "--json"]
    variant = chupai.Variant(rules=doudizhu.Rules(auction="rob"), scoring=doudizhu.Scoring(cap=12))
    data = json.loads(call("simulate", "doudizhu/standard", "--games", "50", *args)[1])
    assert data["changes"] == {"auction": "rob", "cap": 12}
    assert data["digest"] == chupai.simulate(variant, 50).digest()
    hand = "333444BR"
    args = [hand, "--set", "wing_both_jokers=true", "--json"]
    data = json.loads(call("moves", *args)[1])
    rules = doudizhu.Rules(wing_both_jokers=True)
    assert data["count"] == doudizhu.count_moves(hand, rules=rules)
    assert data["changes"] == {"wing_both_jokers": True}


@pytest.mark.parametrize("variant", ["doudizhu/standard", "big2/bloody", "shengji/cn-2"])
def test_match_records_every_deal(call, variant, tmp_path):
    args = ["match", variant, "--deals", "3", "--seed", "5", "--json"]
    path, one = tmp_path / "all.jsonl", tmp_path / "one.jsonl"
    status, out, err = call(*args, "--matches", "4", "--first", "2", "--record", str(path))
    assert (status, err) == (0, "")
    plain = json.loads(call(*args, "--matches", "4", "--first", "2")[1])
    told = json.loads(out)
    assert without_time(told) | {"deal": 0} == without_time(plain) | {"deal": 0}
    assert without_time(told["deal"]) == without_time(plain["deal"])
    assert chupai.replay(path).deals == 12
    records = [(record.match, record.index) for record in chupai.read_records(path)]
    assert records == [(match, deal) for match in range(2, 6) for deal in range(3)]
    assert call(*args, "--show", "4", "--record", str(one))[0] == 0
    lines = path.read_text("utf-8").splitlines()
    assert one.read_text("utf-8").splitlines() == lines[6:9]
    for again in (["--show", "1"], ["--matches", "1"]):
        status, out, err = call(*args, *again, "--record", str(path))
        assert (status, out) == (2, "")
        assert "is there already" in err


@pytest.mark.parametrize(
    ("args", "option"),
    [
        (["match", "shengji/cn-2", "--matches", "1e15"], "--matches 1,000,000,000,000,000: "),
        (["match", "shengji/cn-2", "--matches", "1e19"], "--matches 10,000,000,000,000,000,000: "),
        (["simulate", "doudizhu/standard", "--games", "1e15", "--save"], "--games 1,000,000,"),
    ],
    ids=["matches", "matches beyond numpy", "deals"],
)
def test_too_many_leave_no_file(call, tmp_path, args, option):
    if args[-1] == "--save":
        args = [*args, str(tmp_path / "deals.npz")]
    status, out, err = call(*args, "--record", str(tmp_path / "deals.jsonl"))
    assert (status, out) == (2, "")
    assert err.startswith(f"chupai: {option}")
    assert "there is no room for" in err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("args", "setup"),
    [
        (
            ["doudizhu/standard", "--first-bidder", "1", "--given", "0=BR", "--deals", "2"],
            doudizhu.Setup(first_bidder=1, given={0: "BR"}),
        ),
        (
            ["doudizhu/rlcard", "--landlord", "2", "--dealer", "weak_shuffle", "--deals", "2"],
            doudizhu.Setup(landlord=2, dealer="weak_shuffle"),
        ),
        (
            ["big2/bloody", "--roles", "2,0,1,3", "--leader", "3", "--deals", "2"],
            big2.Setup(roles=(2, 0, 1, 3), leader=3),
        ),
        (
            ["shengji/cn-2", "--levels", "Q, 10", "--declarer", "1", "--kitty", "as_dealt"],
            shengji.Setup(levels=("Q", "T"), declarer=1, kitty="as_dealt"),
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_what_is_given_and_saved(call, tmp_path, args, setup):
    path = tmp_path / "matches"
    status, out, err = call("match", *args, "--matches", "5", "--json", "--save", str(path))
    assert (status, err) == (0, "")
    loaded = chupai.load(path)
    assert (loaded.setup, loaded.keep, loaded.matches) == (setup, "scores", 5)
    deals = None if args[0] == "shengji/cn-2" else 2
    ours = simulate_matches(args[0], 5, deals=deals, setup=setup, keep="scores")
    assert loaded.digest() == ours.digest() == json.loads(out)["digest"]
    status, out, err = call("match", *args, "--show", "3", "--json")
    assert (status, err) == (0, "")
    one = Match(args[0], "random", deals=deals, setup=setup).run(index=3)
    assert json.loads(out) == json.loads(json.dumps(one.to_dict()))


def test_matches_that_cannot_be_saved_are_shown_all_the_same(call, tmp_path, monkeypatch):
    def full(*_args, **_arrays):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez_compressed", full)
    path = tmp_path / "matches"
    args = ["match", "doudizhu/standard", "--deals", "2", "--matches", "5", "--save", str(path)]
    status, out, err = call(*args)
    assert status == 2
    assert "5 matches" in out
    assert re.fullmatch(r"chupai: [^\n]*No space left[^\n]*\n", err)
    assert not list(tmp_path.iterdir())


def test_one_is_told_as_one(call):
    deal = call("simulate", "doudizhu/standard", "--games", "1")[1]
    assert "doudizhu/standard: 1 deal, agents" in deal
    args = ["match", "doudizhu/standard", "--deals", "1"]
    assert ": 1 match, 1 deal, agents" in call(*args, "--matches", "1")[1]
    assert ": match 0 of seed 0, 1 deal, ended" in call(*args, "--show", "0")[1]
    sides = ["lowest", "random", "--variant", "doudizhu/standard"]
    assert " 1 deal, seed 0" in call("compare", *sides, "--deals", "1")[1]


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
        (["match", "doudizhu/standard", "--set", "goal=5"], "sets no switch"),
        (["match", "doudizhu/standard", "--set", "target"], "sets no switch"),
        (["match", "big2/hong-kong", "--set", "tiers=10"], "BT-39"),
        (["match", "big2/hong-kong", "--set", "stake=2", "--set", "stake=3"], "set twice"),
        (["match", "shengji/cn-2", "--set", "decks=two"], "SJ-01"),
        (["simulate", "doudizhu/standard", "--set", "purse=3"], "sets no switch"),
        (["simulate", "doudizhu/standard", "--set", "auction=none"], "DD-04"),
        (["moves", "33", "--set", "stake=3"], "sets no switch"),
        (["match", "doudizhu/standard", "--deals", "1", "--record", ""], "empty"),
        (["match", "big2/hong-kong", "--set", "later_lead=5"], "not '5'"),
        (["match", "big2/hong-kong", "--set", "stake=high"], "stake is a whole number"),
        (["match", "big2/hong-kong", "--deals", "2", "--set", "bankruptcy=table"], "BT-45"),
        (["match", "shengji/cn-2", "--set", "purse=5"], "sets no switch"),
        (["match", "shengji/cn-2", "--set", "levels=11"], "SJ-33"),
        (["match", "shengji/cn-2", "--set", "form=duplicate", "--deals", "4"], "SJ-42"),
        (["match", "shengji/cn-2", "--set", "form=deals"], "needs an end"),
        (["match", "doudizhu/standard", "--set", "target=many"], "target is a whole number"),
        (["match", "doudizhu/standard", "--set", "bankruptcy=table", "--set", "purse=5"], "DD-26"),
        (["match", "doudizhu/standard", "--deals", "3", "--set", "deals=4"], "deals is set twice"),
        (["match", "doudizhu/standard", "--deals", "3", "--set", "deals=3"], "deals is set twice"),
        (
            ["match", "doudizhu/standard", "--deals", "1", "--matches", "3", "--show", "3"],
            "the numbers 0 to 2",
        ),
        (
            ["match", "doudizhu/standard", "--deals", "1", "--matches", "1", "--show", "5"],
            "the number 0",
        ),
        (
            ["match", "doudizhu/standard", "--deals", "1", "--first", "7", "--show", "6"],
            "the numbers 7 to 10006",
        ),
        (["match", "doudizhu/standard", "--deals", "1", "--record", "-"], "./-"),
        (["simulate", "doudizhu/standard", "--games", "3", "--record", "-"], "./-"),
        (["simulate", "doudizhu/standard", "--games", "3", "--save", "-"], "./-"),
        (["match", "doudizhu/standard", "--deals", "1", "--save", "-"], "./-"),
        (["match", "doudizhu/standard", "--deals", "1", "--save", "/no/such/folder/x"], "/no/such"),
        (["match", "doudizhu/standard", "--deals", "1", "--show", "0", "--save", "x"], "--show"),
        (["match", "doudizhu/standard", "--deals", "1", "--leader", "1"], "no use for --leader"),
        (["match", "doudizhu/standard", "--deals", "1", "--landlord", "1"], "DD-06"),
        (["match", "shengji/cn-2", "--trump", "S"], "fixed_trump"),
        (["compare", "lowest", "random"], "give one with --variant"),
        (["compare", "lowest,random,random", "random"], "give one with --variant"),
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
