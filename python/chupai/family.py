"""What every family of games offers to the modules that serve them all: `Family`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from chupai.listing import Listing
    from chupai.match_state import MatchState
    from chupai.summary import Summary

__all__ = ["Family"]


def _as_given(match_rules: Any, given: Mapping[str, Any]) -> Mapping[str, Any]:  # noqa: ARG001
    """Nothing more than is given."""
    return given


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Family:
    """One family of games: its switches, its facts, and how it is dealt, run and scored.

    Each family has one such object, ``chupai.doudizhu.FAMILY``, which `chupai.variant` lists.
    Whatever serves all families knows only this, never a family's name or number of seats.

    Attributes:
        name: what names of variants begin with, such as ``"doudizhu"``.
        rules, scoring, match, setup: the dataclasses that hold the switches; that of matches has
            ``deals``, their number or None.
        state: what a deal is, such as `chupai.doudizhu.State`.
        presets: by own name, such as ``"standard"``, the rules, scoring and match rules of the
            variants that have names; the default of the family first.
        seats: the number of seats under some rules.
        pack: ``pack(rules)``, what is dealt under some rules, in words; where they are the same a
            seed deals the same cards.
        agents: names of the players built into the core.
        plays_cards: ``plays_cards(move)``, whether a move plays cards; passes do not.
        check: ``check(rules, scoring, match_rules)`` refuses parts that contradict each other.
        least: the least value of each fact whose least is not 0.
        scores: ``scores(rules, scoring, facts)``, int64 points of shape (…, seats).
        core_stats: ``core_stats(rules, scoring)``, whether the core can count all that ``rows``
            asks for; if not, a run that keeps only counts goes through the facts of each deal.
        rows: ``rows(rules, scoring, facts, counts, scores)``: what a `chupai.batch.Tally` keeps of
            deals, as columns by name, and uint64 counts of these rows. ``facts`` are those of
            single deals, where ``counts`` is None, or rows that the core counted. ``scores`` are
            those of the facts, or None where they are not known yet.
        roles: names of the roles that seats have in a deal, none if all play for the same.
        role_of: ``role_of(facts)``, int8 of shape (…, seats): indices into ``roles``, −1 for none.
        won: ``won(rules, scoring, facts)``, bool of shape (…, seats): who won.
        run: ``run(rules, setup, seed, first, games, agents, keep, threads, progress)`` plays many
            deals in the core; its arrays are described at `chupai.doudizhu.run`.
        completed: ``completed(match_rules, given)``, parts of the set-up of a deal that stands
            alone, and what it has by match rules where they are not given; by default nothing.
        deal: ``deal(variant, seed, index, match, setup)``, a state before its first decision.
        position: ``position(variant, **given)``, a state given by hand.
        parse: ``parse(text, variant)``, the state that ``str(state)`` tells.
        observer: ``observer(variant, seat, hand, **given)``, a seat that is told of a deal.
        listed: ``listed(rules, hand, to_beat, **asked)``: what a hand may play outside any deal, as
            kind and text of each move, in documented order. What else that depends on are its
            keywords.
        start: ``start(rules, match_rules, matches, setup)``, the `MatchState` before the first
            deals, of which ``setup`` gives what match rules pass on from deal to deal.
        advance: ``advance(rules, scoring, match_rules, state, facts, scores)``, that after a deal
            of each.
        set_up_of: ``set_up_of(setups, match, setup)``, the set-up of the next deal of one of the
            matches, for which ``setup`` gives what is alike in all deals.
        run_round: ``run_round(rules, setups, seed, matches, index, agents, threads, setup)`` plays
            one deal of each of many matches in the core; ``setup`` is None where nothing is alike
            that is not by default. It gives what ``run`` gives for ``"stats"``, with ``which``, the
            number of each deal's row; or ``facts``, what ``run`` gives for ``"facts"``.
        ends: what ends a match, by the numbers of `MatchState.ended`.
        summarize: ``summarize(tally, *, variant, agents, seconds)``, a `Summary` from a
            `chupai.batch.Tally` of deals of a variant.
    """

    name: str
    rules: type[Any]
    scoring: type[Any]
    match: type[Any]
    setup: type[Any]
    state: type[Any]
    presets: Mapping[str, tuple[Any, Any, Any]]
    seats: Callable[[Any], int]
    pack: Callable[[Any], str]
    agents: tuple[str, ...]
    plays_cards: Callable[[Any], bool]
    check: Callable[..., None]
    least: Mapping[str, int]
    scores: Callable[..., NDArray[np.int64]]
    core_stats: Callable[..., bool]
    rows: Callable[..., tuple[Mapping[str, NDArray[Any]], NDArray[np.uint64]]]
    roles: tuple[str, ...]
    role_of: Callable[..., NDArray[np.int8]]
    won: Callable[..., NDArray[np.bool_]]
    run: Callable[..., dict[str, Any]]
    deal: Callable[..., Any]
    position: Callable[..., Any]
    parse: Callable[[str, Any], Any]
    observer: Callable[..., Any]
    listed: Callable[..., Listing[tuple[str, str]]]
    start: Callable[..., MatchState]
    advance: Callable[..., MatchState]
    set_up_of: Callable[..., Any]
    run_round: Callable[..., dict[str, Any]]
    ends: tuple[str, ...]
    summarize: Callable[..., Summary]
    completed: Callable[[Any, Mapping[str, Any]], Mapping[str, Any]] = _as_given

    def __repr__(self) -> str:
        return f"{self.name}.FAMILY"
