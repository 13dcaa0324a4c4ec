"""Dou Dizhu: what one seat knows of a deal (DD-28), and which deals it cannot tell apart.

Both start from a deal that is known in full. `known_to` leaves out what the seat may not know.
`consistent_deals` and `consistent_positions` deal what it does not know in every other way, keep
what the record allows, and count how many arrangements of 54 different cards are behind each: that
is the chance of a deal, up to a factor, where all deals are equally likely.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, factorial, prod
from typing import Any

from .doudizhu_counts import PACK
from .doudizhu_deal import SEATS, Cards, Deal
from .doudizhu_moves import RANKS, Move, Rules, cards_of, sort_cards, text_of

Known = dict[str, Any]
Record = Sequence[tuple[int, Move]]
Hands = tuple[str, ...]


def less(cards: str, gone: str) -> str:
    """Return the cards without those that are gone, as far as they are there."""
    return sort_cards("".join((Counter(cards) - Counter(gone)).elements()))


def played_by(seat: int, record: Record) -> str:
    """Return all cards that a seat has played."""
    return sort_cards("".join(cards_of(move) for player, move in record if player == seat))


# --- one seat's knowledge ------------------------------------------------------------------------


def known_to(deal: Deal, seat: int, arrived: Sequence[str] | None = None) -> Known:
    """Return everything that a seat knows, by names, with moves as texts.

    ``arrived`` are the cards that have come to each seat, where they still come.
    """
    hands = list(deal.hands if arrived is None else arrived)
    landlord = deal.landlord if deal.taken else None
    since = this_dealing(deal)
    shown = [hands[other] if other in deal.shown else None for other in range(SEATS)]
    known = [cards or "" for cards in shown]
    if landlord is not None and landlord not in deal.shown:
        known[landlord] = less(deal.bottom, played_by(landlord, since))
    trick = current_trick(deal)
    plays = [(player, move) for player, move in trick if move["kind"] != "pass"]
    return {
        "seat": seat,
        "hand": sort_cards(hands[seat]),
        "turn": deal.turn,
        "phase": deal.phase,
        "is_over": deal.phase == "over",
        "landlord": landlord,
        "first_bidder": deal.first_bidder,
        "bottom": deal.bottom if deal.taken else None,
        "cards_left": [len(hand) for hand in hands],
        "known": known,
        "unseen": less(
            PACK, hands[seat] + "".join(played_by(other, since) for other in range(SEATS))
        ),
        "shown": shown,
        "doubled": [other in deal.doubled for other in range(SEATS)],
        "bid": deal.bid,
        "robs": deal.robs,
        "bombs": deal.bombs,
        "rockets": deal.rockets,
        "plays": list(deal.plays),
        "redeals": deal.redeals,
        "history": [(player, text_of(move)) for player, move in deal.history],
        "trick": [(player, text_of(move)) for player, move in trick],
        "to_beat": text_of(plays[-1][1]) if plays else None,
        "last_player": plays[-1][0] if plays else None,
    }


def this_dealing(deal: Deal) -> Record:
    """Return the record since the cards were dealt for the last time."""
    return deal.history[deal.dealt_at :]


def current_trick(deal: Deal) -> Record:
    """Return the moves of the trick on the table, none before a lead and outside the play."""
    if deal.phase != "play" or deal.to_beat is None:
        return []
    trick: list[tuple[int, Move]] = []
    passes = SEATS - 1
    for player, move in deal.history[deal.play_from :]:
        if passes == SEATS - 1:
            trick, passes = [], 0
        trick.append((player, move))
        passes = passes + 1 if move["kind"] == "pass" else 0
    return trick


# --- what a seat is told -------------------------------------------------------------------------


def first_event(known: Known, landlord: int | None = None) -> dict[str, Any]:
    """Return what a seat is told at the beginning of a deal; ``landlord`` where he is given."""
    event = {
        "event": "deal",
        "seat": known["seat"],
        "hand": known["hand"],
        "first_bidder": known["first_bidder"],
    }
    if landlord is not None:
        event["landlord"] = landlord
    if known["bottom"] is not None:
        event["bottom"] = known["bottom"]
    return event


def next_event(before: Known, after: Known) -> dict[str, Any]:
    """Return what a seat is told of the move between two states of its knowledge."""
    player, text = after["history"][-1]
    event: dict[str, Any] = {"event": "move", "seat": player, "move": text}
    dealt_again = after["redeals"] != before["redeals"]
    cards = text.replace("+", "") if set(text) <= {*RANKS, "+"} else ""
    if after["landlord"] is not None and before["landlord"] is None:
        event |= {"landlord": after["landlord"], "bottom": after["bottom"]}
    own = less(before["hand"], cards) if player == after["seat"] else before["hand"]
    if own != after["hand"] or dealt_again:
        event["hand"] = after["hand"]
    if dealt_again:
        event |= {"redeals": after["redeals"], "first_bidder": after["first_bidder"]}
    shown = {}
    for seat, (old, new) in enumerate(zip(before["shown"], after["shown"], strict=True)):
        if old is not None and seat == player:
            old = less(old, cards)  # noqa: PLW2901 - what is left of it
        if new is not None and (new != old):
            shown[str(seat)] = new
    if shown:
        event["shown"] = shown
    return event


# --- deals that a seat cannot tell apart ---------------------------------------------------------


def divisions(cards: str, sizes: Sequence[int]) -> Iterator[Hands]:
    """Yield every way to divide cards into hands of these sizes; equal ranks are not told apart."""
    if len(cards) != sum(sizes):
        raise ValueError(f"{cards!r} does not make hands of {sizes}")
    ranks = [(rank, cards.count(rank)) for rank in RANKS if rank in cards]

    def divide(place: int, room: list[int], hands: list[str]) -> Iterator[Hands]:
        if place == len(ranks):
            yield tuple(hands)
            return
        rank, number = ranks[place]
        for parts in compositions(number, room):
            more = [hand + rank * n for hand, n in zip(hands, parts, strict=True)]
            left = [space - n for space, n in zip(room, parts, strict=True)]
            yield from divide(place + 1, left, more)

    yield from divide(0, list(sizes), [""] * len(sizes))


def compositions(number: int, room: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every way to write a number as a sum, each part no more than the room for it."""
    if len(room) == 1:
        if number <= room[0]:
            yield (number,)
        return
    for part in range(min(number, room[0]) + 1):
        for parts in compositions(number - part, room[1:]):
            yield (part, *parts)


def arrangements(parts: Sequence[str]) -> int:
    """Return in how many ways all cards of these ranks lie so, where each card is another one."""
    return prod(
        factorial(sum(part.count(rank) for part in parts))
        // prod(factorial(part.count(rank)) for part in parts)
        for rank in RANKS
    )


def consistent_deals(
    cards: Cards, landlord: int | None, record: Record, seat: int, rules: Rules
) -> dict[Hands, int]:
    """Return the hands that the seats may hold after the record, with their arrangements.

    ``cards`` are those of a deal in which it happened, after which there is a landlord; no cards
    were dealt again in the record. A deal counts if the record can be replayed with it and leaves
    the seat with the same knowledge.
    """
    truth = replayed(cards, landlord, record, rules)
    knowledge = known_to(truth, seat)
    if truth.landlord is None or not truth.taken:
        raise ValueError("nobody has taken the bottom cards")
    others = [other for other in range(SEATS) if other != seat]
    pool = "".join(truth.hands[other] for other in others)
    found: dict[Hands, int] = {}
    for division in divisions(sort_cards(pool), [len(truth.hands[other]) for other in others]):
        hands = list(truth.hands)
        dealt = list(cards[0])
        for other, hand in zip(others, division, strict=True):
            hands[other] = hand
            dealt[other] = hand + played_by(other, record)
            if other == truth.landlord:
                dealt[other] = less(dealt[other], cards[1])
        if any(len(hand) != len(cards[0][0]) for hand in dealt):
            continue  # a bottom card that the landlord never held
        try:
            again = replayed((dealt, cards[1], cards[2]), landlord, record, rules)
        except ValueError:
            continue
        if known_to(again, seat) == knowledge:
            found[tuple(sort_cards(hand) for hand in again.hands)] = arrangements(
                [
                    *dealt,
                    cards[1],
                ]
            )
    return found


def replayed(cards: Cards, landlord: int | None, record: Record, rules: Rules) -> Deal:
    """Return the deal after the record."""
    deal = Deal(*cards, landlord, rules, refuse)
    for player, move in record:
        if deal.turn != player:
            raise ValueError(f"it is not the turn of seat {player}")
        deal.play(move)
    return deal


def refuse() -> Cards:
    """Deal no cards again."""
    raise ValueError("the cards are dealt once only")


def consistent_positions(
    hands: Sequence[str], landlord: int, bottom: str, record: Record, seat: int
) -> dict[Hands, int]:
    """Return the hands that the seats may hold after the record of a position given by hand.

    A bottom card is with the landlord at the beginning if no card of its rank is in nobody's hand.
    """
    left = [less(hand, played_by(other, record)) for other, hand in enumerate(hands)]
    others = [other for other in range(SEATS) if other != seat]
    at_hand = "".join(hands)
    known = "".join(rank for rank in bottom if at_hand.count(rank) == PACK.count(rank))
    found: dict[Hands, int] = {}
    pool = sort_cards("".join(left[other] for other in others))
    for division in divisions(pool, [len(left[other]) for other in others]):
        now, start = list(left), list(hands)
        for other, hand in zip(others, division, strict=True):
            now[other] = hand
            start[other] = sort_cards(hand + played_by(other, record))
        if any(start[landlord].count(rank) < known.count(rank) for rank in known):
            continue
        start[landlord] = less(start[landlord], known)
        found[tuple(now)] = arrangements([*start, known])
    return found


# --- chances where deals are too many to list ----------------------------------------------------


def chances_of_places(number: int, places: Sequence[int]) -> dict[tuple[int, ...], Fraction]:
    """Return how ``number`` marked cards fall into places, each with room for so many cards."""
    total = comb(sum(places), number)
    return {
        parts: Fraction(prod(map(comb, places, parts)), total)
        for parts in compositions(number, places)
    }


def chances_of_counts(
    pool: str, gone: tuple[str, str], owed: str, size: int
) -> dict[str, dict[int, Fraction]]:
    """Return for each rank the chances of the number of its cards in the first of two hands.

    Two seats share the ``pool``, the first has ``size`` of it. ``gone`` are the cards that each
    has played since they were dealt; ``owed`` are those that the first was given openly afterwards,
    which are no part of what it was dealt.
    """
    weights: dict[str, dict[int, Fraction]] = {}
    for rank in RANKS:
        number = pool.count(rank)
        weights[rank] = {}
        for here in range(number + 1):
            dealt = gone[0].count(rank) + here - owed.count(rank)
            other = gone[1].count(rank) + number - here
            if dealt >= 0:
                weights[rank][here] = Fraction(1, factorial(dealt) * factorial(other))
    chances = {}
    for rank in RANKS:
        rest: Mapping[int, Fraction] = {0: Fraction(1)}
        for other_rank in RANKS:
            if other_rank != rank:
                rest = convolved(rest, weights[other_rank])
        ways = {n: weight * rest.get(size - n, 0) for n, weight in weights[rank].items()}
        total = sum(ways.values())
        chances[rank] = {n: Fraction(way, total) for n, way in ways.items() if way}
    return chances


def convolved(a: Mapping[int, Fraction], b: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """Return the distribution of the sum."""
    total: dict[int, Fraction] = {}
    for i, weight in a.items():
        for j, other in b.items():
            total[i + j] = total.get(i + j, Fraction(0)) + weight * other
    return total
