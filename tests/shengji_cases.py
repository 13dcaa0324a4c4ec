"""Rule sets, random hands, leads and tricks shared by the Shengji tests.

Rules are dicts of every switch, cards are texts, leads the texts of their units.
"""

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from reference import shengji as ref

BOOK: Mapping[str, Any] = MappingProxyType(
    {
        "decks": 2,
        "kitty": None,
        "constant_trumps": "",
        "no_trump": True,
        "tractors": True,
        "tractor_min_length": 2,
        "hollow": True,
        "banned_links": (),
        "throws": True,
        "reading": "no_singles",
        "failed_throw": "next_player",
        "follow_order": "cn",
        "protect_wider": False,
        "throw_compare": "dominant",
        "reinforce": True,
        "no_declaration": "kitty",
        "declaring": "during_deal",
        "blind_declaring": False,
        "declare_with_joker": "off",
        "chaodi": False,
    }
)
"""The first value of every switch in the rule book."""

_PLATFORM: dict[str, Any] = dict(BOOK) | {"failed_throw": "smallest"}

PRESETS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "cn-1": dict(BOOK) | {"decks": 1, "no_trump": False},
        "cn-2": dict(BOOK) | {"no_trump": False},
        "cn-3": dict(BOOK) | {"decks": 3, "no_trump": False},
        "platform-2": _PLATFORM,
        "platform-3": _PLATFORM | {"decks": 3, "follow_order": "run_before_one_triple"},
        "platform-3-runs": _PLATFORM | {"decks": 3, "follow_order": "run_before_triples"},
        "four-deck": _PLATFORM | {"decks": 4},
        "four-deck-runs": _PLATFORM | {"decks": 4, "follow_order": "runs_first"},
        "constant-two": _PLATFORM | {"constant_trumps": "2"},
        "fast-levels": _PLATFORM,
        "chaodi": _PLATFORM | {"chaodi": True},
    }
)

NANNING_LINKS = (
    ("B", "main_level"),
    ("main_level", "side_level"),
    ("side_level", "main_constant"),
    ("main_constant", "side_constant"),
)
"""The links that one game of four decks forbids."""

FOLLOW_ORDERS = ("cn", "run_before_one_triple", "run_before_triples", "runs_first", "suit_only")

SPADES_TEN = ref.Trump("S", "T")
"""The trumps of the book's examples."""


def random_rules(rng: Random) -> dict[str, Any]:
    """Draw the switches that matter to one trick."""
    links = [
        (one, other)
        for place, one in enumerate(ref.CLASS_NAMES)
        for other in ref.CLASS_NAMES[:place]
    ]
    return dict(BOOK) | {
        "decks": rng.choice([1, 2, 2, 3, 3, 4, 4]),
        "constant_trumps": rng.choice(["", "", "", "2", "27", "3A"]),
        "tractors": rng.random() < 0.9,
        "tractor_min_length": rng.choice([2, 2, 2, 2, 3]),
        "hollow": rng.random() < 0.8,
        "banned_links": rng.choice(
            [(), (), (), NANNING_LINKS, tuple(rng.sample(links, rng.randint(1, 3)))]
        ),
        "throws": rng.random() < 0.9,
        "reading": rng.choice(["no_singles", "longest_unit"]),
        "failed_throw": rng.choice(["next_player", "smallest"]),
        "follow_order": rng.choice([*FOLLOW_ORDERS[:4], *FOLLOW_ORDERS]),
        "protect_wider": rng.random() < 0.15,
        "throw_compare": rng.choice(["dominant", "dominant", "every_unit", "highest_card"]),
    }


def random_switches(rng: Random) -> dict[str, Any]:
    """Draw every switch of the rules."""
    drawn = random_rules(rng)
    decks = drawn["decks"]
    declaring = rng.choice(["during_deal", "during_deal", "duplicate", "given"])
    no_trump, chaodi = rng.random() < 0.8, rng.random() < 0.4
    asks = declaring != "given" or chaodi
    return drawn | {
        "kitty": rng.choice([None, None, *(k for k in range(21) if (54 * decks - k) % 4 == 0)]),
        "no_trump": no_trump,
        "reinforce": rng.random() < 0.8,
        "no_declaration": rng.choice(["kitty", "no_trump"]) if no_trump else "kitty",
        "declaring": declaring,
        "blind_declaring": declaring != "given" and rng.random() < 0.2,
        "declare_with_joker": rng.choice(["off", "off", "any", "by_colour"]) if asks else "off",
        "chaodi": chaodi,
    }


def random_setup(rng: Random, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Draw how a deal is set up."""
    set_up: dict[str, Any] = {"kitty": rng.choice(["taken", "taken", "taken", "as_dealt"])}
    level = rng.choice(ref.RANKS)
    if rules["declaring"] == "during_deal" and rng.random() < 0.3:
        return set_up | {"level": level}
    set_up["declarer"] = rng.randrange(4)
    if rules["declaring"] == "given":
        set_up["trump"] = rng.choice([*"DCHS", *["NT"] * rules["no_trump"]])
    if rules["declaring"] == "during_deal":
        set_up["first_card"] = rng.choice([None, 0, 1, 2, 3])
    return set_up | {"levels": (level, rng.choice(ref.RANKS))}


def random_trump(rng: Random) -> ref.Trump:
    """Draw what makes cards trumps."""
    suit = rng.choice([*ref.SUITS, *ref.SUITS, None])
    level = rng.choice([*ref.RANKS, *ref.RANKS, None])
    return ref.Trump(suit, level)


def random_cards(
    rng: Random,
    number: int,
    suit: str,
    trump: ref.Trump,
    rules: Mapping[str, Any],
    gone: Sequence[str] = (),
) -> list[str]:
    """Draw cards of one effective suit, so that many are alike or next to each other.

    They are fewer if the pack has fewer, without the cards that are gone.
    """
    chain = ref.chain_of(suit, trump, rules)
    width = rng.randint(2, 6)
    start = rng.randrange(max(1, len(chain.classes) - width + 1))
    left = ref.of_suit(ref.without(ref.pack(rules), gone), suit, trump, rules)
    faces = {face for near in chain.classes[start : start + width] for face in near}
    near = [card for card in left if card in faces]
    far = [card for card in left if card not in faces]
    missing = max(0, min(number - len(near), len(far)))
    cards = near + rng.sample(far, missing)
    return rng.sample(cards, min(number, len(cards)))


def random_lead(
    rng: Random, number: int, trump: ref.Trump, rules: Mapping[str, Any], suit: str = ""
) -> ref.Lead:
    """Draw a lead of at most so many cards."""
    suit = suit or rng.choice(ref.effective_suits(trump))
    cards = random_cards(rng, rng.randint(1, number), suit, trump, rules)
    if rng.random() < 0.5 or not rules["throws"]:
        units = ref.units_in(cards, ref.chain_of(suit, trump, rules))
        largest = max((len(ref.cards_of([unit])), unit) for unit in units)[1]
        return tuple(ref.text_of_units([largest]))
    return rng.choice(ref.readings(" ".join(cards), trump, rules))


def random_hand(
    rng: Random, number: int, rules: Mapping[str, Any], gone: Sequence[str] = ()
) -> str:
    """Draw a hand from the whole pack, without the cards that are gone."""
    return ref.text_of_cards(rng.sample(ref.without(ref.pack(rules), gone), number))


WIDE_THROWS: tuple[list[tuple[int, int]], ...] = (
    [(3, 2)], [(3, 3)], [(4, 2)], [(4, 3)], [(2, 3)], [(2, 4)], [(2, 5)],
    [(2, 2), (2, 1)], [(2, 3), (2, 2)], [(2, 2), (2, 2)], [(2, 2), (1, 1)], [(2, 3), (2, 1)],
    [(3, 1), (2, 2)], [(3, 2), (2, 2)], [(3, 2), (2, 3)], [(3, 2), (3, 1)], [(3, 2), (3, 2)],
    [(3, 1), (3, 1), (2, 1)], [(3, 3), (2, 1)], [(3, 3), (1, 1)], [(3, 1), (1, 1), (1, 1)],
    [(4, 1), (2, 2)], [(4, 1), (3, 1)], [(4, 1), (4, 1)], [(4, 1), (3, 2)], [(4, 2), (2, 2)],
    [(4, 2), (3, 2)], [(4, 2), (2, 1)], [(4, 1), (3, 1), (2, 2)], [(4, 2), (1, 1)],
)  # fmt: skip
"""Kinds of units that are led together, wide and in a row, where much may be owed."""


def random_wide_lead(rng: Random, trump: ref.Trump, rules: Mapping[str, Any]) -> ref.Lead:
    """Draw a lead of `WIDE_THROWS`, or what is most like it."""
    suit = rng.choice(ref.effective_suits(trump))
    possible = [kinds for kinds in WIDE_THROWS if kinds[0][0] <= rules["decks"]]
    kinds = rng.choice(possible or [[(1, 1)] * 2, [(1, 1)] * 4])
    cards = random_units(rng, kinds, suit, trump, rules)
    if not cards:  # a suit of which no cards are left
        return random_wide_lead(rng, trump, rules)
    alike = ref.readings(cards, trump, rules)
    lead = min(alike, key=lambda lead: abs(len(lead) - len(kinds)))
    return lead if rules["throws"] else lead[:1]


def random_units(
    rng: Random,
    kinds: Sequence[tuple[int, int]],
    suit: str,
    trump: ref.Trump,
    rules: Mapping[str, Any],
    gone: Sequence[str] = (),
) -> str:
    """Draw cards of one effective suit that are units of these kinds, if that can be.

    They are near each other as often as not.
    """
    chain = ref.chain_of(suit, trump, rules)
    left = ref.of_suit(ref.without(ref.pack(rules), gone), suit, trump, rules)
    width = rng.choice([3, 4, 6, len(chain.classes)])
    start = rng.randrange(max(1, len(chain.classes) - width + 1))
    near = {face for faces in chain.classes[start : start + width] for face in faces}
    drawn: list[str] = []
    for width, length in kinds:
        cards: list[str] = []
        for some in ([card for card in left if card in near], left):
            units = list(ref.runs_in(some, width, length, chain))
            cards = cards or (ref.cards_of([rng.choice(units)]) if units else [])
        cards = cards or rng.sample(left, min(width * length, len(left)))
        left = ref.without(left, cards)
        drawn += cards
    return ref.text_of_cards(drawn)


FEW_FACES = ("56789", "5678T", "5679T", "5689J", "567899", "5678TJ", "5679TQ", "5689JQ", "568TQA")
"""Ranks next to each other and not, of which small hands are made."""


def random_few_faces(rng: Random, number: int, decks: int) -> str:
    """Draw a hand of hearts of few faces, of about so many cards: often just what is owed."""
    while True:
        faces = sorted({rank + "H" for rank in rng.choice(FEW_FACES)})
        counts = [rng.randint(0, decks) for _ in faces]
        if number <= sum(counts) <= number + 4:
            return ref.text_of_cards(
                face for face, count in zip(faces, counts, strict=True) for _ in range(count)
            )
