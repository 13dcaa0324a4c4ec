"""The presets of Big Two, literally the table of docs/rules/big2.md."""

from dataclasses import asdict, fields

import pytest

import chupai
from big2_facts import DEFAULTS
from chupai import big2

RULES = {
    "decks": 1, "suit_order": "DCHS", "top_rank": "2", "triples": True, "bare_quad": "off",
    "two_pair_4": False, "two_pair_5": False, "straights": "hk", "straight_tie": "game",
    "flushes": True, "flush_order": "rank", "five_card": "ladder", "monsters": False,
    "dragon_play": False, "players": 4, "remainder": "lowest_holder",
    "must_include_lowest": "when_it_decides", "pass_rule": "soft", "monster_after_pass": False,
    "ask_locked": "holders", "end": "first_out", "instant_wins": (), "redeal_below": None,
    "top_rule": "free", "revolution": "off",
}  # fmt: skip
MATCH = {
    "later_lead": "winner", "deals": None, "target": None, "purse": None, "bloody": False,
    "house_seats": (), "buy_in": 0, "cut": False,
}  # fmt: skip

HONG_KONG = {"tiers": ((10, 2), ("all", 3)), "liability": "not_highest"}
TAIWAN = {
    "suit_order": "CDHS", "straights": "taiwan", "straight_tie": "taiwan", "flushes": False,
    "five_card": "same_kind", "monsters": True, "pass_rule": "lock", "monster_after_pass": True,
    "dragon_play": True,
}  # fmt: skip
DEDUCTION = {"card_values": "deduction", "settlement": "none"}
LOWEST = {"later_lead": "lowest"}

PRESETS = {
    "hong-kong": ({}, HONG_KONG, {}),
    "hong-kong-place": (
        {},
        {"tiers": ((8, 2), (11, 3), (13, 4)), "settlement": "place", "liability": "not_highest",
         "stake": 20},
        LOWEST,
    ),
    "wikipedia": (
        {"flush_order": "suit", "must_include_lowest": "never", "instant_wins": ("dragon",),
         "redeal_below": 3},
        HONG_KONG,
        {},
    ),
    "taiwan": (
        TAIWAN,
        {"tiers": ((10, 2),), "two_multiplier": 2, "monster_multiplier": 2,
         "unplayed_multiplier": 2, "all_unplayed_multiplier": 2},
        LOWEST,
    ),
    "taiwan-deduction": (TAIWAN | {"monster_after_pass": False}, DEDUCTION, LOWEST),
    "taiwan-3p": (
        TAIWAN | {"monster_after_pass": False, "players": 3, "triples": False}, DEDUCTION, LOWEST,
    ),
    "bloody": (
        TAIWAN | {"dragon_play": False, "end": "all_out", "revolution": "swap_ends"},
        {"place_points": (3, 1, -1, -3)},
        LOWEST | {"bloody": True},
    ),
    "malaysia-3p": (
        {"players": 3, "remainder": "malaysia_swap", "must_include_lowest": "never"}, HONG_KONG,
        {},
    ),
    "two-deck": ({"decks": 2}, HONG_KONG | {"tiers": ((20, 2), ("all", 3))}, {}),
    "natural": ({"straights": "natural", "straight_tie": "sequence"}, HONG_KONG, {}),
}  # fmt: skip


@pytest.mark.rule("BT-12", "BT-22", "BT-46")
@pytest.mark.parametrize("name", PRESETS)
def test_presets_have_the_documented_switches(name):
    rules, scoring, match = PRESETS[name]
    variant = chupai.variant(f"big2/{name}")
    assert asdict_of(variant.rules) == RULES | rules
    assert asdict(variant.scoring) == DEFAULTS | scoring
    assert asdict(variant.match) == MATCH | match
    assert getattr(big2, name.replace("-", "_").upper()) == variant.rules


def asdict_of(rules):
    """The switches of rules, without what they are compiled to."""
    return {f.name: getattr(rules, f.name) for f in fields(rules) if f.init}


def test_the_defaults_are_the_documented_ones():
    assert asdict_of(big2.Rules()) == RULES
    assert asdict(big2.Scoring()) == DEFAULTS
    assert asdict(big2.MatchRules()) == MATCH


def test_these_are_all_variants_of_the_family():
    names = [name for name in chupai.variants() if name.startswith("big2/")]
    assert names == [f"big2/{name}" for name in PRESETS]
