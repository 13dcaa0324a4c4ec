"""Facts of deals of Shengji, made up, and scorings for them."""

import numpy as np

from reference.shengji_cards import RANKS

BOOK = {
    "throw_penalty": 0, "throw_penalty_per": "attempt", "kitty_multiplier": "cn",
    "single_multiplier": 2, "dig_with": "any", "turnover": None, "step": None, "cap": None,
}  # fmt: skip
"""The scoring switches by their defaults, as the reference takes them."""


KITTY = [
    (1, 1, 1, False, 2), (1, 1, 1, True, 3),
    (2, 1, 1, False, 2), (2, 2, 1, False, 4),
    (2, 2, 2, False, 6), (2, 2, 3, False, 8), (2, 2, 4, False, 10), (2, 2, 5, False, 12),
    (2, 1, 1, True, 3), (2, 2, 1, True, 4), (2, 2, 2, True, 6),
    (3, 1, 1, False, 2), (3, 2, 1, False, 3), (3, 3, 1, False, 4),
    (3, 2, 2, False, 5), (3, 2, 3, False, 6), (3, 2, 4, False, 7),
    (3, 3, 2, False, 6), (3, 3, 3, False, 8), (3, 3, 4, False, 10),
    (3, 1, 1, True, 3), (3, 2, 1, True, 3), (3, 3, 1, True, 4), (3, 2, 2, True, 5),
    # Four decks are not printed.
    (4, 1, 1, False, 2), (4, 2, 1, False, 3), (4, 3, 1, False, 4), (4, 4, 1, False, 5),
    (4, 2, 2, False, 5), (4, 2, 3, False, 6), (4, 3, 2, False, 6), (4, 3, 3, False, 8),
    (4, 4, 2, False, 7), (4, 4, 3, False, 10), (4, 1, 1, True, 3), (4, 4, 1, True, 5),
]  # fmt: skip
"""The printed table: decks, width, length, whether thrown; how often the kitty counts."""

LEVELS = [
    (-4, (-20, -5), (-40, -5), (-60, -5)),
    (-3, (0, 0), (0, 0), (0, 0)),
    (-2, (5, 15), (5, 35), (5, 55)),
    (-1, (20, 35), (40, 75), (60, 115)),
    (0, (40, 55), (80, 115), (120, 175)),
    (1, (60, 75), (120, 155), (180, 235)),
    (2, (80, 95), (160, 195), (240, 295)),
    (3, (100, 115), (200, 235), (300, 355)),
]
"""The printed table: levels of the declarers (negative) or of attackers who take over, and the
points that win them with 1, 2 and 3 decks."""


def printed(decks):
    """Each possible score of the printed range and what it wins."""
    for change, *ranges in LEVELS:
        low, high = ranges[decks - 1]
        for score in range(low, high + 1, 5):
            yield score, change


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


def last_trick(width, length, throw=False, **others):
    """The attackers win the last trick, with 10 points in the kitty and 35 in tricks."""
    return deal(
        35, kitty_points=10, last_winner=3, last_width=width, last_length=length,
        last_throw=int(throw), last_cards=width * length + 2 * throw, **others,
    )  # fmt: skip


def columns(deals):
    """Facts of many deals as arrays, first axis the deal."""
    return {name: np.array([facts[name] for facts in deals]) for name in deals[0]}


def random_deal(rng, decks=2):
    """Facts that may well contradict each other, but for points and throws."""
    points, buried = 5 * rng.randrange(20 * decks + 1), 5 * rng.randrange(17)
    failed = [rng.choice([0, 0, 0, 1, 2]) for _ in range(4)]
    lead = rng.choice([(1, 1), *((w, n) for w in range(2, decks + 1) for n in (1, 2, 3, 4))])
    throw = rng.random() < 0.3
    return deal(
        min(points, 100 * decks - buried),
        level=rng.choice(RANKS),
        trump=rng.choice([*"DCHS", "NT"]),
        winning=rng.randrange(3),
        declarer=rng.randrange(4),
        kitty_points=buried,
        last_winner=rng.randrange(4),
        last_width=lead[0],
        last_length=lead[1],
        last_throw=int(throw),
        last_cards=lead[0] * lead[1] + rng.randrange(1, 4) * throw,
        last_lead_trump=rng.randrange(2),
        last_winner_trump=rng.randrange(2),
        failed_throws=failed,
        cards_returned=[rng.choice([0, 0, 1, 5]) * (times > 0) for times in failed],
    )


def random_scoring(rng):
    """Switches of scoring by name, none without effect; no written table of multipliers."""
    step = rng.choice([None, 5, 10, 20, 40, 60, 80])
    penalty = rng.choice([0, 5, 10, 20])
    multiplier = rng.choice(["cn", "power"])
    return {
        "throw_penalty": penalty,
        "throw_penalty_per": rng.choice(["attempt", "card"]) if penalty else "attempt",
        "kitty_multiplier": multiplier,
        "single_multiplier": rng.choice([1, 2]) if multiplier == "power" else 2,
        "dig_with": rng.choice(["any", "trump_lead", "trump_winner"]),
        "turnover": None if step is None else rng.choice([step, 4 * step, 80, 160]),
        "step": step,
        "cap": rng.choice([None, "pack", 80, 200]),
    }
