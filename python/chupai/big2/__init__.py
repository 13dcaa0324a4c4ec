"""Big Two 鋤大D, 大老二: rule sets, moves, states and scores."""

from __future__ import annotations

from chupai.big2.match import MatchRules
from chupai.big2.scoring import SCORED_FACTS, Scoring, scores
from chupai.big2.setup import Setup

__all__ = ["SCORED_FACTS", "MatchRules", "Scoring", "Setup", "scores"]
