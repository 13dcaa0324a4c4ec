"""Shengji as one family among others: `FAMILY`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chupai._native import ShengjiState
from chupai.family import Family
from chupai.shengji.knowledge import observer
from chupai.shengji.levels import scores
from chupai.shengji.listed import listed
from chupai.shengji.match import ENDS, MatchRules, advance, check, first_level, set_up_of, start
from chupai.shengji.presets import PRESETS
from chupai.shengji.roles import ROLES, roles, winners
from chupai.shengji.rows import rows
from chupai.shengji.rules import Rules
from chupai.shengji.runs import run, run_round
from chupai.shengji.scoring import Scoring
from chupai.shengji.setup import Setup
from chupai.shengji.states import deal, parse, position

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chupai.shengji.summary import Summary

__all__ = ["FAMILY"]


def _summarize(*args: Any, **named: Any) -> Summary:
    from chupai.shengji.summary import summarize  # noqa: PLC0415 - chupai is to import quickly

    return summarize(*args, **named)


def _completed(match_rules: MatchRules, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Parts of a set-up, with the first level of matches where no level is given (SJ-33)."""
    first = first_level(match_rules)
    known = first == Setup.level or not {"level", "levels"}.isdisjoint(given)
    return given if known else {"level": first, **given}


FAMILY: Family = Family(
    name="shengji",
    rules=Rules,
    scoring=Scoring,
    match=MatchRules,
    setup=Setup,
    state=ShengjiState,
    presets=PRESETS,
    seats=lambda rules: 4,  # noqa: ARG005 - whatever the rules
    pack=lambda rules: f"{54 * rules.decks} cards to 4 seats and {rules.kitty_size} in the kitty",
    agents=("random", "random_units", "lowest"),
    plays_cards=lambda move: move.kind in ("lead", "follow"),
    check=check,
    least=dict.fromkeys(("declarer", "level", "trump", "last_winner", "kitty_taker"), -1),
    scores=lambda rules, scoring, facts: scores(facts, scoring, rules.decks),
    # Points, throws and the last trick make most rows distinct: deals are counted from their facts.
    core_stats=lambda rules, scoring: False,  # noqa: ARG005 - whatever they are
    rows=rows,
    roles=ROLES,
    role_of=roles,
    won=lambda rules, scoring, facts: winners(facts, scoring, rules),
    run=run,
    deal=deal,
    position=position,
    parse=parse,
    observer=observer,
    listed=listed,
    start=start,
    advance=advance,
    set_up_of=set_up_of,
    run_round=run_round,
    ends=ENDS,
    summarize=_summarize,
    completed=_completed,
)
"""What the modules for all families know of Shengji; see `chupai.family.Family`."""
