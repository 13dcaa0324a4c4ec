"""How one deal is set up: `Setup`."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from chupai._shown import shown
from chupai._switches import check_choice, checked_flag, checked_whole, refuse, refuse_type
from chupai.shengji.given import Places, checked_given, texts_of
from chupai.shengji.ranks import RANKS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chupai._native import ShengjiState as State
    from chupai.shengji.given import Given
    from chupai.shengji.rules import Rules

__all__ = ["TRUMPS", "Setup", "TrumpName", "checked_level"]

TrumpName: TypeAlias = Literal["D", "C", "H", "S", "NT"]

TRUMPS: tuple[TrumpName, ...] = ("D", "C", "H", "S", "NT")
"""The trump suits, and no trump, by their numbers in facts."""

SEATS = range(4)


@dataclass(frozen=True, kw_only=True, repr=False)
class Setup:
    """What is given before the first card is dealt; whatever is not given is drawn or declared.

    Sides are 0, that of seats 0 and 2, and 1, that of seats 1 and 3.

    Attributes:
        level: the level that both sides are at, a rank such as ``"2"`` or ``"10"``; None: no level
            is played, and no rank is trump for it (SJ-04). Where a variant is dealt without any
            `Setup` and level, its match rules give it: the first of their ``levels``, or
            ``fixed_level`` (SJ-33).
        levels: those of side 0 and of side 1, where they differ; a deal is played at that of the
            declarer's side. Equal ones are held as ``level`` (SJ-34).
        declarer: the seat that declares 莊家; None: whoever declares trumps last 搶莊 (SJ-40).
        trump: ``"D"``, ``"C"``, ``"H"``, ``"S"`` or ``"NT"``, no trump; with ``declaring="given"``,
            and only there (SJ-42).
        first_card: the seat that draws the first card; None: the declarer, or seat 0 (SJ-47).
        kitty: the declarer takes and buries it, with ``"taken"``; or it lies as it was dealt and
            nobody sees it, with ``"as_dealt"``, as benchmarks have it (SJ-45).
        given: cards that are dealt to a seat, or lie in the kitty, for certain:
            ``{0: "AS AS", "kitty": "5D"}``; all other cards are dealt uniformly, when cards are
            dealt again too. Held as pairs in order of place, ``((0, "AS AS"), ("kitty", "5D"))``,
            or None if there are none (SJ-02).
        in_order: whether a seat draws the cards given to it before its others, in the order in
            which they are given, and those of the kitty are turned up so; for single deals, not
            for runs (SJ-47).

    Raises:
        RulesError: a value that does not exist. What the rules have no use for, and cards that
            cannot be dealt so, are found when the deal is made.
        TypeError: a value of another type.
        ValueError: text that names no cards.

    Example:
        >>> Setup(levels=("5", "10"), declarer=1).by_side
        ('5', 'T')
    """

    level: str | None = "2"
    levels: tuple[str | None, str | None] | None = None
    declarer: int | None = None
    trump: Literal["D", "C", "H", "S", "NT"] | None = None
    first_card: int | None = None
    kitty: Literal["taken", "as_dealt"] = "taken"
    given: Places | None = None
    in_order: bool = False

    def __post_init__(self) -> None:
        """Check the values."""
        in_order = checked_flag("in_order", self.in_order, "SJ-47")
        given = checked_given(self.given, in_order=in_order)
        if in_order and given is None:
            raise refuse("SJ-47", "in_order needs cards that are given")
        made: dict[str, object] = {
            "level": checked_level("level", self.level, "SJ-04"),
            "given": given,
            "in_order": in_order,
        }
        if self.levels is not None:
            made["levels"] = levels = _checked_levels(self.levels)
            if made["level"] != "2":
                raise refuse("SJ-34", "a deal has one level, or one of each side, not both")
            if levels[0] == levels[1]:
                made |= {"level": levels[0], "levels": None}
        for name, rule in (("declarer", "SJ-40"), ("first_card", "SJ-47")):
            if (seat := getattr(self, name)) is not None:
                made[name] = checked_whole(name, seat, rule, least=0, most=3)
        if self.trump is not None:
            check_choice("trump", self.trump, TRUMPS, "SJ-42")
        check_choice("kitty", self.kitty, ("taken", "as_dealt"), "SJ-45")
        for name, value in made.items():
            object.__setattr__(self, name, value)

    @property
    def by_side(self) -> tuple[str | None, str | None]:
        """The levels of side 0 and side 1."""
        return (self.level, self.level) if self.levels is None else self.levels

    @property
    def cards(self) -> list[str] | None:
        """The given cards of each seat, and last those of the kitty; None if no card is given.

        Example:
            >>> Setup(given={1: "R 5H", "kitty": "KD"}).cards
            ['', '5H R', '', '', 'KD']
        """
        return texts_of(cast("Given | None", self.given))

    @classmethod
    def undealt(cls, state: State) -> Setup:
        """The set-up of a deal whose cards are known: what they do not tell of it."""
        return cls(**state.setup)

    def dealt(self, dealing: Mapping[str, Any], rules: Rules) -> Setup:
        """This set-up with all the cards of a dealing, as ``State.dealings`` has it.

        Raises:
            RulesError: cards that cannot be dealt so.
            TypeError, ValueError: what are no cards.
        """
        draws, kitty = dealing.get("draws"), dealing.get("kitty")
        if not isinstance(draws, list) or len(draws) != len(SEATS):
            raise refuse("SJ-02", f"draws is a list of the cards of 4 seats, not {shown(draws)}")
        made = replace(self, given=dict(enumerate(draws)) | {"kitty": kitty}, in_order=True)
        sizes = [len(cards.split()) for cards in made.cards or ()]
        if sizes != [*[rules.hand_size] * len(SEATS), rules.kitty_size]:
            raise refuse("SJ-02", f"{sizes} cards are not dealt so to 4 seats and the kitty")
        return made

    def __repr__(self) -> str:
        """The parts that differ from the default."""
        changed = (
            f"{f.name}={value!r}"
            for f in fields(self)
            if (value := getattr(self, f.name)) != f.default
        )
        return f"Setup({', '.join(changed)})"


def checked_level(name: str, given: Any, rule: str) -> str | None:
    """A rank, in which 10 is read as T, or None."""
    if given is None:
        return None
    message = f"{name} is a rank such as '2' or 'T', or None, not {shown(given)}"
    if not isinstance(given, str):
        raise refuse_type(rule, message)
    rank = "T" if given == "10" else given
    if len(rank) != 1 or rank not in RANKS:
        raise refuse(rule, message)
    return rank


def _checked_levels(given: object) -> tuple[str | None, str | None]:
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise refuse_type("SJ-34", f"levels are those of the two sides, not {shown(given)}")
    ours, theirs = (checked_level("each of levels", level, "SJ-34") for level in given)
    return ours, theirs
