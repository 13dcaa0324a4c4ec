"""No inert switch: for every field and every documented value, a witness that would notice.

A witness is a probe (a position, a deal or facts, and what is looked at), what it gives with the
value, and what it gives with another value of the same field. The documented values are read from
the tables of switches in docs/rules, the fields from the dataclasses: one without a witness fails.
"""

import ast
import re
from dataclasses import fields, replace
from pathlib import Path
from types import UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import pytest

import big2_witnesses
import chupai
import doudizhu_witnesses
import shengji_witnesses
from chupai import doudizhu

PAGES = Path(__file__).parents[1] / "docs" / "rules"
FAMILIES = {
    "big2": big2_witnesses,
    "doudizhu": doudizhu_witnesses,
    "shengji": shengji_witnesses,
}

of_each_family = pytest.mark.parametrize("family", FAMILIES)


def of_each_witness(family):
    return pytest.mark.parametrize(
        "witness",
        FAMILIES[family].WITNESSES,
        ids=lambda w: f"{w.owner}.{w.field}={w.value!r} not {w.other!r}",
    )


def look(made, witness, value):
    """What the probe gives with a value, or "refused"."""
    holder = made(**(witness.base | {witness.field: value}))
    try:
        return witness.probe(holder)
    except chupai.IllegalMove:
        return "refused"


def check(classes, witness):
    made = classes[witness.owner]
    assert look(made, witness, witness.value) == witness.gives
    assert look(made, witness, witness.other) == witness.other_gives
    assert witness.gives != witness.other_gives
    # A replaced rule set plays like one made at once.
    other = made(**(witness.base | {witness.field: witness.other}))
    changed = replace(other, **{witness.field: witness.value})
    assert changed == made(**(witness.base | {witness.field: witness.value}))
    assert changed != other


@pytest.mark.rule("DD-04", "DD-15", "DD-29")
@of_each_witness("doudizhu")
def test_the_witness_sees_the_value(witness):
    check(doudizhu_witnesses.CLASSES, witness)


@pytest.mark.rule("BT-08", "BT-12", "BT-30")
@of_each_witness("big2")
def test_the_witness_of_big_two_sees_the_value(witness):
    check(big2_witnesses.CLASSES, witness)


@pytest.mark.rule("SJ-29", "SJ-33", "SJ-36")
@of_each_witness("shengji")
def test_the_witness_of_shengji_sees_the_value(witness):
    check(shengji_witnesses.CLASSES, witness)


def documented(family):
    """(class, field) → values, default first, from the table of switches of the rule page."""
    page = (PAGES / f"{family}.md").read_text("utf-8")
    section = re.split(r"^## \d+ Switches$", page, flags=re.MULTILINE)[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| (.*?) \| (.*?) \|$", section, re.MULTILINE)
    return {
        (owner, name): [ast.literal_eval(value) for value in re.findall(r"`(.*?)`", values)]
        for name, owner, values, _ in rows
    }


def fields_of(family):
    """(class, field) → the field."""
    classes = FAMILIES[family].CLASSES
    return {(owner, f.name): f for owner, made in classes.items() for f in fields(made) if f.init}


def same(a, b):
    """Equal and of one type: 1 is not True."""
    return type(a) is type(b) and a == b


@of_each_family
def test_every_field_is_documented_and_every_documented_field_exists(family):
    found = set(fields_of(family))
    assert set(documented(family)) == found
    assert {(w.owner, w.field) for w in FAMILIES[family].WITNESSES} == found


@of_each_family
def test_every_documented_value_has_a_witness(family):
    values = documented(family)
    assert len(values) >= 23
    witnesses = FAMILIES[family].WITNESSES
    missing = [
        (owner, name, value)
        for (owner, name), documented_values in values.items()
        for value in documented_values
        if not any((w.owner, w.field) == (owner, name) and same(w.value, value) for w in witnesses)
    ]
    assert not missing


@of_each_family
def test_the_default_is_the_first_documented_value(family):
    values = documented(family)
    for key, f in fields_of(family).items():
        assert same(f.default, values[key][0]), key


def choices(hint):
    """The values that an annotation names: those of a Literal, alone or beside other types."""
    if hint is bool:
        return (True, False)
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) in {Union, UnionType}:
        return [choice for part in get_args(hint) for choice in choices(part)]
    return ()


@of_each_family
def test_every_named_choice_and_both_truth_values_are_documented(family):
    """Whatever the annotations allow by name is in the table, and so has a witness."""
    values = documented(family)
    hints = {owner: get_type_hints(made) for owner, made in FAMILIES[family].CLASSES.items()}
    for (owner, name), documented_values in values.items():
        allowed = choices(hints[owner][name])
        assert all(any(same(choice, v) for v in documented_values) for choice in allowed), name


@pytest.mark.rule("DD-15", "DD-22")
def test_presets_have_the_documented_switches():
    """Literally the table of profiles, section 2."""
    defaults = {f.name: f.default for f in fields(doudizhu.Rules) if f.init}
    assert defaults == {
        "auction": "points", "repass": "final", "on_all_pass": "redeal", "call_multiplier": 3,
        "trio_with_two": "pair", "wing_repeat": 3, "wing_both_jokers": False,
        "wing_chain_rank": False, "wing_extends_chain": True, "wing_quad_as_two_pairs": False,
        "four_with_two": True, "kicker_pair_as_two_solos": True, "kicker_both_jokers": False,
        "quad_chains": False, "open_hand": False, "doubling": False, "show_multipliers": None,
    }  # fmt: skip
    expected = {
        "STANDARD": ({}, 3),
        "CALL_AND_ROB": ({"auction": "rob"}, 3),
        "RLCARD": ({"auction": "fixed", "wing_extends_chain": False}, 1),
        "DOUZERO": ({"auction": "fixed", "wing_repeat": 4, "wing_both_jokers": True,
                     "kicker_both_jokers": True}, 1),
        "OPENSPIEL": ({"repass": "again", "on_all_pass": "void", "four_with_two": False}, 2),
    }  # fmt: skip
    for name, (changes, spring) in expected.items():
        rules = getattr(doudizhu, name)
        got = {key: getattr(rules, key) for key in defaults}
        assert got == defaults | changes, name
        variant = chupai.variant("doudizhu/" + name.lower().replace("_", "-"))
        assert variant.rules == rules
        scoring = {f.name: getattr(variant.scoring, f.name) for f in fields(variant.scoring)}
        assert scoring == {"stake": 1, "spring_multiplier": spring, "cap": None}
