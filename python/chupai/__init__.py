"""chupai 出牌: Chinese climbing card games by the book and at the speed of the machine.

``chupai.doudizhu`` has the rules and moves of Dou Dizhu 鬥地主, `variant` a game ready to play,
`simulate` millions of its deals.
"""

from chupai import doudizhu
from chupai._native import IllegalMove, RulesError
from chupai.cards import Card, CardError, format_cards, parse_cards
from chupai.compare import compare
from chupai.comparison import Comparison
from chupai.match import Match, simulate_matches
from chupai.match_result import MatchResult, MatchResults
from chupai.result import Result, load, merge
from chupai.simulate import simulate
from chupai.table import Deal, Fault, Table
from chupai.variant import Variant, variant, variants

__all__ = [
    "Card",
    "CardError",
    "Comparison",
    "Deal",
    "Fault",
    "IllegalMove",
    "Match",
    "MatchResult",
    "MatchResults",
    "Result",
    "RulesError",
    "Table",
    "Variant",
    "__version__",
    "compare",
    "doudizhu",
    "format_cards",
    "load",
    "merge",
    "parse_cards",
    "simulate",
    "simulate_matches",
    "variant",
    "variants",
]

__version__ = "0.1.0"
