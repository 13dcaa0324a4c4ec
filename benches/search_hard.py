"""Searches questions of Shengji that are dear to count, and prints the worst.

A question is changed card by card, and the change kept where counting takes no less time than
before; from time to time the search begins anew. Times are processor time, the best of several
calls. What is printed has the form of ``tests/data/shengji_hard.txt`` and
``shengji_hard_leads.txt``, which the entry points ``sj_count_hard:follows-1`` and so on measure;
the last field of leads, edges, is not known here.

    python benches/search_hard.py follows          for a minute
    python benches/search_hard.py leads --seconds 600 --seed 2
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Literal, cast, get_args

from chupai.shengji import Rules, Trump

if TYPE_CHECKING:
    from collections.abc import Callable

RANKS = "23456789TJQKA"
SUITS = "DCHS"
DECKS = 4
HAND = 52
THROW = (10, 26)
CALLS = 3
PATIENCE = 60

FollowOrder = Literal[
    "cn", "run_before_one_triple", "run_before_triples", "runs_first", "suit_only"
]


@dataclass(frozen=True)
class Question:
    """A hand of trumps, and what was led if it is to follow."""

    order: Trump
    hand: Counter[str]
    lead: tuple[str, ...] = ()

    def text(self) -> str:
        """The cards of the hand."""
        return " ".join(self.hand.elements())

    def ask(self) -> Callable[[], int]:
        """What counts the answers."""
        hand = self.text()
        if self.lead:
            lead = list(self.lead)
            return lambda: int(self.order.count_follows(hand, lead))
        return lambda: self.order.count_leads(hand)

    def line(self, count: int) -> str:
        """Its line in the file of its kind."""
        rules = self.order.rules
        constants = " ".join(rules.constant_trumps) or "-"
        order = [self.order.suit or "-", self.order.level or "-", self.text()]
        if self.lead:
            fields = [rules.follow_order, constants, *order, " + ".join(self.lead), str(count)]
        else:
            readings = self.order.readings(self.text(), 1).total
            least = str(rules.tractor_min_length)
            fields = [constants, least, *order, str(count), str(readings), "?"]
        return " | ".join(fields)


def cost(question: Question) -> tuple[float, int]:
    """Microseconds that counting takes, and the count."""
    ask, best, count = question.ask(), float("inf"), 0
    for _ in range(CALLS):
        begin = time.process_time_ns()
        count = ask()
        best = min(best, (time.process_time_ns() - begin) / 1000)
    return best, count


def some_order(rng: Random) -> Trump:
    """A trump suit, a level, constants and an order of serving."""
    ranks = rng.sample(RANKS, 6)
    constants = "".join(ranks[1 : 1 + rng.choice((0, 0, 1, 1, 2, 3, 5))])
    follow_order = rng.choice(get_args(FollowOrder)[:-1])
    rules = Rules(
        decks=DECKS, constant_trumps=constants, follow_order=cast("FollowOrder", follow_order)
    )
    suit = rng.choice((None, *SUITS))
    return Trump(suit, rng.choice((None, ranks[0])), rules=rules)


def trumps(order: Trump) -> list[str]:
    """All trumps of the pack."""
    faces = [rank + suit for rank in RANKS for suit in SUITS] + ["B", "R"]
    return [face for face in faces if order.effective_suit(face) == "trump"] * DECKS


def some_lead(order: Trump, rest: list[str], rng: Random) -> tuple[str, ...]:
    """A throw out of cards, or none if it fails."""
    rng.shuffle(rest)
    left = Counter(rest[: HAND * 2 // 3])
    size, units = rng.randint(*THROW), list[str]()
    while size > 0:
        found = list(order.leads(" ".join(left.elements()), 10_000))
        found = [unit for unit in found if len(unit.split()) <= size]
        if not found:
            break
        # Wider ones, too, of which there are fewer.
        width = rng.choice((1, 2, 2, 3, 4, 6))
        unit = rng.choice([u for u in found if len(u.split()) >= width] or found)
        units.append(unit)
        left -= Counter(unit.split())
        size -= len(unit.split())
    cards = " ".join(units)
    legal = len(units) > 1 and order.is_legal_lead(cards, units)
    return tuple(units) if legal else ()


def some_question(kind: str, rng: Random) -> Question:
    """A random hand, and a throw of the rest if it is to follow."""
    while True:
        order = some_order(rng)
        pack = trumps(order)
        rng.shuffle(pack)
        question = Question(order, Counter(pack[:HAND]))
        if kind == "leads":
            return question
        lead = some_lead(order, pack[HAND:], rng)
        if lead and question.hand.total() >= len(" ".join(lead).split()):
            return Question(order, question.hand, lead)


def changed(question: Question, rng: Random) -> Question:
    """The same with some cards of the hand exchanged, or with another lead."""
    order, hand = question.order, question.hand.copy()
    rest = Counter(trumps(order)) - hand
    for unit in question.lead:
        rest -= Counter(unit.split())
    if question.lead and rng.random() < 0.2:
        spare = Counter(trumps(order)) - hand
        lead = some_lead(order, list(spare.elements()), rng)
        return Question(order, hand, lead or question.lead)
    for _ in range(rng.randint(1, 3)):
        others = list(rest.elements())
        if not others:
            break
        out, into = rng.choice(list(hand.elements())), rng.choice(others)
        hand += Counter([into])
        hand -= Counter([out])
        rest += Counter([out])
        rest -= Counter([into])
    return Question(order, Counter(dict(sorted(hand.items()))), question.lead)


def search(kind: str, seconds: float, rng: Random) -> list[tuple[float, str]]:
    """The worst of each beginning, the very worst first."""
    end, found = time.monotonic() + seconds, list[tuple[float, str]]()
    while time.monotonic() < end:
        question = some_question(kind, rng)
        (worst, count), since = cost(question), 0
        while since < PATIENCE and time.monotonic() < end:
            other = changed(question, rng)
            price, number = cost(other)
            since = 0 if price > 1.02 * worst else since + 1
            if price >= worst:
                question, worst, count = other, price, number
        found.append((worst, question.line(count)))
    return sorted(found, reverse=True)


def main() -> None:
    """Search, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("kind", choices=("follows", "leads"))
    parser.add_argument("--seconds", type=float, default=60, help="how long to search")
    parser.add_argument("--seed", type=int, default=1, help="of the search")
    parser.add_argument("--show", type=int, default=5, help="how many are printed")
    args = parser.parse_args()
    found = search(args.kind, args.seconds, Random(args.seed))
    for price, line in found[: args.show]:
        print(f"# {price:.0f} µs\n{line}")


if __name__ == "__main__":
    main()
