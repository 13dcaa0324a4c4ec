"""Shengji 升級, 拖拉機: rule sets, tricks, states, scores and matches.

Four seats, partners opposite: seats 0 and 2 are side 0, seats 1 and 3 side 1. Cards are text, rank
and suit, suits being D C H S, and the jokers ``"B"``, the black one, and ``"R"``, the red one.
"""

from __future__ import annotations

from chupai._native import ShengjiMove as Move
from chupai._native import ShengjiObserver as Observer
from chupai._native import ShengjiState as State
from chupai._native import ShengjiView as View
from chupai.shengji.arrays import bitboards, format_hand
from chupai.shengji.duplicate import MatchPoints, match_points
from chupai.shengji.facts import SCORED_FACTS
from chupai.shengji.family import FAMILY
from chupai.shengji.knowledge import observer
from chupai.shengji.levels import LevelChanges, level_changes, levels_for, scores
from chupai.shengji.match import MatchRules
from chupai.shengji.multipliers import KittyMultipliers
from chupai.shengji.promotion import Standing, held_last, next_declarer, next_levels
from chupai.shengji.rules import (
    CHAODI,
    CN_1,
    CN_2,
    CN_3,
    CONSTANT_TWO,
    FAST_LEVELS,
    FOUR_DECK,
    FOUR_DECK_RUNS,
    PLATFORM_2,
    PLATFORM_3,
    PLATFORM_3_RUNS,
    Rules,
)
from chupai.shengji.runs import run
from chupai.shengji.scoring import Scoring, attackers_points, kitty_multiplier
from chupai.shengji.setup import Setup
from chupai.shengji.states import parse, position
from chupai.shengji.trump import ThrowResult, Trump

__all__ = [
    "CHAODI",
    "CN_1",
    "CN_2",
    "CN_3",
    "CONSTANT_TWO",
    "FAMILY",
    "FAST_LEVELS",
    "FOUR_DECK",
    "FOUR_DECK_RUNS",
    "PLATFORM_2",
    "PLATFORM_3",
    "PLATFORM_3_RUNS",
    "SCORED_FACTS",
    "KittyMultipliers",
    "LevelChanges",
    "MatchPoints",
    "MatchRules",
    "Move",
    "Observer",
    "Rules",
    "Scoring",
    "Setup",
    "Standing",
    "State",
    "ThrowResult",
    "Trump",
    "View",
    "attackers_points",
    "bitboards",
    "format_hand",
    "held_last",
    "kitty_multiplier",
    "level_changes",
    "levels_for",
    "match_points",
    "next_declarer",
    "next_levels",
    "observer",
    "parse",
    "position",
    "run",
    "scores",
]
