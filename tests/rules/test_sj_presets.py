"""The presets of Shengji, literally the table of docs/rules/shengji.md."""

from dataclasses import asdict

import pytest

import chupai
from chupai import shengji
from chupai.shengji.presets import PRESETS
from shengji_cases import BOOK
from shengji_facts import BOOK as SCORING

MATCH = {
    "form": "level", "deals": None, "levels": "23456789TJQKA", "must_play": "", "hook": "off",
    "fail_last": None, "fixed_level": None, "fixed_trump": None, "first_declarer": None,
}  # fmt: skip

CN = {"no_trump": False}
SMALLEST = {"failed_throw": "smallest"}
POWER = {"kitty_multiplier": "power"}

TABLE = {
    "cn-1": (CN | {"decks": 1}, {}, {}),
    "cn-2": (CN, {}, {}),
    "cn-3": (CN | {"decks": 3}, {}, {}),
    "platform-2": (SMALLEST, POWER, {}),
    "platform-3": (SMALLEST | {"decks": 3, "follow_order": "run_before_one_triple"}, POWER, {}),
    "platform-3-runs": (SMALLEST | {"decks": 3, "follow_order": "run_before_triples"}, POWER, {}),
    "four-deck": (SMALLEST | {"decks": 4}, POWER, {}),
    "four-deck-runs": (SMALLEST | {"decks": 4, "follow_order": "runs_first"}, POWER, {}),
    "constant-two": (SMALLEST | {"constant_trumps": "2"}, POWER, {"levels": "3456789TJQKA"}),
    "fast-levels": (SMALLEST, POWER | {"step": 20, "turnover": 80}, {}),
    "chaodi": (SMALLEST | {"chaodi": True}, POWER, {}),
}


def test_every_preset_is_in_the_table():
    assert PRESETS.keys() == TABLE.keys()
    for name, (rules, _, _) in PRESETS.items():
        assert getattr(shengji, name.upper().replace("-", "_")) == rules


@pytest.mark.rule("SJ-01", "SJ-28", "SJ-48")
@pytest.mark.parametrize("name", TABLE)
def test_presets(name):
    rules, scoring, match = TABLE[name]
    made = PRESETS[name]
    assert asdict(made[0]) == dict(BOOK) | rules
    assert vars(made[1]) == SCORING | scoring
    assert asdict(made[2]) == MATCH | match


@pytest.mark.rule("SJ-48", "SJ-30")
@pytest.mark.parametrize("name", ["four-deck", "four-deck-runs"])
def test_four_decks_turn_at_160(name):
    rules, scoring, _ = PRESETS[name]
    taken, levels = shengji.levels_for([0, 5, 80, 159, 160, 239, 240], scoring, rules.decks)
    assert taken.tolist() == [False] * 4 + [True] * 3
    assert levels.tolist() == [3, 2, 1, 1, 0, 0, 1]
    assert (rules.kitty_size, rules.hand_size) == (8, 52)


@pytest.mark.rule("SJ-01", "SJ-02")
def test_how_the_cards_are_divided():
    usual = {1: (12, 6), 2: (25, 8), 3: (39, 6), 4: (52, 8)}
    for decks, (hand, kitty) in usual.items():
        rules = shengji.Rules(decks=decks)
        assert (rules.hand_size, rules.kitty_size) == (hand, kitty)
        assert 4 * hand + kitty == 54 * decks
    assert shengji.Rules(kitty=0).hand_size == 27
    assert shengji.Rules(decks=4, kitty=12).hand_size == 51


@pytest.mark.rule("SJ-01", "SJ-02")
def test_cards_that_cannot_be_divided():
    for decks, kitty in ((1, 5), (2, 7), (3, 24), (2, -4)):
        with pytest.raises(chupai.RulesError, match="SJ-02"):
            shengji.Rules(decks=decks, kitty=kitty)
    for decks in (0, 5):
        with pytest.raises(chupai.RulesError, match="SJ-01"):
            shengji.Rules(decks=decks)
