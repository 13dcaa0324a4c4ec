"""The variants that have names: `PRESETS`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chupai.shengji.match import MatchRules
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
from chupai.shengji.scoring import Scoring

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PRESETS"]

_CN = Scoring()
_PLATFORM = Scoring(kitty_multiplier="power")
_FAST = Scoring(kitty_multiplier="power", turnover=80, step=20)
_FROM_TWO = MatchRules()
_FROM_THREE = MatchRules(levels="3456789TJQKA")

PRESETS: Final[Mapping[str, tuple[Rules, Scoring, MatchRules]]] = {
    "cn-2": (CN_2, _CN, _FROM_TWO),
    "cn-1": (CN_1, _CN, _FROM_TWO),
    "cn-3": (CN_3, _CN, _FROM_TWO),
    "platform-2": (PLATFORM_2, _PLATFORM, _FROM_TWO),
    "platform-3": (PLATFORM_3, _PLATFORM, _FROM_TWO),
    "platform-3-runs": (PLATFORM_3_RUNS, _PLATFORM, _FROM_TWO),
    "four-deck": (FOUR_DECK, _PLATFORM, _FROM_TWO),
    "four-deck-runs": (FOUR_DECK_RUNS, _PLATFORM, _FROM_TWO),
    "constant-two": (CONSTANT_TWO, _PLATFORM, _FROM_THREE),
    "fast-levels": (FAST_LEVELS, _FAST, _FROM_TWO),
    "chaodi": (CHAODI, _PLATFORM, _FROM_TWO),
}
"""By own name, their rules, scoring and match rules; the default of the family first."""
