"""Random rules, cards and moves for tests that ask two Dou Dizhu implementations one question.

Rules are dicts of every switch, cards are rank strings, moves those of the reference.
"""

from random import Random
from typing import Any

from reference import doudizhu as ref

CHAIN_RANKS = ref.RANKS[:12]

BOOK: dict[str, Any] = {
    "auction": "points",
    "repass": "final",
    "on_all_pass": "redeal",
    "call_multiplier": 3,
    "trio_with_two": "pair",
    "wing_repeat": 3,
    "wing_both_jokers": False,
    "wing_chain_rank": False,
    "wing_extends_chain": True,
    "wing_quad_as_two_pairs": False,
    "four_with_two": True,
    "kicker_pair_as_two_solos": True,
    "kicker_both_jokers": False,
    "quad_chains": False,
    "open_hand": False,
    "doubling": False,
    "show_multipliers": None,
}
"""The first value of every switch in the rule book."""

SHOW_MULTIPLIERS = [None, None, (2, 2), (3, 1), (4, 3, 2), (5, 4, 3, 2), (6, 5, 4, 3, 1)]

TRICKY_HANDS = [
    "333344445555",  # every switch about quads, wings of the chain's own ranks, neighbours
    "333344445556",
    "444555566667",
    "333455556666",
    "QQQKKKKAAA22",
    "KKKKAAAA2222",
    "JJJQQQQ222BR",
    "3337788899BR",
    "3444455BR",
    "AAA2222BR",
]
"""Hands of up to 12 cards in which the switches for wings and kickers decide."""


def random_rules(rng: Random) -> dict[str, Any]:
    """Draw a value for every switch."""
    shows = rng.choice(SHOW_MULTIPLIERS)
    return {
        "auction": rng.choice(["points", "rob", "fixed"]),
        "repass": rng.choice(["final", "again"]),
        "on_all_pass": rng.choice(["redeal", "void"]),
        "call_multiplier": rng.randint(1, 4),
        "trio_with_two": rng.choice(["pair", "any"]),
        "wing_repeat": rng.randint(1, 4),
        "wing_both_jokers": rng.random() < 0.5,
        "wing_chain_rank": rng.random() < 0.5,
        "wing_extends_chain": rng.random() < 0.5,
        "wing_quad_as_two_pairs": rng.random() < 0.5,
        "four_with_two": rng.random() < 0.75,
        "kicker_pair_as_two_solos": rng.random() < 0.5,
        "kicker_both_jokers": rng.random() < 0.5,
        "quad_chains": rng.random() < 0.5,
        "open_hand": shows is None and rng.random() < 0.5,
        "doubling": rng.random() < 0.5,
        "show_multipliers": shows,
    }


def random_scoring(rng: Random) -> dict[str, Any]:
    """Draw a value for every switch of the scoring."""
    return {
        "stake": rng.choice([1, 1, 2, 10]),
        "spring_multiplier": rng.choice([1, 2, 3]),
        "cap": rng.choice([None, None, 1, 3, 12, 24, 100]),
    }


def random_hand(rng: Random, size: int) -> str:
    """Draw a hand; half of the time from a few neighbouring ranks, so that it holds long shapes."""
    pack = ref.PACK
    if rng.random() < 0.5:
        ranks = rng.randint(size // 4 + 1, 8)
        lowest = rng.randint(0, 13 - ranks)
        pack = "".join(rank * 4 for rank in ref.RANKS[lowest : lowest + ranks])
        pack += rng.choice(["", "BR", "22", "B", "34", "2222BR"])
        pack = "".join(rank * min(pack.count(rank), ref.PACK.count(rank)) for rank in ref.RANKS)
    return ref.sort_cards("".join(rng.sample(pack, size)))


def random_airplane(rng: Random, copies: int = 3) -> str:
    """Draw consecutive trios (or quads) with about as many wings as they carry, allowed or not."""
    length = rng.randint(2, 5 if copies == 3 else 3)
    lowest = rng.randint(0, len(CHAIN_RANKS) - length)
    body = "".join(rank * copies for rank in CHAIN_RANKS[lowest : lowest + length])
    near = ref.RANKS[max(0, lowest - 1) : lowest + length + 1] + rng.choice(["BR", "2", ""])
    rest = "".join(rank * (ref.PACK.count(rank) - body.count(rank)) for rank in ref.RANKS)
    if rng.random() < 0.7:  # wings that touch the chain, repeat or are both jokers
        rest = "".join(card for card in rest if card in near or rng.random() < 0.2)
    wings = length * rng.choice([0, 1, 1] if copies == 3 else [0, 2, 2])
    units = list(rest)
    if rng.random() < 0.3:
        units = [rank * 2 for rank in ref.RANKS for _ in range(rest.count(rank) // 2)]
    wings = min(wings, len(units), (20 - len(body)) // len(units[0]) if units else 0)
    return ref.sort_cards(body + "".join(rng.sample(units, wings)))


def random_cards(rng: Random) -> str:
    """Draw a card set that is a move now and then: short ones, near misses, airplanes."""
    draw = rng.random()
    if draw < 0.3:
        return random_airplane(rng, rng.choice([3, 4]))
    hand = random_hand(rng, rng.randint(1, 20))
    if draw < 0.45:
        return hand
    cards = ref.cards_of(random_play(rng, hand, None, BOOK | {"quad_chains": True}))
    if draw < 0.6 and len(cards) > 1:  # spoil it
        cards = cards.replace(rng.choice(cards), "", 1)
        rest = "".join(rank * (ref.PACK.count(rank) - cards.count(rank)) for rank in ref.RANKS)
        cards = ref.sort_cards(cards + rng.choice(rest))
    return cards


def random_play(rng: Random, hand: str, to_beat: ref.Move | None, rules: ref.Rules) -> ref.Move:
    """Draw a kind of play the hand has, then a play of it; a pass if it has none."""
    moves = sorted(ref.legal_plays(hand, to_beat, rules), key=ref.order_key)
    plays = [move for move in moves if move["kind"] != "pass"]
    if not plays:
        return moves[0]
    kind = rng.choice(sorted({move["kind"] for move in plays}))
    return rng.choice([move for move in plays if move["kind"] == kind])


def random_to_beat(rng: Random, rules: ref.Rules) -> ref.Move | None:
    """Draw a play to beat, often a rare one; None now and then."""
    if rng.random() < 0.25:
        return None
    cards = random_hand(rng, rng.randint(8, 20))
    if rng.random() < 0.5:
        cards = random_airplane(rng, rng.choice([3, 4]))
        if readings := ref.classify(cards, rules):
            return rng.choice(readings)
    return random_play(rng, cards, None, rules)


def random_deal(rng: Random) -> tuple[list[str], str, int]:
    """Shuffle and deal: three hands, the bottom cards, the first bidder."""
    pack = list(ref.PACK)
    rng.shuffle(pack)
    cards = "".join(pack)
    return [cards[:17], cards[17:34], cards[34:51]], cards[51:], rng.randrange(3)
