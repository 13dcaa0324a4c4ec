"""chupai 出牌: Chinese card games by the book and at the speed of the machine.

``chupai.doudizhu`` has the rules and moves of Dou Dizhu 鬥地主, ``chupai.big2`` those of Big Two
鋤大D 大老二, ``chupai.shengji`` those of Shengji 升級 拖拉機, `variant` a game ready to play,
`simulate` millions of its deals.
"""

from typing import TYPE_CHECKING

from chupai import big2, doudizhu, shengji
from chupai._native import IllegalMove, NoActionIds, RulesError
from chupai.cards import Card, CardError, format_cards, parse_cards
from chupai.listing import Listing
from chupai.result import Result
from chupai.simulate import simulate
from chupai.variant import Variant, variant, variants

if TYPE_CHECKING:
    from chupai.comparison import compare
    from chupai.comparison_result import Comparison
    from chupai.loading import load
    from chupai.match import Match, simulate_matches
    from chupai.match_result import MatchResult, MatchResults
    from chupai.merging import merge
    from chupai.record import Record
    from chupai.record_error import RecordError
    from chupai.record_writer import RecordWriter
    from chupai.records import ReplayReport, example_records, read_records, replay
    from chupai.table import Deal, Fault, Table

__all__ = [
    "Card",
    "CardError",
    "Comparison",
    "Deal",
    "Fault",
    "IllegalMove",
    "Listing",
    "Match",
    "MatchResult",
    "MatchResults",
    "NoActionIds",
    "Record",
    "RecordError",
    "RecordWriter",
    "ReplayReport",
    "Result",
    "RulesError",
    "Table",
    "Variant",
    "__version__",
    "big2",
    "compare",
    "doudizhu",
    "example_records",
    "format_cards",
    "load",
    "merge",
    "parse_cards",
    "read_records",
    "replay",
    "shengji",
    "simulate",
    "simulate_matches",
    "variant",
    "variants",
]

__version__ = "0.1.0"

# What is imported when it is first asked for, by its module: an import of chupai is to be quick.
_LATER = {
    "Comparison": "chupai.comparison_result",
    "Deal": "chupai.table",
    "Fault": "chupai.table",
    "Match": "chupai.match",
    "MatchResult": "chupai.match_result",
    "MatchResults": "chupai.match_result",
    "Record": "chupai.record",
    "RecordError": "chupai.record_error",
    "RecordWriter": "chupai.record_writer",
    "ReplayReport": "chupai.records",
    "Table": "chupai.table",
    "compare": "chupai.comparison",
    "example_records": "chupai.records",
    "load": "chupai.loading",
    "merge": "chupai.merging",
    "read_records": "chupai.records",
    "replay": "chupai.records",
    "simulate_matches": "chupai.match",
}

if not TYPE_CHECKING:  # type checkers are to know what there is, and what not

    def __getattr__(name: str) -> object:
        """What `_LATER` names."""
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
        from importlib import import_module  # noqa: PLC0415

        value = globals()[name] = getattr(import_module(_LATER[name]), name)
        return value

    def __dir__() -> list[str]:
        """All names, whether they were asked for or not."""
        return sorted({*globals(), *_LATER})
