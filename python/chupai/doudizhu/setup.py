"""How one deal is set up: `Setup`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chupai.doudizhu._switches import check_choice, checked_whole

__all__ = ["Setup"]


@dataclass(frozen=True, kw_only=True)
class Setup:
    """What is given before the first card is dealt; whatever is not given is drawn.

    Attributes:
        first_bidder: the seat that speaks first, 0 to 2, or None to draw it uniformly (DD-03).
        landlord: the landlord's seat, 0 to 2, with ``auction="fixed"`` only; None is seat 0 there
            (DD-06).
        dealer: ``"uniform"``, or ``"weak_shuffle"`` 不洗牌, which is rich in bombs (DD-01).

    Raises:
        RulesError: a value that does not exist. That a landlord is given in a game with an auction
            is found when the deal is made.
        TypeError: a value of another type.
    """

    first_bidder: int | None = None
    landlord: int | None = None
    dealer: Literal["uniform", "weak_shuffle"] = "uniform"

    def __post_init__(self) -> None:
        """Check the values."""
        for name, rule in (("first_bidder", "DD-03"), ("landlord", "DD-06")):
            if (seat := getattr(self, name)) is not None:
                object.__setattr__(self, name, checked_whole(name, seat, rule, least=0, most=2))
        check_choice("dealer", self.dealer, ("uniform", "weak_shuffle"), "DD-01")
