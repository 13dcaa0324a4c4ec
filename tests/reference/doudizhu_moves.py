"""Dou Dizhu: the moves. Which card sets are moves, which of them a hand may play, what beats what.

Cards are rank strings, low to high ``3456789TJQKA2BR``; suits never matter. A move is a dict, see
`Move`. Rules are a mapping that holds every switch of the rule book by its name.

The same question is answered in two ways that share little more than the table of shapes:
`legal_plays` builds moves out of a hand, limiting how many of each rank may be carried; `classify`
recognises what a set of cards can be, testing the wings it finds. `brute_force_plays` asks
`classify` about every sub-multiset of the hand.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple, TypedDict

RANKS = "3456789TJQKA2BR"
"""Lowest to highest; B is the small joker, R the big one."""

CHAIN_END = RANKS.index("A")  # chains end at the ace
PAIR_END = RANKS.index("2")  # jokers come singly
SOLO_END = RANKS.index("R")

MOST_CARDS = 20
"""The landlord's hand; a shape that needs more cards does not exist."""

Rules = Mapping[str, Any]
"""Every switch by name. The reference has no defaults."""


class Move(TypedDict):
    """A move or an answer.

    ``rank`` is the lowest rank of the body, "B" for the rocket, "" for answers. ``length`` is the
    number of ranks in the chain, 1 where there is no chain. ``wings`` are the carried cards from
    low to high. ``value`` is what a bid names, else 0.
    """

    kind: str
    length: int
    rank: str
    wings: str
    value: int


class Shape(NamedTuple):
    """A kind of move: ``copies`` of each of ``length`` consecutive ranks, and what they carry."""

    kind: str
    copies: int
    shortest: int
    longest: int
    highest: int
    """The highest rank (as an index) the body may hold."""
    wings: int = 0
    """Wings for each rank of the body."""
    wing_size: int = 0
    """Cards in one wing: 1 or 2."""


SHAPES = (
    Shape("solo", 1, 1, 1, SOLO_END),  # DD-09
    Shape("pair", 2, 1, 1, PAIR_END),  # DD-10
    Shape("trio", 3, 1, 1, PAIR_END),  # DD-11
    Shape("trio_solo", 3, 1, 1, PAIR_END, wings=1, wing_size=1),
    Shape("trio_pair", 3, 1, 1, PAIR_END, wings=1, wing_size=2),
    Shape("solo_chain", 1, 5, 12, CHAIN_END),  # DD-12
    Shape("pair_chain", 2, 3, 10, CHAIN_END),  # DD-13
    Shape("airplane", 3, 2, 6, CHAIN_END),  # DD-14
    Shape("airplane_solos", 3, 2, 5, CHAIN_END, wings=1, wing_size=1),
    Shape("airplane_pairs", 3, 2, 4, CHAIN_END, wings=1, wing_size=2),
    Shape("four_solos", 4, 1, 1, PAIR_END, wings=2, wing_size=1),  # DD-17
    Shape("four_pairs", 4, 1, 1, PAIR_END, wings=2, wing_size=2),
    Shape("quad_chain", 4, 2, 5, CHAIN_END),  # DD-21
    Shape("quad_chain_solos", 4, 2, 3, CHAIN_END, wings=2, wing_size=1),
    Shape("quad_chain_pairs", 4, 2, 2, CHAIN_END, wings=2, wing_size=2),
    Shape("bomb", 4, 1, 1, PAIR_END),  # DD-18
)
"""Every kind of play but the rocket, which is two different cards."""

PLAY_KINDS = (*(shape.kind for shape in SHAPES), "rocket")
DECISION_KINDS = ("bid", "call", "rob", "double", "show")
KINDS = ("pass", *PLAY_KINDS, *DECISION_KINDS)
"""In the documented order."""


def play(kind: str, length: int, lowest: int, wings: str) -> Move:
    """Make the play whose lowest rank has the index ``lowest``."""
    return {"kind": kind, "length": length, "rank": RANKS[lowest], "wings": wings, "value": 0}


def answer(kind: str, value: int) -> Move:
    """Make a pass, a bid of ``value`` or another answer (``value`` 0)."""
    return {"kind": kind, "length": 1, "rank": "", "wings": "", "value": value}


def count_ranks(cards: str) -> list[int]:
    """Count the cards of each rank; ValueError for what one pack cannot hold."""
    counts = [cards.count(rank) for rank in RANKS]
    if sum(counts) != len(cards) or max(counts) > 4 or max(counts[PAIR_END + 1 :]) > 1:
        raise ValueError(f"not cards of one pack: {cards!r}")
    return counts


def sort_cards(cards: str) -> str:
    """Sort from low to high."""
    return "".join(sorted(cards, key=RANKS.index))


def body_of(move: Move) -> str:
    """Return the cards of a play without its wings."""
    if move["kind"] == "rocket":
        return "BR"
    copies = next(shape.copies for shape in SHAPES if shape.kind == move["kind"])
    lowest = RANKS.index(move["rank"])
    return "".join(rank * copies for rank in RANKS[lowest : lowest + move["length"]])


def cards_of(move: Move) -> str:
    """Return the cards of a play, "" for an answer."""
    return body_of(move) + move["wings"] if move["kind"] in PLAY_KINDS else ""


def text_of(move: Move) -> str:
    """Write a move: "34567", "333444+56", "pass", "bid 2", "call"."""
    if move["kind"] not in PLAY_KINDS:
        return f"bid {move['value']}" if move["kind"] == "bid" else move["kind"]
    return body_of(move) + ("+" + move["wings"] if move["wings"] else "")


def order_key(move: Move) -> tuple[int, int, int, tuple[int, ...], tuple[int, ...]]:
    """Sort key of the documented order; also a hashable name of the move.

    Kind, length, rank; then the shape of the wings, which is how many copies there are of each
    of their ranks, in descending order; then the set of ranks held most often as a bit mask, then
    the set held second most often, and so on.
    """
    counts = [move["wings"].count(rank) for rank in RANKS]
    shape = tuple(sorted((n for n in counts if n), reverse=True))
    masks = tuple(
        sum(1 << index for index, n in enumerate(counts) if n == copies)
        for copies in sorted(set(shape), reverse=True)
    )
    rank = RANKS.index(move["rank"]) if move["rank"] else move["value"]
    return KINDS.index(move["kind"]), move["length"], rank, shape, masks


def shapes_in_use(rules: Rules) -> list[Shape]:
    """Return the shapes that exist under these rules."""
    return [
        shape
        for shape in SHAPES
        if (rules["four_with_two"] or not shape.kind.startswith("four_"))
        and (rules["quad_chains"] or not shape.kind.startswith("quad_chain"))
    ]


@cache
def bodies(shape: Shape) -> list[range]:
    """Return the bodies of a shape, each as the range of its ranks."""
    return [
        range(lowest, lowest + length)
        for length in range(shape.shortest, shape.longest + 1)
        for lowest in range(shape.highest - length + 2)
    ]


def take_body(counts: list[int], shape: Shape, body: range) -> list[int] | None:
    """Return what is left of ``counts`` without a body, None if the body is not there."""
    if min(counts[body.start : body.stop]) < shape.copies:
        return None
    return [n - shape.copies if rank in body else n for rank, n in enumerate(counts)]


# --- what beats what ---------------------------------------------------------------------------


def beats(a: Move, b: Move) -> bool:
    """Whether play ``a`` beats play ``b``. Wings never matter; answers neither beat nor lose."""
    if a["kind"] not in PLAY_KINDS or b["kind"] not in PLAY_KINDS:
        return False
    if a["kind"] == "rocket" or b["kind"] == "rocket":  # DD-19
        return b["kind"] != "rocket"
    higher = RANKS.index(a["rank"]) > RANKS.index(b["rank"])
    if a["kind"] == "bomb":  # DD-18
        return b["kind"] != "bomb" or higher
    return a["kind"] == b["kind"] and a["length"] == b["length"] and higher


# --- recognising a move ------------------------------------------------------------------------


def classify(cards: str, rules: Rules) -> list[Move]:
    """Return every reading of ``cards`` as a play; empty if they are no move (DD-20)."""
    counts = count_ranks(cards)
    if sort_cards(cards) == "BR":
        return [play("rocket", 1, RANKS.index("B"), "")]
    readings = []
    for shape in shapes_in_use(rules):
        for body in bodies(shape):
            if len(cards) != len(body) * (shape.copies + shape.wings * shape.wing_size):
                continue
            left = take_body(counts, shape, body)
            if left is None:
                continue
            wings = "".join(rank * n for rank, n in zip(RANKS, left, strict=True))
            if not wings or wings_allowed(shape.kind, body, wings, rules):
                readings.append(play(shape.kind, len(body), body.start, wings))
    return readings


def wings_allowed(kind: str, body: range, wings: str, rules: Rules) -> bool:
    """Whether ``wings``, which are as many cards as they must be, may go with a body."""
    from_body = any(RANKS.index(card) in body for card in wings)
    both_jokers = "B" in wings and "R" in wings
    if kind in ("airplane_solos", "quad_chain_solos"):
        return flock_allowed(kind, body, wings, rules)
    if from_body:
        return False
    if kind == "trio_solo":
        return True
    if kind == "trio_pair" and rules["trio_with_two"] == "any":  # DD-11
        return not both_jokers or bool(rules["wing_both_jokers"])
    if kind == "four_solos":  # DD-17
        equal = wings[0] == wings[1]
        return (not equal or bool(rules["kicker_pair_as_two_solos"])) and (
            not both_jokers or bool(rules["kicker_both_jokers"])
        )
    # Pairs (DD-16).
    copies = {wings.count(card) for card in wings}
    return copies == {2} or (copies <= {2, 4} and bool(rules["wing_quad_as_two_pairs"]))


def flock_allowed(kind: str, body: range, wings: str, rules: Rules) -> bool:
    """Whether solos ``wings`` may go with an airplane or a chain of quads (DD-15)."""
    if "B" in wings and "R" in wings and not rules["wing_both_jokers"]:
        return False
    if max(wings.count(card) for card in wings) > rules["wing_repeat"]:
        return False
    if any(RANKS.index(card) in body for card in wings) and not rules["wing_chain_rank"]:
        return False
    if not rules["wing_extends_chain"]:
        needed = 3 if kind == "airplane_solos" else 4
        for neighbour in (body.start - 1, body.stop):
            in_a_chain = 0 <= neighbour <= RANKS.index("A")
            if in_a_chain and wings.count(RANKS[neighbour]) >= needed:
                return False
    return True


# --- making moves out of a hand ----------------------------------------------------------------


def legal_plays(hand: str, to_beat: Move | None, rules: Rules) -> list[Move]:
    """Return every play of ``hand`` that beats ``to_beat``, and then a pass; or every lead (DD-22).

    No duplicates, in no particular order.
    """
    counts = count_ranks(hand)
    moves = [] if to_beat is None else [answer("pass", 0)]
    for shape in shapes_in_use(rules):
        if to_beat is not None and shape.kind not in (to_beat["kind"], "bomb"):
            continue
        for body in bodies(shape):
            left = take_body(counts, shape, body)
            if left is None:
                continue
            bare = play(shape.kind, len(body), body.start, "")
            if to_beat is not None and not beats(bare, to_beat):
                continue
            moves += [
                play(shape.kind, len(body), body.start, wings)
                for wings in wings_from(shape, body, left, rules)
            ]
    if "B" in hand and "R" in hand and (to_beat is None or to_beat["kind"] != "rocket"):
        moves.append(play("rocket", 1, RANKS.index("B"), ""))
    return moves


def wings_from(shape: Shape, body: range, left: list[int], rules: Rules) -> list[str]:
    """Return all the wings that the cards ``left`` in the hand give to a body ([""] for none)."""
    number = shape.wings * len(body)
    any_two = shape.kind == "trio_pair" and rules["trio_with_two"] == "any"
    if shape.wing_size == 2 and not any_two:
        pairs = []
        for rank in range(PAIR_END + 1):
            if rank not in body and left[rank] >= 2:
                twice = left[rank] == 4 and rules["wing_quad_as_two_pairs"]
                pairs += [RANKS[rank] * 2] * (2 if twice else 1)
        return sorted({"".join(chosen) for chosen in combinations(pairs, number)})
    limits = solo_limits(shape, body, rules)
    cards = "".join(
        rank * min(n, limit) for rank, n, limit in zip(RANKS, left, limits, strict=True)
    )
    wings = {"".join(chosen) for chosen in combinations(cards, number * shape.wing_size)}
    both = rules["kicker_both_jokers" if shape.kind == "four_solos" else "wing_both_jokers"]
    return sorted(chosen for chosen in wings if both or "BR" not in chosen)


def solo_limits(shape: Shape, body: range, rules: Rules) -> list[int]:
    """Return for each rank how many of it may be among the wings, where these are solos."""
    if shape.kind == "trio_solo":
        limit = 1
    elif shape.kind == "trio_pair":
        limit = 2
    elif shape.kind == "four_solos":
        limit = 2 if rules["kicker_pair_as_two_solos"] else 1
    else:
        limit = rules["wing_repeat"]
    limits = [limit] * len(RANKS)
    for rank in body:
        limits[rank] = 1 if shape.kind == "airplane_solos" and rules["wing_chain_rank"] else 0
    if shape.shortest > 1 and not rules["wing_extends_chain"]:
        if body.start > 0:
            limits[body.start - 1] = min(limit, shape.copies - 1)
        if body.stop < RANKS.index("2"):
            limits[body.stop] = min(limit, shape.copies - 1)
    return limits


def brute_force_plays(hand: str, to_beat: Move | None, rules: Rules) -> list[Move]:
    """Answer the question of `legal_plays` by classifying every sub-multiset of the hand."""
    moves = [] if to_beat is None else [answer("pass", 0)]
    for choice in product(*(range(n + 1) for n in count_ranks(hand))):
        cards = "".join(rank * n for rank, n in zip(RANKS, choice, strict=True))
        if 0 < len(cards) <= MOST_CARDS:
            readings = classify(cards, rules)
            moves += [move for move in readings if to_beat is None or beats(move, to_beat)]
    return moves


def is_legal_play(hand: str, to_beat: Move | None, move: Move, rules: Rules) -> bool:
    """Whether ``move`` is one of `legal_plays`, found without listing them."""
    if move["kind"] == "pass":
        return to_beat is not None and move == answer("pass", 0)
    if move["kind"] not in PLAY_KINDS or (to_beat is not None and not beats(move, to_beat)):
        return False
    cards = cards_of(move)
    held = all(cards.count(card) <= hand.count(card) for card in cards)
    return held and move in classify(cards, rules)


def read_play(cards: str, to_beat: Move | None, rules: Rules) -> Move | None:
    """Choose the reading of bare ``cards`` that is meant; None if none is legal now (DD-20).

    Of several readings the one with fewest wings, then of the later kind, then of the higher rank,
    then the later one in the documented order.
    """
    readings = [m for m in classify(cards, rules) if to_beat is None or beats(m, to_beat)]
    return max(
        readings,
        key=lambda m: (
            -len(m["wings"]),
            KINDS.index(m["kind"]),
            RANKS.index(m["rank"]),
            order_key(m),
        ),
        default=None,
    )
