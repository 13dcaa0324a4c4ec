"""Rule sets, random hands and random deals shared by the Big Two tests.

Rules are dicts of every switch, cards are texts, moves those of the reference.
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from reference import big2 as ref

BOOK: Mapping[str, Any] = MappingProxyType(
    {
        "decks": 1,
        "suit_order": "DCHS",
        "top_rank": "2",
        "triples": True,
        "bare_quad": "off",
        "two_pair_4": False,
        "two_pair_5": False,
        "straights": "hk",
        "straight_tie": "game",
        "flushes": True,
        "flush_order": "rank",
        "five_card": "ladder",
        "monsters": False,
        "dragon_play": False,
        "players": 4,
        "remainder": "lowest_holder",
        "must_include_lowest": "when_it_decides",
        "pass_rule": "soft",
        "monster_after_pass": False,
        "ask_locked": "holders",
        "end": "first_out",
        "instant_wins": (),
        "redeal_below": None,
        "top_rule": "free",
        "revolution": "off",
    }
)
"""The first value of every switch in the rule book."""

TAIWAN: dict[str, Any] = dict(BOOK) | {
    "suit_order": "CDHS",
    "straights": "taiwan",
    "straight_tie": "taiwan",
    "flushes": False,
    "five_card": "same_kind",
    "monsters": True,
    "pass_rule": "lock",
    "monster_after_pass": True,
    "dragon_play": True,
}

_PRESETS: dict[str, Mapping[str, Any]] = {
    "hong-kong": BOOK,
    "hong-kong-place": BOOK,
    "wikipedia": dict(BOOK)
    | {
        "flush_order": "suit",
        "must_include_lowest": "never",
        "instant_wins": ("dragon",),
        "redeal_below": 3,
    },
    "taiwan": TAIWAN,
    "taiwan-deduction": TAIWAN | {"monster_after_pass": False},
    "taiwan-3p": TAIWAN | {"monster_after_pass": False, "players": 3, "triples": False},
    "bloody": TAIWAN | {"dragon_play": False, "end": "all_out", "revolution": "swap_ends"},
    "malaysia-3p": dict(BOOK)
    | {"players": 3, "remainder": "malaysia_swap", "must_include_lowest": "never"},
    "two-deck": dict(BOOK) | {"decks": 2},
    "natural": dict(BOOK) | {"straights": "natural", "straight_tie": "sequence"},
}
PRESETS = {name: MappingProxyType(rules) for name, rules in _PRESETS.items()}
"""The rules of every preset, written out from the rule book."""

WINDOWS = [(ref.RANKS + ref.RANKS)[start : start + 5] for start in range(13)]  # 34567 … 23456
ID_WINDOWS = [window for window in WINDOWS if window not in ("QKA23", "KA234")]


def random_straights(rng: Random) -> str:
    """Write a random order of straights with ties."""
    chosen = rng.sample(WINDOWS, rng.randint(1, len(WINDOWS)))
    return chosen[0] + "".join(rng.choice(["=", " ", " < "]) + window for window in chosen[1:])


def random_rules(rng: Random) -> dict[str, Any]:
    """Draw a value for every switch, so that they do not contradict each other."""
    rules = dict(BOOK)
    rules["decks"] = rng.choice([1, 1, 1, 2])
    rules["suit_order"] = rng.choice(["DCHS", "CDHS"])
    rules["top_rank"] = rng.choice(["2", "2", "2", "3", "4", "A", "9"])
    rules["triples"] = rng.random() < 0.8
    rules["bare_quad"] = rng.choice(["off", "own_kind", "as_quads"])
    rules["two_pair_4"] = rng.random() < 0.5
    rules["two_pair_5"] = rng.random() < 0.5
    rules["straights"] = rng.choice([*ref.NAMED_STRAIGHTS, random_straights(rng)])
    rules["straight_tie"] = rng.choice(["game", "sequence", "taiwan", "none"])
    rules["flushes"] = rng.random() < 0.8
    rules["flush_order"] = rng.choice(["rank", "suit", "top"])
    if not rules["flushes"]:  # nothing is in that order
        rules["flush_order"] = "rank"
    rules["five_card"] = rng.choice(["ladder", "same_kind"])
    rules["monsters"] = rules["five_card"] == "same_kind" and rng.random() < 0.8
    players = {1: [2, 3, 3, 4, 4, 4, 4, 5, 7], 2: [4, 4, 5, 6, 8]}
    rules["players"] = rng.choice(players[rules["decks"]])
    rules["remainder"] = rng.choice(["lowest_holder", "discard"])
    if rules["players"] == 3 and rules["decks"] == 1 and rng.random() < 0.5:
        rules["remainder"] = "malaysia_swap"
    rules["must_include_lowest"] = rng.choice(["when_it_decides", "never"])
    rules["pass_rule"] = rng.choice(["soft", "lock"])
    if rules["monsters"] and rules["pass_rule"] == "lock":
        rules["monster_after_pass"] = rng.random() < 0.8
    if rules["monster_after_pass"]:
        rules["ask_locked"] = rng.choice(["holders", "always"])
    rules["end"] = rng.choice(["first_out", "all_out"])
    rules["redeal_below"] = rng.choice([None, 3, 12] if rules["players"] < 5 else [None, 3])
    rules["top_rule"] = rng.choice(["free", "forced"])
    rules["revolution"] = rng.choice(["off", "swap_ends"])
    if hand_sizes(rules) >= 13:
        rules["dragon_play"] = rng.random() < 0.5
    if hand_sizes(rules) == 13:
        rules["instant_wins"] = rng.choice([(), ("dragon",), ("dragon", "four_twos")])
    else:
        rules["instant_wins"] = rng.choice([(), ("four_twos",)])
    return rules


def hand_sizes(rules: dict[str, Any]) -> int:
    """Return how many cards everybody is dealt."""
    return 52 * int(rules["decks"]) // int(rules["players"])


def random_hand(rng: Random, size: int, rules: dict[str, Any]) -> str:
    """Draw cards from the pack, half of the time so that many combinations are among them."""
    cards = ref.pack(rules)
    if rng.random() < 0.5:
        ranks = rng.sample(ref.RANKS, rng.randint(max(2, size // 4), 9))
        suits = rng.sample(ref.SUITS, rng.randint(1, 4))
        liked = [card for card in cards if card[0] in ranks and card[1] in suits]
        other = [card for card in cards if card not in liked]
        cards = rng.sample(liked, len(liked)) + rng.sample(other, len(other))
        return ref.text_of_cards(cards[:size])
    return ref.text_of_cards(rng.sample(cards, size))


def random_play(rng: Random, rules: dict[str, Any]) -> ref.Move:
    """Draw a play, all kinds about equally often."""
    plays = ref.plays_of(random_hand(rng, 13, rules), rules)
    kind = rng.choice(sorted({play["kind"] for play in plays}))
    return rng.choice(ref.in_order([play for play in plays if play["kind"] == kind], rules))


def random_dealing(rng: Random, rules: dict[str, Any]) -> tuple[list[str], str]:
    """Deal: the hands and what is left over."""
    pack = ref.pack(rules)
    return cut_up(rng.sample(pack, len(pack)), rules)


def rigged_dealing(rng: Random, rules: dict[str, Any]) -> tuple[list[str], str]:
    """Deal a pack that lies in suits or ranks, hardly mixed: with quads and straight flushes."""
    cards = ref.pack(rules)
    if rng.random() < 0.5:
        cards.sort(key=lambda card: ref.SUITS.index(card[1]))
    start = rng.randrange(len(cards))
    cards = cards[start:] + cards[:start]
    for _ in range(rng.choice([0, 3, 6, 10])):
        a, b = rng.sample(range(len(cards)), 2)
        cards[a], cards[b] = cards[b], cards[a]
    return cut_up(cards, rules)


def cut_up(cards: list[str], rules: dict[str, Any]) -> tuple[list[str], str]:
    """Deal cards in the order in which they lie, a hand at a time."""
    size = hand_sizes(rules)
    hands = [ref.text_of_cards(cards[i * size : i * size + size]) for i in range(rules["players"])]
    return hands, ref.text_of_cards(cards[size * rules["players"] :])


def some_setup(rng: Random, rules: dict[str, Any]) -> dict[str, Any]:
    """Draw the seat of the first card, and perhaps who leads, and roles where there may be any."""
    players = rules["players"]
    setup: dict[str, Any] = {"first_card": rng.randrange(players)}
    if rng.random() < 0.4:
        setup["leader"] = rng.randrange(players)
    if players == 4 and rules["end"] == "all_out" and rng.random() < 0.5:
        setup["roles"] = rng.sample(range(4), 4)
    return setup
