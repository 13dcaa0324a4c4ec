"""Variants as values, and their literal switches as the rule book's tables have them."""

import copy
import pickle
from dataclasses import FrozenInstanceError, fields, replace

import pytest

import chupai
from chupai import big2, doudizhu, shengji

# The defaults: the `STANDARD` column of docs/rules/doudizhu.md, section 2, and section 10.
DEFAULT_RULES = {
    "auction": "points",
    "repass": "final",
    "on_all_pass": "redeal",
    "call_multiplier": 3,
    "trio_with_two": "pair",
    "wing_repeat": 3,
    "wing_both_jokers": False,
    "wing_chain_rank": False,
    "wing_extends_chain": True,
    "wing_quad_as_two_pairs": False,
    "four_with_two": True,
    "kicker_pair_as_two_solos": True,
    "kicker_both_jokers": False,
    "quad_chains": False,
    "open_hand": False,
    "doubling": False,
    "show_multipliers": None,
}
DEFAULT_SCORING = {"stake": 1, "spring_multiplier": 3, "cap": None}
DEFAULT_MATCH = {
    "first_bidder": "last_landlord",
    "deals": None,
    "target": None,
    "purse": None,
    "bankruptcy": "off",
}

# Profile → the switches in which it differs from them.
PROFILES = {
    "standard": {},
    "call-and-rob": {"auction": "rob"},
    "rlcard": {"auction": "fixed", "wing_extends_chain": False, "spring_multiplier": 1},
    "douzero": {
        "auction": "fixed",
        "wing_repeat": 4,
        "wing_both_jokers": True,
        "kicker_both_jokers": True,
        "spring_multiplier": 1,
    },
    "openspiel": {
        "repass": "again",
        "on_all_pass": "void",
        "four_with_two": False,
        "spring_multiplier": 2,
    },
}


def switches(part):
    return {f.name: getattr(part, f.name) for f in fields(part)}


@pytest.mark.parametrize("profile", PROFILES)
def test_every_switch_of_a_profile_is_as_the_rule_book_says(profile):
    variant = chupai.variant(f"doudizhu/{profile}")
    wanted = DEFAULT_RULES | DEFAULT_SCORING | PROFILES[profile]
    assert switches(variant.rules) | switches(variant.scoring) == wanted
    assert switches(variant.match) == DEFAULT_MATCH
    assert variant.changes() == PROFILES[profile]
    constant = getattr(doudizhu, profile.upper().replace("-", "_"))
    assert variant.rules == constant


BIG2 = (
    "hong-kong",
    "hong-kong-place",
    "wikipedia",
    "taiwan",
    "taiwan-deduction",
    "taiwan-3p",
    "bloody",
    "malaysia-3p",
    "two-deck",
    "natural",
)
SHENGJI = (
    "cn-2",
    "cn-1",
    "cn-3",
    "platform-2",
    "platform-3",
    "platform-3-runs",
    "four-deck",
    "four-deck-runs",
    "constant-two",
    "fast-levels",
    "chaodi",
)


def test_the_list_of_variants():
    assert chupai.variants() == (
        *(f"doudizhu/{profile}" for profile in PROFILES),
        *(f"big2/{name}" for name in BIG2),
        *(f"shengji/{name}" for name in SHENGJI),
    )


def test_each_switch_belongs_to_one_class():
    owners = [doudizhu.Rules, doudizhu.Scoring, doudizhu.MatchRules]
    names = [f.name for owner in owners for f in fields(owner)]
    assert len(names) == len(set(names)) == 25


@pytest.mark.parametrize("name", chupai.variants())
def test_a_name_is_found_from_the_value_and_back(name):
    variant = chupai.variant(name)
    assert variant.name == name
    family = variant.family
    again = chupai.Variant(
        rules=family.rules(**switches(variant.rules)),
        scoring=family.scoring(**switches(variant.scoring)),
        match=family.match(**switches(variant.match)),
    )
    assert again == variant
    assert again.name == name
    assert hash(again) == hash(variant)
    changed = {"throw_penalty": 7} if family is shengji.FAMILY else {"stake": 7}
    other = replace(
        variant, scoring=family.scoring(**changed), match=replace(variant.match, deals=7)
    )
    assert other.name == f"{family.name}/custom"


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))]
)
@pytest.mark.parametrize("name", chupai.variants())
def test_copies_are_equal_and_work(name, copied):
    variant = copied(chupai.variant(name))
    assert variant == chupai.variant(name)
    assert hash(variant) == hash(chupai.variant(name))
    assert variant.deal(seed=3).facts() == chupai.variant(name).deal(seed=3).facts()
    assert variant.deal(seed=3).hand(1) == chupai.variant(name).deal(seed=3).hand(1)


@pytest.mark.parametrize(
    ("wrong", "near"),
    [
        ("doudizhu/standart", "doudizhu/standard"),
        ("standard", "doudizhu/standard"),
        ("call-and-rob", "doudizhu/call-and-rob"),
        ("DOUDIZHU/RLCARD", "did you mean 'doudizhu/rlcard'"),
        ("douzhizhu/openspeil", "did you mean 'doudizhu/openspiel'"),
        *[
            (far, "there are doudizhu/standard, ")
            for far in ("", "/", "nope", "doudizhu", "doudizhu/", "doudizhu/nope", "big2/standard")
        ],
    ],
)
def test_an_unknown_name_is_answered_with_a_near_one(wrong, near):
    with pytest.raises(ValueError, match="no variant is called") as caught:
        chupai.variant(wrong)
    assert near in str(caught.value)


@pytest.mark.parametrize(
    "parts",
    [
        {"rules": doudizhu.Scoring()},
        {"rules": "doudizhu/standard"},
        {"rules": doudizhu.STANDARD, "scoring": doudizhu.STANDARD},
        {"rules": doudizhu.STANDARD, "match": None},
    ],
)
def test_parts_of_the_wrong_class_are_refused(parts):
    with pytest.raises(TypeError, match="is a doudizhu"):
        chupai.Variant(**parts)


@pytest.mark.parametrize("part", [doudizhu.STANDARD, doudizhu.Scoring(), doudizhu.Setup()])
def test_switches_are_frozen_and_named(part):
    name = fields(part)[0].name
    with pytest.raises(FrozenInstanceError):
        setattr(part, name, getattr(part, name))
    with pytest.raises(TypeError, match="positional"):
        type(part)(getattr(part, name))
    with pytest.raises(TypeError, match="unexpected keyword"):
        type(part)(no_such_switch=True)


BAD = [
    (doudizhu.Rules, "auction", "DD-04", ["bids", "", None, 1, ["points"]]),
    (doudizhu.Rules, "repass", "DD-04", ["Final", True]),
    (doudizhu.Rules, "on_all_pass", "DD-04", ["again", None]),
    (doudizhu.Rules, "call_multiplier", "DD-05", [0, -1, 256, 2.0, True, "3", None]),
    (doudizhu.Rules, "trio_with_two", "DD-11", ["solos", True]),
    (doudizhu.Rules, "wing_repeat", "DD-15", [0, 5, -1, 2.5, True, "2"]),
    (doudizhu.Rules, "wing_both_jokers", "DD-15", [1, 0, None, "yes"]),
    (doudizhu.Rules, "wing_chain_rank", "DD-15", [1, None]),
    (doudizhu.Rules, "wing_extends_chain", "DD-15", [0, "no"]),
    (doudizhu.Rules, "wing_quad_as_two_pairs", "DD-16", [1]),
    (doudizhu.Rules, "four_with_two", "DD-17", [0]),
    (doudizhu.Rules, "kicker_pair_as_two_solos", "DD-17", [2]),
    (doudizhu.Rules, "kicker_both_jokers", "DD-17", [None]),
    (doudizhu.Rules, "quad_chains", "DD-21", ["False"]),
    (doudizhu.Rules, "open_hand", "DD-25", [1]),
    (doudizhu.Rules, "doubling", "DD-29", [1]),
    (
        doudizhu.Rules,
        "show_multipliers",
        "DD-29",
        [5, "54", (), (5,), (2, 3), (5, 0), (5, -1), (300, 2), (5, 4.0), (True, True), {5, 4}],
    ),
    (doudizhu.Scoring, "stake", "DD-23", [0, -1, 1.5, True, None]),
    (doudizhu.Scoring, "spring_multiplier", "DD-24", [0, -2, 2.0, None]),
    (doudizhu.Scoring, "cap", "DD-26", [0, -1, 1.5, False]),
    (doudizhu.Setup, "first_bidder", "DD-03", [-1, 3, 1.0, True]),
    (doudizhu.Setup, "landlord", "DD-06", [-1, 3, "0"]),
    (doudizhu.Setup, "dealer", "DD-01", ["weak", None, 0]),
    (doudizhu.Setup, "given", "DD-01", ["33BR", ["33"], 1.5, {0.5: "3"}, {0, "3"}, ((0, "3", 1),)]),
]


@pytest.mark.parametrize(
    ("kind", "name", "rule", "value"),
    [(kind, name, rule, value) for kind, name, rule, values in BAD for value in values],
)
def test_a_value_that_a_switch_does_not_have_is_refused_by_rule(kind, name, rule, value):
    """A value of the switch's own type is against the rule, any other the wrong type."""
    default = next(f.default for f in fields(kind) if f.name == name)
    of_its_type = type(value) is type(default)
    if default is None:
        numbers = value if isinstance(value, tuple) else (value,)
        of_its_type = all(type(number) is int for number in numbers) and (
            isinstance(value, tuple) == (name == "show_multipliers")
        )
    error = chupai.RulesError if of_its_type else TypeError
    with pytest.raises(error) as caught:
        kind(**{name: value})
    assert of_its_type is (getattr(caught.value, "rule", None) == rule)
    assert name in str(caught.value)
    assert rule in str(caught.value)


def test_every_switch_is_among_those():
    tried = {(kind, name) for kind, name, _, _ in BAD}
    kinds = [doudizhu.Rules, doudizhu.Scoring, doudizhu.Setup]
    assert tried == {(kind, f.name) for kind in kinds for f in fields(kind)}


def test_showing_comes_in_one_way_at_a_time():
    with pytest.raises(chupai.RulesError, match="open_hand") as caught:
        doudizhu.Rules(open_hand=True, show_multipliers=(5, 4, 3, 2))
    assert caught.value.rule == "DD-29"


def test_a_list_of_multipliers_becomes_a_tuple():
    rules = doudizhu.Rules(show_multipliers=[5, 4, 3, 2])
    assert rules == doudizhu.Rules(show_multipliers=(5, 4, 3, 2))
    assert hash(rules) == hash(doudizhu.Rules(show_multipliers=(5, 4, 3, 2)))


def test_rules_show_what_differs():
    assert repr(doudizhu.STANDARD) == "Rules()"
    rules = doudizhu.Rules(auction="rob", show_multipliers=(3, 2))
    assert repr(rules) == "Rules(auction='rob', show_multipliers=(3, 2))"
    assert eval(repr(rules), {"Rules": doudizhu.Rules}) == rules


# --- families -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", chupai.variants())
def test_a_variant_knows_its_family_and_seats(name):
    variant = chupai.variant(name)
    family, _, own = name.partition("/")
    module = {"doudizhu": doudizhu, "big2": big2, "shengji": shengji}[family]
    assert variant.family is module.FAMILY
    assert variant.seats == (3 if family == "doudizhu" or own.endswith("-3p") else 4)
    assert repr(variant.family) == f"{family}.FAMILY"
    assert pickle.loads(pickle.dumps(variant)).family is module.FAMILY


def test_a_set_up_is_given_whole_or_in_parts():
    variant = chupai.variant("doudizhu/standard")
    whole = doudizhu.Setup(first_bidder=1, dealer="weak_shuffle")
    state = variant.deal(3, 4, setup=whole)
    assert state == variant.deal(3, 4, first_bidder=1, dealer="weak_shuffle")
    assert state == variant.deal(3, 4, setup=replace(whole, first_bidder=0), first_bidder=1)
    assert state != variant.deal(3, 4)
    assert variant.deal(3, 4, setup=doudizhu.Setup()) == variant.deal(3, 4, setup=None)


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda v: v.deal(1, bidder=2), "a set-up has no 'bidder'.*first_bidder, landlord, dealer"),
        (lambda v: v.deal(1, setup=doudizhu.STANDARD), "setup is a doudizhu.Setup"),
        (lambda v: v.deal(1, setup={"landlord": 1}), "setup is a doudizhu.Setup"),
        (lambda v: v.position(hand="3"), "a position has no 'hand'.*it has hands, landlord, turn"),
        (lambda v: v.position(landlord=1), "hands"),
        (lambda v: v.position(variant=v), "a position has no 'variant'"),
        (lambda v: v.observer(0, turn=1), "an observer has no 'turn'.*it has first_bidder, land"),
        (lambda v: v.observer(), "seat"),
        (lambda v: v.observer("0"), "seat|str"),
        (lambda v: doudizhu.position(v.rules, hands=["3", "4", "5"]), "a position of Dou Dizhu"),
        (lambda v: chupai.simulate(v, 1, firstbidder=1), "a set-up has no 'firstbidder'"),
    ],
)
def test_what_a_deal_or_position_does_not_have_is_told(call, complaint):
    with pytest.raises(TypeError, match=complaint):
        call(chupai.variant("doudizhu/standard"))


def test_a_position_comes_from_the_variant_or_the_family():
    variant = chupai.variant("doudizhu/standard")
    given = {"hands": ["3A", "TT", "4R"], "to_beat": "2", "bid": 3}
    assert variant.position(**given) == doudizhu.position(variant, **given)


def test_an_observer_comes_from_the_variant_or_the_family():
    variant = chupai.variant("doudizhu/standard")
    told = {"hand": "33345556677889TTA", "first_bidder": 1}
    assert variant.observer(1, **told) == doudizhu.observer(variant, 1, **told)
    unaware = variant.observer(2)
    state = variant.deal(5)
    for event in state.events(2):
        unaware.observe(event)
    assert unaware.view() == state.view(2)
    assert variant.family.parse(str(state), variant) == doudizhu.parse(str(state), variant)


def test_families_are_found_by_name():
    from chupai.variant import family

    assert family("doudizhu") is doudizhu.FAMILY
    with pytest.raises(ValueError, match="no family is called 'bridge'; there are doudizhu"):
        family("bridge")


def test_a_variant_without_a_name_is_told_by_what_differs():
    standard = chupai.variant("doudizhu/standard")
    assert [chupai.variant(name).label for name in chupai.variants()] == list(chupai.variants())
    other = replace(standard, scoring=doudizhu.Scoring(spring_multiplier=2, cap=8))
    assert other.label == "doudizhu/standard cap=8 spring_multiplier=2"
    rob = replace(other, rules=doudizhu.Rules(auction="rob"), match=doudizhu.MatchRules(deals=3))
    assert rob.label == "doudizhu/call-and-rob cap=8 spring_multiplier=2"
    assert str(chupai.simulate(other, 5).summary()).startswith(f"{other.label}: 5 deals")
    both = str(chupai.compare(other, rob, 5))
    assert other.label in both
    assert rob.label in both


def test_what_never_happened_has_no_figures():
    text = str(chupai.simulate("doudizhu/rlcard", 5).summary())
    assert "nan" not in text
    assert any(line.split()[-2:] == ["–", "–"] for line in text.splitlines())


POSITIONS = {
    "doudizhu/rlcard": {"hands": ["3A", "TT", "4R"], "to_beat": "2"},
    "big2/hong-kong": {"hands": ["3D 4D", "5D", "6D", "7D"]},
    "shengji/cn-2": {"hands": ["3D 4D", "5D 6D", "7D 8D", "9D TD"], "trump": "S"},
}


@pytest.mark.parametrize("name", POSITIONS)
def test_functions_of_a_family_take_variants_by_name(name):
    variant = chupai.variant(name)
    module = getattr(chupai, variant.family.name)
    state = module.position(name, **POSITIONS[name])
    assert state == module.position(variant, **POSITIONS[name])
    for parse in (module.parse, module.State.parse):
        for known in (name, variant):
            read = parse(str(state), known)
            assert read == state
            assert read.variant is variant
    told = module.observer(name, 1)
    for event in variant.deal(3).events(1):
        told.observe(event)
    assert told.view() == variant.deal(3).view(1)


@pytest.mark.parametrize("name", POSITIONS)
def test_functions_of_a_family_refuse_other_variants(name):
    variant = chupai.variant(name)
    module = getattr(chupai, variant.family.name)
    text = str(module.position(variant, **POSITIONS[name]))
    calls = [
        lambda given: module.position(given, **POSITIONS[name]),
        lambda given: module.parse(text, given),
        lambda given: module.State.parse(text, given),
        lambda given: module.observer(given, 1),
    ]
    others = [other for other in POSITIONS if other != name]
    for call in calls:
        for wrong in (*others, *map(chupai.variant, others), variant.rules, None, 3, b"x"):
            with pytest.raises(TypeError, match="variant"):
                call(wrong)
        with pytest.raises(ValueError, match=name):
            call(name + "x")


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("text", [None, 3, b"play", ["play"]], ids=str)
def test_positions_are_told_as_text(name, text):
    module = getattr(chupai, name.partition("/")[0])
    for parse in (module.parse, module.State.parse):
        with pytest.raises(TypeError, match="a position is told as text, not <class"):
            parse(text, name)
