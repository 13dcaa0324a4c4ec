"""Facts of deals of Shengji, made up, and scorings for them."""

import numpy as np

from reference.shengji_cards import RANKS

BOOK = {
    "throw_penalty": 0, "throw_penalty_per": "attempt", "kitty_multiplier": "cn",
    "single_multiplier": 2, "dig_with": "any", "turnover": None, "step": None, "cap": None,
}  # fmt: skip
"""The scoring switches by their defaults, as the reference takes them."""


def deal(points=0, *, level="2", trump="S", winning=0, **others):
    """A deal in which seat 0 declares and the attackers win so many points in tricks.

    Its last trick was led with a single of a side suit. ``winning`` is ``last_level_card``.
    """
    facts = {
        "declarer": 0,
        "level": -1 if level is None else RANKS.index(level),
        "trump": [*"DCHS", "NT"].index(trump),
        "attackers_points": points,
        "kitty_points": 0,
        "last_winner": 0,
        "last_width": 1,
        "last_length": 1,
        "last_throw": 0,
        "last_cards": 1,
        "last_lead_trump": 0,
        "last_winner_trump": 0,
        "last_level_card": winning,
        "failed_throws": [0] * 4,
        "cards_returned": [0] * 4,
    }
    assert facts.keys() >= others.keys()
    return facts | others


def columns(deals):
    """Facts of many deals as arrays, first axis the deal."""
    return {name: np.array([facts[name] for facts in deals]) for name in deals[0]}


def random_deal(rng, decks=2):
    """Facts that may well contradict each other, but are each what a deal can have."""
    lead = rng.choice([(1, 1), *((w, n) for w in range(2, decks + 1) for n in (1, 2, 3, 4))])
    throw = rng.random() < 0.3
    return deal(
        5 * rng.randrange(20 * decks + 1),
        level=rng.choice(RANKS),
        trump=rng.choice([*"DCHS", "NT"]),
        winning=rng.randrange(3),
        declarer=rng.randrange(4),
        kitty_points=5 * rng.randrange(17),
        last_winner=rng.randrange(4),
        last_width=lead[0],
        last_length=lead[1],
        last_throw=int(throw),
        last_cards=lead[0] * lead[1] + rng.randrange(1, 4) * throw,
        last_lead_trump=rng.randrange(2),
        last_winner_trump=rng.randrange(2),
        failed_throws=[rng.choice([0, 0, 0, 1, 2]) for _ in range(4)],
        cards_returned=[rng.choice([0, 0, 1, 5]) for _ in range(4)],
    )


def random_scoring(rng):
    """Switches of scoring by name; no written table of multipliers."""
    step = rng.choice([None, 5, 10, 20, 40, 60, 80])
    return {
        "throw_penalty": rng.choice([0, 5, 10, 20]),
        "throw_penalty_per": rng.choice(["attempt", "card"]),
        "kitty_multiplier": rng.choice(["cn", "power"]),
        "single_multiplier": rng.choice([1, 2]),
        "dig_with": rng.choice(["any", "trump_lead", "trump_winner"]),
        "turnover": None if step is None else step * rng.choice([1, 2, 4, 8]),
        "step": step,
        "cap": rng.choice([None, "pack", 80, 200]),
    }
