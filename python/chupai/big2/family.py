"""Big Two as one family among others: `FAMILY`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chupai._native import Big2State, big2_moves
from chupai.big2.knowledge import observer, parse
from chupai.big2.match import ENDS, MatchRules, advance, check, set_up_of, start
from chupai.big2.roles import roles, winners
from chupai.big2.rows import core_stats, rows
from chupai.big2.rules import (
    BLOODY,
    HONG_KONG,
    HONG_KONG_PLACE,
    MALAYSIA_3P,
    NATURAL,
    TAIWAN,
    TAIWAN_3P,
    TAIWAN_DEDUCTION,
    TWO_DECK,
    WIKIPEDIA,
    Rules,
    compiled,
)
from chupai.big2.runs import run, run_round
from chupai.big2.scoring import Scoring, scores_by_end
from chupai.big2.setup import Setup
from chupai.big2.states import deal, position
from chupai.family import Family
from chupai.listing import Listing

if TYPE_CHECKING:
    from chupai.big2.summary import Summary

__all__ = ["FAMILY"]


def _listed(rules: Rules, hand: str, to_beat: str | None) -> Listing[tuple[str, str]]:
    """What a hand may lead, or play over a play."""
    moves = big2_moves(hand, to_beat, compiled(rules), revolved=False)
    return Listing(tuple((move.kind, str(move)) for move in moves), len(moves))


def _summarize(*args: Any, **named: Any) -> Summary:
    from chupai.big2.summary import summarize  # noqa: PLC0415 - chupai is to import quickly

    return summarize(*args, **named)


_USUAL = Scoring(tiers=((10, 2), ("all", 3)), liability="not_highest")
_BY_PLACE = Scoring(
    tiers=((8, 2), (11, 3), (13, 4)), settlement="place", liability="not_highest", stake=20
)
_MULTIPLIERS = Scoring(
    tiers=((10, 2),),
    two_multiplier=2,
    monster_multiplier=2,
    unplayed_multiplier=2,
    all_unplayed_multiplier=2,
)
_DEDUCTION = Scoring(card_values="deduction", settlement="none")
_BY_PLACES = Scoring(place_points=(3, 1, -1, -3))
_TWICE_AS_MANY = Scoring(tiers=((20, 2), ("all", 3)), liability="not_highest")

_WINNER_LEADS = MatchRules()
_LOWEST_LEADS = MatchRules(later_lead="lowest")


FAMILY: Family = Family(
    name="big2",
    rules=Rules,
    scoring=Scoring,
    match=MatchRules,
    setup=Setup,
    state=Big2State,
    presets={
        "hong-kong": (HONG_KONG, _USUAL, _WINNER_LEADS),
        "hong-kong-place": (HONG_KONG_PLACE, _BY_PLACE, _LOWEST_LEADS),
        "wikipedia": (WIKIPEDIA, _USUAL, _WINNER_LEADS),
        "taiwan": (TAIWAN, _MULTIPLIERS, _LOWEST_LEADS),
        "taiwan-deduction": (TAIWAN_DEDUCTION, _DEDUCTION, _LOWEST_LEADS),
        "taiwan-3p": (TAIWAN_3P, _DEDUCTION, _LOWEST_LEADS),
        "bloody": (BLOODY, _BY_PLACES, MatchRules(later_lead="lowest", bloody=True)),
        "malaysia-3p": (MALAYSIA_3P, _USUAL, _WINNER_LEADS),
        "two-deck": (TWO_DECK, _TWICE_AS_MANY, _WINNER_LEADS),
        "natural": (NATURAL, _USUAL, _WINNER_LEADS),
    },
    seats=lambda rules: rules.players,
    pack=lambda rules: f"{52 * rules.decks} cards to {rules.players} seats",
    agents=("random", "lowest"),
    plays_cards=lambda move: bool(move.cards) and move.kind != "give",
    check=check,
    least={"winner": -1, "not_highest": -1, "could_have_stopped": -1, "leader": -1},
    scores=lambda rules, scoring, facts: scores_by_end(facts, scoring, rules.end),
    core_stats=core_stats,
    rows=rows,
    roles=(),
    role_of=roles,
    won=lambda rules, scoring, facts: winners(facts),  # noqa: ARG005 - whatever the rules
    run=run,
    deal=deal,
    position=position,
    parse=parse,
    observer=observer,
    listed=_listed,
    start=start,
    advance=advance,
    set_up_of=set_up_of,
    run_round=run_round,
    ends=ENDS,
    summarize=_summarize,
)
"""What the modules for all families know of Big Two; see `chupai.family.Family`."""
