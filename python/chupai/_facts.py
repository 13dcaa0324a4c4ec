"""Facts of deals as callers give them, checked in full: `Fact`, `checked`, `column`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chupai._numbers import wholes
from chupai._shown import shown
from chupai._switches import refuse, refuse_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import ArrayLike, NDArray

    from chupai._native import RulesError

__all__ = ["Fact", "checked", "column", "first_deal", "not_over", "refused"]

Row = tuple[int, ...]
"""Which deal it is of an array of them: an index into the leading axes."""

MOST = 2**15 - 1
"""The most that any fact is: runs keep facts as int16."""


@dataclass(frozen=True)
class Fact:
    """What values a fact of a deal that is over can have.

    Attributes:
        rule: the rule that it comes from, which messages name.
        least, most: it lies between them.
        early: the value below ``least`` that it has while a deal goes on, if there is one.
        of_seats: it is one number a seat, not one a deal.
    """

    rule: str
    least: int = 0
    most: int = MOST
    early: int | None = None
    of_seats: bool = False

    @property
    def is_flag(self) -> bool:
        """Whether it says yes or no, which True and False say as well."""
        return (self.least, self.most, self.early) == (0, 1, None)


def checked(
    facts: Mapping[str, ArrayLike],
    known: Mapping[str, Fact],
    needed: Iterable[str],
    *,
    seats: int,
    rule: str,
) -> dict[str, NDArray[Any]]:
    """All the facts that are given, needed or not, as arrays that deals can have.

    Args:
        facts: whole numbers by name.
        known: the facts that there are.
        needed: those that may not be missing, one at least.
        seats: the number of seats.
        rule: the rule that names what is given to no use.

    Returns:
        The arrays, each of shape (…), or of shape (…, seats) where the fact is one a seat.

    Raises:
        RulesError: a fact that is missing, or that no deal has; shapes that do not fit; values
            that no deal has, or only one that goes on. Each names the fact and its rule, and the
            deal where there are several.
        TypeError: what is no whole number, or no mapping; True and False are numbers only where a
            fact says yes or no.
    """
    needed = tuple(needed)
    arrays = {name: column(facts, name, known, rule) for name in needed}
    for name in facts.keys() - arrays.keys():
        arrays[name] = column(facts, name, known, rule)
    first = arrays[needed[0]]
    shape = first.shape[:-1] if known[needed[0]].of_seats else first.shape
    for name, array in arrays.items():
        fact = known[name]
        wanted = (*shape, seats) if fact.of_seats else shape
        if array.shape != wanted:
            raise refuse(fact.rule, f"fact {name!r} has shape {array.shape}, not {wanted}")
        if not array.size:
            continue
        least, most = int(array.min()), int(array.max())
        if not fact.least <= least <= most <= fact.most:
            wrong = least if least < fact.least else most
            row = first_deal(array == wrong, of_seats=fact.of_seats) or ()
            if wrong == fact.early:
                raise not_over(name, wrong, fact.rule, row)
            message = f"fact {name!r} lies between {fact.least} and {fact.most}, not {shown(wrong)}"
            raise refuse(fact.rule, message + (f" as in deal {_number(row)}" if row else ""))
    return arrays


def not_over(name: str, value: object, rule: str, row: Row = ()) -> RulesError:
    """The error for facts of a deal that goes on, to be raised; ``name`` is what tells it."""
    deal = f"deal {_number(row)}" if row else "the deal"
    return refuse(rule, f"{deal} is not over, for fact {name!r} is {value}: there is no score yet")


def refused(name: str, value: object, why: str, rule: str, row: Row = ()) -> RulesError:
    """The error for a fact that does not fit the others of its deal, to be raised.

    Args:
        name: the fact.
        value: what it is in that deal, a number or one a seat.
        why: why that cannot be.
        rule: the rule that says so.
        row: which deal it is, an index into the leading axes; none of a single deal.
    """
    deal = f" of deal {_number(row)}" if row else ""
    return refuse(rule, f"fact {name!r}{deal} is {value}, and {why}")


def _number(row: Row) -> str:
    """A deal as messages number it."""
    return str(row[0]) if len(row) == 1 else str(tuple(row))


def first_deal(wrong: NDArray[np.bool_], *, of_seats: bool = False) -> Row | None:
    """The first deal in which something is wrong, for a seat perhaps; None if there is none."""
    if not wrong.any():
        return None
    first = np.unravel_index(int(wrong.argmax()), wrong.shape)
    return tuple(int(at) for at in (first[:-1] if of_seats else first))


def column(
    facts: Mapping[str, ArrayLike], name: str, known: Mapping[str, Fact], rule: str
) -> NDArray[Any]:
    """One of the facts as an array of whole numbers, whatever its shape and values.

    Raises:
        RulesError, TypeError: as `checked`.
    """
    if not hasattr(facts, "keys"):
        raise refuse_type(rule, f"facts are arrays by name, not {shown(facts)}")
    if name not in known:
        raise refuse(rule, f"no deal has a fact {shown(name)}; there are {', '.join(known)}")
    fact = known[name]
    rule = fact.rule
    if name not in facts:
        raise refuse(rule, f"fact {name!r} is missing, and the score depends on it")
    try:
        return wholes(
            f"fact {name!r} is made of", facts[name], kinds="biu" if fact.is_flag else "iu"
        )
    except TypeError as error:
        raise refuse_type(rule, str(error)) from None
    except ValueError as error:
        raise refuse(rule, str(error)) from None
