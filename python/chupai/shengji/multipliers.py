"""How often the kitty's points count, by the lead that wins it: `KittyMultipliers`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chupai._shown import shown
from chupai._switches import checked_whole, refuse, refuse_type

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CN", "POWER", "KittyMultipliers", "checked_multipliers", "multipliers_of"]

_RULE = "SJ-28"
_MOST = 2**40
_LONGEST: Final = {1: 1, 2: 27, 3: 18, 4: 13}
"""By width, how many classes a run can have, in a hand of 54 cards at most."""

_TUPLES = {1: "single", 2: "pair", 3: "triple", 4: "quad"}


@dataclass(frozen=True, kw_only=True, repr=False)
class KittyMultipliers:
    """How many times the kitty's points count, by the lead of the last trick 摳底.

    A run of X classes counts ``run · times^(X−2) + plus · (X−2)``: ``pair_run=6, pair_run_plus=2``
    is "two linked pairs six times, each further pair two times more", and ``pair_run=8,
    pair_run_plus=0, pair_run_times=2`` "eight times, doubled by each further pair". A throw counts
    as its dominant unit, which is that of most cards, then the widest (SJ-25, SJ-28).

    Attributes:
        single: of one card, 0 or more, as all that follow.
        pair: of two equal cards.
        triple: of three equal cards.
        quad: of four equal cards.
        pair_run: of two linked pairs.
        pair_run_plus: what each further pair adds.
        pair_run_times: by what each further pair multiplies, 1 or more.
        triple_run, triple_run_plus, triple_run_times: the same of linked triples.
        quad_run, quad_run_plus, quad_run_times: the same of linked quads.
        throw_of_singles: of a throw without a pair; None: as other throws.
        throw: of any other throw; None: as its dominant unit.

    Raises:
        RulesError: a number that cannot be, or multipliers beyond 2^40 (SJ-28).
        TypeError: what is no whole number.

    Example:
        >>> KittyMultipliers(pair=3, pair_run=5, pair_run_plus=1).of(2, 4)
        7
    """

    single: int = 2
    pair: int = 4
    triple: int = 4
    quad: int = 5
    pair_run: int = 6
    pair_run_plus: int = 2
    pair_run_times: int = 1
    triple_run: int = 6
    triple_run_plus: int = 2
    triple_run_times: int = 1
    quad_run: int = 7
    quad_run_plus: int = 3
    quad_run_times: int = 1
    throw_of_singles: int | None = 3
    throw: int | None = None

    def __post_init__(self) -> None:
        """Check the numbers."""
        for f in fields(self):
            value = getattr(self, f.name)
            if value is None and f.name.startswith("throw"):
                continue
            least = 1 if f.name.endswith("_times") else 0
            number = checked_whole(f.name, value, _RULE, least=least, most=_MOST)
            object.__setattr__(self, f.name, number)
        for width in (2, 3, 4):
            if self.of(width, _LONGEST[width]) > _MOST:
                name = f"{_TUPLES[width]}_run"
                raise refuse(_RULE, f"{name} of {_LONGEST[width]} counts more than 2^40 times")

    def of(self, width: int, length: int = 1, *, throw: bool = False) -> int:
        """The multiplier of a lead.

        Args:
            width: equal cards of a class in it, 1 to 4; of a throw in its dominant unit.
            length: linked classes, likewise.
            throw: the lead is a throw.

        Raises:
            ValueError: there is no such unit.

        Example:
            >>> [POWER.of(2, length) for length in (1, 2, 3)]
            [4, 8, 16]
        """
        if not 1 <= length <= _LONGEST.get(width, 0):
            raise ValueError(f"there is no unit of width {width} and length {length} [SJ-10]")
        if throw and width == 1 and self.throw_of_singles is not None:
            return self.throw_of_singles
        if throw and self.throw is not None:
            return self.throw
        name = _TUPLES[width]
        if length == 1:
            number: int = getattr(self, name)
            return number
        first, plus, times = (getattr(self, f"{name}_run{end}") for end in ("", "_plus", "_times"))
        made: int = first * times ** (length - 2) + plus * (length - 2)
        return made

    def table(self) -> NDArray[np.int64]:
        """All of them, int64 of shape (2, 5, 28): no throw or one, width, length.

        Units that do not exist have −1.
        """
        return _table(self)

    def __repr__(self) -> str:
        """The numbers that differ from the default."""
        changed = (
            f"{f.name}={value!r}"
            for f in fields(self)
            if (value := getattr(self, f.name)) != f.default
        )
        return f"KittyMultipliers({', '.join(changed)})"


@lru_cache(maxsize=256)
def _table(multipliers: KittyMultipliers) -> NDArray[np.int64]:
    table = np.full((2, 5, 28), -1, dtype=np.int64)
    for throw in (False, True):
        for width, longest in _LONGEST.items():
            for length in range(1, longest + 1):
                table[int(throw), width, length] = multipliers.of(width, length, throw=throw)
    table.flags.writeable = False
    return table


CN: Final[Mapping[int, KittyMultipliers]] = {
    1: KittyMultipliers(),
    2: KittyMultipliers(),
    3: KittyMultipliers(pair=3, pair_run=5, pair_run_plus=1),
    4: KittyMultipliers(pair=3, pair_run=5, pair_run_plus=1),
}
"""By the number of decks, what ``"cn"`` stands for: 中国升级竞赛规则 (SJ-28)."""

POWER: Final[KittyMultipliers] = KittyMultipliers(
    pair=4,
    triple=6,
    quad=8,
    pair_run=8,
    pair_run_plus=0,
    pair_run_times=2,
    triple_run=18,
    triple_run_plus=0,
    triple_run_times=3,
    quad_run=32,
    quad_run_plus=0,
    quad_run_times=4,
    throw_of_singles=None,
)
"""What ``"power"`` stands for: 2·w^X of X linked classes of w cards each (SJ-29)."""


def multipliers_of(given: str | KittyMultipliers, decks: int, single: int) -> KittyMultipliers:
    """The multipliers that a name stands for with so many decks; others stay as they are.

    Example:
        >>> multipliers_of("cn", 3, 2)
        KittyMultipliers(pair=3, pair_run=5, pair_run_plus=1)
    """
    if isinstance(given, KittyMultipliers):
        return given
    return CN[decks] if given == "cn" else replace(POWER, single=single)


def checked_multipliers(given: Any) -> str | KittyMultipliers:
    """A name, multipliers, or numbers by name as JSON has them.

    Raises:
        RulesError: an unknown name, or what `KittyMultipliers` refuses (SJ-28).
        TypeError: what is neither.
    """
    if isinstance(given, KittyMultipliers):
        return given
    if isinstance(given, Mapping):
        known = {f.name for f in fields(KittyMultipliers)}
        for name in given:
            if name not in known:
                raise refuse(_RULE, f"no kitty multiplier is called {shown(name)}")
        return KittyMultipliers(**given)
    message = f"kitty_multiplier is 'cn', 'power' or a KittyMultipliers, not {shown(given)}"
    if not isinstance(given, str):
        raise refuse_type(_RULE, message)
    if given not in {"cn", "power"}:
        raise refuse(_RULE, message)
    return given
