"""How one deal is set up: `Setup`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chupai.doudizhu._switches import check_choice, check_whole

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
    """

    first_bidder: int | None = None
    landlord: int | None = None
    dealer: Literal["uniform", "weak_shuffle"] = "uniform"

    def __post_init__(self) -> None:
        """Check the values."""
        if self.first_bidder is not None:
            check_whole("first_bidder", self.first_bidder, "DD-03", least=0, most=2)
        if self.landlord is not None:
            check_whole("landlord", self.landlord, "DD-06", least=0, most=2)
        check_choice("dealer", self.dealer, ("uniform", "weak_shuffle"), "DD-01")
