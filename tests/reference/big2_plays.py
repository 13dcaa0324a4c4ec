"""Big Two: the plays. Which card sets are plays, what beats what, what a hand may play.

The same question is answered in two ways: `plays_of` builds the plays of each kind out of a hand,
`brute_force_plays` asks `classify` about every set of cards in it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import NamedTuple, TypedDict

from .big2_cards import (
    RANKS,
    Rules,
    by_value,
    card_value,
    cards_in,
    straight_windows,
    text_of_cards,
)

PLAY_KINDS = (
    "single",
    "pair",
    "triple",
    "bare_quad",
    "two_pair_4",
    "two_pair_5",
    "straight",
    "flush",
    "full_house",
    "quads",
    "straight_flush",
    "dragon",
)
DECISION_KINDS = ("swap", "redeal", "ask", "give")
KINDS = ("pass", *PLAY_KINDS, *DECISION_KINDS)
"""In the documented order."""

FIVE_CARDS = ("two_pair_5", "straight", "flush", "full_house", "quads", "straight_flush")
"""The kinds of five cards, low to high (BT-19)."""

DRAGON_CARDS = 13


class Move(TypedDict):
    """A play, a pass or another answer; ``cards`` as text, ``rank`` only where one is asked."""

    kind: str
    cards: str
    rank: str


def answer(kind: str, cards: str = "", rank: str = "") -> Move:
    """Make a pass or another answer that is no play."""
    return {"kind": kind, "cards": cards, "rank": rank}


def text_of(move: Move) -> str:
    """Write a move: "3D 3C", "pass", "ask 2", "give 3D"."""
    if move["kind"] in PLAY_KINDS:
        return move["cards"]
    return " ".join(word for word in (move["kind"], move["cards"], move["rank"]) if word)


# --- recognising a play --------------------------------------------------------------------------


def classify(cards: str, rules: Rules) -> str | None:
    """Return the one kind that cards are, the highest of those they could be; None for no play."""
    held = cards_in(cards)
    copies = sorted(Counter(card[0] for card in held).values(), reverse=True)
    one_rank, one_suit = len(copies) == 1, len({card[1] for card in held}) == 1
    if len(held) == 1:
        return "single"  # BT-05
    if len(held) == 2:
        return "pair" if one_rank else None  # BT-06
    if len(held) == 3:
        return "triple" if one_rank and rules["triples"] else None  # BT-07
    if len(held) == 4:
        if one_rank and rules["bare_quad"] != "off":  # BT-08
            return "bare_quad"
        return "two_pair_4" if copies == [2, 2] and rules["two_pair_4"] else None  # BT-09
    if len(held) == 5:
        straight = "".join(card[0] for card in held) in straight_windows(rules)
        if straight and one_suit:
            return "straight_flush"  # BT-17
        if copies[0] >= 4:
            return "quads"  # BT-16
        if copies == [3, 2]:
            return "full_house"  # BT-15
        if one_suit and rules["flushes"]:
            return "flush"  # BT-14
        if straight:
            return "straight"  # BT-11
        return "two_pair_5" if copies == [2, 2, 1] and rules["two_pair_5"] else None  # BT-10
    if len(held) == DRAGON_CARDS and len(copies) == DRAGON_CARDS and rules["dragon_play"]:
        return "dragon"  # BT-21
    return None


def read_play(cards: str, rules: Rules) -> Move | None:
    """Read cards as a play, None if they are none."""
    kind = classify(cards, rules)
    return None if kind is None else answer(kind, text_of_cards(cards_in(cards)))


# --- what beats what -----------------------------------------------------------------------------


class Parts(NamedTuple):
    """A play taken apart: its cards by rank, with most of a rank first, and high ranks first."""

    ranks: list[int]
    """How high each of the ranks is."""
    suits: list[tuple[int, ...]]
    """How high the suits of the cards of that rank are, high suits first."""


def parts_of(cards: list[str], rules: Rules, revolved: bool) -> Parts:
    """Take a play apart."""
    of_rank: dict[int, list[int]] = {}
    for card in cards:
        rank, suit = card_value(card, rules, revolved)
        of_rank.setdefault(rank, []).append(suit)
    ranks = sorted(of_rank, key=lambda rank: (len(of_rank[rank]), rank), reverse=True)
    return Parts(ranks, [tuple(sorted(of_rank[rank], reverse=True)) for rank in ranks])


def strength(move: Move, rules: Rules, revolved: bool = False) -> tuple[int, ...]:
    """Return how strong a play is among those of its kind. Equal strength does not beat."""
    kind, cards = move["kind"], cards_in(move["cards"])
    if kind in ("straight", "straight_flush"):  # revolutions leave these alone (BT-38)
        window = straight_windows(rules)["".join(card[0] for card in cards)]
        if kind == "straight_flush":
            return window.place, rules["suit_order"].index(cards[0][1])
        tie = [card[1] for card in cards if card[0] == window.tie_rank]
        return window.place, *(rules["suit_order"].index(suit) for suit in tie)
    if kind == "dragon":
        return (rules["suit_order"].index(next(card[1] for card in cards if card[0] == "K")),)
    ranks, suits = parts_of(cards, rules, revolved)
    if kind == "flush":  # two decks may have a rank in it twice
        flush_ranks = sorted((card_value(c, rules, revolved)[0] for c in cards), reverse=True)
        by_order: dict[str, tuple[int, ...]] = {
            "rank": (*flush_ranks, suits[0][0]),
            "suit": (suits[0][0], *flush_ranks),
            "top": (flush_ranks[0], suits[0][0]),
        }
        return by_order[rules["flush_order"]]
    if kind in ("single", "pair"):
        return ranks[0], *suit_strength(suits[0], rules)
    if kind in ("two_pair_4", "two_pair_5"):
        return ranks[0], ranks[1], *suit_strength(suits[0], rules)
    return (ranks[0],)  # triples, full houses and fours


def suit_strength(suits: tuple[int, ...], rules: Rules) -> tuple[int, ...]:
    """Return what counts of the suits of a pair: the higher; with two decks then the other."""
    return suits if rules["decks"] == 2 else suits[:1]


def is_monster(kind: str, rules: Rules) -> bool:
    """Whether plays of a kind may be played over anything (BT-20, BT-08)."""
    bare = kind == "bare_quad" and rules["bare_quad"] == "as_quads"
    return rules["monsters"] and (bare or kind in ("quads", "straight_flush"))


def rival_kind(kind: str, rules: Rules) -> str:
    """Return the kind among whose plays a kind is ranked: bare fours may be ranked as quads."""
    return "quads" if kind == "bare_quad" and rules["bare_quad"] == "as_quads" else kind


def beats(a: Move, b: Move, rules: Rules, revolved: bool = False) -> bool:
    """Whether play ``a`` beats play ``b``."""
    kind_a, kind_b = rival_kind(a["kind"], rules), rival_kind(b["kind"], rules)
    if kind_a == kind_b:
        return strength(a, rules, revolved) > strength(b, rules, revolved)
    return kind_beats(kind_a, kind_b, rules)


def kind_beats(a: str, b: str, rules: Rules) -> bool:
    """Whether every play of kind ``a`` beats every play of another kind ``b``."""
    if "dragon" in (a, b):  # BT-21
        return a == "dragon"
    if is_monster(a, rules) or is_monster(b, rules):  # BT-20
        return is_monster(a, rules) and (not is_monster(b, rules) or a == "straight_flush")
    if rules["five_card"] == "ladder" and a in FIVE_CARDS and b in FIVE_CARDS:  # BT-19
        return FIVE_CARDS.index(a) > FIVE_CARDS.index(b)
    return False  # BT-18


# --- the documented order ------------------------------------------------------------------------


def order_key(move: Move, rules: Rules, revolved: bool = False) -> tuple[object, ...]:
    """Sort key of the documented order: kinds, then strength, then what each kind says."""
    kind, cards = move["kind"], cards_in(move["cards"])
    place = KINDS.index(kind)
    if kind in ("pass", "swap", "redeal"):
        return (place,)
    if kind == "ask":
        return place, RANKS.index(move["rank"])
    if kind == "give":
        return place, card_value(move["cards"], rules, revolved)
    if kind in ("straight", "straight_flush"):
        window = straight_windows(rules)["".join(card[0] for card in cards)]
        suit_of = {card[0]: rules["suit_order"].index(card[1]) for card in cards}
        if kind == "straight_flush":
            return place, strength(move, rules), window.position
        tie = [suit_of[window.tie_rank]] if window.tie_rank else []
        others = [suit_of[rank] for rank in window.ranks if rank != window.tie_rank]
        return place, window.place, window.position, tie, others
    if kind == "flush":
        ranks = sorted((card_value(card, rules, revolved)[0] for card in cards), reverse=True)
        return place, strength(move, rules, revolved), ranks
    if kind == "dragon":
        return (place,)
    ranks, suits = parts_of(cards, rules, revolved)
    if kind in ("two_pair_4", "two_pair_5"):
        return place, ranks[:2], suits[:2], ranks[2:], suits[2:]
    if kind == "quads":  # five of a rank come after the others
        return place, ranks[0], len(ranks) == 1, suits[0], ranks[1:], suits[1:]
    return place, [part for pair in zip(ranks, suits, strict=True) for part in pair]


def in_order(moves: Iterable[Move], rules: Rules, revolved: bool = False) -> list[Move]:
    """Sort moves into the documented order."""
    return sorted(moves, key=lambda move: order_key(move, rules, revolved))


# --- all the plays of a hand ---------------------------------------------------------------------


def brute_force_plays(hand: str, rules: Rules) -> list[Move]:
    """Return every play of a hand by asking `classify` about every set of its cards."""
    cards = cards_in(hand)
    sets = {chosen for size in range(1, 6) for chosen in combinations(cards, size)}
    if len(cards) == DRAGON_CARDS:  # a hand of exactly 13, played whole
        sets.add(tuple(cards))
    plays = (read_play(" ".join(chosen), rules) for chosen in sets)
    return [play for play in plays if play is not None]


def plays_of(hand: str, rules: Rules, kinds: Iterable[str] = PLAY_KINDS) -> list[Move]:
    """Return every play of these kinds that a hand holds, in no particular order."""
    cards = cards_in(hand)
    return [
        answer(kind, text_of_cards(chosen))
        for kind in kinds
        for chosen in set(card_sets(kind, cards, rules))
    ]


def card_sets(kind: str, cards: list[str], rules: Rules) -> Iterator[tuple[str, ...]]:
    """Yield the sets of cards, perhaps repeatedly, that are a play of one kind."""
    some = {rank: [card for card in cards if card[0] == rank] for rank in RANKS}

    def of_a_rank(n: int) -> list[tuple[str, ...]]:
        return sorted({chosen for held in some.values() for chosen in combinations(held, n)})

    if kind in ("single", "pair"):
        yield from of_a_rank(1 if kind == "single" else 2)
    elif kind == "triple" and rules["triples"]:
        yield from of_a_rank(3)
    elif kind == "bare_quad" and rules["bare_quad"] != "off":
        yield from of_a_rank(4)
    elif kind == "two_pair_4" and rules["two_pair_4"]:
        yield from (a + b for a, b in combinations(of_a_rank(2), 2) if a[0][0] != b[0][0])
    elif kind == "two_pair_5" and rules["two_pair_5"]:
        for a, b in combinations(of_a_rank(2), 2):
            if a[0][0] != b[0][0]:
                for c in cards:
                    chosen = *a, *b, c
                    if c[0] not in (a[0][0], b[0][0]) and not one_suit_counts(chosen, rules):
                        yield tuple(sorted(chosen))
    elif kind in ("straight", "straight_flush"):
        for window in straight_windows(rules).values():
            for chosen in product(*(sorted(set(some[rank])) for rank in window.ranks)):
                if (kind == "straight_flush") == is_one_suit(chosen):
                    yield chosen
    elif kind == "flush" and rules["flushes"]:
        windows = straight_windows(rules)
        for suit in sorted({card[1] for card in cards}):
            for chosen in combinations([card for card in cards if card[1] == suit], 5):
                if "".join(card[0] for card in chosen) not in windows:
                    yield chosen
    elif kind == "full_house":
        threes, pairs = of_a_rank(3), of_a_rank(2)
        yield from (a + b for a, b in product(threes, pairs) if a[0][0] != b[0][0])
    elif kind == "quads":
        for four in of_a_rank(4):
            left = list(cards)
            for card in four:
                left.remove(card)
            yield from (tuple(sorted((*four, fifth))) for fifth in left)
    elif kind == "dragon" and classify(" ".join(cards), rules) == "dragon":
        yield tuple(cards)


def is_one_suit(cards: Iterable[str]) -> bool:
    """Whether all the cards are of one suit."""
    return len({card[1] for card in cards}) == 1


def one_suit_counts(cards: Iterable[str], rules: Rules) -> bool:
    """Whether cards are a flush rather than anything lower."""
    return rules["flushes"] and is_one_suit(cards)


# --- what may be played now ----------------------------------------------------------------------


class Question(NamedTuple):
    """What a player is asked in the play of the cards."""

    to_beat: Move | None = None
    """None for a lead."""
    due: str = ""
    """The card that a first lead must contain (BT-26)."""
    top_single: bool = False
    """The next player has one card, and the highest single is obligatory (BT-35)."""
    monsters_only: bool = False
    """A locked player is asked (BT-30)."""
    revolved: bool = False


def highest_single(hand: str, rules: Rules, revolved: bool = False) -> Move:
    """Return the highest card of a hand as a play."""
    return answer("single", by_value(cards_in(hand), rules, revolved)[-1])


def may_pass(hand: str, asked: Question, rules: Rules) -> bool:
    """Whether passing is allowed (BT-27): never when leading, and not always under BT-35."""
    if asked.to_beat is None:
        return False
    if not asked.top_single or asked.monsters_only or asked.to_beat["kind"] != "single":
        return True
    return not beats(
        highest_single(hand, rules, asked.revolved), asked.to_beat, rules, asked.revolved
    )


def is_allowed(move: Move, hand: str, asked: Question, rules: Rules) -> bool:
    """Whether a play that the hand holds is an answer to the question."""
    if asked.to_beat is not None and not beats(move, asked.to_beat, rules, asked.revolved):
        return False
    if asked.due and asked.due not in move["cards"].split():
        return False
    if asked.monsters_only and not is_monster(move["kind"], rules):
        return False
    if asked.top_single and move["kind"] == "single" and not asked.due:
        return move == highest_single(hand, rules, asked.revolved)
    return True


def legal_moves(hand: str, asked: Question, rules: Rules) -> list[Move]:
    """Return all the moves of a player in the documented order."""
    kinds: tuple[str, ...] = PLAY_KINDS
    if asked.to_beat is not None:
        kinds = answering_kinds(rival_kind(asked.to_beat["kind"], rules), rules)
    plays = [m for m in plays_of(hand, rules, kinds) if is_allowed(m, hand, asked, rules)]
    passing = [answer("pass")] if may_pass(hand, asked, rules) else []
    return passing + in_order(plays, rules, asked.revolved)


def answering_kinds(kind: str, rules: Rules) -> tuple[str, ...]:
    """Return the kinds of which a play may beat one of ``kind``."""
    rivals = [(other, rival_kind(other, rules)) for other in PLAY_KINDS]
    return tuple(o for o, rival in rivals if rival == kind or kind_beats(rival, kind, rules))
