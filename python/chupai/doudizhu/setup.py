"""How one deal is set up: `Setup`."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Literal, cast

from chupai._shown import shown
from chupai._switches import check_choice, checked_whole, refuse
from chupai.doudizhu.given import Places, checked_given, texts_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chupai._native import DoudizhuState as State
    from chupai.doudizhu.given import Given
    from chupai.doudizhu.rules import Rules

__all__ = ["Setup"]


@dataclass(frozen=True, kw_only=True, repr=False)
class Setup:
    """What is given before the first card is dealt; whatever is not given is drawn.

    Attributes:
        first_bidder: the seat that speaks first, 0 to 2, or None to draw it uniformly (DD-03).
        landlord: the landlord's seat, 0 to 2, with ``auction="fixed"`` only; None is seat 0 there
            (DD-06).
        dealer: ``"uniform"``, or ``"weak_shuffle"`` 不洗牌, which is rich in bombs (DD-01).
        given: cards that are dealt to a seat, or as bottom cards, for certain, with the uniform
            dealer only: ``{0: "33BR", "bottom": "2"}``. A seat may be given up to 17 cards, the
            bottom up to 3; all other cards are dealt uniformly, when cards are dealt again too. A
            fixed landlord's bottom cards are not among those that his seat is given. Held as pairs
            in order of place, ``((0, "33BR"), ("bottom", "2"))``, or None if there are none
            (DD-01).

    Raises:
        RulesError: a value that does not exist, or cards that cannot be dealt so. That a landlord
            is given in a game with an auction is found when the deal is made.
        TypeError: a value of another type.
        ValueError: text that names no cards.
    """

    first_bidder: int | None = None
    landlord: int | None = None
    dealer: Literal["uniform", "weak_shuffle"] = "uniform"
    given: Places | None = None

    def __post_init__(self) -> None:
        """Check the values."""
        for name, rule in (("first_bidder", "DD-03"), ("landlord", "DD-06")):
            if (seat := getattr(self, name)) is not None:
                object.__setattr__(self, name, checked_whole(name, seat, rule, least=0, most=2))
        check_choice("dealer", self.dealer, ("uniform", "weak_shuffle"), "DD-01")
        given = checked_given(self.given)
        if given is not None and self.dealer != "uniform":
            raise refuse(
                "DD-01", f"cards are given only with dealer='uniform', not {self.dealer!r}"
            )
        object.__setattr__(self, "given", given)

    @property
    def cards(self) -> list[str] | None:
        """The given cards of seats 0, 1 and 2 and of the bottom as four texts; None if no card is.

        Example:
            >>> Setup(given={0: "BR 10", "bottom": "2"}).cards
            ['TBR', '', '', '2']
        """
        return texts_of(cast("Given | None", self.given))

    @classmethod
    def undealt(cls, state: State) -> Setup:
        """The set-up of a deal whose cards are known: the landlord, where no auction finds him.

        Example:
            >>> from chupai import Variant, doudizhu
            >>> v = Variant(rules=doudizhu.Rules(auction="fixed"))
            >>> Setup.undealt(v.deal(landlord=2)).landlord
            2
        """
        if state.variant.rules.auction != "fixed":
            return cls()
        landlord = state.landlord
        if landlord is None:  # hands are shown before he takes the bottom cards; the text has him
            found = re.search(r" landlord=(\d)", str(state))
            landlord = None if found is None else int(found[1])
        return cls(landlord=landlord or None)

    def dealt(self, dealing: Mapping[str, Any], rules: Rules) -> Setup:
        """This set-up with all the cards of a dealing, as ``State.dealings`` has it.

        Raises:
            RulesError: cards that cannot be dealt so.
            TypeError, ValueError: what are no cards.

        Example:
            >>> from chupai import Variant, doudizhu
            >>> s = Variant(rules=doudizhu.STANDARD).deal(seed=7)
            >>> setup = Setup().dealt(s.dealings[0], s.variant.rules)
            >>> s.variant.deal(setup=setup) == s
            True
        """
        hands, bottom = dealing.get("hands"), dealing.get("bottom")
        if not isinstance(hands, list) or len(hands) != 3:
            raise refuse("DD-01", f"hands is a list of three, not {shown(hands)}")
        for cards, number in (*((hand, 17) for hand in hands), (bottom, 3)):
            if not isinstance(cards, str) or len(cards) != number:
                raise refuse("DD-01", f"{number} cards are dealt so, not {shown(cards)}")
        somebody_speaks = rules.auction != "fixed" or rules.show_multipliers is not None
        return replace(
            self,
            first_bidder=dealing.get("first_bidder") if somebody_speaks else None,
            given={0: hands[0], 1: hands[1], 2: hands[2], "bottom": bottom},
        )

    def __repr__(self) -> str:
        """All parts but ``given`` where nothing is."""
        parts = {f.name: getattr(self, f.name) for f in fields(self)}
        if self.given is None:
            del parts["given"]
        return f"Setup({', '.join(f'{name}={value!r}' for name, value in parts.items())})"
