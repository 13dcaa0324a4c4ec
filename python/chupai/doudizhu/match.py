"""What happens between the deals of a match: `MatchRules`."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["MatchRules"]


@dataclass(frozen=True, kw_only=True)
class MatchRules:
    """How deals of Dou Dizhu follow each other in a match. No switches yet: deals stand alone."""
