"""The switches of play: `Rules` and the rule sets that have names."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from chupai import _native
from chupai._native import ShengjiObserver, ShengjiState
from chupai._shown import shown
from chupai._switches import check_choice, checked_flag, checked_whole, refuse, refuse_type
from chupai.shengji.ranks import checked_ranks

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "CHAODI",
    "CN_1",
    "CN_2",
    "CN_3",
    "CONSTANT_TWO",
    "FAST_LEVELS",
    "FOUR_DECK",
    "FOUR_DECK_RUNS",
    "PLATFORM_2",
    "PLATFORM_3",
    "PLATFORM_3_RUNS",
    "Rules",
]

CLASSES = ("plain", "side_constant", "main_constant", "side_level", "main_level", "B", "R")
"""The classes of trumps that have names, from low to high (SJ-05, SJ-06, SJ-12)."""

_ORDERS = ("cn", "run_before_one_triple", "run_before_triples", "runs_first", "suit_only")
_CHOICES = {
    "reading": (("no_singles", "longest_unit"), "SJ-14"),
    "failed_throw": (("next_player", "smallest"), "SJ-16"),
    "follow_order": (_ORDERS, "SJ-21"),
    "throw_compare": (("dominant", "every_unit", "highest_card"), "SJ-25"),
    "no_declaration": (("kitty", "no_trump"), "SJ-41"),
    "declaring": (("during_deal", "duplicate", "given"), "SJ-42"),
    "declare_with_joker": (("off", "any", "by_colour"), "SJ-44"),
}
_FLAGS = {
    "no_trump": "SJ-07",
    "tractors": "SJ-12",
    "hollow": "SJ-12",
    "throws": "SJ-13",
    "protect_wider": "SJ-23",
    "reinforce": "SJ-39",
    "blind_declaring": "SJ-43",
    "chaodi": "SJ-46",
}
_SEATS = 4
_DECK = 54
_USUAL_KITTY = {1: 6, 2: 8, 3: 6, 4: 8}
_MOST_KITTY = 20
_LONGEST_RUN = 27


@dataclass(frozen=True, kw_only=True, repr=False)
class Rules:
    """How Shengji is played: one value for each switch of docs/rules/shengji.md.

    Equal switches make equal rule sets. `dataclasses.replace` gives a variation; the compiled
    rule set that comes with it is made once, so that a call with ``rules=`` costs nothing.

    Attributes:
        decks: decks of 54 cards, 1 to 4 (SJ-01).
        kitty: cards that are left when all have been dealt as many 底牌, at most 20; None: 6 of
            one or three decks, 8 of two or four. Where it is as many as that it is held as None;
            `kitty_size` has the number (SJ-02).
        constant_trumps: ranks that are always trumps 常主, such as ``"2"`` or ``"27"`` (SJ-06).
        no_trump: a deal may be played without a trump suit 無主 (SJ-07).
        tractors: linked pairs, triples or quads are units 拖拉機 (SJ-12).
        tractor_min_length: how many classes a tractor has at least, 2 to 27 (SJ-10).
        hollow: ranks are linked across a rank that is trump and not there, as 9 and J at level 10
            (SJ-12).
        banned_links: pairs of classes of trumps that are not linked, such as
            ``(("main_level", "B"),)``. Classes are ``"plain"``, any rank of the trump suit,
            ``"side_constant"``, ``"main_constant"``, ``"side_level"``, ``"main_level"``, ``"B"``
            and ``"R"`` (SJ-12).
        throws: several units of a suit may be led together 甩牌 (SJ-13).
        reading: what cards of a throw are read as where no units are given: with fewest singles,
            ``"no_singles"``; or with the largest unit first, ``"longest_unit"`` (SJ-14).
        failed_throw: of several kinds of units that are beaten, the next player says which one is
            led, with ``"next_player"``; or it is the ``"smallest"`` (SJ-16).
        follow_order: what is owed where a tractor cannot be followed with one: ``"cn"`` (SJ-20);
            ``"run_before_one_triple"``, ``"run_before_triples"``, ``"runs_first"`` as on platforms
            (SJ-21); or nothing but the suit, with ``"suit_only"`` (SJ-22).
        protect_wider: only what is held exactly so often is owed, never a part of a triple or a
            quad (SJ-23).
        throw_compare: a ruff is beaten by a higher ``"dominant"`` unit; by a higher one of each
            kind, with ``"every_unit"``; or by the ``"highest_card"`` (SJ-25).
        reinforce: the owner of the standing declaration may add copies to it 加固 (SJ-39).
        no_declaration: where nobody declares, in a deal that has a declarer, the ``"kitty"`` tells
            the trump suit, or there is none, with ``"no_trump"`` (SJ-41).
        declaring: ``"during_deal"``, as the cards are drawn (SJ-47); ``"duplicate"`` 複式, after
            the deal, the declarer's partner first (SJ-42); or not at all, trump being ``"given"``.
        blind_declaring: declarations lie face down until the kitty is buried 暗亮 (SJ-43).
        declare_with_joker: declaring needs a joker along 帶王亮主: ``"any"``; ``"by_colour"``, the
            black one with spades and clubs, the red one with hearts and diamonds; or none, with
            ``"off"`` (SJ-44).
        chaodi: after the kitty is buried a higher declaration may take it again 炒底 (SJ-46).

    Raises:
        RulesError: a value that the switch does not have, or switches that contradict each other.
            The error's ``rule`` names the rule id.
        TypeError: a value of another type. Integers and bools of numpy serve as Python's own.

    Example:
        >>> from dataclasses import replace
        >>> replace(PLATFORM_2, constant_trumps="2")
        Rules(constant_trumps='2', failed_throw='smallest')
    """

    decks: int = 2
    kitty: int | None = None
    constant_trumps: str = ""
    no_trump: bool = True
    tractors: bool = True
    tractor_min_length: int = 2
    hollow: bool = True
    banned_links: tuple[tuple[str, str], ...] = ()
    throws: bool = True
    reading: Literal["no_singles", "longest_unit"] = "no_singles"
    failed_throw: Literal["next_player", "smallest"] = "next_player"
    follow_order: Literal[
        "cn", "run_before_one_triple", "run_before_triples", "runs_first", "suit_only"
    ] = "cn"
    protect_wider: bool = False
    throw_compare: Literal["dominant", "every_unit", "highest_card"] = "dominant"
    reinforce: bool = True
    no_declaration: Literal["kitty", "no_trump"] = "kitty"
    declaring: Literal["during_deal", "duplicate", "given"] = "during_deal"
    blind_declaring: bool = False
    declare_with_joker: Literal["off", "any", "by_colour"] = "off"
    chaodi: bool = False

    # The compiled form: each instance's own, but no field, for it is no switch.
    _native: ClassVar[_native.ShengjiRules]
    # What deals of these rules are, and who is told of them, for type checkers.
    _state: ClassVar[type[ShengjiState]] = ShengjiState
    _observer: ClassVar[type[ShengjiObserver]] = ShengjiObserver

    def __post_init__(self) -> None:
        """Check the switches and compile them."""
        for name, (allowed, rule) in _CHOICES.items():
            check_choice(name, getattr(self, name), allowed, rule)
        made: dict[str, object] = {
            name: checked_flag(name, getattr(self, name), rule) for name, rule in _FLAGS.items()
        }
        decks = checked_whole("decks", self.decks, "SJ-01", most=4)
        made["decks"] = decks
        made["kitty"] = _checked_kitty(self.kitty, decks)
        made["constant_trumps"] = checked_ranks(
            "constant_trumps", self.constant_trumps, "SJ-06", in_order=True
        )
        made["tractor_min_length"] = checked_whole(
            "tractor_min_length", self.tractor_min_length, "SJ-10", least=2, most=_LONGEST_RUN
        )
        made["banned_links"] = _checked_links(self.banned_links)
        for name, value in made.items():
            object.__setattr__(self, name, value)
        self._check_together()
        object.__setattr__(self, "_native", _native.ShengjiRules(**self._switches()))

    def _check_together(self) -> None:
        """Refuse switches that contradict each other."""
        if self.no_declaration == "no_trump" and not self.no_trump:
            raise refuse("SJ-41", "no_declaration='no_trump' needs no_trump=True")
        if self.declaring == "given":
            if self.blind_declaring:
                raise refuse("SJ-43", "blind_declaring has no use with declaring='given'")
            if self.declare_with_joker != "off" and not self.chaodi:
                value = self.declare_with_joker
                raise refuse("SJ-44", f"declare_with_joker={value!r} needs somebody who declares")

    @property
    def kitty_size(self) -> int:
        """How many cards the kitty has (SJ-02).

        Example:
            >>> CN_3.kitty_size
            6
        """
        return _USUAL_KITTY[self.decks] if self.kitty is None else self.kitty

    @property
    def hand_size(self) -> int:
        """How many cards each seat is dealt (SJ-02).

        Example:
            >>> CN_3.hand_size
            39
        """
        return (_DECK * self.decks - self.kitty_size) // _SEATS

    def _switches(self) -> dict[str, Any]:
        return {f.name: getattr(self, f.name) for f in fields(self)}

    def __reduce__(self) -> tuple[Callable[..., Rules], tuple[dict[str, Any]]]:
        """Pickle and copy by the switches; the compiled form is made again."""
        return _of_switches, (self._switches(),)

    def __repr__(self) -> str:
        """The switches that differ from the default."""
        changed = (
            f"{f.name}={value!r}"
            for f in fields(self)
            if (value := getattr(self, f.name)) != f.default
        )
        return f"Rules({', '.join(changed)})"


def _checked_kitty(given: Any, decks: int) -> int | None:
    """A number of cards with which the others divide among four; None where it is the usual one."""
    if given is None:
        return None
    kitty = checked_whole("kitty", given, "SJ-02", least=0, most=_MOST_KITTY)
    if (_DECK * decks - kitty) % _SEATS:
        cards = _DECK * decks
        raise refuse("SJ-02", f"with kitty={kitty} the others of {cards} cards do not divide by 4")
    return None if kitty == _USUAL_KITTY[decks] else kitty


def _checked_links(given: object) -> tuple[tuple[str, str], ...]:
    """Each pair from low to high, once, in order."""
    if not isinstance(given, tuple | list):
        raise refuse_type("SJ-12", f"banned_links is a tuple of pairs, not {shown(given)}")
    pairs = []
    for pair in given:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise refuse_type("SJ-12", f"each of banned_links is a pair, not {shown(pair)}")
        for name in pair:
            check_choice("each class of banned_links", name, CLASSES, "SJ-12")
        low, high = sorted(pair, key=CLASSES.index)
        if low == high:
            raise refuse("SJ-12", f"a banned link is between two classes, not {shown(pair)}")
        pairs.append((low, high))
    if len(set(pairs)) < len(pairs):
        raise refuse("SJ-12", f"banned_links has a pair twice: {shown(given)}")
    return tuple(sorted(pairs, key=lambda pair: [CLASSES.index(name) for name in pair]))


def compiled(rules: Rules) -> _native.ShengjiRules:
    """The compiled form of a rule set.

    Raises:
        TypeError: no rule set.
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules are a shengji.Rules, not {shown(rules)}")
    return rules._native


def _of_switches(switches: dict[str, Any]) -> Rules:
    return Rules(**switches)


CN_1: Rules = Rules(decks=1, no_trump=False)
"""中国升级竞赛规则 with one deck."""

CN_2: Rules = Rules(no_trump=False)
"""The same with two decks, 雙升."""

CN_3: Rules = Rules(decks=3, no_trump=False)
"""The same with three decks."""

PLATFORM_2: Rules = Rules(failed_throw="smallest")
"""Two decks as on most platforms."""

PLATFORM_3: Rules = replace(PLATFORM_2, decks=3, follow_order="run_before_one_triple")
"""Three decks: linked pairs are owed before one triple, a pair and a single."""

PLATFORM_3_RUNS: Rules = replace(PLATFORM_2, decks=3, follow_order="run_before_triples")
"""Three decks: linked pairs are owed before two triples."""

FOUR_DECK: Rules = replace(PLATFORM_2, decks=4)
"""Four decks: quads 炸彈, and linked quads."""

FOUR_DECK_RUNS: Rules = replace(FOUR_DECK, follow_order="runs_first")
"""Four decks: a run of the same length, if of a smaller width, is owed before loose quads."""

CONSTANT_TWO: Rules = replace(PLATFORM_2, constant_trumps="2")
"""Two decks with the 2s as constant trumps."""

FAST_LEVELS: Rules = replace(PLATFORM_2)
"""`PLATFORM_2`; its name is that of the variant in which every 20 points are a level."""

CHAODI: Rules = replace(PLATFORM_2, chaodi=True)
"""炒底: whoever declares higher takes the kitty."""
