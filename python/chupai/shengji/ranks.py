"""Ranks as switches name them: `checked_ranks`."""

from __future__ import annotations

import re
from typing import Final

from chupai._shown import shown
from chupai._switches import refuse, refuse_type

__all__ = ["RANKS", "checked_ranks"]

RANKS: Final = "23456789TJQKA"
"""The ranks from low to high; their places here are the levels of facts."""


def checked_ranks(name: str, given: object, rule: str, *, in_order: bool = False) -> str:
    """Ranks as one text, each once.

    Spaces and commas may stand between them, and 10 is read as T.

    Args:
        name: what they are called in messages.
        given: the text.
        rule: the rule that errors name.
        in_order: they are put in order, for they are a set.

    Raises:
        RulesError: no rank, or one twice.
        TypeError: what is no text.

    Example:
        >>> checked_ranks("levels", "9 10 J", "SJ-33")
        '9TJ'
    """
    if not isinstance(given, str):
        raise refuse_type(rule, f"{name} is ranks as text, such as '27', not {shown(given)}")
    ranks = re.sub(r"[\s,]+", "", given).replace("10", "T")
    for rank in ranks:
        if rank not in RANKS:
            raise refuse(rule, f"{name} has {shown(rank)}, which is no rank: {shown(given)}")
    if len(set(ranks)) < len(ranks):
        raise refuse(rule, f"{name} has a rank twice: {shown(given)}")
    return "".join(sorted(ranks, key=RANKS.index)) if in_order else ranks
