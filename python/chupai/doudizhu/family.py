"""Dou Dizhu as one family among others: `FAMILY`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from chupai._native import DoudizhuState, doudizhu_moves
from chupai.doudizhu.knowledge import observer, parse
from chupai.doudizhu.match import ENDS, MatchRules, advance, set_up_of, start
from chupai.doudizhu.roles import ROLES, roles, winners
from chupai.doudizhu.rules import (
    CALL_AND_ROB,
    DOUZERO,
    OPENSPIEL,
    RLCARD,
    STANDARD,
    Rules,
    compiled,
)
from chupai.doudizhu.runs import run, run_round
from chupai.doudizhu.scoring import SCORED_FACTS, Scoring, scores
from chupai.doudizhu.setup import Setup
from chupai.doudizhu.states import deal, position
from chupai.family import Family
from chupai.listing import Listing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from chupai.doudizhu.summary import Summary

__all__ = ["FAMILY"]


def _rows(
    rules: Rules,
    scoring: Scoring,
    facts: Mapping[str, NDArray[Any]],
    counts: NDArray[np.uint64] | None,
    scores: object,
) -> tuple[dict[str, NDArray[np.int64]], NDArray[np.uint64]]:
    """The scored facts themselves: their rows are scored under any scoring."""
    del rules, scoring, scores
    rows = {name: facts[name].astype(np.int64) for name in SCORED_FACTS}
    deals = len(facts[SCORED_FACTS[0]])
    return rows, np.ones(deals, dtype=np.uint64) if counts is None else counts


def _listed(rules: Rules, hand: str, to_beat: str | None) -> Listing[tuple[str, str]]:
    """What a hand may lead, or play over a play."""
    moves = doudizhu_moves(hand, to_beat, compiled(rules))
    return Listing(tuple((move.kind, str(move)) for move in moves), len(moves))


def _summarize(*args: Any, **named: Any) -> Summary:
    from chupai.doudizhu.summary import summarize  # noqa: PLC0415 - chupai is to import quickly

    return summarize(*args, **named)


FAMILY: Family = Family(
    name="doudizhu",
    rules=Rules,
    scoring=Scoring,
    match=MatchRules,
    setup=Setup,
    state=DoudizhuState,
    presets={
        "standard": (STANDARD, Scoring(), MatchRules()),
        "call-and-rob": (CALL_AND_ROB, Scoring(), MatchRules()),
        "rlcard": (RLCARD, Scoring(spring_multiplier=1), MatchRules()),
        "douzero": (DOUZERO, Scoring(spring_multiplier=1), MatchRules()),
        "openspiel": (OPENSPIEL, Scoring(spring_multiplier=2), MatchRules()),
    },
    seats=lambda rules: 3,  # noqa: ARG005 - whatever the rules (DD-01)
    pack=lambda rules: "54 cards to 3 seats",  # noqa: ARG005 - likewise
    agents=("random", "lowest"),
    plays_cards=lambda move: bool(move.cards),
    check=lambda rules, scoring, match: None,  # noqa: ARG005 - no part contradicts another
    least={"landlord": -1},
    scores=lambda rules, scoring, facts: scores(facts, scoring),  # noqa: ARG005 - the same by all
    core_stats=lambda rules, scoring: True,  # noqa: ARG005 - scored facts have few distinct rows
    rows=_rows,
    roles=ROLES,
    role_of=roles,
    won=lambda rules, scoring, facts: winners(facts),  # noqa: ARG005 - likewise
    run=run,
    deal=deal,
    position=position,
    parse=parse,
    observer=observer,
    listed=_listed,
    start=start,
    advance=lambda rules, scoring, *how: advance(rules, *how),  # noqa: ARG005 - purses need none
    set_up_of=set_up_of,
    run_round=run_round,
    ends=ENDS,
    summarize=_summarize,
)
"""What the modules for all families know of Dou Dizhu; see `chupai.family.Family`."""
