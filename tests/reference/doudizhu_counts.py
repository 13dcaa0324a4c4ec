"""Dou Dizhu: how many different actions the rules allow, by plain enumeration."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from .doudizhu_moves import RANKS, Rules, Shape, bodies, shapes_in_use, wings_allowed

PACK = "".join(rank * (1 if rank in "BR" else 4) for rank in RANKS)


def count_actions(rules: Rules) -> dict[str, int]:
    """Count the distinct actions of each kind in use: pass, plays and answers."""
    counts = {"pass": 1}
    for shape in shapes_in_use(rules):
        counts[shape.kind] = 0
        for body in bodies(shape):
            left = {rank: PACK.count(rank) for rank in RANKS}
            for rank in body:
                left[RANKS[rank]] -= shape.copies
            for wings in all_wings(shape, len(body), rules):
                in_the_pack = all(wings.count(card) <= left[card] for card in wings)
                if in_the_pack and (not wings or wings_allowed(shape.kind, body, wings, rules)):
                    counts[shape.kind] += 1
    counts["rocket"] = 1
    if rules["auction"] == "points":
        counts["bid"] = 3
    if rules["auction"] == "rob":
        counts["call"] = counts["rob"] = 1
    if rules["doubling"]:
        counts["double"] = 1
    if rules["open_hand"] or rules["show_multipliers"]:
        counts["show"] = 1
    return counts


def all_wings(shape: Shape, length: int, rules: Rules) -> Iterator[str]:
    """Yield all multisets of as many cards as the wings of a body need, sensible or not."""
    number = shape.wings * length
    if shape.kind == "trio_pair" and rules["trio_with_two"] == "any":
        units, number = list(RANKS), 2
    else:
        units = [rank * shape.wing_size for rank in RANKS]
    for chosen in combinations_with_replacement(units, number):
        yield "".join(chosen)
