"""The switches of play: `Rules` and the rule sets that have names."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from chupai import _native
from chupai._native import DoudizhuObserver, DoudizhuState
from chupai._shown import shown
from chupai._switches import (
    check_choice,
    checked_flag,
    checked_whole,
    refuse,
    refuse_type,
)

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CALL_AND_ROB", "DOUZERO", "OPENSPIEL", "RLCARD", "STANDARD", "Rules"]

_CHOICES = {
    "auction": (("points", "rob", "fixed"), "DD-04"),
    "repass": (("final", "again"), "DD-04"),
    "on_all_pass": (("redeal", "void"), "DD-04"),
    "trio_with_two": (("pair", "any"), "DD-11"),
}
_FLAGS = {
    "wing_both_jokers": "DD-15",
    "wing_chain_rank": "DD-15",
    "wing_extends_chain": "DD-15",
    "wing_quad_as_two_pairs": "DD-16",
    "four_with_two": "DD-17",
    "kicker_pair_as_two_solos": "DD-17",
    "kicker_both_jokers": "DD-17",
    "quad_chains": "DD-21",
    "open_hand": "DD-25",
    "doubling": "DD-29",
}


@dataclass(frozen=True, kw_only=True, repr=False)
class Rules:
    """How Dou Dizhu is played: one value for each switch of docs/rules/doudizhu.md.

    Equal switches make equal rule sets. `dataclasses.replace` gives a variation; the compiled
    rule set that comes with it is made once, so that a call with ``rules=`` costs nothing.

    Attributes:
        auction: how the landlord is found: ``"points"`` 叫分 (DD-04), ``"rob"`` 搶地主 (DD-05), or
            ``"fixed"``, a given seat (DD-06).
        repass: points auction: ``"final"``, everybody speaks once, or ``"again"``, until two passes
            follow a bid (DD-04).
        on_all_pass: nobody wants to be landlord: ``"redeal"``, or ``"void"`` (DD-04, DD-05).
        call_multiplier: what the first call of a rob auction sets, 1 to 255 (DD-05).
        trio_with_two: a trio carries a ``"pair"``, or ``"any"`` two cards (DD-11).
        wing_repeat: most copies of one rank among solo wings, 1 to 4 (DD-15).
        wing_both_jokers: both jokers may be solo wings of one airplane (DD-15).
        wing_chain_rank: the fourth card of a chain trio may be a wing (DD-15).
        wing_extends_chain: a wing trio may prolong the chain (DD-15).
        wing_quad_as_two_pairs: a quad may serve as two pair wings (DD-16).
        four_with_two: four with two solos or two pairs is a move (DD-17).
        kicker_pair_as_two_solos: its two solos may be equal (DD-17).
        kicker_both_jokers: its two solos may be the jokers (DD-17).
        quad_chains: 四順, consecutive quads, are moves (DD-21).
        open_hand: 亮牌, the landlord may show his hand for ×2 (DD-25).
        doubling: 加倍, each player may double after the auction (DD-29).
        show_multipliers: 明牌, multipliers by moment of showing: before the deal, at evenly spaced
            moments during it, and the landlord's after he took the bottom cards; at least two,
            1 to 255, none above the one before. Online usual: ``(5, 4, 3, 2)``. Not together with
            ``open_hand`` (DD-29).

    Raises:
        RulesError: a value that the switch does not have, or switches that contradict each other.
            The error's ``rule`` names the rule id.
        TypeError: a value of another type. Integers and bools of numpy serve as Python's own.

    Example:
        >>> from dataclasses import replace
        >>> replace(STANDARD, wing_repeat=2)
        Rules(wing_repeat=2)
    """

    auction: Literal["points", "rob", "fixed"] = "points"
    repass: Literal["final", "again"] = "final"
    on_all_pass: Literal["redeal", "void"] = "redeal"
    call_multiplier: int = 3
    trio_with_two: Literal["pair", "any"] = "pair"
    wing_repeat: int = 3
    wing_both_jokers: bool = False
    wing_chain_rank: bool = False
    wing_extends_chain: bool = True
    wing_quad_as_two_pairs: bool = False
    four_with_two: bool = True
    kicker_pair_as_two_solos: bool = True
    kicker_both_jokers: bool = False
    quad_chains: bool = False
    open_hand: bool = False
    doubling: bool = False
    show_multipliers: tuple[int, ...] | None = None

    # The compiled form: each instance's own, but no field, for it is no switch.
    _native: ClassVar[_native.DoudizhuRules]
    # What deals of these rules are, and who is told of them, for type checkers.
    _state: ClassVar[type[DoudizhuState]] = DoudizhuState
    _observer: ClassVar[type[DoudizhuObserver]] = DoudizhuObserver

    def __post_init__(self) -> None:
        """Check the switches and compile them."""
        for name, (allowed, rule) in _CHOICES.items():
            check_choice(name, getattr(self, name), allowed, rule)
        made: dict[str, object] = {
            name: checked_flag(name, getattr(self, name), rule) for name, rule in _FLAGS.items()
        }
        for name, rule, most in (("call_multiplier", "DD-05", 255), ("wing_repeat", "DD-15", 4)):
            made[name] = checked_whole(name, getattr(self, name), rule, most=most)
        if self.show_multipliers is not None:
            made["show_multipliers"] = _checked_multipliers(self.show_multipliers)
        for name, value in made.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_native", _native.DoudizhuRules(**self._switches()))

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


def _checked_multipliers(given: object) -> tuple[int, ...]:
    if not isinstance(given, tuple | list):
        raise refuse_type("DD-29", f"show_multipliers is a tuple, not {shown(given)}")
    if len(given) < 2:
        raise refuse("DD-29", "show_multipliers has at least two multipliers, or is None")
    return tuple(checked_whole("each of show_multipliers", n, "DD-29", most=255) for n in given)


def compiled(rules: Rules) -> _native.DoudizhuRules:
    """The compiled form of a rule set.

    Raises:
        TypeError: no rule set.
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules are a doudizhu.Rules, not {shown(rules)}")
    return rules._native


def _of_switches(switches: dict[str, Any]) -> Rules:
    return Rules(**switches)


STANDARD: Rules = Rules()
"""The source's game with the points auction: every switch at its default."""

CALL_AND_ROB: Rules = Rules(auction="rob")
"""The source's second way to find the landlord, 叫/搶地主."""

RLCARD: Rules = Rules(auction="fixed", wing_extends_chain=False)
"""The move set of RLCard's environment: 27,472 actions."""

DOUZERO: Rules = Rules(
    auction="fixed", wing_repeat=4, wing_both_jokers=True, kicker_both_jokers=True
)
"""The move set of DouZero's environment: 30,384 actions."""

OPENSPIEL: Rules = Rules(repass="again", on_all_pass="void", four_with_two=False)
"""The auction and move set of OpenSpiel's environment: 26,057 actions."""
