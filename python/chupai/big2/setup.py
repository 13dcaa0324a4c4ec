"""How one deal is set up: `Setup`."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, cast

from chupai import _native
from chupai._shown import shown
from chupai._switches import checked_whole, refuse, refuse_type
from chupai.big2.given import Places, checked_given, texts_of
from chupai.big2.order import strength

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chupai._native import Big2State as State
    from chupai.big2.given import Given
    from chupai.big2.rules import Rules

__all__ = ["Setup"]

_MOST_SEAT = 51


@dataclass(frozen=True, kw_only=True, repr=False)
class Setup:
    """What is given before the first card is dealt; whatever is not given is drawn.

    Attributes:
        leader: the seat that leads first, whatever it likes; None: the holder of the lowest card
            (BT-25).
        first_card: the seat that is dealt the first card, to the dealer's right; of several who
            hold the same it is the one from which seats are counted. None: found by a cut, see
            `chupai.big2.cut` (BT-02, BT-36).
        roles: the seats of king, noble, commoner and slave, who exchange cards before the play;
            None: nobody does (BT-37).
        given: cards that are dealt to a seat, or are left over, for certain:
            ``{0: "3D 3C", "left": "2S"}``; all other cards are dealt uniformly, when cards are
            dealt again too. Held as pairs in order of place, ``((0, "3D 3C"), ("left", "2S"))``,
            or None if there are none. Up to eight players (BT-22).

    Raises:
        RulesError: a value that does not exist. What the rules have no use for, and cards that
            cannot be dealt so, are found when the deal is made.
        TypeError: a value of another type.
        ValueError: text that names no cards.
    """

    leader: int | None = None
    first_card: int | None = 0
    roles: tuple[int, int, int, int] | None = None
    given: Places | None = None

    def __post_init__(self) -> None:
        """Check the values."""
        for name, rule in (("leader", "BT-25"), ("first_card", "BT-36")):
            if (seat := getattr(self, name)) is not None:
                number = checked_whole(name, seat, rule, least=0, most=_MOST_SEAT)
                object.__setattr__(self, name, number)
        if self.roles is not None:
            object.__setattr__(self, "roles", _checked_roles(self.roles))
        object.__setattr__(self, "given", checked_given(self.given))

    def cards(self, rules: Rules) -> list[str] | None:
        """The given cards of each seat, and last those left over; None if no card is given.

        Raises:
            RulesError: cards of a seat that is not at the table.

        Example:
            >>> from chupai import big2
            >>> Setup(given={1: "2S 3D"}).cards(big2.HONG_KONG)
            ['', '3D 2S', '', '', '']
        """
        return texts_of(cast("Given | None", self.given), rules.players)

    @classmethod
    def undealt(cls, state: State) -> Setup:
        """The set-up of a deal whose cards are known: what they do not tell of it.

        Example:
            >>> from chupai import variant
            >>> Setup.undealt(variant("big2/hong-kong").deal(leader=2)).leader
            2
        """
        return cls(**state.setup)

    def dealt(self, dealing: Mapping[str, Any], rules: Rules) -> Setup:
        """This set-up with all the cards of a dealing, as ``State.dealings`` has it.

        Raises:
            RulesError: cards that cannot be dealt so.
            TypeError, ValueError: what are no cards.

        Example:
            >>> from chupai import variant
            >>> s = variant("big2/malaysia-3p").deal(seed=7)
            >>> setup = Setup().dealt(s.dealings[0], s.variant.rules)
            >>> s.variant.deal(setup=setup) == s
            True
        """
        hands, left = dealing.get("hands"), dealing.get("left")
        if not isinstance(hands, list) or len(hands) != rules.players:
            raise refuse("BT-22", f"hands is a list of {rules.players}, not {shown(hands)}")
        for cards in (*hands, left):
            if not isinstance(cards, str):
                raise refuse("BT-22", f"cards are text, not {shown(cards)}")
        sorted_hands = [_from_low_to_high(hand, rules) for hand in hands]
        size, rest = divmod(52 * rules.decks, rules.players)
        if rest and rules.remainder == "lowest_holder" and not left:
            # He has his own and what did not divide. It does not matter which of them that was, so
            # long as his lowest card stays his.
            for hand in sorted_hands:
                if len(hand) == size + rest:
                    left = " ".join(hand[size:])
                    del hand[size:]
        number = sum(map(len, sorted_hands)) + len(_from_low_to_high(cast("str", left), rules))
        if number != 52 * rules.decks or any(len(hand) != size for hand in sorted_hands):
            sizes = [len(hand) for hand in sorted_hands]
            raise refuse("BT-23", f"{sizes} cards are not dealt so to {rules.players} players")
        given: dict[int | str, str] = {seat: " ".join(h) for seat, h in enumerate(sorted_hands)}
        return replace(self, given=given | {"left": left})

    def __repr__(self) -> str:
        """All parts but ``given`` where nothing is."""
        parts = {f.name: getattr(self, f.name) for f in fields(self)}
        if self.given is None:
            del parts["given"]
        return f"Setup({', '.join(f'{name}={value!r}' for name, value in parts.items())})"


def _checked_roles(given: object) -> tuple[int, ...]:
    if not isinstance(given, tuple | list):
        raise refuse_type("BT-37", f"roles is a tuple of four seats, not {shown(given)}")
    roles = tuple(checked_whole("each of roles", seat, "BT-37", least=0, most=3) for seat in given)
    if sorted(roles) != [0, 1, 2, 3]:
        raise refuse("BT-37", f"roles are the four seats in some order, not {shown(roles)}")
    return roles


def _from_low_to_high(hand: str, rules: Rules) -> list[str]:
    """The cards of a hand in the order of these rules."""
    cards = _native.big2_format_hand(hand).split()
    return sorted(cards, key=lambda card: strength(card, rules))
