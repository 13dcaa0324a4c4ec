"""What is given of the deals of a match: of the first what match rules pass on, the rest of all."""

import json
import pickle
from dataclasses import replace

import numpy as np
import pytest

import chupai
from chupai import Match, big2, doudizhu, shengji, simulate_matches

SHOWN = doudizhu.Rules(auction="fixed", show_multipliers=(3, 2))
BLOODY = chupai.variant("big2/bloody")
CN_2 = chupai.variant("shengji/cn-2")

# A variant, switches of the match rules, what is given, and the parts of it that all deals have.
MATCHES = {
    "a first bidder": ("doudizhu/standard", {}, {"first_bidder": 1}, ()),
    "one who is drawn later": (
        "doudizhu/openspiel",
        {"first_bidder": "drawn"},
        {"first_bidder": 1},
        (),
    ),
    "a landlord": (
        chupai.Variant(rules=SHOWN),
        {},
        {"landlord": 2, "first_bidder": 1},
        ("landlord",),
    ),
    "weak shuffles": ("doudizhu/standard", {}, {"dealer": "weak_shuffle"}, ("dealer",)),
    "cards": (
        "doudizhu/standard",
        {},
        {"given": {0: "22BR", "bottom": "3"}, "first_bidder": 0},
        ("given",),
    ),
    "a leader": ("big2/hong-kong", {}, {"leader": 2}, ()),
    "one before the lowest cards": ("big2/taiwan", {}, {"leader": 2}, ()),
    "a first card": ("big2/two-deck", {}, {"first_card": 3}, ("first_card",)),
    "a cut": ("big2/two-deck", {}, {"first_card": None}, ("first_card",)),
    "roles": ("big2/bloody", {}, {"roles": (2, 0, 3, 1)}, ()),
    "roles of one deal": (
        replace(BLOODY, match=replace(BLOODY.match, bloody=False)),
        {},
        {"roles": (2, 0, 3, 1)},
        (),
    ),
    "cards of Big Two": (
        "big2/malaysia-3p",
        {},
        {"given": {1: "2S 2H", "left": "9C"}, "leader": 1},
        ("given",),
    ),
    "levels": ("shengji/cn-2", {}, {"levels": ("5", "T"), "declarer": 1}, ()),
    "a level": ("shengji/cn-2", {"levels": "9TJQKA"}, {"level": "K"}, ()),
    "a kitty that nobody takes": (
        "shengji/cn-1",
        {"levels": "JQKA"},
        {"kitty": "as_dealt", "declarer": 3},
        ("kitty",),
    ),
    "cards of Shengji": (
        "shengji/cn-2",
        {"form": "deals"},
        {"given": {0: "R R", "kitty": "5D"}, "first_card": 2},
        ("given", "first_card"),
    ),
    "cards of a duplicate": (
        chupai.Variant(rules=replace(shengji.CN_2, declaring="given")),
        {"form": "duplicate"},
        {"given": {1: "R R"}},
        ("given",),
    ),
}


def match_of(name, deals=4):
    """The variant, the keywords of a match, and the parts of the set-up that all deals have."""
    variant, switches, given, alike = MATCHES[name]
    game = chupai.variant(variant) if isinstance(variant, str) else variant
    setup = game.family.setup(**given)
    how = {"deals": deals, "setup": setup} | switches
    return game, how, {part: getattr(setup, part) for part in alike}


def next_of(state, setup, alike, switches):
    """The set-up of the deal after this one, by the rule pages."""
    facts, kind = state.facts(), type(setup)
    if kind is doudizhu.Setup:
        first = None
        if switches.get("first_bidder") != "drawn" and state.variant.rules.auction != "fixed":
            first = facts["landlord"]
        if facts["landlord"] < 0:
            first = setup.first_bidder
        return doudizhu.Setup(**alike, first_bidder=first)
    rules = state.variant.match
    leader = facts["winner"] if rules.later_lead == "winner" else None
    roles = None
    if rules.bloody:
        order = [facts["place"].index(place) for place in (1, 2, 3, 4)]
        king = None if setup.roles is None else setup.roles[0]
        if king is not None and order[0] != king:
            order.remove(king)
            order.append(king)
        roles = tuple(order)
    return big2.Setup(**alike, leader=leader, roles=roles)


CLIMBING = [name for name in MATCHES if match_of(name)[0].family.name != "shengji"]


@pytest.mark.parametrize("name", CLIMBING)
def test_deals_are_set_up_as_the_rule_pages_say(name):
    variant, how, alike = match_of(name)
    for index in range(3):
        result = Match(variant, "random", **how).run(seed=6, index=index)
        setup = how["setup"]
        for number, deal in enumerate(result.deals):
            state = variant.deal(6, number, match=index, setup=setup)
            while not state.is_over:
                state.play(state.sample())
            assert deal.facts == {fact: np.asarray(v).tolist() for fact, v in state.facts().items()}
            assert deal.scores == tuple(state.scores())
            setup = next_of(state, setup, alike, how)


@pytest.mark.parametrize("name", [name for name in MATCHES if "Shengji" in name or "kitty" in name])
def test_all_deals_of_shengji_have_what_is_given_of_cards(name):
    variant, how, alike = match_of(name)
    for number, deal in enumerate(Match(variant, "random_units", **how).run(seed=6, index=2).deals):
        ranks = "23456789TJQKA"
        given = {"levels": None, "level": "2", "declarer": None}
        if number or how["setup"].declarer is not None:
            given["declarer"] = deal.facts["declarer"]
        state = variant.deal(6, number, match=2, **alike, **given)
        if state.level is not None and ranks.index("2") != deal.facts["level"]:
            level = ranks[deal.facts["level"]]
            state = variant.deal(6, number, match=2, **alike, **given | {"level": level})
        while not state.is_over:
            state.play(state.choose("random_units"))
        assert deal.facts == {fact: np.asarray(v).tolist() for fact, v in state.facts().items()}


@pytest.mark.rule("SJ-34", "SJ-37", "SJ-40")
def test_a_match_of_shengji_begins_at_the_levels_that_are_given():
    """The totals are how far ahead a side is, from the beginning."""
    setup = shengji.Setup(levels=("5", "T"), declarer=1)
    result = Match(CN_2, "random_units", deals=1, setup=setup).run(seed=2)
    deal = result.deals[0]
    assert (deal.facts["level"], deal.facts["declarer"]) == (8, 1)
    assert deal.totals[0] == -5 + deal.paid[0]
    last = shengji.Setup(levels=("3", "A"), declarer=1)
    ends = [Match(CN_2, "random_units", setup=last).run(3, index) for index in range(12)]
    held = [one for one in ends if len(one.deals) == 1]
    assert held  # the declarers held the last level at once
    for one in held:
        assert (one.winners, one.ended_by) == ((1, 3), "level")
        assert one.totals[1] >= 12


@pytest.mark.rule("SJ-33")
@pytest.mark.parametrize(
    ("name", "switches"),
    [
        ("shengji/cn-2", {"levels": "9TJQKA"}),
        ("shengji/constant-two", {"form": "deals"}),
        ("shengji/cn-2", {"levels": None, "form": "deals", "fixed_level": "7"}),
        ("shengji/cn-2", {"levels": None, "form": "deals"}),
    ],
)
def test_the_level_that_match_rules_give_may_be_given_too(name, switches):
    rules = replace(chupai.variant(name).match, deals=3, **switches)
    first = rules.levels[0] if rules.levels else rules.fixed_level
    played = [
        simulate_matches(name, 3, seed=2, agents="lowest", deals=3, setup=setup, **switches)
        for setup in (None, shengji.Setup(), shengji.Setup(level=first))
    ]
    for one in played[1:]:
        assert np.array_equal(one.totals, played[0].totals)


@pytest.mark.parametrize("name", MATCHES)
def test_core_tables_and_threads_play_the_same(name):
    variant, how, _ = match_of(name, deals=3)
    agents = variant.family.agents[-1]
    many = simulate_matches(variant, 6, seed=4, agents=agents, threads=1, keep="scores", **how)
    assert many.setup == how["setup"]
    again = simulate_matches(variant, 6, seed=4, agents=agents, threads=2, keep="scores", **how)
    assert again.digest() == many.digest()
    for index in range(6):
        one = Match(variant, agents, **how).run(4, index)
        part = slice(*many.offsets[index : index + 2])
        assert many.scores[part].tolist() == [list(deal.paid) for deal in one.deals]
        assert many.totals[index].tolist() == list(one.totals)


@pytest.mark.parametrize("name", MATCHES)
def test_deals_at_a_table_have_the_set_up_in_their_records(name, tmp_path):
    variant, how, alike = match_of(name, deals=2)
    path = tmp_path / "deals.jsonl"
    agents = "random_units" if variant.family.name == "shengji" else "random"
    core = simulate_matches(variant, 2, seed=4, agents=agents, **how)
    table = simulate_matches(variant, 2, seed=4, agents=agents, record=path, **how)
    assert table.digest() == core.digest()
    for record in chupai.read_records(path):
        record.replay()
        for part, value in alike.items():
            if part != "first_card" or value is not None:
                assert getattr(record.setup, part) == value


# --- results -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MATCHES)
@pytest.mark.parametrize("keep", ["totals", "scores"])
def test_what_is_saved_loads_as_the_same_results(name, keep, tmp_path):
    variant, how, _ = match_of(name, deals=2)
    agents = "lowest"
    results = simulate_matches(variant, 20, seed=7, agents=agents, keep=keep, **how)
    results.save(tmp_path / "matches")
    loaded = chupai.load(tmp_path / "matches")
    assert isinstance(loaded, chupai.MatchResults)
    for part in ("variant", "match", "agents", "setup", "keep", "runs", "seconds", "matches"):
        assert getattr(loaded, part) == getattr(results, part)
    assert loaded.digest() == results.digest()
    assert loaded.summary() == results.summary()
    assert loaded.ended_by.tolist() == results.ended_by.tolist()
    assert loaded.totals.dtype == np.int64
    assert not loaded.totals.flags.writeable
    more = simulate_matches(variant, 5, seed=7, first=20, agents=agents, keep=keep, **how)
    whole = simulate_matches(variant, 25, seed=7, agents=agents, keep=keep, **how)
    assert chupai.merge(loaded, more).digest() == whole.digest()
    with np.load(tmp_path / "matches") as arrays:
        assert ("scores" in arrays) is (keep == "scores")
        assert np.array_equal(arrays["totals"], results.totals)
        ends = json.loads(str(arrays["about"]))["ends"]
        assert [ends[end] for end in arrays["ended"]] == results.ended_by.tolist()


def test_files_that_hold_no_matches_are_refused(tmp_path):
    results = simulate_matches("doudizhu/standard", 5, deals=3, keep="scores")
    path = tmp_path / "matches.npz"
    results.save(path)
    with np.load(path) as file:
        arrays = dict(file)
    about = json.loads(str(arrays["about"]))
    for broken in (
        {"totals": arrays["totals"] + 1},
        {"scores": arrays["scores"][::-1]},
        {"ended": arrays["ended"] * 2},
        {"about": json.dumps(about | {"agents": ["lowest"] * 3})},
        {"about": json.dumps(about | {"ends": ["running"]})},
        {"about": json.dumps(about | {"format": 9})},
    ):
        np.savez(path, **arrays | broken)
        with pytest.raises(ValueError, match=r"matches\.npz (holds no result|is damaged)"):
            chupai.load(path)
    del arrays["totals"]
    np.savez(path, **arrays)
    with pytest.raises(ValueError, match="holds no result"):
        chupai.load(path)
    with pytest.raises(ValueError, match="empty"):
        results.save("")
    with pytest.raises(ValueError, match="no file"):
        results.save(tmp_path)


def test_results_tell_what_was_given():
    setup = doudizhu.Setup(first_bidder=2, given={0: "BR"})
    given = simulate_matches("doudizhu/standard", 5, deals=3, setup=setup)
    plain = simulate_matches("doudizhu/standard", 5, deals=3)
    nothing = simulate_matches("doudizhu/standard", 5, deals=3, setup=doudizhu.Setup())
    assert plain.setup == doudizhu.Setup()
    assert nothing.digest() == plain.digest() != given.digest()
    with pytest.raises(ValueError, match="differ in setup"):
        given + simulate_matches("doudizhu/standard", 5, deals=3, first=5)
    assert pickle.loads(pickle.dumps(given)).setup == setup
    one = Match("doudizhu/standard", "random", deals=3, setup=setup).run()
    assert one.setup == setup
    told = json.loads(json.dumps(one.to_dict()))
    assert told["setup"]["first_bidder"] == 2
    assert told["setup"]["given"] == [[0, "BR"]]


# --- refusals ------------------------------------------------------------------------------------


@pytest.mark.rule("SJ-33", "SJ-40", "SJ-42")
@pytest.mark.parametrize(
    ("switches", "given", "rule"),
    [
        ({"levels": "9TJQKA"}, {"level": "8"}, "SJ-33"),
        ({"levels": "9TJQKA"}, {"levels": ("9", "8")}, "SJ-33"),
        ({"levels": "9TJQKA"}, {"level": None}, "SJ-33"),
        ({"levels": None, "form": "deals", "deals": 2}, {"level": "8"}, "SJ-33"),
        ({}, {"trump": "S"}, "SJ-33"),
        ({"first_declarer": 0}, {"declarer": 1}, "SJ-40"),
        ({}, {"given": {0: "R"}, "in_order": True}, "SJ-47"),
        ({}, {"given": {0: "R R R"}}, "SJ-01"),
    ],
    ids=str,
)
def test_a_set_up_does_not_give_what_match_rules_of_shengji_give(switches, given, rule):
    for play in (lambda **how: Match(CN_2, "lowest", **how), chupai.simulate_matches):
        args = () if play is not chupai.simulate_matches else (CN_2, 2)
        with pytest.raises(chupai.RulesError) as caught:
            play(*args, setup=shengji.Setup(**given), **switches)
        assert caught.value.rule == rule
    boards = chupai.Variant(rules=replace(shengji.CN_2, declaring="given"))
    for wrong in ({"declarer": 1}, {"level": "5"}):
        with pytest.raises(chupai.RulesError, match="SJ-42"):
            Match(boards, "lowest", form="duplicate", deals=2, setup=shengji.Setup(**wrong))


@pytest.mark.rule("BT-36", "BT-37", "DD-06")
def test_a_set_up_that_the_rules_have_no_use_for_is_refused():
    with pytest.raises(chupai.RulesError, match="BT-36"):
        Match("big2/hong-kong", "random", deals=2, cut=True, setup=big2.Setup(first_card=1))
    with pytest.raises(chupai.RulesError, match="BT-37"):
        Match("big2/taiwan-3p", "random", deals=2, setup=big2.Setup(roles=(0, 1, 2, 3)))
    with pytest.raises(chupai.RulesError, match="DD-06"):
        simulate_matches("doudizhu/standard", 2, deals=2, setup=doudizhu.Setup(landlord=1))
    for wrong in (big2.Setup(), {"first_bidder": 1}, "first_bidder", 1):
        with pytest.raises(TypeError, match=r"setup is a doudizhu\.Setup"):
            simulate_matches("doudizhu/standard", 2, deals=2, setup=wrong)
