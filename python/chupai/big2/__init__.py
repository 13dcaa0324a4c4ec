"""Big Two 鋤大D, 大老二: rule sets, moves, states and scores."""

from __future__ import annotations

from chupai.big2.scoring import SCORED_FACTS, Scoring, scores

__all__ = ["SCORED_FACTS", "Scoring", "scores"]
