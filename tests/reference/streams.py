"""Random streams, dealing and bounded draws, from their documentation only.

What a seed means is written down in the core's documentation: of `rng` (keyed streams, bounded
draws), of `deal` (`split`, `pick`, `shuffle`, `weak_shuffle`) and of the dealers of each game. This
is those texts again in plain Python, with cards as lists and the xoroshiro128++ generator of
Blackman and Vigna.
"""

from collections.abc import Callable, Sequence
from math import prod
from typing import Literal, NamedTuple, TypeVar

WORD = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15

DOMAINS = {"deal": 0, "play": 1, "redeal": 2} | {f"seat {n}": 256 + n for n in range(256)}
"""What a stream is for, and the number of it in the stream's name."""

CARDS_A_WORD = 8
"""Cards that `pick` draws with one random word, from one deck."""

TRANSPOSITIONS = 12
"""Single cards that the weak shuffle exchanges."""

T = TypeVar("T")


# --- streams -------------------------------------------------------------------------------------


def mix(z: int) -> int:
    """Apply the finaliser of SplitMix64."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
    return z ^ z >> 31


def rotate(word: int, left: int) -> int:
    """Rotate a 64-bit word."""
    return (word << left | word >> 64 - left) & WORD


class Stream:
    """The stream of (seed, domain, match, deal)."""

    def __init__(self, seed: int, domain: str, match: int, deal: int) -> None:
        """Derive the state from the name."""
        key = mix(seed + GOLDEN & WORD)
        key = mix(key ^ DOMAINS[domain] * GOLDEN & WORD)
        key = mix(key ^ match * GOLDEN & WORD)
        self.s0 = mix(key + deal * GOLDEN & WORD)
        self.s1 = mix(~key & WORD ^ deal + GOLDEN & WORD)

    def word(self) -> int:
        """Take the next 64 bits."""
        s0, s1 = self.s0, self.s1
        word = rotate(s0 + s1 & WORD, 17) + s0 & WORD
        s1 ^= s0
        self.s0 = rotate(s0, 49) ^ s1 ^ s1 << 21 & WORD
        self.s1 = rotate(s1, 28)
        return word

    def below(self, n: int) -> int:
        """Draw one of 0 … n − 1, all equally likely."""
        while True:
            wide = self.word() * n
            if wide & WORD >= 2**64 % n:
                return wide >> 64

    def choose(self, n: int) -> int:
        """Draw like `below`, but take nothing from the stream where there is no choice."""
        return self.below(n) if n > 1 else 0


# --- a part of a deck ----------------------------------------------------------------------------


def pick(stream: Stream, cards: Sequence[int], k: int) -> list[int]:
    """Draw k of the cards, which are places in a 64-bit word, in ascending order."""
    left = sorted(cards)
    drawn = []
    while k > 0:
        now = min(k, CARDS_A_WORD)
        radices = [len(left) - i for i in range(now)]
        number = stream.below(prod(radices))
        for i in range(now):
            digit, number = divmod(number, prod(radices[i + 1 :]))
            drawn.append(left.pop(digit))
        k -= now
    return sorted(drawn)


def split(stream: Stream, cards: Sequence[int], size: int) -> list[int]:
    """Draw a part of exactly ``size`` cards."""
    n = len(cards)
    if size <= CARDS_A_WORD:
        return pick(stream, cards, size)
    if n - size <= CARDS_A_WORD:
        return without(cards, pick(stream, cards, n - size))
    mask = density(stream, (8 * size + n // 2) // n)
    start = [card for card in cards if mask >> card & 1]
    if len(start) < size:
        rest = without(cards, start)
        return sorted(start + pick(stream, rest, size - len(start)))
    return without(start, pick(stream, start, len(start) - size))


def density(stream: Stream, eighths: int) -> int:
    """Draw a word in which each bit stands with a chance of so many eighths."""
    if eighths == 8:
        return WORD
    word = 0
    digits = [eighths >> place & 1 for place in range(3)]
    for digit in digits[digits.index(1) :]:
        word = word | stream.word() if digit else word & stream.word()
    return word


def without(cards: Sequence[int], gone: Sequence[int]) -> list[int]:
    """Return the cards that are not gone."""
    return [card for card in cards if card not in gone]


# --- the order of a pack -------------------------------------------------------------------------


def shuffle(stream: Stream, pack: Sequence[T]) -> list[T]:
    """Return the pack in random order."""
    mixed = list(pack)
    for i in range(len(mixed) - 1, 0, -1):
        j = stream.below(i + 1)
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return mixed


def weak_shuffle(stream: Stream, pack: Sequence[T], group: Callable[[T], object]) -> list[T]:
    """Return a pack that lies in groups, hardly mixed."""
    groups: list[list[T]] = []
    for card in pack:
        if not groups or group(groups[-1][0]) != group(card):
            groups.append([])
        groups[-1].append(card)
    mixed = [card for cards in shuffle(stream, groups) for card in cards]
    for _ in range(TRANSPOSITIONS):
        a = stream.below(len(mixed))
        b = stream.below(len(mixed) - 1)
        b += b >= a
        mixed[a], mixed[b] = mixed[b], mixed[a]
    cut = stream.below(len(mixed))
    return mixed[cut:] + mixed[:cut]


# --- Dou Dizhu -----------------------------------------------------------------------------------

RANKS = "3456789TJQKA2BR"
PLACES = {
    16 * suit + rank: RANKS[rank] for suit in range(4) for rank in range(15 if not suit else 13)
}
"""The pack as places in a word: four suits of 16 bits, the jokers with the first of them."""


class Dealt(NamedTuple):
    """The cards of a deal, low to high, and who speaks first."""

    hands: list[str]
    bottom: str
    first_bidder: int


def deal_doudizhu(stream: Stream, dealer: Literal["uniform", "weak_shuffle"]) -> Dealt:
    """Deal once from a deal's stream; a redeal goes on with the same stream."""
    if dealer == "uniform":
        first = split(stream, list(PLACES), 20)
        others = without(list(PLACES), first)
        second = split(stream, others, 17)
        bottom = split(stream, first, 3)
        parts = [without(first, bottom), second, without(others, second), bottom]
        hands = ["".join(PLACES[place] for place in part) for part in parts]
    else:
        cards = sorted(PLACES.values(), key=RANKS.index)
        pack = weak_shuffle(stream, cards, lambda rank: "B" if rank == "R" else rank)
        hands = [""] * 4
        for packet in (6, 6, 5):
            for seat in range(3):
                hands[seat] += "".join(pack[:packet])
                pack = pack[packet:]
        hands[3] = "".join(pack)
    *hands, bottom_cards = ["".join(sorted(hand, key=RANKS.index)) for hand in hands]
    first_bidder = stream.below(3)
    stream.word()  # says in which order cards arrive, where hands are shown during the deal
    return Dealt(hands, bottom_cards, first_bidder)
