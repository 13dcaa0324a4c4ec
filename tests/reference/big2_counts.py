"""Big Two: how many different plays one deck has, by enumeration of ranks."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb, prod

from .big2_cards import RANKS, SUITS, Rules
from .big2_plays import PLAY_KINDS, classify


def count_plays(rules: Rules) -> dict[str, int]:
    """Count the card sets of each kind, the pass, and the dragon as one."""
    counts = dict.fromkeys(("pass", *PLAY_KINDS), 0)
    counts["pass"] = 1
    counts["dragon"] = int(rules["dragon_play"])
    for size in range(1, 6):
        for example, how_many in card_patterns(size):
            kind = classify(example, rules)
            if kind is not None:
                counts[kind] += how_many
    return counts


def card_patterns(size: int) -> Iterator[tuple[str, int]]:
    """Yield an example of every set of ranks, of one suit and not, and how many such sets are."""
    for ranks in combinations_with_replacement(RANKS, size):
        counts = [ranks.count(rank) for rank in sorted(set(ranks))]
        if max(counts) > len(SUITS):
            continue
        one_suit = len(SUITS) if max(counts) == 1 else 0
        if one_suit:
            yield " ".join(rank + "D" for rank in ranks), one_suit
        others = prod(comb(len(SUITS), n) for n in counts) - one_suit
        if others:
            suits = [SUITS[ranks[:i].count(rank)] for i, rank in enumerate(ranks)]
            if max(counts) == 1:
                suits[0] = "S"
            yield " ".join(map("".join, zip(ranks, suits, strict=True))), others
