"""What happens between the deals of a match: `MatchRules`, `start`, `advance`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from chupai._numbers import integer
from chupai._switches import check_choice, checked_whole, refuse
from chupai.match_state import MatchState
from chupai.shengji.duplicate import boards
from chupai.shengji.facts import checked
from chupai.shengji.levels import level_changes
from chupai.shengji.levels import scores as scores_of
from chupai.shengji.promotion import (
    Standing,
    held_last,
    levels_ahead,
    next_declarer,
    next_levels,
)
from chupai.shengji.ranks import RANKS, checked_ranks
from chupai.shengji.setup import TRUMPS, Setup, checked_level

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

    from chupai.shengji.rules import Rules
    from chupai.shengji.scoring import Scoring

__all__ = ["ENDS", "MatchRules", "advance", "check", "first_level", "set_up_of", "start"]

ENDS = ("running", "deals", "level")
"""What a match was ended by; where several come together, the last of them here."""

NONE = -1
"""In set-ups: no level, no declarer, no trump suit given."""

_MOST = 2**62
_FORMS = ("level", "deals", "duplicate")
_HOOKS = ("off", "any", "by_suit")


@dataclass(frozen=True, kw_only=True)
class MatchRules:
    """How deals of Shengji follow each other in a match, and when it ends.

    Both sides begin at the first level. The totals of a match are how many levels a side is ahead
    of the other; without levels, and in a duplicate, they are the sum of the scores.

    Attributes:
        form: what is played for: ``"level"`` 記局, whoever is the first to hold the last level as
            declarer has won; ``"deals"`` 記副, a number of deals, after which the higher level has
            won; ``"duplicate"`` 複式, a number of deals that do not depend on each other, with
            declarer, level and trump suit given (SJ-37).
        deals: the match ends after so many deals, 1 or more; None: it does not. Of two sides at the
            same level the one that would declare next has won, and counts one ahead (SJ-37).
        levels: the levels in the order in which they are played, such as ``"9TJQKA"`` or
            ``"5TK"``; None: there are none (SJ-33).
        must_play: levels that nobody passes over, and that a side leaves only by holding them as
            declarer 必打; the last one always is (SJ-34).
        hook: 鈎到底, attackers who take over at level J and win the last trick with a J of that
            level throw the declarers back: to the first level, with ``"any"``; with ``"by_suit"``
            to the first by a main J, three levels by a side J; or never, with ``"off"`` (SJ-35).
        fail_last: a side that fails so often in a row at the last level goes back to the first; 1
            or more, usually 3; None: it stays (SJ-36).
        fixed_level: without ``levels``, the level of every deal; None: no rank is trump (SJ-33).
        fixed_trump: the trump suit of every deal, ``"D"``, ``"C"``, ``"H"``, ``"S"`` or ``"NT"``,
            with ``declaring="given"`` (SJ-33).
        first_declarer: the seat that declares in the first deal; None: whoever declares trumps
            last, or seat 0 where that cannot be (SJ-40).

    Raises:
        RulesError: a value that the switch does not have, or switches that contradict each other.
        TypeError: a value of another type.

    Example:
        >>> MatchRules(levels="9 10 J Q K A", must_play="10").levels
        '9TJQKA'
    """

    form: Literal["level", "deals", "duplicate"] = "level"
    deals: int | None = None
    levels: str | None = RANKS
    must_play: str = ""
    hook: Literal["off", "any", "by_suit"] = "off"
    fail_last: int | None = None
    fixed_level: str | None = None
    fixed_trump: Literal["D", "C", "H", "S", "NT"] | None = None
    first_declarer: int | None = None

    def __post_init__(self) -> None:
        """Check the switches."""
        check_choice("form", self.form, _FORMS, "SJ-37")
        check_choice("hook", self.hook, _HOOKS, "SJ-35")
        if self.fixed_trump is not None:
            check_choice("fixed_trump", self.fixed_trump, TRUMPS, "SJ-33")
        made: dict[str, object] = {
            "levels": None if self.levels is None else _checked_levels(self.levels),
            "must_play": checked_ranks("must_play", self.must_play, "SJ-34", in_order=True),
            "fixed_level": checked_level("fixed_level", self.fixed_level, "SJ-33"),
        }
        for name, rule in (("deals", "SJ-37"), ("fail_last", "SJ-36")):
            if (value := getattr(self, name)) is not None:
                made[name] = checked_whole(name, value, rule, most=_MOST)
        if (seat := self.first_declarer) is not None:
            made["first_declarer"] = checked_whole("first_declarer", seat, "SJ-40", least=0, most=3)
        for name, value in made.items():
            object.__setattr__(self, name, value)
        self._check_together()

    def _check_together(self) -> None:
        """Refuse switches that others make void."""
        if self.levels is None:
            if self.form == "level":
                raise refuse("SJ-33", "form='level' needs levels")
        elif self.fixed_level is not None:
            raise refuse("SJ-33", "fixed_level needs levels=None")
        elif (other := set(self.must_play) - set(self.levels)) != set():
            rank = min(other, key=RANKS.index)
            raise refuse("SJ-34", f"must_play has {rank}, which is none of the levels")
        elif self.hook != "off" and "J" not in self.levels:
            raise refuse("SJ-35", f"hook={self.hook!r} needs J among the levels")
        if not self.is_of_levels:
            if self.must_play:
                raise refuse("SJ-34", "must_play needs levels that are gained")
            if self.hook != "off":
                raise refuse("SJ-35", f"hook={self.hook!r} needs levels that are gained")
            if self.fail_last is not None:
                raise refuse("SJ-36", "fail_last needs levels that are gained")
        if self.form == "duplicate" and self.first_declarer is not None:
            raise refuse("SJ-40", "in a duplicate the seats declare in turn")

    @property
    def is_of_levels(self) -> bool:
        """Whether sides go from level to level, so that the totals are levels."""
        return self.levels is not None and self.form != "duplicate"


def _checked_levels(given: object) -> str:
    levels = checked_ranks("levels", given, "SJ-33")
    if not levels:
        raise refuse("SJ-33", "levels are one or more, or None")
    return levels


def check(rules: Rules, scoring: Scoring, match_rules: MatchRules) -> None:
    """Refuse parts that contradict each other.

    Raises:
        RulesError: they do; its ``rule`` names the rule.

    Example:
        >>> from chupai.shengji.rules import CN_2
        >>> from chupai.shengji.scoring import Scoring
        >>> check(CN_2, Scoring(), MatchRules(form="duplicate", deals=16))
        Traceback (most recent call last):
            ...
        chupai.RulesError: form='duplicate' needs declaring='duplicate' or 'given' [SJ-42]
    """
    del scoring
    if match_rules.form == "duplicate" and rules.declaring == "during_deal":
        raise refuse("SJ-42", "form='duplicate' needs declaring='duplicate' or 'given'")
    if match_rules.fixed_trump is not None and rules.declaring != "given":
        raise refuse("SJ-33", "fixed_trump needs declaring='given'")
    if match_rules.fixed_trump == "NT" and not rules.no_trump:
        raise refuse("SJ-07", "fixed_trump='NT' needs no_trump=True")


# --- deals of a match ----------------------------------------------------------------------------


def start(
    rules: Rules, match_rules: MatchRules, matches: int, setup: Setup | None = None
) -> MatchState:
    """Matches before their first deal.

    Args:
        rules: how a deal is played.
        match_rules: how deals follow each other.
        matches: how many matches.
        setup: what is given; its levels and its ``declarer`` are those of the first deal, all else
            is given of every deal. Level 2 is what a set-up has by default, and no more given than
            None is by match rules.

    Returns:
        A state of so many matches. ``setups`` has ``levels``, int8 of shape (matches, 2), those of
        the sides as places in ``"23456789TJQKA"``, −1 for none; ``declarer``, int8 with −1 where
        the seats compete for it; ``trump``, int8: 0 to 3 for ♦ ♣ ♥ ♠, 4 for no trump, −1 where it
        is declared; and ``fails``, int64 of shape (matches, 2), how often in a row each side has
        failed at the last level.

    Raises:
        ValueError: the match rules have no end, or a negative number.
        RulesError: the trump suit of a deal would be given by nobody; or a set-up gives what match
            rules give.
        TypeError: ``matches`` is no whole number.

    Example:
        >>> from chupai.shengji.rules import CN_2
        >>> start(CN_2, MatchRules(), 2).setups["levels"].tolist()
        [[0, 0], [0, 0]]
    """
    matches = integer("matches", matches)
    if match_rules.form != "level" and match_rules.deals is None:
        raise ValueError("a match needs an end: give deals")
    given = Setup() if setup is None else setup
    _check_given(match_rules, given)
    totals = np.zeros((matches, 4), dtype=np.int64)
    if match_rules.form == "duplicate":
        setups = boards(rules, match_rules, np.zeros(matches, dtype=np.int64))
    else:
        if rules.declaring == "given" and match_rules.fixed_trump is None:
            raise refuse("SJ-42", "declaring='given' in a match needs fixed_trump")
        trump = match_rules.fixed_trump
        declarer = match_rules.first_declarer if given.declarer is None else given.declarer
        if declarer is None:
            declarer = NONE if rules.declaring == "during_deal" else 0
        first = first_level(match_rules)
        by_side = given.by_side if _gives_levels(match_rules, given) else (first, first)
        levels = [NONE if rank is None else RANKS.index(rank) for rank in by_side]
        if match_rules.is_of_levels:
            totals += levels_ahead(match_rules, levels)
        setups = {
            "levels": np.tile(np.array(levels, dtype=np.int8), (matches, 1)),
            "declarer": np.full(matches, declarer, dtype=np.int8),
            "trump": np.full(
                matches, NONE if trump is None else TRUMPS.index(trump), dtype=np.int8
            ),
        }
    return MatchState(
        totals=totals,
        deals=np.zeros(matches, dtype=np.int64),
        ended=np.zeros(matches, dtype=np.int8),
        setups=setups | {"fails": np.zeros((matches, 2), dtype=np.int64)},
    )


def first_level(match_rules: MatchRules) -> str | None:
    """The level of both sides in the first deal, if no other is given (SJ-33); None: none."""
    return match_rules.levels[0] if match_rules.levels else match_rules.fixed_level


def _gives_levels(match_rules: MatchRules, setup: Setup) -> bool:
    """Whether a set-up has other levels than it has by default, or match rules have."""
    usual = {Setup.level, first_level(match_rules)}
    return setup.levels is not None or setup.level not in usual


def _check_given(match_rules: MatchRules, setup: Setup) -> None:
    """Refuse a set-up that gives what match rules give."""
    if setup.in_order:
        raise refuse("SJ-47", "in_order is for single deals: those of a match are drawn at random")
    if setup.trump is not None:
        raise refuse("SJ-33", "the trump suit of a match is given as fixed_trump of its rules")
    gives_levels = _gives_levels(match_rules, setup)
    if match_rules.form == "duplicate" and (setup.declarer is not None or gives_levels):
        raise refuse("SJ-42", "the deals of a duplicate have declarers and levels of their own")
    if setup.declarer is not None and match_rules.first_declarer not in {None, setup.declarer}:
        raise refuse(
            "SJ-40",
            f"declarer={setup.declarer} of a set-up is not "
            f"first_declarer={match_rules.first_declarer} of the match rules",
        )
    if gives_levels:
        if match_rules.levels is None:
            raise refuse("SJ-33", "the level of a match without levels is fixed_level of its rules")
        for level in setup.by_side:
            if level is None or level not in match_rules.levels:
                raise refuse(
                    "SJ-33", f"level {level} of a set-up is none of levels={match_rules.levels!r}"
                )


def advance(
    rules: Rules,
    scoring: Scoring,
    match_rules: MatchRules,
    state: MatchState,
    facts: Mapping[str, ArrayLike],
    scores: ArrayLike | None = None,
) -> MatchState:
    """The state after one more deal of every match that goes on (SJ-32 … SJ-37).

    Args:
        rules: how a deal is played.
        scoring: what deals are worth.
        match_rules: how deals follow each other.
        state: where the matches stand; what has ended stays as it is, whatever its facts.
        facts: of the deals just played, as `chupai.shengji.scores` takes them, first axis the
            match; with a ``hook`` also ``level`` and ``last_level_card``.
        scores: their points, as `chupai.shengji.scores` gives them, shape (matches, 4); None to
            work them out. They count without levels and in duplicates only.

    Returns:
        A new state. What was paid is the difference of the totals: how many levels more a side is
        ahead, which may be other than the scores.

    Raises:
        RulesError: a fact is missing, or what `chupai.shengji.scores` refuses.
        ValueError: shapes that do not fit.
        OverflowError: totals beyond 64 bits.

    Example:
        >>> from chupai.shengji.rules import CN_2
        >>> from chupai.shengji.scoring import Scoring
        >>> facts = dict(
        ...     declarer=[1],
        ...     attackers_points=[35],
        ...     kitty_points=[0],
        ...     last_winner=[1],
        ...     last_width=[1],
        ...     last_length=[1],
        ...     last_throw=[0],
        ... )
        >>> state = start(CN_2, MatchRules(), 1)
        >>> state = advance(CN_2, Scoring(), MatchRules(), state, facts)
        >>> state.totals, set_up_of(state.setups, 0)
        (array([[-2,  2, -2,  2]]), Setup(levels=('2', '4'), declarer=3))
    """
    changes = level_changes(facts, scoring, rules.decks)
    if changes.side.shape != state.deals.shape:
        raise ValueError(f"{len(state)} matches do not fit facts of shape {changes.side.shape}")
    going = state.ended == 0
    deals = state.deals + going
    ended = np.zeros_like(state.ended)
    if match_rules.deals is not None:
        ended[deals >= match_rules.deals] = ENDS.index("deals")
    seat = np.asarray(facts["declarer"]).astype(np.int64)
    declarer = next_declarer(seat, changes.takes_over)
    made: dict[str, NDArray[Any]] = {"declarer": declarer}
    if match_rules.is_of_levels:
        standing = Standing(state.setups["levels"], state.setups["fails"])
        after = next_levels(match_rules, standing, changes, _hooks(match_rules, facts, seat))
        made |= {"levels": after.levels, "fails": after.fails}
        points = levels_ahead(match_rules, after.levels)
        points -= levels_ahead(match_rules, standing.levels)
        if match_rules.form == "level":  # SJ-36
            has_won = held_last(match_rules, standing.levels, changes)
            ended[has_won] = ENDS.index("level")
            points[has_won] += _of_side(changes.side[has_won])
        is_level = (ended == ENDS.index("deals")) & (after.levels[:, 0] == after.levels[:, 1])
        points[is_level] += _of_side(declarer[is_level] % 2)  # SJ-37
    else:
        if scores is None:
            scores = scores_of(facts, scoring, rules.decks)
        points = np.asarray(scores, dtype=np.int64)
        if points.shape != state.totals.shape:
            raise ValueError(f"{len(state)} matches do not fit scores of shape {points.shape}")
        if match_rules.form == "duplicate":
            made = boards(rules, match_rules, deals)
    points = np.where(going[:, None], points, 0)
    _check_range(state.totals, points)
    setups = dict(state.setups)
    for name, value in made.items():
        of_match = going.reshape(-1, *[1] * (value.ndim - 1))
        setups[name] = np.where(of_match, value, setups[name]).astype(setups[name].dtype)
    return MatchState(state.totals + points, deals, np.where(going, ended, state.ended), setups)


def _hooks(
    match_rules: MatchRules, facts: Mapping[str, ArrayLike], declarer: NDArray[np.int64]
) -> NDArray[np.int64]:
    """What kind of J won the last trick for the attackers at level J: 0 none, 1 side, 2 main."""
    if match_rules.hook == "off":
        return np.zeros_like(declarer)
    fact = checked(facts, ("level", "last_winner", "last_level_card"))
    is_theirs = (fact["last_winner"] - declarer) % 2 == 1
    return np.where(is_theirs & (fact["level"] == RANKS.index("J")), fact["last_level_card"], 0)


def _of_side(side: NDArray[np.int8]) -> NDArray[np.int64]:
    """One level for both seats of a side, one less for the others: shape (…, 4)."""
    return np.where(np.arange(4) % 2 == side[:, None], 1, -1)


def _check_range(totals: NDArray[np.int64], points: NDArray[np.int64]) -> None:
    """Refuse what 64 bits might not hold."""
    reach = sum(int(np.abs(values).max(initial=0)) for values in (totals, points))
    if reach > _MOST:
        raise OverflowError("the totals do not fit into 64 bits [SJ-37]")


def set_up_of(setups: Mapping[str, NDArray[Any]], match: int, setup: Setup | None = None) -> Setup:
    """The set-up of the next deal of one match, from the ``setups`` of a state.

    Args:
        setups: those of a `MatchState`.
        match: which row of them.
        setup: what is given of the match, as to `start`.

    Example:
        >>> from chupai.shengji.rules import CN_2
        >>> set_up_of(start(CN_2, MatchRules(levels="9TJQKA"), 2).setups, 1)
        Setup(level='9')
    """
    ours, theirs = (None if at == NONE else RANKS[at] for at in setups["levels"][match].tolist())
    declarer, trump = (int(setups[name][match]) for name in ("declarer", "trump"))
    return replace(
        Setup() if setup is None else setup,
        level=Setup.level,
        levels=(ours, theirs),
        declarer=None if declarer == NONE else declarer,
        trump=None if trump == NONE else TRUMPS[trump],
    )
