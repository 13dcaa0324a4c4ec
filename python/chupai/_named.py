"""Variants by object or by name, for the functions of one family: `variant_of_family`."""

from __future__ import annotations

from typing import Any

from chupai import _native
from chupai._shown import shown

__all__ = ["variant_of_family"]


def variant_of_family(what: str, family: str, rules: type[Any], given: object) -> Any:
    """The variant that a caller gave, itself or by name, if its rules are of the family.

    Args:
        what: what it is asked for, such as ``"a position"``.
        family: the family as it is called in words.
        rules: its dataclass of switches.
        given: what the caller gave.

    Raises:
        TypeError: no variant of the family.
        ValueError: an unknown name.
    """
    variant = _native.variant_of(given)
    if not isinstance(getattr(variant, "rules", None), rules):
        raise TypeError(f"{what} of {family} needs one of its variants, not {shown(given)}")
    return variant
