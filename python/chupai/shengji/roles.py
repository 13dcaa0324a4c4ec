"""Who plays with whom in a deal of Shengji, and who won: `roles`, `winners`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chupai.shengji.facts import checked
from chupai.shengji.levels import level_changes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

    from chupai.shengji.rules import Rules
    from chupai.shengji.scoring import Scoring

__all__ = ["ROLES", "roles", "winners"]

ROLES = ("declarer", "partner", "attacker")
"""The declarer 莊家, his partner 幫莊, and the two attackers 閒家."""


def roles(facts: Mapping[str, ArrayLike]) -> NDArray[np.int8]:
    """The role of each seat in a deal: an index into `ROLES`.

    Args:
        facts: ``declarer`` of shape (…); others are ignored.

    Returns:
        int8 of shape (…, 4).

    Example:
        >>> roles({"declarer": [0, 3]}).tolist()
        [[0, 2, 1, 2], [2, 1, 2, 0]]
    """
    declarer = checked({"declarer": facts["declarer"]}, ("declarer",))["declarer"]
    after = (np.arange(4) - declarer[..., None]) % 4
    found: NDArray[np.int8] = np.array([0, 2, 1, 2], dtype=np.int8)[after]
    return found


def winners(facts: Mapping[str, ArrayLike], scoring: Scoring, rules: Rules) -> NDArray[np.bool_]:
    """Whether each seat won: the declarers held the deal, or the attackers took it over (SJ-30).

    Args:
        facts: as `chupai.shengji.scores` takes them.
        scoring: the switches.
        rules: how the deals were played.

    Returns:
        bool of shape (…, 4).

    Example:
        >>> from chupai.shengji.rules import CN_2
        >>> from chupai.shengji.scoring import Scoring
        >>> facts = dict(
        ...     declarer=0,
        ...     attackers_points=80,
        ...     kitty_points=0,
        ...     last_winner=0,
        ...     last_width=1,
        ...     last_length=1,
        ...     last_throw=0,
        ... )
        >>> winners(facts, Scoring(), CN_2).tolist()
        [False, True, False, True]
    """
    side = level_changes(facts, scoring, rules.decks).side
    won: NDArray[np.bool_] = np.arange(4) % 2 == np.asarray(side)[..., None]
    return won
