"""The switches of play: `Rules` and the rule sets that have names."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from chupai import _native
from chupai._native import Big2Observer, Big2State
from chupai._shown import shown
from chupai._switches import check_choice, checked_flag, checked_whole, refuse, refuse_type

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "BLOODY",
    "HONG_KONG",
    "HONG_KONG_PLACE",
    "MALAYSIA_3P",
    "NATURAL",
    "STRAIGHTS",
    "TAIWAN",
    "TAIWAN_3P",
    "TAIWAN_DEDUCTION",
    "TWO_DECK",
    "WIKIPEDIA",
    "Rules",
]

STRAIGHTS = (
    "hk",
    "natural",
    "wheel_top",
    "broadway_wheel",
    "two_high_tie",
    "taiwan",
    "game_rank",
)
"""The orders of straights that have names (BT-12)."""

_CHOICES = {
    "suit_order": (("DCHS", "CDHS"), "BT-03"),
    "top_rank": (tuple("3456789TJQKA2"), "BT-04"),
    "bare_quad": (("off", "own_kind", "as_quads"), "BT-08"),
    "straight_tie": (("game", "sequence", "taiwan", "none"), "BT-13"),
    "flush_order": (("rank", "suit", "top"), "BT-14"),
    "five_card": (("ladder", "same_kind"), "BT-19"),
    "remainder": (("lowest_holder", "discard", "malaysia_swap"), "BT-23"),
    "must_include_lowest": (("when_it_decides", "never"), "BT-26"),
    "pass_rule": (("soft", "lock"), "BT-29"),
    "ask_locked": (("holders", "always"), "BT-30"),
    "end": (("first_out", "all_out"), "BT-31"),
    "top_rule": (("free", "forced"), "BT-35"),
    "revolution": (("off", "swap_ends"), "BT-38"),
}
_FLAGS = {
    "triples": "BT-07",
    "two_pair_4": "BT-09",
    "two_pair_5": "BT-10",
    "flushes": "BT-14",
    "monsters": "BT-20",
    "dragon_play": "BT-21",
    "monster_after_pass": "BT-30",
}
_INSTANT_WINS = ("dragon", "four_twos")
_MOST_POINTS = 121  # no hand has more than the 120 of two packs (BT-34)


@dataclass(frozen=True, kw_only=True, repr=False)
class Rules:
    """How Big Two is played: one value for each switch of docs/rules/big2.md.

    Equal switches make equal rule sets. `dataclasses.replace` gives a variation; the compiled
    rule set that comes with it is made once, so that a call with ``rules=`` costs nothing.

    Attributes:
        decks: packs of 52 cards, 1 or 2 (BT-01, BT-02).
        suit_order: suits from low to high, ``"DCHS"``, or ``"CDHS"`` as in Taiwan (BT-03).
        top_rank: the highest rank; the next one is the lowest (BT-04).
        triples: three of a rank are a play (BT-07).
        bare_quad: four of a rank without a fifth card are no play, with ``"off"``; a kind of their
            own, with ``"own_kind"``; or as good as four and one, with ``"as_quads"`` (BT-08).
        two_pair_4: two pairs are a play of four cards (BT-09).
        two_pair_5: two pairs and one more card are a play of five (BT-10).
        straights: the windows that are straights, from low to high: a name of `STRAIGHTS`, or a
            list such as ``"A2345 34567 … TJQKA 23456"``, in which ``=`` joins equal ones and ``…``
            stands for all between its neighbours (BT-11, BT-12).
        straight_tie: which card's suit decides between equal windows: ``"game"``, the highest in
            the order of ranks; ``"sequence"``, the last of the window; ``"taiwan"``, as game, but
            the 5 of A2345; ``"none"``, no card's (BT-13).
        flushes: five cards of a suit are a play (BT-14).
        flush_order: flushes are compared by ``"rank"``, then suit; by ``"suit"``, then ranks; or
            by the ``"top"`` card's rank, then suit (BT-14).
        five_card: with ``"ladder"`` a higher kind of five cards beats a lower one, with
            ``"same_kind"`` kinds never mix (BT-19, BT-20).
        monsters: 怪獸, quads and straight flushes beat any other play of any size; only with
            ``"same_kind"`` (BT-20).
        dragon_play: 一條龍, a hand of 13 cards, one of each rank, may be played whole over anything
            (BT-21).
        players: seats, 2 to 52 (BT-22).
        remainder: cards that do not divide: with ``"lowest_holder"`` they go to whoever holds the
            lowest card dealt; with ``"discard"`` they are set aside; with ``"malaysia_swap"`` the
            holder of the lowest card may swap it for the one left over (BT-23, BT-24).
        must_include_lowest: the first play contains the card that decided who leads:
            ``"when_it_decides"``, or ``"never"`` (BT-26).
        pass_rule: who has passed may play again in the same trick, with ``"soft"``, or is skipped
            until it ends, with ``"lock"`` (BT-29).
        monster_after_pass: a locked seat may play a monster; needs ``"lock"`` and ``monsters``
            (BT-30).
        ask_locked: such a seat is asked only where it holds one that beats the table, with
            ``"holders"``, or ``"always"``, so that being skipped tells nothing (BT-30).
        end: the deal ends when the first hand is empty, with ``"first_out"``, or is played for all
            places, with ``"all_out"`` (BT-31).
        instant_wins: hands that win at once: ``"dragon"``, ``"four_twos"``, or both (BT-33).
        redeal_below: a seat with less than so many points may ask for a new deal, where J, Q, K, A
            and 2 are 1 to 5, usually 3, at most 121; None: nobody may (BT-34).
        top_rule: 頂大, before a seat with one card a single must be the highest held, with
            ``"forced"``, or may be any, with ``"free"`` (BT-35).
        revolution: a straight flush changes the places of the highest and the lowest rank, with
            ``"swap_ends"``, or does not, with ``"off"`` (BT-38).

    Raises:
        RulesError: a value that the switch does not have, or switches that contradict each other.
            The error's ``rule`` names the rule id.
        TypeError: a value of another type. Integers and bools of numpy serve as Python's own.

    Example:
        >>> from dataclasses import replace
        >>> replace(HONG_KONG, top_rank="3")
        Rules(top_rank='3')
    """

    decks: int = 1
    suit_order: Literal["DCHS", "CDHS"] = "DCHS"
    top_rank: Literal["3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2"] = "2"
    triples: bool = True
    bare_quad: Literal["off", "own_kind", "as_quads"] = "off"
    two_pair_4: bool = False
    two_pair_5: bool = False
    straights: str = "hk"
    straight_tie: Literal["game", "sequence", "taiwan", "none"] = "game"
    flushes: bool = True
    flush_order: Literal["rank", "suit", "top"] = "rank"
    five_card: Literal["ladder", "same_kind"] = "ladder"
    monsters: bool = False
    dragon_play: bool = False
    players: int = 4
    remainder: Literal["lowest_holder", "discard", "malaysia_swap"] = "lowest_holder"
    must_include_lowest: Literal["when_it_decides", "never"] = "when_it_decides"
    pass_rule: Literal["soft", "lock"] = "soft"
    monster_after_pass: bool = False
    ask_locked: Literal["holders", "always"] = "holders"
    end: Literal["first_out", "all_out"] = "first_out"
    instant_wins: tuple[Literal["dragon", "four_twos"], ...] = ()
    redeal_below: int | None = None
    top_rule: Literal["free", "forced"] = "free"
    revolution: Literal["off", "swap_ends"] = "off"

    # The compiled form: each instance's own, but no field, for it is no switch.
    _native: ClassVar[_native.Big2Rules]
    # What deals of these rules are, and who is told of them, for type checkers.
    _state: ClassVar[type[Big2State]] = Big2State
    _observer: ClassVar[type[Big2Observer]] = Big2Observer

    def __post_init__(self) -> None:
        """Check the switches and compile them."""
        for name, (allowed, rule) in _CHOICES.items():
            check_choice(name, getattr(self, name), allowed, rule)
        made: dict[str, object] = {
            name: checked_flag(name, getattr(self, name), rule) for name, rule in _FLAGS.items()
        }
        made["decks"] = checked_whole("decks", self.decks, "BT-02", most=2)
        made["players"] = checked_whole("players", self.players, "BT-22", least=2, most=52)
        if self.redeal_below is not None:
            made["redeal_below"] = checked_whole(
                "redeal_below", self.redeal_below, "BT-34", most=_MOST_POINTS
            )
        made["straights"] = _checked_straights(self.straights)
        made["instant_wins"] = _checked_wins(self.instant_wins)
        for name, value in made.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_native", _native.Big2Rules(**self._switches()))

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


def _checked_straights(given: object) -> str:
    """A name or a list, of which the space between windows does not count."""
    if not isinstance(given, str):
        raise refuse_type("BT-11", f"straights are a name or a list as text, not {shown(given)}")
    return " ".join(given.split())


def _checked_wins(given: object) -> tuple[str, ...]:
    """Each once, in the order in which they count."""
    if not isinstance(given, tuple | list):
        raise refuse_type("BT-33", f"instant_wins is a tuple, not {shown(given)}")
    for name in given:
        check_choice("each of instant_wins", name, _INSTANT_WINS, "BT-33")
    if len(set(given)) < len(given):
        raise refuse("BT-33", f"instant_wins has one twice: {shown(given)}")
    return tuple(name for name in _INSTANT_WINS if name in given)


def compiled(rules: Rules) -> _native.Big2Rules:
    """The compiled form of a rule set.

    Raises:
        TypeError: no rule set.
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules are a big2.Rules, not {shown(rules)}")
    return rules._native


def _of_switches(switches: dict[str, Any]) -> Rules:
    return Rules(**switches)


HONG_KONG: Rules = Rules()
"""What is usual in Hong Kong: every switch at its default."""

HONG_KONG_PLACE: Rules = Rules()
"""The same; its name is that of the variant whose settlement is by place."""

WIKIPEDIA: Rules = Rules(
    flush_order="suit", must_include_lowest="never", instant_wins=("dragon",), redeal_below=3
)
"""The Chinese encyclopedia's game, to the letter."""

TAIWAN: Rules = Rules(
    suit_order="CDHS",
    straights="taiwan",
    straight_tie="taiwan",
    flushes=False,
    five_card="same_kind",
    monsters=True,
    pass_rule="lock",
    monster_after_pass=True,
    dragon_play=True,
)
"""大老二 as in Taiwan: monsters, no flushes, and who passes is out of the trick."""

TAIWAN_DEDUCTION: Rules = replace(TAIWAN, monster_after_pass=False)
"""The same without monsters after a pass, as it is played for deductions 扣分."""

TAIWAN_3P: Rules = replace(TAIWAN_DEDUCTION, players=3, triples=False)
"""The same for three players, without triples."""

BLOODY: Rules = replace(TAIWAN, dragon_play=False, end="all_out", revolution="swap_ends")
"""血腥大老二: played for all places, with revolutions."""

MALAYSIA_3P: Rules = Rules(players=3, remainder="malaysia_swap", must_include_lowest="never")
"""Three players, and a card left over that the lowest one may be swapped for."""

TWO_DECK: Rules = Rules(decks=2)
"""拖拉機, with two packs."""

NATURAL: Rules = Rules(straights="natural", straight_tie="sequence")
"""Straights in their natural order, from A2345 to TJQKA."""
